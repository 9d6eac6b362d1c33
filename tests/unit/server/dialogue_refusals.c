/* SPDX-License-Identifier: MIT */
/*
 * Requests of a dialogue that are refused and change nothing, and whether the scenes of a file met
 * the whole table of refusals.
 */
#include "proto/codec.h"
#include "proto/error.h"
#include "proto/refusal.h"
#include "tests/unit/server/dialogue.h"

#define REFUSALS_MAX 1024

/* The rows of the table of refusals that the scenes so far have met. */
static bool is_met[REFUSALS_MAX];

static void meet(struct step *step, const char *op, const char *code)
{
    bool is_known = false;
    for (size_t i = 0; i < refusal_count && i < REFUSALS_MAX; i++) {
        if (strcmp(op_info(refusals[i].op)->wire, op) != 0 ||
            strcmp(error_code(refusals[i].error), code) != 0)
            continue;
        is_met[i] = true;
        is_known = true;
    }
    if (!is_known)
        script_fail(step->script, "the table does not tell that %s refuses so", op);
}

static void check_silence(struct step *step, const struct rig *rig)
{
    for (size_t i = 0; i < rig->peer_count; i++)
        if (rig->peers[i]->conn != NULL && rig_event_count(rig->peers[i]) > 0)
            script_fail(step->script, "%s hears of it", rig->peers[i]->name);
}

/* NAME !> REQUEST ! CODE: and nobody is told anything, and everything is as before */
void people_is_refused(struct step *step, const char *name)
{
    struct rig *rig = step_rig(step);
    const char *op = step->words->word[step->at];
    char *before = rig_world(rig);
    for (size_t i = 0; i < rig->peer_count; i++)
        rig_forget_events(rig->peers[i]);
    people_asks(step, name);
    meet(step, op, rig_code(step->dialogue->message));
    char *after = rig_world(rig);
    bool is_same = strcmp(before, after) == 0;
    if (!is_same)
        print_error("--- before\n%s--- after\n%s", before, after);
    free(before);
    free(after);
    if (!is_same)
        script_fail(step->script, "it has changed something");
    check_silence(step, rig);
}

/* every refusal [but CODE...]: the scenes so far have met all of the table */
void world_every(struct step *step)
{
    (void)step_take(step, "refusal");
    (void)step_take(step, "but");
    if (refusal_count > REFUSALS_MAX)
        script_fail(step->script, "too many refusals");
    for (size_t i = 0; i < refusal_count; i++) {
        const char *code = error_code(refusals[i].error);
        bool is_left_out = false;
        for (size_t word = step->at; word < step->words->count; word++)
            is_left_out = is_left_out || strcmp(step->words->word[word], code) == 0;
        if (!is_met[i] && !is_left_out)
            script_fail(step->script, "no scene for %s and %s", op_info(refusals[i].op)->wire,
                        code);
    }
    step->at = step->words->count;
}
