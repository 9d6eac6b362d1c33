/* SPDX-License-Identifier: MIT */
/* From where players log in: what is kept of that, for how long, and of which networks nothing is.
 */
#include "server/core/people/network.h"
#include "server/core/people/state.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/kept_answer.h"
#include "tests/unit/server/rig.h"

#include <stdlib.h>
#include <string.h>

#define HERE (UINT64_C(1) << 32 | 0xC0000201) /* 192.0.2.1 */
#define THERE UINT64_C(0x20010db800010002)    /* 2001:db8:1:2::/64 */
#define DAY_MS (INT64_C(24) * 3600 * 1000)

/* Whether the store has it that the player of this name logged in from there. */
static bool is_known(const struct rig *rig, const char *key, uint64_t network)
{
    struct kept_answer kept = {0};
    const struct store_query query = {
        .kind = STORE_LOGIN,
        .as.login = {.name_key = key, .origin = network_origin(rig->core, network)}};
    kept_answer_ask(&kept, rig->store->database, &query);
    assert_int_equal(kept.status, STORE_OK);
    bool is_there = kept.answer->as.login.has_origin;
    kept_answer_free(&kept);
    return is_there;
}

static void register_from(struct rig *rig, uint64_t network, const char *name)
{
    struct rig_peer *peer = rig_connect_from_network(rig, network);
    assert_ok(rig_ask(peer, "{'op':'auth.register','name':'%s','password':'x7-kl'}", name));
}

static const json_t *log_in_from(struct rig *rig, uint64_t network, const char *name)
{
    return rig_ask(rig_connect_from_network(rig, network),
                   "{'op':'auth.login','name':'%s','password':'x7-kl'}", name);
}

static void every_way_to_log_in_leaves_the_network(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *guest = rig_connect_from_network(rig, THERE);
    register_from(rig, HERE, "Anna");
    assert_true(is_known(rig, "anna", HERE));
    assert_false(is_known(rig, "anna", THERE));
    assert_ok(log_in_from(rig, THERE, "Anna"));
    assert_true(is_known(rig, "anna", THERE));
    assert_ok(rig_ask(guest, "{'op':'auth.guest'}"));
    assert_ok(rig_ask(guest, "{'op':'auth.register','name':'Boris','password':'x7-kl'}"));
    assert_true(is_known(rig, "boris", THERE));
    assert_false(is_known(rig, "boris", HERE));
}

static void a_wrong_password_leaves_nothing(void **state)
{
    struct rig *rig = *state;
    register_from(rig, HERE, "Anna");
    assert_code(rig_ask(rig_connect_from_network(rig, THERE),
                        "{'op':'auth.login','name':'Anna','password':'wrong'}"),
                "wrong_credentials");
    assert_false(is_known(rig, "anna", THERE));
}

static void a_network_that_is_exempt_has_no_origin(void **state)
{
    static const struct core_network SCHOOL = {HERE & ~UINT64_C(255), HERE | 255};
    struct core_options options = rig_options();
    (void)state;
    options.exempt_networks = (struct core_networks){&SCHOOL, 1};
    struct rig *rig = rig_new_with(&options);
    register_from(rig, HERE, "Anna");
    assert_true(network_origin(rig->core, HERE) == 0);
    assert_true(network_origin(rig->core, SCHOOL.first) == 0);
    assert_true(network_origin(rig->core, SCHOOL.last + 1) != 0);
    assert_true(network_origin(rig->core, 0) == 0);
    rig_free(rig);
}

static void the_secret_outlives_the_server(void **state)
{
    struct rig *rig = *state;
    register_from(rig, HERE, "Anna");
    uint64_t origin = network_origin(rig->core, HERE);
    rig_restart(rig);
    assert_true(network_origin(rig->core, HERE) == origin);
}

/* Whoever opens the store is asked by the rig, so the secret is there: it is taken for one that is
 * not. */
static void a_secret_whose_batch_failed_is_written_again(void **state)
{
    struct rig *rig = *state;
    struct secret *secret = &rig->core->people->secrets[SECRET_ORIGINS];
    secret->is_stored = false;
    rig->store->holds_batches = true;
    rig_send(rig_connect_from_network(rig, HERE), "{'op':'auth.guest'}");
    rig_turn(rig);
    assert_true(secret->is_stored);
    rig_fail_held(rig);
    assert_false(secret->is_stored);
    rig_pass(rig, 2000);
    register_from(rig, HERE, "Anna");
    assert_true(secret->is_stored);
}

static void a_network_is_forgotten_when_nobody_came_from_it_for_long(void **state)
{
    struct rig *rig = *state;
    register_from(rig, HERE, "Anna");
    rig_pass(rig, 89 * DAY_MS);
    register_from(rig, THERE, "Boris");
    assert_true(is_known(rig, "anna", HERE));
    rig_pass(rig, 2 * DAY_MS);
    register_from(rig, THERE, "Vera");
    assert_false(is_known(rig, "anna", HERE));
    assert_true(is_known(rig, "boris", THERE));
}

/* The clock is set a year forward: nothing is old for that. */
static void a_clock_that_is_not_believed_forgets_nothing(void **state)
{
    struct rig *rig = *state;
    register_from(rig, HERE, "Anna");
    rig->now.wall_ms += 365 * DAY_MS;
    rig_turn(rig);
    register_from(rig, THERE, "Boris");
    assert_true(is_known(rig, "anna", HERE));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(every_way_to_log_in_leaves_the_network),
        RIG_TEST(a_wrong_password_leaves_nothing),
        cmocka_unit_test(a_network_that_is_exempt_has_no_origin),
        RIG_TEST(the_secret_outlives_the_server),
        RIG_TEST(a_secret_whose_batch_failed_is_written_again),
        RIG_TEST(a_network_is_forgotten_when_nobody_came_from_it_for_long),
        RIG_TEST(a_clock_that_is_not_believed_forgets_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
