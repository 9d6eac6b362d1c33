/* SPDX-License-Identifier: MIT */
/*
 * The characters of spoken codes, which are those of Crockford's base 32.
 */
#include "server/core/rules/spoken_code.h"

#include <stddef.h>
#include <string.h>

static const char characters[] = "0123456789abcdefghjkmnpqrstvwxyz";

/* Puts the character at that place, among its group. */
static void put(char *code, size_t place, char c)
{
    size_t at = place + place / SPOKEN_CODE_GROUP;
    if (place > 0 && place % SPOKEN_CODE_GROUP == 0)
        code[at - 1] = '-';
    code[at] = c;
}

void spoken_code_write(const uint8_t *bytes, size_t chars, char *code_out)
{
    for (size_t i = 0; i < chars; i++)
        put(code_out, i, characters[bytes[i] % 32]);
    code_out[SPOKEN_CODE_SIZE(chars) - 1] = '\0';
}

/* The character that is meant; 0 if there is none. */
static char meant(char c)
{
    if (c >= 'A' && c <= 'Z')
        c = (char)(c - 'A' + 'a');
    if (c == 'o')
        return '0';
    if (c == 'i' || c == 'l')
        return '1';
    return strchr(characters, c) != NULL ? c : '\0';
}

bool spoken_code_read(const char *typed, size_t chars, char *code_out)
{
    size_t place = 0;
    for (; *typed != '\0'; typed++) {
        if (*typed == '-' || *typed == ' ')
            continue;
        char c = meant(*typed);
        if (c == '\0' || place == chars)
            return false;
        put(code_out, place++, c);
    }
    code_out[SPOKEN_CODE_SIZE(chars) - 1] = '\0';
    return place == chars;
}

/* ------------------------------------------------------------------ passwords */

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
