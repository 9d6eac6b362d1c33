/* SPDX-License-Identifier: MIT */
/*
 * uthash with memory from base/memory.h. By itself it ends the process when the heap is exhausted.
 * Include this instead of <uthash.h>.
 */
#ifndef PENTAD_BASE_HASH_H
#define PENTAD_BASE_HASH_H

#include "base/memory.h"

#include <stdlib.h>

#define uthash_malloc(size) mem_alloc(size)
#define uthash_free(memory, size) free(memory)

#include <uthash.h> /* after the macros that it reads */

#endif
