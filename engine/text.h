/* SPDX-License-Identifier: MIT */
/*
 * Private to engine/. The little text handling that notation and records share: a writer that can
 * never overrun its buffer, and spans of borrowed bytes to read from. Functions of bytes, ASCII
 * rules only (no locale); nothing is allocated, nothing is kept.
 */
#ifndef PENTAD_ENGINE_TEXT_H
#define PENTAD_ENGINE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Appends to the caller's buffer. Bytes that do not fit are dropped; text__end() reports them, so
 * nothing before it has to look for an error. */
struct text_writer {
    char *text;
    size_t size; /* of the buffer, the final NUL included */
    size_t len;
    bool is_cut; /* something did not fit */
};

void text__start(struct text_writer *writer, char *text, size_t size);
void text__put(struct text_writer *writer, char byte);
void text__put_string(struct text_writer *writer, const char *string);
void text__put_number(struct text_writer *writer, size_t number);
/* Adds the final NUL; returns the length without it, or ERR_TOO_SMALL. */
int text__end(struct text_writer *writer);

/* Borrowed bytes without a final NUL. `text` is NULL where there is no value at all. */
struct text_span {
    const char *text;
    size_t len;
};

bool text__is_space(char byte);
bool text__is_digit(char byte);
bool text__is_letter(char byte);
char text__lower(char byte);

/* True if the span is `word`, in upper or lower case. */
bool text__is_word(struct text_span span, const char *word);
/* The span without white space at either end. */
struct text_span text__trim(struct text_span span);
/* Takes the bytes up to `end` off the front of `span`, and `end` itself where there is one. */
struct text_span text__take_until(struct text_span *span, char end);
/* Takes `prefix` off the front, or returns false and leaves the span alone. */
bool text__take_prefix(struct text_span *span, const char *prefix);
/* Takes the digits off the front. Returns false when there are none; a number that no board needs
 * comes out as TEXT_NUMBER_MAX. */
bool text__take_number(struct text_span *span, size_t *number_out);
#define TEXT_NUMBER_MAX 65535

#endif
