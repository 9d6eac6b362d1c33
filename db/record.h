/* SPDX-License-Identifier: MIT */
/*
 * Private to db/ and its tests. db/records.def as data: for every record, where each field lies in
 * its struct and what may be in it. Copies, checks and statements (db/sql/sql.h) walk it. Constants
 * and pure functions, safe on every thread.
 */
#ifndef PENTAD_DB_RECORD_H
#define PENTAD_DB_RECORD_H

#include "base/arena.h"
#include "db/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum record_field_type {
    FIELD_READ,  /* no field: those after it are no parameters */
    FIELD_INNER, /* no field: those after it are no columns */
    FIELD_ID,
    FIELD_NUMBER,
    FIELD_BOOL,
    FIELD_TEXT,
    FIELD_CHARS,
    FIELD_HASH,
    FIELD_BYTES,
    FIELD_VARIANT,
    FIELD_CLOCK,
    FIELD_CLOCKS,
    FIELD_OUTCOME,
    FIELD_SCORE,
    FIELD_REASON,
    FIELD_MONTH,
    FIELD_IDS,
    FIELD_RECORDS, /* inside the struct: one, or two */
    FIELD_OF,
    FIELD_LIST,
    FIELD_ID_LIST,
    FIELD_TIME_LIST,
};

enum record_id {
#define RECORD(id, doc) STORED_##id,
#include "db/record_rows.h"
    STORED_COUNT,
};

struct record_field {
    const char *name;
    enum record_field_type type;
    bool is_none_ok;       /* ID, NUMBER, HASH: 0 is NULL in SQL; TEXT: may be NULL */
    bool is_signed;        /* NUMBER */
    uint16_t size;         /* NUMBER, CHARS: of it; RECORDS: how many */
    uint16_t offset;       /* in the struct */
    uint16_t count_offset; /* BYTES and lists: of its size_t */
    enum record_id record; /* RECORDS, OF, LIST */
    int64_t min;           /* NUMBER */
    int64_t max;           /* the same; TEXT, BYTES: bytes */
};

struct record_shape {
    const char *name;
    const struct record_field *fields; /* in the order of the table */
    size_t count;
    size_t size;      /* of the struct */
    bool has_targets; /* a field points to something */
};

const struct record_shape *record__shape(enum record_id id);
/* Returns a whole number of any type; INT64_MAX for larger ones. Inline, because every move has
 * many. */
static inline int64_t record__number(const struct record_field *field, const void *value)
{
    const void *place = (const char *)value + field->offset;
    if (field->size == sizeof(int64_t)) {
        int64_t number = *(const int64_t *)place;
        return number < 0 && !field->is_signed ? INT64_MAX : number;
    }
    return field->is_signed ? *(const int32_t *)place : (int64_t) * (const uint32_t *)place;
}
void record__set_number(const struct record_field *field, void *value, int64_t number);

/* True if every field is within its range, also in the records that it holds. */
bool record__is_valid(enum record_id id, const void *value);
/* Copies everything that `value`, itself a copy, points to into the arena. */
void record__copy(enum record_id id, void *value, struct arena *arena);
/* The memory that record__copy() takes. */
size_t record__size(enum record_id id, const void *value);

/* ------------------------------------------------------------------ operations and queries */

/* A row of db/operations.def. */
struct operation_row {
    const char *name; /* "game_log" */
    enum record_id record;
};
const struct operation_row *operation__row(enum store_op_kind kind);

/* The cost of an answer, in the units of store_query_cost(). COST_GAMES is for all games of a
 * player; if the question has a limit, the cost is that. */
enum query_cost { COST_ROW = 1, COST_PAGE = 5, COST_GAMES = 20 };

struct query_row {
    const char *name;
    enum record_id record;
    enum record_id answer;
    bool is_about_player; /* the player of the first field of the record */
    enum query_cost cost;
};
const struct query_row *query__row(enum store_query_kind kind);

#endif
