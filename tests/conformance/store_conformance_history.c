/* SPDX-License-Identifier: MIT */
/*
 * Conformance: a player's history. What a line says, filters in every combination, paging.
 */
#include "tests/conformance/store_conformance.h"

static void a_line_tells_the_game_as_its_player_saw_it(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 2);
    conformance_play(harness, 20, (const uint64_t[]){1, 2}, RESULT_FIRST, (const int[]){20, -19});
    const struct store_history_row *won =
        &conformance_ask(harness, sample_history(1, 10))->history[0];
    assert_int_equal(won->game, 20);
    assert_int_equal(won->variant, VARIANT_CLASSIC);
    assert_true(won->rated);
    assert_int_equal(won->ended_ms, 1700000001020);
    assert_string_equal(won->opponent, "p2");
    assert_int_equal(won->score, SCORE_WON);
    assert_int_equal(won->reason, REASON_RESIGN);
    assert_int_equal(won->points, 20);
    assert_int_equal(won->plies, 7);
    const struct store_history_row *lost =
        &conformance_ask(harness, sample_history(2, 10))->history[0];
    assert_string_equal(lost->opponent, "p1");
    assert_int_equal(lost->score, SCORE_LOST);
    assert_int_equal(lost->points, -19);
}

static void the_opponents_rank_is_the_one_before_the_game(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 3);
    conformance_play(harness, 20, (const uint64_t[]){1, 2}, RESULT_FIRST, (const int[]){20, -20});
    conformance_play(harness, 21, (const uint64_t[]){2, 1}, RESULT_FIRST, (const int[]){30, -30});
    conformance_must(harness, sample_start(22, false, 3, 2));
    conformance_must(harness, sample_end(22, RESULT_NONE, ""));
    const struct store_answer *second = conformance_ask(harness, sample_history(2, 10));
    assert_int_equal(second->history[2].opponent_rank, 0); /* game 20: p1 had no rating */
    assert_int_equal(second->history[1].opponent_rank, 1); /* game 21: p1 led before it */
    assert_int_equal(second->history[0].opponent_rank, 0); /* game 22: p3 has none */
    const struct store_answer *third = conformance_ask(harness, sample_history(3, 10));
    assert_int_equal(third->history[0].opponent_rank, 1); /* p2 leads since game 21 */
    assert_int_equal(third->history[0].score, SCORE_VOID);
    assert_int_equal(third->history[0].points, 0);
    assert_false(third->history[0].rated);
}

/* Games 100 to 100 + count - 1 of p1 with p2 or p3, in all variants, with all results. */
static void games_make(struct harness *harness, uint64_t count)
{
    conformance_accounts(harness, 4);
    for (uint64_t i = 0; i < count; i++) {
        struct store_op start = sample_start(100 + i, i % 3 == 0, 1, i % 2 == 0 ? 2 : 3);
        start.as.start.variant = (enum variant_id)(i / 2 % VARIANT_COUNT);
        harness_add(harness, start);
        harness_add(harness, sample_end(100 + i, (enum result)(i / 7 % RESULT_COUNT), "h8"));
        if (i % 5 == 0)
            harness_add(harness, sample_star(1, 100 + i, true));
    }
    assert_int_equal(harness_commit(harness), STORE_OK);
}

static void the_newest_game_comes_first_and_paging_misses_none(void **state)
{
    struct harness *harness = *state;
    struct store_query query = sample_history(1, 10);
    uint64_t next = 144;
    games_make(harness, 45);
    for (int page = 0; page < 5; page++) {
        const struct store_answer *answer = conformance_ask(harness, query);
        assert_int_equal(answer->history_count, page < 4 ? 10 : 5);
        assert_int_equal(answer->has_more, page < 4);
        for (size_t i = 0; i < answer->history_count; i++)
            assert_int_equal(answer->history[i].game, next--);
        query.history.before = answer->history[answer->history_count - 1].game;
    }
    assert_int_equal(next, 99);
}

static void has_more_is_not_said_of_an_exact_page(void **state)
{
    struct harness *harness = *state;
    games_make(harness, 10);
    assert_false(conformance_ask(harness, sample_history(1, 10))->has_more);
    assert_true(conformance_ask(harness, sample_history(1, 9))->has_more);
    assert_true(conformance_ask(harness, sample_history(1, 0))->has_more);
    assert_int_equal(conformance_ask(harness, sample_history(1, 0))->history_count, 0);
}

static bool is_admitted(uint64_t i, const struct store_history_query *query)
{
    int variant = (int)(i / 2 % VARIANT_COUNT);
    int score = (int)score_of_seat((enum result)(i / 7 % RESULT_COUNT), 0);
    uint64_t opponent = i % 2 == 0 ? 2 : 3;
    return (query->variant == -1 || query->variant == variant) &&
           (query->score == -1 || query->score == score) &&
           (query->opponent == 0 || query->opponent == opponent) &&
           (query->before == 0 || 100 + i < query->before) &&
           (query->stake == STAKE_ANY || (query->stake == STAKE_RATED) == (i % 3 == 0)) &&
           (!query->is_starred || i % 5 == 0) && 1700000001100 + (int64_t)i >= query->since_ms &&
           (query->until_ms == 0 || 1700000001100 + (int64_t)i < query->until_ms);
}

/* Of the games that games_make() made. */
static void filtered_page_is_right(struct harness *harness, struct store_query query,
                                   uint64_t count)
{
    const struct store_answer *answer = conformance_ask(harness, query);
    size_t at = 0;
    bool has_more = false;
    for (uint64_t i = count; i > 0; i--) {
        if (!is_admitted(i - 1, &query.history))
            continue;
        if (at == query.history.limit) {
            has_more = true;
            break;
        }
        assert_true(at < answer->history_count);
        assert_int_equal(answer->history[at].game, 100 + i - 1);
        at++;
    }
    assert_int_equal(answer->history_count, at);
    assert_int_equal(answer->has_more, has_more);
}

static void filters_combine(void **state)
{
    struct harness *harness = *state;
    const uint64_t count = 200;
    games_make(harness, count);
    for (int i = 0; i < (VARIANT_COUNT + 1) * (SCORE_COUNT + 1) * 4 * 2; i++) {
        struct store_query query = sample_history(1, 6);
        query.history.variant = i % (VARIANT_COUNT + 1) - 1;
        query.history.score = i / (VARIANT_COUNT + 1) % (SCORE_COUNT + 1) - 1;
        int rest = i / ((VARIANT_COUNT + 1) * (SCORE_COUNT + 1));
        query.history.opponent = (const uint64_t[]){0, 2, 3, 4}[rest % 4];
        query.history.before = rest / 4 == 0 ? 0 : 199;
        filtered_page_is_right(harness, query, count);
        query.history.stake = (enum store_stake)(i % STAKE_COUNT);
        query.history.is_starred = i % 2 == 0;
        query.history.limit = 3;
        filtered_page_is_right(harness, query, count);
        query.history.since_ms = 1700000001120;
        query.history.until_ms = 1700000001220;
        filtered_page_is_right(harness, query, count);
        query.history.is_starred = !query.history.is_starred;
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
        end.as.end.ended_ms = ended_ms[i];
        conformance_must(harness, end);
    }
}

static void the_game_that_ended_last_comes_first(void **state)
{
    static const uint64_t order[] = {23, 21, 20, 22};
    struct harness *harness = *state;
    games_out_of_order(harness);
    for (size_t n = 0; n < 4; n++) {
        struct store_query page = sample_history(2, 10);
        page.history.before = n > 0 ? order[n - 1] : 0;
        const struct store_answer *answer = conformance_ask(harness, page);
        assert_int_equal(answer->history_count, 4 - n);
        for (size_t i = n; i < 4; i++)
            assert_int_equal(answer->history[i - n].game, order[i]);
    }
}

static void a_page_behind_a_game_of_others_is_not_found(void **state)
{
    struct harness *harness = *state;
    struct store_query query = sample_history(1, 10);
    games_out_of_order(harness);
    conformance_must(harness, sample_start(24, false, 2, 1));
    query.history.before = 24; /* in progress */
    conformance_ask_nothing(harness, query);
    query.history.before = 25;
    conformance_ask_nothing(harness, query);
}

static void dates_are_the_ends_of_games(void **state)
{
    /* since, until; games */
    static const int64_t spans[][3] = {{0, 0, 4},       {6000, 0, 3},    {6001, 0, 2},
                                       {0, 7000, 2},    {0, 7001, 4},    {5000, 6000, 1},
                                       {7000, 7001, 2}, {7001, 9000, 0}, {0, 1, 0}};
    struct harness *harness = *state;
    games_out_of_order(harness);
    for (size_t i = 0; i < sizeof(spans) / sizeof(spans[0]); i++) {
        struct store_query query = sample_history(1, 10);
        query.history.since_ms = spans[i][0];
        query.history.until_ms = spans[i][1];
        assert_int_equal(conformance_ask(harness, query)->history_count, spans[i][2]);
        query.history.score = SCORE_WON;
        assert_int_equal(conformance_ask(harness, query)->history_count, spans[i][2]);
    }
}

static void a_star_is_ones_own_and_stays(void **state)
{
    struct harness *harness = *state;
    games_out_of_order(harness);
    conformance_must(harness, sample_star(1, 20, true));
    conformance_must(harness, sample_star(1, 22, true));
    conformance_must(harness, sample_star(1, 22, false));
    if (harness->backend->keeps)
        harness_reopen(harness);
    struct store_query query = sample_history(1, 10);
    const struct store_answer *answer = conformance_ask(harness, query);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(answer->history[i].is_starred, answer->history[i].game == 20);
    query.history.is_starred = true;
    assert_int_equal(conformance_ask(harness, query)->history_count, 1);
    assert_int_equal(conformance_ask(harness, query)->history[0].game, 20);
    query.history.player = 2;
    assert_int_equal(conformance_ask(harness, query)->history_count, 0);
}

static void a_star_for_a_game_that_is_not_there_conflicts(void **state)
{
    struct harness *harness = *state;
    games_out_of_order(harness);
    conformance_must(harness, sample_start(24, false, 1, 2));
    const struct store_op ops[] = {sample_star(1, 24, true), sample_star(1, 25, true),
                                   sample_star(99, 20, true)};
    for (size_t i = 0; i < 3; i++) {
        harness_add(harness, ops[i]);
        assert_int_equal(harness_commit(harness), STORE_OK);
        assert_int_equal(harness->results[0], STORE_CONFLICT);
    }
}

static void a_line_knows_seats_stones_and_the_opponents_points(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 2);
    conformance_play(harness, 20, (const uint64_t[]){1, 2}, RESULT_FIRST, (const int[]){20, -20});
    conformance_must(harness, sample_start(21, false, 2, 1));
    struct store_op end = sample_end(21, RESULT_DRAW, "h8");
    end.as.end.first_mark = MARK_O;
    conformance_must(harness, end);
    const struct store_answer *answer = conformance_ask(harness, sample_history(1, 10));
    assert_int_equal(answer->history[0].seat, SEAT_SECOND);
    assert_int_equal(answer->history[0].mark, MARK_X);
    assert_int_equal(answer->history[0].opponent_points, 0);
    assert_int_equal(answer->history[1].seat, SEAT_FIRST);
    assert_int_equal(answer->history[1].mark, MARK_NONE);
    assert_int_equal(answer->history[1].opponent_points, 1500);
    answer = conformance_ask(harness, sample_history(2, 10));
    assert_int_equal(answer->history[0].mark, MARK_O);
}

static void an_export_has_the_games_of_the_list(void **state)
{
    struct harness *harness = *state;
    games_make(harness, 60);
    for (int score = -1; score < SCORE_COUNT; score++) {
        struct store_query list = sample_history(1, 25);
        struct store_query whole = sample_export(1, 25);
        list.history.score = score;
        whole.history.score = score;
        list.history.before = whole.history.before = 150;
        uint64_t games[25];
        const struct store_answer *answer = conformance_ask(harness, list);
        size_t count = answer->history_count;
        bool has_more = answer->has_more;
        for (size_t i = 0; i < count; i++)
            games[i] = answer->history[i].game;
        answer = conformance_ask(harness, whole);
        assert_int_equal(answer->games_count, count);
        assert_int_equal(answer->has_more, has_more);
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(answer->games[i].start.id, games[i]);
            assert_true(answer->games[i].is_over);
            assert_string_equal(answer->games[i].end.actions, "h8");
            assert_string_equal(answer->games[i].names[0], "p1");
        }
    }
}

static void a_history_without_games_is_empty_and_nobodys_is_not_found(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 1);
    const struct store_answer *answer = conformance_ask(harness, sample_history(1, 10));
    assert_int_equal(answer->history_count, 0);
    assert_false(answer->has_more);
    conformance_ask_nothing(harness, sample_history(99, 10));
}

static void opponents_are_called_by_their_present_names(void **state)
{
    struct harness *harness = *state;
    struct sample_names names;
    conformance_accounts(harness, 1);
    conformance_must(harness, sample_guest(7, "guest-a", &names));
    conformance_must(harness, sample_start(20, false, 1, 7));
    conformance_must(harness, sample_end(20, RESULT_FIRST, "h8"));
    conformance_must(harness, sample_register(7, "anna", &names));
    const struct store_answer *answer = conformance_ask(harness, sample_history(1, 10));
    assert_string_equal(answer->history[0].opponent, "anna");
    assert_int_equal(conformance_ask(harness, sample_history(7, 10))->history_count, 1);
}

int conformance_history(void)
{
    const struct CMUnitTest tests[] = {
        CONFORMANCE_TEST(a_line_tells_the_game_as_its_player_saw_it),
        CONFORMANCE_TEST(the_opponents_rank_is_the_one_before_the_game),
        CONFORMANCE_TEST(the_newest_game_comes_first_and_paging_misses_none),
        CONFORMANCE_TEST(has_more_is_not_said_of_an_exact_page),
        CONFORMANCE_TEST(filters_combine),
        CONFORMANCE_TEST(the_game_that_ended_last_comes_first),
        CONFORMANCE_TEST(a_page_behind_a_game_of_others_is_not_found),
        CONFORMANCE_TEST(dates_are_the_ends_of_games),
        CONFORMANCE_TEST(a_star_is_ones_own_and_stays),
        CONFORMANCE_TEST(a_star_for_a_game_that_is_not_there_conflicts),
        CONFORMANCE_TEST(a_line_knows_seats_stones_and_the_opponents_points),
        CONFORMANCE_TEST(an_export_has_the_games_of_the_list),
        CONFORMANCE_TEST(a_history_without_games_is_empty_and_nobodys_is_not_found),
        CONFORMANCE_TEST(opponents_are_called_by_their_present_names),
    };
    return cmocka_run_group_tests_name("history", tests, NULL, NULL);
}
