/* SPDX-License-Identifier: MIT */
/*
 * Lines out of bytes, in the order in which they came. A line ends with LF, CR or both; empty ones
 * are passed over, and of a line that is too long the rest is. A plain value.
 */
#ifndef PENTAD_PBRAIN_LINES_H
#define PENTAD_PBRAIN_LINES_H

#include <stdbool.h>
#include <stddef.h>

#define LINES_LONGEST 1000
#define LINES_SIZE 65536

struct lines {
    char bytes[LINES_SIZE]; /* whole lines, each with LF, then the one that comes */
    size_t len;
    size_t begun; /* bytes of the line that comes, at the end */
};

/* Takes bytes, as many as there is room for; returns how many. */
size_t lines_put(struct lines *lines, const char *bytes, size_t len);
/* Ends the line that comes: no more bytes will. */
void lines_finish(struct lines *lines);

/* The first line without its end, lent until the next call; false if there is no whole one. */
bool lines_first(const struct lines *lines, const char **line_out, size_t *len_out);
/* The line behind `line`, which is one of these. */
bool lines_next(const struct lines *lines, const char *line, const char **line_out,
                size_t *len_out);
/* Removes the first line. */
void lines_drop(struct lines *lines);

#endif
