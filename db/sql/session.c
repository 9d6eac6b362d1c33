/* SPDX-License-Identifier: MIT */
/*
 * Sessions, a player's list of them, and what is kept for the guard against guessing passwords:
 * devices, the networks from which players came, guesses at a name.
 */
#include "db/sql/answer.h"
#include "db/sql/fields.h"
#include "db/sql/operation.h"

#include <string.h>

/* ------------------------------------------------------------------ ending */

/* The session becomes a device, if it is an account's, and goes. Returns 0 or -1. */
static int session_over(struct sql_writer *writer, const uint8_t *hash, int64_t at_ms)
{
    struct sql_value token = sql_bytes(hash, STORE_TOKEN_HASH_SIZE);
    if (writer__send(writer, SQL_DEVICE_KEEP, SQL_VALUES(sql_integer(at_ms), token)) != OP_DONE)
        return -1;
    return writer__send(writer, SQL_SESSION_REMOVE, SQL_VALUES(token)) != OP_DONE ? -1 : 0;
}

/* The hash of a statement's first row. As sql__step(). */
static int hash_get(struct sql_row row, uint8_t hash_out[STORE_TOKEN_HASH_SIZE])
{
    struct store_token token;
    int found = fields__get(row, FIELDS_INTO(token, &token, NULL));
    if (found == 1)
        memcpy(hash_out, token.token_hash, STORE_TOKEN_HASH_SIZE);
    return found;
}

/* Sessions beyond those that the player may have. A player has one too many at the most, but after
 * an update of the server. Returns 0 or -1. */
static int surplus_remove(struct sql_writer *writer, const struct store_new_session *added)
{
    uint8_t hash[STORE_TOKEN_HASH_SIZE];
    struct sql_value player = sql_id(added->session.player);
    struct sql_value most = sql_integer(added->most);
    int found = 1;
    while (found == 1) {
        found =
            hash_get(sql__start(writer->sql, SQL_SESSION_SURPLUS, SQL_VALUES(player, most)), hash);
        if (found == 1 && session_over(writer, hash, added->session.last_used_ms) != 0)
            return -1;
    }
    while (found == 0) {
        found =
            hash_get(sql__start(writer->sql, SQL_DEVICE_SURPLUS, SQL_VALUES(player, most)), hash);
        if (found != 1)
            return found;
        found = writer__send(writer, SQL_DEVICE_DELETE,
                             SQL_VALUES(sql_bytes(hash, STORE_TOKEN_HASH_SIZE))) != OP_DONE
                    ? -1
                    : 0;
    }
    return -1;
}

/* Of each kind so many go with each session that comes: the tables stay as large as what they have
 * to remember. */
#define SWEPT_AT_ONCE 2

static int ended_remove(struct sql_writer *writer, const struct store_new_session *added)
{
    uint8_t hash[STORE_TOKEN_HASH_SIZE];
    struct sql_value now = sql_integer(added->over_ms);
    for (int i = 0; i < SWEPT_AT_ONCE; i++) {
        int found = hash_get(sql__start(writer->sql, SQL_SESSION_ENDED, SQL_VALUES(now)), hash);
        if (found == 0)
            break;
        if (found < 0 || session_over(writer, hash, added->session.last_used_ms) != 0)
            return -1;
    }
    struct sql_value oldest = sql_integer(added->forget_ms);
    return writer__send(writer, SQL_DEVICES_SWEEP,
                        SQL_VALUES(oldest, sql_integer(SWEPT_AT_ONCE))) != OP_DONE
               ? -1
               : 0;
}

int write__session_add(struct sql_writer *writer, const struct store_op *op)
{
    const struct store_new_session *added = &op->as.session_add;
    if (writer__save(writer, SQL_SESSION_INSERT, FIELDS(session, &added->session), FIELDS_ONLY) !=
            OP_DONE ||
        ended_remove(writer, added) != 0 || surplus_remove(writer, added) != 0)
        return OP_REFUSED;
    return OP_DONE;
}

int write__session_end(struct sql_writer *writer, const struct store_op *op)
{
    const struct store_session_end *end = &op->as.session_end;
    return session_over(writer, end->token_hash, end->at_ms) != 0 ? OP_REFUSED : OP_DONE;
}

int write__sessions_remove(struct sql_writer *writer, const struct store_op *op)
{
    if (writer__save(writer, SQL_SESSIONS_DELETE, FIELDS(other_sessions, &op->as.sessions_remove),
                     FIELDS_ONLY) != OP_DONE)
        return OP_REFUSED;
    return writer__send(writer, SQL_DEVICES_DELETE,
                        SQL_VALUES(sql_id(op->as.sessions_remove.player)));
}

/* ------------------------------------------------------------------ networks and guesses */

int write__guessed(struct sql_writer *writer, const struct store_op *op)
{
    const struct store_guessed *guessed = &op->as.guessed;
    if (writer__send(writer, SQL_GUESSES_SWEEP,
                     SQL_VALUES(sql_integer(guessed->day), sql_integer(SWEPT_AT_ONCE))) != OP_DONE)
        return OP_REFUSED;
    return writer__save(writer, SQL_GUESS_PUT, FIELDS(guessed, guessed), FIELDS_ONLY);
}

int write__origin_seen(struct sql_writer *writer, const struct store_op *op)
{
    const struct store_origin *origin = &op->as.origin_seen;
    if (writer__send(writer, SQL_ORIGINS_SWEEP,
                     SQL_VALUES(sql_integer(origin->forget_ms), sql_integer(SWEPT_AT_ONCE))) !=
        OP_DONE)
        return OP_REFUSED;
    return writer__save(writer, SQL_ORIGIN_PUT, FIELDS(origin, origin), FIELDS_ONLY);
}

int write__origin_ban(struct sql_writer *writer, const struct store_op *op)
{
    const struct store_origin_ban *ban = &op->as.origin_ban;
    if (writer__send(writer, SQL_ORIGIN_BANS_ENDED, SQL_VALUES(sql_integer(ban->at_ms))) != OP_DONE)
        return OP_REFUSED;
    return writer__save(writer, SQL_ORIGIN_BAN_PUT, FIELDS(origin_ban, ban), FIELDS_ONLY);
}

/* ------------------------------------------------------------------ reading */

int answer__recent_origins(struct sql_connection *sql, struct work_query *question)
{
    const struct store_recent_origins_of *asked = &question->query.as.recent_origins;
    struct sql_value player = sql_id(asked->player);
    return answer__list(question,
                        sql__start(sql, SQL_RECENT_ORIGINS,
                                   SQL_VALUES(player, player, sql_integer(asked->since_ms),
                                              answer__limit(asked->limit))),
                        asked->limit);
}

/* Reads the facts of a player, if there is something to tell. Returns 1 if so, 0, or -1. */
static int related_read(struct sql_connection *sql, const struct store_related_page *asked,
                        uint64_t player, const struct fields_target *target)
{
    struct sql_value since = sql_integer(asked->since_ms);
    if (player == asked->player)
        return 0;
    return fields__get(sql__start(sql, SQL_RELATED,
                                  SQL_VALUES(sql_id(asked->player), since, sql_id(player), since,
                                             sql_integer(asked->below))),
                       target);
}

/* Walks down from player to player, so that a page costs no more where thousands came from one
 * network. */
int answer__related(struct sql_connection *sql, struct work_query *question)
{
    const struct store_related_page *asked = &question->query.as.related;
    struct store_relations *answer = &question->answer.as.related;
    struct fields_list list = {0};
    struct store_related row;
    int64_t player = asked->after != 0 ? (int64_t)asked->after : INT64_MAX;
    int found = 1;
    while (found == 1 && list.count <= asked->limit) {
        found = sql__get_integer(
            sql, SQL_RELATED_NEXT,
            SQL_VALUES(sql_integer(player), sql_id(asked->player), sql_integer(asked->since_ms)),
            &player);
        if (found != 1 || player == 0)
            break;
        int is_told = related_read(sql, asked, (uint64_t)player,
                                   FIELDS_INTO(related, &row, &question->arena));
        if (is_told < 0)
            return STORE_UNAVAILABLE;
        if (is_told == 1)
            *(struct store_related *)fields__list_add(&list, STORED_related, &question->arena) =
                row;
    }
    answer->has_more = list.count > asked->limit;
    answer->rows_count = answer->has_more ? asked->limit : list.count;
    answer->rows = list.rows;
    return found < 0 ? STORE_UNAVAILABLE : STORE_OK;
}

int answer__sessions(struct sql_connection *sql, struct work_query *question)
{
    const struct store_of_player *asked = &question->query.as.sessions;
    return answer__list(question,
                        sql__start(sql, SQL_SESSIONS_OF_PLAYER,
                                   SQL_VALUES(sql_id(asked->player), answer__limit(asked->limit))),
                        asked->limit);
}
