# SPDX-License-Identifier: MIT
# cmake -DPENTA=... -DPAGE=... [-DWRITE=ON] -P games_doc.cmake: writes docs/GAMES.md of what penta says of
# each game, or fails if that page is stale.
set(ENV{LC_ALL} C)
set(ENV{LANGUAGE} C)
execute_process(COMMAND ${PENTA} games --of --no-color OUTPUT_VARIABLE list COMMAND_ERROR_IS_FATAL ANY)
set(page [[# Games

The games of Pentad, by their kinds, and how each is played: what `penta games --of` and `penta rules GAME` say, there
in Russian, too. This page is made of it. Where a sentence says *first*, it means the player who begins.

]])
string(APPEND page "```\n${list}```\n")
string(REGEX MATCHALL "\n  [a-z0-9_]+" keys "${list}")
foreach(key ${keys})
    string(STRIP "${key}" key)
    execute_process(COMMAND ${PENTA} rules ${key} --no-color OUTPUT_VARIABLE rules COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX REPLACE " +\n" "\n" rules "${rules}")
    string(APPEND page "\n## ${key}\n\n```\n${rules}```\n")
endforeach()
if(WRITE)
    file(WRITE ${PAGE} "${page}")
    return()
endif()
file(READ ${PAGE} written)
if(NOT written STREQUAL page)
    message(FATAL_ERROR "${PAGE} is stale: build the target games_doc and commit it")
endif()
