/* SPDX-License-Identifier: MIT */
/*
 * The state that all parts of the core share: options, ports, the time, memory of one input. Each
 * part's own state is complete in its folder's state.h only. Everything lives on the core's one
 * thread.
 */
#ifndef PENTAD_SERVER_CORE_STATE_H
#define PENTAD_SERVER_CORE_STATE_H

#include "base/arena.h"
#include "base/id_table.h"
#include "base/slab.h"
#include "proto/frame.h"
#include "server/core/desk/desk.h"
#include "server/core/desk/happen.h"

/* Structs of the parts, complete in their folders only. */
struct call;
struct conn;
struct known;
struct learnt;
struct login;
struct match;
struct match_event;
struct chair;
struct player;
struct room;
struct room_chat_line;
struct stream;
struct wait;
struct watch;

struct core {
    struct core_options options;
    struct core_ports ports;
    struct store *store;
    struct moment now;
    int64_t due_ms; /* monotonic: deadlines up to this fall; all that had come by then is read */
    int64_t started_ms; /* monotonic */
    uint64_t last_id;
    bool is_shutting_down;
    struct desk *desk;
    struct turn *turn;
    struct people *people;
    struct tables *tables;
    struct meeting *meeting;
    struct operations *operations;
    struct slab slab;   /* frames and their places in queues */
    struct arena arena; /* of one input */
    char arena_block[16 * 1024];
    char encoded[FRAME_REPLY_MAX + 1];
};

#endif
