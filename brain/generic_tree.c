/* SPDX-License-Identifier: MIT */
/*
 * The tree of the player `generic`. A node is an action; what it is worth is counted for the player
 * who did it, and kept as a proof where it is certain: a player who has an action that wins has
 * won, and one all of whose actions lose has lost (Winands, Bjornsson and Saito, "Monte-Carlo Tree
 * Search Solver", 2008). Actions are added as visits grow, so that few playouts look at few actions
 * well: first the one by which a threat is stopped, then those that were in most games won,
 * anywhere in them (Nijssen and Winands, "Enhancements for Multi-Player Monte-Carlo Tree Search",
 * 2010).
 */
#include "brain/generic_tree.h"

#include "brain/generic_playout.h"
#include "engine/sight.h"

#include <string.h>

#define SHARE_UNIT 1024 /* shares of won games in whole numbers */
#define CURIOSITY 220   /* the weight of what is hardly known, of SHARE_UNIT */
#define HABIT 2048      /* the weight of what was seen elsewhere, likewise */
#define HABIT_PRIOR 4   /* even games that an action begins with */
#define ROOM_FOR_EACH 2 /* actions are added up to this x the root of visits */
#define NOBODY GENERIC_NOBODY

struct generic_habit *generic__habit(struct generic *search, enum seat seat, struct action action)
{
    return &search->habits[seat][action.code % GENERIC_HABITS];
}

static uint64_t habit_share(struct generic *search, enum seat seat, struct action action)
{
    const struct generic_habit *habit = generic__habit(search, seat, action);
    return ((uint64_t)habit->halves + HABIT_PRIOR) * SHARE_UNIT /
           (2 * ((uint64_t)habit->visits + HABIT_PRIOR));
}

/* ------------------------------------------------------------------ growth */

static uint32_t node_add(struct generic *search, uint32_t parent, struct action action,
                         enum seat seat)
{
    struct generic_node *above = &search->nodes[parent];
    uint32_t at = search->count++;
    search->nodes[at] =
        (struct generic_node){.action = action, .seat = (int8_t)seat, .sibling = above->child};
    above->child = at;
    above->added++;
    return at;
}

static enum proof proof_of(const struct game *over, enum seat seat)
{
    if (game_winner(over) == SEAT_NONE)
        return PROOF_DRAW;
    return game_winner(over) == seat ? PROOF_WIN : PROOF_LOSS;
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
static bool is_to_grow(const struct generic *search, const struct generic_node *node)
{
    uint32_t live = (uint32_t)(node->added - node->lost);
    return node->added < node->legal && search->count < search->most &&
           live < ROOM_FOR_EACH * (root_of(node->visits) + 1);
}

/* Marks the habits of the children, so that is_added() seldom goes through them. */
static void mark_children(struct generic *search, uint32_t at)
{
    memset(search->is_marked, 0, sizeof(search->is_marked));
    for (uint32_t child = search->nodes[at].child; child != NOBODY;
         child = search->nodes[child].sibling)
        search->is_marked[search->nodes[child].action.code % GENERIC_HABITS] = true;
}

static bool is_added(const struct generic *search, uint32_t at, struct action action)
{
    uint32_t child = search->nodes[at].child;
    if (!search->is_marked[action.code % GENERIC_HABITS])
        return false;
    while (child != NOBODY && !action_equals(search->nodes[child].action, action))
        child = search->nodes[child].sibling;
    return child != NOBODY;
}

/* The action that is not there yet and was in most games won; of equal ones any. */
static struct action pick(struct generic *search, uint32_t at, const struct game *game)
{
    enum seat seat = game_to_act(game);
    size_t count = sight_actions(game, search->list, GAME_LEGAL_MAX);
    size_t first = (size_t)chance__below(&search->chance, count);
    struct action best = search->list[first];
    uint64_t most = 0;
    mark_children(search, at);
    for (size_t i = 0; i < count; i++) {
        struct action action = search->list[(first + i) % count];
        uint64_t share = habit_share(search, seat, action) + 1;
        if (share > most && !is_added(search, at, action)) {
            best = action;
            most = share;
        }
    }
    return best;
}

/* Adds an action, with what is certain of it; returns its node. */
static uint32_t grow(struct generic *search, uint32_t at, const struct game *game)
{
    struct game after;
    struct action action;
    struct action reply;
    enum seat seat = game_to_act(game);
    game_copy(&after, game);
    if (search->nodes[at].added == 0) {
        (void)generic__act_by_chance(search, &after, &action);
    } else {
        action = pick(search, at, game);
        game_do(&after, action);
    }
    if (!generic__look(search))
        return NOBODY;
    uint32_t child = node_add(search, at, action, seat);
    if (game_status(&after) != GAME_OPEN)
        search->nodes[child].proof = (uint8_t)proof_of(&after, seat);
    else if (generic__find_fresh_win(search, &after, &reply))
        search->nodes[child].proof = game_to_act(&after) == seat ? PROOF_WIN : PROOF_LOSS;
    return child;
}

/* ------------------------------------------------------------------ choice */

/* The natural logarithm in units of 1/1024: the highest bit, and what is behind it as a line. */
static uint64_t logarithm(uint32_t number)
{
    unsigned bit = 0;
    while (number >> bit > 1)
        bit++;
    uint64_t rest = ((uint64_t)number << 10 >> bit) - 1024;
    return (bit * 1024 + rest) * 710 / 1024;
}

/* The promise of a child: its share, more the less is known of it (Kocsis and Szepesvari, 2006),
 * and what was seen of its action elsewhere, while it does not lose itself.
 */
static uint64_t promise(struct generic *search, const struct generic_node *child,
                        uint64_t log_visits)
{
    uint64_t share = (uint64_t)child->halves * (SHARE_UNIT / 2) / child->visits;
    uint64_t unknown = (log_visits << 10) / child->visits; /* x 2^20 */
    uint64_t elsewhere = habit_share(search, (enum seat)child->seat, child->action);
    uint64_t lost = (2 * (uint64_t)child->visits - child->halves) / 2;
    return share +
           CURIOSITY * root_of((uint32_t)(unknown < UINT32_MAX ? unknown : UINT32_MAX)) / 1024 +
           HABIT * elsewhere / SHARE_UNIT / (lost + 1);
}

/* The child to go to: one that wins, or else the one that promises most of those that do not lose;
 * NOBODY: all lose. A certain draw teaches nothing: where it is best, every second visit goes to
 * the best of which nothing is certain. */
static uint32_t choose(struct generic *search, uint32_t parent)
{
    const struct generic_node *node = &search->nodes[parent];
    uint64_t log_visits = logarithm(node->visits + 1);
    uint32_t best = NOBODY;
    uint32_t drawn = NOBODY;
    uint64_t most = 0;
    for (uint32_t at = node->child; at != NOBODY; at = search->nodes[at].sibling) {
        const struct generic_node *child = &search->nodes[at];
        if (child->proof == PROOF_WIN)
            return at;
        if (child->proof == PROOF_DRAW)
            drawn = at;
        if (child->proof != PROOF_UNKNOWN)
            continue;
        uint64_t value = child->visits == 0 ? UINT64_MAX : promise(search, child, log_visits);
        if (best == NOBODY || value > most) {
            best = at;
            most = value;
        }
    }
    bool is_draw_best = best == NOBODY || (most < SHARE_UNIT / 2 && node->visits % 2 == 0);
    return drawn != NOBODY && is_draw_best ? drawn : best;
}

/* Proves a node by its children, where all of them are there or one of them wins. */
static void prove(struct generic *search, uint32_t at)
{
    struct generic_node *node = &search->nodes[at];
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
    bool is_complete = search->is_whole && node->added == node->legal;
    if (acts == SEAT_NONE || best == PROOF_UNKNOWN || (best != PROOF_WIN && !is_complete))
        return;
    bool is_same = acts == (enum seat)node->seat;
    if (best == PROOF_DRAW || is_same)
        node->proof = (uint8_t)best;
    else
        node->proof = best == PROOF_WIN ? PROOF_LOSS : PROOF_WIN;
}

/* The next node of the way: a new one, or one that is there; NOBODY: no action is left that does
 * not lose, or thinking was cut. Those that lose at once are added on the way. */
static uint32_t step(struct generic *search, uint32_t at, const struct game *game)
{
    struct generic_node *node = &search->nodes[at];
    if (node->legal == 0)
        node->legal = (uint16_t)sight_actions(game, search->list, GAME_LEGAL_MAX);
    bool is_certain = false;
    while (is_to_grow(search, node) && (!is_certain || node->lost == node->added)) {
        uint32_t added = grow(search, at, game);
        if (generic__is_cut(search))
            return NOBODY;
        if (search->nodes[added].proof == PROOF_UNKNOWN)
            return added;
        is_certain = true;
        node->lost = (uint16_t)(node->lost + (search->nodes[added].proof == PROOF_LOSS ? 1 : 0));
    }
    if (is_certain)
        prove(search, at);
    return choose(search, at);
}

/* ------------------------------------------------------------------ a visit */

static unsigned halves_for(enum seat winner, enum seat seat)
{
    return winner == SEAT_NONE ? 1 : winner == seat ? 2 : 0;
}

static enum seat winner_by(enum proof proof, enum seat seat)
{
    return proof == PROOF_DRAW ? SEAT_NONE : proof == PROOF_WIN ? seat : seat_other(seat);
}

static void count_habits(struct generic *search, const struct game *game, size_t from,
                         enum seat winner)
{
    for (size_t ply = from; ply < game->ply; ply++) {
        enum seat seat = (enum seat)search->seats[ply - from];
        struct generic_habit *habit = generic__habit(search, seat, game_actions(game)[ply]);
        habit->visits++;
        habit->halves += halves_for(winner, seat);
    }
}

static void count_visit(struct generic *search, size_t depth, enum seat winner)
{
    for (size_t i = depth + 1; i-- > 0;) {
        struct generic_node *node = &search->nodes[search->path[i]];
        node->visits++;
        node->halves += halves_for(winner, (enum seat)node->seat);
        if (i < depth && search->nodes[search->path[i + 1]].proof != PROOF_UNKNOWN)
            prove(search, search->path[i]);
    }
}

void generic__visit(struct generic *search, const struct game *from)
{
    struct game game;
    size_t depth = 0;
    uint32_t at = 0;
    bool is_new = false;
    game_copy(&game, from);
    search->path[0] = 0;
    while (game_status(&game) == GAME_OPEN && !is_new && search->nodes[at].proof == PROOF_UNKNOWN) {
        uint32_t next = step(search, at, &game);
        if (next == NOBODY)
            break;
        is_new = search->nodes[next].visits == 0;
        search->seats[game.ply - from->ply] = search->nodes[next].seat;
        game_do(&game, search->nodes[next].action);
        at = next;
        search->path[++depth] = at;
    }
    const struct generic_node *leaf = &search->nodes[at];
    enum seat winner = SEAT_NONE;
    if (leaf->proof != PROOF_UNKNOWN)
        winner = winner_by((enum proof)leaf->proof, (enum seat)leaf->seat);
    else if (is_new || leaf->child == NOBODY) /* which the memory has no room for */
        winner = generic__play_out(search, &game, from->ply);
    else if (game_status(&game) == GAME_OPEN)
        winner = seat_other(game_to_act(&game)); /* all that is likely loses */
    if (leaf->proof == PROOF_UNKNOWN && generic__is_cut(search))
        return;
    count_habits(search, &game, from->ply, winner);
    count_visit(search, depth, winner);
}

/* ------------------------------------------------------------------ the root */

/* Keeps in mind how the opponent wins at once, whatever is done. */
static void note_standing(struct generic *search, const struct game *game)
{
    struct game after;
    struct action list[GAME_LEGAL_MAX];
    struct action action;
    enum seat seat = game_to_act(game);
    game_copy(&after, game);
    while (game_to_act(&after) == seat && generic__look(search)) {
        size_t count = sight_actions(&after, list, GAME_LEGAL_MAX);
        game_do(&after, list[chance__below(&search->chance, count)]);
    }
    if (game_status(&after) != GAME_OPEN || generic__is_cut(search))
        return;
    search->standing_seat = seat_other(seat);
    size_t count = sight_actions(&after, list, GAME_LEGAL_MAX);
    for (size_t i = 0; i < count && search->standing_count < GENERIC_STANDING; i++)
        if (generic__find_win(search, &after, &list[i], 1, &action))
            search->standing[search->standing_count++] = action;
}

void generic__plant(struct generic *search, const struct game *game)
{
    struct action win;
    enum seat seat = game_to_act(game);
    search->nodes[0] = (struct generic_node){.seat = (int8_t)seat_other(seat)};
    search->count = 1;
    size_t count = sight_actions(game, search->list, GAME_LEGAL_MAX);
    search->nodes[0].legal = (uint16_t)count;
    if (!generic__find_win(search, game, search->list, count, &win)) {
        note_standing(search, game);
        return;
    }
    uint32_t child = node_add(search, 0, win, seat);
    search->nodes[child].proof = PROOF_WIN;
    search->nodes[child].visits = 1;
    search->nodes[child].halves = 2;
    prove(search, 0);
}
