/* SPDX-License-Identifier: MIT */
/* Names that are looked at before a password, and accounts whose password was lost. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

#define NO_CODE "00000-00000-00000-00000"

static const json_t *recover(struct rig *rig, const char *code, const char *password)
{
    return rig_ask(rig_connect(rig),
                   "{'op':'auth.recover','name':'anna','code':'%s','password':'%s'}", code,
                   password);
}

/* A copy of a text of a message, of which the rig keeps all. */
static const char *code_of(const json_t *reply)
{
    assert_ok(reply);
    return text_at(reply, "recovery");
}

/* ------------------------------------------------------------------ auth.check */

static const char *verdict(struct rig_peer *peer, const char *name)
{
    return text_at(rig_ask(peer, "{'op':'auth.check','name':'%s'}", name), "verdict");
}

static void a_name_is_judged_before_there_is_a_password(void **state)
{
    rig_player(*state, "Anna");
    struct rig_peer *peer = rig_connect(*state);
    assert_string_equal(verdict(peer, "Boris"), "free");
    assert_string_equal(verdict(peer, "aNNa"), "taken");
    assert_string_equal(verdict(peer, "anna_"), "taken");
    assert_string_equal(verdict(peer, "An"), "too_short");
    assert_string_equal(verdict(peer, "abcdefghijklmnopqrstu"), "too_long");
    assert_string_equal(verdict(peer, "1st"), "beginning");
    assert_string_equal(verdict(peer, "a b c"), "characters");
    assert_string_equal(verdict(peer, "p\u0430ypal"), "scripts");
    assert_string_equal(verdict(peer, "admin1"), "office");
}

static void a_name_at_the_end_of_which_is_a_sign_is_taken(void **state)
{
    struct rig_peer *peer = rig_connect(*state);
    rig_player(*state, "Anna");
    assert_code(rig_ask(peer, "{'op':'auth.register','name':'Anna-','password':'x7-kl'}"),
                "name_taken");
}

/* ------------------------------------------------------------------ auth.recover */

static void a_registration_tells_a_code_that_sets_a_password(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_connect(rig);
    const char *code =
        code_of(rig_ask(anna, "{'op':'auth.register','name':'Anna','password':'secret of Anna'}"));
    const json_t *reply = recover(rig, code, "new one");
    const char *next = code_of(reply);
    assert_string_not_equal(code, next);
    assert_string_equal(rig_resume(rig, text_at(reply, "token"))->name, "Anna");
    assert_ok(rig_log_in(rig, "Anna", "new one"));
    assert_code(rig_log_in(rig, "Anna", "secret of Anna"), "wrong_credentials");
    assert_code(recover(rig, code, "another"), "wrong_credentials");
    code_of(recover(rig, next, "another"));
    rig_check_world(rig);
}

static void case_and_dashes_of_a_code_do_not_matter(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_connect(rig);
    const char *code =
        code_of(rig_ask(anna, "{'op':'auth.register','name':'Anna','password':'secret of Anna'}"));
    char typed[64] = "";
    for (size_t i = 0, len = 0; code[i] != '\0'; i++)
        if (code[i] != '-')
            typed[len++] = (char)(code[i] >= 'a' ? code[i] - 'a' + 'A' : code[i]);
    code_of(recover(rig, typed, "new one"));
}

static void all_logins_end_with_the_use_of_a_code(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    const char *code = code_of(rig_ask(anna, "{'op':'auth.recovery','password':'secret of Anna'}"));
    code_of(recover(rig, code, "new one"));
    assert_string_equal(text_at(rig_find_event(anna, "bye"), "code"), "logged_out");
    assert_code(rig_ask(rig_connect(rig), "{'op':'auth.resume','token':'%s'}", anna->token),
                "bad_token");
}

static void wrong_codes_count_as_wrong_passwords_do(void **state)
{
    struct rig *rig = *state;
    rig_player(rig, "Anna");
    const char *code = "";
    for (int i = 0; i < 30 && strcmp(code, "rate_limited") != 0; i++)
        code = rig_code(recover(rig, NO_CODE, "new one"));
    assert_string_equal(code, "rate_limited");
    /* Apart from passwords: who guesses the one locks nobody out of the other. */
    assert_code(rig_log_in(rig, "Anna", "secret of Anna"), "");
}

static void a_name_that_nobody_has_is_as_a_wrong_code(void **state)
{
    assert_code(recover(*state, NO_CODE, "new one"), "wrong_credentials");
    assert_code(recover(*state, "no code", "new one"), "wrong_credentials");
}

static void a_role_needs_a_longer_password(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    const char *code = code_of(rig_ask(anna, "{'op':'auth.recovery','password':'secret of Anna'}"));
    assert_ok(
        rig_ask(rig_connect_locally(rig), "{'op':'mod.role','name':'Anna','role':'moderator'}"));
    assert_code(recover(rig, code, "new one"), "bad_password");
    assert_code(rig_ask(anna, "{'op':'auth.password','old':'secret of Anna','new':'new one'}"),
                "bad_password");
    code_of(recover(rig, code, "a new one"));
}

static void nothing_is_used_up_by_a_commit_that_fails(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    const char *code = code_of(rig_ask(anna, "{'op':'auth.recovery','password':'secret of Anna'}"));
    rig->store->fails_batches = true;
    assert_code(recover(rig, code, "new one"), "storage_unavailable");
    rig->store->fails_batches = false;
    rig_pass(rig, 1000);
    assert_ok(rig_log_in(rig, "Anna", "secret of Anna"));
    code_of(recover(rig, code, "new one"));
}

static void two_who_use_a_code_at_once_use_it_once(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    const char *code = code_of(rig_ask(anna, "{'op':'auth.recovery','password':'secret of Anna'}"));
    struct rig_peer *one = rig_connect(rig);
    struct rig_peer *other = rig_connect(rig);
    const char *request = "{'op':'auth.recover','name':'anna','code':'%s','password':'new %d'}";
    rig->holds_work = true;
    int64_t first = rig_send(one, request, code, 1);
    int64_t second = rig_send(other, request, code, 2);
    rig_turn(rig);
    rig_work_finish(rig, 0, true);
    rig_work_finish(rig, 0, true);
    rig->holds_work = false;
    rig_turn(rig);
    assert_ok(rig_reply(one, first));
    assert_code(rig_reply(other, second), "wrong_credentials");
    rig_resume(rig, text_at(rig_reply(one, first), "token"));
}

/* ------------------------------------------------------------------ auth.confirm */

static void a_confirmed_password_changes_nothing(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *phone = rig_resume(rig, anna->token);
    assert_ok(rig_ask(anna, "{'op':'auth.confirm','password':'secret of Anna'}"));
    assert_ok(rig_ask(phone, "{'op':'auth.password','old':'secret of Anna','new':'y8-mn'}"));
    assert_code(rig_ask(anna, "{'op':'auth.confirm','password':'secret of Anna'}"),
                "wrong_credentials");
    assert_ok(rig_ask(anna, "{'op':'auth.confirm','password':'y8-mn'}"));
}

/* ------------------------------------------------------------------ auth.recovery */

static void another_code_takes_the_place_of_the_one_before(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    const char *renew = "{'op':'auth.recovery','password':'secret of Anna'}";
    const char *one = code_of(rig_ask(anna, "%s", renew));
    const char *other = code_of(rig_ask(anna, "%s", renew));
    assert_code(recover(rig, one, "new one"), "wrong_credentials");
    code_of(recover(rig, other, "new one"));
}

static void a_reset_password_ends_the_code_and_a_login_says_so(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    const char *code = code_of(rig_ask(anna, "{'op':'auth.recovery','password':'secret of Anna'}"));
    const json_t *reset =
        rig_ask(rig_connect_locally(rig), "{'op':'mod.reset_password','name':'Anna'}");
    assert_ok(reset);
    assert_code(recover(rig, code, "new one"), "wrong_credentials");
    const json_t *reply = rig_log_in(rig, "Anna", text_at(reset, "password"));
    assert_true(bool_at(reply, "no_recovery"));
    struct rig_peer *back = rig_connect(rig);
    assert_true(bool_at(rig_ask(back, "{'op':'auth.resume','token':'%s'}", text_at(reply, "token")),
                        "no_recovery"));
    code_of(rig_ask(back, "{'op':'auth.recovery','password':'%s'}", text_at(reset, "password")));
    reply = rig_log_in(rig, "Anna", text_at(reset, "password"));
    assert_null(json_object_get(reply, "no_recovery"));
}

static void a_deleted_account_has_no_code(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    const char *code = code_of(rig_ask(anna, "{'op':'auth.recovery','password':'secret of Anna'}"));
    assert_ok(rig_ask(anna, "{'op':'auth.delete','password':'secret of Anna'}"));
    assert_code(recover(rig, code, "new one"), "wrong_credentials");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(a_name_is_judged_before_there_is_a_password),
        RIG_TEST(a_name_at_the_end_of_which_is_a_sign_is_taken),
        RIG_TEST(a_registration_tells_a_code_that_sets_a_password),
        RIG_TEST(case_and_dashes_of_a_code_do_not_matter),
        RIG_TEST(all_logins_end_with_the_use_of_a_code),
        RIG_TEST(wrong_codes_count_as_wrong_passwords_do),
        RIG_TEST(a_name_that_nobody_has_is_as_a_wrong_code),
        RIG_TEST(a_role_needs_a_longer_password),
        RIG_TEST(nothing_is_used_up_by_a_commit_that_fails),
        RIG_TEST(two_who_use_a_code_at_once_use_it_once),
        RIG_TEST(a_confirmed_password_changes_nothing),
        RIG_TEST(another_code_takes_the_place_of_the_one_before),
        RIG_TEST(a_reset_password_ends_the_code_and_a_login_says_so),
        RIG_TEST(a_deleted_account_has_no_code),
    };
    return cmocka_run_group_tests_name("recover", tests, NULL, NULL);
}
