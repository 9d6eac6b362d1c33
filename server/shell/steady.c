/* SPDX-License-Identifier: MIT */
/*
 * See the header. A step that is longer than the time asked for counts as that time.
 */
#include "server/shell/steady.h"

int64_t steady_ms(struct steady *steady, int64_t mono_ms)
{
    int64_t step_ms = mono_ms - steady->seen_ms;
    int64_t asked_ms = steady->asked_ms;
    if (step_ms > asked_ms + STEADY_SLACK_MS)
        steady->stood_ms += step_ms - asked_ms;
    steady->seen_ms = mono_ms;
    steady->asked_ms = 0;
    return mono_ms - steady->stood_ms;
}

void steady_wait(struct steady *steady, int64_t mono_ms, int64_t asked_ms)
{
    (void)steady_ms(steady, mono_ms);
    steady->asked_ms = asked_ms;
}
