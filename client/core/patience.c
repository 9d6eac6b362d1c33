/* SPDX-License-Identifier: MIT */
/*
 * The waiting of client/core/patience.h.
 */
#include "client/core/patience.h"

#include <stdbool.h>

#define BEAT_MIN_MS 1000

void patience_begin(struct patience *patience, int64_t heartbeat_ms, int64_t now_ms)
{
    *patience = (struct patience){.beat_ms = heartbeat_ms, .answered_ms = now_ms};
}

void patience_take_beat(struct patience *patience, int64_t heartbeat_ms, int64_t now_ms)
{
    int64_t gap_ms = now_ms - patience->last_beat_ms;
    bool is_known = patience->last_beat_ms != 0 && gap_ms < heartbeat_ms;
    patience->beat_ms = !is_known ? heartbeat_ms : gap_ms > BEAT_MIN_MS ? gap_ms : BEAT_MIN_MS;
    patience->last_beat_ms = now_ms;
}

void patience_take_answer(struct patience *patience, int64_t now_ms)
{
    patience->answered_ms = now_ms;
    patience->silent_ms = 0;
}

int64_t patience_ping_at_ms(const struct patience *patience, int64_t last_in_ms)
{
    return last_in_ms + patience->beat_ms + PATIENCE_LATE_MS;
}

int64_t patience_silent_at_ms(const struct patience *patience, int64_t sent_ms)
{
    if (sent_ms == INT64_MAX || patience->silent_ms != 0)
        return INT64_MAX;
    int64_t since_ms = sent_ms > patience->answered_ms ? sent_ms : patience->answered_ms;
    return since_ms + PATIENCE_ANSWER_MS;
}

int64_t patience_ends_ms(const struct patience *patience)
{
    return patience->silent_ms != 0 ? patience->silent_ms + PATIENCE_PING_MS : INT64_MAX;
}

int64_t patience_pause_ms(uint32_t attempt, int64_t last_ms, uint32_t random)
{
    int64_t nominal = PATIENCE_PAUSE_MS;
    for (uint32_t i = 0; i < attempt && nominal < last_ms; i++)
        nominal *= 2;
    if (nominal > last_ms)
        nominal = last_ms;
    return nominal * 3 / 4 + (int64_t)random % (nominal / 2 + 1);
}
