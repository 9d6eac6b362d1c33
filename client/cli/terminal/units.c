/* SPDX-License-Identifier: MIT */
/*
 * The units of client/cli/terminal/units.h.
 */
#include "client/cli/terminal/units.h"

#include "client/cli/terminal/i18n.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

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
