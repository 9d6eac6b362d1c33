/* SPDX-License-Identifier: MIT */
/* The weight of logins that wait, and half of a turn of the loop. The rest is auth.dialogue. */
#include "tests/support/cmocka_all.h"
#include "tests/unit/server/rig.h"

#include <malloc.h>

#define CROWD 50

/* Very many may come at once, and wait for one commit: holes that they leave in the heap stay a
 * part of the weight of each. Most of what is counted here is the batch, which leaves none. (With a
 * sanitizer the heap tells nothing, and this passes.) */
static void guests_who_wait_for_the_store_are_light(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *guests[CROWD];
    int64_t ids[CROWD];
    for (size_t i = 0; i < CROWD; i++)
        guests[i] = rig_connect(rig);
    rig->store->holds_batches = true;
    size_t before = mallinfo2().uordblks;
    for (size_t i = 0; i < CROWD; i++)
        ids[i] = rig_send(guests[i], "{'op':'auth.guest'}");
    assert_in_range(mallinfo2().uordblks - before, 0, CROWD * 12000);
    rig->store->holds_batches = false;
    rig_turn(rig);
    for (size_t i = 0; i < CROWD; i++)
        assert_ok(rig_reply(guests[i], ids[i]));
}

/* Lets a login go `stages` steps, then the connection goes. */
static void leave_at_stage(struct rig *rig, int stages)
{
    struct rig_peer *peer = rig_connect(rig);
    rig->holds_work = true;
    rig->store->holds_answers = true;
    rig_send(peer, "{'op':'auth.login','name':'Anna','password':'secret of Anna'}");
    if (stages >= 1)
        core_turn_end(rig->core);
    rig->store->holds_answers = false;
    if (stages >= 2)
        core_store_ready(rig->core);
    if (stages >= 3)
        rig_work_finish(rig, 0, true);
    rig->store->holds_answers = true;
    if (stages >= 4)
        core_turn_end(rig->core);
    if (stages >= 5)
        core_store_ready(rig->core);
    if (stages >= 6)
        core_turn_end(rig->core);
    rig_hang_up(peer);
    rig->store->holds_answers = false;
    rig->holds_work = false;
    rig_turn(rig);
}

static void a_connection_may_go_at_every_stage_of_a_login(void **state)
{
    rig_player(*state, "Anna");
    for (int stages = 0; stages <= 6; stages++) {
        leave_at_stage(*state, stages);
        assert_ok(rig_log_in(*state, "Anna", "secret of Anna"));
    }
    rig_check_world(*state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(guests_who_wait_for_the_store_are_light),
        RIG_TEST(a_connection_may_go_at_every_stage_of_a_login),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
