/* SPDX-License-Identifier: MIT */
/*
 * The words of client/cli/play/saying.h.
 */
#include "client/cli/play/saying.h"

#include "client/cli/terminal/i18n.h"
#include "client/cli/words/event.h"
#include "client/cli/words/words.h"
#include "client/core/table_record.h"
#include "proto/error.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static void list_phrases(const struct visit *visit)
{
    for (size_t i = 0; i < phrase_count(); i++)
        visit_say(visit, COLOUR_PLAIN, "say %zu - %s", i + 1, _(phrase_get(i)));
}

static bool is_here(const struct table *table, const char *name)
{
    for (size_t i = 0; i < table->players_count; i++)
        if (strcmp(table->players[i].name, name) == 0)
            return table->players[i].is_connected;
    return false;
}

/* The opponent of a correspondence game that is over, to whom nothing can be said any more but by a
 * private message; NULL: it can, or there is none. */
static const struct table_person *find_gone(const struct visit *visit)
{
    const struct table *table = &visit->table;
    enum seat me = table_my_seat(table);
    if (me == SEAT_NONE || table->control.kind != CLOCK_CORRESPONDENCE || table->result == NONE)
        return NULL;
    const struct table_person *opponent = &table->seats[seat_other(me)];
    bool may_be_written_to = !opponent->is_guest && !session_is_guest(visit->session) &&
                             session_chat(visit->session) == CHAT_WORD_ON;
    return may_be_written_to && !is_here(table, opponent->name) ? opponent : NULL;
}

static void send_message(const struct visit *visit, const char *to, const char *text)
{
    char letter[TYPED_SIZE + 64];
    snprintf(letter, sizeof(letter), _("%s (game %s)"), text, words_id(visit->table.game_id).text);
    visit_send(visit, &(struct request){.op = OP_MESSAGE_SEND,
                                        .as.message_send = {.to = to, .text = letter}});
}

static void push(struct sayings *sayings, const char *text)
{
    if (sayings->count < SAYINGS_MAX)
        snprintf(sayings->texts[sayings->count++], TYPED_SIZE, "%s", text);
}

/* Takes the first one off; "" where there is none. */
static void pop(struct sayings *sayings, char text[TYPED_SIZE])
{
    text[0] = '\0';
    if (sayings->count == 0)
        return;
    memcpy(text, sayings->texts[0], TYPED_SIZE);
    sayings->count--;
    memmove(sayings->texts[0], sayings->texts[1], sayings->count * TYPED_SIZE);
}

static void send(struct saying *saying, const char *text)
{
    const struct visit *visit = saying->visit;
    const struct room_say_request say = {.room = visit->table.room, .text = text};
    const struct table_person *gone = find_gone(visit);
    if (gone != NULL) {
        send_message(visit, gone->name, text);
        return;
    }
    if (visit_is_ready(visit))
        push(&saying->on_way, text);
    visit_send(visit, &(struct request){.op = OP_ROOM_SAY, .as.room_say = say});
}

/* Those that are refused again come back behind these. */
static void send_unsaid(struct saying *saying)
{
    char text[TYPED_SIZE];
    for (size_t left = saying->unsaid.count; left > 0; left--) {
        pop(&saying->unsaid, text);
        send(saying, text);
    }
}

void saying_take_said(struct saying *saying)
{
    char text[TYPED_SIZE];
    pop(&saying->on_way, text);
}

bool saying_take_refused(struct saying *saying, const struct session_error *error)
{
    char text[TYPED_SIZE];
    bool is_first = saying->unsaid.count == 0;
    pop(&saying->on_way, text);
    if (!saying->visit->is_person || error->retry_after_ms == 0 || text[0] == '\0')
        return false;
    push(&saying->unsaid, text);
    if (is_first)
        visit_say(saying->visit, COLOUR_ERROR,
                  _("Too fast; not said yet: %s. To say it again, and what follows, type say"),
                  text);
    return true;
}

void saying_do(struct saying *saying, const char *text)
{
    const struct visit *visit = saying->visit;
    bool has_phrases = session_chat(visit->session) == CHAT_WORD_PHRASES;
    bool is_bound = has_phrases && session_role(visit->session) == ROLE_WORD_PLAYER;
    const char *phrase = has_phrases ? words_phrase(text) : NULL;
    if (phrase == NULL && (is_bound || (has_phrases && text[0] == '\0')))
        list_phrases(visit);
    else if (text[0] == '\0' && saying->unsaid.count > 0)
        send_unsaid(saying);
    else if (text[0] == '\0')
        visit_say(visit, COLOUR_ERROR, "%s", _("Say what? For example: say Good game!"));
    else
        send(saying, phrase != NULL ? phrase : text);
}

void saying_keep(struct saying *saying, const char *text)
{
    snprintf(saying->behind, sizeof(saying->behind), "%s", text);
}

void saying_take_move(struct saying *saying)
{
    if (saying->behind[0] != '\0')
        saying_do(saying, saying->behind);
    saying->behind[0] = '\0';
}

void saying_drop(struct saying *saying)
{
    if (saying->behind[0] != '\0')
        visit_say(saying->visit, COLOUR_ERROR, _("Not said: %s"), saying->behind);
    saying->behind[0] = '\0';
}

void saying_take_message(const struct saying *saying)
{
    const struct table *table = &saying->visit->table;
    enum seat me = table_my_seat(table);
    if (me != SEAT_NONE)
        visit_say(saying->visit, COLOUR_CHAT, _("%s is offline: sent as a private message."),
                  table->seats[seat_other(me)].name);
}

/* ------------------------------------------------------------------ chat */

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
