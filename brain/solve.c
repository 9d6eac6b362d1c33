/* SPDX-License-Identifier: MIT */
/*
 * The search of brain/solve.h. Of each position it keeps two numbers: how many positions at least
 * still have to be decided to prove what is asked, and to refute it. It always goes on where the
 * least is left to do. Where many ways lead to the same position sums count it often; so a side
 * that must try everything counts the largest number of its actions and one for each other (weak
 * proof numbers; Ueda et al., 2008).
 *
 * Who forces the other is seen before searching: a position in which all actions but few lose at
 * once has as few to be tried. Games of chance are none of it, nor symmetries.
 */
#include "brain/solve.h"

#include "engine/mix.h"
#include "engine/sight.h"

#include <string.h>

#define SURE (UINT32_C(1) << 30) /* what is decided has this for one number and 0 for the other */
#define PLIES_MAX 128            /* a line that is longer stays unknown */
#define CHILDREN_MAX 8192        /* of all positions on the way down */
#define SAFE_MAX 2 /* a position with as many actions that do not lose at once is quiet */

/* How much is left to prove and to refute. */
struct effort {
    uint32_t prove;
    uint32_t refute;
};

struct known {
    uint64_t key;
    struct effort effort;
    uint64_t cost; /* positions that it took; 0: nothing is here */
};

struct child {
    struct action action;
    uint64_t key;
    struct effort effort;
};

struct solver {
    bool (*stop)(void *ctx);
    void *ctx;
    uint64_t nodes;
    uint64_t nodes_max;
    uint64_t asked_at; /* when it was asked whether to stop */
    bool is_over;      /* of this question */
    bool was_stopped;
    bool is_partial;    /* something was left out at an action of the side asked for */
    bool has_seen_draw; /* any end without a winner, in any question */
    const struct solve_question *question;
    struct action best; /* that decided the position asked about */
    size_t children_count;
    size_t positions;
    struct child children[CHILDREN_MAX];
    struct game games[PLIES_MAX + 3];
    struct action lists[2][GAME_LEGAL_MAX];
    struct known table[];
};

static const struct effort proven = {0, SURE};
static const struct effort refuted = {SURE, 0};

size_t solver_size(size_t positions)
{
    return sizeof(struct solver) + positions * sizeof(struct known);
}

struct solver *solver_init(void *memory, size_t positions, bool (*stop)(void *ctx), void *ctx)
{
    struct solver *solver = memory;
    memset(solver->table, 0, positions * sizeof(struct known));
    solver->stop = stop;
    solver->ctx = ctx;
    solver->nodes = 0;
    solver->asked_at = 0;
    solver->was_stopped = false;
    solver->has_seen_draw = false;
    solver->is_partial = false;
    solver->positions = positions;
    return solver;
}

uint64_t solver_nodes(const struct solver *solver)
{
    return solver->nodes;
}

bool solver_was_stopped(const struct solver *solver)
{
    return solver->was_stopped;
}

/* ------------------------------------------------------------------ the table */

static bool is_decided(struct effort effort)
{
    return effort.prove == 0 || effort.refute == 0;
}

/* A position and its neighbour share two places. */
static struct known *find(struct solver *solver, uint64_t key)
{
    struct known *pair = &solver->table[key & (solver->positions - 1) & ~UINT64_C(1)];
    for (size_t i = 0; i < 2; i++)
        if (pair[i].cost > 0 && pair[i].key == key)
            return &pair[i];
    return NULL;
}

/* Keeps it where it is, or in place of what cost less. */
static void keep(struct solver *solver, uint64_t key, struct effort effort, uint64_t cost)
{
    struct known *pair = &solver->table[key & (solver->positions - 1) & ~UINT64_C(1)];
    struct known *known = find(solver, key);
    if (known == NULL)
        known = pair[0].cost <= pair[1].cost ? &pair[0] : &pair[1];
    *known = (struct known){key, effort, cost + 1};
}

/* The same position has another key for each question. */
static uint64_t key_for(const struct solver *solver, const struct game *game)
{
    const struct solve_question *question = solver->question;
    uint64_t which = 2 * (uint64_t)question->seat + (question->is_draw_enough ? 1 : 0) + 1;
    return game_key(game) ^ which * MIX_STEP;
}

/* ------------------------------------------------------------------ one step */

static bool is_asker(const struct solver *solver, const struct game *game)
{
    return game_to_act(game) == solver->question->seat;
}

/* Whether the end of a game is one that is asked for. */
static bool is_yes(struct solver *solver, const struct game *over)
{
    if (game_winner(over) == SEAT_NONE) {
        solver->has_seen_draw = true;
        return solver->question->is_draw_enough;
    }
    return game_winner(over) == solver->question->seat;
}

static struct effort effort_of_end(struct solver *solver, const struct game *over)
{
    return is_yes(solver, over) ? proven : refuted;
}

/* Does an action on a copy at the next ply; returns that game. */
static const struct game *step(struct solver *solver, const struct game *game, struct action action)
{
    struct game *after = &solver->games[game - solver->games + 1];
    game_copy(after, game);
    game_do(after, action);
    solver->nodes++;
    if (solver->nodes >= solver->nodes_max)
        solver->is_over = true;
    if (solver->nodes - solver->asked_at >= 1024) {
        solver->asked_at = solver->nodes;
        if (solver->stop != NULL && solver->stop(solver->ctx))
            solver->is_over = solver->was_stopped = true;
    }
    return after;
}

/* ------------------------------------------------------------------ who forces whom */

/* Whether the end is the wish of whoever acted: of the side asked for, or of the other. */
static bool is_good_for(struct solver *solver, const struct game *over, enum seat seat)
{
    return is_yes(solver, over) == (seat == solver->question->seat);
}

/* Whether this action ends the game as who does it wishes. */
static bool decides(struct solver *solver, const struct game *game, struct action action)
{
    enum seat seat = game_to_act(game);
    const struct game *after = step(solver, game, action);
    return game_status(after) != GAME_OPEN && is_good_for(solver, after, seat);
}

/* Finds an action that does, of those that may win; the one that did so before is tried first. */
static bool find_decision(struct solver *solver, const struct game *game, struct action *reply)
{
    if (solver->is_over)
        return false;
    if (game_check(game, *reply) == 0 && decides(solver, game, *reply))
        return true;
    size_t count = sight_wins(game, solver->lists[1], GAME_LEGAL_MAX);
    for (size_t i = 0; i < count && !solver->is_over; i++)
        if (decides(solver, game, solver->lists[1][i])) {
            *reply = solver->lists[1][i];
            return true;
        }
    return false;
}

/* Lists what who is to act may do: all of it for the side that answers, since every answer has to
 * be refuted; of large boards what is near for the side that is asked for. */
static size_t list_actions(struct solver *solver, const struct game *game, struct action *list)
{
    if (!is_asker(solver, game) || sight_is_whole(game->variant))
        return game_legal_actions(game, list, GAME_LEGAL_MAX);
    solver->is_partial = true;
    return sight_actions(game, list, GAME_LEGAL_MAX);
}

/* The effort of a position in which who is to act has so many actions to be tried. */
static struct effort effort_of(const struct solver *solver, const struct game *game, size_t actions)
{
    uint32_t count = (uint32_t)actions;
    bool asks = is_asker(solver, game);
    if (count == 0)
        return asks ? refuted : proven;
    return asks ? (struct effort){1, count} : (struct effort){count, 1};
}

/* A first look at an open position: decided, if one action decides it or all lose at once; else the
 * actions that do not, where these are few. */
static struct effort look(struct solver *solver, const struct game *game)
{
    enum seat seat = game_to_act(game);
    struct action reply = {0};
    if (find_decision(solver, game, &reply))
        return seat == solver->question->seat ? proven : refuted;
    size_t count = list_actions(solver, game, solver->lists[0]);
    size_t safe = 0;
    size_t tried = 0;
    for (; tried < count && safe < SAFE_MAX && !solver->is_over; tried++) {
        const struct game *after = step(solver, game, solver->lists[0][tried]);
        if (game_status(after) != GAME_OPEN) {
            if (is_good_for(solver, after, seat))
                return effort_of_end(solver, after);
            continue;
        }
        if (game_to_act(after) == seat || !find_decision(solver, after, &reply))
            safe++;
    }
    return effort_of(solver, game, tried < count ? count : safe);
}

/* ------------------------------------------------------------------ the search */

/* Sums up the children. Who is to act needs but one of them, and the other side all. */
static struct effort sum_up(bool asks, const struct child *children, size_t count)
{
    uint32_t least = SURE;
    uint32_t most = 0;
    uint32_t others = 0;
    for (size_t i = 0; i < count; i++) {
        struct effort effort = children[i].effort;
        uint32_t own = asks ? effort.prove : effort.refute;
        uint32_t against = asks ? effort.refute : effort.prove;
        least = own < least ? own : least;
        others += against > 0 ? 1 : 0;
        most = against > most ? against : most;
    }
    uint32_t all = most == 0 || most == SURE ? most : most + others - 1;
    return asks ? (struct effort){least, all} : (struct effort){all, least};
}

/* The child with the least of the own number, and how little the next one has. */
static size_t choose(bool asks, const struct child *children, size_t count, uint32_t *second_out)
{
    size_t best = count;
    uint32_t least = SURE;
    *second_out = SURE;
    for (size_t i = 0; i < count; i++) {
        uint32_t own = asks ? children[i].effort.prove : children[i].effort.refute;
        if (best == count || own < least) {
            *second_out = best == count ? SURE : least;
            best = i;
            least = own;
        } else if (own < *second_out) {
            *second_out = own;
        }
    }
    return best;
}

/* Lists the children of a position, with what is known of them; stops at one that decides it.
 * Returns how many there are. */
static size_t expand(struct solver *solver, const struct game *game, struct child *children)
{
    bool asks = is_asker(solver, game);
    struct action decision = {0};
    if (find_decision(solver, game, &decision)) {
        children[0] = (struct child){.action = decision, .effort = asks ? proven : refuted};
        return 1;
    }
    size_t count = list_actions(solver, game, solver->lists[0]);
    if (solver->children_count + count > CHILDREN_MAX) {
        solver->is_over = true;
        return 0;
    }
    for (size_t i = 0; i < count; i++)
        children[i] = (struct child){.action = solver->lists[0][i]};
    for (size_t i = 0; i < count && !solver->is_over; i++) {
        struct child *child = &children[i];
        const struct game *after = step(solver, game, child->action);
        if (game_status(after) != GAME_OPEN) {
            child->effort = effort_of_end(solver, after);
        } else {
            child->key = key_for(solver, after);
            const struct known *known = find(solver, child->key);
            child->effort = known != NULL ? known->effort : look(solver, after);
            if (known == NULL && !solver->is_over)
                keep(solver, child->key, child->effort, 0);
        }
        if ((asks ? child->effort.prove : child->effort.refute) == 0) {
            children[0] = *child;
            return 1;
        }
    }
    return count;
}

/* Takes what other ways down have found out. */
static void refresh(struct solver *solver, struct child *children, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct known *known =
            is_decided(children[i].effort) ? NULL : find(solver, children[i].key);
        if (known != NULL)
            children[i].effort = known->effort;
    }
}

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* How far to go on in the child: until another one has much less left, or the position is to be
 * left. Measured: with four times as much, boards of 16 cells take a third to an eighth of the
 * positions that they take with a quarter more. */
static struct effort limit_of(bool asks, struct effort limit, uint32_t second, size_t undecided)
{
    uint32_t own = asks ? limit.prove : limit.refute;
    uint32_t against = asks ? limit.refute : limit.prove;
    uint32_t others = (uint32_t)undecided - 1;
    own = smaller(own, second == SURE ? SURE : 4 * second + 1);
    against = against == SURE ? SURE : against > others ? against - others : 1;
    return asks ? (struct effort){own, against} : (struct effort){against, own};
}

static size_t count_undecided(const struct child *children, size_t count)
{
    size_t undecided = 0;
    for (size_t i = 0; i < count; i++)
        undecided += is_decided(children[i].effort) ? 0 : 1;
    return undecided;
}

/* Searches an open position until it is decided or one of its numbers reaches the limit. */
static struct effort search(struct solver *solver, const struct game *game, uint64_t key,
                            struct effort limit)
{
    bool asks = is_asker(solver, game);
    uint64_t before = solver->nodes;
    struct child *children = &solver->children[solver->children_count];
    size_t ply = (size_t)(game - solver->games);
    struct effort effort = {1, 1};
    if (ply >= PLIES_MAX)
        solver->is_over = true;
    size_t count = solver->is_over ? 0 : expand(solver, game, children);
    solver->children_count += count;
    while (!solver->is_over) {
        uint32_t second;
        effort = sum_up(asks, children, count);
        size_t at = choose(asks, children, count, &second);
        if (ply == 0)
            solver->best = children[at].action;
        if (is_decided(effort) || effort.prove >= limit.prove || effort.refute >= limit.refute)
            break;
        size_t undecided = count_undecided(children, count);
        const struct game *after = step(solver, game, children[at].action);
        children[at].effort =
            search(solver, after, children[at].key, limit_of(asks, limit, second, undecided));
        refresh(solver, children, count);
    }
    solver->children_count -= count;
    if (!solver->is_over)
        keep(solver, key, effort, solver->nodes - before);
    return effort;
}

enum solve_answer solver_ask(struct solver *solver, const struct game *game,
                             const struct solve_question *question, struct action *action_out)
{
    const struct effort no_limit = {SURE, SURE};
    if (variant_is_sparse(game->variant))
        return SOLVE_UNKNOWN; /* nobody looks at all answers there */
    solver->question = question;
    solver->nodes_max = solver->nodes + question->nodes;
    solver->is_over = solver->was_stopped || question->nodes == 0;
    solver->children_count = 0;
    game_copy(&solver->games[0], game);
    struct effort effort = search(solver, &solver->games[0], key_for(solver, game), no_limit);
    if (solver->is_over || !is_decided(effort) || (effort.refute == 0 && solver->is_partial))
        return SOLVE_UNKNOWN;
    bool is_by_actor = is_asker(solver, game) == (effort.prove == 0);
    if (is_by_actor && action_out != NULL)
        *action_out = solver->best;
    return effort.prove == 0 ? SOLVE_YES : SOLVE_NO;
}

enum proof solver_result(struct solver *solver, const struct game *game, uint64_t nodes,
                         struct action *action_out)
{
    uint64_t end = solver->nodes + nodes;
    struct solve_question question = {.seat = game_to_act(game), .nodes = nodes};
    enum solve_answer answer = solver_ask(solver, game, &question, action_out);
    if (answer != SOLVE_NO)
        return answer == SOLVE_YES ? PROOF_WIN : PROOF_UNKNOWN;
    if (!solver->has_seen_draw)
        return PROOF_LOSS;
    question.is_draw_enough = true;
    question.nodes = end > solver->nodes ? end - solver->nodes : 0;
    answer = solver_ask(solver, game, &question, action_out);
    if (answer == SOLVE_UNKNOWN)
        return PROOF_UNKNOWN;
    return answer == SOLVE_YES ? PROOF_DRAW : PROOF_LOSS;
}
