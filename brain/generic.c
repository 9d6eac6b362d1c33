/* SPDX-License-Identifier: MIT */
/*
 * The computer player `generic`: Monte-Carlo tree search over the engine alone. Of a game it knows
 * which actions are legal and how it ends, and nothing else: so it plays every row of the table.
 *
 * A node of the tree is an action. What it is worth is counted for the player who did it: half
 * points, two for a won game of chance behind it. Where a result is certain it is kept as a proof
 * and chance is asked no more (Winands, Bjornsson and Saito, "Monte-Carlo Tree Search Solver",
 * 2008): a player who has an action that wins has won, and one all of whose actions lose has lost.
 * Actions are added as visits grow, so that few playouts look at few actions well; before that each
 * is looked at once for whether it ends the game. In the games of chance a player takes a win and
 * stops one of the opponent's by taking its action.
 */
#include "brain/chance.h"
#include "brain/mind.h"
#include "engine/needs.h"

#include <string.h>

#define LEVELS 5
#define NODES_MIN 1024    /* of a tree that is worth it */
#define PLAYOUT_PLIES 160 /* a game of chance that is longer is a draw */
#define SHARE_UNIT 1024   /* shares of won games in whole numbers */
#define CURIOSITY 800     /* the weight of what is hardly known, of SHARE_UNIT */
#define ROOM_FOR_EACH 2   /* actions are added up to this x the root of visits */
#define NOBODY 0          /* no node: the root is nobody's child */

/* By level: playouts, and positions to look at, where boards are large. */
static const struct {
    uint32_t playouts;
    uint64_t positions;
} levels[LEVELS] = {
    {16, 20000}, {64, 80000}, {256, 400000}, {1024, 1600000}, {4096, 5000000},
};

struct node {
    struct action action;
    uint8_t proof;  /* enum proof, for who did the action */
    int8_t seat;    /* who did it */
    uint16_t legal; /* actions behind it; 0: not looked at */
    uint16_t added; /* of these, in the tree */
    uint16_t lost;  /* of these, proven to lose for who does them */
    uint32_t child; /* the first; NOBODY: none */
    uint32_t sibling;
    uint32_t visits;
    uint32_t halves;
};

struct search {
    const struct thinking *thinking;
    uint64_t limit; /* of positions */
    uint64_t looked;
    uint64_t asked_at; /* when it was asked whether to stop */
    bool is_stopped;
    struct chance chance;
    uint32_t count; /* of nodes */
    uint32_t most;
    struct action list[GAME_LEGAL_MAX];
    struct action other[GAME_LEGAL_MAX];
    uint32_t path[GAME_ACTIONS_MAX + 1];
    struct node nodes[]; /* the first is the root */
};

static bool plays(const struct variant *variant)
{
    return variant_can_be_played(variant) && reader_knows(READER_RANDOM, variant);
}

static size_t memory_for(size_t entries)
{
    return sizeof(struct search) + entries * sizeof(struct node);
}

static size_t memory_size(const struct variant *variant)
{
    (void)variant;
    return memory_for(NODES_MIN);
}

/* ------------------------------------------------------------------ limits */

/* Counts one more position; false: there are no more. */
static bool look(struct search *search)
{
    const struct thinking *thinking = search->thinking;
    if (search->is_stopped || search->looked == search->limit)
        return false;
    search->looked++;
    if (search->looked - search->asked_at >= 512) {
        search->asked_at = search->looked;
        search->is_stopped = thinking->stop != NULL && thinking->stop(thinking->ctx);
    }
    return !search->is_stopped;
}

/* ------------------------------------------------------------------ games of chance */

/* The first action of the list that wins for who does it; `count`: none. */
static size_t find_win(struct search *search, const struct game *game, const struct action *list,
                       size_t count)
{
    struct game after;
    enum seat seat = game_to_act(game);
    for (size_t i = 0; i < count && look(search); i++) {
        game_copy(&after, game);
        game_do(&after, list[i]);
        if (game_winner(&after) == seat)
            return i;
    }
    return count;
}

/* Does an action by chance; one by which the opponent wins next is stopped, where that action is
 * one's own, too. `count` of the list are legal. */
static void act_by_chance(struct search *search, struct game *game, size_t count)
{
    struct game after;
    struct action action = search->list[chance__below(&search->chance, count)];
    game_copy(&after, game);
    game_do(&after, action);
    if (game_status(&after) == GAME_OPEN && game_to_act(&after) != game_to_act(game)) {
        size_t replies = game_candidates(&after, search->other, GAME_LEGAL_MAX);
        size_t reply = find_win(search, &after, search->other, replies);
        if (reply < replies && game_check(game, search->other[reply]) == 0)
            action = search->other[reply];
    }
    game_do(game, action);
}

/* Whether thinking ends here: what is under way is worth nothing. */
static bool is_cut(const struct search *search)
{
    return search->is_stopped || search->looked == search->limit;
}

/* Plays to the end; returns the winner, SEAT_NONE where it is drawn, too long or cut. */
static enum seat play_out(struct search *search, struct game *game)
{
    for (int ply = 0; ply < PLAYOUT_PLIES && game_status(game) == GAME_OPEN; ply++) {
        size_t count = game_candidates(game, search->list, GAME_LEGAL_MAX);
        size_t win = find_win(search, game, search->list, count);
        if (win < count)
            return game_to_act(game);
        if (is_cut(search))
            return SEAT_NONE;
        act_by_chance(search, game, count);
    }
    return game_winner(game);
}

/* ------------------------------------------------------------------ the tree */

static uint32_t node_add(struct search *search, uint32_t parent, struct action action,
                         enum seat seat)
{
    struct node *above = &search->nodes[parent];
    uint32_t at = search->count++;
    search->nodes[at] =
        (struct node){.action = action, .seat = (int8_t)seat, .sibling = above->child};
    above->child = at;
    above->added++;
    return at;
}

static bool is_full(const struct search *search)
{
    return search->count == search->most;
}

static enum proof proof_of(const struct game *over, enum seat seat)
{
    if (game_winner(over) == SEAT_NONE)
        return PROOF_DRAW;
    return game_winner(over) == seat ? PROOF_WIN : PROOF_LOSS;
}

/* Looks at a node for the first time: counts its actions, and adds the one that wins at once. */
static void node_open(struct search *search, uint32_t at, const struct game *game)
{
    size_t count = game_candidates(game, search->list, GAME_LEGAL_MAX);
    size_t win = find_win(search, game, search->list, count);
    search->nodes[at].legal = (uint16_t)count;
    if (win == count || is_full(search))
        return;
    uint32_t child = node_add(search, at, search->list[win], game_to_act(game));
    search->nodes[child].proof = PROOF_WIN;
    search->nodes[child].visits = 1;
    search->nodes[child].halves = 2;
}

/* The whole part of the square root, bit by bit. */
static uint32_t root_of(uint32_t number)
{
    uint32_t root = 0;
    for (uint32_t bit = 1u << 15; bit > 0; bit >>= 1)
        if ((root + bit) * (root + bit) <= number)
            root += bit;
    return root;
}

/* Whether the tree is to know one more action of the node. */
static bool is_to_grow(const struct search *search, const struct node *node)
{
    uint32_t live = (uint32_t)(node->added - node->lost);
    return node->added < node->legal && !is_full(search) &&
           live < ROOM_FOR_EACH * (root_of(node->visits) + 1);
}

/* Adds any action that is not there yet; returns its node. */
static uint32_t grow(struct search *search, uint32_t at, const struct game *game)
{
    size_t count = game_candidates(game, search->list, GAME_LEGAL_MAX);
    for (uint32_t child = search->nodes[at].child; child != NOBODY;
         child = search->nodes[child].sibling)
        for (size_t i = 0; i < count; i++)
            if (action_equals(search->list[i], search->nodes[child].action)) {
                search->list[i] = search->list[--count];
                break;
            }
    struct action action = search->list[chance__below(&search->chance, count)];
    return node_add(search, at, action, game_to_act(game));
}

/* The natural logarithm in units of 1/1024: the highest bit, and what is behind it as a line. */
static uint64_t logarithm(uint32_t number)
{
    unsigned bit = 0;
    while (number >> bit > 1)
        bit++;
    uint64_t rest = ((uint64_t)number << 10 >> bit) - 1024;
    return (bit * 1024 + rest) * 710 / 1024;
}

/* The promise of a child: its share, and more the less is known of it (Kocsis and Szepesvari,
 * 2006).
 */
static uint64_t promise(const struct node *child, uint64_t log_visits)
{
    uint64_t share = (uint64_t)child->halves * (SHARE_UNIT / 2) / child->visits;
    uint64_t unknown = (log_visits << 10) / child->visits; /* x 2^20 */
    if (child->proof == PROOF_DRAW)
        return SHARE_UNIT / 2;
    return share +
           CURIOSITY * root_of((uint32_t)(unknown < UINT32_MAX ? unknown : UINT32_MAX)) / 1024;
}

/* The child to go to: one that wins, or else the one that promises most of those that do not lose;
 * NOBODY: all lose. */
static uint32_t choose(const struct search *search, const struct node *node)
{
    uint64_t log_visits = logarithm(node->visits + 1);
    uint32_t best = NOBODY;
    uint64_t most = 0;
    for (uint32_t at = node->child; at != NOBODY; at = search->nodes[at].sibling) {
        const struct node *child = &search->nodes[at];
        if (child->proof == PROOF_WIN)
            return at;
        if (child->proof == PROOF_LOSS)
            continue;
        uint64_t value = child->visits == 0 ? UINT64_MAX : promise(child, log_visits);
        if (best == NOBODY || value > most) {
            best = at;
            most = value;
        }
    }
    return best;
}

/* Proves a node by its children, where all of them are there or one of them wins. */
static void prove(struct search *search, uint32_t at, bool is_complete)
{
    struct node *node = &search->nodes[at];
    enum proof best = PROOF_LOSS; /* for who acts behind the node */
    enum seat acts = SEAT_NONE;
    node->lost = 0;
    for (uint32_t child = node->child; child != NOBODY; child = search->nodes[child].sibling) {
        enum proof proof = (enum proof)search->nodes[child].proof;
        acts = (enum seat)search->nodes[child].seat;
        node->lost = (uint16_t)(node->lost + (proof == PROOF_LOSS ? 1 : 0));
        if (proof == PROOF_WIN)
            best = PROOF_WIN;
        else if (best != PROOF_WIN && (proof == PROOF_UNKNOWN || best == PROOF_UNKNOWN))
            best = PROOF_UNKNOWN;
        else if (best == PROOF_LOSS)
            best = proof;
    }
    if (acts == SEAT_NONE || best == PROOF_UNKNOWN ||
        (best != PROOF_WIN && (!is_complete || node->added < node->legal)))
        return;
    bool is_same = acts == (enum seat)node->seat;
    if (best == PROOF_DRAW || is_same)
        node->proof = (uint8_t)best;
    else
        node->proof = best == PROOF_WIN ? PROOF_LOSS : PROOF_WIN;
}

static unsigned halves_for(enum seat winner, enum seat seat)
{
    return winner == SEAT_NONE ? 1 : winner == seat ? 2 : 0;
}

static enum seat winner_by(enum proof proof, enum seat seat)
{
    return proof == PROOF_DRAW ? SEAT_NONE : proof == PROOF_WIN ? seat : seat_other(seat);
}

/* One way down the tree and one game of chance behind it. */
static void visit(struct search *search, const struct game *from)
{
    struct game game;
    size_t depth = 0;
    uint32_t at = 0;
    bool is_new = false;
    game_copy(&game, from);
    search->path[0] = 0;
    while (game_status(&game) == GAME_OPEN && !is_new && search->nodes[at].proof == PROOF_UNKNOWN) {
        if (search->nodes[at].legal == 0)
            node_open(search, at, &game);
        bool grows = is_to_grow(search, &search->nodes[at]) &&
                     (search->nodes[at].child == NOBODY ||
                      search->nodes[search->nodes[at].child].proof != PROOF_WIN);
        uint32_t next = grows ? grow(search, at, &game) : choose(search, &search->nodes[at]);
        if (next == NOBODY)
            break;
        is_new = search->nodes[next].visits == 0;
        game_do(&game, search->nodes[next].action);
        at = next;
        search->path[++depth] = at;
    }
    struct node *leaf = &search->nodes[at];
    if (game_status(&game) != GAME_OPEN && leaf->proof == PROOF_UNKNOWN && depth > 0)
        leaf->proof = (uint8_t)proof_of(&game, (enum seat)leaf->seat);
    enum seat winner = leaf->proof != PROOF_UNKNOWN
                           ? winner_by((enum proof)leaf->proof, (enum seat)leaf->seat)
                           : play_out(search, &game);
    if (leaf->proof == PROOF_UNKNOWN && is_cut(search))
        return;
    bool is_complete = !variant_is_sparse(from->variant);
    for (size_t i = depth + 1; i-- > 0;) {
        struct node *node = &search->nodes[search->path[i]];
        node->visits++;
        node->halves += halves_for(winner, (enum seat)node->seat);
        if (node->child != NOBODY)
            prove(search, search->path[i], is_complete);
    }
}

/* ------------------------------------------------------------------ the thought */

/* The better child comes first: by what is proven, then by how often it was chosen. */
static bool is_better(const struct node *a, const struct node *b)
{
    static const int worth[] = {
        [PROOF_UNKNOWN] = 1, [PROOF_WIN] = 2, [PROOF_DRAW] = 1, [PROOF_LOSS] = 0};
    if (worth[a->proof] != worth[b->proof])
        return worth[a->proof] > worth[b->proof];
    return a->visits > b->visits;
}

/* The part of games that who does it wins: as proven, or as counted. */
static uint16_t share_of(const struct node *child)
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

static void put_prospect(const struct search *search, uint32_t at, struct prospect *prospect)
{
    const struct node *child = &search->nodes[at];
    *prospect =
        (struct prospect){.action = child->action, .proof = child->proof, .share = share_of(child)};
    while (at != NOBODY && prospect->line_count < PROSPECT_LINE_MAX) {
        uint32_t best = NOBODY;
        prospect->line[prospect->line_count++] = search->nodes[at].action;
        for (uint32_t next = search->nodes[at].child; next != NOBODY;
             next = search->nodes[next].sibling)
            if (best == NOBODY || is_better(&search->nodes[next], &search->nodes[best]))
                best = next;
        at = best;
    }
    prospect->depth = (uint8_t)prospect->line_count;
}

static void put_thought(const struct search *search, struct thought *thought)
{
    uint32_t best[THOUGHT_PROSPECTS_MAX];
    size_t wanted = search->thinking->prospects > 0 ? search->thinking->prospects : 1;
    size_t count = 0;
    wanted = wanted < THOUGHT_PROSPECTS_MAX ? wanted : THOUGHT_PROSPECTS_MAX;
    for (uint32_t at = search->nodes[0].child; at != NOBODY; at = search->nodes[at].sibling) {
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

static bool may_go_on(const struct search *search)
{
    return !is_cut(search) && search->nodes[0].proof == PROOF_UNKNOWN;
}

static void think(const struct game *game, const struct thinking *thinking,
                  struct thought *thought_out)
{
    struct search *search = thinking->memory;
    uint32_t playouts = levels[thinking->level - 1].playouts;
    size_t most = (thinking->memory_size - sizeof(*search)) / sizeof(struct node);
    search->thinking = thinking;
    search->limit = thinking->nodes > 0 ? thinking->nodes : levels[thinking->level - 1].positions;
    search->looked = 0;
    search->asked_at = 0;
    search->is_stopped = thinking->stop != NULL && thinking->stop(thinking->ctx);
    search->chance = (struct chance){thinking->seed};
    search->count = 1;
    search->most = (uint32_t)(most < UINT32_MAX ? most : UINT32_MAX);
    search->nodes[0] = (struct node){.seat = (int8_t)seat_other(game_to_act(game))};
    for (uint32_t i = 0; i < playouts && may_go_on(search); i++)
        visit(search, game);
    if (search->nodes[0].child == NOBODY) {
        size_t count = game_candidates(game, search->list, GAME_LEGAL_MAX);
        mind__decide(thought_out, search->list[chance__below(&search->chance, count)]);
    } else {
        put_thought(search, thought_out);
    }
    thought_out->nodes = search->looked;
    thought_out->was_stopped = search->is_stopped;
}

const struct mind computer__generic = {
    .plays = plays, .memory_size = memory_size, .memory_for = memory_for, .think = think};
