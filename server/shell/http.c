/* SPDX-License-Identifier: MIT */
/*
 * HTTP for monitoring, over any transport of bytes; http-parser reads the requests. A client lives
 * from its connection until its transport is closed.
 */
#include "server/shell/http.h"

#include "base/memory.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <http_parser.h>
#include <utlist.h>

#define PATH_MAX_BYTES 64
#define HOST_MAX_BYTES 256
#define HEAD_SIZE 256

struct http_client {
    struct http_client *prev, *next;
    struct http *http;
    struct transport *transport;
    int64_t deadline_ms; /* monotonic */
    bool is_answered;
    bool is_closing;
    http_parser parser;
    char path[PATH_MAX_BYTES];
    size_t path_len;           /* may be longer than what was kept */
    char host[HOST_MAX_BYTES]; /* the value of Host */
    size_t host_len;           /* as path_len */
    bool is_in_host;           /* what comes is the value of Host */
    char head[HEAD_SIZE];
    char *body;
};

/* ------------------------------------------------------------------ the end */

static void on_closed(void *ctx)
{
    struct http_client *client = ctx;
    free(client->body);
    free(client);
}

static void hang_up(struct http_client *client)
{
    struct http *http = client->http;
    if (client->is_closing)
        return;
    client->is_closing = true;
    DL_DELETE(http->clients, client);
    http->client_count--;
    transport_close(client->transport, TRANSPORT_DONE);
}

static void on_timer(uv_timer_t *timer)
{
    struct http *http = timer->data;
    int64_t now_ms = (int64_t)uv_now(http->loop);
    while (http->clients != NULL && http->clients->deadline_ms <= now_ms)
        hang_up(http->clients);
    if (http->clients != NULL)
        uv_timer_start(timer, on_timer, (uint64_t)(http->clients->deadline_ms - now_ms), 0);
}

/* ------------------------------------------------------------------ the answer */

static void on_written(void *ctx, bool is_gone)
{
    (void)is_gone;
    hang_up(ctx);
}

static const char *reason_of(int status)
{
    switch (status) {
    case 200:
        return "OK";
    case 403:
        return "Forbidden";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 503:
        return "Service Unavailable";
    default:
        return "Bad Request";
    }
}

static void answer(struct http_client *client, const struct http_answer *answer)
{
    bool has_body = client->parser.method != HTTP_HEAD;
    uv_buf_t buffers[2];
    int len = snprintf(client->head, sizeof(client->head),
                       "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\n%s"
                       "Cache-Control: no-store\r\nConnection: close\r\n\r\n",
                       answer->status, reason_of(answer->status), answer->type, answer->body_bytes,
                       answer->status == 405 ? "Allow: GET, HEAD\r\n" : "");
    client->is_answered = true;
    client->body = answer->take_body;
    buffers[0] = uv_buf_init(client->head, (unsigned)len);
    buffers[1] = uv_buf_init(client->body, has_body ? (unsigned)answer->body_bytes : 0);
    if (!transport_write(client->transport, buffers, 2))
        hang_up(client);
}

static void answer_with_status(struct http_client *client, int status)
{
    const struct http_answer empty = {.status = status, .type = "text/plain"};
    answer(client, &empty);
}

/* ------------------------------------------------------------------ the request */

static int on_url(http_parser *parser, const char *at, size_t len)
{
    struct http_client *client = parser->data;
    for (size_t i = 0; i < len; i++, client->path_len++)
        if (client->path_len < sizeof(client->path) - 1)
            client->path[client->path_len] = at[i];
    return 0;
}

static int on_header_field(http_parser *parser, const char *at, size_t len)
{
    struct http_client *client = parser->data;
    client->is_in_host = len == 4 && strncasecmp(at, "Host", 4) == 0;
    return 0;
}

static int on_header_value(http_parser *parser, const char *at, size_t len)
{
    struct http_client *client = parser->data;
    for (size_t i = 0; client->is_in_host && i < len; i++, client->host_len++)
        if (client->host_len < sizeof(client->host) - 1)
            client->host[client->host_len] = at[i];
    return 0;
}

/* Whether the name is an address; of version 6 in brackets. */
static bool is_address(const char *name)
{
    struct in6_addr address;
    char bare[HOST_MAX_BYTES];
    size_t len = strlen(name);
    bool is_bracketed = len > 1 && name[0] == '[' && name[len - 1] == ']';
    snprintf(bare, sizeof(bare), "%.*s", (int)(is_bracketed ? len - 2 : len),
             is_bracketed ? name + 1 : name);
    return inet_pton(is_bracketed ? AF_INET6 : AF_INET, bare, &address) == 1;
}

/* A page that somebody reads in a browser here can ask under a name of its own that leads here
 * (DNS rebinding), but under no address. */
static bool is_meant(const struct http_client *client)
{
    char name[HOST_MAX_BYTES];
    const char *wanted = client->http->name;
    snprintf(name, sizeof(name), "%s", client->host);
    char *port = strrchr(name, ':');
    if (port != NULL && strspn(port + 1, "0123456789") == strlen(port + 1))
        *port = '\0';
    return client->host_len == 0 || strcasecmp(name, "localhost") == 0 || is_address(name) ||
           (wanted != NULL && wanted[0] != '\0' && strcasecmp(name, wanted) == 0);
}

static int on_message_complete(http_parser *parser)
{
    struct http_client *client = parser->data;
    struct http *http = client->http;
    http_parser_pause(parser, 1);
    client->path[strcspn(client->path, "?")] = '\0';
    if (parser->method != HTTP_GET && parser->method != HTTP_HEAD) {
        answer_with_status(client, 405);
    } else if (!is_meant(client)) {
        answer_with_status(client, 403);
    } else if (client->path_len >= sizeof(client->path)) {
        answer_with_status(client, 404);
    } else {
        const struct http_answer found = http->answer(http->ctx, client->path);
        answer(client, &found);
    }
    return 0;
}

static void on_bytes(void *ctx, const char *bytes, size_t len)
{
    static const http_parser_settings settings = {.on_url = on_url,
                                                  .on_header_field = on_header_field,
                                                  .on_header_value = on_header_value,
                                                  .on_message_complete = on_message_complete};
    struct http_client *client = ctx;
    if (client->is_answered)
        return; /* the answer is under way; what else comes is nothing to us */
    http_parser_execute(&client->parser, &settings, bytes, len);
    if (!client->is_answered && HTTP_PARSER_ERRNO(&client->parser) != HPE_OK)
        answer_with_status(client, 400);
}

/* The end of what a client says, or of all. */
static void on_end(void *ctx)
{
    hang_up(ctx);
}

/* ------------------------------------------------------------------ clients */

static const struct transport_user http_user = {
    .bytes = on_bytes,
    .ended = on_end,
    .broken = on_end,
    .written = on_written,
    .closed = on_closed,
};

/* All have the same time, so appending keeps the earliest deadline first. */
static void set_deadline(struct http_client *client)
{
    struct http *http = client->http;
    client->deadline_ms = (int64_t)uv_now(http->loop) + HTTP_DEADLINE_MS;
    DL_APPEND(http->clients, client);
    http->client_count++;
    if (!uv_is_active((uv_handle_t *)&http->timer))
        uv_timer_start(&http->timer, on_timer, HTTP_DEADLINE_MS, 0);
}

void http_accept(struct http *http, struct transport *take_transport)
{
    struct http_client *client;
    /* One more takes the place of the oldest: who says nothing shuts nobody out. */
    if (http->client_count >= HTTP_CONNECTIONS_MAX)
        hang_up(http->clients);
    client = mem_zero(sizeof(*client));
    client->http = http;
    http_parser_init(&client->parser, HTTP_REQUEST);
    client->parser.data = client;
    client->transport = take_transport;
    set_deadline(client);
    if (transport_start(client->transport, &http_user, client) != 0)
        hang_up(client);
}

void http_init(struct http *http, uv_loop_t *loop, http_answer_fn *answer_one, void *ctx)
{
    http_parser_set_max_header_size(4096);
    uv_timer_init(loop, &http->timer);
    http->loop = loop;
    http->answer = answer_one;
    http->ctx = ctx;
    http->timer.data = http;
}

void http_close(struct http *http)
{
    while (http->clients != NULL)
        hang_up(http->clients);
}
