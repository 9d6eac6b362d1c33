/* SPDX-License-Identifier: MIT */
/*
 * Tests of the family of games against known answers: values of first actions, found by a solver of
 * the test alone; forbidden points of renju; worked lines; boards of every decision that the rules
 * leave open.
 */
#include "engine/detail.h"
#include "engine/game.h"
#include "engine/likeness.h"
#include "engine/nested.h"
#include "engine/outcome.h"
#include "engine/renju.h"
#include "engine/sight.h"
#include "tests/support/test.h"
#include "tests/unit/engine/rules_testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int check_of(enum variant_id id, const char *actions, const char *next)
{
    struct game game = game_of(id, actions);
    struct action action;
    int error = action_parse(game.variant, next, strlen(next), &action);
    return error != 0 ? error : game_check(&game, action);
}

static void assert_end(enum variant_id id, const char *actions, enum result result,
                       enum reason reason)
{
    struct game game = game_of(id, actions);
    assert_int_not_equal(game_status(&game), GAME_OPEN);
    struct outcome outcome = outcome_of_board(&game);
    assert_string_equal(result_word(outcome.result), result_word(result));
    assert_string_equal(reason_word(outcome.reason), reason_word(reason));
}

/* ------------------------------------------------------------------ a solver */

/* Values by the board: these games do not ask how a board came to be. */
#define PLACES (1u << 22)

struct known_value {
    uint64_t board; /* base 3, and 1 more */
    int8_t value;   /* of the first player: 1 wins, 0, -1 */
};

static struct known_value *known;

static uint64_t board_number(const struct game *game)
{
    uint64_t number = 1;
    for (size_t cell = 0; cell < variant_cells(game->variant); cell++)
        number = number * 3 + (uint64_t)game_cell(game, cell);
    return number * 2 + (game_to_act(game) == SEAT_FIRST);
}

static int value_of(struct game *game);

static int search(struct game *game)
{
    bool is_first = game_to_act(game) == SEAT_FIRST;
    int best = is_first ? -1 : 1;
    struct action action;
    for (size_t at = 0; best != (is_first ? 1 : -1) && game_next_legal(game, &at, &action);) {
        game_do(game, action);
        int value = value_of(game);
        game_undo(game);
        if (is_first ? value > best : value < best)
            best = value;
    }
    return best;
}

static int value_of(struct game *game)
{
    if (game_status(game) == GAME_DRAWN)
        return 0;
    if (game_status(game) == GAME_WON)
        return game_winner(game) == SEAT_FIRST ? 1 : -1;
    uint64_t board = board_number(game);
    struct known_value *place = &known[board * UINT64_C(0x9E3779B97F4A7C15) >> 42];
    if (place->board != board)
        *place = (struct known_value){board, (int8_t)search(game)};
    return place->value;
}

/* A letter for each first action, in the order of codes. */
static void assert_values(enum variant_id id, const char *opening, const char *values)
{
    struct game game = game_of(id, opening);
    char found[64] = "";
    size_t count = 0;
    struct action action;
    known = calloc(PLACES, sizeof(*known));
    for (size_t at = 0; game_next_legal(&game, &at, &action);) {
        game_do(&game, action);
        found[count++] = "LDW"[value_of(&game) + 1];
        game_undo(&game);
    }
    free(known);
    assert_string_equal(found, values);
}

TEST(values_of_first_actions_are_as_known)
{
    assert_values(VARIANT_MINI, "", "DDDDDDDDD");
    assert_values(VARIANT_MINI_MISERE, "", "LLLLDLLLL");
    assert_values(VARIANT_MINI4X3, "", "WWWWLWWLWWWW");
    assert_values(VARIANT_CYLINDER3, "", "WWWWWWWWW");
    assert_values(VARIANT_SCORE3, "", "WWWWWWWWW");
}

/* The squares by which the player to move wins after `actions`, in the order of codes. */
static void assert_winning(const char *actions, const char *squares)
{
    struct game game = game_of(VARIANT_SILVERMAN_ONE, actions);
    int wanted = game_to_act(&game) == SEAT_FIRST ? 1 : -1;
    char found[128] = "";
    struct action action;
    known = calloc(PLACES, sizeof(*known));
    for (size_t at = 0; game_next_legal(&game, &at, &action);) {
        char text[ACTION_TEXT_SIZE];
        action_format(game.variant, action, text);
        game_do(&game, action);
        if (value_of(&game) == wanted) {
            strcat(found, found[0] != '\0' ? " " : "");
            strcat(found, text);
        }
        game_undo(&game);
    }
    free(known);
    assert_string_equal(found, squares);
}

TEST(worked_lines_of_silverman_are_right)
{
    assert_winning("a4 b4 d1", "a1");
    assert_winning("a4 b4 d1 a1 c2", "b3");
    assert_winning("a4 b4 d1 a1 c2 b3 d2", "a2");
    assert_winning("a4 b4 d1 a1 c2 b3 d4 d3 c1", "c4");
    assert_winning("b4 c4 b3", "b1");
    assert_winning("b4 c4 b3 b2", "d1 d3");
    assert_winning("b4 c4 d4 d3", "b2");
    assert_winning("b4 c4 b3 b1 a3", "d3 a4");
}

/* ------------------------------------------------------------------ renju */

/* A board of renju with these stones, laid out beside all rules; the last one is black's, h8 is
 * free. */
static void assert_faults(const char *black, const char *white, const char *square,
                          enum renju_fault fault)
{
    struct variant free_variant = *variant_get(VARIANT_FREESTYLE15);
    struct game game;
    const char *lists[] = {black, white};
    char text[256] = "";
    const char *at[2];
    /* Stones alternate: where one side has fewer, the other's missing ones stand on the edge. */
    static const char *const edge[] = {"a1", "c1", "e1", "g1",  "i1",
                                       "k1", "m1", "o1", "a15", "c15"};
    size_t used = 0;
    at[0] = lists[0];
    at[1] = lists[1];
    while (*at[0] != '\0') {
        for (int side = 0; side < 2; side++) {
            size_t len = strcspn(at[side], " ");
            const char *stone = len > 0 ? at[side] : edge[used++];
            strcat(text, text[0] != '\0' ? " " : "");
            strncat(text, stone, len > 0 ? len : strlen(stone));
            at[side] += len + (at[side][len] == ' ');
        }
    }
    size_t ply;
    assert_int_equal(game_parse(&game, &free_variant, text, strlen(text), &ply), 0);
    game.variant = variant_get(VARIANT_RENJU);
    struct action action;
    assert_int_equal(action_parse(game.variant, square, strlen(square), &action), 0);
    assert_int_equal(renju_fault(&game, action_cell(action)), fault);
}

TEST(forbidden_points_are_those_of_the_federation)
{
    assert_faults("i8 j8 h9 h10", "", "h8", RENJU_DOUBLE_THREE);
    assert_faults("i8 j8 h9 h10", "k8", "h8", RENJU_ALLOWED);
    assert_faults("i8 j8 k8 h9 h10 h11", "", "h8", RENJU_DOUBLE_FOUR);
    assert_faults("e8 f8 g8 i8 j8", "", "h8", RENJU_OVERLINE);
    assert_faults("d8 f8 g8 i8 j8 l8", "", "h8", RENJU_ALLOWED); /* a five */
    assert_faults("i8 j8 l8 h9 h10", "", "h8", RENJU_ALLOWED);   /* four and three */
    assert_faults("d8 e8 g8 j8 k8 h9 h10", "", "h8", RENJU_DOUBLE_FOUR);
    assert_faults("e7 f7 g5 h5 h7 j8", "e11 j10", "h6", RENJU_ALLOWED);
    assert_faults("e7 f7 g5 h5 h7 j8", "e11 j10", "h4", RENJU_DOUBLE_THREE);
    assert_int_equal(check_of(VARIANT_RENJU, "", "h9"), ERR_OPENING_SQUARE);
    assert_int_equal(check_of(VARIANT_RENJU, "h8", "h10"), ERR_OPENING_SQUARE);
    assert_int_equal(check_of(VARIANT_RENJU, "h8 h9", "h11"), ERR_OPENING_SQUARE);
    assert_int_equal(check_of(VARIANT_RENJU, "h8 h9 h10", "a1"), ERR_MUST_CHOOSE);
    assert_int_equal(check_of(VARIANT_RENJU, "h8 h9 h10", "two_more"), ERR_CANNOT_CHOOSE);
    assert_int_equal(check_of(VARIANT_RENJU, "h8 h9 j9 white g9", "h9"), ERR_OCCUPIED);
    assert_int_equal(check_of(VARIANT_RENJU, "h8 g7 j8 white a1 i9 a3 i10 a5", "i11"), 0);
    assert_int_equal(check_of(VARIANT_RENJU, "h8 g7 g8 white a1 i9 a3 i10 a5", "i8"),
                     ERR_FORBIDDEN_POINT);
}

TEST(white_wins_with_six_and_black_with_five_alone)
{
    assert_end(VARIANT_RENJU, "h8 h9 j10 white g9 a1 i9 a3 j9 a5 k9", RESULT_SECOND, REASON_ROW);
    assert_end(VARIANT_RENJU, "h8 h9 j10 white g9 a1 i9 a3 f9 a5 k9 a7 j9", RESULT_SECOND,
               REASON_ROW);
    assert_end(VARIANT_RENJU, "h8 g7 i8 black a1 j8 a3 k8 a5 l8", RESULT_SECOND, REASON_ROW);
}

/* ------------------------------------------------------------------ decisions */

TEST(rows_that_lose_and_full_boards_that_count_end_games)
{
    assert_end(VARIANT_MINI_MISERE, "a1 a2 b1 b2 c1", RESULT_SECOND, REASON_ROW);
    assert_end(VARIANT_SILVERMAN, "a1 a2 b1 b2 c2 c1 d1 d2 a3 a4 b3 b4 c4 c3 d3 d4", RESULT_SECOND,
               REASON_FULL_BOARD);
    assert_end(VARIANT_SILVERMAN, "a1 a2 a3 b2 c4 c2 c3 d2", RESULT_FIRST, REASON_ROW);
    assert_end(VARIANT_SCORE3, "b2 a1 c3 b1 c1 a3 a2 c2 b3", RESULT_FIRST, REASON_POINTS);
    assert_end(VARIANT_WILD4, "Xa1 Ob2 Xb1 Oc3 Xc1 Xd1", RESULT_FIRST, REASON_ROW);
    assert_int_equal(check_of(VARIANT_WILD4, "Xa1", "Oa1"), ERR_OCCUPIED);
    assert_int_equal(check_of(VARIANT_WILD4, "Xa1", "b1"), ERR_BAD_NOTATION);
}

TEST(a_column_is_banned_while_another_has_room)
{
    assert_int_equal(check_of(VARIANT_DROP4_MISERE, "d1", "d2"), ERR_BANNED_COLUMN);
    assert_int_equal(check_of(VARIANT_DROP4_MISERE, "d1 a1", "d2"), 0);
    assert_int_equal(check_of(VARIANT_CIRCLE4, "", "b2"), ERR_NO_SUPPORT);
    assert_int_equal(check_of(VARIANT_CIRCLE4, "b1", "b2"), 0);
    assert_int_equal(check_of(VARIANT_CIRCLE4, "h7", "g7"), 0);
}

/* A drawn board of the cube, levels from below, each from its top row. */
TEST(a_cube_can_be_drawn)
{
    static const char *const levels[] = {"OXXOXXOXXXOOXOXX", "XOXXXOOXOOOXOXXO", "OXXOXOXOOXOOOOOX",
                                         "OXOXOOOXXOXOOXXX"};
    char text[GAME_TEXT_SIZE] = "";
    struct game game;
    size_t next[2] = {0, 0};
    for (int ply = 0; ply < 64; ply++) {
        char mark = ply % 2 == 0 ? 'X' : 'O';
        size_t *at = &next[ply % 2];
        while (levels[*at / 16][*at % 16] != mark)
            (*at)++;
        char square[8];
        snprintf(square, sizeof(square), "%s%c%d%c", ply > 0 ? " " : "", (int)('a' + *at % 4),
                 (int)(4 - *at % 16 / 4), (int)('a' + *at / 16));
        strcat(text, square);
        (*at)++;
    }
    size_t ply = 0;
    assert_int_equal(game_parse(&game, variant_get(VARIANT_CUBE4), text, strlen(text), &ply), 0);
    assert_int_equal(game_status(&game), GAME_DRAWN);
    assert_end(VARIANT_CUBE3, "b2b a1a b2a a1b b2c", RESULT_FIRST, REASON_ROW);
    assert_end(VARIANT_CUBE3_MISERE, "b2b a1a a3a a1b c1c", RESULT_SECOND, REASON_ROW);
}

/* ------------------------------------------------------------------ go-bang */

#define PLACED "a1 b2 c1 d2 e1 f2 g1 h2 b3 b4 d3 d4 f3 f4 h3 h4 a5 b6 c5 d6 e5 f6 g5 h6"

static size_t count_legal(enum variant_id id, const char *actions)
{
    struct game game = game_of(id, actions);
    return game_legal_actions(&game, NULL, 0);
}

TEST(stones_are_placed_and_then_moved)
{
    assert_int_equal(count_legal(VARIANT_GOBANG12, PLACED), 47);
    assert_int_equal(check_of(VARIANT_GOBANG12, PLACED, "a8"), ERR_WRONG_PHASE);
    assert_int_equal(check_of(VARIANT_GOBANG12, "a1", "a1a2"), ERR_WRONG_PHASE);
    assert_int_equal(check_of(VARIANT_GOBANG12, PLACED, "b2a2"), ERR_NOT_YOURS);
    assert_int_equal(check_of(VARIANT_GOBANG12, PLACED, "a1b2"), ERR_OCCUPIED);
    assert_int_equal(check_of(VARIANT_GOBANG12, PLACED, "a1a3"), ERR_NOT_ADJACENT);
    assert_int_equal(check_of(VARIANT_GOBANG12, PLACED, "a1a2"), 0);
    struct game game = game_of(VARIANT_GOBANG12, PLACED " a1a2");
    assert_int_equal(game_cell(&game, 0), MARK_NONE);
    assert_int_equal(game_cell(&game, 8), MARK_X);
    assert_int_equal(game_to_act(&game), SEAT_SECOND);
    /* In achi a stone moves along the lines of the board alone. */
    assert_int_equal(check_of(VARIANT_ACHI, "a1 b1 c1 a3 b3 c3 a2 b2", "b1c2"), ERR_NOT_YOURS);
    assert_end(VARIANT_ACHI, "a1 b2 b1 c3 c1", RESULT_FIRST, REASON_ROW);
}

/* ------------------------------------------------------------------ turns, marks and likeness */

/* The second player had two turns in a row, of which the takeback takes one. */
TEST(who_is_passed_over_ends_no_turn_of_the_other)
{
    struct game game =
        game_of(VARIANT_ACHI, "b2 a1 c3 b3 a2 c2 c1 b1 b2a3 b1b2 c1b1 c2c1 c3c2 b2c3 "
                              "c2b2 c1c2 b2c1 c3b2");
    assert_int_equal(game_to_act(&game), SEAT_SECOND);
    assert_true(game_turn_ended(&game, SEAT_SECOND));
    game = game_of(VARIANT_ACHI, "b2 a1 c3 b3 a2 c2 c1 b1 b2a3 b1b2 c1b1 c2c1 c3c2 b2c3 c2b2 c1c2 "
                                 "b2c1 c3b2 b2c3");
    assert_int_equal(game_takeback_ply(&game, SEAT_SECOND, 0, TAKEBACK_TURN), 18);
    game = game_of(VARIANT_SWAP2, "h8");
    assert_false(game_turn_ended(&game, SEAT_FIRST));
}

TEST(the_mark_of_an_action_is_that_of_its_ply)
{
    struct game game = game_of(VARIANT_LINETRIS, "a1 b1 c1 d1 e1 f1 g1 h1"); /* all vanished */
    assert_int_equal(game_cell(&game, 7), MARK_NONE);
    assert_int_equal(game_mark_at(&game, 7), MARK_O);
    assert_int_equal(game_mark_at(&game, 0), MARK_X);
    game = game_of(VARIANT_WILD4, "Ob2 Xc3");
    assert_int_equal(game_mark_at(&game, 0), MARK_O);
    game = game_of(VARIANT_SWAP15, "h8 a1 b1 white");
    assert_int_equal(game_mark_at(&game, 3), MARK_NONE);
}

TEST(a_stone_that_ends_the_game_sends_nobody_back)
{
    assert_int_equal(check_of(VARIANT_ULTIMATE_NORETURN, "e4", "e2"), ERR_NO_RETURN);
    assert_int_equal(
        check_of(VARIANT_ULTIMATE_NORETURN,
                 "h9 f7 g3 a7 b1 e3 e8 d5 a4 a1 b2 d6 c8 i6 g8 a6 c9 i8 i5 g6 a8 c6 h7 e2 f5 h4 "
                 "e1 d3 b8 e4 f3 i7 h2 d4 a2 b6 e9 e7 d1 b3 d8",
                 "h6"),
        0);
}

TEST(boards_are_alike_behind_any_opening)
{
    struct game going = game_of(VARIANT_SWAP15, "h8 h9 i9 white g7 j10 f6 k8 g9");
    struct game shown = game_of(VARIANT_FREESTYLE15, "h8 h9 i9 g7 j10 f6 k8 g9");
    assert_true(likeness_is_of(&going, &shown));
    shown = game_of(VARIANT_FREESTYLE15, "a1 o15 a15 o1 c7 d3 m12 n2");
    assert_false(likeness_is_of(&going, &shown));
}

TEST(points_are_told_where_they_count)
{
    unsigned points[SEAT_COUNT];
    struct game game = game_of(VARIANT_SCORE3, "b2 a1 b1");
    assert_true(game_points(&game, points));
    assert_int_equal(points[SEAT_FIRST], 1 + 3);
    assert_int_equal(points[SEAT_SECOND], 2);
    game = game_of(VARIANT_GOBANG12, "a1 h8 b1 h7 c1 h6 d1 h5 e1 h3 f1");
    assert_true(game_points(&game, points));
    assert_int_equal(points[SEAT_FIRST], 2); /* six in a row are two sets */
    assert_int_equal(points[SEAT_SECOND], 0);
    game = game_of(VARIANT_ACHI, "b2");
    assert_false(game_points(&game, points));
    game = game_of(VARIANT_CLASSIC, "j10");
    assert_false(game_points(&game, points));
}

/* ------------------------------------------------------------------ more about refusals */

TEST(refused_actions_say_more)
{
    static const struct {
        enum variant_id variant;
        const char *actions, *next, *detail;
    } rows[] = {
        {VARIANT_RENJU, "h8 g7 g8 white a1 i9 a3 i10 a5", "i8", "double_three"},
        {VARIANT_RENJU, "h8 g7 g8 white a1 f8 a3 j8 a5 k8 a7", "i8", "overline"},
        {VARIANT_RENJU, "h8 g7 g8 white a1 f8 a3 i9 a5 i10 a7 i11 a9", "i8", "double_four"},
        {VARIANT_ULTIMATE, "e5 d4", "e4", "board 7"},
        {VARIANT_STRATEGIC, "n14", "a1", "board 41"},
        {VARIANT_DROP4, "", "d2", ""},
        {VARIANT_ULTIMATE, "e5", "e5", ""},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct game game = game_of(rows[i].variant, rows[i].actions);
        struct action action;
        char detail[DETAIL_SIZE] = "";
        assert_int_equal(action_parse(game.variant, rows[i].next, strlen(rows[i].next), &action),
                         0);
        int error = game_check(&game, action);
        assert_int_not_equal(error, 0);
        bool is_said = detail_of_refusal(&game, action, error, detail);
        assert_int_equal(is_said, rows[i].detail[0] != '\0');
        assert_string_equal(detail, rows[i].detail);
    }
}

/* ------------------------------------------------------------------ boards without an edge */

TEST(squares_are_counted_from_the_first_stone)
{
    assert_int_equal(check_of(VARIANT_PLANE, "", "0:0"), 0);
    assert_int_equal(check_of(VARIANT_PLANE, "", "0:1"), ERR_OPENING_SQUARE);
    assert_int_equal(check_of(VARIANT_PLANE, "0:0", "0:0"), ERR_OCCUPIED);
    assert_int_equal(check_of(VARIANT_PLANE, "0:0", "-127:127"), 0);
    assert_int_equal(check_of(VARIANT_PLANE, "0:0", "127:-127"), 0);
    assert_int_equal(check_of(VARIANT_PLANE, "0:0", "128:0"), ERR_OFF_BOARD);
    assert_int_equal(check_of(VARIANT_PLANE, "0:0", "0:-128"), ERR_OFF_BOARD);
    assert_int_equal(check_of(VARIANT_PLANE, "0:0", "65536:0"), ERR_OFF_BOARD);
    assert_int_equal(check_of(VARIANT_PLANE, "0:0", "99999999999999999999:0"), ERR_OFF_BOARD);
    assert_int_equal(check_of(VARIANT_PLANE, "0:0", "white"), ERR_CANNOT_CHOOSE);
    static const char *const none[] = {"h8",  "0",     "0:",    ":0",   "-0:1", "+1:1", "01:1",
                                       "1:-", "--1:1", "1:1:1", "1:1 ", "1;1",  ""};
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
        assert_int_equal(check_of(VARIANT_PLANE, "0:0", none[i]), ERR_BAD_NOTATION);
    assert_int_equal(check_of(VARIANT_DROP5, "", "1:0"), ERR_OPENING_SQUARE);
    assert_int_equal(check_of(VARIANT_DROP5, "0:0", "0:1"), 0);
    assert_int_equal(check_of(VARIANT_DROP5, "0:0", "1:1"), ERR_NO_SUPPORT);
    assert_int_equal(check_of(VARIANT_DROP5, "0:0", "127:0"), 0);
    assert_int_equal(check_of(VARIANT_DROP5, "0:0", "0:-1"), ERR_OFF_BOARD);
}

TEST(five_or_more_win_without_an_edge)
{
    static const char *const won[] = {
        "0:0 0:9 1:0 1:9 2:0 2:9 3:0 3:9 4:0",         "0:0 9:0 0:1 9:1 0:2 9:2 0:3 9:3 0:-1",
        "0:0 0:9 1:1 1:9 2:2 2:9 3:3 3:9 -1:-1",       "0:0 0:9 1:-1 1:9 2:-2 2:9 3:-3 3:9 -1:1",
        "0:0 0:9 1:0 1:9 2:0 2:9 4:0 4:9 5:0 5:9 3:0", /* six */
    };
    for (size_t i = 0; i < sizeof(won) / sizeof(won[0]); i++)
        assert_end(VARIANT_PLANE, won[i], RESULT_FIRST, REASON_ROW);
    assert_end(VARIANT_DROP5, "0:0 1:0 0:1 1:1 0:2 1:2 0:3 1:3 0:4", RESULT_FIRST, REASON_ROW);
    /* from one edge to the other there is no row */
    struct game game =
        game_of(VARIANT_PLANE, "0:0 127:0 1:0 126:0 2:0 125:0 0:5 -127:1 0:7 -126:1");
    assert_int_equal(game_status(&game), GAME_OPEN);
    char line[GAME_LINE_TEXT_SIZE];
    game = game_of(VARIANT_PLANE, won[4]);
    assert_true(game_format_line(&game, line, sizeof(line)) > 0);
    assert_string_equal(line, "0:0 1:0 2:0 3:0 4:0 5:0");
}

/* Pairs of one mark's stones beside pairs of the other's, and the next row shifted: no five. */
TEST(four_hundred_stones_are_a_draw)
{
    static const enum variant_id ids[] = {VARIANT_PLANE, VARIANT_DROP5};
    for (int k = 0; k < 2; k++) {
        struct game game;
        game_init(&game, variant_get(ids[k]));
        size_t origin = variant_origin(game.variant);
        size_t width = game.variant->width;
        size_t next[SEAT_COUNT] = {0, 0};
        while (game_status(&game) == GAME_OPEN) {
            size_t seat = game.ply % 2;
            size_t at = next[seat]++;
            size_t row = at / 10;
            size_t column = at % 10 * 2 + (row / 2 + seat) % 2;
            assert_int_equal(game_act(&game, action_place(origin + row * width + column)), 0);
        }
        assert_int_equal(game.ply, 400);
        assert_int_equal(game_status(&game), GAME_DRAWN);
        assert_int_equal(outcome_of_board(&game).reason, REASON_LIMIT);
        game_undo(&game);
        assert_int_equal(game_status(&game), GAME_OPEN);
    }
    assert_true(game_size(variant_get(VARIANT_PLANE)) <= 816);
}

TEST(candidates_are_near_and_all_of_them_legal)
{
    struct action actions[GAME_LEGAL_MAX];
    struct game game = game_of(VARIANT_PLANE, "");
    assert_int_equal(sight_candidates(&game, actions, GAME_LEGAL_MAX), 1);
    game = game_of(VARIANT_PLANE, "0:0");
    assert_int_equal(sight_candidates(&game, actions, GAME_LEGAL_MAX), 24);
    game = game_of(VARIANT_PLANE, "0:0 1:0");
    assert_int_equal(sight_candidates(&game, actions, GAME_LEGAL_MAX), 28);
    game = game_of(VARIANT_PLANE, "0:0 127:127"); /* in the corner there are fewer */
    assert_int_equal(sight_candidates(&game, actions, GAME_LEGAL_MAX), 24 + 8);
    game = game_of(VARIANT_DROP5, "0:0");
    assert_int_equal(sight_candidates(&game, actions, GAME_LEGAL_MAX), 5);
    assert_int_equal(game_legal_actions(&game, NULL, 0), 255);
    game = game_of(VARIANT_DROP4, "d1");
    assert_int_equal(sight_candidates(&game, actions, GAME_LEGAL_MAX), 8);
}
