/* SPDX-License-Identifier: MIT */
/*
 * Fields to parameters and columns to fields: one function each way for each type of field.
 */
#include "db/sql/fields.h"

#include "db/fine.h"

#include <assert.h>
#include <string.h>

/* ------------------------------------------------------------------ parameters */

#define PARAMETERS_MAX 24
#define TEXTS_MAX 2

struct parameters {
    struct sql_value values[PARAMETERS_MAX];
    int count;
    char texts[TEXTS_MAX][TIME_CONTROL_TEXT_SIZE]; /* what is made for them */
    int texts_count;
};

typedef void add_fn(struct parameters *parameters, const struct record_field *field,
                    const void *at);

/* Many fields pass here: they are written in place. */
static struct sql_value *next_value(struct parameters *parameters)
{
    assert(parameters->count < PARAMETERS_MAX);
    return &parameters->values[parameters->count++];
}

static void add(struct parameters *parameters, struct sql_value value)
{
    *next_value(parameters) = value;
}

static void add_whole(struct parameters *parameters, int64_t number, bool is_null)
{
    struct sql_value *value = next_value(parameters);
    value->kind = is_null ? SQL_VALUE_NULL : SQL_VALUE_INTEGER;
    value->integer = number;
}

static void add_id(struct parameters *parameters, const struct record_field *field, const void *at)
{
    uint64_t id = *(const uint64_t *)at;
    (void)field;
    add_whole(parameters, (int64_t)id, id == 0);
}

static void add_number(struct parameters *parameters, const struct record_field *field,
                       const void *at)
{
    int64_t number = record__number(field, (const char *)at - field->offset);
    add_whole(parameters, number, field->is_none_ok && number == 0);
}

static void add_bool(struct parameters *parameters, const struct record_field *field,
                     const void *at)
{
    (void)field;
    add_whole(parameters, *(const bool *)at, false);
}

static void add_text(struct parameters *parameters, const struct record_field *field,
                     const void *at)
{
    (void)field;
    add(parameters, sql_text(*(const char *const *)at));
}

static void add_chars(struct parameters *parameters, const struct record_field *field,
                      const void *at)
{
    (void)field;
    add(parameters, sql_text(at));
}

static void add_hash(struct parameters *parameters, const struct record_field *field,
                     const void *at)
{
    static const uint8_t none[STORE_TOKEN_HASH_SIZE];
    bool is_none = field->is_none_ok && memcmp(at, none, sizeof(none)) == 0;
    add(parameters, is_none ? sql_null() : sql_bytes(at, STORE_TOKEN_HASH_SIZE));
}

static void add_variant(struct parameters *parameters, const struct record_field *field,
                        const void *at)
{
    (void)field;
    add(parameters, sql_variant(*(const enum variant_id *)at));
}

static void add_clock(struct parameters *parameters, const struct record_field *field,
                      const void *at)
{
    (void)field;
    assert(parameters->texts_count < TEXTS_MAX);
    char *text = parameters->texts[parameters->texts_count++];
    time_control_format(at, text);
    add(parameters, sql_text(text));
}

static void add_clocks(struct parameters *parameters, const struct record_field *field,
                       const void *at)
{
    const struct clock *clocks = at;
    (void)field;
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        add_whole(parameters, clocks[seat].left_ms, false);
        add_whole(parameters, clocks[seat].periods, false);
    }
}

static void add_outcome(struct parameters *parameters, const struct record_field *field,
                        const void *at)
{
    const struct outcome *outcome = at;
    (void)field;
    add(parameters, sql_text(result_word(outcome->result)));
    add(parameters, sql_text(reason_word(outcome->reason)));
}

static void add_ids(struct parameters *parameters, const struct record_field *field, const void *at)
{
    (void)field;
    add(parameters, sql_id(((const uint64_t *)at)[0]));
    add(parameters, sql_id(((const uint64_t *)at)[1]));
}

static void add_fields(struct parameters *parameters, enum record_id record, const char *fields);

static void add_records(struct parameters *parameters, const struct record_field *field,
                        const void *at)
{
    size_t size = record__shape(field->record)->size;
    for (size_t i = 0; i < field->size; i++)
        add_fields(parameters, field->record, (const char *)at + i * size);
}

static add_fn *const ADD[] = {
    [FIELD_ID] = add_id,           [FIELD_NUMBER] = add_number, [FIELD_BOOL] = add_bool,
    [FIELD_TEXT] = add_text,       [FIELD_CHARS] = add_chars,   [FIELD_HASH] = add_hash,
    [FIELD_VARIANT] = add_variant, [FIELD_CLOCK] = add_clock,   [FIELD_CLOCKS] = add_clocks,
    [FIELD_OUTCOME] = add_outcome, [FIELD_IDS] = add_ids,       [FIELD_RECORDS] = add_records,
};

static void add_fields(struct parameters *parameters, enum record_id record, const char *fields)
{
    const struct record_shape *shape = record__shape(record);
    for (size_t i = 0; i < shape->count; i++) {
        const struct record_field *field = &shape->fields[i];
        if (field->type == FIELD_READ || field->type == FIELD_INNER)
            break;
        ADD[field->type](parameters, field, fields + field->offset);
    }
}

static void fill(struct parameters *parameters, const struct fields_source *source,
                 const struct sql_value *values, int count)
{
    parameters->count = 0;
    parameters->texts_count = 0;
    add_fields(parameters, source->record, source->fields);
    for (int i = 0; i < count; i++)
        add(parameters, values[i]);
}

int fields__put(struct sql_connection *connection, enum sql_statement id,
                const struct fields_source *source, const struct sql_value *values, int count)
{
    struct parameters parameters;
    fill(&parameters, source, values, count);
    return sql__run(connection, id, parameters.values, parameters.count);
}

int fields__send(struct sql_connection *connection, enum sql_statement id,
                 const struct fields_source *source, const struct sql_value *values, int count)
{
    struct parameters parameters;
    fill(&parameters, source, values, count);
    return sql__send(connection, id, parameters.values, parameters.count);
}

/* ------------------------------------------------------------------ columns */

/* A row, and how far it is read. */
struct reading {
    const struct sql_row *row;
    int column;
    bool is_short; /* there was no memory for a column */
    struct arena *arena;
};

typedef bool read_fn(struct reading *reading, const struct record_field *field, void *at);

/* The next column as bytes, lent; NULL for NULL. */
static const char *next_bytes(struct reading *reading, size_t *size_out)
{
    int column = reading->column++;
    const char *bytes = reading->row->driver->bytes(reading->row, column, size_out);
    reading->is_short |= bytes == NULL && !sql__is_null(reading->row, column);
    return bytes;
}

static int64_t next_integer(struct reading *reading)
{
    return sql__column(reading->row, reading->column++);
}

static bool read_id(struct reading *reading, const struct record_field *field, void *at)
{
    (void)field;
    *(uint64_t *)at = (uint64_t)next_integer(reading);
    return true;
}

static bool read_number(struct reading *reading, const struct record_field *field, void *at)
{
    int64_t number = next_integer(reading);
    record__set_number(field, (char *)at - field->offset, number);
    return number >= field->min && number <= field->max;
}

static bool read_bool(struct reading *reading, const struct record_field *field, void *at)
{
    (void)field;
    *(bool *)at = next_integer(reading) != 0;
    return true;
}

static bool read_text(struct reading *reading, const struct record_field *field, void *at)
{
    size_t size = 0;
    const char *text = next_bytes(reading, &size);
    if (text != NULL)
        *(const char **)at = arena_text(reading->arena, text, size);
    else
        *(const char **)at = field->is_none_ok ? NULL : "";
    return true;
}

static bool read_chars(struct reading *reading, const struct record_field *field, void *at)
{
    size_t size = 0;
    const char *text = next_bytes(reading, &size);
    if (size >= field->size)
        return false;
    if (text != NULL)
        memcpy(at, text, size);
    return true;
}

static bool read_hash(struct reading *reading, const struct record_field *field, void *at)
{
    size_t size = 0;
    const void *bytes = next_bytes(reading, &size);
    if (bytes == NULL && field->is_none_ok) {
        memset(at, 0, STORE_TOKEN_HASH_SIZE);
        return true;
    }
    if (bytes == NULL || size != STORE_TOKEN_HASH_SIZE)
        return false;
    memcpy(at, bytes, size);
    return true;
}

static bool read_bytes(struct reading *reading, const struct record_field *field, void *at)
{
    size_t size = 0;
    const void *bytes = next_bytes(reading, &size);
    if (bytes == NULL)
        return true;
    *(const void **)at = memcpy(arena_alloc(reading->arena, size + 1), bytes, size);
    *(size_t *)((char *)at - field->offset + field->count_offset) = size;
    return true;
}

static bool read_variant(struct reading *reading, const struct record_field *field, void *at)
{
    int variant = sql__column_variant(reading->row, reading->column++);
    (void)field;
    *(enum variant_id *)at = (enum variant_id)variant;
    return variant >= 0;
}

static bool read_clock(struct reading *reading, const struct record_field *field, void *at)
{
    size_t size = 0;
    const char *text = next_bytes(reading, &size);
    (void)field;
    return text != NULL && time_control_parse(text, size, at);
}

static bool read_clocks(struct reading *reading, const struct record_field *field, void *at)
{
    struct clock *clocks = at;
    (void)field;
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        clocks[seat].left_ms = next_integer(reading);
        clocks[seat].periods = (int)next_integer(reading);
    }
    return true;
}

/* The place of the next column's word among its kind; -1 if it is none of them. NULL is the first:
 * the row has no such thing. */
static int next_word(struct reading *reading, int (*from_word)(const char *word))
{
    size_t size = 0;
    const char *word = next_bytes(reading, &size);
    return word != NULL ? from_word(word) : 0;
}

static bool read_outcome(struct reading *reading, const struct record_field *field, void *at)
{
    int result = next_word(reading, result_from_word);
    int reason = next_word(reading, reason_from_word);
    (void)field;
    *(struct outcome *)at =
        (struct outcome){.result = (enum result)result, .reason = (enum reason)reason};
    return result >= 0 && reason >= 0;
}

static bool read_score(struct reading *reading, const struct record_field *field, void *at)
{
    int score = next_word(reading, score_from_word);
    (void)field;
    *(enum score *)at = (enum score)score;
    return score >= 0;
}

static bool read_reason(struct reading *reading, const struct record_field *field, void *at)
{
    int reason = next_word(reading, reason_from_word);
    (void)field;
    *(enum reason *)at = (enum reason)reason;
    return reason >= 0;
}

static bool read_month(struct reading *reading, const struct record_field *field, void *at)
{
    size_t size = 0;
    const char *text = next_bytes(reading, &size);
    (void)field;
    *(int *)at = text != NULL ? fine_month_parse(text) : 0;
    return text != NULL;
}

static bool read_ids(struct reading *reading, const struct record_field *field, void *at)
{
    (void)field;
    ((uint64_t *)at)[0] = (uint64_t)next_integer(reading);
    ((uint64_t *)at)[1] = (uint64_t)next_integer(reading);
    return true;
}

static bool read_fields(struct reading *reading, enum record_id record, char *fields);

static bool read_records(struct reading *reading, const struct record_field *field, void *at)
{
    size_t size = record__shape(field->record)->size;
    bool is_right = true;
    for (size_t i = 0; i < field->size && is_right; i++)
        is_right = read_fields(reading, field->record, (char *)at + i * size);
    return is_right;
}

static read_fn *const READ[] = {
    [FIELD_ID] = read_id,           [FIELD_NUMBER] = read_number,   [FIELD_BOOL] = read_bool,
    [FIELD_TEXT] = read_text,       [FIELD_CHARS] = read_chars,     [FIELD_HASH] = read_hash,
    [FIELD_BYTES] = read_bytes,     [FIELD_VARIANT] = read_variant, [FIELD_CLOCK] = read_clock,
    [FIELD_CLOCKS] = read_clocks,   [FIELD_OUTCOME] = read_outcome, [FIELD_SCORE] = read_score,
    [FIELD_REASON] = read_reason,   [FIELD_MONTH] = read_month,     [FIELD_IDS] = read_ids,
    [FIELD_RECORDS] = read_records,
};

static bool read_fields(struct reading *reading, enum record_id record, char *fields)
{
    const struct record_shape *shape = record__shape(record);
    bool is_right = true;
    for (size_t i = 0; i < shape->count && shape->fields[i].type != FIELD_INNER && is_right; i++) {
        const struct record_field *field = &shape->fields[i];
        if (field->type == FIELD_READ)
            continue;
        is_right = READ[field->type](reading, field, fields + field->offset);
    }
    return is_right && !reading->is_short;
}

bool fields__read(const struct sql_row *row, enum record_id record, void *out, struct arena *arena)
{
    struct reading reading = {.row = row, .arena = arena};
    memset(out, 0, record__shape(record)->size);
    return read_fields(&reading, record, out);
}

int fields__get(struct sql_row row, const struct fields_target *target)
{
    int result = sql__step(&row);
    if (result == 1 && !fields__read(&row, target->record, target->out, target->arena))
        result = -1;
    sql__end(&row);
    return result;
}

/* ------------------------------------------------------------------ lists */

void *fields__list_add(struct fields_list *list, enum record_id record, struct arena *arena)
{
    size_t size = record__shape(record)->size;
    if (list->count == list->cap) {
        size_t cap = list->cap == 0 ? 16 : list->cap * 2;
        void *grown = arena_alloc(arena, cap * size);
        if (list->count > 0)
            memcpy(grown, list->rows, list->count * size);
        list->rows = grown;
        list->cap = cap;
    }
    return (char *)list->rows + size * list->count++;
}

int fields__list(struct sql_row row, enum record_id record, struct arena *arena, size_t limit,
                 struct fields_list *list)
{
    int result = sql__step(&row);
    for (; result == 1 && list->count < limit; result = sql__step(&row))
        if (!fields__read(&row, record, fields__list_add(list, record, arena), arena)) {
            result = -1;
            break;
        }
    list->has_more = result == 1;
    sql__end(&row);
    return result < 0 ? -1 : 0;
}
