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

/* Marks the games and players that are to be given. */
static void wanted_mark(struct memory *memory)
{
    for (struct map_node *node = memory->rooms.first; node != NULL; node = map__next(node)) {
        struct memory_room *room = node->owner;
        struct memory_game *game = memory__game_find(memory, room->value.game);
        if (room->is_closed)
            continue;
        player_want(memory, room->value.players[0]);
        player_want(memory, room->value.players[1]);
        if (game != NULL)
            game->is_wanted = true;
    }
    for (struct map_node *node = memory->games.first; node != NULL; node = map__next(node)) {
        struct memory_game *game = node->owner;
        game->is_wanted = game->is_wanted || !game->is_over;
        if (!game->is_wanted)
            continue;
        game->players[0]->is_wanted = true;
        game->players[1]->is_wanted = true;
    }
}

/* Each walk also takes the marks away and notes the largest id. */
static void players_load(struct memory *memory, const struct store_loader *loader, uint64_t *last)
{
    map__sort_by_id(&memory->players);
    for (struct map_node *node = memory->players.first; node != NULL; node = map__next(node)) {
        struct memory_player *player = node->owner;
        struct store_player value = player->value;
        value.settled_month = memory->settled_month;
        if (player->is_wanted)
            loader->player(loader->ctx, &value);
        player->is_wanted = false;
        *last = player->value.id > *last ? player->value.id : *last;
    }
}

static void games_load(struct memory *memory, const struct store_loader *loader, uint64_t *last)
{
    map__sort_by_id(&memory->games);
    for (struct map_node *node = memory->games.first; node != NULL; node = map__next(node)) {
        struct memory_game *game = node->owner;
        struct store_game described;
        memory__game_describe(game, &described);
        if (game->is_wanted)
            loader->game(loader->ctx, &described);
        game->is_wanted = false;
        *last = game->start.id > *last ? game->start.id : *last;
    }
}

static void rooms_load(struct memory *memory, const struct store_loader *loader, uint64_t *last)
{
    map__sort_by_id(&memory->rooms);
    for (struct map_node *node = memory->rooms.first; node != NULL; node = map__next(node)) {
        struct memory_room *room = node->owner;
        if (!room->is_closed)
            loader->room(loader->ctx, &room->value);
        *last = room->value.id > *last ? room->value.id : *last;
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
    return at_ms;
}

int memory__load(struct store *store, const struct store_loader *loader, uint64_t *last_id_out)
{
    struct memory *memory = (struct memory *)store;
    *last_id_out = 0;
    loader->settled(loader->ctx, memory->settled_month, youngest_ms(memory));
    wanted_mark(memory);
    players_load(memory, loader, last_id_out);
    games_load(memory, loader, last_id_out);
    rooms_load(memory, loader, last_id_out);
    for (struct map_node *node = memory->rooms.first; node != NULL; node = map__next(node)) {
        struct memory_room *room = node->owner;
        if (!room->is_closed)
            chat_load(memory, room, loader);
    }
    return STORE_OK;
}
