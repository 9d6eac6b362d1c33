/* SPDX-License-Identifier: MIT */
/*
 * Tests of engine/record.h: what every format promises. A record that does not fit is refused, one
 * that was written reads back as the same game, and no input whatever makes a reader leave its
 * bytes (the sanitizers watch). The formats themselves are in test_sgf.c and test_psq.c.
 */
#include "engine/record.h"
#include "tests/support/test.h"
#include "tests/unit/engine/random_game.h"
#include "tests/unit/engine/record_testing.h"
#include "tests/unit/engine/rules_testing.h"

#include <string.h>

struct format {
    int (*write)(const struct game *, const struct record_tags *, char *, size_t);
    record_read_fn *read;
    enum reader reader;      /* of which games it has words for */
    struct record_tags tags; /* as good as any at looking like something else */
    bool tells_its_end;      /* else a record that is cut may be that of a shorter game */
    const char *start;       /* of noise that looks like a record */
    const char *letters;     /* of what follows; NUL among them */
    size_t letter_count;
};

#define LETTERS(text) .letters = (text), .letter_count = sizeof(text)

static const struct format sgf = {
    .write = record_write_sgf,
    .read = record_read_sgf,
    .reader = READER_SGF_ACTIONS,
    .tags = {.player = {"a]b[x]", "c\\"}, .event = "x", .winner = SEAT_NONE, .reason = "agreed"},
    .tells_its_end = true,
    .start = "(;",
    LETTERS("(;)[]\\BWSZGMPVACH4319aajj: \nwhite\0x"),
};

static const struct format psq = {
    .write = record_write_psq,
    .read = record_read_psq,
    .reader = READER_PSQ,
    .tags = {.player = {"pentad:swap2", "1,1,0"}, .winner = SEAT_NONE},
    .start = "Piskvorky 19x19, 1:1, 0\n",
    LETTERS("0123456789,,,\n\n\r x-homo-pentad:swap2 white\0"),
};

static char text[RECORD_SIZE_MAX];

/* A promise of both formats. */
#define BOTH_TEST(promise)                                                                         \
    static void promise(const struct format *format);                                              \
    TEST(promise##_in_sgf)                                                                         \
    {                                                                                              \
        promise(&sgf);                                                                             \
    }                                                                                              \
    TEST(promise##_in_psq)                                                                         \
    {                                                                                              \
        promise(&psq);                                                                             \
    }                                                                                              \
    static void promise(const struct format *format)

BOTH_TEST(a_record_that_does_not_fit_is_an_error)
{
    struct game game = game_of(VARIANT_SWAP2, "a1 a2 a3 white h8");
    int len = format->write(&game, NULL, text, sizeof(text));
    for (int size = 0; size <= len; size++)
        assert_int_equal(format->write(&game, NULL, text, (size_t)size), ERR_TOO_SMALL);
    assert_int_equal(format->write(&game, NULL, text, (size_t)len + 1), len);
}

BOTH_TEST(every_game_reads_back_as_it_was)
{
    struct random random = {5};
    int64_t times[GAME_ACTIONS_MAX];
    struct record_tags timed = format->tags;
    for (size_t ply = 0; ply < GAME_ACTIONS_MAX; ply++)
        times[ply] = 30 * CLOCK_DAY_MS - (int64_t)ply;
    timed.spent_ms = timed.left_ms = times; /* the longest that there are: each record fits */
    for (size_t i = 0; i < 3000; i++) {
        struct game game, again;
        random_game_play(&game, random_game_variant(i, format->reader), &random,
                         random_below(&random, i % 2 ? 10 : GAME_ACTIONS_MAX + 1));
        int len = format->write(&game, i % 5 ? &timed : NULL, text, sizeof(text));
        assert_true(len > 0);
        assert_int_equal(format->read(&again, text, (size_t)len, NULL), 0);
        random_game_assert_equal(&game, &again);
    }
}

/* Any answer will do, as long as there is one and its fault lies within the bytes. */
static int assert_survives(const struct format *format, struct game *game, const char *bytes,
                           size_t len)
{
    size_t at = len + 1;
    int error = record_read_exact(format->read, game, bytes, len, &at);
    assert_true(error == 0 || (error < 0 && at <= len));
    assert_true(game->variant != NULL && game->ply <= GAME_ACTIONS_MAX);
    return error;
}

BOTH_TEST(a_record_cut_anywhere_is_read_within_its_bytes)
{
    struct random random = {11};
    struct game game, read;
    for (unsigned i = 0; i < VARIANT_COUNT; i++) {
        random_game_play(&game, variant_get((enum variant_id)i), &random, 60);
        int len = format->write(&game, &format->tags, text, sizeof(text));
        for (int cut = 0; cut < len; cut++) {
            int error = assert_survives(format, &read, text, (size_t)cut);
            assert_true(read.ply <= game.ply);
            if (format->tells_its_end && cut < len - 1) /* the final line feed may miss */
                assert_int_equal(error, ERR_BAD_RECORD);
        }
    }
}

BOTH_TEST(garbage_is_survived)
{
    struct random random = {13};
    struct game game = game_of(VARIANT_SWAP2, "a1 a2 a3 two_more a4 a5 black h8 i9");
    struct game read;
    char noise[200];
    size_t start = strlen(format->start);
    memcpy(noise, format->start, start);
    for (size_t i = 0; i < 60000; i++) {
        size_t len = random_below(&random, sizeof(noise));
        for (size_t k = start; k < len; k++)
            noise[k] = format->letters[random_below(&random, format->letter_count)];
        assert_survives(format, &read, noise, len);
        size_t size = (size_t)format->write(&game, NULL, text, sizeof(text));
        for (size_t k = 0; k <= i % 4; k++)
            text[random_below(&random, size)] =
                format->letters[random_below(&random, format->letter_count)];
        assert_survives(format, &read, text, size);
    }
}
