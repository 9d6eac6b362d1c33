/* SPDX-License-Identifier: MIT */
/*
 * Names of players: the rules of name.h in the order in which they are checked. The properties of
 * characters are ICU's.
 */
#include "server/core/rules/name.h"

#include "base/memory.h"

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

/* ------------------------------------------------------------------ names of offices */

enum place {
    PLACE_PIECE,    /* whole pieces of a name */
    PLACE_ANYWHERE, /* the same, and inside other words, since nothing else has it inside */
    PLACE_FIRST,    /* the first pieces: names of the server's own making begin so */
};

struct office {
    const char *word;
    enum place place;
};

static const struct office offices_table[] = {
    {"admin", PLACE_PIECE},
    {"administrator", PLACE_ANYWHERE},
    {"moderator", PLACE_ANYWHERE},
    {"operator", PLACE_PIECE},
    {"moder", PLACE_PIECE},
    {"модер", PLACE_PIECE},
    {"pentad", PLACE_PIECE},
    {"root", PLACE_PIECE},
    {"server", PLACE_PIECE},
    {"system", PLACE_PIECE},
    {"support", PLACE_PIECE},
    {"админ", PLACE_PIECE},
    {"модератор", PLACE_ANYWHERE},
    {"администратор", PLACE_ANYWHERE},
    {"оператор", PLACE_PIECE},
    {"сервер", PLACE_PIECE},
    {"система", PLACE_PIECE},
    {"поддержка", PLACE_PIECE},
    {"mod", PLACE_PIECE},
    {"mods", PLACE_PIECE},
    {"staff", PLACE_PIECE},
    {"sysop", PLACE_PIECE},
    {"sysadmin", PLACE_ANYWHERE},
    {"referee", PLACE_PIECE},
    {"umpire", PLACE_PIECE},
    {"arbiter", PLACE_PIECE},
    {"helpdesk", PLACE_PIECE},
    {"official", PLACE_PIECE},
    {"computer", PLACE_PIECE},
    {"penta", PLACE_PIECE},
    {"webmaster", PLACE_PIECE},
    {"судья", PLACE_PIECE},
    {"арбитр", PLACE_PIECE},
    {"рефери", PLACE_PIECE},
    {"модеры", PLACE_PIECE},
    {"админы", PLACE_PIECE},
    {"компьютер", PLACE_PIECE},
    {"administrateur", PLACE_ANYWHERE},
    {"moderateur", PLACE_ANYWHERE},
    {"arbitre", PLACE_PIECE},
    {"ordinateur", PLACE_PIECE},
    {"schiedsrichter", PLACE_PIECE},
    {"betreiber", PLACE_PIECE},
    {"moderador", PLACE_ANYWHERE},
    {"administrador", PLACE_ANYWHERE},
    {"arbitro", PLACE_PIECE},
    {"管理员", PLACE_ANYWHERE},
    {"管理員", PLACE_ANYWHERE},
    {"管理者", PLACE_ANYWHERE},
    {"裁判", PLACE_ANYWHERE},
    {"版主", PLACE_ANYWHERE},
    {"guest", PLACE_FIRST},
    {"deleted", PLACE_FIRST},
    {"player", PLACE_FIRST},
    {"depth", PLACE_FIRST},
    {"random", PLACE_FIRST},
    {"perfect", PLACE_FIRST},
    {"attack", PLACE_FIRST},
};
#define OFFICES (sizeof(offices_table) / sizeof(offices_table[0]))

/* Characters of the shortest and the longest row of pieces that can be an office. `rn` looks like
 * `m`, so the longest is longer than any word of the table. */
#define ROW_MIN 3
#define ROW_MAX 16

struct offices {
    const struct look *look;
    char reads[OFFICES][NAME_KEY_SIZE];
};

/* ------------------------------------------------------------------ what is read */

/* Letters for the digits that stand for them, in a skeleton: there 0 is an o and 1 an l already. */
static char office_letter_of(char c)
{
    static const char digits[] = "l345789";
    static const char letters[] = "ieastbg";
    const char *at = c != '\0' ? strchr(digits, c) : NULL;
    return at != NULL ? letters[at - digits] : c;
}

static bool read_as(const struct look *look, const char *text, char out[NAME_KEY_SIZE])
{
    if (!look_skeleton(look, text, out))
        return false;
    for (char *c = out; *c != '\0'; c++)
        *c = office_letter_of(*c);
    return true;
}

/* ------------------------------------------------------------------ pieces */

enum cut {
    CUT_NONE,
    CUT_CAPITAL, /* a capital behind a small letter */
    CUT_SIGN,    /* `_`, `-`, a digit, or the end */
};

/* The characters of a name without its `_` and `-`; `cuts[i]` is what is between i - 1 and i. */
struct pieces {
    UChar32 chars[NAME_KEY_SIZE];
    enum cut cuts[NAME_KEY_SIZE + 1];
    int count;
};

static enum cut cut_between(UChar32 before, UChar32 after)
{
    if (u_isdigit(before) || u_isdigit(after))
        return CUT_SIGN;
    return u_islower(before) && u_isupper(after) ? CUT_CAPITAL : CUT_NONE;
}

static bool pieces_read(const char *name, struct pieces *pieces)
{
    char plain[NAME_KEY_SIZE];
    if (!look_bare(name, plain))
        return false;
    pieces->count = 0;
    bool is_cut = true;
    size_t at = 0;
    while (plain[at] != '\0') {
        UChar32 c = look_next(plain, &at);
        if (c == '_' || c == '-') {
            is_cut = true;
            continue;
        }
        int i = pieces->count++;
        pieces->chars[i] = c;
        pieces->cuts[i] = is_cut ? CUT_SIGN : cut_between(pieces->chars[i - 1], c);
        is_cut = false;
    }
    pieces->cuts[pieces->count] = CUT_SIGN;
    return true;
}

/* The characters from `begin` to `end` as text. */
static void row_text(const struct pieces *pieces, int begin, int end, char out[NAME_KEY_SIZE])
{
    size_t len = 0;
    for (int i = begin; i < end; i++)
        len += look_put(pieces->chars[i], out + len);
    out[len] = '\0';
}

typedef bool same_fn(const char *read, const char *office);

static bool is_same(const char *read, const char *office)
{
    return strcmp(read, office) == 0;
}

static bool is_inside(const char *read, const char *office)
{
    return strstr(read, office) != NULL;
}

/* Whether an office of one of these places is the text, or inside it. The text is read as it is
 * written and in small letters, which may look otherwise. */
static bool is_office(const struct offices *offices, const char *text, unsigned places,
                      same_fn *same)
{
    char key[NAME_KEY_SIZE];
    char reads[2][NAME_KEY_SIZE];
    if (!look_key(text, key) || !read_as(offices->look, text, reads[0]) ||
        !read_as(offices->look, key, reads[1]))
        return false;
    for (size_t i = 0; i < OFFICES; i++)
        if ((places & 1u << offices_table[i].place) != 0 &&
            (same(reads[0], offices->reads[i]) || same(reads[1], offices->reads[i])))
            return true;
    return false;
}

static bool row_is_office(const struct offices *offices, const struct pieces *pieces, int begin,
                          int end)
{
    char text[NAME_KEY_SIZE];
    bool is_first = begin == 0 && pieces->cuts[end] == CUT_SIGN;
    unsigned places = 1u << PLACE_PIECE | 1u << PLACE_ANYWHERE;
    row_text(pieces, begin, end, text);
    return is_office(offices, text, places | (is_first ? 1u << PLACE_FIRST : 0), is_same);
}

static bool any_row_is_office(const struct offices *offices, const struct pieces *pieces)
{
    for (int begin = 0; begin < pieces->count; begin++) {
        if (pieces->cuts[begin] == CUT_NONE)
            continue;
        for (int end = begin + ROW_MIN; end <= pieces->count && end <= begin + ROW_MAX; end++)
            if (pieces->cuts[end] != CUT_NONE && row_is_office(offices, pieces, begin, end))
                return true;
    }
    return false;
}

/* Whether a word that nothing else has inside is inside. */
static bool has_inside(const struct offices *offices, const struct pieces *pieces)
{
    char text[NAME_KEY_SIZE];
    row_text(pieces, 0, pieces->count, text);
    return is_office(offices, text, 1u << PLACE_ANYWHERE, is_inside);
}

bool offices_have(const struct offices *offices, const char *name)
{
    struct pieces pieces;
    if (!pieces_read(name, &pieces))
        return false;
    return any_row_is_office(offices, &pieces) || has_inside(offices, &pieces);
}

/* ------------------------------------------------------------------ the table */

struct offices *offices_new(const struct look *look)
{
    struct offices *offices = mem_zero(sizeof(*offices));
    offices->look = look;
    for (size_t i = 0; i < OFFICES; i++) {
        if (!read_as(look, offices_table[i].word, offices->reads[i])) {
            offices_free(offices);
            return NULL;
        }
    }
    return offices;
}

void offices_free(struct offices *offices)
{
    free(offices);
}
