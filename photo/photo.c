/* SPDX-License-Identifier: MIT */
/*
 * From a file to a photo: measured, read, cut and shrunk, turned, written as WebP.
 */
#include "photo/photo.h"

#include "photo/picture.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <webp/encode.h>

#define SIDE_MAX 65535 /* of a picture; JPEG has no larger ones */
#define OPAQUE 255
#define WHITE 255

/* ------------------------------------------------------------------ reading */

static const struct picture_kind *kind_of(const uint8_t *bytes, size_t size)
{
    if (picture__png.is_it(bytes, size))
        return &picture__png;
    if (picture__jpeg.is_it(bytes, size))
        return &picture__jpeg;
    if (picture__webp.is_it(bytes, size))
        return &picture__webp;
    return NULL;
}

static int size_status(const struct picture *picture, size_t pixels_max)
{
    if (picture->width == 0 || picture->height == 0)
        return PHOTO_DAMAGED;
    if (picture->width > SIDE_MAX || picture->height > SIDE_MAX)
        return PHOTO_TOO_LARGE;
    return (size_t)picture->width * picture->height > pixels_max ? PHOTO_TOO_LARGE : PHOTO_OK;
}

/* On success the pixels are the caller's. */
static int picture_read(const uint8_t *bytes, size_t size, size_t pixels_max,
                        struct picture *picture)
{
    const struct picture_kind *kind = kind_of(bytes, size);
    if (kind == NULL)
        return PHOTO_UNKNOWN;
    int status = kind->measure(bytes, size, picture);
    if (status == PHOTO_OK)
        status = size_status(picture, pixels_max);
    if (status != PHOTO_OK)
        return status;
    /* Zeros: what a reader left out must not show what the memory held before. */
    picture->rgba = calloc((size_t)picture->width * picture->height, 4);
    if (picture->rgba == NULL)
        return PHOTO_NO_MEMORY;
    status = kind->read(bytes, size, picture);
    if (status != PHOTO_OK)
        free(picture->rgba);
    return status;
}

/* ------------------------------------------------------------------ shrinking */

/* The square in the middle, in units of which PHOTO_SIDE are a pixel: so all borders of the photo's
 * pixels are whole numbers. */
struct crop {
    const struct picture *picture;
    size_t left;
    size_t top;
    size_t side; /* of the square in pixels, and of a pixel of the photo in units */
};

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The share of the pixel `at` that lies between `from` and `to`. */
static size_t overlap(size_t at, size_t from, size_t to)
{
    size_t begin = at * PHOTO_SIDE, end = begin + PHOTO_SIDE;
    return smaller(end, to) - (begin > from ? begin : from);
}

/* Adds a pixel with its weight to the sums of a colour; white shines through. */
static void add_pixel(const uint8_t *pixel, uint64_t weight, uint64_t sums[3])
{
    for (size_t c = 0; c < 3; c++)
        sums[c] += weight * ((uint64_t)pixel[c] * pixel[3] + (uint64_t)WHITE * (OPAQUE - pixel[3]));
}

/* The mean colour of the part that becomes the photo's pixel in column x and row y. */
static void mean_colour(const struct crop *crop, size_t x, size_t y, uint8_t rgb[3])
{
    const struct picture *picture = crop->picture;
    size_t left = crop->left * PHOTO_SIDE + x * crop->side, right = left + crop->side;
    size_t top = crop->top * PHOTO_SIDE + y * crop->side, bottom = top + crop->side;
    uint64_t whole = (uint64_t)crop->side * crop->side * OPAQUE;
    uint64_t sums[3] = {0};
    for (size_t row = top / PHOTO_SIDE; row * PHOTO_SIDE < bottom; row++) {
        const uint8_t *pixels = &picture->rgba[row * picture->width * 4];
        size_t height = overlap(row, top, bottom);
        for (size_t column = left / PHOTO_SIDE; column * PHOTO_SIDE < right; column++)
            add_pixel(&pixels[column * 4], height * overlap(column, left, right), sums);
    }
    for (size_t c = 0; c < 3; c++)
        rgb[c] = (uint8_t)((sums[c] + whole / 2) / whole);
}

/* Finds the pixel that becomes the photo's in column x and row y. */
static void turn_back(enum turn turn, size_t x, size_t y, size_t *x_out, size_t *y_out)
{
    const size_t last = PHOTO_SIDE - 1;
    bool is_on_its_side = turn >= TURN_MIRROR_LEFT;
    bool is_column_reversed =
        turn == TURN_MIRROR || turn == TURN_HALF || turn == TURN_MIRROR_RIGHT || turn == TURN_LEFT;
    bool is_row_reversed = turn == TURN_HALF || turn == TURN_MIRROR_HALF || turn == TURN_RIGHT ||
                           turn == TURN_MIRROR_RIGHT;
    *x_out = is_on_its_side ? y : x;
    *y_out = is_on_its_side ? x : y;
    if (is_column_reversed)
        *x_out = last - *x_out;
    if (is_row_reversed)
        *y_out = last - *y_out;
}

static void shrink(const struct picture *picture, uint8_t *rgb)
{
    size_t side = smaller(picture->width, picture->height);
    assert(side > 0);
    const struct crop crop = {
        .picture = picture,
        .left = (picture->width - side) / 2,
        .top = (picture->height - side) / 2,
        .side = side,
    };
    for (size_t y = 0; y < PHOTO_SIDE; y++) {
        for (size_t x = 0; x < PHOTO_SIDE; x++) {
            size_t from_x, from_y;
            turn_back(picture->turn, x, y, &from_x, &from_y);
            mean_colour(&crop, from_x, from_y, &rgb[(y * PHOTO_SIDE + x) * 3]);
        }
    }
}

/* ------------------------------------------------------------------ writing */

struct target {
    uint8_t *bytes;
    size_t size;
    bool is_full;
};

static int on_bytes(const uint8_t *bytes, size_t size, const WebPPicture *picture)
{
    struct target *target = picture->custom_ptr;
    target->is_full = size > PHOTO_BYTES_MAX - target->size;
    if (target->is_full)
        return 0;
    memcpy(&target->bytes[target->size], bytes, size);
    target->size += size;
    return 1;
}

static int encode(const uint8_t *rgb, float quality, struct target *target)
{
    WebPConfig config;
    WebPPicture picture;
    if (!WebPConfigPreset(&config, WEBP_PRESET_PHOTO, quality) || !WebPPictureInit(&picture))
        return PHOTO_UNSUPPORTED; /* another version of the library */
    picture.width = PHOTO_SIDE;
    picture.height = PHOTO_SIDE;
    picture.writer = on_bytes;
    picture.custom_ptr = target;
    target->size = 0;
    bool is_done =
        WebPPictureImportRGB(&picture, rgb, PHOTO_SIDE * 3) && WebPEncode(&config, &picture);
    WebPPictureFree(&picture);
    if (is_done)
        return PHOTO_OK;
    return target->is_full ? PHOTO_TOO_LARGE : PHOTO_NO_MEMORY;
}

/* Writes it as good as it may be: noise alone needs more than the first quality. */
static int write_webp(const uint8_t *rgb, uint8_t *webp_out, size_t *size_out)
{
    static const float QUALITIES[] = {85, 70, 50, 30, 10, 0};
    struct target target = {.bytes = webp_out};
    int status = PHOTO_TOO_LARGE;
    for (size_t i = 0; i < sizeof(QUALITIES) / sizeof(*QUALITIES) && status == PHOTO_TOO_LARGE; i++)
        status = encode(rgb, QUALITIES[i], &target);
    *size_out = target.size;
    return status;
}

int photo_make(const uint8_t *bytes, size_t size, size_t pixels_max,
               uint8_t webp_out[PHOTO_BYTES_MAX], size_t *size_out)
{
    struct picture picture = {.turn = TURN_NONE};
    int status = picture_read(bytes, size, pixels_max, &picture);
    if (status != PHOTO_OK)
        return status;
    uint8_t *rgb = malloc((size_t)PHOTO_SIDE * PHOTO_SIDE * 3);
    if (rgb != NULL)
        shrink(&picture, rgb);
    free(picture.rgba);
    status = rgb != NULL ? write_webp(rgb, webp_out, size_out) : PHOTO_NO_MEMORY;
    free(rgb);
    return status;
}

/* ------------------------------------------------------------------ what a photo looks like */

/* Where things are in a WebP file of one part (RFC 9649, RFC 6386). */
enum {
    AT_SIZE = 4, /* of all that follows */
    AT_PART = 8, /* "WEBP", and the part's name */
    AT_PART_SIZE = 16,
    AT_FRAME = 20, /* its lowest bit: it needs another one before it */
    AT_START = 23, /* the start code */
    AT_SIDES = 26,
    AT_END = 30,
};

static uint32_t number_at(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

bool photo_is_one(const uint8_t *webp, size_t size)
{
    if (size < AT_END || size > PHOTO_BYTES_MAX || size % 2 != 0)
        return false;
    uint32_t part = number_at(webp + AT_PART_SIZE);
    return memcmp(webp, "RIFF", 4) == 0 && number_at(webp + AT_SIZE) == size - AT_PART &&
           memcmp(webp + AT_PART, "WEBPVP8 ", 8) == 0 && part + part % 2 == size - AT_FRAME &&
           (webp[AT_FRAME] & 1) == 0 && memcmp(webp + AT_START, "\x9d\x01\x2a", 3) == 0 &&
           number_at(webp + AT_SIDES) == (PHOTO_SIDE | PHOTO_SIDE << 16);
}
