/* SPDX-License-Identifier: MIT */
/*
 * Conformance: ratings and leaderboards. What a game moves, ranks with ties, pages, the page around
 * a player.
 */
#include "tests/conformance/store_conformance.h"

#include <stdio.h>

static void play(struct harness *harness, uint64_t game, uint64_t winner, uint64_t loser, int up,
                 int down)
{
    conformance_play(harness, game, (const uint64_t[]){winner, loser}, RESULT_FIRST,
                     (const int[]){up, -down});
}

static void a_rating_is_what_its_games_add_up_to(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 2);
    play(harness, 20, 1, 2, 20, 20);
    play(harness, 21, 1, 2, 18, 18);
    play(harness, 22, 2, 1, 25, 24);
    conformance_play(harness, 23, (const uint64_t[]){1, 2}, RESULT_DRAW, (const int[]){0, 0});
    for (uint64_t player = 1; player <= 2; player++) {
        int sum = 1500;
        const struct store_answer *lines = conformance_ask(harness, sample_history(player, 10));
        for (size_t i = 0; i < lines->history_count; i++)
            sum += lines->history[i].points;
        const struct store_player *found = &conformance_ask(harness, sample_by_id(player))->player;
        assert_int_equal(found->ratings[VARIANT_CLASSIC].points, sum);
        assert_int_equal(found->ratings[VARIANT_CLASSIC].games, 4);
        assert_int_equal(found->ratings[VARIANT_CLASSIC].peak, player == 1 ? 1538 : 1500);
        assert_int_equal(found->ratings[VARIANT_MINI].games, 0);
    }
}

static void a_rating_does_not_move_from_where_it_is_not(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 2);
    play(harness, 20, 1, 2, 20, 20);
    conformance_must(harness, sample_start(21, true, 1, 2));
    struct store_op end = sample_end(21, RESULT_FIRST, "h8");
    end.as.end.moves_ratings = true;
    end.as.end.changes[0] = (struct store_rating_change){
        1500, {.points = 1520, .peak = 1520, .games = 2}}; /* it is 1520 */
    end.as.end.changes[1] =
        (struct store_rating_change){1480, {.points = 1460, .peak = 1500, .games = 2}};
    conformance_must_not(harness, end);
    assert_false(conformance_ask(harness, sample_game(21))->game.is_over);
}

static void only_rated_games_between_accounts_move_ratings(void **state)
{
    struct harness *harness = *state;
    struct sample_names names;
    conformance_accounts(harness, 2);
    conformance_must(harness, sample_guest(7, "guest-a", &names));
    conformance_must(harness, sample_start(20, false, 1, 2));
    conformance_must(harness, sample_start(21, true, 1, 7));
    for (uint64_t game = 20; game <= 21; game++) {
        struct store_op end = sample_end(game, RESULT_FIRST, "h8");
        end.as.end.moves_ratings = true;
        end.as.end.changes[0] =
            (struct store_rating_change){1500, {.points = 1520, .peak = 1520, .games = 1}};
        end.as.end.changes[1] =
            (struct store_rating_change){1500, {.points = 1480, .peak = 1500, .games = 1}};
        conformance_must_not(harness, end);
        conformance_must(harness, sample_end(game, RESULT_FIRST, "h8"));
    }
    assert_int_equal(conformance_ask(harness, sample_top(1, 10))->total, 0);
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

/* 1540: p6; 1520: p1, p3; 1500: p2, p5; 1480: p4, p7; 1460: p8 */
static void eight_players(struct harness *harness)
{
    conformance_accounts(harness, 10);
    play(harness, 20, 1, 4, 20, 20);
    play(harness, 21, 3, 7, 20, 20);
    play(harness, 22, 6, 8, 40, 40);
    play(harness, 23, 2, 5, 0, 0);
}

static void ties_share_a_rank_and_are_in_the_order_of_ids(void **state)
{
    struct harness *harness = *state;
    eight_players(harness);
    const struct store_answer *top = conformance_ask(harness, sample_top(1, 100));
    assert_int_equal(top->total, 8);
    assert_int_equal(top->standings_count, 8);
    line_is(&top->standings[0], 1, 6, 1540);
    line_is(&top->standings[1], 2, 1, 1520);
    line_is(&top->standings[2], 2, 3, 1520);
    line_is(&top->standings[3], 4, 2, 1500);
    line_is(&top->standings[4], 4, 5, 1500);
    line_is(&top->standings[5], 6, 4, 1480);
    line_is(&top->standings[6], 6, 7, 1480);
    line_is(&top->standings[7], 8, 8, 1460);
    assert_int_equal(top->standings[0].games, 1);
    assert_int_equal(conformance_ask(harness, sample_by_id(3))->ranks[VARIANT_CLASSIC], 2);
    assert_int_equal(conformance_ask(harness, sample_by_id(7))->ranks[VARIANT_CLASSIC], 6);
    assert_int_equal(conformance_ask(harness, sample_by_id(9))->ranks[VARIANT_CLASSIC], 0);
    assert_int_equal(conformance_ask(harness, sample_by_name("key p8"))->ranks[VARIANT_CLASSIC], 8);
}

static void a_page_begins_where_it_is_asked_to(void **state)
{
    struct harness *harness = *state;
    eight_players(harness);
    const struct store_answer *page = conformance_ask(harness, sample_top(3, 3));
    assert_int_equal(page->total, 8);
    assert_int_equal(page->standings_count, 3);
    line_is(&page->standings[0], 2, 3, 1520);
    line_is(&page->standings[1], 4, 2, 1500);
    line_is(&page->standings[2], 4, 5, 1500);
    assert_int_equal(conformance_ask(harness, sample_top(0, 3))->standings[0].player, 6);
    assert_int_equal(conformance_ask(harness, sample_top(8, 3))->standings_count, 1);
    assert_int_equal(conformance_ask(harness, sample_top(9, 3))->standings_count, 0);
    assert_int_equal(conformance_ask(harness, sample_top(9, 3))->total, 8);
    assert_int_equal(conformance_ask(harness, sample_top(UINT64_MAX, 3))->standings_count, 0);
    assert_int_equal(conformance_ask(harness, sample_top(1, 0))->standings_count, 0);
    assert_int_equal(conformance_ask(harness, sample_top(1, UINT32_MAX))->standings_count, 8);
}

static void around(struct harness *harness, uint64_t player, uint32_t limit, uint64_t rank,
                   uint64_t first, size_t count)
{
    const struct store_answer *page = conformance_ask(harness, sample_around(player, limit));
    assert_int_equal(page->rank, rank);
    assert_int_equal(page->total, 8);
    assert_int_equal(page->standings_count, count);
    assert_int_equal(page->standings[0].player, first);
}

static void the_page_around_a_player_is_full_at_both_ends(void **state)
{
    struct harness *harness = *state;
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

static void around_a_player_without_a_rating_is_nobody(void **state)
{
    struct harness *harness = *state;
    eight_players(harness);
    const struct store_answer *page = conformance_ask(harness, sample_around(9, 5));
    assert_int_equal(page->rank, 0);
    assert_int_equal(page->standings_count, 0);
    assert_int_equal(page->total, 8);
    conformance_ask_nothing(harness, sample_around(99, 5));
}

static void variants_have_leaderboards_of_their_own(void **state)
{
    struct harness *harness = *state;
    eight_players(harness);
    struct store_query top = sample_top(1, 10);
    top.variant = VARIANT_MINI;
    assert_int_equal(conformance_ask(harness, top)->total, 0);
    struct store_op start = sample_start(30, true, 1, 2);
    start.as.start.variant = VARIANT_MINI;
    struct store_op end = sample_end(30, RESULT_FIRST, "a1");
    end.as.end.moves_ratings = true;
    end.as.end.changes[0] =
        (struct store_rating_change){1500, {.points = 1510, .peak = 1510, .games = 1}};
    end.as.end.changes[1] =
        (struct store_rating_change){1500, {.points = 1490, .peak = 1500, .games = 1}};
    conformance_must(harness, start);
    conformance_must(harness, end);
    assert_int_equal(conformance_ask(harness, top)->standings[0].points, 1510);
    assert_int_equal(conformance_ask(harness, sample_top(1, 10))->total, 8);
}

/* ------------------------------------------------------------------ very many with the same points
 */

#define CROWD 5000

static void crowd_draw(struct harness *harness, uint64_t game, uint64_t first, uint64_t second)
{
    struct store_op end = sample_end(game, RESULT_DRAW, "h8");
    end.as.end.moves_ratings = true;
    end.as.end.changes[0] =
        (struct store_rating_change){1500, {.points = 1500, .peak = 1500, .games = 1}};
    end.as.end.changes[1] = end.as.end.changes[0];
    harness_add(harness, sample_start(game, true, first, second));
    harness_add(harness, end);
}

/* In a scattered order, so that places are found in front of others, too. */
static void crowd_make(struct harness *harness)
{
    conformance_accounts(harness, CROWD);
    for (uint64_t i = 0; i < CROWD / 2; i++) {
        uint64_t first = 1 + i * 1237 % (CROWD / 2);
        crowd_draw(harness, 100000 + i, first, first + CROWD / 2);
    }
    assert_int_equal(harness_commit(harness), STORE_OK);
}

static void places_among_very_many_with_the_same_points_are_right(void **state)
{
    struct harness *harness = *state;
    crowd_make(harness);
    for (uint64_t from = 1; from <= CROWD; from += 499) {
        const struct store_answer *page = conformance_ask(harness, sample_top(from, 3));
        assert_int_equal(page->total, CROWD);
        assert_int_equal(page->standings[0].rank, 1);
        assert_int_equal(page->standings[0].player, from);
        page = conformance_ask(harness, sample_around(from, 1));
        assert_int_equal(page->standings_count, 1);
        assert_int_equal(page->standings[0].player, from);
    }
}

static void places_stay_right_when_the_crowd_disperses(void **state)
{
    struct harness *harness = *state;
    const uint64_t half = CROWD / 2;
    crowd_make(harness);
    for (uint64_t i = 1; i <= half; i++) {
        struct store_op end = sample_end(200000 + i, RESULT_SECOND, "h8");
        end.as.end.moves_ratings = true;
        end.as.end.changes[0] =
            (struct store_rating_change){1500, {.points = 1480, .peak = 1500, .games = 2}};
        end.as.end.changes[1] =
            (struct store_rating_change){1500, {.points = 1520, .peak = 1520, .games = 2}};
        harness_add(harness, sample_start(200000 + i, true, i, half + i));
        harness_add(harness, end);
    }
    assert_int_equal(harness_commit(harness), STORE_OK);
    const struct store_answer *page = conformance_ask(harness, sample_top(half - 1, 4));
    line_is(&page->standings[0], 1, CROWD - 1, 1520);
    line_is(&page->standings[1], 1, CROWD, 1520);
    line_is(&page->standings[2], half + 1, 1, 1480);
    line_is(&page->standings[3], half + 1, 2, 1480);
    assert_int_equal(page->total, CROWD);
    page = conformance_ask(harness, sample_around(half, 3));
    assert_int_equal(page->rank, half + 1);
    assert_int_equal(page->standings[2].player, half);
}

int conformance_ratings(void)
{
    const struct CMUnitTest tests[] = {
        CONFORMANCE_TEST(a_rating_is_what_its_games_add_up_to),
        CONFORMANCE_TEST(a_rating_does_not_move_from_where_it_is_not),
        CONFORMANCE_TEST(only_rated_games_between_accounts_move_ratings),
        CONFORMANCE_TEST(ties_share_a_rank_and_are_in_the_order_of_ids),
        CONFORMANCE_TEST(a_page_begins_where_it_is_asked_to),
        CONFORMANCE_TEST(the_page_around_a_player_is_full_at_both_ends),
        CONFORMANCE_TEST(around_a_player_without_a_rating_is_nobody),
        CONFORMANCE_TEST(variants_have_leaderboards_of_their_own),
        CONFORMANCE_TEST(places_among_very_many_with_the_same_points_are_right),
        CONFORMANCE_TEST(places_stay_right_when_the_crowd_disperses),
    };
    return cmocka_run_group_tests_name("ratings", tests, NULL, NULL);
}
