/* SPDX-License-Identifier: MIT */
/*
 * The text beside the board as lines of a given width: the game, the players, the last notes. Lines
 * are clean text; drawing adds nothing but colour.
 */
#ifndef PENTAD_CLIENT_CLI_DRAW_PANEL_H
#define PENTAD_CLIENT_CLI_DRAW_PANEL_H

#include "client/cli/terminal/ink.h"
#include "client/core/table.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct notes;

#define PANEL_LINES_MAX 100
#define PANEL_LINE_SIZE 512
#define PANEL_HEAD_MIN 10 /* the lines from which a panel shows more than the players */
#define PANEL_END_SIZE 64

struct panel_line {
    enum colour colour;
    char text[PANEL_LINE_SIZE];
    enum colour end_colour;
    char end[PANEL_END_SIZE]; /* a clock at the right end, or "" */
    size_t gap;               /* spaces in front of it */
};

struct panel {
    struct panel_line lines[PANEL_LINES_MAX];
    size_t count;
    size_t height; /* the most lines */
    size_t width;
    struct look look;
};

void panel_init(struct panel *panel, size_t width, size_t height, struct look look);
/* Adds the game, its players, and their clocks at `now_ms`. `legend`, which may be "", stands in
 * space that is free: it takes no row from the notes. */
void panel_add_head(struct panel *panel, const struct table *table, int64_t now_ms,
                    const char *legend);
/* Adds the players and their clocks alone. */
void panel_add_players(struct panel *panel, const struct table *table, int64_t now_ms);
/* Adds the number of stones outside the drawn part of the board, if there are any. */
void panel_add_outside(struct panel *panel, size_t stones);
/* Adds the points of both players, if the rules count points. */
void panel_add_points(struct panel *panel, const struct game *game);
/* Adds a map of a board of 27x27 that the window shows only in part: the owners of the 81 small
 * boards, and right of them those of the nine fields; a plus where the next stone may be placed.
 * Does nothing without room, or for another board. */
void panel_add_map(struct panel *panel, const struct game *game);
/* The number of lines that the last answer needs. */
size_t panel_count_answer(const struct panel *panel, const struct notes *notes);
/* Adds the answer's lines from number `skip` on, as many as fit. */
void panel_add_answer(struct panel *panel, const struct notes *notes, size_t skip);
/* Adds as many of the last notes as still fit, the newest at the bottom. */
void panel_add_notes(struct panel *panel, const struct notes *notes);

/* ------------------------------------------------------------------ notes */
/*
 * The messages beside the board, which tell what happened lately, the oldest first. Keeps the last
 * ones and owns their texts, which are as received; the screen makes them harmless.
 */

#define NOTES_MAX 100

struct note {
    char *text;
    enum colour colour;
};

struct notes {
    struct note notes[NOTES_MAX];
    size_t count;
    size_t answer; /* how many of the last ones answer the line typed last, if nothing came since */
    size_t parts_read; /* of that answer, if it is read part by part */
    bool is_answering;
};

void notes_add(struct notes *notes, enum colour colour, const char *text);
/* Begins an answer, in place of the one before: all that is added until notes_end_answer(). */
void notes_begin_answer(struct notes *notes);
void notes_end_answer(struct notes *notes);
/* Goes on to the next part of the answer: the one on the screen was read. */
void notes_turn(struct notes *notes);
/* Replaces the text of all notes that have this one. False if there was none. */
bool notes_replace(struct notes *notes, const char *before, const char *now);
void notes_deinit(struct notes *notes);

#endif
