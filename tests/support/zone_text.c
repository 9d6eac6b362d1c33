/* SPDX-License-Identifier: MIT */
/* Files of time zones (RFC 9636), as short as they can be. */
#include "tests/support/zone_text.h"

#include <stdio.h>
#include <string.h>

#define HEADER_SIZE 44
#define TYPES_AT 36 /* in the header: how many types there are */
#define CHARS_AT 40

size_t zone_text(int32_t offset_s, const char *rule, uint8_t bytes_out[ZONE_TEXT_SIZE])
{
    uint8_t *second = bytes_out + HEADER_SIZE; /* the first block, of 32 bits, is empty */
    uint8_t *type = second + HEADER_SIZE;
    memset(bytes_out, 0, ZONE_TEXT_SIZE);
    memcpy(bytes_out, "TZif2", 5);
    memcpy(second, "TZif2", 5);
    second[TYPES_AT + 3] = 1;
    second[CHARS_AT + 3] = 2;
    for (int i = 0; i < 4; i++)
        type[i] = (uint8_t)((uint32_t)offset_s >> (24 - 8 * i));
    type[6] = 'X'; /* its name */
    int len = snprintf((char *)type + 8, ZONE_TEXT_SIZE - 2 * HEADER_SIZE - 8, "\n%s\n", rule);
    return (size_t)(2 * HEADER_SIZE + 8 + len);
}
