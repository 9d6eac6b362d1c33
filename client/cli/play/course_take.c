/* SPDX-License-Identifier: MIT */
/*
 * The events, replies and errors of the server, as they change the course of
 * client/cli/play/course.h.
 */
#include "client/cli/play/course_private.h"
#include "client/cli/play/login.h"
#include "client/cli/play/saying.h"
#include "client/cli/play/table_needs.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/event.h"
#include "client/cli/words/problem.h"
#include "client/cli/words/table.h"
#include "client/core/table_record.h"
#include "proto/error.h"

/* ---------------------------------------------------------------- events */

static void say_event(const struct course *course, enum event event, const union event_body *body)
{
    char text[INK_TEXT_SIZE];
    enum colour colour = words_event(&course->visit.table, event, body, text, sizeof(text));
    if (text[0] != '\0')
        visit_say(&course->visit, colour, "%s", text);
    for (size_t i = 0; event == EVENT_GAME_ENDED && i < course->visit.table.changes_count; i++) {
        words_change(&course->visit.table, i, text, sizeof(text));
        visit_say(&course->visit, COLOUR_PLAIN, "%s", text);
    }
}

/* Nobody is waited for any more. */
static void leave_lobby(struct course *course)
{
    if (!course->has_lobby)
        return;
    course->has_lobby = false;
    invited_drop_open(&course->invited);
    course__count_invitations(course);
    visit_send(&course->visit, &(struct request){.op = OP_LOBBY_LEAVE});
}

/* Whom the game that begins is against, if that is a computer. */
static struct opponent find_opponent(const struct course *course)
{
    const struct table_person *other = table_opponent(&course->visit.table);
    if (course->visit.plan == PLAN_SOLO)
        return course->solo.opponent;
    return opponent_of(other);
}

static void forget_last_game(struct course *course)
{
    const struct opponent opponent = find_opponent(course);
    levels_begin(&course->levels, &opponent);
    if (course->visit.table.game.ply > 0) /* it did not begin at the beginning */
        levels_note_help(&course->levels);
    aid_begin(&course->aid);
    course->commands.is_rematch_wanted = false;
    course->answered_ply = 0;
}

/* The table has taken a move back. */
static void take_back(struct course *course)
{
    int64_t ply = course->visit.table.game.ply;
    course->answered_ply = course->answered_ply > ply ? ply : course->answered_ply;
    assist_take_back(&course->assist);
    levels_note_help(&course->levels);
}

/* The table has taken an event. */
static void tell_news(struct course *course, const struct notice *event)
{
    if (event->event == EVENT_ROOM_CLOSED && course->is_moving)
        return; /* by our leaving */
    if (event->event == EVENT_ROOM_CLOSED &&
        meet_fail_closed(&course->meet, event->body->room_closed.reason))
        return;
    if (event->event == EVENT_GAME_STARTED) {
        forget_last_game(course);
        leave_lobby(course);
    }
    if (event->event == EVENT_GAME_TAKEN_BACK)
        take_back(course);
    assist_ring(&course->assist, event);
    say_event(course, event->event, event->body);
    if (event->event == EVENT_GAME_DRAW_OFFERED)
        planning_take_offer(&course->planning);
    review_take_news(&course->review, event->event);
    if (event->event == EVENT_GAME_STARTED)
        assist_tell_rest(&course->assist);
    if (event->event == EVENT_GAME_ENDED) {
        levels_end(&course->levels);
        if (!tutor_teaches(&course->solo.tutor))
            review_offer(&course->review);
    }
}

/* Says which of both, the draw offer and the request to take back as they were before a move of
 * `mover`, that move has ended. */
static void say_lapsed(const struct course *course, const struct words_lapse before[2], int mover)
{
    const struct table *table = &course->visit.table;
    const int now[] = {table->draw_offer, table->takeback};
    for (size_t i = 0; i < 2; i++) {
        struct words_lapse lapse = before[i];
        lapse.mover = mover;
        if (lapse.by != NONE && now[i] == NONE)
            visit_say_lapsed(&course->visit, &lapse);
    }
}

static void on_table_event(struct course *course, const struct notice *event)
{
    const struct table *table = &course->visit.table;
    const struct words_lapse open[] = {
        {.asked = EVENT_GAME_DRAW_OFFERED, .by = table->draw_offer},
        {.asked = EVENT_GAME_TAKEBACK_ASKED, .by = table->takeback},
    };
    if (event->event == EVENT_ROOM_HIDDEN) {
        chat_take_hidden(&course->visit, &event->body->room_hidden);
        return;
    }
    enum table_news news = table_take_event(&course->visit.table, event->event, event->body);
    if (event->event == EVENT_ROOM_REMATCH_REFUSED)
        course->commands.is_rematch_wanted = false;
    if (news == TABLE_NEWS)
        tell_news(course, event);
    else if (news == TABLE_NEWS_OUT_OF_STEP)
        visit_send_sync(&course->visit);
    if (news == TABLE_NEWS && event->event == EVENT_GAME_MOVED)
        say_lapsed(course, open, event->body->game_moved.by);
}

/* Sits down with the opponent, also if the player has cancelled, but too late. */
static void on_paired(struct course *course, const struct room_record *room)
{
    bool is_awaited = course->visit.stage == STAGE_SEEKING || course->visit.stage == STAGE_LEAVING;
    if (course->visit.plan == PLAN_QUICK && is_awaited) {
        table_set_room(&course->visit.table, room);
        course->visit.stage = STAGE_AT_TABLE;
        course->is_moving = false;
    }
}

static void take_settings(struct course *course, const struct settings_record *settings)
{
    if (course->visit.is_person) {
        assist_take_settings(&course->assist, settings);
        course->visit.calls->take_settings(course->visit.ctx, settings);
    }
}

static uint64_t going_to(const struct course *course)
{
    return course->visit.table.room != 0 ? course->visit.table.room : course->enter.room;
}

void course__take_event(struct course *course, const struct notice *event)
{
    const union event_body *body = event->body;
    mail_take_event(&course->mail, event->event, body);
    others_take_event(&course->others, event);
    if (event->event == EVENT_BYE) {
        course->is_banned = error_from_code(body->bye.code) == ERR_BANNED;
        login_bye(&course->visit, &body->bye);
    } else if (event->event == EVENT_SETTINGS_CHANGED) {
        take_settings(course, body->settings_changed.settings);
    } else if (event->event == EVENT_ROOM_PAIRED) {
        on_paired(course, body->room_paired.room);
    } else if (meet_take_event(&course->meet, event) ||
               invited_take_event(&course->invited, event, going_to(course))) {
        assist_ring(&course->assist, event);
        course__count_invitations(course);
    } else if (!planning_take_event(&course->planning, event) &&
               !login_take_event(&course->visit, event)) {
        on_table_event(course, event);
    }
}

/* ---------------------------------------------------------------- replies */

/* A game that the table did not know: it began while the connection was away, or by our joining. */
static void take_game(struct course *course, const struct game_record *game)
{
    bool is_new = game != NULL && game->game != course->visit.table.game_id;
    unsigned known = is_new ? 0 : course->visit.table.game.ply;
    if (game == NULL)
        return;
    if (table_set_game(&course->visit.table, game) != 0) {
        visit_fail(&course->visit, EXIT_CODE_TROUBLE, "%s",
                   _("This game cannot be shown by this client."));
        return;
    }
    if (is_new && table_is_playing(&course->visit.table)) {
        forget_last_game(course);
        leave_lobby(course);
        say_event(course, EVENT_GAME_STARTED, NULL);
    }
    planning_take_game(&course->planning, game, known);
    planning_take_offer(&course->planning);
}

/* Takes over the table as the server has it. */
static void take_table(struct course *course, const struct room_record *room,
                       const struct game_record *game, const struct chat_line_record *chat,
                       size_t chat_count)
{
    table_set_room(&course->visit.table, room);
    take_game(course, game);
    chat_take(&course->visit, chat, chat_count);
}

/* Takes over what was missed of the player. */
static void take_player(struct course *course, const struct player_sync_reply *reply)
{
    if (!reply->whole)
        return;
    invited_say(&course->invited, reply->invitations, reply->invitations_count, going_to(course));
    course__count_invitations(course);
    if (mail_take_unread(&course->mail, reply->unread))
        login_say_unread(&course->visit, reply->unread);
}

static void take_games(struct course *course, const struct player_games_reply *reply)
{
    if (course->visit.stage != STAGE_ENTERING)
        aid_take_games(&course->aid, reply);
    uint64_t room = others_take_games(&course->others, reply);
    if (room != 0)
        course__go(course, room);
}

void course__watch_lobby(struct course *course)
{
    struct request request = {.op = OP_LOBBY_WATCH};
    request.as.lobby_watch =
        (struct lobby_watch_request){ON_ANY_TERMS, .limit = INVITED_OPEN_MAX + 1};
    if (!course->visit.is_person)
        return;
    course->has_lobby = true;
    visit_send(&course->visit, &request);
}

static void sit_down(struct course *course, const struct room_record *room)
{
    table_set_room(&course->visit.table, room);
    course->visit.stage = STAGE_AT_TABLE;
    course->visit.calls->open_screen(course->visit.ctx);
    if (room->state != ROOM_STATE_WORD_OPEN || !table_is_seated(&course->visit.table))
        return;
    meet_wait(&course->meet, room);
    if (room->invited == NULL && !room->link)
        course__watch_lobby(course);
}

void course__join(struct course *course, const struct room_record *room)
{
    const struct table *table = &course->visit.table;
    const struct room_leave_request leave = {.room = table->room, .keeps_seat = true};
    bool is_over = !table_is_seated(table) || !table_is_playing(table);
    course->is_joining = false;
    invited_drop(&course->invited, room->room);
    course__count_invitations(course);
    if (is_over && !table->is_gone && !meet_pass_by(&course->meet))
        visit_send(&course->visit, &(struct request){.op = OP_ROOM_LEAVE, .as.room_leave = leave});
    if (course->visit.plan == PLAN_WATCH)
        course->visit.plan = PLAN_PLAY;
    sit_down(course, room);
}

/* A reply on the way to a table. */
static void take_on_the_way(struct course *course, const struct notice *notice)
{
    const struct room_record *room = enter_take_reply(&course->enter, notice);
    if (room != NULL)
        sit_down(course, room);
    else if (enter_is_asking(&course->enter))
        course__ask(course);
}

static void take_moved(struct course *course, const struct game_move_reply *reply)
{
    course->answered_ply = reply->ply;
    saying_take_move(&course->saying);
    others_take_move(&course->others);
}

static void take_left(struct course *course)
{
    if (!course__move(course))
        course__end(course);
}

/* The others who are here while the player waits, and what can be done if there are none. */
static void take_lobby(struct course *course, const struct lobby_watch_reply *lobby)
{
    if (!course->has_lobby || course->visit.stage == STAGE_ENTERING)
        return;
    invited_take_lobby(&course->invited, lobby);
    course__count_invitations(course);
    if (!table_need_is_met(TABLE_NEED_WAITING, &course->visit) || course->visit.invitations > 0)
        return;
    visit_say(&course->visit, COLOUR_BOLD, "%s",
              lobby->players <= 1
                  ? _("Nobody else is here. To play against the computer, type computer.")
                  : _("While you wait: to play against the computer instead, type computer."));
}

/* A reply about the room, its seats or its game. False: it is about something else. */
static bool take_room_reply(struct course *course, const struct notice *notice)
{
    const union reply_body *reply = notice->reply;
    switch (notice->op) {
    case OP_ROOM_JOIN:
        if (course->is_joining)
            course__join(course, reply->room_join.room);
        take_game(course, reply->room_join.game);
        break;
    case OP_ROOM_OPEN:
        take_game(course, reply->room_open.game); /* against a computer it has begun */
        break;
    case OP_ROOM_WATCH:
        take_table(course, reply->room_watch.room, reply->room_watch.game, reply->room_watch.chat,
                   reply->room_watch.chat_count);
        break;
    case OP_ROOM_SYNC:
        if (reply->room_sync.room->room == course->visit.table.room) /* after a return */
            take_table(course, reply->room_sync.room, reply->room_sync.game, reply->room_sync.chat,
                       reply->room_sync.chat_count);
        break;
    case OP_GAME_SYNC:
        take_game(course, reply->game_sync.game);
        table_take_sync(&course->visit.table, &reply->game_sync); /* the clocks */
        break;
    case OP_ROOM_REMATCH:
        take_game(course, reply->room_rematch.game);
        break;
    case OP_GAME_MOVE:
        take_moved(course, &reply->game_move);
        break;
    case OP_ROOM_LEAVE:
        if (course->visit.stage == STAGE_LEAVING)
            take_left(course);
        break;
    default:
        return false;
    }
    return true;
}

void course__take_reply(struct course *course, const struct notice *notice)
{
    const union reply_body *reply = notice->reply;
    if (course->visit.stage == STAGE_ENTERING)
        take_on_the_way(course, notice);
    if (take_room_reply(course, notice))
        return;
    switch (notice->op) {
    case OP_LOBBY_WATCH:
        take_lobby(course, &reply->lobby_watch);
        break;
    case OP_ROOM_LINK:
        meet_take_link(&course->meet, &reply->room_link);
        break;
    case OP_PLAYER_SYNC:
        take_player(course, &reply->player_sync);
        break;
    case OP_PLAYER_GAMES:
        take_games(course, &reply->player_games);
        break;
    case OP_MEMO_LIST:
        login_take_memos(&course->visit, &reply->memo_list);
        break;
    case OP_GAME_PLAN:
        planning_take_reply(&course->planning, &reply->game_plan);
        break;
    case OP_ROOM_SAY:
        saying_take_said(&course->saying);
        break;
    case OP_MESSAGE_SEND:
        saying_take_message(&course->saying);
        break;
    case OP_SETTINGS_GET:
        take_settings(course, reply->settings_get.settings);
        break;
    case OP_ROOM_QUICK:
        meet_say_estimate(&course->meet, &reply->room_quick);
        break;
    case OP_ROOM_DECLINE:
        visit_say(&course->visit, COLOUR_PLAIN, "%s", _("Declined."));
        break;
    case OP_ROOM_QUICK_CANCEL:
        take_left(course);
        break;
    default:
        break;
    }
}

/* ---------------------------------------------------------------- errors */

/* An error to something that was typed, or to what follows a return. */
static void on_table_error(struct course *course, const struct notice *notice)
{
    char text[INK_TEXT_SIZE];
    int error = error_from_code(notice->error.code);
    bool is_of_room = notice->op == OP_ROOM_WATCH || notice->op == OP_ROOM_SYNC;
    if (is_of_room && error == ERR_NO_SUCH_ROOM) {
        course->visit.table.is_gone = true;
        if (meet_fail_closed(&course->meet, NULL))
            return;
    }
    if (notice->op == OP_PLAYER_GAMES)
        aid_take_error(&course->aid);
    if (notice->op == OP_GAME_MOVE)
        table_drop_pending(&course->visit.table);
    if (notice->op == OP_ROOM_SAY && saying_take_refused(&course->saying, &notice->error))
        return;
    if (notice->op == OP_GAME_PLAN && !planning_take_error(&course->planning))
        return;
    if (notice->op == OP_ROOM_REMATCH)
        course->commands.is_rematch_wanted = false;
    if (error == ERR_STALE_PLY)
        visit_send_sync(&course->visit);
    if (!course->visit.is_person)
        course->exit = EXIT_CODE_REFUSED; /* a script should see that a line was refused */
    problem_sentence(&notice->error, text, sizeof(text));
    visit_say(&course->visit, COLOUR_ERROR, "%s", text);
    if (notice->op == OP_GAME_MOVE)
        saying_drop(&course->saying);
}

void course_refuse(struct course *course, int error)
{
    const struct notice notice = {
        .kind = NOTICE_ERROR,
        .op = OP_COUNT,
        .error = {.code = error_code(error), .message = error_message(error), .appeal = NONE}};
    on_table_error(course, &notice);
}

/* The room of an invitation could not be joined. Returns whether the player sits there already. */
static bool on_join_error(struct course *course, int error)
{
    uint64_t room = course->commands.next.room;
    course->is_joining = false;
    if (error == ERR_NO_SUCH_ROOM || error == ERR_ROOM_FULL || error == ERR_ALREADY_IN_ROOM)
        invited_drop(&course->invited, room);
    course__count_invitations(course);
    if (error == ERR_ALREADY_IN_ROOM)
        course__go(course, room);
    return error == ERR_ALREADY_IN_ROOM;
}

/* Whether nobody need be told: just paired; a server without settings has none to count; nobody
 * asked; or the server was there all the time, and the player waits. */
static bool is_nobodys_error(const struct course *course, const struct notice *notice)
{
    if (notice->op == OP_ROOM_QUICK)
        return course->visit.stage == STAGE_SEEKING && course->has_come_back &&
               error_from_code(notice->error.code) == ERR_ALREADY_WAITING;
    return notice->op == OP_ROOM_QUICK_CANCEL || notice->op == OP_SETTINGS_GET ||
           notice->op == OP_GAME_FOCUS || notice->op == OP_ROOM_LEAVE ||
           (notice->op == OP_LOBBY_WATCH && course->has_lobby) || notice->op == OP_LOBBY_LEAVE;
}

void course__take_error(struct course *course, const struct notice *notice)
{
    bool is_invited = notice->op == OP_ROOM_JOIN && course->is_joining;
    if (is_invited && on_join_error(course, error_from_code(notice->error.code)))
        return;
    if (notice->op == OP_PLAYER_GAMES && others_take_error(&course->others) &&
        !aid_is_busy(&course->aid))
        return; /* nobody typed anything for it */
    bool is_leaving = notice->op == OP_ROOM_LEAVE && course->visit.stage == STAGE_LEAVING;
    if (is_leaving && course__move(course))
        return;
    if (is_leaving)
        course__end(course);
    else if (is_nobodys_error(course, notice))
        return;
    else if (course->visit.stage == STAGE_SEEKING && notice->op == OP_ROOM_QUICK)
        enter_fail(&course->enter, &notice->error);
    else if (course->visit.stage == STAGE_ENTERING)
        enter_take_error(&course->enter, notice);
    else
        on_table_error(course, notice);
}
