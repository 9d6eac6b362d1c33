/* SPDX-License-Identifier: MIT */
/*
 * Sitters, as server/core/table/sitter.h describes them.
 */
#include "server/core/table/sitter.h"

#include "base/memory.h"
#include "server/core/people/player.h"
#include "server/core/state.h"
#include "server/core/table/room.h"
#include "server/core/table/state.h"

#include <stdlib.h>
#include <string.h>

static struct sitter *sitter_find(const struct core *core, uint64_t player)
{
    return id_table_find(&core->tables->sitters_by_id, player);
}

/* ------------------------------------------------------------------ asked */

static struct room *room_at(const struct core *core, const struct room_ids *rooms, size_t at)
{
    return at < rooms->count ? room_find_any(core, rooms->ids[at]) : NULL;
}

struct room *sitter_room(const struct core *core, uint64_t player, size_t at)
{
    const struct sitter *sitter = sitter_find(core, player);
    return sitter != NULL ? room_at(core, &sitter->rooms, at) : NULL;
}

size_t sitter_room_count(const struct core *core, uint64_t player)
{
    const struct sitter *sitter = sitter_find(core, player);
    return sitter != NULL ? sitter->rooms.count : 0;
}

struct room *sitter_invitation(const struct core *core, uint64_t player, size_t at)
{
    const struct sitter *sitter = sitter_find(core, player);
    return sitter != NULL ? room_at(core, &sitter->invitations, at) : NULL;
}

size_t sitter_invitation_count(const struct core *core, uint64_t player)
{
    const struct sitter *sitter = sitter_find(core, player);
    return sitter != NULL ? sitter->invitations.count : 0;
}

struct player *room_player(const struct core *core, const struct room *room, int seat)
{
    return player_find(core, room->places[seat].player);
}

struct player *room_invited_player(const struct core *core, const struct room *room)
{
    return player_find(core, room->invited);
}

/* ------------------------------------------------------------------ listed */

static struct sitter *sitter_own(struct core *core, struct player *player)
{
    struct sitter *sitter = sitter_find(core, player_id(player));
    if (sitter != NULL)
        return sitter;
    sitter = mem_zero(sizeof(*sitter));
    id_table_add(&core->tables->sitters_by_id, player_id(player), sitter);
    player_hold(player);
    return sitter;
}

static void add(struct room_ids *rooms, uint64_t room)
{
    rooms->ids = mem_grow(rooms->ids, (rooms->count + 1) * sizeof(*rooms->ids));
    rooms->ids[rooms->count++] = room;
}

static void take_out(struct room_ids *rooms, uint64_t room)
{
    size_t at = 0;
    while (rooms->ids[at] != room)
        at++;
    memmove(&rooms->ids[at], &rooms->ids[at + 1], (--rooms->count - at) * sizeof(*rooms->ids));
}

static void free_if_empty(struct core *core, struct player *player, struct sitter *sitter)
{
    if (sitter->rooms.count + sitter->invitations.count > 0)
        return;
    id_table_remove(&core->tables->sitters_by_id, player_id(player));
    free(sitter->rooms.ids);
    free(sitter->invitations.ids);
    free(sitter);
    player_let_go(core, player);
}

/* Moves the room from the list of one player to that of another, which stands at `offset`. */
static bool move(struct core *core, uint64_t room, uint64_t *listed, uint64_t to, size_t offset)
{
    struct player *player = player_find(core, to);
    struct player *before = player_find(core, *listed);
    if (player == before)
        return false;
    *listed = player != NULL ? player_id(player) : 0;
    if (before != NULL) {
        struct sitter *sitter = sitter_find(core, player_id(before));
        take_out((struct room_ids *)((char *)sitter + offset), room);
        free_if_empty(core, before, sitter);
    }
    if (player != NULL)
        add((struct room_ids *)((char *)sitter_own(core, player) + offset), room);
    return true;
}

bool sitter__list(struct core *core, const struct room *room, uint64_t *listed, uint64_t player)
{
    return move(core, room->id, listed, player, offsetof(struct sitter, rooms));
}

bool sitter__list_invited(struct core *core, const struct room *room, uint64_t *listed,
                          uint64_t player)
{
    return move(core, room->id, listed, player, offsetof(struct sitter, invitations));
}
