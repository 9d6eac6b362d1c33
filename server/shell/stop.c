/* SPDX-License-Identifier: MIT */
/*
 * Stopping: no new connections, the core says goodbye, and the loop goes on until everything is
 * saved and every peer has closed, or the time for that is over. A second signal is impatience.
 */
#include "server/shell/loop.h"
#include "server/shell/process.h"

#include <signal.h>

static void cut_off(struct shell *shell, const char *why)
{
    log_event(shell->log, LOG_LEVEL_WARN, "stopping_early", "because=%s is_saved=%s", why,
              core_is_settled(shell->core) ? "yes" : "no");
    shell->phase = SHELL_STOPPED;
    peer__cut_all(shell);
}

static void on_time_over(uv_timer_t *timer)
{
    struct shell *shell = timer->data;
    if (shell->phase == SHELL_STOPPING)
        cut_off(shell, "shutdown_ms");
}

static void begin(struct shell *shell, const char *why)
{
    if (shell->phase == SHELL_STOPPING)
        cut_off(shell, why);
    if (shell->phase != SHELL_RUNNING)
        return;
    shell->phase = SHELL_STOPPING;
    shell->transports.is_going_away = true;
    log_event(shell->log, LOG_LEVEL_INFO, "stopping", "because=%s connections=%zu", why,
              shell->counts.connections);
    service_tell_stopping();
    listeners__close(shell);
    arrivals_close(&shell->arrivals);
    web_close(shell);
    uv_timer_start(&shell->stop_timer, on_time_over, (uint64_t)shell->options.shutdown_ms, 0);
    turn__begin(shell);
    core_shut_down(shell->core);
}

void stop__check(struct shell *shell)
{
    if (shell->phase == SHELL_STOPPING && core_is_settled(shell->core)) {
        peer__close_all(shell);
        if (shell->peers == NULL)
            shell->phase = SHELL_STOPPED;
    }
    if (shell->phase == SHELL_STOPPED && shell->peers == NULL)
        uv_stop(&shell->loop);
}

static void on_signal(uv_signal_t *handle, int number)
{
    struct shell *shell = handle->data;
    if (number == SIGHUP) {
        log_reopen(shell->log);
        (void)shell__load_certificate(shell);
    } else {
        begin(shell, number == SIGTERM ? "SIGTERM" : "SIGINT");
    }
}

static void on_stop_wake(void *ctx)
{
    begin(ctx, "request");
}

/* Any thread. */
void shell_stop(struct shell *shell)
{
    wake_send(&shell->stop_wake);
}

/* A signal that comes before the loop runs is told when it does: what has begun to start stops in
 * order, too. */
int stop__init(struct shell *shell)
{
    static const int numbers[SHELL_SIGNALS] = {SIGTERM, SIGINT, SIGHUP};
    int error = 0;
    shell->stop_timer.data = shell;
    uv_timer_init(&shell->loop, &shell->stop_timer);
    for (int i = 0; i < SHELL_SIGNALS && error == 0; i++) {
        shell->signals[i].data = shell;
        uv_signal_init(&shell->loop, &shell->signals[i]);
        error = uv_signal_start(&shell->signals[i], on_signal, numbers[i]);
    }
    return error != 0 ? error : wake_init(&shell->stop_wake, &shell->loop, on_stop_wake, shell);
}
