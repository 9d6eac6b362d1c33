/* SPDX-License-Identifier: MIT */
/*
 * The lines of client/cli/ask/mod_report.h.
 */
#include "client/cli/ask/mod_report.h"

#include "client/cli/terminal/i18n.h"
#include "client/cli/words/words.h"

static void put_line(struct ink *ink, const struct reported_line_record *line)
{
    char at[WORDS_SIZE];
    words_time(line->at, at, sizeof(at));
    ink_put(ink, COLOUR_DIM, "  %c %s  ", line->reported ? '>' : ' ', at);
    ink_put(ink, line->reported ? COLOUR_BOLD : COLOUR_PLAIN, "%s: ", line->name);
    ink_put(ink, COLOUR_CHAT, "%s", line->text);
    ink_put_line(ink, COLOUR_DIM, "%s%s", line->from_watcher ? _("  (watching)") : "",
                 line->hidden ? _("  (hidden)") : "");
}

void mod_report_put_lines(struct ink *ink, const struct mod_report_reply *report)
{
    if (report->verdict != NONE)
        ink_put_line(ink, COLOUR_DIM, "      %s",
                     report->verdict == VERDICT_WORD_UPHELD ? _("judged: upheld")
                                                            : _("judged: dismissed"));
    if (report->lines_count == 0) {
        ink_put_line(ink, COLOUR_DIM, "      %s", _("It carries no lines of a chat."));
        return;
    }
    ink_put_line(ink, COLOUR_DIM, _("The chat, as it could be read by %s; what %s said is marked:"),
                 report->by, report->name);
    for (size_t i = 0; i < report->lines_count; i++)
        put_line(ink, &report->lines[i]);
}
