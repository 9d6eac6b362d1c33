/* SPDX-License-Identifier: MIT */
/*
 * Framing, as proto/frame.h describes it: where a line ends, and what is kept of one that does not
 * end yet.
 */
#include "proto/frame.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Nearly all requests are shorter. */
#define REST_SIZE_FIRST 512

/* ------------------------------------------------------------------ one line */

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

/* ------------------------------------------------------------------ what is kept */

void frame_rest_drop(struct frame_rest *rest)
{
    free(rest->bytes);
    *rest = (struct frame_rest){NULL, 0, 0};
}

static void skip(struct frame_slice *input, size_t len)
{
    input->bytes += len;
    input->len -= len;
}

/* A peer that sends half of a line keeps it for long: so it takes the memory that it needs and not
 * that of the longest one. */
static void reserve(struct frame_rest *rest, size_t size, size_t most)
{
    size_t grown = rest->size > 0 ? rest->size : REST_SIZE_FIRST;
    if (size <= rest->size)
        return;
    while (grown < size)
        grown *= 2;
    rest->size = (uint32_t)(grown < most ? grown : most);
    rest->bytes = mem_grow(rest->bytes, rest->size);
}

/* Moves the first `len` bytes of the input behind what is kept of a line. */
static void keep(struct frame_rest *rest, struct frame_slice *input, size_t len, size_t most)
{
    if (len == 0)
        return;
    reserve(rest, rest->len + len, most);
    memcpy(rest->bytes + rest->len, input->bytes, len);
    rest->len += (uint32_t)len;
    skip(input, len);
}

/* Joins the beginning of a line with what came of it: no more, so that all frames behind it are
 * read where they lie. */
static enum frame_status take_joined(struct frame_rest *rest, struct frame_slice *input, size_t max,
                                     struct frame_slice *frame_out)
{
    size_t room = max + 2 - rest->len; /* the longest line has a CR and its LF */
    size_t look = input->len < room ? input->len : room;
    const char *end = look > 0 ? memchr(input->bytes, '\n', look) : NULL;
    size_t consumed = 0;
    keep(rest, input, end != NULL ? (size_t)(end - input->bytes) + 1 : look, max + 2);
    enum frame_status status = frame_next(rest->bytes, rest->len, max, frame_out, &consumed);
    if (consumed > 0)
        rest->len = 0; /* whole, empty or too long; the memory of a whole one goes later */
    return status;
}

enum frame_status frame_take(struct frame_rest *rest, struct frame_slice *input, size_t max,
                             struct frame_slice *frame_out)
{
    enum frame_status status = FRAME_NEED_MORE;
    size_t consumed = 0;
    if (rest->len > 0)
        status = take_joined(rest, input, max, frame_out);
    if (status == FRAME_READY || (status == FRAME_NEED_MORE && rest->len > 0))
        return status;
    if (status == FRAME_NEED_MORE)
        status = frame_next(input->bytes, input->len, max, frame_out, &consumed);
    skip(input, status == FRAME_TOO_LONG ? input->len : consumed);
    if (status == FRAME_NEED_MORE)
        keep(rest, input, input->len, max + 2);
    if (rest->len == 0 && status != FRAME_READY)
        frame_rest_drop(rest);
    return status;
}
