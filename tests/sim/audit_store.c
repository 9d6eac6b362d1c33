/* SPDX-License-Identifier: MIT */
/*
 * Asks the database about every game and player, and compares.
 */
#include "tests/sim/audit_store.h"

#include "db/store.h"
#include "tests/sim/gate.h"
#include "tests/sim/sim.h"
#include "tests/sim/truth_listed.h"

#include <string.h>

#define ID_ARG(id) ((unsigned long long)(id))

/* ------------------------------------------------------------------ games */

static bool log_is_right(const struct truth_game *game, const struct store_game *stored)
{
    if (stored->log_count != game->log_count || stored->start.given != game->start.ply)
        return false;
    for (size_t i = 0; i < game->log_count; i++) {
        const struct truth_entry *entry = &game->log[i];
        char text[ACTION_TEXT_SIZE] = "";
        if (entry->kind == LOG_ACTION)
            action_format(game->variant, entry->action, text);
        if (stored->log[i].seq != i + 1 || stored->log[i].kind != entry->kind ||
            stored->log[i].seat != entry->seat ||
            (entry->kind == LOG_ACTION && strcmp(stored->log[i].action, text) != 0))
            return false;
    }
    return true;
}

static bool end_is_right(const struct truth_game *game, const struct store_game *stored)
{
    char actions[GAME_TEXT_SIZE];
    game_format(&game->board, actions, sizeof(actions));
    const struct store_game_over *end = &stored->end;
    bool is_right = strcmp(end->actions, actions) == 0 && end->last_seq == truth_seq(game) &&
                    end->outcome.result == game->outcome.result &&
                    end->outcome.reason == game->outcome.reason &&
                    end->moves_ratings == game->moves_ratings &&
                    end->is_annulled == game->is_annulled;
    for (int seat = 0; seat < SEAT_COUNT && is_right && game->moves_ratings; seat++)
        is_right = end->changes[seat].before == game->before[seat] &&
                   end->changes[seat].was_provisional == game->was_provisional[seat] &&
                   end->changes[seat].after.points == game->after[seat];
    return is_right;
}

static void on_game(void *ctx, uint64_t number, int status, const struct store_answer *answer)
{
    struct sim *sim = ctx;
    const struct truth_game *game = sim->truth.games[number - 1];
    const struct store_game *stored = status == STORE_OK ? &answer->as.game : NULL;
    bool is_there = stored != NULL && stored->is_over == game->is_over &&
                    stored->start.players[0] == game->players[0] &&
                    stored->start.players[1] == game->players[1];
    bool is_right =
        is_there && (game->is_over ? end_is_right(game, stored) : log_is_right(game, stored));
    CHECK_THAT(sim, CHECK_STORE_AGREES, is_right,
               "game %llx is not stored as it was committed (status %d)", ID_ARG(game->id), status);
}

/* ------------------------------------------------------------------ players */

static bool page_is_right(const struct truth_player *player, const struct store_account *account)
{
    const struct truth_page *page = truth_page(player);
    return account->role == page->role && strcmp(account->about, page->about) == 0 &&
           strcmp(account->country, page->country) == 0 && account->photo == page->photo;
}

static struct store_rating rating_in(const struct store_player *stored, enum variant_id variant)
{
    for (size_t i = 0; i < stored->ratings_count; i++)
        if (stored->ratings[i].variant == variant)
            return stored->ratings[i];
    return (struct store_rating){.variant = variant};
}

static void check_ratings(struct sim *sim, const struct truth_player *player,
                          const struct store_player *stored)
{
    for (int i = 0; i < VARIANT_COUNT; i++) {
        enum variant_id variant = (enum variant_id)i;
        const struct store_rating rating = rating_in(stored, variant);
        size_t games = player->is_deleted ? 0 : player->ratings[i].games;
        CHECK_THAT(sim, CHECK_RATINGS,
                   rating.games == (int64_t)games &&
                       (games == 0 || rating.points == truth_points(player, variant)),
                   "%s has %d points after %lld games; the ledger adds up to %d after %zu",
                   player->name, rating.points, (long long)rating.games,
                   truth_points(player, variant), games);
        CHECK_THAT(sim, CHECK_LISTED,
                   games == 0 || (rating.listed == truth_listed(player, variant) &&
                                  (int64_t)rating.rank == truth_rank(&sim->truth, player, variant)),
                   "%s is listed with %d points at %llu, expected %d at %lld", player->name,
                   rating.listed, (unsigned long long)rating.rank, truth_listed(player, variant),
                   (long long)truth_rank(&sim->truth, player, variant));
        CHECK_THAT(sim, CHECK_PROVISIONAL,
                   games == 0 || rating.established_ms == player->ratings[i].established_ms,
                   "the rating of %s is stored as established at %lld", player->name,
                   (long long)rating.established_ms);
    }
}

/* Old ones go whenever somebody's new one comes; none is there that was not stored. */
static void check_keys(struct sim *sim, const struct truth_player *player,
                       const struct store_player *stored)
{
    for (size_t i = 0; i < stored->keys_count; i++) {
        const struct store_used_key *used = &stored->keys[i];
        const struct truth_key *key = player->keys != NULL ? &player->keys[used->slot] : NULL;
        CHECK_THAT(sim, CHECK_STORE_AGREES,
                   key != NULL && key->key == used->key && key->request == used->request,
                   "a key of %s is not stored as committed", player->name);
    }
}

static void on_player(void *ctx, uint64_t number, int status, const struct store_answer *answer)
{
    struct sim *sim = ctx;
    const struct truth_player *player = sim->truth.players[number - 1];
    const struct store_player *stored = status == STORE_OK ? &answer->as.player_by_id.player : NULL;
    CHECK_THAT(sim, CHECK_STORE_AGREES,
               stored != NULL && strcmp(stored->names.name, player->name) == 0 &&
                   stored->kind == player->kind,
               "player %s is not stored as committed (status %d)", player->name, status);
    CHECK_THAT(sim, CHECK_STORE_AGREES, page_is_right(player, stored->account),
               "the page of %s is not stored as committed", player->name);
    CHECK_THAT(sim, CHECK_STORE_AGREES,
               stored->written.owed_ms == player->written.owed_ms &&
                   stored->written.at_ms == player->written.at_ms,
               "how much %s wrote is not stored as committed", player->name);
    check_keys(sim, player, stored);
    int64_t unread = truth_unread(&sim->truth, player->id, 0);
    CHECK_THAT(sim, CHECK_UNREAD_IS_RIGHT, (int64_t)stored->unread == unread,
               "%s has %lld unread in the store, and it is %lld", player->name,
               (long long)stored->unread, (long long)unread);
    check_ratings(sim, player, stored);
}

static void no_batch(void *ctx, uint64_t number, int status, const struct store_batch *batch)
{
    (void)ctx;
    (void)number;
    (void)status;
    (void)batch;
}

static void on_photo(void *ctx, uint64_t number, int status, const struct store_answer *answer)
{
    struct sim *sim = ctx;
    const struct truth_player *player = sim->truth.players[number - 1];
    const struct truth_page *page = truth_page(player);
    bool is_right = status == STORE_NOT_FOUND && page->photo == 0;
    if (status == STORE_OK)
        is_right = answer->as.photo.id == page->photo &&
                   answer->as.photo.image_size == strlen(page->image) &&
                   memcmp(answer->as.photo.image, page->image, strlen(page->image)) == 0;
    CHECK_THAT(sim, CHECK_STORE_AGREES, is_right,
               "the photo of %s is not stored as committed (status %d)", player->name, status);
}

void audit_store(struct sim *sim)
{
    struct store *disk = gate_disk(sim->gate);
    const struct store_listener games = {.ctx = sim, .batch_done = no_batch, .query_done = on_game};
    const struct store_listener players = {
        .ctx = sim, .batch_done = no_batch, .query_done = on_player};
    const struct store_listener photos = {
        .ctx = sim, .batch_done = no_batch, .query_done = on_photo};
    for (size_t i = 0; i < sim->truth.game_count; i++) {
        const struct store_query query = {.kind = STORE_GAME,
                                          .as.game = {.id = sim->truth.games[i]->id}};
        store_query(disk, i + 1, &query);
    }
    store_poll(disk, &games);
    for (size_t i = 0; i < sim->truth.player_count; i++) {
        const struct store_query query = {.kind = STORE_PLAYER_BY_ID,
                                          .as.player_by_id = {.id = sim->truth.players[i]->id}};
        store_query(disk, i + 1, &query);
    }
    store_poll(disk, &players);
    for (size_t i = 0; i < sim->truth.player_count; i++) {
        const struct store_query query = {.kind = STORE_PHOTO,
                                          .as.photo = {.id = sim->truth.players[i]->id}};
        store_query(disk, i + 1, &query);
    }
    store_poll(disk, &photos);
}
