/* SPDX-License-Identifier: MIT */
/*
 * The lobby's model: pages of rooms, events that change them, invitations.
 */
#include "client/core/lobby.h"
#include "tests/support/test.h"
#include "wire.h"

#include <string.h>

static struct lobby lobby;
static const struct lobby_room *told; /* the room of the last event, or NULL */

#define LOBBY_TEST(name) TEST_BETWEEN(name, lobby_init(&lobby, 0), lobby_deinit(&lobby))

/* A page of rooms with these ids, up to a 0. */
static void take_page(uint64_t before, bool more, const uint64_t *ids)
{
    struct room_record rooms[8];
    size_t count = 0;
    for (; ids[count] != 0; count++)
        rooms[count] = wire_room(ids[count], ROOM_STATE_WORD_OPEN);
    const struct lobby_watch_reply reply = {
        .rooms = rooms, .rooms_count = count, .more = more, .players = 5, .games = 2};
    lobby_take_watch(&lobby, before, &reply);
}

#define PAGE(before, more, ...) take_page(before, more, (const uint64_t[]){__VA_ARGS__, 0})

static void assert_ids(const struct pages *pages, const uint64_t *ids)
{
    size_t count = 0;
    for (; ids[count] != 0; count++) {
        assert_true(count < pages->count);
        assert_int_equal(((const struct lobby_room *)pages_at(pages, count))->id, ids[count]);
    }
    assert_int_equal(pages->count, count);
}

#define ASSERT_ROOMS(...) assert_ids(&lobby.rooms, (const uint64_t[]){__VA_ARGS__, 0})
#define ASSERT_INVITATIONS(...) assert_ids(&lobby.invitations, (const uint64_t[]){__VA_ARGS__, 0})

/* The room that boris or another one opened. */
static bool tell_room(enum event event, uint64_t id, const char *opener)
{
    struct room_record room = wire_room(id, ROOM_STATE_WORD_OPEN);
    struct person_record person = {.name = opener, .connected = true, .rating = NONE};
    union event_body body = {.lobby_room = {.room = &room}};
    room.players = &person;
    if (event == EVENT_ROOM_INVITED)
        body.room_invited.room = &room;
    return lobby_take_event(&lobby, event, &body, &told);
}

static bool tell_gone(enum event event, uint64_t id)
{
    union event_body body = {.lobby_gone = {.room = id}};
    if (event == EVENT_ROOM_UNINVITED)
        body = (union event_body){.room_uninvited = {.room = id}};
    return lobby_take_event(&lobby, event, &body, &told);
}

static bool tell_presence(const char *name, bool is_connected)
{
    const union event_body body = {.lobby_presence = {.name = name, .connected = is_connected}};
    return lobby_take_event(&lobby, EVENT_LOBBY_PRESENCE, &body, &told);
}

/* ---------------------------------------------------------------- pages */

LOBBY_TEST(pages_follow_each_other)
{
    PAGE(0, true, 9, 8);
    assert_int_equal(lobby.players, 5);
    assert_int_equal(lobby.games, 2);
    assert_int_equal(lobby.rooms.next, 8);
    PAGE(8, false, 5, 3);
    ASSERT_ROOMS(9, 8, 5, 3);
    assert_int_equal(lobby.rooms.next, 0);
}

LOBBY_TEST(a_list_may_begin_further_down)
{
    lobby_deinit(&lobby);
    lobby_init(&lobby, 7);
    PAGE(7, true, 6, 4);
    PAGE(4, false, 3);
    ASSERT_ROOMS(6, 4, 3);
}

LOBBY_TEST(a_late_page_that_follows_nothing_known_is_left_out)
{
    PAGE(0, true, 9, 8);
    PAGE(5, false, 4, 3);
    ASSERT_ROOMS(9, 8);
    assert_int_equal(lobby.rooms.next, 8);
    PAGE(8, false, 7);
    PAGE(8, true, 6); /* a second time */
    ASSERT_ROOMS(9, 8, 7);
    PAGE(0, true, 12, 8); /* anew */
    ASSERT_ROOMS(12, 8);
}

/* Rooms that came or changed between two pages. */
LOBBY_TEST(pages_that_overlap_show_each_room_once)
{
    PAGE(0, true, 9, 7);
    tell_room(EVENT_LOBBY_ROOM, 11, "boris");
    tell_room(EVENT_LOBBY_ROOM, 4, "boris");
    PAGE(7, true, 6, 4);
    ASSERT_ROOMS(4, 11, 9, 7, 6);
    assert_int_equal(lobby.rooms.next, 4);
}

LOBBY_TEST(a_room_that_left_meanwhile_does_not_stop_the_next_page)
{
    PAGE(0, true, 9, 7);
    assert_true(tell_gone(EVENT_LOBBY_GONE, 7));
    assert_int_equal(lobby.rooms.next, 7);
    PAGE(7, false, 6);
    ASSERT_ROOMS(9, 6);
}

LOBBY_TEST(a_page_of_nothing_is_the_last_whatever_it_says)
{
    take_page(0, true, (const uint64_t[]){0});
    assert_int_equal(lobby.rooms.count, 0);
    assert_int_equal(lobby.rooms.next, 0);
}

/* ---------------------------------------------------------------- events */

LOBBY_TEST(a_room_told_twice_is_one_room_as_it_was_told_last)
{
    PAGE(0, false, 9);
    assert_true(tell_room(EVENT_LOBBY_ROOM, 10, "boris"));
    assert_true(tell_room(EVENT_LOBBY_ROOM, 10, "gleb"));
    ASSERT_ROOMS(10, 9);
    assert_ptr_equal(told, lobby_room_at(&lobby, 0));
    assert_string_equal(told->players[0].name, "gleb");
    assert_false(tell_presence("boris", false));
}

LOBBY_TEST(what_was_never_told_cannot_go)
{
    PAGE(0, false, 9);
    assert_false(tell_gone(EVENT_LOBBY_GONE, 5));
    assert_true(tell_gone(EVENT_LOBBY_GONE, 9));
    assert_false(tell_gone(EVENT_LOBBY_GONE, 9));
    assert_int_equal(lobby.rooms.count, 0);
}

LOBBY_TEST(presence_is_of_all_rooms_of_an_opener)
{
    tell_room(EVENT_LOBBY_ROOM, 7, "boris");
    tell_room(EVENT_LOBBY_ROOM, 8, "vera");
    tell_room(EVENT_LOBBY_ROOM, 9, "boris");
    tell_room(EVENT_ROOM_INVITED, 5, "gleb");
    assert_false(tell_presence("nobody", false));
    assert_true(tell_presence("boris", false));
    assert_false(lobby_room_at(&lobby, 0)->players[0].is_connected);
    assert_true(lobby_room_at(&lobby, 1)->players[0].is_connected);
    assert_false(lobby_room_at(&lobby, 2)->players[0].is_connected);
    assert_true(tell_presence("gleb", false));
    assert_false(lobby_invitation_at(&lobby, 0)->players[0].is_connected);
}

static bool tell_placed(uint64_t id, int64_t place)
{
    struct room_record room = wire_room(id, ROOM_STATE_WORD_OPEN);
    const struct person_record opener = {.name = id % 2 == 0 ? "vera" : "boris", .connected = true};
    const union event_body body = {.lobby_room = {.room = &room}};
    room.players = &opener;
    room.place = place;
    return lobby_take_event(&lobby, EVENT_LOBBY_ROOM, &body, &told);
}

LOBBY_TEST(rooms_stand_by_their_places)
{
    union event_body body = {.lobby_presence = {.name = "vera", .step = 25}};
    tell_placed(5, 30);
    tell_placed(6, 20);
    tell_placed(7, 40);
    ASSERT_ROOMS(6, 5, 7);
    assert_int_equal(told->id, 7);
    tell_placed(7, 10);
    ASSERT_ROOMS(7, 6, 5);
    for (int i = 0; i < 2; i++) { /* told again it is no news */
        assert_true(lobby_take_event(&lobby, EVENT_LOBBY_PRESENCE, &body, &told));
        ASSERT_ROOMS(7, 5, 6);
    }
    body.lobby_presence.connected = true;
    assert_true(lobby_take_event(&lobby, EVENT_LOBBY_PRESENCE, &body, &told));
    ASSERT_ROOMS(7, 6, 5);
}

/* Of an older server. */
LOBBY_TEST(rooms_without_places_stand_the_newest_first)
{
    PAGE(0, true, 9, 7);
    tell_placed(11, 0);
    tell_placed(7, 0);
    ASSERT_ROOMS(11, 9, 7);
}

LOBBY_TEST(events_of_other_things_say_nothing)
{
    const union event_body body = {.room_watchers = {.room = 7}};
    PAGE(0, false, 7);
    assert_false(lobby_take_event(&lobby, EVENT_ROOM_WATCHERS, &body, &told));
    assert_null(told);
}

LOBBY_TEST(more_rooms_than_are_kept_leave_those_told_last)
{
    for (uint64_t id = 1; id <= LOBBY_ROOMS_MAX + 10; id++)
        assert_true(tell_room(EVENT_LOBBY_ROOM, id, "boris"));
    assert_int_equal(lobby.rooms.count, LOBBY_ROOMS_MAX);
    assert_int_equal(lobby_room_at(&lobby, 0)->id, LOBBY_ROOMS_MAX + 10);
    assert_int_equal(lobby_room_at(&lobby, LOBBY_ROOMS_MAX - 1)->id, 11);
    assert_false(tell_gone(EVENT_LOBBY_GONE, 10));
}

/* ---------------------------------------------------------------- invitations */

LOBBY_TEST(later_invitations_stand_before_those_that_waited)
{
    struct room_record rooms[] = {wire_room(8, ROOM_STATE_WORD_OPEN),
                                  wire_room(5, ROOM_STATE_WORD_OPEN),
                                  wire_room(6, ROOM_STATE_WORD_OPEN)};
    rooms[2].players_count = 0; /* from nobody */
    lobby_take_invitations(&lobby, rooms, 3);
    assert_true(tell_room(EVENT_ROOM_INVITED, 9, "boris"));
    assert_true(tell_room(EVENT_ROOM_INVITED, 5, "gleb")); /* again */
    ASSERT_INVITATIONS(9, 8, 5);
    assert_string_equal(told->players[0].name, "gleb");
    assert_int_equal(lobby.rooms.count, 0);
}

LOBBY_TEST(an_invitation_ends_with_its_room_and_once)
{
    tell_room(EVENT_ROOM_INVITED, 8, "boris");
    tell_room(EVENT_LOBBY_ROOM, 8, "boris"); /* it is in the list, too */
    assert_true(tell_gone(EVENT_ROOM_UNINVITED, 8));
    assert_false(tell_gone(EVENT_LOBBY_GONE, 8));
    assert_int_equal(lobby.invitations.count, 0);
    assert_int_equal(lobby.rooms.count, 0);
}

LOBBY_TEST(invitations_without_end_are_bounded)
{
    for (uint64_t id = 1; id <= LOBBY_INVITATIONS_MAX + 5; id++)
        assert_true(tell_room(EVENT_ROOM_INVITED, id, "boris"));
    assert_int_equal(lobby.invitations.count, LOBBY_INVITATIONS_MAX);
    assert_int_equal(told->id, LOBBY_INVITATIONS_MAX + 5);
}

LOBBY_TEST(a_provisional_rating_says_so_at_an_invitation)
{
    struct room_record room = wire_room(7, ROOM_STATE_WORD_OPEN);
    struct person_record boris = {.name = "boris", .rating = 1540, .provisional = true};
    const union event_body body = {.room_invited = {.room = &room}};
    room.players = &boris;
    assert_true(lobby_take_event(&lobby, EVENT_ROOM_INVITED, &body, &told));
    assert_int_equal(told->players[0].rating, 1540);
    assert_true(told->players[0].is_provisional);
}
