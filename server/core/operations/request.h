/* SPDX-License-Identifier: MIT */
/*
 * Requests: from a frame to the command that carries it out. Rights and rates come from the message
 * table; each op has one command, a function named command_<op>.
 */
#ifndef PENTAD_SERVER_CORE_REQUEST_H
#define PENTAD_SERVER_CORE_REQUEST_H

#include "server/core/core.h"
#include "server/core/desk/happen.h"
#include "server/core/turn/call.h"

/* Listens to FRAME_CAME: carries out one frame. A frame that is too long ends its connection. */
void request_frame_came(struct core *core, const struct incoming_frame *incoming);

/* The bytes that every game takes in the store, however short it is. */
#define REQUEST_GAME_BYTES 760
/* Counts stored bytes beyond those of the request itself: 0 or ERR_TOO_MUCH_WRITTEN. */
int request_spend_bytes(struct call *call, size_t bytes);

/* The commands. Each returns 0 when it has replied, or will; else an error, which is sent for
 * it. */
#define OP(ID_, id, wire, who, cost, burst, per_ms, repeat, doc)                                   \
    int command_##id(struct call *call);
#include "proto/message_rows.h"

/* ------------------------------------------------------------------ answers again */
/*
 * Requests that were carried out before, recognised by their key.
 */

/* Gives the answer that the first request got (KEY_REMEMBERED of turn/keys.h). Returns as commands
 * do. */
int repeat_answer(struct call *call);

/* ------------------------------------------------------------------ the part's state */
/*
 * The state of operations: guesses of passwords, and players who are busy.
 */

/* Makes the part's state, core->operations; the parts below have theirs. */
void operations_new(struct core *core);
/* Frees it; the parts above have freed theirs. */
void operations_free(struct core *core);

#endif
