/* SPDX-License-Identifier: MIT */
/*
 * Reports, the record and the state of the server: player.report, mod.log, mod.sanctions,
 * mod.stats.
 */
#include "base/memory.h"
#include "server/core/desk/address.h"
#include "server/core/desk/conn.h"
#include "server/core/operations/report_lines.h"
#include "server/core/operations/request.h"
#include "server/core/people/asker.h"
#include "server/core/people/moderation.h"
#include "server/core/people/player.h"
#include "server/core/rules/ids.h"
#include "server/core/rules/text.h"
#include "server/core/table/match.h"
#include "server/core/turn/call.h"
#include "server/core/turn/keys.h"
#include "server/core/turn/uptime.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <stdio.h>

/* ------------------------------------------------------------------ reporting */

struct complaint {
    struct report_lines lines; /* the first: report_lines.h */
    uint64_t player;           /* the one reported, as soon as known */
    uint64_t by;
    uint64_t customer;     /* the network of the one who reports (desk/address.h) */
    enum player_role role; /* of the one reported */
    uint64_t game;
    int64_t at_ms; /* when it was written */
    int word;
    char name[PLAYER_NAME_SIZE]; /* the one reported, as soon as known */
    char by_name[PLAYER_NAME_SIZE];
    char text[STORE_REPORT_SIZE];
};

/* Tells of a stored report; the player who reported may be gone by then. */
static void tell_report(struct core *core, const struct complaint *complaint)
{
    const struct report_parties parties = {
        .by = complaint->by,
        .player = complaint->player,
        .customer = complaint->customer,
        .role = complaint->role,
    };
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

static void stored(struct core *core, struct wait *wait, int status, enum store_op_result result)
{
    struct call call;
    bool is_stored = status == STORE_OK && result == STORE_APPLIED;
    if (wait->data != NULL && is_stored && !wait->stored->is_weightless)
        tell_report(core, wait->data);
    if (!asker_call_stored(core, wait, status, &call))
        return;
    if (result == STORE_APPLIED)
        call_reply_stored(&call, &call_nothing);
    else if (result == STORE_ALREADY)
        call_error(&call, ERR_ALREADY_REPORTED);
    else
        call_error(&call, ERR_TOO_MANY_REPORTS);
}

/* Anybody can be any number of guests. */
static int64_t most_open(const struct player *by)
{
    return known_kind(player_known(by)) == PLAYER_GUEST ? 1 : STORE_REPORTS_OPEN_MAX;
}

static int report_write(struct call *call)
{
    struct complaint *complaint = call->wait->data;
    complaint->at_ms = call->core->now.wall_ms;
    const struct store_op op = {
        .kind = STORE_REPORT_ADD,
        .as.report_add = {.at_ms = complaint->at_ms,
                          .by = complaint->by,
                          .player = complaint->player,
                          .game = complaint->game,
                          .complaint = complaint->word,
                          .text = complaint->text,
                          .lines = complaint->lines.places,
                          .lines_count = complaint->lines.count,
                          .most = most_open(call_player(call))},
    };
    int status = writes_ready(call);
    if (status != 0)
        return status;
    size_t index = writes_add(call->core, &op);
    keys_wait(call->core, wait_again(call->wait), index, &call_nothing, stored);
    return 0;
}

/* The game of a report has to be one of the reported player. */
static bool take_game(struct complaint *complaint, uint64_t room, const uint64_t players[2])
{
    if (players[0] != complaint->player && players[1] != complaint->player)
        return false;
    complaint->lines.room = room;
    complaint->lines.has_played = players[0] == complaint->by || players[1] == complaint->by;
    return true;
}

static int report_game_found(struct call *call, const struct store_answer *answer)
{
    const struct store_game_start *start = &answer->as.game.start;
    if (take_game(call->wait->data, start->room, start->players))
        return report_lines_take(call);
    call->fault.field = "game";
    return ERR_NO_SUCH_GAME;
}

static int report_check_game(struct call *call)
{
    struct complaint *complaint = call->wait->data;
    const struct match *match = match_find(call->core, complaint->game);
    if (complaint->game == 0)
        return report_lines_take(call);
    if (match != NULL && take_game(complaint, match_room(match),
                                   (const uint64_t[]){known_id(match_player(match, SEAT_FIRST)),
                                                      known_id(match_player(match, SEAT_SECOND))}))
        return report_lines_take(call);
    const struct store_query query = {.kind = STORE_GAME, .as.game = {.id = complaint->game}};
    call->fault.field = "game";
    return asker_ask_next(call, &query, report_game_found, ERR_NO_SUCH_GAME);
}

static int report_player_found(struct call *call, const struct store_answer *answer)
{
    struct complaint *complaint = call->wait->data;
    unsigned level;
    const struct store_player *player = &answer->as.player_by_name.player;
    complaint->player = player->id;
    complaint->lines.player = player->id;
    complaint->by = call->asker.player;
    complaint->customer = address_customer(conn_network(call->core, call->reply_to.conn));
    complaint->role = player->account->role;
    snprintf(complaint->name, sizeof(complaint->name), "%s", player->names.name);
    snprintf(complaint->by_name, sizeof(complaint->by_name), "%s", player_name(call_player(call)));
    if (complaint->player == call->asker.player)
        return ERR_THAT_IS_YOU;
    if (computer_of_player(player->id, &level) != NULL)
        return ERR_IS_COMPUTER;
    return report_check_game(call);
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
    complaint->lines.then = report_write;
    complaint->game = request->game;
    complaint->word = request->complaint;
    snprintf(complaint->text, sizeof(complaint->text), "%s", text);
    const struct store_query query = {.kind = STORE_PLAYER_BY_NAME, .as.player_by_name = {key}};
    return asker_ask(call, complaint, &query, report_player_found, ERR_NO_SUCH_PLAYER);
}

/* ------------------------------------------------------------------ the record */

static const char *text_or_null(const char *text)
{
    return text[0] != '\0' ? text : NULL;
}

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
        .judged = act->judged > 0 ? act->judged : NONE,
        .until = has_end ? act->until_ms : NONE,
        .reason = text_or_null(act->reason),
        .detail = text_or_null(act->detail),
        .played = act->have_played,
    };
}

static int log_read(struct call *call, const struct store_answer *answer)
{
    const struct store_acts *acts = &answer->as.acts;
    struct mod_entry_record *rows =
        arena_alloc(&call->core->arena, acts->rows_count * sizeof(*rows));
    for (size_t i = 0; i < acts->rows_count; i++)
        rows[i] = view_act(&acts->rows[i]);
    const struct mod_log_reply reply = {
        .entries = rows, .entries_count = acts->rows_count, .more = acts->has_more};
    return call_reply(call, &reply);
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
    return question_ask_of(call, question, request->name);
}

/* ------------------------------------------------------------------ who is banned or muted */

static int sanctions_read(struct call *call, const struct store_answer *answer)
{
    struct core *core = call->core;
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
    return call_reply(call, &reply);
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
    return question_ask_of(call, question, request->after);
}

int command_mod_stats(struct call *call)
{
    const struct core *core = call->core;
    const struct core_counts counts = core_count(core);
    const struct mod_stats_reply reply = {
        .connections = (int64_t)counts.connections,
        .players = (int64_t)counts.players,
        .rooms = (int64_t)counts.rooms,
        .games = (int64_t)counts.games,
        .asleep = (int64_t)counts.asleep,
        .up_ms = core->now.mono_ms - core->started_ms,
    };
    return call_reply(call, &reply);
}

/* ------------------------------------------------------------------ reading reports */

static const struct reported_line_record *view_lines(struct core *core,
                                                     const struct store_report_file *file)
{
    struct reported_line_record *lines =
        arena_alloc(&core->arena, (file->lines_count + 1) * sizeof(*lines));
    for (size_t i = 0; i < file->lines_count; i++) {
        const struct store_report_line *line = &file->lines[i];
        lines[i] = (struct reported_line_record){.n = line->n,
                                                 .name = line->name,
                                                 .text = line->text,
                                                 .at = line->at_ms,
                                                 .reported = line->player == file->player,
                                                 .hidden = line->is_hidden,
                                                 .from_watcher = line->during != 0};
    }
    return lines;
}

static int report_read(struct call *call, const struct store_answer *answer)
{
    const struct store_report_file *file = &answer->as.report;
    const struct mod_report_reply reply = {
        .n = file->n,
        .at = file->at_ms,
        .by = file->by_name,
        .name = file->player_name,
        .complaint = file->complaint,
        .game = file->game,
        .text = file->text[0] != '\0' ? file->text : NULL,
        .verdict = file->is_open ? NONE : file->verdict,
        .room = file->lines_count > 0 ? file->lines[0].room : 0,
        .lines = view_lines(call->core, file),
        .lines_count = file->lines_count,
    };
    return call_reply(call, &reply);
}

int command_mod_report(struct call *call)
{
    const struct store_query query = {.kind = STORE_REPORT,
                                      .as.report = {.n = call->request->mod_report.report,
                                                    .judge = call->asker.player,
                                                    .below = (int)moderation_reach(call)}};
    return asker_ask(call, NULL, &query, report_read, ERR_NO_SUCH_REPORT);
}
