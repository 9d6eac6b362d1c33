/* SPDX-License-Identifier: MIT */
/*
 * Tests of engine/record.h for PSQ: what is written, what is read of what Piskvork and Gomocup's
 * tools write, and what is refused where. What every format promises is in test_record.c.
 */
#include "engine/record.h"
#include "tests/support/test.h"
#include "tests/unit/engine/record_testing.h"
#include "tests/unit/engine/rules_testing.h"

#include <string.h>

#define assert_reads(...) record_assert_reads(record_read_psq, __VA_ARGS__)
#define assert_fault(...) record_assert_fault(record_read_psq, __VA_ARGS__)

static char text[RECORD_SIZE_MAX];

static const struct record_tags anna_and_boris = {.player = {"anna", "boris"}, .winner = SEAT_NONE};

static void assert_written(enum variant_id id, const char *actions, const struct record_tags *tags,
                           const char *expected)
{
    struct game game = game_of(id, actions);
    int len = record_write_psq(&game, tags, text, sizeof(text));
    assert_int_equal(len, strlen(text));
    assert_string_equal(text, expected);
}

TEST(a_plain_game_is_written_as_piskvork_writes_it)
{
    assert_written(VARIANT_CLASSIC, "a1 s19 h8", &anna_and_boris,
                   "Piskvorky 19x19, 11:11, 0\n1,19,0\n19,1,0\n8,12,0\nhomo-anna\nhomo-boris\n0\n");
    assert_written(VARIANT_MINI, "a1 b3", NULL,
                   "Piskvorky 3x3, 11:11, 0\n1,3,0\n2,1,0\nhomo-1\nhomo-2\n0\n");
}

TEST(a_variant_that_the_size_does_not_tell_is_named_with_its_choices)
{
    assert_written(VARIANT_SWAP2, "a1 a2 a3 two_more a4 a5 white", &anna_and_boris,
                   "Piskvorky 19x19, 11:11, 0\n1,19,0\n1,18,0\n1,17,0\n1,16,0\n1,15,0\n"
                   "homo-pentad:swap2 two_more white\nhomo-boris\nhomo-anna\n0\n");
    assert_written(VARIANT_SWAP2, "", NULL,
                   "Piskvorky 19x19, 11:11, 0\nhomo-pentad:swap2\nhomo-1\nhomo-2\n0\n");
}

TEST(a_second_variant_of_a_size_is_named)
{
    assert_written(VARIANT_FREESTYLE, "", NULL,
                   "Piskvorky 19x19, 11:11, 0\nhomo-pentad:freestyle\nhomo-1\nhomo-2\n0\n");
    assert_reads("Piskvorky 19x19, 11:11, 0\n1,19,0\nhomo-pentad:freestyle\nhomo-1\nhomo-2\n0\n",
                 VARIANT_FREESTYLE, "a1");
}

TEST(the_first_variant_of_a_size_needs_no_name)
{
    assert_written(VARIANT_FREESTYLE15, "a1 o15", NULL,
                   "Piskvorky 15x15, 11:11, 0\n1,15,0\n15,1,0\nhomo-1\nhomo-2\n0\n");
    assert_reads("Piskvorky 15x15, 0:11, 1\n8,8,0\n9,7,1203\n-1\n", VARIANT_FREESTYLE15, "h8 i9");
}

TEST(no_name_starts_a_program_or_a_line)
{
    struct record_tags tags = {.player = {"x.exe\n1,1,0\x7F", "pentad:swap2"}, .winner = SEAT_NONE};
    assert_written(VARIANT_MINI, "a1", &tags,
                   "Piskvorky 3x3, 11:11, 0\n1,3,0\nhomo-x.exe 1,1,0 \nhomo-pentad swap2\n0\n");
}

TEST(a_stone_has_the_milliseconds_that_it_took)
{
    const int64_t spent_ms[] = {1203, -1, INT64_MAX, 5, 70000};
    const struct record_tags tags = {.spent_ms = spent_ms, .winner = SEAT_NONE};
    assert_written(VARIANT_SWAP2, "a1 a2 a3 white a4", &tags,
                   "Piskvorky 19x19, 11:11, 0\n1,19,1203\n1,18,0\n1,17,2147483647\n1,16,70000\n"
                   "homo-pentad:swap2 white\nhomo-1\nhomo-2\n0\n");
    assert_reads(text, VARIANT_SWAP2, "a1 a2 a3 white a4");
}

/* Behind the key and all choices; whoever does not know the word refuses the file. */
TEST(a_game_that_was_annulled_says_so)
{
    static const struct {
        enum variant_id id;
        const char *actions;
        const char *line;
    } rows[] = {
        {VARIANT_CLASSIC, "a1", "homo-pentad:classic annulled\n"},
        {VARIANT_MINI, "", "homo-pentad:mini annulled\n"},
        {VARIANT_SWAP2, "a1 a2 a3", "homo-pentad:swap2 annulled\n"}, /* a choice is open */
        {VARIANT_SWAP2, "a1 a2 a3 two_more a4 a5 white",
         "homo-pentad:swap2 two_more white annulled\n"},
    };
    struct record_tags tags = anna_and_boris;
    tags.is_annulled = true;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct game game = game_of(rows[i].id, rows[i].actions);
        assert_true(record_write_psq(&game, &tags, text, sizeof(text)) > 0);
        assert_non_null(strstr(text, rows[i].line));
        assert_reads(text, rows[i].id, rows[i].actions);
    }
    assert_reads("Piskvorky 3x3, 1:1, 0\n2,2,0\nhomo-pentad:mini   Annulled \n", VARIANT_MINI,
                 "b2");
    assert_fault("Piskvorky 3x3, 1:1, 0\nhomo-pentad:mini annulled annulled\n", ERR_BAD_RECORD, 39);
    assert_fault("Piskvorky 3x3, 1:1, 0\nhomo-pentad:mini xannulled\n", ERR_BAD_RECORD, 39);
    assert_fault("Piskvorky 3x3, 1:1, 0\nhomo-pentad:annulled\n", ERR_UNKNOWN_RULE, 34);
}

TEST(files_of_gomocup_are_read)
{
    assert_reads("Piskvorky 19x19, 11:11, 0\r\n10,10,0\r\n9,9,1203\r\npbrain-a.exe\r\npbrain-b.exe"
                 "\r\n0\r\n",
                 VARIANT_CLASSIC, "j10 i11");
    assert_reads("Piskvorky 19x19, 0:11, 1\n10,10,0\n9,9,1203\n-1\n", VARIANT_CLASSIC, "j10 i11");
    assert_reads("Piskvorky 19x19 , 0 - 0\n\n 10, 10, 5 \n9 , 9\n15\n", VARIANT_CLASSIC, "j10 i11");
    assert_reads("Piskvorky 19x19, 11:11, 0", VARIANT_CLASSIC, "");
    assert_reads("Piskvorky 3x3, 0:0, 0\n2,2,0\n1,1,0", VARIANT_MINI, "b2 a3");
}

/* The format has no word for the rule. */
TEST(a_game_that_goes_on_behind_six_in_a_row_is_one_of_exactly_five)
{
#define SIX "1,1,0\n1,3,0\n2,1,0\n3,3,0\n3,1,0\n5,3,0\n5,1,0\n7,3,0\n6,1,0\n9,3,0\n4,1,0\n"
    static const struct {
        const char *record;
        enum variant_id id;
        enum record_rule rule;
        unsigned ply;
    } rows[] = {
        {"Piskvorky 15x15, 11:11, 0\n" SIX "11,3,0\n", VARIANT_CLASSIC15, RECORD_RULE_FOUND, 12},
        {"Piskvorky 15x15, 11:11, 0\n" SIX, VARIANT_FREESTYLE15, RECORD_RULE_ASSUMED, 11},
        {"Piskvorky 19x19, 11:11, 0\n" SIX "11,3,0\n", VARIANT_CLASSIC, RECORD_RULE_FOUND, 12},
        {"Piskvorky 15x15, 11:11, 0\n" SIX "homo-pentad:classic15\n", VARIANT_CLASSIC15,
         RECORD_RULE_NAMED, 11},
        {"Piskvorky 3x3, 11:11, 0\n1,1,0\n", VARIANT_MINI, RECORD_RULE_NAMED, 1},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct game game;
        struct record_reading reading = {0};
        assert_int_equal(record_read(&game, rows[i].record, strlen(rows[i].record), &reading), 0);
        assert_int_equal(game.variant->id, rows[i].id);
        assert_int_equal(reading.rule, rows[i].rule);
        assert_int_equal(game.ply, rows[i].ply);
    }
}

TEST(what_editors_and_mail_add_is_passed_over)
{
    assert_reads("\xEF\xBB\xBFPiskvorky 19x19, 11:11, 0\r\n10,10,0\r\n", VARIANT_CLASSIC, "j10");
    assert_reads("From the club:\n\npiskvorky 19x19,0:0,0\n10,10,0\n", VARIANT_CLASSIC, "j10");
    assert_fault("\xFF\xFEPxi", ERR_UTF16, 0);
}

TEST(of_several_games_one_is_asked_for)
{
    static const char two[] =
        "Piskvorky 19x19, 1:1, 0\n1,1,0\na\nb\n0\nPiskvorky 3x3, 1:1, 0\n2,2,0\n1,1,0\n";
    struct game game;
    assert_fault(two, ERR_SEVERAL_GAMES, 0);
    for (unsigned nth = 1; nth <= 3; nth++) {
        struct record_reading reading = {.game = nth};
        assert_int_equal(record_read(&game, two, strlen(two), &reading),
                         nth <= 2 ? 0 : ERR_SEVERAL_GAMES);
        assert_int_equal(reading.games, 2);
        if (nth <= 2)
            assert_int_equal(game.ply, nth);
    }
}

/* Whatever the file is called. */
TEST(the_text_tells_which_format_it_is)
{
    static const struct {
        const char *record;
        int error;
    } rows[] = {
        {"Piskvorky 19x19, 1:1, 0\n1,1,0\n(; oops\n", 0},
        {"A game\n(;GM[4]SZ[19];B[aa]C[Piskvorky 15x15])", 0},
        {"A game\n(;GM[4]SZ[19];B[aa]C[as\nPiskvorky 15x15, 0:0, 0\n])", 0},
        {"(\0;\0G\0M\0", ERR_UTF16},
        {"neither", ERR_BAD_RECORD},
        {"", ERR_BAD_RECORD},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct game game;
        struct record_reading reading = {0};
        size_t len = rows[i].error == ERR_UTF16 ? 8 : strlen(rows[i].record);
        assert_int_equal(record_read(&game, rows[i].record, len, &reading), rows[i].error);
        if (rows[i].error == 0)
            assert_int_equal(game.ply, 1);
    }
}

TEST(what_is_no_psq_is_a_bad_record_with_its_offset)
{
    assert_fault("", ERR_BAD_RECORD, 0);
    assert_fault("hello\n1,1,0\n", ERR_BAD_RECORD, 0);
    assert_fault("\n\nPiskvorky 19, 1:1, 0\n", ERR_BAD_RECORD, 2);
    assert_fault("Piskvorky 20x20, 1:1, 0\n1,1,0\n", ERR_UNKNOWN_SIZE, 10);
    assert_fault("Piskvorky 0x0, 1:1, 0\n1,1,0\n", ERR_BAD_RECORD, 0);
    assert_fault("Piskvorky 19x3, 1:1, 0\n1,1,0\n", ERR_UNKNOWN_SIZE, 10);
    assert_int_equal(record_read_exact(record_read_psq, &(struct game){0}, "hello", 5, NULL),
                     ERR_BAD_RECORD);
    assert_fault("Piskvorky 19x19, 1:1, 0\n1,1,0\n2,x,0\n", ERR_BAD_RECORD, 30);
    assert_fault("Piskvorky 19x19, 1:1, 0\n1,1,0,7\n", ERR_BAD_RECORD, 24);
    assert_fault("Piskvorky 19x19, 1:1, 0\n1,1,a\n", ERR_BAD_RECORD, 24);
    assert_fault("Piskvorky 19x19, 1:1, 0\nhomo-pentad:chess\n", ERR_UNKNOWN_RULE, 36);
    assert_fault("Piskvorky 19x19, 1:1, 0\nhomo-pentad:mini\n", ERR_BAD_RECORD, 36);
}

TEST(an_illegal_action_is_what_the_rules_say)
{
    assert_fault("Piskvorky 3x3, 1:1, 0\n1,1,0\n1,1,0\n", ERR_OCCUPIED, 28);
    assert_fault("Piskvorky 3x3, 1:1, 0\n0,1,0\n", ERR_OFF_BOARD, 22);
    assert_fault("Piskvorky 3x3, 1:1, 0\n1,0,0\n", ERR_OFF_BOARD, 22);
    assert_fault("Piskvorky 3x3, 1:1, 0\n4,1,0\n", ERR_OFF_BOARD, 22);
    assert_fault("Piskvorky 3x3, 1:1, 0\n1,99999999999999999999,0\n", ERR_OFF_BOARD, 22);
    assert_fault("Piskvorky 19x19, 1:1, 0\n1,1,0\n1,2,0\n1,3,0\n1,4,0\nhomo-pentad:swap2\n",
                 ERR_MUST_CHOOSE, 42);
}

TEST(choices_that_do_not_fit_the_game_are_faults)
{
#define THREE "Piskvorky 19x19, 1:1, 0\n1,1,0\n1,2,0\n1,3,0\n"
    assert_fault(THREE "homo-pentad:swap2 red\n", ERR_BAD_RECORD, 60);
    assert_fault(THREE "homo-pentad:swap2 a1\n", ERR_BAD_RECORD, 60);
    assert_fault(THREE "homo-pentad:swap2 white black\n", ERR_BAD_RECORD, 66);
    assert_fault(THREE "1,4,0\n1,5,0\n1,6,0\nhomo-pentad:swap2 two_more two_more\n",
                 ERR_CANNOT_CHOOSE, 87);
    assert_fault("Piskvorky 19x19, 1:1, 0\n1,1,0\nhomo-pentad:swap2 white\n", ERR_BAD_RECORD, 48);
    assert_fault("Piskvorky 19x19, 1:1, 0\n1,1,0\nhomo-pentad:classic white\n", ERR_BAD_RECORD, 50);
}
