/* SPDX-License-Identifier: MIT */
/*
 * Photos: a picture in a file becomes the photo of a player's page (profile --photo), and such a
 * photo becomes a file (player --photo). Large pictures are shrunk here with the server's code.
 */
#include "client/cli/ask/photo.h"

#include "client/cli/ask/query.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_BYTES_MAX ((size_t)64 * 1024 * 1024)
#define CHUNK_BYTES ((size_t)64 * 1024)

/* ---------------------------------------------------------------- from a file */

/* Returns 0 or an errno value; the bytes are the caller's in any case. */
static int read_all(FILE *file, uint8_t **bytes_out, size_t *size_out)
{
    size_t room = 0;
    while (!feof(file) && !ferror(file)) {
        if (*size_out == room) {
            room = room == 0 ? CHUNK_BYTES : room * 2;
            uint8_t *more = room <= FILE_BYTES_MAX ? realloc(*bytes_out, room) : NULL;
            if (more == NULL)
                return room <= FILE_BYTES_MAX ? ENOMEM : EFBIG;
            *bytes_out = more;
        }
        *size_out += fread(*bytes_out + *size_out, 1, room - *size_out, file);
    }
    return ferror(file) ? EIO : 0;
}

static bool shrink(const char *path, const uint8_t *bytes, size_t size,
                   char image_out[PHOTO_IMAGE_SIZE])
{
    static const char *const sentences[-PHOTO_STATUS_LAST + 1] = {
        [-PHOTO_UNKNOWN] = N_("%s is not a PNG, JPEG or WebP picture."),
        [-PHOTO_TOO_LARGE] = N_("%s has too many pixels."),
        [-PHOTO_ANIMATED] = N_("%s is animated; a photo must be a still picture."),
        [-PHOTO_UNSUPPORTED] = N_("%s is in CMYK, for print; save it as RGB."),
        [-PHOTO_DAMAGED] = N_("%s is damaged or incomplete."),
        [-PHOTO_NO_MEMORY] = N_("Not enough memory on this computer for %s."),
    };
    uint8_t webp[PHOTO_BYTES_MAX];
    size_t webp_size = 0;
    int status = photo_make(bytes, size, PHOTO_PIXELS_OWN, webp, &webp_size);
    if (status != PHOTO_OK) {
        problem_tell(gettext(sentences[-status]), path);
        return false;
    }
    base64_write(webp, webp_size, image_out);
    return true;
}

bool photo_from_file(const char *path, char image_out[PHOTO_IMAGE_SIZE])
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    FILE *file = fopen(path, "rb");
    int failed = file != NULL ? read_all(file, &bytes, &size) : errno;
    if (failed != 0)
        problem_tell("%s: %s", path, strerror(failed));
    bool is_done = failed == 0 && shrink(path, bytes, size, image_out);
    free(bytes);
    if (file != NULL)
        (void)fclose(file);
    return is_done;
}

/* ---------------------------------------------------------------- to a file */

struct saver {
    struct query query; /* first: `show` gets it */
    const char *path;
    struct output output;
};

static void tell_failure(struct saver *saver, int failed)
{
    output_tell(saver->path, failed);
    saver->query.code = EXIT_CODE_TROUBLE;
}

static int write_photo(struct saver *saver, const char *image)
{
    uint8_t webp[BASE64_BYTES(PHOTO_IMAGE_SIZE)];
    size_t size = 0;
    if (strlen(image) >= PHOTO_IMAGE_SIZE || !base64_read(image, webp, &size))
        return -EPROTO;
    int failed = output_put(&saver->output, (const char *)webp, size);
    return failed != 0 ? failed : output_finish(&saver->output);
}

static void show_photo(struct query *query, const union reply_body *reply)
{
    struct saver *saver = (struct saver *)query;
    const struct photo_get_reply *photo = &reply->photo_get;
    int failed = write_photo(saver, photo->image);
    if (failed != 0)
        tell_failure(saver, failed);
    else if (query_is_json(query))
        query_put_reply(query, OP_PHOTO_GET, photo);
    else
        ink_put_line(&query->ink, COLOUR_PLAIN, _("Photo saved to %s (WebP)."), saver->path);
}

enum exit_code photo_to_file(const struct invocation *invocation)
{
    struct saver saver = {.path = invocation->options[OPTION_PHOTO], .output.fd = -1};
    bool replaces = invocation_has(invocation, OPTION_FORCE);
    query_init(&saver.query, invocation, OP_PHOTO_GET);
    saver.query.request.as.photo_get.name = query_name(invocation);
    saver.query.who = query_who(invocation);
    saver.query.show = show_photo;
    int failed = output_begin(&saver.output, saver.path, replaces ? OUTPUT_FILE : OUTPUT_NEW_FILE);
    if (failed != 0) {
        tell_failure(&saver, failed);
        output_drop(&saver.output);
        return EXIT_CODE_TROUBLE;
    }
    enum exit_code code = query_run(&saver.query);
    output_drop(&saver.output);
    return code;
}
