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

static int head_and_fields(struct reader *reader, const json_t *object, struct request *out)
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

static int decode(struct reader *reader, const char *bytes, size_t len, struct request *out)
{
    *out = (struct request){.id = NO_REQUEST_ID};
    *reader->fault = (struct fault){0};
    json_t *object = NULL;
    int error = json__parse(bytes, len, reader->arena, &object);
    if (error != 0)
        return decode__refuse(reader, error, NULL);
    error = head_and_fields(reader, object, out);
    json__release(object);
    return error;
}

int request_decode(const char *bytes, size_t len, struct arena *arena, struct request *out,
                   struct fault *fault_out)
{
    return decode(&(struct reader){.arena = arena, .fault = fault_out}, bytes, len, out);
}

int request_read(const char *text, const struct incoming_lookup *lookup, struct arena *arena,
                 struct request *out, struct fault *fault_out)
{
    struct reader reader = {.arena = arena, .fault = fault_out, .lookup = lookup};
    return decode(&reader, text, strlen(text), out);
}
