/* SPDX-License-Identifier: MIT */
/*
 * Understanding a game of five in a row: what each position promised, what each move cost, where
 * the game was lost. An analysis is asked one question a call, from the last position backwards, so
 * that what is proven behind a move helps to judge it, and whoever drives it can show how far it
 * is, or stop. What is certain (proofs) and what is likely (shares) are never mixed.
 *
 * A pure function of the game, the limit of nodes and cleared memory. The struct is the caller's
 * and owns nothing; tables and memory are lent for its life.
 */
#ifndef PENTAD_BRAIN_ANALYSIS_ANALYSIS_H
#define PENTAD_BRAIN_ANALYSIS_ANALYSIS_H

#include "brain/search/prove.h"
#include "brain/search/search.h"
#include "engine/game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ANALYSIS_SHARE_ONE 10000
#define ANALYSIS_SLIP 500     /* a cost from which a move is mentioned */
#define ANALYSIS_MISTAKE 1500 /* and from which it is a mistake */
#define ANALYSIS_WINNING 9000 /* a share that is overwhelming */
#define ANALYSIS_NODES 60000  /* a limit that takes about ten seconds for a game */
#define ANALYSIS_STOPS_MAX 4
#define ANALYSIS_OTHERS_MAX 3

/* The position before a ply, or behind the last one, for the side to move. */
struct analysis_place {
    bool is_known;
    bool is_forced;      /* there is but one square that does not lose at once: `only` */
    uint8_t proof;       /* enum search_proof */
    uint8_t fours;       /* enum prove_answer: a win by fours */
    uint8_t win;         /* enum analysis_win: how, if the proof is a win */
    uint8_t stops_count; /* of a losing move: squares after which no win was found for the other */
    uint16_t share;
    uint16_t only;
    uint16_t stops[ANALYSIS_STOPS_MAX];
    struct prove_line line; /* of a proof; else the best play that is known, maybe none */
};

enum analysis_question {
    ANALYSIS_ASKS_RULES, /* what is seen without a search, or known from the ply behind */
    ANALYSIS_ASKS_FOURS,
    ANALYSIS_ASKS_THREES,
    ANALYSIS_ASKS_LOSS,
    ANALYSIS_ASKS_SHARE,
    ANALYSIS_ASKS_OTHERS, /* what another move would have been worth */
    ANALYSIS_ASKS_STOPS,
    ANALYSIS_ASKS_NOTHING,
};

struct analysis {
    struct game game;
    uint64_t nodes; /* the limit of a question */
    const struct patterns *tables;
    void *memory; /* for searches; the prover has a part of its own */
    size_t memory_size;
    struct prover prover;
    bool was_stopped;
    unsigned first;   /* the first ply that is judged: colours are chosen */
    unsigned ply;     /* that is asked about now */
    uint8_t question; /* enum analysis_question */
    uint8_t winner;   /* enum colour, or COLOURS */
    uint8_t others;   /* the next of: */
    uint8_t others_count;
    struct search_move
        other[ANALYSIS_OTHERS_MAX]; /* moves that may be better than the one played */
    int8_t seats[GAME_ACTIONS_MAX]; /* who acted */
    struct analysis_place places[GAME_ACTIONS_MAX + 1];
};

/* The least memory that is lent; with more, more positions are remembered. */
size_t analysis_memory_size(void);

/* How to analyse. */
struct analysis_options {
    uint64_t nodes;     /* 0: ANALYSIS_NODES */
    const void *tables; /* search_tables_make() for the rule of the game */
    void *memory;       /* zeros, aligned for any type */
    size_t memory_size;
    enum seat winner;        /* who won otherwise than on the board; SEAT_NONE */
    bool (*stop)(void *ctx); /* asked every 1,024 nodes; NULL: never */
    void *ctx;
};

/* Begins. Returns 0, ERR_NOT_ITS_GAME for a variant that is not analysed, ERR_NOTHING_TO_DO where
 * no move can be judged, or ERR_TOO_LITTLE_MEMORY. */
int analysis_init(struct analysis *analysis, const struct game *game,
                  const struct analysis_options *options);

/* Asks the next question; false if there is none any more, or it was stopped. */
bool analysis_step(struct analysis *analysis);

/* How much is done, of all: plies. */
unsigned analysis_done(const struct analysis *analysis);
unsigned analysis_all(const struct analysis *analysis);

/* The position before the ply; that behind the last action is `game.ply`. */
void analysis_position(const struct analysis *analysis, unsigned ply,
                       struct position *position_out);

#endif
