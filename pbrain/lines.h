/* SPDX-License-Identifier: MIT */
/*
 * Splits bytes into lines, in the order in which they came. A line ends with LF, CR or both; empty
 * lines and the rest of a line that is too long are skipped. A plain value.
 */
#ifndef PENTAD_PBRAIN_LINES_H
#define PENTAD_PBRAIN_LINES_H

#include <stdbool.h>
#include <stddef.h>

#define LINES_LONGEST 1000
#define LINES_SIZE 65536

struct lines {
    char bytes[LINES_SIZE]; /* whole lines, each with LF, then the unfinished one */
    size_t len;
    size_t begun; /* bytes of the unfinished line, at the end */
};

/* Takes bytes, as many as there is room for; returns their number. */
size_t lines_put(struct lines *lines, const char *bytes, size_t len);
/* Ends the unfinished line, because no more bytes will come. */
void lines_finish(struct lines *lines);

/* Gives the first line without its end, lent until the next call; false if there is no whole
 * one. */
bool lines_first(const struct lines *lines, const char **line_out, size_t *len_out);
/* Gives the line after `line`, which is one of these. */
bool lines_next(const struct lines *lines, const char *line, const char **line_out,
                size_t *len_out);
/* Removes the first line. */
void lines_drop(struct lines *lines);

#endif
