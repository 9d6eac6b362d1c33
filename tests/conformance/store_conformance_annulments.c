/* SPDX-License-Identifier: MIT */
/*
 * Conformance: points that are taken back. An annulled game counts for nothing any more; what came
 * later stays as it was played.
 */
#include "db/fine.h"
#include "tests/conformance/store_conformance.h"

#include <string.h>

#define GAMES(...)                                                                                 \
    (const uint64_t[4])                                                                            \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }

static void play(struct harness *harness, uint64_t game, uint64_t winner, uint64_t loser)
{
    conformance_play(harness, game, winner, loser, RESULT_FIRST);
}

static void annul(struct harness *harness, uint64_t player, const uint64_t games[4])
{
    struct sample_annulled annulled;
    conformance_must(harness, sample_annul(player, games, &annulled));
}

/* In a system where a rating is provisional until it has two games against two opponents. */
static const struct store_rating_terms TERMS = {.games = 2, .opponents = 2, .points = 15};

static void play_by_terms(struct harness *harness, uint64_t game, uint64_t winner, uint64_t loser)
{
    struct store_op end = sample_rated_end(game, RESULT_FIRST);
    end.as.game_end.terms = TERMS;
    conformance_must(harness, sample_start(game, true, winner, loser));
    conformance_must(harness, end);
}

static void annul_by_terms(struct harness *harness, uint64_t game)
{
    struct sample_annulled annulled;
    const struct store_op op = sample_annul(0, GAMES(game), &annulled);
    annulled.annulment.terms = TERMS;
    conformance_must(harness, op);
}

static const struct store_moved *moved_of(const struct harness *harness, uint64_t player)
{
    for (size_t i = 0; i < harness->moved_count; i++)
        if (harness->moved[i].player == player)
            return &harness->moved[i];
    fail_msg("no rating of player %u moved", (unsigned)player);
    return NULL;
}

/* p1 wins 20 (1520), 21 (1538) and loses 22 to p3, who has 1500. */
CONFORMANCE_TEST(the_points_of_a_game_come_back_and_nothing_later_changes)
{
    conformance_accounts(harness, 3);
    play(harness, 20, 1, 2);
    play(harness, 21, 1, 2);
    play(harness, 22, 3, 1);
    const int before[] = {conformance_rating(harness, 1).points,
                          conformance_rating(harness, 3).points};
    annul(harness, 0, GAMES(20));
    assert_int_equal(harness->moved_count, 2);
    assert_int_equal(moved_of(harness, 1)->before, before[0]);
    assert_int_equal(moved_of(harness, 1)->after.points, before[0] - 20);
    assert_int_equal(moved_of(harness, 1)->games, 1);
    struct store_rating rating = conformance_rating(harness, 1);
    assert_int_equal(rating.points, before[0] - 20);
    assert_int_equal(rating.games, 2);
    assert_int_equal(rating.peak, 1538); /* of a game that counts */
    rating.rank = 0;
    assert_record_equal(rating, &moved_of(harness, 1)->after, &rating);
    assert_int_equal(conformance_rating(harness, 2).points, 1482);
    assert_int_equal(conformance_rating(harness, 3).points, before[1]);
    assert_int_equal(ask_top(harness, sample_top(1, 9))->rows[0].player, 3);
}

CONFORMANCE_TEST(the_history_says_what_was_and_that_it_is_annulled)
{
    const int64_t starts[] = {0, INT64_MAX};
    conformance_accounts(harness, 2);
    play(harness, 20, 1, 2);
    play(harness, 21, 2, 1);
    annul(harness, 0, GAMES(20));
    const struct store_history *lines = ask_history(harness, sample_history(1, 9));
    assert_false(lines->rows[0].is_annulled);
    assert_true(lines->rows[1].is_annulled);
    assert_int_equal(lines->rows[1].points, 20);
    assert_true(ask_history(harness, sample_history(2, 9))->rows[1].is_annulled);
    const struct store_graph *graph = ask_graph(harness, sample_graph(1, starts, 1));
    assert_int_equal(graph->days[0].games, 1);
    assert_int_equal(graph->days[0].annulled, 1);
    assert_int_equal(graph->days[0].void_games, 1);
    assert_int_equal(graph->days[0].points, conformance_rating(harness, 1).points);
}

/* The game says so, with what it moved; the games beside it do not. */
CONFORMANCE_TEST(the_game_says_that_it_is_annulled)
{
    conformance_accounts(harness, 2);
    play(harness, 20, 1, 2);
    play(harness, 21, 1, 2);
    assert_false(ask_game(harness, sample_game(20))->end.is_annulled);
    annul(harness, 0, GAMES(20));
    const struct store_game *game = ask_game(harness, sample_game(20));
    assert_true(game->end.is_annulled);
    assert_true(game->end.moves_ratings);
    assert_int_equal(game->end.changes[0].after.points, 1520);
    assert_false(ask_game(harness, sample_game(21))->end.is_annulled);
    const struct store_games *games = ask_export(harness, sample_export(2, 9));
    assert_false(games->rows[0].end.is_annulled);
    assert_true(games->rows[1].end.is_annulled);
}

/* Streaks and the best win are counted again: the win in the middle goes. */
CONFORMANCE_TEST(tallies_and_forms_lose_the_game)
{
    conformance_accounts(harness, 3);
    play(harness, 20, 3, 2);
    play(harness, 21, 1, 3); /* the best win: against 1520 */
    play(harness, 22, 1, 2);
    play(harness, 23, 2, 1);
    annul(harness, 0, GAMES(21));
    const struct store_stats *stats = ask_stats(harness, sample_stats(1, 0));
    assert_int_equal(stats->tallies_count, 2);
    assert_int_equal(stats->tallies[0].won, 1);
    assert_int_equal(stats->forms[0].longest_winning, 1);
    assert_int_equal(stats->forms[0].best_game, 22);
    assert_int_equal(ask_stats(harness, sample_stats(1, 3))->tallies_count, 0);
    annul(harness, 0, GAMES(22));
    annul(harness, 0, GAMES(23));
    stats = ask_stats(harness, sample_stats(1, 0));
    assert_int_equal(stats->tallies_count + stats->forms_count, 0);
}

/* p1 falls to the floor by fines, wins there and falls again: less is left than the win gave. */
CONFORMANCE_TEST(a_reversal_stops_at_the_floor)
{
    conformance_accounts(harness, 3);
    play(harness, 20, 2, 1);
    for (int month = 1; month <= 14; month++)
        conformance_must(harness, sample_fine(SAMPLE_MONTH + month));
    play(harness, 21, 1, 3);
    assert_in_range(conformance_rating(harness, 1).points, 110, 139);
    conformance_must(harness, sample_fine(SAMPLE_MONTH + 15));
    annul(harness, 0, GAMES(21));
    assert_int_equal(conformance_rating(harness, 1).points, 100);
    assert_int_equal(conformance_rating(harness, 1).games, 1);
}

CONFORMANCE_TEST(with_its_last_game_a_rating_ends_and_begins_anew)
{
    conformance_accounts(harness, 2);
    play(harness, 20, 1, 2);
    play(harness, 21, 1, 2);
    conformance_must(harness, sample_fine(SAMPLE_MONTH + 1));
    annul(harness, 1, GAMES(21, 20));
    assert_int_equal(moved_of(harness, 1)->after.games, 0);
    assert_int_equal(moved_of(harness, 1)->after.points, 1500);
    assert_int_equal(conformance_player(harness, 1)->ratings_count, 0);
    assert_int_equal(ask_top(harness, sample_top(1, 9))->total, 0);
    play(harness, 22, 1, 2);
    const struct store_rating rating = conformance_rating(harness, 1);
    assert_int_equal(rating.points, 1520);
    assert_int_equal(rating.games, 1);
    assert_int_equal(rating.peak, 1520);
    play(harness, 23, 2, 1);
    annul(harness, 0, GAMES(22)); /* 23 began with 1520; the rating before had more */
    assert_int_equal(conformance_rating(harness, 1).peak, 1520);
}

CONFORMANCE_TEST(a_rating_may_be_provisional_again)
{
    conformance_accounts(harness, 4);
    play_by_terms(harness, 20, 1, 2);
    play_by_terms(harness, 21, 1, 2);
    assert_int_equal(conformance_rating(harness, 1).established_ms, 0);
    play_by_terms(harness, 22, 1, 3);
    assert_true(conformance_rating(harness, 1).established_ms > 0);
    annul_by_terms(harness, 20); /* the other one against p2 counts */
    assert_true(conformance_rating(harness, 1).established_ms > 0);
    assert_int_equal(conformance_rating(harness, 1).opponents, 2);
    annul_by_terms(harness, 21);
    assert_int_equal(conformance_rating(harness, 1).opponents, 1);
    assert_int_equal(conformance_rating(harness, 1).established_ms, 0);
    assert_int_equal(ask_top(harness, sample_top(1, 9))->total, 0);
    play_by_terms(harness, 23, 1, 4);
    assert_true(conformance_rating(harness, 1).established_ms > 0);
    assert_int_equal(ask_top(harness, sample_top(1, 9))->total, 1);
}

/* 15 points a day by newcomers are full after one win; annulled, they may be won again. */
CONFORMANCE_TEST(what_is_annulled_does_not_fill_the_bound_of_the_day)
{
    conformance_accounts(harness, 6);
    play_by_terms(harness, 20, 1, 2);
    play_by_terms(harness, 21, 1, 3);
    play_by_terms(harness, 22, 1, 4);
    int full = conformance_rating(harness, 1).points;
    play_by_terms(harness, 23, 1, 5);
    assert_int_equal(conformance_rating(harness, 1).points, full);
    annul_by_terms(harness, 22);
    play_by_terms(harness, 24, 1, 6);
    assert_int_equal(conformance_rating(harness, 1).points, full);
}

/* Months of which nothing is left: 20 was played in the first of them, 1500 in the other one. */
CONFORMANCE_TEST(a_month_counts_while_a_game_of_it_is_left)
{
    const uint64_t first = fine_bit(SAMPLE_MONTH - 1);
    const uint64_t second = fine_bit(SAMPLE_MONTH);
    conformance_accounts(harness, 2);
    play(harness, 20, 1, 2);
    play(harness, 21, 1, 2);
    play(harness, 1500, 1, 2);
    conformance_must(harness, sample_active(1, SAMPLE_MONTH - 1));
    conformance_must(harness, sample_active(1, SAMPLE_MONTH));
    annul(harness, 0, GAMES(20));
    assert_int_equal(conformance_rating(harness, 1).active_months, first | second);
    annul(harness, 0, GAMES(21));
    assert_int_equal(conformance_rating(harness, 1).active_months, second);
    conformance_must(harness, sample_start(1600, true, 2, 1));
    play(harness, 1601, 2, 1);
    annul(harness, 0, GAMES(1500, 1601)); /* a game in progress may have moves of it */
    assert_int_equal(conformance_player(harness, 1)->ratings_count, 0);
    play(harness, 1602, 2, 1);
    play(harness, 22, 2, 1);
    conformance_must(harness, sample_active(1, SAMPLE_MONTH));
    annul(harness, 0, GAMES(1602));
    assert_int_equal(conformance_rating(harness, 1).active_months, second);
    conformance_must(harness, sample_rated_end(1600, RESULT_FIRST));
    annul(harness, 0, GAMES(1600));
    assert_int_equal(conformance_rating(harness, 1).active_months, 0);
}

CONFORMANCE_TEST(everybody_whose_points_moved_gets_a_memo)
{
    conformance_accounts(harness, 4);
    play(harness, 20, 1, 2);
    play(harness, 21, 1, 3);
    conformance_play(harness, 22, 1, 4, RESULT_DRAW);
    play(harness, 23, 2, 3);
    const int points = conformance_rating(harness, 1).points;
    annul(harness, 1, GAMES(22, 21, 20));
    assert_int_equal(harness->memos_told, 3); /* the draw moved nothing of p4's */
    const struct store_memo_row *memo = &ask_memos(harness, sample_memos(2))->rows[0];
    assert_int_equal(memo->kind, MEMO_POINTS_BACK);
    assert_int_equal(memo->number, 20);
    assert_int_equal(memo->game, 20);
    assert_int_equal(memo->id, 922);
    assert_string_equal(memo->about_name, "p1");
    assert_string_equal(memo->text, "reason");
    memo = &ask_memos(harness, sample_memos(1))->rows[0];
    assert_int_equal(memo->number, 1500 - points);
    assert_int_equal(memo->game, 0);
    assert_null(memo->about_name);
}

CONFORMANCE_TEST(a_game_is_annulled_once)
{
    struct sample_annulled annulled;
    conformance_accounts(harness, 2);
    play(harness, 20, 1, 2);
    play(harness, 21, 1, 2);
    annul(harness, 0, GAMES(20));
    conformance_comes_to(harness, sample_annul(0, GAMES(20), &annulled), STORE_ALREADY);
    conformance_comes_to(harness, sample_annul(0, GAMES(21, 20), &annulled), STORE_ALREADY);
    assert_int_equal(harness->moved_count, 0);
    assert_int_equal(conformance_rating(harness, 1).games, 1);
    assert_int_equal(ask_acts(harness, sample_acts(0, 0, 9))->rows_count, 1);
}

CONFORMANCE_TEST(games_that_moved_no_rating_are_refused)
{
    struct sample_annulled annulled;
    conformance_accounts(harness, 2);
    play(harness, 20, 1, 2);
    conformance_must(harness, sample_start(21, false, 1, 2));
    conformance_must_not(harness, sample_annul(0, GAMES(21), &annulled));
    conformance_must(harness, sample_end(21, RESULT_FIRST, "h8"));
    conformance_must_not(harness, sample_annul(0, GAMES(21), &annulled));
    conformance_must_not(harness, sample_annul(0, GAMES(99), &annulled));
    conformance_must_not(harness, sample_annul(0, GAMES(20, 20), &annulled));
    conformance_must_not(harness, sample_annul(0, GAMES(0), &annulled));
    assert_int_equal(conformance_rating(harness, 1).points, 1520);
}

/* Ratings of a deleted account are gone; the opponent's points come back. */
CONFORMANCE_TEST(a_deleted_account_has_no_points_to_give_back)
{
    struct sample_names names;
    conformance_accounts(harness, 3);
    play(harness, 20, 1, 2);
    play(harness, 21, 2, 3);
    int before = conformance_rating(harness, 2).points;
    conformance_must(harness, sample_delete(1, "gone", &names));
    annul(harness, 0, GAMES(20));
    assert_int_equal(harness->moved_count, 1);
    assert_int_equal(conformance_rating(harness, 2).points, before + 20);
    assert_true(ask_history(harness, sample_history(1, 9))->rows[0].is_annulled);
    assert_int_equal(ask_stats(harness, sample_stats(1, 0))->tallies_count, 0);
}

/* p1: 38 from p2, -20 and something from p3, nothing that is annulled. */
CONFORMANCE_TEST(points_are_listed_by_who_gave_them)
{
    conformance_accounts(harness, 4);
    play(harness, 20, 1, 2);
    play(harness, 21, 1, 2);
    play(harness, 22, 1, 3);
    play(harness, 23, 3, 1);
    play(harness, 24, 3, 1);
    play(harness, 25, 1, 4);
    annul(harness, 0, GAMES(25));
    conformance_must(harness, sample_origin(1, 70, 1, 0));
    conformance_must(harness, sample_origin(3, 70, 2, 0));
    const struct store_points_from *answer = ask_points_from(harness, sample_points_from(1, 1, 9));
    assert_int_equal(answer->rows_count, 2);
    const struct store_points_row wanted = {
        .opponent = 2, .name = "p2", .points = 38, .games = 2, .last_ms = SAMPLE_MS + 1021};
    assert_record_equal(points_row, &answer->rows[0], &wanted);
    assert_int_equal(answer->rows[1].opponent, 3);
    assert_int_equal(answer->rows[1].games, 3);
    assert_true(answer->rows[1].points < 0);
    assert_true(answer->rows[1].shares_origin);
    answer = ask_points_from(harness, sample_points_from(1, 1, 1));
    assert_int_equal(answer->rows_count, 1);
    assert_true(answer->has_more);
    answer = ask_points_from(harness, sample_points_from(1, 2, 1));
    assert_int_equal(answer->rows[0].opponent, 3);
    assert_false(answer->has_more);
    assert_int_equal(ask_points_from(harness, sample_points_from(4, 1, 9))->rows_count, 0);
    conformance_ask_nothing(harness, sample_points_from(9, 1, 9));
}
