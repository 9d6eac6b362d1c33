/* SPDX-License-Identifier: MIT */
/*
 * The lines of a chat that a report carries, for those who judge it.
 */
#include "client/cli/ask/mod.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/terminal/terminal.h"
#include "client/cli/terminal/text.h"
#include "client/cli/words/words.h"

#include <stdio.h>
#include <unistd.h>

#define TEXT_INDENT 6

void mod_report_put_text(struct ink *ink, enum colour colour, const char *text)
{
    const struct ink_margin margin = {
        .columns = terminal_columns(STDOUT_FILENO), .at = TEXT_INDENT, .indent = TEXT_INDENT};
    ink_put_spaces(ink, TEXT_INDENT);
    ink_put_paragraph(ink, colour, &margin, text);
    ink_end_line(ink);
}

static void put_line(struct ink *ink, const struct reported_line_record *line)
{
    char at[WORDS_SIZE];
    char marks[WORDS_SIZE];
    size_t columns = terminal_columns(STDOUT_FILENO);
    words_time(line->at, at, sizeof(at));
    snprintf(marks, sizeof(marks), "%s%s", line->from_watcher ? _("  (spectator)") : "",
             line->hidden ? _("  (hidden)") : "");
    const struct ink_margin margin = {.columns = columns > 0 ? columns - text_width(marks) : 0,
                                      .at = 4 + text_width(at) + 2 + text_width(line->name) + 2,
                                      .indent = TEXT_INDENT};
    ink_put(ink, COLOUR_DIM, "  %c %s  ", line->reported ? '>' : ' ', at);
    ink_put(ink, line->reported ? COLOUR_BOLD : COLOUR_PLAIN, "%s: ", line->name);
    ink_put_paragraph(ink, COLOUR_CHAT, &margin, line->text);
    ink_put_line(ink, COLOUR_DIM, "%s", marks);
}

void mod_report_put_lines(struct ink *ink, const struct mod_report_reply *report)
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
