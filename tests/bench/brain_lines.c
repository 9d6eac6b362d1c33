/* SPDX-License-Identifier: MIT */
/*
 * Writes a proven line: a tree in which every answer of the loser is refuted (lessons/check.h).
 *
 *   brain_lines VARIANT "h8 i9 i7" [NODES [QUIET [NAME]]] > FILE.sgf
 *
 * X is to win from these stones. The hunts of brain/ are asked position by position, with NODES
 * each; where they find nothing, up to QUIET moves of a line may be what the player `pentad`
 * suggests. What became of each first answer goes to standard error. The checker has the last word:
 * the exit status is 0 only if it believes the tree.
 */
#include "client/solo/line_maker.h"
#include "lessons/check.h"
#include "tests/bench/brain_games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TREE_NODES 4000000u
#define TREE_WORDS 4096u
#define MEMORY ((size_t)8 << 20)
#define SUGGEST_NODES 30000

static struct games_side adviser;
static struct record_tree tree;
static struct prover prover;
static struct line_maker maker = {.tree = &tree, .prover = &prover};

static size_t suggest(void *ctx, const struct game *game, struct action *actions_out)
{
    struct thought thought;
    struct thinking thinking = {.level = adviser.level,
                                .nodes = SUGGEST_NODES,
                                .prospects = LINE_MAKER_SUGGESTIONS,
                                .tables = adviser.tables,
                                .memory = adviser.memory,
                                .memory_size = GAMES_MEMORY};
    (void)ctx;
    memset(adviser.memory, 0, GAMES_MEMORY);
    if (computer_think(adviser.computer, game, &thinking, &thought) != 0)
        return 0;
    size_t count = 0;
    for (; count < thought.prospects_count && count < LINE_MAKER_SUGGESTIONS; count++)
        actions_out[count] = thought.prospects[count].action;
    return count;
}

/* Tells of each answer at the start; whether all are refuted. */
static bool refute_each(void)
{
    bool all = true;
    for (size_t cell = 0; cell < variant_cells(tree.start.variant); cell++) {
        char text[ACTION_TEXT_SIZE];
        if (game_check(&tree.start, action_place(cell)) != 0)
            continue;
        bool loses = line_maker_refute(&maker, action_place(cell));
        action_format(tree.start.variant, action_place(cell), text);
        fprintf(stderr, "%s %s %u\n", text, loses ? "proven" : "unknown", tree.count);
        all = all && loses;
    }
    return all;
}

static int write_tree(void)
{
    struct lesson_report report;
    size_t size = RECORD_HEAD_SIZE + GAME_CELLS_MAX * RECORD_TREE_STONE_SIZE + 2 * TREE_WORDS +
                  (size_t)tree.count * RECORD_TREE_NODE_SIZE;
    char *text = games_allocate(size);
    bool is_proof = lesson_check(&tree, LESSON_EFFORT, &report);
    fprintf(stderr, "checker: fault %d at node %u of %u; %u answers, %u stones\n",
            (int)report.fault, report.node, tree.count, report.answers, report.stones);
    is_proof = is_proof && record_tree_write_sgf(&tree, NULL, text, size) > 0;
    if (is_proof)
        fputs(text, stdout);
    free(text);
    return is_proof ? 0 : 1;
}

static void init(const struct variant *variant)
{
    struct record_tree_memory memory = {
        games_allocate(TREE_NODES * sizeof(struct record_tree_node)), TREE_NODES,
        games_allocate(TREE_WORDS), TREE_WORDS};
    record_tree_init(&tree, variant, memory);
    tree.claim = SEAT_FIRST;
    games_side_init(&adviser, "pentad", 10, 0, variant);
    prover.tables = adviser.tables;
    prover.memory = games_allocate(MEMORY);
    prover.memory_size = MEMORY;
    maker.suggest = suggest;
}

int main(int argc, char **argv)
{
    struct game start;
    const struct variant *variant = argc > 2 ? variant_find(argv[1], strlen(argv[1])) : NULL;
    if (variant == NULL || game_parse(&start, variant, argv[2], strlen(argv[2]), NULL) != 0) {
        fprintf(stderr, "brain_lines VARIANT \"h8 i9 i7\" [NODES [QUIET [NAME]]]\n");
        return 2;
    }
    init(variant);
    maker.nodes = argc > 3 ? strtoull(argv[3], NULL, 10) : 1000000;
    maker.quiet = argc > 4 ? (unsigned)strtoul(argv[4], NULL, 10) : 0;
    if (argc > 5)
        record_tree_name(&tree, argv[5], strlen(argv[5]));
    if (record_tree_begin_at(&tree, &start) != 0)
        return 2;
    bool is_winners_turn = game_to_act(&start) == tree.claim;
    if (!(is_winners_turn ? line_maker_prove(&maker) : refute_each())) {
        fprintf(stderr, "not proven\n");
        return 1;
    }
    return write_tree();
}
