/* SPDX-License-Identifier: MIT */
/*
 * News of bans, mutes, roles and reports: the players concerned are told at once and when
 * they come back, and moderators are told as well.
 */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

static struct rig_peer *keeper(struct rig *rig, const char *name, const char *role)
{
    struct rig_peer *peer = rig_player(rig, name);
    struct rig_peer *local = rig_connect_locally(rig);
    assert_ok(rig_ask(local, "{'op':'mod.role','name':'%s','role':'%s'}", name, role));
    rig_hang_up(local);
    rig_forget_events(peer);
    return peer;
}

/* ------------------------------------------------------------------ those who keep order */

static void who_is_banned_or_muted_now_is_listed(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *maria = keeper(rig, "Maria", "moderator");
    rig_player(rig, "Anna");
    rig_player(rig, "Boris");
    struct rig_peer *guest = rig_guest(rig);
    assert_int_equal(
        json_array_size(json_object_get(rig_ask(maria, "{'op':'mod.sanctions'}"), "rows")), 0);
    assert_ok(rig_ask(maria, "{'op':'mod.mute','name':'%s','reason':'noise'}", guest->name));
    assert_ok(rig_ask(maria, "{'op':'mod.ban','name':'Anna','minutes':2,'reason':'insults'}"));
    assert_ok(rig_ask(maria, "{'op':'mod.mute','name':'Anna','minutes':1,'reason':'spam'}"));
    const json_t *page = rig_ask(maria, "{'op':'mod.sanctions','limit':1}");
    assert_string_equal(text_at(page, "rows.0.name"), "Anna");
    assert_int_equal(int_at(page, "rows.0.ban.until"), rig->now.wall_ms + 120000);
    assert_string_equal(text_at(page, "rows.0.ban.reason"), "insults");
    assert_string_equal(text_at(page, "rows.0.mute.reason"), "spam");
    assert_true(json_is_true(json_object_get(page, "more")));
    page = rig_ask(maria, "{'op':'mod.sanctions','after':'anna'}");
    assert_string_equal(text_at(page, "rows.0.name"), guest->name);
    assert_false(has_at(page, "rows.0.ban"));
    assert_false(has_at(page, "rows.0.mute.until"));
    assert_false(json_is_true(json_object_get(page, "more")));
    rig_pass(rig, 20000);
    assert_ok(rig_ask(maria, "{'op':'mod.unmute','name':'%s'}", guest->name));
    rig_pass(rig, 20000);
    assert_ok(rig_ask(maria, "{'op':'mod.unban','name':'Anna'}"));
    rig_pass(rig, 20000);
    page = rig_ask(maria, "{'op':'mod.sanctions'}");
    assert_int_equal(json_array_size(json_object_get(page, "rows")), 0);
}

static void a_page_tells_bans_and_mutes_to_those_who_keep_order(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *maria = keeper(rig, "Maria", "moderator");
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    assert_ok(rig_ask(maria, "{'op':'mod.mute','name':'Anna','reason':'spam'}"));
    assert_ok(rig_ask(maria, "{'op':'mod.ban','name':'Boris','minutes':1,'reason':'insults'}"));
    assert_true(boris->is_ended);
    assert_string_equal(text_at(rig_ask(maria, "{'op':'player.get','name':'Anna'}"), "mute.reason"),
                        "spam");
    const json_t *page = rig_ask(maria, "{'op':'player.get','name':'Boris'}");
    assert_int_equal(int_at(page, "ban.until"), rig->now.wall_ms + 60000);
    assert_false(has_at(page, "mute"));
    assert_true(
        has_at(rig_ask(rig_connect_locally(rig), "{'op':'player.get','name':'Boris'}"), "ban"));
    assert_true(has_at(rig_ask(anna, "{'op':'player.get'}"), "mute"));
    assert_false(has_at(rig_ask(anna, "{'op':'player.get','name':'Boris'}"), "ban"));
    assert_false(has_at(rig_ask(rig_guest(rig), "{'op':'player.get','name':'Anna'}"), "mute"));
}

/* ------------------------------------------------------------------ whom it concerns */

static void whoever_is_muted_is_told_when_it_is_stored(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *twin = rig_resume(rig, anna->token);
    struct rig_peer *local = rig_connect_locally(rig);
    rig_forget_events(anna);
    rig->store->holds_batches = true;
    rig_send(local, "{'op':'mod.mute','name':'Anna','minutes':5,'reason':'spam'}");
    rig_turn(rig);
    assert_int_equal(rig_event_count(anna), 0);
    rig->store->holds_batches = false;
    rig_turn(rig);
    for (int i = 0; i < 2; i++) {
        const json_t *told = rig_expect(i == 0 ? anna : twin, "account.changed");
        assert_string_equal(text_at(told, "act"), "mute");
        assert_int_equal(int_at(told, "mute.until"), rig->now.wall_ms + 300000);
        assert_string_equal(text_at(told, "mute.reason"), "spam");
    }
    assert_ok(rig_ask(local, "{'op':'mod.unmute','name':'Anna'}"));
    const json_t *told = rig_expect(anna, "account.changed");
    assert_string_equal(text_at(told, "act"), "unmute");
    assert_false(has_at(told, "mute"));
}

static void a_mute_that_was_not_stored_is_not_told(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *local = rig_connect_locally(rig);
    rig_forget_events(anna);
    rig->store->fails_batches = true;
    assert_code(rig_ask(local, "{'op':'mod.mute','name':'Anna','reason':'x'}"),
                "storage_unavailable");
    rig->store->fails_batches = false;
    rig_pass(rig, 1000);
    assert_int_equal(rig_event_count(anna), 0);
}

static void a_role_is_told_when_it_is_given_and_taken(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *local = rig_connect_locally(rig);
    assert_ok(rig_ask(local, "{'op':'mod.role','name':'Anna','role':'moderator'}"));
    const json_t *told = rig_expect(anna, "account.changed");
    assert_string_equal(text_at(told, "act"), "role");
    assert_string_equal(text_at(told, "role"), "moderator");
    assert_ok(rig_ask(local, "{'op':'mod.role','name':'Anna','role':'player'}"));
    assert_false(has_at(rig_expect(anna, "account.changed"), "role"));
}

static void logins_tell_the_mute_and_the_role(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = keeper(rig, "Anna", "operator");
    assert_ok(rig_ask(rig_connect_locally(rig),
                      "{'op':'mod.mute','name':'Anna','minutes':1,'reason':'spam'}"));
    const json_t *replies[2];
    replies[0] = rig_ask(rig_connect(rig), "{'op':'auth.resume','token':'%s'}", anna->token);
    replies[1] =
        rig_ask(rig_connect(rig), "{'op':'auth.login','name':'Anna','password':'secret of Anna'}");
    for (int i = 0; i < 2; i++) {
        assert_string_equal(text_at(replies[i], "role"), "operator");
        assert_string_equal(text_at(replies[i], "mute.reason"), "spam");
        assert_int_equal(int_at(replies[i], "mute.until"), rig->now.wall_ms + 60000);
    }
    rig_pass(rig, 59999);
    struct rig_peer *late = rig_connect(rig);
    rig_pass(rig, 1);
    const json_t *reply = rig_ask(late, "{'op':'auth.resume','token':'%s'}", anna->token);
    assert_false(has_at(reply, "mute"));
    reply = rig_ask(rig_connect(rig), "{'op':'auth.resume','token':'%s'}",
                    rig_player(rig, "Boris")->token);
    assert_false(has_at(reply, "role"));
}

/* ------------------------------------------------------------------ reports */

static void a_report_is_told_to_those_who_keep_order(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *maria = keeper(rig, "Maria", "moderator");
    struct rig_peer *oleg = keeper(rig, "Oleg", "operator");
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    const char *request = "{'op':'player.report','name':'%s','complaint':'insult','text':'rude'}";
    rig->store->holds_batches = true;
    rig_send(anna, request, "Boris");
    rig_turn(rig);
    assert_int_equal(rig_event_count(maria), 0);
    rig_hang_up(anna);
    rig->store->holds_batches = false;
    rig_turn(rig);
    const json_t *told = rig_expect(maria, "mod.reported");
    assert_string_equal(text_at(told, "by"), "Anna");
    assert_string_equal(text_at(told, "name"), "Boris");
    assert_string_equal(text_at(told, "complaint"), "insult");
    assert_string_equal(text_at(told, "text"), "rude");
    rig_expect(oleg, "mod.reported");
    assert_int_equal(rig_event_count(boris), 0);
    assert_ok(rig_ask(maria, request, "Oleg")); /* of these two none is told */
    assert_int_equal(rig_event_count(maria) + rig_event_count(oleg), 0);
    assert_ok(rig_ask(boris, request, "Maria"));
    rig_expect(oleg, "mod.reported");
    assert_int_equal(rig_event_count(maria), 0);
    assert_code(rig_ask(boris, request, "Maria"), "already_reported");
    assert_int_equal(rig_event_count(oleg), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(who_is_banned_or_muted_now_is_listed),
        RIG_TEST(a_page_tells_bans_and_mutes_to_those_who_keep_order),
        RIG_TEST(whoever_is_muted_is_told_when_it_is_stored),
        RIG_TEST(a_mute_that_was_not_stored_is_not_told),
        RIG_TEST(a_role_is_told_when_it_is_given_and_taken),
        RIG_TEST(logins_tell_the_mute_and_the_role),
        RIG_TEST(a_report_is_told_to_those_who_keep_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
