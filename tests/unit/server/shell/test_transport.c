/* SPDX-License-Identifier: MIT */
/*
 * What every transport owes its user: one suite over each of them, TCP, the local socket, and one
 * that stands on another. The other end is a plain socket.
 */
#include "server/shell/socket_transport.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/wait.h"
#include "tests/unit/server/shell/veiled_transport.h"

#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#define MUCH ((size_t)8 << 20) /* more than the system keeps */

struct bench;

/* A kind of transport, and its other end. */
struct kind {
    const char *name;
    void (*connect)(int fds[2]);
    struct transport *(*make)(struct transport_home *home, int take_fd);
    char veil; /* of what the other end says and hears */
    const char *origin;
};

struct bench {
    const struct kind *kind;
    uv_loop_t loop;
    struct transport_home home;
    char buffer[1024];
    struct transport *transport; /* NULL: it has closed */
    int client;
    bool is_inside; /* a call of the transport: nothing may be told */
    bool closes_on_bytes;
    char heard[256];
    size_t heard_len;
    int ended, broken, closed;
    int written, failed;
};

/* ------------------------------------------------------------------ the kinds */

static void connect_tcp(int fds[2])
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof(address);
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(listener, (struct sockaddr *)&address, len), 0);
    assert_int_equal(listen(listener, 1), 0);
    assert_int_equal(getsockname(listener, (struct sockaddr *)&address, &len), 0);
    fds[1] = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(connect(fds[1], (struct sockaddr *)&address, len), 0);
    fds[0] = accept(listener, NULL, NULL);
    assert_true(fds[0] >= 0);
    close(listener);
}

static void connect_locally(int fds[2])
{
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
}

static struct transport *make_veiled(struct transport_home *home, int take_fd)
{
    return transport_veiled_new(transport_tcp_new(home, take_fd));
}

static const struct kind kinds[] = {
    {"tcp", connect_tcp, transport_tcp_new, 0, "127.0.0.1"},
    {"local", connect_locally, transport_local_new, 0, "local"},
    {"veiled", connect_tcp, make_veiled, VEIL, "127.0.0.1"},
};

/* ------------------------------------------------------------------ its user */

static void on_bytes(void *ctx, const char *bytes, size_t len)
{
    struct bench *bench = ctx;
    assert_false(bench->is_inside);
    assert_true(bench->heard_len + len < sizeof(bench->heard));
    memcpy(bench->heard + bench->heard_len, bytes, len);
    bench->heard_len += len;
    if (bench->closes_on_bytes)
        transport_close(bench->transport, TRANSPORT_DONE);
}

static void on_ended(void *ctx)
{
    struct bench *bench = ctx;
    assert_false(bench->is_inside);
    bench->ended++;
}

static void on_broken(void *ctx)
{
    struct bench *bench = ctx;
    assert_false(bench->is_inside);
    bench->broken++;
}

static void on_written(void *ctx, bool is_gone)
{
    struct bench *bench = ctx;
    assert_false(bench->is_inside);
    if (is_gone)
        bench->written++;
    else
        bench->failed++;
}

static void on_closed(void *ctx)
{
    struct bench *bench = ctx;
    assert_false(bench->is_inside);
    bench->closed++;
    bench->transport = NULL;
}

static const struct transport_user user = {.bytes = on_bytes,
                                           .ended = on_ended,
                                           .broken = on_broken,
                                           .written = on_written,
                                           .closed = on_closed};

/* ------------------------------------------------------------------ the bench */

static void open_bench(struct bench *bench, const struct kind *kind)
{
    const struct timeval patience = {.tv_sec = PATIENCE_MS / 1000};
    int fds[2];
    *bench = (struct bench){.kind = kind};
    assert_int_equal(uv_loop_init(&bench->loop), 0);
    bench->home = (struct transport_home){
        .loop = &bench->loop, .buffer = bench->buffer, .buffer_size = sizeof(bench->buffer)};
    kind->connect(fds);
    bench->client = fds[1];
    setsockopt(bench->client, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    bench->transport = kind->make(&bench->home, fds[0]);
    assert_int_equal(transport_start(bench->transport, &user, bench), 0);
}

static void close_transport(struct bench *bench, enum transport_end end)
{
    bench->is_inside = true;
    transport_close(bench->transport, end);
    bench->is_inside = false;
}

static void shut_bench(struct bench *bench)
{
    if (bench->transport != NULL)
        close_transport(bench, TRANSPORT_DONE);
    uv_run(&bench->loop, UV_RUN_DEFAULT);
    assert_int_equal(bench->closed, 1);
    assert_int_equal(uv_loop_close(&bench->loop), 0);
    close(bench->client);
}

/* The loop's next events, of which there have to be some. */
static void turn(struct bench *bench)
{
    uv_run(&bench->loop, UV_RUN_ONCE);
}

static void client_says(const struct bench *bench, const char *text)
{
    char veiled[64];
    size_t len = strlen(text);
    for (size_t i = 0; i < len; i++)
        veiled[i] = (char)(text[i] ^ bench->kind->veil);
    assert_int_equal(send(bench->client, veiled, len, MSG_NOSIGNAL), len);
}

static void client_hears(const struct bench *bench, const char *text)
{
    char bytes[64] = "";
    size_t len = strlen(text);
    assert_int_equal(recv(bench->client, bytes, len, MSG_WAITALL), len);
    for (size_t i = 0; i < len; i++)
        bytes[i] = (char)(bytes[i] ^ bench->kind->veil);
    assert_memory_equal(bytes, text, len);
}

static ssize_t say(struct bench *bench, const char *text)
{
    const uv_buf_t piece = uv_buf_init((char *)text, (unsigned)strlen(text));
    bench->is_inside = true;
    ssize_t sent = transport_try_write(bench->transport, &piece, 1);
    bench->is_inside = false;
    return sent;
}

/* Fills the connection until it takes no more; returns how much it took. */
static size_t fill(struct bench *bench)
{
    static char much[64 * 1024];
    const uv_buf_t piece = uv_buf_init(much, sizeof(much));
    size_t total = 0;
    ssize_t sent;
    while ((sent = transport_try_write(bench->transport, &piece, 1)) > 0)
        total += (size_t)sent;
    assert_int_equal(sent, 0);
    assert_in_range(total, 1, MUCH);
    return total;
}

static bool write_text(struct bench *bench, const char *text)
{
    const uv_buf_t piece = uv_buf_init((char *)text, (unsigned)strlen(text));
    bench->is_inside = true;
    bool is_taken = transport_write(bench->transport, &piece, 1);
    bench->is_inside = false;
    return is_taken;
}

/* ------------------------------------------------------------------ promises */

static void bytes_come_as_they_were_sent(struct bench *bench)
{
    client_says(bench, "one\ntw");
    client_says(bench, "o\n");
    while (bench->heard_len < 8)
        turn(bench);
    assert_memory_equal(bench->heard, "one\ntwo\n", 8);
}

static void pieces_arrive_in_order(struct bench *bench)
{
    const uv_buf_t pieces[] = {uv_buf_init((char *)"one\n", 4), uv_buf_init((char *)"t", 1),
                               uv_buf_init((char *)"wo\n", 3)};
    assert_int_equal(transport_try_write(bench->transport, pieces, 3), 8);
    client_hears(bench, "one\ntwo\n");
}

static void what_does_not_go_at_once_goes_later(struct bench *bench)
{
    static char bytes[MUCH];
    size_t total = fill(bench);
    assert_true(write_text(bench, "the rest"));
    assert_int_equal(bench->written, 0);
    for (size_t got = 0; got < total;) {
        ssize_t len = recv(bench->client, bytes, total - got, MSG_DONTWAIT);
        got += len > 0 ? (size_t)len : 0;
        uv_run(&bench->loop, UV_RUN_NOWAIT);
    }
    while (bench->written == 0)
        turn(bench);
    client_hears(bench, "the rest");
    assert_int_equal(say(bench, "more"), 4);
    client_hears(bench, "more");
    assert_int_equal(bench->written, 1);
    assert_int_equal(bench->failed, 0);
}

static void who_says_the_last_word_still_hears(struct bench *bench)
{
    char byte;
    assert_int_equal(say(bench, "last\n"), 5);
    assert_true(transport_shut(bench->transport));
    client_hears(bench, "last\n");
    assert_int_equal(recv(bench->client, &byte, 1, 0), 0);
    client_says(bench, "and?");
    while (bench->heard_len < 4)
        turn(bench);
    assert_int_equal(bench->ended, 0);
    shutdown(bench->client, SHUT_WR);
    while (bench->ended == 0)
        turn(bench);
}

static void who_hears_the_last_word_may_still_speak(struct bench *bench)
{
    client_says(bench, "bye");
    shutdown(bench->client, SHUT_WR);
    while (bench->ended == 0)
        turn(bench);
    assert_int_equal(bench->heard_len, 3);
    assert_int_equal(say(bench, "bye"), 3);
    client_hears(bench, "bye");
    assert_int_equal(bench->ended, 1);
    assert_int_equal(bench->broken, 0);
}

static void it_may_be_closed_by_what_it_tells(struct bench *bench)
{
    bench->closes_on_bytes = true;
    client_says(bench, "close");
    while (bench->transport != NULL)
        turn(bench);
    assert_int_equal(bench->heard_len, 5);
    assert_int_equal(bench->ended + bench->broken, 0);
}

static void a_closed_one_tells_nothing_but_that(struct bench *bench)
{
    (void)fill(bench);
    assert_true(write_text(bench, "never"));
    client_says(bench, "not heard");
    close_transport(bench, TRANSPORT_ABANDON);
    assert_int_equal(bench->closed, 0);
    while (bench->transport != NULL)
        turn(bench);
    assert_int_equal(bench->heard_len, 0);
    assert_int_equal(bench->written + bench->failed, 0);
}

static void one_whose_client_is_gone_breaks_or_ends(struct bench *bench)
{
    const struct linger at_once = {.l_onoff = 1};
    assert_int_equal(say(bench, "unread"), 6);
    setsockopt(bench->client, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
    close(bench->client);
    bench->client = -1;
    while (bench->broken + bench->ended == 0)
        turn(bench);
    while (say(bench, "x") > 0)
        continue;
    assert_true(say(bench, "x") < 0);
}

static void it_knows_where_the_other_end_is(struct bench *bench)
{
    assert_string_equal(transport_origin(bench->transport).text, bench->kind->origin);
}

/* ------------------------------------------------------------------ the suite */

typedef void promise_fn(struct bench *bench);

static void on_each(promise_fn *promise)
{
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        static struct bench bench;
        open_bench(&bench, &kinds[i]);
        promise(&bench);
        shut_bench(&bench);
    }
}

#define ON_EACH(promise)                                                                           \
    static void test_##promise(void **state)                                                       \
    {                                                                                              \
        (void)state;                                                                               \
        on_each(promise);                                                                          \
    }

ON_EACH(bytes_come_as_they_were_sent)
ON_EACH(pieces_arrive_in_order)
ON_EACH(what_does_not_go_at_once_goes_later)
ON_EACH(who_says_the_last_word_still_hears)
ON_EACH(who_hears_the_last_word_may_still_speak)
ON_EACH(it_may_be_closed_by_what_it_tells)
ON_EACH(a_closed_one_tells_nothing_but_that)
ON_EACH(one_whose_client_is_gone_breaks_or_ends)
ON_EACH(it_knows_where_the_other_end_is)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes_come_as_they_were_sent),
        cmocka_unit_test(test_pieces_arrive_in_order),
        cmocka_unit_test(test_what_does_not_go_at_once_goes_later),
        cmocka_unit_test(test_who_says_the_last_word_still_hears),
        cmocka_unit_test(test_who_hears_the_last_word_may_still_speak),
        cmocka_unit_test(test_it_may_be_closed_by_what_it_tells),
        cmocka_unit_test(test_a_closed_one_tells_nothing_but_that),
        cmocka_unit_test(test_one_whose_client_is_gone_breaks_or_ends),
        cmocka_unit_test(test_it_knows_where_the_other_end_is),
    };
    return cmocka_run_group_tests_name("transport", tests, NULL, NULL);
}
