/* SPDX-License-Identifier: MIT */
/*
 * Files to make photos of, written by the same libraries that read them.
 */
#ifndef PENTAD_TESTS_UNIT_PHOTO_PICTURES_H
#define PENTAD_TESTS_UNIT_PHOTO_PICTURES_H

#include <stddef.h>
#include <stdint.h>

struct file {
    uint8_t *bytes; /* free() */
    size_t size;
};

struct rgba {
    uint8_t red, green, blue, alpha;
};

typedef struct rgba paint_fn(uint32_t x, uint32_t y, uint32_t width, uint32_t height);

/* Corners: red, green; blue, white. */
paint_fn paint_corners;
/* Every pixel another colour. */
paint_fn paint_noise;
/* Red, and left of the middle nothing. */
paint_fn paint_half_clear;

struct png_form {
    int colours; /* PNG_COLOR_TYPE_... */
    int depth;
    int is_interlaced;
};

struct file png_file(paint_fn *paint, uint32_t width, uint32_t height, struct png_form form);
/* Also the plainest form, and one that holds `text` beside the picture. */
struct file png_plain(paint_fn *paint, uint32_t width, uint32_t height);
struct file png_with_text(paint_fn *paint, uint32_t width, uint32_t height, const char *text);
/* `sampling` is TJSAMP_...; `flags` TJFLAG_... */
struct file jpeg_file(paint_fn *paint, uint32_t width, uint32_t height, int sampling, int flags);
struct file jpeg_of_print(uint32_t side);
/* With an EXIF part that says how the camera was held, in either byte order, and where. */
struct file jpeg_turned(paint_fn *paint, uint32_t width, uint32_t height, int turn, int is_little);
struct file webp_file(paint_fn *paint, uint32_t width, uint32_t height, int is_lossless);
/* The head of one that moves. */
struct file webp_moving(uint32_t side);

#endif
