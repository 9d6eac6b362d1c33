/* SPDX-License-Identifier: MIT */
/*
 * Comparing drawings row by row. A drawing is rows that end in CR LF, each of which can be written
 * alone after moving to it (CUP), and a last row that also places the cursor.
 */
#include "client/cli/terminal/repaint.h"

#include <stdio.h>
#include <string.h>

/* The first row of `rest`, its line end included, is taken off. */
struct rows {
    const char *at;
    size_t left;
};

static struct rows take_row(struct rows *rest)
{
    const char *end = rest->left > 0 ? memchr(rest->at, '\n', rest->left) : NULL;
    struct rows row = {rest->at, end != NULL ? (size_t)(end - rest->at) + 1 : rest->left};
    rest->at += row.left;
    rest->left -= row.left;
    return row;
}

static bool is_same(struct rows a, struct rows b)
{
    return a.left == b.left && memcmp(a.at, b.at, a.left) == 0;
}

static size_t count_rows(struct rows rows)
{
    size_t count = 0;
    while (rows.left > 0) {
        take_row(&rows);
        count++;
    }
    return count;
}

static void put_row(struct ink *ink, size_t number, struct rows row)
{
    char move[32];
    int len = snprintf(move, sizeof(move), "\x1b[%zu;1H", number);
    ink_put_raw(ink, move, (size_t)len);
    bool has_end = row.left > 1 && row.at[row.left - 1] == '\n';
    ink_put_raw(ink, row.at, has_end ? row.left - 2 : row.left);
}

static void put_changes(struct ink *ink, struct rows before, struct rows now)
{
    bool has_changed = false;
    for (size_t number = 1; now.left > 0; number++) {
        struct rows row = take_row(&now);
        if (!is_same(row, take_row(&before)) || (has_changed && now.left == 0)) {
            put_row(ink, number, row);
            has_changed = true;
        }
    }
}

void repaint_deinit(struct repaint *repaint)
{
    bytes_deinit(&repaint->shown);
}

void repaint_forget(struct repaint *repaint)
{
    bytes_take(&repaint->shown, repaint->shown.len);
}

void repaint_reduce(struct repaint *repaint, struct ink *ink)
{
    struct bytes drawn = ink->bytes;
    struct rows before = {repaint->shown.data, repaint->shown.len};
    struct rows now = {drawn.data, drawn.len};
    ink->bytes = (struct bytes){0};
    if (before.left > 0 && count_rows(before) == count_rows(now))
        put_changes(ink, before, now);
    else
        ink_put_raw(ink, drawn.data, drawn.len);
    bytes_deinit(&repaint->shown);
    repaint->shown = drawn;
}
