/* SPDX-License-Identifier: MIT */
/* Positions of chance, and what is thought of them. No C library is needed but <string.h>. */
#include "tests/bench/brain_same.h"

#include "brain/computer.h"
#include "brain/search/patterns.h"
#include "tests/support/random.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define MEMORY ((size_t)8 << 20)

static const uint64_t limits[] = {200, 1000, 5000};
static const size_t entries[] = {1 << 13, 1 << 15}; /* of the table of positions */

struct asker {
    uint64_t hash;
    uint64_t chance;
    bool failed;
    struct patterns tables[2]; /* by exactly five, by five or more */
    _Alignas(16) unsigned char memory[MEMORY];
};

/* A subject of thought: a game, or a position that was set up. */
struct subject {
    const struct variant *variant;
    struct game game;
    struct position position;
    bool is_game;
};

static void add(struct asker *asker, uint64_t value)
{
    for (unsigned i = 0; i < sizeof(value); i++, value >>= 8)
        asker->hash = (asker->hash ^ (value & 0xFF)) * UINT64_C(1099511628211);
}

static void add_thought(struct asker *asker, const struct thought *thought)
{
    add(asker, thought->nodes);
    add(asker, thought->prospects_count);
    for (size_t i = 0; i < thought->prospects_count; i++) {
        const struct prospect *prospect = &thought->prospects[i];
        add(asker, prospect->action.code);
        add(asker, prospect->proof);
        add(asker, prospect->depth);
        add(asker, prospect->share);
        add(asker, prospect->line_count);
        for (size_t k = 0; k < prospect->line_count; k++)
            add(asker, prospect->line[k].code);
    }
}

static void think(struct asker *asker, const struct subject *subject, struct thinking thinking,
                  const struct computer *computer)
{
    static struct thought thought;
    thinking.seed = random_next(&asker->chance);
    thinking.prospects = 1 + (unsigned)(thinking.seed % 3);
    thinking.tables = &asker->tables[subject->variant->overline == OVERLINE_WINS];
    thinking.memory = asker->memory;
    if (thinking.memory_size > MEMORY) {
        asker->failed = true;
        return;
    }
    memset(asker->memory, 0, thinking.memory_size);
    int error = subject->is_game ? computer_think(computer, &subject->game, &thinking, &thought)
                                 : computer_think_position(computer, subject->variant,
                                                           &subject->position, &thinking, &thought);
    asker->failed = asker->failed || error != 0;
    add_thought(asker, &thought);
}

static void think_in_all_ways(struct asker *asker, const struct subject *subject)
{
    const struct computer *pentad = computer_get(COMPUTER_PENTAD);
    struct thinking weak = {.level = 1 + (unsigned)random_below(&asker->chance, pentad->levels)};
    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; k < 3; k++) {
            struct thinking strong = {
                .level = pentad->levels,
                .nodes = limits[k],
                .memory_size = computer_memory_for(pentad, subject->variant, entries[i])};
            think(asker, subject, strong, pentad);
        }
    weak.nodes = limits[0];
    weak.memory_size = computer_memory_size(pentad, subject->variant);
    think(asker, subject, weak, pentad);
    if (subject->is_game && subject->variant->rules != RULES_SWAP2)
        think(asker, subject, (struct thinking){.level = 1}, computer_get(COMPUTER_ATTACK));
}

/* ---------------------------------------------------------------- subjects */

/* Stones of chance in a zone, so that lines cross. */
static void begin_game(struct asker *asker, struct subject *subject)
{
    unsigned stones = (unsigned)random_below(&asker->chance, 40);
    unsigned zone = 6 + (unsigned)random_below(&asker->chance, 5);
    do {
        game_init(&subject->game, subject->variant);
        for (unsigned i = 0; i < stones && game_status(&subject->game) == GAME_OPEN; i++) {
            unsigned column = 3 + (unsigned)random_below(&asker->chance, zone);
            unsigned row = 3 + (unsigned)random_below(&asker->chance, zone);
            (void)game_act(&subject->game, action_place(column + row * subject->variant->width));
        }
    } while (game_status(&subject->game) != GAME_OPEN);
}

/* An opening of Swap2: its phases come one after the other, by a player of chance. */
static void begin_opening(struct asker *asker, struct subject *subject)
{
    const struct computer *chance = computer_get(COMPUTER_RANDOM);
    struct thinking thinking = {.level = 1};
    struct thought thought;
    game_init(&subject->game, subject->variant);
    for (uint64_t left = random_below(&asker->chance, 8); left > 0; left--) {
        thinking.seed = random_next(&asker->chance);
        if (computer_think(chance, &subject->game, &thinking, &thought) != 0)
            asker->failed = true;
        else
            game_do(&subject->game, thought.prospects[0].action);
    }
}

/* A board that was set up: any size, either side to move, any number of stones. */
static void set_up(struct asker *asker, struct subject *subject, unsigned side_min)
{
    struct position *position = &subject->position;
    do {
        position_init(position, subject->variant);
        position->width = (uint8_t)(side_min + random_below(&asker->chance, 21 - side_min));
        position->height = (uint8_t)(side_min + random_below(&asker->chance, 21 - side_min));
        position->to_move = (uint8_t)random_below(&asker->chance, 2);
        unsigned cells = (unsigned)position->width * position->height;
        unsigned zone =
            cells < 80 ? cells : 80 + (unsigned)random_below(&asker->chance, cells - 79);
        uint64_t odds = 1 + random_below(&asker->chance, 3);
        for (uint64_t left = random_below(&asker->chance, zone / 2); left > 0; left--) {
            bool is_x = random_below(&asker->chance, 1 + odds) == 0;
            unsigned cell = (unsigned)random_below(&asker->chance, zone);
            (void)position_set(position, cell, is_x ? COLOUR_X : COLOUR_O);
        }
    } while (position_is_over(position));
}

static void choose(struct asker *asker, struct subject *subject, unsigned nth)
{
    static const enum variant_id ids[] = {VARIANT_CLASSIC, VARIANT_FREESTYLE15, VARIANT_SWAP2,
                                          VARIANT_CLASSIC, VARIANT_FREESTYLE};
    unsigned kind = nth % 5;
    subject->variant = variant_get(ids[kind]);
    subject->is_game = kind < 3;
    if (kind == 2)
        begin_opening(asker, subject);
    else if (kind < 2)
        begin_game(asker, subject);
    else /* half of the large ones are of 20x20 */
        set_up(asker, subject, nth % 4 == 0 ? POSITION_SIDE_MAX : POSITION_SIDE_MIN);
}

#ifdef __wasm__
__attribute__((export_name("same")))
#endif
uint64_t
same(uint32_t positions)
{
    static struct asker asker;
    static struct subject subject;
    const struct computer *pentad = computer_get(COMPUTER_PENTAD);
    asker.hash = UINT64_C(14695981039346656037);
    asker.chance = 1;
    asker.failed = computer_tables_make(pentad, variant_get(VARIANT_CLASSIC), &asker.tables[0],
                                        sizeof(asker.tables[0])) != 0 ||
                   computer_tables_make(pentad, variant_get(VARIANT_FREESTYLE), &asker.tables[1],
                                        sizeof(asker.tables[1])) != 0;
    for (unsigned nth = 0; nth < positions && !asker.failed; nth++) {
        choose(&asker, &subject, nth);
        think_in_all_ways(&asker, &subject);
    }
    return asker.failed ? 0 : asker.hash;
}
