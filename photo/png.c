/* SPDX-License-Identifier: MIT */
/*
 * PNG by libpng's simple interface, which makes of every depth and kind of colour the same pixels,
 * skips chunks that it does not need, and bounds those that it does.
 */
#include "photo/photo.h"
#include "photo/picture.h"

#include <string.h>

#include <png.h>

#define HEAD_SIZE 24 /* signature, then the chunk IHDR: length, name, width, height ... */

static bool png_is_it(const uint8_t *bytes, size_t size)
{
    static const uint8_t SIGNATURE[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    return size >= sizeof(SIGNATURE) && memcmp(bytes, SIGNATURE, sizeof(SIGNATURE)) == 0;
}

static uint32_t big_endian(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static int png_measure(const uint8_t *bytes, size_t size, struct picture *picture)
{
    if (size < HEAD_SIZE || memcmp(&bytes[12], "IHDR", 4) != 0)
        return PHOTO_DAMAGED;
    picture->width = big_endian(&bytes[16]);
    picture->height = big_endian(&bytes[20]);
    return PHOTO_OK;
}

static int png_read(const uint8_t *bytes, size_t size, struct picture *picture)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    if (png_image_begin_read_from_memory(&image, bytes, size) == 0)
        return PHOTO_DAMAGED;
    image.format = PNG_FORMAT_RGBA;
    bool is_done = image.width == picture->width && image.height == picture->height &&
                   png_image_finish_read(&image, NULL, picture->rgba, 0, NULL) != 0;
    png_image_free(&image);
    return is_done ? PHOTO_OK : PHOTO_DAMAGED;
}

const struct picture_kind picture__png = {png_is_it, png_measure, png_read};
