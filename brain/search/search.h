/* SPDX-License-Identifier: MIT */
/*
 * The search: what the side to move of a position should do. A pure function of the position, the
 * limits and the lent memory. Tables of a rule are made once, and shared.
 */
#ifndef PENTAD_BRAIN_SEARCH_SEARCH_H
#define PENTAD_BRAIN_SEARCH_SEARCH_H

#include "brain/search/position.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SEARCH_LINE_MAX 32
#define SEARCH_MOVES_MAX 16

struct patterns; /* the tables of a rule (private) */

/* A certain result for the side to move: shown by going through every reply, not by judgement. */
enum search_proof {
    SEARCH_UNKNOWN,
    SEARCH_WIN,
    SEARCH_DRAW,
    SEARCH_LOSS,
};

struct search_move {
    uint16_t cell;
    uint16_t share; /* of 10,000 games, draws by half */
    uint8_t depth;
    uint8_t proof; /* enum search_proof */
    uint8_t line_count;
    uint16_t line[SEARCH_LINE_MAX]; /* the best play of both; begins with the cell */
};

struct search_result {
    uint64_t nodes;
    bool was_stopped;
    uint8_t count; /* at least 1 */
    struct search_move moves[SEARCH_MOVES_MAX];
};

struct search_options {
    uint64_t nodes; /* place no more stones than this */
    unsigned moves; /* the number of best moves to give, 1 to SEARCH_MOVES_MAX */
    /* Judges only these moves, at most SEARCH_MOVES_MAX; 0: all that are worth a look. A proven win
     * is given whatever move it begins with. */
    unsigned only_count;
    uint16_t only[SEARCH_MOVES_MAX];
    bool (*stop)(void *ctx);
    void (*progress)(void *ctx, const struct search_result *so_far);
    void *ctx;
};

/* The size in bytes of the tables of a rule, and their writer. */
size_t search_tables_size(void);
void search_tables_make(void *tables_out, bool overline_wins);

/* The least memory of a thought. With more, more positions are remembered. */
size_t search_memory_size(void);
/* The memory for a table of `entries` positions, a power of two: on every machine, their number
 * decides what is thought. */
size_t search_memory_for(size_t entries);

/* The room of a thought: the tables of the position's rule, and memory aligned for any type. */
struct search_room {
    const struct patterns *tables;
    void *memory;
    size_t memory_size;
};

/* Thinks. The position has an empty cell and no five. */
void search_think(const struct position *position, const struct search_room *room,
                  const struct search_options *options, struct search_result *result_out);

#endif
