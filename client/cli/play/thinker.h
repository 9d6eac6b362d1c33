/* SPDX-License-Identifier: MIT */
/*
 * Thinks for a computer player on a thread of libuv's pool, one thought at a time, so that the
 * keyboard stays alive. A new question, or thinker_stop(), drops the one before. Owns the memory of
 * the thought and the tables of the computer. All calls on the loop's thread.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_THINKER_H
#define PENTAD_CLIENT_CLI_PLAY_THINKER_H

#include "brain/computer.h"
#include "client/cli/play/opponent.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <uv.h>

struct thinker_task {
    struct opponent who;
    struct game game;
    uint64_t seed;
};

struct thinker {
    uv_loop_t *loop;
    /* Takes the thought about the last question; `error` is 0, or one of the brain. */
    void (*done)(void *ctx, int error, const struct thought *thought);
    void *ctx;
    struct thinker_task next; /* the question, until it begins */
    bool is_asked;
    bool is_busy; /* the members below are the thread's */
    atomic_bool is_stopped;
    bool is_wanted; /* the present thought */
    uv_work_t work;
    struct thinker_task task;
    const struct computer *computer; /* the tables and the memory are for these */
    const struct variant *variant;
    bool has_tables;
    void *tables;
    void *memory;
    size_t memory_size;
    int error;
    struct thought thought;
};

void thinker_init(struct thinker *thinker, uv_loop_t *loop,
                  void (*done)(void *ctx, int error, const struct thought *thought), void *ctx);
/* Called after the loop has ended. */
void thinker_deinit(struct thinker *thinker);
/* Asks for a thought about the game, which is copied. */
void thinker_ask(struct thinker *thinker, const struct opponent *who, const struct game *game,
                 uint64_t seed);
/* Drops the question; the thread ends soon. */
void thinker_stop(struct thinker *thinker);

#endif
