/* SPDX-License-Identifier: MIT */
/*
 * The loop of client/cli/study/wait.h.
 */
#include "client/cli/study/wait.h"

#include "client/cli/study/analyst.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/terminal/ink.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

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

/* ---------------------------------------------------------------- the bar */

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

/* ---------------------------------------------------------------- the loop */

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

static void begin(struct wait *wait)
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

int wait_for_analysis(const struct game *game, enum seat winner, uint64_t nodes, unsigned start,
                      struct analysis *analysis_out)
{
    struct wait *wait = calloc(1, sizeof(*wait));
    if (wait == NULL || uv_loop_init(&wait->loop) != 0)
        abort();
    begin(wait);
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
