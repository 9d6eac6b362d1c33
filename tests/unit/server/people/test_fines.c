/* SPDX-License-Identifier: MIT */
/*
 * The monthly fine: who is fined when, how it is told, and that it holds together with games,
 * logins and a store that fails. Clocks that are wrong and warnings have files of their own.
 */
#include "server/core/rules/calendar.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/support/zone_text.h"
#include "tests/unit/server/rig_fines.h"

#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------ who and when */

static void an_idle_month_costs_100_points_on_the_first_working_day(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    rig_two_rated(rig, &anna, &boris);
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

static void the_fine_waits_for_a_working_day(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    rig_two_rated(rig, &anna, &boris);
    rig_until(rig, rig_date(2024, 6, 3) - 1); /* the first of June 2024 is a Saturday */
    assert_string_equal(rig_fines(anna, "Anna"), "2024-04 2024-03 2024-02 2024-01 2023-12");
    rig_until(rig, rig_date(2024, 6, 3));
    assert_string_equal(rig_fines(anna, "Anna"), "2024-05 2024-04 2024-03 2024-02 2024-01 2023-12");
}

static void the_timer_is_set_for_the_fine(void **state)
{
    struct rig *rig = *state;
    rig_until(rig, rig_date(2024, 2, 1) - 20 * 1000);
    assert_int_equal(core_next_ms(rig->core), rig->now.mono_ms + 20 * 1000);
}

static void one_move_in_a_rated_game_averts_the_fine(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    rig_two_rated(rig, &anna, &boris);
    rig_until(rig, rig_date(2023, 12, 31));
    rig_lone_move(anna, boris, "classic", true);
    rig_until(rig, rig_date(2024, 1, 1));
    assert_int_equal(rig_rating(anna, "Anna"), 1520);
    assert_int_equal(rig_rating(anna, "Boris"), 1380); /* he sat there, but made no move */
    rig_until(rig, rig_date(2024, 2, 1));
    assert_int_equal(rig_rating(anna, "Anna"), 1420);
    rig_check_world(rig);
}

static void a_month_ends_at_midnight(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    rig_two_rated(rig, &anna, &boris);
    rig_until(rig, rig_date(2023, 12, 20));
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

static void unrated_games_and_other_variants_do_not_count(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    rig_two_rated(rig, &anna, &boris);
    rig_until(rig, rig_date(2023, 12, 10));
    rig_lone_move(anna, boris, "classic", false);
    rig_lone_move(anna, boris, "swap2", true);
    rig_until(rig, rig_date(2024, 1, 1));
    assert_string_equal(rig_fines(anna, "Anna"), "2023-12");
}

static void who_got_the_rating_in_that_month_is_exempt(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    rig_until(rig, rig_date(2023, 12, 31));
    rig_two_rated(rig, &anna, &boris);
    rig_until(rig, rig_date(2024, 1, 1));
    assert_string_equal(rig_fines(anna, "Anna"), "");
    rig_until(rig, rig_date(2024, 2, 1));
    assert_string_equal(rig_fines(anna, "Anna"), "2024-01");
}

/* Moves in December, but a result, and with it the rating, only in January. */
static void the_rating_is_as_old_as_its_first_result(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    rig_until(rig, rig_date(2023, 12, 31));
    struct rig_table table = rig_table(anna, boris, "classic", true);
    rig_play(&table, "h8 i9 h9 j9 h10");
    rig_until(rig, rig_date(2024, 1, 10));
    assert_ok(rig_ask(boris, "{'op':'game.resign','game':'%s'}", table.game));
    rig_until(rig, rig_date(2024, 2, 1));
    assert_string_equal(rig_fines(anna, "Anna"), "");
    rig_until(rig, rig_date(2024, 3, 1));
    assert_string_equal(rig_fines(anna, "Anna"), "2024-02");
}

static void who_has_no_rating_is_exempt(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    rig_two_rated(rig, &anna, &boris);
    struct rig_peer *guest = rig_guest(rig);
    struct rig_peer *carla = rig_player(rig, "Carla");
    rig_rated_game(anna, carla, "mini");
    rig_until(rig, rig_date(2024, 3, 1));
    assert_string_equal(rig_fines(anna, guest->name), "");
    assert_string_equal(rig_fines(anna, "Carla"), "");
    assert_string_equal(rig_fines(anna, "Anna"), "2024-02 2024-01 2023-12"); /* in classic */
    rig_check_world(rig);
}

static void a_guest_who_registers_has_the_months_of_the_account(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *guest = rig_guest(rig);
    rig_lone_move(guest, anna, "classic", false);
    rig_until(rig, rig_date(2023, 12, 20));
    assert_ok(rig_ask(guest, "{'op':'auth.register','name':'Gustav','password':'x7-kl'}"));
    rig_rated_game(anna, guest, "classic");
    rig_until(rig, rig_date(2024, 2, 1));
    assert_string_equal(rig_fines(anna, "Gustav"), "2024-01");
    rig_check_world(rig);
}

static void nobody_falls_below_100_and_who_is_there_is_left_alone(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    rig_two_rated(rig, &anna, &boris);
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

static void the_calendar_decides_when_months_end(void **state)
{
    struct core_options options = rig_fines_options();
    uint8_t zone[ZONE_TEXT_SIZE];
    size_t size = zone_text(11 * 1800, "<+0530>-5:30", zone);
    options.calendar = calendar_new(zone, size, "01-01", NULL, 0);
    struct rig *rig = rig_new_with(&options);
    struct rig_peer *anna;
    struct rig_peer *boris;
    rig_two_rated(rig, &anna, &boris);
    int64_t fine_ms = rig_date(2024, 1, 2) - 11 * HOUR_MS / 2;
    rig_until(rig, fine_ms - 1);
    assert_string_equal(rig_fines(anna, "Anna"), "");
    rig_until(rig, fine_ms);
    assert_string_equal(rig_fines(anna, "Anna"), "2023-12");
    rig_free(rig);
    (void)state;
}

/* ------------------------------------------------------------------ how it is told */

static void everybody_hears_of_the_own_fine_when_it_is_durable(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    rig_two_rated(rig, &anna, &boris);
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
    const json_t *memo = rig_expect(anna, "memo.added");
    assert_string_equal(text_at(memo, "memo.kind"), "fined");
    assert_string_equal(text_at(memo, "memo.month"), "2023-12");
    assert_int_equal(int_at(memo, "memo.points"), -100);
    rig_expect(second, "rating.fined");
    rig_expect(second, "memo.added");
    assert_int_equal(rig_event_count(anna), 0);
    assert_int_equal(rig_event_count(boris), 0);
    assert_int_equal(rig_logged(rig, "month_settled month=2023-12"), 1);
}

/* Whether a login with the token says that there are memos. */
static bool memos_wait(struct rig *rig, const char *token)
{
    struct rig_peer *peer = rig_connect(rig);
    const json_t *reply = rig_ask(peer, "{'op':'auth.resume','token':'%s'}", token);
    assert_ok(reply);
    return has_at(reply, "memos") && bool_at(reply, "memos");
}

static void who_was_away_is_told_once(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    char token[128];
    rig_two_rated(rig, &anna, &boris);
    snprintf(token, sizeof(token), "%s", anna->token);
    rig_hang_up(anna);
    rig_until(rig, rig_date(2024, 2, 1));
    assert_true(memos_wait(rig, token));
    struct rig_peer *back = rig_resume(rig, token);
    const json_t *memos = rig_ask(back, "{'op':'memo.list'}");
    assert_int_equal(count_at(memos, "memos"), 2);
    assert_string_equal(text_at(memos, "memos.0.kind"), "fined");
    assert_string_equal(text_at(memos, "memos.0.month"), "2024-01");
    assert_string_equal(text_at(memos, "memos.1.month"), "2023-12");
    assert_int_equal(int_at(memos, "memos.1.points"), -100);
    assert_int_equal(int_at(memos, "memos.0.at"), rig_date(2024, 2, 1));
    assert_ok(rig_ask(back, "{'op':'memo.seen','upto':'%s'}", text_at(memos, "memos.0.memo")));
    assert_false(memos_wait(rig, token));
    rig_check_world(rig);
}

static void fines_can_be_looked_up_page_by_page(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    rig_two_rated(rig, &anna, &boris);
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
        cmocka_unit_test(the_calendar_decides_when_months_end),
        FINES_TEST(everybody_hears_of_the_own_fine_when_it_is_durable),
        FINES_TEST(who_was_away_is_told_once),
        FINES_TEST(fines_can_be_looked_up_page_by_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
