/* SPDX-License-Identifier: MIT */
/*
 * The course of client/cli/play/course.h.
 */
#include "client/cli/play/course.h"

#include "client/cli/connect/account.h"
#include "client/cli/play/course_private.h"
#include "client/cli/play/login.h"
#include "client/cli/terminal/i18n.h"
#include "client/core/moves.h"
#include "proto/error.h"

#include <string.h>

/* ---------------------------------------------------------------- ending */

void course__end(struct course *course)
{
    course->visit.calls->stop(course->visit.ctx, course->exit, NULL);
}

static void leave_room(struct course *course)
{
    course->visit.stage = STAGE_LEAVING;
    visit_send(&course->visit, &(struct request){.op = OP_ROOM_LEAVE,
                                                 .as.room_leave = {.room = course->visit.table.room,
                                                                   .keeps_seat = true}});
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
        course__end(course);
    } else {
        leave_room(course);
    }
}

/* ---------------------------------------------------------------- moves */

/* Says what became of the move that the table noted last, and of what was to be said with it. */
static void say_fate(struct course *course, enum moves_fate fate)
{
    static const struct {
        enum colour colour;
        const char *text; /* NULL: what is shown says it */
    } sentences[] = {
        [MOVES_BEFORE] = {COLOUR_ERROR, N_("Sending %s.")},
        [MOVES_IMPOSSIBLE] = {COLOUR_ERROR, N_("%s cannot be sent.")},
        [MOVES_OUTDATED] = {COLOUR_ERROR, N_("%s was not played: the position has changed.")},
        [MOVES_FORGOTTEN] = {COLOUR_PLAIN, N_("%s was not sent.")},
        [MOVES_UNKNOWN] = {COLOUR_PLAIN,
                           N_("%s will not be sent again; the server may already have it.")},
    };
    const struct table *table = &course->visit.table;
    if (fate >= sizeof(sentences) / sizeof(sentences[0]) || sentences[fate].text == NULL)
        return;
    visit_say(&course->visit, sentences[fate].colour, gettext(sentences[fate].text),
              words_action(table->variant, table->pending.action).text);
    if (fate != MOVES_BEFORE)
        saying_drop(&course->saying);
}

void course_make_move(struct course *course, const struct game_move_request *move)
{
    struct action action;
    struct table *table = &course->visit.table;
    (void)action_parse(table->variant, move->action, strlen(move->action), &action);
    int fate = moves_make(course->visit.session, table, action);
    if (fate >= 0) {
        say_fate(course, (enum moves_fate)fate);
        return;
    }
    course_refuse(course, fate);
    saying_drop(&course->saying);
}

static void on_lost_request(struct course *course, enum op op)
{
    if (op == OP_ROOM_JOIN)
        course->is_joining = false;
    if (op == OP_ROOM_SAY)
        saying_take_said(&course->saying);
    if (op != OP_GAME_MOVE) {
        visit_say(
            &course->visit, COLOUR_ERROR,
            _("The connection broke before the server answered \"%s\"; check whether it was done."),
            op_info(op)->wire);
        return;
    }
    table_drop_pending(&course->visit.table);
    say_fate(course, MOVES_OUTDATED);
}

/* `takeback typed` */
static void forget_move(struct course *course)
{
    enum moves_fate fate = moves_forget(course->visit.session, &course->visit.table);
    if (fate == MOVES_NONE)
        visit_say(&course->visit, COLOUR_ERROR, "%s", _("No move is waiting to be sent."));
    else
        say_fate(course, fate);
}

/* ---------------------------------------------------------------- what is typed */

/* Whether the table shows all that was done: the answer to a move may come before its event. A game
 * that is over hides nothing, also where the room is open again and its board is gone. */
static bool is_settled(const struct course *course)
{
    const struct table *table = &course->visit.table;
    bool is_behind = table_is_playing(table) && (table->game.ply < course->answered_ply ||
                                                 table_task(table) == TABLE_TASK_OVER);
    return course->visit.stage == STAGE_AT_TABLE && visit_is_calm(&course->visit) &&
           !course->solo.is_asked && !aid_is_busy(&course->aid) && !course->review.is_running &&
           !is_behind;
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
    if (course->visit.session != NULL)
        session_set_urgent(course->visit.session, table_is_against_time(&course->visit.table));
    attention_tell(&course->attention);
    reading_settle(&course->reading);
    aid_settle(&course->aid);
    review_settle(&course->review);
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
    char meant[TYPED_SIZE];
    reading_peek(&course->reading, line, meant);
    return may_go(course, table_commands_wait(&course->commands, meant));
}

/* A room is against one player, from one position, and each level is a player: what differs is in
 * another room. */
static void go_to_next(struct course *course)
{
    course->is_moving = true;
    leave_room(course);
}

bool course__move(struct course *course)
{
    if (!course->is_moving)
        return false;
    course->is_moving = false;
    course->visit.stage = STAGE_ENTERING;
    bool is_joining = course->is_joining;
    course->is_joining = false;
    if (is_joining)
        enter_join(&course->enter, course->commands.next.room);
    else if (course->commands.next.room != 0)
        enter_go(&course->enter, course->commands.next.room);
    else
        own_room_open_next(&course->enter.own, &course->commands.next);
    return true;
}

/* A game in progress is not left by looking after another one, nor is a room that waits for days;
 * another room without a game is. */
void course__go(struct course *course, uint64_t room)
{
    const struct table *table = &course->visit.table;
    course->commands.is_resign_asked = false;
    course->commands.next = (struct next_room){.room = room};
    bool is_idle = table_is_seated(table) && !table_is_playing(table) && !table->is_gone;
    if (is_idle && !meet_pass_by(&course->meet)) {
        go_to_next(course);
        return;
    }
    course->visit.stage = STAGE_ENTERING;
    enter_go(&course->enter, room);
}

void course__count_invitations(struct course *course)
{
    course->visit.invitations = invited_count(&course->invited);
}

/* Joins the room of an invitation: the one where the player waits is left behind that, so that
 * nothing is lost if it fails. Looking for any opponent ends before. */
static void join_invited(struct course *course)
{
    course->is_joining = course->visit.stage == STAGE_AT_TABLE;
    if (course->visit.stage == STAGE_SEEKING) {
        course->is_joining = true;
        course->is_moving = true;
        course->visit.stage = STAGE_LEAVING;
        meet_cancel(&course->meet);
        return;
    }
    const struct room_join_request join = {.room = course->commands.next.room};
    if (course->is_joining)
        visit_send(&course->visit, &(struct request){.op = OP_ROOM_JOIN, .as.room_join = join});
}

static void do_at_table(struct course *course, const char *line, const char *typed)
{
    switch (table_commands_do(&course->commands, line, typed)) {
    case TABLE_WISH_CLOSE:
        course_settle(course);
        break;
    case TABLE_WISH_LEAVE:
        leave_room(course);
        break;
    case TABLE_WISH_JOIN:
        join_invited(course);
        break;
    case TABLE_WISH_NEXT:
        go_to_next(course);
        break;
    case TABLE_WISH_QUIT:
        course_quit(course);
        break;
    case TABLE_WISH_FORGET:
        forget_move(course);
        break;
    case TABLE_WISH_NONE:
        break;
    }
    course__count_invitations(course);
}

/* Whether the line answers an invitation. */
static bool is_answer(const char *line)
{
    static const char *const answers[] = {"accept", "refuse", "decline", "yes", "no"};
    for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++) {
        size_t len = strlen(answers[i]);
        if (strncmp(line, answers[i], len) == 0 && (line[len] == '\0' || line[len] == ' '))
            return true;
    }
    return false;
}

void course_do_line(struct course *course, const char *typed)
{
    char line[TYPED_SIZE];
    enum stage stage = course->visit.stage;
    if (!reading_take(&course->reading, typed, line))
        return;
    bool is_to_invitation =
        stage == STAGE_SEEKING && course->visit.invitations > 0 && is_answer(line);
    if (is_to_invitation || (stage != STAGE_ASKING && stage != STAGE_SEEKING))
        do_at_table(course, line, typed);
    else if (strcmp(line, "quit") == 0)
        course_quit(course);
    else if (stage == STAGE_ASKING && course->is_offline)
        return; /* the answer would be lost; what is shown says why */
    else if (stage == STAGE_ASKING && enter_answer(&course->enter, line))
        course->visit.stage = enter_is_asking(&course->enter) ? STAGE_ASKING : STAGE_ENTERING;
    else if (stage == STAGE_ASKING && line[0] != '\0')
        visit_say(&course->visit, COLOUR_ERROR, "%s", _("Answer the question first: yes or no."));
}

void course_step(struct course *course, int step)
{
    if (course->visit.stage == STAGE_AT_TABLE)
        review_do_step(&course->review, step);
}

void course_step_last(struct course *course)
{
    if (course->visit.stage == STAGE_AT_TABLE && review_looks_back(&course->review))
        review_do_live(&course->review);
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
    course->enter = (struct enter){.visit = visit, .own = {.visit = visit}};
    course->meet = (struct meet){.visit = visit};
    course->invited = (struct invited){.visit = visit};
    course->others = (struct others){.visit = visit};
    course->saying = (struct saying){.visit = visit};
    course->planning = (struct planning){.visit = visit};
    course->levels = (struct levels){.visit = visit};
    course->reading = (struct reading){.visit = visit};
    course->review = (struct review){.visit = visit};
    course->aid = (struct aid){.visit = visit,
                               .assist = &course->assist,
                               .levels = &course->levels,
                               .review = &course->review};
    course->solo = (struct solo){.visit = visit, .levels = &course->levels};
    course->commands = (struct table_commands){.visit = visit,
                                               .assist = &course->assist,
                                               .meet = &course->meet,
                                               .invited = &course->invited,
                                               .others = &course->others,
                                               .saying = &course->saying,
                                               .planning = &course->planning,
                                               .levels = &course->levels,
                                               .review = &course->review,
                                               .aid = &course->aid,
                                               .solo = &course->solo};
    if (visit->plan == PLAN_SOLO)
        start_solo(course);
    else
        login_start(visit);
}

void course_take_thought(struct course *course, int error, const struct thought *thought)
{
    if (course->aid.is_thinking)
        aid_take_thought(&course->aid, error, thought);
    else
        solo_take_thought(&course->solo, error, thought);
}

static void open_screen(const struct course *course)
{
    course->visit.calls->open_screen(course->visit.ctx);
}

void course__ask(struct course *course)
{
    course->visit.stage = STAGE_ASKING;
    open_screen(course);
}

static void find_table(struct course *course, const struct notice *ready)
{
    bool is_quick = course->visit.plan == PLAN_QUICK;
    course->visit.stage = is_quick ? STAGE_SEEKING : STAGE_ENTERING;
    if (enter_begin(&course->enter, ready))
        course__ask(course);
    if (is_quick) {
        open_screen(course);
        meet_seek(&course->meet);
        course__watch_lobby(course);
    }
}

static void on_ready(struct course *course, const struct notice *ready)
{
    int64_t now_ms = course->visit.table.now_ms;
    if (course->visit.is_person) /* for whom the settings count */
        visit_send(&course->visit, &(struct request){.op = OP_SETTINGS_GET});
    course->is_offline = false;
    course->is_silent = false;
    course->has_come_back = ready->is_return;
    if (!ready->is_return) {
        account_save(course->visit.invocation, course->visit.session);
        table_init(&course->visit.table, session_name(course->visit.session));
        table_pass_time(&course->visit.table, now_ms);
    }
    course->visit.table.first_move_ms = session_first_move_ms(course->visit.session);
    login_welcome(&course->visit, ready);
    if (ready->is_return)
        say_fate(course, moves_come_back(course->visit.session, &course->visit.table));
    if (ready->is_return && course->visit.stage == STAGE_SEEKING)
        meet_seek(&course->meet); /* whoever was paired meanwhile was told before */
    if (ready->is_return && course->has_lobby)
        course__watch_lobby(course);
    if (!ready->is_return) {
        invited_say(&course->invited, ready->invitations, ready->invitations_count, 0);
        course__count_invitations(course);
        mail_take_unread(&course->mail, ready->unread);
        others_begin(&course->others, ready);
        find_table(course, ready);
    }
}

static void on_refused(struct course *course, const struct session_error *error)
{
    course->is_banned = error_from_code(error->code) == ERR_BANNED;
    login_refused(&course->visit, error);
}

bool course_lose_connection(struct course *course)
{
    enum stage stage = course->visit.stage;
    course->is_silent = false;
    if (stage == STAGE_AT_TABLE) {
        table_cut_off(&course->visit.table);
        attention_forget(&course->attention);
    }
    course->is_offline = stage == STAGE_AT_TABLE || stage == STAGE_SEEKING || stage == STAGE_ASKING;
    if (course->is_offline)
        return true;
    if (course->visit.stage == STAGE_LEAVING)
        course__end(course);
    return false;
}

/* ---------------------------------------------------------------- notices */

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
        course__take_reply(course, notice);
        break;
    case NOTICE_ERROR:
        course__take_error(course, notice);
        break;
    case NOTICE_LOST:
        on_lost_request(course, notice->op);
        break;
    case NOTICE_EVENT:
        course__take_event(course, notice);
        break;
    case NOTICE_SILENT:
    case NOTICE_HEARD:
        course->is_silent = notice->kind == NOTICE_SILENT;
        break;
    case NOTICE_BROKEN: /* the link's business */
        break;
    }
}
