/* SPDX-License-Identifier: MIT */
/*
 * The program penta prints boards and record sheets: empty ones without a server, games of files,
 * and one of a server, whose names are anybody's.
 */
#include "penta_run.h"
#include "tests/support/cmocka_all.h"
#include "wire.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SGF "(;FF[4]GM[4]SZ[3]PVA[mini];B[aa];W[ba];B[ab];W[bb];B[ac])"

static void path_in_home(const char *name, char path[192])
{
    snprintf(path, 192, "%s/%s", run.home, name);
}

static void write_file(const char *path, const char *content)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(content, file);
    fclose(file);
}

/* Whether the file has this text in it. */
static bool has(const char *path, const char *text)
{
    static char content[1 << 17];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    content[fread(content, 1, sizeof(content) - 1, file)] = '\0';
    fclose(file);
    return strstr(content, text) != NULL;
}

static void an_empty_board_is_text_unless_it_is_a_file(void **state)
{
    char path[192];
    char line[256];
    (void)state;
    penta_run_start("print mini");
    penta_run_check_end(0, "  1. __________    4. __________    7. __________");
    penta_run_start("print mini --format svg");
    penta_run_check_end(0, "viewBox=\"0 0 2100 2970\"");
    path_in_home("board.svg", path);
    snprintf(line, sizeof(line), "print mini -o %s", path);
    penta_run_start(line);
    penta_run_check_end(0, "");
    assert_true(has(path, "</svg>"));
    penta_run_start(line);
    penta_run_check_end(5, "already exists; use --force to replace it.");
    snprintf(line, sizeof(line), "print mini -o %s --force -f text", path);
    penta_run_start(line);
    penta_run_check_end(0, "");
    assert_false(has(path, "svg"));
    unlink(path);
    path_in_home("board.txt", path);
    snprintf(line, sizeof(line), "print mini -o %s", path);
    penta_run_start(line);
    penta_run_check_end(0, "");
    assert_true(has(path, "Tic-tac-toe (mini)\n"));
    unlink(path);
}

static void a_game_of_a_file_is_on_its_sheet(void **state)
{
    char path[192];
    char line[256];
    (void)state;
    path_in_home("game.sgf", path);
    write_file(path, SGF);
    snprintf(line, sizeof(line), "print --moves %s", path);
    penta_run_start(line);
    penta_run_check_end(0, "  1. a3    2. b3    3. a2    4. b2    5. a1");
    assert_non_null(strstr(run.penta.text, "Result: X won: "));
    snprintf(line, sizeof(line), "print mini --moves %s --format svg", path);
    penta_run_start(line);
    penta_run_check_end(0, "class=\"row\"");
    snprintf(line, sizeof(line), "print classic --moves %s", path);
    penta_run_start(line);
    penta_run_check_end(2, "That position is one of mini, not of classic.");
    unlink(path);
}

static void a_game_of_the_server_has_its_names(void **state)
{
    const struct person_record anna = {.name = "a<b>&\x1b[31m", .rating = NONE, .lag_ms = NONE};
    struct game_record game = wire_game(8, "a1 b1 a2 b2 a3", 5);
    game.first = &anna;
    game.ply = 5;
    game.result = RESULT_WORD_FIRST;
    game.reason = REASON_WORD_ROW;
    game.to_act = NONE;
    (void)state;
    penta_run_start("print --moves 000000000008 --format svg");
    fake_server_accept(&run.server);
    struct request request = fake_server_take(&run.server, OP_GAME_GET);
    assert_int_equal(request.as.game_get.game, 8);
    fake_server_reply(&run.server, OP_GAME_GET, request.id,
                      &(struct game_get_reply){.game = &game});
    penta_run_check_end(0, ">a&lt;b&gt;&amp;?[31m</text>");
    assert_non_null(strstr(run.penta.text, ">boris</text>"));
}

static void who_names_no_board_is_told_how(void **state)
{
    (void)state;
    penta_run_start("print");
    penta_run_check_end(2, "Which board?");
    penta_run_start("print chess");
    penta_run_check_end(2, "\"chess\" is not a game");
    penta_run_start("print mini --format pdf");
    penta_run_check_end(2, "use one of: svg, text.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PENTA_TEST(an_empty_board_is_text_unless_it_is_a_file),
        PENTA_TEST(a_game_of_a_file_is_on_its_sheet),
        PENTA_TEST(a_game_of_the_server_has_its_names),
        PENTA_TEST(who_names_no_board_is_told_how),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
