/* SPDX-License-Identifier: MIT */
/*
 * The experience of `table` as a life of its own: it begins as the player does, and every game that
 * it was to learn from corrects it.
 */
#include "tests/sim/truth_experience.h"

#include "brain/computer.h"
#include "brain/learnt.h"
#include "tests/sim/sim.h"

#include <stdlib.h>
#include <string.h>

struct truth_experience {
    struct learnt learnt;
    bool is_owed; /* by a game of the batch that is looked at */
};

/* Made once for all lives: it is always the same. */
static const struct learnt *first_experience(void)
{
    static struct learnt learnt;
    if (learnt.rows_count == 0 &&
        computer_tables_make(computer_get(COMPUTER_TABLE), variant_get(VARIANT_MINI), &learnt,
                             sizeof(learnt)) != 0)
        abort();
    return &learnt;
}

static enum seat learner_of(const struct truth *truth, const struct truth_game *game)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        if (strcmp(truth_player(truth, game->players[seat])->name, "table:1") == 0)
            return (enum seat)seat;
    return SEAT_NONE;
}

void truth__experience_teach(struct sim *sim, const struct truth_game *game)
{
    struct truth *truth = &sim->truth;
    enum seat seat = learner_of(truth, game);
    if (seat == SEAT_NONE || !sim->core_options.computers_learn ||
        game->outcome.result == RESULT_NONE || game->start.ply > 0)
        return;
    if (truth->experience == NULL) {
        truth->experience = malloc(sizeof(*truth->experience));
        if (truth->experience == NULL)
            abort();
        truth->experience->learnt = *first_experience();
    }
    learnt_correct(&truth->experience->learnt, &game->board, seat,
                   game->outcome.result == RESULT_DRAW ? SEAT_NONE
                                                       : (enum seat)game->outcome.result);
    truth->experience->is_owed = true;
    sim->stats->lessons++;
}

void truth__experience_put(struct sim *sim, const struct store_op *op)
{
    struct truth_experience *experience = sim->truth.experience;
    char text[LEARNT_TEXT_SIZE];
    CHECK_THAT(sim, CHECK_EXPERIENCE, experience != NULL && experience->is_owed,
               "an experience is stored, and there was nothing to learn");
    learnt_format(&experience->learnt, text);
    CHECK_THAT(sim, CHECK_EXPERIENCE, strcmp(op->as.experience_put.text, text) == 0,
               "an experience is stored that is not what games made of it");
    experience->is_owed = false;
}

void truth__experience_check(struct sim *sim)
{
    CHECK_THAT(sim, CHECK_EXPERIENCE,
               sim->truth.experience == NULL || !sim->truth.experience->is_owed,
               "a game is stored, and not what was learnt from it");
}
