/* SPDX-License-Identifier: MIT */
/*
 * A player that looks at the board as it is.
 */
#include "brain/search/weak.h"

#include "brain/search/order.h"
#include "brain/search/tree.h"
#include "brain/search/weights.h"
#include "engine/mix.h"

#include <string.h>

#define OF_ANY_CELL 12 /* the rank of a cell on which nothing much is seen */
#define OF_WHAT_MUST_BE 1000000

/* The purposes of draws from the seed. */
enum draw {
    DRAW_LAPSE = 1,
    DRAW_FOUR,
    DRAW_THREE,
    DRAW_FORK,
    DRAW_NOISE,
};

static uint64_t draw(uint64_t seed, uint64_t what)
{
    return mix__number(seed + what * MIX_STEP);
}

static bool is_overlooked(uint64_t seed, enum draw what, unsigned often)
{
    return draw(seed, what) % WEAK_ALWAYS < often;
}

bool weak_lapses(const struct weak_faults *faults, uint64_t seed)
{
    return is_overlooked(seed, DRAW_LAPSE, faults->lapse);
}

/* A cell that would stop the other side's three, or makes a four of one's own. */
static bool meets_three(const struct board *board, unsigned cell)
{
    unsigned own = board->to_move;
    return board->spots[own ^ 1u][cell] >= SPOT_FOUR || board->spots[own][cell] >= SPOT_STRAIGHT;
}

/* Whether a side has a cell that makes a straight four on one line. */
static bool has_open_three(const struct board *board, unsigned colour)
{
    uint16_t cells[POSITION_CELLS_MAX];
    size_t count = board__list(board->sets[colour][SET_STRAIGHT], cells);
    for (size_t i = 0; i < count; i++)
        for (unsigned line = 0; line < BOARD_DIRECTIONS; line++)
            if ((board->classes[colour][cells[i]] >> 4 * line & 15) == LINE_STRAIGHT)
                return true;
    return false;
}

/* How well a stone meets what leads to a straight four: all of it, or at least an open three. */
static int meeting_of(struct board *board, unsigned cell)
{
    unsigned own = board->to_move;
    unsigned other = own ^ 1u;
    int meeting = 0;
    if (board->spots[own][cell] >= SPOT_STRAIGHT)
        return 2 * OF_WHAT_MUST_BE; /* one's own comes first */
    board__make(board, cell);
    if (board__straights(board, other) == 0)
        meeting = 2 * OF_WHAT_MUST_BE;
    else if (!has_open_three(board, other))
        meeting = OF_WHAT_MUST_BE;
    board__unmake(board);
    return meeting;
}

/* The rank of a cell for someone who does not see what makes two threats at once. */
static int rank_of(const struct board *board, unsigned cell, bool sees_forks)
{
    unsigned own = board->to_move;
    unsigned greatest = board->spots[own][cell] > board->spots[own ^ 1u][cell]
                            ? board->spots[own][cell]
                            : board->spots[own ^ 1u][cell];
    if (!sees_forks && (greatest == SPOT_FORK || greatest == SPOT_FOUR_THREE))
        return OF_ANY_CELL;
    return order__rank(board, cell);
}

/* A look at a position, before a cell is chosen. */
struct view {
    struct board *board;
    uint64_t seed;
    int noise;
    bool is_under_three;
    bool sees_three;
    bool sees_forks;
    bool must_meet; /* the other side's three comes first */
};

/* The rank of a cell as it is seen. What is overlooked counts as little as any cell. */
static int rank_seen(const struct view *view, unsigned cell)
{
    int rank = rank_of(view->board, cell, view->sees_forks);
    if (view->is_under_three && !view->sees_three && meets_three(view->board, cell))
        rank = OF_ANY_CELL;
    rank += (int)(draw(view->seed, DRAW_NOISE + cell) % ((unsigned)view->noise + 1));
    if (view->must_meet)
        rank += meeting_of(view->board, cell);
    return rank;
}

static unsigned choose(struct board *board, const struct weak_faults *faults, uint64_t seed)
{
    uint64_t near[BOARD_WORDS];
    uint16_t cells[POSITION_CELLS_MAX];
    bool is_under_three = board__straights(board, board->to_move ^ 1u) > 0;
    bool sees_three = !is_overlooked(seed, DRAW_THREE, faults->three);
    struct view view = {
        .board = board,
        .seed = seed,
        .noise = faults->noise,
        .is_under_three = is_under_three,
        .sees_three = sees_three,
        .sees_forks = !is_overlooked(seed, DRAW_FORK, faults->fork),
        .must_meet = is_under_three && sees_three,
    };
    order__near(board, faults->reach, near);
    size_t count = board__list(near, cells);
    unsigned best = cells[0];
    int best_rank = -1;
    for (size_t i = 0; i < count; i++) {
        int rank = rank_seen(&view, cells[i]);
        if (rank <= best_rank)
            continue;
        best_rank = rank;
        best = cells[i];
    }
    return best;
}

static enum search_proof proof_of(const struct board *board)
{
    if (board__fives(board, board->to_move) > 0)
        return SEARCH_WIN;
    return board__is_beaten(board) ? SEARCH_LOSS : SEARCH_UNKNOWN;
}

static uint16_t share_of(const struct board *board, enum search_proof proof)
{
    if (proof == SEARCH_UNKNOWN)
        return (uint16_t)weights__share(board__score(board));
    return proof == SEARCH_WIN ? 10000 : 0;
}

void weak_think(const struct position *position, const struct search_room *room,
                const struct weak_faults *faults, uint64_t seed, struct search_result *result_out)
{
    struct board *board = &((struct tree *)room->memory)->board;
    board__init(board, room->tables, position);
    unsigned cell = board__first(board, board->to_move, SET_FIVE);
    enum search_proof proof = proof_of(board);
    if (cell == BOARD_NOWHERE && !is_overlooked(seed, DRAW_FOUR, faults->four))
        cell = board__first(board, board->to_move ^ 1u, SET_FIVE);
    if (cell == BOARD_NOWHERE)
        cell = choose(board, faults, seed);
    memset(result_out, 0, sizeof(*result_out));
    result_out->count = 1;
    result_out->moves[0] = (struct search_move){.cell = (uint16_t)cell,
                                                .share = share_of(board, proof),
                                                .proof = (uint8_t)proof,
                                                .line_count = 1,
                                                .line = {(uint16_t)cell}};
}
