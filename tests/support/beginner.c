/* SPDX-License-Identifier: MIT */
/* A stand-in for people who have just learned the rules. */
#include "tests/support/beginner.h"

#include "engine/threats.h"
#include "tests/support/random.h"

#define STOPS_OF_FIVE 4

/* The cells on which a stone of `mark` makes a five; one of them, or -1. */
static int five_of(const struct game *game, enum mark mark)
{
    struct threats_search search;
    struct threat threat;
    threats_start(&search, game, mark);
    while (threats_next(&search, &threat))
        if (threat.kind != THREAT_THREE)
            return threat.squares[0];
    return -1;
}

static bool is_near(const struct game *game, size_t cell)
{
    int width = game->variant->width;
    int column = (int)cell % width;
    int row = (int)cell / width;
    for (int y = row - 2; y <= row + 2; y++)
        for (int x = column - 2; x <= column + 2; x++)
            if (x >= 0 && y >= 0 && x < width && y < game->variant->height &&
                game_cell(game, (size_t)(x + y * width)) != MARK_NONE)
                return true;
    return game->stones == 0;
}

struct action beginner_acts(const struct game *game, uint64_t seed)
{
    struct action actions[GAME_LEGAL_MAX];
    enum mark own = game_next_mark(game);
    int five = five_of(game, own);
    if (five < 0 && random_below(&seed, STOPS_OF_FIVE + 1) > 0)
        five = five_of(game, own == MARK_X ? MARK_O : MARK_X);
    if (five >= 0)
        return action_place((size_t)five);
    size_t count = game_legal_actions(game, actions, GAME_LEGAL_MAX);
    struct action action;
    for (int tries = 0; tries < 10000; tries++) {
        action = actions[random_below(&seed, count)];
        if (is_near(game, action_cell(action)))
            return action;
    }
    return actions[0];
}
