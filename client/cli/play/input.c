/* SPDX-License-Identifier: MIT */
/*
 * The lines of client/cli/play/input.h.
 */
#include "client/cli/play/input.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

void input_init(struct input *input)
{
    *input = (struct input){0};
    editor_init(&input->editor);
}

void input_deinit(struct input *input)
{
    bytes_deinit(&input->typed);
}

/* Copies a text without spaces (and the CR of a file from elsewhere) at its ends. */
static void copy_trimmed(const char *text, size_t len, char line[EDITOR_SIZE])
{
    while (len > 0 && (*text == ' ' || *text == '\t')) {
        text++;
        len--;
    }
    snprintf(line, EDITOR_SIZE, "%.*s", (int)len, text);
    len = strlen(line);
    while (len > 0 && isspace((unsigned char)line[len - 1]))
        line[--len] = '\0';
}

enum editor_result input_take_key(struct input *input, char key, char line[EDITOR_SIZE])
{
    enum editor_result result = editor_take(&input->editor, key);
    if (result == EDITOR_LINE) {
        const char *typed = editor_line(&input->editor);
        copy_trimmed(typed, strlen(typed), line);
    }
    return result;
}

void input_take_bytes(struct input *input, const char *bytes, size_t len)
{
    bytes_append(&input->typed, bytes, len);
}

/* The length of the next line, its end included; 0 if there is none yet. */
static size_t next_len(const struct input *input)
{
    const struct bytes *typed = &input->typed;
    const char *end = typed->len > 0 ? memchr(typed->data, '\n', typed->len) : NULL;
    if (end != NULL)
        return (size_t)(end - typed->data) + 1;
    return input->is_ended ? typed->len : 0;
}

bool input_peek(const struct input *input, char line[EDITOR_SIZE])
{
    size_t len = next_len(input);
    if (len > 0)
        copy_trimmed(input->typed.data, len, line);
    return len > 0;
}

void input_drop(struct input *input)
{
    bytes_take(&input->typed, next_len(input));
}

bool input_is_done(const struct input *input)
{
    return input->is_ended && input->typed.len == 0;
}
