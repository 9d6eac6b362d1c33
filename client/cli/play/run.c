/* SPDX-License-Identifier: MIT */
/*
 * The commands of client/cli/play/run.h.
 */
#include "client/cli/play/run.h"

#include "client/cli/play/offer.h"
#include "client/cli/play/play.h"
#include "client/cli/play/solo.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "proto/id.h"

#include <string.h>

#include <uv.h>

/* An argument that is neither a room's id nor a link is the name of a player. */
static enum exit_code run_at_room(const struct invocation *invocation)
{
    const char *text = invocation->arguments_count > 0 ? invocation->arguments[0] : NULL;
    if (text != NULL && invocation_has(invocation, OPTION_LINK)) {
        problem_tell("%s", _("--link opens a room of your own; name none."));
        return EXIT_CODE_USAGE;
    }
    return play_run(invocation, PLAN_PLAY, NULL);
}

enum exit_code run_play_from(const struct invocation *invocation, const struct game *from)
{
    struct solo_plan plan;
    enum exit_code code;
    bool is_for_computer = invocation_is_for_computer(invocation);
    if (solo_plan_list(invocation, &code))
        return code;
    if (invocation_has(invocation, OPTION_RESIGNS) && !is_for_computer) {
        problem_tell("%s", _("Only a computer can be told to resign: --computer"));
        return EXIT_CODE_USAGE;
    }
    if (invocation_has(invocation, OPTION_LINK) && is_for_computer) {
        problem_tell("%s", _("--link is for games against people, --computer for others."));
        return EXIT_CODE_USAGE;
    }
    if (from == NULL)
        return run_at_room(invocation);
    if (!is_for_computer) {
        problem_tell("%s",
                     _("Only games against a computer can start from a position: --computer"));
        return EXIT_CODE_USAGE;
    }
    return solo_plan_read_start(invocation, from, &plan) ? play_run(invocation, PLAN_PLAY, &plan)
                                                         : EXIT_CODE_USAGE;
}

/* An argument that is no room's id is a player's name. */
enum exit_code run_watch(const struct invocation *invocation)
{
    return play_run(invocation, PLAN_WATCH, NULL);
}

enum exit_code run_invite(const struct invocation *invocation)
{
    return play_run(invocation, PLAN_INVITE, NULL);
}

enum exit_code run_quick(const struct invocation *invocation)
{
    return play_run(invocation, PLAN_QUICK, NULL);
}

enum exit_code run_solo_from(const struct invocation *invocation, const struct game *from)
{
    struct solo_plan plan;
    enum exit_code code;
    if (!solo_plan_read(invocation, from, &plan, &code))
        return code;
    uv_random(NULL, NULL, &plan.seed, sizeof(plan.seed), 0, NULL);
    if (invocation_word(invocation, OPTION_FIRST) == FIRST_WORD_RANDOM)
        plan.seat = plan.seed % 2 == 0 ? plan.seat : seat_other(plan.seat);
    return play_run(invocation, PLAN_SOLO, &plan);
}
