/* SPDX-License-Identifier: MIT */
/* Held output that is more than may wait, whenever that is; outbox.dialogue has the rest. */
#include "server/core/state.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

/* The goodbye is held in place of the reply, and the wait that the reply told of ends with it. */
static void what_was_done_for_a_reply_over_the_limit_is_undone(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *phone = rig_resume(rig, anna->token);
    struct rig_peer *other = rig_guest(rig);
    rig->store->holds_batches = true;
    rig_send(other, "{'op':'room.open','variant':'mini'}");
    rig_turn(rig);
    rig_send(anna, "{'op':'ping'}");
    rig->core->options.held_bytes = 1;
    rig_send(anna, "{'op':'room.quick','variant':'classic'}");
    rig_turn(rig);
    rig->core->options.held_bytes = rig->options.held_bytes;
    rig_fail_held(rig);
    assert_string_equal(text_at(rig_find_event(anna, "bye"), "code"), "busy");
    rig_pass(rig, 1000);
    assert_ok(rig_ask(phone, "{'op':'room.quick','variant':'classic'}"));
    rig_check_world(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(what_was_done_for_a_reply_over_the_limit_is_undone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
