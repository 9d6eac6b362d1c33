/* SPDX-License-Identifier: MIT */
/*
 * The commands that lead to a table, and the program around a visit: the loop, the connection, the
 * terminal or a script's lines, signals, and the calls of the visit (client/cli/play/visit.h).
 * Changes are shown once in each turn of the loop.
 */
#include "client/cli/play/play.h"

#include "client/cli/connect/account.h"
#include "client/cli/connect/link.h"
#include "client/cli/play/course.h"
#include "client/cli/play/input.h"
#include "client/cli/play/inquiry.h"
#include "client/cli/play/login.h"
#include "client/cli/play/show.h"
#include "client/cli/play/solo.h"
#include "client/cli/play/thinker.h"
#include "client/cli/study/analyst.h"
#include "client/cli/terminal/feed.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "client/cli/words/table.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <uv.h>

struct play {
    struct course course;
    struct show show;
    struct input input;
    struct feed feed; /* a script's or a bot's lines */
    enum exit_code exit;
    char failure[INK_TEXT_SIZE]; /* why it ends, told when the terminal is the shell's again */
    bool is_quit_asked;          /* a signal asked to quit; the next one insists */
    struct session *session;     /* these two at a server, the next one without */
    struct link *link;
    struct inquiry inquiry;
    struct thinker thinker;
    struct analyst analyst;
    uv_loop_t loop;
    uv_prepare_t painter;
    uv_timer_t ticker; /* the next moment at which what is shown about time is not right any more */
    uv_signal_t signals[3];
};

static int64_t now_ms_of(const struct play *play)
{
    return (int64_t)uv_now(&play->loop);
}

static bool is_stopped(const struct play *play)
{
    return play->course.visit.stage == STAGE_STOPPED;
}

static void stop(void *ctx, enum exit_code code, const char *why)
{
    struct play *play = ctx;
    if (why != NULL)
        snprintf(play->failure, sizeof(play->failure), "%s", why);
    if (is_stopped(play))
        return;
    play->course.visit.stage = STAGE_STOPPED;
    play->exit = code;
    if (play->link != NULL)
        link_stop(play->link);
    inquiry_stop(&play->inquiry);
    thinker_stop(&play->thinker);
    analyst_stop(&play->analyst, false);
    uv_close((uv_handle_t *)&play->painter, NULL);
    uv_close((uv_handle_t *)&play->ticker, NULL);
    for (size_t i = 0; i < 3; i++)
        uv_close((uv_handle_t *)&play->signals[i], NULL);
    show_close_screen(&play->show);
    feed_close(&play->feed);
}

static void say(void *ctx, enum colour colour, const char *text)
{
    struct play *play = ctx;
    show_say(&play->show, colour, text);
}

/* ---------------------------------------------------------------- showing */

static void pass_time(struct play *play)
{
    table_pass_time(&play->course.visit.table, now_ms_of(play));
}

static void take_notice(struct play *play, const struct notice *notice)
{
    const struct visit *visit = &play->course.visit;
    bool logs_in_again = notice->kind == NOTICE_REFUSED && visit->stage == STAGE_LOGGING_IN &&
                         login_try_again(visit, &notice->error);
    if (is_stopped(play) || logs_in_again)
        return;
    if (notice->kind == NOTICE_READY && !notice->is_return)
        show_ready(&play->show, play->session, notice);
    else
        show_notice(&play->show, notice);
    pass_time(play);
    course_take_notice(&play->course, notice);
    play->show.is_dirty = true;
}

/* Without a server: takes what the lines, or a thought, have led to. */
static void take_news(struct play *play)
{
    struct notice notice;
    while (!is_stopped(play) && course_next_news(&play->course, &notice))
        take_notice(play, &notice);
}

/* Does the lines of a script that may be done by now. */
static void do_lines(struct play *play)
{
    char line[EDITOR_SIZE];
    pass_time(play);
    while (!is_stopped(play) && input_peek(&play->input, line) &&
           course_may_do(&play->course, line)) {
        input_drop(&play->input);
        course_do_line(&play->course, line);
        take_news(play);
    }
    if (!is_stopped(play) && input_is_done(&play->input))
        course_end_lines(&play->course);
}

/* A line of a script may have waited for this moment. */
static void on_tick(uv_timer_t *ticker)
{
    struct play *play = ticker->data;
    play->show.is_dirty = true;
    if (play->show.output != SHOW_SCREEN)
        do_lines(play);
}

static void tick_in(struct play *play, int64_t in_ms)
{
    if (in_ms == INT64_MAX)
        uv_timer_stop(&play->ticker);
    else
        uv_timer_start(&play->ticker, on_tick, (uint64_t)in_ms, 0);
}

static void show(struct play *play)
{
    struct course *course = &play->course;
    const struct table *table = &course->visit.table;
    if (is_stopped(play))
        return;
    int64_t claim_ms = table_claim_in_ms(table, now_ms_of(play));
    bool is_starting = table_start_in_ms(table, now_ms_of(play)) != NONE;
    assist_tell_claim(&course->assist, course->is_offline || is_starting ? NONE : claim_ms);
    if (play->show.output != SHOW_SCREEN && claim_ms != NONE && claim_ms > 0)
        tick_in(play, claim_ms);
    analyst_look(&play->analyst, &course->review.percent, &course->review.left_ms);
    if (show_changes(&play->show, course, &play->input.editor, now_ms_of(play)))
        tick_in(play,
                review_lasts_ms(&course->review, words_time_lasts_ms(table, now_ms_of(play))));
}

static void on_paint(uv_prepare_t *painter)
{
    show(painter->data);
}

/* ---------------------------------------------------------------- input */

static void on_bytes(void *ctx, const char *bytes, size_t len)
{
    struct play *play = ctx;
    input_take_bytes(&play->input, bytes, len);
    do_lines(play);
    show(play);
}

static void complete(struct play *play)
{
    char rest[TYPED_SIZE];
    reading_complete(play->input.editor.text, rest);
    editor_add(&play->input.editor, rest);
}

/* An empty line reads on in what the one before was answered. */
static void do_typed(struct play *play, const char *line)
{
    struct notes *notes = &play->show.notes;
    if (line[0] == '\0') {
        notes_turn(notes);
        course_do_line(&play->course, line);
        return;
    }
    notes_begin_answer(notes);
    course_do_line(&play->course, line);
    notes_end_answer(notes);
}

/* Lines behind the first one that came at once were pasted, on a terminal that does not say so:
 * they are no row of commands. They are kept where Up finds them. */
static bool takes_line(struct play *play, const char *line, bool *has_line)
{
    bool is_taken = line[0] == '\0' || !*has_line;
    *has_line = *has_line || line[0] != '\0';
    if (!is_taken)
        say(play, COLOUR_ERROR,
            _("Several lines came at once; only the first was done. Up shows the others."));
    return is_taken;
}

static void on_keys(void *ctx, const char *bytes, size_t len)
{
    struct play *play = ctx;
    char line[EDITOR_SIZE];
    bool has_line = false;
    for (size_t i = 0; i < len && !is_stopped(play); i++) {
        enum editor_result result = input_take_key(&play->input, bytes[i], line);
        if (result == EDITOR_LINE && takes_line(play, line, &has_line))
            do_typed(play, line);
        else if (result == EDITOR_END)
            course_quit(&play->course);
        else if (result == EDITOR_COMPLETE)
            complete(play);
        else if (result == EDITOR_STEP_BACK || result == EDITOR_STEP_ON)
            course_step(&play->course, result == EDITOR_STEP_BACK ? -1 : 1);
        else if (result == EDITOR_STEP_LAST)
            course_step_last(&play->course);
        else if (result == EDITOR_FOCUS_LOST || result == EDITOR_FOCUS_BACK)
            attention_take(&play->course.attention, result == EDITOR_FOCUS_LOST);
        take_news(play);
    }
    play->show.is_dirty = true;
}

static void on_end(void *ctx)
{
    struct play *play = ctx;
    play->input.is_ended = true;
    if (play->show.output == SHOW_SCREEN)
        course_quit(&play->course); /* the terminal is gone */
    else
        do_lines(play);
}

static void on_redraw(void *ctx)
{
    struct play *play = ctx;
    show_forget(&play->show);
}

static void start_reading(struct play *play)
{
    struct feed_handler handler = {.ctx = play, .bytes = on_bytes, .end = on_end};
    if (feed_open(&play->feed, &play->loop, STDIN_FILENO, &handler) != 0)
        play->input.is_ended = true; /* nothing to read is like an end */
}

/* Takes the terminal, if a person is there; the first time. */
static void open_screen(void *ctx)
{
    struct play *play = ctx;
    struct terminal_handler handler = {.feed = {.ctx = play, .bytes = on_keys, .end = on_end},
                                       .redraw = on_redraw};
    play->show.is_dirty = true;
    if (play->show.output == SHOW_SCREEN && !play->show.has_screen &&
        show_open_screen(&play->show, &play->loop, &handler) != 0) {
        play->course.visit.is_person = false;
        start_reading(play);
    }
}

/* ---------------------------------------------------------------- the link */

static void on_notice(void *ctx, const struct notice *notice)
{
    take_notice(ctx, notice);
}

static void on_settled(void *ctx)
{
    struct play *play = ctx;
    course_settle(&play->course);
    show(play);
    if (play->show.output != SHOW_SCREEN) {
        do_lines(play);
        show(play);
    }
}

static bool on_lost(void *ctx, const char *reason, int64_t pause_ms)
{
    (void)pause_ms;
    struct play *play = ctx;
    const struct invocation *invocation = play->course.visit.invocation;
    bool was_offline = play->course.is_offline;
    bool is_leaving = play->course.visit.stage == STAGE_LEAVING;
    play->show.is_dirty = true;
    if (course_lose_connection(&play->course)) {
        if (!was_offline && play->show.output == SHOW_LINES)
            say(play, COLOUR_ERROR, _("Connection lost, trying again..."));
        return true;
    }
    if (!is_leaving) {
        const struct visit *visit = &play->course.visit;
        bool may_go_elsewhere = visit->plan == PLAN_PLAY && visit->stage == STAGE_LOGGING_IN;
        visit_fail(&play->course.visit, EXIT_CODE_NO_CONNECTION,
                   may_go_elsewhere ? _("No connection to %s: %s. For another server add --server "
                                        "HOST; to play without any: penta solo")
                                    : _("No connection to %s: %s."),
                   invocation_place(invocation).text, reason);
    }
    return false;
}

/* ---------------------------------------------------------------- besides the link */

static void go_on(struct play *play)
{
    take_news(play);
    play->show.is_dirty = true;
    if (play->show.output != SHOW_SCREEN)
        do_lines(play);
    show(play);
}

static void on_thought(void *ctx, int error, const struct thought *thought)
{
    struct play *play = ctx;
    if (is_stopped(play))
        return;
    course_take_thought(&play->course, error, thought);
    go_on(play);
}

static void on_analysed(void *ctx, int error)
{
    struct play *play = ctx;
    if (is_stopped(play))
        return;
    review_take_analysis(&play->course.review, error, &play->analyst.analysis);
    go_on(play);
}

/* Shows news of the player's games while the player is at none of them. */
static void on_inquired(void *ctx, const union reply_body *reply)
{
    struct play *play = ctx;
    aid_take_games(&play->course.aid, reply != NULL ? &reply->player_games : NULL);
    go_on(play);
}

/* ---------------------------------------------------------------- the visit's calls */

static void on_correct(void *ctx, const char *before, const char *now)
{
    struct play *play = ctx;
    show_correct(&play->show, before, now);
}

static void on_send(void *ctx, const struct request *request)
{
    struct play *play = ctx;
    if (play->session == NULL) {
        if (request->op == OP_PLAYER_GAMES)
            inquiry_ask(&play->inquiry, request->as.player_games.name);
        else
            solo_take_request(&play->course.solo, request);
        return;
    }
    if (request->op == OP_GAME_MOVE) {
        course_make_move(&play->course, &request->as.game_move);
    } else if (session_request(play->session, request) == NO_REQUEST_ID) {
        say(play, COLOUR_ERROR,
            session_is_ready(play->session)
                ? _("Cannot send that.")
                : _("There is no connection right now; try again in a moment."));
    }
    link_flush(play->link);
}

static void on_refuse(void *ctx, int error)
{
    struct play *play = ctx;
    course_refuse(&play->course, error);
}

static void on_board(void *ctx)
{
    struct play *play = ctx;
    show_board(&play->show, &play->course, now_ms_of(play));
}

static void on_think(void *ctx, const struct opponent *who, const struct game *game, uint64_t seed)
{
    struct play *play = ctx;
    if (who != NULL)
        thinker_ask(&play->thinker, who, game, seed);
    else
        thinker_stop(&play->thinker);
}

static void on_analyse(void *ctx, const struct game *game, enum seat winner)
{
    struct play *play = ctx;
    if (game != NULL)
        analyst_ask(&play->analyst, game, winner, 0, 0);
    else
        analyst_stop(&play->analyst, false);
}

static void on_ring(void *ctx)
{
    struct play *play = ctx;
    show_ring(&play->show);
}

static void on_settings(void *ctx, const struct settings_record *settings)
{
    struct play *play = ctx;
    show_take_settings(&play->show, settings);
    account_take_language(play->course.visit.invocation, settings);
}

static const struct visit_calls calls = {.say = say,
                                         .correct = on_correct,
                                         .send = on_send,
                                         .refuse = on_refuse,
                                         .stop = stop,
                                         .open_screen = open_screen,
                                         .board = on_board,
                                         .ring = on_ring,
                                         .take_settings = on_settings,
                                         .think = on_think,
                                         .analyse = on_analyse};

/* ---------------------------------------------------------------- the loop */

static void on_signal(uv_signal_t *signal, int number)
{
    (void)number;
    struct play *play = signal->data;
    enum stage stage = play->course.visit.stage;
    if (play->is_quit_asked || (stage != STAGE_AT_TABLE && stage != STAGE_SEEKING)) {
        stop(play, play->course.exit, NULL);
        return;
    }
    play->is_quit_asked = true;
    course_quit(&play->course);
}

static void start_handles(struct play *play)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < 3; i++) {
        uv_signal_init(&play->loop, &play->signals[i]);
        play->signals[i].data = play;
        uv_signal_start(&play->signals[i], on_signal, numbers[i]);
    }
    uv_prepare_init(&play->loop, &play->painter);
    play->painter.data = play;
    uv_prepare_start(&play->painter, on_paint);
    uv_timer_init(&play->loop, &play->ticker);
    play->ticker.data = play;
}

static void connect_to_server(struct play *play)
{
    const struct link_handler handler = {
        .ctx = play, .notice = on_notice, .settled = on_settled, .lost = on_lost};
    play->session = link_session("penta " PENTAD_VERSION);
    play->link = link_new(&play->loop, play->session, &handler);
    play->course.visit.session = play->session;
}

static void on_broken_output(void *ctx)
{
    stop(ctx, EXIT_CODE_TROUBLE, NULL);
}

static void start(struct play *play, const struct invocation *invocation, enum plan plan,
                  const struct solo_plan *solo)
{
    play->feed.is_closed = true;
    show_init(&play->show, show_output_for(invocation),
              look_of(STDOUT_FILENO, invocation_has(invocation, OPTION_NO_COLOR)), on_broken_output,
              play);
    input_init(&play->input);
    inquiry_init(&play->inquiry, &play->loop, invocation, on_inquired, play);
    thinker_init(&play->thinker, &play->loop, on_thought, play);
    analyst_init(&play->analyst, &play->loop, on_analysed, play);
    start_handles(play);
    play->course.visit = (struct visit){.invocation = invocation,
                                        .plan = plan,
                                        .is_person = play->show.output == SHOW_SCREEN,
                                        .calls = &calls,
                                        .ctx = play};
    if (solo != NULL)
        play->course.visit.solo = *solo;
    if (plan != PLAN_SOLO)
        connect_to_server(play);
    course_start(&play->course);
    take_news(play);
    if (play->show.output != SHOW_SCREEN)
        start_reading(play);
    if (plan == PLAN_SOLO)
        return;
    link_start(play->link, invocation);
}

/* ---------------------------------------------------------------- the end */

/* The terminal is the shell's again: says why it ended, and what became of the room and the game.
 */
static void say_farewell(struct play *play)
{
    const struct course *course = &play->course;
    const struct visit *visit = &course->visit;
    if (play->failure[0] != '\0')
        problem_tell("%s", play->failure);
    show_farewell(&play->show, &visit->table);
    if (course->meet.farewell[0] != '\0')
        say(play, COLOUR_PLAIN, course->meet.farewell);
    if (!course->is_banned)
        visit_say_goes_on(visit);
}

enum exit_code play_run(const struct invocation *invocation, enum plan plan,
                        const struct solo_plan *solo)
{
    struct play *play = calloc(1, sizeof(*play));
    if (play == NULL || uv_loop_init(&play->loop) != 0)
        abort();
    start(play, invocation, plan, solo);
    uv_run(&play->loop, UV_RUN_DEFAULT);
    say_farewell(play);
    uv_loop_close(&play->loop);
    enum exit_code code = play->exit;
    if (play->link != NULL) {
        link_free(play->link);
        session_free(play->session);
    }
    inquiry_deinit(&play->inquiry);
    thinker_deinit(&play->thinker);
    show_deinit(&play->show);
    input_deinit(&play->input);
    free(play);
    return code;
}

/* ---------------------------------------------------------------- commands */

/* An argument that is neither a room's id nor a link is the name of a player. */
static enum exit_code run_at_room(const struct invocation *invocation)
{
    const char *text = invocation->arguments_count > 0 ? invocation->arguments[0] : NULL;
    if (text != NULL && invocation_has(invocation, OPTION_LINK)) {
        problem_tell("%s", _("--link opens a room of your own; name none."));
        return EXIT_CODE_USAGE;
    }
    return play_run(invocation, PLAN_PLAY, NULL);
}

enum exit_code run_play_from(const struct invocation *invocation, const struct game *from)
{
    struct solo_plan plan;
    enum exit_code code;
    bool is_for_computer = invocation_is_for_computer(invocation);
    if (solo_plan_list(invocation, &code))
        return code;
    if (invocation_has(invocation, OPTION_RESIGNS) && !is_for_computer) {
        problem_tell("%s", _("Only a computer can be told to resign: --computer"));
        return EXIT_CODE_USAGE;
    }
    if (invocation_has(invocation, OPTION_LINK) && is_for_computer) {
        problem_tell("%s", _("--link is for games against people, --computer for others."));
        return EXIT_CODE_USAGE;
    }
    if (from == NULL)
        return run_at_room(invocation);
    if (!is_for_computer) {
        problem_tell("%s",
                     _("Only games against a computer can start from a position: --computer"));
        return EXIT_CODE_USAGE;
    }
    return solo_plan_read_start(invocation, from, &plan) ? play_run(invocation, PLAN_PLAY, &plan)
                                                         : EXIT_CODE_USAGE;
}

/* An argument that is no room's id is a player's name. */
enum exit_code run_watch(const struct invocation *invocation)
{
    return play_run(invocation, PLAN_WATCH, NULL);
}

enum exit_code run_invite(const struct invocation *invocation)
{
    return play_run(invocation, PLAN_INVITE, NULL);
}

enum exit_code run_quick(const struct invocation *invocation)
{
    return play_run(invocation, PLAN_QUICK, NULL);
}

enum exit_code run_solo_from(const struct invocation *invocation, const struct game *from)
{
    struct solo_plan plan;
    enum exit_code code;
    if (!solo_plan_read(invocation, from, &plan, &code))
        return code;
    uv_random(NULL, NULL, &plan.seed, sizeof(plan.seed), 0, NULL);
    if (invocation_word(invocation, OPTION_FIRST) == FIRST_WORD_RANDOM)
        plan.seat = plan.seed % 2 == 0 ? plan.seat : seat_other(plan.seat);
    return play_run(invocation, PLAN_SOLO, &plan);
}
