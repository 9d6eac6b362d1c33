/* SPDX-License-Identifier: MIT */
/*
 * Games of chance of the player `generic`. In them a player takes a win, stops one of the
 * opponent's by taking its action, and does not lose by an action of one's own while there are
 * others. The engine names the few actions by which that may happen (engine/sight.h), so that a ply
 * costs about as much as its stone.
 */
#include "brain/generic_playout.h"

#include "brain/generic_tree.h"
#include "engine/sight.h"

#define DRAWS 64  /* numbers of chance, before actions are listed */
#define RETRIES 4 /* actions that lose at once, before one is done */

bool generic__look(struct generic *search)
{
    const struct thinking *thinking = search->thinking;
    if (generic__is_cut(search))
        return false;
    search->looked++;
    if (search->looked - search->asked_at >= 512) {
        search->asked_at = search->looked;
        search->is_stopped = thinking->stop != NULL && thinking->stop(thinking->ctx);
    }
    return !search->is_stopped;
}

bool generic__is_cut(const struct generic *search)
{
    return search->is_stopped || search->looked == search->limit;
}

/* ------------------------------------------------------------------ wins */

/* Whether the action wins in this turn, with the stones of the turn behind it. */
static bool wins(struct generic *search, const struct game *game, struct action action)
{
    struct game after;
    struct action next;
    enum seat seat = game_to_act(game);
    if (!generic__look(search))
        return false;
    game_copy(&after, game);
    game_do(&after, action);
    if (game_status(&after) != GAME_OPEN)
        return game_winner(&after) == seat;
    bool goes_on = variant_turn(game->variant) > 1 && game_to_act(&after) == seat;
    return goes_on && generic__find_fresh_win(search, &after, &next);
}

bool generic__find_win(struct generic *search, const struct game *game,
                       const struct action *actions, size_t count, struct action *action_out)
{
    for (size_t i = 0; i < count && !generic__is_cut(search); i++) {
        *action_out = actions[i];
        if (wins(search, game, actions[i]))
            return true;
    }
    return false;
}

bool generic__find_fresh_win(struct generic *search, const struct game *game,
                             struct action *action_out)
{
    struct action list[GAME_LEGAL_MAX];
    size_t count = sight_wins(game, list, GAME_LEGAL_MAX);
    if (generic__find_win(search, game, list, count, action_out))
        return true;
    count = 0;
    if (search->standing_count > 0 && game_to_act(game) == search->standing_seat)
        for (size_t i = 0; i < search->standing_count; i++)
            if (game_check(game, search->standing[i]) == 0)
                list[count++] = search->standing[i];
    return generic__find_win(search, game, list, count, action_out);
}

/* ------------------------------------------------------------------ actions of chance */

static struct action draw(struct generic *search, const struct game *game)
{
    struct action action;
    for (int i = 0; i < DRAWS; i++)
        if (sight_draw(game, chance__next(&search->chance), &action))
            return action;
    size_t count = sight_actions(game, search->list, GAME_LEGAL_MAX);
    return search->list[chance__below(&search->chance, count)];
}

/* The action by which the opponent of the seat wins next, as the game stands; false: none. */
static bool find_threat(struct generic *search, const struct game *game, enum seat seat,
                        struct action *action_out)
{
    struct game after;
    if (game_to_act(game) != seat)
        return generic__find_fresh_win(search, game, action_out);
    game_copy(&after, game);
    while (game_to_act(&after) == seat && generic__look(search))
        game_do(&after, draw(search, &after)); /* the other stones of the turn */
    return game_status(&after) == GAME_OPEN && !generic__is_cut(search) &&
           generic__find_fresh_win(search, &after, action_out);
}

bool generic__act_by_chance(struct generic *search, struct game *game, struct action *action_out)
{
    struct game before;
    struct action threat;
    enum seat seat = game_to_act(game);
    game_copy(&before, game);
    for (int i = 0; i < RETRIES && generic__look(search); i++) {
        game_copy(game, &before);
        *action_out = draw(search, game);
        game_do(game, *action_out);
        if (game_status(game) != GAME_WON || game_winner(game) == seat)
            break;
    }
    if (game_status(game) != GAME_OPEN)
        return false;
    if (!find_threat(search, game, seat, &threat))
        return game_to_act(game) != seat;
    if (game_check(&before, threat) == 0) {
        game_copy(game, &before);
        game_do(game, threat);
        *action_out = threat;
    }
    return false;
}

/* ------------------------------------------------------------------ games */

enum seat generic__play_out(struct generic *search, struct game *game, size_t from)
{
    struct action action;
    bool has_no_win = true;
    while (game_status(game) == GAME_OPEN) {
        enum seat seat = game_to_act(game);
        if (!has_no_win && generic__find_fresh_win(search, game, &action))
            return seat;
        if (generic__is_cut(search))
            return SEAT_NONE;
        search->seats[game->ply - from] = (int8_t)seat;
        has_no_win = generic__act_by_chance(search, game, &action);
    }
    return game_winner(game);
}
