/* SPDX-License-Identifier: MIT */
/* Output that waits for readers: the bounds of one connection, of all, and of time. */
#include "server/core/state.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <string.h>

#define ASKING ((size_t)256 * 1024)
#define ONE ((size_t)1024 * 1024)
#define STALL_MS 30000

static size_t unsent(const struct rig *rig)
{
    return core_count(rig->core).unsent_bytes;
}

static uint64_t slow_readers(const struct rig *rig)
{
    return core_count(rig->core).slow_readers;
}

static void assert_log_has(const struct rig *rig, const char *text)
{
    if (strstr(rig->log, text) == NULL)
        fail_msg("\"%s\" is not in the log: %s", text, rig->log);
}

/* ------------------------------------------------------------------ one connection */

static void who_only_asks_may_have_less_waiting(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *stranger = rig_connect_from(rig, "192.0.2.7");
    struct rig_peer *guest = rig_guest(rig);
    rig_unsent(stranger, ASKING, 100);
    rig_unsent(guest, ASKING, 100);
    assert_false(stranger->is_ended || guest->is_ended);
    rig_unsent(stranger, ASKING + 1, 0);
    assert_true(stranger->is_cut);
    assert_log_has(rig, "slow_reader address=192.0.2.7 because=output_bytes_asking "
                        "unsent_bytes=262145\n");
    rig_unsent(guest, ASKING + 1, 50); /* though it reads */
    assert_true(guest->is_cut);
    assert_int_equal(rig_event_count(guest), 0); /* without a word */
    assert_int_equal(slow_readers(rig), 2);
    assert_int_equal(unsent(rig), 0);
}

static void check_full_bound(struct rig *rig, struct rig_peer *peer)
{
    rig_unsent(peer, ASKING + 1, 0);
    rig_unsent(peer, ONE, 0);
    assert_false(peer->is_ended);
    rig_unsent(peer, ONE + 1, 0);
    assert_true(peer->is_cut);
    assert_log_has(rig, "because=output_bytes unsent_bytes=1048577\n");
}

static void who_sits_or_watches_may_have_more_waiting(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_guests_table(rig, "classic");
    struct rig_peer *watcher = rig_guest(rig);
    struct rig_peer *follower = rig_guest(rig);
    assert_ok(rig_ask(watcher, "{'op':'room.watch','room':'%s'}", table.room));
    assert_ok(rig_ask(follower, "{'op':'lobby.watch'}"));
    check_full_bound(rig, table.first);
    check_full_bound(rig, watcher);
    check_full_bound(rig, follower);
    assert_false(table.second->is_ended);
}

static void who_stops_watching_may_take_what_waits(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *follower = rig_guest(rig);
    assert_ok(rig_ask(follower, "{'op':'lobby.watch'}"));
    rig_unsent(follower, ONE, 0);
    assert_ok(rig_ask(follower, "{'op':'lobby.leave'}"));
    rig_unsent(follower, ONE - 1000, 1000);
    assert_false(follower->is_ended);
    rig_unsent(follower, ONE - 999, 0);
    assert_true(follower->is_cut);
}

/* ------------------------------------------------------------------ time */

static void who_takes_nothing_is_cut_off(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *stuck = rig_guest(rig);
    struct rig_peer *slow = rig_guest(rig);
    rig_unsent(stuck, 1000, 1);
    rig_unsent(slow, 1000, 1);
    rig_pass(rig, STALL_MS - 1000);
    rig_unsent(stuck, 2000, 0); /* more waits; that is no reading */
    rig_unsent(slow, 2000, 1);
    assert_int_equal(core_next_ms(rig->core), rig->now.mono_ms + 1000);
    rig_pass(rig, 999);
    assert_false(stuck->is_ended);
    rig_pass(rig, 1);
    assert_true(stuck->is_cut);
    assert_false(slow->is_ended);
    assert_log_has(rig, "because=output_stall_ms unsent_bytes=2000\n");
    rig_pass(rig, STALL_MS);
    assert_true(slow->is_cut);
}

static void time_counts_only_while_something_waits(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *peer = rig_guest(rig);
    rig_unsent(peer, 1000, 1);
    rig_unsent(peer, 0, 1000);
    rig_pass(rig, 2 * STALL_MS);
    rig_unsent(peer, 1000, 1);
    rig_pass(rig, STALL_MS - 1);
    assert_false(peer->is_ended);
    assert_int_equal(unsent(rig), 1000);
}

/* ------------------------------------------------------------------ all connections */

static struct rig *small_total(size_t total)
{
    struct core_options options = rig_options();
    options.output_bytes_total = total;
    return rig_new_with(&options);
}

static void past_the_total_the_largest_goes(void **state)
{
    (void)state;
    struct rig *rig = small_total(3000);
    struct rig_peer *peers[4];
    for (int i = 0; i < 4; i++)
        peers[i] = rig_guest(rig);
    rig_unsent(peers[0], 600, 1);
    rig_unsent(peers[1], 1500, 1);
    rig_unsent(peers[2], 900, 1);
    assert_int_equal(unsent(rig), 3000);
    rig_unsent(peers[3], 1, 1);
    assert_true(peers[1]->is_cut);
    assert_int_equal(unsent(rig), 1501);
    assert_log_has(rig, "because=output_bytes_total unsent_bytes=1500\n");
    assert_false(peers[0]->is_ended || peers[2]->is_ended || peers[3]->is_ended);
    rig_free(rig);
}

static void what_waited_for_one_that_closed_does_not_count(void **state)
{
    (void)state;
    struct rig *rig = small_total(3000);
    struct rig_peer *gone = rig_guest(rig);
    struct rig_peer *other = rig_guest(rig);
    rig_unsent(gone, 2500, 1);
    rig_hang_up(gone);
    assert_int_equal(unsent(rig), 0);
    rig_unsent(other, 2500, 1);
    assert_false(other->is_ended);
    rig_free(rig);
}

/* As many as it takes. */
static void several_go_if_one_is_not_enough(void **state)
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

/* The move's frames wait for the disk, the rest for the reader: they are one budget. */
static void what_waits_for_the_disk_counts_too(void **state)
{
    (void)state;
    struct rig *rig = small_total(20000);
    struct rig_table table = rig_guests_table(rig, "classic");
    struct rig_peer *slow = rig_guest(rig);
    rig->store->holds_batches = true;
    assert_int_equal(core_count(rig->core).held_bytes, 0);
    rig_send(table.first, "{'op':'game.move','game':'%s','ply':0,'action':'h8'}", table.game);
    rig_turn(rig);
    size_t held = core_count(rig->core).held_bytes;
    assert_in_range(held, 400, 4000);
    rig_unsent(slow, 20000 - held, 1);
    assert_false(slow->is_ended);
    rig_unsent(slow, 20000 - held + 1, 1);
    assert_true(slow->is_cut);
    assert_false(table.first->is_ended || table.second->is_ended);
    rig->store->holds_batches = false;
    rig_turn(rig);
    rig_expect(table.first, "game.moved");
    assert_int_equal(core_count(rig->core).held_bytes, 0);
    rig_check_world(rig);
    rig_free(rig);
}

/* It is the connection for which most waits, whatever for. */
static void who_asks_for_much_while_the_disk_stands_goes_first(void **state)
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

/* ------------------------------------------------------------------ the end of a connection */

static void who_was_cut_off_is_not_there_any_more(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_guests_table(rig, "classic");
    rig->holds_closes = true;
    rig_unsent(table.second, ONE + 1, 0);
    assert_true(table.second->is_cut);
    const json_t *gone = rig_expect(table.first, "room.presence");
    assert_string_equal(text_at(gone, "name"), table.second->name);
    assert_false(bool_at(gone, "connected"));
    rig->holds_closes = false;
    rig_turn(rig);
    assert_int_equal(slow_readers(rig), 1);
    rig_check_world(rig);
}

/* A goodbye that is not read, either: the shell waits for it only so long, but the core counts. */
static void who_is_on_the_way_out_counts(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *peer = rig_guest(rig);
    rig->holds_closes = true;
    assert_ok(rig_ask(peer, "{'op':'auth.logout'}"));
    assert_true(peer->is_ended && !peer->is_cut);
    rig_unsent(peer, 1000, 0);
    assert_int_equal(unsent(rig), 1000);
    rig_unsent(peer, ASKING + 1, 0);
    assert_true(peer->is_cut);
    assert_int_equal(unsent(rig), 0);
    rig->holds_closes = false;
    rig_turn(rig);
}

/* Its other connection, which does, is not kept by it. */
static void whoever_has_much_to_read_gets_no_more_until_it_is_read(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *slow = rig_player(rig, "Anna");
    struct rig_peer *quick = rig_resume(rig, slow->token);
    size_t much = rig->options.output_bytes_asking / 2 + 1;
    rig_unsent(slow, much, 0);
    int64_t waits = rig_send(slow, "{'op':'player.get','name':'Nobody'}");
    int64_t goes = rig_send(quick, "{'op':'player.get','name':'Nobody'}");
    rig_turn(rig);
    rig_turn(rig);
    assert_non_null(rig_reply(quick, goes));
    assert_null(rig_reply(slow, waits));
    rig_unsent(slow, much - 1, 1);
    assert_non_null(rig_reply(slow, waits));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(who_only_asks_may_have_less_waiting),
        RIG_TEST(who_sits_or_watches_may_have_more_waiting),
        RIG_TEST(who_stops_watching_may_take_what_waits),
        RIG_TEST(who_takes_nothing_is_cut_off),
        RIG_TEST(time_counts_only_while_something_waits),
        cmocka_unit_test(past_the_total_the_largest_goes),
        cmocka_unit_test(what_waited_for_one_that_closed_does_not_count),
        cmocka_unit_test(several_go_if_one_is_not_enough),
        cmocka_unit_test(what_waits_for_the_disk_counts_too),
        RIG_TEST(a_shortage_of_memory_leaves_little_waiting),
        cmocka_unit_test(who_asks_for_much_while_the_disk_stands_goes_first),
        RIG_TEST(who_was_cut_off_is_not_there_any_more),
        RIG_TEST(who_is_on_the_way_out_counts),
        RIG_TEST(whoever_has_much_to_read_gets_no_more_until_it_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
