/* SPDX-License-Identifier: MIT */
/*
 * The presence of a table's players, and their lag. Nothing of it is stored; an event that waited
 * for a failed commit is told again. Changes are told together, once a second, and only if the
 * table does not know them.
 */
#include "server/core/table/room_presence.h"

#include "server/core/desk/conn.h"
#include "server/core/desk/happen.h"
#include "server/core/people/conduct.h"
#include "server/core/people/login.h"
#include "server/core/people/player.h"
#include "server/core/table/match.h"
#include "server/core/table/match_clock.h"
#include "server/core/table/room.h"
#include "server/core/table/room_watch.h"
#include "server/core/table/seating.h"
#include "server/core/table/state.h"
#include "server/core/turn/writes.h"

#include <utlist.h>

/* Tables are told of a lag that changed by so much, and not more often. */
#define LAG_STEP_MS 50
#define LAG_TELL_MS 10000

static int64_t clock_waits_ms(const struct core *core, const struct match *match,
                              const struct player *player)
{
    bool is_next = match != NULL && match_seat_of(match, player_id(player)) != SEAT_NONE &&
                   match_seat_of(match, player_id(player)) == game_to_act(&match->game);
    return is_next ? match_waits_ms(core, match) : 0;
}

static bool is_timed(const struct room *room)
{
    return room_is_playing(room) && match_is_real_time(room->state.match);
}

bool match_finds_silent(const struct match *match, const struct player *player)
{
    return !match->state.is_over && match_is_real_time(match) && login_is_silent(player);
}

static bool is_silent(const struct room *room, const struct player *player)
{
    return room_is_playing(room) && match_finds_silent(room->state.match, player);
}

void room_tell_presence(struct core *core, struct room *room, const struct player *player)
{
    int seat = room_seat_of(room, player);
    room->presence_gate = writes_gate(core);
    const struct room_presence_event presence = {
        .room = room->id,
        .name = player_name(player),
        .connected = player_is_here(player),
        .claim_in_ms = match_claim_in_ms(core, room->state.match, player),
        .lag_ms = login_lag(player),
        .silent = is_silent(room, player),
        .clock_waits_ms = clock_waits_ms(core, room->state.match, player),
        .off_until = player_days_off_until(core, &player_past(player)->days_off),
    };
    if (seat >= 0) {
        room->chairs[seat].is_here_told = presence.connected;
        room->chairs[seat].is_silent_told = presence.silent;
        room->chairs[seat].lag_told = (int32_t)presence.lag_ms;
        room->chairs[seat].off_until_told = player_past(player)->days_off.until_ms;
    }
    room_tell_event(core, room, EVENT_ROOM_PRESENCE, &presence);
}

/* The clock of who is waited for waits, or a claim is counted from now on. Events are told again as
 * they were, so that this cannot be in one. */
void room_presence_slow_game_acted(struct core *core, const struct game_act *act)
{
    const struct match *match = act->room->state.match;
    if (!match__changes_board(*act->event))
        return;
    const struct player *player = match__runner(core, match);
    if (player != NULL &&
        (match_waits_ms(core, match) > 0 || match_claim_in_ms(core, match, player) != NONE))
        room_tell_presence(core, act->room, player);
}

/* Claims are counted from there. An answer by the settings of a player who is away is no act. */
void room_presence_game_acted(struct core *core, const struct game_act *act)
{
    const struct match *match = act->room->state.match;
    struct player *actor = player_find(core, known_id(match->players[act->event->seat]));
    if (actor != NULL && player_is_here(actor))
        presence_acted(core, actor);
    room_presence_slow_game_acted(core, act);
}

/* Everything that depends on a player's presence changes at once; tables are told of it together
 * with what else happens in a second. */
void room_player_moved(struct core *core, struct player *player)
{
    struct room *room;
    for (size_t at = 0; (room = sitter_room(core, player_id(player), at)) != NULL; at++) {
        if (room->state.match != NULL) {
            if (player_is_here(player))
                match_returned(core, room->state.match, player);
            match_deadline_update(core, room->state.match);
        }
        happen_room_deserted(core, room->id);
        room_idle_check(core, room);
    }
    if (sitter_room_count(core, player_id(player)) > 0)
        happen_presence_changed(core, player_id(player));
}

void room_presence_shown_to_all(struct core *core, struct room *room)
{
    for (int i = 0; i < ROOM_SEATS; i++) {
        const struct player *player = room_player(core, room, i);
        struct chair *chair = &room->chairs[i];
        if (player == NULL)
            continue;
        chair->lag_told = (int32_t)login_lag(player);
        chair->is_silent_told = is_silent(room, player);
        chair->off_until_told = player_past(player)->days_off.until_ms;
    }
    room_presence_shown(core, room, NULL);
}

void room_presence_shown(struct core *core, struct room *room, const struct player *to)
{
    for (int i = 0; i < ROOM_SEATS; i++) {
        const struct player *player = room_player(core, room, i);
        struct chair *chair = &room->chairs[i];
        if (player != NULL && player != to && player_is_here(player) != chair->is_here_told)
            chair->is_in_doubt = true;
    }
    if (room->watch_count != room->watch_count_told)
        room_watchers_tell_again(core, room);
}

/* ------------------------------------------------------------------ telling */

/* A player and the table that may have news of the player. */
struct sight {
    const struct room *room;
    const struct chair *chair;
    const struct player *player;
};

/* Whether tables with a clock are to be told the lag: it changed by so much and by half, and was
 * not told just now. */
static bool is_lag_news(const struct core *core, const struct sight *sight)
{
    int64_t lag_ms = login_lag(sight->player);
    int64_t told_ms = sight->chair->lag_told;
    if (lag_ms == NONE || told_ms == NONE)
        return lag_ms != NONE;
    int64_t change_ms = lag_ms > told_ms ? lag_ms - told_ms : told_ms - lag_ms;
    return change_ms >= LAG_STEP_MS && change_ms >= told_ms / 2 &&
           core->now.mono_ms >= sight->chair->lag_told_ms + LAG_TELL_MS;
}

/* News of the player's line, where that matters: how slow it is, and whether it answers. */
static bool is_line_news(const struct core *core, const struct sight *sight)
{
    return is_silent(sight->room, sight->player) != sight->chair->is_silent_told ||
           (is_timed(sight->room) && is_lag_news(core, sight));
}

/* Whether a claim is counted from another moment than the table knows: the player came, acted and
 * went meanwhile. */
static bool is_claim_moved(const struct core *core, const struct sight *sight)
{
    return presence_left_since_ms(sight->player) != sight->chair->left_since_told &&
           match_claim_in_ms(core, sight->room->state.match, sight->player) != NONE;
}

/* Their end, which everybody knows, is none; nor are those that were taken and ended meanwhile. */
static bool are_days_off_news(const struct core *core, const struct sight *sight)
{
    const struct store_days_off told = {.until_ms = sight->chair->off_until_told};
    return sight->room->clock.kind == CLOCK_CORRESPONDENCE &&
           player_days_off_until(core, &player_past(sight->player)->days_off) !=
               player_days_off_until(core, &told);
}

static bool is_news_there(const struct core *core, const struct sight *sight)
{
    const struct chair *chair = sight->chair;
    return chair->is_in_doubt || player_is_here(sight->player) != chair->is_here_told ||
           is_line_news(core, sight) || is_claim_moved(core, sight) ||
           are_days_off_news(core, sight);
}

static struct sight sight_of(const struct room *room, const struct player *player)
{
    return (struct sight){
        .room = room, .chair = &room->chairs[room_seat_of(room, player)], .player = player};
}

/* The table knows all of it from now on. Returns whether it was told anything. */
static bool tell_news(struct core *core, struct room *room, const struct player *player)
{
    const struct sight sight = sight_of(room, player);
    struct chair *chair = &room->chairs[room_seat_of(room, player)];
    bool is_news = is_news_there(core, &sight);
    if (is_news) {
        room_tell_presence(core, room, player);
        chair->lag_told_ms = core->now.mono_ms;
    }
    chair->is_in_doubt = false;
    chair->left_since_told = presence_left_since_ms(player);
    return is_news;
}

bool room_presence_changed(struct core *core, uint64_t id)
{
    const struct player *player = player_find(core, id);
    struct room *room;
    bool is_told = false;
    for (size_t at = 0; player != NULL && (room = sitter_room(core, id, at)) != NULL; at++)
        is_told = tell_news(core, room, player) || is_told;
    return is_told;
}

static void tell_presence_again(struct core *core, struct room *room)
{
    for (int i = 0; i < ROOM_SEATS; i++) {
        if (room->chairs[i].player == 0)
            continue;
        room->chairs[i].is_in_doubt = true;
        happen_presence_changed(core, room->chairs[i].player);
    }
}

void room_presence_batch_failed(struct core *core, uint64_t failed)
{
    struct room *room;
    DL_FOREACH(core->tables->rooms, room) {
        if (room->state.is_closed)
            continue;
        if (room->watch_count_gate >= failed)
            room_watchers_tell_again(core, room);
        if (room->presence_gate >= failed)
            tell_presence_again(core, room);
    }
}

/* ------------------------------------------------------------------ lag */

void room_measure_lag(struct core *core, const struct room *room)
{
    for (int i = 0; i < ROOM_SEATS && is_timed(room); i++)
        login_measure_lag(core, room_player(core, room, i));
}

void room_lag_due(struct core *core, uint64_t conn)
{
    const struct player *player = login_player(core, conn);
    if (player != NULL && seating_is_busy(core, player))
        lag_measure_now(core, conn);
}

void room_lag_changed(struct core *core, uint64_t id)
{
    const struct player *player = player_find(core, id);
    const struct room *room;
    bool is_news = false;
    if (player == NULL || !seating_is_busy(core, player))
        return;
    for (size_t at = 0; !is_news && (room = sitter_room(core, id, at)) != NULL; at++) {
        const struct sight sight = sight_of(room, player);
        is_news = is_line_news(core, &sight);
    }
    if (is_news)
        happen_presence_changed(core, id);
}
