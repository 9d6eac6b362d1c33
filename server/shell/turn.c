/* SPDX-License-Identifier: MIT */
/*
 * Turns of the loop. The first input of a turn tells the core the time; the end of the turn gives
 * the store one batch and every peer with output one write; then the core's timer is set. Output
 * that the sockets did not take causes another turn at once: the core may cut connections off for
 * it, and others are told of that.
 *
 * Deadlines fall when all that had come by then was read: at the end of the first turn that follows
 * a look at the sockets which began when it was due. Time in which the server stood still is left
 * out (steady.h); to know it, the loop never waits for long at once.
 *
 * The end is a prepare handle: libuv runs it right before it waits for events, after everything
 * else that can be an input (sockets and asyncs before, close callbacks, timers). A check handle
 * would leave what timers and close callbacks wrote lying until the next event.
 */
#include "base/memory.h"
#include "server/shell/loop.h"

#include <time.h>

#define TIMER_MAX_MS INT64_C(86400000)
/* A turn with more output ends early: after the server had to wait for a processor there is much to
 * read, and what nobody takes has to be known before it fills the memory. */
#define TURN_OUTPUT_BYTES ((size_t)4 * 1024 * 1024)

/* Longer than this is worth a line in the log. */
#define STOOD_TOLD_MS 1000

int64_t turn__now_ms(struct shell *shell)
{
    int64_t before_ms = shell->steady.stood_ms;
    int64_t now_ms = steady_ms(&shell->steady, (int64_t)uv_now(&shell->loop));
    int64_t stood_ms = shell->steady.stood_ms - before_ms;
    shell->counts.stood_ms = (uint64_t)shell->steady.stood_ms;
    if (stood_ms >= STOOD_TOLD_MS)
        log_event(shell->log, LOG_LEVEL_WARN, "stood_still", "ms=%lld", (long long)stood_ms);
    return now_ms;
}

struct moment shell_now(struct shell *shell)
{
    struct timespec wall;
    clock_gettime(CLOCK_REALTIME, &wall);
    return (struct moment){
        .mono_ms = turn__now_ms(shell),
        .wall_ms = (int64_t)wall.tv_sec * 1000 + wall.tv_nsec / 1000000,
        .stood_ms = shell->steady.stood_ms,
    };
}

void turn__begin(struct shell *shell)
{
    if (shell->turn_is_open)
        return;
    shell->turn_is_open = true;
    shell->counts.turns++;
    core_time(shell->core, shell_now(shell));
}

static void on_timer(uv_timer_t *timer)
{
    struct shell *shell = timer->data;
    shell->armed_ms = INT64_MAX;
    turn__begin(shell);
}

static void arm_timer(struct shell *shell)
{
    int64_t next_ms = core_next_ms(shell->core);
    int64_t left_ms = next_ms - turn__now_ms(shell);
    if (next_ms == shell->armed_ms)
        return;
    shell->armed_ms = next_ms;
    /* Never 0: something that is due again and again must not keep the loop from the sockets. */
    if (left_ms < 1)
        left_ms = 1;
    if (left_ms > TIMER_MAX_MS)
        left_ms = TIMER_MAX_MS;
    uv_timer_start(&shell->timer, on_timer, (uint64_t)left_ms, 0);
}

static void end_turn(struct shell *shell)
{
    if (!shell->turn_is_open)
        return;
    core_due(shell->core, shell->looked_ms);
    core_turn_end(shell->core);
    shell->held_bytes = core_held_bytes(shell->core);
    shell->turn_is_open = false;
    arm_timer(shell);
}

static void write_output(struct shell *shell)
{
    peer__flush_all(shell);
    while (peer__report_all(shell)) {
        end_turn(shell);
        peer__flush_all(shell);
    }
}

/* Bytes of output that the turn made: for connections, and to wait for the disk before. */
static size_t made_bytes(const struct shell *shell)
{
    size_t held_bytes = core_held_bytes(shell->core);
    size_t more_bytes = held_bytes > shell->held_bytes ? held_bytes - shell->held_bytes : 0;
    return shell->queued_bytes + more_bytes;
}

void turn__check(struct shell *shell)
{
    if (made_bytes(shell) < TURN_OUTPUT_BYTES)
        return;
    end_turn(shell);
    write_output(shell);
}

/* For the steady clock alone. */
static void on_tick(uv_timer_t *timer)
{
    (void)timer;
}

static void arm_tick(struct shell *shell)
{
    uint64_t tick_ms = shell->peers != NULL ? STEADY_TICK_MS : STEADY_TICK_ALONE_MS;
    if (uv_timer_get_repeat(&shell->tick) != tick_ms)
        uv_timer_start(&shell->tick, on_tick, tick_ms, tick_ms);
}

/* The loop goes to look at the sockets, and waits if there is nothing. */
static void begin_look(struct shell *shell)
{
    arm_tick(shell);
    uv_update_time(&shell->loop);
    shell->looking_ms = turn__now_ms(shell);
    steady_wait(&shell->steady, (int64_t)uv_now(&shell->loop), uv_backend_timeout(&shell->loop));
}

static void on_prepare(uv_prepare_t *prepare)
{
    struct shell *shell = prepare->data;
    shell->looked_ms = shell->looking_ms;
    end_turn(shell);
    shortage__check(shell);
    if (shell->phase != SHELL_RUNNING)
        stop__check(shell);
    write_output(shell);
    begin_look(shell);
}

int turn__init(struct shell *shell)
{
    shell->armed_ms = INT64_MAX;
    shell->prepare.data = shell;
    shell->timer.data = shell;
    uv_timer_init(&shell->loop, &shell->timer);
    uv_timer_init(&shell->loop, &shell->tick);
    return uv_prepare_init(&shell->loop, &shell->prepare);
}

void turn__start(struct shell *shell)
{
    uv_prepare_start(&shell->prepare, on_prepare);
    uv_update_time(&shell->loop);
    shell->steady.seen_ms = (int64_t)uv_now(&shell->loop); /* beginning is no standing still */
    /* The core may have something to do from the start; and its timer is set at the end. */
    turn__begin(shell);
}

/* ------------------------------------------------------------------ shortage */

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
