/* SPDX-License-Identifier: MIT */
/*
 * Points for which nothing vouches lift nobody on a leaderboard above the mark for a month,
 * whatever networks they came from; newcomers are on it as before.
 */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig_rated.h"

#include <stdio.h>
#include <string.h>

#define MARK 1600
#define GAME_MS 10000
#define DAY_MS (INT64_C(24) * 3600 * 1000)
#define PAIR_GAMES 6
#define FARM_MOST 8

/* As a server has it that nobody configured. */
static int setup(void **state)
{
    struct core_options options = rig_rated_options();
    options.rating_terms.mark = MARK;
    options.rating_terms.game_ms = GAME_MS;
    *state = rig_new_with(&options);
    return 0;
}

#define HELD_TEST(name) cmocka_unit_test_setup_teardown(name, setup, rig_teardown)

/* A new account from a network of its own. */
static struct rig_peer *newcomer(struct rig *rig, int number)
{
    static const char letters[] = "abcdefghkm";
    char address[24];
    snprintf(address, sizeof(address), "192.0.%d.1", number + 2);
    struct rig_peer *peer = rig_connect_from(rig, address);
    const json_t *reply = rig_ask(
        peer, "{'op':'auth.register','name':'Farmer-%c','password':'x7-kl'}", letters[number]);
    assert_ok(reply);
    snprintf(peer->name, sizeof(peer->name), "%s", text_at(reply, "name"));
    return peer;
}

/* A game of seven plies that lasts so long. */
static void win_in(struct rig_peer *winner, struct rig_peer *loser, int64_t game_ms)
{
    static const char *const squares[] = {"a1", "b1", "a3", "b2", "b3", "c1", "c3"};
    const struct rig_table table = rig_rated_table(winner, loser);
    for (int ply = 0; ply < 7; ply++) {
        if (ply == 4)
            rig_pass(winner->rig, game_ms);
        assert_ok(
            rig_move(ply % 2 == 0 ? table.first : table.second, table.game, ply, squares[ply]));
    }
    rig_rated_leave(&table);
    rig_pass(winner->rig, 5000);
    rig_forget_events(winner);
    rig_forget_events(loser);
}

static int64_t points_of(struct rig_peer *peer)
{
    return int_at(rig_rated_page(peer, peer->name), "rating");
}

/* Where the page says nothing else they are the points. */
static int64_t listed_of(struct rig_peer *peer)
{
    const json_t *rating = rig_rated_page(peer, peer->name);
    return has_at(rating, "listed") ? int_at(rating, "listed") : int_at(rating, "rating");
}

/* Each beats each of the accounts once, or more often if they are few. */
static void establish(struct rig_peer *const *accounts, int count)
{
    for (int k = 0; k < (count < 5 ? 3 : 1); k++)
        for (int i = 0; i < count; i++)
            for (int j = 0; j < count; j++)
                if (i != j)
                    rig_rated_beat(accounts[i], accounts[j]);
}

/* Wins all games that the pairs may have against accounts that played among themselves before. */
static void feed(struct rig_peer *winner, struct rig_peer *const *accounts, int count)
{
    establish(accounts, count);
    for (int k = 0; k < PAIR_GAMES; k++)
        for (int i = 0; i < count; i++)
            rig_rated_beat(winner, accounts[i]);
}

/* Returns the one who was fed by the others. */
static struct rig_peer *farm(struct rig *rig, struct rig_peer *accounts[FARM_MOST], int networks)
{
    for (int i = 0; i < networks; i++)
        accounts[i] = newcomer(rig, i);
    feed(accounts[0], accounts + 1, networks - 1);
    return accounts[0];
}

/* ------------------------------------------------------------------ the attack */

static void a_farm_of_as_many_networks_ends_at_the_mark_for_a_month(void **state)
{
    static const struct {
        int networks;
        int64_t points;
    } FARMS[] = {{4, 1700}, {8, 1800}};
    for (size_t i = 0; i < sizeof(FARMS) / sizeof(FARMS[0]); i++) {
        struct rig_peer *accounts[FARM_MOST];
        struct rig_peer *winner = farm(*state, accounts, FARMS[i].networks);
        assert_true(points_of(winner) > FARMS[i].points);
        assert_int_equal(listed_of(winner), MARK);
        const json_t *top = rig_ask(winner, "{'op':'rating.top','variant':'mini'}");
        assert_string_equal(text_at(top, "rows.0.name"), winner->name);
        assert_int_equal(int_at(top, "rows.0.listed"), MARK);
        assert_int_equal(int_at(top, "rows.0.rating"), points_of(winner));
        rig_check_world(*state); /* a restart says the same */
        rig_pass(*state, 29 * DAY_MS);
        assert_int_equal(listed_of(winner), MARK);
        rig_pass(*state, 2 * DAY_MS);
        assert_int_equal(listed_of(winner), points_of(winner));
        top = rig_ask(winner, "{'op':'rating.top','variant':'mini'}");
        assert_false(has_at(top, "rows.0.listed"));
        if (i == 0) {
            rig_teardown(state);
            setup(state);
        }
    }
}

/* An old account that a farm has fed hands nothing of it on. */
static void a_fed_account_hands_nothing_on(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *old = newcomer(rig, 8);
    struct rig_peer *other = newcomer(rig, 9);
    struct rig_peer *accounts[FARM_MOST];
    rig_pass(rig, 8 * DAY_MS);
    for (int i = 0; i < 4; i++)
        accounts[i] = newcomer(rig, i);
    feed(old, accounts, 4);
    assert_true(points_of(old) > 1700);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < PAIR_GAMES; k++)
            rig_rated_beat(other, accounts[i]); /* on the board, too */
    int64_t before = points_of(other);
    for (int k = 0; k < PAIR_GAMES; k++)
        win_in(other, old, GAME_MS);
    assert_true(points_of(other) > before + 50);
    assert_int_equal(listed_of(other), MARK);
    assert_int_equal(listed_of(old), MARK);
}

/* ------------------------------------------------------------------ who is honest */

static void an_evening_of_newcomers_is_on_the_leaderboard(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *club[10];
    for (int i = 0; i < 10; i++)
        club[i] = newcomer(rig, i);
    for (int round = 1; round <= 5; round++) /* ten games each */
        for (int i = 0; i < 10; i++)
            win_in(club[i], club[(i + round) % 10], GAME_MS);
    const json_t *top = rig_ask(club[0], "{'op':'rating.top','variant':'mini'}");
    assert_int_equal(int_at(top, "total"), 10);
    for (int i = 0; i < 10; i++)
        assert_int_equal(listed_of(club[i]), points_of(club[i]));
}

/* Six wins each against three accounts of a week, in games that last: all of it counts. */
static void old_accounts_and_long_games_lift_above_the_mark(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *players[FARM_MOST];
    for (int i = 0; i < 4; i++)
        players[i] = newcomer(rig, i);
    rig_pass(rig, 7 * DAY_MS);
    for (int i = 1; i < 4; i++)
        for (int k = 0; k < PAIR_GAMES; k++)
            win_in(players[0], players[i], GAME_MS);
    assert_true(points_of(players[0]) > MARK + 50);
    assert_int_equal(listed_of(players[0]), points_of(players[0]));
}

/* ------------------------------------------------------------------ for moderators */

static void moderators_see_how_much_is_held_and_from_whom(void **state)
{
    struct rig_peer *accounts[FARM_MOST];
    struct rig_peer *winner = farm(*state, accounts, 4);
    struct rig_peer *keeper = rig_player(*state, "Keeper");
    rig_give_role(*state, "Keeper", "moderator");
    const json_t *list = rig_ask(keeper, "{'op':'mod.points','name':'%s'}", winner->name);
    assert_ok(list);
    assert_int_equal(int_at(list, "held"), points_of(winner) - 1500);
    assert_int_equal(int_at(list, "rows.0.held"), int_at(list, "rows.0.points"));
    struct rig_peer *loser = newcomer(*state, 8);
    win_in(winner, loser, GAME_MS);
    list = rig_ask(keeper, "{'op':'mod.points','name':'%s'}", loser->name);
    assert_false(has_at(list, "held"));
    assert_false(has_at(list, "rows.0.held"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HELD_TEST(a_farm_of_as_many_networks_ends_at_the_mark_for_a_month),
        HELD_TEST(a_fed_account_hands_nothing_on),
        HELD_TEST(an_evening_of_newcomers_is_on_the_leaderboard),
        HELD_TEST(old_accounts_and_long_games_lift_above_the_mark),
        HELD_TEST(moderators_see_how_much_is_held_and_from_whom),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
