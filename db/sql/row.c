/* SPDX-License-Identifier: MIT */
/*
 * Rows of the SQLite back-end as the structs of db/store.h. The columns are those of the column
 * lists in db/sql/statements.def. Texts are copied into the caller's arena.
 */
#include <string.h>

#include "db/sql/private.h"

int sqlite__status(int found)
{
    if (found < 0)
        return STORE_UNAVAILABLE;
    return found == 0 ? STORE_NOT_FOUND : STORE_OK;
}

void sqlite__row_player(sqlite3_stmt *row, struct arena *arena, struct store_player *player_out)
{
    *player_out = (struct store_player){
        .id = sql__column_id(row, 0),
        .kind = (enum player_kind)sqlite3_column_int(row, 1),
        .name = sql__column_text(row, 2, arena),
        .name_key = sql__column_text(row, 3, arena),
        .skeleton = sql__column_text(row, 4, arena),
        .password_hash = sql__column_text(row, 5, arena),
        .created_ms = sqlite3_column_int64(row, 6),
    };
}

bool sqlite__row_room(sqlite3_stmt *row, struct store_room *room_out)
{
    int variant = sql__column_variant(row, 1);
    *room_out = (struct store_room){
        .id = sql__column_id(row, 0),
        .variant = (enum variant_id)variant,
        .rated = sqlite3_column_int(row, 2) != 0,
        .first = sqlite3_column_int(row, 3),
        .players = {sql__column_id(row, 4), sql__column_id(row, 5)},
        .rematch_offer = sqlite3_column_int(row, 6),
        .game = sql__column_id(row, 7),
        .opened_ms = sqlite3_column_int64(row, 8),
        .invited = sql__column_id(row, 10),
        .answer_until_ms = sqlite3_column_int64(row, 11),
    };
    return variant >= 0 && sql__column_clock(row, 9, &room_out->clock);
}

static bool row_outcome(sqlite3_stmt *row, struct outcome *outcome_out)
{
    const char *result = (const char *)sqlite3_column_text(row, 9);
    const char *reason = (const char *)sqlite3_column_text(row, 10);
    int result_index = result == NULL ? -1 : result_from_word(result);
    int reason_index = reason == NULL ? -1 : reason_from_word(reason);
    if (result_index < 0 || reason_index < 0)
        return false;
    outcome_out->result = (enum result)result_index;
    outcome_out->reason = (enum reason)reason_index;
    return true;
}

static const char *text_or_empty(sqlite3_stmt *row, int column, struct arena *arena)
{
    bool is_null = sqlite3_column_type(row, column) == SQLITE_NULL;
    return is_null ? "" : sql__column_text(row, column, arena);
}

static bool row_end(sqlite3_stmt *row, struct arena *arena, struct store_game_end *end_out)
{
    *end_out = (struct store_game_end){
        .id = sql__column_id(row, 0),
        .ended_ms = sqlite3_column_int64(row, 8),
        .plies = (uint32_t)sqlite3_column_int64(row, 11),
        .last_seq = (uint32_t)sqlite3_column_int64(row, 12),
        .actions = sql__column_text(row, 13, arena),
        .spent = text_or_empty(row, 21, arena),
        .lags = text_or_empty(row, 26, arena),
        .clocks = {{sqlite3_column_int64(row, 22), sqlite3_column_int(row, 23)},
                   {sqlite3_column_int64(row, 24), sqlite3_column_int(row, 25)}},
    };
    return row_outcome(row, &end_out->outcome);
}

bool sqlite__row_game(sqlite3_stmt *row, struct arena *arena, struct store_game *game_out)
{
    int variant = sql__column_variant(row, 2);
    *game_out = (struct store_game){
        .start.id = sql__column_id(row, 0),
        .start.room = sql__column_id(row, 1),
        .start.rated = sqlite3_column_int(row, 3) != 0,
        .start.players = {sql__column_id(row, 4), sql__column_id(row, 5)},
        .start.started_ms = sqlite3_column_int64(row, 6),
        .start.uptime_ms = sqlite3_column_int64(row, 19),
        .start.due_ms = sqlite3_column_int64(row, 20),
        .is_over = sqlite3_column_type(row, 8) != SQLITE_NULL,
        .names = {sql__column_text(row, 14, arena), sql__column_text(row, 16, arena)},
        .kinds = {(enum player_kind)sqlite3_column_int(row, 15),
                  (enum player_kind)sqlite3_column_int(row, 17)},
    };
    if (variant < 0 || !sql__column_clock(row, 18, &game_out->start.clock))
        return false;
    game_out->start.variant = (enum variant_id)variant;
    return !game_out->is_over || row_end(row, arena, &game_out->end);
}

bool sqlite__row_log(sqlite3_stmt *row, struct store_log_entry *entry_out)
{
    const char *action = (const char *)sqlite3_column_text(row, 4);
    size_t size = (size_t)sqlite3_column_bytes(row, 4);
    int kind = sqlite3_column_int(row, 2);
    *entry_out = (struct store_log_entry){
        .game = sql__column_id(row, 0),
        .seq = (uint32_t)sqlite3_column_int64(row, 1),
        .kind = (enum log_kind)kind,
        .seat = (enum seat)sqlite3_column_int(row, 3),
        .at_ms = sqlite3_column_int64(row, 5),
        .spent_ms = sqlite3_column_int64(row, 6),
        .lag_ms = sqlite3_column_int(row, 7),
        .given_ms = sqlite3_column_int(row, 8),
    };
    if (action == NULL || size >= ACTION_TEXT_SIZE || kind < 0 || kind >= LOG_KIND_COUNT)
        return false;
    memcpy(entry_out->action, action, size);
    return true;
}

int sqlite__read_ratings(struct sql_connection *sql, struct store_player *player)
{
    sqlite3_stmt *row = sql__start(sql, SQL_PLAYER_RATINGS, SQL_VALUES(sql_id(player->id)));
    int result = sql__step(row);
    for (; result == 1; result = sql__step(row)) {
        int variant = sql__column_variant(row, 0);
        if (variant < 0)
            continue;
        player->ratings[variant] = (struct store_rating){
            .points = sqlite3_column_int(row, 1),
            .peak = sqlite3_column_int(row, 2),
            .games = sqlite3_column_int64(row, 3),
            .since_month = sqlite3_column_int(row, 4),
            .active_months = (uint64_t)sqlite3_column_int64(row, 5),
        };
    }
    sql__end(row);
    return result;
}

int sqlite__read_changes(struct sql_connection *sql, struct store_game *game)
{
    int result = 0;
    for (int seat = 0; seat < SEAT_COUNT && game->is_over && result == 0; seat++) {
        struct store_rating_change *change = &game->end.changes[seat];
        sqlite3_stmt *row =
            sql__start(sql, SQL_GAME_CHANGE,
                       SQL_VALUES(sql_id(game->start.players[seat]), sql_id(game->start.id)));
        result = sql__step(row) == 1 ? 0 : -1;
        if (result == 0 && sqlite3_column_type(row, 0) != SQLITE_NULL) {
            game->end.moves_ratings = true;
            change->before = sqlite3_column_int(row, 0);
            change->after.points = change->before + sqlite3_column_int(row, 1);
        }
        sql__end(row);
    }
    return result;
}

/* The statement gives the newest line first, everybody wants it last. */
int sqlite__read_chat(struct sql_connection *sql, uint64_t room, struct arena *arena,
                      struct chat_lines *lines_out)
{
    struct store_chat_line *end = lines_out->space + STORE_CHAT_LOADED;
    lines_out->first = end;
    sqlite3_stmt *row =
        sql__start(sql, SQL_LOAD_CHAT, SQL_VALUES(sql_id(room), sql_integer(STORE_CHAT_LOADED)));
    int result = sql__step(row);
    for (; result == 1; result = sql__step(row)) {
        *--lines_out->first = (struct store_chat_line){
            .room = room,
            .n = (uint32_t)sqlite3_column_int64(row, 0),
            .player = sql__column_id(row, 1),
            .name = sql__column_text(row, 2, arena),
            .text = sql__column_text(row, 3, arena),
            .at_ms = sqlite3_column_int64(row, 4),
            .during = sql__column_id(row, 5),
        };
    }
    sql__end(row);
    lines_out->count = (size_t)(end - lines_out->first);
    return result;
}

void sqlite__entries_add(struct log_entries *log, const struct store_log_entry *entry,
                         struct arena *arena)
{
    if (log->count == log->cap) {
        size_t cap = log->cap == 0 ? 32 : log->cap * 2;
        struct store_log_entry *grown = arena_alloc(arena, cap * sizeof(*grown));
        if (log->count > 0)
            memcpy(grown, log->entries, log->count * sizeof(*grown));
        log->entries = grown;
        log->cap = cap;
    }
    log->entries[log->count++] = *entry;
}
