/* SPDX-License-Identifier: MIT */
/*
 * Reads a typed line as the lines that it may mean, in English words and Latin letters. Words may
 * be English, in the player's language, or English ones typed in the Russian layout; Russian
 * letters in a square stand for the Latin ones that they look like, or that are on the same key. If
 * stones fall, a column alone is its square, unless it is a word. Text for people is never changed,
 * even after a square (`h8 say ...`). An answer to a question (y, да, нет, ...) is `yes` or `no` in
 * every language. No state, no I/O; texts are UTF-8.
 */
#ifndef PENTAD_CLIENT_CORE_TYPED_H
#define PENTAD_CLIENT_CORE_TYPED_H

#include "engine/game.h"

#include <stdbool.h>
#include <stddef.h>

#define TYPED_SIZE 1024 /* the longest line with its final NUL */

/* The ways to read a Russian letter in a square: places in `lines` below. */
enum typed_way {
    TYPED_BY_LOOK, /* a Cyrillic a is an a */
    TYPED_BY_KEY,  /* it is an f, which is on the same key */
    TYPED_WAYS,
};

struct typed_word {
    const char *word;       /* English, in lower case */
    const char *translated; /* in the player's language, several with spaces between; or `word` */
    bool is_before_text;    /* a text for people, or the name of a file, follows it */
};

struct typed_words {
    const struct typed_word *rows;
    size_t count;
};

struct typed {
    char lines[TYPED_WAYS][TYPED_SIZE];
    size_t count; /* 1; or 2, if only the person can decide */
};

/* The squares that a line may name. */
struct typed_board {
    const struct variant *variant; /* NULL: the squares are not known */
    const struct game *game;       /* NULL: it has not begun */
    bool has_way;                  /* Russian letters are read this way, and never the other one */
    enum typed_way way;
};

/* Reads a line without spaces at its ends, of fewer than TYPED_SIZE bytes. If the two ways of
 * reading differ, a legal square goes before an illegal one. A line without a meaning stays as it
 * is. */
void typed_read(const char *line, const struct typed_words *words, const struct typed_board *board,
                struct typed *typed_out);

/* True if two texts are the same apart from the case of letters, as for typed names. */
bool typed_is_same(const char *a, const char *b);

/* Writes the small Latin letters on the keys of a text in the Russian layout; other ASCII as it is.
 * False: a character has no key, or there is no room. */
bool typed_by_key(const char *text, char *out, size_t size);

/* The row of a word, in upper or lower case; or NULL. */
const struct typed_word *typed_find(const struct typed_words *words, const char *word, size_t len);

/* Writes the rest that all words have in common that begin like the last word of `line`, and a
 * space if there is only one such word; "" if there is nothing to add. Never completes a text for
 * people. `rest_out` has room for TYPED_SIZE bytes. */
void typed_complete(const struct typed_words *words, const char *line, char rest_out[TYPED_SIZE]);

#endif
