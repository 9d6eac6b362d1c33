/* SPDX-License-Identifier: MIT */
/* Frames of WebSocket, cut in two ways: the same messages are told, UTF-8 and none longer than the
 * longest, and what is broken stays broken. The first byte says how many come at once. */
#include "base/utf8.h"
#include "net/websocket.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#define LONGEST 300

static struct websocket_pool *pool;

/* All messages behind each other, with their lengths. */
struct told {
    char bytes[8192];
    size_t len;
    enum websocket_status end;
};

static void tell(const char *bytes, size_t size, size_t portion, struct told *told)
{
    struct websocket *websocket = websocket_new(pool, LONGEST);
    const char *message;
    size_t len;
    *told = (struct told){.end = WEBSOCKET_MORE};
    for (size_t at = 0; at < size && told->end == WEBSOCKET_MORE; at += portion) {
        websocket_feed(websocket, bytes + at, portion < size - at ? portion : size - at);
        while ((told->end = websocket_read(websocket, &message, &len)) == WEBSOCKET_MESSAGE) {
            FUZZ_CHECK(len <= LONGEST && utf8_is_valid(message, len));
            if (told->len + len + 1 > sizeof(told->bytes))
                continue;
            memcpy(told->bytes + told->len, message, len);
            told->bytes[told->len + len] = (char)len;
            told->len += len + 1;
        }
        char *output = websocket_take_output(websocket, &len);
        FUZZ_CHECK((output == NULL) == (len == 0) && len <= 2 * 127);
        free(output);
    }
    if (told->end == WEBSOCKET_BROKEN)
        FUZZ_CHECK(websocket_read(websocket, &message, &len) == WEBSOCKET_BROKEN &&
                   websocket_is_closing(websocket));
    websocket_free(websocket);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct told whole;
    static struct told parts;
    if (pool == NULL)
        pool = websocket_pool_new();
    if (size == 0)
        return 0;
    tell((const char *)data + 1, size - 1, size, &whole);
    tell((const char *)data + 1, size - 1, 1 + data[0] % 16, &parts);
    FUZZ_CHECK(whole.end == parts.end && whole.len == parts.len);
    FUZZ_CHECK(memcmp(whole.bytes, parts.bytes, whole.len) == 0);
    return 0;
}
