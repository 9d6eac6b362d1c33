/* SPDX-License-Identifier: MIT */
/* Days off at tables: which clocks wait, for how long, and who is told. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>

#define DAY_MS INT64_C(86400000)
#define TWO_DAYS "{'kind':'correspondence','period_ms':172800000}"

static struct rig_table slow_table(struct rig *rig)
{
    struct rig_peer *anna = rig_player(rig, "Anna");
    return rig_clocked_table(anna, rig_player(rig, "Boris"), "classic", TWO_DAYS);
}

static const json_t *take(struct rig_peer *peer, int days)
{
    return rig_ask(peer, "{'op':'player.days_off','days':%d}", days);
}

static void check_clocks(struct rig_peer *peer, const struct rig_table *table, int64_t first_ms,
                         int64_t second_ms)
{
    rig_check_clocks(rig_game(peer, table->game), first_ms, second_ms);
}

static void pass_days(struct rig *rig, int days)
{
    for (int i = 0; i < 24 * days; i++)
        rig_pass(rig, DAY_MS / 24);
}

static void a_clock_that_runs_waits(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = slow_table(rig);
    rig_pass(rig, 1000);
    const json_t *reply = take(table.first, 3);
    assert_ok(reply);
    assert_int_equal(int_at(reply, "left"), 25);
    assert_int_equal(int_at(reply, "off_until"), rig->now.wall_ms + 3 * DAY_MS);
    const json_t *off = rig_expect(table.second, "game.days_off");
    assert_int_equal(int_at(off, "ms"), 3 * DAY_MS);
    assert_string_equal(text_at(off, "by"), "first");
    rig_check_clocks(off, 5 * DAY_MS - 1000, 2 * DAY_MS);
    const json_t *told = rig_expect(table.second, "room.presence");
    assert_int_equal(int_at(told, "off_until"), rig->now.wall_ms + 3 * DAY_MS);
    rig_check_world(rig);
}

static void the_flag_falls_behind_the_days_off(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = slow_table(rig);
    rig_play(&table, "a1 b1 a2 b2 c3 d4");
    assert_ok(take(table.first, 3));
    rig_hang_up(table.first);
    rig_hang_up(table.second);
    rig_turn(rig);
    assert_int_equal(core_count(rig->core).asleep, 1);
    pass_days(rig, 4);
    struct rig_peer *stranger = rig_guest(rig);
    assert_false(
        has_at(rig_ask(stranger, "{'op':'game.get','game':'%s'}", table.game), "game.result"));
    rig_hang_up(stranger);
    pass_days(rig, 2);
    stranger = rig_guest(rig);
    const json_t *over = rig_ask(stranger, "{'op':'game.get','game':'%s'}", table.game);
    assert_string_equal(text_at(over, "game.reason"), "time");
    assert_string_equal(text_at(over, "game.result"), "second");
}

static void a_turn_that_begins_meanwhile_waits_too(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = slow_table(rig);
    assert_ok(take(table.second, 3)); /* nobody's clock waits: Anna is to act */
    rig_find_event(table.first, "room.presence");
    assert_ok(rig_move(table.first, table.game, 0, "h8"));
    rig_check_clocks(rig_expect(table.first, "game.moved"), 2 * DAY_MS, 5 * DAY_MS);
    assert_ok(rig_move(table.second, table.game, 1, "i9")); /* who has days off may act */
    rig_check_clocks(rig_expect(table.first, "game.moved"), 2 * DAY_MS, 2 * DAY_MS);
    rig_check_world(rig);
}

static void a_turn_of_who_was_away_begins_with_them_too(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = slow_table(rig);
    assert_ok(take(table.second, 3));
    char token[65];
    snprintf(token, sizeof(token), "%s", table.first->token);
    rig_restart(rig);
    struct rig_peer *anna = rig_resume(rig, token);
    assert_ok(rig_move(anna, table.game, 0, "h8"));
    check_clocks(anna, &table, 2 * DAY_MS, 5 * DAY_MS);
    rig_check_world(rig);
}

static void days_off_that_are_ended_count_no_more(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = slow_table(rig);
    assert_ok(take(table.first, 3));
    rig_forget_events(table.second);
    rig_pass(rig, 1000);
    const json_t *reply = take(table.first, 0);
    assert_ok(reply);
    assert_int_equal(int_at(reply, "left"), 27); /* a day has begun */
    assert_false(has_at(reply, "off_until"));
    assert_int_equal(int_at(rig_expect(table.second, "game.days_off"), "ms"), 1000 - 3 * DAY_MS);
    assert_false(has_at(rig_expect(table.second, "room.presence"), "off_until"));
    check_clocks(table.first, &table, 2 * DAY_MS, 2 * DAY_MS);
    rig_check_world(rig);
}

static void days_off_that_end_before_they_are_told_are_no_news(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = slow_table(rig);
    for (int days = 1; days >= 0; days--) {
        rig_pass(rig, 1000);
        assert_ok(take(table.first, days));
        assert_non_null(rig_expect(table.second, "game.days_off"));
        assert_int_equal(has_at(rig_expect(table.second, "room.presence"), "off_until"), days);
    }
    rig_pass(rig, 100);
    assert_ok(take(table.first, 1));
    assert_ok(take(table.first, 0));
    rig_forget_events(table.second);
    rig_pass(rig, 2000);
    assert_null(rig_next_event(table.second));
    rig_check_world(rig);
}

static void a_game_may_begin_with_who_has_days_off(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    assert_ok(take(anna, 1));
    struct rig_table table = rig_clocked_table(anna, rig_player(rig, "Boris"), "classic", TWO_DAYS);
    check_clocks(table.second, &table, 3 * DAY_MS, 2 * DAY_MS);
    rig_check_world(rig);
}

static void a_takeback_gives_the_turn_with_what_is_left_of_them(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = slow_table(rig);
    assert_ok(rig_move(table.first, table.game, 0, "h8"));
    assert_ok(take(table.first, 1));
    assert_ok(rig_ask(table.first, "{'op':'game.takeback','game':'%s'}", table.game));
    assert_ok(
        rig_ask(table.second, "{'op':'game.takeback','game':'%s','answer':'accept'}", table.game));
    check_clocks(table.second, &table, 3 * DAY_MS, 2 * DAY_MS);
    rig_check_world(rig);
}

static void other_clocks_do_not_wait(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_table table = rig_clocked_table(anna, rig_player(rig, "Boris"), "classic",
                                               "{'kind':'fischer','main_ms':600000}");
    assert_ok(take(anna, 28));
    check_clocks(table.second, &table, 600000, 600000);
    assert_null(rig_next_event(table.second));
    assert_ok(rig_move(table.first, table.game, 0, "h8"));
    assert_ok(rig_move(table.second, table.game, 1, "i9"));
    check_clocks(table.second, &table, 600000, 600000);
}

static void others_see_until_when_and_oneself_how_many_are_left(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = slow_table(rig);
    assert_ok(take(table.first, 7));
    const int64_t until = rig->now.wall_ms + 7 * DAY_MS;
    const json_t *page = rig_ask(table.second, "{'op':'player.get','name':'Anna'}");
    assert_int_equal(int_at(page, "off_until"), until);
    assert_false(has_at(page, "days_off_left"));
    page = rig_ask(table.first, "{'op':'player.get'}");
    assert_int_equal(int_at(page, "days_off_left"), 21);
    assert_int_equal(int_at(rig_game(table.second, table.game), "first.off_until"), until);
    assert_false(has_at(rig_game(table.second, table.game), "second.off_until"));
    assert_code(take(rig_guest(rig), 1), "account_required");
}

static void no_host_need_allow_any(void **state)
{
    struct core_options options = rig_options();
    options.days_off = 0;
    struct rig *rig = rig_new_with(&options);
    (void)state;
    struct rig_table table = slow_table(rig);
    assert_code(take(table.first, 1), "too_few_days_off");
    check_clocks(table.first, &table, 2 * DAY_MS, 2 * DAY_MS);
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(a_clock_that_runs_waits),
        RIG_TEST(the_flag_falls_behind_the_days_off),
        RIG_TEST(a_turn_that_begins_meanwhile_waits_too),
        RIG_TEST(a_turn_of_who_was_away_begins_with_them_too),
        RIG_TEST(days_off_that_are_ended_count_no_more),
        RIG_TEST(days_off_that_end_before_they_are_told_are_no_news),
        RIG_TEST(a_game_may_begin_with_who_has_days_off),
        RIG_TEST(a_takeback_gives_the_turn_with_what_is_left_of_them),
        RIG_TEST(other_clocks_do_not_wait),
        RIG_TEST(others_see_until_when_and_oneself_how_many_are_left),
        cmocka_unit_test(no_host_need_allow_any),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
