/* SPDX-License-Identifier: MIT */
/*
 * The page of client/cli/print/svg_sheet.h. An empty record is ruled for hands: numbered lines, or
 * for the continuous one boxes of a digit each. A played one has the largest letters in which all
 * of it fits.
 */
#include "client/cli/print/svg_sheet.h"

#include "client/cli/print/notation.h"
#include "client/cli/print/plan.h"
#include "client/cli/print/svg.h"
#include "client/cli/print/svg_board.h"
#include "client/cli/terminal/i18n.h"

#include <stdio.h>

#define MARGIN 100
#define WIDTH (SVG_PAGE_WIDTH - 2 * MARGIN)
#define BOTTOM (SVG_PAGE_HEIGHT - MARGIN)

#define TITLE_LINE 150
#define FIELDS_LINE 235 /* the first of them, of two fields each */
#define FIELDS_STEP 80
#define BOARD_TOP 345
#define BOARD_HEIGHT 1400 /* less than half of the page */
#define LONG_ENTRIES 500  /* a record that was played and has more needs the room */
#define LONG_HEIGHT 1200  /* from the board: its height then */
#define GAP 40            /* below the board */

#define LETTERS 36
#define HINT_LETTERS 24

/* To be written on by hand. */
#define LINE_STEP 66
#define LINE_COLUMNS 7
#define BOX 40
#define BOX_STEP 62
#define BOX_GROUPS 9
#define BOX_GAP 10 /* between groups of boxes */

#define LETTERS_MAX 32 /* of a record that was played */
#define ROWS_MIN 10    /* of a record, before there is a second column */

static const struct svg_letters hint_letters = {.size = HINT_LETTERS, .room = WIDTH};

/* ---------------------------------------------------------------- the fields */

static void put_field(const struct sheet *sheet, enum sheet_field field, struct ink *ink)
{
    char label[SHEET_LABEL_SIZE];
    const struct svg_letters bold = {.size = LETTERS, .is_bold = true};
    struct point at = {MARGIN + (int)field % 2 * (WIDTH / 2),
                       FIELDS_LINE + (int)field / 2 * FIELDS_STEP};
    int end = at.x + WIDTH / 2 - (field % 2 == 0 ? GAP : 0);
    sheet_label(sheet, field, label);
    svg_text(ink, &bold, at, label);
    at.x += svg_text_width(label, LETTERS) + 20;
    const struct svg_letters letters = {.size = LETTERS, .room = end - at.x};
    svg_line(ink, SVG_PLAIN, (struct point){at.x, at.y + 10}, (struct point){end, at.y + 10}, 2);
    svg_text(ink, &letters, at, sheet_value(sheet, field));
}

static void put_head(const struct sheet *sheet, const char *title, struct ink *ink)
{
    const struct svg_letters letters = {.size = 50, .is_bold = true, .room = WIDTH};
    svg_text(ink, &letters, (struct point){MARGIN, TITLE_LINE}, title);
    for (int field = 0; field < SHEET_FIELDS; field++)
        put_field(sheet, (enum sheet_field)field, ink);
}

/* ---------------------------------------------------------------- a record to be written */

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The rows of a record: no more than its columns need, but as many as look like one. */
static size_t rows_of(size_t entries, size_t columns, size_t most)
{
    return smaller(most, larger((entries + columns - 1) / columns, ROWS_MIN));
}

static void put_lines(const struct sheet *sheet, struct area area, struct ink *ink)
{
    const struct svg_letters letters = {.size = 26, .anchor = SVG_END};
    size_t rows = (size_t)(area.height / LINE_STEP);
    size_t entries = smaller(sheet_entries(sheet), rows * LINE_COLUMNS);
    int width = area.width / LINE_COLUMNS;
    rows = rows_of(entries, LINE_COLUMNS, rows);
    for (size_t i = 0; i < entries; i++) {
        char number[24];
        struct point at = {area.x + (int)(i / rows) * width + 64,
                           area.y + (int)(i % rows + 1) * LINE_STEP - 10};
        snprintf(number, sizeof(number), "%zu.", i + 1);
        svg_text(ink, &letters, at, number);
        svg_line(ink, SVG_PLAIN, (struct point){at.x + 10, at.y + 4},
                 (struct point){at.x + width - 84, at.y + 4}, 2);
    }
}

static void put_box(struct point at, struct ink *ink)
{
    struct point low = {at.x + BOX, at.y + BOX};
    svg_line(ink, SVG_PLAIN, at, (struct point){low.x, at.y}, 2);
    svg_line(ink, SVG_PLAIN, (struct point){low.x, at.y}, low, 2);
    svg_line(ink, SVG_PLAIN, low, (struct point){at.x, low.y}, 2);
    svg_line(ink, SVG_PLAIN, (struct point){at.x, low.y}, at, 2);
}

static void put_boxes(struct area area, struct ink *ink)
{
    for (int row = 0; row < area.height / BOX_STEP; row++)
        for (int i = 0; i < BOX_GROUPS * NOTATION_GROUP; i++) {
            struct point at = {area.x + i * BOX + i / NOTATION_GROUP * BOX_GAP,
                               area.y + row * BOX_STEP + BOX_STEP - BOX};
            put_box(at, ink);
        }
}

/* ---------------------------------------------------------------- a record that was played */

/* The number of a move, and space behind it, in letters. */
#define NUMBER_LETTERS 5

/* Columns and rows of entries in letters of this size. */
struct grid {
    int size;
    int width; /* of a column */
    int step;  /* from a row to the next */
    size_t columns;
    size_t rows;
};

static struct grid grid_of(struct area area, size_t entry, int size)
{
    static const char digits[] = "00000000000000000000000000000000";
    int letters = NUMBER_LETTERS + (int)entry;
    struct grid grid = {.size = size, .step = size * 5 / 4};
    grid.width = svg_text_width(digits, size) * letters / ((int)sizeof(digits) - 1) + size / 2;
    grid.columns = (size_t)(area.width / grid.width);
    grid.rows = (size_t)(area.height / grid.step);
    return grid;
}

static void put_entries(const struct sheet *sheet, struct area area, struct ink *ink)
{
    size_t count = sheet_entries(sheet);
    size_t entry = notation_width(sheet->game);
    struct grid grid = grid_of(area, entry, LETTERS_MAX);
    while (grid.columns * grid.rows < count && grid.size > SVG_LETTER_MIN)
        grid = grid_of(area, entry, grid.size - 1);
    const struct svg_letters end = {.size = grid.size, .anchor = SVG_END};
    const struct svg_letters begin = {.size = grid.size};
    count = smaller(count, grid.columns * grid.rows);
    grid.rows = rows_of(count, grid.columns, grid.rows);
    for (size_t ply = 0; ply < count; ply++) {
        char number[24];
        char text[NOTATION_ENTRY_SIZE];
        struct point at = {area.x + (int)(ply / grid.rows) * grid.width +
                               svg_text_width("000.", grid.size),
                           area.y + (int)(ply % grid.rows + 1) * grid.step};
        snprintf(number, sizeof(number), "%zu.", ply + 1);
        notation_entry(sheet->game, ply, text);
        svg_text(ink, &end, at, number);
        at.x += grid.size / 3;
        svg_text(ink, &begin, at, text);
    }
}

/* The lines of the continuous record in letters of this size, with the numbers of the moves with
 * which they begin; only counted for NULL. */
static int put_runs(const struct sheet *sheet, struct area area, int size, struct ink *ink)
{
    int lines = 0;
    int number_room = svg_text_width("000.", size);
    size_t columns = (size_t)((area.width - number_room - size) / svg_text_width("0", size));
    char text[NOTATION_LINE_SIZE];
    char number[24];
    const struct svg_letters end = {.size = size, .anchor = SVG_END};
    const struct svg_letters begin = {.size = size};
    for (size_t ply = 0;; lines++) {
        snprintf(number, sizeof(number), "%zu.", ply + 1);
        if (!notation_next_line(sheet->game, &ply, smaller(columns, NOTATION_LINE_SIZE - 1), text))
            return lines;
        struct point at = {area.x + number_room, area.y + (lines + 1) * size * 14 / 10};
        if (ink == NULL)
            continue;
        svg_text(ink, &end, at, number);
        at.x += size / 2;
        svg_text(ink, &begin, at, text);
    }
}

static void put_continuous(const struct sheet *sheet, struct area area, struct ink *ink)
{
    int size = LETTERS_MAX;
    while (size > SVG_LETTER_MIN &&
           put_runs(sheet, area, size, NULL) * size * 14 / 10 > area.height)
        size--;
    (void)put_runs(sheet, area, size, ink);
}

/* ---------------------------------------------------------------- the page */

static void put_record(const struct sheet *sheet, int top, struct ink *ink)
{
    const struct variant *variant = sheet->game->variant;
    const char *hint = notation_hint(variant);
    bool is_continuous = notation_is_continuous(variant);
    if (hint != NULL) {
        svg_text(ink, &hint_letters, (struct point){MARGIN, top + HINT_LETTERS}, hint);
        top += HINT_LETTERS + 10;
    }
    struct area area = {MARGIN, top, WIDTH, BOTTOM - top};
    if (sheet->is_played && is_continuous)
        put_continuous(sheet, area, ink);
    else if (sheet->is_played)
        put_entries(sheet, area, ink);
    else if (is_continuous)
        put_boxes(area, ink);
    else
        put_lines(sheet, area, ink);
}

/* Says what a board without an edge has beyond its part; returns where it goes on. */
static int put_outside(const struct board *board, int top, struct ink *ink)
{
    char text[128];
    unsigned long count = (unsigned long)board_count_outside(board);
    if (count == 0)
        return top;
    snprintf(text, sizeof(text), ngettext("%lu stone not in view", "%lu stones not in view", count),
             count);
    svg_text(ink, &hint_letters, (struct point){MARGIN, top + HINT_LETTERS}, text);
    return top + HINT_LETTERS + 10;
}

void svg_sheet(const struct sheet *sheet, struct ink *ink)
{
    char title[SHEET_TITLE_SIZE];
    struct board board;
    struct plan plan;
    sheet_title(sheet, title);
    sheet_board(sheet, PLAN_WIDTH_MAX, PLAN_HEIGHT_MAX, &board);
    bool is_long = sheet->is_played && sheet_entries(sheet) > LONG_ENTRIES;
    int height = is_long ? LONG_HEIGHT : BOARD_HEIGHT;
    plan_init(&plan, &board, (struct area){MARGIN, BOARD_TOP, WIDTH, height});
    svg_begin(ink, title);
    put_head(sheet, title, ink);
    svg_open(ink, "board");
    svg_board(sheet, &plan, ink);
    svg_close(ink);
    int top = put_outside(&board, plan.area.y + plan.area.height + GAP, ink);
    svg_open(ink, "record");
    put_record(sheet, top, ink);
    svg_close(ink);
    svg_end(ink);
}
