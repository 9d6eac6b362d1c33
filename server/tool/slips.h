/* SPDX-License-Identifier: MIT */
/*
 * Private to server/tool/: slips of paper to hand out, one for each account, in English or Russian.
 * All of them have the same height, and no page tears one.
 */
#ifndef PENTAD_SERVER_TOOL_SLIPS_H
#define PENTAD_SERVER_TOOL_SLIPS_H

#include "proto/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum slips_language {
    SLIPS_ENGLISH,
    SLIPS_RUSSIAN,
    SLIPS_LANGUAGE_COUNT,
};

/* "en" or "ru". False: it is neither. */
bool slips_language(const char *word, enum slips_language *language_out);
/* The language of the environment: LC_ALL, LC_MESSAGES or LANG, the first one that is set. */
enum slips_language slips_language_here(void);

struct slips_terms {
    enum slips_language language;
    const char *host; /* NULL: slips name no server */
    const char *port; /* NULL: the usual one */
};

/* Errors stay with the file: see ferror(). */
void slips_write(FILE *file, const struct slips_terms *terms,
                 const struct made_account_record *accounts, size_t count);

#endif
