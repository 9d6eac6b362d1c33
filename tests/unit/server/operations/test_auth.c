/* SPDX-License-Identifier: MIT */
/* Logging in: guests, sessions, passwords. Registration is in test_register.c. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <malloc.h>
#include <stdio.h>
#include <string.h>

static int64_t send_login(struct rig_peer *peer, const char *name, const char *password)
{
    return rig_send(peer, "{'op':'auth.login','name':'%s','password':'%s'}", name, password);
}

static const json_t *login(struct rig_peer *peer, const char *name, const char *password)
{
    int64_t id = send_login(peer, name, password);
    rig_turn(peer->rig);
    return rig_reply(peer, id);
}

/* ------------------------------------------------------------------ guests */

static void a_guest_gets_a_name_and_a_token(void **state)
{
    struct rig_peer *guest = rig_guest(*state);
    assert_memory_equal(guest->name, "guest-", 6);
    assert_int_equal(strlen(guest->token), 64);
}

static void two_guests_have_nothing_in_common(void **state)
{
    struct rig_peer *one = rig_guest(*state);
    struct rig_peer *other = rig_guest(*state);
    assert_string_not_equal(one->name, other->name);
    assert_string_not_equal(one->token, other->token);
}

static void a_guest_can_be_looked_up(void **state)
{
    struct rig_peer *guest = rig_guest(*state);
    const json_t *page = rig_ask(guest, "{'op':'player.get','name':'%s'}", guest->name);
    assert_true(bool_at(page, "guest"));
    assert_true(bool_at(page, "connected"));
}

static void a_connection_logs_in_once(void **state)
{
    struct rig_peer *guest = rig_guest(*state);
    assert_code(rig_ask(guest, "{'op':'auth.guest'}"), "already_logged_in");
    assert_code(rig_ask(guest, "{'op':'auth.resume','token':'%s'}", guest->token),
                "already_logged_in");
    rig_player(*state, "Anna");
    assert_code(login(guest, "Anna", "secret of Anna"), "already_logged_in");
}

#define CROWD 50

/* Very many may come at once, and wait for one commit: holes that they leave in the heap stay a
 * part of the weight of each. Most of what is counted here is the batch, which leaves none. (With a
 * sanitizer the heap tells nothing, and this passes.) */
static void guests_who_wait_for_the_store_are_light(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *guests[CROWD];
    int64_t ids[CROWD];
    for (size_t i = 0; i < CROWD; i++)
        guests[i] = rig_connect(rig);
    rig->store->holds_batches = true;
    size_t before = mallinfo2().uordblks;
    for (size_t i = 0; i < CROWD; i++)
        ids[i] = rig_send(guests[i], "{'op':'auth.guest'}");
    assert_in_range(mallinfo2().uordblks - before, 0, CROWD * 12000);
    rig->store->holds_batches = false;
    rig_turn(rig);
    for (size_t i = 0; i < CROWD; i++)
        assert_ok(rig_reply(guests[i], ids[i]));
}

static void a_second_login_waits_for_the_first(void **state)
{
    struct rig_peer *peer = rig_connect(*state);
    int64_t first = rig_send(peer, "{'op':'auth.guest'}");
    int64_t second = rig_send(peer, "{'op':'auth.guest'}");
    rig_turn(*state);
    assert_ok(rig_reply(peer, first));
    assert_code(rig_reply(peer, second), "busy");
}

/* ------------------------------------------------------------------ sessions */

static void a_guest_comes_back_with_the_token_and_sits_where_they_sat(void **state)
{
    struct rig_peer *guest = rig_guest(*state);
    struct rig_table table = rig_table(guest, rig_guest(*state), "mini", false);
    rig_hang_up(guest);
    rig_turn(*state);
    struct rig_peer *back = rig_connect(*state);
    const json_t *reply = rig_ask(back, "{'op':'auth.resume','token':'%s'}", guest->token);
    assert_string_equal(text_at(reply, "name"), guest->name);
    assert_true(bool_at(reply, "guest"));
    assert_string_equal(text_at(reply, "rooms.0.room"), table.room);
    assert_string_equal(text_at(reply, "rooms.0.game"), table.game);
    assert_string_equal(text_at(reply, "rooms.0.waits_for"), guest->name);
    assert_false(has_at(reply, "rooms.0.left_ms")); /* there is no clock */
}

static void whose_turn_it_is_and_how_long_is_told_at_a_login(void **state)
{
    struct rig_peer *anna = rig_guest(*state);
    struct rig_peer *boris = rig_guest(*state);
    struct rig_table table =
        rig_clocked_table(anna, boris, "mini", "{'kind':'correspondence','period_ms':86400000}");
    const json_t *before = rig_ask(anna, "{'op':'player.sync','since':0}");
    assert_string_equal(text_at(before, "rooms.0.waits_for"), anna->name);
    assert_int_equal(int_at(before, "rooms.0.left_ms"), 86400000);
    rig_move(anna, table.game, 0, "a1");
    rig_pass(*state, 1000);
    const json_t *after = rig_ask(anna, "{'op':'player.sync','since':0}");
    assert_string_equal(text_at(after, "rooms.0.waits_for"), boris->name);
    assert_int_equal(int_at(after, "rooms.0.left_ms"), 86399000);
    assert_ok(rig_ask(boris, "{'op':'game.resign','game':'%s'}", table.game));
    const json_t *over = rig_ask(anna, "{'op':'player.sync','since':0}");
    assert_false(has_at(over, "rooms.0.waits_for"));
    assert_false(has_at(over, "rooms.0.left_ms"));
}

static void a_player_may_have_many_connections_and_all_get_all_events(void **state)
{
    struct rig_peer *anna = rig_guest(*state);
    struct rig_peer *phone = rig_resume(*state, anna->token);
    struct rig_table table = rig_table(anna, rig_guest(*state), "mini", false);
    rig_forget_events(phone);
    rig_move(phone, table.game, 0, "a1");
    rig_expect(phone, "game.moved");
    rig_expect(anna, "game.moved");
}

static void a_wrong_token_is_refused(void **state)
{
    struct rig_peer *peer = rig_connect(*state);
    assert_code(rig_ask(peer, "{'op':'auth.resume','token':'no'}"), "bad_token");
    assert_ok(rig_ask(peer, "{'op':'auth.guest'}"));
}

static void after_a_logout_the_token_is_worth_nothing(void **state)
{
    struct rig_peer *guest = rig_guest(*state);
    assert_ok(rig_ask(guest, "{'op':'auth.logout'}"));
    assert_true(guest->is_ended);
    struct rig_peer *peer = rig_connect(*state);
    assert_code(rig_ask(peer, "{'op':'auth.resume','token':'%s'}", guest->token), "bad_token");
}

/* The question is asked behind the logout, so its answer has to know of it. */
static void a_token_is_worth_nothing_from_the_logout_on(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *guest = rig_guest(rig);
    struct rig_peer *other = rig_guest(rig);
    struct rig_peer *late = rig_connect(rig);
    rig->store->holds_batches = true;
    rig_send(other, "{'op':'room.open','variant':'mini'}");
    rig_turn(rig); /* a batch is under way: the logout fills the next one */
    rig_send(guest, "{'op':'auth.logout'}");
    int64_t id = rig_send(late, "{'op':'auth.resume','token':'%s'}", guest->token);
    rig_turn(rig);
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_code(rig_reply(late, id), "bad_token");
}

/* The answer was on its way when the session ended. */
static void a_token_that_was_found_before_the_logout_is_worth_nothing(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *guest = rig_guest(rig);
    struct rig_peer *late = rig_connect(rig);
    rig->store->holds_answers = true;
    int64_t id = rig_send(late, "{'op':'auth.resume','token':'%s'}", guest->token);
    rig_turn(rig);
    assert_ok(rig_ask(guest, "{'op':'auth.logout'}"));
    rig->store->holds_answers = false;
    rig_turn(rig);
    assert_code(rig_reply(late, id), "bad_token");
}

static void a_logout_ends_every_connection_of_that_token_and_no_other(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *twin = rig_resume(*state, anna->token);
    struct rig_peer *other = rig_connect(*state);
    assert_ok(login(other, "Anna", "secret of Anna"));
    assert_ok(rig_ask(anna, "{'op':'auth.logout'}"));
    assert_true(twin->is_ended);
    assert_string_equal(text_at(rig_expect(twin, "bye"), "code"), "logged_out");
    assert_false(other->is_ended);
}

static void a_token_survives_a_restart(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    rig_restart(*state);
    struct rig_peer *back = rig_resume(*state, anna->token);
    assert_string_equal(back->name, "Anna");
}

static void resuming_without_a_store_is_refused_and_can_be_tried_again(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *guest = rig_guest(rig);
    struct rig_peer *peer = rig_connect(rig);
    rig->store->fails_queries = true;
    const json_t *reply = rig_ask(peer, "{'op':'auth.resume','token':'%s'}", guest->token);
    assert_code(reply, "storage_unavailable");
    assert_int_equal(int_at(reply, "error.retry_after_ms"), 1000);
    rig->store->fails_queries = false;
    assert_ok(rig_ask(peer, "{'op':'auth.resume','token':'%s'}", guest->token));
}

static void a_login_without_a_store_is_refused_at_every_query(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna"); /* whose game of days is read at the end */
    (void)rig_table(anna, rig_player(rig, "Boris"), "mini", true);
    struct rig_peer *peer = rig_connect(rig);
    rig->store->fails_queries = true;
    assert_code(login(peer, "Anna", "secret of Anna"), "storage_unavailable");
    rig->store->fails_queries = false;
    rig->holds_work = true;
    int64_t id = send_login(peer, "Anna", "secret of Anna");
    rig_turn(rig);
    rig->store->fails_queries = true;
    rig_work_finish(rig, 0, true);
    rig_turn(rig);
    assert_code(rig_reply(peer, id), "storage_unavailable");
    rig->store->fails_queries = false;
    rig->holds_work = false;
    assert_ok(login(peer, "Anna", "secret of Anna"));
}

/* The session's operation tells the player: nothing is asked behind the password. */
static void a_login_asks_the_store_once(void **state)
{
    struct rig *rig = *state;
    rig_player(rig, "Anna");
    struct rig_peer *peer = rig_connect(rig);
    rig->holds_work = true;
    int64_t id = send_login(peer, "Anna", "secret of Anna");
    rig_turn(rig);
    rig->store->fails_queries = true;
    rig_work_finish(rig, 0, true);
    rig_turn(rig);
    assert_ok(rig_reply(peer, id));
    assert_string_equal(text_at(rig_reply(peer, id), "name"), "Anna");
}

/* ------------------------------------------------------------------ passwords */

static void a_player_logs_in_by_name_in_any_case(void **state)
{
    rig_player(*state, "Anna");
    const json_t *reply = login(rig_connect(*state), "aNNA", "secret of Anna");
    assert_string_equal(text_at(reply, "name"), "Anna");
    assert_int_equal(strlen(text_at(reply, "token")), 64);
}

static void every_login_has_a_token_of_its_own(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *peer = rig_connect(*state);
    const char *token = text_at(login(peer, "Anna", "secret of Anna"), "token");
    assert_string_not_equal(token, anna->token);
    rig_ask(peer, "{'op':'auth.logout'}");
    rig_resume(*state, anna->token);
}

static void unknown_names_guests_and_wrong_passwords_cost_and_say_the_same(void **state)
{
    struct rig *rig = *state;
    rig_player(rig, "Anna");
    struct rig_peer *guest = rig_guest(rig);
    const char *names[] = {"Anna", "Nobody", guest->name};
    for (size_t i = 0; i < 3; i++) {
        size_t work = rig->work_started;
        struct rig_peer *peer = rig_connect(rig);
        const json_t *reply = login(peer, names[i], "wrong one");
        const char *line = rig_line(peer, reply);
        assert_string_equal(line, "{\"re\":1,\"error\":{\"code\":\"wrong_credentials\",\"message\":"
                                  "\"The name or the password is wrong.\"}}");
        assert_int_equal(rig->work_started, work + 1);
    }
}

static void a_password_longer_than_any_is_wrong(void **state)
{
    char password[200];
    memset(password, 'x', sizeof(password) - 1);
    password[sizeof(password) - 1] = '\0';
    rig_player(*state, "Anna");
    assert_code(login(rig_connect(*state), "Anna", password), "wrong_credentials");
}

static void wrong_passwords_slow_who_guesses_down_and_nobody_else(void **state)
{
    struct rig *rig = *state;
    rig_player(rig, "Anna");
    for (int i = 0; i < 6; i++)
        assert_code(login(rig_connect_from(rig, "198.51.100.1"), "Anna", "wrong"),
                    "wrong_credentials");
    const json_t *refused = login(rig_connect_from(rig, "198.51.100.1"), "ANNA", "secret of Anna");
    assert_code(refused, "rate_limited");
    assert_int_equal(int_at(refused, "error.retry_after_ms"), 1000);
    assert_ok(login(rig_connect(rig), "Anna", "secret of Anna"));
    rig_pass(rig, 1000);
    assert_ok(login(rig_connect_from(rig, "198.51.100.1"), "Anna", "secret of Anna"));
    for (int i = 0; i < 3; i++) /* the row is forgotten, and the day has ten */
        assert_code(login(rig_connect_from(rig, "198.51.100.1"), "Anna", "wrong"),
                    "wrong_credentials");
    assert_ok(login(rig_connect_from(rig, "198.51.100.1"), "Anna", "secret of Anna"));
}

/* Else who does not wait for the answer could keep the workers busy for ever. */
static void wrong_passwords_count_though_nobody_waits_for_the_answer(void **state)
{
    struct rig *rig = *state;
    rig->holds_work = true;
    for (int i = 0; i < 6; i++) { /* 5 are free */
        struct rig_peer *peer = rig_connect_from(rig, "192.0.2.99");
        rig_send(peer, "{'op':'auth.login','name':'Nobody','password':'wrong one'}");
        rig_turn(rig);
        rig->work_begun = 1;
        rig_hang_up(peer);
        rig_work_finish(rig, 0, true);
    }
    rig->holds_work = false;
    assert_code(login(rig_connect_from(rig, "192.0.2.99"), "Nobody", "wrong one"), "rate_limited");
    assert_code(login(rig_connect_from(rig, "192.0.2.98"), "Nobody", "wrong one"),
                "wrong_credentials");
}

static void a_weak_hash_is_made_anew_at_the_login(void **state)
{
    struct rig *rig = *state;
    rig_player(rig, "Anna");
    rig->hash_version = 2;
    size_t work = rig->work_started;
    assert_ok(login(rig_connect(rig), "Anna", "secret of Anna"));
    assert_int_equal(rig->work_started, work + 2); /* verified, hashed */
    rig_restart(rig);
    assert_ok(login(rig_connect(rig), "Anna", "secret of Anna"));
    assert_int_equal(rig->work_started, work + 3); /* verified: the new hash is stored */
}

static void a_full_queue_is_busy(void **state)
{
    struct rig *rig = *state;
    rig_player(rig, "Anna");
    rig->work_cap = 0;
    struct rig_peer *peer = rig_connect(rig);
    const json_t *reply = login(peer, "Anna", "secret of Anna");
    assert_code(reply, "busy");
    assert_int_equal(int_at(reply, "error.retry_after_ms"), 1000);
    rig->work_cap = 1;
    assert_ok(login(peer, "Anna", "secret of Anna"));
}

/* With the queue full a login is as good without the new hash. */
static void a_full_queue_does_not_keep_a_weak_hash_from_logging_in(void **state)
{
    struct rig *rig = *state;
    rig_player(rig, "Anna");
    rig->hash_version = 2;
    rig->holds_work = true;
    struct rig_peer *peer = rig_connect(rig);
    int64_t id = send_login(peer, "Anna", "secret of Anna");
    rig_turn(rig);
    rig->work_cap = 0;
    rig_work_finish(rig, 0, true);
    rig_turn(rig);
    assert_ok(rig_reply(peer, id));
}

static void workers_may_finish_in_any_order(void **state)
{
    struct rig *rig = *state;
    rig_player(rig, "Anna");
    rig_player(rig, "Boris");
    rig->holds_work = true;
    struct rig_peer *one = rig_connect(rig);
    struct rig_peer *other = rig_connect(rig);
    send_login(one, "Anna", "secret of Anna");
    send_login(other, "Boris", "secret of Boris");
    rig_turn(rig);
    rig_work_finish(rig, 1, true);
    rig_work_finish(rig, 0, true);
    rig_turn(rig);
    assert_string_equal(text_at(rig_reply(one, 1), "name"), "Anna");
    assert_string_equal(text_at(rig_reply(other, 1), "name"), "Boris");
}

/* Lets a login go `stages` steps, then the connection goes. */
static void leave_at_stage(struct rig *rig, int stages)
{
    struct rig_peer *peer = rig_connect(rig);
    rig->holds_work = true;
    rig->store->holds_answers = true;
    send_login(peer, "Anna", "secret of Anna");
    if (stages >= 1)
        core_turn_end(rig->core);
    rig->store->holds_answers = false;
    if (stages >= 2)
        core_store_ready(rig->core);
    if (stages >= 3)
        rig_work_finish(rig, 0, true);
    rig->store->holds_answers = true;
    if (stages >= 4)
        core_turn_end(rig->core);
    if (stages >= 5)
        core_store_ready(rig->core);
    if (stages >= 6)
        core_turn_end(rig->core);
    rig_hang_up(peer);
    rig->store->holds_answers = false;
    rig->holds_work = false;
    rig_turn(rig);
}

static void a_connection_may_go_at_every_stage_of_a_login(void **state)
{
    rig_player(*state, "Anna");
    for (int stages = 0; stages <= 6; stages++) {
        leave_at_stage(*state, stages);
        assert_ok(login(rig_connect(*state), "Anna", "secret of Anna"));
    }
    rig_check_world(*state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(a_guest_gets_a_name_and_a_token),
        RIG_TEST(two_guests_have_nothing_in_common),
        RIG_TEST(a_guest_can_be_looked_up),
        RIG_TEST(a_connection_logs_in_once),
        RIG_TEST(guests_who_wait_for_the_store_are_light),
        RIG_TEST(a_second_login_waits_for_the_first),
        RIG_TEST(a_guest_comes_back_with_the_token_and_sits_where_they_sat),
        RIG_TEST(whose_turn_it_is_and_how_long_is_told_at_a_login),
        RIG_TEST(a_player_may_have_many_connections_and_all_get_all_events),
        RIG_TEST(a_wrong_token_is_refused),
        RIG_TEST(after_a_logout_the_token_is_worth_nothing),
        RIG_TEST(a_token_is_worth_nothing_from_the_logout_on),
        RIG_TEST(a_token_that_was_found_before_the_logout_is_worth_nothing),
        RIG_TEST(a_logout_ends_every_connection_of_that_token_and_no_other),
        RIG_TEST(a_token_survives_a_restart),
        RIG_TEST(resuming_without_a_store_is_refused_and_can_be_tried_again),
        RIG_TEST(a_login_without_a_store_is_refused_at_every_query),
        RIG_TEST(a_login_asks_the_store_once),
        RIG_TEST(a_player_logs_in_by_name_in_any_case),
        RIG_TEST(every_login_has_a_token_of_its_own),
        RIG_TEST(unknown_names_guests_and_wrong_passwords_cost_and_say_the_same),
        RIG_TEST(a_password_longer_than_any_is_wrong),
        RIG_TEST(wrong_passwords_slow_who_guesses_down_and_nobody_else),
        RIG_TEST(wrong_passwords_count_though_nobody_waits_for_the_answer),
        RIG_TEST(a_weak_hash_is_made_anew_at_the_login),
        RIG_TEST(a_full_queue_is_busy),
        RIG_TEST(a_full_queue_does_not_keep_a_weak_hash_from_logging_in),
        RIG_TEST(workers_may_finish_in_any_order),
        RIG_TEST(a_connection_may_go_at_every_stage_of_a_login),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
