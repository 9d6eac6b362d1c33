/* SPDX-License-Identifier: MIT */
/* Clocks of games that were stored by an older server; clock.dialogue has the rest. */
#include "server/core/table/match.h"
#include "server/core/table/state.h"
#include "tests/support/cmocka_all.h"

/* A game of which each action was a turn goes on so: three increments for the opening, and a
 * takeback of one stone of it. */
static void a_game_that_began_by_actions_goes_on_by_them(void **state)
{
    (void)state;
    static const struct time_control control = {
        .kind = CLOCK_FISCHER, .main_ms = 60000, .increment_ms = 2000};
    for (int by_turns = 0; by_turns < 2; by_turns++) {
        struct match match = {.clock = control, .by_turns = by_turns == 1};
        struct clock clocks[SEAT_COUNT] = {clock_start(&control), clock_start(&control)};
        struct game game;
        game_init(&game, variant_get(VARIANT_SWAP2));
        for (size_t cell = 0; cell < 3; cell++)
            match__step(&match, &game, clocks,
                        (struct match_event){
                            .kind = LOG_ACTION, .seat = SEAT_FIRST, .action = action_place(cell)});
        assert_int_equal(clocks[SEAT_FIRST].left_ms, by_turns == 1 ? 62000 : 66000);
        match__step(&match, &game, clocks,
                    (struct match_event){.kind = LOG_TAKEBACK, .seat = SEAT_SECOND});
        assert_int_equal(game.ply, by_turns == 1 ? 0 : 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_that_began_by_actions_goes_on_by_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
