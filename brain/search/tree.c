/* SPDX-License-Identifier: MIT */
/*
 * Principal variation search. Most of its tricks leave moves out that are unlikely to matter, so a
 * score proves nothing.
 */
#include "brain/search/tree.h"

#include "brain/search/order.h"

#include <string.h>

#define FOURS_OF_A_LEAF 48  /* nodes of a search for a win by fours at the end of a line */
#define FOURS_OF_A_NODE 160 /* and on the way */
#define FOURS_DEPTH_LEAF 8
#define FOURS_DEPTH_NODE 14
#define MARGIN_A_PLY 120 /* so much better, and the other side will not get even */
#define MARGIN_DEPTH 6   /* in the last plies, so many of them */
#define HOPE_A_PLY 80    /* so much a quiet move may bring */
#define HISTORY_MAX 4096

/* A position to be searched: parameters that go together. */
struct node {
    int alpha;
    int beta;
    int depth;
    unsigned ply;
};

static bool is_narrow(const struct node *node)
{
    return node->beta - node->alpha == 1;
}

/* ---------------------------------------------------------------- lines */

void tree__extend_line(struct tree *tree, unsigned ply, unsigned cell)
{
    struct tree_line *line = &tree->lines[ply];
    const struct tree_line *rest = &tree->lines[ply + 1];
    line->cells[0] = (uint16_t)cell;
    line->count = 1;
    if (ply + 1 >= TREE_PLIES)
        return;
    for (; line->count < TREE_PLIES && line->count <= rest->count; line->count++)
        line->cells[line->count] = rest->cells[line->count - 1];
}

static void line_from_hunt(struct tree *tree, unsigned ply)
{
    const struct hunt_line *found = &tree->hunt.found;
    struct tree_line *line = &tree->lines[ply];
    for (line->count = 0; line->count < found->count && line->count < TREE_PLIES; line->count++)
        line->cells[line->count] = found->cells[line->count];
}

static void line_of_one(struct tree *tree, unsigned ply, unsigned cell)
{
    tree->lines[ply].count = 1;
    tree->lines[ply].cells[0] = (uint16_t)cell;
}

/* ---------------------------------------------------------------- static ends */

/* Whether the game ends by what stands on the board, whatever either side does; the score then. */
static bool is_end(struct tree *tree, const struct node *node, int *score_out)
{
    const struct board *board = &tree->board;
    unsigned own = board->to_move;
    unsigned fives = board__fives(board, own ^ 1u);
    unsigned cell = BOARD_NOWHERE;
    *score_out = 0;
    tree->lines[node->ply].count = 0;
    if (board__fives(board, own) > 0) {
        *score_out = TREE_WIN - (int)node->ply - 1;
        cell = board__first(board, own, SET_FIVE);
    } else if (fives > 1) {
        *score_out = -(TREE_WIN - (int)node->ply - 2);
        cell = board__first(board, own ^ 1u, SET_FIVE);
    } else if (fives == 0 && board__straights(board, own) > 0) {
        *score_out = TREE_WIN - (int)node->ply - 3;
        cell = board__first(board, own, SET_STRAIGHT);
    }
    if (cell == BOARD_NOWHERE)
        return board->stones == board->cells;
    line_of_one(tree, node->ply, cell);
    return true;
}

/* Whether a four would make something beside itself. Where none does, one search in a hundred finds
 * a win. */
static bool has_rich_four(const struct board *board)
{
    const uint16_t *counts = board->counts[board->to_move];
    return counts[SPOT_FOUR_PLUS] > 0 || counts[SPOT_FOUR_THREE] > 0;
}

static bool wins_by_fours(struct tree *tree, const struct node *node, int *score_out)
{
    bool is_leaf = node->depth <= 0;
    if (is_leaf && !has_rich_four(&tree->board))
        return false;
    if (!hunt__fours(&tree->hunt, is_leaf ? FOURS_DEPTH_LEAF : FOURS_DEPTH_NODE,
                     is_leaf ? FOURS_OF_A_LEAF : FOURS_OF_A_NODE))
        return false;
    line_from_hunt(tree, node->ply);
    *score_out = TREE_WIN - (int)node->ply - tree->hunt.found.count;
    return true;
}

/* ---------------------------------------------------------------- moves */

static int search(struct tree *tree, const struct node *node);

/* Searches what follows a move. False if there were no nodes left for it. */
static bool try_move(struct tree *tree, unsigned cell, const struct node *next, int *score_out)
{
    if (!effort__spend(&tree->effort))
        return false;
    board__make(&tree->board, cell);
    *score_out = -search(tree, next);
    board__unmake(&tree->board);
    return !effort__is_over(&tree->effort);
}

/* Whether a stone on the cell threatens nothing, and stops no two threats of the other side. */
static bool is_quiet(const struct board *board, unsigned cell)
{
    unsigned own = board->to_move;
    return board->spots[own][cell] < SPOT_THREE && board->spots[own ^ 1u][cell] < SPOT_FORK;
}

int tree__reduction(const struct tree *tree, int depth, unsigned cell, size_t nth)
{
    if (depth < 2 || nth < 2 || !is_quiet(&tree->board, cell))
        return 0;
    return 1 + (nth >= 5) + (nth >= 12) + (nth >= 20 && depth >= 6);
}

/* Whether a late move of the last plies will not make up for what is missing. */
static bool is_hopeless(const struct tree *tree, const struct node *node, unsigned cell, size_t nth)
{
    return nth >= 3 && is_narrow(node) && node->depth > 0 && node->depth <= 2 &&
           is_quiet(&tree->board, cell) &&
           board__score(&tree->board) + HOPE_A_PLY * node->depth <= node->alpha;
}

/* The first move with the whole window; the others are first asked whether they are better. */
static bool try_nth(struct tree *tree, const struct node *node, unsigned cell, size_t nth,
                    int *score_out)
{
    struct node next = {-node->beta, -node->alpha, node->depth - 1, node->ply + 1};
    if (nth > 0) {
        int less = tree__reduction(tree, node->depth, cell, nth);
        struct node narrow = {-node->alpha - 1, -node->alpha, next.depth - less, next.ply};
        if (!try_move(tree, cell, &narrow, score_out))
            return false;
        if (*score_out > node->alpha && less > 0) {
            narrow.depth = next.depth;
            if (!try_move(tree, cell, &narrow, score_out))
                return false;
        }
        if (*score_out <= node->alpha || *score_out >= node->beta)
            return true;
    }
    return try_move(tree, cell, &next, score_out);
}

static void praise(int32_t *history, int by)
{
    *history += by - *history * (by < 0 ? -by : by) / HISTORY_MAX;
}

/* A move that refuted the position is tried early elsewhere; those before it did not. */
static void learn(struct tree *tree, const struct node *node, const struct order_move *moves,
                  size_t nth)
{
    int by = node->depth * node->depth < 400 ? node->depth * node->depth : 400;
    int32_t *history = tree->history[tree->board.to_move];
    uint16_t *siblings = tree->siblings[node->ply];
    praise(&history[moves[nth].cell], by);
    for (size_t i = 0; i < nth; i++)
        praise(&history[moves[i].cell], -by);
    if (siblings[0] != moves[nth].cell) {
        siblings[1] = siblings[0];
        siblings[0] = moves[nth].cell;
    }
}

/* ---------------------------------------------------------------- the table */

/* Wins are kept as plies from the position, not from the root. */
static int score_to_table(int score, unsigned ply)
{
    if (score >= TREE_IS_WIN)
        return score + (int)ply;
    return score <= -TREE_IS_WIN ? score - (int)ply : score;
}

static int score_from_table(int score, unsigned ply)
{
    if (score >= TREE_IS_WIN)
        return score - (int)ply;
    return score <= -TREE_IS_WIN ? score + (int)ply : score;
}

static bool is_answered(const struct table_entry *entry, const struct node *node, int *score_out)
{
    int score = score_from_table(entry->score, node->ply);
    if (!is_narrow(node) || entry->depth < node->depth)
        return false;
    if (entry->bound == BOUND_EXACT || (entry->bound == BOUND_LOWER && score >= node->beta) ||
        (entry->bound == BOUND_UPPER && score <= node->alpha)) {
        *score_out = score;
        return true;
    }
    return false;
}

static void store(struct tree *tree, const struct node *node, int score, unsigned cell)
{
    struct table_entry entry = {.key = tree->board.key,
                                .score = (int16_t)score_to_table(score, node->ply),
                                .cell = (uint16_t)cell,
                                .depth = (uint8_t)(node->depth > 0 ? node->depth : 0)};
    entry.bound = score >= node->beta   ? BOUND_LOWER
                  : score > node->alpha ? BOUND_EXACT
                                        : BOUND_UPPER;
    table__store(&tree->table, &entry);
}

/* ---------------------------------------------------------------- positions */

static size_t list_moves(const struct tree *tree, const struct node *node, unsigned first,
                         struct order_move moves[ORDER_MOVES_MAX])
{
    const uint16_t *siblings = tree->siblings[node->ply];
    struct order_hints hints = {{(uint16_t)first, siblings[0], siblings[1]},
                                tree->history[tree->board.to_move]};
    size_t cap = node->depth >= 8 ? 48 : node->depth > 0 ? 6 + (size_t)node->depth * 3 : 6;
    return order__list(&tree->board, &hints, moves, cap, true);
}

/* The best of the moves; stops when the effort is over, and then nothing is kept. */
static int search_moves(struct tree *tree, const struct node *node, unsigned first)
{
    struct order_move moves[ORDER_MOVES_MAX];
    struct node open = *node;
    size_t count = list_moves(tree, node, first, moves);
    int best = -TREE_WIN;
    unsigned best_cell = BOARD_NOWHERE;
    for (size_t nth = 0; nth < count; nth++) {
        int score;
        if (best > -TREE_IS_WIN && is_hopeless(tree, node, moves[nth].cell, nth))
            continue;
        if (!try_nth(tree, &open, moves[nth].cell, nth, &score))
            return best;
        if (score <= best)
            continue;
        best = score;
        best_cell = moves[nth].cell;
        if (score <= open.alpha)
            continue;
        open.alpha = score;
        tree__extend_line(tree, node->ply, best_cell);
        if (score >= node->beta) {
            learn(tree, node, moves, nth);
            break;
        }
    }
    store(tree, node, best, best_cell);
    return best;
}

/* The only square that stops a five costs no depth. */
static int search_forced(struct tree *tree, const struct node *node)
{
    const struct board *board = &tree->board;
    unsigned cell = board__first(board, board->to_move ^ 1u, SET_FIVE);
    struct node next = {-node->beta, -node->alpha, node->depth, node->ply + 1};
    int score = 0;
    if (try_move(tree, cell, &next, &score))
        tree__extend_line(tree, node->ply, cell);
    return score;
}

/* Whether the other side has no three that has to be met. */
static bool is_calm(const struct board *board)
{
    return board__straights(board, board->to_move ^ 1u) == 0;
}

/* The end of a line: a win by fours, or a judgement; under a three its answers are tried. What is
 * good enough without a win by fours needs none. */
static int search_leaf(struct tree *tree, const struct node *node)
{
    const struct board *board = &tree->board;
    bool is_last = is_calm(board) || node->depth < -3;
    int score = board__score(board);
    if (is_last && score >= node->beta)
        return score;
    if (wins_by_fours(tree, node, &score) || is_last)
        return score;
    struct node more = {node->alpha, node->beta, node->depth - 1, node->ply};
    return search_moves(tree, &more, BOARD_NOWHERE);
}

/* Whether the side to move is so far ahead that what is left to search will hardly change it. */
static bool is_far_ahead(const struct tree *tree, const struct node *node, int *score_out)
{
    if (!is_narrow(node) || node->depth > MARGIN_DEPTH || !is_calm(&tree->board))
        return false;
    *score_out = board__score(&tree->board) - MARGIN_A_PLY * node->depth;
    return *score_out >= node->beta;
}

static int search_inner(struct tree *tree, const struct node *node)
{
    int score;
    const struct table_entry *entry = table__find(&tree->table, tree->board.key);
    if (entry != NULL && is_answered(entry, node, &score))
        return score;
    unsigned first = entry != NULL ? entry->cell : BOARD_NOWHERE;
    if (is_far_ahead(tree, node, &score) || wins_by_fours(tree, node, &score))
        return score;
    return search_moves(tree, node, first);
}

static int search(struct tree *tree, const struct node *node)
{
    int score;
    if (is_end(tree, node, &score))
        return score;
    if (node->ply >= TREE_PLIES - 2)
        return board__score(&tree->board);
    if (board__fives(&tree->board, tree->board.to_move ^ 1u) > 0)
        return search_forced(tree, node);
    return node->depth <= 0 ? search_leaf(tree, node) : search_inner(tree, node);
}

int tree__search(struct tree *tree, int alpha, int beta, int depth, unsigned ply)
{
    struct node node = {alpha, beta, depth, ply};
    return search(tree, &node);
}
