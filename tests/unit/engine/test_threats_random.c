/* SPDX-License-Identifier: MIT */
/*
 * Tests of engine/threats.h on random positions against the rules themselves: a square belongs to a
 * four exactly if a stone on it wins, to a three exactly if a stone on it makes a straight four,
 * and an answer is exactly what ends a threat. The seeds are fixed.
 */
#include "engine/layout.h"
#include "engine/threats.h"
#include "tests/support/test.h"
#include "tests/unit/engine/random_game.h"
#include "tests/unit/engine/rules_testing.h"

#include <string.h>

/* ---------------------------------------------------------------- random positions */

/* Plays the same stones by other hands: X and O swapped. Only where both have as many. */
static void swap_colours(const struct game *game, struct game *swapped_out)
{
    game_init(swapped_out, game->variant);
    for (size_t ply = 0; ply + 1 < game->ply; ply += 2) {
        assert_int_equal(game_act(swapped_out, game_actions(game)[ply + 1]), 0);
        assert_int_equal(game_act(swapped_out, game_actions(game)[ply]), 0);
    }
}

/* The squares of fours, once each, are those on which a stone of who is to move wins. */
static size_t check_wins(const struct game *game, const struct threat *threats, size_t count)
{
    size_t found = 0;
    for (size_t cell = 0; cell < variant_cells(game->variant); cell++) {
        bool is_square = false;
        for (size_t i = 0; i < count; i++)
            is_square |= threats[i].kind != THREAT_THREE &&
                         cells_have(threats[i].squares, threats[i].squares_count, cell);
        struct game after = *game;
        bool wins = game_act(&after, action_place(cell)) == 0 && game_status(&after) == GAME_WON;
        assert_int_equal(is_square, wins);
        found += wins;
    }
    return found;
}

static bool has_same_stones(const struct threat *a, const struct threat *b)
{
    return a->stones_count == b->stones_count &&
           memcmp(a->stones, b->stones, a->stones_count * sizeof(a->stones[0])) == 0;
}

/* The threat of these very stones, or NULL. */
static const struct threat *find_same(const struct threat *wanted, const struct threat *threats,
                                      size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (has_same_stones(wanted, &threats[i]))
            return &threats[i];
    return NULL;
}

/* The threats of `mark` when `by` has put a stone on the cell; the marks do not take turns here. */
static size_t find_after(const struct game *game, size_t cell, enum mark by, enum mark mark,
                         struct threat *threats)
{
    struct game after = *game;
    layout__cells_to_write(&after)[cell] = (uint8_t)by;
    return threats_all(&after, mark, threats, THREATS_MAX);
}

/* Answers end the threat; every other stone of the opponent leaves it. */
static void check_answers(const struct game *game, enum mark mark, const struct threat *threat)
{
    static struct threat after[THREATS_MAX];
    for (size_t cell = 0; cell < variant_cells(game->variant); cell++) {
        if (game_cell(game, cell) != MARK_NONE)
            continue;
        size_t count = find_after(game, cell, mark_other(mark), mark, after);
        const struct threat *left = find_same(threat, after, count);
        bool is_answer = cells_have(threat->answers, threat->answers_count, cell);
        bool is_ended =
            left == NULL || (threat->kind == THREAT_THREE) != (left->kind == THREAT_THREE);
        assert_int_equal(is_answer, is_ended);
    }
}

/* Whether the stones of `three` and the cell are the stones of `four`. */
static bool is_three_of(const struct threat *three, const struct threat *four, size_t cell)
{
    size_t common = 0;
    for (size_t i = 0; i < four->stones_count; i++)
        common += four->stones[i] == cell ||
                  cells_have(three->stones, three->stones_count, four->stones[i]);
    return common == four->stones_count && three->stones_count + 1 == four->stones_count;
}

/* How many straight fours a stone on the cell made of the three. */
static size_t count_made(const struct threat *three, size_t cell, const struct threat *after,
                         size_t count)
{
    size_t made = 0;
    for (size_t i = 0; i < count; i++)
        made += after[i].kind == THREAT_STRAIGHT_FOUR && is_three_of(three, &after[i], cell);
    return made;
}

/* How many straight fours have the cell among their stones. */
static size_t count_straight(size_t cell, const struct threat *after, size_t count)
{
    size_t fours = 0;
    for (size_t i = 0; i < count; i++)
        fours += after[i].kind == THREAT_STRAIGHT_FOUR &&
                 cells_have(after[i].stones, after[i].stones_count, cell);
    return fours;
}

/* A cell is a square of a three exactly if a stone there makes a straight four of its stones. */
static void check_threes(const struct game *game, enum mark mark, const struct threat *threats,
                         size_t count)
{
    static struct threat after[THREATS_MAX];
    for (size_t cell = 0; cell < variant_cells(game->variant); cell++) {
        if (game_cell(game, cell) != MARK_NONE)
            continue;
        size_t threes = 0;
        size_t after_count = find_after(game, cell, mark, mark, after);
        for (size_t i = 0; i < count; i++) {
            if (threats[i].kind == THREAT_THREE &&
                cells_have(threats[i].squares, threats[i].squares_count, cell)) {
                assert_int_equal(count_made(&threats[i], cell, after, after_count), 1);
                threes++;
            }
        }
        assert_int_equal(threes, count_straight(cell, after, after_count));
    }
}

/* How often random positions had what they are to test. */
struct tally {
    size_t wins;
    size_t threats[3];
    size_t forced;
};

static void check_forced(const struct game *game, size_t own_wins, struct tally *tally)
{
    struct game swapped;
    struct threat threats[64];
    size_t cell = GAME_CELLS_MAX;
    swap_colours(game, &swapped);
    size_t count = threats_all(&swapped, MARK_X, threats, 64);
    size_t their_wins = check_wins(&swapped, threats, count);
    bool is_forced = threats_forced_answer(game, game_to_act(game), &cell);
    assert_int_equal(is_forced, own_wins == 0 && their_wins == 1);
    if (!is_forced)
        return;
    assert_int_equal(game_act(&swapped, action_place(cell)), 0);
    assert_int_equal(game_status(&swapped), GAME_WON);
    tally->forced++;
}

static void check_position(const struct game *game, struct tally *tally)
{
    static struct threat threats[THREATS_MAX];
    size_t count = threats_all(game, MARK_X, threats, THREATS_MAX);
    size_t wins = check_wins(game, threats, count);
    tally->wins += wins;
    for (size_t i = 0; i < count; i++) {
        tally->threats[threats[i].kind]++;
        bool has_two_wins = threats[i].kind != THREAT_THREE && threats[i].squares_count == 2;
        assert_int_equal(threats[i].kind == THREAT_STRAIGHT_FOUR, has_two_wins);
        check_answers(game, MARK_X, &threats[i]);
    }
    check_threes(game, MARK_X, threats, count);
    check_forced(game, wins, tally);
}

/* Crowded stones on a part of the board, X to move; false if somebody won on the way. */
static bool crowd(struct game *game, const struct variant *variant, struct random *random)
{
    size_t width = variant->width < 7 ? variant->width : 7;
    size_t stones = width < 7 ? 2 + 2 * random_below(random, 2) : 8 + 2 * random_below(random, 13);
    size_t left = random_below(random, variant->width - width + 1);
    size_t down = random_below(random, variant->height - width + 1);
    game_init(game, variant);
    while (game->stones < stones && game_status(game) == GAME_OPEN) {
        size_t column = left + random_below(random, width);
        size_t row = down + random_below(random, width);
        game_act(game, action_place(column + row * variant->width));
    }
    return game_status(game) == GAME_OPEN;
}

static void check_random(const struct variant *variant, size_t positions, struct tally *tally)
{
    struct random random = {17u * variant->overline + variant->width};
    struct game game;
    *tally = (struct tally){0};
    for (size_t i = 0; i < positions; i++)
        if (crowd(&game, variant, &random))
            check_position(&game, tally);
}

/* Every cell of the board is tried, so most positions are of a board with fewer. */
static void check_random_fives(enum overline overline)
{
    struct variant variant = *variant_get(VARIANT_CLASSIC);
    struct tally tally;
    variant.overline = overline;
    check_random(&variant, 10, &tally);
    variant_resize(&variant, 9, 9);
    check_random(&variant, 1000, &tally);
    assert_true(tally.wins > 100 && tally.forced > 50);
    assert_true(tally.threats[THREAT_THREE] > 100);
    assert_true(tally.threats[THREAT_FOUR] > 100);
    assert_true(tally.threats[THREAT_STRAIGHT_FOUR] > 5);
}

TEST(random_positions_agree_with_the_rules)
{
    check_random_fives(OVERLINE_NOTHING);
}

TEST(random_positions_agree_where_overlines_win)
{
    check_random_fives(OVERLINE_WINS);
}

TEST(random_positions_of_the_small_board_agree)
{
    struct tally tally;
    check_random(variant_get(VARIANT_MINI), 300, &tally);
    assert_true(tally.wins > 10 && tally.forced > 10);
    assert_int_equal(tally.threats[THREAT_THREE], 0);
    assert_int_equal(tally.threats[THREAT_STRAIGHT_FOUR], 0);
}
