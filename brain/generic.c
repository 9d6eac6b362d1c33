/* SPDX-License-Identifier: MIT */
/*
 * The computer player `generic`: Monte-Carlo tree search over the engine alone. Of a game it knows
 * which actions are legal and how it ends, and where the engine says that a look is worth while
 * (engine/sight.h), and nothing else: so it plays every row of the table. Its tree is in
 * brain/generic_tree.c, its games of chance in brain/generic_playout.c; here are its levels, and a
 * thought made of the tree.
 */
#include "brain/generic.h"

#include "brain/generic_playout.h"
#include "brain/generic_tree.h"
#include "brain/solve.h"
#include "engine/needs.h"
#include "engine/sight.h"

#include <string.h>

#define LEVELS 5
#define NODES_MIN 16384 /* four for each playout of the highest level */

/* The solver, which looks before the tree grows. */
#define PROVES_FROM 3                     /* the first level that asks it */
#define PROOF_PART 4                      /* of a level's positions that it looks at */
#define PROOF_POSITIONS ((size_t)1 << 15) /* that it remembers */

/* By level: playouts, and positions to look at, where games are long. */
static const struct {
    uint32_t playouts;
    uint64_t positions;
} levels[LEVELS] = {
    {4, 8000}, {12, 20000}, {32, 60000}, {512, 600000}, {4096, 1200000},
};

static bool plays(const struct variant *variant)
{
    return variant_can_be_played(variant) && reader_knows(READER_RANDOM, variant);
}

/* The tree and the solver have the same memory, one after the other. */
static size_t memory_for(size_t entries)
{
    size_t tree = sizeof(struct generic) + entries * sizeof(struct generic_node);
    size_t solver = solver_size(PROOF_POSITIONS);
    return tree > solver ? tree : solver;
}

static size_t memory_size(const struct variant *variant)
{
    (void)variant;
    return memory_for(NODES_MIN);
}

/* ------------------------------------------------------------------ the proof beside it */

/* A result of the game that is certain, and how it is kept. */
struct certainty {
    enum proof proof;
    struct action action;
    uint64_t looked;
    bool was_stopped;
};

/* The solver has the memory to itself, before the tree does. */
static struct certainty ask_solver(const struct game *game, const struct thinking *thinking,
                                   uint64_t positions)
{
    struct certainty certainty = {.proof = PROOF_UNKNOWN};
    if (thinking->level < PROVES_FROM)
        return certainty;
    struct solver *solver =
        solver_init(thinking->memory, PROOF_POSITIONS, thinking->stop, thinking->ctx);
    certainty.proof = solver_result(solver, game, positions / PROOF_PART, &certainty.action);
    certainty.looked = solver_nodes(solver);
    certainty.was_stopped = solver_was_stopped(solver);
    return certainty;
}

/* ------------------------------------------------------------------ the thought */

/* The better child comes first: by what is proven, then by how often it was chosen. */
static bool is_better(const struct generic_node *a, const struct generic_node *b)
{
    static const int worth[] = {
        [PROOF_UNKNOWN] = 1, [PROOF_WIN] = 2, [PROOF_DRAW] = 1, [PROOF_LOSS] = 0};
    if (worth[a->proof] != worth[b->proof])
        return worth[a->proof] > worth[b->proof];
    return a->visits > b->visits;
}

/* The part of games that who does it wins: as proven, or as counted. */
static uint16_t share_of(const struct generic_node *child)
{
    uint32_t visits = child->visits > 0 ? child->visits : 1;
    switch ((enum proof)child->proof) {
    case PROOF_WIN:
        return PROSPECT_SHARE_ONE;
    case PROOF_DRAW:
        return PROSPECT_SHARE_ONE / 2;
    case PROOF_LOSS:
        return 0;
    default:
        return (uint16_t)((uint64_t)child->halves * (PROSPECT_SHARE_ONE / 2) / visits);
    }
}

static void put_prospect(const struct generic *search, uint32_t at, struct prospect *prospect)
{
    const struct generic_node *child = &search->nodes[at];
    *prospect =
        (struct prospect){.action = child->action, .proof = child->proof, .share = share_of(child)};
    while (at != GENERIC_NOBODY && prospect->line_count < PROSPECT_LINE_MAX) {
        uint32_t best = GENERIC_NOBODY;
        prospect->line[prospect->line_count++] = search->nodes[at].action;
        for (uint32_t next = search->nodes[at].child; next != GENERIC_NOBODY;
             next = search->nodes[next].sibling)
            if (best == GENERIC_NOBODY || is_better(&search->nodes[next], &search->nodes[best]))
                best = next;
        at = best;
    }
    prospect->depth = (uint8_t)prospect->line_count;
}

static void put_thought(const struct generic *search, struct thought *thought)
{
    uint32_t best[THOUGHT_PROSPECTS_MAX];
    size_t wanted = search->thinking->prospects > 0 ? search->thinking->prospects : 1;
    size_t count = 0;
    wanted = wanted < THOUGHT_PROSPECTS_MAX ? wanted : THOUGHT_PROSPECTS_MAX;
    for (uint32_t at = search->nodes[0].child; at != GENERIC_NOBODY;
         at = search->nodes[at].sibling) {
        size_t place = count;
        while (place > 0 && is_better(&search->nodes[at], &search->nodes[best[place - 1]]))
            place--;
        if (place == wanted)
            continue;
        count = count < wanted ? count + 1 : wanted;
        memmove(&best[place + 1], &best[place], (count - place - 1) * sizeof(best[0]));
        best[place] = at;
    }
    for (size_t i = 0; i < count; i++)
        put_prospect(search, best[i], &thought->prospects[i]);
    thought->prospects_count = (uint16_t)count;
}

/* Makes the action the first prospect, with its proof. */
static void put_first(const struct certainty *certainty, struct thought *thought)
{
    struct prospect first = {
        .action = certainty->action, .line_count = 1, .line = {certainty->action}};
    size_t at = 0;
    while (at < thought->prospects_count &&
           !action_equals(thought->prospects[at].action, certainty->action))
        at++;
    if (at < thought->prospects_count)
        first = thought->prospects[at];
    else
        at = thought->prospects_count - 1u;
    memmove(&thought->prospects[1], &thought->prospects[0], at * sizeof(first));
    first.proof = (uint8_t)certainty->proof;
    first.share = certainty->proof == PROOF_WIN ? PROSPECT_SHARE_ONE : PROSPECT_SHARE_ONE / 2;
    thought->prospects[0] = first;
}

/* Adds what is certain to what is likely. Where all is lost the tree says what holds out. */
static void put_certainty(const struct certainty *certainty, struct thought *thought)
{
    if (certainty->proof == PROOF_WIN || certainty->proof == PROOF_DRAW)
        put_first(certainty, thought);
    for (size_t i = 0; certainty->proof == PROOF_LOSS && i < thought->prospects_count; i++) {
        thought->prospects[i].proof = PROOF_LOSS;
        thought->prospects[i].share = 0;
    }
}

static bool may_go_on(const struct generic *search)
{
    return !generic__is_cut(search) && search->nodes[0].proof == PROOF_UNKNOWN;
}

static void think(const struct game *game, const struct thinking *thinking,
                  struct thought *thought_out)
{
    struct generic *search = thinking->memory;
    uint64_t positions =
        thinking->nodes > 0 ? thinking->nodes : levels[thinking->level - 1].positions;
    const struct certainty certainty = ask_solver(game, thinking, positions);
    uint32_t playouts = levels[thinking->level - 1].playouts;
    size_t most = (thinking->memory_size - sizeof(*search)) / sizeof(struct generic_node);
    memset(search, 0, sizeof(*search));
    search->thinking = thinking;
    search->limit = positions - certainty.looked;
    search->is_stopped =
        certainty.was_stopped || (thinking->stop != NULL && thinking->stop(thinking->ctx));
    search->is_whole = sight_is_whole(game->variant);
    search->chance = (struct chance){thinking->seed};
    search->most = (uint32_t)(most < UINT32_MAX ? most : UINT32_MAX);
    generic__plant(search, game);
    if (certainty.proof == PROOF_WIN && thinking->prospects <= 1)
        playouts = 0; /* no more is asked for */
    for (uint32_t i = 0; i < playouts && may_go_on(search); i++)
        generic__visit(search, game);
    if (search->nodes[0].child == GENERIC_NOBODY) {
        size_t count = sight_actions(game, search->list, GAME_LEGAL_MAX);
        mind__decide(thought_out, search->list[chance__below(&search->chance, count)]);
    } else {
        put_thought(search, thought_out);
    }
    put_certainty(&certainty, thought_out);
    thought_out->nodes = certainty.looked + search->looked;
    thought_out->was_stopped = search->is_stopped;
}

const struct mind computer__generic = {
    .plays = plays, .memory_size = memory_size, .memory_for = memory_for, .think = think};
