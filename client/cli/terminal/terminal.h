/* SPDX-License-Identifier: MIT */
/*
 * The terminal of a person: raw keys, a screen of its own (so that what was there before comes back
 * at the end), reports of its focus, its size, and being stopped and continued (Ctrl-Z). It is
 * opened by itself, because polling standard input would make every program that shares it
 * non-blocking. Ctrl-C stays a signal. On the loop's thread.
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
    /* The size changed, or the person came back: draw everything. With feed.ctx. */
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
/* At least 1 by 1; 24 by 80 if the terminal does not know. */
/* Whether the terminal can move its cursor, as far as its name says: a dumb one gets lines. */
bool terminal_can_draw(void);
void terminal_size(const struct terminal *terminal, size_t *rows_out, size_t *columns_out);

/* Columns of the window that `fd` shows text in, or what COLUMNS in the environment says instead; 0
 * if it is no terminal. */
size_t terminal_columns(int fd);
/* Likewise its rows, whatever the environment says. */
size_t terminal_rows(int fd);

#endif
