/* SPDX-License-Identifier: MIT */
/*
 * Reads what is typed at a table (client/core/typed.h): lines come out in English words and Latin
 * letters, which all other parts know. Where two squares may be meant, the person is asked, once in
 * a visit; no stone is placed on a guess. A plain value.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_READING_H
#define PENTAD_CLIENT_CLI_PLAY_READING_H

#include "client/cli/play/visit.h"
#include "client/core/typed.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All but the first member begin as zeros. */
struct reading {
    const struct visit *visit;
    bool is_asked;      /* which of the two lines of `typed` is meant; see reading_is_asking() */
    bool is_withdrawn;  /* and the position has changed since, which was told */
    struct typed typed; /* the line that was typed last */
    uint64_t game;      /* the table's when it was asked, and its ply */
    unsigned ply;
    bool has_way; /* the person has said how Russian letters are meant */
    enum typed_way way;
};

/* Takes a line. False: nothing is to be done, for it cannot be told yet what is meant; else `line`
 * is what to do. */
bool reading_take(struct reading *reading, const char *typed, char line[TYPED_SIZE]);
/* The same line for looking only: what it will most likely mean. */
void reading_peek(const struct reading *reading, const char *typed, char line[TYPED_SIZE]);
/* The text that Tab adds to a line (typed_complete()). */
void reading_complete(const char *typed, char rest[TYPED_SIZE]);
/* All notices of what was received have been taken: withdraws the question if the position is
 * another one. An answer that comes all the same says how letters are read, and places nothing. */
void reading_settle(struct reading *reading);
/* Whether a question waits for an answer, which it does in one position only; then the question. */
bool reading_is_asking(const struct reading *reading);
void reading_put_question(const struct reading *reading, char *text, size_t size);

/* ------------------------------------------------------------------ refusals */
/*
 * The end of a visit for which no table was found.
 */

/* Ends the visit with the server's error, and says what can be done in place of it. `room` is the
 * one that was to be joined, `busy_room` that of the game whose clock runs; 0: not known. */
void refusal_tell(const struct visit *visit, const struct session_error *error, uint64_t room,
                  uint64_t busy_room);

#endif
