/* SPDX-License-Identifier: MIT */
/*
 * Everything that a client can do that writes, one row each: what tests of held, failed and lost
 * commits go through.
 */
#ifndef PENTAD_TESTS_UNIT_SERVER_RIG_ACTS_H
#define PENTAD_TESTS_UNIT_SERVER_RIG_ACTS_H

#include "tests/unit/server/rig.h"

/* The people of an act. Boris opened `room` unless the act says otherwise. */
struct rig_scene {
    struct rig *rig;
    struct rig_peer *anna;
    struct rig_peer *boris;
    struct rig_peer *watcher; /* a guest who watches the table */
    struct rig_peer *actor;
    struct rig_table table; /* anna begins */
    char room[13];
};

struct rig_act {
    const char *name;
    void (*prepare)(struct rig_scene *scene); /* sets the actor, too */
    const char *request;                      /* $R room, $G game, $T the table's room */
};

extern const struct rig_act rig_acts[];
extern const size_t rig_act_count;

/* A server, its people, and all that has to happen before the act. */
void rig_scene_make(struct rig_scene *scene, const struct rig_act *act);
/* The actor does it. No turn. */
int64_t rig_scene_act(struct rig_scene *scene, const struct rig_act *act);
void rig_scene_drop(struct rig_scene *scene);

#endif
