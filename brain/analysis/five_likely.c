/* SPDX-License-Identifier: MIT */
/*
 * The questions about what is likely in five in a row. What the search holds of a move is compared
 * with nothing but what it holds behind another one, with as many nodes: its shares before and
 * behind a move differ by themselves.
 */
#include "brain/analysis/five.h"

#define CLOSE (ANALYSIS_SLIP / 2) /* moves that differ by less are held equal */
#define AGAIN 4                   /* times the nodes of a question for the second look */

static void search_as(struct analysis *analysis, const struct position *position,
                      struct search_options options, struct search_result *result_out)
{
    options.stop = five__work(analysis)->prover.stop;
    options.ctx = five__work(analysis)->prover.ctx;
    const struct search_room room = {five__work(analysis)->tables, five__work(analysis)->memory,
                                     five__work(analysis)->memory_size};
    search_think(position, &room, &options, result_out);
    five__work(analysis)->prover.nodes += result_out->nodes;
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
    five__work(analysis)->others = 0;
    five__work(analysis)->others_count = 0;
    for (size_t i = 0; i < result->count && i < FIVE_OTHERS_MAX; i++)
        if (result->moves[i].cell != five__played(analysis))
            five__work(analysis)->other[five__work(analysis)->others_count++] = result->moves[i];
}

static void take_search(struct analysis *analysis, const struct search_move *best)
{
    struct analysis_place *place = work__here(analysis);
    five__set_line(place, best->cell, best->line + 1, best->line_count - 1u);
    place->share = best->share;
    place->proof = best->proof;
    if (best->proof == SEARCH_WIN)
        five__set_win(analysis);
}

void five__ask_share(struct analysis *analysis)
{
    struct position position;
    struct search_result result;
    five__position(analysis, analysis->ply, &position);
    search(analysis, &position, work__behind(analysis) == NULL ? 1 : FIVE_OTHERS_MAX, &result);
    if (analysis->was_stopped)
        return;
    if (work__behind(analysis) == NULL || result.moves[0].proof != SEARCH_UNKNOWN) {
        take_search(analysis, &result.moves[0]);
        work__leave(analysis);
        return;
    }
    /* A loss that is proven behind one move is none of the position. */
    five__take_behind(analysis);
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
    five__set_line(place, cell, reply->line, reply->line_count);
    if (reply->proof == SEARCH_LOSS)
        five__set_win(analysis);
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
void five__ask_others(struct analysis *analysis)
{
    struct position position;
    struct search_result result;
    const struct analysis_place *place = work__here(analysis);
    while (five__work(analysis)->others < five__work(analysis)->others_count &&
           five__work(analysis)->other[five__work(analysis)->others].share < place->share + CLOSE)
        five__work(analysis)->others++;
    if (five__work(analysis)->others == five__work(analysis)->others_count) {
        if (is_doubtful(analysis))
            analysis->question = ANALYSIS_ASKS_AGAIN;
        else
            work__leave(analysis);
        return;
    }
    const struct search_move *other = &five__work(analysis)->other[five__work(analysis)->others++];
    five__position(analysis, analysis->ply, &position);
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
        five__take_behind(analysis);
    else
        place->share = (uint16_t)(share < ANALYSIS_SHARE_ONE ? share : ANALYSIS_SHARE_ONE - 1);
}

/* Compares both moves once more, deeper and within one search: two searches end at depths of their
 * own, and of three moves one looks good by chance. */
void five__ask_again(struct analysis *analysis)
{
    struct position position;
    struct search_result result;
    unsigned better = (unsigned)action_cell(work__here(analysis)->line.actions[0]);
    five__position(analysis, analysis->ply, &position);
    search_as(analysis, &position,
              (struct search_options){.nodes = AGAIN * analysis->nodes,
                                      .moves = 2,
                                      .only_count = 2,
                                      .only = {(uint16_t)five__played(analysis), (uint16_t)better}},
              &result);
    if (analysis->was_stopped)
        return;
    if (result.moves[0].proof != SEARCH_UNKNOWN)
        take_search(analysis, &result.moves[0]);
    else
        take_cost(analysis, share_of(&result, better) - share_of(&result, five__played(analysis)));
    work__leave(analysis);
}
