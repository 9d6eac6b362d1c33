/* SPDX-License-Identifier: MIT */
/*
 * The session's life, time, requests and notices; the frames of requests, and what the session
 * remembers of each until it is answered.
 */
#include "client/core/session.h"

#include "client/core/session_private.h"
#include "proto/password.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How often a repeat that is told `busy` is sent again, and after how long where nothing is said.
 */
#define PUT_OFF_MAX 8
#define PUT_OFF_MS 1000

/* ---------------------------------------------------------------- frames of requests */

static void queue(struct session *session, const char *frame, size_t len)
{
    bytes_append(&session->out, frame, len);
    session->last_out_ms = session->now_ms;
}

static char *copy_frame(const char *frame, size_t len)
{
    char *copy = malloc(len);
    if (copy == NULL)
        abort();
    memcpy(copy, frame, len);
    return copy;
}

/* The game or room that the answer is about, where that has to be known. */
static uint64_t subject_of(const struct request *request)
{
    switch (request->op) {
    case OP_ROOM_WATCH:
        return request->as.room_watch.room;
    case OP_ROOM_LEAVE:
        return request->as.room_leave.room;
    case OP_ROOM_REMATCH:
        return request->as.room_rematch.room;
    case OP_GAME_MOVE:
        return request->as.game_move.game;
    case OP_GAME_DRAW:
        return request->as.game_draw.game;
    case OP_GAME_TAKEBACK:
        return request->as.game_takeback.game;
    default:
        return 0;
    }
}

struct pending *session__send(struct session *session, const struct request *request,
                              enum pending_purpose purpose)
{
    struct request numbered = *request;
    char key[REQUEST_KEY_MAX + 1];
    numbered.id = session->next_id;
    numbered.key = NULL;
    if (op_info(request->op)->repeat == REPEAT_KEY) {
        snprintf(key, sizeof(key), "%016" PRIx64 "-%" PRId64, session->random, numbered.id);
        numbered.key = key;
    }
    int len = request_encode(&numbered, session->frame, sizeof(session->frame));
    if (len < 0)
        return NULL;
    struct pending item = {
        .id = numbered.id,
        .op = request->op,
        .purpose = purpose,
        .subject = subject_of(request),
        .again_ms = INT64_MAX,
        .sent_ms = session->now_ms,
    };
    struct pending *added = pending__add(&session->pending, &item);
    if (added == NULL)
        return NULL;
    if (purpose == PENDING_CALLER && request_is_repeatable(&numbered)) {
        added->frame = copy_frame(session->frame, (size_t)len);
        added->len = (size_t)len;
    }
    session->next_id++;
    queue(session, session->frame, (size_t)len);
    return added;
}

void session__expect(struct session *session, enum op op, int64_t id, enum pending_purpose purpose)
{
    const struct pending item = {
        .id = id, .op = op, .purpose = purpose, .again_ms = INT64_MAX, .sent_ms = session->now_ms};
    (void)pending__add(&session->pending, &item);
}

bool session__has_pending(const struct session *session, enum pending_purpose purpose)
{
    for (size_t i = 0; i < session->pending.count; i++)
        if (session->pending.items[i].purpose == purpose)
            return true;
    return false;
}

void session__send_again(struct session *session)
{
    for (size_t i = 0; i < session->pending.count; i++) {
        struct pending *item = &session->pending.items[i];
        if (item->frame == NULL)
            continue;
        item->is_repeated = true;
        item->again_ms = INT64_MAX;
        item->times_put_off = 0;
        item->sent_ms = session->now_ms;
        queue(session, item->frame, item->len);
    }
}

bool session__put_off(struct session *session, struct pending *item, const char *code,
                      int64_t retry_after_ms)
{
    if (!item->is_repeated || item->times_put_off == PUT_OFF_MAX ||
        error_from_code(code) != ERR_BUSY)
        return false;
    item->times_put_off++;
    item->again_ms = session->now_ms + (retry_after_ms > 0 ? retry_after_ms : PUT_OFF_MS);
    return true;
}

/* Queues those that were put off until now. */
static void send_put_off(struct session *session)
{
    for (size_t i = 0; i < session->pending.count; i++) {
        struct pending *item = &session->pending.items[i];
        if (item->frame == NULL || item->again_ms > session->now_ms)
            continue;
        item->again_ms = INT64_MAX;
        item->sent_ms = session->now_ms;
        queue(session, item->frame, item->len);
    }
}

/* When the next of them is due; INT64_MAX if there is none. */
static int64_t put_off_ms(const struct session *session)
{
    int64_t next_ms = INT64_MAX;
    for (size_t i = 0; i < session->pending.count; i++)
        if (session->pending.items[i].again_ms < next_ms)
            next_ms = session->pending.items[i].again_ms;
    return next_ms;
}

#define HEARTBEAT_DEFAULT_MS 10000
#define PING_DEFAULT_MS 20000

struct session *session_new(const char *client, uint64_t random)
{
    struct session *session = calloc(1, sizeof(*session));
    if (session == NULL)
        abort();
    snprintf(session->client, sizeof(session->client), "%s", client);
    arena_init(&session->arena, session->arena_block, sizeof(session->arena_block));
    session->next_id = 1;
    session->random = random;
    return session;
}

void session_free(struct session *session)
{
    pending__clear(&session->pending);
    bytes_deinit(&session->in);
    bytes_deinit(&session->out);
    arena_deinit(&session->arena);
    volatile char *byte = (volatile char *)session;
    for (size_t i = 0; i < sizeof(*session); i++)
        byte[i] = 0; /* there are a token and perhaps a password in it */
    free(session);
}

void session_login_as(struct session *session, const struct session_login *login)
{
    struct login_plan *plan = &session->plan;
    plan->kind = login->kind;
    snprintf(plan->name, sizeof(plan->name), "%s", login->name != NULL ? login->name : "");
    snprintf(plan->password, sizeof(plan->password), "%s",
             login->password != NULL ? login->password : "");
    snprintf(plan->token, sizeof(plan->token), "%s", login->token != NULL ? login->token : "");
    if (session->state == SESSION_STRANGER)
        session__start_login(session);
}

/* ---------------------------------------------------------------- requests */

int64_t session_request(struct session *session, const struct request *request)
{
    if (session->state != SESSION_READY)
        return NO_REQUEST_ID;
    struct pending *added = session__send(session, request, PENDING_CALLER);
    if (added == NULL)
        return NO_REQUEST_ID;
    added->sent_ms = PENDING_UNTIMED; /* whoever asks does not say how late it is */
    return added->id;
}

void session_drop_moves(struct session *session, uint64_t game)
{
    if (session->state != SESSION_READY)
        pending__drop_actions(&session->pending, game);
}

const char *session_get_output(const struct session *session, size_t *len_out)
{
    *len_out = session->out.len;
    return session->out.data;
}

void session_sent(struct session *session, size_t len)
{
    bytes_take(&session->out, len);
}

/* ---------------------------------------------------------------- the connection */

void session_connected(struct session *session, int64_t now_ms)
{
    session->now_ms = now_ms;
    session->connected_ms = now_ms;
    session->last_in_ms = now_ms;
    session->heartbeat_ms = HEARTBEAT_DEFAULT_MS;
    session->ping_ms = PING_DEFAULT_MS;
    patience_begin(&session->patience, HEARTBEAT_DEFAULT_MS, now_ms);
    session__greet(session);
}

/* Keeps what can be repeated, marks what is lost, drops what the session asked for itself. */
static void sort_pending(struct session *session)
{
    for (size_t i = 0; i < session->pending.count;) {
        struct pending *item = &session->pending.items[i];
        if (item->purpose != PENDING_CALLER) {
            pending__remove(&session->pending, item);
            continue;
        }
        item->is_lost = item->frame == NULL;
        i++;
    }
    for (size_t i = 0; i < session->tracker.count; i++)
        session->tracker.games[i].is_syncing = false;
    for (size_t i = 0; i < session->tracker.rooms_count; i++)
        session->tracker.rooms[i].is_syncing = false;
    session->tracker.player.is_syncing = false;
}

void session_set_urgent(struct session *session, bool is_urgent)
{
    session->is_urgent = is_urgent;
}

int64_t session_broken(struct session *session, int64_t now_ms, uint32_t random)
{
    session->now_ms = now_ms;
    session->state = SESSION_OFFLINE;
    session->is_ready_due = false;
    session->is_broken_due = false;
    session->is_silence_told = false; /* now it is more than that */
    bytes_take(&session->in, session->in.len);
    bytes_take(&session->out, session->out.len);
    sort_pending(session);
    int64_t last_ms = session->is_urgent ? PATIENCE_PAUSE_URGENT_MS : PATIENCE_PAUSE_LAST_MS;
    int64_t pause_ms = patience_pause_ms(session->attempt++, last_ms, random);
    int64_t asked_ms = session->retry_after_ms;
    session->retry_after_ms = 0;
    return pause_ms > asked_ms ? pause_ms : asked_ms;
}

/* The time is known: requests that were made since it was are of now. */
static void take_time(struct session *session, int64_t now_ms)
{
    session->now_ms = now_ms;
    for (size_t i = 0; i < session->pending.count; i++)
        if (session->pending.items[i].sent_ms == PENDING_UNTIMED)
            session->pending.items[i].sent_ms = now_ms;
}

static bool has_untimed(const struct session *session)
{
    for (size_t i = 0; i < session->pending.count; i++)
        if (session->pending.items[i].sent_ms == PENDING_UNTIMED)
            return true;
    return false;
}

void session_received(struct session *session, const char *bytes, size_t len, int64_t now_ms)
{
    take_time(session, now_ms);
    session->last_in_ms = now_ms;
    bytes_append(&session->in, bytes, len);
}

static int64_t silence_ends_ms(const struct session *session)
{
    return session->last_in_ms + session->heartbeat_ms * 5 / 2;
}

/* The time at which the oldest request without an answer was sent on this connection; INT64_MAX:
 * none waits. */
static int64_t waits_since_ms(const struct session *session)
{
    int64_t since_ms = INT64_MAX;
    for (size_t i = 0; i < session->pending.count; i++) {
        const struct pending *item = &session->pending.items[i];
        bool waits_here =
            !item->is_lost && item->again_ms == INT64_MAX && item->sent_ms >= session->connected_ms;
        if (waits_here && item->sent_ms < since_ms)
            since_ms = item->sent_ms;
    }
    return since_ms;
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* The time for a ping, if none is under way: one of us has said nothing for long. */
static int64_t ping_at_ms(const struct session *session)
{
    if (session__has_pending(session, PENDING_ALIVE))
        return INT64_MAX;
    return smaller(session->last_out_ms + session->ping_ms,
                   patience_ping_at_ms(&session->patience, session->last_in_ms));
}

static void ping(struct session *session)
{
    session__send(session, &(struct request){.op = OP_PING}, PENDING_ALIVE);
}

void session_pass_time(struct session *session, int64_t now_ms)
{
    take_time(session, now_ms);
    if (!session__is_connected(session))
        return;
    if (session->state == SESSION_READY)
        send_put_off(session);
    if (now_ms >= smaller(silence_ends_ms(session), patience_ends_ms(&session->patience))) {
        session->is_broken_due = true;
    } else if (now_ms >= patience_silent_at_ms(&session->patience, waits_since_ms(session))) {
        session->patience.silent_ms = now_ms;
        if (!session__has_pending(session, PENDING_ALIVE))
            ping(session);
    } else if (now_ms >= ping_at_ms(session)) {
        ping(session);
    }
}

int64_t session_next_ms(const struct session *session)
{
    if (!session__is_connected(session))
        return INT64_MAX;
    if (has_untimed(session))
        return session->now_ms;
    int64_t next_ms = smaller(ping_at_ms(session), silence_ends_ms(session));
    next_ms = smaller(next_ms, patience_silent_at_ms(&session->patience, waits_since_ms(session)));
    next_ms = smaller(next_ms, patience_ends_ms(&session->patience));
    return session->state == SESSION_READY ? smaller(next_ms, put_off_ms(session)) : next_ms;
}

/* ---------------------------------------------------------------- notices */

static bool next_lost(struct session *session, struct notice *out)
{
    for (size_t i = 0; i < session->pending.count; i++) {
        struct pending *item = &session->pending.items[i];
        if (item->is_lost) {
            out->kind = NOTICE_LOST;
            out->id = item->id;
            out->op = item->op;
            pending__remove(&session->pending, item);
            return true;
        }
    }
    return false;
}

/* Tells what has to be told before more is read. */
static bool next_due(struct session *session, struct notice *out)
{
    if (session->is_broken_due) {
        session->is_broken_due = false;
        session->state = SESSION_GIVEN_UP;
        out->kind = NOTICE_BROKEN;
        return true;
    }
    bool is_silent = session->patience.silent_ms != 0;
    if (is_silent != session->is_silence_told && session__is_connected(session)) {
        session->is_silence_told = is_silent;
        out->kind = is_silent ? NOTICE_SILENT : NOTICE_HEARD;
        return true;
    }
    if (session->is_ready_due) {
        session->is_ready_due = false;
        out->kind = NOTICE_READY;
        out->is_return = true;
        session__put_account(session, out);
        return true;
    }
    return next_lost(session, out);
}

/* Nothing whole is there to be told. A part of an answer shows that the other end is there. */
static bool take_part(struct session *session, struct notice *out)
{
    if (session->in.len > 0)
        patience_take_answer(&session->patience, session->last_in_ms);
    return next_due(session, out);
}

bool session_next(struct session *session, struct notice *out)
{
    for (;;) {
        *out = (struct notice){.id = NO_REQUEST_ID};
        if (next_due(session, out))
            return true;
        if (!session__is_connected(session))
            return false;
        struct frame_slice frame;
        size_t used = 0;
        enum frame_status status =
            frame_next(session->in.data, session->in.len, FRAME_REPLY_MAX, &frame, &used);
        bool is_told = status == FRAME_READY && session__take_frame(session, frame, out);
        session->is_broken_due = session->is_broken_due || status == FRAME_TOO_LONG;
        bytes_take(&session->in, used);
        if (is_told)
            return true;
        if (status == FRAME_NEED_MORE)
            return take_part(session, out);
    }
}

/* ---------------------------------------------------------------- questions */

bool session_is_ready(const struct session *session)
{
    return session->state == SESSION_READY;
}

bool session_is_busy(const struct session *session)
{
    return session__has_pending(session, PENDING_CALLER);
}

const char *session_name(const struct session *session)
{
    return session->name;
}

bool session_is_named(const struct session *session, const char *name)
{
    return session->name[0] != '\0' && strcmp(session->name, name) == 0;
}

bool session_is_guest(const struct session *session)
{
    return session->is_guest;
}

int session_role(const struct session *session)
{
    return session->role;
}

int session_chat(const struct session *session)
{
    return session->chat;
}

int64_t session_first_move_ms(const struct session *session)
{
    return session->first_move_ms;
}

bool session_knows_all_variants(const struct session *session)
{
    return variants_are_all_known(&session->variants);
}

int session_days_off(const struct session *session)
{
    return session->days_off;
}

size_t session_password_chars(const struct session *session)
{
    return session->password_chars > 0 ? session->password_chars : PASSWORD_CHARS_MIN;
}

const char *session_token(const struct session *session)
{
    return session->token;
}
