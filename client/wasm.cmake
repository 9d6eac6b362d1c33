# SPDX-License-Identifier: MIT
# client/core and what it needs as one WebAssembly module that exports its door (client/core/door.h), for the preset
# wasm. Debian has no jansson for it: the sources of Debian's package are compiled here; nothing of them is in this tree.
set(sources ${CMAKE_SOURCE_DIR}/.build/jansson)
if(NOT EXISTS ${sources}/src/load.c)
    execute_process(COMMAND ${CMAKE_SOURCE_DIR}/tools/debian-source jansson ${sources} COMMAND_ERROR_IS_FATAL ANY)
endif()
file(STRINGS ${sources}/src/jansson.h version REGEX "define JANSSON_VERSION ")
message(STATUS "jansson: ${version}")

# What its configure would find out, and a system without threads: a lock is nothing there.
set(json_inline inline)
set(json_have_long_long 1)
set(json_have_localeconv 0)
set(json_have_atomic_builtins 0)
set(json_have_sync_builtins 0)
set(made ${CMAKE_BINARY_DIR}/made)
configure_file(${sources}/src/jansson_config.h.in ${made}/jansson_config.h @ONLY)
file(WRITE ${made}/jansson_private_config.h "")
file(WRITE ${made}/pthread.h "typedef int pthread_mutex_t;
#define PTHREAD_MUTEX_INITIALIZER 0
#define pthread_mutex_lock(lock) ((void)(lock))
#define pthread_mutex_unlock(lock) ((void)(lock))
")

# The rest is found from outside only where the door says so.
add_compile_options(-fvisibility=hidden -ffunction-sections -fdata-sections -ffile-prefix-map=${CMAKE_SOURCE_DIR}/=)
add_library(jansson ${sources}/src/error.c ${sources}/src/hashtable.c ${sources}/src/hashtable_seed.c
            ${sources}/src/load.c ${sources}/src/memory.c ${sources}/src/strbuffer.c ${sources}/src/strconv.c
            ${sources}/src/utf.c ${sources}/src/value.c)
target_include_directories(jansson PUBLIC ${sources}/src ${made})
target_compile_definitions(jansson PRIVATE HAVE_STDINT_H)

add_library(pentad_options INTERFACE)
target_include_directories(pentad_options INTERFACE ${CMAKE_SOURCE_DIR} ${made})
target_compile_definitions(pentad_options INTERFACE _POSIX_C_SOURCE=200809L PENTAD_VERSION="${PROJECT_VERSION}")
target_compile_options(pentad_options INTERFACE -Wall -Wextra -Wshadow -Wstrict-prototypes -Wvla -Werror)

# The files of each folder, but for programs and those that no client needs: password.c would want utf8proc.
function(wasm_files folder)
    file(GLOB files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.c)
    foreach(name ${ARGN})
        list(REMOVE_ITEM files ${CMAKE_SOURCE_DIR}/${folder}/${name}.c)
    endforeach()
    set(wasm_sources ${wasm_sources} ${files} PARENT_SCOPE)
endfunction()
wasm_files(base digest id_table slab standard thread)
wasm_files(engine)
wasm_files(proto by_http password protocol_doc protocol_evening schema_doc)
wasm_files(client/core)

add_executable(client ${wasm_sources})
set_target_properties(client PROPERTIES SUFFIX .wasm RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
target_link_libraries(client PRIVATE pentad_options jansson)
target_link_options(client PRIVATE -mexec-model=reactor -Wl,--export-dynamic -Wl,--gc-sections -Wl,--strip-all
                    -Wl,--export=malloc -Wl,--export=free)

find_program(PENTAD_NODE NAMES node nodejs REQUIRED)
enable_testing()
add_test(NAME client_wasm
         COMMAND ${PENTAD_NODE} ${CMAKE_SOURCE_DIR}/tests/unit/client/core/test_door.mjs $<TARGET_FILE:client>
                 ${CMAKE_SOURCE_DIR}/proto/evening.txt ${CMAKE_SOURCE_DIR}/client/core/protocol.d.ts)
set_tests_properties(client_wasm PROPERTIES LABELS client)
# The built files of the page are those that its sources and this module make.
add_test(NAME web_built COMMAND ${PENTAD_NODE} ${CMAKE_SOURCE_DIR}/client/web/build --check $<TARGET_FILE:client>)
set_tests_properties(web_built PROPERTIES LABELS client SKIP_RETURN_CODE 77)
