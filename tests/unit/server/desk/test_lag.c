/* SPDX-License-Identifier: MIT */
/* Lag: how it is measured, who is told, and what of a turn is not its player's because of it. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

#define BLITZ "{'kind':'fischer','main_ms':60000}"

static int setup(void **state)
{
    struct core_options options = rig_options();
    options.lag_beat_ms = 5000;
    options.lag_cap_ms = 500;
    *state = rig_new_with(&options);
    return 0;
}

/* ------------------------------------------------------------------ heartbeats */

/* The number of the last heartbeat, 0 if there was none. */
static int64_t beat_of(const struct rig_peer *peer, size_t *count_out)
{
    int64_t n = 0;
    *count_out = 0;
    for (size_t i = 0; i < peer->count; i++) {
        const json_t *event = json_object_get(peer->messages[i].json, "ev");
        if (event == NULL || strcmp(json_string_value(event), "heartbeat") != 0)
            continue;
        n = int_at(peer->messages[i].json, "n");
        (*count_out)++;
    }
    return n;
}

static size_t beats(const struct rig_peer *peer)
{
    size_t count;
    beat_of(peer, &count);
    return count;
}

static const json_t *answer(struct rig_peer *peer)
{
    size_t count;
    return rig_ask(peer, "{'op':'ping','heartbeat':%d}", (int)beat_of(peer, &count));
}

/* The next heartbeat to `peer` is answered after `lag_ms`; those to `other` at once. */
static void measure(struct rig_peer *peer, struct rig_peer *other, int64_t lag_ms)
{
    size_t before = beats(peer);
    while (beats(peer) == before)
        rig_pass(peer->rig, 100);
    answer(other);
    rig_pass(peer->rig, lag_ms);
    assert_int_equal(int_at(answer(peer), "lag_ms") >= 0, 1);
}

/* The first player's lag is known; no time is on the clock of anybody's first action. */
static struct rig_table table_with_lag(struct rig *rig, const char *clock, int64_t lag_ms)
{
    struct rig_table table = rig_clocked_guests(rig, clock);
    rig_pass(rig, lag_ms);
    answer(table.first);
    rig_forget_events(table.first);
    rig_forget_events(table.second);
    return table;
}

/* Thinks for so long and moves; the event as the other player hears it. */
static const json_t *move_after(struct rig_peer *peer, struct rig_peer *other, const char *game,
                                int ply, int64_t ms)
{
    char at[16];
    snprintf(at, sizeof(at), "%c%d", 'a' + ply % 19, 1 + ply / 19 * 3);
    rig_pass(peer->rig, ms);
    rig_forget_events(other);
    assert_ok(rig_move(peer, game, ply, at));
    return rig_find_event(other, "game.moved");
}

static void who_plays_with_a_clock_is_measured_at_once_and_then_every_5_s(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *idle = rig_guest(rig);
    struct rig_table table = rig_clocked_guests(rig, BLITZ);
    assert_int_equal(beats(table.first), 1);
    assert_int_equal(beats(table.second), 1);
    for (int i = 0; i < 10; i++) {
        rig_send(idle, "{'op':'ping'}");
        rig_pass(rig, 1000);
        answer(table.first);
    }
    assert_int_equal(beats(table.first), 3);
    assert_int_equal(beats(idle), 0);
    assert_ok(rig_ask(table.first, "{'op':'game.abort','game':'%s'}", table.game));
    for (int i = 0; i < 20; i++) {
        answer(table.first);
        rig_pass(rig, 1000);
    }
    assert_int_equal(beats(table.first), 3);
    rig_check_world(rig);
}

static void other_games_are_not_measured(void **state)
{
    static const char *const clocks[] = {"{'kind':'none'}",
                                         "{'kind':'correspondence','period_ms':86400000}"};
    struct rig *rig = *state;
    for (int i = 0; i < 2; i++) {
        struct rig_table table = rig_clocked_guests(rig, clocks[i]);
        rig_pass(rig, 9000);
        assert_int_equal(beats(table.first), 0);
    }
}

static void a_player_who_returns_is_measured_again(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, BLITZ);
    char token[65];
    snprintf(token, sizeof(token), "%s", table.first->token);
    rig_hang_up(table.first);
    rig_pass(rig, 1000);
    struct rig_peer *back = rig_resume(rig, token);
    rig_pass(rig, 5000);
    assert_int_equal(beats(back), 1);
}

static void the_lag_is_the_least_of_the_last_answers(void **state)
{
    static const int64_t took_ms[] = {100, 3000, 120, 110, 4000, 190, 190, 130};
    static const int64_t lag_ms[] = {100, 100, 100, 100, 100, 110, 110, 110};
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, "{'kind':'fischer','main_ms':600000}");
    rig_pass(rig, took_ms[0]);
    assert_int_equal(int_at(answer(table.first), "lag_ms"), lag_ms[0]);
    for (int i = 1; i < 8; i++) {
        measure(table.first, table.second, took_ms[i]);
        assert_int_equal(int_at(rig_ask(table.first, "{'op':'ping'}"), "lag_ms"), lag_ms[i]);
    }
}

static void only_the_answer_to_the_last_heartbeat_counts_and_once(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, BLITZ);
    const json_t *reply = rig_ask(table.first, "{'op':'ping','heartbeat':2}");
    assert_ok(reply);
    assert_null(json_object_get(reply, "lag_ms"));
    rig_pass(rig, 40);
    assert_int_equal(int_at(answer(table.first), "lag_ms"), 40);
    rig_pass(rig, 900);
    assert_int_equal(int_at(answer(table.first), "lag_ms"), 40);
    rig_pass(rig, 4060);
    assert_int_equal(beats(table.first), 2);
    rig_pass(rig, 700);
    assert_int_equal(int_at(rig_ask(table.first, "{'op':'ping','heartbeat':1}"), "lag_ms"), 40);
}

/* ------------------------------------------------------------------ telling */

static void the_table_is_told_of_lag_when_it_changed_a_good_deal(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, "{'kind':'fischer','main_ms':600000}");
    rig_pass(rig, 100);
    answer(table.first);
    const json_t *presence = rig_expect(table.second, "room.presence");
    assert_string_equal(text_at(presence, "name"), table.first->name);
    assert_true(json_is_true(json_object_get(presence, "connected")));
    assert_int_equal(int_at(presence, "lag_ms"), 100);
    rig_forget_events(table.first);
    for (int i = 0; i < 3; i++)
        measure(table.first, table.second, 130);
    while (rig_event_count(table.second) > 0) /* those are of the second player's own lag */
        assert_string_equal(text_at(rig_next_event(table.second), "name"), table.second->name);
    for (int i = 0; i < 5; i++)
        measure(table.first, table.second, 400);
    assert_int_equal(int_at(rig_find_event(table.second, "room.presence"), "lag_ms"), 400);
    const json_t *game = rig_game(table.second, table.game);
    assert_int_equal(int_at(game, "first.lag_ms"), 400);
    assert_int_equal(int_at(game, "second.lag_ms"), 0);
    rig_check_world(rig);
}

/* Whether one of the events that were not taken says so; takes them. */
static bool is_told_silent(struct rig_peer *peer)
{
    bool is_told = false;
    const json_t *event;
    while ((event = rig_next_event(peer)) != NULL)
        is_told = is_told || has_at(event, "silent");
    return is_told;
}

/* Passes the time while `other` answers all heartbeats and nobody else does. */
static void be_silent(struct rig_peer *other, int seconds)
{
    for (int i = 0; i < seconds; i++) {
        rig_pass(other->rig, 1000);
        answer(other);
    }
}

static void who_does_not_answer_is_shown_to_be_silent(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = table_with_lag(rig, BLITZ, 20);
    struct rig_peer *watcher = rig_guest(rig);
    be_silent(table.second, 4);
    rig_forget_events(table.second); /* its own lag */
    be_silent(table.second, 7);
    const json_t *presence = rig_expect(table.second, "room.presence");
    assert_string_equal(text_at(presence, "name"), table.first->name);
    assert_true(bool_at(presence, "silent"));
    assert_true(bool_at(presence, "connected"));
    const json_t *watched = rig_ask(watcher, "{'op':'room.watch','room':'%s'}", table.room);
    assert_true(has_at(watched, "room.players.0.silent") !=
                has_at(watched, "room.players.1.silent"));
    rig_forget_events(table.second);
    be_silent(table.second, 10);
    assert_false(is_told_silent(table.second));
    rig_forget_events(table.second);
    answer(table.first);
    rig_pass(rig, 1000);
    presence = rig_expect(table.second, "room.presence");
    assert_null(json_object_get(presence, "silent"));
    rig_check_world(rig);
}

static void a_client_that_never_answers_is_not_silent(void **state)
{
    struct rig_table table = rig_clocked_guests(*state, BLITZ);
    be_silent(table.second, 30);
    assert_false(is_told_silent(table.second));
}

static void where_another_window_answers_nobody_is_silent(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = table_with_lag(rig, BLITZ, 20);
    struct rig_peer *window = rig_resume(rig, table.first->token);
    for (int i = 0; i < 20; i++) {
        answer(window);
        be_silent(table.second, 1);
    }
    assert_false(is_told_silent(table.second));
    rig_forget_events(table.second);
    rig_hang_up(window);
    be_silent(table.second, 6);
    assert_true(bool_at(rig_expect(table.second, "room.presence"), "silent"));
}

static void who_is_away_has_no_lag(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = table_with_lag(rig, BLITZ, 100);
    rig_hang_up(table.first);
    rig_pass(rig, 1000); /* of the lag they were told just now */
    assert_null(json_object_get(rig_expect(table.second, "room.presence"), "lag_ms"));
    assert_null(json_object_get(
        json_object_get(
            json_object_get(rig_ask(table.second, "{'op':'game.get','game':'%s'}", table.game),
                            "game"),
            "first"),
        "lag_ms"));
}

/* A table of days, where lag is no matter, is told something while the lag is not known. */
static void a_table_knows_the_lag_that_it_was_told(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    (void)rig_clocked_table(anna, boris, "classic",
                            "{'kind':'correspondence','period_ms':172800000}");
    struct rig_table live = rig_clocked_table(anna, boris, "classic", BLITZ);
    rig_pass(rig, 100);
    answer(anna);
    assert_int_equal(int_at(rig_find_event(boris, "room.presence"), "lag_ms"), 100);
    struct rig_peer *back = rig_resume(rig, anna->token);
    rig_hang_up(anna);
    assert_ok(rig_ask(back, "{'op':'player.days_off','days':2}"));
    rig_pass(rig, 1000);
    rig_forget_events(boris);
    measure(back, boris, 100);
    rig_pass(rig, 1000);
    while (rig_event_count(boris) > 0) {
        const json_t *event = rig_next_event(boris);
        assert_false(strcmp(text_at(event, "ev"), "room.presence") == 0 &&
                     strcmp(text_at(event, "room"), live.room) == 0 &&
                     strcmp(text_at(event, "name"), "Anna") == 0);
    }
}

static void who_answers_a_heartbeat_and_goes_at_once_is_told_once(void **state)
{
    size_t count;
    struct rig_table table = table_with_lag(*state, BLITZ, 100);
    size_t before = beats(table.first);
    while (beats(table.first) == before)
        rig_pass(*state, 100);
    rig_forget_events(table.second);
    rig_send(table.first, "{'op':'ping','heartbeat':%d}", (int)beat_of(table.first, &count));
    rig_hang_up(table.first);
    rig_turn(*state);
    assert_int_equal(rig_event_count(table.second), 1);
    assert_null(json_object_get(rig_expect(table.second, "room.presence"), "lag_ms"));
}

/* ------------------------------------------------------------------ compensation */

static const json_t *as_file(struct rig_peer *peer, const char *game)
{
    const json_t *reply = rig_ask(peer, "{'op':'game.export','game':'%s','format':'json'}", game);
    assert_ok(reply);
    return reply;
}

static void lag_is_not_counted_as_thought_and_written_down(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = table_with_lag(rig, BLITZ, 300);
    const json_t *moved = move_after(table.first, table.second, table.game, 0, 1000);
    assert_int_equal(int_at(moved, "lag_ms"), 300);
    assert_int_equal(int_at(moved, "clocks.first_ms"), 60000 - 1000); /* 1300 less 300 */
    moved = move_after(table.second, table.first, table.game, 1, 1000);
    assert_null(json_object_get(moved, "lag_ms"));
    assert_int_equal(int_at(moved, "clocks.second_ms"), 59000);
    assert_ok(rig_ask(table.second, "{'op':'game.resign','game':'%s'}", table.game));
    const json_t *game = rig_game(table.second, table.game);
    assert_string_equal(text_at(game, "spent"), "1000 1000");
    assert_string_equal(text_at(game, "lags"), "300 0");
    assert_string_equal(text_at(as_file(table.first, table.game), "json.lags"), "300 0");
    rig_check_world(rig);
    rig_restart(rig);
    game = rig_game(rig_connect(rig), table.game);
    assert_string_equal(text_at(game, "lags"), "300 0");
    assert_string_equal(text_at(as_file(rig_connect(rig), table.game), "json.lags"), "300 0");
}

static void after_a_restart_the_lag_of_moves_is_told_as_it_was(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = table_with_lag(rig, BLITZ, 300);
    char line[512];
    char token[65];
    snprintf(line, sizeof(line), "%s",
             rig_line(table.second, move_after(table.first, table.second, table.game, 0, 900)));
    snprintf(token, sizeof(token), "%s", table.second->token);
    rig_restart(rig);
    struct rig_peer *back = rig_resume(rig, token);
    rig_forget_events(back);
    assert_ok(rig_ask(back, "{'op':'game.sync','game':'%s','since':0}", table.game));
    assert_string_equal(rig_line(back, rig_expect(back, "game.moved")), line);
    rig_check_world(rig);
}

static void no_move_costs_less_than_nothing(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = table_with_lag(rig, BLITZ, 300);
    move_after(table.first, table.second, table.game, 0, 1000);
    move_after(table.second, table.first, table.game, 1, 1000);
    const json_t *moved = move_after(table.first, table.second, table.game, 2, 120);
    assert_int_equal(int_at(moved, "lag_ms"), 120);
    assert_int_equal(int_at(moved, "clocks.first_ms"), 59000);
}

static void the_cap_and_the_quota_end_what_is_compensated(void **state)
{
    static const int64_t lag_ms[] = {500, 500, 500, 250, 250, 250};
    struct rig *rig = *state;
    struct rig_table table = table_with_lag(rig, BLITZ, 4000);
    int64_t left_ms = 60000 - 4000;
    for (int i = 0; i < 6; i++) {
        const json_t *moved = move_after(table.first, table.second, table.game, 2 * i, 600);
        left_ms -= 600 - lag_ms[i];
        assert_int_equal(int_at(moved, "lag_ms"), lag_ms[i]);
        assert_int_equal(int_at(moved, "clocks.first_ms"), left_ms);
        move_after(table.second, table.first, table.game, 2 * i + 1, 10);
    }
    rig_check_world(rig);
}

static void a_move_that_is_late_by_its_lag_only_counts(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = table_with_lag(rig, "{'kind':'per_move','period_ms':3000}", 400);
    move_after(table.first, table.second, table.game, 0, 1000);
    move_after(table.second, table.first, table.game, 1, 1000);
    const json_t *moved = move_after(table.first, table.second, table.game, 2, 3399);
    assert_int_equal(int_at(moved, "lag_ms"), 400);
    move_after(table.second, table.first, table.game, 3, 1000);
    rig_pass(rig, 3399);
    assert_null(rig_next_event(table.first));
    rig_pass(rig, 1);
    const json_t *ended = rig_find_event(table.first, "game.ended");
    assert_string_equal(text_at(ended, "reason"), "time");
    assert_string_equal(text_at(ended, "result"), "second");
    rig_check_world(rig);
}

static void whose_lag_is_not_known_has_the_clock_alone(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, "{'kind':'per_move','period_ms':3000}");
    move_after(table.first, table.second, table.game, 0, 1000);
    move_after(table.second, table.first, table.game, 1, 1000);
    rig_forget_events(table.first);
    rig_pass(rig, 3000);
    assert_string_equal(text_at(rig_expect(table.first, "game.ended"), "reason"), "time");
}

static void an_offer_behind_the_clock_leaves_its_last_millisecond(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = table_with_lag(rig, "{'kind':'per_move','period_ms':3000}", 400);
    move_after(table.first, table.second, table.game, 0, 1000);
    move_after(table.second, table.first, table.game, 1, 1000);
    rig_pass(rig, 3200);
    assert_ok(rig_ask(table.second, "{'op':'game.draw','game':'%s'}", table.game));
    assert_int_equal(int_at(rig_find_event(table.first, "game.draw_offered"), "clocks.first_ms"),
                     1);
    rig_pass(rig, 199);
    rig_forget_events(table.second);
    assert_ok(rig_move(table.first, table.game, 2, "h8"));
    assert_int_equal(int_at(rig_find_event(table.second, "game.moved"), "lag_ms"), 400);
    rig_check_world(rig);
}

/* One side pretends half a second of lag all the time and moves after 0.6 s; what it gains in 20
 * moves. */
static int64_t gained_ms(const char *clock)
{
    struct core_options options = rig_options();
    options.lag_beat_ms = 5000;
    options.lag_cap_ms = 500;
    options.lag_cap_part = 240;
    struct rig *rig = rig_new_with(&options);
    struct rig_table table = table_with_lag(rig, clock, 500);
    int64_t gained = 0;
    for (int i = 0; i < 20; i++) {
        const json_t *moved = move_after(table.first, table.second, table.game, 2 * i, 600);
        gained += has_at(moved, "lag_ms") ? int_at(moved, "lag_ms") : 0;
        move_after(table.second, table.first, table.game, 2 * i + 1, 10);
    }
    rig_free(rig);
    return gained;
}

static void a_short_game_has_a_small_cap(void **state)
{
    (void)state;
    assert_in_range(gained_ms("{'kind':'fischer','main_ms':60000}"), 1, 60000 / 20);
    assert_in_range(gained_ms("{'kind':'per_move','period_ms':1000}"), 1, 20 * 1000 / 10);
    assert_in_range(gained_ms("{'kind':'fischer','main_ms':600000}"), 5000, 6000);
}

static void what_a_client_shows_is_held_against_the_systems_measurement(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, "{'kind':'fischer','main_ms':600000}");
    rig->round_trip_ms = 30;
    rig_pass(rig, 2000);
    assert_int_equal(int_at(answer(table.first), "lag_ms"), 80);
    measure(table.first, table.second, 60);
    assert_int_equal(int_at(rig_ask(table.first, "{'op':'ping'}"), "lag_ms"), 60);
    rig->round_trip_ms = NONE;
}

static void hello_tells_the_cap(void **state)
{
    const json_t *hello = rig_ask(rig_connect(*state), "{'op':'hello','protocol':3}");
    assert_int_equal(int_at(hello, "limits.lag_cap_ms"), 500);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, rig_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(who_plays_with_a_clock_is_measured_at_once_and_then_every_5_s),
        TEST(other_games_are_not_measured),
        TEST(a_player_who_returns_is_measured_again),
        TEST(the_lag_is_the_least_of_the_last_answers),
        TEST(only_the_answer_to_the_last_heartbeat_counts_and_once),
        TEST(the_table_is_told_of_lag_when_it_changed_a_good_deal),
        TEST(who_is_away_has_no_lag),
        TEST(a_table_knows_the_lag_that_it_was_told),
        TEST(a_client_that_never_answers_is_not_silent),
        TEST(who_does_not_answer_is_shown_to_be_silent),
        TEST(where_another_window_answers_nobody_is_silent),
        TEST(lag_is_not_counted_as_thought_and_written_down),
        TEST(after_a_restart_the_lag_of_moves_is_told_as_it_was),
        TEST(no_move_costs_less_than_nothing),
        TEST(the_cap_and_the_quota_end_what_is_compensated),
        TEST(a_move_that_is_late_by_its_lag_only_counts),
        TEST(whose_lag_is_not_known_has_the_clock_alone),
        TEST(an_offer_behind_the_clock_leaves_its_last_millisecond),
        cmocka_unit_test(a_short_game_has_a_small_cap),
        TEST(what_a_client_shows_is_held_against_the_systems_measurement),
        TEST(hello_tells_the_cap),
        TEST(who_answers_a_heartbeat_and_goes_at_once_is_told_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
