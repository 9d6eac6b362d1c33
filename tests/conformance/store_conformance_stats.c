/* SPDX-License-Identifier: MIT */
/*
 * Conformance: what is added up about players. Tallies and streaks, the graph of a rating, names.
 */
#include "tests/conformance/store_conformance.h"

#include <stdio.h>

/* ------------------------------------------------------------------ tallies and forms */

/* A game of `first` and `second` that ended at a time of its own. */
static void game_end(struct harness *harness, uint64_t game, const uint64_t players[SEAT_COUNT],
                     enum result result, int64_t ended_ms)
{
    struct store_op end = sample_end(game, result, "h8");
    end.as.end.ended_ms = ended_ms;
    end.as.end.first_mark = MARK_X;
    conformance_must(harness, sample_start(game, false, players[0], players[1]));
    conformance_must(harness, end);
}

/* Games from 20 on that p1 (who begins) won (w), lost (l), drew (d) or that were void (v). */
static void games_of(struct harness *harness, uint64_t opponent, const char *scores)
{
    static uint64_t game;
    game = game == 0 ? 20 : game;
    for (const char *at = scores; *at != '\0'; at++, game++) {
        enum result result = *at == 'w'   ? RESULT_FIRST
                             : *at == 'l' ? RESULT_SECOND
                             : *at == 'd' ? RESULT_DRAW
                                          : RESULT_NONE;
        game_end(harness, game, (const uint64_t[]){1, opponent}, result, (int64_t)game * 10);
    }
}

static void assert_tally(const struct store_tally *tally, int won, int lost, int drawn)
{
    assert_int_equal(tally->won, won);
    assert_int_equal(tally->lost, lost);
    assert_int_equal(tally->drawn, drawn);
}

static void games_are_counted_by_variant_seat_and_mark(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 3);
    games_of(harness, 2, "wwld");
    games_of(harness, 3, "lv");
    struct store_op start = sample_start(900, false, 2, 1);
    start.as.start.variant = VARIANT_MINI;
    conformance_must(harness, start);
    struct store_op end = sample_end(900, RESULT_SECOND, "h8");
    end.as.end.first_mark = MARK_X;
    conformance_must(harness, end);
    const struct store_answer *answer = conformance_ask(harness, sample_stats(1, 0));
    assert_int_equal(answer->tallies_count, 2);
    assert_int_equal(answer->tallies[0].variant, VARIANT_CLASSIC);
    assert_int_equal(answer->tallies[0].seat, SEAT_FIRST);
    assert_int_equal(answer->tallies[0].mark, MARK_X);
    assert_tally(&answer->tallies[0], 2, 2, 1);
    assert_int_equal(answer->tallies[1].variant, VARIANT_MINI);
    assert_int_equal(answer->tallies[1].seat, SEAT_SECOND);
    assert_int_equal(answer->tallies[1].mark, MARK_O);
    assert_tally(&answer->tallies[1], 1, 0, 0);
    struct store_query mini = sample_stats(1, 0);
    mini.history.variant = VARIANT_MINI;
    answer = conformance_ask(harness, mini);
    assert_int_equal(answer->tallies_count, 1);
    assert_int_equal(answer->forms_count, 1);
    assert_tally(&answer->tallies[0], 1, 0, 0);
}

static void head_to_head_is_counted_from_both_sides(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 3);
    games_of(harness, 2, "wwld");
    games_of(harness, 3, "l");
    const struct store_answer *answer = conformance_ask(harness, sample_stats(1, 2));
    assert_int_equal(answer->tallies_count, 1);
    assert_int_equal(answer->forms_count, 0);
    assert_tally(&answer->tallies[0], 2, 1, 1);
    answer = conformance_ask(harness, sample_stats(2, 1));
    assert_int_equal(answer->tallies[0].seat, SEAT_SECOND);
    assert_tally(&answer->tallies[0], 1, 2, 1);
    assert_int_equal(conformance_ask(harness, sample_stats(2, 3))->tallies_count, 0);
    conformance_ask_nothing(harness, sample_stats(99, 1));
}

static void assert_form(struct harness *harness, int winning, int longest_winning, int unbeaten,
                        int longest_unbeaten)
{
    const struct store_answer *answer = conformance_ask(harness, sample_stats(1, 0));
    assert_int_equal(answer->forms_count, 1);
    assert_int_equal(answer->forms[0].winning, winning);
    assert_int_equal(answer->forms[0].longest_winning, longest_winning);
    assert_int_equal(answer->forms[0].unbeaten, unbeaten);
    assert_int_equal(answer->forms[0].longest_unbeaten, longest_unbeaten);
}

static void streaks_end_with_a_draw_or_a_loss(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 2);
    games_of(harness, 2, "wwv");
    assert_form(harness, 2, 2, 2, 2);
    games_of(harness, 2, "wdw");
    assert_form(harness, 1, 3, 5, 5);
    games_of(harness, 2, "l");
    assert_form(harness, 0, 3, 0, 5);
    games_of(harness, 2, "dd");
    assert_form(harness, 0, 3, 2, 5);
}

/* The clock was set back: a game that ends later ended earlier by its date. */
static void streaks_go_by_the_dates_of_games(void **state)
{
    struct harness *harness = *state;
    const uint64_t pair[] = {1, 2};
    conformance_accounts(harness, 2);
    game_end(harness, 700, pair, RESULT_FIRST, 5000);
    game_end(harness, 701, pair, RESULT_FIRST, 6000);
    game_end(harness, 702, pair, RESULT_FIRST, 7000);
    assert_form(harness, 3, 3, 3, 3);
    game_end(harness, 703, pair, RESULT_SECOND, 5500);
    assert_form(harness, 2, 2, 2, 2);
    game_end(harness, 699, pair, RESULT_DRAW, 7000); /* before 702, which has the larger id */
    assert_form(harness, 1, 1, 3, 3);
    game_end(harness, 704, pair, RESULT_FIRST, 8000);
    assert_form(harness, 2, 2, 4, 4);
}

static void the_best_win_is_over_the_strongest_opponent(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 3);
    games_of(harness, 2, "w");
    assert_int_equal(conformance_ask(harness, sample_stats(1, 0))->forms[0].best_points, 0);
    conformance_play(harness, 800, (const uint64_t[]){1, 2}, RESULT_FIRST, (const int[]){20, -20});
    conformance_play(harness, 801, (const uint64_t[]){3, 1}, RESULT_FIRST, (const int[]){20, -20});
    conformance_play(harness, 802, (const uint64_t[]){3, 1}, RESULT_SECOND, (const int[]){-20, 20});
    conformance_play(harness, 803, (const uint64_t[]){2, 1}, RESULT_SECOND, (const int[]){-20, 20});
    const struct store_answer *answer = conformance_ask(harness, sample_stats(1, 0));
    assert_int_equal(answer->forms[0].best_points, 1520);
    assert_int_equal(answer->forms[0].best_game, 802);
    assert_string_equal(answer->forms[0].best_name, "p3");
    answer = conformance_ask(harness, sample_stats(2, 0));
    assert_int_equal(answer->forms[0].best_points, 0);
}

/* ------------------------------------------------------------------ the graph */

#define DAY 1000

/* Game 20 + i of p1 and p2 ends at `ended_ms` and gives p1 `points`. */
static void rated_game(struct harness *harness, int i, int points, int64_t ended_ms)
{
    static int now;
    now = i == 0 ? 1500 : now;
    struct store_op end = sample_end((uint64_t)(20 + i), RESULT_FIRST, "h8");
    end.as.end.ended_ms = ended_ms;
    end.as.end.moves_ratings = true;
    end.as.end.changes[0] =
        (struct store_rating_change){now, {.points = points, .peak = 2000, .games = i + 1}};
    int other = i == 0 ? 1500 : 1400;
    end.as.end.changes[1] =
        (struct store_rating_change){other, {.points = 1400, .peak = 1500, .games = i + 1}};
    now = points;
    conformance_must(harness, sample_start((uint64_t)(20 + i), true, 1, 2));
    conformance_must(harness, end);
}

static void games_of_some_days(struct harness *harness)
{
    conformance_accounts(harness, 2);
    rated_game(harness, 0, 1520, 3 * DAY + 5);
    rated_game(harness, 1, 1540, 5 * DAY);
    rated_game(harness, 2, 1530, 6 * DAY - 1);
    rated_game(harness, 3, 1560, 9 * DAY + 1);
}

static void assert_day(const struct store_answer *answer, size_t i, size_t day, int points,
                       int games)
{
    assert_true(i < answer->graph_count);
    assert_int_equal(answer->graph[i].day, day);
    assert_int_equal(answer->graph[i].points, points);
    assert_int_equal(answer->graph[i].games, games);
}

static void a_day_has_its_last_rating_and_its_games(void **state)
{
    struct harness *harness = *state;
    int64_t starts[11];
    for (int i = 0; i < 11; i++)
        starts[i] = i * DAY;
    games_of_some_days(harness);
    const struct store_answer *answer = conformance_ask(harness, sample_graph(1, starts, 10));
    assert_int_equal(answer->graph_count, 3);
    assert_int_equal(answer->graph_before, 0);
    assert_int_equal(answer->graph_first_ms, 3 * DAY + 5);
    assert_day(answer, 0, 3, 1520, 1);
    assert_day(answer, 1, 5, 1530, 2);
    assert_day(answer, 2, 9, 1560, 1);
    answer = conformance_ask(harness, sample_graph(1, starts + 4, 2));
    assert_int_equal(answer->graph_count, 1);
    assert_int_equal(answer->graph_before, 1520);
    assert_int_equal(answer->graph_first_ms, 3 * DAY + 5);
    assert_day(answer, 0, 1, 1530, 2);
    struct store_query mini = sample_graph(1, starts, 10);
    mini.variant = VARIANT_MINI;
    answer = conformance_ask(harness, mini);
    assert_int_equal(answer->graph_count, 0);
    assert_int_equal(answer->graph_first_ms, 0);
    conformance_ask_nothing(harness, sample_graph(99, starts, 10));
}

/* sample_fine() says when: long after the games. */
static void a_fine_is_a_point_without_a_game(void **state)
{
    struct harness *harness = *state;
    int64_t at_ms = 1700000000000 + 24100;
    const int64_t starts[] = {0, 20 * DAY, at_ms, at_ms + 1};
    games_of_some_days(harness);
    conformance_must(harness, sample_fine(24100));
    const struct store_answer *answer = conformance_ask(harness, sample_graph(1, starts, 3));
    assert_int_equal(answer->graph_count, 2);
    assert_day(answer, 0, 0, 1560, 4);
    assert_day(answer, 1, 2, 1460, 0);
}

static void of_several_at_once_the_last_one_counts(void **state)
{
    struct harness *harness = *state;
    const int64_t starts[] = {0, DAY};
    conformance_accounts(harness, 2);
    rated_game(harness, 0, 1520, 5);
    rated_game(harness, 1, 1510, 5);
    rated_game(harness, 2, 1540, 5);
    rated_game(harness, 3, 1505, 4); /* the clock was set back */
    const struct store_answer *answer = conformance_ask(harness, sample_graph(1, starts, 1));
    assert_day(answer, 0, 0, 1540, 4);
}

/* ------------------------------------------------------------------ names */

static void assert_found(struct harness *harness, const char *text, const char *names)
{
    char told[256] = "";
    size_t len = 0;
    const struct store_answer *answer = conformance_ask(harness, sample_find(text, 10));
    for (size_t i = 0; i < answer->found_count; i++)
        len += (size_t)snprintf(told + len, sizeof(told) - len, "%s ", answer->found[i].name);
    assert_string_equal(told, names);
    assert_false(answer->has_more);
}

static void names_make(struct harness *harness)
{
    static const char *const names[] = {"boris", "anna", "annabel", "an",
                                        "\xD1\x8F\xD0\xBD\xD0\xB0" /* yana in Cyrillic */};
    struct sample_names keys;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        conformance_must(harness, sample_register(10 + i, names[i], &keys));
    conformance_must(harness, sample_guest(30, "anguest", &keys));
}

/* Name keys of samples begin with "key ". */
static void names_are_found_by_their_beginning(void **state)
{
    struct harness *harness = *state;
    names_make(harness);
    assert_found(harness, "key an", "an anna annabel ");
    assert_found(harness, "key anna", "anna annabel ");
    assert_found(harness, "key b", "boris ");
    assert_found(harness, "key c", "");
    assert_found(harness, "anna", "");
    assert_found(harness, "key \xD1\x8F", "\xD1\x8F\xD0\xBD\xD0\xB0 ");
    assert_found(harness, "key %", "");
    assert_found(harness, "key a_", "");
}

static void deleted_accounts_are_not_found(void **state)
{
    struct harness *harness = *state;
    names_make(harness);
    conformance_must(harness, sample_account(11, &(struct store_account){.is_deleted = true}));
    assert_found(harness, "key an", "an annabel ");
}

static void names_come_in_pages(void **state)
{
    struct harness *harness = *state;
    struct store_query query = sample_find("key an", 2);
    names_make(harness);
    const struct store_answer *answer = conformance_ask(harness, query);
    assert_int_equal(answer->found_count, 2);
    assert_true(answer->has_more);
    query.after = "key anna";
    answer = conformance_ask(harness, query);
    assert_int_equal(answer->found_count, 1);
    assert_false(answer->has_more);
    assert_string_equal(answer->found[0].name, "annabel");
    query.after = "key annabel";
    assert_int_equal(conformance_ask(harness, query)->found_count, 0);
    query.after = "key aa"; /* before all that begin so */
    assert_string_equal(conformance_ask(harness, query)->found[0].name, "an");
    query.after = "key z";
    assert_int_equal(conformance_ask(harness, query)->found_count, 0);
}

/* The last of a page may be deleted or renamed before the next one is asked for. */
static void pages_go_on_behind_a_name_that_is_gone(void **state)
{
    struct harness *harness = *state;
    struct store_query query = sample_find("key an", 2);
    names_make(harness);
    query.after = "key anna";
    conformance_must(harness, sample_account(11, &(struct store_account){.is_deleted = true}));
    assert_string_equal(conformance_ask(harness, query)->found[0].name, "annabel");
    query.after = "key ana"; /* nobody's ever */
    const struct store_answer *answer = conformance_ask(harness, query);
    assert_int_equal(answer->found_count, 1);
    assert_string_equal(answer->found[0].name, "annabel");
}

static void who_is_found_comes_with_rating_and_rank(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 3);
    conformance_play(harness, 20, (const uint64_t[]){1, 2}, RESULT_FIRST, (const int[]){20, -20});
    struct store_query query = sample_find("key p", 10);
    const struct store_answer *answer = conformance_ask(harness, query);
    assert_int_equal(answer->found_count, 3);
    assert_int_equal(answer->found[1].rating.points, 1480);
    assert_int_equal(answer->found[1].rank, 2);
    assert_int_equal(answer->found[2].rank, 0);
    assert_int_equal(answer->found[2].rating.games, 0);
    query.has_variant = false;
    assert_int_equal(conformance_ask(harness, query)->found[1].rank, 0);
}

int conformance_stats(void)
{
    const struct CMUnitTest tests[] = {
        CONFORMANCE_TEST(games_are_counted_by_variant_seat_and_mark),
        CONFORMANCE_TEST(head_to_head_is_counted_from_both_sides),
        CONFORMANCE_TEST(streaks_end_with_a_draw_or_a_loss),
        CONFORMANCE_TEST(streaks_go_by_the_dates_of_games),
        CONFORMANCE_TEST(the_best_win_is_over_the_strongest_opponent),
        CONFORMANCE_TEST(a_day_has_its_last_rating_and_its_games),
        CONFORMANCE_TEST(a_fine_is_a_point_without_a_game),
        CONFORMANCE_TEST(of_several_at_once_the_last_one_counts),
        CONFORMANCE_TEST(names_are_found_by_their_beginning),
        CONFORMANCE_TEST(deleted_accounts_are_not_found),
        CONFORMANCE_TEST(names_come_in_pages),
        CONFORMANCE_TEST(pages_go_on_behind_a_name_that_is_gone),
        CONFORMANCE_TEST(who_is_found_comes_with_rating_and_rank),
    };
    return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}
