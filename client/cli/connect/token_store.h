/* SPDX-License-Identifier: MIT */
/*
 * Logins that outlive the program: those for each server, in $XDG_STATE_HOME/pentad (or
 * ~/.local/state/pentad), one file for each host and port. The folder is for its owner only, and so
 * are the files; a file is replaced whole or not at all. Blocking, and called at rare moments only.
 */
#ifndef PENTAD_CLIENT_CLI_CONNECT_TOKEN_STORE_H
#define PENTAD_CLIENT_CLI_CONNECT_TOKEN_STORE_H

#include "client/core/notice.h"

#include <stdbool.h>
#include <stddef.h>

#define LOGIN_LANGUAGE_SIZE 16
#define LOGINS_MAX 64 /* of one server */

struct login {
    char token[SESSION_TOKEN_SIZE];
    char name[SESSION_NAME_SIZE];
    bool is_guest;
    bool is_over;                       /* the token says only that this device was logged in */
    char language[LOGIN_LANGUAGE_SIZE]; /* what the player's setting was when last heard; or "" */
};

/* The logins for a server, the one that was used last first. */
struct logins {
    struct login rows[LOGINS_MAX];
    size_t count;
    bool has_current; /* the first one is in use; else nobody is logged in */
};

/* Each returns 0, or a negative errno value; -ENOENT if there is no login for that server. */
int logins_load(const char *host, const char *port, struct logins *logins_out);
/* None at all: the file goes. */
int logins_save(const char *host, const char *port, const struct logins *logins);

#endif
