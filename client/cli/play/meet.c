/* SPDX-License-Identifier: MIT */
/*
 * Opponents and invitations, as client/cli/play/meet.h describes it.
 */
#include "client/cli/play/meet.h"

#include "client/cli/play/opponent.h"
#include "client/cli/play/table_needs.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/table.h"
#include "proto/family.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* ---------------------------------------------------------------- any opponent */

#define ALSO_SIZE (ARGUMENTS_MAX * (MAXIMA_VARIANT_KEY + 1) + 1)

/* The games that will do besides the first one. */
static void put_also(const struct invocation *invocation, char also[ALSO_SIZE])
{
    size_t len = 0;
    also[0] = '\0';
    for (size_t i = 0; i < invocation->arguments_count; i++)
        len += (size_t)snprintf(also + len, ALSO_SIZE - len, "%s%.*s", len > 0 ? " " : "",
                                MAXIMA_VARIANT_KEY, invocation->arguments[i]);
}

void meet_seek(const struct meet *meet)
{
    struct request request = {.op = OP_ROOM_QUICK};
    struct time_control control = invocation_game_clock(meet->visit->invocation);
    struct clock_record clock = family_clock(&control);
    char also[ALSO_SIZE];
    put_also(meet->visit->invocation, also);
    request.as.room_quick.variant = invocation_variant_or_classic(meet->visit->invocation);
    request.as.room_quick.also = also[0] != '\0' ? also : NULL;
    request.as.room_quick.rated = invocation_has(meet->visit->invocation, OPTION_RATED);
    request.as.room_quick.clock = &clock;
    request.as.room_quick.within = invocation_number(meet->visit->invocation, OPTION_WITHIN, NONE);
    visit_say_usual_clock(meet->visit);
    visit_send(meet->visit, &request);
}

void meet_say_estimate(const struct meet *meet, const struct room_quick_reply *reply)
{
    unsigned long others = (unsigned long)reply->waiting;
    unsigned long seconds = (unsigned long)((reply->estimate_ms + 999) / 1000);
    if (meet->visit->stage != STAGE_SEEKING)
        return; /* paired before this was read */
    if (others > 0) {
        visit_say(meet->visit, COLOUR_DIM,
                  ngettext("%lu other player is waiting for the same.",
                           "%lu other players are waiting for the same.", others),
                  others);
    }
    if (reply->estimate_ms != NONE) {
        visit_say(meet->visit, COLOUR_DIM,
                  ngettext("Recently it took about %lu second to find an opponent.",
                           "Recently it took about %lu seconds to find an opponent.", seconds),
                  seconds);
    }
}

void meet_put_search(const struct meet *meet, char *text, size_t size)
{
    char terms[WORDS_SIZE];
    const struct invocation *invocation = meet->visit->invocation;
    const struct time_control control = invocation_game_clock(invocation);
    words_terms(invocation_variant_or_classic(invocation), &control,
                invocation_has(invocation, OPTION_RATED), terms, sizeof(terms));
    size_t more = invocation->arguments_count;
    if (more == 0)
        snprintf(text, size, _("Looking for an opponent: %s. Type quit to stop."), terms);
    else
        snprintf(text, size,
                 ngettext("Looking for an opponent: %s, or %zu other game. Type quit to stop.",
                          "Looking for an opponent: %s, or %zu other games. Type quit to stop.",
                          more),
                 terms, more);
}

void meet_cancel(const struct meet *meet)
{
    visit_send(meet->visit, &(struct request){.op = OP_ROOM_QUICK_CANCEL});
}

static void on_unqueued(const struct meet *meet, int reason)
{
    if (meet->visit->plan != PLAN_QUICK || meet->visit->stage != STAGE_SEEKING)
        return;
    if (reason == UNQUEUED_WORD_TOO_MANY_ROOMS) {
        visit_fail(meet->visit, EXIT_CODE_REFUSED, "%s",
                   _("You are in as many rooms as allowed; search stopped."));
    } else {
        visit_fail(meet->visit, EXIT_CODE_REFUSED,
                   _("You began a live game elsewhere; search stopped. Go to it with: penta play "
                     "--resume%s"),
                   invocation_server(meet->visit->invocation).text);
    }
}

static void on_declined(const struct meet *meet, const struct room_declined_event *event)
{
    if (event->room != meet->visit->table.room)
        return;
    if (event->reason == NONE) {
        visit_fail(meet->visit, EXIT_CODE_REFUSED, _("%s has not answered."), event->name);
    } else if (event->reason == DECLINE_WORD_NO_REASON) {
        visit_fail(meet->visit, EXIT_CODE_REFUSED, _("%s declined."), event->name);
    } else {
        visit_fail(meet->visit, EXIT_CODE_REFUSED, _("%s declines: %s."), event->name,
                   words_decline(event->reason));
    }
}

bool meet_take_event(const struct meet *meet, const struct notice *event)
{
    switch (event->event) {
    case EVENT_ROOM_UNQUEUED:
        on_unqueued(meet, event->body->room_unqueued.reason);
        return true;
    case EVENT_ROOM_DECLINED:
        on_declined(meet, &event->body->room_declined);
        return true;
    default:
        return false;
    }
}

/* ---------------------------------------------------------------- an open room */

static bool is_waiting(const struct meet *meet)
{
    return table_need_is_met(TABLE_NEED_WAITING, meet->visit);
}

/* Keeps the line to copy and its sentence, which stand above the prompt together (meet_put_way()).
 */
static void say_way(struct meet *meet, const char *sentence, const char *where)
{
    snprintf(meet->way, sizeof(meet->way), "penta play %s%s", where,
             invocation_server(meet->visit->invocation).text);
    meet->way_room = meet->visit->table.room;
    snprintf(meet->way_sentence, sizeof(meet->way_sentence), "%s", sentence);
    if (meet->visit->is_person)
        return;
    visit_say(meet->visit, COLOUR_BOLD, "%s", sentence);
    visit_say(meet->visit, COLOUR_PLAIN, "%s", meet->way);
}

static void say_how_to_join(struct meet *meet, uint64_t room)
{
    say_way(meet, _("Your room is open. An opponent joins with this line:"), words_id(room).text);
}

void meet_take_link(struct meet *meet, const struct room_link_reply *reply)
{
    char text[WORDS_SIZE];
    meet->answer_until_ms = (int64_t)time(NULL) * 1000 + reply->ends_in_ms;
    snprintf(text, sizeof(text),
             _("Send this line to your opponent. The first player to use it joins; it ends %s:"),
             words_time(meet->answer_until_ms).text);
    say_way(meet, text, reply->link);
}

/* A link is told once. Another one makes it worth nothing, so it is made on request alone. */
static void wait_by_link(struct meet *meet, const struct room_record *room)
{
    if (invocation_has(meet->visit->invocation, OPTION_LINK)) {
        visit_send(meet->visit,
                   &(struct request){.op = OP_ROOM_LINK, .as.room_link.room = room->room});
        return;
    }
    visit_say(meet->visit, COLOUR_BOLD,
              _("Your room waits for who has its link. If that is lost, make another one: penta "
                "play --link%s"),
              invocation_server(meet->visit->invocation).text);
}

bool meet_put_way(const struct meet *meet, char sentence[WORDS_SIZE], char line[WORDS_SIZE])
{
    bool is_there =
        meet->way[0] != '\0' && is_waiting(meet) && meet->way_room == meet->visit->table.room;
    if (is_there) {
        snprintf(sentence, WORDS_SIZE, "%s", meet->way_sentence);
        snprintf(line, WORDS_SIZE, "%s", meet->way);
    }
    return is_there;
}

void meet_wait(struct meet *meet, const struct room_record *room)
{
    bool is_told = room->answer_in_ms != NONE;
    meet->answer_until_ms = is_told ? (int64_t)time(NULL) * 1000 + room->answer_in_ms : NONE;
    meet->is_linked = room->link;
    meet->invited[0] = '\0';
    if (room->link) {
        wait_by_link(meet, room);
        return;
    }
    if (room->invited == NULL) {
        say_how_to_join(meet, room->room);
        return;
    }
    snprintf(meet->invited, sizeof(meet->invited), "%s", room->invited);
    visit_say(meet->visit, COLOUR_BOLD, _("%s is invited. The game begins when they accept."),
              room->invited);
}

static void note_withdrawn(struct meet *meet)
{
    if (meet->invited[0] != '\0') {
        snprintf(meet->farewell, sizeof(meet->farewell), _("Invitation to %s withdrawn."),
                 meet->invited);
    }
}

/* A server that has not said for how long is an older one, with which only invitations wait. */
static void note_kept(struct meet *meet)
{
    size_t size = sizeof(meet->farewell);
    if (meet->answer_until_ms == NONE) {
        snprintf(meet->farewell, size, _("The invitation stands; %s can still answer."),
                 meet->invited);
        return;
    }
    const struct words_text until = words_time(meet->answer_until_ms);
    if (meet->invited[0] != '\0') {
        snprintf(meet->farewell, size, _("The invitation stands; %s can answer until %s."),
                 meet->invited, until.text);
    } else {
        snprintf(meet->farewell, size,
                 _("The room stays open until %s. To close it, come back and type withdraw."),
                 until.text);
    }
}

/* An offer of a rematch ends with the stay in the room, whosever it is. After a game of days the
 * way to one that stands is told. */
static void note_offer_ended(struct meet *meet)
{
    char clock[TIME_CONTROL_TEXT_SIZE];
    const struct table *table = &meet->visit->table;
    const struct table_person *other = table_opponent(table);
    size_t size = sizeof(meet->farewell);
    if (table->rematch_by[0] == '\0' || other == NULL || !visit_is_ready(meet->visit))
        return;
    time_control_format(&table->control, clock);
    if (table_is_rematch_offered_to_me(table)) {
        snprintf(meet->farewell, size, _("You leave the room: the rematch that %s offers is off."),
                 other->name);
    } else if (table->control.kind == CLOCK_CORRESPONDENCE && !other->is_guest) {
        snprintf(meet->farewell, size,
                 _("You leave the room: your offer of a rematch is withdrawn. An invitation "
                   "stands for days: penta invite %s --variant %s --clock %s%s"),
                 other->name, table->variant->key, clock, table->is_rated ? " --rated" : "");
    } else {
        snprintf(meet->farewell, size, "%s",
                 _("You leave the room: your offer of a rematch is withdrawn."));
    }
}

bool meet_keep_room(struct meet *meet)
{
    if (!is_waiting(meet)) {
        note_offer_ended(meet);
        return false;
    }
    bool is_kept = meet->invited[0] != '\0'
                       ? meet->visit->table.control.kind == CLOCK_CORRESPONDENCE
                       : meet->answer_until_ms > (int64_t)time(NULL) * 1000;
    if (meet->is_linked && session_is_guest(meet->visit->session))
        is_kept = false; /* the server keeps it for accounts alone */
    if (is_kept)
        note_kept(meet);
    else
        note_withdrawn(meet);
    return is_kept;
}

bool meet_pass_by(struct meet *meet)
{
    bool is_kept = meet_keep_room(meet);
    if (meet->farewell[0] != '\0')
        visit_say(meet->visit, COLOUR_PLAIN, "%s", meet->farewell);
    meet->farewell[0] = '\0';
    return is_kept;
}

bool meet_withdraw(struct meet *meet)
{
    if (!table_need_check(TABLE_NEED_WAITING, meet->visit))
        return false;
    note_withdrawn(meet);
    return true;
}

bool meet_fail_closed(const struct meet *meet, const char *reason)
{
    bool is_over = meet->visit->stage == STAGE_AT_TABLE && table_is_seated(&meet->visit->table) &&
                   meet->visit->table.game_id == 0;
    if (is_over && reason != NULL) {
        visit_fail(meet->visit, EXIT_CODE_REFUSED, _("The room was closed: %s."), reason);
    } else if (is_over) {
        visit_fail(meet->visit, EXIT_CODE_REFUSED, "%s",
                   _("The room was closed; nobody can join it any more."));
    }
    return is_over;
}

/* ------------------------------------------------------------------ one's own room */

#define ANY_COMPUTER "any"

const struct computer *own_room_computer(const struct invocation *invocation)
{
    const char *key = invocation->options[OPTION_COMPUTER];
    return key != NULL && key[0] != '\0'
               ? computer_find(key, strlen(key))
               : computer_usual(invocation_variant_or_classic(invocation));
}

/* The level that is asked for; 0: what the server takes for one. */
static int64_t level_of(const struct invocation *invocation)
{
    if (!invocation_is_level_mine(invocation))
        return invocation_number(invocation, OPTION_LEVEL, 0);
    const struct computer *computer = own_room_computer(invocation);
    return computer != NULL ? levels_mine(computer) : 0;
}

static void ask_for_computer(const struct invocation *invocation, struct room_open_request *request)
{
    if (!invocation_is_for_computer(invocation))
        return;
    const char *key = invocation->options[OPTION_COMPUTER];
    const struct computer *usual = computer_usual(request->variant);
    request->computer = ANY_COMPUTER; /* of those that the server has */
    if (key != NULL && key[0] != '\0')
        request->computer = key;
    else if (usual != computer_strongest(request->variant))
        request->computer = usual->key;
    request->level = level_of(invocation);
    request->resigns = invocation_has(invocation, OPTION_RESIGNS);
}

static int first_of(enum seat seat)
{
    if (seat == SEAT_NONE)
        return FIRST_WORD_RANDOM;
    return seat == SEAT_FIRST ? FIRST_WORD_OPENER : FIRST_WORD_JOINER;
}

/* The position that the command line names, if it does. */
static void ask_for_position(struct own_room *room, struct room_open_request *request,
                             char actions[GAME_TEXT_SIZE])
{
    const struct solo_plan *plan = &room->visit->solo;
    if (plan->from == NULL)
        return;
    request->variant = plan->variant;
    if (invocation_word(room->visit->invocation, OPTION_FIRST) != FIRST_WORD_RANDOM)
        request->first = first_of(plan->seat);
    room->is_from_position = game_format(plan->from, actions, GAME_TEXT_SIZE) > 0;
    if (room->is_from_position)
        request->actions = actions;
}

void own_room_take_terms(struct own_room *room, const struct waiting_record *waiting)
{
    room->has_terms = true;
    room->variant = waiting->variant;
    room->is_rated = waiting->rated;
    room->control = table_control(waiting->clock);
}

void own_room_open(struct own_room *room)
{
    const struct invocation *invocation = room->visit->invocation;
    struct request request = {.op = OP_ROOM_OPEN};
    char actions[GAME_TEXT_SIZE];
    int first = invocation_word(invocation, OPTION_FIRST);
    const struct time_control control =
        room->has_terms ? room->control : invocation_game_clock(invocation);
    struct clock_record clock = family_clock(&control);
    request.as.room_open.variant =
        room->has_terms ? room->variant : invocation_variant_or_classic(invocation);
    request.as.room_open.rated =
        room->has_terms ? room->is_rated : invocation_has(invocation, OPTION_RATED);
    request.as.room_open.clock = &clock;
    request.as.room_open.first = first != NONE ? first : FIRST_WORD_RANDOM;
    request.as.room_open.link = invocation_has(invocation, OPTION_LINK);
    ask_for_position(room, &request.as.room_open, actions);
    ask_for_computer(invocation, &request.as.room_open);
    if (room->visit->plan == PLAN_INVITE)
        request.as.room_open.invite = invocation->arguments[0];
    visit_say_usual_clock(room->visit);
    visit_send(room->visit, &request);
}

void own_room_open_next(struct own_room *room, const struct next_room *next)
{
    const struct table *table = &room->visit->table;
    bool is_of_days = table->control.kind == CLOCK_CORRESPONDENCE && table->game_id == 0;
    struct clock_record clock =
        family_clock(is_of_days ? &(struct time_control){0} : &table->control);
    struct request request = {.op = OP_ROOM_OPEN};
    char actions[GAME_TEXT_SIZE];
    struct game from;
    enum seat seat = table_my_seat(table);
    game_init(&from, table->variant);
    if (next->plies > 0)
        (void)game_replay(&from, table->variant, game_actions(&table->game), next->plies);
    request.as.room_open.variant = table->variant;
    request.as.room_open.clock = &clock;
    bool is_same_side = next->keeps_seats || seat == SEAT_NONE;
    request.as.room_open.first = first_of(is_same_side ? seat : seat_other(seat));
    request.as.room_open.computer = next->opponent.computer->key;
    request.as.room_open.level = next->opponent.level;
    request.as.room_open.resigns = table->resigns;
    room->is_from_position = game_format(&from, actions, sizeof(actions)) > 0;
    if (room->is_from_position)
        request.as.room_open.actions = actions;
    visit_send(room->visit, &request);
}

/* An older server passes over what it does not know. */
void own_room_take(const struct own_room *room, const struct room_open_reply *reply)
{
    const struct game_record *game = reply->game;
    bool is_resigning_wanted = invocation_has(room->visit->invocation, OPTION_RESIGNS);
    if (is_resigning_wanted && !reply->room->resigns)
        visit_say(room->visit, COLOUR_ERROR, "%s", _("Computers on this server play to the end."));
    if (room->is_from_position && game != NULL && game->given == 0)
        visit_say(room->visit, COLOUR_ERROR, "%s",
                  _("This server cannot set up a position; the game begins on an empty board."));
}
