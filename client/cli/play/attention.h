/* SPDX-License-Identifier: MIT */
/*
 * Whether the person looks at the terminal, told to the server of one's own rated games: terminals
 * that report their focus say so. Others say nothing, and then nothing is told. The same for
 * everybody at a screen, so that it means the same in every game.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_ATTENTION_H
#define PENTAD_CLIENT_CLI_PLAY_ATTENTION_H

#include "client/cli/play/visit.h"

#include <stdbool.h>
#include <stdint.h>

struct attention {
    const struct visit *visit;
    bool is_away;   /* the terminal has not the focus */
    uint64_t game;  /* that the server was told of */
    bool told_away; /* what it was told last of this game; it takes everybody for being there */
    bool is_said;   /* to the player, that it is told */
};

/* The terminal lost the focus, or has it back. */
void attention_take(struct attention *attention, bool is_away);
/* Tells the server what it does not know yet, if a rated game goes on at the own seat. */
void attention_tell(struct attention *attention);
/* The connection is gone, and with it what was told. */
void attention_forget(struct attention *attention);

#endif
