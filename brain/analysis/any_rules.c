/* SPDX-License-Identifier: MIT */
/*
 * Reads from the rules of a position of any game: whether an action wins at once, and whether all
 * but one lose at once.
 */
#include "brain/analysis/any.h"
#include "engine/sight.h"

/* Does the action in a copy of the game. */
static void do_in_copy(struct game *after, const struct game *game, struct action action)
{
    game_copy(after, game);
    game_do(after, action);
}

static bool wins_at_once(const struct game *game, struct action action)
{
    struct game after;
    do_in_copy(&after, game, action);
    return game_winner(&after) == game_to_act(game);
}

/* Whether the opponent has an action that wins at once: the one that did so before is tried first,
 * because it mostly does so again. */
static bool is_answered(struct any_work *work, const struct game *game, struct action *answer)
{
    if (game_check(game, *answer) == 0 && wins_at_once(game, *answer))
        return true;
    size_t count = sight_candidates(game, work->replies, GAME_LEGAL_MAX);
    for (size_t i = 0; i < count; i++)
        if (wins_at_once(game, work->replies[i])) {
            *answer = work->replies[i];
            return true;
        }
    return false;
}

/* Whether the action ends the game as a loss, or lets the opponent end it so. */
static bool loses_at_once(struct any_work *work, const struct game *game, struct action action,
                          struct action *answer)
{
    struct game after;
    enum seat seat = game_to_act(game);
    do_in_copy(&after, game, action);
    if (game_status(&after) != GAME_OPEN)
        return game_winner(&after) == seat_other(seat);
    return game_to_act(&after) != seat && is_answered(work, &after, answer);
}

void any__see(struct any_work *work, const struct game *game, const struct action *played,
              struct any_sight *sight_out)
{
    size_t count = sight_candidates(game, work->list, GAME_LEGAL_MAX);
    struct action answer = work->list[0];
    *sight_out = (struct any_sight){.wins = false};
    if (played != NULL && wins_at_once(game, *played)) {
        sight_out->wins = true;
        sight_out->win = *played;
    }
    for (size_t i = 0; i < count && !sight_out->wins; i++) {
        sight_out->wins = wins_at_once(game, work->list[i]);
        sight_out->win = work->list[i];
    }
    for (size_t i = 0; i < count && !sight_out->wins && sight_out->safe_count < 2; i++)
        if (!loses_at_once(work, game, work->list[i], &answer) && sight_out->safe_count++ == 0)
            sight_out->safe = work->list[i];
}
