/* SPDX-License-Identifier: MIT */
/* Requests of HTTP, one behind the other, cut into portions by the first byte: each is answered
 * once, or waits for more; what one is turned over to gets the bytes behind it. */
#include "server/shell/http.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

/* A transport that writes at once and tells so when it is asked to. */
struct double_transport {
    struct transport base;
    bool is_writing;
    bool is_stopped;
    bool is_closed;
    bool is_shut;
    bool is_handed_over;
};

static struct double_transport other_end;

static int start(struct transport *transport)
{
    (void)transport;
    other_end.is_stopped = false;
    return 0;
}

static void stop(struct transport *transport)
{
    (void)transport;
    other_end.is_stopped = true;
}

static bool write_all(struct transport *transport, const uv_buf_t *pieces, size_t count)
{
    (void)transport;
    FUZZ_CHECK(count == 2 && pieces[0].len > 12 && strncmp(pieces[0].base, "HTTP/1.1 ", 9) == 0);
    other_end.is_writing = true;
    return true;
}

static bool shut(struct transport *transport)
{
    (void)transport;
    FUZZ_CHECK(!other_end.is_writing);
    other_end.is_shut = true;
    return true;
}

static void close_it(struct transport *transport, enum transport_end end)
{
    (void)end;
    FUZZ_CHECK(!other_end.is_closed);
    other_end.is_closed = true;
    transport->user->closed(transport->ctx);
}

static struct origin origin(const struct transport *transport)
{
    (void)transport;
    return (struct origin){.text = "somewhere"};
}

static struct http_answer answer(void *ctx, struct http_client *client,
                                 const struct http_request *request)
{
    (void)ctx;
    (void)client;
    FUZZ_CHECK(strlen(request->path) <= HTTP_TARGET_MAX);
    FUZZ_CHECK(request->body_bytes <= HTTP_BODY_MAX);
    return (struct http_answer){.status = request->wants_upgrade ? 101 : 404};
}

static void upgraded(void *ctx, struct transport *take_transport,
                     const struct http_request *request)
{
    (void)ctx;
    FUZZ_CHECK(request->wants_upgrade && other_end.is_stopped);
    other_end.is_handed_over = true;
    transport_discard(take_transport);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct transport_calls calls = {.start = start,
                                                 .stop = stop,
                                                 .write = write_all,
                                                 .shut = shut,
                                                 .close = close_it,
                                                 .origin = origin};
    static const struct http_route routes[] = {
        {"/", HTTP_VERBS_READ | HTTP_VERB_POST, answer, false}};
    static struct transport_home home;
    static uv_loop_t loop;
    static struct http http;
    if (http.loop == NULL) {
        uv_loop_init(&loop);
        transport_home_init(&home, &loop, NULL, 0);
        http_init(&http, &loop, routes, 1, NULL);
        http.upgraded = upgraded;
        http.keeps = true;
    }
    if (size == 0)
        return 0;
    size_t portion = 1 + data[0] % 64;
    other_end = (struct double_transport){.base = {.calls = &calls, .home = &home}};
    http_accept(&http, &other_end.base);
    for (size_t at = 1; at < size && !other_end.is_closed && !other_end.is_handed_over;
         at += portion) {
        FUZZ_CHECK(!other_end.is_stopped);
        other_end.base.user->bytes(other_end.base.ctx, (const char *)data + at,
                                   portion < size - at ? portion : size - at);
        while (other_end.is_writing) {
            other_end.is_writing = false;
            other_end.base.user->written(other_end.base.ctx, true);
            uv_run(&loop, UV_RUN_NOWAIT); /* tells what was behind the request */
        }
    }
    http_close(&http);
    FUZZ_CHECK(http.client_count == 0 && other_end.is_closed);
    return 0;
}
