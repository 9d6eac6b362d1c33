/* SPDX-License-Identifier: MIT */
/*
 * Passwords: their one form, whichever bytes keyboards and editors write for the same password, and
 * the rules for a new one, which the server and its clients check alike. Functions of their
 * arguments, any thread.
 */
#ifndef PENTAD_PROTO_PASSWORD_H
#define PENTAD_PROTO_PASSWORD_H

#include <stdbool.h>
#include <stddef.h>

/* The most characters of a password, and their bytes. */
#define PASSWORD_CHARS_MAX 128
#define PASSWORD_BYTES_MAX (4 * PASSWORD_CHARS_MAX)
/* The fewest characters, unless the server says otherwise (`limits` of hello). */
#define PASSWORD_CHARS_MIN 5

/* A password as somebody typed it, in every form in which it may have been stored. */
struct password_forms {
    /* As it is stored: letters and their marks composed (NFC) and every space the ASCII one
     * (OpaqueString of RFC 8265), without the mark U+FEFF that editors put in front. */
    char form[PASSWORD_BYTES_MAX + 1];
    /* For passwords that were stored before they had one form: as it was typed, and with letters
     * and marks apart (NFD), as some systems type it. Empty if equal to one before. */
    char typed[PASSWORD_BYTES_MAX + 1];
    char apart[PASSWORD_BYTES_MAX + 1];
};

/* False if its form has more than PASSWORD_CHARS_MAX characters, or the text is not UTF-8. */
bool password_forms(const char *typed, struct password_forms *forms_out);

/* Checks if a player of that name may choose the password. Returns 0, ERR_BAD_PASSWORD if its form
 * has fewer than `chars_min` characters or too many, or ERR_COMMON_PASSWORD if it is one of the
 * commonest or the name, in upper or lower case, with digits and signs around it. */
int password_check(const char *password, size_t chars_min, const char *name);

#endif
