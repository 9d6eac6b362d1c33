/* SPDX-License-Identifier: MIT */
/*
 * The board's drawing, as client/cli/draw/board.h describes it. A cell is one column for what
 * stands on it and what is around it: a space in front on large boards, a space on both sides and a
 * grid on small ones.
 */
#include "client/cli/draw/board.h"

#include <string.h>

#define GRID_WIDTH_MAX 9 /* wider boards have no room for a grid on 80 columns */
#define LABEL_COLUMNS 2
#define STAR_MIN 13 /* boards from this size have star points, as printed ones do */

static bool has_grid(const struct variant *variant)
{
    return variant->width <= GRID_WIDTH_MAX;
}

void board_init(struct board *board, const struct game *game, size_t last)
{
    *board = (struct board){.game = game, .last = last, .pending = BOARD_NO_CELL};
    size_t cells[GAME_CELLS_MAX];
    size_t count = game_winning_line(game, cells, GAME_CELLS_MAX);
    for (size_t i = 0; i < count; i++)
        board->wins[cells[i]] = true;
}

size_t board_rows(const struct variant *variant)
{
    size_t height = variant->height;
    return (has_grid(variant) ? 2 * height - 1 : height) + 2;
}

size_t board_columns(const struct variant *variant)
{
    /* One more column parts the last cell from the row's number. */
    size_t width = variant->width;
    size_t cells = has_grid(variant) ? 4 * width : 2 * width + 1;
    return cells + 2 * (size_t)LABEL_COLUMNS;
}

static void draw_letters(const struct board *board, struct ink *ink)
{
    const struct variant *variant = board->game->variant;
    size_t step = has_grid(variant) ? 4 : 2;
    ink_put_spaces(ink, LABEL_COLUMNS);
    for (size_t column = 0; column < variant->width; column++) {
        bool is_marked = board->last != BOARD_NO_CELL && board->last % variant->width == column;
        ink_put_spaces(ink, 1);
        ink_put(ink, is_marked ? COLOUR_BOLD : COLOUR_DIM, "%c", (char)('a' + (int)column));
        ink_put_spaces(ink, step - 2);
    }
    ink_put_spaces(ink, board_columns(variant) - LABEL_COLUMNS - step * variant->width);
}

static void draw_rule(const struct board *board, struct ink *ink)
{
    const char *line = ink->look.is_utf8 ? "───" : "---";
    const char *cross = ink->look.is_utf8 ? "┼" : "+";
    ink_put_spaces(ink, LABEL_COLUMNS);
    for (size_t column = 0; column < board->game->variant->width; column++)
        ink_put(ink, COLOUR_LINES, "%s%s", column > 0 ? cross : "", line);
    ink_put_spaces(ink, LABEL_COLUMNS + 1);
}

static bool is_star_line(size_t at, size_t size)
{
    return at == 3 || at == size - 4 || (size % 2 == 1 && at == size / 2);
}

static bool is_star(const struct variant *variant, size_t cell)
{
    return variant->width >= STAR_MIN && variant->height >= STAR_MIN &&
           is_star_line(cell % variant->width, variant->width) &&
           is_star_line(cell / variant->width, variant->height);
}

/* Whether the square is one of a threat; then its sign stands there. */
static bool draw_threat(const struct board *board, size_t cell, struct ink *ink)
{
    static const struct {
        char sign;
        enum colour colour;
    } looks[] = {
        [THREAT_SIGN_OWN_WIN] = {'#', COLOUR_OWN_WIN},
        [THREAT_SIGN_OWN_THREE] = {'%', COLOUR_OWN_THREE},
        [THREAT_SIGN_THEIR_WIN] = {'!', COLOUR_THEIR_WIN},
        [THREAT_SIGN_THEIR_THREE] = {'?', COLOUR_THEIR_THREE},
    };
    size_t sign = board->threats != NULL ? board->threats->signs[cell] : THREAT_SIGN_NONE;
    if (sign == THREAT_SIGN_NONE)
        return false;
    ink_put(ink, looks[sign].colour, "%c", looks[sign].sign);
    return true;
}

/* Whether the square has a weight; then its digit stands there. */
static bool draw_weight(const struct board *board, size_t cell, struct ink *ink)
{
    unsigned digit = board->weights != NULL ? board->weights->digits[cell] : 0;
    if (digit == 0)
        return false;
    ink_put(ink, digit == WEIGHT_DIGIT_MAX ? COLOUR_OWN_WIN : COLOUR_LINES, "%u", digit);
    return true;
}

static void draw_empty(const struct board *board, size_t cell, struct ink *ink)
{
    const struct variant *variant = board->game->variant;
    if (draw_threat(board, cell, ink) || draw_weight(board, cell, ink))
        return;
    if (has_grid(variant))
        ink_put(ink, COLOUR_GROUND, " ");
    else if (is_star(variant, cell))
        ink_put(ink, COLOUR_LINES, "+");
    else
        ink_put(ink, COLOUR_LINES, "%s", ink->look.is_utf8 ? "·" : ".");
}

const char *board_piece(const struct look *look, enum mark mark)
{
    bool is_x = mark == MARK_X;
    if (look->has_stones && look->is_utf8)
        return is_x ? "\u25cf" : "\u25cb"; /* a black and a white circle */
    return is_x ? "X" : "O";
}

static void draw_stone(const struct board *board, size_t cell, struct ink *ink)
{
    bool is_x = game_cell(board->game, cell) == MARK_X;
    enum colour colour = is_x ? COLOUR_X : COLOUR_O;
    if (board->wins[cell])
        colour = is_x ? COLOUR_X_WINS : COLOUR_O_WINS;
    else if (cell == board->last)
        colour = is_x ? COLOUR_X_LAST : COLOUR_O_LAST;
    ink_put(ink, colour, "%s", board_piece(&ink->look, game_cell(board->game, cell)));
}

/* The sign before the cell, where colours do not tell: `[` before and `]` behind the last stone,
 * `*` before a stone of the winning row. `cell` is BOARD_NO_CELL at either end. */
static char sign_between(const struct board *board, size_t left, size_t right, bool has_signs)
{
    if (board->pending != BOARD_NO_CELL && (left == board->pending || right == board->pending))
        return right == board->pending ? '(' : ')';
    if (!has_signs)
        return ' ';
    if (right != BOARD_NO_CELL && board->wins[right])
        return '*';
    if (right != BOARD_NO_CELL && right == board->last)
        return '[';
    return left != BOARD_NO_CELL && left == board->last && !board->wins[left] ? ']' : ' ';
}

static void draw_cell(const struct board *board, size_t cell, struct ink *ink)
{
    if (cell == board->pending)
        ink_put(ink, COLOUR_DIM, "%s", board_piece(&ink->look, game_next_mark(board->game)));
    else if (game_cell(board->game, cell) == MARK_NONE)
        draw_empty(board, cell, ink);
    else
        draw_stone(board, cell, ink);
}

static void draw_dense(const struct board *board, size_t y, struct ink *ink)
{
    size_t width = board->game->variant->width;
    bool has_signs = look_needs_signs(&ink->look);
    size_t left = BOARD_NO_CELL;
    for (size_t x = 0; x < width; x++) {
        size_t cell = y * width + x;
        ink_put(ink, COLOUR_GROUND, "%c", sign_between(board, left, cell, has_signs));
        draw_cell(board, cell, ink);
        left = cell;
    }
    ink_put(ink, COLOUR_GROUND, "%c", sign_between(board, left, BOARD_NO_CELL, has_signs));
}

static void draw_grid(const struct board *board, size_t y, struct ink *ink)
{
    size_t width = board->game->variant->width;
    bool has_signs = look_needs_signs(&ink->look);
    for (size_t x = 0; x < width; x++) {
        size_t cell = y * width + x;
        if (x > 0)
            ink_put(ink, COLOUR_LINES, "%s", ink->look.is_utf8 ? "│" : "|");
        ink_put(ink, COLOUR_GROUND, "%c", sign_between(board, BOARD_NO_CELL, cell, has_signs));
        draw_cell(board, cell, ink);
        ink_put(ink, COLOUR_GROUND, "%c", sign_between(board, cell, BOARD_NO_CELL, has_signs));
    }
    ink_put_spaces(ink, 1);
}

static void draw_cells(const struct board *board, size_t y, struct ink *ink)
{
    const struct variant *variant = board->game->variant;
    bool is_marked = board->last != BOARD_NO_CELL && board->last / variant->width == y;
    enum colour colour = is_marked ? COLOUR_BOLD : COLOUR_DIM;
    ink_put_cell(ink, colour, -LABEL_COLUMNS, "%zu", y + 1);
    if (has_grid(variant))
        draw_grid(board, y, ink);
    else
        draw_dense(board, y, ink);
    ink_put_cell(ink, colour, LABEL_COLUMNS, "%zu", y + 1);
}

void board_draw_row(const struct board *board, size_t row, struct ink *ink)
{
    const struct variant *variant = board->game->variant;
    if (row == 0 || row + 1 == board_rows(variant)) {
        draw_letters(board, ink);
        return;
    }
    size_t line = row - 1;
    if (!has_grid(variant))
        draw_cells(board, variant->height - 1 - line, ink);
    else if (line % 2 == 1)
        draw_rule(board, ink);
    else
        draw_cells(board, variant->height - 1 - line / 2, ink);
}

void board_draw(const struct board *board, struct ink *ink)
{
    for (size_t row = 0; row < board_rows(board->game->variant); row++) {
        board_draw_row(board, row, ink);
        ink_end_line(ink);
    }
}
