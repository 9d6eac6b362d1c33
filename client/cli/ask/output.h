/* SPDX-License-Identifier: MIT */
/*
 * A file, or a new folder of files, that is on disk as a whole or not at all. It grows under
 * another name beside the one that is meant, and takes that name at the end. A program that is
 * killed meanwhile leaves PATH.part-XXXXXX. Owns its descriptor and its names.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_OUTPUT_H
#define PENTAD_CLIENT_CLI_ASK_OUTPUT_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

enum output_kind {
    OUTPUT_NEW_FILE, /* which must not be there */
    OUTPUT_FILE,     /* which replaces another one */
    OUTPUT_FOLDER,   /* new or empty, since nobody wants old files among the new ones */
};

struct output {
    char path[PATH_MAX];
    char part[PATH_MAX];
    bool is_folder;
    int fd; /* of the file, -1 for none */
};

/* Each returns 0 or a negative errno value. */
int output_begin(struct output *output, const char *path, enum output_kind kind);
/* Adds to the file. */
int output_put(struct output *output, const char *bytes, size_t len);
/* Adds a whole file to the folder; `name` is a plain file name. */
int output_put_file(struct output *output, const char *name, const char *bytes, size_t len);
/* Everything was put: it gets its name. After a failure call output_drop(). */
int output_finish(struct output *output);
/* Tells why it is not written; `failed` is what the others returned, `path` NULL standard output.
 */
void output_tell(const char *path, int failed);
/* Removes what there is, as if it had never begun. */
void output_drop(struct output *output);

#endif
