/* SPDX-License-Identifier: MIT */
/*
 * What the search says of positions: known answers, traps of exact five, proofs that are judged by
 * five in a row said plainly, and limits that hold to the node.
 */
#include "brain/search/search.h"
#include "tests/support/random.h"
#include "tests/support/test.h"
#include "tests/unit/brain/search/lent.h"
#include "tests/unit/brain/search/plain.h"

#include <stdlib.h>
#include <string.h>

#ifndef PENTAD_TEST_GAMES
#define PENTAD_TEST_GAMES 10
#endif

static int make_lent(void **state)
{
    static struct lent lent;
    lent_init(&lent, search_memory_size());
    *state = &lent;
    return 0;
}

static int free_lent(void **state)
{
    struct lent *lent = *state;
    lent_deinit(lent);
    return 0;
}

static struct search_result think(struct lent *lent, const struct position *position,
                                  uint64_t nodes)
{
    struct search_result result;
    struct search_options options = {.nodes = nodes, .moves = 1};
    memset(lent->memory, 0, lent->memory_size);
    search_think(position,
                 &(const struct search_room){lent->tables[position->overline_wins], lent->memory,
                                             lent->memory_size},
                 &options, &result);
    assert_true(result.nodes <= nodes);
    return result;
}

/* ---------------------------------------------------------------- squares as text */

static unsigned cell_at(const struct position *position, const char *square)
{
    return (unsigned)(square[0] - 'a') +
           ((unsigned)strtoul(square + 1, NULL, 10) - 1) * position->width;
}

static void set_all(struct position *position, const char *squares, enum colour colour)
{
    char text[256];
    assert_true(strlen(squares) < sizeof(text));
    memcpy(text, squares, strlen(squares) + 1);
    char *rest = text;
    for (char *square = strtok_r(rest, " ", &rest); square != NULL;
         square = strtok_r(rest, " ", &rest))
        assert_true(position_set(position, cell_at(position, square), colour));
}

static struct position drawn(unsigned side, bool overline_wins, const char *x, const char *o)
{
    struct position position = {.width = (uint8_t)side,
                                .height = (uint8_t)side,
                                .overline_wins = overline_wins,
                                .to_move = COLOUR_X};
    set_all(&position, x, COLOUR_X);
    set_all(&position, o, COLOUR_O);
    return position;
}

#define LENT_TEST(name) TEST_ON(name, struct lent *lent, NULL, NULL)

/* ---------------------------------------------------------------- known answers */

LENT_TEST(an_open_three_is_won_by_two_stones)
{
    struct position position = drawn(19, false, "h10 i10 j10", "a1 a3 a5");
    struct search_result result = think(lent, &position, 20000);
    const struct search_move *best = &result.moves[0];
    assert_int_equal(best->proof, SEARCH_WIN);
    assert_int_equal(best->share, 10000);
    assert_int_equal(best->line_count, 3);
    assert_true(best->cell == cell_at(&position, "g10") || best->cell == cell_at(&position, "k10"));
}

LENT_TEST(a_four_that_opens_another_line_wins)
{
    struct position position = drawn(19, false, "h10 i10 j10 k11 k12", "g10 a3 a5 s19 s1");
    struct search_result result = think(lent, &position, 20000);
    const struct search_move *best = &result.moves[0];
    assert_int_equal(best->proof, SEARCH_WIN);
    assert_int_equal(best->cell, cell_at(&position, "k10"));
    assert_int_equal(best->line[1], cell_at(&position, "l10"));
}

LENT_TEST(whoever_has_a_five_makes_it)
{
    struct position position = drawn(15, false, "c3 d3 e3 f3", "c5 d5 e5 f5");
    struct search_result result = think(lent, &position, 1000);
    assert_int_equal(result.moves[0].proof, SEARCH_WIN);
    assert_int_equal(result.moves[0].line_count, 1);
    assert_true(result.moves[0].cell == cell_at(&position, "b3") ||
                result.moves[0].cell == cell_at(&position, "g3"));
}

LENT_TEST(two_fives_of_the_other_side_are_a_proven_loss)
{
    struct position position = drawn(15, false, "h8 a1 o15", "c5 d5 e5 f5");
    struct search_result result = think(lent, &position, 50000);
    assert_int_equal(result.moves[0].proof, SEARCH_LOSS);
    assert_int_equal(result.moves[0].share, 0);
}

LENT_TEST(a_board_on_which_nobody_can_win_is_a_proven_draw)
{
    struct position position =
        drawn(5, false, "a1 b2 c3 d5 e4 a4 b5 c1 d1 e2 a3", "b1 a2 c2 d3 e3 c4 d4 e5 a5 b4 b3 c5");
    struct search_result result = think(lent, &position, 1000);
    assert_int_equal(result.moves[0].proof, SEARCH_DRAW);
}

/* ---------------------------------------------------------------- traps of exact five */

/* The stone in the gap makes six: that wins, or is nothing. */
LENT_TEST(six_is_no_win_under_exact_five)
{
    struct position position = drawn(15, false, "b8 c8 d8 f8 g8", "a8 h8 g2 k13 m4");
    assert_int_not_equal(think(lent, &position, 20000).moves[0].proof, SEARCH_WIN);
    position.overline_wins = true;
    struct search_result result = think(lent, &position, 20000);
    assert_int_equal(result.moves[0].proof, SEARCH_WIN);
    assert_int_equal(result.moves[0].cell, cell_at(&position, "e8"));
}

/* A straight four needs that nothing own lies one beyond its ends. */
LENT_TEST(own_stones_beyond_a_row_take_its_five_away)
{
    struct position exact = drawn(15, false, "d8 f8 g8 h8 k8", "b2 b13 m2 m13 n7");
    struct search_result result = think(lent, &exact, 20000);
    struct plain plain;
    plain_init(&plain, 15, 15, false);
    for (size_t i = 0; i < exact.count; i++)
        plain.cells[exact.stones[i].cell] = "XO"[exact.stones[i].colour];
    long budget = 1000000;
    bool wins = plain_has_fours(&plain, 'X', 9, &budget);
    assert_int_equal(result.moves[0].proof == SEARCH_WIN, wins);
}

/* ---------------------------------------------------------------- proofs */

static void show(struct plain *plain, const struct position *position)
{
    plain_init(plain, position->width, position->height, position->overline_wins);
    for (size_t i = 0; i < position->count; i++)
        plain->cells[position->stones[i].cell] = "XO"[position->stones[i].colour];
}

/* Plays a line of a proven win: it ends with a five of the side that began, and neither side could
 * have made one before. A line of fours alone is forced: each reply stands where a five would. */
static void assert_line_wins(const struct position *position, const struct search_move *move)
{
    struct plain plain;
    char side = "XO"[position->to_move];
    char other = "OX"[position->to_move];
    show(&plain, position);
    for (size_t i = 0; i < move->line_count; i++) {
        bool is_last = i + 1 == move->line_count;
        char mover = i % 2 == 0 ? side : other;
        assert_int_equal(plain.cells[move->line[i]], '.');
        if (is_last && move->line_count < SEARCH_LINE_MAX)
            assert_true(mover == side && plain_would_win(&plain, move->line[i], side));
        else
            assert_false(plain_would_win(&plain, move->line[i], mover));
        plain.cells[move->line[i]] = mover;
    }
}

/* Whether each stone of the side that begins, but the last, makes a four. */
static bool is_by_fours(const struct position *position, const struct search_move *move)
{
    struct plain plain;
    show(&plain, position);
    for (size_t i = 0; i < move->line_count; i++) {
        plain.cells[move->line[i]] = "XO"[(position->to_move + i) % 2];
        if (i % 2 == 0 && i + 1 < move->line_count &&
            plain_wins_of(&plain, "XO"[position->to_move], NULL, 0) == 0)
            return false;
    }
    return true;
}

/* The plain search has to find what was found by fours, and nothing shorter may be missed. */
static void judge(struct lent *lent, const struct position *position, unsigned *wins,
                  unsigned *none)
{
    struct plain plain;
    struct search_result result = think(lent, position, 4000);
    const struct search_move *best = &result.moves[0];
    long budget = 5000;
    show(&plain, position);
    if (best->proof == SEARCH_WIN) {
        assert_line_wins(position, best);
        if (best->line_count > 1 && is_by_fours(position, best)) {
            assert_true(plain_has_fours(&plain, "XO"[position->to_move], (best->line_count + 1) / 2,
                                        &budget) ||
                        budget < 0);
            *wins += 1;
        }
        return;
    }
    assert_false(plain_has_fours(&plain, "XO"[position->to_move], 3, &budget));
    *none += 1;
}

/* Games of the search against itself after some stones of chance, on boards of many sizes. */
static void play_and_judge(struct lent *lent, uint64_t *chance, unsigned *wins, unsigned *none)
{
    struct position position;
    memset(&position, 0, sizeof(position));
    position.width = (uint8_t)(9 + random_below(chance, 12));
    position.height = (uint8_t)(9 + random_below(chance, 12));
    position.overline_wins = random_below(chance, 2) == 1;
    unsigned cells = (unsigned)position.width * position.height;
    for (int i = 0; i < 12; i++)
        (void)position_set(&position, (unsigned)random_below(chance, cells),
                           (enum colour)random_below(chance, 2));
    for (int ply = 0; ply < 24; ply++) {
        struct search_result result = think(lent, &position, 300);
        judge(lent, &position, wins, none);
        if (result.moves[0].proof == SEARCH_WIN && result.moves[0].line_count == 1)
            return;
        assert_true(position_place(&position, result.moves[0].cell));
    }
}

LENT_TEST(what_is_claimed_is_so_and_what_is_plain_is_found)
{
    uint64_t chance = 15;
    unsigned wins = 0;
    unsigned none = 0;
    for (int nth = 0; nth < PENTAD_TEST_GAMES; nth++)
        play_and_judge(lent, &chance, &wins, &none);
    assert_true(wins >= PENTAD_TEST_GAMES);
    assert_true(none >= PENTAD_TEST_GAMES);
}

/* ---------------------------------------------------------------- limits */

LENT_TEST(more_memory_and_other_limits_never_pass_the_limit)
{
    struct position position = drawn(19, false, "j10 k11 i9", "j11 k10 l12");
    for (uint64_t nodes = 0; nodes < 3000; nodes = nodes * 2 + 1) {
        struct search_result result = think(lent, &position, nodes);
        assert_true(result.nodes == nodes || nodes < 64 || result.moves[0].proof != SEARCH_UNKNOWN);
        assert_int_equal(result.count, 1);
    }
}

/* What a machine needs for a position is its own affair. */
LENT_TEST(the_entries_of_the_table_decide_and_not_its_bytes)
{
    struct position position = drawn(19, false, "j10 k11 i8", "j11 k10 l12");
    struct search_options options = {.nodes = 20000, .moves = 1};
    struct search_result results[2];
    size_t size = search_memory_for(1 << 15);
    void *memory = malloc(size);
    assert_non_null(memory);
    for (size_t i = 0; i < 2; i++) {
        memset(memory, 0, size);
        search_think(&position,
                     &(const struct search_room){lent->tables[0], memory,
                                                 i == 0 ? search_memory_for(1 << 14) : size - 1},
                     &options, &results[i]);
    }
    free(memory);
    assert_memory_equal(&results[0], &results[1], sizeof(results[0]));
    assert_int_equal(search_memory_for(1), search_memory_size());
}

static struct search_result think_of_five(struct lent *lent, const struct position *position,
                                          void (*progress)(void *, const struct search_result *))
{
    struct search_result result;
    struct search_options options = {.nodes = 20000, .moves = 5, .progress = progress};
    memset(lent->memory, 0, lent->memory_size);
    search_think(position,
                 &(const struct search_room){lent->tables[0], lent->memory, lent->memory_size},
                 &options, &result);
    return result;
}

static void check_order(void *ctx, const struct search_result *result)
{
    (void)ctx;
    for (size_t i = 0; i < result->count; i++)
        for (size_t other = 0; other < i; other++) {
            assert_int_not_equal(result->moves[i].cell, result->moves[other].cell);
            assert_true(result->moves[i].share <= result->moves[other].share);
        }
}

/* Reports on the way are checked like what comes of it. */
LENT_TEST(several_moves_are_different_and_in_order)
{
    static const char *const others[] = {"j11 k10 l12", "j11 k12 i9", "h8 k10 m13"};
    for (size_t nth = 0; nth < sizeof(others) / sizeof(*others); nth++) {
        struct position position = drawn(19, false, "j10 k11 i8", others[nth]);
        struct search_result result = think_of_five(lent, &position, check_order);
        assert_int_equal(result.count, 5);
        check_order(NULL, &result);
        assert_true(result.moves[0].depth > 2);
        for (size_t i = 1; i < 5; i++)
            assert_int_equal(result.moves[i].depth, result.moves[0].depth);
    }
}

/* X has no four, so that it loses unless it meets the three; nothing meets it better than its ends.
 */
LENT_TEST(of_several_moves_each_has_a_share_of_its_own)
{
    struct position position = drawn(19, false, "a1 a5 q3", "h10 i10 j10");
    struct search_result result = think_of_five(lent, &position, NULL);
    const unsigned met[] = {cell_at(&position, "g10"), cell_at(&position, "k10")};
    for (size_t i = 0; i < 2; i++)
        assert_true(result.moves[i].cell == met[0] || result.moves[i].cell == met[1]);
    for (size_t i = 2; i < result.count; i++)
        assert_true(result.moves[i].share <= result.moves[1].share);
}

/* Both ends of an open three win, and nothing else does so soon. */
LENT_TEST(behind_a_proven_win_the_others_are_looked_at)
{
    struct position position = drawn(19, false, "h10 i10 j10", "a1 a5 q3");
    struct search_result result = think_of_five(lent, &position, NULL);
    assert_int_equal(result.moves[0].proof, SEARCH_WIN);
    assert_int_equal(result.count, 5);
    assert_true(result.moves[1].share >= 9999);
    for (size_t i = 1; i < result.count; i++)
        assert_true(result.moves[i].depth > 0);
}

/* The ends of the three, and a square far away: each is judged, at one depth. */
LENT_TEST(moves_that_are_asked_about_are_the_only_ones)
{
    struct search_result result;
    struct position position = drawn(19, false, "a1 a5 q3", "h10 i10 j10");
    const unsigned end = cell_at(&position, "g10");
    const unsigned far = cell_at(&position, "r18");
    struct search_options options = {
        .nodes = 20000, .moves = 2, .only_count = 2, .only = {(uint16_t)far, (uint16_t)end}};
    memset(lent->memory, 0, lent->memory_size);
    search_think(&position,
                 &(const struct search_room){lent->tables[0], lent->memory, lent->memory_size},
                 &options, &result);
    assert_int_equal(result.count, 2);
    assert_int_equal(result.moves[0].cell, end);
    assert_int_equal(result.moves[1].cell, far);
    assert_true(result.moves[0].share > result.moves[1].share);
    assert_int_equal(result.moves[0].depth, result.moves[1].depth);
}

/* Positions that no game has: more stones of one side, and either side to move. */
LENT_TEST(counts_may_be_unequal)
{
    struct position position = drawn(20, true, "j10 k10", "c3 d4 e5 f6 m3 m4");
    struct search_result result = think(lent, &position, 20000);
    /* c3 to f6 is a straight four of O: X cannot win before it does. */
    assert_int_equal(result.moves[0].proof, SEARCH_LOSS);
    position.to_move = COLOUR_O;
    assert_int_equal(think(lent, &position, 20000).moves[0].proof, SEARCH_WIN);
}

int main(void)
{
    return test_run_all(make_lent, free_lent);
}
