/* SPDX-License-Identifier: MIT */
/*
 * Reports, the record and the state of the server: player.report, mod.reports, mod.resolve,
 * mod.log, mod.stats.
 */
#include "base/memory.h"
#include "server/core/operations/mod.h"
#include "server/core/operations/request.h"
#include "server/core/people/asker.h"
#include "server/core/people/memos.h"
#include "server/core/people/moderation.h"
#include "server/core/people/player.h"
#include "server/core/people/question.h"
#include "server/core/rules/text.h"
#include "server/core/table/counts.h"
#include "server/core/table/match.h"
#include "server/core/turn/keys.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/wall.h"
#include "server/core/turn/writes.h"

#include <stdio.h>

/* ------------------------------------------------------------------ reporting */

struct complaint {
    uint64_t player; /* the one reported, as soon as known */
    uint64_t by;
    enum player_role role; /* of the one reported */
    uint64_t game;
    int64_t at_ms; /* when it was written */
    int word;
    char name[PLAYER_NAME_SIZE]; /* the one reported, as soon as known */
    char by_name[PLAYER_NAME_SIZE];
    char text[501];
};

/* Tells of a stored report; the player who reported may be gone by then. */
static void tell_report(struct core *core, const struct complaint *complaint)
{
    const struct report_parties parties = {
        .by = complaint->by, .player = complaint->player, .role = complaint->role};
    const struct mod_reported_event event = {
        .at = complaint->at_ms,
        .by = complaint->by_name,
        .name = complaint->name,
        .complaint = complaint->word,
        .game = complaint->game,
        .text = complaint->text[0] != '\0' ? complaint->text : NULL,
    };
    moderation_tell_report(core, &parties, &event);
}

/* A report was made, or judged. Neither reply says more. */
static const union reply_body nothing;

static void stored(struct core *core, struct wait *wait, int status, enum store_op_result result)
{
    struct call call;
    if (wait->data != NULL && status == STORE_OK && result == STORE_APPLIED)
        tell_report(core, wait->data);
    if (!asker_call_stored(core, wait, status, &call))
        return;
    if (result == STORE_APPLIED)
        call_reply_stored(&call, &nothing);
    else if (result == STORE_ALREADY)
        call_error(&call, ERR_ALREADY_REPORTED);
    else
        call_error(&call, ERR_TOO_MANY_REPORTS);
}

/* Anybody can be any number of guests. */
static int64_t most_open(const struct player *by)
{
    return by->known->kind == PLAYER_GUEST ? 1 : STORE_REPORTS_OPEN_MAX;
}

static int report_write(struct call *call, struct wait *wait)
{
    struct complaint *complaint = wait->data;
    complaint->at_ms = call->core->now.wall_ms;
    const struct store_op op = {
        .kind = STORE_REPORT_ADD,
        .as.report_add = {.at_ms = complaint->at_ms,
                          .by = complaint->by,
                          .player = complaint->player,
                          .game = complaint->game,
                          .complaint = complaint->word,
                          .text = complaint->text,
                          .most = most_open(call_player(call))},
    };
    int status = writes_ready(call);
    if (status != 0)
        return status;
    size_t index = writes_add(call->core, &op);
    struct wait *next = wait_again(wait);
    next->done.batch = stored;
    keys_wait(call->core, next, index, &nothing);
    return 0;
}

static void report_game_found(struct core *core, struct wait *wait, int status,
                              const struct store_answer *answer)
{
    const struct complaint *complaint = wait->data;
    struct call call;
    if (!asker_call_stored(core, wait, status == STORE_NOT_FOUND ? STORE_OK : status, &call))
        return;
    const uint64_t *players = status == STORE_OK ? answer->as.game.start.players : NULL;
    bool is_theirs =
        players != NULL && (players[0] == complaint->player || players[1] == complaint->player);
    call.fault.field = is_theirs ? NULL : "game";
    status = is_theirs ? report_write(&call, wait) : ERR_NO_SUCH_GAME;
    if (status != 0)
        call_error(&call, status);
}

/* The game of a report has to be one of the reported player. */
static int report_check_game(struct call *call, struct wait *wait)
{
    const struct complaint *complaint = wait->data;
    const struct match *match = match_find(call->core, complaint->game);
    if (complaint->game == 0)
        return report_write(call, wait);
    if (match != NULL && match_seat_of(match, complaint->player) != SEAT_NONE)
        return report_write(call, wait);
    const struct store_query query = {.kind = STORE_GAME, .as.game = {.id = complaint->game}};
    struct wait *next = wait_again(wait);
    next->done.query = report_game_found;
    queries_ask_admitted(call->core, next, &query);
    return 0;
}

static void report_player_found(struct core *core, struct wait *wait, int status,
                                const struct store_answer *answer)
{
    struct complaint *complaint = wait->data;
    struct call call;
    if (!asker_call_stored(core, wait, status == STORE_NOT_FOUND ? STORE_OK : status, &call))
        return;
    if (status == STORE_NOT_FOUND) {
        call_error(&call, ERR_NO_SUCH_PLAYER);
        return;
    }
    const struct store_player *player = &answer->as.player_by_name.player;
    complaint->player = player->id;
    complaint->by = call.asker.player;
    complaint->role = player->account->role;
    snprintf(complaint->name, sizeof(complaint->name), "%s", player->names.name);
    snprintf(complaint->by_name, sizeof(complaint->by_name), "%s", call_player(&call)->known->name);
    status =
        complaint->player == call.asker.player ? ERR_THAT_IS_YOU : report_check_game(&call, wait);
    if (status != 0)
        call_error(&call, status);
}

int command_player_report(struct call *call)
{
    const struct player_report_request *request = &call->request->player_report;
    const char *text = request->text != NULL ? text_of_line(&call->core->arena, request->text) : "";
    char key[NAME_KEY_SIZE];
    int status = writes_ready(call);
    if (status != 0)
        return status;
    if (!name_key(request->name, key))
        return ERR_NO_SUCH_PLAYER;
    call->fault.field = "text";
    if (request->text != NULL && text_is_blank(text))
        return ERR_OUT_OF_RANGE;
    call->fault.field = NULL;
    struct complaint *complaint = mem_zero(sizeof(*complaint));
    complaint->game = request->game;
    complaint->word = request->complaint;
    snprintf(complaint->text, sizeof(complaint->text), "%s", text);
    const struct store_query query = {.kind = STORE_PLAYER_BY_NAME, .as.player_by_name = {key}};
    struct wait *wait = wait_new(call, complaint);
    wait->done.query = report_player_found;
    return queries_ask(call, wait, &query);
}

/* ------------------------------------------------------------------ judging */

static const char *text_or_null(const char *text)
{
    return text[0] != '\0' ? text : NULL;
}

/* Whether what a query of a moderator found may be told: the role may have been taken
 * away meanwhile. Says what went wrong otherwise. */
static bool may_tell(struct core *core, const struct wait *wait, int status, struct call *call_out)
{
    if (!asker_call_stored(core, wait, status, call_out))
        return false;
    int error = asker_check(call_out);
    if (error != 0)
        call_error(call_out, error);
    return error == 0;
}

static void reports_read(struct core *core, struct wait *wait, int status,
                         const struct store_answer *answer)
{
    struct call call;
    if (!may_tell(core, wait, status, &call))
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
                                         .text = text_or_null(report->text),
                                         .upheld = report->upheld,
                                         .dismissed = report->dismissed,
                                         .others = report->reporters - 1};
    }
    const struct mod_reports_reply reply = {
        .reports = rows, .reports_count = reports->rows_count, .more = reports->has_more};
    call_reply(&call, &reply);
}

/* Those that the asker may judge. */
static struct store_report_page open_reports(const struct call *call, int64_t from, uint32_t limit)
{
    return (struct store_report_page){.from = (uint64_t)from,
                                      .limit = limit,
                                      .judge = call->asker.player,
                                      .below = (int)moderation_reach(call)};
}

int command_mod_reports(struct call *call)
{
    const struct mod_reports_request *request = &call->request->mod_reports;
    const struct store_query query = {
        .kind = STORE_REPORTS,
        .as.reports = open_reports(call, request->from, (uint32_t)request->limit)};
    struct wait *wait = wait_new(call, NULL);
    wait->done.query = reports_read;
    return queries_ask(call, wait, &query);
}

/* A verdict on a report that is looked up first. */
struct verdict {
    int64_t report;
    int word;
    char note[STORE_REASON_SIZE];
};

static void verdict_stored(struct core *core, struct wait *wait, int status,
                           enum store_op_result result)
{
    struct call call;
    if (!asker_call_stored(core, wait, status, &call))
        return;
    if (result == STORE_APPLIED)
        call_reply_stored(&call, &nothing);
    else
        call_error(&call, ERR_NO_SUCH_REPORT);
}

static int verdict_write(struct call *call, struct wait *wait)
{
    const struct verdict *verdict = wait->data;
    const struct store_act act = {
        .act = MOD_RESOLVE,
        .report = verdict->report,
        .verdict = verdict->word,
        .reason = verdict->note,
        .detail = verdict_word_text(verdict->word),
        .memo = memos_id(call->core),
    };
    int status = asker_check(call);
    if (status == 0)
        status = writes_ready(call);
    if (status != 0)
        return status;
    size_t index = moderation_record(call, &act);
    struct wait *next = wait_again(wait);
    next->done.batch = verdict_stored;
    keys_wait(call->core, next, index, &nothing);
    return 0;
}

static void verdict_report_found(struct core *core, struct wait *wait, int status,
                                 const struct store_answer *answer)
{
    const struct verdict *verdict = wait->data;
    struct call call;
    if (!asker_call_stored(core, wait, status, &call))
        return;
    const struct store_reports *reports = &answer->as.reports;
    if (reports->rows_count == 0 || reports->rows[0].n != verdict->report)
        status = ERR_NO_SUCH_REPORT;
    else if (reports->rows[0].by == call.asker.player)
        status = ERR_OWN_AFFAIR;
    if (status == 0)
        status = verdict_write(&call, wait);
    if (status != 0)
        call_error(&call, status);
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
    const struct store_query query = {.kind = STORE_REPORTS,
                                      .as.reports = open_reports(call, request->report, 1)};
    struct wait *wait = wait_new(call, verdict);
    wait->done.query = verdict_report_found;
    return queries_ask(call, wait, &query);
}

/* ------------------------------------------------------------------ the record */

static struct mod_entry_record view_act(const struct store_act_row *act)
{
    bool has_end = act->until_ms != 0 && act->until_ms != STORE_FOR_GOOD;
    return (struct mod_entry_record){
        .n = act->n,
        .at = act->at_ms,
        .act = (int)act->act,
        .by = act->by_name,
        .name = act->player_name,
        .room = act->room,
        .report = act->report != 0 ? act->report : NONE,
        .until = has_end ? act->until_ms : NONE,
        .reason = text_or_null(act->reason),
        .detail = text_or_null(act->detail),
        .played = act->have_played,
    };
}

/* Takes the question; `name` is the player it is about, or NULL. */
static int ask_of(struct call *call, struct question *question, const char *name)
{
    if (name != NULL)
        return question_ask_about(call, question, name, NULL);
    struct wait *wait = wait_new(call, question);
    wait->done.query = question->read;
    return queries_ask(call, wait, &question->query);
}

static void log_read(struct core *core, struct wait *wait, int status,
                     const struct store_answer *answer)
{
    struct call call;
    if (!may_tell(core, wait, status, &call))
        return;
    const struct store_acts *acts = &answer->as.acts;
    struct mod_entry_record *rows = arena_alloc(&core->arena, acts->rows_count * sizeof(*rows));
    for (size_t i = 0; i < acts->rows_count; i++)
        rows[i] = view_act(&acts->rows[i]);
    const struct mod_log_reply reply = {
        .entries = rows, .entries_count = acts->rows_count, .more = acts->has_more};
    call_reply(&call, &reply);
}

int command_mod_log(struct call *call)
{
    const struct mod_log_request *request = &call->request->mod_log;
    struct question *question = question_new();
    question->query = (struct store_query){
        .kind = STORE_ACTS,
        .as.acts = {.from = request->before != NONE ? (uint64_t)request->before - 1 : 0,
                    .reader = call->asker.player,
                    .below = (int)moderation_reach(call),
                    .limit = (uint32_t)request->limit},
    };
    question->player_id = &question->query.as.acts.player;
    question->read = log_read;
    return ask_of(call, question, request->name);
}

/* ------------------------------------------------------------------ who is banned or muted */

static void sanctions_read(struct core *core, struct wait *wait, int status,
                           const struct store_answer *answer)
{
    struct call call;
    if (!may_tell(core, wait, status, &call))
        return;
    const struct store_sanctions *sanctions = &answer->as.sanctions;
    struct sanctioned_record *rows =
        arena_alloc(&core->arena, sanctions->rows_count * sizeof(*rows));
    for (size_t i = 0; i < sanctions->rows_count; i++) {
        const struct store_sanction *row = &sanctions->rows[i];
        rows[i] = (struct sanctioned_record){
            .name = row->name,
            .ban = moderation_view(core, row->banned_until_ms, row->ban_reason),
            .mute = moderation_view(core, row->muted_until_ms, row->mute_reason)};
    }
    const struct mod_sanctions_reply reply = {
        .rows = rows, .rows_count = sanctions->rows_count, .more = sanctions->has_more};
    call_reply(&call, &reply);
}

int command_mod_sanctions(struct call *call)
{
    const struct mod_sanctions_request *request = &call->request->mod_sanctions;
    struct question *question = question_new();
    question->query = (struct store_query){
        .kind = STORE_SANCTIONS,
        .as.sanctions = {.at_ms = wall_believed_ms(call->core), .limit = (uint32_t)request->limit}};
    question->player_id = &question->query.as.sanctions.after;
    question->read = sanctions_read;
    return ask_of(call, question, request->after);
}

int command_mod_stats(struct call *call)
{
    const struct core *core = call->core;
    const struct core_counts counts = counts_take(core);
    const struct mod_stats_reply reply = {
        .connections = (int64_t)counts.connections,
        .players = (int64_t)counts.players,
        .rooms = (int64_t)counts.rooms,
        .games = (int64_t)counts.games,
        .asleep = (int64_t)counts.asleep,
        .up_ms = core->now.mono_ms - core->started_ms,
    };
    call_reply(call, &reply);
    return 0;
}
