/* SPDX-License-Identifier: MIT */
/*
 * The rules for a new password: one check for the server and for clients, which tell a broken rule
 * before the password is typed again. Functions of their arguments, any thread.
 */
#ifndef PENTAD_PROTO_PASSWORD_H
#define PENTAD_PROTO_PASSWORD_H

#include <stddef.h>

/* Characters of a password at the most, and their bytes. */
#define PASSWORD_CHARS_MAX 128
#define PASSWORD_BYTES_MAX (4 * PASSWORD_CHARS_MAX)
/* Where a server does not tell otherwise (`limits` of hello): the fewest characters. */
#define PASSWORD_CHARS_MIN 5

/* Whether a player of that name may choose the password, valid UTF-8 of at least `chars_min`
 * characters. 0, ERR_BAD_PASSWORD if it is too short or too long, or ERR_COMMON_PASSWORD if it is
 * one of the commonest or the name, in any case, with digits and signs around it. */
int password_check(const char *password, size_t chars_min, const char *name);

#endif
