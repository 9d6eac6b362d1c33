/* SPDX-License-Identifier: MIT */
/*
 * A guest of the rig who plays against the computer `random`.
 */
#ifndef PENTAD_TESTS_UNIT_SERVER_RIG_SOLO_H
#define PENTAD_TESTS_UNIT_SERVER_RIG_SOLO_H

#include "tests/unit/server/rig.h"

#include <stdint.h>

/* By then it has moved; a turn of the rig is no shorter than what passes. */
#define RIG_SOLO_PACE_MS 700

struct rig_solo {
    struct rig_peer *guest;
    char room[13];
    char game[13];
};

/* Opens a room of classic; `more` is added to the request. The second makes the guest, too. */
struct rig_solo rig_solo_open_as(struct rig_peer *guest, const char *more);
struct rig_solo rig_solo_open(struct rig *rig, const char *more);
/* Likewise, and the guest begins. */
struct rig_solo rig_solo_begin(struct rig *rig);
int64_t rig_solo_ply(const struct rig_solo *solo);
void rig_solo_move(const struct rig_solo *solo, int64_t at, const char *square);
void rig_solo_take_back(const struct rig_solo *solo);

#endif
