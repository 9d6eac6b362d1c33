/* SPDX-License-Identifier: MIT */
/*
 * The rows of proto/settings.def as data: where each lies in its record, and its list of words.
 */
#include "proto/settings.h"

#include "proto/require.h"
#include "proto/shape.h"

#include <stddef.h>
#include <string.h>

struct setting_row {
    const char *name;
    const char *doc;
    size_t offset; /* in the record, of an int */
    enum word_list_id list;
    int fallback;
};

static const struct setting_row ROWS[SETTING_COUNT] = {
#define SETTING(ID_, name_, list_, LIST, FALLBACK, doc_)                                           \
    [SETTING_##ID_] = {.name = #name_,                                                             \
                       .doc = (doc_),                                                              \
                       .offset = offsetof(struct settings_record, name_),                          \
                       .list = WORD_LIST_##list_,                                                  \
                       .fallback = LIST##_WORD_##FALLBACK},
#include "proto/settings.def"
#undef SETTING
};

static const struct setting_row *row_of(enum setting setting)
{
    REQUIRE(setting < SETTING_COUNT);
    return &ROWS[setting];
}

const char *setting_name(enum setting setting)
{
    return row_of(setting)->name;
}

const char *setting_doc(enum setting setting)
{
    return row_of(setting)->doc;
}

enum setting setting_find(const char *name)
{
    int at = 0;
    while (at < SETTING_COUNT && strcmp(ROWS[at].name, name) != 0)
        at++;
    return (enum setting)at;
}

int setting_word_count(enum setting setting)
{
    return word__list(row_of(setting)->list)->count;
}

const char *setting_word(enum setting setting, int value)
{
    REQUIRE(value >= 0 && value < setting_word_count(setting));
    return word__list(row_of(setting)->list)->rows[value].word;
}

int setting_word_find(enum setting setting, const char *word)
{
    return word__find(word__list(row_of(setting)->list), word, strlen(word));
}

int setting_fallback(enum setting setting)
{
    return row_of(setting)->fallback;
}

int setting_get(const struct settings_record *record, enum setting setting)
{
    int value = NONE;
    memcpy(&value, (const char *)record + row_of(setting)->offset, sizeof(value));
    return value;
}

void setting_put(struct settings_record *record, enum setting setting, int value)
{
    memcpy((char *)record + row_of(setting)->offset, &value, sizeof(value));
}

void settings_init(struct settings_record *record_out)
{
    *record_out = (struct settings_record){0};
    for (int i = 0; i < SETTING_COUNT; i++)
        setting_put(record_out, (enum setting)i, NONE);
}
