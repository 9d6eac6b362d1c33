/* SPDX-License-Identifier: MIT */
/*
 * An attack with honest games beside it: they are played and timed in quiet, then under attack.
 * siege_run() fails the test if the honest players had to wait longer than twice as long and 20 ms
 * (p99), for a move or for coming back, if the server's memory grew beyond the bound, or if an
 * attacker's connection was closed without a word. Times and memory are the promise here, and no
 * count stands for them: that an attack neither slows the honest down nor makes the server grow.
 *
 * A slow moment of the machine is not the server's: the times are measured again, and only what is
 * slow every time fails; nothing does while others use the processors. Under sanitizers, which slow
 * everything, no time counts.
 *
 * The attackers are the siege's own thread (horde.h); everything else runs on the test's.
 */
#ifndef PENTAD_TESTS_INTEGRATION_HOSTILE_SIEGE_H
#define PENTAD_TESTS_INTEGRATION_HOSTILE_SIEGE_H

#include "tests/integration/hostile/horde.h"
#include "tests/support/scene.h"
#include "tests/support/table.h"

/* So many that nobody makes more moves than the rate allows. */
#define SIEGE_TABLES 12

struct siege {
    struct scene *scene;
    struct table tables[SIEGE_TABLES];
    int moves[SIEGE_TABLES]; /* that were made */
    int next;                /* table */
    bool is_crowded;         /* the machine was, by others, when it was run last: no time counts */
};

struct attack {
    const char *name;
    struct horde_plan plan;
    int for_ms;       /* at the least */
    int each_ms;      /* between two honest moves; 0: as often as a siege can for ten seconds */
    long memory_kib;  /* the server may grow by so much */
    bool may_cut;     /* without a word: who does not read what is said */
    const char *only; /* the one code that attackers may be told; NULL: any */
    bool has_returns; /* an honest player comes back beside it, again and again, and is timed */
    /* The end: when all of this was seen, however slow the machine is; 0 and NULL: no matter. */
    long until_errors;        /* so many were told */
    const char *until_code;   /* this one was told */
    const char *until_logged; /* the server's log has a line with this */
};

/* Options of a server whose limits of addresses are out of the way: for attacks on what lies behind
 * them. */
extern const char *const siege_many_players[];

/* The part of an attack that a sanitized server is asked to bear. */
int siege_share(int count);

/* Opens the honest tables. */
void siege_begin(struct siege *siege, struct scene *scene);
/* The tally is that of the first try. */
void siege_run(struct siege *siege, const struct attack *attack, struct horde_tally *tally_out);
/* Both, where an attack needs nothing of the tables. */
void siege_of(struct scene *scene, const struct attack *attack, struct horde_tally *tally_out);

#endif
