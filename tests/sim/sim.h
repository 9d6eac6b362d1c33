/* SPDX-License-Identifier: MIT */
/*
 * One seed of the simulator: the real core with everything around it simulated. Time is virtual,
 * in milliseconds from 0; every decision is drawn from one of two generators, `dice` (people and
 * faults) and `core_dice` (the core's random bytes). Nothing else decides: no clock, no address, no
 * order of a hash. One thread.
 *
 * The parts: schedule (what happens when), gate (the store), workers, link (a connection and the
 * bytes on it), person (who acts), truth (what was committed), said (what the server says against
 * it), audit (everything against it), server (the core's life).
 */
#ifndef PENTAD_TESTS_SIM_SIM_H
#define PENTAD_TESTS_SIM_SIM_H

#include "base/arena.h"
#include "server/core/core.h"
#include "tests/sim/check.h"
#include "tests/sim/schedule.h"
#include "tests/sim/truth.h"
#include "tests/sim/truth_follow.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SIM_TIME_SIZE 32
#define SIM_WALL_START_MS INT64_C(1767225600000) /* 2026-01-01T00:00:00Z */

struct gate;
struct link;
struct person;
struct workers;

/* Sums over seeds. */
struct stats {
#define STAT(id, text) uint64_t id;
#include "tests/sim/stats.def"
#undef STAT
    uint64_t failed_check; /* the check that failed, plus 1; 0: none */
    uint64_t failed_seed;
};

struct sim_options {
    const char *program; /* for the command that replays */
    bool traces;
    uint64_t habits;   /* habits.h: what there is more of */
    bool draws_habits; /* and in some lives of something else, by the seed */
};

/* Links in no order. */
struct link_list {
    struct link **links;
    size_t count;
    size_t cap;
};

/* The kind of place that this seed is. */
struct mood {
    int64_t grain_ms;    /* things happen at multiples of this: more of them in one turn */
    int64_t latency_ms;  /* the most that bytes are under way, mostly */
    int64_t disk_ms;     /* the most that a commit takes, mostly */
    int64_t think_ms;    /* between two acts of a person, at the most, mostly */
    int64_t away_ms;     /* how long people stay away, at the most, mostly */
    size_t window_bytes; /* so many of a link are under way, the rest waits at the server */
    unsigned portions;   /* 0 whole, 1 any, 2 single bytes */
    unsigned cut;        /* per 1000 acts */
    unsigned rubbish;    /* per 1000 acts */
    unsigned fail_batch; /* per 1000 batches */
    unsigned fail_query; /* per 1000 queries */
    unsigned fail_work;  /* per 1000 works */
    unsigned fault;      /* per 1000 acts: one begins or ends */
    unsigned crash;      /* per 1000 batches */
    unsigned power;      /* per 1000 batches: the power fails inside the commit */
    unsigned work_cap;
    unsigned acts;      /* how many in the whole seed */
    unsigned keeps;     /* per 1000 acts: somebody keeps order */
    unsigned parts;     /* per 1000 acts with one's own account: it is deleted */
    unsigned stands;    /* before a turn the process stands still, per 1000 */
    unsigned bursts;    /* reads that somebody asks for at once, at the most; 0: one */
    bool is_long;       /* people stay away for months, and play five in a row for the rating */
    int64_t down_ms;    /* how long the server stays down, at the most, mostly */
    unsigned clock_off; /* per 1000 starts: the machine's clock is */
    unsigned kinds;     /* of 1,000 rooms, so many for games that are not the plain one */
    unsigned ban_days;  /* a ban that ends lasts so long at the most; 0: some minutes */
    int64_t cold_ms;    /* for so long after a start commits take long */
};

/* When a player was told who is at tables. */
struct gathered_follower {
    uint64_t player;
    int64_t at_ms;
};

/* The last times at which something happened that makes the server tell again what was told before:
 * said_gathered.c. */
struct gathered_marks {
    struct gathered_follower followers[2]; /* the last one, and the last one but for that player */
    int64_t listed_ms;                     /* the lobby was told in a reply */
    int64_t room_told_ms;                  /* a room was told in the lobby */
    int64_t blocked_ms;                    /* somebody blocked somebody, or no more */
    int64_t failed_ms;                     /* a batch failed */
};

/* A numbered event as a player was told it: said_stream.c. */
struct told_line {
    uint64_t player;
    uint64_t room;   /* 0: the player's own */
    int64_t seq;     /* 0: none */
    uint64_t hash;   /* 0: it was not heard, but its number told */
    int64_t life_ms; /* of the server: when it was last told */
};

struct told_lines {
    struct told_line *lines;
    size_t size; /* a power of two */
    size_t count;
};

#define TOLD_LINKS 8

/* The links of rooms that were told last, which everybody knows: said_meet.c. */
struct told_links {
    char links[TOLD_LINKS][48]; /* a ring */
    size_t count;
};

/* From when the server stood still, and for how long it had when that was over. */
struct standstill {
    int64_t from_ms;
    int64_t all_ms;
};

struct sim {
    uint64_t seed;
    uint64_t dice;
    uint64_t core_dice;
    const struct sim_options *options;
    uint64_t habits; /* of this life */
    struct stats *stats;
    struct mood mood;
    struct schedule schedule;
    int64_t now_ms;
    /* the server */
    struct core *core; /* NULL while it is down */
    struct core_options core_options;
    int64_t mono_start_ms;          /* of this process: now_ms when its monotonic clock was 0 */
    int64_t stood_ms;               /* for so long it stood still since */
    struct standstill *standstills; /* of all lives */
    size_t standstill_count, standstill_cap;
    int64_t up_ms; /* while it is down: when it starts again */
    int64_t wall_start_ms;
    int64_t wall_set_ms; /* virtual: when a start took it from a clock that is another hour */
    bool is_stopping;
    bool is_inside;      /* an input function of the core is running */
    bool is_ending_turn; /* core_turn_end() is, and what leaves in it is made in it */
    struct gathered_marks gathered;
    struct gate *gate;
    struct workers *workers;
    /* the others */
    struct link **links; /* by number */
    size_t link_count;
    size_t link_cap;
    struct link_list changed; /* window.c */
    struct link_list waiting;
    size_t told_unsent;  /* of all links */
    struct link *keeper; /* of who keeps order, at the server's own machine; NULL: none yet */
    struct person *persons;
    size_t person_count;
    unsigned acts_left;
    unsigned idle_turns;
    int64_t thing_ms; /* when the last thing happened that was in the schedule */
    bool is_calm;     /* no acts and no faults */
    bool is_quiet;    /* calm, and nothing is under way: what is said is exactly what is stored */
    /* what is so */
    struct told_lines told;
    struct told_links told_links;
    struct truth truth;
    struct truth_follows follows;
    char audit_token[80];
    uint64_t output_hash; /* of every byte that the core sent */
    struct arena arena;   /* for one line */
    char arena_block[64 * 1024];
};

/* Runs a seed from its beginning to its end; returns the hash of what the server said. */
uint64_t sim_run(uint64_t seed, const struct sim_options *options, struct stats *stats,
                 const struct name_rules *names, const struct calendar *calendar);

/* From 0 to bound - 1; 0 for bound 0. */
uint64_t sim_below(struct sim *sim, uint64_t bound);
bool sim_permille(struct sim *sim, unsigned permille);
/* Mostly up to `usual_ms`, sometimes nothing, sometimes many times that; on the seed's grain. */
int64_t sim_delay_ms(struct sim *sim, int64_t usual_ms);

int64_t sim_mono_ms(const struct sim *sim);
/* Time passes in which the server's process stands still. */
void sim_stand_still(struct sim *sim, int64_t ms);
/* How long it had stood by then, in all its lives. */
int64_t sim_stood_ms(const struct sim *sim, int64_t at_ms);
struct moment sim_moment(const struct sim *sim);
/* "3d 04:05:06.789" */
const char *sim_time_text(const struct sim *sim, char text[SIM_TIME_SIZE]);

void sim_trace_line(const struct sim *sim, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
#define SIM_TRACE(sim, ...)                                                                        \
    do {                                                                                           \
        if ((sim)->options->traces)                                                                \
            sim_trace_line(sim, __VA_ARGS__);                                                      \
    } while (0)

/* Room for one more item at the end of a growing array; aborts when out of memory. */
void *sim_grow(void *items, size_t count, size_t *cap, size_t item_size);

#endif
