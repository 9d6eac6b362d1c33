/* SPDX-License-Identifier: MIT */
/*
 * Framing, as proto/frame.h describes it. A function of bytes: it keeps nothing between calls and
 * looks at no more than one line.
 */
#include "proto/frame.h"

#include <string.h>

/* The bytes of an empty line at the front, 0 if there is none. */
static size_t empty_line(const char *bytes, size_t len)
{
    if (len >= 1 && bytes[0] == '\n')
        return 1;
    return len >= 2 && bytes[0] == '\r' && bytes[1] == '\n' ? 2 : 0;
}

static size_t without_cr(const char *bytes, size_t len)
{
    return len > 0 && bytes[len - 1] == '\r' ? len - 1 : len;
}

enum frame_status frame_next(const char *bytes, size_t len, size_t max,
                             struct frame_slice *frame_out, size_t *consumed_out)
{
    size_t start = 0;
    for (size_t skip; (skip = empty_line(bytes + start, len - start)) > 0;)
        start += skip;
    /* A whole line has its LF after at most `max` bytes and a CR. */
    size_t rest = len - start;
    size_t look = rest < max + 2 ? rest : max + 2;
    const char *line = bytes + start;
    const char *end = look > 0 ? memchr(line, '\n', look) : NULL;
    size_t line_len = without_cr(line, end != NULL ? (size_t)(end - line) : look);
    *frame_out = (struct frame_slice){NULL, 0};
    if (line_len > max) {
        *consumed_out = len;
        return FRAME_TOO_LONG;
    }
    if (end == NULL) {
        *consumed_out = start;
        return FRAME_NEED_MORE;
    }
    *frame_out = (struct frame_slice){line, line_len};
    *consumed_out = start + (size_t)(end - line) + 1;
    return FRAME_READY;
}
