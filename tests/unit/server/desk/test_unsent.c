/* SPDX-License-Identifier: MIT */
/* Output that waits for readers: who goes when several have to; the rest is unsent.dialogue. */
#include "server/core/state.h"
#include "tests/support/cmocka_all.h"
#include "tests/unit/server/rig.h"

#include <string.h>

static void assert_log_has(const struct rig *rig, const char *text)
{
    if (strstr(rig->log, text) == NULL)
        fail_msg("\"%s\" is not in the log: %s", text, rig->log);
}

static struct rig *small_total(size_t total)
{
    struct core_options options = rig_options();
    options.output_bytes_total = total;
    return rig_new_with(&options);
}

/* As many as it takes. */
static void several_connections_are_cut_off_if_one_is_not_enough(void **state)
{
    (void)state;
    struct rig *rig = small_total(10000);
    struct rig_peer *peers[6];
    for (int i = 0; i < 6; i++)
        peers[i] = rig_guest(rig);
    core_time(rig->core, rig->now);
    for (int i = 0; i < 6; i++) /* in one turn */
        core_conn_unsent(rig->core, peers[i]->conn, (size_t)3000 + (size_t)i, 0);
    rig_turn(rig);
    for (int i = 0; i < 6; i++)
        assert_int_equal(peers[i]->is_cut, i >= 3);
    rig_free(rig);
}

/* It is the connection for which most waits, whatever for. */
static void while_the_disk_stalls_the_largest_asker_is_cut_off_first(void **state)
{
    (void)state;
    struct rig *rig = small_total(20000);
    struct rig_table table = rig_guests_table(rig, "classic");
    struct rig_peer *asker = rig_guest(rig);
    rig->store->holds_batches = true;
    int64_t move =
        rig_send(table.first, "{'op':'game.move','game':'%s','ply':0,'action':'h8'}", table.game);
    rig_turn(rig);
    for (int i = 0; i < 1000 && !asker->is_ended; i++) {
        rig_send(asker, "{'op':'ping'}");
        rig_turn(rig);
    }
    assert_true(asker->is_cut);
    assert_log_has(rig, "because=output_bytes_total unsent_bytes=0\n");
    assert_in_range(core_count(rig->core).held_bytes, 400, 4000);
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_ok(rig_reply(table.first, move));
    rig_check_world(rig);
    rig_free(rig);
}

static bool is_short(void *ctx)
{
    (void)ctx;
    return true;
}

static void a_shortage_of_memory_leaves_little_waiting(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *peers[6];
    for (int i = 0; i < 6; i++) {
        peers[i] = rig_guest(rig);
        rig_unsent(peers[i], (size_t)200 * 1024 + (size_t)i, 1);
    }
    rig->core->ports.is_short = is_short;
    rig_turn(rig);
    for (int i = 0; i < 6; i++)
        assert_int_equal(peers[i]->is_cut, i == 5);
    assert_log_has(rig, "because=memory unsent_bytes=204805\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(several_connections_are_cut_off_if_one_is_not_enough),
        cmocka_unit_test(while_the_disk_stalls_the_largest_asker_is_cut_off_first),
        RIG_TEST(a_shortage_of_memory_leaves_little_waiting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
