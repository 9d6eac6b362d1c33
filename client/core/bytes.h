/* SPDX-License-Identifier: MIT */
/*
 * A growing run of bytes: appended at one end and taken from the other. Owns its memory; aborts the
 * process if memory runs out.
 */
#ifndef PENTAD_CLIENT_CORE_BYTES_H
#define PENTAD_CLIENT_CORE_BYTES_H

#include <stddef.h>

struct bytes {
    char *data;
    size_t len;
    size_t size;
};

void bytes_append(struct bytes *bytes, const char *data, size_t len);
/* Drops the first `len` bytes. */
void bytes_take(struct bytes *bytes, size_t len);
void bytes_deinit(struct bytes *bytes);

#endif
