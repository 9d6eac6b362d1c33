/* SPDX-License-Identifier: MIT */
/*
 * What a peer hears. Over a transport of bytes it cuts lines; over one of messages, as a browser's
 * WebSocket will be, it hands them on. That one is made of paper: a script says what comes, and
 * what is written is kept. The shell knows nothing of it. And a peer goes on when the transport
 * that it stands on hands over to another one.
 */
#include "server/shell/loop.h"
#include "tests/support/cmocka_all.h"
#include "tests/unit/server/shell/shell_bench.h"
#include "tests/unit/server/shell/veiled_transport.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
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
    struct paper *next; /* that takes its place when it is left to write something; NULL: none */
    char said[256];     /* by the shell */
    size_t said_len;
    size_t said_at_end; /* before the other end said nothing more */
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

static void paper_stop(struct transport *transport)
{
    (void)transport;
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
    if (of(transport)->next == NULL)
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
                                                   .stop = paper_stop,
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

/* Nothing of what it was left to write has gone. */
static void move(struct paper *paper)
{
    struct paper *next = paper->next;
    *next = *paper;
    next->next = NULL;
    next->is_writing = false;
    paper->idle.data = next;
    paper->base.user->moved(paper->base.ctx, &next->base);
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
    } else if (paper->is_writing && paper->next != NULL) {
        move(paper);
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
        paper->said_at_end = paper->said_len;
        base->user->ended(base->ctx);
    }
}

/* Runs the messages ("" is one that is too long) against the shell until the transport, or the next
 * one, is closed; `said_out` is all that they were given to write. */
static void run_papers(struct bench *bench, const char *const messages[], size_t count,
                       struct paper *next, char *said_out)
{
    struct paper paper = {.base.calls = &paper_calls, .bench = bench, .next = next};
    const struct paper *last = next != NULL ? next : &paper;
    memcpy(paper.messages, messages, count * sizeof(*messages));
    bench_make(bench);
    uv_idle_init(&bench->shell->loop, &paper.idle);
    paper.idle.data = &paper;
    uv_idle_start(&paper.idle, on_idle);
    bench_run(bench);
    bench_wait(bench);
    memcpy(said_out, last->said, last->said_len);
    said_out[last->said_len] = '\0';
}

static void run(struct bench *bench, const char *const messages[], size_t count, char *said_out)
{
    run_papers(bench, messages, count, NULL, said_out);
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

static void unsent_output_goes_to_the_next_transport(void **state)
{
    static const char *const messages[] = {"echo a longer one"};
    struct bench *bench = *state;
    struct paper next = {0};
    char said[256];
    run_papers(bench, messages, 1, &next, said);
    assert_string_equal(said, "a longer one\n");
    assert_int_equal(next.said_at_end, 13);
    assert_int_equal(bench->counts.bytes_out, 13);
    assert_int_equal(bench->core_counts.heard, 1);
}

static void a_message_that_is_too_long_ends_the_session(void **state)
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

/* ------------------------------------------------------------------ while its transport changes */

#define STEPS_MAX 8
#define FLOOD_BYTES 3000000

enum act {
    ACT_NONE,
    ACT_SAY, /* `text`; what stands behind a sign is veiled as the sign says */
    ACT_HEAR,
    ACT_SKIP, /* `count` bytes of a flood, and a sign wherever it comes */
    ACT_JUNK, /* `count` lines of 1000 bytes */
    ACT_SHUT,
    ACT_BREAK,
    ACT_STOP, /* the shell */
    ACT_END,  /* nothing more is heard */
    ACT_TAKE, /* all, until it ends or breaks */
};

struct step {
    enum act act;
    const char *text;
    size_t count;
};

#define SAY(text)                                                                                  \
    {                                                                                              \
        ACT_SAY, text, 0                                                                           \
    }
#define HEAR(text)                                                                                 \
    {                                                                                              \
        ACT_HEAR, text, 0                                                                          \
    }
#define SKIP(count)                                                                                \
    {                                                                                              \
        ACT_SKIP, NULL, count                                                                      \
    }
#define JUNK(count)                                                                                \
    {                                                                                              \
        ACT_JUNK, NULL, count                                                                      \
    }
#define SHUT                                                                                       \
    {                                                                                              \
        ACT_SHUT, NULL, 0                                                                          \
    }
#define BREAK                                                                                      \
    {                                                                                              \
        ACT_BREAK, NULL, 0                                                                         \
    }
#define STOP                                                                                       \
    {                                                                                              \
        ACT_STOP, NULL, 0                                                                          \
    }
#define END                                                                                        \
    {                                                                                              \
        ACT_END, NULL, 0                                                                           \
    }
#define TAKE                                                                                       \
    {                                                                                              \
        ACT_TAKE, NULL, 0                                                                          \
    }
/* Much more than the system keeps; the peer goes on writing it when the client has one byte. */
#define FLOOD SAY("flood 3000000\n"), SKIP(1)
#define FLOOD_REST SKIP(FLOOD_BYTES - 1)

/* A client that begins behind a veil and asks for another transport. `bytes_out` are the peer's,
 * each counted once; 0: that depends. */
static const struct session {
    const char *name;
    size_t bytes_out;
    struct step steps[STEPS_MAX];
} sessions[] = {
    {"a sign alone", 2, {SAY("\1"), HEAR("\1"), SAY("echo 1\n"), HEAR("1\n")}},
    {"more behind the sign", 2, {SAY("\1echo 1\n"), HEAR("\0011\n")}},
    {"a session before", 4, {SAY("echo 1\n"), HEAR("1\n"), SAY("\1echo 2\n"), HEAR("\0012\n")}},
    {"all in one", 4, {SAY("echo 1\n\1echo 2\n"), HEAR("\0011\n2\n")}},
    {"a line on both sides", 6, {SAY("echo th\1ree\n"), HEAR("\1three\n")}},
    {"another veil", 2, {SAY("\2echo 1\n"), HEAR("\0021\n")}},
    {"one after the other",
     4,
     {SAY("\2echo 1\n"), HEAR("\0021\n"), SAY("\1echo 2\n"), HEAR("\0012\n")}},
    {"three at once", 2, {SAY("\2\2\1echo 1\n"), HEAR("\2\2\0011\n")}},
    {"much behind the sign", 8, {SAY("\1"), JUNK(1000), SAY("count\n"), HEAR("\0011000000\n")}},
    {"output under way", FLOOD_BYTES + 2, {FLOOD, SAY("\1echo 1\n"), FLOOD_REST, HEAR("1\n")}},
    {"output under way, another veil",
     FLOOD_BYTES + 2,
     {FLOOD, SAY("\2echo 1\n"), FLOOD_REST, HEAR("1\n")}},
    {"output under way, three at once",
     FLOOD_BYTES + 2,
     {FLOOD, SAY("\2\2\1echo 1\n"), FLOOD_REST, HEAR("1\n")}},
    {"the client's last word", 2, {SAY("\1echo 1\n"), SHUT, HEAR("\0011\n"), END}},
    {"the client ends behind the sign", 0, {SAY("\1"), SHUT, HEAR("\1"), END}},
    {"the client ends, output under way",
     FLOOD_BYTES + 2,
     {FLOOD, SAY("\1echo 1\n"), SHUT, FLOOD_REST, HEAR("1\n"), END}},
    {"the client breaks", 0, {SAY("echo 1\n"), HEAR("1\n"), SAY("\1echo 1\n"), BREAK}},
    {"the client breaks, output under way", 0, {FLOOD, SAY("\1echo 1\n"), BREAK}},
    {"the core ends it before", 4, {SAY("bye\n\1echo 1\n"), HEAR("\1bye\n"), END}},
    {"the core ends it behind", 4, {SAY("\1bye\necho 1\n"), HEAR("\1bye\n"), END}},
    {"the core ends it, output under way",
     FLOOD_BYTES + 4,
     {FLOOD, SAY("bye\n\1echo 1\n"), FLOOD_REST, HEAR("bye\n"), END}},
    {"the core cuts it off, output under way", 0, {FLOOD, SAY("flood 9000000\n\1echo 1\n"), TAKE}},
    {"the shell stops, output under way",
     FLOOD_BYTES + 11,
     {FLOOD, SAY("\1"), STOP, FLOOD_REST, HEAR("going down\n"), END}},
};

struct talk {
    struct bench *bench;
    int client;
    char says; /* the veils of what it says and hears next */
    char hears;
};

static char behind(char sign, char veil)
{
    return (char)(sign == SIGN_BARE ? 0 : sign == SIGN_OTHER ? OTHER_VEIL : veil);
}

static void say(struct talk *talk, const char *text)
{
    char veiled[1024];
    size_t len = strlen(text);
    for (size_t i = 0; i < len; i++) {
        veiled[i] = (char)(text[i] ^ talk->says);
        talk->says = behind(text[i], talk->says);
    }
    for (size_t at = 0; at < len;) {
        ssize_t sent = send(talk->client, veiled + at, len - at, MSG_NOSIGNAL);
        assert_true(sent > 0);
        at += (size_t)sent;
    }
}

static char hear_byte(struct talk *talk)
{
    char byte;
    assert_int_equal(recv(talk->client, &byte, 1, 0), 1);
    byte = (char)(byte ^ talk->hears);
    talk->hears = behind(byte, talk->hears);
    return byte;
}

static void hear(struct talk *talk, const char *text)
{
    for (; *text != '\0'; text++)
        assert_int_equal(hear_byte(talk), *text);
}

static void skip_flood(struct talk *talk, size_t count)
{
    char bytes[4096];
    while (count > 0) {
        ssize_t len = recv(talk->client, bytes, count < sizeof(bytes) ? count : sizeof(bytes), 0);
        assert_true(len > 0);
        for (ssize_t i = 0; i < len; i++) {
            char byte = (char)(bytes[i] ^ talk->hears);
            talk->hears = behind(byte, talk->hears);
            count -= byte != SIGN_BARE && byte != SIGN_OTHER;
        }
    }
}

static void say_junk(struct talk *talk, size_t count)
{
    static char line[1001];
    memset(line, 'j', 999);
    memcpy(line, "junk ", 5);
    line[999] = '\n';
    for (size_t i = 0; i < count; i++)
        say(talk, line);
}

static void break_off(const struct talk *talk)
{
    const struct linger at_once = {.l_onoff = 1};
    setsockopt(talk->client, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
}

static void do_step(struct talk *talk, const struct step *step)
{
    char byte;
    if (step->act == ACT_SAY)
        say(talk, step->text);
    else if (step->act == ACT_HEAR)
        hear(talk, step->text);
    else if (step->act == ACT_SKIP)
        skip_flood(talk, step->count);
    else if (step->act == ACT_JUNK)
        say_junk(talk, step->count);
    else if (step->act == ACT_SHUT)
        shutdown(talk->client, SHUT_WR);
    else if (step->act == ACT_BREAK)
        break_off(talk);
    else if (step->act == ACT_STOP)
        shell_stop(talk->bench->shell);
    else if (step->act == ACT_END)
        assert_int_equal(recv(talk->client, &byte, 1, 0), 0);
    else if (step->act == ACT_TAKE)
        while (recv(talk->client, &byte, 1, 0) > 0)
            continue;
}

/* A row like that of the players, with a veil on the socket. */
static int listen_veiled(struct bench *bench)
{
    static struct stack veiled;
    static struct listener_row row;
    struct shell *shell = bench->shell;
    veiled = *listener_rows[LISTENER_PLAYERS].stack;
    veiled.layers[0] = transport_veiled_new;
    row = listener_rows[LISTENER_PLAYERS];
    row.stack = &veiled;
    assert_int_equal(listener__open(shell, &row, &bench->options.listen[LISTENER_PLAYERS], -1), 0);
    return shell->listeners[shell->listener_count - 1].port;
}

/* So that the shell has heard of it. */
static void end(const struct talk *talk)
{
    char byte;
    shutdown(talk->client, SHUT_WR);
    assert_int_equal(recv(talk->client, &byte, 1, 0), 0);
}

/* Leaves the client connected. */
static void run_session(struct talk *talk, const struct session *session)
{
    struct bench *bench = talk->bench;
    bench_make(bench);
    int port = listen_veiled(bench);
    bench_run(bench);
    talk->client = client_connect_narrow(port);
    talk->says = talk->hears = VEIL;
    for (size_t i = 0; i < STEPS_MAX; i++)
        do_step(talk, &session->steps[i]);
}

static void a_session_goes_on_over_another_transport(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(sessions) / sizeof(sessions[0]); i++) {
        void *bench;
        print_message("%s\n", sessions[i].name);
        bench_setup(&bench);
        struct talk talk = {.bench = bench};
        run_session(&talk, &sessions[i]);
        if (sessions[i].bytes_out > 0)
            end(&talk);
        close(talk.client);
        bench_stop(bench);
        assert_int_equal(talk.bench->core_counts.opened, 1);
        assert_string_equal(talk.bench->core_counts.address, "127.0.0.1");
        assert_int_equal(talk.bench->core_counts.cut, sessions[i].steps[3].act == ACT_TAKE);
        if (sessions[i].bytes_out > 0)
            assert_int_equal(talk.bench->counts.bytes_out, sessions[i].bytes_out);
        bench_teardown(&bench);
    }
}

/* Between two transports as well. */
static void a_peer_that_does_not_read_the_goodbye_is_cut_off(void **state)
{
    static const struct session session = {"", 0, {FLOOD, SAY("bye\n\1")}};
    struct talk talk = {.bench = *state};
    talk.bench->options.close_ms = 30;
    run_session(&talk, &session);
    bench_stop(talk.bench);
    assert_false(bench_log_has(talk.bench, "stopping_early"));
    assert_int_equal(talk.bench->core_counts.opened, 1);
    close(talk.client);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_BENCH(messages_are_heard_and_answered),
        ON_BENCH(a_message_is_one_request_whatever_it_holds),
        ON_BENCH(unsent_output_goes_to_the_next_transport),
        ON_BENCH(a_message_that_is_too_long_ends_the_session),
        ON_BENCH(a_line_that_is_too_long_is_told_once),
        ON_BENCH(only_whole_lines_are_heard),
        cmocka_unit_test(a_session_goes_on_over_another_transport),
        ON_BENCH(a_peer_that_does_not_read_the_goodbye_is_cut_off),
    };
    return cmocka_run_group_tests_name("peer", tests, NULL, NULL);
}
