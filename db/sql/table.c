/* SPDX-License-Identifier: MIT */
/*
 * The SQLite reader's answers about tables: rooms with all that belongs to them. On the reader's
 * thread, inside its transaction.
 */
#include "db/sql/private.h"

#include <string.h>

struct rooms {
    struct store_room *rooms;
    size_t count;
    size_t cap;
};

static void rooms_add(struct rooms *rooms, const struct store_room *room, struct arena *arena)
{
    if (rooms->count == rooms->cap) {
        size_t cap = rooms->cap == 0 ? 8 : rooms->cap * 2;
        struct store_room *grown = arena_alloc(arena, cap * sizeof(*grown));
        if (rooms->count > 0)
            memcpy(grown, rooms->rooms, rooms->count * sizeof(*grown));
        rooms->rooms = grown;
        rooms->cap = cap;
    }
    rooms->rooms[rooms->count++] = *room;
}

/* All rooms of a statement, which is ended. 0 or -1. */
static int rooms_read(sqlite3_stmt *row, struct arena *arena, struct rooms *rooms_out)
{
    *rooms_out = (struct rooms){0};
    int result = sql__step(row);
    while (result == 1) {
        struct store_room room;
        if (!sqlite__row_room(row, &room)) {
            result = -1;
            break;
        }
        rooms_add(rooms_out, &room, arena);
        result = sql__step(row);
    }
    sql__end(row);
    return result;
}

static int player_read(struct sql_connection *sql, uint64_t id, struct arena *arena,
                       struct store_player *player_out)
{
    sqlite3_stmt *row = sql__start(sql, SQL_PLAYER_BY_ID, SQL_VALUES(sql_id(id)));
    int result = sql__step(row);
    if (result == 1)
        sqlite__row_player(row, arena, player_out);
    sql__end(row);
    if (result != 1 || sqlite__read_player(sql, arena, player_out) != 0)
        return -1;
    return sqlite__settled_month(sql, &player_out->settled_month);
}

static int table_read(struct sql_connection *sql, const struct store_room *room,
                      struct arena *arena, struct store_table *table_out)
{
    struct chat_lines *lines = arena_alloc(arena, sizeof(*lines));
    *table_out = (struct store_table){.room = *room};
    for (int i = 0; i < 2; i++)
        if (room->players[i] != 0 &&
            player_read(sql, room->players[i], arena, &table_out->players[i]) != 0)
            return -1;
    if (room->game != 0 && sqlite__read_game(sql, room->game, arena, &table_out->game) != 1)
        return -1;
    if (sqlite__read_chat(sql, room->id, arena, lines) != 0)
        return -1;
    table_out->chat = lines->first;
    table_out->chat_count = lines->count;
    return 0;
}

static int tables_read(struct sql_connection *sql, const struct rooms *rooms,
                       struct work_query *question)
{
    struct store_table *tables =
        arena_alloc(&question->arena, (rooms->count + 1) * sizeof(*tables));
    for (size_t i = 0; i < rooms->count; i++)
        if (table_read(sql, &rooms->rooms[i], &question->arena, &tables[i]) != 0)
            return -1;
    question->answer.tables = tables;
    question->answer.tables_count = rooms->count;
    return 0;
}

int sqlite__read_tables(struct sql_connection *sql, struct work_query *question)
{
    struct rooms rooms;
    uint64_t player = question->answer.player.id;
    sqlite3_stmt *row =
        sql__start(sql, SQL_ROOMS_ASLEEP_OF, SQL_VALUES(sql_id(player), sql_id(player)));
    if (rooms_read(row, &question->arena, &rooms) != 0)
        return -1;
    return tables_read(sql, &rooms, question);
}

int sqlite__answer_table(struct sql_connection *sql, struct work_query *question)
{
    struct rooms rooms;
    sqlite3_stmt *row = sql__start(sql, SQL_ROOM_BY_ID, SQL_VALUES(sql_id(question->query.id)));
    if (rooms_read(row, &question->arena, &rooms) != 0 || tables_read(sql, &rooms, question) != 0)
        return STORE_UNAVAILABLE;
    return rooms.count > 0 ? STORE_OK : STORE_NOT_FOUND;
}
