/* SPDX-License-Identifier: MIT */
/*
 * The thoughts of computers at tables, as the server's memory has it; computers.dialogue has what
 * people see of them.
 */
#include "brain/computer.h"
#include "server/core/desk/state.h"
#include "server/core/state.h"
#include "server/core/table/state.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------ a guest against `random` */

/* By then it has moved; a turn of the rig is no shorter than what passes. */
#define RIG_SOLO_PACE_MS 700

struct rig_solo {
    struct rig_peer *guest;
    char room[13];
    char game[13];
};

static struct rig_solo rig_solo_open_as(struct rig_peer *guest, const char *more)
{
    struct rig_solo solo = {.guest = guest};
    const json_t *opened =
        rig_ask(guest, "{'op':'room.open','variant':'classic','computer':'random'%s}", more);
    assert_ok(opened);
    snprintf(solo.room, sizeof(solo.room), "%s", text_at(opened, "room.room"));
    snprintf(solo.game, sizeof(solo.game), "%s", text_at(opened, "game.game"));
    return solo;
}

static struct rig_solo rig_solo_open(struct rig *rig, const char *more)
{
    return rig_solo_open_as(rig_guest(rig), more);
}

static struct rig_solo rig_solo_begin(struct rig *rig)
{
    return rig_solo_open(rig, ",'first':'opener'");
}

static int64_t rig_solo_ply(const struct rig_solo *solo)
{
    return int_at(rig_game(solo->guest, solo->game), "ply");
}

static void rig_solo_move(const struct rig_solo *solo, int64_t at, const char *square)
{
    assert_ok(rig_move(solo->guest, solo->game, (int)at, square));
}

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

static void a_thought_that_waits_is_dropped_when_the_game_ends(void **state)
{
    struct rig *rig = *state;
    struct rig_solo solo = begin_and_think(rig);
    assert_int_equal(rig->work_count, 1);
    assert_ok(rig_ask(solo.guest, "{'op':'room.leave','room':'%s'}", solo.room));
    assert_int_equal(rig->work_count, 0);
    assert_int_equal(rig->core->tables->promised_ms, 0);
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

static void a_thought_that_does_not_come_is_given_up_for_its_first_look(void **state)
{
    struct rig *rig = *state;
    struct rig_solo solo = begin_and_think(rig);
    rig->work_begun = 1;
    rig_work_look(rig, 0);
    rig_pass(rig, RIG_SOLO_PACE_MS);
    assert_int_equal(rig_solo_ply(&solo), 1);
    rig_pass(rig, 1100 - RIG_SOLO_PACE_MS);
    assert_int_equal(rig_solo_ply(&solo), 2);
    assert_int_equal(rig->core->tables->promised_ms, 0);
    assert_int_equal(rig->core->desk->meter.thoughts_cut, 1);
    rig_work_finish(rig, 0, true); /* late */
    rig_pass(rig, 1100);
    assert_int_equal(rig_solo_ply(&solo), 2);
    rig_check_world(rig);
}

static void a_computer_accepts_a_draw_that_it_has_proven(void **state)
{
    struct rig *rig = *state;
    struct rig_solo solo = rig_solo_begin(rig);
    rig_solo_move(&solo, 0, "h8");
    rig_pass(rig, RIG_SOLO_PACE_MS);
    rig->core->tables->matches->computer.manners.is_drawn = true;
    rig_pass(rig, 1100);
    assert_ok(rig_ask(solo.guest, "{'op':'game.draw','game':'%s','answer':'offer'}", solo.game));
    rig_turn(rig);
    const json_t *ended = rig_find_event(solo.guest, "game.ended");
    assert_non_null(ended);
    assert_string_equal(text_at(ended, "reason"), "agreed");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(hello_tells_who_plays_what),
        RIG_TEST(a_thought_that_waits_is_dropped_when_the_game_ends),
        RIG_TEST(thoughts_get_shorter_as_more_wait),
        RIG_TEST(games_of_one_network_leave_time_to_others),
        RIG_TEST(a_thought_that_does_not_come_is_given_up_for_its_first_look),
        RIG_TEST(a_computer_accepts_a_draw_that_it_has_proven),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
