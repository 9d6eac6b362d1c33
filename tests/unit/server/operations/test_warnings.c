/* SPDX-License-Identifier: MIT */
/* Warnings, notes and verdicts: who is told what, and when it was seen. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

#define WARN "{'op':'mod.warn','name':'Boris','reason':'insults'}"

static struct rig_peer *a_keeper(struct rig *rig)
{
    struct rig_peer *keeper = rig_player(rig, "Keeper");
    rig_give_role(rig, "Keeper", "moderator");
    return keeper;
}

static const json_t *page(struct rig_peer *peer, const char *name)
{
    return rig_ask(peer, "{'op':'player.get','name':'%s'}", name);
}

static void who_is_here_is_warned_at_once_and_confirms_it(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *keeper = a_keeper(rig);
    struct rig_peer *boris = rig_player(rig, "Boris");
    assert_false(has_at(page(keeper, "Boris"), "file.warning_seen"));
    rig_forget_events(boris);
    assert_string_equal(text_at(rig_ask(keeper, "%s", WARN), "name"), "Boris");
    const json_t *told = rig_expect(boris, "memo.added");
    assert_string_equal(text_at(told, "memo.kind"), "warning");
    assert_string_equal(text_at(told, "memo.text"), "insults");
    assert_int_equal(int_at(page(keeper, "Boris"), "file.warnings"), 1);
    assert_false(has_at(page(keeper, "Boris"), "file.warning_seen"));
    const json_t *list = rig_ask(boris, "{'op':'memo.list'}");
    assert_int_equal(count_at(list, "memos"), 1);
    assert_false(has_at(list, "memos.0.seen"));
    assert_ok(rig_ask(boris, "{'op':'memo.seen','upto':'%s'}", text_at(list, "memos.0.memo")));
    assert_true(bool_at(page(keeper, "Boris"), "file.warning_seen"));
    assert_true(bool_at(rig_ask(boris, "{'op':'memo.list'}"), "memos.0.seen"));
    assert_ok(rig_ask(keeper, "%s", WARN));
    assert_int_equal(int_at(page(keeper, "Boris"), "file.warnings"), 2);
    assert_false(has_at(page(keeper, "Boris"), "file.warning_seen"));
    const json_t *log = rig_ask(keeper, "{'op':'mod.log','name':'Boris'}");
    assert_int_equal(count_at(log, "entries"), 2);
    assert_string_equal(text_at(log, "entries.0.act"), "warn");
    assert_string_equal(text_at(log, "entries.0.reason"), "insults");
}

static const json_t *log_in(struct rig *rig, const char *name)
{
    return rig_ask(rig_connect(rig), "{'op':'auth.login','name':'%s','password':'secret of %s'}",
                   name, name);
}

static void who_is_away_is_warned_by_the_next_login(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *keeper = a_keeper(rig);
    rig_hang_up(rig_player(rig, "Boris"));
    assert_false(has_at(log_in(rig, "Boris"), "memos"));
    assert_ok(rig_ask(keeper, "%s", WARN));
    assert_true(bool_at(log_in(rig, "Boris"), "memos"));
    assert_true(bool_at(log_in(rig, "Boris"), "memos"));
    struct rig_peer *boris = rig_connect(rig);
    assert_ok(rig_ask(boris, "{'op':'auth.login','name':'Boris','password':'secret of Boris'}"));
    char memo[32];
    snprintf(memo, sizeof(memo), "%s",
             text_at(rig_ask(boris, "{'op':'memo.list'}"), "memos.0.memo"));
    assert_ok(rig_ask(boris, "{'op':'memo.seen','upto':'%s'}", memo));
    assert_false(has_at(log_in(rig, "Boris"), "memos"));
}

static void a_guest_can_be_warned(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *keeper = a_keeper(rig);
    struct rig_peer *guest = rig_guest(rig);
    rig_forget_events(guest);
    assert_ok(rig_ask(keeper, "{'op':'mod.warn','name':'%s','reason':'x'}", rig->names[1]));
    assert_string_equal(text_at(rig_expect(guest, "memo.added"), "memo.text"), "x");
}

static void notes_are_for_moderators_above_the_player(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *keeper = a_keeper(rig);
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *local = rig_connect_locally(rig);
    rig_forget_events(boris);
    assert_ok(rig_ask(keeper, "{'op':'mod.note','name':'Boris','text':'first\\u0007'}"));
    assert_ok(rig_ask(local, "{'op':'mod.note','name':'Boris','text':'second'}"));
    assert_null(rig_next_event(boris));
    const json_t *seen = page(keeper, "Boris");
    assert_int_equal(count_at(seen, "file.notes"), 2);
    assert_string_equal(text_at(seen, "file.notes.0.text"), "second");
    assert_false(has_at(seen, "file.notes.0.by"));
    assert_string_equal(text_at(seen, "file.notes.1.text"), "first ");
    assert_string_equal(text_at(seen, "file.notes.1.by"), "Keeper");
    assert_false(has_at(page(anna, "Boris"), "file"));
    assert_false(has_at(page(boris, "Boris"), "file"));
    rig_give_role(rig, "Boris", "moderator");
    assert_false(has_at(page(boris, "Boris"), "file"));
    assert_false(has_at(page(keeper, "Boris"), "file"));
    assert_int_equal(count_at(page(local, "Boris"), "file.notes"), 2);
    /* the role itself is an act, too */
    assert_int_equal(count_at(rig_ask(boris, "{'op':'mod.log','name':'Boris'}"), "entries"), 1);
    assert_int_equal(count_at(rig_ask(keeper, "{'op':'mod.log','name':'Boris'}"), "entries"), 1);
    assert_int_equal(count_at(rig_ask(local, "{'op':'mod.log','name':'Boris'}"), "entries"), 3);
    assert_code(rig_ask(keeper, "{'op':'mod.note','name':'Boris','text':'x'}"), "not_allowed");
    assert_code(rig_ask(keeper, "{'op':'mod.warn','name':'Keeper','reason':'x'}"), "not_allowed");
}

static void the_newest_notes_are_told(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *keeper = a_keeper(rig);
    rig_player(rig, "Boris");
    for (int i = 0; i < 7; i++)
        assert_ok(rig_ask(keeper, "{'op':'mod.note','name':'Boris','text':'note %d'}", i));
    const json_t *seen = page(keeper, "Boris");
    assert_int_equal(count_at(seen, "file.notes"), 5);
    assert_string_equal(text_at(seen, "file.notes.0.text"), "note 6");
    assert_string_equal(text_at(seen, "file.notes.4.text"), "note 2");
}

static void blank_words_are_refused(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *keeper = a_keeper(rig);
    rig_player(rig, "Boris");
    const json_t *refused = rig_ask(keeper, "{'op':'mod.note','name':'Boris','text':'  '}");
    assert_string_equal(text_at(refused, "error.field"), "text");
    refused = rig_ask(keeper, "{'op':'mod.warn','name':'Boris','reason':' '}");
    assert_string_equal(text_at(refused, "error.field"), "reason");
}

static void a_warning_that_is_not_stored_is_not_told(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *keeper = a_keeper(rig);
    struct rig_peer *boris = rig_player(rig, "Boris");
    rig_forget_events(boris);
    rig->store->holds_batches = true;
    int64_t id = rig_send(keeper, "%s", WARN);
    rig_turn(rig);
    rig_fail_held(rig);
    assert_code(rig_reply(keeper, id), "storage_unavailable");
    assert_null(rig_next_event(boris));
    rig_live(rig, 5000);
    assert_int_equal(count_at(rig_ask(boris, "{'op':'memo.list'}"), "memos"), 0);
}

static void a_verdict_waits_for_the_reporter(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *keeper = a_keeper(rig);
    struct rig_peer *anna = rig_player(rig, "Anna");
    rig_player(rig, "Boris");
    assert_ok(rig_ask(anna, "{'op':'player.report','name':'Boris','complaint':'insult'}"));
    rig_hang_up(anna);
    assert_ok(
        rig_ask(keeper, "{'op':'mod.resolve','report':1,'verdict':'dismissed','note':'a secret'}"));
    anna = rig_connect(rig);
    assert_true(bool_at(
        rig_ask(anna, "{'op':'auth.login','name':'Anna','password':'secret of Anna'}"), "memos"));
    const json_t *list = rig_ask(anna, "{'op':'memo.list'}");
    assert_string_equal(text_at(list, "memos.0.kind"), "report_judged");
    assert_string_equal(text_at(list, "memos.0.name"), "Boris");
    assert_string_equal(text_at(list, "memos.0.verdict"), "dismissed");
    assert_false(has_at(list, "memos.0.text"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(who_is_here_is_warned_at_once_and_confirms_it),
        RIG_TEST(who_is_away_is_warned_by_the_next_login),
        RIG_TEST(a_guest_can_be_warned),
        RIG_TEST(notes_are_for_moderators_above_the_player),
        RIG_TEST(the_newest_notes_are_told),
        RIG_TEST(blank_words_are_refused),
        RIG_TEST(a_warning_that_is_not_stored_is_not_told),
        RIG_TEST(a_verdict_waits_for_the_reporter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
