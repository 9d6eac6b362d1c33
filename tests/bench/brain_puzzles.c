/* SPDX-License-Identifier: MIT */
/*
 * Makes puzzles of a game: positions of careful games of chance in which one action alone wins, and
 * not within two, each with its proof, which the checker has believed; the shortest proofs first.
 * On standard output as a collection of SGF. brain_puzzles VARIANT COUNT FROM TO [SEED [NODES]]:
 * positions behind FROM to TO actions, or those of brain_fouls.h where rules forbid squares.
 */
#include "brain/solve.h"
#include "engine/sight.h"
#include "lessons/check.h"
#include "lessons/lesson.h"
#include "lessons/quick.h"
#include "tests/bench/brain_fouls.h"
#include "tests/bench/proof_maker.h"
#include "tests/support/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POSITIONS ((size_t)1 << 21)
#define TREE_NODES 400 /* a longer proof is no puzzle for people */
#define NODES_LEAST 10 /* a shorter one is too easy, but for fours that end in a foul */
#define TEXT_SIZE (64 * 1024)
#define PUZZLES_MAX 1000

struct puzzle {
    uint64_t key;
    uint32_t nodes;
    char *text;
};

static struct action list[GAME_LEGAL_MAX];

/* An action that ends the game for who does it. */
static bool find_win(const struct game *game, struct action *action_out)
{
    static struct action wins[GAME_LEGAL_MAX];
    struct game after;
    size_t count = sight_wins(game, wins, GAME_LEGAL_MAX);
    for (size_t i = 0; i < count; i++) {
        *action_out = wins[i];
        game_copy(&after, game);
        game_do(&after, wins[i]);
        if (game_winner(&after) == game_to_act(game))
            return true;
    }
    return false;
}

/* By chance, but that a win is taken, and one of the other side stopped where a single action does.
 */
static struct action act_carefully(const struct game *game, uint64_t *chance)
{
    struct action action;
    struct action win;
    struct game after;
    if (find_win(game, &action))
        return action;
    size_t count = game_legal_actions(game, list, GAME_LEGAL_MAX);
    for (int tries = 0; tries < 12; tries++) {
        action = list[random_below(chance, count)];
        game_copy(&after, game);
        game_do(&after, action);
        if (game_status(&after) != GAME_OPEN || !find_win(&after, &win))
            return action;
        if (game_check(game, win) == 0) {
            game_copy(&after, game);
            game_do(&after, win);
            if (game_status(&after) != GAME_OPEN || !find_win(&after, &action))
                return win;
        }
    }
    return action;
}

static bool is_known(const struct puzzle *puzzles, size_t count, uint64_t key)
{
    for (size_t i = 0; i < count; i++)
        if (puzzles[i].key == key)
            return true;
    return false;
}

/* A position behind so many actions; false: the game was over before. */
static bool find_position(struct game *game, const struct variant *variant, unsigned plies,
                          uint64_t *chance)
{
    game_init(game, variant);
    while (game_status(game) == GAME_OPEN && game->ply < plies)
        game_do(game, act_carefully(game, chance));
    return game_status(game) == GAME_OPEN;
}

/* ------------------------------------------------------------------ puzzles */

/* Whether it is won, but by nothing that is seen at a glance. */
static bool is_worth_it(struct solver *solver, const struct game *game, uint64_t nodes)
{
    const struct lesson_aim aim = {game_to_act(game), false};
    const struct solve_question question = {aim.seat, false, nodes};
    struct action action = {0};
    uint64_t effort = UINT64_MAX;
    return !lesson_soon(game, &aim, &effort, &action) &&
           solver_ask(solver, game, &question, NULL) == SOLVE_YES;
}

/* Writes the puzzle of the position; false: it is none. */
static bool make(struct solver *solver, const struct game *game, uint64_t nodes,
                 struct puzzle *puzzle_out)
{
    static struct record_tree_node tree_nodes[TREE_NODES];
    static char words[1];
    static char text[TEXT_SIZE];
    struct record_tree tree;
    struct lesson_report report;
    record_tree_init(&tree, game->variant,
                     (struct record_tree_memory){tree_nodes, TREE_NODES, words, sizeof(words)});
    if (record_tree_begin_at(&tree, game) != 0 || !proof_maker_make(&tree, solver, nodes) ||
        (tree.count < NODES_LEAST && !fouls_are_in(game->variant)))
        return false;
    if (!lesson_check(&tree, LESSON_EFFORT, &report)) {
        fprintf(stderr, "brain_puzzles: a tree is not believed (%d)\n", report.fault);
        return false;
    }
    int len = record_tree_write_sgf(&tree, NULL, text, sizeof(text));
    if (len < 0)
        return false;
    *puzzle_out = (struct puzzle){game_key(game), tree.count, malloc((size_t)len + 1)};
    if (puzzle_out->text == NULL)
        exit(EXIT_FAILURE);
    memcpy(puzzle_out->text, text, (size_t)len + 1);
    return true;
}

static int compare(const void *a, const void *b)
{
    const struct puzzle *one = a;
    const struct puzzle *other = b;
    if (one->nodes != other->nodes)
        return one->nodes < other->nodes ? -1 : 1;
    return one->key < other->key ? -1 : one->key > other->key;
}

int main(int argc, char **argv)
{
    static struct puzzle puzzles[PUZZLES_MAX];
    const struct variant *variant = argc > 4 ? variant_find(argv[1], strlen(argv[1])) : NULL;
    size_t wanted = argc > 4 ? strtoul(argv[2], NULL, 10) : 0;
    unsigned from = argc > 4 ? (unsigned)strtoul(argv[3], NULL, 10) : 0;
    unsigned to = argc > 4 ? (unsigned)strtoul(argv[4], NULL, 10) : 0;
    uint64_t chance = argc > 5 ? strtoull(argv[5], NULL, 10) : 1;
    uint64_t nodes = argc > 6 ? strtoull(argv[6], NULL, 10) : 1000000;
    void *memory = malloc(solver_size(POSITIONS));
    if (variant == NULL || wanted == 0 || wanted > PUZZLES_MAX || from > to || memory == NULL) {
        fprintf(stderr, "usage: brain_puzzles VARIANT COUNT FROM TO [SEED [NODES]]\n");
        return EXIT_FAILURE;
    }
    size_t count = 0;
    while (count < wanted) {
        struct game game;
        unsigned plies = from + (unsigned)random_below(&chance, to - from + 1);
        bool is_found = true;
        if (fouls_are_in(variant))
            fouls_make(&game, variant, &chance);
        else
            is_found = find_position(&game, variant, plies, &chance);
        if (!is_found || is_known(puzzles, count, game_key(&game)))
            continue;
        struct solver *solver = solver_init(memory, POSITIONS, NULL, NULL);
        if (is_worth_it(solver, &game, nodes) && make(solver, &game, nodes, &puzzles[count])) {
            count++;
            fprintf(stderr, "%zu: %u nodes\n", count, puzzles[count - 1].nodes);
        }
    }
    qsort(puzzles, count, sizeof(puzzles[0]), compare);
    for (size_t i = 0; i < count; i++) {
        fputs(puzzles[i].text, stdout);
        free(puzzles[i].text);
    }
    free(memory);
    return EXIT_SUCCESS;
}
