/* SPDX-License-Identifier: MIT */
/* See the header. */
#include "tests/bench/plain_uct.h"

#include "engine/sight.h"
#include "tests/bench/brain_games.h"
#include "tests/support/random.h"

#include <math.h>
#include <stdlib.h>

#define NOBODY 0 /* the root is nobody's child */

struct node {
    struct action action;
    enum seat seat; /* who did it */
    uint32_t child; /* the last one that was added */
    uint32_t sibling;
    uint32_t children;
    uint32_t legal; /* actions behind it; 0: not counted */
    double visits;
    double won; /* by that seat, a draw by half */
};

struct tree {
    struct node *nodes;
    uint32_t count;
    uint64_t chance;
};

static size_t list_legal(const struct game *game, struct action *list)
{
    return sight_candidates(game, list, GAME_LEGAL_MAX);
}

/* Any legal action, each as likely as the others: drawn until it is one, which needs no list. */
static struct action draw(struct tree *tree, const struct game *game)
{
    struct action list[GAME_LEGAL_MAX];
    struct action action;
    if (!sight_is_whole(game->variant))
        return list[random_below(&tree->chance, list_legal(game, list))];
    while (!sight_draw(game, random_next(&tree->chance), &action))
        continue;
    return action;
}

static enum seat play_out(struct tree *tree, struct game *game)
{
    while (game_status(game) == GAME_OPEN)
        game_do(game, draw(tree, game));
    return game_winner(game);
}

static uint32_t choose(const struct tree *tree, uint32_t at)
{
    uint32_t best = NOBODY;
    double most = 0;
    for (uint32_t child = tree->nodes[at].child; child != NOBODY;
         child = tree->nodes[child].sibling) {
        const struct node *node = &tree->nodes[child];
        double value =
            node->won / node->visits + sqrt(2 * log(tree->nodes[at].visits) / node->visits);
        if (best == NOBODY || value > most) {
            best = child;
            most = value;
        }
    }
    return best;
}

/* Adds any action that is not there yet. */
static uint32_t grow(struct tree *tree, uint32_t at, const struct game *game)
{
    struct action list[GAME_LEGAL_MAX];
    size_t count = list_legal(game, list);
    for (uint32_t child = tree->nodes[at].child; child != NOBODY;
         child = tree->nodes[child].sibling)
        for (size_t i = 0; i < count; i++)
            if (action_equals(list[i], tree->nodes[child].action)) {
                list[i] = list[--count];
                break;
            }
    uint32_t added = tree->count++;
    tree->nodes[added] = (struct node){.action = list[random_below(&tree->chance, count)],
                                       .seat = game_to_act(game),
                                       .sibling = tree->nodes[at].child};
    tree->nodes[at].child = added;
    tree->nodes[at].children++;
    return added;
}

static void visit(struct tree *tree, const struct game *from)
{
    struct action list[GAME_LEGAL_MAX];
    uint32_t path[GAME_ACTIONS_MAX + 1] = {0};
    struct game game;
    size_t depth = 0;
    bool is_new = false;
    game_copy(&game, from);
    while (game_status(&game) == GAME_OPEN && !is_new) {
        struct node *node = &tree->nodes[path[depth]];
        if (node->legal == 0)
            node->legal = (uint32_t)list_legal(&game, list);
        is_new = node->children < node->legal;
        uint32_t next = is_new ? grow(tree, path[depth], &game) : choose(tree, path[depth]);
        game_do(&game, tree->nodes[next].action);
        path[++depth] = next;
    }
    enum seat winner = play_out(tree, &game);
    for (size_t i = 0; i <= depth; i++) {
        struct node *node = &tree->nodes[path[i]];
        node->visits++;
        node->won += winner == SEAT_NONE ? 0.5 : winner == node->seat ? 1 : 0;
    }
}

struct action plain_uct_acts(const struct game *game, uint32_t playouts, uint64_t seed)
{
    struct tree tree = {
        .nodes = games_allocate((playouts + 1) * sizeof(struct node)), .count = 1, .chance = seed};
    uint32_t best = NOBODY;
    for (uint32_t i = 0; i < playouts; i++)
        visit(&tree, game);
    for (uint32_t at = tree.nodes[0].child; at != NOBODY; at = tree.nodes[at].sibling)
        if (best == NOBODY || tree.nodes[at].visits > tree.nodes[best].visits)
            best = at;
    struct action action = tree.nodes[best].action;
    free(tree.nodes);
    return action;
}
