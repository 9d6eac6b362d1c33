/* SPDX-License-Identifier: MIT */
/*
 * Who makes many accounts gains nothing by it, and does little harm to others; an evening of a club
 * meets none of the limits that see to that.
 */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig_rated.h"

#include <stdio.h>
#include <string.h>

#define ACCOUNTS 200
#define HONEST 4
#define CLUB 10
#define MINUTE_MS INT64_C(60000)

/* As a server has it that nobody configured. */
static int setup(void **state)
{
    struct core_options options = rig_rated_options();
    options.players_per_address = 20;
    options.passwords_per_address = 16;
    options.queries_per_player = 32;
    options.queries_per_address = 64;
    options.queries = 1024;
    options.allowances = 65536;
    *state = rig_new_with(&options);
    return 0;
}

#define DEFAULT_TEST(name) cmocka_unit_test_setup_teardown(name, setup, rig_teardown)

/* A new account that came from that address. Only letters that look like no others are counted
 * with. */
static struct rig_peer *newcomer(struct rig *rig, int number, const char *address)
{
    static const char letters[] = "abcdefghkm";
    struct rig_peer *peer = rig_connect_from(rig, address);
    const json_t *reply =
        rig_ask(peer, "{'op':'auth.register','name':'Farmer-%c%c%c','password':'x7-kl'}",
                letters[number / 100 % 10], letters[number / 10 % 10], letters[number % 10]);
    assert_ok(reply);
    snprintf(peer->name, sizeof(peer->name), "%s", text_at(reply, "name"));
    return peer;
}

/* ------------------------------------------------------------------ games */

/* The next game at the table, of whoever begins it: `loser` resigns when both have moved. */
static void give_up(const struct rig_table *table, struct rig_peer *loser)
{
    assert_ok(rig_move(table->first, table->game, 0, "a1"));
    assert_ok(rig_move(table->second, table->game, 1, "b1"));
    assert_ok(rig_ask(loser, "{'op':'game.resign','game':'%s'}", table->game));
}

/* Offers and accepts a rematch; the table is the new game's. */
static void play_again(struct rig_table *table)
{
    struct rig_peer *first = table->second;
    assert_ok(rig_ask(table->first, "{'op':'room.rematch','room':'%s'}", table->room));
    const json_t *reply = rig_ask(table->second, "{'op':'room.rematch','room':'%s'}", table->room);
    assert_ok(reply);
    snprintf(table->game, sizeof(table->game), "%s", text_at(reply, "game.game"));
    table->second = table->first;
    table->first = first;
}

/* As many rated games as the two may have, or fewer, all won by one of them. */
static void feed(struct rig_peer *winner, struct rig_peer *loser, int games)
{
    struct rig_table table = rig_rated_table(winner, loser);
    give_up(&table, loser);
    for (int i = 1; i < games; i++) {
        play_again(&table);
        give_up(&table, loser);
    }
    rig_rated_leave(&table);
    rig_drop_messages(winner);
    rig_drop_messages(loser);
    rig_pass(winner->rig, MINUTE_MS);
}

/* Each plays each four times: all are established. */
static void establish(struct rig_peer *const players[HONEST])
{
    for (int i = 0; i < HONEST; i++)
        for (int j = 0; j < i; j++)
            feed(players[i], players[j], 4);
}

static int64_t rating_of(struct rig_peer *peer)
{
    return int_at(rig_rated_page(peer, peer->name), "rating");
}

/* ------------------------------------------------------------------ 200 accounts of one address */

static void many_accounts_come(struct rig *rig, struct rig_peer *accounts[ACCOUNTS])
{
    for (int i = 0; i < ACCOUNTS; i++) {
        accounts[i] = newcomer(rig, i, "192.0.2.77");
        rig_pass(rig, MINUTE_MS); /* an address has so many newcomers in an hour */
    }
}

static void nobody_gains_by_many_accounts_and_nobody_is_harmed(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *accounts[ACCOUNTS];
    struct rig_peer *honest[HONEST];
    for (int i = 0; i < HONEST; i++) {
        char address[24];
        snprintf(address, sizeof(address), "192.0.2.%d", i + 1);
        honest[i] = newcomer(rig, 900 + i, address);
    }
    establish(honest);
    rig_pass(rig, 24 * 60 * MINUTE_MS); /* the last of them were provisional for the others */
    assert_int_equal(rig_rated_total(honest[0]), HONEST);
    int64_t first = rating_of(honest[0]);
    int64_t second = rating_of(honest[1]);
    many_accounts_come(rig, accounts);
    for (int i = 1; i < ACCOUNTS; i++)
        feed(accounts[0], accounts[i], i < 40 ? 6 : 1);
    for (int i = 0; i < ACCOUNTS; i++) {
        feed(honest[0], accounts[i], i < 10 ? 6 : 1);
        feed(accounts[i], honest[1], i < 10 ? 6 : 1);
    }
    assert_true(rating_of(accounts[0]) > 1800);
    assert_int_equal(rig_rated_total(honest[0]), HONEST);
    for (int i = 0; i < ACCOUNTS; i++)
        assert_true(bool_at(rig_rated_page(accounts[i], accounts[i]->name), "provisional"));
    assert_int_equal(rating_of(honest[0]), first + 20);
    assert_int_equal(rating_of(honest[1]), second - 20);
}

/* ------------------------------------------------------------------ an evening of a club */

/* The partner of a player in a round of a tournament of everybody against everybody. */
static int partner(int player, int round)
{
    const int others = CLUB - 1;
    int wanted = ((2 * round - player) % others + others) % others;
    if (player == others)
        return round % others;
    return wanted == player ? others : wanted;
}

/* Two play for points or for fun, and once more. */
static void meet(struct rig_peer *a, struct rig_peer *b, bool is_rated)
{
    struct rig_table table = is_rated ? rig_rated_table(a, b) : rig_table(a, b, "mini", false);
    for (int i = 0; i < 2; i++) {
        if (i > 0)
            play_again(&table);
        rig_rated_win(&table);
    }
    rig_rated_leave(&table);
    rig_drop_messages(a);
    rig_drop_messages(b);
}

/* Every ten minutes for five hours all play with the next one of the others, rated every other
 * time; then two play for points until they may not. */
static void evening(struct rig *rig, struct rig_peer *const players[CLUB])
{
    for (int round = 0; round < 30; round++) {
        for (int i = 0; i < CLUB; i++)
            if (partner(i, round) > i)
                meet(players[i], players[partner(i, round)], round % 2 == 0);
        rig_pass(rig, 10 * MINUTE_MS);
    }
    int games = 0;
    while (games < 7 && strcmp(rig_rated_refusal(players[0], players[1], NULL), "") == 0) {
        rig_rated_beat(players[0], players[1]);
        games++;
    }
    assert_string_equal(rig_rated_refusal(players[0], players[1], NULL), "rated_pair_limit");
    assert_string_equal(rig_rated_refusal(players[0], players[2], NULL), "");
}

static void a_club_of_ten_addresses_meets_no_limit_but_that_of_pairs(void **state)
{
    struct rig_peer *players[CLUB];
    for (int i = 0; i < CLUB; i++) {
        char address[24];
        snprintf(address, sizeof(address), "192.0.2.%d", i + 1);
        players[i] = newcomer(*state, i, address);
    }
    evening(*state, players);
    assert_int_equal(rig_rated_total(players[0]), CLUB);
}

/* They do not count for each other yet, which keeps nobody from playing. */
static void a_club_of_one_address_meets_no_limit_but_that_of_pairs(void **state)
{
    struct rig_peer *players[CLUB];
    for (int i = 0; i < CLUB; i++)
        players[i] = newcomer(*state, i, "192.0.2.77");
    evening(*state, players);
    assert_int_equal(rig_rated_total(players[0]), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        DEFAULT_TEST(nobody_gains_by_many_accounts_and_nobody_is_harmed),
        DEFAULT_TEST(a_club_of_ten_addresses_meets_no_limit_but_that_of_pairs),
        DEFAULT_TEST(a_club_of_one_address_meets_no_limit_but_that_of_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
