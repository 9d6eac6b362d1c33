/* SPDX-License-Identifier: MIT */
/*
 * Appeals of players against a mute, a ban or a warning: player.appeal, auth.appeal; and judging
 * them: mod.appeals, mod.answer. The store finds the act that is answered, since acts are numbered
 * there, and takes one answer to each.
 */
#include "base/memory.h"
#include "server/core/desk/conn.h"
#include "server/core/operations/credentials.h"
#include "server/core/operations/mod.h"
#include "server/core/operations/request.h"
#include "server/core/people/asker.h"
#include "server/core/people/fines.h"
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
#include <stdlib.h>
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
        call_reply_stored(call, &call_nothing);
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
    keys_wait(call->core, wait_new(call, plea), index, &call_nothing, plea_stored);
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
    writes_wait(call->core, wait_new(call, plea), index, ban_plea_stored);
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
    queries_ask_admitted(call->core, wait_again(wait), &query, ban_plea_found);
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

static int appeals_read(struct call *call, const struct store_answer *answer)
{
    const struct store_appeals *appeals = &answer->as.appeals;
    struct appeal_record *rows =
        arena_alloc(&call->core->arena, appeals->rows_count * sizeof(*rows));
    for (size_t i = 0; i < appeals->rows_count; i++)
        rows[i] = view(&appeals->rows[i]);
    const struct mod_appeals_reply reply = {
        .appeals = rows, .appeals_count = appeals->rows_count, .more = appeals->has_more};
    return call_reply(call, &reply);
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
    return asker_ask(call, NULL, &query, appeals_read, 0);
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

/* Whether the appeal is still as it was found: nobody spoke, lifted or judged anything since. */
static int answer(struct call *call, struct player *player)
{
    const struct mod *mod = call->wait->data;
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
    return call_reply(call, &reply);
}

static int appeal_found(struct call *call, const struct store_answer *found)
{
    struct mod *mod = call->wait->data;
    const struct store_appeal_row *row = found->as.appeals.rows;
    if (found->as.appeals.rows_count == 0 || row->act != mod->appeal)
        return ERR_NO_SUCH_APPEAL;
    mod->against = row->against;
    mod->stands = row->stands;
    return mod_meet(call, row->player);
}

int command_mod_answer(struct call *call)
{
    const struct mod_answer_request *request = &call->request->mod_answer;
    const struct store_query query = open_appeals(call, request->appeal, 1);
    int status = writes_ready(call);
    if (status != 0)
        return status;
    struct mod *mod = mod_new(call, answer, request->note);
    mod->reason_field = "note";
    mod->appeal = request->appeal;
    mod->verdict = request->verdict;
    mod->sanctions = moderation_sanctions(call->core);
    status = mod_check_reason(call, mod);
    if (status == 0)
        return asker_ask(call, mod, &query, appeal_found, 0);
    free(mod);
    return status;
}

/* ------------------------------------------------------------------ cases */

/* ------------------------------------------------------------------ lists */

/* Those that the asker may judge. */
static struct store_report_page open_reports(const struct call *call, int64_t skip, int64_t limit)
{
    return (struct store_report_page){.judge = call->asker.player,
                                      .below = (int)moderation_reach(call),
                                      .at_ms = wall_believed_ms(call->core),
                                      .skip = (uint32_t)skip,
                                      .limit = (uint32_t)limit};
}

/* The words of a case, in the order of their table. */
static void complaints_view(struct core *core, int64_t bits, struct report_case_record *row)
{
    struct case_complaint_record *words =
        arena_alloc(&core->arena, COMPLAINT_WORD_COUNT * sizeof(*words));
    row->complaints = words;
    for (int word = 0; word < COMPLAINT_WORD_COUNT; word++)
        if ((bits >> word & 1) != 0)
            words[row->complaints_count++] = (struct case_complaint_record){.complaint = word};
}

static int cases_read(struct call *call, const struct store_answer *answer)
{
    struct core *core = call->core;
    const struct store_cases *cases = &answer->as.cases;
    struct report_case_record *rows = arena_alloc(&core->arena, cases->rows_count * sizeof(*rows));
    for (size_t i = 0; i < cases->rows_count; i++) {
        const struct store_case_row *found = &cases->rows[i];
        rows[i] = (struct report_case_record){.name = found->player_name,
                                              .reports = found->reports,
                                              .reporters = found->reporters,
                                              .first = found->first_ms,
                                              .latest = found->last_ms,
                                              .last = found->last,
                                              .own = found->is_own};
        complaints_view(core, found->complaints, &rows[i]);
    }
    const struct mod_cases_reply reply = {
        .cases = rows, .cases_count = cases->rows_count, .more = cases->has_more};
    return call_reply(call, &reply);
}

int command_mod_cases(struct call *call)
{
    const struct mod_cases_request *request = &call->request->mod_cases;
    const struct store_query query = {
        .kind = STORE_CASES, .as.cases = open_reports(call, request->skip, request->limit)};
    return asker_ask(call, NULL, &query, cases_read, 0);
}

static int reports_read(struct call *call, const struct store_answer *answer)
{
    const struct store_reports *reports = &answer->as.reports;
    struct report_record *rows =
        arena_alloc(&call->core->arena, reports->rows_count * sizeof(*rows));
    for (size_t i = 0; i < reports->rows_count; i++) {
        const struct store_report_row *report = &reports->rows[i];
        rows[i] = (struct report_record){.n = report->n,
                                         .at = report->at_ms,
                                         .by = report->by_name,
                                         .name = report->player_name,
                                         .complaint = report->complaint,
                                         .game = report->game,
                                         .text = report->text[0] != '\0' ? report->text : NULL,
                                         .upheld = report->upheld,
                                         .dismissed = report->dismissed,
                                         .others = report->reporters - 1,
                                         .uncounted = report->is_uncounted};
    }
    const struct mod_reports_reply reply = {
        .reports = rows, .reports_count = reports->rows_count, .more = reports->has_more};
    return call_reply(call, &reply);
}

int command_mod_reports(struct call *call)
{
    const struct mod_reports_request *request = &call->request->mod_reports;
    struct question *question = question_new();
    question->query = (struct store_query){
        .kind = STORE_REPORTS, .as.reports = open_reports(call, request->skip, request->limit)};
    question->player_id = &question->query.as.reports.player;
    question->read = reports_read;
    return question_ask_of(call, question, request->name);
}

/* ------------------------------------------------------------------ verdicts */

/* A verdict on reports that are looked up first. */
struct verdict {
    int64_t report;
    int word;
    uint64_t player; /* whom they are on */
    struct mod_resolve_reply reply;
    char note[STORE_REASON_SIZE];
};

static void verdict_stored(struct core *core, struct wait *wait, int status,
                           enum store_op_result result)
{
    const struct verdict *verdict = wait->data;
    struct call call;
    if (verdict != NULL && status == STORE_OK && result == STORE_APPLIED)
        moderation_reports_judged(core, verdict->player);
    if (!asker_call_stored(core, wait, status, &call))
        return;
    if (result == STORE_APPLIED)
        call_reply_stored(&call, &verdict->reply);
    else
        call_error(&call, ERR_NO_SUCH_REPORT);
}

static int verdict_write(struct call *call, const struct store_to_judge *found)
{
    struct verdict *verdict = call->wait->data;
    uint64_t *judged = arena_alloc(&call->core->arena, found->rows_count * sizeof(*judged));
    for (size_t i = 0; i < found->rows_count; i++)
        judged[i] = found->rows[i].n;
    const struct store_act act = {
        .act = MOD_RESOLVE,
        .report = verdict->report,
        .judged = judged,
        .judged_count = found->rows_count,
        .verdict = verdict->word,
        .reason = verdict->note,
        .detail = verdict_word_text(verdict->word),
        .memo = memos_id(call->core),
    };
    verdict->player = found->rows[0].player;
    verdict->reply =
        (struct mod_resolve_reply){.judged = (int64_t)found->rows_count, .more = found->has_more};
    size_t index = moderation_record(call, &act);
    keys_wait(call->core, wait_again(call->wait), index, &verdict->reply, verdict_stored);
    return 0;
}

static int to_judge_found(struct call *call, const struct store_answer *answer)
{
    const struct store_to_judge *found = &answer->as.to_judge;
    int error = 0;
    if (found->rows_count == 0)
        error = ERR_NO_SUCH_REPORT;
    else if (found->rows[0].is_own)
        error = ERR_OWN_AFFAIR;
    if (error == 0)
        error = writes_ready(call);
    return error != 0 ? error : verdict_write(call, found);
}

int command_mod_resolve(struct call *call)
{
    const struct mod_resolve_request *request = &call->request->mod_resolve;
    const char *note = request->note != NULL ? text_of_line(&call->core->arena, request->note) : "";
    int status = writes_ready(call);
    if (status != 0)
        return status;
    call->fault.field = "note";
    if (request->note != NULL && text_is_blank(note))
        return ERR_OUT_OF_RANGE;
    call->fault.field = NULL;
    struct verdict *verdict = mem_zero(sizeof(*verdict));
    verdict->report = request->report;
    verdict->word = request->verdict;
    snprintf(verdict->note, sizeof(verdict->note), "%s", note);
    const struct store_query query = {
        .kind = STORE_TO_JUDGE,
        .as.to_judge = {.report = request->report,
                        .with_older = request->all,
                        .judge = call->asker.player,
                        .below = (int)moderation_reach(call),
                        .limit = request->all ? STORE_JUDGED_MAX : 1}};
    return asker_ask(call, verdict, &query, to_judge_found, 0);
}
