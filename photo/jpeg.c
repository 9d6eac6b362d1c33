/* SPDX-License-Identifier: MIT */
/*
 * Reads JPEG by TurboJPEG. It measures a file from its head and refuses one with absurdly many
 * progressive scans; its warnings are damage here.
 */
#include "photo/photo.h"
#include "photo/picture.h"

#include <turbojpeg.h>

static bool jpeg_is_it(const uint8_t *bytes, size_t size)
{
    return size >= 3 && bytes[0] == 0xff && bytes[1] == 0xd8 && bytes[2] == 0xff;
}

static int header_status(int colours)
{
    return colours == TJCS_CMYK || colours == TJCS_YCCK ? PHOTO_UNSUPPORTED : PHOTO_OK;
}

static int jpeg_measure(const uint8_t *bytes, size_t size, struct picture *picture)
{
    int width, height, sampling, colours;
    tjhandle reader = tjInitDecompress();
    if (reader == NULL)
        return PHOTO_NO_MEMORY;
    int failed = tjDecompressHeader3(reader, bytes, size, &width, &height, &sampling, &colours);
    (void)tjDestroy(reader);
    if (failed != 0 || width <= 0 || height <= 0)
        return PHOTO_DAMAGED;
    picture->width = (uint32_t)width;
    picture->height = (uint32_t)height;
    picture->turn = turn__of_jpeg(bytes, size);
    return header_status(colours);
}

static int jpeg_read(const uint8_t *bytes, size_t size, struct picture *picture)
{
    const int flags = TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS;
    tjhandle reader = tjInitDecompress();
    if (reader == NULL)
        return PHOTO_NO_MEMORY;
    int failed = tjDecompress2(reader, bytes, size, picture->rgba, (int)picture->width, 0,
                               (int)picture->height, TJPF_RGBA, flags);
    (void)tjDestroy(reader);
    return failed == 0 ? PHOTO_OK : PHOTO_DAMAGED;
}

const struct picture_kind picture__jpeg = {jpeg_is_it, jpeg_measure, jpeg_read};
