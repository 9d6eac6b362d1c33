/* SPDX-License-Identifier: MIT */
/*
 * Private to client/core/. The inside of the door, which door.c fills and door_rows.c reads.
 */
#ifndef PENTAD_CLIENT_CORE_DOOR_PRIVATE_H
#define PENTAD_CLIENT_CORE_DOOR_PRIVATE_H

#include "base/memory.h"
#include "client/core/door.h"
#include "client/core/lists.h"
#include "client/core/lobby.h"
#include "client/core/mail.h"
#include "client/core/session.h"
#include "client/core/session_private.h"
#include "client/core/turns.h"
#include "proto/id.h"

/* A game of turns.h, kept longer than the reply. */
struct door_turn {
    uint64_t game;
    uint64_t room;
    const struct variant *variant;
    char opponent[TABLE_NAME_SIZE];
    bool is_waiting;
    int64_t left_ms;
    int64_t ply;
};

/* A computed row: of each kind the fields that it has (client/core/door.def). */
struct door_row {
    char text[ACTION_TEXT_SIZE];
    bool is_ready, is_busy, is_playable, clock_stands, can_be_rated;
    bool is_changed, is_in_line, is_legal;
    int to_act, my_seat, task, mark, resigning_is;
    int64_t password_chars, stones_left, claim_in_ms, start_in_ms, column, row, spent_ms;
    struct table_person person;
    struct clock clock;
    const struct variant *variant;
    const char *name;
};

struct door {
    struct session *session;
    int64_t now_ms;
    struct notice notice; /* the last one; or an error of the door's own */
    const char *what;
    struct table table;
    struct lobby lobby;
    struct lobby own;
    struct mail mail;
    struct history history;
    struct rankings rankings;
    struct rating_graph graph;
    struct door_turn turns[TURNS_MAX];
    size_t turns_count;
    struct {
        int64_t id; /* of the last request of this op */
        uint64_t before;
    } asked[OP_COUNT];
    struct door_row row;
    char id[ID_TEXT_SIZE];
    struct arena arena; /* of a request */
    char body[FRAME_REPLY_MAX + 1];
};

#endif
