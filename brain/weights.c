/* SPDX-License-Identifier: MIT */
/*
 * The weights of brain/weights.h. A line is looked at as nine cells around the square, as far as
 * neither the other side's stones nor the edge end it.
 */
#include "brain/weights.h"

#include "brain/search/position.h"
#include "engine/lines.h"
#include "engine/needs.h"

#include <string.h>

#define REACH 4
#define FIVE 5
#define BONUS (100 * WEIGHTS_ONE)

/* The weight of an attack by potential and capability, both from 1. */
static const uint32_t attack_weights[2][FIVE] = {
    {WEIGHTS_ONE / 10, 2 * WEIGHTS_ONE, 4 * WEIGHTS_ONE, 6 * WEIGHTS_ONE, 200 * WEIGHTS_ONE},
    {WEIGHTS_ONE / 4, 5 * WEIGHTS_ONE, 7 * WEIGHTS_ONE, 100 * WEIGHTS_ONE, 200 * WEIGHTS_ONE},
};

#define MARGIN (REACH + 1) /* columns and rows beyond the stones that are looked at */

_Static_assert((int)LIMITS_CELLS_ALL >= (int)POSITION_CELLS_MAX &&
                   (int)LIMITS_CELLS_ALL >= (int)GAME_SIDE_MAX * GAME_SIDE_MAX,
               "there is room for every board");

/* A line through a square on which a stone of `mark` is thought of. */
struct view {
    const struct weights_board *board;
    size_t cell;
    struct line line;
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

static bool is_on_board(const struct view *view, int at)
{
    return at >= -view->line.behind && at <= view->line.ahead;
}

static enum mark mark_at(const struct view *view, int at)
{
    return at == 0 ? view->mark
                   : (enum mark)view->board->marks[(int)view->cell + at * view->line.step];
}

static bool is_free_for(const struct view *view, int at)
{
    if (!is_on_board(view, at))
        return false;
    enum mark mark = mark_at(view, at);
    return mark == MARK_NONE || mark == view->mark;
}

static void find_ends(struct view *view)
{
    view->first = view->last = 0;
    while (view->first > -REACH && is_free_for(view, view->first - 1))
        view->first--;
    while (view->last < REACH && is_free_for(view, view->last + 1))
        view->last++;
}

static bool is_mine(const struct view *view, int at)
{
    return at >= view->first && at <= view->last && mark_at(view, at) == view->mark;
}

/* Whether the run that ends at `at` is open there: `beyond` is the next cell. */
static bool is_open(const struct view *view, int beyond)
{
    bool is_within = beyond >= view->first && beyond <= view->last;
    bool is_at_reach = beyond == REACH + 1 || beyond == -REACH - 1;
    return is_within || (is_at_reach && is_free_for(view, beyond));
}

/* The run around `at`, which is a stone of the line's mark. */
static struct attack attack_at(const struct view *view, int at)
{
    struct attack attack = {.first = at, .last = at, .divider = 1};
    while (is_mine(view, attack.first - 1))
        attack.first--;
    while (is_mine(view, attack.last + 1))
        attack.last++;
    unsigned length = (unsigned)(attack.last - attack.first + 1);
    attack.capability = length < FIVE ? length : FIVE;
    attack.potential =
        (unsigned)is_open(view, attack.first - 1) + (unsigned)is_open(view, attack.last + 1);
    return attack;
}

/* The next run away from the square; false if there is none. */
static bool next_attack(const struct view *view, const struct attack *inner, int away,
                        struct attack *attack_out)
{
    int edge = away > 0 ? inner->last : inner->first;
    int at = edge + away;
    while (at >= view->first && at <= view->last && !is_mine(view, at))
        at += away;
    if (at < view->first || at > view->last)
        return false;
    *attack_out = attack_at(view, at);
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

static struct worth weigh_line(struct view *view)
{
    struct worth worth = {0};
    find_ends(view);
    if (view->last - view->first + 1 < FIVE)
        return worth;
    struct attack centre = attack_at(view, 0);
    add(&worth, &centre);
    worth.is_break = centre.capability >= 4 || (centre.capability == 3 && centre.potential == 2);
    for (int away = -1; away <= 1; away += 2) {
        struct attack inner = centre;
        struct attack next;
        while (next_attack(view, &inner, away, &next)) {
            add(&worth, &next);
            worth.is_break = worth.is_break || breaks_with(&centre, &next);
            inner = next;
        }
    }
    return worth;
}

/* ---------------------------------------------------------------- a square */

/* The worth of a stone of `mark` at the cell. */
static uint32_t weigh_stone(const struct weights_board *board, size_t cell, enum mark mark)
{
    struct line lines[LINES];
    uint32_t weight = 0;
    unsigned breaks = 0;
    lines_through(board->width, board->height, cell, lines);
    for (size_t i = 0; i < LINES; i++) {
        struct view view = {.board = board, .cell = cell, .line = lines[i], .mark = mark};
        struct worth worth = weigh_line(&view);
        weight += worth.weight + (mark == board->mover ? worth.fives * BONUS : 0);
        breaks += worth.is_break;
    }
    return weight + (breaks >= 2 ? BONUS : 0);
}

uint32_t weights_at(const struct weights_board *board, size_t cell)
{
    if (board->marks[cell] != MARK_NONE)
        return 0;
    return weigh_stone(board, cell, MARK_X) + weigh_stone(board, cell, MARK_O);
}

bool weights_next(const struct weights_board *board, size_t *at, size_t *cell_out)
{
    size_t columns = board->right - board->left + 1u;
    size_t cells = columns * (board->high - board->low + 1u);
    for (; *at < cells; ++*at) {
        *cell_out = board->left + *at % columns + (board->low + *at / columns) * board->width;
        if (board->marks[*cell_out] != MARK_NONE)
            continue;
        ++*at;
        return true;
    }
    return false;
}

/* ---------------------------------------------------------------- a board */

static bool is_size(const struct variant *variant)
{
    return variant_is_sparse(variant) ||
           (variant->width >= POSITION_SIDE_MIN && variant->width <= POSITION_SIDE_MAX &&
            variant->height >= POSITION_SIDE_MIN && variant->height <= POSITION_SIDE_MAX);
}

bool weights_apply(const struct variant *variant)
{
    return variant_can_be_played(variant) && variant->row == FIVE && is_size(variant) &&
           reader_knows(READER_WEIGHTS, variant);
}

/* An empty board that is looked at as a whole. */
static void clear(struct weights_board *board, unsigned width, unsigned height)
{
    board->width = (uint16_t)width;
    board->height = (uint16_t)height;
    board->left = board->low = 0;
    board->right = (uint16_t)(width - 1);
    board->high = (uint16_t)(height - 1);
    memset(board->marks, MARK_NONE, (size_t)width * height);
}

/* Looks at one cell alone. */
static void look_at(struct weights_board *board, size_t cell)
{
    board->left = board->right = (uint16_t)(cell % board->width);
    board->low = board->high = (uint16_t)(cell / board->width);
}

static uint16_t down(uint16_t side)
{
    return side > MARGIN ? (uint16_t)(side - MARGIN) : 0;
}

static uint16_t up(uint16_t side, uint16_t sides)
{
    return side + MARGIN < sides ? (uint16_t)(side + MARGIN) : (uint16_t)(sides - 1);
}

/* Looks at the surroundings of the cell, too. */
static void look_around(struct weights_board *board, size_t cell)
{
    uint16_t column = (uint16_t)(cell % board->width);
    uint16_t row = (uint16_t)(cell / board->width);
    if (down(column) < board->left)
        board->left = down(column);
    if (down(row) < board->low)
        board->low = down(row);
    if (up(column, board->width) > board->right)
        board->right = up(column, board->width);
    if (up(row, board->height) > board->high)
        board->high = up(row, board->height);
}

bool weights_read_game(struct weights_board *board_out, const struct game *game)
{
    const struct variant *variant = game->variant;
    bool is_placed = (variant->needs & NEED_CENTRE) != 0 && game->stones == 0;
    size_t at = 0;
    size_t cell;
    if (!weights_apply(variant) || game_next_mark(game) == MARK_NONE)
        return false;
    clear(board_out, variant->width, variant->height);
    board_out->mover = (uint8_t)game_next_mark(game);
    if (variant_is_sparse(variant) || is_placed)
        look_at(board_out, variant_origin(variant));
    while (game_next_stone(game, &at, &cell)) {
        board_out->marks[cell] = (uint8_t)game_cell(game, cell);
        look_around(board_out, cell);
    }
    return true;
}

static enum mark mark_of(unsigned colour)
{
    return colour == COLOUR_X ? MARK_X : MARK_O;
}

void weights_read_position(struct weights_board *board_out, const struct position *position)
{
    clear(board_out, position->width, position->height);
    board_out->mover = (uint8_t)mark_of(position->to_move);
    for (size_t i = 0; i < position->count; i++)
        board_out->marks[position->stones[i].cell] = (uint8_t)mark_of(position->stones[i].colour);
}
