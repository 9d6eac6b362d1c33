/* SPDX-License-Identifier: MIT */
/*
 * What time changes while nobody does anything: clocks go on, and the absence of the opponent
 * becomes long enough for a claim. One timer, for the next moment at which something changes.
 */
#include "client/cli/play/play_private.h"
#include "client/cli/terminal/i18n.h"
#include "client/core/table_clock.h"

int64_t play__now_ms(const struct play *play)
{
    return (int64_t)uv_now(play->loop);
}

/* A line of a script may have waited for this moment. */
static void on_tick(uv_timer_t *ticker)
{
    struct play *play = ticker->data;
    play->is_dirty = true;
    if (play->output != PLAY_SCREEN) {
        play__do_lines(play);
    }
}

void play__start_ticker(struct play *play)
{
    uv_timer_init(play->loop, &play->ticker);
    play->ticker.data = play;
}

void play__show_in(struct play *play, int64_t in_ms)
{
    if (in_ms == INT64_MAX) {
        uv_timer_stop(&play->ticker);
    } else {
        uv_timer_start(&play->ticker, on_tick, (uint64_t)in_ms, 0);
    }
}

void play__tell_claim(struct play *play)
{
    int64_t claim_ms = table_claim_in_ms(&play->table, play__now_ms(play));
    bool is_due = claim_ms == 0 && !play->is_offline;
    if (is_due && !play->is_claim_told) {
        play__say(play, COLOUR_BOLD, "%s", _("You may claim the game now: type claim."));
    }
    play->is_claim_told = is_due;
    if (play->output != PLAY_SCREEN && claim_ms != NONE && claim_ms > 0) {
        play__show_in(play, claim_ms);
    }
}
