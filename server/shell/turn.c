/* SPDX-License-Identifier: MIT */
/*
 * Turns of the loop. The first input of a turn tells the core the time; the end of the turn gives
 * the store one batch and every peer with output one write; then the core's timer is set. What the
 * sockets did not take makes another turn, at once: the core may cut somebody off for it, of which
 * others are told.
 *
 * The end is a prepare handle: libuv runs it right before it waits for events, behind everything
 * else that can be an input (sockets and asyncs before, close callbacks, timers). A check handle
 * would leave what timers and close callbacks wrote lying until the next event.
 */
#include "server/shell/loop.h"

#include <time.h>

#define TIMER_MAX_MS INT64_C(86400000)
/* A turn with more output ends early: after the server had to wait for a processor there is much to
 * read, and what nobody takes has to be known before it fills the memory. */
#define TURN_OUTPUT_BYTES ((size_t)4 * 1024 * 1024)

struct moment shell_now(const struct shell *shell)
{
    struct timespec wall;
    clock_gettime(CLOCK_REALTIME, &wall);
    return (struct moment){
        .mono_ms = (int64_t)uv_now(&shell->loop),
        .wall_ms = (int64_t)wall.tv_sec * 1000 + wall.tv_nsec / 1000000,
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
    int64_t left_ms = next_ms - (int64_t)uv_now(&shell->loop);
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
    core_turn_end(shell->core);
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

void turn__check(struct shell *shell)
{
    if (shell->queued_bytes < TURN_OUTPUT_BYTES)
        return;
    end_turn(shell);
    write_output(shell);
}

static void on_prepare(uv_prepare_t *prepare)
{
    struct shell *shell = prepare->data;
    end_turn(shell);
    shortage__check(shell);
    stop__check(shell);
    write_output(shell);
}

int turn__init(struct shell *shell)
{
    shell->armed_ms = INT64_MAX;
    shell->prepare.data = shell;
    shell->timer.data = shell;
    uv_timer_init(&shell->loop, &shell->timer);
    return uv_prepare_init(&shell->loop, &shell->prepare);
}

void turn__start(struct shell *shell)
{
    uv_prepare_start(&shell->prepare, on_prepare);
    /* The core may have something to do from the start; and its timer is set at the end. */
    turn__begin(shell);
}
