/* SPDX-License-Identifier: MIT */
/*
 * Telling upwards: happen_<name>() for each row of happenings.def. The functions that listen are in
 * one constant that the core is made with, so that no part names a part above it.
 */
#ifndef PENTAD_SERVER_CORE_HAPPEN_H
#define PENTAD_SERVER_CORE_HAPPEN_H

#include "base/id_table.h"
#include "proto/frame.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct core;
struct player;
struct room;
struct store_batch;
struct store_op;

/* ------------------------------------------------------------------ subjects */

struct incoming_frame {
    uint64_t conn;
    struct frame_slice frame; /* borrowed */
    bool is_too_long;         /* then there are no bytes */
};

struct conn_end {
    uint64_t conn;
    int error; /* how it is told goodbye */
};

struct lag_sample {
    uint64_t conn;
    int64_t lag_ms; /* what is known by now */
};

struct name_change {
    const struct player *player;
    const char *before;
    uint64_t own; /* the connection that asked for it and has its reply; 0: none */
};

/* ------------------------------------------------------------------ rows */

enum happening {
#define NOW(NAME, name, type, doc) HAPPENING_##NAME,
#define TURN_END(NAME, name, doc) HAPPENING_##NAME,
#include "server/core/desk/happenings.def"
    HAPPENING_COUNT
};

/* The listeners to each row, in order; each list ends with NULL. */
struct listeners {
#define NOW(NAME, name, type, doc) void (*const *name)(struct core * core, type subject);
#define TURN_END(NAME, name, doc) void (*const *name)(struct core * core, uint64_t id);
#include "server/core/desk/happenings.def"
};

/* Ids that wait for the end of the turn, each once. */
struct gathered {
    uint64_t *ids; /* in the order in which they came */
    size_t count, cap;
    struct id_table known;
};

/* The core's part of it. */
struct happenings {
    const struct listeners *listeners;
    int told; /* the row that is being told, -1: none */
    struct gathered gathered[HAPPENING_COUNT];
};

void happenings_init(struct happenings *happenings, const struct listeners *listeners);
void happenings_deinit(struct happenings *happenings);
/* Tells what was gathered, row by row. Nothing is being told. */
void happenings_tell(struct core *core);
/* Whether anything is gathered. */
bool happenings_wait(const struct core *core);

#define NOW(NAME, name, type, doc) void happen_##name(struct core *core, type subject);
#define TURN_END(NAME, name, doc) void happen_##name(struct core *core, uint64_t id);
#include "server/core/desk/happenings.def"

#endif
