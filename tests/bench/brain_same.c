/* SPDX-License-Identifier: MIT */
/*
 * Prints one number for the thoughts of `pentad` about positions of chance, each with three limits
 * of nodes and two sizes of the table of positions. Whatever it was compiled with, and for whatever
 * machine, the number is the same (./dev mind same compares):
 *
 *   brain_same [POSITIONS]
 */
#include "brain/computer.h"
#include "tests/support/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t limits[] = {200, 1000, 5000};
static const size_t factors[] = {1, 4}; /* of the least memory */

static uint64_t hash = UINT64_C(14695981039346656037);

static void add(uint64_t value)
{
    for (unsigned i = 0; i < sizeof(value); i++, value >>= 8)
        hash = (hash ^ (value & 0xFF)) * UINT64_C(1099511628211);
}

static void add_thought(const struct thought *thought)
{
    add(thought->nodes);
    add(thought->prospects_count);
    for (size_t i = 0; i < thought->prospects_count; i++) {
        const struct prospect *prospect = &thought->prospects[i];
        add(prospect->action.code);
        add(prospect->proof);
        add(prospect->depth);
        add(prospect->share);
        add(prospect->line_count);
        for (size_t k = 0; k < prospect->line_count; k++)
            add(prospect->line[k].code);
    }
}

static void think(const struct game *game, const void *tables, void *memory, size_t size,
                  uint64_t nodes, uint64_t seed)
{
    struct thought thought;
    const struct computer *computer = computer_get(COMPUTER_PENTAD);
    struct thinking thinking = {.level = computer->levels,
                                .seed = seed,
                                .nodes = nodes,
                                .prospects = 1 + (unsigned)(seed % 3),
                                .tables = tables,
                                .memory = memory,
                                .memory_size = size};
    memset(memory, 0, size);
    if (computer_think(computer, game, &thinking, &thought) != 0)
        exit(1);
    add_thought(&thought);
}

/* Stones of chance in a zone, so that lines cross. */
static void scatter(struct game *game, const struct variant *variant, uint64_t *chance)
{
    unsigned stones = (unsigned)random_below(chance, 40);
    unsigned zone = 6 + (unsigned)random_below(chance, 5);
    do {
        game_init(game, variant);
        for (unsigned i = 0; i < stones && game_status(game) == GAME_OPEN; i++) {
            unsigned column = 3 + (unsigned)random_below(chance, zone);
            unsigned row = 3 + (unsigned)random_below(chance, zone);
            (void)game_act(game, action_place(column + row * variant->width));
        }
    } while (game_status(game) != GAME_OPEN);
}

int main(int argc, char **argv)
{
    unsigned positions = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 1000;
    const struct computer *computer = computer_get(COMPUTER_PENTAD);
    uint64_t chance = 1;
    void *tables[VARIANT_COUNT] = {NULL};
    size_t least = computer_memory_size(computer, variant_get(VARIANT_CLASSIC));
    void *memory = malloc(4 * least);
    if (memory == NULL)
        return 1;
    for (unsigned nth = 0; nth < positions; nth++) {
        static const enum variant_id ids[] = {VARIANT_CLASSIC, VARIANT_FREESTYLE15};
        const struct variant *variant = variant_get(ids[nth % 2]);
        size_t size = computer_tables_size(computer, variant);
        struct game game;
        if (tables[variant->id] == NULL) {
            tables[variant->id] = malloc(size);
            if (computer_tables_make(computer, variant, tables[variant->id], size) != 0)
                return 1;
        }
        scatter(&game, variant, &chance);
        for (size_t i = 0; i < 6; i++)
            think(&game, tables[variant->id], memory, factors[i / 3] * least, limits[i % 3],
                  random_next(&chance));
    }
    printf("%016llx\n", (unsigned long long)hash);
    for (int i = 0; i < VARIANT_COUNT; i++)
        free(tables[i]);
    free(memory);
    return 0;
}
