/* SPDX-License-Identifier: MIT */
/*
 * The files of client/cli/ask/record_file.h.
 */
#include "client/cli/ask/record_file.h"

#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "engine/error.h"
#include "engine/record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Records of one game are far smaller; what is larger is something else. */
#define FILE_BYTES_MAX ((size_t)4 * 1024 * 1024)

static bool has_end(const char *path, const char *end)
{
    size_t len = strlen(path);
    return len >= strlen(end) && strcasecmp(path + len - strlen(end), end) == 0;
}

bool record_file_is(const char *path)
{
    return has_end(path, ".sgf") || has_end(path, ".psq");
}

/* Returns 0 or an errno value. */
static int read_all(const char *path, char *bytes, size_t *len_out)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return errno;
    *len_out = fread(bytes, 1, FILE_BYTES_MAX, file);
    int failed = ferror(file) ? EIO : *len_out == FILE_BYTES_MAX ? EFBIG : 0;
    (void)fclose(file);
    return failed;
}

static void tell_fault(const char *path, const char *bytes, size_t at, int error)
{
    unsigned line = 1;
    size_t begin = 0;
    for (size_t i = 0; i < at; i++) {
        if (bytes[i] != '\n')
            continue;
        line++;
        begin = i + 1;
    }
    unsigned column = (unsigned)(at - begin) + 1;
    if (error == ERR_BAD_RECORD)
        problem_tell(has_end(path, ".psq")
                         ? _("%s is no game in PSQ: line %u, byte %u cannot be read.")
                         : _("%s is no game in SGF: line %u, byte %u cannot be read."),
                     path, line, column);
    else
        problem_tell(_("%s has a move against the rules: line %u, byte %u."), path, line, column);
}

bool record_file_read(const char *path, struct game *game_out)
{
    size_t len = 0;
    size_t at = 0;
    char *bytes = malloc(FILE_BYTES_MAX);
    int failed = bytes != NULL ? read_all(path, bytes, &len) : ENOMEM;
    if (failed != 0) {
        problem_tell("%s: %s", path, strerror(failed));
        free(bytes);
        return false;
    }
    int error = has_end(path, ".psq") ? record_read_psq(game_out, bytes, len, &at)
                                      : record_read_sgf(game_out, bytes, len, &at);
    if (error != 0)
        tell_fault(path, bytes, at < len ? at : len, error);
    free(bytes);
    return error == 0;
}
