/* SPDX-License-Identifier: MIT */
/* Players of common networks: who is listed for those who keep order, what is not told, and that
 * the look is recorded. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

#define HERE (UINT64_C(1) << 32 | 0xCB007101)  /* 203.0.113.1 */
#define THERE (UINT64_C(1) << 32 | 0xC6336401) /* 198.51.100.1 */
#define HOUSE UINT64_C(0x20010db800010002)     /* 2001:db8:1:2::/64 */
#define DAY_MS (INT64_C(24) * 3600 * 1000)

static struct rig_peer *register_from(struct rig *rig, uint64_t network, const char *name)
{
    struct rig_peer *peer = rig_connect_from_network(rig, network);
    assert_ok(rig_ask(peer, "{'op':'auth.register','name':'%s','password':'x7-kl'}", name));
    return peer;
}

static void log_in_from(struct rig *rig, uint64_t network, const char *name)
{
    struct rig_peer *peer = rig_connect_from_network(rig, network);
    assert_ok(rig_ask(peer, "{'op':'auth.login','name':'%s','password':'x7-kl'}", name));
    rig_hang_up(peer);
}

static struct rig_peer *moderator(struct rig *rig, const char *name)
{
    struct rig_peer *peer = rig_player(rig, name);
    struct rig_peer *local = rig_connect_locally(rig);
    assert_ok(rig_ask(local, "{'op':'mod.role','name':'%s','role':'moderator'}", name));
    rig_hang_up(local);
    return peer;
}

static size_t row_count(const json_t *reply)
{
    assert_ok(reply);
    return json_array_size(json_object_get(reply, "rows"));
}

static const json_t *look(struct rig *rig, const char *name)
{
    return rig_ask(rig_connect_locally(rig), "{'op':'mod.related','name':'%s'}", name);
}

/* ------------------------------------------------------------------ who is listed */

static void whoever_came_from_the_same_network_is_listed(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *maria = moderator(rig, "Maria");
    register_from(rig, HERE, "Anna");
    register_from(rig, THERE, "Carla");
    rig_pass(rig, DAY_MS);
    log_in_from(rig, HERE, "Anna");
    register_from(rig, HERE, "Boris");
    rig_pass(rig, DAY_MS);
    log_in_from(rig, HERE, "Boris");
    int64_t last_ms = rig->now.wall_ms;
    struct rig_peer *guest = rig_connect_from_network(rig, HERE);
    char name[80];
    snprintf(name, sizeof(name), "%s", text_at(rig_ask(guest, "{'op':'auth.guest'}"), "name"));
    maria = rig_resume(rig, maria->token);
    assert_ok(rig_ask(maria, "{'op':'mod.mute','name':'Boris','minutes':5,'reason':'noise'}"));
    const json_t *reply = rig_ask(maria, "{'op':'mod.related','name':'anna'}");
    assert_int_equal(row_count(reply), 2);
    assert_string_equal(text_at(reply, "name"), "Anna");
    assert_string_equal(text_at(reply, "rows.0.name"), name);
    assert_true(has_at(reply, "rows.0.guest"));
    assert_string_equal(text_at(reply, "rows.1.name"), "Boris");
    assert_false(has_at(reply, "rows.1.guest"));
    assert_int_equal(int_at(reply, "rows.1.networks"), 1);
    assert_int_equal(int_at(reply, "rows.1.days"), 2);
    assert_int_equal(int_at(reply, "rows.1.last"), last_ms);
    assert_int_equal(int_at(reply, "rows.1.created"), last_ms - DAY_MS);
    assert_string_equal(text_at(reply, "rows.1.mute.reason"), "noise");
    assert_false(has_at(reply, "more") && json_is_true(json_object_get(reply, "more")));
    assert_int_equal(row_count(look(rig, "Carla")), 0);
}

static void neighbours_in_an_ipv6_network_of_56_bits_are_one_customer(void **state)
{
    struct rig *rig = *state;
    register_from(rig, HOUSE, "Anna");
    register_from(rig, HOUSE + 253, "Boris");
    register_from(rig, HOUSE + 256, "Carla");
    const json_t *reply = look(rig, "Anna");
    assert_int_equal(row_count(reply), 1);
    assert_string_equal(text_at(reply, "rows.0.name"), "Boris");
}

static void a_network_of_more_than_90_days_ago_relates_nobody(void **state)
{
    struct rig *rig = *state;
    register_from(rig, HERE, "Anna");
    rig_pass(rig, 2 * DAY_MS);
    register_from(rig, HERE, "Boris");
    rig_pass(rig, 87 * DAY_MS);
    assert_int_equal(row_count(look(rig, "Boris")), 1);
    rig_pass(rig, 2 * DAY_MS);
    assert_int_equal(row_count(look(rig, "Boris")), 0);
}

static void an_exempt_network_relates_nobody(void **state)
{
    static const struct core_network SCHOOL = {HERE & ~UINT64_C(255), HERE | 255};
    struct core_options options = rig_options();
    (void)state;
    options.exempt_networks = (struct core_networks){&SCHOOL, 1};
    struct rig *rig = rig_new_with(&options);
    register_from(rig, HERE, "Anna");
    register_from(rig, HERE, "Boris");
    assert_int_equal(row_count(look(rig, "Anna")), 0);
    rig_free(rig);
}

static void a_deleted_account_is_still_related(void **state)
{
    struct rig *rig = *state;
    register_from(rig, HERE, "Anna");
    struct rig_peer *boris = register_from(rig, HERE, "Boris");
    assert_ok(rig_ask(boris, "{'op':'auth.delete','password':'x7-kl'}"));
    const json_t *reply = look(rig, "Anna");
    assert_int_equal(row_count(reply), 1);
    assert_true(has_at(reply, "rows.0.deleted"));
    assert_code(look(rig, text_at(reply, "rows.0.name")), "no_such_player");
}

static void the_list_comes_in_pages(void **state)
{
    struct rig *rig = *state;
    static const char *const NAMES[] = {"Anna", "Boris", "Carla", "Dora"};
    for (size_t i = 0; i < 4; i++)
        register_from(rig, HERE, NAMES[i]);
    struct rig_peer *local = rig_connect_locally(rig);
    const json_t *page = rig_ask(local, "{'op':'mod.related','name':'Boris','limit':2}");
    assert_int_equal(row_count(page), 2);
    assert_string_equal(text_at(page, "rows.0.name"), "Dora");
    assert_string_equal(text_at(page, "rows.1.name"), "Carla");
    assert_true(json_is_true(json_object_get(page, "more")));
    page = rig_ask(local, "{'op':'mod.related','name':'Boris','limit':2,'after':'carla'}");
    assert_int_equal(row_count(page), 1);
    assert_string_equal(text_at(page, "rows.0.name"), "Anna");
    assert_false(json_is_true(json_object_get(page, "more")));
    page = rig_ask(local, "{'op':'mod.related','name':'Boris','after':'nobody'}");
    assert_code(page, "no_such_player");
    assert_string_equal(text_at(page, "error.field"), "after");
}

/* ------------------------------------------------------------------ who may look, and at whom */

static void those_of_an_equal_role_are_neither_looked_at_nor_listed(void **state)
{
    struct rig *rig = *state;
    register_from(rig, HERE, "Anna");
    register_from(rig, HERE, "Olga");
    struct rig_peer *local = rig_connect_locally(rig);
    assert_ok(rig_ask(local, "{'op':'mod.role','name':'Olga','role':'moderator'}"));
    struct rig_peer *maria = moderator(rig, "Maria");
    assert_int_equal(row_count(rig_ask(maria, "{'op':'mod.related','name':'Anna'}")), 0);
    assert_code(rig_ask(maria, "{'op':'mod.related','name':'Olga'}"), "not_allowed");
    assert_code(rig_ask(maria, "{'op':'mod.related','name':'Maria'}"), "not_allowed");
    assert_code(rig_ask(rig_player(rig, "Boris"), "{'op':'mod.related','name':'Anna'}"),
                "not_allowed");
    assert_int_equal(row_count(rig_ask(local, "{'op':'mod.related','name':'Anna'}")), 1);
}

/* The role goes while the store is asked who they are. */
static void who_loses_the_role_meanwhile_is_told_nothing(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *maria = moderator(rig, "Maria");
    struct rig_peer *local = rig_connect_locally(rig);
    register_from(rig, HERE, "Anna");
    rig->store->holds_answers = true;
    rig->store->lets_answers = 2; /* both players are found */
    int64_t id = rig_send(maria, "{'op':'mod.related','name':'Anna'}");
    rig_send(local, "{'op':'mod.role','name':'Maria','role':'player'}");
    rig_turn(rig);
    assert_true(rig_store_is_waiting(rig->store));
    rig->store->holds_answers = false;
    rig_turn(rig);
    assert_code(rig_reply(maria, id), "not_allowed");
    assert_int_equal(json_array_size(json_object_get(
                         rig_ask(local, "{'op':'mod.log','name':'Anna'}"), "entries")),
                     0);
}

static void the_look_is_recorded_and_told_when_that_is_stored(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *maria = moderator(rig, "Maria");
    register_from(rig, HERE, "Anna");
    rig->store->holds_batches = true;
    int64_t id = rig_send(maria, "{'op':'mod.related','name':'Anna','reason':'two accounts?'}");
    rig_turn(rig);
    assert_null(rig_reply(maria, id));
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_ok(rig_reply(maria, id));
    const json_t *entry = rig_ask(maria, "{'op':'mod.log','name':'Anna'}");
    assert_string_equal(text_at(entry, "entries.0.act"), "related");
    assert_string_equal(text_at(entry, "entries.0.by"), "Maria");
    assert_string_equal(text_at(entry, "entries.0.reason"), "two accounts?");
}

/* Neither an address nor a hash, which are numbers. */
static void no_network_is_told(void **state)
{
    struct rig *rig = *state;
    register_from(rig, HERE, "Anna");
    register_from(rig, HERE, "Boris");
    const json_t *row = json_array_get(json_object_get(look(rig, "Anna"), "rows"), 0);
    assert_int_equal(json_object_size(row), 5); /* name, created, networks, days, last */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(whoever_came_from_the_same_network_is_listed),
        RIG_TEST(neighbours_in_an_ipv6_network_of_56_bits_are_one_customer),
        RIG_TEST(a_network_of_more_than_90_days_ago_relates_nobody),
        cmocka_unit_test(an_exempt_network_relates_nobody),
        RIG_TEST(a_deleted_account_is_still_related),
        RIG_TEST(the_list_comes_in_pages),
        RIG_TEST(those_of_an_equal_role_are_neither_looked_at_nor_listed),
        RIG_TEST(who_loses_the_role_meanwhile_is_told_nothing),
        RIG_TEST(the_look_is_recorded_and_told_when_that_is_stored),
        RIG_TEST(no_network_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
