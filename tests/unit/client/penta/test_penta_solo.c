/* SPDX-License-Identifier: MIT */
/*
 * The program penta alone with a computer player: whole games at a terminal and by a script, and
 * what it says where there is no game.
 */
#include "penta_run.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/wait.h"
#include "wire.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char seen[65536]; /* on the screen since it was looked at */

/* Reads more of the screen. */
static void look(void)
{
    size_t len = strlen(seen);
    struct pollfd poll_fd = {.fd = run.penta.output, .events = POLLIN};
    assert_int_equal(poll(&poll_fd, 1, PATIENCE_MS), 1);
    ssize_t got = read(run.penta.output, seen + len, sizeof(seen) - 1 - len);
    assert_true(got > 0);
    seen[len + (size_t)got] = '\0';
}

static void look_for(const char *text)
{
    while (strstr(seen, text) == NULL)
        look();
    seen[0] = '\0';
}

/* Takes hints until the game is over, each when the opponent has moved. */
static void play_by_hints(const char *end)
{
    while (strstr(seen, end) == NULL) {
        bool may_be_my_turn = strstr(seen, "random played") != NULL;
        if (may_be_my_turn) {
            seen[0] = '\0';
            penta_type(&run.penta, "hint play\r");
        }
        look();
    }
}

/* `farewell` is what stays on the terminal. */
static void play_at_terminal(const char *arguments, const char *end, const char *farewell)
{
    seen[0] = '\0';
    penta_run_start_screen(arguments);
    look_for("Your turn: place X, for instance");
    penta_type(&run.penta, "hint play\r");
    play_by_hints(end);
    penta_type(&run.penta,
               "\x04"); /* no line: a hint may still be unread, and of two one is done */
    penta_run_check_end(0, farewell);
}

static void a_game_of_classic_is_won_at_a_terminal(void **state)
{
    (void)state;
    play_at_terminal("solo --computer random", "You won: row completed.",
                     "You won: row completed.");
}

static void what_stays_on_the_terminal_has_its_width(void **state)
{
    (void)state;
    run.penta.columns = "20";
    play_at_terminal("solo --computer random --no-color", "You won: row completed.",
                     "You won: row\r\ncompleted.");
    run.penta.columns = NULL;
}

/* Won or drawn: chance plays on, too. */
static void a_game_of_mini_is_played_at_a_terminal(void **state)
{
    (void)state;
    play_at_terminal("solo mini --computer random", "random offers a rematch", "a");
}

static void ctrl_c_ends_it_at_once(void **state)
{
    (void)state;
    seen[0] = '\0';
    penta_run_start_screen("solo swap2 --level 10 --first opponent");
    look_for("The game begins");
    kill(run.penta.pid, SIGINT);
    penta_run_check_end(0, "");
}

/* Nobody beats who sees everything, and who takes its moves does not lose. */
static void a_game_of_mini_is_drawn_by_a_script_and_the_next_begins(void **state)
{
    (void)state;
    penta_run_start("solo mini --computer perfect");
    penta_type(&run.penta, "hint play\nhint play\nhint play\nhint play\nhint play\n"
                           "rematch\nhint play\ntakeback\nhint play\ndraw\n");
    penta_close_input(&run.penta);
    penta_run_check_end(0, "Draw: the board is full.");
    assert_non_null(strstr(run.penta.text, "The game begins: you are X."));
    assert_non_null(strstr(run.penta.text, "perfect offers a rematch."));
    assert_non_null(strstr(run.penta.text, "The game begins: you are O."));
    assert_non_null(strstr(run.penta.text, "Taken back: the board is as it was before move 2."));
    assert_non_null(strstr(run.penta.text, "Draw: by agreement."));
}

static void a_line_that_cannot_be_done_is_told_and_the_script_goes_on(void **state)
{
    (void)state;
    penta_run_start("solo mini --computer random");
    penta_type(&run.penta, "rematch\nb2\nb2\n");
    penta_close_input(&run.penta);
    penta_run_check_end(1, "You played b2 (X).");
    assert_non_null(strstr(run.penta.text, "The game in this room is not over."));
    assert_non_null(strstr(run.penta.text, "That square is taken."));
}

static void log_in(void)
{
    penta_run_log_in(&(struct auth_login_reply){.seq = 1, .name = "anna", .token = TOKEN});
}

static void no_help_while_a_rated_game_goes_on_elsewhere(void **state)
{
    (void)state;
    log_in();
    penta_run_start("solo mini --computer random");
    penta_type(&run.penta, "hint\nb2\ntakeback\nhint play\n");
    penta_close_input(&run.penta);
    fake_server_accept(&run.server);
    penta_run_tell_games("anna", true);
    penta_run_tell_games("anna", true);
    penta_run_tell_games("anna", false); /* it is over */
    penta_run_check_end(1, "You played b2 (X).");
    assert_non_null(strstr(run.penta.text, "You have a rated game in progress;"));
    assert_null(strstr(run.penta.text, "Takeback"));
    assert_non_null(strstr(run.penta.text, "penta plays "));
}

static void a_server_that_says_nothing_or_is_not_there_is_not_waited_for(void **state)
{
    (void)state;
    log_in();
    penta_run_start("solo mini --computer random");
    penta_type(&run.penta, "hint\nhint play\n"); /* nobody answers, and nobody is asked again */
    penta_close_input(&run.penta);
    penta_run_check_end(0, "penta plays ");
    penta_start(&run.penta, run.home, run.server.port, "solo mini --port 1 --computer random");
    penta_type(&run.penta, "hint\nhint play\n");
    penta_close_input(&run.penta);
    penta_run_check_end(0, "penta plays ");
}

/* Starts penta with a file of this name in its home, and a line to be typed. */
static void start_with_file(const char *name, const char *text, const char *options,
                            const char *line)
{
    char path[128];
    char arguments[256];
    snprintf(path, sizeof(path), "%s/%s", run.home, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    snprintf(arguments, sizeof(arguments), "solo --computer random --position %s%s", path, options);
    penta_run_start(arguments);
    penta_type(&run.penta, line);
    penta_close_input(&run.penta);
}

static void end_with_file(const char *name, int code, const char *text)
{
    char path[128];
    penta_run_check_end(code, text);
    snprintf(path, sizeof(path), "%s/%s", run.home, name);
    assert_int_equal(unlink(path), 0);
}

static void it_plays_on_from_stones_that_were_set_up(void **state)
{
    (void)state;
    static const char set_up[] = "(;FF[4]GM[4]SZ[15]PVA[freestyle15]"
                                 "AB[hh][ih][jh][kh]AW[aa][ac][ae][ag]PL[B])";
    start_with_file("game.sgf", set_up, "", "l8\n");
    end_with_file("game.sgf", 0, "You won: row completed.");
    start_with_file("game.sgf", set_up, " --first opponent", "takeback\n");
    end_with_file("game.sgf", 1, "You have no move to take back.");
    start_with_file("game.sgf", set_up, " --at 7", "");
    end_with_file("game.sgf", 2, "This game has moves 8 to 8.");
}

static void it_plays_on_from_a_ply_of_a_file(void **state)
{
    (void)state;
    static const char won[] = "(;FF[4]GM[4]SZ[3]PVA[mini];B[aa];W[ba];B[ab];W[bb];B[ac])";
    start_with_file("game.sgf", won, "", "");
    end_with_file("game.sgf", 2, "name an earlier move: --at 4");
    start_with_file("game.sgf", won, " --at 4", "a1\n");
    end_with_file("game.sgf", 0, "You won: row completed.");
    start_with_file("game.sgf", won, " --at 3 --variant classic", "");
    end_with_file("game.sgf", 2, "That position is one of mini, not of classic.");
    start_with_file("game.sgf", "(;FF[4]", "", "");
    end_with_file("game.sgf", 5, "is not an SGF game: error in line 1,");
    start_with_file("game.sgf", "(;GM[4]SZ[15]RU[Renju];B[hh])", "", "");
    end_with_file("game.sgf", 7, "names the rule \"Renju\"");
    start_with_file("game.sgf", "(;GM[4]SZ[15];B[hh])", " --variant classic15", "h9\n");
    end_with_file("game.sgf", 0, "");
}

/* Stones fall, and where nobody knows the game there is a move, but no advice. */
static void other_kinds_of_games_have_hints_and_no_threats(void **state)
{
    (void)state;
    penta_run_start("solo drop4 --first me");
    penta_type(&run.penta, "a2\nhint\nthreats on\na1\n");
    penta_close_input(&run.penta);
    penta_run_check_end(1, "You played a1 (X).");
    assert_non_null(strstr(run.penta.text, "that square has none yet"));
    assert_non_null(strstr(run.penta.text, "Hint: "));
    assert_non_null(strstr(run.penta.text, "In this game penta knows no threats"));
}

static void it_plays_on_from_a_game_of_the_servers(void **state)
{
    (void)state;
    penta_run_start("solo --position 00000000000G --at 2 --computer random");
    penta_type(&run.penta, "b2\n");
    penta_close_input(&run.penta);
    fake_server_accept(&run.server);
    struct request request = fake_server_take(&run.server, OP_GAME_GET);
    struct game_record game = wire_game(request.as.game_get.game, "a1 c3 b1 a3 c1", 5);
    game.result = RESULT_WORD_FIRST;
    game.reason = REASON_WORD_ROW;
    fake_server_reply(&run.server, OP_GAME_GET, request.id,
                      &(struct game_get_reply){.game = &game});
    penta_run_check_end(0, "You played b2 (X).");
    penta_run_start("solo --position game --computer random");
    penta_run_check_end(2, "\"game\" is not a game");
    penta_run_start("solo --at 3");
    penta_run_check_end(2, "--at needs --position: it names a move of that game.");
}

static void wrong_words_are_told_before_anything_begins(void **state)
{
    (void)state;
    penta_run_start("solo chess");
    penta_run_check_end(2, "\"chess\" is not a game; they are listed by: penta games --of");
    penta_run_start("solo --computer nobody");
    penta_run_check_end(2, "There is no computer \"nobody\"");
    penta_run_start("solo classic --computer depth");
    penta_run_check_end(2, "depth does not play classic");
    penta_run_start("solo mini --computer depth --level 10");
    penta_run_check_end(2, "depth has levels 1 to 9.");
    penta_run_start("solo --computer list");
    penta_run_check_end(0, "levels 1-9      mini");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PENTA_TEST(a_game_of_classic_is_won_at_a_terminal),
        PENTA_TEST(what_stays_on_the_terminal_has_its_width),
        PENTA_TEST(a_game_of_mini_is_played_at_a_terminal),
        PENTA_TEST(ctrl_c_ends_it_at_once),
        PENTA_TEST(a_game_of_mini_is_drawn_by_a_script_and_the_next_begins),
        PENTA_TEST(a_line_that_cannot_be_done_is_told_and_the_script_goes_on),
        PENTA_TEST(no_help_while_a_rated_game_goes_on_elsewhere),
        PENTA_TEST(a_server_that_says_nothing_or_is_not_there_is_not_waited_for),
        PENTA_TEST(it_plays_on_from_stones_that_were_set_up),
        PENTA_TEST(it_plays_on_from_a_ply_of_a_file),
        PENTA_TEST(other_kinds_of_games_have_hints_and_no_threats),
        PENTA_TEST(it_plays_on_from_a_game_of_the_servers),
        PENTA_TEST(wrong_words_are_told_before_anything_begins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
