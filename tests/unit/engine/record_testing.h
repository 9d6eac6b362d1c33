/* SPDX-License-Identifier: MIT */
/*
 * Readers of records under test: what they read, and what they refuse where. Each gets a copy of
 * the bytes that ends where its block of memory ends, so that a sanitizer sees a step too far.
 */
#ifndef PENTAD_TESTS_UNIT_ENGINE_RECORD_TESTING_H
#define PENTAD_TESTS_UNIT_ENGINE_RECORD_TESTING_H

#include "engine/record.h"

#include <stddef.h>

typedef int record_read_fn(struct game *game, const char *text, size_t len, size_t *at_out);

int record_read_exact(record_read_fn *read, struct game *game, const char *bytes, size_t len,
                      size_t *at_out);

void record_assert_reads(record_read_fn *read, const char *record, enum variant_id id,
                         const char *actions);

/* Refused with `expected`, and `offset` tells where. */
void record_assert_fault(record_read_fn *read, const char *record, int expected, size_t offset);

#endif
