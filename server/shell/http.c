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
#define NAME_MAX_BYTES 32 /* the longest name of a header that is kept, and more */
#define VALUE_MAX_BYTES 256
#define HEAD_SIZE 512

/* Headers that are kept; the order is that of enum http_header. */
static const char *const header_names[HTTP_HEADER_COUNT] = {
    "Host", "Origin", "Sec-WebSocket-Key", "Sec-WebSocket-Version", "Upgrade", "X-Forwarded-For"};

struct http_value {
    size_t len; /* may be longer than what is kept */
    bool is_there;
    char text[VALUE_MAX_BYTES];
};

struct http_client {
    struct http_client *prev, *next;
    struct http *http;
    struct transport *transport;
    uint64_t place;
    bool is_placed;      /* counted in http->origins */
    int64_t deadline_ms; /* monotonic */
    bool is_answered;
    bool is_closing;
    http_parser parser;
    char path[PATH_MAX_BYTES];
    size_t path_len;           /* may be longer than what was kept */
    char name[NAME_MAX_BYTES]; /* of the header that comes */
    size_t name_len;           /* as path_len */
    bool is_in_value;          /* its value comes */
    bool has_body;
    bool is_twice; /* a header that is kept and is no list came more than once */
    struct http_value values[HTTP_HEADER_COUNT];
    bool is_upgraded; /* behind the answer the transport is somebody else's */
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

static void leave(struct http_client *client)
{
    struct http *http = client->http;
    DL_DELETE(http->clients, client);
    http->client_count--;
    if (client->is_placed)
        origins_leave(&http->origins, client->place);
}

static void hang_up(struct http_client *client)
{
    if (client->is_closing)
        return;
    client->is_closing = true;
    leave(client);
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

static const char *value_of(const struct http_client *client, enum http_header header)
{
    const struct http_value *value = &client->values[header];
    return value->is_there ? value->text : NULL;
}

static struct http_request request_of(const struct http_client *client)
{
    struct http_request request = {.path = client->path};
    for (int i = 0; i < HTTP_HEADER_COUNT; i++)
        request.headers[i] = value_of(client, (enum http_header)i);
    request.wants_upgrade = client->parser.upgrade != 0;
    return request;
}

/* Gives the transport to whoever speaks on it from now on. */
static void pass_on(struct http_client *client)
{
    const struct http_request request = request_of(client);
    struct transport *transport = client->transport;
    struct http *http = client->http;
    leave(client);
    http->upgraded(http->ctx, transport, &request);
    on_closed(client);
}

static void on_written(void *ctx, bool is_gone)
{
    struct http_client *client = ctx;
    if (is_gone && client->is_upgraded)
        pass_on(client);
    else
        hang_up(client);
}

static const char *reason_of(int status)
{
    switch (status) {
    case 101:
        return "Switching Protocols";
    case 200:
        return "OK";
    case 403:
        return "Forbidden";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 426:
        return "Upgrade Required";
    case 503:
        return "Service Unavailable";
    default:
        return "Bad Request";
    }
}

/* Writes the headers that depend on the status, and the end of the head. */
static void put_more(const struct http_answer *answer, char *out, size_t size)
{
    if (answer->status == 101)
        snprintf(out, size,
                 "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
                 answer->accept);
    else
        snprintf(out, size,
                 "Content-Type: %s\r\nContent-Length: %zu\r\n%s"
                 "Cache-Control: no-store\r\nConnection: close\r\n\r\n",
                 answer->type, answer->body_bytes,
                 answer->status == 405   ? "Allow: GET, HEAD\r\n"
                 : answer->status == 426 ? "Sec-WebSocket-Version: 13\r\n"
                                         : "");
}

static void answer(struct http_client *client, const struct http_answer *answer)
{
    bool has_body = client->parser.method != HTTP_HEAD;
    uv_buf_t buffers[2];
    char more[HEAD_SIZE / 2];
    put_more(answer, more, sizeof(more));
    int len = snprintf(client->head, sizeof(client->head), "HTTP/1.1 %d %s\r\n%s", answer->status,
                       reason_of(answer->status), more);
    client->is_answered = true;
    client->is_upgraded = answer->status == 101;
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

/* A name comes in parts, too. */
static int on_header_field(http_parser *parser, const char *at, size_t len)
{
    struct http_client *client = parser->data;
    if (client->is_in_value)
        client->name_len = 0;
    client->is_in_value = false;
    for (size_t i = 0; i < len; i++, client->name_len++)
        if (client->name_len < sizeof(client->name) - 1)
            client->name[client->name_len] = at[i];
    return 0;
}

static void put_value(struct http_value *value, const char *at, size_t len)
{
    for (size_t i = 0; i < len; i++, value->len++)
        if (value->len < sizeof(value->text) - 1)
            value->text[value->len] = at[i];
}

static struct http_value *value_here(struct http_client *client)
{
    for (size_t i = 0; i < HTTP_HEADER_COUNT; i++)
        if (client->name_len == strlen(header_names[i]) &&
            strncasecmp(client->name, header_names[i], client->name_len) == 0)
            return &client->values[i];
    return NULL;
}

static int on_header_value(http_parser *parser, const char *at, size_t len)
{
    struct http_client *client = parser->data;
    struct http_value *value = value_here(client);
    bool is_new = !client->is_in_value;
    client->is_in_value = true;
    if (value == NULL)
        return 0;
    if (is_new && value->is_there && value != &client->values[HTTP_FORWARDED_FOR])
        client->is_twice = true;
    if (is_new && value->is_there)
        put_value(value, ", ", 2); /* a list (RFC 9110, 5.3) */
    value->is_there = true;
    put_value(value, at, len);
    return 0;
}

/* Whether the name is an address; of version 6 in brackets. */
static bool is_address(const char *name)
{
    struct in6_addr address;
    char bare[VALUE_MAX_BYTES];
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
    char name[VALUE_MAX_BYTES];
    const char *wanted = client->http->name;
    snprintf(name, sizeof(name), "%s", client->values[HTTP_HOST].text);
    char *port = strrchr(name, ':');
    if (port != NULL && strspn(port + 1, "0123456789") == strlen(port + 1))
        *port = '\0';
    return !client->values[HTTP_HOST].is_there || strcasecmp(name, "localhost") == 0 ||
           is_address(name) ||
           (wanted != NULL && wanted[0] != '\0' && strcasecmp(name, wanted) == 0);
}

/* No header that is kept came twice or is too long; what has a body is no question. */
static bool is_well_formed(const struct http_client *client)
{
    const http_parser *parser = &client->parser;
    bool is_1_1 = parser->http_major == 1 && parser->http_minor >= (parser->upgrade ? 1 : 0);
    bool has_body = client->has_body ||
                    (parser->content_length != 0 && parser->content_length != UINT64_MAX) ||
                    (parser->flags & F_CHUNKED) != 0;
    for (size_t i = 0; i < HTTP_HEADER_COUNT; i++)
        if (client->values[i].len >= sizeof(client->values[i].text))
            return false;
    return is_1_1 && !client->is_twice && !has_body;
}

static int on_body(http_parser *parser, const char *at, size_t len)
{
    struct http_client *client = parser->data;
    (void)at;
    client->has_body |= len > 0;
    return 0;
}

static int on_message_complete(http_parser *parser)
{
    struct http_client *client = parser->data;
    struct http *http = client->http;
    http_parser_pause(parser, 1);
    client->path[strcspn(client->path, "?")] = '\0';
    if (!is_well_formed(client)) {
        answer_with_status(client, 400);
    } else if (parser->method != HTTP_GET && parser->method != HTTP_HEAD) {
        answer_with_status(client, 405);
    } else if (!is_meant(client)) {
        answer_with_status(client, 403);
    } else if (client->path_len >= sizeof(client->path)) {
        answer_with_status(client, 404);
    } else {
        const struct http_request request = request_of(client);
        const struct http_answer found = http->answer(http->ctx, &request);
        answer(client, &found);
    }
    return 0;
}

static void on_bytes(void *ctx, const char *bytes, size_t len)
{
    static const http_parser_settings settings = {.on_url = on_url,
                                                  .on_header_field = on_header_field,
                                                  .on_header_value = on_header_value,
                                                  .on_body = on_body,
                                                  .on_message_complete = on_message_complete};
    struct http_client *client = ctx;
    if (client->is_answered)
        return; /* the answer is under way; what else comes is nothing to us */
    size_t used = http_parser_execute(&client->parser, &settings, bytes, len);
    if (client->is_upgraded && !client->is_closing)
        transport_stop(client->transport, bytes + used, len - used);
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

struct http_answer http_text(int status, const char *words)
{
    return (struct http_answer){.status = status,
                                .type = "text/plain; charset=utf-8",
                                .take_body = mem_text(words),
                                .body_bytes = strlen(words)};
}

void http_accept(struct http *http, struct transport *take_transport)
{
    uint64_t place = transport_origin(take_transport).place;
    if (http->most_of_place > 0 && !origins_enter(&http->origins, place, http->most_of_place)) {
        transport_discard(take_transport);
        return;
    }
    /* One more takes the place of the oldest: who says nothing shuts nobody out. */
    if (http->client_count >= http->most)
        hang_up(http->clients);
    struct http_client *client = mem_zero(sizeof(*client));
    client->place = place;
    client->is_placed = http->most_of_place > 0;
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
    http->most = HTTP_CONNECTIONS_MAX;
    http->timer.data = http;
}

void http_close(struct http *http)
{
    while (http->clients != NULL)
        hang_up(http->clients);
}
