/* SPDX-License-Identifier: MIT */
/*
 * Shakes hands with a server that speaks TLS, without ever resuming, and prints what came of it as
 * one line of fields, each NAME=VALUE:
 *
 *   handshake_bench PORT PID SECONDS AUTHORITY
 *
 * Some connections are made at once; each is closed when its handshake is over, and another one
 * takes its place. PID is the process whose CPU time is told.
 */
#include "base/memory.h"
#include "net/tls.h"
#include "tests/bench/tally.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include <uv.h>

#define AT_ONCE 32
#define WARM_MS 500

struct run {
    uv_loop_t *loop;
    struct sockaddr_in address;
    struct tls_context *believed;
    uv_timer_t timer;
    pid_t pid;
    int64_t seconds;
    uint64_t begun_ns;
    struct usage from;
    bool is_measuring;
    uint64_t done;
    struct samples took;
};

struct caller {
    struct run *run;
    uv_tcp_t tcp;
    uv_connect_t connecting;
    struct tls *tls;
    uint64_t begun_ns;
    char bytes[8192];
};

static void call(struct caller *caller);

static void check(int status, const char *what)
{
    if (status >= 0)
        return;
    fprintf(stderr, "handshake_bench: %s: %s\n", what, uv_strerror(status));
    exit(1);
}

static void send_bytes(struct caller *caller)
{
    size_t len;
    char *bytes = tls_take_output(caller->tls, &len);
    uv_buf_t buffer = uv_buf_init(bytes, (unsigned)len);
    if (bytes != NULL)
        check(uv_try_write((uv_stream_t *)&caller->tcp, &buffer, 1), "write");
    free(bytes);
}

static void on_closed(uv_handle_t *handle)
{
    struct caller *caller = handle->data;
    tls_free(caller->tls);
    call(caller);
}

static void note(struct run *run, const struct caller *caller)
{
    if (!run->is_measuring)
        return;
    run->done++;
    samples_add(&run->took, (now_ns() - caller->begun_ns) / 1000);
}

static void on_alloc(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    struct caller *caller = handle->data;
    (void)size;
    *buffer = uv_buf_init(caller->bytes, sizeof(caller->bytes));
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    struct caller *caller = stream->data;
    char plain[256];
    size_t len;
    check(count < 0 ? (int)count : 0, "read");
    tls_feed(caller->tls, buffer->base, (size_t)count);
    enum tls_status status = tls_read(caller->tls, plain, sizeof(plain), &len);
    check(status == TLS_BROKEN ? UV_EPROTO : 0, "handshake");
    send_bytes(caller);
    if (status != TLS_SHAKEN)
        return;
    note(caller->run, caller);
    uv_close((uv_handle_t *)&caller->tcp, on_closed);
}

static void on_connected(uv_connect_t *request, int status)
{
    struct caller *caller = request->data;
    check(status, "connect");
    check(uv_read_start((uv_stream_t *)&caller->tcp, on_alloc, on_read), "read");
    send_bytes(caller);
}

static void call(struct caller *caller)
{
    struct run *run = caller->run;
    caller->tls = tls_open(run->believed, "127.0.0.1");
    caller->begun_ns = now_ns();
    check(uv_tcp_init(run->loop, &caller->tcp), "socket");
    caller->tcp.data = caller;
    caller->connecting.data = caller;
    check(uv_tcp_connect(&caller->connecting, &caller->tcp, (const struct sockaddr *)&run->address,
                         on_connected),
          "connect");
}

static void on_end(uv_timer_t *timer)
{
    struct run *run = timer->data;
    double took_s = (double)(now_ns() - run->begun_ns) / 1e9;
    double cpu_s = usage_of(run->pid).cpu_s - run->from.cpu_s;
    printf("handshakes_s=%.0f p50_us=%u p99_us=%u cpu_us=%.0f\n", (double)run->done / took_s,
           samples_quantile(&run->took, 0.5), samples_quantile(&run->took, 0.99),
           cpu_s * 1e6 / (double)(run->done > 0 ? run->done : 1));
    exit(0);
}

static void on_warm(uv_timer_t *timer)
{
    struct run *run = timer->data;
    run->from = usage_of(run->pid);
    run->begun_ns = now_ns();
    run->is_measuring = true;
    uv_timer_start(timer, on_end, (uint64_t)run->seconds * 1000, 0);
}

int main(int argc, char **argv)
{
    static struct run run;
    char message[TLS_MESSAGE_SIZE];
    if (argc != 5) {
        fprintf(stderr, "usage: handshake_bench PORT PID SECONDS AUTHORITY\n");
        return 2;
    }
    (void)signal(SIGPIPE, SIG_IGN);
    run.loop = uv_default_loop();
    (void)uv_ip4_addr("127.0.0.1", (int)strtol(argv[1], NULL, 10), &run.address);
    run.pid = (pid_t)strtol(argv[2], NULL, 10);
    run.seconds = strtol(argv[3], NULL, 10);
    run.believed = tls_context_of_client(argv[4], message);
    if (run.believed == NULL) {
        fprintf(stderr, "handshake_bench: %s\n", message);
        return 1;
    }
    for (int i = 0; i < AT_ONCE; i++) {
        struct caller *caller = mem_zero(sizeof(*caller));
        caller->run = &run;
        call(caller);
    }
    uv_timer_init(run.loop, &run.timer);
    run.timer.data = &run;
    uv_timer_start(&run.timer, on_warm, WARM_MS, 0);
    return uv_run(run.loop, UV_RUN_DEFAULT);
}
