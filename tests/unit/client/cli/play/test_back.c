/* SPDX-License-Identifier: MIT */
/*
 * The order in which anna's games want her back, and what she is told of them.
 */
#include "client/cli/play/offer.h"
#include "tests/support/cmocka_all.h"
#include "visitor.h"

#include <string.h>

static struct visitor visitor;
static struct back back;

static const struct clock_record none = {.kind = CLOCK_KIND_WORD_NONE};
static const struct clock_record blitz = {
    .kind = CLOCK_KIND_WORD_FISCHER, .main_ms = 300000, .increment_ms = 3000};
static const struct clock_record daily = {.kind = CLOCK_KIND_WORD_CORRESPONDENCE,
                                          .period_ms = 86400000};

static int set_up(void **state)
{
    (void)state;
    visitor_init(&visitor, PLAN_PLAY, OP_AUTH_GUEST);
    visitor.invocation.options[OPTION_VARIANT] = "mini";
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    visitor_deinit(&visitor);
    return 0;
}

static void take(const struct room_record *rooms, size_t count)
{
    const struct notice ready = {.kind = NOTICE_READY, .rooms = rooms, .rooms_count = count};
    back_take(&back, &visitor.visit, &ready);
}

static void check_order(const uint64_t *rooms, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        assert_true(back_has_more(&back));
        const struct back_game *game = back_next(&back);
        assert_non_null(game);
        assert_int_equal(game->room, rooms[i]);
    }
    assert_false(back_has_more(&back));
    assert_null(back_next(&back));
}

/* The order: real time, whosever move it is; then one's own, the least time first and none last;
 * then theirs. */
static void the_clock_that_runs_first_comes_first(void **state)
{
    (void)state;
    const struct room_record rooms[] = {
        wire_room_of_game(1, &none, "anna", NONE),
        wire_room_of_game(2, &daily, "boris", 1000),
        wire_room_of_game(3, &daily, "anna", 86400000),
        wire_room_of_game(4, &daily, "anna", 3600000),
        wire_room_of_game(5, &blitz, "boris", 299000000),
    };
    take(rooms, 5);
    check_order((const uint64_t[]){5, 4, 3, 1, 2}, 5);
}

static void the_terms_that_were_asked_for_leave_others_out(void **state)
{
    (void)state;
    struct room_record rooms[] = {wire_room_of_game(1, &blitz, "anna", 1000),
                                  wire_room_of_game(2, &none, "anna", NONE),
                                  wire_room_of_game(3, &none, "anna", NONE)};
    rooms[0].rated = true;
    rooms[2].variant = variant_get(VARIANT_CLASSIC);
    visitor.invocation.options[OPTION_UNRATED] = "";
    take(rooms, 3);
    check_order((const uint64_t[]){2}, 1);
}

static void more_games_than_can_be_offered_are_counted(void **state)
{
    (void)state;
    struct room_record rooms[BACK_GAMES_MAX + 2];
    for (size_t i = 0; i < BACK_GAMES_MAX + 2; i++)
        rooms[i] = wire_room_of_game(i + 1, &daily, "anna", 86400000 - (int64_t)i);
    take(rooms, BACK_GAMES_MAX + 2);
    assert_int_equal(back.count, BACK_GAMES_MAX);
    assert_int_equal(back.games[0].room, BACK_GAMES_MAX + 2); /* the last with the least time */
    back_say(&visitor.visit, &back, back_next(&back));
    visitor_check_said(&visitor, "You have 17 other games in progress: penta games");
}

static void it_is_said_whose_move_it_is_and_what_else_there_is(void **state)
{
    (void)state;
    const struct room_record rooms[] = {wire_room_of_game(3, &daily, "anna", 93600000),
                                        wire_room_of_game(4, &daily, "boris", 1000),
                                        wire_room_of_game(5, &none, "boris", NONE)};
    take(rooms, 3);
    back_say(&visitor.visit, &back, back_next(&back));
    assert_non_null(strstr(visitor.said, "in progress against boris in room 000000000003."));
    assert_non_null(strstr(visitor.said, "It is your move; you have 1d 02:00 left."));
    visitor_check_said(&visitor, "You have 2 other games in progress: penta games");
    take(&rooms[2], 1);
    back_say(&visitor.visit, &back, back_next(&back));
    visitor_check_said(&visitor, "boris is to move.");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_clock_that_runs_first_comes_first),
        TEST(the_terms_that_were_asked_for_leave_others_out),
        TEST(more_games_than_can_be_offered_are_counted),
        TEST(it_is_said_whose_move_it_is_and_what_else_there_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
