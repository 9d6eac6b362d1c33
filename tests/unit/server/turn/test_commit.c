/* SPDX-License-Identifier: MIT */
/*
 * Acknowledged means on disk, for every act that writes: nothing is heard of it before its batch is
 * durable; when the commit fails or the server dies first, it never was. Under the sanitizers each
 * act has every second promise, and each promise every second act; `--all` tries all.
 */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig_acts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The actor again, where the act ended the connection. */
static void find_actor(struct rig_scene *scene)
{
    if (scene->actor->conn == NULL)
        scene->actor = rig_resume(scene->rig, scene->actor->token);
}

static void check_same_world(struct rig *rig, char *take_before)
{
    char *now = rig_world(rig);
    if (strcmp(now, take_before) != 0)
        fprintf(stderr, "--- before\n%s--- now\n%s", take_before, now);
    assert_string_equal(now, take_before);
    free(now);
    free(take_before);
    rig_check_world(rig);
}

/* ------------------------------------------------------------------ held */

static void check_held(struct rig_scene *scene, const struct rig_act *act)
{
    struct rig *rig = scene->rig;
    size_t before = rig_messages_of_all(rig);
    rig->store->holds_batches = true;
    int64_t id = rig_scene_act(scene, act);
    rig_turn(rig);
    assert_int_equal(rig_messages_of_all(rig), before);
    assert_false(core_is_settled(rig->core));
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_ok(rig_reply(scene->actor, id));
    assert_true(core_is_settled(rig->core));
    rig_check_world(rig);
}

/* A batch of somebody else is under way: the act waits behind it. */
static void check_held_behind(struct rig_scene *scene, const struct rig_act *act)
{
    struct rig *rig = scene->rig;
    struct rig_peer *other = rig_guest(rig);
    rig->store->holds_batches = true;
    int64_t other_id = rig_send(other, "{'op':'room.open','variant':'mini'}");
    rig_turn(rig);
    int64_t id = rig_scene_act(scene, act);
    rig_turn(rig);
    assert_null(rig_reply(other, other_id));
    assert_null(rig_reply(scene->actor, id));
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_ok(rig_reply(other, other_id));
    assert_ok(rig_reply(scene->actor, id));
    rig_check_world(rig);
}

/* ------------------------------------------------------------------ lost */

static void check_crash(struct rig_scene *scene, const struct rig_act *act)
{
    struct rig *rig = scene->rig;
    char *before = rig_world(rig);
    rig->store->holds_batches = true;
    rig_scene_act(scene, act);
    rig_turn(rig);
    rig_restart(rig);
    check_same_world(rig, before);
}

static void check_crash_after(struct rig_scene *scene, const struct rig_act *act)
{
    struct rig *rig = scene->rig;
    int64_t id = rig_scene_act(scene, act);
    rig_turn(rig);
    assert_ok(rig_reply(scene->actor, id));
    char *before = rig_world(rig);
    rig_restart(rig);
    check_same_world(rig, before);
}

/* ------------------------------------------------------------------ failed */

static void check_refused(const json_t *reply)
{
    assert_code(reply, "storage_unavailable");
    assert_int_equal(int_at(reply, "error.retry_after_ms"), 1000);
}

/* Nobody but the actor heard anything, and only that it failed. */
static void check_failure_told(struct rig_scene *scene, int64_t id, size_t before)
{
    check_refused(rig_reply(scene->actor, id));
    assert_int_equal(rig_messages_of_all(scene->rig), before + 1);
}

/* Writers are told to wait, readers go on, and with the store back the same request succeeds. */
static void check_recovery(struct rig_scene *scene, const struct rig_act *act, char *take_before)
{
    struct rig *rig = scene->rig;
    check_same_world(rig, take_before);
    find_actor(scene);
    int64_t id = rig_scene_act(scene, act);
    rig_turn(rig);
    check_refused(rig_reply(scene->actor, id));
    find_actor(scene);
    rig->store->fails_batches = false;
    rig_pass(rig, 1000);
    id = rig_scene_act(scene, act);
    rig_turn(rig);
    assert_ok(rig_reply(scene->actor, id));
    rig_check_world(rig);
}

static void check_failed(struct rig_scene *scene, const struct rig_act *act)
{
    struct rig *rig = scene->rig;
    char *before_world = rig_world(rig);
    size_t before = rig_messages_of_all(rig);
    rig->store->fails_batches = true;
    int64_t id = rig_scene_act(scene, act);
    rig_turn(rig);
    check_failure_told(scene, id, before);
    check_recovery(scene, act, before_world);
}

/* The act fills the second batch while the first one fails. */
static void check_failed_behind(struct rig_scene *scene, const struct rig_act *act)
{
    struct rig *rig = scene->rig;
    struct rig_peer *other = rig_guest(rig);
    char *before_world = rig_world(rig);
    rig->store->holds_batches = true;
    rig->store->fails_batches = true;
    int64_t other_id = rig_send(other, "{'op':'room.open','variant':'mini'}");
    rig_turn(rig);
    int64_t id = rig_scene_act(scene, act);
    rig_turn(rig);
    rig->store->holds_batches = false;
    rig_turn(rig);
    check_refused(rig_reply(other, other_id));
    const json_t *reply = rig_reply(scene->actor, id);
    check_refused(reply);
    check_recovery(scene, act, before_world);
}

/* Connections and players come and go between the act and the failure, and what they do meanwhile
 * is in the batch behind. */
static void check_failed_with_traffic(struct rig_scene *scene, const struct rig_act *act)
{
    struct rig *rig = scene->rig;
    char *before_world = rig_world(rig);
    rig->store->holds_batches = true;
    rig->store->fails_batches = true;
    rig_scene_act(scene, act);
    rig_turn(rig);
    struct rig_peer *late = rig_connect(rig);
    rig_send(late, "{'op':'auth.resume','token':'%s'}", scene->anna->token);
    rig_turn(rig);
    if (scene->anna->conn != NULL)
        rig_hang_up(scene->anna);
    if (scene->boris->conn != NULL)
        rig_hang_up(scene->boris);
    rig_hang_up(late);
    if (scene->actor->conn != NULL)
        rig_hang_up(scene->actor);
    rig_turn(rig);
    struct rig_peer *again = rig_connect(rig);
    rig_send(again, "{'op':'auth.resume','token':'%s'}", scene->boris->token);
    rig_send(again, "{'op':'room.open','variant':'mini'}");
    rig_send(again, "{'op':'room.leave','room':'%s'}", scene->table.room);
    rig_turn(rig);
    rig_send(again, "{'op':'room.leave','room':'%s'}", scene->table.room);
    rig_turn(rig);
    rig_hang_up(again);
    rig_turn(rig);
    rig->store->holds_batches = false;
    rig_turn(rig);
    check_same_world(rig, before_world);
    rig->store->fails_batches = false;
    rig_pass(rig, 1000);
    scene->boris = rig_resume(rig, scene->boris->token);
    assert_ok(rig_ask(scene->boris, "{'op':'room.open','variant':'mini'}"));
    rig_check_world(rig);
}

static void check_freed(struct rig_scene *scene, const struct rig_act *act)
{
    scene->rig->store->holds_batches = true;
    scene->rig->holds_work = true;
    rig_scene_act(scene, act);
    rig_turn(scene->rig); /* and rig_scene_drop() frees the core with all that waits */
}

/* ------------------------------------------------------------------ every promise for every act */

struct promise {
    const char *text;
    void (*check)(struct rig_scene *scene, const struct rig_act *act);
};

static const struct promise promises[] = {
    {"nothing is heard before the batch is durable", check_held},
    {"acts wait behind a batch under way", check_held_behind},
    {"what was not durable at a crash never was", check_crash},
    {"what was acknowledged survives a crash", check_crash_after},
    {"a failed commit leaves what is stored", check_failed},
    {"a failed commit takes the batch behind it along", check_failed_behind},
    {"people may come and go while a commit fails", check_failed_with_traffic},
    {"the core can be freed with an act under way", check_freed},
};
#define PROMISES (sizeof(promises) / sizeof(promises[0]))

struct test_case {
    const struct promise *promise;
    const struct rig_act *act;
    char name[128];
};

static void run_case(void **state)
{
    const struct test_case *test = *state;
    struct rig_scene scene;
    rig_scene_make(&scene, test->act);
    test->promise->check(&scene, test->act);
    rig_scene_drop(&scene);
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SLOW true
#else
#define IS_SLOW false
#endif

int main(int argc, char **argv)
{
    bool tries_all = !IS_SLOW || (argc == 2 && strcmp(argv[1], "--all") == 0);
    size_t count = 0;
    size_t most = PROMISES * rig_act_count;
    struct test_case *cases = calloc(most, sizeof(*cases));
    struct CMUnitTest *tests = calloc(most, sizeof(*tests));
    if (cases == NULL || tests == NULL)
        abort();
    for (size_t i = 0; i < most; i++) {
        size_t promise = i / rig_act_count;
        size_t act = i % rig_act_count;
        if (!tries_all && (promise + act) % 2 != 0)
            continue;
        struct test_case *test = &cases[count];
        test->promise = &promises[promise];
        test->act = &rig_acts[act];
        snprintf(test->name, sizeof(test->name), "%s: %s", test->promise->text, test->act->name);
        tests[count++] =
            (struct CMUnitTest){.name = test->name, .test_func = run_case, .initial_state = test};
    }
    int failed = _cmocka_run_group_tests("commit", tests, count, NULL, NULL);
    free(tests);
    free(cases);
    return failed;
}
