/* SPDX-License-Identifier: MIT */
/*
 * The connections that watch the lobby, and the events that they get.
 */
#include "server/core/meeting/lobby.h"

#include "base/memory.h"
#include "server/core/desk/happen.h"
#include "server/core/people/login.h"
#include "server/core/people/player.h"
#include "server/core/people/ratings.h"
#include "server/core/table/match.h"
#include "server/core/table/match_clock.h"
#include "server/core/table/room.h"
#include "server/core/table/seating.h"
#include "server/core/table/view.h"
#include "server/core/turn/outbox.h"

#include <stdlib.h>

#include <utlist.h>

#define COUNT_GAMES_MS 1000

/* ------------------------------------------------------------------ which rooms */

bool lobby_lists(const struct room *room)
{
    const struct player *opener = room->links[0].player;
    return !room->state.is_closed && room->state.match == NULL && room->state.invited == 0 &&
           room->state.seats[1] == 0 && opener != NULL && seating_check(opener, &room->clock) == 0;
}

/* Checks the part of the filter that no game and no fine affects. */
static bool takes_terms(const struct lobby_filter *filter, const struct room *room)
{
    if (filter->variant != NULL && filter->variant != room->variant)
        return false;
    if (filter->stakes != NONE && (filter->stakes == STAKES_WORD_RATED) != room->rated)
        return false;
    return filter->clock_kind == NONE || filter->clock_kind == (int)room->clock.kind;
}

bool lobby_filter_takes(const struct lobby_filter *filter, const struct room *room)
{
    int64_t points = NONE;
    for (int i = 0; i < ROOM_SEATS && points == NONE; i++)
        if (room->links[i].player != NULL)
            points = ratings_points(room->links[i].player, room->variant->id);
    if (points == NONE)
        points = LOBBY_POINTS_UNRATED;
    return takes_terms(filter, room) &&
           (filter->min_rating == NONE || points >= filter->min_rating) &&
           (filter->max_rating == NONE || points <= filter->max_rating);
}

bool lobby_shows(const struct player *player, const struct lobby_filter *filter,
                 const struct room *room)
{
    return lobby_lists(room) && lobby_filter_takes(filter, room) &&
           !players_are_apart(player, room->links[0].player);
}

/* ------------------------------------------------------------------ who watches */

static struct lobby_entry *entry_find(const struct core *core, uint64_t conn)
{
    return id_table_find(&core->lobby_by_conn, conn);
}

bool lobby_is_watched_by(const struct core *core, uint64_t conn)
{
    return entry_find(core, conn) != NULL;
}

void lobby_watch(struct core *core, uint64_t conn, const struct player *player,
                 const struct lobby_filter *filter)
{
    struct lobby_entry *entry = entry_find(core, conn);
    if (entry == NULL) {
        entry = mem_zero(sizeof(*entry));
        entry->conn = conn;
        id_table_add(&core->lobby_by_conn, conn, entry);
        DL_APPEND(core->lobby, entry);
    }
    entry->player = player->id;
    entry->filter = *filter;
}

void lobby_conn_parted(struct core *core, uint64_t conn)
{
    struct lobby_entry *entry = entry_find(core, conn);
    if (entry == NULL)
        return;
    id_table_remove(&core->lobby_by_conn, conn);
    DL_DELETE(core->lobby, entry);
    free(entry);
}

void lobby_deinit(struct core *core)
{
    id_table_deinit(&core->lobby_by_conn);
}

#define PACK_BITS 14 /* enough for 10000 points and NONE */
#define PACK_MASK ((UINT64_C(1) << PACK_BITS) - 1)

/* Every value but NONE is from 0 to 10000. */
static uint64_t pack(uint64_t packed, int64_t value)
{
    return packed << PACK_BITS | (uint64_t)(value == NONE ? PACK_MASK : (uint64_t)value);
}

static int64_t unpack(uint64_t *packed)
{
    uint64_t value = *packed & PACK_MASK;
    *packed >>= PACK_BITS;
    return value == PACK_MASK ? NONE : (int64_t)value;
}

/* Two lists of words share a field; a packed watch is never 0. */
uint64_t lobby_pack(const struct core *core, uint64_t conn)
{
    const struct lobby_entry *entry = entry_find(core, conn);
    if (entry == NULL)
        return 0;
    const struct lobby_filter *filter = &entry->filter;
    uint64_t packed = 1;
    packed = pack(packed, filter->variant != NULL ? (int64_t)filter->variant->id : NONE);
    packed = pack(packed, (filter->stakes + 1) * 16 + filter->clock_kind + 1);
    packed = pack(packed, filter->min_rating);
    return pack(packed, filter->max_rating);
}

void lobby_unpack(struct core *core, uint64_t conn, uint64_t packed)
{
    const struct player *player = login_player(core, conn);
    struct lobby_filter filter;
    if (packed == 0 || player == NULL) {
        lobby_conn_parted(core, conn);
        return;
    }
    filter.max_rating = unpack(&packed);
    filter.min_rating = unpack(&packed);
    int64_t words = unpack(&packed);
    int64_t variant = unpack(&packed);
    filter.stakes = (int)(words / 16) - 1;
    filter.clock_kind = (int)(words % 16) - 1;
    filter.variant = variant == NONE ? NULL : variant_get((enum variant_id)variant);
    lobby_watch(core, conn, player, &filter);
}

/* ------------------------------------------------------------------ telling */

static struct frame *room_frame(struct core *core, const struct room *room)
{
    const struct lobby_room_event body = {.room = view_room(core, room)};
    return frame_event(core, EVENT_LOBBY_ROOM, &body);
}

static struct frame *gone_frame(struct core *core, const struct room *room)
{
    const struct lobby_gone_event body = {.room = room->id};
    return frame_event(core, EVENT_LOBBY_GONE, &body);
}

void lobby_listed(struct room *room)
{
    room->is_shown = true;
}

void lobby_room_changed(struct core *core, uint64_t id)
{
    struct room *room = room_find_any(core, id);
    bool is_listed = room != NULL && lobby_lists(room);
    if (room == NULL || (!is_listed && !room->is_shown))
        return;
    room->is_shown = is_listed;
    if (core->lobby == NULL)
        return;
    struct frame *shown = is_listed ? room_frame(core, room) : NULL;
    struct frame *gone = gone_frame(core, room);
    const struct lobby_entry *entry;
    DL_FOREACH(core->lobby, entry) {
        if (!takes_terms(&entry->filter, room))
            continue;
        bool is_shown =
            shown != NULL && lobby_shows(player_find(core, entry->player), &entry->filter, room);
        outbox_push(core, entry->conn, is_shown ? shown : gone);
    }
    if (shown != NULL)
        frame_release(core, shown);
    frame_release(core, gone);
}

void lobby_points_changed(struct core *core, uint64_t id)
{
    const struct player *player = player_find(core, id);
    if (player != NULL)
        lobby_player_changed(core, player);
}

void lobby_player_changed(struct core *core, const struct player *player)
{
    const struct seat_link *link;
    DL_FOREACH(player->seats, link)
        happen_room_changed(core, link->room->id);
}

static void clock_changed(struct core *core, const struct player *player)
{
    const struct seat_link *link;
    DL_FOREACH(player->seats, link)
        if (time_control_is_real_time(&link->room->clock))
            happen_room_changed(core, link->room->id);
}

void lobby_clocks_changed(struct core *core, struct room *room)
{
    if (!match_is_real_time(room->state.match))
        return;
    for (int i = 0; i < ROOM_SEATS; i++)
        if (room->links[i].player != NULL)
            clock_changed(core, room->links[i].player);
}

/* Some of the changes that were told may not have been stored. A room whose opening failed is
 * closed, and nobody heard of it. */
void lobby_batch_failed(struct core *core, uint64_t batch)
{
    struct room *room;
    (void)batch;
    DL_FOREACH(core->rooms, room)
        room->is_shown = !room->state.is_closed;
}

size_t lobby_games(struct core *core)
{
    int64_t now_ms = core->now.mono_ms;
    if (core->games_counted_ms != 0 && now_ms - core->games_counted_ms < COUNT_GAMES_MS)
        return core->games_counted;
    core->games_counted_ms = now_ms;
    core->games_counted = matches_in_progress(core);
    return core->games_counted;
}
