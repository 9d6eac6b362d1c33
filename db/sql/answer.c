/* SPDX-License-Identifier: MIT */
/*
 * Functions that answers share.
 */
#include "db/sql/answer.h"

#include "db/sql/fields.h"

int answer__status(int found)
{
    if (found < 0)
        return STORE_UNAVAILABLE;
    return found == 0 ? STORE_NOT_FOUND : STORE_OK;
}

int answer__player_exists(struct sql_connection *sql, uint64_t player)
{
    int64_t kind = 0;
    return sql__get_integer(sql, SQL_PLAYER_KIND, SQL_VALUES(sql_id(player)), &kind);
}

int answer__is_registered(struct sql_connection *sql, uint64_t player)
{
    int64_t kind = PLAYER_GUEST;
    int found = sql__get_integer(sql, SQL_PLAYER_KIND, SQL_VALUES(sql_id(player)), &kind);
    return found < 0 ? -1 : kind == PLAYER_REGISTERED;
}

struct sql_value answer__limit(uint32_t limit)
{
    return sql_integer((int64_t)limit + 1);
}

/* An answer has one list, and may say whether there are more. */
int answer__list(struct work_query *question, struct sql_row row, size_t limit)
{
    const struct record_shape *shape = record__shape(query__row(question->query.kind)->answer);
    char *answer = (char *)&question->answer.as;
    const struct record_field *field = shape->fields;
    struct fields_list list = {0};
    while (field->type != FIELD_LIST)
        field++;
    if (fields__list(row, field->record, &question->arena, limit, &list) != 0)
        return STORE_UNAVAILABLE;
    *(const void **)(answer + field->offset) = list.rows;
    *(size_t *)(answer + field->count_offset) = list.count;
    if (++field < shape->fields + shape->count)
        *(bool *)(answer + field->offset) = list.has_more;
    return STORE_OK;
}
