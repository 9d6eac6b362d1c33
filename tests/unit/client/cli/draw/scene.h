/* SPDX-License-Identifier: MIT */
/*
 * A screen of `penta play` without a terminal: a table with a game of anna (1500) against boris as
 * anna sees it, and what screen_draw() makes of it in a window of 80 by 24.
 */
#ifndef PENTAD_TESTS_UNIT_CLIENT_CLI_DRAW_SCENE_H
#define PENTAD_TESTS_UNIT_CLIENT_CLI_DRAW_SCENE_H

#include "client/cli/draw/screen.h"

#define SCENE_ROWS_MAX 100

/* The window as the terminal would show it: rows of text, and where the cursor is. */
struct shown {
    char rows[SCENE_ROWS_MAX][512];
    size_t count;
    size_t cursor_row;
    size_t cursor_column;
};

struct scene {
    struct table table;
    struct notes notes;
    struct editor editor;
    struct screen screen;
    struct shown shown;
};

/* The game has these actions; anna began. */
struct scene *scene_new(enum variant_id variant, const char *actions);
void scene_free(struct scene *scene);

/* anna is to move and has `left_ms`, boris a minute. */
void scene_set_clocks(struct scene *scene, int64_t left_ms);
/* Draws the screen into `shown`. */
void scene_show(struct scene *scene);

#endif
