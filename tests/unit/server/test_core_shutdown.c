/* SPDX-License-Identifier: MIT */
/* Going down: everybody hears bye, what was written is told first, nothing new is written. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <string.h>

static void everybody_hears_bye(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *stranger = rig_connect(rig);
    struct rig_peer *guest = rig_guest(rig);
    core_shut_down(rig->core);
    rig_turn(rig);
    assert_string_equal(text_at(rig_expect(stranger, "bye"), "code"), "shutting_down");
    assert_string_equal(text_at(rig_expect(guest, "bye"), "code"), "shutting_down");
    assert_true(stranger->is_ended);
    assert_true(guest->is_ended);
    assert_true(core_is_settled(rig->core));
    assert_int_equal(core_count(rig->core).connections, 0);
}

static void who_comes_late_hears_bye(void **state)
{
    struct rig *rig = *state;
    core_shut_down(rig->core);
    struct rig_peer *late = rig_connect(rig);
    assert_string_equal(text_at(rig_expect(late, "bye"), "code"), "shutting_down");
    assert_true(late->is_ended);
}

static void held_output_comes_before_bye(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_table(rig_guest(rig), rig_guest(rig), "mini", false);
    rig->store->holds_batches = true;
    int64_t id =
        rig_send(table.first, "{'op':'game.move','game':'%s','ply':0,'action':'a1'}", table.game);
    rig_turn(rig);
    core_shut_down(rig->core);
    rig_turn(rig);
    assert_false(core_is_settled(rig->core));
    assert_false(table.second->is_ended);
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_ok(rig_reply(table.first, id));
    rig_expect(table.second, "game.moved");
    rig_expect(table.second, "bye");
    assert_true(core_is_settled(rig->core));
    rig_restart(rig);
    assert_string_equal(text_at(rig_game(rig_connect(rig), table.game), "actions"), "a1");
}

/* A write of the same turn that is not even submitted. */
static void what_the_turn_wrote_is_stored_and_told(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_guest(rig);
    int64_t id = rig_send(anna, "{'op':'room.open','variant':'mini'}");
    core_shut_down(rig->core);
    assert_false(core_is_settled(rig->core));
    rig_turn(rig);
    assert_ok(rig_reply(anna, id));
    rig_expect(anna, "bye");
}

static void requests_behind_the_shutdown_are_not_carried_out(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_guest(rig);
    size_t batches = rig->store->batches;
    core_shut_down(rig->core);
    rig_send(anna, "{'op':'room.open','variant':'mini'}");
    rig_turn(rig);
    assert_int_equal(rig->store->batches, batches + 1); /* the uptime */
    assert_int_equal(core_count(rig->core).rooms, 0);
}

static void a_login_under_way_is_not_finished(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *peer = rig_connect(rig);
    rig->holds_work = true;
    rig_send(peer, "{'op':'auth.register','name':'Anna','password':'x7-kl'}");
    rig_turn(rig);
    rig->work_begun = 1;
    core_shut_down(rig->core);
    rig_turn(rig);
    size_t batches = rig->store->batches;
    rig_work_finish(rig, 0, true);
    rig_turn(rig);
    assert_int_equal(rig->store->batches, batches);
    assert_true(core_is_settled(rig->core));
}

static void a_failing_store_does_not_keep_anybody(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_guest(rig);
    rig->store->fails_batches = true;
    int64_t id = rig_send(anna, "{'op':'room.open','variant':'mini'}");
    core_shut_down(rig->core);
    rig_turn(rig);
    assert_code(rig_reply(anna, id), "storage_unavailable");
    rig_expect(anna, "bye");
    assert_true(anna->is_ended);
    assert_true(core_is_settled(rig->core));
}

static void rooms_do_not_close_in_a_server_that_goes_down(void **state)
{
    struct core_options options = rig_options();
    options.room_idle_ms = 1000;
    struct rig *rig = rig_new_with(&options);
    struct rig_peer *anna = rig_guest(rig);
    assert_ok(rig_ask(anna, "{'op':'room.open','variant':'mini'}"));
    core_shut_down(rig->core);
    rig_turn(rig);
    rig_pass(rig, 5000);
    assert_int_equal(core_count(rig->core).rooms, 1);
    rig_free(rig);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(everybody_hears_bye),
        RIG_TEST(who_comes_late_hears_bye),
        RIG_TEST(held_output_comes_before_bye),
        RIG_TEST(what_the_turn_wrote_is_stored_and_told),
        RIG_TEST(requests_behind_the_shutdown_are_not_carried_out),
        RIG_TEST(a_login_under_way_is_not_finished),
        RIG_TEST(a_failing_store_does_not_keep_anybody),
        cmocka_unit_test(rooms_do_not_close_in_a_server_that_goes_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
