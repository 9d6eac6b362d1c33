/* SPDX-License-Identifier: MIT */
/*
 * The weights of brain/weights.h. A line is looked at as nine cells around the square, as far as
 * neither the other side's stones nor the edge end it.
 */
#include "brain/weights.h"

#include "brain/search/position.h"
#include "engine/needs.h"

#include <stddef.h>

#define REACH 4
#define FIVE 5
#define LINES 4
#define BONUS (100 * WEIGHTS_ONE)

/* The weight of an attack by potential and capability, both from 1. */
static const uint32_t attack_weights[2][FIVE] = {
    {WEIGHTS_ONE / 10, 2 * WEIGHTS_ONE, 4 * WEIGHTS_ONE, 6 * WEIGHTS_ONE, 200 * WEIGHTS_ONE},
    {WEIGHTS_ONE / 4, 5 * WEIGHTS_ONE, 7 * WEIGHTS_ONE, 100 * WEIGHTS_ONE, 200 * WEIGHTS_ONE},
};

struct marks {
    int width;
    int height;
    uint8_t cells[POSITION_CELLS_MAX]; /* enum mark */
};

/* A line through a square on which a stone of `mark` is thought of. */
struct line {
    const struct marks *marks;
    int column, row;
    int step_column, step_row;
    enum mark mark;
    int first, last; /* the cells that count, from the square at 0 */
};

struct attack {
    int first, last;
    unsigned capability;
    unsigned potential;
    unsigned divider;
};

/* The weight that a line adds to that of its square. */
struct worth {
    uint32_t weight;
    unsigned fives;
    bool is_break;
};

/* ---------------------------------------------------------------- a line */

static bool is_on_board(const struct line *line, int at)
{
    int column = line->column + at * line->step_column;
    int row = line->row + at * line->step_row;
    return column >= 0 && column < line->marks->width && row >= 0 && row < line->marks->height;
}

static enum mark mark_at(const struct line *line, int at)
{
    int column = line->column + at * line->step_column;
    int row = line->row + at * line->step_row;
    if (at == 0)
        return line->mark;
    return (enum mark)line->marks->cells[column + row * line->marks->width];
}

static bool is_free_for(const struct line *line, int at)
{
    if (!is_on_board(line, at))
        return false;
    enum mark mark = mark_at(line, at);
    return mark == MARK_NONE || mark == line->mark;
}

static void find_ends(struct line *line)
{
    line->first = line->last = 0;
    while (line->first > -REACH && is_free_for(line, line->first - 1))
        line->first--;
    while (line->last < REACH && is_free_for(line, line->last + 1))
        line->last++;
}

static bool is_mine(const struct line *line, int at)
{
    return at >= line->first && at <= line->last && mark_at(line, at) == line->mark;
}

/* Whether the run that ends at `at` is open there: `beyond` is the next cell. */
static bool is_open(const struct line *line, int beyond)
{
    bool is_within = beyond >= line->first && beyond <= line->last;
    bool is_at_reach = beyond == REACH + 1 || beyond == -REACH - 1;
    return is_within || (is_at_reach && is_free_for(line, beyond));
}

/* The run around `at`, which is a stone of the line's mark. */
static struct attack attack_at(const struct line *line, int at)
{
    struct attack attack = {.first = at, .last = at, .divider = 1};
    while (is_mine(line, attack.first - 1))
        attack.first--;
    while (is_mine(line, attack.last + 1))
        attack.last++;
    unsigned length = (unsigned)(attack.last - attack.first + 1);
    attack.capability = length < FIVE ? length : FIVE;
    attack.potential =
        (unsigned)is_open(line, attack.first - 1) + (unsigned)is_open(line, attack.last + 1);
    return attack;
}

/* The next run away from the square; false if there is none. */
static bool next_attack(const struct line *line, const struct attack *inner, int away,
                        struct attack *attack_out)
{
    int edge = away > 0 ? inner->last : inner->first;
    int at = edge + away;
    while (at >= line->first && at <= line->last && !is_mine(line, at))
        at += away;
    if (at < line->first || at > line->last)
        return false;
    *attack_out = attack_at(line, at);
    attack_out->divider = (unsigned)((at - edge) * away);
    return true;
}

static void add(struct worth *worth, const struct attack *attack)
{
    worth->fives += attack->capability == FIVE;
    if (attack->potential > 0)
        worth->weight +=
            attack_weights[attack->potential - 1][attack->capability - 1] / attack->divider;
    else if (attack->capability == FIVE)
        worth->weight += attack_weights[0][FIVE - 1] / attack->divider;
}

/* Whether the run at the square, alone or with one behind a single free cell, breaks through. */
static bool breaks_with(const struct attack *centre, const struct attack *next)
{
    bool are_open = centre->potential == 2 && next->potential == 2;
    return next->divider == 2 && centre->capability + next->capability + are_open >= 4;
}

static struct worth weigh_line(struct line *line)
{
    struct worth worth = {0};
    find_ends(line);
    if (line->last - line->first + 1 < FIVE)
        return worth;
    struct attack centre = attack_at(line, 0);
    add(&worth, &centre);
    worth.is_break = centre.capability >= 4 || (centre.capability == 3 && centre.potential == 2);
    for (int away = -1; away <= 1; away += 2) {
        struct attack inner = centre;
        struct attack next;
        while (next_attack(line, &inner, away, &next)) {
            add(&worth, &next);
            worth.is_break = worth.is_break || breaks_with(&centre, &next);
            inner = next;
        }
    }
    return worth;
}

/* ---------------------------------------------------------------- a square */

/* The worth of a stone of `mark` at the cell. */
static uint32_t weigh_stone(const struct marks *marks, size_t cell, enum mark mark, bool is_mover)
{
    static const int steps[LINES][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    uint32_t weight = 0;
    unsigned breaks = 0;
    for (size_t i = 0; i < LINES; i++) {
        struct line line = {.marks = marks,
                            .column = (int)cell % marks->width,
                            .row = (int)cell / marks->width,
                            .step_column = steps[i][0],
                            .step_row = steps[i][1],
                            .mark = mark};
        struct worth worth = weigh_line(&line);
        weight += worth.weight + (is_mover ? worth.fives * BONUS : 0);
        breaks += worth.is_break;
    }
    return weight + (breaks >= 2 ? BONUS : 0);
}

static enum mark mark_of(unsigned colour)
{
    return colour == COLOUR_X ? MARK_X : MARK_O;
}

bool weights_apply(const struct variant *variant)
{
    return variant_can_be_played(variant) && position_is_of(variant) &&
           reader_knows(READER_WEIGHTS, variant);
}

void weights_of_position(const struct position *position, uint32_t *weights_out)
{
    struct marks marks = {.width = position->width, .height = position->height};
    enum mark mover = mark_of(position->to_move);
    for (size_t i = 0; i < position->count; i++)
        marks.cells[position->stones[i].cell] = (uint8_t)mark_of(position->stones[i].colour);
    for (size_t cell = 0; cell < (size_t)marks.width * (size_t)marks.height; cell++) {
        bool is_free = marks.cells[cell] == MARK_NONE;
        weights_out[cell] = !is_free ? 0
                                     : weigh_stone(&marks, cell, MARK_X, mover == MARK_X) +
                                           weigh_stone(&marks, cell, MARK_O, mover == MARK_O);
    }
}

bool weights_of(const struct game *game, uint32_t *weights_out)
{
    struct position position;
    if (!weights_apply(game->variant) || game_next_mark(game) == MARK_NONE)
        return false;
    position_from_game(&position, game);
    weights_of_position(&position, weights_out);
    return true;
}
