/* SPDX-License-Identifier: MIT */
/*
 * The board's drawing, as client/cli/draw/board.h describes it. A cell is one column for its
 * content, with a space in front on large boards, and a space on both sides and a grid on small
 * ones.
 */
#include "client/cli/draw/board.h"

#include "client/cli/draw/ground.h"
#include "engine/needs.h"
#include "engine/nested.h"

#include <stdint.h>
#include <string.h>

#define GRID_WIDTH_MAX 9 /* wider boards have no room for a grid on 80 columns */
#define LABEL_COLUMNS 2
#define LABEL_COLUMNS_COUNTED 4 /* of squares that are counted from the first stone */
#define COUNTED_SIDE_MIN 9      /* squares that are drawn where a board has no edge, */
#define COUNTED_SIDE_MAX 21     /* without a window */
#define STONE_MARGIN 2          /* squares around the stones that are worth being seen */

static bool has_levels(const struct variant *variant)
{
    return variant_levels(variant) > 1;
}

static bool has_grid(const struct variant *variant)
{
    return variant->width <= GRID_WIDTH_MAX && !has_levels(variant);
}

void board_init(struct board *board, const struct game *game, size_t last)
{
    *board =
        (struct board){.game = game,
                       .part = {.width = game->variant->width, .height = game->variant->height},
                       .last = last,
                       .pending = BOARD_NO_CELL,
                       .pending_mark = game_next_mark(game)};
    board->line_count = game_winning_line(game, board->line, GAME_LINE_MAX);
}

/* Whether the cell is one of the winning row. */
static bool wins(const struct board *board, size_t cell)
{
    for (size_t i = 0; i < board->line_count; i++)
        if (board->line[i] == cell)
            return true;
    return false;
}

static size_t label_columns(const struct variant *variant)
{
    return variant_is_sparse(variant) ? LABEL_COLUMNS_COUNTED : LABEL_COLUMNS;
}

size_t board_part_edge(const struct variant *variant)
{
    return label_columns(variant) + 1;
}

size_t board_rows(const struct variant *variant)
{
    size_t height = variant->height;
    return (has_grid(variant) ? 2 * height - 1 : height) + 2;
}

size_t board_columns(const struct variant *variant)
{
    /* One more column parts the last cell from the row's number, or from the next level. */
    size_t width = variant->width;
    if (has_levels(variant))
        return variant_levels(variant) * (LABEL_COLUMNS + 2 * width + 1);
    size_t cells = has_grid(variant) ? 4 * width : 2 * width + 1;
    return cells + 2 * label_columns(variant);
}

bool board_has_parts(const struct variant *variant)
{
    return !has_grid(variant) && !has_levels(variant);
}

/* Squares along one axis: from the first to the last; none while the last is before the first. */
struct extent {
    size_t first;
    size_t last;
};

static const struct extent nothing = {.first = SIZE_MAX};

static void reach_take(struct extent *reach, size_t at)
{
    reach->first = at < reach->first ? at : reach->first;
    reach->last = at > reach->last ? at : reach->last;
}

/* The begin nearest to `begin` from which `length` squares have the reach and `margin` beside it in
 * them; its middle, where it is longer. */
static size_t begin_around(size_t begin, size_t length, struct extent reach, size_t margin)
{
    size_t span = reach.last - reach.first + 1 + 2 * margin;
    if (reach.last < reach.first)
        return begin;
    if (span > length) {
        size_t middle = (reach.first + reach.last + 1) / 2;
        return middle > length / 2 ? middle - length / 2 : 0;
    }
    size_t high = reach.first > margin ? reach.first - margin : 0;
    size_t low = reach.last + margin + 1 > length ? reach.last + margin + 1 - length : 0;
    return begin > high ? high : begin < low ? low : begin;
}

/* The begin of `length` of `size` squares. They are those in the middle, so that they stay while
 * stones are few, or those around the stones, and have what has to be seen in them. */
static size_t begin_part(size_t length, size_t size, struct extent stones, struct extent seen)
{
    size_t begin = begin_around((size - length) / 2, length, stones, STONE_MARGIN);
    begin = begin_around(begin, length, seen, length > STONE_MARGIN * 2 ? 1 : 0);
    return begin + length > size ? size - length : begin;
}

/* Squares of the board: columns and rows. */
struct field {
    struct extent columns;
    struct extent rows;
};

static void field_take(struct field *field, const struct variant *variant, size_t cell)
{
    reach_take(&field->columns, cell % variant->width);
    reach_take(&field->rows, cell / variant->width);
}

/* The winning row has to be seen, or the stone that is on its way, or the last one. */
static struct field find_seen(const struct board *board)
{
    const struct variant *variant = board->game->variant;
    struct field seen = {nothing, nothing};
    size_t last = board->pending != BOARD_NO_CELL ? board->pending : board->last;
    for (size_t i = 0; i < board->line_count; i++)
        field_take(&seen, variant, board->line[i]);
    if (seen.rows.last < seen.rows.first && last != BOARD_NO_CELL)
        field_take(&seen, variant, last);
    return seen;
}

/* Around the stones; where squares are counted, around the first one. */
static struct field find_stones(const struct game *game)
{
    struct field stones = {nothing, nothing};
    size_t cell;
    if (variant_is_sparse(game->variant))
        field_take(&stones, game->variant, variant_origin(game->variant));
    for (size_t at = 0; game_next_stone(game, &at, &cell);)
        field_take(&stones, game->variant, cell);
    return stones;
}

void board_cut(struct board *board, size_t width, size_t height)
{
    const struct variant *variant = board->game->variant;
    struct board_part *part = &board->part;
    struct field stones = find_stones(board->game);
    struct field seen = find_seen(board);
    board->is_cut = true;
    part->width = width < variant->width ? width : variant->width;
    part->height = height < variant->height ? height : variant->height;
    part->left = begin_part(part->width, variant->width, stones.columns, seen.columns);
    part->low = begin_part(part->height, variant->height, stones.rows, seen.rows);
}

size_t board_count_outside(const struct board *board)
{
    const struct board_part *part = &board->part;
    const struct variant *variant = board->game->variant;
    size_t count = 0;
    size_t cell;
    if (!board->is_cut)
        return 0;
    for (size_t at = 0; game_next_stone(board->game, &at, &cell);) {
        size_t x = cell % variant->width;
        size_t y = cell / variant->width;
        bool is_in = x >= part->left && x < part->left + part->width && y >= part->low &&
                     y < part->low + part->height;
        count += is_in ? 0 : 1;
    }
    return count;
}

/* The letters of a column, on two columns of the terminal. Where some have two letters, each other
 * one from `z` on stands for itself and its neighbour, unless it is marked. */
static void draw_letter(const struct variant *variant, size_t column, bool is_marked,
                        struct ink *ink)
{
    char name[GROUND_NAME_SIZE];
    if (variant->width > GROUND_LETTERS && column >= GROUND_LETTERS - 1 && column % 2 == 1 &&
        !is_marked) {
        ink_put_spaces(ink, 2);
        return;
    }
    ground_put_column(variant, column, name);
    ink_put(ink, is_marked ? COLOUR_BOLD : COLOUR_DIM, "%2s", name);
}

/* The number of every fifth column, and of that of the last stone instead of those near it. */
static void draw_numbers(const struct board *board, struct ink *ink)
{
    const struct variant *variant = board->game->variant;
    const struct board_part *part = &board->part;
    int last = board->last != BOARD_NO_CELL ? (int)(board->last % variant->width) : -variant->width;
    int at = 0; /* columns of the terminal so far */
    int end = LABEL_COLUMNS_COUNTED;
    for (int column = (int)part->left; column < (int)(part->left + part->width); column++) {
        char number[GROUND_NAME_SIZE];
        end += 2;
        bool is_last = column == last;
        bool is_near = column - last <= 2 && last - column <= 2;
        if (!is_last &&
            (is_near || ground_column_number(variant, (size_t)column) % GROUND_COUNTED_EVERY != 0))
            continue;
        ground_put_column(variant, (size_t)column, number);
        int len = (int)strlen(number);
        if (end - len < at)
            continue;
        ink_put_spaces(ink, (size_t)(end - len - at));
        ink_put(ink, is_last ? COLOUR_BOLD : COLOUR_DIM, "%s", number);
        at = end;
    }
    ink_put_spaces(ink, (size_t)(end + 1 - at));
}

/* Of a board of few columns. */
static char last_letter(const struct variant *variant)
{
    return (char)('a' + variant->width - 1);
}

/* Where columns go round, those beyond the edge stand there, too. */
static void draw_letters(const struct board *board, struct ink *ink)
{
    const struct variant *variant = board->game->variant;
    if (variant_is_sparse(variant)) {
        draw_numbers(board, ink);
        return;
    }
    size_t step = has_grid(variant) ? 4 : 2;
    const struct board_part *part = &board->part;
    bool goes_round = ground_goes_round(variant) && !board->is_cut;
    if (goes_round)
        ink_put(ink, COLOUR_DIM, "%c<", last_letter(variant));
    else
        ink_put_spaces(ink, LABEL_COLUMNS);
    for (size_t column = part->left; column < part->left + part->width; column++) {
        bool is_marked = board->last != BOARD_NO_CELL && board->last % variant->width == column;
        draw_letter(variant, column, is_marked, ink);
        ink_put_spaces(ink, step - 2);
    }
    ink_put_spaces(ink, has_grid(variant) ? 0U : 1U);
    if (!board->is_cut)
        ink_put_cell(ink, COLOUR_DIM, LABEL_COLUMNS, "%s", goes_round ? ">a" : "");
}

/* The grid's lines, those between small boards heavy; of crosses both lines may be. */
struct lines {
    const char *horizontal[2];
    const char *vertical[2];
    const char *cross[2][2]; /* horizontal, vertical */
};

static const struct lines *lines_of(const struct ink *ink)
{
    static const struct lines ascii = {{"---", "==="}, {"|", "#"}, {{"+", "#"}, {"=", "#"}}};
    static const struct lines utf8 = {{"───", "━━━"}, {"│", "┃"}, {{"┼", "╂"}, {"┿", "╋"}}};
    return ink->look.is_utf8 ? &utf8 : &ascii;
}

/* The rule over the row `y`. */
static void draw_rule(const struct board *board, size_t y, struct ink *ink)
{
    const struct variant *variant = board->game->variant;
    const struct lines *lines = lines_of(ink);
    bool is_heavy = ground_is_seam(variant, y + 1);
    ink_put_spaces(ink, LABEL_COLUMNS);
    for (size_t column = 0; column < variant->width; column++) {
        const char *cross = lines->cross[is_heavy][ground_is_seam(variant, column)];
        ink_put(ink, COLOUR_LINES, "%s%s", column > 0 ? cross : "", lines->horizontal[is_heavy]);
    }
    ink_put_spaces(ink, LABEL_COLUMNS + 1);
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

/* The more a square weighs, the more its digit strikes the eye. */
static enum colour weight_colour(unsigned digit)
{
    if (digit == WEIGHT_DIGIT_MAX)
        return COLOUR_OWN_WIN;
    return digit > WEIGHT_DIGIT_MAX / 2 ? COLOUR_BOLD : COLOUR_LINES;
}

/* Whether the square has a weight to be shown; then its digit stands there. */
static bool draw_weight(const struct board *board, size_t cell, struct ink *ink)
{
    unsigned digit = board->weights != NULL ? weight_map_digit(board->weights, cell) : 0;
    if (digit == 0)
        return false;
    ink_put(ink, weight_colour(digit), "%u", digit);
    return true;
}

/* The owner of a small board stands in its empty squares. */
static bool draw_owner(const struct board *board, size_t cell, struct ink *ink)
{
    static const char signs[] = {
        [NESTED_OPEN] = ' ', [NESTED_X] = 'x', [NESTED_O] = 'o', [NESTED_DRAWN] = '='};
    if ((board->game->variant->needs & NEED_NESTED) == 0)
        return false;
    const struct game *game = board->game;
    enum nested_owner owner = nested_owner(game, nested_board(game->variant, cell));
    if (owner == NESTED_OPEN)
        return false;
    ink_put(ink, COLOUR_LINES, "%c", signs[owner]);
    return true;
}

/* Where not every empty square may be taken, those that may have a point, or a plus among points.
 */
static bool draw_allowed(const struct board *board, size_t cell, struct ink *ink)
{
    if (board->is_paper || (board->game->variant->needs & (NEED_NESTED | NEED_SUPPORT)) == 0 ||
        game_check(board->game, action_place(cell)) != 0)
        return false;
    bool has_points = !has_grid(board->game->variant);
    ink_put(ink, COLOUR_BOLD, "%s", has_points ? "+" : ink->look.is_utf8 ? "·" : ".");
    return true;
}

/* Where points are forbidden to the side to move. */
static bool draw_forbidden(const struct board *board, size_t cell, struct ink *ink)
{
    if (board->is_paper || (board->game->variant->needs & NEED_FORBIDDEN) == 0 ||
        game_check(board->game, action_place(cell)) != ERR_FORBIDDEN_POINT)
        return false;
    ink_put(ink, COLOUR_LINES, "-");
    return true;
}

/* The points that the square counts on a full board. */
static bool draw_points(const struct board *board, size_t cell, struct ink *ink)
{
    unsigned points = variant_cell_points(board->game->variant, cell);
    if (points == 0)
        return false;
    ink_put(ink, COLOUR_LINES, "%u", points);
    return true;
}

/* Small boards in turns, where there is no room for lines between them. */
static bool draw_ground(const struct variant *variant, size_t cell, struct ink *ink)
{
    if ((variant->needs & NEED_NESTED) == 0 || nested_board(variant, cell) % 2 == 0)
        return false;
    ink_put(ink, COLOUR_LINES, " ");
    return true;
}

static void draw_empty(const struct board *board, size_t cell, struct ink *ink)
{
    const struct variant *variant = board->game->variant;
    if (draw_threat(board, cell, ink) || draw_weight(board, cell, ink) ||
        draw_owner(board, cell, ink) || draw_allowed(board, cell, ink) ||
        draw_forbidden(board, cell, ink) || draw_points(board, cell, ink) ||
        (!has_grid(variant) && draw_ground(variant, cell, ink)))
        return;
    if (has_grid(variant))
        ink_put(ink, COLOUR_GROUND, " ");
    else if (ground_is_star(variant, cell))
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
    if (wins(board, cell))
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
    if (right != BOARD_NO_CELL && wins(board, right))
        return '*';
    if (right != BOARD_NO_CELL && right == board->last)
        return '[';
    return left != BOARD_NO_CELL && left == board->last && !wins(board, left) ? ']' : ' ';
}

static void draw_cell(const struct board *board, size_t cell, struct ink *ink)
{
    if (cell == board->pending)
        ink_put(ink, COLOUR_DIM, "%s", board_piece(&ink->look, board->pending_mark));
    else if (game_cell(board->game, cell) == MARK_NONE)
        draw_empty(board, cell, ink);
    else
        draw_stone(board, cell, ink);
}

/* The row `y`, which of boards with levels is counted through them. */
static void draw_dense(const struct board *board, size_t y, struct ink *ink)
{
    size_t width = board->game->variant->width;
    const struct board_part *part = &board->part;
    bool has_signs = look_needs_signs(&ink->look);
    size_t left = BOARD_NO_CELL;
    for (size_t x = part->left; x < part->left + part->width; x++) {
        size_t cell = y * width + x;
        char sign = sign_between(board, left, cell, has_signs);
        if (sign == ' ' && ground_is_field_seam(board->game->variant, x))
            ink_put(ink, COLOUR_LINES, "%s", lines_of(ink)->vertical[0]);
        else
            ink_put(ink, COLOUR_GROUND, "%c", sign);
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
            ink_put(ink, COLOUR_LINES, "%s",
                    lines_of(ink)->vertical[ground_is_seam(board->game->variant, x)]);
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
    ink_put_cell(ink, colour, -(int)label_columns(variant), "%d", ground_row_number(variant, y));
    if (has_grid(variant))
        draw_grid(board, y, ink);
    else
        draw_dense(board, y, ink);
    if (!board->is_cut)
        ink_put_cell(ink, colour, LABEL_COLUMNS, "%zu", y + 1);
}

/* A row of all levels beside each other: their letters, squares, or the letters of columns. */
static void draw_levels(const struct board *board, size_t row, struct ink *ink)
{
    const struct variant *variant = board->game->variant;
    size_t height = variant->height;
    for (size_t level = 0; level < variant_levels(variant); level++) {
        size_t y = level * height + height - row;
        bool is_last =
            board->last != BOARD_NO_CELL && board->last / variant->width / height == level;
        if (row > 0 && row <= height) {
            bool is_marked = is_last && board->last / variant->width == y;
            ink_put_cell(ink, is_marked ? COLOUR_BOLD : COLOUR_DIM, -LABEL_COLUMNS, "%zu",
                         height - row + 1);
            draw_dense(board, y, ink);
            continue;
        }
        ink_put_spaces(ink, LABEL_COLUMNS);
        for (size_t column = 0; row > 0 && column < variant->width; column++)
            draw_letter(variant, column, is_last && board->last % variant->width == column, ink);
        if (row == 0)
            ink_put_cell(ink, is_last ? COLOUR_BOLD : COLOUR_DIM, 2 * (int)variant->width, " %c",
                         (char)('a' + (int)level));
        ink_put_spaces(ink, 1);
    }
}

void board_draw_row(const struct board *board, size_t row, struct ink *ink)
{
    const struct variant *variant = board->game->variant;
    if (has_levels(variant)) {
        draw_levels(board, row, ink);
        return;
    }
    const struct board_part *part = &board->part;
    if (row == 0 || (!board->is_cut && row + 1 == board_rows(variant))) {
        draw_letters(board, ink);
        return;
    }
    size_t line = row - 1;
    if (!has_grid(variant))
        draw_cells(board, part->low + part->height - 1 - line, ink);
    else if (line % 2 == 1)
        draw_rule(board, variant->height - 2 - line / 2, ink);
    else
        draw_cells(board, variant->height - 1 - line / 2, ink);
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The squares along one axis that are worth being drawn where nothing else is a measure. */
static size_t worth(struct extent stones, size_t most)
{
    size_t length = stones.last - stones.first + 1 + 2 * STONE_MARGIN;
    return smaller(length < COUNTED_SIDE_MIN ? COUNTED_SIDE_MIN : length, most);
}

void board_cut_to_stones(struct board *board, size_t width, size_t height)
{
    struct field stones = find_stones(board->game);
    board_cut(board, worth(stones.columns, width), worth(stones.rows, height));
}

void board_draw(const struct board *board, struct ink *ink)
{
    const struct variant *variant = board->game->variant;
    struct board drawn = *board;
    size_t columns = ink->columns;
    size_t edge = board_part_edge(variant);
    bool is_narrow = columns > edge + 2 && columns <= board_columns(variant);
    size_t room = is_narrow ? (columns - 1 - edge) / 2 : variant->width;
    if (variant_is_sparse(variant))
        board_cut_to_stones(&drawn, smaller(room, COUNTED_SIDE_MAX), COUNTED_SIDE_MAX);
    else if (is_narrow && board_has_parts(variant))
        board_cut(&drawn, room, variant->height);
    size_t rows = drawn.is_cut ? drawn.part.height + BOARD_PART_EDGE_ROWS : board_rows(variant);
    for (size_t row = 0; row < rows; row++) {
        board_draw_row(&drawn, row, ink);
        ink_end_line(ink);
    }
}
