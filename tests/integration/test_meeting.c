/* SPDX-License-Identifier: MIT */
/* Meeting, with the real server: the lobby, invitations, any opponent, those who watch. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/support/scene.h"

#include <stdio.h>
#include <string.h>

#define BLITZ "kind", "fischer", "main_ms", 300000, "increment_ms", 3000

/* The id is kept, for the reply is forgotten with the next one. */
static void open_room(struct peer *peer, const char *variant, char room_out[16])
{
    json_t *reply = peer_ask(peer, "room.open", "{s:s}", "variant", variant);
    snprintf(room_out, 16, "%s", text_at(reply, "room.room"));
}

SCENE(the_lobby_is_told_what_changes)
{
    char room[16];
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *boris = scene_guest(scene);
    struct peer *watcher = scene_guest(scene);
    json_t *reply = peer_ask(watcher, "lobby.watch", NULL);
    assert_int_equal(count_at(reply, "rooms"), 0);
    assert_int_equal(int_at(reply, "players"), 3);
    open_room(anna, "mini", room);
    assert_string_equal(text_at(peer_event(watcher, "lobby.room", NULL), "room.room"), room);
    peer_ask(boris, "room.join", "{s:s}", "room", room);
    assert_string_equal(text_at(peer_event(watcher, "lobby.gone", NULL), "room"), room);
}

SCENE(a_player_who_leaves_the_lobby_is_told_no_more)
{
    char room[16];
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *watcher = scene_guest(scene);
    peer_refused(watcher, "not_in_lobby", "lobby.leave", NULL);
    peer_ask(watcher, "lobby.watch", NULL);
    peer_ask(watcher, "lobby.leave", NULL);
    open_room(anna, "mini", room);
    assert_false(peer_has_event(watcher, "lobby.room"));
    json_t *reply = peer_ask(watcher, "lobby.watch", NULL);
    assert_string_equal(text_at(reply, "rooms.0.room"), room);
}

SCENE(an_invitation_waits_over_a_restart)
{
    char room[16];
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *boris = scene_account(scene, "Boris");
    json_t *reply =
        peer_ask(anna, "room.open", "{s:s,s:s,s:{s:s,s:i}}", "variant", "mini", "invite", "Boris",
                 "clock", "kind", "correspondence", "period_ms", 86400000);
    snprintf(room, sizeof(room), "%s", text_at(reply, "room.room"));
    assert_string_equal(text_at(peer_event(boris, "room.invited", NULL), "room.room"), room);
    scene_crash(scene);
    struct peer *again = scene_stranger(scene, "Boris again");
    reply = peer_resume(again, peer_token(boris));
    assert_int_equal(count_at(reply, "invitations"), 1);
    assert_string_equal(text_at(reply, "invitations.0.players.0.name"), "Anna");
    reply = peer_ask(again, "room.join", "{s:s}", "room", room);
    assert_string_equal(text_at(reply, "game.clock.kind"), "correspondence");
}

SCENE(an_open_room_for_correspondence_waits_over_a_logout_and_a_restart)
{
    char room[16];
    struct peer *anna = scene_account(scene, "Anna");
    json_t *reply = peer_ask(anna, "room.open", "{s:s,s:{s:s,s:i}}", "variant", "mini", "clock",
                             "kind", "correspondence", "period_ms", 86400000);
    snprintf(room, sizeof(room), "%s", text_at(reply, "room.room"));
    peer_ask(anna, "auth.logout", NULL);
    scene_crash(scene);
    struct peer *boris = scene_account(scene, "Boris");
    reply = peer_ask(boris, "lobby.watch", NULL);
    assert_int_equal(count_at(reply, "rooms"), 1);
    assert_string_equal(text_at(reply, "rooms.0.room"), room);
    assert_false(bool_at(reply, "rooms.0.players.0.connected"));
    peer_ask(boris, "room.join", "{s:s}", "room", room);
    peer_event(boris, "game.started", NULL);
    reply = peer_ask(scene_login(scene, "Anna"), "room.list", "{s:s}", "state", "playing");
    assert_string_equal(text_at(reply, "rooms.0.room"), room);
}

SCENE(a_declined_invitation_says_why)
{
    char room[16];
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *boris = scene_account(scene, "Boris");
    json_t *reply = peer_ask(anna, "room.open", "{s:s,s:s}", "variant", "mini", "invite", "Boris");
    snprintf(room, sizeof(room), "%s", text_at(reply, "room.room"));
    peer_ask(boris, "room.decline", "{s:s,s:s}", "room", room, "reason", "later");
    assert_string_equal(text_at(peer_event(anna, "room.declined", NULL), "reason"), "later");
    peer_event(anna, "room.closed", NULL);
}

SCENE(a_player_who_waits_for_anybody_gets_an_opponent_and_one_clock_runs)
{
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *boris = scene_account(scene, "Boris");
    peer_ask(anna, "room.quick", "{s:s,s:b,s:{s:s,s:i,s:i}}", "variant", "classic", "rated", 1,
             "clock", BLITZ);
    peer_ask(boris, "room.quick", "{s:s,s:b,s:{s:s,s:i,s:i}}", "variant", "classic", "rated", 1,
             "clock", BLITZ);
    json_t *paired = peer_event(anna, "room.paired", NULL);
    assert_int_equal(count_at(paired, "room.players"), 2);
    peer_event(anna, "game.started", NULL);
    peer_event(boris, "game.started", NULL);
    peer_refused(anna, "clock_is_running", "room.quick", "{s:s,s:{s:s,s:i,s:i}}", "variant", "mini",
                 "clock", BLITZ);
    peer_refused(anna, "clock_is_running", "room.open", "{s:s,s:{s:s,s:i,s:i}}", "variant", "mini",
                 "clock", BLITZ);
}

SCENE(a_player_who_waits_no_longer_gets_no_opponent)
{
    struct peer *anna = scene_guest(scene);
    struct peer *boris = scene_guest(scene);
    struct peer *carla = scene_guest(scene);
    peer_refused(anna, "not_waiting", "room.quick_cancel", NULL);
    peer_ask(anna, "room.quick", "{s:s}", "variant", "mini");
    peer_ask(anna, "room.quick_cancel", NULL);
    json_t *reply = peer_ask(boris, "room.quick", "{s:s}", "variant", "mini");
    assert_int_equal(int_at(reply, "waiting"), 0);
    peer_ask(carla, "room.quick", "{s:s}", "variant", "mini");
    peer_event(boris, "game.started", NULL);
    peer_event(carla, "game.started", NULL);
    assert_false(peer_has_event(anna, "room.paired"));
}

SCENE(those_who_watch_talk_among_themselves)
{
    struct table table;
    struct peer *watcher = scene_guest(scene);
    scene_table(scene, &table, "mini", TABLE_UNRATED);
    peer_ask(watcher, "room.watch", "{s:s}", "room", table.room);
    assert_int_equal(int_at(peer_event(table.seats[0], "room.watchers", NULL), "watchers"), 1);
    peer_ask(watcher, "room.say", "{s:s,s:s}", "room", table.room, "text", "a3 wins");
    assert_true(bool_at(peer_event(watcher, "room.said", NULL), "line.from_watcher"));
    json_t *reply = peer_ask(table.seats[0], "room.watch", "{s:s}", "room", table.room);
    assert_int_equal(count_at(reply, "chat"), 0);
    peer_ask(table.seats[0], "game.resign", "{s:s}", "game", table.game);
    reply = peer_ask(table.seats[0], "room.watch", "{s:s}", "room", table.room);
    assert_string_equal(text_at(reply, "chat.0.text"), "a3 wins");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(the_lobby_is_told_what_changes),
        SCENE_TEST(a_player_who_leaves_the_lobby_is_told_no_more),
        SCENE_TEST(an_invitation_waits_over_a_restart),
        SCENE_TEST(an_open_room_for_correspondence_waits_over_a_logout_and_a_restart),
        SCENE_TEST(a_declined_invitation_says_why),
        SCENE_TEST(a_player_who_waits_for_anybody_gets_an_opponent_and_one_clock_runs),
        SCENE_TEST(a_player_who_waits_no_longer_gets_no_opponent),
        SCENE_TEST(those_who_watch_talk_among_themselves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
