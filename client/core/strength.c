/* SPDX-License-Identifier: MIT */
/*
 * The estimate of client/core/strength.h: Elo's, with a level in place of points. One level more
 * wins 72 of 100 games, about the measured distance between the levels of pentad.
 */
#include "client/core/strength.h"

#include <stdbool.h>

/* The thousandths of the games that one wins against an opponent who is weaker by so many halves of
 * a level. */
static const int shares[] = {500, 616, 720, 805, 868, 914, 944, 965, 978, 986, 991};

#define SHARE_ONE 1000
#define STEP (STRENGTH_ONE / 2)
#define STEPS ((int)(sizeof(shares) / sizeof(shares[0])) - 1)

/* A surprise moves the estimate by so many hundredths, the first one the most. */
#define MOVE_FIRST 600
#define MOVE_GAMES 3
#define MOVE_LEAST 30

void strength_init(struct strength *strength, unsigned levels)
{
    *strength = (struct strength){.hundredths = (uint16_t)((levels + 1) / 2 * STRENGTH_ONE)};
}

static int share_of(int ahead)
{
    bool is_behind = ahead < 0;
    int step = (is_behind ? -ahead : ahead) / STEP;
    int part = (is_behind ? -ahead : ahead) % STEP;
    int share = step < STEPS ? shares[step] + (shares[step + 1] - shares[step]) * part / STEP
                             : shares[STEPS];
    return is_behind ? SHARE_ONE - share : share;
}

static int move_of(unsigned games)
{
    int move = MOVE_FIRST / (MOVE_GAMES + (int)games);
    return move > MOVE_LEAST ? move : MOVE_LEAST;
}

void strength_take(struct strength *strength, unsigned levels, unsigned level,
                   enum strength_score score)
{
    int most = (int)levels * STRENGTH_ONE;
    int was = strength->hundredths;
    int surprise = (int)score * SHARE_ONE / 2 - share_of(was - (int)level * STRENGTH_ONE);
    int now = was + move_of(strength->games) * surprise / SHARE_ONE;
    now = now < STRENGTH_ONE ? STRENGTH_ONE : now;
    strength->hundredths = (uint16_t)(now > most ? most : now);
    if (strength->games < UINT16_MAX)
        strength->games++;
}

unsigned strength_level(const struct strength *strength)
{
    return (strength->hundredths + STRENGTH_ONE / 2u) / STRENGTH_ONE;
}
