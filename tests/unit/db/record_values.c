/* SPDX-License-Identifier: MIT */
/* Values of records, from their tables; see the header. */
#include "tests/unit/db/record_values.h"

#include "tests/support/random.h"

#include <stdio.h>
#include <string.h>

#define LIST_ROWS 3
#define LONGEST_TEXT (STORE_EXPERIENCE_MAX + 2)

_Static_assert(STORE_EXPERIENCE_MAX >= STORE_PHOTO_BYTES_MAX, "the longest of all");

static char *at(const struct record_field *field, void *record)
{
    return (char *)record + field->offset;
}

static size_t *count_at(const struct record_field *field, void *record)
{
    return (size_t *)(void *)((char *)record + field->count_offset);
}

/* ------------------------------------------------------------------ right ones */

/* The values to fill a record with. */
struct filling {
    enum values_kind kind;
    uint64_t *draw;
    struct arena *arena;
};

/* Plain: 1, 2, 3 ... */
static uint64_t next(const struct filling *filling)
{
    return filling->kind == VALUES_PLAIN ? ++*filling->draw : random_next(filling->draw) >> 1;
}

static int64_t number_between(const struct filling *filling, int64_t min, int64_t max)
{
    uint64_t span = (uint64_t)max - (uint64_t)min;
    if (filling->kind == VALUES_PLAIN)
        return min > 0 ? min : 0;
    return (int64_t)((uint64_t)min +
                     (span == UINT64_MAX ? next(filling) : next(filling) % (span + 1)));
}

static void text_fill(const struct filling *filling, char *text, size_t size)
{
    if (filling->kind == VALUES_PLAIN)
        (void)snprintf(text, size, "a");
    else
        (void)snprintf(text, size, "%08x", (unsigned)next(filling));
}

static void inner_fill(const struct filling *filling, enum record_id id, char *records,
                       size_t count)
{
    for (size_t i = 0; i < count; i++)
        values_fill(id, records + i * record__shape(id)->size, filling->kind, filling->draw,
                    filling->arena);
}

/* Each is valid, and written as text and read again it is the same. */
static void clock_fill(const struct filling *filling, struct time_control *clock)
{
    static const struct time_control CLOCKS[] = {
        {.kind = CLOCK_NONE},
        {.kind = CLOCK_FISCHER, .main_ms = 300000, .increment_ms = 5000},
        {.kind = CLOCK_PER_MOVE, .period_ms = 30000},
    };
    *clock = CLOCKS[filling->kind == VALUES_PLAIN ? 0 : next(filling) % 3];
}

static void list_fill(const struct filling *filling, const struct record_field *field, void *record)
{
    size_t count = filling->kind != VALUES_PLAIN ? LIST_ROWS : 0;
    size_t size = field->type == FIELD_LIST ? record__shape(field->record)->size : sizeof(int64_t);
    char *rows = arena_alloc(filling->arena, LIST_ROWS * size);
    *count_at(field, record) = count;
    *(void **)(void *)at(field, record) = count > 0 ? rows : NULL;
    if (field->type == FIELD_LIST)
        inner_fill(filling, field->record, rows, count);
    for (size_t i = 0; i < count && field->type != FIELD_LIST; i++)
        ((int64_t *)(void *)rows)[i] = (int64_t)(next(filling) >> 8);
}

static void bytes_fill(const struct filling *filling, const struct record_field *field,
                       void *record)
{
    size_t count = filling->kind != VALUES_PLAIN ? 1 + next(filling) % 20 : 0;
    char *bytes = arena_alloc(filling->arena, count + 1);
    for (size_t i = 0; i < count; i++)
        bytes[i] = (char)next(filling);
    *count_at(field, record) = count;
    *(void **)(void *)at(field, record) = count > 0 ? bytes : NULL;
}

static void clocks_fill(const struct filling *filling, struct clock clocks[SEAT_COUNT])
{
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        clocks[seat] = (struct clock){.left_ms = number_between(filling, 0, INT32_MAX),
                                      .periods = (int)number_between(filling, 0, 100)};
}

static void word_fill(const struct filling *filling, void *word, int count)
{
    *(int *)word = (int)number_between(filling, 0, count - 1);
}

/* Makes the target of a pointer in the struct. */
static void *target_fill(const struct filling *filling, const struct record_field *field)
{
    bool is_text = field->type == FIELD_TEXT;
    char *target = arena_alloc(filling->arena, is_text ? 16 : record__shape(field->record)->size);
    if (is_text)
        text_fill(filling, target, 16);
    else
        inner_fill(filling, field->record, target, 1);
    return target;
}

/* Fills fields of the engine's types: its words, clocks and outcomes. */
static void engine_fill(const struct filling *filling, enum record_field_type type, void *place)
{
    struct outcome *outcome = place;
    switch (type) {
    case FIELD_VARIANT:
        word_fill(filling, place, VARIANT_COUNT);
        break;
    case FIELD_SCORE:
        word_fill(filling, place, SCORE_COUNT);
        break;
    case FIELD_REASON:
        word_fill(filling, place, REASON_COUNT);
        break;
    case FIELD_CLOCK:
        clock_fill(filling, place);
        break;
    case FIELD_CLOCKS:
        clocks_fill(filling, place);
        break;
    case FIELD_OUTCOME:
        word_fill(filling, &outcome->result, RESULT_COUNT);
        word_fill(filling, &outcome->reason, REASON_COUNT);
        break;
    default:
        break;
    }
}

static void field_fill(const struct filling *filling, const struct record_field *field,
                       void *record)
{
    char *place = at(field, record);
    switch (field->type) {
    case FIELD_READ:
    case FIELD_INNER:
        break;
    case FIELD_ID:
        if (!field->is_none_ok || filling->kind != VALUES_PLAIN)
            *(uint64_t *)(void *)place = 1 + next(filling) % STORE_ID_MAX;
        break;
    case FIELD_NUMBER:
        record__set_number(field, record, number_between(filling, field->min, field->max));
        break;
    case FIELD_BOOL:
        *(bool *)place = number_between(filling, 0, 1) != 0;
        break;
    case FIELD_TEXT:
    case FIELD_OF:
        *(void **)(void *)place = target_fill(filling, field);
        break;
    case FIELD_CHARS:
        if (filling->kind != VALUES_PLAIN)
            text_fill(filling, place, field->size);
        break;
    case FIELD_HASH:
        for (size_t i = 0; i < STORE_TOKEN_HASH_SIZE; i++)
            place[i] = (char)next(filling);
        break;
    case FIELD_BYTES:
        bytes_fill(filling, field, record);
        break;
    case FIELD_MONTH:
        *(int *)(void *)place = (int)number_between(filling, STORE_MONTH_MIN, STORE_MONTH_MAX);
        break;
    case FIELD_IDS:
        for (int i = 0; i < 2; i++)
            ((uint64_t *)(void *)place)[i] = 1 + next(filling) % STORE_ID_MAX;
        break;
    case FIELD_RECORDS:
        inner_fill(filling, field->record, place, field->size);
        break;
    case FIELD_LIST:
    case FIELD_ID_LIST:
    case FIELD_TIME_LIST:
        list_fill(filling, field, record);
        break;
    default:
        engine_fill(filling, field->type, place);
        break;
    }
}

void values_fill(enum record_id id, void *record, enum values_kind kind, uint64_t *draw,
                 struct arena *arena)
{
    const struct filling filling = {kind, draw, arena};
    const struct record_shape *shape = record__shape(id);
    for (size_t i = 0; i < shape->count; i++) {
        enum record_field_type type = shape->fields[i].type;
        if (kind == VALUES_COLUMNS && (type == FIELD_READ || type == FIELD_INNER))
            break;
        field_fill(&filling, &shape->fields[i], record);
    }
}

/* ------------------------------------------------------------------ at the ends, and out of them
 */

/* The field in hand. */
struct trying {
    const char *record;
    const struct record_field *field;
    char *place;
    char *base; /* of the record */
    const struct values_listener *listener;
    int number;
    bool is_wrong; /* values out of the range, else at its ends */
};

static void tell(struct trying *trying)
{
    trying->listener->changed(trying->listener->ctx, trying->record, trying->field->name,
                              ++trying->number);
}

static void try_id(struct trying *trying, uint64_t *place, bool is_none_ok)
{
    const struct {
        uint64_t id;
        bool is_wrong;
    } ids[] = {{0, !is_none_ok},
               {1, false},
               {STORE_ID_MAX, false},
               {STORE_ID_MAX + 1, true},
               {UINT64_MAX, true}};
    const uint64_t was = *place;
    for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
        *place = ids[i].id;
        if (ids[i].is_wrong == trying->is_wrong)
            tell(trying);
    }
    *place = was;
}

static void try_one_number(struct trying *trying, int64_t number)
{
    int64_t was = record__number(trying->field, trying->base);
    record__set_number(trying->field, trying->base, number);
    if (record__number(trying->field, trying->base) ==
        number) /* else its type has no such number */
        tell(trying);
    record__set_number(trying->field, trying->base, was);
}

static void try_number(struct trying *trying)
{
    const struct record_field *field = trying->field;
    if (!trying->is_wrong || field->min > INT64_MIN)
        try_one_number(trying, field->min - trying->is_wrong);
    if (!trying->is_wrong || field->max < INT64_MAX)
        try_one_number(trying, field->max + trying->is_wrong);
}

/* `place` points to `count` bytes, or to none. */
static void try_bytes(struct trying *trying, size_t count, bool is_there)
{
    static char bytes[LONGEST_TEXT];
    const void **place = (const void **)(void *)trying->place;
    const void *was = *place;
    memset(bytes, 'a', sizeof(bytes));
    if (count < sizeof(bytes))
        bytes[count] = '\0';
    *place = is_there ? bytes : NULL;
    tell(trying);
    *place = was;
}

static void try_text(struct trying *trying)
{
    size_t max = (size_t)trying->field->max;
    if (trying->field->is_none_ok != trying->is_wrong)
        try_bytes(trying, 0, false);
    if (trying->field->max < INT32_MAX)
        try_bytes(trying, max + trying->is_wrong, true);
}

static void try_chars(struct trying *trying)
{
    char was[STORE_ABOUT_SIZE];
    size_t size = trying->field->size;
    memcpy(was, trying->place, size);
    memset(trying->place, 'a', size);
    if (!trying->is_wrong)
        trying->place[size - 1] = '\0';
    tell(trying);
    memcpy(trying->place, was, size);
}

/* A size and no bytes, bytes and no size, one byte too many; none, one, as many as there may be. */
static void try_counted(struct trying *trying)
{
    size_t *count = count_at(trying->field, trying->base);
    const size_t was = *count;
    bool is_bytes = trying->field->type == FIELD_BYTES;
    size_t max = is_bytes ? (size_t)trying->field->max : 2;
    *count = trying->is_wrong ? 1 : 0;
    try_bytes(trying, 0, false);
    *count = trying->is_wrong ? max + 1 : max;
    if (is_bytes)
        try_bytes(trying, *count, true);
    *count = 0;
    if (is_bytes && trying->is_wrong)
        try_bytes(trying, 1, true);
    *count = was;
}

static void try_word(struct trying *trying, void *word, int count)
{
    int was = *(int *)word;
    for (int i = 0; i < 2; i++) {
        *(int *)word = trying->is_wrong ? (i == 0 ? -1 : count) : (i == 0 ? 0 : count - 1);
        tell(trying);
    }
    *(int *)word = was;
}

static void try_clock(struct trying *trying)
{
    struct time_control *clock = (void *)trying->place;
    const struct time_control was = *clock;
    *clock = (struct time_control){.kind = CLOCK_NONE, .main_ms = trying->is_wrong};
    tell(trying);
    *clock = (struct time_control){.kind = trying->is_wrong ? CLOCK_KIND_COUNT : CLOCK_FISCHER,
                                   .main_ms = 300000};
    tell(trying);
    *clock = was;
}

static void try_all(enum record_id id, void *record, const struct values_listener *listener,
                    bool is_wrong);

static void try_inner(struct trying *trying)
{
    bool is_inside = trying->field->type == FIELD_RECORDS;
    char *records = is_inside ? trying->place : *(char **)(void *)trying->place;
    size_t count = is_inside ? trying->field->size : records != NULL ? 1 : 0;
    if (trying->field->type == FIELD_LIST)
        count = *count_at(trying->field, trying->base);
    for (size_t i = 0; i < count; i++)
        try_all(trying->field->record, records + i * record__shape(trying->field->record)->size,
                trying->listener, trying->is_wrong);
}

static void try_field(struct trying *trying)
{
    struct outcome *outcome = (void *)trying->place;
    switch (trying->field->type) {
    case FIELD_ID:
        try_id(trying, (void *)trying->place, trying->field->is_none_ok);
        break;
    case FIELD_IDS:
        try_id(trying, (void *)trying->place, true);
        try_id(trying, (void *)(trying->place + sizeof(uint64_t)), true);
        break;
    case FIELD_NUMBER:
        try_number(trying);
        break;
    case FIELD_TEXT:
        try_text(trying);
        break;
    case FIELD_CHARS:
        try_chars(trying);
        break;
    case FIELD_VARIANT:
        try_word(trying, trying->place, VARIANT_COUNT);
        break;
    case FIELD_CLOCK:
        try_clock(trying);
        break;
    case FIELD_OUTCOME:
        try_word(trying, &outcome->result, RESULT_COUNT);
        try_word(trying, &outcome->reason, REASON_COUNT);
        break;
    case FIELD_LIST:
        try_inner(trying);
        try_counted(trying);
        break;
    case FIELD_BYTES:
    case FIELD_ID_LIST:
    case FIELD_TIME_LIST:
        try_counted(trying);
        break;
    case FIELD_RECORDS:
    case FIELD_OF:
        try_inner(trying);
        break;
    default: /* whatever it is, it is right */
        break;
    }
}

static void try_all(enum record_id id, void *record, const struct values_listener *listener,
                    bool is_wrong)
{
    const struct record_shape *shape = record__shape(id);
    for (size_t i = 0; i < shape->count; i++)
        try_field(&(struct trying){.record = shape->name,
                                   .field = &shape->fields[i],
                                   .place = at(&shape->fields[i], record),
                                   .base = record,
                                   .listener = listener,
                                   .is_wrong = is_wrong});
}

void values_try_ends(enum record_id id, void *record, const struct values_listener *listener)
{
    try_all(id, record, listener, false);
}

void values_try_wrong(enum record_id id, void *record, const struct values_listener *listener)
{
    try_all(id, record, listener, true);
}
