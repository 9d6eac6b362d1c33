/* SPDX-License-Identifier: MIT */
/*
 * uthash with memory from base/memory.h: by itself it ends the process when there is none. Include
 * this instead of <uthash.h>.
 */
#ifndef PENTAD_BASE_HASH_H
#define PENTAD_BASE_HASH_H

#include "base/memory.h"

#include <stdlib.h>

#define uthash_malloc(size) mem_alloc(size)
#define uthash_free(memory, size) free(memory)

#include <uthash.h> /* behind what it is told */

#endif
