/* SPDX-License-Identifier: MIT */
/*
 * The outcome of a game: its result by seat and the reason, from the table engine/outcomes.def.
 * The board knows rows, full boards and points; the other reasons are the server's decisions.
 */
#ifndef PENTAD_ENGINE_OUTCOME_H
#define PENTAD_ENGINE_OUTCOME_H

#include "engine/game.h"

#include <stdbool.h>

enum result {
#define RESULT(id, word) RESULT_##id,
#include "engine/outcomes.def"
#undef RESULT
    RESULT_COUNT
};

enum reason {
#define REASON(id, word, phrase) REASON_##id,
#include "engine/outcomes.def"
#undef REASON
    REASON_COUNT
};

struct outcome {
    enum result result; /* RESULT_FIRST and RESULT_SECOND equal the seats' numbers */
    enum reason reason;
};

enum score {
#define SCORE(id, word) SCORE_##id,
#include "engine/outcomes.def"
#undef SCORE
    SCORE_COUNT
};

/* The outcome of a game that the board has ended. */
struct outcome outcome_of_board(const struct game *game);

/* True if it is one for which the board ends a game. */
bool reason_is_of_board(enum reason reason);

/* True if the game ended before it really was one: aborted, not begun, broken off. Players do not
 * swap sides after it. */
bool reason_is_before_play(enum reason reason);

/* The reason for the end if the player at `seat` gives up: REASON_RESIGN, a loss; REASON_ABORTED
 * until both have acted after the first `given` plies; REASON_BROKEN_OFF while the opponent is far
 * from a row. */
enum reason reason_of_giving_up(const struct game *game, unsigned given, enum seat seat);

/* `result` as the player at `seat` (0 or 1) sees it. */
enum score score_of_seat(enum result result, int seat);

/* The stored words; `result`, `reason` and `score` are below their counts. */
const char *result_word(enum result result);
const char *reason_word(enum reason reason);
const char *score_word(enum score score);
/* The position of a word, or -1. */
int result_from_word(const char *word);
int reason_from_word(const char *word);
int score_from_word(const char *word);

#endif
