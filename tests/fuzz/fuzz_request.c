/* SPDX-License-Identifier: MIT */
/* Requests: what was understood is written and understood again as the same. */
#include "base/arena.h"
#include "proto/codec.h"
#include "proto/frame.h"
#include "tests/fuzz/fuzz.h"

static char first[FRAME_REPLY_MAX + 1];
static char second[FRAME_REPLY_MAX + 1];

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    codec_start();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
    static char block[1 << 16];
    struct arena arena;
    struct request request;
    struct fault fault;
    if (len > FRAME_REQUEST_MAX)
        return 0;
    arena_init(&arena, block, sizeof(block));
    int status = request_decode((const char *)bytes, len, &arena, &request, &fault);
    if (status == 0) {
        int written = request_encode(&request, first, sizeof(first));
        FUZZ_CHECK(written > 0);
        arena_reset(&arena);
        FUZZ_CHECK(request_decode(first, (size_t)written - 1, &arena, &request, &fault) == 0);
        FUZZ_CHECK(request_encode(&request, second, sizeof(second)) == written);
        FUZZ_CHECK(memcmp(first, second, (size_t)written) == 0);
    } else {
        FUZZ_CHECK(status < 0 && error_encode(request.id, &fault, 0, first, sizeof(first)) > 0);
    }
    arena_deinit(&arena);
    return 0;
}
