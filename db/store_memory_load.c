/* SPDX-License-Identifier: MIT */
/*
 * The memory back-end's load: what a server needs to go on, each kind by id, so that two loads of
 * the same store are the same. Runs on the owner's thread and lends what is kept.
 */
#include "db/store_memory_private.h"

static void player_want(struct memory *memory, uint64_t id)
{
    struct memory_player *player = memory__player_find(memory, id);
    if (player != NULL)
        player->is_wanted = true;
}

bool memory__room_is_asleep(struct memory *memory, const struct memory_room *room)
{
    const struct memory_game *game = memory__game_find(memory, room->value.game);
    return !room->is_closed && game != NULL && !game->is_over && game->start.due_ms != 0;
}

static bool room_is_loaded(struct memory *memory, const struct memory_room *room)
{
    return !room->is_closed && !memory__room_is_asleep(memory, room);
}

/* Marks the games and players that are to be given. */
static void wanted_mark(struct memory *memory)
{
    for (struct map_node *node = memory->rooms.first; node != NULL; node = map__next(node)) {
        struct memory_room *room = node->owner;
        struct memory_game *game = memory__game_find(memory, room->value.game);
        if (!room_is_loaded(memory, room))
            continue;
        player_want(memory, room->value.players[0]);
        player_want(memory, room->value.players[1]);
        player_want(memory, room->value.invited);
        if (game != NULL)
            game->is_wanted = true;
    }
    for (struct map_node *node = memory->games.first; node != NULL; node = map__next(node)) {
        struct memory_game *game = node->owner;
        game->is_wanted = game->is_wanted || (!game->is_over && game->start.due_ms == 0);
        if (!game->is_wanted)
            continue;
        game->players[0]->is_wanted = true;
        game->players[1]->is_wanted = true;
    }
}

/* The last in the order of ids, 0 of none. Every record begins with its id. */
static uint64_t last_id(struct map *map)
{
    uint64_t last = 0;
    for (struct map_node *node = map->first; node != NULL; node = map__next(node)) {
        const uint64_t *id = node->owner;
        last = *id > last ? *id : last;
    }
    return last;
}

/* Of what was made last: ids grow, whatever the clock does. */
static int64_t youngest_ms(const struct memory *memory)
{
    uint64_t id = 0;
    int64_t at_ms = 0;
    for (struct map_node *node = memory->players.first; node != NULL; node = map__next(node)) {
        const struct store_player *player = &((struct memory_player *)node->owner)->value;
        at_ms = player->id > id ? player->created_ms : at_ms;
        id = player->id > id ? player->id : id;
    }
    for (struct map_node *node = memory->rooms.first; node != NULL; node = map__next(node)) {
        const struct store_room *room = &((struct memory_room *)node->owner)->value;
        at_ms = room->id > id ? room->opened_ms : at_ms;
        id = room->id > id ? room->id : id;
    }
    for (struct map_node *node = memory->games.first; node != NULL; node = map__next(node)) {
        const struct store_game_start *start = &((struct memory_game *)node->owner)->start;
        at_ms = start->id > id ? start->started_ms : at_ms;
        id = start->id > id ? start->id : id;
    }
    for (struct map_node *node = memory->messages.first; node != NULL; node = map__next(node)) {
        const struct store_message *message = &((struct memory_message *)node->owner)->value;
        at_ms = message->id > id ? message->at_ms : at_ms;
        id = message->id > id ? message->id : id;
    }
    return at_ms;
}

static void marks_load(struct memory *memory, const struct store_loader *loader)
{
    struct map *const maps[] = {&memory->players, &memory->games, &memory->rooms,
                                &memory->messages};
    struct store_marks marks = {.uptime_ms = memory->uptime_ms,
                                .settled_month = memory->settled_month,
                                .youngest_ms = youngest_ms(memory)};
    for (size_t i = 0; i < sizeof(maps) / sizeof(maps[0]); i++) {
        uint64_t last = last_id(maps[i]);
        marks.last_id = last > marks.last_id ? last : marks.last_id;
    }
    loader->marks(loader->ctx, &marks);
}

static void sleepers_load(struct memory *memory, const struct store_loader *loader)
{
    map__sort_by_id(&memory->games);
    for (struct map_node *node = memory->games.first; node != NULL; node = map__next(node)) {
        const struct memory_game *game = node->owner;
        const struct store_sleeper sleeper = {
            .room = game->start.room,
            .game = game->start.id,
            .players = {game->start.players[0], game->start.players[1]},
            .due_ms = game->start.due_ms,
        };
        if (!game->is_over && game->start.due_ms != 0)
            loader->sleeper(loader->ctx, &sleeper);
    }
}

static void player_give(const struct memory *memory, const struct memory_player *player,
                        const struct store_loader *loader)
{
    struct arena arena;
    arena_init(&arena, NULL, 0);
    struct store_player value = memory__player_describe(memory, player, &arena);
    loader->player(loader->ctx, &value);
    arena_deinit(&arena);
}

/* Each walk also takes the marks away. */
static void players_load(struct memory *memory, const struct store_loader *loader)
{
    map__sort_by_id(&memory->players);
    for (struct map_node *node = memory->players.first; node != NULL; node = map__next(node)) {
        struct memory_player *player = node->owner;
        if (player->is_wanted)
            player_give(memory, player, loader);
        player->is_wanted = false;
    }
}

static void games_load(struct memory *memory, const struct store_loader *loader)
{
    map__sort_by_id(&memory->games);
    for (struct map_node *node = memory->games.first; node != NULL; node = map__next(node)) {
        struct memory_game *game = node->owner;
        struct store_game described;
        memory__game_describe(game, &described);
        if (game->is_wanted)
            loader->game(loader->ctx, &described);
        game->is_wanted = false;
    }
}

static void rooms_load(struct memory *memory, const struct store_loader *loader)
{
    map__sort_by_id(&memory->rooms);
    for (struct map_node *node = memory->rooms.first; node != NULL; node = map__next(node)) {
        struct memory_room *room = node->owner;
        if (room_is_loaded(memory, room))
            loader->room(loader->ctx, &room->value);
    }
}

static void chat_load(struct memory *memory, const struct memory_room *room,
                      const struct store_loader *loader)
{
    size_t skipped =
        room->line_count > STORE_CHAT_LOADED ? room->line_count - STORE_CHAT_LOADED : 0;
    for (size_t i = skipped; i < room->line_count; i++) {
        struct store_chat_line line = room->lines[i];
        line.name = memory__player_find(memory, line.player)->value.name;
        loader->chat(loader->ctx, &line);
    }
}

int memory__load(struct store *store, const struct store_loader *loader)
{
    struct memory *memory = (struct memory *)store;
    marks_load(memory, loader);
    sleepers_load(memory, loader);
    wanted_mark(memory);
    players_load(memory, loader);
    games_load(memory, loader);
    rooms_load(memory, loader);
    for (struct map_node *node = memory->rooms.first; node != NULL; node = map__next(node)) {
        struct memory_room *room = node->owner;
        if (room_is_loaded(memory, room))
            chat_load(memory, room, loader);
    }
    return STORE_OK;
}
