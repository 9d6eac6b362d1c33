/* SPDX-License-Identifier: MIT */
/*
 * Framing: finds where one line ends. A function of bytes. A frame is a line of at most `max` bytes
 * that ends with LF; a CR before it belongs to the line end. Empty lines are skipped.
 */
#ifndef PENTAD_PROTO_FRAME_H
#define PENTAD_PROTO_FRAME_H

#include <stddef.h>

/* The longest request and the longest line of the server, in bytes without the LF. A message of
 * 2,000 characters fits into a request however its client writes it: as UTF-8 up to 8,000 bytes,
 * and 12,000 where every letter is escaped. */
#define FRAME_REQUEST_MAX 16384
#define FRAME_REPLY_MAX 65536
/* The deepest nesting of a request. The outermost object is depth 1. */
#define FRAME_DEPTH_MAX 8

enum frame_status {
    FRAME_NEED_MORE, /* no whole line yet: `consumed_out` bytes are done with */
    FRAME_READY,     /* `frame_out` is the line */
    FRAME_TOO_LONG,  /* the line is longer than `max` */
};

struct frame_slice {
    const char *bytes; /* points into the input */
    size_t len;
};

/* Finds the first frame in `len` bytes. `consumed_out` is how many bytes the caller drops. */
enum frame_status frame_next(const char *bytes, size_t len, size_t max,
                             struct frame_slice *frame_out, size_t *consumed_out);

#endif
