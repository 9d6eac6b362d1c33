/* SPDX-License-Identifier: MIT */
/*
 * Games in which stones are placed and then moved. Go-bang: each player places 12 or 15 stones,
 * then moves one to one of up to eight neighbours; each set of five cells in a line that a player
 * fills is a point, once a game, and ten win. Achi: four each on 3x3, a stone moves along a line to
 * the one empty point, and three in a row win. Who has no move is passed over; if neither has, or
 * after as many actions as a game may have, more points win, and equal ones are a draw.
 *
 * The code of a move is: cells + from x 8 + direction; its text both squares, `c3d4`. Undoing
 * replays the list.
 */
#include "engine/code.h"
#include "engine/lines.h"
#include "engine/require.h"
#include "engine/square.h"
#include "engine/standard.h"

#include <string.h>

#define DIRECTIONS 8
#define FIVE 5
#define SETS 96 /* of five cells in a line, on 8x8 */

/* A state of zeros is the beginning. */
struct moving_state {
    uint8_t to_act; /* enum seat */
    uint8_t points[SEAT_COUNT];
    uint8_t filled[SEAT_COUNT][SETS / 8]; /* go-bang: a bit for each set */
};
_Static_assert(sizeof(struct moving_state) == RULES_GOBANG12_STATE &&
                   sizeof(struct moving_state) == RULES_ACHI_STATE,
               "the column of rules.def");

static const int8_t directions[DIRECTIONS][2] = {{1, 0},  {1, 1},   {0, 1},  {-1, 1},
                                                 {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};

static const struct moving_state *state_of(const struct game *game)
{
    return layout__state(game);
}

static struct moving_state *state_to_write(struct game *game)
{
    return layout__state_to_write(game);
}

static bool is_achi(const struct variant *variant)
{
    return variant->rules == RULES_ACHI;
}

static size_t stones_each(const struct variant *variant)
{
    return rules__all[variant->rules]->stones_each;
}

/* Of achi none do, so that nobody reaches them. */
static unsigned points_to_win(const struct variant *variant)
{
    unsigned points = rules__all[variant->rules]->points_win;
    return points > 0 ? points : UINT8_MAX;
}

/* ------------------------------------------------------------------ moves */

/* The neighbour of a cell; false if the board ends there. */
static bool neighbour(const struct variant *variant, size_t cell, size_t direction, size_t *to_out)
{
    int x = (int)(cell % variant->width) + directions[direction][0];
    int y = (int)(cell / variant->width) + directions[direction][1];
    if (x < 0 || x >= variant->width || y < 0 || y >= variant->height)
        return false;
    *to_out = (size_t)y * variant->width + (size_t)x;
    return true;
}

/* Achi moves along the lines of its board: of the slanting ones, the two through the middle. */
static bool is_line(const struct variant *variant, size_t from, size_t direction)
{
    size_t middle = layout__cell_count(variant) / 2;
    size_t to;
    if (!neighbour(variant, from, direction, &to))
        return false;
    return !is_achi(variant) || direction % 2 == 0 || from == middle || to == middle;
}

static bool is_move(const struct variant *variant, struct action action)
{
    return action.code >= layout__cell_count(variant);
}

static size_t move_from(const struct variant *variant, struct action action)
{
    return (action.code - layout__cell_count(variant)) / DIRECTIONS;
}

static size_t move_direction(const struct variant *variant, struct action action)
{
    return (action.code - layout__cell_count(variant)) % DIRECTIONS;
}

static struct action move_make(const struct variant *variant, size_t from, size_t direction)
{
    return action_place(layout__cell_count(variant) + from * DIRECTIONS + direction);
}

static size_t moving_codes(const struct variant *variant)
{
    return layout__cell_count(variant) * (1 + DIRECTIONS);
}

static size_t moving_square(const struct variant *variant, struct action action)
{
    size_t to;
    if (!is_move(variant, action))
        return action.code;
    bool is_on_board =
        neighbour(variant, move_from(variant, action), move_direction(variant, action), &to);
    REQUIRE(is_on_board);
    return to;
}

static enum mark mark_of_seat(enum seat seat)
{
    return seat == SEAT_FIRST ? MARK_X : MARK_O;
}

static enum seat moving_to_act(const struct game *game)
{
    return (enum seat)state_of(game)->to_act;
}

static enum mark moving_mark(const struct game *game)
{
    return mark_of_seat(moving_to_act(game));
}

static bool is_placing(const struct game *game)
{
    return game->ply < 2 * stones_each(game->variant);
}

static int check_move(const struct game *game, struct action action)
{
    const struct variant *variant = game->variant;
    size_t from = move_from(variant, action);
    size_t direction = move_direction(variant, action);
    size_t to;
    if (!neighbour(variant, from, direction, &to))
        return ERR_OFF_BOARD;
    if (layout__cells(game)[from] != moving_mark(game))
        return ERR_NOT_YOURS;
    if (!is_line(variant, from, direction))
        return ERR_NOT_ADJACENT;
    return layout__cells(game)[to] == MARK_NONE ? 0 : ERR_OCCUPIED;
}

static int moving_check(const struct game *game, struct action action)
{
    if (code__is_choice(action))
        return ERR_CANNOT_CHOOSE;
    if (action.code >= moving_codes(game->variant))
        return ERR_OFF_BOARD;
    if (is_move(game->variant, action) == is_placing(game))
        return ERR_WRONG_PHASE;
    return is_placing(game) ? standard__check_stone(game, action) : check_move(game, action);
}

static bool has_move(const struct game *game, enum seat seat)
{
    const struct variant *variant = game->variant;
    size_t to;
    if (is_placing(game))
        return true;
    for (size_t from = 0; from < layout__cell_count(variant); from++) {
        if (layout__cells(game)[from] != mark_of_seat(seat))
            continue;
        for (size_t i = 0; i < DIRECTIONS; i++)
            if (is_line(variant, from, i) && neighbour(variant, from, i, &to) &&
                layout__cells(game)[to] == MARK_NONE)
                return true;
    }
    return false;
}

/* ------------------------------------------------------------------ points */

/* The number of the set that begins at the cell and goes right, up, or slanting to the right up or
 * down: 32 and 32 and 16 and 16 of them. */
static size_t set_number(size_t cell, int line)
{
    static const size_t first[LINES] = {0, 32, 64, 80};
    size_t x = cell % 8;
    size_t y = cell / 8;
    switch (line) {
    case 1:
        return first[line] + y * 8 + x;
    case 3:
        return first[line] + (y - 4) * 4 + x;
    default:
        return first[line] + y * 4 + x;
    }
}

/* Whether all five cells of a set are the mark's. */
static bool is_filled(const struct game *game, size_t first, int step, uint8_t mark)
{
    const uint8_t *cell = &layout__cells(game)[first];
    for (int i = 0; i < FIVE; i++)
        if (cell[i * step] != mark)
            return false;
    return true;
}

/* Counts the sets through the cell that the seat has filled for the first time. */
static void score(struct game *game, size_t cell, enum seat seat)
{
    struct moving_state *state = state_to_write(game);
    struct line lines[LINES];
    lines_through(game->variant->width, game->variant->height, cell, lines);
    for (int line = 0; line < LINES; line++) {
        for (int back = 0; back < FIVE && back <= lines[line].behind; back++) {
            size_t first = (size_t)((int)cell - back * lines[line].step);
            if (FIVE - 1 - back > lines[line].ahead ||
                !is_filled(game, first, lines[line].step, (uint8_t)mark_of_seat(seat)))
                continue;
            size_t set = set_number(first, line);
            uint8_t bit = (uint8_t)(1u << set % 8);
            if ((state->filled[seat][set / 8] & bit) == 0)
                state->points[seat]++;
            state->filled[seat][set / 8] |= bit;
        }
    }
}

static void win(struct game *game, enum seat seat)
{
    game->status = GAME_WON;
    game->winner = (int8_t)seat;
}

/* The game is over, and more points win. */
static void end_by_points(struct game *game)
{
    const uint8_t *points = state_of(game)->points;
    game->status = GAME_DRAWN;
    if (points[SEAT_FIRST] != points[SEAT_SECOND])
        win(game, points[SEAT_FIRST] > points[SEAT_SECOND] ? SEAT_FIRST : SEAT_SECOND);
}

/* ------------------------------------------------------------------ acting */

/* Moves the stones and counts the points; `ply` of the game counts the action already. */
static void do_stone(struct game *game, struct action action)
{
    const struct variant *variant = game->variant;
    enum seat seat = moving_to_act(game);
    size_t to = moving_square(variant, action);
    if (is_move(variant, action))
        layout__cells_to_write(game)[move_from(variant, action)] = MARK_NONE;
    else
        game->stones++;
    layout__cells_to_write(game)[to] = (uint8_t)mark_of_seat(seat);
    if (!is_achi(variant))
        score(game, to, seat);
}

static bool has_won(const struct game *game, size_t cell, enum seat seat)
{
    if (is_achi(game->variant))
        return lines_has_win(game, cell);
    return state_of(game)->points[seat] >= points_to_win(game->variant);
}

static void pass_turn(struct game *game)
{
    struct moving_state *state = state_to_write(game);
    enum seat other = seat_other((enum seat)state->to_act);
    if (has_move(game, other))
        state->to_act = (uint8_t)other;
}

static void moving_act(struct game *game, struct action action)
{
    enum seat seat = moving_to_act(game);
    do_stone(game, action);
    if (has_won(game, moving_square(game->variant, action), seat)) {
        win(game, seat);
        return;
    }
    pass_turn(game);
    if (game->ply == layout__actions_max(game->variant) || !has_move(game, moving_to_act(game)))
        end_by_points(game);
}

static void moving_undo(struct game *game, struct action action)
{
    size_t count = game->ply;
    (void)action;
    memset(layout__cells_to_write(game), 0, layout__cell_count(game->variant));
    *state_to_write(game) = (struct moving_state){0};
    game->stones = 0;
    for (game->ply = 0; game->ply < count;) {
        struct action done = layout__actions(game)[game->ply++];
        do_stone(game, done);
        pass_turn(game);
    }
}

/* In go-bang as many as points: fewer have them only after many moves. */
static unsigned moving_stones_to_win(const struct variant *variant)
{
    return is_achi(variant) ? variant->row : points_to_win(variant);
}

static unsigned moving_points(const struct game *game, enum seat seat)
{
    return state_of(game)->points[seat];
}

static enum reason moving_reason(const struct game *game)
{
    const struct moving_state *state = state_of(game);
    size_t cell = moving_square(game->variant, layout__actions(game)[game->ply - 1]);
    if (is_achi(game->variant) && lines_has_win(game, cell))
        return REASON_ROW;
    unsigned enough = points_to_win(game->variant);
    if (state->points[SEAT_FIRST] >= enough || state->points[SEAT_SECOND] >= enough)
        return REASON_POINTS;
    return game->ply == layout__actions_max(game->variant) ? REASON_LIMIT : REASON_BLOCKED;
}

static size_t moving_line(const struct game *game, size_t *cells_out, size_t cap)
{
    size_t cell = moving_square(game->variant, layout__actions(game)[game->ply - 1]);
    return is_achi(game->variant) ? lines_get_win(game, cell, cells_out, cap) : 0;
}

static size_t moving_changed(const struct game *game, struct action action, size_t *cells_out,
                             size_t cap)
{
    const struct variant *variant = game->variant;
    size_t to = moving_square(variant, action);
    size_t from = is_move(variant, action) ? move_from(variant, action) : to;
    const size_t cells[] = {from < to ? from : to, from < to ? to : from};
    size_t count = is_move(variant, action) ? 2 : 1;
    for (size_t i = 0; i < count && i < cap; i++)
        cells_out[i] = cells[i];
    return count;
}

/* ------------------------------------------------------------------ text */

/* The bytes of the square at the front of a text. */
static size_t square_length(struct text_span text)
{
    size_t len = 1;
    while (len < text.len && !text__is_letter(text.text[len]))
        len++;
    return len < text.len ? len : text.len;
}

static int moving_parse(const struct variant *variant, struct text_span text,
                        struct action *action_out)
{
    struct action from;
    struct action to;
    size_t len = square_length(text);
    int error = square__parse(variant, (struct text_span){text.text, len}, &from);
    if (error != 0)
        return error;
    if (len == text.len) {
        *action_out = from;
        return 0;
    }
    error = square__parse(variant, (struct text_span){text.text + len, text.len - len}, &to);
    for (size_t i = 0; error == 0 && i < DIRECTIONS; i++) {
        size_t cell;
        if (!neighbour(variant, from.code, i, &cell) || cell != to.code)
            continue;
        *action_out = move_make(variant, from.code, i);
        return 0;
    }
    return error != 0 ? error : ERR_NOT_ADJACENT;
}

static void moving_format(const struct variant *variant, struct action action,
                          struct text_writer *writer)
{
    if (is_move(variant, action))
        square__format(variant, action_place(move_from(variant, action)), writer);
    square__format(variant, action_place(moving_square(variant, action)), writer);
}

#define MOVING(ID, id, stones_each_, points_win_)                                                  \
    const struct rules rules__##id = {                                                             \
        STANDARD__NUMBERS(ID),                                                                     \
        .turn = 1,                                                                                 \
        .passes_over = true,                                                                       \
        .stones_each = stones_each_,                                                               \
        .points_win = points_win_,                                                                 \
        .wins = (points_win_) > 0 ? WINS_BY_POINTS : WINS_ANYWHERE,                                \
        .stones_to_win = moving_stones_to_win,                                                     \
        .codes = moving_codes,                                                                     \
        .check = moving_check,                                                                     \
        .act = moving_act,                                                                         \
        .undo = moving_undo,                                                                       \
        .expects = standard__expects,                                                              \
        .to_act = moving_to_act,                                                                   \
        .next_mark = moving_mark,                                                                  \
        .first_mark = standard__first_mark,                                                        \
        .stones_left = standard__stones_left,                                                      \
        .square = moving_square,                                                                   \
        .cell = standard__cell,                                                                    \
        .changed = moving_changed,                                                                 \
        .reason = moving_reason,                                                                   \
        .line = moving_line,                                                                       \
        .points = (points_win_) > 0 ? moving_points : NULL,                                        \
        .parse = moving_parse,                                                                     \
        .format = moving_format,                                                                   \
    };

MOVING(GOBANG12, gobang12, 12, 10)
MOVING(GOBANG15, gobang15, 15, 10)
MOVING(ACHI, achi, 4, 0)
