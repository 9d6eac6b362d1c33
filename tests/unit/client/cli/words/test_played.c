/* SPDX-License-Identifier: MIT */
/*
 * The moves of a game in words: numbers, players, times, choices of the opening, stones that were
 * laid out; from a record of any moment, and from events behind it.
 */
#include "client/cli/words/event.h"
#include "client/cli/words/words.h"
#include "client/core/table_record.h"
#include "tests/support/cmocka_all.h"
#include "wire.h"

#include <string.h>

static struct table table;

static void sit(enum variant_id id, const char *actions, const char *spent, int given)
{
    struct room_record room = wire_room(7, ROOM_STATE_WORD_PLAYING);
    struct game_record game = wire_game(9, actions, 10);
    room.variant = variant_get(id);
    game.variant = variant_get(id);
    game.spent = spent;
    game.given = given;
    table_init(&table, "anna");
    table_set_room(&table, &room);
    assert_int_equal(table_set_game(&table, &game), 0);
}

static void check_move(unsigned ply, const char *expected)
{
    char text[WORDS_SIZE];
    words_move(&table, ply, text, sizeof(text));
    assert_string_equal(text, expected);
}

static void a_move_has_its_number_player_and_time(void **state)
{
    (void)state;
    sit(VARIANT_MINI, "b2 a1 c3", "7350 118000 273600000", 0);
    check_move(0, "1. b2 (X), anna, 0:07.3");
    check_move(1, "2. a1 (O), boris, 1:58");
    check_move(2, "3. c3 (X), anna, 3d 04:00");
}

static void choices_are_moves(void **state)
{
    (void)state;
    sit(VARIANT_SWAP2, "h8 i9 j7 two_more a1 a2 black", "0 0 0 2000 0 0 9999", 0);
    check_move(2, "3. j7 (X), anna, 0:00.0");
    check_move(3, "4. two_more, boris, 0:02.0");
    check_move(6, "7. black, anna, 0:09.9");
}

static void times_that_are_not_known_are_left_out(void **state)
{
    (void)state;
    sit(VARIANT_MINI, "b2 a1", NULL, 0);
    check_move(1, "2. a1 (O), boris");
    sit(VARIANT_MINI, "b2 a1 c3", "1000", 2);
    check_move(0, "1. b2 (X), laid out");
    check_move(2, "3. c3 (X), anna, 0:01.0");
    sit(VARIANT_MINI, "b2 a1", "1000 -5", 0);
    check_move(1, "2. a1 (O), boris");
    sit(VARIANT_MINI, "b2 a1", "1000 x", 0);
    check_move(1, "2. a1 (O), boris");
}

static void events_bring_the_times_that_follow(void **state)
{
    (void)state;
    sit(VARIANT_MINI, "b2", "1000", 0);
    struct game_moved_event moved = wire_moved(9, 11, SEAT_WORD_SECOND, 1, "a1");
    moved.spent_ms = 2500;
    union event_body body = {.game_moved = moved};
    assert_int_equal(table_take_event(&table, EVENT_GAME_MOVED, &body), TABLE_NEWS);
    check_move(0, "1. b2 (X), anna, 0:01.0");
    check_move(1, "2. a1 (O), boris, 0:02.5");
}

static void a_list_has_two_moves_a_row(void **state)
{
    (void)state;
    char text[WORDS_SIZE];
    sit(VARIANT_MINI, "b2 a1 c3", "7350 118000 500", 0);
    assert_int_equal(words_moves_rows(&table), 2);
    words_moves_row(&table, 0, false, text, sizeof(text));
    assert_string_equal(text, " 1. X b2 0:07.3   2. O a1 1:58");
    words_moves_row(&table, 0, true, text, sizeof(text));
    assert_string_equal(text, "  1. X b2         0:07.3      2. O a1           1:58");
    words_moves_row(&table, 1, true, text, sizeof(text));
    assert_string_equal(text, "  3. X c3         0:00.5");
}

static void a_table_goes_back_to_any_move(void **state)
{
    (void)state;
    static struct table shown;
    sit(VARIANT_SWAP2, "h8 i9 j7 white h9", NULL, 0);
    for (unsigned plies = 0; plies <= 5; plies++) {
        table_at(&table, plies, &shown);
        assert_int_equal(shown.game.ply, plies);
    }
    table_at(&table, 3, &shown);
    assert_int_equal(table_to_act(&shown), SEAT_SECOND);
    assert_int_equal(game_cell(&shown.game, action_cell(game_actions(&table.game)[4])), MARK_NONE);
    assert_int_equal(table.game.ply, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_has_its_number_player_and_time),
        cmocka_unit_test(choices_are_moves),
        cmocka_unit_test(times_that_are_not_known_are_left_out),
        cmocka_unit_test(events_bring_the_times_that_follow),
        cmocka_unit_test(a_list_has_two_moves_a_row),
        cmocka_unit_test(a_table_goes_back_to_any_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
