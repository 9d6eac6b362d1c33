/* SPDX-License-Identifier: MIT */
/*
 * Time, with the real server's own clock: flags that fall, first moves that never come, players who
 * stay away, taking back, and a server that is killed while a clock runs. The promises are about
 * time by their nature: what may not come early is held against the test's clock, which a slow
 * machine cannot break, and nothing is asserted of what may come late.
 */
#include "tests/support/scene.h"
#include "tests/support/wait.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#define ROUNDING_MS 2 /* two clocks that count whole milliseconds */

/* Time is what these tests are about: a player thinks, or nobody is there. */
static void pass(int64_t ms)
{
    poll(NULL, 0, (int)ms);
}

static int64_t left_of(const json_t *message, int seat)
{
    return int_at(message, seat == 0 ? "clocks.first_ms" : "clocks.second_ms");
}

/* ---------------------------------------------------------------- flags */

/* Both have moved, and now nobody says anything: the first player's flag falls, and not early. */
static void expect_flag(struct table *table, int64_t left_ms, int64_t since_ms)
{
    json_t *ended = table_ended(table, "second", "time");
    assert_true(wait_now_ms() - since_ms + ROUNDING_MS >= left_ms);
    assert_int_equal(left_of(ended, 0), 0);
    assert_true(left_of(ended, 1) > 0);
    assert_int_equal(peer_seq(table->joiner, table->game), 3);
}

SCENE(flags_fall_without_anybody_asking)
{
    static const struct scene_clock fischer = {
        .kind = "fischer", .main_ms = 1500, .increment_ms = 40};
    static const struct scene_clock per_move = {.kind = "per_move", .period_ms = 1550};
    struct table sudden;
    struct table steady;
    scene_clocked_table(scene, &sudden, &fischer);
    table_act(&sudden, "h8");
    int64_t since_ms = wait_now_ms();
    json_t *moved = table_act(&sudden, "a1");
    int64_t left_ms = left_of(moved, 0);
    assert_in_range(left_ms, 41, 1540);
    assert_in_range(left_of(moved, 1), 41, 1540);
    scene_clocked_table(scene, &steady, &per_move);
    table_act(&steady, "h8");
    int64_t steady_since_ms = wait_now_ms();
    moved = table_act(&steady, "a1");
    assert_int_equal(left_of(moved, 0), 1550);
    assert_int_equal(left_of(moved, 1), 1550);
    expect_flag(&sudden, left_ms, since_ms);
    expect_flag(&steady, 1550, steady_since_ms);
}

/* Until the first player, who is to move, has begun a period. */
static void spend_main_time(const struct table *table)
{
    json_t *game;
    do {
        pass(20);
        game = peer_ask(table->opener, "game.get", "{s:s}", "game", table->game);
    } while (int_at(game, "game.clocks.first_periods") == 3);
}

SCENE(a_period_that_is_not_used_up_is_whole_again)
{
    static const struct scene_clock byoyomi = {
        .kind = "byoyomi", .main_ms = 200, .period_ms = 3600000, .periods = 3};
    struct table table;
    scene_clocked_table(scene, &table, &byoyomi);
    json_t *moved = table_act(&table, "h8");
    assert_int_equal(int_at(moved, "clocks.second_periods"), 3);
    assert_int_equal(left_of(moved, 1), 200);
    table_act(&table, "a1");
    spend_main_time(
        &table); /* passing it by the test's clock would not do: the server's may stand */
    moved = table_act(&table, "h9");
    assert_int_equal(left_of(moved, 0), byoyomi.period_ms);
    assert_int_equal(int_at(moved, "clocks.first_periods"), 2);
}

static const char *const short_first_move[] = {"--first-move-ms", "1000", NULL};

SCENE(a_first_move_that_never_comes_ends_it_without_a_result)
{
    static const struct scene_clock slow = {.kind = "fischer", .main_ms = 3600000};
    struct table table;
    scene_clocked_table(scene, &table, &slow);
    int64_t since_ms = wait_now_ms();
    json_t *hello = peer_ask(scene_stranger(scene, "a stranger"), "hello", "{s:i}", "protocol", 3);
    assert_int_equal(int_at(hello, "limits.first_move_ms"), 1000);
    table_act(&table, "h8");
    json_t *ended = table_ended(&table, "none", "no_start");
    assert_true(wait_now_ms() - since_ms + ROUNDING_MS >= 1000);
    assert_int_equal(count_at(ended, "changes"), 0);
}

/* ---------------------------------------------------------------- absence */

static const char *const short_claim[] = {"--claim-ms", "1000", NULL};

static void open_unclocked(struct scene *scene, struct table *table)
{
    table_open(table, scene_guest(scene), scene_guest(scene), "classic", TABLE_UNRATED);
    table_play(table, "h8 a1");
}

static json_t *claim(struct table *table)
{
    return peer_answer(table->opener,
                       peer_send(table->opener, "room.claim", "{s:s}", "room", table->room));
}

/* The opener claims from the joiner, who is to move and away: after a second, and not before. Again
 * and again, since time in which the server stood still counts for nobody. */
static void expect_claim(struct table *table, int64_t since_ms)
{
    const json_t *answer;
    while (has_at(answer = claim(table), "error")) {
        assert_string_equal(text_at(answer, "error.code"), "claim_too_soon");
        assert_in_range(int_at(answer, "error.retry_after_ms"), 1, 1000);
        wait_as_told(int_at(answer, "error.retry_after_ms"));
    }
    assert_true(wait_now_ms() - since_ms + ROUNDING_MS >= 1000);
    json_t *ended = peer_event(table->opener, "game.ended", NULL);
    assert_string_equal(text_at(ended, "result"), "first");
    assert_string_equal(text_at(ended, "reason"), "claim");
}

SCENE(a_player_who_stays_away_loses_to_a_claim_and_not_too_soon)
{
    struct table table;
    open_unclocked(scene, &table);
    table_play(&table, "h9 a2 h10");
    int64_t since_ms = wait_now_ms();
    peer_close(table.joiner);
    json_t *away = peer_event(table.opener, "room.presence", "{s:b}", "connected", 0);
    assert_in_range(int_at(away, "claim_in_ms"), 1, 1000);
    expect_claim(&table, since_ms);
}

SCENE(a_player_who_comes_back_in_time_plays_on)
{
    struct table table;
    open_unclocked(scene, &table);
    peer_close(table.joiner);
    peer_event(table.opener, "room.presence", "{s:b}", "connected", 0);
    struct peer *back = scene_resume(scene, table.joiner);
    json_t *here = peer_event(table.opener, "room.presence", "{s:b}", "connected", 1);
    assert_false(has_at(here, "claim_in_ms"));
    peer_refused(table.opener, "opponent_present", "room.claim", "{s:s}", "room", table.room);
    table_take_seats(&table, table.opener, back);
    table_play(&table, "h9 a2 h10 a3 h11 a4 h12");
    table_ended(&table, "first", "row");
}

static const char *const soon_absent[] = {"--absent-slow-ms", "1000", NULL};

/* The one to move is there, and the other is not; then the turn passes to who is away. */
SCENE(where_a_clock_runs_the_absence_on_a_turn_is_claimed)
{
    static const struct scene_clock slow = {.kind = "fischer", .main_ms = 3600000};
    struct table table;
    scene_clocked_table(scene, &table, &slow);
    table_play(&table, TABLE_NEAR);
    peer_close(table.joiner);
    json_t *away = peer_event(table.opener, "room.presence", "{s:b}", "connected", 0);
    assert_false(has_at(away, "claim_in_ms"));
    peer_refused(table.opener, "your_turn", "room.claim", "{s:s}", "room", table.room);
    int64_t since_ms = wait_now_ms();
    peer_ask(table.opener, "game.move", "{s:s, s:i, s:s}", "game", table.game, "ply", 6, "action",
             "s19");
    away = peer_event(table.opener, "room.presence", "{s:b}", "connected", 0);
    assert_int_equal(int_at(away, "claim_in_ms"), 1000);
    expect_claim(&table, since_ms);
}

static const char *const short_abandon[] = {"--abandon-ms", "1000", NULL};

SCENE(a_game_that_both_left_alone_ends_without_a_result)
{
    struct table table;
    open_unclocked(scene, &table);
    struct peer *watcher = scene_guest(scene);
    peer_ask(watcher, "room.watch", "{s:s}", "room", table.room);
    peer_close(table.opener);
    int64_t since_ms = wait_now_ms();
    peer_close(table.joiner);
    json_t *ended = peer_event(watcher, "game.ended", "{s:s}", "game", table.game);
    assert_true(wait_now_ms() - since_ms + ROUNDING_MS >= 1000);
    assert_string_equal(text_at(ended, "result"), "none");
    assert_string_equal(text_at(ended, "reason"), "abandoned");
}

/* ---------------------------------------------------------------- taking back */

SCENE(what_is_taken_back_leaves_the_clocks_as_they_stand)
{
    static const struct scene_clock blitz = {
        .kind = "fischer", .main_ms = 60000, .increment_ms = 2000};
    struct table table;
    scene_clocked_table(scene, &table, &blitz);
    table_play(&table, "h8 a1");
    json_t *moved = table_act(&table, "h9");
    pass(20);
    peer_ask(table.opener, "game.takeback", "{s:s}", "game", table.game);
    json_t *asked = peer_event(table.joiner, "game.takeback_asked", NULL);
    assert_int_equal(int_at(asked, "to_ply"), 2);
    json_t *reply = peer_ask(table.joiner, "game.takeback", "{s:s, s:s}", "game", table.game,
                             "answer", "accept");
    assert_true(bool_at(reply, "taken"));
    json_t *taken = peer_event(table.opener, "game.taken_back", NULL);
    assert_true(json_equal(taken, peer_event(table.joiner, "game.taken_back", NULL)));
    assert_int_equal(int_at(taken, "ply"), 2);
    assert_int_equal(left_of(taken, 0), left_of(moved, 0));
    assert_in_range(left_of(taken, 1), 0, left_of(moved, 1) - 20 + ROUNDING_MS);
    table.ply = 2;
    table.to_act = 0;
    table_play(&table, "h10 a2");
    assert_string_equal(text_at(table_read(&table, table.opener), "actions"), "h8 a1 h10 a2");
}

/* ---------------------------------------------------------------- kill -9 */

#define DOWN_MS 400

SCENE(time_while_the_server_was_killed_is_nobodys)
{
    static const struct scene_clock blitz = {
        .kind = "fischer", .main_ms = 60000, .increment_ms = 2000};
    struct table table;
    scene_clocked_table(scene, &table, &blitz);
    table_act(&table, "h8");
    pass(50);
    table_act(&table, "a1");
    json_t *last = table_act(&table, "h9");
    peer_close(table.opener);
    peer_close(table.joiner);
    pass(100); /* since the last action: given back, too */
    server_kill(scene->server);
    pass(DOWN_MS);
    int64_t up_ms = wait_now_ms();
    server_start(scene->server);
    table_take_seats(&table, scene_resume(scene, table.opener), scene_resume(scene, table.joiner));
    json_t *now = peer_ask(table.opener, "game.sync", "{s:s, s:i}", "game", table.game, "since", 3);
    int64_t was_up_ms = wait_now_ms() - up_ms;
    assert_int_equal(left_of(now, 0), left_of(last, 0));
    assert_in_range(left_of(now, 1), left_of(last, 1) - was_up_ms - ROUNDING_MS, left_of(last, 1));
    json_t *moved = table_act(&table, "a2");
    assert_int_equal(left_of(moved, 0), left_of(last, 0));
    was_up_ms = wait_now_ms() - up_ms;
    assert_true(left_of(moved, 1) + was_up_ms + ROUNDING_MS >=
                left_of(last, 1) + blitz.increment_ms);
}

#define STILL_MS 6000
#define ON_THE_CLOCK_MS (STILL_MS - 1000)

/* The server's process stands still for longer than the player has, whose move lies in its socket
 * meanwhile; then once more with nothing there. Neither costs a game, time or a connection. */
SCENE(time_in_which_the_server_stood_still_is_nobodys)
{
    static const struct scene_clock per_move = {.kind = "per_move", .period_ms = ON_THE_CLOCK_MS};
    struct table table;
    scene_clocked_table(scene, &table, &per_move);
    table_play(&table, "h8 a1 h9");
    assert_int_equal(kill(server_pid(scene->server), SIGSTOP), 0);
    int64_t id = peer_send(table.joiner, "game.move", "{s:s,s:i,s:s}", "game", table.game, "ply", 3,
                           "action", "a2");
    pass(STILL_MS);
    assert_int_equal(kill(server_pid(scene->server), SIGCONT), 0);
    assert_false(has_at(peer_answer(table.joiner, id), "error"));
    assert_int_equal(kill(server_pid(scene->server), SIGSTOP), 0);
    pass(STILL_MS);
    assert_int_equal(kill(server_pid(scene->server), SIGCONT), 0);
    json_t *game = peer_ask(table.opener, "game.get", "{s:s}", "game", table.game);
    assert_false(has_at(game, "game.result"));
    assert_true(left_of(json_object_get(game, "game"), 0) > 0);
    peer_ask(table.opener, "game.resign", "{s:s}", "game", table.game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(time_in_which_the_server_stood_still_is_nobodys),
        SCENE_TEST(flags_fall_without_anybody_asking),
        SCENE_TEST(a_period_that_is_not_used_up_is_whole_again),
        SCENE_TEST_WITH(a_first_move_that_never_comes_ends_it_without_a_result, short_first_move),
        SCENE_TEST_WITH(a_player_who_stays_away_loses_to_a_claim_and_not_too_soon, short_claim),
        SCENE_TEST(a_player_who_comes_back_in_time_plays_on),
        SCENE_TEST_WITH(where_a_clock_runs_the_absence_on_a_turn_is_claimed, soon_absent),
        SCENE_TEST_WITH(a_game_that_both_left_alone_ends_without_a_result, short_abandon),
        SCENE_TEST(what_is_taken_back_leaves_the_clocks_as_they_stand),
        SCENE_TEST(time_while_the_server_was_killed_is_nobodys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
