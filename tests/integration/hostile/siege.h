/* SPDX-License-Identifier: MIT */
/*
 * An attack with honest games beside it. siege_run() fails the test if an honest move or return is
 * not answered, if the server's memory grew beyond the bound, or if an attacker's connection was
 * closed without a word. How long the honest wait decides nothing, for it is the machine's as well:
 * with PENTAD_SIEGE_TIMES, the name of a file, they play in quiet before, and both p99s are written
 * there (./dev bench hostile).
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
    int moves[SIEGE_TABLES]; /* that were made, of all games */
    int next;                /* table */
};

struct attack {
    const char *name;
    struct horde_plan plan;
    int for_ms;       /* at the least */
    int each_ms;      /* between two honest moves; 0: as often as a siege can for ten seconds */
    long memory_kib;  /* the server may grow by so much */
    bool may_cut;     /* without a word: who does not read what is said */
    const char *only; /* the one code that attackers may be told; NULL: any */
    bool has_returns; /* an honest player comes back beside it, again and again */
    /* The end: when all of this was seen, however slow the machine is; 0 and NULL: no matter. */
    long until_errors;        /* so many were told */
    long until_connections;   /* so many were opened */
    long until_replies;       /* so many were told */
    long until_events;        /* so many were told */
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
void siege_run(struct siege *siege, const struct attack *attack, struct horde_tally *tally_out);
/* Writes the p99 of what honest players wait for into the file for times, if there is one; a time
 * of 0 was not taken. */
void siege_time(const char *attack, const char *what, int64_t quiet_us, int64_t attacked_us);
/* Begins and runs it, where an attack needs nothing of the tables. */
void siege_of(struct scene *scene, const struct attack *attack, struct horde_tally *tally_out);

#endif
