/* SPDX-License-Identifier: MIT */
/*
 * Which game a watcher sees who names no room.
 */
#include "client/cli/play/others.h"
#include "tests/support/cmocka_all.h"
#include "visitor.h"

static struct visitor visitor;

static int set_up(void **state)
{
    (void)state;
    visitor_init(&visitor, PLAN_WATCH, OP_AUTH_GUEST);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    visitor_deinit(&visitor);
    return 0;
}

static uint64_t choose_of_player(const struct current_game_record *games, size_t count)
{
    const union reply_body body = {
        .player_games = {.name = "boris", .games = games, .games_count = count}};
    const struct notice reply = {.kind = NOTICE_REPLY, .op = OP_PLAYER_GAMES, .reply = &body};
    return watching_choose(&visitor.visit, &reply);
}

static uint64_t choose_of_all(const struct room_record *rooms, size_t count)
{
    const union reply_body body = {.room_list = {.rooms = rooms, .rooms_count = count}};
    const struct notice reply = {.kind = NOTICE_REPLY, .op = OP_ROOM_LIST, .reply = &body};
    return watching_choose(&visitor.visit, &reply);
}

static void of_a_player_it_is_the_game_where_something_was_done_last(void **state)
{
    (void)state;
    const struct current_game_record games[] = {
        {.room = 7, .first = "boris", .second = "vera", .left_ms = NONE, .acted = 1000},
        {.room = 8, .first = "boris", .second = "dora", .left_ms = NONE, .acted = 3000},
        {.room = 9, .first = "vera", .second = "boris", .left_ms = NONE, .acted = NONE},
        {.room = 10, .first = "dora", .second = "boris", .left_ms = 180000, .acted = NONE},
        {.room = 11, .first = "anna", .second = "boris", .left_ms = 9000, .acted = 4000}};
    visitor.invocation.arguments[0] = "boris";
    visitor.invocation.arguments_count = 1;
    watching_ask(&visitor.visit);
    assert_string_equal(visitor_take(&visitor, OP_PLAYER_GAMES)->as.player_games.name, "boris");
    assert_int_equal(choose_of_player(games, 3), 8);
    assert_int_equal(choose_of_player(games, 5), 10);     /* where seconds count */
    assert_int_equal(choose_of_player(games + 4, 1), 11); /* her own, where there is no other */
    assert_int_equal(choose_of_player(NULL, 0), 0);
    visitor_check_end(&visitor, EXIT_CODE_REFUSED, "boris is not playing now.");
}

static void else_it_is_the_best_game(void **state)
{
    (void)state;
    const struct person_record strong[] = {{.name = "vera", .rating = 1900},
                                           {.name = "dora", .rating = 1700}};
    struct room_record rooms[] = {wire_room(7, ROOM_STATE_WORD_PLAYING),
                                  wire_room(8, ROOM_STATE_WORD_PLAYING),
                                  wire_room(9, ROOM_STATE_WORD_PLAYING)};
    rooms[1].players = strong;
    watching_ask(&visitor.visit);
    assert_int_equal(visitor_take(&visitor, OP_ROOM_LIST)->as.room_list.state,
                     ROOM_STATE_WORD_PLAYING);
    assert_int_equal(choose_of_all(rooms, 3), 8);
    assert_int_equal(choose_of_all(NULL, 0), 0);
    visitor_check_end(&visitor, EXIT_CODE_REFUSED, "Nobody is playing now.");
}

/* A strong computer against a guest who went, people of whom one went, and two who are there. */
static void people_who_are_there_go_before_a_strong_computer(void **state)
{
    (void)state;
    static const struct person_record deserted[] = {
        {.name = "pentad:10", .rating = 2400, .computer = "pentad", .connected = true},
        {.name = "guest-1", .rating = NONE}};
    static const struct person_record half[] = {{.name = "vera", .rating = 1900, .connected = true},
                                                {.name = "dora", .rating = 1700}};
    static const struct person_record two[] = {{.name = "olga", .rating = NONE, .connected = true},
                                               {.name = "petr", .rating = NONE, .connected = true}};
    static const struct person_record own[] = {{.name = "anna", .rating = 2000, .connected = true},
                                               {.name = "ivan", .rating = 2000, .connected = true}};
    const struct person_record *const players[] = {own, deserted, half, two};
    struct room_record rooms[4];
    for (size_t i = 0; i < 4; i++) {
        rooms[i] = wire_room(7 + i, ROOM_STATE_WORD_PLAYING);
        rooms[i].players = players[i];
        rooms[i].players_count = 2;
    }
    for (size_t count = 1; count <= 4; count++)
        assert_int_equal(choose_of_all(rooms, count), 6 + count);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(of_a_player_it_is_the_game_where_something_was_done_last),
        TEST(else_it_is_the_best_game),
        TEST(people_who_are_there_go_before_a_strong_computer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
