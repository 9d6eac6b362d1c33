/* SPDX-License-Identifier: MIT */
/*
 * The computer player `table`: tic-tac-toe by ratings that it has learnt (brain/learnt.h). Where
 * nobody gives it a table, it has one that played against itself: those are its tables.
 */
#include "brain/learnt.h"
#include "brain/mind.h"
#include "brain/rated.h"

/* Enough not to lose more than a few of a thousand games against chance. */
#define GAMES 20000
#define SEED 627

static size_t tables_size(const struct variant *variant)
{
    (void)variant;
    return sizeof(struct learnt);
}

static void tables_make(const struct variant *variant, void *tables_out)
{
    struct learnt *learnt = tables_out;
    (void)variant;
    learnt_init(learnt);
    learnt_play(learnt, GAMES, SEED);
    learnt->is_learning = false;
}

static void think(const struct game *game, const struct thinking *thinking,
                  struct thought *thought_out)
{
    const struct learnt *learnt = thinking->tables;
    uint32_t ratings[LEARNT_CELLS];
    learnt_rate(learnt, game, ratings);
    mind__decide(thought_out, learnt->is_learning ? rated__by_chance(ratings, thinking->seed)
                                                  : rated__highest(ratings, thinking->seed));
}

const struct mind computer__table = {.plays = mind__is_tic_tac_toe,
                                     .tables_size = tables_size,
                                     .tables_make = tables_make,
                                     .think = think};
