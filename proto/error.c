/* SPDX-License-Identifier: MIT */
/*
 * The table of errors, looked up by number and by code. The rows are those of engine/errors.def,
 * brain/errors.def and proto/errors.def, in that order.
 */
#include "proto/error.h"

#include "proto/maxima.h"
#include "proto/require.h"

#include <stddef.h>
#include <string.h>

struct error_row {
    const char *code;
    const char *message;
    bool ends; /* the connection */
};

static const struct error_row rows[ERROR_COUNT] = {
#define ERROR(id, code, message) [ERROR_INDEX_##id] = {code, message, false},
#include "engine/errors.def"
/* likewise */
#include "brain/errors.def"
#undef ERROR
#define ENDS true
#define GOES_ON false
#define ERROR(id, code, ends, message) [ERROR_INDEX_##id] = {code, message, ends},
#include "proto/errors.def"
#undef ERROR
#undef GOES_ON
#undef ENDS
};

static const struct error_row *row_of(int error)
{
    REQUIRE(error <= -1 && error >= -ERROR_COUNT);
    return &rows[-1 - error];
}

const char *error_code(int error)
{
    return row_of(error)->code;
}

const char *error_message(int error)
{
    return row_of(error)->message;
}

int error_from_code(const char *code)
{
    for (int i = 0; i < ERROR_COUNT; i++)
        if (strcmp(rows[i].code, code) == 0)
            return -1 - i;
    return 0;
}

bool error_ends_connection(int error)
{
    return row_of(error)->ends;
}

/* ------------------------------------------------------------------ phrases */

static const char *const phrases[] = {
#define PHRASE(text) text,
#include "proto/phrases.def"
#undef PHRASE
};

#define COUNT (sizeof(phrases) / sizeof(phrases[0]))

_Static_assert(COUNT <= MAXIMA_PHRASES, "hello lists all of them");

size_t phrase_count(void)
{
    return COUNT;
}

const char *phrase_get(size_t n)
{
    return n < COUNT ? phrases[n] : NULL;
}

size_t phrase_find(const char *text)
{
    size_t n = 0;
    while (n < COUNT && strcmp(phrases[n], text) != 0)
        n++;
    return n;
}
