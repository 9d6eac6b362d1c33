/* SPDX-License-Identifier: MIT */
/*
 * A question to the command line's server during a game without one: as a stranger, and for at most
 * a second, so that nobody waits for a missing server. Owns its connection, which is made with the
 * first question. On the loop's thread.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_INQUIRY_H
#define PENTAD_CLIENT_CLI_PLAY_INQUIRY_H

#include "client/cli/connect/link.h"
#include "client/cli/invocation/invocation.h"
#include "client/cli/play/visit.h"

#include <stdbool.h>

#include <uv.h>

struct inquiry {
    const struct invocation *invocation;
    uv_loop_t *loop;
    /* Takes the reply; NULL: there is none. Never called from within inquiry_ask(). */
    void (*done)(void *ctx, const union reply_body *reply);
    void *ctx;
    struct session *session; /* NULL before the first question */
    struct link *link;
    uv_timer_t timer;
    char name[SESSION_NAME_SIZE]; /* the player whose games are asked for */
    bool is_asked;                /* a question is not answered yet */
    bool is_sent;
    bool is_over; /* there is no server, or no answer is wanted any more */
};

void inquiry_init(struct inquiry *inquiry, uv_loop_t *loop, const struct invocation *invocation,
                  void (*done)(void *ctx, const union reply_body *reply), void *ctx);
/* Asks for the games in progress of the player (player.games); one question at a time. */
void inquiry_ask(struct inquiry *inquiry, const char *name);
/* Ends the question; the loop runs out. `done` is not called any more. */
void inquiry_stop(struct inquiry *inquiry);
/* Called after the loop has run out. */
void inquiry_deinit(struct inquiry *inquiry);

/* ------------------------------------------------------------------ asked once more */
/*
 * Open offers of the other player, and answering them. Functions of a visit.
 */

/* Offers, as bits. */
enum asked {
    ASKED_NOTHING = 0,
    ASKED_TAKEBACK = 1,
    ASKED_DRAW = 2,
    ASKED_REMATCH = 4,
    ASKED_INVITATION = 8, /* to another room: client/cli/play/invited.h answers it */
};

/* All open offers to the player. */
unsigned asked_all(const struct visit *visit);
/* The offer that `accept` and `refuse` answer first; the others stay open after it. */
enum asked asked_first(const struct visit *visit);
/* Answers an offer at the table. Accepting a rematch is not done here: it is asked for like a new
 * one. */
void asked_answer(const struct visit *visit, enum asked asked, bool is_yes);
void asked_send_draw(const struct visit *visit, enum draw_word answer);
void asked_send_takeback(const struct visit *visit, enum takeback_word answer);

#endif
