/* SPDX-License-Identifier: MIT */
/*
 * What the acts about reports show: cases, reports one by one, verdicts.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_MOD_CASES_H
#define PENTAD_CLIENT_CLI_ASK_MOD_CASES_H

#include "client/cli/ask/query.h"

void mod_cases_show(struct ink *ink, const struct mod_cases_reply *list);
/* One report, as in a list of them. */
void mod_cases_put_report(struct ink *ink, const struct report_record *report);
void mod_cases_show_reports(struct ink *ink, const struct mod_reports_reply *list);
void mod_cases_show_verdict(struct ink *ink, const struct mod_resolve_reply *verdict);
/* Says how to go on where a list of the query's has more; nothing for other acts. */
void mod_cases_show_more(struct query *query, const union reply_body *reply);

#endif
