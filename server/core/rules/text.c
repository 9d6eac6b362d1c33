/* SPDX-License-Identifier: MIT */
/*
 * Text that people typed. The properties of characters come from utf8proc.
 */
#include "server/core/rules/text.h"

#include <string.h>

#include <utf8proc.h>

/* The part that a character has for a reader. */
enum part {
    PART_NONE,     /* before the first one */
    PART_SHOWN,    /* anything that is seen */
    PART_SPACE,    /* spaces, line ends and controls */
    PART_JOINER,   /* ZWNJ and ZWJ: emoji, Persian and Indic scripts are written with them */
    PART_SELECTOR, /* how what stands before is shown, as text or as emoji */
    PART_HIDDEN    /* nothing is seen of it, or it turns what is around it */
};

#define BRAILLE_BLANK 0x2800

static enum part part_of(utf8proc_int32_t c)
{
    const utf8proc_property_t *property = utf8proc_get_property(c);
    if (c == 0x200C || c == 0x200D)
        return PART_JOINER;
    if (c >= 0xFE00 && c <= 0xFE0F)
        return PART_SELECTOR;
    switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
    case UTF8PROC_CATEGORY_ZS:
        return PART_SPACE;
    case UTF8PROC_CATEGORY_CF: /* of these only signs around numbers are seen, in Arabic and Kaithi
                                */
        return property->boundclass == UTF8PROC_BOUNDCLASS_PREPEND ? PART_SHOWN : PART_HIDDEN;
    default:
        if (c == BRAILLE_BLANK)
            return PART_SPACE;
        return property->ignorable ? PART_HIDDEN : PART_SHOWN;
    }
}

/* The bytes of the character; 0 at the end. */
static size_t read_one(const char *text, utf8proc_int32_t *c_out)
{
    *c_out = 0;
    if (*text == '\0')
        return 0;
    utf8proc_ssize_t len = utf8proc_iterate((const utf8proc_uint8_t *)text, -1, c_out);
    return len > 0 ? (size_t)len : 1;
}

/* Whether it stays, behind what stayed last and before what comes next. */
static bool stays(enum part part, enum part last, const char *next)
{
    utf8proc_int32_t c;
    read_one(next, &c);
    switch (part) {
    case PART_SELECTOR:
        return last == PART_SHOWN;
    case PART_JOINER:
        return (last == PART_SHOWN || last == PART_SELECTOR) && part_of(c) == PART_SHOWN;
    default:
        return part != PART_HIDDEN;
    }
}

/* Controls and line ends become spaces, but for `kept`. */
static char *harmless(struct arena *arena, const char *typed, utf8proc_int32_t kept)
{
    char *text = arena_text(arena, typed, strlen(typed));
    char *end = text;
    enum part last = PART_NONE;
    utf8proc_int32_t c;
    size_t len = read_one(typed, &c);
    for (; len > 0; typed += len, len = read_one(typed, &c)) {
        enum part part = part_of(c);
        if (!stays(part, last, typed + len))
            continue;
        last = part;
        if (part == PART_SPACE && c != kept && utf8proc_category(c) != UTF8PROC_CATEGORY_ZS) {
            *end++ = ' ';
            continue;
        }
        memcpy(end, typed, len);
        end += len;
    }
    *end = '\0';
    return text;
}

char *text_of_line(struct arena *arena, const char *typed)
{
    return harmless(arena, typed, ' ');
}

char *text_of_lines(struct arena *arena, const char *typed)
{
    return harmless(arena, typed, '\n');
}

bool text_is_blank(const char *text)
{
    utf8proc_int32_t c;
    size_t len = read_one(text, &c);
    while (len > 0 && part_of(c) == PART_SPACE) {
        text += len;
        len = read_one(text, &c);
    }
    return len == 0;
}

static bool begins_character(char byte)
{
    return ((unsigned char)byte & 0xc0) != 0x80;
}

char *text_beginning(struct arena *arena, const char *text, size_t count)
{
    size_t len = 0;
    for (; text[len] != '\0'; len++)
        if (begins_character(text[len]) && count-- == 0)
            break;
    return arena_text(arena, text, len);
}
