/* SPDX-License-Identifier: MIT */
/* As much as a connection can say: valid requests, rubbish, halves, too long, too deep, too often.
 */
#include "tests/integration/hostile/siege.h"
#include "tests/support/random.h"

#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------ valid requests */

static const char *const questions[] = {
    "\"op\":\"ping\"",
    "\"op\":\"hello\",\"protocol\":3",
    "\"op\":\"room.list\"",
    "\"op\":\"rating.top\",\"variant\":\"classic\",\"limit\":50",
    "\"op\":\"history.list\",\"name\":\"Anna-a\"",
    "\"op\":\"player.get\",\"name\":\"Anna-a\"",
    "\"op\":\"player.find\",\"text\":\"a\"",
    "\"op\":\"player.stats\",\"name\":\"Boris-a\"",
    "\"op\":\"rating.around\",\"variant\":\"classic\",\"name\":\"Anna-a\"",
    "\"op\":\"room.open\",\"variant\":\"classic\"",
    "\"op\":\"room.quick\",\"variant\":\"mini\"",
    "\"op\":\"lobby.watch\"",
    "\"op\":\"settings.get\"",
};

/* Rooms of those who hung up close before the next try, which would find fewer places otherwise. */
static const char *const short_idle[] = {"--players-per-address", "1000000", "--room-idle-ms",
                                         "1000", NULL};

static size_t ask(void *ctx, const struct stroke *stroke)
{
    (void)ctx;
    size_t len = 0;
    if (stroke->nth == 0)
        return (size_t)snprintf(stroke->bytes, HORDE_STROKE_MAX,
                                "{\"id\":0,\"op\":\"auth.guest\"}\n");
    for (size_t i = 0; i < 16; i++)
        len += (size_t)snprintf(stroke->bytes + len, HORDE_STROKE_MAX - len, "{\"id\":%d,%s}\n",
                                stroke->nth, questions[((size_t)stroke->nth * 16 + i) % 13]);
    return len;
}

SCENE(a_flood_of_valid_requests_is_held_to_the_rates)
{
    struct horde_tally tally;
    const struct attack attack = {
        .name = "valid requests",
        .plan = {.members = siege_share(100),
                 .addresses = 4,
                 .strokes_per_s = 2000,
                 .comes_back = true,
                 .stroke = ask},
        .for_ms = 3000,
        .memory_kib = 200 * 1024, /* what waits for 100 of them, and a table for each of 16 */
        .may_cut = true,          /* where the machine lets their reader wait */
        .until_code = "rate_limited",
    };
    siege_of(scene, &attack, &tally);
    assert_true(tally.replies > 0);
}

/* ------------------------------------------------------------------ keys without end */

static const char *const keyed[] = {
    "\"op\":\"room.open\",\"variant\":\"mini\"",
    "\"op\":\"room.quick\",\"variant\":\"mini\"",
    "\"op\":\"room.quick_cancel\"",
    "\"op\":\"lobby.leave\"",
};

/* Each bears a key that nobody had before; then one that everybody has. */
static size_t ask_with_keys(void *ctx, const struct stroke *stroke)
{
    (void)ctx;
    size_t len = 0;
    if (stroke->nth == 0)
        return (size_t)snprintf(stroke->bytes, HORDE_STROKE_MAX,
                                "{\"id\":0,\"op\":\"auth.guest\"}\n");
    for (size_t i = 0; i < 16; i++)
        len += (size_t)snprintf(stroke->bytes + len, HORDE_STROKE_MAX - len,
                                "{\"id\":%d,\"key\":\"%ld-%d-%zu\",%s}\n", stroke->nth,
                                i % 8 == 7 ? 0 : stroke->connection, i % 8 == 7 ? 0 : stroke->nth,
                                i % 8 == 7 ? 0 : i, keyed[i % 4]);
    return len;
}

SCENE(a_flood_of_keys_takes_the_memory_of_64_each)
{
    struct horde_tally tally;
    const struct attack attack = {
        .name = "keys",
        .plan = {.members = siege_share(100),
                 .addresses = 4,
                 .strokes_per_s = 2000,
                 .comes_back = true,
                 .stroke = ask_with_keys},
        .for_ms = 3000,
        .memory_kib = 200 * 1024,
        .until_code = "rate_limited",
    };
    siege_of(scene, &attack, &tally);
    assert_true(tally.replies > 0);
}

/* ------------------------------------------------------------------ rubbish */

static size_t rubbish(void *ctx, const struct stroke *stroke)
{
    for (size_t i = 0; i < 16384; i++)
        stroke->bytes[i] = (char)(' ' + random_below(ctx, 90));
    for (size_t i = 0; i < 16384; i += 1 + random_below(ctx, 64))
        stroke->bytes[i] = '\n';
    return 16384;
}

SCENE(a_flood_of_rubbish_is_told_so)
{
    struct horde_tally tally;
    uint64_t random = 1;
    const struct attack attack = {
        .name = "rubbish",
        .plan = {.members = 50,
                 .addresses = 4,
                 .strokes_per_s = 1000,
                 .comes_back = true,
                 .stroke = rubbish,
                 .ctx = &random},
        .for_ms = 2500,
        .memory_kib = 50 * 2048 + 8192,
        .until_code = "bad_json",
    };
    siege_of(scene, &attack, &tally);
}

static size_t shortest(void *ctx, const struct stroke *stroke)
{
    (void)ctx;
    for (size_t i = 0; i < 16384; i += 2)
        memcpy(stroke->bytes + i, "x\n", 2);
    return 16384;
}

SCENE(the_shortest_rubbish_harms_nobody)
{
    struct horde_tally tally;
    const struct attack attack = {
        .name = "short rubbish",
        .plan = {.members = 50,
                 .addresses = 4,
                 .strokes_per_s = 1000,
                 .comes_back = true,
                 .stroke = shortest},
        .for_ms = 2500,
        .memory_kib = 50 * 2048 + 8192,
    };
    siege_of(scene, &attack, &tally);
}

/* ------------------------------------------------------------------ frames */

/* The beginning of a request that has everything but its end. */
static size_t half(void *ctx, const struct stroke *stroke)
{
    static const char head[] = "{\"id\":1,\"op\":\"ping\",\"x\":\"";
    (void)ctx;
    if (stroke->nth > 0) {
        stroke->bytes[0] = 'x';
        return stroke->nth < 100 ? 1 : 0;
    }
    memset(stroke->bytes, 'x', 16000);
    memcpy(stroke->bytes, head, sizeof(head) - 1);
    return 16000;
}

SCENE(half_frames_take_the_memory_of_a_frame_each)
{
    struct horde_tally tally;
    const int crowd = siege_share(1000);
    const struct attack attack = {
        .name = "half frames",
        .plan = {.members = crowd, .addresses = 4, .strokes_per_s = 4000, .stroke = half},
        .for_ms = 2000,
        .memory_kib = 20L * crowd + 4096,
        .until_connections = crowd,
    };
    siege_of(scene, &attack, &tally);
    assert_int_equal(tally.errors, 0);
    assert_int_equal(tally.open, crowd);
}

static size_t huge(void *ctx, const struct stroke *stroke)
{
    (void)ctx;
    memset(stroke->bytes, '[', HORDE_STROKE_MAX);
    memset(stroke->bytes, '"', 1);
    return HORDE_STROKE_MAX;
}

/* ------------------------------------------------------------------ one fault a connection */

/* The whole line; a connection is closed behind it. */
static size_t line_with(const struct stroke *stroke, const char *bytes, size_t len)
{
    static const char head[] = "{\"id\":1,\"op\":\"ping\",\"x\":";
    memcpy(stroke->bytes, head, sizeof(head) - 1);
    memcpy(stroke->bytes + sizeof(head) - 1, bytes, len);
    memcpy(stroke->bytes + sizeof(head) - 1 + len, "}\n", 2);
    return sizeof(head) - 1 + len + 2;
}

static size_t deep(void *ctx, const struct stroke *stroke)
{
    char text[2 * 4096];
    (void)ctx;
    size_t depth = 8 + (size_t)stroke->connection % 2000;
    for (size_t i = 0; i < depth; i++) {
        text[i] = '[';
        text[2 * depth - 1 - i] = ']';
    }
    return line_with(stroke, text, 2 * depth);
}

static size_t duplicate(void *ctx, const struct stroke *stroke)
{
    static const char *const objects[] = {
        "{\"a\":1,\"a\":1}",         "{\"a\":1,\"\\u0061\":1}",        "{\"\":1,\"\":2}",
        "{\"a\":1,\"b\":1,\"a\":2}", "[{\"a\":{\"b\":1,\"b\":null}}]", "1,\"op\":\"ping\"",
    };
    (void)ctx;
    const char *object = objects[stroke->connection % 6];
    return line_with(stroke, object, strlen(object));
}

/* Whether that is valid UTF-8, by the table of the Unicode Standard (3-7, well-formed sequences).
 */
static bool is_well_formed(const unsigned char *bytes, size_t len)
{
    static const struct {
        unsigned char first, last, low, high;
        size_t len;
    } rows[] = {
        {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3}, {0xe1, 0xec, 0x80, 0xbf, 3},
        {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3}, {0xf0, 0xf0, 0x90, 0xbf, 4},
        {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        if (bytes[0] < rows[i].first || bytes[0] > rows[i].last)
            continue;
        bool is_good = len == rows[i].len && bytes[1] >= rows[i].low && bytes[1] <= rows[i].high;
        for (size_t j = 2; is_good && j < len; j++)
            is_good = bytes[j] >= 0x80 && bytes[j] <= 0xbf;
        return is_good;
    }
    return false;
}

/* First bytes before those that stand at a border of the table, in every length. */
static size_t not_utf8(void *ctx, const struct stroke *stroke)
{
    static const unsigned char seconds[] = {0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0};
    uint64_t *random = ctx;
    unsigned char bytes[6] = {'"'};
    size_t len;
    do {
        uint64_t n = random_next(random);
        bytes[1] = (unsigned char)(0x80 + n % 128);
        bytes[2] = seconds[n / 128 % 8];
        bytes[3] = n / 1024 % 8 < 6 ? 0x80 : 0xc0;
        bytes[4] = 0xbf;
        len = 1 + n / 8192 % 4;
    } while (is_well_formed(bytes + 1, len));
    bytes[1 + len] = '"';
    return line_with(stroke, (const char *)bytes, len + 2);
}

struct fault {
    const char *code;
    horde_stroke_fn *stroke;
};

/* Faults that have the door each: whoever comes is told that one, and nothing else. */
SCENE(each_fault_of_a_frame_has_its_name)
{
    static const struct fault faults[] = {{"frame_too_long", huge},
                                          {"too_deep", deep},
                                          {"duplicate_key", duplicate},
                                          {"not_utf8", not_utf8}};
    struct siege siege;
    struct horde_tally tally;
    siege_begin(&siege, scene);
    for (size_t i = 0; i < sizeof(faults) / sizeof(*faults); i++) {
        uint64_t random = 1;
        const struct attack attack = {
            .name = faults[i].code,
            .plan = {.members = 40,
                     .addresses = 4,
                     .strokes_per_s = 4000,
                     .comes_back = true,
                     .stroke = faults[i].stroke,
                     .ctx = &random},
            .for_ms = 1500,
            .memory_kib = 16384,
            .only = faults[i].code,
            .until_errors = siege_share(1000),
        };
        siege_run(&siege, &attack, &tally);
        assert_int_equal(tally.replies, 0);
    }
}

static size_t out_of_range(void *ctx, const struct stroke *stroke)
{
    static const char *const lines[] = {
        "{\"id\":-1,\"op\":\"ping\"}",
        "{\"id\":9007199254740992,\"op\":\"ping\"}",
        "{\"id\":1,\"op\":\"ping\",\"heartbeat\":0}",
        "{\"id\":1,\"op\":\"room.list\",\"limit\":0}",
        "{\"id\":1,\"op\":\"room.list\",\"limit\":51}",
        "{\"id\":1,\"op\":\"room.list\",\"limit\":9223372036854775807}",
        "{\"id\":1,\"op\":\"room.list\",\"limit\":-9223372036854775808}",
        "{\"id\":1,\"op\":\"room.list\",\"limit\":9223372036854775808}",
        "{\"id\":1,\"op\":\"room.list\",\"limit\":99999999999999999999999999999999999}",
        "{\"id\":1,\"op\":\"game.move\",\"game\":\"000000000001\",\"ply\":1025,\"action\":\"a1\"}",
        "{\"id\":1,\"op\":\"game.move\",\"game\":\"000000000001\",\"ply\":-1,\"action\":\"a1\"}",
        "{\"id\":1,\"op\":\"game.sync\",\"game\":\"000000000001\",\"since\":-1}",
    };
    (void)ctx;
    return (size_t)snprintf(stroke->bytes, HORDE_STROKE_MAX, "%s\n",
                            lines[(stroke->connection + stroke->nth) % 12]);
}

SCENE(numbers_out_of_range_are_told_so)
{
    struct horde_tally tally;
    const struct attack attack = {
        .name = "numbers",
        .plan = {.members = 40,
                 .addresses = 4,
                 .strokes_per_s = 8000,
                 .comes_back = true,
                 .stroke = out_of_range},
        .for_ms = 2000,
        .memory_kib = 8192,
    };
    siege_of(scene, &attack, &tally);
    assert_int_equal(tally.replies, 0);
    assert_int_equal(tally.errors,
                     horde_count(&tally, "out_of_range") + horde_count(&tally, "too_many_refused"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST_WITH(a_flood_of_valid_requests_is_held_to_the_rates, short_idle),
        SCENE_TEST_WITH(a_flood_of_keys_takes_the_memory_of_64_each, siege_many_players),
        SCENE_TEST_WITH(a_flood_of_rubbish_is_told_so, siege_many_players),
        SCENE_TEST_WITH(the_shortest_rubbish_harms_nobody, siege_many_players),
        SCENE_TEST_WITH(half_frames_take_the_memory_of_a_frame_each, siege_many_players),
        SCENE_TEST_WITH(each_fault_of_a_frame_has_its_name, siege_many_players),
        SCENE_TEST_WITH(numbers_out_of_range_are_told_so, siege_many_players),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
