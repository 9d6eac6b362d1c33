/* SPDX-License-Identifier: MIT */
/*
 * Presence, watchers and the lobby: what each connection was told last of a player or of a room,
 * and when. It is told at most once a second, and not again as it was.
 *
 * A word that was held for a commit says nothing of when it was made, so only those are compared
 * that left at the end of a turn. A word may be told again as it was if somebody may have been told
 * otherwise meanwhile: in a reply, or in a word that vanished with a failed commit.
 */
#include "tests/sim/said_gathered.h"

#include "proto/frame.h"
#include "tests/sim/sim.h"

#define SECOND_MS 1000
#define STRANGERS UINT64_MAX /* in the place of a player */
#define FNV_BASIS UINT64_C(0xcbf29ce484222325)
#define FNV_PRIME UINT64_C(0x100000001b3)

/* ------------------------------------------------------------------ what may make a word be told
 * again */

void gathered_followed(struct sim *sim, uint64_t player)
{
    struct gathered_marks *marks = &sim->gathered;
    if (marks->followers[0].player != player)
        marks->followers[1] = marks->followers[0];
    marks->followers[0] = (struct gathered_follower){.player = player, .at_ms = sim->now_ms};
}

/* When somebody else than the player was last told of presence in a reply. */
static int64_t followed_ms(const struct sim *sim, uint64_t player)
{
    const struct gathered_follower *last = &sim->gathered.followers[0];
    return last->player != player ? last->at_ms : sim->gathered.followers[1].at_ms;
}

static bool may_be_told_again(const struct sim *sim, const struct last_word *last)
{
    const struct gathered_marks *marks = &sim->gathered;
    if (last->word == 0 || marks->failed_ms >= last->at_ms)
        return true;
    switch (last->event) {
    case EVENT_ROOM_PRESENCE:
        return followed_ms(sim, last->player) >= last->at_ms;
    case EVENT_LOBBY_PRESENCE:
        return marks->listed_ms >= last->at_ms || marks->room_told_ms >= last->at_ms;
    case EVENT_LOBBY_ROOM:
        return marks->listed_ms >= last->at_ms || marks->blocked_ms >= last->at_ms;
    default:
        return followed_ms(sim, 0) >= last->at_ms;
    }
}

/* ------------------------------------------------------------------ words */

static struct last_word *word_of(struct link *link, enum event event, uint64_t room,
                                 uint64_t player)
{
    for (size_t i = 0; i < link->word_count; i++) {
        struct last_word *word = &link->words[i];
        if (word->event == event && word->room == room && word->player == player)
            return word;
    }
    link->words = sim_grow(link->words, link->word_count, &link->word_cap, sizeof(link->words[0]));
    struct last_word *word = &link->words[link->word_count++];
    *word = (struct last_word){
        .event = event, .room = room, .player = player, .at_ms = NONE, .left_ms = NONE};
    return word;
}

static uint64_t mix(uint64_t word, const void *bytes, size_t len)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < len; i++)
        word = (word ^ byte[i]) * FNV_PRIME;
    return word | 1;
}

/* A word leaves: checks it against the last one of the same thing, and takes its place. */
static void leave(struct link *link, struct last_word *last, uint64_t word)
{
    struct sim *sim = link->sim;
    bool is_made_now = sim->is_ending_turn;
    CHECK_THAT(sim, CHECK_ONCE_A_SECOND,
               last->left_ms == NONE || sim->now_ms - last->left_ms >= SECOND_MS,
               "link %llu is told event %d of room %llx, player %llx after %lld ms",
               (unsigned long long)link->number, last->event, (unsigned long long)last->room,
               (unsigned long long)last->player, (long long)(sim->now_ms - last->left_ms));
    CHECK_THAT(sim, CHECK_ONLY_NEWS,
               !is_made_now || last->word != word || may_be_told_again(sim, last),
               "link %llu is told event %d of room %llx, player %llx as it was told before",
               (unsigned long long)link->number, last->event, (unsigned long long)last->room,
               (unsigned long long)last->player);
    last->word = word;
    last->at_ms = sim->now_ms;
    last->left_ms = is_made_now ? sim->now_ms : NONE;
}

static void forget(struct link *link, enum event event, uint64_t room)
{
    for (size_t i = 0; i < link->word_count; i++)
        if (link->words[i].event == event && (room == 0 || link->words[i].room == room))
            link->words[i].word = 0;
}

/* ------------------------------------------------------------------ what is told */

void gathered_presence(struct link *link, const struct room_presence_event *presence)
{
    const struct truth_player *player = truth_player_named(&link->sim->truth, presence->name);
    const int64_t facts[] = {
        presence->connected, presence->lag_ms, presence->silent, presence->off_until,
        presence->claim_in_ms == NONE ? NONE : link->sim->now_ms + presence->claim_in_ms};
    if (player == NULL)
        return;
    struct last_word *last = word_of(link, EVENT_ROOM_PRESENCE, presence->room, player->id);
    bool is_of_a_turn = presence->claim_in_ms != NONE && !link->sim->is_ending_turn;
    if (presence->clock_waits_ms != 0 || is_of_a_turn)
        last->word =
            0; /* perhaps told at once, behind the move: what it was before is news again */
    else
        leave(link, last, mix(FNV_BASIS, facts, sizeof(facts)));
}

void gathered_watchers(struct link *link, const struct room_watchers_event *watchers)
{
    leave(link, word_of(link, EVENT_ROOM_WATCHERS, watchers->room, 0),
          mix(FNV_BASIS, &watchers->watchers, sizeof(watchers->watchers)));
}

/* Neither presence, and the place by it, nor lag count, nor that time passes: of the time that is
 * left, its end does. */
void gathered_room(struct link *link, const struct room_record *told)
{
    char line[FRAME_REPLY_MAX + 1];
    struct room_record record = *told;
    struct person_record opener = told->players[0];
    const struct lobby_room_event body = {.room = &record};
    const struct truth_room *room = truth_room(&link->sim->truth, told->room);
    const struct truth_player *player = truth_player_named(&link->sim->truth, opener.name);
    opener.connected = false;
    opener.lag_ms = NONE;
    record.place = 0;
    record.players = &opener;
    if (record.answer_in_ms != NONE && room != NULL)
        record.answer_in_ms = room->waits_until_ms;
    int len = event_encode(EVENT_LOBBY_ROOM, NO_SEQ, &body, line, sizeof(line));
    leave(link, word_of(link, EVENT_LOBBY_ROOM, told->room, 0),
          mix(FNV_BASIS, line, len > 0 ? (size_t)len : 0));
    link->sim->gathered.room_told_ms = link->sim->now_ms;
    if (player != NULL)
        word_of(link, EVENT_LOBBY_PRESENCE, 0, player->id)->word = 0;
}

/* A room that was never shown may be told as gone, and again. */
void gathered_gone(struct link *link, uint64_t room)
{
    leave(link, word_of(link, EVENT_LOBBY_ROOM, room, 0), 0);
}

void gathered_lobby_presence(struct link *link, const struct lobby_presence_event *presence)
{
    const struct truth_player *player = truth_player_named(&link->sim->truth, presence->name);
    if (player != NULL)
        leave(link, word_of(link, EVENT_LOBBY_PRESENCE, 0, player->id),
              mix(FNV_BASIS, &presence->connected, sizeof(presence->connected)));
}

/* ------------------------------------------------------------------ what replies tell */

void gathered_told(const struct link *link)
{
    gathered_followed(link->sim, link->player != 0 ? link->player : STRANGERS);
}

void gathered_base(struct link *link, uint64_t room)
{
    gathered_told(link);
    forget(link, EVENT_ROOM_PRESENCE, room);
    forget(link, EVENT_ROOM_WATCHERS, room);
}

void gathered_list(struct link *link)
{
    link->sim->gathered.listed_ms = link->sim->now_ms;
    forget(link, EVENT_LOBBY_ROOM, 0);
    forget(link, EVENT_LOBBY_PRESENCE, 0);
}

void gathered_lost(struct link *link)
{
    for (size_t i = 0; i < link->ask_count; i++)
        if (link->asks[i].op == OP_LOBBY_WATCH && link->asks[i].answered < link->asks[i].delivered)
            link->sim->gathered.listed_ms = link->sim->now_ms;
}
