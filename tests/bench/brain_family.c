/* SPDX-License-Identifier: MIT */
/*
 * Plays two computer players against each other in the games of the family, each from the empty
 * board, sides in turn, by fixed seeds:
 *
 *   brain_family [--players ONE TWO] [GAMES] [ROW...]
 *
 * ROW is the key of a variant, `skill`, `settled` or `all`. A line: the row, games, those that the
 * first player won, drew and lost, its score of one, plies a game, and of a move of it the
 * positions and the milliseconds of the processor, on average and at most.
 */
#include "tests/bench/brain_player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The rows that a short analysis settles (GAMES of the plan, section 1): in all others skill shows,
 * and there strength is measured by score. */
static const enum variant_id settled[] = {
    VARIANT_MINI,      VARIANT_MINI_MISERE,   VARIANT_MINI4X3,   VARIANT_SQUARE4,
    VARIANT_SQUARE5,   VARIANT_STRIP3,        VARIANT_STRIP4,    VARIANT_WILD4,
    VARIANT_SILVERMAN, VARIANT_SILVERMAN_ONE, VARIANT_CYLINDER3, VARIANT_CYLINDER4,
    VARIANT_CUBE3,     VARIANT_CUBE3_MISERE,  VARIANT_SCORE3,    VARIANT_ACHI,
};

static bool is_settled(const struct variant *variant)
{
    for (size_t i = 0; i < sizeof(settled) / sizeof(settled[0]); i++)
        if (settled[i] == variant->id)
            return true;
    return false;
}

/* The parts that all matches of a run share. */
struct plan {
    const char *names[SEAT_COUNT];
    unsigned games;
};

static void match(const struct plan *plan, const struct variant *variant)
{
    struct player one;
    struct player two;
    unsigned ends[3] = {0}; /* by the points of a game: lost, drawn, won */
    uint64_t plies = 0;
    player_init(&one, plan->names[0], variant);
    player_init(&two, plan->names[1], variant);
    for (unsigned nth = 0; nth < plan->games; nth++) {
        struct game game;
        uint64_t chance = nth;
        bool is_first = nth % SEAT_COUNT == 0;
        struct player *players[SEAT_COUNT] = {is_first ? &one : &two, is_first ? &two : &one};
        game_init(&game, variant);
        int points = player_match(&game, players, &chance);
        ends[is_first ? points : 2 - points]++;
        plies += game.ply;
    }
    printf("%s\t%u\t%u\t%u\t%u\t%.3f\t%.0f\t%.0f\t%.1f\t%.0f\n", variant->key, plan->games, ends[2],
           ends[1], ends[0], (2 * ends[2] + ends[1]) / (2.0 * plan->games),
           (double)plies / plan->games, (double)one.cost.positions / (double)one.cost.moves,
           1000 * one.cost.seconds / (double)one.cost.moves, 1000 * one.cost.longest);
    fflush(stdout);
    player_deinit(&one);
    player_deinit(&two);
}

/* Matches of the row or rows of this name; false if there are none. */
static bool match_rows(const struct plan *plan, const char *name)
{
    bool is_known = false;
    for (int id = 0; id < VARIANT_COUNT; id++) {
        const struct variant *variant = variant_get((enum variant_id)id);
        const char *set = is_settled(variant) ? "settled" : "skill";
        if (strcmp(name, variant->key) != 0 && strcmp(name, set) != 0 && strcmp(name, "all") != 0)
            continue;
        is_known = true;
        match(plan, variant);
    }
    return is_known;
}

int main(int argc, char **argv)
{
    struct plan plan = {.names = {"generic:3", "random"}, .games = 20};
    int at = 1;
    if (argc > 3 && strcmp(argv[at], "--players") == 0) {
        plan.names[0] = argv[at + 1];
        plan.names[1] = argv[at + 2];
        at += 3;
    }
    if (at < argc && strtoul(argv[at], NULL, 10) > 0)
        plan.games = (unsigned)strtoul(argv[at++], NULL, 10);
    if (at == argc)
        return match_rows(&plan, "skill") ? 0 : 1;
    for (; at < argc; at++)
        if (!match_rows(&plan, argv[at])) {
            fprintf(stderr, "usage: brain_family [--players ONE TWO] [GAMES] [ROW...]\n");
            return 2;
        }
    return 0;
}
