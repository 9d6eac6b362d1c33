/* SPDX-License-Identifier: MIT */
/*
 * Players by the beginning of their names.
 */
#include "db/sql/answer.h"
#include "db/sql/fields.h"
#include "db/sql/rating.h"

#include <stdio.h>
#include <string.h>

/* Sorts after every continuation of a name: no character is larger than this one. */
#define LAST_CHARACTER "\xF4\x8F\xBF\xBF"

static int rating_read(struct sql_connection *sql, enum variant_id variant,
                       struct store_found *found)
{
    struct rating_now now;
    int result = rating__read(sql, found->player, variant, &now);
    found->rating = now.rating;
    return result < 0 ? -1 : 0;
}

/* Everybody's rank by one walk along the leaderboard, by listed points: a rank is told as soon as
 * they are reached, or none are left above. */
static int ranks_read(struct sql_connection *sql, enum variant_id variant, struct store_found *rows,
                      size_t count)
{
    uint64_t above = 0;
    int64_t points = INT64_MAX;
    uint64_t tied = 0;
    size_t left = 0;
    for (size_t i = 0; i < count; i++)
        left += rows[i].rating.established_ms > 0;
    struct sql_row walk = sql__start(sql, SQL_COUNT_WALK, SQL_VALUES(sql_variant(variant)));
    int result = 1;
    while (left > 0 && (result = sql__step(&walk)) == 1) {
        if (sql__column(&walk, 0) != points) {
            above += tied;
            tied = 0;
            points = sql__column(&walk, 0);
        }
        tied += (uint64_t)sql__column(&walk, 2);
        for (size_t i = 0; i < count; i++) {
            struct store_rating *rating = &rows[i].rating;
            if (rating->established_ms == 0 || rating->rank != 0 || rating->listed != points)
                continue;
            rating->rank = above + 1;
            left--;
        }
    }
    sql__end(&walk);
    return result < 0 ? -1 : 0;
}

/* They begin at the text or behind `after`, whichever is later: with one bound the index leads
 * there past the pages before. */
static int names_read(struct sql_connection *sql, struct work_query *question)
{
    const struct store_name_search *asked = &question->query.as.find;
    const char *after = asked->after != NULL ? asked->after : "";
    const char *from = strcmp(after, asked->text) > 0 ? after : asked->text;
    size_t size = strlen(asked->text) + sizeof(LAST_CHARACTER);
    char *end = arena_alloc(&question->arena, size);
    (void)snprintf(end, size, "%s%s", asked->text, LAST_CHARACTER);
    return answer__list(question,
                        sql__start(sql, SQL_FIND_PLAYERS,
                                   SQL_VALUES(sql_text(from), sql_text(after), sql_text(end),
                                              answer__limit(asked->limit))),
                        asked->limit);
}

/* The rows are the answer's own. */
int answer__find(struct sql_connection *sql, struct work_query *question)
{
    int wanted = question->query.as.find.variant;
    int status = names_read(sql, question);
    struct store_found *rows = (struct store_found *)question->answer.as.find.rows;
    size_t count = question->answer.as.find.rows_count;
    int result = 0;
    if (status != STORE_OK || wanted == -1)
        return status;
    for (size_t i = 0; i < count && result == 0; i++)
        result = rating_read(sql, (enum variant_id)wanted, &rows[i]);
    if (result == 0)
        result = ranks_read(sql, (enum variant_id)wanted, rows, count);
    return result == 0 ? STORE_OK : STORE_UNAVAILABLE;
}
