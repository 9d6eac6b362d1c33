/* SPDX-License-Identifier: MIT */
/*
 * A room's chat: the last lines in a ring, every line in the store.
 */
#include "server/core/room.h"

#include "base/memory.h"
#include "server/core/view.h"
#include "server/core/writes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct room_chat_line *room_chat_add(struct room *room, uint32_t n, const char *name,
                                     const char *text, int64_t at_ms)
{
    struct room_chat_line *line = &room->chat[n % ROOM_CHAT_KEPT];
    free(line->text);
    line->n = n;
    line->at_ms = at_ms;
    line->text = mem_text(text);
    snprintf(line->name, sizeof(line->name), "%s", name);
    return line;
}

const struct room_chat_line *room_chat_get(const struct room *room, uint32_t n)
{
    const struct room_chat_line *line = &room->chat[n % ROOM_CHAT_KEPT];
    return line->text != NULL && line->n == n ? line : NULL;
}

static void chat_line_clear(struct room_chat_line *line)
{
    free(line->text);
    *line = (struct room_chat_line){0};
}

void room_chat_trim(struct room *room)
{
    for (size_t i = 0; i < ROOM_CHAT_KEPT; i++)
        if (room->chat[i].n > room->state.chat_count)
            chat_line_clear(&room->chat[i]);
}

void room_chat_free(struct room *room)
{
    for (size_t i = 0; i < ROOM_CHAT_KEPT; i++)
        chat_line_clear(&room->chat[i]);
}

const struct room_chat_line *room_say(struct core *core, struct room *room,
                                      const struct player *player, const char *text)
{
    room_touch(core, room);
    uint32_t n = ++room->state.chat_count;
    const struct room_chat_line *line =
        room_chat_add(room, n, player->state.name, text, core->now.wall_ms);
    const struct store_op op = {
        .kind = STORE_CHAT_ADD,
        .as.chat =
            {.room = room->id, .n = n, .player = player->id, .text = text, .at_ms = line->at_ms},
    };
    writes_add(core, &op);
    const struct chat_line_record record = view_chat_line(line);
    const struct room_said_event said = {.room = room->id, .line = &record};
    room_tell_event(core, room, EVENT_ROOM_SAID, &said);
    return line;
}
