/* SPDX-License-Identifier: MIT */
/*
 * Computer players: the rows of brain/computers.def, and how one is asked for an action. A computer
 * is a pure function of the game, its options and the memory that it is lent: no clock, no heap, no
 * global, no thread, no floating point. The same game, options, seed, limit of nodes and cleared
 * memory give the same thought on every machine, unless it was stopped. Two threads may think at
 * once, each with memory of its own; tables are read only, and shared.
 */
#ifndef PENTAD_BRAIN_COMPUTER_H
#define PENTAD_BRAIN_COMPUTER_H

#include "brain/error.h"
#include "engine/game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum computer_id {
#define COMPUTER(ID, id, key, name, levels) COMPUTER_##ID,
#include "brain/computers.def"
#undef COMPUTER
    COMPUTER_COUNT
};

struct position; /* brain/search/position.h */
struct mind;     /* its functions: private (brain/mind.h) */

/* A row: a constant that lives for ever. */
struct computer {
    enum computer_id id;
    const char *key;  /* "random" */
    const char *name; /* for people, English */
    unsigned levels;  /* from 1, the weakest, to this */
    const struct mind *mind;
};

/* A result that is certain, for the player who acts. */
enum proof {
    PROOF_UNKNOWN,
    PROOF_WIN,
    PROOF_DRAW,
    PROOF_LOSS,
};

#define PROSPECT_LINE_MAX 32
#define THOUGHT_PROSPECTS_MAX 16
#define PROSPECT_SHARE_ONE 10000

/* One action, with all that is known of it. */
struct prospect {
    struct action action;
    uint8_t proof;  /* enum proof: of the position after the action, for its player */
    uint8_t depth;  /* plies that were looked ahead; 0: by a rule of thumb */
    uint16_t share; /* the part of the games that are won, draws by half, of PROSPECT_SHARE_ONE */
    uint16_t line_count;
    struct action line[PROSPECT_LINE_MAX]; /* the best play of both; begins with the action */
};

struct thought {
    uint64_t nodes; /* positions that were looked at */
    bool was_stopped;
    uint16_t prospects_count;                         /* at least 1 */
    struct prospect prospects[THOUGHT_PROSPECTS_MAX]; /* the first is to be played */
};

/* The options of a thought. */
struct thinking {
    unsigned level;
    uint64_t seed;      /* of everything that is left to chance */
    uint64_t nodes;     /* look at no more positions; 0: as many as the level does */
    unsigned prospects; /* the number asked for; some computers give only one */
    const void *tables; /* computer_tables_make(); NULL if the computer needs none */
    void *memory;       /* aligned for any type, lent for the time of the call */
    size_t memory_size; /* at least computer_memory_size() */
    /* Returns true to stop; asked at least every 1,024 nodes. The thought is then the best so far,
     * and always a legal action. NULL: never stop. */
    bool (*stop)(void *ctx);
    /* Called whenever something better is known; the thought is lent. NULL: not called. */
    void (*progress)(void *ctx, const struct thought *so_far);
    void *ctx;
};

const struct computer *computer_get(enum computer_id id);
/* The row with this key, or NULL. */
const struct computer *computer_find(const char *key, size_t len);
/* The opponent of a person who names none: the strongest computer that has several levels, so that
 * a newcomer can win, or else the strongest. */
const struct computer *computer_usual(const struct variant *variant);
/* The strongest one that plays the variant, the last such row of the table; NULL if none does. */
const struct computer *computer_strongest(const struct variant *variant);
bool computer_plays(const struct computer *computer, const struct variant *variant);

/* The size in bytes of what it knows of a variant before any game; 0 if it knows nothing. */
size_t computer_tables_size(const struct computer *computer, const struct variant *variant);
/* Writes these bytes; a pure function. Returns 0, ERR_NOT_ITS_GAME or ERR_TOO_LITTLE_MEMORY. */
int computer_tables_make(const struct computer *computer, const struct variant *variant,
                         void *tables_out, size_t size);

/* The least memory that it needs to think. With more, computers that search remember more. */
size_t computer_memory_size(const struct computer *computer, const struct variant *variant);
/* The memory in which a computer that searches remembers `entries` positions, a power of two. Their
 * number decides what it thinks; their size depends on the machine. Never less than
 * computer_memory_size(), and equal to it for computers that do not search. */
size_t computer_memory_for(const struct computer *computer, const struct variant *variant,
                           size_t entries);

/* Thinks about what the seat to act should do in an open game. Returns 0, ERR_NOT_ITS_GAME,
 * ERR_UNKNOWN_LEVEL, ERR_NOTHING_TO_DO or ERR_TOO_LITTLE_MEMORY. */
int computer_think(const struct computer *computer, const struct game *game,
                   const struct thinking *thinking, struct thought *thought_out);

/* The same about a position of this variant that was set up: either side may have any number of
 * stones. ERR_NOT_ITS_GAME also means that the computer knows only games, or that the variant has
 * no positions (position_is_of()); ERR_NOTHING_TO_DO that a winning row stands or no cell is
 * empty. */
int computer_think_position(const struct computer *computer, const struct variant *variant,
                            const struct position *position, const struct thinking *thinking,
                            struct thought *thought_out);

#endif
