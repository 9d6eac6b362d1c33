/* SPDX-License-Identifier: MIT */
/*
 * Players: guests, registrations, deletions, passwords; and answers about one player.
 */
#include "db/sql/player.h"

#include "db/sql/account.h"
#include "db/sql/answer.h"
#include "db/sql/appeal.h"
#include "db/sql/fields.h"
#include "db/sql/key.h"
#include "db/sql/memo.h"
#include "db/sql/operation.h"
#include "db/sql/rating.h"

#include <string.h>

/* ------------------------------------------------------------------ writing */

/* 1 if the name key or the skeleton is another player's, 0 if not, -1 if the database failed. */
static int names_are_taken(struct sql_writer *writer, const struct store_names *names,
                           uint64_t player)
{
    int64_t other = 0;
    return sql__get_integer(
        writer->sql, SQL_PLAYER_NAMES_TAKEN,
        SQL_VALUES(sql_text(names->name_key), sql_text(names->skeleton), sql_id(player)), &other);
}

static int is_reserved(struct sql_connection *sql, const struct store_name_hashes *hashes)
{
    int64_t until_ms = 0;
    return sql__get_integer(
        sql, SQL_NAME_RESERVED,
        SQL_VALUES(sql_id(hashes->key), sql_id(hashes->skeleton), sql_integer(hashes->at_ms)),
        &until_ms);
}

/* Whether the player may have these names; `hashes` may be NULL. An op_outcome. */
static int names_check(struct sql_writer *writer, const struct store_names *names, uint64_t player,
                       const struct store_name_hashes *hashes)
{
    int taken = names_are_taken(writer, names, player);
    if (taken != 0)
        return taken < 0 ? OP_REFUSED : OP_CONFLICT;
    int reserved = hashes != NULL ? is_reserved(writer->sql, hashes) : 0;
    if (reserved != 0)
        return reserved < 0 ? OP_REFUSED : OP_RESERVED;
    return OP_DONE;
}

static int reserve(struct sql_writer *writer, uint64_t hash, int64_t until_ms)
{
    return writer__send(writer, SQL_NAME_RESERVE, SQL_VALUES(sql_id(hash), sql_integer(until_ms)));
}

int write__name_reserve(struct sql_writer *writer, const struct store_op *op)
{
    const struct store_reservation *reservation = &op->as.name_reserve;
    const struct store_name_hashes *hashes = &reservation->hashes;
    if (!writer->was_applied)
        return OP_CONFLICT;
    if (writer__send(writer, SQL_NAMES_FREE, SQL_VALUES(sql_integer(hashes->at_ms))) != OP_DONE ||
        reserve(writer, hashes->key, reservation->until_ms) != OP_DONE)
        return OP_REFUSED;
    return reserve(writer, hashes->skeleton, reservation->until_ms);
}

static int guest_put(struct sql_writer *writer, const struct store_guest *guest)
{
    int taken = names_are_taken(writer, &guest->names, guest->id);
    if (taken != 0)
        return taken < 0 ? OP_REFUSED : OP_CONFLICT;
    return writer__save(writer, SQL_GUEST_INSERT, FIELDS(guest, guest), FIELDS_ONLY);
}

int write__player_create(struct sql_writer *writer, const struct store_op *op)
{
    return guest_put(writer, &op->as.player_create);
}

int write__computer_put(struct sql_writer *writer, const struct store_op *op)
{
    const struct store_guest *computer = &op->as.computer_put;
    int found = answer__player_exists(writer->sql, computer->id);
    if (found != 0)
        return found < 0 ? OP_REFUSED : OP_DONE;
    int outcome = guest_put(writer, computer);
    return outcome != OP_DONE
               ? outcome
               : writer__send(writer, SQL_PLAYER_IS_COMPUTER, SQL_VALUES(sql_id(computer->id)));
}

static int registration_check(struct sql_writer *writer,
                              const struct store_registration *registration)
{
    return names_check(writer, &registration->names, registration->id, registration->hashes);
}

/* Its names are free. */
static int registration_put(struct sql_writer *writer,
                            const struct store_registration *registration)
{
    int outcome =
        writer__save(writer, SQL_PLAYER_REGISTER, FIELDS(registration, registration), FIELDS_ONLY);
    return outcome != OP_DONE ? outcome
                              : recovery__put(writer, registration->id, registration->recovery);
}

int write__player_register(struct sql_writer *writer, const struct store_op *op)
{
    const struct store_registration *registration = &op->as.player_register;
    int outcome = registration_check(writer, registration);
    return outcome != OP_DONE ? outcome : registration_put(writer, registration);
}

/* All names are looked at before the first account is written: what was written stays with the
 * batch. */
int player__register_all(struct sql_writer *writer, const struct store_registration *accounts,
                         size_t count)
{
    int outcome = OP_DONE;
    for (size_t i = 0; i < count && outcome == OP_DONE; i++)
        outcome = registration_check(writer, &accounts[i]);
    for (size_t i = 0; i < count && outcome == OP_DONE; i++)
        outcome = registration_put(writer, &accounts[i]);
    return outcome;
}

int write__player_delete(struct sql_writer *writer, const struct store_op *op)
{
    const struct store_renaming *gone = &op->as.player_delete;
    struct sql_value player = sql_id(gone->player);
    int taken = names_are_taken(writer, &gone->names, gone->player);
    if (taken != 0)
        return taken < 0 ? OP_REFUSED : OP_CONFLICT;
    if (writer__save(writer, SQL_PLAYER_DELETE, FIELDS(names, &gone->names), SQL_VALUES(player)) !=
            OP_DONE ||
        rating__remove_all(writer, gone->player) != OP_DONE ||
        recovery__put(writer, gone->player, NULL) != OP_DONE ||
        writer__send(writer, SQL_MEMOS_DELETE, SQL_VALUES(player)) != OP_DONE ||
        writer__send(writer, SQL_APPEALS_DELETE, SQL_VALUES(player)) != OP_DONE)
        return OP_REFUSED;
    return account__delete(writer, gone->player);
}

int player__rename(struct sql_writer *writer, uint64_t player, const struct store_names *names,
                   const struct store_name_hashes *hashes)
{
    int outcome = names_check(writer, names, player, hashes);
    if (outcome != OP_DONE)
        return outcome;
    return writer__save(writer, SQL_PLAYER_RENAME, FIELDS(names, names),
                        SQL_VALUES(sql_id(player)));
}

/* Nothing changed: the account has another password by now, or there is none. */
static int password_missed(struct sql_writer *writer, uint64_t player)
{
    int64_t kind = 0;
    int found = sql__get_integer(writer->sql, SQL_PLAYER_KIND, SQL_VALUES(sql_id(player)), &kind);
    return found == 1 && kind == PLAYER_REGISTERED ? OP_CONFLICT : OP_REFUSED;
}

int write__password_set(struct sql_writer *writer, const struct store_op *op)
{
    const struct store_password *password = &op->as.password_set;
    int outcome = writer__change(writer, SQL_PASSWORD_SET, FIELDS(password, password));
    return outcome == OP_CONFLICT ? password_missed(writer, password->player) : outcome;
}

/* ------------------------------------------------------------------ reading */

/* The players whom a statement names: no more than STORE_BLOCKS_MAX. Returns 0 or -1. */
static int picked_read(struct arena *arena, struct sql_row row, const uint64_t **ids_out,
                       size_t *count_out)
{
    uint64_t found[STORE_BLOCKS_MAX];
    size_t count = 0;
    int result = sql__step(&row);
    for (; result == 1; result = sql__step(&row))
        found[count++] = sql__column_id(&row, 0);
    sql__end(&row);
    if (result != 0)
        return -1;
    uint64_t *ids = arena_alloc(arena, (count + 1) * sizeof(*ids));
    memcpy(ids, found, count * sizeof(*ids));
    *ids_out = ids;
    *count_out = count;
    return 0;
}

static int blocked_read(struct sql_connection *sql, struct arena *arena,
                        struct store_player *player)
{
    struct sql_row row =
        sql__start(sql, SQL_BLOCKED, SQL_VALUES(sql_id(player->id), sql_integer(STORE_BLOCKS_MAX)));
    return picked_read(arena, row, &player->blocked, &player->blocked_count);
}

static int followed_read(struct sql_connection *sql, struct arena *arena,
                         struct store_player *player)
{
    struct sql_row row = sql__start(sql, SQL_FOLLOWED,
                                    SQL_VALUES(sql_id(player->id), sql_integer(STORE_FOLLOWS_MAX)));
    return picked_read(arena, row, &player->followed, &player->followed_count);
}
/* The one row of the statement about the player, into a record of zeros. Returns 0 or -1. */
static int one_read(struct sql_connection *sql, enum sql_statement statement, uint64_t player,
                    struct fields_target target)
{
    return fields__get(sql__start(sql, statement, SQL_VALUES(sql_id(player))), &target) < 0 ? -1
                                                                                            : 0;
}

/* Letters that the player has not read. Returns 0 or -1. */
static int unread_read(struct sql_connection *sql, uint64_t player, uint64_t *unread_out)
{
    int64_t unread = 0;
    int found = sql__get_integer(sql, SQL_UNREAD_OF, SQL_VALUES(sql_id(player)), &unread);
    *unread_out = (uint64_t)unread;
    return found == 1 ? 0 : -1;
}

int player__complete(struct sql_connection *sql, struct arena *arena, struct store_player *player)
{
    struct store_account *account = arena_alloc(arena, sizeof(*account));
    player->account = account;
    if (rating__read_all(sql, arena, player) != 0 || account__read(sql, player->id, account) != 0 ||
        unread_read(sql, player->id, &player->unread) != 0 ||
        one_read(sql, SQL_WRITTEN_OF, player->id,
                 (struct fields_target){STORED_written, &player->written, arena}) != 0 ||
        one_read(sql, SQL_CONDUCT_OF, player->id,
                 (struct fields_target){STORED_conduct, &player->conduct, arena}) != 0 ||
        one_read(sql, SQL_DAYS_OFF_OF, player->id,
                 (struct fields_target){STORED_days_off, &player->days_off, arena}) != 0 ||
        key__read_all(sql, arena, player) != 0 ||
        recovery__read(sql, player->id, &player->has_recovery) != 0 ||
        memo__unseen(sql, player->id, &player->has_memos) != 0)
        return -1;
    if (account->banned_until_ms > 0 && appeal__of_ban(sql, player->id, &player->appeal) != 0)
        return -1;
    return blocked_read(sql, arena, player) != 0 ? -1 : followed_read(sql, arena, player);
}

/* The player of a statement's row, whole. As sql__step(). */
static int player_read(struct sql_connection *sql, struct sql_row row, struct arena *arena,
                       struct store_player *player_out)
{
    const struct fields_target target = {STORED_player, player_out, arena};
    int found = fields__get(row, &target);
    if (found != 1)
        return found;
    if (player__complete(sql, arena, player_out) != 0 ||
        rating__settled_month(sql, &player_out->settled_month) != 0)
        return -1;
    return 1;
}

int player__by_key(struct sql_connection *sql, const char *name_key, struct arena *arena,
                   struct store_player *player_out)
{
    return player_read(sql, sql__start(sql, SQL_PLAYER_BY_NAME, SQL_VALUES(sql_text(name_key))),
                       arena, player_out);
}

int player__by_token(struct sql_connection *sql, const uint8_t *hash, struct arena *arena,
                     struct store_player *player_out)
{
    struct sql_value token = sql_bytes(hash, STORE_TOKEN_HASH_SIZE);
    return player_read(sql, sql__start(sql, SQL_PLAYER_BY_TOKEN, SQL_VALUES(token)), arena,
                       player_out);
}

int player__by_id(struct sql_connection *sql, uint64_t id, struct arena *arena,
                  struct store_player *player_out)
{
    return player_read(sql, sql__start(sql, SQL_PLAYER_BY_ID, SQL_VALUES(sql_id(id))), arena,
                       player_out);
}

/* The ratings are the arena's and this answer's: their ranks are written into them. */
static int ranked(struct sql_connection *sql, int found, struct store_player *player)
{
    if (found == 1 && rating__rank_all(sql, player) != 0)
        return STORE_UNAVAILABLE;
    return answer__status(found);
}

int answer__player_by_name(struct sql_connection *sql, struct work_query *question)
{
    struct store_player *player = &question->answer.as.player_by_name.player;
    const char *key = question->query.as.player_by_name.name_key;
    return ranked(sql, player__by_key(sql, key, &question->arena, player), player);
}

int answer__player_by_id(struct sql_connection *sql, struct work_query *question)
{
    struct store_player *player = &question->answer.as.player_by_id.player;
    uint64_t id = question->query.as.player_by_id.id;
    return ranked(sql, player__by_id(sql, id, &question->arena, player), player);
}

/* All of the row is read before anybody looks whose it is. */
int answer__login(struct sql_connection *sql, struct work_query *question)
{
    struct store_login *login = &question->answer.as.login;
    const struct store_login_from *asked = &question->query.as.login;
    struct sql_value device = sql_bytes(asked->device, STORE_TOKEN_HASH_SIZE);
    const struct fields_target target = {STORED_login, login, &question->arena};
    int64_t guesses = 0;
    int found = fields__get(
        sql__start(sql, SQL_LOGIN,
                   SQL_VALUES(sql_id(asked->origin), device, device, sql_text(asked->name_key))),
        &target);
    if (found < 0 ||
        sql__get_integer(sql, SQL_GUESSES_OF,
                         SQL_VALUES(sql_id(asked->name), sql_integer(asked->day)), &guesses) < 0)
        return STORE_UNAVAILABLE;
    if (found != 1 || strcmp(login->name_key, asked->name_key) != 0)
        *login = (struct store_login){.name_key = "", .ban_reason = ""};
    login->guesses = (uint32_t)guesses;
    return STORE_OK;
}

int answer__name_state(struct sql_connection *sql, struct work_query *question)
{
    const struct store_names *names = &question->query.as.name_state.names;
    int64_t other = 0;
    int found = sql__get_integer(
        sql, SQL_PLAYER_NAMES_TAKEN,
        SQL_VALUES(sql_text(names->name_key), sql_text(names->skeleton), sql_integer(0)), &other);
    question->answer.as.name_state.is_taken = found == 1;
    int reserved = is_reserved(sql, &question->query.as.name_state.hashes);
    question->answer.as.name_state.is_reserved = reserved == 1;
    return found < 0 || reserved < 0 ? STORE_UNAVAILABLE : STORE_OK;
}
