/* SPDX-License-Identifier: MIT */
/*
 * Recovery codes as texts: 20 of 32 characters, which are 100 bits, in groups of five. None of the
 * letters i, l, o and u is among them, so that a code that was written down by hand is read
 * rightly. Pure functions.
 */
#ifndef PENTAD_SERVER_CORE_RECOVERY_CODE_H
#define PENTAD_SERVER_CORE_RECOVERY_CODE_H

#include <stdbool.h>
#include <stdint.h>

#define RECOVERY_CODE_CHARS 20
#define RECOVERY_CODE_GROUP 5
/* With a dash between groups, and the NUL. */
#define RECOVERY_CODE_SIZE (RECOVERY_CODE_CHARS + RECOVERY_CODE_CHARS / RECOVERY_CODE_GROUP)

/* The code of these random bytes. */
void recovery_code_write(const uint8_t bytes[RECOVERY_CODE_CHARS],
                         char code_out[RECOVERY_CODE_SIZE]);
/* Puts what somebody typed as it was told: capitals, dashes and spaces do not matter, and i, l and
 * o are the digits that they look like. False if that is no code. */
bool recovery_code_read(const char *typed, char code_out[RECOVERY_CODE_SIZE]);

#endif
