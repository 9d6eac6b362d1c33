/* SPDX-License-Identifier: MIT */
/*
 * Framing: cuts bytes into lines. A frame is a line of at most `max` bytes that ends with LF; a CR
 * before it belongs to the line end. Empty lines are skipped. The server's shell, the clients and
 * the tests cut with the same functions; the core gets whole frames.
 */
#ifndef PENTAD_PROTO_FRAME_H
#define PENTAD_PROTO_FRAME_H

#include <stddef.h>
#include <stdint.h>

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

/* Finds the first frame in `len` bytes. `consumed_out` is the number of bytes that the caller
 * drops. */
enum frame_status frame_next(const char *bytes, size_t len, size_t max,
                             struct frame_slice *frame_out, size_t *consumed_out);

/* The beginning of a line whose end has not come yet. All zero: there is none, and no memory. It
 * grows as needed, at most to the longest line. */
struct frame_rest {
    char *bytes;
    uint32_t len;
    uint32_t size; /* of its memory */
};

/* Takes the next frame of a connection from `rest`, the bytes that came earlier, and then `input`,
 * those that came now; `input` becomes what is left. FRAME_READY: the frame is not copied if it is
 * whole in the input, and is valid until the next call with that `rest`. FRAME_NEED_MORE: all of
 * the input is used up, and the beginning of a line is kept. FRAME_TOO_LONG: the same, but nothing
 * is kept; end the connection. */
enum frame_status frame_take(struct frame_rest *rest, struct frame_slice *input, size_t max,
                             struct frame_slice *frame_out);
/* Frees the memory, and leaves all zero. */
void frame_rest_drop(struct frame_rest *rest);

#endif
