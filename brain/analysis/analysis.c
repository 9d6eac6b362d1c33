/* SPDX-License-Identifier: MIT */
/*
 * An analysis as a whole: its beginning, its steps, and the positions of its game.
 */
#include "brain/analysis/analysis.h"

#include "brain/analysis/questions.h"
#include "brain/error.h"

#include <string.h>

#define PROVER_PART 8 /* so much of the memory is the prover's */

size_t analysis_memory_size(void)
{
    size_t size = search_memory_size() / (PROVER_PART - 1) * PROVER_PART + PROVER_PART * 16;
    size_t least = prove_memory_size() * PROVER_PART;
    return size > least ? size : least;
}

/* Writes down who acted, and from which ply on moves are judged. */
static void note_seats(struct analysis *analysis)
{
    struct game game;
    const struct action *actions = game_actions(&analysis->game);
    game_init(&game, analysis->game.variant);
    analysis->first = analysis->game.ply;
    for (unsigned ply = 0; ply < analysis->game.ply; ply++) {
        bool is_judged = game_seat_mark(&game, SEAT_FIRST) != MARK_NONE;
        if (is_judged && ply < analysis->first)
            analysis->first = ply;
        analysis->seats[ply] = (int8_t)game_to_act(&game);
        game_do(&game, actions[ply]);
    }
}

static void lend(struct analysis *analysis, const struct analysis_options *options)
{
    size_t part = options->memory_size / PROVER_PART / 16 * 16;
    analysis->tables = options->tables;
    analysis->prover = (struct prover){.tables = options->tables,
                                       .memory = options->memory,
                                       .memory_size = part,
                                       .stop = options->stop,
                                       .ctx = options->ctx};
    analysis->memory = (unsigned char *)options->memory + part;
    analysis->memory_size = options->memory_size - part;
    analysis->nodes = options->nodes != 0 ? options->nodes : ANALYSIS_NODES;
}

/* The side that has won, on the board or otherwise. */
static uint8_t winner_of(const struct game *game, enum seat told)
{
    enum seat seat = game_status(game) == GAME_WON ? game_winner(game) : told;
    if (seat == SEAT_NONE || game_seat_mark(game, seat) == MARK_NONE)
        return COLOURS;
    return game_seat_mark(game, seat) == MARK_X ? COLOUR_X : COLOUR_O;
}

int analysis_init(struct analysis *analysis, const struct game *game,
                  const struct analysis_options *options)
{
    if (!position_is_of(game->variant))
        return ERR_NOT_ITS_GAME;
    if (options->memory_size < analysis_memory_size() || options->tables == NULL)
        return ERR_TOO_LITTLE_MEMORY;
    memset(analysis, 0, sizeof(*analysis));
    game_copy(&analysis->game, game);
    note_seats(analysis);
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
    questions__ask(analysis);
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

/* The side that places the stone of this ply, or is to place one. */
static enum colour side_at(const struct game *game, unsigned ply)
{
    const struct action *actions = game_actions(game);
    if (ply < game->ply && action_is_choice(actions[ply]))
        return COLOUR_O; /* while a choice is open it is O whose stone comes next (Swap2) */
    if (ply < game->ply)
        return game_cell(game, action_cell(actions[ply])) == MARK_X ? COLOUR_X : COLOUR_O;
    if (game_status(game) == GAME_OPEN)
        return game_next_mark(game) == MARK_X ? COLOUR_X : COLOUR_O;
    return side_at(game, ply - 1) ^ 1u;
}

void analysis_position(const struct analysis *analysis, unsigned ply, struct position *position_out)
{
    const struct action *actions = game_actions(&analysis->game);
    position_init(position_out, analysis->game.variant);
    for (unsigned i = 0; i < ply; i++)
        if (!action_is_choice(actions[i]))
            position_out->stones[position_out->count++] = (struct position_stone){
                (uint16_t)action_cell(actions[i]), (uint8_t)side_at(&analysis->game, i)};
    position_out->to_move = (uint8_t)side_at(&analysis->game, ply);
}
