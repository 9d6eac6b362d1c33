/* SPDX-License-Identifier: MIT */
#include "client/core/help.h"

#include "engine/likeness.h"

#include <string.h>

/* A game that cannot be read may have any board. */
static bool add_game(struct help *help, const struct current_game_record *game)
{
    if (game->actions == NULL || game->variant == NULL || help->count == HELP_GAMES_MAX)
        return false;
    return game_parse(&help->games[help->count++], game->variant, game->actions,
                      strlen(game->actions), NULL) == 0;
}

void help_read(struct help *help, const struct player_games_reply *games)
{
    help->rests = false;
    help->count = 0;
    for (size_t i = 0; games != NULL && i < games->games_count; i++)
        if (games->games[i].rated && !add_game(help, &games->games[i]))
            help->rests = true;
}

bool help_may(const struct help *help, const struct game *board)
{
    for (size_t i = 0; i < help->count && !help->rests; i++)
        if (likeness_is_of(&help->games[i], board))
            return false;
    return !help->rests;
}

bool help_may_pass(const struct help *help, const struct game *game)
{
    for (size_t i = 0; i < help->count && !help->rests; i++)
        if (likeness_passes(&help->games[i], game))
            return false;
    return !help->rests;
}
