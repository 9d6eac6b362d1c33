/* SPDX-License-Identifier: MIT */
/*
 * The questions about a position: first what the rules tell, then what can be proven, then what is
 * likely (brain/analysis/likely.c); at last, what would have stopped a win, and whether it was the
 * only one.
 */
#include "brain/analysis/work.h"

#define FOURS_PART 4       /* of the nodes of a question are spent on a win by fours */
#define STOP_FOURS_PART 12 /* and on whether a move stops a win, for each */
#define STOP_THREES_PART 4
#define STOP_TRIES 24
#define SINGLE_PART 4 /* on whether another move wins, for each */

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
void work__leave(struct analysis *analysis)
{
    work__here(analysis)->is_known = true;
    if (analysis->ply == analysis->first) {
        seek_last_question(analysis);
        return;
    }
    analysis->ply--;
    analysis->question = ANALYSIS_ASKS_RULES;
}

/* The line begins with the move, and goes on like that of the position behind it. */
void work__set_line(struct analysis_place *place, unsigned cell, const uint16_t *rest, size_t count)
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

void work__set_win(struct analysis *analysis)
{
    struct position position;
    struct analysis_place *place = work__here(analysis);
    work__position(analysis, analysis->ply, &position);
    place->proof = SEARCH_WIN;
    place->share = ANALYSIS_SHARE_ONE;
    place->win = (uint8_t)way_of(analysis, position, &place->line);
}

/* The position is worth what the move that was played leads to. */
void work__take_from_behind(struct analysis *analysis)
{
    struct analysis_place *place = work__here(analysis);
    const struct analysis_place *next = work__behind(analysis);
    work__set_line(place, work__played(analysis), next->line.cells, next->line.count);
    place->share = work__turned(next->share);
    place->proof = (uint8_t)turned_proof((enum search_proof)next->proof);
    if (place->proof == SEARCH_WIN)
        work__set_win(analysis);
}

/* ---------------------------------------------------------------- by the rules */

/* The end of a game on the board. */
static void see_end(struct analysis *analysis)
{
    struct analysis_place *place = work__here(analysis);
    bool is_drawn = game_status(&analysis->game) == GAME_DRAWN;
    place->proof = is_drawn ? SEARCH_DRAW : SEARCH_LOSS;
    place->share = is_drawn ? ANALYSIS_SHARE_ONE / 2 : 0;
    work__leave(analysis);
}

/* Notes the fives of either side; true if nothing more has to be asked. */
static bool see_fives(struct analysis *analysis)
{
    uint16_t cell = 0;
    struct position position;
    struct prove_sight sight;
    struct analysis_place *place = work__here(analysis);
    work__position(analysis, analysis->ply, &position);
    enum colour own = (enum colour)position.to_move;
    prove_see(&analysis->work->prover, &position, &sight);
    if (analysis->ply < analysis->game.ply)
        place->made = (uint8_t)work__threat(&sight, own, work__played(analysis));
    if (prove_count(&sight, own, SPOT_FIVE, &cell) > 0) {
        place->fours = ANALYSIS_YES;
        work__set_line(place, cell, NULL, 0);
        work__set_win(analysis);
        return true;
    }
    unsigned fives = prove_count(&sight, (enum colour)(own ^ 1u), SPOT_FIVE, &cell);
    place->is_forced = fives == 1;
    place->only = cell;
    if (fives <= 1)
        return false;
    place->fours = ANALYSIS_NO;
    place->proof = SEARCH_LOSS;
    return true;
}

static void ask_rules(struct analysis *analysis)
{
    if (work__behind(analysis) == NULL && game_status(&analysis->game) != GAME_OPEN) {
        see_end(analysis);
        return;
    }
    analysis->question = ANALYSIS_ASKS_FOURS;
    if (see_fives(analysis))
        work__leave(analysis);
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
        work__set_line(work__here(analysis), line.cells[0], line.cells + 1, line.count - 1u);
    return answer;
}

/* Whether what was played leads to all that can be known here: it wins, or had to be. */
static bool is_told_behind(struct analysis *analysis)
{
    const struct analysis_place *place = work__here(analysis);
    const struct analysis_place *next = work__behind(analysis);
    bool is_only = place->is_forced && place->only == work__played(analysis);
    return next != NULL && (is_only || next->proof == SEARCH_LOSS);
}

/* Also before a move that won: a win by fours is told by itself, however the game was won. */
static void ask_fours(struct analysis *analysis)
{
    const struct analysis_place *next = work__behind(analysis);
    enum prove_answer answer = prove(analysis, prove_fours, analysis->nodes / FOURS_PART);
    if (analysis->was_stopped)
        return;
    work__here(analysis)->fours = (uint8_t)answer;
    analysis->question = ANALYSIS_ASKS_THREES;
    if (answer == PROVE_YES && (next == NULL || next->proof != SEARCH_LOSS))
        work__set_win(analysis);
    else if (is_told_behind(analysis))
        work__take_from_behind(analysis);
    else
        return;
    work__leave(analysis);
}

static void ask_threes(struct analysis *analysis)
{
    const struct analysis_place *next = work__behind(analysis);
    enum prove_answer answer = prove(analysis, prove_threes, analysis->nodes);
    analysis->question =
        next != NULL && next->proof == SEARCH_WIN ? ANALYSIS_ASKS_LOSS : ANALYSIS_ASKS_SHARE;
    if (answer != PROVE_YES)
        return;
    work__set_win(analysis);
    work__leave(analysis);
}

static void ask_loss(struct analysis *analysis)
{
    analysis->question = ANALYSIS_ASKS_SHARE;
    if (prove(analysis, prove_loss, analysis->nodes) != PROVE_YES)
        return;
    work__here(analysis)->proof = SEARCH_LOSS;
    work__leave(analysis);
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
    struct analysis_place *place = work__here(analysis);
    bool is_known = cell == work__played(analysis);
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
    struct analysis_place *place = work__here(analysis);
    const struct analysis_line *line = &work__behind(analysis)->line;
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
    struct analysis_place *place = work__here(analysis);
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
        [ANALYSIS_ASKS_RULES] = ask_rules,       [ANALYSIS_ASKS_FOURS] = ask_fours,
        [ANALYSIS_ASKS_THREES] = ask_threes,     [ANALYSIS_ASKS_LOSS] = ask_loss,
        [ANALYSIS_ASKS_SHARE] = work__ask_share, [ANALYSIS_ASKS_OTHERS] = work__ask_others,
        [ANALYSIS_ASKS_AGAIN] = work__ask_again, [ANALYSIS_ASKS_STOPS] = ask_stops,
        [ANALYSIS_ASKS_SINGLE] = ask_single,
    };
    questions[analysis->question](analysis);
}
