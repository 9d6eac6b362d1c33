/* SPDX-License-Identifier: MIT */
/*
 * The board of the Gomocup protocol, and the game that leads to it.
 */
#include "pbrain/stones.h"

#include "engine/needs.h"
#include "engine/setup.h"

#include <string.h>

bool stones_has_size(int64_t width, int64_t height)
{
    return width >= STONES_SIDE_LEAST && width <= STONES_SIDE_MOST && height >= STONES_SIDE_LEAST &&
           height <= STONES_SIDE_MOST;
}

void stones_init(struct stones *board, int64_t width, int64_t height)
{
    board->width = (uint16_t)width;
    board->height = (uint16_t)height;
    board->count = 0;
}

static bool is_inside(const struct stones *board, int64_t x, int64_t y)
{
    return x >= 0 && x < board->width && y >= 0 && y < board->height;
}

/* The number of the stone on this square; `count` if there is none. */
static size_t find(const struct stones *board, int64_t x, int64_t y)
{
    size_t i = 0;
    while (i < board->count && (board->stones[i].x != x || board->stones[i].y != y))
        i++;
    return i;
}

enum stones_error stones_put(struct stones *board, int64_t x, int64_t y, enum stones_side side)
{
    if (!is_inside(board, x, y))
        return STONES_OUTSIDE;
    if (find(board, x, y) < board->count)
        return STONES_OCCUPIED;
    board->stones[board->count++] =
        (struct stone){.x = (uint8_t)x, .y = (uint8_t)y, .side = (uint8_t)side};
    return STONES_OK;
}

enum stones_error stones_take(struct stones *board, int64_t x, int64_t y)
{
    if (!is_inside(board, x, y))
        return STONES_OUTSIDE;
    size_t at = find(board, x, y);
    if (at == board->count)
        return STONES_EMPTY;
    board->count--;
    memmove(&board->stones[at], &board->stones[at + 1],
            (board->count - at) * sizeof(board->stones[0]));
    return STONES_OK;
}

static bool is_such(const struct variant *variant, const struct stones *board,
                    enum overline overline)
{
    return variant->width == board->width && variant->height == board->height &&
           variant->row == 5 && variant->overline == overline && variant->needs == NEED_PLAIN;
}

const struct variant *stones_variant(const struct stones *board, enum overline overline,
                                     struct variant *own_out)
{
    for (int id = 0; id < VARIANT_COUNT; id++) {
        const struct variant *variant = variant_get((enum variant_id)id);
        if (is_such(variant, board, overline))
            return variant;
    }
    *own_out = (struct variant){.id = VARIANT_COUNT,
                                .key = "gomocup",
                                .name = "Gomocup",
                                .row = 5,
                                .overline = overline,
                                .rules = RULES_STANDARD,
                                .needs = variant_needs_of(RULES_STANDARD, overline)};
    variant_resize(own_out, board->width, board->height);
    return own_out;
}

static struct action place(const struct stones *board, size_t nth)
{
    const struct stone *stone = &board->stones[nth];
    return action_place(stone->x + (size_t)(board->height - 1 - stone->y) * board->width);
}

static size_t count_own(const struct stones *board)
{
    size_t own = 0;
    for (size_t i = 0; i < board->count; i++)
        own += board->stones[i].side == STONES_OWN;
    return own;
}

enum stones_error stones_game(const struct stones *board, const struct variant *variant,
                              struct game *game_out)
{
    struct setup_stone stones[GAME_CELLS_MAX];
    size_t own = count_own(board);
    size_t other = board->count - own;
    if (other != own && other != own + 1)
        return STONES_UNEQUAL;
    enum stones_side first = own == other ? STONES_OWN : STONES_OTHER;
    for (size_t i = 0; i < board->count; i++)
        stones[i] = (struct setup_stone){(uint16_t)action_cell(place(board, i)),
                                         board->stones[i].side != first};
    game_init(game_out, variant);
    return setup_play(game_out, stones, board->count, NULL) == 0 ? STONES_OK : STONES_OVER;
}

void stones_position(const struct stones *board, const struct variant *variant,
                     struct position *position_out)
{
    /* X is whoever has more stones: by either rule both sides win alike. */
    enum colour own = count_own(board) > board->count / 2u ? COLOUR_X : COLOUR_O;
    position_init(position_out, variant);
    position_out->to_move = (uint8_t)own;
    for (size_t i = 0; i < board->count; i++)
        (void)position_set(position_out, (unsigned)action_cell(place(board, i)),
                           board->stones[i].side == STONES_OWN ? own : (enum colour)(1 - own));
}

void stones_square(const struct stones *board, struct action action, unsigned *x_out,
                   unsigned *y_out)
{
    size_t cell = action_cell(action);
    *x_out = (unsigned)(cell % board->width);
    *y_out = board->height - 1u - (unsigned)(cell / board->width);
}
