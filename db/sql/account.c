/* SPDX-License-Identifier: MIT */
/*
 * Accounts and blocks in SQLite: what the writer does for operations on them, and how a player is
 * read with them. Each function runs inside the transaction, on the thread, of its connection.
 */
#include <stdio.h>
#include <string.h>

#include "db/sql/private.h"

_Static_assert(ROLE_PLAYER == 0 && ROLE_MODERATOR == 1 && ROLE_OPERATOR == 2,
               "these numbers are stored");

/* ------------------------------------------------------------------ writing */

/* Whether the stored photo is the one that the account names. */
static int photo_stays(struct sqlite_writer *writer, const struct store_account_put *put)
{
    sqlite3_stmt *row = sql__start(&writer->sql, SQL_PHOTO_ID, SQL_VALUES(sql_id(put->player)));
    bool is_it = sql__step(row) == 1 && sql__column_id(row, 0) == put->account->photo;
    sql__end(row);
    return is_it ? OP_DONE : OP_REFUSED;
}

static int photo_put(struct sqlite_writer *writer, const struct store_account_put *put)
{
    int changed;
    if (put->photo == NULL && put->account->photo != 0)
        return photo_stays(writer, put);
    if (put->photo == NULL)
        changed = sql__run(&writer->sql, SQL_PHOTO_DELETE, SQL_VALUES(sql_id(put->player)));
    else
        changed = sql__run(&writer->sql, SQL_PHOTO_PUT,
                           SQL_VALUES(sql_id(put->player), sql_id(put->account->photo),
                                      sql_bytes(put->photo, put->photo_size)));
    return changed < 0 ? OP_REFUSED : OP_DONE;
}

int sqlite__account_put(struct sqlite_writer *writer, const struct store_op *op)
{
    const struct store_account *account = op->as.account.account;
    int changed = sql__run(
        &writer->sql, SQL_ACCOUNT_PUT,
        SQL_VALUES(sql_id(op->as.account.player), sql_text(account->settings),
                   sql_text(account->about), sql_text(account->country), sql_integer(account->role),
                   sql_integer(account->banned_until_ms), sql_text(account->ban_reason),
                   sql_integer(account->muted_until_ms), sql_text(account->mute_reason),
                   sql_integer(account->is_deleted), sql_integer((int64_t)account->photo)));
    return changed == 1 ? photo_put(writer, &op->as.account) : OP_REFUSED;
}

int sqlite__account_delete(struct sqlite_writer *writer, uint64_t player)
{
    const struct store_account gone = {.is_deleted = true};
    const struct store_op put = {.kind = STORE_ACCOUNT_PUT, .as.account = {player, &gone, NULL, 0}};
    if (sql__run(&writer->sql, SQL_BLOCKS_DELETE, SQL_VALUES(sql_id(player))) < 0 ||
        sql__run(&writer->sql, SQL_SESSIONS_DELETE, SQL_VALUES(sql_id(player), sql_bytes("", 0))) <
            0)
        return OP_REFUSED;
    return sqlite__account_put(writer, &put);
}

int sqlite__block_add(struct sqlite_writer *writer, const struct store_op *op)
{
    const struct store_block *block = &op->as.block;
    int changed = sql__run(
        &writer->sql, SQL_BLOCK_INSERT,
        SQL_VALUES(sql_id(block->player), sql_id(block->blocked), sql_integer(block->at_ms)));
    return changed < 0 ? OP_REFUSED : OP_DONE;
}

int sqlite__block_remove(struct sqlite_writer *writer, const struct store_op *op)
{
    const struct store_block *block = &op->as.block;
    int changed = sql__run(&writer->sql, SQL_BLOCK_DELETE,
                           SQL_VALUES(sql_id(block->player), sql_id(block->blocked)));
    return changed < 0 ? OP_REFUSED : OP_DONE;
}

/* ------------------------------------------------------------------ reading */

/* A text that is too long for its place is damage, and is cut. */
static void column_copy(sqlite3_stmt *row, int column, char *out, size_t size)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    (void)snprintf(out, size, "%s", text != NULL ? text : "");
}

static int account_read(struct sql_connection *sql, uint64_t player, struct store_account *out)
{
    *out = (struct store_account){0};
    sqlite3_stmt *row = sql__start(sql, SQL_ACCOUNT_GET, SQL_VALUES(sql_id(player)));
    int result = sql__step(row);
    if (result == 1) {
        column_copy(row, 0, out->settings, sizeof(out->settings));
        column_copy(row, 1, out->about, sizeof(out->about));
        column_copy(row, 2, out->country, sizeof(out->country));
        out->role = (enum player_role)sqlite3_column_int(row, 3);
        out->banned_until_ms = sqlite3_column_int64(row, 4);
        column_copy(row, 5, out->ban_reason, sizeof(out->ban_reason));
        out->muted_until_ms = sqlite3_column_int64(row, 6);
        column_copy(row, 7, out->mute_reason, sizeof(out->mute_reason));
        out->is_deleted = sqlite3_column_int(row, 8) != 0;
        out->photo = sql__column_id(row, 9);
    }
    sql__end(row);
    return result < 0 ? -1 : 0;
}

static int blocked_read(struct sql_connection *sql, struct arena *arena,
                        struct store_player *player)
{
    uint64_t found[STORE_BLOCKS_MAX];
    size_t count = 0;
    sqlite3_stmt *row =
        sql__start(sql, SQL_BLOCKED, SQL_VALUES(sql_id(player->id), sql_integer(STORE_BLOCKS_MAX)));
    int result = sql__step(row);
    for (; result == 1; result = sql__step(row))
        found[count++] = sql__column_id(row, 0);
    sql__end(row);
    if (result != 0)
        return -1;
    uint64_t *blocked = arena_alloc(arena, (count + 1) * sizeof(*blocked));
    memcpy(blocked, found, count * sizeof(*blocked));
    player->blocked = blocked;
    player->blocked_count = count;
    return 0;
}

int sqlite__read_player(struct sql_connection *sql, struct arena *arena,
                        struct store_player *player)
{
    struct store_account *account = arena_alloc(arena, sizeof(*account));
    player->account = account;
    if (sqlite__read_ratings(sql, player) != 0 || account_read(sql, player->id, account) != 0 ||
        sqlite__unread_of(sql, player->id, &player->unread) != 0)
        return -1;
    return blocked_read(sql, arena, player);
}

int sqlite__answer_blocks(struct sql_connection *sql, struct work_query *question)
{
    struct store_answer *answer = &question->answer;
    int found = sqlite__player_exists(sql, question->query.player);
    if (found != 1)
        return sqlite__status(found);
    struct store_block_row *rows = arena_alloc(&question->arena, STORE_BLOCKS_MAX * sizeof(*rows));
    sqlite3_stmt *row = sql__start(
        sql, SQL_BLOCKS, SQL_VALUES(sql_id(question->query.player), sql_integer(STORE_BLOCKS_MAX)));
    int result = sql__step(row);
    for (; result == 1; result = sql__step(row))
        rows[answer->blocks_count++] = (struct store_block_row){
            .player = sql__column_id(row, 0),
            .name = sql__column_text(row, 1, &question->arena),
            .kind = (enum player_kind)sqlite3_column_int(row, 2),
            .at_ms = sqlite3_column_int64(row, 3),
        };
    sql__end(row);
    answer->blocks = rows;
    return result == 0 ? STORE_OK : STORE_UNAVAILABLE;
}

int sqlite__answer_photo(struct sql_connection *sql, struct work_query *question)
{
    struct store_photo *photo = &question->answer.photo;
    sqlite3_stmt *row = sql__start(sql, SQL_PHOTO_GET, SQL_VALUES(sql_id(question->query.player)));
    int found = sql__step(row);
    if (found == 1) {
        photo->id = sql__column_id(row, 0);
        photo->size = (size_t)sqlite3_column_bytes(row, 1);
        uint8_t *bytes = arena_alloc(&question->arena, photo->size + 1);
        memcpy(bytes, sqlite3_column_blob(row, 1), photo->size);
        photo->bytes = bytes;
    }
    sql__end(row);
    return sqlite__status(found);
}
