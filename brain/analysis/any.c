/* SPDX-License-Identifier: MIT */
/*
 * The questions about a position of any game, asked of the computer player `generic`: what the
 * rules tell, what is certain, what is likely. A thought behind an action is compared with nothing
 * but a thought of as many nodes behind another one. Games of chance differ by chance: a cost is
 * the least that several looks with other chances found.
 */
#include "brain/analysis/verdict.h"
#include "brain/analysis/work.h"
#include "engine/require.h"
#include "engine/sight.h"

#include <string.h>

#define ENTRIES ((size_t)1 << 15) /* positions of its tree: as many on every machine */
#define CLOSE (ANALYSIS_SLIP / 2) /* actions that differ by less are held equal */
#define LOOKS 4                   /* the pairs of looks before a mistake is called one */
#define AGAIN 4                   /* times the nodes before a win is called missed */
#define TRIES 128                 /* actions that are tried to the last */
#define TRY_PART 4                /* of the nodes of a question, for each */
#define TRY_ALL 2                 /* times these nodes for all of them */

/* The nodes of one question of each position, for a whole game; and bounds of those of one. */
#define NODES_ALL 12000000
#define NODES_LEAST 10000
#define NODES_MOST 300000

/* Nodes from which a level higher is asked: levels end by games of chance, too. */
#define HIGH_NODES 200000
#define HIGHEST_NODES 1000000

#define OTHERS_MAX 3

_Static_assert(PROSPECT_SHARE_ONE == ANALYSIS_SHARE_ONE && PROSPECT_LINE_MAX <= ANALYSIS_LINE_MAX,
               "what is thought can be told");

/* It stands at the beginning of the lent memory, and nobody needs it to read what was found. */
struct work {
    const void *tables;
    bool (*stop)(void *ctx);
    void *ctx;
    uint16_t best;  /* the highest share behind an action of the position, looked at alike */
    uint8_t others; /* the next of: */
    uint8_t others_count;
    struct action other[OTHERS_MAX]; /* actions that may be better than the one played */
    struct game game;                /* at the position that is asked about */
    struct thought thought;          /* the last one */
    struct action list[GAME_LEGAL_MAX];
    struct action replies[GAME_LEGAL_MAX];
};

static struct work *work_of(const struct analysis *analysis)
{
    return analysis->work;
}

/* A view of a position, for the seat that was asked for. */
struct finding {
    enum proof proof;
    uint16_t share;
    uint16_t count;
    struct action line[PROSPECT_LINE_MAX];
};

/* ---------------------------------------------------------------- before a game */

static const struct computer *thinker(void)
{
    return computer_get(COMPUTER_GENERIC);
}

static bool plays(const struct variant *variant)
{
    return computer_plays(thinker(), variant);
}

static size_t tables_size(const struct variant *variant)
{
    return computer_tables_size(thinker(), variant);
}

static void tables_make(void *tables_out, const struct variant *variant)
{
    (void)computer_tables_make(thinker(), variant, tables_out, tables_size(variant));
}

static size_t work_size(void)
{
    return (sizeof(struct work) + 15) / 16 * 16;
}

static size_t thought_size(const struct variant *variant)
{
    return computer_memory_for(thinker(), variant, ENTRIES);
}

static size_t memory_size(const struct variant *variant)
{
    return work_size() + thought_size(variant);
}

/* As many as make a whole analysis take some tens of seconds. */
static uint64_t usual_nodes(const struct analysis *analysis)
{
    uint64_t nodes = NODES_ALL / analysis_all(analysis);
    return nodes < NODES_LEAST ? NODES_LEAST : nodes > NODES_MOST ? NODES_MOST : nodes;
}

static void begin(struct analysis *analysis, const struct analysis_options *options)
{
    struct work *work = work_of(analysis);
    memset(work, 0, sizeof(*work));
    work->tables = options->tables;
    work->stop = options->stop;
    work->ctx = options->ctx;
}

/* ---------------------------------------------------------------- what the rules tell */

/* The look of the rules at an open game, by the engine alone. Walks over all actions; on a board
 * without an edge those far from every stone are left out, because they neither win nor stop
 * anything. */
struct sight {
    bool wins;           /* an action wins at once: */
    struct action win;   /* that one; `played`, if it is one of these */
    unsigned safe_count; /* actions that do not lose at once, counted up to two */
    struct action safe;  /* the first of them */
};

/* Does the action in a copy of the game. */
static void do_in_copy(struct game *after, const struct game *game, struct action action)
{
    game_copy(after, game);
    game_do(after, action);
}

static bool wins_at_once(const struct game *game, struct action action)
{
    struct game after;
    do_in_copy(&after, game, action);
    return game_winner(&after) == game_to_act(game);
}

/* Whether the opponent has an action that wins at once: the one that did so before is tried first,
 * because it mostly does so again. */
static bool is_answered(struct work *work, const struct game *game, struct action *answer)
{
    if (game_check(game, *answer) == 0 && wins_at_once(game, *answer))
        return true;
    size_t count = sight_candidates(game, work->replies, GAME_LEGAL_MAX);
    for (size_t i = 0; i < count; i++)
        if (wins_at_once(game, work->replies[i])) {
            *answer = work->replies[i];
            return true;
        }
    return false;
}

/* Whether the action ends the game as a loss, or lets the opponent end it so. */
static bool loses_at_once(struct work *work, const struct game *game, struct action action,
                          struct action *answer)
{
    struct game after;
    enum seat seat = game_to_act(game);
    do_in_copy(&after, game, action);
    if (game_status(&after) != GAME_OPEN)
        return game_winner(&after) == seat_other(seat);
    return game_to_act(&after) != seat && is_answered(work, &after, answer);
}

/* `played` may be NULL. The lists of `work` are used. */
static void see(struct work *work, const struct game *game, const struct action *played,
                struct sight *sight_out)
{
    size_t count = sight_candidates(game, work->list, GAME_LEGAL_MAX);
    struct action answer = work->list[0];
    *sight_out = (struct sight){.wins = false};
    if (played != NULL && wins_at_once(game, *played)) {
        sight_out->wins = true;
        sight_out->win = *played;
    }
    for (size_t i = 0; i < count && !sight_out->wins; i++) {
        sight_out->wins = wins_at_once(game, work->list[i]);
        sight_out->win = work->list[i];
    }
    for (size_t i = 0; i < count && !sight_out->wins && sight_out->safe_count < 2; i++)
        if (!loses_at_once(work, game, work->list[i], &answer) && sight_out->safe_count++ == 0)
            sight_out->safe = work->list[i];
}

/* ---------------------------------------------------------------- a position */

static void reverse(struct finding *finding)
{
    finding->proof = work__turned_proof(finding->proof);
    finding->share = work__turned(finding->share);
}

/* How to think: about so many nodes, with these chances. */
struct look {
    uint64_t nodes;
    uint64_t chances;
};

static unsigned level_for(uint64_t nodes)
{
    unsigned below = nodes < HIGH_NODES ? 2 : nodes < HIGHEST_NODES ? 1 : 0;
    return thinker()->levels - below;
}

/* Thinks about an open game; `work->thought` is the answer. */
static void think(struct analysis *analysis, const struct game *game, const struct look *look)
{
    struct work *work = work_of(analysis);
    size_t size = thought_size(game->variant);
    void *memory = (unsigned char *)analysis->work + work_size();
    const struct thinking thinking = {.level = level_for(look->nodes),
                                      .seed = look->chances,
                                      .nodes = look->nodes > 0 ? look->nodes : 1,
                                      .prospects = THOUGHT_PROSPECTS_MAX,
                                      .tables = work->tables,
                                      .memory = memory,
                                      .memory_size = size,
                                      .stop = work->stop,
                                      .ctx = work->ctx};
    memset(memory, 0, size);
    (void)computer_think(thinker(), game, &thinking, &work->thought);
    analysis->was_stopped = analysis->was_stopped || work->thought.was_stopped;
}

/* Whether each legal action is among the prospects, with a result that is certain. */
static bool is_all_certain(const struct thought *thought, const struct game *game)
{
    size_t at = 0;
    size_t count = 0;
    struct action action;
    for (size_t i = 0; i < thought->prospects_count; i++)
        if (thought->prospects[i].proof == PROOF_UNKNOWN)
            return false;
    while (count <= thought->prospects_count && game_next_legal(game, &at, &action))
        count++;
    return count == thought->prospects_count;
}

/* The proof that the thought gives of the position, for who acts there: its best action wins, or
 * all are certain, or else it is likely. */
static void read_thought(const struct thought *thought, const struct game *game,
                         struct finding *finding)
{
    const struct prospect *best = &thought->prospects[0];
    REQUIRE(thought->prospects_count > 0 && best->line_count > 0);
    *finding =
        (struct finding){.proof = PROOF_UNKNOWN, .share = best->share, .count = best->line_count};
    memcpy(finding->line, best->line, sizeof(finding->line));
    if (best->proof == PROOF_WIN || is_all_certain(thought, game))
        finding->proof = (enum proof)best->proof;
}

/* Looks at a position, in the eyes of the seat. */
static void find(struct analysis *analysis, const struct game *game, enum seat seat,
                 const struct look *look, struct finding *finding)
{
    if (game_status(game) != GAME_OPEN) {
        enum proof proof = work__proof_of_end(game, seat);
        *finding = (struct finding){.proof = proof, .share = work__share_of(proof)};
        return;
    }
    think(analysis, game, look);
    read_thought(&work_of(analysis)->thought, game, finding);
    if (game_to_act(game) != seat)
        reverse(finding);
}

/* Whether it is worth while to try all actions: nothing is proven, and yet the best one that is
 * known has a certain result. */
static bool is_near_proof(const struct work *work, const struct game *game,
                          const struct finding *finding)
{
    return finding->proof == PROOF_UNKNOWN && !variant_is_sparse(game->variant) &&
           work->thought.prospects[0].proof != PROOF_UNKNOWN;
}

/* Puts the action before what was found behind it. */
static void put_before(struct action action, struct finding *finding)
{
    uint16_t count = finding->count < PROSPECT_LINE_MAX ? finding->count : PROSPECT_LINE_MAX - 1;
    memmove(finding->line + 1, finding->line, count * sizeof(finding->line[0]));
    finding->line[0] = action;
    finding->count = (uint16_t)(count + 1);
}

/* Looks at each action of the position, for who acts there, until one wins, or is not certain: if
 * all are, so is the position. */
static void try_all(struct analysis *analysis, const struct game *game, const struct look *look,
                    struct finding *finding)
{
    size_t at = 0;
    size_t tried = 0;
    struct action action;
    struct game after;
    struct finding best = {.proof = PROOF_LOSS};
    struct look part = {look->nodes / TRY_PART, look->chances};
    uint64_t left = look->nodes * TRY_ALL;
    while (best.proof != PROOF_WIN && game_next_legal(game, &at, &action)) {
        struct finding behind;
        do_in_copy(&after, game, action);
        work_of(analysis)->thought.nodes = 0;
        find(analysis, &after, game_to_act(game), &part, &behind);
        uint64_t nodes = work_of(analysis)->thought.nodes;
        if (behind.proof == PROOF_UNKNOWN || nodes > left || tried++ == TRIES)
            return;
        left -= nodes;
        if (tried > 1 && behind.share <= best.share)
            continue;
        best = behind;
        put_before(action, &best);
    }
    *finding = best;
}

/* Looks at a position likewise, and tries all actions where that may prove it. */
static void find_deep(struct analysis *analysis, const struct game *game, enum seat seat,
                      const struct look *look, struct finding *finding)
{
    find(analysis, game, seat, look, finding);
    if (game_status(game) != GAME_OPEN || !is_near_proof(work_of(analysis), game, finding))
        return;
    bool is_other = game_to_act(game) != seat;
    if (is_other)
        reverse(finding);
    try_all(analysis, game, look, finding);
    if (is_other)
        reverse(finding);
}

/* Looks behind an action of the position that is asked about, for who does it. */
static void find_behind(struct analysis *analysis, struct action action, const struct look *look,
                        struct finding *finding)
{
    struct game after;
    const struct game *game = &work_of(analysis)->game;
    do_in_copy(&after, game, action);
    find_deep(analysis, &after, game_to_act(game), look, finding);
}

/* ---------------------------------------------------------------- keeping what was found */

/* How the line of a proven win wins. */
static enum analysis_win way_of(const struct game *game, const struct analysis_line *line)
{
    struct game after;
    game_copy(&after, game);
    bool is_done = line->count > 0 && game_act(&after, line->actions[0]) == 0;
    return is_done && game_status(&after) == GAME_WON ? ANALYSIS_WIN_ONCE : ANALYSIS_WIN_SEARCH;
}

/* The place where the position is asked about is worth what was found by the line that begins with
 * `action`. */
static void take(struct analysis *analysis, struct action action, const struct action *rest,
                 size_t count, const struct finding *finding)
{
    struct analysis_place *place = work__here(analysis);
    work__set_line(place, action, rest, count);
    place->share = finding->share;
    place->proof = (uint8_t)finding->proof;
    if (place->proof == PROOF_WIN)
        place->win = (uint8_t)way_of(&work_of(analysis)->game, &place->line);
}

static void take_behind(struct analysis *analysis)
{
    struct analysis_place *place = work__here(analysis);
    work__take_behind(analysis);
    if (place->proof == PROOF_WIN)
        place->win = (uint8_t)way_of(&work_of(analysis)->game, &place->line);
}

/* Something certain is known of the position behind what was played, for who played it. */
static void learn_behind(struct analysis *analysis, enum proof proof, const struct action *line,
                         size_t count)
{
    struct analysis_place *next = work__behind(analysis);
    struct game after;
    if (next->proof != PROOF_UNKNOWN || proof == PROOF_UNKNOWN)
        return;
    bool is_same =
        analysis_seat(analysis, analysis->ply) == analysis_seat(analysis, analysis->ply + 1);
    enum proof seen = is_same ? proof : work__turned_proof(proof);
    next->proof = (uint8_t)seen;
    next->share = work__share_of(seen);
    if (count > 0)
        work__set_line(next, line[0], line + 1, count - 1);
    do_in_copy(&after, &work_of(analysis)->game, work__played(analysis));
    if (seen == PROOF_WIN)
        next->win = (uint8_t)way_of(&after, &next->line);
}

/* ---------------------------------------------------------------- questions */

static void ask_rules(struct analysis *analysis)
{
    struct sight sight;
    struct work *work = work_of(analysis);
    struct analysis_place *place = work__here(analysis);
    const struct action *actions = game_actions(&analysis->game);
    bool is_played = analysis->ply < analysis->game.ply;
    if (!is_played && game_status(&analysis->game) != GAME_OPEN) {
        work__see_end(analysis);
        return;
    }
    (void)game_replay(&work->game, analysis->game.variant, actions, analysis->ply);
    see(work, &work->game, is_played ? &actions[analysis->ply] : NULL, &sight);
    place->is_forced = !sight.wins && sight.safe_count == 1;
    place->only = sight.safe;
    bool is_only =
        place->is_forced && is_played && action_equals(sight.safe, actions[analysis->ply]);
    if (sight.wins) {
        take(analysis, sight.win, NULL, 0,
             &(struct finding){.proof = PROOF_WIN, .share = ANALYSIS_SHARE_ONE});
    } else if (sight.safe_count == 0) {
        place->proof = PROOF_LOSS;
    } else if (is_played && (is_only || work__proof_behind(analysis, analysis->ply) == PROOF_WIN)) {
        take_behind(analysis);
    } else {
        analysis->question = ANALYSIS_ASKS_SHARE;
        return;
    }
    work__leave(analysis);
}

/* The prospect of what was played; NULL where the thought does not say. */
static const struct prospect *prospect_played(const struct analysis *analysis)
{
    const struct thought *thought = &work_of(analysis)->thought;
    for (size_t i = 0; i < thought->prospects_count; i++)
        if (action_equals(thought->prospects[i].action, work__played(analysis)))
            return &thought->prospects[i];
    return NULL;
}

/* Keeps the actions that this one thought holds better than what was played, or, where it knows
 * nothing of that, than the thought behind it does. */
static void note_others(struct analysis *analysis)
{
    struct work *work = work_of(analysis);
    const struct prospect *played = prospect_played(analysis);
    unsigned least = 0;
    if (work__proof_behind(analysis, analysis->ply) != PROOF_LOSS)
        least =
            CLOSE + (played != NULL ? played->share : work__share_behind(analysis, analysis->ply));
    work->others = 0;
    work->others_count = 0;
    for (size_t i = 0; i < work->thought.prospects_count; i++) {
        const struct prospect *prospect = &work->thought.prospects[i];
        if (prospect == played || prospect->proof == PROOF_LOSS || prospect->share < least ||
            work->others_count == OTHERS_MAX)
            continue;
        work->other[work->others_count++] = prospect->action;
    }
}

/* Notes an action behind which no loss was found, where the one that was played lost. */
static void note_stop(struct analysis *analysis, struct action action)
{
    struct analysis_place *place = work__here(analysis);
    if (work__proof_behind(analysis, analysis->ply) == PROOF_LOSS &&
        place->stops_count < ANALYSIS_STOPS_MAX)
        place->stops[place->stops_count++] = action;
}

/* Takes what is certain of the position. Then it is asked what is certain of what was played: it
 * has a result, too, where the best has none that wins; and a win may be there still. */
static void take_certain(struct analysis *analysis, const struct finding *finding)
{
    take(analysis, finding->line[0], finding->line + 1, finding->count - 1u, finding);
    bool is_other =
        work__behind(analysis) != NULL && !action_equals(finding->line[0], work__played(analysis));
    if (is_other && finding->proof != PROOF_LOSS)
        note_stop(analysis, finding->line[0]);
    if (work__behind(analysis) != NULL && work__behind(analysis)->proof == PROOF_UNKNOWN)
        analysis->question = ANALYSIS_ASKS_AGAIN;
    else
        work__leave(analysis);
}

static void ask_share(struct analysis *analysis)
{
    struct finding finding;
    struct work *work = work_of(analysis);
    const struct look look = {analysis->nodes, analysis->ply};
    bool is_played = work__behind(analysis) != NULL;
    find(analysis, &work->game, game_to_act(&work->game), &look, &finding);
    if (analysis->was_stopped)
        return;
    const struct prospect *played = is_played ? prospect_played(analysis) : NULL;
    if (played != NULL)
        learn_behind(analysis, (enum proof)played->proof, played->line + 1,
                     played->line_count - 1u);
    if (is_played)
        note_others(analysis);
    if (is_near_proof(work, &work->game, &finding))
        try_all(analysis, &work->game, &look, &finding);
    if (analysis->was_stopped)
        return;
    if (!is_played || finding.proof != PROOF_UNKNOWN) {
        take_certain(analysis, &finding);
        return;
    }
    take(analysis, finding.line[0], finding.line + 1, finding.count - 1u, &finding);
    work->best = work__share_behind(analysis, analysis->ply);
    analysis->question = ANALYSIS_ASKS_OTHERS;
}

/* All actions that looked better were looked at: whether what was played seems to have cost
 * something, and nothing of that is proven. */
static void end_others(struct analysis *analysis)
{
    const struct analysis_place *place = work__here(analysis);
    if (work__proof_behind(analysis, analysis->ply) == PROOF_LOSS)
        work__leave(analysis);
    else if (work_of(analysis)->best < work__share_behind(analysis, analysis->ply) + ANALYSIS_SLIP)
        work__leave_at(analysis, place->share);
    else
        analysis->question = ANALYSIS_ASKS_AGAIN;
}

static void ask_others(struct analysis *analysis)
{
    struct finding finding;
    struct work *work = work_of(analysis);
    const struct look look = {analysis->nodes, analysis->ply + 1u};
    if (work->others == work->others_count) {
        end_others(analysis);
        return;
    }
    struct action other = work->other[work->others++];
    find_behind(analysis, other, &look, &finding);
    if (analysis->was_stopped)
        return;
    if (finding.proof != PROOF_LOSS)
        note_stop(analysis, other);
    if (finding.proof == PROOF_WIN) {
        take(analysis, other, finding.line, finding.count, &finding);
        work__leave(analysis);
    } else if (finding.share > work->best) {
        work->best = finding.share;
        work__set_line(work__here(analysis), other, finding.line, finding.count);
    }
}

/* Looks once more behind what was played, where something is certain before it: before a win is
 * called missed, with more nodes. */
static void ask_certain_again(struct analysis *analysis)
{
    struct finding finding;
    const struct look look = {AGAIN * analysis->nodes, analysis->ply};
    find_behind(analysis, work__played(analysis), &look, &finding);
    if (analysis->was_stopped)
        return;
    learn_behind(analysis, finding.proof, finding.line, finding.count);
    work__leave(analysis);
}

/* Compares what was played with the better action, by pairs of looks with the same chances, and
 * stops where one pair finds no cost. What was played costs what all of them found. */
static void ask_cost_again(struct analysis *analysis)
{
    struct finding better = {.proof = PROOF_UNKNOWN};
    struct finding played;
    struct analysis_place *place = work__here(analysis);
    struct action action = place->line.actions[0];
    int cost = place->share;
    for (uint64_t nth = 1; nth <= LOOKS && cost >= CLOSE && better.proof != PROOF_WIN; nth++) {
        const struct look look = {analysis->nodes, analysis->ply + 1u + (nth << 16)};
        find_behind(analysis, action, &look, &better);
        find_behind(analysis, work__played(analysis), &look, &played);
        if (analysis->was_stopped)
            return;
        learn_behind(analysis, played.proof, played.line, played.count);
        int least = better.share - played.share;
        cost = least < cost ? least : cost;
    }
    if (better.proof == PROOF_WIN) {
        take(analysis, action, better.line, better.count, &better);
        work__leave(analysis);
    } else {
        work__leave_at(analysis, (uint16_t)(place->share - (cost >= CLOSE ? cost : 0)));
    }
}

static void ask_again(struct analysis *analysis)
{
    if (work__here(analysis)->proof != PROOF_UNKNOWN)
        ask_certain_again(analysis);
    else
        ask_cost_again(analysis);
}

const struct answerer answerer__any = {.plays = plays,
                                       .tables_size = tables_size,
                                       .tables_make = tables_make,
                                       .memory_size = memory_size,
                                       .nodes = usual_nodes,
                                       .begin = begin,
                                       .ask = {[ANALYSIS_ASKS_RULES] = ask_rules,
                                               [ANALYSIS_ASKS_SHARE] = ask_share,
                                               [ANALYSIS_ASKS_OTHERS] = ask_others,
                                               [ANALYSIS_ASKS_AGAIN] = ask_again}};
