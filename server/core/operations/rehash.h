/* SPDX-License-Identifier: MIT */
/*
 * Hashes that were made with weaker parameters than today's are made anew when their owner logs in,
 * since nobody else knows the password. No request waits for that: the player owns the work.
 */
#ifndef PENTAD_SERVER_CORE_REHASH_H
#define PENTAD_SERVER_CORE_REHASH_H

#include "server/core/state.h"

/* The password of the player was right, and `was` is its hash. */
void rehash_begin(struct core *core, uint64_t player, const char *password, const char *was);

/* Listens to WORK_TOLD: stores the hash, unless the password was changed meanwhile. */
void rehash_work_told(struct core *core, const struct work_news *news);

#endif
