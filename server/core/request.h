/* SPDX-License-Identifier: MIT */
/*
 * Requests: from a frame to the command that carries it out. Rights and rates come from the message
 * table; each op has one command, a function named command_<op>.
 */
#ifndef PENTAD_SERVER_CORE_REQUEST_H
#define PENTAD_SERVER_CORE_REQUEST_H

#include "server/core/state.h"

/* Carries out one frame. */
void request_run(struct core *core, struct conn *conn, const char *bytes, size_t len);
/* Says one error that belongs to no request, and ends the connection. */
void request_refuse(struct core *core, struct conn *conn, int error);

/* For commands. */
void call_reply(struct call *call, const void *reply);
/* A reply to something that no batch has: should the batch fail that the reply waits for, it is
 * taken back (outbox.h). */
void call_reply_or(struct call *call, const void *reply, outbox_take_back_fn *take_back,
                   uint64_t subject);
/* A reply that tells only what is stored already: no later commit can make it untrue. */
void call_reply_stored(struct call *call, const void *reply);
void call_error(struct call *call, int error);

/* Each returns 0 when it has replied, or will; else an error that is sent for it. */
#define OP(ID_, id, wire, who, burst, per_ms, repeat, doc) int command_##id(struct call *call);
#include "proto/message_rows.h"

#endif
