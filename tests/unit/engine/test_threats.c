/* SPDX-License-Identifier: MIT */
/*
 * Tests of engine/threats.h: every definition on drawn lines, in all directions and both colours,
 * at edges and in corners, and what does not show on one line.
 */
#include "engine/threats.h"
#include "tests/support/board_text.h"
#include "tests/support/test.h"
#include "tests/unit/engine/rules_testing.h"

#include <stdio.h>
#include <string.h>

#define SIZE 19

/* ---------------------------------------------------------------- drawn lines */

/* Where a drawn line lies: `|` in front of it is the edge of the board. */
struct course {
    int step[2];
    int edge[2]; /* the first cell of a line that begins at the edge */
};

/* Away from row 0 and 1, where the drawings' filler stones go. */
static const struct course courses[] = {
    {{1, 0}, {0, 9}},   {{-1, 0}, {18, 9}},   {{0, 1}, {9, 0}},   {{0, -1}, {9, 18}},
    {{1, 1}, {0, 5}},   {{-1, -1}, {18, 13}}, {{1, -1}, {0, 14}}, {{-1, 1}, {18, 5}},
    {{1, 1}, {0, 0}},   {{-1, -1}, {18, 18}}, {{1, -1}, {0, 18}}, {{1, 0}, {0, 18}},
    {{0, -1}, {18, 18}}};

#define COURSES (sizeof(courses) / sizeof(courses[0]))

struct drawn_line {
    /* `X` the side that is tested, `x` its last stone, `O` the other side, `.` empty */
    const char *cells;
    size_t len;
    int first[2];
    int step[2];
    enum mark mark; /* which X stands for */
};

static size_t line_cell(const struct drawn_line *line, size_t i)
{
    int x = line->first[0] + (int)i * line->step[0];
    int y = line->first[1] + (int)i * line->step[1];
    return (size_t)(x + y * SIZE);
}

static struct drawn_line lay_line(const char *drawing, const struct course *course, enum mark mark)
{
    bool is_at_edge = drawing[0] == '|';
    const char *cells = drawing + (is_at_edge ? 1 : 0);
    struct drawn_line line = {.cells = cells, .len = strlen(cells), .mark = mark};
    for (int axis = 0; axis < 2; axis++) {
        line.step[axis] = course->step[axis];
        line.first[axis] =
            is_at_edge ? course->edge[axis] : 9 - course->step[axis] * ((int)line.len / 2);
    }
    return line;
}

static void play_line(struct game *game, const struct variant *variant,
                      const struct drawn_line *line)
{
    char board[SIZE * (SIZE + 1) + 1];
    for (size_t i = 0; i < sizeof(board) - 1; i++)
        board[i] = i % (SIZE + 1) == SIZE ? '\n' : '.';
    board[sizeof(board) - 1] = '\0';
    for (size_t i = 0; i < line->len; i++) {
        size_t cell = line_cell(line, i);
        const char *marks = line->mark == MARK_X ? ".XxO" : ".OoX";
        board[(SIZE - 1 - cell / SIZE) * (SIZE + 1) + cell % SIZE] =
            marks[strcspn(".XxO", (char[]){line->cells[i], '\0'})];
    }
    assert_int_equal(board_text_play(game, variant, 0, 0, board), 0);
}

/* A threat drawn like its line, behind its kind: stones `X`, squares that are answers `!`, squares
 * that are none `?`, other answers `a`. */
static void draw_threat(const struct threat *threat, const struct drawn_line *line, char *text)
{
    size_t drawn = 0;
    *text++ = "34S"[threat->kind];
    *text++ = ' ';
    for (size_t i = 0; i < line->len; i++) {
        size_t cell = line_cell(line, i);
        bool is_square = cells_have(threat->squares, threat->squares_count, cell);
        bool is_answer = cells_have(threat->answers, threat->answers_count, cell);
        bool is_stone = cells_have(threat->stones, threat->stones_count, cell);
        drawn += (size_t)is_square + (size_t)is_answer + (size_t)is_stone;
        *text++ = is_stone ? 'X' : is_square ? (is_answer ? '!' : '?') : is_answer ? 'a' : '.';
    }
    *text = '\0';
    /* nothing of it lies beside the line */
    assert_int_equal(drawn, threat->stones_count + threat->squares_count + threat->answers_count);
}

static bool is_listed(const char *text, const char *const *expected)
{
    for (; *expected != NULL; expected++)
        if (strcmp(text, *expected) == 0)
            return true;
    return false;
}

static void check_side(const struct game *game, const struct drawn_line *line,
                       const char *const *expected)
{
    struct threat threats[8];
    char texts[8][SIZE + 4];
    size_t wanted = 0;
    size_t count = threats_all(game, line->mark, threats, 8);
    while (expected[wanted] != NULL)
        wanted++;
    for (size_t i = 0; i < count; i++) {
        draw_threat(&threats[i], line, texts[i]);
        if (!is_listed(texts[i], expected))
            fail_msg("%s: found %s", line->cells, texts[i]);
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(texts[i], texts[j]);
    }
    if (count != wanted)
        fail_msg("%s: %zu threats, not %zu", line->cells, count, wanted);
}

/* The line has these threats of X and no others, wherever it lies and whatever the colours. */
static void check_by(const struct variant *variant, const char *drawing,
                     const char *const *expected)
{
    for (size_t i = 0; i < COURSES; i++) {
        for (enum mark mark = MARK_X; mark <= MARK_O; mark++) {
            struct game game;
            struct threat threat;
            struct drawn_line line = lay_line(drawing, &courses[i], mark);
            play_line(&game, variant, &line);
            check_side(&game, &line, expected);
            assert_int_equal(threats_all(&game, mark_other(mark), &threat, 1), 0);
        }
    }
}

#define CHECK(drawing, ...)                                                                        \
    check_by(variant_get(VARIANT_CLASSIC), drawing, (const char *const[]){__VA_ARGS__})

#define CHECK_FREESTYLE(drawing, ...)                                                              \
    check_by(variant_get(VARIANT_FREESTYLE), drawing, (const char *const[]){__VA_ARGS__})

/* ---------------------------------------------------------------- fours */

TEST(a_four_has_one_square_that_wins)
{
    CHECK("OXXXX.", "4 .XXXX!", NULL);
    CHECK("OXXX.X", "4 .XXX!X", NULL);
    CHECK("OXX.XXO", "4 .XX!XX.", NULL);
    CHECK(".X.XXX.", "4 .X!XXX.", NULL);
    CHECK("OXXXXO", NULL);
    CHECK("OXX.XO", NULL);
}

TEST(a_straight_four_has_two_and_no_answer)
{
    CHECK(".XXXX.", "S ?XXXX?", NULL);
    CHECK("O.XXXX.O", "S .?XXXX?.", NULL);
}

TEST(at_the_edge_a_four_has_one_side)
{
    CHECK("|XXXX.", "4 XXXX!", NULL);
    CHECK("|XXXXO", NULL);
    CHECK("|.XXXX.", "S ?XXXX?", NULL);
    CHECK("|.XXXXO", "4 !XXXX.", NULL);
    CHECK("|X.XXX", "4 X!XXX", NULL);
    CHECK("|XXX.X", "4 XXX!X", NULL);
}

TEST(two_fours_on_one_line_are_two_threats)
{
    CHECK("X.XXX.X", "4 X!XXX..", "4 ..XXX!X", NULL);
    CHECK("XX.XX.XX", "4 XX!XX...", "4 ...XX!XX", NULL);
}

TEST(a_square_that_makes_six_is_no_square_for_five)
{
    CHECK("X.XXXX.", "4 ..XXXX!", NULL);
    CHECK("X.XXXX.X", NULL);
    CHECK("X.XXXXO", NULL);
    CHECK("XX.XXX", NULL);
    CHECK("XXX.XXX", NULL);
    CHECK("|X.XXXX.O", "4 ..XXXX!.", NULL);
}

TEST(longer_rows_are_nothing)
{
    CHECK(".XXXxXX.", NULL);
    CHECK("X.XXXxXXX.X", NULL);
}

/* ---------------------------------------------------------------- threes */

TEST(a_three_grows_on_either_side)
{
    CHECK("..XXX..", "3 .!XXX!.", NULL);
    CHECK("O..XXX..O", "3 ..!XXX!..", NULL);
}

TEST(with_less_room_it_grows_on_one_side_and_has_three_answers)
{
    CHECK("O.XXX..", "3 .aXXX!a", NULL);
    CHECK("|.XXX..", "3 aXXX!a", NULL);
}

TEST(a_split_three_grows_in_its_gap)
{
    CHECK(".XX.X.", "3 aXX!Xa", NULL);
    CHECK("O.X.XX.O", "3 .aX!XXa.", NULL);
    CHECK("|.X.XX.", "3 aX!XXa", NULL);
}

TEST(three_stones_without_room_are_no_three)
{
    CHECK("OXXX..", NULL);
    CHECK("O.XXX.O", NULL);
    CHECK("|XXX..", NULL);
    CHECK("|.XXX.O", NULL);
    CHECK("OXX.X.", NULL);
    CHECK(".XX.XO", NULL);
    CHECK("|X.XX.", NULL);
    CHECK(".X..XX.", NULL);
    CHECK(".X.X.X.", NULL);
    CHECK("..XX..", NULL);
}

TEST(a_sixth_stone_spoils_a_three)
{
    /* the straight four would have an end that makes six */
    CHECK("X..XXX..", "3 ..aXXX!a", NULL);
    CHECK("X..XXX.O", NULL);
    CHECK("X..XXX..X", NULL);
    CHECK("X.XX.X..", NULL);
    CHECK(".XX.X.X.", NULL);
}

/* ---------------------------------------------------------------- where overlines win */

TEST(where_overlines_win_six_is_as_good_as_five)
{
    CHECK_FREESTYLE("X.XXXX.", "S .?XXXX?", NULL);
    CHECK_FREESTYLE("X.XXXX.X", "S .?XXXX?.", NULL);
    CHECK_FREESTYLE("X.XXXXO", "4 .!XXXX.", NULL);
}

TEST(overlines_make_threats_where_they_win)
{
    CHECK_FREESTYLE("OXXXX.", "4 .XXXX!", NULL);
    CHECK_FREESTYLE("OXX.XXXO", "4 .XX!XXX.", NULL);
    CHECK_FREESTYLE("OXXX.XXXO", "4 .XXX!XXX.", NULL);
    CHECK_FREESTYLE("OXXXX.XXXXO", "4 .XXXX!.....", "4 .....!XXXX.", NULL);
    CHECK_FREESTYLE("X..XXX..X", "3 ..!XXX!..", NULL);
    CHECK_FREESTYLE("X..XXX.O", "3 .a!XXXa.", NULL);
    CHECK_FREESTYLE("..XXX.XO", "4 ..XXX!X.", "3 a!XXXa..", NULL);
}

/* ---------------------------------------------------------------- whole boards */

TEST(each_line_of_a_stone_is_a_threat_of_its_own)
{
    struct game game;
    struct threat threats[8];
    board_text_play(&game, variant_get(VARIANT_CLASSIC), 6, 6,
                    "..X....\n"
                    "..X....\n"
                    "..XXX..\n"
                    ".......\n"
                    ".......\n");
    assert_int_equal(threats_all(&game, MARK_X, threats, 8), 2);
    assert_int_equal(threats[0].kind, THREAT_THREE);
    assert_int_equal(threats[1].kind, THREAT_THREE);
    assert_int_equal(threats[0].stones[0], threats[1].stones[0]);
}

TEST(rows_do_not_go_round_the_edge)
{
    struct game game;
    struct threat threats[8];
    board_text_play(&game, variant_get(VARIANT_CLASSIC), 0, 5,
                    "XX................X\n"
                    "................XXX\n");
    assert_int_equal(threats_all(&game, MARK_X, threats, 8), 0);
}

TEST(a_game_that_is_over_has_no_threats)
{
    struct game game;
    struct threat threats[8];
    size_t cell;
    board_text_play(&game, variant_get(VARIANT_CLASSIC), 6, 6,
                    "OOOO.\n"
                    "XXXXx\n");
    assert_int_equal(game_status(&game), GAME_WON);
    assert_int_equal(threats_all(&game, MARK_O, threats, 8), 0);
    assert_false(threats_forced_answer(&game, SEAT_SECOND, &cell));
}

/* A board without an end has more lines than any on which threats are known. */
TEST(games_of_unknown_rules_have_no_threats)
{
    struct game game;
    struct threat threats[8];
    size_t cell;
    for (int id = 0; id < VARIANT_COUNT; id++) {
        const struct variant *variant = variant_get((enum variant_id)id);
        struct threats_search search;
        game_init(&game, variant);
        threats_start(&search, &game, MARK_X);
        if (search.at == 0)
            continue;
        assert_true(search.at >= 4 * variant_cells(variant));
        assert_int_equal(threats_all(&game, MARK_X, threats, 8), 0);
        assert_false(threats_forced_answer(&game, SEAT_FIRST, &cell));
    }
}

TEST(threats_of_the_small_board_are_twos_with_the_third_square_free)
{
    struct game game;
    struct threat threats[8];
    board_text_play(&game, variant_get(VARIANT_MINI), 0, 0,
                    "X.x\n"
                    "O..\n"
                    ".OX\n");
    assert_int_equal(threats_all(&game, MARK_X, threats, 8), 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(threats[i].kind, THREAT_FOUR);
        assert_int_equal(threats[i].stones_count, 2);
        assert_int_equal(threats[i].squares_count, 1);
        assert_int_equal(threats[i].answers_count, 1);
        assert_int_equal(threats[i].answers[0], threats[i].squares[0]);
    }
    assert_int_equal(threats_all(&game, MARK_O, threats, 8), 0);
    board_text_play(&game, variant_get(VARIANT_MINI), 0, 0,
                    "...\n"
                    ".X.\n"
                    "...\n");
    assert_int_equal(threats_all(&game, MARK_X, threats, 8), 0);
}
