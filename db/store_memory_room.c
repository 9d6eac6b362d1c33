/* SPDX-License-Identifier: MIT */
/*
 * The memory back-end's rooms and their chats: how operations on them are applied and taken back.
 * Of a chat only the lines that a load would give are kept, and a few more.
 */
#include <string.h>

#include "db/store_memory_private.h"

struct memory_room *memory__room_find(struct memory *memory, uint64_t id)
{
    return map__find(&memory->rooms, &id, sizeof(id));
}

void memory__room_free(void *owner)
{
    struct memory_room *room = owner;
    for (size_t i = 0; i < room->line_count; i++)
        free((void *)room->lines[i].text);
    free(room->lines);
    free(room);
}

static bool seat_is_known(struct memory *memory, uint64_t player)
{
    return player == 0 || memory__player_find(memory, player) != NULL;
}

static int put_apply(struct memory *memory, const struct store_op *op, struct memory_undo *undo)
{
    const struct store_room *value = &op->as.room;
    if (!seat_is_known(memory, value->players[0]) || !seat_is_known(memory, value->players[1]) ||
        !seat_is_known(memory, value->invited))
        return OP_REFUSED;
    struct memory_room *room = memory__room_find(memory, value->id);
    undo->is_new = room == NULL;
    if (room == NULL) {
        room = memory__new(sizeof(*room));
        room->value = *value;
        map__add(&memory->rooms, &room->by_id, room, &room->value.id, sizeof(room->value.id));
    }
    undo->old.room = room->value;
    undo->subject = room;
    room->value = *value;
    return OP_DONE;
}

static void put_revert(struct memory *memory, struct memory_undo *undo)
{
    struct memory_room *room = undo->subject;
    if (!undo->is_new) {
        room->value = undo->old.room;
        return;
    }
    map__remove(&memory->rooms, &room->by_id);
    memory__room_free(room);
}

static int close_apply(struct memory *memory, const struct store_op *op, struct memory_undo *undo)
{
    struct memory_room *room = memory__room_find(memory, op->as.room.id);
    if (room == NULL)
        return OP_REFUSED;
    undo->subject = room;
    undo->old.was_closed = room->is_closed;
    room->is_closed = true;
    return OP_DONE;
}

static void close_revert(struct memory *memory, struct memory_undo *undo)
{
    (void)memory;
    struct memory_room *room = undo->subject;
    room->is_closed = undo->old.was_closed;
}

static int chat_apply(struct memory *memory, const struct store_op *op, struct memory_undo *undo)
{
    const struct store_chat_line *line = &op->as.chat;
    struct memory_room *room = memory__room_find(memory, line->room);
    if (room == NULL || memory__player_find(memory, line->player) == NULL)
        return OP_REFUSED;
    if (room->line_count > 0 && line->n <= room->lines[room->line_count - 1].n)
        return OP_REFUSED;
    room->lines =
        memory__grow(room->lines, room->line_count, &room->line_cap, sizeof(*room->lines));
    struct store_chat_line *copy = &room->lines[room->line_count++];
    *copy = *line;
    copy->text = memory__text(line->text);
    undo->subject = room;
    return OP_DONE;
}

static void chat_revert(struct memory *memory, struct memory_undo *undo)
{
    (void)memory;
    struct memory_room *room = undo->subject;
    free((void *)room->lines[--room->line_count].text);
}

static void chat_keep(struct memory *memory, struct memory_undo *undo)
{
    (void)memory;
    struct memory_room *room = undo->subject;
    if (room->line_count < (size_t)2 * STORE_CHAT_LOADED)
        return;
    size_t dropped = room->line_count - STORE_CHAT_LOADED;
    for (size_t i = 0; i < dropped; i++)
        free((void *)room->lines[i].text);
    memmove(room->lines, room->lines + dropped, STORE_CHAT_LOADED * sizeof(*room->lines));
    room->line_count = STORE_CHAT_LOADED;
}

const struct memory_rule memory__room_put = {put_apply, put_revert, NULL};
const struct memory_rule memory__room_close = {close_apply, close_revert, NULL};
const struct memory_rule memory__chat_add = {chat_apply, chat_revert, chat_keep};
