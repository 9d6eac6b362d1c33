/* SPDX-License-Identifier: MIT */
/*
 * Accounts for a class: all of them or none, with passwords that nobody else learns.
 */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

#define CLASS "{'op':'mod.accounts','accounts':[{'name':'Ada'},{'name':'Бэла'}]}"

static const json_t *row(const json_t *reply, const char *list, size_t index)
{
    return json_array_get(json_object_get(reply, list), index);
}

static size_t rows(const json_t *reply, const char *list)
{
    return json_array_size(json_object_get(reply, list));
}

static void pupils_log_in_and_recover_with_what_is_told(void **state)
{
    struct rig *rig = *state;
    const json_t *reply = rig_ask(rig_connect_locally(rig), CLASS);
    assert_ok(reply);
    assert_int_equal(rows(reply, "accounts"), 2);
    assert_int_equal(rows(reply, "refused"), 0);
    const json_t *bela = row(reply, "accounts", 1);
    assert_string_equal(text_at(bela, "name"), "Бэла");
    assert_int_equal(strlen(text_at(bela, "password")), 23);
    assert_string_not_equal(text_at(bela, "password"),
                            text_at(row(reply, "accounts", 0), "password"));
    assert_ok(rig_log_in(rig, "Бэла", text_at(bela, "password")));
    assert_ok(rig_ask(rig_connect(rig),
                      "{'op':'auth.recover','name':'Бэла','code':'%s','password':'x7-kl'}",
                      text_at(bela, "recovery")));
    rig_restart(rig);
    assert_ok(rig_log_in(rig, "Ada", text_at(row(reply, "accounts", 0), "password")));
}

static void neither_the_log_nor_the_record_has_a_password(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *local = rig_connect_locally(rig);
    const json_t *reply = rig_ask(local, CLASS);
    const char *password = text_at(row(reply, "accounts", 0), "password");
    const json_t *record = row(rig_ask(local, "{'op':'mod.log'}"), "entries", 0);
    assert_string_equal(text_at(record, "act"), "accounts");
    assert_string_equal(text_at(record, "detail"), "Ada, 2");
    assert_non_null(strstr(rig->log, "act=accounts by=(local) on=2-accounts"));
    assert_null(strstr(rig->log, password));
}

static void names_that_cannot_be_had_are_told_and_nobody_is_made(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *local = rig_connect_locally(rig);
    rig_player(rig, "Anna");
    const json_t *reply =
        rig_ask(local, "{'op':'mod.accounts','accounts':[{'name':'Ada'},{'name':'anna_'},"
                       "{'name':'x!'},{'name':'ada-'},{'name':'admin'}]}");
    assert_ok(reply);
    assert_int_equal(rows(reply, "accounts"), 0);
    static const struct {
        int n;
        const char *verdict;
    } refused[] = {{2, "taken"}, {3, "characters"}, {4, "taken"}, {5, "office"}};
    assert_int_equal(rows(reply, "refused"), 4);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(int_at(row(reply, "refused", i), "n"), refused[i].n);
        assert_string_equal(text_at(row(reply, "refused", i), "verdict"), refused[i].verdict);
    }
    assert_string_equal(
        text_at(rig_ask(rig_connect(rig), "{'op':'auth.check','name':'Ada'}"), "verdict"), "free");
    rig_check_world(rig);
}

static void only_bad_names_are_told_at_once(void **state)
{
    struct rig *rig = *state;
    const json_t *reply = rig_ask(rig_connect_locally(rig),
                                  "{'op':'mod.accounts','accounts':[{'name':'1'},{'name':'?'}]}");
    assert_int_equal(rows(reply, "refused"), 2);
    assert_code(rig_ask(rig_connect_locally(rig), "{'op':'mod.accounts','accounts':[]}"),
                "out_of_range");
}

static void a_name_that_goes_meanwhile_is_told_when_asked_again(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *local = rig_connect_locally(rig);
    rig->holds_work = true;
    int64_t class = rig_send(local, CLASS);
    rig_turn(rig);
    int64_t other = rig_send(rig_connect(rig), "{'op':'auth.register','name':'ada',"
                                               "'password':'x7-kl'}");
    rig_turn(rig);
    assert_int_equal(rig->work_count, 2);
    rig_work_finish(rig, 1, true);
    rig->holds_work = false;
    rig_work_finish(rig, 0, true);
    rig_turn(rig);
    (void)other;
    assert_code(rig_reply(local, class), "busy");
    const json_t *again = rig_ask(local, CLASS);
    assert_int_equal(rows(again, "refused"), 1);
    assert_int_equal(int_at(row(again, "refused", 0), "n"), 1);
    assert_int_equal(rows(rig_ask(local, "{'op':'mod.log'}"), "entries"), 0);
}

static void nobody_is_made_for_who_hangs_up_or_loses_the_role(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *local = rig_connect_locally(rig);
    struct rig_peer *boris = rig_player(rig, "Boris");
    assert_code(rig_ask(boris, CLASS), "not_allowed");
    rig_give_role(rig, "Boris", "operator");
    rig->holds_work = true;
    int64_t class = rig_send(boris, CLASS);
    rig_turn(rig);
    assert_ok(rig_ask(local, "{'op':'mod.role','name':'Boris','role':'moderator'}"));
    rig->holds_work = false;
    rig_work_finish(rig, 0, true);
    rig_turn(rig);
    assert_code(rig_reply(boris, class), "not_allowed");
    rig->holds_work = true;
    rig_send(local, CLASS);
    rig_turn(rig);
    rig_hang_up(local);
    rig->holds_work = false;
    while (rig->work_count > 0)
        rig_work_finish(rig, 0, true);
    rig_turn(rig);
    assert_string_equal(
        text_at(rig_ask(rig_connect(rig), "{'op':'auth.check','name':'Ada'}"), "verdict"), "free");
}

static void no_limit_of_newcomers_counts_a_class(void **state)
{
    struct rig *rig = *state;
    char request[8192] = "{'op':'mod.accounts','accounts':[";
    for (int i = 0; i < 100; i++) {
        size_t len = strlen(request);
        snprintf(request + len, sizeof(request) - len, "%s{'name':'Pupil%d'}", i > 0 ? "," : "", i);
    }
    const json_t *reply = rig_ask(rig_connect_locally(rig), "%s]}", request);
    assert_int_equal(rows(reply, "accounts"), 100);
    assert_string_equal(text_at(row(reply, "accounts", 99), "name"), "Pupil99");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(pupils_log_in_and_recover_with_what_is_told),
        RIG_TEST(neither_the_log_nor_the_record_has_a_password),
        RIG_TEST(names_that_cannot_be_had_are_told_and_nobody_is_made),
        RIG_TEST(only_bad_names_are_told_at_once),
        RIG_TEST(a_name_that_goes_meanwhile_is_told_when_asked_again),
        RIG_TEST(nobody_is_made_for_who_hangs_up_or_loses_the_role),
        RIG_TEST(no_limit_of_newcomers_counts_a_class),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
