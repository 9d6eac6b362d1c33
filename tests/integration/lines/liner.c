/* SPDX-License-Identifier: MIT */
/*
 * The player of lines/liner.h.
 */
#include "tests/integration/lines/liner.h"

#include "client/core/moves.h"
#include "client/core/table_record.h"
#include "engine/sight.h"
#include "proto/error.h"
#include "proto/family.h"
#include "proto/id.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/random.h"
#include "tests/support/wait.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define MADE_MAX 64 /* moves at one ply: the last one counts, others may have arrived before it */

struct ply_known {
    char acknowledged[LINER_TEXT];
    char made[MADE_MAX][LINER_TEXT];
    size_t made_count;
};

struct liner {
    uint16_t port;
    uint64_t random;
    struct session *session;
    struct table table;
    int fd; /* -1 without a connection */
    int64_t connects_at_ms;
    int64_t stalled_until_ms;
    int64_t read_ms; /* when the line was looked at last */
    int64_t late_ms;
    int64_t clock_ms; /* of the first player's game; 0: joins */
    uint64_t joins;
    bool is_asked; /* the room was opened or joined */
    struct ply_known plies[LINER_PLIES];
};

/* ---------------------------------------------------------------- the line */

static void connect_now(struct liner *liner)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(liner->port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    liner->fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(liner->fd >= 0);
    assert_int_equal(connect(liner->fd, (struct sockaddr *)&address, sizeof(address)), 0);
    assert_int_equal(fcntl(liner->fd, F_SETFL, O_NONBLOCK), 0);
    session_connected(liner->session, wait_now_ms());
}

struct liner *liner_new(uint16_t port, uint64_t seed)
{
    struct liner *liner = calloc(1, sizeof(*liner));
    assert_non_null(liner);
    liner->port = port;
    liner->random = seed;
    liner->fd = -1;
    liner->read_ms = wait_now_ms();
    liner->session = session_new("liner 1", random_next(&liner->random));
    session_login_as(liner->session, &(struct session_login){.kind = LOGIN_GUEST});
    table_init(&liner->table, "");
    return liner;
}

static void close_line(struct liner *liner)
{
    if (liner->fd >= 0)
        close(liner->fd);
    liner->fd = -1;
}

void liner_free(struct liner *liner)
{
    close_line(liner);
    session_free(liner->session);
    free(liner);
}

static void carry_out(struct liner *liner)
{
    size_t len;
    const char *bytes = session_get_output(liner->session, &len);
    if (len == 0 || liner->fd < 0)
        return;
    ssize_t sent = send(liner->fd, bytes, len, MSG_NOSIGNAL);
    if (sent > 0)
        session_sent(liner->session, (size_t)sent);
}

void liner_cut(struct liner *liner, enum liner_cut cut, int64_t away_ms)
{
    if (liner->fd < 0)
        return;
    if (cut == LINER_CUT_AFTER) {
        carry_out(liner);
        (void)shutdown(liner->fd, SHUT_WR); /* all of it is read before the end */
    }
    close_line(liner);
    (void)session_broken(liner->session, wait_now_ms(), 0);
    table_cut_off(&liner->table);
    liner->stalled_until_ms = 0;
    liner->connects_at_ms = wait_now_ms() + away_ms;
}

void liner_stall(struct liner *liner, int64_t ms)
{
    liner->stalled_until_ms = wait_now_ms() + ms;
}

static bool is_stalled(const struct liner *liner)
{
    return liner->stalled_until_ms > wait_now_ms();
}

/* A line that the server closed, which it does to who is slow or new, is made anew likewise. */
static void carry_in(struct liner *liner)
{
    char bytes[16384];
    int64_t now_ms = wait_now_ms();
    ssize_t got = recv(liner->fd, bytes, sizeof(bytes), 0);
    if (got > 0) {
        liner->late_ms = now_ms - liner->read_ms;
        session_received(liner->session, bytes, (size_t)got, now_ms);
    } else if (got == 0 || (errno != EAGAIN && errno != EWOULDBLOCK)) {
        liner_cut(liner, LINER_CUT_BEFORE, 50);
    }
    liner->read_ms = now_ms;
}

bool liner_is_calm(const struct liner *liner)
{
    size_t len;
    (void)session_get_output(liner->session, &len);
    return liner->fd >= 0 && !is_stalled(liner) && session_is_ready(liner->session) &&
           !session_is_busy(liner->session) && len == 0;
}

/* ---------------------------------------------------------------- the room */

void liner_open(struct liner *liner, int64_t main_ms)
{
    liner->clock_ms = main_ms;
}

void liner_join(struct liner *liner, uint64_t room)
{
    liner->joins = room;
}

/* Asks for the room once, when that is possible. */
static void enter(struct liner *liner)
{
    struct request request = {.op = OP_ROOM_JOIN};
    const struct time_control control = {.kind = CLOCK_FISCHER, .main_ms = liner->clock_ms};
    struct clock_record clock = family_clock(&control);
    if (liner->is_asked || !session_is_ready(liner->session) ||
        (liner->clock_ms == 0 && liner->joins == 0))
        return;
    request.as.room_join.room = liner->joins;
    if (liner->clock_ms != 0) {
        request.op = OP_ROOM_OPEN;
        request.as.room_open = (struct room_open_request){
            .variant = variant_get(VARIANT_MINI), .clock = &clock, .first = FIRST_WORD_OPENER};
    }
    assert_int_not_equal(session_request(liner->session, &request), NO_REQUEST_ID);
    liner->is_asked = true;
}

uint64_t liner_room(const struct liner *liner)
{
    return liner->table.room;
}

uint64_t liner_game(const struct liner *liner)
{
    return liner->table.game_id;
}

void liner_format_id(uint64_t id, char text[16])
{
    id_format(id, text);
}

/* ---------------------------------------------------------------- what comes */

static void sync_game(struct liner *liner)
{
    struct request request = {.op = OP_GAME_SYNC};
    request.as.game_sync = (struct game_sync_request){.game = liner->table.game_id, .since = NONE};
    (void)session_request(liner->session, &request);
}

static void take_table(struct liner *liner, const struct room_record *room,
                       const struct game_record *game)
{
    if (room != NULL)
        table_set_room(&liner->table, room);
    if (game != NULL)
        assert_int_equal(table_set_game(&liner->table, game), 0);
}

/* The move that was made last for this ply is the one that is answered: one before it, of which
 * nothing was heard, is told no more. */
static void acknowledge(struct liner *liner, int64_t ply)
{
    struct ply_known *known = &liner->plies[ply - 1];
    assert_in_range(ply, 1, LINER_PLIES);
    assert_in_range(known->made_count, 1, MADE_MAX);
    memcpy(known->acknowledged, known->made[known->made_count - 1], LINER_TEXT);
}

static void take_reply(struct liner *liner, const struct notice *notice)
{
    const union reply_body *reply = notice->reply;
    switch (notice->op) {
    case OP_ROOM_OPEN:
        take_table(liner, reply->room_open.room, NULL);
        break;
    case OP_ROOM_JOIN:
        take_table(liner, reply->room_join.room, reply->room_join.game);
        break;
    case OP_ROOM_SYNC:
        take_table(liner, reply->room_sync.room, reply->room_sync.game);
        break;
    case OP_ROOM_WATCH:
        take_table(liner, reply->room_watch.room, reply->room_watch.game);
        break;
    case OP_GAME_SYNC:
        take_table(liner, NULL, reply->game_sync.game);
        table_take_sync(&liner->table, &reply->game_sync);
        break;
    case OP_GAME_MOVE:
        acknowledge(liner, reply->game_move.ply);
        break;
    default:
        break;
    }
}

/* A move can come too late only where another one of the player's own was there before it. */
static void take_error(struct liner *liner, const struct notice *notice)
{
    int error = error_from_code(notice->error.code);
    if (notice->op != OP_GAME_MOVE || error != ERR_STALE_PLY)
        fail_msg("%s: %s", op_info(notice->op)->wire, notice->error.code);
    table_drop_pending(&liner->table);
    sync_game(liner);
}

static void take_notice(struct liner *liner, const struct notice *notice)
{
    table_pass_time(&liner->table, wait_now_ms());
    switch (notice->kind) {
    case NOTICE_READY:
        if (!notice->is_return)
            table_init(&liner->table, session_name(liner->session));
        (void)moves_come_back(liner->session, &liner->table);
        break;
    case NOTICE_REPLY:
        take_reply(liner, notice);
        break;
    case NOTICE_ERROR:
        take_error(liner, notice);
        break;
    case NOTICE_EVENT:
        if (table_take_event(&liner->table, notice->event, notice->body) == TABLE_NEWS_OUT_OF_STEP)
            sync_game(liner);
        break;
    case NOTICE_LOST:
        assert_int_equal(notice->op, OP_GAME_MOVE);
        table_drop_pending(&liner->table);
        break;
    case NOTICE_BROKEN:
        liner_cut(liner, LINER_CUT_BEFORE, 50);
        break;
    case NOTICE_REFUSED:
        fail_msg("the login was refused: %s", notice->error.code);
        break;
    case NOTICE_SILENT:
    case NOTICE_HEARD:
        break;
    }
}

void liner_pump(struct liner *liner)
{
    struct notice notice;
    if (is_stalled(liner))
        return;
    if (liner->fd < 0 && wait_now_ms() >= liner->connects_at_ms)
        connect_now(liner);
    if (liner->fd < 0)
        return;
    carry_in(liner);
    session_pass_time(liner->session, wait_now_ms());
    while (session_next(liner->session, &notice))
        take_notice(liner, &notice);
    enter(liner);
    carry_out(liner);
}

/* ---------------------------------------------------------------- moves */

bool liner_is_to_move(const struct liner *liner)
{
    struct action action;
    const struct table *table = &liner->table;
    bool is_noted = table_pending(table, &action);
    return table->game_id != 0 && table_is_my_turn(table) && table_task(table) != TABLE_TASK_OVER &&
           (!is_noted || !session_is_ready(liner->session));
}

/* A move that leaves the game open as long as there is one, so that games last. */
static struct action choose(struct liner *liner)
{
    struct action legal[GAME_LEGAL_MAX];
    const struct game *game = &liner->table.game;
    size_t count = sight_candidates(game, legal, GAME_LEGAL_MAX);
    size_t from = (size_t)random_below(&liner->random, count);
    for (size_t i = 0; i < count; i++) {
        struct game after = *game;
        struct action action = legal[(from + i) % count];
        if (game_act(&after, action) == 0 && game_status(&after) == GAME_OPEN)
            return action;
    }
    return legal[from];
}

void liner_move(struct liner *liner)
{
    struct action action = choose(liner);
    struct ply_known *known = &liner->plies[liner->table.game.ply];
    int fate = moves_make(liner->session, &liner->table, action);
    if (fate != MOVES_SENT && fate != MOVES_KEPT)
        return;
    assert_in_range(known->made_count, 0, MADE_MAX - 1);
    action_format(liner->table.variant, action, known->made[known->made_count++]);
}

/* ---------------------------------------------------------------- questions */

bool liner_is_over(const struct liner *liner)
{
    return liner->table.game_id != 0 && liner->table.result != NONE;
}

unsigned liner_ply(const struct liner *liner)
{
    return (unsigned)liner->table.game.ply;
}

int64_t liner_clock_ms(const struct liner *liner, int seat)
{
    return table_clock(&liner->table, (enum seat)seat, wait_now_ms()).left_ms;
}

int64_t liner_late_ms(const struct liner *liner)
{
    return liner->late_ms;
}

const char *liner_acknowledged(const struct liner *liner, unsigned ply)
{
    return liner->plies[ply].acknowledged;
}

bool liner_has_made(const struct liner *liner, unsigned ply, const char *action)
{
    const struct ply_known *known = &liner->plies[ply];
    for (size_t i = 0; i < known->made_count; i++)
        if (strcmp(known->made[i], action) == 0)
            return true;
    return false;
}
