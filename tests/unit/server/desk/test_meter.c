/* SPDX-License-Identifier: MIT */
/*
 * Counters for the operator: requests by operation, errors by code, commits by the time that they
 * took; and whether anything can be stored.
 */
#include "tests/support/cmocka_all.h"
#include "tests/unit/server/rig.h"

#include <string.h>

struct looked_for {
    const char *word;
    uint64_t count; /* 0: it was not told */
};

static void on_word(void *ctx, const char *word, uint64_t count)
{
    struct looked_for *looked_for = ctx;
    assert_true(count > 0);
    if (strcmp(word, looked_for->word) == 0)
        looked_for->count += count;
}

static uint64_t requests(const struct rig *rig, const char *op)
{
    struct looked_for looked_for = {.word = op};
    core_each_request(rig->core, on_word, &looked_for);
    return looked_for.count;
}

static uint64_t errors(const struct rig *rig, const char *code)
{
    struct looked_for looked_for = {.word = code};
    core_each_error(rig->core, on_word, &looked_for);
    return looked_for.count;
}

static uint64_t commits(const struct rig *rig)
{
    const struct core_commits told = core_commits(rig->core);
    uint64_t count = 0;
    for (size_t i = 0; i <= CORE_COMMIT_BOUNDS; i++)
        count += told.by_ms[i];
    return count;
}

static void requests_and_errors_are_counted_by_their_words(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_guest(rig);
    assert_true(requests(rig, "auth.guest") > 0);
    assert_int_equal(requests(rig, "ping"), 0);
    rig_ask(anna, "{'op':'ping'}");
    rig_ask(anna, "{'op':'ping'}");
    assert_int_equal(requests(rig, "ping"), 2);
    assert_int_equal(errors(rig, "login_required"), 0);
    assert_code(rig_ask(rig_connect(rig), "{'op':'room.open','variant':'mini'}"), "login_required");
    assert_int_equal(errors(rig, "login_required"), 1);
    rig_bytes(anna, "{\n", 2);
    rig_turn(rig);
    assert_int_equal(errors(rig, "bad_json"), 1);
}

static void commits_are_counted_by_the_time_that_they_took(void **state)
{
    struct rig *rig = *state;
    rig_guest(rig);
    uint64_t before = commits(rig);
    uint64_t slow_before = core_commits(rig->core).by_ms[6];
    uint64_t sum_before = core_commits(rig->core).sum_ms;
    struct rig_peer *boris = rig_connect(rig);
    rig->store->holds_batches = true;
    rig_send(boris, "{'op':'auth.guest'}");
    rig_turn(rig);
    rig_pass(rig, 70);
    assert_int_equal(commits(rig), before);
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_int_equal(commits(rig), before + 1);
    assert_int_equal(core_commits(rig->core).by_ms[6], slow_before + 1); /* up to 100 ms */
    assert_int_equal(core_commits(rig->core).sum_ms, sum_before + 70);
    assert_int_equal(core_commits(rig->core).failed, 0);
}

static void a_failing_store_is_told(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_guest(rig);
    assert_true(core_can_store(rig->core));
    rig->store->fails_batches = true;
    rig_ask(anna, "{'op':'room.open','variant':'mini'}");
    assert_false(core_can_store(rig->core));
    assert_int_equal(core_commits(rig->core).failed, 1);
    rig->store->fails_batches = false;
    rig_pass(rig, 2000);
    assert_true(core_can_store(rig->core));
    core_shut_down(rig->core);
    assert_false(core_can_store(rig->core));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(requests_and_errors_are_counted_by_their_words),
        RIG_TEST(commits_are_counted_by_the_time_that_they_took),
        RIG_TEST(a_failing_store_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
