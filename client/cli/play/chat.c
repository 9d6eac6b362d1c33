/* SPDX-License-Identifier: MIT */
/*
 * The chat of client/cli/play/chat.h.
 */
#include "client/cli/play/chat.h"

#include "client/cli/words/event.h"
#include "client/core/table_record.h"

#include <time.h>

/* A line of the table as it is said. */
static void line_words(const struct table_line *line, char *text, size_t size)
{
    const struct chat_line_record record = {.n = line->n,
                                            .name = line->name,
                                            .text = line->text,
                                            .hidden = line->is_hidden,
                                            .at = line->at_ms,
                                            .from_watcher = line->from_watcher};
    words_line(&record, line->is_old, text, size);
}

static void hide(struct visit *visit, int64_t n)
{
    char before[INK_TEXT_SIZE];
    char now[INK_TEXT_SIZE];
    const struct table_line *line = table_find_line(&visit->table, n);
    if (line == NULL || line->is_hidden)
        return;
    line_words(line, before, sizeof(before));
    (void)table_hide_line(&visit->table, n);
    line_words(line, now, sizeof(now));
    visit->calls->correct(visit->ctx, before, now);
}

void chat_take_hidden(struct visit *visit, const struct room_hidden_event *hidden)
{
    if (hidden->room == visit->table.room)
        hide(visit, hidden->n);
}

#define LONG_AGO_MS (12 * CLOCK_HOUR_MS)

/* Words in a game of days are told with their day and hour. */
static bool is_long_ago(const struct visit *visit, const struct chat_line_record *line)
{
    int64_t now_ms = (int64_t)time(NULL) * CLOCK_SECOND_MS;
    return visit->table.control.kind == CLOCK_CORRESPONDENCE && line->at + LONG_AGO_MS < now_ms;
}

/* A line that is known may have been hidden while the connection was away. */
void chat_take(struct visit *visit, const struct chat_line_record *lines, size_t count)
{
    char text[INK_TEXT_SIZE];
    for (size_t i = 0; i < count; i++) {
        if (lines[i].hidden)
            hide(visit, lines[i].n);
        bool is_old = is_long_ago(visit, &lines[i]);
        if (!table_add_line(&visit->table, &lines[i], is_old))
            continue;
        words_line(&lines[i], is_old, text, sizeof(text));
        visit_say(visit, COLOUR_CHAT, "%s", text);
    }
}
