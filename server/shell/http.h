/* SPDX-License-Identifier: MIT */
/*
 * Answers to HTTP requests of a monitoring system: GET and HEAD without a body, one request a
 * connection, few connections at once, none for long. Everything happens on the loop's thread.
 */
#ifndef PENTAD_SERVER_SHELL_HTTP_H
#define PENTAD_SERVER_SHELL_HTTP_H

#include "server/shell/listener.h"
#include "server/shell/transport.h"

#include <stdbool.h>
#include <stddef.h>

#include <uv.h>

/* Connections at once; one more takes the place of the oldest. */
#define HTTP_CONNECTIONS_MAX 16
/* From accepting a connection to the end of the answer. */
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
    struct listener listener; /* its fd is -1 while it is not open */
    struct transport_home *home;
    struct http_client *clients; /* in the order of coming, which is that of their deadlines */
    size_t client_count;
    uv_timer_t timer; /* for the first deadline, while it is open */
    const char *name; /* by which it is asked besides addresses and localhost; NULL: none */
    http_answer_fn *answer;
    void *ctx;
};

/* Makes one that is not open. It has to stay where it is until the loop has closed its handles. */
void http_init(struct http *http, struct transport_home *home, http_answer_fn *answer, void *ctx);
/* Serves connections to the socket, which listens already; takes it. Returns 0 or a negative errno.
 */
int http_open_fd(struct http *http, int take_fd, struct log *log);
/* Serves connections to an address, as http_open_fd() does. */
int http_open(struct http *http, const struct listener_options *options);
/* Cuts everybody off. Fine when it is not open. */
void http_close(struct http *http);

#endif
