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

/* The forms. Each function returns false if the text is not UTF-8, empty or too long. */

/* As it is shown: NFC, without a combining dot above an i. */
bool look_shown(const char *text, char out[NAME_KEY_SIZE]);
/* Without styles (bold, full width) and invisible characters: NFKC. */
bool look_plain(const char *text, char out[NAME_KEY_SIZE]);
/* The same without the marks on letters of European scripts: accents, dots, rings, breves. True
 * also if nothing is left; then it is empty. */
bool look_bare(const char *text, char out[NAME_KEY_SIZE]);
/* Plain and case-folded: texts with the same key are the same name. */
bool look_key(const char *text, char out[NAME_KEY_SIZE]);
/* Texts that look alike have the same skeleton. It is made of the text as written, with its
 * capitals: `pauI` looks like `paul`, `paui` does not. So two spellings of one key may differ in
 * it. */
bool look_skeleton(const struct look *look, const char *text, char out[NAME_KEY_SIZE]);

/* Returns the character at `*at` of a text in one of the forms, and moves `*at` past it. */
int32_t look_next(const char *text, size_t *at);
/* Writes the character and returns its bytes, at most 4. */
size_t look_put(int32_t c, char *out);

/* True if all letters are of one script, all digits of one system, and nothing is invisible. */
bool look_is_one_script(const struct look *look, const char *key);

#endif
