/* SPDX-License-Identifier: MIT */
/*
 * Requests of HTTP by http-parser: what it tells in parts is put together here.
 */
#include "net/http_request.h"

#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <http_parser.h>

#define HEAD_MAX 8192
#define NAME_MAX_BYTES 32 /* the longest name of a header that is kept, and more */

static const struct {
    const char *name;
    const char *separator; /* it is a list, in one header or in several (RFC 9110, 5.3); NULL: no */
} headers[HTTP_HEADER_COUNT] = {
#define HTTP_HEADER_ROW(ID, name, separator) {name, separator},
    HTTP_HEADERS(HTTP_HEADER_ROW)
#undef HTTP_HEADER_ROW
};

/* A text that grows; NULL: it is not there. */
struct http_text {
    char *bytes;
    size_t len;
};

struct http_reader {
    http_parser parser;
    size_t body_most;
    char target[HTTP_TARGET_MAX + 1];
    const char *query;         /* in it, when the request is whole */
    size_t target_len;         /* may be longer than what was kept */
    char name[NAME_MAX_BYTES]; /* of the header that comes */
    size_t name_len;           /* as target_len */
    char name_last;            /* its last character */
    bool is_in_value;          /* its value comes */
    struct http_text values[HTTP_HEADER_COUNT];
    struct http_text body;
    int wrong; /* a status; 0: nothing is wrong */
    bool is_ready;
};

static void append(struct http_text *text, const char *bytes, size_t len)
{
    text->bytes = mem_grow(text->bytes, text->len + len + 1);
    memcpy(text->bytes + text->len, bytes, len);
    text->len += len;
    text->bytes[text->len] = '\0';
}

static void drop(struct http_text *text)
{
    free(text->bytes);
    *text = (struct http_text){0};
}

static int refuse(struct http_reader *reader, int status)
{
    reader->wrong = status;
    return -1; /* which ends the parser's work */
}

/* ------------------------------------------------------------------ what the parser tells */

static int on_url(http_parser *parser, const char *at, size_t len)
{
    struct http_reader *reader = parser->data;
    for (size_t i = 0; i < len; i++, reader->target_len++)
        if (reader->target_len < HTTP_TARGET_MAX)
            reader->target[reader->target_len] = at[i];
    return reader->target_len > HTTP_TARGET_MAX ? refuse(reader, 414) : 0;
}

/* A name comes in parts, too. */
static int on_header_field(http_parser *parser, const char *at, size_t len)
{
    struct http_reader *reader = parser->data;
    if (reader->is_in_value)
        reader->name_len = 0;
    reader->is_in_value = false;
    for (size_t i = 0; i < len; i++, reader->name_len++)
        if (reader->name_len < sizeof(reader->name))
            reader->name[reader->name_len] = at[i];
    reader->name_last = len > 0 ? at[len - 1] : reader->name_last;
    return 0;
}

static int find_header(const struct http_reader *reader)
{
    for (int i = 0; i < HTTP_HEADER_COUNT; i++)
        if (reader->name_len == strlen(headers[i].name) &&
            strncasecmp(reader->name, headers[i].name, reader->name_len) == 0)
            return i;
    return HTTP_HEADER_COUNT;
}

/* A space before the colon hides a header from one reader and not from another (RFC 9112, 5.1). */
static int on_header_value(http_parser *parser, const char *at, size_t len)
{
    struct http_reader *reader = parser->data;
    bool is_new = !reader->is_in_value;
    int header = find_header(reader);
    reader->is_in_value = true;
    if (reader->name_last == ' ' || reader->name_last == '\t')
        return refuse(reader, 400);
    if (header == HTTP_HEADER_COUNT)
        return 0;
    struct http_text *value = &reader->values[header];
    if (is_new && value->bytes != NULL && headers[header].separator == NULL)
        return refuse(reader, 400);
    if (is_new && value->bytes != NULL)
        append(value, headers[header].separator, strlen(headers[header].separator));
    append(value, at, len);
    return 0;
}

/* Only a POST has a body. */
static int on_headers_complete(http_parser *parser)
{
    struct http_reader *reader = parser->data;
    bool is_chunked = (parser->flags & F_CHUNKED) != 0;
    bool has_length = parser->content_length != 0 && parser->content_length != UINT64_MAX;
    bool is_1_1 = parser->http_major == 1 && parser->http_minor >= (parser->upgrade ? 1 : 0);
    if (!is_1_1)
        return refuse(reader, 400);
    if (parser->method != HTTP_POST)
        return is_chunked || has_length ? refuse(reader, 400) : 0;
    if (is_chunked)
        return refuse(reader, 411);
    return has_length && parser->content_length > reader->body_most ? refuse(reader, 413) : 0;
}

static int on_body(http_parser *parser, const char *at, size_t len)
{
    struct http_reader *reader = parser->data;
    append(&reader->body, at, len);
    return 0;
}

static int on_message_complete(http_parser *parser)
{
    struct http_reader *reader = parser->data;
    reader->target[reader->target_len] = '\0';
    size_t path_len = strcspn(reader->target, "?");
    reader->query = reader->target + path_len + (reader->target[path_len] == '?');
    reader->target[path_len] = '\0';
    reader->is_ready = true;
    http_parser_pause(parser, 1);
    return 0;
}

/* ------------------------------------------------------------------ the reader */

void http_reader_reset(struct http_reader *reader)
{
    for (size_t i = 0; i < HTTP_HEADER_COUNT; i++)
        drop(&reader->values[i]);
    drop(&reader->body);
    *reader = (struct http_reader){.body_most = reader->body_most};
    http_parser_init(&reader->parser, HTTP_REQUEST);
    reader->parser.data = reader;
}

struct http_reader *http_reader_new(size_t body_most)
{
    struct http_reader *reader = mem_zero(sizeof(*reader));
    http_parser_set_max_header_size(HEAD_MAX); /* of all parsers of the process */
    reader->body_most = body_most;
    http_reader_reset(reader);
    return reader;
}

void http_reader_free(struct http_reader *reader)
{
    if (reader != NULL)
        http_reader_reset(reader);
    free(reader);
}

enum http_reading http_read(struct http_reader *reader, const char *bytes, size_t len,
                            size_t *used_out)
{
    static const http_parser_settings settings = {.on_url = on_url,
                                                  .on_header_field = on_header_field,
                                                  .on_header_value = on_header_value,
                                                  .on_headers_complete = on_headers_complete,
                                                  .on_body = on_body,
                                                  .on_message_complete = on_message_complete};
    *used_out = 0;
    if (!reader->is_ready && reader->wrong == 0) {
        *used_out = http_parser_execute(&reader->parser, &settings, bytes, len);
        enum http_errno error = HTTP_PARSER_ERRNO(&reader->parser);
        if (!reader->is_ready && error != HPE_OK && reader->wrong == 0)
            reader->wrong = error == HPE_HEADER_OVERFLOW ? 431 : 400;
    }
    if (reader->wrong != 0)
        return HTTP_WRONG;
    return reader->is_ready ? HTTP_READY : HTTP_MORE;
}

static enum http_verb verb_of(const http_parser *parser)
{
    switch (parser->method) {
    case HTTP_GET:
        return HTTP_VERB_GET;
    case HTTP_HEAD:
        return HTTP_VERB_HEAD;
    case HTTP_POST:
        return HTTP_VERB_POST;
    default:
        return HTTP_VERB_OTHER;
    }
}

struct http_request http_request_of(const struct http_reader *reader)
{
    struct http_request request = {
        .verb = verb_of(&reader->parser),
        .path = reader->target,
        .query = reader->query,
        .body = reader->body.bytes != NULL ? reader->body.bytes : "",
        .body_bytes = reader->body.len,
        .wants_upgrade = reader->parser.upgrade != 0,
        .keeps = http_should_keep_alive(&reader->parser) != 0,
    };
    for (size_t i = 0; i < HTTP_HEADER_COUNT; i++)
        request.headers[i] = reader->values[i].bytes;
    return request;
}

int http_status_of_wrong(const struct http_reader *reader)
{
    return reader->wrong;
}
