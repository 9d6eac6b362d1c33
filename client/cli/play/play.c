/* SPDX-License-Identifier: MIT */
/*
 * `penta play` and `penta watch`: the life of the program around a table. The session says what
 * happened, the table takes it, and once in each turn of the loop what has changed is shown.
 */
#include "client/cli/play/play.h"
#include "client/cli/play/play_private.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/event.h"
#include "client/cli/words/problem.h"
#include "client/cli/words/table.h"
#include "client/core/table_clock.h"
#include "client/core/table_event.h"
#include "client/core/table_record.h"
#include "proto/id.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---------------------------------------------------------------- ending */

void play__stop(struct play *play, enum exit_code code)
{
    if (play->state == PLAY_STOPPED) {
        return;
    }
    play->state = PLAY_STOPPED;
    play->exit = code;
    link_stop(play->link);
    uv_close((uv_handle_t *)&play->painter, NULL);
    uv_close((uv_handle_t *)&play->ticker, NULL);
    for (size_t i = 0; i < 3; i++) {
        uv_close((uv_handle_t *)&play->signals[i], NULL);
    }
    if (play->has_screen) {
        terminal_close(&play->terminal);
    }
    feed_close(&play->feed);
}

void play__fail(struct play *play, enum exit_code code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(play->failure, sizeof(play->failure), format, args);
    va_end(args);
    play__stop(play, code);
}

void play__leave(struct play *play)
{
    struct request request = {.op = OP_ROOM_LEAVE};
    request.as.room_leave.room = play->table.room;
    play->state = PLAY_LEAVING;
    play__send(play, &request);
}

/* A room without a game in progress is left, so that nobody waits for who is not there. What waits
 * for days, for a correspondence game, the server keeps. */
void play__quit(struct play *play)
{
    if (play->state == PLAY_SEEKING && session_is_ready(play->session)) {
        play__cancel_seeking(play);
        return;
    }
    bool is_room_idle = play->state == PLAY_AT_TABLE && table_is_seated(&play->table) &&
                        !table_is_playing(&play->table) && !play->table.is_gone;
    if (!is_room_idle || play__keep_room(play) || !session_is_ready(play->session)) {
        play__stop(play, play->exit);
        return;
    }
    play__leave(play);
}

/* ---------------------------------------------------------------- talking */

void play__send(struct play *play, const struct request *request)
{
    if (session_request(play->session, request) == NO_REQUEST_ID) {
        play__say(play, COLOUR_ERROR, "%s",
                  session_is_ready(play->session)
                      ? _("That cannot be sent.")
                      : _("There is no connection right now; try again in a moment."));
    }
    link_flush(play->link);
}

static void sync_anew(struct play *play)
{
    struct request request = {.op = OP_GAME_SYNC};
    request.as.game_sync.game = play->table.game_id;
    request.as.game_sync.since = NONE;
    play__send(play, &request);
}

static void say_event(struct play *play, enum event event, const union event_body *body)
{
    char text[INK_TEXT_SIZE];
    enum colour colour = words_event(&play->table, event, body, text, sizeof(text));
    if (text[0] != '\0') {
        play__say(play, colour, "%s", text);
    }
    for (size_t i = 0; event == EVENT_GAME_ENDED && i < play->table.changes_count; i++) {
        words_change(&play->table, i, text, sizeof(text));
        play__say(play, COLOUR_PLAIN, "%s", text);
    }
}

static void say_lapsed(struct play *play, enum event asked, int before, int now)
{
    char text[INK_TEXT_SIZE];
    if (before != NONE && now == NONE && table_task(&play->table) != TABLE_TASK_OVER) {
        words_lapsed(&play->table, asked, before, text, sizeof(text));
        play__say(play, COLOUR_BOLD, "%s", text);
    }
}

/* The table has taken an event. */
static void tell_news(struct play *play, const struct notice *notice)
{
    if (notice->event == EVENT_ROOM_CLOSED &&
        play__fail_closed(play, notice->body->room_closed.reason)) {
        return;
    }
    if (notice->event == EVENT_GAME_STARTED) {
        play->is_rematch_wanted = false;
        play->answered_ply = 0;
    }
    if (notice->event == EVENT_GAME_TAKEN_BACK) {
        play__take_back(play);
    }
    play__ring(play, notice);
    say_event(play, notice->event, notice->body);
}

static void on_table_event(struct play *play, const struct notice *notice)
{
    const struct table *table = &play->table;
    int draw_offer = table->draw_offer;
    int takeback = table->takeback;
    switch (table_take_event(&play->table, notice->event, notice->body)) {
    case TABLE_NEWS:
        tell_news(play, notice);
        if (notice->event == EVENT_GAME_MOVED || notice->event == EVENT_GAME_CHOSEN) {
            say_lapsed(play, EVENT_GAME_DRAW_OFFERED, draw_offer, table->draw_offer);
            say_lapsed(play, EVENT_GAME_TAKEBACK_ASKED, takeback, table->takeback);
        }
        break;
    case TABLE_NEWS_OUT_OF_STEP:
        sync_anew(play);
        break;
    case TABLE_NEWS_NONE:
        break;
    }
}

static void on_event(struct play *play, const struct notice *notice)
{
    if (notice->event == EVENT_BYE) {
        play__on_bye(play, &notice->body->bye);
    } else if (notice->event == EVENT_SETTINGS_CHANGED) {
        play__take_settings(play, notice->body->settings_changed.settings);
    } else if (!play__say_personal(play, notice) && !play__meet_event(play, notice)) {
        on_table_event(play, notice);
    }
    play->is_dirty = true;
}

/* ---------------------------------------------------------------- replies */

/* A game that the table did not know: it began while the connection was away, or by our joining. */
static void take_game(struct play *play, const struct game_record *game)
{
    bool is_new = game != NULL && game->game != play->table.game_id;
    if (game == NULL) {
        return;
    }
    if (table_set_game(&play->table, game) != 0) {
        play__fail(play, EXIT_CODE_TROUBLE, "%s", _("This game cannot be shown by this client."));
        return;
    }
    if (is_new && table_is_playing(&play->table)) {
        play->is_rematch_wanted = false;
        play->answered_ply = 0;
        say_event(play, EVENT_GAME_STARTED, NULL);
    }
}

static void take_watched(struct play *play, const struct room_watch_reply *reply)
{
    char text[INK_TEXT_SIZE];
    struct table *table = &play->table;
    table_set_room(table, reply->room);
    take_game(play, reply->game);
    for (size_t i = 0; i < reply->chat_count; i++) {
        if (table_add_line(table, &reply->chat[i])) {
            words_line(&reply->chat[i], text, sizeof(text));
            play__say(play, COLOUR_CHAT, "%s", text);
        }
    }
}

static void on_reply(struct play *play, const struct notice *notice)
{
    if (play->state == PLAY_ENTERING && play__enter_reply(play, notice)) {
        take_game(play, notice->op == OP_ROOM_JOIN ? notice->reply->room_join.game : NULL);
        return;
    }
    switch (notice->op) {
    case OP_ROOM_WATCH:
        take_watched(play, &notice->reply->room_watch);
        break;
    case OP_GAME_SYNC:
        take_game(play, notice->reply->game_sync.game);
        table_take_sync(&play->table, &notice->reply->game_sync); /* the clocks */
        break;
    case OP_ROOM_REMATCH:
        take_game(play, notice->reply->room_rematch.game);
        break;
    case OP_GAME_MOVE:
        play->answered_ply = notice->reply->game_move.ply;
        break;
    case OP_GAME_CHOOSE:
        play->answered_ply = notice->reply->game_choose.ply;
        break;
    case OP_SETTINGS_GET:
        play__take_settings(play, notice->reply->settings_get.settings);
        break;
    case OP_ROOM_QUICK:
        play__quick_reply(play, &notice->reply->room_quick);
        break;
    case OP_ROOM_QUICK_CANCEL:
    case OP_ROOM_LEAVE:
        play__stop(play, play->exit);
        break;
    default:
        break;
    }
    play->is_dirty = true;
}

static void on_error(struct play *play, const struct notice *notice)
{
    if (notice->op == OP_ROOM_LEAVE) {
        play__stop(play, play->exit);
        return;
    }
    if (notice->op == OP_ROOM_QUICK_CANCEL) {
        return; /* just paired */
    }
    if (notice->op == OP_SETTINGS_GET || play__enter_error(play, notice)) {
        return; /* a server without settings has none to count */
    }
    int error = error_from_code(notice->error.code);
    if (notice->op == OP_ROOM_WATCH && error == ERR_NO_SUCH_ROOM) {
        play->table.is_gone = true;
        if (play__fail_closed(play, NULL)) {
            return;
        }
    }
    if (notice->op == OP_ROOM_REMATCH) {
        play->is_rematch_wanted = false;
    }
    if (error == ERR_STALE_PLY) {
        sync_anew(play);
    }
    if (play->output != PLAY_SCREEN) {
        play->exit = EXIT_CODE_REFUSED; /* a script should see that a line was refused */
    }
    play__say_error(play, &notice->error);
}

/* ---------------------------------------------------------------- the link */

static void on_notice(void *ctx, const struct notice *notice)
{
    struct play *play = ctx;
    if (play->state == PLAY_STOPPED) {
        return;
    }
    table_pass_time(&play->table, play__now_ms(play));
    if (notice->kind != NOTICE_REFUSED) {
        play__show_notice(play, notice);
    }
    switch (notice->kind) {
    case NOTICE_READY:
        play__on_ready(play, notice);
        break;
    case NOTICE_REFUSED:
        play__on_refused(play, notice);
        break;
    case NOTICE_REPLY:
        on_reply(play, notice);
        break;
    case NOTICE_ERROR:
        on_error(play, notice);
        break;
    case NOTICE_LOST:
        play__say(play, COLOUR_ERROR,
                  _("The connection broke before the server answered \"%s\"; look whether it is "
                    "done."),
                  op_info(notice->op)->wire);
        break;
    case NOTICE_EVENT:
        on_event(play, notice);
        break;
    case NOTICE_BROKEN: /* the link's business */
        break;
    }
}

static void on_settled(void *ctx)
{
    struct play *play = ctx;
    play__close_threat(play);
    play__show(play);
    if (play->output != PLAY_SCREEN) {
        play__do_lines(play);
        play__show(play);
    }
}

static bool on_lost(void *ctx, const char *reason, int64_t pause_ms)
{
    (void)pause_ms;
    struct play *play = ctx;
    if (play->state == PLAY_AT_TABLE) {
        if (!play->is_offline && play->output == PLAY_LINES) {
            play__say(play, COLOUR_ERROR, "%s", _("Connection lost, trying again..."));
        }
        table_stop_clocks(&play->table, play__now_ms(play));
        play->is_offline = true;
        play->is_dirty = true;
        return true;
    }
    if (play->state == PLAY_LEAVING) {
        play__stop(play, play->exit);
    } else {
        play__fail(play, EXIT_CODE_NO_CONNECTION, _("No connection to %s, port %s: %s."),
                   invocation_host(play->invocation), invocation_port(play->invocation), reason);
    }
    return false;
}

/* ---------------------------------------------------------------- the loop */

static void on_redraw(void *ctx)
{
    struct play *play = ctx;
    repaint_forget(&play->repaint);
    play->is_dirty = true;
}

static void on_paint(uv_prepare_t *painter)
{
    play__show(painter->data);
}

static void on_signal(uv_signal_t *signal, int number)
{
    (void)number;
    struct play *play = signal->data;
    bool is_settled = play->state == PLAY_AT_TABLE || play->state == PLAY_SEEKING;
    if (play->is_quit_asked || !is_settled) {
        play__stop(play, play->exit);
        return;
    }
    play->is_quit_asked = true;
    play__quit(play);
}

static void start_reading(struct play *play)
{
    struct feed_handler handler = {.ctx = play, .bytes = play__take_bytes, .end = play__take_end};
    if (feed_open(&play->feed, play->loop, STDIN_FILENO, &handler) != 0) {
        play->is_input_ended = true; /* nothing to read is like an end */
    }
}

void play__open_screen(struct play *play)
{
    struct terminal_handler handler = {
        .feed = {.ctx = play, .bytes = play__take_keys, .end = play__take_end},
        .redraw = on_redraw};
    play->is_dirty = true;
    if (play->output != PLAY_SCREEN || play->has_screen) {
        return;
    }
    play->has_screen = terminal_open(&play->terminal, play->loop, &handler) == 0;
    if (!play->has_screen) {
        play->output = PLAY_LINES;
        start_reading(play);
    }
}

static enum play_output choose_output(const struct invocation *invocation)
{
    if (invocation_has(invocation, OPTION_JSON)) {
        return PLAY_JSON;
    }
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) ? PLAY_SCREEN : PLAY_LINES;
}

static void start_signals(struct play *play)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < 3; i++) {
        uv_signal_init(play->loop, &play->signals[i]);
        play->signals[i].data = play;
        uv_signal_start(&play->signals[i], on_signal, numbers[i]);
    }
    uv_prepare_init(play->loop, &play->painter);
    play->painter.data = play;
    uv_prepare_start(&play->painter, on_paint);
    play__start_ticker(play);
}

static void start(struct play *play)
{
    struct link_handler handler = {
        .ctx = play, .notice = on_notice, .settled = on_settled, .lost = on_lost};
    play->feed.is_closed = true;
    play->output = choose_output(play->invocation);
    play__start_assist(play);
    ink_init(&play->ink, look_of(STDOUT_FILENO, invocation_has(play->invocation, OPTION_NO_COLOR)));
    editor_init(&play->editor);
    play->session = session_new("penta " PENTAD_VERSION);
    play->link = link_new(play->loop, play->session, &handler);
    start_signals(play);
    play__log_in(play);
    if (play->output != PLAY_SCREEN) {
        start_reading(play);
    }
    int failed = link_start(play->link, invocation_host(play->invocation),
                            invocation_port(play->invocation));
    if (failed != 0) {
        play__fail(play, EXIT_CODE_NO_CONNECTION, "%s", problem_of_network(failed));
    }
}

static enum exit_code run(const struct invocation *invocation, enum play_plan plan)
{
    struct play *play = calloc(1, sizeof(*play));
    uv_loop_t loop;
    if (play == NULL || uv_loop_init(&loop) != 0) {
        abort();
    }
    play->invocation = invocation;
    play->plan = plan;
    play->loop = &loop;
    start(play);
    uv_run(&loop, UV_RUN_DEFAULT);
    play__say_farewell(play);
    uv_loop_close(&loop);
    enum exit_code code = play->exit;
    link_free(play->link);
    session_free(play->session);
    notes_deinit(&play->notes);
    repaint_deinit(&play->repaint);
    bytes_deinit(&play->typed);
    ink_deinit(&play->ink);
    free(play);
    return code;
}

/* A room's id is checked before anything is asked of a server. */
static enum exit_code run_at_room(const struct invocation *invocation, enum play_plan plan)
{
    const char *text = invocation->arguments_count > 0 ? invocation->arguments[0] : NULL;
    if (text != NULL && id_parse(text, strlen(text)) == 0) {
        problem_tell(_("\"%s\" is no room; rooms are listed by: penta rooms"), text);
        return EXIT_CODE_USAGE;
    }
    return run(invocation, plan);
}

enum exit_code run_play(const struct invocation *invocation)
{
    return run_at_room(invocation, PLAN_PLAY);
}

enum exit_code run_watch(const struct invocation *invocation)
{
    return run_at_room(invocation, PLAN_WATCH);
}

enum exit_code run_invite(const struct invocation *invocation)
{
    return run(invocation, PLAN_INVITE);
}

enum exit_code run_quick(const struct invocation *invocation)
{
    return run(invocation, PLAN_QUICK);
}
