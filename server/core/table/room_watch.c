/* SPDX-License-Identifier: MIT */
/*
 * The watchers of a room: connections, not players. Nothing of it is stored.
 */
#include "server/core/table/room_watch.h"

#include "base/memory.h"
#include "server/core/desk/happen.h"
#include "server/core/people/login.h"
#include "server/core/people/player.h"
#include "server/core/table/room.h"
#include "server/core/table/state.h"
#include "server/core/turn/stream.h"
#include "server/core/turn/writes.h"

#include <stdlib.h>

#include <utlist.h>

static struct watcher *watcher_find(const struct core *core, uint64_t conn)
{
    return id_table_find(&core->tables->watchers_by_conn, conn);
}

static struct watch *watch_find(const struct core *core, const struct room *room, uint64_t conn)
{
    const struct watcher *watcher = watcher_find(core, conn);
    struct watch *watch = watcher != NULL ? watcher->watches : NULL;
    while (watch != NULL && watch->room != room)
        watch = watch->conn_next;
    return watch;
}

static bool is_counted(const struct watch *watch)
{
    return !room_seats(watch->room, watch->player);
}

static void count_changed(struct core *core, const struct room *room)
{
    if (room->watch_count != room->watch_count_told)
        happen_watchers_changed(core, room->id);
}

bool room_watchers_changed(struct core *core, uint64_t id)
{
    struct room *room = room_find(core, id);
    if (room == NULL || room->watch_count == room->watch_count_told)
        return false;
    const struct room_watchers_event watchers = {.room = room->id, .watchers = room->watch_count};
    room->watch_count_told = room->watch_count;
    room->watch_count_gate = writes_gate(core);
    room_tell_event(core, room, EVENT_ROOM_WATCHERS, &watchers);
    happen_room_changed(core, room->id);
    return true;
}

void room_watchers_tell_again(struct core *core, struct room *room)
{
    room->watch_count_told = UINT32_MAX;
    room->watch_count_gate = 0;
    count_changed(core, room);
}

void room_watch_recount(struct core *core, struct room *room)
{
    const struct watch *watch;
    room->watch_count = 0;
    DL_FOREACH2(room->watches, watch, room_next)
        room->watch_count += is_counted(watch) ? 1 : 0;
    count_changed(core, room);
}

bool room_is_watched_by(const struct core *core, const struct room *room, uint64_t conn)
{
    return watch_find(core, room, conn) != NULL;
}

const struct stream *room_stream(const struct core *core, const struct room *room,
                                 const struct player *player, uint64_t conn)
{
    int seat = room_seat_of(room, player);
    const struct watch *watch = watch_find(core, room, conn);
    if (seat >= 0)
        return &room->chairs[seat].stream;
    return watch != NULL ? &watch->stream : NULL;
}

struct room *room_watched(const struct core *core, uint64_t conn, size_t at)
{
    const struct watcher *watcher = watcher_find(core, conn);
    const struct watch *watch = watcher != NULL ? watcher->watches : NULL;
    for (; watch != NULL && at > 0; at--)
        watch = watch->conn_next;
    return watch != NULL ? watch->room : NULL;
}

bool room_watches_any(const struct core *core, uint64_t conn)
{
    return watcher_find(core, conn) != NULL;
}

static struct watcher *watcher_of(struct core *core, uint64_t conn)
{
    struct watcher *watcher = watcher_find(core, conn);
    if (watcher != NULL)
        return watcher;
    watcher = mem_zero(sizeof(*watcher));
    watcher->conn = conn;
    id_table_add(&core->tables->watchers_by_conn, conn, watcher);
    return watcher;
}

void room_watch(struct core *core, struct room *room, const struct player *player, uint64_t conn)
{
    if (room_is_watched_by(core, room, conn))
        return;
    struct watcher *watcher = watcher_of(core, conn);
    struct watch *watch = mem_zero(sizeof(*watch));
    watch->room = room;
    watch->conn = conn;
    watch->player = player != NULL ? player_id(player) : 0;
    stream_begin_at(core, &watch->stream, room->stream.seq);
    DL_APPEND2(room->watches, watch, room_prev, room_next);
    DL_APPEND2(watcher->watches, watch, conn_prev, conn_next);
    if (is_counted(watch))
        room->watch_count++;
    count_changed(core, room);
}

static void watch_free(struct core *core, struct watch *watch)
{
    struct watcher *watcher = watcher_find(core, watch->conn);
    if (is_counted(watch))
        watch->room->watch_count--;
    DL_DELETE2(watch->room->watches, watch, room_prev, room_next);
    DL_DELETE2(watcher->watches, watch, conn_prev, conn_next);
    free(watch);
    if (watcher->watches != NULL)
        return;
    id_table_remove(&core->tables->watchers_by_conn, watcher->conn);
    free(watcher);
}

void room_watch_end(struct core *core, struct room *room, uint64_t conn)
{
    struct watch *watch = watch_find(core, room, conn);
    if (watch == NULL)
        return;
    watch_free(core, watch);
    count_changed(core, room);
    happen_room_deserted(core, room->id);
}

void room_watch_conn_parted(struct core *core, uint64_t conn)
{
    for (const struct watcher *watcher = watcher_find(core, conn); watcher != NULL;
         watcher = watcher_find(core, conn))
        room_watch_end(core, watcher->watches->room, conn);
}

void room_watch_end_player(struct core *core, struct room *room, const struct player *player)
{
    uint64_t conn;
    for (size_t at = 0; (conn = login_conn(player, at)) != 0; at++)
        room_watch_end(core, room, conn);
}

void room_watchers_deinit(struct core *core)
{
    id_table_deinit(&core->tables->watchers_by_conn);
}
