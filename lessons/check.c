/* SPDX-License-Identifier: MIT */
/*
 * The checker of lessons/check.h: node by node, each set up anew by the rules.
 */
#include "lessons/check.h"

#include "engine/needs.h"
#include "lessons/quick.h"

struct checker {
    const struct record_tree *tree;
    struct lesson_report *report;
    uint64_t effort;
    struct lesson_aim aim; /* of the node: what its branch is to show */
};

static bool fail(struct checker *checker, enum lesson_fault fault)
{
    checker->report->fault = checker->effort == 0 ? LESSON_TOO_LARGE : fault;
    return false;
}

/* The aim of the branch of a node: that the side of the claim wins, or, where it claims to win by
 * the first action alone, behind each other one that it does not. */
static struct lesson_aim aim_of(const struct record_tree *tree, uint32_t node)
{
    const struct record_tree_node *nodes = tree->memory.nodes;
    uint32_t branch = node;
    while (branch != RECORD_TREE_ROOT && nodes[branch].parent != RECORD_TREE_ROOT)
        branch = nodes[branch].parent;
    bool is_other =
        tree->is_only && branch != RECORD_TREE_ROOT && branch != nodes[RECORD_TREE_ROOT].child;
    return is_other ? (struct lesson_aim){seat_other(tree->claim), true}
                    : (struct lesson_aim){tree->claim, false};
}

/* Whether the aim is reached soon behind the action, which is not in the tree; a reply to try first
 * goes in, the one that reaches it out. */
static bool is_settled(struct checker *checker, const struct game *game, struct action action,
                       const struct lesson_aim *aim, struct action *reply)
{
    struct game after;
    game_copy(&after, game);
    game_do(&after, action);
    if (game_status(&after) != GAME_OPEN)
        return lesson_is_reached(&after, aim);
    return game_to_act(&after) == aim->seat && lesson_soon(&after, aim, &checker->effort, reply);
}

/* Every legal action at the node reaches the aim: in the tree, where its node is judged by itself,
 * or soon. */
static bool check_answers(struct checker *checker, const struct game *game, uint32_t node,
                          const struct lesson_aim *aim)
{
    struct action answer;
    struct action reply = {0};
    for (size_t at = 0; game_next_legal(game, &at, &answer);) {
        checker->report->answer = answer;
        if (record_tree_find(checker->tree, node, answer) == RECORD_TREE_NONE &&
            !is_settled(checker, game, answer, aim, &reply))
            return fail(checker, LESSON_UNANSWERED);
        checker->report->answers++;
    }
    return true;
}

static bool check_move(struct checker *checker, const struct game *game, uint32_t node)
{
    struct action move = {0};
    if (checker->tree->memory.nodes[node].child != RECORD_TREE_NONE)
        return true;
    return lesson_soon(game, &checker->aim, &checker->effort, &move) ||
           fail(checker, LESSON_NO_MOVE);
}

/* Of the start: that its other actions do not win. */
static bool check_only(struct checker *checker, const struct game *game)
{
    const struct lesson_aim others = {seat_other(checker->tree->claim), true};
    bool has_move = checker->tree->memory.nodes[RECORD_TREE_ROOT].child != RECORD_TREE_NONE;
    if (!has_move || game_to_act(game) != checker->tree->claim)
        return fail(checker, LESSON_NO_MOVE);
    return check_answers(checker, game, RECORD_TREE_ROOT, &others);
}

/* The stones of the winner from the start of the tree to the node. */
static void count_stones(struct checker *checker, const struct game *game)
{
    unsigned placed = (unsigned)(game->ply - checker->tree->start.ply);
    bool begins = game_to_act(&checker->tree->start) == checker->tree->claim;
    unsigned stones = begins ? (placed + 1) / 2 : placed / 2;
    if (stones > checker->report->stones)
        checker->report->stones = stones;
}

static bool check_node(struct checker *checker, uint32_t node)
{
    struct game game;
    const struct record_tree_node *nodes = checker->tree->memory.nodes;
    checker->report->node = node;
    checker->aim = aim_of(checker->tree, node);
    if ((node != RECORD_TREE_ROOT && nodes[node].parent >= node) ||
        record_tree_game(checker->tree, node, &game) != 0)
        return fail(checker, LESSON_NOT_LEGAL);
    if (checker->aim.seat == checker->tree->claim)
        count_stones(checker, &game);
    if (game_status(&game) != GAME_OPEN)
        return lesson_is_reached(&game, &checker->aim) || fail(checker, LESSON_NOT_WON);
    if (node == RECORD_TREE_ROOT && checker->tree->is_only)
        return check_only(checker, &game);
    if (game_to_act(&game) == checker->aim.seat)
        return check_move(checker, &game, node);
    return check_answers(checker, &game, node, &checker->aim);
}

bool lesson_check(const struct record_tree *tree, uint64_t effort, struct lesson_report *report_out)
{
    struct checker checker = {.tree = tree, .report = report_out, .effort = effort};
    *report_out = (struct lesson_report){.fault = LESSON_NO_FAULT};
    if (tree->claim == SEAT_NONE || !reader_knows(READER_LESSONS, tree->start.variant))
        return fail(&checker, LESSON_NO_CLAIM);
    for (uint32_t node = 0; node < tree->count; node++)
        if (!check_node(&checker, node))
            return false;
    return true;
}
