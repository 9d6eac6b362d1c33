/* SPDX-License-Identifier: MIT */
/* Whose share of the workers a piece of work is of; the rest of work is work.dialogue. */
#include "tests/support/cmocka_all.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>

#define NETWORKS 3
#define EACH 4 /* jobs of each */

static void work_of_a_network_takes_turns_with_that_of_others(void **state)
{
    struct rig *rig = *state;
    rig->holds_work = true;
    for (int i = 0; i < NETWORKS * EACH; i++) {
        char address[32];
        (void)snprintf(address, sizeof(address), "203.0.113.%d", 1 + i % NETWORKS);
        rig_send(rig_connect_from(rig, address),
                 "{'op':'auth.login','name':'Nobody','password':'wrong one'}");
        rig_turn(rig);
    }
    assert_int_equal(rig->work_count, NETWORKS * EACH);
    for (int i = NETWORKS; i < NETWORKS * EACH; i++)
        assert_int_equal(rig->work[i].work.share, rig->work[i % NETWORKS].work.share);
    assert_int_not_equal(rig->work[0].work.share, rig->work[1].work.share);
    assert_int_not_equal(rig->work[0].work.share, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(work_of_a_network_takes_turns_with_that_of_others),
    };
    return cmocka_run_group_tests_name("core: work", tests, NULL, NULL);
}
