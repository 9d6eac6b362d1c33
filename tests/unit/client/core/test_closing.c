/* SPDX-License-Identifier: MIT */
/*
 * When a client may close a threat for its player: at the player's own turn, once, and not while
 * something waits for the player's word. anna is X, boris O, on 3x3.
 */
#include "client/core/table_record.h"
#include "client/core/threat_map.h"
#include "tests/support/test.h"
#include "wire.h"

#include <string.h>

/* anna has to play c2: boris has a2 and b2. */
#define FORCED "a1 b2 a3 a2"

static void sit_as(struct table *table, const char *me, const char *actions)
{
    struct room_record room = wire_room(7, ROOM_STATE_WORD_PLAYING);
    struct game_record game = wire_game(9, actions, (int64_t)(strlen(actions) + 1) / 3);
    table_init(table, me);
    table_set_room(table, &room);
    assert_int_equal(table_set_game(table, &game), 0);
}

static void sit(struct table *table, const char *actions)
{
    sit_as(table, "anna", actions);
}

static void check_due(const struct closing *closing, const struct table *table, const char *square)
{
    struct action action;
    size_t cell;
    assert_true(closing_is_due(closing, table, &cell));
    assert_int_equal(action_parse(table->variant, square, strlen(square), &action), 0);
    assert_int_equal(cell, action_cell(action));
}

static void check_not_due(const struct closing *closing, const struct table *table)
{
    size_t cell;
    assert_false(closing_is_due(closing, table, &cell));
}

TEST(a_forced_answer_is_due_at_ones_own_turn)
{
    struct table table;
    struct closing closing = {0};
    sit(&table, FORCED);
    check_due(&closing, &table, "c2");
    sit(&table, "a1 b2"); /* nothing is threatened */
    check_not_due(&closing, &table);
    sit(&table, "a1 b2 a3"); /* boris has to answer, not anna */
    check_not_due(&closing, &table);
    sit_as(&table, "boris", "a1 b2 a3");
    check_due(&closing, &table, "a2");
}

TEST(who_watches_answers_nothing)
{
    struct table table;
    struct closing closing = {0};
    sit_as(&table, "clara", FORCED);
    check_not_due(&closing, &table);
}

TEST(before_a_game_and_after_its_end_nothing_is_due)
{
    struct table table;
    struct closing closing = {0};
    struct room_record room = wire_room(7, ROOM_STATE_WORD_PLAYING);
    table_init(&table, "anna");
    check_not_due(&closing, &table);
    table_set_room(&table, &room);
    check_not_due(&closing, &table);
    sit(&table, FORCED);
    table.result = RESULT_WORD_SECOND; /* boris claimed it, for instance */
    check_not_due(&closing, &table);
}

TEST(each_answer_is_given_once)
{
    struct table table;
    struct closing closing = {0};
    sit(&table, FORCED);
    closing_is_done(&closing, &table);
    check_not_due(&closing, &table);
    sit(&table, FORCED " c2 b3 b1"); /* a move later another one is */
    check_not_due(&closing, &table);
    sit(&table, FORCED " c2 b3");
    check_due(&closing, &table, "b1");
    closing_forget(&closing);
    sit(&table, FORCED);
    check_due(&closing, &table, "c2");
}

TEST(offers_wait_for_the_players_own_word)
{
    struct table table;
    struct closing closing = {0};
    sit(&table, FORCED);
    table.draw_offer = SEAT_WORD_SECOND;
    check_not_due(&closing, &table);
    table.draw_offer = SEAT_WORD_FIRST; /* one's own is no question to oneself */
    check_due(&closing, &table, "c2");
    table.draw_offer = NONE;
    table.takeback = SEAT_WORD_SECOND;
    check_not_due(&closing, &table);
    table.takeback = SEAT_WORD_FIRST; /* a move would withdraw it */
    check_not_due(&closing, &table);
}

TEST(what_the_player_took_back_is_not_played_again)
{
    struct table table;
    struct closing closing = {0};
    sit(&table, FORCED);
    closing_is_done(&closing, &table);
    closing_take_back(&closing, &table); /* c2 was taken back */
    check_not_due(&closing, &table);
    sit(&table, "a1 b2 a3");
    closing_take_back(&closing, &table); /* boris took a2 back, and c2 with it */
    sit(&table, FORCED);
    check_due(&closing, &table, "c2");
}
