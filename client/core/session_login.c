/* SPDX-License-Identifier: MIT */
/*
 * Hello, logging in and coming back.
 */
#include "client/core/session_private.h"

#include <stdio.h>
#include <string.h>

#define PING_MIN_MS 500
#define HEARTBEAT_MIN_MS 100
#define HEARTBEAT_MAX_MS 600000

static int64_t clamp(int64_t value, int64_t min, int64_t max)
{
    return value < min ? min : value > max ? max : value;
}

void session__greet(struct session *session)
{
    struct request request = {.op = OP_HELLO};
    request.as.hello.protocol = PROTOCOL_VERSION;
    request.as.hello.client = session->client;
    session->state = SESSION_GREETING;
    session__send(session, &request, PENDING_GREETING);
}

/* A secret is not kept longer than it is needed; `volatile` keeps the compiler from being clever.
 */
static void forget_password(struct session *session)
{
    volatile char *byte = session->plan.password;
    for (size_t i = 0; i < sizeof(session->plan.password); i++)
        byte[i] = 0;
}

static void send_register(struct session *session)
{
    struct request request = {.op = OP_AUTH_REGISTER};
    request.as.auth_register.name = session->plan.name;
    request.as.auth_register.password = session->plan.password;
    session__send(session, &request, PENDING_LOGIN);
}

static void send_resume(struct session *session)
{
    struct request request = {.op = OP_AUTH_RESUME};
    request.as.auth_resume.token = session->plan.token;
    session__send(session, &request, PENDING_LOGIN);
}

static void send_password(struct session *session)
{
    struct request request = {.op = OP_AUTH_LOGIN};
    request.as.auth_login.name = session->plan.name;
    request.as.auth_login.password = session->plan.password;
    if (session->plan.token[0] != '\0')
        request.as.auth_login.device = session->plan.token;
    session__send(session, &request, PENDING_LOGIN);
}

void session__start_login(struct session *session)
{
    session->state = SESSION_LOGGING_IN;
    switch (session->plan.kind) {
    case LOGIN_NONE:
        break;
    case LOGIN_GUEST:
        session__send(session, &(struct request){.op = OP_AUTH_GUEST}, PENDING_LOGIN);
        break;
    case LOGIN_TOKEN:
        send_resume(session);
        break;
    case LOGIN_PASSWORD:
        send_password(session);
        break;
    case LOGIN_REGISTER:
        /* The guest has to be logged in to become the account and keep the games. */
        if (session->plan.token[0] != '\0')
            send_resume(session);
        else
            send_register(session);
        break;
    }
}

void session__sync(struct session *session, struct tracked_game *tracked)
{
    struct request request = {.op = OP_GAME_SYNC};
    request.as.game_sync.game = tracked->game;
    request.as.game_sync.since = tracked->seq;
    struct pending *pending = session__send(session, &request, PENDING_CATCHING_UP);
    if (pending != NULL) {
        pending->subject = tracked->game;
        tracked->is_syncing = true;
    }
}

void session__sync_stream(struct session *session, struct tracked_stream *stream)
{
    struct request request = {.op = stream->room != 0 ? OP_ROOM_SYNC : OP_PLAYER_SYNC};
    int64_t since = stream->seq != NO_SEQ ? stream->seq : NONE;
    if (stream->room != 0)
        request.as.room_sync = (struct room_sync_request){.room = stream->room, .since = since};
    else
        request.as.player_sync.since = since;
    struct pending *pending = session__send(session, &request, PENDING_CATCHING_UP);
    if (pending != NULL) {
        pending->subject = stream->room;
        stream->is_syncing = true;
    }
}

static void watch_again(struct session *session, uint64_t room)
{
    struct request request = {.op = OP_ROOM_WATCH};
    request.as.room_watch.room = room;
    struct pending *pending = session__send(session, &request, PENDING_CATCHING_UP);
    if (pending != NULL)
        pending->subject = room;
}

/* A player is told of a room where a connection was lost; a watcher has to come anew. */
static bool sits_in(const struct notice *login, uint64_t room)
{
    for (size_t i = 0; i < login->rooms_count; i++)
        if (login->rooms[i].room == room)
            return true;
    return false;
}

/* Games before rooms: so what was missed is told event by event, and the room's view of the game
 * comes as no surprise. What was not answered waits: it may be done and taken back. */
static void catch_up(struct session *session, const struct notice *login, int64_t seq)
{
    struct tracker *tracker = &session->tracker;
    for (size_t i = 0; i < tracker->count; i++)
        session__sync(session, &tracker->games[i]);
    for (size_t i = 0; i < tracker->rooms_count; i++)
        if (sits_in(login, tracker->rooms[i].room))
            session__sync_stream(session, &tracker->rooms[i]);
        else
            watch_again(session, tracker->rooms[i].room);
    if (tracker->player.seq != seq)
        session__sync_stream(session, &tracker->player);
}

static bool is_catching_up(const struct session *session)
{
    for (size_t i = 0; i < session->pending.count; i++)
        if (session->pending.items[i].purpose == PENDING_CATCHING_UP)
            return true;
    return false;
}

void session__on_caught_up(struct session *session)
{
    if (session->state == SESSION_CATCHING_UP && !is_catching_up(session)) {
        session->state = SESSION_READY;
        session->attempt = 0;
        session->is_ready_due = true;
        session__send_again(session);
    }
}

void session__take_account(struct session *session, const struct sanction_record *mute, int role)
{
    session->role = role;
    session->is_muted = mute != NULL;
    if (mute == NULL)
        return;
    bool has_reason = mute->reason != NULL;
    snprintf(session->mute_reason, sizeof(session->mute_reason), "%s",
             has_reason ? mute->reason : "");
    session->mute = (struct sanction_record){.until = mute->until,
                                             .reason = has_reason ? session->mute_reason : NULL};
}

static bool tell_ready(struct session *session, struct notice *out)
{
    session->state = SESSION_READY;
    session->was_ready = true;
    session->attempt = 0;
    out->kind = NOTICE_READY;
    session__put_account(session, out);
    return true;
}

/* The login has succeeded, or none was wanted. `seq` is that of the player's last event. */
static bool let_in(struct session *session, int64_t seq, struct notice *out)
{
    forget_password(session);
    if (session->token[0] != '\0') {
        session->plan.kind = LOGIN_TOKEN;
        snprintf(session->plan.token, sizeof(session->plan.token), "%s", session->token);
    }
    if (!session->was_ready) {
        if (seq > session->tracker.player.seq)
            session->tracker.player.seq = seq;
        return tell_ready(session, out);
    }
    session->state = SESSION_CATCHING_UP;
    catch_up(session, out, seq);
    session__on_caught_up(session);
    return false;
}

static bool tell_refused(struct session *session, int error, struct notice *out)
{
    session->state = SESSION_STRANGER;
    out->kind = NOTICE_REFUSED;
    out->error.code = error_code(error);
    out->error.message = error_message(error);
    return true;
}

/* The two will not understand each other, however often it is tried. */
static bool refuse_version(struct session *session, int64_t protocol, struct notice *out)
{
    int error = protocol < PROTOCOL_VERSION ? ERR_CLIENT_TOO_NEW : ERR_CLIENT_TOO_OLD;
    session->state = SESSION_STRANGER;
    out->kind = NOTICE_REFUSED;
    out->op = OP_HELLO;
    out->error.code = error_code(error);
    out->error.message = error_message(error);
    return true;
}

bool session__on_greeted(struct session *session, struct notice *out)
{
    const struct hello_reply *hello = &session->reply.hello;
    if (hello->protocol != PROTOCOL_VERSION)
        return refuse_version(session, hello->protocol, out);
    if (!variants_are_known(&session->variants, (size_t)hello->variants_count,
                            hello->variants_version))
        session__send(session, &(struct request){.op = OP_VARIANT_LIST}, PENDING_VARIANTS);
    session->chat = hello->chat;
    session->heartbeat_ms = clamp(hello->limits->heartbeat_ms, HEARTBEAT_MIN_MS, HEARTBEAT_MAX_MS);
    session->patience.beat_ms = session->heartbeat_ms;
    session->password_chars =
        hello->limits->password_chars > 0 ? (size_t)hello->limits->password_chars : 0;
    session->first_move_ms = hello->limits->first_move_ms;
    session->days_off = (int)hello->limits->days_off;
    session->ping_ms = clamp(hello->limits->idle_ms / 3, PING_MIN_MS, HEARTBEAT_MAX_MS);
    if (session->plan.kind == LOGIN_NONE)
        return let_in(session, NO_SEQ, out);
    session__start_login(session);
    return false;
}

static void become(struct session *session, const char *name, const char *token, bool is_guest)
{
    snprintf(session->name, sizeof(session->name), "%s", name);
    snprintf(session->token, sizeof(session->token), "%s", token);
    session->is_guest = is_guest;
}

bool session__on_logged_in(struct session *session, enum op op, struct notice *out)
{
    const union reply_body *reply = &session->reply;
    int64_t seq = NO_SEQ;
    switch (op) {
    case OP_AUTH_GUEST:
        seq = reply->auth_guest.seq;
        become(session, reply->auth_guest.name, reply->auth_guest.token, true);
        break;
    case OP_AUTH_REGISTER:
        seq = reply->auth_register.seq;
        become(session, reply->auth_register.name, reply->auth_register.token, false);
        out->recovery = reply->auth_register.recovery;
        break;
    case OP_AUTH_LOGIN:
        seq = reply->auth_login.seq;
        become(session, reply->auth_login.name, reply->auth_login.token, false);
        out->rooms = reply->auth_login.rooms;
        out->rooms_count = reply->auth_login.rooms_count;
        out->invitations = reply->auth_login.invitations;
        out->invitations_count = reply->auth_login.invitations_count;
        out->fine_warning = reply->auth_login.fine_warning;
        out->unread = reply->auth_login.unread;
        out->no_recovery = reply->auth_login.no_recovery;
        out->memos = reply->auth_login.memos;
        session__take_account(session, reply->auth_login.mute, reply->auth_login.role);
        break;
    default: /* OP_AUTH_RESUME */
        seq = reply->auth_resume.seq;
        become(session, reply->auth_resume.name, session->plan.token, reply->auth_resume.guest);
        out->rooms = reply->auth_resume.rooms;
        out->rooms_count = reply->auth_resume.rooms_count;
        out->invitations = reply->auth_resume.invitations;
        out->invitations_count = reply->auth_resume.invitations_count;
        out->fine_warning = reply->auth_resume.fine_warning;
        out->unread = reply->auth_resume.unread;
        out->no_recovery = reply->auth_resume.no_recovery;
        out->memos = reply->auth_resume.memos;
        session__take_account(session, reply->auth_resume.mute, reply->auth_resume.role);
        break;
    }
    if (op == OP_AUTH_RESUME && session->plan.kind == LOGIN_REGISTER) {
        if (!session->is_guest)
            return tell_refused(session, ERR_ALREADY_LOGGED_IN, out);
        send_register(session);
        return false;
    }
    return let_in(session, seq, out);
}

/* Whether the same login may succeed a little later. */
static bool is_temporary(const struct session *session)
{
    int error = error_from_code(session->incoming.error.code);
    if (error == ERR_BANNED || error == ERR_NEWCOMERS_REFUSED)
        return false; /* nobody waits for days */
    return session->incoming.error.retry_after_ms > 0 || error == ERR_BUSY ||
           error == ERR_RATE_LIMITED || error == ERR_STORAGE_UNAVAILABLE ||
           error == ERR_SHUTTING_DOWN;
}

bool session__on_refused(struct session *session, enum op op)
{
    int error = error_from_code(session->incoming.error.code);
    if (op == OP_AUTH_RESUME && session->plan.kind == LOGIN_REGISTER && error == ERR_BAD_TOKEN) {
        session->plan.token[0] = '\0'; /* the guest is gone; the account can be made anyway */
        send_register(session);
        return false;
    }
    if (session->was_ready && is_temporary(session)) {
        session->retry_after_ms = session->incoming.error.retry_after_ms;
        session->is_broken_due = true;
        return false;
    }
    session->state = SESSION_STRANGER;
    return true;
}
