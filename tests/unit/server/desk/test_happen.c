/* SPDX-License-Identifier: MIT */
/*
 * Telling upwards: subscribers are called in order, ids are gathered once and told when the turn or
 * the second ends, and a subscriber raises later rows only.
 */
#include "server/core/desk/desk.h"
#include "server/core/desk/happen.h"
#include "server/core/desk/state.h"
#include "server/core/state.h"
#include "tests/support/cmocka_all.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* The events that were told, a word each. */
static char told[256];
/* Whether the subscriber to rooms says something to somebody. */
static bool is_heard;

static void note(const char *what, uint64_t id)
{
    size_t len = strlen(told);
    snprintf(told + len, sizeof(told) - len, "%s%llu ", what, (unsigned long long)id);
}

static void first(struct core *core, uint64_t batch)
{
    (void)core;
    note("first", batch);
}

static void second(struct core *core, uint64_t batch)
{
    note("second", batch);
    happen_room_changed(core, 7);
    happen_points_changed(core, 8);
}

static void on_undone(struct core *core, uint64_t batch)
{
    note("undone", batch);
    happen_batch_failed(core, batch + 1);
    note("back", batch);
}

static void on_points(struct core *core, uint64_t id)
{
    note("points", id);
    happen_room_changed(core, 2 * id);
    happen_room_changed(core, 7);
}

static void on_lag(struct core *core, uint64_t id)
{
    (void)core;
    note("lag", id);
}

static bool on_room(struct core *core, uint64_t id)
{
    (void)core;
    note("room", id);
    return is_heard;
}

static bool on_watchers(struct core *core, uint64_t id)
{
    note("watchers", id);
    happen_room_changed(core, id);
    return true;
}

/* BATCH_FAILED raises a row before it. */
static void backwards(struct core *core, uint64_t batch)
{
    happen_batch_told(core, batch);
}

/* Nobody listens to anything. */
static const struct subscribers nobody = {
#define NOW(NAME, name, type, doc) .name = (void (*const[])(struct core *, type)){NULL},
#define TURN_END(NAME, name, doc) .name = (void (*const[])(struct core *, uint64_t)){NULL},
#define SECOND(NAME, name, doc) .name = (bool (*const[])(struct core *, uint64_t)){NULL},
#include "server/core/desk/happenings.def"
};

static void no_dice(void *ctx, void *bytes, size_t len)
{
    (void)ctx;
    memset(bytes, 0, len);
}

static struct core *core_with(void (*const *batch_failed)(struct core *, uint64_t))
{
    static struct subscribers subscribers;
    struct core *core = calloc(1, sizeof(*core));
    assert_non_null(core);
    static void (*const undone[])(struct core *, uint64_t) = {on_undone, NULL};
    static void (*const points[])(struct core *, uint64_t) = {on_points, NULL};
    static void (*const lags[])(struct core *, uint64_t) = {on_lag, NULL};
    static bool (*const watchers[])(struct core *, uint64_t) = {on_watchers, NULL};
    static bool (*const rooms[])(struct core *, uint64_t) = {on_room, NULL};
    subscribers = nobody;
    subscribers.batch_failed = batch_failed;
    subscribers.batch_undone = undone;
    subscribers.points_changed = points;
    subscribers.lag_changed = lags;
    subscribers.watchers_changed = watchers;
    subscribers.room_changed = rooms;
    core->ports.random = no_dice;
    core->options.allowances = 1;
    desk_new(core, &subscribers);
    told[0] = '\0';
    is_heard = true;
    return core;
}

static void core_drop(struct core *core)
{
    desk_free(core);
    free(core);
}

static void (*const both[])(struct core *, uint64_t) = {first, second, NULL};

static void subscribers_are_called_in_order_and_at_once(void **state)
{
    struct core *core = core_with(both);
    (void)state;
    happen_batch_failed(core, 3);
    assert_string_equal(told, "first3 second3 ");
    core_drop(core);
}

static void a_subscriber_raises_later_rows(void **state)
{
    struct core *core = core_with(both);
    (void)state;
    happen_batch_undone(core, 3);
    assert_string_equal(told, "undone3 first4 second4 back3 ");
    core_drop(core);
}

static void ids_are_told_once_when_the_turn_ends_row_by_row(void **state)
{
    struct core *core = core_with(both);
    (void)state;
    assert_true(happenings_next_ms(core) == INT64_MAX);
    happen_room_changed(core, 9);
    happen_batch_failed(core, 1);
    happen_room_changed(core, 9);
    assert_true(happenings_next_ms(core) == 0);
    assert_true(happening_waits(core, HAPPENING_ROOM_CHANGED, 9));
    told[0] = '\0';
    happenings_tell(core);
    assert_string_equal(told, "points8 room9 room7 room16 ");
    assert_true(happenings_next_ms(core) == INT64_MAX);
    assert_false(happening_waits(core, HAPPENING_ROOM_CHANGED, 9));
    happenings_tell(core);
    assert_string_equal(told, "points8 room9 room7 room16 ");
    core_drop(core);
}

static void an_id_is_gathered_again_in_the_next_turn(void **state)
{
    struct core *core = core_with(both);
    (void)state;
    for (int i = 0; i < 2; i++) {
        happen_lag_changed(core, 9);
        happenings_tell(core);
    }
    assert_string_equal(told, "lag9 lag9 ");
    core_drop(core);
}

/* ------------------------------------------------------------------ seconds */

static void tell_at(struct core *core, int64_t now_ms)
{
    core->now.mono_ms = now_ms;
    happenings_tell(core);
}

static void what_happens_within_a_second_is_told_when_it_is_over(void **state)
{
    struct core *core = core_with(both);
    (void)state;
    core->now.mono_ms = 5000;
    happen_room_changed(core, 1);
    tell_at(core, 5000);
    assert_string_equal(told, "room1 ");
    happen_room_changed(core, 1);
    happen_room_changed(core, 2);
    assert_true(happenings_next_ms(core) == 6000);
    tell_at(core, 5000);
    happen_room_changed(core, 1);
    tell_at(core, 5999);
    assert_string_equal(told, "room1 ");
    tell_at(core, 6000);
    assert_string_equal(told, "room1 room1 room2 ");
    assert_true(happenings_next_ms(core) == INT64_MAX);
    happen_room_changed(core, 3);
    tell_at(core, 7000); /* a quiet second has passed */
    assert_string_equal(told, "room1 room1 room2 room3 ");
    core_drop(core);
}

static void a_quiet_second_begins_only_when_somebody_was_told(void **state)
{
    struct core *core = core_with(both);
    (void)state;
    is_heard = false;
    happen_room_changed(core, 1);
    tell_at(core, 1000);
    is_heard = true;
    happen_room_changed(core, 1);
    tell_at(core, 1000);
    happen_room_changed(core, 1);
    tell_at(core, 1000);
    assert_string_equal(told, "room1 room1 ");
    core_drop(core);
}

static void each_row_has_seconds_of_its_own(void **state)
{
    struct core *core = core_with(both);
    (void)state;
    happen_room_changed(core, 1);
    tell_at(core, 0);
    happen_watchers_changed(core, 2);
    tell_at(core, 400);
    assert_string_equal(told, "room1 watchers2 ");
    happen_watchers_changed(core, 3);
    tell_at(core, 1000);
    assert_string_equal(told, "room1 watchers2 room2 ");
    tell_at(core, 1400);
    assert_string_equal(told, "room1 watchers2 room2 watchers3 ");
    assert_true(happenings_next_ms(core) == 2000);
    core_drop(core);
}

static void rounds_are_counted(void **state)
{
    struct core *core = core_with(both);
    (void)state;
    uint64_t first_round = happening_round(core, HAPPENING_ROOM_CHANGED);
    assert_true(first_round > 0);
    tell_at(core, 0); /* there is nothing to tell */
    assert_true(happening_round(core, HAPPENING_ROOM_CHANGED) == first_round);
    happen_room_changed(core, 1);
    tell_at(core, 0);
    assert_true(happening_round(core, HAPPENING_ROOM_CHANGED) > first_round);
    core_drop(core);
}

static void many_ids_are_gathered(void **state)
{
    static void (*const none[])(struct core *, uint64_t) = {NULL};
    struct core *core = core_with(none);
    (void)state;
    for (uint64_t id = 1; id <= 1000; id++)
        happen_lag_changed(core, id);
    assert_int_equal(core->desk->happenings.gathered[HAPPENING_LAG_CHANGED].count, 1000);
    happenings_tell(core);
    assert_true(happenings_next_ms(core) == INT64_MAX);
    core_drop(core);
}

static void raising_an_earlier_row_ends_the_program(void **state)
{
    static void (*const wrong[])(struct core *, uint64_t) = {backwards, NULL};
    (void)state;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const struct rlimit no_core = {0, 0};
        (void)setrlimit(RLIMIT_CORE, &no_core);
        (void)signal(SIGABRT, SIG_DFL);
        (void)close(STDERR_FILENO);
        happen_batch_failed(core_with(wrong), 1);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(subscribers_are_called_in_order_and_at_once),
        cmocka_unit_test(a_subscriber_raises_later_rows),
        cmocka_unit_test(ids_are_told_once_when_the_turn_ends_row_by_row),
        cmocka_unit_test(an_id_is_gathered_again_in_the_next_turn),
        cmocka_unit_test(what_happens_within_a_second_is_told_when_it_is_over),
        cmocka_unit_test(a_quiet_second_begins_only_when_somebody_was_told),
        cmocka_unit_test(each_row_has_seconds_of_its_own),
        cmocka_unit_test(rounds_are_counted),
        cmocka_unit_test(many_ids_are_gathered),
        cmocka_unit_test(raising_an_earlier_row_ends_the_program),
    };
    return cmocka_run_group_tests_name("happen", tests, NULL, NULL);
}
