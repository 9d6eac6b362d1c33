/* SPDX-License-Identifier: MIT */
/* Rooms: opening, joining, leaving, watching, talking, rematches, idling. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

static const char *open_room(struct rig_peer *peer, const char *more)
{
    const json_t *reply = rig_ask(peer, "{'op':'room.open','variant':'classic'%s}", more);
    assert_ok(reply);
    return text_at(reply, "room.room");
}

static const json_t *in_room(struct rig_peer *peer, const char *op, const char *room)
{
    return rig_ask(peer, "{'op':'%s','room':'%s'}", op, room);
}

/* ------------------------------------------------------------------ opening and joining */

static void who_opens_a_room_sits_there_and_waits(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    const json_t *reply = rig_ask(anna, "{'op':'room.open','variant':'mini','rated':true," RIG_DAYS
                                        ",'first':'joiner'}");
    assert_string_equal(text_at(reply, "room.variant"), "mini");
    assert_true(bool_at(reply, "room.rated"));
    assert_string_equal(text_at(reply, "room.first"), "joiner");
    assert_string_equal(text_at(reply, "room.state"), "open");
    assert_int_equal(count_at(reply, "room.players"), 1);
    assert_string_equal(text_at(reply, "room.players.0.name"), "Anna");
    assert_int_equal(int_at(reply, "room.opened"), RIG_START_MS);
    assert_false(has_at(reply, "room.game"));
}

static void the_game_starts_when_somebody_joins(void **state)
{
    struct rig_peer *anna = rig_guest(*state);
    struct rig_peer *boris = rig_guest(*state);
    const char *room = open_room(anna, ",'first':'opener'");
    const json_t *joined = in_room(boris, "room.join", room);
    assert_string_equal(text_at(joined, "room.state"), "playing");
    assert_string_equal(text_at(joined, "game.first.name"), anna->name);
    assert_string_equal(text_at(joined, "game.to_act"), "first");
    assert_string_equal(text_at(rig_expect(anna, "room.joined"), "player.name"), boris->name);
    const json_t *started = rig_expect(anna, "game.started");
    assert_string_equal(text_at(started, "game.game"), text_at(joined, "game.game"));
    rig_find_event(boris, "game.started");
}

static void who_begins_is_as_the_opener_said(void **state)
{
    struct rig_peer *anna = rig_guest(*state);
    struct rig_peer *boris = rig_guest(*state);
    const json_t *joined = in_room(boris, "room.join", open_room(anna, ",'first':'joiner'"));
    assert_string_equal(text_at(joined, "game.first.name"), boris->name);
    joined = in_room(boris, "room.join", open_room(anna, ",'first':'opener'"));
    assert_string_equal(text_at(joined, "game.first.name"), anna->name);
}

static void the_lot_falls_on_both(void **state)
{
    struct rig *rig = *state;
    int first = 0;
    for (int i = 0; i < 16; i++) {
        struct rig_peer *anna = rig_guest(rig);
        struct rig_peer *boris = rig_guest(rig);
        const json_t *joined = in_room(boris, "room.join", open_room(anna, ""));
        first += strcmp(text_at(joined, "game.first.name"), anna->name) == 0 ? 1 : 0;
    }
    assert_in_range(first, 1, 15);
}

static void rooms_that_cannot_be_joined(void **state)
{
    struct rig_peer *anna = rig_guest(*state);
    struct rig_peer *boris = rig_guest(*state);
    struct rig_peer *carla = rig_guest(*state);
    assert_code(in_room(anna, "room.join", "000000000001"), "no_such_room");
    const char *open = open_room(anna, "");
    assert_code(in_room(anna, "room.join", open), "already_in_room");
    struct rig_table table = rig_table(anna, boris, "mini", false);
    assert_code(in_room(carla, "room.join", table.room), "room_full");
    assert_code(in_room(boris, "room.join", table.room), "already_in_room");
    in_room(anna, "room.leave", table.room);
    assert_code(in_room(carla, "room.join", table.room), "room_over");
    in_room(boris, "room.leave", table.room);
    assert_code(in_room(carla, "room.join", table.room), "no_such_room");
}

static void rated_rooms_are_for_accounts(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *guest = rig_guest(*state);
    assert_code(rig_ask(guest, "{'op':'room.open','variant':'mini','rated':true}"),
                "account_required");
    const char *room = open_room(anna, ",'rated':true," RIG_DAYS);
    assert_code(in_room(guest, "room.join", room), "account_required");
    assert_ok(in_room(rig_player(*state, "Boris"), "room.join", room));
}

static void a_player_sits_in_so_many_rooms_and_no_more(void **state)
{
    struct core_options options = rig_options();
    options.rooms_per_player = 2;
    struct rig *rig = rig_new_with(&options);
    struct rig_peer *anna = rig_guest(rig);
    struct rig_peer *boris = rig_guest(rig);
    const char *first = open_room(anna, "");
    open_room(anna, "");
    assert_code(rig_ask(anna, "{'op':'room.open','variant':'mini'}"), "too_many_rooms");
    const char *other = open_room(boris, "");
    assert_code(in_room(anna, "room.join", other), "too_many_rooms");
    assert_ok(in_room(anna, "room.leave", first));
    assert_ok(in_room(anna, "room.join", other));
    rig_free(rig);
    (void)state;
}

/* An account's may be more: it is known to somebody. A table where two sit is nobody's flood. */
static void of_a_guest_few_rooms_wait(void **state)
{
    struct core_options options = rig_options();
    options.open_rooms_per_guest = 2;
    struct rig *rig = rig_new_with(&options);
    struct rig_peer *guest = rig_guest(rig);
    struct rig_peer *anna = rig_player(rig, "Anna");
    const char *first = open_room(guest, "");
    open_room(guest, "");
    assert_code(rig_ask(guest, "{'op':'room.open','variant':'mini'}"), "too_many_open_rooms");
    assert_code(rig_ask(guest, "{'op':'room.open','variant':'mini','invite':'Anna'}"),
                "too_many_open_rooms");
    for (int i = 0; i < 3; i++)
        open_room(anna, "");
    assert_ok(in_room(anna, "room.join", first));
    open_room(guest, "");
    assert_code(rig_ask(guest, "{'op':'room.open','variant':'mini'}"), "too_many_open_rooms");
    rig_free(rig);
    (void)state;
}

/* ------------------------------------------------------------------ the list */

static void the_list_has_the_newest_first_in_pages(void **state)
{
    struct rig_peer *anna = rig_guest(*state);
    const char *rooms[5];
    for (int i = 0; i < 5; i++)
        rooms[i] = open_room(anna, "");
    const json_t *page = rig_ask(anna, "{'op':'room.list','limit':2}");
    assert_int_equal(count_at(page, "rooms"), 2);
    assert_string_equal(text_at(page, "rooms.0.room"), rooms[4]);
    assert_string_equal(text_at(page, "rooms.1.room"), rooms[3]);
    assert_true(bool_at(page, "more"));
    page = rig_ask(anna, "{'op':'room.list','limit':2,'before':'%s'}", rooms[3]);
    assert_string_equal(text_at(page, "rooms.0.room"), rooms[2]);
    assert_true(bool_at(page, "more"));
    page = rig_ask(anna, "{'op':'room.list','limit':2,'before':'%s'}", rooms[2]);
    assert_int_equal(count_at(page, "rooms"), 2);
    assert_false(bool_at(page, "more"));
    page = rig_ask(anna, "{'op':'room.list','limit':5}");
    assert_false(bool_at(page, "more"));
}

static void the_list_can_be_filtered(void **state)
{
    struct rig_peer *anna = rig_guest(*state);
    struct rig_peer *boris = rig_guest(*state);
    const char *open = open_room(anna, "");
    struct rig_table playing = rig_table(anna, boris, "mini", false);
    struct rig_table over = rig_table(anna, boris, "swap2", false);
    rig_ask(anna, "{'op':'game.resign','game':'%s'}", over.game);
    const json_t *list = rig_ask(anna, "{'op':'room.list','state':'open'}");
    assert_int_equal(count_at(list, "rooms"), 1);
    assert_string_equal(text_at(list, "rooms.0.room"), open);
    list = rig_ask(anna, "{'op':'room.list','state':'playing'}");
    assert_int_equal(count_at(list, "rooms"), 1);
    assert_string_equal(text_at(list, "rooms.0.room"), playing.room);
    list = rig_ask(anna, "{'op':'room.list','state':'over'}");
    assert_string_equal(text_at(list, "rooms.0.room"), over.room);
    list = rig_ask(anna, "{'op':'room.list','variant':'mini'}");
    assert_int_equal(count_at(list, "rooms"), 1);
    assert_int_equal(
        count_at(rig_ask(anna, "{'op':'room.list','variant':'mini','state':'open'}"), "rooms"), 0);
}

/* ------------------------------------------------------------------ leaving */

static void leaving_an_open_room_closes_it(void **state)
{
    struct rig_peer *anna = rig_guest(*state);
    struct rig_peer *watcher = rig_guest(*state);
    const char *room = open_room(anna, "");
    in_room(watcher, "room.watch", room);
    assert_ok(in_room(anna, "room.leave", room));
    rig_expect(anna, "room.closed");
    rig_expect(watcher, "room.closed");
    assert_int_equal(count_at(rig_ask(anna, "{'op':'room.list'}"), "rooms"), 0);
    assert_code(in_room(anna, "room.leave", room), "no_such_room");
}

static void leaving_before_both_have_moved_aborts_the_game(void **state)
{
    struct rig_table table = rig_table(rig_guest(*state), rig_guest(*state), "mini", false);
    rig_play(&table, "a1");
    assert_ok(in_room(table.first, "room.leave", table.room));
    const json_t *ended = rig_find_event(table.second, "game.ended");
    assert_string_equal(text_at(ended, "result"), "none");
    assert_string_equal(text_at(ended, "reason"), "aborted");
}

static void leaving_a_game_loses_it(void **state)
{
    struct rig_table table = rig_table(rig_guest(*state), rig_guest(*state), "mini", false);
    rig_play(&table, "a1 b1");
    rig_forget_events(table.second);
    assert_ok(in_room(table.first, "room.leave", table.room));
    const json_t *ended = rig_expect(table.second, "game.ended");
    assert_string_equal(text_at(ended, "result"), "second");
    assert_string_equal(text_at(ended, "reason"), "left");
    assert_string_equal(text_at(rig_expect(table.second, "room.left"), "name"), table.first->name);
    assert_code(in_room(table.first, "room.leave", table.room), "not_in_room");
}

static void the_last_player_closes_the_room(void **state)
{
    struct rig_table table = rig_table(rig_guest(*state), rig_guest(*state), "mini", false);
    in_room(table.first, "room.leave", table.room);
    const json_t *list = rig_ask(table.second, "{'op':'room.list'}");
    assert_string_equal(text_at(list, "rooms.0.state"), "over");
    assert_int_equal(count_at(list, "rooms.0.players"), 1);
    in_room(table.second, "room.leave", table.room);
    rig_find_event(table.second, "room.closed");
    assert_false(has_at(rig_game(table.first, table.game), "room"));
}

/* ------------------------------------------------------------------ watching and talking */

static void a_watcher_sees_how_things_stand_and_gets_the_events(void **state)
{
    struct rig_table table = rig_table(rig_guest(*state), rig_guest(*state), "mini", false);
    struct rig_peer *watcher = rig_guest(*state);
    rig_play(&table, "a1");
    rig_ask(table.first, "{'op':'room.say','room':'%s','text':'hi'}", table.room);
    const json_t *reply = in_room(watcher, "room.watch", table.room);
    assert_string_equal(text_at(reply, "game.actions"), "a1");
    assert_int_equal(int_at(reply, "room.watchers"), 1);
    assert_string_equal(text_at(reply, "chat.0.text"), "hi");
    assert_string_equal(text_at(reply, "chat.0.name"), table.first->name);
    rig_move(table.second, table.game, 1, "b1");
    rig_expect(watcher, "game.moved");
    assert_ok(in_room(watcher, "room.leave", table.room));
    rig_move(table.first, table.game, 2, "a2");
    assert_null(rig_next_event(watcher));
    assert_code(in_room(watcher, "room.leave", table.room), "not_in_room");
}

static void watching_twice_is_once(void **state)
{
    struct rig_table table = rig_table(rig_guest(*state), rig_guest(*state), "mini", false);
    struct rig_peer *watcher = rig_guest(*state);
    in_room(watcher, "room.watch", table.room);
    assert_int_equal(int_at(in_room(watcher, "room.watch", table.room), "room.watchers"), 1);
    rig_move(table.first, table.game, 0, "a1");
    assert_int_equal(rig_event_count(watcher), 1);
}

static void a_player_who_watches_gets_every_event_once(void **state)
{
    struct rig_table table = rig_table(rig_guest(*state), rig_guest(*state), "mini", false);
    const json_t *reply = in_room(table.first, "room.watch", table.room);
    assert_int_equal(int_at(reply, "room.watchers"), 0);
    rig_move(table.first, table.game, 0, "a1");
    assert_int_equal(rig_event_count(table.first), 1);
}

static void a_watcher_who_joins_is_a_player_and_no_watcher(void **state)
{
    struct rig_peer *anna = rig_guest(*state);
    struct rig_peer *watcher = rig_guest(*state);
    const char *room = open_room(anna, ",'first':'opener'");
    in_room(watcher, "room.watch", room);
    const json_t *joined = in_room(watcher, "room.join", room);
    assert_int_equal(int_at(joined, "room.watchers"), 0);
    rig_forget_events(watcher);
    rig_move(anna, text_at(joined, "game.game"), 0, "a1");
    assert_int_equal(rig_event_count(watcher), 1);
    assert_ok(in_room(watcher, "room.leave", room));
    rig_forget_events(watcher);
    rig_ask(anna, "{'op':'room.say','room':'%s','text':'gone?'}", room);
    assert_int_equal(rig_event_count(watcher), 0);
}

static void a_watcher_who_goes_is_counted_no_more(void **state)
{
    struct rig_peer *anna = rig_guest(*state);
    struct rig_peer *watcher = rig_guest(*state);
    in_room(watcher, "room.watch", open_room(anna, ""));
    rig_hang_up(watcher);
    rig_turn(*state);
    assert_int_equal(int_at(rig_ask(anna, "{'op':'room.list'}"), "rooms.0.watchers"), 0);
}

static void everybody_in_the_room_hears_and_nobody_else_speaks(void **state)
{
    struct rig_table table = rig_table(rig_guest(*state), rig_guest(*state), "mini", false);
    struct rig_peer *watcher = rig_guest(*state);
    assert_code(rig_ask(watcher, "{'op':'room.say','room':'%s','text':'hello'}", table.room),
                "not_in_room");
    in_room(watcher, "room.watch", table.room);
    const json_t *said = rig_ask(watcher, "{'op':'room.say','room':'%s','text':'a'}", table.room);
    assert_int_equal(int_at(said, "n"), 1);
    said = rig_ask(table.first, "{'op':'room.say','room':'%s','text':'b'}", table.room);
    assert_int_equal(int_at(said, "n"), 2);
    assert_string_equal(text_at(rig_expect(table.second, "room.said"), "line.text"), "b");
    assert_string_equal(text_at(rig_expect(watcher, "room.said"), "line.name"), watcher->name);
    assert_string_equal(text_at(rig_expect(watcher, "room.said"), "line.text"), "b");
}

static void control_characters_become_spaces(void **state)
{
    struct rig_peer *anna = rig_guest(*state);
    const char *room = open_room(anna, "");
    rig_ask(anna,
            "{'op':'room.say','room':'%s','text':'a\\u001b[m\\n\\u007f\\u009bb\\t\\u00a0\\u044f'}",
            room);
    const json_t *said = rig_expect(anna, "room.said");
    assert_string_equal(text_at(said, "line.text"), "a [m   b \xc2\xa0\xd1\x8f");
}

static void the_last_20_lines_are_told(void **state)
{
    struct rig_peer *anna = rig_guest(*state);
    const char *room = open_room(anna, "");
    for (int i = 1; i <= 50; i++) {
        rig_pass(*state, 2000);
        assert_ok(rig_ask(anna, "{'op':'room.say','room':'%s','text':'line %d'}", room, i));
    }
    const json_t *reply = in_room(rig_guest(*state), "room.watch", room);
    assert_int_equal(count_at(reply, "chat"), 20);
    assert_string_equal(text_at(reply, "chat.0.text"), "line 31");
    assert_int_equal(int_at(reply, "chat.19.n"), 50);
    rig_check_world(*state);
}

/* ------------------------------------------------------------------ rematch */

static void a_rematch_swaps_who_begins(void **state)
{
    struct rig_table table = rig_table(rig_guest(*state), rig_guest(*state), "mini", false);
    assert_code(in_room(table.first, "room.rematch", table.room), "game_in_progress");
    rig_play(&table, "a1 b1");
    rig_ask(table.first, "{'op':'game.resign','game':'%s'}", table.game);
    rig_forget_events(table.second);
    assert_false(has_at(in_room(table.first, "room.rematch", table.room), "game"));
    rig_expect(table.second, "room.rematch_offered");
    assert_code(in_room(table.first, "room.rematch", table.room), "already_offered");
    const json_t *reply = in_room(table.second, "room.rematch", table.room);
    assert_string_equal(text_at(reply, "game.first.name"), table.second->name);
    assert_string_not_equal(text_at(reply, "game.game"), table.game);
    rig_expect(table.second, "game.started");
    const char *next = text_at(reply, "game.game");
    assert_ok(rig_move(table.second, next, 0, "a1"));
    assert_ok(rig_move(table.first, next, 1, "b1"));
    rig_ask(table.second, "{'op':'game.resign','game':'%s'}", next);
    in_room(table.second, "room.rematch", table.room);
    reply = in_room(table.first, "room.rematch", table.room);
    assert_string_equal(text_at(reply, "game.first.name"), table.first->name);
}

static void a_rematch_needs_two_who_sit_there(void **state)
{
    struct rig_peer *anna = rig_guest(*state);
    struct rig_peer *watcher = rig_guest(*state);
    const char *open = open_room(anna, "");
    assert_code(in_room(anna, "room.rematch", open), "no_opponent");
    assert_code(in_room(watcher, "room.rematch", open), "not_seated");
    struct rig_table table = rig_table(anna, rig_guest(*state), "mini", false);
    rig_ask(anna, "{'op':'game.resign','game':'%s'}", table.game);
    in_room(anna, "room.rematch", table.room);
    in_room(anna, "room.leave", table.room); /* the offer goes with who made it */
    assert_code(in_room(table.second, "room.rematch", table.room), "no_opponent");
}

/* ------------------------------------------------------------------ idling */

static struct rig *rig_with_idle_rooms(void)
{
    struct core_options options = rig_options();
    options.room_idle_ms = 60 * 1000;
    return rig_new_with(&options);
}

static void a_room_closes_when_its_players_stay_away(void **state)
{
    struct rig *rig = rig_with_idle_rooms();
    struct rig_peer *anna = rig_guest(rig);
    struct rig_peer *watcher = rig_guest(rig);
    in_room(watcher, "room.watch", open_room(anna, ""));
    rig_pass(rig, 100 * 1000);
    rig_hang_up(anna);
    rig_pass(rig, 59999);
    assert_int_equal(core_count(rig->core).rooms, 1);
    rig_pass(rig, 1);
    rig_find_event(watcher, "room.closed");
    assert_int_equal(core_count(rig->core).rooms, 0);
    rig_check_world(rig);
    rig_free(rig);
    (void)state;
}

static void who_comes_back_in_time_keeps_the_room(void **state)
{
    struct rig *rig = rig_with_idle_rooms();
    struct rig_peer *anna = rig_guest(rig);
    open_room(anna, "");
    rig_hang_up(anna);
    rig_pass(rig, 50 * 1000);
    struct rig_peer *back = rig_resume(rig, anna->token);
    rig_pass(rig, 50 * 1000);
    rig_hang_up(back);
    rig_pass(rig, 50 * 1000);
    assert_int_equal(core_count(rig->core).rooms, 1);
    rig_free(rig);
    (void)state;
}

static void a_room_with_a_game_in_progress_never_closes_by_itself(void **state)
{
    struct rig *rig = rig_with_idle_rooms();
    struct rig_table table = rig_table(rig_guest(rig), rig_guest(rig), "mini", false);
    rig_hang_up(table.first);
    rig_hang_up(table.second);
    rig_pass(rig, 3600 * 1000);
    assert_int_equal(core_count(rig->core).rooms, 1);
    rig_restart(rig);
    rig_pass(rig, 3600 * 1000);
    assert_int_equal(core_count(rig->core).games, 1);
    rig_free(rig);
    (void)state;
}

static void a_room_that_waits_for_a_failing_store_closes_later(void **state)
{
    struct rig *rig = rig_with_idle_rooms();
    struct rig_peer *anna = rig_guest(rig);
    struct rig_peer *boris = rig_guest(rig);
    open_room(anna, "");
    rig->store->fails_batches = true;
    rig_send(boris, "{'op':'room.open','variant':'mini'}");
    rig_hang_up(anna);
    rig_turn(rig);
    for (int i = 0; i < 70; i++)
        rig_pass(rig, 1000);
    assert_int_equal(core_count(rig->core).rooms, 1);
    rig->store->fails_batches = false;
    rig_pass(rig, 1000);
    rig_turn(rig);
    assert_int_equal(core_count(rig->core).rooms, 0);
    rig_free(rig);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(who_opens_a_room_sits_there_and_waits),
        RIG_TEST(the_game_starts_when_somebody_joins),
        RIG_TEST(who_begins_is_as_the_opener_said),
        RIG_TEST(the_lot_falls_on_both),
        RIG_TEST(rooms_that_cannot_be_joined),
        RIG_TEST(rated_rooms_are_for_accounts),
        cmocka_unit_test(a_player_sits_in_so_many_rooms_and_no_more),
        cmocka_unit_test(of_a_guest_few_rooms_wait),
        RIG_TEST(the_list_has_the_newest_first_in_pages),
        RIG_TEST(the_list_can_be_filtered),
        RIG_TEST(leaving_an_open_room_closes_it),
        RIG_TEST(leaving_before_both_have_moved_aborts_the_game),
        RIG_TEST(leaving_a_game_loses_it),
        RIG_TEST(the_last_player_closes_the_room),
        RIG_TEST(a_watcher_sees_how_things_stand_and_gets_the_events),
        RIG_TEST(watching_twice_is_once),
        RIG_TEST(a_player_who_watches_gets_every_event_once),
        RIG_TEST(a_watcher_who_joins_is_a_player_and_no_watcher),
        RIG_TEST(a_watcher_who_goes_is_counted_no_more),
        RIG_TEST(everybody_in_the_room_hears_and_nobody_else_speaks),
        RIG_TEST(control_characters_become_spaces),
        RIG_TEST(the_last_20_lines_are_told),
        RIG_TEST(a_rematch_swaps_who_begins),
        RIG_TEST(a_rematch_needs_two_who_sit_there),
        cmocka_unit_test(a_room_closes_when_its_players_stay_away),
        cmocka_unit_test(who_comes_back_in_time_keeps_the_room),
        cmocka_unit_test(a_room_with_a_game_in_progress_never_closes_by_itself),
        cmocka_unit_test(a_room_that_waits_for_a_failing_store_closes_later),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
