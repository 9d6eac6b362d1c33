/* SPDX-License-Identifier: MIT */
/*
 * The list of the player's own puzzles and how often each was solved since it was last failed, as
 * values and as text. The next one is that which was solved the least often, and of equals the one
 * played longest ago. Pure.
 */
#ifndef PENTAD_CLIENT_CORE_PUZZLES_H
#define PENTAD_CLIENT_CORE_PUZZLES_H

#include "engine/game.h"

#include <stdbool.h>
#include <stddef.h>

#define PUZZLES_MAX 500
#define PUZZLE_KEY_SIZE 17 /* 16 digits */
#define PUZZLES_TEXT_SIZE (64 + PUZZLES_MAX * 32)

struct puzzle {
    char key[PUZZLE_KEY_SIZE];
    unsigned solved; /* how often in a row */
};

/* Puzzles, the one played longest ago first. */
struct puzzles {
    struct puzzle rows[PUZZLES_MAX];
    size_t count;
};

/* The key of a position: the same stones give the same key. */
void puzzle_key(const struct game *game, char key_out[PUZZLE_KEY_SIZE]);

/* Adds a new one. False if it is there already, or there is no room. */
bool puzzles_add(struct puzzles *puzzles, const char *key);
/* The one to play next; NULL if there is none. */
const struct puzzle *puzzles_next(const struct puzzles *puzzles);
/* Notes that the puzzle was played. */
void puzzles_note(struct puzzles *puzzles, const char *key, bool is_solved);
/* The number of those not solved since they were failed or kept. */
size_t puzzles_unsolved(const struct puzzles *puzzles);

/* Reads the text; false if it was not written by puzzles_format(). */
bool puzzles_parse(struct puzzles *puzzles, const char *text);
/* Writes it (PUZZLES_TEXT_SIZE bytes); returns its length. */
size_t puzzles_format(const struct puzzles *puzzles, char *text);

#endif
