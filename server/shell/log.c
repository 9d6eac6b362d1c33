/* SPDX-License-Identifier: MIT */
/*
 * Lines of the log. A struct log owns its file and the path to open it again; it keeps no buffer,
 * so that a crash loses no lines.
 */
#include "server/shell/log.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <utf8proc.h>

/* The end of a line that was cut. */
#define CUT "...\n"

struct log {
    char *path; /* NULL: standard error */
    int fd;
    enum log_level level;
};

/* ------------------------------------------------------------------ formatting */

struct line {
    char *bytes;
    size_t len;
    bool is_cut;
};

/* All or nothing, so that neither a character nor an escape is ever halved. */
static void put(struct line *line, const char *bytes, size_t len)
{
    if (line->is_cut || line->len + len > LOG_LINE_MAX - strlen(CUT)) {
        line->is_cut = true;
        return;
    }
    memcpy(line->bytes + line->len, bytes, len);
    line->len += len;
}

static void put_text(struct line *line, const char *text)
{
    put(line, text, strlen(text));
}

static void put_escaped_bytes(struct line *line, const char *bytes, size_t len)
{
    char text[8];
    for (size_t i = 0; i < len; i++) {
        snprintf(text, sizeof(text), "\\x%02x", (unsigned char)bytes[i]);
        put_text(line, text);
    }
}

/* Line ends of every kind, terminal commands, and what turns the direction of writing. */
static bool is_printable(utf8proc_int32_t c)
{
    switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
        return false;
    default:
        return true;
    }
}

static void put_escaped(struct line *line, const char *text)
{
    size_t left = strlen(text);
    utf8proc_int32_t c;
    while (left > 0) {
        utf8proc_ssize_t n =
            utf8proc_iterate((const utf8proc_uint8_t *)text, (utf8proc_ssize_t)left, &c);
        size_t len = n > 0 ? (size_t)n : 1;
        if (n > 0 && is_printable(c))
            put(line, text, len);
        else
            put_escaped_bytes(line, text, len);
        text += len;
        left -= len;
    }
}

static void put_time(struct line *line, int64_t wall_ms)
{
    time_t seconds = (time_t)(wall_ms / 1000);
    char text[40];
    char milliseconds[8];
    struct tm date;
    gmtime_r(&seconds, &date);
    strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &date);
    snprintf(milliseconds, sizeof(milliseconds), ".%03dZ", (int)(wall_ms % 1000));
    put_text(line, text);
    put_text(line, milliseconds);
}

static const char *level_word(enum log_level level)
{
    static const char *const words[] = {"error", "warn", "info", "debug"};
    return words[level];
}

size_t log_format(char line_out[LOG_LINE_MAX], int64_t wall_ms, enum log_level level,
                  const char *event, const char *detail)
{
    struct line line = {.bytes = line_out};
    const char *end;
    put_time(&line, wall_ms);
    put_text(&line, " ");
    put_text(&line, level_word(level));
    put_text(&line, " ");
    put_escaped(&line, event);
    if (detail != NULL && *detail != '\0') {
        put_text(&line, " ");
        put_escaped(&line, detail);
    }
    end = line.is_cut ? CUT : "\n";
    memcpy(line_out + line.len, end, strlen(end));
    return line.len + strlen(end);
}

/* ------------------------------------------------------------------ writing */

static int64_t wall_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* A log that cannot be written has nowhere to say so: the line is lost, the server goes on. */
static void write_all(int fd, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t n = write(fd, bytes, len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return;
        bytes += n;
        len -= (size_t)n;
    }
}

void log_write(struct log *log, enum log_level level, const char *event, const char *detail)
{
    char line[LOG_LINE_MAX];
    if (level > log->level)
        return;
    size_t len = log_format(line, wall_now_ms(), level, event, detail);
    write_all(log->fd, line, len);
    if (level == LOG_LEVEL_ERROR && log->fd != STDERR_FILENO)
        write_all(STDERR_FILENO, line, len);
}

void log_event(struct log *log, enum log_level level, const char *event, const char *format, ...)
{
    char detail[LOG_LINE_MAX];
    va_list args;
    if (level > log->level)
        return;
    va_start(args, format);
    vsnprintf(detail, sizeof(detail), format, args);
    va_end(args);
    log_write(log, level, event, detail);
}

/* ------------------------------------------------------------------ the file */

static int open_file(const char *path)
{
    return open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0640);
}

struct log *log_new(const char *path, enum log_level level)
{
    struct log *log = mem_zero(sizeof(*log));
    log->level = level;
    log->fd = STDERR_FILENO;
    if (path == NULL || *path == '\0')
        return log;
    log->path = mem_text(path);
    log->fd = open_file(path);
    if (log->fd < 0) {
        log_free(log);
        return NULL;
    }
    return log;
}

void log_free(struct log *log)
{
    int error = errno;
    if (log == NULL)
        return;
    if (log->path != NULL && log->fd >= 0)
        close(log->fd);
    free(log->path);
    free(log);
    errno = error;
}

void log_reopen(struct log *log)
{
    int fd;
    if (log->path == NULL)
        return;
    fd = open_file(log->path);
    if (fd < 0) {
        log_event(log, LOG_LEVEL_ERROR, "log_not_reopened", "error=\"%s\"", strerror(errno));
        return;
    }
    /* The number stays, for a thread that is writing. */
    (void)dup2(fd, log->fd);
    (void)fcntl(log->fd, F_SETFD, FD_CLOEXEC);
    close(fd);
}
