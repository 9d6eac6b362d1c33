/* SPDX-License-Identifier: MIT */
/*
 * The waiting of client/core/patience.h.
 */
#include "client/core/patience.h"

#include <stdbool.h>
#include <stddef.h>

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

/* ------------------------------------------------------------------ strength */

/* The thousandths of the games that one wins against an opponent who is weaker by so many halves of
 * a level. */
static const int shares[] = {500, 616, 720, 805, 868, 914, 944, 965, 978, 986, 991};

#define SHARE_ONE 1000
#define STEP (STRENGTH_ONE / 2)
#define STEPS ((int)(sizeof(shares) / sizeof(shares[0])) - 1)

/* A surprise moves the estimate by so many hundredths, the first one the most. */
#define MOVE_FIRST 600
#define MOVE_GAMES 3
#define MOVE_LEAST 30

void strength_init(struct strength *strength, unsigned levels)
{
    *strength = (struct strength){.hundredths = (uint16_t)((levels + 1) / 2 * STRENGTH_ONE)};
}

static int share_of(int ahead)
{
    bool is_behind = ahead < 0;
    int step = (is_behind ? -ahead : ahead) / STEP;
    int part = (is_behind ? -ahead : ahead) % STEP;
    int share = step < STEPS ? shares[step] + (shares[step + 1] - shares[step]) * part / STEP
                             : shares[STEPS];
    return is_behind ? SHARE_ONE - share : share;
}

static int move_of(unsigned games)
{
    int move = MOVE_FIRST / (MOVE_GAMES + (int)games);
    return move > MOVE_LEAST ? move : MOVE_LEAST;
}

void strength_take(struct strength *strength, unsigned levels, unsigned level,
                   enum strength_score score)
{
    int most = (int)levels * STRENGTH_ONE;
    int was = strength->hundredths;
    int surprise = (int)score * SHARE_ONE / 2 - share_of(was - (int)level * STRENGTH_ONE);
    int now = was + move_of(strength->games) * surprise / SHARE_ONE;
    now = now < STRENGTH_ONE ? STRENGTH_ONE : now;
    strength->hundredths = (uint16_t)(now > most ? most : now);
    if (strength->games < UINT16_MAX)
        strength->games++;
}

unsigned strength_level(const struct strength *strength)
{
    return (strength->hundredths + STRENGTH_ONE / 2u) / STRENGTH_ONE;
}
