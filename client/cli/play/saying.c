/* SPDX-License-Identifier: MIT */
/*
 * The words of client/cli/play/saying.h.
 */
#include "client/cli/play/saying.h"

#include "client/cli/terminal/i18n.h"
#include "client/cli/words/words.h"
#include "proto/id.h"
#include "proto/phrases.h"

#include <stdio.h>
#include <string.h>

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
    char game[ID_TEXT_SIZE];
    id_format(visit->table.game_id, game);
    snprintf(letter, sizeof(letter), _("%s (game %s)"), text, game);
    visit_send(visit, &(struct request){.op = OP_MESSAGE_SEND,
                                        .as.message_send = {.to = to, .text = letter}});
}

static void send(const struct visit *visit, const char *text)
{
    const struct room_say_request say = {.room = visit->table.room, .text = text};
    const struct table_person *gone = find_gone(visit);
    if (gone != NULL)
        send_message(visit, gone->name, text);
    else
        visit_send(visit, &(struct request){.op = OP_ROOM_SAY, .as.room_say = say});
}

void saying_do(struct saying *saying, const char *text)
{
    const struct visit *visit = saying->visit;
    bool has_phrases = session_chat(visit->session) == CHAT_WORD_PHRASES;
    bool is_bound = has_phrases && session_role(visit->session) == ROLE_WORD_PLAYER;
    const char *phrase = has_phrases ? words_phrase(text) : NULL;
    if (phrase == NULL && (is_bound || (has_phrases && text[0] == '\0')))
        list_phrases(visit);
    else if (text[0] == '\0')
        visit_say(visit, COLOUR_ERROR, "%s", _("Say what? For example: say Good game!"));
    else
        send(visit, phrase != NULL ? phrase : text);
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
