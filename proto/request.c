/* SPDX-License-Identifier: MIT */
/*
 * Reads a frame for the server: request_decode() of proto/codec.h. It owns the tree of the frame
 * while it runs; everything that it hands out is in the caller's arena.
 */
#include "proto/codec.h"
#include "proto/decode.h"
#include "proto/json.h"
#include "proto/shape.h"

#include <string.h>

static int request_read(struct reader *reader, const json_t *object, struct request *out)
{
    struct request_head head = {.id = NO_REQUEST_ID};
    int error = decode__fields(reader, &shape__request_head, object, &head);
    /* The id comes first, so it is there even when the op is not. */
    out->id = head.id;
    if (error != 0)
        return error;
    int op = shape__find_op(head.op, strlen(head.op));
    if (op < 0)
        return decode__refuse(reader, ERR_UNKNOWN_OP, "op");
    out->op = (enum op)op;
    out->key = head.key;
    return decode__fields(reader, shape__request(out->op), object, &out->as);
}

int request_decode(const char *bytes, size_t len, struct arena *arena, struct request *out,
                   struct fault *fault_out)
{
    struct reader reader = {.arena = arena, .fault = fault_out};
    *out = (struct request){.id = NO_REQUEST_ID};
    *fault_out = (struct fault){0};
    json_t *object = NULL;
    int error = json__parse(bytes, len, arena, &object);
    if (error != 0)
        return decode__refuse(&reader, error, NULL);
    error = request_read(&reader, object, out);
    json__release(object);
    return error;
}
