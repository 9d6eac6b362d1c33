/* SPDX-License-Identifier: MIT */
/*
 * Links of rooms, and the table by which their rooms are found.
 */
#include "server/core/table/room_link.h"

#include "base/id_table.h"
#include "server/core/people/session.h"
#include "server/core/table/state.h"
#include "server/core/turn/uptime.h"

#include <string.h>

bool room_link_keeps(const struct room *room)
{
    return room->state.link != 0 && room->state.match == NULL;
}

/* A link is as hard to guess as a token is, so its hash is of the same kind. */
void room_link_renew(struct core *core, struct room *room, char link_out[ROOM_LINK_SIZE])
{
    uint8_t bytes[ROOM_LINK_CHARS];
    core->ports.random(core->ports.ctx, bytes, sizeof(bytes));
    spoken_code_write(bytes, ROOM_LINK_CHARS, link_out);
    session_hash(core, link_out, room->state.link_hash);
    room->state.link = session_id(room->state.link_hash);
    room->state.answer_until_ms = uptime_ms(core) + core->options.slow_answer_ms;
}

struct room *room_link_find(struct core *core, const char *typed)
{
    char link[ROOM_LINK_SIZE];
    uint8_t hash[TOKEN_HASH_SIZE];
    if (!spoken_code_read(typed, ROOM_LINK_CHARS, link))
        return NULL;
    session_hash(core, link, hash);
    struct room *room = id_table_find(&core->tables->rooms_by_link, session_id(hash));
    bool is_it = room != NULL && memcmp(room->state.link_hash, hash, sizeof(hash)) == 0;
    return is_it ? room : NULL;
}

void room_link_put(const struct room *room, struct store_room *stored)
{
    stored->link = room->state.link;
    memcpy(stored->link_hash, room->state.link_hash, sizeof(stored->link_hash));
}

void room_link_load(struct room *room, const struct store_room *stored)
{
    room->state.link = stored->link;
    memcpy(room->state.link_hash, stored->link_hash, sizeof(room->state.link_hash));
}

void room_link_reindex(struct core *core, struct room *room)
{
    uint64_t link = room->state.is_closed ? 0 : room->state.link;
    if (link == room->link)
        return;
    if (room->link != 0)
        id_table_remove(&core->tables->rooms_by_link, room->link);
    if (link != 0)
        id_table_add(&core->tables->rooms_by_link, link, room);
    room->link = link;
}
