/* SPDX-License-Identifier: MIT */
/*
 * How `penta play` gets to a table: back to a game in progress, into the room that was named, into
 * the open room that has waited longest, or into one that it opens.
 */
#include "client/cli/connect/account.h"
#include "client/cli/play/play_private.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "client/core/table_clock.h"
#include "client/core/table_record.h"
#include "proto/id.h"

#include <string.h>

#define PAGE_ROOMS 50

/* ---------------------------------------------------------------- requests */

static void send_watch(struct play *play, uint64_t room)
{
    struct request request = {.op = OP_ROOM_WATCH};
    request.as.room_watch.room = room;
    play->state = PLAY_ENTERING;
    play->room = room;
    play__send(play, &request);
}

static void send_join(struct play *play, uint64_t room)
{
    struct request request = {.op = OP_ROOM_JOIN};
    request.as.room_join.room = room;
    play->state = PLAY_ENTERING;
    play->room = room;
    play__send(play, &request);
}

static const struct variant *wanted_variant(const struct play *play)
{
    const struct variant *variant = invocation_variant(play->invocation);
    return variant != NULL ? variant : variant_get(VARIANT_CLASSIC);
}

static void send_open(struct play *play)
{
    struct request request = {.op = OP_ROOM_OPEN};
    int first = invocation_word(play->invocation, OPTION_FIRST);
    struct time_control control = {.kind = CLOCK_NONE};
    invocation_clock(play->invocation, &control);
    struct clock_record clock = table_clock_record(&control);
    request.as.room_open.variant = wanted_variant(play);
    request.as.room_open.rated = invocation_has(play->invocation, OPTION_RATED);
    request.as.room_open.clock = &clock;
    request.as.room_open.first = first != NONE ? first : FIRST_WORD_RANDOM;
    if (play->plan == PLAN_INVITE) {
        request.as.room_open.invite = play->invocation->arguments[0];
    }
    play->state = PLAY_ENTERING;
    play__send(play, &request);
}

static void send_list(struct play *play, uint64_t before)
{
    struct request request = {.op = OP_ROOM_LIST};
    request.as.room_list.state = ROOM_STATE_WORD_OPEN;
    request.as.room_list.variant = wanted_variant(play);
    request.as.room_list.before = before;
    request.as.room_list.stakes = NONE;
    request.as.room_list.clock_kind = NONE;
    request.as.room_list.min_rating = NONE;
    request.as.room_list.max_rating = NONE;
    request.as.room_list.limit = PAGE_ROOMS;
    play->state = PLAY_ENTERING;
    play__send(play, &request);
}

static void seek(struct play *play)
{
    if (invocation_has(play->invocation, OPTION_NEW)) {
        send_open(play);
        return;
    }
    play->candidate = 0;
    send_list(play, 0);
}

/* ---------------------------------------------------------------- where to go */

/* Whether the room is for the rating or not as asked; guests cannot sit down at rated ones. */
static bool suits_rating(const struct play *play, const struct room_record *room)
{
    if (invocation_has(play->invocation, OPTION_RATED)) {
        return room->rated;
    }
    bool is_unrated_wanted =
        invocation_has(play->invocation, OPTION_UNRATED) || session_is_guest(play->session);
    return !is_unrated_wanted || !room->rated;
}

/* The room's `first` is about who opened it, ours about us, who would join it. */
static bool suits_first(const struct play *play, const struct room_record *room)
{
    switch (invocation_word(play->invocation, OPTION_FIRST)) {
    case FIRST_WORD_OPENER:
        return room->first == FIRST_WORD_JOINER;
    case FIRST_WORD_JOINER:
        return room->first == FIRST_WORD_OPENER;
    case FIRST_WORD_RANDOM:
        return room->first == FIRST_WORD_RANDOM;
    default:
        return true;
    }
}

/* Whoever names no time control takes any. */
static bool suits_clock(const struct play *play, const struct room_record *room)
{
    struct time_control control;
    if (!invocation_clock(play->invocation, &control)) {
        return true;
    }
    const struct clock_record *clock = room->clock;
    return clock->kind == (int)control.kind && clock->main_ms == control.main_ms &&
           clock->increment_ms == control.increment_ms && clock->period_ms == control.period_ms &&
           clock->periods == control.periods;
}

/* Who asks for correspondence need not find the other there. */
static bool can_begin(const struct play *play, const struct room_record *room)
{
    struct time_control control;
    return room->players[0].connected ||
           (invocation_clock(play->invocation, &control) && control.kind == CLOCK_CORRESPONDENCE);
}

/* Somebody else waits there. */
static bool suits(const struct play *play, const struct room_record *room)
{
    for (size_t i = 0; i < play->refused_count; i++) {
        if (play->refused[i] == room->room) {
            return false;
        }
    }
    return room->players_count == 1 && room->invited == NULL && can_begin(play, room) &&
           !session_is_named(play->session, room->players[0].name) && suits_rating(play, room) &&
           suits_first(play, room) && suits_clock(play, room);
}

/* Where the player sits already: a game in progress before a room that waits. */
static const struct room_record *find_seat(const struct play *play, const struct notice *ready,
                                           int state)
{
    const struct variant *variant = invocation_variant(play->invocation);
    for (size_t i = 0; i < ready->rooms_count; i++) {
        const struct room_record *room = &ready->rooms[i];
        bool is_asked_for = (variant == NULL || room->variant == variant) &&
                            (state == ROOM_STATE_WORD_PLAYING ||
                             (variant != NULL || room->variant == wanted_variant(play)));
        if (room->state == state && is_asked_for && suits_rating(play, room) &&
            suits_clock(play, room)) {
            return room;
        }
    }
    return NULL;
}

static void offer_to_go_on(struct play *play, const struct room_record *room)
{
    char id[ID_TEXT_SIZE];
    const char *opponent = "?";
    for (size_t i = 0; i < room->players_count; i++) {
        if (!session_is_named(play->session, room->players[i].name)) {
            opponent = room->players[i].name;
        }
    }
    id_format(room->room, id);
    play->room = room->room;
    play__say(play, COLOUR_BOLD, _("You have a game in progress against %s in room %s."), opponent,
              id);
    if (play->output != PLAY_SCREEN || invocation_has(play->invocation, OPTION_RESUME)) {
        send_watch(play, room->room);
    } else {
        play->state = PLAY_ASKING;
        play__open_screen(play);
    }
}

void play__answer_go_on(struct play *play, const char *line)
{
    if (strcmp(line, "") == 0 || strcmp(line, "yes") == 0 || strcmp(line, "y") == 0 ||
        strcmp(line, _("yes")) == 0) {
        send_watch(play, play->room);
    } else if (strcmp(line, "no") == 0 || strcmp(line, "n") == 0 || strcmp(line, _("no")) == 0) {
        seek(play);
    } else if (strcmp(line, "quit") == 0) {
        play__quit(play);
    }
}

static void enter_named(struct play *play, const struct notice *ready)
{
    const char *text = play->invocation->arguments[0];
    uint64_t room = id_parse(text, strlen(text));
    for (size_t i = 0; i < ready->rooms_count; i++) {
        if (ready->rooms[i].room == room) {
            send_watch(play, room);
            return;
        }
    }
    if (play->plan == PLAN_WATCH) {
        send_watch(play, room);
    } else {
        send_join(play, room);
    }
}

/* The player's game in progress whose clock runs in real time, or 0; there is only one. */
static uint64_t find_busy(const struct notice *ready)
{
    for (size_t i = 0; i < ready->rooms_count; i++) {
        const struct room_record *room = &ready->rooms[i];
        bool is_timed = room->clock->kind != CLOCK_KIND_WORD_NONE &&
                        room->clock->kind != CLOCK_KIND_WORD_CORRESPONDENCE;
        if (room->state == ROOM_STATE_WORD_PLAYING && is_timed) {
            return room->room;
        }
    }
    return 0;
}

void play__enter(struct play *play, const struct notice *ready)
{
    play->busy_room = find_busy(ready);
    if (play->plan == PLAN_QUICK) {
        play__seek_any(play);
        return;
    }
    if (play->plan == PLAN_INVITE) {
        send_open(play);
        return;
    }
    if (play->invocation->arguments_count > 0) {
        enter_named(play, ready);
        return;
    }
    bool is_new = invocation_has(play->invocation, OPTION_NEW);
    const struct room_record *playing = find_seat(play, ready, ROOM_STATE_WORD_PLAYING);
    const struct room_record *waiting = find_seat(play, ready, ROOM_STATE_WORD_OPEN);
    if (playing != NULL && !is_new) {
        offer_to_go_on(play, playing);
    } else if (invocation_has(play->invocation, OPTION_RESUME)) {
        play__fail(play, EXIT_CODE_REFUSED, "%s", _("You have no game in progress."));
    } else if (waiting != NULL && !is_new) {
        send_watch(play, waiting->room);
    } else {
        seek(play);
    }
}

/* ---------------------------------------------------------------- replies */

static void take_list(struct play *play, const struct room_list_reply *list)
{
    for (size_t i = 0; i < list->rooms_count; i++) {
        if (suits(play, &list->rooms[i])) {
            play->candidate = list->rooms[i].room; /* the newest come first: the last is oldest */
        }
    }
    if (list->more && list->rooms_count > 0) {
        send_list(play, list->rooms[list->rooms_count - 1].room);
    } else if (play->candidate != 0) {
        send_join(play, play->candidate);
    } else {
        send_open(play);
    }
}

static void tell_how_to_join(struct play *play)
{
    char room[ID_TEXT_SIZE];
    char server[300];
    id_format(play->table.room, room);
    invocation_server_options(play->invocation, server, sizeof(server));
    play__say(play, COLOUR_BOLD, "%s", _("Your room is open. An opponent joins with:"));
    play__say(play, COLOUR_PLAIN, "penta play %s%s", room, server);
}

static void sit_down(struct play *play, const struct room_record *room)
{
    table_set_room(&play->table, room);
    play->state = PLAY_AT_TABLE;
    play__open_screen(play);
    if (room->state != ROOM_STATE_WORD_OPEN || !table_is_seated(&play->table)) {
        return;
    }
    play__note_waiting(play, room);
    if (room->invited == NULL) {
        tell_how_to_join(play);
    }
}

bool play__enter_reply(struct play *play, const struct notice *notice)
{
    switch (notice->op) {
    case OP_ROOM_LIST:
        take_list(play, &notice->reply->room_list);
        return true;
    case OP_ROOM_OPEN:
        sit_down(play, notice->reply->room_open.room);
        return true;
    case OP_ROOM_JOIN:
        sit_down(play, notice->reply->room_join.room);
        return true;
    case OP_ROOM_WATCH:
        /* The rest is taken in play.c, as after every return. */
        sit_down(play, notice->reply->room_watch.room);
        return false;
    default:
        return false;
    }
}

/* Both seats are taken: the game can be watched. */
static void fail_as_full(struct play *play, enum exit_code code, const char *text)
{
    char room[ID_TEXT_SIZE];
    char server[300];
    id_format(play->room, room);
    invocation_server_options(play->invocation, server, sizeof(server));
    play__fail(play, code, _("%s Watch it with: penta watch %s%s"), text, room, server);
}

/* A game whose clock runs: the one that the login told of, or one that began since. */
static void fail_as_busy(struct play *play, enum exit_code code, const char *text)
{
    char room[ID_TEXT_SIZE];
    char server[300];
    invocation_server_options(play->invocation, server, sizeof(server));
    if (play->busy_room == 0) {
        play__fail(play, code, _("%s Go back to it with: penta play --resume%s"), text, server);
        return;
    }
    id_format(play->busy_room, room);
    play__fail(play, code, _("%s Go back to it with: penta play %s%s"), text, room, server);
}

static void fail_to_enter(struct play *play, const struct session_error *error)
{
    char text[INK_TEXT_SIZE];
    problem_sentence(error, text, sizeof(text));
    enum exit_code code = problem_exit_code(error);
    switch (error_from_code(error->code)) {
    case ERR_ROOM_FULL:
        fail_as_full(play, code, text);
        break;
    case ERR_CLOCK_IS_RUNNING:
        fail_as_busy(play, code, text);
        break;
    case ERR_IS_GUEST:
        play__fail(play, code, _("%s is a guest, and a rated game needs two accounts."),
                   play->invocation->arguments[0]);
        break;
    default:
        play__fail(play, code, "%s", text);
        break;
    }
}

bool play__enter_error(struct play *play, const struct notice *notice)
{
    if (play->state == PLAY_SEEKING && notice->op == OP_ROOM_QUICK) {
        fail_to_enter(play, &notice->error);
        return true;
    }
    if (play->state != PLAY_ENTERING) {
        return false;
    }
    int error = error_from_code(notice->error.code);
    bool is_gone =
        notice->op == OP_ROOM_JOIN && (error == ERR_ROOM_FULL || error == ERR_NO_SUCH_ROOM ||
                                       error == ERR_OPPONENT_BUSY || error == ERR_BLOCKED);
    if (notice->op == OP_ROOM_JOIN && error == ERR_ALREADY_IN_ROOM) {
        send_watch(play, play->room);
    } else if (is_gone && play->candidate != 0 && play->refused_count < PLAY_TRIES_MAX) {
        play->refused[play->refused_count++] = play->room;
        seek(play);
    } else if (is_gone && play->candidate != 0) {
        send_open(play);
    } else {
        fail_to_enter(play, &notice->error);
    }
    return true;
}
