/* SPDX-License-Identifier: MIT */
/* Games of computer players. */
#include "tests/bench/brain_games.h"

#include "tests/support/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define JUDGE_NODES 3000
#define LENGTH_MAX 200 /* of a game; then it is a draw */

void *games_allocate(size_t size)
{
    void *memory = calloc(1, size + 1);
    if (memory != NULL)
        return memory;
    fprintf(stderr, "brain: no memory\n");
    exit(1);
}

void games_side_init(struct games_side *side, const char *key, unsigned level, uint64_t nodes,
                     const struct variant *variant)
{
    *side = (struct games_side){
        .computer = computer_find(key, strlen(key)), .level = level, .nodes = nodes};
    if (side->computer == NULL || !computer_plays(side->computer, variant)) {
        fprintf(stderr, "brain: there is no player '%s' of this game\n", key);
        exit(2);
    }
    size_t size = computer_tables_size(side->computer, variant);
    side->tables = games_allocate(size);
    side->memory = games_allocate(GAMES_MEMORY);
    computer_tables_make(side->computer, variant, side->tables, size);
}

void games_side_deinit(struct games_side *side)
{
    free(side->tables);
    free(side->memory);
}

struct thought games_think(const struct games_side *side, const struct game *game, uint64_t seed)
{
    struct thought thought;
    struct thinking thinking = {.level = side->level,
                                .seed = seed,
                                .nodes = side->nodes,
                                .prospects = 1,
                                .tables = side->tables,
                                .memory = side->memory,
                                .memory_size = GAMES_MEMORY};
    if (computer_think(side->computer, game, &thinking, &thought) == 0)
        return thought;
    fprintf(stderr, "brain: %s does not think\n", side->computer->key);
    exit(1);
}

static bool place_some(struct game *game, uint64_t *chance)
{
    unsigned width = game->variant->width;
    unsigned stones = 4 + 2 * (unsigned)random_below(chance, 3);
    unsigned zone = 5 + (unsigned)random_below(chance, 3);
    unsigned corner = (width - zone) / 2;
    while (game->stones < stones && game_status(game) == GAME_OPEN) {
        unsigned column = corner + (unsigned)random_below(chance, zone);
        unsigned row = corner + (unsigned)random_below(chance, zone);
        (void)game_act(game, action_place(column + row * width));
    }
    return game_status(game) == GAME_OPEN;
}

void games_open(struct game *game, const struct variant *variant, const struct games_side *judge,
                uint64_t *chance)
{
    struct games_side quick = *judge;
    quick.nodes = JUDGE_NODES;
    for (;;) {
        game_init(game, variant);
        if (!place_some(game, chance))
            continue;
        unsigned share = games_think(&quick, game, 1).prospects[0].share;
        if (share >= 4000 && share <= 6000)
            return;
    }
}

int games_play(struct game *game, const struct games_side *first, const struct games_side *second,
               uint64_t *chance,
               void (*look)(void *ctx, const struct game *game, struct action action), void *ctx)
{
    while (game_status(game) == GAME_OPEN && game->stones < LENGTH_MAX) {
        const struct games_side *side = game_to_act(game) == SEAT_FIRST ? first : second;
        struct action action = games_think(side, game, random_next(chance)).prospects[0].action;
        if (look != NULL)
            look(ctx, game, action);
        game_do(game, action);
    }
    if (game_status(game) != GAME_WON)
        return 1;
    return game_winner(game) == SEAT_FIRST ? 2 : 0;
}
