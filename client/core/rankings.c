/* SPDX-License-Identifier: MIT */
/*
 * Leaderboards, as client/core/rankings.h describes them.
 */
#include "client/core/rankings.h"

#include <stdio.h>
#include <string.h>

void rankings_init(struct rankings *rankings, int64_t from)
{
    *rankings = (struct rankings){.rank = NONE};
    pages_init(&rankings->rows, sizeof(struct rankings_row), RANKINGS_MAX, (uint64_t)from);
}

void rankings_deinit(struct rankings *rankings)
{
    pages_deinit(&rankings->rows);
}

const struct rankings_row *rankings_at(const struct rankings *rankings, size_t index)
{
    return pages_at(&rankings->rows, index);
}

/* Removes the line of a player who is at another position now. */
static void forget(struct rankings *rankings, const char *name)
{
    for (size_t i = rankings->rows.count; i > 0; i--)
        if (strcmp(rankings_at(rankings, i - 1)->name, name) == 0)
            pages_remove(&rankings->rows, rankings_at(rankings, i - 1)->position);
}

static void put_row(struct rankings *rankings, uint64_t position,
                    const struct standing_record *record)
{
    forget(rankings, record->name);
    struct rankings_row *row = pages_put(&rankings->rows, position);
    if (row == NULL)
        return;
    row->rank = record->rank;
    snprintf(row->name, sizeof(row->name), "%s", record->name);
    row->rating = record->rating;
    row->games = record->games;
    row->listed = record->listed;
}

bool rankings_differ(const struct rankings *rankings)
{
    for (size_t i = 0; i < rankings->rows.count; i++)
        if (rankings_at(rankings, i)->listed != NONE)
            return true;
    return false;
}

void rankings_take_top(struct rankings *rankings, int64_t from,
                       const struct rating_top_reply *reply)
{
    uint64_t next = (uint64_t)from + reply->rows_count;
    bool has_more = reply->rows_count > 0 && next <= (uint64_t)reply->total;
    if (!pages_begin_page(&rankings->rows, (uint64_t)from))
        return;
    rankings->total = reply->total;
    for (size_t i = 0; i < reply->rows_count; i++)
        put_row(rankings, (uint64_t)from + i, &reply->rows[i]);
    pages_end_page(&rankings->rows, has_more ? next : 0);
}

void rankings_take_around(struct rankings *rankings, const char *player,
                          const struct rating_around_reply *reply)
{
    const struct rating_top_reply page = {
        .rows = reply->rows, .rows_count = reply->rows_count, .total = reply->total};
    rankings_take_top(rankings, 1, &page);
    pages_end_page(&rankings->rows, 0); /* it does not say where it lies */
    rankings->rank = reply->rank;
    for (size_t i = 0; i < rankings->rows.count; i++) {
        struct rankings_row *row = pages_at(&rankings->rows, i);
        row->is_meant = strcmp(row->name, player) == 0;
    }
}
