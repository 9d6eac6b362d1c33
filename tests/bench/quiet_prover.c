/* SPDX-License-Identifier: MIT */
/* Proof numbers over quiet moves. */
#include "tests/bench/quiet_prover.h"

#include "tests/bench/brain_games.h"

#include <stdlib.h>
#include <string.h>

#define NEVER 1000000000u
#define MEMORY ((size_t)8 << 20)
#define FOURS_NODES 5000
#define LIST_NODES 6000 /* of the search that lists moves */
#define REPLIES_MAX 24  /* to a move that is tried: with more it is hopeless */
#define DEPTH_MAX 100
#define LONG 8 /* times the nodes of a hunt, for replies far from the fight: few are left over */

void quiet_prover_init(struct quiet_prover *quiet, const void *tables, uint32_t most)
{
    *quiet = (struct quiet_prover){.tables = tables,
                                   .memory = games_allocate(MEMORY),
                                   .memory_size = MEMORY,
                                   .nodes = 6000,
                                   .width = 10,
                                   .tree = games_allocate(most * sizeof(struct quiet_node)),
                                   .most = most};
    quiet->prover.tables = tables;
    quiet->prover.memory = games_allocate(MEMORY);
    quiet->prover.memory_size = MEMORY;
}

void quiet_prover_deinit(struct quiet_prover *quiet)
{
    free(quiet->memory);
    free(quiet->tree);
    free(quiet->prover.memory);
}

/* ---------------------------------------------------------------- positions */

static bool hunt(struct quiet_prover *quiet, const struct position *position, uint64_t nodes,
                 struct prove_line *line_out)
{
    return prove_fours(&quiet->prover, position, FOURS_NODES, line_out) == PROVE_YES ||
           prove_threes(&quiet->prover, position, nodes, line_out) == PROVE_YES;
}

static struct position behind(const struct position *position, unsigned move)
{
    struct position after = *position;
    position_place(&after, move);
    return after;
}

static struct position position_at(const struct quiet_prover *quiet, uint32_t node)
{
    uint16_t moves[DEPTH_MAX];
    size_t count = 0;
    struct position position = quiet->start;
    for (; node != 0 && count < DEPTH_MAX; node = quiet->tree[node].parent)
        moves[count++] = quiet->tree[node].move;
    while (count > 0)
        position_place(&position, moves[--count]);
    return position;
}

/* Whether the attacker has a win at once behind this reply of the side to move. */
static bool reply_loses(struct quiet_prover *quiet, const struct position *position, unsigned reply,
                        uint64_t nodes)
{
    struct prove_line line;
    struct position after = behind(position, reply);
    return !position_is_over(&after) && hunt(quiet, &after, nodes, &line);
}

/* ---------------------------------------------------------------- the tree */

/* Adds a node that nobody has looked at; false if there is no room. */
static bool add(struct quiet_prover *quiet, uint32_t parent, unsigned move)
{
    if (quiet->count == quiet->most)
        return false;
    struct quiet_node *above = &quiet->tree[parent];
    quiet->tree[quiet->count] = (struct quiet_node){.parent = parent,
                                                    .next = above->child,
                                                    .proof = 1,
                                                    .disproof = 1,
                                                    .move = (uint16_t)move,
                                                    .is_attack = !above->is_attack};
    above->child = quiet->count++;
    return true;
}

/* The attacker needs one of its moves, and all replies of the other side. */
static void count_up(struct quiet_prover *quiet, uint32_t nth)
{
    struct quiet_node *node = &quiet->tree[nth];
    uint64_t sum = 0;
    uint32_t least = NEVER;
    for (uint32_t i = node->child; i != 0; i = quiet->tree[i].next) {
        const struct quiet_node *child = &quiet->tree[i];
        uint32_t one = node->is_attack ? child->proof : child->disproof;
        sum += node->is_attack ? child->disproof : child->proof;
        least = one < least ? one : least;
    }
    uint32_t all = sum < NEVER ? (uint32_t)sum : NEVER;
    node->proof = node->is_attack ? least : all;
    node->disproof = node->is_attack ? all : least;
}

static bool has_child(const struct quiet_prover *quiet, uint32_t nth, unsigned move)
{
    for (uint32_t i = quiet->tree[nth].child; i != 0; i = quiet->tree[i].next)
        if (quiet->tree[i].move == move)
            return true;
    return false;
}

/* Every reply that no hunt refutes becomes a child. */
static void make_whole(struct quiet_prover *quiet, uint32_t nth)
{
    struct position position = position_at(quiet, nth);
    unsigned cells = (unsigned)position.width * position.height;
    quiet->tree[nth].is_whole = true;
    for (unsigned cell = 0; cell < cells; cell++) {
        struct position after = position;
        if (!position_place(&after, cell) || has_child(quiet, nth, cell) ||
            reply_loses(quiet, &position, cell, LONG * quiet->nodes))
            continue;
        if (!add(quiet, nth, cell))
            quiet->tree[nth].is_whole = false; /* no room: it stays unproven */
    }
}

/* Counts again from the node up to the root. A quiet move is only proven when no reply is left. */
static void climb(struct quiet_prover *quiet, uint32_t nth)
{
    for (;; nth = quiet->tree[nth].parent) {
        struct quiet_node *node = &quiet->tree[nth];
        count_up(quiet, nth);
        if (!node->is_attack && node->proof == 0 && !node->is_whole) {
            make_whole(quiet, nth);
            count_up(quiet, nth);
            if (!node->is_whole)
                *node = (struct quiet_node){.parent = node->parent,
                                            .next = node->next,
                                            .move = node->move,
                                            .proof = NEVER,
                                            .was_opened = true};
        }
        if (nth == 0)
            return;
    }
}

/* ---------------------------------------------------------------- quiet moves */

/* The replies that may stop what the move threatens: cells of its line, fours of either side, and
 * what is next to the move. */
static void list_replies(const struct position *position, const struct prove_sight *sight,
                         const struct prove_line *line, bool *is_listed)
{
    unsigned last = position->stones[position->count - 1].cell;
    for (unsigned cell = 0; cell < POSITION_CELLS_MAX; cell++)
        is_listed[cell] = sight->spots[COLOUR_X][cell] >= SPOT_FOUR ||
                          sight->spots[COLOUR_O][cell] >= SPOT_FOUR ||
                          position_distance(position->width, cell, last) <= 1;
    for (size_t i = 0; i < line->count; i++)
        is_listed[line->cells[i]] = true;
}

/* Adds the replies of these that no hunt refutes; false if there are too many. */
static bool add_replies(struct quiet_prover *quiet, uint32_t nth, const struct position *position,
                        const bool *is_listed)
{
    unsigned count = 0;
    unsigned cells = (unsigned)position->width * position->height;
    for (unsigned cell = 0; cell < cells; cell++) {
        struct position after = *position;
        if (!is_listed[cell] || !position_place(&after, cell) ||
            reply_loses(quiet, position, cell, quiet->nodes))
            continue;
        if (count++ == REPLIES_MAX || !add(quiet, nth, cell))
            return false;
    }
    return true;
}

/* Opens the node behind a move of the attacker: false if the move threatens nothing, or the other
 * side is faster. */
static bool open_reply(struct quiet_prover *quiet, uint32_t nth)
{
    struct prove_sight sight;
    struct prove_line line;
    bool is_listed[POSITION_CELLS_MAX] = {false};
    uint16_t five = 0;
    struct position position = position_at(quiet, nth);
    enum colour own = (enum colour)position.to_move;
    struct position passed = position;
    passed.to_move ^= 1u;
    quiet->tree[nth].was_opened = true;
    prove_see(&quiet->prover, &position, &sight);
    if (prove_count(&sight, own, SPOT_FIVE, &five) > 0 ||
        !hunt(quiet, &passed, quiet->nodes, &line) ||
        prove_fours(&quiet->prover, &position, FOURS_NODES, &line) == PROVE_YES)
        return false;
    if (prove_count(&sight, own ^ 1u, SPOT_FIVE, &five) > 0)
        is_listed[five] = true;
    else
        list_replies(&position, &sight, &line, is_listed);
    return add_replies(quiet, nth, &position, is_listed);
}

/* Lists the moves of the attacker: what stops a five, else what the search likes. */
static unsigned list_moves(struct quiet_prover *quiet, const struct position *position,
                           uint16_t moves_out[SEARCH_MOVES_MAX])
{
    struct search_result result;
    const struct search_options options = {.nodes = LIST_NODES, .moves = quiet->width};
    memset(quiet->memory, 0, quiet->memory_size);
    search_think(position,
                 &(const struct search_room){quiet->tables, quiet->memory, quiet->memory_size},
                 &options, &result);
    for (unsigned i = 0; i < result.count; i++)
        moves_out[i] = result.moves[i].cell;
    return result.count;
}

static void open_attack(struct quiet_prover *quiet, uint32_t nth)
{
    uint16_t moves[SEARCH_MOVES_MAX];
    struct position position = position_at(quiet, nth);
    unsigned count = list_moves(quiet, &position, moves);
    quiet->tree[nth].was_opened = true;
    for (unsigned i = 0; i < count; i++) {
        uint32_t child = quiet->count;
        if (!add(quiet, nth, moves[i]))
            break;
        if (open_reply(quiet, child)) {
            climb(quiet, child);
        } else {
            quiet->tree[child].proof = NEVER;
            quiet->tree[child].disproof = 0;
            quiet->tree[child].child = 0;
        }
        if (quiet->tree[child].proof == 0)
            break;
    }
    climb(quiet, nth);
}

/* The position that would tell most. */
static uint32_t find_leaf(const struct quiet_prover *quiet)
{
    uint32_t nth = 0;
    while (quiet->tree[nth].was_opened) {
        const struct quiet_node *node = &quiet->tree[nth];
        uint32_t best = node->child;
        for (uint32_t i = node->child; i != 0; i = quiet->tree[i].next) {
            const struct quiet_node *child = &quiet->tree[i];
            bool is_less = node->is_attack ? child->proof < quiet->tree[best].proof
                                           : child->disproof < quiet->tree[best].disproof;
            best = is_less ? i : best;
        }
        nth = best;
    }
    return nth;
}

bool quiet_prove(struct quiet_prover *quiet, const struct position *position, unsigned positions)
{
    struct prove_line line;
    const struct quiet_node *root = &quiet->tree[0];
    quiet->start = *position;
    quiet->tree[0] = (struct quiet_node){.proof = 1, .disproof = 1, .is_attack = true};
    quiet->count = 1;
    if (hunt(quiet, position, quiet->nodes, &line))
        return true;
    while (positions-- > 0 && root->proof != 0 && root->disproof != 0 &&
           quiet->count + POSITION_CELLS_MAX < quiet->most)
        open_attack(quiet, find_leaf(quiet));
    return root->proof == 0;
}
