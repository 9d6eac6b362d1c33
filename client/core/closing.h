/* SPDX-License-Identifier: MIT */
/*
 * The moments at which a client may close a threat for its player. It decides for a table as it
 * stands and remembers where it must not, so that each answer is given once: a player who takes one
 * back makes the next move by hand. A plain value; all zeros has nothing to remember.
 */
#ifndef PENTAD_CLIENT_CORE_CLOSING_H
#define PENTAD_CLIENT_CORE_CLOSING_H

#include "client/core/table.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct closing {
    uint64_t game; /* where the player decides: this game (0 for none) at this ply */
    int64_t ply;
};

/* Whether to answer now, and where: the player's answer is forced (threats_forced_answer()), and
 * neither a draw nor a takeback waits for a word, which a move would be. */
bool closing_is_due(const struct closing *closing, const struct table *table, size_t *cell_out);
/* The answer was sent for the table as it stands. */
void closing_is_done(struct closing *closing, const struct table *table);
/* The table has taken a move back. */
void closing_take_back(struct closing *closing, const struct table *table);
/* The player has asked for it anew. */
void closing_forget(struct closing *closing);

#endif
