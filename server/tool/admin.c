/* SPDX-License-Identifier: MIT */
/*
 * pentad admin COMMAND ...: one request over the server's local socket, and its answer for people
 * or (--json) as the server sent it.
 */
#include "proto/id.h"
#include "proto/moderation.h"
#include "server/tool/local.h"
#include "server/tool/tool_private.h"

#include <inttypes.h>
#include <time.h>

#define TIME_SIZE 32

/* ------------------------------------------------------------------ lines */

static void print_time(int64_t at_ms, char text[TIME_SIZE])
{
    time_t at = (time_t)(at_ms / 1000);
    struct tm parts;
    if (localtime_r(&at, &parts) == NULL ||
        strftime(text, TIME_SIZE, "%Y-%m-%d %H:%M", &parts) == 0)
        snprintf(text, TIME_SIZE, "%" PRId64, at_ms);
}

static void print_until(FILE *out, const char *name, const char *what, int64_t until)
{
    char text[TIME_SIZE];
    if (until == NONE) {
        fprintf(out, "%s is %s for good.\n", name, what);
        return;
    }
    print_time(until, text);
    fprintf(out, "%s is %s until %s.\n", name, what, text);
}

static void print_sanction(FILE *out, const char *name, const char *what,
                           const struct sanction_record *sanction)
{
    if (sanction == NULL)
        return;
    print_until(out, name, what, sanction->until);
    if (sanction->reason != NULL)
        fprintf(out, "      %s\n", sanction->reason);
}

/* ------------------------------------------------------------------ sentences */

/* Defines show_<id>() for an act whose answer is a sentence about one name. */
#define SENTENCE(id, sentence, name)                                                               \
    static void show_##id(const union reply_body *reply, FILE *out)                                \
    {                                                                                              \
        fprintf(out, sentence "\n", reply->name);                                                  \
    }

SENTENCE(clear_profile, "The profile of %s has been cleared.", mod_clear_profile.name)
SENTENCE(warn, "%s was warned.", mod_warn.name)
SENTENCE(note, "The note on %s is saved.", mod_note.name)
SENTENCE(unmute, "%s can write again.", mod_unmute.name)
SENTENCE(unban, "%s can log in again.", mod_unban.name)
SENTENCE(rename, "The name is now %s.", mod_rename.name)
SENTENCE(role, "The role of %s has been changed.", mod_role.name)
SENTENCE(unban_origin, "New players from the networks of %s are allowed again.",
         mod_unban_origin.name)

/* ------------------------------------------------------------------ mutes and bans */

static void show_mute(const union reply_body *reply, FILE *out)
{
    print_until(out, reply->mod_mute.name, "muted", reply->mod_mute.until);
}

static void show_ban(const union reply_body *reply, FILE *out)
{
    print_until(out, reply->mod_ban.name, "banned", reply->mod_ban.until);
}

/* ------------------------------------------------------------------ accounts and rooms */

static void show_annul(const union reply_body *reply, FILE *out)
{
    const struct mod_annul_reply *annul = &reply->mod_annul;
    fprintf(out, "Annulled games: %lld.%s\n", (long long)annul->games,
            annul->more ? " There are more: say it again." : "");
}

static void show_points(const union reply_body *reply, FILE *out)
{
    const struct mod_points_reply *list = &reply->mod_points;
    for (size_t i = 0; i < list->rows_count; i++) {
        fprintf(out, "%+6lld  %4lld games  %s%s", (long long)list->rows[i].points,
                (long long)list->rows[i].games, list->rows[i].name,
                list->rows[i].same_network ? "  (same network)" : "");
        if (list->rows[i].held != NONE)
            fprintf(out, "  (%lld held)", (long long)list->rows[i].held);
        fputc('\n', out);
    }
    if (list->held != NONE)
        fprintf(out, "%lld points are held: for 30 days they lift %s no higher than the mark.\n",
                (long long)list->held, list->name);
    if (list->rows_count == 0)
        fprintf(out, "%s has gained no points from anyone.\n", list->name);
    else if (list->more)
        fprintf(out, "There are more: give the number of the next line.\n");
}

static void show_close_room(const union reply_body *reply, FILE *out)
{
    (void)reply;
    fputs("Room closed.\n", out);
}

static void show_reset_password(const union reply_body *reply, FILE *out)
{
    fprintf(out, "The password of %s is now %s. All sessions have ended.\n",
            reply->mod_reset_password.name, reply->mod_reset_password.password);
}

/* ------------------------------------------------------------------ reports and the record */

static void print_report(const struct report_record *report, FILE *out)
{
    char at[TIME_SIZE];
    char game[ID_TEXT_SIZE];
    print_time(report->at, at);
    fprintf(out, "%" PRId64 "  %s  %s reports %s: %s", report->n, at, report->by, report->name,
            complaint_word_text(report->complaint));
    if (report->game != 0) {
        id_format(report->game, game);
        fprintf(out, ", game %s", game);
    }
    fputc('\n', out);
    if (report->text != NULL)
        fprintf(out, "      %s\n", report->text);
    if (report->uncounted)
        fputs("      the reporter does not count\n", out);
    if (report->upheld + report->dismissed + report->others > 0)
        fprintf(out,
                "      earlier reports right: %" PRId64 ", wrong: %" PRId64
                "; others report too: %" PRId64 "\n",
                report->upheld, report->dismissed, report->others);
}

static void print_case(const struct report_case_record *row, FILE *out)
{
    char at[TIME_SIZE];
    print_time(row->latest, at);
    fprintf(out, "%" PRId64 "  %s  %s: reports: %" PRId64 ", trusted reporters: %" PRId64,
            row->last, at, row->name, row->reports, row->reporters);
    for (size_t i = 0; i < row->complaints_count; i++)
        fprintf(out, "%s%s", i == 0 ? "; " : ", ",
                complaint_word_text(row->complaints[i].complaint));
    fputc('\n', out);
}

static void show_cases(const union reply_body *reply, FILE *out)
{
    const struct mod_cases_reply *list = &reply->mod_cases;
    for (size_t i = 0; i < list->cases_count; i++)
        print_case(&list->cases[i], out);
    if (list->cases_count == 0)
        fputs("No open reports.\n", out);
}

static void show_reports(const union reply_body *reply, FILE *out)
{
    const struct mod_reports_reply *reports = &reply->mod_reports;
    for (size_t i = 0; i < reports->reports_count; i++)
        print_report(&reports->reports[i], out);
    if (reports->reports_count == 0)
        fputs("No open reports.\n", out);
}

static void print_carried(const struct reported_line_record *line, FILE *out)
{
    char at[TIME_SIZE];
    print_time(line->at, at);
    fprintf(out, "    %c %s  %s: %s%s\n", line->reported ? '>' : ' ', at, line->name, line->text,
            line->hidden ? "  (hidden)" : "");
}

static void show_report(const union reply_body *reply, FILE *out)
{
    const struct mod_report_reply *report = &reply->mod_report;
    print_report(&(struct report_record){.n = report->n,
                                         .at = report->at,
                                         .by = report->by,
                                         .name = report->name,
                                         .complaint = report->complaint,
                                         .game = report->game,
                                         .text = report->text},
                 out);
    if (report->verdict != NONE)
        fprintf(out, "      judged: %s\n", verdict_word_text(report->verdict));
    for (size_t i = 0; i < report->lines_count; i++)
        print_carried(&report->lines[i], out);
    if (report->lines_count == 0)
        fputs("      It carries no lines of a chat.\n", out);
}

static void show_resolve(const union reply_body *reply, FILE *out)
{
    const struct mod_resolve_reply *resolve = &reply->mod_resolve;
    if (resolve->judged == 1)
        fputs("The report is closed.\n", out);
    else
        fprintf(out, "%" PRId64 " reports closed.\n", resolve->judged);
    if (resolve->more)
        fputs("There are more: the same again judges them.\n", out);
}

static void print_appeal(const struct appeal_record *appeal, FILE *out)
{
    char at[TIME_SIZE];
    print_time(appeal->at, at);
    fprintf(out, "%" PRId64 "  %s  %s answers %s's %s", appeal->n, at, appeal->name,
            appeal->by != NULL ? appeal->by : "this machine", mod_act_word_text(appeal->against));
    if (appeal->until != NONE) {
        print_time(appeal->until, at);
        fprintf(out, " until %s", at);
    }
    fputs(appeal->ended ? " (it holds no more)\n" : "\n", out);
    if (appeal->reason != NULL)
        fprintf(out, "      reason: %s\n", appeal->reason);
    fprintf(out, "      %s\n", appeal->text);
}

static void show_appeals(const union reply_body *reply, FILE *out)
{
    const struct mod_appeals_reply *list = &reply->mod_appeals;
    for (size_t i = 0; i < list->appeals_count; i++)
        print_appeal(&list->appeals[i], out);
    if (list->appeals_count == 0)
        fputs("No open appeals.\n", out);
    else if (list->more)
        fprintf(out, "There are more: pentad admin appeals %" PRId64 "\n",
                list->appeals[list->appeals_count - 1].n + 1);
}

static void show_answer(const union reply_body *reply, FILE *out)
{
    const struct mod_answer_reply *answer = &reply->mod_answer;
    if (answer->lifted)
        fprintf(out, "The appeal of %s is upheld; the mute or ban is lifted.\n", answer->name);
    else
        fprintf(out, "The appeal of %s is decided.\n", answer->name);
}

static void print_entry(const struct mod_entry_record *entry, FILE *out)
{
    char text[TIME_SIZE];
    char room[ID_TEXT_SIZE];
    print_time(entry->at, text);
    fprintf(out, "%" PRId64 "  %s  %s: %s", entry->n, text,
            entry->by != NULL ? entry->by : "(this machine)", mod_act_word_text(entry->act));
    if (entry->name != NULL)
        fprintf(out, " %s", entry->name);
    if (entry->room != 0) {
        id_format(entry->room, room);
        fprintf(out, " %s", room);
    }
    if (entry->report != NONE)
        fprintf(out, " report %" PRId64, entry->report);
    if (entry->judged != NONE && entry->judged > 1)
        fprintf(out, " and older ones, %" PRId64 " in all", entry->judged);
    if (entry->detail != NULL)
        fprintf(out, " (%s)", entry->detail);
    if (entry->until != NONE) {
        print_time(entry->until, text);
        fprintf(out, " until %s", text);
    }
    if (entry->reason != NULL)
        fprintf(out, ": %s", entry->reason);
    fputs(entry->played ? "  (they had played each other)\n" : "\n", out);
}

static void show_log(const union reply_body *reply, FILE *out)
{
    for (size_t i = 0; i < reply->mod_log.entries_count; i++)
        print_entry(&reply->mod_log.entries[i], out);
    if (reply->mod_log.entries_count == 0)
        fputs("No actions yet.\n", out);
}

static void show_sanctions(const union reply_body *reply, FILE *out)
{
    const struct mod_sanctions_reply *list = &reply->mod_sanctions;
    for (size_t i = 0; i < list->rows_count; i++) {
        print_sanction(out, list->rows[i].name, "banned", list->rows[i].ban);
        print_sanction(out, list->rows[i].name, "muted", list->rows[i].mute);
    }
    if (list->rows_count == 0)
        fputs("Nobody is banned or muted.\n", out);
    else if (list->more)
        fprintf(out, "There are more: pentad admin sanctions %s\n",
                list->rows[list->rows_count - 1].name);
}

static void print_step(const struct moderation_step *step, int64_t n, const char *name, FILE *out)
{
    char spent[32] = "?";
    if (step->spent_ms != NONE)
        snprintf(spent, sizeof(spent), "%" PRId64 ".%" PRId64 " s", step->spent_ms / 1000,
                 step->spent_ms / 100 % 10);
    fprintf(out, "%4" PRId64 "  %-8.*s %10s  %s%s\n", n, step->action_len, step->action, spent,
            name, step->was_lost ? "  focus lost" : "");
}

static void show_game(const union reply_body *reply, FILE *out)
{
    const struct game_record *game = reply->mod_game.game;
    const char *const names[] = {game->first->name, game->second->name};
    struct moderation_walk walk;
    struct moderation_step step;
    moderation_walk_begin(&walk, &reply->mod_game);
    for (int64_t n = 1; moderation_walk_next(&walk, &step); n++)
        print_step(&step, n, names[step.seat], out);
    for (int seat = 0; seat < 2; seat++)
        fprintf(out, "%s: focus lost before %" PRId64 " of %" PRId64 " actions\n", names[seat],
                walk.done_in_loss[seat], walk.done[seat]);
    fputs("Only some clients report focus; for others none is shown.\n", out);
    if (game->annulled)
        fputs("This game was annulled: its points were taken back.\n", out);
}

static void print_related(const struct related_record *row, FILE *out)
{
    char created[TIME_SIZE];
    char last[TIME_SIZE];
    const char *what = row->guest ? ", a guest," : "";
    print_time(row->created, created);
    print_time(row->last, last);
    fprintf(out,
            "%s%s since %s; shared networks: %" PRId64 ", days: %" PRId64 ", last seen there: %s\n",
            row->name, row->deleted ? ", deleted," : what, created, row->networks, row->days, last);
    print_sanction(out, row->name, "banned", row->ban);
    print_sanction(out, row->name, "muted", row->mute);
}

static void show_related(const union reply_body *reply, FILE *out)
{
    const struct mod_related_reply *list = &reply->mod_related;
    for (size_t i = 0; i < list->rows_count; i++)
        print_related(&list->rows[i], out);
    if (list->rows_count == 0)
        fputs("Nobody else came from the same networks.\n", out);
    else
        fputs("Families, schools and cafes share a network: this alone proves nothing.\n", out);
    if (list->more)
        fprintf(out, "There are more: pentad admin related %s %s\n", list->name,
                list->rows[list->rows_count - 1].name);
}

static void show_ban_origin(const union reply_body *reply, FILE *out)
{
    const struct mod_ban_origin_reply *ban = &reply->mod_ban_origin;
    char until[TIME_SIZE];
    print_time(ban->until, until);
    fprintf(out, "New players are blocked until %s; networks of %s: %" PRId64 "\n", until,
            ban->name, ban->networks);
}

static void show_stats(const union reply_body *reply, FILE *out)
{
    const struct mod_stats_reply *stats = &reply->mod_stats;
    fprintf(out,
            "connections  %" PRId64 "\nplayers      %" PRId64 "\nrooms        %" PRId64
            "\ngames        %" PRId64 "\nasleep       %" PRId64 "\nup           %" PRId64
            " d %02" PRId64 ":%02" PRId64 "\n",
            stats->connections, stats->players, stats->rooms, stats->games, stats->asleep,
            stats->up_ms / 86400000, stats->up_ms / 3600000 % 24, stats->up_ms / 60000 % 60);
}

/* ------------------------------------------------------------------ the table */

typedef void show_fn(const union reply_body *reply, FILE *out);

static show_fn *const SHOWS[MODERATION_ACT_COUNT] = {
#define MODERATION_ACT(id, word, arguments, min, max, doc) show_##id,
#define MODERATION_WRONG(ID, text)
#include "proto/moderation.def"
#undef MODERATION_ACT
#undef MODERATION_WRONG
};

/* How to ask for the next page of the log, */
static void print_more(const struct mod_log_request *request, const struct mod_log_reply *log,
                       FILE *out)
{
    if (!log->more || log->entries_count == 0)
        return;
    fprintf(out, "There are more: pentad admin log %s%s%" PRId64 "\n",
            request->name != NULL ? request->name : "", request->name != NULL ? " " : "",
            log->entries[log->entries_count - 1].n);
}

/* and of cases or reports, of which `skip` have been shown by now. */
static void print_rest(const char *act, const char *name, int64_t skip, FILE *out)
{
    fprintf(out, "There are more: pentad admin %s %s%s%" PRId64 "\n", act, name != NULL ? name : "",
            name != NULL ? " " : "", skip);
}

static void show(enum moderation_act_id act, const struct request *request,
                 const union reply_body *reply, FILE *out)
{
    SHOWS[act](reply, out);
    if (act == MODERATION_ACT_log)
        print_more(&request->as.mod_log, &reply->mod_log, out);
    if (act == MODERATION_ACT_cases && reply->mod_cases.more)
        print_rest("cases", NULL,
                   request->as.mod_cases.skip + (int64_t)reply->mod_cases.cases_count, out);
    if (act == MODERATION_ACT_reports && reply->mod_reports.more)
        print_rest("reports", request->as.mod_reports.name,
                   request->as.mod_reports.skip + (int64_t)reply->mod_reports.reports_count, out);
}

void admin_print_commands(FILE *out)
{
    for (int id = 0; id < MODERATION_ACT_COUNT; id++) {
        const struct moderation_act *act = moderation_act((enum moderation_act_id)id);
        fprintf(out, "  %s %s\n      %s.\n", act->word, act->arguments, act->doc);
    }
}

/* ------------------------------------------------------------------ the answer */

static int tell_answer(const struct tool_call *call, enum moderation_act_id act,
                       const struct request *request, const struct local_answer *answer)
{
    bool is_reply = answer->incoming.kind == INCOMING_REPLY;
    if (call->config->wants_json)
        fprintf(call->out, "%.*s\n", (int)answer->line.len, answer->line.bytes);
    else if (is_reply)
        show(act, request, &answer->reply, call->out);
    if (is_reply)
        return TOOL_EXIT_GOOD;
    return call->config->wants_json ? TOOL_EXIT_FINDINGS
                                    : local_tell_refusal(call, &answer->incoming);
}

/* ------------------------------------------------------------------ the command line */

/* False: the words typed are no act with its arguments. */
static bool choose(const struct tool_call *call, enum moderation_act_id *id_out)
{
    const struct moderation_act *act;
    size_t count = 0;
    while (call->arguments[count + 1] != NULL)
        count++;
    *id_out = moderation_act_find(call->arguments[0]);
    if (*id_out == MODERATION_ACT_COUNT) {
        fprintf(call->err, "pentad: there is no command admin %s; see pentad help admin.\n",
                call->arguments[0]);
        return false;
    }
    act = moderation_act(*id_out);
    if (count >= act->min && count <= act->max)
        return true;
    fprintf(call->err, "pentad: it is pentad admin %s %s; see pentad help admin.\n", act->word,
            act->arguments);
    return false;
}

int tool_admin(const struct tool_call *call)
{
    struct request request = {0};
    struct local_answer answer;
    enum moderation_act_id act;
    enum moderation_wrong wrong;
    int status = TOOL_EXIT_IMPOSSIBLE;
    if (!choose(call, &act))
        return TOOL_EXIT_IMPOSSIBLE;
    wrong = moderation_ask(act, call->arguments + 1, &request);
    if (wrong != MODERATION_RIGHT) {
        fprintf(call->err, "pentad: %s\n", moderation_wrong_text(wrong));
        return TOOL_EXIT_IMPOSSIBLE;
    }
    struct local *local = local_ask(call, &request, &answer);
    if (local == NULL)
        return status;
    status = tell_answer(call, act, &request, &answer);
    local_free(local);
    return status;
}
