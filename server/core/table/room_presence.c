/* SPDX-License-Identifier: MIT */
/*
 * The presence of a table's players, and how far away they are. Nothing of it is stored; an event
 * that waited for a commit that failed is told again.
 */
#include "server/core/table/room_presence.h"

#include "server/core/desk/happen.h"
#include "server/core/desk/lag.h"
#include "server/core/people/login.h"
#include "server/core/people/player.h"
#include "server/core/table/match.h"
#include "server/core/table/match_clock.h"
#include "server/core/table/match_turn.h"
#include "server/core/table/room.h"
#include "server/core/table/room_watch.h"
#include "server/core/table/seating.h"
#include "server/core/turn/writes.h"

#include <utlist.h>

/* Tables are told of a lag that changed by so much, and not more often. */
#define LAG_STEP_MS 50
#define LAG_TELL_MS 10000

static int64_t clock_waits_ms(const struct core *core, const struct match *match,
                              const struct player *player)
{
    bool is_next = match != NULL && match_seat_of(match, player->id) != SEAT_NONE &&
                   match_seat_of(match, player->id) == game_to_act(&match->game);
    return is_next ? match_waits_ms(core, match) : 0;
}

void room_tell_presence(struct core *core, struct room *room, const struct player *player)
{
    room->presence_gate = writes_gate(core);
    const struct room_presence_event presence = {
        .room = room->id,
        .name = player->known->name,
        .connected = player_is_connected(player),
        .claim_in_ms = match_claim_in_ms(core, room->state.match, player),
        .lag_ms = login_lag(player),
        .clock_waits_ms = clock_waits_ms(core, room->state.match, player),
    };
    room_tell_event(core, room, EVENT_ROOM_PRESENCE, &presence);
}

/* Everything that depends on a player's presence changes at once; tables are told at the end of the
 * turn. */
void room_player_moved(struct core *core, struct player *player)
{
    struct seat_link *link;
    DL_FOREACH(player->seats, link) {
        struct room *room = link->room;
        if (room->state.match != NULL) {
            if (player_is_connected(player))
                match_returned(core, room->state.match, player);
            match_deadline_update(core, room->state.match);
        }
        happen_room_deserted(core, room->id);
        room_idle_check(core, room);
    }
    happen_presence_changed(core, player->id);
}

void room_presence_changed(struct core *core, uint64_t id)
{
    const struct player *player = player_find(core, id);
    const struct seat_link *link;
    if (player == NULL)
        return;
    DL_FOREACH(player->seats, link) {
        room_tell_presence(core, link->room, player);
        happen_room_changed(core, link->room->id);
    }
}

void room_presence_batch_failed(struct core *core, uint64_t failed)
{
    struct room *room;
    DL_FOREACH(core->rooms, room) {
        if (room->state.is_closed)
            continue;
        if (room->watch_count_gate >= failed)
            room_watchers_tell_again(core, room);
        if (room->presence_gate < failed)
            continue;
        for (int i = 0; i < ROOM_SEATS; i++)
            if (room->links[i].player != NULL)
                room_tell_presence(core, room, room->links[i].player);
        happen_room_changed(core, room->id);
    }
}

/* ------------------------------------------------------------------ lag */

static bool is_timed(const struct room *room)
{
    return room_is_playing(room) && match_is_real_time(room->state.match);
}

void room_measure_lag(struct core *core, const struct room *room)
{
    if (!is_timed(room))
        return;
    for (int i = 0; i < ROOM_SEATS; i++) {
        const struct login *login;
        if (room->links[i].player == NULL)
            continue;
        DL_FOREACH(room->links[i].player->logins, login)
            lag_measure_now(core, login->conn);
    }
}

void room_lag_due(struct core *core, uint64_t conn)
{
    const struct player *player = login_player(core, conn);
    if (player != NULL && seating_is_busy(player))
        lag_measure_now(core, conn);
}

/* Whether tables are to be told: it changed by so much and by half, and was not told just now. */
static bool is_news(const struct core *core, const struct player *player, int64_t lag_ms)
{
    int64_t told_ms = player->lag_told;
    if (told_ms == NONE)
        return true;
    int64_t change_ms = lag_ms > told_ms ? lag_ms - told_ms : told_ms - lag_ms;
    return change_ms >= LAG_STEP_MS && change_ms >= told_ms / 2 &&
           core->now.mono_ms >= player->lag_told_ms + LAG_TELL_MS;
}

void room_lag_changed(struct core *core, uint64_t id)
{
    struct player *player = player_find(core, id);
    if (player == NULL || !seating_is_busy(player))
        return;
    int64_t lag_ms = login_lag(player);
    if (lag_ms == NONE || !is_news(core, player, lag_ms))
        return;
    player->lag_told = lag_ms;
    player->lag_told_ms = core->now.mono_ms;
    const struct seat_link *link;
    DL_FOREACH(player->seats, link)
        if (is_timed(link->room))
            room_tell_presence(core, link->room, player);
}
