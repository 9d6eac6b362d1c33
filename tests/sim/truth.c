/* SPDX-License-Identifier: MIT */
/*
 * Players, sessions and rooms; games are in truth_game.c.
 */
#include "tests/sim/truth.h"

#include "tests/sim/focus.h"
#include "tests/sim/sim.h"
#include "tests/sim/truth_account.h"
#include "tests/sim/truth_days_off.h"
#include "tests/sim/truth_experience.h"
#include "tests/sim/truth_listed.h"
#include "tests/sim/truth_room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ID_FORMAT "%llx"
#define ID_ARG(id) ((unsigned long long)(id))

/* ------------------------------------------------------------------ finding */

/* From the end: what is new is asked for most. */
#define FIND_LAST(list, count, is_it)                                                              \
    do {                                                                                           \
        for (size_t i_ = (count); i_-- > 0;) {                                                     \
            __typeof__((list)[0]) it = (list)[i_];                                                 \
            if (is_it)                                                                             \
                return it;                                                                         \
        }                                                                                          \
        return NULL;                                                                               \
    } while (0)

struct truth_player *truth_player(const struct truth *truth, uint64_t id)
{
    FIND_LAST(truth->players, truth->player_count, it->id == id);
}

static struct truth_player *player_now_named(const struct truth *truth, const char *name)
{
    FIND_LAST(truth->players, truth->player_count, strcmp(it->name, name) == 0);
}

static bool was_named(const struct truth_player *player, const char *name)
{
    for (size_t i = 0; i < TRUTH_FORMER; i++)
        if (strcmp(player->former[i], name) == 0)
            return true;
    return strcmp(player->guest_name, name) == 0;
}

bool truth_goes_by(const struct truth_player *player, const char *name)
{
    return strcmp(player->name, name) == 0 || was_named(player, name);
}

static struct truth_player *player_once_named(const struct truth *truth, const char *name)
{
    FIND_LAST(truth->players, truth->player_count, was_named(it, name));
}

struct truth_player *truth_player_named(const struct truth *truth, const char *name)
{
    struct truth_player *player = player_now_named(truth, name);
    return player != NULL ? player : player_once_named(truth, name);
}

struct truth_player *truth_player_keyed(const struct truth *truth, const char *key)
{
    FIND_LAST(truth->players, truth->player_count, strcmp(it->key, key) == 0);
}

struct truth_room *truth_room(const struct truth *truth, uint64_t id)
{
    FIND_LAST(truth->rooms, truth->room_count, it->id == id);
}

struct truth_game *truth_game(const struct truth *truth, uint64_t id)
{
    FIND_LAST(truth->games, truth->game_count, it->id == id);
}

const struct truth_session *truth_session(const struct truth *truth, const uint8_t *token_hash)
{
    for (size_t i = truth->session_count; i-- > 0;)
        if (memcmp(truth->sessions[i].token_hash, token_hash, STORE_TOKEN_HASH_SIZE) == 0)
            return &truth->sessions[i];
    return NULL;
}

const struct truth_session *truth_session_now(const struct truth *truth, const uint8_t *token_hash)
{
    const struct truth_session *session = truth_session(truth, token_hash);
    while (session != NULL && session->successor != 0)
        session = &truth->sessions[session->successor];
    return session;
}

bool truth_sits(const struct truth_room *room, uint64_t player)
{
    return !room->is_closed && player != 0 &&
           (room->players[0] == player || room->players[1] == player);
}

bool truth_ever_sat(const struct truth_room *room, uint64_t player)
{
    for (size_t i = 0; i < room->ever_count; i++)
        if (room->ever[i] == player)
            return true;
    return false;
}

const struct truth_player *truth_sitter_named(const struct truth *truth,
                                              const struct truth_room *room, const char *name)
{
    const struct truth_player *found = NULL;
    for (size_t i = 0; i < room->ever_count; i++) {
        const struct truth_player *player = truth_player(truth, room->ever[i]);
        if (strcmp(player->name, name) == 0)
            return player;
        if (was_named(player, name))
            found = player;
    }
    return found;
}

/* ------------------------------------------------------------------ players and sessions */

void truth__stored(struct sim *sim, uint64_t player_id, enum deed deed)
{
    struct truth_player *player = truth_player(&sim->truth, player_id);
    CHECK_THAT(sim, CHECK_REFUSED_CHANGED_NOTHING, player != NULL,
               "something stored for player " ID_FORMAT ", who does not exist", ID_ARG(player_id));
    if (player->is_computer)
        return; /* asks nobody */
    struct deed_count *count = &player->deeds[deed];
    count->stored++;
    CHECK_THAT(sim, CHECK_REFUSED_CHANGED_NOTHING, count->stored <= count->asked - count->refused,
               "deed %d of %s: asked %u times, refused %u times, stored %u times", deed,
               player->name, count->asked, count->refused, count->stored);
}

static struct truth_player *player_new(struct sim *sim, uint64_t id)
{
    struct truth *truth = &sim->truth;
    struct truth_player *player = calloc(1, sizeof(*player));
    if (player == NULL)
        abort();
    player->id = id;
    player->due_side = SEAT_NONE;
    truth__page_add(sim, player, &(struct truth_page){.role = ROLE_PLAYER});
    truth->players = sim_grow(truth->players, truth->player_count, &truth->player_cap,
                              sizeof(struct truth_player *));
    truth->players[truth->player_count++] = player;
    return player;
}

static struct truth_player *player_put(struct sim *sim, uint64_t id,
                                       const struct store_names *names)
{
    const struct truth_player *namesake = truth_player_keyed(&sim->truth, names->name_key);
    CHECK_THAT(sim, CHECK_NAMES_ARE_UNIQUE, namesake == NULL || namesake->id == id,
               "%s is stored a second time", names->name_key);
    struct truth_player *player = truth_player(&sim->truth, id);
    if (player == NULL)
        player = player_new(sim, id);
    else
        memcpy(player->guest_name, player->name, sizeof(player->name));
    snprintf(player->name, sizeof(player->name), "%s", names->name);
    snprintf(player->key, sizeof(player->key), "%s", names->name_key);
    return player;
}

void truth__player_create(struct sim *sim, const struct store_op *op)
{
    if (op->result != STORE_APPLIED)
        return;
    struct truth_player *player =
        player_put(sim, op->as.player_create.id, &op->as.player_create.names);
    player->kind = PLAYER_GUEST;
    player->came.made_batch = sim->truth.batches;
}

/* Put again whenever it sits down and was not there. */
void truth__computer_put(struct sim *sim, const struct store_op *op)
{
    const struct store_guest *stored = &op->as.computer_put;
    if (op->result != STORE_APPLIED || truth_player(&sim->truth, stored->id) != NULL)
        return;
    player_put(sim, stored->id, &stored->names)->is_computer = true;
}

void truth__registered(struct sim *sim, const struct store_registration *stored)
{
    truth__name_check(sim, stored->names.name_key);
    struct truth_player *player = player_put(sim, stored->id, &stored->names);
    player->kind = PLAYER_REGISTERED;
    snprintf(player->password_hash, sizeof(player->password_hash), "%s", stored->password_hash);
    truth__code_set(player, stored->recovery);
}

void truth__player_register(struct sim *sim, const struct store_op *op)
{
    if (op->result == STORE_APPLIED)
        truth__registered(sim, &op->as.player_register);
}

/* ------------------------------------------------------------------ rooms */

static struct truth_room *room_new(struct sim *sim, const struct store_room *stored)
{
    struct truth *truth = &sim->truth;
    struct truth_room *room = calloc(1, sizeof(*room));
    if (room == NULL)
        abort();
    *room = (struct truth_room){.id = stored->id,
                                .variant = stored->variant,
                                .rated = stored->rated,
                                .first = stored->first,
                                .clock = stored->clock,
                                .resigns = stored->resigns,
                                .rematch_offer = -1};
    truth->rooms =
        sim_grow(truth->rooms, truth->room_count, &truth->room_cap, sizeof(struct truth_room *));
    truth->rooms[truth->room_count++] = room;
    room->ever_invited = stored->invited;
    const struct truth_player *other = truth_player(truth, stored->players[1]);
    bool is_paired = other != NULL; /* nobody joined: both waited for anybody */
    bool is_solo = is_paired && other->is_computer;
    truth__stored(sim, stored->players[0], is_paired && !is_solo ? DEED_JOIN : DEED_OPEN);
    sim->stats->pairs += is_paired && !is_solo ? 1 : 0;
    sim->stats->invitations += stored->invited != 0 ? 1 : 0;
    if (is_paired)
        truth__stored(sim, stored->players[1], DEED_JOIN);
    return room;
}

/* Counts who sits where after a change; `delta` is 1 or -1. */
static void count_seats(struct sim *sim, const struct truth_room *room, int delta)
{
    for (int i = 0; i < 2; i++) {
        struct truth_player *player = truth_player(&sim->truth, room->players[i]);
        if (player == NULL)
            continue;
        player->rooms += (uint32_t)delta;
        CHECK_THAT(sim, CHECK_ROOMS_OF_A_PLAYER,
                   player->is_computer || player->rooms <= sim->core_options.rooms_per_player,
                   "%s sits in %u rooms, %u are allowed", player->name, player->rooms,
                   sim->core_options.rooms_per_player);
    }
}

static void room_check_seats(struct sim *sim, const struct truth_room *room,
                             const struct store_room *stored)
{
    for (int i = 0; i < 2; i++) {
        uint64_t before = room->players[i];
        uint64_t after = stored->players[i];
        CHECK_THAT(sim, CHECK_SEAT_HAS_ONE_OWNER, before == after || before == 0 || after == 0,
                   "seat %d of room " ID_FORMAT " goes from " ID_FORMAT " to " ID_FORMAT, i,
                   ID_ARG(room->id), ID_ARG(before), ID_ARG(after));
        const struct truth_player *player = truth_player(&sim->truth, after);
        CHECK_THAT(sim, CHECK_DELETED_IS_GONE, player == NULL || !player->is_deleted,
                   "%s sits down in room " ID_FORMAT " and deleted the account", player->name,
                   ID_ARG(room->id));
    }
    CHECK_THAT(sim, CHECK_SEAT_HAS_ONE_OWNER,
               stored->players[0] != stored->players[1] && !room->is_closed,
               "both seats of room " ID_FORMAT " are " ID_FORMAT "'s, or it is closed",
               ID_ARG(room->id), ID_ARG(stored->players[0]));
}

static void room_check_invitation(struct sim *sim, const struct truth_room *room,
                                  const struct store_room *stored)
{
    CHECK_THAT(sim, CHECK_INVITATIONS,
               room->invited == 0 || stored->invited == room->invited ||
                   (stored->invited == 0 && stored->players[1] == room->invited),
               "room " ID_FORMAT " is kept for " ID_FORMAT ", and goes to " ID_FORMAT,
               ID_ARG(room->id), ID_ARG(room->invited), ID_ARG(stored->players[1]));
    const struct truth_player *player = truth_player(&sim->truth, stored->invited);
    CHECK_THAT(sim, CHECK_INVITATIONS_ARE_WANTED,
               room->invited != 0 || player == NULL ||
                   truth_may_be_invited_by(&sim->truth, player, stored->players[0]),
               "%s takes no such invitations, and is invited to room " ID_FORMAT,
               player != NULL ? player->name : "", ID_ARG(room->id));
}

bool truth_clock_is_real_time(const struct time_control *clock)
{
    return clock->kind != CLOCK_NONE && clock->kind != CLOCK_CORRESPONDENCE;
}

bool truth_is_busy(const struct truth *truth, uint64_t player)
{
    for (size_t i = 0; i < truth->game_count; i++)
        if (!truth->games[i]->is_over && truth_is_real_time(truth->games[i]) &&
            truth_seat(truth->games[i], player) != SEAT_NONE)
            return true;
    return false;
}

static void sit_down(const struct sim *sim, struct truth_room *room, uint64_t player)
{
    size_t i = 0;
    while (i < room->ever_count && room->ever[i] != player)
        i++;
    if (player == 0 || i == TRUTH_EVER_MAX)
        return;
    room->ever_count += i == room->ever_count ? 1 : 0;
    room->ever[i] = player;
    room->ever_seated[i] = sim->truth.ops;
}

void truth__room_put(struct sim *sim, const struct store_op *op)
{
    const struct store_room *stored = &op->as.room_put;
    struct truth_room *room = truth_room(&sim->truth, stored->id);
    bool is_new = room == NULL;
    if (is_new)
        room = room_new(sim, stored);
    room_check_seats(sim, room, stored);
    room_check_invitation(sim, room, stored);
    truth__resigns_stored(sim, room, stored);
    truth__link_stored(sim, room, stored, is_new);
    sim->stats->invitations_accepted += room->invited != 0 && stored->invited == 0 ? 1 : 0;
    room->invited = stored->invited;
    room->waits_until_ms = stored->answer_until_ms;
    if (!is_new && room->players[1] == 0 && stored->players[1] != 0)
        truth__stored(sim, stored->players[1], DEED_JOIN);
    count_seats(sim, room, -1);
    for (int i = 0; i < 2; i++)
        if (room->players[i] != stored->players[i])
            sit_down(sim, room, stored->players[i]);
    memcpy(room->players, stored->players, sizeof(room->players));
    count_seats(sim, room, 1);
    if (stored->rematch_offer >= 0 && room->rematch_offer != stored->rematch_offer) {
        room->rematch_offers[stored->rematch_offer]++;
        truth__stored(sim, room->players[stored->rematch_offer], DEED_REMATCH);
    }
    room->rematches_refused += room->rematch_offer >= 0 && stored->rematch_offer < 0 ? 1 : 0;
    room->rematch_offer = stored->rematch_offer;
    if (room->game != 0 && stored->game == 0)
        truth__room_reopened(sim, room, stored);
    room->game = stored->game;
    if (is_new)
        truth__room_opened(sim, room);
}

void truth__room_close(struct sim *sim, const struct store_op *op)
{
    struct truth_room *room = truth_room(&sim->truth, op->as.room_close.room);
    CHECK_THAT(sim, CHECK_SEAT_HAS_ONE_OWNER, room != NULL && !room->is_closed,
               "room " ID_FORMAT " is closed twice, or never was", ID_ARG(op->as.room_close.room));
    count_seats(sim, room, -1);
    room->is_closed = true;
}

void truth__chat_add(struct sim *sim, const struct store_op *op)
{
    const struct store_remark *line = &op->as.chat_add;
    struct truth_room *room = truth_room(&sim->truth, line->room);
    CHECK_THAT(sim, CHECK_CHAT_IN_ORDER, room != NULL && line->n == room->chat_count + 1,
               "line %u of room " ID_FORMAT ", which has %zu", line->n, ID_ARG(line->room),
               room != NULL ? room->chat_count : 0);
    room->chat = sim_grow(room->chat, room->chat_count, &room->chat_cap, sizeof(room->chat[0]));
    sim->stats->watchers_lines += line->during != 0 ? 1 : 0;
    room->chat[room->chat_count++] = (struct truth_line){.text = strdup(line->text),
                                                         .player = line->player,
                                                         .during = line->during,
                                                         .since = sim->truth.ops,
                                                         .at_ms = line->at_ms};
    truth__stored(sim, line->player, DEED_SAY);
    truth__said(sim, line->player, line->at_ms);
    if (line->during != 0)
        truth__heard(sim, &room->heard, line->player, line->at_ms);
    const struct truth_player *player = truth_player(&sim->truth, line->player);
    CHECK_THAT(sim, CHECK_MUTED_IS_SILENT, player->muted_until_ms != STORE_FOR_GOOD,
               "%s is muted for good, and is heard", player->name);
    for (int i = 0; i < 2; i++)
        CHECK_THAT(sim, CHECK_BLOCKED_IS_UNHEARD,
                   truth_sits(room, line->player) ||
                       !truth_has_blocked(&sim->truth, room->players[i], line->player),
                   "%s talks at the table of a player who blocked the speaker", player->name);
}

/* ------------------------------------------------------------------ batches */

void truth__uptime(struct sim *sim, int64_t uptime_ms)
{
    struct truth_uptime *uptime = &sim->truth.uptime;
    CHECK_THAT(sim, CHECK_CLOCKS,
               uptime_ms >= uptime->stored_ms && uptime_ms <= truth_uptime_at(sim, sim->now_ms),
               "an uptime of %lld ms is stored after %lld, at %lld", (long long)uptime_ms,
               (long long)uptime->stored_ms, (long long)truth_uptime_at(sim, sim->now_ms));
    uptime->stored_ms = uptime_ms;
}

void truth__uptime_set(struct sim *sim, const struct store_op *op)
{
    truth__uptime(sim, op->as.uptime.uptime_ms);
}

static void op_take(struct sim *sim, const struct store_op *op)
{
    static truth_fn *const takers[STORE_OP_COUNT] = {
#define STORED(kind, function) [STORE_##kind] = function,
#include "tests/sim/handlers.def"
    };
    sim->truth.ops++;
    if (op->kind != STORE_SESSION_ADD && op->kind != STORE_SESSION_REMOVE)
        sim->truth.just_ended = 0;
    if (takers[op->kind] != NULL)
        takers[op->kind](sim, op);
    truth__memos_add(sim, op);
}

uint64_t truth_known(const struct truth *truth)
{
    return truth->batches - (truth->is_telling ? 1 : 0);
}

void truth_take(struct sim *sim, const struct store_batch *batch)
{
    sim->truth.batches++;
    for (size_t i = 0; i < store_batch_count(batch); i++)
        op_take(sim, store_batch_get(batch, i));
    truth__moderation_check(sim);
    truth__experience_check(sim);
    truth__days_off_check(sim);
    for (size_t i = 0; i < store_batch_count(batch); i++) {
        const struct store_op *op = store_batch_get(batch, i);
        if (op->kind != STORE_GAME_LOG)
            continue;
        const struct truth_game *game = truth_game(&sim->truth, op->as.game_log.game);
        CHECK_THAT(sim, CHECK_ONE_RESULT, game->is_over || game_status(&game->board) == GAME_OPEN,
                   "the board of game " ID_FORMAT " is decided, and it is not over",
                   ID_ARG(game->id));
        truth__plan_batch_check(sim, game);
    }
}

void truth_free(struct truth *truth)
{
    for (size_t i = 0; i < truth->player_count; i++) {
        for (int variant = 0; variant < VARIANT_COUNT; variant++) {
            free(truth->players[i]->ratings[variant].points);
            free(truth->players[i]->ratings[variant].games_at);
            free(truth->players[i]->ratings[variant].opponents);
        }
        truth__keys_forget(truth->players[i]);
        free(truth->players[i]->bans);
        free(truth->players[i]->blocks);
        free(truth->players[i]->pages);
        free(truth->players[i]->came.origins);
        free(truth->players[i]);
    }
    for (size_t i = 0; i < truth->room_count; i++) {
        for (size_t n = 0; n < truth->rooms[i]->chat_count; n++)
            free(truth->rooms[i]->chat[n].text);
        free(truth->rooms[i]->chat);
        free(truth->rooms[i]);
    }
    for (size_t i = 0; i < truth->game_count; i++) {
        free(truth->games[i]->log);
        truth__plan_forget(truth->games[i]);
        free(truth->games[i]);
    }
    free(truth->experience);
    free(truth->order.acts);
    free(truth->bans.rows);
    free(truth->players);
    free(truth->sessions);
    free(truth->rooms);
    free(truth->games);
    free(truth->messages);
    free(truth->reports);
    free(truth->appeals.rows);
    free(truth->memos);
}
