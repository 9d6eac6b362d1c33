/* SPDX-License-Identifier: MIT */
/*
 * Conformance: tables of correspondence games, which stay in the store until they are asked for.
 */
#include "tests/conformance/store_conformance.h"

#include <string.h>

#define ROOM 10
#define GAME 20

/* Players 1 and 2 play game 20 in room 10 by correspondence; 3 and 4 play game 21 in 11, which is
 * an ordinary one; room 12 is open. */
static void a_slow_and_a_fast_table(struct harness *harness)
{
    conformance_accounts(harness, 4);
    struct store_op start = sample_start(GAME, false, 2, 1);
    start.as.game_start.room = ROOM;
    start.as.game_start.clock =
        (struct time_control){.kind = CLOCK_CORRESPONDENCE, .period_ms = CLOCK_DAY_MS};
    start.as.game_start.due_ms = 5000;
    conformance_must(harness, sample_room(ROOM, 1, 2, 0));
    conformance_must(harness, start);
    conformance_must(harness, sample_room(ROOM, 1, 2, GAME));
    conformance_must(harness, sample_chat(ROOM, 1, 1, "hello"));
    conformance_must(harness, sample_chat(ROOM, 2, 2, "good luck"));
    struct store_op move = sample_log(GAME, 1, "h8");
    move.as.game_log.due_ms = 6000;
    conformance_must(harness, move);
    struct store_op fast = sample_start(21, false, 3, 4);
    fast.as.game_start.room = 11;
    conformance_must(harness, fast);
    conformance_must(harness, sample_room(11, 3, 4, 21));
    conformance_must(harness, sample_room(12, 3, 0, 0));
}

static void check_table(const struct store_table *table)
{
    assert_int_equal(table->room.id, ROOM);
    assert_int_equal(table->room.game, GAME);
    assert_int_equal(table->players[0].id, 1);
    assert_string_equal(table->players[1].names.name, "p2");
    assert_int_equal(table->game.start.id, GAME);
    assert_int_equal(table->game.start.due_ms, 6000);
    assert_int_equal(table->game.log_count, 1);
    assert_string_equal(table->game.log[0].action, "h8");
    assert_string_equal(table->game.seats[0].name, "p2");
    assert_int_equal(table->chat_count, 2);
    assert_string_equal(table->chat[0].text, "hello");
    assert_string_equal(table->chat[1].name, "p2");
}

static void check_plans(struct harness *harness, const char *first, const char *second)
{
    const struct store_tables *answer = ask_table(harness, sample_table(ROOM));
    const struct store_game *game = &answer->rows[0].game;
    const char *lines[SEAT_COUNT] = {"", ""};
    for (size_t i = 0; i < game->plans_count; i++) {
        assert_int_equal(game->plans[i].game, GAME);
        lines[game->plans[i].seat] = game->plans[i].lines;
    }
    assert_string_equal(lines[SEAT_FIRST], first);
    assert_string_equal(lines[SEAT_SECOND], second);
}

CONFORMANCE_TEST(a_plan_is_kept_with_its_table_until_the_game_ends)
{
    a_slow_and_a_fast_table(harness);
    check_plans(harness, "", "");
    conformance_must(harness, sample_plan(GAME, SEAT_FIRST, "i9 j10;i10 j11"));
    conformance_must(harness, sample_plan(GAME, SEAT_SECOND, "a1 b1"));
    check_plans(harness, "i9 j10;i10 j11", "a1 b1");
    conformance_must(harness, sample_plan(GAME, SEAT_FIRST, "i9 j10"));
    conformance_must(harness, sample_plan(GAME, SEAT_SECOND, ""));
    conformance_must(harness, sample_plan(GAME, SEAT_SECOND, ""));
    check_plans(harness, "i9 j10", "");
    conformance_must_not(harness, sample_plan(21, SEAT_FIRST, "i9 j10"));
    conformance_must_not(harness, sample_plan(22, SEAT_FIRST, ""));
    conformance_must(harness, sample_end(GAME, RESULT_FIRST, "h8"));
    check_plans(harness, "", "");
    conformance_must_not(harness, sample_plan(GAME, SEAT_FIRST, "i9 j10"));
}

CONFORMANCE_TEST(what_a_plan_made_is_told_with_the_game)
{
    a_slow_and_a_fast_table(harness);
    struct store_op answer = sample_log(GAME, 2, "i9");
    answer.as.game_log.planned = true;
    answer.as.game_log.due_ms = 7000;
    conformance_must(harness, answer);
    const struct store_game *game = ask_game(harness, sample_game(GAME));
    assert_false(game->log[0].planned);
    assert_true(game->log[1].planned);
    struct store_op end = sample_end(GAME, RESULT_FIRST, "h8 i9");
    end.as.game_end.planned = "1";
    conformance_must(harness, end);
    assert_string_equal(ask_game(harness, sample_game(GAME))->end.planned, "1");
}

CONFORMANCE_TEST(a_slow_table_is_named_and_not_loaded)
{
    struct harness_loaded loaded;
    a_slow_and_a_fast_table(harness);
    harness_load(harness, &loaded);
    assert_int_equal(loaded.sleeper_count, 1);
    const struct store_sleeper wanted = {ROOM, GAME, {2, 1}, 6000};
    assert_record_equal(sleeper, loaded.sleepers, &wanted);
    assert_int_equal(loaded.player_count, 2);
    assert_int_equal(loaded.players[0].id, 3);
    assert_int_equal(loaded.game_count, 1);
    assert_int_equal(loaded.room_count, 2);
    assert_int_equal(loaded.line_count, 0);
}

CONFORMANCE_TEST(it_comes_when_its_room_is_asked_for_or_its_players_log_in)
{
    a_slow_and_a_fast_table(harness);
    const struct store_tables *answer = ask_table(harness, sample_table(ROOM));
    assert_int_equal(answer->rows_count, 1);
    check_table(&answer->rows[0]);
    for (uint64_t player = 1; player <= 4; player++) {
        assert_int_equal(ask_player_by_id(harness, sample_by_id(player))->tables_count, 0);
        conformance_must(harness, sample_session((uint8_t)player, player));
        const struct store_known_player *known =
            ask_player_by_token(harness, sample_by_token((uint8_t)player));
        assert_int_equal(known->player.id, player);
        assert_int_equal(known->tables_count, player <= 2 ? 1 : 0);
        if (player <= 2)
            check_table(&known->tables[0]);
    }
}

/* With its tables a player is only told to who asks. */
CONFORMANCE_TEST(who_logs_in_without_such_a_table_is_told_at_once)
{
    a_slow_and_a_fast_table(harness);
    for (uint64_t player = 1; player <= 4; player++) {
        struct store_op op = sample_session((uint8_t)player, player);
        conformance_must(harness, op);
        assert_string_equal(harness->player_told, "");
        memset(op.as.session_add.session.token_hash, (int)player + 10, STORE_TOKEN_HASH_SIZE);
        op.as.session_add.tells_player = true;
        conformance_must(harness, op);
        assert_string_equal(
            harness->player_told,
            player > 2 ? ask_player_by_id(harness, sample_by_id(player))->player.names.name : "");
    }
}

/* What the batch does behind the session is told with it; one that ended there is told to nobody.
 */
CONFORMANCE_TEST(who_logs_in_is_told_as_the_batch_left_it)
{
    a_slow_and_a_fast_table(harness);
    struct store_op add = sample_session(30, 3);
    add.as.session_add.tells_player = true;
    harness_add(harness, add);
    harness_add(harness, sample_memo(3, 50, 4));
    assert_int_equal(harness_commit(harness), STORE_OK);
    assert_string_not_equal(harness->player_told, "");
    assert_true(harness->is_told_of_memos);
    struct store_op end = {.kind = STORE_SESSION_REMOVE};
    memset(add.as.session_add.session.token_hash, 31, STORE_TOKEN_HASH_SIZE);
    memset(end.as.session_remove.token_hash, 31, STORE_TOKEN_HASH_SIZE);
    harness_add(harness, add);
    harness_add(harness, end);
    assert_int_equal(harness_commit(harness), STORE_OK);
    assert_string_equal(harness->player_told, "");
}

CONFORMANCE_TEST(any_open_room_can_be_asked_for)
{
    a_slow_and_a_fast_table(harness);
    const struct store_table *table = ask_table(harness, sample_table(12))->rows;
    assert_int_equal(table->room.id, 12);
    assert_int_equal(table->players[0].id, 3);
    assert_int_equal(table->players[1].id, 0);
    assert_int_equal(table->game.start.id, 0);
    conformance_must(harness, sample_room_close(12));
    conformance_ask_nothing(harness, sample_table(12));
    conformance_ask_nothing(harness, sample_table(99));
}

CONFORMANCE_TEST(a_slow_game_that_is_over_is_like_any_other)
{
    struct harness_loaded loaded;
    a_slow_and_a_fast_table(harness);
    conformance_must(harness, sample_end(GAME, RESULT_FIRST, "h8"));
    harness_load(harness, &loaded);
    assert_int_equal(loaded.sleeper_count, 0);
    assert_int_equal(loaded.player_count, 4);
    assert_int_equal(loaded.room_count, 3);
    conformance_must(harness, sample_session(1, 1));
    assert_int_equal(ask_player_by_token(harness, sample_by_token(1))->tables_count, 0);
    assert_string_equal(ask_game(harness, sample_game(GAME))->end.actions, "h8");
}
