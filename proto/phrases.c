/* SPDX-License-Identifier: MIT */
#include "proto/phrases.h"

#include "proto/maxima.h"

#include <string.h>

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
