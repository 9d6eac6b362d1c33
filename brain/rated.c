/* SPDX-License-Identifier: MIT */
/*
 * The computer players `rated0` and `rated1`. Both rate every empty cell of tic-tac-toe by the
 * lines through it: one leaves the choice to chance, in proportion to the ratings, the other plays
 * a highest one. Ratings add up over repetitions: two lines that say the same count twice, and that
 * makes forks dear.
 */
#include "brain/rated.h"

#include "brain/chance.h"
#include "brain/mind.h"

#define LINES 8
#define LINE_CELLS 3
#define LINES_OF_CELL 4 /* through the centre */

/* The sums of a line that say something: a stone of the player counts 4, one of the other 1. */
enum {
    SUM_EMPTY = 0,
    SUM_OTHER = 1,
    SUM_TWO_OTHER = 2,
    SUM_OWN = 4,
    SUM_TWO_OWN = 8,
};

enum {
    WORTH_EMPTY = 1,
    WORTH_WIN = 1000000,
    WORTH_STOP = 100000,
    WORTH_FORK = 10000,
    WORTH_STOP_FORK = 1000,
    WORTH_OWN_AND_EMPTY = 100,
    WORTH_OTHER_AND_EMPTY = 10,
};

/* Cells are 0 to 8 in reading order from the top left. The order of lines matters for what has been
 * seen when the next one is looked at. */
static const uint8_t lines[LINES][LINE_CELLS] = {
    {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6},
};

/* Lines through one cell that were seen with the same sum. */
struct seen {
    size_t count;
    const uint8_t *lines[LINES_OF_CELL];
};

struct rating {
    uint8_t stones[RATED_CELLS]; /* 0, SUM_OTHER or SUM_OWN */
    uint32_t *ratings;
    struct seen empty, other, own;
};

static void seen_add(struct seen *seen, const uint8_t *line)
{
    seen->lines[seen->count++] = line;
}

/* Adds `worth` to the empty cells of a line, but not to `except`. */
static void add_to_line(struct rating *rating, const uint8_t *line, size_t except, uint32_t worth)
{
    for (size_t i = 0; i < LINE_CELLS; i++)
        if (line[i] != except && rating->stones[line[i]] == 0)
            rating->ratings[line[i]] += worth;
}

static void add_to_seen(struct rating *rating, const struct seen *seen, size_t except,
                        uint32_t worth)
{
    for (size_t i = 0; i < seen->count; i++)
        add_to_line(rating, seen->lines[i], except, worth);
}

/* A line with one stone of the player's own. */
static void rate_own(struct rating *rating, size_t cell, const uint8_t *line)
{
    seen_add(&rating->own, line);
    if (rating->own.count >= 2)
        rating->ratings[cell] += WORTH_FORK;
    add_to_seen(rating, &rating->empty, cell, WORTH_OWN_AND_EMPTY);
}

/* A line with one stone of the other player. */
static void rate_other(struct rating *rating, size_t cell, const uint8_t *line)
{
    seen_add(&rating->other, line);
    if (rating->other.count >= 2) {
        rating->ratings[cell] += WORTH_STOP_FORK;
        add_to_seen(rating, &rating->other, cell, WORTH_STOP_FORK);
    }
    for (size_t i = 0; i < rating->empty.count; i++) {
        add_to_line(rating, line, RATED_CELLS, WORTH_OTHER_AND_EMPTY);
        add_to_line(rating, rating->empty.lines[i], cell, WORTH_OTHER_AND_EMPTY);
    }
}

static void rate_empty(struct rating *rating, size_t cell, const uint8_t *line)
{
    seen_add(&rating->empty, line);
    for (size_t i = 0; i < rating->own.count; i++)
        add_to_line(rating, line, cell, WORTH_OWN_AND_EMPTY);
    for (size_t i = 0; i < rating->other.count; i++) {
        add_to_line(rating, line, RATED_CELLS, WORTH_OTHER_AND_EMPTY);
        add_to_line(rating, rating->other.lines[i], cell, WORTH_OTHER_AND_EMPTY);
    }
}

static void rate_line(struct rating *rating, size_t cell, const uint8_t *line)
{
    unsigned sum = 0;
    for (size_t i = 0; i < LINE_CELLS; i++)
        sum += rating->stones[line[i]];
    if (sum == SUM_TWO_OWN)
        rating->ratings[cell] += WORTH_WIN;
    else if (sum == SUM_TWO_OTHER)
        rating->ratings[cell] += WORTH_STOP;
    else if (sum == SUM_OWN)
        rate_own(rating, cell, line);
    else if (sum == SUM_OTHER)
        rate_other(rating, cell, line);
    else if (sum == SUM_EMPTY)
        rate_empty(rating, cell, line);
}

static void rate_cell(struct rating *rating, size_t cell)
{
    rating->empty.count = rating->other.count = rating->own.count = 0;
    rating->ratings[cell] += WORTH_EMPTY;
    for (size_t i = 0; i < LINES; i++) {
        const uint8_t *line = lines[i];
        if (line[0] == cell || line[1] == cell || line[2] == cell)
            rate_line(rating, cell, line);
    }
}

/* The number of a cell in a game, whose first row is the lowest, from that in reading order, and
 * the other way round. */
static size_t turned_over(size_t cell)
{
    return (2 - cell / 3) * 3 + cell % 3;
}

void rated__rate(const struct game *game, uint32_t ratings_out[RATED_CELLS])
{
    uint32_t ratings[RATED_CELLS] = {0};
    struct rating rating = {.ratings = ratings};
    enum mark own = game_next_mark(game);
    for (size_t cell = 0; cell < RATED_CELLS; cell++) {
        enum mark mark = game_cell(game, turned_over(cell));
        if (mark != MARK_NONE)
            rating.stones[cell] = mark == own ? SUM_OWN : SUM_OTHER;
    }
    for (size_t cell = 0; cell < RATED_CELLS; cell++)
        if (rating.stones[cell] == 0)
            rate_cell(&rating, cell);
    for (size_t cell = 0; cell < RATED_CELLS; cell++)
        ratings_out[turned_over(cell)] = ratings[cell];
}

/* ------------------------------------------------------------------ choices */

/* Each rating at or above `least` is a share of the chances. */
static struct action draw(const uint32_t ratings[RATED_CELLS], uint32_t least, uint64_t seed)
{
    struct chance chance = {seed};
    uint64_t sum = 0;
    for (size_t cell = 0; cell < RATED_CELLS; cell++)
        sum += ratings[cell] >= least ? ratings[cell] : 0;
    uint64_t left = chance__below(&chance, sum);
    size_t cell = 0;
    while (ratings[cell] < least || left >= ratings[cell]) {
        left -= ratings[cell] >= least ? ratings[cell] : 0;
        cell++;
    }
    return action_place(cell);
}

struct action rated__by_chance(const uint32_t ratings[RATED_CELLS], uint64_t seed)
{
    return draw(ratings, 1, seed);
}

struct action rated__highest(const uint32_t ratings[RATED_CELLS], uint64_t seed)
{
    uint32_t highest = 0;
    for (size_t cell = 0; cell < RATED_CELLS; cell++)
        highest = ratings[cell] > highest ? ratings[cell] : highest;
    return draw(ratings, highest, seed);
}

/* ------------------------------------------------------------------ players */

static void think_in_proportion(const struct game *game, const struct thinking *thinking,
                                struct thought *thought_out)
{
    uint32_t ratings[RATED_CELLS];
    rated__rate(game, ratings);
    mind__decide(thought_out, rated__by_chance(ratings, thinking->seed));
}

static void think_of_highest(const struct game *game, const struct thinking *thinking,
                             struct thought *thought_out)
{
    uint32_t ratings[RATED_CELLS];
    rated__rate(game, ratings);
    mind__decide(thought_out, rated__highest(ratings, thinking->seed));
}

const struct mind computer__rated0 = {.plays = mind__is_tic_tac_toe, .think = think_in_proportion};
const struct mind computer__rated1 = {.plays = mind__is_tic_tac_toe, .think = think_of_highest};
