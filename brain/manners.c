/* SPDX-License-Identifier: MIT */
/*
 * See the header. docs/WORDS.md says what a share is.
 */
#include "brain/manners.h"

#include "engine/outcome.h"

#define EVEN_SHARE (PROSPECT_SHARE_ONE / 2)
#define EVEN_WITHIN (PROSPECT_SHARE_ONE * 3 / 100)
#define EVEN_PLIES 10

void manners_forget(struct manners *manners)
{
    *manners = (struct manners){0};
}

void manners_note(struct manners *manners, const struct game *game, uint16_t share,
                  enum proof proof)
{
    int off = (int)share - EVEN_SHARE;
    bool is_even = off <= EVEN_WITHIN && off >= -EVEN_WITHIN;
    if (is_even && !manners->is_even)
        manners->even_since = game->ply;
    manners->is_even = is_even;
    manners->is_drawn = proof == PROOF_DRAW;
    manners->is_lost = proof == PROOF_LOSS;
}

bool manners_agree(const struct manners *manners, const struct game *game)
{
    bool is_even = manners->is_even && game->ply >= manners->even_since + EVEN_PLIES;
    return manners->is_drawn ||
           (is_even && game->stones * 5 >= (int)variant_cells(game->variant) * 3);
}

bool manners_give_up(const struct manners *manners, const struct game *game, unsigned given)
{
    return manners->is_lost && reason_of_giving_up(game, given, game_to_act(game)) == REASON_RESIGN;
}
