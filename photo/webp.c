/* SPDX-License-Identifier: MIT */
/*
 * Reads WebP by libwebp.
 */
#include "photo/photo.h"
#include "photo/picture.h"

#include <string.h>

#include <webp/decode.h>

static bool webp_is_it(const uint8_t *bytes, size_t size)
{
    return size >= 12 && memcmp(bytes, "RIFF", 4) == 0 && memcmp(&bytes[8], "WEBP", 4) == 0;
}

static int webp_measure(const uint8_t *bytes, size_t size, struct picture *picture)
{
    WebPBitstreamFeatures features;
    if (WebPGetFeatures(bytes, size, &features) != VP8_STATUS_OK || features.width <= 0 ||
        features.height <= 0)
        return PHOTO_DAMAGED;
    picture->width = (uint32_t)features.width;
    picture->height = (uint32_t)features.height;
    return features.has_animation ? PHOTO_ANIMATED : PHOTO_OK;
}

static int webp_read(const uint8_t *bytes, size_t size, struct picture *picture)
{
    size_t row = (size_t)picture->width * 4;
    bool is_done =
        WebPDecodeRGBAInto(bytes, size, picture->rgba, row * picture->height, (int)row) != NULL;
    return is_done ? PHOTO_OK : PHOTO_DAMAGED;
}

const struct picture_kind picture__webp = {webp_is_it, webp_measure, webp_read};
