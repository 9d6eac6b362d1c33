/* SPDX-License-Identifier: MIT */
/*
 * What the SQLite writer does for each kind of operation: players, rooms and chat here,
 * games in db/sql/game.c, fines in db/sql/fine.c, accounts and blocks in
 * db/sql/account.c, sessions in db/sql/session.c. Inside the writer's
 * transaction, on its thread.
 */
#include "db/sql/private.h"

_Static_assert(PLAYER_GUEST == 0 && PLAYER_REGISTERED == 1, "these numbers are stored");

/* The outcome of a statement that has to change exactly one row. */
static int one_row(int changed)
{
    return changed == 1 ? OP_DONE : OP_REFUSED;
}

/* ------------------------------------------------------------------ players */

/* 1 if the name key or the skeleton is another player's, 0 if not, -1 if the database failed. */
static int names_are_taken(struct sqlite_writer *writer, const struct store_player *player)
{
    int64_t other = 0;
    return sql__get_integer(
        &writer->sql, SQL_PLAYER_NAMES_TAKEN,
        SQL_VALUES(sql_text(player->name_key), sql_text(player->skeleton), sql_id(player->id)),
        &other);
}

static int player_insert(struct sqlite_writer *writer, const struct store_player *player,
                         enum player_kind kind)
{
    return one_row(
        sql__run(&writer->sql, SQL_PLAYER_INSERT,
                 SQL_VALUES(sql_id(player->id), sql_integer(kind), sql_text(player->name),
                            sql_text(player->name_key), sql_text(player->skeleton),
                            sql_text(player->password_hash), sql_integer(player->created_ms))));
}

static int player_create(struct sqlite_writer *writer, const struct store_op *op)
{
    const struct store_player *player = &op->as.player;
    int taken = names_are_taken(writer, player);
    if (taken < 0)
        return OP_REFUSED;
    return taken == 1 ? OP_CONFLICT : player_insert(writer, player, player->kind);
}

static int player_upgrade(struct sqlite_writer *writer, const struct store_player *player)
{
    return one_row(sql__run(&writer->sql, SQL_PLAYER_UPGRADE,
                            SQL_VALUES(sql_text(player->name), sql_text(player->name_key),
                                       sql_text(player->skeleton), sql_text(player->password_hash),
                                       sql_integer(player->created_ms), sql_id(player->id))));
}

static int player_register(struct sqlite_writer *writer, const struct store_op *op)
{
    const struct store_player *player = &op->as.player;
    int taken = names_are_taken(writer, player);
    if (taken != 0)
        return taken < 0 ? OP_REFUSED : OP_CONFLICT;
    int64_t kind = 0;
    int found =
        sql__get_integer(&writer->sql, SQL_PLAYER_KIND, SQL_VALUES(sql_id(player->id)), &kind);
    if (found < 0)
        return OP_REFUSED;
    return found == 1 ? player_upgrade(writer, player)
                      : player_insert(writer, player, PLAYER_REGISTERED);
}

static int player_delete(struct sqlite_writer *writer, const struct store_op *op)
{
    const struct store_player *player = &op->as.player;
    int taken = names_are_taken(writer, player);
    if (taken != 0)
        return taken < 0 ? OP_REFUSED : OP_CONFLICT;
    int changed = sql__run(&writer->sql, SQL_PLAYER_DELETE,
                           SQL_VALUES(sql_text(player->name), sql_text(player->name_key),
                                      sql_text(player->skeleton), sql_id(player->id)));
    if (changed != 1 || sqlite__ratings_remove(writer, player->id) != OP_DONE)
        return OP_REFUSED;
    return sqlite__account_delete(writer, player->id);
}

/* Nothing changed: the account has another password by now, or there is none. */
static int password_missed(struct sqlite_writer *writer, uint64_t player)
{
    int64_t kind = 0;
    int found = sql__get_integer(&writer->sql, SQL_PLAYER_KIND, SQL_VALUES(sql_id(player)), &kind);
    return found == 1 && kind == PLAYER_REGISTERED ? OP_CONFLICT : OP_REFUSED;
}

static int password_set(struct sqlite_writer *writer, const struct store_op *op)
{
    const struct store_password *password = &op->as.password;
    int changed = sql__run(
        &writer->sql, SQL_PASSWORD_SET,
        SQL_VALUES(sql_text(password->hash), sql_id(password->player), sql_text(password->was)));
    return changed == 0 ? password_missed(writer, password->player) : one_row(changed);
}

/* ------------------------------------------------------------------ rooms and chat */

static int room_put(struct sqlite_writer *writer, const struct store_op *op)
{
    const struct store_room *room = &op->as.room;
    char clock[TIME_CONTROL_TEXT_SIZE];
    time_control_format(&room->clock, clock);
    return one_row(sql__run(&writer->sql, SQL_ROOM_PUT,
                            SQL_VALUES(sql_id(room->id), sql_text(variant_get(room->variant)->key),
                                       sql_integer(room->rated), sql_integer(room->first),
                                       sql_id(room->players[0]), sql_id(room->players[1]),
                                       sql_integer(room->rematch_offer), sql_id(room->game),
                                       sql_integer(room->opened_ms), sql_text(clock),
                                       sql_id(room->invited), sql_integer(room->answer_until_ms))));
}

static int room_close(struct sqlite_writer *writer, const struct store_op *op)
{
    return one_row(sql__run(&writer->sql, SQL_ROOM_CLOSE, SQL_VALUES(sql_id(op->as.room.id))));
}

static int chat_add(struct sqlite_writer *writer, const struct store_op *op)
{
    const struct store_chat_line *line = &op->as.chat;
    int64_t last = 0;
    int found =
        sql__get_integer(&writer->sql, SQL_CHAT_LAST, SQL_VALUES(sql_id(line->room)), &last);
    if (found < 0 || line->n <= last)
        return OP_REFUSED;
    return one_row(
        sql__run(&writer->sql, SQL_CHAT_INSERT,
                 SQL_VALUES(sql_id(line->room), sql_integer(line->n), sql_id(line->player),
                            sql_text(line->text), sql_integer(line->at_ms), sql_id(line->during))));
}

static int uptime_set(struct sqlite_writer *writer, const struct store_op *op)
{
    return one_row(
        sql__run(&writer->sql, SQL_UPTIME_SET, SQL_VALUES(sql_integer(op->as.uptime_ms))));
}

static int probe(struct sqlite_writer *writer, const struct store_op *op)
{
    (void)op;
    return one_row(sql__run(&writer->sql, SQL_PROBE, NULL, 0));
}

typedef int sqlite_op_fn(struct sqlite_writer *writer, const struct store_op *op);

static sqlite_op_fn *const OPS[STORE_OP_COUNT] = {
    [STORE_PLAYER_CREATE] = player_create,
    [STORE_PLAYER_REGISTER] = player_register,
    [STORE_PLAYER_DELETE] = player_delete,
    [STORE_PASSWORD_SET] = password_set,
    [STORE_SESSION_ADD] = sqlite__session_add,
    [STORE_SESSION_REMOVE] = sqlite__session_remove,
    [STORE_SESSIONS_REMOVE] = sqlite__sessions_remove,
    [STORE_ROOM_PUT] = room_put,
    [STORE_ROOM_CLOSE] = room_close,
    [STORE_GAME_START] = sqlite__game_start,
    [STORE_GAME_LOG] = sqlite__game_log,
    [STORE_GAME_END] = sqlite__game_end,
    [STORE_CHAT_ADD] = chat_add,
    [STORE_UPTIME] = uptime_set,
    [STORE_PROBE] = probe,
    [STORE_RATING_ACTIVE] = sqlite__rating_active,
    [STORE_FINE] = sqlite__fine,
    [STORE_ACCOUNT_PUT] = sqlite__account_put,
    [STORE_BLOCK_ADD] = sqlite__block_add,
    [STORE_BLOCK_REMOVE] = sqlite__block_remove,
    [STORE_MESSAGE_SEND] = sqlite__message_send,
    [STORE_MESSAGE_READ] = sqlite__message_read,
    [STORE_MESSAGE_DELETE] = sqlite__message_delete,
    [STORE_STAR] = sqlite__star,
    [STORE_MOD_ACTION] = sqlite__mod_action,
    [STORE_REPORT_ADD] = sqlite__report_add,
};

int sqlite__apply(struct sqlite_writer *writer, const struct store_op *op)
{
    return OPS[op->kind](writer, op);
}
