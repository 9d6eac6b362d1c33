/* SPDX-License-Identifier: MIT */
/*
 * Files to make photos of. A library that does not do what it is told ends the program.
 */
#include "tests/unit/photo/pictures.h"

#include <assert.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>
#include <turbojpeg.h>
#include <webp/encode.h>

/* ------------------------------------------------------------------ what is on them */

struct rgba paint_corners(uint32_t x, uint32_t y, uint32_t width, uint32_t height)
{
    static const struct rgba CORNERS[2][2] = {{{255, 0, 0, 255}, {0, 255, 0, 255}},
                                              {{0, 0, 255, 255}, {255, 255, 255, 255}}};
    return CORNERS[y >= height / 2][x >= width / 2];
}

struct rgba paint_noise(uint32_t x, uint32_t y, uint32_t width, uint32_t height)
{
    (void)height;
    uint32_t bits = (y * width + x + 1) * 2654435761U;
    bits = (bits ^ bits >> 15) * 2246822519U;
    bits ^= bits >> 13;
    return (struct rgba){(uint8_t)bits, (uint8_t)(bits >> 8), (uint8_t)(bits >> 16), 255};
}

struct rgba paint_half_clear(uint32_t x, uint32_t y, uint32_t width, uint32_t height)
{
    (void)y;
    (void)height;
    return (struct rgba){255, 0, 0, x < width / 2 ? 0 : 255};
}

static uint8_t *painted(paint_fn *paint, uint32_t width, uint32_t height)
{
    uint8_t *pixels = malloc((size_t)width * height * 4);
    assert(pixels != NULL);
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            const struct rgba colour = paint(x, y, width, height);
            memcpy(&pixels[((size_t)y * width + x) * 4], &colour, 4);
        }
    return pixels;
}

/* ------------------------------------------------------------------ PNG */

static void append(struct file *file, const void *bytes, size_t size)
{
    file->bytes = realloc(file->bytes, file->size + size + 1);
    assert(file->bytes != NULL);
    memcpy(&file->bytes[file->size], bytes, size);
    file->size += size;
}

static void png_write(png_structp png, png_bytep bytes, size_t size)
{
    append(png_get_io_ptr(png), bytes, size);
}

static void png_flush(png_structp png)
{
    (void)png;
}

/* The palette of paint_corners(), by its corners. */
static const png_color PALETTE[4] = {{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {255, 255, 255}};

static void set_palette(png_structp png, png_infop info, const struct png_form *form)
{
    static const png_byte ALPHA[4] = {255, 255, 255, 255};
    if (form->colours != PNG_COLOR_TYPE_PALETTE)
        return;
    png_set_PLTE(png, info, PALETTE, 4);
    png_set_tRNS(png, info, ALPHA, 4, NULL);
}

static unsigned sample_max(int depth)
{
    return (1U << depth) - 1;
}

/* The samples of a pixel in the form: one to four. */
static size_t samples_of(const uint8_t pixel[4], const struct png_form *form, unsigned samples[4])
{
    unsigned grey = (pixel[0] * 77U + pixel[1] * 150U + pixel[2] * 29U) / 256;
    bool has_alpha = (form->colours & PNG_COLOR_MASK_ALPHA) != 0;
    if (form->colours == PNG_COLOR_TYPE_PALETTE) {
        samples[0] = 0;
        for (unsigned i = 0; i < 4; i++)
            if (memcmp(&PALETTE[i], pixel, 3) == 0)
                samples[0] = i;
        return 1;
    }
    size_t count = (form->colours & PNG_COLOR_MASK_COLOR) != 0 ? 3 : 1;
    for (size_t i = 0; i < count; i++)
        samples[i] = (count == 1 ? grey : pixel[i]) * sample_max(form->depth) / 255;
    if (has_alpha)
        samples[count++] = pixel[3] * sample_max(form->depth) / 255;
    return count;
}

/* Samples side by side, the high bits first. */
static void pack_row(const uint8_t *pixels, uint32_t width, const struct png_form *form,
                     uint8_t *row)
{
    size_t bit = 0;
    for (uint32_t x = 0; x < width; x++) {
        unsigned samples[4];
        size_t count = samples_of(&pixels[(size_t)x * 4], form, samples);
        for (size_t i = 0; i < count; i++)
            for (int b = form->depth - 1; b >= 0; b--, bit++)
                row[bit / 8] |= (uint8_t)((samples[i] >> b & 1) << (7 - bit % 8));
    }
}

static struct file write_png(paint_fn *paint, uint32_t width, uint32_t height, struct png_form form,
                             char *text)
{
    struct file file = {0};
    uint8_t *pixels = painted(paint, width, height);
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    uint8_t *packed = calloc(height, (size_t)width * 8);
    uint8_t **rows = calloc(height, sizeof(*rows));
    assert(png != NULL && info != NULL && packed != NULL && rows != NULL);
    if (setjmp(png_jmpbuf(png)) != 0)
        abort();
    png_set_write_fn(png, &file, png_write, png_flush);
    png_set_IHDR(png, info, width, height, form.depth, form.colours,
                 form.is_interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, 0, 0);
    set_palette(png, info, &form);
    char key[] = "Comment";
    png_text comment = {.compression = PNG_TEXT_COMPRESSION_NONE, .key = key, .text = text};
    if (text != NULL)
        png_set_text(png, info, &comment, 1);
    for (uint32_t y = 0; y < height; y++) {
        rows[y] = &packed[(size_t)y * width * 8];
        pack_row(&pixels[(size_t)y * width * 4], width, &form, rows[y]);
    }
    png_set_rows(png, info, rows);
    png_write_png(png, info, PNG_TRANSFORM_IDENTITY, NULL);
    png_destroy_write_struct(&png, &info);
    free(rows);
    free(packed);
    free(pixels);
    return file;
}

struct file png_file(paint_fn *paint, uint32_t width, uint32_t height, struct png_form form)
{
    return write_png(paint, width, height, form, NULL);
}

struct file png_plain(paint_fn *paint, uint32_t width, uint32_t height)
{
    const struct png_form form = {.colours = PNG_COLOR_TYPE_RGBA, .depth = 8};
    return png_file(paint, width, height, form);
}

struct file png_with_text(paint_fn *paint, uint32_t width, uint32_t height, const char *text)
{
    const struct png_form form = {.colours = PNG_COLOR_TYPE_RGB, .depth = 8};
    char copy[64] = {0};
    strncpy(copy, text, sizeof(copy) - 1);
    return write_png(paint, width, height, form, copy);
}

/* ------------------------------------------------------------------ JPEG */

/* Copies, so that everything is freed in the same way. */
static struct file jpeg_take(unsigned char *bytes, unsigned long size)
{
    struct file file = {0};
    append(&file, bytes, size);
    tjFree(bytes);
    return file;
}

struct file jpeg_file(paint_fn *paint, uint32_t width, uint32_t height, int sampling, int flags)
{
    unsigned char *bytes = NULL;
    unsigned long size = 0;
    uint8_t *pixels = painted(paint, width, height);
    tjhandle writer = tjInitCompress();
    int failed = tjCompress2(writer, pixels, (int)width, 0, (int)height, TJPF_RGBA, &bytes, &size,
                             sampling, 95, flags);
    assert(failed == 0);
    (void)failed;
    (void)tjDestroy(writer);
    free(pixels);
    return jpeg_take(bytes, size);
}

struct file jpeg_of_print(uint32_t side)
{
    unsigned char *bytes = NULL;
    unsigned long size = 0;
    uint8_t *pixels = painted(paint_corners, side, side);
    tjhandle writer = tjInitCompress();
    int failed = tjCompress2(writer, pixels, (int)side, 0, (int)side, TJPF_CMYK, &bytes, &size,
                             TJSAMP_444, 95, 0);
    assert(failed == 0);
    (void)failed;
    (void)tjDestroy(writer);
    free(pixels);
    return jpeg_take(bytes, size);
}

struct file jpeg_turned(paint_fn *paint, uint32_t width, uint32_t height, int turn, int is_little)
{
    static const uint8_t BIG[] = "\xff\xe1\x00\x38"
                                 "Exif\0\0"
                                 "MM\0\x2a\0\0\0\x08"
                                 "\0\x02"
                                 "\x01\x0f\0\x02\0\0\0\x0a\0\0\0\x26"
                                 "\x01\x12\0\x03\0\0\0\x01\0T\0\0"
                                 "\0\0\0\0"
                                 "GPS 50.1 N";
    static const uint8_t LITTLE[] = "\xff\xe1\x00\x38"
                                    "Exif\0\0"
                                    "II\x2a\0\x08\0\0\0"
                                    "\x02\0"
                                    "\x0f\x01\x02\0\x0a\0\0\0\x26\0\0\0"
                                    "\x12\x01\x03\0\x01\0\0\0T\0\0\0"
                                    "\0\0\0\0"
                                    "GPS 50.1 N";
    struct file plain = jpeg_file(paint, width, height, TJSAMP_444, 0);
    struct file file = {0};
    uint8_t exif[sizeof(BIG) - 1];
    memcpy(exif, is_little ? LITTLE : BIG, sizeof(exif));
    *(uint8_t *)memchr(exif, 'T', sizeof(exif)) = (uint8_t)turn;
    append(&file, plain.bytes, 2);
    append(&file, exif, sizeof(exif));
    append(&file, &plain.bytes[2], plain.size - 2);
    free(plain.bytes);
    return file;
}

/* ------------------------------------------------------------------ WebP */

struct file webp_file(paint_fn *paint, uint32_t width, uint32_t height, int is_lossless)
{
    struct file file = {0};
    uint8_t *bytes = NULL;
    uint8_t *pixels = painted(paint, width, height);
    int row = (int)width * 4;
    size_t size = is_lossless ? WebPEncodeLosslessRGBA(pixels, (int)width, (int)height, row, &bytes)
                              : WebPEncodeRGBA(pixels, (int)width, (int)height, row, 90, &bytes);
    append(&file, bytes, size);
    WebPFree(bytes);
    free(pixels);
    return file;
}

struct file webp_moving(uint32_t side)
{
    struct file file = {0};
    uint8_t head[] = "RIFF\x20\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0S\0\0S\0\0ANIM\x06\0\0\0\0\0\0\0\0";
    head[24] = head[27] = (uint8_t)(side - 1);
    append(&file, head, sizeof(head));
    return file;
}
