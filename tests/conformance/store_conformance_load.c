/* SPDX-License-Identifier: MIT */
/*
 * Conformance: loading what a server needs to go on, at once and after closing and opening again.
 */
#include "tests/conformance/store_conformance.h"

CONFORMANCE_TEST(an_empty_store_loads_nothing)
{
    struct harness_loaded loaded;
    harness_load(harness, &loaded);
    assert_int_equal(loaded.player_count + loaded.game_count + loaded.room_count, 0);
    assert_int_equal(loaded.marks.last_id, 0);
}

/* Rooms: 30 open with a game in progress, 31 open after a game, 32 closed, 33 open and empty but
 * for p6. Games: 50 in progress in room 30, 51 over in room 31, 52 over in room 32, 53 in progress
 * without a room, 49 over and forgotten by room 30. */
static void a_small_world(struct harness *harness)
{
    conformance_accounts(harness, 12);
    harness_add(harness, sample_room(30, 1, 2, 50));
    harness_add(harness, sample_room(31, 3, 4, 51));
    harness_add(harness, sample_room(32, 5, 1, 52));
    harness_add(harness, sample_room(33, 6, 0, 0));
    harness_add(harness, sample_start(49, false, 9, 10));
    harness_add(harness, sample_start(50, true, 1, 2));
    harness_add(harness, sample_start(51, false, 3, 4));
    harness_add(harness, sample_start(52, false, 5, 1));
    harness_add(harness, sample_start(53, false, 7, 8));
    harness_add(harness, sample_log(50, 1, "h8"));
    harness_add(harness, sample_log(51, 1, "a1"));
    harness_add(harness, sample_log(53, 1, "c3"));
    harness_add(harness, sample_log(50, 2, "i9"));
    harness_add(harness, sample_end(49, RESULT_FIRST, "b2"));
    harness_add(harness, sample_end(51, RESULT_FIRST, "a1"));
    harness_add(harness, sample_end(52, RESULT_FIRST, ""));
    harness_add(harness, sample_room_close(32));
    harness_add(harness, sample_chat(30, 1, 1, "hello"));
    harness_add(harness, sample_chat(32, 1, 5, "gone"));
    assert_int_equal(harness_commit(harness), STORE_OK);
}

static void the_small_world_is_loaded(struct harness *harness)
{
    struct harness_loaded loaded;
    harness_load(harness, &loaded);
    const uint64_t players[] = {1, 2, 3, 4, 6, 7, 8};
    assert_int_equal(loaded.player_count, 7);
    for (size_t i = 0; i < 7; i++)
        assert_int_equal(loaded.players[i].id, players[i]);
    assert_string_equal(loaded.players[0].names.name, "p1");
    assert_string_equal(loaded.players[0].password_hash, "hash");
    const uint64_t games[] = {50, 51, 53};
    assert_int_equal(loaded.game_count, 3);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(loaded.games[i].start.id, games[i]);
    assert_false(loaded.games[0].is_over);
    assert_int_equal(loaded.games[0].log_count, 2);
    assert_string_equal(loaded.games[0].log[1].action, "i9");
    assert_string_equal(loaded.games[0].seats[SEAT_SECOND].name, "p2");
    assert_true(loaded.games[1].is_over);
    assert_string_equal(loaded.games[1].end.actions, "a1");
    assert_int_equal(loaded.games[1].log_count, 0);
    assert_int_equal(loaded.games[2].log_count, 1);
    const uint64_t rooms[] = {30, 31, 33};
    assert_int_equal(loaded.room_count, 3);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(loaded.rooms[i].id, rooms[i]);
    assert_int_equal(loaded.line_count, 1);
    assert_string_equal(loaded.lines[0].text, "hello");
    assert_int_equal(loaded.marks.last_id, 53);
}

CONFORMANCE_TEST(uptime_is_what_was_last_said)
{
    struct harness_loaded loaded;
    harness_load(harness, &loaded);
    assert_int_equal(loaded.marks.uptime_ms, 0);
    conformance_must(harness, SAMPLE_OP(uptime, .uptime_ms = 1234567890123));
    harness_add(harness, SAMPLE_OP(uptime, .uptime_ms = 5));
    harness_add(harness, sample_room_close(99)); /* no such room: all of it goes back */
    conformance_fail(harness);
    harness_load(harness, &loaded);
    assert_int_equal(loaded.marks.uptime_ms, 1234567890123);
    conformance_must_not(harness, SAMPLE_OP(uptime, .uptime_ms = -1));
}

CONFORMANCE_TEST(a_secret_stays_what_it_was)
{
    struct harness_loaded loaded;
    conformance_must(harness, sample_secret("first", 1));
    conformance_must(harness, sample_secret("second", 2));
    conformance_comes_to(harness, sample_secret("first", 3), STORE_CONFLICT);
    if (harness->backend->keeps)
        harness_reopen(harness);
    harness_load(harness, &loaded);
    assert_int_equal(loaded.secret_count, 2);
    assert_string_equal(loaded.secrets[0].name, "first");
    assert_int_equal(loaded.secrets[0].bytes[31], 1);
    assert_int_equal(loaded.secrets[1].bytes[0], 2);
}

CONFORMANCE_TEST(an_experience_is_the_last_that_was_put)
{
    struct harness_loaded loaded;
    harness_load(harness, &loaded);
    assert_null(loaded.experience);
    conformance_must(harness, SAMPLE_OP(experience_put, .text = "one"));
    conformance_must(harness, SAMPLE_OP(experience_put, .text = "two"));
    harness_add(harness, SAMPLE_OP(experience_put, .text = "three"));
    harness_add(harness, sample_room_close(99)); /* no such room: all of it goes back */
    conformance_fail(harness);
    if (harness->backend->keeps)
        harness_reopen(harness);
    harness_load(harness, &loaded);
    assert_string_equal(loaded.experience->text, "two");
    conformance_must(harness, SAMPLE_OP(experience_put, .text = ""));
    harness_load(harness, &loaded);
    assert_string_equal(loaded.experience->text, "");
}

CONFORMANCE_TEST(a_load_gives_open_rooms_and_what_belongs_to_them)
{
    a_small_world(harness);
    the_small_world_is_loaded(harness);
    the_small_world_is_loaded(harness);
}

CONFORMANCE_TEST(a_load_after_reopening_gives_the_same)
{
    a_small_world(harness);
    if (!harness->backend->keeps)
        skip();
    harness_reopen(harness);
    the_small_world_is_loaded(harness);
    harness_reopen(harness);
    the_small_world_is_loaded(harness);
}

CONFORMANCE_TEST(games_go_on_after_reopening)
{
    a_small_world(harness);
    if (!harness->backend->keeps)
        skip();
    harness_reopen(harness);
    conformance_must(harness, sample_log(50, 3, "j10"));
    conformance_must_not(harness, sample_log(51, 2, "b1"));
    assert_int_equal(ask_game(harness, sample_game(50))->log_count, 3);
    conformance_must(harness, sample_end(50, RESULT_FIRST, "h8 i9 j10"));
    assert_true(ask_game(harness, sample_game(50))->is_over);
}

CONFORMANCE_TEST(ratings_and_ranks_are_there_after_reopening)
{
    conformance_accounts(harness, 4);
    conformance_play(harness, 20, 1, 2, RESULT_FIRST);
    conformance_must(harness, sample_room(30, 1, 2, 20));
    if (!harness->backend->keeps)
        skip();
    harness_reopen(harness);
    struct harness_loaded loaded;
    harness_load(harness, &loaded);
    assert_int_equal(loaded.players[0].ratings[VARIANT_CLASSIC].points, 1520);
    assert_int_equal(loaded.players[1].ratings[VARIANT_CLASSIC].peak, 1500);
    assert_true(loaded.games[0].end.moves_ratings);
    assert_int_equal(loaded.games[0].end.changes[1].after.points, 1480);
    conformance_play(harness, 21, 3, 2, RESULT_FIRST);
    const struct store_history *lines = ask_history(harness, sample_history(3, 1));
    assert_int_equal(lines->rows[0].opponent_rank, 2);
}
