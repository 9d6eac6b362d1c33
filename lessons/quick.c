/* SPDX-License-Identifier: MIT */
/*
 * The looks ahead of lessons/quick.h.
 */
#include "lessons/quick.h"

#include "engine/needs.h"

bool lesson_is_reached(const struct game *over, const struct lesson_aim *aim)
{
    if (game_winner(over) == SEAT_NONE)
        return aim->is_draw_enough;
    return game_winner(over) == aim->seat;
}

/* ------------------------------------------------------------------ actions that are tried */

/* Does the action on a copy. False: the effort is used up. */
static bool try(const struct game *game, struct action action, uint64_t *effort,
                struct game *after_out)
{
    if (*effort == 0)
        return false;
    --*effort;
    game_copy(after_out, game);
    game_do(after_out, action);
    return true;
}

/* Whether the action ends the game as it should. */
static bool ends(const struct game *game, const struct lesson_aim *aim, struct action action,
                 uint64_t *effort)
{
    struct game after;
    return game_check(game, action) == 0 && try(game, action, effort, &after) &&
           game_status(&after) != GAME_OPEN && lesson_is_reached(&after, aim);
}

/* Whether any does; the one that is there before is tried first. */
static bool find_end(const struct game *game, const struct lesson_aim *aim, uint64_t *effort,
                     struct action *action)
{
    if (ends(game, aim, *action, effort))
        return true;
    for (size_t at = 0; game_next_legal(game, &at, action);)
        if (ends(game, aim, *action, effort))
            return true;
    return false;
}

/* Whether the side ends the game behind every answer. The game is open. */
static bool ends_behind_all(const struct game *game, const struct lesson_aim *aim, uint64_t *effort)
{
    struct action answer;
    struct action end = {0};
    struct game after;
    if (game_to_act(game) == aim->seat)
        return false; /* one more action of its own is no answer */
    for (size_t at = 0; game_next_legal(game, &at, &answer);) {
        if (!try(game, answer, effort, &after))
            return false;
        bool is_over = game_status(&after) != GAME_OPEN;
        if (is_over ? !lesson_is_reached(&after, aim)
                    : game_to_act(&after) != aim->seat || !find_end(&after, aim, effort, &end))
            return false;
    }
    return true;
}

static bool leads_to_end(const struct game *game, const struct lesson_aim *aim,
                         struct action action, uint64_t *effort)
{
    struct game after;
    if (!try(game, action, effort, &after))
        return false;
    if (game_status(&after) != GAME_OPEN)
        return lesson_is_reached(&after, aim);
    return ends_behind_all(&after, aim, effort);
}

/* ------------------------------------------------------------------ the plain game */

/* Rows are counted cell by cell: plain on purpose, for it is what a proof is believed by. */
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

/* Whether the side of the mark, to move, makes five by a stone on this empty cell, or two squares
 * for one at once. */
static bool wins_soon_by(struct lesson_board *board, enum mark mark, size_t cell)
{
    return lesson_would_win(board, mark, cell) || makes_two(board, mark, cell);
}

/* Whether it does by any; then `cell` is its stone. The stone that is there before is tried first.
 * `effort` counts down. */
static bool wins_soon(struct lesson_board *board, enum mark mark, uint64_t *effort, size_t *cell)
{
    size_t cells = variant_cells(board->variant);
    size_t hint = *cell; /* what won before may win again */
    if (hint < cells && board->cells[hint] == MARK_NONE && wins_soon_by(board, mark, hint))
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

/* Where stones can be counted: a full board is nothing that is counted. */
static bool is_counted(const struct game *game, const struct lesson_aim *aim)
{
    return game->variant->needs == NEED_PLAIN && !aim->is_draw_enough;
}

/* ------------------------------------------------------------------ either way */

bool lesson_soon_by(const struct game *game, const struct lesson_aim *aim, struct action action,
                    uint64_t *effort)
{
    if (game_check(game, action) != 0)
        return false;
    if (!is_counted(game, aim))
        return leads_to_end(game, aim, action, effort);
    struct lesson_board board;
    lesson_board_init(&board, game);
    return wins_soon_by(&board, game_next_mark(game), action_cell(action));
}

bool lesson_soon(const struct game *game, const struct lesson_aim *aim, uint64_t *effort,
                 struct action *action)
{
    if (is_counted(game, aim)) {
        struct lesson_board board;
        size_t cell =
            action_is_choice(*action) ? variant_cells(game->variant) : action_cell(*action);
        lesson_board_init(&board, game);
        bool is_soon = wins_soon(&board, game_next_mark(game), effort, &cell);
        *action = action_place(cell);
        return is_soon;
    }
    if (game_check(game, *action) == 0 && leads_to_end(game, aim, *action, effort))
        return true;
    if (find_end(game, aim, effort, action))
        return true;
    for (size_t at = 0; game_next_legal(game, &at, action);)
        if (leads_to_end(game, aim, *action, effort))
            return true;
    return false;
}
