/* SPDX-License-Identifier: MIT */
/*
 * Order: who may do what to whom, what bans and mutes do, closed rooms, reports, and that all of it
 * is recorded. That it is held, lost and taken back with its batch is in turn/test_commit.c.
 */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DAY_MS INT64_C(86400000)

/* ------------------------------------------------------------------ rights */

static void nobody_acts_on_himself_or_on_his_equals(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    rig_player(rig, "Boris");
    rig_player(rig, "Carla");
    rig_give_role(rig, "Anna", "moderator");
    rig_give_role(rig, "Boris", "moderator");
    rig_give_role(rig, "Carla", "operator");
    assert_code(rig_ask(anna, "{'op':'mod.ban','name':'Anna','reason':'x'}"), "not_allowed");
    assert_code(rig_ask(anna, "{'op':'mod.ban','name':'Boris','reason':'x'}"), "not_allowed");
    assert_code(rig_ask(anna, "{'op':'mod.mute','name':'Carla','reason':'x'}"), "not_allowed");
    assert_code(rig_ask(anna, "{'op':'mod.rename','name':'Carla'}"), "not_allowed");
    rig_give_role(rig, "Anna", "operator");
    assert_ok(rig_ask(anna, "{'op':'mod.mute','name':'Boris','reason':'x'}"));
    assert_code(rig_ask(anna, "{'op':'mod.role','name':'Carla','role':'player'}"), "not_allowed");
    assert_code(rig_ask(anna, "{'op':'mod.role','name':'Anna','role':'player'}"), "not_allowed");
    rig_give_role(rig, "Carla", "player");
    assert_ok(rig_ask(anna, "{'op':'mod.ban','name':'Carla','reason':'x'}"));
}

static void a_role_that_was_taken_away_ends_what_waits(void **state)
{
    static const char *const requests[] = {
        "{'op':'mod.ban','name':'Boris','reason':'x'}",
        "{'op':'mod.log','name':'Boris'}",
        "{'op':'mod.log'}",
        "{'op':'mod.reports'}",
        "{'op':'mod.cases'}",
        "{'op':'mod.reports','name':'Boris'}",
        "{'op':'mod.sanctions'}",
    };
    enum { COUNT = sizeof(requests) / sizeof(requests[0]) };
    int64_t ids[COUNT];
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    rig_give_role(rig, "Anna", "moderator");
    rig->store->holds_answers = true;
    rig_send(rig_connect_locally(rig), "{'op':'mod.role','name':'Anna','role':'player'}");
    for (int i = 0; i < COUNT; i++)
        ids[i] = rig_send(anna, "%s", requests[i]);
    rig_turn(rig);
    rig->store->holds_answers = false;
    rig_turn(rig);
    for (int i = 0; i < COUNT; i++)
        assert_code(rig_reply(anna, ids[i]), "not_allowed");
    assert_false(boris->is_ended);
}

static void the_local_operator_has_no_account_and_logs_in_nowhere(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *local = rig_connect_locally(rig);
    rig_player(rig, "Anna");
    assert_code(rig_ask(local, "{'op':'auth.guest'}"), "already_logged_in");
    assert_code(rig_ask(local, "{'op':'auth.register','name':'Dora','password':'x7-kl'}"),
                "already_logged_in");
    assert_code(rig_ask(local, "{'op':'auth.login','name':'Anna','password':'secret of Anna'}"),
                "already_logged_in");
    assert_code(rig_ask(local, "{'op':'room.open','variant':'mini'}"), "login_required");
    assert_code(rig_ask(local, "{'op':'player.report','name':'Anna','complaint':'name'}"),
                "login_required");
    assert_int_equal(int_at(rig_ask(local, "{'op':'mod.stats'}"), "players"), 1);
}

/* Strangers have to log in within login_ms; the operator has as long as a player. */
static void a_local_connection_lives_as_long_as_it_speaks(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *local = rig_connect_locally(rig);
    for (int i = 0; i < 5; i++) {
        rig_pass(rig, rig->options.idle_ms - 1);
        assert_ok(rig_ask(local, "{'op':'mod.stats'}"));
    }
    rig_pass(rig, rig->options.idle_ms);
    assert_string_equal(text_at(rig_find_event(local, "bye"), "code"), "idle_timeout");
}

/* ------------------------------------------------------------------ bans */

static void a_banned_player_is_sent_away_and_does_not_get_in(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *twin = rig_resume(rig, anna->token);
    const json_t *banned =
        rig_ask(rig_connect_locally(rig), "{'op':'mod.ban','name':'anna','minutes':90,"
                                          "'reason':'insults\\nand more'}");
    assert_ok(banned);
    assert_int_equal(int_at(banned, "until"), rig->now.wall_ms + 5400000);
    for (int i = 0; i < 2; i++) {
        const json_t *bye = rig_expect(i == 0 ? anna : twin, "bye");
        assert_string_equal(text_at(bye, "code"), "banned");
        assert_string_equal(text_at(bye, "reason"), "insults and more");
        assert_int_equal(int_at(bye, "retry_after_ms"), 5400000);
    }
    const json_t *refused = rig_log_in(rig, "Anna", "secret of Anna");
    assert_code(refused, "banned");
    assert_string_equal(text_at(refused, "error.reason"), "insults and more");
    assert_int_equal(int_at(refused, "error.retry_after_ms"), 5400000);
    assert_code(rig_ask(rig_connect(rig), "{'op':'auth.resume','token':'%s'}", anna->token),
                "banned");
    rig_restart(rig);
    assert_code(rig_log_in(rig, "Anna", "secret of Anna"), "banned");
}

/* The disk is slow, and the ban is lifted before it is stored. */
static void a_ban_that_is_lifted_at_once_says_what_it_was(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *local = rig_connect_locally(rig);
    struct rig_peer *anna = rig_player(rig, "Anna");
    rig->store->holds_batches = true;
    rig_send(anna, "{'op':'room.open','variant':'mini'}");
    rig_turn(rig);
    rig_send(local, "{'op':'mod.ban','name':'Anna','minutes':90,'reason':'insults'}");
    rig_turn(rig);
    rig_send(local, "{'op':'mod.unban','name':'Anna'}");
    rig_turn(rig);
    rig->store->holds_batches = false;
    rig_turn(rig);
    const json_t *bye = rig_find_event(anna, "bye");
    assert_string_equal(text_at(bye, "reason"), "insults");
    assert_int_equal(int_at(bye, "retry_after_ms"), 5400000);
    rig_check_world(rig);
}

static void strangers_are_not_told_who_is_banned(void **state)
{
    struct rig *rig = *state;
    rig_player(rig, "Anna");
    assert_ok(rig_ask(rig_connect_locally(rig), "{'op':'mod.ban','name':'Anna','reason':'x'}"));
    assert_code(rig_log_in(rig, "Anna", "a wrong one"), "wrong_credentials");
}

static void a_refused_login_leaves_no_session(void **state)
{
    struct rig *rig = *state;
    rig_player(rig, "Anna");
    assert_ok(rig_ask(rig_connect_locally(rig), "{'op':'mod.ban','name':'Anna','reason':'x'}"));
    size_t batches = rig->store->batches;
    assert_code(rig_log_in(rig, "Anna", "secret of Anna"), "banned");
    assert_int_equal(rig->store->batches, batches);
}

static void a_ban_ends_by_itself_and_may_end_before(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *local = rig_connect_locally(rig);
    rig_player(rig, "Anna");
    assert_ok(rig_ask(local, "{'op':'mod.ban','name':'Anna','minutes':2,'reason':'x'}"));
    rig_live(rig, 119999);
    assert_code(rig_log_in(rig, "Anna", "secret of Anna"), "banned");
    rig_live(rig, 1);
    assert_ok(rig_log_in(rig, "Anna", "secret of Anna"));
    assert_code(rig_ask(local, "{'op':'mod.unban','name':'Anna'}"), "nothing_to_lift");
    const json_t *banned = rig_ask(local, "{'op':'mod.ban','name':'Anna','reason':'x'}");
    assert_false(has_at(banned, "until"));
    assert_false(has_at(rig_log_in(rig, "Anna", "secret of Anna"), "error.retry_after_ms"));
    assert_ok(rig_ask(local, "{'op':'mod.unban','name':'Anna'}"));
    assert_ok(rig_log_in(rig, "Anna", "secret of Anna"));
}

/* A clock that is set does not open the door: the ban goes by the time that is believed. */
static void a_clock_that_jumps_ends_no_ban(void **state)
{
    struct rig *rig = *state;
    rig_player(rig, "Anna");
    assert_ok(rig_ask(rig_connect_locally(rig),
                      "{'op':'mod.ban','name':'Anna','minutes':60,'reason':'x'}"));
    rig->now.wall_ms += 400 * DAY_MS;
    rig_turn(rig);
    assert_code(rig_log_in(rig, "Anna", "secret of Anna"), "banned");
}

/* The login has the right password by then, and its answer about the player is older than the ban.
 */
static void a_ban_meets_a_login_that_is_under_way(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *local = rig_connect_locally(rig);
    char token[65];
    snprintf(token, sizeof(token), "%s", anna->token);
    rig_hang_up(anna);
    rig_turn(rig);
    rig->store->holds_answers = true;
    struct rig_peer *late = rig_connect(rig);
    int64_t ban = rig_send(local, "{'op':'mod.ban','name':'Anna','reason':'x'}");
    rig_turn(rig); /* in one turn the login would be asked first */
    int64_t login = rig_send(late, "{'op':'auth.resume','token':'%s'}", token);
    rig_turn(rig);
    rig->store->holds_answers = false;
    rig_turn(rig);
    assert_ok(rig_reply(local, ban));
    assert_code(rig_reply(late, login), "banned");
}

static void a_failed_ban_sends_nobody_away(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *local = rig_connect_locally(rig);
    rig->store->fails_batches = true;
    assert_code(rig_ask(local, "{'op':'mod.ban','name':'Anna','reason':'x'}"),
                "storage_unavailable");
    rig->store->fails_batches = false;
    rig_pass(rig, 1000);
    assert_false(anna->is_ended);
    assert_ok(rig_ask(rig_connect(rig), "{'op':'auth.resume','token':'%s'}", anna->token));
}

/* Two acts on somebody who is not there, the second while the first is not stored: neither may undo
 * the other. */
static void acts_on_who_is_away_do_not_undo_each_other(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *local = rig_connect_locally(rig);
    char token[65];
    snprintf(token, sizeof(token), "%s", anna->token);
    rig_hang_up(anna);
    rig_turn(rig);
    rig->store->holds_answers = true;
    rig_send(local, "{'op':'mod.mute','name':'Anna','reason':'muted'}");
    rig_send(local, "{'op':'mod.ban','name':'Anna','reason':'banned'}");
    rig_turn(rig);
    rig->store->holds_answers = false;
    rig_turn(rig);
    rig_restart(rig);
    assert_code(rig_ask(rig_connect(rig), "{'op':'auth.resume','token':'%s'}", token), "banned");
    assert_ok(rig_ask(rig_connect_locally(rig), "{'op':'mod.unban','name':'Anna'}"));
    assert_ok(rig_ask(rig_connect_locally(rig), "{'op':'mod.unmute','name':'Anna'}"));
}

/* ------------------------------------------------------------------ mutes */

static void a_muted_player_is_not_heard(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_table table = rig_table(anna, rig_player(rig, "Boris"), "classic", false);
    struct rig_peer *local = rig_connect_locally(rig);
    assert_ok(rig_ask(local, "{'op':'mod.mute','name':'Anna','minutes':5,'reason':'insults'}"));
    const json_t *said = rig_ask(anna, "{'op':'room.say','room':'%s','text':'hi'}", table.room);
    assert_code(said, "muted");
    assert_int_equal(int_at(said, "error.retry_after_ms"), 300000);
    assert_string_equal(text_at(said, "error.reason"), "insults");
    assert_int_equal(rig_event_count(table.second), 0);
    assert_ok(rig_move(anna, table.game, 0, "h8"));
    rig_live(rig, 300000);
    assert_ok(rig_ask(anna, "{'op':'room.say','room':'%s','text':'hi'}", table.room));
    assert_ok(rig_ask(local, "{'op':'mod.mute','name':'Anna','reason':'insults'}"));
    assert_code(rig_ask(anna, "{'op':'room.say','room':'%s','text':'hi'}", table.room), "muted");
    assert_ok(rig_ask(local, "{'op':'mod.unmute','name':'Anna'}"));
    assert_ok(rig_ask(anna, "{'op':'room.say','room':'%s','text':'hi'}", table.room));
}

static void guests_can_be_muted_and_stay_so_as_accounts(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *guest = rig_guest(rig);
    struct rig_table table = rig_table(guest, rig_player(rig, "Boris"), "classic", false);
    assert_ok(rig_ask(rig_connect_locally(rig), "{'op':'mod.mute','name':'%s','reason':'x'}",
                      guest->name));
    assert_ok(rig_ask(guest, "{'op':'auth.register','name':'Anna','password':'x7-kl'}"));
    assert_code(rig_ask(guest, "{'op':'room.say','room':'%s','text':'hi'}", table.room), "muted");
}

/* ------------------------------------------------------------------ rooms */

static void a_closed_room_ends_its_game_without_a_result(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_table table = rig_table(anna, rig_player(rig, "Boris"), "classic", true);
    rig_play(&table, "h8 i9 h7 i7");
    rig_forget_events(anna);
    assert_ok(rig_ask(rig_connect_locally(rig), "{'op':'mod.close_room','room':'%s','reason':'x'}",
                      table.room));
    const json_t *ended = rig_expect(anna, "game.ended");
    assert_string_equal(text_at(ended, "result"), "none");
    assert_string_equal(text_at(ended, "reason"), "closed");
    assert_int_equal(json_array_size(json_object_get(ended, "changes")), 0);
    assert_string_equal(text_at(rig_expect(anna, "room.closed"), "reason"), "x");
    assert_code(rig_ask(anna, "{'op':'room.watch','room':'%s'}", table.room), "no_such_room");
    const json_t *anna_now = rig_ask(anna, "{'op':'player.get'}");
    assert_int_equal(json_array_size(json_object_get(anna_now, "ratings")), 0);
    rig_check_world(rig);
}

static void a_room_that_sleeps_is_closed_too(void **state)
{
    struct rig *rig = *state;
    struct rig_table table =
        rig_clocked_table(rig_player(rig, "Anna"), rig_player(rig, "Boris"), "classic",
                          "{'kind':'correspondence','period_ms':86400000}");
    rig_hang_up(table.first);
    rig_hang_up(table.second);
    rig_turn(rig);
    assert_int_equal(core_count(rig->core).asleep, 1);
    struct rig_peer *local = rig_connect_locally(rig);
    assert_ok(rig_ask(local, "{'op':'mod.close_room','room':'%s','reason':'x'}", table.room));
    assert_string_equal(text_at(rig_game(local, table.game), "reason"), "closed");
    rig_check_world(rig);
}

/* ------------------------------------------------------------------ the record */

static void lines_reasons_and_reports_are_not_blank(void **state)
{
    static const char *const requests[] = {
        "{'op':'mod.mute','name':'Anna','reason':'\\u200b '}",
        "{'op':'mod.unban','name':'Anna','reason':'\\u200b '}",
        "{'op':'mod.close_room','room':'000000000001','reason':'\\u200b '}",
        "{'op':'mod.resolve','report':1,'verdict':'upheld','note':'\\u200b '}",
    };
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    rig_player(rig, "Boris");
    for (size_t i = 0; i < sizeof(requests) / sizeof(requests[0]); i++)
        assert_code(rig_ask(rig_connect_locally(rig), "%s", requests[i]), "out_of_range");
    assert_code(rig_ask(anna, "{'op':'player.report','name':'Boris','complaint':'insult',"
                              "'text':'\\u2003'}"),
                "out_of_range");
    const json_t *opened = rig_ask(anna, "{'op':'room.open','variant':'mini'}");
    const json_t *refused = rig_ask(anna, "{'op':'room.say','room':'%s','text':' \\u2060\\u2003'}",
                                    text_at(opened, "room.room"));
    assert_code(refused, "out_of_range");
    assert_string_equal(text_at(refused, "error.field"), "text");
}

static void each_act_is_recorded_once_with_who_and_why(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    rig_player(rig, "Boris");
    rig_give_role(rig, "Anna", "moderator");
    assert_ok(rig_ask(anna, "{'op':'mod.ban','name':'Boris','minutes':1,'reason':'insults'}"));
    assert_ok(rig_ask(anna, "{'op':'mod.rename','name':'Boris','to':'Dora'}"));
    assert_code(rig_ask(anna, "{'op':'mod.rename','name':'Dora','to':'Anna'}"), "name_taken");
    assert_code(rig_ask(anna, "{'op':'mod.unmute','name':'Dora'}"), "nothing_to_lift");
    const json_t *acts =
        json_object_get(rig_ask(anna, "{'op':'mod.log','name':'Dora'}"), "entries");
    assert_int_equal(json_array_size(acts), 2);
    const json_t *rename = json_array_get(acts, 0);
    const json_t *ban = json_array_get(acts, 1);
    assert_string_equal(text_at(rename, "act"), "rename");
    assert_string_equal(text_at(rename, "detail"), "Boris");
    assert_string_equal(text_at(ban, "act"), "ban");
    assert_string_equal(text_at(ban, "by"), "Anna");
    assert_string_equal(text_at(ban, "name"), "Dora");
    assert_string_equal(text_at(ban, "reason"), "insults");
    assert_int_equal(int_at(ban, "until"), rig->now.wall_ms + 60000);
    const json_t *all = rig_ask(anna, "{'op':'mod.log','before':3,'limit':1}");
    assert_int_equal(int_at(json_array_get(json_object_get(all, "entries"), 0), "n"), 2);
    assert_true(json_is_true(json_object_get(all, "more")));
    const json_t *role =
        json_array_get(json_object_get(rig_ask(anna, "{'op':'mod.log','before':2}"), "entries"), 0);
    assert_string_equal(text_at(role, "detail"), "moderator");
    assert_false(has_at(role, "by"));
}

static void the_log_names_what_was_done_and_only_that(void **state)
{
    char line[64];
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *local = rig_connect_locally(rig);
    const json_t *opened = rig_ask(anna, "{'op':'room.open','variant':'mini'}");
    snprintf(line, sizeof(line), "act=close_room by=(local) on=%s\n", text_at(opened, "room.room"));
    rig->log[0] = '\0';
    assert_code(rig_ask(local, "{'op':'mod.resolve','report':7,'verdict':'upheld'}"),
                "no_such_report");
    assert_null(strstr(rig->log, "act="));
    assert_ok(rig_ask(local, "{'op':'mod.close_room','room':'%s','reason':'no'}",
                      text_at(opened, "room.room")));
    assert_non_null(strstr(rig->log, line));
    rig_hang_up(anna);
    rig_turn(rig);
    assert_ok(rig_ask(local, "{'op':'mod.reset_password','name':'Anna'}"));
    assert_non_null(strstr(rig->log, "act=reset_password by=(local) on="));
    assert_null(strstr(rig->log, "on=-"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(nobody_acts_on_himself_or_on_his_equals),
        RIG_TEST(a_role_that_was_taken_away_ends_what_waits),
        RIG_TEST(the_local_operator_has_no_account_and_logs_in_nowhere),
        RIG_TEST(a_local_connection_lives_as_long_as_it_speaks),
        RIG_TEST(a_banned_player_is_sent_away_and_does_not_get_in),
        RIG_TEST(a_ban_that_is_lifted_at_once_says_what_it_was),
        RIG_TEST(strangers_are_not_told_who_is_banned),
        RIG_TEST(a_refused_login_leaves_no_session),
        RIG_TEST(a_ban_ends_by_itself_and_may_end_before),
        RIG_TEST(a_clock_that_jumps_ends_no_ban),
        RIG_TEST(a_ban_meets_a_login_that_is_under_way),
        RIG_TEST(a_failed_ban_sends_nobody_away),
        RIG_TEST(acts_on_who_is_away_do_not_undo_each_other),
        RIG_TEST(a_muted_player_is_not_heard),
        RIG_TEST(guests_can_be_muted_and_stay_so_as_accounts),
        RIG_TEST(a_closed_room_ends_its_game_without_a_result),
        RIG_TEST(a_room_that_sleeps_is_closed_too),
        RIG_TEST(lines_reasons_and_reports_are_not_blank),
        RIG_TEST(each_act_is_recorded_once_with_who_and_why),
        RIG_TEST(the_log_names_what_was_done_and_only_that),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
