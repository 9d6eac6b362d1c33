/* SPDX-License-Identifier: MIT */
/*
 * Private to db/. Players of one variant in the order of the leaderboard: most points first, ties
 * by player id. Answers "which position" and "who is at this position" in logarithmic time. The
 * nodes are the caller's and stay where they are while they are in an order.
 */
#ifndef PENTAD_DB_STORE_MEMORY_ORDER_H
#define PENTAD_DB_STORE_MEMORY_ORDER_H

#include <stddef.h>
#include <stdint.h>

struct order_node {
    struct order_node *child[2]; /* before and after this one */
    size_t count;                /* of this subtree */
    uint64_t weight;             /* a parent's is the larger one */
    uint64_t player;
    int points;
};

/* NULL is an empty order. `node` has its player and points, and is in no order. */
void order__add(struct order_node **root, struct order_node *node);
/* `node` is in the order. */
void order__remove(struct order_node **root, struct order_node *node);
size_t order__count(const struct order_node *root);
/* How many have more than `points`. */
size_t order__count_above(const struct order_node *root, int points);
/* How many stand before `node`. */
size_t order__position(const struct order_node *root, const struct order_node *node);
/* The one behind `position` others; NULL past the end. */
const struct order_node *order__get(const struct order_node *root, size_t position);

#endif
