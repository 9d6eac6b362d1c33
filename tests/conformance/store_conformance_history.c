/* SPDX-License-Identifier: MIT */
/*
 * Conformance: a player's history. What a line says, filters in every combination, paging.
 */
#include "tests/conformance/store_conformance.h"

CONFORMANCE_TEST(a_line_tells_the_game_as_its_player_saw_it)
{
    conformance_accounts(harness, 2);
    conformance_play(harness, 20, 1, 2, RESULT_FIRST);
    struct store_history_row wanted = {.game = 20,
                                       .variant = VARIANT_CLASSIC,
                                       .rated = true,
                                       .ended_ms = 1700000001020,
                                       .opponent = "p2",
                                       .score = SCORE_WON,
                                       .reason = REASON_RESIGN,
                                       .points = 20,
                                       .plies = 7,
                                       .opponent_points = 1500};
    assert_record_equal(history_row, ask_history(harness, sample_history(1, 10))->rows, &wanted);
    wanted.seat = SEAT_SECOND;
    wanted.opponent = "p1";
    wanted.score = SCORE_LOST;
    wanted.points = -20;
    assert_record_equal(history_row, ask_history(harness, sample_history(2, 10))->rows, &wanted);
}

CONFORMANCE_TEST(the_opponents_rank_is_the_one_before_the_game)
{
    conformance_accounts(harness, 3);
    conformance_play(harness, 20, 1, 2, RESULT_FIRST);
    conformance_play(harness, 21, 2, 1, RESULT_FIRST);
    conformance_must(harness, sample_start(22, false, 3, 2));
    conformance_must(harness, sample_end(22, RESULT_NONE, ""));
    const struct store_history *second = ask_history(harness, sample_history(2, 10));
    assert_int_equal(second->rows[2].opponent_rank, 0); /* game 20: p1 had no rating */
    assert_int_equal(second->rows[1].opponent_rank, 1); /* game 21: p1 led before it */
    assert_int_equal(second->rows[0].opponent_rank, 0); /* game 22: p3 has none */
    const struct store_history *third = ask_history(harness, sample_history(3, 10));
    assert_int_equal(third->rows[0].opponent_rank, 1); /* p2 leads since game 21 */
    assert_int_equal(third->rows[0].score, SCORE_VOID);
    assert_int_equal(third->rows[0].points, 0);
    assert_false(third->rows[0].rated);
}

#define COMPUTER 9

/* The kind of a game of games_make(): 0 rated, 1 for fun, 2 against a computer. */
static int stake_of(uint64_t i)
{
    return (int)(i % 3);
}

static uint64_t opponent_of(uint64_t i)
{
    if (stake_of(i) == 2)
        return COMPUTER;
    return i % 2 == 0 ? 2 : 3;
}

/* Games 100 to 100 + count - 1 of p1 with p2, p3 or a computer, in all variants, with all results.
 */
static void games_make(struct harness *harness, uint64_t count)
{
    conformance_accounts(harness, 4);
    conformance_computer(harness, COMPUTER, "c");
    for (uint64_t i = 0; i < count; i++) {
        struct store_op start = sample_start(100 + i, stake_of(i) == 0, 1, opponent_of(i));
        start.as.game_start.variant = (enum variant_id)(i / 2 % VARIANT_COUNT);
        harness_add(harness, start);
        harness_add(harness, sample_end(100 + i, (enum result)(i / 7 % RESULT_COUNT), "h8"));
        if (i % 5 == 0)
            harness_add(harness, sample_star(1, 100 + i, true));
    }
    assert_int_equal(harness_commit(harness), STORE_OK);
}

CONFORMANCE_TEST(the_newest_game_comes_first_and_paging_misses_none)
{
    struct store_query query = sample_history(1, 10);
    uint64_t next = 144;
    games_make(harness, 45);
    for (int page = 0; page < 5; page++) {
        const struct store_history *answer = ask_history(harness, query);
        assert_int_equal(answer->rows_count, page < 4 ? 10 : 5);
        assert_int_equal(answer->has_more, page < 4);
        for (size_t i = 0; i < answer->rows_count; i++)
            assert_int_equal(answer->rows[i].game, next--);
        query.as.history.before = answer->rows[answer->rows_count - 1].game;
    }
    assert_int_equal(next, 99);
}

CONFORMANCE_TEST(has_more_is_not_said_of_an_exact_page)
{
    games_make(harness, 10);
    assert_false(ask_history(harness, sample_history(1, 10))->has_more);
    assert_true(ask_history(harness, sample_history(1, 9))->has_more);
    assert_true(ask_history(harness, sample_history(1, 0))->has_more);
    assert_int_equal(ask_history(harness, sample_history(1, 0))->rows_count, 0);
}

static bool is_admitted(uint64_t i, const struct store_history_filter *query)
{
    int variant = (int)(i / 2 % VARIANT_COUNT);
    int score = (int)score_of_seat((enum result)(i / 7 % RESULT_COUNT), 0);
    return (query->variant == -1 || query->variant == variant) &&
           (query->score == -1 || query->score == score) &&
           (query->opponent == 0 || query->opponent == opponent_of(i)) &&
           (query->before == 0 || 100 + i < query->before) &&
           (query->stake == STAKE_ANY || (query->stake == STAKE_RATED) == (stake_of(i) == 0)) &&
           (query->computers == COMPUTERS_ANY ||
            (query->computers == COMPUTERS_ONLY) == (stake_of(i) == 2)) &&
           (!query->is_starred || i % 5 == 0) && 1700000001100 + (int64_t)i >= query->since_ms &&
           (query->until_ms == 0 || 1700000001100 + (int64_t)i < query->until_ms);
}

/* Of the games that games_make() made. */
static void filtered_page_is_right(struct harness *harness, struct store_query query,
                                   uint64_t count)
{
    const struct store_history *answer = ask_history(harness, query);
    size_t at = 0;
    bool has_more = false;
    for (uint64_t i = count; i > 0; i--) {
        if (!is_admitted(i - 1, &query.as.history))
            continue;
        if (at == query.as.history.limit) {
            has_more = true;
            break;
        }
        assert_true(at < answer->rows_count);
        assert_int_equal(answer->rows[at].game, 100 + i - 1);
        at++;
    }
    assert_int_equal(answer->rows_count, at);
    assert_int_equal(answer->has_more, has_more);
}

CONFORMANCE_TEST(filters_combine)
{
    const uint64_t count = 200;
    games_make(harness, count);
    for (int i = 0; i < (VARIANT_COUNT + 1) * (SCORE_COUNT + 1) * 4 * 2; i++) {
        struct store_query query = sample_history(1, 6);
        query.as.history.variant = i % (VARIANT_COUNT + 1) - 1;
        query.as.history.score = i / (VARIANT_COUNT + 1) % (SCORE_COUNT + 1) - 1;
        int rest = i / ((VARIANT_COUNT + 1) * (SCORE_COUNT + 1));
        query.as.history.opponent = (const uint64_t[]){0, 2, COMPUTER, 4}[rest % 4];
        query.as.history.before = rest / 4 == 0 ? 0 : 199;
        filtered_page_is_right(harness, query, count);
        query.as.history.stake = (enum store_stake)(i % STAKE_COUNT);
        query.as.history.computers = (enum store_computers)(i / 5 % COMPUTERS_COUNT);
        query.as.history.is_starred = i % 2 == 0;
        query.as.history.limit = 3;
        filtered_page_is_right(harness, query, count);
        query.as.history.since_ms = 1700000001120;
        query.as.history.until_ms = 1700000001220;
        filtered_page_is_right(harness, query, count);
        query.as.history.is_starred = !query.as.history.is_starred;
        filtered_page_is_right(harness, query, count);
    }
}

/* Games 20 to 23 of p1 and p2 end in the order 22, 20, 23 with 21: the last two at once. */
static void games_out_of_order(struct harness *harness)
{
    static const uint64_t order[] = {22, 20, 23, 21};
    static const int64_t ended_ms[] = {5000, 6000, 7000, 7000};
    conformance_accounts(harness, 2);
    for (uint64_t game = 20; game < 24; game++)
        conformance_must(harness, sample_start(game, false, 1, 2));
    for (size_t i = 0; i < 4; i++) {
        struct store_op end = sample_end(order[i], RESULT_FIRST, "h8");
        end.as.game_end.ended_ms = ended_ms[i];
        conformance_must(harness, end);
    }
}

CONFORMANCE_TEST(the_game_that_ended_last_comes_first)
{
    static const uint64_t order[] = {23, 21, 20, 22};
    games_out_of_order(harness);
    for (size_t n = 0; n < 4; n++) {
        struct store_query page = sample_history(2, 10);
        page.as.history.before = n > 0 ? order[n - 1] : 0;
        const struct store_history *answer = ask_history(harness, page);
        assert_int_equal(answer->rows_count, 4 - n);
        for (size_t i = n; i < 4; i++)
            assert_int_equal(answer->rows[i - n].game, order[i]);
    }
}

CONFORMANCE_TEST(a_page_behind_a_game_of_others_is_not_found)
{
    struct store_query query = sample_history(1, 10);
    games_out_of_order(harness);
    conformance_must(harness, sample_start(24, false, 2, 1));
    query.as.history.before = 24; /* in progress */
    conformance_ask_nothing(harness, query);
    query.as.history.before = 25;
    conformance_ask_nothing(harness, query);
}

CONFORMANCE_TEST(dates_are_the_ends_of_games)
{
    /* since, until; games */
    static const int64_t spans[][3] = {{0, 0, 4},       {6000, 0, 3},    {6001, 0, 2},
                                       {0, 7000, 2},    {0, 7001, 4},    {5000, 6000, 1},
                                       {7000, 7001, 2}, {7001, 9000, 0}, {0, 1, 0}};
    games_out_of_order(harness);
    for (size_t i = 0; i < sizeof(spans) / sizeof(spans[0]); i++) {
        struct store_query query = sample_history(1, 10);
        query.as.history.since_ms = spans[i][0];
        query.as.history.until_ms = spans[i][1];
        assert_int_equal(ask_history(harness, query)->rows_count, spans[i][2]);
        query.as.history.score = SCORE_WON;
        assert_int_equal(ask_history(harness, query)->rows_count, spans[i][2]);
    }
}

CONFORMANCE_TEST(a_star_is_ones_own_and_stays)
{
    games_out_of_order(harness);
    conformance_must(harness, sample_star(1, 20, true));
    conformance_must(harness, sample_star(1, 22, true));
    conformance_must(harness, sample_star(1, 22, false));
    if (harness->backend->keeps)
        harness_reopen(harness);
    struct store_query query = sample_history(1, 10);
    const struct store_history *answer = ask_history(harness, query);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(answer->rows[i].is_starred, answer->rows[i].game == 20);
    query.as.history.is_starred = true;
    assert_int_equal(ask_history(harness, query)->rows_count, 1);
    assert_int_equal(ask_history(harness, query)->rows[0].game, 20);
    query.as.history.player = 2;
    assert_int_equal(ask_history(harness, query)->rows_count, 0);
}

CONFORMANCE_TEST(a_star_for_a_game_that_is_not_there_conflicts)
{
    games_out_of_order(harness);
    conformance_must(harness, sample_start(24, false, 1, 2));
    const struct store_op ops[] = {sample_star(1, 24, true), sample_star(1, 25, true),
                                   sample_star(99, 20, true)};
    for (size_t i = 0; i < 3; i++)
        conformance_comes_to(harness, ops[i], STORE_CONFLICT);
}

CONFORMANCE_TEST(a_line_knows_seats_stones_and_the_opponents_points)
{
    conformance_accounts(harness, 2);
    conformance_play(harness, 20, 1, 2, RESULT_FIRST);
    conformance_must(harness, sample_start(21, false, 2, 1));
    struct store_op end = sample_end(21, RESULT_DRAW, "h8");
    end.as.game_end.first_mark = MARK_O;
    conformance_must(harness, end);
    const struct store_history *answer = ask_history(harness, sample_history(1, 10));
    assert_int_equal(answer->rows[0].seat, SEAT_SECOND);
    assert_int_equal(answer->rows[0].mark, MARK_X);
    assert_int_equal(answer->rows[0].opponent_points, 0);
    assert_int_equal(answer->rows[1].seat, SEAT_FIRST);
    assert_int_equal(answer->rows[1].mark, MARK_NONE);
    assert_int_equal(answer->rows[1].opponent_points, 1500);
    answer = ask_history(harness, sample_history(2, 10));
    assert_int_equal(answer->rows[0].mark, MARK_O);
}

CONFORMANCE_TEST(an_export_has_the_games_of_the_list)
{
    games_make(harness, 60);
    for (int score = -1; score < SCORE_COUNT; score++) {
        struct store_query list = sample_history(1, 25);
        struct store_query whole = sample_export(1, 25);
        list.as.history.score = score;
        whole.as.export.score = score;
        list.as.history.before = whole.as.export.before = 150;
        const struct store_history *rows = ask_history(harness, list);
        const struct store_games *games = ask_export(harness, whole);
        assert_int_equal(games->rows_count, rows->rows_count);
        assert_int_equal(games->has_more, rows->has_more);
        for (size_t i = 0; i < rows->rows_count; i++) {
            assert_int_equal(games->rows[i].start.id, rows->rows[i].game);
            assert_true(games->rows[i].is_over);
            assert_string_equal(games->rows[i].end.actions, "h8");
            assert_string_equal(games->rows[i].seats[0].name, "p1");
        }
    }
}

CONFORMANCE_TEST(a_history_without_games_is_empty_and_nobodys_is_not_found)
{
    conformance_accounts(harness, 1);
    const struct store_history *answer = ask_history(harness, sample_history(1, 10));
    assert_int_equal(answer->rows_count, 0);
    assert_false(answer->has_more);
    conformance_ask_nothing(harness, sample_history(99, 10));
}

CONFORMANCE_TEST(opponents_are_called_by_their_present_names)
{
    struct sample_names names;
    conformance_accounts(harness, 1);
    conformance_must(harness, sample_guest(7, "guest-a", &names));
    conformance_must(harness, sample_start(20, false, 1, 7));
    conformance_must(harness, sample_end(20, RESULT_FIRST, "h8"));
    conformance_must(harness, sample_register(7, "anna", &names));
    const struct store_history *answer = ask_history(harness, sample_history(1, 10));
    assert_string_equal(answer->rows[0].opponent, "anna");
    assert_int_equal(ask_history(harness, sample_history(7, 10))->rows_count, 1);
}
