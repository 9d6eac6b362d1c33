# SPDX-License-Identifier: MIT
# Fails if the committed DOC is not what PROGRAM prints from INTRO and EVENING; leaves that in PRINTED.
execute_process(COMMAND ${PROGRAM} ${INTRO} ${EVENING} OUTPUT_FILE ${PRINTED} RESULT_VARIABLE failed)
if(failed)
    message(FATAL_ERROR "${PROGRAM} ${INTRO} ${EVENING} failed: ${failed}")
endif()
execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${DOC} ${PRINTED} RESULT_VARIABLE differs)
if(differs)
    message(FATAL_ERROR "${DOC} is stale; build the target protocol_doc and commit it")
endif()
