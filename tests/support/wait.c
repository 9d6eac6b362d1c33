/* SPDX-License-Identifier: MIT */
/* Deadlines on the monotonic clock; see the header. */
#include "tests/support/wait.h"

#include <poll.h>
#include <time.h>

#define TOLD_MAX_MS 30000

int64_t wait_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int wait_left_ms(int64_t deadline_ms)
{
    int64_t left = deadline_ms - wait_now_ms();
    if (left < 0)
        return 0;
    return left > PATIENCE_MS ? PATIENCE_MS : (int)left;
}

void wait_as_told(int64_t retry_after_ms)
{
    poll(NULL, 0, retry_after_ms < TOLD_MAX_MS ? (int)retry_after_ms : TOLD_MAX_MS);
}
