/* SPDX-License-Identifier: MIT */
/*
 * The shell as a whole: making, listening, running and freeing it; also the core's ports and the
 * inputs that come from other threads. See shell.h for the order of a life.
 */
#include "base/memory.h"
#include "server/shell/crypto.h"
#include "server/shell/loop.h"
#include "server/shell/metrics.h"
#include "server/shell/process.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ------------------------------------------------------------------ the core's ports */

static void port_send(void *ctx, void *peer, struct frame *frame)
{
    (void)ctx;
    peer__send(peer, frame);
}

static void port_close(void *ctx, void *peer, enum close_kind kind)
{
    (void)ctx;
    peer__close(peer, kind);
}

static bool port_work(void *ctx, uint64_t job, const struct work *work)
{
    const struct shell *shell = ctx;
    return workers_submit(shell->workers, job, work);
}

static bool port_drop_work(void *ctx, uint64_t job)
{
    const struct shell *shell = ctx;
    return workers_drop(shell->workers, job);
}

static void port_random(void *ctx, void *bytes, size_t len)
{
    (void)ctx;
    crypto_random(bytes, len);
}

static void port_token_hash(void *ctx, const char *token, uint8_t hash_out[TOKEN_HASH_SIZE])
{
    _Static_assert(CRYPTO_TOKEN_HASH_SIZE == TOKEN_HASH_SIZE, "the core's hashes are ours");
    (void)ctx;
    crypto_token_hash(token, hash_out);
}

static uint64_t port_keyed_hash(void *ctx, const uint8_t key[SECRET_SIZE], const void *bytes,
                                size_t len)
{
    _Static_assert(CRYPTO_KEY_SIZE == SECRET_SIZE, "the core's secrets are keys");
    (void)ctx;
    uint64_t hash = crypto_keyed_hash(key, bytes, len) & STORE_ID_MAX;
    return hash != 0 ? hash : 1;
}

static void port_log(void *ctx, enum log_level level, const char *event, const char *detail)
{
    const struct shell *shell = ctx;
    log_write(shell->log, level, event, detail);
}

static int64_t port_round_trip_ms(void *ctx, void *peer)
{
    const struct shell *shell = ctx;
    return shell->options.has_lag_check ? peer__round_trip_ms(peer) : -1;
}

static bool port_is_short(void *ctx)
{
    (void)ctx;
    return mem_is_short();
}

struct core_ports shell_ports(struct shell *shell)
{
    return (struct core_ports){
        .ctx = shell,
        .send = port_send,
        .close = port_close,
        .work = port_work,
        .drop_work = port_drop_work,
        .random = port_random,
        .token_hash = port_token_hash,
        .keyed_hash = port_keyed_hash,
        .log = port_log,
        .round_trip_ms = port_round_trip_ms,
        .is_short = port_is_short,
    };
}

/* ------------------------------------------------------------------ inputs from other threads */

static void on_store_wake(void *ctx)
{
    struct shell *shell = ctx;
    /* Without a core nobody wants the answer: it is being made, or gone already. */
    if (shell->core == NULL)
        return;
    turn__begin(shell);
    core_store_ready(shell->core);
    turn__check(shell);
}

void shell_store_wake(void *ctx)
{
    struct shell *shell = ctx;
    wake_send(&shell->store_wake);
}

static void on_work_done(void *ctx, uint64_t job, const struct work_result *result)
{
    struct shell *shell = ctx;
    if (shell->core == NULL)
        return;
    turn__begin(shell);
    core_work_done(shell->core, job, result);
}

static void on_work_progress(void *ctx, uint64_t job, const struct work_result *so_far)
{
    struct shell *shell = ctx;
    if (shell->core == NULL)
        return;
    turn__begin(shell);
    core_work_progress(shell->core, job, so_far);
}

int shell_port(const struct shell *shell)
{
    return shell->port;
}

/* ------------------------------------------------------------------ running */

/* From the loop: one that hangs says nothing. */
static void on_alive(uv_timer_t *timer)
{
    (void)timer;
    service_tell_alive();
}

static void tell_manager(struct shell *shell)
{
    uint64_t alive_ms = service_alive_ms();
    service_tell_ready(shell_port(shell));
    if (alive_ms > 0)
        uv_timer_start(&shell->alive_timer, on_alive, 0, alive_ms);
}

void shell_run(struct shell *shell, struct core *core)
{
    shell->core = core;
    shell->home = (struct output_home){.core = core, .slab = &shell->slab};
    turn__start(shell);
    tell_manager(shell);
    uv_run(&shell->loop, UV_RUN_DEFAULT);
    /* Ends the turn that the last peers left open when they were cut off. */
    if (shell->turn_is_open)
        core_turn_end(core);
    shell->core = NULL;
    log_event(shell->log, LOG_LEVEL_INFO, "stopped", "accepted=%llu",
              (unsigned long long)shell->counts.accepted);
}

struct shell_counts shell_counts(const struct shell *shell)
{
    return shell->counts;
}

/* ------------------------------------------------------------------ making and freeing */

static struct workers *start_workers(struct shell *shell)
{
    struct workers_options options = {.runs = work_runs,
                                      .looks = work_looks,
                                      .means = &shell->means,
                                      .done = on_work_done,
                                      .progress = on_work_progress,
                                      .ctx = shell};
    memcpy(options.sizes, shell->options.work, sizeof(options.sizes));
    if (!work_means_init(&shell->means, &shell->options.password_cost))
        return NULL;
    shell->means.think = think_new();
    photo_child_init(&shell->means.photos, shell->options.photo_program, shell->log);
    return workers_new(&shell->loop, &options);
}

static int init_parts(struct shell *shell)
{
    int error = wake_init(&shell->store_wake, &shell->loop, on_store_wake, shell);
    if (error == 0)
        error = turn__init(shell);
    if (error == 0)
        error = peer__init(shell);
    if (error == 0)
        error = shortage__init(shell);
    if (error == 0)
        error = stop__init(shell);
    if (error == 0)
        error = uv_timer_init(&shell->loop, &shell->alive_timer);
    if (error != 0)
        return error;
    shell->workers = start_workers(shell);
    return shell->workers != NULL ? 0 : UV_ENOMEM;
}

/* One that holds for fewer days should have been renewed. */
#define CERTIFICATE_DAYS 7

bool shell__load_certificate(struct shell *shell)
{
    const struct shell_options *options = &shell->options;
    char message[TLS_MESSAGE_SIZE];
    if (options->tls_certificate == NULL || *options->tls_certificate == '\0')
        return true;
    bool is_loaded =
        tls_gate_load(&shell->tls, options->tls_certificate, options->tls_key, message);
    int days = is_loaded ? tls_context_days_left(shell->tls.context) : 0;
    if (is_loaded)
        log_event(shell->log, days < CERTIFICATE_DAYS ? LOG_LEVEL_WARN : LOG_LEVEL_INFO,
                  "certificate_loaded", "path=\"%s\" days_left=%d", options->tls_certificate, days);
    else
        log_event(shell->log, LOG_LEVEL_ERROR, "certificate_failed", "error=\"%s\"", message);
    return is_loaded;
}

static void init_tls(struct shell *shell)
{
    uint64_t salt;
    crypto_random(&salt, sizeof(salt));
    tls_gate_init(&shell->tls, &shell->loop, shell->options.tls_handshakes, salt);
    shell->tls.refusal_of_plain = shell->options.refusal_of_plain;
    shell->transports.tls = &shell->tls;
}

/* libuv asks for small counts only. */
static void *zero(size_t count, size_t size)
{
    return mem_zero(count * size);
}

struct shell *shell_new(const struct shell_options *options, struct log *log)
{
    struct shell *shell = mem_zero(sizeof(*shell));
    uv_replace_allocator(mem_alloc, mem_grow, zero, free);
    shell->options = *options;
    shell->log = log;
    if (uv_loop_init(&shell->loop) != 0) {
        free(shell);
        return NULL;
    }
    transport_home_init(&shell->transports, &shell->loop, shell->read_buffer, READ_BUFFER_SIZE);
    init_tls(shell);
    arrivals_init(&shell->arrivals, &shell->loop);
    web_init(shell);
    metrics_init(shell);
    shell->metrics.name = shell->options.metrics_name;
    shell->steady.seen_ms = (int64_t)uv_now(&shell->loop); /* it did not stand before */
    shell->made_wall_ms = shell_now(shell).wall_ms;
    if (init_parts(shell) != 0) {
        shell_free(shell);
        return NULL;
    }
    return shell;
}

static void close_handle(uv_handle_t *handle, void *arg)
{
    (void)arg;
    if (!uv_is_closing(handle))
        uv_close(handle, NULL);
}

void shell_free(struct shell *shell)
{
    bool has_port_file;
    int busy;
    if (shell == NULL)
        return;
    has_port_file = shell->options.port_file != NULL && *shell->options.port_file != '\0';
    if (has_port_file && shell_port(shell) != 0)
        unlink(shell->options.port_file);
    listeners__close(shell);
    http_close(&shell->metrics);
    web_close(shell);
    arrivals_close(&shell->arrivals);
    workers_free(shell->workers);
    think_free(shell->means.think);
    wake_close(&shell->store_wake, NULL);
    wake_close(&shell->stop_wake, NULL);
    uv_walk(&shell->loop, close_handle, NULL);
    uv_run(&shell->loop, UV_RUN_DEFAULT);
    busy = uv_loop_close(&shell->loop);
    assert(busy == 0);
    web_deinit(shell);
    tls_gate_deinit(&shell->tls);
    slab_deinit(&shell->slab);
    free(shell);
}
