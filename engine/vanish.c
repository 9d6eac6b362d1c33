/* SPDX-License-Identifier: MIT */
/*
 * Stones that vanish: a full floor does, and everything above it falls by one; with four walls each
 * full side does, and the rest moves towards it, along both axes where sides of a corner are full,
 * and along none between opposite sides. A row that the stone makes wins before anything vanishes.
 * After so many actions as a game may have it is a draw.
 *
 * The state is whether the last action made something vanish. Undoing replays the list.
 */
#include "engine/grid.h"
#include "engine/lines.h"
#include "engine/require.h"
#include "engine/support.h"

#include <string.h>

static uint8_t *has_vanished(struct game *game)
{
    return layout__state_to_write(game);
}

static enum mark vanish_mark(const struct game *game)
{
    return game->ply % 2 == 0 ? MARK_X : MARK_O;
}

static enum seat vanish_to_act(const struct game *game)
{
    return game->ply % 2 == 0 ? SEAT_FIRST : SEAT_SECOND;
}

/* Whether the `count` cells from `cell` on, at every `step`, are taken. */
static bool is_full(const struct game *game, size_t cell, size_t step, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (layout__cells(game)[cell + i * step] == MARK_NONE)
            return false;
    return true;
}

static void clear(struct game *game, size_t cell, size_t step, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint8_t *mark = &layout__cells_to_write(game)[cell + i * step];
        if (*mark != MARK_NONE) /* a corner is of two sides */
            game->stones--;
        *mark = MARK_NONE;
    }
}

/* Moves every stone by so many columns and rows; what would leave the board was cleared. */
static void shift(struct game *game, int columns, int rows)
{
    uint8_t before[GAME_CELLS_MAX];
    int width = game->variant->width;
    int height = game->variant->height;
    uint8_t *cells = layout__cells_to_write(game);
    memcpy(before, cells, layout__cell_count(game->variant));
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            int from_x = x - columns;
            int from_y = y - rows;
            bool is_there = from_x >= 0 && from_x < width && from_y >= 0 && from_y < height;
            cells[y * width + x] = is_there ? before[from_y * width + from_x] : MARK_NONE;
        }
    }
}

/* The floor vanishes if it is full; it is not full again, for nothing lies over a gap. */
static bool floor_vanishes(struct game *game)
{
    size_t width = game->variant->width;
    if (!is_full(game, 0, 1, width))
        return false;
    clear(game, 0, 1, width);
    shift(game, 0, -1);
    return true;
}

/* Full sides vanish, once. */
static bool sides_vanish(struct game *game)
{
    size_t width = game->variant->width;
    size_t height = game->variant->height;
    const struct {
        size_t cell, step, count;
        int columns, rows;
    } sides[] = {
        {0, 1, width, 0, -1},
        {(height - 1) * width, 1, width, 0, 1},
        {0, width, height, -1, 0},
        {width - 1, width, height, 1, 0},
    };
    bool are_full[4];
    int columns = 0;
    int rows = 0;
    bool is_any = false;
    for (int i = 0; i < 4; i++) {
        are_full[i] = is_full(game, sides[i].cell, sides[i].step, sides[i].count);
        is_any = is_any || are_full[i];
    }
    for (int i = 0; i < 4; i++) {
        if (!are_full[i])
            continue;
        clear(game, sides[i].cell, sides[i].step, sides[i].count);
        columns += sides[i].columns;
        rows += sides[i].rows;
    }
    shift(game, columns, rows);
    return is_any;
}

static void place(struct game *game, size_t cell, enum mark mark)
{
    REQUIRE(cell < layout__cell_count(game->variant));
    layout__cells_to_write(game)[cell] = (uint8_t)mark;
    game->stones++;
}

static void vanish(struct game *game)
{
    bool has_walls = game->variant->rules == RULES_CIRCLE_LINETRIS;
    *has_vanished(game) = has_walls ? sides_vanish(game) : floor_vanishes(game);
    while (has_walls && sides_vanish(game))
        continue; /* what moved inwards may fill a side */
}

static void vanish_act(struct game *game, struct action action)
{
    enum seat mover = game->ply % 2 == 1 ? SEAT_FIRST : SEAT_SECOND;
    *has_vanished(game) = false;
    place(game, action.code, mover == SEAT_FIRST ? MARK_X : MARK_O);
    if (lines_has_win(game, action.code)) {
        game->status = GAME_WON;
        game->winner = (int8_t)mover;
        return;
    }
    vanish(game);
    if (game->ply == layout__actions_max(game->variant))
        game->status = GAME_DRAWN;
}

static void vanish_undo(struct game *game, struct action action)
{
    size_t cells = layout__cell_count(game->variant);
    (void)action;
    memset(layout__cells_to_write(game), 0, cells);
    *has_vanished(game) = false;
    game->stones = 0;
    for (size_t ply = 0; ply < game->ply; ply++) {
        place(game, layout__actions(game)[ply].code, ply % 2 == 0 ? MARK_X : MARK_O);
        vanish(game);
    }
}

/* Where something vanished, the cells that are not as they were before. */
static size_t vanish_changed(const struct game *game, struct action action, size_t *cells_out,
                             size_t cap)
{
    const uint8_t *is_some = layout__state(game);
    struct game before;
    size_t count = 0;
    if (!*is_some)
        return standard__changed(game, action, cells_out, cap);
    game_copy(&before, game);
    game_undo(&before);
    for (size_t cell = 0; cell < layout__cell_count(game->variant); cell++) {
        if (layout__cells(game)[cell] == layout__cells(&before)[cell])
            continue;
        if (count < cap)
            cells_out[count] = cell;
        count++;
    }
    return count;
}

static enum reason vanish_reason(const struct game *game)
{
    return game->status == GAME_WON ? REASON_ROW : REASON_LIMIT;
}

#define VANISH_RULES(ID, id, check_)                                                               \
    const struct rules rules__##id = {                                                             \
        STANDARD__NUMBERS(ID),                                                                     \
        .turn = 1,                                                                                 \
        .stones_to_win = standard__stones_to_win,                                                  \
        .codes = standard__codes,                                                                  \
        .check = check_,                                                                           \
        .act = vanish_act,                                                                         \
        .undo = vanish_undo,                                                                       \
        .expects = standard__expects,                                                              \
        .to_act = vanish_to_act,                                                                   \
        .next_mark = vanish_mark,                                                                  \
        .first_mark = standard__first_mark,                                                        \
        .stones_left = standard__stones_left,                                                      \
        .square = standard__square,                                                                \
        .cell = standard__cell,                                                                    \
        .changed = vanish_changed,                                                                 \
        .reason = vanish_reason,                                                                   \
        .line = standard__line,                                                                    \
        .parse = square__parse,                                                                    \
        .format = square__format,                                                                  \
    };

VANISH_RULES(LINETRIS, linetris, support__floor)
VANISH_RULES(CIRCLE_LINETRIS, circle_linetris, support__walls)
