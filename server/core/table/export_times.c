/* SPDX-License-Identifier: MIT */
/*
 * The times of server/core/table/export_times.h.
 */
#include "server/core/table/export_times.h"

#include "server/core/table/match.h"
#include "server/core/table/match_clock.h"
#include "server/core/table/match_end.h"
#include "server/core/table/state.h"

#include <stdlib.h>

static void read_spent(const struct match *match, const char *spent, struct export_times *out)
{
    for (size_t ply = match->given; ply < match->game.ply && *spent != '\0'; ply++) {
        char *end;
        out->spent_ms[ply] = strtoll(spent, &end, 10);
        spent = end;
    }
}

/* Runs the clocks over the game. False: the time of an action is not known, or the flag fell. */
static bool run_clocks(const struct match *match, struct export_times *out,
                       struct clock clocks[SEAT_COUNT])
{
    struct game game;
    clocks[SEAT_FIRST] = clocks[SEAT_SECOND] = clock_start(&match->clock);
    match__begin_board(match, &game);
    while (game.ply < match->game.ply) {
        enum seat seat = game_to_act(&game);
        int64_t spent_ms = out->spent_ms[game.ply];
        if (spent_ms < 0 || !clock_spend(&match->clock, &clocks[seat], spent_ms))
            return false;
        size_t ply = game.ply;
        game_do(&game, game_actions(&match->game)[ply]);
        if (!match->by_turns || game_to_act(&game) != seat)
            clock_press(&match->clock, &clocks[seat]);
        out->left_ms[ply] = clocks[seat].left_ms;
    }
    return true;
}

/* The player who was to act may have thought on until the end. */
static bool are_the_clocks(const struct match *match, const struct clock clocks[SEAT_COUNT])
{
    enum seat runs = game_to_act(&match->game);
    for (enum seat seat = SEAT_FIRST; seat < SEAT_COUNT; seat++) {
        const struct clock *kept = &match->state.clocks[seat];
        bool is_less =
            kept->left_ms <= clocks[seat].left_ms || kept->periods < clocks[seat].periods;
        if (seat == runs ? !is_less : kept->left_ms != clocks[seat].left_ms)
            return false;
    }
    return true;
}

void export_times_read(const struct match *match, struct export_times *out)
{
    struct match_times times;
    struct clock clocks[SEAT_COUNT];
    for (size_t ply = 0; ply < GAME_ACTIONS_MAX; ply++)
        out->spent_ms[ply] = out->left_ms[ply] = -1;
    if (match->spent == NULL)
        match_times(match, &times);
    read_spent(match, match->spent != NULL ? match->spent : times.spent, out);
    if (match->clock.kind != CLOCK_NONE && run_clocks(match, out, clocks) &&
        are_the_clocks(match, clocks))
        return;
    for (size_t ply = 0; ply < GAME_ACTIONS_MAX; ply++)
        out->left_ms[ply] = -1;
}
