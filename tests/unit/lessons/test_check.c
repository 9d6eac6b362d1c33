/* SPDX-License-Identifier: MIT */
/* The checker: what it believes, and planted false proofs that it does not. */
#include "lessons/check.h"
#include "lessons/quick.h"
#include "tests/support/cmocka_all.h"
#include "tests/unit/engine/random_game.h"
#include "tests/unit/lessons/proven.h"

#define EFFORT 10000000
/* Both squares beside the three are no straight four by exactly five: e8 . . h8 i8 j8 . . m8. */
#define SIX_STONES_15 "AB[hh][ih][jh][eh][mh]AW[aa][ac][ae][ag][oo]PL[B]"
#define SIX_STONES_19 "AB[hl][il][jl][el][ml]AW[aa][ac][ae][ag][ss]PL[B]"

static struct lesson_report report;

static void assert_believed(const char *text)
{
    bool is_proof = lesson_check(proven_read(text), EFFORT, &report);
    assert_int_equal(report.fault, LESSON_NO_FAULT);
    assert_true(is_proof);
}

static void assert_refused(const char *text, enum lesson_fault fault, uint32_t node)
{
    assert_false(lesson_check(proven_read(text), EFFORT, &report));
    assert_int_equal(report.fault, fault);
    assert_int_equal(report.node, node);
}

static void a_four_and_a_three_win(void **state)
{
    (void)state;
    assert_believed(PROVEN_FOUR_THREE);
    assert_int_equal(report.stones, 1);
    assert_int_equal(report.answers, 225 - 11);
}

static void an_open_three_wins_at_once_and_in_full(void **state)
{
    (void)state;
    assert_believed(PROVEN_HEAD "AB[hh][ih][jh]AW[aa][ac][ae]PL[B])");
    assert_believed(PROVEN_HEAD
                    "AB[hh][ih][jh]AW[aa][ac][ae]PL[B];B[kh](;W[lh];B[gh])(;W[gh];B[lh]))");
}

static void a_four_without_its_answer_is_no_proof(void **state)
{
    (void)state;
    assert_refused(PROVEN_HEAD "AB[hh][ih][jh][kg]AW[gh][ao][ak][aa]PL[B];B[kh])",
                   LESSON_UNANSWERED, 1);
    assert_true(action_equals(report.answer, proven_action("l8")));
}

static void a_proof_needs_every_answer_that_stops_a_three(void **state)
{
    (void)state;
    assert_refused(PROVEN_HEAD "AB[hh][ih][jh]AW[aa][ac]PL[W])", LESSON_UNANSWERED, 0);
}

static void a_stone_that_makes_six_is_no_five(void **state)
{
    (void)state;
    assert_believed(PROVEN_HEAD SIX_STONES_15 ";B[gh])");
    assert_refused("(;SZ[19]PVA[classic]PCL[X exactly_five]" SIX_STONES_19 ";B[gl])",
                   LESSON_UNANSWERED, 1);
    assert_refused("(;SZ[19]PVA[classic]PCL[X exactly_five]" SIX_STONES_19 ")", LESSON_NO_MOVE, 0);
    assert_believed("(;SZ[19]PVA[freestyle]PCL[X five_or_more]" SIX_STONES_19 ")");
}

static void an_answer_that_makes_a_four_has_to_be_refuted(void **state)
{
    (void)state;
    assert_refused(PROVEN_HEAD "AB[hh][ih][jh][kg][kf]AW[gh][lg][lf][le][oo]PL[B];B[kh];W[lh])",
                   LESSON_NO_MOVE, 2);
}

static void a_five_of_the_loser_is_an_answer(void **state)
{
    (void)state;
    assert_refused(PROVEN_HEAD "AB[hh][ih][jh][kh][kf]AW[aa][ba][ca][da]PL[W])", LESSON_UNANSWERED,
                   0);
    assert_true(action_equals(report.answer, proven_action("e15")));
}

static void a_game_that_the_loser_wins_is_no_proof(void **state)
{
    (void)state;
    assert_refused(PROVEN_HEAD "AB[hh][ih][jh][kh][kf]AW[aa][ba][ca][da]PL[W];W[ea])",
                   LESSON_NOT_WON, 1);
    assert_refused("(;PVA[mini]PCL[X five_or_more];B[bb];W[aa];B[ca];W[ac];B[ab];W[cb];B[cc];W[ba];"
                   "B[bc])",
                   LESSON_UNANSWERED, 1);
}

static void other_moves_of_the_winner_must_win_too(void **state)
{
    (void)state;
    assert_refused(PROVEN_HEAD PROVEN_STONES "(;B[kh];W[lh])(;B[cc]))", LESSON_UNANSWERED, 3);
}

static void a_tree_without_a_claim_proves_nothing(void **state)
{
    (void)state;
    assert_refused("(;SZ[15]PVA[freestyle15]" PROVEN_STONES ";B[kh];W[lh])", LESSON_NO_CLAIM, 0);
    assert_refused("(;PVA[plane]PCL[first plane];PAC[0:0])", LESSON_NO_CLAIM, 0);
}

static void a_proof_for_one_side_proves_nothing_for_the_other(void **state)
{
    (void)state;
    assert_refused("(;GM[4]SZ[15]PVA[freestyle15]PCL[O five_or_more]" PROVEN_STONES ";B[kh];W[lh])",
                   LESSON_UNANSWERED, 0);
}

#define MISERE "(;PVA[mini_misere]PCL[first mini_misere]PST["

/* By the rules of the game alone: who loses by making a row, and who is first on a full board. */
static void other_games_are_judged_by_their_rules(void **state)
{
    (void)state;
    assert_believed("(;PVA[drop4]PCL[first drop4]PST[d1 a1 e1 a2])"); /* c1 or f1: open at both */
    assert_refused("(;PVA[drop4]PCL[first drop4]PST[d1 a1 e1 c1])", LESSON_NO_MOVE, 0);
    assert_believed("(;PVA[cube3]PCL[first cube3]PST[b2b a1a c1a b1b])");
    assert_refused("(;PVA[cube3]PCL[second cube3]PST[b2b a1a c1a])", LESSON_NO_MOVE, 0);
    /* b2 a1 c3: the second has no answer that loses here, the game is drawn */
    assert_refused(MISERE "b2 a1 c3])", LESSON_UNANSWERED, 0);
    /* a full board without a row is the second player's */
    assert_believed("(;PVA[silverman]PCL[second silverman]"
                    "PST[a1 b1 c2 a2 d1 c1 b2 d2 a3 b3 d3 c3 b4 a4])");
}

#define ONLY "(;PVA[mini]PCL[X five_or_more only]"

/* One move wins, and behind each other one the opponent at least draws. */
static void that_one_move_alone_wins_is_judged_too(void **state)
{
    (void)state;
    /* X and O have both ends of a row, and its middle wins for either; whoever only stops O loses
     * to a fork */
    assert_believed(ONLY "AB[ab][cb]AW[aa][ca]PL[B];B[bb])");
    assert_refused(ONLY "AB[ab][cb]AW[aa][ca]PL[B])", LESSON_NO_MOVE, 0);
    assert_refused(ONLY "AB[ab][cb]AW[aa][ca]PL[B];B[ba];W[bb])", LESSON_UNANSWERED, 0);
    /* several moves win */
    assert_refused(ONLY "AB[aa]AW[ba]PL[B];B[bb])", LESSON_UNANSWERED, 0);
    /* it is about who is to move */
    assert_refused(ONLY "AB[aa]PL[W];W[bb])", LESSON_NO_MOVE, 0);
    /* what the tree says of another move has to hold as well */
    assert_refused(ONLY "AB[ab][cb]AW[aa][ca]PL[B](;B[bb])(;B[ba];W[cc]))", LESSON_UNANSWERED, 3);
}

static void a_check_that_reaches_its_limit_says_so(void **state)
{
    (void)state;
    assert_false(lesson_check(proven_read(PROVEN_FOUR_THREE), 3, &report));
    assert_int_equal(report.fault, LESSON_TOO_LARGE);
}

/* The checker's counting, and the rules. */
static void stones_are_counted_as_the_rules_do(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        const struct variant *variant =
            variant_get(seed % 2 == 0 ? VARIANT_FREESTYLE15 : VARIANT_CLASSIC);
        struct random random = {seed};
        struct game game;
        random_game_play(&game, variant, &random, 150);
        if (game_status(&game) != GAME_OPEN)
            game_undo(&game);
        struct lesson_board board;
        lesson_board_init(&board, &game);
        for (size_t cell = 0; cell < variant_cells(variant); cell++) {
            if (game_check(&game, action_place(cell)) != 0)
                continue;
            bool wins = lesson_would_win(&board, game_next_mark(&game), cell);
            game_do(&game, action_place(cell));
            assert_int_equal(game_status(&game) == GAME_WON, wins);
            game_undo(&game);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_four_and_a_three_win),
        cmocka_unit_test(an_open_three_wins_at_once_and_in_full),
        cmocka_unit_test(a_four_without_its_answer_is_no_proof),
        cmocka_unit_test(a_proof_needs_every_answer_that_stops_a_three),
        cmocka_unit_test(a_stone_that_makes_six_is_no_five),
        cmocka_unit_test(an_answer_that_makes_a_four_has_to_be_refuted),
        cmocka_unit_test(a_five_of_the_loser_is_an_answer),
        cmocka_unit_test(a_game_that_the_loser_wins_is_no_proof),
        cmocka_unit_test(other_moves_of_the_winner_must_win_too),
        cmocka_unit_test(a_tree_without_a_claim_proves_nothing),
        cmocka_unit_test(a_proof_for_one_side_proves_nothing_for_the_other),
        cmocka_unit_test(other_games_are_judged_by_their_rules),
        cmocka_unit_test(that_one_move_alone_wins_is_judged_too),
        cmocka_unit_test(a_check_that_reaches_its_limit_says_so),
        cmocka_unit_test(stones_are_counted_as_the_rules_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
