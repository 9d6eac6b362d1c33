/* SPDX-License-Identifier: MIT */
/*
 * Tests of engine/lines.h through the rules: what is a winning row, on drawn boards, on every
 * window of the big board, and against a slow scan of the whole board that shares no code with the
 * engine.
 */
#include "engine/game.h"
#include "engine/lines.h"
#include "tests/support/board_text.h"
#include "tests/support/test.h"
#include "tests/unit/engine/random_game.h"
#include "tests/unit/engine/rules_testing.h"

#include <string.h>

#define SIZE 19

/* The four directions, as the scan and the windows see them. */
static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

static enum game_status status_of(size_t column, size_t row, const char *drawing)
{
    struct game game;
    assert_int_equal(board_text_play(&game, variant_get(VARIANT_CLASSIC), column, row, drawing), 0);
    return game_status(&game);
}

TEST(five_in_each_direction_wins)
{
    assert_int_equal(status_of(4, 9, "XXxXX"), GAME_WON);
    assert_int_equal(status_of(4, 9, "X\nX\nX\nX\nx"), GAME_WON);
    assert_int_equal(status_of(4, 9,
                               "....x\n"
                               "...X.\n"
                               "..X..\n"
                               ".X...\n"
                               "X....\n"),
                     GAME_WON);
    assert_int_equal(status_of(4, 9,
                               "O....\n"
                               ".O...\n"
                               "..o..\n"
                               "...O.\n"
                               "....O\n"),
                     GAME_WON);
}

TEST(four_do_not_win)
{
    assert_int_equal(status_of(4, 9, "XXxX"), GAME_OPEN);
    assert_int_equal(status_of(4, 9, "XXxXOX"), GAME_OPEN);
    assert_int_equal(status_of(4, 9, "XXx.XX"), GAME_OPEN);
    assert_int_equal(status_of(4, 9, "X\nX\nO\nX\nx\nX"), GAME_OPEN);
}

TEST(six_and_more_win_nothing_in_any_direction)
{
    assert_int_equal(status_of(4, 9, "XXXxXX"), GAME_OPEN);
    assert_int_equal(status_of(4, 9, "XXXXxXXXX"), GAME_OPEN);
    assert_int_equal(status_of(4, 9, "O\nO\no\nO\nO\nO"), GAME_OPEN);
    assert_int_equal(status_of(4, 9,
                               ".....X\n"
                               "....X.\n"
                               "...x..\n"
                               "..X...\n"
                               ".X....\n"
                               "X.....\n"),
                     GAME_OPEN);
    assert_int_equal(status_of(4, 9,
                               "O.....\n"
                               ".O....\n"
                               "..O...\n"
                               "...o..\n"
                               "....O.\n"
                               ".....O\n"),
                     GAME_OPEN);
}

TEST(an_overline_at_the_edge_is_nothing_either)
{
    assert_int_equal(status_of(0, 0, "XXXxXX"), GAME_OPEN);
    assert_int_equal(status_of(13, 18, "XXxXXX"), GAME_OPEN);
    assert_int_equal(status_of(18, 13, "X\nX\nX\nx\nX\nX"), GAME_OPEN);
    assert_int_equal(status_of(13, 13,
                               ".....X\n"
                               "....X.\n"
                               "...X..\n"
                               "..x...\n"
                               ".X....\n"
                               "X.....\n"),
                     GAME_OPEN);
}

TEST(five_at_the_edge_or_against_a_stone_wins)
{
    assert_int_equal(status_of(0, 0, "XXXXx"), GAME_WON);
    assert_int_equal(status_of(14, 18, "xXXXX"), GAME_WON);
    assert_int_equal(status_of(0, 14, "X\nX\nx\nX\nX"), GAME_WON);
    assert_int_equal(status_of(6, 6, "OXXxXXO"), GAME_WON);
}

TEST(a_row_does_not_go_round_the_edge)
{
    /* The last three of one row and the first two of the next are neighbours as numbers only. */
    assert_int_equal(status_of(0, 5,
                               "XX.................\n"
                               "................XXx\n"),
                     GAME_OPEN);
    assert_int_equal(status_of(0, 0,
                               "XX.................\n"
                               "................xXX\n"),
                     GAME_OPEN);
}

TEST(a_five_wins_although_another_row_has_six)
{
    assert_int_equal(status_of(3, 3,
                               "...X...\n"
                               "...X...\n"
                               "XXXxXX.\n"
                               "...X...\n"
                               "...X...\n"),
                     GAME_WON);
    assert_int_equal(status_of(3, 3,
                               "X..X....\n"
                               ".X.X....\n"
                               "..XX....\n"
                               "...x....\n"
                               "...XX...\n"
                               "...X....\n"),
                     GAME_WON);
}

TEST(two_overlines_at_once_win_nothing)
{
    assert_int_equal(status_of(3, 3,
                               "...X...\n"
                               "...X...\n"
                               "...X...\n"
                               "XXXxXX.\n"
                               "...X...\n"
                               "...X...\n"),
                     GAME_OPEN);
}

static void assert_line(const struct game *game, size_t from, size_t step, size_t length)
{
    size_t line[GAME_CELLS_MAX];
    assert_int_equal(game_winning_line(game, line, GAME_CELLS_MAX), length);
    for (size_t i = 0; i < length; i++)
        assert_int_equal(line[i], from + i * step);
}

TEST(the_winning_line_is_listed_in_order)
{
    struct game game;
    const struct variant *classic = variant_get(VARIANT_CLASSIC);
    board_text_play(&game, classic, 2, 1, "XXXxX");
    assert_line(&game, 2 + SIZE, 1, 5);
    board_text_play(&game, classic, 2, 1, "X\nx\nX\nX\nX");
    assert_line(&game, 2 + SIZE, SIZE, 5);
    board_text_play(&game, classic, 2, 1, "....x\n...X.\n..X..\n.X...\nX....");
    assert_line(&game, 2 + SIZE, SIZE + 1, 5);
    board_text_play(&game, classic, 2, 1, "X....\n.X...\n..X..\n...x.\n....X");
    size_t line[5];
    assert_int_equal(game_winning_line(&game, line, 5), 5);
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(line[i], 2 + 5 * SIZE - i * (SIZE - 1));
}

TEST(of_two_winning_lines_the_horizontal_one_is_told)
{
    struct game game;
    board_text_play(&game, variant_get(VARIANT_CLASSIC), 2, 1,
                    "x X X X X\n"
                    "X . . . .\n"
                    "X . . . .\n"
                    "X . . . .\n"
                    "X . . . .\n");
    assert_line(&game, 2 + 5 * SIZE, 1, 5);
}

TEST(a_stone_that_does_not_win_has_no_line)
{
    struct game game;
    size_t cells[5];
    assert_int_equal(board_text_play(&game, variant_get(VARIANT_CLASSIC), 0, 0, "XXXx\nOOO."), 0);
    assert_int_equal(lines_get_win(&game, 3 + SIZE, cells, 5), 0);
}

TEST(no_more_of_the_line_is_written_than_there_is_room_for)
{
    struct game game;
    size_t line[3] = {1000, 1000, 1000};
    board_text_play(&game, variant_get(VARIANT_CLASSIC), 2, 1, "XXXxX");
    assert_int_equal(game_winning_line(&game, line, 2), 5);
    assert_int_equal(line[1], 3 + SIZE);
    assert_int_equal(line[2], 1000);
    assert_int_equal(game_winning_line(&game, NULL, 0), 5);
}

TEST(three_win_on_the_small_board)
{
    static const char *const drawings[] = {
        "xXX\nOO.\n...",
        "XOx\nOXO\n.X.",
        "O.X\nOXX\no..",
        "XO.\nX.O\nx..",
    };
    static const enum game_status expected[] = {GAME_WON, GAME_OPEN, GAME_WON, GAME_WON};
    for (size_t i = 0; i < 4; i++) {
        struct game game;
        board_text_play(&game, variant_get(VARIANT_MINI), 0, 0, drawings[i]);
        assert_int_equal(game_status(&game), expected[i]);
    }
}

static enum game_status freestyle_status_of(enum variant_id id, size_t column, size_t row,
                                            const char *drawing)
{
    struct game game;
    assert_int_equal(board_text_play(&game, variant_get(id), column, row, drawing), 0);
    return game_status(&game);
}

TEST(where_overlines_win_six_win_for_either_side_in_any_direction)
{
    static const char *const drawings[] = {
        "XXXxXX",
        "OOoOOO",
        "X\nX\nX\nx\nX\nX",
        "O\nO\nO\no\nO\nO",
        ".....O\n....O.\n...O..\n..o...\n.O....\nO.....\n",
        "X.....\n.X....\n..X...\n...x..\n....X.\n.....X\n",
    };
    for (size_t i = 0; i < sizeof(drawings) / sizeof(drawings[0]); i++) {
        assert_int_equal(freestyle_status_of(VARIANT_FREESTYLE, 4, 9, drawings[i]), GAME_WON);
        assert_int_equal(freestyle_status_of(VARIANT_FREESTYLE15, 4, 6, drawings[i]), GAME_WON);
    }
}

TEST(on_15x15_by_exactly_five_six_are_nothing_and_five_win)
{
    static const struct {
        const char *drawing;
        enum game_status status;
    } rows[] = {
        {"XXXxXX", GAME_OPEN},  {"O\nO\nO\no\nO\nO", GAME_OPEN},
        {"XXXxXXX", GAME_OPEN}, {"X.....\n.X....\n..X...\n...x..\n....X.\n.....X\n", GAME_OPEN},
        {"XXXxX", GAME_WON},    {"OXXxXXO", GAME_WON},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_int_equal(freestyle_status_of(VARIANT_CLASSIC15, 4, 6, rows[i].drawing),
                         rows[i].status);
}

TEST(where_overlines_win_four_do_not_and_five_do)
{
    assert_int_equal(freestyle_status_of(VARIANT_FREESTYLE15, 4, 9, "XXxX"), GAME_OPEN);
    assert_int_equal(freestyle_status_of(VARIANT_FREESTYLE15, 4, 9, "XX.xXX"), GAME_OPEN);
    assert_int_equal(freestyle_status_of(VARIANT_FREESTYLE15, 4, 9, "OXXxXXO"), GAME_WON);
    assert_int_equal(freestyle_status_of(VARIANT_FREESTYLE, 4, 9, "XOOoOOX"), GAME_WON);
}

TEST(the_edges_of_15x15_are_where_they_are)
{
    assert_int_equal(freestyle_status_of(VARIANT_FREESTYLE15, 9, 14, "XXxXXX"), GAME_WON);
    assert_int_equal(freestyle_status_of(VARIANT_FREESTYLE15, 14, 9, "O\nO\nO\no\nO\nO"), GAME_WON);
    assert_int_equal(
        freestyle_status_of(VARIANT_FREESTYLE15, 10, 10, "....X\n...X.\n..x..\n.X...\nX....\n"),
        GAME_WON);
    /* The last three of one row and the first three of the next are neighbours as numbers only. */
    assert_int_equal(freestyle_status_of(VARIANT_FREESTYLE15, 0, 5,
                                         "XXX............\n"
                                         "............XXx\n"),
                     GAME_OPEN);
}

TEST(where_overlines_win_the_whole_row_is_the_line)
{
    struct game game;
    const struct variant *variant = variant_get(VARIANT_FREESTYLE);
    assert_int_equal(board_text_play(&game, variant, 0, 0, "XXXxXXX"), 0);
    assert_int_equal(game_winner(&game), SEAT_FIRST);
    assert_line(&game, 0, 1, 7);
    assert_int_equal(board_text_play(&game, variant, 0, 0, "OOoOOO"), 0);
    assert_int_equal(game_winner(&game), SEAT_SECOND);
    assert_line(&game, 0, 1, 6);
}

/* The cells of a window of `length` from `x`, `y`; false where it leaves the board. */
static bool window_get(int x, int y, const int *step, size_t length, size_t *cells_out)
{
    for (size_t i = 0; i < length; i++) {
        int column = x + (int)i * step[0];
        int row = y + (int)i * step[1];
        if (column < 0 || column >= SIZE || row < 0 || row >= SIZE)
            return false;
        cells_out[i] = (size_t)(column + row * SIZE);
    }
    return true;
}

static bool window_has(const size_t *cells, size_t length, size_t cell)
{
    for (size_t i = 0; i < length; i++)
        if (cells[i] == cell)
            return true;
    return false;
}

/* X takes the window, its third cell last. O plays on a lattice where no two are neighbours. */
static enum game_status window_play(const size_t *cells, size_t length)
{
    struct game game;
    size_t other = 0;
    game_init(&game, variant_get(VARIANT_CLASSIC));
    for (size_t i = 0; i < length; i++) {
        size_t k = i == length - 1 ? 2 : i + (i >= 2);
        assert_int_equal(game_status(&game), GAME_OPEN);
        assert_int_equal(game_act(&game, action_place(cells[k])), 0);
        if (i == length - 1)
            break;
        do {
            other++;
        } while ((other % SIZE + 2 * (other / SIZE)) % 5 != 0 || window_has(cells, length, other));
        assert_int_equal(game_act(&game, action_place(other)), 0);
    }
    return game_status(&game);
}

/* Plays every window of `length`; returns how many there are and how many of them won. */
static size_t windows_play(size_t length, size_t *won_out)
{
    size_t cells[6];
    size_t count = 0;
    *won_out = 0;
    for (int i = 0; i < 4 * SIZE * SIZE; i++) {
        if (!window_get(i / 4 % SIZE, i / 4 / SIZE, steps[i % 4], length, cells))
            continue;
        count++;
        *won_out += window_play(cells, length) == GAME_WON;
    }
    return count;
}

TEST(each_of_the_1020_windows_of_five_wins_alone)
{
    size_t won;
    assert_int_equal(windows_play(5, &won), 1020);
    assert_int_equal(won, 1020);
}

TEST(none_of_the_windows_of_six_wins)
{
    size_t won;
    assert_int_equal(windows_play(6, &won), 924); /* 2 * 14 * 19 + 2 * 14 * 14 */
    assert_int_equal(won, 0);
}

static int mark_at(const struct game *game, int column, int row)
{
    if (column < 0 || column >= SIZE || row < 0 || row >= SIZE)
        return MARK_NONE;
    return (int)game_cell(game, (size_t)(row * SIZE + column));
}

/* Five stones of `mark` from here on, and no sixth on either side. */
static bool scan_has_five_at(const struct game *game, int x, int y, const int *step, int mark)
{
    for (int i = 0; i < 5; i++)
        if (mark_at(game, x + i * step[0], y + i * step[1]) != mark)
            return false;
    return mark_at(game, x - step[0], y - step[1]) != mark &&
           mark_at(game, x + 5 * step[0], y + 5 * step[1]) != mark;
}

static bool scan_has_five(const struct game *game)
{
    for (int i = 0; i < 4 * SIZE * SIZE; i++) {
        int x = i / 4 % SIZE;
        int y = i / 4 / SIZE;
        if (scan_has_five_at(game, x, y, steps[i % 4], MARK_X) ||
            scan_has_five_at(game, x, y, steps[i % 4], MARK_O))
            return true;
    }
    return false;
}

/* Random stones on a small part of the board, where rows and overlines are common. */
static size_t crowded_cell(struct random *random, size_t corner)
{
    size_t column = corner % (SIZE - 7) + random_below(random, 8);
    size_t row = corner / (SIZE - 7) + random_below(random, 8);
    return column + row * SIZE;
}

TEST(wins_agree_with_a_scan_of_the_whole_board)
{
    struct random random = {1};
    struct game game;
    size_t wins = 0;
    for (size_t i = 0; i < 1500; i++) {
        size_t corner = random_below(&random, (SIZE - 7) * (SIZE - 7));
        game_init(&game, variant_get(VARIANT_CLASSIC));
        while (game_status(&game) == GAME_OPEN && game.ply < 50) {
            if (game_act(&game, action_place(crowded_cell(&random, corner))) != 0)
                continue;
            assert_int_equal(game_status(&game) == GAME_WON, scan_has_five(&game));
        }
        wins += game_status(&game) == GAME_WON;
    }
    assert_true(wins > 300 && wins < 1450); /* both outcomes were there to be judged */
}
