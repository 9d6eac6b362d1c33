/* SPDX-License-Identifier: MIT */
/*
 * The invitations of client/cli/play/invited.h.
 */
#include "client/cli/play/invited.h"

#include "client/cli/terminal/i18n.h"
#include "client/cli/words/table.h"
#include "client/cli/words/words.h"
#include "client/core/typed.h"
#include "client/core/variants.h"
#include "proto/id.h"

#include <stdio.h>
#include <string.h>

/* Whether the command line names this room to play in. */
static bool is_named(const struct visit *visit, uint64_t room)
{
    const struct invocation *invocation = visit->invocation;
    return visit->plan == PLAN_PLAY && invocation->arguments_count > 0 &&
           id_parse(invocation->arguments[0], strlen(invocation->arguments[0])) == room;
}

static size_t rows_of(const struct invited *invited)
{
    return invited->count < INVITED_MAX ? invited->count : INVITED_MAX;
}

static struct invitation *find_room(struct invited *invited, uint64_t room)
{
    for (size_t i = 0; i < rows_of(invited); i++)
        if (invited->rows[i].room == room)
            return &invited->rows[i];
    return NULL;
}

/* ---------------------------------------------------------------- telling */

static void say(const struct visit *visit, const struct room_record *room)
{
    char terms[2 * WORDS_SIZE];
    const char *name = room->players[0].name;
    struct time_control control = table_control(room->clock);
    words_terms(room->variant, &control, room->rated, terms, sizeof(terms));
    if (visit->is_person) {
        visit_say(visit, COLOUR_BOLD, _("%s invites you (%s). Type accept or refuse."), name,
                  terms);
        return;
    }
    visit_say(visit, COLOUR_BOLD, _("%s invites you (%s): penta play %s%s"), name, terms,
              words_id(room->room).text, invocation_server(visit->invocation).text);
}

static void take(struct invited *invited, const struct room_record *room, uint64_t going_to)
{
    const struct visit *visit = invited->visit;
    if (room->players_count == 0 || room->room == going_to || is_named(visit, room->room) ||
        find_room(invited, room->room) != NULL)
        return;
    struct invitation *row = &invited->rows[invited->count++ % INVITED_MAX];
    *row = (struct invitation){.room = room->room, .variant = room->variant, .stands = true};
    snprintf(row->name, sizeof(row->name), "%s", room->players[0].name);
    say(visit, room);
}

void invited_say(struct invited *invited, const struct room_record *rooms, size_t count,
                 uint64_t going_to)
{
    for (size_t i = 0; i < count; i++)
        take(invited, &rooms[i], going_to);
}

static bool can_join(const struct visit *visit, const struct room_record *room)
{
    return variants_can_play(room->variant) && room->players_count == 1 && room->invited == NULL &&
           room->players[0].connected && !session_is_named(visit->session, room->players[0].name) &&
           (!room->rated || !session_is_guest(visit->session));
}

static void take_open(struct invited *invited, const struct room_record *room)
{
    char terms[2 * WORDS_SIZE];
    const struct visit *visit = invited->visit;
    struct invitation *row = find_room(invited, room->room);
    if (row != NULL)
        row->stands = row->stands || (row->is_open && can_join(visit, room));
    if (row != NULL || invited->open == INVITED_OPEN_MAX || !can_join(visit, room))
        return;
    invited->open++;
    row = &invited->rows[invited->count++ % INVITED_MAX];
    *row = (struct invitation){
        .room = room->room, .variant = room->variant, .stands = true, .is_open = true};
    snprintf(row->name, sizeof(row->name), "%s", room->players[0].name);
    struct time_control control = table_control(room->clock);
    words_terms(room->variant, &control, room->rated, terms, sizeof(terms));
    visit_say(visit, COLOUR_BOLD, _("%s waits, too: %s. To play that, type accept."), row->name,
              terms);
}

void invited_take_lobby(struct invited *invited, const struct lobby_watch_reply *lobby)
{
    for (size_t i = lobby->rooms_count; i > 0; i--) /* who waits longest first */
        take_open(invited, &lobby->rooms[i - 1]);
}

void invited_drop_open(struct invited *invited)
{
    for (size_t i = 0; i < rows_of(invited); i++)
        invited->rows[i].stands = invited->rows[i].stands && !invited->rows[i].is_open;
}

/* A script has nothing to answer, so it is told nothing either. */
static void take_back(struct invited *invited, uint64_t room)
{
    const struct invitation *row = find_room(invited, room);
    if (row != NULL && row->stands && invited->visit->is_person)
        visit_say(invited->visit, COLOUR_DIM, _("The invitation from %s is withdrawn."), row->name);
    invited_drop(invited, room);
}

bool invited_take_event(struct invited *invited, const struct notice *event, uint64_t going_to)
{
    if (event->event == EVENT_ROOM_INVITED)
        take(invited, event->body->room_invited.room, going_to);
    else if (event->event == EVENT_LOBBY_ROOM)
        take_open(invited, event->body->lobby_room.room);
    else if (event->event == EVENT_LOBBY_GONE)
        invited_drop(invited, event->body->lobby_gone.room);
    else if (event->event == EVENT_ROOM_UNINVITED)
        take_back(invited, event->body->room_uninvited.room);
    else
        return false;
    return true;
}

void invited_drop(struct invited *invited, uint64_t room)
{
    struct invitation *row = find_room(invited, room);
    if (row != NULL)
        row->stands = false;
}

/* ---------------------------------------------------------------- answering */

/* Counts those of this name that stand, or of any (""); `last_out` is the last that was said. */
static unsigned find(struct invited *invited, const char *name, struct invitation **last_out)
{
    unsigned found = 0;
    for (size_t i = 0; i < rows_of(invited); i++) {
        struct invitation *row = &invited->rows[i];
        if (!row->stands || (name[0] != '\0' && !typed_is_same(row->name, name)))
            continue;
        *last_out = row;
        found++;
    }
    return found;
}

unsigned invited_count(struct invited *invited)
{
    struct invitation *last;
    return invited->visit->is_person ? find(invited, "", &last) : 0;
}

static void decline(const struct visit *visit, uint64_t room)
{
    const struct room_decline_request no = {.room = room, .reason = DECLINE_WORD_NO_REASON};
    visit_send(visit, &(struct request){.op = OP_ROOM_DECLINE, .as.room_decline = no});
}

uint64_t invited_do(struct invited *invited, bool is_yes, const char *name)
{
    const struct visit *visit = invited->visit;
    struct invitation *row = NULL;
    unsigned found = find(invited, name, &row);
    if (found == 0) {
        visit_say(visit, COLOUR_ERROR, _("You have no invitation from %s."), name);
    } else if (found > 1 && name[0] == '\0') {
        visit_say(visit, COLOUR_ERROR, "%s",
                  _("More than one player invites you; name one: accept NAME, refuse NAME"));
    } else if (!is_yes) {
        row->stands = false;
        if (!row->is_open)
            decline(visit, row->room);
    } else if (!variants_can_play(row->variant)) {
        char text[WORDS_SIZE];
        words_not_playable(row->variant, text, sizeof(text));
        visit_say(visit, COLOUR_ERROR, "%s", text);
    } else if (table_is_against_time(&visit->table)) {
        visit_say(visit, COLOUR_ERROR, "%s",
                  _("Your clock is running; the invitation waits until this game is over."));
    } else {
        return row->room;
    }
    return 0;
}
