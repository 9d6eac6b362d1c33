/* SPDX-License-Identifier: MIT */
/*
 * The photo of a player's page, for the commands profile and player.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_PHOTO_H
#define PENTAD_CLIENT_CLI_ASK_PHOTO_H

#include "base/base64.h"
#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"
#include "photo/photo.h"

#include <stdbool.h>

/* The size of a photo in base64, with its NUL. */
#define PHOTO_IMAGE_SIZE (BASE64_LENGTH(PHOTO_BYTES_MAX) + 1)

/* Makes an image for `photo.set` from the picture in a file. False: the reason was told. */
bool photo_from_file(const char *path, char image_out[PHOTO_IMAGE_SIZE]);
/* penta player [NAME] --photo FILE */
enum exit_code photo_to_file(const struct invocation *invocation);

#endif
