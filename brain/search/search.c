/* SPDX-License-Identifier: MIT */
/*
 * A thought: first what can be proven, wins by fours and by threes, then a search that goes deeper
 * step by step for as long as there are nodes.
 */
#include "brain/search/search.h"

#include "brain/search/order.h"
#include "brain/search/tree.h"
#include "brain/search/weights.h"
#include "engine/require.h"

#include <string.h>

#define TABLE_ENTRIES_MIN ((size_t)1 << 13)
#define MEMORY_PART 8 /* one entry of failed hunts for so many of the table of positions */
#define DEPTH_MAX 40
#define THREES_DEPTH 10
#define THREES_PART 6     /* of the nodes are spent on wins by threes */
#define THREES_NODES 3000 /* and so many before anything else */
#define FOURS_NODES 50000
#define SEEN_NODES 100000 /* to prove a win that was seen */
#define LOSS_DEPTH 3
#define SEEN_WIN 9999 /* the share of a win that is not proven */
#define SEEN_LOSS 1
#define FORCED_DEPTH 6 /* so deep goes the judgement of a move that is the only one */

/* The moves of the first position, in their order of now. */
struct root {
    struct tree *tree;
    const struct search_options *options;
    struct search_result *result;
    size_t count;
    size_t shown; /* so many are asked for */
    struct order_move moves[ORDER_MOVES_MAX];
    struct search_move known[ORDER_MOVES_MAX]; /* of moves[nth], since it was searched last */
};

/* ---------------------------------------------------------------- lent memory */

size_t search_tables_size(void)
{
    return sizeof(struct patterns);
}

void search_tables_make(void *tables_out, bool overline_wins)
{
    patterns__make(tables_out, overline_wins);
}

static size_t size_with(size_t entries)
{
    return sizeof(struct tree) + 16 + entries * sizeof(struct table_entry) +
           entries / MEMORY_PART * sizeof(struct hunt_entry);
}

size_t search_memory_size(void)
{
    return size_with(TABLE_ENTRIES_MIN);
}

size_t search_memory_for(size_t entries)
{
    return size_with(entries < TABLE_ENTRIES_MIN ? TABLE_ENTRIES_MIN : entries);
}

static struct tree *tree_in(void *memory, size_t size, const struct search_options *options)
{
    struct tree *tree = memory;
    size_t entries = TABLE_ENTRIES_MIN;
    unsigned char *behind = (unsigned char *)memory + (sizeof(struct tree) + 15) / 16 * 16;
    while (size_with(2 * entries) <= size)
        entries *= 2;
    memset(tree, 0, offsetof(struct tree, board));
    tree->effort.limit = options->nodes;
    tree->effort.stop = options->stop;
    tree->effort.ctx = options->ctx;
    tree->table.count = entries;
    tree->table.entries = (struct table_entry *)(void *)behind;
    behind += entries * sizeof(struct table_entry);
    tree->hunt.memory = (struct hunt_entry *)(void *)behind;
    tree->hunt.entries = entries / MEMORY_PART;
    tree->hunt.effort = &tree->effort;
    tree->hunt.board = &tree->board;
    memset(tree->siblings, 0xFF, sizeof(tree->siblings));
    return tree;
}

/* ---------------------------------------------------------------- what is told */

static struct search_move move_of(unsigned cell, int share, unsigned depth, enum search_proof proof)
{
    return (struct search_move){.cell = (uint16_t)cell,
                                .share = (uint16_t)share,
                                .depth = (uint8_t)depth,
                                .proof = (uint8_t)proof,
                                .line_count = 1,
                                .line = {(uint16_t)cell}};
}

static void set_line(struct search_move *move, const uint16_t *cells, size_t count)
{
    move->line_count = (uint8_t)(count < SEARCH_LINE_MAX ? count : SEARCH_LINE_MAX);
    memcpy(move->line, cells, move->line_count * sizeof(*cells));
}

/* Nothing that was seen is certain until it is proven. */
static int share_of(int score)
{
    if (score >= TREE_IS_WIN)
        return SEEN_WIN;
    return score <= -TREE_IS_WIN ? SEEN_LOSS : weights__share(score);
}

static void tell(struct root *root)
{
    root->result->nodes = root->tree->effort.nodes;
    root->result->was_stopped = root->tree->effort.is_stopped;
    root->result->count = (uint8_t)(root->count < root->shown ? root->count : root->shown);
    memcpy(root->result->moves, root->known, root->result->count * sizeof(*root->known));
}

static void report(struct root *root)
{
    tell(root);
    if (root->options->progress != NULL)
        root->options->progress(root->options->ctx, root->result);
}

/* Makes the move the nth, those between one later. */
static void bring_forward(struct root *root, size_t from, size_t to)
{
    struct order_move move = root->moves[from];
    struct search_move known = root->known[from];
    memmove(&root->moves[to + 1], &root->moves[to], (from - to) * sizeof(move));
    memmove(&root->known[to + 1], &root->known[to], (from - to) * sizeof(known));
    root->moves[to] = move;
    root->known[to] = known;
}

/* ---------------------------------------------------------------- what is proven */

/* Puts a proven win first; then nothing else has to be thought about. */
static void take_win(struct root *root, const struct hunt_line *line, unsigned depth)
{
    struct search_move move = move_of(line->cells[0], 10000, depth, SEARCH_WIN);
    size_t nth = 0;
    set_line(&move, line->cells, line->count);
    while (nth < root->count && root->moves[nth].cell != move.cell)
        nth++;
    if (nth == root->count && root->count < ORDER_MOVES_MAX)
        root->count++;
    if (nth == ORDER_MOVES_MAX)
        nth--;
    root->moves[nth] = (struct order_move){move.cell, TREE_WIN};
    root->known[nth] = move;
    bring_forward(root, nth, 0);
}

static bool prove_threes(struct root *root, uint64_t nodes)
{
    struct hunt *hunt = &root->tree->hunt;
    if (!hunt__threes(hunt, THREES_DEPTH, nodes))
        return false;
    take_win(root, &hunt->found, hunt->found.count);
    return true;
}

/* A part of all nodes, but no more than so many: the limit may be one that is never reached. */
static uint64_t part_of(const struct root *root, uint64_t part, uint64_t most)
{
    uint64_t nodes = root->tree->effort.limit / part;
    return nodes < most ? nodes : most;
}

static bool prove_win(struct root *root)
{
    struct hunt *hunt = &root->tree->hunt;
    if (hunt__fours(hunt, HUNT_FOURS_MAX, part_of(root, 4, FOURS_NODES)) && hunt__is_sound(hunt)) {
        take_win(root, &hunt->found, hunt->found.count);
        return true;
    }
    return prove_threes(root, part_of(root, THREES_PART, THREES_NODES));
}

/* A win that the search has seen may be proven from the position behind its first moves. */
static void prove_what_was_seen(struct root *root)
{
    struct tree *tree = root->tree;
    struct search_move *best = &root->known[0];
    uint64_t left = tree->effort.limit - tree->effort.nodes;
    uint64_t most = SEEN_NODES + 2 * tree->effort.nodes;
    left = left < most ? left : most;
    if (best->share == SEEN_WIN && prove_threes(root, left))
        return;
    if (best->share != SEEN_LOSS || !hunt__is_lost(&tree->hunt, LOSS_DEPTH, left))
        return;
    best->proof = SEARCH_LOSS;
    best->share = 0;
}

/* ---------------------------------------------------------------- going deeper */

static void keep(struct root *root, size_t nth, int score, int depth)
{
    struct tree *tree = root->tree;
    struct search_move *known = &root->known[nth];
    tree__extend_line(tree, 0, root->moves[nth].cell);
    *known = move_of(root->moves[nth].cell, share_of(score), (unsigned)depth, SEARCH_UNKNOWN);
    set_line(known, tree->lines[0].cells, tree->lines[0].count);
    root->moves[nth].rank = score;
}

/* Whether the stone that was just placed is better than alpha, looked at so deep. */
static bool is_better(struct tree *tree, int alpha, int depth, int *score_out)
{
    *score_out = -tree__search(tree, -alpha - 1, -alpha, depth, 1);
    return *score_out > alpha && !effort__is_over(&tree->effort);
}

static bool search_root_move(struct root *root, size_t nth, int alpha, int depth, int *score_out)
{
    struct tree *tree = root->tree;
    bool is_first = alpha == -TREE_WIN;
    unsigned cell = root->moves[nth].cell;
    int less = is_first ? 0 : tree__reduction(tree, depth, cell, nth);
    if (!effort__spend(&tree->effort))
        return false;
    board__make(&tree->board, cell);
    if (is_first || (is_better(tree, alpha, depth - 1 - less, score_out) &&
                     (less == 0 || is_better(tree, alpha, depth - 1, score_out))))
        *score_out = -tree__search(tree, -TREE_WIN, -alpha, depth - 1, 1);
    board__unmake(&tree->board);
    return !effort__is_over(&tree->effort);
}

/* Finds the best of the moves from `rank` on, and makes it the one of that rank. */
static bool search_rank(struct root *root, size_t rank, int depth)
{
    int best = -TREE_WIN;
    for (size_t nth = rank; nth < root->count; nth++) {
        int score;
        if (!search_root_move(root, nth, best, depth, &score))
            return false;
        if (score <= best)
            continue;
        best = score;
        keep(root, nth, score, depth);
        bring_forward(root, nth, rank);
        if (root->shown == 1)
            report(root);
    }
    return true;
}

/* Where a win is proven, only the moves behind it are left to be looked at. */
static size_t first_rank(const struct root *root)
{
    return root->known[0].proof == SEARCH_WIN ? 1 : 0;
}

static bool search_ranks(struct root *root, int depth)
{
    for (size_t rank = first_rank(root); rank < root->shown && rank < root->count; rank++)
        if (!search_rank(root, rank, depth))
            return false;
    return true;
}

/* Moves that were left out may make a later rank the better one. */
static void sort_shown(struct root *root)
{
    for (size_t i = 1; i < root->shown && i < root->count; i++) {
        size_t to = i;
        while (to > 0 && root->known[to - 1].share < root->known[i].share)
            to--;
        bring_forward(root, i, to);
    }
}

/* Several moves are compared at one depth: of one that was not finished nothing is kept. */
static bool search_depth(struct root *root, int depth)
{
    struct root before = *root;
    if (search_ranks(root, depth)) {
        sort_shown(root);
        return true;
    }
    if (root->shown > 1 && depth > 1)
        *root = before;
    return false;
}

static void deepen(struct root *root)
{
    int deepest = root->count == 1 ? FORCED_DEPTH : DEPTH_MAX;
    for (int depth = 1; depth <= deepest; depth++) {
        if (!search_depth(root, depth))
            return;
        report(root);
        if (first_rank(root) > 0)
            continue;
        /* A proven result does not change by going on. */
        int score = root->moves[0].rank;
        if (score >= TREE_IS_WIN || score <= -TREE_IS_WIN ||
            prove_threes(root, root->tree->effort.nodes / THREES_PART))
            return;
    }
}

/* ---------------------------------------------------------------- a thought */

/* Lists the moves that are asked about. */
static size_t list_only(const struct search_options *options, struct order_move *moves_out)
{
    for (size_t i = 0; i < options->only_count; i++)
        moves_out[i] = (struct order_move){options->only[i], 0};
    return options->only_count;
}

/* The moves of the first position. Whoever has a five makes it, and who must stop one has but that
 * move; both are seen without a search. */
static void list_roots(struct root *root)
{
    static const int32_t no_history[POSITION_CELLS_MAX];
    const struct board *board = &root->tree->board;
    struct order_hints hints = {{BOARD_NOWHERE, BOARD_NOWHERE, BOARD_NOWHERE}, no_history};
    unsigned own = board__first(board, board->to_move, SET_FIVE);
    unsigned other = board__first(board, board->to_move ^ 1u, SET_FIVE);
    unsigned cell = own != BOARD_NOWHERE ? own : other;
    root->count = 1;
    if (cell != BOARD_NOWHERE)
        root->moves[0] = (struct order_move){(uint16_t)cell, 0};
    else if (root->options->only_count > 0)
        root->count = list_only(root->options, root->moves);
    else
        root->count = order__list(board, &hints, root->moves, ORDER_MOVES_MAX, true);
    for (size_t i = 0; i < root->count; i++)
        root->known[i] =
            move_of(root->moves[i].cell, weights__share(board__score(board)), 0, SEARCH_UNKNOWN);
    if (own != BOARD_NOWHERE)
        root->known[0] = move_of(own, 10000, 1, SEARCH_WIN);
    if (board__is_beaten(board))
        root->known[0] = move_of(other, 0, 2, SEARCH_LOSS);
    for (size_t i = 0; i < root->count && board__is_dead(board); i++)
        root->known[i] = move_of(root->moves[i].cell, 5000, 0, SEARCH_DRAW);
}

void search_think(const struct position *position, const struct search_room *room,
                  const struct search_options *options, struct search_result *result_out)
{
    struct root root = {.options = options, .result = result_out, .shown = options->moves};
    REQUIRE(room->memory_size >= search_memory_size());
    REQUIRE(position->count < position->width * position->height);
    memset(result_out, 0, sizeof(*result_out));
    if (root.shown < 1 || root.shown > SEARCH_MOVES_MAX)
        root.shown = root.shown < 1 ? 1 : SEARCH_MOVES_MAX;
    root.tree = tree_in(room->memory, room->memory_size, options);
    board__init(&root.tree->board, room->tables, position);
    list_roots(&root);
    if (root.known[0].proof == SEARCH_UNKNOWN) {
        if (!prove_win(&root) || root.shown > 1)
            deepen(&root);
        prove_what_was_seen(&root);
    }
    tell(&root);
}
