/* SPDX-License-Identifier: MIT */
/*
 * The lesson of lessons/lesson.h.
 */
#include "lessons/lesson.h"

#include "lessons/quick.h"

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

/* The claim, as an aim. */
static struct lesson_aim aim_of(const struct record_tree *tree)
{
    return (struct lesson_aim){tree->claim, false};
}

/* The node of a move that wins. At a start where one alone does, the tree's others are those that
 * do not. */
static uint32_t find_winning(const struct record_tree *tree, uint32_t node, struct action action)
{
    uint32_t child = record_tree_find(tree, node, action);
    bool is_other = node == RECORD_TREE_ROOT && tree->is_only &&
                    child != tree->memory.nodes[RECORD_TREE_ROOT].child;
    return is_other ? RECORD_TREE_NONE : child;
}

/* The tree's first action at the game. False, and any, where it has none or the game has left it.
 */
static bool find_first(const struct record_tree *tree, const struct game *game,
                       struct action *action_out)
{
    uint32_t node = lesson_node(tree, game);
    uint32_t child = node != RECORD_TREE_NONE ? tree->memory.nodes[node].child : RECORD_TREE_NONE;
    bool is_there = child != RECORD_TREE_NONE;
    *action_out = is_there ? tree->memory.nodes[child].action : (struct action){0};
    return is_there;
}

bool lesson_next(const struct record_tree *tree, const struct game *game, struct action *action_out)
{
    const struct lesson_aim aim = aim_of(tree);
    uint64_t effort = UINT64_MAX;
    return find_first(tree, game, action_out) || lesson_soon(game, &aim, &effort, action_out);
}

bool lesson_is_right(const struct record_tree *tree, const struct game *game, struct action action)
{
    const struct lesson_aim aim = aim_of(tree);
    uint64_t effort = UINT64_MAX;
    uint32_t node = lesson_node(tree, game);
    if (node != RECORD_TREE_NONE && find_winning(tree, node, action) != RECORD_TREE_NONE)
        return true;
    return lesson_soon_by(game, &aim, action, &effort);
}

bool lesson_refutation(const struct record_tree *tree, const struct game *game,
                       struct action action, struct action *reply_out)
{
    const struct lesson_aim other = {seat_other(tree->claim), true};
    uint64_t effort = UINT64_MAX;
    struct game after;
    game_copy(&after, game);
    game_do(&after, action);
    if (find_first(tree, &after, reply_out))
        return true;
    return tree->is_only && game->ply == tree->start.ply && game_to_act(&after) == other.seat &&
           lesson_soon(&after, &other, &effort, reply_out);
}

unsigned lesson_answers(const struct record_tree *tree, const struct game *game,
                        struct action action)
{
    const struct record_tree_node *nodes = tree->memory.nodes;
    uint32_t node = lesson_node(tree, game);
    uint32_t child = node != RECORD_TREE_NONE ? find_winning(tree, node, action) : RECORD_TREE_NONE;
    unsigned count = 0;
    if (child == RECORD_TREE_NONE)
        return 0;
    for (child = nodes[child].child; child != RECORD_TREE_NONE; child = nodes[child].next)
        count++;
    return count;
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

/* Of answers that all lose soon: one that ends the game better, if there is one, or else what the
 * winner would do, which holds the loss up. */
static struct action hold_up(const struct record_tree *tree, const struct game *game)
{
    const struct lesson_aim winner = aim_of(tree);
    const struct lesson_aim loser = {seat_other(tree->claim), true};
    uint64_t effort = UINT64_MAX;
    struct action first = {0};
    struct action action;
    struct game after;
    size_t count = 0;
    for (size_t at = 0; game_next_legal(game, &at, &action); count++) {
        first = count == 0 ? action : first;
        game_copy(&after, game);
        game_do(&after, action);
        if (game_status(&after) != GAME_OPEN && lesson_is_reached(&after, &loser))
            return action;
    }
    game_copy(&after, game);
    game_do(&after, first);
    action = first;
    bool is_soon = game_status(&after) == GAME_OPEN && game_to_act(&after) == tree->claim &&
                   lesson_soon(&after, &winner, &effort, &action);
    return is_soon && game_check(game, action) == 0 ? action : first;
}

struct action lesson_answer(const struct record_tree *tree, const struct game *game,
                            uint64_t chance)
{
    uint32_t node = lesson_node(tree, game);
    if (node != RECORD_TREE_NONE && tree->memory.nodes[node].child != RECORD_TREE_NONE)
        return deepest(tree, node, chance);
    return hold_up(tree, game);
}
