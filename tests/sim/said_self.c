/* SPDX-License-Identifier: MIT */
/*
 * Replies about one's own account: settings, the profile, blocks, logins, the password.
 */
#include "proto/id.h"
#include "proto/settings.h"
#include "tests/sim/said.h"
#include "tests/sim/sim.h"
#include "tests/support/core_doubles.h"

#include <stdio.h>
#include <string.h>

#define ID_ARG(id) ((unsigned long long)(id))

static const struct truth_player *own(const struct link *link)
{
    return truth_player(&link->sim->truth, link->player);
}

/* The connection that changed it stays logged in, and the password is the new one. */
void said__password(struct link *link, struct ask *ask, const union reply_body *reply)
{
    (void)reply;
    const struct truth_player *player = own(link);
    const char *colon = strchr(player->password_hash, ':');
    const struct truth_session *session = truth_session(&link->sim->truth, link->token_hash);
    CHECK_THAT(link->sim, CHECK_ACKNOWLEDGED_IS_STORED,
               colon != NULL && strcmp(colon + 1, ask->text) == 0 && session != NULL,
               "%s has the password %s, and stored is %s", player->name, ask->text,
               player->password_hash);
}

static void hash_of(const char *code, char hash_out[TRUTH_CODE_SIZE])
{
    uint8_t hash[TOKEN_HASH_SIZE];
    double_token_hash(code, hash);
    for (size_t i = 0; i < sizeof(hash); i++)
        (void)snprintf(hash_out + 2 * i, 3, "%02x", hash[i]);
}

/* The token's session began behind the end of all others, and the code was the one in force. */
void said__recovered(struct link *link, struct ask *ask, const union reply_body *reply)
{
    char used[TRUTH_CODE_SIZE];
    uint8_t token_hash[TOKEN_HASH_SIZE];
    double_token_hash(reply->auth_recover.token, token_hash);
    hash_of(ask->text, used);
    const struct truth_session *session = truth_session(&link->sim->truth, token_hash);
    const struct truth_player *player =
        session != NULL ? truth_player(&link->sim->truth, session->player) : NULL;
    CHECK_THAT(link->sim, CHECK_RECOVERY, player != NULL && strcmp(player->code_used, used) == 0,
               "link %llu sets a password with the code %s, which was not in force",
               ID_ARG(link->number), ask->text);
    CHECK_THAT(link->sim, CHECK_ACKNOWLEDGED_IS_STORED,
               truth_had_password(player, ask->password, ask->batches),
               "%s has the password %s, which is not stored", player->name, ask->password);
}

/* A reset may have ended it since. */
void said__code(struct link *link, struct ask *ask, const union reply_body *reply)
{
    char hash[TRUTH_CODE_SIZE];
    const struct truth_player *player = own(link);
    hash_of(reply->auth_recovery.recovery, hash);
    CHECK_THAT(link->sim, CHECK_ACKNOWLEDGED_IS_STORED,
               (player->code_hash[0] == '\0' || strcmp(player->code_hash, hash) == 0 ||
                strcmp(player->code_used, hash) == 0) &&
                   truth_had_password(player, ask->password, ask->batches),
               "%s has a code that is not stored", player->name);
}

void said__token(struct link *link, struct ask *ask, const union reply_body *reply)
{
    uint8_t hash[TOKEN_HASH_SIZE];
    const struct auth_token_request *asked = &ask->request.as.auth_token;
    double_token_hash(reply->auth_token.token, hash);
    const struct truth_session *session = truth_session(&link->sim->truth, hash);
    CHECK_THAT(link->sim, CHECK_ACKNOWLEDGED_IS_STORED,
               session != NULL && session->player == link->player &&
                   session->rights ==
                       (asked->rights == RIGHTS_WORD_PLAY ? RIGHTS_PLAY : RIGHTS_LOOK) &&
                   (session->created_ms + 59999) / 60000 * 60000 + asked->days * TRUTH_DAY_MS ==
                       session->ends_ms &&
                   truth_had_password(own(link), ask->password, ask->batches),
               "link %llu has a token that is not stored so", ID_ARG(link->number));
}

void said__confirmed(struct link *link, struct ask *ask, const union reply_body *reply)
{
    (void)reply;
    const struct truth_player *player = own(link);
    CHECK_THAT(link->sim, CHECK_ACKNOWLEDGED_IS_STORED,
               truth_had_password(player, ask->password, ask->batches),
               "%s is told that %s is the password", player->name, ask->password);
}

/* The last thing that is said to the connection. */
void said__deleted(struct link *link, struct ask *ask, const union reply_body *reply)
{
    (void)reply;
    const struct truth_player *player = own(link);
    CHECK_THAT(link->sim, CHECK_ACKNOWLEDGED_IS_STORED,
               player->is_deleted && truth_had_password(player, ask->password, ask->batches),
               "%s deleted the account with the password %s, which is not stored", player->name,
               ask->password);
}

/* ------------------------------------------------------------------ settings */

/* Other connections of the player choose, too: it was stored at some time. */
static void check_theme(struct link *link, const struct settings_record *settings)
{
    const struct truth_player *player = own(link);
    CHECK_THAT(link->sim, CHECK_SAID_IS_STORED,
               settings->theme == THEME_WORD_WOOD ||
                   (player->themes >> (unsigned)settings->theme & 1) != 0,
               "%s is said to have chosen theme %d, which was never stored", player->name,
               settings->theme);
}

void said__settings(struct link *link, struct ask *ask, const union reply_body *reply)
{
    (void)ask;
    check_theme(link, reply->settings_get.settings);
}

void said__chosen(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct settings_record *settings = reply->settings_set.settings;
    check_theme(link, settings);
    for (int i = 0; i < SETTING_COUNT; i++) {
        int wanted = setting_get(&ask->settings, (enum setting)i);
        int got = setting_get(settings, (enum setting)i);
        CHECK_THAT(link->sim, CHECK_ACKNOWLEDGED_IS_STORED, wanted == NONE || got == wanted,
                   "link %llu chose %d as %s and got %d", ID_ARG(link->number), wanted,
                   setting_name((enum setting)i), got);
    }
}

/* ------------------------------------------------------------------ profile */

/* Checks that the profile is the one that was asked for, and was stored like this at some time
 * since. */
void said__profile(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct profile_set_request *wanted = &ask->request.as.profile_set;
    const struct truth_told told = {.role = ROLE_COUNT,
                                    .about = reply->profile_set.about,
                                    .country = reply->profile_set.country};
    CHECK_THAT(link->sim, CHECK_ACKNOWLEDGED_IS_STORED,
               (wanted->about == NULL || strcmp(told.about, ask->text) == 0) &&
                   (wanted->country == NULL || strcmp(told.country, wanted->country) == 0),
               "link %llu got the profile \"%s\" from \"%s\", and asked for another",
               ID_ARG(link->number), told.about, told.country);
    CHECK_THAT(link->sim, CHECK_ACKNOWLEDGED_IS_STORED,
               truth_had_page(own(link), &told, ask->batches),
               "%s says \"%s\" from \"%s\", and that is not stored", own(link)->name, told.about,
               told.country);
}

/* The worker's, of what was asked for (tests/support/core_doubles.h). */
void said__photo_set(struct link *link, struct ask *ask, const union reply_body *reply)
{
    char image[TRUTH_IMAGE_SIZE];
    const struct truth_told told = {
        .role = ROLE_COUNT, .photo = &reply->photo_set.photo, .image = image};
    (void)snprintf(image, sizeof(image), "%.32s, a photo", ask->text);
    CHECK_THAT(link->sim, CHECK_ACKNOWLEDGED_IS_STORED,
               truth_had_page(own(link), &told, ask->batches),
               "%s is said to have photo %llx, %s, and that is not stored", own(link)->name,
               ID_ARG(*told.photo), image);
}

void said__photo_removed(struct link *link, struct ask *ask, const union reply_body *reply)
{
    static const uint64_t none = 0;
    const struct truth_told told = {.role = ROLE_COUNT, .photo = &none};
    (void)reply;
    CHECK_THAT(link->sim, CHECK_ACKNOWLEDGED_IS_STORED,
               truth_had_page(own(link), &told, ask->batches),
               "the photo of %s is said to be gone, and is stored", own(link)->name);
}

/* ------------------------------------------------------------------ days off */

/* That they are stored is counted as a deed. */
void said__days_off(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct player_days_off_reply *told = &reply->player_days_off;
    const int64_t left_ms = told->off_until - link->sim->wall_start_ms - link->sim->now_ms;
    bool runs = told->off_until != NONE;
    CHECK_THAT(link->sim, CHECK_DAYS_OFF,
               told->left >= 0 && told->left <= link->sim->core_options.days_off &&
                   runs == (ask->request.as.player_days_off.days > 0) &&
                   (!runs || left_ms <= 2 * 366 * CLOCK_DAY_MS),
               "%s is told to have %lld days left, and days off for %lld ms", own(link)->name,
               (long long)told->left, (long long)left_ms);
}

/* ------------------------------------------------------------------ blocks */

/* Another connection may have taken it back in the same batch: there was such a block. */
static void check_block(struct link *link, const char *name)
{
    const struct truth_player *player = own(link);
    const struct truth_player *other = truth_player_named(&link->sim->truth, name);
    CHECK_THAT(link->sim, CHECK_ACKNOWLEDGED_IS_STORED,
               other != NULL && truth_ever_blocked(player, other->id),
               "%s is said to have blocked %s, and that is not stored", player->name, name);
}

void said__block(struct link *link, struct ask *ask, const union reply_body *reply)
{
    (void)ask;
    check_block(link, reply->block_add.name);
}

void said__unblock(struct link *link, struct ask *ask, const union reply_body *reply)
{
    (void)ask;
    check_block(link, reply->block_remove.name);
}

void said__blocks(struct link *link, struct ask *ask, const union reply_body *reply)
{
    (void)ask;
    for (size_t i = 0; i < reply->block_list.rows_count; i++)
        check_block(link, reply->block_list.rows[i].name);
}

/* ------------------------------------------------------------------ logins */

/* The session's id in lists. */
static uint64_t id_of(const struct truth_session *session)
{
    uint64_t id = 0;
    for (int i = 0; i < 8; i++)
        id = id << 8 | session->token_hash[i];
    return id & ID_MAX;
}

static const struct truth_session *login_find(const struct link *link, uint64_t id)
{
    const struct truth *truth = &link->sim->truth;
    for (size_t i = truth->session_count; i-- > 0;)
        if (truth->sessions[i].player == link->player && id_of(&truth->sessions[i]) == id)
            return &truth->sessions[i];
    return NULL;
}

/* Whether the answer to the ask means the end of this login. */
static bool is_ended_by(const struct link *link, const struct ask *ask,
                        const struct truth_session *session)
{
    const struct truth_session *own = truth_session_now(&link->sim->truth, link->token_hash);
    return session->player == link->player && session != own &&
           (ask->subject == 0 || id_of(session) == ask->subject);
}

/* Said when the end of the other or the others is durable, before anything else is. */
void said__revoked(struct link *link, struct ask *ask, const union reply_body *reply)
{
    struct sim *sim = link->sim;
    size_t ended = 0;
    (void)reply;
    for (size_t i = 0; i < ask->sessions; i++) {
        const struct truth_session *session = &sim->truth.sessions[i];
        if (!is_ended_by(link, ask, session))
            continue;
        ended++;
        CHECK_THAT(sim, CHECK_ACKNOWLEDGED_IS_STORED, session->is_over,
                   "link %llu ended login %llx, which is in force", ID_ARG(link->number),
                   ID_ARG(id_of(session)));
    }
    CHECK_THAT(sim, CHECK_ACKNOWLEDGED_IS_STORED, ask->subject == 0 || ended == 1,
               "link %llu ended login %llx, which is not another of the player's",
               ID_ARG(link->number), ID_ARG(ask->subject));
    sim->stats->logins_ended += ask->subject != 0 ? 1 : 0;
}

void said__sessions(struct link *link, struct ask *ask, const union reply_body *reply)
{
    (void)ask;
    const struct session_list_reply *list = &reply->session_list;
    for (size_t i = 0; i < list->rows_count; i++)
        CHECK_THAT(link->sim, CHECK_SAID_IS_STORED,
                   login_find(link, list->rows[i].session) != NULL &&
                       (i == 0 || list->rows[i].created <= list->rows[i - 1].created),
                   "link %llu: login %zu of the list is out of order, or not stored",
                   ID_ARG(link->number), i);
}
