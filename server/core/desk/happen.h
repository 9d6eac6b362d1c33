/* SPDX-License-Identifier: MIT */
/*
 * The calls by which lower parts tell upper ones: happen_<name>() for each row of happenings.def.
 * The functions that listen are in one constant that the core is made with, so that no part names a
 * part above it.
 */
#ifndef PENTAD_SERVER_CORE_HAPPEN_H
#define PENTAD_SERVER_CORE_HAPPEN_H

#include "proto/frame.h"
#include "server/work/work.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct core;
struct match_event;
struct player;
struct room;
struct store_annulment;
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
    bool is_silent; /* as in conn.h */
};

/* The owner of work for which no request waits. */
struct work_owner {
    enum {
        OWNER_GAME,
        OWNER_PLAYER,
    } kind;
    uint64_t id;
};

struct work_news {
    struct work_owner owner; /* may be gone */
    enum work_kind kind;
    const struct work_result *result; /* borrowed */
    bool is_over;                     /* false: it is what is known so far */
};

/* Something that was done in a game. */
struct game_act {
    struct room *room;
    const struct match_event *event;
    uint8_t planned; /* the seats that had plans before it: a bit for each */
};

struct name_change {
    struct player *player;
    const char *before;
};

/* ------------------------------------------------------------------ rows */

enum happening {
#define NOW(NAME, name, type, doc) HAPPENING_##NAME,
#define TURN_END(NAME, name, doc) HAPPENING_##NAME,
#define SECOND(NAME, name, doc) HAPPENING_##NAME,
#include "server/core/desk/happenings.def"
    HAPPENING_COUNT
};

/* The subscribers to each row, in order; each list ends with NULL. Those to a SECOND row return
 * true if they told anybody anything. */
struct subscribers {
#define NOW(NAME, name, type, doc) void (*const *name)(struct core * core, type subject);
#define TURN_END(NAME, name, doc) void (*const *name)(struct core * core, uint64_t id);
#define SECOND(NAME, name, doc) bool (*const *name)(struct core * core, uint64_t id);
#include "server/core/desk/happenings.def"
};

/* A SECOND row that was told gathers what happens for this long before it is told again. */
#define HAPPENINGS_SECOND_MS 1000

void happenings_init(struct core *core, const struct subscribers *subscribers);
void happenings_deinit(struct core *core);
/* Tells what was gathered and is due, row by row. Not called while a row is being told. */
void happenings_tell(struct core *core);
/* The time at which there is something to tell (monotonic); INT64_MAX: nothing is gathered. */
int64_t happenings_next_ms(const struct core *core);
/* The number of the round in which ids gathered now for the row will be told: larger in each round,
 * never 0. */
uint64_t happening_round(const struct core *core, enum happening row);
/* True if the id is gathered for a row and was not told yet. */
bool happening_waits(const struct core *core, enum happening row, uint64_t id);

#define NOW(NAME, name, type, doc) void happen_##name(struct core *core, type subject);
#define TURN_END(NAME, name, doc) void happen_##name(struct core *core, uint64_t id);
#define SECOND(NAME, name, doc) void happen_##name(struct core *core, uint64_t id);
#include "server/core/desk/happenings.def"

#endif
