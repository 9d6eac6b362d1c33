/* SPDX-License-Identifier: MIT */
/*
 * A client's session with a server, as a state machine of bytes: it says hello, logs in, keeps the
 * connection alive, remembers which requests are unanswered, and after a broken connection logs in
 * again and catches up. It knows no socket and no clock: bytes and the time come in, bytes and
 * notices come out. The same inputs give the same outputs. One thread at a time.
 *
 * To drive one:
 *   session_login_as()                    who to be; once before the first connection
 *   session_connected()                   then send what session_get_output() has, whenever it has
 *   session_received() + session_next()   until it returns false
 *   session_pass_time()                   when session_next_ms() is reached
 *   session_broken()                      the connection is gone; it says when to try again
 */
#ifndef PENTAD_CLIENT_CORE_SESSION_H
#define PENTAD_CLIENT_CORE_SESSION_H

#include "proto/codec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SESSION_PROTOCOL 1 /* the version of the protocol that this client speaks */
#define SESSION_NAME_SIZE 96
#define SESSION_TOKEN_SIZE 136
#define SESSION_PENDING_MAX 32 /* requests that may be unanswered at once */

enum login_kind {
    LOGIN_NONE,     /* stay a stranger */
    LOGIN_GUEST,    /* become a new guest */
    LOGIN_TOKEN,    /* come back with a token */
    LOGIN_PASSWORD, /* name and password */
    LOGIN_REGISTER, /* make an account; as the guest of `token`, if there is one that works */
};

/* Texts are copied. NULL where the kind does not need them. */
struct session_login {
    enum login_kind kind;
    const char *name;
    const char *password;
    const char *token;
};

enum notice_kind {
    NOTICE_READY,   /* logged in and up to date: requests may be made. Again after each return. */
    NOTICE_REFUSED, /* the login failed, see `error`; session_login_as() may try another */
    NOTICE_REPLY,   /* `op`, `reply` */
    NOTICE_ERROR,   /* `op`, `error` */
    NOTICE_LOST,  /* `op`: the connection broke before the answer, and a repeat might do it twice */
    NOTICE_EVENT, /* `event`, `body` */
    NOTICE_BROKEN, /* silence, or what was received is not the protocol: drop the connection */
};

struct session_error {
    const char *code;
    const char *message;
    const char *field;         /* or NULL */
    int64_t retry_after_ms;    /* or 0 */
    int64_t retry_after_plies; /* actions in the game that have to come before; or 0 */
    const char *reason;        /* that a moderator gave, or NULL */
    struct field_range range;  /* out_of_range: of `field`, if the table has it; else `max` is 0 */
};

/* Everything that it points to is lent until the next call that takes the session. */
struct notice {
    enum notice_kind kind;
    int64_t id; /* of the request; replies, errors, lost ones */
    enum op op;
    const union reply_body *reply;
    struct session_error error;
    enum event event;
    const union event_body *body;
    const struct room_record *rooms; /* READY: where the player sits, as the login told */
    size_t rooms_count;
    const struct room_record *invitations; /* READY: where a seat is kept for the player */
    size_t invitations_count;
    /* READY: the fine that the login warned of, or NULL. */
    const struct fine_warning_record *fine_warning;
    int64_t unread;                     /* messages that were not read */
    const struct sanction_record *mute; /* READY: while one may not write to others, or NULL */
    int role;                           /* READY: enum role_word, one's own */
    bool is_return; /* READY after a broken connection; what was missed has been told before */
};

struct session;

/* `client` is told to the server ("penta 0.1.0") and copied. */
struct session *session_new(const char *client);
void session_free(struct session *session);

/* Sets who to be from now on. On a connection that is not logged in yet, the login is sent at once.
 */
void session_login_as(struct session *session, const struct session_login *login);

void session_connected(struct session *session, int64_t now_ms);
/* The connection ended, or could not be made. Returns the pause before the next attempt in ms;
 * `random` spreads it. */
int64_t session_broken(struct session *session, int64_t now_ms, uint32_t random);
/* Bytes arrived. They are copied. */
void session_received(struct session *session, const char *bytes, size_t len, int64_t now_ms);
/* The next thing to know, or false. */
bool session_next(struct session *session, struct notice *out);
void session_pass_time(struct session *session, int64_t now_ms);
/* When session_pass_time() is needed next; INT64_MAX while not connected. */
int64_t session_next_ms(const struct session *session);

/* Sends a request (its `id` is chosen here). Returns the id, or NO_REQUEST_ID if the session is not
 * ready, too much is unanswered, or the request fits no frame. A move, a choice and
 * requests that only read are repeated by themselves after a broken connection; for others there is
 * NOTICE_LOST. */
int64_t session_request(struct session *session, const struct request *request);

/* The bytes that have to be sent, lent until the next call; then how many of them were. */
const char *session_get_output(const struct session *session, size_t *len_out);
void session_sent(struct session *session, size_t len);

bool session_is_ready(const struct session *session);
/* Whether a request is unanswered. */
bool session_is_busy(const struct session *session);
/* The player's name; "" before the first login. */
const char *session_name(const struct session *session);
bool session_is_named(const struct session *session, const char *name);
bool session_is_guest(const struct session *session);
/* The secret to come back with; "" for none. */
const char *session_token(const struct session *session);

#endif
