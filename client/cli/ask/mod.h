/* SPDX-License-Identifier: MIT */
/*
 * Private to the files mod*.c: what the acts of moderators and operators show.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_MOD_H
#define PENTAD_CLIENT_CLI_ASK_MOD_H

#include "client/cli/ask/query.h"

/* client/cli/ask/mod.c: the lines of a chat that a report carries */
/* Puts a text below the line that it belongs to, in lines of whole words. */
void mod_report_put_text(struct ink *ink, enum colour colour, const char *text);
/* The verdict, if there is one, and the lines: those of the reported player are marked. */
void mod_report_put_lines(struct ink *ink, const struct mod_report_reply *report);

/* client/cli/ask/mod_cases.c: cases, reports one by one, verdicts */
void mod_cases_show(struct ink *ink, const struct mod_cases_reply *list);
/* One report, as in a list of them. */
void mod_cases_put_report(struct ink *ink, const struct report_record *report);
void mod_cases_show_reports(struct ink *ink, const struct mod_reports_reply *list);
void mod_cases_show_verdict(struct ink *ink, const struct mod_resolve_reply *verdict);
/* Says how to go on where a list of the query's has more; nothing for other acts. */
void mod_cases_show_more(struct query *query, const union reply_body *reply);

/* client/cli/ask/mod.c: appeals */
void show_appeals(struct ink *ink, const union reply_body *reply);
void show_answer(struct ink *ink, const union reply_body *reply);

#endif
