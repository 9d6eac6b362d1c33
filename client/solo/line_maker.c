/* SPDX-License-Identifier: MIT */
/*
 * The maker of client/solo/line_maker.h.
 */
#include "client/solo/line_maker.h"

#include "lessons/quick.h"

#define FOURS_NODES 20000
#define RETRIES                                                                                    \
    3 /* of a hunt that failed behind one that did not, each with four times the nodes */

static bool prove_move(struct line_maker *maker, uint32_t node, uint64_t nodes, unsigned quiet);

/* Takes the nodes from `count` on away again, which are all below `node`. */
static void cut(struct record_tree *tree, uint32_t node, uint32_t count)
{
    struct record_tree_node *nodes = tree->memory.nodes;
    uint32_t *link = &nodes[node].child;
    while (*link != RECORD_TREE_NONE && *link < count)
        link = &nodes[*link].next;
    *link = RECORD_TREE_NONE;
    tree->count = count;
}

static bool wins_soon(const struct line_maker *maker)
{
    const struct lesson_aim aim = {maker->tree->claim, false};
    uint64_t effort = UINT64_MAX;
    struct action action = {0};
    return lesson_soon(&maker->game, &aim, &effort, &action);
}

/* The loser's answer is refuted by a line of its own in the tree. */
static bool refute_in_tree(struct line_maker *maker, uint32_t node, struct action answer,
                           uint64_t nodes, unsigned quiet)
{
    uint32_t child;
    uint32_t count = maker->tree->count;
    if (record_tree_add(maker->tree, node, answer, &child) != 0)
        return false;
    game_do(&maker->game, answer);
    bool loses = prove_move(maker, child, nodes, quiet);
    game_undo(&maker->game);
    if (!loses)
        cut(maker->tree, node, count);
    return loses;
}

static bool refute(struct line_maker *maker, uint32_t node, struct action answer, uint64_t nodes,
                   unsigned quiet)
{
    game_do(&maker->game, answer);
    bool is_open = game_status(&maker->game) == GAME_OPEN;
    bool loses = is_open && wins_soon(maker);
    game_undo(&maker->game);
    if (loses || !is_open)
        return loses;
    return refute_in_tree(maker, node, answer, nodes, quiet);
}

/* Every answer at the node, those near the last stone first, since they fail first. */
static bool refute_all(struct line_maker *maker, uint32_t node, uint64_t nodes, unsigned quiet)
{
    const struct game *game = &maker->game;
    unsigned width = game->variant->width;
    size_t cells = variant_cells(game->variant);
    unsigned last = (unsigned)action_cell(game_actions(game)[game->ply - 1]);
    for (unsigned distance = 1; distance < POSITION_SIDE_MAX; distance++)
        for (size_t cell = 0; cell < cells; cell++) {
            struct action answer = action_place(cell);
            if (position_distance(width, (unsigned)cell, last) == distance &&
                game_check(game, answer) == 0 && !refute(maker, node, answer, nodes, quiet))
                return false;
        }
    return true;
}

/* One move of the winner, and all answers. */
static bool prove_by(struct line_maker *maker, uint32_t node, struct action move, uint64_t nodes,
                     unsigned quiet)
{
    uint32_t child;
    uint32_t count = maker->tree->count;
    if (record_tree_add(maker->tree, node, move, &child) != 0)
        return false;
    game_do(&maker->game, move);
    bool wins = game_status(&maker->game) == GAME_WON ||
                (game_status(&maker->game) == GAME_OPEN && refute_all(maker, child, nodes, quiet));
    game_undo(&maker->game);
    if (!wins)
        cut(maker->tree, node, count);
    return wins;
}

static bool hunt(struct line_maker *maker, uint64_t nodes, struct action *move_out)
{
    struct position position;
    struct prove_line line;
    position_from_game(&position, &maker->game);
    if (prove_fours(maker->prover, &position, FOURS_NODES, &line) != PROVE_YES &&
        prove_threes(maker->prover, &position, nodes, &line) != PROVE_YES)
        return false;
    *move_out = action_place(line.cells[0]);
    return true;
}

/* Whether the move threatens to win: if the loser plays in a corner, far away, a hunt succeeds.
 * This leaves moves out of the search, and concludes nothing. */
static bool threatens(struct line_maker *maker, struct action move, uint64_t nodes)
{
    struct action ignored;
    struct game *game = &maker->game;
    size_t corner = 0;
    game_do(game, move);
    while (corner < variant_cells(game->variant) && game_check(game, action_place(corner)) != 0)
        corner++;
    bool is_open = corner < variant_cells(game->variant) && game_status(game) == GAME_OPEN;
    bool wins = false;
    if (is_open) {
        game_do(game, action_place(corner));
        wins = wins_soon(maker) || hunt(maker, nodes, &ignored);
        game_undo(game);
    }
    game_undo(game);
    return wins;
}

static bool prove_quietly(struct line_maker *maker, uint32_t node, uint64_t nodes, unsigned quiet)
{
    struct action moves[LINE_MAKER_SUGGESTIONS];
    size_t count = maker->suggest(maker->ctx, &maker->game, moves);
    for (size_t i = 0; i < count; i++)
        if (threatens(maker, moves[i], nodes) && prove_by(maker, node, moves[i], nodes, quiet))
            return true;
    return false;
}

static bool prove_move(struct line_maker *maker, uint32_t node, uint64_t nodes, unsigned quiet)
{
    struct action move;
    if (maker->prover->was_stopped)
        return false;
    if (wins_soon(maker))
        return true;
    if (hunt(maker, nodes, &move))
        for (unsigned i = 0; i < RETRIES; i++)
            if (prove_by(maker, node, move, nodes << (2 * i), 0))
                return true;
    return quiet > 0 && prove_quietly(maker, node, nodes, quiet - 1);
}

void line_maker_start(struct line_maker *maker)
{
    game_copy(&maker->game, &maker->tree->start);
}

bool line_maker_prove(struct line_maker *maker)
{
    line_maker_start(maker);
    return prove_move(maker, RECORD_TREE_ROOT, maker->nodes, maker->quiet);
}

bool line_maker_refute(struct line_maker *maker, struct action answer)
{
    line_maker_start(maker);
    return refute(maker, RECORD_TREE_ROOT, answer, maker->nodes, maker->quiet);
}
