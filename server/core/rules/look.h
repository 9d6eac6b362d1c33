/* SPDX-License-Identifier: MIT */
/*
 * Normal forms of names, and what names look like: the tables of Unicode, as utf8proc (normal
 * forms, case folding) and ICU (scripts, look-alikes by UTS #39) have them. Owns ICU's checker;
 * functions of their arguments otherwise. One thread at a time.
 */
#ifndef PENTAD_SERVER_CORE_LOOK_H
#define PENTAD_SERVER_CORE_LOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of the longest text in any of these forms, with its NUL. */
#define NAME_KEY_SIZE 256

struct look;

/* NULL if ICU's data is missing. */
struct look *look_new(void);
void look_free(struct look *look);

/* The forms. Each is false if the text is not UTF-8, empty or too long. */

/* As it is shown: NFC, and no dot above over an i. */
bool look_shown(const char *text, char out[NAME_KEY_SIZE]);
/* Without styles (bold, full width) and what is invisible: NFKC. */
bool look_plain(const char *text, char out[NAME_KEY_SIZE]);
/* The same without the marks on letters of European scripts: accents, dots, rings, breves. Also if
 * nothing is left, which is empty then. */
bool look_bare(const char *text, char out[NAME_KEY_SIZE]);
/* Plain and case-folded: texts with the same key are the same name. */
bool look_key(const char *text, char out[NAME_KEY_SIZE]);
/* Texts that look alike have the same one. It is of the text as it is written, with its capitals:
 * `pauI` looks like `paul`, `paui` does not. So two spellings of one key may differ in it. */
bool look_skeleton(const struct look *look, const char *text, char out[NAME_KEY_SIZE]);

/* The character at `*at` of a text in one of the forms, and `*at` behind it. */
int32_t look_next(const char *text, size_t *at);
/* Writes the character, of at most 4 bytes; returns how many. */
size_t look_put(int32_t c, char *out);

/* Whether all letters are of one script, all digits of one system, and nothing is invisible. */
bool look_is_one_script(const struct look *look, const char *key);

#endif
