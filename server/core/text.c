/* SPDX-License-Identifier: MIT */
/*
 * Text that people typed.
 */
#include "server/core/text.h"

#include <stdbool.h>
#include <string.h>

char *text_without_controls(struct arena *arena, const char *typed)
{
    char *text = arena_text(arena, typed, strlen(typed));
    for (unsigned char *at = (unsigned char *)text; *at != '\0'; at++) {
        bool is_c1 = at[0] == 0xc2 && at[1] < 0xa0;
        if (at[0] < ' ' || at[0] == 0x7f || is_c1)
            *at = ' ';
        if (is_c1)
            *++at = ' ';
    }
    return text;
}
