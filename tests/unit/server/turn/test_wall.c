/* SPDX-License-Identifier: MIT */
/* The monthly fine when the server is killed at every write; wall.dialogue has the rest. */
#include "tests/support/cmocka_all.h"
#include "tests/unit/server/rig_private.h"
#include "tests/unit/server/rig_rated.h"

/* Anna has 1520 and Boris 1480, since November 2023, and both made a move in December. */
static struct rig_peer *two_rated(struct rig *rig)
{
    struct rig_peer *anna;
    struct rig_peer *boris;
    rig_two_rated(rig, &anna, &boris);
    rig_until(rig, rig_date(2023, 12, 15));
    rig_lone_move(anna, boris, "classic", true);
    rig_lone_move(boris, anna, "classic", true);
    return anna;
}

/* A server starts, gets `count` batches to the disk, and is killed. */
static void start_and_die(struct rig *rig, int count)
{
    rig__stop(rig);
    for (size_t i = 0; i < rig->peer_count; i++)
        rig->peers[i]->conn = NULL;
    rig_store_crash(rig->store);
    rig->store->holds_batches = true;
    rig__start(rig);
    for (int i = 0; i < count; i++) {
        core_time(rig->core, rig->now);
        core_turn_end(rig->core);
        rig->store->holds_batches = false;
        core_store_ready(rig->core);
        rig->store->holds_batches = true;
    }
    core_time(rig->core, rig->now);
    core_turn_end(rig->core); /* one more is on its way, and never arrives */
}

/* Killed when so many months of five are written, three times: in the end each has cost once. */
static void killed_at_every_write_each_month_costs_once(void **state)
{
    for (int count = 0; count <= 5; count++) {
        const struct core_options options = rig_fines_options();
        struct rig *rig = rig_new_with(&options);
        struct rig_peer *anna = two_rated(rig);
        rig->now.wall_ms = rig_date(2024, 5, 15);
        for (int again = 0; again < 3; again++)
            start_and_die(rig, count);
        rig_restart(rig);
        anna = rig_resume(rig, anna->token);
        assert_string_equal(rig_fines(anna, "Anna"), "2024-04 2024-03 2024-02 2024-01");
        assert_int_equal(rig_rating(anna, "Anna"), 1120);
        assert_int_equal(rig_rating(anna, "Boris"), 1080);
        rig_check_world(rig);
        rig_free(rig);
    }
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(killed_at_every_write_each_month_costs_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
