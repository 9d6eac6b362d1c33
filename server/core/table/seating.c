/* SPDX-License-Identifier: MIT */
/*
 * The rules of who may play with whom, all in this one place.
 */
#include "server/core/table/seating.h"

#include "base/memory.h"
#include "engine/likeness.h"
#include "server/core/meeting/invitation.h"
#include "server/core/people/login.h"
#include "server/core/people/player.h"
#include "server/core/rules/account.h"
#include "server/core/rules/remembered.h"
#include "server/core/state.h"
#include "server/core/table/match_clock.h"
#include "server/core/table/room.h"
#include "server/core/table/state.h"
#include "server/core/turn/writes.h"

#include <stdlib.h>
#include <string.h>

#include <utlist.h>

int seating_check_terms(const struct core *core, const struct player *player,
                        const struct room_terms *terms)
{
    const struct time_control *clock = &terms->clock;
    if (!terms->rated)
        return 0;
    if (!terms->variant->can_be_rated)
        return ERR_CANNOT_BE_RATED;
    if (!player_is_registered(player))
        return ERR_ACCOUNT_REQUIRED;
    bool is_ending = clock->kind != CLOCK_NONE &&
                     time_control_estimate_ms(clock) >= core->options.rated_clock_ms;
    return is_ending ? 0 : ERR_RATED_NEEDS_CLOCK;
}

bool seating_is_busy(const struct core *core, const struct player *player)
{
    struct room *room;
    if (player_is_computer(player))
        return false; /* it thinks of many games at once */
    for (size_t at = 0; (room = sitter_room(core, player_id(player), at)) != NULL; at++)
        if (room_is_playing(room) && match_is_real_time(room->state.match))
            return true;
    return false;
}

static int check_beside(const struct core *core, const struct player *player,
                        const struct game *board, bool may_not_at_all)
{
    struct room *room;
    for (size_t at = 0; (room = sitter_room(core, player_id(player), at)) != NULL; at++) {
        const struct match *match = room->state.match;
        if (!room->rated || !room_is_playing(room))
            continue;
        if ((may_not_at_all && match_is_real_time(match)) || likeness_is_of(&match->game, board))
            return ERR_RATED_GAME_RUNNING;
    }
    return 0;
}

int seating_check_help(const struct core *core, const struct player *player,
                       const struct game *board)
{
    return check_beside(core, player, board, true);
}

int seating_check_against(const struct core *core, const struct player *player,
                          const struct game *board, bool was_given)
{
    return check_beside(core, player, board, was_given);
}

int seating_check(const struct core *core, const struct player *player,
                  const struct time_control *clock)
{
    return time_control_is_real_time(clock) && seating_is_busy(core, player) ? ERR_CLOCK_IS_RUNNING
                                                                             : 0;
}

int seating_check_pair(const struct core *core, const struct player *player,
                       const struct player *opponent, const struct time_control *clock)
{
    if (opponent != NULL && players_are_apart(player, opponent))
        return ERR_BLOCKED;
    int status = seating_check(core, player, clock);
    if (status == 0 && opponent != NULL && seating_check(core, opponent, clock) != 0)
        status = ERR_OPPONENT_BUSY;
    return status;
}

int seating_check_rated(const struct core *core, const struct player *player,
                        const struct player *opponent, int64_t *retry_after_ms_out)
{
    if (opponent == NULL)
        return 0;
    return rated_pairs_check(core, player_id(player), player_id(opponent), retry_after_ms_out);
}

static bool is_invited_by(const struct core *core, const struct player *player,
                          const struct player *opener)
{
    struct room *room;
    for (size_t at = 0; (room = sitter_invitation(core, player_id(player), at)) != NULL; at++)
        if (room->state.seats[0] == player_id(opener))
            return true;
    return false;
}

/* Whether the player's settings let the opener invite. */
static bool is_accepting(const struct player *player, bool have_met)
{
    int from = account_setting(player_account(player), SETTING_INVITATIONS_FROM);
    return from == CONTACTS_WORD_EVERYONE || (from == CONTACTS_WORD_MET && have_met);
}

/* Guests, of whom there may be any number, do not take the places of accounts. */
static bool has_place(const struct core *core, const struct player *player,
                      const struct player *opener)
{
    struct room *room;
    size_t of_guests = 0;
    for (size_t at = 0; (room = sitter_invitation(core, player_id(player), at)) != NULL; at++)
        of_guests += known_kind(player_known(room_player(core, room, 0))) == PLAYER_GUEST ? 1 : 0;
    if (known_kind(player_known(opener)) == PLAYER_GUEST)
        return of_guests < INVITATIONS_OF_GUESTS_MAX &&
               sitter_invitation_count(core, player_id(player)) < INVITATIONS_MAX;
    return sitter_invitation_count(core, player_id(player)) - of_guests <
           INVITATIONS_MAX - INVITATIONS_OF_GUESTS_MAX;
}

int seating_check_invitation(const struct core *core, const struct seating_invitation *invitation,
                             const struct player *player)
{
    const struct player *opener = invitation->opener;
    if (player == opener)
        return ERR_THAT_IS_YOU;
    if (player_account(player)->is_deleted || player_is_leaving(player))
        return ERR_NO_SUCH_PLAYER;
    if (player_is_computer(player))
        return ERR_NOT_ACCEPTING;
    if (players_are_apart(opener, player))
        return ERR_BLOCKED;
    if (!is_accepting(player, invitation->have_met))
        return ERR_NOT_ACCEPTING;
    if (invitation->clock->kind != CLOCK_CORRESPONDENCE && !player_is_here(player))
        return ERR_NOT_HERE;
    if (is_invited_by(core, player, opener))
        return ERR_ALREADY_INVITED;
    return has_place(core, player, opener) ? 0 : ERR_TOO_MANY_INVITATIONS;
}

/* ------------------------------------------------------------------ sides */

static int draw_lot(struct core *core)
{
    uint8_t lot;
    core->ports.random(core->ports.ctx, &lot, sizeof(lot));
    return lot & 1;
}

/* The side that the player is due, as a number from 1; 0: none. */
static uint64_t due_to(const struct core *core, uint64_t player)
{
    return remembered_get(&core->tables->due_sides, player);
}

int sides_first(struct core *core, const struct room *room)
{
    if (room->first == FIRST_WORD_OPENER)
        return 0;
    if (room->first == FIRST_WORD_JOINER)
        return 1;
    uint64_t opener = due_to(core, room->state.seats[0]);
    uint64_t joiner = due_to(core, room->state.seats[1]);
    if (opener == joiner)
        return draw_lot(core);
    return opener == SEAT_FIRST + 1 || joiner == SEAT_SECOND + 1 ? 0 : 1;
}

int sides_rematch(const struct room *room)
{
    const struct match *last = room->state.match;
    bool is_kept = reason_is_before_play(last->state.outcome.reason);
    enum seat seat = is_kept ? SEAT_FIRST : SEAT_SECOND;
    return room->state.seats[0] == known_id(last->players[seat]) ? 0 : 1;
}

static void put_due(struct core *core, uint64_t player, uint64_t due)
{
    if (due_to(core, player) == due)
        return;
    uint64_t *place = remembered_place(&core->tables->due_sides, player);
    writes_touch(core, place, sizeof(*place), NULL, NULL);
    *place = due;
}

void sides_note_end(struct core *core, const struct room *room)
{
    const struct match *match = room->state.match;
    bool is_due = reason_is_before_play(match->state.outcome.reason);
    if (room->first != FIRST_WORD_RANDOM)
        return;
    for (unsigned seat = 0; seat < SEAT_COUNT; seat++)
        put_due(core, known_id(match->players[seat]), is_due ? seat + 1 : 0);
}

/* ------------------------------------------------------------------ where a player sits */

static struct sitter *sitter_find(const struct core *core, uint64_t player)
{
    return id_table_find(&core->tables->sitters_by_id, player);
}

/* The same to read: nearly everybody sits nowhere. */
static const struct sitter *sitter_get(const struct core *core, uint64_t player)
{
    static const struct sitter nowhere;
    const struct sitter *sitter = sitter_find(core, player);
    return sitter != NULL ? sitter : &nowhere;
}

/* ------------------------------------------------------------------ asked */

static struct room *room_at(const struct core *core, const struct room_ids *rooms, size_t at)
{
    return at < rooms->count ? room_find_any(core, rooms->ids[at]) : NULL;
}

struct room *sitter_room(const struct core *core, uint64_t player, size_t at)
{
    return room_at(core, &sitter_get(core, player)->rooms, at);
}

size_t sitter_room_count(const struct core *core, uint64_t player)
{
    return sitter_get(core, player)->rooms.count;
}

struct room *sitter_invitation(const struct core *core, uint64_t player, size_t at)
{
    return room_at(core, &sitter_get(core, player)->invitations, at);
}

size_t sitter_invitation_count(const struct core *core, uint64_t player)
{
    return sitter_get(core, player)->invitations.count;
}

struct player *room_player(const struct core *core, const struct room *room, int seat)
{
    return player_find(core, room->chairs[seat].player);
}

struct player *room_invited_player(const struct core *core, const struct room *room)
{
    return player_find(core, room->invited);
}

/* ------------------------------------------------------------------ listed */

static struct sitter *sitter_own(struct core *core, struct player *player)
{
    struct sitter *sitter = sitter_find(core, player_id(player));
    if (sitter != NULL)
        return sitter;
    sitter = mem_zero(sizeof(*sitter));
    id_table_add(&core->tables->sitters_by_id, player_id(player), sitter);
    player_hold(player);
    return sitter;
}

static void add(struct room_ids *rooms, uint64_t room)
{
    rooms->ids = mem_grow(rooms->ids, (rooms->count + 1) * sizeof(*rooms->ids));
    rooms->ids[rooms->count++] = room;
}

static void take_out(struct room_ids *rooms, uint64_t room)
{
    size_t at = 0;
    while (rooms->ids[at] != room)
        at++;
    memmove(&rooms->ids[at], &rooms->ids[at + 1], (--rooms->count - at) * sizeof(*rooms->ids));
}

static void free_if_empty(struct core *core, struct player *player, struct sitter *sitter)
{
    if (sitter->rooms.count + sitter->invitations.count > 0)
        return;
    id_table_remove(&core->tables->sitters_by_id, player_id(player));
    free(sitter->rooms.ids);
    free(sitter->invitations.ids);
    free(sitter);
    player_let_go(core, player);
}

/* Moves the room from the list of one player to that of another, which stands at `offset`. */
static bool move(struct core *core, uint64_t room, uint64_t *listed, uint64_t to, size_t offset)
{
    struct player *player = player_find(core, to);
    struct player *before = player_find(core, *listed);
    if (player == before)
        return false;
    *listed = player != NULL ? player_id(player) : 0;
    if (before != NULL) {
        struct sitter *sitter = sitter_find(core, player_id(before));
        take_out((struct room_ids *)((char *)sitter + offset), room);
        free_if_empty(core, before, sitter);
    }
    if (player != NULL)
        add((struct room_ids *)((char *)sitter_own(core, player) + offset), room);
    return true;
}

bool sitter__list(struct core *core, const struct room *room, uint64_t *listed, uint64_t player)
{
    return move(core, room->id, listed, player, offsetof(struct sitter, rooms));
}

bool sitter__list_invited(struct core *core, const struct room *room, uint64_t *listed,
                          uint64_t player)
{
    return move(core, room->id, listed, player, offsetof(struct sitter, invitations));
}

/* ------------------------------------------------------------------ rated pairs */

struct rated_game {
    uint64_t id;
    int64_t started_ms; /* wall */
    struct rated_pair *pair;
    struct rated_game *prev, *next; /* of the pair */
    UT_hash_handle hh;
};

struct rated_pair_key {
    uint64_t players[2]; /* the smaller id first */
};

struct rated_pair {
    struct rated_pair_key key;
    struct rated_game *games; /* the oldest first */
    UT_hash_handle hh;
};

static struct rated_pair_key key_of(uint64_t a, uint64_t b)
{
    return (struct rated_pair_key){{a < b ? a : b, a < b ? b : a}};
}

static struct rated_pair *pair_find(const struct core *core, uint64_t a, uint64_t b)
{
    const struct rated_pair_key key = key_of(a, b);
    struct rated_pair *pair = NULL;
    HASH_FIND(hh, core->tables->rated_pairs, &key, sizeof(key), pair);
    return pair;
}

/* Dates that are a little in the future were written before the clock was set back. */
static bool is_recent(const struct core *core, const struct rated_game *game)
{
    int64_t age_ms = core->now.wall_ms - game->started_ms;
    return age_ms < RATED_PAIRS_MS && age_ms > -RATED_PAIRS_MS;
}

/* ------------------------------------------------------------------ games come and go */

static void forget(struct core *core, struct rated_game *game)
{
    struct rated_pair *pair = game->pair;
    DL_DELETE(pair->games, game);
    HASH_DEL(core->tables->rated_games, game);
    free(game);
    if (pair->games != NULL)
        return;
    HASH_DEL(core->tables->rated_pairs, pair);
    free(pair);
}

static void forget_old(struct core *core)
{
    while (core->tables->rated_games != NULL && !is_recent(core, core->tables->rated_games))
        forget(core, core->tables->rated_games);
}

void rated_pairs_load(struct core *core, const struct store_rated_game *game)
{
    struct rated_pair *pair = pair_find(core, game->players[0], game->players[1]);
    if (core->options.rated_pair_games == 0)
        return;
    if (pair == NULL) {
        pair = mem_zero(sizeof(*pair));
        pair->key = key_of(game->players[0], game->players[1]);
        HASH_ADD(hh, core->tables->rated_pairs, key, sizeof(pair->key), pair);
    }
    struct rated_game *added = mem_zero(sizeof(*added));
    added->id = game->game;
    added->started_ms = game->started_ms;
    added->pair = pair;
    DL_APPEND(pair->games, added);
    HASH_ADD(hh, core->tables->rated_games, id, sizeof(added->id), added);
}

void rated_pairs_free(struct core *core)
{
    while (core->tables->rated_games != NULL)
        forget(core, core->tables->rated_games);
}

static void began(struct core *core, const struct store_game_start *start)
{
    const struct store_rated_game game = {.game = start->id,
                                          .players = {start->players[0], start->players[1]},
                                          .started_ms = start->started_ms};
    if (!start->rated)
        return;
    rated_pairs_load(core, &game);
    forget_old(core);
}

static void ended(struct core *core, const struct store_game_end *end)
{
    struct rated_game *game = NULL;
    HASH_FIND(hh, core->tables->rated_games, &end->id, sizeof(end->id), game);
    if (game != NULL && end->outcome.result == RESULT_NONE)
        forget(core, game);
}

void rated_pairs_stored(struct core *core, const struct store_op *op)
{
    if (op->kind == STORE_GAME_START)
        began(core, &op->as.game_start);
    else
        ended(core, &op->as.game_end);
}

/* ------------------------------------------------------------------ questions */

int rated_pairs_check(const struct core *core, uint64_t player, uint64_t opponent,
                      int64_t *retry_after_ms_out)
{
    const struct rated_pair *pair = pair_find(core, player, opponent);
    const struct rated_game *game;
    uint32_t recent = 0;
    if (pair == NULL || core->options.rated_pair_games == 0)
        return 0;
    DL_FOREACH(pair->games, game)
        recent += is_recent(core, game) ? 1 : 0;
    if (recent < core->options.rated_pair_games)
        return 0;
    /* When so many have become old that one fewer than the limit is left. */
    DL_FOREACH(pair->games, game)
        if (is_recent(core, game) && recent-- == core->options.rated_pair_games)
            break;
    *retry_after_ms_out = game->started_ms + RATED_PAIRS_MS - core->now.wall_ms;
    return ERR_RATED_PAIR_LIMIT;
}

void rated_pairs_will_begin(struct core *core, const struct player *player)
{
    *remembered_place(&core->tables->rated_gates, player_id(player)) = writes_gate(core);
}

uint64_t rated_pairs_gate(const struct core *core, const struct player *player)
{
    uint64_t gate = remembered_get(&core->tables->rated_gates, player_id(player));
    return gate > writes_settled(core) ? gate : 0;
}
