/* SPDX-License-Identifier: MIT */
/*
 * The opening of Swap2 as `pentad` plays it, before colours are chosen: stones after which neither
 * side is better, as far as it sees, and the better colour when it may choose.
 */
#include "brain/pentad_opening.h"

#include "brain/chance.h"
#include "brain/pentad.h"
#include "brain/triples.h"

#define NODES_OF_A_CHOICE 200000
#define EVEN (PROSPECT_SHARE_ONE / 2)
#define WORTH_TAKING (PROSPECT_SHARE_ONE / 20) /* so far from even, a colour is taken */
#define TRIES 32                               /* cells that are weighed for a stone */
#define PAIRS 4                                /* of these, for the first of two stones */
#define NEAR 4                                 /* squares from some stone */

bool pentad__is_opening(const struct game *game)
{
    return game_seat_mark(game, SEAT_FIRST) == MARK_NONE;
}

static uint64_t nodes_of(const struct thinking *thinking)
{
    uint64_t nodes = pentad__level(thinking->level)->nodes;
    if (thinking->nodes > 0 && thinking->nodes < nodes)
        nodes = thinking->nodes;
    return nodes < NODES_OF_A_CHOICE ? nodes : NODES_OF_A_CHOICE;
}

/* The share of the side that places the next stone after the opening: O. */
static unsigned share_of(const struct position *position, const struct thinking *thinking,
                         uint64_t nodes, struct thought *thought)
{
    struct search_result result;
    pentad__think(position, thinking, nodes, &result);
    thought->nodes += result.nodes;
    thought->was_stopped = thought->was_stopped || result.was_stopped;
    return result.moves[0].share;
}

/* ---------------------------------------------------------------- choices */

static void decide(struct thought *thought, struct action action, unsigned share)
{
    mind__decide(thought, action);
    thought->prospects[0].share = (uint16_t)share;
}

static void choose(const struct game *game, const struct thinking *thinking,
                   struct thought *thought)
{
    struct position position;
    position_from_game(&position, game);
    struct thinking quiet = *thinking;
    quiet.progress = NULL;
    quiet.prospects = 1;
    unsigned share = share_of(&position, &quiet, nodes_of(thinking), thought);
    bool may_add = game_expects(game) == EXPECTS_FIRST_CHOICE;
    if (may_add && share <= EVEN + WORTH_TAKING && share >= EVEN - WORTH_TAKING)
        decide(thought, action_choose(CHOICE_TWO_MORE), EVEN);
    else if (share >= EVEN)
        decide(thought, action_choose(CHOICE_WHITE), share);
    else
        decide(thought, action_choose(CHOICE_BLACK), PROSPECT_SHARE_ONE - share);
}

/* ---------------------------------------------------------------- stones */

/* Whether a stone of the opening may lie there: free, and near a stone, or in the middle of a board
 * without one. */
static bool is_fit(const struct position *position, unsigned cell)
{
    bool is_near = false;
    unsigned middle = position->width / 2u + position->height / 2u * position->width;
    for (size_t i = 0; i < position->count; i++) {
        if (position->stones[i].cell == cell)
            return false;
        is_near =
            is_near || position_distance(position->width, position->stones[i].cell, cell) <= NEAR;
    }
    return is_near ||
           (position->count == 0 && position_distance(position->width, middle, cell) <= NEAR);
}

static unsigned draw_cell(const struct position *position, struct chance *chance)
{
    unsigned cells = (unsigned)position->width * position->height;
    unsigned cell;
    do
        cell = (unsigned)chance__below(chance, cells);
    while (!is_fit(position, cell));
    return cell;
}

struct balance {
    unsigned cell;
    unsigned off; /* from even */
};

/* Each try counts its nodes anew, and may be too short to ask. */
static bool is_to_stop(const struct thinking *thinking, struct thought *thought)
{
    if (!thought->was_stopped && thinking->stop != NULL)
        thought->was_stopped = thinking->stop(thinking->ctx);
    return thought->was_stopped;
}

/* Of some cells, that for the last stone of the opening after which the sides are most even. */
static struct balance find_even(const struct position *position, const struct thinking *thinking,
                                struct chance *chance, unsigned tries, struct thought *thought)
{
    struct balance best = {0, PROSPECT_SHARE_ONE};
    uint64_t nodes = nodes_of(thinking) / TRIES;
    for (unsigned i = 0; i < tries && (i == 0 || !is_to_stop(thinking, thought)); i++) {
        struct position next = *position;
        unsigned cell = draw_cell(position, chance);
        position_place(&next, cell);
        unsigned share = share_of(&next, thinking, nodes, thought);
        unsigned off = share > EVEN ? share - EVEN : EVEN - share;
        if (off < best.off)
            best = (struct balance){cell, off};
    }
    return best;
}

/* The first of two stones: one after which a second makes the sides even. */
static struct balance find_pair(const struct position *position, const struct thinking *thinking,
                                struct chance *chance, struct thought *thought)
{
    struct balance best = {0, PROSPECT_SHARE_ONE};
    for (unsigned i = 0; i < PAIRS && (best.off == PROSPECT_SHARE_ONE || !thought->was_stopped);
         i++) {
        struct position next = *position;
        unsigned cell = draw_cell(position, chance);
        position_place(&next, cell);
        struct balance second = find_even(&next, thinking, chance, TRIES / PAIRS, thought);
        if (second.off < best.off)
            best = (struct balance){cell, second.off};
    }
    return best;
}

/* The next stone of `left` before somebody chooses. */
static unsigned weigh(const struct position *position, const struct thinking *thinking,
                      struct chance *chance, unsigned left, struct thought *thought)
{
    struct thinking quiet = *thinking;
    quiet.progress = NULL;
    quiet.prospects = 1;
    if (left > 2)
        return draw_cell(position, chance);
    if (left == 2)
        return find_pair(position, &quiet, chance, thought).cell;
    return find_even(position, &quiet, chance, TRIES, thought).cell;
}

static void place(const struct game *game, const struct thinking *thinking, struct thought *thought)
{
    struct position position;
    struct chance chance = {thinking->seed};
    position_from_game(&position, game);
    unsigned cell = triples__follow(&position, &chance);
    if (cell == TRIPLES_NOWHERE)
        cell = weigh(&position, thinking, &chance, game_stones_left(game), thought);
    decide(thought, action_place(cell), EVEN);
}

void pentad__open(const struct game *game, const struct thinking *thinking,
                  struct thought *thought_out)
{
    if (game_expects(game) == EXPECTS_STONE)
        place(game, thinking, thought_out);
    else
        choose(game, thinking, thought_out);
}
