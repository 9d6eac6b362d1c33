/* SPDX-License-Identifier: MIT */
/*
 * The output of client/cli/play/show.h.
 */
#include "client/cli/play/show.h"

#include "client/cli/draw/screen.h"
#include "client/cli/play/course.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "client/cli/words/table.h"
#include "proto/frame.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum show_output show_output_for(const struct invocation *invocation)
{
    if (invocation_has(invocation, OPTION_JSON))
        return SHOW_JSON;
    bool is_screen = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && terminal_can_draw();
    return is_screen ? SHOW_SCREEN : SHOW_LINES;
}

void show_init(struct show *show, enum show_output output, struct look look,
               void (*broken)(void *ctx), void *ctx)
{
    *show = (struct show){.output = output, .broken = broken, .ctx = ctx};
    ink_init(&show->ink, look);
}

void show_deinit(struct show *show)
{
    notes_deinit(&show->notes);
    repaint_deinit(&show->repaint);
    ink_deinit(&show->ink);
}

int show_open_screen(struct show *show, uv_loop_t *loop, const struct terminal_handler *handler)
{
    int failed = terminal_open(&show->terminal, loop, handler);
    show->has_screen = failed == 0;
    show->output = show->has_screen ? SHOW_SCREEN : SHOW_LINES;
    show->is_dirty = true;
    return failed;
}

void show_close_screen(struct show *show)
{
    if (show->has_screen) {
        terminal_close(&show->terminal);
        show->has_screen = false;
    }
}

static void flush(struct show *show)
{
    if (ink_print(&show->ink) != 0)
        show->broken(show->ctx);
}

/* ---------------------------------------------------------------- single lines */

static void print_line(struct show *show, enum colour colour, const char *text)
{
    ink_put_line(&show->ink, colour, "%s", text);
    flush(show);
}

void show_say(struct show *show, enum colour colour, const char *text)
{
    if (show->output == SHOW_SCREEN) {
        notes_add(&show->notes, colour, text);
        show->is_dirty = true;
    } else if (colour == COLOUR_ERROR) {
        problem_tell("%s", text);
    } else if (show->output == SHOW_LINES) {
        print_line(show, colour, text);
    }
}

void show_correct(struct show *show, const char *before, const char *now)
{
    if (show->output == SHOW_LINES)
        print_line(show, COLOUR_CHAT, now);
    else if (show->output == SHOW_SCREEN && notes_replace(&show->notes, before, now))
        show->is_dirty = true;
}

void show_take_settings(struct show *show, const struct settings_record *settings)
{
    look_take_settings(&show->ink.look, settings);
    show->is_dirty = true;
}

void show_ring(struct show *show)
{
    show->is_bell_due = show->has_screen;
    show->is_dirty = true;
}

void show_forget(struct show *show)
{
    repaint_forget(&show->repaint);
    show->is_dirty = true;
}

/* ---------------------------------------------------------------- JSON */

#define LOGIN_ID 0 /* what a login is the answer to; requests are numbered from 1 */

static int encode(const struct notice *notice, char *frame, size_t size)
{
    struct fault fault = {0};
    int64_t id = notice->kind == NOTICE_REFUSED ? LOGIN_ID : notice->id;
    switch (notice->kind) {
    case NOTICE_EVENT:
        return event_encode(notice->event, notice->seq, notice->body, frame, size);
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

static void print_frame(struct show *show, const char *frame, int len)
{
    if (len > 0) {
        ink_put_json(&show->ink, frame, (size_t)len);
        flush(show);
    }
}

void show_notice(struct show *show, const struct notice *notice)
{
    char frame[FRAME_REPLY_MAX + 1];
    if (show->output == SHOW_JSON)
        print_frame(show, frame, encode(notice, frame, sizeof(frame)));
}

/* Any login is shown as the answer to auth.resume, which has no secret in it. */
void show_ready(struct show *show, const struct session *session, const struct notice *ready)
{
    char frame[FRAME_REPLY_MAX + 1];
    struct auth_resume_reply reply = {
        .name = session_name(session),
        .guest = session_is_guest(session),
        .rights = NONE, /* penta comes with whole logins */
        .rooms = ready->rooms,
        .rooms_count = ready->rooms_count,
        .fine_warning = ready->fine_warning,
        .unread = ready->unread,
        .mute = ready->mute,
        .role = ready->role,
        .invitations = ready->invitations,
        .invitations_count = ready->invitations_count,
    };
    if (show->output == SHOW_JSON)
        print_frame(show, frame,
                    reply_encode(OP_AUTH_RESUME, LOGIN_ID, &reply, frame, sizeof(frame)));
}

/* ---------------------------------------------------------------- the whole */

/* A person sees how long it is until the game can be claimed; lines that were printed stay. */
static void put_task(const struct show *show, const struct table *table, int64_t now_ms,
                     char text[WORDS_SIZE])
{
    char claim[WORDS_SIZE];
    words_task(table, text, WORDS_SIZE);
    words_claim(table, now_ms, claim, sizeof(claim));
    size_t len = strlen(text);
    if (show->output == SHOW_SCREEN && claim[0] != '\0')
        snprintf(text + len, WORDS_SIZE - len, " %s", claim);
}

/* The sentence on a connection that is gone or silent, and on a move that is on its way; empty:
 * there is none. Lines that were printed stay, so they tell only what lasts. */
static enum colour put_line(const struct show *show, const struct course *course,
                            char text[WORDS_SIZE])
{
    char move[ACTION_TEXT_SIZE] = "";
    struct action action;
    const struct table *table = &course->visit.table;
    bool is_screen = show->output == SHOW_SCREEN;
    bool has_move = is_screen && table_pending(table, &action);
    text[0] = '\0';
    if (has_move)
        action_format(table->variant, action, move);
    if (course->is_offline && has_move)
        snprintf(text, WORDS_SIZE,
                 _("Connection lost, retrying; then %s is sent; to cancel it type takeback"), move);
    else if (course->is_offline)
        snprintf(text, WORDS_SIZE, "%s", _("Connection lost, trying again..."));
    else if (is_screen && course->is_silent && has_move)
        snprintf(text, WORDS_SIZE, _("No answer to %s; checking the connection..."), move);
    else if (is_screen && course->is_silent)
        snprintf(text, WORDS_SIZE, "%s",
                 _("No answer from the server; checking the connection..."));
    else if (has_move)
        snprintf(text, WORDS_SIZE, _("Sending %s."), move);
    return course->is_offline || course->is_silent ? COLOUR_ERROR : COLOUR_BOLD;
}

/* The sentence on what is expected of the person, and on a screen a line to be copied, or "";
 * returns the colour of the sentence. */
static enum colour put_now(const struct show *show, const struct course *course, int64_t now_ms,
                           char text[WORDS_SIZE], char copied[WORDS_SIZE])
{
    copied[0] = '\0';
    enum stage stage = course->visit.stage;
    if (reading_is_asking(&course->reading)) {
        reading_put_question(&course->reading, text, WORDS_SIZE);
        return COLOUR_BOLD;
    }
    enum colour colour = put_line(show, course, text);
    if (text[0] != '\0')
        return colour;
    if (course->commands.is_resign_asked) {
        words_resign(&course->visit.table, visit_is_against_computer(&course->visit), text,
                     WORDS_SIZE);
        return COLOUR_BOLD;
    } else if (stage == STAGE_ASKING) {
        enter_put_question(&course->enter, text, WORDS_SIZE);
        return COLOUR_BOLD;
    } else if (stage == STAGE_SEEKING) {
        meet_put_search(&course->meet, text, WORDS_SIZE);
        return COLOUR_BOLD;
    } else if (stage == STAGE_AT_TABLE) {
        review_put_task(&course->review, text, WORDS_SIZE);
        if (text[0] == '\0' && show->output == SHOW_SCREEN &&
            meet_put_way(&course->meet, text, copied))
            return COLOUR_BOLD;
        if (text[0] == '\0' || show->output != SHOW_SCREEN)
            put_task(show, &course->visit.table, now_ms, text);
        return COLOUR_BOLD;
    }
    snprintf(text, WORDS_SIZE, "%s", _("Connecting..."));
    return COLOUR_DIM;
}

/* The table as it is, or as it was at a move that is looked at. */
static const struct table *shown_table(struct show *show, const struct course *course)
{
    if (!review_is_open(&course->review))
        return &course->visit.table;
    review_put_table(&course->review, &show->reviewed);
    return &show->reviewed;
}

static void draw_screen(struct show *show, const struct course *course, const struct editor *editor,
                        int64_t now_ms)
{
    char task[WORDS_SIZE];
    char copied[WORDS_SIZE];
    struct screen screen = {.table = shown_table(show, course),
                            .notes = &show->notes,
                            .editor = editor,
                            .task = task,
                            .task_colour = put_now(show, course, now_ms, task, copied),
                            .copied = copied,
                            .has_threats = assist_shows_threats(&course->assist),
                            .has_weights = aid_shows_weights(&course->aid),
                            .now_ms = now_ms};
    terminal_size(&show->terminal, &screen.rows, &screen.columns);
    screen_draw(&screen, &show->ink);
    repaint_reduce(&show->repaint, &show->ink);
    ink_put_raw(&show->ink, "\a", show->is_bell_due ? 1 : 0);
    show->is_bell_due = false;
    show->is_dirty = false;
    flush(show);
}

/* Whether a reader of lines needs the board now. */
static bool is_board_wanted(const struct course *course)
{
    const struct table *table = &course->visit.table;
    return !course->is_offline && course->visit.stage == STAGE_AT_TABLE && table->game_id != 0 &&
           (table_is_my_turn(table) || table->result != NONE || table_my_seat(table) == SEAT_NONE);
}

static void print_changes(struct show *show, const struct course *course, int64_t now_ms)
{
    char task[WORDS_SIZE];
    char copied[WORDS_SIZE];
    enum stage stage = course->visit.stage;
    enum colour colour = put_now(show, course, now_ms, task, copied);
    if ((stage != STAGE_AT_TABLE && stage != STAGE_SEEKING) || strcmp(task, show->shown_task) == 0)
        return;
    memcpy(show->shown_task, task, sizeof(task));
    if (is_board_wanted(course))
        show_board(show, course, now_ms);
    print_line(show, colour, task);
}

bool show_changes(struct show *show, const struct course *course, const struct editor *editor,
                  int64_t now_ms)
{
    bool is_drawn = show->output == SHOW_SCREEN && show->has_screen && show->is_dirty;
    if (is_drawn)
        draw_screen(show, course, editor, now_ms);
    else if (show->output == SHOW_LINES)
        print_changes(show, course, now_ms);
    return is_drawn;
}

void show_board(struct show *show, const struct course *course, int64_t now_ms)
{
    char clocks[WORDS_SIZE];
    const struct table *table = shown_table(show, course);
    show_forget(show); /* perhaps something else wrote to the terminal */
    if (show->output != SHOW_LINES || table->variant == NULL)
        return;
    screen_draw_help(table, assist_shows_threats(&course->assist), aid_shows_weights(&course->aid),
                     &show->ink);
    if (table->has_clocks) {
        words_clocks(table, now_ms, clocks, sizeof(clocks));
        ink_put_line(&show->ink, COLOUR_PLAIN, "%s", clocks);
    }
    flush(show);
}

/* ---------------------------------------------------------------- the end */

static void leave_result(struct show *show, const struct table *table)
{
    char text[WORDS_SIZE];
    screen_draw_board(table, &show->ink);
    enum colour colour = words_result(table, text, sizeof(text));
    print_line(show, colour, text);
    for (size_t i = 0; i < table->changes_count; i++) {
        words_change(table, i, text, sizeof(text));
        print_line(show, COLOUR_PLAIN, text);
    }
    if (table->is_annulled)
        print_line(show, COLOUR_BOLD, _("This game was annulled: its points were taken back."));
}

void show_farewell(struct show *show, const struct table *table)
{
    if (show->output != SHOW_SCREEN)
        return;
    show->output = SHOW_LINES;
    ink_break_lines(&show->ink, terminal_columns(STDOUT_FILENO));
    if (table->game_id != 0 && table->result != NONE)
        leave_result(show, table);
}

/* ------------------------------------------------------------------ attention */

void attention_take(struct attention *attention, bool is_away)
{
    attention->is_away = is_away;
    attention_tell(attention);
}

void attention_forget(struct attention *attention)
{
    attention->game = 0;
    attention->told_away = false;
}

static void say_once(struct attention *attention)
{
    if (!attention->is_said)
        visit_say(attention->visit, COLOUR_DIM, "%s",
                  _("Rated game: moderators can see when you switch to another window."));
    attention->is_said = true;
}

void attention_tell(struct attention *attention)
{
    const struct visit *visit = attention->visit;
    const struct table *table = &visit->table;
    if (!visit->is_person || !table->is_rated || !table_is_playing(table) ||
        table_my_seat(table) == SEAT_NONE || !visit_is_ready(visit))
        return;
    if (attention->game != table->game_id)
        attention_forget(attention);
    attention->game = table->game_id;
    if (attention->told_away == attention->is_away)
        return;
    const struct request request = {
        .op = OP_GAME_FOCUS,
        .as.game_focus = {.game = table->game_id,
                          .focus = attention->is_away ? FOCUS_WORD_LOST : FOCUS_WORD_BACK}};
    attention->told_away = attention->is_away;
    visit_send(visit, &request);
    say_once(attention);
}
