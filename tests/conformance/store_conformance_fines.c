/* SPDX-License-Identifier: MIT */
/*
 * Conformance: the monthly fine. Who is fined, that it happens once, that the leaderboard follows,
 * and what is answered about it.
 */
#include "tests/conformance/store_conformance.h"

#include "db/fine.h"

#include <string.h>

#define MAY (2026 * 12 + 4)
#define FINED_MS INT64_C(1780272000000)

/* A first rating of both: `points` for the first, 1500 for the second, got in `month`. */
static void rate(struct harness *harness, uint64_t game, uint64_t first, uint64_t second,
                 int points, int month)
{
    struct store_op end = sample_end(game, RESULT_FIRST, "h8");
    end.as.end.moves_ratings = true;
    end.as.end.changes[0] = (struct store_rating_change){
        1500, {.points = points, .peak = points, .games = 1, .since_month = month}};
    end.as.end.changes[1] = (struct store_rating_change){
        1500, {.points = 1500, .peak = 1500, .games = 1, .since_month = month}};
    harness_add(harness, sample_start(game, true, first, second));
    harness_add(harness, end);
    assert_int_equal(harness_commit(harness), STORE_OK);
}

static struct store_rating rating_of(struct harness *harness, uint64_t player)
{
    return conformance_ask(harness, sample_by_id(player))->player.ratings[VARIANT_CLASSIC];
}

static void settle(struct harness *harness, int month)
{
    conformance_must(harness, sample_fine(month));
}

/* ------------------------------------------------------------------ who, how often */

static void who_was_idle_is_fined_and_the_ledger_says_so(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 3);
    rate(harness, 20, 1, 2, 1520, MAY - 1);
    settle(harness, MAY);
    assert_int_equal(rating_of(harness, 1).points, 1420);
    assert_int_equal(rating_of(harness, 1).peak, 1520);
    assert_int_equal(rating_of(harness, 1).games, 1);
    assert_int_equal(rating_of(harness, 1).since_month, MAY - 1);
    const struct store_answer *fines = conformance_ask(harness, sample_fines(1, 1, 10));
    assert_int_equal(fines->fines_count, 1);
    assert_false(fines->has_more);
    const struct store_fine_row *row = &fines->fines[0];
    assert_int_equal(row->variant, VARIANT_CLASSIC);
    assert_int_equal(row->month, MAY);
    assert_int_equal(row->before, 1520);
    assert_int_equal(row->after, 1420);
    assert_int_equal(row->at_ms, sample_fine(MAY).as.fine.at_ms);
    assert_int_equal(conformance_ask(harness, sample_fines(3, 1, 10))->fines_count, 0);
    conformance_ask_nothing(harness, sample_fines(9, 1, 10));
}

static void a_move_in_the_month_averts_the_fine_of_that_month_only(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 2);
    rate(harness, 20, 1, 2, 1520, MAY - 1);
    conformance_must(harness, sample_active(1, MAY));
    assert_true(rating_of(harness, 1).active_months == fine_bit(MAY));
    conformance_must(harness, sample_active(1, MAY)); /* again is no mistake */
    settle(harness, MAY);
    assert_int_equal(rating_of(harness, 1).points, 1520);
    assert_true(rating_of(harness, 1).active_months == 0);
    assert_int_equal(rating_of(harness, 2).points, 1400);
    settle(harness, MAY + 1);
    assert_int_equal(rating_of(harness, 1).points, 1420);
    assert_int_equal(rating_of(harness, 2).points, 1300);
}

/* Also 62 months later, where the bit is the same. */
static void a_move_counts_once(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 2);
    rate(harness, 20, 1, 2, 20000, MAY - 1);
    settle(harness, MAY - 1);
    conformance_must(harness, sample_active(1, MAY));
    for (int month = MAY; month <= MAY + FINE_MONTHS_MAX; month++)
        settle(harness, month);
    assert_int_equal(rating_of(harness, 1).points, 20000 - 100 * FINE_MONTHS_MAX);
}

static void who_got_the_rating_in_the_month_is_exempt(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 2);
    rate(harness, 20, 1, 2, 1520, MAY);
    settle(harness, MAY);
    assert_int_equal(rating_of(harness, 1).points, 1520);
    settle(harness, MAY + 1);
    assert_int_equal(rating_of(harness, 1).points, 1420);
}

static void a_later_game_does_not_make_the_rating_younger(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 2);
    rate(harness, 20, 1, 2, 1500, MAY - 1);
    conformance_must(harness, sample_active(2, MAY));
    struct store_op end = sample_end(21, RESULT_DRAW, "h8");
    end.as.end.moves_ratings = true;
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        end.as.end.changes[seat] = (struct store_rating_change){
            1500, {.points = 1500, .peak = 1500, .games = 2, .since_month = MAY}};
    harness_add(harness, sample_start(21, true, 1, 2));
    conformance_must(harness, end);
    settle(harness, MAY);
    assert_int_equal(rating_of(harness, 1).points, 1400);
    assert_int_equal(rating_of(harness, 2).points, 1500); /* its move is remembered, too */
}

static void the_floor_holds_and_who_is_there_has_no_line(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 2);
    rate(harness, 20, 1, 2, 250, MAY - 1);
    settle(harness, MAY);
    settle(harness, MAY + 1);
    settle(harness, MAY + 2);
    assert_int_equal(rating_of(harness, 1).points, 100);
    const struct store_answer *fines = conformance_ask(harness, sample_fines(1, 1, 10));
    assert_int_equal(fines->fines_count, 2);
    assert_int_equal(fines->fines[0].before, 150);
    assert_int_equal(fines->fines[0].after, 100);
}

static void a_month_is_settled_once_and_never_backwards(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 2);
    rate(harness, 20, 1, 2, 1520, MAY - 3);
    settle(harness, MAY);
    for (int month = MAY - 1; month <= MAY; month++) {
        assert_int_equal(harness_do(harness, sample_fine(month)), STORE_OK);
        assert_int_equal(harness->results[0], STORE_CONFLICT);
    }
    assert_int_equal(rating_of(harness, 1).points, 1420);
    assert_int_equal(conformance_ask(harness, sample_fines(1, 1, 10))->fines_count, 1);
    if (!harness->backend->keeps)
        return;
    harness_reopen(harness);
    assert_int_equal(harness_do(harness, sample_fine(MAY)), STORE_OK);
    assert_int_equal(harness->results[0], STORE_CONFLICT);
    assert_int_equal(rating_of(harness, 1).points, 1420);
}

static void other_variants_are_not_fined(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 2);
    struct store_op start = sample_start(20, true, 1, 2);
    struct store_op end = sample_end(20, RESULT_DRAW, "a1");
    start.as.start.variant = VARIANT_MINI;
    end.as.end.moves_ratings = true;
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        end.as.end.changes[seat] =
            (struct store_rating_change){1500, {.points = 1500, .peak = 1500, .games = 1}};
    harness_add(harness, start);
    conformance_must(harness, end);
    settle(harness, MAY);
    const struct store_player *player = &conformance_ask(harness, sample_by_id(1))->player;
    assert_int_equal(player->ratings[VARIANT_MINI].points, 1500);
    assert_int_equal(conformance_ask(harness, sample_fines(1, 1, 10))->fines_count, 0);
}

static void only_who_has_a_rating_can_be_active(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 1);
    conformance_must_not(harness, sample_active(1, MAY));
    conformance_must_not(harness, sample_active(9, MAY));
}

/* ------------------------------------------------------------------ with everything else */

static void a_batch_that_fails_fines_nobody(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 2);
    rate(harness, 20, 1, 2, 1520, MAY - 1);
    settle(harness, MAY - 1);
    conformance_must(harness, sample_active(2, MAY));
    harness_add(harness, sample_active(2, MAY + 1));
    harness_add(harness, sample_fine(MAY));
    conformance_must_not(harness, sample_log(99, 1, "h8"));
    assert_int_equal(rating_of(harness, 1).points, 1520);
    assert_true(rating_of(harness, 2).active_months == fine_bit(MAY));
    assert_int_equal(conformance_ask(harness, sample_fines(1, 1, 10))->fines_count, 0);
    assert_int_equal(conformance_ask(harness, sample_fines(2, 1, 10))->fines_count, 0);
    assert_int_equal(conformance_ask(harness, sample_by_id(1))->ranks[VARIANT_CLASSIC], 1);
    assert_int_equal(conformance_ask(harness, sample_top(1, 10))->standings[0].points, 1520);
    assert_int_equal(conformance_ask(harness, sample_by_id(1))->player.settled_month, MAY - 1);
    settle(harness, MAY);
    assert_int_equal(rating_of(harness, 1).points, 1420);
    assert_int_equal(rating_of(harness, 2).points, 1500);
}

static void a_game_after_the_fine_in_the_same_batch_begins_where_the_fine_ended(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 2);
    rate(harness, 20, 1, 2, 1520, MAY - 1);
    conformance_must(harness, sample_start(21, true, 1, 2));
    struct store_op end = sample_end(21, RESULT_FIRST, "h8");
    end.as.end.moves_ratings = true;
    end.as.end.changes[0] =
        (struct store_rating_change){1420, {.points = 1440, .peak = 1520, .games = 2}};
    end.as.end.changes[1] =
        (struct store_rating_change){1400, {.points = 1380, .peak = 1500, .games = 2}};
    harness_add(harness, sample_fine(MAY));
    harness_add(harness, end);
    assert_int_equal(harness_commit(harness), STORE_OK);
    assert_int_equal(rating_of(harness, 1).points, 1440);
    assert_int_equal(rating_of(harness, 2).points, 1380);
    assert_int_equal(conformance_ask(harness, sample_history(1, 1))->history[0].opponent_rank, 2);
}

/* 2,600 players with the same points, more than fit a block, of whom every third played. */
static void the_leaderboard_is_right_after_very_many_were_fined(void **state)
{
    enum { CROWD = 2600 };
    struct harness *harness = *state;
    conformance_accounts(harness, CROWD);
    for (uint64_t id = 1; id < CROWD; id += 2)
        rate(harness, 100000 + id, id, id + 1, 1500, MAY - 1);
    for (uint64_t id = 3; id <= CROWD; id += 3)
        harness_add(harness, sample_active(id, MAY));
    assert_int_equal(harness_commit(harness), STORE_OK);
    settle(harness, MAY);
    const uint64_t active = CROWD / 3;
    const struct store_answer *page = conformance_ask(harness, sample_top(active, 3));
    assert_int_equal(page->total, CROWD);
    assert_int_equal(page->standings[0].player, active * 3);
    assert_int_equal(page->standings[0].points, 1500);
    assert_int_equal(page->standings[0].rank, 1);
    assert_int_equal(page->standings[1].player, 1);
    assert_int_equal(page->standings[1].points, 1400);
    assert_int_equal(page->standings[2].rank, active + 1);
    for (uint64_t id = 1; id <= CROWD; id += 211) {
        page = conformance_ask(harness, sample_around(id, 1));
        assert_int_equal(page->standings[0].player, id);
        assert_int_equal(page->rank, id % 3 == 0 ? 1 : active + 1);
    }
    /* And it goes on from there. */
    conformance_play(harness, 200000, (const uint64_t[]){1, 2}, RESULT_FIRST,
                     (const int[]){20, -20});
    assert_int_equal(conformance_ask(harness, sample_around(1, 1))->rank, active + 1);
    assert_int_equal(conformance_ask(harness, sample_around(2, 1))->rank, CROWD);
}

/* ------------------------------------------------------------------ what is told of it */

static void fines_are_paged_newest_first(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 2);
    rate(harness, 20, 1, 2, 5000, MAY - 1);
    for (int month = MAY; month < MAY + 20; month++)
        settle(harness, month);
    for (uint64_t from = 1; from <= 20; from += 6) {
        const struct store_answer *page = conformance_ask(harness, sample_fines(1, from, 6));
        assert_int_equal(page->fines_count, from == 19 ? 2 : 6);
        assert_int_equal(page->has_more, from != 19);
        for (size_t i = 0; i < page->fines_count; i++)
            assert_int_equal(page->fines[i].month, MAY + 20 - (int)from - (int)i);
    }
    assert_int_equal(conformance_ask(harness, sample_fines(1, 21, 6))->fines_count, 0);
    assert_int_equal(conformance_ask(harness, sample_fines(1, UINT64_MAX, 6))->fines_count, 0);
    assert_int_equal(conformance_ask(harness, sample_fines(1, 0, UINT32_MAX))->fines_count, 20);
    assert_int_equal(conformance_ask(harness, sample_fines(1, 1, 0))->fines_count, 0);
}

static void answers_and_loads_say_which_month_was_settled(void **state)
{
    struct harness *harness = *state;
    struct harness_loaded loaded;
    harness_load(harness, &loaded);
    assert_int_equal(loaded.marks.settled_month, 0);
    assert_int_equal(loaded.marks.youngest_ms, 0);
    conformance_accounts(harness, 2);
    assert_int_equal(conformance_ask(harness, sample_by_id(1))->player.settled_month, 0);
    conformance_must(harness, sample_room(30, 1, 2, 0));
    settle(harness, MAY);
    assert_int_equal(conformance_ask(harness, sample_by_id(1))->player.settled_month, MAY);
    if (harness->backend->keeps)
        harness_reopen(harness);
    harness_load(harness, &loaded);
    assert_int_equal(loaded.marks.settled_month, MAY);
    assert_int_equal(loaded.players[0].settled_month, MAY);
}

/* The youngest is who has the largest id, even if the clock went back meanwhile. */
static void loads_say_when_the_youngest_was_made(void **state)
{
    struct harness *harness = *state;
    struct harness_loaded loaded;
    conformance_accounts(harness, 2);
    struct store_op room = sample_room(30, 1, 0, 0);
    room.as.room.opened_ms = FINED_MS;
    conformance_must(harness, room);
    harness_load(harness, &loaded);
    assert_int_equal(loaded.marks.youngest_ms, FINED_MS);
    struct store_op start = sample_start(31, true, 1, 2);
    start.as.start.started_ms = FINED_MS - 1000;
    conformance_must(harness, start);
    harness_load(harness, &loaded);
    assert_int_equal(loaded.marks.youngest_ms, FINED_MS - 1000);
    struct sample_names names;
    struct store_op guest = sample_guest(32, "g", &names);
    guest.as.player.created_ms = FINED_MS + 5;
    conformance_must(harness, guest);
    harness_load(harness, &loaded);
    assert_int_equal(loaded.marks.youngest_ms, FINED_MS + 5);
}

int conformance_fines(void)
{
    const struct CMUnitTest tests[] = {
        CONFORMANCE_TEST(who_was_idle_is_fined_and_the_ledger_says_so),
        CONFORMANCE_TEST(a_move_in_the_month_averts_the_fine_of_that_month_only),
        CONFORMANCE_TEST(a_move_counts_once),
        CONFORMANCE_TEST(who_got_the_rating_in_the_month_is_exempt),
        CONFORMANCE_TEST(a_later_game_does_not_make_the_rating_younger),
        CONFORMANCE_TEST(the_floor_holds_and_who_is_there_has_no_line),
        CONFORMANCE_TEST(a_month_is_settled_once_and_never_backwards),
        CONFORMANCE_TEST(other_variants_are_not_fined),
        CONFORMANCE_TEST(only_who_has_a_rating_can_be_active),
        CONFORMANCE_TEST(a_batch_that_fails_fines_nobody),
        CONFORMANCE_TEST(a_game_after_the_fine_in_the_same_batch_begins_where_the_fine_ended),
        CONFORMANCE_TEST(the_leaderboard_is_right_after_very_many_were_fined),
        CONFORMANCE_TEST(fines_are_paged_newest_first),
        CONFORMANCE_TEST(answers_and_loads_say_which_month_was_settled),
        CONFORMANCE_TEST(loads_say_when_the_youngest_was_made),
    };
    return cmocka_run_group_tests_name("fines", tests, NULL, NULL);
}
