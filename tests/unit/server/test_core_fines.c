/* SPDX-License-Identifier: MIT */
/*
 * The monthly fine: who is fined when, how it is told, and that it holds together with games,
 * logins and a store that fails. Clocks that are wrong and warnings have files of their own.
 */
#include "tests/unit/server/rig_fines.h"

#include "server/core/calendar.h"
#include "tests/support/json_at.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Anna has 1520 and Boris 1480, since November 2023. */
static void two_rated(struct rig *rig, struct rig_peer **anna_out, struct rig_peer **boris_out)
{
    *anna_out = rig_player(rig, "Anna");
    *boris_out = rig_player(rig, "Boris");
    rig_rated_game(*anna_out, *boris_out, "classic");
    assert_int_equal(rig_rating(*anna_out, "Anna"), 1520);
}

/* ------------------------------------------------------------------ who and when */

static void test_an_idle_month_costs_100_points_on_the_first_working_day(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    two_rated(rig, &anna, &boris);
    rig_until(rig, rig_date(2024, 1, 1) - 1);
    assert_int_equal(rig_rating(anna, "Anna"), 1520);
    rig_until(rig, rig_date(2024, 1, 1)); /* a Monday */
    assert_int_equal(rig_rating(anna, "Anna"), 1420);
    assert_int_equal(rig_rating(anna, "Boris"), 1380);
    assert_string_equal(rig_fines(anna, "Anna"), "2023-12");
    rig_until(rig, rig_date(2024, 1, 31));
    assert_int_equal(rig_rating(anna, "Anna"), 1420);
    rig_check_world(rig);
}

static void test_the_fine_waits_for_a_working_day(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    two_rated(rig, &anna, &boris);
    rig_until(rig, rig_date(2024, 6, 3) - 1); /* the first of June 2024 is a Saturday */
    assert_string_equal(rig_fines(anna, "Anna"), "2024-04 2024-03 2024-02 2024-01 2023-12");
    rig_until(rig, rig_date(2024, 6, 3));
    assert_string_equal(rig_fines(anna, "Anna"), "2024-05 2024-04 2024-03 2024-02 2024-01 2023-12");
}

static void test_the_timer_is_set_for_the_fine(void **state)
{
    struct rig *rig = *state;
    rig_until(rig, rig_date(2024, 2, 1) - 20 * 1000);
    assert_int_equal(core_next_ms(rig->core), rig->now.mono_ms + 20 * 1000);
}

static void test_one_move_in_a_rated_game_averts_the_fine(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    two_rated(rig, &anna, &boris);
    rig_until(rig, rig_date(2023, 12, 31));
    rig_lone_move(anna, boris, "classic", true);
    rig_until(rig, rig_date(2024, 1, 1));
    assert_int_equal(rig_rating(anna, "Anna"), 1520);
    assert_int_equal(rig_rating(anna, "Boris"), 1380); /* he sat there, but made no move */
    rig_until(rig, rig_date(2024, 2, 1));
    assert_int_equal(rig_rating(anna, "Anna"), 1420);
    rig_check_world(rig);
}

static void test_a_month_ends_at_midnight(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    two_rated(rig, &anna, &boris);
    struct rig_table table = rig_table(anna, boris, "classic", true);
    rig_until(rig, rig_date(2024, 1, 1) - 1);
    assert_ok(rig_move(anna, table.game, 0, "h8"));
    rig_until(rig, rig_date(2024, 1, 1));
    assert_ok(rig_move(boris, table.game, 1, "i9"));
    assert_string_equal(rig_fines(anna, "Anna"), "");
    assert_string_equal(rig_fines(anna, "Boris"), "2023-12");
    rig_until(rig, rig_date(2024, 2, 1));
    assert_string_equal(rig_fines(anna, "Anna"), "2024-01");
    assert_string_equal(rig_fines(anna, "Boris"), "2023-12");
}

static void test_unrated_games_and_other_variants_do_not_count(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    two_rated(rig, &anna, &boris);
    rig_until(rig, rig_date(2023, 12, 10));
    rig_lone_move(anna, boris, "classic", false);
    rig_lone_move(anna, boris, "swap2", true);
    rig_until(rig, rig_date(2024, 1, 1));
    assert_string_equal(rig_fines(anna, "Anna"), "2023-12");
}

static void test_who_got_the_rating_in_that_month_is_exempt(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    rig_until(rig, rig_date(2023, 12, 31));
    two_rated(rig, &anna, &boris);
    rig_until(rig, rig_date(2024, 1, 1));
    assert_string_equal(rig_fines(anna, "Anna"), "");
    rig_until(rig, rig_date(2024, 2, 1));
    assert_string_equal(rig_fines(anna, "Anna"), "2024-01");
}

/* Moves in December, but a result, and with it the rating, only in January. */
static void test_the_rating_is_as_old_as_its_first_result(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    rig_until(rig, rig_date(2023, 12, 31));
    struct rig_table table = rig_table(anna, boris, "classic", true);
    rig_play(&table, "h8 i9");
    rig_until(rig, rig_date(2024, 1, 10));
    assert_ok(rig_ask(boris, "{'op':'game.resign','game':'%s'}", table.game));
    rig_until(rig, rig_date(2024, 2, 1));
    assert_string_equal(rig_fines(anna, "Anna"), "");
    rig_until(rig, rig_date(2024, 3, 1));
    assert_string_equal(rig_fines(anna, "Anna"), "2024-02");
}

static void test_who_has_no_rating_is_exempt(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    two_rated(rig, &anna, &boris);
    struct rig_peer *guest = rig_guest(rig);
    struct rig_peer *carla = rig_player(rig, "Carla");
    rig_rated_game(anna, carla, "mini");
    rig_until(rig, rig_date(2024, 3, 1));
    assert_string_equal(rig_fines(anna, guest->name), "");
    assert_string_equal(rig_fines(anna, "Carla"), "");
    assert_string_equal(rig_fines(anna, "Anna"), "2024-02 2024-01 2023-12"); /* in classic */
    rig_check_world(rig);
}

static void test_a_guest_who_registers_has_the_months_of_the_account(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *guest = rig_guest(rig);
    rig_lone_move(guest, anna, "classic", false);
    rig_until(rig, rig_date(2023, 12, 20));
    assert_ok(rig_ask(guest, "{'op':'auth.register','name':'Gustav','password':'12345'}"));
    rig_rated_game(anna, guest, "classic");
    rig_until(rig, rig_date(2024, 2, 1));
    assert_string_equal(rig_fines(anna, "Gustav"), "2024-01");
    rig_check_world(rig);
}

static void test_nobody_falls_below_100_and_who_is_there_is_left_alone(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    two_rated(rig, &anna, &boris);
    rig_until(rig, rig_date(2025, 2, 3)); /* 14 months */
    assert_int_equal(rig_rating(anna, "Anna"), 120);
    rig_until(rig, rig_date(2025, 3, 3));
    assert_int_equal(rig_rating(anna, "Anna"), 100);
    assert_memory_equal(rig_fines(anna, "Anna"), "2025-02 ", 8);
    rig_until(rig, rig_date(2025, 6, 30));
    assert_int_equal(rig_rating(anna, "Anna"), 100);
    assert_memory_equal(rig_fines(anna, "Anna"), "2025-02 ", 8);
    rig_check_world(rig);
}

static void test_the_calendar_decides_when_months_end(void **state)
{
    struct core_options options = rig_fines_options();
    options.calendar = calendar_new("Asia/Kolkata", "01-01", NULL, 0);
    struct rig *rig = rig_new_with(&options);
    struct rig_peer *anna;
    struct rig_peer *boris;
    two_rated(rig, &anna, &boris);
    int64_t fine_ms = rig_date(2024, 1, 2) - 11 * HOUR_MS / 2;
    rig_until(rig, fine_ms - 1);
    assert_string_equal(rig_fines(anna, "Anna"), "");
    rig_until(rig, fine_ms);
    assert_string_equal(rig_fines(anna, "Anna"), "2023-12");
    rig_free(rig);
    (void)state;
}

/* ------------------------------------------------------------------ how it is told */

static void test_everybody_hears_of_the_own_fine_when_it_is_durable(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    two_rated(rig, &anna, &boris);
    struct rig_peer *second = rig_resume(rig, anna->token);
    rig_until(rig, rig_date(2023, 12, 15));
    rig_lone_move(boris, anna, "classic", true);
    rig_forget_events(second);
    rig->store->holds_batches = true;
    rig_until(rig, rig_date(2024, 1, 1));
    assert_int_equal(rig_event_count(anna), 0);
    rig->store->holds_batches = false;
    rig_turn(rig);
    const json_t *fined = rig_expect(anna, "rating.fined");
    assert_string_equal(text_at(fined, "variant"), "classic");
    assert_string_equal(text_at(fined, "month"), "2023-12");
    assert_int_equal(int_at(fined, "before"), 1520);
    assert_int_equal(int_at(fined, "after"), 1420);
    rig_expect(second, "rating.fined");
    assert_int_equal(rig_event_count(anna), 0);
    assert_int_equal(rig_event_count(boris), 0);
    assert_int_equal(rig_logged(rig, "month_settled month=2023-12"), 1);
}

static void test_fines_can_be_looked_up_page_by_page(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    two_rated(rig, &anna, &boris);
    rig_until(rig, rig_date(2024, 4, 1));
    struct rig_peer *stranger = rig_connect(rig);
    const json_t *page = rig_ask(stranger, "{'op':'rating.fines','name':'anna','limit':3}");
    assert_string_equal(text_at(page, "name"), "Anna");
    assert_int_equal(count_at(page, "rows"), 3);
    assert_true(bool_at(page, "more"));
    assert_string_equal(text_at(page, "rows.0.month"), "2024-03");
    assert_string_equal(text_at(page, "rows.0.variant"), "classic");
    assert_int_equal(int_at(page, "rows.0.before"), 1220);
    assert_int_equal(int_at(page, "rows.0.after"), 1120);
    assert_int_equal(int_at(page, "rows.0.at"), rig_date(2024, 4, 1));
    page = rig_ask(stranger, "{'op':'rating.fines','name':'anna','from':4}");
    assert_int_equal(count_at(page, "rows"), 1);
    assert_false(bool_at(page, "more"));
    assert_string_equal(text_at(page, "rows.0.month"), "2023-12");
    page = rig_ask(anna, "{'op':'rating.fines'}");
    assert_int_equal(count_at(page, "rows"), 4);
    assert_code(rig_ask(stranger, "{'op':'rating.fines'}"), "login_required");
    assert_code(rig_ask(stranger, "{'op':'rating.fines','name':'nobody'}"), "no_such_player");
}

/* ------------------------------------------------------------------ with everything else */

static struct rig_table game_before_the_fine(struct rig *rig, struct rig_peer *anna,
                                             struct rig_peer *boris)
{
    struct rig_table table = rig_table(anna, boris, "classic", true); /* nobody moves in December */
    rig_until(rig, rig_date(2024, 1, 1) - 1);
    return table;
}

/* A game that ends just before the fine, in the same batch. */
static void test_a_game_may_end_right_before_the_fine(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    two_rated(rig, &anna, &boris);
    struct rig_table table = game_before_the_fine(rig, anna, boris);
    assert_ok(rig_move(anna, table.game, 0, "h8"));
    assert_ok(rig_move(boris, table.game, 1, "i9"));
    rig->store->holds_batches = true;
    rig_send(boris, "{'op':'game.resign','game':'%s'}", table.game);
    rig_until(rig, rig_date(2024, 1, 1));
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_string_equal(rig_fines(anna, "Anna"), "");
    assert_true(rig_rating(anna, "Anna") > 1520);
    rig_check_world(rig);
}

/* And one that ends just after it: its change begins where the fine ended. */
static void test_a_game_may_end_right_after_the_fine(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    two_rated(rig, &anna, &boris);
    struct rig_table table = rig_table(anna, boris, "classic", true);
    rig_play(&table, "h8 i9"); /* in November */
    rig_until(rig, rig_date(2024, 1, 1) - 1);
    rig->now.mono_ms++;
    rig->now.wall_ms++;
    core_time(rig->core, rig->now);
    int64_t id = rig_send(boris, "{'op':'game.resign','game':'%s'}", table.game);
    rig_turn(rig);
    assert_ok(rig_reply(boris, id));
    const json_t *game = rig_game(anna, table.game);
    assert_int_equal(int_at(game, "changes.0.before"), 1420);
    assert_int_equal(int_at(game, "changes.1.before"), 1380);
    assert_int_equal(rig_rating(anna, "Anna"), int_at(game, "changes.0.after"));
    rig_check_world(rig);
}

/* The store answered before the fine; the answer arrives after it. */
static void test_an_old_answer_does_not_bring_back_the_points(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    two_rated(rig, &anna, &boris);
    rig_hang_up(anna);
    rig_until(rig, rig_date(2024, 1, 1) - 1);
    struct rig_peer *late = rig_connect(rig);
    rig->store->holds_answers = true;
    rig_send(late, "{'op':'auth.resume','token':'%s'}", anna->token);
    rig_turn(rig);
    rig_until(rig, rig_date(2024, 1, 1));
    rig->store->holds_answers = false;
    rig_turn(rig);
    assert_ok(rig_reply(late, 1));
    const json_t *opened = rig_ask(late, "{'op':'room.open','variant':'classic','rated':true}");
    assert_int_equal(int_at(opened, "room.players.0.rating"), 1420);
    struct rig_peer *carla = rig_player(rig, "Carla");
    rig_rated_game(carla, late, "classic"); /* which the store would refuse from 1520 */
    rig_check_world(rig);
}

/* The same with two months in between, the first ones that the store ever settled. */
static void test_a_very_old_answer_is_brought_up_to_date(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    two_rated(rig, &anna, &boris);
    rig_hang_up(anna);
    rig_until(rig, rig_date(2024, 1, 1) - 1);
    struct rig_peer *late = rig_connect(rig);
    rig->store->holds_answers = true;
    rig_send(late, "{'op':'hello'}");
    rig_send(late, "{'op':'auth.resume','token':'%s'}", anna->token);
    rig_turn(rig);
    for (int64_t day = 1; day <= 40; day++) {
        rig_send(late, "{'op':'ping'}"); /* strangers are not waited for for ever */
        rig_pass(rig, DAY_MS);
    }
    rig->store->holds_answers = false;
    rig_turn(rig);
    if (late->conn == NULL)
        late = rig_resume(rig, anna->token);
    const json_t *opened = rig_ask(late, "{'op':'room.open','variant':'classic','rated':true}");
    assert_int_equal(int_at(opened, "room.players.0.rating"), 1320);
    rig_check_world(rig);
}

static void test_who_logs_in_while_the_fine_is_on_its_way_is_fined_once(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    two_rated(rig, &anna, &boris);
    rig_hang_up(anna);
    rig->store->holds_batches = true;
    rig_until(rig, rig_date(2024, 1, 1));
    struct rig_peer *late = rig_connect(rig);
    int64_t id = rig_send(late, "{'op':'auth.resume','token':'%s'}", anna->token);
    rig_turn(rig);
    assert_null(rig_reply(late, id));
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_ok(rig_reply(late, id));
    assert_int_equal(rig_rating(late, "Anna"), 1420);
    rig_check_world(rig);
}

/* ------------------------------------------------------------------ a store that fails */

static void test_a_fine_whose_commit_fails_is_tried_again(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    two_rated(rig, &anna, &boris);
    rig->store->fails_batches = true;
    rig_until(rig, rig_date(2024, 1, 1));
    assert_int_equal(rig_event_count(anna), 0);
    assert_int_equal(rig_rating(anna, "Anna"), 1520);
    assert_string_equal(rig_fines(anna, "Anna"), "");
    assert_int_equal(rig_logged(rig, "month_settled month=2023-12"), 0);
    rig->store->fails_batches = false;
    rig_pass(rig, 1000);
    rig_expect(anna, "rating.fined");
    assert_int_equal(rig_event_count(anna), 0);
    assert_int_equal(rig_rating(anna, "Anna"), 1420);
    assert_string_equal(rig_fines(anna, "Anna"), "2023-12");
    assert_int_equal(rig_logged(rig, "month_settled month=2023-12"), 1);
    rig_check_world(rig);
}

/* The fine is in the batch that fills while the one before it fails. */
static void test_a_fine_goes_with_the_batch_that_fails_before_it(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    two_rated(rig, &anna, &boris);
    rig_until(rig, rig_date(2024, 1, 1) - 1);
    rig->store->holds_batches = true;
    rig->store->fails_batches = true;
    rig_send(boris, "{'op':'room.open','variant':'mini'}");
    rig_turn(rig);
    rig_until(rig, rig_date(2024, 1, 1));
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_int_equal(rig_rating(anna, "Anna"), 1520);
    rig->store->fails_batches = false;
    rig_pass(rig, 1000);
    assert_string_equal(rig_fines(anna, "Anna"), "2023-12");
    assert_int_equal(rig_rating(anna, "Anna"), 1420);
    rig_check_world(rig);
}

/* A move that never was averts nothing, and the month can still be saved by the next one. */
static void test_a_move_whose_commit_fails_averts_nothing(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    two_rated(rig, &anna, &boris);
    rig_until(rig, rig_date(2023, 12, 20));
    struct rig_table table = rig_table(anna, boris, "classic", true);
    rig->store->fails_batches = true;
    assert_code(rig_move(anna, table.game, 0, "h8"), "storage_unavailable");
    rig->store->fails_batches = false;
    rig_pass(rig, 1000);
    rig_until(rig, rig_date(2024, 1, 1));
    assert_string_equal(rig_fines(anna, "Anna"), "2023-12");
    assert_ok(rig_move(anna, table.game, 0, "h8"));
    rig_until(rig, rig_date(2024, 2, 1));
    assert_string_equal(rig_fines(anna, "Anna"), "2023-12");
    rig_check_world(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FINES_TEST(an_idle_month_costs_100_points_on_the_first_working_day),
        FINES_TEST(the_fine_waits_for_a_working_day),
        FINES_TEST(the_timer_is_set_for_the_fine),
        FINES_TEST(one_move_in_a_rated_game_averts_the_fine),
        FINES_TEST(a_month_ends_at_midnight),
        FINES_TEST(unrated_games_and_other_variants_do_not_count),
        FINES_TEST(who_got_the_rating_in_that_month_is_exempt),
        FINES_TEST(the_rating_is_as_old_as_its_first_result),
        FINES_TEST(who_has_no_rating_is_exempt),
        FINES_TEST(a_guest_who_registers_has_the_months_of_the_account),
        FINES_TEST(nobody_falls_below_100_and_who_is_there_is_left_alone),
        cmocka_unit_test(test_the_calendar_decides_when_months_end),
        FINES_TEST(everybody_hears_of_the_own_fine_when_it_is_durable),
        FINES_TEST(fines_can_be_looked_up_page_by_page),
        FINES_TEST(a_game_may_end_right_before_the_fine),
        FINES_TEST(a_game_may_end_right_after_the_fine),
        FINES_TEST(an_old_answer_does_not_bring_back_the_points),
        FINES_TEST(a_very_old_answer_is_brought_up_to_date),
        FINES_TEST(who_logs_in_while_the_fine_is_on_its_way_is_fined_once),
        FINES_TEST(a_fine_whose_commit_fails_is_tried_again),
        FINES_TEST(a_fine_goes_with_the_batch_that_fails_before_it),
        FINES_TEST(a_move_whose_commit_fails_averts_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
