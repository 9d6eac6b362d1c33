/* SPDX-License-Identifier: MIT */
/*
 * The connection of a session: looks up the host, connects, checks the server's certificate where
 * TLS is spoken, carries the session's bytes, tells the session the time and,
 * when asked to, connects again after a pause. Owns its libuv handles, borrows the loop and the
 * session. On the loop's thread.
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
    /* Takes a notice of the session. Requests made here are sent when it returns. */
    void (*notice)(void *ctx, const struct notice *notice);
    /* Called when all notices of the received bytes have been given. May be NULL. */
    void (*settled)(void *ctx);
    /* Called when the connection is gone or could not be made; `reason` is a text for people.
     * Returns true to try again in `pause_ms`. */
    bool (*lost)(void *ctx, const char *reason, int64_t pause_ms);
};

/* Makes a session whose request keys nobody else uses. */
struct session *link_session(const char *client);
/* The handler is copied. */
struct link *link_new(uv_loop_t *loop, struct session *session, const struct link_handler *handler);
/* Connects to the server of the command line, which is borrowed; a failure is told later. */
void link_start(struct link *link, const struct invocation *invocation);
/* Sends what the session has queued; called after session_request() and the like. */
void link_flush(struct link *link);
/* Ends everything; the loop runs out when the handles are closed. No call of the handler follows.
 */
void link_stop(struct link *link);
/* Frees it after the loop has run out. */
void link_free(struct link *link);

#endif
