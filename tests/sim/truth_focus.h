/* SPDX-License-Identifier: MIT */
/* What is known of the focus of clients in a game (focus.h). */
#ifndef PENTAD_TESTS_SIM_TRUTH_FOCUS_H
#define PENTAD_TESTS_SIM_TRUTH_FOCUS_H

#include "engine/game.h"

#include <stdbool.h>
#include <stdint.h>

struct truth_focus {
    unsigned asks[SEAT_COUNT];              /* that arrived */
    bool was_lost[SEAT_COUNT];              /* asked for so at any time */
    uint64_t away[SEAT_COUNT];              /* the connection that was told that its loss counts */
    uint8_t lost[GAME_ACTIONS_MAX / 8 + 1]; /* a bit by ply */
};

#endif
