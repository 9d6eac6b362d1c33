/* SPDX-License-Identifier: MIT */
/*
 * The person at the terminal of a command that goes on: lines that are typed there, edited by the
 * terminal itself. It is opened anew, and nothing is read in the background. On the loop's thread.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_PERSON_H
#define PENTAD_CLIENT_CLI_ASK_PERSON_H

#include "client/cli/terminal/feed.h"
#include "client/core/typed.h"

#include <stdbool.h>
#include <stddef.h>

/* Begins as zeros; it stays until the loop has run out. */
struct person {
    struct feed feed;
    int fd;
    bool is_open;
    void (*line)(void *ctx, const char *line);
    void *ctx;
    char typed[TYPED_SIZE]; /* up to the end of the line, which has not come yet */
    size_t len;
};

/* Reads lines, without spaces at their ends, from the terminal; where there is none, nothing. */
void person_open(struct person *person, uv_loop_t *loop, void (*line)(void *ctx, const char *line),
                 void *ctx);
void person_close(struct person *person);

#endif
