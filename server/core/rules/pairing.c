/* SPDX-License-Identifier: MIT */
/*
 * Pairing. It costs the square of the number of players in a pool, who are few: nearly everybody
 * finds somebody within seconds.
 */
#include "server/core/rules/pairing.h"

#include <stdlib.h>

int pairing_window(int64_t waited_ms, int within)
{
    int64_t seconds = waited_ms / 1000;
    if (seconds > PAIRING_ANY)
        seconds = PAIRING_ANY;
    int64_t window = PAIRING_WINDOW + seconds * PAIRING_WIDENS;
    return window < within ? (int)window : within;
}

struct waiting {
    const struct pairing_seeker *seekers;
    size_t count;
    pairing_apart_fn *are_apart;
    const void *ctx;
};

static int distance(const struct waiting *waiting, size_t a, size_t b)
{
    return abs(waiting->seekers[a].points - waiting->seekers[b].points);
}

/* Whether the two could be paired if they waited for ever. */
static bool could_meet(const struct waiting *waiting, size_t a, size_t b)
{
    int far = distance(waiting, a, b);
    return a != b && far <= waiting->seekers[a].within && far <= waiting->seekers[b].within &&
           !waiting->are_apart(waiting->ctx, a, b);
}

static bool are_near(const struct waiting *waiting, size_t a, size_t b)
{
    const struct pairing_seeker *seekers = waiting->seekers;
    int far = distance(waiting, a, b);
    return far <= pairing_window(seekers[a].waited_ms, seekers[a].within) &&
           far <= pairing_window(seekers[b].waited_ms, seekers[b].within);
}

static bool met_last(const struct waiting *waiting, size_t a, size_t b)
{
    const struct pairing_seeker *seekers = waiting->seekers;
    return seekers[a].last == seekers[b].player || seekers[b].last == seekers[a].player;
}

static bool has_another(const struct waiting *waiting, size_t one, size_t but)
{
    for (size_t i = 0; i < waiting->count; i++)
        if (i != but && could_meet(waiting, one, i))
            return true;
    return false;
}

static bool may_meet(const struct waiting *waiting, size_t a, size_t b)
{
    if (!are_near(waiting, a, b) || !could_meet(waiting, a, b))
        return false;
    return !met_last(waiting, a, b) || (!has_another(waiting, a, b) && !has_another(waiting, b, a));
}

bool pairing_choose(const struct pairing_seeker *seekers, size_t count, pairing_apart_fn *are_apart,
                    const void *ctx, size_t pair_out[2])
{
    const struct waiting waiting = {seekers, count, are_apart, ctx};
    for (size_t a = 0; a < count; a++) {
        size_t best = count;
        for (size_t b = a + 1; b < count; b++) {
            bool is_nearer =
                best == count || distance(&waiting, a, b) < distance(&waiting, a, best);
            if (is_nearer && may_meet(&waiting, a, b))
                best = b;
        }
        if (best == count)
            continue;
        pair_out[0] = a;
        pair_out[1] = best;
        return true;
    }
    return false;
}

static int compare_waits(const void *a, const void *b)
{
    int64_t left = *(const int64_t *)a;
    int64_t right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

int64_t pairing_estimate(int64_t *waits_ms, size_t count)
{
    if (count == 0)
        return -1;
    qsort(waits_ms, count, sizeof(*waits_ms), compare_waits);
    return waits_ms[count / 2];
}
