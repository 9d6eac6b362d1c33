/* SPDX-License-Identifier: MIT */
/*
 * Every reader of games against every variant and every need: it takes the ones whose needs it is
 * said to know (engine/needs.def), and no other. The variants with needs are copies of rows that
 * say more than they do, so that the engine plays them as before.
 */
#include "brain/analysis/analysis.h"
#include "brain/computer.h"
#include "brain/search/position.h"
#include "brain/weights.h"
#include "engine/likeness.h"
#include "engine/needs.h"
#include "engine/opening.h"
#include "engine/record.h"
#include "engine/record_tree.h"
#include "engine/threats.h"
#include "lessons/check.h"
#include "tests/support/test.h"

#include <string.h>

static struct game game_of(const struct variant *variant, const char *actions)
{
    struct game game;
    assert_int_equal(game_parse(&game, variant, actions, strlen(actions), NULL), 0);
    return game;
}

/* ------------------------------------------------------------------ what each does with a variant
 */

static bool has_threats(const struct variant *variant)
{
    struct threats_search search;
    struct threat threat;
    struct game game = game_of(variant, "h8 a1 h9 a3 h10 a5");
    threats_start(&search, &game, MARK_X);
    return threats_next(&search, &threat);
}

static bool forces_an_answer(const struct variant *variant)
{
    size_t cell;
    struct game game = game_of(variant, "h1 a1 h2 a3 h3 a5 h4");
    return threats_forced_answer(&game, SEAT_SECOND, &cell);
}

static bool names_openings(const struct variant *variant)
{
    struct game game = game_of(variant, "h8 h9 i8");
    return opening_find(&game) != NULL;
}

/* Of rules that it does not know it takes all games for alike. */
static bool tells_boards_apart(const struct variant *variant)
{
    struct game going = game_of(variant, "h8 h9 i8 a1 j8");
    struct game shown = game_of(variant, "a1 b7 c2 d9 e5");
    return !likeness_is_of(&going, &shown);
}

static char text[RECORD_SIZE_MAX];

static bool is_written(int len)
{
    assert_true(len > 0 || len == ERR_NO_RECORD);
    return len > 0;
}

static bool writes_sgf(const struct variant *variant)
{
    struct game game = game_of(variant, "h8 h9");
    return is_written(record_write_sgf(&game, NULL, text, sizeof(text)));
}

/* In words of the format, not by private properties. */
static bool has_words_for(const struct variant *variant)
{
    return writes_sgf(variant) && strstr(text, ";B[") != NULL && strstr(text, "PAC[") == NULL;
}

static bool writes_psq(const struct variant *variant)
{
    struct game game = game_of(variant, "h8 h9");
    return is_written(record_write_psq(&game, NULL, text, sizeof(text)));
}

static struct record_tree tree_of(const struct variant *variant)
{
    static struct record_tree_node nodes[2];
    static char words[2];
    struct record_tree tree;
    struct record_tree_memory memory = {
        .nodes = nodes, .nodes_max = 2, .words = words, .words_max = 2};
    record_tree_init(&tree, variant, memory);
    return tree;
}

static bool writes_trees(const struct variant *variant)
{
    struct record_tree tree = tree_of(variant);
    return is_written(record_tree_write_sgf(&tree, NULL, text, sizeof(text)));
}

static bool checks_lessons(const struct variant *variant)
{
    struct lesson_report report;
    struct record_tree tree = tree_of(variant);
    tree.claim = SEAT_FIRST;
    (void)lesson_check(&tree, 1, &report);
    return report.fault != LESSON_NO_CLAIM;
}

#define COMPUTER(ID, id, key, name, levels)                                                        \
    static bool plays_##id(const struct variant *variant)                                          \
    {                                                                                              \
        return computer_plays(computer_get(COMPUTER_##ID), variant);                               \
    }
#include "brain/computers.def"
#undef COMPUTER

/* ------------------------------------------------------------------ held to what is said */

static const struct {
    const char *name;
    enum reader reader;
    enum variant_id base; /* a row that it takes */
    bool (*takes)(const struct variant *variant);
} takers[] = {
    {"positions", READER_SEARCH, VARIANT_CLASSIC, position_is_of},
    {"analysis", READER_RANDOM, VARIANT_CLASSIC, analysis_plays},
    {"weights", READER_WEIGHTS, VARIANT_CLASSIC, weights_apply},
    {"pentad", READER_SEARCH, VARIANT_CLASSIC, plays_pentad},
    {"attack", READER_WEIGHTS, VARIANT_CLASSIC, plays_attack},
    {"depth", READER_SMALL, VARIANT_MINI, plays_depth},
    {"perfect", READER_SMALL, VARIANT_MINI, plays_perfect},
    {"table", READER_TIC_TAC_TOE, VARIANT_MINI, plays_table},
    {"rated0", READER_TIC_TAC_TOE, VARIANT_MINI, plays_rated0},
    {"rated1", READER_TIC_TAC_TOE, VARIANT_MINI, plays_rated1},
    {"random", READER_RANDOM, VARIANT_CLASSIC, plays_random},
    {"generic", READER_RANDOM, VARIANT_CLASSIC, plays_generic},
    {"threats", READER_THREATS, VARIANT_CLASSIC, has_threats},
    {"forced answers", READER_THREATS, VARIANT_CLASSIC, forces_an_answer},
    {"openings", READER_OPENINGS, VARIANT_CLASSIC, names_openings},
    {"likeness", READER_LIKENESS, VARIANT_CLASSIC, tells_boards_apart},
    {"words of SGF", READER_SGF, VARIANT_CLASSIC, has_words_for},
    {"SGF", READER_SGF_ACTIONS, VARIANT_CLASSIC, writes_sgf},
    {"trees", READER_SGF_ACTIONS, VARIANT_CLASSIC, writes_trees},
    {"PSQ", READER_PSQ, VARIANT_CLASSIC, writes_psq},
    {"lessons", READER_LESSONS, VARIANT_CLASSIC, checks_lessons},
};

#define TAKERS (sizeof(takers) / sizeof(takers[0]))

static const struct {
    const char *key;
    uint32_t bit;
} needs[] = {
#define NEED(ID, key, doc, known) {key, NEED_##ID},
#include "engine/needs.def"
#undef NEED
};

#define NEEDS (sizeof(needs) / sizeof(needs[0]))

/* The base row of the taker that says this set of needs. */
static struct variant needy(size_t taker, uint32_t set)
{
    struct variant variant = *variant_get(takers[taker].base);
    variant.needs = set;
    return variant;
}

static void assert_takes(size_t taker, const struct variant *variant, bool is_known)
{
    if (takers[taker].takes(variant) != is_known)
        fail_msg("%s %s needs of %x", takers[taker].name, is_known ? "does not know" : "overlooks",
                 variant->needs);
}

TEST(each_takes_what_it_knows_and_nothing_else)
{
    for (size_t i = 0; i < TAKERS; i++) {
        assert_takes(i, variant_get(takers[i].base), true);
        for (size_t n = 0; n < NEEDS; n++) {
            struct variant variant = needy(i, NEED_PLAIN | needs[n].bit);
            const char *lacks = reader_lacks(takers[i].reader, &variant);
            if (lacks != NULL)
                assert_string_equal(lacks, needs[n].key);
            assert_takes(i, &variant, lacks == NULL);
        }
    }
}

/* The computer that takes any legal action asks the engine alone, and boards are compared by their
 * stones. */
TEST(a_variant_with_every_need_is_taken_by_who_knows_them_all)
{
    for (size_t i = 0; i < TAKERS; i++) {
        struct variant variant = needy(i, NEEDS_ALL);
        assert_takes(i, &variant,
                     takers[i].reader == READER_RANDOM || takers[i].reader == READER_LIKENESS ||
                         takers[i].reader == READER_SGF_ACTIONS);
    }
}

/* Needs that were forgotten, or that are no rows of the table. */
TEST(a_variant_that_says_nothing_is_taken_by_nobody)
{
    for (size_t i = 0; i < TAKERS; i++) {
        struct variant silent = needy(i, 0);
        struct variant strange = needy(i, NEED_PLAIN | ((uint32_t)NEEDS_ALL + 1));
        assert_string_equal(reader_lacks(takers[i].reader, &silent), "plain");
        assert_takes(i, &silent, false);
        assert_takes(i, &strange, false);
    }
}

/* Puzzles and the family of the protocol are tried where they are (test_puzzle_store.c,
 * test_variants.c). */
TEST(every_reader_is_tried)
{
    for (int reader = 0; reader < READER_COUNT; reader++) {
        bool is_tried = reader == READER_PUZZLES || reader == READER_TERMINAL;
        for (size_t i = 0; i < TAKERS; i++)
            is_tried = is_tried || takers[i].reader == (enum reader)reader;
        assert_true(is_tried);
    }
}

TEST(rows_say_their_needs)
{
    for (int id = 0; id < VARIANT_COUNT; id++) {
        const struct variant *variant = variant_get((enum variant_id)id);
        assert_int_equal(variant->needs, variant_needs_of(variant->rules, variant->overline));
        bool has_choices = variant->rules == RULES_SWAP2 || variant->rules == RULES_SWAP15 ||
                           variant->rules == RULES_RENJU;
        assert_int_equal((variant->needs & NEED_CHOICES) != 0, has_choices);
    }
}
