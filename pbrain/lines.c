/* SPDX-License-Identifier: MIT */
/*
 * Lines out of bytes; see the header.
 */
#include "pbrain/lines.h"

#include <string.h>

static void end_line(struct lines *lines)
{
    if (lines->begun == 0)
        return;
    lines->bytes[lines->len++] = '\n';
    lines->begun = 0;
}

size_t lines_put(struct lines *lines, const char *bytes, size_t len)
{
    /* Room for the end of the line is always kept. */
    for (size_t i = 0; i < len; i++) {
        if (bytes[i] == '\n' || bytes[i] == '\r') {
            end_line(lines);
            continue;
        }
        if (lines->begun == LINES_LONGEST)
            continue;
        if (lines->len + 2 > LINES_SIZE)
            return i;
        lines->bytes[lines->len++] = bytes[i];
        lines->begun++;
    }
    return len;
}

void lines_finish(struct lines *lines)
{
    end_line(lines);
}

static bool line_at(const struct lines *lines, const char *at, const char **line_out,
                    size_t *len_out)
{
    size_t rest = (size_t)(lines->bytes + lines->len - at);
    const char *end = memchr(at, '\n', rest);
    if (end == NULL)
        return false;
    *line_out = at;
    *len_out = (size_t)(end - at);
    return true;
}

bool lines_first(const struct lines *lines, const char **line_out, size_t *len_out)
{
    return line_at(lines, lines->bytes, line_out, len_out);
}

bool lines_next(const struct lines *lines, const char *line, const char **line_out, size_t *len_out)
{
    size_t rest = (size_t)(lines->bytes + lines->len - line);
    const char *end = memchr(line, '\n', rest);
    return line_at(lines, end + 1, line_out, len_out);
}

void lines_drop(struct lines *lines)
{
    const char *line;
    size_t len;
    if (!lines_first(lines, &line, &len))
        return;
    lines->len -= len + 1;
    memmove(lines->bytes, line + len + 1, lines->len);
}
