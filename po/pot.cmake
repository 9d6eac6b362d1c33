# SPDX-License-Identifier: MIT
# cmake -DXGETTEXT=... -DOUT=... [-DCHECK=...] -P po/pot.cmake, run in the source folder: writes the
# catalogue template to OUT. With CHECK it fails if that file is not the same.
file(GLOB_RECURSE sources RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} client/cli/*.c client/cli/*.def client/web/src/*.ts client/web/src/*.tsx)
list(SORT sources)
list(APPEND sources brain/computers.def lessons/lessons.def engine/errors.def engine/openings.def engine/variants.def brain/errors.def proto/errors.def proto/moderation.def
     proto/phrases.def proto/settings.def)

# The header has no date: the template changes only when a text does.
set(header [[# SPDX-License-Identifier: MIT
# The texts of penta, to be translated. Made from the sources: cmake --build <build folder> -t pot
# A translation is begun with: msginit -i po/penta.pot -o po/<language>.po -l <language>
msgid ""
msgstr ""
"Project-Id-Version: pentad\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"

]])

execute_process(
    COMMAND ${XGETTEXT} --language=C --from-code=UTF-8 --omit-header --add-location=file
            --keyword=_ --keyword=N_ --keyword=NC_:1c,2 --keyword=ngettext:1,2 --keyword=ERROR:3,3t --keyword=ERROR:4,4t --keyword=VARIANT:3 --keyword=COMPUTER:4
            --keyword=MODERATION_ACT:6 --keyword=MODERATION_WRONG:2 --keyword=LESSON:2 --keyword=OPENING:3 --keyword=PHRASE:1 --keyword=SETTING:6
            --output=- ${sources}
    OUTPUT_VARIABLE messages
    RESULT_VARIABLE failed)
if(failed)
    message(FATAL_ERROR "xgettext: ${failed}")
endif()
set(template "${header}${messages}")

if(CHECK)
    file(READ ${CHECK} committed)
    if(NOT committed STREQUAL template)
        file(WRITE ${OUT} "${template}")
        message(FATAL_ERROR "${CHECK} is stale; make it again with: cmake --build <build folder> -t pot")
    endif()
else()
    file(WRITE ${OUT} "${template}")
endif()
