/* SPDX-License-Identifier: MIT */
/*
 * What minds share.
 */
#include "brain/mind.h"

void mind__decide(struct thought *thought, struct action action)
{
    thought->prospects_count = 1;
    thought->prospects[0] = (struct prospect){
        .action = action, .share = PROSPECT_SHARE_ONE / 2, .line_count = 1, .line = {action}};
}
