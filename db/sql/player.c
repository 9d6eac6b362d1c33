/* SPDX-License-Identifier: MIT */
/*
 * The SQLite reader's answers about one player or one game. On the reader's thread, inside its
 * transaction.
 */
#include <string.h>

#include "db/sql/private.h"

static int ranks_read(struct sql_connection *sql, struct store_answer *answer)
{
    int result = 0;
    for (int i = 0; i < VARIANT_COUNT && result == 0; i++) {
        const struct store_rating *rating = &answer->player.ratings[i];
        if (rating->games > 0)
            result = sqlite__rank(sql, (enum variant_id)i, rating->points, &answer->ranks[i]);
    }
    return result;
}

static sqlite3_stmt *player_start(struct sql_connection *sql, const struct store_query *query)
{
    if (query->kind == STORE_PLAYER_BY_ID)
        return sql__start(sql, SQL_PLAYER_BY_ID, SQL_VALUES(sql_id(query->id)));
    if (query->kind == STORE_PLAYER_BY_TOKEN)
        return sql__start(sql, SQL_PLAYER_BY_TOKEN,
                          SQL_VALUES(sql_bytes(query->token_hash, STORE_TOKEN_HASH_SIZE)));
    return sql__start(sql, SQL_PLAYER_BY_NAME, SQL_VALUES(sql_text(query->text)));
}

int sqlite__player_exists(struct sql_connection *sql, uint64_t player)
{
    int64_t kind = 0;
    return sql__get_integer(sql, SQL_PLAYER_KIND, SQL_VALUES(sql_id(player)), &kind);
}

int sqlite__answer_player(struct sql_connection *sql, struct work_query *question)
{
    struct store_answer *answer = &question->answer;
    sqlite3_stmt *row = player_start(sql, &question->query);
    int result = sql__step(row);
    if (result == 1)
        sqlite__row_player(row, &question->arena, &answer->player);
    sql__end(row);
    if (result != 1)
        return sqlite__status(result);
    if (sqlite__read_player(sql, &question->arena, &answer->player) != 0 ||
        ranks_read(sql, answer) != 0 ||
        sqlite__settled_month(sql, &answer->player.settled_month) != 0)
        return STORE_UNAVAILABLE;
    if (question->query.wants_tables && sqlite__read_tables(sql, question) != 0)
        return STORE_UNAVAILABLE;
    return STORE_OK;
}

/* All of the row is read before anybody looks whose it is. */
int sqlite__answer_login(struct sql_connection *sql, struct work_query *question)
{
    struct store_login login = {0};
    bool is_that = false;
    sqlite3_stmt *row = sql__start(sql, SQL_LOGIN, SQL_VALUES(sql_text(question->query.text)));
    int result = sql__step(row);
    if (result == 1) {
        const char *key = sql__column_text(row, 0, &question->arena);
        login.player = sql__column_id(row, 1);
        login.password_hash = sql__column_text(row, 2, &question->arena);
        login.banned_until_ms = sqlite3_column_int64(row, 3);
        login.ban_reason = sql__column_text(row, 4, &question->arena);
        is_that = strcmp(key, question->query.text) == 0;
    }
    sql__end(row);
    if (result < 0 || !is_that)
        return result < 0 ? STORE_UNAVAILABLE : STORE_NOT_FOUND;
    question->answer.login = login;
    return STORE_OK;
}

/* The server has real-time games in progress in its memory and hardly ever asks for one here, so a
 * walk along their log from where the game began has to do. */
static sqlite3_stmt *log_start(struct sql_connection *sql, const struct store_game *game,
                               int64_t log_after)
{
    if (game->start.due_ms != 0)
        return sql__start(sql, SQL_SLOW_LOG_OF_GAME, SQL_VALUES(sql_id(game->start.id)));
    return sql__start(sql, SQL_LOG_OF_GAME,
                      SQL_VALUES(sql_integer(log_after), sql_id(game->start.id)));
}

static int log_read(struct sql_connection *sql, struct store_game *game, struct arena *arena,
                    int64_t log_after)
{
    struct log_entries log = {0};
    sqlite3_stmt *row = log_start(sql, game, log_after);
    int result = sql__step(row);
    while (result == 1) {
        struct store_log_entry entry;
        if (!sqlite__row_log(row, &entry)) {
            result = -1;
            break;
        }
        sqlite__entries_add(&log, &entry, arena);
        result = sql__step(row);
    }
    sql__end(row);
    game->log = log.entries;
    game->log_count = log.count;
    return result;
}

int sqlite__read_game(struct sql_connection *sql, uint64_t id, struct arena *arena,
                      struct store_game *game_out)
{
    sqlite3_stmt *row = sql__start(sql, SQL_GAME_BY_ID, SQL_VALUES(sql_id(id)));
    int result = sql__step(row);
    bool is_known = result == 1 && sqlite__row_game(row, arena, game_out);
    int64_t log_after = sqlite3_column_int64(row, 7);
    sql__end(row);
    if (!is_known)
        return result == 0 ? 0 : -1;
    result = game_out->is_over ? sqlite__read_changes(sql, game_out)
                               : log_read(sql, game_out, arena, log_after);
    return result == 0 ? 1 : -1;
}

int sqlite__answer_game(struct sql_connection *sql, struct work_query *question)
{
    return sqlite__status(
        sqlite__read_game(sql, question->query.id, &question->arena, &question->answer.game));
}
