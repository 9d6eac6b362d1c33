/* SPDX-License-Identifier: MIT */
/*
 * Requests for a game against a computer: `computer` and `level` of room.open and room.quick.
 */
#ifndef PENTAD_SERVER_CORE_AGAINST_H
#define PENTAD_SERVER_CORE_AGAINST_H

#include "server/core/table/room.h"

struct against {
    const char *key;  /* as it was asked for */
    int64_t level;    /* 0: in the middle */
    bool is_by_quick; /* room.paired tells of the game */
};

/* Begins the game, unless there is an error, which it returns. The caller has checked what concerns
 * games with anybody. */
int against_begin(struct call *call, const struct against *against, const struct room_terms *terms,
                  struct room **room_out);

#endif
