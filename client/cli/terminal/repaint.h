/* SPDX-License-Identifier: MIT */
/*
 * The shortest writing that makes a terminal show the next drawing of a screen: only the rows that
 * differ. So a running clock costs a line and not a screen, and nothing else flickers. Owns a copy
 * of the last drawing.
 */
#ifndef PENTAD_CLIENT_CLI_TERMINAL_REPAINT_H
#define PENTAD_CLIENT_CLI_TERMINAL_REPAINT_H

#include "client/cli/terminal/ink.h"

struct repaint {
    struct bytes shown;
};

/* All zeros is a terminal of which nothing is known. */
void repaint_deinit(struct repaint *repaint);
/* The terminal shows something else now: the next drawing is written whole. */
void repaint_forget(struct repaint *repaint);
/* `ink` has all that screen_draw() wrote. Leaves in it what is to be written. */
void repaint_reduce(struct repaint *repaint, struct ink *ink);

#endif
