/* SPDX-License-Identifier: MIT */
/*
 * The looks ahead of lessons/quick.h.
 */
#include "lessons/quick.h"

#include "engine/needs.h"
#include "lessons/board.h"

bool lesson_is_reached(const struct game *over, const struct lesson_aim *aim)
{
    if (game_winner(over) == SEAT_NONE)
        return aim->is_draw_enough;
    return game_winner(over) == aim->seat;
}

/* ------------------------------------------------------------------ actions that are tried */

/* Does the action on a copy. False: the effort is used up. */
static bool try(const struct game *game, struct action action, uint64_t *effort,
                struct game *after_out)
{
    if (*effort == 0)
        return false;
    --*effort;
    game_copy(after_out, game);
    game_do(after_out, action);
    return true;
}

/* Whether the action ends the game as it should. */
static bool ends(const struct game *game, const struct lesson_aim *aim, struct action action,
                 uint64_t *effort)
{
    struct game after;
    return game_check(game, action) == 0 && try(game, action, effort, &after) &&
           game_status(&after) != GAME_OPEN && lesson_is_reached(&after, aim);
}

/* Whether any does; the one that is there before is tried first. */
static bool find_end(const struct game *game, const struct lesson_aim *aim, uint64_t *effort,
                     struct action *action)
{
    if (ends(game, aim, *action, effort))
        return true;
    for (size_t at = 0; game_next_legal(game, &at, action);)
        if (ends(game, aim, *action, effort))
            return true;
    return false;
}

/* Whether the side ends the game behind every answer. The game is open. */
static bool ends_behind_all(const struct game *game, const struct lesson_aim *aim, uint64_t *effort)
{
    struct action answer;
    struct action end = {0};
    struct game after;
    if (game_to_act(game) == aim->seat)
        return false; /* one more action of its own is no answer */
    for (size_t at = 0; game_next_legal(game, &at, &answer);) {
        if (!try(game, answer, effort, &after))
            return false;
        bool is_over = game_status(&after) != GAME_OPEN;
        if (is_over ? !lesson_is_reached(&after, aim)
                    : game_to_act(&after) != aim->seat || !find_end(&after, aim, effort, &end))
            return false;
    }
    return true;
}

static bool leads_to_end(const struct game *game, const struct lesson_aim *aim,
                         struct action action, uint64_t *effort)
{
    struct game after;
    if (!try(game, action, effort, &after))
        return false;
    if (game_status(&after) != GAME_OPEN)
        return lesson_is_reached(&after, aim);
    return ends_behind_all(&after, aim, effort);
}

/* ------------------------------------------------------------------ the plain game */

/* Where stones can be counted: a full board is nothing that is counted. */
static bool is_counted(const struct game *game, const struct lesson_aim *aim)
{
    return game->variant->needs == NEED_PLAIN && !aim->is_draw_enough;
}

static bool counted_soon(const struct game *game, uint64_t *effort, size_t *cell)
{
    struct lesson_board board;
    lesson_board_init(&board, game);
    return lesson_wins_soon(&board, game_next_mark(game), effort, cell);
}

/* ------------------------------------------------------------------ either way */

bool lesson_soon_by(const struct game *game, const struct lesson_aim *aim, struct action action,
                    uint64_t *effort)
{
    if (game_check(game, action) != 0)
        return false;
    if (!is_counted(game, aim))
        return leads_to_end(game, aim, action, effort);
    struct lesson_board board;
    lesson_board_init(&board, game);
    return lesson_wins_soon_by(&board, game_next_mark(game), action_cell(action));
}

bool lesson_soon(const struct game *game, const struct lesson_aim *aim, uint64_t *effort,
                 struct action *action)
{
    if (is_counted(game, aim)) {
        size_t cell =
            action_is_choice(*action) ? variant_cells(game->variant) : action_cell(*action);
        bool is_soon = counted_soon(game, effort, &cell);
        *action = action_place(cell);
        return is_soon;
    }
    if (game_check(game, *action) == 0 && leads_to_end(game, aim, *action, effort))
        return true;
    if (find_end(game, aim, effort, action))
        return true;
    for (size_t at = 0; game_next_legal(game, &at, action);)
        if (leads_to_end(game, aim, *action, effort))
            return true;
    return false;
}
