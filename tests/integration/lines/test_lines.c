/* SPDX-License-Identifier: MIT */
/*
 * Games with a clock over bad lines: each is cut and stalled again and again, before and behind
 * moves, while both players go on typing. What the server acknowledged is stored, once, at its ply;
 * what is stored was typed there; and the clocks that are shown are those of the server, but for
 * the time that the last message was late. It is one of the tests that look at durations, since
 * they are what is promised: the limit grows with whatever the machine itself was late.
 */
#include "tests/integration/lines/liner.h"
#include "tests/support/random.h"
#include "tests/support/scene.h"
#include "tests/support/wait.h"

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef LINES_GAMES
#define LINES_GAMES 20
#endif
#define TROUBLES 12 /* of a game at least, if it is not over early */
#define TROUBLES_LEAST (10 * LINES_GAMES)
#define LAST_PLY 8 /* of mini: then all troubles have been */
#define MAIN_MS 120000
#define LOOK_EVERY_MS 40
#define SLACK_MS 200 /* a commit to a slow disk, and the rounding of whole milliseconds */

struct pair {
    struct liner *liners[2]; /* the first one opens, and begins */
    int troubles;
    int64_t next_ms; /* when the next trouble comes */
    int64_t look_ms; /* when its clocks are looked at next */
};

struct fair {
    struct pair pairs[LINES_GAMES];
    uint64_t random;
    int64_t pass_ms; /* when the last pass over all pairs began */
    int64_t slow_ms; /* the longest pass since the last look */
    int troubles;
    int looks;
    int64_t worst_ms; /* beyond what is allowed without slack, negative if nothing is */
};

static uint64_t chance(struct fair *fair, uint64_t bound)
{
    return random_below(&fair->random, bound);
}

/* ---------------------------------------------------------------- trouble */

static bool move_if_due(struct liner *liner)
{
    bool is_due = liner_is_to_move(liner);
    if (is_due)
        liner_move(liner);
    return is_due;
}

/* Some are away for so long that a clock that stood still would show it. */
static int64_t away_ms(struct fair *fair)
{
    return chance(fair, 8) == 0 ? 600 : (int64_t)chance(fair, 40);
}

static void cut(struct fair *fair, struct liner *liner)
{
    liner_cut(liner, chance(fair, 2) == 0 ? LINER_CUT_BEFORE : LINER_CUT_AFTER, away_ms(fair));
}

static void trouble(struct fair *fair, struct liner *liner, bool moves)
{
    switch (chance(fair, 4)) {
    case 0: /* a move is under way when the line breaks */
        if (moves)
            (void)move_if_due(liner);
        cut(fair, liner);
        break;
    case 1: /* moves are typed while it is broken; the last one counts */
        cut(fair, liner);
        if (moves && move_if_due(liner) && chance(fair, 2) == 0)
            (void)move_if_due(liner);
        break;
    case 2: /* it breaks, and what was under way is replaced */
        if (moves)
            (void)move_if_due(liner);
        cut(fair, liner);
        if (moves)
            (void)move_if_due(liner);
        break;
    default: /* nothing gets through for a while */
        liner_stall(liner, 20 + (int64_t)chance(fair, 100));
        if (moves)
            (void)move_if_due(liner);
        break;
    }
}

/* ---------------------------------------------------------------- clocks */

/* Compares both clocks that a player is shown with the server's, which were asked for in between.
 */
static void compare(struct fair *fair, const struct liner *liner, const json_t *game,
                    int64_t took_ms)
{
    static const char *const seats[] = {"clocks.first_ms", "clocks.second_ms"};
    if (!liner_is_calm(liner) || liner_is_over(liner) ||
        (int64_t)liner_ply(liner) != int_at(game, "ply"))
        return;
    for (int seat = 0; seat < 2; seat++) {
        int64_t off_ms = liner_clock_ms(liner, seat) - int_at(game, seats[seat]);
        int64_t lag_ms = liner_late_ms(liner) + took_ms + fair->slow_ms;
        int64_t beyond_ms = (off_ms < 0 ? -off_ms : off_ms) - lag_ms;
        if (beyond_ms > SLACK_MS)
            fail_msg("ply %u, %s: off by %" PRId64 " ms, of which %" PRId64 " are lag",
                     liner_ply(liner), seats[seat], off_ms, lag_ms);
        if (beyond_ms > fair->worst_ms)
            fair->worst_ms = beyond_ms;
        fair->looks++;
    }
}

static json_t *read_game(struct peer *reader, uint64_t id)
{
    char text[16];
    liner_format_id(id, text);
    return json_object_get(peer_ask(reader, "game.get", "{s:s}", "game", text), "game");
}

static void look(struct fair *fair, struct pair *pair, struct peer *reader)
{
    int64_t from_ms = wait_now_ms();
    json_t *game = read_game(reader, liner_game(pair->liners[0]));
    int64_t took_ms = wait_now_ms() - from_ms;
    for (int i = 0; i < 2; i++)
        liner_pump(pair->liners[i]);
    if (has_at(game, "clocks"))
        for (int i = 0; i < 2; i++)
            compare(fair, pair->liners[i], game, took_ms);
    fair->slow_ms = 0;
}

/* ---------------------------------------------------------------- games */

static bool is_over(const struct pair *pair)
{
    return liner_is_over(pair->liners[0]) && liner_is_over(pair->liners[1]);
}

/* The later a move, the more troubles have been before it. */
static bool may_move(const struct pair *pair)
{
    unsigned ply = liner_ply(pair->liners[0]);
    return pair->troubles * LAST_PLY >= TROUBLES * (int)ply;
}

static void step(struct fair *fair, struct pair *pair)
{
    int64_t now_ms = wait_now_ms();
    for (int i = 0; i < 2; i++)
        liner_pump(pair->liners[i]);
    if (liner_room(pair->liners[0]) != 0)
        liner_join(pair->liners[1], liner_room(pair->liners[0]));
    if (liner_game(pair->liners[0]) == 0 || liner_game(pair->liners[1]) == 0)
        return;
    if (now_ms >= pair->next_ms) {
        trouble(fair, pair->liners[chance(fair, 2)], may_move(pair));
        pair->troubles++;
        fair->troubles++;
        pair->next_ms = now_ms + 10 + (int64_t)chance(fair, 60);
    }
    for (int i = 0; may_move(pair) && i < 2; i++)
        if (liner_is_calm(pair->liners[i]))
            (void)move_if_due(pair->liners[i]);
}

/* One pass over all games; returns whether all are over. */
static bool pass(struct fair *fair, struct peer *reader)
{
    bool all_over = true;
    int64_t now_ms = wait_now_ms();
    if (now_ms - fair->pass_ms > fair->slow_ms)
        fair->slow_ms = now_ms - fair->pass_ms;
    fair->pass_ms = now_ms;
    for (int i = 0; i < LINES_GAMES; i++) {
        struct pair *pair = &fair->pairs[i];
        if (is_over(pair))
            continue;
        all_over = false;
        step(fair, pair);
        if (liner_game(pair->liners[0]) != 0 && wait_now_ms() >= pair->look_ms) {
            look(fair, pair, reader);
            pair->look_ms = wait_now_ms() + LOOK_EVERY_MS + (int64_t)chance(fair, LOOK_EVERY_MS);
        }
    }
    return all_over;
}

/* ---------------------------------------------------------------- afterwards */

/* Each stored action was typed by the player whose turn it was, and is the one that was
 * acknowledged, if one was; nothing was acknowledged behind the end. */
static int compare_actions(const struct pair *pair, const char *actions)
{
    unsigned ply = 0;
    int acknowledged = 0;
    while (*actions != '\0') {
        char action[LINER_TEXT];
        size_t len = strcspn(actions, " ");
        const struct liner *mover = pair->liners[ply % 2];
        assert_in_range(len, 1, sizeof(action) - 1);
        memcpy(action, actions, len);
        action[len] = '\0';
        assert_true(liner_has_made(mover, ply, action));
        assert_string_equal(liner_acknowledged(pair->liners[1 - ply % 2], ply), "");
        if (liner_acknowledged(mover, ply)[0] != '\0') {
            assert_string_equal(liner_acknowledged(mover, ply), action);
            acknowledged++;
        }
        actions += len + (actions[len] == ' ');
        ply++;
    }
    for (; ply < LINER_PLIES; ply++)
        for (int i = 0; i < 2; i++)
            assert_string_equal(liner_acknowledged(pair->liners[i], ply), "");
    return acknowledged;
}

static const char *const options[] = {
    "--rate-percent", "10000", "--players-per-address", "1000", "--lag-beat-ms", "200", NULL};

SCENE(nothing_is_lost_or_doubled_over_bad_lines)
{
    struct fair *fair = calloc(1, sizeof(*fair));
    struct peer *reader = scene_stranger(scene, "the reader");
    int acknowledged = 0;
    assert_non_null(fair);
    fair->random = 16;
    fair->worst_ms = INT64_MIN;
    fair->pass_ms = wait_now_ms();
    for (int i = 0; i < LINES_GAMES; i++) {
        for (int j = 0; j < 2; j++)
            fair->pairs[i].liners[j] =
                liner_new(server_port(scene->server), random_next(&fair->random));
        liner_open(fair->pairs[i].liners[0], MAIN_MS);
    }
    int64_t begin_ms = wait_now_ms();
    while (!pass(fair, reader)) {
        assert_in_range(wait_now_ms() - begin_ms, 0, 2 * PATIENCE_MS);
        (void)poll(NULL, 0, 1); /* time is what makes lines good again */
    }
    server_kill(scene->server);
    server_start(scene->server);
    reader = scene_stranger(scene, "a later reader");
    for (int i = 0; i < LINES_GAMES; i++) {
        const struct pair *pair = &fair->pairs[i];
        const json_t *game = read_game(reader, liner_game(pair->liners[0]));
        acknowledged += compare_actions(pair, text_at(game, "actions"));
        for (int j = 0; j < 2; j++)
            liner_free(pair->liners[j]);
    }
    print_message(
        "%d cuts and stalls, %d acknowledged actions, %d looks at clocks, the worst %" PRId64
        " ms beyond its lag, %" PRId64 " ms\n",
        fair->troubles, acknowledged, fair->looks, fair->worst_ms, wait_now_ms() - begin_ms);
    assert_in_range(fair->troubles, TROUBLES_LEAST, INT32_MAX);
    assert_in_range(acknowledged, 4 * LINES_GAMES, INT32_MAX);
    assert_in_range(fair->looks, 10 * LINES_GAMES, INT32_MAX);
    free(fair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST_WITH(nothing_is_lost_or_doubled_over_bad_lines, options)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
