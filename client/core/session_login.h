/* SPDX-License-Identifier: MIT */
/*
 * Private to client/core/. The part of a session that says hello, logs in and, after a broken
 * connection, comes back: it asks for the events that were missed, looks at its rooms again and
 * repeats what was not answered.
 */
#ifndef PENTAD_CLIENT_CORE_SESSION_LOGIN_H
#define PENTAD_CLIENT_CORE_SESSION_LOGIN_H

#include "client/core/session_private.h"

void session__greet(struct session *session);
/* Sends the login that is planned. */
void session__start_login(struct session *session);
/* Takes the reply to hello, or to one of auth.*; returns whether `out` was filled. */
bool session__on_greeted(struct session *session, struct notice *out);
bool session__on_logged_in(struct session *session, enum op op, struct notice *out);
/* Takes an error to one of auth.*; returns whether it is to be told. */
bool session__on_refused(struct session *session, enum op op);
/* Makes the session ready again after the last answer to what it asked to catch up. */
void session__on_caught_up(struct session *session);
/* Asks for the events of a game after the last known one. */
void session__sync(struct session *session, struct tracked_game *tracked);
/* Asks for the events of a room, or the player's own, after the last known one. */
void session__sync_stream(struct session *session, struct tracked_stream *stream);
/* Remembers what the server says of the account. */
void session__take_account(struct session *session, const struct sanction_record *mute, int role);

#endif
