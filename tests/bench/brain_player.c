/* SPDX-License-Identifier: MIT */
/* See the header. */
#include "tests/bench/brain_player.h"

#include "tests/bench/plain_uct.h"
#include "tests/support/beginner.h"
#include "tests/support/random.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

void player_init(struct player *player, const char *text, const struct variant *variant)
{
    char key[32] = "";
    unsigned level = 1;
    unsigned long long nodes = 0;
    memset(player, 0, sizeof(*player));
    snprintf(player->name, sizeof(player->name), "%s", text);
    sscanf(text, "%31[^:]:%u:%llu", key, &level, &nodes);
    if (strcmp(key, "beginner") == 0)
        player->kind = PLAYER_BEGINNER;
    else if (strcmp(key, "plain") == 0)
        player->kind = PLAYER_PLAIN;
    else
        games_side_init(&player->side, key, level, nodes, variant);
    player->playouts = level;
}

void player_deinit(struct player *player)
{
    if (player->kind == PLAYER_COMPUTER)
        games_side_deinit(&player->side);
}

static struct action act(struct player *player, const struct game *game, uint64_t seed)
{
    switch (player->kind) {
    case PLAYER_BEGINNER:
        return beginner_acts(game, seed);
    case PLAYER_PLAIN:
        return plain_uct_acts(game, player->playouts, seed);
    default:
        break;
    }
    struct thought thought = games_think(&player->side, game, seed);
    player->cost.positions += thought.nodes;
    return thought.prospects[0].action;
}

int player_match(struct game *game, struct player *players[SEAT_COUNT], uint64_t *chance)
{
    while (game_status(game) == GAME_OPEN) {
        struct player *player = players[game_to_act(game)];
        clock_t began = clock();
        struct action action = act(player, game, random_next(chance));
        double seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
        player->cost.seconds += seconds;
        player->cost.longest = seconds > player->cost.longest ? seconds : player->cost.longest;
        player->cost.moves++;
        game_do(game, action);
    }
    if (game_status(game) != GAME_WON)
        return 1;
    return game_winner(game) == SEAT_FIRST ? 2 : 0;
}
