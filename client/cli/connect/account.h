/* SPDX-License-Identifier: MIT */
/*
 * The login that belongs to a command line's server: where it is kept between runs, and what to say
 * when there is none.
 */
#ifndef PENTAD_CLIENT_CLI_CONNECT_ACCOUNT_H
#define PENTAD_CLIENT_CLI_CONNECT_ACCOUNT_H

#include "client/cli/connect/token_store.h"
#include "client/cli/invocation/invocation.h"

/* Reads the login. Returns whether there is one; a file that cannot be used is told and counts as
 * none. */
bool account_load(const struct invocation *invocation, struct login *login_out);
/* Keeps what the session logged in as. A failure is told, and does no harm to the session. */
void account_save(const struct invocation *invocation, const struct session *session);
void account_forget(const struct invocation *invocation);

/* Chooses the language: --language, else what the player's settings said when last heard, else that
 * of the environment. */
void account_speak(const struct invocation *invocation);
/* The player's settings are these: keeps the language for the next runs, and speaks it unless
 * --language says another. */
void account_take_language(const struct invocation *invocation,
                           const struct settings_record *settings);

#endif
