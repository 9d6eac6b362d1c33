/* SPDX-License-Identifier: MIT */
/*
 * Matches: their life in memory and what players may do in them. How a match is told is in
 * match_events.c, how it ends in match_end.c.
 */
#include "server/core/match.h"

#include "server/core/fines.h"
#include "server/core/match_private.h"
#include "server/core/player.h"
#include "server/core/room.h"
#include "server/core/writes.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOG_SIZE_FIRST 16

/* ------------------------------------------------------------------ life */

static struct match *match_alloc(uint64_t id, const struct variant *variant)
{
    struct match *match = calloc(1, sizeof(*match));
    if (match == NULL)
        abort();
    match->id = id;
    match->state.draw_offer = SEAT_NONE;
    game_init(&match->state.game, variant);
    return match;
}

struct match *match_new(struct core *core, const struct room *room, uint64_t id,
                        struct player *const players[SEAT_COUNT])
{
    struct match *match = match_alloc(id, room->variant);
    match->room = room->id;
    match->rated = room->rated;
    match->started_ms = core->now.wall_ms;
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        match->players[seat].id = players[seat]->id;
        match->players[seat].kind = players[seat]->state.kind;
        memcpy(match->players[seat].name, players[seat]->state.name, PLAYER_NAME_SIZE);
    }
    HASH_ADD(by_id, core->matches, id, sizeof(match->id), match);
    return match;
}

struct match *match_find(struct core *core, uint64_t id)
{
    struct match *match = NULL;
    HASH_FIND(by_id, core->matches, &id, sizeof(id), match);
    return match;
}

void match_free(struct core *core, struct match *match, bool is_live)
{
    if (is_live)
        HASH_DELETE(by_id, core->matches, match);
    free(match->log);
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
    HASH_ITER(by_id, core->matches, match, next)
    match_free(core, match, true);
}

enum seat match_seat_of(const struct match *match, uint64_t player)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        if (match->players[seat].id == player)
            return (enum seat)seat;
    return SEAT_NONE;
}

void match_player_renamed(struct match *match, const struct player *player)
{
    enum seat seat = match_seat_of(match, player->id);
    if (seat == SEAT_NONE)
        return;
    match->players[seat].kind = player->state.kind;
    memcpy(match->players[seat].name, player->state.name, PLAYER_NAME_SIZE);
}

/* A game that is not over after all keeps its room open. */
static void match_restored(struct core *core, void *owner)
{
    const struct match *match = owner;
    struct room *room = room_find(core, match->room);
    if (room != NULL)
        room_idle_check(core, room);
}

void match__touch(struct core *core, struct match *match)
{
    writes_touch(core, &match->state, sizeof(match->state), match_restored, match);
}

/* ------------------------------------------------------------------ the log */

static void log_append(struct match *match, struct match_event event)
{
    if (match->state.log_count == match->log_size) {
        match->log_size = match->log_size == 0 ? LOG_SIZE_FIRST : match->log_size * 2;
        match->log = realloc(match->log, match->log_size * sizeof(*match->log));
        if (match->log == NULL)
            abort();
    }
    match->log[match->state.log_count++] = event;
    match->state.seq++;
}

static enum seat other_seat(enum seat seat)
{
    return seat == SEAT_FIRST ? SEAT_SECOND : SEAT_FIRST;
}

/* An unanswered offer counts as refused: else one could offer again after every move. */
static void draw_offer_end(struct match_state *state)
{
    if (state->draw_offer == SEAT_NONE)
        return;
    state->draw_from_ply[state->draw_offer] = (uint16_t)(state->game.ply + DRAW_WAIT_PLIES);
    state->draw_offer = SEAT_NONE;
}

/* What an event does to the state. The one place: for players and when the log is read again. */
static int apply(struct match *match, struct match_event event)
{
    struct match_state *state = &match->state;
    enum seat seat = (enum seat)event.seat;
    if (event.kind == LOG_ACTION) {
        int status = game_act(&state->game, event.action);
        if (status != 0)
            return status;
        state->acted |= (uint8_t)(1U << seat);
        if (state->draw_offer == other_seat(seat))
            draw_offer_end(state);
    } else if (event.kind == LOG_DRAW_OFFER) {
        state->draw_offer = seat;
    } else {
        draw_offer_end(state);
    }
    log_append(match, event);
    return 0;
}

static void write_event(struct core *core, const struct match *match, struct match_event event)
{
    struct store_op op = {
        .kind = STORE_GAME_LOG,
        .as.log = {.game = match->id,
                   .seq = match->state.seq,
                   .kind = (enum log_kind)event.kind,
                   .seat = (enum seat)event.seat,
                   .at_ms = core->now.wall_ms},
    };
    if (event.kind == LOG_ACTION)
        action_format(match->state.game.variant, event.action, op.as.log.action);
    writes_add(core, &op);
}

/* Does, writes and tells one event. */
static int do_event(struct core *core, struct room *room, struct match_event event)
{
    struct match *match = room->state.match;
    match__touch(core, match);
    int status = apply(match, event);
    if (status != 0)
        return status;
    write_event(core, match, event);
    match__tell_event(core, room, match, event);
    return 0;
}

/* ------------------------------------------------------------------ what players do */

int match_act(struct core *core, struct room *room, enum seat seat, struct action action)
{
    struct match *match = room->state.match;
    if (game_to_act(&match->state.game) != seat)
        return ERR_NOT_YOUR_TURN;
    int status = game_check(&match->state.game, action);
    if (status != 0)
        return status;
    status =
        do_event(core, room,
                 (struct match_event){.kind = LOG_ACTION, .seat = (uint8_t)seat, .action = action});
    assert(status == 0);
    fines_note_move(core, match, seat);
    enum game_status ended = game_status(&match->state.game);
    if (ended == GAME_WON)
        match__end(core, room,
                   (struct outcome){.result = (enum result)game_winner(&match->state.game),
                                    .reason = REASON_ROW});
    if (ended == GAME_DRAWN)
        match__end(core, room,
                   (struct outcome){.result = RESULT_DRAW, .reason = REASON_FULL_BOARD});
    return 0;
}

int match_draw_offer(struct core *core, struct room *room, enum seat seat)
{
    const struct match_state *state = &room->state.match->state;
    if (state->draw_offer == other_seat(seat))
        return match_draw_accept(core, room, seat);
    if (state->draw_offer == seat)
        return ERR_ALREADY_OFFERED;
    if (state->game.ply < state->draw_from_ply[seat])
        return ERR_DRAW_TOO_SOON;
    return do_event(core, room,
                    (struct match_event){.kind = LOG_DRAW_OFFER, .seat = (uint8_t)seat});
}

int match_draw_accept(struct core *core, struct room *room, enum seat seat)
{
    if (room->state.match->state.draw_offer != other_seat(seat))
        return ERR_NO_DRAW_OFFER;
    match__end(core, room, (struct outcome){.result = RESULT_DRAW, .reason = REASON_AGREED});
    return 0;
}

int match_draw_refuse(struct core *core, struct room *room, enum seat seat)
{
    if (room->state.match->state.draw_offer != other_seat(seat))
        return ERR_NO_DRAW_OFFER;
    return do_event(core, room,
                    (struct match_event){.kind = LOG_DRAW_REFUSE, .seat = (uint8_t)seat});
}

int match_resign(struct core *core, struct room *room, enum seat seat)
{
    match__end(core, room,
               (struct outcome){.result = (enum result)other_seat(seat), .reason = REASON_RESIGN});
    return 0;
}

bool match_can_abort(const struct match *match)
{
    const uint8_t both = (1U << SEAT_FIRST) | (1U << SEAT_SECOND);
    return match->state.acted != both;
}

int match_abort(struct core *core, struct room *room, enum seat seat)
{
    (void)seat;
    if (!match_can_abort(room->state.match))
        return ERR_TOO_LATE_TO_ABORT;
    match__end(core, room, (struct outcome){.result = RESULT_NONE, .reason = REASON_ABORTED});
    return 0;
}

void match_leave(struct core *core, struct room *room, enum seat seat)
{
    struct outcome outcome = {.result = (enum result)other_seat(seat), .reason = REASON_LEFT};
    if (match_can_abort(room->state.match))
        outcome = (struct outcome){.result = RESULT_NONE, .reason = REASON_ABORTED};
    match__end(core, room, outcome);
}

/* The log does not say who made an action of a game that was loaded after its end; the rules do. */
bool match_is_repeat(const struct match *match, enum seat seat, size_t ply, struct action action)
{
    const struct game *game = &match->state.game;
    if (ply >= game->ply || !action_equals(game->actions[ply], action))
        return false;
    struct game before;
    int status = game_replay(&before, game->variant, game->actions, ply);
    assert(status == 0);
    return game_to_act(&before) == seat;
}

/* ------------------------------------------------------------------ from the store */

static void load_log(struct match *match, const struct store_game *stored)
{
    for (size_t i = 0; i < stored->log_count; i++) {
        const struct store_log_entry *entry = &stored->log[i];
        struct match_event event = {.kind = (uint8_t)entry->kind, .seat = (uint8_t)entry->seat};
        int status = 0;
        if (entry->kind == LOG_ACTION)
            status = action_parse(match->state.game.variant, entry->action, strlen(entry->action),
                                  &event.action);
        if (status == 0)
            status = apply(match, event);
        assert(status == 0); /* only legal actions are ever logged */
    }
}

static void load_end(struct match *match, const struct store_game_end *end)
{
    struct match_state *state = &match->state;
    int status =
        game_parse(&state->game, state->game.variant, end->actions, strlen(end->actions), NULL);
    assert(status == 0);
    state->seq = end->last_seq;
    state->is_over = true;
    state->outcome = end->outcome;
    state->ended_ms = end->ended_ms;
    state->moves_ratings = end->moves_ratings;
    memcpy(state->changes, end->changes, sizeof(state->changes));
}

struct match *match_from_store(struct core *core, const struct store_game *stored, bool is_live)
{
    struct match *match = match_alloc(stored->start.id, variant_get(stored->start.variant));
    match->room = stored->start.room;
    match->rated = stored->start.rated;
    match->started_ms = stored->start.started_ms;
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        match->players[seat].id = stored->start.players[seat];
        match->players[seat].kind = stored->kinds[seat];
        snprintf(match->players[seat].name, PLAYER_NAME_SIZE, "%s", stored->names[seat]);
    }
    if (stored->is_over)
        load_end(match, &stored->end);
    else
        load_log(match, stored);
    if (is_live)
        HASH_ADD(by_id, core->matches, id, sizeof(match->id), match);
    return match;
}
