/* SPDX-License-Identifier: MIT */
/*
 * Time in words: clocks, time controls, and the opponent's absence that can be claimed.
 */
#ifndef PENTAD_CLIENT_CLI_WORDS_CLOCK_H
#define PENTAD_CLIENT_CLI_WORDS_CLOCK_H

#include "client/core/table.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* "5m+3s", or "no clock". */
void words_control(const struct time_control *control, char *text, size_t size);

/* What a player has left at `now_ms` (as in client/core/table.h): "4:58", "0:07.3", "1:02:03",
 * "2d 03:14", and with periods "0:25 x3". Only if the table has clocks; so for both players. */
void words_clock(const struct table *table, enum seat seat, int64_t now_ms, char *text,
                 size_t size);
void words_clocks(const struct table *table, int64_t now_ms, char *text, size_t size);
/* Whether these are the last seconds of one's own time, and they run. */
bool words_clock_is_urgent(const struct table *table, enum seat seat, int64_t now_ms);
/* How the absence of the opponent can be claimed, or "" where it cannot. */
void words_claim(const struct table *table, int64_t now_ms, char *text, size_t size);
/* How long what these say at `now_ms` stays right; INT64_MAX where nothing runs. */
int64_t words_time_lasts_ms(const struct table *table, int64_t now_ms);

#endif
