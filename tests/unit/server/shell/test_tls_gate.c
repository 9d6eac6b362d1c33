/* SPDX-License-Identifier: MIT */
/*
 * The gate of TLS handshakes: few in a turn of the loop, none for a place that has had enough until
 * it has more, and a certificate that is replaced while others are connected.
 */
#include "server/shell/process.h"
#include "server/shell/socket_transport.h"
#include "server/shell/tls_transport.h"
#include "tests/support/certificate.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define CALLERS 20
#define LONG_US (UINT64_C(1) << 60)

/* One who says the first word of a handshake; on the server's side, what it is told. */
struct caller {
    struct tls *tls;
    struct transport *transport; /* NULL: closed */
    int fd;
    bool is_broken;
    size_t heard; /* bytes that the server was told */
};

struct bench {
    struct folder folder;
    struct tls_context *believed;
    uv_loop_t loop;
    struct transport_home home;
    char buffer[4096];
    struct tls_gate gate;
    struct caller callers[CALLERS];
    size_t count;
};

static void on_bytes(void *ctx, const char *bytes, size_t len)
{
    struct caller *caller = ctx;
    (void)bytes;
    caller->heard += len;
}

static void on_end(void *ctx)
{
    struct caller *caller = ctx;
    caller->is_broken = true;
}

static void on_written(void *ctx, bool is_gone)
{
    (void)ctx;
    (void)is_gone;
}

static void on_closed(void *ctx)
{
    struct caller *caller = ctx;
    caller->transport = NULL;
}

static const struct transport_user user = {.bytes = on_bytes,
                                           .ended = on_end,
                                           .broken = on_end,
                                           .written = on_written,
                                           .closed = on_closed};

static bool load(struct bench *bench, const char *name, char message_out[TLS_MESSAGE_SIZE])
{
    char chain[FOLDER_PATH_SIZE];
    char key[FOLDER_PATH_SIZE];
    char key_name[32];
    snprintf(key_name, sizeof(key_name), "%s.key", name);
    folder_path(&bench->folder, name, chain);
    folder_path(&bench->folder, key_name, key);
    return tls_gate_load(&bench->gate, chain, key, message_out);
}

static void make(struct bench *bench)
{
    static const struct certificate one = {"one", "DNS:one.example", -1, 1};
    static const struct certificate two = {"two", "DNS:two.example", -1, 1};
    char ca[FOLDER_PATH_SIZE];
    char message[TLS_MESSAGE_SIZE];
    memset(bench, 0, sizeof(*bench));
    process_ignore_signals();
    folder_make(&bench->folder);
    struct authority *authority = authority_new(&bench->folder, "ca");
    authority_sign(authority, &one);
    authority_sign(authority, &two);
    authority_free(authority);
    folder_path(&bench->folder, "ca", ca);
    bench->believed = tls_context_of_client(ca, message);
    assert_int_equal(uv_loop_init(&bench->loop), 0);
    transport_home_init(&bench->home, &bench->loop, bench->buffer, sizeof(bench->buffer));
    tls_gate_init(&bench->gate, &bench->loop, 1000000, 7);
    bench->home.tls = &bench->gate;
    assert_true(load(bench, "one", message));
}

static void unmake(struct bench *bench)
{
    for (size_t i = 0; i < bench->count; i++) {
        struct caller *caller = &bench->callers[i];
        if (caller->transport != NULL)
            transport_close(caller->transport, TRANSPORT_DONE);
        tls_free(caller->tls);
        close(caller->fd);
    }
    uv_close((uv_handle_t *)&bench->home.idle, NULL);
    uv_close((uv_handle_t *)&bench->gate.idle, NULL);
    uv_close((uv_handle_t *)&bench->gate.timer, NULL);
    uv_run(&bench->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&bench->loop), 0);
    tls_gate_deinit(&bench->gate);
    tls_context_free(bench->believed);
    folder_remove(&bench->folder);
}

#define GATE_TEST(name) TEST_BETWEEN(name, make(&bench), unmake(&bench))
static struct bench bench;

static void flush(struct caller *caller)
{
    size_t len;
    char *bytes = tls_take_output(caller->tls, &len);
    if (bytes != NULL)
        assert_int_equal(send(caller->fd, bytes, len, MSG_NOSIGNAL), len);
    free(bytes);
}

/* One more connection, on which nobody has said anything. */
static struct caller *connect_silently(const char *host)
{
    struct caller *caller = &bench.callers[bench.count++];
    int fds[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
    caller->fd = fds[1];
    caller->transport = transport_tls_new(transport_local_new(&bench.home, fds[0]));
    assert_int_equal(transport_start(caller->transport, &user, caller), 0);
    caller->tls = tls_open(bench.believed, host);
    return caller;
}

/* One more connection, whose first word is on its way. */
static struct caller *call(const char *host)
{
    struct caller *caller = connect_silently(host);
    flush(caller);
    return caller;
}

static void hear(struct caller *caller)
{
    char bytes[8192];
    char plain[TLS_RECORD_MAX];
    size_t read_len;
    ssize_t len = recv(caller->fd, bytes, sizeof(bytes), MSG_DONTWAIT);
    if (len <= 0)
        return;
    tls_feed(caller->tls, bytes, (size_t)len);
    (void)tls_read(caller->tls, plain, sizeof(plain), &read_len);
}

/* Goes on until the handshake is over or has failed. */
static void shake(struct caller *caller)
{
    while (!tls_is_shaken(caller->tls) && tls_problem(caller->tls) == TLS_NO_PROBLEM) {
        uv_run(&bench.loop, UV_RUN_NOWAIT);
        hear(caller);
        flush(caller);
    }
}

GATE_TEST(few_handshakes_are_begun_in_a_turn)
{
    size_t turns = 0;
    for (int i = 0; i < CALLERS; i++)
        (void)call("one.example");
    for (uint64_t before = 0; bench.gate.handshakes < CALLERS; turns++) {
        uv_run(&bench.loop, UV_RUN_NOWAIT);
        assert_in_range(bench.gate.handshakes - before, 0, TLS_HANDSHAKES_A_TURN);
        before = bench.gate.handshakes;
    }
    assert_true(turns >= CALLERS / TLS_HANDSHAKES_A_TURN + 1);
    for (int i = 0; i < CALLERS; i++)
        shake(&bench.callers[i]);
}

GATE_TEST(who_says_nothing_takes_no_turn)
{
    (void)connect_silently("one.example");
    shake(call("one.example"));
    assert_int_equal(bench.gate.handshakes, 1);
}

GATE_TEST(a_place_that_has_had_enough_waits)
{
    bench.gate.handshakes_a_second = 1;
    uv_update_time(&bench.loop);
    for (size_t i = 0; i < TLS_PLACES; i++)
        bench.gate.free_us[i] = LONG_US;
    struct caller *caller = call("one.example");
    for (int i = 0; i < 50; i++)
        uv_run(&bench.loop, UV_RUN_NOWAIT);
    assert_int_equal(bench.gate.handshakes, 0);
    assert_false(caller->is_broken);
    memset(bench.gate.free_us, 0, sizeof(bench.gate.free_us));
    shake(caller);
    assert_true(tls_is_shaken(caller->tls));
}

GATE_TEST(a_seconds_worth_is_let_in_at_once_and_no_more)
{
    bench.gate.handshakes_a_second = 4;
    for (int i = 0; i < CALLERS; i++)
        (void)call("one.example");
    for (uint64_t begin_ms = uv_now(&bench.loop), now_ms = begin_ms;
         now_ms - begin_ms < 600 || bench.gate.handshakes < 4;) {
        uv_run(&bench.loop, UV_RUN_NOWAIT);
        now_ms = uv_now(&bench.loop);
        assert_in_range(bench.gate.handshakes, 0, 4 + 4 * (now_ms - begin_ms + 1) / 1000);
    }
    assert_true(bench.gate.handshakes >= 4);
}

GATE_TEST(one_handshake_too_many_ends_the_oldest)
{
    const struct caller *oldest = call("one.example");
    while (bench.gate.handshakes == 0)
        uv_run(&bench.loop, UV_RUN_NOWAIT);
    bench.gate.shaking_count += TLS_SHAKING_MAX - 1; /* as if all others were under way */
    struct caller *last = call("one.example");
    shake(last);
    assert_true(oldest->is_broken);
    assert_true(tls_is_shaken(last->tls));
    assert_int_equal(bench.gate.shaking_count, TLS_SHAKING_MAX);
}

GATE_TEST(one_who_leaves_while_waiting_is_forgotten)
{
    for (size_t i = 0; i < TLS_PLACES; i++)
        bench.gate.free_us[i] = LONG_US;
    struct caller *first = call("one.example");
    struct caller *second = call("one.example");
    for (int i = 0; i < 5; i++)
        uv_run(&bench.loop, UV_RUN_NOWAIT);
    transport_close(first->transport, TRANSPORT_DONE);
    while (first->transport != NULL)
        uv_run(&bench.loop, UV_RUN_NOWAIT);
    memset(bench.gate.free_us, 0, sizeof(bench.gate.free_us));
    shake(second);
    assert_int_equal(bench.gate.handshakes, 1);
}

GATE_TEST(a_new_certificate_is_for_those_who_come_next)
{
    char message[TLS_MESSAGE_SIZE];
    struct caller *before = call("one.example");
    shake(before);
    assert_true(load(&bench, "two", message));
    struct caller *after = call("two.example");
    shake(after);
    assert_true(tls_is_shaken(after->tls));
    struct caller *wrong = call("one.example");
    shake(wrong);
    assert_int_equal(tls_problem(wrong->tls), TLS_PROBLEM_NAME);
    assert_false(before->is_broken);
    assert_false(load(&bench, "missing", message));
    struct caller *still = call("two.example");
    shake(still);
    assert_true(tls_is_shaken(still->tls));
}

/* The client shakes hands and says four bytes, of which no more than `most` go out in all. Returns
 * false if it was cut before. */
static bool speak_cut(struct caller *caller, size_t most)
{
    size_t left = most;
    bool has_said = false;
    while (left > 0 && caller->heard < 4) {
        size_t len;
        char *bytes = tls_take_output(caller->tls, &len);
        len = len < left ? len : left;
        left -= len;
        if (len > 0)
            assert_int_equal(send(caller->fd, bytes, len, MSG_NOSIGNAL), len);
        free(bytes);
        uv_run(&bench.loop, UV_RUN_NOWAIT);
        hear(caller);
        if (!has_said && tls_is_shaken(caller->tls))
            has_said = tls_write(caller->tls, "one\n", 4);
    }
    shutdown(caller->fd, SHUT_RDWR);
    while (!caller->is_broken)
        uv_run(&bench.loop, UV_RUN_ONCE);
    return left > 0;
}

GATE_TEST(a_connection_may_be_cut_at_each_byte)
{
    bool is_whole = false;
    for (size_t most = 0; !is_whole; most++) {
        struct caller *caller = connect_silently("one.example");
        is_whole = speak_cut(caller, most);
        assert_true(caller->heard == 4 || (caller->heard == 0 && !is_whole));
        transport_close(caller->transport, TRANSPORT_DONE);
        while (caller->transport != NULL)
            uv_run(&bench.loop, UV_RUN_ONCE);
        tls_free(caller->tls);
        close(caller->fd);
        *caller = (struct caller){0};
        bench.count--;
    }
}
