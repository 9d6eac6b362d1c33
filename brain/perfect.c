/* SPDX-License-Identifier: MIT */
/*
 * The computer player `perfect`: minimax to the end of the game. It wins as soon and loses as late
 * as it can: if only the result counted, a lost game would be given away with the next stone.
 */
#include "brain/small.h"

static unsigned rank(unsigned value)
{
    return value;
}

/* Halfway it knows something, but has proven nothing of what it set out to prove. */
static void conclude(const struct small *small, struct thought *thought_out)
{
    small__conclude(small, rank, thought_out);
    if (small->seen == small__plies_left(small))
        return;
    for (size_t i = 0; i < thought_out->prospects_count; i++)
        thought_out->prospects[i].proof = PROOF_UNKNOWN;
}

static void think(const struct game *game, const struct thinking *thinking,
                  struct thought *thought_out)
{
    struct small small;
    small__begin(&small, game, thinking);
    unsigned plies = 1;
    while (small__look(&small, plies) && plies < small__plies_left(&small)) {
        conclude(&small, thought_out);
        if (thinking->progress != NULL)
            thinking->progress(thinking->ctx, thought_out);
        plies = 2 * plies < small__plies_left(&small) ? 2 * plies : small__plies_left(&small);
    }
    conclude(&small, thought_out);
}

const struct mind computer__perfect = {
    .plays = small__plays, .memory_size = small__memory_size, .think = think};
