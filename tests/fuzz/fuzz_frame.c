/* SPDX-License-Identifier: MIT */
/* Frames: the same lines however the bytes are cut, none longer than allowed, nothing lost. */
#include "proto/frame.h"
#include "tests/fuzz/fuzz.h"

#define LONGEST 64

static uint64_t add(uint64_t hash, struct frame_slice frame)
{
    FUZZ_CHECK(frame.len > 0 && frame.len <= LONGEST);
    FUZZ_CHECK(memchr(frame.bytes, '\n', frame.len) == NULL);
    for (size_t i = 0; i < frame.len; i++)
        hash = (hash ^ (uint8_t)frame.bytes[i]) * UINT64_C(1099511628211);
    return hash * 31 + frame.len;
}

/* Hands the bytes over in portions of `portion`, as a connection does; hashes what comes out. */
static uint64_t read_all(const uint8_t *bytes, size_t len, size_t portion)
{
    struct frame_rest rest = {NULL, 0, 0};
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t at = 0; at < len; at += portion) {
        size_t count = len - at < portion ? len - at : portion;
        char *exact = malloc(count);
        struct frame_slice input = {exact, count};
        struct frame_slice frame;
        enum frame_status status;
        memcpy(exact, bytes + at, count);
        while ((status = frame_take(&rest, &input, LONGEST, &frame)) == FRAME_READY)
            hash = add(hash, frame);
        free(exact);
        FUZZ_CHECK(input.len == 0);
        FUZZ_CHECK(rest.size <= LONGEST + 2 && (rest.len > 0) == (rest.bytes != NULL));
        if (status == FRAME_TOO_LONG)
            return hash ^ 1;
        FUZZ_CHECK(rest.len <= LONGEST + 1); /* a CR may wait for its LF */
    }
    frame_rest_drop(&rest);
    return hash;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
    if (len > 4096)
        return 0;
    uint64_t whole = read_all(bytes, len, len + 1);
    FUZZ_CHECK(read_all(bytes, len, 1) == whole);
    FUZZ_CHECK(read_all(bytes, len, 7) == whole);
    return 0;
}
