/* SPDX-License-Identifier: MIT */
/*
 * The files of client/cli/connect/puzzle_store.h.
 */
#include "client/cli/connect/puzzle_store.h"

#include "client/cli/connect/state_file.h"
#include "client/solo/line_maker.h"
#include "engine/needs.h"
#include "lessons/check.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIST "puzzles"
#define NAME_SIZE 32
#define NODES_MAX 8192u /* a larger tree is no puzzle */
#define WORDS_MAX 16u

static void file_name(const char *key, char name[NAME_SIZE])
{
    snprintf(name, NAME_SIZE, "puzzle-%s.sgf", key);
}

int puzzle_store_load(struct puzzles *puzzles)
{
    char text[PUZZLES_TEXT_SIZE];
    puzzles->count = 0;
    int failed = state_file_read(LIST, text, sizeof(text));
    if (failed == -ENOENT)
        return 0;
    if (failed == 0 && puzzles_parse(puzzles, text))
        return 0;
    puzzles->count = 0;
    state_file_set_aside(LIST);
    return failed != 0 ? failed : -EBADMSG;
}

int puzzle_store_save(const struct puzzles *puzzles)
{
    char text[PUZZLES_TEXT_SIZE];
    size_t len = puzzles_format(puzzles, text);
    return state_file_replace(LIST, text, len);
}

int puzzle_store_read(const char *key, char *text)
{
    char name[NAME_SIZE];
    file_name(key, name);
    return state_file_read(name, text, PUZZLE_FILE_SIZE);
}

int puzzle_store_put(struct puzzles *puzzles, const struct game *start, const char *text)
{
    char name[NAME_SIZE];
    char key[PUZZLE_KEY_SIZE];
    puzzle_key(start, key);
    file_name(key, name);
    int failed = state_file_replace(name, text, strlen(text));
    if (failed == 0 && !puzzles_add(puzzles, key))
        return -EEXIST;
    return failed;
}

/* ---------------------------------------------------------------- keeping */

/* The same stones in turn, where choices of an opening stand between them. */
static bool without_choices(const struct game *game, struct game *plain_out)
{
    const struct variant *variant = game->variant;
    if (!reader_knows(READER_PUZZLES, variant))
        return false;
    if (variant->needs != NEED_PLAIN)
        variant = variant_find_plain(variant->width, variant->height);
    if (variant == NULL || variant->overline != game->variant->overline)
        return false;
    game_init(plain_out, variant);
    for (size_t ply = 0; ply < game->ply; ply++) {
        struct action action = game_actions(game)[ply];
        if (!action_is_choice(action) && game_act(plain_out, action) != 0)
            return false;
    }
    return game_expects(plain_out) == EXPECTS_STONE;
}

/* Makes the tree, and has it checked. */
static bool make(struct record_tree *tree, const struct game *start, struct prover *prover,
                 uint64_t nodes)
{
    struct lesson_report report;
    struct line_maker maker = {.tree = tree, .prover = prover, .nodes = nodes};
    if (record_tree_begin_at(tree, start) != 0)
        return false;
    tree->claim = game_next_mark(start);
    return line_maker_prove(&maker) && lesson_check(tree, LESSON_EFFORT, &report);
}

static int write_file(const struct record_tree *tree, const char *key)
{
    char name[NAME_SIZE];
    char *text = malloc(PUZZLE_FILE_SIZE);
    if (text == NULL)
        return -ENOMEM;
    file_name(key, name);
    int len = record_tree_write_sgf(tree, NULL, text, PUZZLE_FILE_SIZE);
    int failed = len > 0 ? state_file_replace(name, text, (size_t)len) : -EDOM;
    free(text);
    return failed;
}

static int keep(const struct game *start, struct prover *prover, uint64_t nodes, const char *key)
{
    char words[WORDS_MAX];
    struct record_tree tree;
    struct record_tree_memory memory = {
        .nodes_max = NODES_MAX, .words = words, .words_max = WORDS_MAX};
    memory.nodes = malloc(NODES_MAX * sizeof(*memory.nodes));
    if (memory.nodes == NULL)
        return -ENOMEM;
    record_tree_init(&tree, start->variant, memory);
    int failed = make(&tree, start, prover, nodes) ? write_file(&tree, key) : -EDOM;
    free(memory.nodes);
    return failed;
}

int puzzle_keep(const struct game *game, struct prover *prover, uint64_t nodes)
{
    struct puzzles puzzles;
    struct game start;
    char key[PUZZLE_KEY_SIZE];
    if (!without_choices(game, &start))
        return -EDOM;
    puzzle_key(&start, key);
    int failed = puzzle_store_load(&puzzles);
    if (failed != 0 && failed != -EBADMSG)
        return failed;
    if (puzzles.count == PUZZLES_MAX)
        return -ENOSPC;
    if (!puzzles_add(&puzzles, key))
        return -EEXIST;
    failed = keep(&start, prover, nodes, key);
    return failed != 0 ? failed : puzzle_store_save(&puzzles);
}
