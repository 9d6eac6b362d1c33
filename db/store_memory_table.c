/* SPDX-License-Identifier: MIT */
/*
 * The memory back-end's answers about tables. The array is in the question's arena, what it points
 * to is lent.
 */
#include "db/store_memory_private.h"

static void table_describe(struct memory *memory, const struct memory_room *room,
                           struct arena *arena, struct store_table *table_out)
{
    const struct memory_game *game = memory__game_find(memory, room->value.game);
    size_t skipped =
        room->line_count > STORE_CHAT_LOADED ? room->line_count - STORE_CHAT_LOADED : 0;
    size_t count = room->line_count - skipped;
    struct store_chat_line *chat = arena_alloc(arena, (count + 1) * sizeof(*chat));
    *table_out = (struct store_table){.room = room->value, .chat = chat, .chat_count = count};
    for (int i = 0; i < 2; i++) {
        if (room->value.players[i] != 0)
            table_out->players[i] = memory__player_describe(
                memory, memory__player_find(memory, room->value.players[i]), arena);
    }
    if (game != NULL)
        memory__game_describe(game, &table_out->game);
    for (size_t i = 0; i < count; i++) {
        chat[i] = room->lines[skipped + i];
        chat[i].name = memory__player_find(memory, chat[i].player)->value.name;
    }
}

static bool is_asleep_with(struct memory *memory, const struct memory_room *room, uint64_t player)
{
    bool sits_there = room->value.players[0] == player || room->value.players[1] == player;
    return sits_there && memory__room_is_asleep(memory, room);
}

/* Rooms are added in the order of their ids. */
void memory__tables(struct memory *memory, struct work_query *question)
{
    struct store_answer *answer = &question->answer;
    uint64_t player = answer->player.id;
    size_t count = 0;
    for (struct map_node *node = memory->rooms.first; node != NULL; node = map__next(node))
        count += is_asleep_with(memory, node->owner, player) ? 1 : 0;
    struct store_table *tables = arena_alloc(&question->arena, (count + 1) * sizeof(*tables));
    answer->tables = tables;
    for (struct map_node *node = memory->rooms.first; node != NULL; node = map__next(node))
        if (is_asleep_with(memory, node->owner, player))
            table_describe(memory, node->owner, &question->arena, &tables[answer->tables_count++]);
}

int memory__table(struct memory *memory, struct work_query *question)
{
    const struct memory_room *room = memory__room_find(memory, question->query.id);
    if (room == NULL || room->is_closed)
        return STORE_NOT_FOUND;
    struct store_table *table = arena_alloc(&question->arena, sizeof(*table));
    table_describe(memory, room, &question->arena, table);
    question->answer.tables = table;
    question->answer.tables_count = 1;
    return STORE_OK;
}
