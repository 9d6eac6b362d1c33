/* SPDX-License-Identifier: MIT */
/*
 * Repaints a screen with as few bytes as possible: only the rows that differ. So a running clock
 * costs a line and not a screen, and nothing else flickers. Owns a copy of the last drawing.
 */
#ifndef PENTAD_CLIENT_CLI_TERMINAL_REPAINT_H
#define PENTAD_CLIENT_CLI_TERMINAL_REPAINT_H

#include "client/cli/terminal/ink.h"

struct repaint {
    struct bytes shown;
};

/* Begins as zeros: nothing is known of the terminal. */
void repaint_deinit(struct repaint *repaint);
/* Notes that the terminal shows something else: the next drawing is written whole. */
void repaint_forget(struct repaint *repaint);
/* Reduces `ink`, which has all that screen_draw() wrote, to the bytes that have to be written. */
void repaint_reduce(struct repaint *repaint, struct ink *ink);

#endif
