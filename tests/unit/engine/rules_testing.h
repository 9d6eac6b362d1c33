/* SPDX-License-Identifier: MIT */
/*
 * Steps that several tests of the rules take: positions to begin with, and all threats of a side.
 * Works on the caller's values only.
 */
#ifndef PENTAD_TESTS_UNIT_ENGINE_RULES_TESTING_H
#define PENTAD_TESTS_UNIT_ENGINE_RULES_TESTING_H

#include "engine/threats.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The game of these actions; fails the test if one of them is refused. */
struct game game_of(enum variant_id id, const char *actions);

enum mark mark_other(enum mark mark);

/* All threats of a side; returns how many, fewer than `cap`. */
size_t threats_all(const struct game *game, enum mark mark, struct threat *threats, size_t cap);

bool cells_have(const uint16_t *cells, size_t count, size_t cell);

#endif
