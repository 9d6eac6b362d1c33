/* SPDX-License-Identifier: MIT */
/*
 * Those who watch a room: connections, not players, and nothing of it is stored.
 */
#include "server/core/room.h"

#include "base/memory.h"
#include "server/core/sleep.h"

#include <stdlib.h>

#include <utlist.h>

static struct watch *watch_find(const struct room *room, const struct conn *conn)
{
    struct watch *watch;
    DL_FOREACH2(conn->watches, watch, conn_next)
    if (watch->room == room)
        return watch;
    return NULL;
}

static bool is_counted(const struct watch *watch)
{
    return room_seat_of(watch->room, watch->conn->player) < 0;
}

void room_watch_recount(struct room *room)
{
    const struct watch *watch;
    room->watch_count = 0;
    DL_FOREACH2(room->watches, watch, room_next)
    room->watch_count += is_counted(watch) ? 1 : 0;
}

bool room_is_watched_by(const struct room *room, const struct conn *conn)
{
    return watch_find(room, conn) != NULL;
}

void room_watch(struct core *core, struct room *room, struct conn *conn)
{
    (void)core;
    if (room_is_watched_by(room, conn))
        return;
    struct watch *watch = mem_zero(sizeof(*watch));
    watch->room = room;
    watch->conn = conn;
    DL_APPEND2(room->watches, watch, room_prev, room_next);
    DL_APPEND2(conn->watches, watch, conn_prev, conn_next);
    if (is_counted(watch))
        room->watch_count++;
}

static void watch_free(struct watch *watch)
{
    if (is_counted(watch))
        watch->room->watch_count--;
    DL_DELETE2(watch->room->watches, watch, room_prev, room_next);
    DL_DELETE2(watch->conn->watches, watch, conn_prev, conn_next);
    free(watch);
}

void room_watch_end(struct core *core, struct room *room, struct conn *conn)
{
    struct watch *watch = watch_find(room, conn);
    if (watch == NULL)
        return;
    watch_free(watch);
    sleep_check(core, room);
}

void room_watch_end_all(struct core *core, struct conn *conn)
{
    while (conn->watches != NULL)
        room_watch_end(core, conn->watches->room, conn);
}

void room_watch_end_player(struct core *core, struct room *room, const struct player *player)
{
    struct conn *conn;
    DL_FOREACH2(player->conns, conn, player_next)
    room_watch_end(core, room, conn);
}
