/* SPDX-License-Identifier: MIT */
/*
 * The level of a computer opponent: what is offered after a game, and the level that follows the
 * player's results, which are kept between runs.
 */
#include "client/cli/play/opponent.h"
#include "tests/support/cmocka_all.h"
#include "visitor.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static struct visitor visitor;
static struct levels levels;

static int set_up(void **state)
{
    (void)state;
    visitor_init(&visitor, PLAN_PLAY, OP_AUTH_GUEST);
    visitor_sit(&visitor, "");
    levels = (struct levels){.visit = &visitor.visit};
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    visitor_deinit(&visitor);
    return 0;
}

static void begin(unsigned level)
{
    const struct opponent opponent = {.computer = computer_get(COMPUTER_PENTAD), .level = level};
    visitor.visit.table.result = NONE;
    levels_begin(&levels, &opponent);
}

static void end(int result)
{
    visitor.visit.table.result = result;
    levels_end(&levels);
}

/* anna sits at the first seat. */
static void play(unsigned level, int result)
{
    begin(level);
    end(result);
}

static void assert_kept(unsigned hundredths, unsigned games)
{
    char problem[256];
    struct strength strength;
    assert_true(
        strength_store_load(computer_get(COMPUTER_PENTAD), &strength, problem, sizeof(problem)));
    assert_int_equal(strength.hundredths, hundredths);
    assert_int_equal(strength.games, games);
}

static void write_file(const char *text)
{
    char path[128];
    snprintf(path, sizeof(path), "%s/pentad", visitor.home);
    mkdir(path, 0700);
    snprintf(path, sizeof(path), "%s/pentad/strength", visitor.home);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* ---------------------------------------------------------------- tests */

static void who_wins_is_offered_a_level_up(void **state)
{
    (void)state;
    play(4, RESULT_WORD_FIRST);
    visitor_check_said(&visitor, "You beat level 4. For a harder game type: level 5");
    play(10, RESULT_WORD_FIRST);
    visitor_check_silent(&visitor);
    begin(4);
    levels_note_help(&levels);
    end(RESULT_WORD_FIRST); /* it was beaten by the hints */
    play(4, RESULT_WORD_DRAW);
    play(4, RESULT_WORD_NONE);
    visitor_check_silent(&visitor);
}

static void who_loses_three_times_is_offered_a_level_down(void **state)
{
    (void)state;
    play(4, RESULT_WORD_SECOND);
    play(4, RESULT_WORD_SECOND);
    play(3, RESULT_WORD_SECOND); /* another level: counted anew */
    play(3, RESULT_WORD_SECOND);
    visitor_check_silent(&visitor);
    play(3, RESULT_WORD_SECOND);
    visitor_check_said(&visitor, "Easier: level 2, or at your strength: level mine");
    for (int i = 0; i < 5; i++)
        play(1, RESULT_WORD_SECOND);
    visitor_check_silent(&visitor);
}

static void every_game_counts_and_mine_follows(void **state)
{
    (void)state;
    play(5, RESULT_WORD_SECOND);
    assert_kept(400, 1);
    levels.is_mine = true;
    play(4, RESULT_WORD_SECOND);
    visitor_check_said(&visitor, "Your strength: 3.3 of 10. The next game is at level 3.");
    assert_int_equal(levels.next, 3);
    play(3, RESULT_WORD_NONE); /* no result, and nothing learnt */
    visitor_check_silent(&visitor);
    assert_kept(325, 2);
}

static void a_game_with_help_does_not_count(void **state)
{
    (void)state;
    levels.is_mine = true;
    begin(5);
    levels_note_help(&levels);
    end(RESULT_WORD_FIRST);
    visitor_check_said(&visitor, "does not count for your strength.\nYour strength: 5.0 of 10.");
    assert_kept(500, 0);
    play(5, RESULT_WORD_FIRST); /* the next one does */
    assert_kept(600, 1);
}

static void the_level_is_chosen_for_the_next_game(void **state)
{
    (void)state;
    begin(5);
    assert_true(levels_do(&levels, "7"));
    visitor_check_said(&visitor, "The next game is at level 7.");
    assert_int_equal(levels.next, 7);
    assert_int_equal(levels.opponent.level, 5);
    assert_false(levels_do(&levels, "11"));
    visitor_check_said(&visitor, "pentad has levels 1 to 10.");
    assert_false(levels_do(&levels, ""));
    assert_int_equal(levels.next, 7);
    assert_true(levels_do(&levels, "mine"));
    visitor_check_said(&visitor, "Your strength: 5.0 of 10. The next game is at level 5.");
    assert_true(levels.is_mine);
    assert_true(levels_do(&levels, "2"));
    assert_false(levels.is_mine);
    levels.opponent.computer = NULL;
    assert_false(levels_do(&levels, "2"));
    visitor_check_said(&visitor, "Levels are for games against a computer.");
}

static void estimates_stand_side_by_side_in_a_file_for_its_owner(void **state)
{
    (void)state;
    char path[128];
    char problem[256];
    struct stat info;
    const struct strength other = {.hundredths = 720, .games = 9};
    assert_true(
        strength_store_save(computer_get(COMPUTER_DEPTH), &other, problem, sizeof(problem)));
    play(5, RESULT_WORD_FIRST);
    assert_kept(600, 1);
    assert_int_equal(levels_mine(computer_get(COMPUTER_DEPTH)), 7);
    snprintf(path, sizeof(path), "%s/pentad/strength", visitor.home);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
}

static void a_file_that_makes_no_sense_is_told_and_set_aside(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",
        "something else\n",
        "penta strength 1\npentad 460",
        "penta strength 1\npentad 460 12 5\n",
        "penta strength 1\npentad 99 12\n",
        "penta strength 1\npentad 6301 12\n",
        "penta strength 1\npentad 460 65536\n",
        "penta strength 1\n../pentad 460 1\n",
    };
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        write_file(bad[i]);
        play(5, RESULT_WORD_FIRST);
        visitor_check_said(&visitor, "It is now \"strength.bad\"");
        assert_kept(600, 1);
    }
    write_file("penta strength 1\ndepth 950 3\npentad 1700 3\n"); /* of a scale that is gone */
    assert_kept(500, 0);
}

int main(void)
{
#define LEVELS_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        LEVELS_TEST(who_wins_is_offered_a_level_up),
        LEVELS_TEST(who_loses_three_times_is_offered_a_level_down),
        LEVELS_TEST(every_game_counts_and_mine_follows),
        LEVELS_TEST(a_game_with_help_does_not_count),
        LEVELS_TEST(the_level_is_chosen_for_the_next_game),
        LEVELS_TEST(estimates_stand_side_by_side_in_a_file_for_its_owner),
        LEVELS_TEST(a_file_that_makes_no_sense_is_told_and_set_aside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
