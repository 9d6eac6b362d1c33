/* SPDX-License-Identifier: MIT */
/*
 * See the header. What a computer has lost is said by the double of its thoughts, a function of the
 * board, so it can be asked again when the end is stored.
 */
#include "tests/sim/truth_room.h"

#include "tests/sim/link.h"
#include "tests/sim/sim.h"
#include "tests/support/core_doubles.h"

#define ID_ARG(id) ((unsigned long long)(id))

static bool waits_for_somebody(const struct truth_room *room, uint64_t opener)
{
    return !room->is_closed && room->game == 0 && room->players[0] == opener &&
           room->players[1] == 0;
}

void truth__room_opened(struct sim *sim, const struct truth_room *room)
{
    const struct truth_player *player = truth_player(&sim->truth, room->players[0]);
    uint32_t open = 0;
    for (size_t i = 0; i < sim->truth.room_count; i++)
        open += waits_for_somebody(sim->truth.rooms[i], player->id) ? 1 : 0;
    CHECK_THAT(sim, CHECK_OPEN_ROOMS,
               player->kind != PLAYER_GUEST || open <= sim->core_options.open_rooms_per_guest,
               "%u rooms of the guest %s wait for somebody", open, player->name);
}

/* The joiner is out of it, whether or not by this very batch. */
void truth__room_reopened(struct sim *sim, struct truth_room *room, const struct store_room *stored)
{
    const struct truth_game *game = truth_game(&sim->truth, room->game);
    CHECK_THAT(sim, CHECK_REOPENED,
               game->is_over && game->outcome.result == RESULT_NONE && stored->players[1] == 0 &&
                   stored->players[0] == room->ever[0] && stored->invited == 0 && stored->link == 0,
               "room %llx waits for somebody again after game %llx", ID_ARG(room->id),
               ID_ARG(game->id));
    room->reopenings++;
    sim->stats->reopened++;
}

/* ------------------------------------------------------------------ computers that resign */

void truth__resigns_stored(struct sim *sim, const struct truth_room *room,
                           const struct store_room *stored)
{
    const struct truth_player *other = truth_player(&sim->truth, stored->players[1]);
    CHECK_THAT(sim, CHECK_RESIGNS,
               stored->resigns == room->resigns &&
                   (!room->resigns || (other != NULL && other->is_computer)),
               "room %llx: whether a computer resigns there is another now, or there is none",
               ID_ARG(room->id));
}

void truth__resigned(struct sim *sim, const struct truth_game *game,
                     const struct store_game_end *end)
{
    if (end->outcome.reason != REASON_RESIGN)
        return;
    enum seat loser = seat_other((enum seat)end->outcome.result);
    const struct truth_player *player = truth_player(&sim->truth, game->players[loser]);
    if (!player->is_computer)
        return;
    CHECK_THAT(sim, CHECK_RESIGNS, truth_room(&sim->truth, game->room)->resigns,
               "game %llx: %s resigns unasked", ID_ARG(game->id), player->name);
    CHECK_THAT(sim, CHECK_RESIGNS,
               game_to_act(&game->board) == loser && double_is_lost(&game->board),
               "game %llx: %s resigns at ply %u, and has not lost", ID_ARG(game->id), player->name,
               game->board.ply);
    sim->stats->resigned++;
}

void truth_resigns_told(struct sim *sim, const struct truth_room *room,
                        const struct room_record *record)
{
    CHECK_THAT(sim, CHECK_RESIGNS, record->resigns == room->resigns,
               "room %llx is said to have a computer that %s", ID_ARG(room->id),
               record->resigns ? "resigns" : "does not resign");
}

void truth_resigns_opened(struct sim *sim, const struct ask *ask, const struct room_record *record)
{
    CHECK_THAT(sim, CHECK_RESIGNS, record->resigns == ask->request.as.room_open.resigns,
               "room %llx is not opened as asked", ID_ARG(record->room));
}

/* ------------------------------------------------------------------ links */

bool truth_is_reserved(const struct truth_room *room)
{
    return room->invited != 0 || (room->link != 0 && room->game == 0);
}

void truth__link_stored(struct sim *sim, struct truth_room *room, const struct store_room *stored,
                        bool is_new)
{
    CHECK_THAT(sim, CHECK_LINKS,
               is_new || stored->link == room->link || (room->link != 0 && stored->players[1] == 0),
               "room %llx: its link changes though somebody has joined, or it had none",
               ID_ARG(room->id));
    room->link = stored->link;
    sim->stats->links += is_new && stored->link != 0 ? 1 : 0;
}

void truth_link_told(struct link *link, const struct room_record *record, bool may_know)
{
    const struct truth_room *room = truth_room(&link->sim->truth, record->room);
    bool is_kept = room->link != 0 && record->state == ROOM_STATE_WORD_OPEN;
    CHECK_THAT(link->sim, CHECK_LINKS, record->link == is_kept,
               "room %llx is said to be kept for a link, or not to be", ID_ARG(room->id));
    CHECK_THAT(link->sim, CHECK_LINKS, !is_kept || may_know || truth_ever_sat(room, link->player),
               "link %llu is told of room %llx, which is kept for who has its link",
               ID_ARG(link->number), ID_ARG(room->id));
}

/* The first 60 bits of the hash, as the store has them. */
static uint64_t link_hash(const char *link)
{
    uint8_t hash[TOKEN_HASH_SIZE];
    uint64_t bits = 0;
    double_token_hash(link, hash);
    for (int i = 0; i < 8; i++)
        bits = bits << 8 | hash[i];
    return bits & ((UINT64_C(1) << 60) - 1);
}

/* Once somebody has joined, the link that is stored is the one that counted then. */
void truth_link_joined(struct sim *sim, const struct ask *ask, const struct room_record *record)
{
    uint64_t link = ask->text[0] != '\0' ? link_hash(ask->text) : 0;
    sim->stats->linked += link != 0 ? 1 : 0;
    const struct truth_room *room = truth_room(&sim->truth, record->room);
    CHECK_THAT(sim, CHECK_LINKS, room != NULL && room->link == link,
               "room %llx is joined by a link that does not count, or without",
               ID_ARG(record->room));
}
