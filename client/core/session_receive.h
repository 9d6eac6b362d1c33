/* SPDX-License-Identifier: MIT */
/*
 * Private to client/core/. Received frames to notices. Every frame is decoded here, one at a time,
 * into the session's arena, which a notice points into.
 */
#ifndef PENTAD_CLIENT_CORE_SESSION_RECEIVE_H
#define PENTAD_CLIENT_CORE_SESSION_RECEIVE_H

#include "client/core/session_private.h"

/* Takes one frame; returns whether it is to be told, and then `out` is filled. */
bool session__take_frame(struct session *session, struct frame_slice frame, struct notice *out);

#endif
