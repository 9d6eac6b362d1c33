/* SPDX-License-Identifier: MIT */
/*
 * The computer player `pentad`: the search of brain/search/ as a mind. Games become positions here,
 * and what is found about cells becomes what is known of actions.
 */
#include "brain/pentad.h"

#include "brain/pentad_opening.h"

#include <string.h>

#define LEVELS 10

/* Found by ./dev mind levels: each takes about three games of four from the one below; the first is
 * somebody who has just learned the rules. */
static const struct pentad_level levels[LEVELS] = {
    {250, {1000, 700, 1000, 1000, 30000, 2}}, /* stops few fours, and never looks ahead */
    {250, {953, 500, 1000, 1000, 30000, 2}},  /* stops every second four */
    {250, {939, 0, 790, 1000, 30000, 2}},     /* stops all of them */
    {250, {914, 0, 450, 1000, 30000, 2}},     /* and most threes */
    {250, {879, 0, 0, 1000, 30000, 2}},       /* and all of them */
    {400, {695, 0, 0, 1000, 30000, 2}},       /* from here on lapses get rare */
    {600, {464, 0, 0, 1000, 30000, 2}},       /* one move of two */
    {1200, {240, 0, 0, 1000, 30000, 2}},      /* one of four */
    {1250, {91, 0, 0, 1000, 30000, 2}},       /* one of eleven */
    {1450, {0}},                              /* none */
};

const struct pentad_level *pentad__level(unsigned level)
{
    return &levels[level - 1];
}

static bool plays(const struct variant *variant)
{
    return position_is_of(variant);
}

static size_t tables_size(const struct variant *variant)
{
    (void)variant;
    return search_tables_size();
}

static void tables_make(const struct variant *variant, void *tables_out)
{
    search_tables_make(tables_out, variant->overline == OVERLINE_WINS);
}

static size_t memory_size(const struct variant *variant)
{
    (void)variant;
    return search_memory_size();
}

/* ---------------------------------------------------------------- thoughts */

_Static_assert((int)SEARCH_WIN == (int)PROOF_WIN && (int)SEARCH_DRAW == (int)PROOF_DRAW &&
                   (int)SEARCH_LOSS == (int)PROOF_LOSS,
               "what is certain has the same numbers");
_Static_assert(SEARCH_MOVES_MAX <= THOUGHT_PROSPECTS_MAX && SEARCH_LINE_MAX <= PROSPECT_LINE_MAX,
               "there is room for what is found");

static void tell_move(struct prospect *prospect, const struct search_move *move)
{
    prospect->action = action_place(move->cell);
    prospect->proof = move->proof;
    prospect->depth = move->depth;
    prospect->share = move->share;
    prospect->line_count = move->line_count;
    for (size_t i = 0; i < move->line_count; i++)
        prospect->line[i] = action_place(move->line[i]);
}

static void tell(struct thought *thought, const struct search_result *result)
{
    thought->nodes = result->nodes;
    thought->was_stopped = result->was_stopped;
    thought->prospects_count = result->count;
    for (size_t i = 0; i < result->count; i++)
        tell_move(&thought->prospects[i], &result->moves[i]);
}

static void pass_on(void *ctx, const struct search_result *so_far)
{
    const struct thinking *thinking = ctx;
    struct thought thought;
    memset(&thought, 0, sizeof(thought));
    tell(&thought, so_far);
    thinking->progress(thinking->ctx, &thought);
}

static bool ask_whether_to_stop(void *ctx)
{
    const struct thinking *thinking = ctx;
    return thinking->stop(thinking->ctx);
}

/* The limit that was given counts for the strongest, which plays as well as it may; the others do
 * not go beyond their level. */
static uint64_t nodes_of(const struct thinking *thinking)
{
    uint64_t nodes = levels[thinking->level - 1].nodes;
    if (thinking->nodes == 0)
        return nodes;
    return thinking->level == LEVELS || thinking->nodes < nodes ? thinking->nodes : nodes;
}

void pentad__think(const struct position *position, const struct thinking *thinking, uint64_t nodes,
                   struct search_result *result_out)
{
    const struct pentad_level *level = &levels[thinking->level - 1];
    /* The callbacks get back what they were asked with. */
    struct thinking lent = *thinking;
    struct search_options options = {
        .nodes = nodes,
        .moves = thinking->prospects,
        .stop = thinking->stop != NULL ? ask_whether_to_stop : NULL,
        .progress = thinking->progress != NULL ? pass_on : NULL,
        .ctx = &lent,
    };
    const struct search_room room = {thinking->tables, thinking->memory, thinking->memory_size};
    if (weak_lapses(&level->faults, thinking->seed))
        weak_think(position, &room, &level->faults, thinking->seed, result_out);
    else
        search_think(position, &room, &options, result_out);
}

static void think_position(const struct position *position, const struct thinking *thinking,
                           struct thought *thought_out)
{
    struct search_result result;
    pentad__think(position, thinking, nodes_of(thinking), &result);
    tell(thought_out, &result);
}

static void think(const struct game *game, const struct thinking *thinking,
                  struct thought *thought_out)
{
    struct position position;
    if (pentad__is_opening(game)) {
        pentad__open(game, thinking, thought_out);
        return;
    }
    position_from_game(&position, game);
    think_position(&position, thinking, thought_out);
}

const struct mind computer__pentad = {
    .plays = plays,
    .tables_size = tables_size,
    .tables_make = tables_make,
    .memory_size = memory_size,
    .memory_for = search_memory_for,
    .think = think,
    .think_position = think_position,
};
