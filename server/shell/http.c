/* SPDX-License-Identifier: MIT */
/*
 * HTTP over any transport of bytes. A client lives from its connection until its transport is
 * closed or turned over. While an answer is under way nothing more is read.
 */
#include "server/shell/http.h"

#include "base/memory.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <utlist.h>

#define HEAD_SIZE (HTTP_LINES_SIZE + 1024)
#define NAME_SIZE 256 /* of a host */

struct http_client {
    struct http_client *prev, *next; /* in asking or in answering */
    struct http *http;
    struct transport *transport;
    uint64_t place;
    bool is_placed;      /* counted in http->origins */
    int64_t deadline_ms; /* monotonic */
    bool is_answering;
    bool is_closing;
    bool is_upgraded; /* behind the answer the transport is somebody else's */
    bool keeps;       /* behind the answer another request may come */
    bool is_wrong;    /* what comes is understood no more */
    struct http_reader *reader;
    void (*gone)(void *ctx); /* of who has the answer later; NULL: nobody */
    void *gone_ctx;
    char *head; /* of the answer */
    char *body;
};

/* ------------------------------------------------------------------ deadlines */

static struct http_client **list_of(struct http_client *client)
{
    return client->is_answering ? &client->http->answering : &client->http->asking;
}

static struct http_client *first_of(const struct http *http)
{
    const struct http_client *asking = http->asking;
    const struct http_client *answering = http->answering;
    if (asking == NULL || answering == NULL)
        return asking != NULL ? http->asking : http->answering;
    return asking->deadline_ms <= answering->deadline_ms ? http->asking : http->answering;
}

static void on_timer(uv_timer_t *timer);

static void set_timer(struct http *http)
{
    const struct http_client *first = first_of(http);
    int64_t now_ms = (int64_t)uv_now(http->loop);
    if (first != NULL)
        uv_timer_start(&http->timer, on_timer,
                       first->deadline_ms > now_ms ? (uint64_t)(first->deadline_ms - now_ms) : 0,
                       0);
}

/* In each list all have the same time, so appending keeps the earliest deadline first. */
static void enter_list(struct http_client *client, bool is_answering, int64_t time_ms)
{
    struct http *http = client->http;
    client->is_answering = is_answering;
    client->deadline_ms = (int64_t)uv_now(http->loop) + time_ms;
    DL_APPEND(*list_of(client), client);
    set_timer(http);
}

static void change_list(struct http_client *client, bool is_answering, int64_t time_ms)
{
    DL_DELETE(*list_of(client), client);
    enter_list(client, is_answering, time_ms);
}

/* ------------------------------------------------------------------ the end */

static void on_closed(void *ctx)
{
    struct http_client *client = ctx;
    http_reader_free(client->reader);
    free(client->head);
    free(client->body);
    free(client);
}

static void leave(struct http_client *client)
{
    struct http *http = client->http;
    DL_DELETE(*list_of(client), client);
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
    if (client->gone != NULL)
        client->gone(client->gone_ctx);
    client->gone = NULL;
    transport_close(client->transport, TRANSPORT_DONE);
}

static void on_timer(uv_timer_t *timer)
{
    struct http *http = timer->data;
    int64_t now_ms = (int64_t)uv_now(http->loop);
    struct http_client *first;
    while ((first = first_of(http)) != NULL && first->deadline_ms <= now_ms)
        hang_up(first);
    set_timer(http);
}

/* Of those who say nothing the oldest, then of those who get an answer. */
void http_trim(struct http *http, size_t most)
{
    while (http->client_count > most)
        hang_up(http->asking != NULL ? http->asking : http->answering);
}

/* ------------------------------------------------------------------ the answer */

static void ask_again(struct http_client *client);

/* Gives the transport to whoever speaks on it from now on. */
static void pass_on(struct http_client *client)
{
    const struct http_request request = http_request_of(client->reader);
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
    else if (is_gone && client->keeps)
        ask_again(client);
    else if (is_gone && client->is_wrong && transport_shut(client->transport))
        change_list(client, false, HTTP_REQUEST_MS); /* unread bytes would destroy the answer */
    else
        hang_up(client);
}

static const char *reason_of(int status)
{
    static const struct {
        int status;
        const char *reason;
    } rows[] = {
        {101, "Switching Protocols"},
        {200, "OK"},
        {204, "No Content"},
        {304, "Not Modified"},
        {308, "Permanent Redirect"},
        {400, "Bad Request"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {411, "Length Required"},
        {413, "Content Too Large"},
        {414, "URI Too Long"},
        {415, "Unsupported Media Type"},
        {426, "Upgrade Required"},
        {429, "Too Many Requests"},
        {431, "Request Header Fields Too Large"},
        {503, "Service Unavailable"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (rows[i].status == status)
            return rows[i].reason;
    return "Error";
}

/* The head of the answer, on the heap. A 101 and a 304 have no body, and no length of one. */
static char *make_head(const struct http_client *client, const struct http_answer *answer)
{
    char *head = mem_alloc(HEAD_SIZE);
    int len = snprintf(head, HEAD_SIZE, "HTTP/1.1 %d %s\r\n%s", answer->status,
                       reason_of(answer->status), answer->lines);
    if (answer->type != NULL)
        len += snprintf(head + len, HEAD_SIZE - (size_t)len,
                        "Content-Type: %s\r\nX-Content-Type-Options: nosniff\r\n", answer->type);
    if (answer->status != 101 && answer->status != 304)
        len += snprintf(head + len, HEAD_SIZE - (size_t)len, "Content-Length: %zu\r\n",
                        answer->body_bytes);
    if (answer->status == 101)
        snprintf(head + len, HEAD_SIZE - (size_t)len, "\r\n");
    else
        snprintf(head + len, HEAD_SIZE - (size_t)len, "Cache-Control: %s\r\n%s%s\r\n",
                 answer->cache != NULL ? answer->cache : "no-store", client->http->lines,
                 client->keeps ? "" : "Connection: close\r\n");
    return head;
}

static void answer(struct http_client *client, const struct http_answer *answer)
{
    bool has_body = http_request_of(client->reader).verb != HTTP_VERB_HEAD;
    uv_buf_t buffers[2];
    if (answer->status == 429)
        client->keeps = false; /* asking again costs a connection */
    client->is_upgraded = answer->status == 101;
    client->head = make_head(client, answer);
    client->body = answer->take_body;
    char *body = client->body != NULL ? client->body : (char *)answer->lasting;
    buffers[0] = uv_buf_init(client->head, (unsigned)strlen(client->head));
    buffers[1] = uv_buf_init(body, has_body ? (unsigned)answer->body_bytes : 0);
    if (!transport_write(client->transport, buffers, 2))
        hang_up(client);
}

static void answer_with_status(struct http_client *client, int status, const char *lines)
{
    struct http_answer empty = {.status = status};
    snprintf(empty.lines, sizeof(empty.lines), "%s", lines);
    answer(client, &empty);
}

void http_answer_later(struct http_client *client, const struct http_answer *found)
{
    client->gone = NULL;
    answer(client, found);
}

void http_wait(struct http_client *client, void (*gone)(void *ctx), void *ctx)
{
    client->gone = gone;
    client->gone_ctx = ctx;
}

/* ------------------------------------------------------------------ the request */

/* Whether the name is an address; of version 6 in brackets. */
static bool is_address(const char *name)
{
    struct in6_addr address;
    char bare[NAME_SIZE];
    size_t len = strlen(name);
    bool is_bracketed = len > 1 && name[0] == '[' && name[len - 1] == ']';
    snprintf(bare, sizeof(bare), "%.*s", (int)(is_bracketed ? len - 2 : len),
             is_bracketed ? name + 1 : name);
    return inet_pton(is_bracketed ? AF_INET6 : AF_INET, bare, &address) == 1;
}

/* A page that somebody reads in a browser here can ask under a name of its own that leads here
 * (DNS rebinding), but under no address. Upgrades that a browser asks for have an Origin, which
 * tells whose page it is; without one a program asks, under any name. */
static bool is_meant(const struct http_client *client, const struct http_request *request)
{
    char name[NAME_SIZE];
    const char *wanted = client->http->name;
    const char *host = request->headers[HTTP_HOST];
    if (host == NULL || (request->wants_upgrade && request->headers[HTTP_ORIGIN] == NULL))
        return true;
    snprintf(name, sizeof(name), "%s", host);
    char *port = strrchr(name, ':');
    if (port != NULL && strspn(port + 1, "0123456789") == strlen(port + 1))
        *port = '\0';
    return strcasecmp(name, "localhost") == 0 || is_address(name) ||
           (wanted != NULL && wanted[0] != '\0' && strcasecmp(name, wanted) == 0);
}

static bool route_fits(const struct http_route *route, const char *path)
{
    size_t len = strlen(route->path);
    bool is_folder = len == 0 || (len > 1 && route->path[len - 1] == '/');
    return is_folder ? strncmp(path, route->path, len) == 0 : strcmp(path, route->path) == 0;
}

static const struct http_route *find_route(const struct http *http, const char *path)
{
    for (size_t i = 0; i < http->route_count; i++)
        if (route_fits(&http->routes[i], path))
            return &http->routes[i];
    return NULL;
}

static void refuse_verb(struct http_client *client, unsigned verbs)
{
    char lines[64];
    snprintf(lines, sizeof(lines), "Allow: %s\r\n",
             verbs == HTTP_VERBS_READ  ? "GET, HEAD"
             : verbs == HTTP_VERB_POST ? "POST"
                                       : "GET");
    answer_with_status(client, 405, lines);
}

static void serve(struct http_client *client)
{
    const struct http_request request = http_request_of(client->reader);
    struct http *http = client->http;
    const struct http_route *route = find_route(http, request.path);
    client->keeps = request.keeps && http->keeps;
    if (request.verb == HTTP_VERB_OTHER) {
        refuse_verb(client, HTTP_VERBS_READ);
    } else if (!(route != NULL && route->has_any_host) && !is_meant(client, &request)) {
        answer_with_status(client, 403, "");
    } else if (route == NULL) {
        const struct http_answer nothing = http_text(404, "There is nothing here.\n");
        answer(client, &nothing);
    } else if ((route->verbs & request.verb) == 0) {
        refuse_verb(client, route->verbs);
    } else {
        const struct http_answer found = route->answer(http->ctx, client, &request);
        if (found.status != 0)
            answer(client, &found);
    }
}

static void on_bytes(void *ctx, const char *bytes, size_t len)
{
    struct http_client *client = ctx;
    size_t used;
    if (client->is_wrong)
        return;
    enum http_reading reading = http_read(client->reader, bytes, len, &used);
    if (reading == HTTP_MORE)
        return;
    change_list(client, true, HTTP_ANSWER_MS);
    if (reading == HTTP_WRONG) {
        client->is_wrong = true;
        int status = http_status_of_wrong(client->reader);
        answer_with_status(client, status, status == 405 ? "Allow: GET, HEAD\r\n" : "");
    } else {
        transport_stop(client->transport, bytes + used, len - used);
        serve(client);
    }
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

static void ask_again(struct http_client *client)
{
    free(client->head);
    free(client->body);
    client->head = client->body = NULL;
    client->keeps = false;
    http_reader_reset(client->reader);
    change_list(client, false, HTTP_REQUEST_MS);
    if (transport_start(client->transport, &http_user, client) != 0)
        hang_up(client);
}

struct http_answer http_text(int status, const char *words)
{
    return (struct http_answer){.status = status,
                                .type = "text/plain; charset=utf-8",
                                .take_body = mem_text(words),
                                .body_bytes = strlen(words)};
}

struct origin http_origin(const struct http_client *client)
{
    return transport_origin(client->transport);
}

void http_accept(struct http *http, struct transport *take_transport)
{
    uint64_t place = transport_origin(take_transport).place;
    if (http->most_of_place > 0 && !origins_enter(&http->origins, place, http->most_of_place)) {
        transport_discard(take_transport);
        return;
    }
    /* One more takes the place of the oldest: who says nothing shuts nobody out. */
    http_trim(http, http->most - 1);
    struct http_client *client = mem_zero(sizeof(*client));
    client->place = place;
    client->is_placed = http->most_of_place > 0;
    client->http = http;
    client->reader = http_reader_new(HTTP_BODY_MAX);
    client->transport = take_transport;
    http->client_count++;
    enter_list(client, false, HTTP_REQUEST_MS);
    if (transport_start(client->transport, &http_user, client) != 0)
        hang_up(client);
}

void http_init(struct http *http, uv_loop_t *loop, const struct http_route *routes, size_t count,
               void *ctx)
{
    uv_timer_init(loop, &http->timer);
    http->loop = loop;
    http->routes = routes;
    http->route_count = count;
    http->ctx = ctx;
    http->most = HTTP_CONNECTIONS_MAX;
    http->lines = "";
    http->timer.data = http;
}

void http_close(struct http *http)
{
    http_trim(http, 0);
}
