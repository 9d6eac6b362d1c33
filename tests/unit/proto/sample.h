/* SPDX-License-Identifier: MIT */
/*
 * Made-up messages for tests: any struct of the table of messages filled from its shape, and two of
 * them compared. New rows of the table are covered without new code. Everything pointed to lives in
 * the sampler's arena.
 */
#ifndef PENTAD_TESTS_UNIT_PROTO_SAMPLE_H
#define PENTAD_TESTS_UNIT_PROTO_SAMPLE_H

#include "base/arena.h"
#include "proto/shape.h"

#include <stdbool.h>
#include <stdint.h>

enum sample_kind {
    SAMPLE_MINIMAL, /* optional fields left out, the smallest values, empty lists */
    SAMPLE_FULL,    /* every field, the largest values, the nastiest texts, full lists */
    SAMPLE_RANDOM,  /* anything between */
    SAMPLE_KIND_COUNT
};

struct sampler {
    struct arena *arena;
    enum sample_kind kind;
    uint64_t seed;
};

void sample_fill(struct sampler *sampler, const struct shape *shape, void *body);
bool sample_equals(const struct shape *shape, const void *a, const void *b);

#endif
