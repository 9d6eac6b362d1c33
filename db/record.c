/* SPDX-License-Identifier: MIT */
/*
 * The tables of db/ as data, and what walks over them.
 */
#include "db/record.h"

#include "base/memory.h"

#include <assert.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ the tables */

/* Numbers beyond INT64_MAX mean nothing anywhere. */
#define UNSIGNED_MAX(max) ((max) > (uint64_t)INT64_MAX ? INT64_MAX : (int64_t)(max))
#define SIZE_OF(S, field) (uint16_t)sizeof(((struct store_##S *)NULL)->field)
#define IS_SIGNED(c_type) ((c_type)-1 < (c_type)1)

/* clang-format off */
#define FIELD(S, field, ...) {.name = #field, .offset = offsetof(struct store_##S, field), __VA_ARGS__},
#define RECORD(id, doc) static const struct record_field fields_of_##id[] = {
#define END_RECORD(id) {.type = FIELD_INNER}};
#define READ {.type = FIELD_READ},
#define INNER {.type = FIELD_INNER},
#define ID(S, field, doc) FIELD(S, field, .type = FIELD_ID)
#define ID_OR_NONE(S, field, doc) FIELD(S, field, .type = FIELD_ID, .is_none_ok = true)
#define NUMBER(S, c_type, field, least, most, doc) \
    FIELD(S, field, .type = FIELD_NUMBER, .size = SIZE_OF(S, field), \
          .is_signed = IS_SIGNED(c_type), .min = (least), .max = (int64_t)UNSIGNED_MAX(most))
#define NUMBER_OR_NONE(S, c_type, field, most, doc) \
    FIELD(S, field, .type = FIELD_NUMBER, .size = SIZE_OF(S, field), \
          .is_signed = IS_SIGNED(c_type), .is_none_ok = true, .max = (most))
#define ENUM(S, c_type, field, n, doc) \
    FIELD(S, field, .type = FIELD_NUMBER, .size = SIZE_OF(S, field), .is_signed = true, .max = (n) - 1)
#define BOOL(S, field, doc) FIELD(S, field, .type = FIELD_BOOL)
#define TEXT(S, field, most, doc) FIELD(S, field, .type = FIELD_TEXT, .max = (most))
#define TEXT_OR_NONE(S, field, most, doc) FIELD(S, field, .type = FIELD_TEXT, .is_none_ok = true, .max = (most))
#define CHARS(S, field, bytes, doc) FIELD(S, field, .type = FIELD_CHARS, .size = (bytes))
#define HASH(S, field, doc) FIELD(S, field, .type = FIELD_HASH)
#define HASH_OR_NONE(S, field, doc) FIELD(S, field, .type = FIELD_HASH, .is_none_ok = true)
#define COUNTED(S, field, by) .count_offset = offsetof(struct store_##S, field##by)
#define BYTES(S, field, most, doc) FIELD(S, field, .type = FIELD_BYTES, COUNTED(S, field, _size), .max = (most))
#define VARIANT(S, field, doc) FIELD(S, field, .type = FIELD_VARIANT)
#define CLOCK(S, field, doc) FIELD(S, field, .type = FIELD_CLOCK)
#define CLOCKS(S, field, doc) FIELD(S, field, .type = FIELD_CLOCKS)
#define OUTCOME(S, field, doc) FIELD(S, field, .type = FIELD_OUTCOME)
#define SCORE(S, field, doc) FIELD(S, field, .type = FIELD_SCORE)
#define REASON(S, field, doc) FIELD(S, field, .type = FIELD_REASON)
#define MONTH(S, field, doc) FIELD(S, field, .type = FIELD_MONTH)
#define IDS(S, field, doc) FIELD(S, field, .type = FIELD_IDS)
#define ONE(S, id, field, doc) FIELD(S, field, .type = FIELD_RECORDS, .record = STORED_##id, .size = 1)
#define BOTH(S, id, field, doc) FIELD(S, field, .type = FIELD_RECORDS, .record = STORED_##id, .size = 2)
#define OF(S, id, field, doc) FIELD(S, field, .type = FIELD_OF, .record = STORED_##id)
#define LIST(S, id, field, doc) FIELD(S, field, .type = FIELD_LIST, COUNTED(S, field, _count), .record = STORED_##id)
#define ID_LIST(S, field, doc) FIELD(S, field, .type = FIELD_ID_LIST, COUNTED(S, field, _count))
#define TIME_LIST(S, field, doc) FIELD(S, field, .type = FIELD_TIME_LIST, COUNTED(S, field, _count))
#include "db/record_rows.h"

/* Whether a record points to anything. */
#define RECORD(id, doc) enum { TARGETS_OF_##id = false
#define END_RECORD(id) };
#define TEXT(S, field, most, doc) | true
#define TEXT_OR_NONE(S, field, most, doc) | true
#define BYTES(S, field, most, doc) | true
#define ONE(S, id, field, doc) | (int)TARGETS_OF_##id
#define BOTH(S, id, field, doc) | (int)TARGETS_OF_##id
#define OF(S, id, field, doc) | true
#define LIST(S, id, field, doc) | true
#define ID_LIST(S, field, doc) | true
#define TIME_LIST(S, field, doc) | true
#include "db/record_rows.h"
/* clang-format on */

#define FIELD_COUNT(fields)                                                                        \
    (sizeof(fields) / sizeof((fields)[0]) - 1) /* but for the one at the end */

static const struct record_shape SHAPES[STORED_COUNT] = {
#define RECORD(id, doc)                                                                            \
    [STORED_##id] = {#id, fields_of_##id, FIELD_COUNT(fields_of_##id), sizeof(struct store_##id),  \
                     TARGETS_OF_##id},
#include "db/record_rows.h"
};

static const struct operation_row OPERATIONS[STORE_OP_COUNT] = {
#define OPERATION(ID, id, record, how, doc) [STORE_##ID] = {#id, STORED_##record},
#include "db/operations.def"
#undef OPERATION
};

#define ABOUT_PLAYER true
#define ABOUT_ANYTHING false
static const struct query_row QUERIES[STORE_QUERY_COUNT] = {
#define QUERY(ID, id, record, answer, about, cost, doc)                                            \
    [STORE_##ID] = {#id, STORED_##record, STORED_##answer, ABOUT_##about, COST_##cost},
#include "db/queries.def"
#undef QUERY
};

const struct record_shape *record__shape(enum record_id id)
{
    return &SHAPES[id];
}

const struct operation_row *operation__row(enum store_op_kind kind)
{
    return &OPERATIONS[kind];
}

const struct query_row *query__row(enum store_query_kind kind)
{
    return &QUERIES[kind];
}

/* ------------------------------------------------------------------ fields */

static const void *at(const struct record_field *field, const void *value)
{
    return (const char *)value + field->offset;
}

static size_t count_of(const struct record_field *field, const void *value)
{
    return *(const size_t *)((const char *)value + field->count_offset);
}

/* The target of a pointer of the struct. */
static const void *target_of(const struct record_field *field, const void *value)
{
    return *(const void *const *)at(field, value);
}

void record__set_number(const struct record_field *field, void *value, int64_t number)
{
    void *place = (char *)value + field->offset;
    if (field->size == sizeof(int64_t))
        *(int64_t *)place = number;
    else
        *(int32_t *)place = (int32_t)number;
}

/* ------------------------------------------------------------------ checking */

static bool id_is_valid(uint64_t id, bool is_none_ok)
{
    return id <= STORE_ID_MAX && (id != 0 || is_none_ok);
}

static bool text_is_valid(const struct record_field *field, const char *text)
{
    if (text == NULL)
        return field->is_none_ok;
    return field->max == INT32_MAX || strnlen(text, (size_t)field->max + 1) <= (size_t)field->max;
}

static bool outcome_is_valid(const struct outcome *outcome)
{
    return (unsigned)outcome->result < RESULT_COUNT && (unsigned)outcome->reason < REASON_COUNT;
}

static bool clock_is_valid(const struct time_control *clock)
{
    return (unsigned)clock->kind < CLOCK_KIND_COUNT && time_control_is_valid(clock);
}

static bool records_are_valid(enum record_id id, const void *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!record__is_valid(id, (const char *)values + i * SHAPES[id].size))
            return false;
    return true;
}

static bool number_is_valid(const struct record_field *field, const void *value)
{
    int64_t number = record__number(field, value);
    return number >= field->min && number <= field->max;
}

static bool list_is_there(const struct record_field *field, const void *value)
{
    return count_of(field, value) == 0 || target_of(field, value) != NULL;
}

/* Whether a field that has a range of its own is within it. */
static bool field_is_valid(const struct record_field *field, const void *value)
{
    const void *place = at(field, value);
    switch (field->type) {
    case FIELD_ID:
        return id_is_valid(*(const uint64_t *)place, field->is_none_ok);
    case FIELD_TEXT:
        return text_is_valid(field, *(const char *const *)place);
    case FIELD_CHARS:
        return memchr(place, '\0', field->size) != NULL;
    case FIELD_BYTES:
        return count_of(field, value) <= (size_t)field->max &&
               (*(const void *const *)place != NULL) == (count_of(field, value) > 0);
    case FIELD_VARIANT:
        return *(const unsigned *)place < VARIANT_COUNT;
    case FIELD_CLOCK:
        return clock_is_valid(place);
    case FIELD_OUTCOME:
        return outcome_is_valid(place);
    case FIELD_IDS:
        return id_is_valid(((const uint64_t *)place)[0], true) &&
               id_is_valid(((const uint64_t *)place)[1], true);
    case FIELD_RECORDS:
        return records_are_valid(field->record, place, field->size);
    case FIELD_OF:
        return target_of(field, value) == NULL ||
               record__is_valid(field->record, target_of(field, value));
    case FIELD_LIST:
        return list_is_there(field, value) &&
               records_are_valid(field->record, target_of(field, value), count_of(field, value));
    case FIELD_ID_LIST:
    case FIELD_TIME_LIST:
        return list_is_there(field, value);
    default:
        return true;
    }
}

bool record__is_valid(enum record_id id, const void *value)
{
    const struct record_shape *shape = &SHAPES[id];
    for (size_t i = 0; i < shape->count; i++) {
        const struct record_field *field = &shape->fields[i];
        bool is_number = field->type == FIELD_NUMBER; /* most are */
        if (!(is_number ? number_is_valid(field, value) : field_is_valid(field, value)))
            return false;
    }
    return true;
}

/* ------------------------------------------------------------------ copying */

/* The bytes that a field points to; 0 for a text that is not there. */
static size_t target_size(const struct record_field *field, const void *value)
{
    const char *text = NULL;
    switch (field->type) {
    case FIELD_TEXT:
        text = target_of(field, value);
        return text != NULL ? strlen(text) + 1 : 0;
    case FIELD_BYTES:
        return count_of(field, value);
    case FIELD_OF:
        return target_of(field, value) != NULL ? SHAPES[field->record].size : 0;
    case FIELD_LIST:
        return count_of(field, value) * SHAPES[field->record].size;
    case FIELD_ID_LIST:
    case FIELD_TIME_LIST:
        return count_of(field, value) * sizeof(int64_t);
    default:
        return 0;
    }
}

/* The records that a field has in the struct, or points to; returns how many. */
static size_t records_of(const struct record_field *field, const void *value, char **first_out)
{
    bool is_inside = field->type == FIELD_RECORDS;
    *first_out = (char *)(is_inside ? at(field, value) : target_of(field, value));
    if (is_inside)
        return field->size;
    return field->type == FIELD_LIST ? count_of(field, value) : *first_out != NULL ? 1 : 0;
}

static bool has_records(const struct record_field *field)
{
    return field->type == FIELD_RECORDS || field->type == FIELD_OF || field->type == FIELD_LIST;
}

static void target_copy(const struct record_field *field, void *value, struct arena *arena)
{
    size_t size = target_size(field, value);
    const void **place = (const void **)((char *)value + field->offset);
    if (size > 0)
        *place = memcpy(arena_alloc(arena, size), *place, size);
}

void record__copy(enum record_id id, void *value, struct arena *arena)
{
    const struct record_shape *shape = &SHAPES[id];
    if (!shape->has_targets)
        return;
    for (size_t i = 0; i < shape->count; i++) {
        const struct record_field *field = &shape->fields[i];
        char *inner = NULL;
        target_copy(field, value, arena);
        size_t count = has_records(field) ? records_of(field, value, &inner) : 0;
        for (size_t n = 0; n < count; n++)
            record__copy(field->record, inner + n * SHAPES[field->record].size, arena);
    }
}

/* As the arena rounds it. */
static size_t rounded(size_t size)
{
    return (size + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
}

size_t record__size(enum record_id id, const void *value)
{
    const struct record_shape *shape = &SHAPES[id];
    size_t size = 0;
    for (size_t i = 0; i < shape->count; i++) {
        const struct record_field *field = &shape->fields[i];
        char *inner = NULL;
        size += rounded(target_size(field, value));
        size_t count = has_records(field) ? records_of(field, value, &inner) : 0;
        for (size_t n = 0; n < count; n++)
            size += record__size(field->record, inner + n * SHAPES[field->record].size);
    }
    return size;
}

/* `whole` bytes, in which the record lies at `offset`, and behind them all that it points to. */
static void *whole_copy(const void *from, size_t whole, size_t offset, enum record_id id)
{
    size_t inner = record__size(id, (const char *)from + offset);
    char *copy = mem_alloc(rounded(whole) + inner);
    struct arena arena;
    memcpy(copy, from, whole);
    arena_init(&arena, copy + rounded(whole), inner);
    record__copy(id, copy + offset, &arena);
    return copy;
}

/* The rows or games that are asked for; 0: the question does not say. */
static uint32_t limit_of(const struct store_query *query)
{
    const struct record_shape *shape = record__shape(query__row(query->kind)->record);
    for (size_t i = 0; i < shape->count; i++)
        if (strcmp(shape->fields[i].name, "limit") == 0)
            return (uint32_t)record__number(&shape->fields[i], &query->as);
    return 0;
}

uint32_t store_query_cost(const struct store_query *query)
{
    uint32_t cost = query__row(query->kind)->cost;
    uint32_t limit = cost == COST_GAMES ? limit_of(query) : 0;
    return limit > 0 ? limit : cost;
}

struct store_query *store_query_copy(const struct store_query *query)
{
    return whole_copy(query, sizeof(*query), offsetof(struct store_query, as),
                      QUERIES[query->kind].record);
}

struct store_answer *store_answer_copy(const struct store_answer *answer)
{
    return whole_copy(answer, sizeof(*answer), offsetof(struct store_answer, as),
                      QUERIES[answer->kind].answer);
}
