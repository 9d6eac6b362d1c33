/* SPDX-License-Identifier: MIT */
/*
 * What a peer hears. Over a transport of bytes it cuts lines; over one of messages, as a browser's
 * WebSocket will be, it hands them on. That one is made of paper: a script says what comes, and
 * what is written is kept. The shell knows nothing of it.
 */
#include "server/shell/loop.h"
#include "tests/support/cmocka_all.h"
#include "tests/unit/server/shell/shell_bench.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TAKES_AT_ONCE 5 /* bytes: of everything else the rest is written later */
#define MESSAGES_MAX 4

struct paper {
    struct transport base;
    struct bench *bench;
    uv_idle_t idle; /* once for each thing that it does */
    const char *messages[MESSAGES_MAX];
    size_t told;
    bool is_accepted;
    bool is_writing;
    bool is_shut;
    bool has_ended;
    bool is_closing;
    char said[256]; /* by the shell */
    size_t said_len;
};

/* ------------------------------------------------------------------ its calls */

static struct paper *of(struct transport *transport)
{
    return (struct paper *)transport;
}

static int paper_start(struct transport *transport)
{
    (void)transport;
    return 0;
}

static void keep(struct paper *paper, const char *bytes, size_t len)
{
    assert_true(paper->said_len + len < sizeof(paper->said));
    memcpy(paper->said + paper->said_len, bytes, len);
    paper->said_len += len;
}

static ssize_t paper_try_write(struct transport *transport, const uv_buf_t *pieces, size_t count)
{
    size_t len = pieces[0].len < TAKES_AT_ONCE ? pieces[0].len : TAKES_AT_ONCE;
    assert_false(of(transport)->is_writing);
    assert_true(count > 0);
    keep(of(transport), pieces[0].base, len);
    return (ssize_t)len;
}

static bool paper_write(struct transport *transport, const uv_buf_t *pieces, size_t count)
{
    assert_false(of(transport)->is_writing);
    assert_int_equal(count, 1);
    keep(of(transport), pieces[0].base, pieces[0].len);
    of(transport)->is_writing = true;
    return true;
}

static bool paper_shut(struct transport *transport)
{
    assert_false(of(transport)->is_writing || of(transport)->is_shut);
    of(transport)->is_shut = true;
    return true;
}

static void paper_close(struct transport *transport, enum transport_end end)
{
    (void)end;
    assert_false(of(transport)->is_closing);
    of(transport)->is_closing = true;
}

static struct origin paper_origin(const struct transport *transport)
{
    (void)transport;
    return (struct origin){.text = "paper", .place = 7};
}

static const struct transport_calls paper_calls = {.start = paper_start,
                                                   .try_write = paper_try_write,
                                                   .write = paper_write,
                                                   .shut = paper_shut,
                                                   .close = paper_close,
                                                   .origin = paper_origin};

/* ------------------------------------------------------------------ the script */

static void on_gone(uv_handle_t *handle)
{
    struct paper *paper = handle->data;
    paper->base.user->closed(paper->base.ctx);
    shell_stop(paper->bench->shell);
}

/* One thing a turn of the loop: so each has what it brings about behind it. */
static void on_idle(uv_idle_t *idle)
{
    struct paper *paper = idle->data;
    const struct transport *base = &paper->base;
    if (!paper->is_accepted) {
        paper->is_accepted = true;
        peer__accept(paper->bench->shell, &paper->base, ORIGIN_NETWORK);
    } else if (paper->is_closing) {
        uv_idle_stop(idle);
        uv_close((uv_handle_t *)idle, on_gone);
    } else if (paper->is_writing) {
        paper->is_writing = false;
        base->user->written(base->ctx, true);
    } else if (paper->told < MESSAGES_MAX && paper->messages[paper->told] != NULL) {
        const char *text = paper->messages[paper->told++];
        if (*text == '\0')
            base->user->too_long(base->ctx);
        else
            base->user->message(base->ctx, text, strlen(text));
    } else if (!paper->has_ended) {
        paper->has_ended = true;
        base->user->ended(base->ctx);
    }
}

/* Runs the messages ("" is one that is too long) against the shell until the transport is closed;
 * `said_out` is all that it was given to write. */
static void run(struct bench *bench, const char *const messages[], size_t count, char *said_out)
{
    struct paper paper = {.base.calls = &paper_calls, .bench = bench};
    memcpy(paper.messages, messages, count * sizeof(*messages));
    bench_make(bench);
    uv_idle_init(&bench->shell->loop, &paper.idle);
    paper.idle.data = &paper;
    uv_idle_start(&paper.idle, on_idle);
    bench_run(bench);
    bench_wait(bench);
    memcpy(said_out, paper.said, paper.said_len);
    said_out[paper.said_len] = '\0';
}

/* ------------------------------------------------------------------ over messages */

static void messages_are_heard_and_answered(void **state)
{
    static const char *const messages[] = {"echo one", "echo a longer one", "echo three"};
    struct bench *bench = *state;
    char said[256];
    run(bench, messages, 3, said);
    assert_string_equal(said, "one\na longer one\nthree\n");
    assert_int_equal(bench->core_counts.heard, 3);
    assert_string_equal(bench->core_counts.address, "paper");
}

/* Neither a line feed inside a message nor its lack behind one makes another number of them. */
static void a_message_is_one_request_whatever_it_holds(void **state)
{
    static const char *const messages[] = {"echo one\necho two", "echo", " three", "echo four\n"};
    struct bench *bench = *state;
    char said[256];
    run(bench, messages, 4, said);
    assert_string_equal(said, "one\necho two\nfour\n\n");
    assert_int_equal(bench->core_counts.heard, 4);
}

static void one_that_is_too_long_ends_it(void **state)
{
    static const char *const messages[] = {"echo one", "", "echo two"};
    struct bench *bench = *state;
    char said[256];
    run(bench, messages, 3, said);
    assert_string_equal(said, "one\ntoo long\n");
    assert_int_equal(bench->core_counts.heard, 2);
}

/* ------------------------------------------------------------------ over bytes */

/* The longest request has 16,384 bytes. */
static void a_line_that_is_too_long_is_told_once(void **state)
{
    static char line[20001];
    struct bench *bench = *state;
    int client;
    bench_start(bench);
    client = client_connect(bench);
    memset(line, 'x', sizeof(line) - 1);
    client_send(client, "echo 1\n");
    client_send(client, line);
    client_send(client, "\necho 2\n");
    client_expect(client, "1\ntoo long\n");
    client_expect_end(client);
    bench_stop(bench);
    assert_int_equal(bench->core_counts.heard, 2);
}

/* Neither an empty line nor half of one is anything to the core. */
static void only_whole_lines_are_heard(void **state)
{
    struct bench *bench = *state;
    int client;
    bench_start(bench);
    client = client_connect(bench);
    client_send(client, "\n\r\n\n");
    client_send(client, "echo 1\r\n\n");
    client_send(client, "echo half");
    client_expect(client, "1\n");
    close(client);
    bench_stop(bench);
    assert_int_equal(bench->core_counts.heard, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_BENCH(messages_are_heard_and_answered),
        ON_BENCH(a_message_is_one_request_whatever_it_holds),
        ON_BENCH(one_that_is_too_long_ends_it),
        ON_BENCH(a_line_that_is_too_long_is_told_once),
        ON_BENCH(only_whole_lines_are_heard),
    };
    return cmocka_run_group_tests_name("peer", tests, NULL, NULL);
}
