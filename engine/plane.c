/* SPDX-License-Identifier: MIT */
/*
 * Boards without an edge to speak of: cells are looked up among the stones, which are the actions.
 * The first stone lies at the origin, and after as many stones as the rules say nobody has won.
 */
#include "engine/code.h"
#include "engine/lines.h"
#include "engine/square.h"
#include "engine/standard.h"

#define NOWHERE (-1)

/* The ply of the stone on the cell, or NOWHERE. */
static int ply_of(const struct game *game, size_t cell)
{
    const struct action *actions = layout__actions(game);
    for (int ply = 0; ply < game->ply; ply++)
        if (actions[ply].code == cell)
            return ply;
    return NOWHERE;
}

static enum mark mark_of(int ply)
{
    return ply % 2 == 0 ? MARK_X : MARK_O;
}

static enum mark cell_mark(const struct game *game, size_t cell)
{
    int ply = ply_of(game, cell);
    return ply == NOWHERE ? MARK_NONE : mark_of(ply);
}

static size_t plane_codes(const struct variant *variant)
{
    return variant_cells(variant);
}

static int plane_check(const struct game *game, struct action action)
{
    if (code__is_choice(action))
        return ERR_CANNOT_CHOOSE;
    if (action.code >= variant_cells(game->variant))
        return ERR_OFF_BOARD;
    if (game->ply == 0 && action.code != variant_origin(game->variant))
        return ERR_OPENING_SQUARE;
    return ply_of(game, action.code) == NOWHERE ? 0 : ERR_OCCUPIED;
}

static int plane_drop_check(const struct game *game, struct action action)
{
    int error = plane_check(game, action);
    size_t width = game->variant->width;
    if (error != 0 || action.code < width)
        return error;
    return ply_of(game, action.code - width) == NOWHERE ? ERR_NO_SUPPORT : 0;
}

/* The stones of the mark that follow the cell at every step, within the room. */
static int run_length(const struct game *game, size_t cell, enum mark mark, int step, int room)
{
    int length = 0;
    while (length < room && cell_mark(game, (size_t)((int)cell + (length + 1) * step)) == mark)
        length++;
    return length;
}

/* The winning row through the last stone: its length, 0 for none, its first cell, and the distance
 * from one cell of it to the next. */
static int find_win(const struct game *game, int *first_out, int *step_out)
{
    size_t cell = layout__actions(game)[game->ply - 1].code;
    enum mark mark = mark_of(game->ply - 1);
    struct line lines[LINES];
    lines_through(game->variant->width, game->variant->height, cell, lines);
    for (size_t i = 0; i < LINES; i++) {
        *step_out = lines[i].step;
        int behind = run_length(game, cell, mark, -*step_out, lines[i].behind);
        int length = behind + 1 + run_length(game, cell, mark, *step_out, lines[i].ahead);
        *first_out = (int)cell - behind * *step_out;
        if (lines_is_winning_length(game->variant, length))
            return length;
    }
    return 0;
}

static void plane_act(struct game *game, struct action action)
{
    int first;
    int step;
    (void)action; /* the last one of the list */
    game->stones++;
    if (find_win(game, &first, &step) > 0) {
        game->status = GAME_WON;
        game->winner = game->ply % 2 == 1 ? SEAT_FIRST : SEAT_SECOND;
    } else if (game->ply == layout__actions_max(game->variant)) {
        game->status = GAME_DRAWN;
    }
}

static void plane_undo(struct game *game, struct action action)
{
    (void)action;
    game->stones--;
}

static size_t plane_line(const struct game *game, size_t *cells_out, size_t cap)
{
    int first;
    int step;
    int length = find_win(game, &first, &step);
    for (int i = 0; i < length && (size_t)i < cap; i++)
        cells_out[i] = (size_t)(first + i * step);
    return (size_t)length;
}

static enum reason plane_reason(const struct game *game)
{
    return game->status == GAME_WON ? REASON_ROW : REASON_LIMIT;
}

#define PLANE_RULES(ID, id, check_, wins_)                                                         \
    const struct rules rules__##id = {                                                             \
        STANDARD__NUMBERS(ID),                                                                     \
        STANDARD__IN_TURN,                                                                         \
        .wins = wins_,                                                                             \
        .stones_to_win = standard__stones_to_win,                                                  \
        .codes = plane_codes,                                                                      \
        .check = check_,                                                                           \
        .act = plane_act,                                                                          \
        .undo = plane_undo,                                                                        \
        .square = standard__square,                                                                \
        .cell = cell_mark,                                                                         \
        .changed = standard__changed,                                                              \
        .line = plane_line,                                                                        \
        .reason = plane_reason,                                                                    \
        .parse = square__parse,                                                                    \
        .format = square__format,                                                                  \
    };

PLANE_RULES(PLANE, plane, plane_check, WINS_IN_ROWS)
PLANE_RULES(PLANE_DROP, plane_drop, plane_drop_check, WINS_IN_ROWS_UPON)
