/* SPDX-License-Identifier: MIT */
/*
 * The command mod: the acts of moderators and operators, by the table of proto/moderation.def; the
 * server says who may do them.
 */
#include "client/cli/ask/ask.h"
#include "client/cli/ask/choice.h"
#include "client/cli/ask/query.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/terminal/terminal.h"
#include "client/cli/terminal/text.h"
#include "client/cli/words/problem.h"
#include "client/cli/words/words.h"
#include "proto/message.h"
#include "proto/moderation.h"

#include <stdio.h>
#include <unistd.h>

#define DAY_MS 86400000
#define SPENT_COLUMNS 12
#define STATS_COLUMNS 24
#define TEXT_INDENT 6

/* Shows the reply to one act for a person. */
typedef void show_fn(struct ink *ink, const union reply_body *reply);

static void put_text(struct ink *ink, const char *text)
{
    ink_put_line(ink, COLOUR_PLAIN, "%s", text);
}

/* Puts a text below the line that it belongs to, in lines of whole words. */
static void put_below(struct ink *ink, enum colour colour, const char *text)
{
    const struct ink_margin margin = {
        .columns = terminal_columns(STDOUT_FILENO), .at = TEXT_INDENT, .indent = TEXT_INDENT};
    ink_put_spaces(ink, TEXT_INDENT);
    ink_put_paragraph(ink, colour, &margin, text);
    ink_end_line(ink);
}

/* Acts of which the reply tells the name alone. */
#define SHOW_NAME(id, sentence)                                                                    \
    static void show_##id(struct ink *ink, const union reply_body *reply)                          \
    {                                                                                              \
        ink_put_line(ink, COLOUR_PLAIN, sentence, reply->mod_##id.name);                           \
    }
SHOW_NAME(clear_profile, _("The profile of %s has been cleared."))
SHOW_NAME(warn, _("%s was warned."))
SHOW_NAME(note, _("The note on %s is saved."))
SHOW_NAME(unmute, _("%s can write again."))
SHOW_NAME(unban, _("%s can log in again."))
SHOW_NAME(rename, _("The name is now %s."))
SHOW_NAME(role, _("The role of %s has been changed."))
SHOW_NAME(unban_origin, _("New players from the networks of %s are allowed again."))

/* ---------------------------------------------------------------- mutes and bans */

static void show_mute(struct ink *ink, const union reply_body *reply)
{
    char text[INK_TEXT_SIZE];
    words_muted(reply->mod_mute.name, reply->mod_mute.until, text, sizeof(text));
    put_text(ink, text);
}

static void show_ban(struct ink *ink, const union reply_body *reply)
{
    char text[INK_TEXT_SIZE];
    words_banned(reply->mod_ban.name, reply->mod_ban.until, text, sizeof(text));
    put_text(ink, text);
}

/* ---------------------------------------------------------------- accounts and rooms */

static void show_annul(struct ink *ink, const union reply_body *reply)
{
    const struct mod_annul_reply *annul = &reply->mod_annul;
    unsigned long games = (unsigned long)annul->games;
    ink_put_line(ink, COLOUR_PLAIN, ngettext("%lu game annulled.", "%lu games annulled.", games),
                 games);
    if (annul->more)
        ink_put_line(ink, COLOUR_PLAIN, "%s", _("There are more: run the command again."));
}

static void put_points(struct ink *ink, const struct points_row_record *row)
{
    ink_put_cell(ink, COLOUR_BOLD, -7, "%+lld", (long long)row->points);
    ink_put_cell(ink, COLOUR_PLAIN, -6, "%lld", (long long)row->games);
    ink_put_spaces(ink, 2);
    ink_put_cell(ink, COLOUR_DIM, 18, "%s", words_time(row->last).text);
    if (row->same_network)
        ink_put(ink, COLOUR_ALARM, _("%s   the same network"), row->name);
    else
        ink_put(ink, COLOUR_PLAIN, "%s", row->name);
    if (row->held != NONE)
        ink_put(ink, COLOUR_ALARM, _("   %lld held"), (long long)row->held);
    ink_put_line(ink, COLOUR_PLAIN, "%s", "");
}

static void show_points(struct ink *ink, const union reply_body *reply)
{
    const struct mod_points_reply *list = &reply->mod_points;
    for (size_t i = 0; i < list->rows_count; i++)
        put_points(ink, &list->rows[i]);
    if (list->held != NONE)
        ink_put_line(ink, COLOUR_PLAIN,
                     ngettext("%lu point is held: for 30 days it lifts %s no higher on the "
                              "leaderboard than the mark.",
                              "%lu points are held: for 30 days they lift %s no higher on the "
                              "leaderboard than the mark.",
                              (unsigned long)list->held),
                     (unsigned long)list->held, list->name);
    if (list->rows_count == 0)
        ink_put_line(ink, COLOUR_DIM, _("%s has gained no points from anyone."), list->name);
    else if (list->more)
        ink_put_line(ink, COLOUR_DIM, "%s", _("There are more: give the number of the next line."));
}

static void show_close_room(struct ink *ink, const union reply_body *reply)
{
    (void)reply;
    ink_put_line(ink, COLOUR_PLAIN, "%s", _("Room closed."));
}

static void show_reset_password(struct ink *ink, const union reply_body *reply)
{
    const struct mod_reset_password_reply *reset = &reply->mod_reset_password;
    ink_put_line(ink, COLOUR_PLAIN, _("The password of %s is now %s. All sessions have ended."),
                 reset->name, reset->password);
}

/* ---------------------------------------------------------------- cases */

static void put_case(struct ink *ink, const struct report_case_record *row)
{
    unsigned long reports = (unsigned long)row->reports;
    unsigned long reporters = (unsigned long)row->reporters;
    ink_put(ink, COLOUR_DIM, "%lld  %s  ", (long long)row->last, words_time(row->latest).text);
    ink_put(ink, COLOUR_PLAIN, "%s: ", row->name);
    ink_put(ink, COLOUR_PLAIN, ngettext("%lu report", "%lu reports", reports), reports);
    ink_put(ink, COLOUR_PLAIN, "%s", ", ");
    ink_put(ink, COLOUR_PLAIN, ngettext("%lu trusted reporter", "%lu trusted reporters", reporters),
            reporters);
    for (size_t i = 0; i < row->complaints_count; i++)
        ink_put(ink, COLOUR_PLAIN, "%s%s", i == 0 ? "; " : ", ",
                words_complaint(row->complaints[i].complaint));
    if (row->own)
        ink_put(ink, COLOUR_DIM, "  %s",
                _("(one of them is yours: another moderator must decide)"));
    ink_end_line(ink);
}

static void show_cases(struct ink *ink, const union reply_body *reply)
{
    const struct mod_cases_reply *list = &reply->mod_cases;
    for (size_t i = 0; i < list->cases_count; i++)
        put_case(ink, &list->cases[i]);
    if (list->cases_count == 0) {
        ink_put_line(ink, COLOUR_DIM, "%s", _("No open reports."));
        return;
    }
    ink_put_line(ink, COLOUR_DIM, "%s", _("One by one: penta mod reports NAME"));
    ink_put_line(ink, COLOUR_DIM, "%s",
                 _("NUMBER and all earlier ones: penta mod resolve all NUMBER VERDICT"));
}

/* ---------------------------------------------------------------- reports */

static void put_report(struct ink *ink, const struct report_record *report)
{
    const char *complaint = words_complaint(report->complaint);
    ink_put(ink, COLOUR_DIM, "%lld  %s  ", (long long)report->n, words_time(report->at).text);
    if (report->game == 0) {
        ink_put(ink, COLOUR_PLAIN, _("%s reports %s: %s"), report->by, report->name, complaint);
    } else {
        ink_put(ink, COLOUR_PLAIN, _("%s reports %s: %s, game %s"), report->by, report->name,
                complaint, words_id(report->game).text);
    }
    ink_end_line(ink);
    if (report->text != NULL)
        put_below(ink, COLOUR_CHAT, report->text);
    if (report->uncounted) {
        ink_put_spaces(ink, 6);
        ink_put_line(ink, COLOUR_DIM, "%s", _("reporter not trusted"));
    }
    if (report->upheld + report->dismissed + report->others > 0) {
        ink_put_spaces(ink, 6);
        ink_put_line(
            ink, COLOUR_DIM,
            _("earlier reports upheld: %lld, dismissed: %lld; others who report this: %lld"),
            (long long)report->upheld, (long long)report->dismissed, (long long)report->others);
    }
}

static void show_reports(struct ink *ink, const union reply_body *reply)
{
    const struct mod_reports_reply *list = &reply->mod_reports;
    for (size_t i = 0; i < list->reports_count; i++)
        put_report(ink, &list->reports[i]);
    if (list->reports_count == 0)
        ink_put_line(ink, COLOUR_DIM, "%s", _("No open reports."));
}

static void show_resolve(struct ink *ink, const union reply_body *reply)
{
    const struct mod_resolve_reply *verdict = &reply->mod_resolve;
    unsigned long judged = (unsigned long)verdict->judged;
    if (judged == 1)
        ink_put_line(ink, COLOUR_PLAIN, "%s", _("The report is closed."));
    else
        ink_put_line(ink, COLOUR_PLAIN,
                     ngettext("%lu report closed.", "%lu reports closed.", judged), judged);
    if (verdict->more)
        ink_put_line(ink, COLOUR_DIM, "%s", _("Some are still open: run the same command again."));
}

static void put_line(struct ink *ink, const struct reported_line_record *line)
{
    char marks[WORDS_SIZE];
    const struct words_text at = words_time(line->at);
    size_t columns = terminal_columns(STDOUT_FILENO);
    snprintf(marks, sizeof(marks), "%s%s", line->from_watcher ? _("  (spectator)") : "",
             line->hidden ? _("  (hidden)") : "");
    const struct ink_margin margin = {.columns = columns > 0 ? columns - text_width(marks) : 0,
                                      .at =
                                          4 + text_width(at.text) + 2 + text_width(line->name) + 2,
                                      .indent = TEXT_INDENT};
    ink_put(ink, COLOUR_DIM, "  %c %s  ", line->reported ? '>' : ' ', at.text);
    ink_put(ink, line->reported ? COLOUR_BOLD : COLOUR_PLAIN, "%s: ", line->name);
    ink_put_paragraph(ink, COLOUR_CHAT, &margin, line->text);
    ink_put_line(ink, COLOUR_DIM, "%s", marks);
}

static void put_lines(struct ink *ink, const struct mod_report_reply *report)
{
    if (report->verdict != NONE)
        ink_put_line(ink, COLOUR_DIM, "      %s",
                     report->verdict == VERDICT_WORD_UPHELD ? _("decision: upheld")
                                                            : _("decision: dismissed"));
    if (report->lines_count == 0) {
        ink_put_line(ink, COLOUR_DIM, "      %s", _("No chat lines are attached."));
        return;
    }
    ink_put_line(ink, COLOUR_DIM, _("The chat as %s saw it; lines by %s are marked:"), report->by,
                 report->name);
    for (size_t i = 0; i < report->lines_count; i++)
        put_line(ink, &report->lines[i]);
}

static void show_report(struct ink *ink, const union reply_body *reply)
{
    const struct mod_report_reply *report = &reply->mod_report;
    const struct report_record head = {.n = report->n,
                                       .at = report->at,
                                       .by = report->by,
                                       .name = report->name,
                                       .complaint = report->complaint,
                                       .game = report->game,
                                       .text = report->text};
    put_report(ink, &head);
    put_lines(ink, report);
}

/* ---------------------------------------------------------------- appeals */

/* The sanction first, and who imposed it: somebody else judges better. */
static void put_appeal(struct ink *ink, const struct appeal_record *appeal)
{
    ink_put(ink, COLOUR_DIM, "%lld  %s  ", (long long)appeal->n, words_time(appeal->at).text);
    ink_put(ink, COLOUR_PLAIN, _("%s appeals %s (by %s)"), appeal->name,
            words_sanction(appeal->against),
            appeal->by != NULL ? appeal->by : _("(the server's machine)"));
    if (appeal->until != NONE)
        ink_put(ink, COLOUR_PLAIN, _(" until %s"), words_time(appeal->until).text);
    if (appeal->ended)
        ink_put(ink, COLOUR_LOST, "  %s", _("(no longer in force)"));
    ink_end_line(ink);
    if (appeal->reason != NULL) {
        char reason[INK_TEXT_SIZE];
        words_why(appeal->reason, reason, sizeof(reason));
        put_below(ink, COLOUR_DIM, reason);
    }
    put_below(ink, COLOUR_CHAT, appeal->text);
}

static void show_appeals(struct ink *ink, const union reply_body *reply)
{
    const struct mod_appeals_reply *list = &reply->mod_appeals;
    for (size_t i = 0; i < list->appeals_count; i++)
        put_appeal(ink, &list->appeals[i]);
    if (list->appeals_count == 0) {
        ink_put_line(ink, COLOUR_DIM, "%s", _("No open appeals."));
    } else if (list->more) {
        ink_put_line(ink, COLOUR_DIM, _("More: penta mod appeals %lld"),
                     (long long)list->appeals[list->appeals_count - 1].n + 1);
    }
}

static void show_answer(struct ink *ink, const union reply_body *reply)
{
    const struct mod_answer_reply *answer = &reply->mod_answer;
    if (answer->lifted)
        ink_put_line(ink, COLOUR_PLAIN, _("The appeal of %s is upheld; the mute or ban is lifted."),
                     answer->name);
    else
        ink_put_line(ink, COLOUR_PLAIN, _("The appeal of %s is decided."), answer->name);
}

/* ---------------------------------------------------------------- the record */

/* Puts the object of an act. */
static void put_object(struct ink *ink, const struct mod_entry_record *entry)
{
    if (entry->name != NULL)
        ink_put(ink, COLOUR_PLAIN, " %s", entry->name);
    if (entry->room != 0)
        ink_put(ink, COLOUR_PLAIN, " %s", words_id(entry->room).text);
    if (entry->report != NONE)
        ink_put(ink, COLOUR_PLAIN, " %lld", (long long)entry->report);
    if (entry->judged != NONE && entry->judged > 1)
        ink_put(ink, COLOUR_PLAIN, _(" and older ones, %lld in all"), (long long)entry->judged);
    if (entry->detail != NULL)
        ink_put(ink, COLOUR_PLAIN, " (%s)", entry->detail);
}

static void put_end(struct ink *ink, const struct mod_entry_record *entry)
{
    if (entry->until != NONE)
        ink_put(ink, COLOUR_PLAIN, _(" until %s"), words_time(entry->until).text);
    else if (words_act_has_end(entry->act))
        ink_put(ink, COLOUR_PLAIN, "%s", _(" for good"));
}

static void put_entry(struct ink *ink, const struct mod_entry_record *entry)
{
    ink_put(ink, COLOUR_DIM, "%lld  %s  ", (long long)entry->n, words_time(entry->at).text);
    ink_put(ink, COLOUR_PLAIN, "%s: %s",
            entry->by != NULL ? entry->by : _("(the server's machine)"), words_act(entry->act));
    put_object(ink, entry);
    put_end(ink, entry);
    if (entry->reason != NULL)
        ink_put(ink, COLOUR_PLAIN, ": %s", entry->reason);
    if (entry->played)
        ink_put(ink, COLOUR_LOST, "  %s", _("(they had played each other)"));
    ink_end_line(ink);
}

static void show_log(struct ink *ink, const union reply_body *reply)
{
    for (size_t i = 0; i < reply->mod_log.entries_count; i++)
        put_entry(ink, &reply->mod_log.entries[i]);
    if (reply->mod_log.entries_count == 0)
        ink_put_line(ink, COLOUR_DIM, "%s", _("No actions yet."));
}

/* ---------------------------------------------------------------- who is banned or muted */

static void put_why(struct ink *ink, const struct sanction_record *sanction)
{
    if (sanction->reason != NULL)
        put_below(ink, COLOUR_CHAT, sanction->reason);
}

static void put_sanctions(struct ink *ink, const struct sanctioned_record *row)
{
    char text[INK_TEXT_SIZE];
    if (row->ban != NULL) {
        words_banned(row->name, row->ban->until, text, sizeof(text));
        put_text(ink, text);
        put_why(ink, row->ban);
    }
    if (row->mute != NULL) {
        words_muted(row->name, row->mute->until, text, sizeof(text));
        put_text(ink, text);
        put_why(ink, row->mute);
    }
}

static void show_sanctions(struct ink *ink, const union reply_body *reply)
{
    const struct mod_sanctions_reply *list = &reply->mod_sanctions;
    for (size_t i = 0; i < list->rows_count; i++)
        put_sanctions(ink, &list->rows[i]);
    if (list->rows_count == 0) {
        ink_put_line(ink, COLOUR_DIM, "%s", _("Nobody is banned or muted."));
    } else if (list->more) {
        ink_put_line(ink, COLOUR_DIM, _("More: penta mod sanctions %s"),
                     list->rows[list->rows_count - 1].name);
    }
}

/* ---------------------------------------------------------------- who shares a network */

static void put_related(struct ink *ink, const struct related_record *row)
{
    const struct words_text when = words_time(row->created);
    const struct sanctioned_record sanctioned = {
        .name = row->name, .ban = row->ban, .mute = row->mute};
    if (row->guest)
        ink_put_line(ink, COLOUR_PLAIN, _("%s, a guest, here since %s"), row->name, when.text);
    else if (row->deleted)
        ink_put_line(ink, COLOUR_PLAIN, _("%s, deleted, here since %s"), row->name, when.text);
    else
        ink_put_line(ink, COLOUR_PLAIN, _("%s, here since %s"), row->name, when.text);
    ink_put_spaces(ink, 6);
    ink_put_line(ink, COLOUR_DIM, _("shared networks: %lld, days: %lld, last seen there: %s"),
                 (long long)row->networks, (long long)row->days, words_time(row->last).text);
    put_sanctions(ink, &sanctioned);
}

static void show_related(struct ink *ink, const union reply_body *reply)
{
    const struct mod_related_reply *list = &reply->mod_related;
    for (size_t i = 0; i < list->rows_count; i++)
        put_related(ink, &list->rows[i]);
    if (list->rows_count == 0) {
        ink_put_line(ink, COLOUR_DIM, "%s", _("Nobody else came from the same networks."));
        return;
    }
    ink_put_line(ink, COLOUR_DIM, "%s",
                 _("Families, schools and cafes share a network: this alone proves nothing."));
    if (list->more)
        ink_put_line(ink, COLOUR_DIM, _("More: penta mod related %s %s"), list->name,
                     list->rows[list->rows_count - 1].name);
}

static void show_ban_origin(struct ink *ink, const union reply_body *reply)
{
    const struct mod_ban_origin_reply *ban = &reply->mod_ban_origin;
    ink_put_line(ink, COLOUR_PLAIN, _("New players are blocked until %s; networks of %s: %lld"),
                 words_time(ban->until).text, ban->name, (long long)ban->networks);
}

/* ---------------------------------------------------------------- stats */

static void put_count(struct ink *ink, const char *what, int64_t count)
{
    ink_put_cell(ink, COLOUR_PLAIN, STATS_COLUMNS, "%s", what);
    ink_put_line(ink, COLOUR_BOLD, "%lld", (long long)count);
}

static void put_step(struct ink *ink, const struct moderation_step *step, int64_t n,
                     const char *name)
{
    char spent[32] = "?";
    if (step->spent_ms != NONE)
        snprintf(spent, sizeof(spent), _("%lld.%lld s"), (long long)(step->spent_ms / 1000),
                 (long long)(step->spent_ms / 100 % 10));
    ink_put(ink, COLOUR_DIM, "%4lld  ", (long long)n);
    ink_put(ink, COLOUR_PLAIN, "%-8.*s  ", step->action_len, step->action);
    ink_put_cell(ink, COLOUR_PLAIN, SPENT_COLUMNS, "%s", spent);
    ink_put(ink, COLOUR_PLAIN, "%s", name);
    if (step->was_lost)
        ink_put(ink, COLOUR_BOLD, "  %s", _("focus lost"));
    ink_end_line(ink);
}

static void show_game(struct ink *ink, const union reply_body *reply)
{
    const struct game_record *game = reply->mod_game.game;
    const char *const names[] = {game->first->name, game->second->name};
    struct moderation_walk walk;
    struct moderation_step step;
    moderation_walk_begin(&walk, &reply->mod_game);
    for (int64_t n = 1; moderation_walk_next(&walk, &step); n++)
        put_step(ink, &step, n, names[step.seat]);
    for (int seat = 0; seat < 2; seat++)
        ink_put_line(ink, COLOUR_PLAIN, _("%s: focus lost before %lld of %lld moves"), names[seat],
                     (long long)walk.done_in_loss[seat], (long long)walk.done[seat]);
    ink_put_line(ink, COLOUR_DIM, "%s",
                 _("Only some clients report focus; for others none is shown."));
    if (game->annulled)
        ink_put_line(ink, COLOUR_BOLD, "%s",
                     _("This game was annulled: its points were taken back."));
}

static void show_stats(struct ink *ink, const union reply_body *reply)
{
    const struct mod_stats_reply *stats = &reply->mod_stats;
    put_count(ink, _("Connections"), stats->connections);
    put_count(ink, _("Players here"), stats->players);
    put_count(ink, _("Rooms"), stats->rooms);
    put_count(ink, _("Games in progress"), stats->games);
    put_count(ink, _("Sleeping rooms"), stats->asleep);
    ink_put_cell(ink, COLOUR_PLAIN, STATS_COLUMNS, "%s", _("Uptime"));
    ink_put_line(ink, COLOUR_BOLD, "%lldd %02lld:%02lld", (long long)(stats->up_ms / DAY_MS),
                 (long long)(stats->up_ms / 3600000 % 24), (long long)(stats->up_ms / 60000 % 60));
}

/* ---------------------------------------------------------------- the command */

static show_fn *const SHOWS[MODERATION_ACT_COUNT] = {
#define MODERATION_ACT(id, word, arguments, min, max, doc) show_##id,
#define MODERATION_WRONG(ID, text)
#include "proto/moderation.def"
#undef MODERATION_ACT
#undef MODERATION_WRONG
};

/* Lists are a line for each record, as with every command. */
static bool is_list(enum op op)
{
    return op == OP_MOD_CASES || op == OP_MOD_REPORTS || op == OP_MOD_APPEALS || op == OP_MOD_LOG ||
           op == OP_MOD_SANCTIONS || op == OP_MOD_RELATED;
}

/* Says how to go on where a list has more; `name` is the player's whom the request names, or NULL.
 */
static void put_more(struct query *query, const char *format, const char *name, int64_t place)
{
    ink_put_line(&query->ink, COLOUR_DIM, format, name != NULL ? name : "", name != NULL ? " " : "",
                 (long long)place);
}

/* The same for the lists whose requests say where they begin; nothing for other acts. */
static void show_more(struct query *query, const union reply_body *reply)
{
    const struct request *request = &query->request;
    const struct mod_log_reply *log = &reply->mod_log;
    if (request->op == OP_MOD_CASES && reply->mod_cases.more)
        ink_put_line(
            &query->ink, COLOUR_DIM, _("More: penta mod cases %lld"),
            (long long)(request->as.mod_cases.skip + (int64_t)reply->mod_cases.cases_count));
    if (request->op == OP_MOD_REPORTS && reply->mod_reports.more)
        put_more(query, _("More: penta mod reports %s%s%lld"), request->as.mod_reports.name,
                 request->as.mod_reports.skip + (int64_t)reply->mod_reports.reports_count);
    if (request->op == OP_MOD_LOG && log->more && log->entries_count > 0)
        put_more(query, _("More: penta mod log %s%s%lld"), request->as.mod_log.name,
                 log->entries[log->entries_count - 1].n);
}

static void show(struct query *query, const union reply_body *reply)
{
    if (is_list(query->request.op) ? query_put_rows(query, reply) : query_put_json(query, reply))
        return;
    SHOWS[moderation_act_find(query->invocation->arguments[0])](&query->ink, reply);
    show_more(query, reply);
}

enum exit_code run_mod(const struct invocation *invocation)
{
    const char *word = invocation->arguments[0];
    size_t count = invocation->arguments_count - 1;
    enum moderation_act_id id = moderation_act_find(word);
    if (id == MODERATION_ACT_COUNT) {
        problem_tell(_("No action \"%s\"; see: penta help mod"), word);
        return EXIT_CODE_USAGE;
    }
    const struct moderation_act *act = moderation_act(id);
    if (count < act->min || count > act->max) {
        problem_tell(_("Use: penta mod %s %s"), act->word, act->arguments);
        return EXIT_CODE_USAGE;
    }
    struct request request = {.op = act->op};
    enum moderation_wrong wrong = moderation_ask(id, invocation->arguments + 1, &request);
    if (wrong != MODERATION_RIGHT) {
        problem_tell("%s", gettext(moderation_wrong_text(wrong)));
        return EXIT_CODE_USAGE;
    }
    return query_ask(invocation, QUERY_SELF, &request, show);
}

/* ------------------------------------------------------------------ reporting */

static void report_show_report(struct query *query, const union reply_body *reply)
{
    if (!query_put_json(query, reply))
        query_put_line(query, COLOUR_PLAIN, _("The moderators will look at it."));
}

enum exit_code run_report(const struct invocation *invocation)
{
    struct request request = {
        .op = OP_PLAYER_REPORT,
        .as.player_report = {.name = invocation->arguments[0],
                             .complaint = words_complaint_find(invocation->arguments[1]),
                             .text = invocation->options[OPTION_TEXT]}};
    if (request.as.player_report.complaint == COMPLAINT_WORD_COUNT) {
        char words[256];
        words_complaints(words, sizeof(words));
        problem_tell(_("\"%s\" is not one of: %s."), invocation->arguments[1], words);
        return EXIT_CODE_USAGE;
    }
    const char *game = invocation->options[OPTION_GAME];
    enum exit_code code = game != NULL
                              ? choice_read(invocation, game, false, &request.as.player_report.game)
                              : EXIT_CODE_OK;
    return code != EXIT_CODE_OK ? code
                                : query_ask(invocation, QUERY_SELF, &request, report_show_report);
}
