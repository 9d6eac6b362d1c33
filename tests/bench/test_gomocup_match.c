/* SPDX-License-Identifier: MIT */
/*
 * The referee of ./dev bench brain: whoever breaks the rules loses, for the reason that it is, and
 * what is told about many games is right.
 */
#include "engine/needs.h"
#include "tests/bench/gomocup_match.h"
#include "tests/bench/gomocup_tally.h"
#include "tests/support/cmocka_all.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#define HONEST PBRAIN_PATH " --computer random --seed 1"
#define PROGRAM(name) "/bin/sh tests/bench/programs/" name

static struct match_rules rules = {.variant = {.id = VARIANT_COUNT,
                                               .key = "test",
                                               .name = "Five on 9x9",
                                               .width = 9,
                                               .height = 9,
                                               .stored = 81,
                                               .row = 5,
                                               .overline = OVERLINE_NOTHING,
                                               .rules = RULES_STANDARD,
                                               .needs = NEED_PLAIN},
                                   .move_ms = 5000, /* a slow machine is no reason */
                                   .grace_ms = 20,
                                   .hang_ms = 5000};

static struct game game;

static struct match_result play(const char *first, const char *second, const char *opening)
{
    struct gomocup_engine engines[] = {{.command = first}, {.command = second}};
    struct gomocup_engine *by_seat[] = {&engines[0], &engines[1]};
    struct match_result result = match_play(&rules, opening, by_seat, &game);
    engine_end(&engines[0]);
    engine_end(&engines[1]);
    return result;
}

static void assert_loses(const char *program, enum match_reason reason)
{
    struct match_result result = play(program, HONEST, "e4");
    assert_int_equal(result.winner, SEAT_SECOND);
    assert_int_equal(result.reason, reason);
    result = play(HONEST, program, "e4");
    assert_int_equal(result.reason, reason);
    assert_int_equal(result.winner, SEAT_FIRST);
}

static void honest_programs_play_to_the_end(void **state)
{
    (void)state;
    struct match_result result = play(HONEST, HONEST, "e5 d4 f6");
    assert_int_not_equal(game_status(&game), GAME_OPEN);
    assert_int_equal(result.winner, game_winner(&game));
    assert_int_equal(result.reason, game_status(&game) == GAME_WON ? MATCH_ROW : MATCH_FULL);
    assert_int_equal(result.answers[0] + result.answers[1], game.ply - 3);
}

static void an_illegal_move_loses(void **state)
{
    (void)state;
    assert_loses(PROGRAM("illegal"), MATCH_ILLEGAL);
}

static void a_late_answer_loses(void **state)
{
    (void)state;
    rules.move_ms = 100;
    struct match_result result = play(HONEST, PROGRAM("late"), "e4");
    rules.move_ms = 5000;
    assert_int_equal(result.winner, SEAT_FIRST);
    assert_int_equal(result.reason, MATCH_TIME);
    assert_true(result.longest_ms[SEAT_SECOND] >= 120);
}

static void a_program_that_leaves_loses(void **state)
{
    (void)state;
    assert_loses(PROGRAM("leaves"), MATCH_ENDED);
    assert_loses("/nonexistent/program", MATCH_ENDED);
}

static void a_program_that_does_not_play_this_is_known_before(void **state)
{
    struct gomocup_engine refuses = {.command = PROGRAM("refuses")};
    struct gomocup_engine honest = {.command = HONEST};
    (void)state;
    assert_false(match_start(&refuses, &rules));
    assert_true(match_start(&honest, &rules));
    assert_true(match_start(&honest, &rules)); /* another game */
    engine_end(&refuses);
    engine_end(&honest);
}

static void the_openings_are_enough_and_can_be_played(void **state)
{
    struct match_rules classic = rules;
    static char lines[1000][256];
    size_t count = 0;
    FILE *file = fopen("tests/bench/openings.txt", "r");
    (void)state;
    assert_non_null(file);
    classic.variant = *variant_get(VARIANT_CLASSIC);
    while (count < 1000 && fgets(lines[count], sizeof(lines[count]), file) != NULL) {
        lines[count][strcspn(lines[count], "\n")] = '\0';
        if (lines[count][0] == '#')
            continue;
        assert_true(match_opening(&classic, lines[count], &game));
        for (size_t i = 0; i < count; i++)
            assert_string_not_equal(lines[i], lines[count]);
        count++;
    }
    fclose(file);
    assert_true(count >= 300);
}

static void pairs_are_added_up(void **state)
{
    struct gomocup_tally tally = {0};
    (void)state;
    gomocup_tally_add(&tally, 1, 1, false);
    gomocup_tally_add(&tally, 1, 0, true);
    gomocup_tally_add(&tally, 0.5, 1, false);
    gomocup_tally_add(&tally, 0, 0, false);
    assert_int_equal(tally.won, 4);
    assert_int_equal(tally.drawn, 1);
    assert_int_equal(tally.lost, 3);
    assert_int_equal(tally.one_colour, 1);
    assert_true(fabs(gomocup_tally_share(&tally) - 4.5 / 8) < 1e-9);
}

static struct gomocup_tally pairs_of(size_t won, size_t split, size_t lost)
{
    struct gomocup_tally tally = {0};
    for (size_t i = 0; i < won; i++)
        gomocup_tally_add(&tally, 1, 1, false);
    for (size_t i = 0; i < split; i++)
        gomocup_tally_add(&tally, 1, 0, true);
    for (size_t i = 0; i < lost; i++)
        gomocup_tally_add(&tally, 0, 0, false);
    return tally;
}

static void the_interval_is_wilsons_for_what_the_pairs_are_worth(void **state)
{
    double low;
    double high;
    struct gomocup_tally tally = pairs_of(200, 0, 0);
    (void)state;
    /* All won: 200 games at the most that were independent. 200 / (200 + 1.96^2) = 0.9812. */
    gomocup_tally_interval(&tally, &low, &high);
    assert_true(fabs(low - 0.9812) < 0.0002);
    assert_true(fabs(high - 1) < 1e-9);
    /* Won twice or lost twice: a pair is one game. 0.5 -+ 1.96 / 2 / sqrt(100 + 3.84) = 0.096. */
    tally = pairs_of(50, 0, 50);
    gomocup_tally_interval(&tally, &low, &high);
    assert_true(fabs(low - 0.4038) < 0.002);
    assert_true(fabs(high - 0.5962) < 0.002);
    /* Always one of two, whoever plays: two games a pair, and no more. 0.5 -+ 0.98 / sqrt(203.84).
     */
    tally = pairs_of(0, 100, 0);
    gomocup_tally_interval(&tally, &low, &high);
    assert_true(fabs(low - 0.4314) < 0.002);
    assert_true(fabs(high - 0.5686) < 0.002);
    tally = pairs_of(0, 0, 0);
    gomocup_tally_interval(&tally, &low, &high);
    assert_true(low == 0 && high == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(honest_programs_play_to_the_end),
        cmocka_unit_test(an_illegal_move_loses),
        cmocka_unit_test(a_late_answer_loses),
        cmocka_unit_test(a_program_that_leaves_loses),
        cmocka_unit_test(a_program_that_does_not_play_this_is_known_before),
        cmocka_unit_test(the_openings_are_enough_and_can_be_played),
        cmocka_unit_test(pairs_are_added_up),
        cmocka_unit_test(the_interval_is_wilsons_for_what_the_pairs_are_worth),
    };
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
