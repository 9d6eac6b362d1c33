/* SPDX-License-Identifier: MIT */
/*
 * penta distances: the figures of the games, maps in files, and what is refused. No server is
 * asked.
 */
#include "penta_run.h"
#include "tests/support/cmocka_all.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LINE "1 2 3 4 5 6 7 8 9\n"
/* Nine boards that all send to board 1 alone. */
#define ONE "1 1 1 1 1 1 1 1 1\n"

static bool is_shown(const char *text)
{
    return strstr(run.penta.text, text) != NULL;
}

static void the_figures_of_a_game_are_told(void **state)
{
    (void)state;
    penta_run_start("distances strategic");
    penta_run_check_end(0, "Strategic tic-tac-toe (strategic): 81 boards\n"
                           "Mean distance: 17/9 = 1.8889, the same from each board\n"
                           "Back to the same board: 1 to 2\n");
    assert_true(is_shown("         1    729 "));
    assert_true(is_shown("         2   5832 "));
    penta_run_start("distances strategic_func");
    penta_run_check_end(0, "Mean distance: 8/3 = 2.6667, the same from each board\n"
                           "Back to the same board: 3\n"
                           "The three boards of a row send alike; 27 rows: mean 8/3 = 2.6667, "
                           "back 3\n");
    penta_run_start("distances strategic_hyper");
    penta_run_check_end(0, "Mean distance: 536/243 = 2.2058\nBack to the same board: 3\n");
}

/* Board 11 sends to its own field, and from there one comes anywhere. */
static void distances_from_a_board_lie_as_the_boards_do(void **state)
{
    (void)state;
    penta_run_start("distances strategic 11");
    penta_run_check_end(0, "Distances from 11 (*)\n"
                           " *1  1  1   2  2  2   2  2  2\n"
                           "  1  1  1   2  2  2   2  2  2\n"
                           "  1  1  1   2  2  2   2  2  2\n"
                           "\n"
                           "  2  2  2   2  2  2   2  2  2\n");
    penta_run_start("distances ultimate");
    penta_run_check_end(0, "Distances from 5 (*)\n"
                           "  1  1  1\n"
                           "  1 *1  1\n"
                           "  1  1  1\n");
}

/* The longest that a game of the table has, with a prompt below it. */
static void it_fits_a_window(void **state)
{
    size_t lines = 0;
    (void)state;
    penta_run_start_screen("distances strategic_hyper");
    penta_run_check_end(0, "Mean distance from each board");
    for (const char *at = run.penta.text; (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    assert_in_range(lines, 15, 23);
    assert_true(is_shown("\x1b[30;41m 2.19\x1b[0m"));
    assert_true(is_shown("\x1b[30;42m *3\x1b[0m"));
}

static void programs_get_an_object(void **state)
{
    (void)state;
    penta_run_start("distances ultimate --json");
    penta_run_check_end(0, "{\"boards\":9,\"mean\":\"1/1\",\"never\":0,\"pairs\":[81],\"means\":["
                           "\"1/1\",\"1/1\",");
    assert_true(is_shown("],\"distances\":[[1,1,1,1,1,1,1,1,1],[1,"));
    assert_true(is_shown(",1]]}\n"));
}

/* Runs `distances FILE` with what stands behind it on a file of this text. */
static void start_with_map(const char *text, const char *behind)
{
    char path[128];
    char arguments[256];
    snprintf(path, sizeof(path), "%s/map", run.home);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    snprintf(arguments, sizeof(arguments), "distances %s%s", path, behind);
    penta_run_start(arguments);
}

static void remove_map(void)
{
    char path[128];
    snprintf(path, sizeof(path), "%s/map", run.home);
    unlink(path);
}

static void a_map_in_a_file_is_told(void **state)
{
    (void)state;
    start_with_map("# my own\n" ONE ONE ONE ONE ONE ONE ONE ONE ONE, " 2");
    penta_run_check_end(0, "/map: 9 boards\n"
                           "Mean distance: 1, the same from each board\n"
                           "Back to the same board: 1, or never\n");
    assert_true(is_shown("     never     72 "));
    assert_true(is_shown("Pairs without a way are in no mean.\n"
                         "Distances from 2 (*)\n"
                         "  1 *-  -\n"));
    start_with_map(ONE ONE ONE ONE ONE ONE ONE ONE ONE, " --json");
    penta_run_check_end(0, "\"never\":72,\"pairs\":[9],");
    assert_true(is_shown("\"distances\":[[1,null,null,"));
    remove_map();
}

static void what_is_no_map_is_refused(void **state)
{
    static const struct {
        const char *text;
        const char *told;
    } rows[] = {
        {"#\n1 2 3\n", "/map, line 2: each line has nine boards"},
        {LINE "1 2 3 x\n", "/map, line 2: a word is no board"},
        {LINE LINE LINE LINE LINE LINE LINE LINE LINE LINE, "/map, line 10: there are more lines"},
        {LINE, "/map, line 2: the map ends before"},
        {"", "/map, line 1: the map ends before"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        start_with_map(rows[i].text, "");
        penta_run_check_end(5, rows[i].told);
    }
    remove_map();
    penta_run_start("distances nothing-of-this-name");
    penta_run_check_end(5, "\"nothing-of-this-name\" is neither a game nor a file.");
}

static void games_without_boards_and_boards_that_are_none_are_refused(void **state)
{
    (void)state;
    penta_run_start("distances mini");
    penta_run_check_end(7, "In Tic-tac-toe (mini) no board sends to another");
    penta_run_start("distances strategic 10");
    penta_run_check_end(2, "\"10\" is no board of that map; their numbers are 11 to 99");
    penta_run_start("distances ultimate 11");
    penta_run_check_end(2, "their numbers are 1 to 9");
    penta_run_start("distances");
    penta_run_check_end(2, "The command distances needs: GAME|FILE [BOARD]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PENTA_TEST(the_figures_of_a_game_are_told),
        PENTA_TEST(distances_from_a_board_lie_as_the_boards_do),
        PENTA_TEST(it_fits_a_window),
        PENTA_TEST(programs_get_an_object),
        PENTA_TEST(a_map_in_a_file_is_told),
        PENTA_TEST(what_is_no_map_is_refused),
        PENTA_TEST(games_without_boards_and_boards_that_are_none_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
