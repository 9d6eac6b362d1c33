/* SPDX-License-Identifier: MIT */
/*
 * Private to proto/. Writes JSON into the caller's buffer from left to right, without trees. Bytes
 * that do not fit are dropped; writer__finish() reports them, so nothing before it has to look for
 * an error. The result is valid JSON in valid UTF-8, whatever is in the texts.
 */
#ifndef PENTAD_PROTO_WRITER_H
#define PENTAD_PROTO_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct writer {
    char *start;
    char *at;
    char *end;
    bool is_full; /* something did not fit */
};

void writer__init(struct writer *writer, char *out, size_t size);
/* Writes the bytes as they are. */
void writer__put(struct writer *writer, const char *bytes, size_t len);
/* Writes a C string as it is: punctuation and words of the tables. */
void writer__put_raw(struct writer *writer, const char *string);
/* Writes `key`, which is `,"name":`; after an opening brace without its comma. */
void writer__put_key(struct writer *writer, const char *key);
void writer__put_int(struct writer *writer, int64_t value);
/* Writes a text in quotes, escaped as JSON requires; bytes that are not UTF-8 become U+FFFD. */
void writer__put_text(struct writer *writer, const char *text);
/* Returns the number of bytes written, or ERR_TOO_SMALL. */
int writer__finish(const struct writer *writer);

#endif
