/* SPDX-License-Identifier: MIT */
/*
 * Limits that hold over all connections of a player and of an address, and beyond them.
 */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"
#include "tests/unit/server/rig_private.h"

#include <stdio.h>
#include <string.h>

#define HERE "192.0.2.1"
#define ELSEWHERE "198.51.100.1"
#define CONNECTS 6 /* proto/costs.def, and below */
#define SAYS 16
#define READS 400
#define LOGINS 60
#define A_PERIOD_MS 10000

/* One player's allowance for an address. */
static struct rig *make_narrow(uint32_t percent)
{
    struct core_options options = rig_options();
    options.players_per_address = 1;
    options.allowance_percent = percent;
    struct rig *rig = rig_new_with(&options);
    rig_pass(rig, A_PERIOD_MS); /* the rig's observer came from an address, too */
    return rig;
}

static bool is_let_in(struct rig_peer *peer)
{
    rig_turn(peer->rig);
    const json_t *bye = rig_next_event(peer);
    if (bye != NULL)
        assert_string_equal(text_at(bye, "code"), "too_many_from_address");
    return bye == NULL;
}

/* ------------------------------------------------------------------ connections */

static void an_address_opens_only_so_many_connections(void **state)
{
    struct rig *rig = make_narrow(100);
    (void)state;
    for (int i = 0; i < CONNECTS; i++)
        assert_true(is_let_in(rig_connect_from(rig, HERE)));
    struct rig_peer *refused = rig_connect_from(rig, HERE);
    assert_false(is_let_in(refused));
    assert_true(refused->is_ended);
    assert_true(is_let_in(rig_connect_from(rig, ELSEWHERE)));
    rig_pass(rig, A_PERIOD_MS / CONNECTS + 1);
    assert_true(is_let_in(rig_connect_from(rig, HERE)));
    assert_false(is_let_in(rig_connect_from(rig, HERE)));
    rig_free(rig);
}

/* 2001:db8:1:100::/64 and on, all in one network of 56 bits. */
static void networks_of_56_bits_have_four_times_as_much(void **state)
{
    struct rig *rig = make_narrow(100);
    const uint64_t network = UINT64_C(0x20010db800010100);
    (void)state;
    for (uint64_t i = 0; i < 4; i++) {
        for (int j = 0; j < CONNECTS; j++)
            assert_true(is_let_in(rig_connect_from_network(rig, network + i)));
        assert_false(is_let_in(rig_connect_from_network(rig, network + i)));
    }
    assert_false(is_let_in(rig_connect_from_network(rig, network + 4)));
    assert_true(is_let_in(rig_connect_from_network(rig, network + 0x100)));
    rig_free(rig);
}

static void networks_of_48_bits_have_sixteen_times_as_much(void **state)
{
    struct rig *rig = make_narrow(34);
    const uint64_t network = UINT64_C(0x20010db800010000);
    (void)state;
    for (uint64_t i = 0; i < 16 * CONNECTS * 34 / 100; i++)
        assert_true(is_let_in(rig_connect_from_network(rig, network + (i << 8))));
    assert_false(is_let_in(rig_connect_from_network(rig, network + 0xff00)));
    assert_true(is_let_in(rig_connect_from_network(rig, network + 0x10000)));
    rig_free(rig);
}

/* ------------------------------------------------------------------ newcomers */

/* Slowly enough for what an address may open. */
static void guests_come(struct rig *rig, int count)
{
    for (int i = 0; i < count; i++) {
        rig_pass(rig, 10000);
        rig_guest(rig);
    }
    rig_pass(rig, 10000);
}

static void newcomers_from_one_address_are_only_so_many(void **state)
{
    struct core_options options = rig_options();
    options.players_per_address = 1; /* ten newcomers; the rig's observer is one */
    struct rig *rig = rig_new_with(&options);
    struct rig_peer *anna = rig_player(rig, "Anna");
    guests_come(rig, 7);
    struct rig_peer *unlucky = rig_connect(rig);
    for (int i = 0; i < 3; i++) /* what is refused does not count */
        assert_code(rig_ask(unlucky, "{'op':'auth.register','name':'anna','password':'x7-kl'}"),
                    "name_taken");
    struct rig_peer *guest = rig_guest(rig);
    struct rig_peer *third = rig_connect(rig);
    const json_t *refusal = rig_ask(third, "{'op':'auth.guest'}");
    assert_code(refusal, "too_many_newcomers");
    assert_in_range(int_at(refusal, "error.retry_after_ms"), 200000, 3600000 / 10);
    assert_code(rig_ask(third, "{'op':'auth.register','name':'Boris','password':'x7-kl'}"),
                "too_many_newcomers");
    /* Neither of these is new. */
    assert_ok(rig_ask(guest, "{'op':'auth.register','name':'Gustav','password':'x7-kl'}"));
    assert_ok(rig_ask(third, "{'op':'auth.resume','token':'%s'}", anna->token));
    rig_free(rig);
    (void)state;
}

/* Three newcomers for each player of an address; the rig's observer is one. */
static void each_cost_has_a_figure_of_its_own(void **state)
{
    struct core_options options = rig_options();
    options.players_per_address = 2;
    options.cost_units[COST_WORD_NEWCOMER] = 3;
    struct rig *rig = rig_new_with(&options);
    guests_come(rig, 5);
    assert_code(rig_ask(rig_connect(rig), "{'op':'auth.guest'}"), "too_many_newcomers");
    rig_free(rig);
    (void)state;
}

/* The account is there: somebody can log in to it. */
static void a_newcomer_who_hangs_up_before_the_answer_counts(void **state)
{
    struct core_options options = rig_options();
    options.players_per_address = 1; /* ten newcomers; the rig's observer is one */
    struct rig *rig = rig_new_with(&options);
    guests_come(rig, 8);
    struct rig_peer *anna = rig_connect(rig);
    rig->store->holds_batches = true;
    rig_send(anna, "{'op':'auth.register','name':'Anna','password':'x7-kl'}");
    rig_turn(rig);
    rig_hang_up(anna);
    rig->store->holds_batches = false;
    rig_turn(rig);
    struct rig_peer *next = rig_connect(rig);
    assert_code(rig_ask(next, "{'op':'auth.guest'}"), "too_many_newcomers");
    assert_ok(rig_ask(next, "{'op':'auth.login','name':'Anna','password':'x7-kl'}"));
    rig_free(rig);
    (void)state;
}

/* Four of them at once, where two are left; a name that is taken gives its place back. */
static void newcomers_are_counted_as_they_arrive(void **state)
{
    struct core_options options = rig_options();
    options.players_per_address = 1; /* ten newcomers; the rig's observer is one */
    struct rig *rig = rig_new_with(&options);
    struct rig_peer *peers[4];
    int64_t asked[4];
    size_t refused = 0;
    guests_come(rig, 7);
    for (size_t i = 0; i < 4; i++)
        peers[i] = rig_connect(rig);
    rig->holds_work = true;
    for (size_t i = 0; i < 4; i++)
        asked[i] = rig_send(peers[i], "{'op':'auth.register','name':'Anna','password':'x7-kl'}");
    rig_turn(rig);
    assert_int_equal(rig->work_count, 2);
    rig_hang_up(peers[1]); /* before a worker had the time: nothing was made */
    rig->holds_work = false;
    rig_turn(rig);
    for (size_t i = 2; i < 4; i++)
        refused += strcmp(rig_code(rig_reply(peers[i], asked[i])), "too_many_newcomers") == 0;
    assert_int_equal(refused, 2);
    assert_ok(rig_reply(peers[0], asked[0]));
    assert_ok(rig_ask(peers[2], "{'op':'auth.guest'}"));
    assert_code(rig_ask(peers[3], "{'op':'auth.guest'}"), "too_many_newcomers");
    rig_free(rig);
    (void)state;
}

/* ------------------------------------------------------------------ requests */

static bool is_said(const json_t *reply)
{
    return rig_code(reply)[0] == '\0';
}

/* Says lines over a new connection until that is refused; how many were said. */
static int say_anew(struct rig *rig, const char *token, const char *room)
{
    struct rig_peer *peer = rig_connect(rig);
    int said = 0;
    assert_ok(rig_ask(peer, "{'op':'auth.resume','token':'%s'}", token));
    while (is_said(rig_ask(peer, "{'op':'room.say','room':'%s','text':'x'}", room)))
        said++;
    assert_code(rig_ask(peer, "{'op':'room.say','room':'%s','text':'x'}", room), "rate_limited");
    rig_hang_up(peer);
    return said;
}

static void a_player_who_comes_anew_has_what_is_left(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *guest = rig_guest(rig);
    char token[80], room[16];
    int said = 0;
    snprintf(token, sizeof(token), "%s", guest->token);
    const json_t *opened = rig_ask(guest, "{'op':'room.open','variant':'mini'}");
    snprintf(room, sizeof(room), "%s", text_at(opened, "room.room"));
    for (int i = 0; i < 5; i++)
        said += say_anew(rig, token, room);
    assert_int_equal(said, SAYS);
    rig_pass(rig, A_PERIOD_MS);
    assert_in_range(say_anew(rig, token, room), 1, SAYS);
}

static void a_player_logs_in_only_so_often(void **state)
{
    struct rig *rig = *state;
    char token[80];
    snprintf(token, sizeof(token), "%s", rig_guest(rig)->token);
    for (int i = 0; i < LOGINS; i++) {
        struct rig_peer *peer = rig_connect(rig);
        assert_ok(rig_ask(peer, "{'op':'auth.resume','token':'%s'}", token));
        rig_hang_up(peer);
        rig_turn(rig);
        rig__peer_free(rig->peers[--rig->peer_count]);
    }
    struct rig_peer *peer = rig_connect(rig);
    const json_t *reply = rig_ask(peer, "{'op':'auth.resume','token':'%s'}", token);
    assert_code(reply, "rate_limited");
    assert_int_equal(int_at(reply, "error.retry_after_ms"), 500);
    rig_pass(rig, 500);
    assert_ok(rig_ask(peer, "{'op':'auth.resume','token':'%s'}", token));
}

static void strangers_share_what_their_address_has(void **state)
{
    struct rig *rig = make_narrow(100);
    int answered = 0;
    (void)state;
    for (int i = 0; i < CONNECTS; i++) {
        struct rig_peer *peer = rig_connect_from(rig, HERE);
        for (int j = 0; j < 100; j++) {
            const char *op = (const char *const[]){"game.export", "game.get"}[j % 2];
            const json_t *reply =
                rig_ask(peer, "{'op':'%s','game':'06hq3k9v2m1a','format':'sgf'}", op);
            answered += strcmp(rig_code(reply), "rate_limited") != 0 ? 1 : 0;
        }
    }
    assert_int_equal(answered, READS);
    assert_ok(rig_ask(rig_connect_from(rig, ELSEWHERE), "{'op':'ping'}"));
    assert_ok(rig_ask(rig_connect_locally(rig), "{'op':'ping'}"));
    rig_free(rig);
}

static void bytes_that_stay_are_counted_over_a_day(void **state)
{
    char text[501];
    struct core_options options = rig_options();
    options.allowance_percent = 1; /* 10,485 bytes a day */
    struct rig *rig = rig_new_with(&options);
    struct rig_peer *guest = rig_guest(rig);
    const json_t *opened = rig_ask(guest, "{'op':'room.open','variant':'mini'}");
    char room[16];
    snprintf(room, sizeof(room), "%s", text_at(opened, "room.room"));
    memset(text, 'x', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    int said = 0;
    const json_t *reply = NULL;
    do {
        rig_pass(rig, A_PERIOD_MS);
        reply = rig_ask(guest, "{'op':'room.say','room':'%s','text':'%s'}", room, text);
        said += is_said(reply) ? 1 : 0;
    } while (said < 100 && is_said(reply));
    assert_code(reply, "too_much_written");
    assert_in_range(said, 16, 20);
    assert_in_range(int_at(reply, "error.retry_after_ms"), 1, 86400000 / 8);
    char token[80];
    snprintf(token, sizeof(token), "%s", guest->token);
    rig_restart(rig);
    guest = rig_resume(rig, token);
    assert_code(rig_ask(guest, "{'op':'room.say','room':'%s','text':'%s'}", room, text),
                "too_much_written");
    rig_pass(rig, 86400000 / 4);
    assert_ok(rig_ask(guest, "{'op':'room.say','room':'%s','text':'%s'}", room, text));
    rig_free(rig);
    (void)state;
}

static int make(void **state)
{
    *state = rig_new();
    return 0;
}

static int drop(void **state)
{
    rig_free(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_address_opens_only_so_many_connections),
        cmocka_unit_test(networks_of_56_bits_have_four_times_as_much),
        cmocka_unit_test(networks_of_48_bits_have_sixteen_times_as_much),
        cmocka_unit_test(newcomers_from_one_address_are_only_so_many),
        cmocka_unit_test(each_cost_has_a_figure_of_its_own),
        cmocka_unit_test(newcomers_are_counted_as_they_arrive),
        cmocka_unit_test(a_newcomer_who_hangs_up_before_the_answer_counts),
        cmocka_unit_test_setup_teardown(a_player_who_comes_anew_has_what_is_left, make, drop),
        cmocka_unit_test_setup_teardown(a_player_logs_in_only_so_often, make, drop),
        cmocka_unit_test(strangers_share_what_their_address_has),
        cmocka_unit_test(bytes_that_stay_are_counted_over_a_day),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
