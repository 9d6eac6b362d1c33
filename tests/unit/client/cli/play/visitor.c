/* SPDX-License-Identifier: MIT */
/*
 * The visit of visitor.h.
 */
#include "visitor.h"

#include "client/core/table_record.h"
#include "proto/error.h"
#include "tests/support/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void on_say(void *ctx, enum colour colour, const char *text)
{
    (void)colour;
    struct visitor *visitor = ctx;
    size_t len = strlen(visitor->said);
    int added = snprintf(visitor->said + len, sizeof(visitor->said) - len, "%s\n", text);
    assert_in_range(added, 0, sizeof(visitor->said) - len - 1);
}

/* A request points to texts and clocks of the function that sends it. */
static const char *keep_text(struct visitor *visitor, const char *text)
{
    snprintf(visitor->text, sizeof(visitor->text), "%s", text != NULL ? text : "");
    return text != NULL ? visitor->text : NULL;
}

static const struct clock_record *keep_clock(struct visitor *visitor,
                                             const struct clock_record *clock)
{
    visitor->clock = *clock;
    return &visitor->clock;
}

static void on_send(void *ctx, const struct request *request)
{
    struct visitor *visitor = ctx;
    struct request *kept = &visitor->request;
    *kept = *request;
    visitor->sent++;
    switch (request->op) {
    case OP_ROOM_OPEN:
        kept->as.room_open.clock = keep_clock(visitor, request->as.room_open.clock);
        kept->as.room_open.invite = keep_text(visitor, request->as.room_open.invite);
        break;
    case OP_ROOM_QUICK:
        kept->as.room_quick.clock = keep_clock(visitor, request->as.room_quick.clock);
        kept->as.room_quick.also = keep_text(visitor, request->as.room_quick.also);
        break;
    case OP_GAME_MOVE:
        kept->as.game_move.action = keep_text(visitor, request->as.game_move.action);
        break;
    case OP_GAME_PLAN:
        kept->as.game_plan.lines = keep_text(visitor, request->as.game_plan.lines);
        break;
    case OP_ROOM_SAY:
        kept->as.room_say.text = keep_text(visitor, request->as.room_say.text);
        break;
    case OP_MESSAGE_SEND: /* to a name of the table */
        kept->as.message_send.text = keep_text(visitor, request->as.message_send.text);
        break;
    default:
        break;
    }
}

static void on_board(void *ctx)
{
    struct visitor *visitor = ctx;
    visitor->boards++;
}

static void on_refuse(void *ctx, int error)
{
    on_say(ctx, COLOUR_ERROR, error_code(error));
}

void visitor_init(struct visitor *visitor)
{
    static const struct visit_calls calls = {
        .say = on_say, .send = on_send, .refuse = on_refuse, .board = on_board};
    const struct session_login guest = {.kind = LOGIN_GUEST};
    *visitor = (struct visitor){.home = "/tmp/penta-visit-XXXXXX"};
    assert_non_null(mkdtemp(visitor->home));
    setenv("XDG_STATE_HOME", visitor->home, 1);
    wire_init(&visitor->wire, &guest);
    wire_connect(&visitor->wire);
    wire_let_in(&visitor->wire, OP_AUTH_GUEST);
    wire_expect(&visitor->wire, NOTICE_READY);
    visitor->visit = (struct visit){.invocation = &visitor->invocation,
                                    .plan = PLAN_PLAY,
                                    .is_person = true,
                                    .session = visitor->wire.session,
                                    .calls = &calls,
                                    .ctx = visitor};
    table_init(&visitor->visit.table, "anna");
}

void visitor_deinit(struct visitor *visitor)
{
    static const char *const names[] = {"/pentad/strength", "/pentad/strength.bad", "/pentad", ""};
    char path[128];
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        snprintf(path, sizeof(path), "%s%s", visitor->home, names[i]);
        (void)remove(path);
    }
    assert_int_not_equal(access(visitor->home, F_OK), 0);
    wire_deinit(&visitor->wire);
}

void visitor_sit(struct visitor *visitor, const char *actions)
{
    struct room_record room = wire_room(7, ROOM_STATE_WORD_PLAYING);
    struct game_record game = wire_game(9, actions, 1);
    table_set_room(&visitor->visit.table, &room);
    assert_int_equal(table_set_game(&visitor->visit.table, &game), 0);
    visitor->visit.stage = STAGE_AT_TABLE;
}

void visitor_check_said(struct visitor *visitor, const char *text)
{
    if (strstr(visitor->said, text) == NULL)
        fail_msg("\"%s\" was not said, but: %s", text, visitor->said);
    visitor->said[0] = '\0';
}

void visitor_check_silent(const struct visitor *visitor)
{
    assert_string_equal(visitor->said, "");
}
