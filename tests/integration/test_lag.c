/* SPDX-License-Identifier: MIT */
/*
 * Lag over real sockets: heartbeats that are answered late, what the table is told, what a move is
 * compensated, and that it is all there after a kill. Also time that is given.
 */
#include "tests/support/scene.h"
#include "tests/support/wait.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>

#define LAG_MS 150
#define ROUNDING_MS 2 /* two clocks that count whole milliseconds */
#define MAIN_MS 600000

/* Time is what these tests are about: an answer is late, or a player thinks. */
static void pass(int64_t ms)
{
    poll(NULL, 0, (int)ms);
}

static const struct scene_clock fischer = {.kind = "fischer", .main_ms = MAIN_MS};

/* Answers the next heartbeat after `ms`; returns the lag that the server takes it for. */
static int64_t answer_after(struct peer *peer, int64_t ms)
{
    int64_t n = int_at(peer_event(peer, "heartbeat", NULL), "n");
    pass(ms);
    return int_at(peer_ask(peer, "ping", "{s:I}", "heartbeat", (json_int_t)n), "lag_ms");
}

static json_t *act_after(struct table *table, int64_t ms, const char *at)
{
    pass(ms);
    return table_act(table, at);
}

SCENE(lag_is_measured_told_compensated_and_kept)
{
    struct table table;
    int64_t begin_ms = wait_now_ms();
    scene_clocked_table(scene, &table, &fischer);
    int64_t lag_ms = answer_after(table.opener, LAG_MS);
    assert_in_range(lag_ms, 1,
                    wait_now_ms() - begin_ms + ROUNDING_MS); /* if it stood still: less */
    json_t *told =
        peer_event(table.joiner, "room.presence", "{s:s}", "name", peer_name(table.opener));
    assert_int_equal(int_at(told, "lag_ms"), lag_ms);
    json_t *moved = act_after(&table, LAG_MS + 500, "h8");
    int64_t given_ms = lag_ms < 500 ? lag_ms : 500;
    assert_int_equal(int_at(moved, "lag_ms"), given_ms);
    moved = table_act(&table, "a1");
    assert_false(has_at(moved, "lag_ms"));
    json_t *game = peer_ask(table.joiner, "game.get", "{s:s}", "game", table.game);
    assert_int_equal(int_at(game, "game.first.lag_ms"), lag_ms);
    peer_ask(table.opener, "game.resign", "{s:s}", "game", table.game);
    table_ended(&table, "none", "broken_off");
    server_kill(scene->server);
    server_start(scene->server);
    game = peer_ask(scene_stranger(scene, "a stranger"), "game.get", "{s:s}", "game", table.game);
    char lags[32];
    snprintf(lags, sizeof(lags), "%d 0", (int)given_ms);
    assert_string_equal(text_at(game, "game.lags"), lags);
    json_t *file = peer_ask(scene_stranger(scene, "another stranger"), "game.export", "{s:s,s:s}",
                            "game", table.game, "format", "json");
    assert_string_equal(text_at(file, "json.lags"), lags);
}

/* On one machine a way of 150 ms can only be pretended, or be that of a proxy. */
static const char *const believes[] = {"--lag-check", "none", NULL};
static const char *const no_cap[] = {"--lag-cap-ms", "0", "--lag-beat-ms", "100", "--lag-check",
                                     "none",         NULL};

SCENE(what_a_client_pretends_is_held_against_its_socket)
{
    struct table table;
    scene_clocked_table(scene, &table, &fischer);
    assert_in_range(answer_after(table.opener, LAG_MS), 0, LAG_MS - 50);
    json_t *moved = act_after(&table, LAG_MS + 500, "h8");
    assert_in_range(int_at(moved, "lag_ms"), 0, LAG_MS - 50);
}

SCENE(without_a_cap_lag_is_measured_and_costs_its_player)
{
    struct table table;
    scene_clocked_table(scene, &table, &fischer);
    for (int i = 0; i < 3; i++)
        answer_after(table.opener, 20);
    json_t *moved = act_after(&table, 100, "h8");
    assert_false(has_at(moved, "lag_ms"));
    json_t *hello = peer_ask(table.opener, "hello", "{s:i}", "protocol", 3);
    assert_int_equal(int_at(hello, "limits.lag_cap_ms"), 0);
}

SCENE(old_clients_that_do_not_answer_play_as_ever)
{
    struct table table;
    scene_clocked_table(scene, &table, &fischer);
    json_t *moved = act_after(&table, 50, "h8");
    assert_false(has_at(moved, "lag_ms"));
    assert_false(has_at(peer_ask(table.opener, "ping", NULL), "lag_ms"));
    assert_true(int_at(moved, "clocks.first_ms") <= MAIN_MS - 50 + ROUNDING_MS);
}

SCENE(time_that_is_given_is_there_after_a_kill)
{
    struct table table;
    scene_clocked_table(scene, &table, &fischer);
    table_act(&table, "h8");
    json_t *last = table_act(&table, "a1");
    json_t *reply = peer_ask(table.joiner, "game.give_time", "{s:s}", "game", table.game);
    assert_int_equal(int_at(reply, "ms"), 15000);
    json_t *given = peer_event(table.opener, "game.time_given", NULL);
    assert_true(json_equal(given, peer_event(table.joiner, "game.time_given", NULL)));
    assert_true(int_at(given, "clocks.first_ms") > MAIN_MS);
    assert_int_equal(int_at(given, "clocks.second_ms"), int_at(last, "clocks.second_ms"));
    peer_refused(table.opener, "out_of_range", "game.give_time", "{s:s, s:i}", "game", table.game,
                 "ms", 60001);
    server_kill(scene->server);
    server_start(scene->server);
    json_t *game =
        peer_ask(scene_stranger(scene, "a stranger"), "game.get", "{s:s}", "game", table.game);
    assert_int_equal(int_at(game, "game.clocks.first_ms"), int_at(given, "clocks.first_ms"));
    assert_in_range(int_at(game, "game.clock_waits_ms"), 1, 60000);
}

SCENE(what_is_refused_for_some_moves_says_for_how_many)
{
    struct table table;
    scene_clocked_table(scene, &table, &fischer);
    table_play(&table, "h8 a1");
    peer_ask(table.opener, "game.draw", "{s:s}", "game", table.game);
    peer_ask(table.joiner, "game.draw", "{s:s, s:s}", "game", table.game, "answer", "refuse");
    json_t *error =
        peer_refused(table.opener, "draw_too_soon", "game.draw", "{s:s}", "game", table.game);
    assert_int_equal(int_at(error, "retry_after_plies"), 10);
    assert_true(int_at(error, "retry_after_ms") >= 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST_WITH(lag_is_measured_told_compensated_and_kept, believes),
        SCENE_TEST(what_a_client_pretends_is_held_against_its_socket),
        SCENE_TEST_WITH(without_a_cap_lag_is_measured_and_costs_its_player, no_cap),
        SCENE_TEST(old_clients_that_do_not_answer_play_as_ever),
        SCENE_TEST(time_that_is_given_is_there_after_a_kill),
        SCENE_TEST(what_is_refused_for_some_moves_says_for_how_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
