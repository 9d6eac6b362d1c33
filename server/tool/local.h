/* SPDX-License-Identifier: MIT */
/*
 * Private to server/tool/: one question to the running server over its local socket, and its
 * answer. Blocks until the answer is there.
 */
#ifndef PENTAD_SERVER_TOOL_LOCAL_H
#define PENTAD_SERVER_TOOL_LOCAL_H

#include "base/arena.h"
#include "proto/codec.h"
#include "proto/frame.h"
#include "server/tool/tool_private.h"

struct local;

/* An answer, or a refusal; borrowed from its `struct local`. */
struct local_answer {
    struct frame_slice line; /* as the server sent it */
    struct incoming incoming;
    union reply_body reply;
};

/* Gives the request an id and sends it. NULL: the server could not be asked, and the operator was
 * told. */
struct local *local_ask(const struct tool_call *call, struct request *request,
                        struct local_answer *answer_out);
void local_free(struct local *local);

/* Tells the operator why the server refused. Returns the exit code for that. */
int local_tell_refusal(const struct tool_call *call, const struct incoming *incoming);

#endif
