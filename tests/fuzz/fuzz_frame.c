/* SPDX-License-Identifier: MIT */
/* Frames: the same lines however the bytes are cut, none longer than allowed, nothing lost. */
#include "proto/frame.h"
#include "tests/fuzz/fuzz.h"

#define LONGEST 64

/* Hands the bytes over in portions of `portion`, as a connection does; hashes what comes out. */
static uint64_t read_all(const uint8_t *bytes, size_t len, size_t portion)
{
    static char held[1 << 16];
    size_t held_len = 0;
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t at = 0; at < len;) {
        size_t count = len - at < portion ? len - at : portion;
        enum frame_status status = FRAME_READY;
        memcpy(held + held_len, bytes + at, count);
        held_len += count;
        at += count;
        while (status == FRAME_READY) {
            struct frame_slice frame = {NULL, 0};
            size_t consumed = 0;
            status = frame_next(held, held_len, LONGEST, &frame, &consumed);
            FUZZ_CHECK(consumed <= held_len);
            if (status == FRAME_TOO_LONG)
                return hash ^ 1;
            if (status == FRAME_READY) {
                FUZZ_CHECK(frame.len <= LONGEST && memchr(frame.bytes, '\n', frame.len) == NULL);
                for (size_t i = 0; i < frame.len; i++)
                    hash = (hash ^ (uint8_t)frame.bytes[i]) * UINT64_C(1099511628211);
                hash = hash * 31 + frame.len;
            }
            memmove(held, held + consumed, held_len - consumed);
            held_len -= consumed;
        }
        FUZZ_CHECK(held_len <= LONGEST + 1); /* a CR may wait for its LF */
    }
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
