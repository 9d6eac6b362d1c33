/* SPDX-License-Identifier: MIT */
/*
 * Fits the weights of brain/search/weights.def to the results of games that the player `pentad`
 * plays against itself, by logistic regression, and prints the new table:
 *
 *   brain_fit [GAMES [NODES [SEED]]] > brain/search/weights.def
 *
 * Of each game quiet positions are kept: nobody has a five, and nobody a straight four to make. One
 * game in ten is not learned from; how well both tables foretell those goes to standard error.
 */
#include "brain/search/board.h"
#include "brain/search/weights.h"
#include "tests/bench/brain_games.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNIT 400.0
#define LINE_FIRST LINE_ONE /* LINE_NONE is worth nothing */
#define LINE_FEATURES (LINE_CLASSES - LINE_FIRST)
#define SPOT_FEATURES (SPOTS - SPOT_TWO)
#define FEATURES (LINE_FEATURES + 2 * SPOT_FEATURES + 1)
#define STEPS 1200
#define HOLD 1e-4   /* how firmly weights are held where they were: what is never seen stays */
#define SPOILT 0.02 /* this part of results is chance: no position is worth infinitely much */

struct sample {
    int16_t features[FEATURES];
    float result; /* of the side to move: 1, 0.5, 0 */
    bool is_test;
};

struct collection {
    struct patterns *patterns;
    struct board *board;
    struct sample *samples;
    size_t count;
    size_t cap;
    size_t game_from;
    uint8_t *movers; /* of each sample, its side to move */
    bool is_test;
};

/* ---------------------------------------------------------------- positions of games */

static void add_cell(struct sample *sample, const struct board *board, unsigned cell, unsigned own)
{
    for (unsigned line = 0; line < BOARD_DIRECTIONS; line++) {
        unsigned of_own = board->classes[own][cell] >> 4 * line & 15;
        unsigned of_other = board->classes[own ^ 1u][cell] >> 4 * line & 15;
        if (of_own >= LINE_FIRST)
            sample->features[of_own - LINE_FIRST]++;
        if (of_other >= LINE_FIRST)
            sample->features[of_other - LINE_FIRST]--;
    }
}

static void describe(struct sample *sample, const struct board *board)
{
    unsigned own = board->to_move;
    memset(sample, 0, sizeof(*sample));
    for (unsigned cell = 0; cell < board->cells; cell++)
        if (board->colours[cell] == 0)
            add_cell(sample, board, cell, own);
    int16_t *mover = sample->features + LINE_FEATURES;
    int16_t *waiter = mover + SPOT_FEATURES;
    for (unsigned spot = SPOT_TWO; spot < SPOTS; spot++) {
        mover[spot - SPOT_TWO] = (int16_t)board->counts[own][spot];
        waiter[spot - SPOT_TWO] = (int16_t)-board->counts[own ^ 1u][spot];
    }
    sample->features[FEATURES - 1] = 1;
}

static bool is_quiet(const struct board *board)
{
    for (unsigned colour = 0; colour < COLOURS; colour++)
        if (board__fives(board, colour) + board__straights(board, colour) > 0)
            return false;
    return true;
}

static void look(void *ctx, const struct game *game, struct action action)
{
    struct collection *all = ctx;
    struct position position;
    (void)action;
    position_from_game(&position, game);
    board__init(all->board, all->patterns, &position);
    if (!is_quiet(all->board))
        return;
    if (all->count == all->cap) {
        all->cap = all->cap * 2 + 1024;
        all->samples = realloc(all->samples, all->cap * sizeof(*all->samples));
        all->movers = realloc(all->movers, all->cap);
        if (all->samples == NULL || all->movers == NULL)
            exit(1);
    }
    describe(&all->samples[all->count], all->board);
    all->samples[all->count].is_test = all->is_test;
    all->movers[all->count++] = position.to_move;
}

static void collect(struct collection *all, const struct variant *variant, unsigned games,
                    uint64_t nodes, uint64_t seed)
{
    struct games_side side;
    uint64_t chance = seed;
    games_side_init(&side, "pentad", 10, nodes, variant);
    all->patterns = side.tables;
    for (unsigned nth = 0; nth < games; nth++) {
        struct game game;
        games_open(&game, variant, &side, &chance);
        all->is_test = nth % 10 == 0;
        size_t from = all->count;
        int result = games_play(&game, &side, &side, &chance, look, all);
        for (size_t i = from; i < all->count; i++)
            all->samples[i].result = (float)(all->movers[i] == COLOUR_X ? result : 2 - result) / 2;
        if (nth % 1000 == 999)
            fprintf(stderr, "fit: %u games, %zu positions\n", nth + 1, all->count);
    }
    games_side_deinit(&side);
}

/* ---------------------------------------------------------------- regression */

static double foretell(const struct sample *sample, const double *weights)
{
    double sum = 0;
    for (size_t i = 0; i < FEATURES; i++)
        sum += weights[i] * sample->features[i];
    return SPOILT / 2 + (1 - SPOILT) / (1 + exp(-sum));
}

/* The mean surprise, in bits, over games that were learned from, or over the others. */
static double surprise(const struct collection *all, const double *weights, bool is_test)
{
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++) {
        const struct sample *sample = &all->samples[i];
        if (sample->is_test != is_test)
            continue;
        double share = foretell(sample, weights);
        sum -= sample->result * log2(share) + (1 - sample->result) * log2(1 - share);
        count++;
    }
    return sum / (double)count;
}

static void slope(const struct collection *all, const double *weights, const double *before,
                  double *slope_out)
{
    size_t count = 0;
    memset(slope_out, 0, FEATURES * sizeof(*slope_out));
    for (size_t i = 0; i < all->count; i++) {
        const struct sample *sample = &all->samples[i];
        if (sample->is_test)
            continue;
        double off = foretell(sample, weights) - sample->result;
        for (size_t k = 0; k < FEATURES; k++)
            slope_out[k] += off * sample->features[k];
        count++;
    }
    for (size_t k = 0; k < FEATURES; k++)
        slope_out[k] = slope_out[k] / (double)count + HOLD * (weights[k] - before[k]);
}

/* Adam: steps of their own for features that are common and for those that are rare. */
static void fit(const struct collection *all, double *weights)
{
    double mean[FEATURES] = {0};
    double square[FEATURES] = {0};
    double now[FEATURES];
    double before[FEATURES];
    memcpy(before, weights, sizeof(before));
    for (int step = 1; step <= STEPS; step++) {
        double rate = 0.01 * (step < STEPS / 2 ? 1 : 0.1);
        slope(all, weights, before, now);
        for (size_t k = 0; k < FEATURES; k++) {
            mean[k] = 0.9 * mean[k] + 0.1 * now[k];
            square[k] = 0.999 * square[k] + 0.001 * now[k] * now[k];
            double m = mean[k] / (1 - pow(0.9, step));
            double v = square[k] / (1 - pow(0.999, step));
            weights[k] -= rate * m / (sqrt(v) + 1e-9);
        }
    }
}

/* ---------------------------------------------------------------- tables */

static void take_current(double *weights)
{
    for (unsigned line = LINE_FIRST; line < LINE_CLASSES; line++)
        weights[line - LINE_FIRST] = weights__of_line((enum line_class)line) / UNIT;
    for (unsigned spot = SPOT_TWO; spot < SPOTS; spot++) {
        double *mover = weights + LINE_FEATURES;
        mover[spot - SPOT_TWO] = weights__of_mover((enum spot)spot) / UNIT;
        mover[SPOT_FEATURES + spot - SPOT_TWO] = weights__of_waiter((enum spot)spot) / UNIT;
    }
    weights[FEATURES - 1] = weights__of_move() / UNIT;
}

static int rounded(double weight)
{
    double value = weight * UNIT;
    return (int)(value < 0 ? value - 0.5 : value + 0.5);
}

static void print_table(const double *weights, unsigned games, uint64_t nodes, size_t positions)
{
    static const char *const lines[LINE_CLASSES] = {"NONE",       "ONE",      "ONE_OPEN", "TWO",
                                                    "TWO_OPEN",   "TWO_WIDE", "BLOCKED",  "THREE",
                                                    "THREE_WIDE", "FOUR",     "STRAIGHT", "FIVE"};
    static const char *const spots[SPOTS] = {"NONE",      "LINK",       "TWO",      "TWOS",
                                             "THREE",     "THREE_PLUS", "FORK",     "FOUR",
                                             "FOUR_PLUS", "FOUR_THREE", "STRAIGHT", "FIVE"};
    printf(
        "/* SPDX-License-Identifier: MIT */\n/*\n"
        " * The weights of the evaluation, 400 to a unit of the logistic curve. Written by\n"
        " * tests/bench/brain_fit.c from %u games of %llu nodes a move (%zu positions).\n *\n"
        " * LINE_WEIGHT(class, weight) is for each line of an empty cell; SPOT_WEIGHT(spot, "
        "mover,\n"
        " * waiter) for each cell of the kind, for the side to move and for the side that waits;\n"
        " * MOVE_WEIGHT(weight) for being to move.\n */\n",
        games, (unsigned long long)nodes, positions);
    for (unsigned line = 0; line < LINE_CLASSES; line++)
        printf("LINE_WEIGHT(LINE_%s, %d)\n", lines[line],
               line < LINE_FIRST ? 0 : rounded(weights[line - LINE_FIRST]));
    for (unsigned spot = 0; spot < SPOTS; spot++) {
        const double *mover = weights + LINE_FEATURES;
        bool is_known = spot >= SPOT_TWO;
        printf("SPOT_WEIGHT(SPOT_%s, %d, %d)\n", spots[spot],
               is_known ? rounded(mover[spot - SPOT_TWO]) : 0,
               is_known ? rounded(mover[SPOT_FEATURES + spot - SPOT_TWO]) : 0);
    }
    printf("MOVE_WEIGHT(%d)\n", rounded(weights[FEATURES - 1]));
}

int main(int argc, char **argv)
{
    unsigned games = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 20000;
    uint64_t nodes = argc > 2 ? strtoull(argv[2], NULL, 10) : 500;
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    double weights[FEATURES];
    struct collection all = {.board = games_allocate(sizeof(struct board))};
    /* Both rules: a weight has to hold in either. */
    collect(&all, variant_get(VARIANT_CLASSIC), games * 3 / 4, nodes, seed);
    collect(&all, variant_get(VARIANT_FREESTYLE15), games - games * 3 / 4, nodes, seed + 1);
    take_current(weights);
    fprintf(stderr, "fit: before %.4f, of games not learned from %.4f\n",
            surprise(&all, weights, false), surprise(&all, weights, true));
    fit(&all, weights);
    fprintf(stderr, "fit: after  %.4f, of games not learned from %.4f\n",
            surprise(&all, weights, false), surprise(&all, weights, true));
    print_table(weights, games, nodes, all.count);
    free(all.samples);
    free(all.movers);
    free(all.board);
    return 0;
}
