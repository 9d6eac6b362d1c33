/* SPDX-License-Identifier: MIT */
/*
 * A computer player that thinks until it is stopped.
 */
#include "tests/unit/pbrain/slow_player.h"

#include <string.h>

struct slow_asked slow_asked;

static bool plays(const struct variant *variant)
{
    return variant->row == 5 && variant->width != 13;
}

static size_t memory_size(const struct variant *variant)
{
    (void)variant;
    return SLOW_MEMORY;
}

static size_t tables_size(const struct variant *variant)
{
    (void)variant;
    return SLOW_TABLES;
}

static void tables_make(const struct variant *variant, void *tables_out)
{
    memset(tables_out, variant->width, SLOW_TABLES);
}

static void think(const struct game *game, const struct thinking *thinking,
                  struct thought *thought_out)
{
    struct action actions[GAME_CELLS_MAX];
    slow_asked.thoughts++;
    slow_asked.stops = 0;
    slow_asked.thinking = *thinking;
    slow_asked.was_clear = *(const char *)thinking->memory == 0;
    game_legal_actions(game, actions, GAME_CELLS_MAX);
    mind__decide(thought_out, actions[0]);
    memset(thinking->memory, 1, thinking->memory_size);
    while (thinking->stop != NULL && !thinking->stop(thinking->ctx))
        slow_asked.stops++;
    thought_out->prospects[0].depth = 3;
    thought_out->nodes = 1000;
    thought_out->was_stopped = true;
}

static const struct mind mind = {.plays = plays,
                                 .tables_size = tables_size,
                                 .tables_make = tables_make,
                                 .memory_size = memory_size,
                                 .think = think};

const struct computer slow_player = {
    .key = "slow", .name = "Slow", .levels = SLOW_LEVELS, .mind = &mind};
