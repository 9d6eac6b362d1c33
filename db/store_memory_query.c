/* SPDX-License-Identifier: MIT */
/*
 * The memory back-end's answers. They lend what the store keeps: nothing changes while a listener
 * looks at them, because operations are applied in poll, between reports.
 */
#include <string.h>

#include "db/page.h"
#include "db/store_memory_private.h"

static void player_describe(struct memory *memory, const struct memory_player *player,
                            struct work_query *question)
{
    struct store_answer *answer = &question->answer;
    answer->player = memory__player_describe(memory, player, &question->arena);
    for (int i = 0; i < VARIANT_COUNT; i++)
        answer->ranks[i] = memory__rank(memory, player, (enum variant_id)i);
}

static int player_by_id(struct memory *memory, struct work_query *question)
{
    struct memory_player *player = memory__player_find(memory, question->query.id);
    if (player == NULL)
        return STORE_NOT_FOUND;
    player_describe(memory, player, question);
    return STORE_OK;
}

int memory__answer_named(struct memory *memory, struct work_query *question)
{
    const char *key = question->query.text;
    const struct memory_player *player = map__find(&memory->players_by_name, key, strlen(key));
    if (player == NULL)
        return STORE_NOT_FOUND;
    player_describe(memory, player, question);
    return STORE_OK;
}

static int login(struct memory *memory, struct work_query *question)
{
    const char *key = question->query.text;
    const struct memory_player *player = map__find(&memory->players_by_name, key, strlen(key));
    if (player == NULL)
        return STORE_NOT_FOUND;
    const struct store_player value = memory__player_describe(memory, player, &question->arena);
    question->answer.login = (struct store_login){
        .player = value.id,
        .password_hash = value.password_hash,
        .banned_until_ms = value.account->banned_until_ms,
        .ban_reason = value.account->ban_reason,
    };
    return STORE_OK;
}

static int player_by_token(struct memory *memory, struct work_query *question)
{
    struct memory_session *session = memory__session_find(memory, question->query.token_hash);
    if (session == NULL)
        return STORE_NOT_FOUND;
    player_describe(memory, memory__player_find(memory, session->value.player), question);
    return STORE_OK;
}

void memory__game_describe(const struct memory_game *game, struct store_game *game_out)
{
    *game_out = (struct store_game){.start = game->start, .is_over = game->is_over};
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        game_out->names[seat] = game->players[seat]->value.name;
        game_out->kinds[seat] = game->players[seat]->value.kind;
    }
    if (!game->is_over) {
        game_out->log = game->log;
        game_out->log_count = game->log_count;
        return;
    }
    game_out->start.due_ms = 0;
    game_out->end = game->end;
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        const struct store_rating_change *change = &game->end.changes[seat];
        game_out->end.changes[seat] = (struct store_rating_change){0};
        if (!game->end.moves_ratings)
            continue;
        game_out->end.changes[seat].before = change->before;
        game_out->end.changes[seat].after.points = change->after.points;
    }
}

static int game(struct memory *memory, struct work_query *question)
{
    const struct memory_game *found = memory__game_find(memory, question->query.id);
    if (found == NULL)
        return STORE_NOT_FOUND;
    memory__game_describe(found, &question->answer.game);
    return STORE_OK;
}

/* ------------------------------------------------------------------ leaderboards */

/* Up to `limit` lines behind the first `before` ones. */
static void standings(struct memory *memory, struct work_query *question, uint64_t before)
{
    const struct store_query *query = &question->query;
    struct store_answer *answer = &question->answer;
    const struct order_node *order = memory->orders[query->variant];
    uint64_t rest = before < answer->total ? answer->total - before : 0;
    size_t count = query->limit < rest ? query->limit : (size_t)rest;
    struct store_standing *rows = arena_alloc(&question->arena, count * sizeof(*rows));
    for (size_t i = 0; i < count; i++) {
        const struct order_node *node = order__get(order, (size_t)before + i);
        const struct memory_player *player = memory__player_find(memory, node->player);
        rows[i] = (struct store_standing){
            .rank = 1 + order__count_above(order, node->points),
            .player = node->player,
            .name = player->value.name,
            .points = node->points,
            .games = player->value.ratings[query->variant].games,
        };
    }
    answer->standings = rows;
    answer->standings_count = count;
}

static int top(struct memory *memory, struct work_query *question)
{
    uint64_t from = question->query.from;
    question->answer.total = order__count(memory->orders[question->query.variant]);
    standings(memory, question, from == 0 ? 0 : from - 1);
    return STORE_OK;
}

static int around(struct memory *memory, struct work_query *question)
{
    const struct store_query *query = &question->query;
    struct store_answer *answer = &question->answer;
    const struct memory_player *player = memory__player_find(memory, query->player);
    if (player == NULL)
        return STORE_NOT_FOUND;
    const struct order_node *order = memory->orders[query->variant];
    answer->total = order__count(order);
    answer->rank = memory__rank(memory, player, query->variant);
    if (answer->rank == 0)
        return STORE_OK;
    uint64_t position = order__position(order, &player->standing[query->variant]);
    standings(memory, question, page__start(position, answer->total, query->limit));
    return STORE_OK;
}

typedef int answer_fn(struct memory *memory, struct work_query *question);

static answer_fn *const ANSWERS[STORE_QUERY_COUNT] = {
    [STORE_PLAYER_BY_NAME] = memory__answer_named,
    [STORE_PLAYER_BY_TOKEN] = player_by_token,
    [STORE_LOGIN] = login,
    [STORE_PLAYER_BY_ID] = player_by_id,
    [STORE_GAME] = game,
    [STORE_HISTORY] = memory__answer_history,
    [STORE_EXPORT] = memory__answer_export,
    [STORE_STATS] = memory__answer_stats,
    [STORE_GRAPH] = memory__answer_graph,
    [STORE_FIND] = memory__answer_find,
    [STORE_TOP] = top,
    [STORE_AROUND] = around,
    [STORE_TABLE] = memory__table,
    [STORE_FINES] = memory__answer_fines,
    [STORE_BLOCKS] = memory__answer_blocks,
    [STORE_PHOTO] = memory__answer_photo,
    [STORE_SESSIONS] = memory__answer_sessions,
    [STORE_MAY_WRITE] = memory__answer_may_write,
    [STORE_THREADS] = memory__answer_threads,
    [STORE_MESSAGES] = memory__answer_messages,
    [STORE_MAIL] = memory__answer_mail,
    [STORE_REPORTS] = memory__answer_reports,
    [STORE_MOD_LOG] = memory__answer_acts,
    [STORE_SANCTIONS] = memory__answer_sanctions,
};

int memory__answer(struct memory *memory, struct work_query *question)
{
    if (!check__query(&question->query))
        return STORE_NOT_FOUND;
    int status = ANSWERS[question->query.kind](memory, question);
    if (status == STORE_OK && question->query.wants_tables)
        memory__tables(memory, question);
    return status;
}
