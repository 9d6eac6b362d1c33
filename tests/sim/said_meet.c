/* SPDX-License-Identifier: MIT */
/*
 * Invitations, pairing and the lobby: what is said of them against the truth, and what each
 * connection that watches the lobby knows of it.
 */
#include "tests/sim/audit.h"
#include "tests/sim/person.h"
#include "tests/sim/said.h"
#include "tests/sim/said_gathered.h"
#include "tests/sim/sim.h"
#include "tests/sim/truth_room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ID_ARG(id) ((unsigned long long)(id))

/* ------------------------------------------------------------------ the lobby of a connection */

static size_t place_of(const struct link *link, uint64_t room)
{
    size_t at = 0;
    while (at < link->lobby_count && link->lobby[at].room != room)
        at++;
    return at;
}

static void lobby_add(struct link *link, const struct room_record *record)
{
    size_t at = place_of(link, record->room);
    if (at == link->lobby_count) {
        link->lobby =
            sim_grow(link->lobby, link->lobby_count, &link->lobby_cap, sizeof(link->lobby[0]));
        link->lobby_count++;
    }
    link->lobby[at] = (struct lobby_place){
        .room = record->room, .is_there = record->players[0].connected, .place = record->place};
}

static void lobby_remove(struct link *link, uint64_t room)
{
    size_t at = place_of(link, room);
    if (at < link->lobby_count)
        link->lobby[at] = link->lobby[--link->lobby_count];
}

/* Whether the room is one that somebody could join. */
static bool is_joinable(const struct sim *sim, const struct truth_room *room)
{
    return !room->is_closed && room->game == 0 && !truth_is_reserved(room) &&
           room->players[0] != 0 && room->players[1] == 0 &&
           !(truth_clock_is_real_time(&room->clock) &&
             truth_is_busy(&sim->truth, room->players[0]));
}

static bool may_be_apart(const struct sim *sim, uint64_t a, uint64_t b)
{
    const struct truth_player *one = truth_player(&sim->truth, a);
    const struct truth_player *other = truth_player(&sim->truth, b);
    return one != NULL && other != NULL &&
           (truth_ever_blocked(one, b) || truth_ever_blocked(other, a));
}

/* The part of the order that the truth has: rooms whose opener is away stand behind those whose
 * opener is there, and last what a guest cannot join. */
static int order_of(const struct sim *sim, const struct link *link, const struct lobby_place *place)
{
    const struct truth_room *room = truth_room(&sim->truth, place->room);
    const struct truth_player *viewer = truth_player(&sim->truth, link->player);
    if (room->rated && (viewer == NULL || viewer->password_hash[0] == '\0'))
        return 2;
    return place->is_there ? 0 : 1;
}

static void check_places(struct sim *sim, const struct link *link)
{
    const struct truth_player *viewer = truth_player(&sim->truth, link->player);
    if (viewer != NULL && viewer->guest_name[0] != '\0')
        return; /* perhaps the list is of before, when this was a guest */
    for (size_t i = 0; i < link->lobby_count; i++)
        for (size_t j = 0; j < link->lobby_count; j++)
            CHECK_THAT(sim, CHECK_LOBBY,
                       order_of(sim, link, &link->lobby[i]) >=
                               order_of(sim, link, &link->lobby[j]) ||
                           link->lobby[i].place < link->lobby[j].place,
                       "link %llu: room %llx stands before room %llx", ID_ARG(link->number),
                       ID_ARG(link->lobby[j].room), ID_ARG(link->lobby[i].room));
}

void said__lobby_audit(struct sim *sim, const struct link *link)
{
    if (!link->is_in_lobby || link->lobby_is_partial)
        return;
    for (size_t i = 0; i < sim->truth.room_count; i++) {
        const struct truth_room *room = sim->truth.rooms[i];
        if (may_be_apart(sim, link->player, room->players[0]))
            continue; /* blocks that come and go are not told */
        bool is_shown = place_of(link, room->id) < link->lobby_count;
        CHECK_THAT(sim, CHECK_LOBBY, is_shown == is_joinable(sim, room),
                   "link %llu: room %llx is %s its lobby", ID_ARG(link->number), ID_ARG(room->id),
                   is_shown ? "still in" : "not in");
        bool is_there = is_shown && link->lobby[place_of(link, room->id)].is_there;
        CHECK_THAT(sim, CHECK_LOBBY,
                   !is_shown || is_there == audit_is_connected(sim, room->players[0]),
                   "link %llu: the opener of room %llx is said to be %s", ID_ARG(link->number),
                   ID_ARG(room->id), is_there ? "there" : "away");
    }
    check_places(sim, link);
}

/* ------------------------------------------------------------------ events */

static const struct truth_room *check_room(struct link *link, uint64_t id)
{
    const struct truth_room *room = truth_room(&link->sim->truth, id);
    CHECK_THAT(link->sim, CHECK_SAID_IS_STORED, room != NULL, "room %llx is not stored",
               ID_ARG(id));
    return room;
}

void said__lobby_room(struct link *link, const union event_body *body)
{
    said__room(link, body->lobby_room.room);
    gathered_room(link, body->lobby_room.room);
    lobby_add(link, body->lobby_room.room);
}

void said__lobby_gone(struct link *link, const union event_body *body)
{
    check_room(link, body->lobby_gone.room);
    gathered_gone(link, body->lobby_gone.room);
    lobby_remove(link, body->lobby_gone.room);
}

/* It holds for all of the player's rooms. */
void said__lobby_presence(struct link *link, const union event_body *body)
{
    const struct lobby_presence_event *presence = &body->lobby_presence;
    const struct truth_player *player = truth_player_named(&link->sim->truth, presence->name);
    CHECK_THAT(link->sim, CHECK_SAID_IS_STORED, player != NULL, "%s is not stored", presence->name);
    gathered_lobby_presence(link, presence);
    for (size_t i = 0; i < link->lobby_count; i++) {
        struct lobby_place *place = &link->lobby[i];
        if (truth_room(&link->sim->truth, place->room)->players[0] != player->id)
            continue;
        if (place->is_there != presence->connected)
            place->place += presence->connected ? -presence->step : presence->step;
        place->is_there = presence->connected;
    }
}

static void check_invited(struct link *link, const struct room_record *record)
{
    said__room(link, record);
    const struct truth_room *room = check_room(link, record->room);
    CHECK_THAT(link->sim, CHECK_INVITATIONS, room->ever_invited == link->player,
               "link %llu is told of an invitation of player %llx to room %llx",
               ID_ARG(link->number), ID_ARG(room->ever_invited), ID_ARG(room->id));
}

void said__invited(struct link *link, const union event_body *body)
{
    check_invited(link, body->room_invited.room);
}

void said__declined(struct link *link, const union event_body *body)
{
    const struct truth_room *room = check_room(link, body->room_declined.room);
    const struct truth_player *player =
        truth_player_named(&link->sim->truth, body->room_declined.name);
    CHECK_THAT(link->sim, CHECK_INVITATIONS,
               room->is_closed && player != NULL && room->ever_invited == player->id,
               "%s is said to decline room %llx, which is open, or for another",
               body->room_declined.name, ID_ARG(room->id));
}

void said__paired(struct link *link, const union event_body *body)
{
    const struct truth_room *room = check_room(link, body->room_paired.room->room);
    said__room_base(link, body->room_paired.room);
    CHECK_THAT(link->sim, CHECK_SAID_IS_STORED, truth_ever_sat(room, link->player),
               "link %llu is told to be paired in room %llx", ID_ARG(link->number),
               ID_ARG(room->id));
    struct person *person = &link->sim->persons[link->person];
    const struct variant *variant = body->room_paired.room->variant;
    CHECK_THAT(link->sim, CHECK_PAIRED_AS_WISHED, (person->wished >> variant->id & 1) != 0,
               "%s is paired for %s, which nobody there asked for", person->name, variant->key);
    person->was_paired = true;
}

void said__watchers(struct link *link, const union event_body *body)
{
    check_room(link, body->room_watchers.room);
    gathered_watchers(link, &body->room_watchers);
}

void said__unqueued(struct link *link, const union event_body *body)
{
    (void)link;
    (void)body;
}

/* ------------------------------------------------------------------ replies */

void said__invitations(struct link *link, const struct room_record *rooms, size_t count)
{
    for (size_t i = 0; i < count; i++)
        check_invited(link, &rooms[i]);
}

static void check_named(struct link *link, const char *name)
{
    const struct truth *truth = &link->sim->truth;
    const struct truth_player *player = truth_player_named(truth, name);
    CHECK_THAT(link->sim, CHECK_LOBBY_NAMES,
               player != NULL && player->kind == PLAYER_REGISTERED && player->id != link->player &&
                   !truth_are_known_apart(truth, player->id, link->player),
               "link %llu is told that %s is here", ID_ARG(link->number), name);
}

void said__lobby(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct lobby_watch_reply *lobby = &reply->lobby_watch;
    (void)ask;
    link->is_in_lobby = true;
    link->lobby_is_partial = lobby->more;
    link->lobby_count = 0;
    for (size_t i = 0; i < lobby->rooms_count; i++) {
        said__room(link, &lobby->rooms[i]);
        lobby_add(link, &lobby->rooms[i]);
    }
    for (size_t i = 0; i < lobby->here_count; i++)
        check_named(link, lobby->here[i].name);
    gathered_list(link);
}

void said__lobby_left(struct link *link, struct ask *ask, const union reply_body *reply)
{
    (void)ask;
    (void)reply;
    link->is_in_lobby = false;
}

void said__decline(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct truth_room *room = check_room(link, ask->subject);
    (void)reply;
    CHECK_THAT(link->sim, CHECK_ACKNOWLEDGED_IS_STORED,
               room->is_closed && room->ever_invited == link->player,
               "link %llu declined room %llx, and it is open", ID_ARG(link->number),
               ID_ARG(room->id));
}

/* ------------------------------------------------------------------ chat */

void said__line_is_for(struct link *link, const struct truth_room *room,
                       const struct chat_line_record *line)
{
    const struct truth *truth = &link->sim->truth;
    const struct truth_line *stored = &room->chat[line->n - 1];
    const struct truth_game *game = truth_game(truth, stored->during);
    CHECK_THAT(link->sim, CHECK_BLOCKED_IS_UNHEARD, !truth_is_deaf_to(truth, link->player, stored),
               "link %llu is told line %lld of room %llx, whose speaker its player had blocked",
               ID_ARG(link->number), (long long)line->n, ID_ARG(room->id));
    CHECK_THAT(link->sim, CHECK_WATCHERS_AMONG_THEMSELVES, line->from_watcher == (game != NULL),
               "line %lld of room %llx: said to come from a watcher or not, wrongly",
               (long long)line->n, ID_ARG(room->id));
    CHECK_THAT(link->sim, CHECK_WATCHERS_AMONG_THEMSELVES,
               game == NULL || game->is_over || room->game != game->id ||
                   !truth_sits(room, link->player),
               "link %llu plays game %llx, and is told what a watcher says", ID_ARG(link->number),
               ID_ARG(game->id));
}

/* ------------------------------------------------------------------ replies about rooms */

void said__room_list(struct link *link, struct ask *ask, const union reply_body *reply)
{
    (void)ask;
    const struct room_list_reply *list = &reply->room_list;
    for (size_t i = 0; i < list->rooms_count; i++)
        said__room(link, &list->rooms[i]);
    link->listed = list->rooms_count;
    link->last_listed = link->listed > 0 ? list->rooms[link->listed - 1].room : 0;
}

/* Passes a link on as people do: here it hangs where everybody reads it. */
void said__link(struct link *link, struct ask *ask, const union reply_body *reply)
{
    struct told_links *told = &link->sim->told_links;
    (void)ask;
    snprintf(told->links[told->count++ % TOLD_LINKS], sizeof(told->links[0]), "%s",
             reply->room_link.link);
}

void said__looked(struct link *link, struct ask *ask, const union reply_body *reply)
{
    (void)ask;
    truth_link_told(link, reply->room_look.room, true);
}
