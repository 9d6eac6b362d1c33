/* SPDX-License-Identifier: MIT */
/*
 * The promises of every transport to its user: one suite over each of them, TCP, the local socket,
 * TLS, WebSocket, and those that stand on another. The other end is a plain socket, behind which
 * TLS has its own end.
 */
#include "net/websocket.h"
#include "server/shell/process.h"
#include "server/shell/socket_transport.h"
#include "server/shell/tls_transport.h"
#include "server/shell/websocket_transport.h"
#include "tests/support/certificate.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/wait.h"
#include "tests/unit/server/shell/transport_client.h"
#include "tests/unit/server/shell/veiled_transport.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#define MUCH ((size_t)8 << 20) /* more than the system keeps */

#define HEARERS 3

struct bench;

/* A kind of transport, and its other end. */
struct kind {
    const char *name;
    void (*connect)(int fds[2]);
    struct transport *(*make)(struct transport_home *home, int take_fd);
    char veil; /* of what the other end says and hears */
    const char *origin;
    bool has_tls;
    bool is_rude; /* the other end ends without saying so */
    bool is_web;  /* it tells messages, whole: none is given back in part */
};

/* What the next user of a transport does. */
enum next {
    DOES_NOT_COME,
    GOES_ON,
    CLOSES,           /* before it was told anything */
    CLOSES_WHEN_TOLD, /* by what was given back */
    HANDS_ON,         /* before it was told anything */
    HANDS_ON_LATER,   /* the same; the loop goes on before the next comes */
    HANDS_ON_WHEN_TOLD,
    STANDS_ON_IT, /* another transport does, and the user on that */
};

/* A user of the transport. */
struct hearer {
    struct bench *bench;
    bool closes_on_bytes;
    bool stops_on_bytes;
    size_t uses;    /* of those bytes; the others it gives back */
    enum next next; /* that it hands over to in that call */
    size_t told_len;
    char heard[256];
    size_t heard_len;
    int ended, broken, closed;
    int written, failed;
};

struct bench {
    const struct kind *kind;
    uv_loop_t loop;
    struct transport_home home;
    char buffer[1024];
    struct transport *transport; /* NULL: it has closed */
    int client;
    char client_veil;
    struct tls_gate gate;
    struct tls *client_tls; /* NULL: it has none */
    struct client_frames client_frames;
    char client_heard[MUCH]; /* of what it has decrypted */
    size_t client_heard_len;
    bool is_inside; /* a call of the transport: nothing may be told */
    struct hearer hearers[HEARERS];
    struct hearer *user; /* of the transport */
};

/* ------------------------------------------------------------------ the kinds */

static struct transport *make_veiled(struct transport_home *home, int take_fd)
{
    return transport_veiled_new(transport_tcp_new(home, take_fd));
}

static struct transport *make_tls(struct transport_home *home, int take_fd)
{
    return transport_tls_new(transport_tcp_new(home, take_fd));
}

static struct transport *make_veiled_tls(struct transport_home *home, int take_fd)
{
    return transport_veiled_new(make_tls(home, take_fd));
}

static struct transport *make_web(struct transport_home *home, int take_fd)
{
    return transport_websocket_new(transport_tcp_new(home, take_fd));
}

static struct transport *make_web_tls(struct transport_home *home, int take_fd)
{
    return transport_websocket_new(make_tls(home, take_fd));
}

static const struct kind kinds[] = {
    {"tcp", client_connect_tcp, transport_tcp_new, 0, "127.0.0.1", false, false, false},
    {"local", client_connect_locally, transport_local_new, 0, "local", false, false, false},
    {"veiled", client_connect_tcp, make_veiled, VEIL, "127.0.0.1", false, false, false},
    {"tls", client_connect_tcp, make_tls, 0, "127.0.0.1", true, false, false},
    {"tls, rude", client_connect_tcp, make_tls, 0, "127.0.0.1", true, true, false},
    {"veiled over tls", client_connect_tcp, make_veiled_tls, VEIL, "127.0.0.1", true, false, false},
    {"websocket", client_connect_tcp, make_web, 0, "127.0.0.1", false, false, true},
    {"websocket over tls", client_connect_tcp, make_web_tls, 0, "127.0.0.1", true, false, true},
};

/* The files of the servers, and whom the clients believe. */
static char chain_path[FOLDER_PATH_SIZE], key_path[FOLDER_PATH_SIZE];
static struct tls_context *believed;

/* ------------------------------------------------------------------ its users */

static void hand_on(struct bench *bench, enum next next);

static void on_bytes(void *ctx, const char *bytes, size_t len)
{
    struct hearer *hearer = ctx;
    struct bench *bench = hearer->bench;
    size_t used = hearer->stops_on_bytes ? hearer->uses : len;
    assert_false(bench->is_inside);
    assert_ptr_equal(hearer, bench->user);
    assert_true(hearer->heard_len + len < sizeof(hearer->heard));
    memcpy(hearer->heard + hearer->heard_len, bytes, used);
    hearer->heard_len += used;
    hearer->told_len += len;
    if (hearer->stops_on_bytes)
        transport_stop(bench->transport, bytes + used, len - used);
    hand_on(bench, hearer->next);
    if (hearer->closes_on_bytes)
        transport_close(bench->transport, TRANSPORT_DONE);
}

static void on_ended(void *ctx)
{
    struct hearer *hearer = ctx;
    assert_false(hearer->bench->is_inside);
    hearer->ended++;
}

static void on_broken(void *ctx)
{
    struct hearer *hearer = ctx;
    assert_false(hearer->bench->is_inside);
    hearer->broken++;
}

static void on_written(void *ctx, bool is_gone)
{
    struct hearer *hearer = ctx;
    assert_false(hearer->bench->is_inside);
    if (is_gone)
        hearer->written++;
    else
        hearer->failed++;
}

static void on_closed(void *ctx)
{
    struct hearer *hearer = ctx;
    assert_false(hearer->bench->is_inside);
    assert_ptr_equal(hearer, hearer->bench->user);
    hearer->closed++;
    hearer->bench->transport = NULL;
}

/* Of each kind one of the first two is called. */
static const struct transport_user user = {.bytes = on_bytes,
                                           .message = on_bytes,
                                           .ended = on_ended,
                                           .broken = on_broken,
                                           .written = on_written,
                                           .closed = on_closed};

/* ------------------------------------------------------------------ the bench */

static void start(struct bench *bench, struct hearer *hearer)
{
    hearer->bench = bench;
    bench->user = hearer;
    bench->is_inside = true;
    assert_int_equal(transport_start(bench->transport, &user, hearer), 0);
    bench->is_inside = false;
}

/* Takes frames apart, where there are any; returns the bytes that are left. */
static size_t client_reads(struct bench *bench, char *bytes, size_t len)
{
    return bench->kind->is_web ? client_unframe(&bench->client_frames, bytes, len) : len;
}

/* Decrypts what has come; returns false at the end. */
static bool client_listens(struct bench *bench)
{
    static char bytes[64 * 1024];
    enum tls_status status = TLS_MORE;
    size_t room = MUCH - bench->client_heard_len;
    ssize_t len = recv(bench->client, bytes, sizeof(bytes), MSG_DONTWAIT);
    if (len <= 0)
        return len < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
    tls_feed(bench->client_tls, bytes, (size_t)len);
    do {
        size_t read_len;
        status = tls_read(bench->client_tls, bench->client_heard + bench->client_heard_len, room,
                          &read_len);
        read_len = client_reads(bench, bench->client_heard + bench->client_heard_len, read_len);
        bench->client_heard_len += read_len;
        room -= read_len;
    } while (status == TLS_BYTES || status == TLS_SHAKEN);
    return status == TLS_MORE;
}

/* Sends what the client's end of TLS has to say. */
static void client_flushes(const struct bench *bench)
{
    size_t len;
    char *bytes = tls_take_output(bench->client_tls, &len);
    if (bytes != NULL)
        assert_int_equal(send(bench->client, bytes, len, MSG_NOSIGNAL), len);
    free(bytes);
}

static void shake_hands(struct bench *bench)
{
    bench->client_tls = tls_open(believed, "127.0.0.1");
    client_flushes(bench);
    while (!tls_is_shaken(bench->client_tls)) {
        uv_run(&bench->loop, UV_RUN_NOWAIT);
        assert_true(client_listens(bench));
        client_flushes(bench);
    }
    /* The last of the client's words, which the server may not have heard yet. */
    for (int i = 0; i < 3; i++)
        uv_run(&bench->loop, UV_RUN_NOWAIT);
}

static void prepare_tls(struct bench *bench)
{
    char message[TLS_MESSAGE_SIZE];
    tls_gate_init(&bench->gate, &bench->loop, 1000000, 1);
    assert_true(tls_gate_load(&bench->gate, chain_path, key_path, message));
    bench->home.tls = &bench->gate;
}

static void open_bench(struct bench *bench, const struct kind *kind)
{
    const struct timeval patience = {.tv_sec = PATIENCE_MS / 1000};
    int fds[2];
    memset(bench, 0, sizeof(*bench));
    bench->kind = kind;
    bench->client_veil = kind->veil;
    assert_int_equal(uv_loop_init(&bench->loop), 0);
    transport_home_init(&bench->home, &bench->loop, bench->buffer, sizeof(bench->buffer));
    prepare_tls(bench);
    bench->home.pool = websocket_pool_new();
    kind->connect(fds);
    bench->client = fds[1];
    setsockopt(bench->client, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    bench->transport = kind->make(&bench->home, fds[0]);
    start(bench, &bench->hearers[0]);
    if (kind->has_tls)
        shake_hands(bench);
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
    uv_close((uv_handle_t *)&bench->home.idle, NULL);
    uv_close((uv_handle_t *)&bench->gate.idle, NULL);
    uv_close((uv_handle_t *)&bench->gate.timer, NULL);
    uv_run(&bench->loop, UV_RUN_DEFAULT);
    assert_int_equal(bench->user->closed, 1);
    assert_int_equal(uv_loop_close(&bench->loop), 0);
    tls_gate_deinit(&bench->gate);
    websocket_pool_free(bench->home.pool);
    tls_free(bench->client_tls);
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
        veiled[i] = (char)(text[i] ^ bench->client_veil);
    if (bench->kind->is_web)
        len = client_frame(veiled, text, len);
    if (bench->client_tls == NULL) {
        assert_int_equal(send(bench->client, veiled, len, MSG_NOSIGNAL), len);
        return;
    }
    assert_true(tls_write(bench->client_tls, veiled, len));
    client_flushes(bench);
}

static void client_ends(const struct bench *bench)
{
    if (bench->client_tls != NULL && !bench->kind->is_rude) {
        tls_end(bench->client_tls);
        client_flushes(bench);
    }
    shutdown(bench->client, SHUT_WR);
}

/* Takes the next `len` bytes for the client, which come while the loop goes on. */
static void client_gets(struct bench *bench, char *out, size_t len)
{
    if (bench->client_tls == NULL) {
        for (size_t got = 0; got < len;) {
            ssize_t part = recv(bench->client, out + got, len - got, MSG_DONTWAIT);
            assert_int_not_equal(part, 0);
            got += part > 0 ? client_reads(bench, out + got, (size_t)part) : 0;
            uv_run(&bench->loop, UV_RUN_NOWAIT);
        }
        return;
    }
    while (bench->client_heard_len < len) {
        bool goes_on = client_listens(bench);
        assert_true(goes_on || bench->client_heard_len >= len);
        uv_run(&bench->loop, UV_RUN_NOWAIT);
    }
    memcpy(out, bench->client_heard, len);
    bench->client_heard_len -= len;
    memmove(bench->client_heard, bench->client_heard + len, bench->client_heard_len);
}

static void client_hears(struct bench *bench, const char *text)
{
    char bytes[64] = "";
    size_t len = strlen(text);
    client_gets(bench, bytes, len);
    for (size_t i = 0; i < len; i++)
        bytes[i] = (char)(bytes[i] ^ bench->client_veil);
    assert_memory_equal(bytes, text, len);
}

/* Nothing more comes. */
static void client_hears_the_end(struct bench *bench)
{
    char bytes[64];
    ssize_t len;
    if (bench->client_tls == NULL) {
        while ((len = recv(bench->client, bytes, sizeof(bytes), 0)) > 0)
            assert_int_equal(client_reads(bench, bytes, (size_t)len), 0);
        assert_int_equal(len, 0);
        return;
    }
    while (client_listens(bench))
        uv_run(&bench->loop, UV_RUN_NOWAIT);
    assert_int_equal(bench->client_heard_len, 0);
}

static ssize_t say(struct bench *bench, const char *text)
{
    const uv_buf_t piece = uv_buf_init((char *)text, (unsigned)strlen(text));
    bench->is_inside = true;
    ssize_t sent = transport_try_write(bench->transport, &piece, 1);
    bench->is_inside = false;
    return sent;
}

/* Fills the connection until it takes no more at once, and leaves it what it did not take, with
 * `text` behind. Returns how many bytes come before that. */
static size_t fill_and_write(struct bench *bench, const char *text)
{
    static char much[64 * 1024];
    const uv_buf_t pieces[] = {uv_buf_init(much, sizeof(much)),
                               uv_buf_init((char *)text, (unsigned)strlen(text))};
    size_t total = sizeof(much);
    ssize_t sent;
    while ((sent = transport_try_write(bench->transport, pieces, 1)) > 0)
        total += (size_t)sent;
    assert_int_equal(sent, 0);
    assert_in_range(total, sizeof(much), MUCH);
    bench->is_inside = true;
    assert_true(transport_write(bench->transport, pieces, 2));
    bench->is_inside = false;
    return total;
}

/* While the transport goes on with what it was left to write. */
static void client_takes(struct bench *bench, size_t total)
{
    static char bytes[MUCH];
    client_gets(bench, bytes, total);
}

/* Nothing comes any more, not even what it has not read yet. */
static void client_breaks(struct bench *bench)
{
    const struct linger at_once = {.l_onoff = 1};
    setsockopt(bench->client, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
    close(bench->client);
    bench->client = -1;
}

/* ------------------------------------------------------------------ promises */

static void bytes_come_as_they_were_sent(struct bench *bench)
{
    client_says(bench, "one\ntw");
    client_says(bench, "o\n");
    while (bench->user->heard_len < 8)
        turn(bench);
    assert_memory_equal(bench->user->heard, "one\ntwo\n", 8);
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
    size_t total = fill_and_write(bench, "the rest");
    assert_int_equal(bench->user->written, 0);
    client_takes(bench, total);
    while (bench->user->written == 0)
        turn(bench);
    client_hears(bench, "the rest");
    assert_int_equal(say(bench, "more"), 4);
    client_hears(bench, "more");
    assert_int_equal(bench->user->written, 1);
    assert_int_equal(bench->user->failed, 0);
}

static void who_says_the_last_word_still_hears(struct bench *bench)
{
    assert_int_equal(say(bench, "last\n"), 5);
    assert_true(transport_shut(bench->transport));
    client_hears(bench, "last\n");
    client_hears_the_end(bench);
    client_says(bench, "and?");
    while (bench->user->heard_len < 4)
        turn(bench);
    assert_int_equal(bench->user->ended, 0);
    client_ends(bench);
    while (bench->user->ended == 0)
        turn(bench);
}

static void who_hears_the_last_word_may_still_speak(struct bench *bench)
{
    client_says(bench, "bye");
    client_ends(bench);
    while (bench->user->ended == 0)
        turn(bench);
    assert_int_equal(bench->user->heard_len, 3);
    assert_int_equal(say(bench, "bye"), 3);
    client_hears(bench, "bye");
    assert_int_equal(bench->user->ended, 1);
    assert_int_equal(bench->user->broken, 0);
}

static void it_may_be_closed_by_what_it_tells(struct bench *bench)
{
    bench->user->closes_on_bytes = true;
    client_says(bench, "close");
    while (bench->transport != NULL)
        turn(bench);
    assert_int_equal(bench->user->heard_len, 5);
    assert_int_equal(bench->user->ended + bench->user->broken, 0);
}

static void a_closed_one_tells_nothing_but_that(struct bench *bench)
{
    (void)fill_and_write(bench, "never");
    client_says(bench, "not heard");
    close_transport(bench, TRANSPORT_ABANDON);
    assert_int_equal(bench->user->closed, 0);
    while (bench->transport != NULL)
        turn(bench);
    assert_int_equal(bench->user->heard_len, 0);
    assert_int_equal(bench->user->written + bench->user->failed, 0);
}

static void one_whose_client_is_gone_breaks_or_ends(struct bench *bench)
{
    assert_int_equal(say(bench, "unread"), 6);
    client_breaks(bench);
    while (bench->user->broken + bench->user->ended == 0)
        turn(bench);
    while (say(bench, "x") > 0)
        continue;
    assert_true(say(bench, "x") < 0);
}

static void it_knows_where_the_other_end_is(struct bench *bench)
{
    assert_string_equal(transport_origin(bench->transport).text, bench->kind->origin);
}

/* ------------------------------------------------------------------ handing over */

enum doing {
    NOTHING,
    SAYS_MORE,
    ENDS,
    BREAKS,
};

/* An order of things around a transport that one user hands to the next. The client says
 * "12345678"; the first takes some of it and gives the rest back, and the last hears `heard`. */
static const struct handing {
    const char *name;
    size_t uses;
    bool is_inside; /* all happens in the call that tells the bytes */
    bool is_queued; /* the first has something to write still */
    enum doing client;
    enum next next;
    const char *heard;
} handings[] = {
    {"nothing is left", 8, false, false, NOTHING, GOES_ON, ""},
    {"something is left", 3, false, false, NOTHING, GOES_ON, "45678"},
    {"nothing was used", 0, false, false, NOTHING, GOES_ON, "12345678"},
    {"inside the call, nothing is left", 8, true, false, NOTHING, GOES_ON, ""},
    {"inside the call", 3, true, false, NOTHING, GOES_ON, "45678"},
    {"the client says more", 3, false, false, SAYS_MORE, GOES_ON, "4567890"},
    {"the client says more, nothing is left", 8, false, false, SAYS_MORE, GOES_ON, "90"},
    {"the client ends", 3, false, false, ENDS, GOES_ON, "45678"},
    {"the client ends, nothing is left", 8, false, false, ENDS, GOES_ON, ""},
    {"the client ends, inside the call", 3, true, false, ENDS, GOES_ON, "45678"},
    {"the client ends, inside the call, nothing is left", 8, true, false, ENDS, GOES_ON, ""},
    {"the client breaks", 3, false, false, BREAKS, GOES_ON, "45678"},
    {"the client breaks, nothing is left", 8, false, false, BREAKS, GOES_ON, ""},
    {"something is to be written", 8, false, true, NOTHING, GOES_ON, ""},
    {"something is left, and to be written", 3, false, true, NOTHING, GOES_ON, "45678"},
    {"the client says more meanwhile", 3, false, true, SAYS_MORE, GOES_ON, "4567890"},
    {"the client ends meanwhile", 3, false, true, ENDS, GOES_ON, "45678"},
    {"the client breaks meanwhile", 3, false, true, BREAKS, DOES_NOT_COME, ""},
    {"the next closes", 8, false, false, NOTHING, CLOSES, ""},
    {"the next closes, something is left", 3, false, false, NOTHING, CLOSES, ""},
    {"the next closes, inside the call", 3, true, false, NOTHING, CLOSES, ""},
    {"the next closes when it is told", 3, false, false, NOTHING, CLOSES_WHEN_TOLD, "45678"},
    {"the next closes when it is told, more waits", 3, false, false, SAYS_MORE, CLOSES_WHEN_TOLD,
     "45678"},
    {"the next hands on", 3, false, false, NOTHING, HANDS_ON, "45678"},
    {"the next hands on, nothing is left", 8, false, false, SAYS_MORE, HANDS_ON, "90"},
    {"the next hands on later", 3, false, false, SAYS_MORE, HANDS_ON_LATER, "4567890"},
    {"the next hands on later, inside the call", 3, true, false, NOTHING, HANDS_ON_LATER, "45678"},
    {"the next hands on, inside the call", 3, true, false, NOTHING, HANDS_ON, "45678"},
    {"the next hands on when it is told", 3, false, false, SAYS_MORE, HANDS_ON_WHEN_TOLD, "67890"},
    {"the next hands on when it is told, inside the call", 3, true, false, NOTHING,
     HANDS_ON_WHEN_TOLD, "678"},
    {"a transport stands on it", 3, false, false, NOTHING, STANDS_ON_IT, "45678"},
    {"a transport stands on it, inside the call", 3, true, false, NOTHING, STANDS_ON_IT, "45678"},
    {"a transport stands on it, behind the written", 3, false, true, NOTHING, STANDS_ON_IT,
     "45678"},
    {"no next comes", 3, false, false, NOTHING, DOES_NOT_COME, ""},
    {"no next comes, something is to be written", 3, false, true, SAYS_MORE, DOES_NOT_COME, ""},
};

static void hand_on(struct bench *bench, enum next next)
{
    struct hearer *hearer = bench->user + 1;
    if (next == DOES_NOT_COME)
        return;
    if (next == STANDS_ON_IT)
        bench->transport = transport_veiled_new(bench->transport);
    hearer->closes_on_bytes = next == CLOSES_WHEN_TOLD;
    hearer->stops_on_bytes = next == HANDS_ON_WHEN_TOLD;
    hearer->uses = 2;
    hearer->next = next == HANDS_ON_WHEN_TOLD ? GOES_ON : DOES_NOT_COME;
    start(bench, hearer);
    if (next == CLOSES)
        transport_close(bench->transport, TRANSPORT_DONE);
    if (next == HANDS_ON || next == HANDS_ON_LATER)
        transport_stop(bench->transport, NULL, 0);
    if (next == HANDS_ON)
        hand_on(bench, GOES_ON);
}

/* The bytes for the next, as that one hears them. */
static void client_begins(struct bench *bench, const struct handing *row)
{
    char bytes[] = "12345678";
    char inner_veil = row->next == STANDS_ON_IT ? VEIL : 0;
    for (size_t i = 0; i < 8; i++)
        bytes[i] = (char)(bytes[i] ^ (i < row->uses ? 0 : inner_veil));
    client_says(bench, bytes);
}

static void client_does(struct bench *bench, enum doing doing)
{
    if (doing == SAYS_MORE)
        client_says(bench, "90");
    else if (doing == ENDS)
        client_ends(bench);
    else if (doing == BREAKS)
        client_breaks(bench);
}

/* Nothing has to happen. */
static void go_on(struct bench *bench)
{
    for (int i = 0; i < 3; i++)
        uv_run(&bench->loop, UV_RUN_NOWAIT);
}

/* While it is stopped nothing is told but that the bytes have gone, or have not. */
static void wait_for_written(struct bench *bench, const struct handing *row, size_t total)
{
    const struct hearer *first = bench->user;
    go_on(bench);
    if (row->is_queued && row->client == BREAKS) {
        while (first->failed == 0)
            turn(bench);
    } else if (row->is_queued) {
        client_takes(bench, total);
        while (first->written == 0)
            turn(bench);
        client_hears(bench, "queued");
    }
    assert_int_equal(first->told_len, 8);
    assert_int_equal(first->ended + first->broken, 0);
}

static bool is_over(const struct bench *bench, const struct handing *row)
{
    const struct hearer *last = bench->user;
    if (row->next == DOES_NOT_COME)
        return true;
    if (row->next == CLOSES || row->next == CLOSES_WHEN_TOLD)
        return bench->transport == NULL;
    return last->heard_len >= strlen(row->heard) && (row->client != ENDS || last->ended > 0) &&
           (row->client != BREAKS || last->ended + last->broken > 0);
}

static void check_handing(struct bench *bench, const struct handing *row)
{
    const struct hearer *first = &bench->hearers[0];
    const struct hearer *last = bench->user;
    assert_memory_equal(first->heard, "12345678", row->uses);
    assert_int_equal(first->told_len, 8);
    if (row->next == DOES_NOT_COME)
        return;
    assert_string_equal(last->heard, row->heard);
    for (const struct hearer *hearer = first; hearer < last; hearer++)
        assert_int_equal(hearer->ended + hearer->broken + hearer->closed, 0);
    if (row->next == HANDS_ON || row->next == HANDS_ON_LATER)
        assert_int_equal(first[1].told_len, 0);
    if (row->client == BREAKS || bench->transport == NULL)
        return;
    bench->client_veil ^= row->next == STANDS_ON_IT ? VEIL : 0;
    assert_int_equal(say(bench, "here\n"), 5);
    client_hears(bench, "here\n");
}

static void run_handing(struct bench *bench, const struct handing *row)
{
    struct hearer *first = bench->user;
    size_t total = row->is_queued ? fill_and_write(bench, "queued") : 0;
    first->stops_on_bytes = true;
    first->uses = row->uses;
    first->next = row->is_inside ? row->next : DOES_NOT_COME;
    client_begins(bench, row);
    if (row->is_inside)
        client_does(bench, row->client);
    while (first->told_len == 0)
        turn(bench);
    if (!row->is_inside) {
        client_does(bench, row->client);
        wait_for_written(bench, row, total);
        hand_on(bench, row->next);
    }
    if (row->next == HANDS_ON_LATER) {
        go_on(bench);
        hand_on(bench, GOES_ON);
    }
    while (!is_over(bench, row))
        turn(bench);
    check_handing(bench, row);
}

static void test_it_is_handed_over_whole(void **state)
{
    static struct bench bench;
    (void)state;
    for (size_t kind = 0; kind < sizeof(kinds) / sizeof(kinds[0]); kind++)
        for (size_t i = 0; i < sizeof(handings) / sizeof(handings[0]); i++) {
            if (kinds[kind].is_web && handings[i].uses < 8)
                continue;
            print_message("%s: %s\n", kinds[kind].name, handings[i].name);
            open_bench(&bench, &kinds[kind]);
            run_handing(&bench, &handings[i]);
            shut_bench(&bench);
        }
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

static void make_certificate(const struct folder *folder)
{
    static const struct certificate server = {"server", "IP:127.0.0.1", -1, 1};
    char ca_path[FOLDER_PATH_SIZE];
    char message[TLS_MESSAGE_SIZE];
    struct authority *authority = authority_new(folder, "ca");
    authority_sign(authority, &server);
    authority_free(authority);
    folder_path(folder, "server", chain_path);
    folder_path(folder, "server.key", key_path);
    folder_path(folder, "ca", ca_path);
    believed = tls_context_of_client(ca_path, message);
    assert_non_null(believed);
}

int main(void)
{
    struct folder folder;
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
        cmocka_unit_test(test_it_is_handed_over_whole),
    };
    process_ignore_signals();
    folder_make(&folder);
    make_certificate(&folder);
    int failed = cmocka_run_group_tests_name("transport", tests, NULL, NULL);
    tls_context_free(believed);
    folder_remove(&folder);
    return failed;
}
