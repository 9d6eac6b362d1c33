/* SPDX-License-Identifier: MIT */
/*
 * The end of a visit for which no table was found.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_REFUSAL_H
#define PENTAD_CLIENT_CLI_PLAY_REFUSAL_H

#include "client/cli/play/visit.h"
#include "client/core/session.h"

#include <stdint.h>

/* Ends the visit with the server's error, and says what can be done in place of it. `room` is the
 * one that was to be joined, `busy_room` that of the game whose clock runs; 0: not known. */
void refusal_tell(const struct visit *visit, const struct session_error *error, uint64_t room,
                  uint64_t busy_room);

#endif
