/* SPDX-License-Identifier: MIT */
/*
 * The table of weights, and the logistic curve in whole numbers.
 */
#include "brain/search/weights.h"

#define UNIT 400 /* of the curve, in weights */
#define STEPS 32 /* a quarter of a unit each */

static const int16_t line_weights[LINE_CLASSES] = {
#define LINE_WEIGHT(line_class, weight) [line_class] = (weight),
#define SPOT_WEIGHT(spot, mover, waiter)
#define MOVE_WEIGHT(weight)
#include "brain/search/weights.def"
#undef LINE_WEIGHT
#undef SPOT_WEIGHT
#undef MOVE_WEIGHT
};

static const int16_t spot_weights[SPOTS][2] = {
#define LINE_WEIGHT(line_class, weight)
#define SPOT_WEIGHT(spot, mover, waiter) [spot] = {(mover), (waiter)},
#define MOVE_WEIGHT(weight)
#include "brain/search/weights.def"
#undef LINE_WEIGHT
#undef SPOT_WEIGHT
#undef MOVE_WEIGHT
};

static const int move_weight =
#define LINE_WEIGHT(line_class, weight)
#define SPOT_WEIGHT(spot, mover, waiter)
#define MOVE_WEIGHT(weight) (weight)
#include "brain/search/weights.def"
#undef LINE_WEIGHT
#undef SPOT_WEIGHT
#undef MOVE_WEIGHT
    ;

/* 10,000 / (1 + e^-x) for x = 0, 1/4, ... 8. */
static const uint16_t curve[STEPS + 1] = {
    5000, 5622, 6225, 6792, 7311, 7773, 8176, 8520, 8808, 9047, 9241,
    9399, 9526, 9627, 9707, 9770, 9820, 9859, 9890, 9914, 9933, 9948,
    9959, 9968, 9975, 9981, 9985, 9988, 9991, 9993, 9994, 9996, 9997,
};

int weights__of_line(enum line_class line_class)
{
    return line_weights[line_class];
}

int weights__of_mover(enum spot spot)
{
    return spot_weights[spot][0];
}

int weights__of_waiter(enum spot spot)
{
    return spot_weights[spot][1];
}

int weights__of_move(void)
{
    return move_weight;
}

int weights__share(int score)
{
    int size = score < 0 ? -score : score;
    int step = size * 4 / UNIT;
    int share = curve[STEPS];
    if (step < STEPS)
        share = curve[step] + (curve[step + 1] - curve[step]) * (size * 4 % UNIT) / UNIT;
    return score < 0 ? 10000 - share : share;
}
