/* SPDX-License-Identifier: MIT */
/*
 * The lines of client/cli/ask/person.h.
 */
#include "client/cli/ask/person.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* Hands over what was typed so far. A line that is too long was no answer to anything. */
static void end_line(struct person *person)
{
    size_t len = person->len;
    char *line = person->typed;
    person->len = 0;
    if (len == sizeof(person->typed))
        return;
    line[len] = '\0';
    while (len > 0 && (line[len - 1] == ' ' || line[len - 1] == '\r'))
        line[--len] = '\0';
    line += strspn(line, " ");
    if (line[0] != '\0')
        person->line(person->ctx, line);
}

static void on_bytes(void *ctx, const char *bytes, size_t len)
{
    struct person *person = ctx;
    for (size_t i = 0; i < len && person->is_open; i++)
        if (bytes[i] == '\n')
            end_line(person);
        else if (person->len < sizeof(person->typed))
            person->typed[person->len++] = bytes[i];
}

static void on_end(void *ctx)
{
    person_close(ctx);
}

void person_open(struct person *person, uv_loop_t *loop, void (*line)(void *ctx, const char *line),
                 void *ctx)
{
    const struct feed_handler handler = {.ctx = person, .bytes = on_bytes, .end = on_end};
    person->line = line;
    person->ctx = ctx;
    person->fd = open("/dev/tty", O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (person->fd < 0)
        return;
    signal(SIGTTIN, SIG_IGN); /* reading in the background fails, and does not stop the program */
    person->is_open = feed_open(&person->feed, loop, person->fd, &handler) == 0;
    if (!person->is_open)
        close(person->fd);
}

void person_close(struct person *person)
{
    if (!person->is_open)
        return;
    person->is_open = false;
    feed_close(&person->feed);
    close(person->fd);
}
