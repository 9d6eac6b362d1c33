/* SPDX-License-Identifier: MIT */
/*
 * A room's chat: the last lines in a ring, every line in the store.
 */
#include "server/core/table/room_chat.h"

#include "base/memory.h"
#include "server/core/people/player.h"
#include "server/core/table/room.h"
#include "server/core/table/sleep.h"
#include "server/core/table/state.h"
#include "server/core/table/view.h"
#include "server/core/turn/outbox.h"
#include "server/core/turn/stream.h"
#include "server/core/turn/writes.h"

#include <stdio.h>
#include <stdlib.h>

#include <utlist.h>

/* Of the ring; most rooms never have one. */
static size_t chat_size(const struct room *room)
{
    return room->chat != NULL ? ROOM_CHAT_KEPT : 0;
}

static void chat_line_clear(struct core *core, struct room_chat_line *line)
{
    known_let_go(core, line->by);
    free(line->text);
    *line = (struct room_chat_line){0};
}

struct room_chat_line *room_chat_add(struct core *core, struct room *room,
                                     const struct store_chat_line *said)
{
    if (room->chat == NULL)
        room->chat = mem_zero(ROOM_CHAT_KEPT * sizeof(*room->chat));
    struct room_chat_line *line = &room->chat[said->n % ROOM_CHAT_KEPT];
    chat_line_clear(core, line);
    line->n = said->n;
    line->at_ms = said->at_ms;
    line->by = known_hold(core, said->player, PLAYER_GUEST, said->name);
    line->during = said->during;
    line->is_hidden = said->is_hidden;
    line->text = mem_text(said->text);
    return line;
}

uint32_t room_chat_first(const struct room *room)
{
    uint32_t last = room->state.chat_count;
    return last > STORE_CHAT_LOADED ? last - STORE_CHAT_LOADED + 1 : 1;
}

static struct room_chat_line *line_find(const struct room *room, uint32_t n)
{
    if (room->chat == NULL)
        return NULL;
    struct room_chat_line *line = &room->chat[n % ROOM_CHAT_KEPT];
    return line->text != NULL && line->n == n ? line : NULL;
}

const struct room_chat_line *room_chat_get(const struct room *room, uint32_t n)
{
    return line_find(room, n);
}

void room_chat_trim(struct core *core, struct room *room)
{
    for (size_t i = 0; i < chat_size(room); i++)
        if (room->chat[i].n > room->state.chat_count)
            chat_line_clear(core, &room->chat[i]);
}

void room_chat_free(struct core *core, struct room *room)
{
    for (size_t i = 0; i < chat_size(room); i++)
        chat_line_clear(core, &room->chat[i]);
    free(room->chat);
    room->chat = NULL;
}

/* ------------------------------------------------------------------ who gets it */

/* Said by somebody who watches the game that goes on: not for its players. */
static bool is_for_watchers(const struct room *room, const struct room_chat_line *line)
{
    return line->during != 0 && room_is_playing(room) && room->state.match->id == line->during;
}

bool room_chat_is_for(const struct room *room, const struct room_chat_line *line,
                      const struct player *player)
{
    if (room_seat_of(room, player) >= 0 && is_for_watchers(room, line))
        return false;
    return player == NULL || !player_has_blocked(player, known_id(line->by));
}

static void tell_line(struct core *core, struct room *room, const struct room_chat_line *line,
                      bool is_for_seats)
{
    const struct chat_line_record record = view_chat_line(line);
    const struct room_said_event said = {.room = room->id, .line = &record};
    struct telling telling = {
        .event = EVENT_ROOM_SAID, .body = &said, .line = line, .is_for_seats = is_for_seats};
    room__tell(core, room, &telling);
}

void room_chat_tell_withheld(struct core *core, struct room *room)
{
    for (uint32_t n = room_chat_first(room); n <= room->state.chat_count; n++) {
        const struct room_chat_line *line = room_chat_get(room, n);
        if (line == NULL || line->during != room->state.match->id)
            continue;
        tell_line(core, room, line, true);
    }
}

/* ------------------------------------------------------------------ lines that are hidden */

/* Tells everybody who has the line, or may have it. What streams keep has its text, perhaps: who
 * asks for that is told everything anew. */
static void tell_hidden(struct core *core, struct room *room, struct room_chat_line *line)
{
    const struct room_hidden_event hidden = {.room = room->id, .n = line->n};
    struct telling telling = {.event = EVENT_ROOM_HIDDEN, .body = &hidden, .line = line};
    for (int i = 0; i < ROOM_SEATS; i++)
        stream_end(core, &room->chairs[i].stream);
    room__tell(core, room, &telling);
    line->hidden_gate = writes_gate(core);
}

/* A table that sleeps may be on its way from the store already, as it was before. */
static void hide(struct core *core, const struct store_line_place *place)
{
    struct room *room = room_find(core, place->room);
    struct sleeper *sleeper = sleepers_find(core, place->room);
    struct room_chat_line *line = room != NULL ? line_find(room, place->n) : NULL;
    if (sleeper != NULL)
        sleepers_hide(sleeper, place->n);
    if (line == NULL || line->is_hidden)
        return;
    line->is_hidden = true;
    tell_hidden(core, room, line);
}

void room_chat_load_hidden(struct room *room, const uint32_t *lines, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct room_chat_line *line = line_find(room, lines[i]);
        if (line != NULL)
            line->is_hidden = true;
    }
}

void room_chat_stored(struct core *core, const struct store_op *op)
{
    for (size_t k = 0; k < op->hidden_count; k++)
        hide(core, &op->hidden[k]);
}

void room_chat_batch_failed(struct core *core, uint64_t failed)
{
    struct room *room;
    DL_FOREACH(core->tables->rooms, room)
        for (size_t i = 0; i < chat_size(room) && !room->state.is_closed; i++)
            if (room->chat[i].text != NULL && room->chat[i].is_hidden &&
                room->chat[i].hidden_gate >= failed)
                tell_hidden(core, room, &room->chat[i]);
}

/* ------------------------------------------------------------------ what somebody saw */

size_t room_chat_seen(const struct room *room, const struct player *player,
                      struct store_line_place lines_out[STORE_CHAT_LOADED])
{
    size_t count = 0;
    for (uint32_t n = room_chat_first(room); n <= room->state.chat_count; n++) {
        const struct room_chat_line *line = room_chat_get(room, n);
        if (line != NULL && room_chat_is_for(room, line, player))
            lines_out[count++] = (struct store_line_place){.room = room->id, .n = n};
    }
    return count;
}

int64_t room_chat_spoke_ms(const struct room *room, uint64_t speaker, const struct player *player)
{
    for (uint32_t n = room->state.chat_count; n >= room_chat_first(room); n--) {
        const struct room_chat_line *line = room_chat_get(room, n);
        if (line != NULL && known_id(line->by) == speaker && room_chat_is_for(room, line, player))
            return line->at_ms;
    }
    return NONE;
}

/* ------------------------------------------------------------------ saying something */

const struct room_chat_line *room_say(struct core *core, struct room *room,
                                      const struct player *player, const char *text)
{
    bool only_watches = room_seat_of(room, player) < 0 && room_is_playing(room);
    room_touch(core, room);
    const struct store_op op = {
        .kind = STORE_CHAT_ADD,
        .as.chat_add = {.room = room->id,
                        .n = ++room->state.chat_count,
                        .player = player_id(player),
                        .text = text,
                        .at_ms = core->now.wall_ms,
                        .during = only_watches ? room->state.match->id : 0},
    };
    const struct store_chat_line said = {.n = op.as.chat_add.n,
                                         .player = player_id(player),
                                         .name = player_name(player),
                                         .text = text,
                                         .at_ms = op.as.chat_add.at_ms,
                                         .during = op.as.chat_add.during};
    const struct room_chat_line *line = room_chat_add(core, room, &said);
    writes_add(core, &op);
    tell_line(core, room, line, false);
    return line;
}

uint32_t room_chat_n(const struct room_chat_line *line)
{
    return line->n;
}
