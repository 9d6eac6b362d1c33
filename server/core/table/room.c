/* SPDX-License-Identifier: MIT */
/*
 * Rooms: seats, watchers and the series of games.
 */
#include "server/core/table/room.h"

#include "base/getter.h"
#include "base/id_table.h"
#include "base/memory.h"
#include "server/core/desk/desk.h"
#include "server/core/desk/happen.h"
#include "server/core/people/login.h"
#include "server/core/people/player.h"
#include "server/core/people/session.h"
#include "server/core/rules/ids.h"
#include "server/core/state.h"
#include "server/core/table/computers.h"
#include "server/core/table/match.h"
#include "server/core/table/room_chat.h"
#include "server/core/table/room_watch.h"
#include "server/core/table/seating.h"
#include "server/core/table/sleep.h"
#include "server/core/table/state.h"
#include "server/core/table/view.h"
#include "server/core/turn/outbox.h"
#include "server/core/turn/stream.h"
#include "server/core/turn/uptime.h"
#include "server/core/turn/writes.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <utlist.h>

/* ------------------------------------------------------------------ index and life */

void room__chair_touch(struct core *core, struct chair *chair)
{
    const size_t told = offsetof(struct chair, is_here_told);
    writes_touch(core, (char *)chair + told, offsetof(struct chair, stream) - told, NULL, NULL);
    stream_touch(core, &chair->stream);
}

/* Nobody was told anything of the player here, and the player nothing of the room. Whoever sat here
 * before does so again if that is not stored. */
static void somebody_new(struct core *core, struct room *room, struct chair *chair)
{
    const struct player *player = player_find(core, chair->player);
    if (chair->told_of != 0)
        room__chair_touch(core, chair);
    chair->is_here_told = player_is_here(player);
    chair->is_silent_told = false;
    chair->lag_told = NONE;
    chair->left_since_told = presence_left_since_ms(player);
    chair->off_until_told = player_past(player)->days_off.until_ms;
    chair->told_of = chair->player;
    stream_begin_at(core, &chair->stream, room->stream.seq);
}

/* Makes the chairs follow the state, and with them the lists of the players who sit there. */
void room__reindex(struct core *core, struct room *room)
{
    for (int i = 0; i < ROOM_SEATS; i++) {
        struct chair *chair = &room->chairs[i];
        uint64_t id = room->state.is_closed ? 0 : room->state.seats[i];
        if (sitter__list(core, room, &chair->player, id) && chair->player != 0 &&
            chair->told_of != chair->player)
            somebody_new(core, room, chair);
    }
    room_invited_reindex(core, room);
    room_link_reindex(core, room);
    room_watch_recount(core, room);
}

static int compare_rooms(const struct room *a, const struct room *b)
{
    return (a->id > b->id) - (a->id < b->id);
}

/* New rooms are the last ones. Those that wake are among the first. */
static void list_in_order(struct core *core, struct room *room)
{
    if (core->tables->rooms == NULL || core->tables->rooms->prev->id < room->id)
        DL_APPEND(core->tables->rooms, room);
    else
        DL_INSERT_INORDER(core->tables->rooms, room, compare_rooms);
}

static struct room *room_new(struct core *core, uint64_t id)
{
    struct room *room = mem_zero(sizeof(*room));
    room->id = id;
    room->state.is_closed = true;
    room->state.rematch_offer = -1;
    stream_begin(core, &room->stream);
    id_table_add(&core->tables->rooms_by_id, room->id, room);
    list_in_order(core, room);
    return room;
}

struct room *room_find_any(const struct core *core, uint64_t id)
{
    return id_table_find(&core->tables->rooms_by_id, id);
}

struct room *room_find(const struct core *core, uint64_t id)
{
    struct room *room = room_find_any(core, id);
    return room != NULL && !room->state.is_closed ? room : NULL;
}

bool room_has_match(struct core *core, const struct match *match)
{
    const struct room *room = room_find_any(core, match->room);
    return room != NULL && room->state.match == match;
}

static void room_free(struct core *core, struct room *room)
{
    while (room->watches != NULL)
        room_watch_end(core, room, room->watches->conn);
    if (room->is_idle)
        DL_DELETE2(core->tables->rooms_idle, room, idle_prev, idle_next);
    if (room->state.match != NULL)
        match_recheck(core, room->state.match);
    due_set(core, DUE_ANSWER, &room->answer_deadline, INT64_MAX);
    if (room->link != 0)
        id_table_remove(&core->tables->rooms_by_link, room->link);
    room_chat_free(core, room);
    for (int i = 0; i < ROOM_SEATS; i++)
        stream_end(core, &room->chairs[i].stream);
    DL_DELETE(core->tables->rooms, room);
    id_table_remove(&core->tables->rooms_by_id, room->id);
    free(room);
}

static void room_check(struct core *core, uint64_t id)
{
    struct room *room = room_find_any(core, id);
    if (room == NULL || --room->rechecks > 0)
        return; /* changed again since, by a batch that may still fail */
    if (!room->state.is_closed || happening_waits(core, HAPPENING_ROOM_CHANGED, id))
        return;
    room_free(core, room);
    happen_room_forgotten(core, id);
}

void room_recheck(struct core *core, struct room *room)
{
    room->rechecks++;
    writes_recheck(core, room_check, room->id);
}

/* A player who left and then lost the last connection sits there again, and nobody was told of that
 * loss. */
static void restore_seats(struct core *core, struct room *room)
{
    room__reindex(core, room);
    for (int i = 0; i < ROOM_SEATS; i++) {
        const struct player *player = room_player(core, room, i);
        if (player != NULL && player_is_here(player) != room->chairs[i].is_here_told)
            happen_presence_changed(core, player_id(player));
    }
}

static void room_restored(struct core *core, void *owner)
{
    struct room *room = owner;
    restore_seats(core, room);
    room_chat_trim(core, room);
    room_idle_check(core, room);
    room_recheck(core, room);
    happen_room_deserted(core, room->id);
}

void room_touch(struct core *core, struct room *room)
{
    static const struct writes_owner owner = {.restored = room_restored};
    writes_touch(core, &room->state, sizeof(room->state), &owner, room);
}

void room__write(struct core *core, const struct room *room)
{
    struct store_op op = {
        .kind = STORE_ROOM_PUT,
        .as.room_put = {.id = room->id,
                        .variant = room->variant->id,
                        .rated = room->rated,
                        .first = room->first,
                        .players = {room->state.seats[0], room->state.seats[1]},
                        .rematch_offer = room->state.rematch_offer,
                        .game = room->state.match != NULL ? room->state.match->id : 0,
                        .opened_ms = room->opened_ms,
                        .clock = room->clock,
                        .invited = room->state.invited,
                        .answer_until_ms = room->state.answer_until_ms,
                        .is_public = room->is_public,
                        .resigns = room->resigns},
    };
    room_link_put(room, &op.as.room_put);
    writes_add(core, &op);
}

struct room *room__new_by(struct core *core, const struct room_terms *terms)
{
    struct room *room = room_new(core, ids_next(&core->last_id, core->now.wall_ms));
    room->variant = terms->variant;
    room->rated = terms->rated;
    room->resigns = terms->resigns;
    room->first = terms->first;
    room->clock = terms->clock;
    room->opened_ms = core->now.wall_ms;
    room_touch(core, room);
    room->state.is_closed = false;
    return room;
}

struct room *room_open(struct core *core, struct player *player, const struct room_terms *terms)
{
    struct room *room = room__new_by(core, terms);
    room->is_public = terms->invited == NULL && !terms->has_link;
    room->state.opens_again = room->is_public;
    room->state.seats[0] = player_id(player);
    if (terms->invited != NULL)
        room->state.invited = player_id(terms->invited);
    if (terms->invited != NULL || terms->clock.kind == CLOCK_CORRESPONDENCE)
        room->state.answer_until_ms = room_invited_until_ms(core, &terms->clock);
    if (terms->has_link)
        room_link_renew(core, room, (char[ROOM_LINK_SIZE]){0}); /* nobody has that one */
    room__reindex(core, room);
    room__write(core, room);
    happen_room_changed(core, room->id);
    return room;
}

void room_close(struct core *core, struct room *room, const char *reason)
{
    const struct room_closed_event closed = {.room = room->id, .reason = reason};
    room_touch(core, room);
    room_tell_event(core, room, EVENT_ROOM_CLOSED, &closed);
    room_invited_tell_closed(core, room, reason);
    room->state.is_closed = true;
    happen_room_changed(core, room->id);
    room__reindex(core, room);
    const struct store_op op = {.kind = STORE_ROOM_CLOSE, .as.room_close = {.room = room->id}};
    writes_add(core, &op);
    room_idle_check(core, room);
    room_recheck(core, room);
}

/* ------------------------------------------------------------------ questions */

bool room_is_playing(const struct room *room)
{
    return room->state.match != NULL && !room->state.match->state.is_over;
}

int room_state_word(const struct room *room)
{
    if (room->state.match == NULL)
        return ROOM_STATE_WORD_OPEN;
    return room_is_playing(room) ? ROOM_STATE_WORD_PLAYING : ROOM_STATE_WORD_OVER;
}

int room_seat_of(const struct room *room, const struct player *player)
{
    for (int i = 0; i < ROOM_SEATS; i++)
        if (player != NULL && room->state.seats[i] == player_id(player))
            return i;
    return -1;
}

bool room_seats(const struct room *room, uint64_t player)
{
    for (int i = 0; i < ROOM_SEATS; i++)
        if (player != 0 && room->state.seats[i] == player)
            return true;
    return false;
}

struct room_terms room_get_terms(const struct room *room)
{
    return (struct room_terms){.variant = room->variant,
                               .rated = room->rated,
                               .first = room->first,
                               .clock = room->clock,
                               .resigns = room->resigns};
}

bool room_is_one_too_many(const struct core *core, const struct player *player)
{
    return sitter_room_count(core, player_id(player)) >= core->options.rooms_per_player;
}

bool room_is_open_one_too_many(const struct core *core, const struct player *player)
{
    struct room *room;
    uint32_t open = 0;
    for (size_t at = 0; (room = sitter_room(core, player_id(player), at)) != NULL; at++)
        open += room->state.match == NULL ? 1 : 0;
    return known_kind(player_known(player)) == PLAYER_GUEST &&
           open >= core->options.open_rooms_per_guest;
}

/* ------------------------------------------------------------------ telling */

void room_tell(struct core *core, struct room *room, struct frame *frame)
{
    for (int i = 0; i < ROOM_SEATS; i++)
        if (room->chairs[i].player != 0)
            player_push(core, room_player(core, room, i), frame);
    struct watch *watch;
    DL_FOREACH2(room->watches, watch, room_next)
        if (!room_seats(room, watch->player))
            outbox_push(core, watch->conn, frame);
}

/* The frame with the next number of a stream. As long as nothing was hidden from one and told to
 * another, all have the same numbers, and share it. */
static struct frame *next_frame(struct core *core, struct telling *telling, struct stream *stream)
{
    uint64_t seq = stream_next(core, stream);
    if (telling->frame != NULL && telling->seq == seq)
        return telling->frame;
    if (telling->frame != NULL)
        frame_release(core, telling->frame);
    telling->seq = seq;
    telling->frame = frame_numbered(core, telling->event, seq, telling->body);
    return telling->frame;
}

static bool is_for(const struct room *room, const struct telling *telling,
                   const struct player *player)
{
    if (player != NULL && player_is_computer(player))
        return false; /* no connection will ask for it */
    return telling->line == NULL || room_chat_is_for(room, telling->line, player);
}

static void tell_seats(struct core *core, struct room *room, struct telling *telling)
{
    for (int i = 0; i < ROOM_SEATS; i++) {
        struct stream *stream = &room->chairs[i].stream;
        const struct player *player = room_player(core, room, i);
        if (player == NULL || !is_for(room, telling, player))
            continue;
        struct frame *frame = next_frame(core, telling, stream);
        stream_keep(core, stream, frame);
        player_push(core, player, frame);
    }
}

static void tell_watchers(struct core *core, struct room *room, struct telling *telling)
{
    struct watch *watch;
    DL_FOREACH2(room->watches, watch, room_next)
        if (!room_seats(room, watch->player) &&
            is_for(room, telling, player_find(core, watch->player)))
            outbox_push(core, watch->conn, next_frame(core, telling, &watch->stream));
}

void room__tell(struct core *core, struct room *room, struct telling *telling)
{
    assert(event_stream(telling->event) == STREAM_ROOM);
    tell_seats(core, room, telling);
    if (!telling->is_for_seats)
        tell_watchers(core, room, telling);
    (void)stream_next(core, &room->stream);
    if (telling->frame != NULL)
        frame_release(core, telling->frame);
}

void room_tell_event(struct core *core, struct room *room, enum event event, const void *body)
{
    struct telling telling = {.event = event, .body = body};
    room__tell(core, room, &telling);
}

static void undo_streams(struct core *core, struct room *room, uint64_t failed)
{
    struct watch *watch;
    stream_undo(core, &room->stream, failed);
    for (int i = 0; i < ROOM_SEATS; i++) {
        struct chair *chair = &room->chairs[i];
        stream_undo(core, &chair->stream, failed);
        if (chair->player == 0)
            chair->told_of = 0; /* whoever sat down and does not sit there was told nothing */
    }
    DL_FOREACH2(room->watches, watch, room_next)
        stream_undo(core, &watch->stream, failed);
}

void room_batch_undone(struct core *core, uint64_t failed)
{
    struct room *room;
    DL_FOREACH(core->tables->rooms, room)
        undo_streams(core, room, failed);
}

/* ------------------------------------------------------------------ sleeping */

void room_forget(struct core *core, struct room *room)
{
    uint64_t id = room->id;
    match_free(core, room->state.match, true);
    room->state.match = NULL;
    for (int i = 0; i < ROOM_SEATS; i++)
        room->state.seats[i] = 0;
    room__reindex(core, room);
    room_free(core, room);
    happen_room_forgotten(core, id);
}

/* ------------------------------------------------------------------ idling */

bool room_waits_for_days(const struct core *core, const struct room *room)
{
    const struct player *opener = room_player(core, room, 0);
    bool is_slow = room->clock.kind == CLOCK_CORRESPONDENCE || room_link_keeps(room);
    if (!is_slow || room->state.answer_until_ms == 0)
        return false;
    return room->state.invited != 0 || (opener != NULL && player_is_registered(opener));
}

static bool should_idle(const struct core *core, const struct room *room)
{
    if (room->state.is_closed || room_is_playing(room) || room_waits_for_days(core, room))
        return false;
    for (int i = 0; i < ROOM_SEATS; i++)
        if (room->chairs[i].player != 0 && player_is_connected(room_player(core, room, i)))
            return false;
    return true;
}

void room_idle_check(struct core *core, struct room *room)
{
    bool is_idle = should_idle(core, room);
    if (is_idle == room->is_idle)
        return;
    room->is_idle = is_idle;
    room->idle_since_ms = core->now.mono_ms;
    if (is_idle)
        DL_APPEND2(core->tables->rooms_idle, room, idle_prev, idle_next);
    else
        DL_DELETE2(core->tables->rooms_idle, room, idle_prev, idle_next);
}

void rooms_tick(struct core *core)
{
    if (!core_can_store(core))
        return; /* closing is a write */
    while (core->tables->rooms_idle != NULL &&
           core->tables->rooms_idle->idle_since_ms + core->options.room_idle_ms <= core->due_ms)
        room_close(core, core->tables->rooms_idle, NULL);
}

int64_t rooms_next_ms(const struct core *core)
{
    if (core->tables->rooms_idle == NULL || !core_can_store(core))
        return INT64_MAX;
    return core->tables->rooms_idle->idle_since_ms + core->options.room_idle_ms;
}

/* ------------------------------------------------------------------ from the store */

void room_load(struct core *core, const struct store_room *stored)
{
    struct room *room = room_new(core, stored->id);
    room->variant = variant_get(stored->variant);
    room->rated = stored->rated;
    room->is_public = stored->is_public;
    room->resigns = stored->resigns;
    room->first = stored->first;
    room->clock = stored->clock;
    room->opened_ms = stored->opened_ms;
    room->state = (struct room_state){
        .seats = {stored->players[0], stored->players[1]},
        .rematch_offer = stored->rematch_offer,
        .match = stored->game != 0 ? match_find(core, stored->game) : NULL,
        .invited = stored->invited,
        .answer_until_ms = stored->answer_until_ms,
    };
    room_link_load(room, stored);
    room__reindex(core, room);
    room_idle_check(core, room);
    happen_room_changed(core, room->id);
}

void room_load_chat(struct core *core, const struct store_chat_line *line)
{
    struct room *room = room_find(core, line->room);
    if (room == NULL)
        return;
    room_chat_add(core, room, line);
    if (line->n > room->state.chat_count)
        room->state.chat_count = line->n;
}

void rooms_free(struct core *core)
{
    struct room *room;
    struct room *next;
    DL_FOREACH_SAFE(core->tables->rooms, room, next) {
        for (int i = 0; i < ROOM_SEATS; i++)
            (void)sitter__list(core, room, &room->chairs[i].player, 0);
        (void)sitter__list_invited(core, room, &room->invited, 0);
        room_free(core, room);
    }
    id_table_deinit(&core->tables->sitters_by_id);
    id_table_deinit(&core->tables->rooms_by_id);
    id_table_deinit(&core->tables->rooms_by_link);
}

/* ------------------------------------------------------------------ all of them */

/* The list's first one knows its last one. */
struct room *room_newest(const struct core *core)
{
    return core->tables->rooms != NULL ? core->tables->rooms->prev : NULL;
}

struct room *room_older(const struct core *core, const struct room *room)
{
    return room != core->tables->rooms ? room->prev : NULL;
}

/* ------------------------------------------------------------------ for the parts above */

GETTER(uint64_t, room_id, room, room->id)
GETTER(const struct variant *, room_variant, room, room->variant)
GETTER(const struct time_control *, room_clock, room, &room->clock)
GETTER(bool, room_is_rated, room, room->rated)
GETTER(bool, room_is_public, room, room->is_public)
GETTER(bool, room_is_closed, room, room->state.is_closed)

bool room_is_open_to_all(const struct room *room)
{
    const struct room_state *state = &room->state;
    return !state->is_closed && state->match == NULL && state->seats[1] == 0 &&
           state->invited == 0 && state->link == 0 && room->chairs[0].player != 0;
}

GETTER(struct match *, room_match, room, room->state.match)
GETTER(int, room_rematch_offer, room, room->state.rematch_offer)

uint64_t room_player_id(const struct room *room, int seat)
{
    return room->chairs[seat].player;
}

GETTER(uint64_t, room_customer, room, room->customer)

void room_note_customer(struct room *room, uint64_t customer)
{
    room->customer = customer;
}

/* ------------------------------------------------------------------ names */

static void tell_room(struct core *core, struct room *room,
                      const struct player_renamed_event *change)
{
    const struct room_renamed_event renamed = {
        .room = room->id, .before = change->before, .name = change->name};
    room_tell_event(core, room, EVENT_ROOM_RENAMED, &renamed);
}

/* To the player first, then at the tables, and at the other end of invitations. */
void room_name_changed(struct core *core, const struct name_change *change)
{
    struct player *player = change->player;
    const struct player_renamed_event renamed = {.before = change->before,
                                                 .name = player_name(player)};
    struct room *room;
    player_tell(core, player, EVENT_PLAYER_RENAMED, &renamed);
    for (size_t at = 0; (room = sitter_room(core, player_id(player), at)) != NULL; at++) {
        tell_room(core, room, &renamed);
        if (room->invited != 0)
            player_tell(core, room_invited_player(core, room), EVENT_PLAYER_RENAMED, &renamed);
        happen_room_changed(core, room->id);
        room_idle_check(core, room); /* a guest who has gone may be an account by now */
    }
    for (size_t at = 0; (room = sitter_invitation(core, player_id(player), at)) != NULL; at++)
        tell_room(core, room, &renamed);
}

/* ------------------------------------------------------------------ the free seat */

int64_t room_invited_until_ms(const struct core *core, const struct time_control *clock)
{
    bool is_slow = clock->kind == CLOCK_CORRESPONDENCE;
    return uptime_ms(core) + (is_slow ? core->options.slow_answer_ms : core->options.answer_ms);
}

int64_t room_invited_left_ms(const struct core *core, const struct room *room)
{
    if (room->state.invited == 0 && !room_link_keeps(room) && !room_waits_for_days(core, room))
        return NONE;
    int64_t left_ms = room->state.answer_until_ms - uptime_ms(core);
    return left_ms > 0 ? left_ms : 0;
}

void room_invited_reindex(struct core *core, struct room *room)
{
    uint64_t id = room->state.is_closed ? 0 : room->state.invited;
    bool has_end = !room->state.is_closed && room->state.answer_until_ms != 0;
    due_set(core, DUE_ANSWER, &room->answer_deadline,
            has_end ? room->state.answer_until_ms : INT64_MAX);
    (void)sitter__list_invited(core, room, &room->invited, id);
}

void room_invited_tell_closed(struct core *core, const struct room *room, const char *reason)
{
    const struct room_uninvited_event closed = {.room = room->id, .reason = reason};
    if (room->invited != 0)
        player_tell(core, room_invited_player(core, room), EVENT_ROOM_UNINVITED, &closed);
}

/* ------------------------------------------------------------------ until when one may answer */

struct room *room_of_answer(struct deadline *deadline)
{
    return (struct room *)((char *)deadline - offsetof(struct room, answer_deadline));
}

void room_wait_no_more(struct core *core, struct room *room)
{
    room_touch(core, room);
    room->state.answer_until_ms = 0;
    room__reindex(core, room);
    room__write(core, room);
    happen_room_changed(core, room->id);
    room_idle_check(core, room);
}

GETTER(uint64_t, room_invited, room, room->state.invited)
GETTER(int64_t, room_answer_until_ms, room, room->state.answer_until_ms)

/* ------------------------------------------------------------------ links */

GETTER(bool, room_link_keeps, room, room->state.link != 0 && room->state.match == NULL)

/* A link is as hard to guess as a token is, so its hash is of the same kind. */
void room_link_renew(struct core *core, struct room *room, char link_out[ROOM_LINK_SIZE])
{
    uint8_t bytes[ROOM_LINK_CHARS];
    core->ports.random(core->ports.ctx, bytes, sizeof(bytes));
    spoken_code_write(bytes, ROOM_LINK_CHARS, link_out);
    session_hash(core, link_out, room->state.link_hash);
    room->state.link = session_id(room->state.link_hash);
    room->state.answer_until_ms = uptime_ms(core) + core->options.slow_answer_ms;
}

struct room *room_link_find(struct core *core, const char *typed)
{
    char link[ROOM_LINK_SIZE];
    uint8_t hash[TOKEN_HASH_SIZE];
    if (!spoken_code_read(typed, ROOM_LINK_CHARS, link))
        return NULL;
    session_hash(core, link, hash);
    struct room *room = id_table_find(&core->tables->rooms_by_link, session_id(hash));
    bool is_it = room != NULL && memcmp(room->state.link_hash, hash, sizeof(hash)) == 0;
    return is_it ? room : NULL;
}

void room_link_put(const struct room *room, struct store_room *stored)
{
    stored->link = room->state.link;
    memcpy(stored->link_hash, room->state.link_hash, sizeof(stored->link_hash));
}

void room_link_load(struct room *room, const struct store_room *stored)
{
    room->state.link = stored->link;
    memcpy(room->state.link_hash, stored->link_hash, sizeof(room->state.link_hash));
}

void room_link_reindex(struct core *core, struct room *room)
{
    uint64_t link = room->state.is_closed ? 0 : room->state.link;
    if (link == room->link)
        return;
    if (room->link != 0)
        id_table_remove(&core->tables->rooms_by_link, room->link);
    if (link != 0)
        id_table_add(&core->tables->rooms_by_link, link, room);
    room->link = link;
}

/* ------------------------------------------------------------------ the part's state */

void tables_new(struct core *core)
{
    core->tables = mem_zero(sizeof(*core->tables));
}

void tables_free(struct core *core)
{
    room_watchers_deinit(core);
    rooms_free(core);
    sleepers_free(core);
    matches_free(core);
    experience_free(core);
    rated_pairs_free(core);
    remembered_deinit(&core->tables->due_sides);
    remembered_deinit(&core->tables->rated_gates);
    free(core->tables);
}

struct core_counts core_count(const struct core *core)
{
    struct core_counts counts = {
        .rooms = core->tables->rooms_by_id.count,
        .games = matches_in_progress(core),
        .asleep = sleepers_count(core),
        .held_bytes = core_held_bytes(core),
    };
    desk_count(core, &counts);
    people_count(core, &counts);
    return counts;
}

bool tables_need_uptime(const struct core *core)
{
    return core->tables->slow_matches > 0 || core->tables->sleepers != NULL ||
           due_waits(core, DUE_ANSWER);
}
