/* SPDX-License-Identifier: MIT */
/*
 * The maker of tests/bench/proof_maker.h. What the checker sees by itself gets no node.
 */
#include "tests/bench/proof_maker.h"

#include "engine/sight.h"
#include "lessons/quick.h"

struct proof_maker {
    struct record_tree *tree;
    struct solver *solver;
    uint64_t nodes;
    struct lesson_aim aim; /* of the branch */
    struct game game;      /* where it is */
};

static bool make_move(struct proof_maker *maker, uint32_t node);

static bool is_soon(const struct proof_maker *maker)
{
    uint64_t effort = UINT64_MAX;
    struct action action = {0};
    return lesson_soon(&maker->game, &maker->aim, &effort, &action);
}

/* Adds whatever follows the action that led to the node. */
static bool make_answers(struct proof_maker *maker, uint32_t node)
{
    struct action answer;
    if (game_status(&maker->game) != GAME_OPEN)
        return lesson_is_reached(&maker->game, &maker->aim);
    if (game_to_act(&maker->game) == maker->aim.seat)
        return make_move(maker, node);
    bool holds = true;
    for (size_t at = 0; holds && game_next_legal(&maker->game, &at, &answer);) {
        uint32_t child;
        game_do(&maker->game, answer);
        bool is_over = game_status(&maker->game) != GAME_OPEN;
        if (is_over)
            holds = lesson_is_reached(&maker->game, &maker->aim);
        else if (game_to_act(&maker->game) != maker->aim.seat || !is_soon(maker))
            holds = record_tree_add(maker->tree, node, answer, &child) == 0 &&
                    make_answers(maker, child);
        game_undo(&maker->game);
    }
    return holds;
}

static bool make_by(struct proof_maker *maker, uint32_t node, struct action move)
{
    uint32_t child;
    if (record_tree_add(maker->tree, node, move, &child) != 0)
        return false;
    game_do(&maker->game, move);
    bool holds = make_answers(maker, child);
    game_undo(&maker->game);
    return holds;
}

/* The side of the aim is to act. */
static bool make_move(struct proof_maker *maker, uint32_t node)
{
    struct action move;
    const struct solve_question question = {maker->aim.seat, maker->aim.is_draw_enough,
                                            maker->nodes};
    return is_soon(maker) ||
           (solver_ask(maker->solver, &maker->game, &question, &move) == SOLVE_YES &&
            make_by(maker, node, move));
}

/* Whether the side of the claim wins from here. On large boards that it does not is shown by what
 * the other side reaches. */
static enum solve_answer ask_for_win(struct proof_maker *maker)
{
    const struct solve_question wins = {maker->tree->claim, false, maker->nodes};
    const struct solve_question holds = {seat_other(maker->tree->claim), true, maker->nodes};
    if (game_status(&maker->game) != GAME_OPEN)
        return game_winner(&maker->game) == maker->tree->claim ? SOLVE_YES : SOLVE_NO;
    if (!sight_is_whole(maker->game.variant) &&
        solver_ask(maker->solver, &maker->game, &holds, NULL) == SOLVE_YES)
        return SOLVE_NO;
    return solver_ask(maker->solver, &maker->game, &wins, NULL);
}

/* Finds the only action of the start that wins. */
static bool find_only(struct proof_maker *maker, struct action *only_out)
{
    struct action action;
    unsigned wins = 0;
    for (size_t at = 0; wins < 2 && game_next_legal(&maker->game, &at, &action);) {
        game_do(&maker->game, action);
        enum solve_answer answer = ask_for_win(maker);
        game_undo(&maker->game);
        if (answer == SOLVE_UNKNOWN)
            return false;
        if (answer == SOLVE_YES) {
            *only_out = action;
            wins++;
        }
    }
    return wins == 1;
}

/* Adds the other side's answer to an action that does not win. */
static bool make_refutation(struct proof_maker *maker, struct action action)
{
    uint32_t child;
    bool holds = true;
    game_do(&maker->game, action);
    if (game_status(&maker->game) == GAME_OPEN &&
        (game_to_act(&maker->game) != maker->aim.seat || !is_soon(maker)))
        holds = record_tree_add(maker->tree, RECORD_TREE_ROOT, action, &child) == 0 &&
                make_answers(maker, child);
    game_undo(&maker->game);
    return holds;
}

bool proof_maker_make(struct record_tree *tree, struct solver *solver, uint64_t nodes)
{
    struct proof_maker maker = {.tree = tree, .solver = solver, .nodes = nodes};
    struct action only;
    struct action action;
    game_copy(&maker.game, &tree->start);
    tree->claim = game_to_act(&tree->start);
    tree->is_only = true;
    maker.aim = (struct lesson_aim){tree->claim, false};
    if (!find_only(&maker, &only) || !make_by(&maker, RECORD_TREE_ROOT, only))
        return false;
    maker.aim = (struct lesson_aim){seat_other(tree->claim), true};
    for (size_t at = 0; game_next_legal(&maker.game, &at, &action);)
        if (!action_equals(action, only) && !make_refutation(&maker, action))
            return false;
    return true;
}
