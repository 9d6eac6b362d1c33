/* SPDX-License-Identifier: MIT */
/*
 * The way to a table, as client/cli/play/enter.h describes it.
 */
#include "client/cli/play/enter.h"

#include "client/cli/play/offer.h"
#include "client/cli/play/opponent.h"
#include "client/cli/play/others.h"
#include "client/cli/play/reading.h"
#include "client/cli/play/table_needs.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/words.h"
#include "client/core/variants.h"
#include "proto/id.h"

#include <stdio.h>
#include <string.h>

#define PAGE_ROOMS 50

/* ---------------------------------------------------------------- requests */

void enter_go(struct enter *enter, uint64_t room)
{
    enter->room = room;
    visit_send(enter->visit, &(struct request){.op = OP_ROOM_WATCH, .as.room_watch.room = room});
}

void enter_join(struct enter *enter, uint64_t room)
{
    enter->room = room;
    visit_send(enter->visit, &(struct request){.op = OP_ROOM_JOIN, .as.room_join.room = room});
}

/* The link that the command line names; NULL: none. */
static const char *named_link(const struct enter *enter)
{
    const struct invocation *invocation = enter->visit->invocation;
    bool has_one = enter->visit->plan == PLAN_PLAY && invocation->arguments_count > 0 &&
                   offer_is_link(invocation->arguments[0]);
    return has_one ? invocation->arguments[0] : NULL;
}

static void send_join_offered(struct enter *enter)
{
    struct request request = {.op = OP_ROOM_JOIN};
    request.as.room_join.link = named_link(enter);
    request.as.room_join.room = request.as.room_join.link == NULL ? enter->room : 0;
    visit_send(enter->visit, &request);
}

static void send_look(const struct enter *enter)
{
    struct request request = {.op = OP_ROOM_LOOK};
    request.as.room_look.link = named_link(enter);
    visit_send(enter->visit, &request);
}

static void look_at(struct enter *enter, uint64_t room)
{
    enter->room = room;
    enter->is_looking = true;
    offer_ask(enter->visit, room);
}

static void send_list(struct enter *enter, uint64_t before)
{
    struct request request = {.op = OP_ROOM_LIST};
    request.as.room_list = (struct room_list_request){
        .state = ROOM_STATE_WORD_OPEN,
        .variant = enter->is_by_name ? invocation_variant(enter->visit->invocation)
                                     : invocation_variant_or_classic(enter->visit->invocation),
        .before = before,
        ON_ANY_TERMS,
        .limit = PAGE_ROOMS,
    };
    visit_send(enter->visit, &request);
}

static void seek(struct enter *enter)
{
    if (invocation_has(enter->visit->invocation, OPTION_NEW) ||
        invocation_has(enter->visit->invocation, OPTION_LINK)) {
        own_room_open(&enter->own);
        return;
    }
    enter->room = enter->invited;
    enter->is_offered = enter->invited != 0;
    enter->candidate = enter->near = 0;
    if (!enter->is_offered)
        send_list(enter, 0);
}

/* ---------------------------------------------------------------- where to go */

static bool was_refused(const struct enter *enter, uint64_t room)
{
    for (size_t i = 0; i < enter->refused_count; i++)
        if (enter->refused[i] == room)
            return true;
    return false;
}

/* Whether somebody else waits there. */
static bool is_free(const struct enter *enter, const struct room_record *room)
{
    return variants_can_play(room->variant) && !was_refused(enter, room->room) &&
           room->players_count == 1 && room->invited == NULL &&
           offer_can_begin(enter->visit, room) &&
           !session_is_named(enter->visit->session, room->players[0].name);
}

/* Whether somebody else waits there for a player like this one. */
static bool suits(const struct enter *enter, const struct room_record *room)
{
    return is_free(enter, room) && offer_suits_terms(enter->visit, room) &&
           offer_suits_first(enter->visit, room);
}

/* ---------------------------------------------------------------- beginning */

/* Returns whether the person is asked. */
static bool offer_to_go_on(struct enter *enter, const struct back_game *game)
{
    enter->room = game->room;
    back_say(enter->visit, &enter->back, game);
    if (enter->visit->is_person && !invocation_has(enter->visit->invocation, OPTION_RESUME))
        return true;
    enter_go(enter, game->room);
    return false;
}

void enter_put_question(const struct enter *enter, char *text, size_t size)
{
    const char *go_on = _("Continue it? Type yes, or no for a new game.");
    if (back_has_more(&enter->back))
        go_on = _("Continue it? Type yes, or no for the next one.");
    else if (enter->invited != 0)
        go_on = _("Continue it? Type yes, or no for the invitation.");
    snprintf(text, size, "%s", enter->is_offered ? enter->question : go_on);
}

static void open_on_terms(struct enter *enter, bool are_theirs)
{
    enter->own.has_terms = are_theirs;
    own_room_open(&enter->own);
}

static bool answer_offer(struct enter *enter, const char *line)
{
    bool is_no = strcmp(line, "no") == 0;
    if (!is_no && strcmp(line, "yes") != 0)
        return false;
    enter->is_offered = false;
    bool is_invited = enter->invited != 0;
    enter->invited = 0;
    if (is_no && is_invited)
        seek(enter);
    else if (enter->own.has_terms)
        open_on_terms(enter, !is_no);
    else if (is_no && enter->near != 0)
        own_room_open(&enter->own);
    else if (is_no)
        visit_fail(enter->visit, EXIT_CODE_OK, "%s", _("You have not joined."));
    else
        send_join_offered(enter);
    return true;
}

/* Goes on with the game that was asked about, or asks about the next one. */
static bool answer_going_on(struct enter *enter, const char *line)
{
    bool is_no = strcmp(line, "no") == 0;
    if (!is_no && line[0] != '\0' && strcmp(line, "yes") != 0)
        return false;
    const struct back_game *next = is_no ? back_next(&enter->back) : NULL;
    enter->is_back_asked = next != NULL && offer_to_go_on(enter, next);
    if (!is_no)
        enter_go(enter, enter->room);
    else if (next == NULL)
        seek(enter);
    return true;
}

bool enter_answer(struct enter *enter, const char *line)
{
    return enter->is_offered ? answer_offer(enter, line) : answer_going_on(enter, line);
}

bool enter_is_asking(const struct enter *enter)
{
    return enter->is_offered || enter->is_back_asked;
}

/* Whether the person wants to be asked before joining. */
static bool may_ask(const struct enter *enter)
{
    return enter->visit->is_person && !invocation_has(enter->visit->invocation, OPTION_YES);
}

/* Whether a game that goes on is the one that the options ask for: none but its own terms. */
static bool is_as_asked(const struct visit *visit, const struct room_record *room)
{
    const struct variant *variant = invocation_variant(visit->invocation);
    return (variant == NULL || variant_is_same(room->variant, variant)) &&
           offer_keeps_to_terms(visit, room);
}

/* The game with this player goes on, or the invitation is accepted; else an open room is looked
 * for.
 */
static void enter_by_name(struct enter *enter, const struct notice *ready)
{
    const char *name = named_player(enter->visit);
    for (size_t i = 0; i < ready->rooms_count; i++) {
        if (ready->rooms[i].state != ROOM_STATE_WORD_PLAYING ||
            !named_is_there(&ready->rooms[i], name))
            continue;
        if (is_as_asked(enter->visit, &ready->rooms[i])) {
            enter_go(enter, ready->rooms[i].room);
            return;
        }
        visit_say(enter->visit, COLOUR_BOLD,
                  _("Your game against %s is on other terms. To go on with it: penta play %s"),
                  name, name);
    }
    for (size_t i = 0; i < ready->invitations_count; i++) {
        if (named_is_there(&ready->invitations[i], name)) {
            enter_join(enter, ready->invitations[i].room);
            return;
        }
    }
    enter->is_by_name = true;
    send_list(enter, 0);
}

static void enter_named(struct enter *enter, const struct notice *ready)
{
    uint64_t room = named_room(enter->visit);
    bool is_there = false;
    for (size_t i = 0; i < ready->rooms_count; i++)
        is_there = is_there || ready->rooms[i].room == room;
    if (is_there || enter->visit->plan == PLAN_WATCH)
        enter_go(enter, room);
    else if (room < ID_MAX &&
             (may_ask(enter) || !session_knows_all_variants(enter->visit->session)))
        look_at(enter, room);
    else
        enter_join(enter, room);
}

/* Asks somebody who named no terms about the first one. */
static void look_for_invitation(struct enter *enter, const struct notice *ready)
{
    const struct room_record *room = ready->invitations;
    if (ready->invitations_count == 0 || !may_ask(enter) || !offer_is_for_any(enter->visit, room))
        return;
    enter->invited = room->room;
    offer_put_invitation(enter->visit, room, enter->question, sizeof(enter->question));
}

static bool enter_any(struct enter *enter, const struct notice *ready)
{
    bool has_link = invocation_has(enter->visit->invocation, OPTION_LINK);
    bool is_new = invocation_has(enter->visit->invocation, OPTION_NEW) || has_link;
    const struct room_record *waiting = back_find_open(enter->visit, ready);
    back_take(&enter->back, enter->visit, ready);
    look_for_invitation(enter, ready);
    const struct back_game *playing = is_new ? NULL : back_next(&enter->back);
    if (playing != NULL)
        return offer_to_go_on(enter, playing);
    if (invocation_has(enter->visit->invocation, OPTION_RESUME))
        visit_fail(enter->visit, EXIT_CODE_REFUSED, "%s", _("You have no game in progress."));
    else if (waiting != NULL && (waiting->link ? has_link || !is_new : !is_new))
        enter_go(enter, waiting->room);
    else
        seek(enter);
    return enter->is_offered;
}

bool enter_begin(struct enter *enter, const struct notice *ready)
{
    enter->busy_room = back_find_busy(ready);
    if (enter->visit->plan == PLAN_QUICK)
        return false; /* the server finds a table */
    if (enter->visit->plan == PLAN_INVITE || invocation_is_for_computer(enter->visit->invocation))
        own_room_open(&enter->own);
    else if (enter->visit->plan == PLAN_WATCH && named_room(enter->visit) == 0)
        watching_ask(enter->visit);
    else if (named_link(enter) != NULL)
        send_look(enter);
    else if (named_player(enter->visit) != NULL)
        enter_by_name(enter, ready);
    else if (enter->visit->invocation->arguments_count > 0)
        enter_named(enter, ready);
    else
        return enter_any(enter, ready);
    return false;
}

/* ---------------------------------------------------------------- replies */

/* Says so where the game of the room is none that is known here: then nobody sits down. */
static bool is_playable(struct enter *enter, const struct room_record *room)
{
    char text[WORDS_SIZE];
    if (variants_can_play(room->variant))
        return true;
    words_not_playable(room->variant, text, sizeof(text));
    visit_fail(enter->visit, EXIT_CODE_REFUSED, "%s", text);
    return false;
}

static void offer(struct enter *enter, const struct room_record *room)
{
    enter->is_offered = true;
    offer_put_question(enter->visit, room, enter->question, sizeof(enter->question));
}

/* A room that is not listed, or not open any more: the server says why it cannot be joined. */
static void take_looked_at(struct enter *enter, const struct room_list_reply *list)
{
    const struct room_record *room = list->rooms_count > 0 ? &list->rooms[0] : NULL;
    bool is_it = room != NULL && room->room == enter->room && room->players_count > 0 &&
                 room->state == ROOM_STATE_WORD_OPEN;
    enter->is_looking = false;
    if (is_it && !is_playable(enter, room))
        return;
    if (is_it && may_ask(enter) && offer_surprises(enter->visit, room))
        offer(enter, room);
    else
        enter_join(enter, enter->room);
}

/* A look takes nothing: the seat is the first's who says yes. */
static void take_look(struct enter *enter, const struct room_record *room)
{
    enter->room = room->room;
    for (size_t i = 0; i < room->players_count; i++) {
        if (!session_is_named(enter->visit->session, room->players[i].name))
            continue;
        if (room->link) {
            visit_say(enter->visit, COLOUR_BOLD, "%s",
                      _("That is the link of your own room; send it to somebody."));
        }
        enter_go(enter, room->room);
        return;
    }
    if (!is_playable(enter, room))
        return;
    if (may_ask(enter) && room->players_count > 0)
        offer(enter, room);
    else
        send_join_offered(enter);
}

/* Tells somebody who named no terms of the one who waits with others. */
static void look_near(struct enter *enter, const struct room_record *room)
{
    if (!offer_is_for_any(enter->visit, room))
        return;
    enter->near = room->room;
    offer_put_near(enter->visit, room, enter->question, sizeof(enter->question));
}

/* A room of one's own; but where others wait on what was not excluded, that is offered: games of
 * other variants, too, since the list of rooms had only one. */
static void open_or_meet(struct enter *enter)
{
    struct request request = {.op = OP_LOBBY_WATCH};
    if (enter->is_lobby_seen || !may_ask(enter)) {
        own_room_open(&enter->own);
        return;
    }
    enter->is_lobby_seen = true;
    request.as.lobby_watch = (struct lobby_watch_request){ON_ANY_TERMS, .limit = PAGE_ROOMS};
    visit_send(enter->visit, &request);
}

static void offer_near(struct enter *enter)
{
    enter->room = enter->candidate = enter->near;
    enter->is_offered = true;
}

static void take_lobby(struct enter *enter, const struct lobby_watch_reply *lobby)
{
    const struct waiting_record *waiting = offer_find_waiting(enter->visit, lobby);
    visit_send(enter->visit, &(struct request){.op = OP_LOBBY_LEAVE});
    for (size_t i = 0; i < lobby->rooms_count; i++)
        if (is_free(enter, &lobby->rooms[i]))
            look_near(enter, &lobby->rooms[i]);
    if (enter->near != 0) {
        offer_near(enter);
        return;
    }
    if (waiting == NULL) {
        own_room_open(&enter->own);
        return;
    }
    own_room_take_terms(&enter->own, waiting);
    offer_put_waiting(waiting, enter->question, sizeof(enter->question));
    enter->is_offered = true;
}

static void take_list(struct enter *enter, const struct room_list_reply *list)
{
    for (size_t i = 0; i < list->rooms_count; i++) {
        const struct room_record *room = &list->rooms[i]; /* the newest first: the last is oldest */
        if (suits(enter, room))
            enter->candidate = room->room;
        else if (enter->candidate == 0 && may_ask(enter) && is_free(enter, room))
            look_near(enter, room);
    }
    if (list->more && list->rooms_count > 0)
        send_list(enter, list->rooms[list->rooms_count - 1].room);
    else if (enter->candidate != 0)
        enter_join(enter, enter->candidate);
    else if (enter->near != 0)
        offer_near(enter);
    else
        open_or_meet(enter);
}

static void take_named(struct enter *enter, const struct room_list_reply *list)
{
    const char *name = named_player(enter->visit);
    for (size_t i = 0; i < list->rooms_count; i++) {
        const struct room_record *room = &list->rooms[i];
        if (room->players_count != 1 || room->invited != NULL || !named_is_there(room, name))
            continue;
        enter->room = room->room;
        if (!is_playable(enter, room))
            return;
        if (may_ask(enter) && offer_surprises(enter->visit, room))
            offer(enter, room);
        else
            enter_join(enter, room->room);
        return;
    }
    if (list->more && list->rooms_count > 0)
        send_list(enter, list->rooms[list->rooms_count - 1].room);
    else
        visit_fail(
            enter->visit, EXIT_CODE_REFUSED,
            _("%s waits in no open room. To invite: penta invite NAME; to watch: penta watch "
              "NAME"),
            name);
}

static void take_watched(struct enter *enter, const struct notice *reply)
{
    uint64_t room = watching_choose(enter->visit, reply);
    if (room != 0)
        enter_go(enter, room);
}

const struct room_record *enter_take_reply(struct enter *enter, const struct notice *reply)
{
    switch (reply->op) {
    case OP_PLAYER_GAMES:
        if (enter->visit->plan == PLAN_WATCH) /* else it was asked for at the table before */
            take_watched(enter, reply);
        return NULL;
    case OP_ROOM_LIST:
        if (enter->visit->plan == PLAN_WATCH)
            take_watched(enter, reply);
        else if (enter->is_by_name)
            take_named(enter, &reply->reply->room_list);
        else if (enter->is_looking)
            take_looked_at(enter, &reply->reply->room_list);
        else
            take_list(enter, &reply->reply->room_list);
        return NULL;
    case OP_LOBBY_WATCH:
        take_lobby(enter, &reply->reply->lobby_watch);
        return NULL;
    case OP_ROOM_LOOK:
        take_look(enter, reply->reply->room_look.room);
        return NULL;
    case OP_ROOM_OPEN:
        own_room_take(&enter->own, &reply->reply->room_open);
        return reply->reply->room_open.room;
    case OP_ROOM_JOIN:
        return reply->reply->room_join.room;
    case OP_ROOM_WATCH:
        return reply->reply->room_watch.room;
    default:
        return NULL;
    }
}

/* ---------------------------------------------------------------- failing */

void enter_fail(const struct enter *enter, const struct session_error *error)
{
    refusal_tell(enter->visit, error, enter->room, enter->busy_room);
}

void enter_take_error(struct enter *enter, const struct notice *notice)
{
    int error = error_from_code(notice->error.code);
    bool is_join = notice->op == OP_ROOM_JOIN;
    bool is_gone = is_join && enter->candidate != 0 &&
                   (error == ERR_ROOM_FULL || error == ERR_NO_SUCH_ROOM ||
                    error == ERR_OPPONENT_BUSY || error == ERR_BLOCKED);
    if (notice->op == OP_LOBBY_LEAVE)
        return;
    if (is_join && error == ERR_ALREADY_IN_ROOM) {
        enter_go(enter, enter->room);
    } else if (is_gone && enter->refused_count < ENTER_TRIES_MAX) {
        enter->refused[enter->refused_count++] = enter->room;
        seek(enter);
    } else if (is_gone || notice->op == OP_LOBBY_WATCH) { /* the latter was only a look */
        own_room_open(&enter->own);
    } else {
        enter_fail(enter, &notice->error);
    }
}

/* ------------------------------------------------------------------ games from a position */

bool from_read(const struct visit *visit, const char *text, unsigned *ply_out)
{
    const struct game *game = &visit->table.game;
    int last = game_status(game) == GAME_OPEN ? game->ply : game->ply - 1;
    int64_t ply = strcmp(text, "0") == 0 ? 0 : option_number(text, last);
    if (!table_need_check(TABLE_NEED_OVER, visit))
        return false;
    if (ply < 0) {
        visit_say(visit, COLOUR_ERROR, _("Name a move of this game, 0 to %d: from 0"), last);
        return false;
    }
    *ply_out = (unsigned)ply;
    return true;
}

static bool has_computer(const struct visit *visit, const struct next_room *next)
{
    if (next->opponent.computer == NULL)
        visit_say(visit, COLOUR_ERROR, "%s", _("No computer here plays this game."));
    return next->opponent.computer != NULL;
}

bool from_plan(const struct levels *levels, const char *text, struct next_room *next_out)
{
    const struct visit *visit = levels->visit;
    if (!table_need_check(TABLE_NEED_BOARD, visit))
        return false;
    *next_out = (struct next_room){.keeps_seats = true, .opponent = levels->opponent};
    next_out->opponent.level = levels->next;
    if (next_out->opponent.computer == NULL)
        next_out->opponent.computer = computer_strongest(visit->table.variant);
    if (table_my_seat(&visit->table) == SEAT_NONE) {
        visit_say(visit, COLOUR_ERROR, "%s", _("Only the players in this room can do this."));
        return false;
    }
    return from_read(visit, text, &next_out->plies) && has_computer(visit, next_out);
}

bool from_plan_computer(const struct visit *visit, struct next_room *next_out)
{
    if (!table_need_check(TABLE_NEED_ALONE, visit))
        return false;
    *next_out = (struct next_room){.opponent = opponent_usual(visit->table.variant)};
    return has_computer(visit, next_out);
}
