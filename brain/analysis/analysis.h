/* SPDX-License-Identifier: MIT */
/*
 * Understanding a game: what each position promised, what each move cost, where the game was lost.
 * An analysis answers one question a call, from the last position backwards, so that what is proven
 * after a move helps to judge it, and the caller can show how far it is, or stop. Proofs, which are
 * certain, and shares, which are likely, are never mixed. Games of five in a row are looked at with
 * the eyes of their players, for fours and threes; all others by playing them on
 * (analysis_sees_threats()).
 *
 * A pure function of the game, the limit of nodes and cleared memory. The struct is the caller's
 * and owns nothing; tables and memory are lent for its life.
 */
#ifndef PENTAD_BRAIN_ANALYSIS_ANALYSIS_H
#define PENTAD_BRAIN_ANALYSIS_ANALYSIS_H

#include "brain/computer.h"
#include "engine/game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ANALYSIS_SHARE_ONE 10000
#define ANALYSIS_SLIP 500     /* a cost from which a move is mentioned */
#define ANALYSIS_MISTAKE 1500 /* and from which it is a mistake */
#define ANALYSIS_WINNING 9000 /* a share that is overwhelming */
#define ANALYSIS_NODES 60000  /* a limit that takes about ten seconds for five in a row */
#define ANALYSIS_STOPS_MAX 4
#define ANALYSIS_LINE_MAX 56

struct answerer; /* brain/analysis/work.h (private) */

/* The answers to "is there a win by fours?": three, which are never mixed. */
enum analysis_answer {
    ANALYSIS_UNKNOWN,
    ANALYSIS_YES,
    ANALYSIS_NO, /* all were gone through */
};

/* The moves of both sides in turn; only the beginning of a longer line. */
struct analysis_line {
    uint16_t count;
    struct action actions[ANALYSIS_LINE_MAX];
};

/* The position before a ply, or after the last one, as analysis_seat() sees it. */
struct analysis_place {
    bool is_known;
    bool is_forced;      /* only one action does not lose at once: `only` */
    bool is_single;      /* a missed win: no other first move was found to win */
    uint8_t proof;       /* enum proof */
    uint8_t fours;       /* enum analysis_answer: a win by fours */
    uint8_t win;         /* enum analysis_win: how, if the proof is a win */
    uint8_t made;        /* enum analysis_threat: of the stone that was placed */
    uint8_t stops_count; /* of a losing move: actions after which no win was found for the other */
    uint16_t share;      /* of games from here, draws by half, of ANALYSIS_SHARE_ONE */
    uint16_t after;      /* the share after what was played, comparable with `share` */
    struct action only;
    struct action stops[ANALYSIS_STOPS_MAX];
    struct analysis_line line; /* of a proof; else the best play that is known, maybe none */
};

enum analysis_question {
    ANALYSIS_ASKS_RULES, /* facts seen without a search, or known from the next ply */
    ANALYSIS_ASKS_FOURS,
    ANALYSIS_ASKS_THREES,
    ANALYSIS_ASKS_LOSS,
    ANALYSIS_ASKS_SHARE,
    ANALYSIS_ASKS_OTHERS, /* the worth of other moves */
    ANALYSIS_ASKS_AGAIN,  /* the same, deeper, before a move is called a mistake */
    ANALYSIS_ASKS_STOPS,
    ANALYSIS_ASKS_SINGLE, /* does another first move win, too? */
    ANALYSIS_ASKS_NOTHING,
};

struct analysis {
    struct game game;
    uint64_t nodes; /* the limit of a question */
    const struct answerer *answerer;
    void *work; /* the answerer's, in the lent memory */
    bool was_stopped;
    unsigned first;   /* the first ply that is judged: a player made it, colours are chosen */
    unsigned ply;     /* the ply that is asked about now */
    uint8_t question; /* enum analysis_question */
    int8_t winner;    /* enum seat; SEAT_NONE: nobody */
    int8_t seats[GAME_ACTIONS_MAX]; /* the seats that acted */
    struct analysis_place places[GAME_ACTIONS_MAX + 1];
};

/* True if games of this variant are analysed. */
bool analysis_plays(const struct variant *variant);

/* True if its analysis speaks of fours and threes. If not, `fours`, `made` and the wins by them are
 * all unknown. */
bool analysis_sees_threats(const struct variant *variant);

/* The size in bytes of what is known of a variant before any game, and its writer. */
size_t analysis_tables_size(const struct variant *variant);
void analysis_tables_make(void *tables_out, const struct variant *variant);

/* The least memory to lend; with more, positions of five in a row are remembered longer. */
size_t analysis_memory_size(const struct variant *variant);

/* The options of an analysis. */
struct analysis_options {
    uint64_t nodes;     /* 0: ANALYSIS_NODES, or for other games as many as take some tens of
                           seconds for a whole analysis */
    const void *tables; /* analysis_tables_make() for the game's variant */
    void *memory;       /* zeros, aligned for any type */
    size_t memory_size;
    enum seat winner;        /* of a win that is not on the board; else SEAT_NONE */
    unsigned start;          /* plies that nobody made in this game: they are not judged */
    bool (*stop)(void *ctx); /* asked every 1,024 nodes; NULL: never */
    void *ctx;
};

/* Begins. Returns 0, ERR_NOT_ITS_GAME if the variant is not analysed, ERR_NOTHING_TO_DO if no move
 * can be judged, or ERR_TOO_LITTLE_MEMORY. */
int analysis_init(struct analysis *analysis, const struct game *game,
                  const struct analysis_options *options);

/* Asks the next question; false if there are no more, or it was stopped. */
bool analysis_step(struct analysis *analysis);

/* The plies that are done, and all plies. */
unsigned analysis_done(const struct analysis *analysis);
unsigned analysis_all(const struct analysis *analysis);

/* The seat that acts at the ply; at `game.ply`, after the last action, the seat that acts next, or
 * would if the game went on: the opponent of the last one. The place of the ply is as this seat
 * sees it. */
enum seat analysis_seat(const struct analysis *analysis, unsigned ply);

#endif
