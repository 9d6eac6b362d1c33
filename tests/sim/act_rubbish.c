/* SPDX-License-Identifier: MIT */
/*
 * Sends what broken, hostile or unlucky clients send.
 */
#include "proto/frame.h"
#include "tests/sim/happen.h"
#include "tests/sim/person.h"
#include "tests/sim/sim.h"
#include "tests/sim/truth_room.h"

#include <string.h>

static void send_text(struct link *link, const char *text)
{
    link_write_rubbish(link, text, strlen(text), 1);
}

/* Longer than a frame may be; the connection ends. */
static void send_huge(struct link *link)
{
    char bytes[FRAME_REQUEST_MAX + 100];
    memset(bytes, 'x', sizeof(bytes));
    bytes[sizeof(bytes) - 1] = '\n';
    link_write_rubbish(link, bytes, sizeof(bytes), 1);
}

static void send_random(struct sim *sim, struct link *link)
{
    char bytes[64];
    size_t len = 1 + (size_t)sim_below(sim, sizeof(bytes) - 1);
    for (size_t i = 0; i < len; i++)
        bytes[i] = (char)sim_below(sim, 256);
    bytes[len] = '\n';
    link_write_rubbish(link, bytes, len + 1, len + 1);
}

static void send_half(struct person *person, struct link *link)
{
    const struct table *table = &person->tables[sim_below(person->sim, PERSON_TABLES)];
    struct request request = {.op = OP_GAME_MOVE};
    request.as.game_move = (struct game_move_request){
        .game = table->game != 0 ? table->game : 1, .ply = 0, .action = "a1"};
    link_ask_half(link, &request);
}

/* A room where a seat is kept for somebody; 0: there is none. */
static uint64_t kept_room(const struct truth *truth)
{
    for (size_t i = truth->room_count; i-- > 0;)
        if (!truth->rooms[i]->is_closed && truth_is_reserved(truth->rooms[i]))
            return truth->rooms[i]->id;
    return 0;
}

/* Games and rooms that are others', or nobody's. */
static void send_wrong(struct person *person, struct link *link)
{
    static const enum op ops[] = {OP_GAME_RESIGN, OP_GAME_ABORT,   OP_GAME_GET,   OP_GAME_DRAW,
                                  OP_ROOM_LEAVE,  OP_ROOM_REMATCH, OP_ROOM_JOIN,  OP_ROOM_WATCH,
                                  OP_GAME_SYNC,   OP_AUTH_GUEST,   OP_AUTH_LOGOUT};
    struct sim *sim = person->sim;
    const struct truth *truth = &sim->truth;
    struct request request = {.op = ops[sim_below(sim, sizeof(ops) / sizeof(ops[0]))]};
    uint64_t id = 1 + sim_below(sim, 1000);
    bool is_of_room = request.op >= OP_ROOM_OPEN && request.op <= OP_ROOM_REMATCH;
    if (is_of_room && truth->room_count > 0)
        id = truth->rooms[sim_below(sim, truth->room_count)]->id;
    else if (truth->game_count > 0)
        id = truth->games[sim_below(sim, truth->game_count)]->id;
    if (request.op == OP_ROOM_JOIN && kept_room(truth) != 0)
        id = kept_room(truth);
    if (request.op != OP_AUTH_GUEST && request.op != OP_AUTH_LOGOUT)
        request.as.game_get.game = id; /* the first field of all of them */
    if (request.op == OP_GAME_SYNC)
        request.as.game_sync.since = (int64_t)sim_below(sim, 100);
    if (link->knows_login)
        link_ask(link, &request);
}

void act__rubbish(struct person *person, struct link *link)
{
    struct sim *sim = person->sim;
    switch (sim_below(sim, 12)) {
    case 0:
        send_text(link, "\xc3\x28 is not UTF-8\n");
        break;
    case 1:
        send_huge(link);
        break;
    case 2:
        send_random(sim, link);
        break;
    case 3:
        send_text(link, "{\"id\":\"seven\",\"op\":\"ping\"}\n");
        break;
    case 4:
        send_text(link, "{\"op\":\"no.such.op\"}\n");
        break;
    case 5:
        send_text(link, "[[[[[[[[[[[[1]]]]]]]]]]]]\n");
        break;
    case 6:
        link->stalls_until_ms = sim->now_ms + sim_delay_ms(sim, 20000);
        break;
    case 7:
    case 8:
        send_half(person, link);
        break;
    default:
        send_wrong(person, link);
    }
}
