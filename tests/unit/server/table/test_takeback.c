/* SPDX-License-Identifier: MIT */
/* Taking back: what goes, who may ask and how often, and what it does to clocks and offers. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

static const json_t *takeback(struct rig_peer *peer, const struct rig_table *table,
                              const char *answer)
{
    /* Far enough apart for the rate. */
    rig_pass(peer->rig, 1100);
    return rig_ask(peer, "{'op':'game.takeback','game':'%s','answer':'%s'}", table->game, answer);
}

static const char *actions(const struct rig_table *table)
{
    return text_at(rig_game(table->first, table->game), "actions");
}

static void ones_last_move_goes_and_what_followed_it(void **state)
{
    struct rig_table table = rig_guests_table(*state, "classic");
    rig_play(&table, "h8 i9 h7 i8");
    rig_forget_events(table.second);
    assert_ok(takeback(table.first, &table, "ask"));
    const json_t *asked = rig_expect(table.second, "game.takeback_asked");
    assert_int_equal(int_at(asked, "to_ply"), 2);
    assert_string_equal(text_at(asked, "by"), "first");
    const json_t *granted = takeback(table.second, &table, "accept");
    assert_true(json_is_true(json_object_get(granted, "taken")));
    assert_int_equal(int_at(granted, "ply"), 2);
    const json_t *taken = rig_find_event(table.first, "game.taken_back");
    assert_int_equal(int_at(taken, "ply"), 2);
    assert_string_equal(text_at(taken, "by"), "second");
    assert_string_equal(text_at(taken, "to_act"), "first");
    assert_string_equal(actions(&table), "h8 i9");
    assert_ok(rig_move(table.first, table.game, 2, "h7"));
    rig_check_world(*state);
}

static void before_the_opponents_move_only_ones_own_goes(void **state)
{
    struct rig_table table = rig_guests_table(*state, "classic");
    rig_play(&table, "h8 i9 h7");
    assert_ok(takeback(table.first, &table, "ask"));
    assert_ok(takeback(table.second, &table, "accept"));
    assert_string_equal(actions(&table), "h8 i9");
}

static void a_choice_of_swap2_can_be_taken_back(void **state)
{
    struct rig_table table = rig_guests_table(*state, "swap2");
    for (int ply = 0; ply < 3; ply++)
        assert_ok(rig_move(table.first, table.game, ply, (const char *[]){"a1", "b2", "c3"}[ply]));
    assert_ok(rig_ask(table.second, "{'op':'game.move','game':'%s','ply':3,'action':'black'}",
                      table.game));
    rig_forget_events(table.first);
    assert_ok(takeback(table.second, &table, "ask"));
    assert_ok(takeback(table.first, &table, "accept"));
    const json_t *taken = rig_find_event(table.first, "game.taken_back");
    assert_string_equal(text_at(taken, "board.expects"), "choice");
    assert_string_equal(text_at(taken, "board.first_mark"), "none");
    rig_check_world(*state);
}

static void both_stones_of_a_turn_go(void **state)
{
    struct rig_table table = rig_guests_table(*state, "connect6");
    assert_ok(rig_move(table.first, table.game, 0, "j10"));
    assert_code(rig_move(table.first, table.game, 1, "k10"), "not_your_turn");
    assert_ok(rig_move(table.second, table.game, 1, "j11"));
    assert_string_equal(text_at(rig_expect(table.first, "game.moved"), "to_act"), "second");
    assert_ok(rig_move(table.second, table.game, 2, "k11"));
    rig_forget_events(table.first);
    assert_ok(takeback(table.second, &table, "ask"));
    assert_int_equal(int_at(rig_expect(table.first, "game.takeback_asked"), "to_ply"), 1);
    assert_ok(takeback(table.first, &table, "accept"));
    const json_t *taken = rig_find_event(table.first, "game.taken_back");
    assert_int_equal(int_at(taken, "ply"), 1);
    assert_string_equal(text_at(taken, "to_act"), "second");
    assert_string_equal(text_at(taken, "board.cells"), "xj10");
    assert_string_equal(actions(&table), "j10");
    rig_check_world(*state);
}

static void who_did_nothing_has_nothing_to_take_back(void **state)
{
    struct rig_table table = rig_guests_table(*state, "classic");
    assert_code(takeback(table.first, &table, "ask"), "nothing_to_take_back");
    rig_play(&table, "h8");
    assert_code(takeback(table.second, &table, "ask"), "nothing_to_take_back");
}

static void one_request_at_a_time(void **state)
{
    struct rig_table table = rig_guests_table(*state, "classic");
    rig_play(&table, "h8 i9");
    assert_code(takeback(table.second, &table, "accept"), "no_takeback");
    assert_ok(takeback(table.first, &table, "ask"));
    assert_code(takeback(table.first, &table, "ask"), "already_offered");
    assert_code(takeback(table.first, &table, "accept"), "no_takeback");
    assert_code(takeback(table.second, &table, "ask"), "takeback_open");
    assert_string_equal(text_at(rig_game(table.first, table.game), "takeback"), "first");
    rig_check_world(*state);
}

static void after_a_refusal_ten_plies_pass(void **state)
{
    struct rig_table table = rig_guests_table(*state, "classic");
    rig_play(&table, "h8 i9");
    assert_ok(takeback(table.first, &table, "ask"));
    assert_ok(takeback(table.second, &table, "refuse"));
    rig_expect(table.first, "game.moved");
    rig_expect(table.first, "game.moved");
    rig_expect(table.first, "game.takeback_asked");
    rig_expect(table.first, "game.takeback_refused");
    assert_code(takeback(table.first, &table, "ask"), "takeback_too_soon");
    static const char *const squares[] = {"a1", "s1", "a3", "s3", "a5",
                                          "s5", "a7", "s7", "a9", "s9"};
    for (int i = 0; i < 10; i++) {
        if (i == 9)
            assert_code(takeback(table.first, &table, "ask"), "takeback_too_soon");
        rig_pass(*state, 500);
        assert_ok(rig_move(i % 2 == 0 ? table.first : table.second, table.game, 2 + i, squares[i]));
    }
    assert_ok(takeback(table.first, &table, "ask"));
    rig_check_world(*state);
}

static void the_opponents_move_refuses_and_ones_own_withdraws(void **state)
{
    struct rig_table table = rig_guests_table(*state, "classic");
    rig_play(&table, "h8 i9");
    assert_ok(takeback(table.first, &table, "ask"));
    assert_ok(rig_move(table.first, table.game, 2, "a1"));
    assert_code(takeback(table.second, &table, "accept"), "no_takeback");
    assert_ok(takeback(table.first, &table, "ask")); /* no refusal, no waiting */
    assert_ok(rig_move(table.second, table.game, 3, "a2"));
    assert_code(takeback(table.first, &table, "ask"), "takeback_too_soon");
}

static void open_offers_end(void **state)
{
    struct rig_table table = rig_guests_table(*state, "classic");
    rig_play(&table, "h8 i9");
    assert_ok(rig_ask(table.second, "{'op':'game.draw','game':'%s'}", table.game));
    assert_ok(takeback(table.first, &table, "ask"));
    assert_ok(takeback(table.second, &table, "accept"));
    assert_code(
        rig_ask(table.first, "{'op':'game.draw','game':'%s','answer':'accept'}", table.game),
        "no_draw_offer");
    rig_check_world(*state);
}

static void clocks_stay_as_they_are(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = {.first = rig_guest(rig), .second = rig_guest(rig)};
    const json_t *opened =
        rig_ask(table.first, "{'op':'room.open','variant':'classic','first':'opener',"
                             "'clock':{'kind':'fischer','main_ms':60000,'increment_ms':1000}}");
    const json_t *joined =
        rig_ask(table.second, "{'op':'room.join','room':'%s'}", text_at(opened, "room.room"));
    snprintf(table.game, sizeof(table.game), "%s", text_at(joined, "game.game"));
    rig_pass(rig, 5000);
    assert_ok(rig_move(table.first, table.game, 0, "h8"));
    rig_pass(rig, 7000);
    assert_ok(rig_ask(table.first, "{'op':'game.takeback','game':'%s'}", table.game));
    rig_pass(rig, 2000);
    assert_ok(
        rig_ask(table.second, "{'op':'game.takeback','game':'%s','answer':'accept'}", table.game));
    const json_t *taken = rig_find_event(table.first, "game.taken_back");
    assert_int_equal(int_at(taken, "clocks.first_ms"), 56000);
    assert_int_equal(int_at(taken, "clocks.second_ms"), 51000);
    rig_pass(rig, 1000); /* it is the first player's time again */
    assert_ok(rig_move(table.first, table.game, 0, "i9"));
    const json_t *moved = rig_find_event(table.second, "game.moved");
    moved = rig_find_event(table.second, "game.moved");
    assert_int_equal(int_at(moved, "clocks.first_ms"), 56000);
    assert_int_equal(int_at(moved, "clocks.second_ms"), 51000);
    assert_ok(rig_ask(table.first, "{'op':'game.abort','game':'%s'}", table.game));
    assert_string_equal(text_at(rig_game(table.first, table.game), "spent"), "1000");
    rig_check_world(rig);
}

/* Where each move has its own time, the grantor's next one has it whole. */
static void granting_costs_nothing_of_the_next_move(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = {.first = rig_guest(rig), .second = rig_guest(rig)};
    const json_t *opened =
        rig_ask(table.first, "{'op':'room.open','variant':'classic','first':'opener',"
                             "'clock':{'kind':'per_move','period_ms':30000}}");
    const json_t *joined =
        rig_ask(table.second, "{'op':'room.join','room':'%s'}", text_at(opened, "room.room"));
    snprintf(table.game, sizeof(table.game), "%s", text_at(joined, "game.game"));
    assert_ok(rig_move(table.first, table.game, 0, "h8"));
    rig_pass(rig, 20000);
    assert_ok(rig_ask(table.first, "{'op':'game.takeback','game':'%s'}", table.game));
    assert_ok(
        rig_ask(table.second, "{'op':'game.takeback','game':'%s','answer':'accept'}", table.game));
    assert_ok(rig_move(table.first, table.game, 0, "i9"));
    assert_int_equal(int_at(rig_game(table.first, table.game), "clocks.second_ms"), 30000);
}

static void there_is_an_end_of_taking_back(void **state)
{
    struct rig_table table = rig_guests_table(*state, "classic");
    rig_play(&table, "h8");
    for (int i = 0; i < 20; i++) {
        assert_ok(takeback(table.first, &table, "ask"));
        assert_ok(takeback(table.second, &table, "accept"));
        assert_ok(rig_move(table.first, table.game, 0, "h8"));
    }
    assert_code(takeback(table.first, &table, "ask"), "too_many_takebacks");
    rig_check_world(*state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(ones_last_move_goes_and_what_followed_it),
        RIG_TEST(before_the_opponents_move_only_ones_own_goes),
        RIG_TEST(a_choice_of_swap2_can_be_taken_back),
        RIG_TEST(both_stones_of_a_turn_go),
        RIG_TEST(who_did_nothing_has_nothing_to_take_back),
        RIG_TEST(one_request_at_a_time),
        RIG_TEST(after_a_refusal_ten_plies_pass),
        RIG_TEST(the_opponents_move_refuses_and_ones_own_withdraws),
        RIG_TEST(open_offers_end),
        RIG_TEST(clocks_stay_as_they_are),
        RIG_TEST(granting_costs_nothing_of_the_next_move),
        RIG_TEST(there_is_an_end_of_taking_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
