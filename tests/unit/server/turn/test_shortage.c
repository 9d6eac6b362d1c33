/* SPDX-License-Identifier: MIT */
/*
 * Allocations that fail, one by one: every step of the table is taken again and again, each time
 * with a later allocation failing once, until none is left to fail. Each time the step is done as
 * ever or refused as if it had never been asked for; and then what a shortage refuses and what not.
 */
#include "base/memory.h"
#include "proto/codec.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig_acts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NO_ID 0
/* One allocation of so many fails, others in each step: most places in the code are passed by many
 * steps. Fewer under the sanitizers, where each takes ten times as long. `--every N` sets it. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define EVERY_IN_CI 35
#else
#define EVERY_IN_CI 5
#endif
/* The first that fails is another one in each step, of so many. */
#define FIRSTS 5
#define CLOCK "{'kind':'fischer','main_ms':60000,'increment_ms':0}"
#define SLOW_CLOCK "{'kind':'correspondence','period_ms':86400000}"

/* ------------------------------------------------------------------ steps that are no requests */

/* Each returns the id of the actor's request, or NO_ID. The actor is what the scene made it. */

static int64_t come_and_go(struct rig_scene *scene)
{
    struct rig_peer *peer = rig_connect(scene->rig);
    rig_turn(scene->rig);
    if (peer->conn != NULL)
        rig_hang_up(peer);
    return NO_ID;
}

static int64_t say_half(struct rig_scene *scene)
{
    static const char HALF[] = "{\"id\":1,\"op\":\"room.open\",\"vari";
    rig_bytes(scene->actor, HALF, sizeof(HALF) - 1);
    rig_turn(scene->rig);
    rig_hang_up(scene->actor);
    return NO_ID;
}

static int64_t speak_slowly(struct rig_scene *scene)
{
    static const char LINE[] = "{\"id\":4711,\"op\":\"room.open\",\"variant\":\"mini\"}\n";
    for (size_t i = 0; i < sizeof(LINE) - 1; i++)
        rig_bytes(scene->actor, &LINE[i], 1);
    return 4711;
}

static int64_t resume(struct rig_scene *scene)
{
    scene->actor = rig_connect(scene->rig);
    rig_turn(scene->rig);
    if (scene->actor->conn == NULL)
        return NO_ID;
    return rig_send(scene->actor, "{'op':'auth.resume','token':'%s'}", scene->anna->token);
}

static int64_t hang_up(struct rig_scene *scene)
{
    rig_hang_up(scene->boris);
    return NO_ID;
}

static int64_t wait_a_minute(struct rig_scene *scene)
{
    scene->rig->now.mono_ms += 61000;
    scene->rig->now.wall_ms += 61000;
    return NO_ID;
}

static int64_t both_go(struct rig_scene *scene)
{
    rig_hang_up(scene->anna);
    rig_hang_up(scene->boris);
    return NO_ID;
}

static int64_t move_late(struct rig_scene *scene)
{
    return rig_send(scene->actor, "{'op':'game.move','game':'%s','ply':2,'action':'a1'}",
                    scene->table.game);
}

/* ------------------------------------------------------------------ their scenes */

static void sit_down_with(struct rig_scene *scene, const char *clock)
{
    const json_t *opened = rig_ask(
        scene->anna, "{'op':'room.open','variant':'classic','first':'opener','clock':%s}", clock);
    snprintf(scene->table.room, sizeof(scene->table.room), "%s", text_at(opened, "room.room"));
    const json_t *joined =
        rig_ask(scene->boris, "{'op':'room.join','room':'%s'}", scene->table.room);
    snprintf(scene->table.game, sizeof(scene->table.game), "%s", text_at(joined, "game.game"));
    scene->table.first = scene->anna;
    scene->table.second = scene->boris;
    assert_ok(rig_move(scene->anna, scene->table.game, 0, "h8"));
    assert_ok(rig_move(scene->boris, scene->table.game, 1, "i9"));
    scene->actor = scene->anna;
}

static void clocked(struct rig_scene *scene)
{
    sit_down_with(scene, CLOCK);
}

static void correspondence(struct rig_scene *scene)
{
    sit_down_with(scene, SLOW_CLOCK);
}

static void asleep(struct rig_scene *scene)
{
    correspondence(scene);
    both_go(scene);
    rig_turn(scene->rig);
    assert_int_equal(core_count(scene->rig->core).asleep, 1);
    scene->anna = scene->actor = rig_resume(scene->rig, scene->anna->token);
}

static void table(struct rig_scene *scene)
{
    scene->table = rig_table(scene->anna, scene->boris, "classic", true);
    rig_play(&scene->table, "h8 i9 h7");
    assert_ok(
        rig_ask(scene->boris, "{'op':'room.say','room':'%s','text':'hello'}", scene->table.room));
    scene->actor = scene->anna;
}

static void finished(struct rig_scene *scene)
{
    table(scene);
    assert_ok(rig_ask(scene->boris, "{'op':'game.resign','game':'%s'}", scene->table.game));
}

struct step {
    struct rig_act act;
    int64_t (*run)(struct rig_scene *scene); /* NULL: the act's request */
};

static const struct step STEPS[] = {
    {{"connect and go", table, NULL}, come_and_go},
    {{"half a frame", table, NULL}, say_half},
    {{"a frame byte by byte", table, NULL}, speak_slowly},
    {{"resume", table, NULL}, resume},
    {{"the opponent goes", table, NULL}, hang_up},
    {{"a flag falls", clocked, NULL}, wait_a_minute},
    {{"a table falls asleep", correspondence, NULL}, both_go},
    {{"a table wakes", asleep, NULL}, move_late},
    {{"hello", table, "{'op':'hello','protocol':3}"}, NULL},
    {{"ping", table, "{'op':'ping'}"}, NULL},
    {{"rubbish", table, "{'op':'room.open','variant':[[1,2],[3,{}]]}"}, NULL},
    {{"room list", table, "{'op':'room.list'}"}, NULL},
    {{"watch", table, "{'op':'room.watch','room':'$T'}"}, NULL},
    {{"sync", table, "{'op':'game.sync','game':'$G','since':0}"}, NULL},
    {{"get", table, "{'op':'game.get','game':'$G'}"}, NULL},
    {{"get a finished game", finished, "{'op':'game.get','game':'$G'}"}, NULL},
    {{"export", finished, "{'op':'game.export','game':'$G','format':'sgf'}"}, NULL},
    {{"history", finished, "{'op':'history.list','name':'Anna'}"}, NULL},
    {{"leaderboard", finished, "{'op':'rating.top','variant':'classic'}"}, NULL},
    {{"around", finished, "{'op':'rating.around','variant':'classic','name':'Anna'}"}, NULL},
    {{"player", finished, "{'op':'player.get','name':'Anna'}"}, NULL},
};
#define STEP_COUNT (sizeof(STEPS) / sizeof(STEPS[0]))

/* ------------------------------------------------------------------ taking a step */

/* The outcome of a step. */
struct trace {
    char *reply; /* "" for none */
    char *world;
    size_t said; /* messages to everybody */
};

static void trace_free(struct trace *trace)
{
    free(trace->reply);
    free(trace->world);
}

static char *copy(const char *text)
{
    char *twin = strdup(text);
    assert_non_null(twin);
    return twin;
}

static void take(struct rig_scene *scene, const struct step *step, struct trace *trace_out)
{
    struct rig *rig = scene->rig;
    size_t before = rig_messages_of_all(rig);
    int64_t id = step->run != NULL ? step->run(scene) : rig_scene_act(scene, &step->act);
    rig_turn(rig);
    mem_test_fail_at(0);
    const json_t *reply = id != NO_ID ? rig_reply(scene->actor, id) : NULL;
    assert_true(id == NO_ID || reply != NULL);
    trace_out->reply = copy(reply != NULL ? rig_line(scene->actor, reply) : "");
    trace_out->said = rig_messages_of_all(rig) - before;
}

/* Memory is short: who comes now is sent away, and told why. */
static void check_short(struct rig *rig)
{
    assert_true(mem_is_short());
    struct rig_peer *peer = rig_connect(rig);
    rig_turn(rig);
    assert_string_equal(text_at(rig_expect(peer, "bye"), "code"), "out_of_memory");
    assert_null(peer->conn);
    assert_true(mem_refill());
    rig_turn(rig);
}

static void assert_same(const char *now, const char *wanted)
{
    if (strcmp(now, wanted) != 0)
        fprintf(stderr, "--- wanted\n%s--- now\n%s", wanted, now);
    assert_string_equal(now, wanted);
}

/* Checks what the server says, and what it would say after a restart. */
static void check_world(struct rig *rig, const char *wanted)
{
    char *now = rig_world(rig);
    char *stored = rig_stored_world(rig);
    assert_same(now, wanted);
    assert_same(stored, wanted);
    free(now);
    free(stored);
}

/* The step with nothing failing, and the world before and after it. */
static void take_calmly(const struct step *step, char **before_out, struct trace *trace_out)
{
    struct rig_scene scene;
    rig_scene_make(&scene, &step->act);
    *before_out = rig_world(scene.rig);
    rig_scene_drop(&scene);
    rig_scene_make(&scene, &step->act);
    take(&scene, step, trace_out);
    trace_out->world = rig_world(scene.rig);
    rig_scene_drop(&scene);
}

static bool is_refusal(const char *reply)
{
    return strstr(reply, "\"out_of_memory\"") != NULL;
}

/* With the nth allocation failing. Returns whether there was one. */
static bool take_with_failure(const struct step *step, long nth, const char *before,
                              const struct trace *calm)
{
    struct rig_scene scene;
    struct trace trace = {0};
    rig_scene_make(&scene, &step->act);
    mem_test_fail_at(nth);
    take(&scene, step, &trace);
    bool has_failed = mem_is_short();
    if (has_failed)
        check_short(scene.rig);
    if (is_refusal(trace.reply)) {
        assert_int_equal(trace.said, 1);
        check_world(scene.rig, before);
    } else if (step->run == NULL || !has_failed) {
        assert_same(trace.reply, calm->reply);
        assert_int_equal(trace.said, calm->said);
    }
    if (is_refusal(trace.reply) && step->run == NULL) {
        int64_t id = rig_scene_act(&scene, &step->act);
        rig_turn(scene.rig);
        assert_non_null(rig_reply(scene.actor, id));
        check_world(scene.rig, calm->world);
    } else if (!is_refusal(trace.reply)) {
        check_world(scene.rig, calm->world);
    }
    rig_scene_drop(&scene);
    trace_free(&trace);
    return has_failed;
}

static struct {
    long every;
    long steps; /* that were checked so far */
} run = {.every = EVERY_IN_CI};

static void check_step(const struct step *step)
{
    char *before = NULL;
    struct trace calm = {0};
    long failed = 0;
    take_calmly(step, &before, &calm);
    long first = 1 + run.steps++ % FIRSTS % run.every;
    while (take_with_failure(step, first + failed * run.every, before, &calm))
        failed++;
    print_message("%ld allocations failed, one by one\n", failed);
    assert_true(failed > 0);
    trace_free(&calm);
    free(before);
}

static void every_allocation_of_a_step(void **state)
{
    check_step(*state);
}

static void every_allocation_of_an_act(void **state)
{
    const struct step step = {.act = *(const struct rig_act *)*state};
    check_step(&step);
}

/* ------------------------------------------------------------------ the shortage */

static void run_short(void)
{
    mem_test_fail_at(1);
    free(mem_alloc(1));
    assert_true(mem_is_short());
}

static void a_shortage_refuses_all_but_hello_and_ping(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_table table_ = rig_table(anna, rig_guest(rig), "classic", false);
    run_short();
    assert_ok(rig_ask(anna, "{'op':'hello','protocol':3}"));
    assert_ok(rig_ask(anna, "{'op':'ping'}"));
    const json_t *refused = rig_move(anna, table_.game, 0, "h8");
    assert_code(refused, "out_of_memory");
    assert_int_equal(int_at(refused, "error.retry_after_ms"), 250);
    assert_code(rig_ask(anna, "{'op':'room.list'}"), "out_of_memory");
    assert_code(rig_ask(anna, "{'op':'auth.logout'}"), "out_of_memory");
    assert_true(mem_refill());
    assert_ok(rig_move(anna, table_.game, 0, "h8"));
    rig_check_world(rig);
}

static void clocks_stand_while_nobody_can_move(void **state)
{
    struct rig_scene scene = {.rig = *state};
    scene.anna = rig_guest(scene.rig);
    scene.boris = rig_guest(scene.rig);
    clocked(&scene);
    run_short();
    rig_turn(scene.rig);
    rig_pass(scene.rig, 3600000);
    assert_true(mem_refill());
    rig_turn(scene.rig);
    assert_int_equal(int_at(rig_game(scene.anna, scene.table.game), "clocks.first_ms"), 60000);
    rig_pass(scene.rig, 59999);
    assert_ok(rig_move(scene.anna, scene.table.game, 2, "h7"));
    rig_pass(scene.rig, 60000);
    rig_forget_events(scene.anna);
    assert_string_equal(text_at(rig_game(scene.anna, scene.table.game), "reason"), "time");
}

/* It does not stand on because of the one when the other is over. */
static void clocks_go_on_when_neither_store_nor_memory_fails(void **state)
{
    struct rig_scene scene = {.rig = *state};
    scene.anna = rig_guest(scene.rig);
    scene.boris = rig_guest(scene.rig);
    clocked(&scene);
    scene.rig->store->fails_batches = true;
    assert_code(rig_move(scene.anna, scene.table.game, 2, "h7"), "storage_unavailable");
    run_short();
    rig_turn(scene.rig);
    assert_true(mem_refill());
    rig_pass(scene.rig, 3600000); /* memory is back, the store is not */
    run_short();
    scene.rig->store->fails_batches = false;
    rig_pass(scene.rig, 3600000); /* the other way round */
    assert_true(mem_refill());
    rig_turn(scene.rig);
    assert_int_equal(int_at(rig_game(scene.anna, scene.table.game), "clocks.first_ms"), 60000);
    rig_pass(scene.rig, 61000);
    assert_string_equal(text_at(rig_game(scene.anna, scene.table.game), "reason"), "time");
}

/* Nothing is known of the password, so it is not wrong, and no failure is counted. */
static void a_password_that_cannot_be_verified_is_not_wrong(void **state)
{
    struct rig *rig = *state;
    rig_player(rig, "Anna");
    struct rig_peer *peer = rig_connect(rig);
    rig->holds_work = true;
    for (int i = 0; i < 20; i++) {
        int64_t id = rig_send(peer, "{'op':'auth.login','name':'Anna','password':'x7-kl'}");
        rig_turn(rig);
        const struct work_result result = {.lacks_memory = true};
        core_work_done(rig->core, rig->work[0].job, &result);
        work_free(&rig->work[0].work);
        rig->work_count = 0;
        rig_turn(rig);
        assert_code(rig_reply(peer, id), "out_of_memory");
        rig_pass(rig, 60000);
        peer = rig_connect(rig);
    }
    rig->holds_work = false;
    assert_ok(rig_ask(peer, "{'op':'auth.login','name':'Anna','password':'secret of Anna'}"));
}

/* ------------------------------------------------------------------ all of them */

static int reserve_setup(void **state)
{
    (void)state;
    codec_start();
    return mem_reserve_init(8, 4096) ? 0 : -1;
}

static int reserve_teardown(void **state)
{
    (void)state;
    mem_reserve_deinit();
    return 0;
}

static const struct CMUnitTest PROMISES[] = {
    cmocka_unit_test_setup_teardown(a_shortage_refuses_all_but_hello_and_ping, rig_setup,
                                    rig_teardown),
    cmocka_unit_test_setup_teardown(clocks_stand_while_nobody_can_move, rig_setup, rig_teardown),
    cmocka_unit_test_setup_teardown(clocks_go_on_when_neither_store_nor_memory_fails, rig_setup,
                                    rig_teardown),
    cmocka_unit_test_setup_teardown(a_password_that_cannot_be_verified_is_not_wrong, rig_setup,
                                    rig_teardown),
};
#define PROMISE_COUNT (sizeof(PROMISES) / sizeof(PROMISES[0]))

int main(int argc, char **argv)
{
    size_t count = 0;
    if (argc == 3 && strcmp(argv[1], "--every") == 0 && atol(argv[2]) > 0)
        run.every = atol(argv[2]);
    struct CMUnitTest *tests = calloc(PROMISE_COUNT + STEP_COUNT + rig_act_count, sizeof(*tests));
    if (tests == NULL)
        abort();
    for (size_t i = 0; i < PROMISE_COUNT; i++)
        tests[count++] = PROMISES[i];
    for (size_t i = 0; i < STEP_COUNT; i++)
        tests[count++] = (struct CMUnitTest){.name = STEPS[i].act.name,
                                             .test_func = every_allocation_of_a_step,
                                             .initial_state = (void *)&STEPS[i]};
    for (size_t i = 0; i < rig_act_count; i++)
        tests[count++] = (struct CMUnitTest){.name = rig_acts[i].name,
                                             .test_func = every_allocation_of_an_act,
                                             .initial_state = (void *)&rig_acts[i]};
    int failed = _cmocka_run_group_tests("shortage", tests, count, reserve_setup, reserve_teardown);
    free(tests);
    return failed;
}
