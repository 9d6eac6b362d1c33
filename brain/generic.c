/* SPDX-License-Identifier: MIT */
/*
 * The computer player `generic`: Monte-Carlo tree search over the engine alone. Of a game it knows
 * which actions are legal and how it ends, and where the engine says that a look is worth while
 * (engine/sight.h), and nothing else: so it plays every row of the table.
 *
 * In games of chance a player takes a win, stops one of the opponent's by taking its action, and
 * does not lose by an action of one's own while there are others. The engine names the few actions
 * by which that may happen, so that a ply costs about as much as its stone.
 *
 * A node of the tree is an action; what it is worth is counted for the player who did it, and kept
 * as a proof where it is certain: a player who has an action that wins has won, and one all of
 * whose actions lose has lost (Winands, Bjornsson and Saito, "Monte-Carlo Tree Search Solver",
 * 2008). Actions are added as visits grow, so that few playouts look at few actions well: first the
 * one by which a threat is stopped, then those that were in most games won, anywhere in them
 * (Nijssen and Winands, "Enhancements for Multi-Player Monte-Carlo Tree Search", 2010).
 */
#include "brain/chance.h"
#include "brain/mind.h"
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

#define DRAWS 64  /* numbers of chance, before actions are listed */
#define RETRIES 4 /* actions that lose at once, before one is done */

#define SHARE_UNIT 1024 /* shares of won games in whole numbers */
#define CURIOSITY 220   /* the weight of what is hardly known, of SHARE_UNIT */
#define HABIT 2048      /* the weight of what was seen elsewhere, likewise */
#define HABIT_PRIOR 4   /* even games that an action begins with */
#define ROOM_FOR_EACH 2 /* actions are added up to this x the root of visits */

#define NOBODY 0    /* no node: the root is nobody's child */
#define HABITS 4096 /* actions whose results are told apart; a power of two */
#define STANDING 8  /* wins of the opponent that are kept in mind */

struct node {
    struct action action;
    uint8_t proof;  /* enum proof, for who did the action */
    int8_t seat;    /* who did it */
    uint16_t legal; /* actions behind it; 0: not looked at */
    uint16_t added; /* of these, in the tree */
    uint16_t lost;  /* of these, proven to lose for who does them */
    uint32_t child; /* the last one that was added; NOBODY: none */
    uint32_t sibling;
    uint32_t visits;
    uint32_t halves; /* of points: two for a won game behind it, one for a drawn one */
};

/* The results of all games of chance in which a player did an action, whenever that was. */
struct habit {
    uint32_t visits;
    uint32_t halves;
};

struct search {
    const struct thinking *thinking;
    uint64_t limit; /* of positions */
    uint64_t looked;
    uint64_t asked_at; /* when it was asked whether to stop */
    bool is_stopped;
    bool is_whole; /* the lists of actions have all that are legal */
    struct chance chance;
    struct habit habits[SEAT_COUNT][HABITS];
    /* Actions by which the opponent wins at once, if the player who thinks does nothing. */
    struct action standing[STANDING];
    size_t standing_count;
    enum seat standing_seat;
    /* One way down the tree and the game of chance behind it. */
    uint32_t path[GAME_ACTIONS_MAX + 1];
    int8_t seats[GAME_ACTIONS_MAX]; /* who did the actions of the game, from the root on */
    struct action list[GAME_LEGAL_MAX];
    bool is_marked[HABITS]; /* habits of actions that a node has already */
    uint32_t count;         /* of nodes */
    uint32_t most;
    struct node nodes[]; /* the first is the root */
};

/* Whether thinking ends here: what is under way is worth nothing. */
static bool is_cut(const struct search *search)
{
    return search->is_stopped || search->looked == search->limit;
}

/* Counts one more position; false: there are no more. */
static bool look(struct search *search)
{
    const struct thinking *thinking = search->thinking;
    if (is_cut(search))
        return false;
    search->looked++;
    if (search->looked - search->asked_at >= 512) {
        search->asked_at = search->looked;
        search->is_stopped = thinking->stop != NULL && thinking->stop(thinking->ctx);
    }
    return !search->is_stopped;
}

/* ------------------------------------------------------------------ wins */

static bool find_fresh_win(struct search *search, const struct game *game,
                           struct action *action_out);

/* Whether the action wins in this turn, with the stones of the turn behind it. */
static bool wins(struct search *search, const struct game *game, struct action action)
{
    struct game after;
    struct action next;
    enum seat seat = game_to_act(game);
    if (!look(search))
        return false;
    game_copy(&after, game);
    game_do(&after, action);
    if (game_status(&after) != GAME_OPEN)
        return game_winner(&after) == seat;
    bool goes_on = variant_turn(game->variant) > 1 && game_to_act(&after) == seat;
    return goes_on && find_fresh_win(search, &after, &next);
}

/* An action of `count` that wins in this turn, for who is to act; false: none. */
static bool find_win(struct search *search, const struct game *game, const struct action *actions,
                     size_t count, struct action *action_out)
{
    for (size_t i = 0; i < count && !is_cut(search); i++) {
        *action_out = actions[i];
        if (wins(search, game, actions[i]))
            return true;
    }
    return false;
}

/* The same of all that may be new, and of what stands. */
static bool find_fresh_win(struct search *search, const struct game *game,
                           struct action *action_out)
{
    struct action list[GAME_LEGAL_MAX];
    size_t count = sight_wins(game, list, GAME_LEGAL_MAX);
    if (find_win(search, game, list, count, action_out))
        return true;
    count = 0;
    if (search->standing_count > 0 && game_to_act(game) == search->standing_seat)
        for (size_t i = 0; i < search->standing_count; i++)
            if (game_check(game, search->standing[i]) == 0)
                list[count++] = search->standing[i];
    return find_win(search, game, list, count, action_out);
}

/* ------------------------------------------------------------------ actions of chance */

static struct action draw(struct search *search, const struct game *game)
{
    struct action action;
    for (int i = 0; i < DRAWS; i++)
        if (sight_draw(game, chance__next(&search->chance), &action))
            return action;
    size_t count = sight_actions(game, search->list, GAME_LEGAL_MAX);
    return search->list[chance__below(&search->chance, count)];
}

/* The action by which the opponent of the seat wins next, as the game stands; false: none. */
static bool find_threat(struct search *search, const struct game *game, enum seat seat,
                        struct action *action_out)
{
    struct game after;
    if (game_to_act(game) != seat)
        return find_fresh_win(search, game, action_out);
    game_copy(&after, game);
    while (game_to_act(&after) == seat && look(search))
        game_do(&after, draw(search, &after)); /* the other stones of the turn */
    return game_status(&after) == GAME_OPEN && !is_cut(search) &&
           find_fresh_win(search, &after, action_out);
}

/* Does an action by chance: one that the opponent would win by next, where there is one, and none
 * that loses at once, where there are others. Returns whether the opponent is known to have no win
 * next. */
static bool act_by_chance(struct search *search, struct game *game, struct action *action_out)
{
    struct game before;
    struct action threat;
    enum seat seat = game_to_act(game);
    game_copy(&before, game);
    for (int i = 0; i < RETRIES && look(search); i++) {
        game_copy(game, &before);
        *action_out = draw(search, game);
        game_do(game, *action_out);
        if (game_status(game) != GAME_WON || game_winner(game) == seat)
            break;
    }
    if (game_status(game) != GAME_OPEN)
        return false;
    if (!find_threat(search, game, seat, &threat))
        return game_to_act(game) != seat;
    if (game_check(&before, threat) == 0) {
        game_copy(game, &before);
        game_do(game, threat);
        *action_out = threat;
    }
    return false;
}

/* Plays to the end, from a position in which who is to act has no win; returns the winner,
 * SEAT_NONE where it is drawn or cut. */
static enum seat play_out(struct search *search, struct game *game, size_t from)
{
    struct action action;
    bool has_no_win = true;
    while (game_status(game) == GAME_OPEN) {
        enum seat seat = game_to_act(game);
        if (!has_no_win && find_fresh_win(search, game, &action))
            return seat;
        if (is_cut(search))
            return SEAT_NONE;
        search->seats[game->ply - from] = (int8_t)seat;
        has_no_win = act_by_chance(search, game, &action);
    }
    return game_winner(game);
}

/* ------------------------------------------------------------------ the tree */

/* The results so far of an action of the seat. */
static struct habit *habit_of(struct search *search, enum seat seat, struct action action)
{
    return &search->habits[seat][action.code % HABITS];
}

static uint64_t habit_share(struct search *search, enum seat seat, struct action action)
{
    const struct habit *habit = habit_of(search, seat, action);
    return ((uint64_t)habit->halves + HABIT_PRIOR) * SHARE_UNIT /
           (2 * ((uint64_t)habit->visits + HABIT_PRIOR));
}

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
static bool is_to_grow(const struct search *search, const struct node *node)
{
    uint32_t live = (uint32_t)(node->added - node->lost);
    return node->added < node->legal && search->count < search->most &&
           live < ROOM_FOR_EACH * (root_of(node->visits) + 1);
}

/* Marks the habits of the children, so that is_added() seldom goes through them. */
static void mark_children(struct search *search, uint32_t at)
{
    memset(search->is_marked, 0, sizeof(search->is_marked));
    for (uint32_t child = search->nodes[at].child; child != NOBODY;
         child = search->nodes[child].sibling)
        search->is_marked[search->nodes[child].action.code % HABITS] = true;
}

static bool is_added(const struct search *search, uint32_t at, struct action action)
{
    uint32_t child = search->nodes[at].child;
    if (!search->is_marked[action.code % HABITS])
        return false;
    while (child != NOBODY && !action_equals(search->nodes[child].action, action))
        child = search->nodes[child].sibling;
    return child != NOBODY;
}

/* The action that is not there yet and was in most games won; of equal ones any. */
static struct action pick(struct search *search, uint32_t at, const struct game *game)
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
static uint32_t grow(struct search *search, uint32_t at, const struct game *game)
{
    struct game after;
    struct action action;
    struct action reply;
    enum seat seat = game_to_act(game);
    game_copy(&after, game);
    if (search->nodes[at].added == 0) {
        (void)act_by_chance(search, &after, &action);
    } else {
        action = pick(search, at, game);
        game_do(&after, action);
    }
    if (!look(search))
        return NOBODY;
    uint32_t child = node_add(search, at, action, seat);
    if (game_status(&after) != GAME_OPEN)
        search->nodes[child].proof = (uint8_t)proof_of(&after, seat);
    else if (find_fresh_win(search, &after, &reply))
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
static uint64_t promise(struct search *search, const struct node *child, uint64_t log_visits)
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
static uint32_t choose(struct search *search, uint32_t parent)
{
    const struct node *node = &search->nodes[parent];
    uint64_t log_visits = logarithm(node->visits + 1);
    uint32_t best = NOBODY;
    uint32_t drawn = NOBODY;
    uint64_t most = 0;
    for (uint32_t at = node->child; at != NOBODY; at = search->nodes[at].sibling) {
        const struct node *child = &search->nodes[at];
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
static void prove(struct search *search, uint32_t at)
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
static uint32_t step(struct search *search, uint32_t at, const struct game *game)
{
    struct node *node = &search->nodes[at];
    if (node->legal == 0)
        node->legal = (uint16_t)sight_actions(game, search->list, GAME_LEGAL_MAX);
    bool is_certain = false;
    while (is_to_grow(search, node) && (!is_certain || node->lost == node->added)) {
        uint32_t added = grow(search, at, game);
        if (is_cut(search))
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

static void count_habits(struct search *search, const struct game *game, size_t from,
                         enum seat winner)
{
    for (size_t ply = from; ply < game->ply; ply++) {
        enum seat seat = (enum seat)search->seats[ply - from];
        struct habit *habit = habit_of(search, seat, game_actions(game)[ply]);
        habit->visits++;
        habit->halves += halves_for(winner, seat);
    }
}

static void count_visit(struct search *search, size_t depth, enum seat winner)
{
    for (size_t i = depth + 1; i-- > 0;) {
        struct node *node = &search->nodes[search->path[i]];
        node->visits++;
        node->halves += halves_for(winner, (enum seat)node->seat);
        if (i < depth && search->nodes[search->path[i + 1]].proof != PROOF_UNKNOWN)
            prove(search, search->path[i]);
    }
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
        uint32_t next = step(search, at, &game);
        if (next == NOBODY)
            break;
        is_new = search->nodes[next].visits == 0;
        search->seats[game.ply - from->ply] = search->nodes[next].seat;
        game_do(&game, search->nodes[next].action);
        at = next;
        search->path[++depth] = at;
    }
    const struct node *leaf = &search->nodes[at];
    enum seat winner = SEAT_NONE;
    if (leaf->proof != PROOF_UNKNOWN)
        winner = winner_by((enum proof)leaf->proof, (enum seat)leaf->seat);
    else if (is_new || leaf->child == NOBODY) /* which the memory has no room for */
        winner = play_out(search, &game, from->ply);
    else if (game_status(&game) == GAME_OPEN)
        winner = seat_other(game_to_act(&game)); /* all that is likely loses */
    if (leaf->proof == PROOF_UNKNOWN && is_cut(search))
        return;
    count_habits(search, &game, from->ply, winner);
    count_visit(search, depth, winner);
}

/* ------------------------------------------------------------------ the root */

/* Keeps in mind how the opponent wins at once, whatever is done. */
static void note_standing(struct search *search, const struct game *game)
{
    struct game after;
    struct action list[GAME_LEGAL_MAX];
    struct action action;
    enum seat seat = game_to_act(game);
    game_copy(&after, game);
    while (game_to_act(&after) == seat && look(search)) {
        size_t count = sight_actions(&after, list, GAME_LEGAL_MAX);
        game_do(&after, list[chance__below(&search->chance, count)]);
    }
    if (game_status(&after) != GAME_OPEN || is_cut(search))
        return;
    search->standing_seat = seat_other(seat);
    size_t count = sight_actions(&after, list, GAME_LEGAL_MAX);
    for (size_t i = 0; i < count && search->standing_count < STANDING; i++)
        if (find_win(search, &after, &list[i], 1, &action))
            search->standing[search->standing_count++] = action;
}

/* Makes the root, for this game. */
static void plant(struct search *search, const struct game *game)
{
    struct action win;
    enum seat seat = game_to_act(game);
    search->nodes[0] = (struct node){.seat = (int8_t)seat_other(seat)};
    search->count = 1;
    size_t count = sight_actions(game, search->list, GAME_LEGAL_MAX);
    search->nodes[0].legal = (uint16_t)count;
    if (!find_win(search, game, search->list, count, &win)) {
        note_standing(search, game);
        return;
    }
    uint32_t child = node_add(search, 0, win, seat);
    search->nodes[child].proof = PROOF_WIN;
    search->nodes[child].visits = 1;
    search->nodes[child].halves = 2;
    prove(search, 0);
}

/* ------------------------------------------------------------------ lent memory */

static bool plays(const struct variant *variant)
{
    return variant_can_be_played(variant) && reader_knows(READER_RANDOM, variant);
}

/* The tree and the solver have the same memory, one after the other. */
static size_t memory_for(size_t entries)
{
    size_t tree = sizeof(struct search) + entries * sizeof(struct node);
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

static bool may_go_on(const struct search *search)
{
    return !is_cut(search) && search->nodes[0].proof == PROOF_UNKNOWN;
}

static void think(const struct game *game, const struct thinking *thinking,
                  struct thought *thought_out)
{
    struct search *search = thinking->memory;
    uint64_t positions =
        thinking->nodes > 0 ? thinking->nodes : levels[thinking->level - 1].positions;
    const struct certainty certainty = ask_solver(game, thinking, positions);
    uint32_t playouts = levels[thinking->level - 1].playouts;
    size_t most = (thinking->memory_size - sizeof(*search)) / sizeof(struct node);
    memset(search, 0, sizeof(*search));
    search->thinking = thinking;
    search->limit = positions - certainty.looked;
    search->is_stopped =
        certainty.was_stopped || (thinking->stop != NULL && thinking->stop(thinking->ctx));
    search->is_whole = sight_is_whole(game->variant);
    search->chance = (struct chance){thinking->seed};
    search->most = (uint32_t)(most < UINT32_MAX ? most : UINT32_MAX);
    plant(search, game);
    if (certainty.proof == PROOF_WIN && thinking->prospects <= 1)
        playouts = 0; /* no more is asked for */
    for (uint32_t i = 0; i < playouts && may_go_on(search); i++)
        visit(search, game);
    if (search->nodes[0].child == NOBODY) {
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
