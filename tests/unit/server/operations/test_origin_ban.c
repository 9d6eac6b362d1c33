/* SPDX-License-Identifier: MIT */
/* Newcomers who are refused from the networks of a player: who is, who is not, and for how long. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

#define HERE (UINT64_C(1) << 32 | 0xCB007101)  /* 203.0.113.1 */
#define THERE (UINT64_C(1) << 32 | 0xC6336401) /* 198.51.100.1 */
#define HOUSE UINT64_C(0x20010db800010002)     /* 2001:db8:1:2::/64 */
#define MINUTE_MS INT64_C(60000)
#define DAY_MS (INT64_C(24) * 3600 * 1000)

static const json_t *register_from(struct rig *rig, uint64_t network, const char *name)
{
    return rig_ask(rig_connect_from_network(rig, network),
                   "{'op':'auth.register','name':'%s','password':'x7-kl'}", name);
}

static const json_t *log_in_from(struct rig *rig, uint64_t network, const char *name)
{
    return rig_ask(rig_connect_from_network(rig, network),
                   "{'op':'auth.login','name':'%s','password':'x7-kl'}", name);
}

static const json_t *come_from(struct rig *rig, uint64_t network)
{
    return rig_ask(rig_connect_from_network(rig, network), "{'op':'auth.guest'}");
}

static const json_t *ban(struct rig *rig, const char *name, int minutes)
{
    return rig_ask(rig_connect_locally(rig),
                   "{'op':'mod.ban_origin','name':'%s','minutes':%d,'reason':'came back'}", name,
                   minutes);
}

/* ------------------------------------------------------------------ who is refused */

static void newcomers_are_refused_until_the_end_and_nobody_else(void **state)
{
    struct rig *rig = *state;
    assert_ok(register_from(rig, HERE, "Anna"));
    assert_ok(register_from(rig, HERE, "Boris"));
    struct rig_peer *guest = rig_connect_from_network(rig, HERE);
    const json_t *came = rig_ask(guest, "{'op':'auth.guest'}");
    assert_ok(came);
    char token[80];
    snprintf(token, sizeof(token), "%s", text_at(came, "token"));
    const json_t *reply = ban(rig, "Anna", 60);
    assert_ok(reply);
    assert_int_equal(int_at(reply, "until"), rig->now.wall_ms + 60 * MINUTE_MS);
    assert_int_equal(int_at(reply, "networks"), 1);
    rig_pass(rig, 10 * MINUTE_MS);
    reply = come_from(rig, HERE);
    assert_code(reply, "newcomers_refused");
    assert_int_equal(int_at(reply, "error.retry_after_ms"), 50 * MINUTE_MS);
    assert_false(has_at(reply, "error.reason"));
    assert_code(register_from(rig, HERE, "Carla"), "newcomers_refused");
    assert_ok(register_from(rig, THERE, "Carla"));
    assert_ok(log_in_from(rig, HERE, "Anna"));
    assert_ok(log_in_from(rig, HERE, "Boris"));
    guest = rig_connect_from_network(rig, HERE);
    assert_ok(rig_ask(guest, "{'op':'auth.resume','token':'%s'}", token));
    assert_code(rig_ask(guest, "{'op':'auth.register','name':'Dora','password':'x7-kl'}"),
                "newcomers_refused");
    rig_live(rig, 50 * MINUTE_MS);
    assert_ok(come_from(rig, HERE));
    assert_ok(rig_ask(guest, "{'op':'auth.register','name':'Dora','password':'x7-kl'}"));
}

static void a_whole_ipv6_network_of_56_bits_is_refused(void **state)
{
    struct rig *rig = *state;
    assert_ok(register_from(rig, HOUSE, "Anna"));
    assert_ok(ban(rig, "Anna", 60));
    assert_code(come_from(rig, HOUSE + 253), "newcomers_refused");
    assert_ok(come_from(rig, HOUSE + 256));
}

static void only_the_networks_of_the_last_day_are_refused(void **state)
{
    struct rig *rig = *state;
    assert_ok(register_from(rig, THERE, "Anna"));
    rig_pass(rig, 2 * DAY_MS);
    assert_ok(log_in_from(rig, HERE, "Anna"));
    rig_pass(rig, DAY_MS / 2);
    assert_ok(log_in_from(rig, HOUSE, "Anna"));
    rig_pass(rig, 5 * DAY_MS);
    assert_int_equal(int_at(ban(rig, "Anna", 60), "networks"), 2);
    assert_ok(come_from(rig, THERE));
    assert_code(come_from(rig, HERE), "newcomers_refused");
    assert_code(come_from(rig, HOUSE), "newcomers_refused");
}

/* ------------------------------------------------------------------ the end */

static void it_survives_a_restart_and_ends_by_itself(void **state)
{
    struct rig *rig = *state;
    assert_ok(register_from(rig, HERE, "Anna"));
    assert_ok(ban(rig, "Anna", 7 * 24 * 60));
    rig_restart(rig);
    assert_code(come_from(rig, HERE), "newcomers_refused");
    rig_pass(rig, 7 * DAY_MS - MINUTE_MS);
    assert_code(come_from(rig, HERE), "newcomers_refused");
    rig_pass(rig, MINUTE_MS);
    assert_ok(come_from(rig, HERE));
    assert_code(rig_ask(rig_connect_locally(rig), "{'op':'mod.unban_origin','name':'Anna'}"),
                "nothing_to_lift");
}

static void nobody_refuses_newcomers_for_longer_than_seven_days(void **state)
{
    struct rig *rig = *state;
    assert_ok(register_from(rig, HERE, "Anna"));
    assert_code(ban(rig, "Anna", 7 * 24 * 60 + 1), "out_of_range");
    assert_code(rig_ask(rig_connect_locally(rig),
                        "{'op':'mod.ban_origin','name':'Anna','reason':'for good?'}"),
                "missing_field");
    assert_ok(come_from(rig, HERE));
}

static void each_player_is_lifted_alone(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *host = rig_connect_locally(rig);
    assert_ok(register_from(rig, HERE, "Anna"));
    assert_ok(register_from(rig, HERE, "Boris"));
    assert_ok(ban(rig, "Anna", 60));
    assert_ok(ban(rig, "Boris", 30));
    assert_ok(rig_ask(host, "{'op':'mod.unban_origin','name':'Anna'}"));
    const json_t *reply = come_from(rig, HERE);
    assert_code(reply, "newcomers_refused");
    assert_int_equal(int_at(reply, "error.retry_after_ms"), 30 * MINUTE_MS);
    assert_ok(rig_ask(host, "{'op':'mod.unban_origin','name':'Boris'}"));
    assert_ok(come_from(rig, HERE));
    rig_restart(rig);
    assert_ok(come_from(rig, HERE));
}

static void a_new_one_takes_the_place_of_the_one_before(void **state)
{
    struct rig *rig = *state;
    assert_ok(register_from(rig, HERE, "Anna"));
    assert_ok(ban(rig, "Anna", 60));
    rig_pass(rig, 2 * DAY_MS);
    assert_ok(ban(rig, "Anna", 60));
    assert_ok(ban(rig, "Anna", 5));
    assert_int_equal(int_at(come_from(rig, HERE), "error.retry_after_ms"), 5 * MINUTE_MS);
}

/* ------------------------------------------------------------------ who may, and when it fails */

static void what_nobody_knows_is_not_refused(void **state)
{
    struct rig *rig = *state;
    assert_ok(register_from(rig, HERE, "Anna"));
    rig_pass(rig, 91 * DAY_MS);
    assert_code(ban(rig, "Anna", 60), "no_network");
}

static void moderators_act_on_those_below_and_it_is_recorded(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *maria = rig_player(rig, "Maria");
    assert_ok(register_from(rig, HERE, "Anna"));
    assert_ok(register_from(rig, THERE, "Olga"));
    rig_give_role(rig, "Maria", "moderator");
    rig_give_role(rig, "Olga", "moderator");
    assert_code(rig_ask(maria, "{'op':'mod.ban_origin','name':'Olga','minutes':5,'reason':'x'}"),
                "not_allowed");
    assert_ok(rig_ask(maria, "{'op':'mod.ban_origin','name':'Anna','minutes':5,'reason':'x'}"));
    assert_ok(rig_ask(maria, "{'op':'mod.unban_origin','name':'Anna','reason':'sorry'}"));
    const json_t *log = rig_ask(maria, "{'op':'mod.log','name':'Anna'}");
    assert_string_equal(text_at(log, "entries.0.act"), "unban_origin");
    assert_string_equal(text_at(log, "entries.0.by"), "Maria");
    assert_string_equal(text_at(log, "entries.1.act"), "ban_origin");
    assert_int_equal(int_at(log, "entries.1.until"), rig->now.wall_ms + 5 * MINUTE_MS);
}

static void a_ban_that_could_not_be_stored_is_none(void **state)
{
    struct rig *rig = *state;
    assert_ok(register_from(rig, HERE, "Anna"));
    struct rig_peer *host = rig_connect_locally(rig);
    rig->store->holds_batches = true;
    int64_t id = rig_send(host, "{'op':'mod.ban_origin','name':'Anna','minutes':5,'reason':'x'}");
    rig_turn(rig);
    rig_fail_held(rig);
    rig_pass(rig, 2000);
    assert_code(rig_reply(host, id), "storage_unavailable");
    assert_ok(come_from(rig, HERE));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(newcomers_are_refused_until_the_end_and_nobody_else),
        RIG_TEST(a_whole_ipv6_network_of_56_bits_is_refused),
        RIG_TEST(only_the_networks_of_the_last_day_are_refused),
        RIG_TEST(it_survives_a_restart_and_ends_by_itself),
        RIG_TEST(nobody_refuses_newcomers_for_longer_than_seven_days),
        RIG_TEST(each_player_is_lifted_alone),
        RIG_TEST(a_new_one_takes_the_place_of_the_one_before),
        RIG_TEST(what_nobody_knows_is_not_refused),
        RIG_TEST(moderators_act_on_those_below_and_it_is_recorded),
        RIG_TEST(a_ban_that_could_not_be_stored_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
