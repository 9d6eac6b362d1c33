/* SPDX-License-Identifier: MIT */
/*
 * Tests of engine/record.h for SGF: what is written, what is read of what other programs write,
 * and what is refused where. What every format promises is in test_record.c.
 */
#include "engine/record.h"
#include "tests/support/test.h"
#include "tests/unit/engine/record_testing.h"
#include "tests/unit/engine/rules_testing.h"

#include <stdlib.h>
#include <string.h>

#define assert_reads(...) record_assert_reads(record_read_sgf, __VA_ARGS__)
#define assert_fault(...) record_assert_fault(record_read_sgf, __VA_ARGS__)

static char text[RECORD_SIZE_MAX];

static void write_sgf(enum variant_id id, const char *actions, const struct record_tags *tags)
{
    struct game game = game_of(id, actions);
    int len = record_write_sgf(&game, tags, text, sizeof(text));
    assert_int_equal(len, strlen(text));
}

static void assert_written(const char *part)
{
    if (strstr(text, part) == NULL)
        fail_msg("no %s in %s", part, text);
}

static void assert_not_written(const char *part)
{
    if (strstr(text, part) != NULL)
        fail_msg("%s in %s", part, text);
}

TEST(the_root_says_what_game_it_is)
{
    write_sgf(VARIANT_CLASSIC, "", NULL);
    assert_int_equal(strncmp(text, "(;FF[4]GM[4]CA[UTF-8]AP[Pentad:", 31), 0);
    assert_written("SZ[19]RU[Standard]PVA[classic]");
    write_sgf(VARIANT_SWAP2, "", NULL);
    assert_written("SZ[19]RU[Swap2]PVA[swap2]");
    write_sgf(VARIANT_MINI, "", NULL);
    assert_written("SZ[3]RU[Tic-tac-toe]PVA[mini]");
    write_sgf(VARIANT_FREESTYLE, "", NULL);
    assert_written("SZ[19]RU[Freestyle]PVA[freestyle]");
    write_sgf(VARIANT_FREESTYLE15, "", NULL);
    assert_written("SZ[15]RU[Freestyle]PVA[freestyle15]");
}

TEST(the_root_says_so_of_boards_that_are_none_of_ours)
{
    struct variant variant = *variant_get(VARIANT_FREESTYLE);
    struct game game;
    variant_resize(&variant, 19, 15);
    game_init(&game, &variant);
    assert_true(record_write_sgf(&game, NULL, text, sizeof(text)) > 0);
    assert_written("SZ[19:15]RU[Freestyle]PVA[freestyle]");
}

TEST(a_game_that_was_annulled_says_so)
{
    struct record_tags tags = {.winner = SEAT_NONE, .event = "rated game, annulled"};
    write_sgf(VARIANT_MINI, "a1", &tags);
    assert_not_written("PAN[");
    tags.is_annulled = true;
    write_sgf(VARIANT_MINI, "a1", &tags);
    assert_written("EV[rated game, annulled]");
    assert_written("PAN[yes]");
    assert_reads(text, VARIANT_MINI, "a1");
}

TEST(rows_count_from_the_top)
{
    write_sgf(VARIANT_CLASSIC, "a1 s19 h8 a19", NULL);
    assert_written(";B[as];W[sa];B[hl];W[aa])");
    write_sgf(VARIANT_MINI, "a1 c2", NULL);
    assert_written(";B[ac];W[cb])");
}

TEST(a_choice_shares_the_node_of_the_stone_before_it)
{
    write_sgf(VARIANT_SWAP2, "a1 a2 a3 two_more a4 a5 black a6", NULL);
    assert_written(";B[aq]PCH[two_more]C[Swap2: two_more];W[ap];B[ao]PCH[black]"
                   "C[Swap2: black];W[an])");
}

TEST(names_go_with_the_marks)
{
    struct record_tags tags = {.player = {"anna", "boris"}, .winner = SEAT_NONE};
    write_sgf(VARIANT_CLASSIC, "h8", &tags);
    assert_written("PB[anna]PW[boris]");
    write_sgf(VARIANT_SWAP2, "a1 a2 a3 white", &tags);
    assert_written("PB[anna]PW[boris]");
    write_sgf(VARIANT_SWAP2, "a1 a2 a3 black", &tags);
    assert_written("PB[boris]PW[anna]");
    write_sgf(VARIANT_SWAP2, "a1 a2", &tags);
    assert_written("PB[anna]PW[boris]");
}

TEST(tags_that_are_known_are_written)
{
    struct record_tags tags = {.event = "rated game",
                               .place = "https://example.org/g/1",
                               .date = "2024-05-01",
                               .winner = SEAT_NONE};
    write_sgf(VARIANT_CLASSIC, "h8", &tags);
    assert_written("DT[2024-05-01]EV[rated game]PC[https://example.org/g/1]");
    assert_not_written("PB[");
    assert_not_written("PW[");
    assert_not_written("RE[");
}

TEST(the_time_control_and_the_ratings_are_in_the_root)
{
    struct time_control control = {CLOCK_FISCHER, .main_ms = 300000, .increment_ms = 2500};
    struct record_tags tags = {.winner = SEAT_NONE, .rating = {1500, 0}, .control = &control};
    write_sgf(VARIANT_CLASSIC, "h8", &tags);
    assert_written("BR[1500]TM[300]OT[2.5 fischer]");
    assert_not_written("WR[");
    write_sgf(VARIANT_SWAP2, "a1 a2 a3 black", &tags);
    assert_written("WR[1500]");
    control =
        (struct time_control){CLOCK_BYOYOMI, .main_ms = 600000, .period_ms = 30050, .periods = 3};
    write_sgf(VARIANT_CLASSIC, "h8", &tags);
    assert_written("TM[600]OT[3x30.05 byo-yomi]");
    control = (struct time_control){CLOCK_CORRESPONDENCE, .period_ms = 3 * CLOCK_DAY_MS};
    write_sgf(VARIANT_CLASSIC, "h8", &tags);
    assert_written("TM[0]OT[3d/move]");
    control = (struct time_control){CLOCK_NONE};
    write_sgf(VARIANT_CLASSIC, "h8", &tags);
    assert_not_written("TM[");
}

TEST(a_stone_has_the_time_that_its_player_had_left)
{
    const int64_t left_ms[] = {298001, 299000, -1, 0, 120, 2592000000};
    struct record_tags tags = {.winner = SEAT_NONE, .left_ms = left_ms};
    write_sgf(VARIANT_CLASSIC, "a1 a2 a3 a4 a5", &tags);
    assert_written(";B[as]BL[298.001];W[ar]WL[299];B[aq];W[ap]WL[0];B[ao]BL[0.12])");
    assert_reads(text, VARIANT_CLASSIC, "a1 a2 a3 a4 a5");
}

TEST(a_stone_for_the_other_colour_has_no_time)
{
    const int64_t left_ms[] = {1000, 2000, 3000, 4000, 5000, 6000};
    struct record_tags tags = {.winner = SEAT_NONE, .left_ms = left_ms};
    write_sgf(VARIANT_SWAP2, "a1 a2 a3 black a4 a5", &tags);
    assert_written(";B[as];W[ar]WL[2];B[aq]PCH[black]C[Swap2: black];W[ap]WL[5];B[ao]BL[6])");
    assert_reads(text, VARIANT_SWAP2, "a1 a2 a3 black a4 a5");
}

TEST(text_cannot_break_out_of_its_brackets)
{
    struct record_tags tags = {.player = {"]);B[aa]\\", "a\nb\x7F"}, .winner = SEAT_NONE};
    struct game game;
    write_sgf(VARIANT_CLASSIC, "h8 i9", &tags);
    assert_written("PB[\\]);B[aa\\]\\\\]PW[a b ]");
    assert_int_equal(record_read_sgf(&game, text, strlen(text), NULL), 0);
    assert_int_equal(game.ply, 2);
}

TEST(a_name_in_utf8_is_written_as_it_is)
{
    struct record_tags tags = {.player = {"Анна", NULL}, .winner = SEAT_NONE};
    write_sgf(VARIANT_CLASSIC, "h8", &tags);
    assert_written("PB[Анна]");
}

TEST(the_result_is_in_the_words_of_the_standard)
{
    static const struct {
        enum seat winner;
        const char *reason;
        const char *written;
    } cases[] = {
        {SEAT_FIRST, "row", "RE[B+]"},         {SEAT_SECOND, "row", "RE[W+]"},
        {SEAT_FIRST, "resign", "RE[B+R]"},     {SEAT_SECOND, "resign", "RE[W+R]"},
        {SEAT_SECOND, "time", "RE[W+T]"},      {SEAT_FIRST, "claim", "RE[B+F]"},
        {SEAT_FIRST, "left", "RE[B+F]"},       {SEAT_NONE, "agreed", "RE[Draw]"},
        {SEAT_NONE, "full_board", "RE[Draw]"}, {SEAT_NONE, "aborted", "RE[Void]"},
        {SEAT_NONE, "no_start", "RE[Void]"},   {SEAT_NONE, "abandoned", "RE[Void]"},
        {SEAT_NONE, "closed", "RE[Void]"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct record_tags tags = {.winner = cases[i].winner, .reason = cases[i].reason};
        write_sgf(VARIANT_CLASSIC, "h8 i9", &tags);
        assert_written(cases[i].written);
    }
}

TEST(the_winner_is_told_by_mark_and_not_by_seat)
{
    struct record_tags tags = {.winner = SEAT_FIRST, .reason = "resign"};
    write_sgf(VARIANT_SWAP2, "a1 a2 a3 black", &tags);
    assert_written("RE[W+R]");
}

TEST(a_game_over_on_the_board_needs_no_tags_for_its_result)
{
    write_sgf(VARIANT_MINI, "a1 a2 b1 b2 c1", NULL);
    assert_written("RE[B+]");
    write_sgf(VARIANT_MINI, "a1 b2 b1 c1 a3 a2 c2 b3 c3", NULL);
    assert_written("RE[Draw]");
    write_sgf(VARIANT_MINI, "a1", NULL);
    assert_not_written("RE[");
}

TEST(a_file_without_our_properties_is_known_by_its_size)
{
    assert_reads("(;GM[4]SZ[19];B[jj];W[ii])", VARIANT_CLASSIC, "j10 i11");
    assert_reads("(;FF[4]GM[4]SZ[19:19]RU[Gomoku];B[as])", VARIANT_CLASSIC, "a1");
    assert_reads("(;GM[4];B[sa])", VARIANT_CLASSIC, "s19");
    assert_reads("(;SZ[3];B[bb];W[aa])", VARIANT_MINI, "b2 a3");
}

TEST(files_of_other_programs_are_read)
{
    /* Windows line ends, a byte order mark, comments, marks, times, labels. */
    assert_reads("\xEF\xBB\xBF(;FF[4]GM[4]SZ[19]\r\nPB[A]PW[B] C [says: \\] ; ( ) \\\\]\r\n;B[jj]"
                 "BL[30.5]LB[aa:1][bb:2]\r\n;W[ii]WL[29]C[(;B[zz\\])])\r\n",
                 VARIANT_CLASSIC, "j10 i11");
    /* FF[3] and older: small letters in names are for people. */
    assert_reads("(;GaMe[4]SiZe[19]PlayerBlack[A];Black[jj];White[ii])", VARIANT_CLASSIC,
                 "j10 i11");
    /* A move in the root, empty nodes, white space wherever it may be. */
    assert_reads(" ( ; GM [4] SZ [ 19 ] B\n[jj] ; ; W [ii] )", VARIANT_CLASSIC, "j10 i11");
    /* Longer names than any of ours. */
    assert_reads("(;GM[4]SZ[19]PVAXYZWUVRST[mini];B[jj]BBBBBBBBBBBBBBBBBB[aa])", VARIANT_CLASSIC,
                 "j10");
}

TEST(of_variations_the_first_is_the_game)
{
    assert_reads("(;GM[4]SZ[19];B[jj](;W[ii](;B[aa])(;B[bb]))(;W[kk]C[)]))", VARIANT_CLASSIC,
                 "j10 i11 a19");
    assert_reads("(;GM[4]SZ[19](;B[jj];W[ii])(;B[zz];W[??]))", VARIANT_CLASSIC, "j10 i11");
}

TEST(a_choice_is_read_wherever_it_stands_in_its_node)
{
    assert_reads("(;GM[4]SZ[19]PVA[swap2];B[as];W[bs];PCH[white]B[cs];W[ds])", VARIANT_SWAP2,
                 "a1 b1 c1 white d1");
    assert_reads("(;GM[4]SZ[19]RU[SWAP2];B[as];W[bs];B[cs];PCH[black];W[ds])", VARIANT_SWAP2,
                 "a1 b1 c1 black d1");
}

TEST(size_and_rule_tell_the_variant_where_its_key_is_missing)
{
    assert_reads("(;GM[4]SZ[19];B[jj])", VARIANT_CLASSIC, "j10");
    assert_reads("(;GM[4]SZ[19]RU[Freestyle];B[jj])", VARIANT_FREESTYLE, "j10");
    assert_reads("(;GM[4]SZ[15]RU[Freestyle];B[hh])", VARIANT_FREESTYLE15, "h8");
    assert_reads("(;GM[4]SZ[15];B[oa])", VARIANT_FREESTYLE15, "o15");
}

TEST(words_before_the_game_are_passed_over)
{
    assert_reads("The game (that I told you of) :-)\n\n(\n;GM[4]SZ[19];B[jj])", VARIANT_CLASSIC,
                 "j10");
    assert_reads("\xEF\xBB\xBF"
                 "From: me\r\n\r\n(;GM[4]SZ[19];B[jj])",
                 VARIANT_CLASSIC, "j10");
}

/* Some programs write the whole game into one node. */
TEST(moves_of_one_node_are_played_in_their_order)
{
    assert_reads("(;SZ[19]B[jj]W[kk]RE[B+]B[ll];W[aa]B[bb])", VARIANT_CLASSIC, "j10 k9 l8 a19 b18");
    assert_reads("(;SZ[19]PVA[swap2]B[as]W[bs]B[cs]PCH[white]W[ds])", VARIANT_SWAP2,
                 "a1 b1 c1 white d1");
    assert_fault("(;SZ[19];W[kk]B[jj])", ERR_OUT_OF_TURN, 11);
}

TEST(what_is_no_sgf_is_a_bad_record_with_its_offset)
{
    assert_fault("", ERR_BAD_RECORD, 0);
    assert_fault("   ", ERR_BAD_RECORD, 3);
    assert_fault("hello", ERR_BAD_RECORD, 0);
    assert_fault("(GM[4])", ERR_BAD_RECORD, 1);
    assert_fault("()", ERR_BAD_RECORD, 1);
    assert_fault("(;GM[4]SZ[19];B[jj]", ERR_BAD_RECORD, 19);
    assert_fault("(;GM[4]SZ[19];B[jj", ERR_BAD_RECORD, 18);
    assert_fault("(;GM[4]SZ[19];B[jj\\", ERR_BAD_RECORD, 19);
    assert_fault("(;GM[4]SZ[19];B;W[jj])", ERR_BAD_RECORD, 15);
    assert_fault("(;GM[4]SZ[19]9;B[jj])", ERR_BAD_RECORD, 13);
    assert_fault("(;GM[4]SZ[19](;B[jj])(;B[ii", ERR_BAD_RECORD, 27);
}

TEST(a_game_that_we_do_not_have_is_refused_with_the_reason)
{
    assert_fault("(;GM[1]SZ[19];B[jj])", ERR_OTHER_GAME, 5);
    assert_fault("(;GM[4]SZ[20];B[jj])", ERR_UNKNOWN_SIZE, 10);
    assert_fault("(;GM[4]SZ[13]RU[Renju];B[jj])", ERR_UNKNOWN_SIZE, 10);
    assert_reads("(;GM[4]SZ[15:15]RU[Standard];B[aa])", VARIANT_CLASSIC15, "a15");
    assert_reads("(;GM[]SZ[15x15]RU[Standard]KM[];B[aa])", VARIANT_CLASSIC15, "a15");
    assert_fault("(;GM[4]SZ[15]PVA[classic15]RU[Freestyle];B[aa])", ERR_UNKNOWN_RULE, 30);
    assert_fault("(;GM[4]SZ[0];B[jj])", ERR_BAD_RECORD, 10);
    assert_fault("(;GM[4]SZ[19];RU[Renju];B[jj])", ERR_BAD_RECORD, 17);
    assert_fault("(;GM[4]SZ[big];B[jj])", ERR_BAD_RECORD, 10);
    assert_fault("(;GM[4]SZ[19:];B[jj])", ERR_BAD_RECORD, 10);
    assert_fault("(;GM[4]SZ[19]PVA[chess];B[jj])", ERR_UNKNOWN_RULE, 17);
    assert_fault("(;GM[4]SZ[19]PVA[mini];B[jj])", ERR_BAD_RECORD, 17);
    assert_fault("(;GM[4]SZ[19:3];B[jj])", ERR_UNKNOWN_SIZE, 10);
    assert_fault("(;GM[4]SZ[19:3]PVA[classic];B[jj])", ERR_BAD_RECORD, 19);
}

TEST(nodes_that_say_no_move_in_turn_are_refused)
{
    assert_fault("(;SZ[19];W[jj])", ERR_OUT_OF_TURN, 11);
    assert_fault("(;SZ[19];B[jj];B[ii])", ERR_OUT_OF_TURN, 17);
    assert_fault("(;SZ[19];B[])", ERR_PASS, 11);
    assert_fault("(;SZ[19];B[j])", ERR_BAD_RECORD, 11);
    assert_fault("(;SZ[19];B[j9])", ERR_BAD_RECORD, 11);
    assert_fault("(;SZ[19];B[jj:kk])", ERR_BAD_RECORD, 11);
    assert_fault("(;SZ[19];B[jj][kk])", ERR_OUT_OF_TURN, 15);
    assert_fault("(;SZ[19];B[tt])", ERR_PASS, 11);
    assert_fault("(;SZ[19]PVA[swap2];B[aa];W[bb];B[cc]PCH[red])", ERR_BAD_RECORD, 40);
    assert_fault("(;SZ[19]PVA[swap2];B[aa];W[bb];B[cc]PCH[a1])", ERR_BAD_RECORD, 40);
}

TEST(an_illegal_action_is_what_the_rules_say)
{
    assert_fault("(;SZ[19];B[jj];W[jj])", ERR_OCCUPIED, 17);
    assert_fault("(;SZ[19];B[ts])", ERR_OFF_BOARD, 11);
    assert_fault("(;SZ[19];B[AA])", ERR_OFF_BOARD, 11);
    assert_fault("(;SZ[3];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb])", ERR_GAME_OVER, 40);
    assert_fault("(;SZ[19]PVA[swap2];B[aa];W[bb];B[cc];W[dd])", ERR_MUST_CHOOSE, 39);
    assert_fault("(;SZ[19];B[aa]PCH[white])", ERR_CANNOT_CHOOSE, 18);
}

TEST(brackets_nest_to_a_bound_and_no_further)
{
    struct game game;
    char *deep = malloc(40000);
    assert_non_null(deep);
    for (size_t i = 0; i < 10000; i++)
        memcpy(deep + i * 2, "(;", 2);
    memset(deep + 20000, ')', 10000);
    assert_int_equal(record_read_exact(record_read_sgf, &game, deep, 30000, NULL), ERR_BAD_RECORD);
    memcpy(deep, "(;)(;", 5);
    assert_int_equal(record_read_exact(record_read_sgf, &game, deep, 30000, NULL),
                     ERR_SEVERAL_GAMES);
    memcpy(deep, "(;(;)(", 6);
    assert_int_equal(record_read_exact(record_read_sgf, &game, deep, 30000, NULL), ERR_BAD_RECORD);
    assert_int_equal(record_read_exact(record_read_sgf, &game, deep + 19000, 2000, NULL),
                     0); /* 500 deep */
    free(deep);
}

/* Games for which SGF has no words: each action by its text, with what other programs can show. */
TEST(games_without_words_are_told_by_their_actions)
{
    static const struct {
        enum variant_id variant;
        const char *actions, *written;
    } rows[] = {
        {VARIANT_CUBE4, "b3c a1a", ";PAC[b3c]C[b3c];PAC[a1a]C[a1a])"},
        {VARIANT_WILD4, "Ob3 Xa1", ";W[bb]PAC[Ob3];B[ad]PAC[Xa1])"},
        {VARIANT_CONNECT6, "j10 a1 b1", ";B[jj]PAC[j10];W[as]PAC[a1];W[bs]PAC[b1])"},
        {VARIANT_RENJU, "h8 i9 h9 white i8",
         ";B[hh]PAC[h8];W[ig]PAC[i9];B[hg]PAC[h9];PAC[white]C[white];W[ih]PAC[i8])"},
        {VARIANT_PLANE, "0:0 -3:12", ";PAC[0:0]C[0:0];PAC[-3:12]C[-3:12])"},
        {VARIANT_ACHI, "b2 a1", ";PAC[b2]C[b2];PAC[a1]C[a1])"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct game again;
        struct game game = game_of(rows[i].variant, rows[i].actions);
        int len = record_write_sgf(&game, NULL, text, sizeof(text));
        assert_true(len > 0);
        assert_non_null(strstr(text, rows[i].written));
        assert_non_null(strstr(text, "PVA["));
        assert_int_equal(record_read_sgf(&again, text, (size_t)len, NULL), 0);
        assert_string_equal(again.variant->key, game.variant->key);
        assert_int_equal(again.ply, game.ply);
    }
}

/* An action that the rules refuse, of a game without words, and a key that nobody has. */
TEST(actions_of_such_games_are_checked)
{
    struct game game;
    size_t at;
    const char *wrong = "(;GM[4]SZ[4]PVA[cube4];PAC[a1a];PAC[a1a])";
    assert_int_equal(record_read_sgf(&game, wrong, strlen(wrong), &at), ERR_OCCUPIED);
    assert_int_equal(at, strlen("(;GM[4]SZ[4]PVA[cube4];PAC[a1a];PAC["));
    wrong = "(;GM[4]SZ[4]PVA[cube4];PAC[h8])";
    assert_int_equal(record_read_sgf(&game, wrong, strlen(wrong), &at), ERR_BAD_NOTATION);
    wrong = "(;GM[4]SZ[5]PVA[cube4];PAC[a1a])";
    assert_int_not_equal(record_read_sgf(&game, wrong, strlen(wrong), &at), 0);
    wrong = "(;GM[4]SZ[15]RU[Renju];B[hh])"; /* a rule of others is not taken for ours */
    assert_int_equal(record_read_sgf(&game, wrong, strlen(wrong), &at), ERR_UNKNOWN_RULE);
    const char *plain = "(;GM[4]SZ[15]PVA[freestyle15];B[hh];PAC[a1])"; /* where there are words */
    assert_int_equal(record_read_sgf(&game, plain, strlen(plain), &at), 0);
    assert_int_equal(game.ply, 1);
}
