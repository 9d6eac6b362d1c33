/* SPDX-License-Identifier: MIT */
/*
 * Words of passwords, which are proquints (arXiv:0901.4016): consonants of four bits, vowels of
 * two. No letter looks like another or like a digit.
 */
#include "server/core/rules/spoken_password.h"

#include <stddef.h>

static const char consonants[] = "bdfghjklmnprstvz";
static const char vowels[] = "aiou";

static void write_word(unsigned bits, char word[5])
{
    word[0] = consonants[bits >> 12 & 15];
    word[1] = vowels[bits >> 10 & 3];
    word[2] = consonants[bits >> 6 & 15];
    word[3] = vowels[bits >> 4 & 3];
    word[4] = consonants[bits & 15];
}

void spoken_password_write(const uint8_t bytes[SPOKEN_PASSWORD_BYTES],
                           char password_out[SPOKEN_PASSWORD_SIZE])
{
    for (size_t i = 0; i < SPOKEN_PASSWORD_WORDS; i++) {
        write_word((unsigned)bytes[2 * i] << 8 | bytes[2 * i + 1], password_out + 6 * i);
        password_out[6 * i + 5] = '-';
    }
    password_out[SPOKEN_PASSWORD_SIZE - 1] = '\0';
}
