/* SPDX-License-Identifier: MIT */
/* Walks over all games of 3x3, with fractions. */
#include "tests/unit/brain/odds.h"

#include "tests/support/cmocka_all.h"

struct walk {
    struct game game;
    odds_chances *chances;
    enum seat seat;
    enum odds_opponent opponent;
};

static const struct fraction zero = {0, 1};
static const struct fraction one = {1, 1};

static odds_number times(odds_number a, odds_number b)
{
    odds_number product;
    assert_false(__builtin_mul_overflow(a, b, &product));
    return product;
}

static odds_number common_divisor(odds_number a, odds_number b)
{
    while (b != 0) {
        odds_number rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static struct fraction fraction(odds_number over, odds_number under)
{
    odds_number divisor = common_divisor(over, under);
    return (struct fraction){over / divisor, under / divisor};
}

/* sum + part * weight */
static struct fraction add_part(struct fraction sum, struct fraction part, struct fraction weight)
{
    struct fraction product =
        fraction(times(part.over, weight.over), times(part.under, weight.under));
    odds_number under = sum.under / common_divisor(sum.under, product.under);
    return fraction(times(sum.over, product.under / (sum.under / under)) +
                        times(product.over, under),
                    times(under, product.under));
}

/* By continued fractions: products would be too large. */
static int compare(struct fraction a, struct fraction b)
{
    for (int sign = 1;; sign = -sign) {
        odds_number whole_a = a.over / a.under;
        odds_number whole_b = b.over / b.under;
        odds_number rest_a = a.over % a.under;
        odds_number rest_b = b.over % b.under;
        if (whole_a != whole_b)
            return whole_a > whole_b ? sign : -sign;
        if (rest_a == 0 || rest_b == 0)
            return sign * ((rest_a != 0) - (rest_b != 0));
        a = (struct fraction){a.under, rest_a};
        b = (struct fraction){b.under, rest_b};
    }
}

static void add_odds(struct odds *sum, const struct odds *part, struct fraction weight)
{
    sum->win = add_part(sum->win, part->win, weight);
    sum->draw = add_part(sum->draw, part->draw, weight);
    sum->loss = add_part(sum->loss, part->loss, weight);
}

static bool is_worse(const struct odds *odds, const struct odds *than)
{
    int by_loss = compare(odds->loss, than->loss);
    return by_loss != 0 ? by_loss > 0 : compare(odds->win, than->win) < 0;
}

static struct odds walk_on(struct walk *walk);

static struct odds walk_stone(struct walk *walk, size_t cell)
{
    game_do(&walk->game, action_place(cell));
    struct odds odds = walk_on(walk);
    game_undo(&walk->game);
    return odds;
}

static struct odds walk_by_chances(struct walk *walk, const uint32_t chances[9])
{
    struct odds sum = {zero, zero, zero};
    odds_number all = 0;
    for (size_t cell = 0; cell < 9; cell++)
        all += chances[cell];
    for (size_t cell = 0; cell < 9; cell++) {
        if (chances[cell] == 0)
            continue;
        struct odds odds = walk_stone(walk, cell);
        add_odds(&sum, &odds, fraction(chances[cell], all));
    }
    return sum;
}

static struct odds walk_by_best(struct walk *walk)
{
    struct odds worst = {one, zero, zero};
    bool is_first = true;
    for (size_t cell = 0; cell < 9; cell++) {
        if (game_check(&walk->game, action_place(cell)) != 0)
            continue;
        struct odds odds = walk_stone(walk, cell);
        if (is_first || is_worse(&odds, &worst))
            worst = odds;
        is_first = false;
    }
    return worst;
}

static struct odds walk_on(struct walk *walk)
{
    uint32_t chances[9] = {0};
    if (game_status(&walk->game) == GAME_DRAWN)
        return (struct odds){zero, one, zero};
    if (game_status(&walk->game) == GAME_WON)
        return game_winner(&walk->game) == walk->seat ? (struct odds){one, zero, zero}
                                                      : (struct odds){zero, zero, one};
    if (game_to_act(&walk->game) != walk->seat && walk->opponent == OPPONENT_BEST)
        return walk_by_best(walk);
    if (game_to_act(&walk->game) == walk->seat)
        walk->chances(&walk->game, chances);
    else
        for (size_t cell = 0; cell < 9; cell++)
            chances[cell] = game_check(&walk->game, action_place(cell)) == 0;
    return walk_by_chances(walk, chances);
}

struct odds odds_of(odds_chances *chances, enum seat seat, enum odds_opponent opponent)
{
    struct walk walk = {.chances = chances, .seat = seat, .opponent = opponent};
    game_init(&walk.game, variant_get(VARIANT_MINI));
    return walk_on(&walk);
}

void assert_fraction_equal(struct fraction fraction, int64_t over, int64_t under)
{
    assert_true(fraction.over == over);
    assert_true(fraction.under == under);
}
