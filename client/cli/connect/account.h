/* SPDX-License-Identifier: MIT */
/*
 * The login that belongs to a command line's server, kept between runs, and the player's language.
 */
#ifndef PENTAD_CLIENT_CLI_CONNECT_ACCOUNT_H
#define PENTAD_CLIENT_CLI_CONNECT_ACCOUNT_H

#include "client/cli/connect/token_store.h"
#include "client/cli/invocation/invocation.h"
#include "client/core/session.h"

/* Reads the login. Returns whether there is one; a file that cannot be used is told and counts as
 * none. */
bool account_load(const struct invocation *invocation, struct login *login_out);
/* Keeps what the session logged in as. A failure is told, and does no harm to the session. */
void account_save(const struct invocation *invocation, const struct session *session);
void account_forget(const struct invocation *invocation);

/* Chooses the language: that of --language, else that of the player's settings as last heard, else
 * that of the environment. */
void account_speak(const struct invocation *invocation);
/* Takes the language from the player's settings: keeps it for the next runs, and speaks it unless
 * --language says another. */
void account_take_language(const struct invocation *invocation,
                           const struct settings_record *settings);

#endif
