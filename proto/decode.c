/* SPDX-License-Identifier: MIT */
/*
 * The generic decoder of proto/decode.h: one short function for each type of field. It trusts
 * nothing that it is given but the shape. And requests, which it reads with that; the tree of a
 * frame lives as long as the call.
 */
#include "proto/decode.h"

#include "base/utf8.h"
#include "proto/id.h"

#include <string.h>

/* Reads a value that is there. `body` is the struct. Returns 0 or an error. */
typedef int value_read_fn(struct reader *reader, const struct field *field, const json_t *value,
                          char *body);

static void *slot_of(const struct field *field, char *body)
{
    return body + field->offset;
}

/* Pointers to records have many types; memcpy writes any of them. */
static void pointer_set(const struct field *field, char *body, const void *pointer)
{
    memcpy(slot_of(field, body), &pointer, sizeof(pointer));
}

static int int_read(struct reader *reader, const struct field *field, const json_t *value,
                    char *body)
{
    (void)reader;
    if (!json_is_integer(value))
        return ERR_WRONG_TYPE;
    int64_t number = json_integer_value(value);
    if (number < field->min || number > field->max)
        return ERR_OUT_OF_RANGE;
    *(int64_t *)slot_of(field, body) = number;
    return 0;
}

static int bool_read(struct reader *reader, const struct field *field, const json_t *value,
                     char *body)
{
    (void)reader;
    if (!json_is_boolean(value))
        return ERR_WRONG_TYPE;
    *(bool *)slot_of(field, body) = json_is_true(value);
    return 0;
}

/* Whether a text of `len` bytes has so many characters. Most need not be counted: a character has
 * one to four bytes. */
static bool has_chars(const char *text, size_t len, size_t min, size_t max)
{
    if (len >= 4 * min && len <= max)
        return true;
    size_t count = utf8_length(text);
    return count >= min && count <= max;
}

static int text_read(struct reader *reader, const struct field *field, const json_t *value,
                     char *body)
{
    if (!json_is_string(value))
        return ERR_WRONG_TYPE;
    size_t len = json_string_length(value);
    if (!has_chars(json_string_value(value), len, (size_t)field->min, (size_t)field->max))
        return ERR_OUT_OF_RANGE;
    pointer_set(field, body, arena_text(reader->arena, json_string_value(value), len));
    return 0;
}

static int id_read(struct reader *reader, const struct field *field, const json_t *value,
                   char *body)
{
    (void)reader;
    if (!json_is_string(value))
        return ERR_WRONG_TYPE;
    uint64_t id = id_parse(json_string_value(value), json_string_length(value));
    *(uint64_t *)slot_of(field, body) = id;
    return id != 0 ? 0 : ERR_BAD_ID;
}

static const struct variant *find_variant(const struct incoming_lookup *lookup, const char *key,
                                          size_t len)
{
    if (lookup == NULL || lookup->variant == NULL)
        return variant_find(key, len);
    return lookup->variant(lookup->ctx, key, len);
}

static int variant_read(struct reader *reader, const struct field *field, const json_t *value,
                        char *body)
{
    if (!json_is_string(value))
        return ERR_WRONG_TYPE;
    const struct variant *variant =
        find_variant(reader->lookup, json_string_value(value), json_string_length(value));
    pointer_set(field, body, variant);
    return variant != NULL ? 0 : ERR_UNKNOWN_VARIANT;
}

/* A client keeps a variant of which it does not know a word, to say that it cannot be played there:
 * the word is the number behind the last one of its list. */
static bool is_kept_by_clients(const struct field *field)
{
    return field->ref == WORD_LIST_family || field->ref == WORD_LIST_overline ||
           field->ref == WORD_LIST_opening;
}

static int word_read(struct reader *reader, const struct field *field, const json_t *value,
                     char *body)
{
    if (!json_is_string(value))
        return ERR_WRONG_TYPE;
    const struct word_list *list = word__list(field->ref);
    int word = word__find(list, json_string_value(value), json_string_length(value));
    if (word < 0 && reader->is_client && is_kept_by_clients(field))
        word = list->count;
    *(int *)slot_of(field, body) = word;
    return word >= 0 ? 0 : ERR_BAD_VALUE;
}

/* An object inside a request has known fields only: a slip there (`incremnt_ms` of a clock) would
 * do something else than what was asked for. A client bears servers that say more than it knows. */
static int check_known(struct reader *reader, const struct shape *shape, const json_t *object)
{
    const char *key;
    json_t *value;
    if (reader->is_client)
        return 0;
    json_object_foreach((json_t *)object, key, value) {
        const struct field *field = shape->fields;
        while (field->name != NULL && strcmp(field->name, key) != 0)
            field++;
        if (field->name == NULL)
            return decode__refuse(reader, ERR_UNKNOWN_FIELD,
                                  arena_text(reader->arena, key, strlen(key)));
    }
    return 0;
}

static int record_read(struct reader *reader, const struct shape *shape, const json_t *object,
                       void *record)
{
    int error = decode__fields(reader, shape, object, record);
    return error != 0 ? error : check_known(reader, shape, object);
}

static int object_read(struct reader *reader, const struct field *field, const json_t *value,
                       char *body)
{
    if (!json_is_object(value))
        return ERR_WRONG_TYPE;
    const struct shape *shape = shape__record(field->ref);
    void *record = arena_alloc(reader->arena, shape->size);
    pointer_set(field, body, record);
    return record_read(reader, shape, value, record);
}

/* A server of another build may say it. A number out of range is nobody's. */
static bool is_borne(const struct reader *reader, int error)
{
    return reader->is_client &&
           (error == ERR_UNKNOWN_VARIANT || error == ERR_BAD_VALUE || error == ERR_MISSING_FIELD);
}

/* Takes back what was read of a record. */
static void forget(struct reader *reader, char *record, size_t size)
{
    memset(record, 0, size);
    *reader->fault = (struct fault){0};
}

static int list_read(struct reader *reader, const struct field *field, const json_t *value,
                     char *body)
{
    if (!json_is_array(value))
        return ERR_WRONG_TYPE;
    size_t count = json_array_size(value);
    if (count > (size_t)field->max)
        return ERR_OUT_OF_RANGE;
    const struct shape *shape = shape__record(field->ref);
    char *records = arena_alloc(reader->arena, count * shape->size);
    size_t read = 0;
    for (size_t i = 0; i < count; i++) {
        const json_t *item = json_array_get(value, i);
        if (!json_is_object(item))
            return ERR_WRONG_TYPE;
        char *record = records + read * shape->size;
        int error = record_read(reader, shape, item, record);
        if (error != 0 && !is_borne(reader, error))
            return error;
        if (error != 0)
            forget(reader, record, shape->size);
        read += error == 0;
    }
    pointer_set(field, body, records);
    *(size_t *)(void *)(body + field->count_offset) = read;
    return 0;
}

static value_read_fn *const readers[FIELD_TYPE_COUNT] = {
    [FIELD_INT] = int_read,       [FIELD_BOOL] = bool_read,       [FIELD_TEXT] = text_read,
    [FIELD_ID] = id_read,         [FIELD_VARIANT] = variant_read, [FIELD_WORD] = word_read,
    [FIELD_OBJECT] = object_read, [FIELD_LIST] = list_read,
};

/* Sets a field that is left out to its value in the table; the struct was zeroed before. */
static void absent_set(const struct field *field, char *body)
{
    if (field->type == FIELD_INT)
        *(int64_t *)slot_of(field, body) = field->absent;
    else if (field->type == FIELD_WORD)
        *(int *)slot_of(field, body) = (int)field->absent;
    else if (field->type == FIELD_BOOL)
        *(bool *)slot_of(field, body) = field->absent != 0;
}

int decode__refuse(struct reader *reader, int error, const char *field)
{
    *reader->fault = (struct fault){.error = error, .field = field};
    return error;
}

static int field_read(struct reader *reader, const struct field *field, const json_t *object,
                      char *body)
{
    const json_t *value = json_object_getn(object, field->name, field->name_len);
    if (field->is_optional && (value == NULL || json_is_null(value))) {
        absent_set(field, body);
        return 0;
    }
    if (value == NULL && field->type == FIELD_LIST && reader->is_client)
        return 0; /* of a server that does not have it yet: empty */
    return value == NULL ? ERR_MISSING_FIELD : readers[field->type](reader, field, value, body);
}

int decode__fields(struct reader *reader, const struct shape *shape, const json_t *object,
                   void *body)
{
    for (const struct field *field = shape->fields; field->name != NULL; field++) {
        int error = field_read(reader, field, object, body);
        if (error == 0)
            continue;
        /* An error inside a record was named there. */
        return reader->fault->error != 0 ? error : decode__refuse(reader, error, field->name);
    }
    return 0;
}

/* ------------------------------------------------------------------ requests */

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

int request_read(const char *text, const struct incoming_lookup *lookup, struct request *out,
                 struct fault *fault_out)
{
    struct reader reader = {.arena = lookup->arena, .fault = fault_out, .lookup = lookup};
    return decode(&reader, text, strlen(text), out);
}
