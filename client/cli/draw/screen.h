/* SPDX-License-Identifier: MIT */
/*
 * The screen of a game on a terminal: the board, beside it (or below, in a narrow window) the
 * players and the last notes, then the sentence on what is expected next, then the line being
 * typed. A function of the values to show; it never writes wider or higher than the window.
 */
#ifndef PENTAD_CLIENT_CLI_DRAW_SCREEN_H
#define PENTAD_CLIENT_CLI_DRAW_SCREEN_H

#include "client/cli/draw/panel.h"
#include "client/cli/terminal/editor.h"
#include "client/cli/terminal/ink.h"
#include "client/core/table.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Everything is borrowed for the call. */
struct screen {
    const struct table *table;
    const struct notes *notes;
    const struct editor *editor;
    const char *task; /* the sentence above the prompt */
    enum colour task_colour;
    const char *copied; /* a line below the sentence, to be copied; NULL or "": none */
    int64_t now_ms;     /* for the clocks, as in client/core/table.h */
    bool has_threats;   /* threats are shown on the board */
    bool has_weights;   /* weights are shown, on squares without a threat */
    size_t rows;        /* of the window */
    size_t columns;
};

/* Draws over whatever is there and leaves the cursor where the person types. */
void screen_draw(const struct screen *screen, struct ink *ink);

/* Draws the table's board with line ends, for output that is not a screen. */
void screen_draw_board(const struct table *table, struct ink *ink);
/* Draws the board with the help for a game in progress: the threats, with the meaning of their
 * signs, and the weights. */
void screen_draw_help(const struct table *table, bool has_threats, bool has_weights,
                      struct ink *ink);

#endif
