/* SPDX-License-Identifier: MIT */
/*
 * Time and turns: nobody pays for the server's disk, clocks wait for a player who is not back after
 * a start and say so, time is given, and what is refused for some plies says for how many.
 */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

#define BLITZ "{'kind':'fischer','main_ms':60000}"

/* Both have acted, without time passing. */
static struct rig_table started(struct rig *rig, const char *clock)
{
    struct rig_table table = rig_clocked_guests(rig, clock);
    rig_begin(&table);
    return table;
}

/* Lets time pass while both keep their connections alive. */
static void pass(const struct rig_table *table, int64_t ms)
{
    for (; ms > 0; ms -= 30000) {
        rig_send(table->first, "{'op':'ping'}");
        rig_send(table->second, "{'op':'ping'}");
        rig_pass(table->first->rig, ms < 30000 ? ms : 30000);
    }
}

/* ------------------------------------------------------------------ the disk */

static void a_slow_commit_costs_nobody(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = started(rig, BLITZ);
    pass(&table, 1000);
    rig->store->holds_batches = true;
    rig_send(table.first, "{'op':'game.move','game':'%s','ply':2,'action':'c1'}", table.game);
    rig_turn(rig);
    pass(&table, 7000);
    rig->store->holds_batches = false;
    rig_turn(rig);
    rig_check_clocks(rig_find_event(table.second, "game.moved"), 59000, 60000);
    rig_check_clocks(rig_game(table.second, table.game), 59000, 60000);
    pass(&table, 2000);
    rig_check_clocks(rig_game(table.second, table.game), 59000, 58000);
    assert_ok(rig_move(table.second, table.game, 3, "d1"));
    rig_check_clocks(rig_find_event(table.first, "game.moved"), 59000, 60000);
    rig_check_clocks(rig_find_event(table.first, "game.moved"), 59000, 58000);
    assert_ok(rig_ask(table.second, "{'op':'game.resign','game':'%s'}", table.game));
    assert_string_equal(text_at(rig_game(table.second, table.game), "spent"), "0 0 1000 2000");
    rig_check_world(rig);
}

static void a_game_that_is_not_stored_yet_has_no_time(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_guest(rig);
    struct rig_peer *boris = rig_guest(rig);
    const json_t *opened =
        rig_ask(anna, "{'op':'room.open','variant':'classic','first':'opener','clock':%s}", BLITZ);
    rig->store->holds_batches = true;
    rig_send(boris, "{'op':'room.join','room':'%s'}", text_at(opened, "room.room"));
    rig_pass(rig, 9000);
    rig->store->holds_batches = false;
    rig_turn(rig);
    const json_t *game = rig_find_event(anna, "game.started");
    rig_pass(rig, 1000);
    assert_ok(rig_move(anna, text_at(game, "game.game"), 0, "h8"));
    rig_check_clocks(rig_find_event(boris, "game.moved"), 59000, 60000);
}

/* ------------------------------------------------------------------ what it took */

static void assert_exported(const struct rig_table *table, const char *format, const char *part,
                            bool is_there)
{
    const json_t *reply = rig_ask(table->second, "{'op':'game.export','game':'%s','format':'%s'}",
                                  table->game, format);
    if ((strstr(text_at(reply, "text"), part) != NULL) != is_there)
        fail_msg("%s: %s", part, text_at(reply, "text"));
}

/* Offers in between do not begin the turn anew. */
static void an_action_tells_what_its_turn_took(void **state)
{
    struct rig_table table = started(*state, BLITZ);
    pass(&table, 1000);
    assert_ok(rig_ask(table.first, "{'op':'game.draw','game':'%s','answer':'offer'}", table.game));
    pass(&table, 500);
    assert_ok(rig_move(table.first, table.game, 2, "c1"));
    assert_int_equal(int_at(rig_find_event(table.second, "game.moved"), "spent_ms"), 1500);
    assert_string_equal(text_at(rig_game(table.second, table.game), "spent"), "0 0 1500");
    assert_ok(rig_ask(table.second, "{'op':'game.sync','game':'%s','since':3}", table.game));
    assert_int_equal(int_at(rig_find_event(table.second, "game.moved"), "spent_ms"), 1500);
}

static void files_have_the_times_of_the_moves(void **state)
{
    struct rig_table table = started(*state, BLITZ);
    pass(&table, 1500);
    assert_ok(rig_move(table.first, table.game, 2, "c1"));
    assert_exported(&table, "sgf", "TM[60]", true);
    assert_exported(&table, "sgf", ";B[cs]BL[58.5]", true);
    assert_exported(&table, "psq", "3,19,1500\n", true);
    assert_ok(rig_ask(table.first, "{'op':'game.resign','game':'%s'}", table.game));
    assert_exported(&table, "sgf", ";B[cs]BL[58.5]", true);
    rig_restart(*state);
    table.second = rig_connect(*state);
    assert_exported(&table, "sgf", ";B[cs]BL[58.5]", true);
    assert_exported(&table, "psq", "3,19,1500\n", true);
}

/* The file has no word for time that was given, so the clocks would be wrong. */
static void a_file_has_no_clocks_that_do_not_add_up(void **state)
{
    struct rig_table table = started(*state, BLITZ);
    assert_ok(rig_ask(table.first, "{'op':'game.give_time','game':'%s','ms':15000}", table.game));
    pass(&table, 1500);
    assert_ok(rig_move(table.first, table.game, 2, "c1"));
    assert_exported(&table, "sgf", "BL[", false);
    assert_exported(&table, "psq", "3,19,1500\n", true);
}

/* An answer that comes before the question was told cost nothing, and what comes between counts
 * from when the turn was told. */
static void turns_that_pass_while_the_disk_is_slow_cost_nothing(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = started(rig, BLITZ);
    rig->store->holds_batches = true;
    rig_send(table.first, "{'op':'game.move','game':'%s','ply':2,'action':'c1'}", table.game);
    rig_pass(rig, 3000);
    rig_send(table.second, "{'op':'game.move','game':'%s','ply':3,'action':'d1'}", table.game);
    rig_pass(rig, 4000);
    rig_send(table.second, "{'op':'game.draw','game':'%s'}", table.game);
    rig_pass(rig, 5000);
    rig->store->holds_batches = false;
    rig_turn(rig);
    for (int i = 0; i < 2; i++)
        rig_check_clocks(rig_find_event(table.second, "game.moved"), 60000, 60000);
    rig_check_clocks(rig_find_event(table.second, "game.draw_offered"), 60000, 60000);
    pass(&table, 1500);
    assert_ok(rig_move(table.first, table.game, 4, "e1"));
    rig_check_clocks(rig_find_event(table.second, "game.moved"), 58500, 60000);
    rig_check_world(rig);
}

static void no_flag_falls_before_the_turn_is_told(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = started(rig, BLITZ);
    rig->store->holds_batches = true;
    rig_send(table.first, "{'op':'game.move','game':'%s','ply':2,'action':'c1'}", table.game);
    rig_turn(rig);
    pass(&table, 90000);
    rig->store->holds_batches = false;
    rig_turn(rig);
    rig_find_event(table.first, "game.moved");
    pass(&table, 59999);
    assert_null(rig_next_event(table.first));
    assert_int_equal(core_next_ms(rig->core), rig->now.mono_ms + 1);
    pass(&table, 1);
    assert_string_equal(text_at(rig_expect(table.first, "game.ended"), "result"), "first");
    rig_check_world(rig);
}

static void a_takeback_that_waits_for_the_disk_costs_nobody(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = started(rig, BLITZ);
    assert_ok(rig_ask(table.second, "{'op':'game.takeback','game':'%s'}", table.game));
    pass(&table, 1000);
    rig->store->holds_batches = true;
    rig_send(table.first, "{'op':'game.takeback','game':'%s','answer':'accept'}", table.game);
    rig_turn(rig);
    pass(&table, 7000);
    rig->store->holds_batches = false;
    rig_turn(rig);
    pass(&table, 500);
    assert_ok(rig_move(table.second, table.game, 1, "d1"));
    rig_check_clocks(rig_find_event(table.first, "game.moved"), 59000, 59500);
    rig_check_world(rig);
}

/* The move under way is taken back: the clock goes on from where the turn before was told. */
static void a_commit_that_fails_gives_no_time(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = started(rig, BLITZ);
    pass(&table, 10000);
    rig->store->holds_batches = true;
    rig_send(table.first, "{'op':'game.move','game':'%s','ply':2,'action':'c1'}", table.game);
    rig_turn(rig);
    pass(&table, 7000);
    rig->store->fails_batches = true;
    rig->store->holds_batches = false;
    rig_turn(rig);
    rig_check_clocks(rig_game(table.first, table.game), 50000, 60000);
    rig->store->fails_batches = false;
    rig_pass(rig, 1000); /* it is tried again, and works: the time goes on */
    rig_check_clocks(rig_game(table.first, table.game), 50000, 60000);
    pass(&table, 2000);
    assert_ok(rig_move(table.first, table.game, 2, "c1"));
    rig_check_clocks(rig_find_event(table.second, "game.moved"), 48000, 60000);
    rig_check_world(rig);
}

/* ------------------------------------------------------------------ coming back */

static void a_clock_that_waits_for_its_player_says_so(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = started(rig, BLITZ);
    char tokens[2][65];
    snprintf(tokens[0], sizeof(tokens[0]), "%s", table.first->token);
    snprintf(tokens[1], sizeof(tokens[1]), "%s", table.second->token);
    rig_restart(rig);
    struct rig_peer *second = rig_resume(rig, tokens[1]);
    rig_pass(rig, 10000);
    assert_int_equal(int_at(rig_game(second, table.game), "clock_waits_ms"), 50000);
    const json_t *synced = rig_ask(second, "{'op':'game.sync','game':'%s','since':2}", table.game);
    assert_int_equal(int_at(synced, "clock_waits_ms"), 50000);
    rig_forget_events(second);
    struct rig_peer *first = rig_resume(rig, tokens[0]);
    const json_t *presence = rig_expect(second, "room.presence");
    assert_true(json_is_true(json_object_get(presence, "connected")));
    assert_null(json_object_get(presence, "clock_waits_ms"));
    assert_null(json_object_get(rig_game(second, table.game), "clock_waits_ms"));
    rig_hang_up(second);
    rig_turn(rig);
    rig_forget_events(first);
    assert_ok(rig_move(first, table.game, 2, "c1"));
    rig_expect(first, "game.moved");
    presence = rig_expect(first, "room.presence"); /* his clock waits now */
    assert_string_equal(text_at(presence, "name"), table.second->name);
    assert_int_equal(int_at(presence, "clock_waits_ms"), 50000);
    rig_check_world(rig);
}

/* A player who came back while a batch failed is back. */
static void a_failed_commit_does_not_make_a_clock_wait_again(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = started(rig, BLITZ);
    char tokens[2][65];
    snprintf(tokens[0], sizeof(tokens[0]), "%s", table.first->token);
    snprintf(tokens[1], sizeof(tokens[1]), "%s", table.second->token);
    rig_restart(rig);
    struct rig_peer *second = rig_resume(rig, tokens[1]);
    rig->store->holds_batches = true;
    rig_send(second, "{'op':'game.draw','game':'%s'}", table.game);
    rig_turn(rig);
    struct rig_peer *first = rig_connect(rig);
    rig_send(first, "{'op':'auth.resume','token':'%s'}", tokens[0]);
    rig_turn(rig);
    rig_fail_held(rig);
    rig_pass(rig, 1000);
    rig_pass(rig, 5000);
    const json_t *game = rig_game(second, table.game);
    bool is_back = json_is_true(json_object_get(json_object_get(game, "first"), "connected"));
    assert_true(is_back == (json_object_get(game, "clock_waits_ms") == NULL));
}

/* ------------------------------------------------------------------ giving time */

static void given_time_goes_to_the_opponent(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = started(rig, BLITZ);
    pass(&table, 3000);
    const json_t *reply = rig_ask(table.second, "{'op':'game.give_time','game':'%s'}", table.game);
    assert_ok(reply);
    assert_int_equal(int_at(reply, "ms"), 15000);
    const json_t *given = rig_expect(table.first, "game.time_given");
    assert_string_equal(text_at(given, "by"), "second");
    assert_int_equal(int_at(given, "ms"), 15000);
    rig_check_clocks(given, 72000, 60000);
    assert_ok(rig_ask(table.first, "{'op':'game.give_time','game':'%s','ms':1000}", table.game));
    rig_check_clocks(rig_expect(table.first, "game.time_given"), 72000, 61000);
    char line[512];
    snprintf(line, sizeof(line), "%s",
             rig_line(table.second, rig_expect(table.second, "game.time_given")));
    assert_ok(rig_ask(table.second, "{'op':'game.sync','game':'%s','since':2}", table.game));
    rig_expect(table.second, "game.time_given");
    assert_string_equal(rig_line(table.second, rig_expect(table.second, "game.time_given")), line);
    pass(&table, 71999);
    assert_int_equal(core_count(rig->core).games, 1);
    pass(&table, 1);
    assert_int_equal(core_count(rig->core).games, 0);
    rig_check_world(rig);
}

static void given_time_is_there_after_a_restart(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = started(rig, BLITZ);
    assert_ok(rig_ask(table.second, "{'op':'game.give_time','game':'%s'}", table.game));
    rig_restart(rig);
    rig_check_clocks(rig_game(rig_connect(rig), table.game), 75000, 60000);
    rig_check_world(rig);
}

static void what_given_time_lengthens(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = started(rig, "{'kind':'per_move','period_ms':20000}");
    assert_ok(rig_ask(table.first, "{'op':'game.give_time','game':'%s'}", table.game));
    rig_check_clocks(rig_game(table.first, table.game), 20000, 35000);
    assert_ok(rig_move(table.first, table.game, 2, "c1"));
    pass(&table, 30000);
    assert_ok(rig_move(table.second, table.game, 3, "d1")); /* later than without */
    rig_check_clocks(rig_game(table.first, table.game), 20000, 20000);
    table = started(rig, "{'kind':'byoyomi','main_ms':10000,'period_ms':5000,'periods':2}");
    pass(&table, 12000);
    assert_ok(rig_ask(table.second, "{'op':'game.give_time','game':'%s'}", table.game));
    const json_t *game = rig_game(table.first, table.game);
    rig_check_clocks(game, 18000, 10000);
    assert_int_equal(int_at(game, "clocks.first_periods"), 1);
    assert_ok(rig_move(table.first, table.game, 2, "c1"));
    rig_check_clocks(rig_game(table.first, table.game), 5000, 10000);
    rig_check_world(rig);
}

static void a_player_gives_ten_minutes_and_no_clock_gets_more_than_a_day(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = started(rig, "{'kind':'fischer','main_ms':1000000}");
    for (int i = 0; i < 10; i++) {
        assert_ok(
            rig_ask(table.first, "{'op':'game.give_time','game':'%s','ms':60000}", table.game));
        pass(&table, 1000);
    }
    const json_t *refused =
        rig_ask(table.first, "{'op':'game.give_time','game':'%s','ms':1000}", table.game);
    assert_code(refused, "too_much_time");
    assert_null(json_object_get(json_object_get(refused, "error"), "retry_after_ms"));
    assert_ok(rig_ask(table.second, "{'op':'game.give_time','game':'%s'}", table.game));
    table = started(rig, "{'kind':'fischer','main_ms':86390000}");
    assert_code(rig_ask(table.first, "{'op':'game.give_time','game':'%s'}", table.game),
                "too_much_time");
    assert_ok(rig_ask(table.first, "{'op':'game.give_time','game':'%s','ms':10000}", table.game));
    rig_check_world(rig);
}

static void time_is_not_given_where_none_runs(void **state)
{
    static const char *const clocks[] = {"{'kind':'none'}",
                                         "{'kind':'correspondence','period_ms':86400000}"};
    for (int i = 0; i < 2; i++) {
        struct rig_table table = started(*state, clocks[i]);
        assert_code(rig_ask(table.first, "{'op':'game.give_time','game':'%s'}", table.game),
                    "no_running_clock");
    }
}

/* ------------------------------------------------------------------ refusals */

static void check_wait(const json_t *refused, const char *code, int64_t plies, int64_t ms)
{
    assert_code(refused, code);
    assert_int_equal(int_at(refused, "error.retry_after_plies"), plies);
    assert_int_equal(int_at(refused, "error.retry_after_ms"), ms);
}

static void what_is_too_soon_says_how_many_plies_and_how_long_that_may_be(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, "{'kind':'none'}");
    const char *game = table.game;
    assert_ok(rig_ask(table.first, "{'op':'game.draw','game':'%s'}", game));
    assert_ok(rig_ask(table.second, "{'op':'game.draw','game':'%s','answer':'refuse'}", game));
    check_wait(rig_ask(table.first, "{'op':'game.draw','game':'%s'}", game), "draw_too_soon", 10,
               1000);
    pass(&table, 4000);
    assert_ok(rig_move(table.first, game, 0, "a1"));
    assert_ok(rig_move(table.second, game, 1, "b1"));
    check_wait(rig_ask(table.first, "{'op':'game.draw','game':'%s'}", game), "draw_too_soon", 8,
               8 * 2000);
    assert_ok(rig_ask(table.first, "{'op':'game.takeback','game':'%s'}", game));
    assert_ok(rig_ask(table.second, "{'op':'game.takeback','game':'%s','answer':'refuse'}", game));
    check_wait(rig_ask(table.first, "{'op':'game.takeback','game':'%s'}", game),
               "takeback_too_soon", 10, 10 * 2000);
    for (int ply = 2; ply < 10; ply++) {
        char at[16];
        snprintf(at, sizeof(at), "%c%d", 'a' + ply, ply);
        assert_ok(rig_move(ply % 2 == 0 ? table.first : table.second, game, ply, at));
    }
    assert_ok(rig_ask(table.first, "{'op':'game.draw','game':'%s'}", game));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(a_slow_commit_costs_nobody),
        RIG_TEST(a_game_that_is_not_stored_yet_has_no_time),
        RIG_TEST(an_action_tells_what_its_turn_took),
        RIG_TEST(files_have_the_times_of_the_moves),
        RIG_TEST(a_file_has_no_clocks_that_do_not_add_up),
        RIG_TEST(turns_that_pass_while_the_disk_is_slow_cost_nothing),
        RIG_TEST(no_flag_falls_before_the_turn_is_told),
        RIG_TEST(a_takeback_that_waits_for_the_disk_costs_nobody),
        RIG_TEST(a_commit_that_fails_gives_no_time),
        RIG_TEST(a_clock_that_waits_for_its_player_says_so),
        RIG_TEST(a_failed_commit_does_not_make_a_clock_wait_again),
        RIG_TEST(given_time_goes_to_the_opponent),
        RIG_TEST(given_time_is_there_after_a_restart),
        RIG_TEST(what_given_time_lengthens),
        RIG_TEST(a_player_gives_ten_minutes_and_no_clock_gets_more_than_a_day),
        RIG_TEST(time_is_not_given_where_none_runs),
        RIG_TEST(what_is_too_soon_says_how_many_plies_and_how_long_that_may_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
