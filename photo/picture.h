/* SPDX-License-Identifier: MIT */
/*
 * Private to photo/: a picture as pixels, and the readers of each kind of file.
 */
#ifndef PENTAD_PHOTO_PICTURE_H
#define PENTAD_PHOTO_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The turn that makes a picture upright, however the camera was held. The numbers are those of
 * EXIF's field 0x0112. */
enum turn {
    TURN_NONE = 1,
    TURN_MIRROR,
    TURN_HALF,
    TURN_MIRROR_HALF,
    TURN_MIRROR_LEFT, /* first column and first row change places */
    TURN_RIGHT,
    TURN_MIRROR_RIGHT,
    TURN_LEFT,
};

struct picture {
    uint32_t width;
    uint32_t height;
    enum turn turn;
    uint8_t *rgba; /* rows from the top, without gaps; alpha is not multiplied in. free() */
};

/* One kind of file. Both functions return 0 or enum photo_status. */
struct picture_kind {
    bool (*is_it)(const uint8_t *bytes, size_t size);
    /* Reads the head: width and height, and refuses what cannot become a photo. Looks at no
     * pixel. */
    int (*measure)(const uint8_t *bytes, size_t size, struct picture *picture);
    /* Reads the pixels into `rgba`, which has room for the measured size. */
    int (*read)(const uint8_t *bytes, size_t size, struct picture *picture);
};

extern const struct picture_kind picture__png;
extern const struct picture_kind picture__jpeg;
extern const struct picture_kind picture__webp;

/* The turn that a JPEG file asks for; TURN_NONE if it asks for none, or cannot be understood. */
enum turn turn__of_jpeg(const uint8_t *bytes, size_t size);

#endif
