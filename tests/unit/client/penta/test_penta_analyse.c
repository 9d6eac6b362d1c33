/* SPDX-License-Identifier: MIT */
/*
 * The program penta analyses games: of files, without a server, and of a server that does what the
 * test says. Nobody gets an analysis beside a rated game.
 */
#include "penta_run.h"
#include "tests/support/cmocka_all.h"
#include "wire.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* X has an open three, which O does not stop; X wins. */
#define MOVES "h10 a1 i10 a3 j10 a5 k10 s1 l10"
#define SGF "(;FF[4]GM[4]SZ[19]PVA[classic];B[hj];W[as];B[ij];W[aq];B[jj];W[ao];B[kj];W[sa];B[lj])"

static char path[192];

static void write_file(const char *name, const char *content)
{
    snprintf(path, sizeof(path), "%s/%s", run.home, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(content, file);
    fclose(file);
}

/* Runs `penta analyse FILE ARGUMENTS` on a file with this content. */
static void start_with_file(const char *name, const char *content, const char *arguments)
{
    char line[512];
    write_file(name, content);
    snprintf(line, sizeof(line), "analyse %s%s%s", path, arguments[0] != '\0' ? " " : "",
             arguments);
    penta_run_start(line);
}

static void check_file(const char *name, const char *content, int code, const char *text)
{
    start_with_file(name, content, "--nodes 500");
    penta_run_check_end(code, text);
    unlink(path);
}

static void a_file_is_analysed_without_a_server(void **state)
{
    (void)state;
    check_file("game.sgf", SGF, 0, "The first losing move: 6. a5 (O).");
    assert_non_null(strstr(run.penta.text, "An open three was left"));
    assert_non_null(strstr(run.penta.text, "g10"));
    assert_non_null(strstr(run.penta.text, "would have"));
    assert_non_null(strstr(run.penta.text, "X: accuracy "));
    assert_non_null(strstr(run.penta.text, "Winning line: "));
    assert_null(strstr(run.penta.text, "###")); /* no bar where there is no terminal */
}

/* How many lines were printed. */
static size_t lines(void)
{
    size_t count = 0;
    for (const char *at = run.penta.text; (at = strchr(at, '\n')) != NULL; at++)
        count++;
    return count;
}

static void a_report_fits_a_screen_and_all_of_it_does_not(void **state)
{
    (void)state;
    check_file("game.sgf", SGF, 0, "The first losing move: 6. a5 (O).");
    assert_in_range(lines(), 1, 23);
    assert_non_null(strstr(run.penta.text, "How often X would win"));
    assert_non_null(strstr(run.penta.text, "O: accuracy "));
    start_with_file("game.sgf", SGF, "--nodes 500 --all");
    penta_run_check_end(0, "\n   a b c d e f g");
    assert_true(lines() > 24);
    unlink(path);
}

static void a_report_is_as_wide_as_its_window(void **state)
{
    (void)state;
    run.penta.columns = "50";
    char line[256];
    write_file("game.sgf", SGF);
    snprintf(line, sizeof(line), "analyse %s --nodes 500 --all --no-color", path);
    penta_run_start_screen(line);
    penta_run_check_end(0, "The first losing move: 6. a5 (O).");
    for (const char *at = strstr(run.penta.text, "X: accuracy"); at != NULL && *at != '\0';) {
        size_t len = strcspn(at, "\r\n");
        size_t columns = 0;
        for (size_t i = 0; i < len; i++)
            columns += (at[i] & 0xC0) != 0x80 ? 1 : 0;
        assert_true(columns < 50);
        at += len + strspn(at + len, "\r\n");
    }
    unlink(path);
    run.penta.columns = NULL;
}

static void a_program_reads_json(void **state)
{
    (void)state;
    start_with_file("game.sgf", SGF, "--nodes 500 --json");
    penta_run_check_end(0, "\"first_losing\":{\"ply\":6,\"by\":\"second\",\"move\":\"a5\","
                           "\"proven\":true}");
    assert_non_null(strstr(run.penta.text, "\"complete\":true"));
    assert_non_null(strstr(run.penta.text, "\"mark\":\"losing_move\""));
    assert_non_null(strstr(run.penta.text, "\"made\":\"open_three\""));
    unlink(path);
}

static void another_program_reads_sgf(void **state)
{
    (void)state;
    char out[192];
    char arguments[256];
    char text[4096] = "";
    snprintf(out, sizeof(out), "%s/out.sgf", run.home);
    snprintf(arguments, sizeof(arguments), "--nodes 500 --sgf -o %s", out);
    start_with_file("game.sgf", SGF, arguments);
    penta_run_check_end(0, "");
    FILE *file = fopen(out, "r");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof(text) - 1, file) > 0);
    fclose(file);
    /* The game is the main line; the comment stands at the move, and the win beside the game. */
    assert_non_null(strstr(text, "C[The first losing move: 6. a5 (O).]"));
    assert_non_null(strstr(text, "W[ao]C[An open three was left"));
    assert_non_null(strstr(text, "(;W["));
    start_with_file("game.sgf", SGF, arguments);
    penta_run_check_end(5, "already exists; use --force to replace it.");
    unlink(out);
    unlink(path);
}

#define FIVE_OR_SEVEN                                                                              \
    ";B[dh];W[ch];B[eh];W[kh];B[fh];W[ao];B[hh];W[co];B[ih];W[eo];B[jh];W[go];B[oa];W[oo])"

/* A stone on g8 makes seven in a row. */
static void a_game_of_exactly_five_is_analysed_by_that_rule(void **state)
{
    (void)state;
    start_with_file("game.sgf", "(;FF[4]GM[4]SZ[15]RU[Standard]" FIVE_OR_SEVEN,
                    "--nodes 2000 --json");
    penta_run_check_end(0, "\"variant\":\"classic15\"");
    assert_non_null(strstr(run.penta.text, "\"rule\":\"named\""));
    const char *last = strstr(run.penta.text, "{\"ply\":13,");
    assert_non_null(last);
    assert_null(strstr(last, "\"win\":\"five\""));
    assert_null(strstr(run.penta.text, "does not say which game"));
    unlink(path);
    start_with_file("game.sgf", "(;FF[4]GM[4]SZ[15]RU[Freestyle]" FIVE_OR_SEVEN,
                    "--nodes 2000 --all");
    penta_run_check_end(0, "Missed: five in a row on g8");
    unlink(path);
}

static void what_a_file_does_not_say_is_told(void **state)
{
    (void)state;
    start_with_file("game.sgf", "(;FF[4]GM[4]SZ[15]" FIVE_OR_SEVEN, "--nodes 500");
    penta_run_check_end(0, "does not say which game was played; it is read as Five or more");
    start_with_file("game.sgf", "(;FF[4]GM[4]SZ[15]" FIVE_OR_SEVEN, "--nodes 500 --json");
    penta_run_check_end(0, "\"rule\":\"assumed\"");
    start_with_file("game.sgf", "(;FF[4]GM[4]SZ[15]" FIVE_OR_SEVEN,
                    "--nodes 500 --variant classic15 --json");
    penta_run_check_end(0, "\"variant\":\"classic15\"");
    unlink(path);
    check_file("game.psq",
               "Piskvorky 15x15, 11:11, 0\n1,1,0\n1,3,0\n2,1,0\n3,3,0\n3,1,0\n5,3,0\n5,1,0\n"
               "7,3,0\n6,1,0\n9,3,0\n4,1,0\n11,3,0\n",
               0, "only in Five in a row, 15x15 (classic15, 15x15) are all its moves legal");
}

static void stones_that_were_set_up_are_where_an_analysis_begins(void **state)
{
    (void)state;
    static const char set_up[] = "(;GM[4]FF[4]CA[UTF-8]SZ[15]PB[Anna]PW[Boris]AB[hh][ig]AW[gi][gh]"
                                 ";B[jf];W[kk];B[ih];W[ge])";
    start_with_file("game.sgf", set_up, "--nodes 500 --json");
    penta_run_check_end(0, "\"start\":4");
    assert_non_null(
        strstr(run.penta.text, "\"moves\":[{\"ply\":5,\"by\":\"first\",\"move\":\"j10\""));
    start_with_file("game.sgf", set_up, "--nodes 500 --sgf");
    penta_run_check_end(0, "AB[");
    assert_non_null(strstr(run.penta.text, "PL[B]"));
    assert_null(strstr(run.penta.text, ";B[hh]"));
    unlink(path);
    check_file("game.sgf", "(;GM[4]SZ[15]AB[hh]AW[gg])", 7, "no moves to analyse.");
}

static void what_other_programs_write_is_read(void **state)
{
    static const struct {
        const char *name;
        const char *content;
    } rows[] = {
        {"game.sgf", "The game (of the evening):\n\n" SGF},
        {"game.sgf", "\xEF\xBB\xBF" SGF},
        {"game.sgf", "(;GM[4]SZ[19]RU[Standard]B[hj]W[as]B[ij]W[aq]B[jj]W[ao]B[kj]W[sa]B[lj])"},
        {"game.sgf", "(;GM[4]SZ[19]RU[1]AB[]AW[]PL[]KM[];B[hj];W[as];B[ij];W[aq];B[jj];W[ao])"},
        {"game.psq", "\xEF\xBB\xBFPiskvorky 19x19, 11:11, 0\r\n8,10,0\r\n1,19,0\r\n9,10,0\r\n"
                     "1,17,0\r\n10,10,0\r\n1,15,0\r\n0\r\n"},
        {"game.sgf",
         "Piskvorky 19x19, 11:11, 0\n8,10,0\n1,19,0\n9,10,0\n1,17,0\n10,10,0\n1,15,0\n"},
        {"game.psq", SGF},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        check_file(rows[i].name, rows[i].content, 0, "The first losing move: 6. a5 (O).");
}

/* Each with its reason, and a code that says that there is nothing to repair. */
static void a_record_that_cannot_be_had_here_is_refused_with_the_reason(void **state)
{
    static const struct {
        const char *content;
        int code;
        const char *text;
    } rows[] = {
        {"(;GM[4]SZ[15]RU[Renju];B[hh])", 7, "names the rule \"Renju\""},
        {"(;GM[4]SZ[20];B[hh])", 7, "a size on which Pentad does not play"},
        {"Piskvorky 20x20, 11:11, 0\n1,1,0\n", 7, "a size on which Pentad does not play"},
        {"(;GM[1]SZ[19];B[hh])", 7, "another game than five in a row"},
        {SGF "\n" SGF, 7, "has 2 games; --nth says which one is meant."},
        {"(;GM[4]SZ[15]AB[hh][hg][hf];W[aa])", 7, "sets up stones in a way"},
        {"(;GM[4]SZ[15];B[hh];B[aa])", 7, "the side whose turn it was not"},
        {"(;GM[4]SZ[15];B[hh];W[])", 7, "has a pass"},
        {"\xFF\xFE(", 7, "written in UTF-16"},
        {"", 5, "is empty."},
        {" \n", 5, "is empty."},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        check_file("game.sgf", rows[i].content, rows[i].code, rows[i].text);
    start_with_file("game.sgf", SGF "\n" SGF, "--nodes 500 --nth 2");
    penta_run_check_end(0, "The first losing move: 6. a5 (O).");
    start_with_file("game.sgf", "(;GM[4]SZ[15]RU[Freestyle];B[hh])", "--variant classic15");
    penta_run_check_end(2, "one of freestyle15, not of classic15");
    unlink(path);
}

/* The eighth stone was forced, and the sixth was the error. */
static void a_forced_move_is_not_told_as_the_error(void **state)
{
    static const char game[] =
        "(;GM[4]SZ[19]RU[Standard];B[jj];W[ki];B[lj];W[ii];B[ji];W[hh];B[kj];"
        "W[ij];B[mj];W[hl];B[nj])";
    (void)state;
    start_with_file("game.sgf", game, "--nodes 5000");
    penta_run_check_end(0, "The move that cost most before the game was lost: 6. h12 (O).");
    assert_non_null(strstr(run.penta.text, "was better."));
    assert_null(strstr(run.penta.text, "Winning line"));
    start_with_file("game.sgf", game, "--nodes 5000 --json");
    penta_run_check_end(0, "\"first_losing\":{\"ply\":6,\"by\":\"second\",\"move\":\"h12\","
                           "\"proven\":false,\"costliest\":true}");
    unlink(path);
}

/* Stones that fall: X leaves f1, which wins at once. Nothing is said of fours and threes. */
static void a_game_of_another_kind_is_analysed(void **state)
{
    static const char game[] = "(;GM[4]PVA[drop4];PAC[d1];PAC[d2];PAC[e1];PAC[e2];PAC[c1];PAC[b1]"
                               ";PAC[h1];PAC[f1])";
    char out[192];
    char arguments[256];
    (void)state;
    start_with_file("game.sgf", game, "--nodes 3000 --all");
    penta_run_check_end(0, "Missed: f1 wins at once.");
    assert_non_null(strstr(run.penta.text, "What X would score"));
    assert_null(strstr(run.penta.text, "four and"));
    start_with_file("game.sgf", game, "--nodes 3000 --json");
    penta_run_check_end(0, "\"win\":\"at_once\",\"line\":[\"f1\"]");
    assert_null(strstr(run.penta.text, "\"fours\""));
    assert_null(strstr(run.penta.text, "\"made\""));
    /* What is written is read again, with the win beside the move that missed it. */
    snprintf(out, sizeof(out), "%s/out.sgf", run.home);
    snprintf(arguments, sizeof(arguments), "--nodes 3000 --sgf -o %s", out);
    start_with_file("game.sgf", game, arguments);
    penta_run_check_end(0, "");
    snprintf(arguments, sizeof(arguments), "analyse %s --nodes 3000 --sgf", out);
    penta_run_start(arguments);
    penta_run_check_end(0, "(;B[fh]PAC[f1])");
    assert_non_null(strstr(run.penta.text, "C[Missed: f1 wins at once."));
    unlink(out);
    unlink(path);
}

static void a_bad_file_is_told_with_its_place(void **state)
{
    (void)state;
    check_file("game.sgf", "(;FF[4]GM[4]SZ[19]\n;B[hj];W[", 5, "line 2, byte ");
    check_file("game.sgf", "(;FF[4]GM[4]SZ[19];B[hj];W[hj])", 5, "an illegal move");
    check_file("game.psq", "nonsense", 5, "not a PSQ game: error in line 1, byte 1");
    check_file("game.sgf", "(;FF[4]GM[4]SZ[19])", 7, "no moves to analyse.");
    penta_run_start("analyse /nowhere/game.sgf");
    penta_run_check_end(5, "No such file");
    penta_run_start("analyse game.txt");
    penta_run_check_end(2, "is not a game");
    penta_run_start("analyse --nth 2");
    penta_run_check_end(2, "--variant and --nth say how a file is read");
    penta_run_start("solo --nth 2");
    penta_run_check_end(2, "--nth needs --position");
}

/* ---------------------------------------------------------------- at a server */

static void answer_moves(const char *moves, int64_t ply, int result)
{
    struct request request = fake_server_take(&run.server, OP_GAME_GET);
    struct game_record game = wire_game(8, moves, ply);
    assert_int_equal(request.as.game_get.game, 8);
    game.variant = variant_get(VARIANT_CLASSIC);
    game.ply = ply;
    game.result = result;
    game.reason = result == NONE ? NONE : REASON_WORD_ROW;
    game.to_act = result == NONE ? SEAT_WORD_SECOND : NONE;
    fake_server_reply(&run.server, OP_GAME_GET, request.id,
                      &(struct game_get_reply){.game = &game});
}

static void answer_game(int result)
{
    answer_moves(MOVES, 9, result);
}

static void a_game_of_the_server_has_its_names(void **state)
{
    (void)state;
    penta_run_start("analyse 000000000008 --nodes 500");
    fake_server_accept(&run.server);
    answer_game(RESULT_WORD_FIRST);
    penta_run_check_end(0, "The first losing move: 6. a5 (O boris).");
}

static void an_open_game_is_not_analysed(void **state)
{
    (void)state;
    static const char open_moves[] = "h10 a1";
    penta_run_start("analyse 000000000008");
    fake_server_accept(&run.server);
    struct request request = fake_server_take(&run.server, OP_GAME_GET);
    struct game_record game = wire_game(8, open_moves, 2);
    game.variant = variant_get(VARIANT_CLASSIC);
    game.ply = 2;
    fake_server_reply(&run.server, OP_GAME_GET, request.id,
                      &(struct game_get_reply){.game = &game});
    penta_run_check_end(7, "only finished games can be analysed");
}

static void let_in(const char *name)
{
    fake_server_accept(&run.server);
    fake_server_reply(&run.server, OP_AUTH_RESUME, fake_server_take(&run.server, OP_AUTH_RESUME).id,
                      &(struct auth_resume_reply){.seq = 1, .name = name});
}

static void let_maria_in(void)
{
    let_in("maria");
}

static void beside_a_rated_game_nothing_is_analysed(void **state)
{
    (void)state;
    penta_run_log_in(&(struct auth_login_reply){.seq = 1, .name = "maria", .token = TOKEN});
    penta_run_start("analyse 000000000008");
    let_maria_in();
    penta_run_tell_games(NULL, true);
    penta_run_check_end(1, "rated game");
    start_with_file("game.sgf", SGF, "--nodes 500");
    let_maria_in();
    penta_run_tell_games(NULL, true);
    penta_run_check_end(1, "rated game");
    unlink(path);
}

static void beside_one_that_is_not_rated_it_is(void **state)
{
    (void)state;
    penta_run_log_in(&(struct auth_login_reply){.seq = 1, .name = "maria", .token = TOKEN});
    penta_run_start("analyse 000000000008 --nodes 500");
    let_maria_in();
    penta_run_tell_games(NULL, false);
    answer_game(RESULT_WORD_FIRST);
    penta_run_check_end(0, "The first losing move: 6. a5 (O boris).");
}

static void a_room_of_ones_own_has_a_game_that_is_not_over(void **state)
{
    (void)state;
    penta_run_log_in(&(struct auth_login_reply){.seq = 1, .name = "maria", .token = TOKEN});
    penta_run_start("analyse 000000000007");
    let_maria_in();
    penta_run_tell_games(NULL, false);
    penta_run_check_end(7, "This game is still in progress; only finished games can be analysed.");
}

/* With so many games, of which the last `aborted` have no result. */
static void answer_history(size_t count, size_t aborted)
{
    struct request request = fake_server_take(&run.server, OP_HISTORY_LIST);
    struct history_row_record rows[3];
    for (size_t i = 0; i < 3; i++)
        rows[i] =
            (struct history_row_record){.game = 8 + aborted - i,
                                        .variant = variant_get(VARIANT_CLASSIC),
                                        .opponent = "boris",
                                        .opponent_rank = NONE,
                                        .opponent_rating = NONE,
                                        .score = i < aborted ? SCORE_WORD_VOID : SCORE_WORD_WON,
                                        .plies = i < aborted ? 1 : 9};
    assert_null(request.as.history_list.name);
    assert_int_equal(request.as.history_list.limit, 50);
    assert_int_equal(request.as.history_list.score, NONE);
    assert_int_equal(request.as.history_list.stake, NONE);
    assert_int_equal(request.as.history_list.computers, NONE);
    fake_server_reply(
        &run.server, OP_HISTORY_LIST, request.id,
        &(struct history_list_reply){.name = "maria", .rows = rows, .rows_count = count});
}

static void without_a_game_it_is_ones_last(void **state)
{
    (void)state;
    penta_run_start("analyse");
    penta_run_check_end(4, "penta login");
    penta_run_log_in(&(struct auth_login_reply){.seq = 1, .name = "maria", .token = TOKEN});
    penta_run_start("analyse --nodes 500");
    let_maria_in();
    answer_history(1, 0);
    let_maria_in();
    penta_run_tell_games(NULL, false);
    answer_game(RESULT_WORD_FIRST);
    penta_run_check_end(0, "The first losing move: 6. a5 (O boris).");
    penta_run_start("analyse");
    let_maria_in();
    answer_history(0, 0);
    penta_run_check_end(1, "You have no finished games yet.");
}

/* The id of the game that is asked for without a word, of so many that ended. */
static void check_last(size_t count, size_t aborted, uint64_t expected)
{
    penta_run_start("analyse --nodes 500");
    let_maria_in();
    answer_history(count, aborted);
    let_maria_in();
    penta_run_tell_games(NULL, false);
    struct request request = fake_server_take(&run.server, OP_GAME_GET);
    assert_int_equal(request.as.game_get.game, expected);
    fake_server_error(&run.server, request.id, &(struct fault){.error = ERR_NO_SUCH_GAME}, 0);
    penta_run_check_end(1, "There is no such game.");
}

static void ones_last_game_is_one_that_has_a_result(void **state)
{
    (void)state;
    penta_run_log_in(&(struct auth_login_reply){.seq = 1, .name = "maria", .token = TOKEN});
    check_last(3, 0, 8);
    check_last(3, 1, 8);
    check_last(3, 2, 8);
    check_last(3, 3, 11); /* none has one */
}

static void a_file_needs_no_server_that_answers(void **state)
{
    (void)state;
    penta_run_log_in(&(struct auth_login_reply){.seq = 1, .name = "maria", .token = TOKEN});
    start_with_file("game.sgf", SGF, "--nodes 500");
    fake_server_accept(&run.server);
    fake_server_drop(&run.server);
    penta_run_check_end(0, "The first losing move: 6. a5 (O).");
    assert_null(strstr(run.penta.text, "No connection"));
    unlink(path);
}

/* Under an open three of O k10, l10 and the open column won, and nothing else. */
static void ones_own_missed_win_becomes_a_puzzle(void **state)
{
    (void)state;
    penta_run_log_in(&(struct auth_login_reply){.seq = 1, .name = "maria", .token = TOKEN});
    penta_run_start("analyse 000000000008 --nodes 2000");
    let_in("anna");
    penta_run_tell_games(NULL, false);
    answer_moves("h10 g10 i10 a3 j10 a4 k11 a5 k12 s1 c3 e15", 12, RESULT_WORD_DRAW);
    penta_run_check_end(0, "1 missed win is now a puzzle: penta puzzles");
}

/* ---------------------------------------------------------------- at the table */

static void a_game_alone_is_analysed_at_its_table(void **state)
{
    (void)state;
    penta_run_start("solo freestyle15 --level 1");
    penta_type(&run.penta, "h8\nresign\nanalyse\nback\n1\nquit\n");
    penta_run_check_end(0, "X Player: accuracy 100 of 100");
    assert_non_null(strstr(run.penta.text, "1. h8"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PENTA_TEST(a_file_is_analysed_without_a_server),
        PENTA_TEST(a_report_fits_a_screen_and_all_of_it_does_not),
        PENTA_TEST(a_report_is_as_wide_as_its_window),
        PENTA_TEST(a_program_reads_json),
        PENTA_TEST(another_program_reads_sgf),
        PENTA_TEST(a_game_of_exactly_five_is_analysed_by_that_rule),
        PENTA_TEST(what_a_file_does_not_say_is_told),
        PENTA_TEST(stones_that_were_set_up_are_where_an_analysis_begins),
        PENTA_TEST(what_other_programs_write_is_read),
        PENTA_TEST(a_record_that_cannot_be_had_here_is_refused_with_the_reason),
        PENTA_TEST(a_forced_move_is_not_told_as_the_error),
        PENTA_TEST(a_game_of_another_kind_is_analysed),
        PENTA_TEST(a_bad_file_is_told_with_its_place),
        PENTA_TEST(a_game_of_the_server_has_its_names),
        PENTA_TEST(an_open_game_is_not_analysed),
        PENTA_TEST(beside_a_rated_game_nothing_is_analysed),
        PENTA_TEST(beside_one_that_is_not_rated_it_is),
        PENTA_TEST(a_room_of_ones_own_has_a_game_that_is_not_over),
        PENTA_TEST(ones_own_missed_win_becomes_a_puzzle),
        PENTA_TEST(a_game_alone_is_analysed_at_its_table),
        PENTA_TEST(without_a_game_it_is_ones_last),
        PENTA_TEST(ones_last_game_is_one_that_has_a_result),
        PENTA_TEST(a_file_needs_no_server_that_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
