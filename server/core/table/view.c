/* SPDX-License-Identifier: MIT */
/*
 * Records made of the core's state.
 */
#include "server/core/table/view.h"

#include "proto/family.h"
#include "server/core/desk/conn.h"
#include "server/core/people/conduct.h"
#include "server/core/people/login.h"
#include "server/core/people/player.h"
#include "server/core/people/ratings.h"
#include "server/core/rules/account.h"
#include "server/core/rules/conduct.h"
#include "server/core/table/match_clock.h"
#include "server/core/table/match_end.h"
#include "server/core/table/room.h"
#include "server/core/table/room_presence.h"
#include "server/core/table/seating.h"
#include "server/core/table/sleep.h"
#include "server/core/table/state.h"

#include <assert.h>
#include <string.h>

/* As long as a name can be. */
static const char widest_name[PLAYER_NAME_SIZE] =
    "wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww";

size_t view_changes(const struct match *match, struct rating_change_record out[SEAT_COUNT])
{
    static const struct rating_change_record widest = {.name = widest_name,
                                                       .before = STORE_POINTS_MAX,
                                                       .after = STORE_POINTS_MAX,
                                                       .provisional = true};
    if (!match->state.is_over || !match->state.moves_ratings)
        return 0;
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        out[seat] = widest;
        if (match->has_changes)
            out[seat] = (struct rating_change_record){
                .name = known_name(match->players[seat]),
                .before = match->changes[seat].before,
                .after = match->changes[seat].after,
                .provisional = match->changes[seat].was_provisional,
            };
    }
    return SEAT_COUNT;
}

const struct clock_record *view_clock(struct core *core, const struct time_control *control)
{
    struct clock_record *out = arena_alloc(&core->arena, sizeof(*out));
    *out = family_clock(control);
    return out;
}

const struct clocks_record *view_clocks(struct core *core, const struct match *match,
                                        const struct clock clocks[SEAT_COUNT])
{
    if (match->clock.kind == CLOCK_NONE)
        return NULL;
    bool has_periods = match->clock.kind == CLOCK_BYOYOMI;
    struct clocks_record *out = arena_alloc(&core->arena, sizeof(*out));
    *out = (struct clocks_record){
        .first_ms = clocks[SEAT_FIRST].left_ms,
        .second_ms = clocks[SEAT_SECOND].left_ms,
        .first_periods = has_periods ? clocks[SEAT_FIRST].periods : NONE,
        .second_periods = has_periods ? clocks[SEAT_SECOND].periods : NONE,
    };
    return out;
}

const struct clocks_record *view_clocks_now(struct core *core, const struct match *match)
{
    struct clock clocks[SEAT_COUNT];
    match_clocks(core, match, clocks);
    return view_clocks(core, match, clocks);
}

const char *view_computer(const struct known *known)
{
    return known_computer(known) != NULL ? known_computer(known)->key : NULL;
}

int64_t view_level(const struct known *known)
{
    return known_computer(known) != NULL ? (int64_t)known_level(known) : 0;
}

struct person_record view_player(const struct core *core, const struct player *player,
                                 const struct room *room)
{
    return (struct person_record){
        .name = player_name(player),
        .guest = known_is_guest(player_known(player)),
        .computer = view_computer(player_known(player)),
        .level = view_level(player_known(player)),
        .connected = player_is_here(player),
        .claim_in_ms = match_claim_in_ms(core, room->state.match, player),
        .rating = ratings_points(player, room->variant->id),
        .provisional = ratings_are_provisional(player, room->variant->id),
        .lag_ms = login_lag(player),
        .silent = room_is_playing(room) && match_finds_silent(room->state.match, player),
        .off_until = player_days_off_until(core, &player_past(player)->days_off),
    };
}

static bool is_behind(const struct core *core, const struct room *room)
{
    const struct player *opener = room_player(core, room, 0);
    return opener != NULL && room_state_word(room) == ROOM_STATE_WORD_OPEN &&
           conduct_ranks_behind(&player_past(opener)->conduct);
}

const struct room_record *view_room(struct core *core, const struct room *room)
{
    return view_room_heard(core, room, NULL);
}

const struct room_record *view_room_heard(struct core *core, const struct room *room,
                                          const struct stream *heard)
{
    struct room_record *out = arena_alloc(&core->arena, sizeof(*out));
    struct person_record *players = arena_alloc(&core->arena, ROOM_SEATS * sizeof(*players));
    size_t count = 0;
    for (int i = 0; i < ROOM_SEATS; i++) {
        const struct player *player = player_find(core, room->state.seats[i]);
        if (player != NULL)
            players[count++] = view_player(core, player, room);
    }
    *out = (struct room_record){
        .room = room->id,
        .seq = heard != NULL ? (int64_t)heard->seq : NO_SEQ,
        .variant = room->variant,
        .rated = room->rated,
        .clock = view_clock(core, &room->clock),
        .first = room->first,
        .resigns = room->resigns,
        .link = room_link_keeps(room),
        .state = room_state_word(room),
        .behind = is_behind(core, room),
        .players = players,
        .players_count = count,
        .watchers = room->watch_count,
        .opened = room->opened_ms,
        .game = room->state.match != NULL ? room->state.match->id : 0,
        .invited = room->invited != 0 ? player_name(room_invited_player(core, room)) : NULL,
        .rematch_by = room->state.rematch_offer >= 0
                          ? player_name(room_player(core, room, room->state.rematch_offer))
                          : NULL,
        .answer_in_ms = room_invited_left_ms(core, room),
        .left_ms = NONE,
    };
    return out;
}

const struct room_record *view_room_for(struct core *core, const struct room *room, int seat)
{
    return view_room_heard(core, room, &room->chairs[seat].stream);
}

struct room_record view_room_of_login(struct core *core, const struct room *room,
                                      const struct player *player)
{
    const struct chair *chair = &room->chairs[room_seat_of(room, player)];
    struct room_record out = *view_room_heard(core, room, &chair->stream);
    const struct match *match = room->state.match;
    enum seat acts = room_is_playing(room) ? game_to_act(&match->game) : SEAT_NONE;
    if (acts == SEAT_NONE)
        return out;
    out.waits_for = known_name(match->players[acts]);
    out.left_ms = match_left_ms(core, match, acts);
    return out;
}

/* Ratings of a game that is over are those before it; in progress they are the players' own. */
static const struct person_record *view_seat(struct core *core, const struct match *match, int seat)
{
    struct person_record *out = arena_alloc(&core->arena, sizeof(*out));
    const struct known *seated = match->players[seat];
    const struct player *player = player_find(core, known_id(seated));
    *out = (struct person_record){
        .name = known_name(seated),
        .guest = known_is_guest(seated),
        .computer = view_computer(seated),
        .level = view_level(seated),
        .connected = player != NULL && player_is_here(player),
        .claim_in_ms = player != NULL ? match_claim_in_ms(core, match, player) : NONE,
        .rating = NONE,
        .lag_ms = player != NULL && !match->state.is_over ? login_lag(player) : NONE,
        .silent = player != NULL && match_finds_silent(match, player),
        .off_until = player != NULL && !match->state.is_over
                         ? player_days_off_until(core, &player_past(player)->days_off)
                         : NONE,
    };
    if (match->has_changes) {
        out->rating = match->changes[seat].before;
        out->provisional = match->changes[seat].was_provisional;
    } else if (player != NULL && !match->state.is_over) {
        out->rating = ratings_points(player, match->game.variant->id);
        out->provisional = ratings_are_provisional(player, match->game.variant->id);
    }
    return out;
}

static const char *view_actions(struct core *core, const struct game *game)
{
    char *text = arena_alloc(&core->arena, GAME_TEXT_SIZE);
    int len = game_format(game, text, GAME_TEXT_SIZE);
    assert(len >= 0);
    return text;
}

static const char *text_or_null(const char *text)
{
    return text[0] != '\0' ? text : NULL;
}

/* Times were not kept of games that ended before there were clocks. Lags are told at the end. */
static void view_times(struct core *core, const struct match *match, struct game_record *out)
{
    const char *spent = match->spent;
    const char *lags = match->lags;
    const char *planned = match->planned;
    if (spent == NULL) {
        struct match_times *times = arena_alloc(&core->arena, sizeof(*times));
        match_times(match, times);
        spent = times->spent;
        lags = times->lags;
        planned = times->planned;
    }
    out->spent = text_or_null(spent);
    out->lags = match->state.is_over ? text_or_null(lags) : NULL;
    out->planned = text_or_null(planned);
}

static void view_end(struct core *core, const struct match *match, struct game_record *out)
{
    struct rating_change_record *changes = arena_alloc(&core->arena, SEAT_COUNT * sizeof(*changes));
    out->to_act = NONE;
    out->result = (int)match->state.outcome.result;
    out->reason = (int)match->state.outcome.reason;
    out->ended = match->state.ended_ms;
    out->changes = changes;
    out->changes_count = view_changes(match, changes);
    out->annulled = match->is_annulled;
}

const struct game_record *view_game(struct core *core, const struct match *match)
{
    const struct match_state *state = &match->state;
    const struct room *room = room_find(core, match->room);
    struct game_record *out = arena_alloc(&core->arena, sizeof(*out));
    *out = (struct game_record){
        .game = match->id,
        .room = room != NULL || sleepers_have(core, match->room) ? match->room : 0,
        .variant = match->game.variant,
        .rated = match->rated,
        .clock = view_clock(core, &match->clock),
        .first = view_seat(core, match, SEAT_FIRST),
        .second = view_seat(core, match, SEAT_SECOND),
        .actions = view_actions(core, &match->game),
        .ply = match->game.ply,
        .given = match->given,
        .seq = state->seq,
        .to_act = (int)game_to_act(&match->game),
        .draw_offer = (int)state->draw_offer,
        .takeback = (int)state->takeback,
        .clocks = view_clocks_now(core, match),
        .clock_waits_ms = match_waits_ms(core, match),
        .server_now = core->now.wall_ms,
        .result = NONE,
        .reason = NONE,
        .started = match->started_ms,
        .ended = NONE,
        .board = family_state(&match->game, state->is_over,
                              arena_alloc(&core->arena, sizeof(struct family_room))),
    };
    view_times(core, match, out);
    if (state->is_over)
        view_end(core, match, out);
    return out;
}

struct chat_line_record view_chat_line(const struct room_chat_line *line)
{
    return (struct chat_line_record){.n = line->n,
                                     .name = known_name(line->by),
                                     .text = line->is_hidden ? NULL : line->text,
                                     .hidden = line->is_hidden,
                                     .at = line->at_ms,
                                     .from_watcher = line->during != 0};
}

const struct settings_record *view_settings(struct core *core, const struct store_account *account)
{
    struct settings_record *out = arena_alloc(&core->arena, sizeof(*out));
    account_settings(account, out);
    return out;
}
