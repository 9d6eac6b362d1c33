/* SPDX-License-Identifier: MIT */
/*
 * The lesson of lessons/lesson.h.
 */
#include "lessons/lesson.h"

#include "lessons/check.h"

uint32_t lesson_node(const struct record_tree *tree, const struct game *game)
{
    const struct action *actions = game_actions(game);
    uint32_t node = RECORD_TREE_ROOT;
    if (game->ply < tree->start.ply)
        return RECORD_TREE_NONE;
    for (size_t ply = tree->start.ply; ply < game->ply && node != RECORD_TREE_NONE; ply++)
        node = record_tree_find(tree, node, actions[ply]);
    return node;
}

static enum mark loser_of(const struct record_tree *tree)
{
    return tree->claim == MARK_X ? MARK_O : MARK_X;
}

/* The winner's quick win, which the checker would see. */
static bool quick_win(const struct record_tree *tree, const struct game *game, size_t *cell_out)
{
    struct lesson_board board;
    uint64_t effort = UINT64_MAX;
    lesson_board_init(&board, game);
    *cell_out = variant_cells(game->variant);
    return lesson_wins_soon(&board, tree->claim, &effort, cell_out);
}

bool lesson_next(const struct record_tree *tree, const struct game *game, struct action *action_out)
{
    size_t cell;
    uint32_t node = lesson_node(tree, game);
    uint32_t child = node != RECORD_TREE_NONE ? tree->memory.nodes[node].child : RECORD_TREE_NONE;
    if (child != RECORD_TREE_NONE) {
        *action_out = tree->memory.nodes[child].action;
        return true;
    }
    if (!quick_win(tree, game, &cell))
        return false;
    *action_out = action_place(cell);
    return true;
}

/* Whether the winner's stone makes five, or two squares for one that nothing holds up. */
static bool is_quick(const struct record_tree *tree, const struct game *game, size_t cell)
{
    struct lesson_board board;
    size_t hint = cell;
    uint64_t effort = 0; /* this stone and no other, unless it is a five */
    lesson_board_init(&board, game);
    if (lesson_would_win(&board, tree->claim, cell))
        return true;
    return lesson_wins_soon(&board, tree->claim, &effort, &hint) && hint == cell;
}

bool lesson_is_right(const struct record_tree *tree, const struct game *game, struct action action)
{
    uint32_t node = lesson_node(tree, game);
    if (node != RECORD_TREE_NONE && record_tree_find(tree, node, action) != RECORD_TREE_NONE)
        return true;
    return !action_is_choice(action) && is_quick(tree, game, action_cell(action));
}

/* The plies below the node, along its longest line. Parents stand before their children, so that
 * those below are found behind it. */
static uint16_t depth_below(const struct record_tree *tree, uint32_t top)
{
    const struct record_tree_node *nodes = tree->memory.nodes;
    uint16_t ply = nodes[top].ply;
    for (uint32_t node = nodes[top].child; node != RECORD_TREE_NONE && node != top;) {
        ply = nodes[node].ply > ply ? nodes[node].ply : ply;
        if (nodes[node].child != RECORD_TREE_NONE) {
            node = nodes[node].child;
            continue;
        }
        while (node != top && nodes[node].next == RECORD_TREE_NONE)
            node = nodes[node].parent;
        node = node == top ? top : nodes[node].next;
    }
    return ply;
}

/* One of the deepest children; the node has some. */
static struct action deepest(const struct record_tree *tree, uint32_t parent, uint64_t chance)
{
    const struct record_tree_node *nodes = tree->memory.nodes;
    uint32_t child = nodes[parent].child;
    struct action best = nodes[child].action;
    uint16_t best_depth = 0;
    uint64_t count = 0;
    for (; child != RECORD_TREE_NONE; child = nodes[child].next) {
        uint16_t depth = depth_below(tree, child);
        count = depth > best_depth ? 1 : count + (depth == best_depth);
        if (depth > best_depth || (depth == best_depth && chance % count == 0))
            best = nodes[child].action;
        best_depth = depth > best_depth ? depth : best_depth;
    }
    return best;
}

/* A square on which the winner would make five, or the first one that is empty. */
static struct action hold_up(const struct record_tree *tree, const struct game *game)
{
    struct lesson_board board;
    size_t cells = variant_cells(game->variant);
    size_t empty = cells;
    lesson_board_init(&board, game);
    for (size_t cell = 0; cell < cells; cell++) {
        if (board.cells[cell] != MARK_NONE)
            continue;
        if (lesson_would_win(&board, loser_of(tree), cell))
            return action_place(cell); /* a five of one's own ends it better */
        empty = empty == cells ? cell : empty;
    }
    for (size_t cell = 0; cell < cells; cell++)
        if (board.cells[cell] == MARK_NONE && lesson_would_win(&board, tree->claim, cell))
            return action_place(cell);
    return action_place(empty);
}

struct action lesson_answer(const struct record_tree *tree, const struct game *game,
                            uint64_t chance)
{
    uint32_t node = lesson_node(tree, game);
    if (node != RECORD_TREE_NONE && tree->memory.nodes[node].child != RECORD_TREE_NONE)
        return deepest(tree, node, chance);
    return hold_up(tree, game);
}
