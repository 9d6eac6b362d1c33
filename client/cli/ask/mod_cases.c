/* SPDX-License-Identifier: MIT */
/*
 * Cases, reports and verdicts for a person.
 */
#include "client/cli/ask/mod.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "client/cli/words/words.h"
#include "proto/id.h"

/* ---------------------------------------------------------------- cases */

static void put_case(struct ink *ink, const struct report_case_record *row)
{
    char at[WORDS_SIZE];
    unsigned long reports = (unsigned long)row->reports;
    unsigned long reporters = (unsigned long)row->reporters;
    words_time(row->latest, at, sizeof(at));
    ink_put(ink, COLOUR_DIM, "%lld  %s  ", (long long)row->last, at);
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

void mod_cases_show(struct ink *ink, const struct mod_cases_reply *list)
{
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

void mod_cases_put_report(struct ink *ink, const struct report_record *report)
{
    char at[WORDS_SIZE];
    char game[ID_TEXT_SIZE];
    const char *complaint = words_complaint(report->complaint);
    words_time(report->at, at, sizeof(at));
    ink_put(ink, COLOUR_DIM, "%lld  %s  ", (long long)report->n, at);
    if (report->game == 0) {
        ink_put(ink, COLOUR_PLAIN, _("%s reports %s: %s"), report->by, report->name, complaint);
    } else {
        id_format(report->game, game);
        ink_put(ink, COLOUR_PLAIN, _("%s reports %s: %s, game %s"), report->by, report->name,
                complaint, game);
    }
    ink_end_line(ink);
    if (report->text != NULL)
        mod_report_put_text(ink, COLOUR_CHAT, report->text);
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

void mod_cases_show_reports(struct ink *ink, const struct mod_reports_reply *list)
{
    for (size_t i = 0; i < list->reports_count; i++)
        mod_cases_put_report(ink, &list->reports[i]);
    if (list->reports_count == 0)
        ink_put_line(ink, COLOUR_DIM, "%s", _("No open reports."));
}

void mod_cases_show_verdict(struct ink *ink, const struct mod_resolve_reply *verdict)
{
    unsigned long judged = (unsigned long)verdict->judged;
    if (judged == 1)
        ink_put_line(ink, COLOUR_PLAIN, "%s", _("The report is closed."));
    else
        ink_put_line(ink, COLOUR_PLAIN,
                     ngettext("%lu report closed.", "%lu reports closed.", judged), judged);
    if (verdict->more)
        ink_put_line(ink, COLOUR_DIM, "%s", _("Some are still open: run the same command again."));
}

void mod_cases_show_more(struct query *query, const union reply_body *reply)
{
    const struct request *request = &query->request;
    const char *name = request->op == OP_MOD_REPORTS ? request->as.mod_reports.name : NULL;
    if (request->op == OP_MOD_CASES && reply->mod_cases.more)
        ink_put_line(
            &query->ink, COLOUR_DIM, _("More: penta mod cases %lld"),
            (long long)(request->as.mod_cases.skip + (int64_t)reply->mod_cases.cases_count));
    if (request->op == OP_MOD_REPORTS && reply->mod_reports.more)
        ink_put_line(
            &query->ink, COLOUR_DIM, _("More: penta mod reports %s%s%lld"),
            name != NULL ? name : "", name != NULL ? " " : "",
            (long long)(request->as.mod_reports.skip + (int64_t)reply->mod_reports.reports_count));
}
