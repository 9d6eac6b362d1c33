/* SPDX-License-Identifier: MIT */
/*
 * The drawing is a field of dots: two by four in a character of braille, one in ASCII. A column of
 * dots covers all values of the line in its days, and reaches to the end of the column before.
 */
#include "client/cli/draw/graph.h"

#include "base/day.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define COLUMNS_MAX 160
#define ROWS_MAX 64
#define LABEL_COLUMNS 6 /* of the values, with the axis */
#define MARGIN 1        /* of values above and below, so that a flat line lies in the middle */

struct field {
    const struct graph *graph;
    int wide; /* dots in a character */
    int high;
    int columns; /* of dots */
    int rows;
    int lowest;
    int highest;
    uint8_t dots[ROWS_MAX][COLUMNS_MAX]; /* the bits of a braille character, by character */
};

/* ---------------------------------------------------------------- the line */

/* The bits of a braille character, by row and column: U+2800 and they are the character. */
static const uint8_t bits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

static void put_dot(struct field *field, int column, int row)
{
    field->dots[row / field->high][column / field->wide] |=
        bits[row % field->high][column % field->wide];
}

/* The row of a value; the highest is row 0. */
static int row_of(const struct field *field, int value)
{
    int span = field->highest - field->lowest;
    return (int)(((int64_t)(field->highest - value) * (field->rows - 1) + span / 2) / span);
}

/* The last day of a column of dots. */
static int day_of(const struct field *field, int column)
{
    int first = field->graph->points[0].day;
    int span = field->graph->last_day - first;
    return field->columns < 2 ? first + span
                              : first + (int)((int64_t)span * column / (field->columns - 1));
}

static void measure(struct field *field)
{
    const struct graph *graph = field->graph;
    field->lowest = graph->lowest;
    field->highest = graph->highest;
    if (graph->lowest != graph->highest)
        return;
    field->lowest = graph->points[0].rating;
    field->highest = graph->points[0].rating;
    for (size_t i = 1; i < graph->count; i++) {
        int value = graph->points[i].rating;
        field->lowest = value < field->lowest ? value : field->lowest;
        field->highest = value > field->highest ? value : field->highest;
    }
    field->lowest -= MARGIN;
    field->highest += MARGIN;
}

static void draw_column(struct field *field, int column, int from, int to)
{
    int top = row_of(field, to > from ? to : from);
    int bottom = row_of(field, to > from ? from : to);
    for (int row = top; row <= bottom; row++)
        put_dot(field, column, row);
}

static void draw_line(struct field *field)
{
    const struct graph *graph = field->graph;
    size_t next = 0;
    int value = graph->points[0].rating;
    for (int column = 0; column < field->columns; column++) {
        int low = value;
        int high = value;
        int day = day_of(field, column);
        for (; next < graph->count && graph->points[next].day <= day; next++) {
            value = graph->points[next].rating;
            low = value < low ? value : low;
            high = value > high ? value : high;
        }
        draw_column(field, column, low, high);
    }
}

/* ---------------------------------------------------------------- what is around it */

static void put_label(const struct field *field, int row, int rows, struct ink *ink)
{
    const char *axis = ink->look.is_utf8 ? "\xE2\x94\x82" : "|"; /* a vertical line */
    bool is_labelled = row == 0 || row == rows - 1 || row == rows / 2;
    int span = field->highest - field->lowest;
    int value = field->highest - (int)((int64_t)span * row / (rows > 1 ? rows - 1 : 1));
    ink_put_cell(ink, COLOUR_DIM, -(LABEL_COLUMNS - 1), is_labelled ? "%d" : " ", value);
    ink_put(ink, COLOUR_DIM, "%s", axis);
}

static void put_row(const struct field *field, int row, int characters, struct ink *ink)
{
    char text[COLUMNS_MAX * 3 + 1];
    size_t len = 0;
    for (int i = 0; i < characters; i++) {
        uint8_t dots = field->dots[row][i];
        if (dots == 0 || !ink->look.is_utf8) {
            text[len++] = dots == 0 ? ' ' : '*';
            continue;
        }
        /* U+2800 + dots in UTF-8. */
        text[len++] = (char)0xE2;
        text[len++] = (char)(0xA0 | dots >> 6);
        text[len++] = (char)(0x80 | (dots & 0x3F));
    }
    text[len] = '\0';
    ink_put_line(ink, COLOUR_WON, "%s", text);
}

static void put_axis(int characters, struct ink *ink)
{
    ink_put_spaces(ink, LABEL_COLUMNS - 1);
    ink_put(ink, COLOUR_DIM, "%s", ink->look.is_utf8 ? "\xE2\x94\x94" : "+");
    for (int i = 0; i < characters; i++)
        ink_put(ink, COLOUR_DIM, "%s", ink->look.is_utf8 ? "\xE2\x94\x80" : "-");
    ink_end_line(ink);
}

/* A day below the line. */
static void put_day(const struct graph *graph, int day, char text[DAY_TEXT_SIZE])
{
    if (graph->has_numbers)
        snprintf(text, DAY_TEXT_SIZE, "%d", day);
    else
        day_text(day, text);
}

/* The first day, the last one, and where there is room the one in the middle. */
static void put_dates(const struct graph *graph, int characters, struct ink *ink)
{
    char first[DAY_TEXT_SIZE];
    char middle[DAY_TEXT_SIZE];
    char last[DAY_TEXT_SIZE];
    int from = graph->points[0].day;
    put_day(graph, from, first);
    put_day(graph, from + (graph->last_day - from) / 2, middle);
    put_day(graph, graph->last_day, last);
    bool has_middle = characters >= 4 * (DAY_TEXT_SIZE - 1) && graph->last_day - from > 1;
    int rest = characters - (int)(strlen(first) + strlen(last));
    rest -= has_middle ? (int)strlen(middle) : 0;
    ink_put_spaces(ink, LABEL_COLUMNS);
    ink_put(ink, COLOUR_DIM, "%s", first);
    if (has_middle) {
        ink_put_spaces(ink, (size_t)(rest / 2));
        ink_put(ink, COLOUR_DIM, "%s", middle);
        rest -= rest / 2;
    }
    if (graph->last_day > from) {
        ink_put_spaces(ink, rest > 1 ? (size_t)rest : 1);
        ink_put(ink, COLOUR_DIM, "%s", last);
    }
    ink_end_line(ink);
}

void graph_draw(const struct graph *graph, size_t columns, size_t rows, struct ink *ink)
{
    static const size_t least = LABEL_COLUMNS + 2 * (DAY_TEXT_SIZE - 1) + 1;
    struct field field = {
        .graph = graph, .wide = ink->look.is_utf8 ? 2 : 1, .high = ink->look.is_utf8 ? 4 : 1};
    columns = columns < least ? least : columns;
    int characters = (int)(columns - LABEL_COLUMNS);
    characters = characters > COLUMNS_MAX ? COLUMNS_MAX : characters;
    int lines = rows > ROWS_MAX ? ROWS_MAX : rows < 3 ? 3 : (int)rows;
    field.columns = characters * field.wide;
    field.rows = lines * field.high;
    measure(&field);
    draw_line(&field);
    for (int row = 0; row < lines; row++) {
        put_label(&field, row, lines, ink);
        put_row(&field, row, characters, ink);
    }
    put_axis(characters, ink);
    put_dates(graph, characters, ink);
}
