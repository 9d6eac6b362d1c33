/* SPDX-License-Identifier: MIT */
/*
 * The memory back-end's histories: the lines of players by the end of games, favourites, and
 * answers by looking at every line.
 */
#include <string.h>

#include "db/form.h"
#include "db/store_memory_private.h"

/* ------------------------------------------------------------------ lines */

static bool is_behind(const struct memory_game *game, const struct memory_game *other)
{
    if (game->end.ended_ms != other->end.ended_ms)
        return game->end.ended_ms > other->end.ended_ms;
    return game->start.id > other->start.id;
}

/* Games mostly end one after the other, so the place is near the end. */
static size_t history_place(const struct memory_player *player, const struct memory_game *game)
{
    size_t at = player->history_count;
    while (at > 0 && is_behind(player->history[at - 1].game, game))
        at--;
    return at;
}

static void history_add(struct memory_player *player, const struct memory_line *line)
{
    player->history = memory__grow(player->history, player->history_count, &player->history_cap,
                                   sizeof(*player->history));
    size_t at = history_place(player, line->game);
    memmove(&player->history[at + 1], &player->history[at],
            (player->history_count - at) * sizeof(*player->history));
    player->history[at] = *line;
    player->history_count++;
}

static void history_remove(struct memory_player *player, const struct memory_game *game)
{
    size_t at = history_place(player, game);
    memmove(&player->history[at - 1], &player->history[at],
            (player->history_count - at) * sizeof(*player->history));
    player->history_count--;
}

void memory__histories_add(struct memory *memory, struct memory_game *game)
{
    const struct store_game_end *end = &game->end;
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        const struct store_rating_change *change = &end->changes[seat];
        const struct memory_player *opponent = game->players[1 - seat];
        history_add(game->players[seat],
                    &(struct memory_line){
                        .game = game,
                        .opponent = opponent,
                        .opponent_rank = memory__rank(memory, opponent, game->start.variant),
                        .score = score_of_seat(end->outcome.result, seat),
                        .points = end->moves_ratings ? change->after.points - change->before : 0,
                        .seat = (enum seat)seat,
                    });
    }
}

void memory__histories_remove(struct memory_game *game)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        history_remove(game->players[seat], game);
}

/* NULL if the game is not in the history. */
static struct memory_line *line_find(struct memory *memory, struct memory_player *player,
                                     uint64_t id)
{
    const struct memory_game *game = memory__game_find(memory, id);
    if (player == NULL || game == NULL || !game->is_over ||
        (game->players[0] != player && game->players[1] != player))
        return NULL;
    return &player->history[history_place(player, game) - 1];
}

/* ------------------------------------------------------------------ favourites */

static int star_apply(struct memory *memory, const struct store_op *op, struct memory_undo *undo)
{
    const struct store_star *star = &op->as.star;
    struct memory_line *line =
        line_find(memory, memory__player_find(memory, star->player), star->game);
    if (line == NULL)
        return OP_CONFLICT;
    undo->subject = memory__new(sizeof(*star));
    *(struct store_star *)undo->subject = *star;
    undo->old.was_starred = line->is_starred;
    line->is_starred = star->is_starred;
    return OP_DONE;
}

static void star_keep(struct memory *memory, struct memory_undo *undo)
{
    (void)memory;
    free(undo->subject);
}

/* Lines move when others come and go, so the line is looked for again. */
static void star_revert(struct memory *memory, struct memory_undo *undo)
{
    const struct store_star *star = undo->subject;
    line_find(memory, memory__player_find(memory, star->player), star->game)->is_starred =
        undo->old.was_starred;
    free(undo->subject);
}

const struct memory_rule memory__star = {star_apply, star_revert, star_keep};

/* ------------------------------------------------------------------ answers */

static bool stake_matches(enum store_stake stake, bool is_rated)
{
    return stake == STAKE_ANY || (stake == STAKE_RATED) == is_rated;
}

static bool line_matches(const struct memory_line *line, const struct store_history_query *query)
{
    const struct store_game_start *start = &line->game->start;
    int64_t ended_ms = line->game->end.ended_ms;
    return (query->variant < 0 || query->variant == (int)start->variant) &&
           (query->score < 0 || query->score == (int)line->score) &&
           (query->opponent == 0 || query->opponent == line->opponent->value.id) &&
           stake_matches(query->stake, start->rated) && (!query->is_starred || line->is_starred) &&
           ended_ms >= query->since_ms && (query->until_ms == 0 || ended_ms < query->until_ms);
}

static struct store_history_row line_describe(const struct memory_line *line)
{
    const struct store_game_end *end = &line->game->end;
    return (struct store_history_row){
        .game = line->game->start.id,
        .variant = line->game->start.variant,
        .rated = line->game->start.rated,
        .ended_ms = end->ended_ms,
        .opponent = line->opponent->value.name,
        .opponent_rank = line->opponent_rank,
        .score = line->score,
        .reason = end->outcome.reason,
        .points = line->points,
        .plies = end->plies,
        .seat = line->seat,
        .mark = form__mark(end->first_mark, (int)line->seat),
        .opponent_points = end->moves_ratings ? end->changes[1 - line->seat].before : 0,
        .is_starred = line->is_starred,
    };
}

/* The lines of the page, the one that ended last first, into `lines_out`. A status. */
static int lines_find(struct memory *memory, struct work_query *question,
                      const struct memory_line ***lines_out, size_t *count_out)
{
    const struct store_history_query *query = &question->query.history;
    struct memory_player *player = memory__player_find(memory, query->player);
    size_t end = player != NULL ? player->history_count : 0;
    const struct memory_line *before = NULL;
    if (player != NULL && query->before != 0) {
        before = line_find(memory, player, query->before);
        end = before != NULL ? (size_t)(before - player->history) : 0;
    }
    if (player == NULL || (query->before != 0 && before == NULL))
        return STORE_NOT_FOUND;
    size_t cap = query->limit < end ? query->limit : end;
    const struct memory_line **lines =
        arena_alloc(&question->arena, (cap + 1) * sizeof(struct memory_line *));
    *count_out = 0;
    for (size_t i = end; i > 0 && !question->answer.has_more; i--) {
        if (!line_matches(&player->history[i - 1], query))
            continue;
        question->answer.has_more = *count_out == cap;
        if (!question->answer.has_more)
            lines[(*count_out)++] = &player->history[i - 1];
    }
    *lines_out = lines;
    return STORE_OK;
}

int memory__answer_history(struct memory *memory, struct work_query *question)
{
    const struct memory_line **lines = NULL;
    size_t count = 0;
    int status = lines_find(memory, question, &lines, &count);
    struct store_history_row *rows = arena_alloc(&question->arena, (count + 1) * sizeof(*rows));
    for (size_t i = 0; i < count; i++)
        rows[i] = line_describe(lines[i]);
    question->answer.history = rows;
    question->answer.history_count = count;
    return status;
}

int memory__answer_export(struct memory *memory, struct work_query *question)
{
    const struct memory_line **lines = NULL;
    size_t count = 0;
    int status = lines_find(memory, question, &lines, &count);
    struct store_game *games = arena_alloc(&question->arena, (count + 1) * sizeof(*games));
    for (size_t i = 0; i < count; i++)
        memory__game_describe(lines[i]->game, &games[i]);
    question->answer.games = games;
    question->answer.games_count = count;
    return status;
}
