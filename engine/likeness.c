/* SPDX-License-Identifier: MIT */
/*
 * Boards are compared as lists of stones. If nearly all stones of the first board lie on stones of
 * the other one, so does one of its first few: that tells the shifts which are worth a try. They
 * are tried for all ways to turn and mirror, and both ways to colour. More ways than a game has
 * symmetries refuse too much, and never too little.
 */
#include "engine/likeness.h"

#include "engine/needs.h"

#include <string.h>

enum {
    COLUMN,
    ROW,
    LEVEL,
    AXES,
};

#define MIRRORS (1 << AXES)

/* The axes in another order: of flat boards the first two orders, of cubes all. */
static const uint8_t orders[][AXES] = {
    {COLUMN, ROW, LEVEL}, {ROW, COLUMN, LEVEL}, {COLUMN, LEVEL, ROW},
    {LEVEL, ROW, COLUMN}, {ROW, LEVEL, COLUMN}, {LEVEL, COLUMN, ROW},
};

#define ORDERS_FLAT 2
#define ORDERS (sizeof(orders) / sizeof(orders[0]))

struct stone {
    int16_t at[AXES];
    uint8_t mark;
};

struct board {
    const struct variant *variant;
    int sides[AXES];
    size_t count;
    struct stone stones[GAME_CELLS_MAX];
};

/* The cells of a board by what stands on them. */
struct ground {
    const struct board *board;
    bool goes_round; /* the first column follows the last one */
    uint8_t taken[MARK_O][(LIMITS_CELLS_ALL + 7) / 8];
};

static bool has(const struct game *game, uint32_t need)
{
    return (game->variant->needs & need) != 0;
}

static void board_read(struct board *board, const struct game *game)
{
    const struct variant *variant = game->variant;
    size_t cell;
    *board = (struct board){
        .variant = variant,
        .sides = {variant->width, variant->height, (int)variant_levels(variant)},
    };
    for (size_t at = 0; game_next_stone(game, &at, &cell);)
        board->stones[board->count++] = (struct stone){
            .at = {(int16_t)(cell % variant->width),
                   (int16_t)(cell / variant->width % variant->height),
                   (int16_t)(cell / variant->width / variant->height)},
            .mark = (uint8_t)game_cell(game, cell),
        };
}

static size_t ground_cell(const struct ground *ground, const int at[AXES])
{
    const int *sides = ground->board->sides;
    return (size_t)((at[LEVEL] * sides[ROW] + at[ROW]) * sides[COLUMN] + at[COLUMN]);
}

static void ground_read(struct ground *ground, const struct board *board, bool goes_round)
{
    memset(ground, 0, sizeof(*ground));
    ground->board = board;
    ground->goes_round = goes_round;
    for (size_t i = 0; i < board->count; i++) {
        const struct stone *stone = &board->stones[i];
        const int at[AXES] = {stone->at[COLUMN], stone->at[ROW], stone->at[LEVEL]};
        size_t cell = ground_cell(ground, at);
        ground->taken[stone->mark - MARK_X][cell / 8] |= (uint8_t)(1u << cell % 8);
    }
}

static bool is_taken(const struct ground *ground, const struct stone *stone, const int shift[AXES],
                     bool is_swapped)
{
    const int *sides = ground->board->sides;
    unsigned by = stone->mark - MARK_X;
    int at[AXES];
    for (int axis = 0; axis < AXES; axis++) {
        at[axis] = stone->at[axis] + shift[axis];
        if (axis == COLUMN && ground->goes_round)
            at[axis] = (at[axis] + sides[axis]) % sides[axis];
        if (at[axis] < 0 || at[axis] >= sides[axis])
            return false;
    }
    size_t cell = ground_cell(ground, at);
    return (ground->taken[is_swapped ? 1 - by : by][cell / 8] >> cell % 8 & 1) != 0;
}

/* Whether all stones but `missing` lie on stones when they are shifted so. */
static bool lies(const struct board *board, const struct ground *ground, const int shift[AXES],
                 bool is_swapped, size_t missing)
{
    size_t missed = 0;
    for (size_t i = 0; i < board->count && missed <= missing; i++)
        missed += is_taken(ground, &board->stones[i], shift, is_swapped) ? 0 : 1;
    return missed <= missing;
}

static void board_turn(const struct board *board, const uint8_t order[AXES], int mirrors,
                       struct board *out)
{
    *out = *board;
    for (int axis = 0; axis < AXES; axis++)
        out->sides[axis] = board->sides[order[axis]];
    for (size_t i = 0; i < board->count; i++) {
        for (int axis = 0; axis < AXES; axis++) {
            int at = board->stones[i].at[order[axis]];
            bool is_mirrored = (mirrors >> axis & 1) != 0;
            out->stones[i].at[axis] = (int16_t)(is_mirrored ? out->sides[axis] - 1 - at : at);
        }
    }
}

/* On a board as small as a row each square is another one, and so it is in boards of boards; of few
 * stones shifts say nothing. Columns that go round have no first one. */
static bool may_shift(const struct board *board, const struct ground *ground, const int shift[AXES])
{
    bool is_round = ground->goes_round && shift[ROW] == 0 && shift[LEVEL] == 0;
    bool is_large = (board->variant->needs & (NEED_NESTED | NEED_DIMENSIONS)) == 0 &&
                    board->count >= LIKENESS_STONES_SHIFTED &&
                    board->sides[COLUMN] > board->variant->row &&
                    board->sides[ROW] > board->variant->row;
    return is_round || is_large || (shift[COLUMN] == 0 && shift[ROW] == 0 && shift[LEVEL] == 0);
}

#define SHIFTS (2 * GAME_SIDE_MAX + 1)

/* Shifts along columns and rows that were tried, for both ways to colour. */
struct tried {
    int reach; /* the farthest shift that two such boards allow */
    uint8_t shifts[2][(SHIFTS * SHIFTS + 7) / 8];
};

/* Small boards are compared often, so no more is cleared than they need. */
static void tried_clear(struct tried *tried, const struct board *board, const struct board *other)
{
    const int sides[] = {board->sides[COLUMN], board->sides[ROW], other->sides[COLUMN],
                         other->sides[ROW]};
    tried->reach = 0;
    for (size_t i = 0; i < sizeof(sides) / sizeof(sides[0]); i++)
        tried->reach = sides[i] > tried->reach ? sides[i] : tried->reach;
    size_t shifts = 2 * (size_t)tried->reach + 1;
    for (int swapped = 0; swapped < 2; swapped++)
        memset(tried->shifts[swapped], 0, (shifts * shifts + 7) / 8);
}

/* Whether it is the first time. Through levels nothing is shifted. */
static bool is_new(struct tried *tried, const int shift[AXES], bool is_swapped)
{
    int reach = tried->reach;
    size_t at = (size_t)((shift[ROW] + reach) * (2 * reach + 1) + shift[COLUMN] + reach);
    uint8_t *byte = &tried->shifts[is_swapped][at / 8];
    bool was_tried = (*byte >> at % 8 & 1) != 0;
    *byte |= (uint8_t)(1u << at % 8);
    return !was_tried;
}

/* Whether it lies so when that stone of it lies on one of the others. */
static bool lies_by(const struct board *board, const struct ground *ground,
                    const struct stone *anchor, size_t missing, struct tried *tried)
{
    for (size_t i = 0; i < ground->board->count; i++) {
        const struct stone *other = &ground->board->stones[i];
        int shift[AXES];
        for (int axis = 0; axis < AXES; axis++)
            shift[axis] = other->at[axis] - anchor->at[axis];
        bool is_swapped = other->mark != anchor->mark;
        if (may_shift(board, ground, shift) && is_new(tried, shift, is_swapped) &&
            lies(board, ground, shift, is_swapped, missing))
            return true;
    }
    return false;
}

/* Whether all stones but `missing` lie on the ground's, however the board is turned. */
static bool is_in(const struct board *board, const struct ground *ground, size_t missing)
{
    struct board turned;
    struct tried tried;
    bool has_levels = board->sides[LEVEL] > 1;
    for (size_t order = 0; order < (has_levels ? ORDERS : ORDERS_FLAT); order++) {
        for (int mirrors = 0; mirrors < (has_levels ? MIRRORS : MIRRORS / 2); mirrors++) {
            board_turn(board, orders[order], mirrors, &turned);
            tried_clear(&tried, &turned, ground->board);
            for (size_t i = 0; i <= missing && i < turned.count; i++)
                if (lies_by(&turned, ground, &turned.stones[i], missing, &tried))
                    return true;
        }
    }
    return false;
}

/* Few stones have to be the same ones. More may be among others; of eight one may be missing. */
static bool follows(const struct board *going, const struct ground *ground)
{
    size_t count = going->count;
    size_t shown = ground->board->count;
    bool is_long = shown > 2 * count;
    size_t missing = is_long ? 0 : count / 8;
    if (count < LIKENESS_STONES_SHIFTED && shown != count)
        return false;
    if (shown + missing < count || (is_long && count < LIKENESS_STONES_ALL))
        return false;
    return is_in(going, ground, missing);
}

/* Whether the game was at that board when it had so many stones: once, or in games where stones
 * vanish or move several times. */
static bool was(const struct game *going, const struct ground *ground)
{
    struct game before;
    struct board board;
    game_init(&before, going->variant);
    for (size_t ply = 0; ply < going->ply; ply++) {
        game_do(&before, game_actions(going)[ply]);
        if (before.stones != ground->board->count)
            continue;
        board_read(&board, &before);
        if (is_in(&board, ground, 0))
            return true;
    }
    return false;
}

static bool is_known(const struct game *game)
{
    return reader_knows(READER_LIKENESS, game->variant);
}

/* Whether the boards are of one form, and rows of them as long. */
static bool are_of_a_kind(const struct game *one, const struct game *other)
{
    return one->variant->row == other->variant->row &&
           has(one, NEED_NESTED) == has(other, NEED_NESTED) &&
           variant_levels(one->variant) == variant_levels(other->variant);
}

bool likeness_is_of(const struct game *going, const struct game *shown)
{
    struct board now;
    struct board other;
    struct ground ground;
    if (!is_known(going) || !is_known(shown))
        return going->variant->rules == shown->variant->rules;
    if (!are_of_a_kind(going, shown) || going->stones < LIKENESS_STONES_MIN ||
        shown->stones < LIKENESS_STONES_MIN)
        return false;
    board_read(&now, going);
    board_read(&other, shown);
    ground_read(&ground, &other, has(going, NEED_WRAP) || has(shown, NEED_WRAP));
    return follows(&now, &ground) ||
           (other.count >= LIKENESS_STONES_SHIFTED && was(going, &ground));
}

bool likeness_passes(const struct game *going, const struct game *played)
{
    struct game shown;
    game_init(&shown, played->variant);
    bool is_like = likeness_is_of(going, &shown);
    for (size_t ply = 0; ply < played->ply && !is_like; ply++) {
        game_do(&shown, game_actions(played)[ply]);
        is_like = likeness_is_of(going, &shown);
    }
    return is_like;
}
