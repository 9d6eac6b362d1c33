/* SPDX-License-Identifier: MIT */
/*
 * The board of client/cli/print/svg_board.h, in layers: lines, names, what is printed in squares,
 * stones, owners, the winning row, numbers.
 */
#include "client/cli/print/svg_board.h"

#include "client/cli/draw/ground.h"
#include "client/cli/print/notation.h"
#include "engine/needs.h"
#include "engine/nested.h"

#include <stdio.h>

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

static int between(int least, int value, int most)
{
    return value < least ? least : value > most ? most : value;
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

static void put_number(const struct sheet *sheet, const struct plan *plan, size_t cell,
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

void svg_board(const struct sheet *sheet, const struct plan *plan, struct ink *ink)
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
            put_number(sheet, plan, cell, ink);
}
