/* SPDX-License-Identifier: MIT */
/*
 * HTTP/1.1 for a monitoring system and for browsers, over any transport of bytes: routes, answers
 * at once or later, one request at a time on each connection, some connections at once, none for
 * long. A request may turn its connection over to another protocol. Everything happens on the
 * loop's thread.
 */
#ifndef PENTAD_SERVER_SHELL_HTTP_H
#define PENTAD_SERVER_SHELL_HTTP_H

#include "net/http_request.h"
#include "server/shell/transport.h"

#include <stdbool.h>
#include <stddef.h>

#include <uv.h>

/* Connections of a monitoring system at once. */
#define HTTP_CONNECTIONS_MAX 16
/* The time for a request, from the connection (handshakes of TLS included) or the answer before. */
#define HTTP_REQUEST_MS 10000
/* The time from a request to the end of its answer. */
#define HTTP_ANSWER_MS 60000
#define HTTP_BODY_MAX 16384
/* More lines of an answer's head. */
#define HTTP_LINES_SIZE 768

struct http_answer {
    int status;          /* 200, 404, 503; 0: http_answer_later() has it */
    const char *type;    /* Content-Type; NULL: there is no body */
    char *take_body;     /* on the heap; given away */
    const char *lasting; /* in place of that: lasts for longer than any answer */
    size_t body_bytes;
    const char *cache;           /* Cache-Control; NULL: no-store */
    char lines[HTTP_LINES_SIZE]; /* each with its CRLF */
};

/* An answer of plain text. */
struct http_answer http_text(int status, const char *words);

struct http;
struct http_client;

/* Returns the answer to a request. One with the status 101 turns the connection over when it is
 * written: http->upgraded() takes it. */
typedef struct http_answer http_answer_fn(void *ctx, struct http_client *client,
                                          const struct http_request *request);
typedef void http_upgraded_fn(void *ctx, struct transport *take_transport,
                              const struct http_request *request);

/* The first row that fits a path is its own; others get 404. */
struct http_route {
    const char *path; /* one that ends in "/" stands for all that begin so, and "" for all */
    unsigned verbs;   /* of enum http_verb; others get 405 */
    http_answer_fn *answer;
    bool has_any_host; /* whatever name it is asked for under (http->name) */
};
#define HTTP_VERBS_READ (HTTP_VERB_GET | HTTP_VERB_HEAD)

struct http {
    uv_loop_t *loop;
    const struct http_route *routes; /* borrowed */
    size_t route_count;
    struct http_client *asking;    /* in the order of their deadlines */
    struct http_client *answering; /* the same */
    size_t client_count;
    size_t most;          /* at once; one more takes the place of the oldest */
    size_t most_of_place; /* the same from one place (origin.h), where one more is closed; 0: any */
    struct origins *origins;    /* of those that are there, if that is not 0 */
    uv_timer_t timer;           /* for the first deadline */
    const char *lines;          /* of the head of every answer but 101, each with its CRLF */
    const char *name;           /* a Host to accept besides addresses and localhost; NULL: none */
    http_upgraded_fn *upgraded; /* NULL: nothing is answered by 101 */
    bool keeps;                 /* a connection may have several requests */
    void *ctx;
};

/* Makes a server without clients. Its timer is closed with the loop. */
void http_init(struct http *http, uv_loop_t *loop, const struct http_route *routes, size_t count,
               void *ctx);
/* Answers requests that come over a transport of bytes. */
void http_accept(struct http *http, struct transport *take_transport);
/* Hangs up on the oldest until there are at most so many. */
void http_trim(struct http *http, size_t most);
/* Cuts everybody off. */
void http_close(struct http *http);

/* Where the connection comes from. */
struct origin http_origin(const struct http_client *client);

/* For an answer that comes later: `gone` is called if the client is gone before, and the answer is
 * not wanted any more. */
void http_wait(struct http_client *client, void (*gone)(void *ctx), void *ctx);
void http_answer_later(struct http_client *client, const struct http_answer *answer);

#endif
