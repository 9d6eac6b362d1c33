/* SPDX-License-Identifier: MIT */
/*
 * The logins that belong to a command line's server, kept side by side between runs, and the
 * player's language. One of them is in use, or --as names another.
 */
#ifndef PENTAD_CLIENT_CLI_CONNECT_ACCOUNT_H
#define PENTAD_CLIENT_CLI_CONNECT_ACCOUNT_H

#include "client/cli/connect/state_file.h"
#include "client/cli/invocation/invocation.h"
#include "client/core/session.h"

/* Texts that an invocation borrows. */
struct account_server {
    char address[ADDRESS_TEXT_SIZE];
    char ca[SERVER_CA_SIZE];
};
/* Adds to the command line what `penta server` keeps: the server, if none was named, and the file
 * of those who sign its certificate, if none was named. False, which is told, if that cannot be
 * read: then nobody may be spoken to. */
bool account_know_server(struct invocation *invocation, struct account_server *server_out);

/* True if --as names a login that is kept, or is not given. Otherwise says so. */
bool account_check(const struct invocation *invocation);
/* Reads the login that --as names, else the one in use. Returns false if there is none; an unusable
 * file is reported and counts as none. */
bool account_load(const struct invocation *invocation, struct login *login_out);
/* Reads the login of that name, even if it is over. */
bool account_find(const struct invocation *invocation, const char *name, struct login *login_out);
/* Lists all logins, the one in use first. */
void account_list(const struct invocation *invocation, struct logins *logins_out);

/* Keeps the session's login beside the others, and uses it from now on unless --as named it. A
 * failure is told, and does no harm to the session. */
void account_save(const struct invocation *invocation, const struct session *session);
/* Ends the login that account_load() gives: a guest's is forgotten; an account's is kept, to show
 * that this device was logged in. */
void account_end(const struct invocation *invocation);
/* Forgets the login with this token: there is no such player any more. */
void account_forget(const struct invocation *invocation, const char *token);

/* Chooses the language: that of --language, else that of the player's settings as last heard, else
 * that of the environment. */
void account_speak(const struct invocation *invocation);
/* Takes the language from the player's settings: keeps it for the next runs, and speaks it unless
 * --language says another. */
void account_take_language(const struct invocation *invocation,
                           const struct settings_record *settings);

#endif
