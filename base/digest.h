/* SPDX-License-Identifier: MIT */
/*
 * A digest of bytes, to tell pieces of one owner's data from each other. It never changes, because
 * digests are stored. It is no protection: anybody can find two pieces with the same digest.
 */
#ifndef PENTAD_BASE_DIGEST_H
#define PENTAD_BASE_DIGEST_H

#include <stddef.h>
#include <stdint.h>

/* Returns 1 to INT64_MAX, so that a database can hold it and 0 can mean none. */
uint64_t digest(const void *bytes, size_t len);

#endif
