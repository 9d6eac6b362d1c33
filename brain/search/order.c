/* SPDX-License-Identifier: MIT */
/*
 * The order of moves.
 */
#include "brain/search/order.h"

#define OF_THE_TABLE 1000000
#define OF_A_SIBLING 60

static const int16_t own_ranks[SPOTS] = {0, 2, 8, 18, 34, 44, 110, 30, 44, 300, 600, 2000};
static const int16_t other_ranks[SPOTS] = {0, 1, 5, 12, 20, 26, 60, 18, 26, 160, 400, 1500};

int order__rank(const struct board *board, unsigned cell)
{
    unsigned own = board->to_move;
    const struct patterns *patterns = board->patterns;
    return own_ranks[board->spots[own][cell]] + other_ranks[board->spots[own ^ 1u][cell]] +
           (patterns->weights[board->classes[own][cell]] +
            patterns->weights[board->classes[own ^ 1u][cell]]) /
               8;
}

/* The empty cell nearest to a stone; on the empty board the middle. */
static unsigned nearest(const struct board *board)
{
    unsigned best = BOARD_NOWHERE;
    unsigned best_distance = POSITION_SIDE_MAX;
    if (board->stones == 0)
        return (unsigned)(board->width / 2 + board->height / 2 * board->width);
    for (unsigned cell = 0; cell < board->cells; cell++) {
        for (unsigned i = 0; i < board->stones && board->colours[cell] == 0; i++) {
            unsigned distance = position_distance(board->width, cell, board->placed[i]);
            if (distance >= best_distance)
                continue;
            best_distance = distance;
            best = cell;
        }
    }
    return best;
}

/* Keeps the best of them in order: the first of equals stays first. */
static size_t insert(struct order_move *moves, size_t count, size_t cap, struct order_move move)
{
    if (count == cap && moves[count - 1].rank >= move.rank)
        return count;
    size_t at = count < cap ? count++ : count - 1;
    for (; at > 0 && moves[at - 1].rank < move.rank; at--)
        moves[at] = moves[at - 1];
    moves[at] = move;
    return count;
}

static int rank_with_hints(const struct board *board, const struct order_hints *hints,
                           unsigned cell)
{
    int rank = order__rank(board, cell);
    if (cell == hints->cells[0])
        return OF_THE_TABLE;
    if (cell == hints->cells[1] || cell == hints->cells[2])
        rank += OF_A_SIBLING;
    return rank + hints->history[cell] / 64;
}

size_t order__list(const struct board *board, const struct order_hints *hints,
                   struct order_move moves_out[ORDER_MOVES_MAX], size_t cap, bool meets_threes)
{
    unsigned own = board->to_move;
    bool is_urgent = meets_threes && board__straights(board, own ^ 1u) > 0;
    enum board_set set = is_urgent ? SET_FOUR : SET_LINKED;
    size_t count = 0;
    for (size_t i = 0; i < BOARD_WORDS; i++) {
        uint64_t word = board->sets[COLOUR_X][set][i] | board->sets[COLOUR_O][set][i];
        for (; word != 0; word &= word - 1) {
            unsigned cell = (unsigned)(64 * i) + (unsigned)__builtin_ctzll(word);
            struct order_move move = {(uint16_t)cell, rank_with_hints(board, hints, cell)};
            count = insert(moves_out, count, cap, move);
        }
    }
    if (count == 0)
        moves_out[count++] = (struct order_move){(uint16_t)nearest(board), 0};
    return count;
}

static bool is_near(const struct board *board, unsigned cell, unsigned reach)
{
    for (unsigned i = 0; i < board->stones; i++)
        if (position_distance(board->width, cell, board->placed[i]) <= reach)
            return true;
    return false;
}

void order__near(const struct board *board, unsigned reach, uint64_t words_out[BOARD_WORDS])
{
    uint64_t any = 0;
    for (unsigned i = 0; i < BOARD_WORDS; i++)
        words_out[i] = board->sets[COLOUR_X][SET_LINKED][i] | board->sets[COLOUR_O][SET_LINKED][i];
    for (unsigned cell = 0; cell < board->cells; cell++)
        if (board->colours[cell] == 0 && is_near(board, cell, reach))
            words_out[cell >> 6] |= UINT64_C(1) << (cell & 63);
    for (unsigned i = 0; i < BOARD_WORDS; i++)
        any |= words_out[i];
    unsigned cell = any == 0 ? nearest(board) : 0;
    if (any == 0)
        words_out[cell >> 6] |= UINT64_C(1) << (cell & 63);
}
