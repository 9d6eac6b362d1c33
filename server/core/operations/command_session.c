/* SPDX-License-Identifier: MIT */
/*
 * Commands of a connection and of logins without a password: hello, variant.list, ping, auth.guest,
 * auth.resume, player.sync, auth.logout, session.list, session.revoke.
 */
#include "base/memory.h"
#include "brain/computer.h"
#include "proto/error.h"
#include "proto/family.h"
#include "proto/id.h"
#include "proto/password.h"
#include "server/core/desk/conn.h"
#include "server/core/meeting/invitation.h"
#include "server/core/operations/auth.h"
#include "server/core/operations/request.h"
#include "server/core/people/asker.h"
#include "server/core/people/fines.h"
#include "server/core/people/login.h"
#include "server/core/people/moderation.h"
#include "server/core/people/network.h"
#include "server/core/people/player.h"
#include "server/core/people/session.h"
#include "server/core/rules/allowance.h"
#include "server/core/rules/ids.h"
#include "server/core/rules/text.h"
#include "server/core/table/room_game.h"
#include "server/core/table/sleep.h"
#include "server/core/turn/call.h"
#include "server/core/turn/keys.h"
#include "server/core/turn/outbox.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/stream.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------ guest */

#define GUEST_PREFIX "guest-"

/* A guest who is being made. Very many may come at once, so it has no more than that (struct auth
 * has room for passwords and texts). */
struct guest {
    uint64_t network; /* from which it comes (core.h) */
    uint64_t id;
    int64_t created_ms;
    struct session session;
    char name[sizeof(GUEST_PREFIX) + ID_TEXT_SIZE];
};

/* Ids of the same minute look alike; multiplying by an odd number modulo 2^60 mixes them and never
 * makes two the same. */
static void guest_name(uint64_t id, char *name, size_t size)
{
    char text[ID_TEXT_SIZE];
    uint64_t mixed = (id ^ (id >> 31)) * UINT64_C(0x9E3779B97F4A7C15) & ID_MAX;
    id_format(mixed, text);
    snprintf(name, size, GUEST_PREFIX "%s", text);
}

static void guest_stored(struct core *core, struct wait *wait, int status,
                         enum store_op_result result)
{
    (void)result;
    const struct guest *guest = wait->data;
    struct call call;
    if (status != STORE_OK)
        auth_newcomer_back(core, guest->network);
    if (!auth_call(core, wait, &call))
        return;
    if (status != STORE_OK) {
        call.retry_after_ms = WRITES_PROBE_MS;
        call_error(&call, ERR_STORAGE_UNAVAILABLE);
        return;
    }
    const struct store_player stored = {.id = guest->id,
                                        .kind = PLAYER_GUEST,
                                        .names.name = guest->name,
                                        .created_ms = guest->created_ms};
    auth_log_in(&call, &stored,
                &(struct login_by){guest->session.hash, core->now.wall_ms, RIGHTS_ALL, 0});
    const struct auth_guest_reply reply = {
        .name = guest->name,
        .token = guest->session.token,
        .seq = (int64_t)stream_sure(core, player_stream(call_player(&call)))};
    call_reply_stored(&call, &reply);
}

static struct guest *guest_new(const struct call *call)
{
    struct core *core = call->core;
    struct guest *guest = mem_zero(sizeof(*guest));
    guest->network = conn_network(core, call->reply_to.conn);
    guest->id = ids_next(&core->last_id, core->now.wall_ms);
    guest->created_ms = core->now.wall_ms;
    guest->session = session_new(core);
    guest_name(guest->id, guest->name, sizeof(guest->name));
    return guest;
}

int command_auth_guest(struct call *call)
{
    struct core *core = call->core;
    int status = writes_ready(call);
    if (status == 0)
        status = auth_begin(call);
    if (status != 0)
        return status;
    if (!auth_has_place(call, 0))
        return 0;
    status = origin_ban_check(call);
    if (status == 0)
        status = auth_newcomer(call);
    conn_set_waiting(core, call->reply_to.conn, status == 0);
    if (status != 0)
        return status;
    struct guest *guest = guest_new(call);
    const char *name = guest->name;
    const struct store_op op = {.kind = STORE_PLAYER_CREATE,
                                .as.player_create = {.id = guest->id,
                                                     .names = {name, name, name},
                                                     .created_ms = guest->created_ms}};
    writes_add(core, &op);
    const struct session_maker maker = {.conn = call->reply_to.conn, .is_guest = true};
    size_t index = session_write(core, &guest->session, guest->id, &maker);
    writes_wait(core, wait_new(call, guest), index, guest_stored);
    return 0;
}

/* ------------------------------------------------------------------ resume */

/* A player who comes back: very many may at once, as after a start of the server. */
struct comeback {
    uint8_t token_hash[TOKEN_HASH_SIZE];
};

/* The word of a session's rights. */
static int rights_word(int rights)
{
    static const int words[RIGHTS_COUNT] = {
        [RIGHTS_ALL] = NONE, [RIGHTS_PLAY] = RIGHTS_WORD_PLAY, [RIGHTS_LOOK] = RIGHTS_WORD_LOOK};
    return words[rights];
}

/* Refuses the tokens of those who keep order: they are told what no program is to know. */
static int check_rank(const struct store_known_player *known)
{
    const struct store_account *account = known->player.account;
    bool has_role = account != NULL && account->role != ROLE_PLAYER;
    return known->session->rights != RIGHTS_ALL && has_role ? ERR_BAD_TOKEN : 0;
}

static void resume_found(struct core *core, struct wait *wait, int status,
                         const struct store_answer *answer)
{
    const struct comeback *comeback = wait->data;
    struct call call;
    if (!auth_call(core, wait, &call))
        return;
    if (status != STORE_OK) {
        call.retry_after_ms = status == STORE_NOT_FOUND ? 0 : WRITES_PROBE_MS;
        call_error(&call, status == STORE_NOT_FOUND ? ERR_BAD_TOKEN : ERR_STORAGE_UNAVAILABLE);
        return;
    }
    const struct store_known_player *known = &answer->as.player_by_token;
    if (session_ended_since(core, known->player.id, comeback->token_hash, wait->seen) ||
        session_is_over(core, known->session)) {
        call_error(&call, ERR_BAD_TOKEN);
        return;
    }
    status = moderation_check_ban(&call, &known->player);
    if (status == 0)
        status = check_rank(known);
    if (status == 0)
        status = auth_spend(&call, known->player.id);
    if (status != 0) {
        call_error(&call, status);
        return;
    }
    sleep_wake(core, known->tables, known->tables_count);
    if (!auth_has_place(&call, known->player.id))
        return;
    auth_log_in(&call, &known->player,
                &(struct login_by){comeback->token_hash, known->session->last_used_ms,
                                   known->session->rights, known->session->ends_ms});
    struct auth_resume_reply reply = {
        .name = player_name(call_player(&call)),
        .guest = known_is_guest(player_known(call_player(&call))),
        .rights = rights_word(known->session->rights),
        .seq = (int64_t)player_stream(call_player(&call))->seq,
    };
    reply.rooms_count = auth_rooms(&call, &reply.rooms);
    reply.invitations_count = invitation_list(core, call_player(&call), &reply.invitations);
    reply.fine_warning = fines_warning(core, call_player(&call));
    reply.unread = player_unread(call_player(&call));
    reply.mute = moderation_view_mute(core, call_player(&call));
    reply.role = (int)player_account(call_player(&call))->role;
    reply.no_recovery = !reply.guest && !known->player.has_recovery;
    reply.memos = memos_may_wait(core, &known->player, wait->number);
    call_reply_or(&call, &reply, auth_take_back, 0);
    login_use(core, call.reply_to.conn); /* for which nobody waits */
}

int command_auth_resume(struct call *call)
{
    if (call->request->auth_resume.token == NULL)
        return ERR_LOGIN_REQUIRED;
    int status = auth_begin(call);
    if (status != 0)
        return status;
    struct comeback *comeback = mem_zero(sizeof(*comeback));
    session_hash(call->core, call->request->auth_resume.token, comeback->token_hash);
    auth_ask(call->core, wait_new(call, comeback), comeback->token_hash, resume_found);
    return 0;
}

/* ------------------------------------------------------------------ sync */

static void tell_whole(struct call *call, struct player_sync_reply *reply)
{
    struct core *core = call->core;
    const struct player *player = call_player(call);
    reply->whole = true;
    reply->rooms_count = auth_rooms(call, &reply->rooms);
    reply->invitations_count = invitation_list(core, player, &reply->invitations);
    reply->fine_warning = fines_warning(core, player);
    reply->unread = player_unread(player);
    reply->mute = moderation_view_mute(core, player);
    reply->role = (int)player_account(player)->role;
}

int command_player_sync(struct call *call)
{
    const struct stream *stream = player_stream(call_player(call));
    struct player_sync_reply reply = {.role = ROLE_WORD_PLAYER};
    if (!stream_resend(call->core, call->reply_to.conn, stream, call->request->player_sync.since))
        tell_whole(call, &reply);
    reply.seq = (int64_t)stream->seq;
    return call_reply(call, &reply);
}

/* ------------------------------------------------------------------ logout */

/* The session that ends, while its end is not stored yet. */
struct logout {
    uint64_t player;
    uint8_t token_hash[TOKEN_HASH_SIZE];
};

/* If that was the last login that is here. */
static void close_rooms(struct core *core, const struct logout *logout)
{
    struct player *player = player_find(core, logout->player);
    if (player != NULL && !login_is_open(core, player, logout->token_hash, false))
        rooms_close_open(core, player, true);
}

static void logout_stored(struct core *core, struct wait *wait, int status,
                          enum store_op_result result);

/* Takes the wait. */
static void logout_write(struct core *core, struct wait *take_wait)
{
    struct logout *logout = take_wait->data;
    logout->player = take_wait->asker.player;
    memcpy(logout->token_hash, login_hash(core, take_wait->reply_to.conn), TOKEN_HASH_SIZE);
    writes_wait(core, take_wait, session_end(core, logout->token_hash), logout_stored);
}

static void logout_stored(struct core *core, struct wait *wait, int status,
                          enum store_op_result result)
{
    (void)result;
    const struct logout *logout = wait->data;
    struct call call;
    bool is_there = asker_call(core, wait, &call);
    if (status == STORE_OK) {
        session_removed(core, logout->token_hash);
        /* Every connection that came in with the token goes, but for the one that is answered. */
        login_say_bye(core, logout->player, logout->token_hash, true, wait->reply_to.conn);
        close_rooms(core, logout);
    }
    if (!is_there)
        return;
    if (status != STORE_OK) {
        call.retry_after_ms = WRITES_PROBE_MS;
        call_error(&call, ERR_STORAGE_UNAVAILABLE);
        return;
    }
    if (!login_has_session(core, call.reply_to.conn, logout->token_hash)) {
        /* The guest was registering: it is the account's session that has to end. */
        logout_write(core, wait_again(wait));
        return;
    }
    call_reply_stored(&call, &call_nothing);
    outbox_end(core, call.reply_to.conn);
}

int command_auth_logout(struct call *call)
{
    int status = writes_ready(call);
    if (status != 0)
        return status;
    struct logout *logout = mem_zero(sizeof(*logout));
    logout_write(call->core, wait_new(call, logout));
    return 0;
}

/* ------------------------------------------------------------------ sessions */

#define LISTED_MAX 50
/* Older ones than so many are ended together with all others only. */
#define SEARCHED_MAX 1000

/* ------------------------------------------------------------------ the list */

static struct session_row_record view_session(const struct call *call,
                                              const struct store_session *session)
{
    return (struct session_row_record){
        .session = session_id(session->token_hash),
        .created = session->created_ms,
        .used = session->last_used_ms,
        .origin = session->origin[0] != '\0' ? session->origin : NULL,
        .client = session->client[0] != '\0' ? session->client : NULL,
        .connected = login_is_open(call->core, call_player(call), session->token_hash, true),
        .current = login_has_session(call->core, call->reply_to.conn, session->token_hash),
        .rights = rights_word(session->rights),
        .label = session->label[0] != '\0' ? session->label : NULL,
        .ends = session->rights != RIGHTS_ALL ? session->ends_ms : NONE,
    };
}

static int list_read(struct call *call, const struct store_answer *answer)
{
    struct session_row_record rows[LISTED_MAX];
    const struct store_sessions *sessions = &answer->as.sessions;
    size_t count = 0;
    for (size_t i = 0; i < sessions->rows_count; i++)
        if (!session_is_over(call->core, &sessions->rows[i]))
            rows[count++] = view_session(call, &sessions->rows[i]);
    const struct session_list_reply reply = {
        .rows = rows, .rows_count = count, .more = sessions->has_more};
    return call_reply(call, &reply);
}

static int ask(struct call *call, void *take_data, uint32_t limit, wait_then_fn *then)
{
    const struct store_query query = {
        .kind = STORE_SESSIONS, .as.sessions = {.player = call->asker.player, .limit = limit}};
    return asker_ask(call, take_data, &query, then, 0);
}

int command_session_list(struct call *call)
{
    return ask(call, NULL, LISTED_MAX, list_read);
}

/* ------------------------------------------------------------------ ending */

struct revocation {
    uint64_t player;
    uint64_t session;              /* 0: all but the one with the hash */
    uint8_t hash[TOKEN_HASH_SIZE]; /* of the one that ends, or that stays */
};

static void revoke_stored(struct core *core, struct wait *wait, int status,
                          enum store_op_result result)
{
    (void)result;
    const struct revocation *revocation = wait->data;
    struct call call;
    if (status == STORE_OK && revocation->session != 0) {
        session_removed(core, revocation->hash);
        login_say_bye(core, revocation->player, revocation->hash, true, 0);
    } else if (status == STORE_OK) {
        sessions_removed(core, revocation->player, revocation->hash);
        login_say_bye(core, revocation->player, revocation->hash, false, 0);
    }
    if (!asker_call_stored(core, wait, status, &call))
        return;
    call_reply_stored(&call, &call_nothing);
}

/* Takes the wait. Returns 0. */
static int revoke_write(struct core *core, struct wait *take_wait)
{
    const struct revocation *revocation = take_wait->data;
    size_t index = revocation->session != 0
                       ? session_remove(core, revocation->hash)
                       : sessions_remove(core, revocation->player, revocation->hash);
    keys_wait(core, take_wait, index, &call_nothing, revoke_stored);
    return 0;
}

static const struct store_session *find(const struct store_sessions *sessions, uint64_t id)
{
    for (size_t i = 0; i < sessions->rows_count; i++)
        if (session_id(sessions->rows[i].token_hash) == id)
            return &sessions->rows[i];
    return NULL;
}

static int revoke_found(struct call *call, const struct store_answer *answer)
{
    struct revocation *revocation = call->wait->data;
    const struct store_session *session = find(&answer->as.sessions, revocation->session);
    if (session == NULL || login_has_session(call->core, call->reply_to.conn, session->token_hash))
        return ERR_NO_SUCH_SESSION;
    int status = writes_ready(call);
    if (status != 0)
        return status;
    memcpy(revocation->hash, session->token_hash, TOKEN_HASH_SIZE);
    return revoke_write(call->core, wait_again(call->wait));
}

int command_session_revoke(struct call *call)
{
    int status = writes_ready(call);
    if (status == 0 && busy_is(call->core, call->asker.player, BUSY_REGISTERING))
        status = ERR_BUSY; /* the account's first session is on its way */
    if (status == ERR_BUSY)
        call->retry_after_ms = AUTH_BUSY_RETRY_MS;
    if (status != 0)
        return status;
    struct revocation *revocation = mem_zero(sizeof(*revocation));
    revocation->player = call->asker.player;
    revocation->session = call->request->session_revoke.session;
    memcpy(revocation->hash, login_hash(call->core, call->reply_to.conn), TOKEN_HASH_SIZE);
    if (revocation->session != 0)
        return ask(call, revocation, SEARCHED_MAX, revoke_found);
    return revoke_write(call->core, wait_new(call, revocation));
}

/* ------------------------------------------------------------------ hello and ping */

#define DAY_MS (INT64_C(24) * 3600 * 1000)

static void describe_cost(const struct core_options *options, enum cost_word cost,
                          struct cost_rate_record *out)
{
    const struct allowance_rate rate =
        allowance_rate(cost, options->cost_units[cost], options->allowance_percent, 1);
    *out = (struct cost_rate_record){.cost = (int)cost, .units = rate.units, .per_ms = rate.per_ms};
}

static struct limits_record describe_limits(const struct core_options *options)
{
    return (struct limits_record){
#define OPTION(type, name, doc)
#define TOLD(type, name, doc) .name = (int64_t)options->name,
#include "server/core/options.def"
        .frame_bytes = FRAME_REQUEST_MAX,
        .reply_bytes = FRAME_REPLY_MAX,
        .depth = FRAME_DEPTH_MAX,
        .absent_bullet_ms = options->absent_ms[SPEED_BULLET],
        .absent_blitz_ms = options->absent_ms[SPEED_BLITZ],
        .absent_slow_ms = options->absent_ms[SPEED_SLOW],
        .refusals = rates_refusals(options->rate_percent),
        .connections = (int64_t)options->connections,
        .keys_per_player = STORE_KEYS_MAX,
        .key_ms = STORE_KEYS_MS,
        .session_days = options->session_ms / DAY_MS,
        .guest_session_days = options->guest_session_ms / DAY_MS,
        .sessions_per_player = options->sessions_per_player,
        .password_chars_max = PASSWORD_CHARS_MAX,
        .about_chars = STORE_ABOUT_CHARS,
        .chat_chars = STORE_CHAT_CHARS,
        .message_chars = STORE_LETTER_CHARS,
        .report_chars = STORE_REPORT_CHARS,
        .reason_chars = STORE_REASON_CHARS,
        .provisional_games = options->rating_terms.games,
        .provisional_opponents = options->rating_terms.opponents,
        .provisional_points = options->rating_terms.points,
    };
}

static int check_protocol(int64_t spoken)
{
    if (spoken == PROTOCOL_VERSION)
        return 0;
    return spoken < PROTOCOL_VERSION ? ERR_CLIENT_TOO_OLD : ERR_CLIENT_TOO_NEW;
}

static void greet(struct call *call)
{
    const char *client = call->request->hello.client;
    if (client != NULL) {
        client = text_of_line(&call->core->arena, client);
        client = text_is_blank(client) ? "" : client;
    }
    conn_greet(call->core, call->reply_to.conn, client);
}

/* The words that may be said where nothing else may. */
static size_t list_phrases(const struct core *core,
                           struct phrase_record phrases_out[MAXIMA_PHRASES])
{
    size_t count = core->options.chat == CHAT_WORD_PHRASES ? phrase_count() : 0;
    for (size_t i = 0; i < count; i++)
        phrases_out[i] = (struct phrase_record){.text = phrase_get(i)};
    return count;
}

/* The keys of the variants that the computer plays; NULL: none. */
static const char *list_played(struct arena *arena, const struct computer *computer)
{
    size_t size = VARIANT_COUNT * (MAXIMA_VARIANT_KEY + 1);
    char *keys = arena_alloc(arena, size);
    size_t len = 0;
    for (int i = 0; i < VARIANT_COUNT; i++) {
        const struct variant *variant = variant_get((enum variant_id)i);
        if (computer_plays(computer, variant))
            len += (size_t)snprintf(keys + len, size - len, len > 0 ? " %s" : "%s", variant->key);
    }
    return len > 0 ? keys : NULL;
}

static struct computer_info_record describe_computer(struct arena *arena, enum computer_id id)
{
    const struct computer *computer = computer_get(id);
    return (struct computer_info_record){.key = computer->key,
                                         .name = computer->name,
                                         .levels = computer->levels,
                                         .plays = list_played(arena, computer)};
}

int command_hello(struct call *call)
{
    int status = check_protocol(call->request->hello.protocol);
    if (status != 0)
        return status;
    greet(call);
    struct computer_info_record computers[COMPUTER_COUNT];
    for (int i = 0; i < COMPUTER_COUNT; i++)
        computers[i] = describe_computer(&call->core->arena, (enum computer_id)i);
    struct cost_rate_record costs[COST_WORD_COUNT];
    for (int i = 0; i < COST_WORD_COUNT; i++)
        describe_cost(&call->core->options, (enum cost_word)i, &costs[i]);
    struct phrase_record phrases[MAXIMA_PHRASES];
    struct limits_record limits = describe_limits(&call->core->options);
    limits.costs = costs;
    limits.costs_count = COST_WORD_COUNT;
    const struct hello_reply reply = {
        .protocol = PROTOCOL_VERSION,
        .server = call->core->options.server,
        .now = call->core->now.wall_ms,
        .limits = &limits,
        .variants_count = VARIANT_COUNT,
        .variants_version = family_version(),
        .computers = computers,
        .computers_count = COMPUTER_COUNT,
        .chat = call->core->options.chat,
        .phrases = phrases,
        .phrases_count = list_phrases(call->core, phrases),
    };
    return call_reply(call, &reply);
}

int command_variant_list(struct call *call)
{
    struct variant_info_record variants[VARIANT_COUNT];
    struct family_room *rooms = arena_alloc(&call->core->arena, VARIANT_COUNT * sizeof(*rooms));
    for (int i = 0; i < VARIANT_COUNT; i++)
        variants[i] = family_describe(variant_get((enum variant_id)i), &rooms[i]);
    const struct variant_list_reply reply = {
        .version = family_version(), .variants = variants, .variants_count = VARIANT_COUNT};
    return call_reply(call, &reply);
}

int command_ping(struct call *call)
{
    if (call->request->ping.heartbeat > 0)
        lag_answered(call->core, call->reply_to.conn, call->request->ping.heartbeat);
    const struct ping_reply reply = {.now = call->core->now.wall_ms,
                                     .lag_ms = lag_of_conn(call->core, call->reply_to.conn)};
    return call_reply(call, &reply);
}
