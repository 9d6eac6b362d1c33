/* SPDX-License-Identifier: MIT */
/* Quick pairing: who waits is found an opponent, and only one clock runs at a time. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

#define BLITZ "'clock':{'kind':'fischer','main_ms':300000,'increment_ms':3000}"

static const json_t *seek(struct rig_peer *peer, const char *more)
{
    return rig_ask(peer, "{'op':'room.quick','variant':'classic'%s}", more);
}

/* The two were paired with each other; returns the game. */
static const char *expect_pair(struct rig_peer *a, struct rig_peer *b)
{
    const json_t *paired = rig_expect(a, "room.paired");
    assert_int_equal(count_at(paired, "room.players"), 2);
    assert_string_equal(text_at(paired, "room.state"), "playing");
    const char *room = text_at(rig_expect(b, "room.paired"), "room.room");
    assert_string_equal(text_at(paired, "room.room"), room);
    rig_expect(b, "game.started");
    return text_at(rig_expect(a, "game.started"), "game.game");
}

static void two_who_want_the_same_are_paired(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    const json_t *reply = seek(anna, ",'rated':true," BLITZ);
    assert_int_equal(int_at(reply, "waiting"), 0);
    assert_false(has_at(reply, "estimate_ms"));
    rig_pass(*state, 5000);
    assert_int_equal(int_at(seek(boris, ",'rated':true," BLITZ), "waiting"), 1);
    const json_t *game = rig_game(anna, expect_pair(anna, boris));
    assert_true(bool_at(game, "rated"));
    assert_string_equal(text_at(game, "clock.kind"), "fischer");
    rig_check_world(*state);
}

/* A list is waited for as a whole, and no more of it once one game came about. */
static void any_of_several_games_will_do(void **state)
{
    struct rig_peer *anna = rig_guest(*state);
    struct rig_peer *boris = rig_guest(*state);
    struct rig_peer *carla = rig_guest(*state);
    assert_ok(seek(anna, ",'also':'renju mini mini classic'"));
    assert_code(seek(anna, ""), "already_waiting");
    const json_t *reply =
        rig_ask(boris, "{'op':'room.quick','variant':'drop4','also':'mini renju'}");
    assert_int_equal(int_at(reply, "waiting"), 1); /* one person, in two games */
    assert_string_equal(text_at(rig_game(anna, expect_pair(anna, boris)), "variant"), "mini");
    assert_int_equal(int_at(seek(carla, ",'also':'renju mini drop4'"), "waiting"), 0);
    assert_ok(rig_ask(carla, "{'op':'room.quick_cancel'}"));
    struct rig_peer *dora = rig_guest(*state);
    assert_int_equal(int_at(seek(dora, ",'also':'renju mini drop4'"), "waiting"), 0);
    assert_ok(rig_ask(carla, "{'op':'room.quick','variant':'drop4'}"));
    assert_string_equal(text_at(rig_game(dora, expect_pair(dora, carla)), "variant"), "drop4");
    rig_check_world(*state);
}

static void a_list_of_games_has_an_end_and_none_that_is_unknown(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    assert_code(seek(anna, ",'also':'mini chess'"), "unknown_variant");
    assert_ok(seek(anna, ",'also':'mini  '")); /* spaces are nothing */
    assert_ok(rig_ask(anna, "{'op':'room.quick_cancel'}"));
    assert_code(seek(anna, ",'also':'mini renju drop4 drop5 plane cube4 cube5 achi'"),
                "out_of_range");
    assert_code(seek(anna, ",'also':'mini','computer':'random'"), "out_of_range");
    assert_code(seek(anna, ",'rated':true," BLITZ ",'also':'achi'"), "cannot_be_rated");
    assert_ok(seek(anna, ",'rated':true," BLITZ ",'also':'renju drop4'"));
    struct rig_peer *boris = rig_player(*state, "Boris");
    assert_ok(rig_ask(boris, "{'op':'room.quick','variant':'drop4','rated':true," BLITZ "}"));
    const json_t *game = rig_game(anna, expect_pair(anna, boris));
    assert_string_equal(text_at(game, "variant"), "drop4");
    assert_true(bool_at(game, "rated"));
}

static void others_are_not(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    assert_ok(seek(anna, "," BLITZ));
    assert_ok(seek(rig_player(*state, "Boris"), ",'rated':true," BLITZ));
    assert_ok(seek(rig_player(*state, "Carla"), ""));
    assert_ok(
        rig_ask(rig_player(*state, "Dora"), "{'op':'room.quick','variant':'mini'," BLITZ "}"));
    assert_ok(seek(rig_guest(*state), ",'clock':{'kind':'fischer','main_ms':300000}"));
    rig_pass(*state, 5000);
    assert_int_equal(rig_event_count(anna), 0);
}

static void who_goes_or_cancels_waits_no_more(void **state)
{
    struct rig_peer *anna = rig_guest(*state);
    struct rig_peer *boris = rig_guest(*state);
    struct rig_peer *carla = rig_guest(*state);
    assert_ok(seek(anna, ""));
    assert_ok(rig_ask(anna, "{'op':'room.quick_cancel'}"));
    assert_code(rig_ask(anna, "{'op':'room.quick_cancel'}"), "not_waiting");
    assert_ok(seek(boris, ""));
    rig_hang_up(boris);
    rig_turn(*state);
    assert_int_equal(int_at(seek(carla, ""), "waiting"), 0);
    assert_int_equal(rig_event_count(carla), 0);
    assert_ok(seek(anna, ""));
    expect_pair(carla, anna);
}

/* All of a player's connections are told, and waiting ends with the last one only. */
static void one_waits_with_all_connections(void **state)
{
    struct rig_peer *anna = rig_guest(*state);
    struct rig_peer *again = rig_resume(*state, anna->token);
    assert_ok(seek(anna, ""));
    assert_code(seek(again, ""), "already_waiting");
    rig_hang_up(anna);
    rig_turn(*state);
    struct rig_peer *boris = rig_guest(*state);
    assert_ok(seek(boris, ""));
    expect_pair(again, boris);
}

static void rate(struct rig_peer *winner, struct rig_peer *loser, int games)
{
    for (int i = 0; i < games; i++) {
        struct rig_table table = rig_table(winner, loser, "mini", true);
        rig_play(&table, "a1 b1 a2 b2 a3");
        rig_ask(winner, "{'op':'room.leave','room':'%s'}", table.room);
        rig_ask(loser, "{'op':'room.leave','room':'%s'}", table.room);
        rig_pass(winner->rig, 60000);
    }
    rig_forget_events(winner);
    rig_forget_events(loser);
}

/* Seven games at K 40 take the two apart: 1520:1480, 1538:1462, 1554:1446, 1568:1432, 1581:1419,
 * 1592:1408, 1602:1398. For 204 points both have to wait 6 seconds (100 + 20 a second). */
static void the_window_widens_with_waiting(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    rate(anna, boris, 7);
    assert_ok(rig_ask(anna, "{'op':'room.quick','variant':'mini','rated':true," RIG_DAYS "}"));
    rig_pass(*state, 60000);
    assert_ok(rig_ask(boris, "{'op':'room.quick','variant':'mini','rated':true," RIG_DAYS "}"));
    for (int i = 0; i < 5; i++)
        rig_pass(*state, 1000);
    assert_int_equal(rig_event_count(anna), 0);
    rig_pass(*state, 1000);
    expect_pair(anna, boris);
}

static void the_estimate_is_what_it_lately_took(void **state)
{
    struct rig_peer *anna = rig_guest(*state);
    struct rig_peer *boris = rig_guest(*state);
    assert_ok(seek(anna, ""));
    rig_pass(*state, 7000);
    assert_ok(seek(boris, ""));
    /* Two waits, of 7000 ms and of none: the upper one of the middle. */
    const json_t *reply = seek(rig_guest(*state), "");
    assert_int_equal(int_at(reply, "estimate_ms"), 7000);
}

static void not_the_same_again_while_others_wait(void **state)
{
    struct rig_peer *anna = rig_guest(*state);
    struct rig_peer *boris = rig_guest(*state);
    struct rig_peer *carla = rig_guest(*state);
    assert_ok(seek(anna, ""));
    assert_ok(seek(boris, ""));
    expect_pair(anna, boris);
    assert_ok(seek(carla, ""));
    assert_ok(seek(anna, ""));
    expect_pair(anna, carla);
    assert_ok(seek(boris, ""));
    assert_ok(seek(anna, "")); /* Boris was paired with Anna last, and nobody else is there */
    expect_pair(boris, anna);
}

/* Leaves the table and the server, and comes back. */
static struct rig_peer *come_back(struct rig_peer *peer, const char *room)
{
    struct rig *rig = peer->rig;
    char token[65];
    snprintf(token, sizeof(token), "%s", peer->token);
    assert_ok(rig_ask(peer, "{'op':'room.leave','room':'%s'}", room));
    rig_hang_up(peer);
    rig_turn(rig);
    return rig_resume(rig, token);
}

/* Carla is no opponent for Anna, so Boris is kept for her. */
static void the_last_opponent_is_known_after_coming_back(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *carla = rig_player(rig, "Carla");
    char room[13];
    assert_ok(rig_ask(carla, "{'op':'block.add','name':'Anna'}"));
    assert_ok(seek(anna, ""));
    assert_ok(seek(boris, ""));
    snprintf(room, sizeof(room), "%s", text_at(rig_expect(anna, "room.paired"), "room.room"));
    anna = come_back(anna, room);
    boris = come_back(boris, room);
    assert_ok(seek(anna, ""));
    assert_ok(seek(carla, ""));
    assert_ok(seek(boris, ""));
    expect_pair(boris, carla);
    assert_int_equal(rig_event_count(anna), 0);
}

static void a_game_with_a_clock_ends_waiting_for_another(void **state)
{
    struct rig_peer *anna = rig_guest(*state);
    struct rig_peer *boris = rig_guest(*state);
    assert_ok(seek(anna, "," BLITZ));
    rig_clocked_table(anna, boris, "mini", "{'kind':'per_move','period_ms':60000}");
    assert_code(rig_ask(anna, "{'op':'room.quick_cancel'}"), "not_waiting");
    assert_ok(seek(rig_guest(*state), "," BLITZ));
    assert_int_equal(rig_event_count(anna), 0);
}

static void a_game_without_a_clock_does_not(void **state)
{
    struct rig_peer *anna = rig_guest(*state);
    struct rig_peer *boris = rig_guest(*state);
    assert_ok(seek(anna, "," BLITZ));
    rig_table(anna, boris, "mini", false);
    assert_ok(seek(boris, "," BLITZ));
    expect_pair(anna, boris);
}

/* ------------------------------------------------------------------ commits */

/* Nothing of it was told, so both wait as before, and are paired when the store is back. */
static void a_pair_whose_commit_fails_waits_again(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_guest(rig);
    struct rig_peer *boris = rig_guest(rig);
    assert_ok(seek(anna, ""));
    rig->store->holds_batches = true;
    assert_ok(seek(boris, "")); /* that he waits is true in any case */
    assert_int_equal(rig_event_count(anna) + rig_event_count(boris), 0);
    rig_fail_held(rig);
    assert_int_equal(rig_event_count(anna) + rig_event_count(boris), 0);
    rig_check_world(rig);
    for (int i = 0; i < 3; i++)
        rig_pass(rig, 1000);
    expect_pair(anna, boris);
    rig_check_world(rig);
}

/* A player who goes while the batch is under way waits no more, whatever becomes of it. */
static void who_goes_meanwhile_does_not_come_back(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_guest(rig);
    struct rig_peer *boris = rig_guest(rig);
    assert_ok(seek(anna, ""));
    rig->store->holds_batches = true;
    assert_ok(seek(boris, ""));
    rig_hang_up(anna);
    rig_fail_held(rig);
    for (int i = 0; i < 3; i++)
        rig_pass(rig, 1000);
    assert_int_equal(rig_event_count(boris), 0);
    struct rig_peer *carla = rig_guest(rig);
    assert_int_equal(int_at(seek(carla, ""), "waiting"), 1);
    expect_pair(boris, carla);
}

/* Nothing would come of it, and the others would be told that somebody waits. */
static void who_has_no_seat_left_waits_no_more(void **state)
{
    struct core_options options = rig_options();
    options.rooms_per_player = 3;
    struct rig *rig = rig_new_with(&options);
    struct rig_peer *anna = rig_player(rig, "Anna");
    assert_ok(seek(anna, ""));
    for (uint32_t i = 1; i < options.rooms_per_player; i++)
        assert_ok(rig_ask(anna, "{'op':'room.open','variant':'mini'}"));
    assert_int_equal(rig_event_count(anna), 0);
    assert_ok(rig_ask(anna, "{'op':'room.open','variant':'mini'}"));
    assert_string_equal(text_at(rig_expect(anna, "room.unqueued"), "reason"), "too_many_rooms");
    assert_int_equal(int_at(seek(rig_player(rig, "Boris"), ""), "waiting"), 0);
    rig_free(rig);
    (void)state;
}

/* ------------------------------------------------------------------ who is about to go */

/* Boris waits, too, and is paired with Carla, whatever becomes of Anna's connection. */
static void assert_not_paired(struct rig *rig, const struct rig_peer *anna)
{
    size_t told = rig_message_count(anna);
    struct rig_peer *boris = rig_guest(rig);
    assert_int_equal(int_at(seek(boris, ""), "waiting"), 0);
    rig_pass(rig, 5000);
    assert_int_equal(rig_event_count(boris), 0);
    rig->holds_closes = false;
    rig_pass(rig, 5000);
    assert_int_equal(rig_event_count(boris), 0);
    struct rig_peer *carla = rig_guest(rig);
    assert_int_equal(int_at(seek(carla, ""), "waiting"), 1);
    expect_pair(boris, carla);
    assert_int_equal(rig_message_count(anna), told);
    rig_check_world(rig);
}

/* Anna waits, and her connection will stay open for a while after the server has ended it. */
static struct rig_peer *anna_waits(struct rig *rig)
{
    struct rig_peer *anna = rig_player(rig, "Anna");
    assert_ok(seek(anna, ""));
    rig->holds_closes = true;
    return anna;
}

static void who_logged_out_is_not_paired_while_the_connection_ends(void **state)
{
    struct rig_peer *anna = anna_waits(*state);
    assert_ok(rig_ask(anna, "{'op':'auth.logout'}"));
    assert_true(anna->is_ended);
    assert_non_null(anna->conn);
    assert_not_paired(*state, anna);
}

static void who_is_banned_is_not_paired_while_the_connection_ends(void **state)
{
    struct rig_peer *anna = anna_waits(*state);
    assert_ok(rig_ask(rig_connect_locally(*state),
                      "{'op':'mod.ban','name':'Anna','minutes':9,'reason':'insults'}"));
    assert_string_equal(text_at(rig_expect(anna, "bye"), "code"), "banned");
    assert_not_paired(*state, anna);
}

/* One connection of two ends: the other one waits on. */
static void who_logs_out_elsewhere_is_paired_here(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = anna_waits(rig);
    struct rig_peer *phone = rig_connect(rig);
    assert_ok(rig_ask(phone, "{'op':'auth.login','name':'Anna','password':'secret of Anna'}"));
    assert_ok(rig_ask(anna, "{'op':'auth.logout'}"));
    struct rig_peer *boris = rig_guest(rig);
    assert_ok(seek(boris, ""));
    expect_pair(phone, boris);
}

#define DELETE "{'op':'auth.delete','password':'secret of Anna'}"

static void a_deleted_account_is_not_paired_while_the_connection_ends(void **state)
{
    struct rig_peer *anna = anna_waits(*state);
    assert_ok(rig_ask(anna, DELETE));
    assert_non_null(anna->conn);
    assert_not_paired(*state, anna);
}

/* Anna's deletion is written and not stored, and Boris waits for the same as she does. */
static struct rig_peer *anna_is_on_her_way_out(struct rig *rig, struct rig_peer **boris_out)
{
    struct rig_peer *anna = anna_waits(rig);
    *boris_out = rig_guest(rig);
    rig->store->holds_batches = true;
    rig_send(anna, DELETE);
    rig_turn(rig);
    rig_send(*boris_out, "{'op':'room.quick','variant':'classic'}");
    for (int i = 0; i < 3; i++)
        rig_pass(rig, 1000);
    return anna;
}

static void who_is_on_the_way_out_is_not_paired(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *boris;
    struct rig_peer *anna = anna_is_on_her_way_out(rig, &boris);
    rig->store->holds_batches = false;
    rig_pass(rig, 5000);
    assert_true(anna->is_ended);
    assert_int_equal(rig_event_count(boris), 0);
    rig_check_world(rig);
}

/* The deletion was not stored: then Anna never went, and waits as before. */
static void who_stays_after_all_is_paired(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *boris;
    struct rig_peer *anna = anna_is_on_her_way_out(rig, &boris);
    rig_fail_held(rig);
    rig_pass(rig, 5000);
    assert_int_equal(rig_event_count(anna), 0);
    assert_ok(seek(boris, "")); /* he was told that nothing can be saved */
    expect_pair(boris, anna);
    rig_check_world(rig);
}

/* They were paired, and Anna's end comes while that is not stored: Boris is told of a game that he
 * has won, or of none at all. */
static void who_ends_while_being_paired_leaves_the_game(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = anna_waits(rig);
    struct rig_peer *boris = rig_guest(rig);
    rig->store->holds_batches = true;
    rig_send(boris, "{'op':'room.quick','variant':'classic'}");
    rig_turn(rig);
    rig_send(anna, DELETE);
    rig_turn(rig);
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_true(anna->is_ended);
    expect_pair(boris, anna);
    rig_find_event(boris, "game.ended");
    rig_find_event(boris, "room.left");
    rig_check_world(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(two_who_want_the_same_are_paired),
        RIG_TEST(others_are_not),
        RIG_TEST(any_of_several_games_will_do),
        RIG_TEST(a_list_of_games_has_an_end_and_none_that_is_unknown),
        RIG_TEST(who_goes_or_cancels_waits_no_more),
        RIG_TEST(one_waits_with_all_connections),
        RIG_TEST(the_window_widens_with_waiting),
        RIG_TEST(the_estimate_is_what_it_lately_took),
        RIG_TEST(not_the_same_again_while_others_wait),
        RIG_TEST(the_last_opponent_is_known_after_coming_back),
        RIG_TEST(a_game_with_a_clock_ends_waiting_for_another),
        RIG_TEST(a_game_without_a_clock_does_not),
        RIG_TEST(a_pair_whose_commit_fails_waits_again),
        RIG_TEST(who_goes_meanwhile_does_not_come_back),
        RIG_TEST(who_has_no_seat_left_waits_no_more),
        RIG_TEST(who_logged_out_is_not_paired_while_the_connection_ends),
        RIG_TEST(who_is_banned_is_not_paired_while_the_connection_ends),
        RIG_TEST(who_logs_out_elsewhere_is_paired_here),
        RIG_TEST(a_deleted_account_is_not_paired_while_the_connection_ends),
        RIG_TEST(who_is_on_the_way_out_is_not_paired),
        RIG_TEST(who_stays_after_all_is_paired),
        RIG_TEST(who_ends_while_being_paired_leaves_the_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
