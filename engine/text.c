/* SPDX-License-Identifier: MIT */
/*
 * Appending to a buffer without overrunning it, and taking spans apart without reading past them.
 * Pure functions of the bytes that they are given.
 */
#include "engine/text.h"

#include "engine/error.h"

#include <string.h>

void text__start(struct text_writer *writer, char *text, size_t size)
{
    *writer = (struct text_writer){.text = text, .size = size, .is_cut = size == 0};
}

void text__put(struct text_writer *writer, char byte)
{
    if (writer->is_cut || writer->len + 1 >= writer->size) {
        writer->is_cut = true;
        return;
    }
    writer->text[writer->len++] = byte;
}

void text__put_string(struct text_writer *writer, const char *string)
{
    for (; *string != '\0'; string++)
        text__put(writer, *string);
}

void text__put_number(struct text_writer *writer, size_t number)
{
    char digits[24];
    size_t count = 0;
    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    while (count > 0)
        text__put(writer, digits[--count]);
}

int text__end(struct text_writer *writer)
{
    if (writer->size > 0)
        writer->text[writer->len] = '\0';
    return writer->is_cut ? ERR_TOO_SMALL : (int)writer->len;
}

bool text__is_space(char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

bool text__is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

bool text__is_letter(char byte)
{
    char lower = text__lower(byte);
    return lower >= 'a' && lower <= 'z';
}

char text__lower(char byte)
{
    return byte >= 'A' && byte <= 'Z' ? (char)(byte - 'A' + 'a') : byte;
}

bool text__is_word(struct text_span span, const char *word)
{
    if (strlen(word) != span.len)
        return false;
    for (size_t i = 0; i < span.len; i++)
        if (text__lower(span.text[i]) != text__lower(word[i]))
            return false;
    return true;
}

struct text_span text__trim(struct text_span span)
{
    while (span.len > 0 && text__is_space(span.text[0])) {
        span.text++;
        span.len--;
    }
    while (span.len > 0 && text__is_space(span.text[span.len - 1]))
        span.len--;
    return span;
}

struct text_span text__take_until(struct text_span *span, char end)
{
    struct text_span taken = {span->text, 0};
    while (taken.len < span->len && span->text[taken.len] != end)
        taken.len++;
    size_t used = taken.len < span->len ? taken.len + 1 : taken.len;
    span->text += used;
    span->len -= used;
    return taken;
}

bool text__take_prefix(struct text_span *span, const char *prefix)
{
    size_t len = strlen(prefix);
    if (span->len < len || memcmp(span->text, prefix, len) != 0)
        return false;
    span->text += len;
    span->len -= len;
    return true;
}

bool text__take_number(struct text_span *span, size_t *number_out)
{
    size_t number = 0;
    size_t used = 0;
    while (used < span->len && text__is_digit(span->text[used])) {
        number = number * 10 + (size_t)(span->text[used] - '0');
        number = number > TEXT_NUMBER_MAX ? TEXT_NUMBER_MAX : number;
        used++;
    }
    span->text += used;
    span->len -= used;
    *number_out = number;
    return used > 0;
}
