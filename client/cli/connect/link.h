/* SPDX-License-Identifier: MIT */
/*
 * The connection of a session: looks up the host, connects, checks the server's certificate where
 * TLS is spoken, carries the session's bytes, tells it the time and connects again after a pause
 * when asked to. Owns its libuv handles, borrows the loop and the session. On the loop's thread.
 */
#ifndef PENTAD_CLIENT_CLI_CONNECT_LINK_H
#define PENTAD_CLIENT_CLI_CONNECT_LINK_H

#include "client/cli/invocation/invocation.h"
#include "client/core/session.h"

#include <stdbool.h>
#include <stdint.h>

#include <uv.h>

struct link;

struct link_handler {
    void *ctx;
    /* Something for the caller to know. Requests made here are sent when it returns. */
    void (*notice)(void *ctx, const struct notice *notice);
    /* All notices of what was received have been given. May be NULL. */
    void (*settled)(void *ctx);
    /* The connection is gone or could not be made, for this reason (a text for people). Returns
     * whether to try again in `pause_ms`. */
    bool (*lost)(void *ctx, const char *reason, int64_t pause_ms);
};

/* A session whose keys of requests nobody else has. */
struct session *link_session(const char *client);
/* The handler is copied. */
struct link *link_new(uv_loop_t *loop, struct session *session, const struct link_handler *handler);
/* Connects to the server of the command line, which is borrowed; a failure is told later. */
void link_start(struct link *link, const struct invocation *invocation);
/* Sends what the session has to say; after session_request() and the like. */
void link_flush(struct link *link);
/* Ends everything; the loop runs out when the handles are closed. No call of the handler follows.
 */
void link_stop(struct link *link);
/* Frees it after the loop has run out. */
void link_free(struct link *link);

#endif
