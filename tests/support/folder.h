/* SPDX-License-Identifier: MIT */
/*
 * A temporary folder of a test's own: made empty, removed with everything in it. Small files in it
 * can be written and read whole. Failures fail the test.
 */
#ifndef PENTAD_TESTS_SUPPORT_FOLDER_H
#define PENTAD_TESTS_SUPPORT_FOLDER_H

#include <stddef.h>

#define FOLDER_PATH_SIZE 256

struct folder {
    char path[FOLDER_PATH_SIZE];
};

void folder_make(struct folder *folder);
void folder_remove(struct folder *folder);

/* The path of `name` in the folder, into `path_out`. */
void folder_path(const struct folder *folder, const char *name, char path_out[FOLDER_PATH_SIZE]);
/* Makes or replaces a file; returns its path as folder_path() does. */
void folder_write(const struct folder *folder, const char *name, const char *text,
                  char path_out[FOLDER_PATH_SIZE]);

#endif
