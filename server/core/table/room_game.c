/* SPDX-License-Identifier: MIT */
/*
 * The games of a room: how they begin, by joining, by a rematch and by pairing, and how players
 * leave. seating.c decides who may play with whom.
 */
#include "server/core/table/room_game.h"

#include "server/core/desk/happen.h"
#include "server/core/people/login.h"
#include "server/core/people/player.h"
#include "server/core/rules/ids.h"
#include "server/core/table/match.h"
#include "server/core/table/match_clock.h"
#include "server/core/table/match_play.h"
#include "server/core/table/room.h"
#include "server/core/table/room_presence.h"
#include "server/core/table/room_watch.h"
#include "server/core/table/seating.h"
#include "server/core/table/state.h"
#include "server/core/table/view.h"
#include "server/core/turn/uptime.h"
#include "server/core/turn/writes.h"

#include <assert.h>

#include <utlist.h>

static void write_start(struct core *core, const struct room *room)
{
    const struct match *match = room->state.match;
    char given[GAME_TEXT_SIZE];
    if (match->given > 0) {
        int len = game_format(&match->game, given, sizeof(given));
        assert(len >= 0);
    }
    const struct store_op op = {
        .kind = STORE_GAME_START,
        .as.game_start = {.id = match->id,
                          .room = room->id,
                          .variant = room->variant->id,
                          .rated = match->rated,
                          .players = {known_id(match->players[SEAT_FIRST]),
                                      known_id(match->players[SEAT_SECOND])},
                          .started_ms = match->started_ms,
                          .clock = match->clock,
                          .uptime_ms = match->uptime_ms,
                          .due_ms = match_due_ms(match),
                          .given = match->given,
                          .given_actions = match->given > 0 ? given : NULL,
                          .by_turns = match->by_turns},
    };
    writes_add(core, &op);
}

/* Begins with the one in seat `first`, from the board that the setup names. */
static void make_match(struct core *core, struct room *room, int first, struct match_setup setup)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        int chair = seat == SEAT_FIRST ? first : 1 - first;
        setup.players[seat] = player_find(core, room->state.seats[chair]);
        assert(setup.players[seat] != NULL);
        presence_acted(core, setup.players[seat]);
        if (room->rated)
            rated_pairs_will_begin(core, setup.players[seat]);
    }
    if (room->state.match != NULL)
        match_recheck(core, room->state.match);
    setup.id = ids_next(&core->last_id, core->now.wall_ms);
    struct match *match = match_new(core, room, &setup);
    match_recheck(core, match); /* should the batch fail, nobody has it */
    room_touch(core, room);
    match_hold(core, match);
    room->state.match = match;
    room->state.rematch_offer = -1;
    write_start(core, room);
    if (!match_is_real_time(match))
        uptime_mark(core);
    room__write(core, room);
    room_idle_check(core, room);
}

static void tell_started(struct core *core, struct room *room)
{
    const struct game_started_event started = {.room = room->id,
                                               .game = view_game(core, room->state.match)};
    room_tell_event(core, room, EVENT_GAME_STARTED, &started);
    match_begin_days_off(core, room);
    room_presence_shown_to_all(core, room);
    room_measure_lag(core, room);
    happen_match_began(core, room);
}

static void start_match(struct core *core, struct room *room, int first, struct match_setup setup)
{
    make_match(core, room, first, setup);
    tell_started(core, room);
}

static struct match_setup setup_of(const struct room_terms *terms)
{
    const struct game *from = terms->from;
    return (struct match_setup){.from = from, .given = from != NULL ? from->ply : 0};
}

/* Whether a game could begin: a room may wait for days, and most games need both. */
static bool is_ready(const struct core *core, const struct room *room)
{
    return room->clock.kind == CLOCK_CORRESPONDENCE || player_is_here(room_player(core, room, 0));
}

int room_join_check(const struct core *core, const struct room *room, const struct player *player,
                    int64_t *retry_after_ms_out)
{
    if (room_seat_of(room, player) >= 0)
        return ERR_ALREADY_IN_ROOM;
    if (room_state_word(room) == ROOM_STATE_WORD_OVER)
        return ERR_ROOM_OVER;
    if (room->state.seats[1] != 0)
        return ERR_ROOM_FULL;
    if (room->state.invited != 0 && room->state.invited != player_id(player))
        return ERR_NOT_INVITED;
    int status = seating_check_pair(core, player, room_player(core, room, 0), &room->clock);
    if (status == 0 && room_link_keeps(room) && !is_ready(core, room))
        status = ERR_NOT_HERE;
    if (status == 0 && room->rated)
        status = seating_check_rated(core, player, room_player(core, room, 0), retry_after_ms_out);
    return status;
}

/* The player takes the free seat, and the game is made. */
static void sit_down(struct core *core, struct room *room, struct player *player)
{
    room_touch(core, room);
    const struct person_record person = view_player(core, player, room);
    const struct room_joined_event joined = {.room = room->id, .player = &person};
    room_tell_event(core, room, EVENT_ROOM_JOINED, &joined);
    room->state.seats[1] = player_id(player);
    happen_room_changed(core, room->id);
    room->state.invited = 0;
    room->state.answer_until_ms = 0;
    room__reindex(core, room);
    make_match(core, room, sides_first(core, room), (struct match_setup){0});
}

static void tell_paired(struct core *core, struct room *room, int chair)
{
    const struct room_paired_event paired = {
        .room = view_room_heard(core, room, &room->chairs[chair].stream)};
    player_tell(core, room_player(core, room, chair), EVENT_ROOM_PAIRED, &paired);
}

int room_join(struct core *core, struct room *room, struct player *player,
              int64_t *retry_after_ms_out)
{
    int status = room_join_check(core, room, player, retry_after_ms_out);
    if (status != 0)
        return status;
    sit_down(core, room, player);
    tell_started(core, room);
    return 0;
}

void room_join_paired(struct core *core, struct room *room, struct player *player)
{
    writes_touch(core, &room->is_public, sizeof(room->is_public), NULL, NULL);
    room->is_public = true;
    sit_down(core, room, player);
    tell_paired(core, room, 1);
    tell_started(core, room);
}

static void tell_left(struct core *core, struct room *room, const struct player *player)
{
    const struct room_left_event left = {.room = room->id, .name = player_name(player)};
    room_tell_event(core, room, EVENT_ROOM_LEFT, &left);
}

static bool is_computer(const struct core *core, const struct room *room, int seat)
{
    const struct player *player = room_player(core, room, seat);
    return player != NULL && player_is_computer(player);
}

void room_leave(struct core *core, struct room *room, int seat)
{
    const struct player *player = room_player(core, room, seat);
    if (room_is_playing(room))
        match_leave(core, room, match_seat_of(room->state.match, player_id(player)));
    room_watch_end_player(core, room, player);
    if (room->state.seats[1 - seat] == 0 || is_computer(core, room, 1 - seat)) {
        room_close(core, room, NULL);
        return;
    }
    room_touch(core, room);
    tell_left(core, room, player);
    room->state.seats[seat] = 0;
    room->state.rematch_offer = -1;
    room__reindex(core, room);
    room__write(core, room);
    room_idle_check(core, room);
}

/* Whether the opener could have opened such a room now. */
static bool may_wait_again(const struct core *core, const struct room *room)
{
    const struct player *opener = room_player(core, room, 0);
    if (room->state.is_closed || !room->state.opens_again || room_is_playing(room) ||
        opener == NULL || room_is_open_one_too_many(core, opener))
        return false;
    return player_is_here(opener) ||
           (room->clock.kind == CLOCK_CORRESPONDENCE && player_is_registered(opener));
}

/* The player who joined is out, and may watch, or sit down again: behind what was told by then. */
static void put_out(struct core *core, struct room *room)
{
    struct chair *chair = &room->chairs[1];
    if (chair->player != 0) /* who left is out already */
        room_leave(core, room, 1);
    room__chair_touch(core, chair);
    chair->told_of = 0;
}

void room_game_spoilt(struct core *core, uint64_t id)
{
    struct room *room = room_find(core, id);
    if (room == NULL || !may_wait_again(core, room))
        return;
    const struct room_reopened_event reopened = {.room = room->id};
    put_out(core, room);
    room_touch(core, room);
    match_recheck(core, room->state.match);
    room->state.match = NULL;
    room->state.rematch_offer = -1;
    if (room->clock.kind == CLOCK_CORRESPONDENCE)
        room->state.answer_until_ms = room_invited_until_ms(core, &room->clock);
    room__reindex(core, room);
    room__write(core, room);
    room_tell_event(core, room, EVENT_ROOM_REOPENED, &reopened);
    happen_room_changed(core, room->id);
    room_idle_check(core, room);
}

/* The offer of this seat is gone, by its player or the other one (`by`). */
static void offer_end(struct core *core, struct room *room, int seat, int by)
{
    const struct room_rematch_refused_event refused = {.room = room->id,
                                                       .name =
                                                           player_name(room_player(core, room, by)),
                                                       .withdrawn = by == seat};
    room_touch(core, room);
    room->state.rematch_offer = -1;
    room__write(core, room);
    room_tell_event(core, room, EVENT_ROOM_REMATCH_REFUSED, &refused);
}

void rooms_close_open(struct core *core, struct player *player, bool keeps_slow)
{
    struct room *room;
    size_t at = 0;
    if (!core_can_store(core))
        return; /* closing is a write; they idle */
    while ((room = sitter_room(core, player_id(player), at)) != NULL) {
        int seat = room_seat_of(room, player);
        if (room->state.match == NULL && !(keeps_slow && room_waits_for_days(core, room)))
            room_close(core, room, NULL);
        else if (room->state.rematch_offer == seat)
            offer_end(core, room, seat, seat);
        at += room->state.is_closed ? 0 : 1; /* one that is closed is in no list */
    }
}

int room_rematch(struct core *core, struct room *room, int seat, int64_t *retry_after_ms_out)
{
    const struct player *player = room_player(core, room, seat);
    const struct player *opponent = room_player(core, room, 1 - seat);
    if (room_is_playing(room))
        return ERR_GAME_IN_PROGRESS;
    if (room->state.match == NULL || room->state.seats[1 - seat] == 0)
        return ERR_NO_OPPONENT;
    int status = seating_check_pair(core, player, opponent, &room->clock);
    if (status == 0 && room->rated)
        status = seating_check_rated(core, player, opponent, retry_after_ms_out);
    if (status != 0)
        return status;
    if (room->state.rematch_offer == seat)
        return ERR_ALREADY_OFFERED;
    if (room->state.rematch_offer == 1 - seat || is_computer(core, room, 1 - seat)) {
        const struct match *last = room->state.match;
        room_touch(core, room);
        room->state.opens_again = false;
        start_match(core, room, sides_rematch(room),
                    (struct match_setup){.from = &last->game, .given = last->given});
        return 0;
    }
    room_touch(core, room);
    room->state.rematch_offer = seat;
    room__write(core, room);
    const struct room_rematch_offered_event offered = {.room = room->id,
                                                       .name = player_name(player)};
    room_tell_event(core, room, EVENT_ROOM_REMATCH_OFFERED, &offered);
    return 0;
}

int room_rematch_refuse(struct core *core, struct room *room, int seat)
{
    if (room_is_playing(room))
        return ERR_GAME_IN_PROGRESS;
    if (room->state.rematch_offer != 1 - seat)
        return ERR_NO_REMATCH_OFFER;
    offer_end(core, room, 1 - seat, seat);
    return 0;
}

/* A room for these two. Games against a computer are nobody's conduct. */
static struct room *seat_two(struct core *core, struct player *const players[ROOM_SEATS],
                             const struct room_terms *terms)
{
    struct room *room = room__new_by(core, terms);
    for (int i = 0; i < ROOM_SEATS; i++)
        room->state.seats[i] = player_id(players[i]);
    room__reindex(core, room);
    room->is_public = !is_computer(core, room, 1);
    room__write(core, room);
    return room;
}

struct room *room_play_computer(struct core *core, struct player *const players[ROOM_SEATS],
                                const struct room_terms *terms)
{
    struct room *room = seat_two(core, players, terms);
    start_match(core, room, sides_first(core, room), setup_of(terms));
    return room;
}

struct room *room_pair(struct core *core, struct player *const players[ROOM_SEATS],
                       const struct room_terms *terms)
{
    struct room *room = seat_two(core, players, terms);
    make_match(core, room, sides_first(core, room), setup_of(terms));
    for (int i = 0; i < ROOM_SEATS && !is_computer(core, room, i); i++)
        tell_paired(core, room, i);
    tell_started(core, room);
    return room;
}
