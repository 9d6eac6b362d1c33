/* SPDX-License-Identifier: MIT */
/* Presence: players who are here by desks, and those who are always here. */
#include "server/core/people/login.h"
#include "server/core/people/player.h"
#include "server/core/people/state.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <string.h>

#include <utlist.h>

#define NO_CLOCK "{'kind':'none'}"
#define TWO_DAYS "{'kind':'correspondence','period_ms':172800000}"
#define ABANDON_MS (INT64_C(48) * 3600 * 1000)

static struct player *player_of(const struct rig *rig, const struct rig_peer *peer)
{
    struct player *player;
    DL_FOREACH(rig->core->people->players, player)
        if (strcmp(player->known->name, peer->name) == 0)
            return player;
    fail_msg("%s is not in memory", peer->name);
    return NULL;
}

/* As a player would be whom the server itself moves: without a connection, and always here. */
static void stay_for_ever(struct rig *rig, struct rig_peer *peer)
{
    player_of(rig, peer)->presence.is_always = true;
    rig_hang_up(peer);
    rig_turn(rig);
}

static void a_player_is_here_by_the_first_desk_and_until_the_last(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, NO_CLOCK);
    struct player *player = player_of(rig, table.first);
    presence_desk_came(rig->core, player);
    rig_hang_up(table.first);
    rig_pass(rig, 1000);
    assert_true(player_is_here(player) && player_is_connected(player));
    assert_null(rig_next_event(table.second));
    presence_desk_went(rig->core, player);
    rig_pass(rig, 1000);
    assert_false(player_is_here(player) || player_is_connected(player));
    assert_false(bool_at(rig_expect(table.second, "room.presence"), "connected"));
}

static void nobody_can_claim_against_a_player_who_is_always_here(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, NO_CLOCK);
    rig_begin(&table);
    rig_forget_events(table.second);
    stay_for_ever(rig, table.first);
    assert_null(rig_next_event(table.second));
    rig_pass(rig, 10000);
    assert_code(rig_ask(table.second, "{'op':'room.claim','room':'%s'}", table.room),
                "opponent_present");
    const json_t *seen =
        rig_ask(rig_guest(rig), "{'op':'player.get','name':'%s'}", table.first->name);
    assert_true(bool_at(seen, "connected"));
}

/* Nobody would be shown it. */
static void a_table_sleeps_whoever_is_always_here(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, TWO_DAYS);
    rig_begin(&table);
    stay_for_ever(rig, table.first);
    assert_int_equal(core_count(rig->core).asleep, 0);
    rig_hang_up(table.second);
    rig_turn(rig);
    rig_turn(rig);
    assert_int_equal(core_count(rig->core).asleep, 1);
}

static void a_game_is_abandoned_by_the_one_who_can_go(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_clocked_guests(rig, NO_CLOCK);
    rig_begin(&table);
    rig_hang_up(table.second);
    rig_pass(rig, 10000);
    stay_for_ever(rig,
                  table.first); /* whose last connection goes later, which counts for nothing */
    rig_pass(rig, ABANDON_MS - 10001);
    assert_int_equal(core_count(rig->core).games, 1);
    rig_pass(rig, 1);
    assert_int_equal(core_count(rig->core).games, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(a_player_is_here_by_the_first_desk_and_until_the_last),
        RIG_TEST(nobody_can_claim_against_a_player_who_is_always_here),
        RIG_TEST(a_table_sleeps_whoever_is_always_here),
        RIG_TEST(a_game_is_abandoned_by_the_one_who_can_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
