/* SPDX-License-Identifier: MIT */
/*
 * Computers at tables: that they move, once, whatever becomes of their thoughts, and their manners.
 */
#include "brain/computer.h"
#include "server/core/desk/state.h"
#include "server/core/rules/ids.h"
#include "server/core/state.h"
#include "server/core/table/state.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"
#include "tests/unit/server/rig_solo.h"

#include <stdio.h>
#include <string.h>

/* The guest has begun, and the computer's thought waits for what the test does with it. */
static struct rig_solo begin_and_think(struct rig *rig)
{
    struct rig_solo solo = rig_solo_begin(rig);
    rig->holds_work = true;
    rig_solo_move(&solo, 0, "h8");
    return solo;
}

/* Each that is named plays the variant, and no other does. */
static void hello_tells_who_plays_what(void **state)
{
    struct rig_peer *guest = rig_guest(*state);
    const json_t *hello = rig_ask(guest, "{'op':'hello','protocol':3}");
    for (int j = 0; j < COMPUTER_COUNT; j++) {
        const struct computer *computer = computer_get((enum computer_id)j);
        char at[64];
        snprintf(at, sizeof(at), "computers.%d.plays", j);
        char named[4096];
        snprintf(named, sizeof(named), " %s ", text_at(hello, at));
        for (int i = 0; i < VARIANT_COUNT; i++) {
            const struct variant *variant = variant_get((enum variant_id)i);
            char key[64];
            snprintf(key, sizeof(key), " %s ", variant->key);
            assert_int_equal(strstr(named, key) != NULL, computer_plays(computer, variant));
        }
    }
}

static void the_game_begins_at_once(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *guest = rig_guest(rig);
    const json_t *opened =
        rig_ask(guest, "{'op':'room.open','variant':'mini','computer':'random','first':'opener'}");
    assert_ok(opened);
    assert_string_equal(text_at(opened, "room.state"), "playing");
    assert_string_equal(text_at(opened, "game.second.name"), "random:1");
    assert_string_equal(text_at(opened, "game.second.computer"), "random");
    assert_int_equal(int_at(opened, "game.second.level"), 1);
    assert_true(bool_at(opened, "game.second.connected"));
    assert_false(bool_at(opened, "game.second.guest"));
    assert_false(bool_at(opened, "game.rated"));
    assert_non_null(rig_find_event(guest, "game.started"));
    rig_check_world(rig);
}

static void quick_pairing_finds_a_computer_too(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *guest = rig_guest(rig);
    assert_ok(rig_ask(guest, "{'op':'room.quick','variant':'mini','computer':'any'}"));
    const json_t *paired = rig_find_event(guest, "room.paired");
    assert_non_null(paired);
    assert_non_null(text_at(paired, "room.players.1.computer"));
    assert_non_null(rig_find_event(guest, "game.started"));
}

static void it_moves_when_it_is_its_turn_and_at_a_human_pace(void **state)
{
    struct rig *rig = *state;
    struct rig_solo solo = rig_solo_begin(rig);
    rig_pass(rig, RIG_SOLO_PACE_MS);
    assert_int_equal(rig_solo_ply(&solo), 0);
    rig_solo_move(&solo, 0, "h8");
    rig_pass(rig, 100);
    assert_int_equal(rig_solo_ply(&solo), 1);
    rig_pass(rig, RIG_SOLO_PACE_MS);
    assert_int_equal(rig_solo_ply(&solo), 2);
    assert_int_equal(rig->work_started, 1);
    rig_check_world(rig);
}

static void it_begins_where_it_is_the_first(void **state)
{
    struct rig *rig = *state;
    struct rig_solo solo = rig_solo_open(rig, ",'first':'joiner'");
    rig_pass(rig, RIG_SOLO_PACE_MS);
    assert_int_equal(rig_solo_ply(&solo), 1);
}

static void a_thought_that_fails_is_asked_for_anew(void **state)
{
    struct rig *rig = *state;
    struct rig_solo solo = begin_and_think(rig);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(rig->work_count, 1);
        rig_work_finish(rig, 0, false);
        rig_pass(rig, 300);
    }
    rig->holds_work = false;
    rig_pass(rig, RIG_SOLO_PACE_MS);
    assert_int_equal(rig_solo_ply(&solo), 2);
}

static void a_full_queue_is_asked_again(void **state)
{
    struct rig *rig = *state;
    struct rig_solo solo = rig_solo_begin(rig);
    rig->work_cap = 0;
    rig_solo_move(&solo, 0, "h8");
    rig_pass(rig, 5000);
    assert_int_equal(rig_solo_ply(&solo), 1);
    rig->work_cap = RIG_WORK_MAX;
    rig_pass(rig, 300);
    rig_pass(rig, RIG_SOLO_PACE_MS);
    assert_int_equal(rig_solo_ply(&solo), 2);
}

static void a_thought_about_a_move_that_was_taken_back_is_not_played(void **state)
{
    struct rig *rig = *state;
    struct rig_solo solo = begin_and_think(rig);
    rig->work_begun = 1; /* it is done to its end */
    rig_solo_take_back(&solo);
    assert_int_equal(rig_solo_ply(&solo), 0);
    rig_work_finish(rig, 0, true);
    rig_pass(rig, RIG_SOLO_PACE_MS);
    assert_int_equal(rig_solo_ply(&solo), 0);
    rig->holds_work = false;
    rig_solo_move(&solo, 0, "i9");
    rig_pass(rig, RIG_SOLO_PACE_MS);
    assert_int_equal(rig_solo_ply(&solo), 2);
    rig_check_world(rig);
}

static void a_thought_that_waits_is_dropped_when_the_game_ends(void **state)
{
    struct rig *rig = *state;
    struct rig_solo solo = begin_and_think(rig);
    assert_int_equal(rig->work_count, 1);
    assert_ok(rig_ask(solo.guest, "{'op':'room.leave','room':'%s'}", solo.room));
    assert_int_equal(rig->work_count, 0);
    assert_int_equal(rig->core->tables->promised_ms, 0);
}

static void after_a_start_it_moves(void **state)
{
    struct rig *rig = *state;
    struct rig_solo solo = rig_solo_begin(rig);
    char token[65];
    rig->holds_work = true;
    rig_solo_move(&solo, 0, "h8");
    snprintf(token, sizeof(token), "%s", solo.guest->token);
    rig_restart(rig);
    rig->holds_work = false;
    solo.guest = rig_resume(rig, token);
    rig_pass(rig, RIG_SOLO_PACE_MS);
    assert_int_equal(rig_solo_ply(&solo), 2);
    rig_check_world(rig);
}

static void a_move_that_was_not_stored_is_not_answered(void **state)
{
    struct rig *rig = *state;
    struct rig_solo solo = rig_solo_begin(rig);
    rig->store->holds_batches = true;
    rig_send(solo.guest, "{'op':'game.move','game':'%s','ply':0,'action':'h8'}", solo.game);
    rig_turn(rig);
    rig_fail_held(rig);
    rig_pass(rig, 5000);
    assert_int_equal(rig_solo_ply(&solo), 0);
    rig_solo_move(&solo, 0, "i9");
    rig_pass(rig, RIG_SOLO_PACE_MS);
    assert_int_equal(rig_solo_ply(&solo), 2);
    rig_check_world(rig);
}

static void thoughts_get_shorter_as_more_wait(void **state)
{
    struct rig *rig = *state;
    struct rig_solo solos[3];
    rig->holds_work = true;
    for (int i = 0; i < 3; i++) {
        solos[i] = rig_solo_begin(rig);
        rig_solo_move(&solos[i], 0, "h8");
    }
    assert_int_equal(rig->work[0].work.as.think.within_ms, 500);
    assert_int_equal(rig->work[1].work.as.think.within_ms, 250 / 4);
    assert_int_equal(rig->work[2].work.as.think.within_ms, 20);
    assert_int_equal(rig->work[1].work.share, rig->work[0].work.share);
}

static void games_of_one_network_leave_time_to_others(void **state)
{
    struct rig *rig = *state;
    rig->holds_work = true;
    for (int i = 0; i < 4; i++) {
        struct rig_solo solo = rig_solo_begin(rig);
        rig_solo_move(&solo, 0, "h8");
    }
    struct rig_peer *far = rig_connect_from_network(rig, UINT64_C(1) << 32 | 0xCB007101);
    assert_ok(rig_ask(far, "{'op':'auth.guest'}"));
    struct rig_solo solo = rig_solo_open_as(far, ",'first':'opener'");
    rig_solo_move(&solo, 0, "h8");
    assert_in_range(rig->work[4].work.as.think.within_ms, 150, 250);
    assert_int_not_equal(rig->work[4].work.share, rig->work[0].work.share);
}

/* ------------------------------------------------------------------ thoughts that do not come */

#define GIVE_UP_MS 1100

static void a_thought_that_does_not_come_is_given_up_for_its_first_look(void **state)
{
    struct rig *rig = *state;
    struct rig_solo solo = begin_and_think(rig);
    rig->work_begun = 1;
    rig_work_look(rig, 0);
    rig_pass(rig, RIG_SOLO_PACE_MS);
    assert_int_equal(rig_solo_ply(&solo), 1);
    rig_pass(rig, GIVE_UP_MS - RIG_SOLO_PACE_MS);
    assert_int_equal(rig_solo_ply(&solo), 2);
    assert_int_equal(rig->core->tables->promised_ms, 0);
    assert_int_equal(rig->core->desk->meter.thoughts_cut, 1);
    rig_work_finish(rig, 0, true); /* late */
    rig_pass(rig, GIVE_UP_MS);
    assert_int_equal(rig_solo_ply(&solo), 2);
    rig_check_world(rig);
}

static void one_that_was_not_even_looked_at_is_asked_for_anew(void **state)
{
    struct rig *rig = *state;
    struct rig_solo solo = begin_and_think(rig);
    rig_pass(rig, GIVE_UP_MS);
    assert_int_equal(rig->work_count, 0);
    rig_pass(rig, 300);
    assert_int_equal(rig->work_count, 1);
    rig->holds_work = false;
    rig_pass(rig, 10);
    rig_pass(rig, 10);
    assert_int_equal(rig_solo_ply(&solo), 2);
    rig_check_world(rig);
}

static void a_thought_that_fails_after_its_look_is_answered_by_that(void **state)
{
    struct rig *rig = *state;
    struct rig_solo solo = begin_and_think(rig);
    rig_work_look(rig, 0);
    rig_work_finish(rig, 0, false);
    rig_pass(rig, RIG_SOLO_PACE_MS);
    assert_int_equal(rig_solo_ply(&solo), 2);
    assert_int_equal(rig->work_started, 1);
}

static void a_look_at_what_was_taken_back_is_not_played(void **state)
{
    struct rig *rig = *state;
    struct rig_solo solo = begin_and_think(rig);
    rig->work_begun = 1;
    rig_work_look(rig, 0);
    rig_solo_take_back(&solo);
    rig_solo_move(&solo, 0, "i9");
    rig_work_look(rig, 0); /* of the old one */
    rig_pass(rig, GIVE_UP_MS);
    assert_int_equal(rig_solo_ply(&solo), 1);
    rig_check_world(rig);
}

static void it_grants_takebacks_as_often_as_they_may_be(void **state)
{
    struct rig *rig = *state;
    struct rig_solo solo = rig_solo_begin(rig);
    for (int i = 0; i < 3; i++) {
        rig_solo_move(&solo, 0, "h8");
        rig_pass(rig, 1100);
        rig_solo_take_back(&solo);
        assert_int_equal(rig_solo_ply(&solo), 0);
    }
    rig_check_world(rig);
}

static void offer_draw(const struct rig_solo *solo)
{
    rig_pass(solo->guest->rig, 1100);
    assert_ok(rig_ask(solo->guest, "{'op':'game.draw','game':'%s','answer':'offer'}", solo->game));
    rig_turn(solo->guest->rig);
}

static void it_refuses_a_draw_that_it_does_not_see(void **state)
{
    struct rig *rig = *state;
    struct rig_solo solo = rig_solo_begin(rig);
    offer_draw(&solo);
    assert_non_null(rig_find_event(solo.guest, "game.draw_refused"));
}

static void it_accepts_a_draw_that_it_has_proven(void **state)
{
    struct rig *rig = *state;
    struct rig_solo solo = rig_solo_begin(rig);
    rig_solo_move(&solo, 0, "h8");
    rig_pass(rig, RIG_SOLO_PACE_MS);
    rig->core->tables->matches->computer.manners.is_drawn = true;
    offer_draw(&solo);
    const json_t *ended = rig_find_event(solo.guest, "game.ended");
    assert_non_null(ended);
    assert_string_equal(text_at(ended, "reason"), "agreed");
}

/* ------------------------------------------------------------------ its table */

static void a_rematch_begins_at_once(void **state)
{
    struct rig *rig = *state;
    struct rig_solo solo = rig_solo_begin(rig);
    assert_ok(rig_ask(solo.guest, "{'op':'game.abort','game':'%s'}", solo.game));
    const json_t *again = rig_ask(solo.guest, "{'op':'room.rematch','room':'%s'}", solo.room);
    assert_ok(again);
    assert_string_not_equal(text_at(again, "game.game"), solo.game);
    rig_check_world(rig);
}

/* Its address counts, too, whoever asks for it. */
static void a_rematch_counts_like_a_game_that_is_opened(void **state)
{
    struct rig *rig = *state;
    struct rig_solo solo = rig_solo_begin(rig);
    uint64_t customer = rig->core->tables->matches->computer.customer;
    assert_int_not_equal(customer, 0);
    assert_ok(rig_ask(solo.guest, "{'op':'game.abort','game':'%s'}", solo.game));
    rig->core->options.computer_games_per_address = 1;
    assert_ok(rig_ask(solo.guest, "{'op':'room.rematch','room':'%s'}", solo.room));
    const json_t *more =
        rig_ask(rig_guest(rig), "{'op':'room.open','variant':'mini','computer':'random'}");
    assert_string_equal(rig_code(more), "too_many_computer_games");
}

static void its_table_goes_with_the_player(void **state)
{
    struct rig *rig = *state;
    struct rig_solo solo = rig_solo_begin(rig);
    struct rig_peer *other = rig_guest(rig);
    assert_ok(rig_ask(solo.guest, "{'op':'room.leave','room':'%s'}", solo.room));
    assert_string_equal(rig_code(rig_ask(other, "{'op':'room.watch','room':'%s'}", solo.room)),
                        "no_such_room");
    rig_turn(rig);
    assert_int_equal(core_count(rig->core).rooms, 0);
    rig_check_world(rig);
}

static void with_a_clock_its_own_runs(void **state)
{
    struct rig *rig = *state;
    struct rig_solo solo = rig_solo_open(
        rig, ",'first':'opener','clock':{'kind':'fischer','main_ms':60000,'increment_ms':0}");
    rig_solo_move(&solo, 0, "h8");
    rig_pass(rig, RIG_SOLO_PACE_MS);
    rig_solo_move(&solo, 2, "i8");
    rig_pass(rig, RIG_SOLO_PACE_MS);
    const json_t *game = rig_game(solo.guest, solo.game);
    assert_int_equal(int_at(game, "ply"), 4);
    assert_int_equal(int_at(game, "clocks.second_ms"), 60000 - 2 * RIG_SOLO_PACE_MS);
}

static void one_may_play_elsewhere_against_the_same_computer(void **state)
{
    struct rig *rig = *state;
    static const char clock[] = ",'clock':{'kind':'per_move','period_ms':60000}";
    struct rig_solo one = rig_solo_open(rig, clock);
    struct rig_solo two = rig_solo_open(rig, clock);
    assert_string_not_equal(one.game, two.game);
    rig_check_world(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(hello_tells_who_plays_what),
        RIG_TEST(the_game_begins_at_once),
        RIG_TEST(quick_pairing_finds_a_computer_too),
        RIG_TEST(it_moves_when_it_is_its_turn_and_at_a_human_pace),
        RIG_TEST(it_begins_where_it_is_the_first),
        RIG_TEST(a_thought_that_fails_is_asked_for_anew),
        RIG_TEST(a_full_queue_is_asked_again),
        RIG_TEST(a_thought_about_a_move_that_was_taken_back_is_not_played),
        RIG_TEST(a_thought_that_waits_is_dropped_when_the_game_ends),
        RIG_TEST(after_a_start_it_moves),
        RIG_TEST(a_move_that_was_not_stored_is_not_answered),
        RIG_TEST(thoughts_get_shorter_as_more_wait),
        RIG_TEST(games_of_one_network_leave_time_to_others),
        RIG_TEST(a_thought_that_does_not_come_is_given_up_for_its_first_look),
        RIG_TEST(one_that_was_not_even_looked_at_is_asked_for_anew),
        RIG_TEST(a_thought_that_fails_after_its_look_is_answered_by_that),
        RIG_TEST(a_look_at_what_was_taken_back_is_not_played),
        RIG_TEST(it_grants_takebacks_as_often_as_they_may_be),
        RIG_TEST(it_refuses_a_draw_that_it_does_not_see),
        RIG_TEST(it_accepts_a_draw_that_it_has_proven),
        RIG_TEST(a_rematch_begins_at_once),
        RIG_TEST(a_rematch_counts_like_a_game_that_is_opened),
        RIG_TEST(its_table_goes_with_the_player),
        RIG_TEST(with_a_clock_its_own_runs),
        RIG_TEST(one_may_play_elsewhere_against_the_same_computer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
