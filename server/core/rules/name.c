/* SPDX-License-Identifier: MIT */
/*
 * Names of players: the rules of name.h in the order in which they are checked. The properties of
 * characters are ICU's.
 */
#include "server/core/rules/name.h"

#include "base/memory.h"
#include "server/core/rules/office.h"

#include <stdlib.h>
#include <string.h>

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#define NAME_CHARS_MIN 3
#define NAME_CHARS_MAX 20
/* Two are enough for any living orthography; more pile up over the neighbouring lines. */
#define NAME_MARKS_MAX 2

/* Letters of phonetic alphabets: small capitals and the like, which look like other letters and
 * are in no language's names (the blocks Phonetic Extensions and its supplement). */
#define PHONETIC_FIRST 0x1D00
#define PHONETIC_LAST 0x1DBF

struct name_rules {
    struct look *look;
    struct offices *offices;
};

bool name_key(const char *name, char key_out[NAME_KEY_SIZE])
{
    return look_key(name, key_out);
}

/* ------------------------------------------------------------------ characters */

static bool is_letter(UChar32 c)
{
    return (U_GET_GC_MASK(c) & U_GC_L_MASK) != 0;
}

/* Letters that modify others (half rings, apostrophes) begin no name. */
static bool can_begin(UChar32 c)
{
    return is_letter(c) && u_charType(c) != U_MODIFIER_LETTER;
}

static bool has_script(UChar32 c)
{
    UErrorCode status = U_ZERO_ERROR;
    UScriptCode script = USCRIPT_COMMON;
    int32_t count = uscript_getScriptExtensions(c, &script, 1, &status);
    return count > 1 || (script != USCRIPT_COMMON && script != USCRIPT_INHERITED);
}

/* A mark that is part of an orthography (Devanagari vowels, Thai tones), not one of those that go
 * over anything: a mark that NFC could not compose with its letter is refused in Latin and
 * Cyrillic. */
static bool is_mark(UChar32 c)
{
    UErrorCode status = U_ZERO_ERROR;
    return (U_GET_GC_MASK(c) & U_GC_M_MASK) != 0 &&
           uscript_getScript(c, &status) != USCRIPT_INHERITED;
}

/* Some letters and marks are invisible (Hangul fillers, U+3164), so the category is not enough. */
static bool is_allowed(UChar32 c)
{
    if (u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT))
        return false;
    if (c >= PHONETIC_FIRST && c <= PHONETIC_LAST)
        return false;
    return c == '_' || c == '-' || is_letter(c) || u_isdigit(c) || is_mark(c);
}

struct char_counts {
    size_t chars;
    size_t marks_in_a_row;
};

static enum name_fault count_char(struct char_counts *counts, UChar32 c)
{
    if (counts->chars == 0 && !can_begin(c))
        return NAME_BEGINS_WRONG;
    if (!is_allowed(c))
        return NAME_HAS_OTHERS;
    counts->marks_in_a_row = is_mark(c) ? counts->marks_in_a_row + 1 : 0;
    counts->chars++;
    return counts->marks_in_a_row <= NAME_MARKS_MAX ? NAME_GOOD : NAME_HAS_OTHERS;
}

static enum name_fault check_shown(const char *name)
{
    struct char_counts counts = {0};
    size_t at = 0;
    while (name[at] != '\0') {
        enum name_fault fault = count_char(&counts, look_next(name, &at));
        if (fault != NAME_GOOD)
            return fault;
    }
    if (counts.chars < NAME_CHARS_MIN)
        return NAME_TOO_SHORT;
    return counts.chars > NAME_CHARS_MAX ? NAME_TOO_LONG : NAME_GOOD;
}

/* Folding can bring forth what the name itself does not show: spaces and signs of ligatures. And
 * only here do styled letters (bold, full-width) say which script they are of. */
static bool key_is_good(const char *key)
{
    size_t at = 0;
    while (key[at] != '\0') {
        UChar32 c = look_next(key, &at);
        if (!is_allowed(c))
            return false;
        if (is_letter(c) && !has_script(c))
            return false;
    }
    return true;
}

/* ------------------------------------------------------------------ the rules */

struct name_rules *name_rules_new(void)
{
    struct name_rules *rules = mem_zero(sizeof(*rules));
    rules->look = look_new();
    rules->offices = rules->look != NULL ? offices_new(rules->look) : NULL;
    if (rules->offices != NULL)
        return rules;
    name_rules_free(rules);
    return NULL;
}

void name_rules_free(struct name_rules *rules)
{
    if (rules == NULL)
        return;
    offices_free(rules->offices);
    look_free(rules->look);
    free(rules);
}

static bool is_one_of(char c, const char *letters)
{
    return c != '\0' && strchr(letters, c) != NULL;
}

static bool is_latin(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The letter for which a digit stands between two: ICU has 0 for an o and 1 for an l, which it is
 * not before the first vowel of a word where that would be missing (`w1nner`). */
static char letter_of(char digit, char next, bool has_vowel)
{
    static const char digits[] = "345789";
    static const char letters[] = "eastbg";
    if (digit == '1' && !has_vowel && !is_one_of(next, "aeiouyAEIOUY"))
        return 'i';
    return is_one_of(digit, digits) ? letters[strchr(digits, digit) - digits] : digit;
}

/* Takes `_` and `-` away, and reads digits between Latin letters as these: `win-ner` and `winn3r`
 * look like `winner`. Digits at the end are numbers. */
static void read_plainly(char *text)
{
    size_t len = 0;
    bool has_vowel = false;
    for (const char *at = text; *at != '\0'; at++) {
        if (*at == '_' || *at == '-')
            continue;
        bool is_between = len > 0 && is_latin(text[len - 1]) && is_latin(at[1]);
        text[len] = is_between ? letter_of(*at, at[1], has_vowel) : *at;
        has_vowel = has_vowel || is_one_of(text[len], "aeiouyAEIOUY");
        len++;
    }
    text[len] = '\0';
}

bool name_make(const struct name_rules *rules, const char *name, struct name_keys *keys_out)
{
    char read[NAME_KEY_SIZE];
    if (!look_shown(name, keys_out->name) || !look_key(name, keys_out->key) ||
        !look_bare(name, read))
        return false;
    read_plainly(read);
    return look_skeleton(rules->look, read, keys_out->skeleton);
}

enum name_fault name_check(const struct name_rules *rules, const char *name,
                           struct name_keys *keys_out)
{
    if (strlen(name) >= NAME_KEY_SIZE)
        return NAME_TOO_LONG;
    if (!look_shown(name, keys_out->name))
        return name[0] == '\0' ? NAME_TOO_SHORT : NAME_HAS_OTHERS;
    enum name_fault fault = check_shown(keys_out->name);
    if (fault != NAME_GOOD)
        return fault;
    if (!look_key(name, keys_out->key) || !key_is_good(keys_out->key))
        return NAME_HAS_OTHERS;
    if (!look_is_one_script(rules->look, keys_out->key))
        return NAME_MIXES_SCRIPTS;
    if (offices_have(rules->offices, name))
        return NAME_OF_OFFICE;
    return name_make(rules, name, keys_out) ? NAME_GOOD : NAME_HAS_OTHERS;
}
