/* SPDX-License-Identifier: MIT */
/*
 * The end of a match: the outcome, and the one operation that stores it. The store works out its
 * effect on ratings.
 */
#include "server/core/table/match_end.h"

#include "base/decimal.h"
#include "base/getter.h"
#include "server/core/desk/happen.h"
#include "server/core/people/conduct.h"
#include "server/core/people/fines.h"
#include "server/core/people/login.h"
#include "server/core/people/moderation.h"
#include "server/core/people/player.h"
#include "server/core/people/ratings.h"
#include "server/core/table/computers.h"
#include "server/core/table/match.h"
#include "server/core/table/match_clock.h"
#include "server/core/table/match_events.h"
#include "server/core/table/room.h"
#include "server/core/table/room_chat.h"
#include "server/core/table/seating.h"
#include "server/core/table/state.h"
#include "server/core/turn/writes.h"

#include <assert.h>

/* Appends a number to a text of numbers. */
static size_t put_number(char text[MATCH_TIMES_SIZE], size_t len, int64_t number)
{
    if (len > 0)
        text[len++] = ' ';
    return len + decimal_write(text + len, number);
}

struct action_time {
    int64_t spent_ms;
    int64_t lag_ms;
    bool planned;
};

/* Those of each action that was made and stands; returns how many. */
static size_t read_times(const struct match *match, struct action_time times_out[GAME_ACTIONS_MAX])
{
    struct game game;
    struct clock clocks[SEAT_COUNT] = {{0}};
    int64_t turn_ms = 0;
    match__begin_board(match, &game);
    for (uint32_t i = 0; i < match->state.log_count; i++) {
        const struct match_event *event = &match->log[i];
        turn_ms += event->spent_ms;
        if (event->kind == LOG_ACTION)
            times_out[game.ply - match->given] =
                (struct action_time){turn_ms, event->lag_ms, event->planned};
        if (match__changes_board(*event))
            turn_ms = 0;
        match__step(match, &game, clocks, *event);
    }
    return (size_t)(game.ply - match->given);
}

void match_times(const struct match *match, struct match_times *times_out)
{
    struct action_time times[GAME_ACTIONS_MAX] = {{0}};
    size_t count = read_times(match, times);
    size_t spent_len = 0;
    size_t lags_len = 0;
    size_t planned_len = 0;
    int64_t lag_ms = 0;
    for (size_t i = 0; i < count; i++) {
        spent_len = put_number(times_out->spent, spent_len, times[i].spent_ms);
        lags_len = put_number(times_out->lags, lags_len, times[i].lag_ms);
        lag_ms += times[i].lag_ms;
        if (times[i].planned)
            planned_len = put_number(times_out->planned, planned_len, match->given + (int64_t)i);
    }
    times_out->spent[spent_len] = '\0';
    times_out->lags[lag_ms > 0 ? lags_len : 0] = '\0';
    times_out->planned[planned_len] = '\0';
}

static void write_end(struct core *core, const struct match *match, enum seat breaker)
{
    const struct match_state *state = &match->state;
    char actions[GAME_TEXT_SIZE];
    struct match_times times;
    int len = game_format(&match->game, actions, sizeof(actions));
    assert(len >= 0);
    match_times(match, &times);
    const struct store_op op = {
        .kind = STORE_GAME_END,
        .as.game_end = {.id = match->id,
                        .outcome = state->outcome,
                        .actions = actions,
                        .plies = match->game.ply,
                        .last_seq = state->seq,
                        .ended_ms = state->ended_ms,
                        .spent = times.spent,
                        .lags = times.lags,
                        .planned = times.planned,
                        .clocks = {state->clocks[SEAT_FIRST], state->clocks[SEAT_SECOND]},
                        .first_mark = game_seat_mark(&match->game, SEAT_FIRST),
                        .moves_ratings = state->moves_ratings,
                        .month = fines_month(core),
                        .terms = core->options.rating_terms,
                        .broken_off_by =
                            breaker != SEAT_NONE ? known_id(match->players[breaker]) : 0},
    };
    writes_add(core, &op);
}

/* The points follow when they are stored. */
static void move_ratings(struct core *core, const struct match *match)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        struct player *player = player_find(core, known_id(match->players[seat]));
        assert(player != NULL); /* both sit at the table until the game is over */
        ratings_will_move(core, player);
    }
}

/* Memos tell those who come days later how a game of days ended. */
static void leave_memos(struct core *core, const struct match *match)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        const struct player *player = player_find(core, known_id(match->players[seat]));
        if (match->clock.kind == CLOCK_CORRESPONDENCE && !player_is_here(player))
            memos_add_game_over(core, player, match->id,
                                known_id(match->players[seat_other((enum seat)seat)]),
                                score_of_seat(match->state.outcome.result, seat));
    }
}

/* Whether the player spoilt the game. */
static bool is_spoilt_by(enum reason reason, const struct player *player)
{
    switch (reason) {
    case REASON_ABORTED:
    case REASON_NO_START:
    case REASON_BROKEN_OFF:
    case REASON_LEFT:
    case REASON_CLAIM:
        return true;
    case REASON_TIME:
        return !player_is_here(player);
    default:
        return false;
    }
}

/* Whether the opponent let the player wait so long, where no clock ends that soon, that ending a
 * game which has hardly begun is no fault: else whoever does not move makes spoilers of others. */
static bool has_waited(const struct core *core, const struct match *match, enum seat seat)
{
    int64_t waited_ms = match_thought_ms(core, match) + match->state.turn_spent_ms;
    bool is_slow = match->clock.kind == CLOCK_CORRESPONDENCE;
    return match->state.outcome.result == RESULT_NONE && !match_is_real_time(match) &&
           game_to_act(&match->game) == seat_other(seat) &&
           waited_ms >= (is_slow ? CLOCK_DAY_MS : core->options.claim_ms);
}

/* The player whose fault it is that a game which the monthly fine counts came to no result. */
static enum seat breaker_of(const struct core *core, const struct match *match, enum seat fault)
{
    bool counts = match->rated && match->game.variant->is_fined && fault != SEAT_NONE &&
                  match->state.outcome.result == RESULT_NONE;
    return counts && !has_waited(core, match, fault) ? fault : SEAT_NONE;
}

/* A game without a result counts for whom it came to that, and for nobody else. */
static void count_conduct(struct core *core, struct room *room, enum seat fault)
{
    const struct match *match = room->state.match;
    bool has_result = match->state.outcome.result != RESULT_NONE;
    bool by_joiner = false;
    for (int seat = 0; seat < SEAT_COUNT && room->is_public; seat++) {
        struct player *player = player_find(core, known_id(match->players[seat]));
        bool is_spoilt = seat == (int)fault && is_spoilt_by(match->state.outcome.reason, player) &&
                         !has_waited(core, match, fault);
        if (is_spoilt || has_result)
            player_conduct_count(core, player, is_spoilt);
        by_joiner = by_joiner || (is_spoilt && player_id(player) == room->state.seats[1]);
    }
    room_touch(core, room);
    room->state.opens_again = room->state.opens_again && by_joiner && !has_result;
    if (room->state.opens_again)
        happen_room_spoilt(core, room->id);
}

void match__end(struct core *core, struct room *room, struct outcome outcome, enum seat fault)
{
    struct match *match = room->state.match;
    match__touch(core, match);
    match_clocks(core, match, match->state.clocks);
    match->state.is_over = true;
    match->state.draw_offer = SEAT_NONE;
    match->state.takeback = SEAT_NONE;
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        match->state.plans[seat].count = 0;
    match->state.outcome = outcome;
    match->state.ended_ms = core->now.wall_ms;
    match->state.seq++;
    sides_note_end(core, room);
    enum seat breaker = breaker_of(core, match, fault);
    count_conduct(core, room, fault);
    match->state.moves_ratings = match->rated && outcome.result != RESULT_NONE;
    match_deadline_update(core, match);
    computer_turn_update(core, match);
    write_end(core, match, breaker);
    leave_memos(core, match);
    experience_learn(core, match);
    if (match->state.moves_ratings)
        move_ratings(core, match);
    match__tell_end(core, room);
    room_chat_tell_withheld(core, room);
    room_idle_check(core, room);
    happen_match_ended(core, room);
}

void match_game_rated(struct core *core, const struct store_op *op)
{
    struct match *match = match_find(core, op->as.game_end.id);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        const struct store_change *change = &op->changes[seat];
        match->changes[seat] = (struct match_change){.before = change->before,
                                                     .after = change->after.points,
                                                     .was_provisional = change->was_provisional};
        ratings_put(core, player_find(core, known_id(match->players[seat])), &change->after);
    }
    match->has_changes = true;
    match__fill_ending(core, match);
}

void match_games_annulled(struct core *core, const struct store_annulment *annulled)
{
    for (size_t i = 0; i < annulled->games_count; i++) {
        struct match *match = match_find(core, annulled->games[i]);
        if (match != NULL)
            match->is_annulled = true;
    }
}

bool match_is_settling(const struct match *match)
{
    return match->state.is_over && match->state.moves_ratings && !match->has_changes;
}

void match_close(struct core *core, struct room *room)
{
    const struct outcome outcome = {.result = RESULT_NONE, .reason = REASON_CLOSED};
    match__end(core, room, outcome, SEAT_NONE);
}

GETTER(uint64_t, match_settles_with, match, match->ending->gate)
