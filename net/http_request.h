/* SPDX-License-Identifier: MIT */
/*
 * Requests of HTTP/1.1 (RFC 9112), as a function of bytes: some headers are kept, a body has its
 * Content-Length. http-parser reads them; it is not seen outside net/http_request.c. A wrong one
 * has a status by which it is to be answered; nothing behind it can be understood.
 *
 * A reader between two requests keeps nothing but its struct.
 */
#ifndef PENTAD_NET_HTTP_REQUEST_H
#define PENTAD_NET_HTTP_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

/* The longest target ("/path?query") that is taken; the head as a whole has at most 8 KiB. */
#define HTTP_TARGET_MAX 255

/* Headers that are kept, with what separates the values of one that is a list: such a one may come
 * several times; a request in which another one comes twice is refused. */
#define HTTP_HEADERS(HEADER)                                                                       \
    HEADER(HOST, "Host", NULL)                                                                     \
    HEADER(ORIGIN, "Origin", NULL)                                                                 \
    HEADER(FETCH_SITE, "Sec-Fetch-Site", NULL)                                                     \
    HEADER(COOKIE, "Cookie", "; ")                                                                 \
    HEADER(CONTENT_TYPE, "Content-Type", NULL)                                                     \
    HEADER(ACCEPT_ENCODING, "Accept-Encoding", ", ")                                               \
    HEADER(IF_NONE_MATCH, "If-None-Match", ", ")                                                   \
    HEADER(WEBSOCKET_KEY, "Sec-WebSocket-Key", NULL)                                               \
    HEADER(WEBSOCKET_VERSION, "Sec-WebSocket-Version", NULL)                                       \
    HEADER(UPGRADE, "Upgrade", NULL)                                                               \
    HEADER(FORWARDED_FOR, "X-Forwarded-For", ", ")

enum http_header {
#define HTTP_HEADER_ID(ID, name, separator) HTTP_##ID,
    HTTP_HEADERS(HTTP_HEADER_ID)
#undef HTTP_HEADER_ID
        HTTP_HEADER_COUNT
};

/* Bits, so that several can be allowed. */
enum http_verb {
    HTTP_VERB_GET = 1,
    HTTP_VERB_HEAD = 2,
    HTTP_VERB_POST = 4,
    HTTP_VERB_OTHER = 8, /* known to HTTP, and never allowed here */
};

/* Lent until the next call for its reader. */
struct http_request {
    enum http_verb verb;
    const char *path;                       /* "/metrics", without a host and a query */
    const char *query;                      /* behind the question mark; "": there is none */
    const char *headers[HTTP_HEADER_COUNT]; /* NULL: it is not there */
    const char *body;
    size_t body_bytes;
    bool wants_upgrade; /* Connection and Upgrade say so */
    bool keeps;         /* another request may follow */
};

struct http_reader;

/* `body_most`: the longest body that is taken. */
struct http_reader *http_reader_new(size_t body_most);
void http_reader_free(struct http_reader *reader);

enum http_reading {
    HTTP_MORE,
    HTTP_READY, /* http_request_of() has it; nothing is read before http_reader_reset() */
    HTTP_WRONG, /* http_status_of_wrong() says how */
};

/* Reads, up to the end of one request; `used_out`: the bytes that belong to it. */
enum http_reading http_read(struct http_reader *reader, const char *bytes, size_t len,
                            size_t *used_out);
struct http_request http_request_of(const struct http_reader *reader);
/* 400, 411 (a body without a length), 413, 414 or 431 (a body, target or head that is too long). */
int http_status_of_wrong(const struct http_reader *reader);
/* For the next request. */
void http_reader_reset(struct http_reader *reader);

#endif
