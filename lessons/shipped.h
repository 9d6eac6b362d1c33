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
    const char *name; /* English; programs that show it translate it */
    enum variant_id game;
    bool is_proved;    /* else it is promised, without a file */
    const char *words; /* the thing to see, also English; may be "" */
};

size_t shipped_lesson_count(void);
const struct shipped_lesson *shipped_lesson_get(size_t nth);
/* The number of lessons at the beginning that all have words. */
size_t shipped_lesson_first_steps(void);
/* The number of puzzles of the variant that come with Pentad, in the file puzzles-KEY.sgf. */
size_t shipped_puzzles(const struct variant *variant);
/* The lesson with this key; NULL if there is none. */
const struct shipped_lesson *shipped_lesson_find(const char *key);

#endif
