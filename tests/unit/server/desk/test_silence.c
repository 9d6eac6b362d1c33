/* SPDX-License-Identifier: MIT */
/* Connections that say nothing, or wait: deadlines and heartbeats. */
#include "server/core/desk/state.h"
#include "server/core/state.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

static int make(void **state)
{
    struct core_options options = rig_options();
    options.idle_ms = 60 * 1000;
    *state = rig_new_with(&options);
    return 0;
}

static int drop(void **state)
{
    rig_free(*state);
    return 0;
}

static void say(struct rig_peer *peer, const char *text)
{
    rig_bytes(peer, text, strlen(text));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make, drop)

/* ------------------------------------------------------------------ deadlines */

static void who_waits_for_a_login_is_not_cut_off(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *peer = rig_connect(rig);
    rig->store->holds_batches = true;
    int64_t id = rig_send(peer, "{'op':'auth.guest'}");
    rig_turn(rig);
    rig_pass(rig, 20000);
    assert_false(peer->is_ended);
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_ok(rig_reply(peer, id));
}

static void who_does_not_log_in_in_time_is_told_bye(void **state)
{
    struct rig_peer *peer = rig_connect(*state);
    rig_pass(*state, 9999);
    assert_false(peer->is_ended);
    rig_ask(peer, "{'op':'ping'}"); /* talking does not help */
    rig_pass(*state, 1);
    assert_string_equal(text_at(rig_expect(peer, "bye"), "code"), "login_timeout");
    assert_true(peer->is_ended);
}

static void who_is_silent_for_too_long_is_told_bye(void **state)
{
    struct rig_peer *peer = rig_guest(*state);
    rig_pass(*state, 59999);
    assert_false(peer->is_ended);
    rig_pass(*state, 1);
    assert_string_equal(text_at(rig_expect(peer, "bye"), "code"), "idle_timeout");
    assert_true(peer->is_ended);
}

static void a_whole_frame_puts_the_idle_deadline_off(void **state)
{
    struct rig_peer *peer = rig_guest(*state);
    struct rig_peer *silent = rig_guest(*state);
    say(peer, "{\"id\":1000,\"op\":\"pi");
    rig_pass(*state, 40000);
    say(peer, "ng\"}\n");
    rig_pass(*state, 40000);
    assert_false(peer->is_ended);
    assert_true(silent->is_ended);
}

static void empty_lines_and_half_a_frame_are_no_sign_of_life(void **state)
{
    struct rig_peer *empty = rig_guest(*state);
    struct rig_peer *half = rig_guest(*state);
    say(half, "{");
    for (int i = 0; i < 59; i++) {
        say(empty, i % 2 == 0 ? "\n" : "\r\n\n");
        say(half, "\"");
        rig_pass(*state, 1000);
    }
    assert_false(empty->is_ended);
    rig_pass(*state, 1000);
    assert_string_equal(text_at(rig_expect(empty, "bye"), "code"), "idle_timeout");
    assert_string_equal(text_at(rig_expect(half, "bye"), "code"), "idle_timeout");
}

static void core_next_ms_tells_every_deadline(void **state)
{
    struct rig *rig = *state;
    int64_t start_ms = rig->now.mono_ms;
    assert_true(core_next_ms(rig->core) >= start_ms + 3600 * 1000); /* a look at the clock */
    struct rig_peer *stranger = rig_connect(rig);
    assert_int_equal(core_next_ms(rig->core), start_ms + 10000);
    rig_pass(rig, 3000);
    struct rig_peer *peer = rig_guest(rig); /* speaks last now: its heartbeat is due later */
    rig_hang_up(stranger);
    assert_int_equal(core_next_ms(rig->core), start_ms + 13000);
    for (int i = 0; i < 5; i++)
        rig_pass(rig, 10000);
    assert_int_equal(core_next_ms(rig->core), start_ms + 63000);
    rig_hang_up(peer);
    rig_turn(rig);
    assert_true(core_next_ms(rig->core) >= start_ms + 3600 * 1000);
}

/* ------------------------------------------------------------------ heartbeats */

static size_t heartbeats(const struct rig_peer *peer)
{
    size_t count = 0;
    for (size_t i = 0; i < peer->count; i++)
        count += strstr(peer->messages[i].line, "\"heartbeat\"") != NULL ? 1 : 0;
    return count;
}

static void a_quiet_connection_hears_a_heartbeat_every_10_s(void **state)
{
    struct rig_peer *peer = rig_guest(*state);
    rig_pass(*state, 9999);
    assert_int_equal(heartbeats(peer), 0);
    rig_pass(*state, 1);
    assert_int_equal(heartbeats(peer), 1);
    rig_pass(*state, 10000);
    assert_int_equal(heartbeats(peer), 2);
}

static void whoever_hears_something_needs_no_heartbeat(void **state)
{
    struct rig_peer *peer = rig_guest(*state);
    rig_pass(*state, 6000);
    rig_ask(peer, "{'op':'ping'}");
    rig_pass(*state, 6000);
    assert_int_equal(heartbeats(peer), 0);
}

static void a_stalled_disk_does_not_stop_the_heartbeat(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *peer = rig_guest(rig);
    rig->store->holds_batches = true;
    int64_t id = rig_send(peer, "{'op':'room.open','variant':'mini'}");
    for (int i = 0; i < 3; i++) {
        rig_pass(rig, 10000);
        rig_turn(rig);
    }
    assert_int_equal(heartbeats(peer), 3);
    assert_null(rig_reply(peer, id));
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_ok(rig_reply(peer, id));
    assert_int_equal(heartbeats(peer), 3);
}

/* ------------------------------------------------------------------ places that are kept */

#define PLACES 40 /* of which two are kept */

static int make_few_places(void **state)
{
    struct core_options options = rig_options();
    options.connections = PLACES;
    options.connections_kept = 200;
    *state = rig_new_with(&options);
    return 0;
}

#define PLACES_TEST(name) cmocka_unit_test_setup_teardown(name, make_few_places, drop)

/* Connections until only those that are kept are free. */
static void fill(struct rig *rig)
{
    size_t open = 0;
    for (size_t i = 0; i < rig->peer_count; i++)
        open += rig->peers[i]->conn != NULL ? 1 : 0;
    for (; open < PLACES - 2; open++)
        rig_guest(rig);
}

static void assert_sent_away(struct rig_peer *peer)
{
    assert_string_equal(text_at(rig_expect(peer, "bye"), "code"), "too_many_connections");
    assert_true(peer->is_ended);
}

static void the_last_places_are_kept_for_who_has_a_game(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_guests_table(rig, "mini");
    char token[65];
    snprintf(token, sizeof(token), "%s", table.first->token);
    rig_hang_up(table.first);
    rig_turn(rig);
    rig_guest(rig);
    fill(rig);
    struct rig_peer *back = rig_resume(rig, token);
    rig_pass(rig, 9000);
    assert_false(back->is_ended);
    assert_ok(rig_move(back, table.game, 0, "a1"));
}

/* Rows: what a stranger asks for there. */
static void nobody_else_gets_a_place_that_is_kept(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *guest = rig_guest(rig); /* without a game */
    char resume[120];
    rig_player(rig, "Anna");
    snprintf(resume, sizeof(resume), "{'op':'auth.resume','token':'%s'}", guest->token);
    const char *const requests[] = {
        "{'op':'auth.guest'}", "{'op':'auth.register','name':'Boris','password':'x7-kl'}",
        "{'op':'auth.login','name':'Anna','password':'secret of Anna'}", resume};
    fill(rig);
    for (size_t i = 0; i < sizeof(requests) / sizeof(requests[0]); i++) {
        struct rig_peer *peer = rig_connect(rig);
        int64_t id = rig_send(peer, "%s", requests[i]);
        rig_turn(rig);
        assert_null(rig_reply(peer, id));
        assert_sent_away(peer);
    }
}

static void a_place_that_is_kept_is_free_again_soon(void **state)
{
    struct rig *rig = *state;
    fill(rig);
    struct rig_peer *stranger = rig_connect(rig);
    rig_ask(stranger, "{'op':'ping'}");
    rig_pass(rig, 2999);
    assert_false(stranger->is_ended);
    rig_pass(rig, 1);
    assert_sent_away(stranger);
}

/* ------------------------------------------------------------------ very many at once */

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
static void what_is_due_for_very_many_is_done_in_several_turns(void **state)
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
static void who_is_leaving_is_in_nobodys_way(void **state)
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
        TEST(who_is_leaving_is_in_nobodys_way),
        cmocka_unit_test(what_is_due_for_very_many_is_done_in_several_turns),
        TEST(who_waits_for_a_login_is_not_cut_off),
        TEST(who_does_not_log_in_in_time_is_told_bye),
        TEST(who_is_silent_for_too_long_is_told_bye),
        TEST(a_whole_frame_puts_the_idle_deadline_off),
        TEST(empty_lines_and_half_a_frame_are_no_sign_of_life),
        TEST(core_next_ms_tells_every_deadline),
        TEST(a_quiet_connection_hears_a_heartbeat_every_10_s),
        TEST(whoever_hears_something_needs_no_heartbeat),
        TEST(a_stalled_disk_does_not_stop_the_heartbeat),
        PLACES_TEST(the_last_places_are_kept_for_who_has_a_game),
        PLACES_TEST(nobody_else_gets_a_place_that_is_kept),
        PLACES_TEST(a_place_that_is_kept_is_free_again_soon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
