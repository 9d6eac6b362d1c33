/* SPDX-License-Identifier: MIT */
/*
 * The files that the server gives browsers, as the build packed them into the program (pack.c).
 */
#ifndef PENTAD_SERVER_SITE_SITE_H
#define PENTAD_SERVER_SITE_SITE_H

#include <stddef.h>

/* How a file may be sent, the larger first. */
enum site_way {
    SITE_PLAIN,
    SITE_GZIP,
    SITE_BROTLI,
    SITE_WAYS,
};

struct site_file {
    const char *path; /* "/docs" */
    const char *type; /* Content-Type */
    const char *tag;  /* of its content, without quotes */
    struct {
        const char *bytes;
        size_t len;
    } as[SITE_WAYS];
    int lasts; /* 1: its name has its tag, so that it never changes */
};

extern const struct site_file site_files[];
extern const size_t site_file_count;

/* NULL: there is none. */
const struct site_file *site_find(const char *path);

#endif
