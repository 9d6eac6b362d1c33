/* SPDX-License-Identifier: MIT */
/*
 * Names that players may have. A name has 3 to 20 characters: letters, digits, `_` and `-`; it
 * begins with a letter; all letters are of one script. Two names are the same when their keys are
 * (NFKC and case folding), and too alike when their skeletons are (look.h). In a skeleton `_`, `-`
 * and accents do not count, and digits between Latin letters count as the letters they stand for.
 * Names of offices and names that the server makes are reserved. Pure functions; the rules are made
 * once and may be used by one thread at a time.
 */
#ifndef PENTAD_SERVER_CORE_NAME_H
#define PENTAD_SERVER_CORE_NAME_H

#include "server/core/rules/look.h"

#include <stdbool.h>
#include <stddef.h>

struct name_rules;

struct name_keys {
    char name[NAME_KEY_SIZE]; /* as it is shown: NFC */
    char key[NAME_KEY_SIZE];
    char skeleton[NAME_KEY_SIZE];
};

/* NULL if ICU's data is missing. */
struct name_rules *name_rules_new(void);
void name_rules_free(struct name_rules *rules);

/* The rule that a name breaks. */
enum name_fault {
    NAME_GOOD,
    NAME_TOO_SHORT,
    NAME_TOO_LONG,
    NAME_BEGINS_WRONG,  /* with something other than a letter */
    NAME_HAS_OTHERS,    /* characters that no name may have, or invalid bytes */
    NAME_MIXES_SCRIPTS, /* or systems of digits */
    NAME_OF_OFFICE,
};

/* Fills `keys_out` if the name breaks no rule. */
enum name_fault name_check(const struct name_rules *rules, const char *name,
                           struct name_keys *keys_out);
/* Makes the keys of a name that somebody has, or that the server gives, without checking the rules.
 * False if the name has no keys. */
bool name_make(const struct name_rules *rules, const char *name, struct name_keys *keys_out);
/* Makes only the key, to look a player up by any text (guests' names too). False if it has none. */
bool name_key(const char *name, char key_out[NAME_KEY_SIZE]);

/* ------------------------------------------------------------------ names of offices */
/*
 * Names that nobody may take: those of offices (`admin`, `moderator`), which would seem to speak
 * for the server, and those that the server itself makes (`guest-...`, `Player-...`). A name counts
 * as one of them also with digits, `_` or `-` around it, beside other parts of a name
 * (`Pentad-Support`, `TheModerator`), and with digits for letters (`adm1n`).
 */

struct offices;

/* Borrows `look`. NULL if ICU's data is missing. */
struct offices *offices_new(const struct look *look);
void offices_free(struct offices *offices);

/* True if the name is one of these. */
bool offices_have(const struct offices *offices, const char *name);

#endif
