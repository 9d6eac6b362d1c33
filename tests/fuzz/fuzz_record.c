/* SPDX-License-Identifier: MIT */
/*
 * Records of games and their notation: the first byte says which reader gets the rest. A game that
 * was read is written and read again as the same game, a tree of variations as the same tree.
 */
#include "engine/clock.h"
#include "engine/game.h"
#include "engine/record.h"
#include "engine/record_tree.h"
#include "lessons/check.h"
#include "lessons/lesson.h"
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

/* Any record, as a variant that is told and not. One that is read has a variant of the size that it
 * says, whatever was told. */
static void read_any(const char *text, size_t len)
{
    struct game game;
    for (unsigned id = 0; id <= VARIANT_COUNT; id++) {
        struct record_reading reading = {0};
        reading.variant = id < VARIANT_COUNT ? variant_get((enum variant_id)id) : NULL;
        reading.game = id % 3;
        int error = record_read(&game, text, len, &reading);
        FUZZ_CHECK(reading.at + (error != 0 ? reading.at_len : 0) <= len);
        FUZZ_CHECK(error != 0 || reading.start <= game.ply);
        FUZZ_CHECK(error != 0 || reading.games >= 1);
    }
}

/* Whether `line` begins with the actions of `game`. */
static bool begins_with(const struct game *line, const struct game *game)
{
    return line->ply >= game->ply &&
           memcmp(game_actions(line), game_actions(game), game->ply * sizeof(struct action)) == 0;
}

/* The main line of the tree is that of the reader of games; it may go on where a variation without
 * a move came first. */
static void check_main_line(const struct record_tree *tree, const char *text, size_t len)
{
    const struct record_tree_node *nodes = tree->memory.nodes;
    struct game game;
    struct game line;
    uint32_t node = RECORD_TREE_ROOT;
    if (tree->start.ply > 0 || record_read_sgf(&game, text, len, NULL) != 0)
        return;
    while (nodes[node].child != RECORD_TREE_NONE)
        node = nodes[node].child;
    FUZZ_CHECK(record_tree_game(tree, node, &line) == 0);
    FUZZ_CHECK(begins_with(&line, &game));
}

/* What the checker believes is won by whoever follows it. */
static void check_claim(const struct record_tree *tree)
{
    struct lesson_report report;
    struct game game;
    if (tree->count > 64 || !lesson_check(tree, 20000, &report))
        return;
    FUZZ_CHECK(report.fault == LESSON_NO_FAULT);
    game_copy(&game, &tree->start);
    while (game_status(&game) == GAME_OPEN) {
        struct action action = lesson_answer(tree, &game, game.ply);
        if (game_to_act(&game) == tree->claim)
            FUZZ_CHECK(lesson_next(tree, &game, &action));
        FUZZ_CHECK(game_act(&game, action) == 0);
    }
    FUZZ_CHECK(game_winner(&game) == tree->claim);
}

/* SGF with variations. */
static void read_tree(const char *text, size_t len)
{
    enum { NODES = 16384, SIZE = RECORD_HEAD_SIZE + NODES * RECORD_TREE_NODE_SIZE };
    static struct record_tree_node nodes[2][NODES];
    static char words[2][NODES];
    static char written[2][SIZE];
    struct record_tree_memory memory[] = {{nodes[0], NODES, words[0], NODES},
                                          {nodes[1], NODES, words[1], NODES}};
    struct record_tree tree;
    struct record_tree again;
    struct record_reading reading = {0};
    if (record_tree_read_sgf(&tree, memory[0], text, len, &reading) != 0) {
        FUZZ_CHECK(reading.at <= len);
        return;
    }
    check_main_line(&tree, text, len);
    check_claim(&tree);
    int count = record_tree_write_sgf(&tree, NULL, written[0], SIZE);
    FUZZ_CHECK(count > 0);
    FUZZ_CHECK(record_tree_read_sgf(&again, memory[1], written[0], (size_t)count, &reading) == 0);
    FUZZ_CHECK(again.count == tree.count && again.claim == tree.claim);
    FUZZ_CHECK(record_tree_write_sgf(&again, NULL, written[1], SIZE) == count);
    FUZZ_CHECK(strcmp(written[0], written[1]) == 0);
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
        read_any(text, len - 1);
        read_tree(text, len - 1);
        break;
    case 1:
        read_record(&psq, text, len - 1);
        read_any(text, len - 1);
        break;
    case 2:
        read_clock(text, len - 1);
        break;
    default:
        read_actions(variant_get((enum variant_id)(bytes[0] % VARIANT_COUNT)), text, len - 1);
    }
    return 0;
}
