/* SPDX-License-Identifier: MIT */
/*
 * Renju: five in a row on 15x15, five or more for white, behind an opening in the middle, with
 * points that are forbidden to black. A four is four stones of a line that one more makes exactly
 * five; a straight four an unbroken one with two such points. A three is three stones of a line
 * that one more, which makes no five and is allowed itself, makes a straight four: so judging a
 * point may need judging others, each with one stone more on the board.
 */
#include "engine/renju.h"

#include "engine/code.h"
#include "engine/lines.h"
#include "engine/swap3.h"

#include <string.h>

/* Cells of a line that matter on either side of a stone: a five reaches four, its neighbour five.
 */
#define REACH 5
#define SPAN (2 * REACH + 1)
/* A net below the recursion, which no position reaches: each step needs two stones of its own. */
#define DEPTH_MAX 32

enum {
    EDGE = MARK_O, /* is as good as a white stone */
};

/* The worth of a black stone. */
enum verdict {
    VERDICT_NOTHING,
    VERDICT_FIVE,
    VERDICT_OVERLINE,
    VERDICT_DOUBLE_FOUR,
    VERDICT_DOUBLE_THREE,
};

struct board {
    const struct variant *variant;
    uint8_t cells[GAME_CELLS_MAX];
};

/* The cells of a line around a stone, which is at REACH. */
struct span {
    uint8_t marks[SPAN];
};

static struct span span_of(const struct board *board, int cell, const struct line *line)
{
    struct span span;
    for (int i = 0; i < SPAN; i++) {
        int at = i - REACH;
        bool is_inside = at >= -line->behind && at <= line->ahead;
        span.marks[i] = is_inside ? board->cells[cell + at * line->step] : EDGE;
    }
    return span;
}

static int run_length(const struct span *span)
{
    int first = REACH;
    int last = REACH;
    while (first > 0 && span->marks[first - 1] == MARK_X)
        first--;
    while (last < SPAN - 1 && span->marks[last + 1] == MARK_X)
        last++;
    return last - first + 1;
}

/* Black stones and empty cells of `length` cells from `first` on. */
struct tally {
    int stones;
    int empty;
    int gap; /* the last empty one */
};

static struct tally tally(const struct span *span, int first, int length)
{
    struct tally tally = {0};
    for (int i = first; i < first + length; i++) {
        tally.stones += span->marks[i] == MARK_X ? 1 : 0;
        if (span->marks[i] == MARK_NONE) {
            tally.empty++;
            tally.gap = i;
        }
    }
    return tally;
}

static bool is_black(const struct span *span, int at)
{
    return at >= 0 && at < SPAN && span->marks[at] == MARK_X;
}

/* The fours of the line that the stone is in: sets of four stones, each counted once. */
static int count_fours(const struct span *span)
{
    int before = -1; /* the first and the last stone of the set that was found last */
    int count = 0;
    for (int first = 1; first <= REACH; first++) {
        struct tally five = tally(span, first, 5);
        if (five.stones != 4 || five.empty != 1 || is_black(span, first - 1) ||
            is_black(span, first + 5))
            continue;
        /* A straight four is found twice, with its gap at either end. */
        int set = five.gap == first ? first + 1 : five.gap == first + 4 ? first : SPAN + first;
        count += set != before ? 1 : 0;
        before = set;
    }
    return count;
}

/* Whether the cells from `first` on are three stones and a gap that would be a straight four; the
 * gap is the one of `four_out`. */
static bool is_three(const struct span *span, int first, struct tally *four_out)
{
    *four_out = tally(span, first, 4);
    return four_out->stones == 3 && four_out->empty == 1 && span->marks[first - 1] == MARK_NONE &&
           span->marks[first + 4] == MARK_NONE && !is_black(span, first - 2) &&
           !is_black(span, first + 5);
}

static bool may_have_three(const struct span *span)
{
    struct tally four;
    for (int first = 2; first <= REACH; first++)
        if (is_three(span, first, &four))
            return true;
    return false;
}

static enum verdict judge(struct board *board, int cell, int depth);

/* Whether the stone is in a three of the line. */
static bool has_three(struct board *board, int cell, const struct line *line, int depth)
{
    struct span span = span_of(board, cell, line);
    struct tally four;
    for (int first = 2; first <= REACH; first++) {
        if (!is_three(&span, first, &four))
            continue;
        if (judge(board, cell + (four.gap - REACH) * line->step, depth + 1) == VERDICT_NOTHING)
            return true;
    }
    return false;
}

static int count_threes(struct board *board, int cell, const struct line lines[LINES], int depth)
{
    int possible = 0;
    int count = 0;
    for (int i = 0; i < LINES; i++) {
        struct span span = span_of(board, cell, &lines[i]);
        possible += may_have_three(&span) ? 1 : 0;
    }
    for (int i = 0; i < LINES && possible > 1; i++)
        count += has_three(board, cell, &lines[i], depth) ? 1 : 0;
    return count;
}

static enum verdict judge_lines(struct board *board, int cell, int depth)
{
    bool is_overline = false;
    int fours = 0;
    struct line lines[LINES];
    lines_through(board->variant->width, board->variant->height, (size_t)cell, lines);
    for (int i = 0; i < LINES; i++) {
        struct span span = span_of(board, cell, &lines[i]);
        int length = run_length(&span);
        if (length == 5)
            return VERDICT_FIVE;
        is_overline = is_overline || length > 5;
        fours += count_fours(&span);
    }
    if (is_overline)
        return VERDICT_OVERLINE;
    if (fours > 1)
        return VERDICT_DOUBLE_FOUR;
    if (depth < DEPTH_MAX && count_threes(board, cell, lines, depth) > 1)
        return VERDICT_DOUBLE_THREE;
    return VERDICT_NOTHING;
}

/* Judges a black stone on the empty cell; the board is as before when it returns. */
static enum verdict judge(struct board *board, int cell, int depth)
{
    board->cells[cell] = MARK_X;
    enum verdict verdict = judge_lines(board, cell, depth);
    board->cells[cell] = MARK_NONE;
    return verdict;
}

enum renju_fault renju_fault(const struct game *game, size_t cell)
{
    static const enum renju_fault faults[] = {[VERDICT_NOTHING] = RENJU_ALLOWED,
                                              [VERDICT_FIVE] = RENJU_ALLOWED,
                                              [VERDICT_OVERLINE] = RENJU_OVERLINE,
                                              [VERDICT_DOUBLE_FOUR] = RENJU_DOUBLE_FOUR,
                                              [VERDICT_DOUBLE_THREE] = RENJU_DOUBLE_THREE};
    struct board board;
    board.variant = game->variant;
    memcpy(board.cells, layout__cells(game), layout__cell_count(game->variant));
    return faults[judge(&board, (int)cell, 0)];
}

static bool is_black_to_place(const struct game *game)
{
    return standard__mark(game) == MARK_X;
}

static int renju_check(const struct game *game, struct action action)
{
    static const int reach[SWAP3_STONES] = {0, 1, 2};
    int error = swap3__check(game, action, reach);
    if (error != 0 || code__is_choice(action) || !is_black_to_place(game))
        return error;
    return renju_fault(game, action.code) == RENJU_ALLOWED ? 0 : ERR_FORBIDDEN_POINT;
}

static bool is_black_blocked(const struct game *game)
{
    size_t cells = layout__cell_count(game->variant);
    for (size_t cell = 0; cell < cells; cell++)
        if (layout__cells(game)[cell] == MARK_NONE && renju_fault(game, cell) == RENJU_ALLOWED)
            return false;
    return true;
}

static void renju_act(struct game *game, struct action action)
{
    if (code__is_choice(action))
        return;
    standard__place(game, action);
    if (game->status == GAME_OPEN && is_black_to_place(game) && is_black_blocked(game))
        game->status = GAME_DRAWN;
}

static enum reason renju_reason(const struct game *game)
{
    bool is_full = game->stones == layout__cell_count(game->variant);
    if (game->status == GAME_WON)
        return REASON_ROW;
    return is_full ? REASON_FULL_BOARD : REASON_BLOCKED;
}

const struct rules rules__renju = {
    STANDARD__NUMBERS(RENJU), SWAP3__RULES,           .check = renju_check,
    .act = renju_act,         .reason = renju_reason, STANDARD__CELLS,
};
