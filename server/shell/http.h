/* SPDX-License-Identifier: MIT */
/*
 * Answers to HTTP requests of a monitoring system: GET and HEAD without a body, one request on each
 * connection, few connections at once, none for long. Everything happens on the loop's thread.
 */
#ifndef PENTAD_SERVER_SHELL_HTTP_H
#define PENTAD_SERVER_SHELL_HTTP_H

#include "server/shell/transport.h"

#include <stdbool.h>
#include <stddef.h>

#include <uv.h>

/* Connections at once; one more takes the place of the oldest. */
#define HTTP_CONNECTIONS_MAX 16
/* The longest time from accepting a connection to the end of the answer. */
#define HTTP_DEADLINE_MS 5000

struct http_answer {
    int status;       /* 200, 404, 503 */
    const char *type; /* Content-Type */
    char *take_body;  /* on the heap; given away */
    size_t body_bytes;
};

/* Returns the content at `path` ("/metrics", without a query). */
typedef struct http_answer http_answer_fn(void *ctx, const char *path);

struct http_client;

struct http {
    uv_loop_t *loop;
    struct http_client *clients; /* in the order of arrival, which is that of their deadlines */
    size_t client_count;
    uv_timer_t timer; /* for the first deadline */
    const char *name; /* a Host to accept besides addresses and localhost; NULL: none */
    http_answer_fn *answer;
    void *ctx;
};

/* Makes a server without clients. Its timer is closed with the loop. */
void http_init(struct http *http, uv_loop_t *loop, http_answer_fn *answer, void *ctx);
/* Answers requests that come over a transport of bytes. */
void http_accept(struct http *http, struct transport *take_transport);
/* Cuts everybody off. */
void http_close(struct http *http);

#endif
