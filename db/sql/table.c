/* SPDX-License-Identifier: MIT */
/*
 * Rooms and their chats; tables, which are rooms with their game, players and chat; and players
 * who come back, with their tables.
 */
#include "db/sql/table.h"

#include "db/sql/answer.h"
#include "db/sql/game.h"
#include "db/sql/operation.h"
#include "db/sql/player.h"

/* ------------------------------------------------------------------ writing */

int write__chat_add(struct sql_writer *writer, const struct store_op *op)
{
    const struct store_remark *remark = &op->as.chat_add;
    int64_t last = 0;
    int found =
        sql__get_integer(writer->sql, SQL_CHAT_LAST, SQL_VALUES(sql_id(remark->room)), &last);
    if (found < 0 || remark->n <= last)
        return OP_REFUSED;
    return writer__save(writer, SQL_CHAT_INSERT, FIELDS(remark, remark), FIELDS_ONLY);
}

/* ------------------------------------------------------------------ reading */

/* The statement gives the newest line first, everybody wants it last. */
static void turn_round(struct store_chat_line *lines, size_t count, uint64_t room)
{
    for (size_t i = 0; i < count / 2; i++) {
        struct store_chat_line line = lines[i];
        lines[i] = lines[count - 1 - i];
        lines[count - 1 - i] = line;
    }
    for (size_t i = 0; i < count; i++)
        lines[i].room = room;
}

int table__chat(struct sql_connection *sql, uint64_t room, struct arena *arena,
                struct fields_list *lines_out)
{
    struct sql_row row =
        sql__start(sql, SQL_LOAD_CHAT, SQL_VALUES(sql_id(room), sql_integer(STORE_CHAT_LOADED)));
    if (fields__list(row, STORED_chat_line, arena, FIELDS_ALL, lines_out) != 0)
        return -1;
    turn_round(lines_out->rows, lines_out->count, room);
    return 0;
}

static int table_read(struct sql_connection *sql, const struct store_room *room,
                      struct arena *arena, struct store_table *table_out)
{
    struct fields_list chat = {0};
    *table_out = (struct store_table){.room = *room};
    for (int i = 0; i < 2; i++)
        if (room->players[i] != 0 &&
            player__by_id(sql, room->players[i], arena, &table_out->players[i]) != 1)
            return -1;
    if (room->game != 0 && game__read(sql, room->game, arena, &table_out->game) != 1)
        return -1;
    if (table__chat(sql, room->id, arena, &chat) != 0)
        return -1;
    table_out->chat = chat.rows;
    table_out->chat_count = chat.count;
    return 0;
}

/* The tables of the rooms that a statement gives. Returns 0 or -1. */
static int tables_read(struct sql_connection *sql, struct sql_row row, struct arena *arena,
                       struct fields_list *tables_out)
{
    struct fields_list rooms = {0};
    *tables_out = (struct fields_list){0};
    if (fields__list(row, STORED_room, arena, FIELDS_ALL, &rooms) != 0)
        return -1;
    const struct store_room *room = rooms.rows;
    for (size_t i = 0; i < rooms.count; i++)
        if (table_read(sql, &room[i], arena, fields__list_add(tables_out, STORED_table, arena)) !=
            0)
            return -1;
    return 0;
}

/* The tables where the player has a correspondence game in progress. Returns 0 or -1. */
static int asleep_read(struct sql_connection *sql, uint64_t player, struct arena *arena,
                       struct fields_list *tables_out)
{
    return tables_read(sql, sql__start(sql, SQL_ROOMS_ASLEEP_OF, SQL_VALUES(sql_id(player))), arena,
                       tables_out);
}

int answer__table(struct sql_connection *sql, struct work_query *question)
{
    struct fields_list tables = {0};
    struct sql_value room = sql_id(question->query.as.table.room);
    if (tables_read(sql, sql__start(sql, SQL_ROOM_BY_ID, SQL_VALUES(room)), &question->arena,
                    &tables) != 0)
        return STORE_UNAVAILABLE;
    question->answer.as.table =
        (struct store_tables){.rows = tables.rows, .rows_count = tables.count};
    return tables.count > 0 ? STORE_OK : STORE_NOT_FOUND;
}

/* Returns 0 or -1. */
static int session_read(struct sql_connection *sql, const uint8_t *hash, struct arena *arena,
                        struct store_known_player *known)
{
    struct store_session *session = arena_alloc(arena, sizeof(*session));
    struct sql_value token = sql_bytes(hash, STORE_TOKEN_HASH_SIZE);
    int found = fields__get(sql__start(sql, SQL_SESSION_GET, SQL_VALUES(token)),
                            FIELDS_INTO(session, session, arena));
    known->session = session;
    return found == 1 ? 0 : -1;
}

int answer__player_by_token(struct sql_connection *sql, struct work_query *question)
{
    struct store_known_player *known = &question->answer.as.player_by_token;
    const uint8_t *hash = question->query.as.player_by_token.token_hash;
    int found = player__by_token(sql, hash, &question->arena, &known->player);
    struct fields_list tables = {0};
    if (found != 1)
        return answer__status(found);
    if (asleep_read(sql, known->player.id, &question->arena, &tables) != 0 ||
        session_read(sql, hash, &question->arena, known) != 0)
        return STORE_UNAVAILABLE;
    known->tables = tables.rows;
    known->tables_count = tables.count;
    return STORE_OK;
}

int table__player_alone(struct sql_connection *sql, const uint8_t *hash, struct arena *arena,
                        struct store_known_player *known_out)
{
    struct fields_list rooms = {0};
    int found = player__by_token(sql, hash, arena, &known_out->player);
    if (found != 1 || session_read(sql, hash, arena, known_out) != 0)
        return found == 1 ? -1 : found;
    struct sql_value player = sql_id(known_out->player.id);
    struct sql_row row = sql__start(sql, SQL_ROOMS_ASLEEP_OF, SQL_VALUES(player));
    if (fields__list(row, STORED_room, arena, 1, &rooms) != 0)
        return -1;
    return rooms.count == 0 ? 1 : 0;
}
