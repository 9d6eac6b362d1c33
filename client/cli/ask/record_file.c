/* SPDX-License-Identifier: MIT */
/*
 * The files of client/cli/ask/record_file.h.
 */
#include "client/cli/ask/record_file.h"

#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "engine/error.h"
#include "engine/record.h"
#include "engine/record_tree.h"

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
        problem_tell(has_end(path, ".psq") ? _("%s is not a PSQ game: error in line %u, byte %u.")
                                           : _("%s is not an SGF game: error in line %u, byte %u."),
                     path, line, column);
    else
        problem_tell(_("%s contains an illegal move: line %u, byte %u."), path, line, column);
}

/* Goes down the main line of a tree; where the stones were set up is a start, too. */
static int read_main_line(const char *bytes, size_t len, struct game *game_out, unsigned *start_out,
                          size_t *at_out)
{
    struct record_tree tree;
    struct record_tree_memory memory = {.nodes_max = (uint32_t)len + 1,
                                        .words_max = (uint32_t)len + 1};
    memory.nodes = calloc(memory.nodes_max, sizeof(*memory.nodes));
    memory.words = calloc(memory.words_max, 1);
    int error = memory.nodes == NULL || memory.words == NULL ? ERR_TOO_SMALL : 0;
    if (error == 0)
        error = record_tree_read_sgf(&tree, memory, bytes, len, at_out);
    uint32_t node = RECORD_TREE_ROOT;
    while (error == 0 && memory.nodes[node].child != RECORD_TREE_NONE)
        node = memory.nodes[node].child;
    if (error == 0) {
        *start_out = tree.start.ply;
        error = record_tree_game(&tree, node, game_out);
    }
    free(memory.nodes);
    free(memory.words);
    return error;
}

/* `start_out` is NULL where only whole games will do. */
static bool read_record(const char *path, struct game *game_out, unsigned *start_out)
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
    int error;
    if (has_end(path, ".psq"))
        error = record_read_psq(game_out, bytes, len, &at);
    else if (start_out == NULL)
        error = record_read_sgf(game_out, bytes, len, &at);
    else
        error = read_main_line(bytes, len, game_out, start_out, &at);
    if (error != 0)
        tell_fault(path, bytes, at < len ? at : len, error);
    free(bytes);
    return error == 0;
}

bool record_file_read(const char *path, struct game *game_out)
{
    return read_record(path, game_out, NULL);
}

bool record_file_read_position(const char *path, struct game *game_out, unsigned *start_out)
{
    *start_out = 0;
    return read_record(path, game_out, start_out);
}
