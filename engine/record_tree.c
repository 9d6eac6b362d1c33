/* SPDX-License-Identifier: MIT */
/*
 * A tree of actions in memory of the caller: nodes that know parent, first child and next sibling,
 * and words behind each other, each with a final NUL. The word at 0 is empty and stands for none.
 */
#include "engine/record_tree.h"

#include "engine/require.h"
#include "engine/sgf.h"

#include <string.h>

void record_tree_init(struct record_tree *tree, const struct variant *variant,
                      struct record_tree_memory memory)
{
    REQUIRE(memory.nodes_max > 0 && memory.words_max > 0);
    game_init(&tree->start, variant);
    tree->claim = SEAT_NONE;
    tree->is_only = false;
    tree->title = 0;
    tree->memory = memory;
    tree->count = 1;
    tree->words_count = 1;
    memory.words[0] = '\0';
    memory.nodes[RECORD_TREE_ROOT] = (struct record_tree_node){
        .parent = RECORD_TREE_NONE, .child = RECORD_TREE_NONE, .next = RECORD_TREE_NONE};
}

int record_tree_begin_at(struct record_tree *tree, const struct game *start)
{
    REQUIRE(tree->count == 1);
    bool is_told = start->stones == start->ply && game_expects(start) == EXPECTS_STONE;
    if (!is_told && sgf__is_public(start->variant))
        return ERR_BAD_RECORD;
    game_copy(&tree->start, start);
    tree->memory.nodes[RECORD_TREE_ROOT].ply = start->ply;
    return 0;
}

/* The child with the action, or the last one, or none. */
static uint32_t last_child(const struct record_tree *tree, uint32_t parent, struct action action)
{
    const struct record_tree_node *nodes = tree->memory.nodes;
    uint32_t node = nodes[parent].child;
    while (node != RECORD_TREE_NONE && !action_equals(nodes[node].action, action) &&
           nodes[node].next != RECORD_TREE_NONE)
        node = nodes[node].next;
    return node;
}

uint32_t record_tree_find(const struct record_tree *tree, uint32_t parent, struct action action)
{
    uint32_t node = last_child(tree, parent, action);
    bool is_it = node != RECORD_TREE_NONE && action_equals(tree->memory.nodes[node].action, action);
    return is_it ? node : RECORD_TREE_NONE;
}

int record_tree_add(struct record_tree *tree, uint32_t parent, struct action action,
                    uint32_t *node_out)
{
    struct record_tree_node *nodes = tree->memory.nodes;
    uint32_t last = last_child(tree, parent, action);
    *node_out = last;
    if (last != RECORD_TREE_NONE && action_equals(nodes[last].action, action))
        return 0;
    if (tree->count >= tree->memory.nodes_max)
        return ERR_TOO_SMALL;
    *node_out = tree->count++;
    nodes[*node_out] = (struct record_tree_node){
        .parent = parent,
        .child = RECORD_TREE_NONE,
        .next = RECORD_TREE_NONE,
        .action = action,
        .ply = parent == RECORD_TREE_ROOT ? tree->start.ply : (uint16_t)(nodes[parent].ply + 1)};
    if (last == RECORD_TREE_NONE)
        nodes[parent].child = *node_out;
    else
        nodes[last].next = *node_out;
    return 0;
}

/* Keeps the words and tells their place. A comment that is replaced by a shorter one leaves its
 * place unused. */
static int words_keep(struct record_tree *tree, const char *text, size_t len, uint32_t *place_out)
{
    const struct record_tree_memory *memory = &tree->memory;
    if (len == 0) {
        *place_out = 0;
        return 0;
    }
    if (len >= memory->words_max - tree->words_count)
        return ERR_TOO_SMALL;
    *place_out = tree->words_count;
    memcpy(memory->words + tree->words_count, text, len);
    memory->words[tree->words_count + len] = '\0';
    tree->words_count += (uint32_t)len + 1;
    return 0;
}

int record_tree_comment(struct record_tree *tree, uint32_t node, const char *text, size_t len)
{
    return words_keep(tree, text, len, &tree->memory.nodes[node].comment);
}

int record_tree_name(struct record_tree *tree, const char *text, size_t len)
{
    return words_keep(tree, text, len, &tree->title);
}

const char *record_tree_get_comment(const struct record_tree *tree, uint32_t node)
{
    return tree->memory.words + tree->memory.nodes[node].comment;
}

const char *record_tree_get_name(const struct record_tree *tree)
{
    return tree->memory.words + tree->title;
}

int record_tree_game(const struct record_tree *tree, uint32_t node, struct game *game_out)
{
    const struct record_tree_node *nodes = tree->memory.nodes;
    struct action path[GAME_ACTIONS_MAX];
    size_t count = 0;
    for (; node != RECORD_TREE_ROOT; node = nodes[node].parent) {
        if (count == GAME_ACTIONS_MAX)
            return ERR_GAME_OVER;
        path[count++] = nodes[node].action;
    }
    game_copy(game_out, &tree->start);
    while (count > 0) {
        int error = game_act(game_out, path[--count]);
        if (error != 0)
            return error;
    }
    return 0;
}
