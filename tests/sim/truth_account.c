/* SPDX-License-Identifier: MIT */
/*
 * Account data that was committed: settings, blocks, passwords and the end of logins. Settings are
 * read out of their stored text here by hand.
 */
#include "tests/sim/truth_account.h"

#include "proto/message.h"
#include "tests/sim/sim.h"
#include "tests/sim/truth.h"
#include "tests/sim/truth_listed.h"

#include <stdio.h>
#include <string.h>

/* So long the name of a deleted account is kept at least, whatever the wall clock does. */
#define KEPT_MS (INT64_C(24) * 3600 * 1000)

/* Places in the text of settings. */
#define THEME 0
#define ALLOW_TAKEBACK 4
#define INVITATIONS_FROM 7
#define MESSAGES_FROM 8

/* The number of the word at a place; 0, which each of these has at first, where nothing is chosen.
 */
static unsigned word_at(const char *settings, size_t place)
{
    bool is_chosen = strlen(settings) > place && settings[place] != '-';
    return is_chosen ? (unsigned)(settings[place] - '0') : 0;
}

void truth__account_put(struct sim *sim, const struct store_op *op)
{
    struct truth_player *player = truth_player(&sim->truth, op->as.account_put.player);
    const char *settings = op->as.account_put.account->settings;
    CHECK_THAT(sim, CHECK_SAID_IS_STORED, player != NULL, "an account of nobody: %llx",
               (unsigned long long)op->as.account_put.player);
    if (settings[0] != '\0' && settings[THEME] != '-')
        player->themes |= 1U << (unsigned)(settings[THEME] - '0');
    player->allows_takeback = word_at(settings, ALLOW_TAKEBACK) == SWITCH_WORD_ON;
    player->inviters = (int)word_at(settings, INVITATIONS_FROM);
    player->writers = (int)word_at(settings, MESSAGES_FROM);
    truth__page_put(sim, player, &op->as.account_put);
    truth__sanctions(sim, op);
}

static struct truth_block *block_find(const struct truth_player *player, uint64_t other)
{
    for (size_t i = 0; i < player->block_count; i++)
        if (player->blocks[i].blocked == other)
            return &player->blocks[i];
    return NULL;
}

static void block_set(struct sim *sim, uint64_t id, uint64_t blocked, bool is_over)
{
    struct truth_player *player = truth_player(&sim->truth, id);
    struct truth_block *block = block_find(player, blocked);
    sim->gathered.blocked_ms = sim->now_ms;
    CHECK_THAT(sim, CHECK_BLOCKS_HOLD, truth_player(&sim->truth, blocked) != NULL && id != blocked,
               "%s blocks nobody, or themselves", player->name);
    if (block == NULL) {
        player->blocks = sim_grow(player->blocks, player->block_count, &player->block_cap,
                                  sizeof(*player->blocks));
        block = &player->blocks[player->block_count++];
        *block = (struct truth_block){.blocked = blocked, .is_over = true};
    }
    if (block->is_over) {
        block->since = sim->truth.ops;
        block->batch = sim->truth.batches;
    }
    block->is_over = is_over;
}

void truth__block_add(struct sim *sim, const struct store_op *op)
{
    block_set(sim, op->as.block_add.player, op->as.block_add.other, false);
}

void truth__block_remove(struct sim *sim, const struct store_op *op)
{
    block_set(sim, op->as.block_remove.player, op->as.block_remove.other, true);
}

bool truth_ever_blocked(const struct truth_player *player, uint64_t other)
{
    return block_find(player, other) != NULL;
}

/* Whether it is in force, and made by so many batches. */
static bool has_blocked(const struct truth *truth, uint64_t id, uint64_t other, uint64_t batches)
{
    const struct truth_player *player = truth_player(truth, id);
    const struct truth_block *block = player != NULL ? block_find(player, other) : NULL;
    return block != NULL && !block->is_over && block->batch <= batches;
}

bool truth_has_blocked(const struct truth *truth, uint64_t id, uint64_t other)
{
    return has_blocked(truth, id, other, truth->batches);
}

static bool are_apart(const struct truth *truth, uint64_t a, uint64_t b, uint64_t batches)
{
    return has_blocked(truth, a, b, batches) || has_blocked(truth, b, a, batches);
}

bool truth_are_apart(const struct truth *truth, uint64_t a, uint64_t b)
{
    return are_apart(truth, a, b, truth->batches);
}

bool truth_are_known_apart(const struct truth *truth, uint64_t a, uint64_t b)
{
    return are_apart(truth, a, b, truth_known(truth));
}

bool truth_is_deaf_to(const struct truth *truth, uint64_t id, const struct truth_line *line)
{
    const struct truth_player *player = truth_player(truth, id);
    const struct truth_block *block = player != NULL ? block_find(player, line->player) : NULL;
    return block != NULL && !block->is_over && block->since < line->since;
}

bool truth_have_met(const struct truth *truth, uint64_t a, uint64_t b)
{
    for (size_t i = 0; i < truth->game_count; i++) {
        const struct truth_game *game = truth->games[i];
        if (game->is_over && game->outcome.result != RESULT_NONE &&
            truth_seat(game, a) != SEAT_NONE && truth_seat(game, b) != SEAT_NONE)
            return true;
    }
    return false;
}

static bool takes_from(const struct truth *truth, const struct truth_player *player, int contacts,
                       uint64_t other)
{
    return contacts == CONTACTS_WORD_EVERYONE ||
           (contacts == CONTACTS_WORD_MET && truth_have_met(truth, player->id, other));
}

bool truth_is_unread_by(const struct truth *truth, const struct truth_player *player,
                        uint64_t other)
{
    return !takes_from(truth, player, player->writers, other);
}

bool truth_may_be_invited_by(const struct truth *truth, const struct truth_player *player,
                             uint64_t other)
{
    return takes_from(truth, player, player->inviters, other);
}

static void hash_set(struct sim *sim, struct truth_player *player, const char *hash)
{
    struct truth_hash *former = &player->hashes[player->hash_count++ % TRUTH_FORMER];
    memcpy(former->text, player->password_hash, sizeof(former->text));
    former->until = sim->truth.batches;
    player->hash_batch = sim->truth.batches;
    snprintf(player->password_hash, sizeof(player->password_hash), "%s", hash);
}

/* A person's letter counts as one, in however many pieces it was typed. */
static bool fits(const char *hash, const char *password)
{
    const char *colon = strchr(hash, ':');
    const char *pieces = strstr(password, TRUTH_PIECES);
    size_t before = pieces != NULL ? (size_t)(pieces - password) : 0;
    if (colon == NULL || pieces == NULL)
        return colon != NULL && strcmp(colon + 1, password) == 0;
    return strncmp(colon + 1, password, before) == 0 &&
           strncmp(colon + 1 + before, TRUTH_LETTER, strlen(TRUTH_LETTER)) == 0 &&
           strcmp(colon + 1 + before + strlen(TRUTH_LETTER), pieces + strlen(TRUTH_PIECES)) == 0;
}

bool truth_had_password(const struct truth_player *player, const char *password, uint64_t batches)
{
    for (size_t i = 0; i < TRUTH_FORMER; i++)
        if (player->hashes[i].until > batches && fits(player->hashes[i].text, password))
            return true;
    return fits(player->password_hash, password);
}

static bool was_renamed(const struct truth_player *player)
{
    for (size_t i = 0; i < TRUTH_FORMER && i < player->former_count; i++)
        if (strncmp(player->former[i], "guest-", 6) != 0)
            return true;
    return false;
}

bool truth_has_password(const struct truth *truth, const char *name, const char *password,
                        uint64_t batches)
{
    const struct truth_player *player = truth_player_named(truth, name);
    return player != NULL && player->kind == PLAYER_REGISTERED && !player->is_deleted &&
           strcmp(player->name, name) == 0 && !was_renamed(player) &&
           player->hash_batch < batches && fits(player->password_hash, password);
}

void truth__password_set(struct sim *sim, const struct store_op *op)
{
    struct truth_player *player = truth_player(&sim->truth, op->as.password_set.player);
    if (player == NULL || op->result != STORE_APPLIED)
        return;
    if (op->as.password_set.was == NULL) /* nobody had to know it */
        sim->truth.order.reset = sim->truth.order.unrecorded = player->id;
    hash_set(sim, player, op->as.password_set.hash);
}

static void end_sessions(struct truth *truth, uint64_t player, const uint8_t *kept)
{
    for (size_t i = 0; i < truth->session_count; i++) {
        struct truth_session *session = &truth->sessions[i];
        if (session->player == player &&
            (kept == NULL || memcmp(session->token_hash, kept, STORE_TOKEN_HASH_SIZE) != 0))
            session->is_over = true;
    }
}

void truth__sessions_remove(struct sim *sim, const struct store_op *op)
{
    end_sessions(&sim->truth, op->as.sessions_remove.player, op->as.sessions_remove.kept);
}

/* ------------------------------------------------------------------ names that are kept */

void truth__name_keep(struct truth_player *player, int64_t until_ms)
{
    snprintf(player->kept_key, sizeof(player->kept_key), "%.*s", TRUTH_NAME_SIZE - 1, player->key);
    player->kept_until_ms = until_ms;
}

void truth__name_check(struct sim *sim, const char *key)
{
    for (size_t i = 0; i < sim->truth.player_count; i++) {
        const struct truth_player *player = sim->truth.players[i];
        CHECK_THAT(sim, CHECK_NAMES_ARE_KEPT,
                   strcmp(player->kept_key, key) != 0 || player->kept_until_ms <= sim->now_ms,
                   "%s is registered, and was given up by player %llx", key,
                   (unsigned long long)player->id);
    }
}

/* ------------------------------------------------------------------ recovery */

void truth__code_set(struct truth_player *player, const char *code_hash)
{
    snprintf(player->code_hash, sizeof(player->code_hash), "%s",
             code_hash != NULL ? code_hash : "");
}

void truth__recovery_put(struct sim *sim, const struct store_op *op)
{
    const struct store_recovery *put = &op->as.recovery_put;
    truth__code_set(truth_player(&sim->truth, put->player), put->code_hash);
}

void truth__recover(struct sim *sim, const struct store_op *op)
{
    const struct store_recovered *recovered = &op->as.recover;
    struct truth_player *player = truth_player(&sim->truth, recovered->player);
    bool is_right = strcmp(player->code_hash, recovered->was) == 0;
    CHECK_THAT(sim, CHECK_RECOVERY, is_right == (op->result == STORE_APPLIED),
               "a code of %s that is %s came to %d", player->name, is_right ? "right" : "wrong",
               (int)op->result);
    if (!is_right)
        return;
    snprintf(player->code_used, sizeof(player->code_used), "%s", recovered->was);
    truth__code_set(player, recovered->code_hash);
    hash_set(sim, player, recovered->password_hash);
    end_sessions(&sim->truth, player->id, NULL);
    sim->stats->recovered++;
}

/* ------------------------------------------------------------------ deletion */

static bool is_in_a_game(const struct truth *truth, uint64_t player)
{
    for (size_t i = 0; i < truth->game_count; i++)
        if (!truth->games[i]->is_over && truth_seat(truth->games[i], player) != SEAT_NONE)
            return true;
    return false;
}

static bool is_invited(const struct truth *truth, uint64_t player)
{
    for (size_t i = 0; i < truth->room_count; i++)
        if (!truth->rooms[i]->is_closed && truth->rooms[i]->invited == player)
            return true;
    return false;
}

void truth__player_delete(struct sim *sim, const struct store_op *op)
{
    const struct store_renaming *stored = &op->as.player_delete;
    const struct store_names *names = &stored->names;
    struct truth_player *player = truth_player(&sim->truth, stored->player);
    CHECK_THAT(sim, CHECK_DELETED_IS_GONE,
               player != NULL && !player->is_deleted && player->rooms == 0 &&
                   !is_in_a_game(&sim->truth, player->id) && !is_invited(&sim->truth, player->id),
               "player %llx is deleted and still sits, plays, or is invited, or is nobody",
               (unsigned long long)stored->player);
    CHECK_THAT(sim, CHECK_DELETED_IS_GONE,
               op->result == STORE_APPLIED && strncmp(names->name, "deleted-", 8) == 0 &&
                   strcmp(names->name, names->name_key) == 0,
               "the name of %s is %s when the account is deleted", player->name, names->name);
    truth__stored(sim, player->id, DEED_DELETE);
    truth__name_keep(player, sim->now_ms + KEPT_MS);
    truth__name_set(player, names->name, names->name_key);
    hash_set(sim, player, "");
    truth__code_set(player, NULL);
    player->is_deleted = true;
    truth__listed_gone(&sim->truth, player);
    truth__page_add(sim, player, &(struct truth_page){.role = ROLE_PLAYER});
    player->banned_until_ms = player->muted_until_ms = 0;
    truth__appeals_gone(&sim->truth, player->id);
    for (size_t i = 0; i < player->block_count; i++)
        player->blocks[i].is_over = true;
    truth__follows_nobody(sim, player->id);
    end_sessions(&sim->truth, player->id, NULL);
    sim->stats->deleted++;
}
