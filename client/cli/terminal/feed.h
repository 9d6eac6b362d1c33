/* SPDX-License-Identifier: MIT */
/*
 * Bytes of a descriptor as the loop's events: a terminal, a pipe, a socket or a file. Owns its
 * handles, but not the descriptor; closing the feed restores the descriptor's flags. On the loop's
 * thread.
 */
#ifndef PENTAD_CLIENT_CLI_TERMINAL_FEED_H
#define PENTAD_CLIENT_CLI_TERMINAL_FEED_H

#include <stdbool.h>
#include <stddef.h>

#include <uv.h>

struct feed_handler {
    void *ctx;
    void (*bytes)(void *ctx, const char *bytes, size_t len);
    /* The end of input, or an error; nothing follows. */
    void (*end)(void *ctx);
};

/* Caller's memory; it must stay until the loop has run out. */
struct feed {
    int fd;
    int flags; /* of the descriptor, before */
    bool is_polled;
    bool is_closed;
    bool has_begun; /* bytes came; a mark U+FEFF before them is not told */
    struct feed_handler handler;
    union {
        uv_handle_t handle;
        uv_poll_t poll;
        uv_idle_t
            idle; /* for descriptors that cannot be polled and never block: files, /dev/null */
    } source;
};

/* Returns 0 or a negative errno value. */
int feed_open(struct feed *feed, uv_loop_t *loop, int fd, const struct feed_handler *handler);
void feed_close(struct feed *feed);

#endif
