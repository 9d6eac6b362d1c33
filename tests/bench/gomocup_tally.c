/* SPDX-License-Identifier: MIT */
/*
 * Results of games in pairs.
 */
#include "tests/bench/gomocup_tally.h"

#include <math.h>

#define Z95 1.959964

static void count(struct gomocup_tally *tally, double points)
{
    tally->won += points > 0.75;
    tally->lost += points < 0.25;
    tally->drawn += points >= 0.25 && points <= 0.75;
}

void gomocup_tally_add(struct gomocup_tally *tally, double first, double second, bool is_one_colour)
{
    double share = (first + second) / 2;
    count(tally, first);
    count(tally, second);
    tally->pairs++;
    tally->one_colour += is_one_colour;
    tally->sum += share;
    tally->squares += share * share;
}

double gomocup_tally_share(const struct gomocup_tally *tally)
{
    return tally->pairs > 0 ? tally->sum / (double)tally->pairs : 0.5;
}

/* How many independent games of this share would spread as these pairs do. */
static double worth(const struct gomocup_tally *tally)
{
    double n = (double)tally->pairs;
    double share = gomocup_tally_share(tally);
    double spread = n > 1 ? (tally->squares - n * share * share) / (n - 1) : 0;
    double games = spread > 0 ? n * share * (1 - share) / spread : n;
    if (share > 0 && share < 1 && spread <= 0)
        games = 2 * n; /* every pair the same, and not all won or lost */
    return fmin(fmax(games, n), 2 * n);
}

void gomocup_tally_interval(const struct gomocup_tally *tally, double *low_out, double *high_out)
{
    double n = worth(tally);
    double p = gomocup_tally_share(tally);
    double z2 = Z95 * Z95;
    *low_out = 0;
    *high_out = 1;
    if (tally->pairs == 0)
        return;
    double centre = (p + z2 / (2 * n)) / (1 + z2 / n);
    double half = Z95 / (1 + z2 / n) * sqrt(p * (1 - p) / n + z2 / (4 * n * n));
    *low_out = fmax(centre - half, 0);
    *high_out = fmin(centre + half, 1);
}
