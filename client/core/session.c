/* SPDX-License-Identifier: MIT */
/*
 * The session's life, time, requests and notices.
 */
#include "client/core/session.h"

#include "client/core/backoff.h"
#include "client/core/session_login.h"
#include "client/core/session_private.h"
#include "client/core/session_receive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    return added != NULL ? added->id : NO_REQUEST_ID;
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
    session->last_in_ms = now_ms;
    session->heartbeat_ms = HEARTBEAT_DEFAULT_MS;
    session->ping_ms = PING_DEFAULT_MS;
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

int64_t session_broken(struct session *session, int64_t now_ms, uint32_t random)
{
    session->now_ms = now_ms;
    session->state = SESSION_OFFLINE;
    session->is_ready_due = false;
    session->is_broken_due = false;
    bytes_take(&session->in, session->in.len);
    bytes_take(&session->out, session->out.len);
    sort_pending(session);
    int64_t pause_ms = backoff_pause_ms(session->attempt++, random);
    int64_t asked_ms = session->retry_after_ms;
    session->retry_after_ms = 0;
    return pause_ms > asked_ms ? pause_ms : asked_ms;
}

void session_received(struct session *session, const char *bytes, size_t len, int64_t now_ms)
{
    session->now_ms = now_ms;
    session->last_in_ms = now_ms;
    bytes_append(&session->in, bytes, len);
}

static int64_t silence_ends_ms(const struct session *session)
{
    return session->last_in_ms + session->heartbeat_ms * 5 / 2;
}

static bool is_pinging(const struct session *session)
{
    for (size_t i = 0; i < session->pending.count; i++)
        if (session->pending.items[i].purpose == PENDING_ALIVE)
            return true;
    return false;
}

void session_pass_time(struct session *session, int64_t now_ms)
{
    session->now_ms = now_ms;
    if (!session__is_connected(session))
        return;
    if (session->state == SESSION_READY)
        session__send_put_off(session);
    if (now_ms >= silence_ends_ms(session))
        session->is_broken_due = true;
    else if (now_ms >= session->last_out_ms + session->ping_ms && !is_pinging(session))
        session__send(session, &(struct request){.op = OP_PING}, PENDING_ALIVE);
}

int64_t session_next_ms(const struct session *session)
{
    if (!session__is_connected(session))
        return INT64_MAX;
    int64_t ping_ms = session->last_out_ms + session->ping_ms;
    int64_t silence_ms = silence_ends_ms(session);
    int64_t next_ms = is_pinging(session) || silence_ms < ping_ms ? silence_ms : ping_ms;
    int64_t again_ms = session->state == SESSION_READY ? session__put_off_ms(session) : INT64_MAX;
    return again_ms < next_ms ? again_ms : next_ms;
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
    if (session->is_ready_due) {
        session->is_ready_due = false;
        out->kind = NOTICE_READY;
        out->is_return = true;
        session__put_account(session, out);
        return true;
    }
    return next_lost(session, out);
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
            return false;
    }
}

/* ---------------------------------------------------------------- questions */

bool session_is_ready(const struct session *session)
{
    return session->state == SESSION_READY;
}

bool session_is_busy(const struct session *session)
{
    for (size_t i = 0; i < session->pending.count; i++)
        if (session->pending.items[i].purpose == PENDING_CALLER)
            return true;
    return false;
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

size_t session_password_chars(const struct session *session)
{
    return session->password_chars > 0 ? session->password_chars : PASSWORD_CHARS_MIN;
}

const char *session_token(const struct session *session)
{
    return session->token;
}
