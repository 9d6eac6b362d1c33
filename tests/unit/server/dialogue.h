/* SPDX-License-Identifier: MIT */
/*
 * The parts of the runner of dialogues: the stage of a scene, the words of a step, and the steps.
 */
#ifndef PENTAD_TESTS_UNIT_SERVER_DIALOGUE_H
#define PENTAD_TESTS_UNIT_SERVER_DIALOGUE_H

#include "server/core/core.h"
#include "tests/support/dialogue.h"
#include "tests/unit/server/rig.h"
#include "tests/unit/server/rig_rated.h"

#define KEPT_MAX 32

/* A text that has to be the same wherever it is called that. */
struct kept {
    char name[DIALOGUE_NAME_SIZE];
    char *text;
};

struct stage {
    struct dialogue dialogue;
    struct core_options options;
    struct rig *rig; /* NULL until something happens */
    struct kept kept[KEPT_MAX];
    size_t kept_count;
    char value[32]; /* of value_of() */
    char *text;     /* the same */
};

/* dialogue.c */
struct stage *step_stage(const struct step *step);
/* The rig, which starts now if it has not. */
struct rig *step_rig(struct step *step);

/* dialogue_world.c: what happens around people. */
extern const struct world_row world_rows[];

/* dialogue_said.c: writes down what is said, if PENTAD_SAID names a file. False: it cannot be
 * written. */
bool said_start(void);
bool said_end(void);
void said_scene(struct script *script);
/* Of the stage's rig, from now on. */
void said_listen(struct stage *stage);
void world_part(struct step *step);

/* dialogue_refusals.c */
void people_is_refused(struct step *step, const char *name);
void world_every(struct step *step);

/* dialogue_people.c: what only the rig knows of people. */
extern const struct dialogue_port rig_port;
extern const struct people_row people_rows[];
void table_begins(struct step *step);
/* The number of the last heartbeat that the peer heard, 0 if there was none, and of how many. */
int64_t peer_beat(const struct rig_peer *peer, size_t *count_out);

#endif
