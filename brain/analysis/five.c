/* SPDX-License-Identifier: MIT */
/*
 * The questions about a position of five in a row: first what the rules tell, then what can be
 * proven, then what is likely; at last, what would have stopped a win, and whether it was the only
 * one. What the search holds of a move is compared with nothing but what it holds behind another
 * one, with as many nodes: its shares before and behind a move differ by themselves.
 */
#include "brain/analysis/five.h"

#include "brain/analysis/work.h"
#include "brain/search/search.h"

#define PROVER_PART 8      /* so much of the memory is the prover's */
#define FOURS_PART 4       /* of the nodes of a question are spent on a win by fours */
#define STOP_FOURS_PART 12 /* and on whether a move stops a win, for each */
#define STOP_THREES_PART 4
#define STOP_TRIES 24
#define SINGLE_PART 4             /* on whether another move wins, for each */
#define CLOSE (ANALYSIS_SLIP / 2) /* moves that differ by less are held equal */
#define AGAIN 4                   /* times the nodes of a question for the second look */
#define OTHERS_MAX 3

_Static_assert((int)SEARCH_WIN == (int)PROOF_WIN && (int)SEARCH_DRAW == (int)PROOF_DRAW &&
                   (int)SEARCH_LOSS == (int)PROOF_LOSS && (int)PROVE_YES == (int)ANALYSIS_YES &&
                   (int)PROVE_NO == (int)ANALYSIS_NO && PROVE_LINE_MAX <= ANALYSIS_LINE_MAX,
               "what is found can be told");

/* It stands at the beginning of the lent memory, and nobody needs it to read what was found. */
struct work {
    const struct patterns *tables;
    void *memory; /* for searches; the prover has a part of its own */
    size_t memory_size;
    struct prover prover;
    uint8_t others; /* the next of: */
    uint8_t others_count;
    struct search_move other[OTHERS_MAX]; /* moves that may be better than the one played */
};

static struct work *work_of(const struct analysis *analysis)
{
    return analysis->work;
}

/* ---------------------------------------------------------------- before a game */

static size_t tables_size(const struct variant *variant)
{
    (void)variant;
    return search_tables_size();
}

static void tables_make(void *tables_out, const struct variant *variant)
{
    search_tables_make(tables_out, variant->overline == OVERLINE_WINS);
}

/* The size of all that lies before the memory of prover and search. */
static size_t work_size(void)
{
    return (sizeof(struct work) + 15) / 16 * 16;
}

static size_t memory_size(const struct variant *variant)
{
    (void)variant;
    size_t size = search_memory_size() / (PROVER_PART - 1) * PROVER_PART + PROVER_PART * 16;
    size_t least = (prove_memory_size() + 15) / 16 * 16 * PROVER_PART;
    return work_size() + (size > least ? size : least);
}

static uint64_t usual_nodes(const struct analysis *analysis)
{
    (void)analysis;
    return ANALYSIS_NODES;
}

static void begin(struct analysis *analysis, const struct analysis_options *options)
{
    unsigned char *behind = (unsigned char *)options->memory + work_size();
    size_t size = options->memory_size - work_size();
    size_t part = size / PROVER_PART / 16 * 16;
    *work_of(analysis) = (struct work){.tables = options->tables,
                                       .memory = behind + part,
                                       .memory_size = size - part,
                                       .prover = {.tables = options->tables,
                                                  .memory = behind,
                                                  .memory_size = part,
                                                  .stop = options->stop,
                                                  .ctx = options->ctx}};
}

/* ---------------------------------------------------------------- positions */

/* The colour whose stone comes next before the ply. */
static enum colour colour_at(const struct analysis *analysis, unsigned ply)
{
    const struct game *game = &analysis->game;
    const struct action *actions = game_actions(game);
    if (ply < game->ply && action_is_choice(actions[ply]))
        return COLOUR_O; /* while a choice is open it is O whose stone comes next (Swap2) */
    if (ply < game->ply)
        return game_cell(game, action_cell(actions[ply])) == MARK_X ? COLOUR_X : COLOUR_O;
    if (game_status(game) == GAME_OPEN)
        return game_next_mark(game) == MARK_X ? COLOUR_X : COLOUR_O;
    return colour_at(analysis, ply - 1) == COLOUR_X ? COLOUR_O : COLOUR_X;
}

/* The position that is asked about. */
static void read_position(const struct analysis *analysis, struct position *position_out)
{
    const struct action *actions = game_actions(&analysis->game);
    position_init(position_out, analysis->game.variant);
    for (unsigned i = 0; i < analysis->ply; i++)
        if (!action_is_choice(actions[i]))
            position_out->stones[position_out->count++] = (struct position_stone){
                (uint16_t)action_cell(actions[i]), (uint8_t)colour_at(analysis, i)};
    position_out->to_move = (uint8_t)colour_at(analysis, analysis->ply);
}

/* The same, and what stones would make. */
static void see(const struct analysis *analysis, struct position *position_out,
                struct prove_sight *sight_out)
{
    read_position(analysis, position_out);
    prove_see(&work_of(analysis)->prover, position_out, sight_out);
}

/* The cell that was played, or POSITION_CELLS_MAX behind the last ply. */
static unsigned cell_played(const struct analysis *analysis)
{
    if (analysis->ply >= analysis->game.ply)
        return POSITION_CELLS_MAX;
    return (unsigned)action_cell(work__played(analysis));
}

/* The same as work__set_line() by cells. */
static void set_line(struct analysis_place *place, unsigned cell, const uint16_t *rest,
                     size_t count)
{
    struct analysis_line line = {.count = 1, .actions = {action_place(cell)}};
    for (size_t i = 0; i < count && line.count < ANALYSIS_LINE_MAX; i++)
        line.actions[line.count++] = action_place(rest[i]);
    place->line = line;
}

/* The question that is left about a move when all positions are known. */
static enum analysis_question last_question(const struct analysis *analysis, unsigned ply)
{
    struct verdict verdict = verdict_of(analysis, ply);
    if (verdict.before == PROOF_WIN && verdict.after != PROOF_WIN)
        return ANALYSIS_ASKS_SINGLE;
    return verdict.mark == ANALYSIS_MARK_LOSING ? ANALYSIS_ASKS_STOPS : ANALYSIS_ASKS_NOTHING;
}

/* ---------------------------------------------------------------- what a stone makes */

enum analysis_threat five__threat(const struct prove_sight *sight, enum colour colour,
                                  unsigned cell)
{
    unsigned spot = sight->spots[colour][cell];
    if (spot == SPOT_STRAIGHT && !sight->is_one_line[colour][cell])
        return ANALYSIS_THREAT_FOURS;
    static const uint32_t spots[] = {
#define THREAT(ID, key, spots) (spots),
#include "brain/analysis/threats.def"
#undef THREAT
    };
    unsigned threat = 0;
    while (threat + 1 < ANALYSIS_THREAT_COUNT && (spots[threat] >> spot & 1) == 0)
        threat++;
    return (enum analysis_threat)threat;
}

static enum analysis_threat threat_of(struct analysis *analysis, const struct position *position,
                                      unsigned cell)
{
    struct prove_sight sight;
    prove_see(&work_of(analysis)->prover, position, &sight);
    return five__threat(&sight, (enum colour)position->to_move, cell);
}

/* How a line wins: by fours, unless a stone of the winner makes none. */
static enum analysis_win way_of(struct analysis *analysis, struct position position,
                                const struct analysis_line *line)
{
    enum analysis_threat first =
        threat_of(analysis, &position, (unsigned)action_cell(line->actions[0]));
    if (first == ANALYSIS_THREAT_FIVE)
        return ANALYSIS_WIN_FIVE;
    if (first == ANALYSIS_THREAT_STRAIGHT || first == ANALYSIS_THREAT_FOURS)
        return first == ANALYSIS_THREAT_FOURS ? ANALYSIS_WIN_DOUBLE : ANALYSIS_WIN_STRAIGHT;
    for (size_t i = 0; i < line->count; i++) {
        unsigned cell = (unsigned)action_cell(line->actions[i]);
        if (i % 2 == 0 && threat_of(analysis, &position, cell) < ANALYSIS_THREAT_FOUR)
            return ANALYSIS_WIN_THREES;
        position_place(&position, cell);
    }
    return ANALYSIS_WIN_FOURS;
}

/* The position is won as its line says. */
static void set_win(struct analysis *analysis)
{
    struct position position;
    struct analysis_place *place = work__here(analysis);
    read_position(analysis, &position);
    place->proof = SEARCH_WIN;
    place->share = ANALYSIS_SHARE_ONE;
    place->win = (uint8_t)way_of(analysis, position, &place->line);
}

/* It is worth what the move that was played leads to; a win is told by its line. */
static void take_behind(struct analysis *analysis)
{
    work__take_behind(analysis);
    if (work__here(analysis)->proof == PROOF_WIN)
        set_win(analysis);
}

/* ---------------------------------------------------------------- by the rules */

/* Notes the fives of either side; true if nothing more has to be asked. */
static bool see_fives(struct analysis *analysis)
{
    uint16_t cell = 0;
    struct position position;
    struct prove_sight sight;
    struct analysis_place *place = work__here(analysis);
    see(analysis, &position, &sight);
    enum colour own = (enum colour)position.to_move;
    if (analysis->ply < analysis->game.ply)
        place->made = (uint8_t)five__threat(&sight, own, cell_played(analysis));
    if (prove_count(&sight, own, SPOT_FIVE, &cell) > 0) {
        place->fours = ANALYSIS_YES;
        set_line(place, cell, NULL, 0);
        set_win(analysis);
        return true;
    }
    unsigned fives = prove_count(&sight, (enum colour)(own ^ 1u), SPOT_FIVE, &cell);
    place->is_forced = fives == 1;
    place->only = action_place(cell);
    if (fives <= 1)
        return false;
    place->fours = ANALYSIS_NO;
    place->proof = SEARCH_LOSS;
    return true;
}

static void ask_rules(struct analysis *analysis)
{
    if (work__behind(analysis) == NULL && game_status(&analysis->game) != GAME_OPEN) {
        work__see_end(analysis);
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
    read_position(analysis, &position);
    enum prove_answer answer = ask(&work_of(analysis)->prover, &position, nodes, &line);
    analysis->was_stopped = work_of(analysis)->prover.was_stopped;
    if (answer == PROVE_YES)
        set_line(work__here(analysis), line.cells[0], line.cells + 1, line.count - 1u);
    return answer;
}

/* Whether what was played leads to all that can be known here: it wins, or had to be. */
static bool is_told_behind(struct analysis *analysis)
{
    const struct analysis_place *place = work__here(analysis);
    const struct analysis_place *next = work__behind(analysis);
    bool is_only = place->is_forced && action_cell(place->only) == cell_played(analysis);
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
        set_win(analysis);
    else if (is_told_behind(analysis))
        take_behind(analysis);
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
    set_win(analysis);
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

/* ---------------------------------------------------------------- what is likely */

static void search_as(struct analysis *analysis, const struct position *position,
                      struct search_options options, struct search_result *result_out)
{
    struct work *work = work_of(analysis);
    const struct search_room room = {work->tables, work->memory, work->memory_size};
    options.stop = work->prover.stop;
    options.ctx = work->prover.ctx;
    search_think(position, &room, &options, result_out);
    work->prover.nodes += result_out->nodes;
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
    struct work *work = work_of(analysis);
    work->others = work->others_count = 0;
    for (size_t i = 0; i < result->count && i < OTHERS_MAX; i++)
        if (result->moves[i].cell != cell_played(analysis))
            work->other[work->others_count++] = result->moves[i];
}

static void take_search(struct analysis *analysis, const struct search_move *best)
{
    struct analysis_place *place = work__here(analysis);
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
    read_position(analysis, &position);
    search(analysis, &position, work__behind(analysis) == NULL ? 1 : OTHERS_MAX, &result);
    if (analysis->was_stopped)
        return;
    if (work__behind(analysis) == NULL || result.moves[0].proof != SEARCH_UNKNOWN) {
        take_search(analysis, &result.moves[0]);
        work__leave(analysis);
        return;
    }
    /* A loss that is proven behind one move is none of the position. */
    take_behind(analysis);
    if (work__here(analysis)->proof != SEARCH_DRAW)
        work__here(analysis)->proof = SEARCH_UNKNOWN;
    note_others(analysis, &result);
    analysis->question = ANALYSIS_ASKS_OTHERS;
}

/* Judges the position behind another move, for the side that would make it. */
static void take_other(struct analysis *analysis, unsigned cell, const struct search_move *reply)
{
    struct analysis_place *place = work__here(analysis);
    uint16_t share = work__turned(reply->share);
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
    const struct analysis_place *place = work__here(analysis);
    const struct analysis_place *next = work__behind(analysis);
    return place->proof == SEARCH_UNKNOWN && next->proof == SEARCH_UNKNOWN &&
           place->share >= work__turned(next->share) + ANALYSIS_SLIP;
}

/* Asks about the next move that looks better than all that are known. */
static void ask_others(struct analysis *analysis)
{
    struct position position;
    struct search_result result;
    struct work *work = work_of(analysis);
    const struct analysis_place *place = work__here(analysis);
    while (work->others < work->others_count &&
           work->other[work->others].share < place->share + CLOSE)
        work->others++;
    if (work->others == work->others_count) {
        if (is_doubtful(analysis))
            analysis->question = ANALYSIS_ASKS_AGAIN;
        else
            work__leave(analysis);
        return;
    }
    const struct search_move *other = &work->other[work->others++];
    read_position(analysis, &position);
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
    struct analysis_place *place = work__here(analysis);
    int share = work__turned(work__behind(analysis)->share) + cost;
    if (cost < CLOSE)
        take_behind(analysis);
    else
        place->share = (uint16_t)(share < ANALYSIS_SHARE_ONE ? share : ANALYSIS_SHARE_ONE - 1);
}

/* Compares both moves once more, deeper and within one search: two searches end at depths of their
 * own, and of three moves one looks good by chance. */
static void ask_again(struct analysis *analysis)
{
    struct position position;
    struct search_result result;
    unsigned better = (unsigned)action_cell(work__here(analysis)->line.actions[0]);
    read_position(analysis, &position);
    search_as(analysis, &position,
              (struct search_options){.nodes = AGAIN * analysis->nodes,
                                      .moves = 2,
                                      .only_count = 2,
                                      .only = {(uint16_t)cell_played(analysis), (uint16_t)better}},
              &result);
    if (analysis->was_stopped)
        return;
    if (result.moves[0].proof != SEARCH_UNKNOWN)
        take_search(analysis, &result.moves[0]);
    else
        take_cost(analysis, share_of(&result, better) - share_of(&result, cell_played(analysis)));
    work__leave(analysis);
}

/* ---------------------------------------------------------------- what stopped it */

/* Whether no win of the other side was found behind this move. */
static bool stops(struct analysis *analysis, const struct position *position, unsigned cell)
{
    struct prove_line line;
    struct position after = *position;
    struct prover *prover = &work_of(analysis)->prover;
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
    bool is_known = cell == cell_played(analysis);
    for (size_t i = 0; i < place->stops_count; i++)
        is_known = is_known || action_cell(place->stops[i]) == cell;
    if (is_known || sight->spots[position->to_move][cell] >= SPOT_FOUR ||
        place->stops_count == ANALYSIS_STOPS_MAX || analysis->was_stopped)
        return;
    if (stops(analysis, position, cell))
        place->stops[place->stops_count++] = action_place(cell);
}

static void ask_stops(struct analysis *analysis)
{
    struct position position;
    struct prove_sight sight;
    struct analysis_place *place = work__here(analysis);
    const struct analysis_line *line = &work__behind(analysis)->line;
    see(analysis, &position, &sight);
    const uint8_t *theirs = sight.spots[position.to_move ^ 1u];
    if (place->is_forced)
        try_stop(analysis, &position, &sight, (unsigned)action_cell(place->only));
    for (size_t i = 0; !place->is_forced && i < line->count && i < STOP_TRIES; i++) {
        unsigned cell = (unsigned)action_cell(line->actions[i]);
        if (theirs[cell] != SPOT_NONE)
            try_stop(analysis, &position, &sight, cell);
    }
    for (unsigned cell = 0; !place->is_forced && cell < POSITION_CELLS_MAX; cell++)
        if (theirs[cell] >= SPOT_FOUR)
            try_stop(analysis, &position, &sight, cell);
    if (analysis->was_stopped)
        return;
    analysis->ply++;
    work__seek_last(analysis);
}

/* ---------------------------------------------------------------- one first move */

static bool wins(struct analysis *analysis, const struct position *position, unsigned cell)
{
    struct prove_line line;
    struct position after = *position;
    struct prover *prover = &work_of(analysis)->prover;
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
    unsigned first = (unsigned)action_cell(place->line.actions[0]);
    bool is_single = true;
    see(analysis, &position, &sight);
    const uint8_t *own = sight.spots[position.to_move];
    if (own[first] != SPOT_FIVE)
        for (unsigned cell = 0; cell < POSITION_CELLS_MAX && is_single; cell++)
            if (cell != first && own[cell] >= SPOT_THREE && !analysis->was_stopped)
                is_single = !wins(analysis, &position, cell);
    if (analysis->was_stopped)
        return;
    place->is_single = is_single;
    analysis->ply++;
    work__seek_last(analysis);
}

const struct answerer answerer__five = {.plays = position_is_of,
                                        .tables_size = tables_size,
                                        .tables_make = tables_make,
                                        .memory_size = memory_size,
                                        .nodes = usual_nodes,
                                        .begin = begin,
                                        .ask = {[ANALYSIS_ASKS_RULES] = ask_rules,
                                                [ANALYSIS_ASKS_FOURS] = ask_fours,
                                                [ANALYSIS_ASKS_THREES] = ask_threes,
                                                [ANALYSIS_ASKS_LOSS] = ask_loss,
                                                [ANALYSIS_ASKS_SHARE] = ask_share,
                                                [ANALYSIS_ASKS_OTHERS] = ask_others,
                                                [ANALYSIS_ASKS_AGAIN] = ask_again,
                                                [ANALYSIS_ASKS_STOPS] = ask_stops,
                                                [ANALYSIS_ASKS_SINGLE] = ask_single},
                                        .last = last_question};
