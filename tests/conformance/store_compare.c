/* SPDX-License-Identifier: MIT */
/*
 * Records compared by their shapes.
 */
#include "tests/conformance/store_compare.h"

#include <string.h>

static size_t count_at(const struct record_field *field, const void *value)
{
    return *(const size_t *)((const char *)value + field->count_offset);
}

static bool texts_are_equal(const char *left, const char *right)
{
    return left == NULL || right == NULL ? left == right : strcmp(left, right) == 0;
}

bool records_are_equal(enum record_id id, const void *left, const void *right, size_t count)
{
    size_t size = record__shape(id)->size;
    const char *a = left;
    const char *b = right;
    for (size_t i = 0; i < count; i++)
        if (record_difference(id, a + i * size, b + i * size) != NULL)
            return false;
    return true;
}

/* The size in the struct of what is compared byte by byte; none of these has padding. */
static size_t plain_size(const struct record_field *field)
{
    switch (field->type) {
    case FIELD_BOOL:
        return sizeof(bool);
    case FIELD_HASH:
        return STORE_TOKEN_HASH_SIZE;
    case FIELD_OUTCOME:
        return sizeof(struct outcome);
    case FIELD_IDS:
        return 2 * sizeof(uint64_t);
    case FIELD_ID:
        return sizeof(uint64_t);
    default:
        return sizeof(int); /* enums and months */
    }
}

static bool clocks_are_equal(const struct clock *left, const struct clock *right)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        if (left[seat].left_ms != right[seat].left_ms || left[seat].periods != right[seat].periods)
            return false;
    return true;
}

static bool controls_are_equal(const struct time_control *left, const struct time_control *right)
{
    char texts[2][TIME_CONTROL_TEXT_SIZE];
    time_control_format(left, texts[0]);
    time_control_format(right, texts[1]);
    return strcmp(texts[0], texts[1]) == 0;
}

static bool fields_are_equal(const struct record_field *field, const void *left, const void *right)
{
    const char *a = (const char *)left + field->offset;
    const char *b = (const char *)right + field->offset;
    bool is_counted = field->count_offset != 0;
    size_t count = is_counted ? count_at(field, left) : 1;
    if (is_counted && count != count_at(field, right))
        return false;
    switch (field->type) {
    case FIELD_NUMBER:
        return record__number(field, left) == record__number(field, right);
    case FIELD_TEXT:
        return texts_are_equal(*(const char *const *)a, *(const char *const *)b);
    case FIELD_CHARS:
        return strcmp(a, b) == 0;
    case FIELD_CLOCK:
        return controls_are_equal((const void *)a, (const void *)b);
    case FIELD_CLOCKS:
        return clocks_are_equal((const void *)a, (const void *)b);
    case FIELD_RECORDS:
        return records_are_equal(field->record, a, b, field->size);
    case FIELD_OF:
    case FIELD_LIST:
        a = *(const char *const *)a;
        b = *(const char *const *)b;
        if (field->type == FIELD_OF && (a == NULL || b == NULL))
            return a == b;
        return records_are_equal(field->record, a, b, count);
    case FIELD_BYTES:
    case FIELD_ID_LIST:
    case FIELD_TIME_LIST:
        count *= field->type == FIELD_BYTES ? 1 : sizeof(int64_t);
        return count == 0 || memcmp(*(const void *const *)a, *(const void *const *)b, count) == 0;
    default:
        return memcmp(a, b, plain_size(field)) == 0;
    }
}

const char *record_difference(enum record_id id, const void *left, const void *right)
{
    const struct record_shape *shape = record__shape(id);
    for (size_t i = 0; i < shape->count; i++)
        if (shape->fields[i].type != FIELD_READ && shape->fields[i].type != FIELD_INNER &&
            !fields_are_equal(&shape->fields[i], left, right))
            return shape->fields[i].name;
    return NULL;
}
