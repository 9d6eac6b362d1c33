/* SPDX-License-Identifier: MIT */
/*
 * A schedule of what happens when: a heap of things by time. Things of the same moment come in an
 * order that is drawn when they are put in. A thing names its subject by number, so that nothing
 * has to be taken out when the subject goes. There are two: what goes on by itself (bytes, the
 * disk, workers) and life (acts, faults), which can be held back.
 */
#ifndef PENTAD_TESTS_SIM_SCHEDULE_H
#define PENTAD_TESTS_SIM_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum thing_kind {
    /* by itself */
    THING_BYTES_UP,   /* link: bytes arrive at the server */
    THING_BYTES_DOWN, /* link: bytes arrive at the client */
    THING_HUNG_UP,    /* link: the server notices that the client is gone */
    THING_STORE,      /* the gate has something to do */
    THING_WORK,       /* job: a worker is done */
    /* life */
    THING_ACT, /* person */
    THING_CRASH,
    THING_STOP,
    THING_START,
    THING_FAULT, /* a fault begins or ends */
    THING_LULL,  /* all is calm for a moment, and everything is looked at */
    THING_KIND_COUNT
};
#define THING_FIRST_OF_LIFE THING_ACT

struct thing {
    int64_t at_ms;
    uint64_t order;
    enum thing_kind kind;
    uint64_t subject;
};

struct thing_heap {
    struct thing *things;
    size_t count;
    size_t cap;
};

struct schedule {
    struct thing_heap own;
    struct thing_heap life;
};

/* `order` breaks ties: smaller first. */
void schedule_put(struct schedule *schedule, const struct thing *thing);
/* The time of the next thing, INT64_MAX if there is none. */
int64_t schedule_next_ms(const struct schedule *schedule, bool with_life);
/* Takes the next thing that is due at `now_ms`; false if there is none. */
bool schedule_take(struct schedule *schedule, int64_t now_ms, bool with_life,
                   struct thing *thing_out);
/* Drops the things that were to happen by themselves: the process that they were for is dead. */
void schedule_forget(struct schedule *schedule, enum thing_kind kind);
void schedule_free(struct schedule *schedule);

#endif
