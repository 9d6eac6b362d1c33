/* SPDX-License-Identifier: MIT */
/*
 * Coming back: what was missed is what was told, byte for byte; and a server that is killed at any
 * ply goes on where it was.
 */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEPS_MAX 16

/* A step of a game: who does what. The ply of moves and choices is filled in. */
struct step {
    bool second;
    const char *op;
    const char *detail;
};

/* Every kind of event, and an end that moves ratings. */
static const struct step swap2_steps[] = {
    {false, "game.move", "'action':'a1'"},    {false, "game.move", "'action':'c5'"},
    {false, "game.draw", "'answer':'offer'"}, {true, "game.draw", "'answer':'refuse'"},
    {false, "game.move", "'action':'b2'"},    {true, "game.move", "'action':'two_more'"},
    {true, "game.move", "'action':'c7'"},     {true, "game.move", "'action':'c3'"},
    {true, "game.draw", "'answer':'offer'"},  {false, "game.move", "'action':'black'"},
    {true, "game.move", "'action':'c9'"},     {false, "game.move", "'action':'d4'"},
    {true, "game.move", "'action':'d9'"},     {false, "game.move", "'action':'e5'"},
};
#define SWAP2_STEPS (sizeof(swap2_steps) / sizeof(swap2_steps[0]))

/* Returns the ply behind the step. */
static int do_step(const struct rig_table *table, const struct step *step, int ply)
{
    struct rig_peer *peer = step->second ? table->second : table->first;
    const json_t *reply = rig_ask(peer, "{'op':'%s','game':'%s','ply':%d,%s}", step->op,
                                  table->game, ply, step->detail);
    assert_ok(reply);
    return has_at(reply, "ply") ? (int)int_at(reply, "ply") : ply;
}

static struct rig_table rated_table(struct rig *rig)
{
    struct rig_peer *anna = rig_player(rig, "Anna");
    return rig_table(anna, rig_player(rig, "Boris"), "swap2", true);
}

/* The lines of all events that a peer was told from message `from` on. */
static size_t event_lines(const struct rig_peer *peer, size_t from, const char **lines)
{
    size_t count = 0;
    for (size_t i = from; i < peer->count; i++)
        if (strstr(peer->messages[i].line, "\"ev\":\"game.") != NULL) {
            assert_true(count < 2 * STEPS_MAX);
            lines[count++] = peer->messages[i].line;
        }
    return count;
}

/* ------------------------------------------------------------------ sync */

static void check_sync(struct rig *rig, const struct rig_table *table, size_t since,
                       const char **live, size_t live_count)
{
    const char *again[2 * STEPS_MAX];
    struct rig_peer *back = rig_resume(rig, table->second->token);
    size_t from = rig_message_count(back);
    const json_t *reply =
        rig_ask(back, "{'op':'game.sync','game':'%s','since':%zu}", table->game, since);
    assert_int_equal(int_at(reply, "seq"), live_count);
    assert_false(has_at(reply, "game"));
    assert_ptr_equal(back->messages[back->count - 1].json, reply); /* after the events */
    assert_int_equal(event_lines(back, from, again), live_count - since);
    for (size_t i = since; i < live_count; i++)
        assert_string_equal(again[i - since], live[i]);
    rig_hang_up(back);
    rig_turn(rig);
}

static void sync_gives_exactly_what_was_missed_at_every_seq(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rated_table(rig);
    const char *live[2 * STEPS_MAX];
    size_t from = rig_message_count(table.second);
    int ply = 0;
    for (size_t step = 0; step < SWAP2_STEPS; step++) {
        ply = do_step(&table, &swap2_steps[step], ply);
        rig_pass(rig, 1000);
    }
    size_t count = event_lines(table.second, from, live);
    assert_int_equal(count, SWAP2_STEPS + 1); /* and the end */
    for (size_t since = 0; since <= count; since++)
        check_sync(rig, &table, since, live, count);
}

static void sync_gives_the_same_after_a_restart(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rated_table(rig);
    const char *live[2 * STEPS_MAX];
    size_t from = rig_message_count(table.second);
    int ply = 0;
    for (size_t step = 0; step < SWAP2_STEPS - 1; step++)
        ply = do_step(&table, &swap2_steps[step], ply);
    size_t count = event_lines(table.second, from, live);
    rig_restart(rig);
    for (size_t since = 0; since <= count; since += 3)
        check_sync(rig, &table, since, live, count);
}

static void without_since_sync_gives_the_whole_game(void **state)
{
    struct rig_table table = rated_table(*state);
    do_step(&table, &swap2_steps[0], 0);
    const json_t *reply = rig_ask(table.first, "{'op':'game.sync','game':'%s'}", table.game);
    assert_int_equal(int_at(reply, "seq"), 1);
    assert_string_equal(text_at(reply, "game.actions"), "a1");
}

static void a_client_that_is_ahead_gets_the_whole_game(void **state)
{
    struct rig_table table = rated_table(*state);
    do_step(&table, &swap2_steps[0], 0);
    const json_t *reply =
        rig_ask(table.first, "{'op':'game.sync','game':'%s','since':2}", table.game);
    assert_string_equal(text_at(reply, "game.actions"), "a1");
}

static void a_game_whose_log_is_gone_comes_whole(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rated_table(rig);
    int ply = 0;
    for (size_t step = 0; step < SWAP2_STEPS; step++)
        ply = do_step(&table, &swap2_steps[step], ply);
    rig_restart(rig);
    struct rig_peer *back = rig_resume(rig, table.first->token);
    const json_t *reply = rig_ask(back, "{'op':'game.sync','game':'%s','since':3}", table.game);
    assert_int_equal(int_at(reply, "seq"), SWAP2_STEPS + 1);
    assert_string_equal(text_at(reply, "game.reason"), "row");
    reply = rig_ask(back, "{'op':'game.sync','game':'%s','since':%d}", table.game,
                    (int)SWAP2_STEPS + 1);
    assert_int_equal(int_at(reply, "seq"), SWAP2_STEPS + 1);
}

/* ------------------------------------------------------------------ killed at any moment */

/* Plays with a restart after `killed` steps; the world has to be the same before and after. */
static char *play_killed_after(size_t killed)
{
    struct rig *rig = rig_new();
    struct rig_table table = rated_table(rig);
    int ply = 0;
    for (size_t step = 0; step < SWAP2_STEPS; step++) {
        if (step == killed) {
            char *before = rig_world(rig);
            rig_restart(rig);
            char *after = rig_world(rig);
            assert_string_equal(before, after);
            free(before);
            free(after);
            table.first = rig_resume(rig, table.first->token);
            table.second = rig_resume(rig, table.second->token);
        }
        ply = do_step(&table, &swap2_steps[step], ply);
    }
    rig_check_world(rig);
    char *end = rig_world(rig);
    rig_free(rig);
    return end;
}

static void a_server_killed_after_any_action_goes_on_to_the_same_end(void **state)
{
    (void)state;
    char *unharmed = play_killed_after(SIZE_MAX);
    assert_non_null(strstr(unharmed, "\"reason\":\"row\""));
    for (size_t killed = 0; killed < SWAP2_STEPS; killed++) {
        char *end = play_killed_after(killed);
        assert_string_equal(end, unharmed);
        free(end);
    }
    free(unharmed);
}

/* Killed while the batch of the last action is under way, the player does it again. */
static void an_action_lost_in_a_crash_can_be_repeated(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rated_table(rig);
    int ply = 0;
    for (size_t step = 0; step < SWAP2_STEPS; step++) {
        const struct step *now = &swap2_steps[step];
        rig->store->holds_batches = true;
        rig_send(now->second ? table.second : table.first, "{'op':'%s','game':'%s','ply':%d,%s}",
                 now->op, table.game, ply, now->detail);
        rig_turn(rig);
        rig_restart(rig);
        table.first = rig_resume(rig, table.first->token);
        table.second = rig_resume(rig, table.second->token);
        ply = do_step(&table, now, ply);
    }
    assert_string_equal(text_at(rig_game(table.first, table.game), "reason"), "row");
    rig_check_world(rig);
}

/* Plays a conversation, which gives the same bytes every time. */
static char *conversation(void)
{
    char *text = NULL;
    size_t size = 0;
    struct rig *rig = rig_new();
    struct rig_table table = rated_table(rig);
    int ply = 0;
    for (size_t step = 0; step < SWAP2_STEPS; step++)
        ply = do_step(&table, &swap2_steps[step], ply);
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    for (size_t i = 0; i < rig->peer_count; i++)
        for (size_t j = 0; j < rig->peers[i]->count; j++)
            fprintf(out, "%zu %s\n", i, rig->peers[i]->messages[j].line);
    fclose(out);
    rig_free(rig);
    return text;
}

static void the_same_inputs_give_the_same_bytes(void **state)
{
    (void)state;
    char *one = conversation();
    char *other = conversation();
    assert_string_equal(one, other);
    free(one);
    free(other);
}

static void a_room_tells_who_offers_a_rematch(void **state)
{
    struct rig_table table = rig_table(rig_guest(*state), rig_guest(*state), "mini", false);
    rig_play(&table, "a1 b1 a2 b2 a3");
    assert_ok(rig_ask(table.first, "{'op':'room.rematch','room':'%s'}", table.room));
    const json_t *back =
        rig_ask(rig_connect(*state), "{'op':'auth.resume','token':'%s'}", table.second->token);
    assert_string_equal(text_at(back, "rooms.0.rematch_by"), table.first->name);
    assert_ok(rig_ask(table.second, "{'op':'room.rematch','room':'%s'}", table.room));
    back = rig_ask(rig_connect(*state), "{'op':'auth.resume','token':'%s'}", table.second->token);
    assert_false(has_at(back, "rooms.0.rematch_by"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(sync_gives_exactly_what_was_missed_at_every_seq),
        RIG_TEST(sync_gives_the_same_after_a_restart),
        RIG_TEST(without_since_sync_gives_the_whole_game),
        RIG_TEST(a_client_that_is_ahead_gets_the_whole_game),
        RIG_TEST(a_game_whose_log_is_gone_comes_whole),
        cmocka_unit_test(a_server_killed_after_any_action_goes_on_to_the_same_end),
        RIG_TEST(an_action_lost_in_a_crash_can_be_repeated),
        RIG_TEST(a_room_tells_who_offers_a_rematch),
        cmocka_unit_test(the_same_inputs_give_the_same_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
