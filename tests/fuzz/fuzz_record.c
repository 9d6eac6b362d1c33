/* SPDX-License-Identifier: MIT */
/*
 * Records of games and their notation: the first byte says which reader gets the rest. A game that
 * was read is written and read again as the same game.
 */
#include "engine/clock.h"
#include "engine/game.h"
#include "engine/record.h"
#include "tests/fuzz/fuzz.h"

static void check_same(const struct game *a, const struct game *b)
{
    static char text_a[GAME_TEXT_SIZE];
    static char text_b[GAME_TEXT_SIZE];
    FUZZ_CHECK(game_format(a, text_a, sizeof(text_a)) >= 0);
    FUZZ_CHECK(game_format(b, text_b, sizeof(text_b)) >= 0);
    FUZZ_CHECK(strcmp(text_a, text_b) == 0);
    FUZZ_CHECK(game_status(a) == game_status(b));
}

struct format {
    int (*read)(struct game *, const char *, size_t, size_t *);
    int (*write)(const struct game *, const struct record_tags *, char *, size_t);
};

static const struct format sgf = {record_read_sgf, record_write_sgf};
static const struct format psq = {record_read_psq, record_write_psq};

static void read_record(const struct format *format, const char *text, size_t len)
{
    static char written[RECORD_SIZE_MAX];
    struct record_tags tags = {0};
    struct game game;
    struct game again;
    size_t at;
    if (format->read(&game, text, len, &at) != 0) {
        FUZZ_CHECK(at <= len);
        return;
    }
    int count = format->write(&game, &tags, written, sizeof(written));
    FUZZ_CHECK(count > 0);
    FUZZ_CHECK(format->read(&again, written, (size_t)count, &at) == 0);
    check_same(&game, &again);
}

static void read_actions(const struct variant *variant, const char *text, size_t len)
{
    static char written[GAME_TEXT_SIZE];
    struct game game;
    struct game again;
    size_t ply;
    if (game_parse(&game, variant, text, len, &ply) != 0)
        return;
    int count = game_format(&game, written, sizeof(written));
    FUZZ_CHECK(count >= 0);
    FUZZ_CHECK(game_parse(&again, variant, written, (size_t)count, &ply) == 0);
    check_same(&game, &again);
}

static void read_clock(const char *text, size_t len)
{
    char written[TIME_CONTROL_TEXT_SIZE];
    struct time_control control;
    struct time_control again;
    if (!time_control_parse(text, len, &control))
        return;
    FUZZ_CHECK(time_control_is_valid(&control));
    size_t count = time_control_format(&control, written);
    FUZZ_CHECK(time_control_parse(written, count, &again));
    FUZZ_CHECK(time_control_format(&again, written) == count);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
    const char *text = (const char *)bytes + 1;
    if (len == 0 || len > 16384)
        return 0;
    switch (bytes[0] % 6) {
    case 0:
        read_record(&sgf, text, len - 1);
        break;
    case 1:
        read_record(&psq, text, len - 1);
        break;
    case 2:
        read_clock(text, len - 1);
        break;
    default:
        read_actions(variant_get((enum variant_id)(bytes[0] % VARIANT_COUNT)), text, len - 1);
    }
    return 0;
}
