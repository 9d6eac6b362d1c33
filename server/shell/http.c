/* SPDX-License-Identifier: MIT */
/*
 * HTTP for monitoring; http-parser reads the requests. A client lives from its connection until its
 * socket and its timer are closed.
 */
#include "server/shell/http.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <http_parser.h>
#include <utlist.h>

#define PATH_MAX_BYTES 64
#define HEAD_SIZE 256

struct http_client {
    struct http_client *prev, *next;
    struct http *http;
    uv_tcp_t socket;
    uv_timer_t deadline;
    int open_handles;
    bool is_answered;
    http_parser parser;
    char path[PATH_MAX_BYTES];
    size_t path_len; /* may be longer than what was kept */
    char read_buffer[1024];
    uv_write_t write;
    char head[HEAD_SIZE];
    char *body;
};

/* ------------------------------------------------------------------ the end */

static void on_handle_closed(uv_handle_t *handle)
{
    struct http_client *client = handle->data;
    if (--client->open_handles > 0)
        return;
    free(client->body);
    free(client);
}

static void hang_up(struct http_client *client)
{
    struct http *http = client->http;
    if (uv_is_closing((uv_handle_t *)&client->deadline))
        return;
    DL_DELETE(http->clients, client);
    http->client_count--;
    uv_close((uv_handle_t *)&client->deadline, on_handle_closed);
    uv_close((uv_handle_t *)&client->socket, on_handle_closed);
}

static void on_deadline(uv_timer_t *timer)
{
    hang_up(timer->data);
}

/* ------------------------------------------------------------------ the answer */

static void on_written(uv_write_t *write, int status)
{
    (void)status;
    hang_up(write->data);
}

static const char *reason_of(int status)
{
    switch (status) {
    case 200:
        return "OK";
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
    client->write.data = client;
    if (uv_write(&client->write, (uv_stream_t *)&client->socket, buffers, 2, on_written) != 0)
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

static int on_message_complete(http_parser *parser)
{
    struct http_client *client = parser->data;
    struct http *http = client->http;
    http_parser_pause(parser, 1);
    client->path[strcspn(client->path, "?")] = '\0';
    if (parser->method != HTTP_GET && parser->method != HTTP_HEAD) {
        answer_with_status(client, 405);
    } else if (client->path_len >= sizeof(client->path)) {
        answer_with_status(client, 404);
    } else {
        const struct http_answer found = http->answer(http->ctx, client->path);
        answer(client, &found);
    }
    return 0;
}

static void on_alloc(uv_handle_t *handle, size_t wanted, uv_buf_t *buffer_out)
{
    struct http_client *client = handle->data;
    (void)wanted;
    *buffer_out = uv_buf_init(client->read_buffer, sizeof(client->read_buffer));
}

static void on_read(uv_stream_t *stream, ssize_t len, const uv_buf_t *buffer)
{
    static const http_parser_settings settings = {.on_url = on_url,
                                                  .on_message_complete = on_message_complete};
    struct http_client *client = stream->data;
    if (len < 0) {
        hang_up(client);
        return;
    }
    if (client->is_answered)
        return; /* the answer is under way; what else comes is nothing to us */
    http_parser_execute(&client->parser, &settings, buffer->base, (size_t)len);
    if (!client->is_answered && HTTP_PARSER_ERRNO(&client->parser) != HPE_OK)
        answer_with_status(client, 400);
}

/* ------------------------------------------------------------------ clients */

static void on_accept(void *ctx, int take_fd)
{
    struct http *http = ctx;
    struct http_client *client;
    if (http->client_count >= HTTP_CONNECTIONS_MAX) {
        close(take_fd);
        return;
    }
    client = mem_zero(sizeof(*client));
    client->http = http;
    client->open_handles = 2;
    http_parser_init(&client->parser, HTTP_REQUEST);
    client->parser.data = client;
    client->socket.data = client;
    client->deadline.data = client;
    uv_tcp_init(http->loop, &client->socket);
    uv_timer_init(http->loop, &client->deadline);
    DL_APPEND(http->clients, client);
    http->client_count++;
    uv_timer_start(&client->deadline, on_deadline, HTTP_DEADLINE_MS, 0);
    if (uv_tcp_open(&client->socket, take_fd) != 0) {
        close(take_fd);
        hang_up(client);
    } else if (uv_read_start((uv_stream_t *)&client->socket, on_alloc, on_read) != 0) {
        hang_up(client);
    }
}

/* ------------------------------------------------------------------ opening and closing */

static void begin(struct http *http, uv_loop_t *loop, http_answer_fn *answer_one, void *ctx)
{
    http_parser_set_max_header_size(4096);
    http->loop = loop;
    http->answer = answer_one;
    http->ctx = ctx;
}

int http_open_fd(struct http *http, uv_loop_t *loop, int take_fd, struct log *log,
                 http_answer_fn *answer_one, void *ctx)
{
    begin(http, loop, answer_one, ctx);
    return listener_open_fd(&http->listener, loop, take_fd, log, on_accept, http);
}

int http_open(struct http *http, uv_loop_t *loop, const struct listener_options *options,
              http_answer_fn *answer_one, void *ctx)
{
    begin(http, loop, answer_one, ctx);
    return listener_open(&http->listener, loop, options, on_accept, http);
}

void http_close(struct http *http)
{
    listener_close(&http->listener);
    while (http->clients != NULL)
        hang_up(http->clients);
}
