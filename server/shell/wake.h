/* SPDX-License-Identifier: MIT */
/*
 * Waking the loop from other threads. libuv's own way lets the loop spin for as long as a thread
 * that is in the middle of it gets no processor, and a thread of the lowest class may get none for
 * long. This is one system call, of which nobody waits for the end.
 */
#ifndef PENTAD_SERVER_SHELL_WAKE_H
#define PENTAD_SERVER_SHELL_WAKE_H

#include <uv.h>

typedef void wake_fn(void *ctx);

struct wake {
    uv_poll_t poll;
    int fd;
    wake_fn *fn;
    void *ctx;
};

/* `fn` is called on the loop's thread, once or more often after each wake_send(). Returns 0 or an
 * error of libuv, with nothing to close. */
int wake_init(struct wake *wake, uv_loop_t *loop, wake_fn *fn, void *ctx);
/* Any thread, until wake_close(). */
void wake_send(const struct wake *wake);
/* `closed` (may be NULL) gets the handle, whose data is `wake`. Nothing if it was never made. */
void wake_close(struct wake *wake, uv_close_cb closed);

#endif
