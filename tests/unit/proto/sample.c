/* SPDX-License-Identifier: MIT */
/*
 * The sampler of sample.h: one short function for each type of field, for filling and for
 * comparing. It shares no code with the coders that it tests.
 */
#include "sample.h"

#include "proto/id.h"
#include "tests/support/random.h"

#include <string.h>

/* A value from `low` to `high`: the ends, or one between. */
static int64_t number_between(struct sampler *sampler, int64_t low, int64_t high)
{
    if (sampler->kind != SAMPLE_RANDOM)
        return sampler->kind == SAMPLE_MINIMAL ? low : high;
    uint64_t span = (uint64_t)high - (uint64_t)low;
    uint64_t step = random_next(&sampler->seed);
    return (int64_t)((uint64_t)low + (span == UINT64_MAX ? step : step % (span + 1)));
}

/* Everything that a JSON text has to escape or must not touch, of one to four bytes. */
static const char *const characters[] = {
    "\"",
    "\\",
    "\n",
    "\r",
    "\t",
    "\b",
    "\f",
    "\x01",
    "\x1f",
    "\x7f",
    "/",
    "a",
    "é",
    "Я",
    "€",
    "\xED\x9F\xBF",
    "\xEF\xBF\xBD",
    "\xEF\xBB\xBF",
    "😀",
    "\xF4\x8F\xBF\xBF",
    "\xC2\x80",
};

/* Bytes of a text beyond one for each character: frames have to hold them. Behind these all is x.
 */
#define BYTES_MORE 256

/* Exactly `len` characters. */
static const char *text_of(struct sampler *sampler, size_t len)
{
    size_t count = sizeof(characters) / sizeof(characters[0]);
    char *text = arena_alloc(sampler->arena, len + BYTES_MORE + 1);
    size_t at = 0;
    for (size_t i = 0; i < len; i++) {
        const char *c = characters[random_below(&sampler->seed, count)];
        size_t size = strlen(c);
        if (sampler->kind == SAMPLE_MINIMAL || at + 4 > i + BYTES_MORE) {
            c = "x";
            size = 1;
        }
        for (size_t byte = 0; byte < size; byte++)
            text[at++] = c[byte];
    }
    return text;
}

static void pointer_set(char *slot, const void *pointer)
{
    memcpy(slot, &pointer, sizeof(pointer));
}

static const void *pointer_at(const char *slot)
{
    const void *pointer;
    memcpy(&pointer, slot, sizeof(pointer));
    return pointer;
}

static void records_fill(struct sampler *sampler, const struct field *field, char *body,
                         size_t count)
{
    const struct shape *shape = shape__record(field->ref);
    char *records = arena_alloc(sampler->arena, count * shape->size);
    for (size_t i = 0; i < count; i++)
        sample_fill(sampler, shape, records + i * shape->size);
    pointer_set(body + field->offset, records);
}

static void value_fill(struct sampler *sampler, const struct field *field, char *body)
{
    char *slot = body + field->offset;
    size_t count;
    int64_t last;
    switch ((enum field_type)field->type) {
    case FIELD_INT:
        *(int64_t *)(void *)slot = number_between(sampler, field->min, field->max);
        break;
    case FIELD_BOOL:
        *(bool *)(void *)slot = number_between(sampler, 0, 1) == 1;
        break;
    case FIELD_TEXT:
        count = (size_t)number_between(sampler, field->min, field->max);
        pointer_set(slot, text_of(sampler, count));
        break;
    case FIELD_ID:
        *(uint64_t *)(void *)slot = (uint64_t)number_between(sampler, 1, (int64_t)ID_MAX);
        break;
    case FIELD_VARIANT:
        last = VARIANT_COUNT - 1;
        pointer_set(slot, variant_get((enum variant_id)number_between(sampler, 0, last)));
        break;
    case FIELD_WORD:
        last = word__list(field->ref)->count - 1;
        *(int *)(void *)slot = (int)number_between(sampler, 0, last);
        break;
    case FIELD_OBJECT:
        records_fill(sampler, field, body, 1);
        break;
    case FIELD_LIST:
        count = (size_t)number_between(sampler, 0, field->max);
        *(size_t *)(void *)(body + field->count_offset) = count;
        records_fill(sampler, field, body, count);
        break;
    case FIELD_TYPE_COUNT:
        break;
    }
}

static void absent_fill(const struct field *field, char *body)
{
    char *slot = body + field->offset;
    if (field->type == FIELD_INT)
        *(int64_t *)(void *)slot = field->absent;
    else if (field->type == FIELD_WORD)
        *(int *)(void *)slot = (int)field->absent;
    else if (field->type == FIELD_BOOL)
        *(bool *)(void *)slot = field->absent != 0;
}

void sample_fill(struct sampler *sampler, const struct shape *shape, void *body)
{
    memset(body, 0, shape->size);
    for (const struct field *field = shape->fields; field->name != NULL; field++)
        if (field->is_optional && number_between(sampler, 0, 1) == 0)
            absent_fill(field, body);
        else
            value_fill(sampler, field, body);
}

static bool texts_are_equal(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static bool records_are_equal(const struct field *field, const char *a, const char *b, size_t count)
{
    const struct shape *shape = shape__record(field->ref);
    if (count > 0 && (a == NULL || b == NULL))
        return a == b;
    for (size_t i = 0; i < count; i++)
        if (!sample_equals(shape, a + i * shape->size, b + i * shape->size))
            return false;
    return true;
}

static bool lists_are_equal(const struct field *field, const char *a, const char *b)
{
    size_t count = *(const size_t *)(const void *)(a + field->count_offset);
    size_t other = *(const size_t *)(const void *)(b + field->count_offset);
    return count == other && records_are_equal(field, pointer_at(a + field->offset),
                                               pointer_at(b + field->offset), count);
}

static bool values_are_equal(const struct field *field, const char *a, const char *b)
{
    const char *a_slot = a + field->offset;
    const char *b_slot = b + field->offset;
    switch ((enum field_type)field->type) {
    case FIELD_INT:
    case FIELD_ID:
        return memcmp(a_slot, b_slot, sizeof(int64_t)) == 0;
    case FIELD_BOOL:
        return memcmp(a_slot, b_slot, sizeof(bool)) == 0;
    case FIELD_WORD:
        return memcmp(a_slot, b_slot, sizeof(int)) == 0;
    case FIELD_TEXT:
        return texts_are_equal(pointer_at(a_slot), pointer_at(b_slot));
    case FIELD_VARIANT:
        return pointer_at(a_slot) == pointer_at(b_slot);
    case FIELD_OBJECT:
        return records_are_equal(field, pointer_at(a_slot), pointer_at(b_slot), 1);
    case FIELD_LIST:
        return lists_are_equal(field, a, b);
    case FIELD_TYPE_COUNT:
        break;
    }
    return false;
}

bool sample_equals(const struct shape *shape, const void *a, const void *b)
{
    for (const struct field *field = shape->fields; field->name != NULL; field++)
        if (!values_are_equal(field, a, b))
            return false;
    return true;
}
