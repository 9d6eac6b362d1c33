/* SPDX-License-Identifier: MIT */
/*
 * A game of two programs of the Gomocup protocol from an opening, with engine/ as the referee: it
 * alone says which moves are legal, when the game is over and who has won.
 */
#ifndef PENTAD_TESTS_BENCH_GOMOCUP_MATCH_H
#define PENTAD_TESTS_BENCH_GOMOCUP_MATCH_H

#include "engine/game.h"
#include "tests/bench/gomocup_engine.h"

enum match_reason {
    MATCH_ROW,     /* a row was made */
    MATCH_FULL,    /* drawn: the board is full, or the limit of moves was reached */
    MATCH_ILLEGAL, /* a move that the rules do not allow, or no move */
    MATCH_TIME,    /* an answer after the time for a move and the grace */
    MATCH_ENDED,   /* the program ended, or did not answer at all */
    MATCH_REASONS
};

struct match_rules {
    struct variant variant;
    double move_ms;
    double grace_ms;   /* a later answer is a loss */
    double hang_ms;    /* beyond that: then the program is killed */
    size_t moves_most; /* 0: as many as the board has squares */
};

struct match_result {
    enum seat winner; /* by marks: SEAT_FIRST had X; SEAT_NONE: drawn */
    enum match_reason reason;
    double longest_ms[SEAT_COUNT]; /* of all answers by the program of this seat */
    double total_ms[SEAT_COUNT];
    unsigned answers[SEAT_COUNT];
};

/* Starts a program, or sets it up for another game if it runs; false if it does not play this. */
bool match_start(struct gomocup_engine *engine, const struct match_rules *rules);

/* Plays from the opening, whose actions are legal. Programs that do not run are started; those that
 * cannot go on are ended. `game` is the whole game then. */
struct match_result match_play(const struct match_rules *rules, const char *opening,
                               struct gomocup_engine *by_seat[SEAT_COUNT], struct game *game_out);

/* The actions of an opening as the game that they give; false if it is none. */
bool match_opening(const struct match_rules *rules, const char *opening, struct game *game_out);

const char *match_reason_word(enum match_reason reason);

#endif
