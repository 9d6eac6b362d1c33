/* SPDX-License-Identifier: MIT */
/*
 * Questions about certain results of a position, each with one of three answers that are never
 * mixed: proven, proven that there is none within the bound, and unknown. Pure functions of the
 * position, the limit of nodes and the lent memory.
 */
#ifndef PENTAD_BRAIN_SEARCH_PROVE_H
#define PENTAD_BRAIN_SEARCH_PROVE_H

#include "brain/search/patterns.h"
#include "brain/search/position.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum prove_answer {
    PROVE_UNKNOWN,
    PROVE_YES,
    PROVE_NO, /* every try within the bound was gone through */
};

#define PROVE_LINE_MAX 56

/* The stones of both sides in turn; only the beginning of a longer line. */
struct prove_line {
    uint16_t count;
    uint16_t cells[PROVE_LINE_MAX];
};

/* The spots that each empty cell is for a stone of either side: enum spot. */
struct prove_sight {
    uint8_t spots[COLOURS][POSITION_CELLS_MAX];
    /* True if the two cells for a five are on one line, where there are two. */
    bool is_one_line[COLOURS][POSITION_CELLS_MAX];
};

/* The means of a question. Memory is aligned for any type, and lent for the time of a call. */
struct prover {
    const struct patterns *tables; /* search_tables_make() */
    void *memory;
    size_t memory_size; /* at least prove_memory_size() */
    bool (*stop)(void *ctx);
    void *ctx;
    uint64_t nodes; /* looked at by all questions so far */
    bool was_stopped;
};

size_t prove_memory_size(void);

/* Asks if the side to move wins by fours, each of which has one answer. PROVE_NO means that there
 * is no such win with at most 24 fours. */
enum prove_answer prove_fours(struct prover *prover, const struct position *position,
                              uint64_t nodes, struct prove_line *line_out);

/* Asks if it wins by fours and threes. Never returns PROVE_NO. */
enum prove_answer prove_threes(struct prover *prover, const struct position *position,
                               uint64_t nodes, struct prove_line *line_out);

/* Asks if the side to move loses whatever it does. Never returns PROVE_NO. The line begins with the
 * move that holds out longest. */
enum prove_answer prove_loss(struct prover *prover, const struct position *position, uint64_t nodes,
                             struct prove_line *line_out);

/* Finds out what stones would make. Occupied cells are SPOT_NONE. */
void prove_see(struct prover *prover, const struct position *position,
               struct prove_sight *sight_out);

/* The number of empty cells that are such a spot for the side; `cell_out` is the first of them. */
unsigned prove_count(const struct prove_sight *sight, enum colour colour, enum spot spot,
                     uint16_t *cell_out);

#endif
