/* SPDX-License-Identifier: MIT */
/*
 * The text of the metrics, made when it is asked for; see metrics.h.
 */
#include "server/shell/metrics.h"

#include "base/memory.h"
#include "server/shell/loop.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum metric {
#define METRIC(ID, name, type, help) METRIC_##ID,
#include "server/shell/metrics.def"
#undef METRIC
    METRIC_COUNT
};

static const struct {
    const char *name;
    const char *type;
    const char *help;
} metrics[METRIC_COUNT] = {
#define METRIC(ID, name, type, help) [METRIC_##ID] = {name, type, help},
#include "server/shell/metrics.def"
#undef METRIC
};

/* ------------------------------------------------------------------ text that grows */

struct text {
    char *bytes;
    size_t len;
    size_t size;
    enum metric family; /* of the lines that follow */
};

__attribute__((format(printf, 2, 3))) static void put(struct text *text, const char *format, ...)
{
    char line[256];
    va_list args;
    int len;
    va_start(args, format);
    len = vsnprintf(line, sizeof(line), format, args);
    va_end(args);
    if (text->len + (size_t)len > text->size) {
        text->size = 2 * (text->len + (size_t)len);
        text->bytes = mem_grow(text->bytes, text->size);
    }
    memcpy(text->bytes + text->len, line, (size_t)len);
    text->len += (size_t)len;
}

static void begin(struct text *text, enum metric family)
{
    text->family = family;
    put(text, "# HELP %s %s\n", metrics[family].name, metrics[family].help);
    put(text, "# TYPE %s %s\n", metrics[family].name, metrics[family].type);
}

static void number(struct text *text, enum metric family, uint64_t value)
{
    begin(text, family);
    put(text, "%s %llu\n", metrics[family].name, (unsigned long long)value);
}

static void seconds(struct text *text, enum metric family, double value)
{
    begin(text, family);
    put(text, "%s %.3f\n", metrics[family].name, value);
}

/* ------------------------------------------------------------------ the core's */

static void put_counts(struct text *text, const struct core *core)
{
    const struct core_counts counts = core_count(core);
    number(text, METRIC_PLAYERS, counts.players);
    number(text, METRIC_ROOMS, counts.rooms);
    number(text, METRIC_GAMES, counts.games);
    number(text, METRIC_ASLEEP, counts.asleep);
    number(text, METRIC_HELD_BYTES, counts.held_bytes);
    number(text, METRIC_UNSENT_BYTES, counts.unsent_bytes);
    number(text, METRIC_SLOW, counts.slow_readers);
    number(text, METRIC_THOUGHTS, counts.thoughts);
    number(text, METRIC_THOUGHTS_CUT, counts.thoughts_cut);
    number(text, METRIC_CAN_STORE, core_can_store(core) ? 1 : 0);
}

static void on_request(void *ctx, const char *op, uint64_t count)
{
    struct text *text = ctx;
    put(text, "%s{op=\"%s\"} %llu\n", metrics[text->family].name, op, (unsigned long long)count);
}

static void on_error(void *ctx, const char *code, uint64_t count)
{
    struct text *text = ctx;
    put(text, "%s{code=\"%s\"} %llu\n", metrics[text->family].name, code,
        (unsigned long long)count);
}

static void put_commits(struct text *text, const struct core *core)
{
    static const int bounds_ms[CORE_COMMIT_BOUNDS] = {CORE_COMMIT_BOUNDS_MS};
    const struct core_commits commits = core_commits(core);
    const char *name = metrics[METRIC_COMMIT].name;
    uint64_t count = 0;
    begin(text, METRIC_COMMIT);
    for (size_t i = 0; i < CORE_COMMIT_BOUNDS; i++) {
        count += commits.by_ms[i];
        put(text, "%s_bucket{le=\"%g\"} %llu\n", name, bounds_ms[i] / 1000.0,
            (unsigned long long)count);
    }
    count += commits.by_ms[CORE_COMMIT_BOUNDS];
    put(text, "%s_bucket{le=\"+Inf\"} %llu\n", name, (unsigned long long)count);
    put(text, "%s_sum %.3f\n", name, (double)commits.sum_ms / 1000.0);
    put(text, "%s_count %llu\n", name, (unsigned long long)count);
    number(text, METRIC_COMMIT_FAILED, commits.failed);
}

/* ------------------------------------------------------------------ the shell's */

static void put_shell(struct text *text, const struct shell_counts *counts)
{
    number(text, METRIC_CONNECTIONS, counts->connections);
    number(text, METRIC_ACCEPTED, counts->accepted);
    number(text, METRIC_REFUSED, counts->refused);
    number(text, METRIC_TURNS, counts->turns);
    number(text, METRIC_WRITES, counts->writes);
    number(text, METRIC_BYTES_IN, counts->bytes_in);
    number(text, METRIC_BYTES_OUT, counts->bytes_out);
    seconds(text, METRIC_STOOD, (double)counts->stood_ms / 1000.0);
}

static void put_tls(struct text *text, const struct tls_gate *gate)
{
    number(text, METRIC_HANDSHAKES, gate->handshakes);
    if (gate->context == NULL)
        return;
    begin(text, METRIC_CERTIFICATE);
    put(text, "%s %d\n", metrics[METRIC_CERTIFICATE].name, tls_context_days_left(gate->context));
}

static double cpu_seconds(void)
{
    struct rusage usage = {0};
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

/* 0 where the system does not tell. */
static uint64_t resident_bytes(void)
{
    char line[128] = "";
    char *end = line;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL)
        return 0;
    if (fgets(line, sizeof(line), file) != NULL)
        strtoull(line, &end, 10); /* the whole program; what is in memory stands behind */
    fclose(file);
    return strtoull(end, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void put_process(struct text *text, const struct shell *shell)
{
    seconds(text, METRIC_CPU, cpu_seconds());
    number(text, METRIC_RSS, resident_bytes());
    seconds(text, METRIC_STARTED, (double)shell->made_wall_ms / 1000.0);
}

/* ------------------------------------------------------------------ answers */

static struct http_answer answer_metrics(void *ctx, struct http_client *client,
                                         const struct http_request *request)
{
    const struct shell *shell = ctx;
    struct text text = {0};
    (void)client;
    (void)request;
    if (shell->core == NULL)
        return http_text(503, "The server is starting or stopping.\n");
    put_shell(&text, &shell->counts);
    put_tls(&text, &shell->tls);
    put_counts(&text, shell->core);
    begin(&text, METRIC_REQUESTS);
    core_each_request(shell->core, on_request, &text);
    begin(&text, METRIC_ERRORS);
    core_each_error(shell->core, on_error, &text);
    put_commits(&text, shell->core);
    put_process(&text, shell);
    return (struct http_answer){.status = 200,
                                .type = "text/plain; version=0.0.4; charset=utf-8",
                                .take_body = text.bytes,
                                .body_bytes = text.len};
}

struct http_answer metrics_health(void *ctx, struct http_client *client,
                                  const struct http_request *request)
{
    const struct shell *shell = ctx;
    (void)client;
    (void)request;
    bool is_well = shell->core != NULL && core_can_store(shell->core);
    return is_well ? http_text(200, "ok\n") : http_text(503, "nothing can be stored\n");
}

void metrics_init(struct shell *shell)
{
    static const struct http_route routes[] = {
        {"/metrics", HTTP_VERBS_READ, answer_metrics, false},
        {"/health", HTTP_VERBS_READ, metrics_health, false},
    };
    http_init(&shell->metrics, &shell->loop, routes, sizeof(routes) / sizeof(routes[0]), shell);
}

void metrics_accept(struct shell *shell, struct transport *take_transport, enum origin_rule origins)
{
    (void)origins;
    http_accept(&shell->metrics, take_transport);
}
