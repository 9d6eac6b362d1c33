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
    const char *path, *query;  /* in it, when the head is whole */
    size_t target_len;         /* may be longer than what was kept */
    char name[NAME_MAX_BYTES]; /* of the header that comes */
    size_t name_len;           /* as target_len */
    bool is_in_value;          /* its value comes */
    struct http_text values[HTTP_HEADER_COUNT];
    struct http_text body;
    char last;           /* byte of the head; 0: none came */
    size_t line_len;     /* of the line of the head that comes */
    bool is_behind_line; /* the request line came, which empty lines may go before */
    bool is_behind_head;
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

/* ------------------------------------------------------------------ the head's bytes */

/* Lines end with CR and LF, none begins with a space (which would fold it to the one before), the
 * first has single spaces, and there is no control character but the tab: what one reader takes for
 * an end another one does not (RFC 9112, 2.2, 3 and 5.2). */
static bool take_byte(struct http_reader *reader, char byte)
{
    bool is_blank = byte == ' ' || byte == '\t';
    bool is_control = ((unsigned char)byte < ' ' && byte != '\t') || byte == 0x7f;
    if ((reader->last == '\r') != (byte == '\n'))
        return false;
    if (byte == ' ' && reader->last == ' ' && !reader->is_behind_line)
        return false;
    reader->last = byte;
    if (byte == '\r')
        return true;
    if (byte == '\n') {
        reader->is_behind_head = reader->line_len == 0 && reader->is_behind_line;
        reader->is_behind_line = reader->is_behind_line || reader->line_len > 0;
        reader->line_len = 0;
        return true;
    }
    return !is_control && (reader->line_len++ > 0 || !is_blank);
}

/* Looks at those of the bytes that belong to the head. False: they are none. */
static bool look_at_head(struct http_reader *reader, const char *bytes, size_t len)
{
    for (size_t i = 0; i < len && !reader->is_behind_head; i++)
        if (!take_byte(reader, bytes[i]))
            return false;
    return true;
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

/* A name comes in parts, too. A space in it, or behind it, hides a header from one reader and not
 * from another (RFC 9112, 5.1). */
static int on_header_field(http_parser *parser, const char *at, size_t len)
{
    struct http_reader *reader = parser->data;
    if (memchr(at, ' ', len) != NULL)
        return refuse(reader, 400);
    if (reader->is_in_value)
        reader->name_len = 0;
    reader->is_in_value = false;
    for (size_t i = 0; i < len; i++, reader->name_len++)
        if (reader->name_len < sizeof(reader->name))
            reader->name[reader->name_len] = at[i];
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

static int on_header_value(http_parser *parser, const char *at, size_t len)
{
    struct http_reader *reader = parser->data;
    bool is_new = !reader->is_in_value;
    int header = find_header(reader);
    reader->is_in_value = true;
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

/* Finds the path and the query. A target may name the host, too, whatever the header says then
 * (RFC 9112, 3.2.2). */
static void split_target(struct http_reader *reader)
{
    static const char *const schemes[] = {"http://", "https://"};
    reader->target[reader->target_len] = '\0';
    char *path = reader->target;
    for (size_t i = 0; i < sizeof(schemes) / sizeof(schemes[0]); i++) {
        size_t len = strlen(schemes[i]);
        if (strncasecmp(path, schemes[i], len) != 0)
            continue;
        size_t host_len = strcspn(path + len, "/?");
        drop(&reader->values[HTTP_HOST]);
        append(&reader->values[HTTP_HOST], path + len, host_len);
        path += len + host_len;
        break;
    }
    size_t path_len = strcspn(path, "?");
    reader->query = path + path_len + (path[path_len] == '?');
    path[path_len] = '\0';
    reader->path = path_len > 0 ? path : "/";
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

/* Only a POST has a body. */
static int on_headers_complete(http_parser *parser)
{
    struct http_reader *reader = parser->data;
    bool is_chunked = (parser->flags & F_CHUNKED) != 0;
    bool has_length = parser->content_length != 0 && parser->content_length != UINT64_MAX;
    bool is_1_1 = parser->http_major == 1 && parser->http_minor >= (parser->upgrade ? 1 : 0);
    if (!is_1_1 || (parser->http_minor > 0 && reader->values[HTTP_HOST].bytes == NULL))
        return refuse(reader, 400);
    split_target(reader);
    if (verb_of(parser) == HTTP_VERB_OTHER && (is_chunked || has_length))
        return refuse(reader, 405);
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
    if (!reader->is_ready && reader->wrong == 0 && !look_at_head(reader, bytes, len))
        reader->wrong = 400;
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

struct http_request http_request_of(const struct http_reader *reader)
{
    struct http_request request = {
        .verb = verb_of(&reader->parser),
        .path = reader->path,
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
