/* SPDX-License-Identifier: MIT */
/*
 * The computer player `pentad`: the search of brain/search/ as a mind. Games become positions here,
 * and what is found about cells becomes what is known of actions. Before the colours of Swap2 are
 * chosen it looks for stones after which neither side is better, as far as it sees, and for the
 * better colour when it may choose.
 */
#include "brain/chance.h"
#include "brain/mind.h"
#include "brain/search/search.h"
#include "brain/search/weak.h"
#include "brain/triples.h"

#include <string.h>

#define LEVELS 10

/* Of an opening. */
#define NODES_OF_A_LOOK 200000 /* of the last level; others see what they see in a move */
#define EVEN (PROSPECT_SHARE_ONE / 2)
#define WORTH_TAKING (PROSPECT_SHARE_ONE / 20)     /* so far from even, a colour is taken */
#define EVEN_ENOUGH (PROSPECT_SHARE_ONE * 2 / 100) /* so far from even, stones will do */
#define ROUNDS 2                                   /* of looking for a stone */
#define TRIES 32                                   /* cells that are weighed in a round */
#define LOOKS 12 /* of these, at most, that are looked at closely */
#define PAIRS 4  /* cells that are weighed for the first of two stones, with a part of the tries */
#define NEAR 4   /* squares from some stone */

/* A stone that makes an opening even takes so many looks, of equal nodes: a round has one look that
 * all tries share, and close ones. */
#define OPENING_LOOKS (ROUNDS * (1 + LOOKS))

/* A level: a search of so many nodes, and how often it makes a move without one, and how badly. */
struct level {
    uint64_t nodes;
    struct weak_faults faults;
};

/* Found by ./dev mind levels: each takes about three games of four from the one below; the first is
 * somebody who has just learned the rules. */
static const struct level levels[LEVELS] = {
    {250, {1000, 700, 1000, 1000, 30000, 2}}, /* stops few fours, and never looks ahead */
    {250, {953, 500, 1000, 1000, 30000, 2}},  /* stops every second four */
    {250, {939, 0, 790, 1000, 30000, 2}},     /* stops all of them */
    {250, {914, 0, 450, 1000, 30000, 2}},     /* and most threes */
    {250, {879, 0, 0, 1000, 30000, 2}},       /* and all of them */
    {400, {695, 0, 0, 1000, 30000, 2}},       /* from here on lapses get rare */
    {600, {464, 0, 0, 1000, 30000, 2}},       /* one move of two */
    {1200, {240, 0, 0, 1000, 30000, 2}},      /* one of four */
    {1250, {91, 0, 0, 1000, 30000, 2}},       /* one of eleven */
    {1450, {0}},                              /* none */
};

static size_t tables_size(const struct variant *variant)
{
    (void)variant;
    return search_tables_size();
}

static void tables_make(const struct variant *variant, void *tables_out)
{
    search_tables_make(tables_out, variant->overline == OVERLINE_WINS);
}

static size_t memory_size(const struct variant *variant)
{
    (void)variant;
    return search_memory_size();
}

/* ---------------------------------------------------------------- thoughts */

_Static_assert((int)SEARCH_WIN == (int)PROOF_WIN && (int)SEARCH_DRAW == (int)PROOF_DRAW &&
                   (int)SEARCH_LOSS == (int)PROOF_LOSS,
               "what is certain has the same numbers");
_Static_assert(SEARCH_MOVES_MAX <= THOUGHT_PROSPECTS_MAX && SEARCH_LINE_MAX <= PROSPECT_LINE_MAX,
               "there is room for what is found");

static void tell_move(struct prospect *prospect, const struct search_move *move)
{
    prospect->action = action_place(move->cell);
    prospect->proof = move->proof;
    prospect->depth = move->depth;
    prospect->share = move->share;
    prospect->line_count = move->line_count;
    for (size_t i = 0; i < move->line_count; i++)
        prospect->line[i] = action_place(move->line[i]);
}

static void tell(struct thought *thought, const struct search_result *result)
{
    thought->nodes = result->nodes;
    thought->was_stopped = result->was_stopped;
    thought->prospects_count = result->count;
    for (size_t i = 0; i < result->count; i++)
        tell_move(&thought->prospects[i], &result->moves[i]);
}

static void pass_on(void *ctx, const struct search_result *so_far)
{
    const struct thinking *thinking = ctx;
    struct thought thought;
    memset(&thought, 0, sizeof(thought));
    tell(&thought, so_far);
    thinking->progress(thinking->ctx, &thought);
}

static bool ask_whether_to_stop(void *ctx)
{
    const struct thinking *thinking = ctx;
    return thinking->stop(thinking->ctx);
}

/* The limit that was given counts for the strongest, which plays as well as it may; the others do
 * not go beyond their level. */
static uint64_t nodes_of(const struct thinking *thinking)
{
    uint64_t nodes = levels[thinking->level - 1].nodes;
    if (thinking->nodes == 0)
        return nodes;
    return thinking->level == LEVELS || thinking->nodes < nodes ? thinking->nodes : nodes;
}

/* Thinks about a position as the level does, with at most `nodes` nodes. */
static void think_about(const struct position *position, const struct thinking *thinking,
                        uint64_t nodes, struct search_result *result_out)
{
    const struct level *level = &levels[thinking->level - 1];
    /* The callbacks get back what they were asked with. */
    struct thinking lent = *thinking;
    struct search_options options = {
        .nodes = nodes,
        .moves = thinking->prospects,
        .stop = thinking->stop != NULL ? ask_whether_to_stop : NULL,
        .progress = thinking->progress != NULL ? pass_on : NULL,
        .ctx = &lent,
    };
    const struct search_room room = {thinking->tables, thinking->memory, thinking->memory_size};
    if (weak_lapses(&level->faults, thinking->seed))
        weak_think(position, &room, &level->faults, thinking->seed, result_out);
    else
        search_think(position, &room, &options, result_out);
}

static void think_position(const struct position *position, const struct thinking *thinking,
                           struct thought *thought_out)
{
    struct search_result result;
    think_about(position, thinking, nodes_of(thinking), &result);
    tell(thought_out, &result);
}

/* ---------------------------------------------------------------- openings */

/* Whether the action is one of an opening: a choice, or a stone that is placed before colours are
 * chosen. */
static bool is_opening(const struct game *game)
{
    return game_seat_mark(game, SEAT_FIRST) == MARK_NONE;
}

/* The nodes of one look, of which an action takes `looks`. */
static uint64_t nodes_of_look(const struct thinking *thinking, unsigned looks)
{
    uint64_t nodes =
        thinking->level == LEVELS ? NODES_OF_A_LOOK : levels[thinking->level - 1].nodes;
    bool is_limited = thinking->nodes > 0 && thinking->nodes / looks < nodes;
    return is_limited ? thinking->nodes / looks : nodes;
}

/* The share of the side that places the next stone after the opening: O. */
static unsigned share_of(const struct position *position, const struct thinking *thinking,
                         uint64_t nodes, struct thought *thought)
{
    struct search_result result;
    think_about(position, thinking, nodes, &result);
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

static void choose_colour(const struct game *game, const struct thinking *thinking,
                          struct thought *thought)
{
    struct position position;
    position_from_game(&position, game);
    unsigned share = share_of(&position, thinking, nodes_of_look(thinking, 1), thought);
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
    uint64_t nodes = nodes_of_look(thinking, OPENING_LOOKS) / TRIES;
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
    uint64_t nodes = nodes_of_look(thinking, OPENING_LOOKS);
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
    if (left > 2)
        return draw_cell(position, chance);
    if (left == 2)
        return find_pair(position, thinking, chance, thought);
    return find_last(position, thinking, chance, thought);
}

static void place_evenly(const struct game *game, const struct thinking *thinking,
                         struct thought *thought)
{
    struct position position;
    struct chance chance = {thinking->seed};
    position_from_game(&position, game);
    unsigned cell = triples__follow(&position, &chance);
    if (cell == TRIPLES_NOWHERE)
        cell = weigh(&position, thinking, &chance, game_stones_left(game), thought);
    decide(thought, action_place(cell), EVEN);
}

/* ---------------------------------------------------------------- a game */

static void think(const struct game *game, const struct thinking *thinking,
                  struct thought *thought_out)
{
    struct position position;
    struct thinking quiet = *thinking; /* nobody is told of looks at an opening */
    quiet.progress = NULL;
    quiet.prospects = 1;
    if (is_opening(game) && game_expects(game) == EXPECTS_STONE) {
        place_evenly(game, &quiet, thought_out);
    } else if (is_opening(game)) {
        choose_colour(game, &quiet, thought_out);
    } else {
        position_from_game(&position, game);
        think_position(&position, thinking, thought_out);
    }
}

const struct mind computer__pentad = {
    .plays = position_is_of,
    .tables_size = tables_size,
    .tables_make = tables_make,
    .memory_size = memory_size,
    .memory_for = search_memory_for,
    .think = think,
    .think_position = think_position,
};
