# SPDX-License-Identifier: MIT
# cmake -DOUTPUT=file.c "-DFILES=0001_a.sql;0002_b.sql" -P embed_migrations.cmake
# Writes the numbered SQL files as one C table, so that the program needs no files at run time.
# Runs at build time, whenever one of the files has changed.
set(number 0)
set(arrays "")
set(rows "")
foreach(file IN LISTS FILES)
    math(EXPR number "${number} + 1")
    get_filename_component(name ${file} NAME)
    string(REGEX MATCH "^[0-9]+" prefix ${name})
    string(REGEX REPLACE "^0+" "" prefix "${prefix}")
    if(NOT prefix STREQUAL number)
        message(FATAL_ERROR "${name}: the next migration has number ${number}")
    endif()
    file(READ ${file} hex HEX)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
    string(APPEND arrays "static const unsigned char SQL_${number}[] = {${bytes}0};\n")
    string(APPEND rows "    {\"${name}\", (const char *)SQL_${number}},\n")
endforeach()
file(WRITE ${OUTPUT} "/* SPDX-License-Identifier: MIT */
/* Made by db/embed_migrations.cmake from db/migrations. */
#include \"db/sqlite/migrate.h\"

${arrays}
const struct migration MIGRATIONS[] = {
${rows}};
const int MIGRATION_COUNT = ${number};
")
