/* SPDX-License-Identifier: MIT */
/*
 * The order of a leaderboard as a treap that knows the size of every subtree. The weights are a
 * hash of the player's id, so the same players always make the same tree. Borrows its nodes.
 */
#include "db/store_memory_order.h"

#include <stdbool.h>

/* The finaliser of SplitMix64: neighbouring ids get unrelated weights. */
static uint64_t weight_of(uint64_t id)
{
    uint64_t x = id + UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

static bool is_before(const struct order_node *a, const struct order_node *b)
{
    return a->points != b->points ? a->points > b->points : a->player < b->player;
}

size_t order__count(const struct order_node *root)
{
    return root == NULL ? 0 : root->count;
}

static void recount(struct order_node *node)
{
    node->count = 1 + order__count(node->child[0]) + order__count(node->child[1]);
}

/* Parts the tree into what stands before `key` and the rest. */
static void split(struct order_node *tree, const struct order_node *key,
                  struct order_node **before_out, struct order_node **after_out)
{
    if (tree == NULL) {
        *before_out = NULL;
        *after_out = NULL;
        return;
    }
    if (is_before(tree, key)) {
        split(tree->child[1], key, &tree->child[1], after_out);
        *before_out = tree;
    } else {
        split(tree->child[0], key, before_out, &tree->child[0]);
        *after_out = tree;
    }
    recount(tree);
}

/* Everything in `a` stands before everything in `b`. */
static struct order_node *join(struct order_node *a, struct order_node *b)
{
    if (a == NULL || b == NULL)
        return a == NULL ? b : a;
    if (a->weight > b->weight) {
        a->child[1] = join(a->child[1], b);
        recount(a);
        return a;
    }
    b->child[0] = join(a, b->child[0]);
    recount(b);
    return b;
}

void order__add(struct order_node **root, struct order_node *node)
{
    struct order_node *before = NULL;
    struct order_node *after = NULL;
    node->weight = weight_of(node->player);
    node->count = 1;
    node->child[0] = NULL;
    node->child[1] = NULL;
    split(*root, node, &before, &after);
    *root = join(join(before, node), after);
}

void order__remove(struct order_node **root, struct order_node *node)
{
    struct order_node **link = root;
    while (*link != node) {
        (*link)->count--;
        link = &(*link)->child[is_before(*link, node)];
    }
    *link = join(node->child[0], node->child[1]);
}

size_t order__count_above(const struct order_node *root, int points)
{
    size_t above = 0;
    while (root != NULL) {
        bool counts = root->points > points;
        if (counts)
            above += 1 + order__count(root->child[0]);
        root = root->child[counts];
    }
    return above;
}

size_t order__position(const struct order_node *root, const struct order_node *node)
{
    size_t position = 0;
    while (root != node) {
        bool goes_on = is_before(root, node);
        if (goes_on)
            position += 1 + order__count(root->child[0]);
        root = root->child[goes_on];
    }
    return position + order__count(node->child[0]);
}

const struct order_node *order__get(const struct order_node *root, size_t position)
{
    while (root != NULL) {
        size_t before = order__count(root->child[0]);
        if (position == before)
            return root;
        bool goes_on = position > before;
        if (goes_on)
            position -= before + 1;
        root = root->child[goes_on];
    }
    return NULL;
}
