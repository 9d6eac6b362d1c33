/* SPDX-License-Identifier: MIT */
/* Players who stay away from games: claims on their turns, games without a clock that both
 * abandoned. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>

#define NO_CLOCK "{'kind':'none'}"
#define DAY_MS INT64_C(86400000)

static const json_t *claim(struct rig_peer *peer, const struct rig_table *table)
{
    return rig_ask(peer, "{'op':'room.claim','room':'%s'}", table->room);
}

#define BULLET "{'kind':'fischer','main_ms':100000}"
#define BLITZ "{'kind':'fischer','main_ms':300000,'increment_ms':3000}"
#define SLOW "{'kind':'fischer','main_ms':900000}"

/* A row is near for both, and the first player is to act. */
static void play_on(const struct rig_table *table)
{
    rig_play(table, "a1 b1 a2 b2 c3 d4");
    rig_forget_events(table->first);
    rig_forget_events(table->second);
}

/* Time passes, and the player goes on being heard of. */
static void wait_for(struct rig_peer *peer, int64_t ms)
{
    for (; ms > 25000; ms -= 25000) {
        rig_send(peer, "{'op':'ping'}");
        rig_pass(peer->rig, 25000);
    }
    rig_pass(peer->rig, ms);
}

static void who_stays_away_can_be_claimed_from(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, NO_CLOCK);
    play_on(&table);
    assert_code(claim(table.second, &table), "opponent_present");
    rig_hang_up(table.first);
    rig_turn(rig);
    const json_t *gone = rig_expect(table.second, "room.presence");
    assert_int_equal(int_at(gone, "claim_in_ms"), 120000);
    wait_for(table.second, 119996);
    const json_t *refusal = claim(table.second, &table);
    assert_code(refusal, "claim_too_soon");
    assert_int_equal(int_at(refusal, "error.retry_after_ms"), 4);
    rig_pass(rig, 4);
    assert_ok(claim(table.second, &table));
    rig_check_end(rig_expect(table.second, "game.ended"), "second", "claim");
    rig_check_world(rig);
}

static void coming_back_ends_the_claim(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, NO_CLOCK);
    char token[65];
    rig_begin(&table);
    snprintf(token, sizeof(token), "%s", table.first->token);
    rig_hang_up(table.first);
    rig_pass(rig, 50000);
    rig_send(table.second, "{'op':'ping'}");
    rig_pass(rig, 50000);
    rig_resume(rig, token);
    rig_find_event(table.second, "room.presence");
    const json_t *back = rig_find_event(table.second, "room.presence");
    assert_null(json_object_get(back, "claim_in_ms"));
    assert_code(claim(table.second, &table), "opponent_present");
}

/* Away for 100 s of the 120, back for so long, away again. Returns when the opponent may claim. */
static int64_t visit(struct rig *rig, struct rig_table *table, int64_t for_ms, bool acts)
{
    char token[65];
    rig_begin(table);
    snprintf(token, sizeof(token), "%s", table->first->token);
    rig_hang_up(table->first);
    for (int i = 0; i < 4; i++) {
        rig_send(table->second, "{'op':'ping'}");
        rig_pass(rig, 25000);
    }
    struct rig_peer *back = rig_resume(rig, token);
    if (acts) {
        assert_ok(rig_move(back, table->game, 2, "a2"));
        assert_ok(rig_move(table->second, table->game, 3, "b2"));
    }
    rig_pass(rig, for_ms);
    rig_forget_events(table->second);
    rig_hang_up(back);
    rig_turn(rig);
    return int_at(rig_expect(table->second, "room.presence"), "claim_in_ms");
}

/* `penta whoami` of somebody who left the table is not a return to it. */
static void a_short_visit_does_not_set_the_claim_back(void **state)
{
    struct rig_table table = rig_clocked_guests(*state, NO_CLOCK);
    assert_int_equal(visit(*state, &table, 11999, false), 120000 - 100000 - 11999);
}

static void a_longer_visit_sets_the_claim_back(void **state)
{
    struct rig_table table = rig_clocked_guests(*state, NO_CLOCK);
    assert_int_equal(visit(*state, &table, 12000, false), 120000);
}

static void who_acts_has_been_there(void **state)
{
    struct rig_table table = rig_clocked_guests(*state, NO_CLOCK);
    assert_int_equal(visit(*state, &table, 1000, true), 120000);
}

static void a_claim_before_both_moved_aborts(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, NO_CLOCK);
    assert_ok(rig_move(table.first, table.game, 0, "a1"));
    rig_hang_up(table.second);
    for (int i = 0; i < 4; i++) {
        rig_send(table.first, "{'op':'ping'}");
        rig_pass(rig, 30000);
    }
    assert_ok(claim(table.first, &table));
    rig_check_end(rig_find_event(table.first, "game.ended"), "none", "aborted");
}

/* The player to act goes, and is claimed from after so long and not before. */
static void check_claimed_after(struct rig *rig, const char *clock, int64_t after_ms)
{
    struct rig_table table = rig_clocked_guests(rig, clock);
    play_on(&table);
    rig_hang_up(table.first);
    rig_turn(rig);
    const json_t *gone = rig_expect(table.second, "room.presence");
    assert_int_equal(int_at(gone, "claim_in_ms"), after_ms);
    wait_for(table.second, after_ms - 1);
    assert_code(claim(table.second, &table), "claim_too_soon");
    rig_pass(rig, 1);
    assert_ok(claim(table.second, &table));
    rig_check_end(rig_find_event(table.second, "game.ended"), "second", "claim");
}

static void faster_games_are_claimed_sooner(void **state)
{
    check_claimed_after(*state, BULLET, 40000);
    check_claimed_after(*state, BLITZ, 80000);
    check_claimed_after(*state, SLOW, 120000);
    rig_check_world(*state);
}

static void nothing_is_claimed_on_ones_own_turn(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, NO_CLOCK);
    play_on(&table);
    rig_hang_up(table.second);
    rig_turn(rig);
    assert_null(json_object_get(rig_expect(table.first, "room.presence"), "claim_in_ms"));
    wait_for(table.first, 200000);
    assert_code(claim(table.first, &table), "your_turn");
    assert_ok(rig_move(table.first, table.game, 6, "h8"));
    rig_expect(table.first, "game.moved");
    const json_t *away = rig_expect(table.first, "room.presence");
    assert_int_equal(int_at(away, "claim_in_ms"), 120000); /* from the beginning of the turn */
    wait_for(table.first, 119999);
    assert_code(claim(table.first, &table), "claim_too_soon");
    rig_pass(rig, 1);
    assert_ok(claim(table.first, &table));
    rig_check_end(rig_find_event(table.first, "game.ended"), "first", "claim");
    rig_check_world(rig);
}

/* Who stays is offered nothing by asking for a draw meanwhile, nor by time that is given. */
static void other_events_of_the_turn_do_not_begin_it_anew(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, BLITZ);
    play_on(&table);
    rig_hang_up(table.first);
    wait_for(table.second, 50000);
    assert_ok(rig_ask(table.second, "{'op':'game.draw','game':'%s'}", table.game));
    assert_ok(rig_ask(table.second, "{'op':'game.give_time','game':'%s'}", table.game));
    assert_int_equal(int_at(rig_game(table.second, table.game), "first.claim_in_ms"), 30000);
}

static void days_decide_instead_of_a_claim(void **state)
{
    struct rig *rig = *state;
    struct rig_table table =
        rig_table(rig_player(rig, "Anna"), rig_player(rig, "Boris"), "classic", true);
    play_on(&table);
    rig_hang_up(table.first);
    rig_turn(rig);
    assert_null(json_object_get(rig_expect(table.second, "room.presence"), "claim_in_ms"));
    assert_code(claim(table.second, &table), "clock_decides");
}

static void a_flag_that_fell_comes_before_a_claim(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, "{'kind':'per_move','period_ms':30000}");
    play_on(&table);
    rig_hang_up(table.first);
    wait_for(table.second, 30000);
    rig_check_end(rig_find_event(table.second, "game.ended"), "second", "time");
    assert_code(claim(table.second, &table), "no_game");
}

/* The clock waits for who is not back for a minute, and the absence counts from its end. */
static void nothing_counts_while_the_clock_waits_after_a_start(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, BULLET);
    char token[65];
    play_on(&table);
    snprintf(token, sizeof(token), "%s", table.second->token);
    wait_for(table.second, 20000);
    assert_ok(rig_ask(table.first, "{'op':'game.draw','game':'%s'}", table.game));
    rig_restart(rig);
    struct rig_peer *boris = rig_resume(rig, token);
    assert_int_equal(int_at(rig_game(boris, table.game), "first.claim_in_ms"), 60000 + 40000);
    wait_for(boris, 99999);
    assert_code(claim(boris, &table), "claim_too_soon");
    rig_pass(rig, 1);
    assert_ok(claim(boris, &table));
}

/* It waits no more, and so the absence counts from the going. */
static void who_was_back_after_a_start_is_not_waited_for_again(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, BULLET);
    char first[65];
    char second[65];
    play_on(&table);
    snprintf(first, sizeof(first), "%s", table.first->token);
    snprintf(second, sizeof(second), "%s", table.second->token);
    rig_restart(rig);
    struct rig_peer *boris = rig_resume(rig, second);
    struct rig_peer *anna = rig_resume(rig, first);
    rig_pass(rig, 15000);
    rig_hang_up(anna);
    rig_turn(rig);
    assert_int_equal(int_at(rig_game(boris, table.game), "first.claim_in_ms"), 40000);
    wait_for(boris, 39999);
    assert_code(claim(boris, &table), "claim_too_soon");
    rig_pass(rig, 1);
    assert_ok(claim(boris, &table));
}

static void a_claim_before_a_row_is_near_breaks_the_game_off(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, BULLET);
    rig_play(&table, "a1 b1 a2 b2");
    rig_hang_up(table.first);
    wait_for(table.second, 40000);
    assert_ok(claim(table.second, &table));
    rig_check_end(rig_find_event(table.second, "game.ended"), "none", "broken_off");
}

static void claims_need_a_seat_and_a_game(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, NO_CLOCK);
    assert_code(claim(rig_guest(rig), &table), "not_seated");
    assert_ok(rig_ask(table.first, "{'op':'game.abort','game':'%s'}", table.game));
    assert_code(claim(table.first, &table), "no_game");
    assert_code(rig_ask(table.first, "{'op':'room.claim','room':'000000000001'}"), "no_such_room");
}

static void a_game_that_both_left_alone_ends_without_a_result(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, NO_CLOCK);
    char token[65];
    rig_begin(&table);
    snprintf(token, sizeof(token), "%s", table.first->token);
    rig_hang_up(table.first);
    rig_pass(rig, 1000);
    rig_hang_up(table.second);
    rig_pass(rig, 2 * DAY_MS - 1);
    assert_int_equal(core_count(rig->core).games, 1);
    rig_pass(rig, 1);
    assert_int_equal(core_count(rig->core).games, 0);
    rig_check_end(rig_game(rig_resume(rig, token), table.game), "none", "abandoned");
    rig_check_world(rig);
}

/* Two days are over, though the server never ran for one of them at a time. */
static void games_that_both_left_end_over_many_starts(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, NO_CLOCK);
    rig_begin(&table);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(core_count(rig->core).games, 1);
        rig_pass(rig, DAY_MS / 2);
        rig_restart(rig);
    }
    rig_pass(rig, 120000);
    assert_int_equal(core_count(rig->core).games, 0);
    rig_check_world(rig);
}

static void after_a_restart_nobody_has_been_away_for_long(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, NO_CLOCK);
    char token[65];
    rig_begin(&table);
    snprintf(token, sizeof(token), "%s", table.second->token);
    rig->now.wall_ms += DAY_MS;
    rig->now.mono_ms += DAY_MS;
    rig_restart(rig);
    struct rig_peer *boris = rig_resume(rig, token);
    assert_code(claim(boris, &table), "claim_too_soon");
}

/* A player who came shortly before a game was not away from it. */
static void time_before_the_game_is_not_counted(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_guest(rig);
    rig_pass(rig, 6000);
    struct rig_table table = rig_clocked_table(anna, rig_guest(rig), "classic", NO_CLOCK);
    rig_hang_up(anna);
    rig_turn(rig);
    const json_t *gone = rig_find_event(table.second, "room.presence");
    assert_int_equal(int_at(gone, "claim_in_ms"), 120000);
}

/* A takeback that the settings grant for an absent player ends the turn of that player. */
static void a_takeback_that_is_granted_ends_the_claim(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    assert_ok(rig_ask(anna, "{'op':'settings.set','settings':{'allow_takeback':'on'}}"));
    struct rig_table table = rig_clocked_table(anna, rig_guest(rig), "classic", NO_CLOCK);
    rig_begin(&table);
    rig_hang_up(anna);
    for (int i = 0; i < 2; i++) {
        rig_send(table.second, "{'op':'ping'}");
        rig_pass(rig, 25000);
    }
    assert_ok(rig_ask(table.second, "{'op':'game.takeback','game':'%s'}", table.game));
    rig_find_event(table.second, "game.taken_back");
    const json_t *game = rig_game(table.second, table.game);
    assert_null(json_object_get(json_object_get(game, "first"), "claim_in_ms"));
    assert_ok(rig_move(table.second, table.game, 1, "c3"));
    assert_int_equal(int_at(rig_game(table.second, table.game), "first.claim_in_ms"), 120000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(who_stays_away_can_be_claimed_from),
        RIG_TEST(coming_back_ends_the_claim),
        RIG_TEST(a_short_visit_does_not_set_the_claim_back),
        RIG_TEST(a_longer_visit_sets_the_claim_back),
        RIG_TEST(who_acts_has_been_there),
        RIG_TEST(a_claim_before_both_moved_aborts),
        RIG_TEST(faster_games_are_claimed_sooner),
        RIG_TEST(nothing_is_claimed_on_ones_own_turn),
        RIG_TEST(other_events_of_the_turn_do_not_begin_it_anew),
        RIG_TEST(days_decide_instead_of_a_claim),
        RIG_TEST(a_flag_that_fell_comes_before_a_claim),
        RIG_TEST(nothing_counts_while_the_clock_waits_after_a_start),
        RIG_TEST(who_was_back_after_a_start_is_not_waited_for_again),
        RIG_TEST(a_claim_before_a_row_is_near_breaks_the_game_off),
        RIG_TEST(claims_need_a_seat_and_a_game),
        RIG_TEST(a_game_that_both_left_alone_ends_without_a_result),
        RIG_TEST(games_that_both_left_end_over_many_starts),
        RIG_TEST(after_a_restart_nobody_has_been_away_for_long),
        RIG_TEST(time_before_the_game_is_not_counted),
        RIG_TEST(a_takeback_that_is_granted_ends_the_claim),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
