/* SPDX-License-Identifier: MIT */
/* The lobby: changes of a second are told together, and only those that lists do not have. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#define PER_MOVE "{'kind':'per_move','period_ms':60000}"
#define CLOCK "'clock':" PER_MOVE

static const json_t *enter(struct rig_peer *peer, const char *filter)
{
    const json_t *reply = rig_ask(peer, "{'op':'lobby.watch'%s}", filter);
    assert_ok(reply);
    return reply;
}

static const char *open_room(struct rig_peer *peer, const char *variant, const char *more)
{
    const json_t *reply = rig_ask(peer, "{'op':'room.open','variant':'%s'%s}", variant, more);
    assert_ok(reply);
    return text_at(reply, "room.room");
}

static void leave(struct rig_peer *peer, const char *room)
{
    assert_ok(rig_ask(peer, "{'op':'room.leave','room':'%s'}", room));
}

static void expect_gone(struct rig_peer *peer, const char *room)
{
    rig_pass(peer->rig, 1000);
    assert_string_equal(text_at(rig_expect(peer, "lobby.gone"), "room"), room);
}

/* Behind the first room that is told a second of changes begins. */
static void begin_second(struct rig_peer *opener, struct rig_peer *watcher)
{
    const char *room = open_room(opener, "mini", "");
    assert_string_equal(text_at(rig_expect(watcher, "lobby.room"), "room.room"), room);
}

/* A guest who watches the lobby in a second which that opener has begun. */
static struct rig_peer *watch_within_a_second(struct rig_peer *opener)
{
    struct rig_peer *watcher = rig_guest(opener->rig);
    enter(watcher, "");
    begin_second(opener, watcher);
    return watcher;
}

static void presence_is_told(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *watcher = rig_guest(*state);
    const char *room = open_room(anna, "mini", "");
    open_room(anna, "classic", "");
    struct rig_peer *other = rig_guest(*state);
    enter(watcher, "");
    enter(other, ",'variant':'swap2'");
    rig_hang_up(anna);
    rig_turn(*state);
    const json_t *told = rig_expect(watcher, "lobby.presence");
    assert_string_equal(text_at(told, "name"), "Anna");
    assert_false(bool_at(told, "connected"));
    assert_int_equal(rig_event_count(watcher), 0); /* for both rooms */
    assert_int_equal(rig_event_count(other), 0);   /* which that list does not have */
    struct rig_peer *back = rig_connect(*state);
    assert_ok(rig_ask(back, "{'op':'auth.login','name':'Anna','password':'secret of Anna'}"));
    rig_pass(*state, 1000);
    assert_true(bool_at(rig_expect(watcher, "lobby.presence"), "connected"));
    leave(back, room);
    expect_gone(watcher, room);
    assert_int_equal(rig_event_count(watcher), 0);
}

/* A new room shows who is there; what lists know from it is not told once more. */
static void presence_that_a_new_room_told_is_not_told_again(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_guest(rig);
    struct rig_peer *boris = rig_guest(rig);
    struct rig_peer *watcher = rig_guest(rig);
    open_room(boris, "mini", "");
    enter(watcher, "");
    rig_hang_up(boris); /* told, and a second of presence begins */
    rig_turn(rig);
    rig_expect(watcher, "lobby.presence");
    rig_hang_up(anna);
    struct rig_peer *back = rig_resume(rig, anna->token);
    const char *room = open_room(back, "mini", "");
    assert_string_equal(text_at(rig_expect(watcher, "lobby.room"), "room.room"), room);
    rig_pass(rig, 1000);
    assert_int_equal(rig_event_count(watcher), 0);
}

static void who_comes_and_goes_is_told_once_a_second(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_guest(rig);
    struct rig_peer *watcher = rig_guest(rig);
    struct rig_peer *back = anna;
    open_room(anna, "mini", "");
    open_room(anna, "classic", "");
    enter(watcher, "");
    for (int i = 0; i < 20; i++) {
        rig_hang_up(back);
        rig_pass(rig, 50);
        back = rig_resume(rig, anna->token);
        rig_pass(rig, 50);
    }
    rig_pass(rig, 1000);
    assert_in_range(rig_event_count(watcher), 2, 4); /* in three seconds */
    bool is_here = false;
    while (rig_event_count(watcher) > 0)
        is_here = bool_at(rig_expect(watcher, "lobby.presence"), "connected");
    assert_true(is_here);
}

/* A list that was made meanwhile has what was not so any more when all were told. */
static void presence_is_told_again_to_whom_a_list_told_otherwise(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_guest(rig);
    struct rig_peer *watcher = rig_guest(rig);
    struct rig_peer *other = rig_guest(rig);
    open_room(anna, "mini", "");
    enter(watcher, "");
    rig_hang_up(anna);
    rig_turn(rig); /* told, and a second begins */
    struct rig_peer *back = rig_resume(rig, anna->token);
    assert_true(bool_at(enter(other, ""), "rooms.0.players.0.connected"));
    rig_hang_up(back);
    rig_pass(rig, 1000);
    assert_false(bool_at(rig_expect(other, "lobby.presence"), "connected"));
}

/* A block changes what a list shows to nobody who has one: none has the opener otherwise than
 * before.
 */
static void presence_is_not_told_again_for_a_block_that_changes_no_list(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *watcher = rig_guest(rig);
    struct rig_peer *anna = rig_player(rig, "Anna");
    rig_player(rig, "Boris");
    enter(watcher, "");
    open_room(anna, "mini", "");
    rig_expect(watcher, "lobby.room"); /* and a second of the room begins */
    rig_pass(rig, 500);
    assert_ok(rig_ask(anna, "{'op':'block.add','name':'Boris'}"));
    rig_hang_up(anna); /* told, and a second of presence begins */
    rig_turn(rig);
    assert_false(bool_at(rig_expect(watcher, "lobby.presence"), "connected"));
    struct rig_peer *back = rig_resume(rig, anna->token);
    rig_pass(rig, 600); /* the block is looked at */
    rig_hang_up(back);
    rig_pass(rig, 1000);
    assert_int_equal(rig_event_count(watcher), 0);
}

/* A clock runs for its opener, and no more: nobody could join it in between. */
static void a_room_that_is_as_it_was_told_is_not_told(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_guest(rig);
    struct rig_peer *boris = rig_guest(rig);
    struct rig_peer *watcher = rig_guest(rig);
    open_room(anna, "mini", "," CLOCK);
    enter(watcher, "");
    begin_second(boris, watcher);
    struct rig_table table =
        rig_clocked_table(boris, anna, "mini", "{'kind':'per_move','period_ms':60000}");
    assert_ok(rig_ask(boris, "{'op':'game.resign','game':'%s'}", table.game));
    rig_pass(rig, 5000);
    assert_int_equal(rig_event_count(watcher), 0);
}

/* A room that opened and closed within a second was never in a list. */
static void what_opens_and_closes_within_a_second_is_not_told(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_guest(rig);
    struct rig_peer *watcher = watch_within_a_second(anna);
    leave(anna, open_room(anna, "classic", ""));
    rig_pass(rig, 1000);
    assert_int_equal(rig_event_count(watcher), 0);
    assert_int_equal(core_count(rig->core).rooms, 1);
    rig_check_world(rig);
}

/* It is told when the room is closed and stored so, and would be forgotten. */
static void what_closes_within_a_second_is_told_as_gone(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_guest(rig);
    struct rig_peer *watcher = rig_guest(rig);
    const char *room = open_room(anna, "classic", "");
    enter(watcher, "");
    begin_second(anna, watcher);
    leave(anna, room);
    rig_pass(rig, 999);
    assert_int_equal(rig_event_count(watcher), 0);
    rig_pass(rig, 1);
    assert_string_equal(text_at(rig_expect(watcher, "lobby.gone"), "room"), room);
    assert_int_equal(rig_event_count(watcher), 0);
}

/* The word of who went waited for a commit that failed, and did not leave. */
static void presence_is_told_again_when_a_commit_failed(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *watcher = rig_guest(rig);
    const char *room = open_room(anna, "mini", "");
    enter(watcher, "");
    rig->store->holds_batches = true;
    rig_send(boris, "{'op':'room.open','variant':'mini'}");
    rig_turn(rig);
    rig_hang_up(anna);
    rig_turn(rig);
    assert_int_equal(rig_event_count(watcher), 0);
    rig_fail_held(rig);
    rig_pass(rig, 1000);
    const json_t *told = rig_expect(watcher, "lobby.presence");
    assert_string_equal(text_at(told, "name"), "Anna");
    assert_false(bool_at(told, "connected"));
    assert_int_equal(rig_event_count(watcher), 0);
    assert_non_null(room);
}

/* Nor if a list had it whose reply failed with it. */
static void a_room_of_which_only_a_failed_reply_told_is_not_told_as_gone(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_guest(rig);
    struct rig_peer *boris = rig_guest(rig);
    struct rig_peer *watcher = watch_within_a_second(anna);
    rig->store->holds_batches = true;
    rig_send(boris, "{'op':'room.open','variant':'mini'}");
    rig_turn(rig);
    rig_send(anna, "{'op':'lobby.watch'}");
    rig_turn(rig);
    rig_fail_held(rig);
    rig_pass(rig, 1000);
    assert_int_equal(rig_event_count(watcher), 0);
}

/* Within its first second somebody sat down there, and that was not stored. */
static void a_new_room_is_told_when_who_joined_could_not(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_guest(rig);
    struct rig_peer *boris = rig_guest(rig);
    struct rig_peer *watcher = watch_within_a_second(anna);
    const char *room = open_room(anna, "mini", "");
    assert_int_equal(rig_event_count(watcher), 0);
    rig->store->holds_batches = true;
    rig_send(boris, "{'op':'room.join','room':'%s'}", room);
    rig_turn(rig);
    rig_pass(rig, 1000);
    rig_fail_held(rig);
    rig_pass(rig, 1000);
    assert_string_equal(text_at(rig_expect(watcher, "lobby.room"), "room.room"), room);
}

/* While the change waits, a list is made without the room; then the room is as other lists have it.
 */
static void a_room_that_comes_back_is_told_to_a_list_made_without_it(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *watcher = rig_guest(rig);
    struct rig_peer *late = rig_guest(rig);
    const char *room = open_room(anna, "classic", "," CLOCK);
    enter(watcher, "");
    begin_second(rig_guest(rig), watcher);
    struct rig_table table = rig_clocked_table(anna, boris, "mini", PER_MOVE); /* hides the room */
    assert_int_equal(count_at(enter(late, ""), "rooms"), 1);
    assert_ok(rig_ask(anna, "{'op':'game.abort','game':'%s'}", table.game));
    rig_forget_events(late);
    rig_pass(rig, 1000);
    assert_string_equal(text_at(rig_find_event(late, "lobby.room"), "room.room"), room);
}

/* A table for days falls asleep as soon as nobody is there. */
static void a_room_that_falls_asleep_is_told_as_gone_before(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *watcher = rig_guest(rig);
    const char *room =
        open_room(anna, "classic", ",'clock':{'kind':'correspondence','period_ms':172800000}");
    enter(watcher, "");
    begin_second(rig_guest(rig), watcher);
    assert_ok(rig_ask(boris, "{'op':'room.join','room':'%s'}", room));
    rig_hang_up(anna);
    rig_hang_up(boris);
    rig_turn(rig);
    rig_pass(rig, 1000);
    assert_string_equal(text_at(rig_find_event(watcher, "lobby.gone"), "room"), room);
    assert_int_equal(core_count(rig->core).asleep, 1);
}

/* A game hides the room, its opener goes, and the room is back before anybody was told: lists had
 * it all the time. */
static void presence_is_told_of_a_room_that_was_hidden_meanwhile(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *watcher = rig_guest(rig);
    open_room(anna, "classic", "," CLOCK);
    enter(watcher, "");
    begin_second(rig_guest(rig), watcher);
    struct rig_table table = rig_clocked_table(boris, anna, "mini", PER_MOVE);
    rig_hang_up(anna);
    rig_turn(rig);
    assert_ok(rig_ask(boris, "{'op':'game.abort','game':'%s'}", table.game));
    rig_pass(rig, 1000);
    const json_t *told = rig_find_event(watcher, "lobby.presence");
    assert_string_equal(text_at(told, "name"), "Anna");
    assert_false(bool_at(told, "connected"));
}

/* Lists that are not told yet that the room is full name its opener, and nobody else. */
static void presence_of_who_joined_is_not_told(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *watcher = rig_guest(rig);
    const char *room = open_room(anna, "classic", "");
    enter(watcher, "");
    begin_second(rig_guest(rig), watcher);
    assert_ok(rig_ask(boris, "{'op':'room.join','room':'%s'}", room));
    rig_hang_up(boris);
    rig_turn(rig);
    expect_gone(watcher, room);
    assert_int_equal(rig_event_count(watcher), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(a_new_room_is_told_when_who_joined_could_not),
        RIG_TEST(a_room_that_comes_back_is_told_to_a_list_made_without_it),
        RIG_TEST(a_room_that_falls_asleep_is_told_as_gone_before),
        RIG_TEST(presence_is_told),
        RIG_TEST(presence_that_a_new_room_told_is_not_told_again),
        RIG_TEST(who_comes_and_goes_is_told_once_a_second),
        RIG_TEST(presence_is_told_again_to_whom_a_list_told_otherwise),
        RIG_TEST(presence_is_not_told_again_for_a_block_that_changes_no_list),
        RIG_TEST(presence_is_told_of_a_room_that_was_hidden_meanwhile),
        RIG_TEST(presence_of_who_joined_is_not_told),
        RIG_TEST(a_room_that_is_as_it_was_told_is_not_told),
        RIG_TEST(what_opens_and_closes_within_a_second_is_not_told),
        RIG_TEST(what_closes_within_a_second_is_told_as_gone),
        RIG_TEST(presence_is_told_again_when_a_commit_failed),
        RIG_TEST(a_room_of_which_only_a_failed_reply_told_is_not_told_as_gone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
