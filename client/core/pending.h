/* SPDX-License-Identifier: MIT */
/*
 * Private to client/core/. The requests of a session that are not answered yet, with the frames of
 * those that may be sent again. Owns the frames.
 */
#ifndef PENTAD_CLIENT_CORE_PENDING_H
#define PENTAD_CLIENT_CORE_PENDING_H

#include "client/core/notice.h"

/* The reason for a request; it decides who is told the answer. */
enum pending_purpose {
    PENDING_CALLER,      /* session_request() */
    PENDING_GREETING,    /* hello */
    PENDING_VARIANTS,    /* variant.list */
    PENDING_LOGIN,       /* one of auth.* */
    PENDING_ALIVE,       /* ping against the idle limit */
    PENDING_CATCHING_UP, /* game.sync and room.watch: told like the caller's own */
};

#define PENDING_UNTIMED INT64_MAX

struct pending {
    int64_t id;
    enum op op;
    enum pending_purpose purpose;
    uint64_t subject; /* the game or room that it is about, if that has to be known */
    char *frame;      /* owned; NULL if it must not be sent again */
    size_t len;
    int64_t sent_ms;       /* last; PENDING_UNTIMED: since the session last knew the time */
    bool is_lost;          /* its connection broke, which is to be told */
    bool is_repeated;      /* it was sent again over another connection */
    uint8_t times_put_off; /* times that the server was still busy with the first one */
    int64_t again_ms;      /* when to send it again, INT64_MAX if it is not put off */
};

struct pending_list {
    struct pending items[SESSION_PENDING_MAX];
    size_t count;
};

/* Adds a copy of the item; NULL when the list is full. */
struct pending *pending__add(struct pending_list *list, const struct pending *item);
struct pending *pending__find(struct pending_list *list, int64_t id);
void pending__remove(struct pending_list *list, struct pending *item);
/* Marks as lost, instead of repeating them, offers in a game whose events were missed, and answers
 * to offers: they may have been meant for another situation. After a takeback (`with_moves`) the
 * game's moves too: they may be the ones taken back. */
void pending__lose(struct pending_list *list, uint64_t game, bool with_moves);
/* Removes the moves of a game without telling of them. */
void pending__drop_actions(struct pending_list *list, uint64_t game);
void pending__clear(struct pending_list *list);

#endif
