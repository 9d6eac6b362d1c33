/* SPDX-License-Identifier: MIT */
/*
 * Numbers of events. On a connection they rise by one, but for those that are sent again. The line
 * that a player is told with a number, as one who sits in a room or as oneself, is written down for
 * ever: another connection gets the same line with it, or none.
 */
#include "tests/sim/said_stream.h"

#include "tests/sim/ask.h"
#include "tests/sim/person.h"
#include "tests/sim/sim.h"

#include <stdlib.h>

#define ID_ARG(id) ((unsigned long long)(id))
#define TABLE_SIZE_FIRST 256

/* ------------------------------------------------------------------ what was ever told */

static size_t place_of(const struct told_lines *told, uint64_t player, uint64_t room, int64_t seq)
{
    uint64_t hash = (player * UINT64_C(0x9e3779b97f4a7c15) ^ room) * UINT64_C(0xff51afd7ed558ccd);
    hash = (hash ^ (hash >> 29) ^ (uint64_t)seq) * UINT64_C(0xc4ceb9fe1a85ec53);
    size_t at = (size_t)(hash >> 20) & (told->size - 1);
    while (told->lines[at].seq != 0 && (told->lines[at].player != player ||
                                        told->lines[at].room != room || told->lines[at].seq != seq))
        at = (at + 1) & (told->size - 1);
    return at;
}

static void grow(struct told_lines *told)
{
    struct told_lines old = *told;
    told->size = old.size == 0 ? TABLE_SIZE_FIRST : old.size * 2;
    told->lines = calloc(told->size, sizeof(*told->lines));
    if (told->lines == NULL)
        abort();
    for (size_t i = 0; i < old.size; i++) {
        const struct told_line *line = &old.lines[i];
        if (line->seq != 0)
            told->lines[place_of(told, line->player, line->room, line->seq)] = *line;
    }
    free(old.lines);
}

/* The line that a player was told with this number; a new one has no hash. */
static struct told_line *told_line(struct sim *sim, uint64_t player, uint64_t room, int64_t seq)
{
    struct told_lines *told = &sim->told;
    if (2 * (told->count + 1) > told->size)
        grow(told);
    struct told_line *line = &told->lines[place_of(told, player, room, seq)];
    if (line->seq == 0) {
        *line = (struct told_line){
            .player = player, .room = room, .seq = seq, .life_ms = sim->mono_start_ms};
        told->count++;
    }
    return line;
}

void streams_free(struct sim *sim)
{
    free(sim->told.lines);
    sim->told = (struct told_lines){0};
}

/* Watchers have numbers for each connection, and players one for all. Who sat in a room when it was
 * closed is told as a player what was stored together with that. */
static bool is_shared(const struct link *link, uint64_t room)
{
    const struct truth_room *stored = truth_room(&link->sim->truth, room);
    uint64_t player = ask_player(link);
    return player != 0 && (room == 0 || (stored != NULL && (stored->players[0] == player ||
                                                            stored->players[1] == player)));
}

/* The last operation by which the connection's player took a seat in the room; 0: there is none.
 * The player may have left it in the same batch. */
static uint64_t seated_by(const struct link *link, uint64_t room)
{
    const struct truth_room *stored = truth_room(&link->sim->truth, room);
    const uint64_t player = ask_player(link);
    for (size_t i = 0; stored != NULL && i < stored->ever_count; i++)
        if (stored->ever[i] == player)
            return stored->ever_seated[i];
    return 0;
}

static void write_down(struct link *link, uint64_t room, int64_t seq, uint64_t hash)
{
    if (!is_shared(link, room))
        return;
    struct told_line *line = told_line(link->sim, ask_player(link), room, seq);
    CHECK_THAT(link->sim, CHECK_STREAMS, line->hash == 0 || line->hash == hash,
               "link %llu: event %lld of room %llx was another one before", ID_ARG(link->number),
               (long long)seq, ID_ARG(room));
    line->hash = hash;
    line->life_ms = link->sim->mono_start_ms;
}

/* ------------------------------------------------------------------ a connection */

static struct follow *follow_of(struct link *link, uint64_t room)
{
    for (size_t i = 0; i < link->follow_count; i++)
        if (link->follows[i].room == room)
            return &link->follows[i];
    link->follows =
        sim_grow(link->follows, link->follow_count, &link->follow_cap, sizeof(*link->follows));
    struct follow *follow = &link->follows[link->follow_count++];
    *follow = (struct follow){.room = room};
    return follow;
}

void stream_base(struct link *link, uint64_t room, int64_t seq)
{
    struct follow *follow = follow_of(link, room);
    if (seq == NO_SEQ || (room == 0 && follow->seq > seq))
        return;
    follow->seq = seq;
    follow->seated = seated_by(link, room);
}

static int64_t since_of(const struct ask *ask)
{
    return ask->op == OP_ROOM_SYNC ? ask->request.as.room_sync.since
                                   : ask->request.as.player_sync.since;
}

/* Whether a request for all events from `seq` on has not been answered yet. */
static bool may_resend_from(const struct link *link, uint64_t room, int64_t seq)
{
    enum op op = room != 0 ? OP_ROOM_SYNC : OP_PLAYER_SYNC;
    for (size_t i = link->ask_count; i-- > 0;) {
        const struct ask *ask = &link->asks[i];
        if (ask->op == op && ask->subject == room && ask->answered < ask->delivered &&
            since_of(ask) + 1 == seq)
            return true;
    }
    return false;
}

/* Makes a watcher, or somebody who had left, a player in what is told from then on. */
static bool sat_down(const struct link *link, struct follow *follow, int64_t seq)
{
    uint64_t seated = seated_by(link, follow->room);
    bool is_new = seated != 0 && seated != follow->seated && seq > follow->seq;
    if (is_new)
        follow->seated = seated;
    return is_new;
}

static bool is_next(const struct link *link, struct follow *follow, int64_t seq)
{
    return follow->seq == NO_SEQ || seq == follow->seq + 1 || sat_down(link, follow, seq);
}

static uint64_t hash_of(const char *line, size_t len)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ (uint8_t)line[i]) * UINT64_C(0x100000001b3);
    return hash | 1;
}

bool stream_event(struct link *link, const struct incoming *in, const char *line, size_t len)
{
    if (in->seq == NO_SEQ)
        return false;
    uint64_t room = event_room(in->event, in->body);
    struct follow *follow = follow_of(link, room);
    write_down(link, room, in->seq, hash_of(line, len));
    bool is_again =
        (follow->resends && in->seq == follow->resent + 1) || may_resend_from(link, room, in->seq);
    bool is_live = is_next(link, follow, in->seq);
    CHECK_THAT(link->sim, CHECK_STREAMS, is_live || is_again,
               "link %llu: event %lld of room %llx after event %lld", ID_ARG(link->number),
               (long long)in->seq, ID_ARG(room), (long long)follow->seq);
    if (is_live)
        follow->seq = in->seq;
    follow->resends = is_again;
    follow->resent = in->seq;
    return is_again && !is_live;
}

void stream_heard(struct person *person, const struct incoming *in)
{
    if (in->kind != INCOMING_EVENT || in->seq == NO_SEQ)
        return;
    struct table *table = person_table(person, event_room(in->event, in->body));
    if (event_stream(in->event) == STREAM_PLAYER && in->seq > person->seq)
        person->seq = in->seq;
    if (table != NULL && in->seq > table->room_seq)
        table->room_seq = in->seq;
}

void stream_synced(struct link *link, uint64_t room, int64_t since, int64_t seq, bool is_whole)
{
    struct follow *follow = follow_of(link, room);
    CHECK_THAT(link->sim, CHECK_STREAMS, follow->seq == NO_SEQ || follow->seq == seq,
               "link %llu: room %llx is said to be at %lld, after event %lld", ID_ARG(link->number),
               ID_ARG(room), (long long)seq, (long long)follow->seq);
    bool is_all = since == seq || (follow->resends && follow->resent == seq);
    CHECK_THAT(link->sim, CHECK_STREAMS, is_whole || is_all,
               "link %llu asked for room %llx since %lld: sent again up to %lld, said to end with "
               "%lld",
               ID_ARG(link->number), ID_ARG(room), (long long)since,
               follow->resends ? (long long)follow->resent : 0, (long long)seq);
    follow->resends = false;
    follow->seq = seq;
    link->sim->stats->synced += is_whole ? 0 : 1;
    link->sim->stats->synced_whole += is_whole ? 1 : 0;
    if (is_whole || !is_shared(link, room))
        return;
    const struct told_line *last = told_line(link->sim, ask_player(link), room, since);
    CHECK_THAT(link->sim, CHECK_STREAMS, last->life_ms == link->sim->mono_start_ms,
               "link %llu: number %lld of room %llx was another life's", ID_ARG(link->number),
               (long long)since, ID_ARG(room));
}
