/* SPDX-License-Identifier: MIT */
/*
 * The form and the check of proto/password.h. The commonest passwords are a sorted table that is
 * made when the project is built (common_passwords.sh); it has no capitals, so passwords are folded
 * before they are looked up.
 */
#include "proto/password.h"

#include "base/utf8.h"
#include "proto/error.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <utf8proc.h>

/* Characters of a folded text that are looked at. Neither a name nor a common password is so long.
 */
#define FOLDED_MAX 256
#define FOLD_OPTIONS                                                                               \
    (UTF8PROC_NULLTERM | UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_IGNORE |  \
     UTF8PROC_CASEFOLD)

/* No character has more than four parts, so what has more than these is too long when composed. */
#define PARTS_MAX (4 * PASSWORD_CHARS_MAX)
#define APART_OPTIONS (UTF8PROC_NULLTERM | UTF8PROC_STABLE | UTF8PROC_DECOMPOSE)
#define FORM_OPTIONS (UTF8PROC_NULLTERM | UTF8PROC_STABLE | UTF8PROC_COMPOSE)
#define BYTE_ORDER_MARK 0xFEFF

/* In the order of strcmp(). */
static const char *const commonest[] = {
#include "proto/common_passwords.inc"
};
#define COMMONEST (sizeof(commonest) / sizeof(commonest[0]))

/* ------------------------------------------------------------------ the form */

/* Writes the text in the normal form of the options; `changes`: with what a form besides asks.
 * False if it has more than `size` bytes with its NUL. */
static bool normalise(const char *text, int options, bool changes, char *out, size_t size)
{
    utf8proc_int32_t chars[PARTS_MAX + 1];
    utf8proc_ssize_t count = utf8proc_decompose((const utf8proc_uint8_t *)text, 0, chars, PARTS_MAX,
                                                (utf8proc_option_t)options);
    if (count < 0 || count > PARTS_MAX)
        return false;
    utf8proc_ssize_t first = 0;
    while (changes && first < count && chars[first] == BYTE_ORDER_MARK)
        first++;
    for (utf8proc_ssize_t i = first; changes && i < count; i++)
        if (utf8proc_category(chars[i]) == UTF8PROC_CATEGORY_ZS)
            chars[i] = ' ';
    utf8proc_ssize_t len =
        utf8proc_reencode(chars + first, count - first, (utf8proc_option_t)options);
    if (len < 0 || (size_t)len >= size)
        return false;
    memcpy(out, chars + first, (size_t)len + 1);
    return true;
}

bool password_forms(const char *typed, struct password_forms *out)
{
    *out = (struct password_forms){0};
    if (!normalise(typed, FORM_OPTIONS, true, out->form, sizeof(out->form)) ||
        utf8_length(out->form) > PASSWORD_CHARS_MAX)
        return false;
    if (strcmp(typed, out->form) != 0 && strlen(typed) <= PASSWORD_BYTES_MAX)
        memcpy(out->typed, typed, strlen(typed) + 1);
    if (!normalise(typed, APART_OPTIONS, false, out->apart, sizeof(out->apart)) ||
        strcmp(out->apart, out->form) == 0 || strcmp(out->apart, out->typed) == 0)
        out->apart[0] = '\0';
    return true;
}

/* ------------------------------------------------------------------ the rules */

static int compare(const void *password, const void *row)
{
    return strcmp(password, *(const char *const *)row);
}

static bool is_common(const char *folded)
{
    return bsearch(folded, commonest, COMMONEST, sizeof(commonest[0]), compare) != NULL;
}

/* The text without case and styles; false if it has no such form, or a long one. The characters are
 * written as bytes in their place, for which there is room. */
static bool fold(const char *text, utf8proc_int32_t chars[FOLDED_MAX + 1])
{
    utf8proc_ssize_t count = utf8proc_decompose((const utf8proc_uint8_t *)text, 0, chars,
                                                FOLDED_MAX, (utf8proc_option_t)FOLD_OPTIONS);
    return count > 0 && count <= FOLDED_MAX &&
           utf8proc_reencode(chars, count, (utf8proc_option_t)FOLD_OPTIONS) > 0;
}

static bool is_around(char c)
{
    return c >= ' ' && c <= '~' && !(c >= 'a' && c <= 'z');
}

/* The part without the ASCII digits and signs around it; it may be empty. */
static const char *core_of(const char *folded, size_t *len_out)
{
    size_t len = strlen(folded);
    while (len > 0 && is_around(folded[len - 1]))
        len--;
    while (len > 0 && is_around(*folded)) {
        folded++;
        len--;
    }
    *len_out = len;
    return folded;
}

static bool is_name(const char *folded, const char *name)
{
    utf8proc_int32_t name_chars[FOLDED_MAX + 1];
    size_t password_len;
    size_t name_len;
    if (!fold(name, name_chars))
        return false;
    const char *inner = core_of(folded, &password_len);
    const char *inner_name = core_of((const char *)name_chars, &name_len);
    return name_len > 0 && password_len == name_len && memcmp(inner, inner_name, name_len) == 0;
}

int password_check(const char *password, size_t chars_min, const char *name)
{
    utf8proc_int32_t chars[FOLDED_MAX + 1];
    struct password_forms forms;
    if (!password_forms(password, &forms) || utf8_length(forms.form) < chars_min)
        return ERR_BAD_PASSWORD;
    if (!fold(forms.form, chars))
        return 0;
    const char *folded = (const char *)chars;
    return is_common(folded) || is_name(folded, name) ? ERR_COMMON_PASSWORD : 0;
}
