/* SPDX-License-Identifier: MIT */
/*
 * Tests of games that are not the plain one: several stones a turn, falling stones, nested boards.
 * The counts of actions are known answers, made by programs that share no code with the engine.
 */
#include "engine/game.h"
#include "engine/needs.h"
#include "engine/nested.h"
#include "engine/sight.h"
#include "tests/support/test.h"
#include "tests/unit/engine/rules_testing.h"

#include <string.h>

/* ------------------------------------------------------------------ counts */

/* Sequences of so many actions, by `depth`; and the games that the last action of them ends. */
struct census {
    size_t sequences;
    size_t wins[SEAT_COUNT];
    size_t draws;
};

static void count_from(struct census *census, struct game *game, unsigned depth)
{
    struct action action;
    for (size_t at = 0; game_next_legal(game, &at, &action);) {
        game_do(game, action);
        if (game->ply < depth) {
            count_from(census, game, depth);
        } else {
            census->sequences++;
            census->draws += game_status(game) == GAME_DRAWN;
            if (game_status(game) == GAME_WON)
                census->wins[game_winner(game)]++;
        }
        game_undo(game);
    }
}

/* GAMES of the plan, section 6: sequences of so many actions, and those that the last one ends, by
 * who won: the first player, the second, nobody; {-1}: not told there. */
static const struct {
    enum variant_id variant;
    unsigned depth;
    size_t sequences;
    int ended[SEAT_COUNT + 1];
} counts[] = {
    {VARIANT_MINI, 1, 9, {0, 0, 0}},
    {VARIANT_MINI, 2, 72, {0, 0, 0}},
    {VARIANT_MINI, 3, 504, {0, 0, 0}},
    {VARIANT_MINI, 4, 3024, {0, 0, 0}},
    {VARIANT_MINI, 5, 15120, {1440, 0, 0}},
    {VARIANT_MINI, 6, 54720, {0, 5328, 0}},
    {VARIANT_MINI, 7, 148176, {47952, 0, 0}},
    {VARIANT_MINI, 8, 200448, {0, 72576, 0}},
    {VARIANT_MINI, 9, 127872, {81792, 0, 46080}},
    {VARIANT_WILD4, 1, 32, {0, 0, 0}},
    {VARIANT_WILD4, 2, 960, {0, 0, 0}},
    {VARIANT_WILD4, 3, 26880, {0, 0, 0}},
    {VARIANT_SILVERMAN, 1, 16, {0, 0, 0}},
    {VARIANT_SILVERMAN, 2, 240, {0, 0, 0}},
    {VARIANT_SILVERMAN, 3, 3360, {0, 0, 0}},
    {VARIANT_SILVERMAN, 4, 43680, {0, 0, 0}},
    {VARIANT_SILVERMAN_ONE, 1, 16, {0, 0, 0}},
    {VARIANT_SILVERMAN_ONE, 2, 240, {0, 0, 0}},
    {VARIANT_SILVERMAN_ONE, 3, 3360, {0, 0, 0}},
    {VARIANT_SILVERMAN_ONE, 4, 43680, {0, 0, 0}},
    {VARIANT_MINI4X3, 1, 12, {0, 0, 0}},
    {VARIANT_MINI4X3, 2, 132, {0, 0, 0}},
    {VARIANT_MINI4X3, 3, 1320, {0, 0, 0}},
    {VARIANT_MINI4X3, 4, 11880, {0, 0, 0}},
    {VARIANT_MINI4X3, 5, 95040, {6048, 0, 0}},
    {VARIANT_CYLINDER3, 1, 9, {0, 0, 0}},
    {VARIANT_CYLINDER3, 2, 72, {0, 0, 0}},
    {VARIANT_CYLINDER3, 3, 504, {0, 0, 0}},
    {VARIANT_CYLINDER3, 4, 3024, {0, 0, 0}},
    {VARIANT_CYLINDER3, 5, 15120, {-1}},
    {VARIANT_CYLINDER3, 6, 51840, {-1}},
    {VARIANT_CYLINDER3, 7, 132192, {-1}},
    {VARIANT_CYLINDER3, 8, 124416, {-1}},
    {VARIANT_CYLINDER3, 9, 31104, {-1}},
    {VARIANT_STRIP3, 1, 45, {0, 0, 0}},
    {VARIANT_STRIP3, 2, 1980, {0, 0, 0}},
    {VARIANT_STRIP3, 3, 85140, {0, 0, 0}},
    {VARIANT_CUBE3, 1, 27, {0, 0, 0}},
    {VARIANT_CUBE3, 2, 702, {0, 0, 0}},
    {VARIANT_CUBE3, 3, 17550, {0, 0, 0}},
    {VARIANT_CUBE3, 4, 421200, {0, 0, 0}},
    {VARIANT_CUBE3_MISERE, 1, 27, {0, 0, 0}},
    {VARIANT_CUBE3_MISERE, 2, 702, {0, 0, 0}},
    {VARIANT_CUBE3_MISERE, 3, 17550, {0, 0, 0}},
    {VARIANT_CUBE3_MISERE, 4, 421200, {0, 0, 0}},
    {VARIANT_DROP4, 1, 8, {0, 0, 0}},
    {VARIANT_DROP4, 2, 64, {0, 0, 0}},
    {VARIANT_DROP4, 3, 512, {0, 0, 0}},
    {VARIANT_DROP4, 4, 4096, {0, 0, 0}},
    {VARIANT_DROP4, 5, 32768, {0, 0, 0}},
    {VARIANT_DROP4, 6, 262144, {0, 0, 0}},
    {VARIANT_DROP4_MISERE, 1, 8, {0, 0, 0}},
    {VARIANT_DROP4_MISERE, 2, 56, {0, 0, 0}},
    {VARIANT_DROP4_MISERE, 3, 392, {0, 0, 0}},
    {VARIANT_DROP4_MISERE, 4, 2744, {0, 0, 0}},
    {VARIANT_DROP4_MISERE, 5, 19208, {0, 0, 0}},
    {VARIANT_DROP4_MISERE, 6, 134456, {0, 0, 0}},
    {VARIANT_CIRCLE4, 1, 28, {0, 0, 0}},
    {VARIANT_CIRCLE4, 2, 780, {0, 0, 0}},
    {VARIANT_CIRCLE4, 3, 21616, {0, 0, 0}},
    {VARIANT_CONNECT6, 1, 361, {0, 0, 0}},
    {VARIANT_CONNECT6, 2, 129960, {0, 0, 0}},
    {VARIANT_ULTIMATE, 1, 81, {0, 0, 0}},
    {VARIANT_ULTIMATE, 2, 720, {0, 0, 0}},
    {VARIANT_ULTIMATE, 3, 6336, {0, 0, 0}},
    {VARIANT_ULTIMATE, 4, 55080, {0, 0, 0}},
    {VARIANT_ULTIMATE, 5, 473256, {0, 0, 0}},
    {VARIANT_SWAP15, 1, 1, {0, 0, 0}},
    {VARIANT_SWAP15, 2, 224, {0, 0, 0}},
    {VARIANT_SWAP15, 3, 49952, {0, 0, 0}},
    {VARIANT_SWAP15, 4, 99904, {0, 0, 0}},
    {VARIANT_RENJU, 2, 8, {0, 0, 0}},
    {VARIANT_RENJU, 3, 184, {0, 0, 0}},
    {VARIANT_RENJU, 4, 368, {0, 0, 0}},
    {VARIANT_RENJU, 5, 81696, {0, 0, 0}},
    {VARIANT_ULTIMATE_OPEN, 5, 473256, {0, 0, 0}},
    {VARIANT_ULTIMATE_NORETURN, 1, 81, {0, 0, 0}},
    {VARIANT_ULTIMATE_NORETURN, 2, 648, {0, 0, 0}},
    {VARIANT_ULTIMATE_NORETURN, 3, 5184, {0, 0, 0}},
    {VARIANT_ULTIMATE_NORETURN, 4, 40968, {0, 0, 0}},
    {VARIANT_ULTIMATE_NORETURN, 5, 319032, {0, 0, 0}},
    {VARIANT_STRATEGIC, 1, 729, {0, 0, 0}},
    {VARIANT_STRATEGIC, 2, 6552, {0, 0, 0}},
    {VARIANT_STRATEGIC, 3, 58824, {0, 0, 0}},
    {VARIANT_STRATEGIC_FUNC, 2, 6561, {0, 0, 0}},
    {VARIANT_STRATEGIC_FUNC, 3, 59049, {0, 0, 0}},
    {VARIANT_STRATEGIC_HYPER, 2, 6561, {0, 0, 0}},
    {VARIANT_STRATEGIC_HYPER, 3, 59049, {0, 0, 0}},
    {VARIANT_PLANE, 1, 1, {0, 0, 0}},
    {VARIANT_PLANE, 2, 65024, {0, 0, 0}},
    {VARIANT_DROP5, 1, 1, {0, 0, 0}},
    {VARIANT_DROP5, 2, 255, {0, 0, 0}},
#ifndef PENTAD_TEST_FEW
    {VARIANT_ULTIMATE_OPEN, 6, 4017888, {0, 0, 0}},
    {VARIANT_STRATEGIC, 4, 527472, {0, 0, 0}},
    {VARIANT_STRATEGIC_FUNC, 4, 529254, {0, 0, 0}},
    {VARIANT_STRATEGIC_HYPER, 4, 530721, {0, 0, 0}},
    {VARIANT_WILD4, 4, 698880, {480, 0, 0}},
    {VARIANT_SILVERMAN, 5, 524160, {0, 0, 0}},
    {VARIANT_SILVERMAN, 6, 5765760, {0, 0, 0}},
    {VARIANT_SILVERMAN_ONE, 5, 524160, {0, 0, 0}},
    {VARIANT_MINI4X3, 6, 622944, {0, 39744, 0}},
    {VARIANT_MINI4X3, 7, 3499200, {-1}},
    {VARIANT_STRIP3, 4, 3575880, {0, 0, 0}},
    {VARIANT_CUBE3, 5, 9687600, {162288, 0, 0}},
    {VARIANT_CUBE3_MISERE, 5, 9687600, {0, 162288, 0}},
    {VARIANT_DROP4, 7, 2097152, {27944, 0, 0}},
    {VARIANT_CIRCLE4, 4, 595888, {0, 0, 0}},
    {VARIANT_ULTIMATE, 6, 4020960, {0, 0, 0}},
#endif
};

/* Small boards by which a rule is checked cheaply. */
static const struct {
    enum variant_id of;
    unsigned depth;
    size_t sequences;
    int ended[SEAT_COUNT + 1];
} small_counts[] = {
    {VARIANT_LINETRIS, 1, 3, {0, 0, 0}},
    {VARIANT_LINETRIS, 2, 9, {0, 0, 0}},
    {VARIANT_LINETRIS, 3, 27, {0, 0, 0}},
    {VARIANT_LINETRIS, 4, 78, {0, 0, 0}},
    {VARIANT_LINETRIS, 5, 210, {18, 0, 0}},
    {VARIANT_LINETRIS, 6, 522, {0, 0, 0}},
    {VARIANT_LINETRIS, 7, 1404, {114, 0, 0}},
    {VARIANT_LINETRIS, 8, 3462, {0, 216, 0}},
    {VARIANT_CIRCLE4, 1, 8, {0, 0, 0}},
    {VARIANT_CIRCLE4, 2, 60, {0, 0, 0}},
    {VARIANT_CIRCLE4, 3, 408, {0, 0, 0}},
    {VARIANT_CIRCLE4, 4, 2424, {0, 0, 0}},
    {VARIANT_CIRCLE4, 5, 12096, {1056, 0, 0}},
    {VARIANT_CIRCLE4, 6, 44160, {0, 4272, 0}},
    {VARIANT_CIRCLE4, 7, 119664, {37152, 0, 0}},
    {VARIANT_CIRCLE4, 8, 165024, {0, 60736, 0}},
    {VARIANT_CIRCLE4, 9, 104288, {67456, 0, 36832}},
    {VARIANT_CIRCLE_LINETRIS, 1, 8, {-1}},
    {VARIANT_CIRCLE_LINETRIS, 2, 60, {-1}},
    {VARIANT_CIRCLE_LINETRIS, 3, 408, {-1}},
    {VARIANT_CIRCLE_LINETRIS, 4, 2472, {-1}},
    {VARIANT_CIRCLE_LINETRIS, 5, 13824, {-1}},
    {VARIANT_CIRCLE_LINETRIS, 6, 71424, {-1}},
};

static void check_census(const struct variant *variant, unsigned depth, size_t sequences,
                         const int ended[SEAT_COUNT + 1])
{
    struct census census = {0};
    struct game game;
    game_init(&game, variant);
    count_from(&census, &game, depth);
    if (census.sequences != sequences)
        print_message("%s, %u actions\n", variant->key, depth);
    assert_int_equal(census.sequences, sequences);
    for (int k = 0; ended[0] >= 0 && k <= SEAT_COUNT; k++)
        assert_int_equal(k < SEAT_COUNT ? census.wins[k] : census.draws, ended[k]);
    assert_int_equal(game.ply, 0);
}

TEST(sequences_of_actions_are_as_many_as_known)
{
    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
        check_census(variant_get(counts[i].variant), counts[i].depth, counts[i].sequences,
                     counts[i].ended);
    for (size_t i = 0; i < sizeof(small_counts) / sizeof(small_counts[0]); i++) {
        struct variant variant = *variant_get(small_counts[i].of);
        variant_resize(&variant, 3, 3);
        variant.row = 3;
        check_census(&variant, small_counts[i].depth, small_counts[i].sequences,
                     small_counts[i].ended);
    }
}

/* ------------------------------------------------------------------ turns */

static void assert_turn(const char *actions, enum seat seat, enum mark mark, unsigned stones_left)
{
    struct game game = game_of(VARIANT_CONNECT6, actions);
    assert_int_equal(game_to_act(&game), seat);
    assert_int_equal(game_next_mark(&game), mark);
    assert_int_equal(game_stones_left(&game), stones_left);
}

TEST(connect6_begins_with_one_stone_and_goes_on_with_two)
{
    assert_turn("", SEAT_FIRST, MARK_X, 1);
    assert_turn("j10", SEAT_SECOND, MARK_O, 2);
    assert_turn("j10 j11", SEAT_SECOND, MARK_O, 1);
    assert_turn("j10 j11 k11", SEAT_FIRST, MARK_X, 2);
    assert_turn("j10 j11 k11 a1", SEAT_FIRST, MARK_X, 1);
    assert_turn("j10 j11 k11 a1 a2", SEAT_SECOND, MARK_O, 2);
}

#define FIVE "j10 a1 c1 k10 l10 a3 c3 m10 n10 a5 c5 "

TEST(six_or_more_win_and_the_first_stone_of_a_turn_may)
{
    struct game game = game_of(VARIANT_CONNECT6, FIVE "o10");
    assert_int_equal(game_status(&game), GAME_WON);
    assert_int_equal(game_winner(&game), SEAT_FIRST);
    game = game_of(VARIANT_CONNECT6, FIVE "p10 o10"); /* seven */
    assert_int_equal(game_winner(&game), SEAT_FIRST);
    game = game_of(VARIANT_CONNECT6, FIVE "p10 s1");
    assert_int_equal(game_status(&game), GAME_OPEN);
    assert_int_equal(game_to_act(&game), SEAT_SECOND);
}

/* The player who has made half a turn takes back the half of it that was made. */
TEST(a_takeback_gives_back_the_whole_turn)
{
    static const struct {
        const char *actions;
        int first, second;
    } rows[] = {
        {"", -1, -1},
        {"j10", 0, -1},
        {"j10 j11", 0, 1},
        {"j10 j11 k11", 0, 1},
        {"j10 j11 k11 a1", 3, 1},
        {"j10 j11 k11 a1 a2", 3, 1},
        {"j10 j11 k11 a1 a2 b1", 3, 5},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct game game = game_of(VARIANT_CONNECT6, rows[i].actions);
        assert_int_equal(game_takeback_ply(&game, SEAT_FIRST, 0, TAKEBACK_TURN), rows[i].first);
        assert_int_equal(game_takeback_ply(&game, SEAT_SECOND, 0, TAKEBACK_TURN), rows[i].second);
    }
    struct game swap2 = game_of(VARIANT_SWAP2, "h8 i9 j10 two_more a1");
    assert_int_equal(game_takeback_ply(&swap2, SEAT_FIRST, 0, TAKEBACK_TURN), 0);
    assert_int_equal(game_takeback_ply(&swap2, SEAT_FIRST, 0, TAKEBACK_ACTION), 2);
    assert_int_equal(game_takeback_ply(&swap2, SEAT_FIRST, 2, TAKEBACK_TURN), 2);
    assert_int_equal(game_takeback_ply(&swap2, SEAT_FIRST, 3, TAKEBACK_TURN), -1);
    assert_int_equal(game_takeback_ply(&swap2, SEAT_SECOND, 0, TAKEBACK_TURN), 3);
    assert_int_equal(game_takeback_ply(&swap2, SEAT_SECOND, 0, TAKEBACK_ACTION), 4);
}

TEST(a_side_is_near_a_win_when_two_turns_can_reach_it)
{
    struct game game = game_of(VARIANT_CONNECT6, "j10 j11");
    assert_true(game_is_far_from_win(&game, SEAT_FIRST));
    assert_true(game_is_far_from_win(&game, SEAT_SECOND));
    game = game_of(VARIANT_CONNECT6, "j10 j11 k11");
    assert_true(game_is_far_from_win(&game, SEAT_FIRST));
    assert_false(game_is_far_from_win(&game, SEAT_SECOND)); /* 2 of 6 */
    game = game_of(VARIANT_DROP4, "a1 b1 a2");
    assert_false(game_is_far_from_win(&game, SEAT_FIRST)); /* 2 of 4 */
    assert_true(game_is_far_from_win(&game, SEAT_SECOND));
    game = game_of(VARIANT_ULTIMATE, "e5");
    assert_true(game_is_far_from_win(&game, SEAT_FIRST));
    assert_int_equal(variant_plies_least(variant_get(VARIANT_CONNECT6)), 11);
    assert_int_equal(variant_plies_least(variant_get(VARIANT_DROP4)), 7);
    assert_int_equal(variant_plies_least(variant_get(VARIANT_ULTIMATE)), 17);
    assert_int_equal(variant_plies_least(variant_get(VARIANT_SWAP2)), 10);
}

/* ------------------------------------------------------------------ falling */

static int check_of(enum variant_id id, const char *actions, const char *next)
{
    struct game game = game_of(id, actions);
    struct action action;
    int error = action_parse(game.variant, next, strlen(next), &action);
    return error != 0 ? error : game_check(&game, action);
}

TEST(a_stone_needs_the_floor_or_a_stone_under_it)
{
    assert_int_equal(check_of(VARIANT_DROP4, "", "d1"), 0);
    assert_int_equal(check_of(VARIANT_DROP4, "", "d2"), ERR_NO_SUPPORT);
    assert_int_equal(check_of(VARIANT_DROP4, "d1", "d2"), 0);
    assert_int_equal(check_of(VARIANT_DROP4, "d1", "d1"), ERR_OCCUPIED);
    assert_int_equal(check_of(VARIANT_DROP4, "d1", "d3"), ERR_NO_SUPPORT);
    assert_int_equal(check_of(VARIANT_DROP4, "", "i1"), ERR_OFF_BOARD);
    assert_int_equal(check_of(VARIANT_DROP4, "", "white"), ERR_CANNOT_CHOOSE);
    struct game game = game_of(VARIANT_DROP4, "a1 b1 a2 b2 a3 b3 a4");
    assert_int_equal(game_winner(&game), SEAT_FIRST);
    game = game_of(VARIANT_DROP4, "a1 b1 b2 c1 c2 d1 c3 d2 d3 h1 d4"); /* rising */
    assert_int_equal(game_winner(&game), SEAT_FIRST);
}

/* ------------------------------------------------------------------ nested boards */

TEST(small_boards_and_places_are_numbered_from_the_top_left)
{
    const struct variant *ultimate = variant_get(VARIANT_ULTIMATE);
    for (size_t board = 0; board < NESTED_BOARDS; board++) {
        for (size_t place = 0; place < NESTED_PLACES; place++) {
            size_t cell = nested_cell(ultimate, board, place);
            assert_true(cell < 81);
            assert_int_equal(nested_board(ultimate, cell), board);
            assert_int_equal(nested_place(ultimate, cell), place);
        }
    }
    assert_int_equal(nested_board(ultimate, 0), 6); /* a1 */
    assert_int_equal(nested_place(ultimate, 0), 6);
    assert_int_equal(nested_board(ultimate, 80), 2); /* i9 */
}

TEST(a_stone_sends_to_the_board_of_its_place)
{
    struct game game = game_of(VARIANT_ULTIMATE, "");
    assert_int_equal(nested_next(&game).board, NESTED_ANY);
    game = game_of(VARIANT_ULTIMATE, "e4"); /* the place below of the middle */
    assert_int_equal(nested_next(&game).board, 7);
    assert_int_equal(check_of(VARIANT_ULTIMATE, "e4", "d3"), 0);
    assert_int_equal(check_of(VARIANT_ULTIMATE, "e4", "e5"), ERR_WRONG_BOARD);
    assert_int_equal(check_of(VARIANT_ULTIMATE, "e4", "e4"), ERR_OCCUPIED);
}

/* The owner of a small board by its stones alone. */
static enum nested_owner judged(const struct game *game, size_t board)
{
    static const uint8_t lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                        {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    size_t stones = 0;
    for (size_t i = 0; i < 9; i++)
        stones += game_cell(game, nested_cell(game->variant, board, i)) != MARK_NONE;
    for (size_t i = 0; i < 8; i++) {
        enum mark mark = game_cell(game, nested_cell(game->variant, board, lines[i][0]));
        if (mark != MARK_NONE &&
            mark == game_cell(game, nested_cell(game->variant, board, lines[i][1])) &&
            mark == game_cell(game, nested_cell(game->variant, board, lines[i][2])))
            return mark == MARK_X ? NESTED_X : NESTED_O;
    }
    return stones == 9 ? NESTED_DRAWN : NESTED_OPEN;
}

static bool has(const struct game *game, size_t board, enum nested_owner side)
{
    enum nested_owner owner = judged(game, board);
    return owner == side || owner == NESTED_DRAWN;
}

/* Whether the side has a line of boards; three drawn ones are none. */
static bool has_line(const struct game *game, enum nested_owner side)
{
    for (size_t a = 0; a < 9; a++) {
        for (size_t b = a + 1; b < 9; b++) {
            size_t c = 2 * b - a;
            bool is_row = a / 3 == b / 3 && c / 3 == a / 3 && b == a + 1;
            bool is_other = (b == a + 3) || (a == 0 && b == 4) || (a == 2 && b == 4);
            bool is_won = c < 9 && (judged(game, a) == side || judged(game, b) == side ||
                                    judged(game, c) == side);
            if (c < 9 && (is_row || is_other) && is_won && has(game, a, side) &&
                has(game, b, side) && has(game, c, side))
                return true;
        }
    }
    return false;
}

static void check_judgement(const struct game *game)
{
    bool are_decided = true;
    for (size_t board = 0; board < NESTED_BOARDS; board++) {
        assert_int_equal(nested_owner(game, board), judged(game, board));
        are_decided = are_decided && judged(game, board) != NESTED_OPEN;
    }
    enum nested_owner mover = game->ply % 2 == 1 ? NESTED_X : NESTED_O;
    enum nested_owner other = mover == NESTED_X ? NESTED_O : NESTED_X;
    enum game_status status = GAME_OPEN;
    enum seat winner = SEAT_NONE;
    if (has_line(game, mover) || has_line(game, other)) {
        status = GAME_WON;
        winner = has_line(game, mover) == (mover == NESTED_X) ? SEAT_FIRST : SEAT_SECOND;
    } else if (are_decided) {
        status = GAME_DRAWN;
    }
    assert_int_equal(game_status(game), status);
    assert_int_equal(game_winner(game), winner);
}

#ifdef PENTAD_TEST_FEW
#define RANDOM_GAMES 300
#else
#define RANDOM_GAMES 3000
#endif

TEST(random_games_are_judged_as_a_slow_program_judges_them)
{
    size_t ends[3] = {0};
    size_t lines = 0;
    uint64_t seed = 1;
    for (size_t i = 0; i < RANDOM_GAMES; i++) {
        struct game game;
        struct action legal[GAME_LEGAL_MAX];
        game_init(&game, variant_get(VARIANT_ULTIMATE));
        for (size_t count; (count = sight_candidates(&game, legal, GAME_LEGAL_MAX)) > 0;) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            game_do(&game, legal[(seed >> 33) % count]);
            check_judgement(&game);
        }
        size_t cells[GAME_LINE_MAX];
        lines += game_winning_line(&game, cells, GAME_LINE_MAX);
        ends[game_status(&game)]++;
    }
    assert_int_equal(ends[GAME_OPEN], 0);
    assert_true(ends[GAME_DRAWN] > 0);
    assert_int_equal(lines, 27 * ends[GAME_WON]);
}

/* ------------------------------------------------------------------ what changed */

TEST(the_cells_that_changed_are_those_of_the_last_stone)
{
    size_t cells[2];
    struct game game = game_of(VARIANT_CONNECT6, "");
    assert_int_equal(game_changed(&game, cells, 2), 0);
    game = game_of(VARIANT_CONNECT6, "b1");
    assert_int_equal(game_changed(&game, cells, 2), 1);
    assert_int_equal(cells[0], 1);
    game = game_of(VARIANT_SWAP2, "a1 b1 c1 white");
    assert_int_equal(game_changed(&game, cells, 2), 0);
}

/* ------------------------------------------------------------------ needs as words */

TEST(needs_are_written_and_read_as_words)
{
    char text[256];
    uint32_t needs;
    assert_int_equal(needs_format(NEED_PLAIN, text, sizeof(text)), 0);
    assert_string_equal(text, "");
    assert_int_equal(needs_format(NEED_PLAIN | NEED_WRAP | NEED_TURNS, text, sizeof(text)), 10);
    assert_string_equal(text, "wrap turns");
    assert_int_equal(needs_format(NEED_PLAIN | NEED_WRAP, text, 4), ERR_TOO_SMALL);
    assert_true(needs_format(NEEDS_ALL, text, sizeof(text)) > 0);
    assert_true(needs_parse(text, strlen(text), &needs));
    assert_int_equal(needs, NEEDS_ALL);
    assert_true(needs_parse("", 0, &needs));
    assert_int_equal(needs, NEED_PLAIN);
    assert_false(needs_parse("wrap magic", 10, &needs));
    assert_false(needs_parse("plain", 5, &needs)); /* never said */
}
