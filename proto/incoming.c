/* SPDX-License-Identifier: MIT */
/*
 * Reads a frame for a client: incoming_decode() of proto/codec.h. It owns the tree of the frame
 * while it runs; everything that it hands out is in the caller's arena.
 */
#include "proto/codec.h"
#include "proto/decode.h"
#include "proto/id.h"
#include "proto/json.h"
#include "proto/shape.h"

#include <string.h>

/* A variant or a word that this build does not have. */
static bool is_of_later_build(int error)
{
    return error == ERR_UNKNOWN_VARIANT || error == ERR_BAD_VALUE;
}

static int seq_read(struct reader *reader, const json_t *object, int64_t *seq_out)
{
    struct event_head head = {0};
    int failed = decode__fields(reader, &shape__event_head, object, &head);
    *seq_out = head.seq;
    return failed;
}

static uint64_t id_at(const json_t *object, const char *name)
{
    const json_t *id = json_object_get(object, name);
    return json_is_string(id) ? id_parse(json_string_value(id), json_string_length(id)) : 0;
}

/* Notes the place of an event that is not known in the stream of what it names, to be counted. */
static void unknown_read(const json_t *object, struct incoming *out)
{
    const json_t *seq = json_object_get(object, "seq");
    int64_t number = json_is_integer(seq) ? json_integer_value(seq) : NO_SEQ;
    out->kind = INCOMING_UNKNOWN_EVENT;
    out->seq = number > 0 && number <= SEQ_MAX ? number : NO_SEQ;
    out->room = id_at(object, "room");
    out->game = id_at(object, "game");
}

static int event_read(struct reader *reader, const json_t *object, const json_t *name,
                      struct incoming *out)
{
    if (!json_is_string(name))
        return ERR_WRONG_TYPE;
    int event = shape__find_event(json_string_value(name), json_string_length(name));
    if (event < 0) {
        unknown_read(object, out);
        return 0;
    }
    out->kind = INCOMING_EVENT;
    out->event = (enum event)event;
    out->body = arena_alloc(reader->arena, sizeof(*out->body));
    int error = event_is_numbered(out->event) ? seq_read(reader, object, &out->seq) : 0;
    if (error == 0)
        error = decode__fields(reader, shape__event(out->event), object, out->body);
    if (!is_of_later_build(error))
        return error;
    unknown_read(object, out);
    return 0;
}

static int error_read(struct reader *reader, const json_t *error, struct incoming *out)
{
    if (!json_is_object(error))
        return ERR_WRONG_TYPE;
    out->kind = INCOMING_ERROR;
    return decode__fields(reader, &shape__error, error, &out->error);
}

/* A number, or null in an error about a request whose id could not be read. */
static int re_read(const json_t *re, bool is_error, int64_t *re_out)
{
    *re_out = NO_REQUEST_ID;
    if (json_is_null(re) && is_error)
        return 0;
    if (!json_is_integer(re))
        return ERR_WRONG_TYPE;
    int64_t id = json_integer_value(re);
    if (id < 0 || id > REQUEST_ID_MAX)
        return ERR_OUT_OF_RANGE;
    *re_out = id;
    return 0;
}

static int reply_read(struct reader *reader, const json_t *object, struct incoming *out,
                      union reply_body *reply_out)
{
    const json_t *error = json_object_get(object, "error");
    const json_t *re = json_object_get(object, "re");
    int failed = re != NULL ? re_read(re, error != NULL, &out->re) : ERR_MISSING_FIELD;
    if (failed != 0)
        return failed;
    if (error != NULL)
        return error_read(reader, error, out);
    enum op op;
    out->kind = INCOMING_REPLY;
    if (!reader->lookup->op(reader->lookup->ctx, out->re, &op))
        return ERR_BAD_VALUE;
    failed = decode__fields(reader, shape__reply(op), object, reply_out);
    if (!is_of_later_build(failed))
        return failed;
    out->kind = INCOMING_ERROR;
    out->error.code = error_code(ERR_CLIENT_TOO_OLD);
    out->error.message = error_message(ERR_CLIENT_TOO_OLD);
    return 0;
}

int incoming_decode(const char *bytes, size_t len, const struct incoming_lookup *lookup,
                    struct incoming *out, union reply_body *reply_out)
{
    struct fault fault = {0};
    struct reader reader = {
        .arena = lookup->arena, .fault = &fault, .is_client = true, .lookup = lookup};
    *out = (struct incoming){.re = NO_REQUEST_ID};
    memset(reply_out, 0, sizeof(*reply_out));
    json_t *object = NULL;
    int error = json__parse(bytes, len, lookup->arena, &object);
    if (error != 0)
        return error;
    const json_t *event = json_object_get(object, "ev");
    error = event != NULL ? event_read(&reader, object, event, out)
                          : reply_read(&reader, object, out, reply_out);
    json__release(object);
    return error;
}
