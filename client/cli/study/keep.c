/* SPDX-License-Identifier: MIT */
/*
 * The puzzles of client/cli/study/keep.h. One that cannot be kept, or is there already, does not
 * count.
 */
#include "client/cli/study/keep.h"

#include "brain/analysis/verdict.h"
#include "brain/search/prove.h"
#include "client/cli/connect/state_file.h"
#include "client/cli/terminal/i18n.h"

#include <stdio.h>
#include <stdlib.h>

#define MEMORY ((size_t)4 * 1024 * 1024)
#define PUZZLES_OF_A_GAME 3 /* the first ones: later ones are mostly the same win again */

static bool keep(const struct analysis *analysis, unsigned ply, struct prover *prover)
{
    struct game game;
    return game_replay(&game, analysis->game.variant, game_actions(&analysis->game), ply) == 0 &&
           puzzle_keep(&game, prover, analysis->nodes) == 0;
}

static unsigned keep_all(const struct analysis *analysis, enum seat seat, struct prover *prover)
{
    unsigned kept = 0;
    for (unsigned ply = analysis->first; ply < analysis->game.ply && kept < PUZZLES_OF_A_GAME;
         ply++)
        if (analysis->places[ply].is_single && verdict_of(analysis, ply).seat == seat)
            kept += keep(analysis, ply, prover);
    return kept;
}

static bool has_any(const struct analysis *analysis, enum seat seat)
{
    for (unsigned ply = analysis->first; ply < analysis->game.ply; ply++)
        if (analysis->places[ply].is_single && verdict_of(analysis, ply).seat == seat)
            return true;
    return false;
}

void keep_puzzles(const struct analysis *analysis, enum seat seat, char *text, size_t size)
{
    unsigned kept = 0;
    text[0] = '\0';
    if (seat == SEAT_NONE || !has_any(analysis, seat))
        return;
    void *tables = malloc(analysis_tables_size(analysis->game.variant));
    struct prover prover = {.tables = tables, .memory = calloc(1, MEMORY), .memory_size = MEMORY};
    if (tables != NULL && prover.memory != NULL) {
        analysis_tables_make(tables, analysis->game.variant);
        kept = keep_all(analysis, seat, &prover);
    }
    free(tables);
    free(prover.memory);
    if (kept > 0)
        snprintf(text, size,
                 ngettext("%u missed win is now a puzzle: penta puzzles",
                          "%u missed wins are now puzzles: penta puzzles", kept),
                 kept);
}
