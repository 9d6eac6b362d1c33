/* SPDX-License-Identifier: MIT */
/*
 * Order and accounts: new names and new passwords from those who keep it.
 */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ names */

static void a_new_name_is_told_and_everything_else_stays(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_table table = rig_table(anna, boris, "mini", true);
    struct rig_peer *watcher = rig_guest(rig);
    assert_ok(rig_ask(watcher, "{'op':'room.watch','room':'%s'}", table.room));
    assert_ok(rig_ask(anna, "{'op':'room.say','room':'%s','text':'hi'}", table.room));
    for (size_t i = 0; i < rig->peer_count; i++)
        rig_forget_events(rig->peers[i]);
    assert_ok(rig_ask(rig_connect_locally(rig), "{'op':'mod.rename','name':'Anna','to':'Dora'}"));
    struct rig_peer *told[] = {anna, boris, watcher};
    for (int i = 0; i < 3; i++) {
        if (told[i] == anna)
            rig_expect(anna, "player.renamed");
        const json_t *renamed = rig_expect(told[i], "room.renamed");
        assert_string_equal(text_at(renamed, "room"), table.room);
        assert_string_equal(text_at(renamed, "before"), "Anna");
        assert_string_equal(text_at(renamed, "name"), "Dora");
        assert_int_equal(rig_event_count(told[i]), 0);
    }
    const json_t *room = rig_ask(watcher, "{'op':'room.watch','room':'%s'}", table.room);
    assert_string_equal(text_at(json_array_get(json_object_get(room, "chat"), 0), "name"), "Dora");
    assert_string_equal(text_at(room, "game.first.name"), "Dora");
    rig_play(&table, "a1 b1 a2 b2 a3");
    snprintf(rig->names[0], sizeof(rig->names[0]), "Dora");
    rig_check_world(rig);
    assert_ok(rig_log_in(rig, "Dora", "secret of Anna"));
    assert_code(rig_log_in(rig, "Anna", "secret of Anna"), "wrong_credentials");
    assert_code(
        rig_ask(rig_connect(rig), "{'op':'auth.register','name':'Anna','password':'x7-kl'}"),
        "name_reserved"); /* for good */
}

/* The table remembers the last game of somebody who is not in memory any more. */
static void who_is_away_has_the_new_name_at_old_tables(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_table table = rig_table(anna, boris, "mini", true);
    rig_play(&table, "a1 b1 a2 b2 a3");
    assert_ok(rig_ask(boris, "{'op':'room.leave','room':'%s'}", table.room));
    rig_hang_up(boris);
    rig_turn(rig);
    assert_int_equal(core_count(rig->core).players, 1);
    assert_ok(rig_ask(rig_connect_locally(rig), "{'op':'mod.rename','name':'Boris','to':'Dora'}"));
    const json_t *room = rig_ask(anna, "{'op':'room.watch','room':'%s'}", table.room);
    assert_string_equal(text_at(room, "game.second.name"), "Dora");
    snprintf(rig->names[1], sizeof(rig->names[1]), "Dora");
    rig_check_world(rig);
}

static void a_name_without_a_wish_is_a_neutral_one(void **state)
{
    struct rig *rig = *state;
    rig_player(rig, "Anna");
    const json_t *reply = rig_ask(rig_connect_locally(rig), "{'op':'mod.rename','name':'Anna'}");
    assert_ok(reply);
    assert_int_equal(strncmp(text_at(reply, "name"), "Player-", 7), 0);
}

/* A game's result is written in the batch behind the new name's and fails: the rating goes back,
 * the name does not. */
static void a_name_survives_the_failure_of_a_later_batch(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_table table = rig_table(anna, rig_player(rig, "Boris"), "mini", true);
    struct rig_peer *local = rig_connect_locally(rig);
    rig_play(&table, "a1 b1 a2 b2");
    rig->store->holds_batches = true;
    rig_send(local, "{'op':'mod.rename','name':'Anna','to':'Dora'}");
    rig_turn(rig);
    rig_send(anna, "{'op':'game.move','game':'%s','ply':4,'action':'a3'}", table.game);
    rig_turn(rig);
    rig->store->holds_batches = false;
    core_store_ready(rig->core);
    rig->store->fails_batches = true;
    rig_turn(rig);
    rig->store->fails_batches = false;
    rig_pass(rig, 1000);
    snprintf(rig->names[0], sizeof(rig->names[0]), "Dora");
    rig_check_world(rig);
}

/* ------------------------------------------------------------------ passwords */

static void a_new_password_ends_all_logins(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    char token[65];
    snprintf(token, sizeof(token), "%s", anna->token);
    const json_t *reply =
        rig_ask(rig_connect_locally(rig), "{'op':'mod.reset_password','name':'Anna'}");
    assert_ok(reply);
    assert_int_equal(strlen(text_at(reply, "password")), 20);
    assert_string_equal(text_at(rig_expect(anna, "bye"), "code"), "logged_out");
    assert_code(rig_ask(rig_connect(rig), "{'op':'auth.resume','token':'%s'}", token), "bad_token");
    assert_code(rig_log_in(rig, "Anna", "secret of Anna"), "wrong_credentials");
    assert_ok(rig_log_in(rig, "Anna", text_at(reply, "password")));
}

/* The old password was verified before the new one was stored. */
static void a_login_with_the_old_password_under_way_fails(void **state)
{
    rig_player(*state, "Anna");
    rig_login_too_late(rig_connect_locally(*state), "{'op':'mod.reset_password','name':'Anna'}");
}

/* Anna changes her password, and it is reset; both have new hashes, and the one or the other is
 * written first. Returns the reply to Anna. */
static const json_t *assert_reset_holds(struct rig *rig, size_t written_first)
{
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *local = rig_connect_locally(rig);
    rig->holds_work = true;
    int64_t change =
        rig_send(anna, "{'op':'auth.password','old':'secret of Anna','new':'secret 2'}");
    rig_turn(rig);
    rig_work_finish(rig, 0, true); /* the old one is right */
    int64_t reset = rig_send(local, "{'op':'mod.reset_password','name':'Anna'}");
    rig_turn(rig);
    assert_int_equal(rig->work_count, 2);
    rig->store->holds_batches = true;
    rig_work_finish(rig, written_first, true);
    rig_work_finish(rig, 0, true);
    rig_turn(rig);
    rig->holds_work = false;
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_string_equal(text_at(rig_expect(anna, "bye"), "code"), "logged_out");
    assert_code(rig_log_in(rig, "Anna", "secret 2"), "wrong_credentials");
    assert_ok(rig_log_in(rig, "Anna", text_at(rig_reply(local, reset), "password")));
    rig_check_world(rig);
    return rig_reply(anna, change);
}

static void a_reset_password_is_not_changed_by_who_knew_the_old_one(void **state)
{
    assert_null(assert_reset_holds(*state, 1));
}

static void a_reset_behind_a_change_holds(void **state)
{
    assert_ok(assert_reset_holds(*state, 0));
}

/* The operator's own doing: nobody acts on equals. */
static void who_has_risen_when_the_hash_is_there_keeps_the_password(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *local = rig_connect_locally(rig);
    struct rig_peer *boris = rig_player(rig, "Boris");
    rig_player(rig, "Anna");
    assert_ok(rig_ask(local, "{'op':'mod.role','name':'Boris','role':'operator'}"));
    rig->holds_work = true;
    int64_t reset = rig_send(boris, "{'op':'mod.reset_password','name':'Anna'}");
    rig_turn(rig);
    assert_ok(rig_ask(boris, "{'op':'mod.role','name':'Anna','role':'operator'}"));
    rig_work_finish(rig, 0, true);
    rig->holds_work = false;
    assert_code(rig_reply(boris, reset), "not_allowed");
    assert_ok(rig_log_in(rig, "Anna", "secret of Anna"));
    rig_check_world(rig);
}

/* ------------------------------------------------------------------ accounts that end */

#define DELETE "{'op':'auth.delete','password':'secret of Anna'}"

/* Deletes Anna's account, and reads her name after that from a game that she played. */
static void delete_anna(struct rig *rig, char name_out[81])
{
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_table table = rig_table(anna, boris, "mini", false);
    assert_ok(rig_ask(anna, DELETE));
    snprintf(name_out, 81, "%s", text_at(rig_game(boris, table.game), "first.name"));
}

static void a_deleted_account_gets_no_password_and_no_mute(void **state)
{
    struct rig *rig = *state;
    char name[81];
    delete_anna(rig, name);
    assert_code(
        rig_ask(rig_connect_locally(rig), "{'op':'mod.mute','name':'%s','reason':'insults'}", name),
        "no_such_player");
    assert_code(rig_ask(rig_connect_locally(rig), "{'op':'mod.reset_password','name':'%s'}", name),
                "no_such_player");
    assert_code(rig_log_in(rig, name, "secret of Anna"), "wrong_credentials");
    rig_check_world(rig);
}

/* The new password's hash is there when the deletion is written, or even stored. */
static void end_before_the_hash(struct rig *rig, bool is_stored)
{
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *local = rig_connect_locally(rig);
    rig->holds_work = true;
    int64_t reset = rig_send(local, "{'op':'mod.reset_password','name':'Anna'}");
    rig_turn(rig);
    int64_t deleted = rig_send(anna, DELETE);
    rig_turn(rig);
    assert_int_equal(rig->work_count, 2);
    rig->store->holds_batches = !is_stored;
    rig_work_finish(rig, 1, true);
    rig_turn(rig);
    rig_work_finish(rig, 0, true);
    rig_turn(rig);
    rig->holds_work = false;
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_ok(rig_reply(anna, deleted));
    assert_code(rig_reply(local, reset), "no_such_player");
    assert_code(rig_log_in(rig, "Anna", "secret of Anna"), "wrong_credentials");
    rig_check_world(rig);
}

static void an_account_that_ends_meanwhile_gets_no_password(void **state)
{
    end_before_the_hash(*state, true);
}

static void an_account_on_its_way_out_gets_no_password(void **state)
{
    end_before_the_hash(*state, false);
}

static void who_is_on_the_way_out_is_not_acted_on(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *local = rig_connect_locally(rig);
    const char *reset = "{'op':'mod.reset_password','name':'Anna'}";
    assert_code(rig_ask_behind(anna, DELETE, local, reset), "busy");
    rig_check_world(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(a_new_name_is_told_and_everything_else_stays),
        RIG_TEST(who_is_away_has_the_new_name_at_old_tables),
        RIG_TEST(a_name_without_a_wish_is_a_neutral_one),
        RIG_TEST(a_name_survives_the_failure_of_a_later_batch),
        RIG_TEST(a_new_password_ends_all_logins),
        RIG_TEST(a_login_with_the_old_password_under_way_fails),
        RIG_TEST(a_reset_password_is_not_changed_by_who_knew_the_old_one),
        RIG_TEST(a_reset_behind_a_change_holds),
        RIG_TEST(who_has_risen_when_the_hash_is_there_keeps_the_password),
        RIG_TEST(a_deleted_account_gets_no_password_and_no_mute),
        RIG_TEST(an_account_that_ends_meanwhile_gets_no_password),
        RIG_TEST(an_account_on_its_way_out_gets_no_password),
        RIG_TEST(who_is_on_the_way_out_is_not_acted_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
