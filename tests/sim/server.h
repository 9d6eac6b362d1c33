/* SPDX-License-Identifier: MIT */
/*
 * The server's life: it starts on what is stored, crashes, stops in order, and starts again.
 */
#ifndef PENTAD_TESTS_SIM_SERVER_H
#define PENTAD_TESTS_SIM_SERVER_H

#include <stdint.h>

struct sim;

/* The target of a THING_CRASH: the server as it is, or only one that takes too long to stop. */
enum {
    SERVER_ANY,
    SERVER_STOPPING,
};

/* A new process; its monotonic clock begins anew, its wall clock may be wrong. */
void server_start(struct sim *sim);
/* It dies, now: what is durable stays, everything else never was. */
void server_crash(struct sim *sim);
/* It says goodbye and stops when everything is written and told. */
void server_stop(struct sim *sim);
/* Whether it is done with stopping; then it is gone. */
void server_check_stopped(struct sim *sim);

#endif
