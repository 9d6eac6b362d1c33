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
#include "server/core/people/spending.h"
#include "server/core/rules/spoken_code.h"
#include "server/core/state.h"
#include "server/core/table/room.h"
#include "server/core/table/room_presence.h"
#include "server/core/table/seating.h"
#include "server/core/table/view.h"
#include "server/core/turn/call.h"
#include "server/core/turn/outbox.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/wait.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <utlist.h>

int auth_begin(struct call *call)
{
    if (conn_is_waiting(call->core, call->origin.conn))
        return ERR_BUSY;
    if (call->asker.player != 0 || call->asker.is_local)
        return ERR_ALREADY_LOGGED_IN;
    conn_set_waiting(call->core, call->origin.conn, true);
    return 0;
}

bool auth_call(struct core *core, const struct wait *wait, struct call *call_out)
{
    bool is_there = asker_call(core, wait, call_out);
    conn_set_waiting(core, wait->origin.conn, false);
    return is_there;
}

struct auth *auth_new(const struct call *call)
{
    struct auth *auth = mem_zero(sizeof(*auth));
    auth->network = conn_network(call->core, call->origin.conn);
    return auth;
}

/* volatile: the compiler may not drop a write to memory that is freed next. */
static void wipe(volatile char *secret, size_t size)
{
    for (size_t i = 0; i < size; i++)
        secret[i] = '\0';
}

void auth_wipe(struct auth *auth)
{
    wipe((volatile char *)&auth->password, sizeof(auth->password));
    wipe(auth->new_password, sizeof(auth->new_password));
}

void auth_refuse(struct core *core, const struct wait *wait, int error, int64_t retry_after_ms)
{
    struct call call;
    struct auth *auth = wait->data;
    auth_wipe(auth);
    guard_give_back(core, &auth->guess);
    if (!auth_call(core, wait, &call))
        return;
    call.retry_after_ms = retry_after_ms;
    call_error(&call, error);
}

void auth_work(struct core *core, struct wait *wait,
               void (*done)(struct core *, struct wait *, const struct work_result *),
               const struct work *work)
{
    struct wait *next = wait_again(wait);
    next->done.work = done;
    int status = wait_work(core, next, work);
    if (status == 0)
        return;
    auth_refuse(core, next, status, AUTH_BUSY_RETRY_MS);
    wait_free(next);
}

void auth_ask(struct core *core, struct wait *take_wait, const uint8_t token_hash[TOKEN_HASH_SIZE],
              void (*found)(struct core *, struct wait *, int, const struct store_answer *))
{
    struct store_query query = {.kind = STORE_PLAYER_BY_TOKEN};
    memcpy(query.as.player_by_token.token_hash, token_hash, TOKEN_HASH_SIZE);
    take_wait->done.query = found;
    queries_ask_admitted(core, take_wait, &query);
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

void auth_take_new(struct auth *auth, const char *typed)
{
    struct password_forms forms;
    bool has_form = password_forms(typed, &forms);
    assert(has_form);
    memcpy(auth->new_password, forms.form, sizeof(forms.form));
    wipe((volatile char *)&forms, sizeof(forms));
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
                                .network = conn_network(call->core, call->origin.conn)};
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
    uint64_t network = conn_network(call->core, call->origin.conn);
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
    if (!conn_is_kept(call->core, call->origin.conn) ||
        (found != NULL && has_game(call->core, found)))
        return true;
    conn_set_waiting(call->core, call->origin.conn, false);
    outbox_bye_error(call->core, call->origin.conn, ERR_TOO_MANY_CONNECTIONS);
    return false;
}

void auth_log_in(struct call *call, const struct store_player *stored,
                 const uint8_t token_hash[TOKEN_HASH_SIZE], int64_t used_ms)
{
    struct core *core = call->core;
    struct player *player = player_take(core, stored);
    login_begin(core, player, call->origin.conn, token_hash, used_ms);
    call->asker = asker_of(core, call->origin.conn);
    if (seating_is_busy(core, player))
        lag_measure(core, call->origin.conn);
    char detail[PLAYER_NAME_SIZE + ADDRESS_SIZE + 64];
    snprintf(detail, sizeof(detail), "name=%s address=%s", player_name(player),
             conn_address(core, call->origin.conn));
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

static struct busy_player *find(const struct core *core, uint64_t player)
{
    struct busy_player *busy;
    DL_SEARCH_SCALAR(core->operations->busy, busy, player, player);
    return busy;
}

static void forget(struct core *core, struct busy_player *busy)
{
    DL_DELETE(core->operations->busy, busy);
    free(busy);
}

void busy_begin(struct core *core, uint64_t player, enum busy with)
{
    struct busy_player *busy = find(core, player);
    if (busy == NULL) {
        busy = mem_zero(sizeof(*busy));
        busy->player = player;
        DL_APPEND(core->operations->busy, busy);
    }
    busy->with |= (unsigned)with;
}

void busy_end(struct core *core, uint64_t player, enum busy with)
{
    struct busy_player *busy = find(core, player);
    if (busy == NULL)
        return;
    busy->with &= ~(unsigned)with;
    if (busy->with == 0)
        forget(core, busy);
}

bool busy_is(const struct core *core, uint64_t player, enum busy with)
{
    const struct busy_player *busy = find(core, player);
    return busy != NULL && (busy->with & (unsigned)with) != 0;
}

void busy_deinit(struct core *core)
{
    while (core->operations->busy != NULL)
        forget(core, core->operations->busy);
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
