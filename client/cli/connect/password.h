/* SPDX-License-Identifier: MIT */
/*
 * Sources of passwords: a question at the terminal that does not show the answer, or the first line
 * of a file; never the command line, which everybody on the computer can read.
 */
#ifndef PENTAD_CLIENT_CLI_CONNECT_PASSWORD_H
#define PENTAD_CLIENT_CLI_CONNECT_PASSWORD_H

#include "client/cli/invocation/invocation.h"

#include <stddef.h>

#define PASSWORD_SIZE 1025

/* The rules for a new password. */
struct password_rules {
    size_t chars_min;
    const char *name; /* of the player who chooses it */
};

/* Reads a password from the file that the option names; without one it asks `question` at /dev/tty,
 * twice for a new password (`rules` not NULL), and tells a broken rule before the second time.
 * Returns 0, or -1 after telling the problem. */
int password_take(const struct invocation *invocation, enum option_id file, const char *question,
                  const struct password_rules *rules, char password[PASSWORD_SIZE]);
/* Asks for something that is no secret, and shows it while it is typed. Without a terminal it names
 * the option that helps. Returns the same. */
int password_ask_line(const char *question, const char *option, char *line, size_t size);
/* Reads the first line of the file, or of standard input for "-". Returns the same. A mark U+FEFF
 * in front stays: older accounts have it in their password, and the server accepts both. */
int password_read(const char *path, char *password, size_t size);
/* Overwrites it. */
void password_forget(char *password, size_t size);

#endif
