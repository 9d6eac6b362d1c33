/* SPDX-License-Identifier: MIT */
/*
 * The pages of client/cli/print/text_sheet.h.
 */
#include "client/cli/print/text_sheet.h"

#include "client/cli/print/notation.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/terminal/text.h"

#include <stdio.h>

#define COLUMNS TEXT_SHEET_COLUMNS
#define FIELD_GAP 2
#define PART_WIDTH 36 /* squares of a board without an edge */
#define PART_HEIGHT 21
#define ENTRY_GAP 2
#define NUMBER_COLUMNS 5 /* "123. " */
#define BLANK_COLUMNS 10 /* of an entry that is to be written */

/* The sheet that is being written. */
struct page {
    struct ink *ink;
    size_t line; /* so many are on this page */
};

/* Begins a new page where this one is full; every line begins so. */
static void begin_line(struct page *page)
{
    if (page->line == TEXT_SHEET_LINES) {
        ink_put_raw(page->ink, "\f", 1);
        page->line = 0;
    }
    page->line++;
}

static void put_line(struct page *page, const char *text)
{
    begin_line(page);
    ink_put_line(page->ink, COLOUR_PLAIN, "%s", text);
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* ---------------------------------------------------------------- fields and board */

static void put_underscores(struct ink *ink, size_t count)
{
    for (size_t i = 0; i < count; i++)
        ink_put(ink, COLOUR_PLAIN, "_");
}

/* One field in half a line. */
static void put_field(const struct sheet *sheet, enum sheet_field field, struct ink *ink)
{
    char label[SHEET_LABEL_SIZE];
    const char *value = sheet_value(sheet, field);
    sheet_label(sheet, field, label);
    size_t rest = COLUMNS / 2 - FIELD_GAP - text_width(label) - 1;
    ink_put(ink, COLOUR_PLAIN, "%s ", label);
    if (value[0] != '\0')
        ink_put_cell(ink, COLOUR_PLAIN, (int)rest, "%s", value);
    else
        put_underscores(ink, rest);
}

static void put_head(const struct sheet *sheet, struct page *page)
{
    char title[SHEET_TITLE_SIZE];
    sheet_title(sheet, title);
    put_line(page, title);
    for (int field = 0; field < SHEET_FIELDS; field += 2) {
        put_line(page, "");
        begin_line(page);
        put_field(sheet, (enum sheet_field)field, page->ink);
        ink_put_spaces(page->ink, FIELD_GAP);
        put_field(sheet, (enum sheet_field)(field + 1), page->ink);
        ink_end_line(page->ink);
    }
    put_line(page, "");
}

static void put_board(const struct sheet *sheet, struct page *page)
{
    char text[128];
    struct board board;
    sheet_board(sheet, PART_WIDTH, PART_HEIGHT, &board);
    size_t rows =
        board.is_cut ? board.part.height + BOARD_PART_EDGE_ROWS : board_rows(sheet->game->variant);
    unsigned long outside = (unsigned long)board_count_outside(&board);
    for (size_t row = 0; row < rows; row++) {
        begin_line(page);
        board_draw_row(&board, row, page->ink);
        ink_end_line(page->ink);
    }
    if (outside == 0)
        return;
    snprintf(text, sizeof(text),
             ngettext("%lu stone not in view", "%lu stones not in view", outside), outside);
    put_line(page, text);
}

/* ---------------------------------------------------------------- the record */

/* Columns and rows of entries on what is left of the page. */
struct grid {
    size_t width; /* of an entry with its number */
    size_t columns;
    size_t rows;
};

static struct grid grid_of(const struct page *page, size_t entry)
{
    struct grid grid = {.width = NUMBER_COLUMNS + entry + ENTRY_GAP};
    size_t left = TEXT_SHEET_LINES - page->line;
    grid.columns = (COLUMNS + ENTRY_GAP) / grid.width;
    grid.rows = left > 0 ? left : TEXT_SHEET_LINES; /* of this page, or of the next one */
    return grid;
}

static void put_entry(const struct sheet *sheet, size_t ply, size_t width, struct ink *ink)
{
    char text[NOTATION_ENTRY_SIZE];
    ink_put(ink, COLOUR_PLAIN, "%3zu. ", ply + 1);
    if (!sheet->is_played) {
        put_underscores(ink, width);
        return;
    }
    (void)notation_entry(sheet->game, ply, text);
    ink_put_cell(ink, COLOUR_PLAIN, (int)width, "%s", text);
}

/* The entries from `first` on, as many as fit the page, in columns from the top; returns how many.
 */
static size_t put_grid(const struct sheet *sheet, size_t first, size_t entry, struct page *page)
{
    struct grid grid = grid_of(page, entry);
    size_t count = smaller(sheet_entries(sheet) - first, grid.columns * grid.rows);
    size_t rows = smaller(grid.rows, (count + grid.columns - 1) / grid.columns);
    for (size_t row = 0; row < rows; row++) {
        begin_line(page);
        for (size_t i = row; i < count; i += rows) {
            ink_put_spaces(page->ink, i > row ? ENTRY_GAP : 0);
            put_entry(sheet, first + i, entry, page->ink);
        }
        ink_end_line(page->ink);
    }
    return count;
}

static void put_entries(const struct sheet *sheet, struct page *page)
{
    size_t entry = sheet->is_played ? notation_width(sheet->game) : BLANK_COLUMNS;
    for (size_t done = 0; done < sheet_entries(sheet);) {
        done += put_grid(sheet, done, entry, page);
        if (!sheet->is_played)
            return;
    }
}

static void put_continuous(const struct sheet *sheet, struct page *page)
{
    char text[NOTATION_LINE_SIZE];
    size_t ply = 0;
    size_t first = 0;
    while (notation_next_line(sheet->game, &ply, COLUMNS - NUMBER_COLUMNS, text)) {
        begin_line(page);
        ink_put_line(page->ink, COLOUR_PLAIN, "%3zu. %s", first + 1, text);
        first = ply;
    }
}

/* Room for a digit a move. */
static void put_blanks(struct page *page)
{
    while (page->line + 2 <= TEXT_SHEET_LINES) {
        put_line(page, "");
        begin_line(page);
        for (size_t at = 0; at + NOTATION_GROUP <= COLUMNS; at += NOTATION_GROUP + 1) {
            put_underscores(page->ink, NOTATION_GROUP);
            ink_put_spaces(page->ink, 1);
        }
        ink_end_line(page->ink);
    }
}

/* In lines of the page. */
static void put_hint(const char *hint, struct page *page)
{
    char line[COLUMNS * 4 + 1];
    const char *rest = hint;
    size_t len;
    while (hint = rest, (len = text_wrap(&rest, COLUMNS)) > 0) {
        snprintf(line, sizeof(line), "%.*s", (int)len, hint);
        put_line(page, line);
    }
}

static void put_record(const struct sheet *sheet, struct page *page)
{
    const char *hint = notation_hint(sheet->game->variant);
    bool is_continuous = notation_is_continuous(sheet->game->variant);
    put_line(page, "");
    if (hint != NULL)
        put_hint(hint, page);
    if (!is_continuous)
        put_entries(sheet, page);
    else if (sheet->is_played)
        put_continuous(sheet, page);
    else
        put_blanks(page);
}

void text_sheet(const struct sheet *sheet, struct ink *ink)
{
    struct page page = {.ink = ink};
    put_head(sheet, &page);
    put_board(sheet, &page);
    put_record(sheet, &page);
}
