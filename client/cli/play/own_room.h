/* SPDX-License-Identifier: MIT */
/*
 * A room of one's own: asked for as the command line has it, or on the terms of the table that is
 * over.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_OWN_ROOM_H
#define PENTAD_CLIENT_CLI_PLAY_OWN_ROOM_H

#include "client/cli/play/visit.h"

#include <stdbool.h>
#include <stdint.h>

/* All but the first member begin as zeros. */
struct own_room {
    const struct visit *visit;
    bool is_from_position; /* the room that is asked for has a position laid out */
    /* Terms in place of those of the command line, which named none: */
    bool has_terms;
    const struct variant *variant;
    bool is_rated;
    struct time_control control;
};

/* Takes the terms of others who wait. */
void own_room_take_terms(struct own_room *room, const struct waiting_record *waiting);
/* Asks for the room of the command line. */
void own_room_open(struct own_room *room);

/* A room to open behind the table's game that is over. */
struct next_room {
    uint64_t room; /* not 0: it is there already, and nothing else counts */
    struct opponent opponent;
    unsigned plies;   /* of the table's game, that are laid out */
    bool keeps_seats; /* else whoever began there does not here */
};
/* Asks for it, on the terms of the table. */
void own_room_open_next(struct own_room *room, const struct next_room *next);

/* The computer player that the command line asks for; NULL: none that is known here. */
const struct computer *own_room_computer(const struct invocation *invocation);

/* Says what the room that was opened does not have, though it was asked for. */
void own_room_take(const struct own_room *room, const struct room_open_reply *reply);

#endif
