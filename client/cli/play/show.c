/* SPDX-License-Identifier: MIT */
/*
 * What `penta play` shows: a screen for a person, lines of text for a script, JSON for a bot.
 */
#include "client/cli/draw/screen.h"
#include "client/cli/play/play_private.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/clock.h"
#include "client/cli/words/order.h"
#include "client/cli/words/problem.h"
#include "client/cli/words/table.h"
#include "proto/frame.h"
#include "proto/id.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---------------------------------------------------------------- single lines */

static void print_line(struct play *play, enum colour colour, const char *text)
{
    ink_put_line(&play->ink, colour, "%s", text);
    if (ink_flush(&play->ink, STDOUT_FILENO) != 0) {
        play__stop(play, EXIT_CODE_TROUBLE); /* nobody reads any more */
    }
}

void play__say(struct play *play, enum colour colour, const char *format, ...)
{
    char text[INK_TEXT_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    if (play->output == PLAY_SCREEN) {
        notes_add(&play->notes, colour, text);
        play->is_dirty = true;
    } else if (colour == COLOUR_ERROR) {
        problem_tell("%s", text);
    } else if (play->output == PLAY_LINES) {
        print_line(play, colour, text);
    }
}

void play__say_error(struct play *play, const struct session_error *error)
{
    char text[INK_TEXT_SIZE];
    problem_sentence(error, text, sizeof(text));
    play__say(play, COLOUR_ERROR, "%s", text);
}

/* The warning of a login, if there was one. */
void play__say_warning(struct play *play, const struct fine_warning_record *warning)
{
    char text[WORDS_SIZE];
    if (warning != NULL) {
        words_fine_warning(warning, (int64_t)time(NULL) * 1000, text, sizeof(text));
        play__say(play, COLOUR_BOLD, "%s", text);
    }
}

static void say_fined(struct play *play, const struct rating_fined_event *event)
{
    char text[WORDS_SIZE];
    words_fined(event, text, sizeof(text));
    play__say(play, COLOUR_LOST, "%s", text);
}

void play__say_unread(struct play *play, int64_t unread)
{
    char text[WORDS_SIZE];
    if (unread > 0) {
        words_unread(unread, text, sizeof(text));
        play__say(play, COLOUR_BOLD, "%s", text);
    }
}

static void say_received(struct play *play, const struct message_received_event *event)
{
    unsigned long count = (unsigned long)event->unread;
    play__say(play, COLOUR_BOLD,
              ngettext("%s wrote to you (%lu message is not read): penta messages",
                       "%s wrote to you (%lu messages are not read): penta messages", count),
              event->message->from, count);
}

void play__say_mute(struct play *play, const struct sanction_record *mute)
{
    char text[INK_TEXT_SIZE];
    if (mute != NULL) {
        words_own_mute(mute, text, sizeof(text));
        play__say(play, COLOUR_BOLD, "%s", text);
    }
}

static void say_account(struct play *play, const struct account_changed_event *event)
{
    char text[INK_TEXT_SIZE];
    words_account(event, text, sizeof(text));
    if (text[0] != '\0') {
        play__say(play, COLOUR_BOLD, "%s", text);
    }
}

static void say_reported(struct play *play, const struct mod_reported_event *event)
{
    char text[INK_TEXT_SIZE];
    words_reported(event, text, sizeof(text));
    play__say(play, COLOUR_BOLD, "%s", text);
}

bool play__say_personal(struct play *play, const struct notice *notice)
{
    if (notice->event == EVENT_RATING_FINED) {
        say_fined(play, &notice->body->rating_fined);
    } else if (notice->event == EVENT_MESSAGE_RECEIVED) {
        say_received(play, &notice->body->message_received);
    } else if (notice->event == EVENT_ACCOUNT_CHANGED) {
        say_account(play, &notice->body->account_changed);
    } else if (notice->event == EVENT_MOD_REPORTED) {
        say_reported(play, &notice->body->mod_reported);
    } else {
        return false;
    }
    return true;
}

/* ---------------------------------------------------------------- JSON */

#define LOGIN_ID 0 /* what a login is the answer to; requests are numbered from 1 */

static int encode(const struct notice *notice, char *frame, size_t size)
{
    struct fault fault = {0};
    int64_t id = notice->kind == NOTICE_REFUSED ? LOGIN_ID : notice->id;
    switch (notice->kind) {
    case NOTICE_EVENT:
        return event_encode(notice->event, notice->body, frame, size);
    case NOTICE_REPLY:
        return reply_encode(notice->op, notice->id, notice->reply, frame, size);
    case NOTICE_ERROR:
    case NOTICE_REFUSED:
        fault.error = error_from_code(notice->error.code);
        fault.field = notice->error.field;
        fault.retry_after_plies = notice->error.retry_after_plies;
        fault.reason = notice->error.reason;
        return fault.error == 0
                   ? 0
                   : error_encode(id, &fault, notice->error.retry_after_ms, frame, size);
    default:
        return 0;
    }
}

static void print_frame(struct play *play, const char *frame, int len)
{
    if (play->output == PLAY_JSON && len > 0) {
        ink_put_json(&play->ink, frame, (size_t)len);
        if (ink_flush(&play->ink, STDOUT_FILENO) != 0) {
            play__stop(play, EXIT_CODE_TROUBLE);
        }
    }
}

void play__show_notice(struct play *play, const struct notice *notice)
{
    char frame[FRAME_REPLY_MAX + 1];
    print_frame(play, frame, encode(notice, frame, sizeof(frame)));
}

/* Whatever the login was: as the answer to auth.resume, which has no secret in it. */
void play__show_ready(struct play *play, const struct notice *ready)
{
    char frame[FRAME_REPLY_MAX + 1];
    struct auth_resume_reply reply = {
        .name = session_name(play->session),
        .guest = session_is_guest(play->session),
        .rooms = ready->rooms,
        .rooms_count = ready->rooms_count,
        .fine_warning = ready->fine_warning,
        .unread = ready->unread,
        .mute = ready->mute,
        .role = ready->role,
        .invitations = ready->invitations,
        .invitations_count = ready->invitations_count,
    };
    print_frame(play, frame, reply_encode(OP_AUTH_RESUME, LOGIN_ID, &reply, frame, sizeof(frame)));
}

/* ---------------------------------------------------------------- the whole */

/* A person sees how long it is until the game can be claimed; lines that were printed stay. */
static void add_claim(const struct play *play, char *text, size_t size)
{
    char claim[WORDS_SIZE];
    words_claim(&play->table, play__now_ms(play), claim, sizeof(claim));
    size_t len = strlen(text);
    if (play->output == PLAY_SCREEN && claim[0] != '\0') {
        snprintf(text + len, size - len, " %s", claim);
    }
}

static enum colour task_now(const struct play *play, char *text, size_t size)
{
    text[0] = '\0';
    if (play->is_offline) {
        snprintf(text, size, "%s", _("Connection lost, trying again..."));
        return COLOUR_ERROR;
    }
    if (play->is_resign_asked) {
        snprintf(text, size, "%s", _("Really resign? Type yes to give the game up."));
        return COLOUR_BOLD;
    }
    if (play->state == PLAY_ASKING) {
        snprintf(text, size, "%s", _("Go on with it? Type yes, or no for another game."));
        return COLOUR_BOLD;
    }
    if (play->state == PLAY_SEEKING) {
        snprintf(text, size, "%s", _("Looking for an opponent. Type quit to stop."));
        return COLOUR_BOLD;
    }
    if (play->state == PLAY_AT_TABLE) {
        words_task(&play->table, text, size);
        add_claim(play, text, size);
        return COLOUR_BOLD;
    }
    snprintf(text, size, "%s", _("Connecting..."));
    return COLOUR_DIM;
}

static void show_screen(struct play *play)
{
    char task[WORDS_SIZE];
    struct screen screen = {
        .table = &play->table, .notes = &play->notes, .editor = &play->editor, .task = task};
    screen.has_threats = preferences_has(&play->preferences, PREFERENCE_SHOW_THREATS);
    screen.now_ms = play__now_ms(play);
    screen.task_colour = task_now(play, task, sizeof(task));
    terminal_size(&play->terminal, &screen.rows, &screen.columns);
    screen_draw(&screen, &play->ink);
    repaint_reduce(&play->repaint, &play->ink);
    ink_put_raw(&play->ink, "\a", play->is_bell_due ? 1 : 0);
    play->is_bell_due = false;
    play->is_dirty = false;
    play__show_in(play, words_time_lasts_ms(&play->table, screen.now_ms));
    if (ink_flush(&play->ink, STDOUT_FILENO) != 0) {
        play__stop(play, EXIT_CODE_TROUBLE);
    }
}

/* Whether a reader of lines needs the board now. */
static bool is_board_wanted(const struct play *play)
{
    const struct table *table = &play->table;
    return !play->is_offline && play->state == PLAY_AT_TABLE && table->game_id != 0 &&
           (table_is_my_turn(table) || table->result != NONE || table_my_seat(table) == SEAT_NONE);
}

static void show_lines(struct play *play)
{
    char task[WORDS_SIZE];
    enum colour colour = task_now(play, task, sizeof(task));
    bool is_shown = play->state == PLAY_AT_TABLE || play->state == PLAY_SEEKING;
    if (!is_shown || strcmp(task, play->shown_task) == 0) {
        return;
    }
    memcpy(play->shown_task, task, sizeof(task));
    if (is_board_wanted(play)) {
        play__show_board(play);
    }
    print_line(play, colour, task);
}

void play__show(struct play *play)
{
    if (play->state == PLAY_STOPPED) {
        return;
    }
    play__tell_claim(play);
    if (play->output == PLAY_SCREEN && play->has_screen && play->is_dirty) {
        show_screen(play);
    } else if (play->output == PLAY_LINES) {
        show_lines(play);
    }
}

static void put_clocks(struct play *play)
{
    char text[WORDS_SIZE];
    if (play->table.has_clocks) {
        words_clocks(&play->table, play__now_ms(play), text, sizeof(text));
        ink_put_line(&play->ink, COLOUR_PLAIN, "%s", text);
    }
}

void play__show_board(struct play *play)
{
    repaint_forget(&play->repaint); /* perhaps something else wrote to the terminal */
    play->is_dirty = true;
    if (play->output == PLAY_LINES && play->table.variant != NULL) {
        if (preferences_has(&play->preferences, PREFERENCE_SHOW_THREATS)) {
            screen_draw_threats(&play->table, &play->ink);
        } else {
            screen_draw_board(&play->table, &play->ink);
        }
        put_clocks(play);
        if (ink_flush(&play->ink, STDOUT_FILENO) != 0) {
            play__stop(play, EXIT_CODE_TROUBLE);
        }
    }
}

/* ---------------------------------------------------------------- the end */

/* The screen is gone; what matters stays in the shell's window. */
static void leave_result(struct play *play)
{
    char text[WORDS_SIZE];
    screen_draw_board(&play->table, &play->ink);
    ink_flush(&play->ink, STDOUT_FILENO);
    enum colour colour = words_result(&play->table, text, sizeof(text));
    print_line(play, colour, text);
    for (size_t i = 0; i < play->table.changes_count; i++) {
        words_change(&play->table, i, text, sizeof(text));
        print_line(play, COLOUR_PLAIN, text);
    }
}

void play__say_farewell(struct play *play)
{
    char room[ID_TEXT_SIZE];
    char server[300];
    char text[WORDS_SIZE];
    bool was_screen = play->output == PLAY_SCREEN;
    play->output = was_screen ? PLAY_LINES : play->output;
    if (play->failure[0] != '\0') {
        problem_tell("%s", play->failure);
    }
    if (was_screen && play->table.game_id != 0 && play->table.result != NONE) {
        leave_result(play);
    }
    if (play->output == PLAY_LINES && play->farewell[0] != '\0') {
        print_line(play, COLOUR_PLAIN, play->farewell);
    }
    bool goes_on = table_is_playing(&play->table) && play->table.room != 0 && !play->is_banned;
    if (play->output != PLAY_LINES || !goes_on) {
        return;
    }
    id_format(play->table.room, room);
    invocation_server_options(play->invocation, server, sizeof(server));
    if (play->plan == PLAN_WATCH) {
        snprintf(text, sizeof(text), _("The game goes on. Watch it again with: penta watch %s%s"),
                 room, server);
    } else {
        snprintf(text, sizeof(text), _("The game goes on. Come back with: penta play %s%s"), room,
                 server);
    }
    print_line(play, COLOUR_PLAIN, text);
}
