/* SPDX-License-Identifier: MIT */
/*
 * Tests of request_decode() with every field of every op of the table in turn: left out, null, of
 * each wrong type, just inside and just outside its range, and with words that it does not know.
 */
#include "proto/codec.h"
#include "proto/frame.h"
#include "proto/shape.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

/* The request has the id 3; `field` is the name in the fault, or "none". */
static void check_frame(const char *frame, int error, const char *field)
{
    struct arena arena;
    struct request request;
    struct fault fault;
    arena_init(&arena, NULL, 0);
    int got = request_decode(frame, strlen(frame), &arena, &request, &fault);
    const char *name = fault.field != NULL ? fault.field : "none";
    if (got != error || fault.error != error || strcmp(name, field) != 0 || request.id != 3)
        fail_msg("%s: %s, field %s", frame, got != 0 ? error_code(got) : "ok", name);
    arena_deinit(&arena);
}

static void good_value(const struct field *field, char *out, size_t size);

/* The record with what it has to have, but for `left_out`. */
static void good_object(const struct shape *shape, const struct field *left_out, char *out,
                        size_t size)
{
    size_t len = (size_t)snprintf(out, size, "{");
    for (const struct field *field = shape->fields; field->name != NULL; field++) {
        char good[256];
        if (field->is_optional || field == left_out)
            continue;
        good_value(field, good, sizeof(good));
        len += (size_t)snprintf(out + len, size - len, "%s\"%s\":%s", len > 1 ? "," : "",
                                field->name, good);
    }
    snprintf(out + len, size - len, "}");
}

/* So many of them. */
static void good_list(const struct shape *shape, int64_t count, char *out, size_t size)
{
    char good[1024];
    size_t len = (size_t)snprintf(out, size, "[");
    good_object(shape, NULL, good, sizeof(good));
    for (int64_t i = 0; i < count; i++)
        len += (size_t)snprintf(out + len, size - len, "%s%s", i > 0 ? "," : "", good);
    snprintf(out + len, size - len, "]");
}

/* JSON that the field takes. */
static void good_value(const struct field *field, char *out, size_t size)
{
    switch ((enum field_type)field->type) {
    case FIELD_INT:
        snprintf(out, size, "%lld", (long long)field->min);
        break;
    case FIELD_BOOL:
        snprintf(out, size, "true");
        break;
    case FIELD_TEXT:
        snprintf(out, size, "\"%0*d\"", (int)(field->min > 0 ? field->min : 1), 0);
        break;
    case FIELD_ID:
        snprintf(out, size, "\"000000000001\"");
        break;
    case FIELD_VARIANT:
        snprintf(out, size, "\"%s\"", variant_get((enum variant_id)0)->key);
        break;
    case FIELD_WORD:
        snprintf(out, size, "\"%s\"", word__list(field->ref)->rows[0].word);
        break;
    case FIELD_OBJECT:
        good_object(shape__record((enum record)field->ref), NULL, out, size);
        break;
    case FIELD_LIST:
        good_list(shape__record((enum record)field->ref), 1, out, size);
        break;
    case FIELD_TYPE_COUNT:
        fail_msg("no op has such a field yet: %s", field->name);
    }
}

/* A request in which `bad` has this value, or is left out if `value` is NULL; `named` is the field
 * that an error names. */
static void check_inside(enum op op, const struct field *bad, const char *value, int error,
                         const char *named)
{
    char frame[2 * FRAME_REQUEST_MAX];
    const struct shape *shape = shape__request(op);
    int len = snprintf(frame, sizeof(frame), "{\"id\":3,\"op\":\"%s\"", shape->name);
    for (const struct field *field = shape->fields; field->name != NULL; field++) {
        char good[FRAME_REQUEST_MAX];
        good_value(field, good, sizeof(good));
        const char *json = field == bad ? value : good;
        if (json != NULL) {
            len +=
                snprintf(frame + len, sizeof(frame) - (size_t)len, ",\"%s\":%s", field->name, json);
        }
    }
    snprintf(frame + len, sizeof(frame) - (size_t)len, "}");
    check_frame(frame, error, error != 0 ? named : "none");
}

static void check_field(enum op op, const struct field *bad, const char *value, int error)
{
    check_inside(op, bad, value, error, bad->name);
}

static void check_number(enum op op, const struct field *field, int64_t number, int error)
{
    char json[32];
    snprintf(json, sizeof(json), "%lld", (long long)number);
    check_field(op, field, json, error);
}

static void check_text(enum op op, const struct field *field, int64_t len, int error)
{
    char json[FRAME_REQUEST_MAX];
    snprintf(json, sizeof(json), "\"%0*d\"", (int)len, 0);
    check_field(op, field, len == 0 ? "\"\"" : json, error);
}

static void check_range(enum op op, const struct field *field)
{
    void (*check)(enum op, const struct field *, int64_t, int) =
        field->type == FIELD_TEXT ? check_text : check_number;
    bool has_floor = field->type == FIELD_INT || field->min > 0;
    check(op, field, field->min, 0);
    check(op, field, field->max, 0);
    if (has_floor)
        check(op, field, field->min - 1, ERR_OUT_OF_RANGE);
    if (field->max < INT64_MAX)
        check(op, field, field->max + 1, ERR_OUT_OF_RANGE);
}

static void check_types(enum op op, const struct field *field)
{
    static const char *const others[] = {"1.0", "[]", "{}", "[1]"};
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        check_field(op, field, others[i], ERR_WRONG_TYPE);
    if (field->type != FIELD_INT)
        check_field(op, field, "1", ERR_WRONG_TYPE);
    if (field->type != FIELD_BOOL)
        check_field(op, field, "true", ERR_WRONG_TYPE);
    if (field->type == FIELD_INT || field->type == FIELD_BOOL)
        check_field(op, field, "\"1\"", ERR_WRONG_TYPE);
    check_field(op, field, "null", field->is_optional ? 0 : ERR_WRONG_TYPE);
    check_field(op, field, NULL, field->is_optional ? 0 : ERR_MISSING_FIELD);
}

static void check_words(enum op op, const struct field *field)
{
    static const int errors[FIELD_TYPE_COUNT] = {
        [FIELD_WORD] = ERR_BAD_VALUE,
        [FIELD_VARIANT] = ERR_UNKNOWN_VARIANT,
        [FIELD_ID] = ERR_BAD_ID,
    };
    static const char *const words[] = {
        "\"\"",       "\"no such word\"", "\"00000000000u\"", "\"000000000000\"",
        "\"classi\"", "\"Classic\""};
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        check_field(op, field, words[i], errors[field->type]);
}

static void check_object(enum op op, const struct field *object)
{
    static const char *const others[] = {"1", "1.0", "true", "[]", "[1]", "\"\""};
    const struct shape *shape = shape__record((enum record)object->ref);
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        check_field(op, object, others[i], ERR_WRONG_TYPE);
    check_field(op, object, "null", object->is_optional ? 0 : ERR_WRONG_TYPE);
    check_field(op, object, NULL, object->is_optional ? 0 : ERR_MISSING_FIELD);
    for (const struct field *field = shape->fields; field->name != NULL; field++) {
        char json[1024];
        good_object(shape, field, json, sizeof(json));
        check_inside(op, object, json, field->is_optional ? 0 : ERR_MISSING_FIELD, field->name);
        json[strlen(json) - 1] = '\0';
        snprintf(json + strlen(json), sizeof(json) - strlen(json), "%s\"%s\":[]}",
                 strlen(json) > 1 ? "," : "", field->name);
        check_inside(op, object, json, ERR_WRONG_TYPE, field->name);
    }
    char json[1024];
    good_object(shape, NULL, json, sizeof(json));
    json[strlen(json) - 1] = '\0';
    snprintf(json + strlen(json), sizeof(json) - strlen(json), "%s\"incremnt_ms\":1}",
             strlen(json) > 1 ? "," : "");
    check_inside(op, object, json, ERR_UNKNOWN_FIELD, "incremnt_ms");
}

static void check_list(enum op op, const struct field *list)
{
    static const char *const others[] = {"1", "1.0", "true", "{}", "\"\"", "null"};
    const struct shape *shape = shape__record((enum record)list->ref);
    char json[FRAME_REQUEST_MAX];
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        check_field(op, list, others[i], ERR_WRONG_TYPE);
    check_field(op, list, NULL, ERR_MISSING_FIELD);
    check_field(op, list, "[]", 0);
    good_list(shape, list->max, json, sizeof(json));
    check_field(op, list, json, 0);
    good_list(shape, list->max + 1, json, sizeof(json));
    check_field(op, list, json, ERR_OUT_OF_RANGE);
    check_field(op, list, "[1]", ERR_WRONG_TYPE);
}

TEST(every_field_of_every_op_names_its_faults)
{
    for (int op = 0; op < OP_COUNT; op++) {
        const struct shape *shape = shape__request((enum op)op);
        for (const struct field *field = shape->fields; field->name != NULL; field++) {
            if (field->type == FIELD_OBJECT) {
                check_object((enum op)op, field);
                continue;
            }
            if (field->type == FIELD_LIST) {
                check_list((enum op)op, field);
                continue;
            }
            check_types((enum op)op, field);
            if (field->type == FIELD_INT || field->type == FIELD_TEXT)
                check_range((enum op)op, field);
            else if (field->type != FIELD_BOOL)
                check_words((enum op)op, field);
        }
    }
}
