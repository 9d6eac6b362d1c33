/* SPDX-License-Identifier: MIT */
/*
 * The lessons and puzzles that come with Pentad: the rows of lessons/lessons.def as constants that
 * live for ever, and those of lessons/puzzles.def.
 */
#ifndef PENTAD_LESSONS_SHIPPED_H
#define PENTAD_LESSONS_SHIPPED_H

#include "engine/variant.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct shipped_lesson {
    const char *key;  /* its file is KEY.sgf */
    const char *name; /* English; translated by who shows it */
    enum variant_id game;
    bool is_proved;    /* else it is promised, and there is no file */
    const char *words; /* what is to be seen, English, too; may be "" */
};

size_t shipped_lesson_count(void);
const struct shipped_lesson *shipped_lesson_get(size_t nth);
/* How many of the first have words, each. */
size_t shipped_lesson_first_steps(void);
/* How many puzzles of the variant's come with Pentad, in the file puzzles-KEY.sgf. */
size_t shipped_puzzles(const struct variant *variant);
/* NULL: there is none of this key. */
const struct shipped_lesson *shipped_lesson_find(const char *key);

#endif
