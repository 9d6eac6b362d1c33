/* SPDX-License-Identifier: MIT */
/* Answers to mutes, bans and warnings: who may say what, once, and what a verdict does. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>

#define BAN "{'op':'mod.ban','name':'Boris','reason':'insults'}"
#define MUTE "{'op':'mod.mute','name':'Boris','reason':'insults'}"
#define APPEAL "{'op':'player.appeal','text':'It was a joke'}"
#define BAN_APPEAL                                                                                 \
    "{'op':'auth.appeal','name':'boris','password':'secret of Boris','text':'It was my cat'}"

static struct rig_peer *a_keeper(struct rig *rig)
{
    struct rig_peer *keeper = rig_player(rig, "Keeper");
    rig_give_role(rig, "Keeper", "moderator");
    return keeper;
}

static const json_t *appeals(struct rig_peer *peer)
{
    return rig_ask(peer, "{'op':'mod.appeals'}");
}

/* The newest one of the list. */
static const json_t *judge(struct rig_peer *peer, const char *verdict)
{
    const json_t *list = appeals(peer);
    size_t count = count_at(list, "appeals");
    const json_t *last = json_array_get(json_object_get(list, "appeals"), count - 1);
    return rig_ask(peer, "{'op':'mod.answer','appeal':%d,'verdict':'%s','note':'I looked again'}",
                   (int)int_at(last, "n"), verdict);
}

static const json_t *log_in(struct rig *rig)
{
    return rig_log_in(rig, "Boris", "secret of Boris");
}

/* ------------------------------------------------------------------ mutes and warnings */

static void an_upheld_appeal_lifts_the_mute_in_the_same_act(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *keeper = a_keeper(rig);
    struct rig_peer *boris = rig_player(rig, "Boris");
    assert_ok(rig_ask(keeper, "{'op':'mod.mute','name':'Boris','minutes':90,'reason':'insults'}"));
    rig_forget_events(keeper);
    assert_ok(rig_ask(boris, "%s", APPEAL));
    const json_t *told = rig_expect(keeper, "mod.appealed");
    assert_string_equal(text_at(told, "name"), "Boris");
    assert_string_equal(text_at(told, "against"), "mute");
    assert_string_equal(text_at(told, "text"), "It was a joke");
    const json_t *list = appeals(keeper);
    assert_int_equal(count_at(list, "appeals"), 1);
    assert_string_equal(text_at(list, "appeals.0.name"), "Boris");
    assert_string_equal(text_at(list, "appeals.0.text"), "It was a joke");
    assert_string_equal(text_at(list, "appeals.0.against"), "mute");
    assert_string_equal(text_at(list, "appeals.0.by"), "Keeper");
    assert_string_equal(text_at(list, "appeals.0.reason"), "insults");
    assert_int_equal(int_at(list, "appeals.0.until"), rig->now.wall_ms + 5400000);
    assert_false(has_at(list, "appeals.0.ended"));
    rig_forget_events(boris);
    const json_t *reply = judge(keeper, "upheld");
    assert_true(bool_at(reply, "lifted"));
    assert_string_equal(text_at(reply, "name"), "Boris");
    assert_string_equal(text_at(rig_find_event(boris, "account.changed"), "act"), "unmute");
    told = rig_find_event(boris, "memo.added");
    assert_string_equal(text_at(told, "memo.kind"), "appeal_upheld");
    assert_string_equal(text_at(told, "memo.against"), "mute");
    assert_string_equal(text_at(told, "memo.text"), "I looked again");
    assert_ok(rig_ask(boris, "{'op':'profile.set','about':'free'}"));
    const json_t *log = rig_ask(keeper, "{'op':'mod.log','name':'Boris'}");
    assert_int_equal(count_at(log, "entries"), 2);
    assert_string_equal(text_at(log, "entries.0.act"), "answer");
    assert_string_equal(text_at(log, "entries.0.detail"), "upheld");
    assert_int_equal(count_at(appeals(keeper), "appeals"), 0);
}

static void a_dismissed_appeal_leaves_the_mute_and_there_is_no_other(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *keeper = a_keeper(rig);
    struct rig_peer *boris = rig_player(rig, "Boris");
    assert_ok(rig_ask(keeper, "%s", MUTE));
    assert_ok(rig_ask(boris, "%s", APPEAL));
    assert_code(rig_ask(boris, "%s", APPEAL), "already_appealed");
    rig_forget_events(boris);
    assert_false(has_at(judge(keeper, "dismissed"), "lifted"));
    assert_string_equal(text_at(rig_expect(boris, "memo.added"), "memo.kind"), "appeal_refused");
    assert_code(rig_ask(boris, "{'op':'profile.set','about':'free'}"), "muted");
    assert_code(rig_ask(boris, "%s", APPEAL), "already_appealed");
    rig_restart(rig);
    boris = rig_resume(rig, boris->token);
    assert_code(rig_ask(boris, "%s", APPEAL), "already_appealed");
    assert_ok(rig_ask(rig_connect_locally(rig), "%s", MUTE)); /* another one */
    assert_ok(rig_ask(boris, "%s", APPEAL));
}

static void a_warning_that_was_appealed_rightly_counts_no_more(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *keeper = a_keeper(rig);
    struct rig_peer *guest = rig_guest(rig);
    const char *name = rig->names[1];
    assert_code(rig_ask(guest, "%s", APPEAL), "nothing_to_appeal");
    for (int i = 0; i < 2; i++)
        assert_ok(rig_ask(keeper, "{'op':'mod.warn','name':'%s','reason':'insults'}", name));
    assert_code(rig_ask(guest, "{'op':'player.appeal','against':'mute','text':'x'}"),
                "nothing_to_appeal");
    assert_code(rig_ask(guest, "{'op':'player.appeal','against':'rename','text':'x'}"),
                "nothing_to_appeal");
    assert_ok(rig_ask(guest, "%s", APPEAL));
    const json_t *list = appeals(keeper);
    assert_string_equal(text_at(list, "appeals.0.against"), "warn");
    assert_false(has_at(list, "appeals.0.until"));
    assert_false(has_at(list, "appeals.0.ended"));
    assert_false(has_at(judge(keeper, "upheld"), "lifted"));
    const json_t *page = rig_ask(keeper, "{'op':'player.get','name':'%s'}", name);
    assert_int_equal(int_at(page, "file.warnings"), 1);
}

static void who_is_muted_may_answer_the_warning_too(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *keeper = a_keeper(rig);
    struct rig_peer *boris = rig_player(rig, "Boris");
    assert_ok(rig_ask(keeper, "{'op':'mod.warn','name':'Boris','reason':'first'}"));
    assert_ok(rig_ask(keeper, "%s", MUTE));
    assert_ok(rig_ask(boris, "%s", APPEAL));
    assert_ok(rig_ask(boris, "{'op':'player.appeal','against':'warn','text':'nor that'}"));
    const json_t *list = appeals(keeper);
    assert_int_equal(count_at(list, "appeals"), 2);
    assert_string_equal(text_at(list, "appeals.0.against"), "warn");
    assert_string_equal(text_at(list, "appeals.1.against"), "mute");
    list = rig_ask(keeper, "{'op':'mod.appeals','from':%d,'limit':1}",
                   (int)int_at(list, "appeals.1.n"));
    assert_string_equal(text_at(list, "appeals.0.against"), "mute");
}

static void an_appeal_with_a_key_is_one(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *keeper = a_keeper(rig);
    struct rig_peer *boris = rig_player(rig, "Boris");
    const char *request = "{'op':'player.appeal','key':'k1','text':'It was a joke'}";
    assert_ok(rig_ask(keeper, "%s", MUTE));
    rig_forget_events(keeper);
    assert_ok(rig_ask(boris, "%s", request));
    rig_expect(keeper, "mod.appealed");
    assert_ok(rig_ask(boris, "%s", request));
    assert_null(rig_next_event(keeper));
    assert_int_equal(count_at(appeals(keeper), "appeals"), 1);
}

static void an_appeal_that_is_not_stored_is_not_told(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *keeper = a_keeper(rig);
    struct rig_peer *boris = rig_player(rig, "Boris");
    assert_ok(rig_ask(keeper, "%s", MUTE));
    rig_forget_events(keeper);
    rig->store->holds_batches = true;
    int64_t id = rig_send(boris, "%s", APPEAL);
    rig_turn(rig);
    rig_fail_held(rig);
    assert_code(rig_reply(boris, id), "storage_unavailable");
    assert_null(rig_next_event(keeper));
    rig_live(rig, 5000);
    assert_ok(rig_ask(boris, "%s", APPEAL));
}

static void blank_words_are_no_appeal(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *keeper = a_keeper(rig);
    struct rig_peer *boris = rig_player(rig, "Boris");
    assert_ok(rig_ask(keeper, "%s", MUTE));
    const json_t *refused = rig_ask(boris, "{'op':'player.appeal','text':' \\u200b '}");
    assert_string_equal(text_at(refused, "error.field"), "text");
    assert_ok(rig_ask(boris, "%s", APPEAL));
    refused = rig_ask(keeper, "{'op':'mod.answer','appeal':1,'verdict':'upheld','note':' '}");
    assert_string_equal(text_at(refused, "error.field"), "note");
}

/* ------------------------------------------------------------------ bans */

static void a_banned_player_answers_where_the_login_is_refused(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *keeper = a_keeper(rig);
    struct rig_peer *boris = rig_player(rig, "Boris");
    assert_ok(rig_ask(keeper, "%s", BAN));
    const json_t *refused = log_in(rig);
    assert_code(refused, "banned");
    assert_string_equal(text_at(refused, "error.appeal"), "possible");
    const char *resume = "{'op':'auth.resume','token':'%s'}";
    refused = rig_ask(rig_connect(rig), resume, boris->token);
    assert_string_equal(text_at(refused, "error.appeal"), "possible");
    rig_forget_events(keeper);
    struct rig_peer *stranger = rig_connect(rig);
    assert_ok(rig_ask(stranger, "%s", BAN_APPEAL));
    assert_string_equal(text_at(rig_expect(keeper, "mod.appealed"), "against"), "ban");
    assert_code(rig_ask(stranger, "{'op':'memo.list'}"), "login_required"); /* it is no login */
    assert_code(rig_ask(stranger, "%s", BAN_APPEAL), "already_appealed");
    assert_string_equal(text_at(log_in(rig), "error.appeal"), "open");
    refused = rig_ask(rig_connect(rig), resume, boris->token);
    assert_string_equal(text_at(refused, "error.appeal"), "open");
    assert_false(has_at(judge(keeper, "dismissed"), "lifted"));
    assert_string_equal(text_at(log_in(rig), "error.appeal"), "dismissed");
    rig_restart(rig);
    assert_string_equal(text_at(log_in(rig), "error.appeal"), "dismissed");
    assert_code(rig_ask(rig_connect(rig), "%s", BAN_APPEAL), "already_appealed");
}

static void an_upheld_appeal_lets_the_player_in_and_says_so(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *keeper = a_keeper(rig);
    rig_player(rig, "Boris");
    assert_ok(rig_ask(keeper, "%s", BAN));
    assert_ok(rig_ask(rig_connect(rig), "%s", BAN_APPEAL));
    assert_true(bool_at(judge(keeper, "upheld"), "lifted"));
    assert_ok(log_in(rig));
    struct rig_peer *boris = rig_connect(rig);
    assert_true(
        bool_at(rig_ask(boris, "{'op':'auth.login','name':'Boris','password':'secret of Boris'}"),
                "memos"));
    const json_t *list = rig_ask(boris, "{'op':'memo.list'}");
    assert_string_equal(text_at(list, "memos.0.kind"), "appeal_upheld");
    assert_string_equal(text_at(list, "memos.0.against"), "ban");
}

static void without_the_password_nobody_appeals_or_learns_of_a_ban(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *keeper = a_keeper(rig);
    rig_player(rig, "Boris");
    rig_player(rig, "Anna");
    assert_ok(rig_ask(keeper, "%s", BAN));
    struct rig_peer *stranger = rig_connect(rig);
    const char *request = "{'op':'auth.appeal','name':'%s','password':'%s','text':'x'}";
    assert_code(rig_ask(stranger, request, "Boris", "wrong"), "wrong_credentials");
    assert_code(rig_ask(stranger, request, "Nobody", "secret of Nobody"), "wrong_credentials");
    assert_code(rig_ask(stranger, request, "Anna", "wrong"), "wrong_credentials");
    assert_code(rig_ask(stranger, request, "Anna", "secret of Anna"), "nothing_to_appeal");
    assert_int_equal(count_at(appeals(keeper), "appeals"), 0);
}

static void wrong_passwords_are_counted_with_those_of_logins(void **state)
{
    /* Five in a row are free to strangers, twenty where the account was logged in before; the next
     * one begins a wait. */
    static const struct {
        const char *address;
        int wrong;
    } rows[] = {{"198.51.100.1", 6}, {"192.0.2.1", 21}};
    struct rig *rig = *state;
    rig_player(rig, "Boris"); /* from 192.0.2.1 */
    for (size_t row = 0; row < sizeof(rows) / sizeof(rows[0]); row++) {
        const char *address = rows[row].address;
        for (int i = 0; i < rows[row].wrong; i++)
            assert_code(rig_ask(rig_connect_from(rig, address),
                                "{'op':'auth.appeal','name':'Boris','password':'x%d',"
                                "'text':'x'}",
                                i),
                        "wrong_credentials");
        assert_code(rig_ask(rig_connect_from(rig, address),
                            "{'op':'auth.login','name':'Boris','password':'secret of Boris'}"),
                    "rate_limited");
    }
}

static void a_ban_in_place_of_the_one_appealed_is_not_lifted(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *keeper = a_keeper(rig);
    rig_player(rig, "Boris");
    assert_ok(rig_ask(keeper, "%s", BAN));
    assert_ok(rig_ask(rig_connect(rig), "%s", BAN_APPEAL));
    assert_ok(rig_ask(keeper, "%s", BAN));
    assert_string_equal(text_at(log_in(rig), "error.appeal"), "possible");
    assert_true(bool_at(appeals(keeper), "appeals.0.ended"));
    assert_false(has_at(judge(keeper, "upheld"), "lifted"));
    assert_code(log_in(rig), "banned");
}

static void a_mute_is_not_lifted_by_an_appeal_against_the_ban(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *keeper = a_keeper(rig);
    rig_player(rig, "Boris");
    assert_ok(rig_ask(keeper, "%s", MUTE));
    assert_ok(rig_ask(keeper, "%s", BAN));
    assert_ok(rig_ask(rig_connect(rig), "%s", BAN_APPEAL));
    assert_true(bool_at(judge(keeper, "upheld"), "lifted"));
    assert_true(has_at(log_in(rig), "mute"));
}

static void what_ran_out_cannot_be_appealed_nor_lifted(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *keeper = a_keeper(rig);
    rig_player(rig, "Boris");
    assert_ok(rig_ask(keeper, "{'op':'mod.ban','name':'Boris','minutes':1,'reason':'x'}"));
    assert_ok(rig_ask(rig_connect(rig), "%s", BAN_APPEAL));
    rig_live(rig, 61000);
    assert_true(bool_at(appeals(keeper), "appeals.0.ended"));
    assert_false(has_at(judge(keeper, "upheld"), "lifted"));
    assert_code(rig_ask(rig_connect(rig), "%s", BAN_APPEAL), "nothing_to_appeal");
}

/* The ban is lifted while the password is verified. */
static void a_ban_lifted_meanwhile_is_not_appealed(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *keeper = a_keeper(rig);
    rig_player(rig, "Boris");
    assert_ok(rig_ask(keeper, "%s", BAN));
    struct rig_peer *stranger = rig_connect(rig);
    rig->holds_work = true;
    int64_t id = rig_send(stranger, "%s", BAN_APPEAL);
    rig_turn(rig);
    assert_ok(rig_ask(keeper, "{'op':'mod.unban','name':'Boris'}"));
    rig_work_finish(rig, 0, true);
    rig_turn(rig);
    assert_code(rig_reply(stranger, id), "nothing_to_appeal");
}

static void a_banned_guest_cannot_answer(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *guest = rig_guest(rig);
    assert_ok(rig_ask(rig_connect_locally(rig), "{'op':'mod.ban','name':'%s','reason':'x'}",
                      rig->names[0]));
    const json_t *refused =
        rig_ask(rig_connect(rig), "{'op':'auth.resume','token':'%s'}", guest->token);
    assert_code(refused, "banned");
    assert_false(has_at(refused, "error.appeal"));
    assert_code(rig_ask(rig_connect(rig),
                        "{'op':'auth.appeal','name':'%s','password':'','text':'x'}", rig->names[0]),
                "wrong_credentials");
}

/* ------------------------------------------------------------------ judges */

static void appeals_are_for_judges_above_the_player(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *keeper = a_keeper(rig);
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *local = rig_connect_locally(rig);
    rig_give_role(rig, "Boris", "moderator");
    assert_ok(rig_ask(local, "{'op':'mod.warn','name':'Boris','reason':'x'}"));
    rig_forget_events(keeper);
    assert_ok(rig_ask(boris, "%s", APPEAL));
    assert_null(rig_next_event(keeper));
    assert_int_equal(count_at(appeals(keeper), "appeals"), 0);
    assert_int_equal(count_at(appeals(boris), "appeals"), 0);
    const json_t *list = appeals(local);
    assert_int_equal(count_at(list, "appeals"), 1);
    assert_false(has_at(list, "appeals.0.by"));
    int n = (int)int_at(list, "appeals.0.n");
    const char *request = "{'op':'mod.answer','appeal':%d,'verdict':'upheld'}";
    assert_code(rig_ask(keeper, request, n), "no_such_appeal");
    assert_code(rig_ask(boris, request, n), "no_such_appeal");
    assert_code(rig_ask(anna, request, n), "not_allowed");
    assert_ok(rig_ask(local, request, n));
    assert_code(rig_ask(local, request, n), "no_such_appeal");
}

/* Two judges at the same moment. */
static void an_appeal_is_judged_once(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *keeper = a_keeper(rig);
    struct rig_peer *other = rig_connect_locally(rig);
    struct rig_peer *boris = rig_player(rig, "Boris");
    assert_ok(rig_ask(keeper, "%s", MUTE));
    assert_ok(rig_ask(boris, "%s", APPEAL));
    int n = (int)int_at(appeals(keeper), "appeals.0.n");
    char dismiss[80];
    char uphold[80];
    snprintf(dismiss, sizeof(dismiss), "{'op':'mod.answer','appeal':%d,'verdict':'dismissed'}", n);
    snprintf(uphold, sizeof(uphold), "{'op':'mod.answer','appeal':%d,'verdict':'upheld'}", n);
    assert_code(rig_ask_behind(keeper, dismiss, other, uphold), "busy");
    assert_code(rig_ask(other, "%s", uphold), "no_such_appeal");
    assert_code(rig_ask(boris, "{'op':'profile.set','about':'free'}"), "muted");
}

static void appeals_go_with_the_account(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *keeper = a_keeper(rig);
    struct rig_peer *boris = rig_player(rig, "Boris");
    assert_ok(rig_ask(keeper, "{'op':'mod.warn','name':'Boris','reason':'x'}"));
    assert_ok(rig_ask(boris, "%s", APPEAL));
    assert_ok(rig_ask(boris, "{'op':'auth.delete','password':'secret of Boris'}"));
    assert_int_equal(count_at(appeals(keeper), "appeals"), 0);
    assert_code(rig_ask(keeper, "{'op':'mod.answer','appeal':2,'verdict':'upheld'}"),
                "no_such_appeal");
}

/* The list had it, and the account is deleted before the moderator's answer is there. */
static void an_appeal_goes_with_its_account(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *keeper = a_keeper(rig);
    struct rig_peer *boris = rig_player(rig, "Boris");
    assert_ok(rig_ask(keeper, "{'op':'mod.mute','name':'Boris','reason':'insults'}"));
    assert_ok(rig_ask(boris, "%s", APPEAL));
    json_int_t appeal = int_at(appeals(keeper), "appeals.0.n");
    rig->store->holds_answers = true;
    rig_send(boris, "{'op':'auth.delete','password':'secret of Boris'}");
    rig_turn(rig);
    int64_t judged = rig_send(
        keeper, "{'op':'mod.answer','appeal':%d,'verdict':'dismissed','note':'x'}", (int)appeal);
    rig_turn(rig);
    rig->store->lets_answers = 1;
    rig_turn(rig);
    rig->store->holds_answers = false;
    rig_turn(rig);
    assert_code(rig_reply(keeper, judged), "no_such_appeal");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(an_upheld_appeal_lifts_the_mute_in_the_same_act),
        RIG_TEST(an_appeal_goes_with_its_account),
        RIG_TEST(a_dismissed_appeal_leaves_the_mute_and_there_is_no_other),
        RIG_TEST(a_warning_that_was_appealed_rightly_counts_no_more),
        RIG_TEST(who_is_muted_may_answer_the_warning_too),
        RIG_TEST(an_appeal_with_a_key_is_one),
        RIG_TEST(an_appeal_that_is_not_stored_is_not_told),
        RIG_TEST(blank_words_are_no_appeal),
        RIG_TEST(a_banned_player_answers_where_the_login_is_refused),
        RIG_TEST(an_upheld_appeal_lets_the_player_in_and_says_so),
        RIG_TEST(without_the_password_nobody_appeals_or_learns_of_a_ban),
        RIG_TEST(wrong_passwords_are_counted_with_those_of_logins),
        RIG_TEST(a_ban_in_place_of_the_one_appealed_is_not_lifted),
        RIG_TEST(a_mute_is_not_lifted_by_an_appeal_against_the_ban),
        RIG_TEST(what_ran_out_cannot_be_appealed_nor_lifted),
        RIG_TEST(a_ban_lifted_meanwhile_is_not_appealed),
        RIG_TEST(a_banned_guest_cannot_answer),
        RIG_TEST(appeals_are_for_judges_above_the_player),
        RIG_TEST(an_appeal_is_judged_once),
        RIG_TEST(appeals_go_with_the_account),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
