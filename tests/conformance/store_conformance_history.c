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
        struct store_op start = sample_start(100 + i, false, 1, i % 2 == 0 ? 2 : 3);
        start.as.start.variant = (enum variant_id)(i / 2 % VARIANT_COUNT);
        harness_add(harness, start);
        harness_add(harness, sample_end(100 + i, (enum result)(i / 7 % RESULT_COUNT), "h8"));
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
           (query->before == 0 || 100 + i < query->before);
}

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
    }
}

static void games_that_end_out_of_order_are_listed_by_their_ids(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 2);
    for (uint64_t game = 20; game < 24; game++)
        conformance_must(harness, sample_start(game, false, 1, 2));
    const uint64_t order[] = {22, 20, 23, 21};
    for (size_t i = 0; i < 4; i++)
        conformance_must(harness, sample_end(order[i], RESULT_FIRST, "h8"));
    const struct store_answer *answer = conformance_ask(harness, sample_history(2, 10));
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(answer->history[i].game, 23 - i);
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
        CONFORMANCE_TEST(games_that_end_out_of_order_are_listed_by_their_ids),
        CONFORMANCE_TEST(a_history_without_games_is_empty_and_nobodys_is_not_found),
        CONFORMANCE_TEST(opponents_are_called_by_their_present_names),
    };
    return cmocka_run_group_tests_name("history", tests, NULL, NULL);
}
