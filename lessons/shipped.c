/* SPDX-License-Identifier: MIT */
/* The table of lessons. */
#include "lessons/shipped.h"

#include <string.h>

enum state {
    STATE_PROVED,
    STATE_PROMISED,
};

static const struct shipped_lesson lessons[] = {
#define N_(text) text
#define LESSON(key, name, game, state, words)                                                      \
    {key, name, VARIANT_##game, STATE_##state == STATE_PROVED, words},
#include "lessons/lessons.def"
#undef LESSON
#undef N_
};

size_t shipped_lesson_count(void)
{
    return sizeof(lessons) / sizeof(lessons[0]);
}

const struct shipped_lesson *shipped_lesson_get(size_t nth)
{
    return &lessons[nth];
}

size_t shipped_lesson_first_steps(void)
{
    size_t count = 0;
    while (count < shipped_lesson_count() && lessons[count].words[0] != '\0')
        count++;
    return count;
}

size_t shipped_puzzles(const struct variant *variant)
{
    static const size_t counts[VARIANT_COUNT] = {
#define PUZZLES(id, count) [VARIANT_##id] = (count),
#include "lessons/puzzles.def"
#undef PUZZLES
    };
    return counts[variant->id];
}

const struct shipped_lesson *shipped_lesson_find(const char *key)
{
    for (size_t i = 0; i < shipped_lesson_count(); i++)
        if (strcmp(lessons[i].key, key) == 0)
            return &lessons[i];
    return NULL;
}
