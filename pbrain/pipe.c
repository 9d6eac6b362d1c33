/* SPDX-License-Identifier: MIT */
/*
 * Standard input and output as a talk's ports.
 */
#include "pbrain/pipe.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static void say(void *ctx, const char *line)
{
    (void)ctx;
    printf("%s\n", line);
    fflush(stdout);
}

static int64_t now_ms(void *ctx)
{
    struct timespec now;
    (void)ctx;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Gives the talk what was read. Returns whether it had room for all. */
static bool pass_on(struct pipe *pipe, struct talk *talk)
{
    pipe->at += talk_hear(talk, pipe->bytes + pipe->at, pipe->len - pipe->at);
    return pipe->at == pipe->len;
}

static void read_some(struct pipe *pipe, struct talk *talk)
{
    ssize_t len = read(STDIN_FILENO, pipe->bytes, sizeof(pipe->bytes));
    if (len < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    pipe->at = 0;
    pipe->len = len > 0 ? (size_t)len : 0;
    pipe->is_over = len <= 0;
    if (pipe->is_over)
        talk_hear_end(talk);
}

static void hear(struct pipe *pipe, struct talk *talk, int wait_ms)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    if (!pass_on(pipe, talk) || pipe->is_over || poll(&input, 1, wait_ms) <= 0)
        return;
    read_some(pipe, talk);
    (void)pass_on(pipe, talk);
}

static void listen_to_it(void *ctx, struct talk *talk)
{
    hear(ctx, talk, 0);
}

void pipe_wait(struct pipe *pipe, struct talk *talk)
{
    hear(pipe, talk, -1);
}

struct talk_ports pipe_ports(struct pipe *pipe)
{
    return (struct talk_ports){.say = say, .now_ms = now_ms, .listen = listen_to_it, .ctx = pipe};
}
