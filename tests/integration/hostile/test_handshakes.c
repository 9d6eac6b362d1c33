/* SPDX-License-Identifier: MIT */
/*
 * Handshakes of TLS: what a stranger can make the server compute for a few bytes. Honest players
 * speak TLS, too (PENTAD_STACK=tls).
 */
#include "net/tls.h"
#include "tests/integration/hostile/siege.h"
#include "tests/support/stack.h"

#include <stdlib.h>
#include <string.h>

/* The first word of a client, for which a server signs and agrees on a key. */
struct hello {
    char *bytes;
    size_t len;
};

static struct hello hello_new(void)
{
    char message[TLS_MESSAGE_SIZE];
    struct hello hello;
    struct tls_context *context = tls_context_of_client(NULL, message);
    assert_non_null(context);
    struct tls *tls = tls_open(context, "localhost");
    assert_non_null(tls);
    hello.bytes = tls_take_output(tls, &hello.len);
    tls_free(tls);
    tls_context_free(context);
    return hello;
}

static size_t greet(void *ctx, const struct stroke *stroke)
{
    const struct hello *hello = ctx;
    if (stroke->nth > 0)
        return 0;
    memcpy(stroke->bytes, hello->bytes, hello->len);
    return hello->len;
}

SCENE(a_flood_of_handshakes_waits_for_its_turn)
{
    struct horde_tally tally;
    struct hello hello = hello_new();
    const struct attack attack = {
        .name = "handshakes",
        .plan = {.members = siege_share(200),
                 .addresses = 20,
                 .strokes_per_s = 8000,
                 .is_raw = true,
                 .comes_back = true,
                 .stroke = greet,
                 .ctx = &hello},
        .for_ms = 3000,
        .memory_kib = 200 * 64 + 16384,
        .may_cut = true,
        .until_connections = siege_share(500),
    };
    siege_of(scene, &attack, &tally);
    free(hello.bytes);
}

static size_t greet_and_stay(void *ctx, const struct stroke *stroke)
{
    const struct hello *hello = ctx;
    if (stroke->nth > 0) {
        stroke->bytes[0] = 'x';
        return 1;
    }
    memcpy(stroke->bytes, hello->bytes, hello->len);
    return hello->len;
}

SCENE(rubbish_behind_the_first_word_ends_it)
{
    struct horde_tally tally;
    struct hello hello = hello_new();
    const struct attack attack = {
        .name = "broken handshakes",
        .plan = {.members = siege_share(100),
                 .addresses = 10,
                 .strokes_per_s = 4000,
                 .is_raw = true,
                 .comes_back = true,
                 .stroke = greet_and_stay,
                 .ctx = &hello},
        .for_ms = 2000,
        .memory_kib = 100 * 64 + 16384,
        .may_cut = true,
        .until_connections = siege_share(300),
    };
    siege_of(scene, &attack, &tally);
    free(hello.bytes);
}

/* All but the last byte, which never comes. */
static size_t half(void *ctx, const struct stroke *stroke)
{
    const struct hello *hello = ctx;
    memcpy(stroke->bytes, hello->bytes, hello->len);
    return stroke->nth == 0 ? hello->len - 1 : 0;
}

SCENE(half_handshakes_cost_little_more_than_connections)
{
    struct horde_tally tally;
    struct hello hello = hello_new();
    const int crowd = siege_share(1000);
    const struct attack attack = {
        .name = "half handshakes",
        .plan = {.members = crowd,
                 .addresses = 20,
                 .strokes_per_s = 4000,
                 .is_raw = true,
                 .strokes_max = 2L * crowd,
                 .stroke = half,
                 .ctx = &hello},
        .for_ms = 2000,
        .memory_kib = 28L * crowd + 16384,
        .may_cut = true,
        .until_connections = crowd,
    };
    siege_of(scene, &attack, &tally);
    free(hello.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST_WITH(a_flood_of_handshakes_waits_for_its_turn, siege_many_players),
        SCENE_TEST_WITH(rubbish_behind_the_first_word_ends_it, siege_many_players),
        SCENE_TEST_WITH(half_handshakes_cost_little_more_than_connections, siege_many_players),
    };
    setenv("PENTAD_STACK", "tls", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
