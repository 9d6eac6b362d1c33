/* SPDX-License-Identifier: MIT */
/*
 * How long tests wait for something that has to happen: up to a deadline that only a failure ever
 * reaches. How fast a machine is must decide nothing: a thought of a second took more than twenty
 * of a sanitized program beside five busy ones. Any thread.
 */
#ifndef PENTAD_TESTS_SUPPORT_WAIT_H
#define PENTAD_TESTS_SUPPORT_WAIT_H

#include <stdint.h>

#define PATIENCE_MS 300000

/* Monotonic milliseconds. */
int64_t wait_now_ms(void);
/* The time left until `deadline_ms`, for poll(): from 0 to PATIENCE_MS. */
int wait_left_ms(int64_t deadline_ms);
/* Does nothing for so long, half a minute at the most: only where the server asks for it with
 * `retry_after_ms`. */
void wait_as_told(int64_t retry_after_ms);

#endif
