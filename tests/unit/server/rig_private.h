/* SPDX-License-Identifier: MIT */
/* Declarations that the files of the rig share. */
#ifndef PENTAD_TESTS_UNIT_SERVER_RIG_PRIVATE_H
#define PENTAD_TESTS_UNIT_SERVER_RIG_PRIVATE_H

#include "tests/unit/server/rig.h"

/* rig.c: the core's life. */
void rig__start(struct rig *rig);
void rig__stop(struct rig *rig);

/* rig_peer.c */
void rig__receive(struct rig_peer *peer, const char *bytes, size_t len);
void rig__peer_free(struct rig_peer *peer);

/* rig_world.c: makes the guest who looks at everything. */
void rig__observe(struct rig *rig);

#endif
