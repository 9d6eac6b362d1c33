/* SPDX-License-Identifier: MIT */
/*
 * The way back: to which of the rooms where one sits, as the login tells of them.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_BACK_H
#define PENTAD_CLIENT_CLI_PLAY_BACK_H

#include "client/cli/play/visit.h"

/* A room in this state where the player sits, on the terms that the command line asks for, lent as
 * the notice is; of games in progress, of any variant unless one is asked for, the most urgent.
 * NULL: there is none. */
const struct room_record *back_find(const struct visit *visit, const struct notice *ready,
                                    int state);
/* The room of the game whose clock runs in real time, or 0; there is only one. */
uint64_t back_find_busy(const struct notice *ready);
/* The number of games in progress. */
unsigned back_count(const struct notice *ready);
/* Says whose move it is there, with the time that is left, and that there are `others`. An older
 * server tells no turns. */
void back_say(const struct visit *visit, const struct room_record *room, unsigned others);

#endif
