/* SPDX-License-Identifier: MIT */
/* Held output: its order, what a failed commit does to it, and what does not depend on commits. */
#include "server/core/state.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <string.h>

static int64_t send_move(struct rig_peer *peer, const struct rig_table *table, int ply,
                         const char *at)
{
    return rig_send(peer, "{'op':'game.move','game':'%s','ply':%d,'action':'%s'}", table->game, ply,
                    at);
}

static void neither_reply_nor_event_of_a_move_leaves_before_its_batch(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_guests_table(rig, "classic");
    rig->store->holds_batches = true;
    int64_t id = send_move(table.first, &table, 0, "h8");
    rig_turn(rig);
    assert_null(rig_reply(table.first, id));
    assert_int_equal(rig_event_count(table.first), 0);
    assert_int_equal(rig_event_count(table.second), 0);
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_ok(rig_reply(table.first, id));
    rig_expect(table.first, "game.moved");
    rig_expect(table.second, "game.moved");
}

static void what_is_read_behind_a_change_waits_for_it(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_guests_table(rig, "classic");
    struct rig_peer *reader = rig_connect(rig);
    rig->store->holds_batches = true;
    send_move(table.first, &table, 0, "h8");
    int64_t get = rig_send(reader, "{'op':'game.get','game':'%s'}", table.game);
    int64_t list = rig_send(reader, "{'op':'room.list'}");
    rig_turn(rig);
    assert_null(rig_reply(reader, get));
    assert_null(rig_reply(reader, list));
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_string_equal(text_at(rig_reply(reader, get), "game.actions"), "h8");
}

static void an_identical_repeat_waits_for_the_batch_of_the_first(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_guests_table(rig, "classic");
    rig->store->holds_batches = true;
    send_move(table.first, &table, 0, "h8");
    rig_turn(rig);
    int64_t repeat = send_move(table.first, &table, 0, "h8");
    rig_turn(rig);
    assert_null(rig_reply(table.first, repeat));
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_ok(rig_reply(table.first, repeat));
}

static void output_of_two_batches_leaves_in_two_steps_and_in_order(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_guests_table(rig, "classic");
    rig->store->holds_batches = true;
    int64_t first = send_move(table.first, &table, 0, "h8");
    rig_turn(rig);
    int64_t ping = rig_send(table.first, "{'op':'ping'}");
    int64_t second = send_move(table.second, &table, 1, "i8");
    rig_turn(rig);
    size_t before = rig_message_count(table.first);
    rig->store->holds_batches = false;
    core_store_ready(rig->core); /* reports the first batch; the second is not submitted yet */
    assert_ok(rig_reply(table.first, first));
    assert_ok(rig_reply(table.first, ping));
    assert_null(rig_reply(table.second, second));
    rig_turn(rig);
    assert_ok(rig_reply(table.second, second));
    const struct rig_message *told = table.first->messages + before;
    assert_string_equal(text_at(told[0].json, "ev"), "game.moved");
    assert_int_equal(int_at(told[1].json, "re"), first);
    assert_int_equal(int_at(told[2].json, "re"), ping);
    assert_string_equal(text_at(told[3].json, "action"), "i8");
}

static void one_turn_is_one_batch(void **state)
{
    struct rig *rig = *state;
    struct rig_table one = rig_guests_table(rig, "classic");
    struct rig_table other = rig_guests_table(rig, "classic");
    size_t before = rig->store->batches;
    send_move(one.first, &one, 0, "h8");
    send_move(other.first, &other, 0, "h8");
    send_move(one.second, &one, 1, "h9");
    rig_turn(rig);
    assert_int_equal(rig->store->batches, before + 1);
}

static void a_failed_batch_refuses_replies_and_drops_events(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_guests_table(rig, "classic");
    struct rig_peer *reader = rig_connect(rig);
    rig->store->fails_batches = true;
    int64_t id = send_move(table.first, &table, 0, "h8");
    int64_t get = rig_send(reader, "{'op':'game.get','game':'%s'}", table.game);
    rig_turn(rig);
    assert_code(rig_reply(table.first, id), "storage_unavailable");
    assert_int_equal(int_at(rig_reply(table.first, id), "error.retry_after_ms"), 1000);
    assert_code(rig_reply(reader, get), "storage_unavailable");
    assert_int_equal(rig_event_count(table.first), 0);
    assert_int_equal(rig_event_count(table.second), 0);
}

static void readers_go_on_while_the_store_is_tried_again(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_guests_table(rig, "classic");
    rig->store->fails_batches = true;
    send_move(table.first, &table, 0, "h8");
    rig_turn(rig);
    rig->store->holds_batches = true;
    rig_pass(rig, 1000); /* the probe is under way */
    const json_t *reply = rig_ask(table.second, "{'op':'game.get','game':'%s'}", table.game);
    assert_string_equal(text_at(reply, "game.actions"), "");
    int64_t ping = rig_send(table.second, "{'op':'ping'}");
    rig->store->holds_batches = false; /* and fails again */
    rig_turn(rig);
    assert_ok(rig_reply(table.second, ping));
}

static void a_failing_store_is_tried_every_second(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_guests_table(rig, "classic");
    rig->store->fails_batches = true;
    send_move(table.first, &table, 0, "h8");
    rig_turn(rig);
    size_t batches = rig->store->batches;
    assert_int_equal(core_next_ms(rig->core), rig->now.mono_ms + 1000);
    rig_pass(rig, 999);
    assert_int_equal(rig->store->batches, batches);
    rig_pass(rig, 1);
    assert_int_equal(rig->store->batches, batches + 1);
    rig_pass(rig, 1000);
    assert_int_equal(rig->store->batches, batches + 2);
    rig->store->fails_batches = false;
    rig_pass(rig, 1000);
    assert_ok(rig_move(table.first, table.game, 0, "h8"));
    assert_non_null(strstr(rig->log, "storage_back"));
}

/* A message that cannot be untrue is told even when the commit before it fails. */
static void an_error_without_a_request_survives_a_failed_batch(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_guests_table(rig, "classic");
    rig->store->holds_batches = true;
    rig->store->fails_batches = true;
    send_move(table.first, &table, 0, "h8");
    rig_bytes(table.first, "}\n", 2);
    rig_turn(rig);
    size_t before = rig_message_count(table.first);
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_int_equal(rig_message_count(table.first), before + 2);
    assert_string_equal(rig_code(table.first->messages[before + 1].json), "bad_json");
}

static void bye_survives_a_failed_batch(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_guests_table(rig, "classic");
    rig->store->holds_batches = true;
    rig->store->fails_batches = true;
    send_move(table.first, &table, 0, "h8");
    rig_turn(rig);
    core_shut_down(rig->core);
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_string_equal(text_at(rig_expect(table.first, "bye"), "code"), "shutting_down");
    assert_true(table.first->is_ended);
}

static void nothing_follows_the_last_word(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_guests_table(rig, "classic");
    rig->store->holds_batches = true;
    rig_bytes(table.second, "{\"a\":1,\"a\":2}\n", 14); /* ends the connection */
    send_move(table.first, &table, 0, "h8");
    rig_turn(rig);
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_int_equal(rig_event_count(table.second), 0);
    assert_true(table.second->is_ended);
}

static void a_logout_ends_others_only_when_it_is_stored(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *here = rig_guest(rig);
    struct rig_peer *there = rig_resume(rig, here->token);
    rig->store->holds_batches = true;
    rig_send(here, "{'op':'auth.logout'}");
    rig_turn(rig);
    assert_false(here->is_ended);
    assert_false(there->is_ended);
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_ok(rig_reply(here, here->last_id));
    assert_true(here->is_ended);
    assert_true(there->is_ended);
}

static void a_later_failure_takes_no_token_back(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_guests_table(rig, "classic");
    struct rig_peer *guest = rig_connect(rig);
    rig->store->holds_batches = true;
    int64_t id = rig_send(guest, "{'op':'auth.guest'}");
    rig_turn(rig);
    send_move(table.first, &table, 0, "h8"); /* fills the next batch */
    rig_turn(rig);
    rig->store->holds_batches = false;
    core_store_ready(rig->core);
    rig->store->fails_batches = true;
    rig_turn(rig);
    assert_ok(rig_reply(guest, id));
}

static void a_failed_logout_ends_nobody(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *here = rig_guest(rig);
    struct rig_peer *there = rig_resume(rig, here->token);
    rig->store->fails_batches = true;
    rig_send(here, "{'op':'auth.logout'}");
    rig_turn(rig);
    assert_false(here->is_ended);
    assert_false(there->is_ended);
}

static void a_connection_ends_only_when_its_held_output_is_gone(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_guests_table(rig, "classic");
    rig->store->holds_batches = true;
    int64_t id = send_move(table.first, &table, 0, "h8");
    rig_bytes(table.first, "{\"a\":1,\"a\":2}\n", 14); /* ends the connection */
    rig_turn(rig);
    assert_false(table.first->is_ended);
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_ok(rig_reply(table.first, id));
    assert_true(table.first->is_ended);
}

static void held_output_of_a_lost_connection_is_dropped(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_guests_table(rig, "classic");
    rig->store->holds_batches = true;
    send_move(table.first, &table, 0, "h8");
    rig_turn(rig);
    rig_hang_up(table.first);
    rig->store->holds_batches = false;
    rig_turn(rig);
    rig_expect(table.second, "game.moved");
    rig_expect(table.second, "room.presence");
}

/* ------------------------------------------------------------------ what no batch has */

/* A move whose batch is going to fail. */
static void move_before_a_failure(struct rig *rig, const struct rig_table *table)
{
    rig->store->fails_batches = true;
    send_move(table->first, table, 0, "h8");
}

static void store_is_back(struct rig *rig)
{
    rig->store->fails_batches = false;
    rig_pass(rig, 1000);
}

/* Nobody asks too often. */
static int hasty_setup(void **state)
{
    struct core_options options = rig_options();
    options.rate_percent = 1000000;
    *state = rig_new_with(&options);
    return 0;
}

/* Requests that nobody can read cost nothing to send, and each is answered. */
static void what_waits_for_the_disk_is_bounded(void **state)
{
    static const char unknown[] = "{\"id\":4711,\"op\":\"no such op\"}\n";
    struct rig *rig = *state;
    struct rig_table table = rig_guests_table(rig, "classic");
    rig->store->holds_batches = true;
    int64_t move = send_move(table.first, &table, 0, "h8");
    rig_turn(rig);
    for (int i = 0; i < 100000 && !table.first->is_ended; i++)
        rig_bytes(table.first, unknown, sizeof(unknown) - 1);
    size_t held = rig_message_count(table.first);
    rig_turn(rig);
    assert_int_equal(rig_message_count(table.first), held);
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_ok(rig_reply(table.first, move));
    assert_true(table.first->is_ended);
    assert_in_range(rig_message_count(table.first), 1000, 20000);
    assert_string_equal(text_at(rig_find_event(table.first, "bye"), "code"), "busy");
    rig_check_world(rig);
}

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

static void a_login_that_is_told_to_have_failed_has_not_happened(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *guest = rig_guest(rig);
    struct rig_peer *late = rig_connect(rig);
    struct rig_table table = rig_guests_table(rig, "classic");
    rig->store->holds_answers = true;
    int64_t id = rig_send(late, "{'op':'auth.resume','token':'%s'}", guest->token);
    rig_turn(rig);
    rig->store->holds_answers = false;
    move_before_a_failure(rig, &table); /* the answer comes in the same turn */
    rig_turn(rig);
    assert_code(rig_reply(late, id), "storage_unavailable");
    store_is_back(rig);
    assert_code(rig_ask(late, "{'op':'room.open','variant':'mini'}"), "login_required");
    assert_ok(rig_ask(late, "{'op':'auth.resume','token':'%s'}", guest->token));
}

static void who_is_told_that_watching_failed_does_not_watch(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *watcher = rig_guest(rig);
    struct rig_table table = rig_guests_table(rig, "classic");
    move_before_a_failure(rig, &table);
    int64_t id = rig_send(watcher, "{'op':'room.watch','room':'%s'}", table.room);
    rig_turn(rig);
    assert_code(rig_reply(watcher, id), "storage_unavailable");
    store_is_back(rig);
    assert_ok(rig_move(table.first, table.game, 0, "h8"));
    assert_int_equal(rig_event_count(watcher), 0);
}

static void who_is_told_that_leaving_failed_still_watches(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *watcher = rig_guest(rig);
    struct rig_table table = rig_guests_table(rig, "classic");
    assert_ok(rig_ask(watcher, "{'op':'room.watch','room':'%s'}", table.room));
    move_before_a_failure(rig, &table);
    int64_t id = rig_send(watcher, "{'op':'room.leave','room':'%s'}", table.room);
    rig_turn(rig);
    assert_code(rig_reply(watcher, id), "storage_unavailable");
    store_is_back(rig);
    assert_ok(rig_move(table.first, table.game, 0, "h8"));
    rig_expect(watcher, "game.moved");
}

static void who_went_while_a_commit_failed_is_told(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_guests_table(rig, "classic");
    move_before_a_failure(rig, &table);
    rig_hang_up(table.second);
    rig_turn(rig);
    rig_pass(rig, 1000);
    rig_expect(table.first, "room.presence"); /* both seats are told again */
    const json_t *gone = rig_expect(table.first, "room.presence");
    assert_string_equal(text_at(gone, "name"), table.second->name);
    assert_false(bool_at(gone, "connected"));
}

/* The seat that was left is taken again when the batch fails, by somebody who is not there. */
static void who_left_and_went_while_a_commit_failed_is_told(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_guests_table(rig, "classic");
    rig->store->fails_batches = true;
    rig_send(table.second, "{'op':'room.leave','room':'%s'}", table.room);
    rig_hang_up(table.second);
    rig_turn(rig);
    const json_t *gone = rig_expect(table.first, "room.presence");
    assert_string_equal(text_at(gone, "name"), table.second->name);
    assert_false(bool_at(gone, "connected"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(neither_reply_nor_event_of_a_move_leaves_before_its_batch),
        RIG_TEST(what_is_read_behind_a_change_waits_for_it),
        RIG_TEST(an_identical_repeat_waits_for_the_batch_of_the_first),
        RIG_TEST(output_of_two_batches_leaves_in_two_steps_and_in_order),
        RIG_TEST(one_turn_is_one_batch),
        RIG_TEST(a_failed_batch_refuses_replies_and_drops_events),
        RIG_TEST(readers_go_on_while_the_store_is_tried_again),
        RIG_TEST(a_failing_store_is_tried_every_second),
        RIG_TEST(an_error_without_a_request_survives_a_failed_batch),
        RIG_TEST(bye_survives_a_failed_batch),
        RIG_TEST(nothing_follows_the_last_word),
        RIG_TEST(a_logout_ends_others_only_when_it_is_stored),
        RIG_TEST(a_later_failure_takes_no_token_back),
        RIG_TEST(a_failed_logout_ends_nobody),
        RIG_TEST(a_connection_ends_only_when_its_held_output_is_gone),
        RIG_TEST(held_output_of_a_lost_connection_is_dropped),
        cmocka_unit_test_setup_teardown(what_waits_for_the_disk_is_bounded, hasty_setup,
                                        rig_teardown),
        RIG_TEST(what_was_done_for_a_reply_over_the_limit_is_undone),
        RIG_TEST(a_login_that_is_told_to_have_failed_has_not_happened),
        RIG_TEST(who_is_told_that_watching_failed_does_not_watch),
        RIG_TEST(who_is_told_that_leaving_failed_still_watches),
        RIG_TEST(who_went_while_a_commit_failed_is_told),
        RIG_TEST(who_left_and_went_while_a_commit_failed_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
