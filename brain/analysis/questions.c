/* SPDX-License-Identifier: MIT */
/*
 * The questions about a position: first what the rules tell, then what can be proven, then what is
 * likely. What the search holds of a move is compared with nothing but what it holds behind another
 * one, with as many nodes: its shares before and behind a move differ by themselves.
 */
#include "brain/analysis/work.h"

#include <string.h>

#define FOURS_PART 4       /* of the nodes of a question are spent on a win by fours */
#define STOP_FOURS_PART 12 /* and on whether a move stops a win, for each */
#define STOP_THREES_PART 4
#define STOP_TRIES 24
#define SINGLE_PART 4             /* on whether another move wins, for each */
#define CLOSE (ANALYSIS_SLIP / 2) /* moves that differ by less are held equal */
#define AGAIN 4                   /* times the nodes of a question for the second look */

static struct analysis_place *here(struct analysis *analysis)
{
    return &analysis->places[analysis->ply];
}

static struct analysis_place *behind(struct analysis *analysis)
{
    return analysis->ply < analysis->game.ply ? &analysis->places[analysis->ply + 1] : NULL;
}

/* The cell that was played, or POSITION_CELLS_MAX behind the last ply. */
static unsigned played(const struct analysis *analysis)
{
    if (analysis->ply >= analysis->game.ply)
        return POSITION_CELLS_MAX;
    return (unsigned)action_cell(game_actions(&analysis->game)[analysis->ply]);
}

static uint16_t turned(uint16_t share)
{
    return (uint16_t)(ANALYSIS_SHARE_ONE - share);
}

static enum search_proof turned_proof(enum search_proof proof)
{
    if (proof == SEARCH_WIN)
        return SEARCH_LOSS;
    return proof == SEARCH_LOSS ? SEARCH_WIN : proof;
}

/* The question that is left about a move when all positions are known. */
static enum analysis_question last_question(const struct analysis *analysis, unsigned ply)
{
    struct verdict verdict = verdict_of(analysis, ply);
    if (verdict.before == PROOF_WIN && verdict.after != PROOF_WIN)
        return ANALYSIS_ASKS_SINGLE;
    return verdict.mark == ANALYSIS_MARK_LOSING ? ANALYSIS_ASKS_STOPS : ANALYSIS_ASKS_NOTHING;
}

/* Goes on to the next move about which there is one. */
static void seek_last_question(struct analysis *analysis)
{
    analysis->question = ANALYSIS_ASKS_NOTHING;
    for (; analysis->ply < analysis->game.ply; analysis->ply++) {
        analysis->question = (uint8_t)last_question(analysis, analysis->ply);
        if (analysis->question != ANALYSIS_ASKS_NOTHING)
            return;
    }
}

/* Nothing more is asked of this position. */
static void leave(struct analysis *analysis)
{
    here(analysis)->is_known = true;
    if (analysis->ply == analysis->first) {
        seek_last_question(analysis);
        return;
    }
    analysis->ply--;
    analysis->question = ANALYSIS_ASKS_RULES;
}

/* The line begins with the move, and goes on like that of the position behind it. */
static void set_line(struct analysis_place *place, unsigned cell, const uint16_t *rest,
                     size_t count)
{
    struct analysis_line line = {.count = 1, .cells = {(uint16_t)cell}};
    for (size_t i = 0; i < count && line.count < ANALYSIS_LINE_MAX; i++)
        line.cells[line.count++] = rest[i];
    place->line = line;
}

/* ---------------------------------------------------------------- what a stone makes */

static enum analysis_threat threat_of(struct analysis *analysis, const struct position *position,
                                      unsigned cell)
{
    struct prove_sight sight;
    prove_see(&analysis->work->prover, position, &sight);
    return work__threat(&sight, (enum colour)position->to_move, cell);
}

/* How a line wins: by fours, unless a stone of the winner makes none. */
static enum analysis_win way_of(struct analysis *analysis, struct position position,
                                const struct analysis_line *line)
{
    enum analysis_threat first = threat_of(analysis, &position, line->cells[0]);
    if (first == ANALYSIS_THREAT_FIVE)
        return ANALYSIS_WIN_FIVE;
    if (first == ANALYSIS_THREAT_STRAIGHT || first == ANALYSIS_THREAT_FOURS)
        return first == ANALYSIS_THREAT_FOURS ? ANALYSIS_WIN_DOUBLE : ANALYSIS_WIN_STRAIGHT;
    for (size_t i = 0; i < line->count; i++) {
        if (i % 2 == 0 && threat_of(analysis, &position, line->cells[i]) < ANALYSIS_THREAT_FOUR)
            return ANALYSIS_WIN_THREES;
        position_place(&position, line->cells[i]);
    }
    return ANALYSIS_WIN_FOURS;
}

static void set_win(struct analysis *analysis)
{
    struct position position;
    struct analysis_place *place = here(analysis);
    work__position(analysis, analysis->ply, &position);
    place->proof = SEARCH_WIN;
    place->share = ANALYSIS_SHARE_ONE;
    place->win = (uint8_t)way_of(analysis, position, &place->line);
}

/* The position is worth what the move that was played leads to. */
static void take_from_behind(struct analysis *analysis)
{
    struct analysis_place *place = here(analysis);
    const struct analysis_place *next = behind(analysis);
    set_line(place, played(analysis), next->line.cells, next->line.count);
    place->share = turned(next->share);
    place->proof = (uint8_t)turned_proof((enum search_proof)next->proof);
    if (place->proof == SEARCH_WIN)
        set_win(analysis);
}

/* ---------------------------------------------------------------- by the rules */

/* The end of a game on the board. */
static void see_end(struct analysis *analysis)
{
    struct analysis_place *place = here(analysis);
    bool is_drawn = game_status(&analysis->game) == GAME_DRAWN;
    place->proof = is_drawn ? SEARCH_DRAW : SEARCH_LOSS;
    place->share = is_drawn ? ANALYSIS_SHARE_ONE / 2 : 0;
    leave(analysis);
}

/* Notes the fives of either side; true if nothing more has to be asked. */
static bool see_fives(struct analysis *analysis)
{
    uint16_t cell = 0;
    struct position position;
    struct prove_sight sight;
    struct analysis_place *place = here(analysis);
    work__position(analysis, analysis->ply, &position);
    enum colour own = (enum colour)position.to_move;
    prove_see(&analysis->work->prover, &position, &sight);
    if (analysis->ply < analysis->game.ply)
        place->made = (uint8_t)work__threat(&sight, own, played(analysis));
    if (prove_count(&sight, own, SPOT_FIVE, &cell) > 0) {
        set_line(place, cell, NULL, 0);
        set_win(analysis);
        return true;
    }
    unsigned fives = prove_count(&sight, (enum colour)(own ^ 1u), SPOT_FIVE, &cell);
    place->is_forced = fives == 1;
    place->only = cell;
    if (fives > 1)
        place->proof = SEARCH_LOSS;
    return fives > 1;
}

static void ask_rules(struct analysis *analysis)
{
    struct analysis_place *place = here(analysis);
    const struct analysis_place *next = behind(analysis);
    if (next == NULL && game_status(&analysis->game) != GAME_OPEN) {
        see_end(analysis);
        return;
    }
    bool is_done = see_fives(analysis);
    bool is_only = place->is_forced && place->only == played(analysis);
    if (!is_done && next != NULL && (is_only || next->proof == SEARCH_LOSS)) {
        take_from_behind(analysis);
        is_done = true;
    }
    analysis->question = ANALYSIS_ASKS_FOURS;
    if (is_done)
        leave(analysis);
}

/* ---------------------------------------------------------------- what is proven */

typedef enum prove_answer prove_question(struct prover *prover, const struct position *position,
                                         uint64_t nodes, struct prove_line *line_out);

/* Asks the prover about this position; the line is only kept of a proof. */
static enum prove_answer prove(struct analysis *analysis, prove_question *ask, uint64_t nodes)
{
    struct position position;
    struct prove_line line;
    work__position(analysis, analysis->ply, &position);
    enum prove_answer answer = ask(&analysis->work->prover, &position, nodes, &line);
    analysis->was_stopped = analysis->work->prover.was_stopped;
    if (answer == PROVE_YES)
        set_line(here(analysis), line.cells[0], line.cells + 1, line.count - 1u);
    return answer;
}

static void ask_fours(struct analysis *analysis)
{
    enum prove_answer answer = prove(analysis, prove_fours, analysis->nodes / FOURS_PART);
    here(analysis)->fours = (uint8_t)answer;
    analysis->question = ANALYSIS_ASKS_THREES;
    if (answer != PROVE_YES)
        return;
    set_win(analysis);
    leave(analysis);
}

static void ask_threes(struct analysis *analysis)
{
    const struct analysis_place *next = behind(analysis);
    enum prove_answer answer = prove(analysis, prove_threes, analysis->nodes);
    analysis->question =
        next != NULL && next->proof == SEARCH_WIN ? ANALYSIS_ASKS_LOSS : ANALYSIS_ASKS_SHARE;
    if (answer != PROVE_YES)
        return;
    set_win(analysis);
    leave(analysis);
}

static void ask_loss(struct analysis *analysis)
{
    analysis->question = ANALYSIS_ASKS_SHARE;
    if (prove(analysis, prove_loss, analysis->nodes) != PROVE_YES)
        return;
    here(analysis)->proof = SEARCH_LOSS;
    leave(analysis);
}

/* ---------------------------------------------------------------- what is likely */

static void search_as(struct analysis *analysis, const struct position *position,
                      struct search_options options, struct search_result *result_out)
{
    options.stop = analysis->work->prover.stop;
    options.ctx = analysis->work->prover.ctx;
    search_think(position, analysis->work->tables, analysis->work->memory,
                 analysis->work->memory_size, &options, result_out);
    analysis->work->prover.nodes += result_out->nodes;
    analysis->was_stopped = result_out->was_stopped;
}

static void search(struct analysis *analysis, const struct position *position, unsigned moves,
                   struct search_result *result_out)
{
    search_as(analysis, position, (struct search_options){.nodes = analysis->nodes, .moves = moves},
              result_out);
}

/* Keeps the moves that the search holds better than the one that was played. */
static void note_others(struct analysis *analysis, const struct search_result *result)
{
    analysis->work->others = 0;
    analysis->work->others_count = 0;
    for (size_t i = 0; i < result->count && i < WORK_OTHERS_MAX; i++)
        if (result->moves[i].cell != played(analysis))
            analysis->work->other[analysis->work->others_count++] = result->moves[i];
}

static void take_search(struct analysis *analysis, const struct search_move *best)
{
    struct analysis_place *place = here(analysis);
    set_line(place, best->cell, best->line + 1, best->line_count - 1u);
    place->share = best->share;
    place->proof = best->proof;
    if (best->proof == SEARCH_WIN)
        set_win(analysis);
}

static void ask_share(struct analysis *analysis)
{
    struct position position;
    struct search_result result;
    work__position(analysis, analysis->ply, &position);
    search(analysis, &position, behind(analysis) == NULL ? 1 : WORK_OTHERS_MAX, &result);
    if (analysis->was_stopped)
        return;
    if (behind(analysis) == NULL || result.moves[0].proof != SEARCH_UNKNOWN) {
        take_search(analysis, &result.moves[0]);
        leave(analysis);
        return;
    }
    /* A loss that is proven behind one move is none of the position. */
    take_from_behind(analysis);
    if (here(analysis)->proof != SEARCH_DRAW)
        here(analysis)->proof = SEARCH_UNKNOWN;
    note_others(analysis, &result);
    analysis->question = ANALYSIS_ASKS_OTHERS;
}

/* Judges the position behind another move, for the side that would make it. */
static void take_other(struct analysis *analysis, unsigned cell, const struct search_move *reply)
{
    struct analysis_place *place = here(analysis);
    uint16_t share = turned(reply->share);
    if (share <= place->share)
        return;
    place->share = share;
    place->proof = SEARCH_UNKNOWN;
    set_line(place, cell, reply->line, reply->line_count);
    if (reply->proof == SEARCH_LOSS)
        set_win(analysis);
}

/* Whether the move that was played seems to have cost something, and nothing of that is proven. */
static bool is_doubtful(struct analysis *analysis)
{
    const struct analysis_place *place = here(analysis);
    const struct analysis_place *next = behind(analysis);
    return place->proof == SEARCH_UNKNOWN && next->proof == SEARCH_UNKNOWN &&
           place->share >= turned(next->share) + ANALYSIS_SLIP;
}

/* Asks about the next move that looks better than all that are known. */
static void ask_others(struct analysis *analysis)
{
    struct position position;
    struct search_result result;
    const struct analysis_place *place = here(analysis);
    while (analysis->work->others < analysis->work->others_count &&
           analysis->work->other[analysis->work->others].share < place->share + CLOSE)
        analysis->work->others++;
    if (analysis->work->others == analysis->work->others_count) {
        if (is_doubtful(analysis))
            analysis->question = ANALYSIS_ASKS_AGAIN;
        else
            leave(analysis);
        return;
    }
    const struct search_move *other = &analysis->work->other[analysis->work->others++];
    work__position(analysis, analysis->ply, &position);
    position_place(&position, other->cell);
    if (position_is_over(&position))
        return; /* the board is full */
    search(analysis, &position, 1, &result);
    if (!analysis->was_stopped)
        take_other(analysis, other->cell, &result.moves[0]);
}

/* The share that one of the moves has in the answer. */
static int share_of(const struct search_result *result, unsigned cell)
{
    size_t nth = 0;
    while (nth + 1 < result->count && result->moves[nth].cell != cell)
        nth++;
    return result->moves[nth].share;
}

/* The move that was played costs what it has less than the better one in the second look. */
static void take_cost(struct analysis *analysis, int cost)
{
    struct analysis_place *place = here(analysis);
    int share = turned(behind(analysis)->share) + cost;
    if (cost < CLOSE)
        take_from_behind(analysis);
    else
        place->share = (uint16_t)(share < ANALYSIS_SHARE_ONE ? share : ANALYSIS_SHARE_ONE - 1);
}

/* Compares both moves once more, deeper and within one search: two searches end at depths of their
 * own, and of three moves one looks good by chance. */
static void ask_again(struct analysis *analysis)
{
    struct position position;
    struct search_result result;
    unsigned better = here(analysis)->line.cells[0];
    work__position(analysis, analysis->ply, &position);
    search_as(analysis, &position,
              (struct search_options){.nodes = AGAIN * analysis->nodes,
                                      .moves = 2,
                                      .only_count = 2,
                                      .only = {(uint16_t)played(analysis), (uint16_t)better}},
              &result);
    if (analysis->was_stopped)
        return;
    if (result.moves[0].proof != SEARCH_UNKNOWN)
        take_search(analysis, &result.moves[0]);
    else
        take_cost(analysis, share_of(&result, better) - share_of(&result, played(analysis)));
    leave(analysis);
}

/* ---------------------------------------------------------------- what stopped it */

/* Whether no win of the other side was found behind this move. */
static bool stops(struct analysis *analysis, const struct position *position, unsigned cell)
{
    struct prove_line line;
    struct position after = *position;
    struct prover *prover = &analysis->work->prover;
    position_place(&after, cell);
    bool loses =
        prove_fours(prover, &after, analysis->nodes / STOP_FOURS_PART, &line) != PROVE_NO ||
        prove_threes(prover, &after, analysis->nodes / STOP_THREES_PART, &line) == PROVE_YES;
    analysis->was_stopped = analysis->was_stopped || prover->was_stopped;
    return !loses;
}

/* Tries the move, unless it only asks for an answer: a four puts a loss off, and shows nothing. */
static void try_stop(struct analysis *analysis, const struct position *position,
                     const struct prove_sight *sight, unsigned cell)
{
    struct analysis_place *place = here(analysis);
    bool is_known = cell == played(analysis);
    for (size_t i = 0; i < place->stops_count; i++)
        is_known = is_known || place->stops[i] == cell;
    if (is_known || sight->spots[position->to_move][cell] >= SPOT_FOUR ||
        place->stops_count == ANALYSIS_STOPS_MAX || analysis->was_stopped)
        return;
    if (stops(analysis, position, cell))
        place->stops[place->stops_count++] = (uint16_t)cell;
}

static void ask_stops(struct analysis *analysis)
{
    struct position position;
    struct prove_sight sight;
    struct analysis_place *place = here(analysis);
    const struct analysis_line *line = &behind(analysis)->line;
    work__position(analysis, analysis->ply, &position);
    prove_see(&analysis->work->prover, &position, &sight);
    const uint8_t *theirs = sight.spots[position.to_move ^ 1u];
    if (place->is_forced)
        try_stop(analysis, &position, &sight, place->only);
    for (size_t i = 0; !place->is_forced && i < line->count && i < STOP_TRIES; i++)
        if (theirs[line->cells[i]] != SPOT_NONE)
            try_stop(analysis, &position, &sight, line->cells[i]);
    for (unsigned cell = 0; !place->is_forced && cell < POSITION_CELLS_MAX; cell++)
        if (theirs[cell] >= SPOT_FOUR)
            try_stop(analysis, &position, &sight, cell);
    if (analysis->was_stopped)
        return;
    analysis->ply++;
    seek_last_question(analysis);
}

/* ---------------------------------------------------------------- one first move */

static bool wins(struct analysis *analysis, const struct position *position, unsigned cell)
{
    struct prove_line line;
    struct position after = *position;
    struct prover *prover = &analysis->work->prover;
    position_place(&after, cell);
    bool is_won = prove_loss(prover, &after, analysis->nodes / SINGLE_PART, &line) == PROVE_YES;
    analysis->was_stopped = analysis->was_stopped || prover->was_stopped;
    return is_won;
}

/* Tries every other stone that threatens something. */
static void ask_single(struct analysis *analysis)
{
    struct position position;
    struct prove_sight sight;
    struct analysis_place *place = here(analysis);
    unsigned first = place->line.cells[0];
    bool is_single = true;
    work__position(analysis, analysis->ply, &position);
    prove_see(&analysis->work->prover, &position, &sight);
    const uint8_t *own = sight.spots[position.to_move];
    if (own[first] != SPOT_FIVE)
        for (unsigned cell = 0; cell < POSITION_CELLS_MAX && is_single; cell++)
            if (cell != first && own[cell] >= SPOT_THREE && !analysis->was_stopped)
                is_single = !wins(analysis, &position, cell);
    if (analysis->was_stopped)
        return;
    place->is_single = is_single;
    analysis->ply++;
    seek_last_question(analysis);
}

void work__ask(struct analysis *analysis)
{
    static void (*const questions[])(struct analysis *) = {
        [ANALYSIS_ASKS_RULES] = ask_rules,   [ANALYSIS_ASKS_FOURS] = ask_fours,
        [ANALYSIS_ASKS_THREES] = ask_threes, [ANALYSIS_ASKS_LOSS] = ask_loss,
        [ANALYSIS_ASKS_SHARE] = ask_share,   [ANALYSIS_ASKS_OTHERS] = ask_others,
        [ANALYSIS_ASKS_AGAIN] = ask_again,   [ANALYSIS_ASKS_STOPS] = ask_stops,
        [ANALYSIS_ASKS_SINGLE] = ask_single,
    };
    questions[analysis->question](analysis);
}
