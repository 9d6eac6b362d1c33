/* SPDX-License-Identifier: MIT */
/*
 * Holds, when it is built, that no game of the engine's table is larger than the wire allows. There
 * is nothing here to be called.
 */
#include "proto/maxima.h"

#include "base/decimal.h"
#include "engine/game.h"
#include "engine/record.h"

#define HOLDS(needed, allowed) _Static_assert((needed) <= (allowed), #allowed " is too small")

HOLDS(VARIANT_COUNT, MAXIMA_VARIANTS);
HOLDS(VARIANT_COUNT *SEAT_COUNT *(MARK_O + 1), MAXIMA_TALLIES);
HOLDS(GAME_SIDE_MAX, MAXIMA_SIDE);
HOLDS(GAME_ROW_MAX, MAXIMA_SIDE);
HOLDS(GAME_ACTIONS_MAX, MAXIMA_PLIES);
HOLDS(GAME_TEXT_SIZE - 1, MAXIMA_ACTIONS);
HOLDS(GAME_LINE_TEXT_SIZE - 1, MAXIMA_LINE);
HOLDS(GAME_ACTIONS_MAX *(DECIMAL_MAX + 1), MAXIMA_TIMES);
HOLDS(RECORD_SIZE_MAX - 1, MAXIMA_RECORD);

/* The bytes of one action: of a square on the longest side. */
#define VARIANT(id, key, name, width, height, row, overline, rules, ...)                           \
    HOLDS(LIMITS_ACTION_TEXT(rules, width, height), MAXIMA_ACTION);                                \
    HOLDS(sizeof(key) - 1, MAXIMA_VARIANT_KEY);                                                    \
    HOLDS(sizeof(name) - 1, MAXIMA_VARIANT_NAME);
#include "engine/variants.def"
#undef VARIANT
