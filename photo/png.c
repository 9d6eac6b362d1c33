/* SPDX-License-Identifier: MIT */
/*
 * Reads PNG by libpng's simple interface, which makes of every depth and kind of colour the same
 * pixels. It gets the chunks that a picture is made of and no others, and none that says it is
 * longer than the file: for what a chunk says, libpng asks for memory at once, 2 GiB if need be.
 */
#include "photo/photo.h"
#include "photo/picture.h"

#include <stdlib.h>
#include <string.h>

#include <png.h>

#define SIGNATURE_SIZE 8
#define CHUNK_FRAME 12 /* length and name before it, a checksum behind */
#define HEAD_SIZE 24   /* signature, then the chunk IHDR: length, name, width, height ... */

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

/* Size, colours, transparency, brightness, pixels, end. */
static bool is_needed(const uint8_t *name)
{
    static const char NEEDED[][5] = {"IHDR", "PLTE", "tRNS", "gAMA", "sRGB",
                                     "cHRM", "sBIT", "IDAT", "IEND"};
    for (size_t i = 0; i < sizeof(NEEDED) / sizeof(*NEEDED); i++)
        if (memcmp(name, NEEDED[i], 4) == 0)
            return true;
    return false;
}

/* Copies the signature and the needed chunks. Returns how many bytes that are, or 0 if the file
 * ends before its last chunk. */
static size_t copy_needed(const uint8_t *bytes, size_t size, uint8_t *out)
{
    size_t count = SIGNATURE_SIZE;
    memcpy(out, bytes, SIGNATURE_SIZE);
    for (size_t at = SIGNATURE_SIZE; size - at >= CHUNK_FRAME;) {
        const uint8_t *name = &bytes[at + 4];
        size_t length = big_endian(&bytes[at]);
        if (length > size - at - CHUNK_FRAME)
            return 0;
        length += CHUNK_FRAME;
        if (is_needed(name)) {
            memcpy(&out[count], &bytes[at], length);
            count += length;
        }
        if (memcmp(name, "IEND", 4) == 0)
            return count;
        at += length;
    }
    return 0;
}

static int read_needed(const uint8_t *bytes, size_t size, struct picture *picture)
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

static int png_read(const uint8_t *bytes, size_t size, struct picture *picture)
{
    uint8_t *needed = malloc(size);
    if (needed == NULL)
        return PHOTO_NO_MEMORY;
    size_t count = copy_needed(bytes, size, needed);
    int status = count > 0 ? read_needed(needed, count, picture) : PHOTO_DAMAGED;
    free(needed);
    return status;
}

const struct picture_kind picture__png = {png_is_it, png_measure, png_read};
