/* SPDX-License-Identifier: MIT */
/*
 * Secrets as texts that can be spoken and copied: some of 32 characters, which are 5 bits each, in
 * groups of five. The letters i, l, o and u are not used, so that a code written down by hand is
 * read correctly. Pure functions.
 */
#ifndef PENTAD_SERVER_CORE_SPOKEN_CODE_H
#define PENTAD_SERVER_CORE_SPOKEN_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SPOKEN_CODE_GROUP 5
/* The size of a code of `chars` characters, with dashes between groups and the NUL. */
#define SPOKEN_CODE_SIZE(chars) ((chars) + ((chars)-1) / SPOKEN_CODE_GROUP + 1)

/* The code of these random bytes, one for each of its characters; SPOKEN_CODE_SIZE bytes. */
void spoken_code_write(const uint8_t *bytes, size_t chars, char *code_out);
/* Turns what somebody typed into the code as it was told: capitals, dashes and spaces do not
 * matter, and i, l and o are the digits that they look like. False if it is no code of `chars`
 * characters. */
bool spoken_code_read(const char *typed, size_t chars, char *code_out);

/* ------------------------------------------------------------------ passwords */
/*
 * Passwords that the server chooses for people who type them from paper: four words of five letters
 * that can be spoken, as in lusab-babad-gutih-tugad. Each word has 16 random bits, so a password
 * has 64. Pure functions.
 */

#define SPOKEN_PASSWORD_WORDS 4
#define SPOKEN_PASSWORD_BYTES (2 * SPOKEN_PASSWORD_WORDS)
/* For each word five letters and a dash or the NUL. */
#define SPOKEN_PASSWORD_SIZE (6 * SPOKEN_PASSWORD_WORDS)

/* Writes the password of these random bytes; different bytes give different passwords. */
void spoken_password_write(const uint8_t bytes[SPOKEN_PASSWORD_BYTES],
                           char password_out[SPOKEN_PASSWORD_SIZE]);

#endif
