/* SPDX-License-Identifier: MIT */
/*
 * The guard against guessing passwords, and what else proves that one owns an account. A guess
 * takes its place when it arrives and gets it back when it was right, so that no more are looked at
 * than are counted. Four kinds of people guess, and none fills what another one needs:
 *
 *   - strangers: counted by name and network together, by name over all networks (a day has so many
 *     guesses), and by network over all names;
 *   - strangers who come from where the account was logged in before: by name and network together
 *     alone, and with more guesses, for the wrong ones may be a neighbour's;
 *   - devices that were logged in to the account: by the device alone;
 *   - who is logged in and confirms the password: by the player alone.
 *
 * A name that nobody has is counted as any other.
 */
#ifndef PENTAD_SERVER_CORE_GUARD_H
#define PENTAD_SERVER_CORE_GUARD_H

#include "server/core/state.h"

struct guess {
    uint64_t name;     /* guard_name() of what is guessed at */
    uint64_t network;  /* where it comes from (core.h) */
    uint64_t device;   /* the id of a device that the account knows; 0: a stranger */
    uint64_t player;   /* who is logged in and confirms; 0: nobody is */
    bool knows_origin; /* the account was logged in from there before */
    bool is_counted;   /* has its place */
    bool is_new_name;  /* and one among those that the network tried */
};

void guards_init(struct core *core);
void guards_deinit(struct core *core);

/* The number of a name by the key of it (name.h): a hash, so that the store has no list of names.
 */
uint64_t guard_name(const struct core *core, const char *key);

/* The day of today, as guesses are stored by it. */
int64_t guard_day(const struct core *core);

/* How long such a guess has to wait, in ms; 0: it may come. */
int64_t guard_wait_ms(const struct core *core, const struct guess *guess);
/* Whether a device, or another origin, could make that shorter. */
bool guard_may_pass(const struct core *core, const struct guess *guess, bool has_device);
/* Takes its place. */
void guard_count(struct core *core, struct guess *guess);
/* What became of a guess that has its place: it was right, wrong, or nobody looked. */
void guard_right(struct core *core, struct guess *guess);
void guard_wrong(struct core *core, struct guess *guess);
void guard_give_back(struct core *core, struct guess *guess);

/* The store has so many guesses of strangers at the name for today. */
void guard_stored(struct core *core, const struct guess *guess, uint32_t guessed);

#endif
