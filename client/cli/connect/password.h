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

/* The rules for a new one. */
struct password_rules {
    size_t chars_min;
    const char *name; /* of the player who chooses it */
};

/* Reads it from the file that the option names; without one it asks `question` at /dev/tty, with
 * `rules` (NULL: it is not a new one) twice, and it tells a broken rule before the second time.
 * Returns 0, or -1 after telling the problem. */
int password_take(const struct invocation *invocation, enum option_id file, const char *question,
                  const struct password_rules *rules, char password[PASSWORD_SIZE]);
/* Asks for something that may be seen, and shows what is typed. Where there is no terminal it names
 * the option that helps. Returns the same. */
int password_ask_line(const char *question, const char *option, char *line, size_t size);
/* Reads the first line of the file, or of standard input for "-". Returns the same. A mark U+FEFF
 * in front stays: accounts from before have it in their password, and the server knows both. */
int password_read(const char *path, char *password, size_t size);
/* Overwrites it. */
void password_forget(char *password, size_t size);

#endif
