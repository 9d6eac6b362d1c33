/* SPDX-License-Identifier: MIT */
/*
 * The table of options as data, and the values that they may have.
 */
#include "client/cli/invocation/options.h"

#include "base/day.h"
#include "client/cli/invocation/address.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/terminal/text.h"
#include "engine/variant.h"
#include "proto/id.h"
#include "proto/message.h"

#include <stdio.h>
#include <string.h>

#define CLOCK_CHARS (TIME_CONTROL_TEXT_SIZE - 1)

#define WORD_UNKNOWN (-1)

static const struct option_row options[] = {
#define OPTION(ID, letter_, name_, kind_, argument_, doc_)                                         \
    {.name = name_,                                                                                \
     .argument = argument_,                                                                        \
     .doc = doc_,                                                                                  \
     .kind = OPTION_KIND_##kind_,                                                                  \
     .letter = letter_},
#include "client/cli/invocation/options.def"
#undef OPTION
};

const struct option_row *option_row(enum option_id id)
{
    return &options[id];
}

enum option_id option_find(const char *name, size_t len)
{
    for (enum option_id id = 0; id < OPTION_COUNT; id++)
        if (strlen(options[id].name) == len && memcmp(options[id].name, name, len) == 0)
            return id;
    return OPTION_COUNT;
}

enum option_id option_find_letter(char letter)
{
    for (enum option_id id = 0; id < OPTION_COUNT; id++)
        if (options[id].letter == letter)
            return id;
    return OPTION_COUNT;
}

/* ---------------------------------------------------------------- words */

static const char *first_text(int at)
{
    static const char *const words[] = {"me", "opponent", "random"};
    return words[at];
}

static const char *sheet_text(int at)
{
    static const char *const words[] = {[SHEET_WORD_SVG] = "svg", [SHEET_WORD_TEXT] = "text"};
    return words[at];
}

static const char *variant_text(int at)
{
    return variant_get((enum variant_id)at)->key;
}

/* The words of each kind that has some. */
static const struct {
    int count;
    const char *(*text)(int);
} words[OPTION_KIND_COUNT] = {
    [OPTION_KIND_VARIANT] = {VARIANT_COUNT, variant_text},
    [OPTION_KIND_FIRST] = {FIRST_WORD_COUNT, first_text},
    [OPTION_KIND_RESULT] = {SCORE_WORD_COUNT, score_word_text},
    [OPTION_KIND_COMPUTERS] = {COMPUTERS_WORD_COUNT, computers_word_text},
    [OPTION_KIND_STATE] = {ROOM_STATE_WORD_COUNT, room_state_word_text},
    [OPTION_KIND_FORMAT] = {FORMAT_WORD_COUNT, format_word_text},
    [OPTION_KIND_SHEET] = {SHEET_WORD_COUNT, sheet_text},
    [OPTION_KIND_CLOCK_KIND] = {CLOCK_KIND_WORD_COUNT, clock_kind_word_text},
    [OPTION_KIND_DECLINE] = {DECLINE_WORD_COUNT, decline_word_text},
    [OPTION_KIND_LANGUAGE] = {LANGUAGE_WORD_COUNT, language_word_text},
};

int option_word(enum option_kind kind, const char *value)
{
    static const int first[FIRST_WORD_COUNT] = {FIRST_WORD_OPENER, FIRST_WORD_JOINER,
                                                FIRST_WORD_RANDOM};
    int at = 0;
    while (at < words[kind].count && strcmp(words[kind].text(at), value) != 0)
        at++;
    if (at == words[kind].count)
        return WORD_UNKNOWN;
    return kind == OPTION_KIND_FIRST && at < FIRST_WORD_COUNT ? first[at] : at;
}

void word_list_put(int count, const char *(*word)(int), char *out, size_t size)
{
    size_t len = 0;
    out[0] = '\0';
    for (int i = 0; i < count && len < size; i++)
        len += (size_t)snprintf(out + len, size - len, "%s%s", i > 0 ? ", " : "", word(i));
}

void option_put_words(enum option_kind kind, char *text, size_t size)
{
    word_list_put(words[kind].count, words[kind].text, text, size);
}

/* ---------------------------------------------------------------- values */

int64_t option_number(const char *value, int64_t max)
{
    int64_t number = 0;
    for (const char *at = value; *at != '\0'; at++) {
        if (*at < '0' || *at > '9' || number > max / 10)
            return -1;
        number = number * 10 + (*at - '0');
    }
    return value[0] != '\0' && number >= 1 && number <= max ? number : -1;
}

static const char *past_digits(const char *text)
{
    return text + strspn(text, "0123456789");
}

/* Behind a duration alone, by its unit: all the time for the game, or the time for a move. */
static const char *rest_of_clock(const char *unit)
{
    if (strcmp(unit, "m") == 0 || strcmp(unit, "h") == 0)
        return "+0s";
    return strcmp(unit, "d") == 0 ? "/move" : "";
}

/* Writes a clock of at most CLOCK_CHARS that people shorten as the engine reads it; others as they
 * are. */
static void put_clock(const char *value, char text[2 * TIME_CONTROL_TEXT_SIZE])
{
    const char *unit = past_digits(value);
    const int minutes = (int)(unit - value);
    const bool is_pair =
        minutes > 0 && unit[0] == '+' && unit[1] != '\0' && past_digits(unit + 1)[0] == '\0';
    if (is_pair)
        snprintf(text, 2 * TIME_CONTROL_TEXT_SIZE, "%.*sm%.*ss", minutes, value, CLOCK_CHARS, unit);
    else
        snprintf(text, 2 * TIME_CONTROL_TEXT_SIZE, "%.*s%s", CLOCK_CHARS, value,
                 rest_of_clock(unit));
}

bool option_clock(const char *value, struct time_control *control_out)
{
    char english[2 * TIME_CONTROL_TEXT_SIZE];
    char text[2 * TIME_CONTROL_TEXT_SIZE];
    units_read(value, english, sizeof(english));
    if (strlen(english) > CLOCK_CHARS)
        return false;
    put_clock(english, text);
    return time_control_parse(text, strlen(text), control_out);
}

bool option_is_valid(enum option_kind kind, const char *value)
{
    struct time_control control;
    int day;
    switch (kind) {
    case OPTION_KIND_FLAG:
    case OPTION_KIND_ANY_TEXT:
        return true;
    case OPTION_KIND_TEXT:
        return value[0] != '\0';
    case OPTION_KIND_NUMBER:
        return option_number(value, INT32_MAX) > 0;
    case OPTION_KIND_SERVER:
        return address_read(value, &(struct address){0});
    case OPTION_KIND_ID:
        return id_parse(value, strlen(value)) != 0;
    case OPTION_KIND_CLOCK:
        return option_clock(value, &control);
    case OPTION_KIND_LEVEL:
        return option_number(value, INT32_MAX) > 0 || strcmp(value, LEVEL_MINE) == 0;
    case OPTION_KIND_DATE:
        return day_parse(value, &day);
    default:
        return option_word(kind, value) != WORD_UNKNOWN;
    }
}
