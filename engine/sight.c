/* SPDX-License-Identifier: MIT */
/*
 * See the header. The rules say where a stone may win (enum rules_wins). Where that is in rows, a
 * new win goes through a last stone of the player: in a window of as many cells as a row, which
 * lacks no more stones than the turn has.
 */
#include "engine/sight.h"

#include "engine/code.h"
#include "engine/layout.h"
#include "engine/lines.h"
#include "engine/nested.h"
#include "engine/space.h"

#define LARGE 200 /* cells; boards that are settled have fewer */
#define NEAR 2
#define NEAR_SIDE (2 * NEAR + 1)

/* ------------------------------------------------------------------ near stones */

static bool is_large(const struct variant *variant)
{
    enum rules_wins wins = rules__all[variant->rules]->wins;
    bool is_by_rows = wins == WINS_IN_ROWS || wins == WINS_IN_ROWS_UPON;
    return is_by_rows && variant_cells(variant) > LARGE;
}

bool sight_is_whole(const struct variant *variant)
{
    return !is_large(variant);
}

/* Cells that were looked at. */
struct seen {
    uint8_t bits[(LIMITS_CELLS_ALL + 7) / 8];
};

static bool is_seen(struct seen *seen, size_t cell)
{
    uint8_t bit = (uint8_t)(1u << cell % 8);
    bool was_seen = (seen->bits[cell / 8] & bit) != 0;
    seen->bits[cell / 8] |= bit;
    return was_seen;
}

/* The cell at a place of the square around a stone, of NEAR_SIDE x NEAR_SIDE; the stone's own where
 * the board ends before. */
static size_t cell_around(const struct variant *variant, size_t stone, size_t place)
{
    const int width = variant->width;
    int column = (int)(stone % variant->width + place % NEAR_SIDE) - NEAR;
    int row = (int)(stone / variant->width + place / NEAR_SIDE) - NEAR;
    if (rules__all[variant->rules]->grid.space == GRID_CYLINDER)
        column = (column + width) % width;
    bool is_on = column >= 0 && column < width && row >= 0 && row < variant->height;
    return is_on ? (size_t)(row * width + column) : stone;
}

static size_t list_near(const struct game *game, struct action *actions_out, size_t cap)
{
    struct seen seen = {{0}};
    size_t count = 0;
    for (size_t ply = game->ply; ply > 0; ply--) {
        struct action stone = layout__actions(game)[ply - 1];
        for (size_t place = 0; place < NEAR_SIDE * NEAR_SIDE && !code__is_choice(stone); place++) {
            size_t cell = cell_around(game->variant, stone.code, place);
            if (count < cap && !is_seen(&seen, cell) && game_check(game, action_place(cell)) == 0)
                actions_out[count++] = action_place(cell);
        }
    }
    return count;
}

size_t sight_actions(const struct game *game, struct action *actions_out, size_t cap)
{
    size_t count = 0;
    if (is_large(game->variant) && game_expects(game) == EXPECTS_STONE) {
        struct action middle = action_place(variant_origin(game->variant));
        if (game->stones > 0)
            count = list_near(game, actions_out, cap);
        else if (game_check(game, middle) == 0 && cap > 0)
            actions_out[count++] = middle;
    }
    return count > 0 ? count : game_legal_actions(game, actions_out, cap);
}

size_t sight_candidates(const struct game *game, struct action *actions_out, size_t cap)
{
    bool is_few = variant_is_sparse(game->variant) && game_status(game) == GAME_OPEN;
    return is_few ? sight_actions(game, actions_out, cap)
                  : game_legal_actions(game, actions_out, cap);
}

/* A place around any stone, or the middle; a choice, which has none around it, stands for itself.
 */
static struct action draw_near(const struct game *game, uint32_t low, uint32_t high)
{
    if (game->stones == 0)
        return action_place(variant_origin(game->variant));
    struct action stone = layout__actions(game)[low % game->ply];
    if (code__is_choice(stone))
        return stone;
    return action_place(cell_around(game->variant, stone.code, high % (NEAR_SIDE * NEAR_SIDE)));
}

static struct action draw_code(const struct game *game, uint32_t number)
{
    size_t codes = rules__of(game)->codes(game->variant);
    size_t code = number % (codes + CHOICE_COUNT);
    return code < codes ? action_place(code) : action_choose((enum choice)(code - codes));
}

bool sight_draw(const struct game *game, uint64_t number, struct action *action_out)
{
    const struct variant *variant = game->variant;
    uint32_t low = (uint32_t)(number & UINT32_MAX);
    int board = rules__of(game)->wins == WINS_BY_BOARDS ? nested_next(game).board : NESTED_ANY;
    if (board != NESTED_ANY)
        *action_out = action_place(nested_cell(variant, (size_t)board, low % NESTED_PLACES));
    else if (is_large(variant) && game_expects(game) == EXPECTS_STONE)
        *action_out = draw_near(game, low, (uint32_t)(number >> 32));
    else
        *action_out = draw_code(game, low);
    return game_check(game, *action_out) == 0;
}

/* ------------------------------------------------------------------ wins */

/* A list that grows, without doubles. */
struct list {
    const struct game *game;
    struct action *actions;
    size_t count;
    size_t cap;
};

static void list_add(struct list *list, struct action action)
{
    for (size_t i = 0; i < list->count; i++)
        if (action_equals(list->actions[i], action))
            return;
    if (list->count < list->cap && game_check(list->game, action) == 0)
        list->actions[list->count++] = action;
}

/* Adds the empty cells of a window of the strip that lacks at most `left` stones of the mark. */
static void add_window(struct list *list, const struct strip *strip, int first, enum mark mark,
                       unsigned left)
{
    unsigned lacking = 0;
    for (int i = first; i < first + list->game->variant->row; i++) {
        enum mark at = (enum mark)strip->marks[i];
        if (at != mark && (at != MARK_NONE || ++lacking > left))
            return;
    }
    for (int i = first; i < first + list->game->variant->row; i++)
        if (strip->marks[i] == MARK_NONE)
            list_add(list, action_place(strip->cells[i]));
}

static void add_rows(struct list *list, size_t cell, enum mark mark, unsigned left)
{
    struct strip strip;
    const int row = list->game->variant->row;
    for (int line = 0; space__strip(list->game, cell, line, &strip); line++)
        for (int first = 0; first + row <= strip.count; first++)
            add_window(list, &strip, first, mark, left);
}

/* Of the last stones: the rows of the player's own, as many as a turn has, and, if stones fall, the
 * cells upon those since. */
static void add_fresh(struct list *list, bool is_upon)
{
    const struct game *game = list->game;
    enum mark mark = game_next_mark(game);
    unsigned turn = rules__of(game)->turn;
    unsigned found = 0;
    for (size_t ply = game->ply; ply > 0 && found < turn; ply--) {
        struct action action = layout__actions(game)[ply - 1];
        if (code__is_choice(action))
            continue;
        size_t upon = (size_t)action.code + game->variant->width;
        if (is_upon && upon < variant_cells(game->variant))
            list_add(list, action_place(upon));
        if (game_cell(game, action.code) != mark)
            continue;
        add_rows(list, action.code, mark, game_stones_left(game));
        found++;
    }
}

/* Whether so few points are lacking that one stone may make them: it fills eight sets of five at
 * the most, where two lines of the board's length cross; or the game ends by its length. */
static bool is_near_points(const struct game *game)
{
    unsigned points = rules__of(game)->points(game, game_to_act(game));
    return points + 8 >= rules__of(game)->points_win ||
           game->ply + 1u >= layout__actions_max(game->variant);
}

size_t sight_wins(const struct game *game, struct action *actions_out, size_t cap)
{
    struct list list = {.game = game, .actions = actions_out, .cap = cap};
    if (game_expects(game) != EXPECTS_STONE)
        return 0;
    switch (rules__of(game)->wins) {
    case WINS_IN_ROWS:
    case WINS_IN_ROWS_UPON:
        add_fresh(&list, rules__of(game)->wins == WINS_IN_ROWS_UPON);
        return list.count;
    case WINS_BY_BOARDS:
        return nested_is_near_win(game) ? game_legal_actions(game, actions_out, cap) : 0;
    case WINS_BY_POINTS:
        return is_near_points(game) ? game_legal_actions(game, actions_out, cap) : 0;
    case WINS_ANYWHERE:
        break;
    }
    return game_legal_actions(game, actions_out, cap);
}
