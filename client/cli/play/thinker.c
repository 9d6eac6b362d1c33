/* SPDX-License-Identifier: MIT */
/*
 * The thoughts of client/cli/play/thinker.h. The thread gets its members when it begins and gives
 * them back when it ends; only `is_stopped` is looked at meanwhile.
 */
#include "client/cli/play/thinker.h"

#include <stdlib.h>
#include <string.h>

/* A computer that remembers positions remembers so much, if it does not need more. */
#define MEMORY_USUAL ((size_t)16 * 1024 * 1024)

void thinker_init(struct thinker *thinker, uv_loop_t *loop,
                  void (*done)(void *ctx, int error, const struct thought *thought), void *ctx)
{
    *thinker = (struct thinker){.loop = loop, .done = done, .ctx = ctx};
    thinker->work.data = thinker;
}

static void forget_memory(struct thinker *thinker)
{
    free(thinker->tables);
    free(thinker->memory);
    thinker->tables = NULL;
    thinker->memory = NULL;
    thinker->memory_size = 0;
    thinker->has_tables = false;
    thinker->computer = NULL;
}

void thinker_deinit(struct thinker *thinker)
{
    forget_memory(thinker);
}

/* Reserves what the computer needs for games of the variant. */
static int reserve(struct thinker *thinker, const struct computer *computer,
                   const struct variant *variant)
{
    if (thinker->computer == computer && thinker->variant == variant)
        return 0;
    forget_memory(thinker);
    size_t tables_size = computer_tables_size(computer, variant);
    size_t memory_size = computer_memory_size(computer, variant);
    if (memory_size > 0 && memory_size < MEMORY_USUAL)
        memory_size = MEMORY_USUAL;
    thinker->tables = tables_size > 0 ? malloc(tables_size) : NULL;
    thinker->memory = memory_size > 0 ? malloc(memory_size) : NULL;
    if ((tables_size > 0 && thinker->tables == NULL) ||
        (memory_size > 0 && thinker->memory == NULL)) {
        forget_memory(thinker);
        return ERR_TOO_LITTLE_MEMORY;
    }
    thinker->memory_size = memory_size;
    thinker->computer = computer;
    thinker->variant = variant;
    return 0;
}

/* ---------------------------------------------------------------- on the thread */

static bool is_stopped(void *ctx)
{
    struct thinker *thinker = ctx;
    return atomic_load(&thinker->is_stopped);
}

static void on_work(uv_work_t *work)
{
    struct thinker *thinker = work->data;
    const struct thinker_task *task = &thinker->task;
    thinker->error = reserve(thinker, task->who.computer, task->game.variant);
    if (thinker->error == 0 && thinker->tables != NULL && !thinker->has_tables) {
        thinker->error =
            computer_tables_make(thinker->computer, thinker->variant, thinker->tables,
                                 computer_tables_size(thinker->computer, thinker->variant));
        thinker->has_tables = thinker->error == 0;
    }
    if (thinker->error != 0 || is_stopped(thinker))
        return;
    if (thinker->memory_size > 0)
        memset(thinker->memory, 0, thinker->memory_size);
    const struct thinking thinking = {.level = task->who.level,
                                      .seed = task->seed,
                                      .nodes = task->who.nodes,
                                      .prospects = 1,
                                      .tables = thinker->tables,
                                      .memory = thinker->memory,
                                      .memory_size = thinker->memory_size,
                                      .stop = is_stopped,
                                      .ctx = thinker};
    thinker->error = computer_think(task->who.computer, &task->game, &thinking, &thinker->thought);
}

/* ---------------------------------------------------------------- on the loop */

static void begin(struct thinker *thinker);

static void on_worked(uv_work_t *work, int status)
{
    struct thinker *thinker = work->data;
    thinker->is_busy = false;
    if (thinker->is_asked)
        begin(thinker);
    else if (thinker->is_wanted && status == 0)
        thinker->done(thinker->ctx, thinker->error, &thinker->thought);
}

static void begin(struct thinker *thinker)
{
    thinker->task = thinker->next;
    thinker->is_asked = false;
    thinker->is_wanted = true;
    thinker->is_busy = true;
    atomic_store(&thinker->is_stopped, false);
    if (uv_queue_work(thinker->loop, &thinker->work, on_work, on_worked) != 0)
        abort(); /* only if it has no function */
}

void thinker_ask(struct thinker *thinker, const struct opponent *who, const struct game *game,
                 uint64_t seed)
{
    thinker_stop(thinker);
    thinker->next.who = *who;
    thinker->next.seed = seed;
    game_copy(&thinker->next.game, game);
    thinker->is_asked = true;
    if (!thinker->is_busy)
        begin(thinker);
}

void thinker_stop(struct thinker *thinker)
{
    thinker->is_asked = false;
    thinker->is_wanted = false;
    atomic_store(&thinker->is_stopped, true);
}
