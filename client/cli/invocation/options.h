/* SPDX-License-Identifier: MIT */
/*
 * The table of options (options.def) and the values that an option may have. Constants, and
 * functions of texts.
 */
#ifndef PENTAD_CLIENT_CLI_INVOCATION_OPTIONS_H
#define PENTAD_CLIENT_CLI_INVOCATION_OPTIONS_H

#include "engine/clock.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum option_id {
#define OPTION(ID, letter, name, kind, argument, doc) OPTION_##ID,
#include "client/cli/invocation/options.def"
#undef OPTION
    OPTION_COUNT
};

/* The level of a computer player that suits the player. */
#define LEVEL_MINE "mine"

enum option_kind {
    OPTION_KIND_FLAG,
    OPTION_KIND_TEXT,     /* not empty */
    OPTION_KIND_ANY_TEXT, /* also empty */
    OPTION_KIND_NUMBER,   /* from 1 */
    OPTION_KIND_SERVER,   /* an address (address.h) */
    OPTION_KIND_ID,
    OPTION_KIND_CLOCK, /* a time control */
    OPTION_KIND_DATE,  /* YYYY-MM-DD */
    OPTION_KIND_LEVEL, /* from 1, or LEVEL_MINE */
    /* The rest are each one of a few words: */
    OPTION_KIND_VARIANT,
    OPTION_KIND_FIRST,      /* me, opponent, random */
    OPTION_KIND_RESULT,     /* a score of the wire */
    OPTION_KIND_COMPUTERS,  /* only, without */
    OPTION_KIND_STATE,      /* a state of rooms */
    OPTION_KIND_FORMAT,     /* of records */
    OPTION_KIND_SHEET,      /* enum sheet_word */
    OPTION_KIND_CLOCK_KIND, /* the kind of a time control */
    OPTION_KIND_DECLINE,    /* a reason to decline */
    OPTION_KIND_LANGUAGE,   /* a word of the setting */
    OPTION_KIND_COUNT
};

/* The formats of printed sheets. */
enum sheet_word { SHEET_WORD_SVG, SHEET_WORD_TEXT, SHEET_WORD_COUNT };

struct option_row {
    const char *name;
    const char *argument; /* NULL for a flag */
    const char *doc;
    enum option_kind kind;
    char letter; /* 0 for none */
};

const struct option_row *option_row(enum option_id id);
/* Finds an option by its name, or by its letter; OPTION_COUNT if there is none. */
enum option_id option_find(const char *name, size_t len);
enum option_id option_find_letter(char letter);

/* True if an option of this kind may have this value. */
bool option_is_valid(enum option_kind kind, const char *value);
/* A whole number from 1 to `max`, or -1. */
int64_t option_number(const char *value, int64_t max);
/* Reads a time control as the engine does, and short forms: "5+3" (minutes and seconds), "5m",
 * "3d". */
bool option_clock(const char *value, struct time_control *control_out);
/* The number of a word in its list on the wire, or -1 if it is not one of the kind's words. FIRST
 * is for the player who opens a room: "me" is FIRST_WORD_OPENER. */
int option_word(enum option_kind kind, const char *value);
/* Writes the words that a value may be, with commas between them; "" for a kind without words. */
void option_put_words(enum option_kind kind, char *text, size_t size);
/* Writes the words of a list of the wire with commas between them, cut if they do not fit. */
void word_list_put(int count, const char *(*word)(int), char *out, size_t size);

#endif
