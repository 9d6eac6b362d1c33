/* SPDX-License-Identifier: MIT */
/*
 * A computer player with its memory; see the header. Memory comes from calloc(): pages that a
 * thought does not touch cost nothing, and all of it is zero as brain/ wants it at first.
 */
#include "pbrain/thinker.h"

#include <stdlib.h>

/* The program itself with its libraries, stacks and buffers. */
#define PROGRAM_BYTES (UINT64_C(4) << 20)

/* No limit in nodes: more than any thought looks at. */
#define NODES_UNLIMITED (UINT64_C(1) << 62)

#define KNOWN 2 /* rules in one talk */

/* Tables of a computer for a variant. */
struct known {
    struct variant variant; /* row 0: nothing is known */
    const struct computer *computer;
    void *tables; /* NULL if it needs none */
    size_t size;
};

struct thinker {
    struct thinker_options options;
    struct known known[KNOWN];
    size_t next; /* of `known`, to be written over */
    void *memory;
    size_t memory_size;
    struct variant of; /* what is remembered is of this rule and board */
    uint64_t thoughts; /* so far: chance of its own for each */
};

struct thinker *thinker_new(const struct thinker_options *options)
{
    struct thinker *thinker = calloc(1, sizeof(*thinker));
    if (thinker != NULL)
        thinker->options = *options;
    return thinker;
}

void thinker_free(struct thinker *thinker)
{
    if (thinker == NULL)
        return;
    for (size_t i = 0; i < KNOWN; i++)
        free(thinker->known[i].tables);
    free(thinker->memory);
    free(thinker);
}

const struct computer *thinker_computer(const struct thinker *thinker,
                                        const struct variant *variant)
{
    const struct computer *chosen = thinker->options.computer;
    if (chosen == NULL)
        return computer_strongest(variant);
    return computer_plays(chosen, variant) ? chosen : NULL;
}

static bool is_same(const struct variant *a, const struct variant *b)
{
    return a->width == b->width && a->height == b->height && a->row == b->row &&
           a->overline == b->overline && a->rules == b->rules && a->needs == b->needs;
}

static const struct known *find_known(const struct thinker *thinker, const struct variant *variant)
{
    for (size_t i = 0; i < KNOWN; i++)
        if (is_same(&thinker->known[i].variant, variant))
            return &thinker->known[i];
    return NULL;
}

int thinker_prepare(struct thinker *thinker, const struct variant *variant)
{
    const struct computer *computer = thinker_computer(thinker, variant);
    if (computer == NULL)
        return ERR_NOT_ITS_GAME;
    if (find_known(thinker, variant) != NULL)
        return 0;
    struct known *known = &thinker->known[thinker->next];
    free(known->tables);
    *known = (struct known){.computer = computer};
    known->size = computer_tables_size(computer, variant);
    known->tables = known->size > 0 ? calloc(1, known->size) : NULL;
    if (known->size > 0 && known->tables == NULL)
        return ERR_TOO_LITTLE_MEMORY;
    int error = computer_tables_make(computer, variant, known->tables, known->size);
    if (error != 0)
        return error;
    known->variant = *variant;
    thinker->next = (thinker->next + 1) % KNOWN;
    return 0;
}

void thinker_forget(struct thinker *thinker)
{
    free(thinker->memory);
    thinker->memory = NULL;
    thinker->memory_size = 0;
}

static uint64_t tables_bytes(const struct thinker *thinker)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < KNOWN; i++)
        bytes += thinker->known[i].size;
    return bytes;
}

/* Bytes to remember with under this limit; 0 if the limit is too low for anything. */
static uint64_t memory_under(const struct thinker *thinker, uint64_t limit)
{
    uint64_t taken = PROGRAM_BYTES + tables_bytes(thinker);
    uint64_t wanted = thinker->options.memory;
    if (limit == 0)
        return wanted;
    if (limit <= taken)
        return 0;
    return limit - taken < wanted ? limit - taken : wanted;
}

/* Has as much memory as the limit allows, the least that the computer needs at least. */
static int have_memory(struct thinker *thinker, const struct computer *computer,
                       const struct variant *variant, uint64_t limit)
{
    size_t least = computer_memory_size(computer, variant);
    uint64_t size = memory_under(thinker, limit);
    if (limit != 0 && size < least)
        return ERR_TOO_LITTLE_MEMORY;
    if (least == 0)
        return 0;
    if (size < least)
        size = least;
    if (size == thinker->memory_size)
        return 0;
    thinker_forget(thinker);
    thinker->memory = calloc(1, size);
    if (thinker->memory == NULL)
        return ERR_TOO_LITTLE_MEMORY;
    thinker->memory_size = size;
    return 0;
}

static struct thinking how(const struct thinker *thinker, const struct known *known,
                           const struct thinker_bounds *bounds)
{
    const struct thinker_options *options = &thinker->options;
    bool is_by_time = options->level == 0 && options->nodes == 0;
    return (struct thinking){.level = options->level > 0 ? options->level : known->computer->levels,
                             .seed = options->seed + thinker->thoughts,
                             .nodes = is_by_time ? NODES_UNLIMITED : options->nodes,
                             .prospects = 1,
                             .tables = known->tables,
                             .memory = thinker->memory,
                             .memory_size = thinker->memory_size,
                             .stop = bounds->stop,
                             .ctx = bounds->ctx};
}

int thinker_think(struct thinker *thinker, const struct thinker_subject *subject,
                  const struct thinker_bounds *bounds, struct thought *thought_out)
{
    const struct variant *variant = subject->variant;
    int error = thinker_prepare(thinker, variant);
    if (error != 0)
        return error;
    const struct known *known = find_known(thinker, variant);
    if (!is_same(&thinker->of, variant))
        thinker_forget(thinker);
    thinker->of = *variant;
    error = have_memory(thinker, known->computer, variant, bounds->memory);
    if (error != 0)
        return error;
    struct thinking thinking = how(thinker, known, bounds);
    thinker->thoughts++;
    if (subject->game != NULL)
        return computer_think(known->computer, subject->game, &thinking, thought_out);
    return computer_think_position(known->computer, variant, subject->position, &thinking,
                                   thought_out);
}
