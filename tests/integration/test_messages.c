/* SPDX-License-Identifier: MIT */
/* Private messages between real connections, through restarts and kill -9; and penta's. */
#include "tests/support/person.h"
#include "tests/support/scene.h"

#include <stdio.h>
#include <string.h>

static const char *write_to(struct peer *peer, const char *to, const char *text)
{
    return text_at(peer_ask(peer, "message.send", "{s:s,s:s}", "to", to, "text", text), "message");
}

SCENE(a_message_comes_at_once_to_every_connection)
{
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *desk = scene_account(scene, "Boris");
    struct peer *phone = scene_login(scene, "Boris");
    const char *id = write_to(anna, "boris", "Привет!\nКак дела?");
    struct peer *const readers[] = {desk, phone};
    for (int i = 0; i < 2; i++) {
        json_t *event = peer_event(readers[i], "message.received", NULL);
        assert_string_equal(text_at(event, "message.message"), id);
        assert_string_equal(text_at(event, "message.from"), "Anna");
        assert_string_equal(text_at(event, "message.text"), "Привет!\nКак дела?");
        assert_int_equal(int_at(event, "unread"), 1);
    }
    peer_ask(desk, "message.read", "{s:s,s:s}", "with", "anna", "upto", id);
    assert_int_equal(int_at(peer_event(phone, "message.read_upto", NULL), "unread"), 0);
    assert_false(peer_has_event(anna, "message.read_upto"));
}

SCENE(messages_wait_for_an_absent_player_and_survive_a_kill)
{
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *boris = scene_account(scene, "Boris");
    peer_close(boris);
    write_to(anna, "Boris", "one");
    write_to(anna, "Boris", "two");
    scene_crash(scene);
    boris = scene_resume(scene, boris);
    json_t *threads = peer_ask(boris, "message.threads", NULL);
    assert_int_equal(int_at(threads, "unread"), 2);
    assert_string_equal(text_at(threads, "threads.0.with"), "Anna");
    assert_string_equal(text_at(threads, "threads.0.text"), "two");
    json_t *list = peer_ask(boris, "message.list", "{s:s}", "with", "anna");
    assert_int_equal(count_at(list, "messages"), 2);
    assert_string_equal(text_at(list, "messages.1.text"), "one");
}

/* The answer to the first was lost with the server. */
SCENE(a_message_that_is_sent_again_after_a_kill_is_the_same)
{
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *boris = scene_account(scene, "Boris");
    const char *const fields = "{s:s,s:s,s:s}";
    json_t *first =
        peer_ask(anna, "message.send", fields, "to", "boris", "text", "hello", "key", "f3a1");
    scene_crash(scene);
    anna = scene_resume(scene, anna);
    json_t *again =
        peer_ask(anna, "message.send", fields, "to", "boris", "text", "hello", "key", "f3a1");
    assert_string_equal(text_at(again, "message"), text_at(first, "message"));
    boris = scene_resume(scene, boris);
    assert_int_equal(int_at(peer_ask(boris, "message.threads", NULL), "unread"), 1);
}

SCENE(what_one_deletes_the_other_keeps)
{
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *boris = scene_account(scene, "Boris");
    const char *id = write_to(anna, "boris", "one");
    write_to(anna, "boris", "two");
    peer_ask(boris, "message.delete", "{s:s}", "message", id);
    peer_refused(boris, "no_such_message", "message.delete", "{s:s}", "message", id);
    peer_ask(boris, "message.delete", "{s:s}", "with", "anna");
    assert_int_equal(count_at(peer_ask(boris, "message.threads", NULL), "threads"), 0);
    scene_restart(scene);
    anna = scene_resume(scene, anna);
    json_t *list = peer_ask(anna, "message.list", "{s:s}", "with", "boris");
    assert_int_equal(count_at(list, "messages"), 2);
}

SCENE(blocks_and_settings_keep_messages_away)
{
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *boris = scene_account(scene, "Boris");
    struct peer *guest = scene_guest(scene);
    peer_refused(guest, "account_required", "message.send", "{s:s,s:s}", "to", "anna", "text", "x");
    peer_ask(boris, "settings.set", "{s:{s:s}}", "settings", "messages_from", "nobody");
    peer_refused(anna, "no_messages", "message.send", "{s:s,s:s}", "to", "boris", "text", "x");
    peer_ask(boris, "settings.set", "{s:{s:s}}", "settings", "messages_from", "everyone");
    peer_ask(boris, "block.add", "{s:s}", "name", "anna");
    peer_close(boris);
    scene_restart(scene);
    anna = scene_resume(scene, anna);
    peer_refused(anna, "blocked", "message.send", "{s:s,s:s}", "to", "boris", "text", "x");
    boris = scene_resume(scene, boris);
    peer_ask(boris, "block.remove", "{s:s}", "name", "anna");
    write_to(anna, "boris", "x");
    peer_event(boris, "message.received", NULL);
}

SCENE(two_people_write_with_penta)
{
    struct person anna;
    struct person boris;
    struct said said;
    person_init(&anna, scene, "Anna");
    person_init(&boris, scene, "Boris");
    person_register(&anna);
    person_register(&boris);
    assert_int_equal(person_run(&anna, PENTA("message", "boris", "hello", "there"), &said), 0);
    assert_int_equal(person_run(&boris, PENTA("whoami"), &said), 0);
    assert_non_null(strstr(said.out, "1 unread message"));
    assert_int_equal(person_run(&boris, PENTA("messages"), &said), 0);
    assert_non_null(strstr(said.out, "hello there"));
    assert_int_equal(person_run(&boris, PENTA("messages", "anna"), &said), 0);
    assert_non_null(strstr(said.out, "\n  hello there\n"));
    assert_int_equal(person_run(&boris, PENTA("messages", "--json"), &said), 0);
    assert_non_null(strstr(said.out, "\"unread\":0"));
    assert_int_equal(person_run(&boris, PENTA("messages", "anna", "--delete-thread"), &said), 0);
    assert_int_equal(person_run(&boris, PENTA("messages"), &said), 0);
    assert_non_null(strstr(said.out, "No messages."));
    assert_int_equal(person_run(&anna, PENTA("message", "nobody", "x"), &said), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(a_message_comes_at_once_to_every_connection),
        SCENE_TEST(messages_wait_for_an_absent_player_and_survive_a_kill),
        SCENE_TEST(a_message_that_is_sent_again_after_a_kill_is_the_same),
        SCENE_TEST(what_one_deletes_the_other_keeps),
        SCENE_TEST(blocks_and_settings_keep_messages_away),
        SCENE_TEST(two_people_write_with_penta),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
