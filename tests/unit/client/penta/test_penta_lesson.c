/* SPDX-License-Identifier: MIT */
/*
 * The program penta with proven lines: lessons are listed, checked and played, and one's own
 * puzzles are noted as solved or failed. No lesson beside a rated game, but puzzles.
 */
#include "penta_run.h"
#include "tests/support/cmocka_all.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define STONES "AB[hh][ih][jh][kg][kf]AW[gh][ao][ak][aa][oo]PL[B]"
#define LINE "(;GM[4]SZ[15]PVA[freestyle15]GN[Four and three]PCL[X five_or_more]" STONES
#define KEY "00000000000000aa"

static char path[128];

/* Writes a file in the test's home. */
static void write_file(const char *name, const char *text)
{
    snprintf(path, sizeof(path), "%s/%s", run.home, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void run_lesson(const char *text, const char *lines)
{
    char arguments[160];
    write_file("line.sgf", text);
    snprintf(arguments, sizeof(arguments), "lesson %s", path);
    penta_run_start(arguments);
    penta_type(&run.penta, lines);
    penta_close_input(&run.penta);
}

static void forget_file(void)
{
    snprintf(path, sizeof(path), "%s/line.sgf", run.home);
    unlink(path);
}

static void lessons_are_listed_as_proved_and_promised(void **state)
{
    (void)state;
    penta_run_start("lesson");
    penta_run_check_end(0, "  fours-3      classic        Three fours and a five\n");
    penta_run_start("lesson list");
    penta_run_check_end(0, "Begin one by its name: penta lesson five\n");
    assert_non_null(strstr(run.penta.text, "after h8 i9 i7 (promised, not yet proved)"));
    assert_non_null(strstr(run.penta.text, "\nStones that fall\n  floor        drop4"));
    penta_run_start("lesson hogetsu");
    penta_run_check_end(2, "hogetsu is promised, not yet proved.");
}

static void one_that_comes_with_pentad_is_played(void **state)
{
    (void)state;
    penta_run_start("lesson fours-3");
    penta_type(&run.penta, "hint\n");
    penta_close_input(&run.penta);
    penta_run_check_end(0, "Look for a four: it leaves the other side one answer.");
    assert_null(strstr(run.penta.text, "n8"));
    penta_run_start("lesson fours-3");
    penta_type(&run.penta, "hint\nhint\n");
    penta_close_input(&run.penta);
    penta_run_check_end(0, "The proof goes on with n8.");
    assert_non_null(strstr(run.penta.text, "Lesson: Three fours and a five"));
}

/* The first lessons say what is to be seen, in a line. */
static void the_first_steps_teach(void **state)
{
    (void)state;
    penta_run_start("lesson fork");
    penta_type(&run.penta, "a1\nhint\nl10\n");
    penta_close_input(&run.penta);
    penta_run_check_end(0, "one stone makes two fours, a fork: O can answer only one.");
    assert_non_null(strstr(run.penta.text, "That move is not in the proof."));
    assert_non_null(strstr(run.penta.text, "Look for two fours at once"));
    penta_run_start("lesson six");
    penta_type(&run.penta, "j10\nl9\n");
    penta_close_input(&run.penta);
    penta_run_check_end(0, "Solved. Wrong moves: 1, hints: 0.");
}

/* In other games, too: the words, the kind of move, what refutes a wrong one, and a turn of two
 * stones. */
static void lessons_of_other_games_teach(void **state)
{
    static const struct {
        const char *name;
        const char *lines;
        const char *said[4];
    } cases[] = {
        {"lesson vanish",
         "d4\nhint\nh1\nh2\n",
         {"A full bottom row vanishes", "or rules to read how it is played.",
          "That does not win: the other side answers c2.", "Look for a move that nothing stops"}},
        {"lesson misere",
         "c1\na2\nb3\n",
         {"Here three in a row lose.", "One move alone wins: find it.",
          "That ends the game, and you do not win. Try again, or type: hint",
          "That does not win: the other side answers b3."}},
        {"lesson two-ends",
         "hint\nc1\na1\n",
         {"You have X and win, whatever the other side does.\n"}},
        {"lesson two-stones",
         "hint\nj12\nj9\n",
         {"six in a row win.", "Look for a turn that wins: it takes all your stones."}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        penta_run_start(cases[i].name);
        penta_type(&run.penta, cases[i].lines);
        penta_close_input(&run.penta);
        penta_run_check_end(0, "Solved");
        for (size_t k = 0; k < 4 && cases[i].said[k] != NULL; k++)
            assert_non_null(strstr(run.penta.text, cases[i].said[k]));
    }
}

static void a_line_is_played_to_its_end(void **state)
{
    (void)state;
    run_lesson(LINE ";B[kh];W[lh])", "k8\nk11\nk12\n");
    penta_run_check_end(0, "Solved without hints.");
    assert_non_null(strstr(run.penta.text, "Defence played l8 (O)."));
    assert_non_null(strstr(run.penta.text, "Defence played k7 (O)."));
    assert_null(strstr(run.penta.text, "To see where it was decided"));
    forget_file();
}

static void a_wrong_move_is_told_and_not_made(void **state)
{
    (void)state;
    run_lesson(LINE ";B[kh];W[lh])", "a2\nk8\ntakeback\nk8\nk11\nk12\n");
    penta_run_check_end(0, "That move is not in the proof. Try again, or type: hint");
    assert_null(strstr(run.penta.text, "The proof goes on with"));
    assert_null(strstr(run.penta.text, "You played a2"));
    assert_non_null(strstr(run.penta.text, "Taken back: the board is as it was before move 11."));
    assert_non_null(strstr(run.penta.text, "Solved. Wrong moves: 1, hints: 0."));
    forget_file();
}

static void wrong_moves_and_hints_are_counted_apart(void **state)
{
    (void)state;
    run_lesson(LINE ";B[kh];W[lh])", "a2\na3\nhint\nk8\ntakeback\nk8\nk11\nk12\n");
    penta_run_check_end(0, "Solved. Wrong moves: 2, hints: 1. Once more: rematch");
    run_lesson(LINE ";B[kh];W[lh])", "hint\nhint\nk8\nk11\nk12\n");
    penta_run_check_end(0, "Solved. Wrong moves: 0, hints: 2. Once more: rematch");
    forget_file();
}

static void a_false_proof_is_refused_with_what_is_missing(void **state)
{
    (void)state;
    run_lesson(
        "(;GM[4]SZ[15]PVA[freestyle15]PCL[X five_or_more]AB[hh][ih][jh][kg]AW[gh][ao][ak][aa]PL[B]"
        ";B[kh])",
        "");
    penta_run_check_end(2, "is not a proof: an answer is not refuted (after ");
    assert_non_null(strstr(run.penta.text, "k8: l8)."));
    run_lesson("(;GM[4]SZ[15]PVA[freestyle15];B[hh];W[hh])", "");
    penta_run_check_end(2, "cannot be read, byte 39: That square is taken.");
    forget_file();
    run_lesson("", "");
    forget_file();
    penta_run_check_end(2, "cannot be read");
    penta_run_start("lesson no-such-file.sgf");
    penta_run_check_end(2, "no-such-file.sgf cannot be read: No such file or directory.");
    penta_run_start("lesson one");
    penta_run_check_end(2, "There is no lesson \"one\"; penta lesson lists them.");
}

/* ---------------------------------------------------------------- puzzles */

static void keep_puzzle(void)
{
    snprintf(path, sizeof(path), "%s/pentad", run.home);
    mkdir(path, 0700);
    write_file("pentad/puzzles", "penta puzzles 1\n" KEY " 0\n");
    write_file("pentad/puzzle-" KEY ".sgf", LINE ";B[kh];W[lh])");
}

static void check_list(const char *text)
{
    penta_run_start("puzzles --list");
    penta_run_check_end(0, text);
}

static void forget_puzzle(void)
{
    snprintf(path, sizeof(path), "%s/pentad/puzzles", run.home);
    unlink(path);
    snprintf(path, sizeof(path), "%s/pentad/puzzle-" KEY ".sgf", run.home);
    unlink(path);
}

static void without_puzzles_one_that_comes_with_pentad_is_played(void **state)
{
    (void)state;
    penta_run_start("puzzles");
    penta_close_input(&run.penta);
    penta_run_check_end(0, "penta analyse finds them in your games. This one comes with Pentad.");
    assert_non_null(strstr(run.penta.text, "You have X and win"));
    check_list("Puzzles: 7, not solved yet: 7");
}

/* Without a server, too; the words that teach come with each. */
static void what_a_newcomer_solved_is_remembered_and_the_next_one_comes(void **state)
{
    (void)state;
    check_list("Puzzles: 0, not solved yet: 0");
    penta_run_start("puzzles");
    penta_type(&run.penta, "l10\n");
    penta_close_input(&run.penta);
    penta_run_check_end(0, "Solved without hints.");
    assert_non_null(strstr(run.penta.text, "Lesson: Make five\nFour stones in a row are a four"));
    check_list("Puzzles: 7, not solved yet: 6\n");
    penta_run_start("puzzles");
    penta_close_input(&run.penta);
    penta_run_check_end(0, "Lesson: A four with a gap\nA four may have a gap.");
    assert_null(strstr(run.penta.text, "You have no puzzles of your own yet"));
}

static void a_puzzle_is_solved_and_failed(void **state)
{
    (void)state;
    keep_puzzle();
    check_list("Puzzles: 1, not solved yet: 1");
    penta_run_start("puzzles");
    penta_type(&run.penta, "k8\nk11\nk12\n");
    penta_close_input(&run.penta);
    penta_run_check_end(0, "Solved without hints.");
    check_list("Puzzle 1: solved 1 time in a row\nPuzzles: 1, not solved yet: 0\n");
    penta_run_start("puzzles");
    penta_type(&run.penta, "a2\nk8\nk11\nk12\n");
    penta_close_input(&run.penta);
    penta_run_check_end(0, "That move is not in the proof. Try again, or type: hint");
    check_list("Puzzle 1: solved 0 times in a row\nPuzzles: 1, not solved yet: 1\n");
    forget_puzzle();
}

/* ---------------------------------------------------------------- beside a rated game */

static void log_in(void)
{
    penta_run_log_in(&(struct auth_login_reply){.seq = 1, .name = "anna", .token = TOKEN});
}

static void no_lesson_while_a_rated_game_goes_on_elsewhere(void **state)
{
    (void)state;
    log_in();
    penta_run_start("lesson fours-3");
    penta_type(&run.penta, "hint\n");
    fake_server_accept(&run.server);
    penta_run_tell_games("anna", true);
    penta_run_check_end(1, "You have a rated game in progress;");
    assert_null(strstr(run.penta.text, "The proof goes on"));
    penta_run_start("lesson fours-3");
    penta_type(&run.penta, "hint\nhint\n");
    penta_close_input(&run.penta);
    fake_server_accept(&run.server);
    penta_run_tell_games("anna", false);
    penta_run_check_end(0, "The proof goes on with n8.");
}

/* What is in one's own finished games is no help elsewhere. */
static void for_a_puzzle_no_server_is_asked(void **state)
{
    (void)state;
    log_in();
    keep_puzzle();
    penta_run_start("puzzles");
    penta_type(&run.penta, "hint\nhint\n");
    penta_close_input(&run.penta);
    penta_run_check_end(0, "The proof goes on with k8.");
    struct pollfd poll_fd = {.fd = run.server.listener, .events = POLLIN};
    assert_int_equal(poll(&poll_fd, 1, 0), 0);
    forget_puzzle();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PENTA_TEST(lessons_are_listed_as_proved_and_promised),
        PENTA_TEST(one_that_comes_with_pentad_is_played),
        PENTA_TEST(the_first_steps_teach),
        PENTA_TEST(lessons_of_other_games_teach),
        PENTA_TEST(a_line_is_played_to_its_end),
        PENTA_TEST(a_wrong_move_is_told_and_not_made),
        PENTA_TEST(wrong_moves_and_hints_are_counted_apart),
        PENTA_TEST(a_false_proof_is_refused_with_what_is_missing),
        PENTA_TEST(without_puzzles_one_that_comes_with_pentad_is_played),
        PENTA_TEST(what_a_newcomer_solved_is_remembered_and_the_next_one_comes),
        PENTA_TEST(a_puzzle_is_solved_and_failed),
        PENTA_TEST(no_lesson_while_a_rated_game_goes_on_elsewhere),
        PENTA_TEST(for_a_puzzle_no_server_is_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
