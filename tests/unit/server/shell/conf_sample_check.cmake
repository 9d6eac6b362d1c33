# SPDX-License-Identifier: MIT
# Fails unless SAMPLE is, byte for byte, what `PROGRAM --print-config` prints.
execute_process(COMMAND ${PROGRAM} --print-config OUTPUT_VARIABLE printed RESULT_VARIABLE code)
if(NOT code EQUAL 0)
    message(FATAL_ERROR "${PROGRAM} --print-config exited with ${code}")
endif()
file(READ ${SAMPLE} committed)
if(NOT printed STREQUAL committed)
    message(FATAL_ERROR "${SAMPLE} is stale: build the target conf_sample and commit it")
endif()
