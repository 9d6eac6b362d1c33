/* SPDX-License-Identifier: MIT */
/*
 * Boards are compared as lists of stones. Each pair of stones, one of each board, speaks for the
 * one shift that lays the first upon the second: the most votes are the most stones that any shift
 * brings together. That is done for the eight ways to turn and mirror, and both ways to colour.
 */
#include "engine/likeness.h"

#include "engine/needs.h"

#include <string.h>

#define TURNS 8
#define SIDE_MAX 32 /* of a board; assertions below hold the table of variants to it */
#define SHIFTS (2 * SIDE_MAX + 1)

#define VARIANT(ID, id, key, name, width, height, ...)                                             \
    _Static_assert((width) <= SIDE_MAX && (height) <= SIDE_MAX, "SIDE_MAX is too small");
#include "engine/variants.def"
#undef VARIANT

struct stone {
    int8_t column, row;
    uint8_t mark;
};

struct board {
    int width, height, in_row;
    size_t count;
    struct stone stones[GAME_CELLS_MAX];
};

struct votes {
    uint16_t same[SHIFTS][SHIFTS];    /* of stones of one colour */
    uint16_t swapped[SHIFTS][SHIFTS]; /* of stones of two */
};

static void board_read(struct board *board, const struct game *game)
{
    const struct variant *variant = game->variant;
    board->width = variant->width;
    board->height = variant->height;
    board->in_row = variant->row;
    board->count = 0;
    for (size_t cell = 0; cell < (size_t)variant->width * variant->height; cell++) {
        enum mark mark = game_cell(game, cell);
        if (mark != MARK_NONE)
            board->stones[board->count++] = (struct stone){
                (int8_t)(cell % variant->width), (int8_t)(cell / variant->width), (uint8_t)mark};
    }
}

static int mirrored(int at, int size, bool is_mirrored)
{
    return is_mirrored ? size - 1 - at : at;
}

static void board_turn(const struct board *board, int turn, struct board *out)
{
    bool is_across = (turn & 4) != 0;
    *out = *board;
    out->width = is_across ? board->height : board->width;
    out->height = is_across ? board->width : board->height;
    for (size_t i = 0; i < board->count; i++) {
        int column = mirrored(board->stones[i].column, board->width, (turn & 1) != 0);
        int row = mirrored(board->stones[i].row, board->height, (turn & 2) != 0);
        out->stones[i].column = (int8_t)(is_across ? row : column);
        out->stones[i].row = (int8_t)(is_across ? column : row);
    }
}

/* A shift that is not asked for has no votes. */
static void vote(const struct board *one, const struct board *other, bool may_shift,
                 struct votes *votes)
{
    memset(votes, 0, sizeof(*votes));
    for (size_t i = 0; i < one->count; i++) {
        for (size_t j = 0; j < other->count; j++) {
            int columns = other->stones[j].column - one->stones[i].column;
            int rows = other->stones[j].row - one->stones[i].row;
            bool is_same = one->stones[i].mark == other->stones[j].mark;
            if (may_shift || (columns == 0 && rows == 0))
                (is_same ? votes->same : votes->swapped)[columns + SIDE_MAX][rows + SIDE_MAX]++;
        }
    }
}

static size_t most_votes(const struct votes *votes)
{
    const uint16_t *all = &votes->same[0][0];
    size_t most = 0;
    for (size_t i = 0; i < sizeof(*votes) / sizeof(*all); i++)
        most = all[i] > most ? all[i] : most;
    return most;
}

/* The most stones of the first board that lie on stones of the other, however it is turned. */
static size_t in_common(const struct board *one, const struct board *other, bool may_shift)
{
    struct board turned;
    struct votes votes;
    size_t most = 0;
    for (int turn = 0; turn < TURNS; turn++) {
        board_turn(one, turn, &turned);
        vote(&turned, other, may_shift, &votes);
        size_t common = most_votes(&votes);
        most = common > most ? common : most;
    }
    return most;
}

/* On a board as small as a row each square is another one; of few stones shifts say nothing. */
static bool may_shift(const struct board *board)
{
    return board->count >= LIKENESS_STONES_SHIFTED && board->width > board->in_row &&
           board->height > board->in_row;
}

/* Few stones have to be the same ones. More may be among others; of eight one may be missing. */
static bool follows(const struct board *going, const struct board *shown)
{
    size_t count = going->count;
    bool is_long = shown->count > 2 * count;
    size_t missing = is_long ? 0 : count / 8;
    if (count < LIKENESS_STONES_SHIFTED && shown->count != count)
        return false;
    if (shown->count + missing < count || (is_long && count < LIKENESS_STONES_ALL))
        return false;
    return in_common(going, shown, may_shift(going)) >= count - missing;
}

/* The game when it had so many stones. */
static bool was(const struct game *going, const struct board *shown)
{
    struct game before;
    struct board board;
    game_copy(&before, going);
    while (before.stones > shown->count)
        game_undo(&before);
    board_read(&board, &before);
    return board.count == shown->count &&
           in_common(&board, shown, may_shift(&board)) == board.count;
}

static bool is_known(const struct game *game)
{
    return reader_knows(READER_LIKENESS, game->variant);
}

bool likeness_is_of(const struct game *going, const struct game *shown)
{
    struct board now;
    struct board other;
    if (!is_known(going) || !is_known(shown))
        return going->variant->rules == shown->variant->rules;
    if (going->variant->row != shown->variant->row || going->stones < LIKENESS_STONES_MIN ||
        shown->stones < LIKENESS_STONES_MIN)
        return false;
    board_read(&now, going);
    board_read(&other, shown);
    if (follows(&now, &other))
        return true;
    return other.count >= LIKENESS_STONES_SHIFTED && other.count < now.count && was(going, &other);
}

bool likeness_passes(const struct game *going, const struct game *played)
{
    struct game shown;
    game_copy(&shown, played);
    bool is_like = likeness_is_of(going, &shown);
    while (!is_like && shown.ply > 0) {
        game_undo(&shown);
        is_like = likeness_is_of(going, &shown);
    }
    return is_like;
}
