/* SPDX-License-Identifier: MIT */
/* A client's input: the first byte says which op it asked for, the rest is the server's line. */
#include "base/arena.h"
#include "proto/codec.h"
#include "proto/frame.h"
#include "tests/fuzz/fuzz.h"

static bool lookup(void *ctx, int64_t id, enum op *op_out)
{
    const uint8_t *op = ctx;
    *op_out = (enum op)(*op % OP_COUNT);
    return id > 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
    static char block[1 << 16];
    static char line[FRAME_REPLY_MAX + 1];
    struct arena arena;
    struct incoming incoming;
    union reply_body body;
    uint8_t op;
    if (len == 0 || len > FRAME_REPLY_MAX)
        return 0;
    op = bytes[0];
    arena_init(&arena, block, sizeof(block));
    const struct incoming_lookup sent = {.op = lookup, .ctx = &op, .arena = &arena};
    int status = incoming_decode((const char *)bytes + 1, len - 1, &sent, &incoming, &body);
    FUZZ_CHECK(status <= 0);
    if (status == 0 && incoming.kind == INCOMING_EVENT)
        FUZZ_CHECK(event_encode(incoming.event, incoming.seq, incoming.body, line, sizeof(line)) !=
                   0);
    if (status == 0 && incoming.kind == INCOMING_REPLY)
        FUZZ_CHECK(reply_encode((enum op)(op % OP_COUNT), 1, &body, line, sizeof(line)) != 0);
    arena_deinit(&arena);
    return 0;
}
