/* SPDX-License-Identifier: MIT */
/*
 * A talk of the protocol with a manager that a test plays: what is said, what it is answered,
 * and when. The clock goes on by a millisecond whenever it is looked at.
 */
#include "engine/needs.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/random.h"
#include "tests/unit/pbrain/manager.h"
#include "tests/unit/pbrain/slow_player.h"

#include <stdio.h>
#include <string.h>

static const struct computer *random_player(void)
{
    return computer_find("random", 6);
}

/* The first square that the slow player finds is the lowest on the left. */
#define SLOW(column, row) "MESSAGE depth 3, nodes 1000, share 50.00 %\n" #column "," #row "\n"

static void a_game_is_played(void **state)
{
    (void)state;
    manager_begin(&slow_player);
    manager_expect("START 15\r\nINFO timeout_turn 0\r\nINFO rule 1\r\n", "OK\n");
    manager_expect("BEGIN\r\n", SLOW(0, 14));
    manager_expect("TURN 1,14\r\n", SLOW(2, 14));
    manager_expect("TAKEBACK 2,14\r\nTAKEBACK 1,14\r\n", "OK\nOK\n");
    manager_expect("TURN 7,7\r\n", SLOW(1, 14));
    manager_expect("RESTART\r\n", "OK\n");
    manager_expect("TURN 0,14\r\n", SLOW(1, 14));
    manager_expect("RECTSTART 20,6\r\n", "OK\n");
    manager_expect("BEGIN\r\n", SLOW(0, 5));
    assert_false(talk_is_over(manager.talk));
    manager_expect("END\r\nBEGIN\r\n", "");
    assert_true(talk_is_over(manager.talk));
    manager_end();
}

static void stones_are_set_up_in_any_order(void **state)
{
    (void)state;
    manager_begin(&slow_player);
    manager_tell("START 20\nINFO timeout_turn 0\n");
    manager_expect("BOARD\n10,10,1\n10,11,2\n11,11,1\n9,10,2\nDONE\n", SLOW(0, 19));
    manager_expect("BOARD\n0,19,2\nDONE\n", SLOW(1, 19));
    manager_expect("BOARD\nDONE\n", SLOW(0, 19));
    manager_expect("BOARD\n3,3,1\n4,4,1\nINFO rule 1\n5,5,2\n6,6,2\nDONE\n", SLOW(0, 19));
    manager_expect("TURN 3,3\n", "ERROR a stone is on this square\n");
    manager_end();
}

static void bad_input_is_refused_and_changes_nothing(void **state)
{
    (void)state;
    manager_begin(&slow_player);
    manager_expect_refusal("TURN 1,1\n", "before START");
    manager_expect_refusal("BEGIN\n", "before START");
    manager_expect_refusal("RESTART\n", "before START");
    manager_expect_refusal("TAKEBACK 1,1\n", "before START");
    manager_expect_refusal("BOARD\n1,1,2\nDONE\n", "before START");
    manager_expect_refusal("START 4\n", "from 5 to 20");
    manager_expect_refusal("START 21\n", "from 5 to 20");
    manager_expect_refusal("START\n", "START SIZE");
    manager_expect_refusal("START 1e9\n", "START SIZE");
    manager_expect_refusal("RECTSTART 20\n", "RECTSTART WIDTH,HEIGHT");
    manager_expect_refusal("START 13\n", "does not play");
    manager_tell("START 15\nINFO timeout_turn 0\nTURN 7,7\n");
    manager_expect_refusal("BEGIN\n", "not empty");
    manager_expect_refusal("START 99\n", "from 5 to 20");
    manager_expect_refusal("TURN 7,7\n", "a stone is on this square");
    manager_expect_refusal("TURN 15,0\n", "not on the board");
    manager_expect_refusal("TURN 99999999999999999999,0\n", "not on the board");
    manager_expect_refusal("TURN -1,0\n", "not on the board");
    manager_expect_refusal("TURN seven\n", "TURN X,Y");
    manager_expect_refusal("TAKEBACK 8,8\n", "no stone");
    manager_expect_refusal("BOARD\n1,1,1\n1,1,2\nDONE\n", "a stone is on this square");
    manager_expect_refusal("BOARD\n1,1,3\nDONE\n", "1 or 2");
    manager_expect_refusal("BOARD\n1,15,1\nDONE\n", "not on the board");
    manager_expect_refusal("BOARD\n1,1,1\nx\n2,2,2\nDONE\n", "X,Y,FIELD");
    manager_expect_refusal("BOARD\n1,1,1\nDONE\n", "no turns lead");
    manager_expect("FOO\nSWAP2BOARD\nDONE\n1,1,1\n",
                   "UNKNOWN command\nUNKNOWN command\nUNKNOWN command\nUNKNOWN command\n");
    manager_expect("TAKEBACK 7,7\n", "OK\n"); /* the board is still what it was before all that */
    manager_expect("TAKEBACK 0,14\n", "OK\n");
    manager_expect("BEGIN\n", SLOW(0, 14));
    manager_end();
}

/* Four of one's own and none of the other: who can think about that makes five. */
static void a_board_that_no_turns_lead_to_needs_a_player_that_takes_positions(void **state)
{
    const char *const stones = "BOARD\n4,7,1\n5,7,1\n6,7,1\n7,7,1\nDONE\n";
    (void)state;
    manager_begin(random_player());
    manager_tell("START 15\n");
    manager_expect_refusal(stones, "no turns lead");
    manager_end();
    manager_begin(computer_find("pentad", 6));
    manager_tell("START 15\nINFO rule 1\n");
    manager_tell(stones);
    assert_true(strstr(manager.said, "\n3,7\n") != NULL || strstr(manager.said, "\n8,7\n") != NULL);
    manager_expect_refusal("TURN 0,0\n", "over");
    manager_expect_refusal("BOARD\n4,7,2\n5,7,2\n6,7,2\n7,7,2\n8,7,2\nDONE\n", "over");
    manager_end();
}

static void a_board_without_done_is_given_up(void **state)
{
    (void)state;
    manager_begin(&slow_player);
    manager_tell("START 15\nINFO timeout_turn 0\n");
    manager_expect("BOARD\n1,1,1\nRESTART\nBEGIN\n", "OK\n" SLOW(0, 14));
    manager_end();
}

static void a_game_that_is_over_is_said_to_be(void **state)
{
    (void)state;
    manager_begin(&slow_player);
    manager_tell("START 15\nINFO timeout_turn 0\n");
    manager_expect_refusal(
        "BOARD\n1,1,2\n2,1,2\n3,1,2\n4,1,2\n5,1,2\n1,9,1\n3,9,1\n5,9,1\n7,9,1\nDONE\n", "over");
    manager_expect("BOARD\n1,1,2\n2,1,2\n3,1,2\n4,1,2\n1,9,1\n3,9,1\n5,9,1\nDONE\n", SLOW(0, 14));
    manager_expect_refusal("TURN 5,1\n", "over");
    manager_expect("TAKEBACK 4,1\n", "OK\n");
    manager_expect("TURN 14,14\n", SLOW(1, 14));
    manager_end();
}

static void rules_and_limits_that_cannot_be_kept_are_told_before_a_move(void **state)
{
    (void)state;
    manager_begin(&slow_player);
    manager_expect("START 15\nINFO rule 4\nINFO timeout_turn 0\nINFO evaluate 1,1\nINFO\n", "OK\n");
    manager_expect_refusal("BEGIN\n", "rule");
    manager_expect("INFO rule 1\n", "");
    manager_expect("INFO timeout_turn soon\n", "");
    manager_expect_refusal("TURN 3,3\n", "timeout_turn");
    manager_expect("INFO timeout_turn 0\nINFO max_memory 1000\n", "");
    manager_expect_refusal("TURN 3,3\n", "max_memory");
    manager_expect("INFO max_memory -1\n", "");
    manager_expect_refusal("TURN 3,3\n", "max_memory");
    manager_expect("INFO max_memory 0\n", "");
    manager_expect("TURN 3,3\n", SLOW(0, 14));
    manager_end();
}

static void the_time_for_a_move_is_kept(void **state)
{
    int64_t from;
    (void)state;
    manager_begin(&slow_player);
    manager_tell("START 15\nINFO timeout_turn 300\n");
    from = manager.now_ms;
    manager_tell("BEGIN\n");
    assert_in_range(manager.now_ms - from, 240, 300);
    manager_tell("INFO time_left 1000\n");
    from = manager.now_ms;
    manager_tell("TURN 5,5\n");
    assert_in_range(manager.now_ms - from, 10, 100);
    manager_tell("INFO time_left 2147483647\nINFO timeout_turn 0\n");
    from = manager.now_ms;
    manager_tell("TURN 6,5\n");
    assert_in_range(manager.now_ms - from, 0, 5);
    manager_end();
}

static void after_a_standstill_moves_come_sooner(void **state)
{
    (void)state;
    manager_begin(&slow_player);
    manager_tell("START 15\nINFO timeout_turn 300\n");
    manager.sleeps_ms = 20;
    manager_tell("BEGIN\n");
    int64_t from = manager.now_ms;
    manager_tell("TURN 5,5\n");
    assert_in_range(manager.now_ms - from, 190, 230);
    for (int x = 0; x < 3; x++) { /* and it is forgotten again, before the fifth stone */
        char turn[32];
        snprintf(turn, sizeof(turn), "TURN %d,%d\n", x, 3 * (x % 3));
        from = manager.now_ms;
        manager_tell(turn);
    }
    assert_in_range(manager.now_ms - from, 240, 300);
    manager_end();
}

static void a_match_without_time_left_is_timed_here(void **state)
{
    (void)state;
    manager_begin(&slow_player);
    manager_tell("START 15\nINFO timeout_match 2000\nBEGIN\n");
    for (int x = 0; x < 15; x++) {
        char turn[32];
        snprintf(turn, sizeof(turn), "TURN %d,0\n", x);
        manager_tell(turn);
    }
    assert_true(manager.now_ms < 2000);
    assert_true(slow_asked.stops > 20);
    manager_end();
}

static void interrupt(const char *lines, int64_t at_ms)
{
    manager.interrupts = lines;
    manager.at_ms = manager.now_ms + at_ms;
}

static void a_start_that_is_refused_leaves_the_thought_alone(void **state)
{
    (void)state;
    manager_begin(&slow_player);
    manager_tell("START 15\nINFO timeout_turn 300\n");
    interrupt("START 99\nRECTSTART 20\n", 50);
    manager_expect("BEGIN\n", SLOW(0, 14) "ERROR sides of a board are from 5 to 20\n"
                                          "ERROR it is RECTSTART WIDTH,HEIGHT\n");
    manager_end();
}

static void end_ends_a_thought_at_once_and_nothing_is_said(void **state)
{
    (void)state;
    manager_begin(&slow_player);
    manager_tell("START 15\n");
    interrupt("END\n", 100);
    manager_expect("BEGIN\n", "");
    assert_true(manager.now_ms < 110);
    assert_true(talk_is_over(manager.talk));
    manager_end();
}

static void end_is_heard_behind_other_lines(void **state)
{
    (void)state;
    manager_begin(&slow_player);
    manager_tell("START 15\n");
    interrupt("TAKEBACK 1,1\nABOUT\nEND\n", 100);
    manager_tell("BEGIN\n");
    assert_true(manager.now_ms < 110);
    assert_true(talk_is_over(manager.talk));
    assert_null(strstr(manager.said, "0,14"));
    manager_end();
}

static void another_game_takes_the_place_of_a_thought(void **state)
{
    (void)state;
    manager_begin(&slow_player);
    manager_tell("START 15\n");
    interrupt("RESTART\n", 100);
    manager_expect("TURN 7,7\n", "OK\n");
    assert_true(manager.now_ms < 120);
    manager_expect("INFO timeout_turn 0\nBEGIN\n", SLOW(0, 14));
    manager_end();
}

static void limits_may_change_during_a_thought(void **state)
{
    (void)state;
    manager_begin(&slow_player);
    manager_tell("START 15\n");
    interrupt("INFO timeout_turn 500\n", 100);
    manager_expect("BEGIN\n", SLOW(0, 14));
    assert_in_range(manager.now_ms, 400, 520);
    manager_end();
}

static void other_commands_wait_for_the_move(void **state)
{
    (void)state;
    manager_begin(&slow_player);
    manager_tell("START 15\nINFO timeout_turn 300\n");
    interrupt("ABOUT\n", 100);
    manager_expect("BEGIN\n", SLOW(0, 14) "name=\"Pentad\", version=\"" PENTAD_VERSION "\"\n");
    assert_true(manager.now_ms > 240);
    manager_end();
}

static void a_manager_that_hangs_up_is_answered_at_once(void **state)
{
    (void)state;
    manager_begin(&slow_player);
    manager_tell("START 15\n");
    interrupt("", 100);
    manager.hangs_up = true;
    manager_expect("BEGIN\n", SLOW(0, 14));
    assert_true(manager.now_ms < 110);
    assert_true(talk_is_over(manager.talk));
    manager_end();
}

static void a_game_by_chance_has_legal_moves_only_on_the_largest_board(void **state)
{
    struct game game;
    struct variant variant = {.key = "x",
                              .name = "x",
                              .width = 20,
                              .height = 20,
                              .stored = 400,
                              .row = 5,
                              .overline = OVERLINE_NOTHING,
                              .rules = RULES_STANDARD,
                              .needs = NEED_PLAIN};
    (void)state;
    manager_begin(random_player());
    game_init(&game, &variant);
    manager_tell("START 20\nINFO rule 1\n");
    while (game_status(&game) == GAME_OPEN) {
        struct action actions[GAME_CELLS_MAX];
        char turn[32];
        unsigned x;
        unsigned y;
        game_legal_actions(&game, actions, GAME_CELLS_MAX);
        size_t cell = action_cell(actions[0]);
        game_do(&game, actions[0]);
        if (game_status(&game) != GAME_OPEN)
            break;
        snprintf(turn, sizeof(turn), "TURN %zu,%zu\n", cell % 20, 19 - cell / 20);
        manager.said_len = 0;
        manager_tell(turn);
        assert_int_equal(sscanf(manager.said, "%u,%u", &x, &y), 2);
        assert_int_equal(game_act(&game, action_place(x + (19 - y) * 20)), 0);
    }
    manager_end();
}

/* ------------------------------------------------------------------ lines that nobody thought of
 */

static size_t any_line(uint64_t *chance, char *line)
{
    static const char *const pieces[] = {
        "START", "RECTSTART", "RESTART",    "BEGIN",     "TURN",
        "BOARD", "TAKEBACK",  "INFO",       "ABOUT",     "DONE",
        " ",     ",",         "-",          "0",         "1",
        "7",     "9",         "19",         "400",       "1,1,1",
        "2,2",   "rule",      "max_memory", "time_left", "timeout_turn",
        "\x80",  "\t",        "\r",         "\n"};
    size_t count = random_below(chance, 6);
    size_t len = 0;
    for (size_t i = 0; i < count; i++) {
        const char *piece = pieces[random_below(chance, sizeof(pieces) / sizeof(pieces[0]))];
        len += (size_t)snprintf(line + len, 80 - len, "%s", piece);
    }
    line[len++] = '\n';
    return len;
}

/* Answers are lines of the protocol, and coordinates are on the largest board. */
static void assert_answers_are_of_the_protocol(char *said)
{
    static const char *const begins[] = {"OK", "ERROR ", "UNKNOWN", "MESSAGE ", "name="};
    for (char *line = strtok(said, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        unsigned x = 99;
        unsigned y = 99;
        bool is_known = sscanf(line, "%u,%u", &x, &y) == 2 && x < 20 && y < 20;
        for (size_t i = 0; i < sizeof(begins) / sizeof(begins[0]); i++)
            is_known |= strncmp(line, begins[i], strlen(begins[i])) == 0;
        if (!is_known)
            fail_msg("\"%s\" is no answer", line);
    }
}

/* One talk for all lines of a round, heard whole or in pieces of any size. */
static void run_round(uint64_t seed, bool is_cut, char *said_out)
{
    static char lines[64 * 80];
    uint64_t chance = seed;
    uint64_t cuts = seed + 1;
    size_t len = 0;
    manager_begin(random_player());
    for (int nth = 0; nth < 60; nth++)
        len += any_line(&chance, lines + len);
    for (size_t at = 0; at < len;) {
        size_t piece = is_cut ? 1 + random_below(&cuts, 9) : len;
        piece = piece < len - at ? piece : len - at;
        assert_int_equal(talk_hear(manager.talk, lines + at, piece), piece);
        talk_run(manager.talk);
        at += piece;
    }
    talk_hear_end(manager.talk);
    talk_run(manager.talk);
    assert_true(talk_is_over(manager.talk));
    snprintf(said_out, sizeof(manager.said), "%s", manager.said);
    manager_end();
}

static void any_lines_are_answered_the_same_however_they_are_cut(void **state)
{
    static char whole[sizeof(manager.said)];
    static char cut[sizeof(manager.said)];
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        run_round(seed, false, whole);
        run_round(seed, true, cut);
        assert_string_equal(whole, cut);
        assert_answers_are_of_the_protocol(whole);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_played),
        cmocka_unit_test(stones_are_set_up_in_any_order),
        cmocka_unit_test(bad_input_is_refused_and_changes_nothing),
        cmocka_unit_test(a_board_that_no_turns_lead_to_needs_a_player_that_takes_positions),
        cmocka_unit_test(a_board_without_done_is_given_up),
        cmocka_unit_test(a_game_that_is_over_is_said_to_be),
        cmocka_unit_test(rules_and_limits_that_cannot_be_kept_are_told_before_a_move),
        cmocka_unit_test(the_time_for_a_move_is_kept),
        cmocka_unit_test(after_a_standstill_moves_come_sooner),
        cmocka_unit_test(a_match_without_time_left_is_timed_here),
        cmocka_unit_test(a_start_that_is_refused_leaves_the_thought_alone),
        cmocka_unit_test(end_ends_a_thought_at_once_and_nothing_is_said),
        cmocka_unit_test(end_is_heard_behind_other_lines),
        cmocka_unit_test(another_game_takes_the_place_of_a_thought),
        cmocka_unit_test(limits_may_change_during_a_thought),
        cmocka_unit_test(other_commands_wait_for_the_move),
        cmocka_unit_test(a_manager_that_hangs_up_is_answered_at_once),
        cmocka_unit_test(a_game_by_chance_has_legal_moves_only_on_the_largest_board),
        cmocka_unit_test(any_lines_are_answered_the_same_however_they_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
