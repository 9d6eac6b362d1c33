# SPDX-License-Identifier: MIT
# cmake -DMSGCMP=... -DMSGFMT=... -DMSGMERGE=... -DMSGATTRIB=... -DPO=... -P po/whole.cmake, run in
# the source folder: fails and says which texts of the template the translation PO lacks, has only as
# a guess (fuzzy), or has with another format than the English one.
if(NOT MSGCMP OR NOT MSGFMT OR NOT MSGMERGE OR NOT MSGATTRIB)
    message("skipped: the tools of gettext are missing (Debian: gettext)")
    return()
endif()
set(faults)
execute_process(COMMAND ${MSGCMP} ${PO} po/penta.pot ERROR_VARIABLE missing RESULT_VARIABLE failed)
if(failed)
    string(APPEND faults "${missing}")
    # It tells lines; people look for words.
    execute_process(COMMAND ${MSGMERGE} --quiet --no-fuzzy-matching --output-file=- ${PO} po/penta.pot
                    COMMAND ${MSGATTRIB} --untranslated --no-wrap
                    OUTPUT_VARIABLE texts)
    string(FIND "${texts}" "\n\n" head_end)
    string(SUBSTRING "${texts}" ${head_end} -1 texts)
    string(APPEND faults "${texts}")
endif()
execute_process(COMMAND ${MSGFMT} --check --output-file=/dev/null ${PO}
                ERROR_VARIABLE wrong RESULT_VARIABLE failed)
if(failed)
    string(APPEND faults "${wrong}")
endif()
if(faults)
    message(FATAL_ERROR "${faults}\n${PO} is not whole; po/README.md says how to bring it up to date")
endif()
