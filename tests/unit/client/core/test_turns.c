/* SPDX-License-Identifier: MIT */
/*
 * The order of a player's games in progress.
 */
#include "client/core/turns.h"
#include "tests/support/test.h"

#define ANNA_ACTS .first = "anna", .second = "boris", .to_act = SEAT_WORD_FIRST
#define BORIS_ACTS .first = "boris", .second = "anna", .to_act = SEAT_WORD_FIRST

static const struct current_game_record games[] = {
    {.room = 1, .game = 11, BORIS_ACTS, .left_ms = 10},
    {.room = 2, .game = 12, ANNA_ACTS, .left_ms = NONE},
    {.room = 3, .game = 13, ANNA_ACTS, .left_ms = 900},
    {.room = 4, .game = 14, BORIS_ACTS, .left_ms = NONE},
    {.room = 5, .game = 15, ANNA_ACTS, .left_ms = 800},
    {.room = 6, .game = 16, BORIS_ACTS, .left_ms = 5},
};

static struct turns take(size_t count)
{
    struct turns turns;
    turns_take(&turns,
               &(struct player_games_reply){.name = "anna", .games = games, .games_count = count});
    return turns;
}

TEST(games_that_wait_come_first_and_the_least_time_before_more)
{
    static const uint64_t order[] = {5, 3, 2, 6, 1, 4};
    struct turns turns = take(6);
    assert_int_equal(turns.count, 6);
    assert_int_equal(turns.waiting, 3);
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(turns.games[i]->room, order[i]);
    assert_string_equal(turns_opponent(turns.games[0], "anna"), "boris");
    assert_string_equal(turns_opponent(turns.games[3], "anna"), "boris");
}

TEST(the_next_game_waits_and_is_in_another_room)
{
    struct turns turns = take(6);
    struct turns_passed passed = {0};
    assert_int_equal(turns_next(&turns, &passed)->room, 5);
    turns_pass(&passed, 5);
    assert_int_equal(turns_next(&turns, &passed)->room, 3);
    turns_pass(&passed, 3);
    turns_pass(&passed, 3);
    assert_int_equal(turns_next(&turns, &passed)->room, 2); /* each in its turn */
    turns_pass(&passed, 2);
    assert_null(turns_next(&turns, &passed));
    assert_int_equal(turns_waiting_elsewhere(&turns, 5), 2);
    assert_int_equal(turns_waiting_elsewhere(&turns, 6), 3);
    assert_int_equal(turns_find(&turns, 4)->room, 4);
    assert_null(turns_find(&turns, 9));
    turns = take(1);
    passed.count = 0;
    assert_null(turns_next(&turns, &passed));
    turns = take(2);
    turns_pass(&passed, 2);
    assert_null(turns_next(&turns, &passed));
}

/* An accepted invitation begins a game of which the list is asked for before its room is there. */
TEST(news_are_of_games_that_wait_and_not_of_the_room_where_the_player_came)
{
    struct turns turns = take(6);
    struct turn_news news = {.games = {11, 12, 13, 15, 99}, .count = 5};
    assert_int_equal(turn_news_next(&news, &turns, 3)->room, 5);
    assert_int_equal(turn_news_next(&news, &turns, 3)->room, 2);
    assert_null(turn_news_next(&news, &turns, 3));
    news = (struct turn_news){.games = {13}, .count = 1};
    assert_int_equal(turn_news_next(&news, &turns, 0)->room, 3);
}
