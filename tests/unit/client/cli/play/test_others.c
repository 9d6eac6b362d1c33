/* SPDX-License-Identifier: MIT */
/*
 * The news of the player's games at other tables. anna is at room 7, in game 9.
 */
#include "client/cli/play/others.h"
#include "tests/support/cmocka_all.h"
#include "visitor.h"

static struct visitor visitor;
static struct others others;

static int set_up(void **state)
{
    (void)state;
    visitor_init(&visitor, PLAN_PLAY, OP_AUTH_GUEST);
    visitor_sit(&visitor, "");
    others = (struct others){.visit = &visitor.visit};
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    visitor_deinit(&visitor);
    return 0;
}

static void take_move(uint64_t game, int to_act)
{
    const union event_body body = {.game_moved = {.game = game, .to_act = to_act}};
    const struct notice event = {.kind = NOTICE_EVENT, .event = EVENT_GAME_MOVED, .body = &body};
    others_take_event(&others, &event);
}

/* The list as the server has it: here it is anna's move, too; in room 8 it is with two days left,
 * in room 10 without a clock; in room 11 it is boris's. */
static uint64_t answer(void)
{
    static const struct current_game_record games[] = {
        {.game = 9, .room = 7, .first = "anna", .second = "boris", .left_ms = NONE, .acted = 1},
        {.game = 12,
         .room = 10,
         .first = "anna",
         .second = "carla",
         .left_ms = NONE,
         .acted = NONE},
        {.game = 13,
         .room = 8,
         .first = "boris",
         .second = "anna",
         .to_act = SEAT_WORD_SECOND,
         .left_ms = 2 * CLOCK_DAY_MS,
         .acted = 1,
         .last = "h8"},
        {.game = 14,
         .room = 11,
         .first = "anna",
         .second = "boris",
         .to_act = SEAT_WORD_SECOND,
         .left_ms = 5,
         .acted = 1,
         .last = "a1"},
    };
    return others_take_games(
        &others, &(struct player_games_reply){.name = "anna", .games = games, .games_count = 4});
}

static void a_move_at_another_table_is_told_with_how_many_wait(void **state)
{
    (void)state;
    take_move(13, SEAT_WORD_SECOND);
    visitor_take(&visitor, OP_PLAYER_GAMES);
    take_move(13, SEAT_WORD_SECOND);
    visitor_take_nothing(&visitor);
    assert_int_equal(answer(), 0);
    assert_int_equal(visitor.rings, 1);
    visitor_check_said(&visitor, "boris played h8 in room 000000000008; you have 2d 00:00 left.\n"
                                 "2 other games wait for you: other\n");
    take_move(12, SEAT_WORD_FIRST);
    visitor_take(&visitor, OP_PLAYER_GAMES);
    answer();
    visitor_check_said(&visitor,
                       "The game against carla in room 00000000000a has begun; it is your move.");
}

static void say_in(uint64_t room, const char *name, const char *text)
{
    const struct chat_line_record line = {.n = 1, .name = name, .text = text};
    const union event_body body = {.room_said = {.room = room, .line = &line}};
    const struct notice event = {.kind = NOTICE_EVENT, .event = EVENT_ROOM_SAID, .body = &body};
    others_take_event(&others, &event);
}

static void words_with_a_move_are_told_behind_it(void **state)
{
    (void)state;
    take_move(13, SEAT_WORD_SECOND);
    visitor_take(&visitor, OP_PLAYER_GAMES);
    say_in(8, "boris", "your turn!");
    visitor_check_silent(&visitor);
    answer();
    visitor_check_said(&visitor, "you have 2d 00:00 left.\n"
                                 "boris in room 000000000008: your turn!\n"
                                 "2 other games wait for you: other\n");
    say_in(8, "boris", "and?");
    visitor_check_said(&visitor, "boris in room 000000000008: and?\n");
    say_in(8, "anna", "yes");
    say_in(7, "boris", "here");
    visitor_check_silent(&visitor);
}

static void the_end_of_another_game_is_told(void **state)
{
    (void)state;
    union event_body body = {.game_ended = {.game = 13}};
    const struct notice event = {.kind = NOTICE_EVENT, .event = EVENT_GAME_ENDED, .body = &body};
    others_take_event(&others, &event);
    visitor_check_said(&visitor, "A game of yours is over: penta game 00000000000d\n");
    body.game_ended.game = 9; /* this one */
    others_take_event(&others, &event);
    visitor_check_silent(&visitor);
}

static void ones_own_move_and_the_game_here_are_no_news(void **state)
{
    (void)state;
    take_move(9, SEAT_WORD_FIRST);
    take_move(14, NONE);
    visitor_take_nothing(&visitor);
    take_move(14, SEAT_WORD_SECOND);
    visitor_take(&visitor, OP_PLAYER_GAMES);
    answer();
    visitor_check_silent(&visitor);
}

static void a_script_asks_nothing(void **state)
{
    (void)state;
    visitor.visit.is_person = false;
    take_move(13, SEAT_WORD_SECOND);
    visitor_take_nothing(&visitor);
}

static void behind_ones_own_move_it_is_told_how_many_wait(void **state)
{
    (void)state;
    others_take_move(&others);
    visitor_take_nothing(&visitor); /* no other game is known */
    others.are_there = true;
    visitor.visit.table.control.kind = CLOCK_FISCHER;
    others_take_move(&others);
    visitor_take_nothing(&visitor); /* and nobody is disturbed while seconds count */
    visitor.visit.table.control.kind = CLOCK_CORRESPONDENCE;
    others_take_move(&others);
    visitor_take(&visitor, OP_PLAYER_GAMES);
    assert_int_equal(answer(), 0);
    visitor_check_said(&visitor, "2 other games wait for you: other\n");
}

static void other_goes_to_the_game_with_the_least_time(void **state)
{
    (void)state;
    others_do_other(&others);
    visitor_take(&visitor, OP_PLAYER_GAMES);
    assert_int_equal(answer(), 8);
    visitor_check_silent(&visitor);
    others_do_other(&others);
    others_take_games(&others, &(struct player_games_reply){.name = "anna"});
    visitor_check_said(&visitor, "No other game waits for you.");
    assert_int_equal(answer(), 0); /* of somebody else's question */
    visitor_check_silent(&visitor);
}

/* The room to which `other` leads, which is where the player is then. */
static uint64_t go_to_other(void)
{
    others_do_other(&others);
    visitor_take(&visitor, OP_PLAYER_GAMES);
    visitor.visit.table.room = answer();
    return visitor.visit.table.room;
}

static void other_passes_by_every_game_that_waits(void **state)
{
    (void)state;
    assert_int_equal(go_to_other(), 8);
    assert_int_equal(go_to_other(), 10); /* not back to 7 */
    assert_int_equal(go_to_other(), 8);  /* all were looked at: the least time again */
    others_take_move(&others);
    assert_int_equal(others.passed.count, 0);
}

/* A spectator's table has no way to it. */
static void a_spectator_is_told_where_the_games_are(void **state)
{
    (void)state;
    visitor.visit.plan = PLAN_WATCH;
    others_do_other(&others);
    visitor_take(&visitor, OP_PLAYER_GAMES);
    assert_int_equal(answer(), 0);
    visitor_check_said(&visitor, "2 games wait for you: penta play\n");
}

/* The answer comes when the table has been left for another one. */
static void nobody_goes_away_from_a_way_to_a_table(void **state)
{
    (void)state;
    others_do_other(&others);
    visitor_take(&visitor, OP_PLAYER_GAMES);
    visitor.visit.stage = STAGE_ENTERING;
    assert_int_equal(answer(), 0);
}

static void only_what_was_typed_may_fail_aloud(void **state)
{
    (void)state;
    take_move(13, SEAT_WORD_SECOND);
    assert_true(others_take_error(&others));
    others_do_other(&others);
    assert_false(others_take_error(&others));
    assert_false(others_take_error(&others));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_move_at_another_table_is_told_with_how_many_wait),
        TEST(words_with_a_move_are_told_behind_it),
        TEST(the_end_of_another_game_is_told),
        TEST(ones_own_move_and_the_game_here_are_no_news),
        TEST(a_script_asks_nothing),
        TEST(behind_ones_own_move_it_is_told_how_many_wait),
        TEST(other_goes_to_the_game_with_the_least_time),
        TEST(other_passes_by_every_game_that_waits),
        TEST(a_spectator_is_told_where_the_games_are),
        TEST(nobody_goes_away_from_a_way_to_a_table),
        TEST(only_what_was_typed_may_fail_aloud),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
