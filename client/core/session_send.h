/* SPDX-License-Identifier: MIT */
/*
 * Private to client/core/. How a session makes requests, its caller's and its own.
 */
#ifndef PENTAD_CLIENT_CORE_SESSION_SEND_H
#define PENTAD_CLIENT_CORE_SESSION_SEND_H

#include "client/core/session_private.h"

/* Makes the frame of `request` and queues it. Returns what is pending now, or NULL if it cannot be
 * sent. */
struct pending *session__send(struct session *session, const struct request *request,
                              enum pending_purpose purpose);
/* Queues the frames again that may be repeated. */
void session__send_again(struct session *session);

#endif
