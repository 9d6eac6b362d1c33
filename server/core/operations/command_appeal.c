/* SPDX-License-Identifier: MIT */
/*
 * What players answer to a mute, a ban or a warning: player.appeal, auth.appeal; and those who
 * judge it: mod.appeals, mod.answer. The store finds the act that is answered, for acts are
 * numbered there, and takes one answer to each.
 */
#include "base/memory.h"
#include "server/core/desk/conn.h"
#include "server/core/operations/credentials.h"
#include "server/core/operations/mod.h"
#include "server/core/operations/request.h"
#include "server/core/people/asker.h"
#include "server/core/people/fines.h"
#include "server/core/people/memos.h"
#include "server/core/people/moderation.h"
#include "server/core/people/player.h"
#include "server/core/rules/account.h"
#include "server/core/rules/text.h"
#include "server/core/turn/call.h"
#include "server/core/turn/keys.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/uptime.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <stdio.h>
#include <string.h>

/* The time that a client is told to wait while another moderator acts. */
#define BUSY_RETRY_MS 1000

/* ------------------------------------------------------------------ appealing */

/* An appeal under way: the data of its wait for the disk. */
struct plea {
    uint64_t player;
    enum player_role role;
    enum mod_act against;
    int64_t at_ms;
    char name[PLAYER_NAME_SIZE];
    char text[STORE_REPORT_SIZE];
};

/* Neither reply says more. */
static const union reply_body nothing;

static const char *text_or_null(const char *text)
{
    return text[0] != '\0' ? text : NULL;
}

/* Tells of a stored one. */
static void tell_plea(struct core *core, const struct plea *plea)
{
    const struct report_parties parties = {
        .by = plea->player, .player = plea->player, .role = plea->role};
    const struct mod_appealed_event event = {
        .at = plea->at_ms, .name = plea->name, .against = (int)plea->against, .text = plea->text};
    moderation_tell_appeal(core, &parties, &event);
}

static void plea_answer(struct call *call, enum store_op_result result)
{
    if (result == STORE_APPLIED)
        call_reply_stored(call, &nothing);
    else
        call_error(call, result == STORE_ALREADY ? ERR_ALREADY_APPEALED : ERR_NOTHING_TO_APPEAL);
}

static void plea_stored(struct core *core, struct wait *wait, int status,
                        enum store_op_result result)
{
    struct call call;
    if (wait->data != NULL && status == STORE_OK && result == STORE_APPLIED)
        tell_plea(core, wait->data);
    if (asker_call_stored(core, wait, status, &call))
        plea_answer(&call, result);
}

static struct plea *plea_new(const struct call *call, const struct store_player *player,
                             enum mod_act against, const char *text)
{
    struct plea *plea = mem_zero(sizeof(*plea));
    plea->player = player->id;
    plea->role = player->account->role;
    plea->against = against;
    plea->at_ms = wall_believed_ms(call->core);
    snprintf(plea->name, sizeof(plea->name), "%s", player->names.name);
    snprintf(plea->text, sizeof(plea->text), "%s", text);
    return plea;
}

static size_t plea_write(struct core *core, const struct plea *plea)
{
    const struct store_op op = {.kind = STORE_APPEAL_ADD,
                                .as.appeal_add = {.at_ms = plea->at_ms,
                                                  .player = plea->player,
                                                  .text = plea->text,
                                                  .against = plea->against}};
    return writes_add(core, &op);
}

/* The text, in the arena; NULL if it says nothing: then the call has the field. */
static const char *text_read(struct call *call, const char *text)
{
    text = text_of_line(&call->core->arena, text);
    call->fault.field = text_is_blank(text) ? "text" : NULL;
    return call->fault.field == NULL ? text : NULL;
}

int command_player_appeal(struct call *call)
{
    const struct player_appeal_request *request = &call->request->player_appeal;
    struct player *player = call_player(call);
    const struct store_account *account = player_account(player);
    bool is_muted = account_is_muted(account, wall_believed_ms(call->core));
    int against = request->against;
    const char *text = text_read(call, request->text);
    if (text == NULL)
        return ERR_OUT_OF_RANGE;
    if (against == NONE)
        against = is_muted ? MOD_ACT_WORD_MUTE : MOD_ACT_WORD_WARN;
    if (against != MOD_ACT_WORD_MUTE && against != MOD_ACT_WORD_WARN)
        return ERR_NOTHING_TO_APPEAL;
    if (against == MOD_ACT_WORD_MUTE && !is_muted)
        return ERR_NOTHING_TO_APPEAL;
    int status = writes_ready(call);
    if (status != 0)
        return status;
    const struct store_player stored = {
        .id = player_id(player), .account = account, .names.name = player_name(player)};
    struct plea *plea = plea_new(call, &stored, (enum mod_act)against, text);
    size_t index = plea_write(call->core, plea);
    struct wait *wait = wait_new(call, plea);
    wait->done.batch = plea_stored;
    keys_wait(call->core, wait, index, &nothing);
    return 0;
}

/* ------------------------------------------------------------------ appealing against a ban */

static void ban_plea_stored(struct core *core, struct wait *wait, int status,
                            enum store_op_result result)
{
    struct call call;
    if (status == STORE_OK && result == STORE_APPLIED)
        tell_plea(core, wait->data);
    if (!auth_call(core, wait, &call))
        return;
    call.retry_after_ms = status == STORE_OK ? 0 : WRITES_PROBE_MS;
    if (status == STORE_OK)
        plea_answer(&call, result);
    else
        call_error(&call, ERR_STORAGE_UNAVAILABLE);
}

/* The player as stored now: a record read before the password was verified may be old. */
static int ban_plea_write(struct call *call, struct wait *wait, const struct store_player *player)
{
    const struct auth *auth = wait->data;
    if (strcmp(player->password_hash, auth->verified) != 0)
        return ERR_WRONG_CREDENTIALS;
    int status = writes_ready(call);
    if (status != 0)
        return status;
    if (moderation_check_ban(call, player) == 0)
        return ERR_NOTHING_TO_APPEAL;
    struct plea *plea = plea_new(call, player, MOD_BAN, auth->text);
    size_t index = plea_write(call->core, plea);
    struct wait *next = wait_new(call, plea);
    next->done.batch = ban_plea_stored;
    writes_wait(call->core, next, index);
    return 0;
}

static void ban_plea_found(struct core *core, struct wait *wait, int status,
                           const struct store_answer *answer)
{
    struct call call;
    if (!asker_call(core, wait, &call)) {
        auth_refuse(core, wait, ERR_BUSY, 0);
        return;
    }
    if (status == STORE_OK)
        status = ban_plea_write(&call, wait, &answer->as.player_by_id.player);
    else
        status = ERR_STORAGE_UNAVAILABLE;
    if (status != 0)
        auth_refuse(core, wait, status, status == ERR_STORAGE_UNAVAILABLE ? WRITES_PROBE_MS : 0);
}

static void ban_plea_right(struct call *call, struct wait *wait, const struct work_result *result)
{
    struct auth *auth = wait->data;
    (void)result;
    auth_wipe(auth);
    int status = auth_spend(call, auth->player);
    if (status != 0) {
        auth_refuse(call->core, wait, status, call->retry_after_ms);
        return;
    }
    const struct store_query query = {.kind = STORE_PLAYER_BY_ID,
                                      .as.player_by_id = {auth->player}};
    struct wait *next = wait_again(wait);
    next->done.query = ban_plea_found;
    queries_ask_admitted(call->core, next, &query);
}

int command_auth_appeal(struct call *call)
{
    const struct auth_appeal_request *request = &call->request->auth_appeal;
    const struct credentials given = {request->name, request->password, request->device};
    const char *text = text_read(call, request->text);
    if (text == NULL)
        return ERR_OUT_OF_RANGE;
    struct auth *auth = auth_new(call);
    snprintf(auth->text, sizeof(auth->text), "%s", text);
    return credentials_check(call, auth, &given, ban_plea_right);
}

/* ------------------------------------------------------------------ listing */

static struct appeal_record view(const struct store_appeal_row *row)
{
    bool has_end = row->until_ms != 0 && row->until_ms != STORE_FOR_GOOD;
    return (struct appeal_record){.n = row->act,
                                  .at = row->at_ms,
                                  .name = row->player_name,
                                  .text = row->text,
                                  .against = (int)row->against,
                                  .since = row->act_ms,
                                  .by = row->by_name,
                                  .until = has_end ? row->until_ms : NONE,
                                  .reason = text_or_null(row->reason),
                                  .ended = !row->stands};
}

static void appeals_read(struct core *core, struct wait *wait, int status,
                         const struct store_answer *answer)
{
    struct call call;
    if (!asker_call_stored(core, wait, status, &call))
        return;
    const struct store_appeals *appeals = &answer->as.appeals;
    struct appeal_record *rows = arena_alloc(&core->arena, appeals->rows_count * sizeof(*rows));
    for (size_t i = 0; i < appeals->rows_count; i++)
        rows[i] = view(&appeals->rows[i]);
    const struct mod_appeals_reply reply = {
        .appeals = rows, .appeals_count = appeals->rows_count, .more = appeals->has_more};
    call_reply(&call, &reply);
}

/* Those that the asker may judge. */
static struct store_query open_appeals(const struct call *call, int64_t from, int64_t limit)
{
    return (struct store_query){.kind = STORE_APPEALS,
                                .as.appeals = {.from = (uint64_t)from,
                                               .judge = call->asker.player,
                                               .below = (int)moderation_reach(call),
                                               .at_ms = wall_believed_ms(call->core),
                                               .limit = (uint32_t)limit}};
}

int command_mod_appeals(struct call *call)
{
    const struct mod_appeals_request *request = &call->request->mod_appeals;
    const struct store_query query = open_appeals(call, request->from, request->limit);
    struct wait *wait = wait_new(call, NULL);
    wait->done.query = appeals_read;
    return queries_ask(call, wait, &query);
}

/* ------------------------------------------------------------------ judging */

/* Lifts what the appeal is against. */
static void lift(struct call *call, struct player *player, enum mod_act against)
{
    struct store_account *account = player_touch_account(call->core, player);
    if (against == MOD_MUTE) {
        account->muted_until_ms = 0;
        account->mute_reason[0] = '\0';
    } else {
        fines_judge(call->core, account);
        account->banned_until_ms = 0;
        account->ban_reason[0] = '\0';
    }
    player_put_account(call->core, player);
}

static bool still_holds(const struct call *call, const struct player *player, enum mod_act against)
{
    const struct store_account *account = player_account(player);
    int64_t now_ms = wall_believed_ms(call->core);
    if (against == MOD_MUTE)
        return account_is_muted(account, now_ms);
    return against == MOD_BAN && account_is_banned(account, now_ms);
}

/* What was found of the appeal is true unless somebody spoke, lifted or judged anything since. */
static int answer(struct call *call, struct wait *wait, struct player *player)
{
    const struct mod *mod = wait->data;
    call->retry_after_ms = BUSY_RETRY_MS;
    if (mod->sanctions != moderation_sanctions(call->core))
        return ERR_BUSY;
    call->retry_after_ms = 0;
    const struct store_act act = {.act = MOD_ANSWER,
                                  .player = player_id(player),
                                  .appeal = mod->appeal,
                                  .verdict = mod->verdict,
                                  .reason = mod->reason,
                                  .detail = verdict_word_text(mod->verdict),
                                  .memo = memos_id(call->core)};
    bool lifts = mod->verdict == VERDICT_WORD_UPHELD && mod->stands &&
                 still_holds(call, player, mod->against);
    if (lifts)
        lift(call, player, mod->against);
    moderation_record(call, &act);
    if (lifts && mod->against == MOD_MUTE)
        moderation_tell_account(call->core, player, MOD_UNMUTE);
    const struct mod_answer_reply reply = {.name = player_name(player), .lifted = lifts};
    call_reply(call, &reply);
    return 0;
}

static void appeal_found(struct core *core, struct wait *wait, int status,
                         const struct store_answer *found)
{
    struct mod *mod = wait->data;
    struct call call;
    if (!asker_call_stored(core, wait, status, &call))
        return;
    const struct store_appeal_row *row = found->as.appeals.rows;
    if (found->as.appeals.rows_count == 0 || row->act != mod->appeal) {
        call_error(&call, ERR_NO_SUCH_APPEAL);
        return;
    }
    mod->against = row->against;
    mod->stands = row->stands;
    mod_meet(core, wait_again(wait), row->player);
}

int command_mod_answer(struct call *call)
{
    const struct mod_answer_request *request = &call->request->mod_answer;
    const struct store_query query = open_appeals(call, request->appeal, 1);
    int status = writes_ready(call);
    if (status != 0)
        return status;
    struct mod *mod = mod_new(call, request->note);
    mod->reason_field = "note";
    mod->act = answer;
    mod->appeal = request->appeal;
    mod->verdict = request->verdict;
    mod->sanctions = moderation_sanctions(call->core);
    struct wait *wait = wait_new(call, mod);
    wait->done.query = appeal_found;
    status = mod_check_reason(call, mod);
    if (status == 0)
        return queries_ask(call, wait, &query);
    wait_free(wait);
    return status;
}
