/* SPDX-License-Identifier: MIT */
/*
 * Commands of moderators, on whole players: mod.mute, mod.unmute, mod.warn, mod.note,
 * mod.clear_profile, mod.ban, mod.unban, mod.role, and on rooms: mod.close_room. A ban is told to
 * the player's connections when it is stored; logins are refused from the moment it is given.
 */
#include "base/memory.h"
#include "server/core/meeting/invitation.h"
#include "server/core/operations/auth.h"
#include "server/core/operations/mod.h"
#include "server/core/operations/request.h"
#include "server/core/people/asker.h"
#include "server/core/people/fines.h"
#include "server/core/people/login.h"
#include "server/core/people/moderation.h"
#include "server/core/people/player.h"
#include "server/core/people/session.h"
#include "server/core/rules/account.h"
#include "server/core/table/match_clock.h"
#include "server/core/table/match_end.h"
#include "server/core/table/room.h"
#include "server/core/table/room_game.h"
#include "server/core/table/seating.h"
#include "server/core/table/sleep.h"
#include "server/core/turn/call.h"
#include "server/core/turn/keys.h"
#include "server/core/turn/uptime.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MINUTE_MS INT64_C(60000)

static int64_t until_ms(const struct core *core, int64_t minutes)
{
    return minutes == NONE ? STORE_FOR_GOOD : wall_believed_ms(core) + minutes * MINUTE_MS;
}

/* As replies and records tell it. */
static int64_t until_told(int64_t until)
{
    return until == STORE_FOR_GOOD ? NONE : until;
}

/* Writes what was done to the player, and by whom, for the reason that the request gives. */
static size_t record(struct call *call, const struct player *player, const struct store_act *act)
{
    const struct mod *mod = call->wait->data;
    struct store_act done = *act;
    done.player = player_id(player);
    done.reason = mod->reason;
    return moderation_record(call, &done);
}

/* The same where the account changed. */
static void write_account(struct call *call, const struct player *player,
                          const struct store_act *act)
{
    player_put_account(call->core, player);
    record(call, player, act);
}

/* ------------------------------------------------------------------ mutes */

static int mute(struct call *call, struct player *player)
{
    const struct mod *mod = call->wait->data;
    struct store_account *account = player_touch_account(call->core, player);
    account->muted_until_ms = until_ms(call->core, mod->minutes);
    snprintf(account->mute_reason, sizeof(account->mute_reason), "%s", mod->reason);
    write_account(call, player,
                  &(struct store_act){.act = MOD_MUTE, .until_ms = account->muted_until_ms});
    moderation_tell_account(call->core, player, MOD_MUTE);
    const struct mod_mute_reply reply = {.name = player_name(player),
                                         .until = until_told(account->muted_until_ms)};
    return call_reply(call, &reply);
}

static int unmute(struct call *call, struct player *player)
{
    if (!account_is_muted(player_account(player), wall_believed_ms(call->core)))
        return ERR_NOTHING_TO_LIFT;
    struct store_account *account = player_touch_account(call->core, player);
    account->muted_until_ms = 0;
    account->mute_reason[0] = '\0';
    write_account(call, player, &(struct store_act){.act = MOD_UNMUTE});
    moderation_tell_account(call->core, player, MOD_UNMUTE);
    return call_reply(call, &(struct mod_unmute_reply){.name = player_name(player)});
}

int command_mod_mute(struct call *call)
{
    const struct mod_mute_request *request = &call->request->mod_mute;
    struct mod *mod = mod_new(call, mute, request->reason);
    mod->minutes = request->minutes;
    return mod_begin(call, mod, request->name);
}

int command_mod_unmute(struct call *call)
{
    const struct mod_unmute_request *request = &call->request->mod_unmute;
    return mod_begin(call, mod_new(call, unmute, request->reason), request->name);
}

/* ------------------------------------------------------------------ warnings and notes */

/* The store writes the memo, and tells it, with the record. */
static int warn(struct call *call, struct player *player)
{
    record(call, player, &(struct store_act){.act = MOD_WARN, .memo = memos_id(call->core)});
    return call_reply(call, &(struct mod_warn_reply){.name = player_name(player)});
}

static int note(struct call *call, struct player *player)
{
    record(call, player, &(struct store_act){.act = MOD_NOTE});
    return call_reply(call, &(struct mod_note_reply){.name = player_name(player)});
}

int command_mod_warn(struct call *call)
{
    const struct mod_warn_request *request = &call->request->mod_warn;
    return mod_begin(call, mod_new(call, warn, request->reason), request->name);
}

int command_mod_note(struct call *call)
{
    const struct mod_note_request *request = &call->request->mod_note;
    struct mod *mod = mod_new(call, note, request->text);
    mod->reason_field = "text";
    return mod_begin(call, mod, request->name);
}

/* ------------------------------------------------------------------ profiles */

static int clear_profile(struct call *call, struct player *player)
{
    const struct store_account *before = player_account(player);
    if (before->about[0] == '\0' && before->country[0] == '\0' && before->photo == 0)
        return ERR_NOTHING_TO_LIFT;
    struct store_account *account = player_touch_account(call->core, player);
    account->about[0] = '\0';
    account->country[0] = '\0';
    account->photo = 0;
    write_account(call, player, &(struct store_act){.act = MOD_CLEAR_PROFILE});
    return call_reply(call, &(struct mod_clear_profile_reply){.name = player_name(player)});
}

int command_mod_clear_profile(struct call *call)
{
    const struct mod_clear_profile_request *request = &call->request->mod_clear_profile;
    return mod_begin(call, mod_new(call, clear_profile, request->reason), request->name);
}

/* ------------------------------------------------------------------ bans */

/* A ban under way, of which the player's connections are told when it is stored. */
struct ban {
    uint64_t player;
    int64_t until_ms;
    char reason[STORE_REASON_SIZE];
};

static void ban_stored(struct core *core, struct wait *wait, int status,
                       enum store_op_result result)
{
    (void)result;
    const struct ban *ban = wait->data;
    struct player *player = player_find(core, ban->player);
    if (status != STORE_OK || player == NULL)
        return;
    moderation_send_away(core, ban->player, ban->until_ms, ban->reason);
    if (core->is_shutting_down)
        return;
    rooms_close_open(core, player, false);
    invitations_decline(core, player);
}

/* Waits without a call: the moderator who asked for the ban may be gone by then. */
static void send_away_when_stored(struct core *core, const struct player *player)
{
    const struct call nobody = {.core = core, .reply_to.request = NO_REQUEST_ID, .op = OP_MOD_BAN};
    struct ban *ban = mem_alloc(sizeof(*ban));
    const struct store_account *account = player_account(player);
    *ban = (struct ban){.player = player_id(player), .until_ms = account->banned_until_ms};
    memcpy(ban->reason, account->ban_reason, sizeof(ban->reason));
    writes_wait(core, wait_new(&nobody, ban), 0, ban_stored);
}

static int ban(struct call *call, struct player *player)
{
    const struct mod *mod = call->wait->data;
    struct store_account *account = player_touch_account(call->core, player);
    fines_judge(call->core, account);
    account->banned_until_ms = until_ms(call->core, mod->minutes);
    snprintf(account->ban_reason, sizeof(account->ban_reason), "%s", mod->reason);
    write_account(call, player,
                  &(struct store_act){.act = MOD_BAN, .until_ms = account->banned_until_ms});
    send_away_when_stored(call->core, player);
    const struct mod_ban_reply reply = {.name = player_name(player),
                                        .until = until_told(account->banned_until_ms)};
    return call_reply(call, &reply);
}

static int unban(struct call *call, struct player *player)
{
    if (!account_is_banned(player_account(player), wall_believed_ms(call->core)))
        return ERR_NOTHING_TO_LIFT;
    struct store_account *account = player_touch_account(call->core, player);
    fines_judge(call->core, account);
    account->banned_until_ms = 0;
    account->ban_reason[0] = '\0';
    write_account(call, player, &(struct store_act){.act = MOD_UNBAN});
    return call_reply(call, &(struct mod_unban_reply){.name = player_name(player)});
}

int command_mod_ban(struct call *call)
{
    const struct mod_ban_request *request = &call->request->mod_ban;
    struct mod *mod = mod_new(call, ban, request->reason);
    mod->minutes = request->minutes;
    return mod_begin(call, mod, request->name);
}

int command_mod_unban(struct call *call)
{
    const struct mod_unban_request *request = &call->request->mod_unban;
    return mod_begin(call, mod_new(call, unban, request->reason), request->name);
}

/* ------------------------------------------------------------------ roles */

static int give_role(struct call *call, struct player *player)
{
    const struct mod *mod = call->wait->data;
    const struct store_act act = {.act = MOD_ROLE, .detail = role_word_text(mod->role)};
    if (!player_is_registered(player))
        return ERR_IS_GUEST;
    player_touch_account(call->core, player)->role = (enum player_role)mod->role;
    write_account(call, player, &act);
    login_end_limited(call->core, player); /* no program is to know what those with a role do */
    moderation_tell_account(call->core, player, MOD_ROLE);
    return call_reply(call, &(struct mod_role_reply){.name = player_name(player)});
}

int command_mod_role(struct call *call)
{
    const struct mod_role_request *request = &call->request->mod_role;
    struct mod *mod = mod_new(call, give_role, request->reason);
    mod->role = request->role;
    return mod_begin(call, mod, request->name);
}

/* ------------------------------------------------------------------ rooms */

/* Whether the room is none that the asker or somebody out of reach sits in. */
static int check_seats(const struct call *call, const struct room *room)
{
    for (int i = 0; i < ROOM_SEATS; i++) {
        const struct player *player = room_player(call->core, room, i);
        if (player == NULL)
            continue;
        if (player_id(player) == call->asker.player)
            return ERR_OWN_AFFAIR;
        if (moderation_check_target(call, player) != 0)
            return ERR_NOT_ALLOWED;
    }
    return 0;
}

static int close_room(struct call *call, const struct mod *mod)
{
    struct room *room = room_find(call->core, mod->room);
    if (room == NULL)
        return ERR_NO_SUCH_ROOM;
    int status = check_seats(call, room);
    if (status == 0)
        status = writes_ready(call);
    if (status != 0)
        return status;
    if (room_state_word(room) == ROOM_STATE_WORD_PLAYING)
        match_close(call->core, room);
    room_close(call->core, room, mod->reason);
    const struct store_act act = {
        .act = MOD_CLOSE_ROOM, .room = room_id(room), .reason = mod->reason};
    moderation_record(call, &act);
    return call_reply(call, &call_nothing);
}

static int close_asleep(struct call *call, const struct store_answer *answer)
{
    sleep_wake(call->core, answer->as.table.rows, answer->as.table.rows_count);
    return close_room(call, call->wait->data);
}

int command_mod_close_room(struct call *call)
{
    const struct mod_close_room_request *request = &call->request->mod_close_room;
    const struct store_query query = {.kind = STORE_TABLE, .as.table = {.room = request->room}};
    struct mod *mod = mod_new(call, NULL, request->reason);
    mod->room = request->room;
    int status = mod_check_reason(call, mod);
    if (status == 0 && sleepers_have(call->core, mod->room))
        return asker_ask(call, mod, &query, close_asleep, ERR_NO_SUCH_ROOM);
    if (status == 0)
        status = close_room(call, mod);
    free(mod);
    return status;
}

/* ------------------------------------------------------------------ accounts of others */

/* ------------------------------------------------------------------ names */

static void rename_stored(struct core *core, struct wait *wait, int status,
                          enum store_op_result result)
{
    const struct mod *mod = wait->data;
    struct call call;
    if (status == STORE_OK && result == STORE_APPLIED)
        player_rename(core, mod->player, mod->to.name);
    if (!asker_call_stored(core, wait, status, &call))
        return;
    const struct mod_rename_reply reply = {.name = mod->to.name};
    if (result == STORE_RESERVED)
        call_error(&call, ERR_NAME_RESERVED);
    else if (result == STORE_CONFLICT)
        call_error(&call, ERR_NAME_TAKEN);
    else
        call_reply_stored(&call, &reply);
}

/* Whether the asker may give a name back that was taken away. */
static bool may_reuse(const struct call *call)
{
    return call->asker.is_local || call->asker.rights == WHO_OPERATOR;
}

static int give_name(struct call *call, struct player *player)
{
    const struct mod *mod = call->wait->data;
    if (!player_is_registered(player))
        return ERR_IS_GUEST;
    const struct store_name_hashes hashes = reserved_name_hashes(call->core, &mod->to);
    const struct store_act act = {
        .act = MOD_RENAME,
        .player = player_id(player),
        .reason = mod->reason,
        .detail = mod->before,
        .renamed = &(const struct store_names){mod->to.name, mod->to.key, mod->to.skeleton},
        .hashes = may_reuse(call) ? NULL : &hashes,
    };
    size_t index = moderation_record(call, &act);
    const struct mod_rename_reply reply = {.name = mod->to.name};
    keys_wait(call->core, wait_again(call->wait), index, &reply, rename_stored);
    reserved_name_add(call->core, mod->before, STORE_FOR_GOOD);
    return 0;
}

/* A neutral name, for a player whose name could not stay. Nobody can register one like it. */
static bool neutral_name(struct core *core, struct name_keys *to)
{
    char name[PLAYER_NAME_SIZE];
    uint32_t lot;
    core->ports.random(core->ports.ctx, &lot, sizeof(lot));
    snprintf(name, sizeof(name), "Player-%010u", (unsigned)lot);
    return name_make(core->options.names, name, to);
}

int command_mod_rename(struct call *call)
{
    const struct mod_rename_request *request = &call->request->mod_rename;
    struct name_keys to;
    bool is_good = request->to != NULL
                       ? name_check(call->core->options.names, request->to, &to) == NAME_GOOD
                       : neutral_name(call->core, &to);
    if (!is_good) {
        call->fault.field = "to";
        return ERR_BAD_NAME;
    }
    struct mod *mod = mod_new(call, give_name, request->reason);
    mod->to = to;
    return mod_begin(call, mod, request->name);
}

/* ------------------------------------------------------------------ passwords */

/* The hash of no token: the session that is left. */
static const uint8_t no_session[TOKEN_HASH_SIZE];

/* 20 of 32 characters: 100 bits. */
static void draw_password(struct core *core, char password[MOD_PASSWORD_SIZE])
{
    static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz";
    uint8_t bytes[MOD_PASSWORD_SIZE - 1];
    core->ports.random(core->ports.ctx, bytes, sizeof(bytes));
    for (size_t i = 0; i < sizeof(bytes); i++)
        password[i] = letters[bytes[i] % 32];
    password[sizeof(bytes)] = '\0';
}

static void password_stored(struct core *core, struct wait *wait, int status,
                            enum store_op_result result)
{
    (void)result;
    struct mod *mod = wait->data;
    struct call call;
    if (status == STORE_OK) {
        sessions_removed(core, mod->player, no_session);
        login_say_bye(core, mod->player, no_session, false, 0);
    }
    if (asker_call_stored(core, wait, status, &call)) {
        const struct mod_reset_password_reply reply = {.name = mod->before,
                                                       .password = mod->password};
        call_reply_stored(&call, &reply);
    }
    secret_wipe(mod->password, sizeof(mod->password));
}

static void write_password(struct call *call, struct wait *wait, const char *hash)
{
    const struct mod *mod = wait->data;
    const struct store_op password = {.kind = STORE_PASSWORD_SET,
                                      .as.password_set = {.player = mod->player, .hash = hash}};
    const struct store_op code = {.kind = STORE_RECOVERY_PUT,
                                  .as.recovery_put = {.player = mod->player}};
    const struct store_act act = {
        .act = MOD_RESET_PASSWORD, .player = mod->player, .reason = mod->reason};
    writes_add(call->core, &password);
    writes_add(call->core, &code);
    sessions_remove(call->core, mod->player, no_session);
    size_t index = moderation_record(call, &act);
    writes_wait(call->core, wait_again(wait), index, password_stored);
}

static void password_hashed(struct core *core, struct wait *wait, const struct work_result *result)
{
    struct call call;
    struct mod *mod = wait->data;
    struct player *player = player_find(core, mod->player);
    bool is_there = asker_call(core, wait, &call);
    int status = is_there ? mod_check_again(&call, player) : ERR_BUSY;
    player_let_go(core, player);
    if (status == 0)
        status = password_check_hashed(&call, result);
    if (status == 0) {
        write_password(&call, wait, result->as.password_hash.hash);
        return;
    }
    secret_wipe(mod->password, sizeof(mod->password));
    if (is_there)
        call_error(&call, status);
}

static int give_password(struct call *call, struct player *player)
{
    struct mod *mod = call->wait->data;
    if (!player_is_registered(player))
        return ERR_IS_GUEST;
    draw_password(call->core, mod->password);
    const struct work work = {.kind = WORK_PASSWORD_HASH,
                              .as.password_hash = {.password = mod->password}};
    struct wait *next = wait_again(call->wait);
    call->retry_after_ms = AUTH_BUSY_RETRY_MS;
    int status = wait_work(call->core, next, &work, password_hashed);
    if (status != 0) {
        secret_wipe(mod->password, sizeof(mod->password));
        wait_free(next);
    } else {
        player_hold(player);
    }
    return status;
}

int command_mod_reset_password(struct call *call)
{
    const struct mod_reset_password_request *request = &call->request->mod_reset_password;
    return mod_begin(call, mod_new(call, give_password, request->reason), request->name);
}
