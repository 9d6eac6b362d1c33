/* SPDX-License-Identifier: MIT */
/*
 * The lobby, as client/core/lobby.h describes it.
 */
#include "client/core/lobby.h"

#include <stdio.h>
#include <string.h>

void lobby_init(struct lobby *lobby, uint64_t before)
{
    *lobby = (struct lobby){0};
    pages_init(&lobby->rooms, sizeof(struct lobby_room), LOBBY_ROOMS_MAX, before);
    pages_init(&lobby->invitations, sizeof(struct lobby_room), LOBBY_INVITATIONS_MAX, 0);
}

void lobby_deinit(struct lobby *lobby)
{
    pages_deinit(&lobby->rooms);
    pages_deinit(&lobby->invitations);
}

const struct lobby_room *lobby_room_at(const struct lobby *lobby, size_t index)
{
    return pages_at(&lobby->rooms, index);
}

const struct lobby_room *lobby_invitation_at(const struct lobby *lobby, size_t index)
{
    return pages_at(&lobby->invitations, index);
}

/* ---------------------------------------------------------------- records */

static void set_person(struct table_person *person, const struct person_record *record)
{
    *person = (struct table_person){.is_guest = record->guest,
                                    .is_connected = record->connected,
                                    .claim_at_ms = NONE,
                                    .rating = record->rating,
                                    .is_provisional = record->provisional,
                                    .lag_ms = record->lag_ms};
    snprintf(person->name, sizeof(person->name), "%s", record->name);
}

/* Returns `room`, which is NULL where there is no place for it. */
static struct lobby_room *set_room(struct lobby_room *room, const struct room_record *record)
{
    if (room == NULL)
        return NULL;
    room->variant = record->variant;
    room->is_rated = record->rated;
    room->place = record->place;
    room->control = table_control(record->clock);
    room->opened_ms = record->opened;
    room->state = record->state;
    snprintf(room->invited, sizeof(room->invited), "%s",
             record->invited != NULL ? record->invited : "");
    room->players_count = record->players_count < 2 ? record->players_count : 2;
    for (size_t i = 0; i < room->players_count; i++)
        set_person(&room->players[i], &record->players[i]);
    return room;
}

static bool comes_first(const void *row, const void *other)
{
    return ((const struct lobby_room *)row)->place < ((const struct lobby_room *)other)->place;
}

/* Returns the room with this id, which is there, in its place. */
static struct lobby_room *sort_rooms(struct pages *pages, uint64_t id)
{
    pages_sort(pages, comes_first);
    return pages_put(pages, id);
}

void lobby_take_list(struct lobby *lobby, uint64_t before, const struct room_list_reply *reply)
{
    struct pages *rooms = &lobby->rooms;
    size_t count = reply->rooms_count;
    if (!pages_begin_page(rooms, before))
        return;
    for (size_t i = 0; i < count; i++)
        set_room(pages_put(rooms, reply->rooms[i].room), &reply->rooms[i]);
    pages_sort(rooms, comes_first);
    pages_end_page(rooms, reply->more && count > 0 ? reply->rooms[count - 1].room : 0);
}

void lobby_take_watch(struct lobby *lobby, uint64_t before, const struct lobby_watch_reply *reply)
{
    const struct room_list_reply list = {
        .rooms = reply->rooms, .rooms_count = reply->rooms_count, .more = reply->more};
    lobby->players = reply->players;
    lobby->games = reply->games;
    lobby_take_list(lobby, before, &list);
}

void lobby_take_invitations(struct lobby *lobby, const struct room_record *rooms, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (rooms[i].players_count > 0)
            set_room(pages_put(&lobby->invitations, rooms[i].room), &rooms[i]);
}

/* ---------------------------------------------------------------- events */

/* A room of the list may be kept for the player, too. */
static bool on_gone(struct lobby *lobby, uint64_t room)
{
    bool was_listed = pages_remove(&lobby->rooms, room);
    bool was_invitation = pages_remove(&lobby->invitations, room);
    return was_listed || was_invitation;
}

static bool set_presence(struct pages *pages, const struct lobby_presence_event *event)
{
    bool is_known = false;
    for (size_t i = 0; i < pages->count; i++) {
        struct lobby_room *room = pages_at(pages, i);
        if (room->players_count > 0 && strcmp(room->players[0].name, event->name) == 0) {
            if (room->players[0].is_connected != event->connected)
                room->place += event->connected ? -event->step : event->step;
            room->players[0].is_connected = event->connected;
            is_known = true;
        }
    }
    return is_known;
}

static bool on_presence(struct lobby *lobby, const struct lobby_presence_event *event)
{
    bool is_listed = set_presence(&lobby->rooms, event);
    bool is_invitation = set_presence(&lobby->invitations, event);
    pages_sort(&lobby->rooms, comes_first);
    return is_listed || is_invitation;
}

static const struct lobby_room *put_first(struct pages *pages, const struct room_record *record)
{
    return set_room(pages_put_first(pages, record->room), record);
}

bool lobby_take_event(struct lobby *lobby, enum event event, const union event_body *body,
                      const struct lobby_room **room_out)
{
    *room_out = NULL;
    switch (event) {
    case EVENT_LOBBY_ROOM:
        put_first(&lobby->rooms, body->lobby_room.room);
        *room_out = sort_rooms(&lobby->rooms, body->lobby_room.room->room);
        return true;
    case EVENT_LOBBY_GONE:
        return on_gone(lobby, body->lobby_gone.room);
    case EVENT_LOBBY_PRESENCE:
        return on_presence(lobby, &body->lobby_presence);
    case EVENT_ROOM_INVITED:
        if (body->room_invited.room->players_count > 0)
            *room_out = put_first(&lobby->invitations, body->room_invited.room);
        return *room_out != NULL;
    case EVENT_ROOM_UNINVITED:
        return on_gone(lobby, body->room_uninvited.room);
    default:
        return false;
    }
}
