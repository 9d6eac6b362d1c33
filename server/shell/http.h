/* SPDX-License-Identifier: MIT */
/*
 * HTTP/1.1 for a monitoring system and for browsers: GET and HEAD without a body, one request on
 * each connection, some connections at once, none for long; a request may turn its connection over
 * to another protocol. Everything happens on the loop's thread.
 */
#ifndef PENTAD_SERVER_SHELL_HTTP_H
#define PENTAD_SERVER_SHELL_HTTP_H

#include "server/shell/transport.h"

#include <stdbool.h>
#include <stddef.h>

#include <uv.h>

/* Connections of a monitoring system at once. */
#define HTTP_CONNECTIONS_MAX 16
/* The time from accepting a connection to the end of the answer, handshakes of TLS included. */
#define HTTP_DEADLINE_MS 10000

/* Headers that are kept, with their values; a request in which one comes twice is refused, but for
 * X-Forwarded-For, which is a list. */
enum http_header {
    HTTP_HOST,
    HTTP_ORIGIN,
    HTTP_WEBSOCKET_KEY,
    HTTP_WEBSOCKET_VERSION,
    HTTP_UPGRADE,
    HTTP_FORWARDED_FOR,
    HTTP_HEADER_COUNT
};

/* Lent for the call. */
struct http_request {
    const char *path;                       /* "/metrics", without a query */
    const char *headers[HTTP_HEADER_COUNT]; /* NULL: it is not there */
    bool wants_upgrade;                     /* Connection and Upgrade say so */
};

struct http_answer {
    char accept[32];  /* with 101: Sec-WebSocket-Accept; then there is no body */
    int status;       /* 200, 404, 503 */
    const char *type; /* Content-Type */
    char *take_body;  /* on the heap; given away */
    size_t body_bytes;
};

/* Returns the answer to a request. */
typedef struct http_answer http_answer_fn(void *ctx, const struct http_request *request);
/* Takes the connection over, whose 101 has gone out. */
typedef void http_upgraded_fn(void *ctx, struct transport *take_transport,
                              const struct http_request *request);

/* An answer of plain text. */
struct http_answer http_text(int status, const char *words);

struct http_client;

struct http {
    uv_loop_t *loop;
    struct http_client *clients; /* in the order of arrival, which is that of their deadlines */
    size_t client_count;
    size_t most;          /* at once; one more takes the place of the oldest */
    size_t most_of_place; /* the same from one place (origin.h), where one more is closed; 0: any */
    struct origins *origins; /* of those that are there, if that is not 0 */
    uv_timer_t timer;        /* for the first deadline */
    const char *name;        /* a Host to accept besides addresses and localhost; NULL: none */
    http_answer_fn *answer;
    http_upgraded_fn *upgraded; /* NULL: nothing is answered by 101 */
    void *ctx;
};

/* Makes a server without clients. Its timer is closed with the loop. */
void http_init(struct http *http, uv_loop_t *loop, http_answer_fn *answer, void *ctx);
/* Answers requests that come over a transport of bytes. */
void http_accept(struct http *http, struct transport *take_transport);
/* Cuts everybody off. */
void http_close(struct http *http);

#endif
