/* SPDX-License-Identifier: MIT */
/*
 * Windows that have no room for the whole board, a telephone's: the part that is drawn has the last
 * stone in it, clocks stay, questions are whole.
 */
#include "client/cli/draw/screen.h"
#include "client/cli/terminal/text.h"
#include "client/core/table.h"
#include "scene.h"
#include "tests/support/cmocka_all.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>

static struct scene *new_scene(const char *actions, size_t columns, size_t rows)
{
    struct scene *scene = scene_new(VARIANT_CLASSIC, actions);
    scene->screen.columns = columns;
    scene->screen.rows = rows;
    scene_set_clocks(scene, 65000);
    return scene;
}

/* Draws it, and checks that it is as high as the window and no wider. */
static const struct shown *show(struct scene *scene)
{
    scene_show(scene);
    assert_int_equal(scene->shown.count, scene->screen.rows);
    for (size_t row = 0; row < scene->shown.count; row++)
        assert_true(text_width(scene->shown.rows[row]) < scene->screen.columns);
    return &scene->shown;
}

static bool has(const struct shown *shown, const char *text)
{
    for (size_t row = 0; row < shown->count; row++)
        if (strstr(shown->rows[row], text) != NULL)
            return true;
    return false;
}

static void stones_in_a_corner_are_in_view(void **state)
{
    (void)state;
    struct scene *scene = new_scene("s19 r18 q17 q16", 60, 20);
    const struct shown *shown = show(scene);
    assert_non_null(strstr(shown->rows[0], "   c d e f g h i j k l m n o p q r s  "));
    assert_non_null(strstr(shown->rows[1], "19 "));
    assert_non_null(strstr(shown->rows[1], " X  "));
    assert_non_null(strstr(shown->rows[16], " 4 "));
    assert_non_null(strstr(shown->rows[4], "[O]"));
    assert_true(has(shown, "1:05"));
    assert_false(has(shown, "not in view"));
    assert_string_equal(shown->rows[17], "Your turn.");
    scene_free(scene);
}

static void the_middle_stays_while_stones_are_few(void **state)
{
    (void)state;
    struct scene *scene = new_scene("j10", 60, 20);
    char first[512];
    snprintf(first, sizeof(first), "%s", show(scene)->rows[0]);
    scene_free(scene);
    scene = new_scene("j10 k10 i10 g12 h8 l8", 60, 20);
    assert_string_equal(show(scene)->rows[0], first);
    assert_non_null(strstr(first, "   b c d e f g h i j k l m n o p q r  "));
    scene_free(scene);
}

static void stones_that_are_not_in_view_are_counted(void **state)
{
    (void)state;
    struct scene *scene = new_scene("a1 r18 b1 s19", 40, 20);
    const struct shown *shown = show(scene);
    assert_string_equal(shown->rows[0], "   b c d e f g h i j k l m n o p q r s ");
    assert_non_null(strstr(shown->rows[1], "[O]"));
    assert_non_null(strstr(shown->rows[12], "1:05"));
    assert_non_null(strstr(shown->rows[13], "1:00"));
    assert_string_equal(shown->rows[14], "2 stones not in view");
    assert_string_equal(shown->rows[17], "Your turn.");
    scene_free(scene);
}

/* Wherever the other moved, it is seen there. */
static void the_last_stone_is_always_in_view(void **state)
{
    (void)state;
    static const size_t windows[][2] = {{60, 20}, {40, 20}, {40, 12}, {80, 12}, {30, 14}};
    for (size_t i = 0; i < sizeof(windows) / sizeof(windows[0]); i++) {
        for (char column = 'a'; column <= 's'; column++) {
            char actions[64];
            snprintf(actions, sizeof(actions), "a2 s1 a19 s18 k3 %c%d", column, column - 'a' + 1);
            struct scene *scene = new_scene(actions, windows[i][0], windows[i][1]);
            const struct shown *shown = show(scene);
            assert_true(has(shown, "[O]"));
            assert_true(has(shown, "1:05"));
            scene_free(scene);
        }
    }
}

static void the_move_that_is_looked_at_is_in_view(void **state)
{
    (void)state;
    struct scene *scene = new_scene("a1 s19 a19 s1", 40, 12);
    struct table before;
    for (unsigned plies = 1; plies <= 4; plies++) {
        table_at(&scene->table, plies, &before);
        scene->screen.table = &before;
        assert_true(has(show(scene), plies % 2 == 1 ? "[X]" : "[O]"));
    }
    scene_free(scene);
}

static void a_move_on_its_way_is_in_view(void **state)
{
    (void)state;
    struct scene *scene = new_scene("a1 b1", 40, 12);
    assert_false(has(show(scene), "(X)"));
    table_set_pending(&scene->table, action_place(19 * 18 + 18), true);
    assert_true(has(show(scene), "(X)"));
    scene_free(scene);
}

static void the_winning_row_is_in_view(void **state)
{
    (void)state;
    struct scene *scene =
        new_scene("a1 a19 e1 b19 d1 c19 c1 d19 b1", 24, 20); /* the last stone is not at its end */
    const struct shown *shown = show(scene);
    assert_true(has(shown, "*X*X*X*X*X"));
    scene_free(scene);
}

static void low_windows_keep_clocks_and_the_last_note(void **state)
{
    (void)state;
    struct scene *scene = new_scene("a1 j10", 40, 12);
    notes_add(&scene->notes, COLOUR_PLAIN, "boris played j10.");
    scene->screen.task = "Your turn.";
    const struct shown *shown = show(scene);
    assert_true(has(shown, "[O]"));
    assert_non_null(strstr(shown->rows[6], "1:05"));
    assert_non_null(strstr(shown->rows[7], "1:00"));
    assert_string_equal(shown->rows[8], "1 stone not in view");
    scene_free(scene);
    scene = new_scene("j9 j10", 40, 12);
    notes_add(&scene->notes, COLOUR_PLAIN, "boris played j10.");
    assert_string_equal(show(scene)->rows[8], "boris played j10.");
    scene_free(scene);
}

static void a_board_that_fills_the_window_leaves_rows_to_players_and_notes(void **state)
{
    (void)state;
    struct scene *scene = new_scene("j10", 44, 24);
    notes_add(&scene->notes, COLOUR_PLAIN, "boris: hello");
    const struct shown *shown = show(scene);
    assert_non_null(strstr(shown->rows[16], "anna"));
    assert_non_null(strstr(shown->rows[16], "1:05"));
    assert_string_equal(shown->rows[18], "boris: hello");
    scene->screen.rows = 26; /* all squares, but no letters below */
    show(scene);
    assert_non_null(strstr(shown->rows[19], " 1 "));
    assert_non_null(strstr(shown->rows[20], "anna"));
    assert_string_equal(shown->rows[22], "boris: hello");
    scene->screen.rows = 27;
    show(scene);
    assert_non_null(strstr(shown->rows[20], "   a b c"));
    assert_string_equal(shown->rows[23], "boris: hello");
    scene_free(scene);
}

static void less_than_a_part_keeps_clocks_and_says_so(void **state)
{
    (void)state;
    struct scene *scene = new_scene("j10", 40, 9);
    notes_add(&scene->notes, COLOUR_PLAIN, "boris played j10.");
    const struct shown *shown = show(scene);
    assert_string_equal(shown->rows[0] + strspn(shown->rows[0], " "), shown->rows[0]);
    assert_non_null(strstr(shown->rows[0], "needs a window of 18x10."));
    assert_non_null(strstr(shown->rows[1], "1:05"));
    assert_non_null(strstr(shown->rows[2], "1:00"));
    assert_string_equal(shown->rows[3], "boris played j10.");
    assert_string_equal(shown->rows[6], "Your turn.");
    scene->screen.rows = 10;
    scene->screen.columns = 18;
    assert_true(has(show(scene), "[X]"));
    scene_free(scene);
}

static void a_long_question_is_whole(void **state)
{
    (void)state;
    struct scene *scene = new_scene("j10", 40, 12);
    scene->screen.task = "End the game? Not both have moved, so there is no result. Doing this "
                         "often pauses quick pairing for you. Type yes to end it.";
    for (scene->screen.rows = 12; scene->screen.rows < 30; scene->screen.rows++) {
        const struct shown *shown = show(scene);
        assert_string_equal(shown->rows[shown->count - 2], "to end it.");
        assert_true(has(shown, "[X]"));
        assert_true(has(shown, "1:05"));
    }
    scene_free(scene);
}

static void a_narrow_panel_has_the_name_first(void **state)
{
    (void)state;
    struct scene *scene = new_scene("j10", 60, 20);
    struct table_person *boris = &scene->table.seats[SEAT_SECOND];
    boris->rating = 1500;
    boris->lag_ms = 140;
    const struct shown *shown = show(scene);
    assert_true(has(shown, "> O boris       1:00"));
    boris->is_connected = false;
    show(scene);
    assert_true(has(shown, "> O boris       1:00"));
    assert_true(has(shown, "      offline"));
    boris->is_connected = true;
    boris->is_silent = true;
    show(scene);
    assert_true(has(shown, "      no signal"));
    snprintf(boris->name, sizeof(boris->name), "boris-the-long");
    show(scene);
    assert_true(has(shown, "> O boris-the-\xe2\x80\xa6 1:00"));
    scene_free(scene);
}

/* Two names that are cut would not tell who one is. */
static void a_name_of_ones_own_that_does_not_fit_is_you(void **state)
{
    (void)state;
    struct scene *scene = new_scene("j10", 60, 20);
    struct table *table = &scene->table;
    snprintf(table->me, sizeof(table->me), "anna-the-long-one");
    snprintf(table->seats[SEAT_FIRST].name, sizeof(table->me), "anna-the-long-one");
    snprintf(table->seats[SEAT_SECOND].name, sizeof(table->me), "anna-the-long-too");
    const struct shown *shown = show(scene);
    assert_true(has(shown, "  X you         1:05"));
    assert_true(has(shown, "> O anna-the-l\xe2\x80\xa6 1:00"));
    scene_free(scene);
}

static void below_a_part_a_name_has_a_mark(void **state)
{
    (void)state;
    struct scene *scene = new_scene("j10", 26, 20);
    struct table_person *boris = &scene->table.seats[SEAT_SECOND];
    boris->rating = 1500;
    boris->is_connected = false;
    assert_true(has(show(scene), "> O boris, offline"));
    snprintf(boris->name, sizeof(boris->name), "boris-the-long");
    assert_true(has(show(scene), "> O boris-th\xe2\x80\xa6 (away) "));
    assert_false(has(&scene->shown, "offline"));
    scene_free(scene);
}

static void a_narrow_panel_says_the_game_and_the_clock_whole(void **state)
{
    (void)state;
    struct scene *scene = new_scene("j10", 60, 20);
    const struct shown *shown = show(scene);
    assert_non_null(strstr(shown->rows[0], "Five in a row,"));
    assert_non_null(strstr(shown->rows[1], "  unrated"));
    assert_non_null(strstr(shown->rows[2], "Room 000000000007,"));
    assert_non_null(strstr(shown->rows[3], "  1m+1s"));
    scene_free(scene);
}

static void answer(struct scene *scene, int lines)
{
    char text[32];
    notes_begin_answer(&scene->notes);
    for (int i = 1; i <= lines; i++) {
        snprintf(text, sizeof(text), "line %d of the help", i);
        notes_add(&scene->notes, COLOUR_PLAIN, text);
    }
    notes_end_answer(&scene->notes);
}

/* Help of which only the end is seen is no help. */
static void an_answer_without_room_is_read_in_place_of_the_board(void **state)
{
    (void)state;
    struct scene *scene = new_scene("j10", 40, 12);
    answer(scene, 12);
    const struct shown *shown = show(scene);
    assert_string_equal(shown->rows[0], "line 1 of the help");
    assert_string_equal(shown->rows[7], "line 8 of the help");
    assert_ptr_equal(strstr(shown->rows[8], "Press Return to go on."), shown->rows[8]);
    assert_string_equal(shown->rows[9], "Your turn.");
    notes_turn(&scene->notes);
    show(scene);
    assert_string_equal(shown->rows[0], "line 9 of the help");
    assert_string_equal(shown->rows[3], "line 12 of the help");
    assert_string_equal(shown->rows[4], "");
    notes_turn(&scene->notes);
    assert_true(has(show(scene), "[X]"));
    scene_free(scene);
}

static void an_answer_gives_way_to_what_happens(void **state)
{
    (void)state;
    struct scene *scene = new_scene("j10", 40, 12);
    answer(scene, 12);
    assert_false(has(show(scene), "[X]"));
    notes_add(&scene->notes, COLOUR_PLAIN, "boris played j10.");
    assert_true(has(show(scene), "[X]"));
    answer(scene, 2); /* two sentences are worth no page */
    assert_true(has(show(scene), "[X]"));
    scene->screen.columns = 80;
    scene->screen.rows = 24;
    answer(scene, 12); /* and what has room beside the board stands there */
    assert_true(has(show(scene), "[X]"));
    scene_free(scene);
}

/* A line that is cut is no line to be copied. */
static void a_line_to_be_copied_is_whole_below_its_sentence(void **state)
{
    (void)state;
    struct scene *scene = new_scene("j10", 80, 24);
    scene->screen.task = "Your room is open. An opponent joins with this line:";
    scene->screen.copied = "penta play 5q6r7s8t9v0w1x2y3z4a5b6c7d --server 127.0.0.1:7931";
    const struct shown *shown = show(scene);
    assert_string_equal(shown->rows[21], scene->screen.task);
    assert_string_equal(shown->rows[22], scene->screen.copied);
    for (scene->screen.rows = 10; scene->screen.rows < 30; scene->screen.rows++) {
        scene->screen.columns = 40;
        show(scene);
        assert_string_equal(shown->rows[shown->count - 3], "penta play 5q6r7s8t9v0w1x2y3z4a5b6c7d");
        assert_string_equal(shown->rows[shown->count - 2], "--server 127.0.0.1:7931");
        assert_string_equal(shown->rows[shown->count - 4], "with this line:");
    }
    scene_free(scene);
}

int main(void)
{
    setlocale(LC_ALL, "C.UTF-8");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stones_in_a_corner_are_in_view),
        cmocka_unit_test(the_middle_stays_while_stones_are_few),
        cmocka_unit_test(stones_that_are_not_in_view_are_counted),
        cmocka_unit_test(the_last_stone_is_always_in_view),
        cmocka_unit_test(the_move_that_is_looked_at_is_in_view),
        cmocka_unit_test(a_move_on_its_way_is_in_view),
        cmocka_unit_test(the_winning_row_is_in_view),
        cmocka_unit_test(low_windows_keep_clocks_and_the_last_note),
        cmocka_unit_test(a_board_that_fills_the_window_leaves_rows_to_players_and_notes),
        cmocka_unit_test(less_than_a_part_keeps_clocks_and_says_so),
        cmocka_unit_test(a_long_question_is_whole),
        cmocka_unit_test(a_narrow_panel_has_the_name_first),
        cmocka_unit_test(a_name_of_ones_own_that_does_not_fit_is_you),
        cmocka_unit_test(below_a_part_a_name_has_a_mark),
        cmocka_unit_test(a_narrow_panel_says_the_game_and_the_clock_whole),
        cmocka_unit_test(an_answer_without_room_is_read_in_place_of_the_board),
        cmocka_unit_test(an_answer_gives_way_to_what_happens),
        cmocka_unit_test(a_line_to_be_copied_is_whole_below_its_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
