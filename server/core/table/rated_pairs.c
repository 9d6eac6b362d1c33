/* SPDX-License-Identifier: MIT */
/*
 * A hash of the rated games of a day, in the order in which they began, and one of pairs, each with
 * its games. Both are as large as what was played within a day.
 */
#include "server/core/table/rated_pairs.h"

#include "base/memory.h"
#include "server/core/people/player.h"
#include "server/core/table/state.h"
#include "server/core/turn/writes.h"

#include <stdlib.h>

#include <utlist.h>

struct rated_game {
    uint64_t id;
    int64_t started_ms; /* wall */
    struct rated_pair *pair;
    struct rated_game *prev, *next; /* of the pair */
    UT_hash_handle hh;
};

struct rated_pair_key {
    uint64_t players[2]; /* the smaller id first */
};

struct rated_pair {
    struct rated_pair_key key;
    struct rated_game *games; /* the oldest first */
    UT_hash_handle hh;
};

static struct rated_pair_key key_of(uint64_t a, uint64_t b)
{
    return (struct rated_pair_key){{a < b ? a : b, a < b ? b : a}};
}

static struct rated_pair *pair_find(const struct core *core, uint64_t a, uint64_t b)
{
    const struct rated_pair_key key = key_of(a, b);
    struct rated_pair *pair = NULL;
    HASH_FIND(hh, core->tables->rated_pairs, &key, sizeof(key), pair);
    return pair;
}

/* Dates that are a little in the future were written before the clock was set back. */
static bool is_recent(const struct core *core, const struct rated_game *game)
{
    int64_t age_ms = core->now.wall_ms - game->started_ms;
    return age_ms < RATED_PAIRS_MS && age_ms > -RATED_PAIRS_MS;
}

/* ------------------------------------------------------------------ games come and go */

static void forget(struct core *core, struct rated_game *game)
{
    struct rated_pair *pair = game->pair;
    DL_DELETE(pair->games, game);
    HASH_DEL(core->tables->rated_games, game);
    free(game);
    if (pair->games != NULL)
        return;
    HASH_DEL(core->tables->rated_pairs, pair);
    free(pair);
}

static void forget_old(struct core *core)
{
    while (core->tables->rated_games != NULL && !is_recent(core, core->tables->rated_games))
        forget(core, core->tables->rated_games);
}

void rated_pairs_load(struct core *core, const struct store_rated_game *game)
{
    struct rated_pair *pair = pair_find(core, game->players[0], game->players[1]);
    if (core->options.rated_pair_games == 0)
        return;
    if (pair == NULL) {
        pair = mem_zero(sizeof(*pair));
        pair->key = key_of(game->players[0], game->players[1]);
        HASH_ADD(hh, core->tables->rated_pairs, key, sizeof(pair->key), pair);
    }
    struct rated_game *added = mem_zero(sizeof(*added));
    added->id = game->game;
    added->started_ms = game->started_ms;
    added->pair = pair;
    DL_APPEND(pair->games, added);
    HASH_ADD(hh, core->tables->rated_games, id, sizeof(added->id), added);
}

void rated_pairs_free(struct core *core)
{
    while (core->tables->rated_games != NULL)
        forget(core, core->tables->rated_games);
}

static void began(struct core *core, const struct store_game_start *start)
{
    const struct store_rated_game game = {.game = start->id,
                                          .players = {start->players[0], start->players[1]},
                                          .started_ms = start->started_ms};
    if (!start->rated)
        return;
    rated_pairs_load(core, &game);
    forget_old(core);
}

static void ended(struct core *core, const struct store_game_end *end)
{
    struct rated_game *game = NULL;
    HASH_FIND(hh, core->tables->rated_games, &end->id, sizeof(end->id), game);
    if (game != NULL && end->outcome.result == RESULT_NONE)
        forget(core, game);
}

void rated_pairs_stored(struct core *core, const struct store_op *op)
{
    if (op->kind == STORE_GAME_START)
        began(core, &op->as.game_start);
    else
        ended(core, &op->as.game_end);
}

/* ------------------------------------------------------------------ questions */

int rated_pairs_check(const struct core *core, uint64_t player, uint64_t opponent,
                      int64_t *retry_after_ms_out)
{
    const struct rated_pair *pair = pair_find(core, player, opponent);
    const struct rated_game *game;
    uint32_t recent = 0;
    if (pair == NULL || core->options.rated_pair_games == 0)
        return 0;
    DL_FOREACH(pair->games, game)
        recent += is_recent(core, game) ? 1 : 0;
    if (recent < core->options.rated_pair_games)
        return 0;
    /* When so many have become old that one fewer than the limit is left. */
    DL_FOREACH(pair->games, game)
        if (is_recent(core, game) && recent-- == core->options.rated_pair_games)
            break;
    *retry_after_ms_out = game->started_ms + RATED_PAIRS_MS - core->now.wall_ms;
    return ERR_RATED_PAIR_LIMIT;
}

void rated_pairs_will_begin(struct core *core, const struct player *player)
{
    *remembered_place(&core->tables->rated_gates, player_id(player)) = writes_gate(core);
}

uint64_t rated_pairs_gate(const struct core *core, const struct player *player)
{
    uint64_t gate = remembered_get(&core->tables->rated_gates, player_id(player));
    return gate > writes_settled(core) ? gate : 0;
}
