/* SPDX-License-Identifier: MIT */
/*
 * The calls of a visit (client/cli/play/visit.h), with the program behind them.
 */
#include "client/cli/connect/account.h"
#include "client/cli/play/play_private.h"
#include "client/cli/terminal/i18n.h"

#include <stdio.h>

void play__stop(void *ctx, enum exit_code code, const char *why)
{
    struct play *play = ctx;
    if (why != NULL)
        snprintf(play->failure, sizeof(play->failure), "%s", why);
    if (play__is_stopped(play))
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

void play__say(void *ctx, enum colour colour, const char *text)
{
    struct play *play = ctx;
    show_say(&play->show, colour, text);
}

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
        play__say(play, COLOUR_ERROR,
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
    show_board(&play->show, &play->course, play__now_ms(play));
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

const struct visit_calls play__calls = {.say = play__say,
                                        .correct = on_correct,
                                        .send = on_send,
                                        .refuse = on_refuse,
                                        .stop = play__stop,
                                        .open_screen = play__open_screen,
                                        .board = on_board,
                                        .ring = on_ring,
                                        .take_settings = on_settings,
                                        .think = on_think,
                                        .analyse = on_analyse};
