/* SPDX-License-Identifier: MIT */
/*
 * The experience of `table`. It is corrected in the turn in which a game ends, and one operation
 * beside that of the end stores all of it: so it always is what the stored games made of it.
 */
#include "server/core/table/experience.h"

#include "base/memory.h"
#include "server/core/people/known.h"
#include "server/core/table/match.h"
#include "server/core/table/state.h"
#include "server/core/turn/writes.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(LEARNT_TEXT_SIZE <= STORE_EXPERIENCE_MAX + 1, "all of it can be stored");

void experience_load(struct core *core, const struct store_experience *stored)
{
    struct learnt *learnt = mem_zero(sizeof(*learnt));
    if (stored->text[0] == '\0' || !learnt_parse(learnt, stored->text, strlen(stored->text))) {
        free(learnt);
        return;
    }
    core->tables->experience = learnt;
}

void experience_free(struct core *core)
{
    free(core->tables->experience);
}

/* Whether `table` played, and at which seat. */
static bool find_learner(const struct match *match, enum seat *seat_out)
{
    const struct known *known = match->players[match->computer.seat];
    *seat_out = match->computer.seat;
    return match->computer.is_there && known_computer(known)->id == COMPUTER_TABLE;
}

/* Takes some tens of milliseconds, once for each database. */
static struct learnt *make(const struct variant *variant)
{
    struct learnt *learnt = mem_zero(sizeof(*learnt));
    if (computer_tables_make(computer_get(COMPUTER_TABLE), variant, learnt, sizeof(*learnt)) != 0)
        abort(); /* it plays that game, and this is their size */
    return learnt;
}

static void write(struct core *core)
{
    char text[LEARNT_TEXT_SIZE];
    learnt_format(core->tables->experience, text);
    const struct store_op op = {.kind = STORE_EXPERIENCE_PUT, .as.experience_put = {.text = text}};
    writes_add(core, &op);
}

void experience_learn(struct core *core, const struct match *match)
{
    struct outcome outcome = match->state.outcome;
    enum seat seat;
    if (!core->options.computers_learn || outcome.result == RESULT_NONE || match->given > 0 ||
        !find_learner(match, &seat))
        return;
    if (core->tables->experience == NULL)
        core->tables->experience = make(match->game.variant);
    writes_touch(core, core->tables->experience, sizeof(*core->tables->experience), NULL, NULL);
    learnt_correct(core->tables->experience, &match->game, seat,
                   outcome.result == RESULT_DRAW ? SEAT_NONE : (enum seat)outcome.result);
    write(core);
}

const char *experience_format(const struct core *core, const struct computer *computer,
                              char text_out[LEARNT_TEXT_SIZE])
{
    if (core->tables->experience == NULL || computer->id != COMPUTER_TABLE)
        return NULL;
    learnt_format(core->tables->experience, text_out);
    return text_out;
}
