/* SPDX-License-Identifier: MIT */
/*
 * Offers of the other player that wait for one's answer: which there are, and answering them.
 * Functions of a visit.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_ASKED_H
#define PENTAD_CLIENT_CLI_PLAY_ASKED_H

#include "client/cli/play/visit.h"

#include <stdbool.h>

/* Offers, as bits. */
enum asked {
    ASKED_NOTHING = 0,
    ASKED_TAKEBACK = 1,
    ASKED_DRAW = 2,
    ASKED_REMATCH = 4,
    ASKED_INVITATION = 8, /* to another room: client/cli/play/invited.h answers it */
};

/* All that are open and made to the player. */
unsigned asked_all(const struct visit *visit);
/* The one that `accept` and `refuse` answer first, as the others go on behind it. */
enum asked asked_first(const struct visit *visit);
/* Answers an offer of the table, but for a rematch that is wanted: that is asked for like one's
 * own.
 */
void asked_answer(const struct visit *visit, enum asked asked, bool is_yes);
void asked_send_draw(const struct visit *visit, enum draw_word answer);
void asked_send_takeback(const struct visit *visit, enum takeback_word answer);

#endif
