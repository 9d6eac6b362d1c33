/* SPDX-License-Identifier: MIT */
/*
 * The computer player `attack`: five in a row by the weights of brain/weights.h. Weights know five
 * or more. Where five are to be exact, a row that the variant takes for a win goes before them, and
 * a square that makes a longer one and no five comes after all others.
 */
#include "brain/chance.h"
#include "brain/mind.h"
#include "brain/search/position.h"
#include "brain/triples.h"
#include "brain/weights.h"

#define FIVE 5

/* The use of a stone, the better the later. */
enum use {
    USE_SPOILT, /* more than five, which is nothing */
    USE_COMMON,
    USE_WIN,
};

struct sight {
    struct weights_board board;
    bool overline_wins;
};

/* A square, with what it is chosen by. */
struct pick {
    size_t cell;
    enum use use;
    uint32_t weight;
};

/* The mover's stones without a gap behind the cell, in one direction. */
static unsigned count_beyond(const struct sight *sight, size_t cell, int columns, int rows)
{
    const struct weights_board *board = &sight->board;
    int column = (int)cell % board->width + columns;
    int row = (int)cell / board->width + rows;
    unsigned count = 0;
    while (column >= 0 && column < board->width && row >= 0 && row < board->height &&
           board->marks[column + row * board->width] == board->mover) {
        count++;
        column += columns;
        row += rows;
    }
    return count;
}

static enum use use_of(const struct sight *sight, size_t cell)
{
    static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    enum use use = USE_COMMON;
    for (size_t i = 0; i < 4; i++) {
        unsigned length = 1 + count_beyond(sight, cell, steps[i][0], steps[i][1]) +
                          count_beyond(sight, cell, -steps[i][0], -steps[i][1]);
        if (length == FIVE || (length > FIVE && sight->overline_wins))
            return USE_WIN;
        if (length > FIVE)
            use = USE_SPOILT;
    }
    return use;
}

/* Positive: the one is better than the other; 0: as good. */
static int compare(const struct pick *one, const struct pick *other)
{
    if (one->use != other->use)
        return one->use > other->use ? 1 : -1;
    return (one->weight > other->weight) - (one->weight < other->weight);
}

/* One of the best squares, each as likely as the others. */
static struct pick pick_best(const struct sight *sight, struct chance *chance)
{
    struct pick best = {0};
    uint64_t equals = 0;
    size_t at = 0;
    size_t cell;
    while (weights_next(&sight->board, &at, &cell)) {
        struct pick pick = {cell, use_of(sight, cell), weights_at(&sight->board, cell)};
        int order = equals == 0 ? 1 : compare(&pick, &best);
        if (order < 0)
            continue;
        equals = order > 0 ? 1 : equals + 1;
        if (chance__below(chance, equals) == 0)
            best = pick;
    }
    return best;
}

static size_t middle_of(const struct weights_board *board)
{
    return board->width / 2u + board->height / 2u * (size_t)board->width;
}

static void place(const struct sight *sight, size_t stones, struct chance *chance,
                  struct thought *thought)
{
    struct pick pick = {middle_of(&sight->board), USE_COMMON, 0};
    if (stones > 0)
        pick = pick_best(sight, chance);
    mind__decide(thought, action_place(pick.cell));
    if (pick.use != USE_WIN)
        return;
    thought->prospects[0].proof = PROOF_WIN;
    thought->prospects[0].share = PROSPECT_SHARE_ONE;
}

static void think_position(const struct position *position, const struct thinking *thinking,
                           struct thought *thought_out)
{
    struct chance chance = {thinking->seed};
    struct sight sight;
    weights_read_position(&sight.board, position);
    sight.overline_wins = position->overline_wins;
    place(&sight, position->count, &chance, thought_out);
}

static void think(const struct game *game, const struct thinking *thinking,
                  struct thought *thought_out)
{
    struct chance chance = {thinking->seed};
    struct position position;
    unsigned cell = TRIPLES_NOWHERE;
    if (game_expects(game) != EXPECTS_STONE) {
        mind__decide(thought_out, action_choose(CHOICE_WHITE));
        return;
    }
    position_from_game(&position, game);
    if (game_seat_mark(game, SEAT_FIRST) == MARK_NONE)
        cell = triples__follow(&position, &chance);
    if (cell != TRIPLES_NOWHERE)
        mind__decide(thought_out, action_place(cell));
    else
        think_position(&position, thinking, thought_out);
}

const struct mind computer__attack = {
    .plays = weights_apply, .think = think, .think_position = think_position};
