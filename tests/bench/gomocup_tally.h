/* SPDX-License-Identifier: MIT */
/*
 * Results of games in pairs: an opening is played twice, with colours swapped, so a pair is what
 * counts. Shares are parts of the games won, draws by half.
 */
#ifndef PENTAD_TESTS_BENCH_GOMOCUP_TALLY_H
#define PENTAD_TESTS_BENCH_GOMOCUP_TALLY_H

#include <stdbool.h>
#include <stddef.h>

struct gomocup_tally {
    size_t pairs;
    size_t won; /* games, by the first program */
    size_t drawn;
    size_t lost;
    size_t one_colour; /* pairs in which the same colour won both games */
    double squares;    /* of the pairs' shares, added up */
    double sum;
};

/* Points of the first program in the two games of a pair: 0, 0.5 or 1. */
void gomocup_tally_add(struct gomocup_tally *tally, double first, double second,
                       bool is_one_colour);

double gomocup_tally_share(const struct gomocup_tally *tally);
/* The 95 % interval of the share. Wilson's, for as many independent games as the spread of the
 * pairs is worth: at least one a pair and at most two, so that a share of one has a lower bound,
 * too. */
void gomocup_tally_interval(const struct gomocup_tally *tally, double *low_out, double *high_out);

#endif
