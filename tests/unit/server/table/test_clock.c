/* SPDX-License-Identifier: MIT */
/* Clocks on the server: what moves cost, flags that fall, restarts. */
#include "server/core/table/match.h"
#include "server/core/table/state.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

#define BLITZ "{'kind':'fischer','main_ms':60000,'increment_ms':2000}"
#define BYOYOMI "{'kind':'byoyomi','main_ms':10000,'period_ms':5000,'periods':2}"
#define DAY_MS INT64_C(86400000)

/* ------------------------------------------------------------------ a table with a clock */

/* Lets time pass while both keep their connections alive. */
static void pass(struct rig *rig, const struct rig_table *table, int64_t ms)
{
    while (ms > 0) {
        int64_t step_ms = ms < 30000 ? ms : 30000;
        rig_send(table->first, "{'op':'ping'}");
        rig_send(table->second, "{'op':'ping'}");
        rig_pass(rig, step_ms);
        ms -= step_ms;
    }
}

/* ------------------------------------------------------------------ clocks */

static void every_event_shows_both_clocks_and_the_servers_time(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, BLITZ);
    pass(rig, &table, 1500);
    assert_ok(rig_move(table.first, table.game, 0, "a1"));
    const json_t *moved = rig_expect(table.second, "game.moved");
    rig_check_clocks(moved, 60500, 60000);
    assert_int_equal(int_at(moved, "server_now"), rig->now.wall_ms);
    pass(rig, &table, 4000);
    assert_ok(rig_ask(table.first, "{'op':'game.draw','game':'%s'}", table.game));
    rig_check_clocks(rig_expect(table.second, "game.draw_offered"), 60500, 56000);
    pass(rig, &table, 1000);
    assert_ok(rig_move(table.second, table.game, 1, "b1"));
    rig_check_clocks(rig_find_event(table.first, "game.moved"), 60500, 60000);
    rig_check_clocks(rig_find_event(table.first, "game.moved"), 60500, 57000);
    pass(rig, &table, 500);
    const json_t *game = rig_game(table.first, table.game);
    rig_check_clocks(game, 60000, 57000);
    assert_string_equal(text_at(game, "clock.kind"), "fischer");
    pass(rig, &table, 500);
    assert_ok(rig_ask(table.first, "{'op':'game.resign','game':'%s'}", table.game));
    rig_check_clocks(rig_find_event(table.second, "game.ended"), 59500, 57000);
    game = rig_game(table.first, table.game);
    rig_check_clocks(game, 59500, 57000);
    assert_string_equal(text_at(game, "spent"), "1500 5000");
    rig_check_world(rig);
}

static void a_move_that_ends_the_game_stops_the_clocks(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *first = rig_guest(rig);
    struct rig_table table = rig_clocked_table(first, rig_guest(rig), "mini", BLITZ);
    pass(rig, &table, 1000);
    rig_play(&table, "a1 b1 a2 b2 a3");
    const json_t *ended = rig_find_event(table.second, "game.ended");
    rig_check_end(ended, "first", "row");
    int64_t left_ms = int_at(ended, "clocks.second_ms");
    pass(rig, &table, 100000);
    assert_int_equal(int_at(rig_game(table.first, table.game), "clocks.second_ms"), left_ms);
    assert_null(rig_next_event(table.second));
    rig_check_world(rig);
}

static void byoyomi_tells_the_periods(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, BYOYOMI);
    pass(rig, &table, 12000);
    assert_ok(rig_move(table.first, table.game, 0, "a1"));
    const json_t *moved = rig_expect(table.second, "game.moved");
    rig_check_clocks(moved, 5000, 10000);
    assert_int_equal(int_at(moved, "clocks.first_periods"), 1);
    assert_int_equal(int_at(moved, "clocks.second_periods"), 2);
}

static void a_game_without_a_clock_shows_none(void **state)
{
    struct rig_table table = rig_clocked_guests(*state, "{'kind':'none'}");
    assert_ok(rig_move(table.first, table.game, 0, "a1"));
    const json_t *moved = rig_expect(table.second, "game.moved");
    assert_null(json_object_get(moved, "clocks"));
    assert_non_null(json_object_get(moved, "server_now"));
}

static void clocks_that_are_none_are_refused(void **state)
{
    static const char *const wrong[] = {
        "{'kind':'fischer'}",
        "{'kind':'per_move','period_ms':99}",
        "{'kind':'per_move','period_ms':5000,'main_ms':1}",
        "{'kind':'byoyomi','main_ms':1000,'period_ms':1000}",
        "{'kind':'correspondence','period_ms':1000}",
        "{'kind':'none','main_ms':1000}",
    };
    struct rig_peer *peer = rig_guest(*state);
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        const json_t *reply =
            rig_ask(peer, "{'op':'room.open','variant':'mini','clock':%s}", wrong[i]);
        assert_code(reply, "bad_clock");
        assert_string_equal(text_at(reply, "error.field"), "clock");
    }
}

static void missed_events_are_told_again_as_they_were(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, BLITZ);
    for (int ply = 0; ply < 4; ply++) {
        pass(rig, &table, 1000 + 7 * ply);
        char at[4];
        snprintf(at, sizeof(at), "%c1", 'a' + ply);
        assert_ok(rig_move(ply % 2 == 0 ? table.first : table.second, table.game, ply, at));
        if (ply == 2)
            assert_ok(rig_ask(table.first, "{'op':'game.takeback','game':'%s'}", table.game));
    }
    char lines[5][512];
    for (int i = 0; i < 5; i++)
        snprintf(lines[i], sizeof(lines[i]), "%s",
                 rig_line(table.second, rig_next_event(table.second)));
    pass(rig, &table, 3000);
    const json_t *reply =
        rig_ask(table.second, "{'op':'game.sync','game':'%s','since':0}", table.game);
    assert_ok(reply);
    for (int i = 0; i < 5; i++)
        assert_string_equal(rig_line(table.second, rig_next_event(table.second)), lines[i]);
    assert_int_equal(int_at(reply, "server_now"), rig->now.wall_ms);
    assert_int_equal(int_at(reply, "clocks.first_ms") + 3000,
                     int_at(rig_game(table.first, table.game), "clocks.first_ms") + 3000);
}

/* ------------------------------------------------------------------ flags */

static void a_flag_falls_without_anybody_asking(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_table table = {.first = anna, .second = boris};
    const json_t *opened = rig_ask(
        anna, "{'op':'room.open','variant':'classic','rated':true,'first':'opener','clock':%s}",
        BLITZ);
    snprintf(table.room, sizeof(table.room), "%s", text_at(opened, "room.room"));
    const json_t *joined = rig_ask(boris, "{'op':'room.join','room':'%s'}", table.room);
    snprintf(table.game, sizeof(table.game), "%s", text_at(joined, "game.game"));
    rig_begin(&table);
    pass(rig, &table, 61999);
    assert_null(rig_next_event(boris));
    assert_int_equal(core_next_ms(rig->core), rig->now.mono_ms + 1);
    pass(rig, &table, 1);
    const json_t *ended = rig_expect(boris, "game.ended");
    rig_check_end(ended, "second", "time");
    rig_check_clocks(ended, 0, 62000);
    assert_int_equal(int_at(ended, "changes.1.after"), 1520);
    assert_code(rig_move(anna, table.game, 2, "c1"), "game_over");
    rig_check_world(rig);
}

static void a_flag_falls_while_its_player_is_away(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, BLITZ);
    rig_begin(&table);
    rig_hang_up(table.first);
    for (int i = 0; i < 3; i++) {
        rig_send(table.second, "{'op':'ping'}");
        rig_pass(rig, 30000);
    }
    rig_check_end(rig_find_event(table.second, "game.ended"), "second", "time");
}

static void a_first_move_that_never_comes_aborts_the_game(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, "{'kind':'fischer','main_ms':600000}");
    pass(rig, &table, 59000);
    assert_ok(rig_move(table.first, table.game, 0, "a1"));
    pass(rig, &table, 59000);
    assert_ok(rig_ask(table.first, "{'op':'game.draw','game':'%s'}", table.game));
    rig_forget_events(table.first);
    pass(rig, &table, 999);
    assert_null(rig_next_event(table.first));
    pass(rig, &table, 1);
    rig_check_end(rig_expect(table.first, "game.ended"), "none", "no_start");
    rig_check_world(rig);
}

static void a_short_clock_that_falls_before_the_first_move_aborts_too(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, "{'kind':'per_move','period_ms':3000}");
    pass(rig, &table, 3000);
    rig_check_end(rig_expect(table.first, "game.ended"), "none", "no_start");
}

static void a_correspondence_game_has_days_for_its_first_move(void **state)
{
    struct rig *rig = *state;
    struct rig_table table =
        rig_clocked_guests(rig, "{'kind':'correspondence','period_ms':86400000}");
    pass(rig, &table, DAY_MS - 1);
    assert_null(rig_next_event(table.first));
    pass(rig, &table, 1);
    rig_check_end(rig_expect(table.first, "game.ended"), "none", "no_start");
}

static void in_an_opening_the_clock_of_whoever_must_choose_runs(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *first = rig_guest(rig);
    struct rig_table table = rig_clocked_table(first, rig_guest(rig), "swap2", BLITZ);
    for (int ply = 0; ply < 3; ply++) {
        char at[4];
        snprintf(at, sizeof(at), "%c1", 'a' + ply);
        assert_ok(rig_move(table.first, table.game, ply, at));
    }
    pass(rig, &table, 5000);
    rig_forget_events(table.first);
    assert_ok(rig_ask(table.second, "{'op':'game.move','game':'%s','ply':3,'action':'white'}",
                      table.game));
    rig_check_clocks(rig_find_event(table.first, "game.moved"), 62000,
                     55000); /* white goes on with its stone */
}

static void an_increment_is_for_a_turn_of_two_stones(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *first = rig_guest(rig);
    struct rig_table table = rig_clocked_table(first, rig_guest(rig), "connect6", BLITZ);
    assert_ok(rig_move(table.first, table.game, 0, "j10"));
    pass(rig, &table, 5000);
    assert_ok(rig_move(table.second, table.game, 1, "j11"));
    rig_check_clocks(rig_find_event(table.first, "game.moved"), 62000, 60000);
    rig_forget_events(table.first);
    pass(rig, &table, 4000);
    assert_ok(rig_move(table.second, table.game, 2, "k11"));
    rig_check_clocks(rig_find_event(table.first, "game.moved"), 62000, 53000);
}

/* A game of which each action was a turn goes on so: three increments for the opening, and a
 * takeback of one stone of it. */
static void a_game_that_began_by_actions_goes_on_by_them(void **state)
{
    (void)state;
    static const struct time_control control = {
        .kind = CLOCK_FISCHER, .main_ms = 60000, .increment_ms = 2000};
    for (int by_turns = 0; by_turns < 2; by_turns++) {
        struct match match = {.clock = control, .by_turns = by_turns == 1};
        struct clock clocks[SEAT_COUNT] = {clock_start(&control), clock_start(&control)};
        struct game game;
        game_init(&game, variant_get(VARIANT_SWAP2));
        for (size_t cell = 0; cell < 3; cell++)
            match__step(&match, &game, clocks,
                        (struct match_event){
                            .kind = LOG_ACTION, .seat = SEAT_FIRST, .action = action_place(cell)});
        assert_int_equal(clocks[SEAT_FIRST].left_ms, by_turns == 1 ? 62000 : 66000);
        match__step(&match, &game, clocks,
                    (struct match_event){.kind = LOG_TAKEBACK, .seat = SEAT_SECOND});
        assert_int_equal(game.ply, by_turns == 1 ? 0 : 2);
    }
}

/* ------------------------------------------------------------------ downtime */

static void time_while_the_server_was_down_is_nobodys(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, BLITZ);
    char tokens[2][65];
    snprintf(tokens[0], sizeof(tokens[0]), "%s", table.first->token);
    snprintf(tokens[1], sizeof(tokens[1]), "%s", table.second->token);
    pass(rig, &table, 3000);
    assert_ok(rig_move(table.first, table.game, 0, "a1"));
    pass(rig, &table, 5000);
    assert_ok(rig_move(table.second, table.game, 1, "b1"));
    pass(rig, &table, 7000); /* of first's time, but not durable */
    rig->now.wall_ms += 10 * DAY_MS;
    rig_restart(rig);
    rig_pass(rig, 100);
    table.first = rig_resume(rig, tokens[0]);
    table.second = rig_resume(rig, tokens[1]);
    rig_check_clocks(rig_game(table.first, table.game), 59000,
                     57000); /* it waited for its player */
    rig_forget_events(table.second);
    pass(rig, &table, 1000);
    rig_expect(table.second, "room.presence"); /* that the second is back, too */
    pass(rig, &table, 58000 - 1);
    assert_null(rig_next_event(table.second));
    pass(rig, &table, 1);
    rig_check_end(rig_find_event(table.second, "game.ended"), "second", "time");
}

static void after_a_start_a_clock_waits_for_its_player(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, "{'kind':'fischer','main_ms':20000}");
    char tokens[2][65];
    rig_begin(&table);
    snprintf(tokens[0], sizeof(tokens[0]), "%s", table.first->token);
    snprintf(tokens[1], sizeof(tokens[1]), "%s", table.second->token);
    rig_restart(rig);
    rig_pass(rig, 30000);
    table.first = rig_resume(rig, tokens[0]);
    rig_pass(rig, 5000);
    assert_ok(rig_move(table.first, table.game, 2, "c1"));
    rig_check_clocks(rig_find_event(table.first, "game.moved"), 15000, 20000);
    rig_pass(rig, 24999); /* a minute after the start who is not back has had time */
    rig_check_clocks(rig_game(table.first, table.game), 15000, 20000);
    rig_send(table.first, "{'op':'ping'}");
    rig_pass(rig, 20000);
    assert_int_equal(core_count(rig->core).games, 1);
    rig_pass(rig, 1);
    rig_check_end(rig_find_event(table.first, "game.ended"), "first", "time");
    rig_check_world(rig);
}

static void days_run_as_long_as_the_server_does(void **state)
{
    struct rig *rig = *state;
    struct rig_table table =
        rig_clocked_guests(rig, "{'kind':'correspondence','period_ms':172800000}");
    char token[65];
    rig_begin(&table);
    snprintf(token, sizeof(token), "%s", table.second->token);
    pass(rig, &table, DAY_MS);
    rig->now.wall_ms += 10 * DAY_MS;
    rig_restart(rig);
    struct rig_peer *boris = rig_resume(rig, token);
    int64_t left_ms = int_at(rig_game(boris, table.game), "clocks.first_ms");
    assert_in_range(left_ms, DAY_MS, DAY_MS + 60000);
}

static void clocks_stand_while_nothing_can_be_saved(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, BLITZ);
    rig_begin(&table);
    rig->store->fails_batches = true;
    assert_code(rig_move(table.first, table.game, 2, "c1"), "storage_unavailable");
    pass(rig, &table, 600000);
    assert_null(rig_next_event(table.second));
    rig->store->fails_batches = false;
    pass(rig, &table, 1000);
    assert_ok(rig_move(table.first, table.game, 2, "c1"));
    int64_t left_ms = int_at(rig_find_event(table.second, "game.moved"), "clocks.first_ms");
    assert_in_range(left_ms, 62000, 64000);
    rig_check_world(rig);
}

/* The move came in time; that it could not be saved is nobody's fault. */
static void a_commit_that_hangs_and_fails_costs_no_time(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, BLITZ);
    rig_begin(&table);
    pass(rig, &table, 55000);
    rig->store->holds_batches = true;
    int64_t move =
        rig_send(table.first, "{'op':'game.move','game':'%s','ply':2,'action':'c1'}", table.game);
    rig_turn(rig);
    pass(rig, &table, 20000);
    rig->store->fails_batches = true;
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_code(rig_reply(table.first, move), "storage_unavailable");
    rig->store->fails_batches = false;
    rig_pass(rig, 1000);
    rig_pass(rig, 0);
    assert_ok(rig_move(table.first, table.game, 2, "c1"));
    rig_check_world(rig);
}

static void a_flag_whose_end_is_not_saved_falls_again(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, BLITZ);
    rig_begin(&table);
    pass(rig, &table, 61000);
    rig->store->fails_batches = true;
    pass(rig, &table, 1000);
    assert_null(rig_next_event(table.second));
    rig->store->fails_batches = false;
    pass(rig, &table, 5000);
    rig_check_end(rig_find_event(table.second, "game.ended"), "second", "time");
    rig_check_world(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(every_event_shows_both_clocks_and_the_servers_time),
        RIG_TEST(a_move_that_ends_the_game_stops_the_clocks),
        RIG_TEST(byoyomi_tells_the_periods),
        RIG_TEST(a_game_without_a_clock_shows_none),
        RIG_TEST(clocks_that_are_none_are_refused),
        RIG_TEST(missed_events_are_told_again_as_they_were),
        RIG_TEST(a_flag_falls_without_anybody_asking),
        RIG_TEST(a_flag_falls_while_its_player_is_away),
        RIG_TEST(a_first_move_that_never_comes_aborts_the_game),
        RIG_TEST(a_short_clock_that_falls_before_the_first_move_aborts_too),
        RIG_TEST(a_correspondence_game_has_days_for_its_first_move),
        RIG_TEST(in_an_opening_the_clock_of_whoever_must_choose_runs),
        RIG_TEST(an_increment_is_for_a_turn_of_two_stones),
        RIG_TEST(a_game_that_began_by_actions_goes_on_by_them),
        RIG_TEST(time_while_the_server_was_down_is_nobodys),
        RIG_TEST(after_a_start_a_clock_waits_for_its_player),
        RIG_TEST(days_run_as_long_as_the_server_does),
        RIG_TEST(clocks_stand_while_nothing_can_be_saved),
        RIG_TEST(a_commit_that_hangs_and_fails_costs_no_time),
        RIG_TEST(a_flag_whose_end_is_not_saved_falls_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
