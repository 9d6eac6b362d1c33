/* SPDX-License-Identifier: MIT */
/*
 * The command of client/cli/solo.h. It stands here because it asks, and then plays.
 */
#include "client/cli/solo.h"

#include "client/cli/ask/position.h"
#include "client/cli/play/run.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"

enum exit_code run_solo(const struct invocation *invocation)
{
    struct game from;
    bool is_named = invocation_has(invocation, OPTION_POSITION);
    if (!is_named && invocation_has(invocation, OPTION_AT)) {
        problem_tell("%s", _("--at names a ply of the game that --position names."));
        return EXIT_CODE_USAGE;
    }
    if (!is_named)
        return run_solo_from(invocation, NULL);
    enum exit_code code = position_read(invocation, &from);
    return code != EXIT_CODE_OK ? code : run_solo_from(invocation, &from);
}
