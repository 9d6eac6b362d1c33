/* SPDX-License-Identifier: MIT */
/*
 * Conformance: tables of correspondence games, which stay in the store until they are asked for.
 */
#include "tests/conformance/store_conformance.h"

#define ROOM 10
#define GAME 20

/* Players 1 and 2 play game 20 in room 10 by correspondence; 3 and 4 play game 21 in 11, which is
 * an ordinary one; room 12 is open. */
static void a_slow_and_a_fast_table(struct harness *harness)
{
    conformance_accounts(harness, 4);
    struct store_op start = sample_start(GAME, false, 2, 1);
    start.as.start.room = ROOM;
    start.as.start.clock =
        (struct time_control){.kind = CLOCK_CORRESPONDENCE, .period_ms = CLOCK_DAY_MS};
    start.as.start.due_ms = 5000;
    conformance_must(harness, sample_room(ROOM, 1, 2, 0));
    conformance_must(harness, start);
    conformance_must(harness, sample_room(ROOM, 1, 2, GAME));
    conformance_must(harness, sample_chat(ROOM, 1, 1, "hello"));
    conformance_must(harness, sample_chat(ROOM, 2, 2, "good luck"));
    struct store_op move = sample_log(GAME, 1, "h8");
    move.as.log.due_ms = 6000;
    conformance_must(harness, move);
    struct store_op fast = sample_start(21, false, 3, 4);
    fast.as.start.room = 11;
    conformance_must(harness, fast);
    conformance_must(harness, sample_room(11, 3, 4, 21));
    conformance_must(harness, sample_room(12, 3, 0, 0));
}

static void check_table(const struct store_table *table)
{
    assert_int_equal(table->room.id, ROOM);
    assert_int_equal(table->room.game, GAME);
    assert_int_equal(table->players[0].id, 1);
    assert_string_equal(table->players[1].name, "p2");
    assert_int_equal(table->game.start.id, GAME);
    assert_int_equal(table->game.start.due_ms, 6000);
    assert_int_equal(table->game.log_count, 1);
    assert_string_equal(table->game.log[0].action, "h8");
    assert_string_equal(table->game.names[0], "p2");
    assert_int_equal(table->chat_count, 2);
    assert_string_equal(table->chat[0].text, "hello");
    assert_string_equal(table->chat[1].name, "p2");
}

static void a_slow_table_is_named_and_not_loaded(void **state)
{
    struct harness *harness = *state;
    struct harness_loaded loaded;
    a_slow_and_a_fast_table(harness);
    harness_load(harness, &loaded);
    assert_int_equal(loaded.sleeper_count, 1);
    assert_int_equal(loaded.sleepers[0].room, ROOM);
    assert_int_equal(loaded.sleepers[0].game, GAME);
    assert_int_equal(loaded.sleepers[0].players[0], 2);
    assert_int_equal(loaded.sleepers[0].players[1], 1);
    assert_int_equal(loaded.sleepers[0].due_ms, 6000);
    assert_int_equal(loaded.player_count, 2);
    assert_int_equal(loaded.players[0].id, 3);
    assert_int_equal(loaded.game_count, 1);
    assert_int_equal(loaded.room_count, 2);
    assert_int_equal(loaded.line_count, 0);
}

static void it_comes_when_its_room_or_its_players_are_asked_for(void **state)
{
    struct harness *harness = *state;
    a_slow_and_a_fast_table(harness);
    const struct store_answer *answer = conformance_ask(harness, sample_table(ROOM));
    assert_int_equal(answer->tables_count, 1);
    check_table(&answer->tables[0]);
    for (uint64_t player = 1; player <= 4; player++) {
        struct store_query query = sample_by_id(player);
        assert_int_equal(conformance_ask(harness, query)->tables_count, 0);
        query.wants_tables = true;
        answer = conformance_ask(harness, query);
        assert_int_equal(answer->player.id, player);
        assert_int_equal(answer->tables_count, player <= 2 ? 1 : 0);
        if (player <= 2)
            check_table(&answer->tables[0]);
    }
    conformance_must(harness, sample_session(7, 2));
    struct store_query by_token = sample_by_token(7);
    by_token.wants_tables = true;
    check_table(&conformance_ask(harness, by_token)->tables[0]);
}

static void any_open_room_can_be_asked_for(void **state)
{
    struct harness *harness = *state;
    a_slow_and_a_fast_table(harness);
    const struct store_table *table = conformance_ask(harness, sample_table(12))->tables;
    assert_int_equal(table->room.id, 12);
    assert_int_equal(table->players[0].id, 3);
    assert_int_equal(table->players[1].id, 0);
    assert_int_equal(table->game.start.id, 0);
    conformance_must(harness, sample_room_close(12));
    conformance_ask_nothing(harness, sample_table(12));
    conformance_ask_nothing(harness, sample_table(99));
}

static void a_slow_game_that_is_over_is_like_any_other(void **state)
{
    struct harness *harness = *state;
    struct harness_loaded loaded;
    a_slow_and_a_fast_table(harness);
    conformance_must(harness, sample_end(GAME, RESULT_FIRST, "h8"));
    harness_load(harness, &loaded);
    assert_int_equal(loaded.sleeper_count, 0);
    assert_int_equal(loaded.player_count, 4);
    assert_int_equal(loaded.room_count, 3);
    struct store_query query = sample_by_id(1);
    query.wants_tables = true;
    assert_int_equal(conformance_ask(harness, query)->tables_count, 0);
    assert_string_equal(conformance_ask(harness, sample_game(GAME))->game.end.actions, "h8");
}

int conformance_tables(void)
{
    const struct CMUnitTest tests[] = {
        CONFORMANCE_TEST(a_slow_table_is_named_and_not_loaded),
        CONFORMANCE_TEST(it_comes_when_its_room_or_its_players_are_asked_for),
        CONFORMANCE_TEST(any_open_room_can_be_asked_for),
        CONFORMANCE_TEST(a_slow_game_that_is_over_is_like_any_other),
    };
    return cmocka_run_group_tests_name("tables", tests, NULL, NULL);
}
