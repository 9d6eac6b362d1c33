/* SPDX-License-Identifier: MIT */
/* Terms of games: a rated game has a clock that ends it. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

/* What room.open and room.quick say to a rated game with this clock. */
static void check_rated_with(struct rig_peer *anna, const char *clock, const char *code)
{
    const json_t *opened =
        rig_ask(anna, "{'op':'room.open','variant':'mini','rated':true%s}", clock);
    assert_code(opened, code);
    const json_t *waits =
        rig_ask(anna, "{'op':'room.quick','variant':'mini','rated':true%s}", clock);
    assert_code(waits, code);
    if (code[0] != '\0')
        assert_string_equal(text_at(opened, "error.field"), "clock");
    if (code[0] == '\0') {
        assert_ok(rig_ask(anna, "{'op':'room.leave','room':'%s'}", text_at(opened, "room.room")));
        assert_ok(rig_ask(anna, "{'op':'room.quick_cancel'}"));
    }
}

static void a_rated_game_has_a_clock_of_a_minute_or_days(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    check_rated_with(anna, "", "rated_needs_clock");
    check_rated_with(anna, ",'clock':{'kind':'none'}", "rated_needs_clock");
    check_rated_with(anna, ",'clock':{'kind':'fischer','main_ms':59999}", "rated_needs_clock");
    check_rated_with(anna, ",'clock':{'kind':'fischer','main_ms':60000}", "");
    check_rated_with(anna, ",'clock':{'kind':'fischer','main_ms':1000,'increment_ms':1475}", "");
    check_rated_with(anna, ",'clock':{'kind':'per_move','period_ms':1499}", "rated_needs_clock");
    check_rated_with(anna, ",'clock':{'kind':'per_move','period_ms':1500}", "");
    check_rated_with(anna, "," RIG_DAYS, "");
}

/* Rooms that an older server opened may be rated without an end; the game in progress goes on. */
static void a_rated_game_that_began_with_another_clock_goes_on(void **state)
{
    struct rig *rig = *state;
    struct rig_table table =
        rig_clocked_table(rig_player(rig, "Anna"), rig_player(rig, "Boris"), "mini",
                          "{'kind':'fischer','main_ms':60000},'rated':true");
    rig->options.rated_clock_ms = 60001;
    rig_restart(rig);
    table.first = rig_resume(rig, table.first->token);
    table.second = rig_resume(rig, table.second->token);
    rig_play(&table, "a1 b1 a2 b2 a3");
    const json_t *ended = rig_find_event(table.first, "game.ended");
    assert_int_equal(int_at(ended, "changes.0.after"), 1520);
    assert_code(rig_ask(table.first, "{'op':'room.rematch','room':'%s'}", table.room),
                "rated_needs_clock");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(a_rated_game_has_a_clock_of_a_minute_or_days),
        RIG_TEST(a_rated_game_that_began_with_another_clock_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
