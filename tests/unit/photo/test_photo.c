/* SPDX-License-Identifier: MIT */
/*
 * Photos: of every kind of picture a small one with the same colours at the same places, nothing
 * else of the file, and no way to make the reader crash, or work for long.
 */
#include "photo/photo.h"
#include "tests/support/cmocka_all.h"
#include "tests/unit/photo/pictures.h"

#include <stdlib.h>
#include <string.h>

#include <png.h>
#include <turbojpeg.h>
#include <webp/decode.h>

struct made {
    int status;
    uint8_t webp[PHOTO_BYTES_MAX];
    size_t size;
};

static uint32_t little_endian(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* One chunk with the picture, and nothing else: where would a place be written? */
static void assert_is_photo(const struct made *made)
{
    int width = 0, height = 0;
    assert_int_equal(made->status, PHOTO_OK);
    assert_true(photo_is_one(made->webp, made->size));
    assert_in_range(made->size, 20, PHOTO_BYTES_MAX);
    assert_true(WebPGetInfo(made->webp, made->size, &width, &height));
    assert_int_equal(width, PHOTO_SIDE);
    assert_int_equal(height, PHOTO_SIDE);
    assert_memory_equal(&made->webp[8], "WEBPVP8 ", 8);
    assert_int_equal(little_endian(&made->webp[4]), made->size - 8);
    assert_int_equal((little_endian(&made->webp[16]) + 1) & ~1U, made->size - 20);
}

static struct made make_of(const uint8_t *bytes, size_t size)
{
    struct made made = {0};
    made.status = photo_make(bytes, size, PHOTO_PIXELS_SENT, made.webp, &made.size);
    if (made.status == PHOTO_OK)
        assert_is_photo(&made);
    return made;
}

static struct made make(struct file take_file)
{
    struct made made = make_of(take_file.bytes, take_file.size);
    free(take_file.bytes);
    return made;
}

/* ------------------------------------------------------------------ colours */

/* The colour in the middle of each quarter, as a letter: r g b w, k for black, ? for another. */
static char colour_of(const uint8_t *pixel)
{
    static const struct {
        char letter;
        uint8_t rgb[3];
    } COLOURS[] = {{'r', {255, 0, 0}},
                   {'g', {0, 255, 0}},
                   {'b', {0, 0, 255}},
                   {'w', {255, 255, 255}},
                   {'k', {0, 0, 0}}};
    for (size_t i = 0; i < sizeof(COLOURS) / sizeof(*COLOURS); i++) {
        int off = 0;
        for (size_t c = 0; c < 3; c++)
            off += abs(pixel[c] - COLOURS[i].rgb[c]);
        if (off < 60)
            return COLOURS[i].letter;
    }
    return '?';
}

/* Top left, top right, bottom left, bottom right. */
static void assert_quarters(const struct made *made, const char *wanted)
{
    char seen[5] = {0};
    int width, height;
    assert_is_photo(made);
    uint8_t *rgb = WebPDecodeRGB(made->webp, made->size, &width, &height);
    assert_non_null(rgb);
    for (int i = 0; i < 4; i++) {
        int x = width / 4 + i % 2 * width / 2;
        int y = height / 4 + i / 2 * height / 2;
        seen[i] = colour_of(&rgb[(y * width + x) * 3]);
    }
    WebPFree(rgb);
    assert_string_equal(seen, wanted);
}

static void assert_makes(struct file take_file, const char *wanted)
{
    struct made made = make(take_file);
    assert_quarters(&made, wanted);
}

static void every_form_of_png_becomes_a_photo(void **state)
{
    (void)state;
    static const struct png_form FORMS[] = {
        {PNG_COLOR_TYPE_PALETTE, 2, 0}, {PNG_COLOR_TYPE_PALETTE, 4, 1},
        {PNG_COLOR_TYPE_PALETTE, 8, 0}, {PNG_COLOR_TYPE_RGB, 8, 0},
        {PNG_COLOR_TYPE_RGB, 16, 0},    {PNG_COLOR_TYPE_RGB, 8, 1},
        {PNG_COLOR_TYPE_RGBA, 8, 0},    {PNG_COLOR_TYPE_RGBA, 16, 1},
    };
    for (size_t i = 0; i < sizeof(FORMS) / sizeof(*FORMS); i++)
        assert_makes(png_file(paint_corners, 200, 200, FORMS[i]), "rgbw");
}

static struct rgba paint_black_and_white(uint32_t x, uint32_t y, uint32_t width, uint32_t height)
{
    uint8_t value = (x < width / 2) == (y < height / 2) ? 255 : 0;
    return (struct rgba){value, value, value, 255};
}

static void grey_of_every_depth_becomes_a_photo(void **state)
{
    (void)state;
    for (int depth = 1; depth <= 16; depth *= 2) {
        const struct png_form form = {PNG_COLOR_TYPE_GRAY, depth, depth == 4};
        assert_makes(png_file(paint_black_and_white, 131, 131, form), "wkkw");
    }
    const struct png_form with_alpha = {PNG_COLOR_TYPE_GRAY_ALPHA, 8, 0};
    assert_makes(png_file(paint_black_and_white, 131, 131, with_alpha), "wkkw");
    assert_makes(jpeg_file(paint_black_and_white, 131, 131, TJSAMP_GRAY, 0), "wkkw");
}

static void jpeg_and_webp_become_photos(void **state)
{
    (void)state;
    assert_makes(jpeg_file(paint_corners, 300, 300, TJSAMP_444, 0), "rgbw");
    assert_makes(jpeg_file(paint_corners, 300, 300, TJSAMP_420, TJFLAG_PROGRESSIVE), "rgbw");
    assert_makes(webp_file(paint_corners, 300, 300, 0), "rgbw");
    assert_makes(webp_file(paint_corners, 300, 300, 1), "rgbw");
}

static void transparent_parts_become_white(void **state)
{
    (void)state;
    assert_makes(png_plain(paint_half_clear, 64, 64), "wrwr");
    assert_makes(webp_file(paint_half_clear, 64, 64, 0), "wrwr");
    assert_makes(webp_file(paint_half_clear, 64, 64, 1), "wrwr");
}

/* Three stripes; the outer ones are outside the square in the middle. */
static struct rgba paint_flag(uint32_t x, uint32_t y, uint32_t width, uint32_t height)
{
    uint32_t at = width > height ? x : y, side = width > height ? height : width;
    uint32_t edge = ((width > height ? width : height) - side) / 2;
    struct rgba colour = {0, 0, 0, 255};
    if (at >= edge && at < edge + side)
        colour =
            paint_corners(width > height ? x - edge : x, width > height ? y : y - edge, side, side);
    return colour;
}

static void the_middle_is_cut_out(void **state)
{
    (void)state;
    assert_makes(png_plain(paint_flag, 400, 100), "rgbw");
    assert_makes(png_plain(paint_flag, 90, 1000), "rgbw");
}

static void sizes_of_one_pixel_to_the_largest_are_good(void **state)
{
    (void)state;
    static const uint32_t SIDES[] = {1, 2, 3, 127, 128, 129, 1024};
    for (size_t i = 0; i < sizeof(SIDES) / sizeof(*SIDES); i++)
        assert_makes(png_plain(paint_corners, SIDES[i], SIDES[i]), SIDES[i] == 1 ? "wwww" : "rgbw");
}

static void a_phone_that_was_held_sideways_makes_upright_photos(void **state)
{
    (void)state;
    static const char *const TURNED[] = {NULL,   "rgbw", "grwb", "wbgr", "bwrg",
                                         "rbgw", "brwg", "wgbr", "gwrb"};
    for (int turn = 1; turn <= 8; turn++) {
        assert_makes(jpeg_turned(paint_corners, 64, 64, turn, 0), TURNED[turn]);
        assert_makes(jpeg_turned(paint_corners, 64, 64, turn, 1), TURNED[turn]);
    }
    assert_makes(jpeg_turned(paint_corners, 64, 64, 0, 0), "rgbw");
    assert_makes(jpeg_turned(paint_corners, 64, 64, 9, 1), "rgbw");
}

/* ------------------------------------------------------------------ what does not get through */

static void assert_is_without(const struct made *made, const char *text)
{
    size_t length = strlen(text);
    for (size_t at = 0; at + length <= made->size; at++)
        assert_memory_not_equal(&made->webp[at], text, length);
}

static void nothing_but_the_picture_gets_through(void **state)
{
    (void)state;
    struct made made = make(jpeg_turned(paint_corners, 64, 64, 1, 0));
    assert_is_photo(&made);
    assert_is_without(&made, "GPS");
    made = make(png_with_text(paint_corners, 64, 64, "my address"));
    assert_is_photo(&made);
    assert_is_without(&made, "address");
}

static void a_picture_of_noise_fits_a_photo(void **state)
{
    (void)state;
    struct made made = make(png_plain(paint_noise, 128, 128));
    assert_is_photo(&made);
}

static void the_same_file_makes_the_same_photo(void **state)
{
    (void)state;
    struct made one = make(png_plain(paint_noise, 99, 77));
    struct made other = make(png_plain(paint_noise, 99, 77));
    assert_is_photo(&one);
    assert_int_equal(one.size, other.size);
    assert_memory_equal(one.webp, other.webp, one.size);
}

/* A photo goes through the server's hands once more: what it looks like stays. */
static void a_photo_of_a_photo_is_one(void **state)
{
    (void)state;
    struct made made = make(png_plain(paint_corners, 400, 400));
    struct made again = make_of(made.webp, made.size);
    assert_quarters(&again, "rgbw");
}

/* ------------------------------------------------------------------ what is refused */

static void assert_refused(struct file take_file, int status)
{
    struct made made = make(take_file);
    assert_int_equal(made.status, status);
}

static void other_files_are_unknown(void **state)
{
    (void)state;
    static const char *const OTHERS[] = {"",        "GIF89a\1\0\1\0", "BM",           "<svg/>",
                                         "\x89PNG", "\xff\xd8",       "RIFFxxxxWAVE", "%PDF-1.4"};
    for (size_t i = 0; i < sizeof(OTHERS) / sizeof(*OTHERS); i++) {
        struct made made = make_of((const uint8_t *)OTHERS[i], strlen(OTHERS[i]));
        assert_int_equal(made.status, PHOTO_UNKNOWN);
    }
}

static void animated_and_four_colour_pictures_are_refused_by_name(void **state)
{
    (void)state;
    assert_refused(webp_moving(64), PHOTO_ANIMATED);
    assert_refused(jpeg_of_print(64), PHOTO_UNSUPPORTED);
}

static void put_long(uint8_t *bytes, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(value >> (24 - 8 * i));
}

static uint8_t *find(const struct file *file, const char *bytes, size_t size)
{
    for (size_t at = 0; at + size <= file->size; at++)
        if (memcmp(&file->bytes[at], bytes, size) == 0)
            return &file->bytes[at];
    fail_msg("the file is not what was expected");
    return NULL;
}

static struct file png_that_claims(uint32_t width, uint32_t height)
{
    struct file file = png_plain(paint_corners, 8, 8);
    put_long(&file.bytes[16], width);
    put_long(&file.bytes[20], height);
    return file;
}

static struct file jpeg_that_claims(uint16_t width, uint16_t height)
{
    struct file file = jpeg_file(paint_corners, 8, 8, TJSAMP_444, 0);
    uint8_t *head = find(&file, "\xff\xc0\0\x11", 4); /* then depth, height, width */
    put_long(&head[5], (uint32_t)height << 16 | width);
    return file;
}

static struct file webp_that_claims(uint16_t width, uint16_t height)
{
    struct file file = webp_file(paint_corners, 8, 8, 0);
    uint8_t *head = find(&file, "\x9d\x01\x2a", 3); /* then width, height, low bytes first */
    const uint8_t sides[] = {(uint8_t)width, (uint8_t)(width >> 8), (uint8_t)height,
                             (uint8_t)(height >> 8)};
    memcpy(&head[3], sides, sizeof(sides));
    return file;
}

/* Were they read, they would be damaged: they have no pixels. */
static void bombs_are_refused_by_what_they_claim(void **state)
{
    (void)state;
    assert_refused(png_that_claims(60000, 60000), PHOTO_TOO_LARGE);
    assert_refused(png_that_claims(INT32_MAX, INT32_MAX), PHOTO_TOO_LARGE);
    assert_refused(png_that_claims(UINT32_MAX, 1), PHOTO_TOO_LARGE);
    assert_refused(png_that_claims(1, 65536), PHOTO_TOO_LARGE);
    assert_refused(png_that_claims(1024, 1025), PHOTO_TOO_LARGE);
    assert_refused(png_that_claims(0, 8), PHOTO_DAMAGED);
    assert_refused(jpeg_that_claims(65500, 65500), PHOTO_TOO_LARGE);
    assert_refused(jpeg_that_claims(1025, 1024), PHOTO_TOO_LARGE);
    assert_refused(jpeg_that_claims(0, 8), PHOTO_DAMAGED);
    assert_refused(webp_that_claims(16383, 16383), PHOTO_TOO_LARGE);
    assert_refused(webp_that_claims(1025, 1024), PHOTO_TOO_LARGE);
}

static void ones_own_file_may_be_larger_than_a_strangers(void **state)
{
    (void)state;
    struct made made = {0};
    struct file file = png_plain(paint_corners, 1500, 1200);
    assert_int_equal(make_of(file.bytes, file.size).status, PHOTO_TOO_LARGE);
    made.status = photo_make(file.bytes, file.size, PHOTO_PIXELS_OWN, made.webp, &made.size);
    assert_quarters(&made, "rgbw");
    free(file.bytes);
}

/* Every bit of what photo_is_one() looks at, one after the other. */
static void only_what_looks_like_a_photo_is_one(void **state)
{
    static const size_t LOOKED_AT[][2] = {{0, 20}, {23, 30}};
    (void)state;
    struct made made = make(png_plain(paint_corners, 150, 120));
    assert_true(photo_is_one(made.webp, made.size));
    for (size_t i = 0; i < 2; i++)
        for (size_t bit = LOOKED_AT[i][0] * 8; bit < LOOKED_AT[i][1] * 8; bit++) {
            made.webp[bit / 8] ^= (uint8_t)(1 << bit % 8);
            assert_false(photo_is_one(made.webp, made.size));
            made.webp[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
    made.webp[20] |= 1;
    assert_false(photo_is_one(made.webp, made.size));
}

static void a_photo_of_another_length_is_none(void **state)
{
    (void)state;
    struct made made = make(png_plain(paint_corners, 150, 120));
    for (size_t size = 0; size <= PHOTO_BYTES_MAX; size++)
        if (photo_is_one(made.webp, size) != (size == made.size))
            fail_msg("%zu of %zu bytes", size, made.size);
    struct file still = webp_file(paint_corners, 128, 128, 1),
                larger = webp_file(paint_corners, 129, 128, 0);
    assert_false(photo_is_one(still.bytes, still.size));
    assert_false(photo_is_one(larger.bytes, larger.size));
    free(still.bytes);
    free(larger.bytes);
}

static void a_wrong_checksum_is_damage(void **state)
{
    (void)state;
    struct file file = png_plain(paint_noise, 40, 40);
    uint8_t *pixels = find(&file, "IDAT", 4);
    size_t at = (size_t)(pixels - file.bytes);
    uint32_t length = (uint32_t)pixels[-2] << 8 | pixels[-1];
    file.bytes[at + 4 + length] ^= 1;
    assert_refused(file, PHOTO_DAMAGED);
}

/* ------------------------------------------------------------------ damage of all kinds */

static struct file every_file(size_t i)
{
    static const struct png_form PALETTE = {PNG_COLOR_TYPE_PALETTE, 2, 1};
    switch (i) {
    case 0:
        return png_plain(paint_noise, 17, 23);
    case 1:
        return png_file(paint_corners, 40, 30, PALETTE);
    case 2:
        return jpeg_turned(paint_noise, 17, 23, 6, 0);
    case 3:
        return jpeg_turned(paint_noise, 17, 23, 6, 1);
    case 4:
        return jpeg_file(paint_noise, 40, 30, TJSAMP_420, TJFLAG_PROGRESSIVE);
    case 5:
        return webp_file(paint_noise, 17, 23, 0);
    case 6:
        return webp_file(paint_half_clear, 17, 23, 1);
    default:
        return webp_file(paint_half_clear, 40, 30, 0);
    }
}

#define FILES 8

/* A buffer of exactly the size, so that AddressSanitizer sees the first byte too many. */
static int status_of_copy(const uint8_t *bytes, size_t size)
{
    struct file copy = {.bytes = malloc(size + (size == 0)), .size = size};
    assert_non_null(copy.bytes);
    memcpy(copy.bytes, bytes, size);
    return make(copy).status;
}

/* PNG has 12 bytes behind its pixels, and the last bytes of compressed ones may tell nothing new;
 * JPEG two, WebP perhaps one. */
#define TAIL 24

static void a_file_that_ends_early_is_refused_at_every_length(void **state)
{
    (void)state;
    for (size_t i = 0; i < FILES; i++) {
        struct file file = every_file(i);
        assert_int_equal(status_of_copy(file.bytes, file.size), PHOTO_OK);
        for (size_t size = 0; size < file.size; size++) {
            int status = status_of_copy(file.bytes, size);
            if (status == PHOTO_OK && size + TAIL < file.size)
                fail_msg("file %zu makes a photo of %zu of its %zu bytes", i, size, file.size);
        }
        free(file.bytes);
    }
}

static void broken_bytes_do_no_harm(void **state)
{
    (void)state;
    uint32_t lot = 1;
    for (size_t i = 0; i < FILES; i++) {
        struct file file = every_file(i);
        for (int round = 0; round < 400; round++) {
            struct file copy = {malloc(file.size), file.size};
            memcpy(copy.bytes, file.bytes, file.size);
            for (int change = 0; change <= round % 4; change++) {
                lot = lot * 1664525 + 1013904223;
                size_t at = (lot >> 8) % (round % 2 == 0 && copy.size > 64 ? 64 : copy.size);
                copy.bytes[at] ^= (uint8_t)(1U << (lot >> 29));
            }
            (void)make(copy); /* whatever comes out is a photo, or there is none */
        }
        free(file.bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_of_png_becomes_a_photo),
        cmocka_unit_test(grey_of_every_depth_becomes_a_photo),
        cmocka_unit_test(jpeg_and_webp_become_photos),
        cmocka_unit_test(transparent_parts_become_white),
        cmocka_unit_test(the_middle_is_cut_out),
        cmocka_unit_test(sizes_of_one_pixel_to_the_largest_are_good),
        cmocka_unit_test(a_phone_that_was_held_sideways_makes_upright_photos),
        cmocka_unit_test(nothing_but_the_picture_gets_through),
        cmocka_unit_test(a_picture_of_noise_fits_a_photo),
        cmocka_unit_test(the_same_file_makes_the_same_photo),
        cmocka_unit_test(a_photo_of_a_photo_is_one),
        cmocka_unit_test(other_files_are_unknown),
        cmocka_unit_test(animated_and_four_colour_pictures_are_refused_by_name),
        cmocka_unit_test(bombs_are_refused_by_what_they_claim),
        cmocka_unit_test(ones_own_file_may_be_larger_than_a_strangers),
        cmocka_unit_test(only_what_looks_like_a_photo_is_one),
        cmocka_unit_test(a_photo_of_another_length_is_none),
        cmocka_unit_test(a_wrong_checksum_is_damage),
        cmocka_unit_test(a_file_that_ends_early_is_refused_at_every_length),
        cmocka_unit_test(broken_bytes_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
