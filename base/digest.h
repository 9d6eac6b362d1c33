/* SPDX-License-Identifier: MIT */
/*
 * A digest of bytes, to tell pieces of one owner's data from each other. It is the same for ever,
 * for digests are stored. It keeps no secret, and whoever wants two pieces with one digest finds
 * them.
 */
#ifndef PENTAD_BASE_DIGEST_H
#define PENTAD_BASE_DIGEST_H

#include <stddef.h>
#include <stdint.h>

/* From 1 to INT64_MAX, so that a database can hold it and 0 is none. */
uint64_t digest(const void *bytes, size_t len);

#endif
