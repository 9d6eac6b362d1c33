/* SPDX-License-Identifier: MIT */
/*
 * Names that players may have. A name has 3 to 20 characters: letters, digits, `_` and `-`; it
 * begins with a letter; all letters are of one script. Two names are the same when their keys are
 * (NFKC and case folding, utf8proc), and too alike when their skeletons are (UTS #39, ICU uspoof).
 * Names that look like they begin with `guest-` or `deleted-`, and those of offices (`admin`), are
 * reserved. Pure functions; the rules are made once and may be used by one thread at a time.
 *
 * The skeleton is of the name as it is written, with its capitals, and then folded: `pauI` looks
 * like `paul`, `paui` does not. So two spellings of one key may have different skeletons.
 */
#ifndef PENTAD_SERVER_CORE_NAME_H
#define PENTAD_SERVER_CORE_NAME_H

#include <stdbool.h>
#include <stddef.h>

struct name_rules;

/* Bytes of the longest key and skeleton with their NUL. */
#define NAME_KEY_SIZE 256

struct name_keys {
    char name[NAME_KEY_SIZE]; /* as it is shown: NFC */
    char key[NAME_KEY_SIZE];
    char skeleton[NAME_KEY_SIZE];
};

/* NULL if ICU's data is missing. */
struct name_rules *name_rules_new(void);
void name_rules_free(struct name_rules *rules);

/* Fills `keys_out`; false if the name breaks a rule. */
bool name_check(const struct name_rules *rules, const char *name, struct name_keys *keys_out);
/* Only the key, for looking a player up: any text (guests' names too). False if it has none. */
bool name_key(const char *name, char key_out[NAME_KEY_SIZE]);

#endif
