/* SPDX-License-Identifier: MIT */
/*
 * Answering a request: its reply, held until what it tells is durable, or an error.
 */
#ifndef PENTAD_SERVER_CORE_CALL_H
#define PENTAD_SERVER_CORE_CALL_H

#include "server/core/state.h"

void call_reply(struct call *call, const void *reply);
/* A reply to something that no batch has: should the batch fail that the reply waits for, it is
 * taken back (outbox.h). */
void call_reply_or(struct call *call, const void *reply, outbox_take_back_fn *take_back,
                   uint64_t subject);
/* A reply that tells only what is stored already: no later commit can make it untrue. */
void call_reply_stored(struct call *call, const void *reply);
/* The reply that the same request got before: its stored fields (turn/keys.h). */
void call_reply_again(struct call *call, const char *fields);
void call_error(struct call *call, int error);

#endif
