/* SPDX-License-Identifier: MIT */
/*
 * Proves wins that need quiet moves, which make neither a four nor a three, but threaten to win by
 * such. Looks where a proof seems to need least (proof numbers), over moves that the search likes;
 * positions are judged by hunts (brain/search/prove.h). What it proves is proven: at the end every
 * reply to each quiet move is refuted, by a hunt or below. What it does not prove may be won all
 * the same. Owns its tree.
 */
#ifndef PENTAD_TESTS_BENCH_QUIET_PROVER_H
#define PENTAD_TESTS_BENCH_QUIET_PROVER_H

#include "brain/search/prove.h"
#include "brain/search/search.h"

#include <stdbool.h>
#include <stdint.h>

struct quiet_node {
    uint32_t parent;
    uint32_t child; /* 0: none; the root is nobody's child */
    uint32_t next;  /* sibling */
    uint32_t proof; /* positions that have to be shown for a proof, and for giving up */
    uint32_t disproof;
    uint16_t move;
    bool is_attack;  /* the attacker is to move */
    bool was_opened; /* its children are known */
    bool is_whole;   /* of the defender: every reply was tried */
};

struct quiet_prover {
    struct prover prover;
    const void *tables;
    void *memory; /* for searches */
    size_t memory_size;
    uint64_t nodes; /* the limit of a hunt */
    unsigned width; /* quiet moves that are tried in a position, up to SEARCH_MOVES_MAX */
    struct quiet_node *tree;
    uint32_t count;
    uint32_t most;
    struct position start;
};

/* `most`: nodes of the tree. The tables are lent. Stops the program without memory. */
void quiet_prover_init(struct quiet_prover *quiet, const void *tables, uint32_t most);
void quiet_prover_deinit(struct quiet_prover *quiet);

/* Whether the side to move wins, after looking at so many positions of it at the most. */
bool quiet_prove(struct quiet_prover *quiet, const struct position *position, unsigned positions);

#endif
