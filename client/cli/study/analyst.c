/* SPDX-License-Identifier: MIT */
/*
 * The thread of client/cli/study/analyst.h. It gets all members when it begins and gives them back
 * when it ends; only atomic ones are looked at meanwhile.
 */
#include "client/cli/study/analyst.h"

#include "brain/error.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/terminal/ink.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

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

/* ------------------------------------------------------------------ waiting */

#define BAR_COLUMNS 30
#define LOOK_EVERY_MS 200

struct wait {
    uv_loop_t loop;
    uv_timer_t ticker;
    uv_signal_t interrupt;
    struct analyst analyst;
    struct ink ink; /* of the bar */
    bool has_bar;
    int error;
};

static void clear_bar(struct wait *wait)
{
    static const char sequence[] = "\r\x1b[K";
    ink_put_raw(&wait->ink, sequence, sizeof(sequence) - 1);
}

static void put_bar(struct wait *wait, unsigned percent)
{
    char bar[BAR_COLUMNS + 1];
    for (unsigned i = 0; i < BAR_COLUMNS; i++)
        bar[i] = i * 100 < percent * BAR_COLUMNS ? '#' : '.';
    bar[BAR_COLUMNS] = '\0';
    ink_put(&wait->ink, COLOUR_PLAIN, "[%s] %u %%", bar, percent);
}

static void on_tick(uv_timer_t *ticker)
{
    unsigned percent;
    int64_t left_ms;
    struct wait *wait = ticker->data;
    analyst_look(&wait->analyst, &percent, &left_ms);
    clear_bar(wait);
    put_bar(wait, percent);
    if (left_ms >= 0)
        ink_put(&wait->ink, COLOUR_DIM, _("  about %lld s"), (long long)(left_ms + 999) / 1000);
    ink_flush(&wait->ink, STDERR_FILENO);
}

static void on_done(void *ctx, int error)
{
    struct wait *wait = ctx;
    wait->error = error;
    uv_close((uv_handle_t *)&wait->ticker, NULL);
    uv_close((uv_handle_t *)&wait->interrupt, NULL);
}

static void on_interrupt(uv_signal_t *interrupt, int number)
{
    (void)number;
    struct wait *wait = interrupt->data;
    analyst_stop(&wait->analyst, true);
}

static void begin_wait(struct wait *wait)
{
    ink_init(&wait->ink, look_of(STDERR_FILENO, false));
    wait->has_bar = isatty(STDERR_FILENO) == 1;
    uv_timer_init(&wait->loop, &wait->ticker);
    wait->ticker.data = wait;
    if (wait->has_bar)
        uv_timer_start(&wait->ticker, on_tick, LOOK_EVERY_MS, LOOK_EVERY_MS);
    uv_signal_init(&wait->loop, &wait->interrupt);
    wait->interrupt.data = wait;
    uv_signal_start(&wait->interrupt, on_interrupt, SIGINT);
    analyst_init(&wait->analyst, &wait->loop, on_done, wait);
}

int analyst_wait(const struct game *game, enum seat winner, uint64_t nodes, unsigned start,
                 struct analysis *analysis_out)
{
    struct wait *wait = calloc(1, sizeof(*wait));
    if (wait == NULL || uv_loop_init(&wait->loop) != 0)
        abort();
    begin_wait(wait);
    analyst_ask(&wait->analyst, game, winner, nodes, start);
    uv_run(&wait->loop, UV_RUN_DEFAULT);
    uv_loop_close(&wait->loop);
    if (wait->has_bar) {
        clear_bar(wait);
        ink_flush(&wait->ink, STDERR_FILENO);
    }
    int error = wait->error;
    *analysis_out = wait->analyst.analysis;
    ink_deinit(&wait->ink);
    free(wait);
    return error;
}
