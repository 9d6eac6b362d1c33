/* SPDX-License-Identifier: MIT */
/*
 * Conformance: games in progress, their logs, and their compaction into one row at the end.
 */
#include "tests/conformance/store_conformance.h"

#include <stdio.h>

static void a_game_in_progress_has_its_log_in_order(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 2);
    struct store_op start = sample_start(20, true, 1, 2);
    start.as.start.room = 10;
    start.as.start.variant = VARIANT_SWAP2;
    conformance_must(harness, start);
    harness_add(harness, sample_log(20, 1, "h8"));
    struct store_op offer = sample_log(20, 2, "");
    offer.as.log.kind = LOG_DRAW_OFFER;
    harness_add(harness, offer);
    struct store_op refusal = sample_log(20, 3, "");
    refusal.as.log.kind = LOG_DRAW_REFUSE;
    harness_add(harness, refusal);
    assert_int_equal(harness_commit(harness), STORE_OK);
    conformance_must(harness, sample_log(20, 4, "two_more"));

    const struct store_game *game = &conformance_ask(harness, sample_game(20))->game;
    assert_int_equal(game->start.id, 20);
    assert_int_equal(game->start.room, 10);
    assert_int_equal(game->start.variant, VARIANT_SWAP2);
    assert_true(game->start.rated);
    assert_int_equal(game->start.players[SEAT_FIRST], 1);
    assert_int_equal(game->start.players[SEAT_SECOND], 2);
    assert_int_equal(game->start.started_ms, 1700000000020);
    assert_string_equal(game->names[SEAT_FIRST], "p1");
    assert_string_equal(game->names[SEAT_SECOND], "p2");
    assert_int_equal(game->kinds[SEAT_FIRST], PLAYER_REGISTERED);
    assert_false(game->is_over);
    assert_int_equal(game->log_count, 4);
    assert_string_equal(game->log[0].action, "h8");
    assert_int_equal(game->log[0].seat, SEAT_FIRST);
    assert_int_equal(game->log[0].at_ms, 1700000000001);
    assert_int_equal(game->log[1].kind, LOG_DRAW_OFFER);
    assert_int_equal(game->log[2].kind, LOG_DRAW_REFUSE);
    assert_string_equal(game->log[3].action, "two_more");
    assert_int_equal(game->log[3].seq, 4);
    assert_int_equal(game->log[3].game, 20);
}

static const struct time_control byoyomi = {
    .kind = CLOCK_BYOYOMI, .main_ms = 600000, .period_ms = 30000, .periods = 3};

static void clocks_and_times_come_back(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 2);
    struct store_op start = sample_start(20, true, 1, 2);
    start.as.start.clock = byoyomi;
    start.as.start.uptime_ms = 123456789012;
    conformance_must(harness, start);
    struct store_op move = sample_log(20, 1, "h8");
    move.as.log.spent_ms = 987654321;
    move.as.log.lag_ms = 499;
    conformance_must(harness, move);
    struct store_op ask = sample_log(20, 2, "");
    ask.as.log.kind = LOG_TAKEBACK_ASK;
    conformance_must(harness, ask);
    ask.as.log.seq = 3;
    ask.as.log.kind = LOG_TAKEBACK_REFUSE;
    conformance_must(harness, ask);
    ask.as.log.seq = 4;
    ask.as.log.kind = LOG_TAKEBACK;
    ask.as.log.spent_ms = 5;
    conformance_must(harness, ask);
    struct store_op gift = sample_log(20, 5, "");
    gift.as.log.kind = LOG_GIVE_TIME;
    gift.as.log.given_ms = 15000;
    conformance_must(harness, gift);
    const struct store_game *game = &conformance_ask(harness, sample_game(20))->game;
    assert_int_equal(game->start.clock.kind, CLOCK_BYOYOMI);
    assert_int_equal(game->start.clock.main_ms, 600000);
    assert_int_equal(game->start.clock.period_ms, 30000);
    assert_int_equal(game->start.clock.periods, 3);
    assert_int_equal(game->start.uptime_ms, 123456789012);
    assert_int_equal(game->start.due_ms, 0);
    assert_int_equal(game->log[0].spent_ms, 987654321);
    assert_int_equal(game->log[0].lag_ms, 499);
    assert_int_equal(game->log[0].given_ms, 0);
    assert_int_equal(game->log[1].kind, LOG_TAKEBACK_ASK);
    assert_int_equal(game->log[1].spent_ms, 0);
    assert_int_equal(game->log[2].kind, LOG_TAKEBACK_REFUSE);
    assert_int_equal(game->log[3].kind, LOG_TAKEBACK);
    assert_int_equal(game->log[3].spent_ms, 5);
    assert_int_equal(game->log[3].lag_ms, 0);
    assert_int_equal(game->log_count, 5);
    assert_int_equal(game->log[4].kind, LOG_GIVE_TIME);
    assert_int_equal(game->log[4].given_ms, 15000);

    struct store_op end = sample_end(20, RESULT_FIRST, "h8");
    end.as.end.spent = "987654321";
    end.as.end.lags = "499";
    end.as.end.clocks[0] = (struct clock){.left_ms = 29999, .periods = 1};
    end.as.end.clocks[1] = (struct clock){.left_ms = 600000, .periods = 3};
    conformance_must(harness, end);
    game = &conformance_ask(harness, sample_game(20))->game;
    assert_int_equal(game->start.clock.kind, CLOCK_BYOYOMI);
    assert_string_equal(game->end.spent, "987654321");
    assert_string_equal(game->end.lags, "499");
    assert_int_equal(game->end.clocks[0].left_ms, 29999);
    assert_int_equal(game->end.clocks[0].periods, 1);
    assert_int_equal(game->end.clocks[1].left_ms, 600000);
    assert_int_equal(game->end.clocks[1].periods, 3);
}

static void a_correspondence_game_says_when_its_flag_falls(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 2);
    struct store_op start = sample_start(20, false, 1, 2);
    start.as.start.clock =
        (struct time_control){.kind = CLOCK_CORRESPONDENCE, .period_ms = CLOCK_DAY_MS};
    start.as.start.due_ms = 100;
    conformance_must(harness, start);
    assert_int_equal(conformance_ask(harness, sample_game(20))->game.start.due_ms, 100);
    struct store_op move = sample_log(20, 1, "h8");
    move.as.log.due_ms = 200;
    conformance_must(harness, move);
    assert_int_equal(conformance_ask(harness, sample_game(20))->game.start.due_ms, 200);
    struct store_op offer = sample_log(20, 2, "");
    offer.as.log.kind = LOG_DRAW_OFFER;
    conformance_must(harness, offer);
    assert_int_equal(conformance_ask(harness, sample_game(20))->game.start.due_ms, 200);
    move.as.log.seq = 3;
    move.as.log.due_ms = 300;
    harness_add(harness, move);
    harness_add(harness, sample_log(21, 1, "h8")); /* no such game: all of it goes back */
    assert_int_equal(harness_commit(harness), STORE_UNAVAILABLE);
    harness_resume(harness);
    assert_int_equal(conformance_ask(harness, sample_game(20))->game.start.due_ms, 200);
    conformance_must(harness, sample_end(20, RESULT_FIRST, "h8"));
    assert_int_equal(conformance_ask(harness, sample_game(20))->game.start.due_ms, 0);
}

static void interleaved_games_keep_their_own_logs(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 2);
    for (uint64_t game = 20; game < 25; game++)
        harness_add(harness, sample_start(game, false, 1, 2));
    for (uint32_t seq = 1; seq <= 9; seq++) {
        for (uint64_t game = 20; game < 25; game++) {
            char action[8];
            (void)snprintf(action, sizeof(action), "%c%u", 'a' + (int)(game - 20), (unsigned)seq);
            harness_add(harness, sample_log(game, seq, action));
        }
    }
    assert_int_equal(harness_commit(harness), STORE_OK);
    conformance_must(harness, sample_end(22, RESULT_FIRST, "c1 c2"));
    conformance_must(harness, sample_log(23, 10, "d10"));
    for (uint64_t game = 20; game < 25; game++) {
        const struct store_game *found = &conformance_ask(harness, sample_game(game))->game;
        assert_int_equal(found->is_over, game == 22);
        assert_int_equal(found->log_count, game == 22 ? 0 : game == 23 ? 10 : 9);
        for (size_t i = 0; i < found->log_count; i++) {
            assert_int_equal(found->log[i].seq, i + 1);
            assert_int_equal(found->log[i].action[0], 'a' + (int)(game - 20));
        }
    }
}

static void a_game_that_is_over_is_one_row_with_all_its_actions(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 2);
    conformance_must(harness, sample_start(20, true, 1, 2));
    conformance_must(harness, sample_log(20, 1, "h8"));
    struct store_op end = sample_end(20, RESULT_SECOND, "h8 i9 j10");
    end.as.end.moves_ratings = true;
    end.as.end.changes[0] =
        (struct store_rating_change){1500, {.points = 1480, .peak = 1500, .games = 1}};
    end.as.end.changes[1] =
        (struct store_rating_change){1500, {.points = 1520, .peak = 1520, .games = 1}};
    conformance_must(harness, end);
    const struct store_game *game = &conformance_ask(harness, sample_game(20))->game;
    assert_true(game->is_over);
    assert_int_equal(game->end.id, 20);
    assert_int_equal(game->end.outcome.result, RESULT_SECOND);
    assert_int_equal(game->end.outcome.reason, REASON_RESIGN);
    assert_string_equal(game->end.actions, "h8 i9 j10");
    assert_int_equal(game->end.plies, 7);
    assert_int_equal(game->end.last_seq, 8);
    assert_int_equal(game->end.ended_ms, 1700000001020);
    assert_true(game->end.moves_ratings);
    assert_int_equal(game->end.changes[0].before, 1500);
    assert_int_equal(game->end.changes[0].after.points, 1480);
    assert_int_equal(game->end.changes[1].after.points, 1520);
    assert_int_equal(game->log_count, 0);
}

static void every_result_and_reason_comes_back(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 2);
    for (int result = 0; result < RESULT_COUNT; result++) {
        for (int reason = 0; reason < REASON_COUNT; reason++) {
            uint64_t id = (uint64_t)(100 + result * REASON_COUNT + reason);
            struct store_op end = sample_end(id, (enum result)result, "");
            end.as.end.outcome.reason = (enum reason)reason;
            conformance_must(harness, sample_start(id, false, 1, 2));
            conformance_must(harness, end);
            const struct store_game *game = &conformance_ask(harness, sample_game(id))->game;
            assert_int_equal(game->end.outcome.result, result);
            assert_int_equal(game->end.outcome.reason, reason);
            assert_false(game->end.moves_ratings);
            assert_string_equal(game->end.actions, "");
        }
    }
}

static void what_is_over_takes_no_more(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 2);
    conformance_must(harness, sample_start(20, false, 1, 2));
    conformance_must(harness, sample_end(20, RESULT_DRAW, "h8"));
    conformance_must_not(harness, sample_log(20, 1, "h8"));
    conformance_must_not(harness, sample_end(20, RESULT_FIRST, "i9"));
    conformance_must_not(harness, sample_start(20, false, 1, 2));
    const struct store_game *game = &conformance_ask(harness, sample_game(20))->game;
    assert_int_equal(game->end.outcome.result, RESULT_DRAW);
}

static void a_game_needs_two_different_players_who_exist(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 2);
    conformance_must_not(harness, sample_start(20, false, 1, 1));
    conformance_must_not(harness, sample_start(20, false, 1, 99));
    conformance_must_not(harness, sample_start(20, false, 0, 2));
    conformance_ask_nothing(harness, sample_game(20));
}

static void what_has_not_begun_takes_nothing(void **state)
{
    struct harness *harness = *state;
    conformance_must_not(harness, sample_log(20, 1, "h8"));
    conformance_must_not(harness, sample_end(20, RESULT_FIRST, "h8"));
}

static void a_game_may_be_played_in_one_batch(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 2);
    harness_add(harness, sample_start(20, false, 1, 2));
    harness_add(harness, sample_log(20, 1, "h8"));
    harness_add(harness, sample_end(20, RESULT_FIRST, "h8"));
    assert_int_equal(harness_commit(harness), STORE_OK);
    assert_true(conformance_ask(harness, sample_game(20))->game.is_over);
}

/* Enough entries that a back-end which sweeps its log has to do so several times, with games that
 * outlive the sweeps. */
static void a_long_life_of_the_log_loses_nothing_of_games_in_progress(void **state)
{
    struct harness *harness = *state;
    const uint64_t rounds = 1500;
    conformance_accounts(harness, 2);
    for (uint64_t game = 1000; game < 1003; game++)
        harness_add(harness, sample_start(game, false, 1, 2));
    for (uint64_t round = 1; round <= rounds; round++) {
        uint64_t game = 10000 + round;
        harness_add(harness, sample_start(game, false, 1, 2));
        for (uint32_t seq = 1; seq <= 60; seq++)
            harness_add(harness, sample_log(game, seq, "a1"));
        harness_add(harness, sample_end(game, RESULT_FIRST, "a1"));
        harness_add(harness, sample_log(1000 + round % 3, (uint32_t)(round / 3 + 1), "b2"));
        (void)harness_submit(harness);
    }
    harness_wait(harness);
    assert_int_equal(harness->batch_status, STORE_OK);
    if (harness->backend->keeps)
        harness_reopen(harness);
    for (uint64_t game = 1000; game < 1003; game++) {
        const struct store_game *found = &conformance_ask(harness, sample_game(game))->game;
        assert_int_equal(found->log_count, rounds / 3);
        for (size_t i = 1; i < found->log_count; i++) {
            assert_int_equal(found->log[i].seq, found->log[i - 1].seq + 1);
            assert_string_equal(found->log[i].action, "b2");
        }
    }
}

int conformance_games(void)
{
    const struct CMUnitTest tests[] = {
        CONFORMANCE_TEST(a_game_in_progress_has_its_log_in_order),
        CONFORMANCE_TEST(clocks_and_times_come_back),
        CONFORMANCE_TEST(a_correspondence_game_says_when_its_flag_falls),
        CONFORMANCE_TEST(interleaved_games_keep_their_own_logs),
        CONFORMANCE_TEST(a_game_that_is_over_is_one_row_with_all_its_actions),
        CONFORMANCE_TEST(every_result_and_reason_comes_back),
        CONFORMANCE_TEST(what_is_over_takes_no_more),
        CONFORMANCE_TEST(a_game_needs_two_different_players_who_exist),
        CONFORMANCE_TEST(what_has_not_begun_takes_nothing),
        CONFORMANCE_TEST(a_game_may_be_played_in_one_batch),
        CONFORMANCE_TEST(a_long_life_of_the_log_loses_nothing_of_games_in_progress),
    };
    return cmocka_run_group_tests_name("games", tests, NULL, NULL);
}
