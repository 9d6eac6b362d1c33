/* SPDX-License-Identifier: MIT */
/*
 * What the player `table` loses against chance after games against itself (./dev mind table):
 *
 *   brain_learnt [GAMES [TABLES]]
 *
 * A line for each table: its seed, the positions that it met, and how many of 1,000 games as either
 * side it won, drew and lost.
 */
#include "brain/computer.h"
#include "brain/learnt.h"
#include "tests/support/random.h"

#include <stdio.h>
#include <stdlib.h>

#define TRIES 1000

static struct action think(const struct learnt *learnt, const struct game *game, uint64_t seed)
{
    struct thinking thinking = {.level = 1, .seed = seed, .tables = learnt};
    struct thought thought;
    if (computer_think(computer_get(COMPUTER_TABLE), game, &thinking, &thought) != 0)
        exit(1);
    return thought.prospects[0].action;
}

static enum seat play(const struct learnt *learnt, enum seat own, uint64_t *chance)
{
    struct game game;
    game_init(&game, variant_get(VARIANT_MINI));
    while (game_status(&game) == GAME_OPEN)
        if (game_to_act(&game) == own)
            game_do(&game, think(learnt, &game, random_next(chance)));
        else
            (void)game_act(&game, action_place(random_below(chance, LEARNT_CELLS)));
    return game_winner(&game);
}

static void report(const struct learnt *learnt, uint64_t seed)
{
    uint64_t chance = seed;
    int won = 0;
    int lost = 0;
    for (int nth = 0; nth < TRIES; nth++) {
        enum seat own = (enum seat)(nth % SEAT_COUNT);
        enum seat winner = play(learnt, own, &chance);
        won += winner == own;
        lost += winner == seat_other(own);
    }
    printf("table %d: %u positions, %d won, %d drawn, %d lost\n", (int)seed, learnt->rows_count,
           won, TRIES - won - lost, lost);
}

int main(int argc, char **argv)
{
    static struct learnt learnt;
    unsigned games = argc > 1 ? (unsigned)atoi(argv[1]) : 20000;
    unsigned tables = argc > 2 ? (unsigned)atoi(argv[2]) : 20;
    for (unsigned seed = 1; seed <= tables; seed++) {
        learnt_init(&learnt);
        learnt_play(&learnt, games, seed);
        learnt.is_learning = false;
        report(&learnt, seed);
    }
    return 0;
}
