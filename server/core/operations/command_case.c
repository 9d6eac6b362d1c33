/* SPDX-License-Identifier: MIT */
/*
 * Cases, and the verdicts on their reports: mod.cases, mod.reports, mod.resolve. The store folds
 * and weighs (db/sql/report.c).
 */
#include "base/memory.h"
#include "server/core/operations/request.h"
#include "server/core/people/asker.h"
#include "server/core/people/memos.h"
#include "server/core/people/moderation.h"
#include "server/core/people/player.h"
#include "server/core/people/question.h"
#include "server/core/rules/text.h"
#include "server/core/turn/call.h"
#include "server/core/turn/keys.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/uptime.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <stdio.h>

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

static void cases_read(struct core *core, struct wait *wait, int status,
                       const struct store_answer *answer)
{
    struct call call;
    if (!asker_call_stored(core, wait, status, &call))
        return;
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
    call_reply(&call, &reply);
}

int command_mod_cases(struct call *call)
{
    const struct mod_cases_request *request = &call->request->mod_cases;
    const struct store_query query = {
        .kind = STORE_CASES, .as.cases = open_reports(call, request->skip, request->limit)};
    struct wait *wait = wait_new(call, NULL);
    wait->done.query = cases_read;
    return queries_ask(call, wait, &query);
}

static void reports_read(struct core *core, struct wait *wait, int status,
                         const struct store_answer *answer)
{
    struct call call;
    if (!asker_call_stored(core, wait, status, &call))
        return;
    const struct store_reports *reports = &answer->as.reports;
    struct report_record *rows = arena_alloc(&core->arena, reports->rows_count * sizeof(*rows));
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
    call_reply(&call, &reply);
}

int command_mod_reports(struct call *call)
{
    const struct mod_reports_request *request = &call->request->mod_reports;
    struct question *question = question_new();
    question->query = (struct store_query){
        .kind = STORE_REPORTS, .as.reports = open_reports(call, request->skip, request->limit)};
    question->player_id = &question->query.as.reports.player;
    question->read = reports_read;
    if (request->name != NULL)
        return question_ask_about(call, question, request->name, NULL);
    struct wait *wait = wait_new(call, question);
    wait->done.query = reports_read;
    return queries_ask(call, wait, &question->query);
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

static int verdict_write(struct call *call, struct wait *wait, const struct store_to_judge *found)
{
    struct verdict *verdict = wait->data;
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
    struct wait *next = wait_again(wait);
    next->done.batch = verdict_stored;
    keys_wait(call->core, next, index, &verdict->reply);
    return 0;
}

static void to_judge_found(struct core *core, struct wait *wait, int status,
                           const struct store_answer *answer)
{
    struct call call;
    if (!asker_call_stored(core, wait, status, &call))
        return;
    const struct store_to_judge *found = &answer->as.to_judge;
    int error = 0;
    if (found->rows_count == 0)
        error = ERR_NO_SUCH_REPORT;
    else if (found->rows[0].is_own)
        error = ERR_OWN_AFFAIR;
    if (error == 0)
        error = writes_ready(&call);
    if (error == 0)
        error = verdict_write(&call, wait, found);
    if (error != 0)
        call_error(&call, error);
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
    struct wait *wait = wait_new(call, verdict);
    wait->done.query = to_judge_found;
    return queries_ask(call, wait, &query);
}
