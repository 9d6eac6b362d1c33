/* SPDX-License-Identifier: MIT */
/*
 * The characters of recovery codes. Those are Crockford's base 32.
 */
#include "server/core/rules/recovery_code.h"

#include <stddef.h>
#include <string.h>

static const char characters[] = "0123456789abcdefghjkmnpqrstvwxyz";

/* Puts the character at that place, among its group. */
static void put(char *code, size_t place, char c)
{
    size_t at = place + place / RECOVERY_CODE_GROUP;
    if (place > 0 && place % RECOVERY_CODE_GROUP == 0)
        code[at - 1] = '-';
    code[at] = c;
}

void recovery_code_write(const uint8_t bytes[RECOVERY_CODE_CHARS],
                         char code_out[RECOVERY_CODE_SIZE])
{
    for (size_t i = 0; i < RECOVERY_CODE_CHARS; i++)
        put(code_out, i, characters[bytes[i] % 32]);
    code_out[RECOVERY_CODE_SIZE - 1] = '\0';
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

bool recovery_code_read(const char *typed, char code_out[RECOVERY_CODE_SIZE])
{
    size_t place = 0;
    for (; *typed != '\0'; typed++) {
        if (*typed == '-' || *typed == ' ')
            continue;
        char c = meant(*typed);
        if (c == '\0' || place == RECOVERY_CODE_CHARS)
            return false;
        put(code_out, place++, c);
    }
    code_out[RECOVERY_CODE_SIZE - 1] = '\0';
    return place == RECOVERY_CODE_CHARS;
}
