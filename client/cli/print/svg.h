/* SPDX-License-Identifier: MIT */
/*
 * A page of A4 as SVG: its frame, and lines, circles and text on it. Lengths are tenths of a
 * millimetre from the top left corner of the page. Everything is black on white. Appends to an ink;
 * nothing is kept.
 */
#ifndef PENTAD_CLIENT_CLI_PRINT_SVG_H
#define PENTAD_CLIENT_CLI_PRINT_SVG_H

#include "client/cli/terminal/ink.h"

#include <stdbool.h>

#define SVG_PAGE_WIDTH 2100
#define SVG_PAGE_HEIGHT 2970
#define SVG_LETTER_MIN 16 /* smaller ones are unreadable */

struct point {
    int x;
    int y;
};

struct area {
    int x;
    int y;
    int width;
    int height;
};

/* The classes of shapes (`class`), by which a program can find them. */
enum svg_class {
    SVG_PLAIN,
    SVG_STONE_X,
    SVG_STONE_O,
    SVG_OWNER, /* the big mark of the owner of a small board, or a field */
    SVG_ROW,   /* strikes the winning row through */
};

enum svg_anchor {
    SVG_BEGIN,
    SVG_MIDDLE,
    SVG_END,
};

struct svg_letters {
    int size; /* of the letters, at least SVG_LETTER_MIN */
    enum svg_anchor anchor;
    bool is_bold;
    bool is_clear; /* white around the letters, so that they can be read over lines */
    int room; /* longer texts get smaller letters, and are cut in the end; 0: the text is short */
};

/* Put the head of the file, and its end. */
void svg_begin(struct ink *ink, const char *title);
void svg_end(struct ink *ink);

/* Begins a group of shapes of this class, and ends it. */
void svg_open(struct ink *ink, const char *class);
void svg_close(struct ink *ink);

void svg_line(struct ink *ink, enum svg_class class, struct point from, struct point to, int width);
/* A thin line of dashes. */
void svg_dashes(struct ink *ink, struct point from, struct point to);
void svg_dot(struct ink *ink, struct point at, int radius);
/* The marks of stones and owners. */
void svg_cross(struct ink *ink, enum svg_class class, struct point at, int radius, int width);
void svg_ring(struct ink *ink, enum svg_class class, struct point at, int radius, int width);
/* Puts a text on the line at `at`, after making it harmless. */
void svg_text(struct ink *ink, const struct svg_letters *letters, struct point at,
              const char *text);
/* The estimated width of a text in letters of this size; fonts differ. */
int svg_text_width(const char *text, int size);

#endif
