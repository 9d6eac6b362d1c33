/* SPDX-License-Identifier: MIT */
/*
 * Structs to frames: the encoders of proto/codec.h. Each walks the shape of its message and writes
 * straight into the caller's buffer. A struct that lacks what its message requires is a bug of the
 * caller and stops the program.
 */
#include "proto/codec.h"
#include "proto/id.h"
#include "proto/require.h"
#include "proto/shape.h"
#include "proto/writer.h"

#include <string.h>

static void fields_write(struct writer *writer, const struct shape *shape, const void *body);

/* Pointers to records have many types; memcpy reads any of them. */
static const void *pointer_at(const void *slot)
{
    const void *pointer;
    memcpy(&pointer, slot, sizeof(pointer));
    return pointer;
}

static bool is_absent(const struct field *field, const void *slot)
{
    switch ((enum field_type)field->type) {
    case FIELD_INT:
        return *(const int64_t *)slot == field->absent;
    case FIELD_BOOL:
        return *(const bool *)slot == (field->absent != 0);
    case FIELD_ID:
        return *(const uint64_t *)slot == 0;
    case FIELD_WORD:
        return *(const int *)slot == field->absent;
    case FIELD_TEXT:
    case FIELD_VARIANT:
    case FIELD_OBJECT:
        return pointer_at(slot) == NULL;
    case FIELD_LIST:
    case FIELD_TYPE_COUNT:
        break;
    }
    return false;
}

static void record_write(struct writer *writer, const struct shape *shape, const void *body)
{
    writer__put(writer, "{", 1);
    fields_write(writer, shape, body);
    writer__put(writer, "}", 1);
}

static void list_write(struct writer *writer, const struct field *field, const char *body)
{
    const struct shape *shape = shape__record(field->ref);
    const char *record = pointer_at(body + field->offset);
    size_t count = *(const size_t *)(const void *)(body + field->count_offset);
    REQUIRE(count == 0 || record != NULL);
    writer__put(writer, "[", 1);
    for (size_t i = 0; i < count && !writer->is_full; i++) {
        if (i > 0)
            writer__put(writer, ",", 1);
        record_write(writer, shape, record + i * shape->size);
    }
    writer__put(writer, "]", 1);
}

static void id_write(struct writer *writer, uint64_t id)
{
    char text[ID_TEXT_SIZE];
    REQUIRE(id > 0 && id <= ID_MAX);
    id_format(id, text);
    writer__put_text(writer, text);
}

static void word_write(struct writer *writer, const struct field *field, int value)
{
    const struct word_list *list = word__list(field->ref);
    REQUIRE(value >= 0 && value < list->count);
    writer__put_text(writer, list->rows[value].word);
}

static const void *required_pointer(const void *slot)
{
    const void *pointer = pointer_at(slot);
    REQUIRE(pointer != NULL);
    return pointer;
}

static void value_write(struct writer *writer, const struct field *field, const char *body)
{
    const void *slot = body + field->offset;
    switch ((enum field_type)field->type) {
    case FIELD_INT:
        writer__put_int(writer, *(const int64_t *)slot);
        break;
    case FIELD_BOOL:
        writer__put_raw(writer, *(const bool *)slot ? "true" : "false");
        break;
    case FIELD_TEXT:
        writer__put_text(writer, required_pointer(slot));
        break;
    case FIELD_ID:
        id_write(writer, *(const uint64_t *)slot);
        break;
    case FIELD_VARIANT:
        writer__put_text(writer, ((const struct variant *)required_pointer(slot))->key);
        break;
    case FIELD_WORD:
        word_write(writer, field, *(const int *)slot);
        break;
    case FIELD_OBJECT:
        record_write(writer, shape__record(field->ref), required_pointer(slot));
        break;
    case FIELD_LIST:
        list_write(writer, field, body);
        break;
    case FIELD_TYPE_COUNT:
        break;
    }
}

static void fields_write(struct writer *writer, const struct shape *shape, const void *body)
{
    const char *bytes = body;
    for (const struct field *field = shape->fields; field->name != NULL; field++) {
        if (field->is_optional && is_absent(field, bytes + field->offset))
            continue;
        writer__put_key(writer, field->key);
        value_write(writer, field, bytes);
    }
}

int request_encode(const struct request *request, char *out, size_t size)
{
    struct writer writer;
    writer__init(&writer, out, size);
    REQUIRE(request->id >= 0 && request->id <= REQUEST_ID_MAX);
    writer__put_raw(&writer, "{\"id\":");
    writer__put_int(&writer, request->id);
    writer__put_raw(&writer, ",\"op\":");
    writer__put_text(&writer, op_info(request->op)->wire);
    if (request->key != NULL) {
        writer__put_raw(&writer, ",\"key\":");
        writer__put_text(&writer, request->key);
    }
    fields_write(&writer, shape__request(request->op), &request->as);
    writer__put_raw(&writer, "}\n");
    return writer__finish(&writer);
}

static void reply_begin(struct writer *writer, int64_t id)
{
    writer__put_raw(writer, "{\"re\":");
    if (id == NO_REQUEST_ID)
        writer__put_raw(writer, "null");
    else
        writer__put_int(writer, id);
}

int reply_encode(enum op op, int64_t id, const void *reply, char *out, size_t size)
{
    struct writer writer;
    writer__init(&writer, out, size);
    reply_begin(&writer, id);
    fields_write(&writer, shape__reply(op), reply);
    writer__put_raw(&writer, "}\n");
    return writer__finish(&writer);
}

int reply_fields_encode(enum op op, const void *reply, char *out, size_t size)
{
    struct writer writer;
    writer__init(&writer, out, size);
    record_write(&writer, shape__reply(op), reply);
    writer__put(&writer, "", 1);
    return writer__finish(&writer);
}

int reply_again_encode(int64_t id, const char *fields, char *out, size_t size)
{
    struct writer writer;
    writer__init(&writer, out, size);
    reply_begin(&writer, id);
    if (strcmp(fields, "{}") != 0)
        writer__put_raw(&writer, ",");
    writer__put_raw(&writer, fields + 1); /* behind its brace */
    writer__put_raw(&writer, "\n");
    return writer__finish(&writer);
}

int error_encode(int64_t id, const struct fault *fault, int64_t retry_after_ms, char *out,
                 size_t size)
{
    struct error_body body = {
        .code = error_code(fault->error),
        .message = error_message(fault->error),
        .field = fault->field,
        .detail = fault->detail,
        .reason = fault->reason,
        .appeal = fault->appeal > 0 ? fault->appeal - 1 : NONE,
        .retry_after_ms = retry_after_ms,
        .retry_after_plies = fault->retry_after_plies,
        .ply = fault->ply > 0 ? fault->ply - 1 : NONE,
    };
    struct writer writer;
    writer__init(&writer, out, size);
    reply_begin(&writer, id);
    writer__put_raw(&writer, ",\"error\":");
    record_write(&writer, &shape__error, &body);
    writer__put_raw(&writer, "}\n");
    return writer__finish(&writer);
}

int event_encode(enum event event, int64_t seq, const void *body, char *out, size_t size)
{
    struct writer writer;
    REQUIRE(seq == NO_SEQ || (event_is_numbered(event) && seq > 0 && seq <= SEQ_MAX));
    writer__init(&writer, out, size);
    writer__put_raw(&writer, "{\"ev\":");
    writer__put_text(&writer, shape__event(event)->name);
    if (seq != NO_SEQ) {
        writer__put_raw(&writer, ",\"seq\":");
        writer__put_int(&writer, seq);
    }
    fields_write(&writer, shape__event(event), body);
    writer__put_raw(&writer, "}\n");
    return writer__finish(&writer);
}

int record_encode(enum record record, const void *body, char *out, size_t size)
{
    struct writer writer;
    writer__init(&writer, out, size);
    record_write(&writer, shape__record(record), body);
    writer__put_raw(&writer, "\n");
    return writer__finish(&writer);
}

int reply_row_encode(enum op op, const void *reply, size_t row, char *out, size_t size)
{
    const struct field *list = shape__reply(op)->fields;
    while (list->type != FIELD_LIST)
        list++;
    const char *const *rows = (const void *)((const char *)reply + list->offset);
    const size_t *count = (const void *)((const char *)reply + list->count_offset);
    if (row >= *count)
        return 0;
    return record_encode(list->ref, *rows + row * shape__record(list->ref)->size, out, size);
}
