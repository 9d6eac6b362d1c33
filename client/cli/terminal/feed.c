/* SPDX-License-Identifier: MIT */
/*
 * The input of client/cli/terminal/feed.h. epoll refuses files (EPERM): they are read in idle
 * callbacks, a piece at a time.
 */
#include "client/cli/terminal/feed.h"

#include "base/utf8.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#define PIECE_SIZE 4096

static void read_piece(struct feed *feed)
{
    char piece[PIECE_SIZE];
    ssize_t len = read(feed->fd, piece, sizeof(piece));
    if (len > 0) {
        size_t mark = feed->has_begun ? 0 : utf8_mark_len(piece, (size_t)len);
        feed->has_begun = true;
        feed->handler.bytes(feed->handler.ctx, piece + mark, (size_t)len - mark);
    } else if (len == 0 || (errno != EAGAIN && errno != EINTR)) {
        feed_close(feed);
        feed->handler.end(feed->handler.ctx);
    }
}

static void on_readable(uv_poll_t *poll, int status, int events)
{
    (void)status; /* read() tells the error, too */
    (void)events;
    read_piece(poll->data);
}

static void on_idle(uv_idle_t *idle)
{
    read_piece(idle->data);
}

int feed_open(struct feed *feed, uv_loop_t *loop, int fd, const struct feed_handler *handler)
{
    *feed = (struct feed){.fd = fd, .flags = fcntl(fd, F_GETFL), .handler = *handler};
    if (feed->flags < 0) {
        feed->is_closed = true;
        return -errno;
    }
    int failed = uv_poll_init(loop, &feed->source.poll, fd);
    feed->is_polled = failed == 0;
    if (failed == UV_EPERM)
        failed = uv_idle_init(loop, &feed->source.idle);
    if (failed != 0) {
        feed->is_closed = true;
        return failed;
    }
    feed->source.handle.data = feed;
    return feed->is_polled ? uv_poll_start(&feed->source.poll, UV_READABLE, on_readable)
                           : uv_idle_start(&feed->source.idle, on_idle);
}

void feed_close(struct feed *feed)
{
    if (!feed->is_closed) {
        feed->is_closed = true;
        uv_close(&feed->source.handle, NULL);
        /* Other programs may share this pipe, and they did not ask for O_NONBLOCK. */
        fcntl(feed->fd, F_SETFL, feed->flags);
    }
}
