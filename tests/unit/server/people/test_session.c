/* SPDX-License-Identifier: MIT */
/* Logins of a player: their list, ending them, and the change of the password that ends all others.
 */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

static const json_t *try_login(struct rig_peer *peer, const char *password)
{
    return rig_ask(peer, "{'op':'auth.login','name':'Anna','password':'%s'}", password);
}

/* Anna at another device, which calls itself `client`. */
static struct rig_peer *another(struct rig *rig, const char *client)
{
    struct rig_peer *peer = rig_connect(rig);
    assert_ok(rig_ask(peer, "{'op':'hello','protocol':3,'client':'%s'}", client));
    const json_t *reply = try_login(peer, "secret of Anna");
    assert_ok(reply);
    snprintf(peer->token, sizeof(peer->token), "%s", text_at(reply, "token"));
    return peer;
}

static const json_t *change(struct rig_peer *peer, const char *old, const char *new)
{
    return rig_ask(peer, "{'op':'auth.password','old':'%s','new':'%s'}", old, new);
}

static void assert_ended(struct rig *rig, struct rig_peer *peer)
{
    assert_true(peer->is_ended);
    assert_string_equal(text_at(rig_expect(peer, "bye"), "code"), "logged_out");
    assert_code(rig_ask(rig_connect(rig), "{'op':'auth.resume','token':'%s'}", peer->token),
                "bad_token");
}

/* ------------------------------------------------------------------ the list */

static void the_list_tells_each_login_from_the_others(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    rig_pass(rig, 1000);
    struct rig_peer *phone = another(rig, "phone\\u0007 2");
    rig_hang_up(phone);
    rig_turn(rig);
    const json_t *list = rig_ask(anna, "{'op':'session.list'}");
    assert_int_equal(count_at(list, "rows"), 2);
    assert_string_equal(text_at(list, "rows.0.client"), "phone  2");
    assert_int_equal(int_at(list, "rows.0.created"), RIG_START_MS + 1000);
    assert_false(bool_at(list, "rows.0.connected"));
    assert_false(bool_at(list, "rows.0.current"));
    assert_false(has_at(list, "rows.1.client"));
    assert_true(bool_at(list, "rows.1.connected"));
    assert_true(bool_at(list, "rows.1.current"));
    assert_string_not_equal(text_at(list, "rows.0.session"), text_at(list, "rows.1.session"));
    assert_false(bool_at(list, "more"));
}

static void a_player_sees_only_own_logins(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    char session[13];
    snprintf(session, sizeof(session), "%s",
             text_at(rig_ask(anna, "{'op':'session.list'}"), "rows.0.session"));
    assert_int_equal(count_at(rig_ask(boris, "{'op':'session.list'}"), "rows"), 1);
    assert_code(rig_ask(boris, "{'op':'session.revoke','session':'%s'}", session),
                "no_such_session");
    assert_false(anna->is_ended);
}

/* ------------------------------------------------------------------ ending */

static void a_revoked_login_ends_and_no_other(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    rig_pass(rig, 1000);
    struct rig_peer *phone = another(rig, "phone");
    struct rig_peer *twin = rig_resume(rig, phone->token);
    const json_t *list = rig_ask(anna, "{'op':'session.list'}");
    assert_ok(
        rig_ask(anna, "{'op':'session.revoke','session':'%s'}", text_at(list, "rows.0.session")));
    assert_ended(rig, phone);
    assert_true(twin->is_ended);
    assert_false(anna->is_ended);
    assert_int_equal(count_at(rig_ask(anna, "{'op':'session.list'}"), "rows"), 1);
    rig_restart(rig);
    rig_resume(rig, anna->token);
}

static void the_own_login_is_not_revoked(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    const json_t *list = rig_ask(anna, "{'op':'session.list'}");
    assert_code(
        rig_ask(anna, "{'op':'session.revoke','session':'%s'}", text_at(list, "rows.0.session")),
        "no_such_session");
    assert_ok(rig_ask(anna, "{'op':'ping'}"));
}

static void all_others_end_at_once(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *phone = another(rig, "phone");
    struct rig_peer *tablet = another(rig, "tablet");
    assert_ok(rig_ask(tablet, "{'op':'session.revoke'}"));
    assert_ended(rig, anna);
    assert_ended(rig, phone);
    assert_false(boris->is_ended);
    assert_int_equal(count_at(rig_ask(tablet, "{'op':'session.list'}"), "rows"), 1);
}

static void what_is_not_stored_ends_nobody(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *phone = another(rig, "phone");
    rig->store->fails_batches = true;
    assert_code(rig_ask(anna, "{'op':'session.revoke'}"), "storage_unavailable");
    assert_false(phone->is_ended);
    rig->store->fails_batches = false;
    rig_pass(rig, 1000);
    rig_resume(rig, phone->token);
}

/* The answer was on its way when the session ended. */
static void a_token_that_was_found_before_is_worth_nothing(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *phone = another(rig, "phone");
    struct rig_peer *late = rig_connect(rig);
    struct rig_peer *own = rig_connect(rig);
    rig->store->holds_answers = true;
    int64_t id = rig_send(late, "{'op':'auth.resume','token':'%s'}", phone->token);
    int64_t own_id = rig_send(own, "{'op':'auth.resume','token':'%s'}", anna->token);
    rig_turn(rig);
    assert_ok(rig_ask(anna, "{'op':'session.revoke'}"));
    rig->store->holds_answers = false;
    rig_turn(rig);
    assert_code(rig_reply(late, id), "bad_token");
    assert_ok(rig_reply(own, own_id));
}

/* ------------------------------------------------------------------ the password */

/* Ends a login that is under way: its password was right, its session was stored, and the player's
 * games of days are being read. */
static void a_login_that_is_ended_while_it_is_under_way_does_not_get_in(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    (void)rig_table(anna, rig_player(rig, "Boris"), "mini", true);
    struct rig_peer *late = rig_connect(rig);
    rig_pass(rig, 1000);
    rig->holds_work = true;
    int64_t id = rig_send(late, "{'op':'auth.login','name':'Anna','password':'secret of Anna'}");
    rig_turn(rig);
    rig->store->holds_answers = true;
    rig_work_finish(rig, 0, true);
    rig_turn(rig);
    assert_null(rig_reply(late, id));
    assert_ok(rig_ask(anna, "{'op':'session.revoke'}"));
    rig->store->holds_answers = false;
    rig_turn(rig);
    assert_code(rig_reply(late, id), "busy");
    assert_int_equal(count_at(rig_ask(anna, "{'op':'session.list'}"), "rows"), 1);
    assert_code(rig_ask(late, "{'op':'settings.get'}"), "login_required");
}

/* Nobody would know of its session, which would take the place of one that somebody uses. */
static void a_login_whose_connection_hung_up_leaves_no_session(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    for (int is_asking = 0; is_asking <= 1; is_asking++) {
        struct rig_peer *late = rig_connect(rig);
        if (is_asking) /* for games of days alone */
            (void)rig_table(anna, rig_player(rig, "Boris"), "mini", true);
        rig->holds_work = true;
        rig_send(late, "{'op':'auth.login','name':'Anna','password':'secret of Anna'}");
        rig_turn(rig);
        rig->store->holds_answers = is_asking;
        rig->store->holds_batches = !is_asking;
        rig_work_finish(rig, 0, true);
        rig_turn(rig);
        rig_hang_up(late);
        rig->holds_work = rig->store->holds_answers = rig->store->holds_batches = false;
        rig_turn(rig);
        rig_turn(rig);
        assert_int_equal(count_at(rig_ask(anna, "{'op':'session.list'}"), "rows"), 1);
    }
}

static void the_new_password_counts_and_all_other_logins_end(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *phone = another(rig, "phone");
    assert_ok(change(anna, "secret of Anna", "another one"));
    assert_ended(rig, phone);
    assert_false(anna->is_ended);
    assert_code(try_login(rig_connect(rig), "secret of Anna"), "wrong_credentials");
    assert_ok(try_login(rig_connect(rig), "another one"));
    rig_restart(rig);
    rig_resume(rig, anna->token);
    assert_ok(try_login(rig_connect(rig), "another one"));
}

static void without_the_old_password_nothing_changes(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *phone = another(rig, "phone");
    assert_code(change(anna, "wrong", "another one"), "wrong_credentials");
    assert_false(phone->is_ended);
    assert_ok(try_login(rig_connect(rig), "secret of Anna"));
    assert_code(try_login(rig_connect(rig), "another one"), "wrong_credentials");
}

static void guessing_is_slowed_down_as_at_a_login(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    for (int i = 0; i < 6; i++) {
        assert_code(change(anna, "wrong", "another one"), "wrong_credentials");
        rig_pass(rig, i < 5 ? 12000 : 0);
    }
    rig_pass(rig, 0);
    struct rig_peer *twin = rig_resume(rig, anna->token);
    const json_t *refused = change(twin, "secret of Anna", "another one");
    assert_code(refused, "rate_limited");
    assert_int_equal(int_at(refused, "error.retry_after_ms"), 1000);
    assert_ok(try_login(rig_connect(rig), "secret of Anna")); /* it is nobody's business else */
}

static void one_change_at_a_time(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *twin = rig_resume(rig, anna->token);
    int64_t first = rig_send(anna, "{'op':'auth.password','old':'secret of Anna','new':'11111'}");
    int64_t second = rig_send(twin, "{'op':'auth.password','old':'secret of Anna','new':'22222'}");
    rig_turn(rig);
    assert_ok(rig_reply(anna, first));
    assert_code(rig_reply(twin, second), "busy");
    assert_ok(try_login(rig_connect(rig), "11111"));
    assert_ok(change(twin, "11111", "22222"));
}

static void who_goes_away_changes_nothing_and_is_in_nobodys_way(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *twin = rig_resume(rig, anna->token);
    rig->holds_work = true;
    rig_send(anna, "{'op':'auth.password','old':'secret of Anna','new':'11111'}");
    rig_turn(rig);
    rig_hang_up(anna);
    rig->holds_work = false;
    rig_turn(rig);
    while (rig->work_count > 0) {
        rig_work_finish(rig, 0, true);
        rig_turn(rig);
    }
    assert_ok(try_login(rig_connect(rig), "secret of Anna"));
    assert_ok(change(twin, "secret of Anna", "22222"));
}

/* The old password was right when the worker looked, and is not any more when the login is done. */
static void a_login_with_the_old_password_that_is_under_way_fails(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    rig_login_too_late(anna, "{'op':'auth.password','old':'secret of Anna','new':'another one'}");
    assert_int_equal(count_at(rig_ask(anna, "{'op':'session.list'}"), "rows"), 1);
}

/* Hashing anew with better parameters must not bring an old password back. */
static void a_rehash_does_not_bring_the_old_password_back(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    rig->hash_version++;
    rig->holds_work = true;
    struct rig_peer *phone = rig_connect(rig);
    int64_t id = rig_send(phone, "{'op':'auth.login','name':'Anna','password':'secret of Anna'}");
    rig_turn(rig);
    rig_work_finish(rig, 0, true);
    rig_turn(rig);
    assert_ok(rig_reply(phone, id));
    assert_int_equal(rig->work_count, 1); /* the rehash */
    int64_t changed =
        rig_send(anna, "{'op':'auth.password','old':'secret of Anna','new':'another one'}");
    rig_turn(rig);
    rig_work_finish(rig, 1, true);
    rig_turn(rig);
    rig_work_finish(rig, 1, true);
    rig_turn(rig);
    assert_ok(rig_reply(anna, changed));
    rig_work_finish(rig, 0, true);
    rig_turn(rig);
    rig->holds_work = false;
    assert_code(try_login(rig_connect(rig), "secret of Anna"), "wrong_credentials");
    assert_ok(try_login(rig_connect(rig), "another one"));
}

/* Else a crowd of logins to an old account would cost two hashes each. */
static void logins_in_a_row_leave_one_rehash(void **state)
{
    struct rig *rig = *state;
    rig_player(rig, "Anna");
    rig->hash_version++;
    rig->holds_work = true;
    for (size_t before = 0; before < 2; before++) {
        struct rig_peer *device = rig_connect(rig);
        int64_t id =
            rig_send(device, "{'op':'auth.login','name':'Anna','password':'secret of Anna'}");
        rig_turn(rig);
        rig_work_finish(rig, before, true);
        rig_turn(rig);
        assert_ok(rig_reply(device, id));
        assert_int_equal(rig->work_count, 1);
    }
    rig->holds_work = false;
    rig_turn(rig);
    assert_ok(try_login(rig_connect(rig), "secret of Anna"));
}

static void a_change_that_is_not_stored_never_was(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *phone = another(rig, "phone");
    rig->store->fails_batches = true;
    assert_code(change(anna, "secret of Anna", "another one"), "storage_unavailable");
    rig->store->fails_batches = false;
    rig_pass(rig, 1000);
    assert_false(phone->is_ended);
    assert_ok(try_login(rig_connect(rig), "secret of Anna"));
    assert_ok(change(anna, "secret of Anna", "another one"));
}

/* ------------------------------------------------------------------ a login that never was */

/* Anna's second device resumes while a batch is under way that will fail, and asks for more at
 * once; returns the request. */
static int64_t ask_in_a_login_that_fails(struct rig *rig, struct rig_peer *phone, const char *token,
                                         const char *request)
{
    struct rig_peer *boris = rig_player(rig, "Boris");
    rig->store->holds_answers = true;
    int64_t resumed = rig_send(phone, "{'op':'auth.resume','token':'%s'}", token);
    rig_turn(rig);
    rig->store->holds_batches = true;
    rig_send(boris, "{'op':'settings.set','settings':{'theme':'night'}}");
    rig_turn(rig);
    rig->store->holds_answers = false;
    rig_turn(rig);
    assert_null(rig_reply(phone, resumed)); /* logged in, which nobody knows yet */
    int64_t id = rig_send(phone, "%s", request);
    rig_turn(rig);
    rig_fail_held(rig);
    assert_code(rig_reply(phone, resumed), "storage_unavailable");
    return id;
}

/* The rig sees to it that nothing is answered twice. */
static void what_needs_the_password_is_answered_once_when_its_login_never_was(void **state)
{
    static const char *const REQUESTS[] = {
        "{'op':'auth.password','old':'secret of Anna','new':'secret 2'}",
        "{'op':'auth.delete','password':'secret of Anna'}",
    };
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct rig *rig = rig_new();
        struct rig_peer *anna = rig_player(rig, "Anna");
        struct rig_peer *phone = rig_connect(rig);
        int64_t id = ask_in_a_login_that_fails(rig, phone, anna->token, REQUESTS[i]);
        rig_pass(rig, 5000);
        assert_code(rig_reply(phone, id), "login_required");
        assert_ok(try_login(phone, "secret of Anna"));
        assert_ok(change(anna, "secret of Anna", "secret 3")); /* nobody is in the way */
        rig_check_world(rig);
        rig_free(rig);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(the_list_tells_each_login_from_the_others),
        RIG_TEST(a_player_sees_only_own_logins),
        RIG_TEST(a_revoked_login_ends_and_no_other),
        RIG_TEST(the_own_login_is_not_revoked),
        RIG_TEST(all_others_end_at_once),
        RIG_TEST(what_is_not_stored_ends_nobody),
        RIG_TEST(a_token_that_was_found_before_is_worth_nothing),
        RIG_TEST(a_login_that_is_ended_while_it_is_under_way_does_not_get_in),
        RIG_TEST(a_login_whose_connection_hung_up_leaves_no_session),
        RIG_TEST(the_new_password_counts_and_all_other_logins_end),
        RIG_TEST(without_the_old_password_nothing_changes),
        RIG_TEST(guessing_is_slowed_down_as_at_a_login),
        RIG_TEST(one_change_at_a_time),
        RIG_TEST(who_goes_away_changes_nothing_and_is_in_nobodys_way),
        RIG_TEST(a_login_with_the_old_password_that_is_under_way_fails),
        RIG_TEST(a_rehash_does_not_bring_the_old_password_back),
        RIG_TEST(logins_in_a_row_leave_one_rehash),
        RIG_TEST(a_change_that_is_not_stored_never_was),
        cmocka_unit_test(what_needs_the_password_is_answered_once_when_its_login_never_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
