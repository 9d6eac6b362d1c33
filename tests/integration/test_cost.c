/* SPDX-License-Identifier: MIT */
/*
 * The cost of a move to the real server, in calls to the heap and to the system: not more than the
 * figures below, and not more with a thousand rooms than with ten. Time is not measured. A change
 * that makes a move cheaper lowers the figures, one that makes it dearer says why.
 *
 * PENTAD_SHOW=1 prints what was counted.
 */
#include "tests/support/counting.h"
#include "tests/support/scene.h"

#include <stdio.h>
#include <stdlib.h>

static struct count_calls *counts;

struct cost {
    double allocations;
    double sockets;
    double waits;
    double files;
    double syncs;
};

static int counting_setup(void **state)
{
    (void)state;
    counts = counting_begin(COUNT_CALLS_PATH);
    return 0;
}

static struct cost cost_now(void)
{
    return (struct cost){
        .allocations = (double)atomic_load(&counts->allocations),
        .sockets = (double)atomic_load(&counts->sockets),
        .waits = (double)atomic_load(&counts->waits),
        .files = (double)atomic_load(&counts->files),
        .syncs = (double)atomic_load(&counts->syncs),
    };
}

/* Moves one after the other; the mean of what each cost. */
static struct cost measure(struct table *table, int from, int count)
{
    struct cost before = cost_now();
    for (int i = from; i < from + count; i++) {
        char square[16];
        table_quiet_square(i, square);
        table_act(table, square);
    }
    struct cost after = cost_now();
    return (struct cost){
        .allocations = (after.allocations - before.allocations) / count,
        .sockets = (after.sockets - before.sockets) / count,
        .waits = (after.waits - before.waits) / count,
        .files = (after.files - before.files) / count,
        .syncs = (after.syncs - before.syncs) / count,
    };
}

/* Limits for a move that is alone in its commit, with a little to spare for what happens besides (a
 * heartbeat, a checkpoint). The four allocations are the commit's, however many moves it holds. */
static void assert_within_limits(const struct cost *cost)
{
    assert_true(cost->allocations <= 5);
    assert_true(cost->sockets <= 5.2);
    assert_true(cost->waits <= 2.2);
    assert_true(cost->files <= 2.5);
    assert_true(cost->syncs <= 1.1);
}

static void show(const char *what, const struct cost *cost)
{
    if (getenv("PENTAD_SHOW") != NULL)
        printf("%s: %.2f allocations, %.2f sockets, %.2f waits, %.2f files, %.2f syncs a move\n",
               what, cost->allocations, cost->sockets, cost->waits, cost->files, cost->syncs);
}

static void open_rooms(struct scene *scene, int count)
{
    for (int i = 0; i < count; i += 10) {
        struct peer *guest = scene_guest(scene);
        for (int j = 0; j < 10; j++)
            peer_ask(guest, "room.open", "{s:s}", "variant", "classic");
    }
}

SCENE(a_move_costs_no_more_than_it_did)
{
    struct table table;
    table_open(&table, scene_guest(scene), scene_guest(scene), "classic", TABLE_UNRATED);
    measure(&table, 0, 60);
    struct cost cost = measure(&table, 60, 200);
    show("one game", &cost);
    assert_within_limits(&cost);
}

SCENE(a_move_costs_the_same_with_a_thousand_rooms)
{
    struct table table;
    open_rooms(scene, 10);
    table_open(&table, scene_guest(scene), scene_guest(scene), "classic", TABLE_UNRATED);
    measure(&table, 0, 60);
    struct cost few = measure(&table, 60, 90);
    open_rooms(scene, 990);
    measure(&table, 150, 10);
    struct cost many = measure(&table, 160, 90);
    show("10 rooms", &few);
    show("1000 rooms", &many);
    assert_true(many.allocations <= few.allocations + 1);
    assert_true(many.sockets <= few.sockets + 0.2);
    assert_true(many.waits <= few.waits + 0.2);
    assert_true(many.files <= few.files + 0.5);
}

int main(void)
{
    static const char *const rates[] = {
        "--rate-percent", "1000000", "--open-rooms-per-guest", "16", "--open-rooms-per-address",
        "10000",          NULL};
    const struct CMUnitTest tests[] = {
        SCENE_TEST_WITH(a_move_costs_no_more_than_it_did, rates),
        SCENE_TEST_WITH(a_move_costs_the_same_with_a_thousand_rooms, rates),
    };
    return cmocka_run_group_tests(tests, counting_setup, NULL);
}
