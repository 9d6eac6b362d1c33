/* SPDX-License-Identifier: MIT */
/*
 * See the header: an eventfd that the loop polls.
 */
#include "server/shell/wake.h"

#include <errno.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static void on_readable(uv_poll_t *poll, int status, int events)
{
    const struct wake *wake = poll->data;
    uint64_t count;
    (void)events;
    if (status == 0 && read(wake->fd, &count, sizeof(count)) == sizeof(count))
        wake->fn(wake->ctx);
}

int wake_init(struct wake *wake, uv_loop_t *loop, wake_fn *fn, void *ctx)
{
    int error;
    *wake = (struct wake){.fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC), .ctx = ctx};
    if (wake->fd < 0)
        return uv_translate_sys_error(errno);
    error = uv_poll_init(loop, &wake->poll, wake->fd);
    if (error != 0) {
        (void)close(wake->fd);
        return error;
    }
    wake->poll.data = wake;
    wake->fn = fn;
    return uv_poll_start(&wake->poll, UV_READABLE, on_readable);
}

void wake_send(const struct wake *wake)
{
    const uint64_t one = 1;
    ssize_t n;
    do
        n = write(wake->fd, &one, sizeof(one)); /* full: the loop is being woken */
    while (n < 0 && errno == EINTR);
}

void wake_close(struct wake *wake, uv_close_cb closed)
{
    if (wake->fn == NULL)
        return;
    uv_close((uv_handle_t *)&wake->poll, closed);
    (void)close(wake->fd);
}
