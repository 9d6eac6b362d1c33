/* SPDX-License-Identifier: MIT */
/*
 * Functions that several minds share.
 */
#include "brain/mind.h"

#include "engine/needs.h"

bool mind__is_tic_tac_toe(const struct variant *variant)
{
    return variant->width == 3 && variant->height == 3 && variant->row == 3 &&
           reader_knows(READER_TIC_TAC_TOE, variant);
}

void mind__decide(struct thought *thought, struct action action)
{
    thought->prospects_count = 1;
    thought->prospects[0] = (struct prospect){
        .action = action, .share = PROSPECT_SHARE_ONE / 2, .line_count = 1, .line = {action}};
}
