/* SPDX-License-Identifier: MIT */
/*
 * The terminal of a person: raw keys, the alternate screen (so that the former text comes back at
 * the end), reports of its focus and its size, and stopping and continuing the program (Ctrl-Z).
 * The device is opened anew, because polling standard input would make it non-blocking for every
 * program that shares it. Ctrl-C stays a signal. On the loop's thread.
 */
#ifndef PENTAD_CLIENT_CLI_TERMINAL_TERMINAL_H
#define PENTAD_CLIENT_CLI_TERMINAL_TERMINAL_H

#include "client/cli/terminal/editor.h"
#include "client/cli/terminal/feed.h"

#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

#include <uv.h>

struct terminal_handler {
    struct feed_handler feed;
    /* Called with feed.ctx when the size changed, or the program was continued: draws
     * everything. */
    void (*redraw)(void *ctx);
};

/* Caller's memory; it must stay until the loop has run out. */
struct terminal {
    int fd;
    bool is_raw;
    struct termios before;
    struct terminal_handler handler;
    struct feed feed;
    struct keys keys;
    uv_signal_t resized;
    uv_signal_t stopped;
    uv_signal_t continued;
};

/* Takes the terminal over. Returns 0 or a negative errno value; then nothing has happened. */
int terminal_open(struct terminal *terminal, uv_loop_t *loop,
                  const struct terminal_handler *handler);
/* Gives it back. */
void terminal_close(struct terminal *terminal);
/* True if the terminal can move its cursor, by its name: a dumb one gets lines. */
bool terminal_can_draw(void);
/* The size of the window, at least 1 by 1; 24 by 80 if the terminal does not know it. */
void terminal_size(const struct terminal *terminal, size_t *rows_out, size_t *columns_out);

/* The columns of the window of `fd`, or the value of COLUMNS in the environment; 0 if it is no
 * terminal. */
size_t terminal_columns(int fd);
/* Likewise the rows, but without regard to the environment. */
size_t terminal_rows(int fd);

#endif
