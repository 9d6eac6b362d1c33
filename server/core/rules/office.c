/* SPDX-License-Identifier: MIT */
/*
 * Offices, found in the pieces of a name. A name is cut at `_` and `-`, around each digit, and
 * where a capital follows a small letter; every row of pieces that hang together is then read as
 * digits for letters are read, and compared by its look.
 */
#include "server/core/rules/office.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#include <unicode/uchar.h>

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
static char letter_of(char c)
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
        *c = letter_of(*c);
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
