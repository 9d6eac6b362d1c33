/* SPDX-License-Identifier: MIT */
/* A request of HTTP, cut into portions by its first byte: it is answered once, or waits for more;
 * what it is turned over to gets the bytes behind it. */
#include "server/shell/http.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

/* A transport that writes at once and tells so when it is asked to. */
struct double_transport {
    struct transport base;
    int writes;
    bool is_stopped;
    bool is_closed;
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
    other_end.writes++;
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

static struct http_answer answer(void *ctx, const struct http_request *request)
{
    (void)ctx;
    FUZZ_CHECK(request->path != NULL && strlen(request->path) < 64);
    return (struct http_answer){.status = request->wants_upgrade ? 101 : 404, .type = "text/plain"};
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
    static const struct transport_calls calls = {
        .start = start, .stop = stop, .write = write_all, .close = close_it, .origin = origin};
    static struct transport_home home;
    static uv_loop_t loop;
    static struct http http;
    if (http.loop == NULL) {
        uv_loop_init(&loop);
        transport_home_init(&home, &loop, NULL, 0);
        http_init(&http, &loop, answer, NULL);
        http.upgraded = upgraded;
    }
    if (size == 0)
        return 0;
    size_t portion = 1 + data[0] % 64;
    other_end = (struct double_transport){.base = {.calls = &calls, .home = &home}};
    http_accept(&http, &other_end.base);
    for (size_t at = 1; at < size && !other_end.is_stopped && !other_end.is_closed; at += portion)
        other_end.base.user->bytes(other_end.base.ctx, (const char *)data + at,
                                   portion < size - at ? portion : size - at);
    FUZZ_CHECK(other_end.writes <= 1);
    if (other_end.writes == 1 && !other_end.is_closed)
        other_end.base.user->written(other_end.base.ctx, true);
    FUZZ_CHECK(other_end.writes == 0 || other_end.is_closed);
    http_close(&http);
    FUZZ_CHECK(http.client_count == 0 && other_end.is_closed);
    return 0;
}
