/* SPDX-License-Identifier: MIT */
/*
 * Commands of players who look for an opponent: room.open, for anybody or for one who is invited,
 * room.decline, room.quick, room.quick_cancel.
 */
#include "base/memory.h"
#include "server/core/desk/address.h"
#include "server/core/desk/conn.h"
#include "server/core/meeting/invitation.h"
#include "server/core/meeting/quick.h"
#include "server/core/operations/against.h"
#include "server/core/operations/request.h"
#include "server/core/people/asker.h"
#include "server/core/people/conduct.h"
#include "server/core/people/login.h"
#include "server/core/people/player.h"
#include "server/core/rules/name.h"
#include "server/core/rules/pairing.h"
#include "server/core/table/room.h"
#include "server/core/table/seating.h"
#include "server/core/table/view.h"
#include "server/core/turn/call.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <string.h>

#include <utlist.h>

/* How long who was just paired waits before asking again: by then the game is told, or gone. */
#define PAIRED_RETRY_MS 1000

/* ------------------------------------------------------------------ what is asked for */

/* The time control of a request; none when left out. */
static int read_clock(struct call *call, const struct clock_record *clock,
                      struct time_control *control_out)
{
    *control_out = (struct time_control){.kind = CLOCK_NONE};
    if (clock == NULL)
        return 0;
    *control_out = (struct time_control){
        .kind = (enum clock_kind)clock->kind,
        .main_ms = clock->main_ms,
        .increment_ms = clock->increment_ms,
        .period_ms = clock->period_ms,
        .periods = (int)clock->periods,
    };
    if (time_control_is_valid(control_out))
        return 0;
    call->fault.field = "clock";
    return ERR_BAD_CLOCK;
}

/* Whether the player may enter a game by these terms. */
static int check_terms(struct call *call, const struct room_terms *terms)
{
    const struct player *player = call_player(call);
    int status = seating_check_terms(call->core, player, terms);
    if (status == ERR_RATED_NEEDS_CLOCK)
        call->fault.field = "clock";
    if (status == 0)
        status = writes_ready(call);
    if (status == 0 && room_is_one_too_many(call->core, player))
        status = ERR_TOO_MANY_ROOMS;
    return status == 0 ? seating_check(call->core, player, &terms->clock) : status;
}

static uint64_t customer_of(const struct call *call)
{
    return address_customer(conn_network(call->core, call->reply_to.conn));
}

typedef bool counts_fn(const struct room *room);

static bool is_for_now(const struct room *room)
{
    return room_clock(room)->kind != CLOCK_CORRESPONDENCE;
}

static bool is_of_days_for_all(const struct room *room)
{
    return !is_for_now(room) && room_invited(room) == 0 && !room_link_keeps(room);
}

/* Guests cost nothing, and accounts little, so one address could fill the lobby with them. */
static bool is_one_too_many_here(const struct call *call, counts_fn *counts)
{
    const struct core *core = call->core;
    const struct room *room;
    uint64_t customer = customer_of(call);
    uint32_t open = 0;
    if (customer == 0)
        return false;
    for (room = room_newest(core); room != NULL; room = room_older(core, room))
        open += room_state_word(room) == ROOM_STATE_WORD_OPEN && !room_is_closed(room) &&
                        room_customer(room) == customer && counts(room)
                    ? 1
                    : 0;
    return core->options.open_rooms_per_address != 0 &&
           open >= core->options.open_rooms_per_address;
}

/* The same for a room that waits for somebody. */
static int check_open(struct call *call, const struct room_terms *terms)
{
    int status = check_terms(call, terms);
    if (status == 0 && room_is_open_one_too_many(call->core, call_player(call)))
        status = ERR_TOO_MANY_OPEN_ROOMS;
    if (status == 0 && terms->clock.kind != CLOCK_CORRESPONDENCE &&
        is_one_too_many_here(call, is_for_now))
        status = ERR_TOO_MANY_OPEN_ROOMS;
    return status;
}

/* The same for one that everybody is shown and may join. Correspondence waits for a week, wherever
 * its opener is. */
static int check_for_all(struct call *call, const struct room_terms *terms)
{
    if (terms->clock.kind == CLOCK_CORRESPONDENCE && is_one_too_many_here(call, is_of_days_for_all))
        return ERR_TOO_MANY_OPEN_ROOMS;
    return player_conduct_check(call);
}

/* Whether something is asked for that only a computer does. */
static int check_computer(struct call *call, const char *computer, const char *actions,
                          bool resigns)
{
    if (computer != NULL || (actions == NULL && !resigns))
        return 0;
    call->fault.field = actions != NULL ? "actions" : "resigns";
    return ERR_NEEDS_COMPUTER;
}

static int check_stakes(struct call *call, bool are_rated, const char *computer)
{
    if (!are_rated || computer == NULL)
        return 0;
    call->fault.field = "rated";
    return ERR_RATED_WITH_COMPUTER;
}

/* A link is for nobody in particular, whom the opener is yet to tell it. */
static int check_link(struct call *call, const struct room_open_request *request)
{
    if (!request->link || (request->invite == NULL && request->computer == NULL))
        return 0;
    call->fault.field = "link";
    return ERR_OUT_OF_RANGE;
}

/* ------------------------------------------------------------------ opening */

static void open_room(struct call *call, const struct room_terms *terms)
{
    struct room *room = room_open(call->core, call_player(call), terms);
    room_note_customer(room, customer_of(call));
    if (terms->invited != NULL)
        invitation_tell(call->core, room, call->reply_to.conn);
    quick_recheck(call->core, call_player(call));
    login_is_at(call->core, call->reply_to.conn, room_id(room));
    call_reply(call, &(struct room_open_reply){.room = view_room_for(call->core, room, 0)});
}

/* Memory is never older than the store, so the checks are about the player in memory. */
static int invite(struct call *call, struct room_terms *terms, const struct store_may_write *found)
{
    int status = check_open(call, terms);
    if (status != 0)
        return status;
    struct player *invited = player_take(call->core, &found->player);
    const struct seating_invitation invitation = {
        .opener = call_player(call), .clock = &terms->clock, .have_met = found->have_met};
    call->fault.field = "invite";
    status = seating_check_invitation(call->core, &invitation, invited);
    if (status == 0 && terms->rated && !player_is_registered(invited))
        status = ERR_IS_GUEST; /* the other terms were checked for the one who invites */
    if (status == 0 && terms->rated)
        status = seating_check_rated(call->core, call_player(call), invited, &call->retry_after_ms);
    if (status == 0 && invitation_is_one_too_many(call->core, invited, call->reply_to.conn))
        status = ERR_TOO_MANY_INVITATIONS;
    if (status == 0) {
        call->retry_after_ms =
            invitation_wait_ms(call->core, invited, call->reply_to.conn, found->have_met);
        status = call->retry_after_ms > 0 ? ERR_TOO_MANY_INVITATIONS : 0;
    }
    if (status != 0) {
        player_recheck(call->core, invited);
        return status;
    }
    terms->invited = invited;
    open_room(call, terms);
    return 0;
}

static int invited_found(struct call *call, const struct store_answer *answer)
{
    return invite(call, call->wait->data, &answer->as.may_write);
}

/* The opener and a computer sit down, and play. */
static int open_against(struct call *call, const struct room_terms *terms)
{
    const struct room_open_request *request = &call->request->room_open;
    const struct against against = {.key = request->computer, .level = request->level};
    struct room *room;
    struct room_terms onward = *terms;
    struct game from;
    int status = 0;
    call->fault.field = "invite";
    if (request->invite != NULL)
        return ERR_OUT_OF_RANGE;
    call->fault.field = NULL;
    if (request->actions != NULL) {
        status = against_read_position(call, terms->variant, request->actions, &from);
        onward.from = &from;
    }
    if (status == 0)
        status = against_begin(call, &against, &onward, &room);
    if (status != 0)
        return status;
    login_is_at(call->core, call->reply_to.conn, room_id(room));
    const struct room_open_reply reply = {.room = view_room_for(call->core, room, 0),
                                          .game = view_game(call->core, room_match(room))};
    return call_reply(call, &reply);
}

int command_room_open(struct call *call)
{
    const struct room_open_request *request = &call->request->room_open;
    struct room_terms terms = {.variant = request->variant,
                               .rated = request->rated,
                               .first = request->first,
                               .has_link = request->link,
                               .resigns = request->resigns};
    char key[NAME_KEY_SIZE];
    int status = read_clock(call, request->clock, &terms.clock);
    if (status == 0)
        status = check_stakes(call, terms.rated, request->computer);
    if (status == 0)
        status = check_computer(call, request->computer, request->actions, request->resigns);
    if (status == 0)
        status = check_link(call, request);
    if (status == 0)
        status = request->computer != NULL ? check_terms(call, &terms) : check_open(call, &terms);
    if (status == 0 && request->computer != NULL)
        return open_against(call, &terms);
    if (status == 0 && request->invite == NULL && !request->link)
        status = check_for_all(call, &terms);
    if (status != 0)
        return status;
    if (request->invite == NULL) {
        open_room(call, &terms);
        return 0;
    }
    call->fault.field = "invite";
    if (!name_key(request->invite, key))
        return ERR_NO_SUCH_PLAYER;
    struct room_terms *kept = mem_alloc(sizeof(*kept));
    *kept = terms;
    const struct store_query query = {
        .kind = STORE_MAY_WRITE, .as.may_write = {.player = call->asker.player, .name_key = key}};
    return asker_ask(call, kept, &query, invited_found, ERR_NO_SUCH_PLAYER);
}

int command_room_decline(struct call *call)
{
    const struct room_decline_request *request = &call->request->room_decline;
    struct room *room = room_find(call->core, request->room);
    if (room == NULL)
        return ERR_NO_SUCH_ROOM;
    int status = writes_ready(call);
    if (status != 0)
        return status;
    if (room_invited(room) == 0 || room_invited(room) != call->asker.player)
        return ERR_NOT_INVITED;
    invitation_decline(call->core, room, request->reason);
    return call_reply(call, &call_nothing);
}

/* ------------------------------------------------------------------ any opponent */

static int quick_against(struct call *call, struct room_terms *terms)
{
    const struct room_quick_request *request = &call->request->room_quick;
    const struct room_quick_reply reply = {.estimate_ms = NONE};
    const struct against against = {
        .key = request->computer, .level = request->level, .is_by_quick = true};
    struct room *room;
    terms->first = FIRST_WORD_RANDOM;
    int status = against_begin(call, &against, terms, &room);
    if (status == 0)
        call_reply(call, &reply);
    return status;
}

/* Adds the variants behind the first one; an error where one is none, or there are too many. A
 * computer plays what it is asked for. */
static int read_also(struct call *call, const char *also, struct quick_wish *wish)
{
    call->fault.field = "also";
    if (also != NULL && call->request->room_quick.computer != NULL)
        return ERR_OUT_OF_RANGE;
    while (also != NULL && *also != '\0') {
        size_t len = strcspn(also, " ");
        const struct variant *variant = variant_find(also, len);
        bool is_new = true;
        if (variant == NULL)
            return ERR_UNKNOWN_VARIANT;
        for (size_t i = 0; i < wish->variants_count; i++)
            is_new = is_new && wish->variants[i] != variant;
        if (is_new && wish->variants_count == MAXIMA_QUICK)
            return ERR_OUT_OF_RANGE;
        if (is_new)
            wish->variants[wish->variants_count++] = variant;
        also += len + strspn(also + len, " ");
    }
    call->fault.field = NULL;
    return 0;
}

/* Whether the player may enter a game of each variant. */
static int check_wish(struct call *call, const struct quick_wish *wish)
{
    struct room_terms terms = wish->terms;
    int status = 0;
    for (size_t i = 0; status == 0 && i < wish->variants_count; i++) {
        terms.variant = wish->variants[i];
        status = check_terms(call, &terms);
    }
    return status;
}

int command_room_quick(struct call *call)
{
    const struct room_quick_request *request = &call->request->room_quick;
    struct player *player = call_player(call);
    struct quick_wish wish = {.terms = {.variant = request->variant,
                                        .rated = request->rated,
                                        .resigns = request->resigns},
                              .variants = {request->variant},
                              .variants_count = 1,
                              .within =
                                  request->within != NONE ? (int)request->within : PAIRING_ANY};
    int status = read_clock(call, request->clock, &wish.terms.clock);
    if (status == 0)
        status = check_stakes(call, wish.terms.rated, request->computer);
    if (status == 0)
        status = check_computer(call, request->computer, NULL, request->resigns);
    if (status == 0)
        status = read_also(call, request->also, &wish);
    if (status == 0)
        status = check_wish(call, &wish);
    if (status == 0 && request->computer != NULL)
        return quick_against(call, &wish.terms);
    if (status == 0)
        status = player_conduct_check(call);
    if (status != 0)
        return status;
    const struct room_quick_reply *told = quick_repeats(call->core, player, &call->mark);
    if (told != NULL)
        call_reply(call, told);
    if (quick_is_waiting(call->core, player))
        return told != NULL ? 0 : ERR_ALREADY_WAITING;
    call->retry_after_ms = PAIRED_RETRY_MS;
    if (!quick_is_settled(call->core, player))
        return ERR_BUSY; /* paired, which is not settled yet */
    status = request_spend_bytes(call, REQUEST_GAME_BYTES);
    if (status != 0)
        return status;
    uint64_t number = quick_wait(call->core, player, &wish);
    const struct room_quick_reply reply = {.waiting = (int64_t)quick_others(call->core, player),
                                           .estimate_ms = quick_estimate_ms(call->core, player)};
    quick_told(call->core, player, &call->mark, &reply);
    call_reply_or(call, &reply, quick_take_back, number);
    quick_run(call->core, player);
    return 0;
}

/* That somebody waits no more is true whatever becomes of a commit. */
int command_room_quick_cancel(struct call *call)
{
    struct player *player = call_player(call);
    if (!quick_is_waiting(call->core, player))
        return ERR_NOT_WAITING;
    quick_player_went(call->core, player);
    return call_reply_stored(call, &call_nothing);
}

/* ------------------------------------------------------------------ links */

int command_room_link(struct call *call)
{
    struct core *core = call->core;
    struct room *room = room_find(core, call->request->room_link.room);
    char link[ROOM_LINK_SIZE];
    if (room == NULL)
        return ERR_NO_SUCH_ROOM;
    int status = writes_ready(call);
    if (status != 0)
        return status;
    if (room_seat_of(room, call_player(call)) < 0)
        return ERR_NOT_SEATED;
    if (!room_link_keeps(room))
        return ERR_NO_LINK;
    room_touch(core, room);
    room_link_renew(core, room, link);
    room__reindex(core, room);
    room__write(core, room);
    const struct room_link_reply reply = {.link = link, .ends_in_ms = core->options.slow_answer_ms};
    return call_reply(call, &reply);
}

/* A look takes nothing, so programs that look at links for people take no seats. */
int command_room_look(struct call *call)
{
    const struct player *player = call_player(call);
    struct room *room = room_link_find(call->core, call->request->room_look.link);
    if (room == NULL)
        return ERR_NO_SUCH_LINK;
    bool is_seated = room_seat_of(room, player) >= 0;
    if (!is_seated && !room_link_keeps(room))
        return ERR_LINK_USED;
    const struct player *opener = room_player(call->core, room, 0);
    if (!is_seated && opener != NULL && players_are_apart(player, opener))
        return ERR_BLOCKED;
    return call_reply(call, &(struct room_look_reply){.room = view_room(call->core, room)});
}
