/* SPDX-License-Identifier: MIT */
/*
 * The requests of client/cli/play/own_room.h.
 */
#include "client/cli/play/own_room.h"

#include "client/cli/play/levels.h"
#include "client/cli/terminal/i18n.h"

#include <string.h>

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
    struct clock_record clock = table_clock_record(&control);
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
        table_clock_record(is_of_days ? &(struct time_control){0} : &table->control);
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
