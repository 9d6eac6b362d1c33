/* SPDX-License-Identifier: MIT */
/*
 * Names of players: the rules of name.h in the order in which they are checked. Unicode's tables
 * are utf8proc's (normal forms, categories) and ICU's (scripts, look-alikes). Owns the two ICU
 * objects in name_rules; everything else is a function of its arguments.
 */
#include "server/core/rules/name.h"

#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <unicode/uchar.h>
#include <unicode/uclean.h>
#include <unicode/uscript.h>
#include <unicode/uspoof.h>
#include <utf8proc.h>

#define NAME_CHARS_MIN 3
#define NAME_CHARS_MAX 20
/* Two are enough for any living orthography; more pile up over the neighbouring lines. */
#define NAME_MARKS_MAX 2

/* Guests are given names with this prefix; nobody can register one. */
#define GUEST_PREFIX "guest-"
/* Deleted accounts are given names with this prefix; nobody can register one. */
#define DELETED_PREFIX "deleted-"
/* Names of offices: players with one would be taken for the server or its operator. */
static const char *const offices[] = {
    "admin",  "administrator", "moderator", "operator",  "pentad",        "root",     "server",
    "system", "support",       "админ",     "модератор", "администратор", "оператор", "сервер",
};
#define OFFICES (sizeof(offices) / sizeof(offices[0]))

/* Characters of a decomposed name. A composed one has at most three of them for two bytes, so more
 * are too long in any case. */
#define DECOMPOSED_MAX (2 * NAME_KEY_SIZE)

#define NFC_OPTIONS (UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_REJECTNA)
#define NFKC_OPTIONS (NFC_OPTIONS | UTF8PROC_COMPAT | UTF8PROC_IGNORE)
#define KEY_OPTIONS (NFKC_OPTIONS | UTF8PROC_CASEFOLD)

struct name_rules {
    USpoofChecker *checker;
    char guest_skeleton[NAME_KEY_SIZE];
    char deleted_skeleton[NAME_KEY_SIZE];
    char office_skeletons[OFFICES][NAME_KEY_SIZE];
};

/* ------------------------------------------------------------------ normal forms */

/* `text` in the normal form of `options`; false if it is not UTF-8, empty or too long. */
static bool normalise(const char *text, int options, char out[NAME_KEY_SIZE])
{
    utf8proc_int32_t chars[DECOMPOSED_MAX + 1];
    utf8proc_ssize_t len;
    if (strlen(text) >= NAME_KEY_SIZE)
        return false;
    len = utf8proc_decompose((const utf8proc_uint8_t *)text, 0, chars, DECOMPOSED_MAX,
                             (utf8proc_option_t)(options | UTF8PROC_NULLTERM));
    if (len <= 0 || len > DECOMPOSED_MAX)
        return false;
    len = utf8proc_reencode(chars, len, (utf8proc_option_t)options);
    if (len <= 0 || len >= NAME_KEY_SIZE)
        return false;
    memcpy(out, chars, (size_t)len + 1);
    return true;
}

bool name_key(const char *name, char key_out[NAME_KEY_SIZE])
{
    return normalise(name, KEY_OPTIONS, key_out);
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
    return c == '_' || c == '-' || is_letter(c) || u_isdigit(c) || is_mark(c);
}

struct char_counts {
    size_t chars;
    size_t marks_in_a_row;
};

static bool count_char(struct char_counts *counts, UChar32 c)
{
    if (counts->chars == 0 && !can_begin(c))
        return false;
    if (!is_allowed(c))
        return false;
    counts->marks_in_a_row = is_mark(c) ? counts->marks_in_a_row + 1 : 0;
    counts->chars++;
    return counts->marks_in_a_row <= NAME_MARKS_MAX;
}

/* Calls nothing on bad UTF-8: normalise() has refused it. */
static const char *next_char(const char *at, UChar32 *c_out)
{
    utf8proc_int32_t c = 0;
    utf8proc_ssize_t len = utf8proc_iterate((const utf8proc_uint8_t *)at, -1, &c);
    *c_out = c;
    return len > 0 ? at + len : NULL;
}

static bool shown_is_good(const char *name)
{
    struct char_counts counts = {0};
    const char *at = name;
    UChar32 c;
    while (*at != '\0') {
        at = next_char(at, &c);
        if (at == NULL || !count_char(&counts, c))
            return false;
    }
    return counts.chars >= NAME_CHARS_MIN && counts.chars <= NAME_CHARS_MAX;
}

/* Folding can bring forth what the name itself does not show: spaces and signs of ligatures. And
 * only here do styled letters (bold, full-width) say which script they are of. */
static bool key_is_good(const char *key)
{
    const char *at = key;
    UChar32 c;
    while (*at != '\0') {
        at = next_char(at, &c);
        if (at == NULL || !is_allowed(c))
            return false;
        if (is_letter(c) && !has_script(c))
            return false;
    }
    return true;
}

/* ------------------------------------------------------------------ scripts and look-alikes */

static bool is_one_script(const struct name_rules *rules, const char *key)
{
    UErrorCode status = U_ZERO_ERROR;
    int32_t failed = uspoof_check2UTF8(rules->checker, key, -1, NULL, &status);
    return U_SUCCESS(status) && failed == 0;
}

static bool look(const struct name_rules *rules, const char *text, char out[NAME_KEY_SIZE])
{
    UErrorCode status = U_ZERO_ERROR;
    int32_t len =
        uspoof_getSkeletonUTF8(rules->checker, 0, text, -1, out, NAME_KEY_SIZE - 1, &status);
    if (U_FAILURE(status) || len <= 0 || len >= NAME_KEY_SIZE)
        return false;
    out[len] = '\0';
    return true;
}

/* Unicode's table takes the small palochka (U+04CF) for an i; in most fonts it is the l of the best
 * known forged names. The capital one (U+04C0) it takes for an l, as everybody does. */
static void raise_palochkas(char *text)
{
    char *at = text;
    while ((at = strstr(at, "\xd3\x8f")) != NULL)
        at[1] = '\x80';
}

/* The look of the name as it is written, since a capital I is like an l and a small i is not; then
 * folded, since names that differ in case are the same; then once more, since folding may give
 * letters that have look-alikes themselves. */
static bool make_skeleton(const struct name_rules *rules, const char *name, char out[NAME_KEY_SIZE])
{
    char text[NAME_KEY_SIZE];
    char seen[NAME_KEY_SIZE];
    if (!normalise(name, NFKC_OPTIONS, text))
        return false;
    raise_palochkas(text);
    return look(rules, text, seen) && name_key(seen, text) && look(rules, text, out);
}

static bool begins_with(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

/* A key of an office may have several looks, for that is of the name as it is written. */
static bool is_reserved(const struct name_rules *rules, const char *key, const char *skeleton)
{
    for (size_t i = 0; i < OFFICES; i++)
        if (strcmp(key, offices[i]) == 0 || strcmp(skeleton, rules->office_skeletons[i]) == 0)
            return true;
    return begins_with(skeleton, rules->guest_skeleton) ||
           begins_with(skeleton, rules->deleted_skeleton);
}

/* ------------------------------------------------------------------ the rules */

static void *icu_alloc(const void *context, size_t size)
{
    (void)context;
    return mem_alloc(size);
}

static void *icu_grow(const void *context, void *take, size_t size)
{
    (void)context;
    return mem_grow(take, size);
}

static void icu_free(const void *context, void *take)
{
    (void)context;
    free(take);
}

static bool make_reserved(struct name_rules *rules)
{
    bool is_made = make_skeleton(rules, GUEST_PREFIX, rules->guest_skeleton) &&
                   make_skeleton(rules, DELETED_PREFIX, rules->deleted_skeleton);
    for (size_t i = 0; i < OFFICES && is_made; i++)
        is_made = make_skeleton(rules, offices[i], rules->office_skeletons[i]);
    return is_made;
}

struct name_rules *name_rules_new(void)
{
    struct name_rules *rules = mem_zero(sizeof(*rules));
    UErrorCode status = U_ZERO_ERROR;
    u_setMemoryFunctions(NULL, icu_alloc, icu_grow, icu_free, &status);
    rules->checker = uspoof_open(&status);
    uspoof_setRestrictionLevel(rules->checker, USPOOF_SINGLE_SCRIPT_RESTRICTIVE);
    uspoof_setChecks(rules->checker,
                     USPOOF_RESTRICTION_LEVEL | USPOOF_INVISIBLE | USPOOF_MIXED_NUMBERS, &status);
    if (U_FAILURE(status) || !make_reserved(rules)) {
        name_rules_free(rules);
        return NULL;
    }
    return rules;
}

void name_rules_free(struct name_rules *rules)
{
    if (rules == NULL)
        return;
    uspoof_close(rules->checker);
    free(rules);
}

bool name_check(const struct name_rules *rules, const char *name, struct name_keys *keys_out)
{
    if (!normalise(name, NFC_OPTIONS, keys_out->name) || !shown_is_good(keys_out->name))
        return false;
    if (!name_key(name, keys_out->key) || !key_is_good(keys_out->key))
        return false;
    if (!is_one_script(rules, keys_out->key))
        return false;
    return make_skeleton(rules, name, keys_out->skeleton) &&
           !is_reserved(rules, keys_out->key, keys_out->skeleton);
}
