/* SPDX-License-Identifier: MIT */
/*
 * Conformance: ratings and leaderboards. What a game moves, ranks with ties, pages, the page around
 * a player.
 */
#include "tests/conformance/store_conformance.h"

#include <stdio.h>

static void play(struct harness *harness, uint64_t game, uint64_t winner, uint64_t loser)
{
    conformance_play(harness, game, winner, loser, RESULT_FIRST);
}

CONFORMANCE_TEST(a_rating_is_what_its_games_add_up_to)
{
    conformance_accounts(harness, 2);
    play(harness, 20, 1, 2);
    play(harness, 21, 1, 2);
    play(harness, 22, 2, 1);
    conformance_play(harness, 23, 1, 2, RESULT_DRAW);
    for (uint64_t player = 1; player <= 2; player++) {
        int sum = 1500;
        const struct store_history *lines = ask_history(harness, sample_history(player, 10));
        for (size_t i = 0; i < lines->rows_count; i++)
            sum += lines->rows[i].points;
        const struct store_player *found = conformance_player(harness, player);
        assert_int_equal(found->ratings_count, 1);
        assert_int_equal(found->ratings[0].variant, VARIANT_CLASSIC);
        assert_int_equal(found->ratings[0].points, sum);
        assert_int_equal(found->ratings[0].games, 4);
        assert_int_equal(found->ratings[0].peak, player == 1 ? 1538 : 1500);
    }
}

/* The change of `seat` by the operation at `index` of the last batch. */
static void change_is(const struct harness *harness, size_t index, int seat, int before, int after)
{
    assert_true(harness->has_changes[index]);
    assert_int_equal(harness->changes[index][seat].before, before);
    assert_int_equal(harness->changes[index][seat].after.points, after);
}

/* Each game begins where the one before it ended, in the same batch, too; both from before it. */
CONFORMANCE_TEST(each_game_of_a_batch_moves_ratings_from_where_they_are)
{
    conformance_accounts(harness, 3);
    for (uint64_t game = 20; game < 23; game++)
        harness_add(harness, sample_start(game, true, 1, game < 22 ? 2 : 3));
    harness_add(harness, sample_rated_end(20, RESULT_FIRST));
    harness_add(harness, sample_rated_end(21, RESULT_SECOND));
    harness_add(harness, sample_rated_end(22, RESULT_DRAW));
    assert_int_equal(harness_commit(harness), STORE_OK);
    assert_false(harness->has_changes[0]);
    change_is(harness, 3, 0, 1500, 1520);
    change_is(harness, 3, 1, 1500, 1480);
    change_is(harness, 4, 0, 1520, 1498);
    change_is(harness, 4, 1, 1480, 1502);
    change_is(harness, 5, 0, 1498, 1498);
    change_is(harness, 5, 1, 1500, 1500);
    const struct store_rating wanted = {.points = 1498,
                                        .peak = 1520,
                                        .games = 3,
                                        .since_month = SAMPLE_MONTH,
                                        .established_ms = SAMPLE_MS + 1000 + 20,
                                        .rank = 3,
                                        .listed = 1498};
    const struct store_rating stored = conformance_rating(harness, 1);
    assert_record_equal(rating, &stored, &wanted);
    harness->changes[5][0].after.rank = 3; /* not told with a batch */
    assert_record_equal(rating, &harness->changes[5][0].after, &wanted);
}

/* p1 pays fines until there are few points left. What is lost then is what is there. */
CONFORMANCE_TEST(no_game_takes_a_rating_below_the_floor)
{
    conformance_accounts(harness, 2);
    play(harness, 20, 2, 1);
    for (int month = 1; month <= 14; month++)
        conformance_must(harness, sample_fine(SAMPLE_MONTH + month));
    assert_int_equal(conformance_rating(harness, 1).points, 100);
    play(harness, 21, 2, 1);
    change_is(harness, 1, 0, 120, 139);
    change_is(harness, 1, 1, 100, 100);
    assert_int_equal(conformance_rating(harness, 1).games, 2);
}

CONFORMANCE_TEST(a_newcomer_moves_twice_as_far)
{
    conformance_accounts(harness, 3);
    for (uint64_t game = 0; game < 30; game++)
        conformance_play(harness, 100 + game, 1, 2, RESULT_DRAW);
    play(harness, 20, 1, 3);
    change_is(harness, 1, 0, 1500, 1510);
    change_is(harness, 1, 1, 1500, 1480);
}

CONFORMANCE_TEST(only_games_with_a_result_that_are_rated_move_ratings)
{
    struct sample_names names;
    conformance_accounts(harness, 2);
    conformance_must(harness, sample_guest(7, "guest-a", &names));
    conformance_must(harness, sample_start(20, false, 1, 2));
    conformance_must(harness, sample_start(21, true, 1, 7));
    conformance_must(harness, sample_start(22, true, 1, 2));
    for (uint64_t game = 20; game <= 22; game++) {
        enum result result = game == 22 ? RESULT_NONE : RESULT_FIRST;
        conformance_must_not(harness, sample_rated_end(game, result));
        conformance_must(harness, sample_end(game, result, "h8"));
        assert_false(harness->has_changes[0]);
    }
    assert_int_equal(ask_top(harness, sample_top(1, 10))->total, 0);
    assert_int_equal(conformance_player(harness, 1)->ratings_count, 0);
}

/* The game between failed with its batch. */
CONFORMANCE_TEST(a_failed_batch_moves_no_rating)
{
    conformance_accounts(harness, 2);
    play(harness, 20, 1, 2);
    conformance_must(harness, sample_start(21, true, 1, 2));
    harness_add(harness, sample_rated_end(21, RESULT_FIRST));
    conformance_must_not(harness, sample_log(99, 1, "h8"));
    assert_false(ask_game(harness, sample_game(21))->is_over);
    conformance_must(harness, sample_rated_end(21, RESULT_FIRST));
    change_is(harness, 0, 0, 1520, 1538);
    change_is(harness, 0, 1, 1480, 1462);
}

static void line_is(const struct store_standing *line, uint64_t rank, uint64_t player, int points)
{
    char name[16];
    (void)snprintf(name, sizeof(name), "p%u", (unsigned)player);
    assert_int_equal(line->rank, rank);
    assert_int_equal(line->player, player);
    assert_int_equal(line->points, points);
    assert_string_equal(line->name, name);
}

/* 1538: p6; 1520: p1, p3; 1500: p2, p5; 1480: p4, p7; 1462: p8 */
static void eight_players(struct harness *harness)
{
    conformance_accounts(harness, 10);
    play(harness, 20, 1, 4);
    play(harness, 21, 3, 7);
    play(harness, 22, 6, 8);
    play(harness, 24, 6, 8);
    conformance_play(harness, 23, 2, 5, RESULT_DRAW);
}

CONFORMANCE_TEST(ties_share_a_rank_and_are_in_the_order_of_ids)
{
    eight_players(harness);
    const struct store_standings *top = ask_top(harness, sample_top(1, 100));
    assert_int_equal(top->total, 8);
    assert_int_equal(top->rows_count, 8);
    line_is(&top->rows[0], 1, 6, 1538);
    line_is(&top->rows[1], 2, 1, 1520);
    line_is(&top->rows[2], 2, 3, 1520);
    line_is(&top->rows[3], 4, 2, 1500);
    line_is(&top->rows[4], 4, 5, 1500);
    line_is(&top->rows[5], 6, 4, 1480);
    line_is(&top->rows[6], 6, 7, 1480);
    line_is(&top->rows[7], 8, 8, 1462);
    assert_int_equal(top->rows[0].games, 2);
    assert_int_equal(conformance_rating(harness, 3).rank, 2);
    assert_int_equal(conformance_rating(harness, 7).rank, 6);
    assert_int_equal(conformance_rating(harness, 9).rank, 0);
    const struct store_player *last =
        &ask_player_by_name(harness, sample_by_name("key p8"))->player;
    assert_int_equal(conformance_rating_in(last, VARIANT_CLASSIC).rank, 8);
}

CONFORMANCE_TEST(a_page_begins_where_it_is_asked_to)
{
    eight_players(harness);
    const struct store_standings *page = ask_top(harness, sample_top(3, 3));
    assert_int_equal(page->total, 8);
    assert_int_equal(page->rows_count, 3);
    line_is(&page->rows[0], 2, 3, 1520);
    line_is(&page->rows[1], 4, 2, 1500);
    line_is(&page->rows[2], 4, 5, 1500);
    assert_int_equal(ask_top(harness, sample_top(0, 3))->rows[0].player, 6);
    assert_int_equal(ask_top(harness, sample_top(8, 3))->rows_count, 1);
    assert_int_equal(ask_top(harness, sample_top(9, 3))->rows_count, 0);
    assert_int_equal(ask_top(harness, sample_top(9, 3))->total, 8);
    assert_int_equal(ask_top(harness, sample_top(UINT64_MAX, 3))->rows_count, 0);
    assert_int_equal(ask_top(harness, sample_top(1, 0))->rows_count, 0);
    assert_int_equal(ask_top(harness, sample_top(1, UINT32_MAX))->rows_count, 8);
}

static void around(struct harness *harness, uint64_t player, uint32_t limit, uint64_t rank,
                   uint64_t first, size_t count)
{
    const struct store_standings *page = ask_around(harness, sample_around(player, limit));
    assert_int_equal(page->rank, rank);
    assert_int_equal(page->total, 8);
    assert_int_equal(page->rows_count, count);
    assert_int_equal(page->rows[0].player, first);
}

CONFORMANCE_TEST(the_page_around_a_player_is_full_at_both_ends)
{
    eight_players(harness);
    around(harness, 2, 5, 4, 1, 5);   /* 1 3 [2] 5 4 */
    around(harness, 5, 3, 4, 2, 3);   /* 2 [5] 4 */
    around(harness, 6, 5, 1, 6, 5);   /* [6] 1 3 2 5 */
    around(harness, 1, 5, 2, 6, 5);   /* 6 [1] 3 2 5 */
    around(harness, 8, 5, 8, 2, 5);   /* 2 5 4 7 [8] */
    around(harness, 7, 5, 6, 2, 5);   /* 2 5 4 [7] 8 */
    around(harness, 4, 1, 6, 4, 1);   /* [4] */
    around(harness, 4, 100, 6, 6, 8); /* everybody */
}

CONFORMANCE_TEST(around_a_player_without_a_rating_is_nobody)
{
    eight_players(harness);
    const struct store_standings *page = ask_around(harness, sample_around(9, 5));
    assert_int_equal(page->rank, 0);
    assert_int_equal(page->rows_count, 0);
    assert_int_equal(page->total, 8);
    conformance_ask_nothing(harness, sample_around(99, 5));
}

CONFORMANCE_TEST(variants_have_leaderboards_of_their_own)
{
    eight_players(harness);
    struct store_query top = sample_top(1, 10);
    top.as.top.variant = VARIANT_MINI;
    assert_int_equal(ask_top(harness, top)->total, 0);
    struct store_op start = sample_start(30, true, 4, 6);
    start.as.game_start.variant = VARIANT_MINI;
    harness_add(harness, start);
    harness_add(harness, sample_rated_end(30, RESULT_FIRST));
    assert_int_equal(harness_commit(harness), STORE_OK);
    assert_int_equal(ask_top(harness, top)->rows[0].points, 1520);
    assert_int_equal(ask_top(harness, sample_top(1, 10))->total, 8);
}

/* ------------------------------------------------------------------ very many with equal points */

#define CROWD 5000

static void crowd_play(struct harness *harness, uint64_t game, uint64_t first, uint64_t second,
                       enum result result)
{
    harness_add(harness, sample_start(game, true, first, second));
    harness_add(harness, sample_rated_end(game, result));
}

/* In a scattered order, so that places are found in front of others, too. */
static void crowd_make(struct harness *harness)
{
    conformance_accounts(harness, CROWD);
    for (uint64_t i = 0; i < CROWD / 2; i++) {
        uint64_t first = 1 + i * 1237 % (CROWD / 2);
        crowd_play(harness, 100000 + i, first, first + CROWD / 2, RESULT_DRAW);
    }
    assert_int_equal(harness_commit(harness), STORE_OK);
}

CONFORMANCE_TEST(places_among_very_many_with_the_same_points_are_right)
{
    crowd_make(harness);
    for (uint64_t from = 1; from <= CROWD; from += 499) {
        const struct store_standings *page = ask_top(harness, sample_top(from, 3));
        assert_int_equal(page->total, CROWD);
        assert_int_equal(page->rows[0].rank, 1);
        assert_int_equal(page->rows[0].player, from);
        page = ask_around(harness, sample_around(from, 1));
        assert_int_equal(page->rows_count, 1);
        assert_int_equal(page->rows[0].player, from);
    }
}

CONFORMANCE_TEST(places_stay_right_when_the_crowd_disperses)
{
    const uint64_t half = CROWD / 2;
    crowd_make(harness);
    for (uint64_t i = 1; i <= half; i++)
        crowd_play(harness, 200000 + i, i, half + i, RESULT_SECOND);
    assert_int_equal(harness_commit(harness), STORE_OK);
    const struct store_standings *page = ask_top(harness, sample_top(half - 1, 4));
    line_is(&page->rows[0], 1, CROWD - 1, 1520);
    line_is(&page->rows[1], 1, CROWD, 1520);
    line_is(&page->rows[2], half + 1, 1, 1480);
    line_is(&page->rows[3], half + 1, 2, 1480);
    assert_int_equal(page->total, CROWD);
    page = ask_around(harness, sample_around(half, 3));
    assert_int_equal(page->rank, half + 1);
    assert_int_equal(page->rows[2].player, half);
}
