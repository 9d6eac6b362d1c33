/* SPDX-License-Identifier: MIT */
/*
 * Looks at everything when all is quiet: what the server says about every table, game and player,
 * what the store gives back, what every client was told, and what is still in memory.
 */
#ifndef PENTAD_TESTS_SIM_AUDIT_H
#define PENTAD_TESTS_SIM_AUDIT_H

#include <stdbool.h>
#include <stdint.h>

struct sim;

/* Whether the server has a connection of that player. */
bool audit_is_connected(const struct sim *sim, uint64_t player);
/* Once, before anybody comes: makes the guest who looks. */
void audit_begin(struct sim *sim);
/* The server is up. `is_full`: every game and player, else the latest ones. */
void audit_run(struct sim *sim, bool is_full);
/* Nobody is connected: what waits for days from now on is still there at the last look, which comes
 * within `ms`. */
void audit_note_waiting(struct sim *sim, int64_t ms);
/* The last look: nobody is connected, and rooms had time to close. */
void audit_memory(struct sim *sim);

#endif
