/* SPDX-License-Identifier: MIT */
/*
 * The tables of a rule. A line is judged for one side by a key of ten digits of base three (0
 * empty, 1 own, 2 closed), the centre being an own stone: a further own stone makes a greater key,
 * so that walking downwards finds what it leads to already judged.
 */
#include "brain/search/patterns.h"

#include "brain/search/weights.h"
#include "engine/mix.h"

#include <string.h>

#define DIGITS 10
#define TERNARY 59049 /* 3^DIGITS */

_Static_assert(sizeof(((struct patterns *)0)->spots) >= TERNARY,
               "there is room for the judgements");

static const uint16_t powers[DIGITS] = {1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683};

struct digits {
    uint8_t at[DIGITS];
};

static struct digits digits_of(unsigned key)
{
    struct digits digits;
    for (unsigned i = 0; i < DIGITS; i++, key /= 3)
        digits.at[i] = (uint8_t)(key % 3);
    return digits;
}

/* Own stones next to each other, the centre among them. */
static unsigned run_length(const struct digits *digits)
{
    unsigned length = 1;
    for (unsigned i = DIGITS / 2; i > 0 && digits->at[i - 1] == 1; i--)
        length++;
    for (unsigned i = DIGITS / 2; i < DIGITS && digits->at[i] == 1; i++)
        length++;
    return length;
}

/* The class of a cell on which a further stone makes each class `count[class]` times. */
static enum line_class class_by(const uint8_t count[LINE_CLASSES])
{
    unsigned threes = (unsigned)count[LINE_THREE] + count[LINE_THREE_WIDE];
    if (count[LINE_FIVE] > 0)
        return count[LINE_FIVE] > 1 ? LINE_STRAIGHT : LINE_FOUR;
    if (count[LINE_STRAIGHT] > 0)
        return count[LINE_STRAIGHT] > 1 ? LINE_THREE_WIDE : LINE_THREE;
    if (count[LINE_FOUR] > 0)
        return LINE_BLOCKED;
    if (threes > 0)
        return threes > 1 ? LINE_TWO_WIDE : LINE_TWO_OPEN;
    if (count[LINE_BLOCKED] > 0)
        return LINE_TWO;
    if (count[LINE_TWO_OPEN] + count[LINE_TWO_WIDE] > 0)
        return LINE_ONE_OPEN;
    return count[LINE_TWO] > 0 ? LINE_ONE : LINE_NONE;
}

static enum line_class judge(const uint8_t *judged, unsigned key, bool overline_wins)
{
    struct digits digits = digits_of(key);
    unsigned length = run_length(&digits);
    if (length == 5 || (length > 5 && overline_wins))
        return LINE_FIVE;
    if (length > 5)
        return LINE_NONE;
    uint8_t count[LINE_CLASSES] = {0};
    for (unsigned i = 0; i < DIGITS; i++)
        if (digits.at[i] == 0)
            count[judged[key + powers[i]]]++;
    return class_by(count);
}

/* The key of base three of one half of a key of two bits, for the side whose stones are `own`. */
static unsigned half_key(unsigned half, unsigned own)
{
    unsigned key = 0;
    for (unsigned i = 0; i < DIGITS / 2; i++) {
        unsigned cell = half >> 2 * i & 3;
        key += (cell == 0 ? 0u : cell == own ? 1u : 2u) * powers[i];
    }
    return key;
}

static void fill_lines(struct patterns *patterns, const uint8_t *judged)
{
    uint16_t halves[COLOURS][1u << DIGITS];
    for (unsigned half = 0; half < 1u << DIGITS; half++) {
        halves[COLOUR_X][half] = (uint16_t)half_key(half, 1);
        halves[COLOUR_O][half] = (uint16_t)half_key(half, 2);
    }
    for (unsigned high = 0; high < 1u << DIGITS; high++) {
        const uint8_t *x = judged + halves[COLOUR_X][high] * powers[DIGITS / 2];
        const uint8_t *o = judged + halves[COLOUR_O][high] * powers[DIGITS / 2];
        uint8_t *row = patterns->lines + ((size_t)high << DIGITS);
        for (unsigned low = 0; low < 1u << DIGITS; low++)
            row[low] = (uint8_t)(x[halves[COLOUR_X][low]] | o[halves[COLOUR_O][low]] << 4);
    }
}

static enum spot spot_of(const uint8_t count[LINE_CLASSES])
{
    unsigned fours = count[LINE_FOUR];
    unsigned threes = (unsigned)count[LINE_THREE] + count[LINE_THREE_WIDE];
    unsigned twos = (unsigned)count[LINE_TWO_OPEN] + count[LINE_TWO_WIDE];
    unsigned others = twos + count[LINE_BLOCKED];
    if (count[LINE_FIVE] > 0)
        return SPOT_FIVE;
    if (count[LINE_STRAIGHT] > 0 || fours > 1)
        return SPOT_STRAIGHT;
    if (fours > 0)
        return threes > 0 ? SPOT_FOUR_THREE : others > 0 ? SPOT_FOUR_PLUS : SPOT_FOUR;
    if (threes > 0)
        return threes > 1 ? SPOT_FORK : others > 0 ? SPOT_THREE_PLUS : SPOT_THREE;
    if (others > 0)
        return others > 1 ? SPOT_TWOS : SPOT_TWO;
    return count[LINE_TWO] > 0 ? SPOT_LINK : SPOT_NONE;
}

static void fill_spots(struct patterns *patterns)
{
    for (unsigned class = 0; class < 16; class ++)
        patterns->line_weights[class] =
            (int16_t)(class < LINE_CLASSES ? weights__of_line((enum line_class) class) : 0);
    for (unsigned classes = 0; classes < 1u << 16; classes++) {
        uint8_t count[16] = {0};
        int weight = 0;
        for (unsigned line = 0; line < 4; line++) {
            unsigned class = classes >> 4 * line & 15;
            count[class]++;
            weight += patterns->line_weights[class];
        }
        patterns->spots[classes] = (uint8_t)spot_of(count);
        patterns->weights[classes] = (int16_t)weight;
    }
}

void patterns__make(struct patterns *patterns, bool overline_wins)
{
    uint8_t *judged = patterns->spots; /* its place is free until it is filled, last */
    for (unsigned key = TERNARY; key-- > 0;)
        judged[key] = (uint8_t)judge(judged, key, overline_wins);
    patterns->overline_wins = overline_wins;
    fill_lines(patterns, judged);
    fill_spots(patterns);
    for (unsigned cell = 0; cell < POSITION_CELLS_MAX; cell++) {
        patterns->keys[COLOUR_X][cell] = mix__number((2 * cell + 1) * MIX_STEP);
        patterns->keys[COLOUR_O][cell] = mix__number((2 * cell + 2) * MIX_STEP);
    }
    patterns->rule_key = mix__number((overline_wins ? 1001 : 1002) * MIX_STEP);
}
