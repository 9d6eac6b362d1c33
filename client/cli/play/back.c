/* SPDX-License-Identifier: MIT */
/*
 * The choice of client/cli/play/back.h.
 */
#include "client/cli/play/back.h"

#include "client/cli/terminal/i18n.h"
#include "client/cli/words/table.h"
#include "client/cli/words/words.h"
#include "client/core/turns.h"

static bool is_real_time(const struct room_record *room)
{
    return room->clock->kind != CLOCK_KIND_WORD_NONE &&
           room->clock->kind != CLOCK_KIND_WORD_CORRESPONDENCE;
}

static bool waits_for_me(const struct visit *visit, const struct room_record *room)
{
    return room->to_act != NULL && session_is_named(visit->session, room->to_act);
}

/* Whether the first of two games in progress is the one to go back to: the clock that runs in real
 * time, whosever it is; then games in which it is the player's move, the least time first, those
 * without a clock last. */
static bool is_more_urgent(const struct visit *visit, const struct room_record *room,
                           const struct room_record *other)
{
    if (is_real_time(room) != is_real_time(other))
        return is_real_time(room);
    return turns_is_sooner(waits_for_me(visit, room), room->left_ms, waits_for_me(visit, other),
                           other->left_ms);
}

/* Whether a room or game is as it was asked for; what was not asked for may be anything. */
static bool keeps_to_terms(const struct visit *visit, const struct room_record *room)
{
    struct time_control control;
    int stake = invocation_stake(visit->invocation);
    return (stake == NONE || room->rated == (stake == STAKE_WORD_RATED)) &&
           (!invocation_clock(visit->invocation, &control) ||
            table_clock_is(room->clock, &control));
}

const struct room_record *back_find(const struct visit *visit, const struct notice *ready,
                                    int state)
{
    const struct room_record *found = NULL;
    const struct variant *variant = invocation_variant(visit->invocation);
    if (variant == NULL && state != ROOM_STATE_WORD_PLAYING)
        variant = invocation_variant_or_classic(visit->invocation);
    for (size_t i = 0; i < ready->rooms_count; i++) {
        const struct room_record *room = &ready->rooms[i];
        bool is_asked_for = variant == NULL || room->variant == variant;
        if (room->state == state && is_asked_for && keeps_to_terms(visit, room) &&
            (found == NULL || is_more_urgent(visit, room, found)))
            found = room;
    }
    return found;
}

unsigned back_count(const struct notice *ready)
{
    unsigned count = 0;
    for (size_t i = 0; i < ready->rooms_count; i++)
        count += ready->rooms[i].state == ROOM_STATE_WORD_PLAYING;
    return count;
}

uint64_t back_find_busy(const struct notice *ready)
{
    for (size_t i = 0; i < ready->rooms_count; i++) {
        const struct room_record *room = &ready->rooms[i];
        if (room->state == ROOM_STATE_WORD_PLAYING && is_real_time(room))
            return room->room;
    }
    return 0;
}

void back_say(const struct visit *visit, const struct room_record *room, unsigned others)
{
    char left[WORDS_SIZE];
    words_duration(room->left_ms != NONE ? room->left_ms : 0, left, sizeof(left));
    if (waits_for_me(visit, room) && room->left_ms != NONE)
        visit_say(visit, COLOUR_BOLD, _("It is your move; you have %s left."), left);
    else if (waits_for_me(visit, room))
        visit_say(visit, COLOUR_BOLD, "%s", _("It is your move."));
    else if (room->to_act != NULL)
        visit_say(visit, COLOUR_PLAIN, _("%s is to move."), room->to_act);
    if (others > 0)
        visit_say(visit, COLOUR_PLAIN,
                  ngettext("You have %u other game in progress: penta games",
                           "You have %u other games in progress: penta games", others),
                  others);
}
