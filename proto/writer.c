/* SPDX-License-Identifier: MIT */
/*
 * The JSON writer of proto/writer.h: a pointer that moves through the caller's buffer. Texts go by
 * the longest runs that need no escape.
 */
#include "proto/writer.h"

#include "base/decimal.h"
#include "base/utf8.h"
#include "proto/error.h"

#include <limits.h>
#include <string.h>

#define REPLACEMENT_CHARACTER "\xEF\xBF\xBD"

void writer__init(struct writer *writer, char *out, size_t size)
{
    *writer = (struct writer){.start = out, .at = out, .end = out + size};
}

void writer__put(struct writer *writer, const char *bytes, size_t len)
{
    if ((size_t)(writer->end - writer->at) < len) {
        writer->is_full = true;
        writer->end = writer->at;
        return;
    }
    memcpy(writer->at, bytes, len);
    writer->at += len;
}

void writer__put_raw(struct writer *writer, const char *string)
{
    writer__put(writer, string, strlen(string));
}

void writer__put_key(struct writer *writer, const char *key)
{
    bool is_first = writer->at > writer->start && writer->at[-1] == '{';
    writer__put_raw(writer, is_first ? key + 1 : key);
}

void writer__put_int(struct writer *writer, int64_t value)
{
    char digits[DECIMAL_MAX];
    writer__put(writer, digits, decimal_write(digits, value));
}

/* Bytes of ASCII that stand for themselves in a JSON text. */
static bool is_plain(char c)
{
    unsigned char byte = (unsigned char)c;
    return byte >= 0x20 && byte < 0x80 && c != '"' && c != '\\';
}

static void put_escape(struct writer *writer, char c)
{
    static const char hex[] = "0123456789abcdef";
    static const char specials[] = "\"\\\n\r\t\b\f";
    static const char letters[] = "\"\\nrtbf";
    const char *special = strchr(specials, c);
    if (special != NULL) {
        char escape[] = {'\\', letters[special - specials]};
        writer__put(writer, escape, sizeof(escape));
        return;
    }
    unsigned char byte = (unsigned char)c;
    char escape[] = {'\\', 'u', '0', '0', hex[byte >> 4], hex[byte & 15]};
    writer__put(writer, escape, sizeof(escape));
}

/* Writes the character that is not plain at the front of `text`; returns its length. */
static size_t put_special(struct writer *writer, const char *text, size_t len)
{
    if ((unsigned char)text[0] < 0x80) {
        put_escape(writer, text[0]);
        return 1;
    }
    size_t char_len = utf8_char_len(text, len);
    if (char_len == 0) {
        writer__put_raw(writer, REPLACEMENT_CHARACTER);
        return 1;
    }
    writer__put(writer, text, char_len);
    return char_len;
}

void writer__put_text(struct writer *writer, const char *text)
{
    size_t len = strlen(text);
    writer__put(writer, "\"", 1);
    for (size_t i = 0; i < len && !writer->is_full;) {
        size_t run = i;
        while (run < len && is_plain(text[run]))
            run++;
        writer__put(writer, text + i, run - i);
        i = run < len ? run + put_special(writer, text + run, len - run) : run;
    }
    writer__put(writer, "\"", 1);
}

int writer__finish(const struct writer *writer)
{
    size_t len = (size_t)(writer->at - writer->start);
    return writer->is_full || len > INT_MAX ? ERR_TOO_SMALL : (int)len;
}
