/* SPDX-License-Identifier: MIT */
/*
 * The shared steps of logging in.
 */
#include "server/core/operations/auth.h"

#include "base/memory.h"
#include "server/core/desk/address.h"
#include "server/core/desk/conn.h"
#include "server/core/operations/state.h"
#include "server/core/people/asker.h"
#include "server/core/people/login.h"
#include "server/core/people/player.h"
#include "server/core/people/session.h"
#include "server/core/people/spending.h"
#include "server/core/rules/guesses.h"
#include "server/core/rules/spoken_code.h"
#include "server/core/state.h"
#include "server/core/table/room.h"
#include "server/core/table/room_presence.h"
#include "server/core/table/seating.h"
#include "server/core/table/view.h"
#include "server/core/turn/call.h"
#include "server/core/turn/outbox.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/uptime.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <utlist.h>

int auth_begin(struct call *call)
{
    if (conn_is_waiting(call->core, call->reply_to.conn))
        return ERR_BUSY;
    if (call->asker.player != 0 || call->asker.is_local)
        return ERR_ALREADY_LOGGED_IN;
    conn_set_waiting(call->core, call->reply_to.conn, true);
    return 0;
}

bool auth_call(struct core *core, const struct wait *wait, struct call *call_out)
{
    bool is_there = asker_call(core, wait, call_out);
    conn_set_waiting(core, wait->reply_to.conn, false);
    return is_there;
}

struct auth *auth_new(const struct call *call)
{
    struct auth *auth = mem_zero(sizeof(*auth));
    auth->network = conn_network(call->core, call->reply_to.conn);
    return auth;
}

/* volatile: the compiler may not drop a write to memory that is freed next. */
void secret_wipe(void *secret, size_t size)
{
    volatile char *bytes = secret;
    for (size_t i = 0; i < size; i++)
        bytes[i] = '\0';
}

void auth_wipe(struct auth *auth)
{
    secret_wipe(&auth->password, sizeof(auth->password));
    secret_wipe(auth->new_password, sizeof(auth->new_password));
}

void auth_over(struct core *core, struct auth *auth)
{
    auth_wipe(auth);
    if (auth->confirmed == NULL)
        return;
    auth->confirmed = NULL;
    busy_end(core, auth->player, BUSY_CONFIRMING);
    player_let_go(core, player_find(core, auth->player));
}

void auth_refuse(struct core *core, const struct wait *wait, int error, int64_t retry_after_ms)
{
    struct call call;
    struct auth *auth = wait->data;
    auth_over(core, auth);
    guard_give_back(core, &auth->guess);
    if (auth->is_newcomer)
        auth_newcomer_back(core, auth->network);
    if (!auth_call(core, wait, &call))
        return;
    call.retry_after_ms = retry_after_ms;
    call_error(&call, error);
}

void auth_work(struct core *core, struct wait *wait, wait_work_fn *done, const struct work *work)
{
    struct wait *next = wait_again(wait);
    int status = wait_work(core, next, work, done);
    if (status == 0)
        return;
    auth_refuse(core, next, status, AUTH_BUSY_RETRY_MS);
    wait_free(next);
}

void auth_ask(struct core *core, struct wait *take_wait, const uint8_t token_hash[TOKEN_HASH_SIZE],
              wait_query_fn *found)
{
    struct store_query query = {.kind = STORE_PLAYER_BY_TOKEN};
    memcpy(query.as.player_by_token.token_hash, token_hash, TOKEN_HASH_SIZE);
    queries_ask_admitted(core, take_wait, &query, found);
}

int auth_check_password(const struct core *core, const char *password, const char *name,
                        enum player_role role)
{
    const struct core_options *options = &core->options;
    size_t chars_min = role != ROLE_PLAYER && options->password_chars_role > options->password_chars
                           ? options->password_chars_role
                           : options->password_chars;
    return password_check(password, chars_min, name);
}

int password_check_hashed(struct call *call, const struct work_result *result)
{
    int status = writes_ready(call);
    if (status != 0 || result->ok)
        return status;
    call->retry_after_ms = AUTH_BUSY_RETRY_MS;
    return ERR_BUSY;
}

void auth_take_new(struct auth *auth, const char *typed)
{
    struct password_forms forms;
    bool has_form = password_forms(typed, &forms);
    assert(has_form);
    memcpy(auth->new_password, forms.form, sizeof(forms.form));
    secret_wipe(&forms, sizeof(forms));
}

struct work auth_verify(const struct auth *auth, const char *hash)
{
    const struct password_forms *forms = &auth->password;
    return (struct work){
        .kind = WORK_PASSWORD_VERIFY,
        .as.password_verify = {.password = forms->form,
                               .typed = forms->typed[0] != '\0' ? forms->typed : NULL,
                               .apart = forms->apart[0] != '\0' ? forms->apart : NULL,
                               .hash = hash}};
}

int64_t auth_wait_ms(const struct call *call, const char *key)
{
    const struct guess guess = {.name = guard_name(call->core, key),
                                .network = conn_network(call->core, call->reply_to.conn)};
    return guard_wait_ms(call->core, &guess);
}

int auth_guess(struct call *call, struct auth *auth, const char *key)
{
    auth->guess.name = guard_name(call->core, key);
    auth->guess.network = auth->network;
    call->retry_after_ms = guard_wait_ms(call->core, &auth->guess);
    if (call->retry_after_ms > 0)
        return ERR_RATE_LIMITED;
    guard_count(call->core, &auth->guess);
    return 0;
}

void auth_right_password(struct core *core, struct auth *auth)
{
    guard_right(core, &auth->guess);
}

int auth_newcomer(struct call *call)
{
    uint64_t network = conn_network(call->core, call->reply_to.conn);
    call->retry_after_ms = address_spend(call->core, network, COST_WORD_NEWCOMER, 1);
    return call->retry_after_ms > 0 ? ERR_TOO_MANY_NEWCOMERS : 0;
}

void auth_newcomer_back(struct core *core, uint64_t network)
{
    address_give_back(core, network, COST_WORD_NEWCOMER, 1);
}

int auth_spend(struct call *call, uint64_t player)
{
    call->retry_after_ms = player_spend(call->core, player, COST_WORD_LOGIN, 1);
    return call->retry_after_ms > 0 ? ERR_RATE_LIMITED : 0;
}

void auth_wrong_password(struct core *core, const struct wait *wait)
{
    struct auth *auth = wait->data;
    /* Whether or not its connection waits for the answer. */
    guard_wrong(core, &auth->guess);
    auth_refuse(core, wait, ERR_WRONG_CREDENTIALS, 0);
}

static bool has_game(const struct core *core, const struct player *player)
{
    struct room *room;
    for (size_t at = 0; (room = sitter_room(core, player_id(player), at)) != NULL; at++)
        if (room_is_playing(room))
            return true;
    return false;
}

bool auth_has_place(const struct call *call, uint64_t player)
{
    const struct player *found = player_find(call->core, player);
    if (!conn_is_kept(call->core, call->reply_to.conn) ||
        (found != NULL && has_game(call->core, found)))
        return true;
    conn_set_waiting(call->core, call->reply_to.conn, false);
    outbox_bye_error(call->core, call->reply_to.conn, ERR_TOO_MANY_CONNECTIONS);
    return false;
}

void auth_log_in(struct call *call, const struct store_player *stored, const struct login_by *by)
{
    struct core *core = call->core;
    struct player *player = player_take(core, stored);
    login_begin(core, player, call->reply_to.conn, by);
    call->asker = asker_of(core, call->reply_to.conn);
    if (seating_is_busy(core, player))
        lag_measure(core, call->reply_to.conn);
    char detail[PLAYER_NAME_SIZE + ADDRESS_SIZE + 64];
    snprintf(detail, sizeof(detail), "name=%s address=%s", player_name(player),
             conn_address(core, call->reply_to.conn));
    /* Clients come back as often as their connections break, and every command of penta does. */
    enum log_level level = call->op == OP_AUTH_RESUME ? LOG_LEVEL_DEBUG : LOG_LEVEL_INFO;
    core->ports.log(core->ports.ctx, level, call->op == OP_AUTH_RESUME ? "resume" : "login",
                    detail);
}

void auth_take_back(struct core *core, uint64_t conn, uint64_t nothing)
{
    (void)nothing;
    conn_log_out(core, conn);
}

size_t auth_rooms(struct call *call, const struct room_record **rooms_out)
{
    const struct player *player = call_player(call);
    struct room_record *rooms =
        arena_alloc(&call->core->arena,
                    (sitter_room_count(call->core, player_id(player)) + 1) * sizeof(*rooms));
    size_t count = 0;
    struct room *room;
    for (size_t at = 0; (room = sitter_room(call->core, player_id(player), at)) != NULL; at++) {
        rooms[count++] = view_room_of_login(call->core, room, player);
        room_presence_shown(call->core, room, player);
    }
    *rooms_out = rooms;
    return count;
}

/* ------------------------------------------------------------------ players who are busy */

static struct busy_player *busy_find(const struct core *core, uint64_t player)
{
    struct busy_player *busy = NULL;
    HASH_FIND(by_player, core->operations->busy, &player, sizeof(player), busy);
    return busy;
}

static void busy_forget(struct core *core, struct busy_player *busy)
{
    HASH_DELETE(by_player, core->operations->busy, busy);
    free(busy);
}

void busy_begin(struct core *core, uint64_t player, enum busy with)
{
    struct busy_player *busy = busy_find(core, player);
    if (busy == NULL) {
        busy = mem_zero(sizeof(*busy));
        busy->player = player;
        HASH_ADD(by_player, core->operations->busy, player, sizeof(busy->player), busy);
    }
    busy->with |= (unsigned)with;
}

void busy_end(struct core *core, uint64_t player, enum busy with)
{
    struct busy_player *busy = busy_find(core, player);
    if (busy == NULL)
        return;
    busy->with &= ~(unsigned)with;
    if (busy->with == 0)
        busy_forget(core, busy);
}

bool busy_is(const struct core *core, uint64_t player, enum busy with)
{
    const struct busy_player *busy = busy_find(core, player);
    return busy != NULL && (busy->with & (unsigned)with) != 0;
}

void busy_deinit(struct core *core)
{
    while (core->operations->busy != NULL)
        busy_forget(core, core->operations->busy);
}

/* ------------------------------------------------------------------ recovery codes */

static void hash_code(struct core *core, const char *code, char hash_out[RECOVERY_HASH_SIZE])
{
    uint8_t hash[TOKEN_HASH_SIZE];
    core->ports.token_hash(core->ports.ctx, code, hash);
    for (size_t i = 0; i < sizeof(hash); i++)
        snprintf(hash_out + 2 * i, 3, "%02x", hash[i]);
}

struct recovery recovery_new(struct core *core)
{
    struct recovery recovery;
    uint8_t bytes[RECOVERY_CODE_CHARS];
    core->ports.random(core->ports.ctx, bytes, sizeof(bytes));
    spoken_code_write(bytes, RECOVERY_CODE_CHARS, recovery.code);
    hash_code(core, recovery.code, recovery.hash);
    return recovery;
}

bool recovery_hash(struct core *core, const char *typed, char hash_out[RECOVERY_HASH_SIZE])
{
    char code[RECOVERY_CODE_SIZE];
    if (!spoken_code_read(typed, RECOVERY_CODE_CHARS, code))
        return false;
    hash_code(core, code, hash_out);
    return true;
}

/* ------------------------------------------------------------------ names that nobody can take */

static uint64_t hash(const struct core *core, const char *text)
{
    return secret_hash(core, SECRET_NAMES, text, strlen(text));
}

struct store_name_hashes reserved_name_hashes(const struct core *core, const struct name_keys *keys)
{
    return (struct store_name_hashes){.key = hash(core, keys->key),
                                      .skeleton = hash(core, keys->skeleton),
                                      .at_ms = wall_believed_ms(core)};
}

void reserved_name_add(struct core *core, const char *name, int64_t until_ms)
{
    struct name_keys keys;
    if (!name_make(core->options.names, name, &keys))
        return; /* nobody could register it */
    const struct store_op op = {
        .kind = STORE_NAME_RESERVE,
        .as.name_reserve = {.hashes = reserved_name_hashes(core, &keys), .until_ms = until_ms}};
    writes_add(core, &op);
}

static int64_t later(int64_t a_ms, int64_t b_ms)
{
    return a_ms > b_ms ? a_ms : b_ms;
}

int64_t reserved_name_end(const struct core *core, const struct store_account *account)
{
    int64_t end_ms = wall_believed_ms(core) + core->options.reserved_ms;
    return later(end_ms, later(account->banned_until_ms, account->muted_until_ms));
}

enum name_verdict_word reserved_name_verdict(enum name_fault fault)
{
    static const enum name_verdict_word verdicts[] = {
        [NAME_GOOD] = NAME_VERDICT_WORD_FREE,
        [NAME_TOO_SHORT] = NAME_VERDICT_WORD_TOO_SHORT,
        [NAME_TOO_LONG] = NAME_VERDICT_WORD_TOO_LONG,
        [NAME_BEGINS_WRONG] = NAME_VERDICT_WORD_BEGINNING,
        [NAME_HAS_OTHERS] = NAME_VERDICT_WORD_CHARACTERS,
        [NAME_MIXES_SCRIPTS] = NAME_VERDICT_WORD_SCRIPTS,
        [NAME_OF_OFFICE] = NAME_VERDICT_WORD_OFFICE,
    };
    return verdicts[fault];
}

/* ------------------------------------------------------------------ guesses of passwords */

/* Guesses in a row without a wait. People try the passwords that they have; and where the account
 * was logged in before, the wrong ones may be a neighbour's. */
#define FREE_GUESSES 5
#define FREE_GUESSES_KNOWN 20
#define UNLIMITED UINT32_MAX
/* Guesses that one write is for. */
#define STEP 10

void guards_init(struct core *core)
{
    const struct core_options *options = &core->options;
    const struct guess_limits here = {FREE_GUESSES, options->guesses_address_day};
    const struct guess_limits known = {FREE_GUESSES_KNOWN, options->guesses_account_day};
    const struct guess_limits own = {FREE_GUESSES, options->guesses_device_day};
    const struct guess_limits all = {UNLIMITED, options->guesses_account_day};
    core->operations->guards = (struct guards){.here = guesses_new(options->allowances, here),
                                               .known = guesses_new(options->allowances, known),
                                               .names = guesses_new(options->allowances, all),
                                               .devices = guesses_new(options->allowances, own),
                                               .players = guesses_new(options->allowances, own)};
}

void guards_deinit(struct core *core)
{
    guesses_free(core->operations->guards.here);
    guesses_free(core->operations->guards.known);
    guesses_free(core->operations->guards.names);
    guesses_free(core->operations->guards.devices);
    guesses_free(core->operations->guards.players);
}

uint64_t guard_name(const struct core *core, const char *key)
{
    return secret_hash(core, SECRET_GUESSES, key, strlen(key));
}

int64_t guard_day(const struct core *core)
{
    return guesses_day(core->now);
}

/* ------------------------------------------------------------------ whose guess it is */

/* A stranger's, at this name from this network. */
static struct guess_key key_here(const struct guess *guess)
{
    return (struct guess_key){.who = guess->name ^ (guess->network * UINT64_C(0x9E3779B97F4A7C15)),
                              .neighbours = guess->name};
}

static struct guess_key key_of(uint64_t number)
{
    return (struct guess_key){.who = number, .neighbours = number};
}

/* The table of those who are no strangers, and their key; NULL: it is one. */
static struct guesses *own_table(const struct core *core, const struct guess *guess,
                                 struct guess_key *key_out)
{
    *key_out = key_of(guess->player != 0 ? guess->player : guess->device);
    if (guess->player != 0)
        return core->operations->guards.players;
    return guess->device != 0 ? core->operations->guards.devices : NULL;
}

/* ------------------------------------------------------------------ waiting */

/* Where strangers are known, they neither use up what there is elsewhere nor lack it. The store
 * says so; as long as a guess from there counts, it is remembered. */
static bool is_known(const struct core *core, const struct guess *guess)
{
    const struct guess_key here = key_here(guess);
    return guess->knows_origin || guesses_has(core->operations->guards.known, &here, core->now);
}

static struct guesses *table_here(const struct core *core, const struct guess *guess)
{
    return is_known(core, guess) ? core->operations->guards.known : core->operations->guards.here;
}

static int64_t wait_for_name_ms(const struct core *core, const struct guess *guess)
{
    const struct guess_key here = key_here(guess);
    const struct guess_key name = key_of(guess->name);
    int64_t here_ms = guesses_wait_ms(table_here(core, guess), &here, core->now);
    int64_t name_ms = is_known(core, guess)
                          ? 0
                          : guesses_wait_ms(core->operations->guards.names, &name, core->now);
    return here_ms > name_ms ? here_ms : name_ms;
}

/* Whether the network tries a name that it did not of late. */
static bool is_new_name(const struct core *core, const struct guess *guess)
{
    const struct guess_key here = key_here(guess);
    return guesses_are_none(table_here(core, guess), &here, core->now);
}

static int64_t wait_for_network_ms(const struct core *core, const struct guess *guess)
{
    if (!is_new_name(core, guess))
        return 0;
    return address_wait_ms(core, guess->network, COST_WORD_GUESS, 1);
}

int64_t guard_wait_ms(const struct core *core, const struct guess *guess)
{
    struct guess_key key;
    struct guesses *own = own_table(core, guess, &key);
    if (own != NULL)
        return guesses_wait_ms(own, &key, core->now);
    int64_t name_ms = wait_for_name_ms(core, guess);
    int64_t network_ms = is_known(core, guess) ? 0 : wait_for_network_ms(core, guess);
    return name_ms > network_ms ? name_ms : network_ms;
}

bool guard_may_pass(const struct core *core, const struct guess *guess, bool has_device)
{
    return has_device || wait_for_name_ms(core, guess) == 0;
}

/* ------------------------------------------------------------------ counting */

void guard_count(struct core *core, struct guess *guess)
{
    struct guess_key key;
    struct guesses *own = own_table(core, guess, &key);
    guess->is_counted = true;
    if (own != NULL) {
        guesses_count(own, &key, core->now);
        return;
    }
    guess->is_new_name =
        is_new_name(core, guess) && address_spend(core, guess->network, COST_WORD_GUESS, 1) == 0;
    key = key_here(guess);
    guesses_count(table_here(core, guess), &key, core->now);
    if (guess->knows_origin)
        return;
    key = key_of(guess->name);
    guesses_count(core->operations->guards.names, &key, core->now);
}

typedef void take_back_fn(struct guesses *table, const struct guess_key *key, struct moment now);

static void take_back(struct core *core, struct guess *guess, take_back_fn *from)
{
    struct guess_key key;
    struct guesses *own = own_table(core, guess, &key);
    if (!guess->is_counted)
        return;
    guess->is_counted = false;
    if (own != NULL) {
        from(own, &key, core->now);
        return;
    }
    if (guess->is_new_name)
        address_give_back(core, guess->network, COST_WORD_GUESS, 1);
    key = key_here(guess);
    from(table_here(core, guess), &key, core->now);
    if (guess->knows_origin)
        return;
    key = key_of(guess->name);
    guesses_give_back(core->operations->guards.names, &key, core->now);
}

void guard_right(struct core *core, struct guess *guess)
{
    take_back(core, guess, guesses_right);
}

void guard_give_back(struct core *core, struct guess *guess)
{
    take_back(core, guess, guesses_give_back);
}

/* ------------------------------------------------------------------ what is stored */

void guard_stored(struct core *core, const struct guess *guess, uint32_t guessed)
{
    const struct guess_key name = key_of(guess->name);
    guesses_stored(core->operations->guards.names, &name, guessed, core->now);
}

void guard_wrong(struct core *core, struct guess *guess)
{
    struct guess_key key;
    bool is_strangers = guess->is_counted && own_table(core, guess, &key) == NULL;
    guess->is_counted = false;
    if (!is_strangers || guess->knows_origin || !core_can_store(core))
        return;
    key = key_of(guess->name);
    const struct store_op op = {
        .kind = STORE_GUESSED,
        .as.guessed = {.name = guess->name,
                       .day = guesses_day(core->now),
                       .guesses =
                           guesses_ahead(core->operations->guards.names, &key, STEP, core->now)}};
    if (op.as.guessed.guesses > 0)
        writes_add(core, &op);
}
