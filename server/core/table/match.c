/* SPDX-License-Identifier: MIT */
/*
 * Matches: their life in memory, and their log: the effect of an event, and doing, writing and
 * telling it. The acts of players are in match_play.c.
 */
#include "server/core/table/match.h"

#include "base/getter.h"
#include "base/memory.h"
#include "server/core/desk/conn.h"
#include "server/core/desk/happen.h"
#include "server/core/people/player.h"
#include "server/core/table/computers.h"
#include "server/core/table/match_clock.h"
#include "server/core/table/match_events.h"
#include "server/core/table/match_play.h"
#include "server/core/table/room.h"
#include "server/core/table/room_presence.h"
#include "server/core/table/state.h"
#include "server/core/turn/uptime.h"
#include "server/core/turn/writes.h"

#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <utlist.h>

#define LOG_SIZE_FIRST 16

/* ------------------------------------------------------------------ life */

struct match *match__alloc(uint64_t id, const struct variant *variant,
                           const struct time_control *clock)
{
    struct match *match = mem_zero(offsetof(struct match, game) + game_size(variant));
    match->id = id;
    match->clock = *clock;
    match->state.draw_offer = SEAT_NONE;
    match->state.takeback = SEAT_NONE;
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        match->state.clocks[seat] = clock_start(clock);
    game_init(&match->game, variant);
    return match;
}

void match__list(struct core *core, struct match *match)
{
    id_table_add(&core->tables->matches_by_id, match->id, match);
    DL_APPEND(core->tables->matches, match);
    core->tables->slow_matches += match_is_real_time(match) ? 0 : 1;
    match_deadline_update(core, match);
    computer_turn_begin(match);
    computer_turn_update(core, match);
}

void match__lay_out(struct match *match, const struct game *from, size_t given)
{
    int status = game_replay(&match->game, from->variant, game_actions(from), given);
    assert(status == 0); /* they are the beginning of a game */
    match->given = (uint16_t)given;
}

struct match *match_new(struct core *core, const struct room *room, const struct match_setup *setup)
{
    struct match *match = match__alloc(setup->id, room->variant, &room->clock);
    if (setup->from != NULL)
        match__lay_out(match, setup->from, setup->given);
    match->room = room->id;
    match->rated = room->rated;
    match->by_turns = true;
    match__lag_begin(core, match);
    match->started_ms = core->now.wall_ms;
    match->uptime_ms = uptime_ms(core);
    match->state.turn_ms = match->uptime_ms;
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        match->players[seat] = known_hold_again(player_known(setup->players[seat]));
    match__list(core, match);
    return match;
}

struct match *match_find(const struct core *core, uint64_t id)
{
    return id_table_find(&core->tables->matches_by_id, id);
}

void match_free(struct core *core, struct match *match, bool is_live)
{
    if (is_live) {
        computer_turn_forget(core, match);
        due_set(core, DUE_MATCH, &match->deadline, INT64_MAX);
        id_table_remove(&core->tables->matches_by_id, match->id);
        DL_DELETE(core->tables->matches, match);
        core->tables->slow_matches -= match_is_real_time(match) ? 0 : 1;
    }
    match__let_go(core, match);
    match__drop_ending(core, match);
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        known_let_go(core, match->players[seat]);
    free(match->log);
    free(match->spent);
    free(match->lags);
    free(match->planned);
    free(match);
}

static void match_check(struct core *core, uint64_t id)
{
    struct match *match = match_find(core, id);
    if (match == NULL || --match->rechecks > 0)
        return; /* changed again since, by a batch that may still fail */
    if (!room_has_match(core, match))
        match_free(core, match, true);
}

void match_recheck(struct core *core, struct match *match)
{
    match->rechecks++;
    writes_recheck(core, match_check, match->id);
}

void matches_free(struct core *core)
{
    struct match *match;
    struct match *next;
    DL_FOREACH(core->tables->matches, match)
        match->computer.is_asked = false; /* whoever thinks goes, too */
    DL_FOREACH_SAFE(core->tables->matches, match, next)
        match_free(core, match, true);
    id_table_deinit(&core->tables->matches_by_id);
}

enum seat match_seat_of(const struct match *match, uint64_t player)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        if (known_id(match->players[seat]) == player)
            return (enum seat)seat;
    return SEAT_NONE;
}

/* A game that is not over after all keeps its room open, and its clock runs. */
static void match_restored(struct core *core, void *owner)
{
    struct match *match = owner;
    struct room *room = room_find(core, match->room);
    match__drop_ending(core, match);
    match__returned_meanwhile(core, match);
    match_deadline_update(core, match);
    computer_turn_forget(core, match);
    computer_turn_update(core, match);
    if (room != NULL) {
        room_measure_lag(core, room);
        room_idle_check(core, room);
        happen_room_deserted(core, room->id);
    }
}

void match__begin_board(const struct match *match, struct game *game_out)
{
    int status =
        game_replay(game_out, match->game.variant, game_actions(&match->game), match->given);
    assert(status == 0);
}

int match__takeback_ply(const struct match *match, const struct game *game, enum seat seat)
{
    return game_takeback_ply(game, seat, match->given,
                             match->by_turns ? TAKEBACK_TURN : TAKEBACK_ACTION);
}

/* The board is no part of the image: what was laid out, which never leaves it, and the log, which
 * keeps what stood in it, give it again. */
static void match_rebuild(void *owner)
{
    struct match *match = owner;
    struct clock clocks[SEAT_COUNT] = {{0}}; /* those that count are in the image */
    while (match->game.ply > match->given)
        game_undo(&match->game);
    for (uint32_t i = 0; i < match->state.log_count; i++)
        match__step(match, &match->game, clocks, match->log[i]);
}

void match__touch(struct core *core, struct match *match)
{
    static const struct writes_owner owner = {.rebuild = match_rebuild, .restored = match_restored};
    writes_touch(core, &match->state, sizeof(match->state), &owner, match);
}

/* ------------------------------------------------------------------ the log */

static void log_append(struct match *match, struct match_event event)
{
    if (match->state.log_count == match->log_size) {
        match->log_size = match->log_size == 0 ? LOG_SIZE_FIRST : match->log_size * 2;
        match->log = mem_grow(match->log, match->log_size * sizeof(*match->log));
    }
    match->log[match->state.log_count++] = event;
    match->state.seq++;
}

/* An unanswered offer counts as refused: else one could offer again after every move. */
static void draw_offer_end(struct match *match)
{
    struct match_state *state = &match->state;
    if (state->draw_offer == SEAT_NONE)
        return;
    state->draw_from_ply[state->draw_offer] = (uint16_t)(match->game.ply + DRAW_WAIT_PLIES);
    state->draw_offer = SEAT_NONE;
}

/* An unanswered request to take back counts as refused when the asker's opponent acts. */
static void takeback_refuse(struct match *match)
{
    struct match_state *state = &match->state;
    if (state->takeback == SEAT_NONE)
        return;
    state->takeback_from_ply[state->takeback] = (uint16_t)(match->game.ply + TAKEBACK_WAIT_PLIES);
    state->takeback = SEAT_NONE;
}

/* A turn ends when another player is to act, or nobody is; in games that began when each action was
 * a turn of its own, with each of them. */
static bool ends_turn(const struct match *match, const struct game *game, enum seat acted)
{
    return !match->by_turns || game_turn_ended(game, acted);
}

void match__step(const struct match *match, struct game *game, struct clock clocks[SEAT_COUNT],
                 struct match_event event)
{
    const struct time_control *clock = &match->clock;
    enum seat runs = game_to_act(game);
    clock_spend(clock, &clocks[runs], event.spent_ms);
    if (event.kind == LOG_ACTION) {
        game_do(game, event.action);
        if (ends_turn(match, game, runs))
            clock_press(clock, &clocks[runs]);
    }
    if (event.kind == LOG_TAKEBACK) {
        int ply = match__takeback_ply(match, game, seat_other((enum seat)event.seat));
        assert(ply >= 0);
        while (game->ply > ply)
            game_undo(game);
        if (clock->kind != CLOCK_FISCHER)
            clock_press(clock, &clocks[runs]); /* the next turn has its period whole */
    }
    if (event.kind == LOG_GIVE_TIME)
        clock_give(clock, &clocks[seat_other((enum seat)event.seat)], event.given_ms);
    else if (event.given_ms != 0)
        clock_wait(clock, &clocks[game_to_act(game)], event.given_ms);
}

static void action_done(struct match *match, enum seat seat)
{
    struct match_state *state = &match->state;
    state->acted |= (uint8_t)(1U << seat);
    if (state->draw_offer == seat_other(seat))
        draw_offer_end(match);
    if (state->takeback == seat_other(seat))
        takeback_refuse(match);
    state->takeback = SEAT_NONE;
}

/* Applies an event to the state. The one place: for players and when the log is read again. */
void match__apply(struct match *match, struct match_event event)
{
    struct match_state *state = &match->state;
    enum seat seat = (enum seat)event.seat;
    match__step(match, &match->game, state->clocks, event);
    switch ((enum log_kind)event.kind) {
    case LOG_ACTION:
        action_done(match, seat);
        match__lag_spend(match, seat, event.lag_ms);
        break;
    case LOG_DRAW_OFFER:
        state->draw_offer = seat;
        break;
    case LOG_DRAW_REFUSE:
        draw_offer_end(match);
        break;
    case LOG_TAKEBACK_ASK:
        state->takeback = seat;
        break;
    case LOG_TAKEBACK:
        assert(state->takeback == seat_other(seat));
        state->takebacks[state->takeback]++;
        state->takeback = SEAT_NONE;
        state->draw_offer = SEAT_NONE;
        break;
    case LOG_TAKEBACK_REFUSE:
        takeback_refuse(match);
        break;
    case LOG_GIVE_TIME:
        state->given_ms[seat] += event.given_ms;
        break;
    case LOG_DAYS_OFF:
    case LOG_KIND_COUNT:
        break;
    }
    state->turn_ms += event.spent_ms;
    state->turn_spent_ms += event.spent_ms;
    if (match__changes_board(event))
        state->turn_spent_ms = 0;
    if (match->clock.kind == CLOCK_CORRESPONDENCE)
        match__plans_follow(match, event);
    log_append(match, event);
}

static void write_event(struct core *core, const struct match *match, struct match_event event,
                        const char *at)
{
    struct store_op op = {
        .kind = STORE_GAME_LOG,
        .as.game_log = {.game = match->id,
                        .seq = match->state.seq,
                        .kind = (enum log_kind)event.kind,
                        .seat = (enum seat)event.seat,
                        .at_ms = event.at_ms,
                        .spent_ms = event.spent_ms,
                        .lag_ms = event.lag_ms,
                        .given_ms = event.given_ms,
                        .planned = event.planned},
    };
    memcpy(op.as.game_log.action, at, ACTION_TEXT_SIZE);
    if (match__changes_board(event) || event.kind == LOG_DAYS_OFF)
        op.as.game_log.due_ms = match_due_ms(match);
    writes_add(core, &op);
}

int match__do(struct core *core, struct room *room, struct match_event event)
{
    struct match *match = room->state.match;
    char at[ACTION_TEXT_SIZE] = "";
    const bool is_slow = match->clock.kind == CLOCK_CORRESPONDENCE;
    const struct game_act act = {
        .room = room, .event = &event, .planned = is_slow ? match__plans_of(match) : 0};
    event.at_ms = core->now.wall_ms;
    match__touch(core, match);
    match__measure(core, match, &event);
    match__apply(match, event);
    if (event.kind == LOG_ACTION)
        action_format(match->game.variant, event.action, at);
    if (match__changes_board(event)) {
        event.given_ms = is_slow ? match__wait_for_days_off(core, match) : 0;
        match_hold(core, match);
    }
    match_wait_for_return(core, match);
    match_deadline_update(core, match);
    write_event(core, match, event, at);
    match__tell_event(core, room, event, at);
    if (is_slow)
        happen_slow_game_acted(core, &act);
    else
        happen_game_acted(core, &act);
    if (match->computer.is_there)
        happen_computer_game_acted(core, room);
    return 0;
}

size_t matches_in_progress(const struct core *core)
{
    size_t count = 0;
    for (const struct match *match = core->tables->matches; match != NULL; match = match->next)
        count += match->state.is_over ? 0 : 1;
    return count;
}

void matches_recheck(struct core *core)
{
    struct match *match;
    DL_FOREACH(core->tables->matches, match)
        match_recheck(core, match);
}

/* ------------------------------------------------------------------ for the parts above */

GETTER(uint64_t, match_id, match, match->id)
GETTER(uint64_t, match_room, match, match->room)
GETTER(bool, match_is_rated, match, match->rated)
GETTER(bool, match_is_over, match, match->state.is_over)
GETTER(const struct game *, match_game, match, &match->game)
GETTER(size_t, match_given, match, match->given)

const struct known *match_player(const struct match *match, enum seat seat)
{
    return match->players[seat];
}

int64_t match_acted_ms(const struct match *match)
{
    for (uint32_t i = match->state.log_count; i > 0; i--)
        if (match->log[i - 1].kind == LOG_ACTION)
            return match->log[i - 1].at_ms;
    return NONE;
}

GETTER(const char *, match_spent, match, match->spent)
GETTER(bool, match_has_computer, match, match->computer.is_there)

void match_note_customer(struct match *match, uint64_t customer)
{
    match->computer.customer = customer;
}

/* ------------------------------------------------------------------ from the store */

static void load_given(struct match *match, const char *actions)
{
    int status = game_parse(&match->game, match->game.variant, actions, strlen(actions), NULL);
    assert(status == 0 && match->game.ply == match->given);
}

static void load_log(struct match *match, const struct store_game *stored)
{
    for (size_t i = 0; i < stored->log_count; i++) {
        const struct store_log_entry *entry = &stored->log[i];
        struct match_event event = {.kind = (uint8_t)entry->kind,
                                    .seat = (uint8_t)entry->seat,
                                    .at_ms = entry->at_ms,
                                    .spent_ms = entry->spent_ms,
                                    .lag_ms = entry->lag_ms,
                                    .given_ms = entry->given_ms,
                                    .planned = entry->planned};
        int status = 0;
        if (entry->kind == LOG_ACTION)
            status = action_parse(match->game.variant, entry->action, strlen(entry->action),
                                  &event.action);
        if (status == 0 && entry->kind == LOG_ACTION)
            status = game_check(&match->game, event.action);
        assert(status == 0); /* only legal actions are ever logged */
        match__apply(match, event);
    }
    for (size_t i = 0; i < stored->plans_count; i++)
        match__plan_load(match, &stored->plans[i]);
}

static void load_end(struct match *match, const struct store_game_over *end)
{
    struct match_state *state = &match->state;
    int status =
        game_parse(&match->game, match->game.variant, end->actions, strlen(end->actions), NULL);
    assert(status == 0);
    state->seq = end->last_seq;
    state->is_over = true;
    state->outcome = end->outcome;
    state->ended_ms = end->ended_ms;
    state->moves_ratings = end->moves_ratings;
    match->has_changes = end->moves_ratings;
    match->is_annulled = end->is_annulled;
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        match->changes[seat] =
            (struct match_change){.before = end->changes[seat].before,
                                  .after = end->changes[seat].after.points,
                                  .was_provisional = end->changes[seat].was_provisional};
    memcpy(state->clocks, end->clocks, sizeof(state->clocks));
    match->spent = mem_text(end->spent);
    match->lags = mem_text(end->lags);
    match->planned = mem_text(end->planned);
}

struct match *match_from_store(struct core *core, const struct store_game *stored, bool is_live)
{
    struct match *match =
        match__alloc(stored->start.id, variant_get(stored->start.variant), &stored->start.clock);
    match->room = stored->start.room;
    match->rated = stored->start.rated;
    match->given = (uint16_t)stored->start.given;
    match->by_turns = stored->start.by_turns;
    match__lag_begin(core, match);
    match->started_ms = stored->start.started_ms;
    match->uptime_ms = stored->start.uptime_ms;
    match->state.turn_ms = match->uptime_ms;
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        match->players[seat] = known_hold(core, stored->start.players[seat],
                                          stored->seats[seat].kind, stored->seats[seat].name);
    if (stored->is_over)
        load_end(match, &stored->end);
    else if (stored->start.given_actions != NULL)
        load_given(match, stored->start.given_actions);
    if (!stored->is_over)
        load_log(match, stored);
    /* Time while the server was down is nobody's. A clock of days goes on where the uptime does. */
    if (match_is_real_time(match))
        match->state.turn_ms = uptime_ms(core);
    match->return_ms = uptime_ms(core) + core->options.return_ms;
    match_wait_for_return(core, match);
    if (is_live)
        match__list(core, match);
    return match;
}
