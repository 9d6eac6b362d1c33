/* SPDX-License-Identifier: MIT */
/*
 * Hello, the ways to log in, and coming back after a broken connection; and turning frames into
 * notices.
 */
#include "client/core/session_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PING_MIN_MS 500
#define HEARTBEAT_MIN_MS 100
#define HEARTBEAT_MAX_MS 600000

/* ---------------------------------------------------------------- hello and logging in */

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

/* Of the request by which the server logs a page in (docs/PROTOCOL.md, "Pages in browsers"). */
#define SERVERS_OWN_ID 0

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
    case LOGIN_TRANSPORT:
        session__expect(session, OP_AUTH_RESUME, SERVERS_OWN_ID, PENDING_LOGIN);
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

static void sync(struct session *session, struct tracked_game *tracked)
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

static void sync_stream(struct session *session, struct tracked_stream *stream)
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
    bool is_stranger = session->name[0] == '\0'; /* who is told of games by watching their rooms */
    for (size_t i = 0; i < tracker->count && !is_stranger; i++)
        sync(session, &tracker->games[i]);
    for (size_t i = 0; i < tracker->rooms_count; i++)
        if (sits_in(login, tracker->rooms[i].room))
            sync_stream(session, &tracker->rooms[i]);
        else
            watch_again(session, tracker->rooms[i].room);
    if (!is_stranger && tracker->player.seq != seq)
        sync_stream(session, &tracker->player);
}

static void on_caught_up(struct session *session)
{
    if (session->state == SESSION_CATCHING_UP &&
        !session__has_pending(session, PENDING_CATCHING_UP)) {
        session->state = SESSION_READY;
        session->attempt = 0;
        session->is_ready_due = true;
        session__send_again(session);
    }
}

static void take_account(struct session *session, const struct sanction_record *mute, int role)
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
    on_caught_up(session);
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
    out->op = OP_HELLO;
    return tell_refused(session,
                        protocol < PROTOCOL_VERSION ? ERR_CLIENT_TOO_NEW : ERR_CLIENT_TOO_OLD, out);
}

static bool on_greeted(struct session *session, struct notice *out)
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

static bool on_logged_in(struct session *session, enum op op, struct notice *out)
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
        take_account(session, reply->auth_login.mute, reply->auth_login.role);
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
        take_account(session, reply->auth_resume.mute, reply->auth_resume.role);
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

static bool is_refusal_told(struct session *session, enum op op)
{
    int error = error_from_code(session->incoming.error.code);
    if (op == OP_AUTH_RESUME && session->plan.kind == LOGIN_REGISTER && error == ERR_BAD_TOKEN) {
        session->plan.token[0] = '\0'; /* the guest is gone; the account can be made anyway */
        send_register(session);
        return false;
    }
    bool is_tried_again = session->was_ready || session->plan.kind == LOGIN_TRANSPORT;
    if (is_tried_again && is_temporary(session)) {
        session->retry_after_ms = session->incoming.error.retry_after_ms;
        session->is_broken_due = true;
        return false;
    }
    session->state = SESSION_STRANGER;
    return true;
}

/* ---------------------------------------------------------------- frames to notices */

/* The answer that a key brings back tells things as they were. */
static bool may_be_old(const struct pending *pending)
{
    return pending->is_repeated && op_info(pending->op)->repeat == REPEAT_KEY;
}

static void note_game(struct session *session, const struct pending *pending,
                      const struct game_record *game)
{
    if (game == NULL)
        return;
    if (!may_be_old(pending) || tracker_find(&session->tracker, game->game) == NULL)
        tracker_set_game(&session->tracker, game);
}

static void note_room(struct session *session, const struct pending *pending,
                      const struct room_record *room)
{
    if (!may_be_old(pending) || tracker_find_room(&session->tracker, room->room) == NULL)
        tracker_set_room(&session->tracker, room);
}

/* Looks how things are now at a table of which a repeated request was told how they were. */
static void look_again(struct session *session, const struct pending *pending, uint64_t room)
{
    struct tracked_stream *stream = tracker_find_room(&session->tracker, room);
    if (!pending->is_repeated || stream == NULL)
        return;
    stream->seq = NO_SEQ; /* events alone would not tell of a game */
    sync_stream(session, stream);
}

static void learn_table(struct session *session, const struct pending *pending,
                        const struct room_record *room, const struct game_record *game)
{
    note_room(session, pending, room);
    note_game(session, pending, game);
    look_again(session, pending, room->room);
}

/* Learns from a reply what has to be followed and what not any more. */
static void learn(struct session *session, const struct pending *pending)
{
    const union reply_body *reply = &session->reply;
    struct tracked_game *tracked;
    switch (pending->op) {
    case OP_ROOM_OPEN:
        learn_table(session, pending, reply->room_open.room, NULL);
        break;
    case OP_ROOM_JOIN:
        learn_table(session, pending, reply->room_join.room, reply->room_join.game);
        break;
    case OP_ROOM_WATCH:
        tracker_set_room(&session->tracker, reply->room_watch.room);
        note_game(session, pending, reply->room_watch.game);
        break;
    case OP_ROOM_SYNC:
        tracker_set_room(&session->tracker, reply->room_sync.room);
        note_game(session, pending, reply->room_sync.game);
        break;
    case OP_PLAYER_SYNC:
        session->tracker.player = (struct tracked_stream){.seq = reply->player_sync.seq};
        if (reply->player_sync.whole)
            take_account(session, reply->player_sync.mute, reply->player_sync.role);
        break;
    case OP_ROOM_LEAVE:
        tracker_forget_room(&session->tracker, pending->subject);
        break;
    case OP_ROOM_REMATCH:
        note_game(session, pending, reply->room_rematch.game);
        look_again(session, pending, pending->subject);
        break;
    case OP_GAME_SYNC:
        tracked = tracker_find(&session->tracker, pending->subject);
        if (tracked != NULL)
            tracked->is_syncing = false;
        note_game(session, pending, reply->game_sync.game);
        break;
    default:
        break;
    }
}

/* Forgets the game or room that the session asked for itself, and that is not there any more. */
static void unlearn(struct session *session, const struct pending *pending)
{
    if (pending->op == OP_GAME_SYNC && pending->purpose == PENDING_CATCHING_UP)
        tracker_forget(&session->tracker, pending->subject);
    else if (pending->op == OP_ROOM_WATCH || pending->op == OP_ROOM_SYNC)
        tracker_forget_room(&session->tracker, pending->subject);
}

static void fill_error(const struct session *session, struct notice *out)
{
    out->kind = NOTICE_ERROR;
    out->error.code = session->incoming.error.code;
    out->error.message = session->incoming.error.message;
    out->error.field = session->incoming.error.field;
    out->error.detail = session->incoming.error.detail;
    out->error.reason = session->incoming.error.reason;
    out->error.appeal = session->incoming.error.appeal;
    out->error.retry_after_ms = session->incoming.error.retry_after_ms;
    out->error.retry_after_plies = session->incoming.error.retry_after_plies;
}

/* The server names the field; how large it may be stands in the table that both have. */
static void fill_range(enum op op, struct session_error *error)
{
    if (error->field != NULL && error_from_code(error->code) == ERR_OUT_OF_RANGE)
        (void)request_field_range(op, error->field, &error->range);
}

/* A page has no other way in than its cookie: one that is worth nothing is none, unless somebody
 * was logged in by it. */
static bool is_nobody(const struct session *session, enum op op)
{
    int error = error_from_code(session->incoming.error.code);
    return session->plan.kind == LOGIN_TRANSPORT && op == OP_AUTH_RESUME &&
           (error == ERR_LOGIN_REQUIRED || (error == ERR_BAD_TOKEN && !session->was_ready));
}

static bool on_refused(struct session *session, enum op op, struct notice *out)
{
    if (is_nobody(session, op))
        return let_in(session, NO_SEQ, out);
    if (!is_refusal_told(session, op))
        return false;
    fill_error(session, out);
    fill_range(op, &out->error);
    out->kind = NOTICE_REFUSED;
    return true;
}

/* That the client is too old is for people; all else may be otherwise at the next connection. */
static bool on_not_greeted(struct session *session, struct notice *out)
{
    int error = error_from_code(session->incoming.error.code);
    session->is_broken_due = error != ERR_CLIENT_TOO_OLD && error != ERR_CLIENT_TOO_NEW;
    return !session->is_broken_due && on_refused(session, OP_HELLO, out);
}

static bool on_answer_to(struct session *session, const struct pending *pending, bool is_error,
                         struct notice *out)
{
    switch (pending->purpose) {
    case PENDING_GREETING:
        return is_error ? on_not_greeted(session, out) : on_greeted(session, out);
    case PENDING_LOGIN:
        return is_error ? on_refused(session, pending->op, out)
                        : on_logged_in(session, pending->op, out);
    case PENDING_VARIANTS:
        if (!is_error)
            variants_take(&session->variants, session->reply.variant_list.variants,
                          session->reply.variant_list.variants_count,
                          session->reply.variant_list.version);
        return false;
    case PENDING_ALIVE:
        return false;
    default:
        break;
    }
    out->kind = NOTICE_REPLY;
    out->id = pending->id;
    out->op = pending->op;
    out->reply = &session->reply;
    if (is_error) {
        fill_error(session, out);
        fill_range(pending->op, &out->error);
        unlearn(session, pending);
    } else {
        learn(session, pending);
    }
    on_caught_up(session);
    return true;
}

/* A reply or an error. */
static bool on_answer(struct session *session, struct notice *out)
{
    bool is_error = session->incoming.kind == INCOMING_ERROR;
    patience_take_answer(&session->patience, session->now_ms);
    struct pending *found = pending__find(&session->pending, session->incoming.re);
    if (found == NULL) {
        /* An error about no request in particular is still worth telling. */
        fill_error(session, out);
        out->id = NO_REQUEST_ID;
        return is_error && session->incoming.re == NO_REQUEST_ID;
    }
    if (is_error && session__put_off(session, found, session->incoming.error.code,
                                     session->incoming.error.retry_after_ms))
        return false;
    struct pending pending = *found;
    found->frame = NULL;
    pending__remove(&session->pending, found);
    bool is_told = on_answer_to(session, &pending, is_error, out);
    free(pending.frame);
    return is_told;
}

/* Takes over another name: given by a moderator, or by a registration on another connection. */
static void take_name(struct session *session, const struct player_renamed_event *renamed)
{
    if (session->name[0] != '\0' && strcmp(session->name, renamed->before) == 0) {
        snprintf(session->name, sizeof(session->name), "%s", renamed->name);
        session->is_guest = false;
    }
}

/* Requests that wait to be repeated may not fit the missed event. */
static void lose_outdated(struct session *session)
{
    const struct incoming *incoming = &session->incoming;
    struct numbered_event numbered;
    if (!tracker_read_event(incoming->event, incoming->body, &numbered))
        return;
    pending__lose(&session->pending, numbered.game, incoming->event == EVENT_GAME_TAKEN_BACK);
}

/* Follows the room of a pair. One of which we are told late has gone on meanwhile. */
static void follow_pair(struct session *session, const struct room_record *room)
{
    tracker_set_room(&session->tracker, room);
    struct tracked_stream *stream = tracker_find_room(&session->tracker, room->room);
    if (session->state == SESSION_CATCHING_UP && stream != NULL)
        sync_stream(session, stream);
}

/* Whether an event of a room or of the player is the next one of its stream (NULL: it is followed
 * in none). What is missing before it is asked for; then it comes again, too. */
static bool is_next(struct session *session, struct tracked_stream *stream, int64_t seq)
{
    if (stream == NULL)
        return true;
    enum tracker_verdict verdict = tracker_judge_stream(stream, seq);
    if (verdict == TRACKER_GAP && !stream->is_syncing)
        sync_stream(session, stream);
    return verdict == TRACKER_TAKE;
}

/* An event that this client does not know has its place in a stream. */
static void count_unknown(struct session *session)
{
    const struct incoming *incoming = &session->incoming;
    struct tracker *tracker = &session->tracker;
    struct tracked_game *game = tracker_find(tracker, incoming->game);
    if (incoming->seq == NO_SEQ)
        return;
    if (incoming->room != 0)
        (void)is_next(session, tracker_find_room(tracker, incoming->room), incoming->seq);
    else if (incoming->game == 0)
        (void)is_next(session, &tracker->player, incoming->seq);
    else if (game != NULL && incoming->seq == game->seq + 1)
        game->seq = incoming->seq;
}

static bool on_event(struct session *session, struct notice *out)
{
    const struct incoming *incoming = &session->incoming;
    struct numbered_event numbered;
    struct tracked_stream *stream = NULL;
    if (incoming->seq != NO_SEQ)
        stream = tracker_stream(&session->tracker, incoming->event, incoming->body);
    if (!is_next(session, stream, incoming->seq))
        return false;
    switch (tracker_judge(&session->tracker, incoming->event, incoming->body)) {
    case TRACKER_REPEAT:
        return false;
    case TRACKER_GAP:
        if (tracker_read_event(incoming->event, incoming->body, &numbered) &&
            !tracker_find(&session->tracker, numbered.game)->is_syncing)
            sync(session, tracker_find(&session->tracker, numbered.game));
        return false;
    case TRACKER_TAKE:
        break;
    }
    if (session->state == SESSION_CATCHING_UP)
        lose_outdated(session);
    if (incoming->event == EVENT_HEARTBEAT && incoming->body->heartbeat.n > 0) {
        patience_take_beat(&session->patience, session->heartbeat_ms, session->now_ms);
        /* At once: the time until it arrives is what the server takes for the lag. */
        session__send(
            session,
            &(struct request){.op = OP_PING, .as.ping.heartbeat = incoming->body->heartbeat.n},
            PENDING_ALIVE);
    }
    if (incoming->event == EVENT_ROOM_PAIRED)
        follow_pair(session, incoming->body->room_paired.room);
    if (incoming->event == EVENT_ROOM_CLOSED)
        tracker_forget_room(&session->tracker, incoming->body->room_closed.room);
    if (incoming->event == EVENT_GAME_STARTED && session->state == SESSION_CATCHING_UP)
        sync(session, tracker_find(&session->tracker, incoming->body->game_started.game->game));
    if (incoming->event == EVENT_PLAYER_RENAMED)
        take_name(session, &incoming->body->player_renamed);
    if (incoming->event == EVENT_ACCOUNT_CHANGED) {
        take_account(session, incoming->body->account_changed.mute,
                     incoming->body->account_changed.role);
    }
    out->kind = NOTICE_EVENT;
    out->event = incoming->event;
    out->seq = incoming->seq;
    out->body = incoming->body;
    /* A guest who registers here is told the new name twice: the reply is enough. */
    bool is_own_name =
        incoming->event == EVENT_PLAYER_RENAMED && session->state == SESSION_LOGGING_IN;
    return incoming->event != EVENT_HEARTBEAT && !is_own_name;
}

static bool lookup(void *ctx, int64_t id, enum op *op_out)
{
    struct session *session = ctx;
    const struct pending *found = pending__find(&session->pending, id);
    if (found != NULL)
        *op_out = found->op;
    return found != NULL;
}

static const struct variant *lookup_variant(void *ctx, const char *key, size_t len)
{
    const struct session *session = ctx;
    return variants_find(&session->variants, key, len);
}

bool session__take_frame(struct session *session, struct frame_slice frame, struct notice *out)
{
    const struct incoming_lookup known = {
        .op = lookup, .variant = lookup_variant, .ctx = session, .arena = &session->arena};
    arena_reset(&session->arena);
    int error =
        incoming_decode(frame.bytes, frame.len, &known, &session->incoming, &session->reply);
    if (error != 0) {
        session->is_broken_due = true;
        return false;
    }
    switch (session->incoming.kind) {
    case INCOMING_REPLY:
    case INCOMING_ERROR:
        return on_answer(session, out);
    case INCOMING_EVENT:
        return on_event(session, out);
    case INCOMING_UNKNOWN_EVENT:
        count_unknown(session);
        return false;
    default:
        return false;
    }
}
