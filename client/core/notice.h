/* SPDX-License-Identifier: MIT */
/*
 * The plain values of a session: the login that it takes, and the notices that it gives.
 */
#ifndef PENTAD_CLIENT_CORE_NOTICE_H
#define PENTAD_CLIENT_CORE_NOTICE_H

#include "proto/codec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SESSION_NAME_SIZE 96
#define SESSION_TOKEN_SIZE 136
#define SESSION_PENDING_MAX 32 /* requests that may be unanswered at once */

enum login_kind {
    LOGIN_NONE,     /* stay a stranger */
    LOGIN_GUEST,    /* become a new guest */
    LOGIN_TOKEN,    /* come back with a token */
    LOGIN_PASSWORD, /* name and password; and the token that this device had, if it had one */
    LOGIN_REGISTER, /* make an account; as the guest of `token` if that is valid */
    /* The server logs the connection in by itself, as that of a page in a browser (its cookie), or
     * tells that there is nobody to be: then it stays a stranger's. */
    LOGIN_TRANSPORT,
};

/* A login. Texts are copied; those that the kind does not need are NULL. */
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
    NOTICE_SILENT, /* no answer for a while: the connection may be dead, and is being tried */
    NOTICE_HEARD,  /* it is not dead */
    NOTICE_BROKEN, /* silence, or bytes outside the protocol: drop the connection */
};

struct session_error {
    const char *code;
    const char *message;
    const char *field;         /* or NULL */
    int64_t retry_after_ms;    /* or 0 */
    int64_t retry_after_plies; /* actions that have to come first; or 0 */
    const char *detail;        /* more about a refused action (engine/detail.h), or NULL */
    const char *reason;        /* the one that a moderator gave, or NULL */
    int appeal;                /* enum appeal_state_word, or NONE */
    struct field_range range;  /* out_of_range: of `field`, if the table has it; else `max` is 0 */
};

/* Everything that it points to is lent until the next call with the session. */
struct notice {
    enum notice_kind kind;
    int64_t id; /* of the request, with replies, errors and lost ones */
    enum op op;
    const union reply_body *reply;
    struct session_error error;
    enum event event;
    int64_t seq; /* of an event with a number in its head, or NO_SEQ */
    const union event_body *body;
    const struct room_record *rooms; /* READY: those where the player sits, as the login told */
    size_t rooms_count;
    const struct room_record *invitations; /* READY: rooms where a seat is kept for the player */
    size_t invitations_count;
    /* READY: the fine that the login warned of, or NULL. */
    const struct fine_warning_record *fine_warning;
    int64_t unread;                     /* READY: unread letters */
    const struct sanction_record *mute; /* READY: the player's mute, or NULL */
    int role;                           /* READY: enum role_word, the player's */
    const char *recovery; /* READY: the recovery code of an account that was made, or NULL */
    bool no_recovery;     /* READY: the account has no recovery code */
    bool memos;           /* READY: there are memos that were not told: memo.list */
    bool is_return;       /* READY after a broken connection; missed events have been told before */
};

#endif
