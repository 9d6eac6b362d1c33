/* SPDX-License-Identifier: MIT */
/*
 * The settings of a player as a list: enum setting, and look-ups by name. Made from
 * proto/settings.def. Constants and pure functions, safe on every thread.
 */
#ifndef PENTAD_PROTO_SETTINGS_H
#define PENTAD_PROTO_SETTINGS_H

#include "proto/message.h"

#include <stdbool.h>

/* SETTING_THEME ... in the order of the table. */
enum setting {
#define SETTING(ID_, name, list, LIST, FALLBACK, doc) SETTING_##ID_,
#include "proto/settings.def"
#undef SETTING
    SETTING_COUNT
};

/* The name of a setting ("theme") and its purpose in English. */
const char *setting_name(enum setting setting);
const char *setting_doc(enum setting setting);
/* The setting with this name; SETTING_COUNT if there is none. */
enum setting setting_find(const char *name);

/* The number of words that a setting can be, and the word with the number `value`. */
int setting_word_count(enum setting setting);
const char *setting_word(enum setting setting, int value);
/* The number of a word, NONE if it is none of them. */
int setting_word_find(enum setting setting, const char *word);
/* The number of the word that counts until another one is chosen. */
int setting_fallback(enum setting setting);

/* A setting of a record; NONE if it was left out. */
int setting_get(const struct settings_record *record, enum setting setting);
void setting_put(struct settings_record *record, enum setting setting, int value);
/* Leaves every setting out. */
void settings_init(struct settings_record *record_out);

#endif
