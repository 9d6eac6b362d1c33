/* SPDX-License-Identifier: MIT */
/*
 * Logins that outlive the program: the token for each server, in $XDG_STATE_HOME/pentad (or
 * ~/.local/state/pentad), one file for each host and port. The folder is for its owner only, and so
 * are the files; a file is replaced whole or not at all. Blocking, and called at rare moments only.
 */
#ifndef PENTAD_CLIENT_CLI_CONNECT_TOKEN_STORE_H
#define PENTAD_CLIENT_CLI_CONNECT_TOKEN_STORE_H

#include "client/core/notice.h"

#include <stdbool.h>

#define LOGIN_LANGUAGE_SIZE 16

struct login {
    char token[SESSION_TOKEN_SIZE];
    char name[SESSION_NAME_SIZE];
    bool is_guest;
    char language[LOGIN_LANGUAGE_SIZE]; /* what the player's setting was when last heard; or "" */
};

/* Each returns 0, or a negative errno value; -ENOENT if there is no login for that server. */
int token_load(const char *host, const char *port, struct login *login_out);
int token_save(const char *host, const char *port, const struct login *login);
int token_forget(const char *host, const char *port);

#endif
