/* SPDX-License-Identifier: MIT */
/*
 * What a stranger can make the server do before it is a player: handshakes of TLS, which compute
 * for a few bytes, and requests of HTTP that are to become WebSockets. Honest players speak the
 * same (tests/support/stack.h).
 */
#include "net/tls.h"
#include "tests/integration/hostile/siege.h"
#include "tests/support/free_port.h"
#include "tests/support/http_talk.h"
#include "tests/support/stack.h"
#include "tests/support/wait.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define REQUEST                                                                                    \
    "GET /socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"     \
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"

#define MEMBERS_MAX 2000
/* Handshakes that an address gets in a second. */
#define HANDSHAKES "100"

/* The first word of a stranger: of a client of TLS, for which a server signs and agrees on a key,
 * or a request. */
struct word {
    char *bytes;
    size_t len;
    struct tls_context *context; /* of those who go on; NULL: nobody does */
    struct tls *ends[MEMBERS_MAX];
};

static void hello(const struct scene *scene, struct word *word_out)
{
    char authority[FOLDER_PATH_SIZE];
    char message[TLS_MESSAGE_SIZE];
    folder_path(server_folder(scene->server), STACK_CA, authority);
    *word_out = (struct word){.context = tls_context_of_client(authority, message)};
    assert_non_null(word_out->context);
    struct tls *tls = tls_open(word_out->context, "localhost");
    assert_non_null(tls);
    word_out->bytes = tls_take_output(tls, &word_out->len);
    tls_free(tls);
}

static void forget(struct word *word)
{
    for (int i = 0; i < MEMBERS_MAX; i++)
        tls_free(word->ends[i]);
    tls_context_free(word->context);
    free(word->bytes);
}

/* The whole word, and then the connection is dropped. */
static size_t say_and_go(void *ctx, const struct stroke *stroke)
{
    const struct word *word = ctx;
    memcpy(stroke->bytes, word->bytes, word->len);
    return stroke->nth == 0 ? word->len : 0;
}

/* The whole word, and bytes that mean nothing. */
static size_t say_and_babble(void *ctx, const struct stroke *stroke)
{
    size_t len = say_and_go(ctx, stroke);
    stroke->bytes[0] = len > 0 ? stroke->bytes[0] : 'x';
    return len > 0 ? len : 1;
}

/* A byte at a time, and then the connection is dropped. */
static size_t say_dripping(void *ctx, const struct stroke *stroke)
{
    const struct word *word = ctx;
    if ((size_t)stroke->nth >= word->len)
        return 0;
    stroke->bytes[0] = word->bytes[stroke->nth];
    return 1;
}

/* A handshake to its end; what comes then is the ticket, and the connection is dropped. */
static size_t shake_and_go(void *ctx, const struct stroke *stroke)
{
    struct word *word = ctx;
    struct tls **end = &word->ends[stroke->member];
    size_t len = 0;
    if (stroke->nth == 0) {
        tls_free(*end);
        *end = tls_open(word->context, "localhost");
    }
    char *bytes = stroke->nth < 2 ? tls_take_output(*end, &len) : NULL;
    if (bytes != NULL)
        memcpy(stroke->bytes, bytes, len);
    free(bytes);
    return len;
}

static bool hear_handshake(void *ctx, int member, const char *bytes, size_t len)
{
    struct tls *end = ((struct word *)ctx)->ends[member];
    char plain[256];
    if (tls_is_shaken(end))
        return true;
    tls_feed(end, bytes, len);
    enum tls_status status = tls_read(end, plain, sizeof(plain), &len);
    (void)tls_unused(end, &bytes);
    return status == TLS_SHAKEN;
}

static bool hear_anything(void *ctx, int member, const char *bytes, size_t len)
{
    (void)ctx, (void)member, (void)bytes, (void)len;
    return true;
}

/* All but the last byte, which never comes. */
static size_t say_half(void *ctx, const struct stroke *stroke)
{
    size_t len = say_and_go(ctx, stroke);
    return len > 0 ? len - 1 : 0;
}

/* The request; then pings, fragments without an end, or frames without a mask. */
static size_t say_frames(void *ctx, const struct stroke *stroke)
{
    static const struct {
        const char *bytes;
        size_t len;
    } kinds[] = {{"\x89\x81\0\0\0\0?", 7},
                 {"\x00\x81\0\0\0\0x", 7},
                 {"\x01\x81\0\0\0\0x", 7},
                 {"\x81\x01x", 3}};
    size_t kind = (size_t)stroke->connection % 4;
    size_t len = say_and_go(ctx, stroke);
    for (int i = 0; stroke->nth > 0 && i < 500; i++, len += kinds[kind].len)
        memcpy(stroke->bytes + len, kinds[kind].bytes, kinds[kind].len);
    return len;
}

struct row {
    const char *name;
    horde_stroke_fn *stroke;
    int members;
    int kib_each;          /* by which the server may grow for each of them */
    bool stays;            /* it says its word once, and waits */
    horde_heard_fn *heard; /* it waits for answers; NULL: for none */
    int addresses;         /* that they come from */
};

static char metrics_port[8];

/* Handshakes that the server has begun so far, as it tells a monitoring system. */
static long handshakes(void)
{
    static char answer[65536];
    static const char name[] = "\npentad_tls_handshakes_total ";
    int fd = http_connect((uint16_t)strtol(metrics_port, NULL, 10), 0);
    assert_int_equal(
        http_talk(fd, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n", answer, sizeof(answer)),
        200);
    close(fd);
    const char *at = strstr(answer, name);
    assert_non_null(at);
    return strtol(at + sizeof(name) - 1, NULL, 10);
}

/* Of each address a second's worth at once, as many every second, and the honest's own. Another
 * second is for the server's clock, which stands still within a turn of its loop. */
static void check_handshakes(const struct attack *attack, long begun, int64_t passed_ms)
{
    int64_t most =
        (attack->plan.addresses + 1) * strtol(HANDSHAKES, NULL, 10) * (passed_ms + 2000) / 1000;
    assert_in_range(begun, 0, most);
}

static void run(struct siege *siege, const struct row *row, struct word *word)
{
    struct horde_tally tally;
    const int members = siege_share(row->members);
    const struct attack attack = {
        .name = row->name,
        .plan = {.members = members,
                 .addresses = row->addresses,
                 .strokes_per_s = 8000,
                 .strokes_max = row->stays ? 2L * members : 0,
                 .is_patient = row->heard != NULL,
                 .is_raw = true,
                 .comes_back = !row->stays,
                 .stroke = row->stroke,
                 .heard = row->heard,
                 .ctx = word},
        .for_ms = 2000,
        .memory_kib = (long)row->kib_each * members + 16384,
        .may_cut = true,
        .until_connections = members,
        .until_replies = row->heard != NULL ? members : 0,
        .has_returns = true,
    };
    const int64_t begin_ms = wait_now_ms();
    const long before = handshakes();
    siege_run(siege, &attack, &tally);
    check_handshakes(&attack, handshakes() - before, wait_now_ms() - begin_ms);
}

static void run_all(struct scene *scene, const struct row *rows, size_t count, struct word *word)
{
    struct siege siege;
    siege_begin(&siege, scene);
    for (size_t i = 0; i < count; i++)
        run(&siege, &rows[i], word);
}

SCENE(handshakes_of_strangers_harm_nobody)
{
    /* Before others come, whose handshakes would be begun when they have gone. */
    static const struct row rows[] = {
        {"handshakes, of one address", say_and_go, 200, 64, .addresses = 1},
        {"handshakes", shake_and_go, 200, 64, .heard = hear_handshake, .addresses = 20},
        {"handshakes, first words", say_and_go, 200, 64, .addresses = 20},
        {"broken handshakes", say_and_babble, 100, 64, .addresses = 20},
        {"half handshakes", say_half, 1000, 8, .stays = true, .addresses = 20},
        {"half-open handshakes", say_and_go, MEMBERS_MAX, 26, .stays = true, .addresses = 20},
        {"dripped handshakes", say_dripping, 60, 64, .addresses = 20},
    };
    static struct word word;
    hello(scene, &word);
    run_all(scene, rows, sizeof(rows) / sizeof(rows[0]), &word);
    forget(&word);
}

SCENE(requests_of_strangers_harm_nobody)
{
    static char request[] = REQUEST;
    static const struct row rows[] = {
        {"upgrades", say_and_go, 200, 16, .heard = hear_anything, .addresses = 20},
        {"broken upgrades", say_and_babble, 100, 16, .addresses = 20},
        {"half upgrades", say_half, 1000, 8, .stays = true, .addresses = 20},
        {"dripped upgrades", say_dripping, 60, 16, .addresses = 20},
        {"empty frames", say_frames, 100, 32, .addresses = 20},
    };
    static struct word word = {.bytes = request, .len = sizeof(request) - 1};
    run_all(scene, rows, sizeof(rows) / sizeof(rows[0]), &word);
}

int main(void)
{
    const char *const options[] = {"--players-per-address",
                                   "1000000",
                                   "--tls-handshakes",
                                   HANDSHAKES,
                                   "--metrics-port",
                                   metrics_port,
                                   NULL};
    const struct CMUnitTest tls[] = {SCENE_TEST_WITH(handshakes_of_strangers_harm_nobody, options)};
    const struct CMUnitTest web[] = {SCENE_TEST_WITH(requests_of_strangers_harm_nobody, options)};
    snprintf(metrics_port, sizeof(metrics_port), "%u", (unsigned)free_port());
    setenv("PENTAD_STACK", "tls", 1);
    int failed = cmocka_run_group_tests(tls, NULL, NULL);
    setenv("PENTAD_STACK", "ws", 1);
    return failed + cmocka_run_group_tests(web, NULL, NULL);
}
