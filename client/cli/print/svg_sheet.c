/* SPDX-License-Identifier: MIT */
/*
 * The page of client/cli/print/svg_sheet.h: the place of its board, the board in layers (lines,
 * names, signs in squares, stones, owners, the winning row, numbers), the fields, the record. An
 * empty record is ruled for handwriting: numbered lines, or for the continuous record boxes of a
 * digit each. That of a played game has the largest letters in which it fits.
 */
#include "client/cli/print/svg_sheet.h"

#include "client/cli/draw/board.h"
#include "client/cli/draw/ground.h"
#include "client/cli/print/notation.h"
#include "client/cli/print/svg.h"
#include "client/cli/terminal/i18n.h"
#include "engine/needs.h"
#include "engine/nested.h"

#include <stddef.h>
#include <stdio.h>

/* ------------------------------------------------------------------ the plan */

/* The most squares that are drawn of a board without an edge. */
#define PLAN_WIDTH_MAX 48
#define PLAN_HEIGHT_MAX 36

struct plan {
    const struct board *board; /* borrowed; its part is what is drawn */
    size_t levels;
    struct area area;  /* all of it, the names included */
    struct area level; /* the squares of the lowest level */
    int step;          /* from a level to the next one */
    int cell;          /* the side of a square */
    int names;         /* the size of the letters of names */
};

#define CELL_MAX 180
#define BESIDE 60       /* for the numbers of rows, and the letters of columns */
#define BESIDE_LEVEL 70 /* beside a level, for the numbers of its rows */
#define ABOVE_LEVEL 110 /* for its own letter and those of its columns */
#define NAMES_MIN 18
#define NAMES_MAX 32

/* Room around the squares: of each level, and in all. */
struct margins {
    int left; /* of each level */
    int right;
    int top;
    int bottom;
};

static struct margins margins_of(size_t levels)
{
    if (levels > 1)
        return (struct margins){.left = BESIDE_LEVEL, .top = ABOVE_LEVEL};
    return (struct margins){BESIDE, BESIDE, BESIDE, BESIDE};
}

static int between(int least, int value, int most)
{
    return value < least ? least : value > most ? most : value;
}

/* Lays the board out in the middle of the upper end of `room`, as large as it gets there, but
 * squares no larger than hands need. */
static void plan_init(struct plan *plan, const struct board *board, struct area room)
{
    int levels = (int)variant_levels(board->game->variant);
    int columns = (int)board->part.width;
    int rows = (int)board->part.height;
    struct margins margins = margins_of((size_t)levels);
    int across = (room.width - levels * margins.left - margins.right) / (levels * columns);
    int down = (room.height - margins.top - margins.bottom) / rows;
    int cell = across < down ? across : down;
    cell = cell < CELL_MAX ? cell : CELL_MAX;
    int step = margins.left + columns * cell;
    int width = levels * step + margins.right;
    int left = room.x + (room.width - width) / 2;
    *plan = (struct plan){
        .board = board,
        .levels = (size_t)levels,
        .area = {left, room.y, width, margins.top + rows * cell + margins.bottom},
        .level = {left + margins.left, room.y + margins.top, columns * cell, rows * cell},
        .step = step,
        .cell = cell,
        .names = between(NAMES_MIN, cell * 45 / 100, NAMES_MAX),
    };
}

/* The upper left corner of the square at a column and a row of the board, which may be one behind
 * the last ones, in a level. */
static struct point plan_corner(const struct plan *plan, size_t level, size_t column, size_t row)
{
    const struct board_part *part = &plan->board->part;
    int right = (int)column - (int)part->left;
    int down = (int)(part->low + part->height) - 1 - (int)row;
    return (struct point){plan->level.x + (int)level * plan->step + right * plan->cell,
                          plan->level.y + down * plan->cell};
}

/* Whether the cell is in the part that is drawn. */
static bool plan_shows(const struct plan *plan, size_t cell)
{
    const struct variant *variant = plan->board->game->variant;
    const struct board_part *part = &plan->board->part;
    size_t column = cell % variant->width;
    size_t row = cell / variant->width % variant->height;
    return column >= part->left && column < part->left + part->width && row >= part->low &&
           row < part->low + part->height;
}

/* The middle of its square. */
static struct point plan_middle(const struct plan *plan, size_t cell)
{
    const struct variant *variant = plan->board->game->variant;
    size_t column = cell % variant->width;
    size_t row = cell / variant->width % variant->height;
    size_t level = cell / variant->width / variant->height;
    struct point corner = plan_corner(plan, level, column, row);
    return (struct point){corner.x + plan->cell / 2, corner.y + plan->cell / 2};
}

/* ------------------------------------------------------------------ the board */

#define THIN 2   /* lines between squares, */
#define EDGE 4   /* around all of them, */
#define SEAM 5   /* between small boards, */
#define FIELD 9  /* between fields, */
#define FLOOR 14 /* and under or around stones that fall */
#define ROW_WIDTH 8
#define NAME_GAP 24     /* between squares and names */
#define OPEN_END 14     /* lines of a board without an edge go on for so long */
#define NUMBERED_MIN 60 /* squares from this size have room for a mark and a number */
#define CORNER_MIN 80   /* and those for something in a corner besides */

static const struct variant *variant_of(const struct plan *plan)
{
    return plan->board->game->variant;
}

static struct point moved(struct point point, int x, int y)
{
    return (struct point){point.x + x, point.y + y};
}

/* ---------------------------------------------------------------- lines */

/* The width of the line before this column or row, of `size`. */
static int line_width(const struct variant *variant, size_t at, size_t size)
{
    bool is_edge = at == 0 || at == size;
    if (variant_is_sparse(variant))
        return THIN;
    if (ground_is_seam(variant, at))
        return nested_levels(variant) > 1 && (is_edge || ground_is_field_seam(variant, at)) ? FIELD
                                                                                            : SEAM;
    return is_edge ? EDGE : THIN;
}

/* The lines that go up. */
static void put_columns(const struct plan *plan, size_t level, struct ink *ink)
{
    const struct variant *variant = variant_of(plan);
    const struct board_part *part = &plan->board->part;
    bool has_floor = ground_support(variant) == GROUND_FLOOR;
    int end = variant_is_sparse(variant) ? OPEN_END : 0;
    for (size_t column = part->left; column <= part->left + part->width; column++) {
        struct point foot = plan_corner(plan, level, column, part->low);
        struct point from = moved(foot, 0, plan->cell + (has_floor ? 0 : end));
        struct point to = moved(foot, 0, plan->cell - plan->level.height - end);
        bool is_edge = column == 0 || column == variant->width;
        if (is_edge && ground_goes_round(variant))
            svg_dashes(ink, from, to);
        else
            svg_line(ink, SVG_PLAIN, from, to, line_width(variant, column, variant->width));
    }
}

/* The lines that go across; `row` below the lowest one is the edge. */
static void put_rows(const struct plan *plan, size_t level, struct ink *ink)
{
    const struct variant *variant = variant_of(plan);
    const struct board_part *part = &plan->board->part;
    int end = variant_is_sparse(variant) ? OPEN_END : 0;
    for (size_t i = 0; i <= part->height; i++) {
        size_t row = part->low + i;
        struct point corner = plan_corner(plan, level, part->left, row);
        struct point from = moved(corner, -end, plan->cell);
        svg_line(ink, SVG_PLAIN, from, moved(from, plan->level.width + 2 * end, 0),
                 line_width(variant, row, variant->height));
    }
}

static void put_support(const struct plan *plan, struct ink *ink)
{
    enum ground_support support = ground_support(variant_of(plan));
    const struct area *level = &plan->level;
    int out = FLOOR / 2; /* the squares keep their size */
    struct point low = {level->x - out, level->y + level->height + out};
    struct point high = {level->x - out, level->y - out};
    int width = level->width + 2 * out;
    bool has_floor = support != GROUND_NO_SUPPORT && plan->board->part.low == 0;
    if (has_floor)
        svg_line(ink, SVG_PLAIN, low, moved(low, width, 0), FLOOR);
    if (support != GROUND_WALLS)
        return;
    svg_line(ink, SVG_PLAIN, high, moved(high, width, 0), FLOOR);
    svg_line(ink, SVG_PLAIN, low, high, FLOOR);
    svg_line(ink, SVG_PLAIN, moved(low, width, 0), moved(high, width, 0), FLOOR);
}

/* ---------------------------------------------------------------- names */

static void put_name(const struct plan *plan, enum svg_anchor anchor, struct point at,
                     const char *text, struct ink *ink)
{
    const struct svg_letters letters = {.size = plan->names, .anchor = anchor};
    svg_text(ink, &letters, at, text);
}

static bool has_name(const struct variant *variant, int number)
{
    return !variant_is_sparse(variant) || number % GROUND_COUNTED_EVERY == 0;
}

/* Where columns go round, the names of those beyond the edge stand there, too. */
static void put_names_beyond(const struct plan *plan, int above, int below, struct ink *ink)
{
    char text[GROUND_NAME_SIZE + 2];
    char name[GROUND_NAME_SIZE];
    const struct variant *variant = variant_of(plan);
    int left = plan->level.x - 8;
    int right = plan->level.x + plan->level.width + 8;
    ground_put_column(variant, variant->width - 1U, name);
    snprintf(text, sizeof(text), "%s <", name);
    put_name(plan, SVG_END, (struct point){left, above}, text, ink);
    put_name(plan, SVG_END, (struct point){left, below}, text, ink);
    ground_put_column(variant, 0, name);
    snprintf(text, sizeof(text), "> %s", name);
    put_name(plan, SVG_BEGIN, (struct point){right, above}, text, ink);
    put_name(plan, SVG_BEGIN, (struct point){right, below}, text, ink);
}

static void put_column_names(const struct plan *plan, size_t level, struct ink *ink)
{
    const struct variant *variant = variant_of(plan);
    const struct board_part *part = &plan->board->part;
    int above = plan->level.y - NAME_GAP;
    int below = plan->level.y + plan->level.height + 18 + plan->names;
    for (size_t column = part->left; column < part->left + part->width; column++) {
        char name[GROUND_NAME_SIZE];
        int middle = plan_corner(plan, level, column, part->low).x + plan->cell / 2;
        if (!has_name(variant, ground_column_number(variant, column)))
            continue;
        ground_put_column(variant, column, name);
        put_name(plan, SVG_MIDDLE, (struct point){middle, above}, name, ink);
        if (plan->levels == 1)
            put_name(plan, SVG_MIDDLE, (struct point){middle, below}, name, ink);
    }
    if (ground_goes_round(variant))
        put_names_beyond(plan, above, below, ink);
}

static void put_row_names(const struct plan *plan, size_t level, struct ink *ink)
{
    const struct variant *variant = variant_of(plan);
    const struct board_part *part = &plan->board->part;
    for (size_t row = part->low; row < part->low + part->height; row++) {
        char name[GROUND_NAME_SIZE];
        int number = ground_row_number(variant, row);
        struct point corner = plan_corner(plan, level, part->left, row);
        int line = plan->cell / 2 + plan->names * 35 / 100;
        if (!has_name(variant, number))
            continue;
        snprintf(name, sizeof(name), "%d", number);
        put_name(plan, SVG_END, moved(corner, -NAME_GAP, line), name, ink);
        if (plan->levels == 1)
            put_name(plan, SVG_BEGIN, moved(corner, plan->level.width + NAME_GAP, line), name, ink);
    }
}

/* Levels have letters, from the lowest one. */
static void put_level_name(const struct plan *plan, size_t level, struct ink *ink)
{
    const struct svg_letters letters = {.size = 36, .anchor = SVG_MIDDLE, .is_bold = true};
    char name[2] = {(char)('a' + level), '\0'};
    struct point corner = plan_corner(plan, level, 0, variant_of(plan)->height - 1U);
    svg_text(ink, &letters, moved(corner, plan->level.width / 2, -70), name);
}

/* ---------------------------------------------------------------- what is printed in squares */

static bool is_taken(const struct plan *plan, size_t cell)
{
    return game_cell(plan->board->game, cell) != MARK_NONE;
}

/* In the upper left corner. */
static void put_corner(const struct plan *plan, size_t cell, const char *text, struct ink *ink)
{
    struct point at = moved(plan_middle(plan, cell), -plan->cell / 2, -plan->cell / 2);
    int size = between(SVG_LETTER_MIN, plan->cell / 5, 32);
    const struct svg_letters letters = {.size = size};
    svg_text(ink, &letters, moved(at, 7, 6 + size * 4 / 5), text);
}

/* The number of the small board stands in its first square while that has room. */
static void put_board_number(const struct plan *plan, size_t cell, struct ink *ink)
{
    char text[4];
    const struct variant *variant = variant_of(plan);
    bool has_room = plan->cell >= CORNER_MIN || !is_taken(plan, cell);
    if (nested_place(variant, cell) != 0 || !has_room)
        return;
    notation_put_board(variant, nested_board(variant, cell), text);
    put_corner(plan, cell, text, ink);
}

static void put_ground(const struct plan *plan, size_t cell, struct ink *ink)
{
    char text[24];
    const struct variant *variant = variant_of(plan);
    unsigned points = variant_cell_points(variant, cell);
    bool is_origin = variant_is_sparse(variant) && cell == variant_origin(variant);
    if (!is_taken(plan, cell) && (ground_is_star(variant, cell) || is_origin))
        svg_dot(ink, plan_middle(plan, cell), 6);
    if (points > 0) {
        snprintf(text, sizeof(text), "%u", points);
        put_corner(plan, cell, text, ink);
    }
    if ((variant->needs & NEED_NESTED) != 0)
        put_board_number(plan, cell, ink);
}

/* ---------------------------------------------------------------- stones */

static bool are_numbered(const struct plan *plan)
{
    return plan->cell >= NUMBERED_MIN && (variant_of(plan)->needs & NEED_VANISH) == 0;
}

/* The middle of the mark, which leaves room below for a number. */
static struct point mark_middle(const struct plan *plan, size_t cell)
{
    return moved(plan_middle(plan, cell), 0, are_numbered(plan) ? -plan->cell * 13 / 100 : 0);
}

static void put_stone(const struct plan *plan, size_t cell, struct ink *ink)
{
    bool is_x = game_cell(plan->board->game, cell) == MARK_X;
    bool is_numbered = are_numbered(plan);
    int width = between(4, plan->cell / 12, 10);
    int radius = plan->cell * (is_numbered ? 24 : 30) / 100;
    if (is_x)
        svg_cross(ink, SVG_STONE_X, mark_middle(plan, cell), radius * 9 / 10, width);
    else
        svg_ring(ink, SVG_STONE_O, mark_middle(plan, cell), radius, width);
}

static void put_stone_number(const struct sheet *sheet, const struct plan *plan, size_t cell,
                             struct ink *ink)
{
    char text[24];
    const struct svg_letters letters = {.size = between(SVG_LETTER_MIN, plan->cell * 28 / 100, 30),
                                        .anchor = SVG_MIDDLE,
                                        .is_clear = true};
    snprintf(text, sizeof(text), "%zu", sheet_number(sheet, cell));
    svg_text(ink, &letters, moved(plan_middle(plan, cell), 0, plan->cell * 44 / 100), text);
}

/* ---------------------------------------------------------------- owners */

/* The mark over `side` squares around the one in their middle. */
static void put_owner(const struct plan *plan, enum nested_owner owner, size_t middle, int side,
                      struct ink *ink)
{
    int radius = plan->cell * side * 42 / 100;
    if (owner == NESTED_X || owner == NESTED_DRAWN)
        svg_cross(ink, SVG_OWNER, plan_middle(plan, middle), radius * 9 / 10, 3);
    if (owner == NESTED_O || owner == NESTED_DRAWN)
        svg_ring(ink, SVG_OWNER, plan_middle(plan, middle), radius, 3);
}

/* The mark of who has a small board stands over it, large and thin, that of who has a field over
 * that; what is drawn has both. */
static void put_owners(const struct plan *plan, struct ink *ink)
{
    const struct game *game = plan->board->game;
    const struct variant *variant = game->variant;
    size_t centre = NESTED_BOARDS / 2;
    for (size_t board = 0; board < nested_boards(variant); board++)
        put_owner(plan, nested_owner(game, board), nested_cell(variant, board, centre), NESTED_SIDE,
                  ink);
    for (size_t field = 0; nested_levels(variant) > 1 && field < NESTED_BOARDS; field++)
        put_owner(plan, nested_field_owner(game, field),
                  nested_cell(variant, field * NESTED_BOARDS + centre, centre),
                  NESTED_SIDE * NESTED_SIDE, ink);
}

/* ---------------------------------------------------------------- the winning row */

/* The step from one square to the next as the row goes: -1, 0 or 1; over a seam of what goes round
 * the other way than it looks. */
static int step_of(size_t from, size_t to)
{
    int way = (int)to - (int)from;
    if (way > 1 || way < -1)
        way = -way;
    return between(-1, way, 1);
}

/* A stroke in each square, in the direction of the row: those of neighbours are one line. In rows
 * that go straight through levels they lie across. */
static void strike_squares(const struct plan *plan, struct ink *ink)
{
    const struct board *board = plan->board;
    const struct variant *variant = variant_of(plan);
    size_t first = board->line[0];
    size_t second = board->line[1];
    int across = step_of(first % variant->width, second % variant->width);
    int up = step_of(first / variant->width % variant->height,
                     second / variant->width % variant->height);
    if (across == 0 && up == 0)
        across = 1;
    for (size_t i = 0; i < board->line_count; i++) {
        struct point middle =
            across == 0 ? plan_middle(plan, board->line[i]) : mark_middle(plan, board->line[i]);
        int x = across * plan->cell / 2;
        int y = up * plan->cell / 2;
        if (plan_shows(plan, board->line[i]))
            svg_line(ink, SVG_ROW, moved(middle, -x, y), moved(middle, x, -y), ROW_WIDTH);
    }
}

/* Of nested boards: one stroke through the three small ones, or fields. */
static void strike_boards(const struct plan *plan, struct ink *ink)
{
    const struct board *board = plan->board;
    size_t third = board->line_count / NESTED_SIDE;
    struct point from = plan_middle(plan, board->line[third / 2]);
    struct point to = plan_middle(plan, board->line[2 * third + third / 2]);
    int x = (to.x - from.x) / 6;
    int y = (to.y - from.y) / 6;
    svg_line(ink, SVG_ROW, moved(from, -x, -y), moved(to, x, y), ROW_WIDTH + 2);
}

static void strike_row(const struct plan *plan, struct ink *ink)
{
    if (plan->board->line_count == 0)
        return;
    if ((variant_of(plan)->needs & NEED_NESTED) != 0)
        strike_boards(plan, ink);
    else
        strike_squares(plan, ink);
}

/* ---------------------------------------------------------------- all of it */

static void put_frame(const struct plan *plan, struct ink *ink)
{
    for (size_t level = 0; level < plan->levels; level++) {
        put_columns(plan, level, ink);
        put_rows(plan, level, ink);
        put_column_names(plan, level, ink);
        put_row_names(plan, level, ink);
        if (plan->levels > 1)
            put_level_name(plan, level, ink);
    }
    put_support(plan, ink);
}

static void put_squares(const struct plan *plan, struct ink *ink)
{
    const struct variant *variant = variant_of(plan);
    const struct board_part *part = &plan->board->part;
    for (size_t level = 0; level < plan->levels; level++)
        for (size_t row = part->low; row < part->low + part->height; row++)
            for (size_t column = part->left; column < part->left + part->width; column++) {
                size_t line = level * variant->height + row;
                put_ground(plan, line * variant->width + column, ink);
            }
}

static void put_board(const struct sheet *sheet, const struct plan *plan, struct ink *ink)
{
    size_t cell;
    put_frame(plan, ink);
    put_squares(plan, ink);
    for (size_t at = 0; game_next_stone(sheet->game, &at, &cell);)
        if (plan_shows(plan, cell))
            put_stone(plan, cell, ink);
    if ((variant_of(plan)->needs & NEED_NESTED) != 0)
        put_owners(plan, ink);
    strike_row(plan, ink);
    for (size_t at = 0; are_numbered(plan) && game_next_stone(sheet->game, &at, &cell);)
        if (plan_shows(plan, cell))
            put_stone_number(sheet, plan, cell, ink);
}

/* ------------------------------------------------------------------ the sheet */

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
    put_board(sheet, &plan, ink);
    svg_close(ink);
    int top = put_outside(&board, plan.area.y + plan.area.height + GAP, ink);
    svg_open(ink, "record");
    put_record(sheet, top, ink);
    svg_close(ink);
    svg_end(ink);
}
