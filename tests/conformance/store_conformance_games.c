/* SPDX-License-Identifier: MIT */
/*
 * Conformance: games in progress, their logs, and their compaction into one row at the end.
 */
#include "tests/conformance/store_conformance.h"

#include <stdio.h>
#include <string.h>

/* An entry that is no action, of the second player. */
static struct store_op entry(uint32_t seq, enum log_kind kind)
{
    struct store_op op = sample_log(20, seq, "");
    op.as.game_log.kind = kind;
    return op;
}

/* Game 20 has this start and these entries, as they were written. */
static void game_is(struct harness *harness, const struct store_op *start,
                    const struct store_op *entries, size_t count)
{
    const struct store_game *game = ask_game(harness, sample_game(20));
    assert_record_equal(game_start, &game->start, &start->as.game_start);
    assert_false(game->is_over);
    assert_int_equal(game->log_count, count);
    for (size_t i = 0; i < count; i++)
        assert_record_equal(log_entry, &game->log[i], &entries[i].as.game_log);
}

/* The game is over as was written; nothing is said of ratings. */
static void end_is(struct harness *harness, const struct store_op *written)
{
    const struct store_game_end *end = &written->as.game_end;
    const struct store_game *game = ask_game(harness, sample_game(end->id));
    struct store_game_over given = game->end;
    const struct store_game_over wanted = {.ended_ms = end->ended_ms,
                                           .outcome = end->outcome,
                                           .plies = end->plies,
                                           .last_seq = end->last_seq,
                                           .actions = end->actions,
                                           .spent = end->spent,
                                           .lags = end->lags,
                                           .planned = end->planned,
                                           .clocks = {end->clocks[0], end->clocks[1]},
                                           .moves_ratings = end->moves_ratings};
    assert_true(game->is_over);
    assert_int_equal(game->log_count, 0);
    memset(given.changes, 0, sizeof(given.changes));
    assert_record_equal(game_over, &given, &wanted);
}

CONFORMANCE_TEST(a_game_in_progress_has_its_log_in_order)
{
    const struct store_op entries[] = {sample_log(20, 1, "h8"), entry(2, LOG_DRAW_OFFER),
                                       entry(3, LOG_DRAW_REFUSE), sample_log(20, 4, "two_more")};
    struct store_op start = sample_start(20, true, 1, 2);
    start.as.game_start.room = 10;
    start.as.game_start.variant = VARIANT_SWAP2;
    conformance_accounts(harness, 2);
    conformance_must(harness, start);
    for (size_t i = 0; i < 3; i++)
        harness_add(harness, entries[i]);
    assert_int_equal(harness_commit(harness), STORE_OK);
    conformance_must(harness, entries[3]);
    game_is(harness, &start, entries, 4);
    const struct store_game *game = ask_game(harness, sample_game(20));
    assert_string_equal(game->seats[SEAT_FIRST].name, "p1");
    assert_string_equal(game->seats[SEAT_SECOND].name, "p2");
    assert_int_equal(game->seats[SEAT_FIRST].kind, PLAYER_REGISTERED);
}

static const struct time_control byoyomi = {
    .kind = CLOCK_BYOYOMI, .main_ms = 600000, .period_ms = 30000, .periods = 3};

CONFORMANCE_TEST(clocks_and_times_come_back)
{
    struct store_op entries[] = {sample_log(20, 1, "h8"), entry(2, LOG_TAKEBACK_ASK),
                                 entry(3, LOG_TAKEBACK_REFUSE), entry(4, LOG_TAKEBACK),
                                 entry(5, LOG_GIVE_TIME)};
    struct store_op start = sample_start(20, true, 1, 2);
    start.as.game_start.clock = byoyomi;
    start.as.game_start.uptime_ms = 123456789012;
    entries[0].as.game_log.spent_ms = 987654321;
    entries[0].as.game_log.lag_ms = 499;
    entries[3].as.game_log.spent_ms = 5;
    entries[4].as.game_log.given_ms = 15000;
    conformance_accounts(harness, 2);
    conformance_must(harness, start);
    for (size_t i = 0; i < 5; i++)
        conformance_must(harness, entries[i]);
    game_is(harness, &start, entries, 5);
    struct store_op end = sample_end(20, RESULT_FIRST, "h8");
    end.as.game_end.spent = "987654321";
    end.as.game_end.lags = "499";
    end.as.game_end.clocks[0] = (struct clock){.left_ms = 29999, .periods = 1};
    end.as.game_end.clocks[1] = (struct clock){.left_ms = 600000, .periods = 3};
    conformance_must(harness, end);
    end_is(harness, &end);
    const struct store_game *game = ask_game(harness, sample_game(20));
    assert_record_equal(game_start, &game->start, &start.as.game_start);
}

/* Laid out actions are kept once: at the end they are the beginning of all. */
CONFORMANCE_TEST(what_was_laid_out_comes_back)
{
    const struct store_op entries[] = {sample_log(20, 1, "j10")};
    struct store_op start = sample_start(20, false, 1, 2);
    conformance_accounts(harness, 2);
    sample_lay_out(&start, "h8 i9", 2);
    conformance_must(harness, start);
    conformance_must(harness, entries[0]);
    game_is(harness, &start, entries, 1);
    struct store_op end = sample_end(20, RESULT_FIRST, "h8 i9 j10");
    conformance_must(harness, end);
    end_is(harness, &end);
    start.as.game_start.given_actions = NULL;
    assert_record_equal(game_start, &ask_game(harness, sample_game(20))->start,
                        &start.as.game_start);
    const struct store_history *history = ask_history(harness, sample_history(1, 10));
    assert_int_equal(history->rows_count, 1);
    assert_int_equal(history->rows[0].given, 2);
}

CONFORMANCE_TEST(only_unrated_games_go_on_from_a_position)
{
    struct store_op rated = sample_start(20, true, 1, 2);
    struct store_op nothing = sample_start(20, false, 1, 2);
    conformance_accounts(harness, 2);
    sample_lay_out(&rated, "h8 i9", 2);
    sample_lay_out(&nothing, NULL, 2);
    conformance_must_not(harness, rated);
    conformance_must_not(harness, nothing);
    sample_lay_out(&nothing, "h8 i9", 0);
    conformance_must_not(harness, nothing);
}

CONFORMANCE_TEST(a_correspondence_game_says_when_its_flag_falls)
{
    conformance_accounts(harness, 2);
    struct store_op start = sample_start(20, false, 1, 2);
    start.as.game_start.clock =
        (struct time_control){.kind = CLOCK_CORRESPONDENCE, .period_ms = CLOCK_DAY_MS};
    start.as.game_start.due_ms = 100;
    conformance_must(harness, start);
    assert_int_equal(ask_game(harness, sample_game(20))->start.due_ms, 100);
    struct store_op move = sample_log(20, 1, "h8");
    move.as.game_log.due_ms = 200;
    conformance_must(harness, move);
    assert_int_equal(ask_game(harness, sample_game(20))->start.due_ms, 200);
    struct store_op offer = sample_log(20, 2, "");
    offer.as.game_log.kind = LOG_DRAW_OFFER;
    conformance_must(harness, offer);
    assert_int_equal(ask_game(harness, sample_game(20))->start.due_ms, 200);
    struct store_op off = sample_log(20, 3, "");
    off.as.game_log.kind = LOG_DAYS_OFF;
    off.as.game_log.given_ms = 3 * CLOCK_DAY_MS;
    off.as.game_log.due_ms = 250;
    conformance_must(harness, off);
    assert_int_equal(ask_game(harness, sample_game(20))->start.due_ms, 250);
    assert_int_equal(ask_game(harness, sample_game(20))->log[2].given_ms, 3 * CLOCK_DAY_MS);
    move.as.game_log.seq = 4;
    move.as.game_log.due_ms = 300;
    harness_add(harness, move);
    harness_add(harness, sample_log(21, 1, "h8")); /* no such game: all of it goes back */
    conformance_fail(harness);
    assert_int_equal(ask_game(harness, sample_game(20))->start.due_ms, 250);
    conformance_must(harness, sample_end(20, RESULT_FIRST, "h8"));
    assert_int_equal(ask_game(harness, sample_game(20))->start.due_ms, 0);
}

static void must_start_slowly(struct harness *harness, uint64_t id, uint64_t first, uint64_t second)
{
    struct store_op start = sample_start(id, false, first, second);
    start.as.game_start.clock =
        (struct time_control){.kind = CLOCK_CORRESPONDENCE, .period_ms = CLOCK_DAY_MS};
    start.as.game_start.due_ms = 100;
    conformance_must(harness, start);
}

CONFORMANCE_TEST(correspondence_games_are_listed_for_both_players)
{
    conformance_accounts(harness, 3);
    must_start_slowly(harness, 22, 2, 1);
    must_start_slowly(harness, 20, 1, 2);
    must_start_slowly(harness, 23, 2, 3);
    must_start_slowly(harness, 24, 1, 3);
    conformance_must(harness, sample_start(21, false, 1, 2)); /* measured in less than days */
    conformance_must(harness, sample_log(20, 1, "h8"));
    conformance_must(harness, sample_log(23, 1, "a1"));
    conformance_must(harness, sample_log(20, 2, "i9"));
    conformance_must(harness, sample_end(24, RESULT_FIRST, "h8"));
    const struct store_games *games = ask_slow_games(harness, sample_slow_games(1));
    assert_int_equal(games->rows_count, 2);
    assert_false(games->has_more);
    for (size_t i = 0; i < 2; i++) {
        uint64_t id = games->rows[i].start.id;
        assert_int_equal(id, 20 + 2 * i);
        assert_record_equal(game, &games->rows[i], ask_game(harness, sample_game(id)));
        games = ask_slow_games(harness, sample_slow_games(1));
    }
    assert_int_equal(games->rows[0].log_count, 2);
    assert_string_equal(games->rows[0].log[1].action, "i9");
    assert_int_equal(games->rows[1].log_count, 0);
    assert_int_equal(ask_slow_games(harness, sample_slow_games(2))->rows_count, 3);
    assert_int_equal(ask_slow_games(harness, sample_slow_games(3))->rows_count, 1);
    assert_int_equal(ask_slow_games(harness, sample_slow_games(99))->rows_count, 0);
}

CONFORMANCE_TEST(interleaved_games_keep_their_own_logs)
{
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
        const struct store_game *found = ask_game(harness, sample_game(game));
        assert_int_equal(found->is_over, game == 22);
        assert_int_equal(found->log_count, game == 22 ? 0 : game == 23 ? 10 : 9);
        for (size_t i = 0; i < found->log_count; i++) {
            assert_int_equal(found->log[i].seq, i + 1);
            assert_int_equal(found->log[i].action[0], 'a' + (int)(game - 20));
        }
    }
}

CONFORMANCE_TEST(a_game_that_is_over_is_one_row_with_all_its_actions)
{
    conformance_accounts(harness, 2);
    conformance_must(harness, sample_start(20, true, 1, 2));
    conformance_must(harness, sample_log(20, 1, "h8"));
    struct store_op end = sample_rated_end(20, RESULT_SECOND);
    end.as.game_end.actions = "h8 i9 j10";
    conformance_must(harness, end);
    end_is(harness, &end);
    const struct store_game_over *over = &ask_game(harness, sample_game(20))->end;
    assert_int_equal(over->changes[0].before, 1500);
    assert_int_equal(over->changes[0].after.points, 1480);
    assert_int_equal(over->changes[1].after.points, 1520);
}

CONFORMANCE_TEST(every_result_and_reason_comes_back)
{
    conformance_accounts(harness, 2);
    for (int result = 0; result < RESULT_COUNT; result++) {
        for (int reason = 0; reason < REASON_COUNT; reason++) {
            uint64_t id = (uint64_t)(100 + result * REASON_COUNT + reason);
            struct store_op end = sample_end(id, (enum result)result, "");
            end.as.game_end.outcome.reason = (enum reason)reason;
            conformance_must(harness, sample_start(id, false, 1, 2));
            conformance_must(harness, end);
            end_is(harness, &end);
        }
    }
}

CONFORMANCE_TEST(what_is_over_takes_no_more)
{
    conformance_accounts(harness, 2);
    conformance_must(harness, sample_start(20, false, 1, 2));
    conformance_must(harness, sample_end(20, RESULT_DRAW, "h8"));
    conformance_must_not(harness, sample_log(20, 1, "h8"));
    conformance_must_not(harness, sample_end(20, RESULT_FIRST, "i9"));
    conformance_must_not(harness, sample_start(20, false, 1, 2));
    const struct store_game *game = ask_game(harness, sample_game(20));
    assert_int_equal(game->end.outcome.result, RESULT_DRAW);
}

CONFORMANCE_TEST(a_game_needs_two_different_players_who_exist)
{
    conformance_accounts(harness, 2);
    conformance_must_not(harness, sample_start(20, false, 1, 1));
    conformance_must_not(harness, sample_start(20, false, 1, 99));
    conformance_must_not(harness, sample_start(20, false, 0, 2));
    conformance_ask_nothing(harness, sample_game(20));
}

CONFORMANCE_TEST(what_has_not_begun_takes_nothing)
{
    conformance_must_not(harness, sample_log(20, 1, "h8"));
    conformance_must_not(harness, sample_end(20, RESULT_FIRST, "h8"));
}

CONFORMANCE_TEST(a_focus_that_was_lost_is_kept_for_its_ply)
{
    conformance_accounts(harness, 2);
    conformance_must(harness, sample_start(20, true, 1, 2));
    conformance_must(harness, sample_start(21, true, 1, 2));
    conformance_must(harness, sample_focus_lost(20, 3, SEAT_SECOND));
    conformance_must(harness, sample_focus_lost(20, 0, SEAT_FIRST));
    conformance_must(harness, sample_focus_lost(20, 3, SEAT_FIRST)); /* taken back meanwhile */
    conformance_must(harness, sample_end(20, RESULT_FIRST, "h8"));
    const struct store_focus *answer = ask_focus(harness, sample_focus(20));
    assert_int_equal(answer->rows_count, 2);
    assert_int_equal(answer->rows[0].ply, 0);
    const struct store_focus_lost wanted = {20, 3, SEAT_FIRST};
    assert_record_equal(focus_lost, &answer->rows[1], &wanted);
    assert_int_equal(ask_focus(harness, sample_focus(21))->rows_count, 0);
}

CONFORMANCE_TEST(no_focus_is_kept_of_unrated_games_and_of_those_that_are_over)
{
    conformance_accounts(harness, 2);
    conformance_must(harness, sample_start(20, false, 1, 2));
    conformance_must_not(harness, sample_focus_lost(20, 0, SEAT_FIRST));
    conformance_must_not(harness, sample_focus_lost(21, 0, SEAT_FIRST));
    conformance_must(harness, sample_start(22, true, 1, 2));
    conformance_must(harness, sample_end(22, RESULT_FIRST, "h8"));
    conformance_must_not(harness, sample_focus_lost(22, 1, SEAT_FIRST));
    assert_int_equal(ask_focus(harness, sample_focus(22))->rows_count, 0);
}

CONFORMANCE_TEST(a_game_may_be_played_in_one_batch)
{
    conformance_accounts(harness, 2);
    harness_add(harness, sample_start(20, false, 1, 2));
    harness_add(harness, sample_log(20, 1, "h8"));
    harness_add(harness, sample_end(20, RESULT_FIRST, "h8"));
    assert_int_equal(harness_commit(harness), STORE_OK);
    assert_true(ask_game(harness, sample_game(20))->is_over);
}

/* Enough entries that a back-end which sweeps its log has to do so several times, with games that
 * outlive the sweeps. */
CONFORMANCE_TEST(a_long_life_of_the_log_loses_nothing_of_games_in_progress)
{
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
        const struct store_game *found = ask_game(harness, sample_game(game));
        assert_int_equal(found->log_count, rounds / 3);
        for (size_t i = 1; i < found->log_count; i++) {
            assert_int_equal(found->log[i].seq, found->log[i - 1].seq + 1);
            assert_string_equal(found->log[i].action, "b2");
        }
    }
}
