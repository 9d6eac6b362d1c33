/* SPDX-License-Identifier: MIT */
/* The ends of logins: by age, and as one too many. Their last use, and from where. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

#define DAY_MS (INT64_C(24) * 3600 * 1000)

static const json_t *try_login(struct rig_peer *peer, const char *password)
{
    return rig_ask(peer, "{'op':'auth.login','name':'Anna','password':'%s'}", password);
}

static const char *resume(struct rig *rig, const char *token)
{
    struct rig_peer *peer = rig_connect(rig);
    const char *code = rig_code(rig_ask(peer, "{'op':'auth.resume','token':'%s'}", token));
    rig_hang_up(peer);
    rig_turn(rig);
    return code;
}

static int set_up(void **state)
{
    struct core_options options = rig_options();
    options.session_ms = 90 * DAY_MS;
    options.guest_session_ms = 30 * DAY_MS;
    *state = rig_new_with(&options);
    return 0;
}

#define END_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, rig_teardown)

/* Days pass one by one, so that the clock is believed. */
static void pass_days(struct rig *rig, int days)
{
    for (int i = 0; i < days; i++)
        rig_pass(rig, DAY_MS);
}

static void a_login_ends_90_days_after_its_last_use_and_a_guests_after_30(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *guest = rig_guest(rig);
    rig_hang_up(anna);
    rig_hang_up(guest);
    pass_days(rig, 29);
    assert_string_equal(resume(rig, guest->token), "");
    pass_days(rig, 29);
    assert_string_equal(resume(rig, guest->token), "");
    pass_days(rig, 30);
    assert_string_equal(resume(rig, guest->token), "bad_token");
    assert_string_equal(resume(rig, anna->token), "");
    pass_days(rig, 90);
    assert_string_equal(resume(rig, anna->token), "bad_token");
    assert_ok(try_login(rig_connect(rig), "secret of Anna"));
    assert_string_equal(resume(rig, anna->token), "bad_token"); /* swept, too */
}

static void a_login_that_goes_on_is_used(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    for (int i = 0; i < 200; i++) {
        rig_pass(rig, DAY_MS / 2);
        assert_ok(rig_ask(anna, "{'op':'ping'}"));
    }
    rig_hang_up(anna);
    rig_turn(rig);
    assert_string_equal(resume(rig, anna->token), "");
}

/* A clock that jumps ends nothing. */
static void a_clock_that_is_not_believed_ends_no_login(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    rig_hang_up(anna);
    rig->now.wall_ms += 400 * DAY_MS;
    rig_turn(rig);
    assert_string_equal(resume(rig, anna->token), "");
}

static void the_use_of_a_login_is_written_once_a_day(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    rig_hang_up(anna);
    rig_pass(rig, DAY_MS);
    size_t batches = rig->store->batches;
    for (int i = 0; i < 5; i++)
        assert_string_equal(resume(rig, anna->token), "");
    assert_int_equal(rig->store->batches, batches + 1);
    pass_days(rig, 1);
    batches = rig->store->batches;
    assert_string_equal(resume(rig, anna->token), "");
    assert_int_equal(rig->store->batches, batches + 1);
}

static void a_login_works_while_its_use_cannot_be_written(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    rig_hang_up(anna);
    rig_pass(rig, DAY_MS);
    rig->store->fails_batches = true;
    assert_string_equal(resume(rig, anna->token), "");
    assert_string_equal(resume(rig, anna->token), "");
    rig->store->fails_batches = false;
    rig_pass(rig, 2000);
    assert_string_equal(resume(rig, anna->token), "");
}

static void an_account_has_50_logins_and_the_oldest_gives_way(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    char second[80];
    rig_hang_up(anna);
    for (int i = 0; i < 50; i++) {
        struct rig_peer *peer = rig_connect(rig);
        rig_pass(rig, 1000);
        const json_t *reply = try_login(peer, "secret of Anna");
        assert_ok(reply);
        if (i == 0)
            snprintf(second, sizeof(second), "%s", text_at(reply, "token"));
        rig_hang_up(peer);
    }
    assert_string_equal(resume(rig, anna->token), "bad_token");
    assert_string_equal(resume(rig, second), "");
}

static void the_list_tells_when_and_roughly_from_where(void **state)
{
    struct rig *rig = *state;
    const uint64_t tablet_network = UINT64_C(0x20010db800010002);
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *tablet = rig_connect_from_network(rig, tablet_network);
    rig_pass(rig, 1000);
    assert_ok(try_login(tablet, "secret of Anna"));
    rig_pass(rig, DAY_MS / 2); /* it began in the evening */
    const json_t *list = rig_ask(anna, "{'op':'session.list'}");
    assert_string_equal(text_at(list, "rows.0.origin"), "2001:db8:*");
    assert_int_equal(int_at(list, "rows.0.used"), RIG_START_MS + 1000);
    assert_string_equal(text_at(list, "rows.1.origin"), "192.0.*.*");
    assert_int_equal(int_at(list, "rows.1.used"), RIG_START_MS + 1000 + DAY_MS / 2);
    assert_int_equal(int_at(list, "rows.1.created"), RIG_START_MS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        END_TEST(a_login_ends_90_days_after_its_last_use_and_a_guests_after_30),
        END_TEST(a_login_that_goes_on_is_used),
        END_TEST(a_clock_that_is_not_believed_ends_no_login),
        END_TEST(the_use_of_a_login_is_written_once_a_day),
        END_TEST(a_login_works_while_its_use_cannot_be_written),
        END_TEST(an_account_has_50_logins_and_the_oldest_gives_way),
        END_TEST(the_list_tells_when_and_roughly_from_where),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
