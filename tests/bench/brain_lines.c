/* SPDX-License-Identifier: MIT */
/*
 * Writes a proven line: a tree in which every answer of the loser is refuted (lessons/check.h).
 *
 *   brain_lines VARIANT "h8 i9 i7" [NODES [QUIET [NAME]]] > FILE.sgf
 *
 * The side that placed the third stone of "h8 i9 i7 ..." less than two stones ago, X, is to win.
 * The hunts of brain/ are asked position by position for a win by fours and threes within NODES;
 * where there is none, up to QUIET moves of a line may be others, as the player `pentad` suggests
 * them. What became of each first answer goes to standard error. The checker has the last word: the
 * exit status is 0 only if it believes the tree.
 */
#include "brain/search/prove.h"
#include "lessons/check.h"
#include "tests/bench/brain_games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TREE_NODES 4000000u
#define TREE_WORDS 4096u
#define MEMORY ((size_t)8 << 20)
#define FOURS_NODES 20000
#define SUGGEST_NODES 30000
#define SUGGESTIONS 6
#define RETRIES 3 /* of a hunt that failed behind one that did not, with four times the nodes */

struct lines {
    const struct variant *variant;
    struct record_tree tree;
    struct games_side adviser;
    struct prover prover;
    uint64_t nodes;
    enum mark winner;
    struct game game;
};

static bool prove_move(struct lines *lines, uint32_t node, uint64_t nodes, unsigned quiet);

/* Adds the action as a node, and does it. */
static uint32_t go(struct lines *lines, uint32_t node, struct action action)
{
    uint32_t child;
    if (record_tree_add(&lines->tree, node, action, &child) != 0) {
        fprintf(stderr, "brain_lines: the tree is too large\n");
        exit(2);
    }
    game_do(&lines->game, action);
    return child;
}

/* Takes the nodes from `count` on away again, which are all below `node`. */
static void cut(struct lines *lines, uint32_t node, uint32_t count)
{
    struct record_tree_node *nodes = lines->tree.memory.nodes;
    uint32_t *link = &nodes[node].child;
    while (*link != RECORD_TREE_NONE && *link < count)
        link = &nodes[*link].next;
    *link = RECORD_TREE_NONE;
    lines->tree.count = count;
}

static bool wins_soon(const struct lines *lines, size_t *cell)
{
    struct lesson_board board;
    uint64_t effort = LESSON_EFFORT;
    lesson_board_init(&board, &lines->game);
    return lesson_wins_soon(&board, lines->winner, &effort, cell);
}

/* The loser's answer: refuted at sight, or by a line of its own in the tree. */
static bool prove_answer(struct lines *lines, uint32_t node, struct action answer, uint64_t nodes,
                         unsigned quiet)
{
    size_t hint = variant_cells(lines->variant);
    uint32_t count = lines->tree.count;
    game_do(&lines->game, answer);
    bool is_open = game_status(&lines->game) == GAME_OPEN;
    bool loses = is_open && wins_soon(lines, &hint);
    game_undo(&lines->game);
    if (loses || !is_open)
        return loses;
    uint32_t child = go(lines, node, answer);
    loses = prove_move(lines, child, nodes, quiet);
    game_undo(&lines->game);
    if (!loses)
        cut(lines, node, count);
    return loses;
}

/* Every answer at the node, those near the last stone first, since they fail first. */
static bool prove_answers(struct lines *lines, uint32_t node, uint64_t nodes, unsigned quiet)
{
    const struct action last = game_actions(&lines->game)[lines->game.ply - 1];
    unsigned width = lines->variant->width;
    for (unsigned distance = 0; distance < width; distance++)
        for (size_t cell = 0; cell < variant_cells(lines->variant); cell++) {
            bool is_near =
                position_distance(width, (unsigned)cell, (unsigned)action_cell(last)) == distance;
            if (is_near && game_check(&lines->game, action_place(cell)) == 0 &&
                !prove_answer(lines, node, action_place(cell), nodes, quiet))
                return false;
        }
    return true;
}

static bool hunt(struct lines *lines, uint64_t nodes, struct action *move_out)
{
    struct position position;
    struct prove_line line;
    position_from_game(&position, &lines->game);
    if (prove_fours(&lines->prover, &position, FOURS_NODES, &line) != PROVE_YES &&
        prove_threes(&lines->prover, &position, nodes, &line) != PROVE_YES)
        return false;
    *move_out = action_place(line.cells[0]);
    return true;
}

/* One move of the winner, and all answers. */
static bool prove_by(struct lines *lines, uint32_t node, struct action move, uint64_t nodes,
                     unsigned quiet)
{
    uint32_t count = lines->tree.count;
    uint32_t child = go(lines, node, move);
    bool wins = game_status(&lines->game) == GAME_WON || prove_answers(lines, child, nodes, quiet);
    game_undo(&lines->game);
    if (!wins)
        cut(lines, node, count);
    return wins;
}

static bool prove_quietly(struct lines *lines, uint32_t node, uint64_t nodes, unsigned quiet)
{
    struct thought thought;
    struct thinking thinking = {.level = lines->adviser.level,
                                .nodes = SUGGEST_NODES,
                                .prospects = SUGGESTIONS,
                                .tables = lines->adviser.tables,
                                .memory = lines->adviser.memory,
                                .memory_size = GAMES_MEMORY};
    memset(lines->adviser.memory, 0, GAMES_MEMORY);
    if (computer_think(lines->adviser.computer, &lines->game, &thinking, &thought) != 0)
        return false;
    for (unsigned i = 0; i < thought.prospects_count; i++)
        if (prove_by(lines, node, thought.prospects[i].action, nodes, quiet))
            return true;
    return false;
}

static bool prove_move(struct lines *lines, uint32_t node, uint64_t nodes, unsigned quiet)
{
    struct action move;
    size_t hint = variant_cells(lines->variant);
    if (wins_soon(lines, &hint))
        return true;
    if (hunt(lines, nodes, &move)) {
        for (unsigned i = 0; i < RETRIES; i++)
            if (prove_by(lines, node, move, nodes << (2 * i), 0))
                return true;
    }
    return quiet > 0 && prove_quietly(lines, node, nodes, quiet - 1);
}

/* The start, each of its answers told. */
static bool prove_start(struct lines *lines, unsigned quiet)
{
    bool wins = true;
    if (game_next_mark(&lines->game) == lines->winner)
        return prove_move(lines, RECORD_TREE_ROOT, lines->nodes, quiet);
    for (size_t cell = 0; cell < variant_cells(lines->variant); cell++) {
        char text[ACTION_TEXT_SIZE];
        struct action answer = action_place(cell);
        if (game_check(&lines->game, answer) != 0)
            continue;
        bool loses = prove_answer(lines, RECORD_TREE_ROOT, answer, lines->nodes, quiet);
        action_format(lines->variant, answer, text);
        fprintf(stderr, "%s %s %u\n", text, loses ? "proven" : "unknown", lines->tree.count);
        wins = wins && loses;
    }
    return wins;
}

static void lines_init(struct lines *lines, const struct variant *variant)
{
    struct record_tree_memory memory = {
        games_allocate(TREE_NODES * sizeof(struct record_tree_node)), TREE_NODES,
        games_allocate(TREE_WORDS), TREE_WORDS};
    lines->variant = variant;
    lines->winner = MARK_X;
    record_tree_init(&lines->tree, variant, memory);
    games_side_init(&lines->adviser, "pentad", 10, 0, variant);
    lines->prover.tables = lines->adviser.tables;
    lines->prover.memory = games_allocate(MEMORY);
    lines->prover.memory_size = MEMORY;
}

static int write_tree(const struct lines *lines)
{
    struct lesson_report report;
    const struct record_tree *tree = &lines->tree;
    size_t size = RECORD_HEAD_SIZE + GAME_CELLS_MAX * RECORD_TREE_STONE_SIZE + 2 * TREE_WORDS +
                  (size_t)tree->count * RECORD_TREE_NODE_SIZE;
    char *text = games_allocate(size);
    bool is_proof = lesson_check(tree, LESSON_EFFORT, &report);
    fprintf(stderr, "checker: fault %d at node %u of %u; %u answers, %u stones\n",
            (int)report.fault, report.node, tree->count, report.answers, report.stones);
    if (is_proof && record_tree_write_sgf(tree, NULL, text, size) > 0)
        fputs(text, stdout);
    free(text);
    return is_proof ? 0 : 1;
}

static struct lines lines;

int main(int argc, char **argv)
{
    const struct variant *variant = argc > 2 ? variant_find(argv[1], strlen(argv[1])) : NULL;
    if (variant == NULL || game_parse(&lines.game, variant, argv[2], strlen(argv[2]), NULL) != 0) {
        fprintf(stderr, "brain_lines VARIANT \"h8 i9 i7\" [NODES [QUIET [NAME]]]\n");
        return 2;
    }
    lines_init(&lines, variant);
    lines.nodes = argc > 3 ? strtoull(argv[3], NULL, 10) : 1000000;
    if (record_tree_begin_at(&lines.tree, &lines.game) != 0)
        return 2;
    lines.tree.claim = lines.winner;
    if (argc > 5)
        record_tree_name(&lines.tree, argv[5], strlen(argv[5]));
    if (!prove_start(&lines, argc > 4 ? (unsigned)strtoul(argv[4], NULL, 10) : 0)) {
        fprintf(stderr, "not proven\n");
        return 1;
    }
    return write_tree(&lines);
}
