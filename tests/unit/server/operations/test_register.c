/* SPDX-License-Identifier: MIT */
/* Registration: new accounts, and guests who become one. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

static int64_t send_register(struct rig_peer *peer, const char *name)
{
    return rig_send(peer, "{'op':'auth.register','name':'%s','password':'x7-kl'}", name);
}

static const json_t *registered(struct rig_peer *peer, const char *name)
{
    int64_t id = send_register(peer, name);
    rig_turn(peer->rig);
    return rig_reply(peer, id);
}

static void who_registers_is_logged_in_and_can_come_back(void **state)
{
    struct rig_peer *peer = rig_connect(*state);
    const json_t *reply = registered(peer, "Anna");
    assert_string_equal(text_at(reply, "name"), "Anna");
    assert_ok(rig_ask(peer, "{'op':'room.open','variant':'mini','rated':true," RIG_DAYS "}"));
    struct rig_peer *back = rig_resume(*state, text_at(reply, "token"));
    assert_string_equal(back->name, "Anna");
}

static void a_name_is_taken_in_any_case_and_by_its_looks(void **state)
{
    rig_player(*state, "Anna");
    struct rig_peer *peer = rig_connect(*state);
    assert_code(registered(peer, "anna"), "name_taken");
    assert_code(registered(peer, "\xd0\x90nna"), "bad_name"); /* mixed scripts */
    rig_player(*state, "Scope");
    assert_code(registered(peer, "\xd1\x95\xd1\x81\xd0\xbe\xd1\x80\xd0\xb5"), "name_taken");
    assert_ok(registered(peer, "Carla"));
}

static void of_two_at_once_one_gets_the_name(void **state)
{
    struct rig_peer *one = rig_connect(*state);
    struct rig_peer *other = rig_connect(*state);
    send_register(one, "Anna");
    send_register(other, "ANNA");
    rig_turn(*state);
    assert_ok(rig_reply(one, 1));
    assert_code(rig_reply(other, 1), "name_taken");
    assert_ok(registered(other, "Boris"));
}

static void names_and_passwords_have_limits(void **state)
{
    struct rig_peer *peer = rig_connect(*state);
    const json_t *reply = registered(peer, "x");
    assert_code(reply, "bad_name");
    assert_string_equal(text_at(reply, "error.field"), "name");
    assert_code(registered(peer, "guest-abcdef"), "bad_name");
    reply = rig_ask(peer, "{'op':'auth.register','name':'Anna','password':'1234'}");
    assert_code(reply, "bad_password");
    assert_string_equal(text_at(reply, "error.field"), "password");
    char password[130];
    memset(password, 'x', 129);
    password[129] = '\0';
    reply = rig_ask(peer, "{'op':'auth.register','name':'Anna','password':'%s'}", password);
    assert_code(reply, "bad_password");
    password[128] = '\0';
    reply = rig_ask(peer, "{'op':'auth.register','name':'Anna','password':'%s'}", password);
    assert_ok(reply);
    struct rig_peer *again = rig_connect(*state);
    reply = rig_ask(again, "{'op':'auth.login','name':'Anna','password':'%s'}", password);
    assert_ok(reply);
}

static void an_account_does_not_register_again(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    assert_code(registered(anna, "Boris"), "already_logged_in");
}

static void a_full_queue_is_busy(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *peer = rig_connect(rig);
    rig->work_cap = 0;
    const json_t *reply = registered(peer, "Anna");
    assert_code(reply, "busy");
    assert_int_equal(int_at(reply, "error.retry_after_ms"), 1000);
    rig->work_cap = 1;
    assert_ok(registered(peer, "Anna"));
}

static void a_worker_that_cannot_hash_is_busy(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *peer = rig_connect(rig);
    rig->holds_work = true;
    int64_t id = send_register(peer, "Anna");
    rig_work_finish(rig, 0, false);
    rig_turn(rig);
    assert_code(rig_reply(peer, id), "busy");
    rig->holds_work = false;
    assert_ok(registered(peer, "Anna"));
}

/* ------------------------------------------------------------------ guests */

static void a_guest_who_registers_keeps_the_games(void **state)
{
    struct rig_peer *guest = rig_guest(*state);
    struct rig_table table = rig_table(guest, rig_guest(*state), "mini", false);
    rig_play(&table, "a1 b1 a2 b2 a3");
    assert_ok(registered(guest, "Anna"));
    const json_t *history = rig_ask(guest, "{'op':'history.list','name':'Anna'}");
    assert_string_equal(text_at(history, "rows.0.game"), table.game);
    assert_false(bool_at(history, "rows.0.rated"));
    assert_string_equal(text_at(rig_game(guest, table.game), "first.name"), "Anna");
    rig_check_world(*state);
}

static void a_guest_who_registers_has_the_new_name_at_the_table(void **state)
{
    struct rig_peer *guest = rig_guest(*state);
    struct rig_peer *other = rig_guest(*state);
    struct rig_table table = rig_table(guest, other, "mini", false);
    assert_ok(registered(guest, "Anna"));
    const json_t *game = rig_game(other, table.game);
    assert_string_equal(text_at(game, "first.name"), "Anna");
    assert_false(bool_at(game, "first.guest"));
    const json_t *list = rig_ask(other, "{'op':'room.list'}");
    assert_string_equal(text_at(list, "rooms.0.players.0.name"), "Anna");
    assert_ok(rig_move(guest, table.game, 0, "a1"));
    rig_check_world(*state);
}

static void a_guest_who_left_the_table_has_the_new_name_in_the_game(void **state)
{
    struct rig_peer *guest = rig_guest(*state);
    struct rig_table table = rig_table(guest, rig_guest(*state), "mini", false);
    rig_play(&table, "a1 b1");
    assert_ok(rig_ask(guest, "{'op':'room.leave','room':'%s'}", table.room));
    assert_ok(registered(guest, "Anna"));
    assert_string_equal(text_at(rig_game(guest, table.game), "first.name"), "Anna");
}

/* The other one still sits there, so that the game stays in memory. */
static void who_left_the_table_and_the_server_has_the_new_name_in_the_game(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *guest = rig_guest(rig);
    struct rig_peer *other = rig_guest(rig);
    struct rig_table table = rig_table(guest, other, "mini", false);
    rig_play(&table, "a1 b1");
    assert_ok(rig_ask(guest, "{'op':'room.leave','room':'%s'}", table.room));
    rig->store->holds_batches = true;
    send_register(guest, "Anna");
    rig_turn(rig);
    rig_hang_up(guest);
    rig_turn(rig);
    rig->store->holds_batches = false;
    rig_turn(rig);
    const json_t *room = rig_ask(other, "{'op':'room.watch','room':'%s'}", table.room);
    assert_string_equal(text_at(room, "game.first.name"), "Anna");
    assert_false(bool_at(room, "game.first.guest"));
}

static void what_a_guest_said_has_the_new_name(void **state)
{
    struct rig_peer *guest = rig_guest(*state);
    struct rig_table table = rig_table(guest, rig_guest(*state), "mini", false);
    assert_ok(rig_ask(guest, "{'op':'room.say','room':'%s','text':'hello'}", table.room));
    assert_ok(registered(guest, "Anna"));
    const json_t *room = rig_ask(guest, "{'op':'room.watch','room':'%s'}", table.room);
    assert_string_equal(text_at(room, "chat.0.name"), "Anna");
    rig_check_world(*state);
}

static void a_guests_token_ends_with_the_registration(void **state)
{
    struct rig_peer *guest = rig_guest(*state);
    const char *token = text_at(registered(guest, "Anna"), "token");
    struct rig_peer *peer = rig_connect(*state);
    assert_code(rig_ask(peer, "{'op':'auth.resume','token':'%s'}", guest->token), "bad_token");
    assert_string_equal(rig_resume(*state, token)->name, "Anna");
    /* and the new one belongs to this connection: */
    assert_ok(rig_ask(guest, "{'op':'auth.logout'}"));
    assert_code(rig_ask(peer, "{'op':'auth.resume','token':'%s'}", token), "bad_token");
}

static void all_connections_of_a_guest_who_registers_go_on_with_the_new_token(void **state)
{
    struct rig_peer *guest = rig_guest(*state);
    struct rig_peer *twin = rig_resume(*state, guest->token);
    const char *token = text_at(registered(guest, "Anna"), "token");
    assert_ok(rig_ask(twin, "{'op':'auth.logout'}"));
    assert_true(guest->is_ended);
    struct rig_peer *peer = rig_connect(*state);
    assert_code(rig_ask(peer, "{'op':'auth.resume','token':'%s'}", token), "bad_token");
}

static void a_guest_whose_name_is_taken_stays_a_guest(void **state)
{
    rig_player(*state, "Anna");
    struct rig_peer *guest = rig_guest(*state);
    assert_code(registered(guest, "Anna"), "name_taken");
    rig_resume(*state, guest->token);
    assert_ok(registered(guest, "Boris"));
}

/* The store would refuse the second account of one player, and all that is written with it. */
static void a_guest_registers_once_however_many_connections_try(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *guest = rig_guest(rig);
    struct rig_peer *twin = rig_resume(rig, guest->token);
    struct rig_peer *late = rig_resume(rig, guest->token);
    rig->holds_work = true;
    int64_t one = send_register(guest, "Anna");
    int64_t other = send_register(twin, "Boris");
    int64_t third = send_register(late, "Carla");
    rig_work_finish(rig, 0, true);
    rig_work_finish(rig, 0, true); /* in the same batch */
    rig_turn(rig);
    rig_work_finish(rig, 0, true); /* afterwards */
    rig_turn(rig);
    assert_ok(rig_reply(guest, one));
    assert_code(rig_reply(twin, other), "busy");
    assert_code(rig_reply(late, third), "already_logged_in");
}

static void after_a_failed_commit_the_guest_can_register_elsewhere(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *guest = rig_guest(rig);
    struct rig_peer *twin = rig_resume(rig, guest->token);
    rig->store->fails_batches = true;
    assert_code(registered(guest, "Anna"), "storage_unavailable");
    rig->store->fails_batches = false;
    rig_pass(rig, 1000);
    assert_ok(registered(twin, "Boris"));
}

/* ------------------------------------------------------------------ between the two batches */

/* The account is durable, its session not yet: the batch of the session is held. */
static int64_t register_half(struct rig *rig, struct rig_peer *peer)
{
    rig->holds_work = true;
    int64_t id = send_register(peer, "Anna");
    rig_work_finish(rig, 0, true);
    core_turn_end(rig->core);
    core_store_ready(rig->core);
    rig->store->holds_batches = true;
    rig_turn(rig);
    assert_null(rig_reply(peer, id));
    rig->holds_work = false;
    return id;
}

static void who_logs_out_while_registering_is_logged_out_of_the_account(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *guest = rig_guest(rig);
    int64_t registering = register_half(rig, guest);
    int64_t leaving = rig_send(guest, "{'op':'auth.logout'}");
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_ok(rig_reply(guest, leaving));
    struct rig_peer *peer = rig_connect(rig);
    assert_code(rig_ask(peer, "{'op':'auth.resume','token':'%s'}",
                        text_at(rig_reply(guest, registering), "token")),
                "bad_token");
}

static void a_registration_whose_session_failed_is_finished_when_the_store_is_back(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *peer = rig_connect(rig);
    int64_t id = register_half(rig, peer);
    rig->store->fails_batches = true;
    rig->store->holds_batches = false;
    rig_turn(rig);
    rig_pass(rig, 1000); /* the probe fails, too */
    assert_null(rig_reply(peer, id));
    rig->store->fails_batches = false;
    rig_pass(rig, 1000);
    rig_resume(rig, text_at(rig_reply(peer, id), "token"));
    assert_ok(rig_ask(peer, "{'op':'room.open','variant':'mini'}"));
}

static void a_guests_registration_whose_session_failed_is_finished_too(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *guest = rig_guest(rig);
    int64_t id = register_half(rig, guest);
    rig_fail_held(rig);
    rig_pass(rig, 1000);
    rig_resume(rig, text_at(rig_reply(guest, id), "token"));
    struct rig_peer *old = rig_connect(rig);
    assert_code(rig_ask(old, "{'op':'auth.resume','token':'%s'}", guest->token), "bad_token");
}

static void who_goes_before_the_session_is_stored_can_log_in(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *peer = rig_connect(rig);
    register_half(rig, peer);
    rig_hang_up(peer);
    rig_fail_held(rig);
    rig_pass(rig, 1000);
    peer = rig_connect(rig);
    assert_ok(rig_ask(peer, "{'op':'auth.login','name':'Anna','password':'x7-kl'}"));
}

/* The client never learned the new token, so the old one has to do. */
static void a_guest_who_goes_before_the_account_is_stored_keeps_the_token(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *guest = rig_guest(rig);
    rig->store->holds_batches = true;
    send_register(guest, "Anna");
    rig_turn(rig);
    rig_hang_up(guest);
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_string_equal(rig_resume(rig, guest->token)->name, "Anna");
}

static void others_are_told_who_the_guest_is_now(void **state)
{
    struct rig_peer *guest = rig_guest(*state);
    struct rig_peer *phone = rig_resume(*state, guest->token);
    struct rig_table table = rig_table(guest, rig_guest(*state), "mini", false);
    struct rig_peer *watcher = rig_guest(*state);
    assert_ok(rig_ask(watcher, "{'op':'room.watch','room':'%s'}", table.room));
    char before[81];
    snprintf(before, sizeof(before), "%s", guest->name);
    struct rig_peer *told[] = {phone, table.second, watcher};
    for (size_t i = 0; i < 3; i++)
        rig_forget_events(told[i]);
    rig_forget_events(guest);
    assert_ok(registered(guest, "Anna"));
    for (size_t i = 0; i < 3; i++) {
        if (told[i] == phone)
            rig_expect(phone, "player.renamed");
        const json_t *renamed = rig_expect(told[i], "room.renamed");
        assert_string_equal(text_at(renamed, "before"), before);
        assert_string_equal(text_at(renamed, "name"), "Anna");
    }
    rig_expect(guest, "player.renamed");
    rig_expect(guest, "room.renamed");
    assert_int_equal(rig_event_count(guest), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(who_registers_is_logged_in_and_can_come_back),
        RIG_TEST(a_name_is_taken_in_any_case_and_by_its_looks),
        RIG_TEST(of_two_at_once_one_gets_the_name),
        RIG_TEST(names_and_passwords_have_limits),
        RIG_TEST(an_account_does_not_register_again),
        RIG_TEST(a_full_queue_is_busy),
        RIG_TEST(a_worker_that_cannot_hash_is_busy),
        RIG_TEST(a_guest_who_registers_keeps_the_games),
        RIG_TEST(a_guest_who_registers_has_the_new_name_at_the_table),
        RIG_TEST(a_guest_who_left_the_table_has_the_new_name_in_the_game),
        RIG_TEST(who_left_the_table_and_the_server_has_the_new_name_in_the_game),
        RIG_TEST(what_a_guest_said_has_the_new_name),
        RIG_TEST(a_guests_token_ends_with_the_registration),
        RIG_TEST(all_connections_of_a_guest_who_registers_go_on_with_the_new_token),
        RIG_TEST(a_guest_whose_name_is_taken_stays_a_guest),
        RIG_TEST(a_guest_registers_once_however_many_connections_try),
        RIG_TEST(after_a_failed_commit_the_guest_can_register_elsewhere),
        RIG_TEST(who_logs_out_while_registering_is_logged_out_of_the_account),
        RIG_TEST(a_registration_whose_session_failed_is_finished_when_the_store_is_back),
        RIG_TEST(a_guests_registration_whose_session_failed_is_finished_too),
        RIG_TEST(who_goes_before_the_session_is_stored_can_log_in),
        RIG_TEST(a_guest_who_goes_before_the_account_is_stored_keeps_the_token),
        RIG_TEST(others_are_told_who_the_guest_is_now),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
