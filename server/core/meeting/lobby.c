/* SPDX-License-Identifier: MIT */
/*
 * The connections that watch the lobby, and the events that they get.
 */
#include "server/core/meeting/lobby.h"

#include "base/memory.h"
#include "server/core/desk/conn.h"
#include "server/core/desk/happen.h"
#include "server/core/meeting/state.h"
#include "server/core/people/login.h"
#include "server/core/people/player.h"
#include "server/core/people/ratings.h"
#include "server/core/table/match.h"
#include "server/core/table/match_clock.h"
#include "server/core/table/room.h"
#include "server/core/table/seating.h"
#include "server/core/table/sleep.h"
#include "server/core/table/view.h"
#include "server/core/turn/outbox.h"
#include "server/core/turn/writes.h"

#include <stdlib.h>

#include <utlist.h>

#define COUNT_GAMES_MS 1000

/* ------------------------------------------------------------------ which rooms */

bool lobby_lists(const struct core *core, const struct room *room)
{
    return room_is_open_to_all(room) &&
           seating_check(core, room_player(core, room, 0), room_clock(room)) == 0;
}

/* Checks the part of the filter that no game and no fine affects. */
static bool takes_terms(const struct lobby_filter *filter, const struct room *room)
{
    if (filter->variant != NULL && filter->variant != room_variant(room))
        return false;
    if (filter->stakes != NONE && (filter->stakes == STAKES_WORD_RATED) != room_is_rated(room))
        return false;
    return filter->clock_kind == NONE || filter->clock_kind == (int)room_clock(room)->kind;
}

bool lobby_filter_takes(const struct core *core, const struct lobby_filter *filter,
                        const struct room *room)
{
    int64_t points = NONE;
    for (int i = 0; i < ROOM_SEATS && points == NONE; i++)
        if (room_player_id(room, i) != 0)
            points = ratings_points(room_player(core, room, i), room_variant(room)->id);
    if (points == NONE)
        points = LOBBY_POINTS_UNRATED;
    return takes_terms(filter, room) &&
           (filter->min_rating == NONE || points >= filter->min_rating) &&
           (filter->max_rating == NONE || points <= filter->max_rating);
}

/* Whether the room is in such a list when it is in any. */
static bool suits(const struct core *core, const struct player *player,
                  const struct lobby_filter *filter, const struct room *room)
{
    return lobby_filter_takes(core, filter, room) &&
           !players_are_apart(player, room_player(core, room, 0));
}

bool lobby_shows(const struct core *core, const struct player *player,
                 const struct lobby_filter *filter, const struct room *room)
{
    return lobby_lists(core, room) && suits(core, player, filter, room);
}

/* ------------------------------------------------------------------ who watches */

static struct lobby_entry *entry_find(const struct core *core, uint64_t conn)
{
    return id_table_find(&core->meeting->lobby_by_conn, conn);
}

bool lobby_is_watched_by(const struct core *core, uint64_t conn)
{
    return entry_find(core, conn) != NULL;
}

void lobby_watch(struct core *core, uint64_t conn, const struct player *player,
                 const struct lobby_filter *filter)
{
    struct lobby_entry *entry = entry_find(core, conn);
    if (entry == NULL) {
        entry = mem_zero(sizeof(*entry));
        entry->conn = conn;
        id_table_add(&core->meeting->lobby_by_conn, conn, entry);
        DL_APPEND(core->meeting->lobby, entry);
    }
    entry->player = player != NULL ? player_id(player) : 0;
    entry->filter = *filter;
    entry->seen_anew = 0;
}

void lobby_conn_parted(struct core *core, uint64_t conn)
{
    struct lobby_entry *entry = entry_find(core, conn);
    if (entry == NULL)
        return;
    id_table_remove(&core->meeting->lobby_by_conn, conn);
    DL_DELETE(core->meeting->lobby, entry);
    free(entry);
}

void lobby_deinit(struct core *core)
{
    for (const struct room *room = room_newest(core); room != NULL; room = room_older(core, room))
        lobby_room_forgotten(core, room_id(room));
    id_table_deinit(&core->meeting->listed_by_room);
    id_table_deinit(&core->meeting->lobby_by_conn);
}

#define PACK_BITS 14 /* enough for 10000 points and NONE */
#define PACK_MASK ((UINT64_C(1) << PACK_BITS) - 1)

/* Every value but NONE is from 0 to 10000. */
static uint64_t pack(uint64_t packed, int64_t value)
{
    return packed << PACK_BITS | (uint64_t)(value == NONE ? PACK_MASK : (uint64_t)value);
}

static int64_t unpack(uint64_t *packed)
{
    uint64_t value = *packed & PACK_MASK;
    *packed >>= PACK_BITS;
    return value == PACK_MASK ? NONE : (int64_t)value;
}

/* Two lists of words share a field; a packed watch is never 0. */
uint64_t lobby_pack(const struct core *core, uint64_t conn)
{
    const struct lobby_entry *entry = entry_find(core, conn);
    if (entry == NULL)
        return 0;
    const struct lobby_filter *filter = &entry->filter;
    uint64_t packed = 1;
    packed = pack(packed, filter->variant != NULL ? (int64_t)filter->variant->id : NONE);
    packed = pack(packed, (filter->stakes + 1) * 16 + filter->clock_kind + 1);
    packed = pack(packed, filter->min_rating);
    return pack(packed, filter->max_rating);
}

void lobby_unpack(struct core *core, uint64_t conn, uint64_t packed)
{
    struct lobby_filter filter;
    if (packed == 0 || !conn_is_open(core, conn)) {
        lobby_conn_parted(core, conn);
        return;
    }
    filter.max_rating = unpack(&packed);
    filter.min_rating = unpack(&packed);
    int64_t words = unpack(&packed);
    int64_t variant = unpack(&packed);
    filter.stakes = (int)(words / 16) - 1;
    filter.clock_kind = (int)(words % 16) - 1;
    filter.variant = variant == NONE ? NULL : variant_get((enum variant_id)variant);
    lobby_watch(core, conn, login_player(core, conn), &filter);
}

/* ------------------------------------------------------------------ what lists have */

/* Milliseconds since 1970 until 2109. */
#define PLACE_TIMES (INT64_C(1) << 42)

/* The order of lists, for who looks for a game: first where an account waits, then where a guest
 * does, then where the opener often spoils games, then the same where the opener is away, last what
 * a guest cannot join; and of these the newest first. */
enum rank {
    RANK_ACCOUNT,
    RANK_GUEST,
    RANK_BEHIND,
    RANKS_HERE, /* so many are between a room and itself while its opener is away */
    RANK_NOT_FOR_GUESTS = 2 * RANKS_HERE,
};
#define AWAY_STEP (RANKS_HERE * PLACE_TIMES)

/* A stranger would join as one. */
static bool is_as_guest(const struct player *viewer)
{
    return viewer == NULL || known_is_guest(player_known(viewer));
}

static int64_t place_of(const struct room_record *room, const struct player *viewer)
{
    const struct person_record *opener = &room->players[0];
    int64_t rank = opener->guest ? RANK_GUEST : RANK_ACCOUNT;
    if (room->behind)
        rank = RANK_BEHIND;
    if (room->rated && is_as_guest(viewer))
        rank = RANK_NOT_FOR_GUESTS;
    return (rank + 1) * PLACE_TIMES - room->opened % PLACE_TIMES +
           (opener->connected ? 0 : AWAY_STEP);
}

#define FNV_BASIS UINT64_C(0xcbf29ce484222325)
#define FNV_PRIME UINT64_C(0x100000001b3)

/* The room without a place, or in that of a viewer. */
static struct frame *room_frame(struct core *core, const struct room_record *record, int64_t place)
{
    struct room_record placed = *record;
    const struct lobby_room_event body = {.room = &placed};
    placed.place = place;
    return frame_event(core, EVENT_LOBBY_ROOM, &body);
}

static bool is_opener_here(const struct core *core, const struct room *room)
{
    return room_player_id(room, 0) != 0 && player_is_here(room_player(core, room, 0));
}

/* A number for what lists are told of the room, but for what passes by itself (the time to answer)
 * and what has an event of its own (presence): another number, another entry. Never 0. */
static uint64_t entry_of(struct core *core, const struct room *room, struct room_record record)
{
    struct person_record opener = record.players[0];
    opener.connected = false;
    opener.lag_ms = NONE;
    record.players = &opener;
    record.players_count = 1;
    if (record.answer_in_ms != NONE) /* else it has an end that nobody is told */
        record.answer_in_ms = room_answer_until_ms(room);
    struct frame *frame = room_frame(core, &record, 0);
    uint64_t entry = FNV_BASIS;
    for (uint32_t i = 0; i < frame->len; i++)
        entry = (entry ^ (unsigned char)frame->bytes[i]) * FNV_PRIME;
    frame_release(core, frame);
    return entry | 1;
}

static struct listed *listed_find(const struct core *core, const struct room *room)
{
    return id_table_find(&core->meeting->listed_by_room, room_id(room));
}

/* The entry of a room in lists; made when something is to be noted of it. */
static struct listed *listed_of(struct core *core, const struct room *room)
{
    struct listed *listed = listed_find(core, room);
    if (listed == NULL) {
        listed = mem_zero(sizeof(*listed));
        id_table_add(&core->meeting->listed_by_room, room_id(room), listed);
    }
    return listed;
}

void lobby_room_forgotten(struct core *core, uint64_t id)
{
    struct listed *listed = id_table_find(&core->meeting->listed_by_room, id);
    if (listed == NULL)
        return;
    id_table_remove(&core->meeting->listed_by_room, id);
    free(listed);
}

/* Remembers what lists had before, as long as the new word may vanish. */
static void listing_set(struct core *core, struct listed *listed, const struct listing *listing)
{
    if (listed->now.gate <= writes_settled(core))
        listed->before = listed->now;
    listed->now = *listing;
    listed->now.gate = writes_gate(core);
}

/* The first list that has the room: should its opening fail, none had it. */
static void list_first(struct core *core, const struct room *room, struct listed *listed)
{
    const struct listing listing = {.is_shown = true, .is_here = is_opener_here(core, room)};
    listing_set(core, listed, &listing);
}

/* While a change of the room waits to be told, a new list has it otherwise than others. */
static bool is_in_doubt(struct core *core, const struct room *room, struct listed *listed)
{
    if (!happening_waits(core, HAPPENING_ROOM_CHANGED, room_id(room)))
        return false;
    listed->now.entry = 0;
    listed->before.entry = 0;
    return true;
}

void lobby_passed_over(struct core *core, const struct room *room)
{
    struct listed *listed = listed_find(core, room);
    if (listed != NULL && listed->now.is_shown)
        (void)is_in_doubt(core, room, listed);
}

void lobby_listed(struct core *core, const struct player *viewer, const struct room *room,
                  struct room_record *record)
{
    struct listed *listed = listed_of(core, room);
    if (!listed->now.is_shown)
        list_first(core, room, listed);
    if (!is_in_doubt(core, room, listed) && listed->now.entry == 0)
        listed->now.entry = entry_of(core, room, *record);
    record->place = place_of(record, viewer);
    if (listed->now.is_here == is_opener_here(core, room))
        return;
    listed->now.is_here_in_doubt = true;
    listed->before.is_here_in_doubt = true;
}

/* Some of the changes that were told may not have been stored. A room whose opening failed is
 * closed, and nobody heard of it. */
void lobby_batch_failed(struct core *core, uint64_t batch)
{
    const struct room *room;
    for (room = room_newest(core); room != NULL; room = room_older(core, room)) {
        struct listed *listed = listed_find(core, room);
        if (listed == NULL || listed->now.gate < batch)
            continue;
        listed->now = listed->before;
        happen_room_changed(core, room_id(room));
        if (room_player_id(room, 0) != 0)
            happen_presence_changed(core, room_player_id(room, 0));
    }
}

/* ------------------------------------------------------------------ telling */

/* A frame that accounts and guests see otherwise: each is made when it is first wanted. */
struct two_frames {
    struct frame *to[2]; /* by whether it is for a guest */
};

static struct frame **frame_to(struct two_frames *frames, const struct player *viewer)
{
    return &frames->to[is_as_guest(viewer)];
}

static void two_frames_release(struct core *core, struct two_frames *frames)
{
    for (int i = 0; i < 2; i++)
        if (frames->to[i] != NULL)
            frame_release(core, frames->to[i]);
}

static struct frame *gone_frame(struct core *core, const struct room *room)
{
    const struct lobby_gone_event body = {.room = room_id(room)};
    return frame_event(core, EVENT_LOBBY_GONE, &body);
}

/* Whether the connection may be shown or not be shown a room now because of blocks. */
static bool sees_anew(const struct core *core, const struct lobby_entry *entry,
                      const struct room *room)
{
    return entry->seen_anew == happening_round(core, HAPPENING_ROOM_CHANGED) &&
           !room_seats(room, entry->player);
}

/* Tells the room as `record`, or NULL, to all whose filter it concerns, or to those of them only
 * whose blocks are other ones. Returns whether somebody is shown it. */
static bool tell_room(struct core *core, const struct room *room, const struct room_record *record,
                      bool is_for_all)
{
    struct two_frames shown = {0};
    struct frame *gone = gone_frame(core, room);
    bool is_shown_to_some = false;
    const struct lobby_entry *entry;
    DL_FOREACH(core->meeting->lobby, entry) {
        if (!takes_terms(&entry->filter, room) || !(is_for_all || sees_anew(core, entry, room)))
            continue;
        const struct player *viewer = player_find(core, entry->player);
        struct frame **frame = frame_to(&shown, viewer);
        bool is_shown = record != NULL && lobby_shows(core, viewer, &entry->filter, room);
        if (is_shown && *frame == NULL)
            *frame = room_frame(core, record, place_of(record, viewer));
        outbox_push(core, entry->conn, is_shown ? *frame : gone);
        is_shown_to_some = is_shown_to_some || is_shown;
    }
    two_frames_release(core, &shown);
    frame_release(core, gone);
    return is_shown_to_some;
}

/* Tells the room to those whose blocks are other ones: they have it as it is now. If that vanishes,
 * all are told. */
static void tell_some(struct core *core, const struct room *room, const struct room_record *record)
{
    struct listed *listed = listed_of(core, room);
    struct listing listing = listed->now;
    bool is_otherwise = listing.is_here != is_opener_here(core, room);
    if (tell_room(core, room, record, false) && is_otherwise)
        listing.is_here_in_doubt = true;
    listing_set(core, listed, &listing);
    listed->before.entry = 0;
}

/* A room that is over, or may sleep, waited for this. */
static void room_told(struct core *core, struct room *room)
{
    if (room_is_closed(room))
        room_recheck(core, room);
    else
        sleep_room_deserted(core, room_id(room));
}

bool lobby_room_changed(struct core *core, uint64_t id)
{
    struct room *room = room_find_any(core, id);
    bool is_listed = room != NULL && lobby_lists(core, room);
    if (room != NULL)
        room_told(core, room);
    if (room == NULL)
        return false;
    struct listing listing = {.is_shown = is_listed, .is_here = is_opener_here(core, room)};
    struct listed *listed = listed_of(core, room);
    /* Remembered even where nobody hears of it: who took the room may not be stored. */
    if (core->meeting->lobby == NULL || (!is_listed && !listed->now.is_shown)) {
        listing_set(core, listed, &listing);
        return false;
    }
    const struct room_record *record = is_listed ? view_room(core, room) : NULL;
    if (is_listed)
        listing.entry = entry_of(core, room, *record);
    bool is_news = listing.entry == 0 || listing.entry != listed->now.entry;
    bool is_seen_anew = listed->is_seen_anew;
    listed->is_seen_anew = false;
    if (is_news) {
        listing_set(core, listed, &listing);
        (void)tell_room(core, room, record, true);
    } else if (is_seen_anew) {
        tell_some(core, room, record);
    }
    return is_news || is_seen_anew;
}

/* Whether lists have the room as the player's. One that is hidden by now counts, too: nobody is
 * told so if it is back before the second is over. */
static bool is_listed_for(const struct core *core, const struct room *room, uint64_t player)
{
    const struct listed *listed = listed_find(core, room);
    return listed != NULL && listed->now.is_shown && room_player_id(room, 0) == player;
}

/* Whether a list has the room, and the player otherwise than it is. */
static bool is_presence_news(const struct core *core, const struct room *room, uint64_t player)
{
    const struct listed *listed = listed_find(core, room);
    return is_listed_for(core, room, player) &&
           (listed->now.is_here_in_doubt || listed->now.is_here != is_opener_here(core, room));
}

/* Whether one of the rooms is in that list. */
static bool concerns(struct core *core, const struct lobby_entry *entry,
                     const struct player *opener)
{
    const struct player *viewer = player_find(core, entry->player);
    struct room *room;
    for (size_t at = 0; (room = sitter_room(core, player_id(opener), at)) != NULL; at++)
        if (is_listed_for(core, room, player_id(opener)) &&
            suits(core, viewer, &entry->filter, room))
            return true;
    return false;
}

static void tell_presence(struct core *core, const struct player *player)
{
    const struct lobby_presence_event body = {
        .name = player_name(player), .connected = player_is_here(player), .step = AWAY_STEP};
    struct frame *frame = frame_event(core, EVENT_LOBBY_PRESENCE, &body);
    const struct lobby_entry *entry;
    DL_FOREACH(core->meeting->lobby, entry)
        if (concerns(core, entry, player))
            outbox_push(core, entry->conn, frame);
    frame_release(core, frame);
}

bool lobby_presence_changed(struct core *core, uint64_t id)
{
    const struct player *player = player_find(core, id);
    struct room *room;
    bool is_news = false;
    if (player == NULL)
        return false;
    for (size_t at = 0; (room = sitter_room(core, id, at)) != NULL; at++) {
        if (!is_presence_news(core, room, id))
            continue;
        struct listing listing = listed_of(core, room)->now;
        listing.is_here = is_opener_here(core, room);
        listing.is_here_in_doubt = false;
        listing_set(core, listed_of(core, room), &listing);
        is_news = true;
    }
    if (is_news)
        tell_presence(core, player);
    return is_news && core->meeting->lobby != NULL;
}

/* ------------------------------------------------------------------ causes */

static void rooms_changed(struct core *core, const struct player *player)
{
    struct room *room;
    for (size_t at = 0; (room = sitter_room(core, player_id(player), at)) != NULL; at++)
        happen_room_changed(core, room_id(room));
}

void lobby_points_changed(struct core *core, uint64_t id)
{
    const struct player *player = player_find(core, id);
    if (player != NULL)
        rooms_changed(core, player);
}

void lobby_blocks_changed(struct core *core, const struct player *player)
{
    struct room *room;
    uint64_t conn;
    for (size_t at = 0; (conn = login_conn(player, at)) != 0; at++) {
        struct lobby_entry *entry = entry_find(core, conn);
        if (entry != NULL)
            entry->seen_anew = happening_round(core, HAPPENING_ROOM_CHANGED);
    }
    for (size_t at = 0; (room = sitter_room(core, player_id(player), at)) != NULL; at++)
        listed_of(core, room)->is_seen_anew = true;
    rooms_changed(core, player);
}

static void clock_changed(struct core *core, const struct player *player)
{
    struct room *room;
    if (player_is_computer(player))
        return; /* is never busy */
    for (size_t at = 0; (room = sitter_room(core, player_id(player), at)) != NULL; at++)
        if (time_control_is_real_time(room_clock(room)))
            happen_room_changed(core, room_id(room));
}

void lobby_clocks_changed(struct core *core, struct room *room)
{
    if (!match_is_real_time(room_match(room)))
        return;
    for (int i = 0; i < ROOM_SEATS; i++)
        if (room_player_id(room, i) != 0)
            clock_changed(core, room_player(core, room, i));
}

void lobby_conduct_changed(struct core *core, struct room *room)
{
    for (int i = 0; i < ROOM_SEATS && room_is_public(room); i++)
        if (room_player_id(room, i) != 0)
            rooms_changed(core, room_player(core, room, i));
}

size_t lobby_games(struct core *core)
{
    int64_t now_ms = core->now.mono_ms;
    if (core->meeting->games_counted_ms != 0 &&
        now_ms - core->meeting->games_counted_ms < COUNT_GAMES_MS)
        return core->meeting->games_counted;
    core->meeting->games_counted_ms = now_ms;
    core->meeting->games_counted = matches_in_progress(core);
    return core->meeting->games_counted;
}

/* ------------------------------------------------------------------ who is here */

#define COUNT_MS 1000

static bool is_playing(const struct core *core, const struct player *player)
{
    struct room *room;
    for (size_t at = 0; (room = sitter_room(core, player_id(player), at)) != NULL; at++)
        if (room_is_playing(room) && match_is_real_time(room_match(room)))
            return true;
    return false;
}

static bool is_told(const struct player *asker, const struct player *player)
{
    return player != asker && player_is_registered(player) && player_is_connected(player) &&
           !players_are_apart(asker, player);
}

/* From the last one backwards: those who came last are among the last. */
size_t here_accounts(struct core *core, const struct player *asker,
                     const struct present_record **accounts_out)
{
    struct present_record *accounts = arena_alloc(&core->arena, HERE_NAMES_MAX * sizeof(*accounts));
    size_t count = 0;
    const struct player *player = player_newest(core);
    while (player != NULL && count < HERE_NAMES_MAX) {
        if (is_told(asker, player))
            accounts[count++] = (struct present_record){.name = player_name(player),
                                                        .playing = is_playing(core, player)};
        player = player_older(core, player);
    }
    *accounts_out = accounts;
    return count;
}

size_t here_guests(struct core *core)
{
    const struct player *player;
    int64_t now_ms = core->now.mono_ms;
    if (core->meeting->guests_counted_ms != 0 &&
        now_ms - core->meeting->guests_counted_ms < COUNT_MS)
        return core->meeting->guests_counted;
    core->meeting->guests_counted_ms = now_ms;
    core->meeting->guests_counted = 0;
    for (player = player_newest(core); player != NULL; player = player_older(core, player))
        core->meeting->guests_counted +=
            player_is_connected(player) && known_is_guest(player_known(player)) ? 1 : 0;
    return core->meeting->guests_counted;
}
