/* SPDX-License-Identifier: MIT */
/*
 * The record of acts, and the effect of bans and mutes.
 */
#include "server/core/people/moderation.h"

#include "base/getter.h"
#include "base/memory.h"
#include "db/fine.h"
#include "proto/error.h"
#include "proto/id.h"
#include "server/core/people/player.h"
#include "server/core/people/state.h"
#include "server/core/rules/account.h"
#include "server/core/rules/ids.h"
#include "server/core/turn/call.h"
#include "server/core/turn/outbox.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/uptime.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <stdio.h>
#include <string.h>

#include <utlist.h>

_Static_assert((int)MOD_ACT_COUNT == (int)MOD_ACT_WORD_COUNT &&
                   (int)MOD_ACCOUNTS == (int)MOD_ACT_WORD_ACCOUNTS &&
                   (int)MOD_NOTE == (int)MOD_ACT_WORD_NOTE &&
                   (int)MOD_RELATED == (int)MOD_ACT_WORD_RELATED &&
                   (int)MOD_UNBAN_ORIGIN == (int)MOD_ACT_WORD_UNBAN_ORIGIN &&
                   (int)MOD_ANSWER == (int)MOD_ACT_WORD_ANSWER &&
                   (int)MOD_RENAME == (int)MOD_ACT_WORD_RENAME,
               "acts are stored and told by the same numbers");
_Static_assert((int)ROLE_COUNT == (int)ROLE_WORD_COUNT &&
                   (int)ROLE_OPERATOR == (int)ROLE_WORD_OPERATOR,
               "roles are stored and told by the same numbers");

_Static_assert((int)STORE_UPHELD == (int)VERDICT_WORD_UPHELD,
               "an upheld report hides lines in the store");

/* Reports on one player are told to moderators once within this, unless some were judged. */
#define REPORT_TOLD_MS INT64_C(600000)
/* One network has no more than such a part of what they are told within that time. */
#define REPORTS_TOLD_PART 4

/* ------------------------------------------------------------------ rights */

bool moderation_is_kept_over(const struct call *call)
{
    return call->asker.rights >= WHO_MODERATOR;
}

int moderation_check_target(const struct call *call, const struct player *player)
{
    bool is_below =
        player->id != call->asker.player && player_account(player)->role < moderation_reach(call);
    return is_below ? 0 : ERR_NOT_ALLOWED;
}

int moderation_check_game(const struct call *call, const struct store_annullable_game *game)
{
    uint64_t asker = call->asker.player;
    if (asker != 0 && (game->players[0] == asker || game->players[1] == asker))
        return ERR_OWN_AFFAIR;
    return game->role < moderation_reach(call) ? 0 : ERR_NOT_ALLOWED;
}

enum player_role moderation_reach(const struct call *call)
{
    bool is_about_anybody = op_info(call->op)->reach == REACH_ANYBODY;
    return call->asker.is_local || is_about_anybody ? ROLE_COUNT
                                                    : player_account(call_player(call))->role;
}

/* ------------------------------------------------------------------ the record */

/* A line of the log, which waits until what it tells is stored. */
struct act_line {
    char text[2 * PLAYER_NAME_SIZE + 96];
};

/* The target of an act: the name while the player is in memory, else the id. */
static void name_target(struct core *core, const struct store_act *act, char *text, size_t size)
{
    const struct player *player = player_find(core, act->player);
    char id[ID_TEXT_SIZE];
    id_format(act->player != 0 ? act->player : act->room, id);
    if (player != NULL)
        snprintf(text, size, "%s", player->known->name);
    else if (act->accounts_count > 0)
        snprintf(text, size, "%zu-accounts", act->accounts_count);
    else if (act->player != 0 || act->room != 0)
        snprintf(text, size, "%s", id);
    else if (act->act == MOD_ANNUL)
        snprintf(text, size, "%s", act->detail);
    else
        snprintf(text, size, "report-%lld", (long long)act->report);
}

static void act_stored(struct core *core, struct wait *wait, int status,
                       enum store_op_result result)
{
    const struct act_line *line = wait->data;
    if (status == STORE_OK && result == STORE_APPLIED)
        core->ports.log(core->ports.ctx, LOG_LEVEL_INFO, "order", line->text);
}

/* Logs the act when it is stored, without a call: the moderator may be gone by then. */
static void log_when_stored(const struct call *call, const struct store_act *act, size_t index)
{
    const struct call nobody = {
        .core = call->core, .reply_to.request = NO_REQUEST_ID, .op = call->op};
    const struct player *actor = call_player(call);
    struct act_line *line = mem_alloc(sizeof(*line));
    char target[PLAYER_NAME_SIZE];
    name_target(call->core, act, target, sizeof(target));
    snprintf(line->text, sizeof(line->text), "act=%s by=%s on=%s", mod_act_word_text((int)act->act),
             actor != NULL ? actor->known->name : "(local)", target);
    writes_wait(call->core, wait_new(&nobody, line), index, act_stored);
}

size_t moderation_record(struct call *call, const struct store_act *act)
{
    const struct player *actor = call_player(call);
    struct store_op op = {.kind = STORE_ACT, .as.act = *act};
    op.as.act.by = actor != NULL ? actor->id : 0;
    op.as.act.at_ms = call->core->now.wall_ms;
    if (op.as.act.reason == NULL)
        op.as.act.reason = "";
    if (op.as.act.detail == NULL)
        op.as.act.detail = "";
    bool is_sanction = act->act == MOD_MUTE || act->act == MOD_UNMUTE || act->act == MOD_BAN ||
                       act->act == MOD_UNBAN || act->act == MOD_ANSWER;
    call->core->people->sanctions += is_sanction;
    size_t index = writes_add(call->core, &op);
    log_when_stored(call, &op.as.act, index);
    return index;
}

/* ------------------------------------------------------------------ bans and mutes */

/* The time left; 0 for good. A sanction that ran out while the disk was slow has 1 ms left. */
static int64_t left_ms(const struct core *core, int64_t until_ms)
{
    int64_t now_ms = wall_believed_ms(core);
    if (until_ms == STORE_FOR_GOOD)
        return 0;
    return until_ms > now_ms ? until_ms - now_ms : 1;
}

int moderation_refuse(struct call *call, int error, int64_t until_ms, const char *reason)
{
    call->retry_after_ms = left_ms(call->core, until_ms);
    call->fault.reason = reason;
    return error;
}

/* How the answer to the ban stands, as faults tell it; 0 where the store knew of another ban than
 * holds, and of guests, who cannot answer. */
static int appeal_told(const struct store_account *account, const struct store_player *stored)
{
    static const int words[APPEAL_STATE_COUNT] = {[APPEAL_NONE] = 1 + APPEAL_STATE_WORD_POSSIBLE,
                                                  [APPEAL_OPEN] = 1 + APPEAL_STATE_WORD_OPEN,
                                                  [APPEAL_DISMISSED] =
                                                      1 + APPEAL_STATE_WORD_DISMISSED};
    bool is_same = account->banned_until_ms == stored->account->banned_until_ms &&
                   strcmp(account->ban_reason, stored->account->ban_reason) == 0;
    return is_same && stored->kind == PLAYER_REGISTERED ? words[stored->appeal] : 0;
}

int moderation_check_ban(struct call *call, const struct store_player *stored)
{
    const struct player *player = player_find(call->core, stored->id);
    const struct store_account *account = player != NULL ? player_account(player) : stored->account;
    if (!account_is_banned(account, wall_believed_ms(call->core)))
        return 0;
    call->fault.appeal = appeal_told(account, stored);
    return moderation_refuse(call, ERR_BANNED, account->banned_until_ms, account->ban_reason);
}

int moderation_check_mute(struct call *call)
{
    const struct store_account *account = player_account(call_player(call));
    if (!account_is_muted(account, wall_believed_ms(call->core)))
        return 0;
    return moderation_refuse(call, ERR_MUTED, account->muted_until_ms, account->mute_reason);
}

int moderation_check_words(const struct call *call, const char *text)
{
    int chat = call->core->options.chat;
    if (chat == CHAT_WORD_ON || moderation_is_kept_over(call))
        return 0;
    if (chat == CHAT_WORD_OFF)
        return ERR_CHAT_IS_OFF;
    return phrase_find(text) < phrase_count() ? 0 : ERR_ONLY_PHRASES;
}

/* ------------------------------------------------------------------ telling */

const struct sanction_record *moderation_view(struct core *core, int64_t until_ms,
                                              const char *reason)
{
    if (until_ms <= wall_believed_ms(core))
        return NULL;
    struct sanction_record *record = arena_alloc(&core->arena, sizeof(*record));
    *record = (struct sanction_record){.until = until_ms == STORE_FOR_GOOD ? NONE : until_ms,
                                       .reason = reason[0] != '\0' ? reason : NULL};
    return record;
}

const struct sanction_record *moderation_view_mute(struct core *core, const struct player *player)
{
    const struct store_account *account = player_account(player);
    return moderation_view(core, account->muted_until_ms, account->mute_reason);
}

void moderation_tell_account(struct core *core, struct player *player, enum mod_act act)
{
    const struct store_account *account = player_account(player);
    const struct account_changed_event event = {
        .act = (int)act, .mute = moderation_view_mute(core, player), .role = (int)account->role};
    player_tell(core, player, EVENT_ACCOUNT_CHANGED, &event);
}

/* Whether moderators are to be told of a report: not of one on a player of whose they were told
 * lately, nor of too many from one network, or of all. */
static bool may_ring(const struct core *core, const struct report_parties *parties)
{
    const struct reports_told *told = &core->people->reports_told;
    uint32_t of_all = 0;
    uint32_t from_there = 0;
    for (uint32_t i = 0; i < told->count && i < REPORTS_TOLD_KEPT; i++) {
        const struct report_told *last = &told->last[i];
        if (last->at_ms + REPORT_TOLD_MS <= core->now.mono_ms)
            continue;
        if (last->player == parties->player)
            return false;
        of_all++;
        from_there += last->customer != 0 && last->customer == parties->customer ? 1 : 0;
    }
    return of_all < REPORTS_TOLD_KEPT && from_there < REPORTS_TOLD_KEPT / REPORTS_TOLD_PART;
}

/* The player's role may be another than when it was looked up. */
static void tell_judges(struct core *core, const struct report_parties *parties, enum event event,
                        const void *body)
{
    /* A player who got a role meanwhile is not told about his own case. */
    const struct player *subject = player_find(core, parties->player);
    enum player_role role = subject != NULL ? player_account(subject)->role : parties->role;
    for (struct player *player = core->people->players; player != NULL; player = player->next) {
        bool may_judge = player->id != parties->by && player_rights(player) >= WHO_MODERATOR &&
                         player_account(player)->role > role;
        if (may_judge)
            player_tell(core, player, event, body);
    }
}

void moderation_reports_judged(struct core *core, uint64_t player)
{
    struct reports_told *told = &core->people->reports_told;
    for (int i = 0; i < REPORTS_TOLD_KEPT; i++)
        if (told->last[i].player == player)
            told->last[i].player = 0;
}

void moderation_tell_report(struct core *core, const struct report_parties *parties,
                            const struct mod_reported_event *event)
{
    struct reports_told *told = &core->people->reports_told;
    if (!may_ring(core, parties))
        return;
    told->last[told->count++ % REPORTS_TOLD_KEPT] = (struct report_told){
        .player = parties->player, .customer = parties->customer, .at_ms = core->now.mono_ms};
    tell_judges(core, parties, EVENT_MOD_REPORTED, event);
}

void moderation_tell_appeal(struct core *core, const struct report_parties *parties,
                            const struct mod_appealed_event *event)
{
    tell_judges(core, parties, EVENT_MOD_APPEALED, event);
}

void moderation_send_away(struct core *core, uint64_t id, int64_t until_ms, const char *reason)
{
    const struct player *player = player_find(core, id);
    if (player == NULL)
        return;
    const struct bye_event bye = {
        .code = error_code(ERR_BANNED),
        .message = error_message(ERR_BANNED),
        .retry_after_ms = left_ms(core, until_ms),
        .reason = reason,
    };
    const struct login *login;
    DL_FOREACH(player->logins, login)
        outbox_bye(core, login->conn, &bye);
}

GETTER(uint64_t, moderation_sanctions, core, core->people->sanctions)

/* ------------------------------------------------------------------ memos */

_Static_assert((int)MEMO_KIND_COUNT == (int)MEMO_KIND_WORD_COUNT &&
                   (int)MEMO_POINTS_BACK == (int)MEMO_KIND_WORD_POINTS_BACK &&
                   (int)MEMO_GAME_OVER == (int)MEMO_KIND_WORD_GAME_OVER,
               "memos are stored and told by the same numbers");

uint64_t memos_id(struct core *core)
{
    return ids_next(&core->last_id, core->now.wall_ms);
}

bool memos_may_wait(const struct core *core, const struct store_player *stored, uint64_t query)
{
    return stored->has_memos || core->people->memos_query >= query;
}

static const char *text_or_null(const char *text)
{
    return text[0] != '\0' ? text : NULL;
}

static bool is_of_appeal(const struct store_memo_row *memo)
{
    return memo->kind == MEMO_APPEAL_REFUSED || memo->kind == MEMO_APPEAL_UPHELD;
}

struct memo_record memos_view(const struct store_memo_row *memo)
{
    return (struct memo_record){
        .memo = memo->id,
        .at = memo->at_ms,
        .kind = (int)memo->kind,
        .name = memo->about_name,
        .game = memo->game,
        .verdict = memo->kind == MEMO_REPORT_JUDGED ? (int)memo->number : NONE,
        .points = memo->kind == MEMO_POINTS_BACK ? memo->number
                  : memo->kind == MEMO_FINED     ? -memo->number
                                                 : NONE,
        .score = memo->kind == MEMO_GAME_OVER ? (int)memo->number : NONE,
        .against = is_of_appeal(memo) ? (int)memo->number : NONE,
        .month = memo->kind == MEMO_FINED ? memo->text : NULL,
        .text = memo->kind == MEMO_FINED ? NULL : text_or_null(memo->text),
        .seen = memo->is_seen,
    };
}

static void tell(struct core *core, struct player *player, const struct store_memo *memo)
{
    const struct store_memo_row row = {
        .id = memo->id,
        .at_ms = memo->at_ms,
        .kind = memo->kind,
        .game = memo->game,
        .number = memo->number,
        .text = memo->text,
        .about_name = text_or_null(memo->about_name),
    };
    const struct memo_record record = memos_view(&row);
    const struct memo_added_event event = {.memo = &record};
    player_tell(core, player, EVENT_MEMO_ADDED, &event);
}

void memos_tell_fine(struct core *core, struct player *player, const struct store_fine *fine,
                     int points)
{
    char month[FINE_MONTH_SIZE];
    fine_month_text(fine->month, month);
    tell(core, player,
         &(struct store_memo){.id = fine->memo,
                              .at_ms = fine->at_ms,
                              .kind = MEMO_FINED,
                              .number = points,
                              .text = month});
}

void memos_add_game_over(struct core *core, const struct player *player, uint64_t game,
                         uint64_t opponent, enum score score)
{
    const struct store_op op = {.kind = STORE_MEMO_ADD,
                                .as.memo_add = {.player = player->id,
                                                .id = memos_id(core),
                                                .at_ms = core->now.wall_ms,
                                                .kind = MEMO_GAME_OVER,
                                                .about = opponent,
                                                .game = game,
                                                .number = (int64_t)score,
                                                .text = ""}};
    writes_add(core, &op);
}

void memos_stored(struct core *core, const struct store_op *op)
{
    if (op->memos_count > 0 || op->kind == STORE_FINE)
        core->people->memos_query = queries_last(core);
    for (size_t k = 0; k < op->memos_count; k++) {
        struct player *player = player_find(core, op->memos[k].player);
        if (player != NULL)
            tell(core, player, &op->memos[k]);
    }
}
