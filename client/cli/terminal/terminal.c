/* SPDX-License-Identifier: MIT */
/*
 * The terminal of client/cli/terminal/terminal.h. What is changed by take_over() is changed back
 * by give_back(), in the opposite order.
 */
#define _DEFAULT_SOURCE /* struct winsize and SIGWINCH are not of POSIX 2008 */
#include "client/cli/terminal/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* The alternate screen, reports of the focus and of what is pasted, and no wrapping, as xterm has
 * them; terminals without them ignore the sequences. Rows are broken here: what a terminal counts
 * wider than the C library must not push the rows below down. tmux passes reports on if it is told
 * to (focus-events). */
#define SCREEN_ENTER "\x1b[?1049h\x1b[H\x1b[2J\x1b[?1004h\x1b[?2004h\x1b[?7l"
#define SCREEN_LEAVE "\x1b[?7h\x1b[?2004l\x1b[?1004l\x1b[?1049l"

#define USUAL_COLUMNS 80
#define USUAL_ROWS 24

static void put(const struct terminal *terminal, const char *sequence)
{
    ssize_t written = write(terminal->fd, sequence, strlen(sequence));
    (void)written; /* a terminal that is gone is noticed by reading */
}

static int take_over(struct terminal *terminal)
{
    struct termios raw = terminal->before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN);
    raw.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IXON);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    if (tcsetattr(terminal->fd, TCSADRAIN, &raw) != 0)
        return -errno;
    terminal->is_raw = true;
    put(terminal, SCREEN_ENTER);
    return 0;
}

static void give_back(struct terminal *terminal)
{
    if (terminal->is_raw) {
        put(terminal, SCREEN_LEAVE);
        tcsetattr(terminal->fd, TCSADRAIN, &terminal->before);
        terminal->is_raw = false;
    }
}

static void on_bytes(void *ctx, const char *bytes, size_t len)
{
    struct terminal *terminal = ctx;
    const struct feed_handler *handler = &terminal->handler.feed;
    int64_t now_ms = (int64_t)(uv_hrtime() / 1000000);
    if (keys_take(&terminal->keys, bytes, &len, now_ms))
        handler->bytes(handler->ctx, KEYS_ESCAPE, 1);
    if (len > 0)
        handler->bytes(handler->ctx, bytes, len);
}

static void on_end(void *ctx)
{
    const struct feed_handler *handler = &((struct terminal *)ctx)->handler.feed;
    handler->end(handler->ctx);
}

static void on_resized(uv_signal_t *signal, int number)
{
    (void)number;
    struct terminal *terminal = signal->data;
    terminal->handler.redraw(terminal->handler.feed.ctx);
}

/* Ctrl-Z: the shell gets its terminal as it was. */
static void on_stopped(uv_signal_t *signal, int number)
{
    (void)number;
    struct terminal *terminal = signal->data;
    give_back(terminal);
    raise(SIGSTOP);
}

/* `fg`: the shell has written here meanwhile, and set modes of its own if another one than us
 * stopped this process. */
static void on_continued(uv_signal_t *signal, int number)
{
    (void)number;
    struct terminal *terminal = signal->data;
    take_over(terminal);
    terminal->handler.redraw(terminal->handler.feed.ctx);
}

static void watch_signal(struct terminal *terminal, uv_loop_t *loop, uv_signal_t *signal,
                         uv_signal_cb callback, int number)
{
    uv_signal_init(loop, signal);
    signal->data = terminal;
    uv_signal_start(signal, callback, number);
}

static int start(struct terminal *terminal, uv_loop_t *loop)
{
    const struct feed_handler handler = {.ctx = terminal, .bytes = on_bytes, .end = on_end};
    int failed = feed_open(&terminal->feed, loop, terminal->fd, &handler);
    if (failed != 0)
        return failed;
    failed = take_over(terminal);
    if (failed != 0) {
        feed_close(&terminal->feed);
        return failed;
    }
    watch_signal(terminal, loop, &terminal->resized, on_resized, SIGWINCH);
    watch_signal(terminal, loop, &terminal->stopped, on_stopped, SIGTSTP);
    watch_signal(terminal, loop, &terminal->continued, on_continued, SIGCONT);
    return 0;
}

int terminal_open(struct terminal *terminal, uv_loop_t *loop,
                  const struct terminal_handler *handler)
{
    *terminal = (struct terminal){.handler = *handler};
    terminal->fd = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    if (terminal->fd < 0)
        return -errno;
    int failed = tcgetattr(terminal->fd, &terminal->before) == 0 ? 0 : -errno;
    if (failed == 0)
        failed = start(terminal, loop);
    if (failed != 0)
        close(terminal->fd);
    return failed;
}

void terminal_close(struct terminal *terminal)
{
    feed_close(&terminal->feed);
    uv_close((uv_handle_t *)&terminal->resized, NULL);
    uv_close((uv_handle_t *)&terminal->stopped, NULL);
    uv_close((uv_handle_t *)&terminal->continued, NULL);
    give_back(terminal);
    close(terminal->fd);
}

bool terminal_can_draw(void)
{
    const char *term = getenv("TERM");
    return term == NULL || strcmp(term, "dumb") != 0;
}

void terminal_size(const struct terminal *terminal, size_t *rows_out, size_t *columns_out)
{
    struct winsize size;
    bool is_known =
        ioctl(terminal->fd, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0;
    *rows_out = is_known ? size.ws_row : USUAL_ROWS;
    *columns_out = is_known ? size.ws_col : USUAL_COLUMNS;
}

size_t terminal_rows(int fd)
{
    struct winsize size;
    if (isatty(fd) == 0)
        return 0;
    return ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 ? size.ws_row : USUAL_ROWS;
}

size_t terminal_columns(int fd)
{
    struct winsize size;
    const char *wanted = getenv("COLUMNS");
    long columns = wanted != NULL ? strtol(wanted, NULL, 10) : 0;
    if (isatty(fd) == 0)
        return 0;
    if (columns > 0 && columns <= UINT16_MAX)
        return (size_t)columns;
    return ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : USUAL_COLUMNS;
}
