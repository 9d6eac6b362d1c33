/* SPDX-License-Identifier: MIT */
/*
 * Habits: reading and writing sets of them, those of a seed, and what they make of a life. Draws
 * nothing of it.
 */
#include "tests/sim/habits.h"

#include "tests/sim/person.h"
#include "tests/sim/sim.h"
#include "tests/support/random.h"

#include <stdio.h>
#include <string.h>

#define DAY_MS INT64_C(86400000)

/* Of so many seeds one has habits of its own. */
#define DRAWN_EVERY 4
#define HABITS_SALT UINT64_C(0x6861626974730000)

/* Beyond this nothing else would be done any more. */
#define INCLINATION_MAX 900

enum habit {
#define HABIT(ID, name, doc) HABIT_##ID,
#include "tests/sim/habit_rows.h"
    HABIT_COUNT
};

static const struct {
    const char *name;
    const char *doc;
} habits[HABIT_COUNT] = {
#define HABIT(ID, name, doc) {name, doc},
#include "tests/sim/habit_rows.h"
};

_Static_assert(HABIT_COUNT <= 64, "a set of habits is a number");

/* ------------------------------------------------------------------ sets */

static bool read_one(const char *name, size_t len, uint64_t *set)
{
    for (int i = 0; i < HABIT_COUNT; i++) {
        if (strlen(habits[i].name) != len || strncmp(habits[i].name, name, len) != 0)
            continue;
        *set |= UINT64_C(1) << i;
        return true;
    }
    return false;
}

bool habits_read(const char *text, uint64_t *habits_out)
{
    *habits_out = 0;
    for (;;) {
        size_t len = strcspn(text, ",");
        if (!read_one(text, len, habits_out))
            return false;
        if (text[len] == '\0')
            return true;
        text += len + 1;
    }
}

static bool has(uint64_t set, enum habit habit)
{
    return (set >> habit & 1) != 0;
}

const char *habits_text(uint64_t set, char text_out[HABITS_TEXT_SIZE])
{
    size_t len = 0;
    text_out[0] = '\0';
    for (int i = 0; i < HABIT_COUNT; i++)
        if (has(set, (enum habit)i) && len < HABITS_TEXT_SIZE)
            len += (size_t)snprintf(text_out + len, HABITS_TEXT_SIZE - len, "%s%s",
                                    len > 0 ? "," : "", habits[i].name);
    return text_out;
}

uint64_t habits_draw(uint64_t seed)
{
    uint64_t dice = seed ^ HABITS_SALT; /* none that the life draws from */
    if (random_below(&dice, DRAWN_EVERY) != 0)
        return 0;
    uint64_t set = UINT64_C(1) << random_below(&dice, HABIT_COUNT);
    if (random_below(&dice, 2) == 0)
        set |= UINT64_C(1) << random_below(&dice, HABIT_COUNT);
    return set;
}

void habits_print(void)
{
    for (int i = 0; i < HABIT_COUNT; i++)
        printf("%-12s %s\n", habits[i].name, habits[i].doc);
}

/* ------------------------------------------------------------------ lives */

static int64_t more(int64_t drawn, int64_t times, int64_t least)
{
    return drawn * times > least ? drawn * times : least;
}

static unsigned inclined(unsigned drawn, unsigned times, unsigned least)
{
    int64_t inclination = more(drawn, times, least);
    return (unsigned)(inclination < INCLINATION_MAX ? inclination : INCLINATION_MAX);
}

void habits_shape_life(struct sim *sim)
{
    const uint64_t set = sim->habits;
#define LIFE_MORE(ID, field, times, least)                                                         \
    if (has(set, HABIT_##ID))                                                                      \
        sim->mood.field = (__typeof__(sim->mood.field))more((int64_t)sim->mood.field, times, least);
#define LIFE_IS(ID, field, value)                                                                  \
    if (has(set, HABIT_##ID))                                                                      \
        sim->mood.field = value;
#define RULE_IS(ID, field, value)                                                                  \
    if (has(set, HABIT_##ID))                                                                      \
        sim->core_options.field = value;
#include "tests/sim/habit_rows.h"
}

void habits_shape_person(struct person *person)
{
    const uint64_t set = person->sim->habits;
#define PERSON_MORE(ID, field, times, least)                                                       \
    if (has(set, HABIT_##ID))                                                                      \
        person->field = inclined(person->field, times, least);
#define PERSON_IS(ID, field, value)                                                                \
    if (has(set, HABIT_##ID))                                                                      \
        person->field = value;
#include "tests/sim/habit_rows.h"
}
