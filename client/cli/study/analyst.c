/* SPDX-License-Identifier: MIT */
/*
 * The thread of client/cli/study/analyst.h. It gets all members when it begins and gives them back
 * when it ends; only atomic ones are looked at meanwhile.
 */
#include "client/cli/study/analyst.h"

#include "brain/error.h"

#include <stdlib.h>

#define MEMORY_USUAL ((size_t)64 * 1024 * 1024)
#define SAYS_FROM 8 /* percent: before, an estimate would be a guess */

void analyst_init(struct analyst *analyst, uv_loop_t *loop, void (*done)(void *ctx, int error),
                  void *ctx)
{
    *analyst = (struct analyst){.loop = loop, .done = done, .ctx = ctx};
    analyst->work.data = analyst;
}

/* ---------------------------------------------------------------- on the thread */

static bool is_stopped(void *ctx)
{
    struct analyst *analyst = ctx;
    return atomic_load(&analyst->is_stopped);
}

static void count(struct analyst *analyst)
{
    atomic_store(&analyst->done_count, analysis_done(&analyst->analysis));
    atomic_store(&analyst->all_count, analysis_all(&analyst->analysis));
}

static size_t memory_size(const struct variant *variant)
{
    size_t least = analysis_memory_size(variant);
    return least > MEMORY_USUAL ? least : MEMORY_USUAL;
}

static int analyse(struct analyst *analyst, void *tables, void *memory)
{
    const struct variant *variant = analyst->game.variant;
    const struct analysis_options options = {.nodes = analyst->nodes,
                                             .tables = tables,
                                             .memory = memory,
                                             .memory_size = memory_size(variant),
                                             .winner = analyst->winner,
                                             .start = analyst->start,
                                             .stop = is_stopped,
                                             .ctx = analyst};
    int error = analysis_init(&analyst->analysis, &analyst->game, &options);
    if (error != 0)
        return error;
    analysis_tables_make(tables, variant);
    while (analysis_step(&analyst->analysis))
        count(analyst);
    count(analyst);
    return 0;
}

static void on_work(uv_work_t *work)
{
    struct analyst *analyst = work->data;
    const struct variant *variant = analyst->game.variant;
    size_t tables_size = analysis_tables_size(variant);
    void *tables = tables_size > 0 ? malloc(tables_size) : NULL;
    void *memory = calloc(1, memory_size(variant));
    bool is_short = memory == NULL || (tables_size > 0 && tables == NULL);
    analyst->error = is_short ? ERR_TOO_LITTLE_MEMORY : analyse(analyst, tables, memory);
    free(tables);
    free(memory);
}

/* ---------------------------------------------------------------- on the loop */

static void begin(struct analyst *analyst);

static void on_worked(uv_work_t *work, int status)
{
    struct analyst *analyst = work->data;
    analyst->is_busy = false;
    if (analyst->is_asked)
        begin(analyst);
    else if (analyst->is_wanted && status == 0)
        analyst->done(analyst->ctx, analyst->error);
}

static void begin(struct analyst *analyst)
{
    game_copy(&analyst->game, &analyst->next_game);
    analyst->winner = analyst->next_winner;
    analyst->nodes = analyst->next_nodes;
    analyst->start = analyst->next_start;
    analyst->is_asked = false;
    analyst->is_busy = true;
    analyst->is_wanted = true;
    analyst->began_ms = uv_now(analyst->loop);
    atomic_store(&analyst->is_stopped, false);
    atomic_store(&analyst->done_count, 0);
    atomic_store(&analyst->all_count, 1);
    if (uv_queue_work(analyst->loop, &analyst->work, on_work, on_worked) != 0)
        abort(); /* only if it has no function */
}

void analyst_ask(struct analyst *analyst, const struct game *game, enum seat winner, uint64_t nodes,
                 unsigned start)
{
    analyst_stop(analyst, false);
    game_copy(&analyst->next_game, game);
    analyst->next_winner = winner;
    analyst->next_nodes = nodes;
    analyst->next_start = start;
    analyst->is_asked = true;
    if (!analyst->is_busy)
        begin(analyst);
}

void analyst_stop(struct analyst *analyst, bool is_wanted)
{
    analyst->is_asked = false;
    analyst->is_wanted = analyst->is_wanted && is_wanted;
    atomic_store(&analyst->is_stopped, true);
}

void analyst_look(const struct analyst *analyst, unsigned *percent_out, int64_t *left_ms_out)
{
    unsigned all = atomic_load(&analyst->all_count);
    int64_t took_ms = (int64_t)(uv_now(analyst->loop) - analyst->began_ms);
    *percent_out = all > 0 ? 100 * atomic_load(&analyst->done_count) / all : 0;
    *left_ms_out =
        *percent_out < SAYS_FROM ? -1 : took_ms * (100 - (int64_t)*percent_out) / *percent_out;
}
