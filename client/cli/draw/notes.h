/* SPDX-License-Identifier: MIT */
/*
 * The messages beside the board, which tell the last happenings, the oldest first. Keeps the last
 * ones and owns their texts, which are as they came; the screen makes them harmless.
 */
#ifndef PENTAD_CLIENT_CLI_DRAW_NOTES_H
#define PENTAD_CLIENT_CLI_DRAW_NOTES_H

#include "client/cli/terminal/ink.h"

#include <stdbool.h>
#include <stddef.h>

#define NOTES_MAX 100

struct note {
    char *text;
    enum colour colour;
};

struct notes {
    struct note notes[NOTES_MAX];
    size_t count;
    size_t answer; /* so many of the last ones answer the line that was typed last, and nothing came
                      since */
    size_t parts_read; /* of that answer, where it is read part by part */
    bool is_answering;
};

void notes_add(struct notes *notes, enum colour colour, const char *text);
/* Begins an answer: all that is added up to its end, in the place of the one before. */
void notes_begin_answer(struct notes *notes);
void notes_end_answer(struct notes *notes);
/* The part that is shown of it was read. */
void notes_turn(struct notes *notes);
/* All notes with this text get another one. False if there was none. */
bool notes_replace(struct notes *notes, const char *before, const char *now);
void notes_deinit(struct notes *notes);

#endif
