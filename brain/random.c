/* SPDX-License-Identifier: MIT */
/*
 * The computer player `random`: any legal action, each as likely as the others; on
 * sparse boards any of the candidates.
 */
#include "brain/chance.h"
#include "brain/mind.h"
#include "engine/needs.h"
#include "engine/sight.h"

static bool plays(const struct variant *variant)
{
    return variant_can_be_played(variant) && reader_knows(READER_RANDOM, variant);
}

static void think(const struct game *game, const struct thinking *thinking,
                  struct thought *thought_out)
{
    struct action actions[GAME_LEGAL_MAX];
    struct chance chance = {thinking->seed};
    size_t count = sight_candidates(game, actions, GAME_LEGAL_MAX);
    mind__decide(thought_out, actions[chance__below(&chance, count)]);
}

const struct mind computer__random = {.plays = plays, .think = think};
