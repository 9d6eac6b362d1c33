/* SPDX-License-Identifier: MIT */
/*
 * Private to client/cli/play/. The program around a visit, for play.c, which runs it, and
 * play_calls.c, which does what the visit calls.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_PLAY_PRIVATE_H
#define PENTAD_CLIENT_CLI_PLAY_PLAY_PRIVATE_H

#include "client/cli/connect/link.h"
#include "client/cli/play/course.h"
#include "client/cli/play/input.h"
#include "client/cli/play/inquiry.h"
#include "client/cli/play/show.h"
#include "client/cli/play/thinker.h"
#include "client/cli/study/analyst.h"
#include "client/cli/terminal/feed.h"

#include <stdbool.h>
#include <stdint.h>

#include <uv.h>

struct play {
    struct course course;
    struct show show;
    struct input input;
    struct feed feed; /* a script's or a bot's lines */
    enum exit_code exit;
    char failure[INK_TEXT_SIZE]; /* why it ends, told when the terminal is the shell's again */
    bool is_quit_asked;          /* a signal asked to quit; the next one insists */
    struct session *session;     /* these two at a server, the next one without */
    struct link *link;
    struct inquiry inquiry;
    struct thinker thinker;
    struct analyst analyst;
    uv_loop_t loop;
    uv_prepare_t painter;
    uv_timer_t ticker; /* the next moment at which what is shown about time is not right any more */
    uv_signal_t signals[3];
};

/* The calls of its visit; `ctx` is the struct play. */
extern const struct visit_calls play__calls;
void play__stop(void *ctx, enum exit_code code, const char *why);
void play__say(void *ctx, enum colour colour, const char *text);
void play__open_screen(void *ctx);

static inline int64_t play__now_ms(const struct play *play)
{
    return (int64_t)uv_now(&play->loop);
}

static inline bool play__is_stopped(const struct play *play)
{
    return play->course.visit.stage == STAGE_STOPPED;
}

#endif
