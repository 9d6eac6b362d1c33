/* SPDX-License-Identifier: MIT */
/*
 * Text that people typed.
 */
#include "server/core/text.h"

#include <string.h>

/* Controls become spaces, but for `kept`. */
static char *without_controls(struct arena *arena, const char *typed, unsigned char kept)
{
    char *text = arena_text(arena, typed, strlen(typed));
    for (unsigned char *at = (unsigned char *)text; *at != '\0'; at++) {
        bool is_c1 = at[0] == 0xc2 && at[1] < 0xa0;
        if ((at[0] < ' ' && at[0] != kept) || at[0] == 0x7f || is_c1)
            *at = ' ';
        if (is_c1)
            *++at = ' ';
    }
    return text;
}

char *text_without_controls(struct arena *arena, const char *typed)
{
    return without_controls(arena, typed, ' ');
}

char *text_of_lines(struct arena *arena, const char *typed)
{
    return without_controls(arena, typed, '\n');
}

bool text_is_blank(const char *text)
{
    return text[strspn(text, " \n")] == '\0';
}

static bool begins_character(char byte)
{
    return ((unsigned char)byte & 0xc0) != 0x80;
}

size_t text_length(const char *text)
{
    size_t count = 0;
    for (; *text != '\0'; text++)
        count += begins_character(*text) ? 1 : 0;
    return count;
}

char *text_beginning(struct arena *arena, const char *text, size_t count)
{
    size_t len = 0;
    for (; text[len] != '\0'; len++) {
        if (begins_character(text[len]) && count-- == 0)
            break;
    }
    return arena_text(arena, text, len);
}
