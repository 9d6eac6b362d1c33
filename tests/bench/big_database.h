/* SPDX-License-Identifier: MIT */
/*
 * A database as of a server in full swing with a long past: so many games in progress, so many
 * over, with everything that belongs to them. Written with plain SQL, in seconds; `pentad check`
 * finds it sound. Ends the program when it cannot.
 */
#ifndef PENTAD_TESTS_BIG_DATABASE_H
#define PENTAD_TESTS_BIG_DATABASE_H

#include <stdint.h>

struct big_database {
    const char *path; /* a new file */
    int64_t in_progress;
    int64_t over;
    int64_t players; /* at least 2 * in_progress, all with accounts */
};

/* Plies of each game. */
#define BIG_DATABASE_PLIES 40

void big_database_make(const struct big_database *wanted);

#endif
