/* SPDX-License-Identifier: MIT */
/*
 * Requests with a key, whose answer nobody read: the connection goes, or the server is killed when
 * the request is stored, and the same is sent again. It happened once.
 */
#include "tests/support/scene.h"

#include <string.h>

/* The same fields, whatever the ids of the requests were. */
static void assert_same(json_t *again, json_t *first)
{
    json_t *left = json_copy(again);
    json_t *right = json_copy(first);
    json_object_del(left, "re");
    json_object_del(right, "re");
    assert_true(json_equal(left, right));
    json_decref(left);
    json_decref(right);
}

static size_t rooms_open(struct scene *scene)
{
    json_t *list = peer_ask(scene_stranger(scene, "looks"), "room.list", NULL);
    return (size_t)count_at(list, "rooms");
}

/* Waits until somebody else sees the room, which is stored then, without a look at the answer. */
static void wait_for_rooms(struct scene *scene, size_t count)
{
    struct peer *looker = scene_stranger(scene, "looks");
    for (int i = 0; i < 20; i++)
        if ((size_t)count_at(peer_ask(looker, "room.list", NULL), "rooms") == count)
            return;
    fail_msg("there is no room");
}

static json_t *open_room(struct peer *peer)
{
    return peer_ask(peer, "room.open", "{s:s,s:o,s:s}", "variant", "mini", "clock",
                    json_pack("{s:s,s:i}", "kind", "correspondence", "period_ms", 86400000), "key",
                    "open 1");
}

static void send_open(struct peer *peer)
{
    peer_send(peer, "room.open", "{s:s,s:o,s:s}", "variant", "mini", "clock",
              json_pack("{s:s,s:i}", "kind", "correspondence", "period_ms", 86400000), "key",
              "open 1");
}

SCENE(a_room_is_opened_once_over_a_kill)
{
    struct peer *anna = scene_account(scene, "Anna");
    send_open(anna);
    wait_for_rooms(scene, 1);
    scene_crash(scene);
    anna = scene_resume(scene, anna);
    json_t *first = open_room(anna);
    assert_int_equal(rooms_open(scene), 1);
    scene_crash(scene);
    assert_same(open_room(scene_resume(scene, anna)), first);
    assert_int_equal(rooms_open(scene), 1);
}

SCENE(a_room_is_opened_once_over_a_lost_connection)
{
    struct peer *anna = scene_account(scene, "Anna");
    send_open(anna);
    wait_for_rooms(scene, 1);
    peer_close(anna);
    open_room(scene_resume(scene, anna));
    assert_int_equal(rooms_open(scene), 1);
}

/* Nobody knows whether the server had got it. */
SCENE(a_room_is_opened_once_whenever_the_server_is_killed)
{
    struct peer *anna = scene_account(scene, "Anna");
    send_open(anna);
    scene_crash(scene);
    anna = scene_resume(scene, anna);
    open_room(anna);
    assert_int_equal(rooms_open(scene), 1);
}

SCENE(a_line_is_said_once_over_a_kill)
{
    struct table table;
    scene_table(scene, &table, "mini", TABLE_UNRATED);
    const char *const fields = "{s:s,s:s,s:s}";
    peer_send(table.opener, "room.say", fields, "room", table.room, "text", "hello", "key", "s1");
    assert_int_equal(int_at(peer_event(table.joiner, "room.said", NULL), "line.n"), 1);
    scene_crash(scene);
    struct peer *anna = scene_resume(scene, table.opener);
    json_t *said =
        peer_ask(anna, "room.say", fields, "room", table.room, "text", "hello", "key", "s1");
    assert_int_equal(int_at(said, "n"), 1);
    json_t *watch = peer_ask(anna, "room.watch", "{s:s}", "room", table.room);
    assert_int_equal(count_at(watch, "chat"), 1);
    peer_refused(anna, "key_used", "room.say", fields, "room", table.room, "text", "bye", "key",
                 "s1");
}

SCENE(a_message_is_sent_once_over_a_kill)
{
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *boris = scene_account(scene, "Boris");
    const char *const fields = "{s:s,s:s,s:s}";
    peer_send(anna, "message.send", fields, "to", "boris", "text", "hello", "key", "m1");
    json_t *event = peer_event(boris, "message.received", NULL);
    scene_crash(scene);
    anna = scene_resume(scene, anna);
    json_t *sent =
        peer_ask(anna, "message.send", fields, "to", "boris", "text", "hello", "key", "m1");
    assert_string_equal(text_at(sent, "message"), text_at(event, "message.message"));
    boris = scene_resume(scene, boris);
    assert_int_equal(int_at(peer_ask(boris, "message.threads", NULL), "unread"), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(a_room_is_opened_once_over_a_kill),
        SCENE_TEST(a_room_is_opened_once_over_a_lost_connection),
        SCENE_TEST(a_room_is_opened_once_whenever_the_server_is_killed),
        SCENE_TEST(a_line_is_said_once_over_a_kill),
        SCENE_TEST(a_message_is_sent_once_over_a_kill),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
