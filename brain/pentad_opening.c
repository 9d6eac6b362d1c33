/* SPDX-License-Identifier: MIT */
/*
 * The opening of Swap2 as `pentad` plays it, before colours are chosen: stones after which neither
 * side is better, as far as it sees, and the better colour when it may choose.
 */
#include "brain/pentad_opening.h"

#include "brain/chance.h"
#include "brain/pentad.h"
#include "brain/triples.h"

#include <string.h>

#define NODES_OF_A_LOOK 200000 /* of the last level; others see what they see in a move */
#define EVEN (PROSPECT_SHARE_ONE / 2)
#define WORTH_TAKING (PROSPECT_SHARE_ONE / 20)     /* so far from even, a colour is taken */
#define EVEN_ENOUGH (PROSPECT_SHARE_ONE * 2 / 100) /* so far from even, stones will do */
#define ROUNDS 2                                   /* of looking for a stone */
#define TRIES 32                                   /* cells that are weighed in a round */
#define LOOKS 12 /* of these, at most, that are looked at closely */
#define PAIRS                                                                                      \
    4 /* cells that are weighed for the first of two stones, with a part of the tries each */
#define NEAR 4 /* squares from some stone */

_Static_assert(ROUNDS *(1 + LOOKS) == PENTAD_OPENING_LOOKS,
               "a round has one look that all tries share, and close ones");

bool pentad__is_opening(const struct game *game)
{
    return game_seat_mark(game, SEAT_FIRST) == MARK_NONE;
}

/* The nodes of one look, of which an action takes `looks`. */
static uint64_t nodes_of(const struct thinking *thinking, unsigned looks)
{
    bool is_last = thinking->level == computer_get(COMPUTER_PENTAD)->levels;
    uint64_t nodes = is_last ? NODES_OF_A_LOOK : pentad__level(thinking->level)->nodes;
    bool is_limited = thinking->nodes > 0 && thinking->nodes / looks < nodes;
    return is_limited ? thinking->nodes / looks : nodes;
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
    unsigned share = share_of(&position, &quiet, nodes_of(thinking, 1), thought);
    bool may_add = game_check(game, action_choose(CHOICE_TWO_MORE)) == 0;
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

/* Each look counts its nodes anew, and may be too short to ask. */
static bool is_to_stop(const struct thinking *thinking, struct thought *thought)
{
    if (!thought->was_stopped && thinking->stop != NULL)
        thought->was_stopped = thinking->stop(thinking->ctx);
    return thought->was_stopped;
}

static unsigned off_even(const struct position *position, unsigned cell,
                         const struct thinking *thinking, uint64_t nodes, struct thought *thought)
{
    struct position next = *position;
    position_place(&next, cell);
    unsigned share = share_of(&next, thinking, nodes, thought);
    return share > EVEN ? share - EVEN : EVEN - share;
}

/* The most even cells that were weighed, the best first. */
struct ranking {
    unsigned count;
    struct balance best[LOOKS];
};

static void rank(struct ranking *ranking, struct balance balance)
{
    unsigned at = ranking->count;
    if (at == LOOKS && balance.off >= ranking->best[at - 1].off)
        return;
    at = at == LOOKS ? at - 1 : at;
    for (; at > 0 && ranking->best[at - 1].off > balance.off; at--)
        ranking->best[at] = ranking->best[at - 1];
    ranking->best[at] = balance;
    ranking->count += ranking->count < LOOKS;
}

/* Weighs so many cells for the last stone of the opening, at least one, each a part of one look. */
static struct ranking find_even(const struct position *position, const struct thinking *thinking,
                                struct chance *chance, unsigned tries, struct thought *thought)
{
    uint64_t nodes = nodes_of(thinking, PENTAD_OPENING_LOOKS) / TRIES;
    struct ranking ranking = {.count = 0};
    for (unsigned i = 0; i < tries && (i == 0 || !is_to_stop(thinking, thought)); i++) {
        unsigned cell = draw_cell(position, chance);
        rank(&ranking, (struct balance){cell, off_even(position, cell, thinking, nodes, thought)});
    }
    return ranking;
}

/* Looks closely at the ranked cells, and remembers nothing from other looks, until one is even. */
static void look_closely(const struct position *position, const struct thinking *thinking,
                         const struct ranking *ranking, struct balance *best,
                         struct thought *thought)
{
    uint64_t nodes = nodes_of(thinking, PENTAD_OPENING_LOOKS);
    for (unsigned i = 0; i < ranking->count && best->off > EVEN_ENOUGH; i++) {
        unsigned cell = ranking->best[i].cell;
        if (is_to_stop(thinking, thought))
            return;
        memset(thinking->memory, 0, thinking->memory_size);
        unsigned off = off_even(position, cell, thinking, nodes, thought);
        if (off < best->off)
            *best = (struct balance){cell, off};
    }
}

/* The last stone of the opening: one that a close look holds even, or else the most even one. */
static unsigned find_last(const struct position *position, const struct thinking *thinking,
                          struct chance *chance, struct thought *thought)
{
    struct balance best = {0, PROSPECT_SHARE_ONE + 1};
    for (unsigned i = 0; i < ROUNDS && best.off > EVEN_ENOUGH && !thought->was_stopped; i++) {
        const struct ranking ranking = find_even(position, thinking, chance, TRIES, thought);
        if (i == 0)
            best.cell = ranking.best[0].cell;
        look_closely(position, thinking, &ranking, &best, thought);
    }
    return best.cell;
}

/* The first of two stones: one after which a second makes the sides even. */
static unsigned find_pair(const struct position *position, const struct thinking *thinking,
                          struct chance *chance, struct thought *thought)
{
    struct balance best = {0, PROSPECT_SHARE_ONE + 1};
    for (unsigned i = 0; i < PAIRS && (i == 0 || !thought->was_stopped); i++) {
        struct position next = *position;
        unsigned cell = draw_cell(position, chance);
        position_place(&next, cell);
        const struct ranking second = find_even(&next, thinking, chance, TRIES / PAIRS, thought);
        if (second.best[0].off < best.off)
            best = (struct balance){cell, second.best[0].off};
    }
    return best.cell;
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
        return find_pair(position, &quiet, chance, thought);
    return find_last(position, &quiet, chance, thought);
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
