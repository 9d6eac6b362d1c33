/* SPDX-License-Identifier: MIT */
/*
 * Reads what is typed at a table (client/core/typed.h): lines come out in English words and Latin
 * letters, which all other parts know. If two squares may be meant, the person is asked, once in a
 * visit; no stone is placed on a guess. A plain value.
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
    bool is_asked;      /* the person is asked for one of the two lines of `typed` */
    bool is_withdrawn;  /* the position has changed since then, which was told */
    struct typed typed; /* the line that was typed last */
    uint64_t game;      /* the table's game when it was asked, and its ply */
    unsigned ply;
    bool has_way; /* the person has said how to read Russian letters */
    enum typed_way way;
};

/* Takes a line. False: its meaning is not clear yet, and nothing is to be done; else `line` is what
 * to do. */
bool reading_take(struct reading *reading, const char *typed, char line[TYPED_SIZE]);
/* The most likely meaning of the line, only to look at. */
void reading_peek(const struct reading *reading, const char *typed, char line[TYPED_SIZE]);
/* The text that Tab adds to a line (typed_complete()). */
void reading_complete(const char *typed, char rest[TYPED_SIZE]);
/* Called when all notices of the received bytes have been taken: withdraws the question if the
 * position has changed. An answer that still comes decides how letters are read, and places
 * nothing. */
void reading_settle(struct reading *reading);
/* True if a question waits for an answer, which it does in one position only; and the question. */
bool reading_is_asking(const struct reading *reading);
void reading_put_question(const struct reading *reading, char *text, size_t size);

/* ------------------------------------------------------------------ refusals */
/*
 * The end of a visit that found no table.
 */

/* Ends the visit with the server's error, and says what can be done instead. `room` is the one that
 * was to be joined, `busy_room` that of the game whose clock runs; 0: not known. */
void refusal_tell(const struct visit *visit, const struct session_error *error, uint64_t room,
                  uint64_t busy_room);

#endif
