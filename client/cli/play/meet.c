/* SPDX-License-Identifier: MIT */
/*
 * How `penta invite` and `penta quick` find an opponent, and what those who play hear of others:
 * invitations, and what those said who watched.
 */
#include "client/cli/play/play_private.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/table.h"
#include "client/core/table_clock.h"
#include "client/core/table_record.h"
#include "proto/id.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* ---------------------------------------------------------------- any opponent */

void play__seek_any(struct play *play)
{
    struct request request = {.op = OP_ROOM_QUICK};
    struct time_control control = {.kind = CLOCK_NONE};
    invocation_clock(play->invocation, &control);
    struct clock_record clock = table_clock_record(&control);
    const struct variant *variant = invocation_variant(play->invocation);
    request.as.room_quick.variant = variant != NULL ? variant : variant_get(VARIANT_CLASSIC);
    request.as.room_quick.rated = invocation_has(play->invocation, OPTION_RATED);
    request.as.room_quick.clock = &clock;
    request.as.room_quick.within = invocation_number(play->invocation, OPTION_WITHIN, NONE);
    play->state = PLAY_SEEKING;
    play__open_screen(play);
    play__send(play, &request);
}

void play__quick_reply(struct play *play, const struct room_quick_reply *reply)
{
    unsigned long others = (unsigned long)reply->waiting;
    unsigned long seconds = (unsigned long)((reply->estimate_ms + 999) / 1000);
    if (play->state != PLAY_SEEKING) {
        return; /* paired before this was read */
    }
    if (others > 0) {
        play__say(play, COLOUR_DIM,
                  ngettext("%lu other player waits for the same.",
                           "%lu other players wait for the same.", others),
                  others);
    }
    if (reply->estimate_ms != NONE) {
        play__say(play, COLOUR_DIM,
                  ngettext("Lately it took about %lu second to find an opponent.",
                           "Lately it took about %lu seconds to find an opponent.", seconds),
                  seconds);
    }
}

void play__cancel_seeking(struct play *play)
{
    const struct request request = {.op = OP_ROOM_QUICK_CANCEL};
    play->state = PLAY_LEAVING;
    play__send(play, &request);
}

/* Also somebody who had cancelled, but too late. */
static void on_paired(struct play *play, const struct room_record *room)
{
    if (play->plan != PLAN_QUICK || (play->state != PLAY_SEEKING && play->state != PLAY_LEAVING)) {
        return;
    }
    table_set_room(&play->table, room);
    play->room = room->room;
    play->state = PLAY_AT_TABLE;
}

static void on_unqueued(struct play *play, int reason)
{
    char server[300];
    if (play->plan != PLAN_QUICK || play->state != PLAY_SEEKING)
        return;
    if (reason == UNQUEUED_WORD_TOO_MANY_ROOMS) {
        play__fail(play, EXIT_CODE_REFUSED, "%s",
                   _("You sit in as many rooms as one may; you do not wait any more."));
    } else {
        invocation_server_options(play->invocation, server, sizeof(server));
        play__fail(play, EXIT_CODE_REFUSED,
                   _("You began a game elsewhere whose clock runs; you do not wait any more. Go to "
                     "it with: penta play --resume%s"),
                   server);
    }
}

/* ---------------------------------------------------------------- invitations */

/* Whether the person is on the way there, or there. */
static bool is_accepted(const struct play *play, uint64_t room)
{
    const struct invocation *invocation = play->invocation;
    bool is_named = play->plan == PLAN_PLAY && invocation->arguments_count > 0 &&
                    id_parse(invocation->arguments[0], strlen(invocation->arguments[0])) == room;
    return is_named || room == play->room;
}

static void say_invitation(struct play *play, const struct room_record *room)
{
    char id[ID_TEXT_SIZE];
    char terms[2 * WORDS_SIZE];
    char server[300];
    id_format(room->room, id);
    words_terms(room, terms, sizeof(terms));
    invocation_server_options(play->invocation, server, sizeof(server));
    if (room->players_count > 0 && !is_accepted(play, room->room)) {
        play__say(play, COLOUR_BOLD, _("%s invites you (%s): penta play %s%s"),
                  room->players[0].name, terms, id, server);
    }
}

void play__say_invitations(struct play *play, const struct notice *ready)
{
    for (size_t i = 0; i < ready->invitations_count; i++) {
        say_invitation(play, &ready->invitations[i]);
    }
}

void play__note_waiting(struct play *play, const struct room_record *room)
{
    bool is_told = room->answer_in_ms != NONE;
    play->answer_until_ms = is_told ? (int64_t)time(NULL) * 1000 + room->answer_in_ms : NONE;
    if (room->invited == NULL) {
        return;
    }
    snprintf(play->invited, sizeof(play->invited), "%s", room->invited);
    play__say(play, COLOUR_BOLD, _("%s is invited. The game begins with the answer."),
              room->invited);
}

static bool is_waiting(const struct play *play)
{
    return play->state == PLAY_AT_TABLE && table_is_seated(&play->table) &&
           play->table.room_state == ROOM_STATE_WORD_OPEN && play->table.game_id == 0;
}

static void say_withdrawn(struct play *play)
{
    if (play->invited[0] != '\0') {
        snprintf(play->farewell, sizeof(play->farewell), _("The invitation of %s is withdrawn."),
                 play->invited);
    }
}

/* Where the server has not said for how long, it is an older one, and only invitations wait. */
static void say_kept(struct play *play)
{
    char until[64];
    if (play->answer_until_ms == NONE) {
        snprintf(play->farewell, sizeof(play->farewell), _("The invitation stays; %s can answer."),
                 play->invited);
        return;
    }
    words_time(play->answer_until_ms, until, sizeof(until));
    if (play->invited[0] != '\0') {
        snprintf(play->farewell, sizeof(play->farewell),
                 _("The invitation stays; %s can answer until %s."), play->invited, until);
    } else {
        snprintf(play->farewell, sizeof(play->farewell),
                 _("The room stays open until %s. To close it come back and type withdraw."),
                 until);
    }
}

bool play__keep_room(struct play *play)
{
    if (!is_waiting(play)) {
        return false;
    }
    bool is_kept = play->invited[0] != '\0' ? play->table.control.kind == CLOCK_CORRESPONDENCE
                                            : play->answer_until_ms > (int64_t)time(NULL) * 1000;
    if (is_kept) {
        say_kept(play);
    } else {
        say_withdrawn(play);
    }
    return is_kept;
}

void play__do_withdraw(struct play *play, const char *rest)
{
    (void)rest;
    if (!is_waiting(play)) {
        play__say(play, COLOUR_PLAIN, "%s", _("Only a room where nobody has joined is withdrawn."));
        return;
    }
    say_withdrawn(play);
    play__leave(play);
}

static void on_declined(struct play *play, const struct room_declined_event *event)
{
    if (event->room != play->table.room) {
        return;
    }
    if (event->reason == NONE) {
        play__fail(play, EXIT_CODE_REFUSED, _("%s has not answered."), event->name);
    } else if (event->reason == DECLINE_WORD_NO_REASON) {
        play__fail(play, EXIT_CODE_REFUSED, _("%s declines."), event->name);
    } else {
        play__fail(play, EXIT_CODE_REFUSED, _("%s declines: %s."), event->name,
                   words_decline(event->reason));
    }
}

bool play__fail_closed(struct play *play, const char *reason)
{
    bool is_over =
        play->state == PLAY_AT_TABLE && table_is_seated(&play->table) && play->table.game_id == 0;
    if (is_over && reason != NULL) {
        play__fail(play, EXIT_CODE_REFUSED, _("The room was closed: %s."), reason);
    } else if (is_over) {
        play__fail(play, EXIT_CODE_REFUSED, "%s",
                   _("The room was closed; nobody can join it any more."));
    }
    return is_over;
}

bool play__meet_event(struct play *play, const struct notice *notice)
{
    switch (notice->event) {
    case EVENT_ROOM_PAIRED:
        on_paired(play, notice->body->room_paired.room);
        return true;
    case EVENT_ROOM_UNQUEUED:
        on_unqueued(play, notice->body->room_unqueued.reason);
        return true;
    case EVENT_ROOM_INVITED:
        say_invitation(play, notice->body->room_invited.room);
        play__ring(play, notice);
        return true;
    case EVENT_ROOM_DECLINED:
        on_declined(play, &notice->body->room_declined);
        return true;
    default:
        return false;
    }
}
