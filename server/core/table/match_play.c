/* SPDX-License-Identifier: MIT */
/*
 * Acts of players in a match: actions, draw offers, resigning, aborting, leaving, takebacks,
 * conditional moves.
 */
#include "server/core/table/match_play.h"

#include "server/core/desk/conn.h"
#include "server/core/people/conduct.h"
#include "server/core/people/fines.h"
#include "server/core/people/player.h"
#include "server/core/rules/account.h"
#include "server/core/table/match.h"
#include "server/core/table/match_clock.h"
#include "server/core/table/match_end.h"
#include "server/core/table/seating.h"
#include "server/core/table/state.h"
#include "server/core/turn/uptime.h"
#include "server/core/turn/writes.h"

#include <assert.h>

/* An action that the rules allow. */
static void act(struct core *core, struct room *room, enum seat seat, struct action action,
                bool is_planned)
{
    struct match *match = room->state.match;
    match__do(
        core, room,
        (struct match_event){
            .kind = LOG_ACTION, .seat = (uint8_t)seat, .action = action, .planned = is_planned});
    if (match->rated)
        fines_note_move(core,
                        &(struct fine_move){.player = known_id(match->players[seat]),
                                            .game = match->id,
                                            .variant = match->game.variant},
                        &match->state.active_month[seat]);
    if (game_status(&match->game) != GAME_OPEN)
        match__end(core, room, outcome_of_board(&match->game), SEAT_NONE);
}

/* A cheater asks a computer what it would do next. */
static int check_against(struct core *core, const struct match *match, enum seat seat,
                         struct action action)
{
    const struct player *player = player_find(core, known_id(match->players[seat]));
    struct game next;
    if (!match->computer.is_there || seat == match->computer.seat || player == NULL)
        return 0;
    game_copy(&next, &match->game);
    game_do(&next, action);
    return game_status(&next) == GAME_OPEN
               ? seating_check_against(core, player, &next, match->given > 0)
               : 0;
}

/* Plans answer at once. Each answer is an action of a plan that is left of it no more, so they end.
 */
int match_act(struct core *core, struct room *room, enum seat seat, struct action action)
{
    const struct match *match = room->state.match;
    const struct action *answer;
    if (game_to_act(&match->game) != seat)
        return ERR_NOT_YOUR_TURN;
    int status = game_check(&match->game, action);
    if (status == 0)
        status = check_against(core, match, seat, action);
    if (status != 0)
        return status;
    act(core, room, seat, action, false);
    while ((answer = match_plan_answer(match)) != NULL)
        act(core, room, game_to_act(&match->game), *answer, true);
    return 0;
}

static void plan_put(struct core *core, struct match *match, enum seat seat,
                     const struct plan *plan)
{
    match__touch(core, match);
    match->state.plans[seat] = *plan;
    match__plans_write(core, match, (uint8_t)(1U << seat));
    match__plans_tell(core, match, (uint8_t)(1U << seat));
}

int match_plan_set(struct core *core, struct match *match, enum seat seat, int64_t ply,
                   const char *lines)
{
    struct plan plan;
    if (match->clock.kind != CLOCK_CORRESPONDENCE || match->computer.is_there)
        return ERR_PLAN_NEEDS_DAYS;
    if (ply != match->game.ply)
        return ERR_STALE_PLY;
    if (game_to_act(&match->game) == seat)
        return ERR_PLAN_ON_OWN_TURN;
    int status = plan_read(&plan, &match->game, seat, lines);
    if (status == 0)
        plan_put(core, match, seat, &plan);
    return status;
}

void match_plan_clear(struct core *core, struct match *match, enum seat seat)
{
    const struct plan none = {0};
    if (match->state.plans[seat].count > 0)
        plan_put(core, match, seat, &none);
}

int match_draw_offer(struct core *core, struct room *room, enum seat seat)
{
    const struct match *match = room->state.match;
    const struct match_state *state = &match->state;
    if (state->draw_offer == seat_other(seat))
        return match_draw_accept(core, room, seat);
    if (state->draw_offer == seat)
        return ERR_ALREADY_OFFERED;
    if (match->game.ply < state->draw_from_ply[seat])
        return ERR_DRAW_TOO_SOON;
    return match__do(core, room,
                     (struct match_event){.kind = LOG_DRAW_OFFER, .seat = (uint8_t)seat});
}

int match_draw_accept(struct core *core, struct room *room, enum seat seat)
{
    if (room->state.match->state.draw_offer != seat_other(seat))
        return ERR_NO_DRAW_OFFER;
    match__end(core, room, (struct outcome){.result = RESULT_DRAW, .reason = REASON_AGREED},
               SEAT_NONE);
    return 0;
}

int match_draw_refuse(struct core *core, struct room *room, enum seat seat)
{
    if (room->state.match->state.draw_offer != seat_other(seat))
        return ERR_NO_DRAW_OFFER;
    return match__do(core, room,
                     (struct match_event){.kind = LOG_DRAW_REFUSE, .seat = (uint8_t)seat});
}

int match_give_time(struct core *core, struct room *room, enum seat seat, int64_t given_ms)
{
    const struct match *match = room->state.match;
    struct clock clock = match->state.clocks[seat_other(seat)];
    if (!match_is_real_time(match))
        return ERR_NO_RUNNING_CLOCK;
    if (match->state.given_ms[seat] + given_ms > GIVEN_MAX_MS ||
        !clock_give(&match->clock, &clock, given_ms))
        return ERR_TOO_MUCH_TIME;
    return match__do(
        core, room,
        (struct match_event){.kind = LOG_GIVE_TIME, .seat = (uint8_t)seat, .given_ms = given_ms});
}

void match_days_off(struct core *core, struct room *room, const struct player *player,
                    int64_t later_ms)
{
    const struct match *match = room->state.match;
    enum seat seat = match_seat_of(match, player_id(player));
    if (match->clock.kind == CLOCK_CORRESPONDENCE && seat != SEAT_NONE &&
        game_to_act(&match->game) == seat)
        match__do(core, room,
                  (struct match_event){
                      .kind = LOG_DAYS_OFF, .seat = (uint8_t)seat, .given_ms = later_ms});
}

void match_begin_days_off(struct core *core, struct room *room)
{
    const struct player *player = match__runner(core, room->state.match);
    int64_t wait_ms = player != NULL ? player_days_off_ms(core, player) : 0;
    if (wait_ms > 0)
        match_days_off(core, room, player, wait_ms);
}

int64_t match_plies_to_wait(const struct match *match, enum seat seat, int error)
{
    const struct match_state *state = &match->state;
    if (error == ERR_DRAW_TOO_SOON)
        return state->draw_from_ply[seat] - match->game.ply;
    return error == ERR_TAKEBACK_TOO_SOON ? state->takeback_from_ply[seat] - match->game.ply : 0;
}

int64_t match_plies_last_ms(const struct core *core, const struct match *match, int64_t plies)
{
    int64_t passed_ms = uptime_ms(core) - match->uptime_ms;
    int64_t made = match->game.ply - match->given;
    int64_t done = made > 0 ? made : 1;
    int64_t last_ms = passed_ms / done * plies;
    return last_ms > CLOCK_SECOND_MS ? last_ms : CLOCK_SECOND_MS;
}

struct outcome match_outcome_of_loss(const struct match *match, enum seat loser, enum reason reason)
{
    enum seat winner = seat_other(loser);
    if (match_can_abort(match))
        return (struct outcome){.result = RESULT_NONE, .reason = REASON_ABORTED};
    if (game_is_far_from_win(&match->game, winner))
        return (struct outcome){.result = RESULT_NONE, .reason = REASON_BROKEN_OFF};
    return (struct outcome){.result = (enum result)winner, .reason = reason};
}

int match_resign(struct core *core, struct room *room, enum seat seat)
{
    match__end(core, room, match_outcome_of_loss(room->state.match, seat, REASON_RESIGN), seat);
    return 0;
}

bool match_can_abort(const struct match *match)
{
    const uint8_t both = (1U << SEAT_FIRST) | (1U << SEAT_SECOND);
    return match->state.acted != both;
}

int match_abort(struct core *core, struct room *room, enum seat seat)
{
    if (!match_can_abort(room->state.match))
        return ERR_TOO_LATE_TO_ABORT;
    match__end(core, room, (struct outcome){.result = RESULT_NONE, .reason = REASON_ABORTED}, seat);
    return 0;
}

void match_leave(struct core *core, struct room *room, enum seat seat)
{
    match__end(core, room, match_outcome_of_loss(room->state.match, seat, REASON_LEFT), seat);
}

/* The log does not say who made an action of a game that was loaded after its end; the rules do. */
bool match_is_repeat(const struct match *match, enum seat seat, size_t ply, struct action action)
{
    const struct game *game = &match->game;
    const struct action *actions = game_actions(game);
    if (ply < match->given || ply >= game->ply || !action_equals(actions[ply], action))
        return false;
    struct game before;
    int status = game_replay(&before, game->variant, actions, ply);
    assert(status == 0);
    return game_to_act(&before) == seat;
}

/* ------------------------------------------------------------------ focus */

/* Writes for the action that is to come now that its player has turned away, if that is so. */
static void note_focus(struct core *core, const struct match *match)
{
    enum seat seat = game_to_act(&match->game);
    if (seat == SEAT_NONE || match->unfocused[seat] == 0 ||
        !conn_is_open(core, match->unfocused[seat]) || match_plan_answer(match) != NULL)
        return; /* what a plan answers, nobody looks up elsewhere */
    const struct store_op op = {
        .kind = STORE_FOCUS_LOST,
        .as.focus_lost = {.game = match->id, .ply = (uint32_t)match->game.ply, .seat = seat}};
    writes_add(core, &op);
}

void match_focus_game_acted(struct core *core, const struct game_act *act)
{
    if (match__changes_board(*act->event))
        note_focus(core, act->room->state.match);
}

void match_focus(struct core *core, struct match *match, enum seat seat, uint64_t conn)
{
    match->unfocused[seat] = match->rated ? conn : 0;
    if (game_to_act(&match->game) == seat)
        note_focus(core, match);
}

/* ------------------------------------------------------------------ conditional moves */

static uint8_t bit_of(enum seat seat)
{
    return (uint8_t)(1U << seat);
}

const char *match_plan_lines(struct core *core, const struct match *match, enum seat seat)
{
    char *lines = arena_alloc(&core->arena, PLAN_TEXT_SIZE);
    plan_write(&match->state.plans[seat], match->game.variant, lines);
    return lines;
}

const struct action *match_plan_answer(const struct match *match)
{
    enum seat seat = game_to_act(&match->game);
    if (match->state.is_over || seat == SEAT_NONE || match->state.plans[seat].count == 0 ||
        match->state.draw_offer == seat_other(seat))
        return NULL;
    return &match->state.plans[seat].nodes[0].action;
}

/* ------------------------------------------------------------------ as the game goes on */

uint8_t match__plans_of(const struct match *match)
{
    uint8_t seats = 0;
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        if (match->state.plans[seat].count > 0)
            seats |= bit_of((enum seat)seat);
    return seats;
}

void match__plans_follow(struct match *match, struct match_event event)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        struct plan *plan = &match->state.plans[seat];
        if (event.kind == LOG_ACTION)
            plan_follow(plan, event.action);
        if (event.kind == LOG_TAKEBACK)
            plan->count = 0;
    }
}

void match__plans_write(struct core *core, const struct match *match, uint8_t seats)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        if ((seats & bit_of((enum seat)seat)) == 0)
            continue;
        const struct store_op op = {
            .kind = STORE_PLAN_PUT,
            .as.plan_put = {.game = match->id,
                            .seat = (enum seat)seat,
                            .lines = match_plan_lines(core, match, (enum seat)seat)}};
        writes_add(core, &op);
    }
}

void match__plans_tell(struct core *core, const struct match *match, uint8_t seats)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        struct player *owner = player_find(core, known_id(match->players[seat]));
        if ((seats & bit_of((enum seat)seat)) == 0 || owner == NULL)
            continue;
        const struct plan_changed_event changed = {
            .of = match->id,
            .ply = match->game.ply,
            .lines = match_plan_lines(core, match, (enum seat)seat)};
        player_tell(core, owner, EVENT_PLAN_CHANGED, &changed);
    }
}

void match_plan_slow_game_acted(struct core *core, const struct game_act *act)
{
    const struct match *match = act->room->state.match;
    if (!match__changes_board(*act->event) || game_status(&match->game) != GAME_OPEN)
        return; /* the end of the game, which follows, forgets plans and says so */
    match__plans_write(core, match, act->planned);
    match__plans_tell(core, match, act->planned);
}

void match__plan_load(struct match *match, const struct store_plan *stored)
{
    int status =
        plan_read(&match->state.plans[stored->seat], &match->game, stored->seat, stored->lines);
    assert(status == 0); /* only what was read is ever stored */
}

/* ------------------------------------------------------------------ takebacks */

bool match_takeback_is_help(struct core *core, const struct match *match, enum seat seat)
{
    const struct player *player = player_find(core, known_id(match->players[seat]));
    return match->computer.is_there && player != NULL &&
           seating_check_help(core, player, &match->game) != 0;
}

int match_takeback_ask(struct core *core, struct room *room, enum seat seat)
{
    const struct match *match = room->state.match;
    const struct match_state *state = &match->state;
    if (state->takeback == seat)
        return ERR_ALREADY_OFFERED;
    if (state->takeback != SEAT_NONE)
        return ERR_TAKEBACK_OPEN;
    if (state->takebacks[seat] >= TAKEBACKS_MAX)
        return ERR_TOO_MANY_TAKEBACKS;
    if (match->game.ply < state->takeback_from_ply[seat])
        return ERR_TAKEBACK_TOO_SOON;
    if (match__takeback_ply(match, &match->game, seat) < 0)
        return ERR_NOTHING_TO_TAKE_BACK;
    if (match_takeback_is_help(core, match, seat))
        return ERR_RATED_GAME_RUNNING;
    return match__do(core, room,
                     (struct match_event){.kind = LOG_TAKEBACK_ASK, .seat = (uint8_t)seat});
}

static int answer(struct core *core, struct room *room, enum seat seat, enum log_kind kind)
{
    if (room->state.match->state.takeback != seat_other(seat))
        return ERR_NO_TAKEBACK;
    return match__do(core, room,
                     (struct match_event){.kind = (uint8_t)kind, .seat = (uint8_t)seat});
}

bool match_takeback_grant(struct core *core, struct room *room, enum seat seat)
{
    const struct match *match = room->state.match;
    enum seat other = seat_other(seat);
    const struct player *opponent = player_find(core, known_id(match->players[other]));
    if (opponent == NULL || match->state.takebacks[seat] > 0 ||
        account_setting(player_account(opponent), SETTING_ALLOW_TAKEBACK) != SWITCH_WORD_ON)
        return false;
    return answer(core, room, other, LOG_TAKEBACK) == 0;
}

int match_takeback_accept(struct core *core, struct room *room, enum seat seat)
{
    return answer(core, room, seat, LOG_TAKEBACK);
}

int match_takeback_refuse(struct core *core, struct room *room, enum seat seat)
{
    return answer(core, room, seat, LOG_TAKEBACK_REFUSE);
}
