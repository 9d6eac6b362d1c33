/* SPDX-License-Identifier: MIT */
/* A driver without a database; see the header. */
#include "tests/unit/db/sql/fake_sql.h"

#include <assert.h>
#include <string.h>

static struct sql_row fake_start(struct sql_connection *base, enum sql_statement id,
                                 const struct sql_value *values, int count)
{
    struct fake_sql *fake = (struct fake_sql *)base;
    fake->id = id;
    fake->count = count;
    fake->starts++;
    fake->at = -1;
    for (int i = 0; i < count; i++) {
        bool has_bytes = values[i].kind == SQL_VALUE_TEXT || values[i].kind == SQL_VALUE_BYTES;
        size_t size = has_bytes ? (size_t)values[i].integer : 0;
        assert(size < FAKE_BYTES);
        fake->values[i] = (struct sql_value){.kind = values[i].kind, .integer = values[i].integer};
        if (has_bytes)
            fake->values[i].bytes = memcpy(fake->bytes[i], values[i].bytes, size);
    }
    return (struct sql_row){.driver = base->driver, .statement = fake};
}

static int fake_step(struct sql_row *row)
{
    struct fake_sql *fake = row->statement;
    if (++fake->at < fake->row_count)
        return 1;
    return fake->fails ? -1 : 0;
}

static int fake_end(struct sql_row *row)
{
    struct fake_sql *fake = row->statement;
    fake->ends++;
    return fake->changes;
}

static const struct sql_value *column_of(const struct sql_row *row, int column)
{
    const struct fake_sql *fake = row->statement;
    return &fake->rows[fake->at][column];
}

static bool fake_is_null(const struct sql_row *row, int column)
{
    return column_of(row, column)->kind == SQL_VALUE_NULL;
}

static int64_t fake_integer(const struct sql_row *row, int column)
{
    const struct sql_value *value = column_of(row, column);
    return value->kind == SQL_VALUE_INTEGER ? value->integer : 0;
}

static const void *fake_bytes(const struct sql_row *row, int column, size_t *size_out)
{
    const struct sql_value *value = column_of(row, column);
    *size_out = value->bytes != NULL ? (size_t)value->integer : 0;
    return value->bytes;
}

static const struct sql_driver FAKE_DRIVER = {
    .start = fake_start,
    .step = fake_step,
    .end = fake_end,
    .is_null = fake_is_null,
    .integer = fake_integer,
    .bytes = fake_bytes,
};

void fake_sql_init(struct fake_sql *fake)
{
    *fake = (struct fake_sql){.base.driver = &FAKE_DRIVER};
}

void fake_sql_row(struct fake_sql *fake, const struct sql_value *columns, int count)
{
    assert(fake->row_count < FAKE_ROWS);
    memcpy(fake->rows[fake->row_count++], columns, (size_t)count * sizeof(*columns));
}

struct sql_row fake_sql_start(struct fake_sql *fake)
{
    return sql__start(&fake->base, SQL_PROBE, NULL, 0);
}

struct sql_row fake_sql_first(struct fake_sql *fake)
{
    struct sql_row row = fake_sql_start(fake);
    (void)sql__step(&row);
    return row;
}
