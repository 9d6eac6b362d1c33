/* SPDX-License-Identifier: MIT */
/*
 * A player's page and its photo, for the commands profile and player.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_PERSON_H
#define PENTAD_CLIENT_CLI_ASK_PERSON_H

#include "base/base64.h"
#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"
#include "client/cli/terminal/feed.h"
#include "client/core/typed.h"
#include "photo/photo.h"

#include <stdbool.h>
#include <stddef.h>

/* The size of a photo in base64, with its NUL. */
#define PHOTO_IMAGE_SIZE (BASE64_LENGTH(PHOTO_BYTES_MAX) + 1)

/* Makes an image for `photo.set` of the picture in a file. False: it has told why not. */
bool photo_from_file(const char *path, char image_out[PHOTO_IMAGE_SIZE]);
/* penta player [NAME] --photo FILE */
enum exit_code photo_to_file(const struct invocation *invocation);

/* ------------------------------------------------------------------ people */
/*
 * The person at the terminal of a command that goes on: lines that are typed there, edited by the
 * terminal itself. It is opened anew, and nothing is read in the background. On the loop's thread.
 */

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
