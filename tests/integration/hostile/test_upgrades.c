/* SPDX-License-Identifier: MIT */
/*
 * Requests of HTTP that are to become WebSockets, and do not, or do and say nothing. Honest players
 * are on WebSocket, too (PENTAD_STACK=ws).
 */
#include "tests/integration/hostile/siege.h"
#include "tests/support/stack.h"

#include <stdlib.h>
#include <string.h>

#define REQUEST                                                                                    \
    "GET /socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"     \
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"

/* The whole request, and then the connection is dropped. */
static size_t upgrade(void *ctx, const struct stroke *stroke)
{
    (void)ctx;
    memcpy(stroke->bytes, REQUEST, sizeof(REQUEST) - 1);
    return stroke->nth == 0 ? sizeof(REQUEST) - 1 : 0;
}

SCENE(a_flood_of_upgrades_harms_nobody)
{
    struct horde_tally tally;
    const struct attack attack = {
        .name = "upgrades",
        .plan = {.members = siege_share(60),
                 .addresses = 20,
                 .strokes_per_s = 8000,
                 .is_raw = true,
                 .comes_back = true,
                 .stroke = upgrade},
        .for_ms = 3000,
        .memory_kib = 200 * 16 + 16384,
        .may_cut = true,
        .until_connections = siege_share(500),
        .has_returns = true,
    };
    siege_of(scene, &attack, &tally);
}

/* All but the last byte, and one byte of a header from time to time. */
static size_t half(void *ctx, const struct stroke *stroke)
{
    (void)ctx;
    memcpy(stroke->bytes, REQUEST, sizeof(REQUEST) - 1);
    if (stroke->nth == 0)
        return sizeof(REQUEST) - 2;
    stroke->bytes[0] = 'x';
    return 1;
}

SCENE(half_requests_shut_nobody_out)
{
    struct horde_tally tally;
    const struct attack attack = {
        .name = "half upgrades",
        .plan = {.members = siege_share(500),
                 .addresses = 2,
                 .strokes_per_s = 4000,
                 .is_raw = true,
                 .comes_back = true,
                 .stroke = half},
        .for_ms = 3000,
        .memory_kib = 16384,
        .may_cut = true,
        .until_connections = siege_share(500),
        .has_returns = true,
    };
    siege_of(scene, &attack, &tally);
}

/* Pings, fragments without an end, frames without a mask: behind the upgrade. */
static size_t frames(void *ctx, const struct stroke *stroke)
{
    static const char *const kinds[] = {"\x89\x81\0\0\0\0?", "\x00\x81\0\0\0\0x",
                                        "\x01\x81\0\0\0\0x", "\x81\x01x"};
    static const size_t lens[] = {7, 7, 7, 3};
    (void)ctx;
    if (stroke->nth == 0) {
        memcpy(stroke->bytes, REQUEST, sizeof(REQUEST) - 1);
        return sizeof(REQUEST) - 1;
    }
    size_t kind = (size_t)stroke->connection % 4;
    size_t len = 0;
    for (int i = 0; i < 500; i++) {
        memcpy(stroke->bytes + len, kinds[kind], lens[kind]);
        len += lens[kind];
    }
    return len;
}

SCENE(a_flood_of_frames_that_say_nothing_harms_nobody)
{
    struct horde_tally tally;
    const struct attack attack = {
        .name = "empty frames",
        .plan = {.members = siege_share(40),
                 .addresses = 20,
                 .strokes_per_s = 4000,
                 .is_raw = true,
                 .comes_back = true,
                 .stroke = frames},
        .for_ms = 3000,
        .memory_kib = 100 * 32 + 16384,
        .may_cut = true,
        .until_connections = siege_share(200),
    };
    siege_of(scene, &attack, &tally);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST_WITH(a_flood_of_upgrades_harms_nobody, siege_many_players),
        SCENE_TEST_WITH(half_requests_shut_nobody_out, siege_many_players),
        SCENE_TEST_WITH(a_flood_of_frames_that_say_nothing_harms_nobody, siege_many_players),
    };
    setenv("PENTAD_STACK", "ws", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
