/* SPDX-License-Identifier: MIT */
/*
 * What a stranger can make the server do before it is a player: handshakes of TLS, which compute
 * for a few bytes, and requests of HTTP that are to become WebSockets. Honest players speak the
 * same (tests/support/stack.h).
 */
#include "net/tls.h"
#include "tests/integration/hostile/siege.h"
#include "tests/support/stack.h"

#include <stdlib.h>
#include <string.h>

#define REQUEST                                                                                    \
    "GET /socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"     \
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"

/* The first word of a stranger: of a client of TLS, for which a server signs and agrees on a key,
 * or a request. */
struct word {
    char *bytes;
    size_t len;
};

static struct word hello(void)
{
    char message[TLS_MESSAGE_SIZE];
    struct word word;
    struct tls_context *context = tls_context_of_client(NULL, message);
    assert_non_null(context);
    struct tls *tls = tls_open(context, "localhost");
    assert_non_null(tls);
    word.bytes = tls_take_output(tls, &word.len);
    tls_free(tls);
    tls_context_free(context);
    return word;
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
    int kib_each; /* by which the server may grow for each of them */
    bool stays;   /* it says its word once, and waits */
};

static void run(struct scene *scene, const struct row *rows, size_t count, struct word word)
{
    struct siege siege;
    siege_begin(&siege, scene);
    for (size_t i = 0; i < count; i++) {
        struct horde_tally tally;
        const int members = siege_share(rows[i].members);
        const struct attack attack = {
            .name = rows[i].name,
            .plan = {.members = members,
                     .addresses = 20,
                     .strokes_per_s = 8000,
                     .strokes_max = rows[i].stays ? 2L * members : 0,
                     .is_raw = true,
                     .comes_back = !rows[i].stays,
                     .stroke = rows[i].stroke,
                     .ctx = &word},
            .for_ms = 2000,
            .memory_kib = (long)rows[i].kib_each * members + 16384,
            .may_cut = true,
            .until_connections = members,
            .has_returns = true,
        };
        siege_run(&siege, &attack, &tally);
    }
}

SCENE(handshakes_of_strangers_harm_nobody)
{
    static const struct row rows[] = {{"handshakes", say_and_go, 200, 64, false},
                                      {"broken handshakes", say_and_babble, 100, 64, false},
                                      {"half handshakes", say_half, 1000, 8, true}};
    struct word word = hello();
    run(scene, rows, 3, word);
    free(word.bytes);
}

SCENE(requests_of_strangers_harm_nobody)
{
    static char request[] = REQUEST;
    static const struct row rows[] = {{"upgrades", say_and_go, 200, 16, false},
                                      {"broken upgrades", say_and_babble, 100, 16, false},
                                      {"half upgrades", say_half, 1000, 8, true},
                                      {"empty frames", say_frames, 100, 32, false}};
    run(scene, rows, 4, (struct word){request, sizeof(request) - 1});
}

int main(void)
{
    const struct CMUnitTest tls[] = {
        SCENE_TEST_WITH(handshakes_of_strangers_harm_nobody, siege_many_players)};
    const struct CMUnitTest web[] = {
        SCENE_TEST_WITH(requests_of_strangers_harm_nobody, siege_many_players)};
    setenv("PENTAD_STACK", "tls", 1);
    int failed = cmocka_run_group_tests(tls, NULL, NULL);
    setenv("PENTAD_STACK", "ws", 1);
    return failed + cmocka_run_group_tests(web, NULL, NULL);
}
