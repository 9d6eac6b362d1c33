/* SPDX-License-Identifier: MIT */
/*
 * Watching over the reserve of memory: the log hears once that it is in use and once that it is
 * whole again. It is refilled a moment after it was touched, again and again until that succeeds;
 * at once would be too early, for what is freed in between is needed by what has begun.
 */
#include "base/memory.h"
#include "server/shell/loop.h"

#define REFILL_MS 100

static void on_refill_timer(uv_timer_t *timer)
{
    struct shell *shell = timer->data;
    if (!mem_refill())
        return;
    uv_timer_stop(timer);
    shell->is_short_told = false;
    log_write(shell->log, LOG_LEVEL_WARN, "memory_back", "");
    turn__begin(shell);
}

void shortage__check(struct shell *shell)
{
    if (shell->is_short_told || !mem_is_short())
        return;
    shell->is_short_told = true;
    log_write(shell->log, LOG_LEVEL_ERROR, "memory_short", "refusing=everything");
    uv_timer_start(&shell->refill_timer, on_refill_timer, REFILL_MS, REFILL_MS);
}

int shortage__init(struct shell *shell)
{
    shell->refill_timer.data = shell;
    return uv_timer_init(&shell->loop, &shell->refill_timer);
}
