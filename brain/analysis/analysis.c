/* SPDX-License-Identifier: MIT */
/*
 * An analysis as a whole: its beginning, its steps, and the positions of its game.
 */
#include "brain/analysis/analysis.h"

#include "brain/analysis/work.h"
#include "brain/error.h"
#include "engine/needs.h"

#include <string.h>

/* The first that plays a game is asked about it. */
static const struct answerer *const answerers[] = {&answerer__five, &answerer__any};

static const struct answerer *answerer_of(const struct variant *variant)
{
    for (size_t i = 0; i < sizeof(answerers) / sizeof(answerers[0]); i++)
        if (answerers[i]->plays(variant))
            return answerers[i];
    return NULL;
}

bool analysis_plays(const struct variant *variant)
{
    return answerer_of(variant) != NULL;
}

bool analysis_sees_threats(const struct variant *variant)
{
    return answerer_of(variant) == &answerer__five;
}

size_t analysis_tables_size(const struct variant *variant)
{
    const struct answerer *answerer = answerer_of(variant);
    return answerer != NULL ? answerer->tables_size(variant) : 0;
}

void analysis_tables_make(void *tables_out, const struct variant *variant)
{
    answerer_of(variant)->tables_make(tables_out, variant);
}

size_t analysis_memory_size(const struct variant *variant)
{
    const struct answerer *answerer = answerer_of(variant);
    return answerer != NULL ? answerer->memory_size(variant) : 0;
}

/* Writes down who acted, and from which ply on moves are judged. */
static void note_seats(struct analysis *analysis, unsigned start)
{
    struct game game;
    const struct action *actions = game_actions(&analysis->game);
    bool has_choices = (analysis->game.variant->needs & NEED_CHOICES) != 0;
    game_init(&game, analysis->game.variant);
    analysis->first = analysis->game.ply;
    for (unsigned ply = 0; ply < analysis->game.ply; ply++) {
        bool is_chosen = !has_choices || game_seat_mark(&game, SEAT_FIRST) != MARK_NONE;
        bool is_judged = ply >= start && is_chosen;
        if (is_judged && ply < analysis->first)
            analysis->first = ply;
        analysis->seats[ply] = (int8_t)game_to_act(&game);
        game_do(&game, actions[ply]);
    }
}

/* The player who has won, on the board or otherwise. */
static enum seat winner_of(const struct game *game, enum seat told)
{
    return game_status(game) == GAME_WON ? game_winner(game) : told;
}

int analysis_init(struct analysis *analysis, const struct game *game,
                  const struct analysis_options *options)
{
    const struct answerer *answerer = answerer_of(game->variant);
    if (answerer == NULL)
        return ERR_NOT_ITS_GAME;
    if (options->memory_size < answerer->memory_size(game->variant) ||
        (options->tables == NULL && answerer->tables_size(game->variant) > 0))
        return ERR_TOO_LITTLE_MEMORY;
    memset(analysis, 0, sizeof(*analysis));
    game_copy(&analysis->game, game);
    note_seats(analysis, options->start);
    if (analysis->first == game->ply)
        return ERR_NOTHING_TO_DO;
    analysis->answerer = answerer;
    analysis->nodes = options->nodes != 0 ? options->nodes : answerer->nodes(analysis);
    analysis->work = options->memory;
    answerer->begin(analysis, options);
    analysis->winner = (int8_t)winner_of(game, options->winner);
    analysis->ply = game->ply;
    analysis->question = ANALYSIS_ASKS_RULES;
    return 0;
}

bool analysis_step(struct analysis *analysis)
{
    if (analysis->question == ANALYSIS_ASKS_NOTHING || analysis->was_stopped)
        return false;
    analysis->answerer->ask[analysis->question](analysis);
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

enum seat analysis_seat(const struct analysis *analysis, unsigned ply)
{
    const struct game *game = &analysis->game;
    if (ply < game->ply)
        return (enum seat)analysis->seats[ply];
    if (game_status(game) == GAME_OPEN)
        return game_to_act(game);
    return seat_other((enum seat)analysis->seats[ply - 1]);
}

/* ---------------------------------------------------------------- for those who answer */

void work__seek_last(struct analysis *analysis)
{
    const struct answerer *answerer = analysis->answerer;
    analysis->question = ANALYSIS_ASKS_NOTHING;
    for (; answerer->last != NULL && analysis->ply < analysis->game.ply; analysis->ply++) {
        analysis->question = (uint8_t)answerer->last(analysis, analysis->ply);
        if (analysis->question != ANALYSIS_ASKS_NOTHING)
            return;
    }
}

void work__leave(struct analysis *analysis)
{
    bool is_played = work__behind(analysis) != NULL;
    work__leave_at(analysis, is_played ? work__share_behind(analysis, analysis->ply)
                                       : work__here(analysis)->share);
}

void work__leave_at(struct analysis *analysis, uint16_t after)
{
    work__here(analysis)->after = after;
    work__here(analysis)->is_known = true;
    if (analysis->ply == analysis->first) {
        work__seek_last(analysis);
        return;
    }
    analysis->ply--;
    analysis->question = ANALYSIS_ASKS_RULES;
}

void work__set_line(struct analysis_place *place, struct action action, const struct action *rest,
                    size_t count)
{
    struct analysis_line line = {.count = 1, .actions = {action}};
    for (size_t i = 0; i < count && line.count < ANALYSIS_LINE_MAX; i++)
        line.actions[line.count++] = rest[i];
    place->line = line;
}

enum proof work__turned_proof(enum proof proof)
{
    if (proof == PROOF_WIN)
        return PROOF_LOSS;
    return proof == PROOF_LOSS ? PROOF_WIN : proof;
}

uint16_t work__share_behind(const struct analysis *analysis, unsigned ply)
{
    uint16_t share = analysis->places[ply + 1].share;
    bool is_same = analysis_seat(analysis, ply) == analysis_seat(analysis, ply + 1);
    return is_same ? share : work__turned(share);
}

enum proof work__proof_behind(const struct analysis *analysis, unsigned ply)
{
    enum proof proof = (enum proof)analysis->places[ply + 1].proof;
    bool is_same = analysis_seat(analysis, ply) == analysis_seat(analysis, ply + 1);
    return is_same ? proof : work__turned_proof(proof);
}

void work__take_behind(struct analysis *analysis)
{
    struct analysis_place *place = work__here(analysis);
    const struct analysis_line *line = &work__behind(analysis)->line;
    work__set_line(place, work__played(analysis), line->actions, line->count);
    place->share = work__share_behind(analysis, analysis->ply);
    place->proof = (uint8_t)work__proof_behind(analysis, analysis->ply);
}

enum proof work__proof_of_end(const struct game *over, enum seat seat)
{
    enum seat winner = game_winner(over);
    return winner == SEAT_NONE ? PROOF_DRAW : winner == seat ? PROOF_WIN : PROOF_LOSS;
}

uint16_t work__share_of(enum proof proof)
{
    return proof == PROOF_WIN    ? ANALYSIS_SHARE_ONE
           : proof == PROOF_DRAW ? ANALYSIS_SHARE_ONE / 2
                                 : 0;
}

void work__see_end(struct analysis *analysis)
{
    struct analysis_place *place = work__here(analysis);
    enum proof proof = work__proof_of_end(&analysis->game, analysis_seat(analysis, analysis->ply));
    place->proof = (uint8_t)proof;
    place->share = work__share_of(proof);
    work__leave(analysis);
}
