/* SPDX-License-Identifier: MIT */
/*
 * Making text harmless and measuring it, as client/cli/terminal/text.h describes it. Nothing is
 * allocated or kept.
 */
#include "client/cli/terminal/text.h"

#include "base/utf8.h"
#include "client/cli/terminal/i18n.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#define COMBINING_MAX 2 /* marks on one character; real text needs no more */

struct range {
    uint32_t first;
    uint32_t last;
};

/* Characters that reorder what stands around them, are invisible, or are lines of their own. */
static const struct range hidden[] = {
    {0x00AD, 0x00AD}, {0x034F, 0x034F}, {0x061C, 0x061C}, {0x115F, 0x1160},   {0x17B4, 0x17B5},
    {0x180B, 0x180F}, {0x200B, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x206F},   {0x3164, 0x3164},
    {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0}, {0xFFF9, 0xFFFB}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
};

/* Characters that only change how the one before them looks, joined or coloured or framed: some
 * terminals give the two other columns than both have alone, others show them side by side. */
static const struct range dropped[] = {
    {0x200C, 0x200D},   /* joiners */
    {0x20DD, 0x20E0},   /* frames, */
    {0x20E2, 0x20E4},   /* and that of keys */
    {0xFE00, 0xFE0F},   /* as text or as a picture */
    {0x1F3FB, 0x1F3FF}, /* colours of skin */
    {0xE0020, 0xE007F}, /* tags of flags */
    {0xE0100, 0xE01EF},
};

#define IS_IN(ranges, point) is_in(ranges, sizeof(ranges) / sizeof((ranges)[0]), point)

static bool is_in(const struct range *ranges, size_t count, uint32_t point)
{
    for (size_t i = 0; i < count; i++)
        if (point >= ranges[i].first && point <= ranges[i].last)
            return true;
    return false;
}

#define FLAG_A 0x1F1E6u /* letters of flags, which stand in pairs */
#define FLAG_Z 0x1F1FFu

/* The character that `len` well-formed bytes are. */
static uint32_t decode(const char *bytes, size_t len)
{
    static const unsigned char lead_mask[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    uint32_t point = (unsigned char)bytes[0] & lead_mask[len];
    for (size_t i = 1; i < len; i++)
        point = point << 6 | ((unsigned char)bytes[i] & 0x3F);
    return point;
}

/* Columns of a character, negative if it cannot be shown. */
static int columns(uint32_t point)
{
    if (point < 0x80)
        return point >= 0x20 && point != 0x7F ? 1 : -1;
    return wcwidth((wchar_t)point);
}

/* The bytes that take the character's place: itself (`len` bytes), one other byte, or nothing. */
static size_t clean_one(const char *bytes, size_t len, bool is_utf8, size_t *marks, char out[4])
{
    uint32_t point = len > 0 ? decode(bytes, len) : 0;
    if (point == '\n' || point == '\r' || point == '\t') {
        out[0] = ' ';
        return 1;
    }
    if (is_utf8 && IS_IN(dropped, point))
        return 0;
    if (is_utf8 && point >= FLAG_A && point <= FLAG_Z) {
        out[0] = (char)('A' + (point - FLAG_A));
        *marks = 0;
        return 1;
    }
    int width = len == 0 || IS_IN(hidden, point) || (len > 1 && !is_utf8) ? -1 : columns(point);
    if (width < 0) {
        *marks = 0;
        out[0] = '?';
        return 1;
    }
    *marks = width == 0 ? *marks + 1 : 0;
    if (*marks > COMBINING_MAX)
        return 0;
    memcpy(out, bytes, len);
    return len;
}

size_t text_clean(const char *raw, bool is_utf8, char *out, size_t size)
{
    size_t left = strlen(raw);
    size_t used = 0;
    size_t marks = COMBINING_MAX; /* nothing to sit on at the beginning */
    while (left > 0) {
        char one[4];
        size_t len = utf8_char_len(raw, left);
        size_t put = clean_one(raw, len, is_utf8, &marks, one);
        if (used + put + 1 > size)
            break;
        memcpy(out + used, one, put);
        used += put;
        raw += len > 0 ? len : 1;
        left -= len > 0 ? len : 1;
    }
    out[used] = '\0';
    return used;
}

size_t text_fit(const char *text, size_t width, size_t *columns_out)
{
    size_t len = strlen(text);
    size_t at = 0;
    size_t used = 0;
    while (at < len) {
        size_t step = utf8_char_len(text + at, len - at);
        int wide = step > 0 ? columns(decode(text + at, step)) : 1;
        size_t add = wide > 0 ? (size_t)wide : 0;
        if (used + add > width)
            break;
        used += add;
        at += step > 0 ? step : 1;
    }
    if (columns_out != NULL)
        *columns_out = used;
    return at;
}

size_t text_width(const char *text)
{
    size_t width;
    text_fit(text, SIZE_MAX, &width);
    return width;
}

size_t text_wrap(const char **rest, size_t width)
{
    const char *start = *rest;
    size_t fits = text_fit(start, width > 0 ? width : 1, NULL);
    if (start[fits] == '\0') {
        *rest = start + fits;
        return fits;
    }
    size_t end = fits;
    while (end > 0 && start[end] != ' ')
        end--;
    if (end == 0) {
        /* A word longer than the line is broken; a character wider than it is taken anyway. */
        end = fits > 0 ? fits : utf8_char_len(start, strlen(start));
    }
    *rest = start + end;
    while (**rest == ' ')
        (*rest)++;
    return end;
}

/* ------------------------------------------------------------------ units */

#define UNITS (sizeof(units) / sizeof(units[0]))

/* Longer ones before those that they begin with. */
static const char *const units[] = {
    NC_("clock", "/move"), NC_("clock", "d"), NC_("clock", "h"),
    NC_("clock", "m"),     NC_("clock", "s"),
};

static const char *said_of(size_t unit)
{
    return i18n_in_context("clock", units[unit]);
}

/* The unit that a text begins with; UNITS: none. */
static size_t find(const char *text, bool is_typed)
{
    size_t unit = 0;
    for (; unit < UNITS; unit++) {
        const char *word = is_typed ? said_of(unit) : units[unit];
        if (strncmp(text, word, strlen(word)) == 0)
            break;
    }
    return unit;
}

/* Copies a text with other units: typed ones become English, English ones those of the language. */
static void replace(const char *text, bool is_typed, char *out, size_t size)
{
    size_t len = 0;
    out[0] = '\0';
    while (*text != '\0' && len + 1 < size) {
        size_t unit = find(text, is_typed);
        if (unit == UNITS) {
            len += (size_t)snprintf(out + len, size - len, "%c", *text++);
            continue;
        }
        text += strlen(is_typed ? said_of(unit) : units[unit]);
        len +=
            (size_t)snprintf(out + len, size - len, "%s", is_typed ? units[unit] : said_of(unit));
    }
}

void units_say(const char *clock, char *text, size_t size)
{
    replace(clock, false, text, size);
}

void units_read(const char *typed, char *clock, size_t size)
{
    replace(typed, true, clock, size);
}
