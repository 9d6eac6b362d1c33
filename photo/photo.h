/* SPDX-License-Identifier: MIT */
/*
 * Profile photos: a picture of any kind and size becomes one small square WebP. Functions of bytes
 * without state, for any thread: a child process of the server turns each file that was sent into
 * the photo that is kept, and clients shrink a file with the same code before they send it.
 *
 * A photo is drawn anew from the colours of the picture, so nothing else that a file
 * may hold gets through: no place, no camera, no comment, no second file behind the picture.
 */
#ifndef PENTAD_PHOTO_PHOTO_H
#define PENTAD_PHOTO_PHOTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PHOTO_SIDE 128       /* pixels of a photo, both ways */
#define PHOTO_BYTES_MAX 8192 /* of a photo */

/* The most pixels of a picture; one with more is refused unread. A picture takes four bytes a pixel
 * while it is read (JPEG may need six more), so these are 4 MiB and 256 MiB. */
#define PHOTO_PIXELS_SENT (1024 * 1024)     /* one that a server was sent */
#define PHOTO_PIXELS_OWN (64 * 1024 * 1024) /* a file of one's own */

enum photo_status {
    PHOTO_OK = 0,
    PHOTO_UNKNOWN = -1,     /* neither PNG nor JPEG nor WebP */
    PHOTO_TOO_LARGE = -2,   /* more pixels than were allowed */
    PHOTO_ANIMATED = -3,    /* a WebP that moves */
    PHOTO_UNSUPPORTED = -4, /* a JPEG in the four colours of print */
    PHOTO_DAMAGED = -5,     /* it ends too early, or cannot be read */
    PHOTO_NO_MEMORY = -6,
    PHOTO_STATUS_LAST = PHOTO_NO_MEMORY,
};

/* Makes a photo of a PNG, JPEG or WebP file, recognised by its first bytes: the largest square in
 * its middle, upright, on white where it is transparent. A picture of more than `pixels_max` pixels
 * is refused before any of them is read. Takes the first of several pictures in a PNG. Returns 0 or
 * enum photo_status. */
int photo_make(const uint8_t *bytes, size_t size, size_t pixels_max,
               uint8_t webp_out[PHOTO_BYTES_MAX], size_t *size_out);

/* True if bytes from elsewhere are a photo as photo_make() makes them, as far as that shows without
 * reading a pixel: one still picture of PHOTO_SIDE both ways, and nothing else. */
bool photo_is_one(const uint8_t *webp, size_t size);

#endif
