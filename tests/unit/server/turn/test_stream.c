/* SPDX-License-Identifier: MIT */
/*
 * Streams of rooms and of players: their numbers rise by one, and whoever comes back is sent what
 * was missed as it was, or everything, but nothing else.
 */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

#define KEPT 32 /* events of a stream that can be sent again */

static void say(struct rig_peer *peer, const char *room, const char *text)
{
    assert_ok(rig_ask(peer, "{'op':'room.say','room':'%s','text':'%s'}", room, text));
}

static const json_t *sync_room(struct rig_peer *peer, const char *room, int64_t since)
{
    const json_t *reply =
        rig_ask(peer, "{'op':'room.sync','room':'%s','since':%lld}", room, (long long)since);
    assert_ok(reply);
    return reply;
}

static const json_t *sync_player(struct rig_peer *peer, int64_t since)
{
    const json_t *reply = rig_ask(peer, "{'op':'player.sync','since':%lld}", (long long)since);
    assert_ok(reply);
    return reply;
}

/* The number of the room as the peer has it now. */
static int64_t room_seq(struct rig_peer *peer, const char *room)
{
    const json_t *reply = rig_ask(peer, "{'op':'room.watch','room':'%s'}", room);
    assert_ok(reply);
    return int_at(reply, "room.seq");
}

/* Both are told the same event next, byte for byte. */
static void expect_same(struct rig_peer *a, struct rig_peer *b, const char *event)
{
    const char *line = rig_line(a, rig_expect(a, event));
    assert_string_equal(line, rig_line(b, rig_expect(b, event)));
}

/* Anna and Boris sit at a table, and nothing is unheard. */
static struct rig_table quiet_table(struct rig *rig)
{
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_table table = rig_table(anna, rig_player(rig, "Boris"), "mini", true);
    rig_forget_events(table.first);
    rig_forget_events(table.second);
    return table;
}

/* Boris is back on another connection. */
static struct rig_peer *come_back(struct rig *rig, const struct rig_table *table)
{
    struct rig_peer *back = rig_resume(rig, table->second->token);
    rig_forget_events(back);
    return back;
}

static void numbers_rise_by_one_from_what_replies_tell(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = quiet_table(rig);
    int64_t seq = room_seq(table.first, table.room);
    assert_true(room_seq(table.second, table.room) == seq);
    for (int i = 1; i <= 3; i++) {
        say(table.second, table.room, "hello");
        assert_true(int_at(rig_expect(table.first, "room.said"), "seq") == seq + i);
    }
    struct rig_peer *watcher = rig_guest(rig);
    assert_true(room_seq(watcher, table.room) == seq + 3);
    rig_pass(rig, 1000); /* room.watchers */
    assert_true(room_seq(watcher, table.room) == seq + 4);
    assert_true(room_seq(table.first, table.room) == seq + 4);
}

static void what_was_missed_is_sent_again_as_it_was(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = quiet_table(rig);
    int64_t seq = room_seq(table.second, table.room);
    rig_hang_up(table.second);
    rig_pass(rig, 1000);
    say(table.first, table.room, "one");
    say(table.first, table.room, "two");
    assert_ok(rig_ask(table.first, "{'op':'game.abort','game':'%s'}", table.game));
    assert_ok(rig_ask(table.first, "{'op':'room.rematch','room':'%s'}", table.room));
    struct rig_peer *back = come_back(rig, &table);
    const json_t *reply = sync_room(back, table.room, seq);
    assert_false(bool_at(reply, "whole"));
    assert_int_equal(count_at(reply, "chat"), 0);
    assert_true(int_at(reply, "room.seq") == seq + 4);
    expect_same(table.first, back, "room.presence");
    expect_same(table.first, back, "room.said");
    expect_same(table.first, back, "room.said");
    rig_expect(table.first, "game.ended");
    expect_same(table.first, back, "room.rematch_offered");
    assert_int_equal(rig_event_count(back), 0);
    assert_false(bool_at(sync_room(back, table.room, seq + 4), "whole"));
    assert_int_equal(rig_event_count(back), 0);
}

static void more_than_is_kept_is_told_whole(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = quiet_table(rig);
    int64_t seq = room_seq(table.second, table.room);
    for (int i = 0; i < KEPT + 1; i++) {
        say(i % 2 == 0 ? table.first : table.second, table.room, "hello");
        rig_pass(rig, 2000);
    }
    rig_forget_events(table.second);
    assert_false(bool_at(sync_room(table.second, table.room, seq + 1), "whole"));
    for (int i = 0; i < KEPT; i++)
        assert_true(int_at(rig_expect(table.second, "room.said"), "seq") == seq + 2 + i);
    const json_t *reply = sync_room(table.second, table.room, seq);
    assert_true(bool_at(reply, "whole"));
    assert_int_equal(count_at(reply, "chat"), 20);
    assert_string_equal(text_at(reply, "game.game"), table.game);
    assert_true(int_at(reply, "room.seq") == seq + KEPT + 1);
    assert_int_equal(rig_event_count(table.second), 0);
    assert_true(bool_at(sync_room(table.second, table.room, seq + KEPT + 2), "whole"));
    assert_true(
        bool_at(rig_ask(table.second, "{'op':'room.sync','room':'%s'}", table.room), "whole"));
}

static void what_was_hidden_has_no_number_and_is_not_sent_again(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = quiet_table(rig);
    struct rig_peer *watcher = rig_player(rig, "Vera");
    struct rig_peer *other = rig_guest(rig);
    assert_ok(rig_ask(table.second, "{'op':'block.add','name':'Anna'}"));
    (void)room_seq(watcher, table.room);
    (void)room_seq(other, table.room);
    rig_pass(rig, 2000); /* room.watchers */
    int64_t seq = room_seq(table.second, table.room);
    say(watcher, table.room, "for the other watcher");
    say(table.first, table.room, "not for Boris");
    say(table.second, table.room, "mine");
    assert_true(int_at(rig_expect(table.second, "room.said"), "seq") == seq + 1);
    assert_string_equal(text_at(rig_expect(table.first, "room.said"), "line.text"),
                        "not for Boris");
    assert_true(int_at(rig_expect(table.first, "room.said"), "seq") == seq + 2);
    assert_string_equal(text_at(rig_expect(other, "room.said"), "line.text"),
                        "for the other watcher");
    rig_forget_events(table.second);
    assert_ok(rig_ask(table.second, "{'op':'block.remove','name':'Anna'}"));
    assert_false(bool_at(sync_room(table.second, table.room, seq), "whole"));
    assert_string_equal(text_at(rig_expect(table.second, "room.said"), "line.text"), "mine");
    assert_int_equal(rig_event_count(table.second), 0);
}

static void a_watcher_is_sent_nothing_of_before(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = quiet_table(rig);
    int64_t seq = room_seq(table.first, table.room);
    say(table.first, table.room, "before");
    struct rig_peer *watcher = rig_guest(rig);
    assert_code(
        rig_ask(watcher, "{'op':'room.sync','room':'%s','since':%lld}", table.room, (long long)seq),
        "not_in_room");
    (void)room_seq(watcher, table.room);
    rig_pass(rig, 2000); /* room.watchers */
    assert_true(bool_at(sync_room(watcher, table.room, seq), "whole"));
    assert_true(bool_at(sync_room(watcher, table.room, seq + 1), "whole"));
    assert_false(bool_at(sync_room(watcher, table.room, seq + 2), "whole"));
    assert_int_equal(rig_event_count(watcher), 0);
}

static void a_failed_commit_takes_the_numbers_back(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = quiet_table(rig);
    int64_t seq = room_seq(table.first, table.room);
    rig->store->holds_batches = true;
    int64_t first =
        rig_send(table.first, "{'op':'room.say','room':'%s','text':'lost'}", table.room);
    rig_turn(rig);
    (void)rig_send(table.first, "{'op':'room.say','room':'%s','text':'lost, too'}", table.room);
    rig_turn(rig);
    rig_fail_held(rig);
    assert_code(rig_reply(table.first, first), "storage_unavailable");
    assert_int_equal(rig_event_count(table.second), 0);
    rig->store->holds_batches = false;
    rig_pass(rig, 2000);
    say(table.first, table.room, "told");
    assert_true(int_at(rig_expect(table.second, "room.said"), "seq") == seq + 1);
    assert_false(bool_at(sync_room(table.second, table.room, seq), "whole"));
    assert_string_equal(text_at(rig_expect(table.second, "room.said"), "line.text"), "told");
    assert_int_equal(rig_event_count(table.second), 0);
}

/* The seat was taken by a batch that failed, and the room went on. */
static void a_seat_that_is_taken_again_begins_where_the_room_is(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    const json_t *opened = rig_ask(anna, "{'op':'room.open','variant':'mini'}");
    const char *room = text_at(opened, "room.room");
    rig->store->holds_batches = true;
    int64_t lost = rig_send(boris, "{'op':'room.join','room':'%s'}", room);
    rig_turn(rig);
    rig_fail_held(rig);
    assert_code(rig_reply(boris, lost), "storage_unavailable");
    rig->store->holds_batches = false;
    rig_pass(rig, 2000);
    say(anna, room, "one");
    say(anna, room, "two");
    int64_t seq = room_seq(anna, room);
    assert_ok(rig_ask(boris, "{'op':'room.join','room':'%s'}", room));
    assert_true(int_at(rig_expect(boris, "game.started"), "seq") == seq + 2);
}

/* Boris breaks off the game of a room that waits again, and Carla sits down there; neither is
 * stored. Boris goes on where he was. */
static void a_seat_that_another_had_for_a_failed_commit_goes_on_with_its_numbers(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *carla = rig_player(rig, "Carla");
    char room[13];
    snprintf(room, sizeof(room), "%s",
             text_at(rig_ask(anna, "{'op':'room.open','variant':'mini'}"), "room.room"));
    const json_t *joined = rig_ask(boris, "{'op':'room.join','room':'%s'}", room);
    char game[13];
    snprintf(game, sizeof(game), "%s", text_at(joined, "game.game"));
    int64_t seq = room_seq(boris, room);
    rig->store->holds_batches = true;
    int64_t aborted = rig_send(boris, "{'op':'game.abort','game':'%s'}", game);
    rig_turn(rig); /* the room waits again in the next batch */
    int64_t sat = rig_send(carla, "{'op':'room.join','room':'%s'}", room);
    (void)rig_send(anna, "{'op':'room.say','room':'%s','text':'hi, Carla'}", room);
    rig_turn(rig);
    rig_fail_held(rig);
    assert_code(rig_reply(boris, aborted), "storage_unavailable");
    assert_code(rig_reply(carla, sat), "storage_unavailable");
    rig->store->holds_batches = false;
    rig_pass(rig, 2000);
    rig_forget_events(boris);
    say(anna, room, "hi, Boris");
    assert_true(int_at(rig_expect(boris, "room.said"), "seq") == seq + 1);
    rig_check_world(rig);
}

static void numbers_of_another_life_are_told_whole(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = quiet_table(rig);
    say(table.first, table.room, "before");
    int64_t seq = room_seq(table.second, table.room);
    char token[65];
    char room[13];
    memcpy(token, table.second->token, sizeof(token));
    memcpy(room, table.room, sizeof(room));
    rig_pass(rig, 10);
    rig_restart(rig);
    struct rig_peer *back = rig_resume(rig, token);
    for (int64_t since = seq - 2; since <= seq; since++)
        assert_true(bool_at(sync_room(back, room, since), "whole"));
    assert_true(room_seq(back, room) != seq);
}

static void a_player_has_a_stream_over_all_connections(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *phone = rig_connect(rig);
    const json_t *resumed = rig_ask(phone, "{'op':'auth.resume','token':'%s'}", anna->token);
    int64_t seq = int_at(resumed, "seq");
    rig_hang_up(phone);
    assert_ok(rig_ask(anna, "{'op':'settings.set','settings':{'theme':'night'}}"));
    struct rig_peer *boris = rig_player(rig, "Boris");
    assert_ok(rig_ask(boris, "{'op':'message.send','to':'Anna','text':'hello'}"));
    assert_ok(rig_ask(boris, "{'op':'room.open','variant':'mini','invite':'Anna'}"));
    phone = rig_resume(rig, anna->token);
    const json_t *reply = sync_player(phone, seq);
    assert_false(bool_at(reply, "whole"));
    assert_true(int_at(reply, "seq") == seq + 3);
    expect_same(anna, phone, "settings.changed");
    expect_same(anna, phone, "message.received");
    expect_same(anna, phone, "room.invited");
    assert_int_equal(rig_event_count(phone), 0);
    assert_int_equal(rig_event_count(anna), 0);
}

static void a_player_who_left_memory_is_told_whole(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    const json_t *reply = sync_player(anna, 0);
    assert_true(bool_at(reply, "whole"));
    int64_t seq = int_at(reply, "seq");
    rig_hang_up(anna);
    rig_turn(rig);
    struct rig_peer *boris = rig_player(rig, "Boris");
    assert_ok(rig_ask(boris, "{'op':'message.send','to':'Anna','text':'hello'}"));
    struct rig_peer *back = rig_resume(rig, anna->token);
    reply = sync_player(back, seq);
    assert_true(bool_at(reply, "whole"));
    assert_int_equal(int_at(reply, "unread"), 1);
    assert_true(int_at(reply, "seq") > seq);
}

static void nothing_is_kept_beyond_the_bound(void **state)
{
    struct core_options options = rig_options();
    options.resend_bytes = 0;
    rig_free(*state);
    struct rig *rig = rig_new_with(&options);
    *state = rig;
    struct rig_table table = quiet_table(rig);
    int64_t seq = room_seq(table.second, table.room);
    assert_false(bool_at(sync_room(table.second, table.room, seq), "whole"));
    say(table.first, table.room, "hello");
    assert_true(bool_at(sync_room(table.second, table.room, seq), "whole"));
    assert_false(bool_at(sync_room(table.second, table.room, seq + 1), "whole"));
}

static void what_nobody_asked_for_is_dropped_after_a_while(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = quiet_table(rig);
    struct rig_table elsewhere = rig_guests_table(rig, "mini");
    int64_t seq = room_seq(table.second, table.room);
    say(table.first, table.room, "hello");
    for (int i = 0; i < 60; i++) { /* 10 minutes, in which nobody is silent for too long */
        rig_pass(rig, 10 * 1000);
        for (size_t p = 0; p < rig->peer_count; p++)
            if (rig->peers[p]->conn != NULL)
                assert_ok(rig_ask(rig->peers[p], "{'op':'ping'}"));
    }
    assert_false(bool_at(sync_room(table.second, table.room, seq), "whole"));
    say(elsewhere.first, elsewhere.room, "hello");
    assert_true(bool_at(sync_room(table.second, table.room, seq), "whole"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, rig_setup, rig_teardown)
    const struct CMUnitTest tests[] = {
        TEST(numbers_rise_by_one_from_what_replies_tell),
        TEST(what_was_missed_is_sent_again_as_it_was),
        TEST(more_than_is_kept_is_told_whole),
        TEST(what_was_hidden_has_no_number_and_is_not_sent_again),
        TEST(a_watcher_is_sent_nothing_of_before),
        TEST(a_failed_commit_takes_the_numbers_back),
        TEST(a_seat_that_another_had_for_a_failed_commit_goes_on_with_its_numbers),
        TEST(a_seat_that_is_taken_again_begins_where_the_room_is),
        TEST(numbers_of_another_life_are_told_whole),
        TEST(a_player_has_a_stream_over_all_connections),
        TEST(a_player_who_left_memory_is_told_whole),
        TEST(nothing_is_kept_beyond_the_bound),
        TEST(what_nobody_asked_for_is_dropped_after_a_while),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
