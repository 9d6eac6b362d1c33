/* SPDX-License-Identifier: MIT */
/*
 * The history, as client/core/history.h describes it.
 */
#include "client/core/history.h"

#include <stdio.h>

void history_init(struct history *history, uint64_t before)
{
    pages_init(&history->games, sizeof(struct history_game), HISTORY_GAMES_MAX, before);
}

void history_deinit(struct history *history)
{
    pages_deinit(&history->games);
}

const struct history_game *history_at(const struct history *history, size_t index)
{
    return pages_at(&history->games, index);
}

/* `game` is NULL where there is no place for it. */
static void set_game(struct history_game *game, const struct history_row_record *row)
{
    if (game == NULL)
        return;
    game->ended = row->ended;
    game->variant = row->variant;
    snprintf(game->opponent, sizeof(game->opponent), "%s", row->opponent);
    game->opponent_rank = row->opponent_rank;
    game->opponent_rating = row->opponent_rating;
    game->is_opponent_provisional = row->opponent_provisional;
    game->mark = row->mark;
    game->score = row->score;
    game->points = row->points;
    game->is_starred = row->starred;
    game->is_annulled = row->annulled;
    game->given = (unsigned)row->given;
}

void history_take_list(struct history *history, uint64_t before,
                       const struct history_list_reply *reply)
{
    struct pages *games = &history->games;
    size_t count = reply->rows_count;
    if (!pages_begin_page(games, before))
        return;
    for (size_t i = 0; i < count; i++)
        set_game(pages_put(games, reply->rows[i].game), &reply->rows[i]);
    pages_end_page(games, reply->more && count > 0 ? reply->rows[count - 1].game : 0);
}
