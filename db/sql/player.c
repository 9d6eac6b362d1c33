/* SPDX-License-Identifier: MIT */
/*
 * Players: guests, registrations, accounts with their photos, passwords, recovery codes, deletions;
 * and answers about one player.
 */
#include "db/sql/player.h"

#include "db/sql/answer.h"
#include "db/sql/fields.h"
#include "db/sql/operation.h"
#include "db/sql/rating.h"

#include <stddef.h>
#include <string.h>

/* ------------------------------------------------------------------ names */

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

/* ------------------------------------------------------------------ guests and accounts */

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

/* Gives the account a code, or takes it away: NULL. An op_outcome. */
static int recovery_put(struct sql_writer *writer, uint64_t player, const char *code_hash)
{
    if (code_hash != NULL)
        return writer__send(writer, SQL_RECOVERY_PUT,
                            SQL_VALUES(sql_text(code_hash), sql_id(player)));
    return writer__send(writer, SQL_RECOVERY_DELETE, SQL_VALUES(sql_id(player)));
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
                              : recovery_put(writer, registration->id, registration->recovery);
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

int player__rename(struct sql_writer *writer, uint64_t player, const struct store_names *names,
                   const struct store_name_hashes *hashes)
{
    int outcome = names_check(writer, names, player, hashes);
    if (outcome != OP_DONE)
        return outcome;
    return writer__save(writer, SQL_PLAYER_RENAME, FIELDS(names, names),
                        SQL_VALUES(sql_id(player)));
}

/* Whether the stored photo is the one that the account names. */
static int photo_stays(struct sql_writer *writer, const struct store_account_put *put)
{
    int64_t photo = 0;
    int found =
        sql__get_integer(writer->sql, SQL_PHOTO_ID, SQL_VALUES(sql_id(put->player)), &photo);
    return found == 1 && (uint64_t)photo == put->account->photo ? OP_DONE : OP_REFUSED;
}

static int photo_put(struct sql_writer *writer, const struct store_account_put *put)
{
    if (put->photo == NULL && put->account->photo != 0)
        return photo_stays(writer, put);
    if (put->photo == NULL)
        return writer__send(writer, SQL_PHOTO_DELETE, SQL_VALUES(sql_id(put->player)));
    return writer__send(writer, SQL_PHOTO_PUT,
                        SQL_VALUES(sql_id(put->player), sql_id(put->account->photo),
                                   sql_bytes(put->photo, put->photo_size)));
}

static int account_put(struct sql_writer *writer, const struct store_account_put *put)
{
    int outcome = writer__save(writer, SQL_ACCOUNT_PUT, FIELDS(account, put->account),
                               SQL_VALUES(sql_id(put->player)));
    return outcome == OP_DONE ? photo_put(writer, put) : outcome;
}

int write__account_put(struct sql_writer *writer, const struct store_op *op)
{
    return account_put(writer, &op->as.account_put);
}

int write__recovery_put(struct sql_writer *writer, const struct store_op *op)
{
    return recovery_put(writer, op->as.recovery_put.player, op->as.recovery_put.code_hash);
}

/* All logins of the player end. An op_outcome. */
static int logins_remove(struct sql_writer *writer, uint64_t player)
{
    struct sql_value id = sql_id(player);
    if (writer__send(writer, SQL_SESSIONS_DELETE, SQL_VALUES(id, sql_bytes("", 0))) != OP_DONE)
        return OP_REFUSED;
    return writer__send(writer, SQL_DEVICES_DELETE, SQL_VALUES(id));
}

int write__recover(struct sql_writer *writer, const struct store_op *op)
{
    const struct store_recovered *recovered = &op->as.recover;
    int outcome = writer__change(writer, SQL_RECOVERY_USE, FIELDS(recovered, recovered));
    if (outcome != OP_DONE)
        return outcome;
    if (logins_remove(writer, recovered->player) != OP_DONE)
        return OP_REFUSED;
    return writer__send(
        writer, SQL_PASSWORD_SET,
        SQL_VALUES(sql_text(recovered->password_hash), sql_id(recovered->player), sql_text(NULL)));
}

int write__password_set(struct sql_writer *writer, const struct store_op *op)
{
    const struct store_password *password = &op->as.password_set;
    int outcome = writer__change(writer, SQL_PASSWORD_SET, FIELDS(password, password));
    if (outcome == OP_CONFLICT && answer__is_registered(writer->sql, password->player) != 1)
        return OP_REFUSED; /* it has no password */
    return outcome;
}

/* ------------------------------------------------------------------ deletions */

/* The rows that go with an account, by its player. The newest key of all may be among the player's,
 * and it says what the uptime is: SQL_UPTIME_KEEP comes before. */
static const enum sql_statement GONE[] = {
    SQL_RECOVERY_DELETE, SQL_MEMOS_DELETE,   SQL_APPEALS_DELETE,
    SQL_BLOCKS_DELETE,   SQL_FOLLOWS_DELETE, SQL_KEYS_DELETE,
};

int write__player_delete(struct sql_writer *writer, const struct store_op *op)
{
    const struct store_renaming *gone = &op->as.player_delete;
    const struct store_account account = {.is_deleted = true};
    const struct store_account_put put = {.player = gone->player, .account = &account};
    struct sql_value player = sql_id(gone->player);
    int taken = names_are_taken(writer, &gone->names, gone->player);
    if (taken != 0)
        return taken < 0 ? OP_REFUSED : OP_CONFLICT;
    if (writer__save(writer, SQL_PLAYER_DELETE, FIELDS(names, &gone->names), SQL_VALUES(player)) !=
            OP_DONE ||
        rating__remove_all(writer, gone->player) != OP_DONE ||
        logins_remove(writer, gone->player) != OP_DONE ||
        writer__send(writer, SQL_UPTIME_KEEP, NULL, 0) != OP_DONE)
        return OP_REFUSED;
    for (size_t i = 0; i < sizeof(GONE) / sizeof(GONE[0]); i++)
        if (writer__send(writer, GONE[i], SQL_VALUES(player)) != OP_DONE)
            return OP_REFUSED;
    return account_put(writer, &put);
}

/* ------------------------------------------------------------------ reading */

_Static_assert(sizeof(struct store_by_id) == sizeof(uint64_t), "ids are read as such records");

/* Reads what is kept of the player in rows of their own. Returns 0 or -1. */
static int lists_read(struct sql_connection *sql, struct arena *arena, struct store_player *player)
{
    struct sql_value id = sql_id(player->id);
    struct fields_list keys = {0};
    struct fields_list blocked = {0};
    struct fields_list followed = {0};
    if (fields__list(sql__start(sql, SQL_KEYS_OF, SQL_VALUES(id)), STORED_used_key, arena,
                     STORE_KEYS_MAX, &keys) != 0 ||
        fields__list(sql__start(sql, SQL_BLOCKED, SQL_VALUES(id, sql_integer(STORE_BLOCKS_MAX))),
                     STORED_by_id, arena, FIELDS_ALL, &blocked) != 0 ||
        fields__list(sql__start(sql, SQL_FOLLOWED, SQL_VALUES(id, sql_integer(STORE_FOLLOWS_MAX))),
                     STORED_by_id, arena, FIELDS_ALL, &followed) != 0)
        return -1;
    player->keys = keys.rows;
    player->keys_count = keys.count;
    player->blocked = blocked.rows;
    player->blocked_count = blocked.count;
    player->followed = followed.rows;
    player->followed_count = followed.count;
    return 0;
}

/* The one row of the statement about the player, into a record of zeros. Returns 0 or -1. */
static int one_read(struct sql_connection *sql, enum sql_statement statement, uint64_t player,
                    const struct fields_target *target)
{
    return fields__get(sql__start(sql, statement, SQL_VALUES(sql_id(player))), target) < 0 ? -1 : 0;
}

/* The number that the statement tells of the player, 0 where it tells none. Returns 0 or -1. */
static int number_read(struct sql_connection *sql, enum sql_statement statement, uint64_t player,
                       int64_t *number_out)
{
    *number_out = 0;
    return sql__get_integer(sql, statement, SQL_VALUES(sql_id(player)), number_out) < 0 ? -1 : 0;
}

/* Returns 0 or -1. */
static int numbers_read(struct sql_connection *sql, struct store_player *player)
{
    int64_t unread;
    int64_t recovery;
    int64_t memo;
    int64_t appeal = APPEAL_NONE;
    if (number_read(sql, SQL_UNREAD_OF, player->id, &unread) != 0 ||
        number_read(sql, SQL_RECOVERY_OF, player->id, &recovery) != 0 ||
        number_read(sql, SQL_MEMO_UNSEEN, player->id, &memo) != 0 ||
        (player->account->banned_until_ms > 0 &&
         number_read(sql, SQL_APPEAL_OF_BAN, player->id, &appeal) != 0))
        return -1;
    player->unread = (uint64_t)unread;
    player->has_recovery = recovery != 0;
    player->has_memos = memo != 0;
    player->appeal = (enum store_appeal_state)appeal;
    return 0;
}

int player__complete(struct sql_connection *sql, struct arena *arena, struct store_player *player)
{
    struct store_account *account = arena_alloc(arena, sizeof(*account));
    uint64_t id = player->id;
    player->account = account;
    if (rating__read_all(sql, arena, player) != 0 ||
        one_read(sql, SQL_ACCOUNT_GET, id, FIELDS_INTO(account, account, NULL)) != 0 ||
        one_read(sql, SQL_WRITTEN_OF, id, FIELDS_INTO(written, &player->written, NULL)) != 0 ||
        one_read(sql, SQL_CONDUCT_OF, id, FIELDS_INTO(conduct, &player->conduct, NULL)) != 0 ||
        one_read(sql, SQL_DAYS_OFF_OF, id, FIELDS_INTO(days_off, &player->days_off, NULL)) != 0 ||
        numbers_read(sql, player) != 0)
        return -1;
    return lists_read(sql, arena, player);
}

/* The player of a statement's row, whole. As sql__step(). */
static int player_read(struct sql_connection *sql, struct sql_row row, struct arena *arena,
                       struct store_player *player_out)
{
    int found = fields__get(row, FIELDS_INTO(player, player_out, arena));
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
    int64_t guesses = 0;
    int found = fields__get(
        sql__start(sql, SQL_LOGIN,
                   SQL_VALUES(sql_id(asked->origin), device, device, sql_text(asked->name_key))),
        FIELDS_INTO(login, login, &question->arena));
    if (found < 0 ||
        sql__get_integer(sql, SQL_GUESSES_OF,
                         SQL_VALUES(sql_id(asked->name), sql_integer(asked->day)), &guesses) < 0)
        return STORE_UNAVAILABLE;
    if (found != 1 || strcmp(login->name_key, asked->name_key) != 0)
        *login = (struct store_login){.name_key = "", .ban_reason = ""};
    login->guesses = (uint32_t)guesses;
    return STORE_OK;
}

/* The same. */
int answer__recovery(struct sql_connection *sql, struct work_query *question)
{
    struct store_recovery_state state;
    const char *key = question->query.as.recovery.name_key;
    int found = fields__get(sql__start(sql, SQL_RECOVERY, SQL_VALUES(sql_text(key))),
                            FIELDS_INTO(recovery_state, &state, &question->arena));
    if (found != 1 || strcmp(state.name_key, key) != 0)
        return found < 0 ? STORE_UNAVAILABLE : STORE_NOT_FOUND;
    question->answer.as.recovery = state;
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

static int picks_answer(struct sql_connection *sql, struct work_query *question, uint64_t player,
                        enum sql_statement statement, int64_t most)
{
    return answer__list(question,
                        sql__start(sql, statement, SQL_VALUES(sql_id(player), sql_integer(most))),
                        FIELDS_ALL);
}

int answer__blocks(struct sql_connection *sql, struct work_query *question)
{
    return picks_answer(sql, question, question->query.as.blocks.player, SQL_BLOCKS,
                        STORE_BLOCKS_MAX);
}

int answer__follows(struct sql_connection *sql, struct work_query *question)
{
    return picks_answer(sql, question, question->query.as.follows.player, SQL_FOLLOWS,
                        STORE_FOLLOWS_MAX);
}

int answer__photo(struct sql_connection *sql, struct work_query *question)
{
    return answer__status(
        fields__get(sql__start(sql, SQL_PHOTO_GET, SQL_VALUES(sql_id(question->query.as.photo.id))),
                    FIELDS_INTO(photo, &question->answer.as.photo, &question->arena)));
}

int answer__photo_by_id(struct sql_connection *sql, struct work_query *question)
{
    return answer__status(fields__get(
        sql__start(sql, SQL_PHOTO_BY_ID, SQL_VALUES(sql_id(question->query.as.photo_by_id.id))),
        FIELDS_INTO(photo, &question->answer.as.photo_by_id, &question->arena)));
}
