/* SPDX-License-Identifier: MIT */
#include "proto/protocol_evening.h"

#include "proto/codec.h"

#include <stdio.h>
#include <string.h>

#define LINE_LONG 400   /* bytes of a line that is shown whole */
#define OBJECT_LONG 200 /* the same of an object in a longer line */
#define OBJECT_FIELDS 4 /* that are left of a longer object */
#define TEXT_LONG 80
#define TEXT_LEFT 60
#define NAME_SIZE 64
#define LEFT_OUT "…"

/* A line of a person: "NAME C: {...}". */
struct said {
    const char *name;
    size_t name_len;
    char side; /* 'C' or 'S' */
    const char *frame;
    size_t len;
};

/* Returns the next line of the evening, without its LF, and goes on behind it. */
static bool line_next(const char **evening, const char **line_out, size_t *len_out)
{
    const char *end = strchr(*evening, '\n');
    if (end == NULL)
        return false;
    *line_out = *evening;
    *len_out = (size_t)(end - *evening);
    *evening = end + 1;
    return true;
}

static bool said_read(const char *line, size_t len, struct said *out)
{
    const char *space = memchr(line, ' ', len);
    if (space == NULL || len - (size_t)(space - line) < 5 || space[2] != ':' ||
        (space[1] != 'C' && space[1] != 'S'))
        return false;
    *out = (struct said){line, (size_t)(space - line), space[1], space + 4,
                         len - (size_t)(space - line) - 4};
    return true;
}

static bool begins(const struct said *said, char side, const char *text)
{
    size_t len = strlen(text);
    return said->side == side && said->len > len && memcmp(said->frame, text, len) == 0;
}

/* ---------------------------------------------------------------- long lines */

static const char *text_end(const char *at)
{
    for (at++; *at != '"'; at++)
        at += *at == '\\' ? 1 : 0;
    return at + 1;
}

/* The end of the value that begins there, or of a field with its name. */
static const char *value_end(const char *at)
{
    int depth = 0;
    do {
        if (*at == '"') {
            at = text_end(at);
            continue;
        }
        depth += *at == '{' || *at == '[' ? 1 : *at == '}' || *at == ']' ? -1 : 0;
        at++;
    } while (depth > 0 || strchr(",]}\n", *at) == NULL);
    return at;
}

static void text_put(struct writer *out, const char *text, const char *end)
{
    size_t len = (size_t)(end - text);
    if (len > TEXT_LONG) {
        for (len = TEXT_LEFT; ((unsigned char)text[len] & 0xC0) == 0x80 || text[len - 1] == '\\';)
            len--;
        writer__put(out, text, len);
        writer__put_raw(out, LEFT_OUT "\"");
        return;
    }
    writer__put(out, text, len);
}

/* The fields of the line's own object are all kept. */
static size_t members_kept(const char *value, const char *end, unsigned depth)
{
    if (*value == '[')
        return 1;
    return depth == 0 || end - value <= OBJECT_LONG ? SIZE_MAX : OBJECT_FIELDS;
}

static void value_put(struct writer *out, const char *value, unsigned depth)
{
    const char *end = value_end(value);
    size_t kept = members_kept(value, end, depth);
    if (*value == '"') {
        text_put(out, value, end);
        return;
    }
    if ((*value != '{' && *value != '[') || end - value == 2) {
        writer__put(out, value, (size_t)(end - value));
        return;
    }
    writer__put(out, value, 1);
    for (const char *at = value + 1; at < end; at = value_end(at) + 1) {
        if (at > value + 1)
            writer__put_raw(out, ",");
        if (kept-- == 0) {
            writer__put_raw(out, LEFT_OUT);
            break;
        }
        if (*value == '{') {
            const char *colon = text_end(at);
            writer__put(out, at, (size_t)(colon + 1 - at));
            at = colon + 1;
        }
        value_put(out, at, depth + 1);
    }
    writer__put(out, end - 1, 1);
}

/* A line that is no JSON is whole, as a client sent it. */
static void said_put(struct writer *out, const struct said *said, bool whole)
{
    const char head[] = {said->side, ':', ' '};
    if (out->at > out->start && out->at[-1] != '\n')
        writer__put_raw(out, "\n");
    writer__put(out, head, sizeof(head));
    if (whole || said->len <= LINE_LONG)
        writer__put(out, said->frame, said->len);
    else
        value_put(out, said->frame, 0);
}

/* ---------------------------------------------------------------- what is shown */

static bool is_part(const char *line, size_t len, const char *part, size_t part_len)
{
    return len == part_len + 3 && memcmp(line, "-- ", 3) == 0 &&
           memcmp(line + 3, part, part_len) == 0;
}

bool evening_part_put(struct writer *out, const char *evening, const char *name, size_t len)
{
    static const char whole[] = "whole ";
    bool is_whole = len > strlen(whole) && memcmp(name, whole, strlen(whole)) == 0;
    const char *person = name + (is_whole ? strlen(whole) : 0);
    const char *space = memchr(person, ' ', len - (size_t)(person - name));
    bool is_there = false;
    bool any = false;
    const char *line;
    struct said said;
    if (space == NULL)
        return false;
    size_t part_len = (size_t)(name + len - space - 1);
    for (size_t line_len; line_next(&evening, &line, &line_len);) {
        if (*line == '-' || *line == '=') {
            is_there = is_part(line, line_len, space + 1, part_len);
            continue;
        }
        if (!is_there || !said_read(line, line_len, &said) ||
            said.name_len != (size_t)(space - person) ||
            memcmp(said.name, person, said.name_len) != 0)
            continue;
        said_put(out, &said, is_whole);
        any = true;
    }
    return any;
}

/* Finds the reply to the request among the lines of its scene. */
static bool reply_find(const char *evening, const struct said *request, struct said *reply_out)
{
    char head[NAME_SIZE];
    const char *line;
    int id = 0;
    if (sscanf(request->frame, "{\"id\":%9d,", &id) != 1)
        return false;
    snprintf(head, sizeof(head), "{\"re\":%d", id);
    for (size_t len; line_next(&evening, &line, &len) && *line != '=';) {
        if (!said_read(line, len, reply_out) || !begins(reply_out, 'S', head) ||
            strchr(",}", reply_out->frame[strlen(head)]) == NULL ||
            reply_out->name_len != request->name_len ||
            memcmp(reply_out->name, request->name, request->name_len) != 0)
            continue;
        return strncmp(reply_out->frame + strlen(head), ",\"error\":", 9) != 0;
    }
    return false;
}

bool evening_op_put(struct writer *out, const char *evening, enum op op)
{
    char asks[NAME_SIZE];
    const char *line;
    struct said request;
    struct said reply;
    snprintf(asks, sizeof(asks), ",\"op\":\"%s\"", op_info(op)->wire);
    for (size_t len; line_next(&evening, &line, &len);) {
        if (!said_read(line, len, &request) || !begins(&request, 'C', "{\"id\":"))
            continue;
        const char *comma = memchr(request.frame, ',', request.len);
        if (comma == NULL || strncmp(comma, asks, strlen(asks)) != 0 ||
            !reply_find(evening, &request, &reply))
            continue;
        said_put(out, &request, false);
        said_put(out, &reply, false);
        return true;
    }
    return false;
}

bool evening_event_put(struct writer *out, const char *evening, enum event event)
{
    char head[NAME_SIZE];
    const char *line;
    struct said said;
    snprintf(head, sizeof(head), "{\"ev\":\"%s\"", event_wire(event));
    for (size_t len; line_next(&evening, &line, &len);) {
        if (!said_read(line, len, &said) || !begins(&said, 'S', head))
            continue;
        said_put(out, &said, false);
        return true;
    }
    return false;
}
