/* SPDX-License-Identifier: MIT */
/*
 * The computer player `depth`: minimax that looks as many plies ahead as its level says. On each
 * way back towards the position asked about a value moves by one towards the middle of the scale,
 * which is why it is enough to know in how many plies a game ends.
 */
#include "brain/depth.h"

/* On boards other than 3x3 the scale ends before the board does. */
#define PLIES_MAX 8

unsigned depth__scale(unsigned value)
{
    if (value == SMALL_UNSEEN || value == SMALL_DRAW)
        return value == SMALL_DRAW ? DEPTH_DRAW : DEPTH_UNSEEN;
    unsigned steps = (value > SMALL_DRAW ? SMALL_WIN - value : value) - 1;
    unsigned reach = DEPTH_UNSEEN - DEPTH_LOSS;
    steps = steps < reach ? steps : reach;
    return value > SMALL_DRAW ? DEPTH_WIN - steps : DEPTH_LOSS + steps;
}

static unsigned plies_of(const struct small *small)
{
    bool is_scale_long_enough = mind__is_tic_tac_toe(small->game.variant);
    unsigned plies = small->thinking->level;
    if (!is_scale_long_enough && plies > PLIES_MAX)
        plies = PLIES_MAX;
    return plies < small__plies_left(small) ? plies : small__plies_left(small);
}

static void think(const struct game *game, const struct thinking *thinking,
                  struct thought *thought_out)
{
    struct small small;
    small__begin(&small, game, thinking);
    /* Step by step, because what is left of a step that had to stop says nothing. */
    for (unsigned plies = 1; plies <= plies_of(&small) && small__look(&small, plies); plies++) {
        small__conclude(&small, depth__scale, thought_out);
        if (thinking->progress != NULL)
            thinking->progress(thinking->ctx, thought_out);
    }
    small__conclude(&small, depth__scale, thought_out);
}

const struct mind computer__depth = {
    .plays = small__plays, .memory_size = small__memory_size, .think = think};
