/* SPDX-License-Identifier: MIT */
/*
 * The table of openings, and the plain one in which players alternate from the first stone.
 */
#include "engine/opening.h"

enum mark opening__next_mark(const struct game *game)
{
    return game->stones % 2 == 0 ? MARK_X : MARK_O;
}

static enum game_expects free_expects(const struct game *game)
{
    (void)game;
    return EXPECTS_STONE;
}

static enum seat free_to_act(const struct game *game)
{
    return opening__next_mark(game) == MARK_X ? SEAT_FIRST : SEAT_SECOND;
}

static enum mark free_first_mark(const struct game *game)
{
    (void)game;
    return MARK_X;
}

static const struct opening_rules opening_free = {
    .expects = free_expects,
    .to_act = free_to_act,
    .first_mark = free_first_mark,
};

static const struct opening_rules *const openings[] = {
    [OPENING_FREE] = &opening_free,
    [OPENING_SWAP2] = &opening__swap2,
};

const struct opening_rules *opening__rules(const struct game *game)
{
    return openings[game->variant->opening];
}
