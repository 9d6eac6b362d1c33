/* SPDX-License-Identifier: MIT */
/*
 * Work that a game owns: it answers no request. Its news go to those who listen, which is a
 * subscriber of the test here, in the place of the part that will make the computer's moves.
 */
#include "server/core/desk/state.h"
#include "server/core/turn/wait.h"
#include "tests/support/cmocka_all.h"
#include "tests/unit/server/rig.h"

#include <string.h>

#define GAME 77
#define OTHER 78

static struct {
    size_t done;
    size_t progress;
    struct work_news last;
    struct work_result result; /* of the last one */
    bool starts_again;
} told;

static const struct work_owner game = {OWNER_GAME, GAME};
static const struct work_owner other = {OWNER_GAME, OTHER};

static bool start(struct core *core, struct work_owner owner)
{
    const struct work work = {.kind = WORK_PHOTO, .as.photo = {.image = "thought"}};
    return jobs_start(core, owner, &work);
}

static void on_told(struct core *core, const struct work_news *news)
{
    if (news->owner.kind != OWNER_GAME)
        return;
    told.done += news->is_over ? 1 : 0;
    told.progress += news->is_over ? 0 : 1;
    told.last = *news;
    told.result = *news->result;
    if (news->is_over && told.starts_again)
        start(core, news->owner);
}

static void (*const listening[])(struct core *, const struct work_news *) = {on_told, NULL};

static struct rig *rig_with_subscriber(void)
{
    static struct subscribers subscribers;
    struct rig *rig = rig_new();
    memset(&told, 0, sizeof(told));
    subscribers = *rig->core->desk->happenings.subscribers;
    subscribers.work_told = listening;
    rig->core->desk->happenings.subscribers = &subscribers;
    rig->holds_work = true;
    return rig;
}

static void the_result_of_a_job_goes_to_its_owner(void **state)
{
    struct rig *rig = rig_with_subscriber();
    (void)state;
    assert_true(start(rig->core, game));
    assert_int_equal(told.done, 0);
    rig_work_finish(rig, 0, true);
    assert_int_equal(told.done, 1);
    assert_int_equal(told.last.owner.id, GAME);
    assert_int_equal(told.last.kind, WORK_PHOTO);
    assert_true(told.result.ok);
    assert_memory_equal(told.result.as.photo.photo, "thought, a photo", 16);
    rig_free(rig);
}

static void a_job_reports_progress(void **state)
{
    struct rig *rig = rig_with_subscriber();
    (void)state;
    assert_true(start(rig->core, other));
    assert_true(start(rig->core, game));
    rig_work_got_on(rig, 1, 250);
    assert_int_equal(told.progress, 1);
    assert_int_equal(told.last.owner.id, GAME);
    assert_int_equal(told.result.permille, 250);
    rig_work_finish(rig, 1, true);
    assert_int_equal(told.progress, 1);
    assert_int_equal(told.done, 1);
    rig_free(rig);
}

/* Neither by what waited nor by what was begun: that stops, and is done as nobody's. */
static void an_owner_that_dropped_it_hears_nothing(void **state)
{
    struct rig *rig = rig_with_subscriber();
    (void)state;
    assert_true(start(rig->core, game));
    assert_true(start(rig->core, other));
    assert_true(start(rig->core, game));
    rig->work_begun = 1;
    jobs_drop(rig->core, game);
    assert_int_equal(rig->work_count, 2);
    assert_true(rig->work[0].is_stopped);
    assert_false(rig->work[1].is_stopped);
    jobs_drop(rig->core, game);
    rig_work_got_on(rig, 0, 500);
    rig_work_finish(rig, 0, true);
    assert_int_equal(told.done + told.progress, 0);
    rig_work_finish(rig, 0, true);
    assert_int_equal(told.done, 1);
    assert_int_equal(told.last.owner.id, OTHER);
    rig_free(rig);
}

static void a_subscriber_may_start_another_job(void **state)
{
    struct rig *rig = rig_with_subscriber();
    (void)state;
    told.starts_again = true;
    assert_true(start(rig->core, game));
    rig_work_finish(rig, 0, true);
    assert_int_equal(rig->work_count, 1);
    told.starts_again = false;
    rig_work_finish(rig, 0, true);
    assert_int_equal(told.done, 2);
    rig_free(rig);
}

static void a_full_queue_takes_nothing(void **state)
{
    struct rig *rig = rig_with_subscriber();
    (void)state;
    rig->work_cap = 0;
    assert_false(start(rig->core, game));
    jobs_drop(rig->core, game);
    rig_free(rig);
}

/* Whoever hangs up takes only requests along. */
static void a_job_outlives_connections(void **state)
{
    struct rig *rig = rig_with_subscriber();
    (void)state;
    struct rig_peer *peer = rig_connect(rig);
    rig_send(peer, "{'op':'auth.login','name':'Nobody','password':'wrong one'}");
    rig_turn(rig);
    assert_true(start(rig->core, game));
    rig_hang_up(peer);
    assert_int_equal(rig->work_count, 1);
    rig_work_finish(rig, 0, true);
    assert_int_equal(told.done, 1);
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_result_of_a_job_goes_to_its_owner),
        cmocka_unit_test(a_job_reports_progress),
        cmocka_unit_test(an_owner_that_dropped_it_hears_nothing),
        cmocka_unit_test(a_subscriber_may_start_another_job),
        cmocka_unit_test(a_full_queue_takes_nothing),
        cmocka_unit_test(a_job_outlives_connections),
    };
    return cmocka_run_group_tests_name("core: jobs", tests, NULL, NULL);
}
