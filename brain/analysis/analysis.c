/* SPDX-License-Identifier: MIT */
/*
 * An analysis as a whole: its beginning, its steps, and the positions of its game.
 */
#include "brain/analysis/analysis.h"

#include "brain/analysis/work.h"
#include "brain/error.h"

#include <string.h>

#define PROVER_PART 8 /* so much of the memory is the prover's */

_Static_assert((int)SEARCH_WIN == (int)PROOF_WIN && (int)SEARCH_DRAW == (int)PROOF_DRAW &&
                   (int)SEARCH_LOSS == (int)PROOF_LOSS && (int)PROVE_YES == (int)ANALYSIS_YES &&
                   (int)PROVE_NO == (int)ANALYSIS_NO && PROVE_LINE_MAX <= ANALYSIS_LINE_MAX,
               "what is found can be told");

bool analysis_plays(const struct variant *variant)
{
    return position_is_of(variant);
}

size_t analysis_tables_size(void)
{
    return search_tables_size();
}

void analysis_tables_make(void *tables_out, const struct variant *variant)
{
    search_tables_make(tables_out, variant->overline == OVERLINE_WINS);
}

/* The size of all that lies before the memory of prover and search. */
static size_t work_size(void)
{
    return (sizeof(struct analysis_work) + 15) / 16 * 16;
}

size_t analysis_memory_size(void)
{
    size_t size = search_memory_size() / (PROVER_PART - 1) * PROVER_PART + PROVER_PART * 16;
    size_t least = prove_memory_size() * PROVER_PART;
    return work_size() + (size > least ? size : least);
}

/* Writes down who acted, and from which ply on moves are judged. */
static void note_seats(struct analysis *analysis, unsigned start)
{
    struct game game;
    const struct action *actions = game_actions(&analysis->game);
    game_init(&game, analysis->game.variant);
    analysis->first = analysis->game.ply;
    for (unsigned ply = 0; ply < analysis->game.ply; ply++) {
        bool is_judged = ply >= start && game_seat_mark(&game, SEAT_FIRST) != MARK_NONE;
        if (is_judged && ply < analysis->first)
            analysis->first = ply;
        analysis->seats[ply] = (int8_t)game_to_act(&game);
        game_do(&game, actions[ply]);
    }
}

static void lend(struct analysis *analysis, const struct analysis_options *options)
{
    struct analysis_work *work = options->memory;
    unsigned char *behind = (unsigned char *)options->memory + work_size();
    size_t size = options->memory_size - work_size();
    size_t part = size / PROVER_PART / 16 * 16;
    *work = (struct analysis_work){.tables = options->tables,
                                   .memory = behind + part,
                                   .memory_size = size - part,
                                   .prover = {.tables = options->tables,
                                              .memory = behind,
                                              .memory_size = part,
                                              .stop = options->stop,
                                              .ctx = options->ctx}};
    analysis->work = work;
    analysis->nodes = options->nodes != 0 ? options->nodes : ANALYSIS_NODES;
}

/* The side that has won, on the board or otherwise. */
static uint8_t winner_of(const struct game *game, enum seat told)
{
    enum seat seat = game_status(game) == GAME_WON ? game_winner(game) : told;
    return (uint8_t)(seat == SEAT_NONE ? MARK_NONE : game_seat_mark(game, seat));
}

int analysis_init(struct analysis *analysis, const struct game *game,
                  const struct analysis_options *options)
{
    if (!analysis_plays(game->variant))
        return ERR_NOT_ITS_GAME;
    if (options->memory_size < analysis_memory_size() || options->tables == NULL)
        return ERR_TOO_LITTLE_MEMORY;
    memset(analysis, 0, sizeof(*analysis));
    game_copy(&analysis->game, game);
    note_seats(analysis, options->start);
    if (analysis->first == game->ply)
        return ERR_NOTHING_TO_DO;
    lend(analysis, options);
    analysis->winner = winner_of(game, options->winner);
    analysis->ply = game->ply;
    analysis->question = ANALYSIS_ASKS_RULES;
    return 0;
}

bool analysis_step(struct analysis *analysis)
{
    if (analysis->question == ANALYSIS_ASKS_NOTHING || analysis->was_stopped)
        return false;
    work__ask(analysis);
    return analysis->question != ANALYSIS_ASKS_NOTHING && !analysis->was_stopped;
}

unsigned analysis_all(const struct analysis *analysis)
{
    return analysis->game.ply + 1u - analysis->first;
}

unsigned analysis_done(const struct analysis *analysis)
{
    if (analysis->question >= ANALYSIS_ASKS_STOPS)
        return analysis_all(analysis);
    return analysis->game.ply - analysis->ply;
}

static enum mark other_mark(enum mark mark)
{
    return mark == MARK_X ? MARK_O : MARK_X;
}

enum mark analysis_mover(const struct analysis *analysis, unsigned ply)
{
    const struct game *game = &analysis->game;
    const struct action *actions = game_actions(game);
    if (ply < game->ply && action_is_choice(actions[ply]))
        return MARK_O; /* while a choice is open it is O whose stone comes next (Swap2) */
    if (ply < game->ply)
        return game_cell(game, action_cell(actions[ply]));
    if (game_status(game) == GAME_OPEN)
        return game_next_mark(game);
    return other_mark(analysis_mover(analysis, ply - 1));
}

static enum colour colour_at(const struct analysis *analysis, unsigned ply)
{
    return analysis_mover(analysis, ply) == MARK_X ? COLOUR_X : COLOUR_O;
}

void work__position(const struct analysis *analysis, unsigned ply, struct position *position_out)
{
    const struct action *actions = game_actions(&analysis->game);
    position_init(position_out, analysis->game.variant);
    for (unsigned i = 0; i < ply; i++)
        if (!action_is_choice(actions[i]))
            position_out->stones[position_out->count++] = (struct position_stone){
                (uint16_t)action_cell(actions[i]), (uint8_t)colour_at(analysis, i)};
    position_out->to_move = (uint8_t)colour_at(analysis, ply);
}
