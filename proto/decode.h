/* SPDX-License-Identifier: MIT */
/*
 * Private to proto/. Turns parsed JSON into the struct of a shape: one pass over the shape's
 * fields, each looked up once. Everything that is decoded lives in the reader's arena.
 */
#ifndef PENTAD_PROTO_DECODE_H
#define PENTAD_PROTO_DECODE_H

#include "base/arena.h"
#include "proto/codec.h"
#include "proto/json.h"
#include "proto/shape.h"

struct reader {
    struct arena *arena;
    struct fault *fault;                  /* filled by the first error */
    const struct incoming_lookup *lookup; /* of a client, or NULL */
    bool is_client; /* tolerates servers of other builds: a list may be missing, and an element that
                       cannot be read is left out */
};

/* Reads the fields of `shape` from `object` into the zeroed struct at `body`. Fields are checked in
 * the order of the table; an optional field that is null counts as left out. Returns 0 or an error
 * of the wire, with the reader's fault naming the field. */
int decode__fields(struct reader *reader, const struct shape *shape, const json_t *object,
                   void *body);

/* Fills the reader's fault and returns `error`. `field` lives for ever or in the arena, or is
 * NULL. */
int decode__refuse(struct reader *reader, int error, const char *field);

#endif
