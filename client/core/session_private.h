/* SPDX-License-Identifier: MIT */
/*
 * Private to client/core/. The inside of a session, which the files session*.c share: its state,
 * and the functions by which it sends requests, its caller's and its own.
 */
#ifndef PENTAD_CLIENT_CORE_SESSION_PRIVATE_H
#define PENTAD_CLIENT_CORE_SESSION_PRIVATE_H

#include "client/core/bytes.h"
#include "client/core/notice.h"
#include "client/core/patience.h"
#include "client/core/pending.h"
#include "client/core/tracker.h"
#include "client/core/variants.h"
#include "proto/frame.h"

#define SESSION_CLIENT_SIZE 64
#define SESSION_PASSWORD_SIZE 1025
#define SESSION_REASON_SIZE (4 * 200 + 1)
#define SESSION_ARENA_SIZE 16384

enum session_state {
    SESSION_OFFLINE,
    SESSION_GREETING,    /* hello is on its way */
    SESSION_STRANGER,    /* the last login was refused */
    SESSION_LOGGING_IN,  /* one of auth.* is on its way */
    SESSION_CATCHING_UP, /* back; missed events are on their way */
    SESSION_READY,
    SESSION_GIVEN_UP, /* NOTICE_BROKEN was told: the connection is to be dropped */
};

struct login_plan {
    enum login_kind kind;
    char name[SESSION_NAME_SIZE];
    char password[SESSION_PASSWORD_SIZE];
    char token[SESSION_TOKEN_SIZE];
};

struct session {
    char client[SESSION_CLIENT_SIZE];
    struct login_plan plan;
    enum session_state state;
    bool was_ready;         /* on any connection so far */
    bool is_ready_due;      /* NOTICE_READY is to be told */
    bool is_broken_due;     /* NOTICE_BROKEN is to be told */
    bool is_silence_told;   /* NOTICE_SILENT was told, and NOTICE_HEARD not yet */
    uint32_t attempt;       /* connections that broke since the session was ready */
    bool is_urgent;         /* session_set_urgent() */
    int64_t retry_after_ms; /* the pause that the server asked for when it refused the session */

    char name[SESSION_NAME_SIZE];
    char token[SESSION_TOKEN_SIZE];
    bool is_guest;
    bool is_muted; /* as told by the last login, or since */
    struct sanction_record mute;
    char mute_reason[SESSION_REASON_SIZE];
    int role; /* enum role_word */
    int chat; /* enum chat_word */

    int64_t first_move_ms; /* for a player's first action, as the server says */
    int days_off;          /* of an account in a year, as the server says */
    size_t password_chars; /* the fewest of a new password, as the server says; 0: it does not */

    int64_t now_ms;
    int64_t connected_ms;
    int64_t last_in_ms;
    int64_t last_out_ms;
    int64_t heartbeat_ms; /* the server sends something at least this often */
    struct patience patience;
    int64_t ping_ms; /* the client sends something at least this often */

    int64_t next_id;
    uint64_t random; /* keys of requests begin with it */
    struct pending_list pending;
    struct tracker tracker;
    struct variants variants; /* those that the server plays */

    struct bytes in;
    struct bytes out;
    char frame[FRAME_REQUEST_MAX + 1];
    struct incoming incoming;
    union reply_body reply;
    struct arena arena; /* the last notice points into it */
    char arena_block[SESSION_ARENA_SIZE];
};

/* True if there is a connection that can be used. */
static inline bool session__is_connected(const struct session *session)
{
    return session->state != SESSION_OFFLINE && session->state != SESSION_GIVEN_UP;
}

/* Puts the account's facts into a notice of readiness. */
static inline void session__put_account(const struct session *session, struct notice *out)
{
    out->mute = session->is_muted ? &session->mute : NULL;
    out->role = session->role;
}

/* Makes the frame of `request` and queues it. Returns the pending request, or NULL if it cannot be
 * sent. */
/* Expects the answer to a request that somebody else sends on the connection. */
void session__expect(struct session *session, enum op op, int64_t id, enum pending_purpose purpose);
struct pending *session__send(struct session *session, const struct request *request,
                              enum pending_purpose purpose);
/* True if a request of that purpose has no answer yet. */
bool session__has_pending(const struct session *session, enum pending_purpose purpose);
/* Queues the frames that may be repeated again. */
void session__send_again(struct session *session);
/* True if an error to a repeated request says that the first one is still under way; then the
 * request is sent again after that time. */
bool session__put_off(struct session *session, struct pending *item, const char *code,
                      int64_t retry_after_ms);

/* client/core/session_receive.c: hello, logging in and, after a broken connection, coming back:
 * asking for missed events, looking at the rooms again and repeating unanswered requests. */
void session__greet(struct session *session);
/* Sends the planned login. */
void session__start_login(struct session *session);
/* Takes one frame, decoded into the session's arena, which a notice points into. Returns true, with
 * `out` filled in, if it is to be told. */
bool session__take_frame(struct session *session, struct frame_slice frame, struct notice *out);

#endif
