/* SPDX-License-Identifier: MIT */
/*
 * Sessions as they were committed: a part of truth.h.
 */
#ifndef PENTAD_TESTS_SIM_TRUTH_SESSION_H
#define PENTAD_TESTS_SIM_TRUTH_SESSION_H

#include "db/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sim;

#define TRUTH_DAY_MS INT64_C(86400000)

struct truth_session {
    uint8_t token_hash[STORE_TOKEN_HASH_SIZE];
    uint64_t player;
    int64_t created_ms;
    int64_t last_used_ms;
    int64_t written_ms; /* virtual: when that was stored */
    int64_t ends_ms;
    int rights; /* enum store_rights */
    bool is_over;
    bool has_lapsed;  /* it is over by age, or as one too many: its connections stay */
    bool is_guests;   /* it began before the player had an account */
    size_t successor; /* where its connections go on, 0: nowhere */
};

#endif
