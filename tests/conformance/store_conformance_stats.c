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
    end.as.game_end.ended_ms = ended_ms;
    end.as.game_end.first_mark = MARK_X;
    conformance_must(harness, sample_start(game, false, players[0], players[1]));
    conformance_must(harness, end);
}

/* Games from this number on that p1 (who begins) won (w), lost (l), drew (d) or that were void (v).
 */
static void games_of(struct harness *harness, uint64_t first, uint64_t opponent, const char *scores)
{
    uint64_t game = first;
    for (const char *at = scores; *at != '\0'; at++, game++) {
        enum result result = *at == 'w'   ? RESULT_FIRST
                             : *at == 'l' ? RESULT_SECOND
                             : *at == 'd' ? RESULT_DRAW
                                          : RESULT_NONE;
        game_end(harness, game, (const uint64_t[]){1, opponent}, result, (int64_t)game * 10);
    }
}

/* There are these, and no others. */
static void tallies_are(const struct store_stats *answer, const struct store_tally *wanted,
                        size_t count)
{
    assert_int_equal(answer->tallies_count, count);
    for (size_t i = 0; i < count; i++)
        assert_record_equal(tally, &answer->tallies[i], &wanted[i]);
}

CONFORMANCE_TEST(games_are_counted_by_variant_seat_and_mark)
{
    conformance_accounts(harness, 3);
    games_of(harness, 20, 2, "wwld");
    games_of(harness, 24, 3, "lv");
    struct store_op start = sample_start(900, false, 2, 1);
    start.as.game_start.variant = VARIANT_MINI;
    conformance_must(harness, start);
    struct store_op end = sample_end(900, RESULT_SECOND, "h8");
    end.as.game_end.first_mark = MARK_X;
    conformance_must(harness, end);
    const struct store_tally wanted[] = {{VARIANT_CLASSIC, SEAT_FIRST, MARK_X, 2, 2, 1},
                                         {VARIANT_MINI, SEAT_SECOND, MARK_O, 1, 0, 0}};
    tallies_are(ask_stats(harness, sample_stats(1, 0)), wanted, 2);
    struct store_query mini = sample_stats(1, 0);
    mini.as.stats.variant = VARIANT_MINI;
    tallies_are(ask_stats(harness, mini), &wanted[1], 1);
    assert_int_equal(ask_stats(harness, mini)->forms_count, 1);
}

CONFORMANCE_TEST(games_from_a_position_are_not_counted)
{
    const struct store_tally wanted = {VARIANT_CLASSIC, SEAT_FIRST, MARK_X, 2, 0, 0};
    conformance_accounts(harness, 2);
    games_of(harness, 20, 2, "w");
    struct store_op start = sample_start(30, false, 1, 2);
    sample_lay_out(&start, "h8", 1);
    conformance_must(harness, start);
    conformance_must(harness, sample_end(30, RESULT_SECOND, "h8 i9"));
    games_of(harness, 40, 2, "w");
    tallies_are(ask_stats(harness, sample_stats(1, 0)), &wanted, 1);
    const struct store_stats *answer = ask_stats(harness, sample_stats(1, 0));
    assert_int_equal(answer->forms[0].winning, 2);
    game_end(harness, 41, (const uint64_t[]){1, 2}, RESULT_SECOND, 1); /* counts all anew */
    answer = ask_stats(harness, sample_stats(1, 0));
    assert_int_equal(answer->forms[0].winning, 2);
    assert_int_equal(answer->forms[0].unbeaten, 2);
}

static struct store_query stats_with(uint64_t opponent, enum store_computers computers)
{
    struct store_query query = sample_stats(1, opponent);
    query.as.stats.computers = computers;
    return query;
}

CONFORMANCE_TEST(games_against_computers_are_counted_apart)
{
    const struct store_tally all = {VARIANT_CLASSIC, SEAT_FIRST, MARK_X, 4, 2, 0};
    const struct store_tally people = {VARIANT_CLASSIC, SEAT_FIRST, MARK_X, 1, 1, 0};
    const struct store_tally computers = {VARIANT_CLASSIC, SEAT_FIRST, MARK_X, 3, 1, 0};
    conformance_accounts(harness, 2);
    conformance_computer(harness, 9, "c");
    conformance_computer(harness, 10, "d");
    games_of(harness, 20, 2, "l");
    games_of(harness, 30, 9, "wwl");
    games_of(harness, 40, 10, "w");
    tallies_are(ask_stats(harness, stats_with(0, COMPUTERS_WITHOUT)),
                &(struct store_tally){VARIANT_CLASSIC, SEAT_FIRST, MARK_X, 0, 1, 0}, 1);
    games_of(harness, 50, 2, "w");
    tallies_are(ask_stats(harness, stats_with(0, COMPUTERS_ANY)), &all, 1);
    tallies_are(ask_stats(harness, stats_with(0, COMPUTERS_WITHOUT)), &people, 1);
    tallies_are(ask_stats(harness, stats_with(0, COMPUTERS_ONLY)), &computers, 1);
    tallies_are(ask_stats(harness, stats_with(2, COMPUTERS_WITHOUT)), &people, 1);
    tallies_are(ask_stats(harness, stats_with(2, COMPUTERS_ONLY)), NULL, 0);
    tallies_are(ask_stats(harness, stats_with(9, COMPUTERS_WITHOUT)), NULL, 0);
    tallies_are(ask_stats(harness, stats_with(9, COMPUTERS_ONLY)),
                &(struct store_tally){VARIANT_CLASSIC, SEAT_FIRST, MARK_X, 2, 1, 0}, 1);
}

CONFORMANCE_TEST(somebody_who_played_computers_alone_has_no_tallies_without_them)
{
    conformance_accounts(harness, 2);
    conformance_computer(harness, 9, "c");
    games_of(harness, 20, 9, "wd");
    tallies_are(ask_stats(harness, stats_with(0, COMPUTERS_WITHOUT)), NULL, 0);
    assert_int_equal(ask_stats(harness, stats_with(0, COMPUTERS_ANY))->forms_count, 0);
}

CONFORMANCE_TEST(streaks_are_against_people)
{
    conformance_accounts(harness, 2);
    conformance_computer(harness, 9, "c");
    games_of(harness, 20, 2, "ww");
    games_of(harness, 30, 9, "lwww");
    games_of(harness, 40, 2, "w");
    const struct store_stats *answer = ask_stats(harness, stats_with(0, COMPUTERS_ANY));
    assert_int_equal(answer->forms[0].winning, 3);
    game_end(harness, 41, (const uint64_t[]){1, 2}, RESULT_SECOND, 1); /* counts all anew */
    answer = ask_stats(harness, stats_with(0, COMPUTERS_WITHOUT));
    assert_int_equal(answer->forms[0].longest_winning, 3);
    assert_int_equal(answer->forms[0].unbeaten, 3);
    assert_int_equal(ask_stats(harness, stats_with(0, COMPUTERS_ONLY))->forms_count, 0);
}

CONFORMANCE_TEST(head_to_head_is_counted_from_both_sides)
{
    const struct store_tally own = {VARIANT_CLASSIC, SEAT_FIRST, MARK_X, 2, 1, 1};
    const struct store_tally theirs = {VARIANT_CLASSIC, SEAT_SECOND, MARK_O, 1, 2, 1};
    conformance_accounts(harness, 3);
    games_of(harness, 20, 2, "wwld");
    games_of(harness, 24, 3, "l");
    tallies_are(ask_stats(harness, sample_stats(1, 2)), &own, 1);
    assert_int_equal(ask_stats(harness, sample_stats(1, 2))->forms_count, 0);
    tallies_are(ask_stats(harness, sample_stats(2, 1)), &theirs, 1);
    tallies_are(ask_stats(harness, sample_stats(2, 3)), NULL, 0);
    conformance_ask_nothing(harness, sample_stats(99, 1));
}

static void assert_form(struct harness *harness, int winning, int longest_winning, int unbeaten,
                        int longest_unbeaten)
{
    const struct store_form wanted = {
        VARIANT_CLASSIC, winning, longest_winning, unbeaten, longest_unbeaten, 0, 0, NULL};
    const struct store_stats *answer = ask_stats(harness, sample_stats(1, 0));
    assert_int_equal(answer->forms_count, 1);
    assert_record_equal(form, answer->forms, &wanted);
}

CONFORMANCE_TEST(streaks_end_with_a_draw_or_a_loss)
{
    conformance_accounts(harness, 2);
    games_of(harness, 20, 2, "wwv");
    assert_form(harness, 2, 2, 2, 2);
    games_of(harness, 23, 2, "wdw");
    assert_form(harness, 1, 3, 5, 5);
    games_of(harness, 26, 2, "l");
    assert_form(harness, 0, 3, 0, 5);
    games_of(harness, 27, 2, "dd");
    assert_form(harness, 0, 3, 2, 5);
}

/* The clock was set back: a game that ends later ended earlier by its date. */
CONFORMANCE_TEST(streaks_go_by_the_dates_of_games)
{
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

CONFORMANCE_TEST(the_best_win_is_over_the_strongest_opponent)
{
    conformance_accounts(harness, 3);
    games_of(harness, 20, 2, "w");
    assert_int_equal(ask_stats(harness, sample_stats(1, 0))->forms[0].best_points, 0);
    conformance_play(harness, 800, 1, 2, RESULT_FIRST);
    conformance_play(harness, 801, 3, 1, RESULT_FIRST);
    conformance_play(harness, 802, 3, 1, RESULT_SECOND);
    conformance_play(harness, 803, 2, 1, RESULT_SECOND);
    const struct store_stats *answer = ask_stats(harness, sample_stats(1, 0));
    assert_int_equal(answer->forms[0].best_points, 1521);
    assert_int_equal(answer->forms[0].best_game, 802);
    assert_string_equal(answer->forms[0].best_name, "p3");
    answer = ask_stats(harness, sample_stats(2, 0));
    assert_int_equal(answer->forms[0].best_points, 0);
}

/* ------------------------------------------------------------------ the graph */

#define DAY 1000

/* Game 20 + i of p1 and p2, who begins, ends at `ended_ms`. */
static void rated_game(struct harness *harness, uint64_t i, enum result result, int64_t ended_ms)
{
    struct store_op end = sample_rated_end(20 + i, result);
    end.as.game_end.ended_ms = ended_ms;
    conformance_must(harness, sample_start(20 + i, true, 1, 2));
    conformance_must(harness, end);
}

/* p1 has 1520, 1538, 1514 and 1532 points after them. */
static void games_of_some_days(struct harness *harness)
{
    conformance_accounts(harness, 2);
    rated_game(harness, 0, RESULT_FIRST, 3 * DAY + 5);
    rated_game(harness, 1, RESULT_FIRST, 5 * DAY);
    rated_game(harness, 2, RESULT_SECOND, 6 * DAY - 1);
    rated_game(harness, 3, RESULT_FIRST, 9 * DAY + 1);
}

static void assert_day(const struct store_graph *answer, size_t i, size_t day, int points,
                       int games)
{
    const struct store_day wanted = {.day = day, .points = points, .games = games};
    assert_true(i < answer->days_count);
    assert_record_equal(day, &answer->days[i], &wanted);
}

CONFORMANCE_TEST(a_day_has_its_last_rating_and_its_games)
{
    int64_t starts[11];
    for (int i = 0; i < 11; i++)
        starts[i] = i * DAY;
    games_of_some_days(harness);
    const struct store_graph *answer = ask_graph(harness, sample_graph(1, starts, 10));
    assert_int_equal(answer->days_count, 3);
    assert_int_equal(answer->before, 0);
    assert_int_equal(answer->first_ms, 3 * DAY + 5);
    assert_day(answer, 0, 3, 1520, 1);
    assert_day(answer, 1, 5, 1514, 2);
    assert_day(answer, 2, 9, 1532, 1);
    answer = ask_graph(harness, sample_graph(1, starts + 4, 2));
    assert_int_equal(answer->days_count, 1);
    assert_int_equal(answer->before, 1520);
    assert_int_equal(answer->first_ms, 3 * DAY + 5);
    assert_day(answer, 0, 1, 1514, 2);
    struct store_query mini = sample_graph(1, starts, 10);
    mini.as.graph.variant = VARIANT_MINI;
    answer = ask_graph(harness, mini);
    assert_int_equal(answer->days_count, 0);
    assert_int_equal(answer->first_ms, 0);
    conformance_ask_nothing(harness, sample_graph(99, starts, 10));
}

/* sample_fine() says when: long after the games. */
CONFORMANCE_TEST(a_fine_is_a_point_without_a_game)
{
    int64_t at_ms = 1700000000000 + 24100;
    const int64_t starts[] = {0, 20 * DAY, at_ms, at_ms + 1};
    games_of_some_days(harness);
    conformance_must(harness, sample_fine(24100));
    const struct store_graph *answer = ask_graph(harness, sample_graph(1, starts, 3));
    assert_int_equal(answer->days_count, 2);
    assert_day(answer, 0, 0, 1532, 4);
    assert_day(answer, 1, 2, 1432, 0);
}

CONFORMANCE_TEST(of_several_at_once_the_last_one_counts)
{
    const int64_t starts[] = {0, DAY};
    conformance_accounts(harness, 2);
    rated_game(harness, 0, RESULT_FIRST, 5);
    rated_game(harness, 1, RESULT_SECOND, 5);
    rated_game(harness, 2, RESULT_FIRST, 5);
    rated_game(harness, 3, RESULT_SECOND, 4); /* the clock was set back */
    const struct store_graph *answer = ask_graph(harness, sample_graph(1, starts, 1));
    assert_day(answer, 0, 0, 1518, 4);
}

/* ------------------------------------------------------------------ names */

static void assert_found(struct harness *harness, const char *text, const char *names)
{
    char told[256] = "";
    size_t len = 0;
    const struct store_found_players *answer = ask_find(harness, sample_find(text, 10));
    for (size_t i = 0; i < answer->rows_count; i++)
        len += (size_t)snprintf(told + len, sizeof(told) - len, "%s ", answer->rows[i].name);
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
CONFORMANCE_TEST(names_are_found_by_their_beginning)
{
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

CONFORMANCE_TEST(deleted_accounts_are_not_found)
{
    names_make(harness);
    conformance_must(harness, sample_account(11, &(struct store_account){.is_deleted = true}));
    assert_found(harness, "key an", "an annabel ");
}

CONFORMANCE_TEST(names_come_in_pages)
{
    struct store_query query = sample_find("key an", 2);
    names_make(harness);
    const struct store_found_players *answer = ask_find(harness, query);
    assert_int_equal(answer->rows_count, 2);
    assert_true(answer->has_more);
    query.as.find.after = "key anna";
    answer = ask_find(harness, query);
    assert_int_equal(answer->rows_count, 1);
    assert_false(answer->has_more);
    assert_string_equal(answer->rows[0].name, "annabel");
    query.as.find.after = "key annabel";
    assert_int_equal(ask_find(harness, query)->rows_count, 0);
    query.as.find.after = "key aa"; /* before all that begin so */
    assert_string_equal(ask_find(harness, query)->rows[0].name, "an");
    query.as.find.after = "key z";
    assert_int_equal(ask_find(harness, query)->rows_count, 0);
}

/* The last of a page may be deleted or renamed before the next one is asked for. */
CONFORMANCE_TEST(pages_go_on_behind_a_name_that_is_gone)
{
    struct store_query query = sample_find("key an", 2);
    names_make(harness);
    query.as.find.after = "key anna";
    conformance_must(harness, sample_account(11, &(struct store_account){.is_deleted = true}));
    assert_string_equal(ask_find(harness, query)->rows[0].name, "annabel");
    query.as.find.after = "key ana"; /* nobody's ever */
    const struct store_found_players *answer = ask_find(harness, query);
    assert_int_equal(answer->rows_count, 1);
    assert_string_equal(answer->rows[0].name, "annabel");
}

CONFORMANCE_TEST(who_is_found_comes_with_rating_and_rank)
{
    conformance_accounts(harness, 3);
    conformance_play(harness, 20, 1, 2, RESULT_FIRST);
    struct store_query query = sample_find("key p", 10);
    const struct store_found_players *answer = ask_find(harness, query);
    assert_int_equal(answer->rows_count, 3);
    assert_int_equal(answer->rows[1].rating.points, 1480);
    assert_int_equal(answer->rows[1].rating.rank, 2);
    assert_int_equal(answer->rows[2].rating.rank, 0);
    assert_int_equal(answer->rows[2].rating.games, 0);
    query.as.find.variant = -1;
    assert_int_equal(ask_find(harness, query)->rows[1].rating.rank, 0);
}
