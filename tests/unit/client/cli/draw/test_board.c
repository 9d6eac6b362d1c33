/* SPDX-License-Identifier: MIT */
/*
 * Boards as they are drawn: with a grid or dense, in ASCII, in UTF-8 and in colour, the last stone
 * and the winning row told apart.
 */
#include "client/cli/draw/board.h"
#include "client/cli/terminal/text.h"
#include "client/core/threat_map.h"
#include "proto/settings.h"
#include "tests/support/cmocka_all.h"

#include <locale.h>
#include <string.h>

/* Draws the game that `actions` lead to; `last` is the square to highlight, or NULL. */
static void draw(struct ink *ink, enum variant_id id, const char *actions, const char *last)
{
    struct game game;
    struct board board;
    struct action action;
    const struct variant *variant = variant_get(id);
    size_t cell = BOARD_NO_CELL;
    assert_int_equal(game_parse(&game, variant, actions, strlen(actions), NULL), 0);
    if (last != NULL) {
        assert_int_equal(action_parse(variant, last, strlen(last), &action), 0);
        cell = action_cell(action);
    }
    board_init(&board, &game, cell);
    board_draw(&board, ink);
    ink_put_raw(ink, "", 1);
}

static void check_mini(struct look look, const char *actions, const char *last, const char *drawing)
{
    struct ink ink;
    ink_init(&ink, look);
    draw(&ink, VARIANT_MINI, actions, last);
    assert_string_equal(ink.bytes.data, drawing);
    ink_deinit(&ink);
}

static const struct look plain = {.is_colour = false, .is_utf8 = false};
static const struct look fancy = {.is_colour = false, .is_utf8 = true};

static void small_board_in_ascii(void **state)
{
    (void)state;
    check_mini(plain, "b2 a1", "a1",
               "   a   b   c    \n"
               " 3   |   |    3 \n"
               "  ---+---+---   \n"
               " 2   | X |    2 \n"
               "  ---+---+---   \n"
               " 1[O]|   |    1 \n"
               "   a   b   c    \n");
}

static void small_board_in_utf8(void **state)
{
    (void)state;
    check_mini(fancy, "b2", NULL,
               "   a   b   c    \n"
               " 3   │   │    3 \n"
               "  ───┼───┼───   \n"
               " 2   │ X │    2 \n"
               "  ───┼───┼───   \n"
               " 1   │   │    1 \n"
               "   a   b   c    \n");
}

static void winning_row_has_stars_without_colour(void **state)
{
    (void)state;
    check_mini(plain, "a1 a3 b2 b3 c3", "c3",
               "   a   b   c    \n"
               " 3 O | O |*X  3 \n"
               "  ---+---+---   \n"
               " 2   |*X |    2 \n"
               "  ---+---+---   \n"
               " 1*X |   |    1 \n"
               "   a   b   c    \n");
}

/* Whether the drawing of the game has these lines, one behind the other. */
static void check_lines(struct look look, enum variant_id id, const char *actions, const char *last,
                        const char *lines)
{
    struct ink ink;
    ink_init(&ink, look);
    draw(&ink, id, actions, last);
    if (strstr(ink.bytes.data, lines) == NULL)
        fail_msg("there is no\n%sin\n%s", lines, ink.bytes.data);
    ink_deinit(&ink);
}

static void nested_boards_have_heavy_lines_and_tell_who_has_them(void **state)
{
    (void)state;
    check_lines(plain, VARIANT_ULTIMATE, "e5", "e5",
                "  ===========#===========#===========   \n"
                " 6   |   |   # . | . | . #   |   |    6 \n"
                "  ---+---+---#---+---+---#---+---+---   \n"
                " 5   |   |   # . |[X]| . #   |   |    5 \n");
    check_lines(fancy, VARIANT_ULTIMATE, "e5", "e5",
                "  ━━━┿━━━┿━━━╋━━━┿━━━┿━━━╋━━━┿━━━┿━━━   \n"
                " 6   │   │   ┃ · │ · │ · ┃   │   │    6 \n"
                "  ───┼───┼───╂───┼───┼───╂───┼───┼───   \n");
}

static void a_point_marks_where_a_stone_can_lie(void **state)
{
    (void)state;
    check_lines(plain, VARIANT_DROP4, "d1 d2 e1", "e1",
                " 3   |   |   | . |   |   |   |    3 \n"
                "  ---+---+---+---+---+---+---+---   \n"
                " 2   |   |   | O | . |   |   |    2 \n"
                "  ---+---+---+---+---+---+---+---   \n"
                " 1 . | . | . | X |[X]| . | . | .  1 \n");
}

/* The box of the stones with a margin; of numbers each fifth, and that of the last stone. */
static void an_endless_board_is_drawn_around_its_stones(void **state)
{
    (void)state;
    check_lines(plain, VARIANT_PLANE, "0:0 1:1 -3:0 2:-2 0:2", "0:2",
                "    -5         0         \n");
    check_lines(plain, VARIANT_PLANE, "0:0 1:1 -3:0 2:-2", "2:-2",
                "   2 . . . . . . . . . . \n"
                "   1 . . . . . . O . . . \n"
                "   0 . . X . . X . . . . \n"
                "  -1 . . . . . . . . . . \n"
                "  -2 . . . . . . .[O]. . \n");
    check_lines(plain, VARIANT_DROP5, "0:0 1:0 0:1", "0:1",
                "   2 . . . . + . . . . \n"
                "   1 . . . .[X]+ . . . \n"
                "   0 + + + + X O + + + \n");
}

static void columns_that_go_round_say_so_at_both_ends(void **state)
{
    (void)state;
    check_lines(plain, VARIANT_CYLINDER3, "c2", "c2",
                "c< a   b   c  >a\n"
                " 3   |   |    3 \n");
    check_lines(plain, VARIANT_CYLINDER15, "h8", "h8", "o< a b c d e f g h i j k l m n o >a\n");
}

static void levels_stand_beside_each_other(void **state)
{
    (void)state;
    check_lines(plain, VARIANT_CUBE3, "b2b a1c", "a1c",
                "   a        b        c     \n"
                " 3 . . .  3 . . .  3 . . . \n"
                " 2 . . .  2 . X .  2 . . . \n"
                " 1 . . .  1 . . .  1[O]. . \n"
                "   a b c    a b c    a b c \n");
}

static void squares_show_their_points_and_what_is_forbidden(void **state)
{
    (void)state;
    check_lines(plain, VARIANT_SCORE3, "b2", NULL,
                " 3 2 | 3 | 2  3 \n"
                "  ---+---+---   \n"
                " 2 3 | X | 3  2 \n");
    check_lines(plain, VARIANT_RENJU, "h8 g7 g8 white a1 i9 a3 i10 a5", NULL,
                " 8 . . . + . . X X - . . + . . . 8 \n");
}

static void columns_behind_z_have_two_letters(void **state)
{
    (void)state;
    check_lines(plain, VARIANT_STRIP4, "ad1", "ad1", " x y  aa  acad   \n");
    check_lines(plain, VARIANT_STRIP4, "a1", "a1", " x y  aa  ac     \n");
    check_lines(plain, VARIANT_STRATEGIC, "i1", NULL, "X|");
    check_lines(plain, VARIANT_STRATEGIC, "n14", NULL, /* sent to the middle of the middle */
                "14 . . .       . . .|      + X +      |. . .       . . . 14\n");
}

/* Both sides have a two: X on a1 and a3, O on b2 and c2. */
static void threats_are_signs_of_whose_they_are(void **state)
{
    (void)state;
    struct ink ink;
    struct board board;
    struct game game;
    struct threat_map threats;
    const char *actions = "a1 b2 a3 c2";
    assert_int_equal(game_parse(&game, variant_get(VARIANT_MINI), actions, strlen(actions), NULL),
                     0);
    board_init(&board, &game, BOARD_NO_CELL);
    threat_map_init(&threats, &game, MARK_X);
    board.threats = &threats;
    ink_init(&ink, plain);
    board_draw(&board, &ink);
    ink_put_raw(&ink, "", 1);
    assert_non_null(strstr(ink.bytes.data, " 2 # | O | O  2 \n"));
    ink_deinit(&ink);
    game_undo(&game);
    assert_int_equal(game_act(&game, action_place(8)), 0); /* c3 instead */
    threat_map_init(&threats, &game, MARK_O);
    ink_init(&ink, (struct look){.is_colour = true, .is_utf8 = false});
    board_draw(&board, &ink);
    ink_put_raw(&ink, "", 1);
    assert_non_null(strstr(ink.bytes.data, "\x1b[1;35m!\x1b[0m"));
    ink_deinit(&ink);
}

/* O has a three with both sides open; that of X is closed on one. */
static void threats_on_the_large_board_stand_in_their_columns(void **state)
{
    (void)state;
    const char *actions = "d8 d4 e8 e4 f8 f4 r1 c8";
    struct threat_map threats;
    struct board board;
    struct game game;
    struct ink ink;
    assert_int_equal(
        game_parse(&game, variant_get(VARIANT_CLASSIC), actions, strlen(actions), NULL), 0);
    board_init(&board, &game, BOARD_NO_CELL);
    threat_map_init(&threats, &game, MARK_X);
    board.threats = &threats;
    ink_init(&ink, plain);
    for (size_t row = 0; row < board_rows(game.variant); row++) {
        board_draw_row(&board, row, &ink);
        ink_put_raw(&ink, "\n", 1);
    }
    ink_put_raw(&ink, "", 1);
    assert_non_null(strstr(ink.bytes.data, " 4 . . ? O O O ? . . + . . . . . + . . . 4 \n"));
    assert_non_null(strstr(ink.bytes.data, " 8 . . O X X X . . . . . . . . . . . . . 8 \n"));
    ink_deinit(&ink);
}

/* The line number `row` of the drawing; fails the test if it is another. */
static void check_line(const struct ink *ink, size_t row, const char *line)
{
    const char *at = ink->bytes.data;
    for (size_t i = 0; i < row; i++)
        at = strchr(at, '\n') + 1;
    assert_memory_equal(at, line, strlen(line));
    assert_int_equal(at[strlen(line)], '\n');
}

static void large_board_has_coordinates_on_all_sides(void **state)
{
    (void)state;
    struct ink ink;
    ink_init(&ink, plain);
    draw(&ink, VARIANT_CLASSIC, "h8 j10", "j10");
    check_line(&ink, 0, "   a b c d e f g h i j k l m n o p q r s   ");
    check_line(&ink, 1, "19 . . . . . . . . . . . . . . . . . . . 19");
    check_line(&ink, 10, "10 . . . + . . . . .[O]. . . . . + . . . 10");
    check_line(&ink, 12, " 8 . . . . . . . X . . . . . . . . . . . 8 ");
    check_line(&ink, 20, "   a b c d e f g h i j k l m n o p q r s   ");
    ink_deinit(&ink);
}

static void winning_row_on_the_large_board(void **state)
{
    (void)state;
    struct ink ink;
    ink_init(&ink, plain);
    draw(&ink, VARIANT_CLASSIC, "a1 a2 b1 b2 c1 c2 d1 d2 e1", "e1");
    check_line(&ink, 19, " 1*X*X*X*X*X . . . . . . . . . . . . . . 1 ");
    ink_deinit(&ink);
}

static void every_row_has_the_promised_width(void **state)
{
    (void)state;
    for (int id = 0; id < VARIANT_COUNT; id++) {
        const struct variant *variant = variant_get((enum variant_id)id);
        struct game game;
        struct board board;
        game_init(&game, variant);
        board_init(&board, &game, BOARD_NO_CELL);
        bool is_sparse = variant_is_sparse(variant); /* it is always a part */
        if (is_sparse)
            board_cut(&board, 30, 18);
        size_t rows = is_sparse ? 18 + BOARD_PART_EDGE_ROWS : board_rows(variant);
        size_t columns = is_sparse ? 2 * 30 + board_part_edge(variant) : board_columns(variant);
        for (size_t row = 0; row < rows; row++) {
            struct ink ink;
            ink_init(&ink, fancy);
            board_draw_row(&board, row, &ink);
            ink_put_raw(&ink, "", 1);
            assert_int_equal(text_width(ink.bytes.data), columns);
            ink_deinit(&ink);
        }
    }
}

static void colours_tell_marks_and_the_last_stone(void **state)
{
    (void)state;
    struct ink ink;
    ink_init(&ink, (struct look){.is_colour = true, .is_utf8 = false});
    draw(&ink, VARIANT_MINI, "a1 b1", "b1");
    assert_non_null(strstr(ink.bytes.data, "\x1b[1;31mX\x1b[0m"));
    assert_non_null(strstr(ink.bytes.data, "\x1b[1;36;7mO\x1b[0m"));
    assert_null(strchr(ink.bytes.data, ']'));
    ink_deinit(&ink);
}

static void colours_tell_the_winning_row(void **state)
{
    (void)state;
    struct ink ink;
    ink_init(&ink, (struct look){.is_colour = true, .is_utf8 = false});
    draw(&ink, VARIANT_MINI, "a1 a2 b1 b2 c1", "c1");
    const char *at = ink.bytes.data;
    int wins = 0;
    while ((at = strstr(at, "\x1b[1;31;30;43mX")) != NULL) {
        wins++;
        at++;
    }
    assert_int_equal(wins, 3);
    assert_null(strchr(ink.bytes.data, '*'));
    ink_deinit(&ink);
}

static void stones_need_utf8(void **state)
{
    (void)state;
    const struct look stones = {.is_utf8 = true, .has_stones = true};
    const struct look letters = {.is_utf8 = false, .has_stones = true};
    check_mini(stones, "a1 a3 b2 b3 c3", "c3",
               "   a   b   c    \n"
               " 3 ○ │ ○ │*●  3 \n"
               "  ───┼───┼───   \n"
               " 2   │*● │    2 \n"
               "  ───┼───┼───   \n"
               " 1*● │   │    1 \n"
               "   a   b   c    \n");
    check_mini(stones, "b2 a1", "a1",
               "   a   b   c    \n"
               " 3   │   │    3 \n"
               "  ───┼───┼───   \n"
               " 2   │ ● │    2 \n"
               "  ───┼───┼───   \n"
               " 1[○]│   │    1 \n"
               "   a   b   c    \n");
    check_mini(letters, "b2 a1", "a1",
               "   a   b   c    \n"
               " 3   |   |    3 \n"
               "  ---+---+---   \n"
               " 2   | X |    2 \n"
               "  ---+---+---   \n"
               " 1[O]|   |    1 \n"
               "   a   b   c    \n");
}

/* On any look, since nobody but the player has made it yet. */
static void a_stone_on_its_way_is_in_brackets(void **state)
{
    (void)state;
    struct game game;
    struct board board;
    struct ink ink;
    ink_init(&ink, plain);
    assert_int_equal(game_parse(&game, variant_get(VARIANT_CLASSIC), "h8", 2, NULL), 0);
    board_init(&board, &game, BOARD_NO_CELL);
    board.pending = 0;
    board_draw_row(&board, 19, &ink);
    ink_put_raw(&ink, "", 1);
    assert_memory_equal(ink.bytes.data, " 1(O). . . ", 11);
    ink_deinit(&ink);
}

/* The look of a player who chose this theme, on a terminal of 256 colours or of 16. */
static struct look themed(enum theme_word theme, bool has_256)
{
    struct look look = {.is_colour = true, .is_utf8 = false, .has_256 = has_256};
    struct settings_record settings;
    settings_init(&settings);
    settings.theme = (int)theme;
    look_take_settings(&look, &settings);
    return look;
}

/* A stone of X, the last one and one that wins are written in three different ways. */
static void every_theme_tells_the_last_stone_and_those_that_win(void **state)
{
    (void)state;
    for (int theme = 0; theme < THEME_WORD_COUNT; theme++) {
        struct look look = themed((enum theme_word)theme, true);
        struct ink plain_stone;
        struct ink last;
        struct ink wins;
        ink_init(&plain_stone, look);
        ink_init(&last, look);
        ink_init(&wins, look);
        ink_put(&plain_stone, COLOUR_X, "X");
        ink_put(&last, COLOUR_X_LAST, "X");
        ink_put(&wins, COLOUR_X_WINS, "X");
        ink_put_raw(&plain_stone, "", 1);
        ink_put_raw(&last, "", 1);
        ink_put_raw(&wins, "", 1);
        assert_string_not_equal(plain_stone.bytes.data, last.bytes.data);
        assert_string_not_equal(plain_stone.bytes.data, wins.bytes.data);
        assert_true(look_needs_signs(&look) || strcmp(last.bytes.data, wins.bytes.data) != 0);
        ink_deinit(&plain_stone);
        ink_deinit(&last);
        ink_deinit(&wins);
    }
}

static void contrast_has_signs_and_no_colours(void **state)
{
    (void)state;
    struct ink ink;
    ink_init(&ink, themed(THEME_WORD_CONTRAST, false));
    draw(&ink, VARIANT_MINI, "b2 a1", "a1");
    check_line(&ink, 1, " 3   |   |    3 ");
    check_line(&ink, 3, " 2   | \x1b[1mX\x1b[0m |    2 ");
    check_line(&ink, 5, " \x1b[1m1\x1b[0m[\x1b[1;7mO\x1b[0m]|   |    \x1b[1m1\x1b[0m ");
    ink_deinit(&ink);
}

static void a_theme_covers_the_squares_and_nothing_else(void **state)
{
    (void)state;
    struct ink ink;
    ink_init(&ink, themed(THEME_WORD_PAPER, true));
    draw(&ink, VARIANT_MINI, "b2", NULL);
    check_line(&ink, 3,
               " \x1b[2m2\x1b[0m"
               "\x1b[48;5;230m \x1b[0m\x1b[48;5;230m \x1b[0m\x1b[48;5;230m \x1b[0m"
               "\x1b[48;5;230;38;5;67m|\x1b[0m"
               "\x1b[48;5;230m \x1b[0m\x1b[48;5;230;1;38;5;19mX\x1b[0m\x1b[48;5;230m \x1b[0m"
               "\x1b[48;5;230;38;5;67m|\x1b[0m"
               "\x1b[48;5;230m \x1b[0m\x1b[48;5;230m \x1b[0m\x1b[48;5;230m \x1b[0m"
               " \x1b[2m2\x1b[0m ");
    ink_deinit(&ink);
}

static void a_terminal_of_few_colours_keeps_its_own(void **state)
{
    (void)state;
    assert_int_equal(themed(THEME_WORD_WOOD, false).palette, PALETTE_TERMINAL);
    assert_int_equal(themed(THEME_WORD_WOOD, true).palette, PALETTE_WOOD);
    assert_int_equal(themed(THEME_WORD_CONTRAST, false).palette, PALETTE_CONTRAST);
}

/* The drawing of the game with its weights, and a threat at `threat`. */
static void check_weights(enum variant_id id, const char *actions, size_t threat,
                          const char *expected)
{
    static struct weight_map weights;
    static struct threat_map threats;
    struct ink ink;
    struct game game;
    struct board board;
    assert_int_equal(game_parse(&game, variant_get(id), actions, strlen(actions), NULL), 0);
    assert_true(weight_map_init(&weights, &game));
    board_init(&board, &game, BOARD_NO_CELL);
    board.weights = &weights;
    if (threat != BOARD_NO_CELL) {
        threats.signs[threat] = THREAT_SIGN_OWN_WIN;
        board.threats = &threats;
    }
    ink_init(&ink, plain);
    board_draw(&board, &ink);
    ink_put_raw(&ink, "", 1);
    if (strstr(ink.bytes.data, expected) == NULL)
        fail_msg("%s", ink.bytes.data);
    ink_deinit(&ink);
}

static void weights_are_digits_on_free_squares_and_threats_go_before_them(void **state)
{
    (void)state;
    check_weights(VARIANT_SQUARE5, "c3", 16,
                  " 4   | # | 8 | 9 |    4 \n"
                  "  ---+---+---+---+---   \n"
                  " 3   | 8 | X | 8 |    3 \n");
    check_weights(VARIANT_PLANE, "0:0 1:1", BOARD_NO_CELL,
                  "   2 . . . . 5 5 2 . . \n"
                  "   1 . . . 5 9 O 5 . . \n"
                  "   0 . . . 5 X 9 5 . . \n"
                  "  -1 . . . 2 5 5 . . . \n");
}

/* The last stone is in it. */
static void a_board_that_is_too_wide_for_the_lines_is_drawn_in_part(void **state)
{
    (void)state;
    for (size_t columns = 20; columns <= 45; columns++) {
        struct ink ink;
        ink_init(&ink, plain);
        ink_break_lines(&ink, columns);
        draw(&ink, VARIANT_CLASSIC, "a1 j10 b2 s19", "s19");
        assert_non_null(strstr(ink.bytes.data, "[O]"));
        bool is_whole = strstr(ink.bytes.data, " a b ") != NULL;
        assert_int_equal(is_whole, columns >= 42); /* there without numbers on the right */
        for (char *line = ink.bytes.data; *line != '\0';) {
            size_t len = strcspn(line, "\n");
            assert_true(len < columns);
            line += len + 1;
        }
        ink_deinit(&ink);
    }
}

static void stones_of_levels_are_all_in_view(void **state)
{
    struct game game;
    struct board board;
    static const char actions[] = "a1a b2b c3c";
    (void)state;
    assert_int_equal(game_parse(&game, variant_get(VARIANT_CUBE3), actions, strlen(actions), NULL),
                     0);
    board_init(&board, &game, BOARD_NO_CELL);
    assert_int_equal(board_count_outside(&board), 0);
}

static void a_board_for_paper_has_no_signs_of_the_next_move(void **state)
{
    struct ink ink;
    struct game game;
    struct board board;
    (void)state;
    game_init(&game, variant_get(VARIANT_DROP4));
    board_init(&board, &game, BOARD_NO_CELL);
    board.is_paper = true;
    ink_init(&ink, plain);
    board_draw(&board, &ink);
    ink_put_raw(&ink, "", 1);
    assert_null(strchr(ink.bytes.data, '.'));
    ink_deinit(&ink);
}

int main(void)
{
    setlocale(LC_ALL, "C.UTF-8");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_board_in_ascii),
        cmocka_unit_test(small_board_in_utf8),
        cmocka_unit_test(winning_row_has_stars_without_colour),
        cmocka_unit_test(nested_boards_have_heavy_lines_and_tell_who_has_them),
        cmocka_unit_test(levels_stand_beside_each_other),
        cmocka_unit_test(columns_that_go_round_say_so_at_both_ends),
        cmocka_unit_test(an_endless_board_is_drawn_around_its_stones),
        cmocka_unit_test(squares_show_their_points_and_what_is_forbidden),
        cmocka_unit_test(columns_behind_z_have_two_letters),
        cmocka_unit_test(a_point_marks_where_a_stone_can_lie),
        cmocka_unit_test(threats_are_signs_of_whose_they_are),
        cmocka_unit_test(threats_on_the_large_board_stand_in_their_columns),
        cmocka_unit_test(large_board_has_coordinates_on_all_sides),
        cmocka_unit_test(winning_row_on_the_large_board),
        cmocka_unit_test(a_board_that_is_too_wide_for_the_lines_is_drawn_in_part),
        cmocka_unit_test(every_row_has_the_promised_width),
        cmocka_unit_test(colours_tell_marks_and_the_last_stone),
        cmocka_unit_test(colours_tell_the_winning_row),
        cmocka_unit_test(stones_need_utf8),
        cmocka_unit_test(a_stone_on_its_way_is_in_brackets),
        cmocka_unit_test(every_theme_tells_the_last_stone_and_those_that_win),
        cmocka_unit_test(contrast_has_signs_and_no_colours),
        cmocka_unit_test(a_theme_covers_the_squares_and_nothing_else),
        cmocka_unit_test(a_terminal_of_few_colours_keeps_its_own),
        cmocka_unit_test(weights_are_digits_on_free_squares_and_threats_go_before_them),
        cmocka_unit_test(stones_of_levels_are_all_in_view),
        cmocka_unit_test(a_board_for_paper_has_no_signs_of_the_next_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
