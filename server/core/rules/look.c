/* SPDX-License-Identifier: MIT */
/*
 * The forms of look.h. Nothing is kept but ICU's checker.
 */
#include "server/core/rules/look.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <unicode/uclean.h>
#include <unicode/uspoof.h>
#include <utf8proc.h>

/* Characters of a decomposed text. A composed one has at most three of them for two bytes, so more
 * are too long in any case. */
#define DECOMPOSED_MAX (2 * NAME_KEY_SIZE)

#define NFC_OPTIONS (UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_REJECTNA)
#define NFKC_OPTIONS (NFC_OPTIONS | UTF8PROC_COMPAT | UTF8PROC_IGNORE)
#define BARE_OPTIONS                                                                               \
    (UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_REJECTNA | UTF8PROC_COMPAT | UTF8PROC_IGNORE)
#define KEY_OPTIONS (NFKC_OPTIONS | UTF8PROC_CASEFOLD)

#define DOT_ABOVE 0x0307

struct look {
    USpoofChecker *checker;
};

/* ------------------------------------------------------------------ normal forms */

/* Takes the dot above away behind an i, which has one: folding makes the Turkish capital I of both,
 * and no mark is left that its name does not show. Returns how many characters are left. */
static utf8proc_ssize_t drop_dots(utf8proc_int32_t *chars, utf8proc_ssize_t count)
{
    utf8proc_ssize_t kept = 0;
    for (utf8proc_ssize_t i = 0; i < count; i++)
        if (chars[i] != DOT_ABOVE || kept == 0 || chars[kept - 1] != 'i')
            chars[kept++] = chars[i];
    return kept;
}

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
    len = utf8proc_reencode(chars, drop_dots(chars, len), (utf8proc_option_t)options);
    if (len <= 0 || len >= NAME_KEY_SIZE)
        return false;
    memcpy(out, chars, (size_t)len + 1);
    return true;
}

bool look_shown(const char *text, char out[NAME_KEY_SIZE])
{
    return normalise(text, NFC_OPTIONS, out);
}

bool look_plain(const char *text, char out[NAME_KEY_SIZE])
{
    return normalise(text, NFKC_OPTIONS, out);
}

/* U+0300 to U+036F, as UTF-8. */

static bool is_mark_of_europe(const char *at)
{
    unsigned char lead = (unsigned char)at[0];
    return lead == 0xcc || (lead == 0xcd && (unsigned char)at[1] <= 0xaf);
}

bool look_bare(const char *text, char out[NAME_KEY_SIZE])
{
    char apart[NAME_KEY_SIZE];
    size_t len = 0;
    if (!normalise(text, BARE_OPTIONS, apart))
        return false;
    for (const char *at = apart; *at != '\0'; at++)
        if (is_mark_of_europe(at)) {
            if (len > 0 && out[len - 1] == 'I' && strncmp(at, "\xcc\x87", 2) == 0)
                out[len - 1] = 'i'; /* without its dot it would look like an l */
            at++;
        } else {
            out[len++] = *at;
        }
    out[len] = '\0';
    return true;
}

bool look_key(const char *text, char out[NAME_KEY_SIZE])
{
    return normalise(text, KEY_OPTIONS, out);
}

int32_t look_next(const char *text, size_t *at)
{
    utf8proc_int32_t c = 0;
    utf8proc_ssize_t len = utf8proc_iterate((const utf8proc_uint8_t *)text + *at, -1, &c);
    assert(len > 0);
    *at += (size_t)len;
    return c;
}

size_t look_put(int32_t c, char *out)
{
    return (size_t)utf8proc_encode_char(c, (utf8proc_uint8_t *)out);
}

/* ------------------------------------------------------------------ scripts and look-alikes */

bool look_is_one_script(const struct look *look, const char *key)
{
    UErrorCode status = U_ZERO_ERROR;
    int32_t failed = uspoof_check2UTF8(look->checker, key, -1, NULL, &status);
    return U_SUCCESS(status) && failed == 0;
}

static bool unify(const struct look *look, const char *text, char out[NAME_KEY_SIZE])
{
    UErrorCode status = U_ZERO_ERROR;
    int32_t len =
        uspoof_getSkeletonUTF8(look->checker, 0, text, -1, out, NAME_KEY_SIZE - 1, &status);
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

/* The Turkish capital I has its dot and looks like an i in every other case, not like an l. */
static void lower_dotted(char *text)
{
    char *at;
    while ((at = strstr(text, "\u0130")) != NULL) {
        *at = 'i';
        memmove(at + 1, at + 2, strlen(at + 2) + 1);
    }
}

/* The look of the name as it is written, since a capital I is like an l and a small i is not; then
 * folded, since names that differ in case are the same; then once more, since folding may give
 * letters that have look-alikes themselves. */
bool look_skeleton(const struct look *look, const char *text, char out[NAME_KEY_SIZE])
{
    char plain[NAME_KEY_SIZE];
    char seen[NAME_KEY_SIZE];
    if (!look_plain(text, plain))
        return false;
    raise_palochkas(plain);
    lower_dotted(plain);
    return unify(look, plain, seen) && look_key(seen, plain) && unify(look, plain, out);
}

/* ------------------------------------------------------------------ the checker */

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

struct look *look_new(void)
{
    struct look *look = mem_zero(sizeof(*look));
    UErrorCode status = U_ZERO_ERROR;
    u_setMemoryFunctions(NULL, icu_alloc, icu_grow, icu_free, &status);
    look->checker = uspoof_open(&status);
    uspoof_setRestrictionLevel(look->checker, USPOOF_SINGLE_SCRIPT_RESTRICTIVE);
    uspoof_setChecks(look->checker,
                     USPOOF_RESTRICTION_LEVEL | USPOOF_INVISIBLE | USPOOF_MIXED_NUMBERS, &status);
    if (U_SUCCESS(status))
        return look;
    look_free(look);
    return NULL;
}

void look_free(struct look *look)
{
    if (look == NULL)
        return;
    uspoof_close(look->checker);
    free(look);
}
