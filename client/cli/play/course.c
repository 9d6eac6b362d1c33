/* SPDX-License-Identifier: MIT */
/*
 * The course of client/cli/play/course.h.
 */
#include "client/cli/play/course.h"

#include "client/cli/connect/account.h"
#include "client/cli/play/chat.h"
#include "client/cli/play/login.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/event.h"
#include "client/cli/words/problem.h"
#include "client/cli/words/table.h"
#include "client/core/table_event.h"
#include "client/core/table_record.h"

#include <string.h>

/* ---------------------------------------------------------------- ending */

static void end(struct course *course)
{
    course->visit.calls->stop(course->visit.ctx, course->exit, NULL);
}

static void leave_room(struct course *course)
{
    course->visit.stage = STAGE_LEAVING;
    visit_send(&course->visit, &(struct request){.op = OP_ROOM_LEAVE,
                                                 .as.room_leave.room = course->visit.table.room});
}

/* A room without a game in progress is left, so that nobody waits for a player who is not there. A
 * room that waits for days, for a correspondence game, is kept by the server. */
void course_quit(struct course *course)
{
    bool is_ready = visit_is_ready(&course->visit);
    bool is_room_idle = course->visit.stage == STAGE_AT_TABLE &&
                        table_is_seated(&course->visit.table) &&
                        !table_is_playing(&course->visit.table) && !course->visit.table.is_gone &&
                        course->visit.plan != PLAN_SOLO;
    if (course->visit.stage == STAGE_SEEKING && is_ready) {
        course->visit.stage = STAGE_LEAVING;
        meet_cancel(&course->meet);
    } else if (!is_room_idle || meet_keep_room(&course->meet) || !is_ready) {
        end(course);
    } else {
        leave_room(course);
    }
}

/* ---------------------------------------------------------------- what is typed */

/* Whether the table shows all that was done: the answer to a move may come before its event. */
static bool is_settled(const struct course *course)
{
    const struct table *table = &course->visit.table;
    bool is_board_over = table_is_playing(table) && table_task(table) == TABLE_TASK_OVER;
    return course->visit.stage == STAGE_AT_TABLE && visit_is_calm(&course->visit) &&
           !course->solo.is_asked && table->game.ply >= course->answered_ply && !is_board_over;
}

bool course_next_news(struct course *course, struct notice *notice_out)
{
    if (course->visit.plan != PLAN_SOLO || course->visit.stage != STAGE_AT_TABLE)
        return false;
    if (solo_next(&course->solo, notice_out))
        return true;
    course_settle(course);
    solo_settle(&course->solo);
    return solo_next(&course->solo, notice_out);
}

void course_settle(struct course *course)
{
    attention_tell(&course->attention);
    if (is_settled(course) && !course->commands.is_resign_asked)
        assist_close_threat(&course->assist);
}

static bool may_go(const struct course *course, enum waits_for what)
{
    if (course->visit.plan == PLAN_SOLO) /* nothing happens there that no line has led to */
        return is_settled(course);
    if (course->visit.stage == STAGE_SEEKING)
        return what == WAITS_FOR_NOTHING && visit_is_calm(&course->visit);
    return is_settled(course) && table_commands_may_go(&course->commands, what);
}

bool course_may_do(const struct course *course, const char *line)
{
    return may_go(course, table_commands_wait(&course->commands, line));
}

static void do_at_table(struct course *course, const char *line)
{
    switch (table_commands_do(&course->commands, line)) {
    case TABLE_WISH_CLOSE:
        course_settle(course);
        break;
    case TABLE_WISH_LEAVE:
        leave_room(course);
        break;
    case TABLE_WISH_QUIT:
        course_quit(course);
        break;
    case TABLE_WISH_NONE:
        break;
    }
}

void course_do_line(struct course *course, const char *line)
{
    enum stage stage = course->visit.stage;
    if (stage != STAGE_ASKING && stage != STAGE_SEEKING)
        do_at_table(course, line);
    else if (strcmp(line, "quit") == 0)
        course_quit(course);
    else if (stage == STAGE_ASKING && enter_answer(&course->enter, line))
        course->visit.stage = STAGE_ENTERING;
}

/* A watcher need not type anything: the end of the game ends that. */
void course_end_lines(struct course *course)
{
    if (may_go(course, course->visit.plan == PLAN_WATCH ? WAITS_FOR_RESULT : WAITS_FOR_NOTHING))
        course_quit(course);
}

/* ---------------------------------------------------------------- beginning */

/* Sits down at a table of one's own. */
static void start_solo(struct course *course)
{
    solo_start(&course->solo);
    table_init(&course->visit.table, course->solo.umpire.me);
    course->visit.stage = STAGE_AT_TABLE;
    course->visit.calls->open_screen(course->visit.ctx);
}

void course_start(struct course *course)
{
    const struct visit *visit = &course->visit;
    table_init(&course->visit.table, "");
    mail_init(&course->mail, 0);
    assist_init(&course->assist, visit);
    course->attention = (struct attention){.visit = visit};
    course->enter = (struct enter){.visit = visit};
    course->meet = (struct meet){.visit = visit};
    course->solo = (struct solo){.visit = visit};
    course->commands = (struct table_commands){
        .visit = visit, .assist = &course->assist, .meet = &course->meet, .solo = &course->solo};
    if (visit->plan == PLAN_SOLO)
        start_solo(course);
    else
        login_start(visit);
}

bool course_logs_in_again(struct course *course, const struct session_error *error)
{
    return course->visit.stage == STAGE_LOGGING_IN && login_try_again(&course->visit, error);
}

static void open_screen(const struct course *course)
{
    course->visit.calls->open_screen(course->visit.ctx);
}

static void find_table(struct course *course, const struct notice *ready)
{
    bool is_quick = course->visit.plan == PLAN_QUICK;
    course->visit.stage = is_quick ? STAGE_SEEKING : STAGE_ENTERING;
    if (enter_begin(&course->enter, ready)) {
        course->visit.stage = STAGE_ASKING;
        open_screen(course);
    }
    if (is_quick) {
        open_screen(course);
        meet_seek(&course->meet);
    }
}

static void on_ready(struct course *course, const struct notice *ready)
{
    int64_t now_ms = course->visit.table.now_ms;
    if (course->visit.is_person) /* for whom the settings count */
        visit_send(&course->visit, &(struct request){.op = OP_SETTINGS_GET});
    course->is_offline = false;
    if (!ready->is_return) {
        account_save(course->visit.invocation, course->visit.session);
        table_init(&course->visit.table, session_name(course->visit.session));
        table_pass_time(&course->visit.table, now_ms);
    }
    login_welcome(&course->visit, ready);
    if (!ready->is_return) {
        meet_say_invitations(&course->meet, ready->invitations, ready->invitations_count, 0);
        mail_take_unread(&course->mail, ready->unread);
        find_table(course, ready);
    }
}

static void on_refused(struct course *course, const struct session_error *error)
{
    course->is_banned = error_from_code(error->code) == ERR_BANNED;
    login_refused(&course->visit, error);
}

bool course_lose_connection(struct course *course, int64_t now_ms)
{
    if (course->visit.stage == STAGE_AT_TABLE) {
        table_stop_clocks(&course->visit.table, now_ms);
        attention_forget(&course->attention);
        course->is_offline = true;
        return true;
    }
    if (course->visit.stage == STAGE_LEAVING)
        end(course);
    return false;
}

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

static void forget_last_game(struct course *course)
{
    course->commands.is_rematch_wanted = false;
    course->answered_ply = 0;
}

/* The table has taken a move back. */
static void take_back(struct course *course)
{
    int64_t ply = course->visit.table.game.ply;
    course->answered_ply = course->answered_ply > ply ? ply : course->answered_ply;
    assist_take_back(&course->assist);
}

/* The table has taken an event. */
static void tell_news(struct course *course, const struct notice *event)
{
    if (event->event == EVENT_ROOM_CLOSED &&
        meet_fail_closed(&course->meet, event->body->room_closed.reason))
        return;
    if (event->event == EVENT_GAME_STARTED)
        forget_last_game(course);
    if (event->event == EVENT_GAME_TAKEN_BACK)
        take_back(course);
    assist_ring(&course->assist, event);
    say_event(course, event->event, event->body);
    if (event->event == EVENT_GAME_STARTED)
        assist_tell_rest(&course->assist);
}

static void on_table_event(struct course *course, const struct notice *event)
{
    const struct table *table = &course->visit.table;
    int draw_offer = table->draw_offer;
    int takeback = table->takeback;
    if (event->event == EVENT_ROOM_HIDDEN) {
        chat_take_hidden(&course->visit, &event->body->room_hidden);
        return;
    }
    enum table_news news = table_take_event(&course->visit.table, event->event, event->body);
    if (news == TABLE_NEWS)
        tell_news(course, event);
    else if (news == TABLE_NEWS_OUT_OF_STEP)
        visit_send_sync(&course->visit);
    if (news == TABLE_NEWS && event->event == EVENT_GAME_MOVED) {
        visit_say_lapsed(&course->visit, EVENT_GAME_DRAW_OFFERED, draw_offer, table->draw_offer);
        visit_say_lapsed(&course->visit, EVENT_GAME_TAKEBACK_ASKED, takeback, table->takeback);
    }
}

/* Sits down with the opponent, also if the player has cancelled, but too late. */
static void on_paired(struct course *course, const struct room_record *room)
{
    bool is_awaited = course->visit.stage == STAGE_SEEKING || course->visit.stage == STAGE_LEAVING;
    if (course->visit.plan == PLAN_QUICK && is_awaited) {
        table_set_room(&course->visit.table, room);
        course->visit.stage = STAGE_AT_TABLE;
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

static void on_event(struct course *course, const struct notice *event)
{
    const union event_body *body = event->body;
    mail_take_event(&course->mail, event->event, body);
    if (event->event == EVENT_BYE) {
        course->is_banned = error_from_code(body->bye.code) == ERR_BANNED;
        login_bye(&course->visit, &body->bye);
    } else if (event->event == EVENT_SETTINGS_CHANGED) {
        take_settings(course, body->settings_changed.settings);
    } else if (event->event == EVENT_ROOM_PAIRED) {
        on_paired(course, body->room_paired.room);
    } else if (meet_take_event(&course->meet, event, going_to(course))) {
        assist_ring(&course->assist, event);
    } else if (!login_take_event(&course->visit, event)) {
        on_table_event(course, event);
    }
}

/* ---------------------------------------------------------------- replies */

/* A game that the table did not know: it began while the connection was away, or by our joining. */
static void take_game(struct course *course, const struct game_record *game)
{
    bool is_new = game != NULL && game->game != course->visit.table.game_id;
    if (game == NULL)
        return;
    if (table_set_game(&course->visit.table, game) != 0) {
        visit_fail(&course->visit, EXIT_CODE_TROUBLE, "%s",
                   _("This game cannot be shown by this client."));
        return;
    }
    if (is_new && table_is_playing(&course->visit.table)) {
        forget_last_game(course);
        say_event(course, EVENT_GAME_STARTED, NULL);
    }
}

static void take_watched(struct course *course, const struct room_watch_reply *reply)
{
    table_set_room(&course->visit.table, reply->room);
    take_game(course, reply->game);
    chat_take(&course->visit, reply->chat, reply->chat_count);
}

/* Takes over the table after a return: events that were missed came before, or all is here. */
static void take_room(struct course *course, const struct room_sync_reply *reply)
{
    if (reply->room->room != course->visit.table.room)
        return;
    table_set_room(&course->visit.table, reply->room);
    take_game(course, reply->game);
    chat_take(&course->visit, reply->chat, reply->chat_count);
}

/* The same of the player. */
static void take_player(struct course *course, const struct player_sync_reply *reply)
{
    if (!reply->whole)
        return;
    meet_say_invitations(&course->meet, reply->invitations, reply->invitations_count,
                         going_to(course));
    if (mail_take_unread(&course->mail, reply->unread))
        login_say_unread(&course->visit, reply->unread);
}

static void sit_down(struct course *course, const struct room_record *room)
{
    table_set_room(&course->visit.table, room);
    course->visit.stage = STAGE_AT_TABLE;
    open_screen(course);
    if (room->state == ROOM_STATE_WORD_OPEN && table_is_seated(&course->visit.table))
        meet_wait(&course->meet, room);
}

static void on_reply(struct course *course, const struct notice *notice)
{
    const union reply_body *reply = notice->reply;
    const struct room_record *room =
        course->visit.stage == STAGE_ENTERING ? enter_take_reply(&course->enter, notice) : NULL;
    if (room != NULL)
        sit_down(course, room);
    switch (notice->op) {
    case OP_ROOM_JOIN:
        take_game(course, reply->room_join.game);
        break;
    case OP_ROOM_OPEN:
        take_game(course, reply->room_open.game); /* against a computer it has begun */
        break;
    case OP_ROOM_WATCH:
        take_watched(course, &reply->room_watch);
        break;
    case OP_ROOM_SYNC:
        take_room(course, &reply->room_sync);
        break;
    case OP_PLAYER_SYNC:
        take_player(course, &reply->player_sync);
        break;
    case OP_GAME_SYNC:
        take_game(course, reply->game_sync.game);
        table_take_sync(&course->visit.table, &reply->game_sync); /* the clocks */
        break;
    case OP_ROOM_REMATCH:
        take_game(course, reply->room_rematch.game);
        break;
    case OP_GAME_MOVE:
        course->answered_ply = reply->game_move.ply;
        break;
    case OP_SETTINGS_GET:
        take_settings(course, reply->settings_get.settings);
        break;
    case OP_ROOM_QUICK:
        meet_say_estimate(&course->meet, &reply->room_quick);
        break;
    case OP_ROOM_QUICK_CANCEL:
    case OP_ROOM_LEAVE:
        end(course);
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
    if (notice->op == OP_ROOM_REMATCH)
        course->commands.is_rematch_wanted = false;
    if (error == ERR_STALE_PLY)
        visit_send_sync(&course->visit);
    if (!course->visit.is_person)
        course->exit = EXIT_CODE_REFUSED; /* a script should see that a line was refused */
    problem_sentence(&notice->error, text, sizeof(text));
    visit_say(&course->visit, COLOUR_ERROR, "%s", text);
}

static void on_error(struct course *course, const struct notice *notice)
{
    if (notice->op == OP_ROOM_LEAVE)
        end(course);
    else if (notice->op == OP_ROOM_QUICK_CANCEL || notice->op == OP_SETTINGS_GET ||
             notice->op == OP_GAME_FOCUS)
        return; /* just paired; a server without settings has none to count; nobody asked */
    else if (course->visit.stage == STAGE_SEEKING && notice->op == OP_ROOM_QUICK)
        enter_fail(&course->enter, &notice->error);
    else if (course->visit.stage == STAGE_ENTERING)
        enter_take_error(&course->enter, notice);
    else
        on_table_error(course, notice);
}

void course_take_notice(struct course *course, const struct notice *notice)
{
    switch (notice->kind) {
    case NOTICE_READY:
        on_ready(course, notice);
        break;
    case NOTICE_REFUSED:
        on_refused(course, &notice->error);
        break;
    case NOTICE_REPLY:
        on_reply(course, notice);
        break;
    case NOTICE_ERROR:
        on_error(course, notice);
        break;
    case NOTICE_LOST:
        visit_say(&course->visit, COLOUR_ERROR,
                  _("The connection broke before the server answered \"%s\"; look whether it is "
                    "done."),
                  op_info(notice->op)->wire);
        break;
    case NOTICE_EVENT:
        on_event(course, notice);
        break;
    case NOTICE_BROKEN: /* the link's business */
        break;
    }
}
