/* SPDX-License-Identifier: MIT */
/*
 * Private messages: who gets them, that a repeat is the same one, what is unread, deleting on one's
 * own side; and what a failed commit leaves. Who may write: test_may_write.c.
 */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const json_t *write_to(struct rig_peer *peer, const char *to, const char *text)
{
    return rig_ask(peer, "{'op':'message.send','to':'%s','text':'%s'}", to, text);
}

static const json_t *write_once(struct rig_peer *peer, const char *to, const char *key)
{
    return rig_ask(peer, "{'op':'message.send','to':'%s','text':'hello','key':'%s'}", to, key);
}

static const json_t *threads_of(struct rig_peer *peer)
{
    const json_t *reply = rig_ask(peer, "{'op':'message.threads','limit':50}");
    assert_ok(reply);
    return reply;
}

static const json_t *messages_of(struct rig_peer *peer, const char *with)
{
    const json_t *reply = rig_ask(peer, "{'op':'message.list','with':'%s','limit':50}", with);
    assert_ok(reply);
    return reply;
}

static size_t count_of(const json_t *reply, const char *list)
{
    return json_array_size(json_object_get(reply, list));
}

/* Checks the number of unread letters that the server has in memory, and that in the store. */
static void check_unread(struct rig_peer *peer, int unread)
{
    const json_t *threads = threads_of(peer);
    int counted = 0;
    const json_t *thread;
    size_t index;
    json_array_foreach(json_object_get(threads, "threads"), index, thread)
        counted += (int)int_at(thread, "unread");
    assert_int_equal(int_at(threads, "unread"), unread);
    assert_int_equal(counted, unread);
}

/* ------------------------------------------------------------------ sending */

static void a_message_reaches_every_connection_of_both(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *annas_phone = rig_resume(rig, anna->token);
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *boris_phone = rig_resume(rig, boris->token);
    const json_t *sent = write_to(anna, "boris", "hello");
    assert_ok(sent);
    struct rig_peer *readers[] = {boris, boris_phone};
    for (int i = 0; i < 2; i++) {
        const json_t *event = rig_expect(readers[i], "message.received");
        assert_string_equal(text_at(event, "message.message"), text_at(sent, "message"));
        assert_string_equal(text_at(event, "message.from"), "Anna");
        assert_string_equal(text_at(event, "message.to"), "Boris");
        assert_string_equal(text_at(event, "message.text"), "hello");
        assert_int_equal(int_at(event, "message.at"), int_at(sent, "at"));
        assert_int_equal(int_at(event, "unread"), 1);
    }
    struct rig_peer *writers[] = {anna, annas_phone};
    for (int i = 0; i < 2; i++) {
        const json_t *own = rig_expect(writers[i], "message.sent");
        assert_string_equal(text_at(own, "message.message"), text_at(sent, "message"));
    }
}

static void who_is_offline_finds_it_counted(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    rig_hang_up(boris);
    rig_turn(rig);
    assert_ok(write_to(anna, "Boris", "one"));
    assert_ok(write_to(anna, "BORIS", "two"));
    boris = rig_resume(rig, boris->token);
    check_unread(boris, 2);
    const json_t *login = rig_ask(rig_connect(rig), "{'op':'auth.login','name':'boris',"
                                                    "'password':'secret of Boris'}");
    assert_int_equal(int_at(login, "unread"), 2);
    const json_t *page = messages_of(boris, "anna");
    assert_int_equal(count_of(page, "messages"), 2);
    assert_string_equal(text_at(page, "messages.0.text"), "two");
    assert_string_equal(text_at(page, "messages.1.text"), "one");
}

/* The message is written after Boris' login has asked the store, and before it has its answer. */
static void a_message_during_a_login_is_counted(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    rig_hang_up(boris);
    rig_turn(rig);
    struct rig_peer *back = rig_connect(rig);
    int64_t sent = rig_send(anna, "{'op':'message.send','to':'boris','text':'hello'}");
    rig->store->holds_answers = true;
    rig_turn(rig);
    int64_t login = rig_send(back, "{'op':'auth.resume','token':'%s'}", boris->token);
    rig_turn(rig);
    rig->store->holds_answers = false;
    rig_turn(rig);
    assert_ok(rig_reply(anna, sent));
    assert_int_equal(int_at(rig_reply(back, login), "unread") + (int)rig_event_count(back), 1);
    check_unread(back, 1);
}

static void after_a_restart_everything_is_there(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    assert_ok(write_to(anna, "boris", "one"));
    assert_ok(write_to(boris, "anna", "two"));
    rig_restart(rig);
    boris = rig_resume(rig, boris->token);
    check_unread(boris, 1);
    assert_int_equal(count_of(messages_of(boris, "anna"), "messages"), 2);
}

static void the_same_key_is_the_same_message(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    const json_t *first = write_once(anna, "boris", "a");
    const json_t *again = write_once(rig_resume(rig, anna->token), "boris", "a");
    assert_string_equal(text_at(again, "message"), text_at(first, "message"));
    assert_int_equal(int_at(again, "at"), int_at(first, "at"));
    assert_int_equal(rig_event_count(boris), 1);
    rig_restart(rig);
    anna = rig_resume(rig, anna->token);
    assert_string_equal(text_at(write_once(anna, "boris", "a"), "message"),
                        text_at(first, "message"));
    assert_string_not_equal(text_at(write_once(anna, "boris", "b"), "message"),
                            text_at(first, "message"));
    check_unread(rig_resume(rig, boris->token), 2);
}

/* Two at once, over two connections: one is told to wait. */
static void a_repeat_while_the_first_is_under_way_is_busy(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *phone = rig_resume(rig, anna->token);
    struct rig_peer *boris = rig_player(rig, "Boris");
    const char *request = "{'op':'message.send','to':'boris','text':'hello','key':'x'}";
    int64_t first = rig_send(anna, "%s", request);
    int64_t second = rig_send(phone, "%s", request);
    rig_turn(rig);
    assert_ok(rig_reply(anna, first));
    assert_code(rig_reply(phone, second), "busy");
    assert_true(int_at(rig_reply(phone, second), "error.retry_after_ms") > 0);
    check_unread(boris, 1);
}

static void no_more_than_eight_are_under_way(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    int64_t ids[9];
    for (int i = 0; i < 9; i++)
        ids[i] = rig_send(anna, "{'op':'message.send','to':'boris','text':'%d'}", i);
    rig_turn(rig);
    for (int i = 0; i < 9; i++)
        assert_code(rig_reply(anna, ids[i]), i < 8 ? "" : "busy");
    check_unread(boris, 8);
}

static void a_sender_who_hangs_up_leaves_nothing_behind(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    rig_send(anna, "{'op':'message.send','to':'boris','text':'hello','key':'x'}");
    rig_hang_up(anna);
    rig_turn(rig);
    anna = rig_resume(rig, anna->token);
    size_t had = rig_event_count(boris);
    assert_ok(write_once(anna, "boris", "x"));
    assert_int_equal(rig_event_count(boris), 1);
    assert_true(had <= 1);
}

/* ------------------------------------------------------------------ texts */

static const json_t *write_long(struct rig_peer *peer, const char *character, int count)
{
    size_t size = strlen(character);
    char *text = calloc((size_t)count + 1, size);
    assert_non_null(text);
    for (int i = 0; i < count; i++)
        memcpy(text + size * (size_t)i, character, size);
    const json_t *reply = write_to(peer, "boris", text);
    free(text);
    return reply;
}

static void two_thousand_characters_are_the_longest_whatever_they_are(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    static const char *const CHARACTERS[] = {"x", "\xd0\xb6", "\xe2\x82\xac", "\xf0\x9f\x98\x80"};
    for (size_t i = 0; i < 4; i++) {
        assert_ok(write_long(anna, CHARACTERS[i], 2000));
        assert_int_equal(strlen(text_at(rig_next_event(boris), "message.text")),
                         2000 * strlen(CHARACTERS[i]));
        const json_t *refused = write_long(anna, CHARACTERS[i], 2001);
        assert_code(refused, "out_of_range");
        assert_string_equal(text_at(refused, "error.field"), "text");
    }
}

/* Escaped, a letter takes six bytes. */
static void two_thousand_escaped_letters_fit_into_a_frame(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    assert_ok(write_long(anna, "\\u0436", 2000));
    assert_int_equal(strlen(text_at(rig_next_event(boris), "message.text")), 4000);
}

static void texts_are_cleaned_but_keep_their_lines(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    assert_ok(write_to(anna, "boris", "a\\u001b[2Jb\\nc\\td\xc2\x9b!"));
    assert_string_equal(text_at(rig_next_event(boris), "message.text"), "a [2Jb\nc d !");
    assert_code(write_to(anna, "boris", " \\n\\t \\u200b\\u3000"), "out_of_range");
}

/* ------------------------------------------------------------------ pages */

static void threads_and_messages_page_by_cursor(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    for (int i = 0; i < 5; i++) {
        char name[16];
        snprintf(name, sizeof(name), "Friend%c", 'A' + i);
        struct rig_peer *friend = rig_player(rig, name);
        assert_ok(write_to(friend, "anna", "hello"));
        assert_ok(write_to(friend, "anna", name));
    }
    const json_t *page = rig_ask(anna, "{'op':'message.threads','limit':3}");
    assert_int_equal(count_of(page, "threads"), 3);
    assert_true(bool_at(page, "more"));
    assert_string_equal(text_at(page, "threads.0.with"), "FriendE");
    assert_string_equal(text_at(page, "threads.0.text"), "FriendE");
    assert_int_equal(int_at(page, "threads.0.unread"), 2);
    assert_int_equal(int_at(page, "unread"), 10);
    page = rig_ask(anna, "{'op':'message.threads','limit':3,'before':'%s'}",
                   text_at(page, "threads.2.message"));
    assert_int_equal(count_of(page, "threads"), 2);
    assert_false(bool_at(page, "more"));
    assert_string_equal(text_at(page, "threads.1.with"), "FriendA");
    page = rig_ask(anna, "{'op':'message.list','with':'friendb','limit':1}");
    assert_true(bool_at(page, "more"));
    page = rig_ask(anna, "{'op':'message.list','with':'friendb','before':'%s'}",
                   text_at(page, "messages.0.message"));
    assert_int_equal(count_of(page, "messages"), 1);
    assert_string_equal(text_at(page, "messages.0.text"), "hello");
    assert_false(bool_at(page, "more"));
}

/* 50 of the longest do not fit into a frame; none is lost. */
static void pages_of_long_messages_are_shorter(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    rig_player(rig, "Boris");
    for (int i = 0; i < 12; i++) {
        assert_ok(write_long(anna, i % 2 == 0 ? "\\\"" : "\xf0\x9f\x98\x80", 2000));
        rig_pass(rig, 5000);
    }
    size_t seen = 0;
    const json_t *page = messages_of(anna, "boris");
    assert_true(count_of(page, "messages") > 3);
    while (true) {
        size_t count = count_of(page, "messages");
        assert_true(count > 0);
        seen += count;
        if (!bool_at(page, "more"))
            break;
        const json_t *last = json_array_get(json_object_get(page, "messages"), count - 1);
        page = rig_ask(anna, "{'op':'message.list','with':'boris','limit':50,'before':'%s'}",
                       text_at(last, "message"));
        assert_ok(page);
    }
    assert_int_equal(seen, 12);
    assert_int_equal(strlen(text_at(threads_of(anna), "threads.0.text")), 400);
}

/* ------------------------------------------------------------------ reading, deleting */

static void reading_tells_all_ones_connections_and_nobody_else(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *phone = rig_resume(rig, boris->token);
    const json_t *first = write_to(anna, "boris", "one");
    assert_ok(write_to(anna, "boris", "two"));
    rig_forget_events(phone);
    rig_forget_events(boris);
    rig_forget_events(anna);
    const json_t *read = rig_ask(boris, "{'op':'message.read','with':'ANNA','upto':'%s'}",
                                 text_at(first, "message"));
    assert_int_equal(int_at(read, "unread"), 1);
    const json_t *event = rig_expect(phone, "message.read_upto");
    assert_string_equal(text_at(event, "with"), "Anna");
    assert_string_equal(text_at(event, "upto"), text_at(first, "message"));
    assert_int_equal(int_at(event, "unread"), 1);
    rig_expect(boris, "message.read_upto");
    assert_int_equal(rig_event_count(boris), 0);
    assert_int_equal(rig_event_count(anna), 0);
    check_unread(boris, 1);
    read = rig_ask(boris, "{'op':'message.read','with':'anna','upto':'zzzzzzzzzzzz'}");
    assert_int_equal(int_at(read, "unread"), 0);
    read = rig_ask(boris, "{'op':'message.read','with':'anna','upto':'zzzzzzzzzzzz'}");
    assert_int_equal(int_at(read, "unread"), 0);
    assert_int_equal(rig_event_count(phone), 1);
    check_unread(boris, 0);
}

/* Both connections read the same messages at once: they are not counted twice. */
static void reading_twice_at_once_counts_once(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *phone = rig_resume(rig, boris->token);
    assert_ok(write_to(anna, "boris", "one"));
    assert_ok(write_to(anna, "boris", "two"));
    int64_t one = rig_send(boris, "{'op':'message.read','with':'anna','upto':'zzzzzzzzzzzz'}");
    int64_t two = rig_send(phone, "{'op':'message.delete','with':'anna'}");
    int64_t three = rig_send(phone, "{'op':'message.read','with':'anna','upto':'zzzzzzzzzzzz'}");
    rig_turn(rig);
    assert_int_equal(int_at(rig_reply(boris, one), "unread"), 0);
    assert_int_equal(int_at(rig_reply(phone, two), "unread"), 0);
    assert_int_equal(int_at(rig_reply(phone, three), "unread"), 0);
    check_unread(boris, 0);
    assert_ok(write_to(anna, "boris", "three"));
    check_unread(boris, 1);
}

static void what_one_deletes_the_other_keeps(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *phone = rig_resume(rig, boris->token);
    const json_t *first = write_to(anna, "boris", "one");
    assert_ok(write_to(anna, "boris", "two"));
    rig_forget_events(phone);
    rig_forget_events(anna);
    const json_t *gone =
        rig_ask(boris, "{'op':'message.delete','message':'%s'}", text_at(first, "message"));
    assert_int_equal(int_at(gone, "unread"), 1);
    assert_false(bool_at(gone, "more"));
    const json_t *event = rig_expect(phone, "message.deleted");
    assert_string_equal(text_at(event, "with"), "Anna");
    assert_string_equal(text_at(event, "first"), text_at(first, "message"));
    assert_string_equal(text_at(event, "upto"), text_at(first, "message"));
    assert_int_equal(rig_event_count(anna), 0);
    assert_int_equal(count_of(messages_of(boris, "anna"), "messages"), 1);
    assert_int_equal(count_of(messages_of(anna, "boris"), "messages"), 2);
    assert_code(rig_ask(boris, "{'op':'message.delete','message':'%s'}", text_at(first, "message")),
                "no_such_message");
    assert_ok(rig_ask(boris, "{'op':'message.delete','with':'anna'}"));
    assert_int_equal(count_of(threads_of(boris), "threads"), 0);
    assert_int_equal(count_of(threads_of(anna), "threads"), 1);
    check_unread(boris, 0);
}

static void a_long_thread_goes_in_parts(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    for (int i = 0; i < 1003; i++) {
        assert_ok(write_to(anna, "boris", "hello"));
        rig_forget_events(boris);
        rig_pass(rig, 5000);
        if (i % 10 == 0)
            assert_ok(rig_ask(boris, "{'op':'ping'}"));
    }
    const json_t *gone = rig_ask(boris, "{'op':'message.delete','with':'anna'}");
    assert_true(bool_at(gone, "more"));
    assert_int_equal(int_at(gone, "unread"), 3);
    check_unread(boris, 3);
    gone = rig_ask(boris, "{'op':'message.delete','with':'anna'}");
    assert_false(bool_at(gone, "more"));
    check_unread(boris, 0);
}

static void a_delete_says_what(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    assert_code(rig_ask(anna, "{'op':'message.delete'}"), "missing_field");
    assert_code(rig_ask(anna, "{'op':'message.delete','message':'zzzzzzzzzzzz','with':'anna'}"),
                "bad_value");
    assert_code(
        rig_ask(anna, "{'op':'message.delete','message':'zzzzzzzzzzzz','upto':'zzzzzzzzzzzz'}"),
        "bad_value");
}

/* ------------------------------------------------------------------ failed commits */

static void a_message_that_was_not_stored_was_never_sent(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    assert_ok(write_to(anna, "boris", "one"));
    rig_forget_events(boris);
    rig->store->fails_batches = true;
    int64_t sent = rig_send(anna, "{'op':'message.send','to':'boris','text':'two','key':'x'}");
    rig_turn(rig);
    assert_code(rig_reply(anna, sent), "storage_unavailable");
    assert_int_equal(rig_event_count(boris), 0);
    rig->store->fails_batches = false;
    rig_pass(rig, 2000);
    check_unread(boris, 1);
    assert_ok(write_once(anna, "boris", "x"));
    check_unread(boris, 2);
}

static void a_reading_that_was_not_stored_never_was(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    assert_ok(write_to(anna, "boris", "one"));
    assert_ok(write_to(anna, "boris", "two"));
    rig->store->fails_batches = true;
    int64_t read = rig_send(boris, "{'op':'message.read','with':'anna','upto':'zzzzzzzzzzzz'}");
    rig_turn(rig);
    assert_code(rig_reply(boris, read), "storage_unavailable");
    rig->store->fails_batches = false;
    rig_pass(rig, 2000);
    check_unread(boris, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(a_message_reaches_every_connection_of_both),
        RIG_TEST(who_is_offline_finds_it_counted),
        RIG_TEST(a_message_during_a_login_is_counted),
        RIG_TEST(after_a_restart_everything_is_there),
        RIG_TEST(the_same_key_is_the_same_message),
        RIG_TEST(a_repeat_while_the_first_is_under_way_is_busy),
        RIG_TEST(no_more_than_eight_are_under_way),
        RIG_TEST(a_sender_who_hangs_up_leaves_nothing_behind),
        RIG_TEST(two_thousand_characters_are_the_longest_whatever_they_are),
        RIG_TEST(two_thousand_escaped_letters_fit_into_a_frame),
        RIG_TEST(texts_are_cleaned_but_keep_their_lines),
        RIG_TEST(threads_and_messages_page_by_cursor),
        RIG_TEST(pages_of_long_messages_are_shorter),
        RIG_TEST(reading_tells_all_ones_connections_and_nobody_else),
        RIG_TEST(reading_twice_at_once_counts_once),
        RIG_TEST(what_one_deletes_the_other_keeps),
        RIG_TEST(a_long_thread_goes_in_parts),
        RIG_TEST(a_delete_says_what),
        RIG_TEST(a_message_that_was_not_stored_was_never_sent),
        RIG_TEST(a_reading_that_was_not_stored_never_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
