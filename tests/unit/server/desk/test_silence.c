/* SPDX-License-Identifier: MIT */
/* Deadlines of very many connections, and of those that leave; the rest is silence.dialogue. */
#include "server/core/desk/state.h"
#include "server/core/state.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <string.h>

#define MANY (CONNS_A_TURN + 60)

/* Messages of that kind which the peers have and which were not counted before. */
static int count_new(struct rig_peer *const peers[MANY], const char *event)
{
    int count = 0;
    for (int i = 0; i < MANY; i++)
        for (struct rig_message *at = peers[i]->messages; at < peers[i]->messages + peers[i]->count;
             at++)
            if (!at->is_taken && has_at(at->json, "ev") &&
                strcmp(text_at(at->json, "ev"), event) == 0) {
                at->is_taken = true;
                count++;
            }
    return count;
}

static void one_turn(struct rig *rig)
{
    core_time(rig->core, rig->now);
    core_due(rig->core, rig->now.mono_ms);
    core_turn_end(rig->core);
}

/* A storm of connections is as one in its deadlines, too: whoever plays meanwhile waits for some of
 * it only. Each is from an address of its own. */
static void many_silent_connections_are_handled_in_several_turns(void **state)
{
    static const struct {
        int64_t after_ms;
        const char *event;
        bool logs_in;
    } rows[] = {{10000, "heartbeat", true}, {60000, "bye", true}, {10000, "bye", false}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct core_options options = rig_options();
        options.idle_ms = 60 * 1000;
        options.heartbeat_ms = rows[i].after_ms == 60000 ? 90000 : 10000;
        struct rig *rig = rig_new_with(&options);
        struct rig_peer *peers[MANY];
        for (uint64_t k = 0; k < MANY; k++)
            peers[k] = rows[i].logs_in ? rig_guest_from(rig, (UINT64_C(1) << 32) + k + 1)
                                       : rig_connect_from_network(rig, (UINT64_C(1) << 32) + k + 1);
        rig_turn(rig);
        (void)count_new(peers, rows[i].event);
        rig->now.mono_ms += rows[i].after_ms;
        one_turn(rig);
        assert_int_equal(count_new(peers, rows[i].event), CONNS_A_TURN);
        assert_true(core_next_ms(rig->core) <= rig->now.mono_ms);
        one_turn(rig);
        assert_int_equal(count_new(peers, rows[i].event), MANY - CONNS_A_TURN);
        rig_free(rig);
    }
    (void)state;
}

/* A peer that was told goodbye may take long to close. No later turn looks at it. */
static void a_closing_connection_costs_later_turns_nothing(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_guest(rig);
    struct rig_peer *boris = rig_connect(rig);
    rig->holds_closes = true;
    rig_pass(rig, 9000);
    rig_ask(anna, "{'op':'ping'}");
    rig_pass(rig, 1000);
    rig_expect(boris, "bye");
    assert_null(rig->core->desk->strangers);
    assert_ptr_equal(rig->core->desk->heard, rig->core->desk->spoke);
    assert_null(rig->core->desk->spoke->spoke_next);
    assert_ptr_equal(rig->core->desk->ending, boris->conn);
    rig_hang_up(boris);
    assert_null(rig->core->desk->ending);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_silent_connections_are_handled_in_several_turns),
        RIG_TEST(a_closing_connection_costs_later_turns_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
