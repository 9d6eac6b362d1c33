/* SPDX-License-Identifier: MIT */
/*
 * The question of client/cli/play/inquiry.h.
 */
#include "client/cli/play/inquiry.h"

#include <stdio.h>

#define PATIENCE_MS 1000

void inquiry_init(struct inquiry *inquiry, uv_loop_t *loop, const struct invocation *invocation,
                  void (*done)(void *ctx, const union reply_body *reply), void *ctx)
{
    *inquiry = (struct inquiry){.loop = loop, .invocation = invocation, .done = done, .ctx = ctx};
    uv_timer_init(loop, &inquiry->timer);
    inquiry->timer.data = inquiry;
}

static void answer(struct inquiry *inquiry, const union reply_body *reply)
{
    if (!inquiry->is_asked)
        return;
    inquiry->is_asked = false;
    inquiry->is_sent = false;
    uv_timer_stop(&inquiry->timer);
    inquiry->done(inquiry->ctx, reply);
}

/* Says no more than is known, and leaves a server alone that cannot be reached. */
static void on_timer(uv_timer_t *timer)
{
    struct inquiry *inquiry = timer->data;
    bool is_reached = inquiry->session != NULL && session_is_ready(inquiry->session);
    if (!is_reached && !inquiry->is_over && inquiry->link != NULL)
        link_stop(inquiry->link);
    inquiry->is_over = inquiry->is_over || !is_reached;
    answer(inquiry, NULL);
}

static void send_question(struct inquiry *inquiry)
{
    struct request request = {.op = OP_PLAYER_GAMES};
    if (!inquiry->is_asked || inquiry->is_sent || !session_is_ready(inquiry->session))
        return;
    request.as.player_games.name = inquiry->name;
    inquiry->is_sent = session_request(inquiry->session, &request) != NO_REQUEST_ID;
}

static void on_notice(void *ctx, const struct notice *notice)
{
    struct inquiry *inquiry = ctx;
    if (notice->kind == NOTICE_READY)
        send_question(inquiry);
    else if (notice->kind == NOTICE_REPLY && notice->op == OP_PLAYER_GAMES)
        answer(inquiry, notice->reply);
    else if (notice->kind == NOTICE_ERROR || notice->kind == NOTICE_LOST)
        answer(inquiry, NULL);
}

/* It is not tried again: whoever plays alone has no use for a server that comes and goes. */
static bool on_lost(void *ctx, const char *reason, int64_t pause_ms)
{
    (void)reason;
    (void)pause_ms;
    struct inquiry *inquiry = ctx;
    inquiry->is_over = true;
    answer(inquiry, NULL);
    return false;
}

static void connect_to_server(struct inquiry *inquiry)
{
    const struct link_handler handler = {.ctx = inquiry, .notice = on_notice, .lost = on_lost};
    const struct session_login stranger = {.kind = LOGIN_NONE};
    inquiry->session = link_session("penta " PENTAD_VERSION);
    inquiry->link = link_new(inquiry->loop, inquiry->session, &handler);
    session_login_as(inquiry->session, &stranger);
    link_start(inquiry->link, inquiry->invocation);
}

void inquiry_ask(struct inquiry *inquiry, const char *name)
{
    snprintf(inquiry->name, sizeof(inquiry->name), "%s", name);
    inquiry->is_asked = true;
    if (inquiry->session == NULL)
        connect_to_server(inquiry);
    else if (!inquiry->is_over)
        send_question(inquiry);
    if (!inquiry->is_over)
        link_flush(inquiry->link);
    uv_timer_start(&inquiry->timer, on_timer, inquiry->is_over ? 0 : PATIENCE_MS, 0);
}

void inquiry_stop(struct inquiry *inquiry)
{
    inquiry->is_asked = false;
    if (inquiry->link != NULL && !inquiry->is_over)
        link_stop(inquiry->link);
    inquiry->is_over = true;
    uv_close((uv_handle_t *)&inquiry->timer, NULL);
}

void inquiry_deinit(struct inquiry *inquiry)
{
    if (inquiry->session == NULL)
        return;
    link_free(inquiry->link);
    session_free(inquiry->session);
}

/* ------------------------------------------------------------------ asked once more */

unsigned asked_all(const struct visit *visit)
{
    unsigned asked = ASKED_NOTHING;
    const struct table *table = &visit->table;
    enum seat me = table_my_seat(table);
    if (table_is_takeback_asked_of(table, me))
        asked |= ASKED_TAKEBACK;
    if (table_is_draw_offered_to(table, me))
        asked |= ASKED_DRAW;
    if (!table_is_playing(table) && table_is_rematch_offered_to_me(table))
        asked |= ASKED_REMATCH;
    if (visit->invitations > 0)
        asked |= ASKED_INVITATION;
    return asked;
}

enum asked asked_first(const struct visit *visit)
{
    unsigned asked = asked_all(visit);
    return (enum asked)(asked & (~asked + 1)); /* the lowest bit */
}

void asked_send_draw(const struct visit *visit, enum draw_word answer)
{
    const struct game_draw_request draw = {.game = visit->table.game_id, .answer = (int)answer};
    visit_send(visit, &(struct request){.op = OP_GAME_DRAW, .as.game_draw = draw});
}

void asked_send_takeback(const struct visit *visit, enum takeback_word answer)
{
    const struct game_takeback_request back = {.game = visit->table.game_id, .answer = (int)answer};
    visit_send(visit, &(struct request){.op = OP_GAME_TAKEBACK, .as.game_takeback = back});
}

void asked_answer(const struct visit *visit, enum asked asked, bool is_yes)
{
    const struct room_rematch_request no = {.room = visit->table.room, .refuse = true};
    if (asked == ASKED_TAKEBACK)
        asked_send_takeback(visit, is_yes ? TAKEBACK_WORD_ACCEPT : TAKEBACK_WORD_REFUSE);
    else if (asked == ASKED_DRAW)
        asked_send_draw(visit, is_yes ? DRAW_WORD_ACCEPT : DRAW_WORD_REFUSE);
    else if (asked == ASKED_REMATCH && !is_yes)
        visit_send(visit, &(struct request){.op = OP_ROOM_REMATCH, .as.room_rematch = no});
}
