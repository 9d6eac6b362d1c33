/* SPDX-License-Identifier: MIT */
/*
 * Passwords that the server chooses for people who type them from paper: four words of five letters
 * that can be spoken, as in lusab-babad-gutih-tugad. Each word has 16 random bits, so a password
 * has 64. Pure functions.
 */
#ifndef PENTAD_SERVER_CORE_SPOKEN_PASSWORD_H
#define PENTAD_SERVER_CORE_SPOKEN_PASSWORD_H

#include <stdint.h>

#define SPOKEN_PASSWORD_WORDS 4
#define SPOKEN_PASSWORD_BYTES (2 * SPOKEN_PASSWORD_WORDS)
/* Five letters and a dash, or the NUL, a word. */
#define SPOKEN_PASSWORD_SIZE (6 * SPOKEN_PASSWORD_WORDS)

/* The password of these random bytes: another one for each. */
void spoken_password_write(const uint8_t bytes[SPOKEN_PASSWORD_BYTES],
                           char password_out[SPOKEN_PASSWORD_SIZE]);

#endif
