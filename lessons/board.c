/* SPDX-License-Identifier: MIT */
/*
 * A board of the checker: rows counted cell by cell. Plain on purpose, for it is what a proof is
 * believed by.
 */
#include "lessons/board.h"

static const int ways[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

void lesson_board_init(struct lesson_board *board, const struct game *game)
{
    board->variant = game->variant;
    for (size_t cell = 0; cell < variant_cells(game->variant); cell++)
        board->cells[cell] = (uint8_t)game_cell(game, cell);
}

/* The cell `k` steps from `cell`, or -1 beyond the edge. */
static int cell_at(const struct variant *variant, size_t cell, const int way[2], int k)
{
    int x = (int)(cell % variant->width) + k * way[0];
    int y = (int)(cell / variant->width) + k * way[1];
    bool is_inside = x >= 0 && y >= 0 && x < variant->width && y < variant->height;
    return is_inside ? x + y * variant->width : -1;
}

/* The stones of the mark next to the cell on one side. */
static int count(const struct lesson_board *board, enum mark mark, size_t cell, const int way[2],
                 int direction)
{
    int stones = 0;
    for (;;) {
        int at = cell_at(board->variant, cell, way, direction * (stones + 1));
        if (at < 0 || board->cells[at] != (uint8_t)mark)
            return stones;
        stones++;
    }
}

bool lesson_would_win(const struct lesson_board *board, enum mark mark, size_t cell)
{
    const struct variant *variant = board->variant;
    for (size_t i = 0; i < 4; i++) {
        int length =
            1 + count(board, mark, cell, ways[i], 1) + count(board, mark, cell, ways[i], -1);
        if (length == variant->row || (length > variant->row && variant->overline == OVERLINE_WINS))
            return true;
    }
    return false;
}

/* How many empty cells of the lines through `cell` win for the mark: two at the most are counted.
 */
static int wins_beside(const struct lesson_board *board, enum mark mark, size_t cell)
{
    int wins = 0;
    int reach = board->variant->row - 1;
    for (size_t i = 0; i < 4; i++)
        for (int k = -reach; k <= reach; k++) {
            int at = k == 0 ? -1 : cell_at(board->variant, cell, ways[i], k);
            if (at < 0 || board->cells[at] != MARK_NONE)
                continue;
            if (lesson_would_win(board, mark, (size_t)at) && ++wins == 2)
                return 2;
        }
    return wins;
}

/* The first cell that wins for the mark; the number of cells where there is none. */
static size_t find_win(const struct lesson_board *board, enum mark mark)
{
    size_t cells = variant_cells(board->variant);
    size_t cell = 0;
    while (cell < cells &&
           (board->cells[cell] != MARK_NONE || !lesson_would_win(board, mark, cell)))
        cell++;
    return cell;
}

/* Whether a stone on the cell leaves the other side without a five, and its own side with two
 * squares for one. */
static bool makes_two(struct lesson_board *board, enum mark mark, size_t cell)
{
    enum mark other = mark == MARK_X ? MARK_O : MARK_X;
    board->cells[cell] = (uint8_t)mark;
    bool wins = wins_beside(board, mark, cell) == 2 &&
                find_win(board, other) == variant_cells(board->variant);
    board->cells[cell] = MARK_NONE;
    return wins;
}

bool lesson_wins_soon_by(struct lesson_board *board, enum mark mark, size_t cell)
{
    return lesson_would_win(board, mark, cell) || makes_two(board, mark, cell);
}

bool lesson_wins_soon(struct lesson_board *board, enum mark mark, uint64_t *effort, size_t *cell)
{
    size_t cells = variant_cells(board->variant);
    size_t hint = *cell; /* what won before may win again */
    if (hint < cells && board->cells[hint] == MARK_NONE && lesson_wins_soon_by(board, mark, hint))
        return true;
    *cell = find_win(board, mark);
    if (*cell < cells)
        return true;
    for (size_t at = 0; at < cells; at++) {
        if (board->cells[at] != MARK_NONE)
            continue;
        if (*effort == 0)
            return false;
        --*effort;
        *cell = at;
        if (makes_two(board, mark, at))
            return true;
    }
    *cell = cells;
    return false;
}
