/* SPDX-License-Identifier: MIT */
/*
 * Reads how a camera was held. Phones store every photo as the chip saw it and say in the EXIF part
 * of the file which way is up; that part is thrown away, so this one number is read first.
 *
 * A JPEG is a row of segments (0xff, kind, two bytes of length); EXIF is the one that begins with
 * "Exif" and holds a small TIFF file: byte order, a list of fields of twelve bytes each.
 */
#include "photo/picture.h"

#include <string.h>

#define SEGMENT_EXIF 0xe1
#define SEGMENT_SCAN 0xda /* the pixels begin */
#define EXIF_HEAD 6       /* "Exif" and two zeros */
#define FIELD_SIZE 12
#define FIELD_TURN 0x0112

struct tiff {
    const uint8_t *bytes;
    size_t size;
    bool is_little; /* the low byte comes first */
};

/* Two bytes as a number; 0 behind the end. */
static uint32_t tiff_short(const struct tiff *tiff, size_t at)
{
    if (tiff->size < 2 || at > tiff->size - 2)
        return 0;
    uint32_t first = tiff->bytes[at], second = tiff->bytes[at + 1];
    return tiff->is_little ? second << 8 | first : first << 8 | second;
}

static uint32_t tiff_long(const struct tiff *tiff, size_t at)
{
    uint32_t first = tiff_short(tiff, at), second = tiff_short(tiff, at + 2);
    return tiff->is_little ? second << 16 | first : first << 16 | second;
}

static enum turn turn_of_tiff(const uint8_t *bytes, size_t size)
{
    const struct tiff tiff = {bytes, size, size > 0 && bytes[0] == 'I'};
    size_t list = tiff_long(&tiff, 4);
    uint32_t fields = tiff_short(&tiff, list);
    for (uint32_t i = 0; i < fields; i++) {
        size_t field = list + 2 + (size_t)i * FIELD_SIZE;
        if (field >= size)
            break;
        uint32_t value = tiff_short(&tiff, field + 8);
        if (tiff_short(&tiff, field) == FIELD_TURN && value >= TURN_NONE && value <= TURN_LEFT)
            return (enum turn)value;
    }
    return TURN_NONE;
}

enum turn turn__of_jpeg(const uint8_t *bytes, size_t size)
{
    size_t at = 2;
    while (at + 4 <= size && bytes[at] == 0xff && bytes[at + 1] != SEGMENT_SCAN) {
        const uint8_t *content = &bytes[at + 4];
        size_t length = (size_t)bytes[at + 2] << 8 | bytes[at + 3];
        if (length < 2 || length > size - at - 2)
            break;
        size_t rest = length - 2;
        if (bytes[at + 1] == SEGMENT_EXIF && rest > EXIF_HEAD && memcmp(content, "Exif", 4) == 0)
            return turn_of_tiff(&content[EXIF_HEAD], rest - EXIF_HEAD);
        at += 2 + length;
    }
    return TURN_NONE;
}
