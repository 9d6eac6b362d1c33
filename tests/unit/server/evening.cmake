# SPDX-License-Identifier: MIT
# Has PROGRAM run the DIALOGUE of the evening, and write down in SAID what is said. Fails if the committed EVENING is another
# one; with WRITE it becomes that.
execute_process(COMMAND ${CMAKE_COMMAND} -E env PENTAD_SAID=${SAID} ${PROGRAM} ${DIALOGUE}
                RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE said)
if(failed)
    message(FATAL_ERROR "${said}")
endif()
if(WRITE)
    configure_file(${SAID} ${EVENING} COPYONLY)
endif()
execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${EVENING} ${SAID} RESULT_VARIABLE differs)
if(differs)
    message(FATAL_ERROR "${EVENING} is stale; build the target docs and commit it")
endif()
