/* SPDX-License-Identifier: MIT */
/*
 * The checker of lessons/check.h: node by node, each set up anew by the rules.
 */
#include "lessons/check.h"

#include "engine/needs.h"

struct checker {
    const struct record_tree *tree;
    struct lesson_report *report;
    uint64_t effort;
    enum mark winner;
    enum mark loser;
    struct lesson_board board; /* of the node */
};

static bool fail(struct checker *checker, enum lesson_fault fault)
{
    checker->report->fault = checker->effort == 0 ? LESSON_TOO_LARGE : fault;
    return false;
}

/* Whether the winner, to move, wins soon; a stone to try first goes in, the one that wins out. */
static bool wins_soon(struct checker *checker, size_t *cell)
{
    return lesson_wins_soon(&checker->board, checker->winner, &checker->effort, cell);
}

/* Whether an answer that is not in the tree loses soon. */
static bool is_refuted(struct checker *checker, size_t answer, size_t *cell)
{
    struct lesson_board *board = &checker->board;
    if (lesson_would_win(board, checker->loser, answer))
        return false;
    board->cells[answer] = (uint8_t)checker->loser;
    bool loses = wins_soon(checker, cell);
    board->cells[answer] = MARK_NONE;
    return loses;
}

/* Every legal answer at the node loses: in the tree, where its node is judged by itself, or soon.
 */
static bool check_answers(struct checker *checker, const struct game *game, uint32_t node)
{
    size_t cells = variant_cells(game->variant);
    size_t cell = cells;
    lesson_board_init(&checker->board, game);
    for (size_t at = 0; at < cells; at++) {
        struct action answer = action_place(at);
        if (game_check(game, answer) != 0)
            continue;
        bool loses = record_tree_find(checker->tree, node, answer) != RECORD_TREE_NONE ||
                     is_refuted(checker, at, &cell);
        checker->report->answer = answer;
        if (!loses)
            return fail(checker, LESSON_UNANSWERED);
        checker->report->answers++;
    }
    return true;
}

static bool check_move(struct checker *checker, const struct game *game, uint32_t node)
{
    size_t cell = variant_cells(game->variant);
    if (checker->tree->memory.nodes[node].child != RECORD_TREE_NONE)
        return true;
    lesson_board_init(&checker->board, game);
    return wins_soon(checker, &cell) || fail(checker, LESSON_NO_MOVE);
}

/* The stones of the winner from the start of the tree to the node. */
static void count_stones(struct checker *checker, const struct game *game)
{
    unsigned placed = (unsigned)(game->ply - checker->tree->start.ply);
    bool begins = game_next_mark(&checker->tree->start) == checker->winner;
    unsigned stones = begins ? (placed + 1) / 2 : placed / 2;
    if (stones > checker->report->stones)
        checker->report->stones = stones;
}

static bool check_node(struct checker *checker, uint32_t node)
{
    struct game game;
    const struct record_tree_node *nodes = checker->tree->memory.nodes;
    checker->report->node = node;
    if ((node != RECORD_TREE_ROOT && nodes[node].parent >= node) ||
        record_tree_game(checker->tree, node, &game) != 0)
        return fail(checker, LESSON_NOT_LEGAL);
    count_stones(checker, &game);
    if (game_status(&game) != GAME_OPEN) {
        bool is_won = game_status(&game) == GAME_WON &&
                      game_seat_mark(&game, game_winner(&game)) == checker->winner;
        return is_won || fail(checker, LESSON_NOT_WON);
    }
    if (game_next_mark(&game) == checker->winner)
        return check_move(checker, &game, node);
    return check_answers(checker, &game, node);
}

bool lesson_check(const struct record_tree *tree, uint64_t effort, struct lesson_report *report_out)
{
    struct checker checker = {.tree = tree,
                              .report = report_out,
                              .effort = effort,
                              .winner = tree->claim,
                              .loser = tree->claim == MARK_X ? MARK_O : MARK_X};
    *report_out = (struct lesson_report){.fault = LESSON_NO_FAULT};
    if (tree->claim == MARK_NONE || !reader_knows(READER_LESSONS, tree->start.variant))
        return fail(&checker, LESSON_NO_CLAIM);
    for (uint32_t node = 0; node < tree->count; node++)
        if (!check_node(&checker, node))
            return false;
    return true;
}
