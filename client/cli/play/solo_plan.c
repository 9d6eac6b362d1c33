/* SPDX-License-Identifier: MIT */
/*
 * The reading of client/cli/play/solo_plan.h.
 */
#include "client/cli/play/solo_plan.h"

#include "client/cli/play/levels.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "proto/message.h"

#include <string.h>
#include <unistd.h>

static enum exit_code print_list(const struct invocation *invocation)
{
    struct ink ink;
    ink_init_for(&ink, STDOUT_FILENO, invocation_has(invocation, OPTION_NO_COLOR));
    opponent_list(&ink);
    int failed = ink_print(&ink);
    ink_deinit(&ink);
    return failed == 0 ? EXIT_CODE_OK : EXIT_CODE_TROUBLE;
}

bool solo_plan_list(const struct invocation *invocation, enum exit_code *code_out)
{
    const char *key = invocation->options[OPTION_COMPUTER];
    bool is_wanted = key != NULL && strcmp(key, "list") == 0;
    if (is_wanted)
        *code_out = print_list(invocation);
    return is_wanted;
}

/* The variant that is named behind the command, or by its option; NULL where there is none. */
static const struct variant *read_variant(const struct invocation *invocation)
{
    char words[256];
    if (invocation->arguments_count == 0)
        return invocation_variant_or_classic(invocation);
    const char *key = invocation->arguments[0];
    const struct variant *variant = variant_find(key, strlen(key));
    if (variant != NULL)
        return variant;
    option_put_words(OPTION_KIND_VARIANT, words, sizeof(words));
    problem_tell(_("There is no game \"%s\"; choose from: %s."), key, words);
    return NULL;
}

/* A position has a variant of its own, and another one is not named. */
static const struct variant *choose_variant(const struct invocation *invocation,
                                            const struct game *from)
{
    bool is_named = invocation->arguments_count > 0 || invocation_has(invocation, OPTION_VARIANT);
    const struct variant *named = from == NULL || is_named ? read_variant(invocation) : NULL;
    if (from == NULL || (is_named && named == NULL) || named == from->variant)
        return named;
    if (named == NULL)
        return from->variant;
    problem_tell(_("That position is one of %s, not of %s."), from->variant->key, named->key);
    return NULL;
}

/* Finds the seat of who goes on from a position: the one to act there, unless that is to be the
 * other. */
bool solo_plan_read_start(const struct invocation *invocation, const struct game *from,
                          struct solo_plan *plan_out)
{
    const struct variant *variant = choose_variant(invocation, from);
    *plan_out = (struct solo_plan){.variant = variant, .seat = SEAT_FIRST, .from = from};
    if (from != NULL)
        plan_out->seat = game_to_act(from);
    if (invocation_word(invocation, OPTION_FIRST) == FIRST_WORD_JOINER)
        plan_out->seat = seat_other(plan_out->seat);
    return variant != NULL;
}

bool solo_plan_read(const struct invocation *invocation, const struct game *from,
                    struct solo_plan *plan_out, enum exit_code *code_out)
{
    char problem[INK_TEXT_SIZE];
    const char *key = invocation->options[OPTION_COMPUTER];
    if (key != NULL && key[0] == '\0')
        key = NULL;
    if (solo_plan_list(invocation, code_out))
        return false;
    *code_out = EXIT_CODE_USAGE;
    if (!solo_plan_read_start(invocation, from, plan_out))
        return false;
    if (!opponent_choose(&plan_out->opponent, plan_out->variant, key,
                         invocation_number(invocation, OPTION_LEVEL, 0), problem,
                         sizeof(problem))) {
        problem_tell("%s", problem);
        return false;
    }
    plan_out->is_level_mine = invocation_is_level_mine(invocation);
    if (plan_out->is_level_mine)
        plan_out->opponent.level = levels_mine(plan_out->opponent.computer);
    return true;
}
