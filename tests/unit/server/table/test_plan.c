/* SPDX-License-Identifier: MIT */
/*
 * Conditional moves: kept for their owner alone, played at once in the batch of the action that was
 * foreseen, and forgotten when they do not fit any more.
 */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

struct scene {
    struct rig *rig;
    struct rig_peer *anna; /* begins */
    struct rig_peer *boris;
    struct rig_peer *carla; /* watches */
    struct rig_table table;
};

static struct scene begin(struct rig *rig, const char *variant)
{
    struct scene scene = {.rig = rig,
                          .anna = rig_player(rig, "Anna"),
                          .boris = rig_player(rig, "Boris"),
                          .carla = rig_player(rig, "Carla")};
    scene.table = rig_table(scene.anna, scene.boris, variant, true);
    assert_ok(rig_ask(scene.carla, "{'op':'room.watch','room':'%s'}", scene.table.room));
    return scene;
}

/* Anna has played h8, and it is Boris's turn. */
static struct scene begun(struct rig *rig)
{
    struct scene scene = begin(rig, "classic");
    assert_ok(rig_move(scene.anna, scene.table.game, 0, "h8"));
    rig_forget_events(scene.anna);
    rig_forget_events(scene.boris);
    rig_forget_events(scene.carla);
    return scene;
}

static const json_t *plan(const struct scene *scene, struct rig_peer *peer, int ply,
                          const char *lines)
{
    return rig_ask(peer, "{'op':'game.plan','game':'%s','ply':%d,'lines':'%s'}", scene->table.game,
                   ply, lines);
}

static void check_plan(const struct scene *scene, struct rig_peer *peer, const char *lines)
{
    const json_t *reply = rig_ask(peer, "{'op':'game.plan','game':'%s'}", scene->table.game);
    assert_ok(reply);
    assert_string_equal(text_at(reply, "lines"), lines);
}

static void move(const struct scene *scene, struct rig_peer *peer, int ply, const char *at)
{
    assert_ok(rig_move(peer, scene->table.game, ply, at));
}

static const char *actions_of(const struct scene *scene, struct rig_peer *peer)
{
    return text_at(rig_game(peer, scene->table.game), "actions");
}

static void an_answer_is_made_at_once(void **state)
{
    struct scene scene = begun(*state);
    assert_ok(plan(&scene, scene.anna, 1, "i9 h9 i10 h10;j9 j10"));
    rig_forget_events(scene.anna);
    rig_live(scene.rig, 60000);
    const json_t *reply = rig_move(scene.boris, scene.table.game, 1, "i9");
    assert_int_equal(int_at(reply, "ply"), 2); /* its own */
    assert_string_equal(actions_of(&scene, scene.carla), "h8 i9 h9");
    const json_t *foreseen = rig_expect(scene.anna, "game.moved");
    assert_false(has_at(foreseen, "planned"));
    assert_true(int_at(foreseen, "spent_ms") >= 60000);
    const json_t *told = rig_expect(scene.anna, "plan.changed");
    assert_string_equal(text_at(told, "lines"), "h9 i10 h10");
    const json_t *answer = rig_expect(scene.anna, "game.moved");
    assert_true(bool_at(answer, "planned"));
    assert_string_equal(text_at(answer, "action"), "h9");
    assert_int_equal(int_at(answer, "spent_ms"), 0);
    told = rig_expect(scene.anna, "plan.changed");
    assert_string_equal(text_at(told, "lines"), "i10 h10");
    assert_string_equal(text_at(told, "of"), scene.table.game);
    assert_int_equal(int_at(told, "ply"), 3);
    check_plan(&scene, scene.anna, "i10 h10");
}

/* Everything that tells of a game, asked by somebody else. */
static void ask_everything(const struct scene *scene, struct rig_peer *peer)
{
    const char *game = scene->table.game;
    rig_ask(peer, "{'op':'game.sync','game':'%s'}", game);
    rig_ask(peer, "{'op':'game.sync','game':'%s','since':0}", game);
    rig_ask(peer, "{'op':'game.get','game':'%s'}", game);
    rig_ask(peer, "{'op':'room.sync','room':'%s'}", scene->table.room);
    rig_ask(peer, "{'op':'game.export','game':'%s','format':'json'}", game);
    rig_ask(peer, "{'op':'game.export','game':'%s','format':'sgf'}", game);
    rig_ask(peer, "{'op':'player.games','name':'Anna'}");
    rig_ask(peer, "{'op':'player.get','name':'Anna'}");
    rig_ask(peer, "{'op':'history.export','name':'Anna','format':'json'}");
    rig_ask(peer, "{'op':'mod.game','game':'%s'}", game);
}

static void nobody_else_is_told(void **state)
{
    struct scene scene = begun(*state);
    struct rig_peer *window = rig_resume(scene.rig, scene.anna->token);
    size_t before = rig_message_count(scene.boris) + rig_message_count(scene.carla);
    assert_ok(plan(&scene, scene.anna, 1, "i9 q17 i10 s18"));
    assert_int_equal(rig_message_count(scene.boris) + rig_message_count(scene.carla), before);
    assert_string_equal(text_at(rig_expect(window, "plan.changed"), "lines"), "i9 q17 i10 s18");
    check_plan(&scene, scene.boris, "");
    assert_code(rig_ask(scene.carla, "{'op':'game.plan','game':'%s'}", scene.table.game),
                "not_your_game");
    move(&scene, scene.boris, 1, "i9"); /* and q17 is seen, s18 is not */
    rig_give_role(scene.rig, "Carla", "moderator");
    struct rig_peer *others[] = {scene.boris, scene.carla};
    for (size_t i = 0; i < 4; i++) {
        if (i == 2)
            assert_ok(rig_ask(scene.boris, "{'op':'game.resign','game':'%s'}", scene.table.game));
        ask_everything(&scene, others[i % 2]);
    }
    for (size_t i = 0; i < 2; i++) {
        for (size_t j = 0; j < others[i]->count; j++) {
            assert_null(strstr(others[i]->messages[j].line, "s18"));
            assert_null(strstr(others[i]->messages[j].line, "plan.changed"));
        }
    }
}

static void its_owner_clears_it_from_another_window(void **state)
{
    struct scene scene = begun(*state);
    assert_ok(plan(&scene, scene.anna, 1, "i9 h9"));
    rig_forget_events(scene.anna);
    struct rig_peer *window = rig_resume(scene.rig, scene.anna->token);
    check_plan(&scene, window, "i9 h9");
    assert_ok(rig_ask(window, "{'op':'game.plan','game':'%s','lines':''}", scene.table.game));
    assert_string_equal(text_at(rig_expect(scene.anna, "plan.changed"), "lines"), "");
    move(&scene, scene.boris, 1, "i9");
    assert_string_equal(actions_of(&scene, scene.anna), "h8 i9");
}

static void what_was_not_foreseen_ends_a_plan(void **state)
{
    struct scene scene = begun(*state);
    assert_ok(plan(&scene, scene.anna, 1, "i9 h9"));
    rig_forget_events(scene.anna);
    move(&scene, scene.boris, 1, "a1");
    rig_expect(scene.anna, "game.moved");
    assert_string_equal(text_at(rig_expect(scene.anna, "plan.changed"), "lines"), "");
    check_plan(&scene, scene.anna, "");
    move(&scene, scene.anna, 2, "j9");
    move(&scene, scene.boris, 3, "i9");
    assert_string_equal(actions_of(&scene, scene.anna), "h8 a1 j9 i9");
}

static void a_takeback_ends_all_plans(void **state)
{
    struct scene scene = begun(*state);
    assert_ok(plan(&scene, scene.anna, 1, "i9 h9"));
    assert_ok(rig_ask(scene.anna, "{'op':'game.takeback','game':'%s'}", scene.table.game));
    check_plan(&scene, scene.anna, "i9 h9");
    assert_ok(rig_ask(scene.boris, "{'op':'game.takeback','game':'%s','answer':'accept'}",
                      scene.table.game));
    check_plan(&scene, scene.anna, "");
    move(&scene, scene.anna, 0, "h8");
    move(&scene, scene.boris, 1, "i9");
    assert_string_equal(actions_of(&scene, scene.anna), "h8 i9");
}

/* The offer is the player's to answer; the plan goes on with the player's own action. */
static void while_a_draw_is_offered_nothing_is_answered(void **state)
{
    struct scene scene = begun(*state);
    assert_ok(plan(&scene, scene.anna, 1, "i9 h9 i10 h10"));
    assert_ok(rig_ask(scene.boris, "{'op':'game.draw','game':'%s'}", scene.table.game));
    move(&scene, scene.boris, 1, "i9");
    assert_string_equal(actions_of(&scene, scene.anna), "h8 i9");
    check_plan(&scene, scene.anna, "h9 i10 h10");
    rig_restart(scene.rig);
    scene.anna = rig_resume(scene.rig, scene.anna->token);
    scene.boris = rig_resume(scene.rig, scene.boris->token);
    check_plan(&scene, scene.anna, "h9 i10 h10");
    move(&scene, scene.anna, 2, "h9");
    move(&scene, scene.boris, 3, "i10");
    assert_string_equal(actions_of(&scene, scene.anna), "h8 i9 h9 i10 h10");
}

/* Both have one only where a draw offer kept the first from answering. */
static void two_plans_answer_each_other_in_one_batch(void **state)
{
    struct scene scene = begun(*state);
    assert_ok(plan(&scene, scene.anna, 1, "i9 h9 i10 h10 i11 h11 a1 h12"));
    assert_ok(rig_ask(scene.boris, "{'op':'game.draw','game':'%s'}", scene.table.game));
    move(&scene, scene.boris, 1, "i9");
    assert_ok(plan(&scene, scene.boris, 2, "h9 i10 h10 i11 h11 a1"));
    rig_forget_events(scene.boris);
    size_t batches = scene.rig->store->batches;
    move(&scene, scene.anna, 2, "h9");
    assert_int_equal(scene.rig->store->batches, batches + 1);
    const json_t *reply = rig_game(scene.carla, scene.table.game);
    assert_string_equal(text_at(reply, "actions"), "h8 i9 h9 i10 h10 i11 h11 a1 h12");
    assert_string_equal(text_at(reply, "result"), "first"); /* an answer may end the game */
    assert_string_equal(text_at(reply, "planned"), "3 4 5 6 7 8");
    rig_check_world(scene.rig);
}

static void a_plan_wakes_with_its_table(void **state)
{
    struct scene scene = begun(*state);
    struct rig *rig = scene.rig;
    assert_ok(plan(&scene, scene.anna, 1, "i9 h9;j9 j10 k11 a1"));
    rig_hang_up(scene.anna);
    rig_hang_up(scene.boris);
    rig_hang_up(scene.carla);
    rig_turn(rig);
    assert_int_equal(core_count(rig->core).asleep, 1);
    scene.boris = rig_resume(rig, scene.boris->token);
    move(&scene, scene.boris, 1, "j9");
    assert_string_equal(actions_of(&scene, scene.boris), "h8 j9 j10");
    rig_hang_up(scene.boris);
    rig_restart(rig);
    scene.boris = rig_resume(rig, scene.boris->token);
    const json_t *reply = rig_game(scene.boris, scene.table.game);
    assert_string_equal(text_at(reply, "planned"), "2");
    scene.anna = rig_resume(rig, scene.anna->token);
    check_plan(&scene, scene.anna, "k11 a1");
    rig_check_world(rig);
}

/* The answer is lost with the action, and neither without the other. */
static void a_commit_that_fails_takes_back_both(void **state)
{
    struct scene scene = begun(*state);
    assert_ok(plan(&scene, scene.anna, 1, "i9 h9 i10 h10"));
    scene.rig->store->fails_batches = true;
    assert_code(rig_move(scene.boris, scene.table.game, 1, "i9"), "storage_unavailable");
    assert_code(plan(&scene, scene.anna, 1, "i9 j10"), "storage_unavailable");
    scene.rig->store->fails_batches = false;
    rig_pass(scene.rig, 1000);
    assert_string_equal(actions_of(&scene, scene.anna), "h8");
    check_plan(&scene, scene.anna, "i9 h9 i10 h10");
    move(&scene, scene.boris, 1, "i9");
    assert_string_equal(actions_of(&scene, scene.anna), "h8 i9 h9");
    rig_check_world(scene.rig);
}

/* Moderators see an answer that took no time, and why; no focus is held against it. */
static void keepers_see_that_it_was_planned(void **state)
{
    struct scene scene = begun(*state);
    rig_give_role(scene.rig, "Carla", "moderator");
    assert_ok(plan(&scene, scene.anna, 1, "i9 h9"));
    assert_ok(
        rig_ask(scene.anna, "{'op':'game.focus','game':'%s','focus':'lost'}", scene.table.game));
    move(&scene, scene.boris, 1, "i9");
    assert_ok(rig_ask(scene.anna, "{'op':'game.resign','game':'%s'}", scene.table.game));
    const json_t *seen = rig_ask(scene.carla, "{'op':'mod.game','game':'%s'}", scene.table.game);
    assert_string_equal(text_at(seen, "lost"), "0 0 0 0");
    assert_string_equal(text_at(seen, "game.planned"), "2");
}

static void the_end_of_a_game_is_the_end_of_its_plans(void **state)
{
    struct scene scene = begun(*state);
    assert_ok(plan(&scene, scene.anna, 1, "i9 h9"));
    assert_ok(rig_ask(scene.anna, "{'op':'game.draw','game':'%s'}", scene.table.game));
    assert_ok(rig_ask(scene.boris, "{'op':'game.draw','game':'%s'}", scene.table.game));
    assert_code(rig_ask(scene.anna, "{'op':'game.plan','game':'%s'}", scene.table.game),
                "game_over");
    assert_ok(rig_ask(scene.anna, "{'op':'room.rematch','room':'%s'}", scene.table.room));
    const json_t *reply =
        rig_ask(scene.boris, "{'op':'room.rematch','room':'%s'}", scene.table.room);
    snprintf(scene.table.game, sizeof(scene.table.game), "%s", text_at(reply, "game.game"));
    check_plan(&scene, scene.anna, "");
    rig_check_world(scene.rig);
}

/* Plays the actions in turn from ply 0, Anna's first; mini. */
static void play(const struct scene *scene, const char *actions)
{
    char at[8];
    for (int ply = 0, len = 0; sscanf(actions, "%7s%n", at, &len) == 1; ply++, actions += len)
        move(scene, ply % 2 == 0 ? scene->anna : scene->boris, ply, at);
}

static void the_end_on_the_board_tells_of_no_plan(void **state)
{
    static const struct {
        const char *actions;
        int ply;
        const char *lines; /* Anna's, at that ply */
        const char *last;  /* Boris's */
        size_t told;       /* events behind it */
        const char *result;
    } ends[] = {
        {"a1 b1 a2", 3, "b2 a3", "b2", 1, "first"},
        {"a1 b1 a2 b2 c1", 5, "a3 c2", "b3", 0, "second"},
        {"b2 a1 c1 a3 a2 c2 b1", 7, "b3 c3", "b3", 1, "draw"},
    };
    struct scene scene = begin(*state, "classic");
    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
        scene.table = rig_table(scene.anna, scene.boris, "mini", true);
        play(&scene, ends[i].actions);
        assert_ok(plan(&scene, scene.anna, ends[i].ply, ends[i].lines));
        size_t before = scene.anna->count;
        move(&scene, scene.boris, ends[i].ply, ends[i].last);
        size_t told = 0;
        for (size_t j = before; j < scene.anna->count; j++)
            told += strstr(scene.anna->messages[j].line, "plan.changed") != NULL;
        assert_int_equal(told, ends[i].told);
        assert_string_equal(text_at(rig_game(scene.carla, scene.table.game), "result"),
                            ends[i].result);
        rig_check_world(scene.rig);
    }
}

static void the_opening_of_swap2_is_answered_by_a_choice(void **state)
{
    struct scene scene = begin(*state, "swap2");
    assert_ok(plan(&scene, scene.boris, 0, "h8 i9 j10 two_more a1 b2 black h9;h8 i9 k10 white h9"));
    move(&scene, scene.anna, 0, "h8");
    move(&scene, scene.anna, 1, "i9");
    move(&scene, scene.anna, 2, "j10");
    assert_string_equal(actions_of(&scene, scene.carla), "h8 i9 j10 two_more a1 b2");
    move(&scene, scene.anna, 6, "black");
    assert_string_equal(actions_of(&scene, scene.carla), "h8 i9 j10 two_more a1 b2 black h9");
    rig_check_world(scene.rig);
}

/* A repeat with the key does nothing, also when the game has gone on as foreseen. */
static void a_repeat_is_answered_as_before(void **state)
{
    struct scene scene = begun(*state);
    const char *request =
        "{'op':'game.plan','game':'%s','ply':1,'lines':'i9 h9 i10 h10','key':'k'}";
    assert_ok(rig_ask(scene.anna, request, scene.table.game));
    move(&scene, scene.boris, 1, "i9");
    const json_t *again = rig_ask(scene.anna, request, scene.table.game);
    assert_ok(again);
    assert_string_equal(text_at(again, "lines"), "i9 h9 i10 h10");
    check_plan(&scene, scene.anna, "i10 h10");
    assert_code(plan(&scene, scene.anna, 1, "i9 j10"), "stale_ply");
    assert_code(
        rig_ask(scene.anna, "{'op':'game.plan','game':'%s','lines':'i10 j10'}", scene.table.game),
        "missing_field");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(an_answer_is_made_at_once),
        RIG_TEST(nobody_else_is_told),
        RIG_TEST(its_owner_clears_it_from_another_window),
        RIG_TEST(what_was_not_foreseen_ends_a_plan),
        RIG_TEST(a_takeback_ends_all_plans),
        RIG_TEST(while_a_draw_is_offered_nothing_is_answered),
        RIG_TEST(two_plans_answer_each_other_in_one_batch),
        RIG_TEST(a_plan_wakes_with_its_table),
        RIG_TEST(a_commit_that_fails_takes_back_both),
        RIG_TEST(keepers_see_that_it_was_planned),
        RIG_TEST(the_end_of_a_game_is_the_end_of_its_plans),
        RIG_TEST(the_end_on_the_board_tells_of_no_plan),
        RIG_TEST(the_opening_of_swap2_is_answered_by_a_choice),
        RIG_TEST(a_repeat_is_answered_as_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
